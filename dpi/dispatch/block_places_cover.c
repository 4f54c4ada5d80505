/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/block_places_cover.h"

static uint32_t count_of(uint64_t set) { return (uint32_t)__builtin_popcountll(set); }

static uint32_t kept_on(const state *s, uint32_t sm, uint32_t k)
{
    return s->kept[sm * s->cfg.kernels + k];
}

static uint32_t kept_of(const state *s, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) n += kept_on(s, sm, k);
    return n;
}

static bool is_over(const state *s, const inputs *in, uint32_t k)
{
    return !in->keep || !has(in->want, k) || s->places[k] > in->most[k];
}

/* The kernels with a kept place on the SM that are over, or are not. */
static uint64_t kept_kernels(const state *s, const inputs *in, uint32_t sm, bool over)
{
    uint64_t set = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++)
        if (kept_on(s, sm, k) != 0 && is_over(s, in, k) == over) set |= bit(k);
    return set;
}

static bool ends(const inputs *in, uint32_t sm) { return has(in->end_valid, sm); }

/* Its block's end keeps the place, or ends it. */
static bool keeps_on(const state *s, const inputs *in, uint32_t sm)
{
    return ends(in, sm) && !is_over(s, in, in->end_kernel[sm]);
}

static bool ends_on(const state *s, const inputs *in, uint32_t sm)
{
    return ends(in, sm) && is_over(s, in, in->end_kernel[sm]);
}

/* ---- next ---- */

/* SMs before the one that was chosen, from the turn on. */
static void cover_skipped(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t sm = s->turn; sm != out->next_sm; sm = (sm + 1) % s->cfg.sms) {
        const uint64_t can = kept_kernels(s, in, sm, false);
        if (can != 0 && !has(in->ready, sm)) bin[BIN_NEXT_NOT_READY]++;
        if (can == 0 && kept_kernels(s, in, sm, true) != 0) bin[BIN_NEXT_OVER]++;
    }
}

static void cover_next_sm(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t sm = out->next_sm;
    uint32_t can = 0; /* SMs */
    for (uint32_t i = 0; i < s->cfg.sms; i++)
        can += has(in->ready, i) && kept_kernels(s, in, i, false) != 0;
    if (sm == s->turn) bin[BIN_NEXT_TURN]++;
    else bin[sm > s->turn ? BIN_NEXT_HIGHER : BIN_NEXT_AROUND]++;
    if (sm + 1 == s->cfg.sms) bin[BIN_NEXT_LAST]++;
    if (can == 1) bin[BIN_NEXT_ONLY]++;
    if (can == s->cfg.sms && can > 1) bin[BIN_NEXT_EVERY]++;
    cover_skipped(s, in, out, bin);
}

static void cover_next(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t sm = out->next_sm, k = out->next_kernel;
    bin[BIN_NEXT]++;
    cover_next_sm(s, in, out, bin);
    if (several(kept_kernels(s, in, sm, false))) bin[BIN_NEXT_LOWEST]++;
    if ((kept_kernels(s, in, sm, true) & ones(k)) != 0) bin[BIN_NEXT_NOT_FIRST]++;
    for (uint32_t j = 0; j < s->cfg.kernels; j++)
        if (has(in->want, j) && s->places[j] < in->most[j]) bin[BIN_NEXT_BLOCKS_NEW]++;
    if (keeps_on(s, in, sm) && in->end_kernel[sm] == k) bin[BIN_NEXT_AND_KEEP]++;
    if (ends_on(s, in, sm)) bin[BIN_NEXT_AND_END]++;
    else if (has(out->end_valid, sm)) bin[BIN_NEXT_AND_KEPT_END]++;
    if (s->places[k] == in->most[k]) bin[BIN_NEXT_AT_MOST]++;
    if (kept_of(s, k) == 1) bin[BIN_NEXT_WAS_LAST]++;
}

static void cover_stuck(const state *s, const inputs *in, uint64_t *bin)
{
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++)
        if (kept_kernels(s, in, sm, false) != 0) bin[BIN_STUCK]++;
}

/* ---- over ---- */

/* Why a kernel is over: one of three. */
static void cover_over(const state *s, const inputs *in, uint32_t k, uint64_t *bin)
{
    const uint32_t places = s->places[k], most = in->most[k];
    const bool wants = has(in->want, k);
    if (!in->keep) {
        if (wants && places <= most) bin[BIN_OVER_KEEP]++;
        return;
    }
    if (!wants && places <= most) bin[BIN_OVER_WANT]++;
    if (wants && places > most) bin[BIN_OVER_MOST]++;
    if (wants && places == most + 1) bin[BIN_OVER_BY_ONE]++;
    if (wants && most == 0) bin[BIN_OVER_NONE_LEFT]++;
    if (wants && places == most) bin[BIN_NOT_OVER_EXACT]++;
}

static void cover_reasons(const state *s, const inputs *in, uint64_t *bin)
{
    bool all = in->keep, by_want = false, by_most = false;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        const bool above = s->places[k] > in->most[k], wants = has(in->want, k);
        all = all && s->places[k] != 0 && is_over(s, in, k);
        if (s->places[k] == 0) continue;
        by_want = by_want || (!wants && !above);
        by_most = by_most || (wants && above);
        cover_over(s, in, k, bin);
    }
    if (all) bin[BIN_OVER_ALL]++;
    if (in->keep && by_want && by_most) bin[BIN_OVER_AT_ONCE]++;
}

/* ---- want and new places ---- */

