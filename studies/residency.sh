#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# residency.sh - the residencies of docs/grid.md against each other: what binds, what it costs, and the
# figures of the two papers drawn of our kernels. build/residency: runs.csv, sweep.csv, a table a core,
# pictures. FULL=1: more points of the sweeps. JOBS=N: so many runs at once (default 2). SEED=N.
set -eu
cd "$(dirname "$0")/.."
. studies/common.sh
GRID=${GRID:-build/bin/grid} OUT=${OUT:-build/residency} SEED=${SEED:-1} JOBS=${JOBS:-2} FULL=${FULL:-0}
export GRID OUT SEED
need "$GRID"
rm -rf "$OUT"
mkdir -p "$OUT/runs" "$OUT/sweep"
kernels=$(ls studies/grid/*.kernel | sed 's|.*/||; s|\.kernel$||')

# A line a run, of files with lines KEY=VALUE.
csv() { # DIRECTORY COLUMNS
    find "$OUT/$1" -name '*.kv' | sort | xargs cat | awk -F= -v columns="$2" '
        BEGIN { n = split(columns, name, ","); print columns }
        { v[$1] = $2 }
        $1 == "end" {
            text = v[name[1]]
            for (i = 2; i <= n; i++) text = text "," (name[i] in v ? v[name[i]] : "-")
            print text
            split("", v)
        }'
}

# ---- all kernels on all cores: core kernel residency bits-of-a-shared-memory-access ----------------
for core in fermi kepler maxwell; do
    for kernel in $kernels; do
        for residency in static vt unlimited zorua; do echo "$core $kernel $residency 512"; done
        [ $core = fermi ] && grep -q '^class S' "studies/grid/$kernel.kernel" || continue
        for width in 256 1024; do echo "$core $kernel vt $width"; done
        echo "$core $kernel vt-instant 512"
    done
done | xargs -P "$JOBS" -n 4 sh -c '
    run=$OUT/runs/$1-$2-$3-$4.kv
    "$GRID" --kv --core "$1" --kernel "studies/grid/$2.kernel" --residency "$3" --mem-width "$4" \
        --seed "$SEED" >"$run" || exit 255
    printf "mem_width=%s\nend=\n" "$4" >>"$run"' sh || stop

columns=core,kernel,class,residency,mem_width,binds,vt_binds,blocks,frames,ctas,words,use_blocks
columns=$columns,use_warps,use_registers,use_shared,cycles,issued,ipc,resident_blocks,active_blocks
columns=$columns,resident_warps,active_warps,registers,shared,slot_issue,slot_pipeline,slot_short
columns=$columns,slot_long,slot_barrier,slot_none,swaps,loads,misses,looks,swapped,executed
csv runs "$columns" >"$OUT/runs.csv"

# All residencies have executed the same.
awk -F, 'NR > 1 {
        if (!($2 in sum)) sum[$2] = $NF
        if (sum[$2] != $NF) { print "residency.sh: " $2 " executes something else on " $4; bad = 1 }
    }
    END { exit bad }' "$OUT/runs.csv" >&2 || stop

