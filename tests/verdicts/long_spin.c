// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:512 --dump 0:i
// verdict: ends
// words: 64: 1 1 1 1
// Honest: waits for a flag that no thread sets, but not for ever.
#include "heddle.h"

struct long_spin {
    volatile unsigned *flag;
};

KERNEL(long_spin)
{
    unsigned tries = 0;
    while (*arg->flag == 0 && ++tries < 5000)
        ;
    arg->flag[64 + thread_x()] = tries == 5000;
}
