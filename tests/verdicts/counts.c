// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:8 --steps 60000
// verdict: limit
// differs: the reference counts instructions, and has no cycles
// words: stopped after 60000
// suite: yes
// Memory changes for ever: no livelock, but no end.
#include "heddle.h"

struct counts {
    unsigned *sum;
};

KERNEL(counts)
{
    for (;;) atomic_add(arg->sum, 1u);
}