# ---- tables --------------------------------------------------------------------------------------
table() { # CORE
    awk -F, -v core="$1" '
        NR > 1 && $1 == core && $5 == 512 && $4 != "vt-instant" {
            if (!($2 in class)) kernel[++n] = $2
            class[$2] = $3; binds[$2] = $6; vt[$2] = $7; fit[$2] = $8; ctas[$2] = $10
            cycles[$2, $4] = $16; ipc[$2, $4] = $18; warps[$2, $4] = $21; active[$2, $4] = $22
            regs[$2, $4] = $23; shared[$2, $4] = $24; long[$2, $4] = $28 * $16; swaps[$2, $4] = $31
        }
        function hidden(k, r) {
            if (long[k, "static"] == 0) return "    -"
            return sprintf("%4.0f%%", 100 * (1 - long[k, r] / long[k, "static"]))
        }
        function row(k,  i) {
            printf "%-8s %s %-13s %-13s %3d %4d |", k, class[k], binds[k], vt[k], fit[k], ctas[k]
            for (i = 1; i <= 4; i++)
                printf " %3.0f/%-3.0f", active[k, plug[i]], warps[k, plug[i]]
            printf " |"
            for (i = 1; i <= 4; i++) printf " %3.0f/%-3.0f", regs[k, plug[i]], shared[k, plug[i]]
            printf " | %8.0f %5.2f |", cycles[k, "static"], ipc[k, "static"]
            for (i = 2; i <= 4; i++)
                printf " %5.3f %s", cycles[k, "static"] / cycles[k, plug[i]], hidden(k, plug[i])
            printf " | %5d\n", swaps[k, "vt"]
        }
        function mean(c,  i, j, sum, m, r, s) {
            for (i = 1; i <= n; i++) {
                if (class[kernel[i]] != c) continue
                m++
                for (j = 1; j <= 4; j++) {
                    sum[j] += log(cycles[kernel[i], "static"] / cycles[kernel[i], plug[j]])
                    r[j] += regs[kernel[i], plug[j]]
                    s[j] += shared[kernel[i], plug[j]]
                }
            }
            if (m == 0) return
            printf "class %s, %2d kernels: speed", c, m
            for (j = 2; j <= 4; j++) printf "  %s %+5.1f %%", plug[j], 100 * (exp(sum[j] / m) - 1)
            printf "; registers / shared in use, %%:"
            for (j = 1; j <= 4; j++) printf "  %s %.1f / %.1f", plug[j], r[j] / m, s[j] / m
            print ""
        }
        END {
            split("static vt unlimited zorua", plug, " ")
            print "Core " core ", seed '"$SEED"'. Blocks: of a static core, of Virtual Thread. " \
                "For static, vt, unlimited, zorua:"
            print "warps active / resident; registers / shared memory in use, %; cycles and warp instructions a"
            print "cycle (static); speed against static, and stall cycles hidden; blocks that vt swapped out"
            print "kernel   class  binds: static, vt     blocks | warps                           | in use, %" \
                "                       | static         | vt          unlimited   zorua       | swaps"
            for (p = 1; p <= 4; p++) for (i = 1; i <= n; i++)
                if (class[kernel[i]] == substr("SCPZ", p, 1)) row(kernel[i])
            for (p = 1; p <= 4; p++) mean(substr("SCPZ", p, 1))
        }' "$OUT/runs.csv"
}
limits() {
    awk -F, 'NR > 1 && $4 == "static" && ($3 == "S" || $3 == "C") { count[$1, $6]++; all[$1]++ }
        END {
            n = split("fermi kepler maxwell", core, " ")
            m = split("blocks,warps,registers,shared memory", what, ",")
            for (i = 1; i <= n; i++) {
                text = "What binds the kernels of Virtual Thread (S and C) on " core[i] ":"
                for (j = 1; j <= m; j++) text = text sprintf("  %s %d", what[j], count[core[i], what[j]])
                print text sprintf("; scheduling-limited %d of %d", count[core[i], "blocks"] + \
                    count[core[i], "warps"], all[core[i]])
            }
        }' "$OUT/runs.csv"
}
for core in fermi kepler maxwell; do
    table $core >"$OUT/$core.txt"
    cat "$OUT/$core.txt"
    echo
done
limits

# ---- Zorua's sweeps: core kernel registers threads shared residency; 0: as in the file --------------
threads='64 96 128 192 256 384 512 768 1024'
quarters='0 2 4'
blocks=24
if [ "$FULL" = 1 ]; then
    threads='64 96 128 160 192 224 256 320 384 448 512 640 768 896 1024'
    quarters='0 1 2 3 4'
    blocks=48
fi
export blocks
# kernel what LOW HIGH of R or S, LOW HIGH of T: Table 3
ranges='BH R 28 44 128 1024
DCT R 20 40 64 512
MST R 28 44 256 1024
NQU - 0 0 64 288
RDZ R 16 24 64 1024
SLA R 24 36 128 1024
SPZ S 2048 8192 128 512
SSSP R 16 36 256 1024'
echo "$ranges" | while read -r kernel what low high first last; do
    cores=fermi
    case $kernel in NQU | DCT) cores='fermi kepler maxwell' ;; esac
    for core in $cores; do
        if [ "$kernel" = NQU ]; then # scratchpad follows from threads: 164 bytes each
            for t in 64 96 128 160 192 224 256 288; do
                echo "$core $kernel 0 $t $((164 * t))"
            done
            continue
        fi
        for t in $threads; do
            [ "$t" -ge "$first" ] && [ "$t" -le "$last" ] || continue
            for q in $quarters; do
                v=$((low + (high - low) * q / 4))
                if [ "$what" = R ]; then echo "$core $kernel $v $t 0"; else echo "$core $kernel 0 $t $v"; fi
            done
        done
    done
