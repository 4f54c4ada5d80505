#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The test suite: every step is a make target or a script that a person can run alone. A step's
# output is in build/test/<step>.log; a failing step's end is shown. Ends with "N passed, N failed".
set -u
mkdir -p build/test
passed=0
failed=0

step() { # name, command ...
    name=$1
    shift
    start=$(date +%s)
    if "$@" >"build/test/$name.log" 2>&1; then
        passed=$((passed + 1))
        verdict=PASS
    else
        failed=$((failed + 1))
        verdict=FAIL
        tail -15 "build/test/$name.log"
    fi
    printf '%s %-16s %4d s   %s\n' "$verdict" "$name" $(($(date +%s) - start)) "$*"
}

# A step that must fail, with a line that says why: tests of the tests, and bad input.
refused() { # name, pattern, command ...
    name=$1
    pattern=$2
    shift 2
    if "$@" >"build/test/$name.log" 2>&1; then
        verdict=FAIL
    elif grep -q -E -- "$pattern" "build/test/$name.log"; then
        verdict=PASS
    else
        verdict=FAIL
    fi
    [ $verdict = PASS ] && passed=$((passed + 1)) || failed=$((failed + 1))
    [ $verdict = PASS ] || tail -5 "build/test/$name.log"
    printf '%s %-16s          refused: %s\n' "$verdict" "$name" "$*"
}

step lint sim/lint.sh
step unit tests/unit.sh
step sizes tests/sizes.sh
step build make -j2 build-test
step lockstep make lockstep CONFIG=all CYCLES=20000
step lockstep-seed make lockstep CONFIG=paper CYCLES=50000 SEED=20091
step reproduce tests/reproduce.sh
step replay make replay CONFIG=all PROFILE=uniform
step vectors tests/vectors.sh
step demo make demo-divergence
step mutants env MUTANTS=quick tests/mutants.sh
step own-rtl tests/own_rtl.sh
step prove make prove
step broken make broken
step area make area
step cover make cover
step outside tests/outside.sh
refused bad-block "unknown BLOCK 'nosuch'; there are: " make lockstep BLOCK=nosuch
refused bad-config "unknown CONFIG 'nosuch' of pc_warp_lut; there are: paper" \
    make lockstep BLOCK=pc_warp_lut CONFIG=nosuch
refused bad-profile 'unknown profile nosuch of pc_warp_lut; there are: uniform' \
    make lockstep BLOCK=pc_warp_lut PROFILE=nosuch
refused bad-cycles 'CYCLES=many: not a number' make lockstep BLOCK=pc_warp_lut CYCLES=many
refused bad-rtl 'no such file' make lockstep BLOCK=pc_warp_lut RTL=nosuch.sv
refused bad-liberty 'nosuch.lib' make area BLOCK=pc_warp_lut LIBERTY=nosuch.lib
step again-nothing tests/rebuild.sh

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
