#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What there is, in five minutes: make run. Each part is a command that a person can run alone; the
# seconds are estimates for two idle cores.
set -u
cd "$(dirname "$0")/.." || exit 2
unset MAKEFLAGS MFLAGS MAKELEVEL
. tools/progress.sh
log=build/tour.log
mkdir -p build
parts=5 part=0 left=240 began=$(date +%s)

# begin SECONDS TITLE COMMAND: the command is shown as a person would type it
begin() {
    part=$((part + 1)) seconds=$1 start=$(date +%s)
    echo
    running "[$part/$parts] $2: about $(minutes "$1"), all about $(minutes "$left"). $3"
    left=$((left - seconds))
}
end() { # exit status
    [ "$1" = 0 ] || { ended "FAIL [$part/$parts] exit status $1; log: $log"; exit 1; }
    ended "[$part/$parts] done in $(minutes $(($(date +%s) - start)));" \
        "$(minutes $(($(date +%s) - began))) gone, about $(minutes "$left") left"
}
# Builds without a word; the end of the log if it fails.
build() { make -s -j2 "$@" >"$log" 2>&1 || { code=$?; tail -5 "$log"; end $code; }; }

tools/setup.sh base kernels area || exit 2

begin 35 'A structure in lockstep with its model' 'make lockstep BLOCK=pc_warp_lut'
build build/sim/pc_warp_lut/paper/deep/Vtb build/bin/report BLOCK=pc_warp_lut
make -s lockstep BLOCK=pc_warp_lut CONFIG=paper PROFILE=all CYCLES=50000
end $?

begin 20 'A bug planted in a copy of it' 'make demo-divergence'
PICTURE=no sim/demo.sh >"$log" 2>&1
code=$?
# The first lines say all; the last 32 cycles are in the log.
awk '/^last [0-9]* cycles/ {skip = 1; print "..."} /^replay/ {skip = 0} !skip' "$log" | cut -c 1-150
end $code

begin 60 'A kernel on the C model of the core' \
    'build/bin/heddle run reduction --size 5000 --preset small --compare pdom,dwf'
build build/bin/heddle build/kernels/reduction.elf
build/bin/heddle run reduction --size 5000 --preset small --compare pdom,dwf
end $?

begin 60 'The same kernel on the RTL of the core, in lockstep' 'make cosim KERNEL=reduction SIZE=5000'
make -s -j2 cosim KERNEL=reduction SIZE=5000 >"$log" 2>&1
code=$?
tail -4 "$log"
end $code

blocks='warp_update pc_warp_lut warp_pool warp_allocator mheap_lut max_heap'
begin 65 "Area of the paper's structures, beside its Table V" "make area BLOCK='$blocks'"
make -s -j2 area BLOCK="$blocks" CONFIG=paper ACCOUNTS=a COMPARE=no >"$log" 2>&1
code=$?
# What each bit of the difference is, is in the log.
awk '/ bits here \(/ {exit} {print}' "$log"
end $code

cat <<'NEXT'

What next
  make demo-divergence   the same bug, with waves and a picture of them (installs GTKWave)
  make lockstep BLOCK=dwf WAVES=1 CYCLES=5000; make waves   a unit, in GTKWave
  make lockstep BLOCK=pc_warp_lut RTL=yours.sv              your module against our model
  build/bin/heddle list                                     the programs; run one on tesla, fermi ...
  make run-all           every block in lockstep at paper size, and all area tables
  make test              what CI runs
Pages: docs/blocks.md (what there is), docs/use.md (commands), docs/results.md (numbers, pictures)
NEXT