done | while read -r point; do
    for residency in static zorua; do echo "$point $residency"; done
done | xargs -P "$JOBS" -n 6 sh -c '
    run=$OUT/sweep/$1-$2-$3-$4-$5-$6.kv
    {
        printf "core=%s\nkernel=%s\nresidency=%s\n" "$1" "$2" "$6"
        printf "set_registers=%s\nset_threads=%s\nset_shared=%s\n" "$3" "$4" "$5"
    } >"$run"
    "$GRID" --kv --core "$1" --kernel "studies/grid/$2.kernel" --registers "$3" --threads "$4" \
        --shared "$5" --blocks "$blocks" --residency "$6" --seed "$SEED" >>"$run" 2>"$run.err"
    case $? in
        0) ;;
        2) grep -q "a block needs" "$run.err" || { cat "$run.err" >&2; exit 255; } ;; # no such launch
        *) cat "$run.err" >&2; exit 255 ;;
    esac
    echo "end=" >>"$run"' sh || stop
csv sweep core,kernel,set_registers,set_threads,set_shared,residency,cycles,ipc,blocks,active_warps,swapped \
    >"$OUT/sweep.csv"

# Ranges: performance against the slowest static point (Figure 14); points that both can run.
awk -F, '
    NR > 1 && $1 == "fermi" && $7 != "-" {
        if (!($2 in slow)) kernel[++n] = $2
        t = $7
        point[$2, $6, ++count[$2, $6]] = t
        if ($6 == "static" && t > slow[$2]) slow[$2] = t
        if (!(($2, $6) in best) || t < best[$2, $6]) best[$2, $6] = t
        if (t > worst[$2, $6]) worst[$2, $6] = t
        time[$2, $3, $4, $5, $6] = t
    }
    function five(k, r,  i, j, m, v, t) {
        m = count[k, r]
        for (i = 1; i <= m; i++) v[i] = slow[k] / point[k, r, i]
        for (i = 2; i <= m; i++) {
            t = v[i]
            for (j = i - 1; j > 0 && v[j] > t; j--) v[j + 1] = v[j]
            v[j + 1] = t
        }
        return sprintf("%g\t%g\t%g\t%g\t%g", v[1], v[int((m + 3) / 4)], v[int((m + 1) / 2)], \
            v[int((3 * m + 3) / 4)], v[m])
    }
    END {
        print "\tstatic\tzorua"
        for (i = 1; i <= n; i++) print kernel[i] "\t" five(kernel[i], "static") "\t" five(kernel[i], "zorua")
        print "Zorua over the resource specifications, fermi: range (best over worst point), " \
            "best and mean point against static" >"/dev/stderr"
        for (i = 1; i <= n; i++) {
            k = kernel[i]
            m = sum = 0
            for (p in time) {
                split(p, a, SUBSEP)
                if (a[1] != k || a[5] != "static" || !((a[1], a[2], a[3], a[4], "zorua") in time)) continue
                m++
                sum += log(time[p] / time[a[1], a[2], a[3], a[4], "zorua"])
            }
            rs = 100 * (worst[k, "static"] / best[k, "static"] - 1)
            rz = 100 * (worst[k, "zorua"] / best[k, "zorua"] - 1)
            gain = 100 * (best[k, "static"] / best[k, "zorua"] - 1)
            printf "%-5s %2d points: range static %5.1f %%, zorua %5.1f %%; " \
                "best point %+5.1f %%; all points %+5.1f %%\n", \
                k, m, rs, rz, gain, 100 * (exp(sum / m) - 1) >"/dev/stderr"
            s += rs; z += rz; g += gain
        }
        printf "mean: range static %.1f %%, zorua %.1f %%; best point %+.1f %%\n", s / n, z / n, g / n >"/dev/stderr"
    }' "$OUT/sweep.csv" 2>"$OUT/sweep.txt" >"$OUT/range.dat"
