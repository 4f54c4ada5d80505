// SPDX-License-Identifier: Apache-2.0
// core run: --preset small --residency zorua --core Sets=12 --registers 29
// reference: DONE .*: finished, nothing checked
// core: FAIL .*: not one block of wide_warp fits on the core: .* registers for a warp, .* needs 29$
#include "heddle.h"

KERNEL_VOID(wide_warp) {}
