// SPDX-License-Identifier: Apache-2.0
// run: --arg i:3
// expect: store at 0x000[12]....: code, constants and arguments are read only
#include "heddle.h"

struct constant {
    int n;
};

KERNEL(constant) { *(volatile int *)&arg->n = 4; }
