#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pairs.sh - Warped-Slicer's evaluation of pairs of programs (docs/pairs.md): classes and scaling curves (Table II,
# Figure 3), throughput (Figure 6), divisions (Table III), fairness and ANTT (Figure 9), STP; beside the paper.
# Points, tables and pictures: build/pairs/quick; with FULL=1 build/pairs/full, which takes an hour of two
# processors. A run that was stopped goes on. JOBS, SLURM, SBATCH: as in sweep.sh. SEEDS, TABLES: as in
# pairs/frame.sh. POLICIES: others than the four. AREA=no: without the area; AREA=only: the area alone.
set -eu
cd "$(dirname "$0")/.."
. studies/common.sh
study=pairs
. studies/pairs/frame.sh
policies=${POLICIES:-leftover even spatial slicer}
if [ $set = full ]; then
    warm=20000,5000,5000 profile=25000 compute=4 cache=2 memory=4 curve='1 2 3 4 5 6 7 8' steps=30000
else
    # A quarter of the paper's warm-up and sample for a quarter of the work.
    warm=5000,1500,1250 profile=6250 compute=2 cache=1 memory=2 curve='1 2 4 8' steps=15000
fi

# ---- area -------------------------------------------------------------------------------------------
# Ours of what the paper has synthesised with a library of 45 nm: its counters of an SM, and its logic for all SMs.
# A NAND2 of two fingers has 0.798 um2 in the open cell library for FreePDK45 (NAND2_X1). The factor is ours: cells
# alone, no wires.
area() {
    make -s area BLOCK='sample_counters slicer' CONFIG=paper ACCOUNTS=a COMPARE=no >"$out/area.log" || stop
    awk -F= '
        FNR == 1 {block = $2}
        $1 == "a.total_nand2" {nand2[block] = $2}
        $1 == "a.ff_bits" {bits[block] = $2}
        function row(block, what, unit, per, paper) {
            printf "| %s: `%s` | %s | %s | %s %s | %.*f %s |\n", what, block,
                thousands(int(nand2[block] + 0.5)), thousands(bits[block]), paper, unit, per == 1 ? 0 : 3,
                0.798 * nand2[block] / per, unit
        }
        END {
            print "\nArea at the paper\047s sizes; 45 nm: 0.798 um2 a NAND2, cells alone"
            print "| | NAND2 | flip-flops | paper | here |\n|---|---|---|---|---|"
            row("sample_counters", "counters of an SM", "um2", 1, "714")
            row("slicer", "logic for all SMs", "mm2", 1000000, "0.04")
        }'"$thousands" build/area/sample_counters-paper.kv build/area/slicer-paper.kv
}
if [ "${AREA:-yes}" = only ]; then
    area
    exit
fi

# ---- each program alone, then its curve -------------------------------------------------------------
programs | alone
classes() { awk -v sms=$sms -v blocks=$blocks -v profile=$profile -f studies/pairs/classes.awk "$@"; }
classes "$out/alone.points" >"$out/long"
# The first cycles alone, as the paper has it: the end of a grid leaves SMs without blocks, whatever the limit.
programs | while read -r name n; do
    grep -Eq "^$name (few|brief)" "$out/long" && continue
    for b in $curve; do
        echo "curve-$name-$b-1 --preset slicer --sms $sms --dispatch given --steps $steps $name --size $n --blocks $b"
    done
done >"$out/curve.list"
sweep curve
classes "$out/curve.points" "$out/alone.points" >"$out/classes"

# ---- pairs --------------------------------------------------------------------------------------------
awk -v compute=$compute -v cache=$cache -v memory=$memory -f studies/pairs/select.awk "$list" \
    "$out/classes" >"$out/pairs"
for seed in $seeds; do
    while read -r kind a b; do
        for policy in $policies; do
            echo "pair-$a+$b-$policy-$seed --preset slicer --sms $sms --dispatch $policy --slicer $warm" \
                "$a --size $(size_of "$a") --seed $seed + $b --size $(size_of "$b") --seed $seed"
        done
    done <"$out/pairs"
done >"$out/pair.list"
sweep pair
metrics
awk -v set=$set -v warm=$warm -v steps=$steps -v sms=$sms -v blocks=$blocks -v policies="$policies" \
    -v seeds="$seeds" -v out="$out" \
    "$thousands $(cat studies/pairs/seeds.awk studies/pairs/report.awk)" "$list" studies/pairs/paper.txt \
    "$out/classes" "$out/pairs" "$out/metrics"
[ "${AREA:-yes}" = no ] || area

# ---- pictures: colours that differ for everyone, and marks that do in grey --------------------------------
need_gnuplot
rows=$(awk 'END {print $0}' "$out/pairs.dat" | sed 's/^"[^"]*" \([0-9]*\).*/\1/')
lines=$(grep -c '^"' "$out/curves.dat")
gnuplot <<EOF_PLOT
dir = "$out/"
colours = "#e69f00 #009e73 #0072b2 #d55e00"
names = "$policies"
set style line 100 lc rgb "#d0d0d0" lw 1
set terminal pngcairo size 800,$((130 + 18 * rows)) noenhanced font "Sans,11" background "white"
set output dir."pairs.png"
set title "IPC of two programs over that with left-over (Figure 6), $sms SMs"
set xlabel "IPC, left-over = 1"
set yrange [$rows.7:0.3]
set grid ls 100
set ytics nomirror scale 0
set key outside bottom center horizontal
set arrow from 1, graph 0 to 1, graph 1 nohead lc rgb "#555555" lw 2
plot for [p=2:words(names)] dir."pairs.dat" using p+1:2:ytic(1) with points \
    pt (p == 2 ? 5 : p == 3 ? 9 : p == 4 ? 7 : 13) ps 1.3 lc rgb word(colours, p-1) title word(names, p)
unset arrow
set terminal pngcairo size 800,520 noenhanced font "Sans,12" background "white"
set output dir."curves.png"
set title "IPC of a program alone over the blocks that an SM may hold (Figure 3a)"
set xlabel "blocks of an SM, at most"
set ylabel "IPC, best = 1"
set yrange [0:1.05]
set ytics auto mirror scale 1
set xrange [1:$blocks]
set xtics 1
set key outside right top reverse Left
many = "#0072b2 #e69f00 #009e73 #d55e00 #56b4e9 #cc79a7 #000000 #8c6d00 #005f46 #7f7f7f"
plot for [i=0:$((lines - 1))] dir."curves.dat" index i using 1:2 with linespoints lw 2 \
    pt i+4 ps 1.1 lc rgb word(many, i+1) title columnheader(1)
set terminal pngcairo size 800,380 noenhanced font "Sans,12" background "white"
set output dir."fair.png"
unset key
unset xlabel
unset ylabel
set xrange [-0.6:words(names)-0.4]
set yrange [0:*]
set offsets 0, 0, graph 0.12, 0
set xtics auto nomirror scale 0 rotate by 30 right
set style fill solid 0.9
set boxwidth 0.6
set multiplot layout 1,3
titles = "'smaller speed-up, left-over = 1' 'ANTT (less is better)' 'STP (more is better)'"
do for [c=2:4] {
    set title word(titles, c-1)
    plot dir."fair.dat" using 0:c:xtic(1) with boxes lc rgb "#0072b2", \
        "" using 0:c:(sprintf("%.2f", column(c))) with labels offset 0,0.6
}
unset multiplot
EOF_PLOT
echo "Results: $out/classes, metrics; pictures: pairs, curves, fair (.png)"
