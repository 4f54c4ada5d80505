/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/mheap_lut_cover.h"

enum { LOOKUPS = MHEAP_LUT_LOOKUPS, MOVES = MHEAP_LUT_MOVES };

static uint32_t set_of(const state *s, uint32_t pc)
{
    return (pc >> s->cfg.pc_shift) & (s->sets - 1);
}

static void cover_lookup(const state *s, const inputs *in, const outputs *out, unsigned u,
                         uint64_t *bin)
{
    const uint32_t lut = out->lkp_lut[u];
    if (!out->lkp_hit[u]) {
        bin[out->lkp_free[u] ? BIN_MISS : BIN_SET_FULL]++;
    } else {
        bin[BIN_HIT]++;
        if (lut % s->cfg.ways == s->cfg.ways - 1) bin[BIN_HIT_LAST_WAY]++;
        if (in->free_en && in->free_lut == lut) bin[BIN_FREED_HIT]++;
        for (unsigned m = 0; m < MOVES; m++) {
            if (in->move_en[m] && in->move_lut[m] == lut) bin[BIN_MOVED_HIT]++;
        }
    }
    if (!in->ins_en[u]) return;
    if (out->lkp_hit[u] && in->free_en && in->free_lut == lut) bin[BIN_FREED_INSERTED]++;
    if (in->clear_en) bin[out->lkp_hit[u] ? BIN_CLEAR_INSERT_HIT : BIN_CLEAR_INSERT]++;
}

static void cover_pair(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->ins_en[0] && in->ins_en[1]) bin[BIN_INSERT_BOTH]++;
    if (out->lkp_hit[0] && out->lkp_hit[1] && out->lkp_lut[0] == out->lkp_lut[1]) {
        bin[BIN_BOTH_HIT]++;
    }
    if (out->lkp_hit[0] || out->lkp_hit[1]) return;
    if (set_of(s, in->lkp_pc[0]) != set_of(s, in->lkp_pc[1])) return;
    if (in->lkp_pc[0] == in->lkp_pc[1]) bin[BIN_ONE_PC]++;
    if (out->lkp_free[0]) bin[out->lkp_free[1] ? BIN_ONE_SET : BIN_ONE_SET_ONE_FREE]++;
    if (in->ins_en[1] && !in->ins_en[0]) bin[BIN_ONE_SET_SECOND_ONLY]++;
}

void mheap_lut_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (unsigned u = 0; u < LOOKUPS; u++) cover_lookup(s, in, out, u, bin);
    cover_pair(s, in, out, bin);
    unsigned new_moved = 0;
    for (unsigned m = 0; m < MOVES; m++) {
        for (unsigned u = 0; u < LOOKUPS; u++) {
            new_moved += in->move_en[m] && in->ins_en[u] && out->lkp_lut[u] == in->move_lut[m];
        }
    }
    if (new_moved > 0) bin[new_moved == 2 ? BIN_INSERTED_BOTH_MOVED : BIN_INSERTED_MOVED]++;
    if (in->move_en[0] && in->move_en[1]) bin[BIN_TWO_MOVES]++;
    if (in->clear_en) bin[BIN_CLEAR]++;
    uint32_t valid = 0;
    while (valid < s->cfg.entries && s->valid[valid]) valid++;
    if (valid == s->cfg.entries) bin[BIN_ALL_FULL]++;
}
