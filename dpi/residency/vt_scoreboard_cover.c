/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/vt_scoreboard_cover.h"

static bool in_run(bool en, uint32_t base, uint32_t count, uint32_t slot)
{
    return en && slot >= base && slot - base < count;
}

/* The warp that retired in the cycle before, as far as cycles are seen here. */
static struct {
    bool en;
    uint32_t slot;
    uint32_t warp;
} gone;

static void cover_late(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint32_t slot = in->wb_slot[p];
    const bool owned = (s->valid >> slot & 1) != 0;
    bin[owned ? BIN_LATE_OWNED : BIN_LATE_EMPTY]++;
    if (gone.en && gone.slot == slot && gone.warp == in->wb_warp[p]) bin[BIN_JUST_LATE]++;
    if (in_run(in->map_en, in->map_base, in->map_count, slot)) bin[BIN_TAKEOVER]++;
    if (in_run(in->clear_en, in->clear_base, in->clear_count, slot)) bin[BIN_CLEAR_LATE]++;
    if (in->retire_en && in->retire_slot == slot) bin[BIN_LATE_RETIRING]++;
    if (!owned) return;
    if (__builtin_popcount(s->tag[slot] ^ in->wb_warp[p]) == 1) bin[BIN_LATE_ONE_BIT]++;
    if ((s->busy[slot] >> in->wb_reg[p] & 1) != 0) bin[BIN_LATE_BUSY]++;
    for (uint32_t q = 0; q < s->cfg.ports; q++) {
        if (in->set_en[q] && in->set_slot[q] == slot && in->set_reg[q] == in->wb_reg[p]) {
            bin[BIN_SET_LATE]++;
        }
    }
}

static void cover_back(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    for (uint32_t q = 0; q < s->cfg.ports; q++) {
        if (in->set_en[q] && in->set_slot[q] == in->wb_slot[p]) bin[BIN_SET_BACK]++;
        if (in->query_slot[q] == in->wb_slot[p]) bin[BIN_QUERY_BACK]++;
    }
}

static void cover_writebacks(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->wb_en[p]) continue;
        if (out->late[p]) cover_late(s, in, p, bin);
        else cover_back(s, in, p, bin);
        for (uint32_t q = 0; q < p; q++) {
            if (!in->wb_en[q]) continue;
            const bool same = in->wb_slot[p] == in->wb_slot[q];
            if (out->late[p] && out->late[q]) bin[same ? BIN_TWO_LATE_SLOT : BIN_TWO_LATE]++;
            else if (same) bin[out->late[p] != out->late[q] ? BIN_LATE_BESIDE : BIN_TWO_BACK]++;
        }
    }
}

static void cover_issue(const state *s, const inputs *in, uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        for (uint32_t q = 0; in->set_en[p] && q < s->cfg.ports; q++) {
            if (q < p && in->set_en[q] && in->set_slot[p] == in->set_slot[q]) bin[BIN_TWO_SETS]++;
            if (in->query_slot[q] == in->set_slot[p]) bin[BIN_QUERY_SET]++;
        }
    }
}

static void cover_retire(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!in->retire_en) {
        if (out->retire_count > 0) bin[BIN_ASKED_ONLY]++;
        return;
    }
    if (out->retire_count == 0) bin[BIN_RETIRE_NONE]++;
    else bin[out->retire_count == s->cfg.regs ? BIN_RETIRE_ALL : BIN_RETIRE_SOME]++;
    unsigned in_time = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->wb_en[p] && !out->late[p] && in->wb_slot[p] == in->retire_slot) in_time++;
    }
    if (in_time > 0) bin[out->retire_count == 0 ? BIN_RETIRE_LAST_IN : BIN_IN_TIME]++;
    if (in_time > 1) bin[BIN_RETIRE_TWO_IN]++;
}

static void cover_blocks(const state *s, const inputs *in, uint64_t *bin)
{
    if (in->map_en) {
        const bool to_end = in->map_base + in->map_count == s->cfg.slots;
        bin[in->map_count == 1 ? BIN_MAP_ONE : BIN_MAP_MANY]++;
        if (to_end && in->map_count > 1) bin[BIN_MAP_TO_END]++;
        if (in->map_count == s->cfg.slots) bin[BIN_MAP_ALL]++;
        if (in->map_warp + in->map_count == s->cfg.warps) bin[BIN_LAST_WARP]++;
        if (in->retire_en) bin[BIN_MAP_RETIRE]++;
        if (in->clear_en) bin[BIN_MAP_CLEAR]++;
    }
    if (in->clear_en && in->clear_count > 1) bin[BIN_CLEAR_MANY]++;
    if (in->clear_en && in->retire_en) bin[BIN_RETIRE_CLEAR]++;
}

void vt_scoreboard_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_writebacks(s, in, out, bin);
    cover_issue(s, in, bin);
    cover_retire(s, in, out, bin);
    cover_blocks(s, in, bin);
    gone.en = in->retire_en;
    if (!gone.en) return;
    gone.slot = in->retire_slot;
    gone.warp = s->tag[gone.slot];
}
