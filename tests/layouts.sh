#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# heddle inspect on kernels that are laid out well and badly (tests/program/kernels/layout.c): it names
# the places that lie too low, in the listing and in JSON. A line of `cases` is a kernel, a pattern, and
# how many lines of its function have it.
set -u
dir=build/test/layouts
mkdir -p "$dir"
make -s kernels KERNEL=tests/program/kernels/layout.c KERNELS_DIR="$dir" || exit 2
failed=0 cases=0
while IFS='|' read -r kernel pattern count; do
    cases=$((cases + 1))
    found=$(build/bin/heddle inspect "$dir/layout.elf" --kernel "$kernel" | sed -n "/^function $kernel/,\$p" |
        grep -c -- "$pattern")
    [ "$found" = "$count" ] || { echo "FAIL layouts $kernel: $found lines with '$pattern', not $count"; failed=1; }
done <<'END'
straight|^  layout     in order$|1
straight|^  layout|1
straight|; sync 0x000100..$|1
swapped|^  layout     0x000[0-9a-f]* should lie behind 0x000[0-9a-f]*$|2
swapped|^  layout|2
swapped|; sync 0x|1
hinted|^  layout     0x000[0-9a-f]* should lie behind 0x000[0-9a-f]*$|1
hinted|^  layout|1
END
for kernel in straight:0 swapped:2 hinted:1; do
    cases=$((cases + 1))
    found=$(build/bin/heddle inspect "$dir/layout.elf" --kernel "${kernel%:*}" --json |
        grep -o '"kind": "back"' | wc -l)
    [ "$found" = "${kernel#*:}" ] || { echo "FAIL layouts ${kernel%:*}: $found in JSON, not ${kernel#*:}"; failed=1; }
done
[ $failed = 1 ] || echo "PASS layouts: $cases answers of heddle inspect"
exit $failed
