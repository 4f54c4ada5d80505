/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/block_dispatch_cover.h"

static uint32_t blocks_of(const state *s, uint32_t sm, uint32_t k)
{
    return s->blocks[sm * s->cfg.kernels + k];
}

static bool is_older(const state *s, uint32_t i, uint32_t j)
{
    return s->older[i * s->cfg.kernels + j];
}

/* A block ends on the SM; of this kernel. */
static bool ends(const inputs *in, uint32_t sm) { return has(in->end_valid, sm); }
static bool ends_of(const inputs *in, uint32_t sm, uint32_t k)
{
    return ends(in, sm) && in->end_kernel[sm] == k;
}

/* ---- fit ---- */

/* A block of a kernel beside an SM. */
struct fit {
    uint32_t lacks, exact, all; /* kinds of room */
    bool free;                  /* it needs nothing */
    bool late;                  /* with what ends in this cycle all kinds are enough */
    bool below;                 /* the limit, and what an SM holds */
    bool fits;
};

static struct fit fit(const state *s, const inputs *in, uint32_t sm, uint32_t k)
{
    const uint32_t kinds = s->cfg.kinds, count = blocks_of(s, sm, k);
    struct fit f = {.free = true, .late = ends(in, sm)};
    for (uint32_t r = 0; r < kinds; r++) {
        const uint32_t need = in->need[k * kinds + r], left = s->left[sm * kinds + r];
        const uint32_t back = ends(in, sm) ? in->need[in->end_kernel[sm] * kinds + r] : 0;
        if (need > left) f.lacks++;
        if (need != 0 && need == left) f.exact++;
        if (need != 0 && need == s->room[r]) f.all++;
        if (need > (uint64_t)left + back) f.late = false;
        f.free = f.free && need == 0;
    }
    f.below = count < in->limit[sm * s->cfg.kernels + k] && count < s->cfg.blocks;
    f.fits = has(in->ready, sm) && f.below && f.lacks == 0;
    return f;
}

/* Why a block of kernel k, which has one to give, does not fit on the SM. */
static void cover_lacks(const state *s, const inputs *in, uint32_t sm, uint32_t k, uint64_t *bin)
{
    const struct fit f = fit(s, in, sm, k);
    const uint32_t count = blocks_of(s, sm, k), limit = in->limit[sm * s->cfg.kernels + k];
    if (f.fits) return;
    if (!has(in->ready, sm)) {
        if (f.below && f.lacks == 0) bin[BIN_NOT_READY]++;
        return;
    }
    if (f.below) {
        if (f.lacks == 1 && s->cfg.kinds > 1) bin[BIN_LACKS_ONE_KIND]++;
        if (f.late) bin[BIN_END_TOO_LATE]++;
        return;
    }
    if (f.lacks > 0) return;
    if (limit == 0) bin[BIN_BARRED]++;
    else if (count == limit) bin[BIN_AT_LIMIT]++;
    else if (count < limit) bin[BIN_NO_LIMIT]++;
    if (count > limit) bin[BIN_ABOVE_LIMIT]++;
}

/* The SMs on which a block of each kernel fits; returns the kernels of which one fits somewhere. */
static uint32_t find_fits(const state *s, const inputs *in, uint64_t *on)
{
    uint32_t somewhere = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        on[k] = 0;
        for (uint32_t sm = 0; sm < s->cfg.sms; sm++)
            if (fit(s, in, sm, k).fits) on[k] |= bit(sm);
        if (on[k] != 0) somewhere |= (uint32_t)bit(k);
    }
    return somewhere;
}

/* ---- kernels ---- */

static uint32_t oldest(const state *s, uint32_t kernels)
{
    uint32_t first = lowest(kernels);
    for (uint32_t k = 0; k < s->cfg.kernels; k++)
        if (has(kernels, k) && is_older(s, k, first)) first = k;
    return first;
}

