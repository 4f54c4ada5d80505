// SPDX-License-Identifier: Apache-2.0
// run: --block 1 --arg buf:4
// verdict: ends, unset
// words: NOTE unset_byte: .* reads 0x40000000 in shared memory.* (1 such word)
// A word of which three bytes have been written.
#include "heddle.h"

struct unset_byte {
    unsigned *out;
};

SHARED unsigned box;

KERNEL(unset_byte)
{
    for (int i = 0; i < 3; i++) ((volatile unsigned char *)&box)[i] = 1;
    *arg->out = *(volatile unsigned *)&box;
}
