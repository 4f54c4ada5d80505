/* SPDX-License-Identifier: Apache-2.0 */
/* What a port of so many bits can hold. */
#ifndef HEDDLE_WIDTHS_H
#define HEDDLE_WIDTHS_H

#include "common/bits.h"

/* Has one of the numbers more bits than so many? */
static inline bool exceeds(const uint32_t *numbers, uint32_t n, uint32_t bits)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < n; i++) any |= numbers[i];
    return (any & ~ones(bits)) != 0;
}

#endif