echo
cat "$OUT/sweep.txt"

# ---- what the pictures show: tables, the names of the columns in the first line --------------------
of() { awk -F, -v OFS='\t' "$@" "$OUT/runs.csv"; }
sorted() { # ARGUMENTS OF sort...
    IFS= read -r head
    printf '%s\n' "$head"
    sort "$@"
}

# Figure 2: the kernels of Virtual Thread.
for core in fermi kepler; do
    of -v core=$core 'BEGIN { print "", "blocks", "warps", "registers", "shared memory" }
        $1 == core && $4 == "static" && ($3 == "S" || $3 == "C") { print $3 " " $2, $12, $13, $14, $15 }' |
        sorted -r >"$OUT/resources-$core.dat"
done
# Figure 4.
of 'BEGIN { print "", "issue", "pipeline", "short latency", "long latency", "barrier", "no warp" }
    $1 == "fermi" && $3 == "S" && $5 == 512 && ($4 == "static" || $4 == "vt") {
        print $2 " " $4, $25, $26, $27, $28, $29, $30 }' >"$OUT/slots.dat"
# Figure 8.
of 'BEGIN { print "", "vt", "unlimited", "zorua" }
    $1 == "fermi" && $5 == 512 { t[$2, $4] = $16; class[$2] = $3 }
    END { for (k in class) print class[k] " " k, t[k, "static"] / t[k, "vt"], \
        t[k, "static"] / t[k, "unlimited"], t[k, "static"] / t[k, "zorua"] }' |
    sorted -r >"$OUT/speedup.dat"
# Figure 12.
of 'BEGIN { print "", "registers static", "registers vt", "shared static", "shared vt" }
    $1 == "fermi" && $3 == "S" && $5 == 512 { r[$2, $4] = $23; s[$2, $4] = $24; k[$2] }
    END { for (i in k) print i, r[i, "static"], r[i, "vt"], s[i, "static"], s[i, "vt"] }' |
    sorted >"$OUT/use.dat"
# Figure 10.
of 'BEGIN { print "", "256", "512", "1,024", "for nothing" }
    $1 == "fermi" && $3 == "S" { t[$2, $4, $5] = $16; k[$2] }
    END { for (i in k) { b = t[i, "static", 512]; print i, b / t[i, "vt", 256], b / t[i, "vt", 512], \
        b / t[i, "vt", 1024], b / t[i, "vt-instant", 512] } }' |
    sorted >"$OUT/swap.dat"
awk -F'\t' 'NR > 1 { n++; for (i = 2; i <= 5; i++) s[i] += log($i) }
    END {
        printf "\nVirtual Thread, type S, by bits that shared memory moves in a cycle: " \
            "256 %+.2f %%, 512 %+.2f %%, 1,024 %+.2f %%, swaps for nothing %+.2f %%\n",
            100 * (exp(s[2] / n) - 1), 100 * (exp(s[3] / n) - 1), 100 * (exp(s[4] / n) - 1), 100 * (exp(s[5] / n) - 1)
    }' "$OUT/swap.dat"
# Figures 15, 17, 18: time against the best static point of the same core.
cliffs() { # KERNEL REGISTERS CORE
    awk -F, -v OFS='\t' -v kernel="$1" -v registers="$2" -v core="$3" '
        BEGIN { print "", "static", "zorua" }
        $1 == core && $2 == kernel && (kernel == "NQU" || $3 == registers) {
            if ($6 == "static" && $7 != "-" && (best == 0 || $7 < best)) best = $7
            t[$4, $6] = $7
            at[$4]
        }
        END { for (i in at) print i, t[i, "static"] == "-" ? "-" : t[i, "static"] / best, \
            t[i, "zorua"] == "-" ? "-" : t[i, "zorua"] / best }' "$OUT/sweep.csv" |
        sorted -n >"$OUT/cliffs-$1-$3.dat"
}
cliffs DCT 30 fermi
cliffs MST 36 fermi
cliffs NQU 0 fermi
for core in kepler maxwell; do
    cliffs DCT 30 $core
    cliffs NQU 0 $core
