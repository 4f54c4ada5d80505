// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64 --dump 0:i
// verdict: ends, unset
// words: NOTE unset: thread (0,0,0) of block (0,0,0) at unset.*
// words: reads 0x40000000 in shared memory, where no thread of the block has written.*
// words: (16 such words)
// words: 0: 0 0 0 0 0 0 0 0
// suite: yes
// Shared memory that no thread has written.
#include "heddle.h"

struct unset {
    unsigned *out;
};

SHARED unsigned box[16];

KERNEL(unset) { arg->out[thread_x()] = ((volatile unsigned *)box)[thread_x()]; }
