/* SPDX-License-Identifier: Apache-2.0 */
#include "core/zorua_plug_cover.h"

enum { OPERANDS = FRONT_OPERANDS };

static void cover_phases(const state *s, const inputs *in, uint64_t *bin)
{
    const struct zorua_plug *m = &s->model;
    const struct zorua_plug_nets *n = &s->cycle->nets;
    const bool asked = m->held != 0 && n->ask_slot == lowest(m->held);
    const bool moves = m->held != 0 && !asked;
    if (n->inserts) bin[BIN_INSERTS]++;
    else if (in->rsp_valid && in->rsp_phase) bin[BIN_PASSES]++;
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        if (in->resolves[p] && !has(m->inserted, in->resolved_slot[p])) bin[BIN_STANDS]++;
    if (several(m->held)) bin[BIN_HELD_TWO]++;
    if (moves) bin[BIN_HELD_MOVE]++;
    if (n->held_told) bin[in->ask_busy == 0 ? BIN_HELD : BIN_HELD_KEEPS]++;
    if (!asked || n->held_told) return;
    const uint32_t p = n->ask_slot % m->cfg.ports;
    bin[in->ev_valid[p] && in->ev_kind[p] != FRONT_PHASE ? BIN_HELD_EVENT : BIN_HELD_BUSY]++;
}

/* Sets of the registers of an instruction; registers less sets. */
static uint32_t sets_of(const struct zorua_plug *m, const struct front_instruction *i,
                        uint32_t *shared)
{
    uint64_t sets = 0;
    for (uint32_t o = 0; o < OPERANDS; o++)
        if (has(i->use, o)) sets |= bit(i->reg[o] / m->cfg.banks);
    const uint32_t n = (uint32_t)__builtin_popcountll(sets);
    *shared = (uint32_t)__builtin_popcount(i->use) - n;
    return n;
}

static void cover_ring(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const struct zorua_plug *m = &s->model;
    const struct set_lookup_out *o = &s->cycle->nets.set;
    const struct set_lookup_instruction *head = &o->head[p];
    const bool here = m->set.count[p] > 0 && (head->i.use & ~(uint32_t)head->known) == 0;
    const bool before = here && m->set.ring[p][m->set.first[p]].known == head->known;
    uint32_t shared;
    if (!o->room[p]) bin[BIN_RING_FULL]++;
    if (o->from_park[p] != 0) {
        if (!in->stage_ready[p]) bin[BIN_PARKED_WAITS]++;
        else if (here && head->away == 0) bin[BIN_PARKED_FIRST]++;
    }
    if (!here) return;
    if (o->head_goes[p] && in->stage_ready[p]) {
        if (sets_of(m, &head->i, &shared) > 1) bin[BIN_MORE_SETS]++;
        if (shared > 0) bin[BIN_ONE_SET]++;
        if (!before) bin[BIN_ANSWER_TAKEN]++;
    }
    if (o->head_goes[p] && !in->stage_ready[p]) bin[BIN_ANSWER_WAITS]++;
    if (head->away == 0) return;
    bin[o->to_park[p] != 0 ? BIN_PARK : BIN_PARK_NONE]++;
}

static void cover_parks(const state *s, const inputs *in, uint64_t *bin)
{
    const struct zorua_plug *m = &s->model;
    const struct zorua_plug_nets *n = &s->cycle->nets;
    uint32_t park = 0;
    for (uint32_t p = 0; p < m->cfg.ports; p++) {
        cover_ring(s, in, p, bin);
        park += n->set.to_park[p] != 0;
        if (in->written_park[p] != 0) bin[BIN_RESULT_PIPE]++;
    }
    if (park > 1) bin[BIN_PARK_TWO]++;
    if (n->set_in.filled) bin[BIN_FILLED]++;
    if (n->set_in.stored) bin[BIN_RELEASE]++;
    const struct zorua_plug_access *end = &m->access[in->entry];
    if (in->end_valid && end->owner == ZORUA_OF_PROGRAM && end->park != 0) bin[BIN_RESULT_LOAD]++;
}

/* A request waits, or begins. */
static void cover_set(const state *s, const inputs *in, uint64_t *bin)
{
    const struct zorua_plug *m = &s->model;
    const struct zorua_out *u = &s->cycle->nets.unit;
    const struct coordinator *c = &m->unit.control;
    const bool seated = has(c->seated, u->req_row);
    const uint32_t slot = c->slot[u->req_row];
    if (m->swap.doing == SWAPPER_DONE && u->req_load) bin[BIN_MOVE_BACK]++;
    else if (m->swap.doing == SWAPPER_DONE) bin[seated ? BIN_MOVE_SET : BIN_MOVE_NO_SEAT]++;
    if (!seated) return;
    if (has(u->ready & ~(m->set.looking | m->held), slot)) bin[BIN_MOVE_READY]++;
    if (s->cycle->nets.calm) return;
    if (has(m->set.looking, slot)) bin[BIN_MOVE_LOOKING]++;
    else if (has(in->staged, slot)) bin[BIN_MOVE_STAGED]++;
    else bin[BIN_MOVE_BUSY]++;
}

/* An access gives words to the set that the unit asks for. */
static bool is_written(const struct zorua_plug *m, const struct zorua_plug_nets *n,
                       const inputs *in)
{
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        if (n->scratch[p].learns && n->scratch[p].learns_held && in->acc_writes[p] &&
            n->scratch[p].learns_phys == n->unit.req_phys)
            return true;
    return false;
}

