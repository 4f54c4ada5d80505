// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --grid 2 --arg buf:8 --dump 0:i
// verdict: ends; reference: livelock
// why: the reference runs one block after the other; two blocks need not be there at once
// words: flag_of_block
// A block waits for the next one.
#include "heddle.h"

struct flag_of_block {
    volatile unsigned *flag;
};

KERNEL(flag_of_block)
{
    if (block_x() == 0) {
        if (thread_x() == 0)
            while (*arg->flag == 0)
                ;
    } else {
        *arg->flag = 1;
    }
}
