/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/elastic_cover.h"

static uint32_t chip(const state *s) { return s->cfg.sms * s->cfg.blocks; }

static uint32_t number(uint32_t set) { return (uint32_t)__builtin_popcount(set); }

static bool is_older(const state *s, uint32_t i, uint32_t j)
{
    return s->older[i * s->cfg.kernels + j];
}

static uint32_t largest_of(const state *s, uint32_t k, uint32_t r)
{
    return s->largest[k * s->cfg.kinds + r];
}

static bool is_under_way(const state *s)
{
    return s->phase == ELASTIC_ASK || s->phase == ELASTIC_WAIT;
}

/* ---- begin ---- */

static void cover_grid(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t x = in->grid_x, y = in->grid_y, z = in->grid_z, places = chip(s);
    const uint64_t plane = (uint64_t)x * y;
    const uint32_t low = x * y * z;
    const bool fits = plane <= UINT32_MAX && plane * z <= UINT32_MAX;
    const uint64_t blocks = fits ? plane * z : UINT64_MAX;
    if (blocks == 1) bin[BIN_GRID_ONE]++;
    if (blocks + 1 == places) bin[BIN_GRID_BELOW]++;
    if (blocks == places) bin[BIN_GRID_EXACT]++;
    if (blocks == (uint64_t)places + 1) bin[BIN_GRID_ABOVE]++;
    if (x > places && y == 1 && z == 1) bin[BIN_GRID_WIDE]++;
    if (plane < places && blocks > places) bin[BIN_GRID_DEEP]++;
    if (!fits && low < places) bin[BIN_GRID_WRAPS]++;
    if ((x & y & z) == UINT32_MAX) bin[BIN_GRID_MOST]++;
}

/* A kernel of the search begins only in the cycle of done. */
static void cover_begin_phase(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t k = in->begin_kernel;
    if (s->phase == ELASTIC_IDLE && in->start_en) bin[BIN_BEGIN_START]++;
    if (s->phase == ELASTIC_ASK) bin[BIN_BEGIN_ASK]++;
    if (s->phase == ELASTIC_WAIT) bin[BIN_BEGIN_WAIT]++;
    if (is_under_way(s) && k < s->kernel) bin[BIN_BEGIN_PASSED]++;
    if (s->phase == ELASTIC_DONE && has(in->kernels, k)) bin[BIN_BEGIN_DONE]++;
}

static void cover_begin(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t k = in->begin_kernel;
    if (!in->begin_en) return;
    if (k >= s->cfg.kernels) {
        bin[BIN_BEGIN_NO_KERNEL]++;
        return;
    }
    bool older = false, younger = false; /* than some other kernel */
    for (uint32_t j = 0; j < s->cfg.kernels; j++) {
        older = older || is_older(s, k, j);
        younger = younger || is_older(s, j, k);
    }
    bin[BIN_BEGIN]++;
    if (has(s->begun, k)) bin[BIN_BEGIN_AGAIN]++;
    if (has(s->found, k)) bin[BIN_BEGIN_FOUND]++;
    if (!younger) bin[BIN_BEGIN_OLDEST]++;
    if (!older) bin[BIN_BEGIN_YOUNGEST]++;
    cover_begin_phase(s, in, bin);
    cover_grid(s, in, bin);
}

/* ---- start ---- */

static void cover_kernels(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t kernels = in->kernels;
    if (kernels == 0) {
        bin[BIN_NO_KERNEL]++;
        return;
    }
    if (!several(kernels)) bin[BIN_ONE_KERNEL]++;
    if (kernels == ones(s->cfg.kernels)) bin[BIN_ALL_KERNELS]++;
    if (!has(kernels, 0)) bin[BIN_FIRST_ABSENT]++;
    if (!has(kernels, s->cfg.kernels - 1)) bin[BIN_LAST_ABSENT]++;
    const uint32_t from_first = kernels >> lowest(kernels);
    if ((from_first & (from_first + 1)) != 0) bin[BIN_GAP]++;
}

static void cover_start(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->start_en) return;
    switch (s->phase) {
    case ELASTIC_ASK: bin[BIN_START_ASK]++; return;
    case ELASTIC_WAIT: bin[BIN_START_WAIT]++; return;
    case ELASTIC_DONE: bin[BIN_START_DONE]++; return;
    default: break;
    }
    bin[BIN_START]++;
    switch (in->rule) {
    case ELASTIC_MEDIAN: bin[BIN_MEDIAN]++; break;
    case ELASTIC_MPMAX: bin[BIN_MPMAX]++; break;
    case ELASTIC_EQUAL: bin[BIN_EQUAL]++; break;
    default: bin[BIN_QUEUEMOLD]++; break;
    }
    cover_kernels(s, in, bin);
}

/* ---- limits, in the cycle in which the physical grid is asked ---- */

static void cover_median(const inputs *in, uint32_t r, uint64_t *bin)
{
    const uint32_t room = in->room[r], median = in->median[r];
    if (median == 0) bin[BIN_MEDIAN_NONE]++;
    if (median == room && room != 0) bin[BIN_MEDIAN_ALL]++;
    if (median > room && room != 0) bin[BIN_MEDIAN_MORE]++;
}

