// SPDX-License-Identifier: Apache-2.0
// Jumps as the standard tests write them: an address from la, a link in any register.
#include "riscv_test.h"

RVTEST_RV32U
RVTEST_CODE_BEGIN
  li TESTNUM, 2 // links where it was
  la x2, target_2
link_2:
  jalr x19, x2, 0
  nop
  j fail
target_2:
  la x1, link_2 + 4
  bne x1, x19, fail

  li TESTNUM, 3 // links nowhere
  li x31, 0
  la x3, target_3
  jalr x0, x3, 0
  j fail
target_3:
  li TESTNUM, 3 // it was x3
  bne x31, x0, fail

  li TESTNUM, 4 // the address is made some instructions before, in a loop
  li x4, 0
1:
  la x6, 2f
  nop
  nop
  jalr x13, x6, 0
  bne x0, TESTNUM, fail
2:
  addi x4, x4, 1
  li x5, 2
  bne x4, x5, 1b

  li TESTNUM, 5 // to before the address
  li x1, 1
  la x2, 1f
  jalr x19, x2, -4
  addi x1, x1, 1
  addi x1, x1, 1
1:
  addi x1, x1, 1
  li x7, 3
  bne x1, x7, fail

  li TESTNUM, 6 // a call that never comes back
  li ra, 0
link_6:
  jal target_6
  j fail
target_6:
  la x2, link_6 + 4
  bne x2, ra, fail

  li TESTNUM, 7 // an odd sum: bit 0 does not count
  la x2, 1f
  jalr x19, x2, 1
  j fail
1:

  li TESTNUM, 8 // places made even: lld wants such code not to be relaxed
  .align 3
  auipc a0, 1
  jal a1, 1f
  .align 4
1:
  sub a0, a0, a1
  li x7, 4096 - 8
  bne a0, x7, fail
  bne x0, TESTNUM, pass
fail:
  RVTEST_FAIL
pass:
  RVTEST_PASS
RVTEST_CODE_END
