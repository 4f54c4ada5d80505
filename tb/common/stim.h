/* SPDX-License-Identifier: Apache-2.0 */
/* What the stimulus of all blocks shares: profiles, resets, recording. */
#ifndef HEDDLE_STIM_H
#define HEDDLE_STIM_H

#include <stdbool.h>
#include <stddef.h>

#include "common/rng.h"

/* The block's profiles, the first the default, ends with NULL. Defined by <block>_stim.c. */
extern const char *const hd_profiles[];

/* Is it one of these? A block whose stimulus has more profiles than `all` is to mean has a function
 * of its own. */
bool hd_stim_knows(const char *profile);

/* Opens what --record and --play name. */
void hd_stim_start(void);
void hd_stim_end(void);

/* Which profile this run has: an index of hd_profiles. */
unsigned hd_stim_profile(void);

/* Is reset low in this cycle? Two cycles at the start, then now and then: a register that a reset
 * forgets shows only if it has something to forget. */
bool hd_stim_reset(struct hd_rng *rng);

/* A word of `width` bits, 0 to 64, for an address, a count, data. In one case of eight it is at a
 * border: 0, all ones, one bit, all but one, all below one, a word drawn before, or one next to
 * such a word: one more, one less, one bit apart. Else any word. */
uint64_t hd_stim_word(struct hd_rng *rng, uint32_t width);

/* A number from 0 to n-1; n > 0. Of a wide range it is at a border now and then: the first, the
 * last two, a power of two, one less than that. Of a narrow one these come by themselves. */
uint32_t hd_stim_below(struct hd_rng *rng, uint32_t n);

/* With --play, fills in the recorded reset and inputs of this cycle and returns true. */
bool hd_stim_play(bool *rst_n, void *in, size_t size);
/* With --record, keeps them. */
void hd_stim_record(bool rst_n, const void *in, size_t size);

/* The recording that --play names: for each cycle one byte of reset, then the inputs. */
const unsigned char *hd_stim_tape(size_t *size);

#endif
