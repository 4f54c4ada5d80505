// SPDX-License-Identifier: Apache-2.0
// run: --block 8
// reference: at apart+0x.*: waits at a barrier with 2 others, while 4 wait at another
// core: 3 threads of a warp come to the barrier at apart+0x.*, 4 of it are elsewhere
// reference: thread (3,0,0) at apart+0x[0-9a-f]*, tests/kernels/apart.c:12; 1 have ended
#include "heddle.h"

KERNEL_VOID(apart)
{
    if (thread_x() == 7) thread_exit();
    if (thread_x() < 3) barrier();
    barrier();
}
