#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Dynamic warps where there is no room: kernels of tests/dynamic, which are at more addresses at once
# than pool, heap and its look-up table hold, and programs, on cores of all presets
# and policies, with blocks that stay and that leave, down to a pool of two warps. Each must come to
# its end, and compute what the reference does. FULL=1: all programs. PROGRAM='bfs scan': only these.
set -u
heddle=build/bin/heddle
dir=build/test/dynamic
mkdir -p "$dir"
runs=0
failed=0
spilled=0

# The smallest sizes: pool, heap, its look-up table, update queue, PC-warp LUT.
least=HeapEntries=2,MheapEntries=2,MheapWays=1,QueueDepth=2,LutEntries=1,LutWays=1
tight=HeapEntries=4,MheapEntries=4,MheapWays=2,QueueDepth=2

# bad WHAT: the options of the run are in $options
bad()
{
    failed=$((failed + 1))
    echo "FAIL dynamic $1: $(tail -1 "$dir/log"); replay: $heddle run $options"
}

# run WHAT WORD ...: a run, counted; false: it failed
run()
{
    runs=$((runs + 1))
    what=$1
    shift
    options="$* --formation dwf"
    # shellcheck disable=SC2086 # a list of words
    $heddle run $options --json "$dir/json" >"$dir/log" 2>&1 || { bad "$what"; return 1; }
    grep -q '"groups_spilled": 0,' "$dir/json" || spilled=$((spilled + 1))
}

for source in tests/dynamic/*.c; do
    name=$(basename "$source" .c)
    what="kernel $name"
    good=$failed
    make -s kernels KERNEL="$source" >"$dir/log" 2>&1 || { options=; bad "$what"; continue; }
    how="build/kernels/$name.elf $(sed -n 's,^// run: ,,p' "$source")"
    # shellcheck disable=SC2086 # a list of words
    $heddle run $how --machine reference --dump "0:x=$dir/expected" >"$dir/log" 2>&1 ||
        { options=$how; bad "$what"; continue; }
    while read -r plugs; do
        run "$what" "$how --dump 0:x=$dir/got $plugs" || continue
        cmp -s "$dir/expected" "$dir/got" && continue
        echo 'not what the reference computes' >"$dir/log"
        bad "$what"
    done <<END
--preset tesla
--preset dwf
--preset paper
--preset fermi
--preset tesla --core AgeLimit=32
--preset tesla --core AgeLimit=200
--preset paper --core AgeLimit=1
--preset paper --policy minority
--preset paper --policy pc
--preset paper --policy pdom
--preset paper --policy time
--preset paper --residency vt
--preset paper --residency vt --policy time --core PoolEntries=2
--preset paper --core Tree=1
--preset paper --core HeapPorts=1,Forward=0
--preset tesla --core PoolEntries=2
--preset tesla --core PoolEntries=3 --policy pdom
--preset tesla --core PoolEntries=4 --policy minority
--preset tesla --core PoolEntries=2,$least
--preset tesla --core PoolEntries=3,$least --policy minority
--preset tesla --core PoolEntries=4,$least --policy pc
--preset tesla --core PoolEntries=2,$least --policy pdom
--preset tesla --core PoolEntries=2,$least --policy time
--preset tesla --core PoolEntries=3,$tight,Tree=1
--preset tesla --core PoolEntries=4,$tight,AgeLimit=3
--preset small --residency vt --core PoolEntries=2,$least
--preset small --residency vt --core PoolEntries=8,$tight,AgeLimit=20
END
    [ "$failed" != "$good" ] || echo "PASS dynamic $what: as the reference, on 27 cores"
done

few='reduction bfs scan nqueens'
[ -z "${FULL:-}" ] || few=$($heddle list | awk '$1 !~ /_unsafe$/ {print $1}')
for name in ${PROGRAM:-$few}; do
    what="program $name"
    good=$failed
    size=$($heddle list | awk -v name="$name" '$1 == name {print $3}')
    while read -r plugs; do
        run "$what" "$name --size ${size:-0} $plugs"
    done <<END
--preset tesla --core PoolEntries=2
--preset tesla --core PoolEntries=3,$least
--preset tesla --core PoolEntries=4,$tight --policy minority
--preset tesla --core PoolEntries=2,$least --policy pc
--preset tesla --core PoolEntries=3,$tight --policy pdom
--preset tesla --core PoolEntries=4,$least --policy time
--preset small --core PoolEntries=2,$least --residency vt
--preset small --core PoolEntries=4,$tight,AgeLimit=9 --residency vt
END
    [ "$failed" != "$good" ] || echo "PASS dynamic $what: right, on 8 cores"
done
echo "$((runs - failed)) of $runs runs good; in $spilled of them groups of threads went to memory"
[ "$failed" = 0 ] && [ "$((spilled * 2))" -gt "$runs" ]
