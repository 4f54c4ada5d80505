// SPDX-License-Identifier: Apache-2.0
// run: --block 256 --grid 6 --arg buf:6144 --arg i:12
// Addresses 64 bytes apart: nine arms of a switch, 16 instructions each, and 24 leaf functions.
// They are all in one set of the look-up table of the heap: no more than eight of them are there.
#include "heddle.h"

struct leaves {
    unsigned *out;
    unsigned rounds;
};

#define LEAF(n)                                                                                    \
    __attribute__((aligned(64), noinline)) static unsigned leaf##n(unsigned x)                     \
    {                                                                                              \
        __asm__ volatile("" : "+r"(x) : "i"(n));                                                   \
        return x * (2 * n + 3) + n;                                                                \
    }
/* clang-format off */
LEAF(0) LEAF(1) LEAF(2) LEAF(3) LEAF(4) LEAF(5) LEAF(6) LEAF(7)
LEAF(8) LEAF(9) LEAF(10) LEAF(11) LEAF(12) LEAF(13) LEAF(14) LEAF(15)
LEAF(16) LEAF(17) LEAF(18) LEAF(19) LEAF(20) LEAF(21) LEAF(22) LEAF(23)
/* clang-format on */

#define CALL(n)                                                                                    \
    case n:                                                                                        \
        x = leaf##n(x);                                                                            \
        break;

#define ARM(n)                                                                                     \
    case n:                                                                                        \
        __asm__ volatile(".balign 64\n\t"                                                          \
                         "slli t0, %0, 5\n\txor %0, %0, t0\n\tsrli t0, %0, 7\n\t"                  \
                         "add %0, %0, t0\n\tslli t0, %0, 3\n\txor %0, %0, t0\n\t"                  \
                         "srli t0, %0, 11\n\tadd %0, %0, t0\n\tslli t0, %0, 9\n\t"                 \
                         "xor %0, %0, t0\n\tsrli t0, %0, 13\n\tadd %0, %0, t0\n\t"                 \
                         "xori %0, %0, %1\n\taddi %0, %0, %1\n\tnop"                               \
                         : "+r"(x)                                                                 \
                         : "i"(n)                                                                  \
                         : "t0");                                                                  \
        break;

            KERNEL(leaves)
{
    unsigned x = global_x() * 2654435761u;
    /* clang-format off */
    for (unsigned k = 0; k < arg->rounds; k++) {
        switch (x % 9) {
            ARM(0) ARM(1) ARM(2) ARM(3) ARM(4) ARM(5) ARM(6) ARM(7) ARM(8)
        }
        switch (x % 24) {
            CALL(0) CALL(1) CALL(2) CALL(3) CALL(4) CALL(5) CALL(6) CALL(7)
            CALL(8) CALL(9) CALL(10) CALL(11) CALL(12) CALL(13) CALL(14) CALL(15)
            CALL(16) CALL(17) CALL(18) CALL(19) CALL(20) CALL(21) CALL(22) CALL(23)
        }
    }
    /* clang-format on */
    arg->out[global_x()] = x;
}
