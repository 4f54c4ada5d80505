#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What has no partner in a seam is an error that names it: each kind of them planted in a copy of a
# block's files, and the generator asked. A width that no longer fits shows when the run begins.
set -eu
top=$(pwd)
dir=build/test/seam
make -s build/bin/seam seams BLOCK=
rm -rf "$dir"
status=0
fields=dpi/formation/pc_warp_lut.fields
rtl=rtl/formation/hd_pc_warp_lut.sv
model=cmodel/formation/pc_warp_lut.h
cover=dpi/formation/pc_warp_lut_cover.c

# expect NAME FILE EXPRESSION PATTERN: the file changed by sed; the generator must say the pattern.
expect() {
    rm -rf "$dir/$1"
    for file in $fields $rtl $model $cover; do
        mkdir -p "$dir/$1/$(dirname "$file")"
        cp "$file" "$dir/$1/$file"
    done
    mkdir -p "$dir/$1/out/formation"
    sed "$3" "$2" >"$dir/$1/$2"
    if [ "$3" != '' ] && cmp -s "$2" "$dir/$1/$2"; then
        echo "FAIL seam $1: nothing planted in $2: $3"
        status=1
        return
    fi
    code=0
    (cd "$dir/$1" && "$top/build/bin/seam" $fields $rtl out) >"$dir/$1/log" 2>&1 || code=$?
    if { [ -n "$4" ] && [ $code = 2 ] && grep -q "^ERROR $4" "$dir/$1/log"; } ||
        { [ -z "$4" ] && [ $code = 0 ]; }; then
        echo "PASS seam $1${4:+: $(grep -m1 "^ERROR $4" "$dir/$1/log")}"
    else
        echo "FAIL seam $1: code $code, wanted '$4'; log: $dir/$1/log"
        status=1
    fi
}

expect unchanged $fields '' ''
expect port-renamed $rtl 's/\bgrp_pc_i\b/grp_pcs_i/' "$rtl: grp_pcs: struct pc_warp_lut_in has no member grp_pcs"
expect output-renamed $rtl 's/\bjoin_en_o\b/joined_o/' "$rtl: output joined_o: $fields has no line"
expect output-without-line $fields '/^shut_en_o/d' "$rtl: output shut_en_o: $fields has no line"
expect register-renamed $rtl 's/\bocc_q\b/lanes_q/' "$rtl: register lanes_q is compared nowhere"
expect register-without-line $fields '/^victim_q/d' "$rtl: register victim_q is compared nowhere"
expect register-added $rtl 's/^endmodule/logic more_q; &/' "$rtl: register more_q is compared nowhere"
expect dead-line $fields 's/^victim_q/oldest_q: Never: was\n&/' "$fields:[0-9]*: oldest_q is no port and no register"
expect dead-omission $fields 's/^without sets/without ways: none\n&/' "$fields:[0-9]*: ways is no register or member"
expect no-sentence $fields 's/^victim_q: .*/victim_q/' "$fields:[0-9]*: victim_q: which rule of the page"
expect line-twice $fields 's/^victim_q: .*/&\n&/' "$fields:[0-9]*: victim_q has a line already"
expect input-without-port $model 's/^    bool close_en;/&\n    bool kept;/' \
    "$model: struct pc_warp_lut_in: kept has no partner"
expect output-without-port $model 's/^    bool close_hit;/&\n    bool kept;/' \
    "$model: struct pc_warp_lut_out: kept has no partner"
expect state-without-register $model 's/^    uint32_t sets;/&\n    uint32_t kept;/' \
    "$model: struct pc_warp_lut: kept has no partner"
expect parameter-renamed $rtl 's/\bPcShift\b/PcLow/' \
    "$rtl: parameter PcLow: struct pc_warp_lut_cfg has no member pc_low"
expect parameter-without-member $model 's/^    uint32_t pc_shift;/    uint32_t shift;/' "$rtl: parameter PcShift: "
expect count-unsaid $fields 's/^valid_q of Entries/valid_q/' "$fields:[0-9]*: valid_q: .*say it with"
expect rows-for-one $fields 's/^close_occ_o/close_occ_o of 2/' "$fields:[0-9]*: close_occ is one element in the model"
expect blind-condition $fields 's/^pc_q \(.*\) if s->valid\[i\]/pc_q \1 if in->close_en/' \
    "$fields:[0-9]*: pc_q: a register is compared between"
expect unseen $fields 's/^sees /&grp_pc /' "$fields: the stimulus cannot see grp_pc_o"
expect jump-of-none $fields 's/^sees /jumps oldest_q\n&/' "$fields: jumps: oldest_q is no register"
expect bits-of-port $fields 's/^join_en_o/& bits 1/' "$fields:[0-9]*: join_en_o is a port: all of its bits"
expect written-by-none $fields 's/^victim_q/& written oldest_i/' \
    "$fields:[0-9]*: victim_q: oldest_i is no port that says places"
expect places-without-view $fields 's/^victim_q/& written line(2)/' "$fields:[0-9]*: victim_q: line(2) is no port"
expect odd-width $rtl 's/^\( *input  logic \)\[2\*PcWidth-1:0\]\(  grp_pc_i\)/\1[2*PcWidth:0]\2/' \
    "$fields: grp_pc: how many elements"

# A port of another width: what is generated takes its width from the RTL, and the run refuses it.
make -s build/sim/pc_warp_lut/small/deep/Vtb BLOCK=pc_warp_lut
tree=$dir/width
mkdir -p "$tree/build"
for part in Makefile mk cmodel dpi tb sim cli programs tools; do ln -s "$top/$part" "$tree/$part"; done
for part in build/lib build/bin build/obj build/.tools rtl; do cp -rp "$part" "$tree/$part"; done
sed 's/^\( *input  logic \)\[2\*PcWidth-1:0\]\(  grp_pc_i\)/\1[2*(PcWidth+40)-1:0]\2/' $rtl >"$tree/$rtl"
if ! cmp -s $rtl "$tree/$rtl" && ! make -C "$tree" lockstep BLOCK=pc_warp_lut CONFIG=small PROFILE=hot \
    CYCLES=2000 RTL= >"$tree/log" 2>&1 && grep -q '^ERROR pc_warp_lut: grp_pc: 2 elements' "$tree/log"; then
    echo "PASS seam width: $(grep -m1 '^ERROR pc_warp_lut' "$tree/log")"
    rm -rf "$tree"
else
    echo "FAIL seam width: a port of 43 bits a PC is not refused; log: $tree/log"
    status=1
fi
[ $status != 0 ] || echo 'PASS seam'
exit $status
