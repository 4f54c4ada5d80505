#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How fast the model of the core is: warp instructions and cycles a second of processor time, for
# kernels that compute and some that wait for memory, and the host's memory. Then the same of the
# GPU with one SM and with SMS (15), with one and two threads of the host: there processor time has
# the start in it. Then, from a build that counts (-pg, somewhat slower), which functions the time
# goes to. Variables: PROGRAM (of the GPU also mandelbrot:256, with its size), PRESET (paper), SMS;
# GPU=only: the GPU alone.
set -eu
. studies/common.sh
preset=${PRESET:-paper}

core() {
    printf '%-14s %8s %12s %12s %6s %16s %14s %8s\n' "$preset" size cycles 'warp instr.' IPC \
        'k warp instr./s' 'k cycles/s' 'MB'
    PROGRAM=${PROGRAM:-mandelbrot blackscholes coulomb nqueens lbm fft matmul bfs} programs |
        while read -r name size; do
        $heddle run "$name" --quiet --preset "$preset" --json "$json" >/dev/null
        echo "$name $size $(number cycles) $(number warp_instructions)" \
            "$(number processor_seconds) $(number resident_bytes)"
    done | awk '{
        printf "%-14s %8d %12.0f %12.0f %6.2f ", $1, $2, $3, $4, $4 / $3
        printf "%16.0f %14.0f %8.0f\n", $4 / $5 / 1e3, $3 / $5 / 1e3, $6 / 1e6
    }'
}

# Processor seconds of all that this shell has run, and the clock: in $now. Not in a shell of its
# own, which would have run nothing.
look() {
    times >"$json.times"
    now=$(awk 'END {gsub("[ms]", " "); printf "%.2f", 60 * $1 + $2 + 60 * $3 + $4}' "$json.times")
    now="$now $(date +%s.%N)"
}

# Sizes at which the run is long against its start.
gpu_sizes() {
    for program in ${PROGRAM:-mandelbrot:256 bfs:16000 matmul:128}; do
        case $program in
            *:*) echo "${program%:*} ${program#*:}" ;;
            *) PROGRAM=$program programs ;;
        esac
    done
}

gpu() {
    printf '%-14s %8s %4s %8s %12s %12s %6s %16s %10s\n' "$preset, GPU" size SMs threads cycles \
        'warp instr.' IPC 'k warp instr./s' 'seconds'
    gpu_sizes >"$json.sizes"
    while read -r name size; do
        for sms in 1 "${SMS:-15}"; do
            for threads in 1 2; do
                look; before=$now
                $heddle run --preset "$preset" --dispatch leftover --sms "$sms" --threads "$threads" \
                    --quiet --json "$json" "$name" --size "$size" >/dev/null
                look; after=$now
                echo "$name $size $sms $threads $(number cycles) $(number warp_instructions)" \
                    "$before" "$after"
            done
        done
    done <"$json.sizes" >"$json.runs"
    awk '{
        printf "%-14s %8d %4d %8d %12.0f %12.0f %6.2f ", $1, $2, $3, $4, $5, $6, $6 / $5
        printf "%16.0f %10.1f\n", $6 / ($9 - $7) / 1e3, $10 - $8
    }' "$json.runs"
}

[ "${GPU:-}" = only ] || core
[ "${GPU:-}" = only ] || echo
gpu
[ "${GPU:-}" != only ] || exit 0
make -s build/profile/heddle
mkdir "$json.gprof"
kernels=$(pwd)/build/kernels
binary=$(pwd)/build/profile/heddle
echo
echo 'mandelbrot, where the time goes (gprof):'
(cd "$json.gprof" && "$binary" run mandelbrot --size 400 --quiet --preset "$preset" --kernels "$kernels" >/dev/null &&
    gprof -b -p "$binary" gmon.out) | awk 'NR <= 5 {next} NR <= 21 {printf "%6s %%  %s\n", $1, $NF}'
