/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/simt_stack_cover.h"
#include "formation/simt_stack_view.h"

/* The top that an operation is on. */
struct top {
    uint32_t level;
    uint64_t threads;
    uint64_t rpc;
    uint32_t frame;
    uint32_t rframe;
};

static struct top top_of(const state *s, uint32_t slot)
{
    const uint32_t level = s->count[slot] - 1;
    const uint32_t d = level % s->cfg.depth;
    return (struct top){level, s->mask[d][slot] & s->live[slot], s->rpc[d][slot], s->frame[d][slot],
                        s->rframe[d][slot]};
}

static bool parts(const inputs *in, uint32_t p, const struct top *t)
{
    return in->op_kind[p] == SIMT_STACK_BRANCH && in->op_taken[p] != 0 &&
           in->op_taken[p] != t->threads;
}

static bool is_own(const inputs *in, uint32_t p, const struct top *t)
{
    return in->op_meet[p] == 0 || (in->op_meet[p] == t->rpc && t->frame == t->rframe);
}

/* The meeting place of a branch is that of the top's: in which frame, and is it this address? */
static void cover_parts(const inputs *in, uint32_t p, const struct top *t, uint64_t *bin)
{
    const bool own = is_own(in, p, t);
    const uint64_t meet = own ? t->rpc : in->op_meet[p];
    if (!own) bin[BIN_PARTS]++;
    else bin[in->op_meet[p] == 0 ? BIN_PARTS_OWN : BIN_PARTS_OWN_ADDRESS]++;
    if (own && t->rframe < t->frame) bin[BIN_PARTS_LOWER_FRAME]++;
    if (own && t->rframe != t->frame) return;
    if (in->op_pc[p] == meet) bin[BIN_OTHERS_MET]++;
    if (in->op_target[p] == meet) bin[BIN_TAKEN_MET]++;
}

/* The threads stay together. */
static void cover_moves(const state *s, const inputs *in, uint32_t p, const struct top *t,
                        uint64_t *bin)
{
    const uint32_t kind = in->op_kind[p];
    const bool taken = kind == SIMT_STACK_BRANCH && in->op_taken[p] != 0;
    const uint64_t pc = taken ? in->op_target[p] : in->op_pc[p];
    const uint32_t frame = kind == SIMT_STACK_CALL     ? t->frame + 1
                           : kind == SIMT_STACK_RETURN ? t->frame - 1
                                                       : t->frame;
    if (kind == SIMT_STACK_BRANCH) bin[taken ? BIN_ALL_TAKE : BIN_NONE_TAKES]++;
    const bool meets = pc == t->rpc && frame == t->rframe;
    if (kind == SIMT_STACK_RETURN) bin[meets ? BIN_RETURN_MEETS : BIN_RETURN]++;
    if (meets) bin[BIN_NEXT_MEETS]++;
    if (meets && s->count[in->op_slot[p]] == 3) bin[BIN_MEETS_LAST]++;
    if (pc == t->rpc && frame != t->rframe) bin[BIN_OTHER_FRAME]++;
}

static void cover_call(const state *s, const inputs *in, uint32_t p, const struct top *t,
                       uint64_t *bin)
{
    if (t->frame + 2 == (1u << s->cfg.frame_width) - 1) bin[BIN_LAST_FRAME]++;
    if (!is_own(in, p, t)) {
        bin[BIN_CALL_WAITS]++;
        return;
    }
    bin[in->op_meet[p] == 0 ? BIN_CALL_ZERO : BIN_CALL_OWN]++;
    cover_moves(s, in, p, t, bin);
}

static void cover_done(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint32_t slot = in->op_slot[p];
    const struct top t = top_of(s, slot);
    if (s->mask[t.level % s->cfg.depth][slot] != t.threads) bin[BIN_DEAD_LANES]++;
    if (in->op_kind[p] == SIMT_STACK_EXIT) {
        bin[t.threads == s->live[slot] ? BIN_EXIT_LAST : BIN_EXIT_SOME]++;
        if (s->check != 0) bin[BIN_CHECK_AND_EXIT]++;
    } else if (in->op_kind[p] == SIMT_STACK_CALL) {
        cover_call(s, in, p, &t, bin);
    } else if (parts(in, p, &t)) {
        cover_parts(in, p, &t, bin);
    } else {
        cover_moves(s, in, p, &t, bin);
    }
}

