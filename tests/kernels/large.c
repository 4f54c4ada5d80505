// SPDX-License-Identifier: Apache-2.0
// run: --block 1000
// core run: --preset small
// reference: DONE .*: finished, nothing checked
// core: FAIL .*: not one block of large fits on the core: it has 1000 threads, the core takes 256$
#include "heddle.h"

KERNEL_VOID(large) {}
