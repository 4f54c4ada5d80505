#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Shows that the properties of a block can fail: broken.sh BLOCK [PROPERTY]
#
# formal/<socket>/<block>_broken.txt lists mistakes, one a line:
#   property @ what is wrong @ sed expression on the RTL @ overrides (optional)
# Each is made in a copy of the RTL, alone; a bounded check must find a counterexample to just that
# property, from reset on and under the promises of the neighbours. An expression that changes
# nothing is an error, and so is a property without a mistake. Configuration: small.
# WAVES=1: the counterexamples as waves, with a view each (slower).
# BROKEN=quick: the first mistake and every forty-eighth alone; that the others change something is looked at.
set -u
cd "$(dirname "$0")/.." || exit 2
block=${1:?usage: broken.sh BLOCK [PROPERTY]}
only=${2:-}
. formal/flow.sh
list=$(ls formal/*/"${block}_broken.txt" 2>/dev/null) || { echo "none $block: no properties of its own"; exit 0; }
out=build/prove/broken
kv=$out/$block.kv
mkdir -p "$out"
: >"$kv"
fails=0
number=0

row() {
    printf '%-16s %-10s %-7s %s\n' "$1" "$2" "$3" "$4"
    printf '%s\t%s\t%s\t%s\t%s\n' "$block" "$1" "$2" "$3" "$4" >>"$kv"
    case $2 in
        caught) ;;
        *)
            fails=$((fails + 1))
            echo "FAIL $1 $block broken: $2 ($4)"
            ;;
    esac
}

params=$(sh sim/params.sh "$block" small) || exit 2
rtl=$(ls rtl/*/hd_"$block".sv)
printf '%-16s %-10s %-7s %s\n' property result cycle 'planted mistake'
while IFS='@' read -r property words edit overrides; do
    property=$(echo "$property" | tr -d ' ')
    case $property in '' | '#'*) continue ;; esac
    number=$((number + 1))
    [ -z "$only" ] || [ "$only" = "$property" ] || continue
    words=$(echo "$words" | sed 's/^ *//; s/ *$//')
    edit=$(echo "$edit" | sed 's/^ *//; s/ *$//')
    work=$out/$block.$number
    sizes=$overrides # of the last one
    sed -e "$edit" "$rtl" >"$work.sv" || { row "$property" BADSED - "$words"; continue; }
    if cmp -s "$rtl" "$work.sv"; then row "$property" NOCHANGE - "$words"; continue; fi
    [ "${BROKEN:-}" != quick ] || [ $((number % 48)) = 1 ] || { rm -f "$work.sv"; continue; }
    if ! model "$block" "$params $overrides" "$work.sv" "$work"; then
        row "$property" ERROR - "$words"
        continue
    fi
    if ! grep -qxF "$property" "$work.p"; then row "$property" UNKNOWN - "$words"; continue; fi
    aig "$work" "$work" "$property"
    bounded "$work" 20 60
    at=$(reached "$work")
    if [ -n "$at" ]; then
        row "$property" caught "$at" "$words"
        [ "${WAVES:-}" != 1 ] ||
            tell "$property" "$block" "$(waves "$work" "$work" "$property" "$block" "$number")"
    else row "$property" MISSED - "$words"; fi
done <"$list"

# Every property must have its mistake.
if [ -z "$only" ] && [ "${BROKEN:-}" != quick ]; then
    work=$out/$block.sound
    model "$block" "$params ${sizes:-}" "$rtl" "$work" || exit 2
    for property in $(cat "$work.p"); do
        cut -f2 "$kv" | grep -qxF "$property" || row "$property" UNTESTED - "no planted mistake"
    done
fi
[ "$fails" -eq 0 ] || { echo "FAIL $block: $fails"; exit 1; }
echo "PASS $block: $(grep -c . "$kv") planted mistakes caught, $kv"
