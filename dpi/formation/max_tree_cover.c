/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of the max-tree: at its ports and inside. */
#include "formation/max_tree_cover.h"

#include "formation/heap_ports_cover.h"

static void cover_pop(const state *s, const struct max_heap_in *in, const struct max_heap_out *out,
                      uint64_t *bin)
{
    for (unsigned u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (!out->lkp_valid[u] || !in->lkp_hit[u] || in->lkp_mh[u] != s->root) continue;
        if (out->ins_en[u]) bin[BIN_REBORN]++;
        /* Update 1 may still wait. */
        else if (u == 0 && !s->queue[0].open) bin[BIN_VOID_BY_POP]++;
    }
    const bool pair = out->lkp_valid[1] && out->lkp_pc[0] == out->lkp_pc[1];
    if (out->ins_en[0] && in->lkp_hit[0] && pair) bin[BIN_REBORN_PAIR]++;
    const bool first = in->lkp_hit[0] || out->ins_en[0];
    const bool second = pair || in->lkp_hit[1] || out->ins_en[1];
    if (out->lkp_valid[1] && !in->hold && first && second) bin[BIN_ALL_AT_ONCE]++;
}

void max_tree_cover(const state *s, const struct max_heap_in *in, const struct max_heap_out *out,
                    uint64_t *bin)
{
    cover_ports(&s->cfg, s->queue, in, out, bin);
    for (uint32_t i = 0; s->cfg.ageing != 0 && i < s->cfg.entries; i++) {
        if (s->valid[i] == 0) continue;
        if (is_old_twin(&s->entry[i], out, 0)) bin[BIN_OLD_TWIN]++;
        if (is_old_twin(&s->entry[i], out, 1)) bin[BIN_OLD_TWIN]++;
    }
    if (in->pop_en && out->root_valid) cover_pop(s, in, out, bin);
}
