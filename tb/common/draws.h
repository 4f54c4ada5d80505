/* SPDX-License-Identifier: Apache-2.0 */
/* The random numbers of a stimulus: one source, which the run's seed begins. */
#ifndef HEDDLE_DRAWS_H
#define HEDDLE_DRAWS_H

#include "common/bits.h"
#include "common/stim.h"

extern struct hd_rng hd_draws;

/* True so many times in sixteen. */
static inline bool share(unsigned sixteenths) { return hd_rng_chance(&hd_draws, sixteenths, 16); }

/* A number below n, at a border now and then if n is large. */
static inline uint32_t draw(uint32_t n) { return hd_stim_below(&hd_draws, n); }

#endif