static void cover_waits(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint32_t slot = in->op_slot[p];
    const struct top t = top_of(s, slot);
    const bool two = parts(in, p, &t) && !is_own(in, p, &t);
    const bool full = s->count[slot] - s->deep[slot] == s->cfg.depth;
    bin[!two ? BIN_NEEDS_ONE : full ? BIN_NEEDS_TWO : BIN_NEEDS_TWO_HAS_ONE]++;
    if (two && !full && (in->op_pc[p] == in->op_meet[p] || in->op_target[p] == in->op_meet[p])) {
        bin[BIN_MET_HALF_WAITS]++;
    }
    if (s->spill_valid && in->spill_ready && s->spill_slot == slot) bin[BIN_TRIED_AT_STORE]++;
}

static void cover_ops(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t done = 0;
    uint32_t waits = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->op_valid[p]) continue;
        if (out->op_ready[p]) cover_done(s, in, p, bin);
        else cover_waits(s, in, p, bin);
        done += out->op_ready[p];
        waits += !out->op_ready[p];
    }
    if (done >= 2) bin[BIN_TWO_OPS]++;
    if (done == s->cfg.ports) bin[BIN_ALL_PORTS]++;
    if (done >= 1 && waits >= 1) bin[BIN_ONE_WAITS]++;
    if (done >= 1 && in->begin_en) bin[BIN_BEGIN_AND_OP]++;
    if (done >= 1 && in->fill_valid) bin[BIN_FILL_AND_OP]++;
}

/* The marked slots that can be looked at: with an entry on chip, or with none at all. */
static uint64_t can_be_looked_at(const state *s)
{
    uint64_t slots = 0;
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        const bool dry = s->count[i] == s->deep[i] && s->count[i] != 0;
        if (has(s->check, i) && !dry) slots |= bit(i);
    }
    return slots;
}

static void cover_check(const state *s, const inputs *in, uint64_t *bin)
{
    if (s->check == 0) return;
    const uint64_t slots = can_be_looked_at(s);
    if (several(slots)) bin[BIN_CHECK_SEVERAL]++;
    if (slots == 0) return;
    const uint32_t slot = lowest(slots);
    if ((s->check & ~slots & ones(slot)) != 0) bin[BIN_CHECK_PASSED_BY]++;
    if (s->count[slot] == 0) bin[BIN_CHECK_EMPTY]++;
    else bin[top_of(s, slot).threads != 0 ? BIN_CHECK_LIVE : BIN_CHECK_DEAD]++;
    if (in->begin_en && in->begin_slot == slot) bin[BIN_BEGIN_LOOKED_AT]++;
}

static void cover_requests(const state *s, const inputs *in, uint64_t *bin)
{
    uint64_t dry = 0;
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        const bool is_dry = s->count[i] == s->deep[i] && s->count[i] != 0;
        if (has(s->here & ~s->reading, i) && is_dry) dry |= bit(i);
    }
    const uint64_t mine = s->spill_valid ? bit(s->spill_slot) : 0;
    const uint64_t wishes = s->wish & ~mine;
    dry &= ~mine;
    if (s->spill_valid && !in->spill_ready) {
        bin[BIN_NOT_ACCEPTED]++;
        return;
    }
    if (s->spill_valid) bin[s->spill_load ? BIN_READ : BIN_STORE]++;
    if (s->spill_valid && (wishes | dry) != 0) bin[BIN_NEXT_AT_ONCE]++;
    if (wishes != 0 && dry != 0 && (dry & -dry) < (wishes & -wishes)) bin[BIN_WISH_FIRST]++;
}

void simt_stack_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_ops(s, in, out, bin);
    cover_check(s, in, bin);
    cover_requests(s, in, bin);
    if (in->begin_en) bin[has(out->ready, in->begin_slot) ? BIN_BEGIN_OVER : BIN_BEGIN]++;
    if (in->fill_valid) bin[BIN_FILL]++;
    if (!in->row_wr_en) return;
    bin[BIN_ROW_WRITTEN]++;
    if (deep_of(&s->cfg, in->row_wr_data) != 0) bin[BIN_ROW_DEEP]++;
}
