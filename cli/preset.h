// SPDX-License-Identifier: Apache-2.0
//
// Cores, and what is behind them: a line of sim/config/sm.conf, one of cli/memory.txt, and one of
// cli/chips.txt.
#ifndef HD_PRESET_H
#define HD_PRESET_H

#include <stddef.h>

#include "core/line_memory.h"
#include "core/sm.h"
#include "gpu/chip_memory.h"

struct preset {
    const char *name;
    struct sm_cfg core;
    struct line_memory_cfg memory;
    struct chip_memory_cfg chip;
};

// NULL: there is none of this name. Without a name: the first.
const struct preset *preset_named(const char *name);
// The same; if there is none, that is said on stderr.
const struct preset *preset_find(const char *name);
// All names, with commas.
void preset_names(char *text, size_t size);

#endif
