// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --grid 2 --arg buf:8
// verdict: livelock; reference: livelock
// differs: the reference runs a block after the other: it has half as many threads
// words: go round and round: thread (0,0,0) of block (0,0,0) at flag_never.*,
// words: which reads 0x10000004 (byte 4 of a buffer of --arg): 0. No thread is left to write
// suite: yes
// A flag that no thread sets.
#include "heddle.h"

struct flag_never {
    volatile unsigned *flag;
};

KERNEL(flag_never)
{
    while (arg->flag[1] == 0)
        ;
}
