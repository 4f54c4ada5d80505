/* SPDX-License-Identifier: Apache-2.0 */
/* Widths: what $clog2 is in SystemVerilog. */
#ifndef HEDDLE_BITS_H
#define HEDDLE_BITS_H

#include <stdint.h>

/* Bits that n different values need; 0 for one value, or none. */
static inline uint32_t clog2(uint32_t n)
{
    uint32_t bits = 0;
    while (bits < 32 && (UINT64_C(1) << bits) < n) bits++;
    return bits;
}

#endif
