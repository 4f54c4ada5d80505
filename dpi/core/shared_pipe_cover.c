/* SPDX-License-Identifier: Apache-2.0 */
#include "core/shared_pipe_cover.h"

typedef struct shared_pipe_view view;

/* What is known beside the model, which is the view's first member. */
static const view *view_of(const state *s) { return (const view *)s; }

static void cover_resets(const state *s, uint64_t *bin)
{
    if (view_of(s)->reset_half) bin[BIN_RESET_HALF]++;
    if (view_of(s)->reset_longer) bin[BIN_RESET_LONGER]++;
    if (view_of(s)->reset_full) bin[BIN_RESET_FULL]++;
    if (view_of(s)->reset_turn) bin[BIN_RESET_TURN]++;
}

/* ---- both ports ---- */

/* Two beats meet: that of the port in turn goes in. */
static void cover_meeting(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t winner = s->turn;
    const uint32_t loser = 1 - winner;
    bin[winner == 0 ? BIN_MEET_FIRST : BIN_MEET_SECOND]++;
    if (view_of(s)->was_meeting) bin[BIN_MEET_AGAIN]++;
    if (s->beat[loser] > 0) bin[BIN_MEET_HALF]++;
    if (kind_of(in->word[winner]) == ORDINARY) return;
    bin[BIN_MEET_LONGER]++;
    if (view_of(s)->was_kept[loser]) bin[BIN_KEPT_TWICE]++;
}

static void cover_both(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool all_in = goes_in(s, in, 0) && goes_in(s, in, 1);
    const bool alike = is_far(s, in, 0) == is_far(s, in, 1);
    const bool shares = (next_lanes(s, in, 0) & next_lanes(s, in, 1)) != 0;
    if (is_meeting(s, in)) cover_meeting(s, in, bin);
    if (is_meeting(s, in) && is_far(s, in, 0)) bin[BIN_MEMORY_MEETS]++;
    if (all_in && shares && !alike) bin[BIN_MEMORY_BESIDE]++;
    if (all_in && alike && next_lanes(s, in, 0) != 0 && next_lanes(s, in, 1) != 0) {
        bin[BIN_BOTH_GO]++;
        if (s->beat[0] != s->beat[1]) bin[BIN_BOTH_GO_APART]++;
        if ((in->mask[0] & in->mask[1]) != 0) bin[BIN_MEET_ALONE]++;
    }
    if (all_in && out->in_ready[0] && out->in_ready[1]) bin[BIN_BOTH_LAST]++;
    if (!is_idle(s, 0) && !is_idle(s, 1)) bin[BIN_BOTH_LONGER]++;
    if (s->due[0] && s->due[1] && s->wait[0] == 0 && s->wait[1] == 0 &&
        view_of(s)->kind[0] != ORDINARY && view_of(s)->kind[1] != ORDINARY)
        bin[BIN_BOTH_END]++;
    if (out->out_valid[0] && in->out_ready[0] && out->out_valid[1] && in->out_ready[1])
        bin[BIN_OUT_BOTH]++;
}

/* ---- a port that waits ---- */

/* For a longer operation of the other port. */
static void cover_kept(const state *s, uint32_t p, uint64_t *bin)
{
    bin[view_of(s)->kind[1 - p] == DIVISION ? BIN_KEPT_DIVISION : BIN_KEPT_FLOAT]++;
    if (s->turn == p) bin[BIN_KEPT_TURN]++;
    if (s->beat[p] > 0) bin[BIN_KEPT_HALF]++;
}

/* A first beat, for its own port. */
static void cover_waiting(const state *s, const inputs *in, const outputs *out, uint32_t p,
                          uint64_t *bin)
{
    const bool takes = out->out_valid[p] && in->out_ready[p];
    if (!is_idle(s, p)) {
        if (is_empty(s, 2 * p + s->fill[p])) bin[BIN_WAITS_LONGER]++;
        return;
    }
    if (takes && s->take[p] == s->fill[p]) bin[BIN_WAITS_TAKEN]++;
    bin[(s->full >> 2 * p & 3) == 3 ? BIN_WAITS_FULL : BIN_WAITS_FILLING]++;
    if (goes_in(s, in, 1 - p) && is_shared(s, in)) bin[BIN_FULL_NO_MEET]++;
}

/* ---- a beat that goes in ---- */

