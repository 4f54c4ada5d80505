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
more=
expect() {
    rm -rf "$dir/$1"
    for file in $fields $rtl $model $cover $more; do
        mkdir -p "$dir/$1/$(dirname "$file")"
        cp "$file" "$dir/$1/$file"
    done
    mkdir -p "$dir/$1/out/$(basename "$(dirname $fields)")"
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
expect register-unnamed $rtl 's/^endmodule/always_ff @(posedge clk_i) if (a) more[1] <= b <= c; &/' \
    "$rtl: more is assigned at a clock edge"
expect register-unnamed-of-two $rtl 's/^endmodule/always_ff @(posedge clk_i) {occ_q[0], more} <= 0; &/' \
    "$rtl: more is assigned at a clock edge"
expect register-twice $rtl 's/^endmodule/if (Ways > 1) begin : gen_more logic pc_q; end &/' \
    "$rtl: register pc_q is declared twice"
expect register-behind-quote $rtl 's/^endmodule/initial $display("\\"\/\/"); logic more_q; &/' \
    "$rtl: register more_q is compared nowhere"
expect register-of-type $rtl 's/^\( *\)logic.* victim_q /\1pointer victim_q /' \
    "$fields:[0-9]*: victim_q: its declaration cannot be read"
expect register-upwards $rtl 's/\[PtrWidth-1:0\] victim_q \[Sets\]/[0:Sets*PtrWidth-1] victim_q/' \
    "$fields:[0-9]*: victim_q: its declaration does not tell"
expect port-of-two-ranges $rtl 's/^\( *input  logic \)\[2\*PcWidth-1:0\]/\1[1:0][PcWidth-1:0]/' \
    "$rtl: the port '\[1:0\]\[PcWidth-1:0\]  grp_pc_i' is more than a range and a name"
expect port-without-ending $rtl 's/\bgrp_pc_i\b/grp_pc/' "$rtl: the name of the port 'grp_pc' does not end with _i"
expect dead-line $fields 's/^victim_q/oldest_q: Never: was\n&/' "$fields:[0-9]*: oldest_q is no port and no register"
expect dead-omission $fields 's/^without sets/without ways: none\n&/' "$fields:[0-9]*: ways is no register or member"
expect no-sentence $fields 's/^victim_q: .*/victim_q/' "$fields:[0-9]*: victim_q: which rule of the page"
expect line-twice $fields 's/^victim_q: .*/&\n&/' "$fields:[0-9]*: victim_q has a line already"
expect line-twice-by-comma $fields 's/^victim_q: /victim_q, victim_q: /' \
    "$fields:[0-9]*: victim_q has a line already"
expect dead-name-in-line $fields 's/^victim_q: /victim_q, oldest_q: /' \
    "$fields:[0-9]*: oldest_q is no port and no register"
expect dead-omission-in-line $fields 's/^without sets/without sets, ways/' \
    "$fields:[0-9]*: ways is no register or member"
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
expect one-place $fields 's/ at gen_way[^ ]*pc_q[^ ]*/ at gen_way[0].pc_q[0]/' \
    "$fields:[0-9]*: pc_q: all of its elements are at gen_way\[0\].pc_q\[0\]"
expect part-twice $fields 's/^valid_q of /&1 of /' "$fields:[0-9]*: valid_q: two times 'of"
expect list-twice $fields 's/^sees /sees nothing\n&/' "$fields:[0-9]*: two lines 'sees'"
expect wave-of-none $fields 's/^waves /&oldest_q /' "$fields: waves: oldest_q is no register"
expect port-in-some-sizes $fields 's/^join_en_o/& when Ways > 1/' "$fields:[0-9]*: join_en_o is a port"
expect input-with-condition $fields 's/^sees /grp_pc_i if 0\n&/' "$fields:[0-9]*: grp_pc_i is an input"
expect parameter-of-many $fields 's/^sees /Ways of 2\n&/' "$fields:[0-9]*: Ways is a parameter"
expect unseen $fields 's/^sees /&grp_pc /' "$fields: the stimulus cannot see grp_pc_o"
expect jump-of-none $fields 's/^sees /jumps oldest_q\n&/' "$fields: jumps: oldest_q is no register"
expect part-of-none $fields 's/^sees /part none\n&/' 'cannot read dpi/formation/none.part'
expect like-none $fields 's/^sees /like none\n&/' "$rtl: parameter [A-Za-z]*: struct none_cfg has no member"
expect driven-output $fields 's/^sees /drive join_en_o: 0\n&/' "$fields: drive: join_en_o is no input"
expect undeclared-in-some-sizes $fields 's/ at gen_way.*pc_q[^ ]*/ at gen_way[i].u_pc.mem[0] when Ways > 1/' \
    "$fields:[0-9]*: pc_q: what is there in some sizes only"
expect bits-of-port $fields 's/^join_en_o/& bits 1/' "$fields:[0-9]*: join_en_o is a port: all of its bits"
expect written-by-none $fields 's/^victim_q/& written oldest_i/' \
    "$fields:[0-9]*: victim_q: oldest_i is no port that says places"
expect places-without-view $fields 's/^victim_q/& written line(2)/' "$fields:[0-9]*: victim_q: line(2) is no port"
expect odd-width $rtl 's/^\( *input  logic \)\[2\*PcWidth-1:0\]\(  grp_pc_i\)/\1[2*PcWidth:0]\2/' \
    "$fields: grp_pc: how many elements"


# A struct that the state has twice: each of its members needs a partner in each of the two.
(
    status=0
    fields=dpi/residency/context_handler.fields
    rtl=rtl/residency/hd_context_handler.sv
    model=cmodel/residency/context_handler.h
    cover=dpi/residency/context_handler_cover.c
    more='dpi/residency/context_handler_view.h cmodel/residency/granule_queue.h'
    expect one-of-two-members $fields '/^load_data_q /,/^$/d' \
        "$model: struct context_handler: load_queue.data has no partner"
    exit $status
) || status=1

# A memory without rows has no place for each element of one; words at the beginning lie somewhere.
(
    status=0
    fields=dpi/residency/load_queues.fields
    rtl=rtl/residency/hd_load_queues.sv
    model=cmodel/residency/load_queues.h
    cover=dpi/residency/load_queues_cover.c
    more=dpi/residency/load_queues_view.h
    expect each-of-one $fields '/^warp_q/s/newest(1)/newest(each)/' \
        "$fields:[0-9]*: warp_q: a place for 'each' element of a row"
    expect begins-nowhere $fields 's/^warp_q/begins warp_q of Active+Inactive\n&/' \
        "$fields:[0-9]*: begins warp_q: it has 'of', 'at' and 'as'"
    exit $status
) || status=1

# Elements and places exchanged: of a memory that has both.
(
    status=0
    fields=dpi/formation/simt_stack.fields
    rtl=rtl/formation/hd_simt_stack.sv
    model=cmodel/formation/simt_stack.h
    cover=dpi/formation/simt_stack_cover.c
    more=dpi/formation/simt_stack_view.h
    expect across-one-dimension $fields 's/^live_q/& as live[l][e]/' \
        "$fields:[0-9]*: live_q: \[l\]\[e\] is of a memory"
    expect across-unwritten $fields '/^pc_q/,/^frame_q/s/written op_slot_i.*begin_slot_i //' \
        "$fields:[0-9]*: pc_q: \[l\]\[e\] is of a memory"
    expect across-missing $fields 's/ as pc\[l\]\[e\]/ as pcs[l][e]/' \
        "$fields:[0-9]*: pc_q: struct simt_stack has no member pcs"
    exit $status
) || status=1

# A function that goes by inputs is in <block>_view.h, which is not copied here.
(
    status=0
    fields=dpi/core/register_file.fields
    rtl=rtl/core/hd_register_file.sv
    model=cmodel/core/register_file.h
    cover=dpi/core/register_file_cover.c
    expect inputs-without-view $fields '' \
        "$fields:[0-9]*: mem: asked(in,each) is no port that says places"
    exit $status
) || status=1

# Several memories have words at the beginning, each under its name; zeros are words of one of these.
(
    status=0
    fields=dpi/core/shared_memory.fields
    rtl=rtl/core/hd_shared_memory.sv
    model=cmodel/core/shared_memory.h
    cover=dpi/core/shared_memory_cover.c
    more="dpi/core/shared_memory_view.h $(for file in $(sed -n 's/^#include "\(.*\)"/\1/p' $model); do
        echo "cmodel/$file"; done)"
    expect begins-of-two $fields 's/^begins mem \(.*\)/&\nbegins more \1[l*8+e]\nzeros more/' ''
    grep -q 'begin_more(handle, l\*8+e,' "$dir/begins-of-two/out/core/hd_shared_memory_lockstep.sv" &&
        grep -q 'gen_more_zeros' "$dir/begins-of-two/out/core/hd_shared_memory_tb.sv" ||
        { echo 'FAIL seam begins-of-two: the other memory is not there'; status=1; }
    expect begins-twice $fields 's/^begins mem .*/&\n&/' "$fields:[0-9]*: two lines 'begins mem'"
    expect zeros-of-none $fields 's/^begins mem .*/&\nzeros more/' "$fields: zeros: more has no line 'begins'"
    exit $status
) || status=1

