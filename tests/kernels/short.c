// SPDX-License-Identifier: Apache-2.0
// run: --preset small --shared 9000
// reference: PASS
// core: FAIL .*: not one block of short_of fits on the core: it has not enough shared memory$
#include "heddle.h"

KERNEL_VOID(short_of) {}
