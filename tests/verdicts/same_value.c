// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:128
// verdict: livelock
// words: 16 threads go round and round: .* which reads 0x10000000
// Threads that wait and store what is there already: no word changes.
#include "heddle.h"

struct same_value {
    volatile unsigned *word;
};

KERNEL(same_value)
{
    while (arg->word[0] == 0) arg->word[1 + thread_x()] = 5;
}
