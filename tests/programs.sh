#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every program on the reference: its usual size and an odd one, threads in their
# natural order and in two drawn ones (heddle run --order); and the odd size on the core, cycle by
# cycle, with its plugs: some of them, FULL=1 all. PROGRAM='bfs scan': only these.
# A program named *_unsafe relies on warps in lock step. The reference has none and must find its
# results wrong, in every order: that is how a race is found.
set -u
heddle=build/bin/heddle
log=build/test/programs.log
mkdir -p build/test
runs=0
failed=0

# Preset/formation/residency/policy, and the memory's latency if it is not the preset's; or the chip's memory.
plugs='paper/pdom/static/loose tesla/dwf/static/majority small/pdom/static/two-level
    paper/pdom/vt/loose small/pdom/vt/two-level fermi/pdom/zorua/greedy small/pdom/static/loose/chip'
[ -z "${FULL:-}" ] || plugs="$plugs paper/pdom/static/greedy paper/pdom/static/two-level
    tesla/pdom/static/loose fermi/pdom/static/greedy kepler/pdom/static/greedy
    maxwell/pdom/static/greedy small/pdom/static/loose small/dwf/static/majority
    odd/pdom/static/two-level tesla/dwf/static/minority tesla/dwf/static/pc
    tesla/dwf/static/pdom tesla/dwf/static/time fermi/dwf/static/majority
    paper/pdom/vt/greedy paper/pdom/vt/two-level paper/pdom/vt/loose/20 paper/pdom/vt/loose/1500
    tesla/pdom/vt/loose fermi/pdom/vt/greedy kepler/pdom/vt/greedy maxwell/pdom/vt/greedy
    small/pdom/vt/loose small/pdom/vt/greedy small/pdom/vt/loose/3 small/pdom/vt/loose/700 paper/pdom/zorua/loose
    tesla/pdom/zorua/loose kepler/pdom/zorua/greedy maxwell/pdom/zorua/greedy small/pdom/zorua/loose
    paper/pdom/static/loose/chip fermi/pdom/zorua/greedy/chip paper/pdom/vt/loose/chip tesla/dwf/static/majority/chip
    small/pdom/zorua/loose/chip small/dwf/static/majority/chip odd/pdom/static/two-level/chip
    small/pdom/zorua/greedy small/pdom/zorua/two-level/3 small/pdom/zorua/loose/700 odd/pdom/zorua/two-level"

# as_it_must PROGRAM STATUS: did the run end as the program must?
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
            $heddle run "$name" --machine reference --size "$size" $order >"$log" 2>&1
            as_it_must "$name" $? && continue
            failed=$((failed + 1))
            bad="heddle run $name --machine reference --size $size $order"
            cat "$log"
        done
    done
    case $name in *_unsafe) cores= ;; *) cores=$plugs ;; esac
    for core in $cores; do
        runs=$((runs + 1))
        options=$(echo "$core" | awk -F / '{
            print "--preset", $1, "--formation", $2, "--residency", $3, "--policy", $4,
                !$5 ? "" : $5 == "chip" ? "--memory chip" : "--latency " $5}')
        # shellcheck disable=SC2086 # options and their values
        $heddle run "$name" --quiet --size "${sizes#* }" $options >"$log" 2>&1 && continue
        # Some blocks are larger than a small core.
        ! grep -q 'not one block of .* fits' "$log" || continue
        failed=$((failed + 1))
        bad="heddle run $name --size ${sizes#* } $options"
        cat "$log"
    done
    if [ -z "$bad" ]; then
        echo "PASS program $name: $result, sizes $sizes, three orders of threads; on the core with" $cores
    else
        echo "FAIL program $name: not $result; replay: build/bin/$bad"
    fi
done
echo "$((runs - failed)) of $runs runs good"
[ "$failed" = 0 ]
