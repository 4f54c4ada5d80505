/* SPDX-License-Identifier: Apache-2.0 */
/* What the C sides of the checkers unpack: a port of several elements comes as one vector, an
 * element in a bit, a word of 32 bits, or (masks) two of them. */
#ifndef HEDDLE_UNPACK_H
#define HEDDLE_UNPACK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "svdpi.h"

static inline void hd_bits(bool *to, unsigned from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) to[i] = (from >> i & 1) != 0;
}

/* The same for a vector of any length, eight at a time; `to` has room for whole words of 32. */
static inline void hd_flags(bool *to, const svBitVecVal *from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i += 8) {
        /* Byte k keeps bit k alone, which carries into its top bit. */
        const uint64_t eight = from[i / 32] >> i % 32 & 0xff;
        const uint64_t one_each = eight * 0x0101010101010101u & 0x8040201008040201u;
        const uint64_t flags = (one_each + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
        memcpy(to + i, &flags, sizeof flags);
    }
}

/* The same where `to` has `room`, at least n. */
static inline void hd_take_flags(bool *to, size_t room, const svBitVecVal *from, uint32_t n)
{
    const uint32_t eights = room < 8 ? 0 : n & ~UINT32_C(7);
    if (room >= 8) hd_flags(to, from, eights);
    for (uint32_t i = eights; i < n; i++) to[i] = (from[i / 32] >> i % 32 & 1) != 0;
}

/* Element i of a vector. */
static inline bool hd_flag(const svBitVecVal *from, uint32_t i)
{
    return (from[i / 32] >> i % 32 & 1) != 0;
}
#define HD_WORD(bits)                                                                              \
    static inline uint##bits##_t hd_word##bits(const void *from, uint32_t i)                       \
    {                                                                                              \
        uint##bits##_t value;                                                                      \
        memcpy(&value, (const unsigned char *)from + i * sizeof value, sizeof value);              \
        return value;                                                                              \
    }
HD_WORD(8)
HD_WORD(16)
HD_WORD(32)
HD_WORD(64)
#undef HD_WORD

/* Is each bool its bit of the vector? */
static inline bool hd_same_flags(const bool *are, const svBitVecVal *vector, uint32_t n)
{
    uint32_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t eight; /* a byte each, 0 or 1: the product gathers them in its highest byte */
        memcpy(&eight, are + i, sizeof eight);
        if (eight * 0x0102040810204080u >> 56 != (vector[i / 32] >> i % 32 & 0xff)) return false;
    }
    for (; i < n; i++)
        if (are[i] != hd_flag(vector, i)) return false;
    return true;
}

/* One element of a vector: a bit, or `size` bytes. */
static inline void hd_get_flag(const svBitVecVal *from, uint32_t i, bool *to)
{
    *to = (from[i / 32] >> i % 32 & 1) != 0;
}
static inline void hd_put_flag(svBitVecVal *to, uint32_t i, bool flag)
{
    to[i / 32] = (to[i / 32] & ~(UINT32_C(1) << i % 32)) | (uint32_t)flag << i % 32;
}
static inline void hd_get(const svBitVecVal *from, uint32_t i, void *to, size_t size)
{
    memcpy(to, (const unsigned char *)from + i * size, size);
}
static inline void hd_put(svBitVecVal *to, uint32_t i, const void *from, size_t size)
{
    memcpy((unsigned char *)to + i * size, from, size);
}

/* Bits that hold the numbers up to `greatest`: $clog2(greatest + 1). */
static inline uint32_t hd_bits_for(uint32_t greatest)
{
    uint32_t bits = 0;
    while (bits < 32 && greatest >> bits != 0) bits++;
    return bits;
}

#endif
