// SPDX-License-Identifier: Apache-2.0
// Data of the file, read and written; loads of bytes and halves.
#include "riscv_test.h"

RVTEST_RV32U
RVTEST_CODE_BEGIN
  la x2, words
  li TESTNUM, 2
  lw x14, 0(x2)
  li x7, 0x00ff00ff
  bne x14, x7, fail
  li TESTNUM, 3
  lb x14, 4(x2)
  li x7, -1
  bne x14, x7, fail
  li TESTNUM, 4
  lhu x14, 6(x2)
  li x7, 0x8000
  bne x14, x7, fail
  li TESTNUM, 5
  li x1, 0x12345678
  sh x1, 10(x2)
  lw x14, 8(x2)
  li x7, 0x5678beef
  bne x14, x7, fail
  bne x0, TESTNUM, pass
fail:
  RVTEST_FAIL
pass:
  RVTEST_PASS
RVTEST_CODE_END

  .data
RVTEST_DATA_BEGIN
words:
  .word 0x00ff00ff, 0x800000ff, 0xdeadbeef
RVTEST_DATA_END
