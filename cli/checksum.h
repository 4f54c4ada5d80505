// SPDX-License-Identifier: Apache-2.0
//
// FNV-1a with 64 bits: a changed byte always changes it.
#ifndef HD_CHECKSUM_H
#define HD_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#define CHECKSUM UINT64_C(0xcbf29ce484222325) // of nothing

// Of what `sum` is of, and these bytes behind it.
static inline uint64_t checksum(uint64_t sum, const void *bytes, size_t count)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < count; i++) sum = (sum ^ byte[i]) * UINT64_C(0x100000001b3);
    return sum;
}

#endif
