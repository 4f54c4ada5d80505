// SPDX-License-Identifier: Apache-2.0
//
// The environment of the standard RISC-V instruction tests (riscv-tests, isa/rv32ui, um, ua, uf),
// which are taken as they are: each becomes a kernel named `test` for one thread. Its argument is
// the address of a word, which becomes 1 if all was right, otherwise twice the number of the case
// that was not, plus 1. `make riscv TESTS=path/to/isa` runs them all.
#ifndef RISCV_TEST_H
#define RISCV_TEST_H

#define TESTNUM gp

#define RVTEST_RV32U
#define RVTEST_RV32UF
#define RVTEST_RV64U
#define RVTEST_RV64UF

// clang-format off
#define RVTEST_CODE_BEGIN                                                                          \
    .section .heddle.kernels, "a", @progbits;                                                      \
    .globl hd_kernel_test;                                                                         \
    .type hd_kernel_test, @object;                                                                 \
    .size hd_kernel_test, 8;                                                                       \
    hd_kernel_test:                                                                                \
    .word entry, 4;                                                                                \
    .text;                                                                                         \
    .globl entry;                                                                                  \
    .type entry, @function;                                                                        \
    entry:

#define RVTEST_CODE_END .size entry, .- entry

// ended: this is stored, and the thread ends (.word: exit of custom-0)
#define RVTEST_END_WITH(value...) \
    csrr a0, 0xCD0;                                                                                \
    lw a0, 0(a0);                                                                                  \
    value;                                                                                         \
    sw a1, 0(a0);                                                                                  \
    .word 0x0000000b

#define RVTEST_PASS RVTEST_END_WITH(li a1, 1)
#define RVTEST_FAIL RVTEST_END_WITH(slli a1, TESTNUM, 1; ori a1, a1, 1)

// clang-format on
#define RVTEST_DATA_BEGIN
#define RVTEST_DATA_END .skip 2048 // some tests look behind their data

#endif
