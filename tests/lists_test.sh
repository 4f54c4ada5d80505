#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The long lists: each item is in one eighth or in none, by name; the eighths are as even as their items allow; a
# record goes stale when what it hangs on changes, and no other does; a planted bug still changes something.
set -u
dir=build/test/lists
rm -rf "$dir"
mkdir -p "$dir"
. tests/lists.sh
wrong=0
complain() { echo "FAIL lists: $1"; wrong=$((wrong + 1)); }

# ---- every item once -----------------------------------------------------------------------------
for list in $rotating $whole_only; do
    items "$list" | LC_ALL=C sort >"$dir/$list"
    [ -s "$dir/$list" ] || complain "$list is empty"
    twice=$(uniq -d "$dir/$list" | head -n 1)
    [ -z "$twice" ] || complain "$list has $twice twice"
done
# The eighths of make test-all: all of a list, each item once; by item, and by block.
for list in sanitize mutants; do
    for e in 0 1 2 3 4 5 6 7; do EIGHTH=$e tests/all.sh list "$list"; done | LC_ALL=C sort |
        cmp -s - "$dir/$list" || complain "$list: eight eighths of make test-all are not the list"
done
parted() { awk -v kind="$list" -v units="$units" -f tests/shares.awk tests/eighths.conf "$1" "$dir/$list"; }
for list in $rotating; do
    parted tests/costs.tsv >"$dir/shares" ||
        complain "$list has no shares"
    awk '{print $2}' "$dir/shares" | LC_ALL=C sort | cmp -s - "$dir/$list" ||
        complain "$list: the eighths are not the list"
    parted tests/costs.tsv | cmp -s - "$dir/shares" ||
        complain "$list: parted twice, it differs"
    # No eighth is fuller than another by more than its dearest item; mutants stay together.
    [ "$list" = mutants ] || awk '$1 != "-" {s[$1] += $3; if ($3 > most) most = $3} END {for (e = 0; e < 8; e++) {
        if (!e || s[e] < low) low = s[e]; if (s[e] > high) high = s[e]}
        exit !(low > 0 && high - low <= most + 0.1)}' "$dir/shares" || complain "$list: uneven eighths"
    # Of each block something is in an eighth, if it has an item that is short enough for one.
    room=$(awk -v l="$list" '$1 == l {print $3}' tests/eighths.conf)
    awk -v room="$room" '{g = $2; sub(/:.*/, "", g); n[g] += $1 != "-"; if ($3 <= room) short[g] = 1}
        END {for (g in n) if (short[g] && !n[g]) print g}' "$dir/shares" >"$dir/left_out"
    [ "$list" = cover ] || [ "$list" = configs ] || [ "$list" = replay ] || [ ! -s "$dir/left_out" ] ||
        complain "$list: nothing in any eighth of $(tr '\n' ' ' <"$dir/left_out")"
done
# The shares follow the costs: an item that becomes too long is in none.
item=$(head -n 1 "$dir/prove")
printf 'prove\t%s\t100000\n' "$item" >"$dir/costs"
list=prove
parted "$dir/costs" |
    grep -qx -- "- $item 100000.0 measured" || complain 'an item that takes a day is in an eighth'

# ---- records go stale ----------------------------------------------------------------------------
# A tree of its own, with records that are good.
tree=$dir/tree
mkdir -p "$tree"
cp -r README.md Makefile mk sim cli programs studies tools rtl dpi tb cmodel tests formal synth "$tree"
(
    cd "$tree" || exit 1
    wanted='^(prove (lane|scoreboard)|configs (lane|dwf|sm)|mutants dwf|cover lane) '
    now() { tests/all.sh sums 'prove configs mutants cover' | grep -E "$wanted" | LC_ALL=C sort; }
    now >before
    [ "$(wc -l <before)" = 7 ] || { echo 'not seven groups'; exit 1; }
    # file, then what must change
    while read -r file wanted_stale; do
        cp "$file" kept
        echo 'another line' >>"$file"
        is=$(now | diff - before | sed -n 's/^> \([a-z]*\) \([a-z_]*\) .*/\1:\2/p' | tr '\n' ' ')
        [ "${is% }" = "$wanted_stale" ] || { echo "$file changes; stale: '$is', not '$wanted_stale'"; exit 1; }
        cp kept "$file"
    done <<END
rtl/core/hd_lane.sv configs:lane configs:sm cover:lane prove:lane
formal/core/lane_plan.txt prove:lane
formal/flow.sh prove:lane prove:scoreboard
cmodel/formation/max_heap.c configs:dwf configs:sm mutants:dwf
tests/mutants/dwf.txt mutants:dwf
rtl/formation/hd_warp_pool.sv configs:dwf configs:sm mutants:dwf
README.md
END
    # A remark is no change of an input.
    printf '\n  // a remark\n/* and\n another */\n' >>rtl/core/hd_lane.sv
    now | cmp -s - before || { echo 'a remark in rtl/core/hd_lane.sv makes a record stale'; exit 1; }
    # A record, good on these inputs, and on others.
    sum=$(sed -n 's/^prove lane //p' before)
    mkdir -p records
    printf 'lane:1\tnone\t0\tPASS\t0\t%s\nlane:2\tnone\t0\tPASS\t0\t1\nlane:3\tnone\t0\tFAIL\t0\t%s\n' \
        "$sum" "$sum" >records/prove.tsv
    is=$(tests/all.sh states prove | grep -E ' lane:[1-4] ' | cut -d ' ' -f 3 | tr '\n' ' ')
    [ "$is" = 'fresh stale failed missing ' ] || { echo "states $is"; exit 1; }
) >"$dir/stale" 2>&1 || complain "records: $(tail -n 1 "$dir/stale")"

# ---- planted bugs --------------------------------------------------------------------------------
# Of all blocks, each day: what a change of the RTL leaves behind is named with the change.
for list in formal/*/*_broken.txt; do
    awk -F @ -v list="$list" -v rtl="$(ls rtl/*/hd_"$(basename "$list" _broken.txt)".sv)" '
        $1 !~ /^ *(#|$)/ {edit = $3; gsub(/^ *| *$/, "", edit); print rtl "\t" edit "\t" list ":" $2}' "$list"
done >"$dir/bugs"
awk -F ' +[|] +' '!/^#/ && NF {print $2 "\t" $3 "\t" FILENAME ": " $1}' tests/mutants/*.txt >>"$dir/bugs"
while IFS="$(printf '\t')" read -r file edit words; do
    ! sed -e "$edit" "$file" 2>/dev/null | cmp -s - "$file" || complain "changes nothing in $file: $words"
done <"$dir/bugs"
while IFS='|' read -r block name reason; do
    block=$(echo "$block" | tr -d ' ') name=$(echo "$name" | tr -d ' ')
    [ "$(echo "$reason" | wc -w)" -ge 3 ] || complain "tests/planted_quiet.txt: $block $name has no reason"
    [ "$name" = '*' ] || lines "$block" | grep -q "^$name " ||
        complain "tests/planted_quiet.txt: no bug $name in tests/mutants/$block.txt"
done <<END
$(tests/planted.sh --quiet)
END

[ $wrong = 0 ] || exit 1
echo "PASS lists: $(cat "$dir"/prove "$dir"/broken "$dir"/mutants | wc -l) proofs and planted bugs," \
    'each in one eighth or named in none'
