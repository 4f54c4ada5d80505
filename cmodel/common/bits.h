/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sets of up to 64 members, a bit each; and widths, as $clog2 gives them. No shift is by 64 or
 * more, which C leaves undefined.
 */
#ifndef HEDDLE_BITS_H
#define HEDDLE_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* Bits that n different values need; 0 for one value, or none. */
static inline uint32_t clog2(uint32_t n)
{
    uint32_t bits = 0;
    while (bits < 32 && (UINT64_C(1) << bits) < n) bits++;
    return bits;
}

static inline bool is_power_of_two(uint32_t n) { return n != 0 && (n & (n - 1)) == 0; }

/* The set of n alone, which is below 64. */
static inline uint64_t bit(uint32_t n) { return UINT64_C(1) << (n & 63); }

/* Is n in the set? Of n below 64; and of any n, none from 64 on being in it. */
static inline bool has(uint64_t set, uint32_t n) { return (set >> (n & 63) & 1) != 0; }
static inline bool has_any(uint64_t set, uint32_t n) { return n < 64 && has(set, n); }

/* The set of all below n, which is at most 64. */
static inline uint64_t ones(uint32_t n) { return n == 0 ? 0 : UINT64_MAX >> (64 - n); }

/* The lowest member of a set that is not empty. */
static inline uint32_t lowest(uint64_t set) { return (uint32_t)__builtin_ctzll(set); }

/* Has the set two members or more? */
static inline bool several(uint64_t set) { return (set & (set - 1)) != 0; }

#endif
