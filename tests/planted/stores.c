// SPDX-License-Identifier: Apache-2.0
// run: --grid 24 --block 64 --arg buf:65536
// Warps that come to a barrier while their stores are still under way, each lane's in a line of its
// own, and more warps than slots: a warp at a barrier loses its slot to another one.
#include "heddle.h"

struct stores {
    unsigned *out;
};

KERNEL(stores)
{
    unsigned at = (thread_x() * 61 + block_x() * 7) & 511;
    for (unsigned k = 0; k < 6; k++) {
        arg->out[at * 32] = k + thread_x();
        arg->out[at * 32 + 8] = k;
        barrier();
        at = (at + 37) & 511;
    }
}
