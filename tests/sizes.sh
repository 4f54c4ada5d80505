#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sizes that make no sense are refused, with a sentence, by the RTL in Verilator and in Icarus and
# by the golden model. Each line below is a block, the parameters that differ from its configuration
# `small`, how the RTL's sentence begins, and the model's where it is another one.
#
# own: a width of nothing. Simulators reject such RTL before they would run it, each in its own
# words (or with an internal error); it is enough then that they do reject it.
set -u
dir=build/test/sizes
rm -rf "$dir"
mkdir -p "$dir"

cat >"$dir/table" <<'END_OF_TABLE'
pc_warp_lut|Entries=5|Ways must divide Entries||
pc_warp_lut|Entries=4 Ways=8|Ways must divide Entries||own
pc_warp_lut|Entries=6|Entries / Ways must be a power of two||
pc_warp_lut|Entries=0|Entries and Ways must be at least 1|Entries must be at least 1|own
pc_warp_lut|Ways=0|Entries and Ways must be at least 1|Ways must be at least 1|own
pc_warp_lut|Lanes=0|Lanes must be 1 to 64||own
pc_warp_lut|Lanes=65|Lanes must be 1 to 64||
pc_warp_lut|PcWidth=0|PcWidth must be 1 to 32||
pc_warp_lut|PcWidth=33|PcWidth must be 1 to 32||
pc_warp_lut|PoolEntries=1|PoolEntries must be 2 to 65536||own
pc_warp_lut|PoolEntries=65537|PoolEntries must be 2 to 65536||
pc_warp_lut|PcShift=3|the PC bits that select the set must lie within PcWidth|PcShift + log2(|
pc_warp_lut|PcShift=-1|the PC bits that select the set must lie within PcWidth|PcShift + log2(|
pc_warp_lut|Forward=2|Forward must be 0 or 1||
max_heap|Entries=1|Entries must be 2 to 1024||own
max_heap|Entries=1025|Entries must be 2 to 1024||
max_heap|PcWidth=0|PcWidth must be 1 to 32||own
max_heap|PcWidth=33|PcWidth must be 1 to 32||
max_heap|CntWidth=0|CntWidth must be 1 to 16||own
max_heap|CntWidth=17|CntWidth must be 1 to 16||
max_heap|CntWidth=1|CntWidth must hold the count of Lanes|clog2(Lanes + 1) must be|
max_heap|WidWidth=0|WidWidth must be 1 to 16||own
max_heap|WidWidth=17|WidWidth must be 1 to 16||
max_heap|LutWidth=0|LutWidth must be 1 to 16||own
max_heap|LutWidth=17|LutWidth must be 1 to 16||
max_heap|Lanes=0|Lanes must be 1 to 64||own
max_heap|Lanes=65 CntWidth=10|Lanes must be 1 to 64||
max_heap|QueueDepth=1|QueueDepth must be 2 to 64||
max_heap|QueueDepth=65|QueueDepth must be 2 to 64||
max_heap|Ports=0|Ports must be 1 or 2||
max_heap|Ports=3|Ports must be 1 or 2||
max_tree|Entries=1|Entries must be 2 to 1024||own
max_tree|Entries=1025|Entries must be 2 to 1024||
max_tree|PcWidth=0|PcWidth must be 1 to 32||own
max_tree|PcWidth=33|PcWidth must be 1 to 32||
max_tree|CntWidth=0|CntWidth must be 1 to 16||own
max_tree|CntWidth=17|CntWidth must be 1 to 16||
max_tree|CntWidth=1|CntWidth must hold the count of Lanes|clog2(Lanes + 1) must be|
max_tree|WidWidth=0|WidWidth must be 1 to 16||own
max_tree|WidWidth=17|WidWidth must be 1 to 16||
max_tree|LutWidth=0|LutWidth must be 1 to 16||own
max_tree|LutWidth=17|LutWidth must be 1 to 16||
max_tree|Lanes=0|Lanes must be 1 to 64||own
max_tree|Lanes=65 CntWidth=10|Lanes must be 1 to 64||
max_tree|QueueDepth=1|QueueDepth must be 2 to 64||
max_tree|QueueDepth=65|QueueDepth must be 2 to 64||
END_OF_TABLE

failed=0 cases=0 sentences=0 bare=0
wrong() { # tool, what it did
    echo "FAIL sizes $block $change: $1: $2"
    failed=$((failed + 1))
}

# judge TOOL EXIT-CODE SENTENCE LOG
judge() {
    if [ "$2" = 0 ]; then
        wrong "$1" 'accepted'
    elif grep -q -F "$block: $3" "$4"; then
        sentences=$((sentences + 1))
    elif [ "$own" = own ] && [ "$1" != model ]; then
        bare=$((bare + 1))
        echo "$block $change: $1: exit $2, $(grep -m1 -i error "$4" || echo "no message")" \
            >>"$dir/own"
    else
        wrong "$1" "exit $2, not the sentence '$3' but: $(grep -m1 . "$4")"
    fi
}

gcc -std=c11 -Wall -Wextra -Werror -Icmodel tests/sizes.c cmodel/*/*.c -o "$dir/model" || exit 2

# All parameters of the case: `small`, with the change.
values() {
    for p in $(sim/params.sh "$block" small); do
        for c in $change; do [ "${c%%=*}" != "${p%%=*}" ] || p=$c; done
        echo "$p"
    done
}

# ---- each case alone: the model, Icarus, and whether Verilator gets as far as running it ---------
while IFS='|' read -r block change sentence model own; do
    cases=$((cases + 1))
    rtl=$(ls rtl/*/hd_"$block".sv)
    at=$dir/$cases
    all=$(values)

    # shellcheck disable=SC2086 # lists of words, on purpose
    "$dir/model" "$block" $all >"$at.model" 2>&1
    judge model $? "${model:-$sentence}" "$at.model"

    defparams= generics= overrides=
    for p in $all; do
        defparams="$defparams -Phd_$block.$p"
        generics="$generics -G$p"
        overrides="$overrides${overrides:+, }.${p%%=*}(${p#*=})"
    done
    # In a shell of its own, which keeps what it says about a crash to itself.
    # shellcheck disable=SC2086
    (timeout 60 iverilog -g2012 $defparams -Y .sv -y rtl/common -s "hd_$block" \
        -o "$at.vvp" "$rtl" &&
        timeout 60 vvp -n "$at.vvp"; exit $?) >"$at.icarus" 2>&1
    judge icarus $? "$sentence" "$at.icarus"

    # shellcheck disable=SC2086
    if timeout 60 verilator --lint-only -Wno-fatal -Wno-lint -Wno-style $generics -y rtl/common \
        --top-module "hd_$block" "$rtl" >"$at.verilator" 2>&1; then
        echo "  hd_$block #($overrides) case_$cases ();" >>"$dir/$block.instances"
        echo "$cases|$block|$change|$sentence|$own" >>"$dir/run"
    else
        judge verilator 1 "$sentence" "$at.verilator"
    fi
done <"$dir/table"

# ---- Verilator: all cases of a block are one program, which notes each $fatal and goes on --------
cat >"$dir/main.cpp" <<'END_OF_MAIN'
#include <verilated.h>

#include "Vtop.h"

static int stops;
void vl_stop(const char *, int, const char *) VL_MT_UNSAFE { stops++; }

int main() {
    VerilatedContext context;
    Vtop top{&context};
    top.eval();
    return stops == 0 ? 0 : 1;
}
END_OF_MAIN
ccache=
command -v ccache >/dev/null 2>&1 && ccache=ccache
top=$(pwd)

# build BLOCK FOLDER INSTANCES ARGUMENTS...: what it says is in FOLDER.log
build() {
    rtl=$(ls rtl/*/hd_"$1".sv)
    folder=$2
    mkdir -p "$folder"
    { echo 'module top;'; cat "$3"; echo 'endmodule'; } >"$folder/top.sv"
    shift 3
    verilator "$@" -Wno-fatal -Wno-lint -Wno-style -Mdir "$folder" --prefix Vtop \
        --top-module top -y rtl/common "$rtl" "$folder/top.sv" >"$folder.log" 2>&1 &&
        make -C "$folder" -f Vtop.mk OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 OBJCACHE="$ccache" \
            Vtop >>"$folder.log" 2>&1
}

for instances in "$dir"/*.instances; do
    block=$(basename "$instances" .instances)
    change='all sizes'
    if ! build "$block" "$dir/$block" "$instances" --cc --exe "$top/$dir/main.cpp" \
        -CFLAGS -DVL_USER_STOP; then
        wrong verilator "does not build; log: $dir/$block.log"
        continue
    fi
    "$dir/$block/Vtop" >"$dir/$block.out" 2>&1 || true

    # That $fatal ends a program is Verilator's business; seen once a block, in one that is as
    # Verilator makes it.
    head -1 "$instances" >"$dir/$block.first"
    if ! build "$block" "$dir/$block-plain" "$dir/$block.first" --cc --exe --main; then
        wrong verilator "does not build; log: $dir/$block-plain.log"
    elif ("$dir/$block-plain/Vtop"; exit $?) >"$dir/$block-plain.out" 2>&1; then
        wrong verilator 'a program ends well'
    fi
done

while IFS='|' read -r number block change sentence own; do
    [ -e "$dir/$block.out" ] || continue
    grep -F "top.case_$number: " "$dir/$block.out" >"$dir/$number.verilator"
    code=1
    [ -s "$dir/$number.verilator" ] || code=0
    judge verilator $code "$sentence" "$dir/$number.verilator"
done <"$dir/run"

if [ $failed != 0 ]; then
    echo "FAIL sizes: $failed of $((3 * cases)) answers"
    exit 1
fi
echo "PASS sizes: $cases bad sizes refused by RTL in Verilator, RTL in Icarus and model:" \
    "$sentences times with the sentence, $bare times in a simulator's own words ($dir/own)"
