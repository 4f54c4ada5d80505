/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/block_frames_cover.h"
#include "residency/block_frames_view.h"

static uint64_t slots_of(const inputs *in, uint32_t f)
{
    const uint32_t base = f * in->warps;
    const uint64_t all = in->warps < 64 ? (UINT64_C(1) << in->warps) - 1 : UINT64_MAX;
    return base < 64 ? all << base : 0;
}

/* What happens in this cycle to the warps of a frame. */
struct moves {
    unsigned left; /* warps that have neither ended nor wait */
    unsigned arrive;
    unsigned end;
};

static struct moves moves_of(const state *s, const inputs *in, uint32_t f)
{
    const uint64_t slots = slots_of(in, f);
    struct moves m = {0};
    m.left = (unsigned)__builtin_popcountll(slots & ~s->ended & ~s->waits);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p] || !has_any(slots, in->ev_slot[p])) continue;
        if (in->ev_kind[p] == BLOCK_FRAMES_ARRIVES) m.arrive++;
        if (in->ev_kind[p] == BLOCK_FRAMES_ENDS) m.end++;
    }
    return m;
}

static void cover_events(const state *s, const inputs *in, uint64_t *bin)
{
    unsigned completed = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if (!has_any(s->open, f)) continue;
        const struct moves m = moves_of(s, in, f);
        const bool waited = (s->waits & slots_of(in, f)) != 0;
        if (m.left == 0 || m.left != m.arrive + m.end) continue;
        completed++;
        if (m.arrive == 2 && m.left == 2) bin[BIN_LAST_TWO_ARRIVE]++;
        if (m.arrive == 1 && m.end == 1) bin[BIN_ARRIVE_AND_END]++;
        if (m.end == 2 && m.left == 2 && !waited) bin[BIN_LAST_TWO_END]++;
        if (m.left == 1 && m.arrive == 1 && waited) bin[BIN_LAST_ARRIVES]++;
        if (m.left == 1 && m.end == 1 && waited) bin[BIN_END_OPENS]++;
    }
    if (completed > 1) bin[BIN_TWO_BLOCKS_AT_ONCE]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p]) continue;
        if (in->ev_kind[p] == BLOCK_FRAMES_STALLS) bin[BIN_STALL]++;
        if (in->ev_kind[p] == BLOCK_FRAMES_PHASE) bin[BIN_PHASE]++;
        if (in->ev_slot[p] == s->cfg.slots - 1) bin[BIN_LAST_SLOT]++;
    }
}

static bool arrives(const state *s, const inputs *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_kind[p] == BLOCK_FRAMES_ARRIVES) return true;
    }
    return false;
}

static void cover_release(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    unsigned barriers = 0;
    unsigned done = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if (!has_any(out->idle, f)) continue;
        if ((slots_of(in, f) & s->waits) != 0) barriers++;
        else done++;
    }
    if (barriers == 2) bin[BIN_TWO_BARRIERS]++;
    if (barriers > 2) bin[BIN_MORE_BARRIERS]++;
    if (done > 1) bin[BIN_TWO_DONE]++;
    if (out->release_valid && out->done_valid) bin[BIN_BARRIER_AND_DONE]++;
    if (!out->release_valid) return;
    if (out->release_count == in->warps) bin[BIN_RELEASE_ALL]++;
    else bin[out->release_count == 1 ? BIN_RELEASE_ONE : BIN_RELEASE_ENDED]++;
    if (in->warps == 1) bin[BIN_ONE_WARP]++;
    if (in->warps == s->cfg.max_warps) bin[BIN_LARGEST]++;
    if (in->open_en) bin[BIN_OPEN_RELEASE]++;
    if (in->shut_en) bin[BIN_SHUT_RELEASE]++;
    if (arrives(s, in)) bin[BIN_ARRIVE_ELSEWHERE]++;
}

static void cover_shut(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!in->shut_en) {
        if (has_any(s->open, in->shut_frame)) bin[BIN_ASKED_ONLY]++;
        return;
    }
    const bool same = in->open_en && in->open_frame == in->shut_frame;
    bin[same ? BIN_SWAP : in->open_en ? BIN_SHUT_OPEN_ELSEWHERE : BIN_SHUT_ALONE]++;
    if (same && out->done_valid) bin[BIN_SWAP_AND_DONE]++;
    if (out->shut_waits != 0) bin[BIN_SHUT_WAITS]++;
    if (out->shut_ended != 0) bin[BIN_SHUT_ENDED]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && has_any(slots_of(in, in->shut_frame), in->ev_slot[p])) {
            bin[BIN_SHUT_STALL]++;
        }
    }
}

static void cover_open(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->done_valid && !in->open_en) bin[BIN_DONE_ALONE]++;
    if (!in->open_en) return;
    const bool marked = (in->open_ended | in->open_waits) != 0;
    if (in->open_waits != 0) bin[BIN_OPEN_WAITS]++;
    if (in->open_ended != 0) bin[BIN_OPEN_ENDED]++;
    if (in->warps != s->warps) bin[BIN_OTHER_SIZE]++;
    if (out->done_valid && in->open_frame == out->done_frame) {
        bin[marked ? BIN_DONE_OPEN_MARKED : BIN_DONE_OPEN]++;
    }
}

void block_frames_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_events(s, in, bin);
    cover_release(s, in, out, bin);
    cover_shut(s, in, out, bin);
    cover_open(s, in, out, bin);
    if (s->open == ones(s->cfg.frames)) bin[BIN_ALL_OPEN]++;
}
