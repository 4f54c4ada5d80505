#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sizes that make no sense are refused, with a sentence, by the RTL in Verilator and in Icarus and
# by the golden model. Each line of tests/refused/BLOCK.txt is the parameters that differ from the
# configuration `small`, how the RTL's sentence begins, the model's where it is another one, and perhaps:
#
# own: a width of nothing. Simulators reject such RTL before they would run it, each in its own
# words (or with an internal error); it is enough then that they do reject it.
# KeyWidth=0 beside another one keeps Verilator 5.006 from working on the module for ever.
set -u
dir=build/test/sizes
rm -rf "$dir"
mkdir -p "$dir"

# EIGHTH=0..7: every eighth case, so that eight runs make all of them.
for list in tests/refused/*.txt; do sed "s/^/$(basename "$list" .txt)|/" "$list"; done |
    awk -v eighth="${EIGHTH:-}" 'eighth == "" || NR % 8 == eighth' >"$dir/table"

# A tool that hangs is stopped; no answer hangs on how busy the machine is.
hang=3600
failed=0 cases=0 sentences=0 bare=0
wrong() { # tool, what it did
    echo "FAIL sizes $block $change: $1: $2"
    failed=$((failed + 1))
}

# judge TOOL EXIT-CODE SENTENCE LOG
judge() {
    if [ "$2" = 124 ]; then
        wrong "$1" "stopped after $hang s"
    elif [ "$2" = 0 ]; then
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

# Where the modules are that a block is made of.
libraries=$(for folder in rtl/*/; do printf -- '-y %s ' "${folder%/}"; done)

{
    tools/facts.sh member
    for list in tests/refused/*.txt; do
        block=$(basename "$list" .txt)
        echo "$block $(tools/params.sh "$block" small)"
    done
} | awk -f tests/sizes.awk cmodel/*/*.h - >"$dir/models.inc" || exit 2
gcc -std=c11 -Wall -Wextra -Werror -Icmodel -I"$dir" tests/sizes.c cmodel/*/*.c -o "$dir/model" || exit 2

# All parameters of the case: `small`, with the change.
values() {
    for p in $(tools/params.sh "$block" small); do
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
    # In a shell of its own: the message of the shell about a crash is not printed.
    # shellcheck disable=SC2086
    (timeout $hang iverilog -g2012 $defparams -Y .sv $libraries -s "hd_$block" -o "$at.vvp" "$rtl" &&
        timeout $hang vvp -n "$at.vvp"; exit $?) >"$at.icarus" 2>&1
    judge icarus $? "$sentence" "$at.icarus"

    # shellcheck disable=SC2086
    timeout $hang verilator --lint-only -Wno-fatal -Wno-lint -Wno-style $generics $libraries \
        --top-module "hd_$block" "$rtl" >"$at.verilator" 2>&1
    code=$?
    if [ $code = 0 ]; then
        echo "  hd_$block #($overrides) case_$cases ();" >>"$dir/instances"
        echo "$cases|$block|$change|$sentence|$own" >>"$dir/run"
    else
        [ $code = 124 ] || code=1
        judge verilator $code "$sentence" "$at.verilator"
    fi
done <"$dir/table"

# ---- Verilator: all cases are one program, which notes each $fatal and goes on ------------------
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

# build FOLDER INSTANCES ARGUMENTS...: what it says is in FOLDER.log
build() {
    folder=$1
    mkdir -p "$folder"
    { echo 'module top;'; cat "$2"; echo 'endmodule'; } >"$folder/top.sv"
    shift 2
    # shellcheck disable=SC2086 # lists of words, on purpose
    verilator --cc --exe "$@" -Wno-fatal -Wno-lint -Wno-style -Mdir "$folder" --prefix Vtop \
        --top-module top $libraries "$folder/top.sv" >"$folder.log" 2>&1 &&
        make -C "$folder" -f Vtop.mk OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 OBJCACHE="$ccache" \
            Vtop >>"$folder.log" 2>&1
}

block='all blocks' change='all sizes'
if build "$dir/all" "$dir/instances" "$top/$dir/main.cpp" -CFLAGS -DVL_USER_STOP; then
    "$dir/all/Vtop" >"$dir/all.out" 2>&1 || true
else
    wrong verilator "does not build; log: $dir/all.log"
fi

# That $fatal ends a program is Verilator's business; seen once, in one that is as Verilator makes it.
block='one block' change='one size'
head -1 "$dir/instances" >"$dir/first"
if ! build "$dir/plain" "$dir/first" --main; then
    wrong verilator "does not build; log: $dir/plain.log"
elif ("$dir/plain/Vtop"; exit $?) >"$dir/plain.out" 2>&1; then
    wrong verilator 'a program ends well'
fi

while IFS='|' read -r number block change sentence own; do
    [ -e "$dir/all.out" ] || break
    grep -F "top.case_$number: " "$dir/all.out" >"$dir/$number.verilator"
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
