#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Zorua's cliffs (Zorua, Figure 15): cycles over the resources that a launch specifies, on a core whose
# blocks stay, with warp-level management (WLM: Zorua's plug, and nothing is oversubscribed) and with Zorua;
# time is that over the best of the static core's points. The same threads do the same work at each point.
# -: a block does not fit.
#   nqueens       threads of a block; a thread has 164 bytes of shared memory (Table 3: NQU)
#   blackscholes  threads of a block, with 38 registers each
#   reduction     bytes of shared memory of a block that the launch adds; no thread touches them
#   RD            registers that the launch asks for x threads of a block: reduction (Table 3: RD)
#   SLA, SSSP     registers that each launch asks for: scan, and sssp with 2,000 vertices (Table 3: SLA, SSSP)
# Rows as docs/core.md has them. Variables: PRESET (fermi), PROGRAM (all six), POINTS (of that program),
# CORE (other sizes, as heddle run --core: WriteBack=1,Written=1), OPTIONS (more of heddle run's).
# KEEP: a directory; the counters of each run are left there as PROGRAM.POINT.PLUG (studies/energy.sh).
# With several presets: the greatest loss of porting between any two of them (Figure 16), over the points that
# are within 5 % of the best on the one: time over the best on the other, less 1. A point counts if it fits
# on both.
set -u
. studies/common.sh
presets=${PRESET:-fermi}
all='nqueens blackscholes reduction RD SLA SSSP'

launch() { # preset program point residency sizes
    plug_asked=$4$5 sizes=$5${CORE:-} kept=${KEEP:+$KEEP/$2.$3.$4${5:+.level}}
    plug="--preset $1 --residency $4 ${sizes:+--core $sizes}"
    case $2 in
    nqueens) set -- build/kernels/nqueens.elf "--block $3 --grid $(((3072 + $3 - 1) / $3)) --shared $((164 * $3)) \
        --kernel nqueens --arg buf:16384 --arg i:8 --arg i:4 --arg i:3072" ;;
    blackscholes) set -- build/kernels/blackscholes.elf "--block $3 --grid $(((3072 + $3 - 1) / $3)) \
        --arg buf:24576:random --arg buf:24576:random --arg buf:24576:random --arg buf:24576 --arg buf:24576 \
        --arg f:0.02 --arg f:0.3 --arg i:6144" ;;
    reduction) set -- build/kernels/reduction.elf "--block 256 --grid 32 --shared $((1024 + $3)) \
        --arg buf:65536:random --arg buf:128 --arg i:16384" ;;
    RD) set -- build/kernels/reduction.elf "--registers ${3%x*} --block ${3#*x} --grid $((8192 / ${3#*x})) \
        --shared $((4 * ${3#*x})) --arg buf:65536:random --arg buf:512 --arg i:16384" ;;
    SLA) set -- scan "--registers $3" ;;
    SSSP) set -- sssp "--registers $3 --size 2000" ;;
    esac
    # shellcheck disable=SC2086 # options and their values
    "$heddle" run "$1" --quiet $plug $2 ${OPTIONS:-} --json "$json" >"$json.said" 2>&1 &&
        { [ -z "$kept" ] || cp "$json" "$kept" || stop; return; }
    # Zorua runs every block.
    [ "$plug_asked" != zorua ] && grep -q 'not one block of .* fits' "$json.said" && return 1
    cat "$json.said" >&2
    stop
}

points() {
    case $1 in
    nqueens) echo 64 96 128 160 192 224 256 288 ;;
    blackscholes) echo 64 128 192 256 384 512 640 768 896 1024 ;;
    reduction) echo 0 3072 5120 7168 11264 15360 23552 31744 ;;
    RD) for threads in 64 128 256 512 1024; do for each in 16 20 24; do echo "${each}x$threads"; done; done ;;
    SLA) echo 24 28 32 36 ;;
    SSSP) echo 16 20 24 28 32 36 ;;
    *) echo "$me: PROGRAM=$1: there are: $all" >&2; return 1 ;;
    esac
}

