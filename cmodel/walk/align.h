/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Alignment of the instruction traces of threads: a shortest sequence of instructions that holds
 * each trace, so that threads execute an instruction together wherever they can. Its length is the
 * number of issues that a warp of these threads needs, if it reconverges at the best points
 * (Dynamic Warp Formation, section 3.3).
 *
 * Of two traces the result is exact. Of more, traces are aligned two by two: what two have become
 * is aligned with the next. The best of all orders is taken; a still shorter sequence may exist.
 */
#ifndef HEDDLE_WALK_ALIGN_H
#define HEDDLE_WALK_ALIGN_H

#include <stdbool.h>
#include <stdint.h>

enum { ALIGN_MAX = 4 };

/* Instructions by number. Numbers from 0 on: a table as long as the highest one is made. */
struct trace {
    uint32_t *at;
    uint32_t length;
};

/* `out`: a shortest sequence that holds a and b; the caller frees out->at. False: no memory, and
 * nothing is to be freed. */
bool align_pair(const struct trace *a, const struct trace *b, struct trace *out);

/* Length of the shortest alignment of up to ALIGN_MAX traces that any order of pairs gives. False:
 * no memory. */
bool align_best(const struct trace *traces, uint32_t count, uint32_t *length);

#endif
