// SPDX-License-Identifier: Apache-2.0
//
// Kernels that studies/compilers.sh compiles in several ways. All have these arguments: `a` holds
// random words, `b` nothing. A file's first lines say how its kernels are launched.
#ifndef HD_COMPILER_H
#define HD_COMPILER_H

#include <stdbool.h>

#include "heddle.h"

#define K(name)                                                                                    \
    struct name {                                                                                  \
        const unsigned *a;                                                                         \
        unsigned *b;                                                                               \
        unsigned n, m;                                                                             \
    };                                                                                             \
    KERNEL(name)

#endif
