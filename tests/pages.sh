#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The commands on the pages: of each `make` line make must know target and variables, each line of
# our own programs must run. Stands for paths that a reader fills in: files of ours. And the files that
# the pages name are there.
set -u
work=build/test/pages
mkdir -p "$work"
cat >"$work/yours.c" <<'END'
#include "heddle.h"
struct yours {
    float *x;
    int n;
};
KERNEL(yours)
{
    int i = (int)global_x();
    if (i < arg->n) arg->x[i] *= 2;
}
END
make -s kernels KERNEL="$work/yours.c" || exit 1
stand_in() {
    sed -e 's,path/to/yours\.sv,rtl/formation/hd_pc_warp_lut.sv,; s,your\.lib,synth/heddle.lib,' \
        -e "s,path/to/yours\.c,$work/yours.c,; s,path/to/riscv-tests/isa,tests/riscv," \
        -e "s,\(--\(trace\|json\|dot\|checkpoint\|resume\)\) \([^ ]*\),\1 $work/\3,g"
}

# Indented lines, without what stands behind a # and without those that go on in the next line.
for page in README.md CONTRIBUTING.md docs/*.md; do
    sed -nE "s,^    ((make|build/bin/heddle) .*),$page|\1,p" "$page"
done | sed 's/ *# .*//; s/ *$//' | grep -v '\\$' | stand_in >"$work/commands"
# make a | b: two commands
awk -F'|' '{for (i = 2; i <= NF; i++) {gsub(/^ +| +$/, "", $i); print $1 "|" (i == 2 ? "" : "make ") $i}}' \
    "$work/commands" >"$work/each"

failed=0
while IFS='|' read -r page command; do
    case $command in
        make\ *) try="make -n ${command#make }" ;;
        *) try=$command ;;
    esac
    sh -c "$try" >"$work/log" 2>&1 </dev/null && continue
    echo "FAIL $page: $command"
    tail -3 "$work/log"
    failed=$((failed + 1))
done <"$work/each"
count=$(wc -l <"$work/each")
[ "$count" -gt 30 ] || { echo "FAIL only $count commands were found"; exit 1; }
[ "$failed" = 0 ] || exit 1

# Files and folders in backquotes, from the top; `cmodel/walk/pdom_stack` is its .c or .h. Block x of
# socket s is any.
rooms=$(ls -d */ | tr -d / | tr '\n' '|')
missing=$(grep -oE "\`(${rooms}mk)/[A-Za-z0-9_./-]*\`" README.md CONTRIBUTING.md docs/*.md docs/blocks/*.md |
    grep -v -e '/s/' -e '/x\.md' -e ':`build/' | tr -d '`' | while IFS=: read -r page path; do
        [ -e "$path" ] || [ -e "$path.c" ] || [ -e "$path.h" ] || echo "FAIL $page names $path, which is not there"
    done)
[ -z "$missing" ] || { echo "$missing"; exit 1; }

# The check of numbers: right ones pass, also fewer digits in a sentence; a wrong one is named with its line.
page() { # numbers of the row, number of the sentence
    printf '<!-- numbers: echo a 1234 5.62 -->\n| a | %s |\n<!-- end -->\n' "$1"
    printf '<!-- numbers: echo a 1234 5.62 -->\nIt is %s.\n<!-- end -->\n' "$2"
}
page '1,234 | 5.62' 5.6 >"$work/right.md"
page '1,234 | 5.63' 5.62 >"$work/row.md"
page '1,234 | 5.62' 5.7 >"$work/sentence.md"
studies/numbers.sh "$work/right.md" >"$work/log" 2>&1 ||
    { cat "$work/log"; echo "FAIL numbers that are right"; exit 1; }
for wrong in row.md:2 sentence.md:5; do
    ! studies/numbers.sh "$work/${wrong%:*}" >"$work/log" 2>&1 && grep -q "^DIFFERS $work/$wrong: " "$work/log" ||
        { cat "$work/log"; echo "FAIL a wrong number in $wrong is not named"; exit 1; }
done
sed 's/numbers:/numbers, long:/' "$work/row.md" >"$work/long.md"
studies/numbers.sh "$work/long.md" >"$work/log" 2>&1 && grep -q '^2 parts .* left out' "$work/log" ||
    { cat "$work/log"; echo "FAIL long commands are not left out"; exit 1; }
! NUMBERS=long studies/numbers.sh "$work/long.md" >"$work/log" 2>&1 &&
    grep -q "^DIFFERS $work/long.md:2: " "$work/log" ||
    { cat "$work/log"; echo "FAIL a wrong number of a long command is not named"; exit 1; }
# What takes minutes or hours is compared with NUMBERS=long alone.
slow=$(grep -nE '^<!-- numbers( in column [0-9]+)?: .*(FULL=1|make (pairs|elastic))' README.md docs/*.md \
    docs/blocks/*.md | grep -v ' AREA=only -->$')
[ -z "$slow" ] || { echo "$slow"; echo "FAIL a long command stands in a part that is not long"; exit 1; }
echo "PASS $count commands on the pages"
