#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How fast the model of the core is: warp instructions and cycles a second of processor time, for
# kernels that compute and some that wait for memory, and the host's memory. Then, from a build that
# counts (-pg, somewhat slower), which functions the time goes to. Variables: PROGRAM, PRESET (paper).
set -eu
. studies/common.sh
preset=${PRESET:-paper}

printf '%-14s %8s %12s %12s %6s %16s %14s %8s\n' "$preset" size cycles 'warp instr.' IPC \
    'k warp instr./s' 'k cycles/s' 'MB'
: "${PROGRAM:=mandelbrot blackscholes coulomb nqueens lbm fft matmul bfs}"
programs | while read -r name size; do
    $heddle run "$name" --quiet --preset "$preset" --json "$json" >/dev/null
    echo "$name $size $(number cycles) $(number warp_instructions) $(number processor_seconds) $(number resident_bytes)"
done | awk '{
    printf "%-14s %8d %12.0f %12.0f %6.2f ", $1, $2, $3, $4, $4 / $3
    printf "%16.0f %14.0f %8.0f\n", $4 / $5 / 1e3, $3 / $5 / 1e3, $6 / 1e6
}'

make -s build/profile/heddle
mkdir "$json.gprof"
kernels=$(pwd)/build/kernels
binary=$(pwd)/build/profile/heddle
echo
echo 'mandelbrot, where the time goes (gprof):'
(cd "$json.gprof" && "$binary" run mandelbrot --size 400 --quiet --preset "$preset" --kernels "$kernels" >/dev/null &&
    gprof -b -p "$binary" gmon.out) | awk 'NR <= 5 {next} NR <= 21 {printf "%6s %%  %s\n", $1, $NF}'