static void cover_kernel(const state *s, const inputs *in, const outputs *out, uint32_t somewhere,
                         uint64_t *bin)
{
    if (in->want == 0) {
        if (somewhere != 0) bin[BIN_NONE_WANTS]++;
        return;
    }
    const uint32_t first = oldest(s, in->want), can = in->want & somewhere;
    if (can == 0) bin[BIN_NONE_FITS]++;
    if (in->strict && !has(can, first) && can != 0) bin[BIN_STRICT_HOLDS]++;
    if (!out->place_valid) return;
    if (several(can)) bin[BIN_OLDEST_FIRST]++;
    if (out->place_kernel != first) bin[BIN_YOUNGER]++;
    if (in->strict && several(in->want)) bin[BIN_STRICT_OLDEST]++;
    if (out->place_kernel != oldest(s, (uint32_t)ones(s->cfg.kernels)) &&
        out->place_kernel == first)
        bin[in->strict ? BIN_STRICT_YOUNGER : BIN_OLDER_RESTS]++;
}

/* ---- SMs ---- */

static void cover_spread(const state *s, const outputs *out, uint64_t on, uint64_t *bin)
{
    const uint32_t *left = s->left, kinds = s->cfg.kinds, there = out->place_sm;
    bool more = false, tie = false, other = false;
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        if (has(on, sm) && left[sm * kinds] < left[there * kinds]) more = true;
        if (has(on, sm) && sm != there && left[sm * kinds] == left[there * kinds]) tie = true;
        if (left[sm * kinds] > left[there * kinds]) other = true;
    }
    if (more) bin[BIN_SPREAD_MOST]++;
    if (tie) bin[BIN_SPREAD_TIE]++;
    if (other) bin[BIN_SPREAD_OTHER]++;
    if (has(on, s->turn) && there != s->turn) bin[BIN_SPREAD_TURN]++;
}

static void cover_sm(const state *s, const inputs *in, const outputs *out, uint64_t on,
                     uint64_t *bin)
{
    if (!several(on)) bin[BIN_ONE_SM]++;
    if (on == ones(s->cfg.sms)) bin[BIN_EVERY_SM]++;
    if (out->place_sm == s->cfg.sms - 1) bin[BIN_TURN_LAST]++;
    if (in->spread) {
        cover_spread(s, out, on, bin);
        return;
    }
    if (out->place_sm == s->turn) bin[BIN_TURN_FIRST]++;
    else bin[out->place_sm > s->turn ? BIN_TURN_ON : BIN_TURN_AROUND]++;
}

/* ---- place and end ---- */

static void cover_place(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t k = out->place_kernel, sm = out->place_sm, count = blocks_of(s, sm, k);
    const struct fit f = fit(s, in, sm, k);
    const uint32_t most = (uint32_t)ones(s->cfg.need_width);
    bin[BIN_PLACE]++;
    if (f.exact > 0) bin[BIN_EXACT]++;
    if (f.free) bin[BIN_NEEDS_NONE]++;
    if (f.all == s->cfg.kinds) bin[BIN_NEEDS_ALL]++;
    if (!has(out->here, k)) bin[BIN_FIRST_HERE]++;
    if (out->here == 0) bin[BIN_NONE_HERE]++;
    if (count + 1 == in->limit[sm * s->cfg.kernels + k]) bin[BIN_LAST_ALLOWED]++;
    if (count + 1 == s->cfg.blocks) bin[BIN_LAST_HELD]++;
    bool all = true;
    for (uint32_t r = 0; r < s->cfg.kinds; r++) all = all && s->left[sm * s->cfg.kinds + r] == most;
    if (all) bin[BIN_LEFT_MOST]++;
    if (ends(in, sm)) bin[in->end_kernel[sm] == k ? BIN_END_SAME : BIN_END_OTHER]++;
    if ((in->end_valid & ~bit(sm)) != 0) bin[BIN_END_ELSEWHERE]++;
}

/* Is it the only block of its kernel on the SM? */
static bool ends_only(const state *s, const inputs *in, uint32_t sm, uint32_t k)
{
    return ends_of(in, sm, k) && blocks_of(s, sm, k) == 1;
}

