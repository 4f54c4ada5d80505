#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# RTL= with modules that are not ours: the same ports and registers of other names; gates made by
# yosys; the same with a bug. Registers with our names are compared, the others are said to be left out.
set -u
dir=build/test/own
mkdir -p "$dir"
rtl=rtl/formation/hd_pc_warp_lut.sv
status=0

expect() { # name, wanted exit code (0: agrees, 1: differs), pattern, file
    make lockstep BLOCK=pc_warp_lut CONFIG=small PROFILE=hot CYCLES=20000 RTL="$4" \
        >"$dir/$1.log" 2>&1
    code=$?
    [ $code != 2 ] || code=1
    if [ $code = "$2" ] && grep -q -E "$3" "$dir/$1.log"; then
        echo "PASS $1"
    else
        tail -5 "$dir/$1.log"
        echo "FAIL $1: log $dir/$1.log"
        status=1
    fi
}

sed 's/\bocc_q\b/lanes_q/g; s/\bvictim_q\b/next_q/g' "$rtl" >"$dir/renamed.sv"
expect renamed 0 'not compared:.* (occ_q.*victim_q|victim_q.*occ_q)' "$dir/renamed.sv"
sed 's/conflict1_open = beyond(conflict0, low1)/conflict1_open = low1/' "$dir/renamed.sv" >"$dir/bug.sv"
expect bug 1 '^FAIL pc_warp_lut seed 1 cycle [0-9]+: output' "$dir/bug.sv"
synth/netlist.sh pc_warp_lut small "$dir/netlist.v" >"$dir/netlist.log" 2>&1 || status=1
expect netlist 0 'PASS 1 of 1' "$dir/netlist.v"
echo 'module hd_pc_warp_lut; endmodule' >"$dir/foreign.sv"
expect foreign 1 '^ERROR cannot build pc_warp_lut' "$dir/foreign.sv"
exit $status
