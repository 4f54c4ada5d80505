// SPDX-License-Identifier: Apache-2.0
// run: --block 5,2,2 --grid 3,2,2 --arg buf:960
// Three dimensions; rows that do not fill a warp, blocks of three warps.
#include "heddle.h"

struct ids {
    unsigned *out;
};

KERNEL(ids)
{
    unsigned block = (block_z() * blocks_y() + block_y()) * blocks_x() + block_x();
    unsigned thread = (thread_z() * threads_y() + thread_y()) * threads_x() + thread_x();
    arg->out[block * 20 + thread] = thread_z() << 16 | thread_y() << 8 | thread_x();
}
