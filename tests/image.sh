#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The loader of ELF files under the address and undefined-behaviour sanitizers: good files broken in
# thousands of ways. COUNT, SEED: how many each, and which.
set -eu
dir=build/test/image
mkdir -p "$dir"
# shellcheck disable=SC2086 # a list of files
gcc -std=c11 -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror -O1 -g \
    -fsanitize=address,undefined -fno-sanitize-recover=all -Icmodel -Icli -o "$dir/fuzz" \
    tests/image/fuzz.c cli/image.c cmodel/isa/*.c -lelf
for elf in build/kernels/scan.elf build/kernels/bfs.elf; do
    "$dir/fuzz" "$elf" "${COUNT:-10000}" "${SEED:-1}"
done
