// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --grid 9 --arg buf:288
// verdict: ends, unset
// words: NOTE left_there: thread (0,0,0) of block (0,0,0) .* reads 0x40000000 .* (72 such words)
// A block reads what another one may have left there.
#include "heddle.h"

struct left_there {
    unsigned *out;
};

SHARED volatile unsigned box[8];

KERNEL(left_there)
{
    arg->out[global_x()] = box[thread_x()];
    box[thread_x()] = global_x();
}
