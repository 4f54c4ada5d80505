#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Instruction tests written for riscv-tests' environment, as kernels of one thread: on the reference,
# on the core in C with static and with dynamic warps, and on the RTL in lockstep. TESTS: the folder
# that rv32ui, rv32um, rv32ua, rv32uf lie in (those of riscv-tests: isa; usually our few). COSIM=no: not on it.
set -u
tests=${TESTS:-tests/riscv}
dir=build/riscv
if ! ls "$tests"/rv32u[imaf]/*.S >/dev/null 2>&1; then
    echo "ERROR TESTS=$tests: no rv32ui/*.S, rv32um/*.S, rv32ua/*.S, rv32uf/*.S in it" >&2
    exit 2
fi
rm -rf "$dir"
mkdir -p "$dir"
passed=0 failed=0 kernels=

verdict() { # test machine, good or not
    if [ "$3" = good ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1 on $2: $(tail -1 "$dir/log")"
    fi
}

# clang knows no float constants as 0f:7fc00000: they become words. lld 14 does not align what might
# be relaxed.
compile() { # file name
    clang --target=riscv32 -march=rv32imaf -mabi=ilp32f -E -Isim/programs -I"$tests/macros/scalar" "$1" |
        sed -E 's/\.float +0f:([0-9a-fA-F]+)/.word 0x\1/g' >"$dir/$2.s" &&
        clang --target=riscv32 -march=rv32imaf -mabi=ilp32f -mno-relax -nostdlib -fuse-ld=lld \
            -Wl,-T,sim/programs/heddle.ld "$dir/$2.s" -o "$dir/$2.elf"
}

on() { # test machine options...
    name=$1 machine=$2
    shift 2
    build/bin/heddle run "$dir/$name.elf" --arg buf:4 --dump 0:i --quiet "$@" >"$dir/log" 2>&1 &&
        grep -qx ' *0: 1' "$dir/log" && good=good || good=no
    verdict "$name" "$machine" $good
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
        verdict "$name" clang no
        continue
    fi
    on "$name" reference --machine reference
    on "$name" pdom --preset small
    on "$name" dwf --preset small --formation dwf
    kernels="$kernels $dir/$name.elf"
done

if [ "${COSIM:-}" != no ]; then
    KERNEL=$kernels LAUNCH='arg=buf:4 dump=0:i' sim/cosim.sh >"$dir/rtl.log" 2>&1 || cat "$dir/rtl.log"
    for kernel in $kernels; do
        grep -B 1 "^PASS $kernel " "$dir/rtl.log" >"$dir/log" && grep -qx ' *0: 1' "$dir/log" &&
            grep -A 1 "^PASS $kernel " "$dir/rtl.log" | grep -q ' 0 mismatches' && good=good || good=no
        verdict "$(basename "$kernel" .elf)" RTL $good
    done
fi
echo "$passed passed, $failed failed: $(echo $kernels | wc -w) tests of $tests"
[ $failed = 0 ] && [ $passed != 0 ]
