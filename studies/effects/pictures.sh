#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The pictures of docs/effects.md, of what studies/effects.sh has kept in build/effects:
#   dynamic.png   DWF, Figure 13: dynamic warps over PDOM by program
#   virtual.png   VT, Figure 8: Virtual Thread over static by program, type S and C
#   cliffs.png    Zorua, Figure 15: time over the resources of a launch; L2 and DRAM, written sets
#   headlines.png each headline, the paper's and ours
set -u
. studies/common.sh
need_gnuplot
dir=build/effects
for part in plugs virtual cliffs_written headlines; do
    [ -s $dir/$part ] || { echo "$me: there is no $dir/$part: make effects" >&2; exit 2; }
done

# PART COLUMN: "program" and its number, the greatest first; rows of single programs alone.
by_program() {
    awk -F ' *[|] *' -v column="$2" '
        $2 ~ /^[a-z0-9_]+$/ && $2 != "program" && $(column + 1) ~ /^[-+]?[0-9.]+$/ {
            gsub(/_/, " ", $2); gsub(/[+]/, "", $(column + 1))
            printf "%s\t%s\t%s\n", $2, $(column + 1), $3
        }' "$dir/$1" |
        sort -t "$(printf '\t')" -k 2 -rn
}
by_program plugs 6 >$dir/dynamic.dat
by_program virtual 10 >$dir/virtual.dat

# A block of lines for each kernel: point, time of static, WLM, Zorua.
awk -F ' *[|] *' '
    $3 ~ /^[0-9,]+$/ {
        if ($2 != last) {if (last != "") print "\n"; last = $2}
        gsub(/,/, "", $3); gsub(/-/, "?", $5); gsub(/-/, "?", $7)
        print $3, $5, $7, $9
    }' $dir/cliffs_written >$dir/cliffs.dat

awk -F ' *[|] *' '$5 ~ /^[-+][0-9.]+$/ && $4 ~ /^[-+][0-9.]+$/ {
    name = $2 ": " $3; gsub(/`/, "", name); printf "%s\t%s\t%s\n", name, $4, $5}' $dir/headlines >$dir/headlines.dat

for data in dynamic virtual cliffs headlines; do
    [ -s $dir/$data.dat ] || { echo "$me: nothing to draw in $dir/$data.dat" >&2; exit 1; }
done
height() { echo $((130 + 18 * $(grep -c . "$1"))); } # of a picture with a row a line
gnuplot <<EOF_PLOT
dir = "$dir/"
set datafile separator "\t"
set style line 100 lc rgb "#d0d0d0" lw 1
set style fill solid 0.9
set grid xtics ls 100
set ytics nomirror scale 0
set yrange [*:*] reverse
set offsets 0, 0, 0.6, 0.6
set arrow from 0, graph 0 to 0, graph 1 nohead lc rgb "#555555" lw 2
# Bars from 0 to the right and to the left.
set terminal pngcairo size 800,$(height $dir/dynamic.dat) noenhanced font "Sans,11" background "white"
set output dir."dynamic.png"
set title "Dynamic warps over PDOM by program (DWF, Figure 13)"
set xlabel "faster, %"
unset key
plot dir."dynamic.dat" using (\$2/2):0:(abs(\$2)/2):(0.35):ytic(1) with boxxyerror lc rgb "#0072b2"
set terminal pngcairo size 800,$(height $dir/virtual.dat) noenhanced font "Sans,11" background "white"
set output dir."virtual.png"
set title "Load queues and Virtual Thread over static by program (VT, Figure 8)"
set key bottom right
plot dir."virtual.dat" using (\$2/2):0:(abs(\$2)/2):(0.35):(strcol(3) eq "S" ? 0x0072b2 : 0xe69f00):ytic(1) \
        with boxxyerror lc rgb variable notitle, \
    keyentry with boxes lc rgb "#0072b2" title "type S: scheduling limits", \
    keyentry with boxes lc rgb "#e69f00" title "type C: capacity limits"
set terminal pngcairo size 800,$(height $dir/headlines.dat) noenhanced font "Sans,11" background "white"
set output dir."headlines.png"
set title "Headlines of the papers, and ours"
set xlabel "%"
set key outside bottom center horizontal
set grid ls 100
plot dir."headlines.dat" using 2:0:ytic(1) with points pt 9 ps 1.4 lc rgb "#d55e00" title "paper", \
    "" using 3:0 with points pt 7 ps 1.2 lc rgb "#0072b2" title "here"
reset
set style line 100 lc rgb "#d0d0d0" lw 1
set terminal pngcairo size 900,760 noenhanced font "Sans,11" background "white"
set output dir."cliffs.png"
set multiplot layout 2,2 title "Time over the resources of a launch (Zorua, Figure 15); L2 and DRAM, written sets"
set grid ls 100
set datafile missing "?"
set yrange [0.9:*]
set key outside bottom center horizontal
set ylabel "time, best of static = 1"
kernels = "nqueens blackscholes reduction SSSP"
axes = "'threads of a block' 'threads of a block' 'bytes of shared memory, added' 'registers asked for'"
do for [k=1:4] {
    block = word("0 1 2 4", k) + 0
    set title word(kernels, k)
    set xlabel word(axes, k)
    set xtics word("100 300 10000 10", k) + 0
    plot dir."cliffs.dat" index block using 1:2 with linespoints lw 2 pt 7 lc rgb "#555555" title "static", \
        "" index block using 1:3 with linespoints lw 2 pt 5 lc rgb "#e69f00" title "WLM", \
        "" index block using 1:4 with linespoints lw 2 pt 9 lc rgb "#0072b2" title "Zorua"
}
unset multiplot
EOF_PLOT
