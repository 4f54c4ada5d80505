// SPDX-License-Identifier: Apache-2.0
//
// Beside the right one, to be read with it.
#include "../warp_scan/kernel.c"
