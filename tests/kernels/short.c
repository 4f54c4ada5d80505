// SPDX-License-Identifier: Apache-2.0
// run: --shared 9000
// core run: --preset small
// reference: DONE .*: finished, nothing checked
// core: FAIL .*: not one block of short_of fits on the core: it has not enough shared memory$
#include "heddle.h"

KERNEL_VOID(short_of) {}
