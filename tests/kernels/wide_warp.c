// SPDX-License-Identifier: Apache-2.0
// core run: --preset small --residency zorua --core Sets=12 --registers 29
// reference: DONE .*: finished, nothing checked
// core: FAIL .*: not one warp of wide_warp fits.* not enough registers; a phase needs 29 a thread$
#include "heddle.h"

KERNEL_VOID(wide_warp) {}
