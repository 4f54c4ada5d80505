// SPDX-License-Identifier: Apache-2.0
//
// Memory of a chip behind the command's machines (docs/memory.md): an SM's share of it, and what
// memory did.
#ifndef HD_CHIP_H
#define HD_CHIP_H

#include <stdio.h>

#include "core/sm.h"
#include "gpu/chip_memory.h"

// What one SM has of a chip: a slice and a channel, as large and as wide as its part.
struct chip_memory_cfg chip_share(struct chip_memory_cfg chip, const struct sm_cfg *core);

void chip_report(const struct chip_memory *chip, uint64_t cycles, FILE *to);
// Members of an object that has begun, and goes on.
void chip_json(const struct chip_memory *chip, FILE *to);

#endif
