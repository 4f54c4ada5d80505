// SPDX-License-Identifier: Apache-2.0
//
// Sizes of a core from the command line.
#ifndef HD_MACHINE_SIZES_H
#define HD_MACHINE_SIZES_H

#include "core/sm.h"

// "NAME=N,NAME=N ..." (NULL: nothing) over what `core` says. False: stderr has the error, and
// `core` is as before.
bool machine_sizes(const char *text, struct sm_cfg *core);
// The first size that such a text names and that is another one in `kept`; NULL: there is none.
const char *machine_sizes_lost(const char *text, const struct sm_cfg *kept);

#endif
