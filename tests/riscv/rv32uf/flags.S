// SPDX-License-Identifier: Apache-2.0
// Results and flags, with data beside the code and NaNs as GNU's assembler writes them.
#include "riscv_test.h"

#define CASE(number, inst, flags, result, val1, val2) \
  li TESTNUM, number; \
  la a0, data_##number; \
  flw f10, 0(a0); \
  flw f11, 4(a0); \
  lw a3, 8(a0); \
  inst f13, f10, f11; \
  fmv.x.w a0, f13; \
  fsflags a1, x0; \
  li a2, flags; \
  bne a0, a3, fail; \
  bne a1, a2, fail; \
  .pushsection .data; \
  .align 2; \
  data_##number: \
  .float val1; \
  .float val2; \
  .float result; \
  .popsection

RVTEST_RV32UF
RVTEST_CODE_BEGIN
  CASE(2, fadd.s, 0, 3.5, 2.5, 1.0)
  CASE(3, fsub.s, 0x10, 0f:7fc00000, Inf, Inf)
  CASE(4, fmul.s, 1, 3.14159265e-8, 3.14159265, 0.00000001)
  CASE(5, fdiv.s, 8, Inf, 1.0, 0.0)
  CASE(6, fmin.s, 0x10, 1.0, 0f:7f800001, 1.0)
  CASE(7, fsgnjn.s, 0, -1.5, 1.5, 2.0)
  bne x0, TESTNUM, pass
fail:
  RVTEST_FAIL
pass:
  RVTEST_PASS
RVTEST_CODE_END

  .data
RVTEST_DATA_BEGIN
RVTEST_DATA_END
