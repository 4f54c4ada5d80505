#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Instruction tests written for riscv-tests' environment, as kernels of one thread: on the reference,
# on the core in C with every plug, and on the RTL in lockstep. A line a test; of one that fails the
# number of its case. TESTS: the folder that rv32ui, rv32um, rv32ua, rv32uf lie in (those of
# riscv-tests: isa; usually our few). COSIM=no: not on the RTL.
set -u
[ "${ALONE:-}" = riscv ] || exec tools/alone.sh riscv "$0" "$@"
tests=${TESTS:-tests/riscv}
dir=build/riscv
if ! ls "$tests"/rv32u[imaf]/*.S >/dev/null 2>&1; then
    echo "ERROR TESTS=$tests: no rv32ui/*.S, rv32um/*.S, rv32ua/*.S, rv32uf/*.S in it" >&2
    exit 2
fi
rm -rf "$dir"
mkdir -p "$dir"
passed=0 failed=0 kernels=
plugs_there='pdom/static pdom/vt pdom/zorua dwf/static dwf/vt'

# What a test has left in its word: 1, or twice the number of the case that failed, and 1.
case_of() { # log
    word=$(sed -n 's/^ *0: \([0-9]*\)$/\1/p' "$1" | head -1)
    case $word in
        1) echo passed ;;
        '' | 0) echo "has no result: $(tail -1 "$1")" ;;
        *) echo "case $((word / 2)) fails" ;;
    esac
}

verdict() { # test machine what
    if [ "$3" = passed ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1 on $2: $3"
    fi
}

# clang knows no float constants as 0f:7fc00000: they become words. lld 14 does not align what might
# be relaxed.
compile() { # file name
    clang --target=riscv32 -march=rv32imaf -mabi=ilp32f -E -Iprograms -I"$tests/macros/scalar" "$1" |
        sed -E 's/\.float +0f:([0-9a-fA-F]+)/.word 0x\1/g' >"$dir/$2.s" &&
        clang --target=riscv32 -march=rv32imaf -mabi=ilp32f -mno-relax -nostdlib -fuse-ld=lld \
            -Wl,-T,programs/heddle.ld "$dir/$2.s" -o "$dir/$2.elf"
}

on() { # test machine options...
    name=$1 machine=$2
    shift 2
    what=ended
    build/bin/heddle run "$dir/$name.elf" --arg buf:4 --dump 0:i --quiet "$@" >"$dir/log" 2>&1 ||
        what="was stopped: $(tail -1 "$dir/log")"
    [ "$what" != ended ] || what=$(case_of "$dir/log")
    verdict "$name" "$machine" "$what"
}

for file in "$tests"/rv32u[imaf]/*.S; do
    name=$(basename "$(dirname "$file")")-$(basename "$file" .S)
    case $name in
        rv32ui-fence_i | rv32ui-ma_data) # code does not change; accesses are aligned
            echo "left out: $name"
            continue
            ;;
    esac
    if ! compile "$file" "$name" 2>"$dir/log"; then
        verdict "$name" clang "does not compile: $(head -1 "$dir/log")"
        continue
    fi
    before=$failed
    on "$name" reference --machine reference
    for plugs in $plugs_there; do
        on "$name" "$plugs" --preset small --formation "${plugs%/*}" --residency "${plugs#*/}"
    done
    [ "$failed" != "$before" ] || echo "PASS $name on reference $plugs_there"
    kernels="$kernels $dir/$name.elf"
done

if [ "${COSIM:-}" != no ]; then
    echo "on the RTL, in lockstep: $(echo $kernels | wc -w) tests"
    KERNEL=$kernels LAUNCH='arg=buf:4 dump=0:i' sim/cosim.sh >"$dir/rtl.log" 2>&1 || cat "$dir/rtl.log"
    for kernel in $kernels; do
        # The line before a verdict is what the kernel has left, the one behind it what was compared.
        grep -E -B 1 -A 1 "^[A-Za-z]+ $kernel( |:)" "$dir/rtl.log" >"$dir/log"
        what=$(case_of "$dir/log")
        [ "$what" != passed ] || grep -q ' 0 mismatches' "$dir/log" || what="differs from the model: $dir/rtl.log"
        verdict "$(basename "$kernel" .elf)" RTL "$what"
    done
fi
echo "$passed passed, $failed failed: $(echo $kernels | wc -w) tests of $tests"
[ $failed = 0 ] && [ $passed != 0 ]
