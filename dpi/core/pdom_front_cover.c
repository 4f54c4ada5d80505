/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "core/decode.h"
#include "core/pdom_front_cover.h"

enum { OPERANDS = FRONT_OPERANDS };

static uint32_t field(const struct instruction_buffer_word *w, uint32_t at, uint32_t bits)
{
    return (uint32_t)(w->half[1] >> at & (bit(bits) - 1));
}

/* A head that is looked at: {registers, uses, meets, fence, flow, unit} above the 64 bits. */
static void cover_check(const state *s, const inputs *in, const struct pdom_front_out *out,
                        uint32_t p, uint64_t *bin)
{
    const struct instruction_buffer_word *w = &out->buffer.check_word[p];
    const uint32_t slot = out->buffer.check_slot[p];
    if (!out->buffer.check_valid[p]) return;
    for (uint32_t o = 0; o < OPERANDS; o++) {
        if (!field(w, 8 + o, 1) || !has(in->query_busy[p], field(w, 12 + 6 * o, 6))) continue;
        bin[o == FRONT_RD ? BIN_HELD_DESTINATION : BIN_HELD_SOURCE]++;
        if (has(in->wb, slot)) bin[BIN_WRITTEN_NOW]++;
    }
    const bool fence = field(w, 6, 1) != 0;
    const bool exits = field(w, 3, 3) == DECODE_EXIT;
    if (s->access[slot] == 0 || !(fence || exits)) return;
    bin[exits                             ? BIN_HELD_EXIT
        : field(w, 0, 3) == DECODE_MEMORY ? BIN_HELD_ATOMIC
                                          : BIN_HELD_FENCE]++;
    if (in->end_valid && in->end_slot == slot) bin[BIN_ENDS_NOW]++;
}

static bool pops(const struct simt_stack *s, uint32_t slot, uint32_t pc)
{
    const uint32_t d = (s->count[slot] - 1) % s->cfg.depth;
    return s->rpc[d][slot] == pc && s->rframe[d][slot] == s->frame[d][slot];
}

static void cover_issue(const state *s, const inputs *in, const struct pdom_front_out *out,
                        uint32_t p, uint64_t *bin)
{
    const struct front_instruction *i = &out->issue[p];
    const uint32_t slot = i->slot[0];
    if (out->issue_valid[p] && !in->issue_ready[p]) bin[BIN_ISSUE_REFUSED]++;
    if (!out->issue_valid[p] || !in->issue_ready[p]) return;
    if (i->unit == DECODE_MEMORY && in->end_valid && in->end_slot == slot) bin[BIN_ACCESS_BOTH]++;
    if (in->begin_en && in->begin_slot % s->cfg.ports == p) bin[BIN_BEGIN_AND_ISSUE]++;
    if (i->mask != s->stack.live[slot]) bin[BIN_SOME_LANES]++;
    if (i->flow != DECODE_NEXT || i->unit == DECODE_CSR) return;
    bin[i->meets ? BIN_MEETS : BIN_NEXT_ALONE]++;
    if (i->meets && pops(&s->stack, slot, i->pc + 4)) bin[BIN_MEETS_POPS]++;
}

static void cover_done(const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint64_t taken = in->res[p].taken;
    switch (in->res[p].flow) {
    case DECODE_BRANCH:
        if (taken != 0 && taken != in->res[p].mask) bin[BIN_BRANCH_PARTS]++;
        if (taken != 0 && !has(taken, 0)) bin[BIN_BRANCH_NOT_LANE_0]++;
        break;
    case DECODE_CALL:
        bin[BIN_CALL]++;
        if (in->res[p].meet != 0) bin[BIN_CALL_MEETS]++;
        break;
    case DECODE_RETURN: bin[BIN_RETURN]++; break;
    case DECODE_EXIT: bin[BIN_EXIT]++; break;
    case DECODE_JUMP: bin[BIN_JUMP]++; break;
    case DECODE_NEXT: bin[BIN_STATUS]++; break;
    default: break;
    }
}

