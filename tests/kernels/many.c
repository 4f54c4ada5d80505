// SPDX-License-Identifier: Apache-2.0
// run: --block 256
// core run: --preset small --registers 64
// reference: DONE .*: finished, nothing checked
// core: FAIL .*: not one block of many fits on the core: it has not enough registers$
#include "heddle.h"

KERNEL_VOID(many) {}
