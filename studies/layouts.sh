#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In what order clang lays out the programs, as tables of docs/analyser.md: by the options of clang, then by
# program (PROGRAM: these) with the chosen options. *Places*: where threads that may part meet; *PC_div*: those
# with a divergence point before them; *held*: those with an instruction between the two; *loops*: those with
# another point before the loops that are left. *Below*: branches that may part, and meet in their function, whose
# threads meet at a higher address. *Out*: functions, entries aside, with a block out of order; *apart*: of these,
# those where threads may be apart there; then such places by kind.
set -u
# shellcheck source=studies/common.sh
. studies/common.sh
need $heddle
work=build/layouts
mkdir -p "$work"
flow=$(make -s kernel-flow) || stop

options() {
    cat <<END
-O2, chosen|
-O0|-O0
-O1|-O1
-O3|-O3
-Os|-Os
-O2, no block placement|-mllvm -disable-block-placement
END
}

# A row of numbers from the JSON of the files: an instruction a line, a function begins with a line of its own.
# What several kernels of a file have counts once.
row() { # name, files
    name=$1
    shift
    for elf in "$@"; do
        $heddle inspect --json "$elf" 2>/dev/null || exit 2
        echo next file
    done | awk -v name="$name" '
        function value(key) { return match($0, "\"" key "\": [0-9]+") ? substr($0, RSTART + length(key) + 4) + 0 : 0 }
        function seen(what) { return known[file, what]++ }
        /^next file/ { file++ }
        /^ *\{"name": / && !/"hd_entry_/ && !seen("f" value("entry")) {
            functions++
            out += /"kind"/
            apart += /"apart": true\}/
            back += gsub(/"kind": "back", [^}]*"apart": true/, "")
            left += gsub(/"kind": "left", [^}]*"apart": true/, "")
            round += gsub(/"kind": "round", [^}]*"apart": true/, "")
        }
        /^ *\{"address": [0-9]+, "word"/ && !seen(value("address")) {
            at = value("address")
            if (/"divergence"/) {
                places++
                before += value("divergence") > 0
                held += value("divergence") > 0 && value("divergence") < at - 4
                loops += value("before_loops") != value("divergence")
            }
            if (/"parts": true/ && value("reconvergence") > 0) {
                branches++
                below += value("reconvergence") > at
            }
        }
        END {
            printf "| %s | %d | %d | %d | %d | %d | %d | %s | %d | %d | %d | %d | %d |\n", name, functions, places,
                before, held, loops, branches, branches ? sprintf("%.0f %%", 100 * below / branches) : "-", out,
                apart, back, left, round
        }'
}

heading() {
    printf '| %s | functions | places | PC_div | held | loops | branches | below | out | apart' "$1"
    printf ' | back | left | round |\n'
    printf '|---|---|---|---|---|---|---|---|---|---|---|---|---|\n'
}

heading 'compiled with'
number=0
options | while IFS='|' read -r name more; do
    number=$((number + 1))
    dir=$work/$number
    make -s kernels KERNELS_DIR="$dir" KERNEL_FLOW="$flow $more" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 2; }
    row "$name" "$dir"/*.elf
done || stop
echo
heading program
for name in ${PROGRAM:-$($heddle list | awk '{print $1}')}; do
    row "\`$name\`" "$work/1/$name.elf"
done
