/* SPDX-License-Identifier: Apache-2.0 */
/* What the C sides of the checkers unpack: a port of several elements comes as one vector, an
 * element in a bit, a word of 32 bits, or (masks) two of them. */
#ifndef HEDDLE_UNPACK_H
#define HEDDLE_UNPACK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "svdpi.h"

static inline void hd_bits2(bool to[2], unsigned char from)
{
    to[0] = (from & 1) != 0;
    to[1] = (from & 2) != 0;
}

static inline void hd_bits(bool *to, unsigned from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) to[i] = (from >> i & 1) != 0;
}

static inline void hd_words2(uint32_t to[2], const svBitVecVal *from) { memcpy(to, from, 8); }
static inline void hd_masks2(uint64_t to[2], const svBitVecVal *from) { memcpy(to, from, 16); }

/* Bits that hold the numbers up to `greatest`: $clog2(greatest + 1). */
static inline uint32_t hd_bits_for(uint32_t greatest)
{
    uint32_t bits = 0;
    while (bits < 32 && greatest >> bits != 0) bits++;
    return bits;
}

#endif