static void cover_end(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t all = ones(s->cfg.sms);
    if ((in->end_valid & all) == 0) return;
    bin[BIN_END]++;
    if ((in->end_valid & all) == all) bin[BIN_END_EVERY]++;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        bool one = false, others = false;
        for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
            const uint32_t count = blocks_of(s, sm, k);
            if (ends_only(s, in, sm, k)) one = true;
            else if (count != 0) others = true;
            if (ends_of(in, sm, k) && count > in->limit[sm * s->cfg.kernels + k])
                bin[BIN_END_ABOVE]++;
        }
        if (one && !others) bin[BIN_END_LAST]++;
    }
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < s->cfg.kernels; k++) count += blocks_of(s, sm, k);
        if (ends(in, sm) && count == 1) bin[BIN_END_ROOM]++;
    }
}

/* ---- begin and room ---- */

static void cover_begin(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t k = in->begin_kernel;
    if (!in->begin_en) return;
    if (k >= s->cfg.kernels) {
        bin[BIN_BEGIN_NONE]++;
        return;
    }
    bool older = false, younger = false; /* than some other kernel */
    for (uint32_t j = 0; j < s->cfg.kernels; j++) {
        older = older || is_older(s, k, j);
        younger = younger || is_older(s, j, k);
    }
    if (!younger) bin[BIN_BEGIN_OLDEST]++;
    if (!older) bin[BIN_BEGIN_YOUNGEST]++;
    if (has(out->here, k)) bin[BIN_BEGIN_HERE]++;
    if (out->place_valid && out->place_kernel == k) bin[BIN_BEGIN_AND_PLACE]++;
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++)
        if (ends_of(in, sm, k)) bin[BIN_BEGIN_AND_END]++;
}

static void cover_room(const state *s, const inputs *in, uint32_t can, uint64_t *bin)
{
    const uint32_t most = (uint32_t)ones(s->cfg.need_width);
    bool none = false, all = true, again = false;
    if (!in->room_en) return;
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        none = none || in->room[r] == 0;
        all = all && in->room[r] == most;
        again = again || (s->left[r] != 0 && s->left[r] != in->room[r]);
    }
    bin[BIN_ROOM]++;
    if (can != 0 && (!in->strict || has(can, oldest(s, in->want)))) bin[BIN_ROOM_WANTED]++;
    if (in->begin_en && in->begin_kernel < s->cfg.kernels) bin[BIN_ROOM_AND_BEGIN]++;
    if (s->turn != 0) bin[BIN_ROOM_TURN]++;
    if (again) bin[BIN_ROOM_AGAIN]++;
    if (none) bin[BIN_ROOM_NONE]++;
    if (all) bin[BIN_ROOM_MOST]++;
}

static void cover_hold(const state *s, const inputs *in, uint32_t somewhere, uint64_t *bin)
{
    const uint32_t can = somewhere & in->want;
    if (can == 0 || (in->strict && !has(can, oldest(s, in->want)))) return;
    bin[BIN_HELD]++;
    if (in->end_valid != 0) bin[BIN_HELD_END]++;
}

static bool all_here(const state *s)
{
    for (uint32_t i = 0; i < s->cfg.sms * s->cfg.kernels; i++)
        if (s->blocks[i] == 0) return false;
    return true;
}

void block_dispatch_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint64_t on[BLOCK_DISPATCH_MAX_KERNELS];
    const uint32_t somewhere = find_fits(s, in, on);
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        for (uint32_t sm = 0; sm < s->cfg.sms; sm++)
            if (has(in->want, k)) cover_lacks(s, in, sm, k, bin);
    }
    if (!in->room_en && !in->hold) cover_kernel(s, in, out, somewhere, bin);
    if (!in->room_en && in->hold) cover_hold(s, in, somewhere, bin);
    if (out->place_valid) {
        cover_place(s, in, out, bin);
        cover_sm(s, in, out, on[out->place_kernel], bin);
    }
    cover_end(s, in, bin);
    cover_begin(s, in, out, bin);
    cover_room(s, in, in->want & somewhere, bin);
    if (all_here(s)) bin[BIN_ALL_HERE]++;
}