/* Which of the kernels beside kernel k has the largest need of a kind, and who else has more. */
static void cover_beside(const state *s, uint32_t beside, uint32_t r, uint32_t room, uint64_t *bin)
{
    const uint32_t k = s->kernel;
    uint32_t most = 0, with = 0; /* the kernels that need as much */
    for (uint32_t j = 0; j < s->cfg.kernels; j++) {
        const uint32_t need = largest_of(s, j, r);
        if (!has(beside, j)) continue;
        if (need > most) with = 0;
        if (need >= most) with |= (uint32_t)bit(j);
        most = need > most ? need : most;
    }
    if (several(beside) && !several(with)) {
        if (lowest(with) == lowest(beside)) bin[BIN_MPMAX_FIRST]++;
        if ((beside >> lowest(with)) == 1) bin[BIN_MPMAX_LAST]++;
    }
    if (largest_of(s, k, r) > most) bin[BIN_MPMAX_OWN]++;
    if (most == room && room != 0) bin[BIN_MPMAX_ALL]++;
    if (most > room && room != 0) bin[BIN_MPMAX_MORE]++;
    for (uint32_t j = 0; j < s->cfg.kernels; j++) {
        const bool outside = j != k && !has(beside, j) && has(s->begun, j);
        if (outside && largest_of(s, j, r) > most) bin[BIN_MPMAX_OUTSIDE]++;
    }
}

static void cover_mpmax(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t beside = in->kernels & (uint32_t)~bit(s->kernel);
    if (beside == 0) {
        bin[BIN_MPMAX_ALONE]++;
        return;
    }
    for (uint32_t r = 0; r < s->cfg.kinds; r++) cover_beside(s, beside, r, in->room[r], bin);
}

static void cover_equal(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t parts = number(in->kernels);
    bin[parts == 1 ? BIN_EQUAL_ALONE : BIN_EQUAL_PARTS]++;
    if (parts > 1 && parts == s->cfg.kernels) bin[BIN_EQUAL_ALL]++;
}

/* What an older kernel leaves. */
static void cover_older(const state *s, const inputs *in, uint32_t youngest, uint64_t *bin)
{
    const uint32_t threads = in->room[s->cfg.thread_kind], shared = in->room[s->cfg.shared_kind];
    const uint32_t takes = in->need[youngest * s->cfg.kinds + s->cfg.shared_kind];
    bin[in->mold < threads ? BIN_MOLD_TIGHT : BIN_MOLD_LOOSE]++;
    if (in->mold == 0) bin[BIN_MOLD_NONE]++;
    if (takes != 0 && takes < shared) bin[BIN_MOLD_SHARED]++;
    if (takes != 0 && takes == shared) bin[BIN_MOLD_SHARED_ALL]++;
    if (takes > shared) bin[BIN_MOLD_SHARED_MORE]++;
    if (s->cfg.thread_kind == s->cfg.shared_kind) bin[BIN_MOLD_ONE_KIND]++;
    if (s->cfg.kinds > 2) bin[BIN_MOLD_OTHER_KIND]++;
}

static void cover_mold(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t kernels = in->kernels;
    uint32_t youngest = s->kernel;
    bool outside = false;
    for (uint32_t j = 0; j < s->cfg.kernels; j++)
        if (has(kernels, j) && is_older(s, youngest, j)) youngest = j;
    for (uint32_t j = 0; j < s->cfg.kernels; j++)
        if (!has(kernels, j) && is_older(s, youngest, j)) outside = true;
    if (outside) bin[BIN_MOLD_OUTSIDE]++;
    if (youngest != s->kernel) {
        cover_older(s, in, youngest, bin);
        return;
    }
    if (!several(kernels)) bin[BIN_MOLD_ALONE]++;
    else if (youngest == lowest(kernels)) bin[BIN_MOLD_YOUNGEST_FIRST]++;
    else bin[kernels >> youngest == 1 ? BIN_MOLD_YOUNGEST_LAST : BIN_MOLD_YOUNGEST_INSIDE]++;
}

static void cover_ask(const state *s, const inputs *in, uint64_t *bin)
{
    const bool last = s->kernel + 1 == s->cfg.kernels;
    if (!has(in->kernels, s->kernel)) {
        if (s->places[s->kernel] != 0) bin[BIN_ABSENT_HAD]++;
        if (last) bin[BIN_ABSENT_LAST]++;
        return;
    }
    if (last) bin[BIN_LAST_WAITS]++;
    switch (in->rule) {
    case ELASTIC_MEDIAN:
        for (uint32_t r = 0; r < s->cfg.kinds; r++) cover_median(in, r, bin);
        break;
    case ELASTIC_MPMAX: cover_mpmax(s, in, bin); break;
    case ELASTIC_EQUAL: cover_equal(s, in, bin); break;
    default: cover_mold(s, in, bin); break;
    }
}

/* ---- wait ---- */

static void cover_wait(const state *s, uint64_t *bin)
{
    const uint32_t found = s->grid.blocks, before = s->places[s->kernel];
    const uint32_t places = found == 0 ? 1 : found;
    if (s->grid.phase != PHYSICAL_GRID_DONE) return;
    if (found == 0) bin[BIN_FOUND_NONE]++;
    if (found == 1) bin[BIN_FOUND_ONE]++;
    if (found == s->logical[s->kernel]) bin[BIN_FOUND_GRID]++;
    if (found == chip(s)) bin[BIN_FOUND_CHIP]++;
    if (found != 0 && found < s->grid.after) bin[BIN_FOUND_SOME]++;
    if (before == 0) return;
    if (places < before) bin[BIN_PLACES_FALL]++;
    if (places > before) bin[BIN_PLACES_RISE]++;
    if (places == before) bin[BIN_PLACES_STAY]++;
}

void elastic_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    cover_begin(s, in, bin);
    cover_start(s, in, bin);
    if (s->phase == ELASTIC_ASK) cover_ask(s, in, bin);
    if (s->phase == ELASTIC_WAIT) cover_wait(s, bin);
}
