/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/water_fill_cover.h"

static uint32_t perf_of(const state *s, uint32_t k, uint32_t blocks)
{
    return blocks == 0 ? 0 : s->perf[k * s->cfg.blocks + blocks - 1];
}

static void cover_write(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->perf_en) return;
    const bool there = in->perf_kernel < s->cfg.kernels && in->perf_blocks >= 1 &&
                       in->perf_blocks <= s->cfg.blocks;
    bin[there ? BIN_WRITE : BIN_WRITE_NO_PLACE]++;
    if (there && in->start_en) bin[BIN_WRITE_AND_START]++;
}

static void cover_start(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->start_en) return;
    if (s->phase != WATER_FILL_IDLE) {
        bin[BIN_START_IGNORED]++;
        return;
    }
    bin[BIN_START]++;
    if (in->kernels == 0) bin[BIN_NO_KERNEL]++;
    else if (!several(in->kernels)) bin[BIN_ONE_KERNEL]++;
    if (in->kernels == ones(s->cfg.kernels)) bin[BIN_ALL_KERNELS]++;
}

/* Of the number of blocks that is looked at, kernel k's performance beside that of fewer. */
static void cover_envelope(const state *s, uint32_t k, uint64_t *bin)
{
    const uint32_t now = perf_of(s, k, s->at), fewer = perf_of(s, k, s->at - 1);
    if (s->at == 1) {
        if (now == 0) bin[BIN_ZERO]++;
        return;
    }
    if (now == fewer) bin[BIN_LEVELS]++;
    if (now > s->best[k] && fewer < s->best[k]) bin[BIN_FALLS]++;
}

struct fit {
    uint32_t lacks, exact; /* kinds of room */
    bool free;
};

/* A block of kernel k beside the room that there is. */
static struct fit fit(const state *s, const inputs *in, uint32_t k, const uint32_t *room)
{
    struct fit f = {.free = true};
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        const uint32_t need = in->need[k * s->cfg.kinds + r];
        if (need > room[r]) f.lacks++;
        if (need == room[r] && need != 0) f.exact++;
        f.free = f.free && need == 0;
    }
    return f;
}

static void cover_first(const state *s, const inputs *in, uint64_t *bin)
{
    if (has(s->full, s->at)) return;
    const struct fit f = fit(s, in, s->at, s->left);
    if (f.free) bin[BIN_FIRST_FREE]++;
    if (f.lacks == 0 && f.exact > 0) bin[BIN_FIRST_EXACT]++;
    if (f.lacks > 0) bin[s->at == s->cfg.kernels - 1 ? BIN_FIRST_FAILS_LATE : BIN_FIRST_FAILS]++;
}

static uint32_t next_of(const state *s, uint32_t k)
{
    for (uint32_t j = s->blocks[k] + 1; j <= s->cfg.blocks; j++)
        if (s->rises[k * s->cfg.blocks + j - 1]) return j;
    return 0;
}

static void cover_end(const state *s, uint64_t *bin)
{
    bool full = false, best = false;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (s->blocks[k] == 0) continue;
        if (has(s->full, k)) full = true;
        else best = true;
        if (s->blocks[k] == s->cfg.blocks) bin[BIN_MOST_BLOCKS]++;
    }
    if (full) bin[best ? BIN_END_MIXED : BIN_END_FULL]++;
    else if (best) bin[BIN_END_BEST]++;
}

static void cover_pick(const state *s, uint64_t *bin)
{
    bool some = false, tie = false, higher = false;
    uint32_t least = 0, leap = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        const uint32_t next = has(s->full, k) ? 0 : next_of(s, k);
        const uint32_t now = perf_of(s, k, s->blocks[k]);
        if (next == 0) continue;
        if (some && now == least) tie = true;
        if (some && now >= least) continue;
        tie = false;
        higher = some;
        some = true;
        least = now;
        leap = next - s->blocks[k];
    }
    if (!some) {
        cover_end(s, bin);
        return;
    }
    if (tie) bin[BIN_PICK_TIE]++;
    if (higher) bin[BIN_PICK_HIGHER]++;
    if (leap > 1) bin[BIN_PICK_LEAP]++;
}

static void cover_give(const state *s, const inputs *in, uint64_t *bin)
{
    const struct fit f = fit(s, in, s->pick, s->copy);
    if (f.lacks == 0 && f.exact > 0) bin[BIN_GIVE_EXACT]++;
    if (f.lacks == 0) return;
    bin[s->at == s->blocks[s->pick] ? BIN_GIVE_FAILS : BIN_GIVE_FAILS_LATE]++;
    if (f.lacks == 1 && s->cfg.kinds > 1) bin[BIN_LACKS_ONE_KIND]++;
}

void water_fill_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    cover_write(s, in, bin);
    cover_start(s, in, bin);
    switch (s->phase) {
    case WATER_FILL_ENVELOPE:
        for (uint32_t k = 0; k < s->cfg.kernels; k++) cover_envelope(s, k, bin);
        break;
    case WATER_FILL_FIRST: cover_first(s, in, bin); break;
    case WATER_FILL_PICK: cover_pick(s, bin); break;
    case WATER_FILL_GIVE: cover_give(s, in, bin); break;
    default: break;
    }
}
