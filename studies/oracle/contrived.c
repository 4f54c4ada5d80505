// SPDX-License-Identifier: Apache-2.0
//
// Dynamic Warp Formation, Figure 6: a loop in which threads with an even number and threads with an
// odd one take different sides, and change sides with every trip. The sides are as long as each
// other, and long beside the rest of the loop.
#include "heddle.h"

struct contrived {
    unsigned *out;
    unsigned trips;
};

KERNEL(contrived)
{
    unsigned x = global_x();
    unsigned y = ~x;
#pragma clang loop unroll(disable)
    for (unsigned i = global_x() & 1; i < arg->trips; i++) {
        if (i & 1) {
            for (int k = 0; k < 6; k++) x ^= x << (k + 3);
        } else {
            for (int k = 0; k < 6; k++) y ^= y >> (k + 3);
        }
    }
    arg->out[global_x()] = x + y;
}
