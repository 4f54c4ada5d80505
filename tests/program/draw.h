// SPDX-License-Identifier: Apache-2.0
//
// Random programs of a few functions that call each other, and themselves.
#ifndef HD_TESTS_PROGRAM_DRAW_H
#define HD_TESTS_PROGRAM_DRAW_H

#include "common/rng.h"
#include "words.h"

enum { DRAW_FUNCTIONS = 3, DRAW_CALLS = 4 };

static inline char draw_token(struct hd_rng *rng, uint32_t *calls)
{
    const char *const often = "nnwwuummmbbbbjdddtk";
    const uint32_t n = hd_rng_below(rng, 21);
    if (n < 19) return often[n];
    if (n == 19 || *calls == DRAW_CALLS) return hd_rng_chance(rng, 1, 4) ? 'x' : 'r';
    ++*calls;
    return 'c';
}

// The entry and functions behind each other, a return at the end of each; mostly they keep to
// themselves. Each has up to `size` instructions more than it needs.
static inline void draw_program(struct hd_rng *rng, struct words *w, uint32_t size)
{
    const uint32_t functions = 1 + hd_rng_below(rng, DRAW_FUNCTIONS);
    uint32_t start[DRAW_FUNCTIONS + 1] = {0}, calls = 1;
    for (uint32_t f = 0; f < functions; f++) {
        start[f + 1] = start[f] + (f == 0 ? 3 : 0) + 2 + hd_rng_below(rng, size);
    }
    w->count = 0;
    for (uint32_t f = 0; f < functions; f++) {
        while (w->count + 1 < start[f + 1]) {
            char what = draw_token(rng, &calls);
            if (f == 0 && w->count == 1) what = 'c';
            if (f == 0 && what == 'r') what = 'n';
            uint32_t n = 5 + hd_rng_below(rng, 3);
            if (what == 'c') n = start[hd_rng_below(rng, functions)];
            const bool out = f > 0 && hd_rng_chance(rng, 1, 12);
            const uint32_t into = out ? hd_rng_below(rng, functions) : f;
            const uint32_t length = start[into + 1] - start[into];
            if (what == 'b' || what == 'd' || what == 'j')
                n = start[into] + hd_rng_below(rng, length);
            words_token(w, what, n);
        }
        words_token(w, f == 0 ? 'x' : 'r', 0);
    }
}

#endif
