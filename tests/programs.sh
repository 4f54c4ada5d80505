#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every program of sim/programs on the reference: its usual size and an odd one, threads in their
# natural order and in two drawn ones (heddle run --order). PROGRAM='bfs scan': only these.
# A program named *_unsafe relies on warps in lock step. The reference has none and must find its
# results wrong, in every order: that is how a race is found.
set -u
heddle=build/bin/heddle
log=build/test/programs.log
mkdir -p build/test
runs=0
failed=0

# Program, its exit status: whether the run ended as it has to.
as_it_must()
{
    case $1 in
    *_unsafe) [ "$2" = 1 ] && grep -q '^FAIL .*, must be ' "$log" ;;
    *) [ "$2" = 0 ] ;;
    esac
}

for name in ${PROGRAM:-$($heddle list | awk '{print $1}')}; do
    sizes=$($heddle list | awk -v name="$name" '$1 == name {print $2, $3}')
    case $name in
    *_unsafe) result='found wrong' ;;
    *) result=right ;;
    esac
    bad=
    for size in ${sizes:-0}; do
        for order in '' '--order 1' '--order 2'; do
            runs=$((runs + 1))
            # shellcheck disable=SC2086 # an option and its value
            $heddle run "$name" --size "$size" $order >"$log" 2>&1
            as_it_must "$name" $? && continue
            failed=$((failed + 1))
            bad="heddle run $name --size $size $order"
            cat "$log"
        done
    done
    if [ -z "$bad" ]; then
        echo "PASS program $name: $result, sizes $sizes, three orders of threads"
    else
        echo "FAIL program $name: not $result; replay: build/bin/$bad"
    fi
done
echo "$((runs - failed)) of $runs runs good"
[ "$failed" = 0 ]
