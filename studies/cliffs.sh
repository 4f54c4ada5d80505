#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Zorua's cliffs (Zorua, Figure 15): cycles over the resources that a launch specifies, on a core whose
# blocks stay and with Zorua; time is that over the best of the static core's points. The same threads do
# the same work at each point. -: a block does not fit.
#   nqueens       threads of a block; a thread keeps its stack in shared memory, 64 bytes
#   blackscholes  threads of a block, with 38 registers each
#   reduction     bytes of shared memory of a block that the launch adds; no thread touches them
# Rows as docs/core.md has them. Variables: PRESET (fermi), PROGRAM (all three), POINTS (of that program),
# OPTIONS (more of heddle run's, for both).
set -u
. studies/common.sh
preset=${PRESET:-fermi}

launch() { # program point residency
    case $1 in
    nqueens) set -- "$1" "$3" "--block $2 --grid $(((3072 + $2 - 1) / $2)) --shared $((64 * $2)) --kernel nqueens \
        --arg buf:16384 --arg i:8 --arg i:4 --arg i:3072" ;;
    blackscholes) set -- "$1" "$3" "--block $2 --grid $(((3072 + $2 - 1) / $2)) --arg buf:24576:random \
        --arg buf:24576:random --arg buf:24576:random --arg buf:24576 --arg buf:24576 --arg f:0.02 --arg f:0.3 \
        --arg i:6144" ;;
    *) set -- "$1" "$3" "--block 256 --grid 32 --shared $2 --arg buf:65536:random --arg buf:128 --arg i:16384" ;;
    esac
    # shellcheck disable=SC2086 # options and their values
    "$heddle" run build/kernels/"$1".elf --quiet --preset "$preset" --residency "$2" $3 ${OPTIONS:-} \
        --json "$json" >/dev/null
}

points() {
    case $1 in
    nqueens) echo 32 64 128 192 256 320 384 512 640 768 ;;
    blackscholes) echo 64 128 192 256 384 512 640 768 896 1024 ;;
    *) echo 0 3072 5120 7168 11264 15360 23552 31744 ;;
    esac
}

for program in ${PROGRAM:-nqueens blackscholes reduction}; do
    for point in ${POINTS:-$(points "$program")}; do
        # A block that is too large for the core is refused there, and runs with Zorua.
        launch "$program" "$point" static 2>/dev/null && held=$(number cycles) || held=-
        line="$program $point $held"
        launch "$program" "$point" zorua || exit 1
        echo "$line $(number cycles) $(number schedulable_warps) $(number registers_swaps) $(number registers_misses)" \
            "$(number shared_swaps) $(number shared_misses) $(number slots_swaps)"
    done
done | awk "$thousands"'
    { name[NR] = $1; point[NR] = $2; held[NR] = $3; zorua[NR] = $4; warps[NR] = $5
      moved[NR] = $6 " / " $8 " / " $10; missed[NR] = $7 + $9
      if ($3 != "-" && (!($1 in best) || $3 < best[$1])) best[$1] = $3 }
    END {
        print "| kernel | point | static, cycles | time | Zorua, cycles | time | schedulable warps | out | misses |"
        print "|---|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= NR; i++) {
            b = best[name[i]]
            s = held[i] / b
            z = zorua[i] / b
            printf "| %s | %s | %s | %s | %s | %.2f | %.1f | %s | %s |\n", name[i], thousands(point[i]),
                held[i] == "-" ? "-" : thousands(held[i]), held[i] == "-" ? "-" : sprintf("%.2f", s),
                thousands(zorua[i]), z, warps[i], moved[i], thousands(missed[i])
            if (held[i] == "-") continue
            if (!(name[i] in most) || s > most[name[i]]) most[name[i]] = s
            if (!(name[i] in top) || z > top[name[i]]) top[name[i]] = z
            if (!(name[i] in least) || z < least[name[i]]) least[name[i]] = z
        }
        for (i = 1; i <= NR; i++) {
            n = name[i]
            if (n in said) continue
            printf "| %s%s | | | %.1f %% | | %.1f %% | | | |\n", i == 1 ? "range: " : "", n, 100 * (most[n] - 1),
                100 * (top[n] / least[n] - 1)
            said[n] = 1
        }
    }'
