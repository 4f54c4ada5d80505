// SPDX-License-Identifier: Apache-2.0
// run: --arg buf:4 --dump 0:i
// core run: --latency 150000
// expect: 0: 7
// Nothing happens for longer than a core is waited for: memory is that late.
#include "heddle.h"

struct late {
    int *word;
};

KERNEL(late) { *arg->word += 7; }
