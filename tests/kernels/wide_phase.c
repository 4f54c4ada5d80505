// SPDX-License-Identifier: Apache-2.0
// core run: --preset small --residency zorua
// reference: DONE .*: finished, nothing checked
// core: FAIL .*: not one block of wide_phase fits on the core: .* memory for a phase of 8193 bytes$
#include "heddle.h"

KERNEL_VOID(wide_phase)
{
    phase(40, 8193);
    barrier();
}
