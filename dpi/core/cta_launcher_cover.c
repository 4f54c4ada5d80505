/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cta_launcher_cover.h"

enum { BINDS = 7 };

/* So many blocks need just what there is of something. */
static bool is_exact(uint32_t blocks, const uint32_t *need, const uint32_t *limit, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (blocks * need[i] == limit[i]) return true;
    }
    return false;
}

static void cover_binds(const state *s, uint64_t *bin)
{
    const uint32_t scheduling = s->binds & 7;
    const uint32_t capacity = s->binds & ~7u;
    for (uint32_t b = 0; b < BINDS; b++) {
        if (scheduling == 1u << b || capacity == 1u << b) bin[BIN_BINDS_BLOCKS + b]++;
    }
    if (several(scheduling)) bin[BIN_TWO_BIND]++;
    if (several(capacity)) bin[BIN_TWO_HOLD]++;
}

/* A kernel starts: how many blocks fit. */
static void cover_fit(const state *s, uint64_t *bin)
{
    const struct cta_launcher_cfg *c = &s->cfg;
    const uint32_t active[] = {s->warps, s->threads};
    const uint32_t here[] = {s->rows, s->bytes, s->warps};
    const uint32_t active_limit[] = {c->slots, c->threads};
    const uint32_t here_limit[] = {c->rows, c->bytes, c->ids};
    if (is_exact(s->frames, active, active_limit, 2)) bin[BIN_FRAMES_EXACT]++;
    if (is_exact(s->ctas, here, here_limit, 3)) bin[BIN_CTAS_EXACT]++;
    if (s->frames > s->ctas) bin[BIN_FRAMES_MORE]++;
    if (s->frames < s->ctas) bin[BIN_CTAS_MORE]++;
    if (s->frames == s->ctas) bin[BIN_EQUAL]++;
    if (s->rows == 0) bin[BIN_NO_ROWS]++;
    if (s->bytes == 0) bin[BIN_NO_BYTES]++;
    if (s->frames == s->tried - 1 && s->ctas == s->tried - 1) bin[BIN_BOTH_AT_ONCE]++;
    else bin[s->frames < s->ctas ? BIN_FRAMES_FIRST : BIN_CTAS_FIRST]++;
    if (s->tried == c->ctas + 1) bin[BIN_LONGEST]++;
}

static void cover_refused(const state *s, uint64_t *bin)
{
    if (s->frames == 0 && s->ctas == 0) bin[BIN_REFUSED_BOTH]++;
    else bin[s->frames == 0 ? BIN_REFUSED_FRAMES : BIN_REFUSED_CTAS]++;
    if (s->tried > 1) bin[BIN_REFUSED_LATE]++;
}

static void cover_last(const state *s, bool done, uint64_t *bin)
{
    if (s->size_x == 1 && s->size_y == 1 && s->size_z == 1) bin[BIN_ONE_BLOCK]++;
    if (s->here == 0) bin[BIN_LAST_ALONE]++;
    else bin[s->here == 1 && done ? BIN_LAST_DONE : BIN_LAST_BEHIND]++;
}

static void cover_walk(const state *s, const inputs *in, uint64_t *bin)
{
    const bool round_x = s->x + 1 == s->size_x;
    const bool round_y = round_x && s->y + 1 == s->size_y;
    if (s->here == s->ctas) bin[in->block_ready ? BIN_FULL_CHANGES : BIN_FULL]++;
    if (!in->block_ready) {
        bin[BIN_NOT_TAKEN]++;
        if (in->done_valid) bin[BIN_DONE]++;
        if (in->done_valid && s->here == 1) bin[BIN_EMPTY_BETWEEN]++;
        return;
    }
    bin[in->done_valid ? BIN_TAKEN_DONE : BIN_TAKEN]++;
    if (s->taken == 0) bin[BIN_FIRST_AT_ONCE]++;
    if (round_y && s->z + 1 == s->size_z) cover_last(s, in->done_valid, bin);
    else if (round_x) bin[round_y ? BIN_ROUND_Y : BIN_ROUND_X]++;
}

void cta_launcher_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    if (in->kernel_en) {
        bin[!s->done ? BIN_BEGIN : s->refused ? BIN_BEGIN_REFUSED : BIN_BEGIN_DONE]++;
    }
    if (in->block_ready && s->phase != CTA_LAUNCHER_WALK) bin[BIN_READY_TOO_EARLY]++;
    if (s->refused) cover_refused(s, bin);
    if (s->phase == CTA_LAUNCHER_START) {
        cover_fit(s, bin);
        cover_binds(s, bin);
    }
    if (s->phase == CTA_LAUNCHER_WALK) cover_walk(s, in, bin);
    if (s->phase != CTA_LAUNCHER_ALL_TAKEN) return;
    if (in->done_valid) bin[s->here == 1 ? BIN_ENDS : BIN_WAITS_MORE]++;
    else if (s->here == 1) bin[BIN_WAITS]++;
}