# An array whose elements have lines by their numbers: how many there are the C compiler knows.
(
    status=0
    fields=dpi/core/scratch_lookup.fields
    rtl=rtl/core/hd_scratch_lookup.sv
    model=cmodel/core/scratch_lookup.h
    cover=dpi/core/scratch_lookup_cover.c
    more=dpi/core/scratch_lookup_view.h
    expect two-elements $fields '' ''
    expect one-of-two-elements $fields 's,due_lanes_q as question\[1,due_lanes_q as question[0,' ''
    svdpi=$(verilator --getenv VERILATOR_ROOT)/include/vltstd
    for name in two one-of-two; do
        out=$dir/$name-elements/out
        echo '#include "svdpi.h"' >"$out/Vtb__Dpi.h"
        code=0
        gcc -std=c11 -fsyntax-only -Icmodel -Idpi -I"$out" -I"$svdpi" \
            "$out/core/scratch_lookup_dpi.c" >"$out/log" 2>&1 || code=$?
        case $name$code in
            two0) ;;
            one-of-two1) grep -q 'question\[\].lanes: one element or more has no line' "$out/log" ;;
            *) false ;;
        esac || { echo "FAIL seam $name-elements: compiler's code $code; log: $out/log"; status=1; }
    done
    exit $status
) || status=1