static void cover_scratch_move(const state *s, const inputs *in, uint64_t *bin)
{
    const struct zorua_plug *m = &s->model;
    const struct zorua_plug_nets *n = &s->cycle->nets;
    if (m->swap.doing == SWAPPER_DONE && !n->empty) bin[BIN_MOVE_SCRATCH]++;
    if (m->skips) bin[BIN_MOVE_EMPTY]++;
    if (m->skips && m->swap.doing != SWAPPER_RESTS) bin[BIN_EMPTY_JOB]++;
    if (n->empty && !n->calm) bin[BIN_EMPTY_WAITS]++;
    if (n->empty && is_written(m, n, in)) bin[BIN_EMPTY_WRITTEN]++;
    if ((m->drains & in->under_way) != 0) bin[BIN_SCRATCH_DRAINS]++;
    for (uint32_t p = 0; p < m->cfg.ports; p++) {
        if (!n->scratch[p].touches) continue;
        bin[m->scratch[p].busy ? BIN_SCRATCH_LOOKS : BIN_SCRATCH_HOLDS]++;
    }
    if (!in->acc_en || !n->acc.shared) return;
    bin[n->scratch[n->acc_port].touches ? BIN_DRAIN_LATE : BIN_DRAIN_NOT]++;
}

static void cover_state(const state *s, const inputs *in, uint64_t *bin)
{
    const struct zorua_plug *m = &s->model;
    const struct zorua_out *u = &s->cycle->nets.unit;
    const bool rests = m->swap.doing == SWAPPER_RESTS;
    uint32_t restores = 0;
    for (uint32_t n = 0; n < ZORUA_PLUG_RESTORES; n++) restores += m->swap.restore[n].valid;
    if (u->req_load) {
        if (rests && restores == ZORUA_PLUG_RESTORES) bin[BIN_IN_FULL]++;
        if (m->swap.doing == SWAPPER_DONE) bin[BIN_STATE_IN]++;
        return;
    }
    if (m->swap.doing == SWAPPER_DONE) bin[BIN_STATE_OUT]++;
    if (!rests || s->cycle->nets.calm) return;
    if (in->ask_busy != 0) bin[BIN_OUT_BUSY]++;
    else if (has(in->with_access, u->req_phys)) bin[BIN_OUT_ACCESS]++;
    else bin[BIN_OUT_STACK]++;
}

static void cover_swapper(const state *s, const inputs *in, uint64_t *bin)
{
    const struct zorua_plug *m = &s->model;
    const struct zorua_plug_nets *n = &s->cycle->nets;
    const struct zorua_out *u = &n->unit;
    if (u->req_valid && u->req_kind == COORDINATOR_REGS) cover_set(s, in, bin);
    if (n->swap.rsp_valid && !n->swap.stack_wr_en) bin[BIN_MOVED_BACK]++;
    if (u->req_valid && u->req_kind == COORDINATOR_SCRATCH) cover_scratch_move(s, in, bin);
    if (u->req_valid && u->req_kind == COORDINATOR_THREADS) cover_state(s, in, bin);
    if (u->scratch_take_en && m->written[u->scratch_take_phys]) bin[BIN_TAKE_WRITTEN]++;
    if (n->swap.rsp_valid) bin[BIN_STATE_BACK]++;
    if (m->swap.doing == SWAPPER_RESTS && n->calm && !n->empty && n->set.job_valid)
        bin[n->swap.job_taken ? BIN_JOB_FIRST : BIN_REQUEST_FIRST]++;
}

static void cover_accesses(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct zorua_plug *m = &s->model;
    const struct zorua_plug_nets *n = &s->cycle->nets;
    for (uint32_t p = 0; p < m->cfg.ports; p++) {
        if (o->scratch_missed[p]) bin[BIN_SCRATCH_MISSED]++;
        if (n->acc_of_swapper && in->acc_en && o->acc_known[p]) bin[BIN_SWAP_FIRST]++;
    }
    if (n->acc_of_swapper || !in->acc_en) return;
    const uint32_t p = n->acc_port, lanes = m->cfg.lanes;
    uint64_t here = 0, sets = 0;
    for (uint64_t left = n->scratch[p].shared; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        if (o->acc_addr[p * lanes + l] >> 29 == 2) here |= left & -left;
        sets |= bit(in->acc_addr[p * lanes + l] / SCRATCH_LOOKUP_SET % 64);
    }
    if (n->scratch[p].shared == 0) bin[BIN_NO_SCRATCH]++;
    if (here != 0 && here != n->scratch[p].shared) bin[BIN_SCRATCH_BOTH]++;
    if (several(sets)) bin[BIN_SCRATCH_SETS]++;
}

void zorua_plug_cover(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    if (o->begin_en) bin[BIN_BEGIN]++;
    if (o->done_valid) bin[BIN_DONE]++;
    cover_phases(s, in, bin);
    cover_parks(s, in, bin);
    cover_swapper(s, in, bin);
    cover_accesses(s, in, o, bin);
    if (s->cycle->nets.in.mem) bin[BIN_MEMORY]++;
    if (s->cycle->nets.in.idle) bin[BIN_IDLE]++;
}
