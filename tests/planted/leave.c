// SPDX-License-Identifier: Apache-2.0
// run: --grid 4 --block 24 --arg buf:4096
// Threads wait at a barrier, and the others of their block end after a while: that lets them go on,
// behind their barrier.
#include "heddle.h"

struct leave {
    volatile unsigned *out; // one a thread
};

KERNEL(leave)
{
    const unsigned at = global_x();
    if (thread_x() % 3 == 1) {
        unsigned last = 0;
        for (unsigned n = 0; n < 20 + thread_x(); n++) last += arg->out[at + n];
        arg->out[at] = last;
        return;
    }
    barrier();
    arg->out[at] = at;
    barrier();
    arg->out[at] += 1;
}