/* The other port is at something. */
static void cover_beside(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint64_t lanes = next_lanes(s, in, p);
    if (!is_idle(s, 1 - p)) {
        if ((lanes & due_lanes(s, 1 - p)) != 0) bin[BIN_MEMORY_PAST]++;
        bin[lanes == 0 ? BIN_NO_LANES_PAST : BIN_PAST_LONGER]++;
        if (s->beat[p] > 0 && s->due[p]) bin[BIN_PAST_BEATS]++;
    } else if (s->due[1 - p] && (lanes & due_lanes(s, 1 - p)) != 0 &&
               is_far(s, in, p) == is_due_far(s, 1 - p)) {
        bin[BIN_LANDS_AND_GOES]++;
        if (kind_of(in->word[p]) != ORDINARY && view_of(s)->kind[1 - p] != ORDINARY)
            bin[BIN_LANDS_LONGER]++;
    }
}

static void cover_modes(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    struct isa_insn insn;
    if (in->unit[p] != DECODE_FLOAT || !isa_decode(in->word[p], &insn)) return;
    uint32_t seen = 0; /* a bit a mode */
    for (uint32_t t = 0; t < s->cfg.lanes; t++)
        if (has(in->mask[p], t)) seen |= 1u << in->frm[p][t];
    if (insn.rm == 7 && several(seen)) bin[BIN_MODES_DIFFER]++;
}

static void cover_going(const state *s, const inputs *in, const outputs *out, uint32_t p,
                        uint64_t *bin)
{
    const uint64_t mask = in->mask[p];
    cover_beside(s, in, p, bin);
    if (next_lanes(s, in, p) == 0)
        bin[kind_of(in->word[p]) == ORDINARY ? BIN_NO_LANES : BIN_NO_LANES_LONGER]++;
    if (s->due[p] && view_of(s)->kind[p] != ORDINARY) bin[BIN_BEHIND_LONGER]++;
    if (s->beat[p] == 0 && s->due[p]) bin[BIN_FIRST_BEHIND]++;
    if (s->filling == 0 && s->full == 0) bin[BIN_FIRST_IDLE]++;
    if (!out->in_ready[p]) return;
    if (!several(mask)) bin[BIN_MASK_ONE]++;
    else bin[mask == ones(s->cfg.lanes) ? BIN_MASK_ALL : BIN_MASK_SOME]++;
    cover_modes(s, in, p, bin);
}

/* ---- an instruction that is through ---- */

static void cover_float(const struct simd_pipe_buffer *b, const struct isa_insn *insn,
                        uint64_t *bin)
{
    bin[BIN_FLOAT]++;
    if (insn->op == ISA_FDIV_S) bin[BIN_FDIV]++;
    if (insn->op == ISA_FSQRT_S) bin[BIN_FSQRT]++;
    if (b->refused != 0) bin[b->refused == b->mask ? BIN_REFUSED_ALL : BIN_REFUSED_SOME]++;
}

static void cover_through(const struct simd_pipe_buffer *b, uint64_t *bin)
{
    struct isa_insn insn;
    if (!isa_decode(b->word, &insn)) {
        bin[BIN_CSR]++; /* that does not exist: what is legal does not depend on it */
        return;
    }
    switch (insn.cls) {
    case ISA_INTEGER: bin[BIN_INTEGER]++; break;
    case ISA_FLOAT: cover_float(b, &insn, bin); break;
    case ISA_BRANCH:
        if (b->taken == 0) bin[BIN_BRANCH_NONE]++;
        else bin[b->taken == b->mask ? BIN_BRANCH_ALL : BIN_BRANCH_SOME]++;
        break;
    case ISA_JUMP: bin[BIN_JUMP]++; break;
    case ISA_JUMP_REG: bin[BIN_JUMP_REG]++; break;
    case ISA_LOAD: bin[BIN_LOAD]++; break;
    case ISA_STORE: bin[BIN_STORE]++; break;
    case ISA_ATOMIC: bin[BIN_ATOMIC]++; break;
    case ISA_CSR: bin[BIN_CSR]++; break;
    default: bin[BIN_NO_UNIT]++;
    }
}

static void cover_out(const state *s, const inputs *in, const outputs *out, uint32_t p,
                      uint64_t *bin)
{
    if (!out->out_valid[p]) return;
    if (!in->out_ready[p]) {
        bin[BIN_OUT_WAITS]++;
        return;
    }
    cover_through(out->out[p], bin);
    if (!view_of(s)->was_out[p]) bin[BIN_OUT_AT_ONCE]++;
    if (view_of(s)->was_taken[p]) bin[BIN_OUT_BEHIND]++;
}

void shared_pipe_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_resets(s, bin);
    cover_both(s, in, out, bin);
    for (uint32_t p = 0; p < PORTS; p++) {
        cover_out(s, in, out, p, bin);
        if (!in->in_valid[p]) continue;
        if (is_kept(s, in, p)) cover_kept(s, p, bin);
        else if (!is_open(s, p) && s->beat[p] == 0) cover_waiting(s, in, out, p, bin);
        else if (goes_in(s, in, p)) cover_going(s, in, out, p, bin);
    }
}
