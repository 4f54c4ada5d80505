#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compare.sh - the machines of docs/walk.md against each other, on all shapes of studies/walk: a table of
# speed-ups over PDOM, build/compare/compare.csv, and pictures after Figures 15, 19, 20 and 21b of
# the paper. FULL=1: every machine and policy at every warp size and number of threads (else only
# along the axes of the figures). JOBS=N: so many runs at once (default 2). SEED=N.
set -eu
cd "$(dirname "$0")/.."
. studies/common.sh
WALK=${WALK:-build/bin/walk} OUT=${OUT:-build/compare} SEED=${SEED:-1}
export WALK OUT SEED
need "$WALK"
rm -rf "$OUT/runs"
mkdir -p "$OUT/runs"
shapes=$(ls studies/walk/*.cfg | sed 's|.*/||; s|\.cfg$||')
# The shapes that stand for programs: means are over these. The others are the examples of the figures.
programs='bitonic blackscholes hmmer uniform'
policies='majority minority pc pdom time'
sizes='128 256 384 512 640 768'

# one machine: threads warp policies...
every_machine() {
    for machine in mimd pdom nrec; do echo "$shape $machine - $1 $2"; done
    for machine in ideal-nolane ideal-crossbar ideal-fit ideal dwf dwf-tree dwf-places; do
        for policy in $3; do echo "$shape $machine $policy $1 $2"; done
    done
}

list() {
    for shape in $shapes; do
        if [ "${FULL:-0}" = 1 ]; then
            for warp in 8 16 32; do
                for threads in $sizes; do every_machine "$threads" "$warp" "$policies"; done
            done
        else
            every_machine 768 32 "$policies"
            for warp in 8 16; do every_machine 768 $warp majority; done
            for threads in $sizes; do every_machine "$threads" 32 majority; done
        fi
    done | sort -u
}

# A pool for narrower warps has more of them, as many threads; what does not fit is spilled.
list | xargs -P "${JOBS:-2}" -n 5 sh -c '
    policy=$3
    [ "$policy" = - ] && policy=majority
    run=$OUT/runs/$1-$2-$3-$4-$5.kv
    unit=PoolEntries=$((4096 / $5)),WidWidth=9,Spill=1
    machine=${2%-tree}
    [ "$2" = dwf-tree ] && unit=$unit,Tree=1
    [ "$2" = dwf-places ] && unit=$unit,LaneSlots=$(($5 / 8))
    "$WALK" --kv --shape "studies/walk/$1.cfg" --machine "${machine%-places}" --policy "$policy" --threads "$4" \
        --warp "$5" --seed "$SEED" --unit "$unit" >"$run" || {
        cat "$run"
        exit 255
    }' sh || stop

# ---- one line a run ----------------------------------------------------------------------------
columns='shape,machine,policy,threads,warp,cycles,clocks,instructions,ipc,efficiency,W0_idle,W0_mem,W0_sched,stall'
columns=$columns,bin1,bin2,bin3,bin4,bin5,bin6,bin7,bin8,pool_max,heap_max,spilled_max
columns=$columns,wait_empty,wait_rebalance,wait_updates,refuse_queue,refuse_pool,banks
awk -F= -v columns="$columns" '
    function line(  i, text) {
        if (!("shape" in v)) return
        for (i = 1; i <= n; i++) text = text (i > 1 ? "," : "") v[name[i]]
        print text
    }
    BEGIN { n = split(columns, name, ","); print columns }
    FNR == 1 { line(); split("", v); bins = 0 }
    /^machine=/ && FILENAME ~ /-dwf-tree-/ { $2 = "dwf-tree" }
    /^machine=/ && FILENAME ~ /-dwf-places-/ { $2 = "dwf-places" }
    /^W[1-9]/ { v["bin" ++bins] = $2; next }
    { v[$1] = $2 }
    END { line() }' "$OUT"/runs/*.kv >"$OUT/compare.csv"

# ---- the table -----------------------------------------------------------------------------------
echo "768 threads, warps of 32 over 8 lanes, seed $SEED. IPC in thread instructions a clock (of 8);"
echo "speed-up over PDOM; its geometric mean over: $programs"
awk -F, -v programs=" $programs " '
    NR > 1 && $4 == 768 && $5 == 32 {
        if (!($1 in seen)) shape[++shapes] = $1
        seen[$1]
        key = $2 ($3 == "-" ? "" : " " $3)
        ipc[key, $1] = $9
        clocks[key, $1] = $7
    }
    function row(key,  i, product, speed, text, n_mean) {
        text = sprintf("%-23s", key)
        product = 1
        n_mean = 0
        for (i = 1; i <= shapes; i++) {
            speed = clocks["pdom", shape[i]] / clocks[key, shape[i]]
            if (index(programs, " " shape[i] " ")) { product *= speed; n_mean++ }
            text = text sprintf("  %5.2f %+5.0f%%", ipc[key, shape[i]], 100 * (speed - 1))
        }
        print text sprintf("  %+5.0f%%", 100 * (product ^ (1 / n_mean) - 1))
    }
    END {
        text = sprintf("%-23s", "IPC, against PDOM")
        for (i = 1; i <= shapes; i++) text = text sprintf("  %12s", shape[i])
        print text "    mean"
        row("mimd"); row("pdom"); row("nrec")
        n = split("majority minority pc pdom time", policy, " ")
        m = split("ideal-nolane ideal-crossbar ideal-fit ideal dwf dwf-tree dwf-places", machine, " ")
        for (k = 1; k <= m; k++) for (i = 1; i <= n; i++) row(machine[k] " " policy[i])
    }' "$OUT/compare.csv"

# ---- what the unit loses -------------------------------------------------------------------------
echo
echo "The unit, majority, 768 threads, warps of 32, seed $SEED: scheduler cycles lost to the scheduler,"
echo "clocks in which a group is refused at the LUT; with heap and with tree. Most warps, most PCs."
awk -F, '
    NR > 1 && $3 == "majority" && $4 == 768 && $5 == 32 && $2 ~ /^dwf/ {
        if (!($1 in seen)) shape[++shapes] = $1
        seen[$1]
        lost[$2, $1] = 100 * $13 / $6
        refused[$2, $1] = 100 * ($29 + $30) / $7
        warps[$2, $1] = $23
        pcs[$2, $1] = $24
    }
    END {
        printf "%-14s %7s %7s %8s %8s %6s %5s\n", "shape", "lost", "tree", "refused", "tree", "warps", "PCs"
        for (i = 1; i <= shapes; i++) {
            s = shape[i]
            printf "%-14s %6.1f%% %6.1f%% %7.2f%% %7.2f%% %6d %5d\n", s, lost["dwf", s], lost["dwf-tree", s],
                refused["dwf", s], refused["dwf-tree", s], warps["dwf", s], pcs["dwf", s]
        }
    }' "$OUT/compare.csv"

# ---- ageing --------------------------------------------------------------------------------------
echo
echo "Majority with ageing: IPC of the unit by AgeLimit (0: none), 768 threads, warps of 32, seed $SEED"
limits='0 50 100 200 400 800 1600'
printf '%-14s' shape
for limit in $limits; do printf ' %7s' "$limit"; done
echo
for shape in $programs; do
    printf '%-14s' "$shape"
    for limit in $limits; do
        ipc=$("$WALK" --kv --shape "studies/walk/$shape.cfg" --threads 768 --seed "$SEED" \
            --unit "Spill=1,AgeLimit=$limit" | sed -n 's/^ipc=//p')
        printf ' %7.2f' "$ipc"
    done
    echo
done
echo

need_gnuplot

# ---- the pictures --------------------------------------------------------------------------------
# Figure 15: a part for each shape, in it a row for each policy: shares of the scheduler cycles.
: >"$OUT/slots.dat"
groups= labels= titles=title part=0
for shape in $shapes; do
    for policy in - $policies; do
        awk -F, -v shape="$shape" -v policy="$policy" '
            $1 == shape && $3 == policy && $4 == 768 && $5 == 32 && $2 == (policy == "-" ? "pdom" : "dwf") {
                printf "\"%s\"", policy == "-" ? "static warps" : policy == "pdom" ? "post-dom" : policy
                for (i = 11; i <= 22; i++) printf " %f", $i / $6
                print ""
            }' "$OUT/compare.csv"
    done
    printf '\n\n'
    groups="$groups${groups:+, }newhistogram lt 1, for [i=1:12] dir.\"slots.dat\" index $part"
    groups="$groups using (column(i+1)):xtic(1) lc rgb word(colours, i) ${titles:-notitle}"
    groups="$groups ${titles:+word(names, i) noenhanced}"
    labels="$labels
set label \"$shape\" at first $((7 * part)) + 2.5, graph -0.24 center"
    titles=
    part=$((part + 1))
done >>"$OUT/slots.dat"

# Figures 19 and 20: means; a row for each warp size, number of threads.
mean() { # COLUMN CONDITION
    awk -F, -v by="$1" -v only="$2" -v programs=" $programs " '
        !index(programs, " " $1 " ") { next }
        only == "threads" && $4 != 768 || only == "warp" && $5 != 32 { next }
        $3 != "-" && $3 != "majority" { next }
        {
            shape[$1]; size[$by]
            clocks[$2, $1, $by] = $7
            ipc[$2, $1, $by] = $9
        }
        END {
            for (b in size) {
                row = b
                k = split("pdom dwf ideal ideal-nolane mimd dwf-tree dwf-places", machine, " ")
                for (i = 1; i <= k; i++) {
                    speed = 0; level = 0; n = 0
                    for (s in shape) {
                        speed += log(clocks["pdom", s, b] / clocks[machine[i], s, b])
                        level += 1 / ipc[machine[i], s, b]
                        n++
                    }
                    row = row " " exp(speed / n) " " n / level
                }
                print row
            }
        }' "$OUT/compare.csv" | sort -n
}
mean 5 threads >"$OUT/warp.dat"
mean 4 warp >"$OUT/threads.dat"

# Figure 21b: share of scheduler cycles with at most so many warps in the pool of the unit.
: >"$OUT/pool.dat"
for shape in $shapes; do
    echo "\"$shape\""
    sed -n 's/^pool=//p' "$OUT/runs/$shape-dwf-majority-768-32.kv" | tr ' ' '\n' | awk -F: '
        NF == 2 { at[++n] = $1; count[n] = $2; all += $2 }
        END { for (i = 1; i <= n; i++) { sum += count[i]; print at[i], sum / all } }'
    printf '\n\n'
done >>"$OUT/pool.dat"

gnuplot <<EOF_PLOT
dir = "$OUT/"
conditions = "768 threads, warps of 32 over 8 lanes"

set terminal svg size 1000,600 font "Helvetica,14" background "white"
set output dir."slots.svg"
set title "What the scheduler cycles go to (Figure 15), ".conditions
set style data histograms
set style histogram rowstacked
set style fill solid 1 border lc rgb "#808080"
set boxwidth 0.85
set bmargin 7
set xtics rotate by -90 font ",11" scale 0
set yrange [0:1]
set ylabel "share of scheduler cycles"
set key outside right reverse Left samplen 1.5 spacing 0.9 font ",12" title "threads issued\n(grey: none)"
names = "pipeline memory scheduler stalled 1-4 5-8 9-12 13-16 17-20 21-24 25-28 29-32"
# Greys: nothing issued, as threads are in the pipeline, wait for memory or for the scheduler, or the
# pipe stalls. Colours: threads of the warp that issued, few bright, all dark.
colours = "#ffffff #c8c8c8 #8c8c8c #303030 #fde725 #a0da39 #4ac16d #1fa187 #277f8e #365c8d #46327e #440154"
$labels
plot $groups

unset label
reset
set style line 1 lw 2 pt 7 lc rgb "#555555"
set style line 2 lw 2 pt 5 lc rgb "#c0392b"
set style line 3 lw 2 pt 9 lc rgb "#1f5fa8"
set style line 4 lw 2 pt 6 lc rgb "#1f5fa8" dt 2
set style line 5 lw 2 pt 4 lc rgb "#2e8b57"
set style line 6 lw 2 pt 4 lc rgb "#c0392b" dt 2
set style line 7 lw 3 pt 13 lc rgb "#8e44ad"
set terminal svg size 900,600 font "Helvetica,15" background "white"
set style data linespoints
set grid
set yrange [0:*]
set key outside bottom center horizontal
set output dir."warp.svg"
set title "Warp size (Figure 19), 768 threads, majority"
set xlabel "threads of a warp, pipeline 8 wide"
set ylabel "IPC, harmonic mean of the shapes"
set xtics (8, 16, 32)
plot dir."warp.dat" using 1:3 ls 1 title "PDOM", dir."warp.dat" using 1:5 ls 2 title "unit", \
     dir."warp.dat" using 1:7 ls 3 title "ideal", dir."warp.dat" using 1:9 ls 4 title "ideal, any lane", \
     dir."warp.dat" using 1:11 ls 5 title "MIMD", dir."warp.dat" using 1:13 ls 6 title "unit, max-tree", \
     dir."warp.dat" using 1:15 ls 7 title "unit, places of 8 lanes"
set output dir."threads.svg"
set title "Threads of the core (Figure 20), warps of 32, majority"
set xlabel "threads"
set ylabel "speed-up over PDOM, geometric mean"
set xtics 128
plot dir."threads.dat" using 1:4 ls 2 title "unit", \
     dir."threads.dat" using 1:14 ls 7 title "unit, places of 8 lanes", \
     dir."threads.dat" using 1:6 ls 3 title "ideal", \
     dir."threads.dat" using 1:8 ls 4 title "ideal, any lane", dir."threads.dat" using 1:10 ls 5 title "MIMD"
set output dir."pool.svg"
set title "Warps in the pool of the unit (Figure 21b), 768 threads, warps of 32"
set xlabel "at most so many warps"
set ylabel "share of scheduler cycles"
set yrange [0:1.02]
set xtics auto
plot for [i=0:$(($(echo "$shapes" | wc -l) - 1))] dir."pool.dat" index i using 1:2 with steps lw 2 title columnheader(1)
EOF_PLOT
echo "Results: $OUT/compare.csv; pictures: slots, warp, threads, pool (.svg)"
