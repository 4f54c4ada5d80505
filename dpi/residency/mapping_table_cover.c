/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/mapping_table_cover.h"
#include "residency/mapping_table_view.h"

static uint32_t entry(const state *s, uint32_t row, uint32_t set)
{
    return row * s->cfg.sets + set;
}

static void cover_takes(const state *s, const outputs *out, uint64_t *bin)
{
    if (s->free == 1) bin[BIN_TAKE_LAST]++;
    for (uint32_t f = out->op_phys + 1; f < s->cfg.phys; f++) {
        if (!s->used[f]) continue;
        bin[BIN_TAKE_HOLE]++;
        break;
    }
    /* An entry in the swap space keeps the number it had. */
    for (uint32_t e = 0; e < s->cfg.rows * s->cfg.sets; e++) {
        if (!s->in_use[e] || s->valid[e] || s->phys[e] != out->op_phys) continue;
        bin[BIN_TAKE_AGAIN]++;
        break;
    }
}

static void cover_op(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    switch (in->op) {
    case MAPPING_TABLE_MAP: bin[BIN_MAP]++; break;
    case MAPPING_TABLE_SPILL: bin[BIN_SPILL]++; break;
    case MAPPING_TABLE_FILL: bin[BIN_FILL]++; break;
    case MAPPING_TABLE_DROP: bin[out->op_held ? BIN_DROP_HELD : BIN_DROP_SWAPPED]++; break;
    default: break;
    }
    if (takes(in)) cover_takes(s, out, bin);
    if (gives(in, out) && s->free == 0) bin[BIN_GIVE_FULL]++;
    const bool leaves_swap =
        in->op == MAPPING_TABLE_FILL || (in->op == MAPPING_TABLE_DROP && !out->op_held);
    if (leaves_swap && s->swapped == 1) bin[BIN_SWAP_GONE]++;
    if (s->free == 0) bin[BIN_NO_ROOM]++;
    if (s->swapped + s->cfg.phys - s->free == s->cfg.rows * s->cfg.sets) bin[BIN_ALL_IN_USE]++;
}

static bool is_op(const inputs *in, uint32_t row, uint32_t set)
{
    return in->op_row == row && in->op_set == set;
}

/* Where a look-up is when the set it asks for is spilled or filled. */
static void cover_meeting(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const bool spill = in->op == MAPPING_TABLE_SPILL;
    if (in->op == MAPPING_TABLE_NOTHING) return;
    if (s->asked_en[p] && !is_op(in, s->asked_row[p], s->asked_set[p])) bin[BIN_ASK_OTHER_NEXT]++;
    if (!spill && in->op != MAPPING_TABLE_FILL) return;
    if (in->look_en[p] && is_op(in, in->look_row[p], in->look_set[p]))
        bin[spill ? BIN_ASK_SPILL_SAME : BIN_ASK_FILL_SAME]++;
    if (s->asked_en[p] && is_op(in, s->asked_row[p], s->asked_set[p]))
        bin[spill ? BIN_ASK_SPILL_NEXT : BIN_ASK_FILL_NEXT]++;
    if (s->found_en[p] && is_op(in, s->found_row[p], s->found_set[p]))
        bin[spill ? BIN_ASK_SPILL_ANSWER : BIN_ASK_FILL_ANSWER]++;
}

static bool differ_in_one_bit(const inputs *in, const outputs *out, uint32_t p)
{
    const uint32_t row = in->lock_row ^ out->found_row[p];
    const uint32_t set = in->lock_set ^ out->found_set[p];
    return __builtin_popcount(row) + __builtin_popcount(set) == 1;
}

static void cover_answer(const state *s, const inputs *in, const outputs *out, uint32_t p,
                         uint64_t *bin)
{
    if (!out->found_en[p]) return;
    const uint32_t e = entry(s, out->found_row[p], out->found_set[p]);
    if (out->found_wait[p]) bin[BIN_WAIT]++;
    else bin[out->found_held[p] ? BIN_HELD : BIN_SWAPPED]++;
    if (!s->in_use[e]) bin[BIN_ASK_UNUSED]++;
    if (in->lock_en && differ_in_one_bit(in, out, p)) bin[BIN_WAIT_NEAR]++;
}

void mapping_table_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_op(s, in, out, bin);
    uint32_t answers = 0;
    uint32_t waits = 0;
    uint32_t same = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        cover_meeting(s, in, p, bin);
        cover_answer(s, in, out, p, bin);
        answers += out->found_en[p];
        waits += out->found_wait[p];
        same += in->look_en[p] && in->look_row[p] == in->look_row[0] &&
                in->look_set[p] == in->look_set[0];
    }
    if (waits > 0 && waits < answers) bin[BIN_WAIT_SOME]++;
    if (waits == s->cfg.ports) bin[BIN_WAIT_ALL]++;
    if (same == s->cfg.ports) bin[BIN_SAME_SET]++;
}
