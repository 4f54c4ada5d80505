#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The test suite. Every step is a make target or a script that a person can run alone; two lanes of
# steps run side by side. A step's output is in build/test/<step>.log; a failing step's end is
# shown. Ends with "N passed, N failed". Of the long ones - proofs, planted bugs, coverage, mutants,
# the campaign, area, sanitizers - this runs a part: make prove, broken, cover, mutants, soak, area, unit
# run all.
set -u
results=build/test/results
rm -rf "$results"
mkdir -p "$results"
unset BLOCK CONFIG PROFILE CYCLES SEED WAVES RTL LIBERTY KERNEL LAUNCH PRESET FORMATION RESIDENCY POLICY SIZE TESTS

# step NAME COMMAND ...: must succeed
step() {
    name=$1
    shift
    start=$(date +%s)
    "$@" >"build/test/$name.log" 2>&1 && verdict=PASS || verdict=FAIL
    [ $verdict = PASS ] || tail -15 "build/test/$name.log"
    printf '%s %-14s %4d s   %s\n' $verdict "$name" $(($(date +%s) - start)) "$*" |
        tee "$results/$name"
}

# refused NAME PATTERN COMMAND ...: must fail, and say why
refused() {
    name=$1
    pattern=$2
    shift 2
    verdict=FAIL
    "$@" >"build/test/$name.log" 2>&1 || ! grep -q -E -- "$pattern" "build/test/$name.log" || verdict=PASS
    [ $verdict = PASS ] || tail -5 "build/test/$name.log"
    printf '%s %-14s          refused: %s\n' $verdict "$name" "$*" | tee "$results/$name"
}

