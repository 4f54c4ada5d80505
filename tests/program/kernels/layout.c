// SPDX-License-Identifier: Apache-2.0
//
// The order of code, for program_test.c and layouts.sh: an if and an else, laid out well and badly.
// What it computes is of no matter.
#include "heddle.h"

#define LAID_OUT(name, code)                                                                       \
    struct name {                                                                                  \
        int *out;                                                                                  \
    };                                                                                             \
    KERNEL(name)                                                                                   \
    {                                                                                              \
        int x = (int)thread_x();                                                                   \
        __asm__ volatile("andi t0, %0, 1\n\t" code : "+r"(x) : : "t0");                            \
        arg->out[thread_x()] = x;                                                                  \
    }

// The arms, then what is behind both.
LAID_OUT(straight, "beqz t0, 1f\n\t"
                   "addi %0, %0, 7\n\t"
                   "j 2f\n"
                   "1:\tslli %0, %0, 1\n"
                   "2:\taddi %0, %0, 1")

// What is behind both, then the arms: threads of the first arm go on without those of the second.
LAID_OUT(swapped, "beqz t0, 1f\n\t"
                  "j 2f\n"
                  "3:\taddi %0, %0, 1\n\t"
                  "j 4f\n"
                  "1:\tslli %0, %0, 1\n\t"
                  "j 3b\n"
                  "2:\taddi %0, %0, 7\n\t"
                  "j 3b\n"
                  "4:")

struct hinted {
    int *out;
};

// A compiler does the same with code that it is told to be rare: it lies behind the end.
KERNEL(hinted)
{
    int x = arg->out[thread_x()];
    if (__builtin_expect(x < 0, 0)) {
        arg->out[thread_x() + threads_x()] = x;
        x = -x;
    }
    arg->out[thread_x()] = x * x;
}
