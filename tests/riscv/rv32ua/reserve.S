// SPDX-License-Identifier: Apache-2.0
// sc without a reservation, with one of another word, with its own; a lock's loop.
#include "riscv_test.h"

RVTEST_RV32U
RVTEST_CODE_BEGIN
  la a0, word
  li TESTNUM, 2
  sc.w a4, x0, (a0)
  li x7, 1
  bne a4, x7, fail
  li TESTNUM, 3
  addi a1, a0, 1024
  lr.w a1, (a1)
  sc.w a4, a1, (a0)
  bne a4, x7, fail
  li TESTNUM, 4
  li a1, 20
1:
  lr.w a4, (a0)
  add a4, a4, a1
  sc.w a4, a4, (a0)
  bnez a4, 1b
  addi a1, a1, -1
  bnez a1, 1b
  lw a2, (a0)
  li x7, 210
  bne a2, x7, fail
  li TESTNUM, 5
  li a1, -1
  amomaxu.w a2, a1, (a0)
  bne a2, x7, fail
  fence
  lw a2, (a0)
  bne a2, a1, fail
  bne x0, TESTNUM, pass
fail:
  RVTEST_FAIL
pass:
  RVTEST_PASS
RVTEST_CODE_END

  .data
RVTEST_DATA_BEGIN
word:
  .word 0
RVTEST_DATA_END
