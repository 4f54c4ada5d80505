#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds one test bench: build_bench.sh BLOCK CONFIG VARIANT SOCKET STIMULUS C_FILES
# C_FILES: the C sides of the checkers, <block>_dpi.c of the block and of those inside it, and what
# they share.
# OBJECTS, LIBRARIES: objects and libraries that the stimulus needs besides. OPTIMIZE: of the simulation (-O2); -O0 is
# there in a third of the time, for one short run.
# Variants: deep, outputs, bare, waves, cover; mine: the RTL of the variable RTL, registers compared
# where it has some of the same names.
set -eu
block=$1 config=$2 variant=$3 socket=$4 stimulus=$5
shift 5
top=$(pwd)
dir=build/sim/$block/$config/$variant
log=$dir/build.log
mkdir -p "$dir"
rm -f "$dir/Vtb" "$dir/absent"

parameters=$(tools/params.sh "$block" "$config") || exit 2
generics=$(echo "$parameters" | tr ' ' '\n' | sed 's/^./-G&/' | tr '\n' ' ')
rtl=rtl/$socket/hd_$block.sv
checker="dpi/common/*.sv $(echo "$*" | tr ' ' '\n' |
    sed -n 's|\([a-z0-9_]*\)_dpi.c$|hd_\1_lockstep.sv|p' | tr '\n' ' ')"
c_checker=$*
bench=build/seam/$socket/hd_${block}_tb.sv
c_bench="tb/$socket/${stimulus}_stim.c build/seam/$socket/${block}_bench.c"
libraries=$(for folder in rtl/*/ dpi/common/; do printf -- '-y %s ' "${folder%/}"; done)
flags=
case $variant in
    deep) ;;
    outputs) flags=+define+HD_NO_STATE ;;
    bare) checker=dpi/common/hd_float.sv c_checker= ;;
    waves) flags="+define+HD_WAVES --trace --trace-max-array 64 --trace-max-width 1024" ;;
    cover) flags="--coverage-line --coverage-toggle" ;;
    mine) rtl=$RTL ;;
esac
case $variant-${RTL:-} in waves-?*) rtl=$RTL ;; esac
# Gates that yosys made with our library need its cells.
case $rtl in *.v) rtl="$rtl synth/heddle_cells.v" ;; esac

fail() {
    echo "ERROR $1; log: $log" >&2
    grep -m3 -E '^%Error|error:' "$log" >&2 || true
    exit 2
}

# Split: functions of ten thousand lines, as a unit of 64 warps makes them, take gcc many minutes.
# Warnings are the lint gate's: here a doubtful design is to be run and judged by what it does.
# shellcheck disable=SC2086 # lists of words, on purpose
verilate() {
    verilator "$@" $flags +define+HD_JUMPS -Wno-fatal -O3 --output-split-cfuncs 500 --x-initial unique --prefix Vtb \
        --top-module "hd_${block}_tb" $generics \
        $libraries $rtl $checker "$bench" >"$log" 2>&1
}

# A module given with RTL=: leave out, one after the other, the registers that it does not have.
case $variant-${RTL:+own} in
mine-* | waves-own)
    absent=
    while ! verilate --lint-only; do
        # %Error: ...: Can't find definition of 'x_q' in dotted variable: ...
        name=$(sed -n "s/^%Error.*Can't find definition of[^']*'\([a-z0-9_]*_q\)'.*/\1/p" "$log" | head -1)
        case " $absent " in *" $name "*) name= ;; esac
        if [ -z "$name" ]; then
            case $flags in *HD_NO_STATE*) fail "cannot build $block with $rtl" ;; esac
            flags="$flags +define+HD_NO_STATE+HD_NO_CONTENTS"
            absent=all
            continue
        fi
        absent="$absent $name"
        flags="$flags +define+HD_NO_$name"
    done
    echo "$absent" >"$dir/absent"
    ;;
esac

verilate --cc -Mdir "$dir" --exe "$top/sim/verilated_main.cpp" "$top/$dir/block.a" \
    $(for object in ${OBJECTS:-}; do echo "$top/$object"; done) \
    "$top/build/lib/libharness.a" "$top/build/lib/libheddle.a" ${LIBRARIES:+-LDFLAGS "$LIBRARIES"} \
    -CFLAGS "-I$top/sim" || fail "Verilator does not take $rtl in configuration $config"

# The objects of the C side are shared by all benches (mk/benches.mk); the prototypes are the bench's own: the
# heads of the generated functions are held against those.
sources="$c_checker $c_bench"
include=$(verilator --getenv VERILATOR_ROOT)/include/vltstd
{
    echo '#include "Vtb__Dpi.h"'
    for source in $sources; do
        case $source in build/seam/*) sed -n '/^static/!s/^\([a-z].*)\)$/\1;/p' "$source" ;; esac
    done
} >"$dir/heads.c"
{ grep -q "${block}_drive(" "$dir/heads.c" &&
    gcc -std=gnu11 -fsyntax-only -I"$include" "$dir/heads.c"; } >>"$log" 2>&1 ||
    fail "gcc does not take the C side of $block with the prototypes of its checkers"
rm -f "$dir/block.a"
# shellcheck disable=SC2046 # a list of words
ar rcs "$dir/block.a" $(for source in $sources; do echo "build/obj/${source%.c}.o"; done)

# The files of Verilator are compiled in one piece, or in two: what runs once, such as the settling of the
# constants, is not optimized. By clang, which takes half the time of gcc for code that is as fast.
classes() { sed -n "/^VM_$1 /,/^\$/p" "$dir/Vtb_classes.mk" | sed -n 's/^\t\(Vtb[^ ]*\).*/\1/p'; }
piece() { for file in "$@"; do echo "#include \"$file.cpp\""; done; }
slow=
[ "$(cat "$dir"/*__Slow.cpp | wc -c)" -lt 100000 ] || slow=slow
{
    piece "$top/sim/verilated_main" $(classes CLASSES_FAST) $(classes SUPPORT_FAST)
    [ -n "$slow" ] || piece $(classes CLASSES_SLOW) $(classes SUPPORT_SLOW)
} >"$dir/fast.cpp"
piece $(classes CLASSES_SLOW) $(classes SUPPORT_SLOW) >"$dir/slow.cpp"

# With the headers that they all begin with compiled before (sim/verilated.mk).
optimized() { # -O0 or -O2
    pch=$top/build/obj/any/verilated$1.pch
    case $variant in
        waves | cover) pch= ;;
    esac
    echo "$1${pch:+ -include-pch $pch}"
}
ccache=
command -v ccache >/dev/null 2>&1 && ccache=ccache
export CCACHE_SLOPPINESS=pch_defines,time_macros # what it wants for precompiled headers
make -C "$dir" -f Vtb.mk CXX=clang++ LINK=clang++ OPT_FAST="$(optimized "${OPTIMIZE:--O2}")" \
    OPT_SLOW="$(optimized -O0)" OPT_GLOBAL=-O2 OBJCACHE="$ccache" VM_PARALLEL_BUILDS=1 VM_USER_CLASSES= \
    VM_CLASSES_FAST=fast VM_SUPPORT_FAST= VM_CLASSES_SLOW="$slow" VM_SUPPORT_SLOW= Vtb \
    >>"$log" 2>&1 || fail "the simulation of $block does not compile"
