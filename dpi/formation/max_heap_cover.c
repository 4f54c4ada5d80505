/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of the max-heap: at its ports and inside. */
#include "formation/max_heap_cover.h"

#include "formation/heap_ports_cover.h"

static uint32_t parent(uint32_t at) { return (at - 1) / 2; }

static void cover_up(const state *s, const struct max_heap_out *out, uint64_t *bin)
{
    unsigned climbs = 0;
    for (uint32_t l = 0; l < MAX_HEAP_LANES; l++) {
        if (!s->lane_busy[l]) continue;
        const uint32_t hole = s->lane_hole[l];
        if (hole == 0) {
            bin[BIN_TO_ROOT]++;
            continue;
        }
        const uint32_t other = s->lane_hole[1 - l];
        if (!out->move_en[l]) {
            bin[other == parent(hole) ? BIN_WAIT_PARENT : BIN_WAIT_SIBLING]++;
            continue;
        }
        if (out->move_lut[l] != s->lane_held[l].lut) climbs++;
        if (s->entry[parent(hole)].cnt == s->lane_held[l].cnt) bin[BIN_TIE]++;
    }
    bin[BIN_CLIMB] += climbs;
    if (climbs == 2) bin[BIN_BOTH_CLIMB]++;
}

/* The child of `hole` that beats e, the better one if both do; 0: none. */
static uint32_t better_child(const state *s, uint32_t hole, const struct max_heap_entry *e)
{
    const uint32_t left = 2 * hole + 1;
    uint32_t best = 0;
    for (uint32_t at = left; at <= left + 1 && at < s->size; at++) {
        if (max_heap_beats(s->cfg.order, &s->entry[at], best == 0 ? e : &s->entry[best])) best = at;
    }
    return best;
}

/* Moves of old entries do not show at the ports. With one port a step takes two cycles. */
static void cover_down(const state *s, uint64_t *bin)
{
    const uint32_t hole = s->lane_hole[0];
    if (s->cfg.ports == 1 && s->phase == MAX_HEAP_DOWN) return;
    const uint32_t child = better_child(s, hole, &s->lane_held[0]);
    if (child == 0) return;
    bin[child == 2 * hole + 1 ? BIN_SINK_LEFT : BIN_SINK_RIGHT]++;
    if (hole != 0) bin[BIN_SINK_DEEP]++;
}

static void cover_idle(const state *s, const struct max_heap_in *in, const struct max_heap_out *out,
                       uint64_t *bin)
{
    if (in->pop_en && out->root_valid && out->lkp_valid[0]) bin[BIN_POP_FIRST]++;
    for (uint32_t i = 0; s->cfg.ageing != 0 && i < s->size; i++) {
        if (is_old_twin(&s->entry[i], out, 0)) bin[BIN_OLD_TWIN]++;
        if (is_old_twin(&s->entry[i], out, 1)) bin[BIN_OLD_TWIN]++;
    }
    const bool sweep = in->sweep_en && s->cfg.ageing != 0;
    if (s->cfg.order != MAX_HEAP_MINORITY || !out->lkp_valid[0] || !in->lkp_hit[0]) return;
    if (sweep || (in->pop_en && out->root_valid)) return;
    struct max_heap_entry e = s->entry[in->lkp_mh[0]];
    e.cnt += s->queue[0].nthd;
    if (better_child(s, in->lkp_mh[0], &e) != 0) bin[BIN_MINORITY_SINK]++;
}

void max_heap_cover(const state *s, const struct max_heap_in *in, const struct max_heap_out *out,
                    uint64_t *bin)
{
    cover_ports(&s->cfg, s->queue, in, out, bin);
    if (s->phase == MAX_HEAP_IDLE) cover_idle(s, in, out, bin);
    else if (s->phase == MAX_HEAP_UP) cover_up(s, out, bin);
    else cover_down(s, bin);
}
