#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The instruction set against two that others wrote: what instructions compute against qemu-riscv32,
# which words are instructions and what they mean against LLVM's disassembler. SETS operand sets an
# encoding (default 14000, 400 or more; 20000 at most), WORDS words (50000; 300000 at most), SEED (1).
# QEMU, CLANG, OBJDUMP name other tools.
set -u
dir=build/test/isa
mkdir -p "$dir"
sets=${SETS:-14000}
words=${WORDS:-50000}
seed=${SEED:-1}
cc="${CC:-gcc} -std=c11 -O2 -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"
riscv="${CLANG:-clang} --target=riscv32 -march=rv32imaf -mabi=ilp32f"
cross=tests/isa/cross
status=0

$cc -Icmodel -o "$dir/host" $cross/host.c cmodel/isa/decode.c cmodel/isa/execute.c \
    cmodel/isa/float.c || exit 2
$cc -Icmodel -o "$dir/words" $cross/words.c cmodel/isa/decode.c || exit 2
$riscv -O2 -ffreestanding -nostdlib -static -fuse-ld=lld -o "$dir/guest" $cross/guest.S \
    $cross/guest.c || exit 2

"$dir/host" operands "$sets" "$seed" >"$dir/operands" || exit 2
"${QEMU:-qemu-riscv32}" "$dir/guest" <"$dir/operands" |
    "$dir/host" compare "$sets" "$seed" || status=1

"$dir/words" make "$words" "$seed" >"$dir/words.bin" || exit 2
echo ".incbin \"$dir/words.bin\"" >"$dir/words.S"
$riscv -c -o "$dir/words.o" "$dir/words.S" || exit 2
"${OBJDUMP:-llvm-objdump}" -d -M no-aliases --mattr=+m,+a,+f "$dir/words.o" >"$dir/words.txt"
"$dir/words" check "$words" "$seed" <"$dir/words.txt" || status=1
exit $status
