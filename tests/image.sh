#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The loader of ELF files under the address and undefined-behaviour sanitizers: images that are moved,
# several in one memory, and good files broken in thousands of ways. COUNT, SEED: how many each, and which.
set -eu
dir=build/test/image
mkdir -p "$dir"
cc="gcc -std=gnu11 -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror -O1 -g
    -fsanitize=address,undefined -fno-sanitize-recover=all -Icmodel -Icli"
kernel="clang --target=riscv32 -march=rv32imaf -mabi=ilp32f -std=c11 -O2 -Wall -Wextra -ffreestanding
    -nostdlib -fno-jump-tables -ffp-contract=off -Xclang -fconvergent-functions -gline-tables-only
    -fdebug-compilation-dir=. -fuse-ld=lld -Wl,-T,programs/heddle.ld -Wl,--gc-sections -Iprograms
    tests/image/moved.c"
relocs=-Wl,--emit-relocs

# shellcheck disable=SC2086 # lists of words
{
    $kernel -mno-relax $relocs -o "$dir/near.elf"
    $kernel -mno-relax $relocs -mcmodel=medany -ffunction-sections -o "$dir/far.elf"
    $kernel $relocs -ffunction-sections -o "$dir/relaxed.elf"
    $kernel -mno-relax -o "$dir/plain.elf"
    $kernel -mno-relax $relocs -DSIZE -Wl,--defsym=size=0x20000 -o "$dir/sized.elf"
    $cc -ffp-contract=off -o "$dir/move" tests/image/move.c cli/host.c cli/answers.c cli/launch_check.c \
        cli/image.c cli/image_[l-s]*.c cli/machine_reference.c programs/*/host.c \
        cmodel/isa/*.c cmodel/program/*.c -ldw -lelf -lm
    $cc -o "$dir/fuzz" tests/image/fuzz.c cli/image.c cli/image_[m-s]*.c cmodel/isa/*.c -lelf
}
"$dir/move" build/kernels "$dir/near.elf" "$dir/far.elf" "$dir/relaxed.elf" -- "$dir/plain.elf" \
    "$dir/sized.elf"
for elf in build/kernels/scan.elf build/kernels/bfs.elf "$dir/far.elf"; do
    "$dir/fuzz" "$elf" "${COUNT:-10000}" "${SEED:-1}"
done
