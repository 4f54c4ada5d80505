#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Zorua's cliffs (Zorua, Figure 15): cycles over the resources that a launch specifies, on a core whose
# blocks stay and with Zorua; time is that over the best of the static core's points. The same threads do
# the same work at each point. -: a block does not fit.
#   nqueens       threads of a block; a thread keeps its stack in shared memory, 64 bytes
#   blackscholes  threads of a block, with 38 registers each
#   reduction     bytes of shared memory of a block that the launch adds; nobody touches them
# Variables: PRESET (fermi), PROGRAM (all three), POINTS (of that program).
set -u
heddle=build/bin/heddle
preset=${PRESET:-fermi}
json=build/cliffs.$$.json
trap 'rm -f "$json"' EXIT
trap 'exit 1' HUP INT TERM

number() { sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" "$json"; }

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
    "$heddle" run build/kernels/"$1".elf --quiet --preset "$preset" --residency "$2" $3 --json "$json" >/dev/null
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
done | awk -v preset="$preset" '
    { name[NR] = $1; point[NR] = $2; held[NR] = $3; zorua[NR] = $4; warps[NR] = $5
      moved[NR] = $6 "/" $8 "/" $10; missed[NR] = $7 + $9
      if ($3 != "-" && (!($1 in best) || $3 < best[$1])) best[$1] = $3 }
    END {
        printf "%-13s %7s %14s %7s %14s %7s %7s %20s %9s\n", preset, "point", "static cycles", "time", "Zorua cycles",
            "time", "warps", "regs/shared/warps out", "misses"
        for (i = 1; i <= NR; i++) {
            b = best[name[i]]
            s = held[i] / b
            z = zorua[i] / b
            printf "%-13s %7d %14s %7s %14.0f %7.2f %7.1f %20s %9.0f\n", name[i], point[i], held[i], \
                held[i] == "-" ? "-" : sprintf("%.2f", s), zorua[i], z, warps[i], moved[i], missed[i]
            if (held[i] == "-") continue
            if (!(name[i] in most) || s > most[name[i]]) most[name[i]] = s
            if (!(name[i] in top) || z > top[name[i]]) top[name[i]] = z
            if (!(name[i] in least) || z < least[name[i]]) least[name[i]] = z
        }
        for (n in most)
            printf "%s: slowest over fastest point, less one: static %.1f %%, Zorua %.1f %%\n", n, 100 * (most[n] - 1),
                100 * (top[n] / least[n] - 1)
    }'
