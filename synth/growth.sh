#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# growth.sh - how area and depth grow with entries and with lanes: the paper's configuration with
# one parameter changed. Prints tables with fitted exponents; results in build/area/growth/*.kv and
# *.dat, plots build/area/growth-*.svg and .png. Results that are there and newer than the RTL and
# the flow are used again. JOBS=N in the environment: so many runs at once (default 2).
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
out=build/area
AREA_DIR=$root/$out/growth ACCOUNTS="a b"
export AREA_DIR ACCOUNTS
mkdir -p "$AREA_DIR"
if ! command -v gnuplot >/dev/null; then
  echo "growth.sh: gnuplot is not installed" >&2
  exit 1
fi

{
  # the longest first, so that the last job is a short one
  for n in 128 64 32 16; do echo "max_tree Entries=$n"; done
  for n in 256 128 64 32 16; do echo "pc_warp_lut Entries=$n"; done
  for n in 64 32 16 8; do echo "pc_warp_lut Lanes=$n"; done
  for n in 128 64 32 16; do echo "max_heap Entries=$n"; done
} | xargs -P "${JOBS:-2}" -n 2 sh -c '
  kv=$AREA_DIR/$1-paper-$(echo "$2" | tr -d =).kv
  lib=${LIBERTY:-synth/heddle.lib}
  for source in rtl/common/*.sv rtl/*/hd_$1.sv synth/*.sh synth/*.abc "$lib"; do
    if [ ! -e "$kv" ] || [ "$source" -nt "$kv" ] ||
      ! grep -q "^library=$(basename "$lib")\$" "$kv"; then
      rm -f "$kv" && synth/area.sh "$1" paper "$2" || exit 255
      exit 0
    fi
  done' sh || {
  echo "growth.sh: stopped, see above" >&2
  exit 1
}

report=build/bin/area_report
if [ ! -x $report ] || [ synth/area_report.c -nt $report ]; then
  mkdir -p build/bin
  ${CC:-cc} -std=c11 -O2 -o $report.$$ synth/area_report.c -lm
  mv $report.$$ $report
fi
$report --growth "$AREA_DIR" "$AREA_DIR"/*.kv

for type in svg png; do
  case $type in
    svg) terminal='svg size 900,680 font "Helvetica,15" background "white"' ;;
    png) terminal='pngcairo size 1200,900 font "Helvetica,16" background "white"' ;;
  esac
  gnuplot <<EOF
set terminal $terminal
dir = "$AREA_DIR/growth-"
lut = dir."pc_warp_lut-Entries.dat"
heap = dir."max_heap-Entries.dat"
tree = dir."max_tree-Entries.dat"
lanes = dir."pc_warp_lut-Lanes.dat"
set style data linespoints
set grid
set style line 1 lw 2 pt 7 ps 1.2 lc rgb "#1f5fa8"
set style line 2 lw 2 pt 5 ps 1.2 lc rgb "#c0392b"
set style line 3 lw 2 pt 9 ps 1.4 lc rgb "#2e8b57"
set style line 4 lw 2 pt 6 ps 1.2 lc rgb "#1f5fa8" dt 2
set style line 5 lw 2 pt 4 ps 1.2 lc rgb "#c0392b" dt 2

set logscale x 2
set xlabel "entries"
set xrange [14:290]
set key outside bottom center horizontal maxcols 1 samplen 3

set output "$out/growth-area-entries.$type"
set title "Area over entries, paper configuration otherwise"
set ylabel "area (NAND2 equivalents)"
set format y "%.0f"
set logscale y 10
plot lut using 1:3 ls 1 title "PC-warp LUT, without its memories", \
     heap using 1:3 ls 2 title "max-heap, without its memories", \
     lut using 1:4 ls 4 title "PC-warp LUT, all in flip-flops", \
     heap using 1:4 ls 5 title "max-heap, all in flip-flops", \
     tree using 1:4 ls 3 title "max-tree (flip-flops)"

set output "$out/growth-depth-entries.$type"
set title "Depth over entries, paper configuration otherwise"
set ylabel "critical path (FO4 delays)"
unset logscale y
set yrange [0:*]
plot lut using 1:5 ls 1 title "PC-warp LUT, without its memories", \
     heap using 1:5 ls 2 title "max-heap, without its memories", \
     lut using 1:6 ls 4 title "PC-warp LUT, all in flip-flops", \
     heap using 1:6 ls 5 title "max-heap, all in flip-flops", \
     tree using 1:6 ls 3 title "max-tree (flip-flops)"

set output "$out/growth-lanes.$type"
set title "PC-warp LUT over lanes, paper configuration otherwise"
set xlabel "lanes"
set xrange [7:72]
set ylabel "logic and flip-flops without memories (NAND2 equivalents)"
set y2label "critical path (FO4 delays)"
set y2range [0:*]
set ytics nomirror
set y2tics
plot lanes using 1:3 ls 1 title "area (left)", \
     lanes using 1:5 axes x1y2 ls 5 title "depth (right)"
EOF
done
echo "Plots: $out/growth-area-entries, growth-depth-entries, growth-lanes (.svg, .png)"