# PRESET PROGRAM POINT, cycles of the three, of Zorua warps, sets that went out, misses: a line a point.
measure() {
    for preset in $presets; do
        for program in ${PROGRAM:-$all}; do
            points=$(points "$program") || exit 2
            for point in ${POINTS:-$points}; do
                launch "$preset" "$program" "$point" static '' && held=$(number cycles) || held=-
                launch "$preset" "$program" "$point" zorua WarpLevel=1, && level=$(number cycles) || level=-
                launch "$preset" "$program" "$point" zorua ''
                echo "$preset $program $point $held $level $(number cycles) $(number schedulable_warps)" \
                    "$(number registers_swaps) $(number shared_swaps) $(number slots_swaps)" \
                    "$(($(number registers_misses) + $(number shared_misses)))"
            done
        done
    done
}

measure >"$json.points" || stop
case $presets in
*' '*)
    awk '
        { key = $2 SUBSEP $3
          if (!($2 in known)) {known[$2] = 1; names[++programs] = $2}
          if (!($1 in machine)) {machine[$1] = 1; machines[++count] = $1}
          if (!(key in seen)) {seen[key] = 1; all[++points] = key}
          for (m = 1; m <= 3; m++) {
              time[m, $1, key] = $(3 + m)
              if ($(3 + m) != "-" && (!((m, $1, $2) in best) || $(3 + m) < best[m, $1, $2])) best[m, $1, $2] = $(3 + m)
          } }
        function loss(m, name,    most, s, t, p, a, b, part) {
            most = 0
            for (s = 1; s <= count; s++) for (t = 1; t <= count; t++) for (p = 1; p <= points; p++) {
                split(all[p], part, SUBSEP)
                if (part[1] != name) continue
                a = time[m, machines[s], all[p]]; b = time[m, machines[t], all[p]]
                if (a == "-" || b == "-" || a > 1.05 * best[m, machines[s], name]) continue
                b = 100 * (b / best[m, machines[t], name] - 1)
                if (b > most) most = b
            }
            return most
        }
        END {
            print "| kernel | static, % | WLM, % | Zorua, % |"
            print "|---|---|---|---|"
            for (n = 1; n <= programs; n++) {
                printf "| %s", names[n]
                for (m = 1; m <= 3; m++) {worst = loss(m, names[n]); sum[m] += worst; printf " | %.1f", worst}
                print " |"
            }
            printf "| mean | %.1f | %.1f | %.1f |\n", sum[1] / programs, sum[2] / programs, sum[3] / programs
        }' "$json.points"
    ;;
*)
    awk "$thousands"'
    { name[NR] = $2; point[NR] = $3; warps[NR] = $7; moved[NR] = $8 " / " $9 " / " $10; missed[NR] = $11
      for (m = 1; m <= 3; m++) cycles[NR, m] = $(3 + m)
      if ($4 != "-" && (!($2 in best) || $4 < best[$2])) best[$2] = $4 }
    END {
        printf "| kernel | point | static, cycles | time | WLM, cycles | time | Zorua, cycles | time | warps | out | "
        print "misses |\n|---|---|---|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= NR; i++) {
            n = name[i]
            printf "| %s | %s", n, point[i] ~ /x/ ? point[i] : thousands(point[i])
            for (m = 1; m <= 3; m++) {
                c = cycles[i, m]
                if (c == "-") {printf " | - | -"; continue}
                t = c / best[n]
                printf " | %s | %.2f", thousands(c), t
                if (cycles[i, 1] == "-") continue
                if (!((n, m) in most) || t > most[n, m]) most[n, m] = t
                if (!((n, m) in least) || t < least[n, m]) least[n, m] = t
            }
            printf " | %.1f | %s | %s |\n", warps[i], moved[i], thousands(missed[i])
        }
        for (i = 1; i <= NR; i++) {
            n = name[i]
            if (n in said) continue
            printf "| %s%s |", i == 1 ? "range: " : "", n
            for (m = 1; m <= 3; m++) printf " | | %.1f %%", 100 * (most[n, m] / least[n, m] - 1)
            print " | | | |"
            said[n] = 1
        }
    }' "$json.points"
    ;;
esac