# All blocks but the machine, whose largest sizes take minutes to compile.
smaller=$(ls rtl/*/hd_*.sv | grep -vE 'common/|study/|/hd_sm\.sv' | sed 's,.*/hd_,,; s,\.sv$,,' | tr '\n' ' ')
# Those of them that are tried at paper size too.
sized=$(echo "$smaller" | tr ' ' '\n' | grep -vxE 'load_store|pdom_front|vt_plug|zorua_plug' | tr '\n' ' ')

lane_rtl() {
    step lockstep make lockstep BLOCK="$smaller" CONFIG='small odd' CYCLES=10000
    step paper make lockstep BLOCK="$sized" CYCLES=10000
    step machine make lockstep BLOCK=sm CONFIG='small small_dwf' CYCLES=20000
    step cosim make cosim KERNEL='reduction bfs fft scan' SIZE=odd
    step cosim-vt make cosim KERNEL=nn_layer SIZE=33 RESIDENCY=vt
    step cosim-zorua make cosim KERNEL='transpose reduction' SIZE=odd RESIDENCY=zorua
    step cosim-dwf make cosim KERNEL='reduction bfs fft scan' SIZE=odd PRESET=small_dwf
    step cosim-dwf-vt make cosim KERNEL='reduction scan nw' SIZE=odd PRESET=small_dwf RESIDENCY=vt
    step policies make lockstep BLOCK=dwf CONFIG='tree minority pdom time aged spill' CYCLES=10000
    step fronts make lockstep BLOCK=dwf_front CONFIG='tree pdom' CYCLES=10000
    step orders make lockstep BLOCK=max_heap CONFIG='minority aged port1' CYCLES=20000
    step tables make lockstep BLOCK=mapping_table CONFIG='scratch threads' CYCLES=20000
    step serial make lockstep BLOCK=vt CONFIG=serial CYCLES=10000
    step seed make lockstep BLOCK="$smaller" CONFIG=small CYCLES=10000 SEED=20091
    step compare make compare
    step residency make residency
    step reproduce tests/reproduce.sh
    # Of the units those whose netlist takes no minute.
    step replay make replay CONFIG=small PROFILE=uniform BLOCK="$(echo "$smaller" | tr ' ' '\n' |
        grep -vxE 'vt_plug|zorua_plug|load_store|dwf_front|pdom_front' | tr '\n' ' ')"
    step vectors tests/vectors.sh
    step own-rtl tests/own_rtl.sh
    step waves sh -c 'make lockstep BLOCK=max_heap PROFILE=ties CYCLES=5000 WAVES=1 &&
        PNG=build/test/pass.png make waves'
    step demo make demo-divergence
    # shellcheck disable=SC2046 # a list of words
    step mutants env MUTANTS=quick tests/mutants.sh $(ls tests/mutants | sed 's/\.txt$//' | awk 'NR % 8 == 1')
    step cover make cover BLOCK=warp_allocator
    step area make area COMPARE=no ACCOUNTS=a BLOCK='max_heap vtc cta_status_table warp_scheduler static_residency'
    step unit env SANITIZE=no make unit
    step programs make programs
    step kernels tests/kernels.sh
    step verdicts make verdicts
    step compiler tests/compiler.sh
    step dynamic tests/dynamic.sh
    step atomics tests/atomics.sh
    step pages tests/pages.sh
    step riscv make riscv
    step image tests/image.sh
    step isa tests/isa.sh
    refused bad-block "unknown BLOCK 'nosuch'; there are: " make lockstep BLOCK=nosuch
    refused bad-config "unknown CONFIG 'nosuch' of pc_warp_lut; there are: paper" \
        make lockstep BLOCK=pc_warp_lut CONFIG=nosuch
    refused bad-profile 'unknown profile nosuch of pc_warp_lut; there are: uniform' \
        make lockstep BLOCK=pc_warp_lut PROFILE=nosuch
    refused bad-cycles 'CYCLES=many: not a number' make lockstep BLOCK=pc_warp_lut CYCLES=many
    refused bad-kernel 'load of 4 bytes at 0x00000008: a null pointer' make cosim KERNEL=tests/kernels/null.c
    refused bad-block-size 'not one block of short_of fits on the core' \
        make cosim KERNEL=tests/kernels/short.c LAUNCH=shared=40000
    refused bad-size 'SIZE=0: no program has that' make cosim SIZE=0
    refused bad-name 'a program of sim/programs has this name' \
        sh -c 'cp tests/kernels/null.c build/test/vadd.c && make kernels KERNEL=build/test/vadd.c'
    refused bad-tests 'TESTS=nosuch: no rv32ui' make riscv TESTS=nosuch
    refused bad-rtl 'no such file' make lockstep BLOCK=pc_warp_lut RTL=nosuch.sv
    refused bad-liberty 'nosuch.lib: no such file' make area BLOCK=pc_warp_lut LIBERTY=nosuch.lib
}

lane_static() {
    step lint env LINT=quick make lint
    step cells synth/check_cells.sh
    step liberty tests/liberty.sh
    # Those that take longest are left to make prove.
    proved=$(echo "$smaller" | tr ' ' '\n' |
        grep -vxE 'max_tree|max_heap|pc_warp_lut|majority_scheduler|dwf|dwf_front|simt_stack|load_store' |
        grep -vxE 'vt|vtc|zorua|zorua_plug|load_queues|context_handler|simd_pipe|shared_memory|cta_launcher|swapper' |
        tr '\n' ' ')
    step prove env PROVE=quick make prove BLOCK="$proved"
    step broken env BROKEN=quick make broken BLOCK="$(echo "$smaller" | tr ' ' '\n' | awk 'NR % 4 == 1' | tr '\n' ' ')"
    step counterexample tests/counterexample.sh
    step promises tests/promises.sh
    step sizes tests/sizes.sh
    step outside tests/outside.sh
}

step build make -j2 build-test
lane_static &
lane_rtl
wait
step nothing-new tests/rebuild.sh

passed=$(cat "$results"/* | grep -c '^PASS')
failed=$(cat "$results"/* | grep -c '^FAIL')
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
