// SPDX-License-Identifier: Apache-2.0
//
// Cores, and what is behind them: a line of sim/config/sm.conf, one of cli/memory.txt, and one of
// cli/chips.txt.
#ifndef HD_PRESET_H
#define HD_PRESET_H

#include "core/line_memory.h"
#include "core/sm.h"
#include "gpu/chip_memory.h"

struct preset {
    const char *name;
    struct sm_cfg core;
    struct line_memory_cfg memory;
    struct chip_memory_cfg chip;
};

// NULL: there is none of this name; said on stderr. Without a name: the first.
const struct preset *preset_find(const char *name);

#endif
