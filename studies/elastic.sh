#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# elastic.sh - Elastic Kernels' evaluation of pairs of programs (docs/elastic-pairs.md): STP, ANTT and time of its
# variants and policies (Tables 4 and 5, Figures 10 and 11), and what time slices do (6.4.5); beside the paper.
# Points, tables and picture: build/elastic/quick, short sizes of three programs; with FULL=1 build/elastic/full, long
# sizes of all eight programs of ours that do what one of Parboil does. PROGRAM='bfs fft': these. A run that was
# stopped goes on. JOBS, SLURM, SBATCH: as in sweep.sh. SEEDS, TABLES: as in pairs/frame.sh. RUNS (1; the paper: 7):
# programs begin again until each has run so often (6.2), so short ones take the time of long ones.
set -eu
cd "$(dirname "$0")/.."
. studies/common.sh
study=elastic
runs=${RUNS:-1}
. studies/pairs/frame.sh
# The paper's variants and policies, and what they are here. cuda: the waits of a program hold up all programs (3.7).
variants='cuda nss mpmax median equal queuemold'
options() {
    case $1 in
        cuda) echo '--dispatch leftover --queues 1 --waits' ;;
        nss) echo '--dispatch leftover' ;;
        *) echo "--dispatch ${1%.whole}" ;;
    esac
}

# ---- the programs alone, and the slices of each -------------------------------------------------------
# Of those that do what a program of Parboil does. In the quick set three whose launches are of similar length.
asked=${PROGRAM:-}
[ $set = full ] || asked=${PROGRAM:-histogram hotspot lbm}
awk -v asked="$asked" '
    BEGIN {n = split(asked, list, " "); for (i = 1; i <= n; i++) take[list[i]]}
    !/^#/ && NF > 0 && $5 != "-" && (!n || $1 in take) {print $1}' "$list" >"$out/names"
for name in $asked; do
    grep -qx "$name" "$out/names" || { echo "$me: $name: no program that does what one of Parboil does" >&2; exit 2; }
done
[ "$(wc -l <"$out/names")" -gt 1 ] || { echo "$me: PROGRAM needs two programs" >&2; exit 2; }
while read -r name; do echo "$name $(size_of "$name")"; done <"$out/names" | alone
# A slice is a tenth of the 200,000 (50,000) cycles that a program takes, but no fewer blocks than the SMs hold at
# most. Grids that have two slices are cut: NAME BLOCKS.
tenth=5000
[ $set = quick ] || tenth=20000
awk -v cycles=$tenth -v least=$((sms * blocks)) -f studies/pairs/slices.awk "$out/alone.points" >"$out/slices"

# ---- pairs: each two programs; a policy with slices, and .whole without where that is another run ---------
awk '{name[++n] = $1} END {for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) print name[i], name[j]}' \
    "$out/names" >"$out/pairs"
slice() { sed -n "s/^$1 / --slice /p" "$out/slices"; }
part() { echo "$1 --size $(size_of "$1") --seed $2"; }
for seed in $seeds; do
    while read -r a b; do
        cut=$(slice "$a")$(slice "$b")
        for v in $variants; do
            options="--preset slicer --sms $sms $(options "$v") --runs $runs"
            point="pair-$a+$b-$v-$seed $options"
            case $v in
                cuda | nss) echo "$point $(part "$a" "$seed") + $(part "$b" "$seed")" ;;
                *)
                    echo "$point $(part "$a" "$seed")$(slice "$a") + $(part "$b" "$seed")$(slice "$b")"
                    [ -z "$cut" ] || echo "pair-$a+$b-$v.whole-$seed $options" \
                        "$(part "$a" "$seed") + $(part "$b" "$seed")"
                    ;;
            esac
        done
    done <"$out/pairs"
done >"$out/pair.list"
sweep pair
metrics
awk -v set=$set -v sms=$sms -v variants="$variants" -v seeds="$seeds" -v out="$out" \
    "$(cat studies/pairs/seeds.awk studies/pairs/elastic.awk)" what=programs "$list" \
    what=paper studies/pairs/elastic.txt what=slices "$out/slices" what=pairs "$out/pairs" \
    what=metrics "$out/metrics"

# ---- picture: the values of each variant in their order, as in the paper; marks that differ in grey ------------
need_gnuplot
gnuplot <<EOF_PLOT
dir = "$out/"
names = "$variants"
colours = "#555555 #e69f00 #0072b2 #009e73 #d55e00 #cc79a7"
set terminal pngcairo size 900,420 noenhanced font "Sans,11" background "white"
set output dir."elastic.png"
set style line 100 lc rgb "#d0d0d0" lw 1
set grid ls 100
set xlabel "pairs, in the order of their values"
set xtics 5
set xrange [0.5:$(wc -l <"$out/pairs").5]
set key top left reverse Left
set multiplot layout 1,2
set title "STP (Figure 10): more is better"
plot for [v=1:words(names)] dir."sorted.dat" using 1:2*v with linespoints lw 1.5 pt v+3 ps 0.8 \
    lc rgb word(colours, v) title word(names, v)
set title "ANTT (Figure 11): less is better"
unset key
plot for [v=1:words(names)] dir."sorted.dat" using 1:2*v+1 with linespoints lw 1.5 pt v+3 ps 0.8 \
    lc rgb word(colours, v)
unset multiplot
EOF_PLOT
echo "Results: $out/metrics; picture: $out/elastic.png"