static void cover_event(const state *s, const inputs *in, const struct pdom_front_out *out,
                        uint32_t p, uint64_t *bin)
{
    const uint64_t done = out->stack.done & s->own[p];
    const bool resolves = in->res_valid[p] && out->res_ready[p];
    if (several(done & in->ready)) bin[BIN_ENDED_SEVERAL]++;
    if ((done & ~in->ready) != 0 && !out->ev_valid[p]) bin[BIN_ENDED_NOT_READY]++;
    if (!out->ev_valid[p]) return;
    switch (out->ev_kind[p]) {
    case FRONT_BARRIER:
        bin[BIN_BARRIER]++;
        if ((done & in->ready) != 0) bin[BIN_BARRIER_FIRST]++;
        break;
    case FRONT_PHASE: bin[BIN_PHASE]++; break;
    default:
        bin[BIN_ENDED]++;
        if (resolves) bin[BIN_ENDED_AND_RESOLVE]++;
        break;
    }
}

static void cover_port(const state *s, const inputs *in, const struct pdom_front_out *out,
                       uint32_t p, uint64_t *bin)
{
    cover_check(s, in, out, p, bin);
    cover_issue(s, in, out, p, bin);
    cover_event(s, in, out, p, bin);
    if (in->res_valid[p] && out->res_ready[p]) cover_done(in, p, bin);
    if (in->res_valid[p] && !out->res_ready[p]) bin[BIN_RESOLVE_WAITS]++;
    switch (out->why[p]) {
    case FRONT_RESOLVES: bin[BIN_RESOLVE_FIRST]++; break;
    case FRONT_WAITS: bin[BIN_WHY_WAITS]++; break;
    case FRONT_NOT_FETCHED: bin[BIN_WHY_NOT_FETCHED]++; break;
    case FRONT_NO_WARP: bin[BIN_WHY_NO_WARP]++; break;
    default: break;
    }
}

/* What is seen of all ports at once. */
static void cover_ports(const state *s, const inputs *in, const struct pdom_front_out *out,
                        uint64_t *bin)
{
    uint32_t issues = 0, resolves = 0, events = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        issues += out->issue_valid[p] && in->issue_ready[p];
        resolves += in->res_valid[p] && out->res_ready[p];
        events += out->ev_valid[p];
    }
    if (issues != 0 && resolves != 0) bin[BIN_RESOLVE_AND_ISSUE]++;
    if (issues == s->cfg.ports) bin[BIN_ISSUE_ALL]++;
    if (resolves == s->cfg.ports) bin[BIN_RESOLVE_ALL]++;
    if (events == s->cfg.ports) bin[BIN_EVENTS_ALL]++;
}

static void cover_residency(const state *s, const inputs *in, uint64_t *bin)
{
    const struct instruction_buffer *b = &s->buffer;
    if ((in->leave & b->heads) != 0) bin[BIN_LEAVE_BUFFERED]++;
    if ((in->leave & b->flying & ~b->stale) != 0) bin[BIN_LEAVE_FLYING]++;
    if (in->rsp_valid && has(in->leave, in->rsp_slot)) bin[BIN_LEAVE_ANSWER]++;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (s->access[slot] != 0 && has(in->leave, slot)) {
            bin[BIN_LEAVE_ACCESSES]++;
            if (in->end_valid && in->end_slot == slot) bin[BIN_LEAVE_END]++;
        }
        if (s->access[slot] == s->cfg.accesses) bin[BIN_ACCESS_MOST]++;
    }
    if (in->row_wr_en) bin[BIN_ROW_WRITTEN]++;
    if (!in->begin_en) return;
    bin[BIN_BEGIN]++;
    if (has(b->stale, in->begin_slot)) bin[BIN_BEGIN_STALE]++;
}

void pdom_front_cover(const state *s, const inputs *in, const struct pdom_front_out *out,
                      uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) cover_port(s, in, out, p, bin);
    cover_ports(s, in, out, bin);
    cover_residency(s, in, bin);
    if (out->fetch_valid && in->fetch_ready && out->buffer.fetch_ahead != 0) bin[BIN_AHEAD]++;
    if (out->stack.spill_valid && in->spill_ready && !out->stack.spill_load) bin[BIN_STORE]++;
    if (in->fill_valid) bin[BIN_FILL]++;
    if (!in->rsp_valid || !in->rsp_meets) return;
    struct decode_out d;
    decode_eval(NULL, &(struct decode_in){in->rsp_word}, &d);
    if (d.flow == DECODE_NEXT && d.unit != DECODE_CSR) bin[BIN_MEETS_ANSWER]++;
}