done

need_gnuplot

# ---- the pictures --------------------------------------------------------------------------------
gnuplot <<EOF_PLOT
dir = "$OUT/"
set datafile separator tab
set datafile missing "-"
set key autotitle columnheader
colours = "#555555 #c0392b #1f5fa8 #2e8b57 #f5b041 #8e44ad"
do for [i=1:6] { set linetype i lw 2 pt 5 ps 0.6 lc rgb word(colours, i) }

set terminal svg size 1600,500 noenhanced font "Helvetica,13" background "white"
set style fill solid
set grid ytics
set key outside right top reverse Left
set xtics rotate by 60 right nomirror scale 0
set ytics nomirror
set yrange [0:*]
set style data histograms
set style histogram clustered gap 1
set boxwidth 0.9 relative

set ylabel "% of what the core has"
do for [core in "fermi kepler"] {
    set output dir.(core eq "fermi" ? "resources" : "resources-".core).".svg"
    set title "Resources in use, static, by class and kernel (Virtual Thread, Figure 2), ".core
    plot for [i=2:5] dir."resources-".core.".dat" using i:xtic(1)
}
set output dir."use.svg"
set title "Registers and shared memory in use, type S (Virtual Thread, Figure 12), fermi"
plot for [i=2:5] dir."use.dat" using i:xtic(1)

set ylabel "speed, static = 1"
set output dir."speedup.svg"
set title "Speed against static, by class and kernel (Virtual Thread, Figure 8), fermi"
plot for [i=2:4] dir."speedup.dat" using i:xtic(1)
set output dir."swap.svg"
set title "Bits of shared memory a cycle, type S (Virtual Thread, Figure 10), fermi"
plot for [i=2:5] dir."swap.dat" using i:xtic(1)

set style histogram rowstacked
set boxwidth 0.8
set yrange [0:100]
set ylabel "% of the issue slots"
set output dir."slots.svg"
set title "Issue slots by cause, type S (Virtual Thread, Figure 4), fermi"
plot for [i=2:7] dir."slots.dat" using i:xtic(1)

set terminal svg size 900,500 noenhanced font "Helvetica,13" background "white"
set boxwidth 0.3
set yrange [0:*]
set offsets 0.6, 0.6, 0, 0
set xtics norotate center
set ylabel "speed, slowest static point = 1"
set output dir."range.svg"
set title "Speed over the specifications: quarters, median (Zorua, Figure 14), fermi"
moved(r) = 0.36 * r - 0.18
plot for [r=0:1] dir."range.dat" \
         using (\$0+moved(r)):(column(3+5*r)):(column(2+5*r)):(column(6+5*r)):(column(5+5*r)) \
         with candlesticks lt r+1 title word("static zorua", r+1), \
     for [r=0:1] "" using (\$0+moved(r)):4+5*r:4+5*r:4+5*r:4+5*r \
         with candlesticks lt -1 lw 2 notitle, \
     "" using 0:(0):(""):xtic(1) with labels notitle

set style data linespoints
set xlabel "threads of a block"
set ylabel "time, best static = 1"
do for [page in "cliffs portability"] {
    points = page eq "cliffs" ? "DCT-fermi MST-fermi NQU-fermi" : \
        "DCT-fermi DCT-kepler DCT-maxwell NQU-fermi NQU-kepler NQU-maxwell"
    rows = words(points) / 3
    set terminal svg size 1500,420*rows noenhanced font "Helvetica,13" background "white"
    set output dir.page.".svg"
    set multiplot layout rows,3
    do for [point in points] {
        set title point[1:3].", ".point[5:*]
        plot for [i=2:3] dir."cliffs-".point.".dat" using 0:i, \
             "" using 0:(0):(""):xtic(1) with labels notitle
    }
    unset multiplot
}
EOF_PLOT
echo "Results: $OUT/runs.csv, sweep.csv, tables *.txt"
echo "Pictures: resources, slots, speedup, use, swap, cliffs, portability, range (.svg)"
