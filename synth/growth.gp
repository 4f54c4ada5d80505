# SPDX-License-Identifier: Apache-2.0
# The plots of growth.sh, from the tables of synth/growth.txt: dir (of the tables, with the start of
# their names), out (folder) and type (svg, png) are set by growth.sh, and the terminal.
lut = dir."pc_warp_lut-entries.dat"
heap = dir."max_heap-entries.dat"
tree = dir."max_tree-entries.dat"
lanes = dir."pc_warp_lut-lanes.dat"
unit_lanes = dir."dwf-lanes.dat"
unit_threads = dir."dwf-threads.dat"
unit_warps = dir."dwf-warps.dat"
set style data linespoints
set grid
set style line 1 lw 2 pt 7 ps 1.2 lc rgb "#1f5fa8"
set style line 2 lw 2 pt 5 ps 1.2 lc rgb "#c0392b"
set style line 3 lw 2 pt 9 ps 1.4 lc rgb "#2e8b57"
set style line 4 lw 2 pt 6 ps 1.2 lc rgb "#1f5fa8" dt 2
set style line 5 lw 2 pt 4 ps 1.2 lc rgb "#c0392b" dt 2

# columns: 1 size, 2 logic, 3 flip-flop bits, 4 memory bits, 5 logic + ff, 6 all in ff, 7 depth,
# 8 depth all in ff
set logscale x 2
set xlabel "entries"
set xrange [14:290]
set key outside bottom center horizontal maxcols 1 samplen 3

set output out."/growth-area-entries.".type
set title "Area over entries, paper configuration otherwise"
set ylabel "area (NAND2 equivalents)"
set format y "%.0f"
set logscale y 10
plot lut using 1:5 ls 1 title "PC-warp LUT, without its memories", \
     heap using 1:5 ls 2 title "max-heap, without its memories", \
     lut using 1:6 ls 4 title "PC-warp LUT, all in flip-flops", \
     heap using 1:6 ls 5 title "max-heap, all in flip-flops", \
     tree using 1:6 ls 3 title "max-tree (flip-flops)"

set output out."/growth-depth-entries.".type
set title "Depth over entries, paper configuration otherwise"
set ylabel "critical path (FO4 delays)"
unset logscale y
set yrange [0:*]
plot lut using 1:7 ls 1 title "PC-warp LUT, without its memories", \
     heap using 1:7 ls 2 title "max-heap, without its memories", \
     lut using 1:8 ls 4 title "PC-warp LUT, all in flip-flops", \
     heap using 1:8 ls 5 title "max-heap, all in flip-flops", \
     tree using 1:8 ls 3 title "max-tree (flip-flops)"

set xlabel "times the paper's size"
set xrange [0.22:6.8]
set xtics ("1/4" 0.25, "1/2" 0.5, "1" 1, "2" 2, "4" 4, "6" 6)
lanes_title = "lanes (1: 32)"
threads_title = "threads (1: 768)"
warps_title = "warps in the pool (1: 128)"

set output out."/growth-unit-area.".type
set title "The unit without its memories, paper configuration otherwise"
set ylabel "area (NAND2 equivalents)"
set logscale y 10
set yrange [15000:100000]
set ytics (20000, 30000, 40000, 50000, 70000, 100000)
plot unit_lanes using ($1/32):5 ls 1 title lanes_title, \
     unit_threads using ($1/768):5 ls 2 title threads_title, \
     unit_warps using ($1/128):5 ls 3 title warps_title

set output out."/growth-unit-memory.".type
set title "The memories of the unit, paper configuration otherwise"
set ylabel "bits"
set yrange [15000:400000]
set ytics (20000, 50000, 100000, 200000, 400000)
plot unit_lanes using ($1/32):4 ls 1 title lanes_title, \
     unit_threads using ($1/768):4 ls 2 title threads_title, \
     unit_warps using ($1/128):4 ls 3 title warps_title

set output out."/growth-unit-depth.".type
set title "The unit without its memories, paper configuration otherwise"
set ylabel "critical path (FO4 delays)"
unset logscale y
set yrange [0:*]
set ytics auto
plot unit_lanes using ($1/32):7 ls 1 title lanes_title, \
     unit_threads using ($1/768):7 ls 2 title threads_title, \
     unit_warps using ($1/128):7 ls 3 title warps_title

set output out."/growth-lanes.".type
set title "PC-warp LUT over lanes, paper configuration otherwise"
set xlabel "lanes"
set xrange [7:72]
set xtics auto
set ylabel "logic and flip-flops without memories (NAND2 equivalents)"
set y2label "critical path (FO4 delays)"
set y2range [0:*]
set ytics nomirror
set y2tics
plot lanes using 1:5 ls 1 title "area (left)", \
     lanes using 1:7 axes x1y2 ls 5 title "depth (right)"
