// SPDX-License-Identifier: Apache-2.0
// run: --block 256 --arg buf:8 --dump 0:i
// expect: 0: 256
// Atomic float adds in shared memory, each of sixteen values to each: zeros, subnormal numbers, the
// least and the greatest, neighbours of one, infinities, NaN. Each sum has the bits that a lane's
// own add gives.
#include "heddle.h"

struct sums {
    unsigned *right;
};

static const unsigned values[16] = {
    0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00400000, 0x00800000, 0x80800001, 0x3f800000,
    0xbf800001, 0x33800000, 0x33800001, 0x4b7fffff, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc12345,
};
SHARED float sum[256];

HD_INLINE float from_bits(unsigned bits)
{
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

KERNEL(sums)
{
    unsigned t = thread_x(), bits, wanted_bits;
    float a = from_bits(values[t % 16]), b = from_bits(values[t / 16]), wanted = a + b, is;
    sum[t] = a;
    barrier();
    atomic_addf(&sum[t], b);
    barrier();
    is = sum[t];
    __builtin_memcpy(&bits, &is, sizeof bits);
    __builtin_memcpy(&wanted_bits, &wanted, sizeof wanted_bits);
    if (bits == wanted_bits) atomic_add(&arg->right[0], 1);
}