# What the generator cannot see: it writes $bits(name), and the run refuses what does not fit.
make -s build/sim/pc_warp_lut/small/deep/Vtb BLOCK=pc_warp_lut
refused() {
    tree=$dir/$1
    mkdir -p "$tree/build"
    for part in Makefile mk cmodel tb sim cli programs tools; do ln -s "$top/$part" "$tree/$part"; done
    for part in build/lib build/bin build/obj build/.tools rtl dpi; do cp -rp "$part" "$tree/$part"; done
    sed "$3" "$2" >"$tree/$2"
    if ! cmp -s "$2" "$tree/$2" && ! make -C "$tree" lockstep BLOCK=pc_warp_lut CONFIG=small \
        PROFILE=hot CYCLES=2000 RTL= >"$tree/log" 2>&1 && grep -q "^ERROR pc_warp_lut: $4" "$tree/log"; then
        echo "PASS seam $1: $(grep -m1 '^ERROR pc_warp_lut' "$tree/log")"
        rm -rf "$tree"
    else
        echo "FAIL seam $1: not refused; log: $tree/log"
        status=1
    fi
}
refused width $rtl 's/^\( *input  logic \)\[2\*PcWidth-1:0\]\(  grp_pc_i\)/\1[2*(PcWidth+40)-1:0]\2/' \
    'grp_pc: 2 elements'
refused half $fields 's/^valid_q of Entries/valid_q of Entries\/2/' \
    'valid_q: 2 elements'
[ $status != 0 ] || echo 'PASS seam'
exit $status
