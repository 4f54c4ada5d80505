// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --arg buf:1024
// Divisions of all kinds, one behind the other and beside other work.
#include "heddle.h"

struct divides {
    unsigned *out;
};

KERNEL(divides)
{
    unsigned t = thread_x(), a = 0x89abcdef * (t + 1), b = 3 * t + 7;
    int c = (int)a, d = (int)b - 50;
    arg->out[t] = a / b + a % b;
    arg->out[t + 64] = a / (b + 1) + 5 * t;
    arg->out[t + 128] = (unsigned)(c / d) ^ (unsigned)(c % d);
    arg->out[t + 192] = b * (a + t);
}
