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
# NUMBERS="3 7": these mistakes of the list alone (the first is 1); 0 stands for that every property has one.
# The solver is stopped after 60 s times PATIENCE (20), and the result says so.
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
number=0 found=0 patience=${PATIENCE:-20}

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

params=$(sh tools/params.sh "$block" small) || exit 2
rtl=$(ls rtl/*/hd_"$block".sv)
printf '%-16s %-10s %-7s %s\n' property result cycle 'planted mistake'
while IFS='@' read -r property words edit overrides; do
    property=$(echo "$property" | tr -d ' ')
    case $property in '' | '#'*) continue ;; esac
    number=$((number + 1))
    [ -z "$only" ] || [ "$only" = "$property" ] || continue
    if [ -n "${NUMBERS:-}" ]; then
        case " $NUMBERS " in *" $number "*) found=$((found + 1)) ;; *) sizes=$overrides; continue ;; esac
    fi
    words=$(echo "$words" | sed 's/^ *//; s/ *$//')
    edit=$(printf '%s\n' "$edit" | sed 's/^ *//; s/ *$//')
    work=$out/$block.$number
    sizes=$overrides # of the last one
    sed -e "$edit" "$rtl" >"$work.sv" || { row "$property" BADSED - "$words"; continue; }
    if cmp -s "$rtl" "$work.sv"; then row "$property" NOCHANGE - "$words"; continue; fi
    if ! model "$block" "$params $overrides" "$work.sv" "$work"; then
        row "$property" ERROR - "$words"
        continue
    fi
    if ! grep -qxF "$property" "$work.p"; then row "$property" UNKNOWN - "$words"; continue; fi
    aig "$work" "$work" "$property"
    bounded "$work" 20 $((60 * patience))
    at=$(reached "$work")
    if [ -n "$at" ]; then
        row "$property" caught "$at" "$words"
        [ "${WAVES:-}" != 1 ] ||
            tell "$property" "$block" "$(waves "$work" "$work" "$property" "$block" "$number")"
    elif grep -q 'asserted in 20 frames' "$work.log"; then row "$property" MISSED - "$words"
    else row "$property" STOPPED - "the solver, after $((60 * patience)) s: $words"; fi
done <"$list"

# Every property must have its mistake.
every=no
if [ -n "${NUMBERS:-}" ]; then
    case " $NUMBERS " in *' 0 '*) every=yes found=$((found + 1)) ;; esac
    [ $found = "$(echo "$NUMBERS" | wc -w)" ] || { echo "ERROR no such mistake in $list: $NUMBERS"; exit 2; }
elif [ -z "$only" ]; then
    every=yes
fi
if [ $every = yes ]; then
    work=$out/$block.sound
    model "$block" "$params ${sizes:-}" "$rtl" "$work" || exit 2
    for property in $(cat "$work.p"); do
        sed 's/@.*//' "$list" | tr -d ' ' | grep -qxF "$property" ||
            row "$property" UNTESTED - "no planted mistake"
    done
fi
[ "$fails" -eq 0 ] || { echo "FAIL $block: $fails"; exit 1; }
echo "PASS $block: $(grep -c caught "$kv") planted mistakes caught, $kv"
