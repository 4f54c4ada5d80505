// SPDX-License-Identifier: Apache-2.0
// core run: --registers 1
// reference: DONE .*: finished, nothing checked
// core: FAIL .*: launch of few: 1 registers a thread, and its code uses [2-9]$
#include "heddle.h"

KERNEL_VOID(few) {}
