/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the float adder of shared memory: docs/blocks/float_add.md.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. All is comparable with RTL.
 */
#ifndef HEDDLE_FLOAT_ADD_H
#define HEDDLE_FLOAT_ADD_H

#include <stdbool.h>
#include <stdint.h>

struct float_add_in {
    uint32_t a; /* single precision, and so b and the sum */
    uint32_t b;
};

struct float_add_out {
    uint32_t sum;
};

/* No parameters, and nothing is kept: the state, reset and tick are there for the shape. */
struct float_add {
    bool nothing; /* C has no empty struct */
};

/* The sum, to nearest, ties to even; of a NaN, and of what has no sum, the canonical NaN. */
uint32_t float_add_sum(uint32_t a, uint32_t b);

/* Lays the state out. Returns NULL: there are no sizes that could be wrong. */
const char *float_add_init(struct float_add *s);

/* A clock edge with reset low. */
void float_add_reset(struct float_add *s);

/* The sum of the operands. */
void float_add_eval(const struct float_add *s, const struct float_add_in *in,
                    struct float_add_out *out);

/* The clock edge. */
void float_add_tick(struct float_add *s, const struct float_add_in *in,
                    const struct float_add_out *out);

/* NULL, or the name of a broken invariant: nothing is kept, so none can be. */
const char *float_add_check(const struct float_add *s);

/* NULL: the page asks for no promise. */
const char *float_add_promise(const struct float_add *s, const struct float_add_in *in);

#endif
