/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/scoreboard_cover.h"

/* What happened in the cycle before, as far as cycles are seen here. */
static struct {
    uint64_t set[SCOREBOARD_MAX_SLOTS];
    uint64_t back[SCOREBOARD_MAX_SLOTS];
} last;

/* The registers that are set, or come back, of each slot in this cycle. */
static void gather(const bool *en, const uint32_t *slot, const uint32_t *reg, uint32_t n,
                   uint64_t *of)
{
    for (uint32_t i = 0; i < n; i++) {
        if (en[i]) of[slot[i]] |= UINT64_C(1) << reg[i];
    }
}

static void cover_set(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t all = ones(s->cfg.regs);
    uint32_t sets = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->set_slot[p], reg = in->set_reg[p];
        if (!in->set_en[p]) continue;
        const uint64_t busy = s->busy[slot];
        sets++;
        bin[busy == 0 ? BIN_SET_FIRST : BIN_SET]++;
        if ((busy | UINT64_C(1) << reg) == all) bin[BIN_SET_FILLS]++;
        if (has(last.back[slot], reg)) bin[BIN_SET_AFTER_BACK]++;
        if (slot == s->cfg.slots - 1 && reg == s->cfg.regs - 1) bin[BIN_EDGES]++;
        for (uint32_t q = 0; q < p; q++) {
            if (!in->set_en[q]) continue;
            if (in->set_reg[q] == reg) bin[BIN_SET_TWIN_REG]++;
            if (!several(in->set_slot[q] ^ slot)) bin[BIN_SET_NEAR]++;
        }
    }
    if (sets == s->cfg.ports) bin[BIN_SET_ALL_PORTS]++;
}

/* Writers that bring a result of this slot. */
static uint32_t results_of(const state *s, const inputs *in, uint32_t slot)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < s->cfg.writers; w++) n += in->wb_en[w] && in->wb_slot[w] == slot;
    return n;
}

static void cover_back(const state *s, const inputs *in, const uint64_t *back, uint64_t *bin)
{
    uint32_t results = 0;
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        const uint32_t slot = in->wb_slot[w], reg = in->wb_reg[w];
        if (!in->wb_en[w]) continue;
        const bool emptied = s->busy[slot] == back[slot];
        const uint32_t of_slot = results_of(s, in, slot);
        results++;
        bin[emptied ? BIN_BACK_FREES : BIN_BACK]++;
        if (has(last.set[slot], reg)) bin[BIN_BACK_NEXT_CYCLE]++;
        if (of_slot > 1) bin[emptied ? BIN_BACK_SLOT_EMPTIED : BIN_BACK_SAME_SLOT]++;
        if (of_slot > 1 && of_slot == s->cfg.writers) bin[BIN_BACK_SAME_SLOT_ALL]++;
        for (uint32_t v = 0; v < w; v++) {
            if (in->wb_en[v] && in->wb_reg[v] == reg && in->wb_slot[v] != slot)
                bin[BIN_BACK_TWIN_REG]++;
        }
    }
    if (results == s->cfg.writers) bin[BIN_BACK_ALL_WRITERS]++;
}

static void cover_both(const state *s, const uint64_t *set, const uint64_t *back, uint64_t *bin)
{
    uint64_t set_regs = 0, twins = 0;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (set[slot] != 0 && back[slot] != 0)
            bin[s->busy[slot] == back[slot] ? BIN_BOTH_SLOT_STAYS_BUSY : BIN_BOTH_SLOT]++;
        set_regs |= set[slot];
        twins |= back[slot];
    }
    /* Set and writeback of one register are never of one slot. */
    if ((set_regs & twins) != 0) bin[BIN_BOTH_REG_OTHER_SLOT]++;
}

static void cover_queries(const state *s, const inputs *in, const uint64_t *set,
                          const uint64_t *back, uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->query_slot[p];
        if (slot >= s->cfg.slots) continue;
        if (s->busy[slot] == 0) bin[BIN_QUERY_IDLE]++;
        if (s->busy[slot] == ones(s->cfg.regs)) bin[BIN_QUERY_FULL]++;
        if (set[slot] != 0) bin[BIN_QUERY_SET]++;
        if (back[slot] != 0) bin[BIN_QUERY_BACK]++;
        for (uint32_t q = 0; q < p; q++) {
            if (in->query_slot[q] == slot && s->busy[slot] != 0) bin[BIN_QUERY_TWICE]++;
        }
    }
}

void scoreboard_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint64_t set[SCOREBOARD_MAX_SLOTS] = {0}, back[SCOREBOARD_MAX_SLOTS] = {0};
    gather(in->set_en, in->set_slot, in->set_reg, s->cfg.ports, set);
    gather(in->wb_en, in->wb_slot, in->wb_reg, s->cfg.writers, back);
    cover_set(s, in, bin);
    cover_back(s, in, back, bin);
    cover_both(s, set, back, bin);
    cover_queries(s, in, set, back, bin);
    if (out->free == ones(s->cfg.slots)) bin[BIN_ALL_FREE]++;
    if (out->free == 0) bin[BIN_NONE_FREE]++;
    memcpy(last.set, set, sizeof set);
    memcpy(last.back, back, sizeof back);
}