static void cover_want(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t chip = s->cfg.sms * s->cfg.blocks;
    if (out->want != 0) bin[BIN_WANT]++;
    if (several(out->want)) bin[BIN_WANT_SEVERAL]++;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        const uint32_t places = s->places[k], most = in->most[k];
        if (most > chip) bin[BIN_MOST_LARGE]++;
        if (most == ones(clog2(chip + 1))) bin[BIN_MOST_ALL]++;
        if (!has(in->want, k)) continue;
        if (!in->keep) {
            if (places >= most) bin[BIN_WANT_UNKEPT]++;
            continue;
        }
        if (places + 1 == most) bin[BIN_WANT_LAST]++;
        if (places == most) bin[BIN_WANT_AT_MOST]++;
        if (places > most) bin[BIN_WANT_ABOVE]++;
    }
}

/* What else happens to the kernel's places in the cycle. */
static void cover_place_and(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t k = in->place_kernel;
    bool end = false, keep = false;
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        end = end || (has(out->end_valid, sm) && out->end_kernel[sm] == k);
        keep = keep || (keeps_on(s, in, sm) && in->end_kernel[sm] == k);
    }
    if (end) bin[BIN_PLACE_AND_END]++;
    if (keep) bin[BIN_PLACE_AND_KEEP]++;
    if (in->keep && kept_of(s, k) != 0) bin[BIN_PLACE_BESIDE_KEPT]++;
}

/* The bench lets no place through that is not wanted. */
static void cover_place(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t k = in->place_kernel;
    if (!in->place_valid) {
        if (k < s->cfg.kernels && !has(out->want, k) && has(in->want, k)) bin[BIN_PLACE_REFUSED]++;
        return;
    }
    bin[BIN_PLACE]++;
    if (s->places[k] == 0) bin[BIN_PLACE_FIRST]++;
    if (in->keep && s->places[k] + 1 == in->most[k]) bin[BIN_PLACE_LAST]++;
    if (s->places[k] + 1 == s->cfg.sms * s->cfg.blocks) bin[BIN_PLACE_FULL]++;
    if (!in->keep) bin[BIN_PLACE_UNKEPT]++;
    cover_place_and(s, in, out, bin);
}

/* ---- ends ---- */

static void cover_block_end(const state *s, const inputs *in, uint32_t sm, uint64_t *bin)
{
    const uint32_t k = in->end_kernel[sm];
    if (keeps_on(s, in, sm)) {
        bin[BIN_END_KEEP]++;
        if (kept_on(s, sm, k) != 0) bin[BIN_END_KEEP_SECOND]++;
        if (kept_on(s, sm, k) + 1 == s->cfg.blocks) bin[BIN_END_KEEP_FULL]++;
        return;
    }
    const uint64_t waiting = kept_kernels(s, in, sm, true);
    bin[BIN_END]++;
    if (waiting != 0) bin[BIN_END_BEFORE_KEPT]++;
    if (has(waiting, k)) bin[BIN_END_SAME]++;
}

static void cover_kept_end(const state *s, const inputs *in, const outputs *out, uint32_t sm,
                           uint64_t *bin)
{
    const uint32_t k = out->end_kernel[sm];
    bin[BIN_KEPT_END]++;
    if (several(kept_kernels(s, in, sm, true))) bin[BIN_KEPT_END_LOWEST]++;
    if ((kept_kernels(s, in, sm, false) & ones(k)) != 0) bin[BIN_KEPT_END_NOT_FIRST]++;
    if (keeps_on(s, in, sm)) bin[BIN_KEPT_END_AND_KEEP]++;
    if (kept_on(s, sm, k) > 1) bin[BIN_KEPT_END_SEVERAL]++;
    if (s->places[k] == 1) bin[BIN_KEPT_END_LAST]++;
    if (!in->keep) bin[BIN_KEPT_END_UNKEPT]++;
}

/* More places of a kernel end than it has too many; or all of them. */
static void cover_kernel_ends(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        uint32_t n = 0;
        for (uint32_t sm = 0; sm < s->cfg.sms; sm++)
            n += has(out->end_valid, sm) && out->end_kernel[sm] == k;
        if (n == 0) continue;
        if (n == s->places[k]) bin[BIN_END_LAST]++;
        if (in->keep && has(in->want, k) && s->places[k] - n < in->most[k]) bin[BIN_END_BEYOND]++;
    }
}

static void cover_ends(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint64_t with_block = 0, kept = 0; /* SMs */
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        if (ends(in, sm)) cover_block_end(s, in, sm, bin);
        if (!has(out->end_valid, sm)) continue;
        if (ends_on(s, in, sm)) {
            with_block |= bit(sm);
            continue;
        }
        kept |= bit(sm);
        cover_kept_end(s, in, out, sm, bin);
    }
    if (count_of(in->end_valid) == s->cfg.sms) bin[BIN_END_EVERY]++;
    if (count_of(kept) == s->cfg.sms) bin[BIN_KEPT_END_EVERY]++;
    if (with_block != 0 && kept != 0) bin[BIN_ENDS_APART]++;
    cover_kernel_ends(s, in, out, bin);
}

/* ---- what there is ---- */

static void cover_state(const state *s, uint64_t *bin)
{
    uint32_t places = 0, kept = 0;
    bool full = true;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        places += s->places[k];
        kept += kept_of(s, k);
        full = full && s->places[k] == s->cfg.sms * s->cfg.blocks;
    }
    if (places == 0) bin[BIN_EMPTY]++;
    if (full) bin[BIN_FULL]++;
    if (places > 1 && places == kept) bin[BIN_ALL_KEPT]++;
}

void block_places_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->next_valid) cover_next(s, in, out, bin);
    else cover_stuck(s, in, bin);
    cover_reasons(s, in, bin);
    cover_want(s, in, out, bin);
    cover_place(s, in, out, bin);
    cover_ends(s, in, out, bin);
    cover_state(s, bin);
}
