#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Memory behind an SM (docs/memory.md): its latencies by a pointer chase, its bandwidth by streams, beside
# what the sizes say. A table, build/memory/latency.dat and build/memory/latency.svg. PRESET: those of
# cli/chips.txt, all if none is given.
#   chase    cycles a load of one thread, over the bytes of the ring, a line and more between two loads
#   stream   bytes of DRAM in a cycle and how much of the time its data bus is busy: read, write, copy
set -eu
cd "$(dirname "$0")/.."
. studies/common.sh
need $heddle
out=build/memory
mkdir -p "$out"
presets=${PRESET:-$(awk '/^[a-z]/ && $1 !~ /^(small|odd)$/ {printf "%s%s", s, $1; s = " "}' cli/chips.txt)}

# Of a chip's line.
size() { # PRESET NAME
    awk -v preset="$1" -v name="$2" '$1 == preset {
        for (f = 2; f <= NF; f++) { split($f, pair, "="); if (pair[1] == name) print pair[2] } }' cli/chips.txt
}

cycles() { # PRESET KERNEL OPTION ...
    preset=$1 kernel=$2
    shift 2
    $heddle run "build/kernels/$kernel.elf" --quiet --preset "$preset" --memory chip --json "$json" "$@" \
        >/dev/null || stop
    number cycles
}

# Once around to fill the caches, then as many hops again, at most 2,000: cycles a hop.
chase() { # PRESET BYTES
    words=$(($2 / 4)) stride=$((17 * 32))
    around=$((words / 32))
    more=$((around < 500 ? 500 : around < 2000 ? around : 2000))
    set -- "$1" chase --block 128 --arg "buf:$2" --arg buf:4 --arg "i:$words" --arg "i:$stride"
    first=$(cycles "$@" --arg "i:$around")
    second=$(cycles "$@" --arg "i:$((around + more))")
    awk -v a="$first" -v b="$second" -v n=$more 'BEGIN { printf "%.0f", (b - a) / n }'
}

bytes='4096 8192 12288 16384 24576 32768 49152 65536 98304 131072 262144 524288 1048576'
: >"$out/latency.dat"
for preset in $presets; do
    echo "\"$preset\"" >>"$out/latency.dat"
    for n in $bytes; do
        echo "$n $(chase "$preset" "$n")" >>"$out/latency.dat"
    done
    printf '\n\n' >>"$out/latency.dat"
done

echo "Cycles of a load, by the bytes that a thread goes around in; an SM's share of the chip"
awk '/^"/ { gsub(/"/, ""); name[++n] = $1; next }
    NF == 2 { if (!($1 in seen)) { seen[$1]; at[++m] = $1 } cycles[n, $1] = $2 }
    END {
        printf "%-10s", "KB"
        for (i = 1; i <= m; i++) printf " %6d", at[i] / 1024
        print ""
        for (p = 1; p <= n; p++) {
            printf "%-10s", name[p]
            for (i = 1; i <= m; i++) printf " %6d", cycles[p, at[i]]
            print ""
        }
    }' "$out/latency.dat"
echo
echo "Streams of 1 MB: bytes of DRAM a cycle, and data bus busy, %; peak: bytes that the bus can bring in a cycle"
printf '%-10s %6s %8s %6s %8s %6s %8s %6s\n' preset peak read % write % copy %
for preset in $presets; do
    sms=$(size "$preset" Sms) slices=$(size "$preset" Slices) bus=$(size "$preset" BusBytes)
    up=$(size "$preset" ClockUp) down=$(size "$preset" ClockDown)
    line=$(awk -v p="$preset" -v bus=$(((bus * slices + sms - 1) / sms)) -v up="$up" -v down="$down" \
        'BEGIN { printf "%-10s %6.2f", p, bus * up / down }')
    for mode in 0 1 2; do
        n=$(cycles "$preset" stream --grid 16 --block 128 --arg buf:1048576 --arg buf:1048576 --arg buf:8192 \
            --arg i:262144 --arg i:$mode)
        line="$line $(awk -v n="$n" -v busy="$(number busy)" -v clocks="$(number clocks)" \
            -v r="$(number sectors_read)" -v w="$(number sectors_written)" \
            'BEGIN { printf "%8.2f %6.1f", 32 * (r + w) / n, 100 * busy / clocks }')"
    done
    echo "$line"
done

need_gnuplot
gnuplot <<EOF_PLOT
set terminal svg size 800,500 font "Helvetica,14" background "white"
set output "$out/latency.svg"
set title "Latency of a load over the bytes in use, for an SM's share of each chip"
set logscale x 2
set xlabel "KB"
set ylabel "cycles"
set yrange [0:]
set key left top
names = "$presets"
plot for [i=1:words(names)] "$out/latency.dat" index i-1 using (\$1/1024):2 \\
    with linespoints pt i+4 lw 2 title word(names, i)
EOF_PLOT
echo "picture: $out/latency.svg"
