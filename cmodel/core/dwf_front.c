/* SPDX-License-Identifier: Apache-2.0 */
#include "core/dwf_front.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "core/decode.h"

enum { PC_BITS = 32, WORD_BYTES = 4, READS = 16, MAX_PARTS = 256 };

/* Bits of a home lane. */
static uint32_t home_bits(const struct dwf_front *s)
{
    return clog2(s->cfg.lanes / s->cfg.lane_slots);
}

uint32_t dwf_front_row_width(const struct dwf_front_cfg *cfg) { return PC_BITS * cfg->lanes; }

static uint32_t tid_bits(const struct dwf_front_cfg *cfg)
{
    return clog2(cfg->slots) + clog2(cfg->lanes);
}

uint32_t dwf_front_group_width(const struct dwf_front_cfg *cfg)
{
    return cfg->cnt_width + PC_BITS + cfg->lanes * (1 + tid_bits(cfg));
}

uint32_t dwf_front_places(const struct dwf_front_cfg *cfg)
{
    return 1u << clog2(cfg->slots * cfg->lanes);
}

uint32_t dwf_front_place_bytes(const struct dwf_front_cfg *cfg)
{
    return 1u << clog2((dwf_front_group_width(cfg) + 7) / 8);
}

/* --- init and reset ------------------------------------------------------ */

const char *dwf_front_init(struct dwf_front *s, const struct dwf_front_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > FRONT_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->lanes < 1 || cfg->lanes > FRONT_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->cnt_width < 16 && (cfg->slots * cfg->lanes) >> cfg->cnt_width != 0)
        return "CntWidth must hold the count of all threads";
    if (cfg->leaves > 1) return "Leaves must be 0 or 1";
    if (cfg->lane_slots > 1 && cfg->leaves) return "LaneSlots above 1 needs Leaves = 0";
    if (cfg->slots * cfg->lane_slots > MAX_PARTS) return "Slots * LaneSlots must be at most 256";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    const char *wrong = dwf_init(&s->dwf, &(struct dwf_cfg){.lanes = cfg->lanes,
                                                            .lane_slots = cfg->lane_slots,
                                                            .tid_width = tid_bits(cfg),
                                                            .pc_width = PC_BITS,
                                                            .pc_shift = cfg->pc_shift,
                                                            .pool_entries = cfg->pool_entries,
                                                            .lut_entries = cfg->lut_entries,
                                                            .lut_ways = cfg->lut_ways,
                                                            .forward = cfg->forward,
                                                            .policy = cfg->policy,
                                                            .heap_entries = cfg->heap_entries,
                                                            .heap_ports = cfg->heap_ports,
                                                            .queue_depth = cfg->queue_depth,
                                                            .tree = cfg->tree,
                                                            .mheap_entries = cfg->mheap_entries,
                                                            .mheap_ways = cfg->mheap_ways,
                                                            .cnt_width = cfg->cnt_width,
                                                            .wid_width = cfg->wid_width,
                                                            .lut_width = cfg->lut_width,
                                                            .age_limit = cfg->age_limit,
                                                            .spill = 1,
                                                            .slots = dwf_front_places(cfg),
                                                            .reads = READS,
                                                            .addr_width = PC_BITS});
    if (wrong) return wrong;
    return barrier_unit_init(
        &s->barrier,
        &(struct barrier_unit_cfg){cfg->slots, cfg->lanes, PC_BITS, cfg->leaves, cfg->lane_slots});
}

void dwf_front_reset(struct dwf_front *s)
{
    s->res_first = false;
    s->passed = 0;
    s->fetch_valid = false;
    s->fetch_sent = false;
    s->issue_valid = false;
    s->returns = 0;
    s->walk_valid = false;
    dwf_reset(&s->dwf);
    barrier_unit_reset(&s->barrier);
}

/* --- eval: threads that come back ---------------------------------------- */

/* The id of the thread of this slot, or part, at this place: {slot, lane} and {part, home lane} are
 * the same bits. */
static uint32_t name_of(const struct dwf_front *s, uint32_t part, uint32_t place)
{
    return part << home_bits(s) | place % (s->cfg.lanes / s->cfg.lane_slots);
}

static bool returns(uint32_t flow) { return flow != DECODE_EXIT && flow != DECODE_BARRIER; }

static void return_access(const struct dwf_front *s, const struct dwf_front_in *in,
                          struct dwf_in *to)
{
    to->ret_valid = true;
    to->ret_mask = in->end_mask;
    to->ret_pdom = 0;
    for (uint64_t left = in->end_mask; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        to->ret_tid[l] = name_of(s, in->end_slot[l], l);
        to->ret_pc[l] = in->end_pc + WORD_BYTES;
    }
}

/* Where a thread goes on that has done this. */
static uint32_t next_pc(const struct front_resolved *r, uint32_t lane)
{
    switch (r->flow) {
    case DECODE_BRANCH: return r->taken >> lane & 1 ? r->addr[lane] : r->pc + WORD_BYTES;
    case DECODE_CALL:
    case DECODE_RETURN:
    case DECODE_JUMP: return r->addr[lane];
    default: return r->pc + WORD_BYTES;
    }
}

static void return_result(const struct dwf_front *s, const struct front_resolved *r,
                          struct dwf_in *to)
{
    to->ret_valid = true;
    to->ret_mask = r->mask;
    to->ret_pdom = 0;
    for (uint64_t left = r->mask; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        const uint32_t pc = next_pc(r, l);
        to->ret_tid[l] = name_of(s, r->slot[l], l);
        to->ret_pc[l] = pc;
        if (pc == r->meet || (r->meets && pc == r->pc + WORD_BYTES))
            to->ret_pdom |= UINT64_C(1) << l;
    }
}

static void arrive(const struct dwf_front_in *in, bool at_memory, struct barrier_unit_in *to)
{
    const struct front_resolved *r = &in->res;
    to->arr_valid = at_memory || (in->res_valid && !returns(r->flow));
    to->arr_memory = at_memory;
    if (!to->arr_valid) return;
    to->arr_exit = r->flow == DECODE_EXIT;
    to->arr_mask = r->mask;
    to->arr_pc = r->pc + WORD_BYTES;
    for (uint64_t left = r->mask; left; left &= left - 1)
        to->arr_slot[lowest(left)] = r->slot[lowest(left)];
}

/* --- eval: warps that leave and come back --------------------------------- */

static uint32_t word_of(uint32_t pc, bool here)
{
    return pc | DWF_FRONT_LIVES | (here ? DWF_FRONT_HERE : 0);
}

static uint32_t pc_of(uint32_t word) { return word & ~(uint32_t)(WORD_BYTES - 1); }

/* The thread of a lane is at the barrier, or in memory. In memory, the thread's word in the row
 * says where it goes on. */
static void read_row(const struct dwf_front *s, const struct dwf_front_in *in,
                     struct dwf_front_out *out)
{
    const struct barrier_unit_out *b = &out->barrier;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        const bool here = b->leave_here >> l & 1;
        const uint32_t word =
            here ? word_of((uint32_t)b->leave_pc, true) : s->row[in->row_rd_slot][l];
        out->row_rd_data[l] = b->leave_live >> l & 1 ? word : 0;
    }
}

static void put_back(const struct dwf_front *s, const struct dwf_front_in *in,
                     struct barrier_unit_in *to)
{
    to->resume_en = in->row_wr_en;
    if (!in->row_wr_en) return;
    to->resume_slot = in->row_wr_slot;
    to->resume_live = to->resume_here = to->resume_pc = 0;
    for (uint32_t l = s->cfg.lanes; l-- > 0;) { /* the lowest one's address, if they differ */
        const uint32_t word = in->row_wr_data[l];
        if (!(word & DWF_FRONT_LIVES)) continue;
        to->resume_live |= bit(l);
        if (!(word & DWF_FRONT_HERE)) continue;
        to->resume_here |= bit(l);
        to->resume_pc = pc_of(word);
    }
}

/* Of the threads that are still to be launched, the threads that go on where the lowest thread
 * does. The rows have one read port: a row that leaves has it first. */
static void walk(const struct dwf_front *s, const struct dwf_front_in *in,
                 struct dwf_front_out *out)
{
    out->walks = s->walk_valid && !in->row_rd_en;
    out->walk_mask = 0;
    if (!out->walks) return;
    const uint32_t *row = s->row[s->walk_slot];
    const uint32_t first = pc_of(row[lowest(s->walk_left)]);
    for (uint64_t left = s->walk_left; left; left &= left - 1)
        if (pc_of(row[lowest(left)]) == first) out->walk_mask |= left & -left;
}

static void eval_leaves(const struct dwf_front *s, const struct dwf_front_in *in,
                        struct dwf_front_out *out)
{
    struct barrier_unit_in *b = &out->barrier_in;
    b->leave_en = in->row_rd_en;
    b->leave_slot = in->row_rd_slot;
    put_back(s, in, b);
    walk(s, in, out);
}

/* --- eval: groups in memory ----------------------------------------------- */

/* The next field of a group, from the lowest bit on. */
static void put_field(uint32_t *words, uint32_t *at, uint32_t bits, uint64_t value)
{
    for (uint32_t b = 0; b < bits; b++, ++*at)
        words[*at / 32] |= (uint32_t)(value >> b & 1) << *at % 32;
}

static uint64_t get_field(const uint32_t *words, uint32_t *at, uint32_t bits)
{
    uint64_t value = 0;
    for (uint32_t b = 0; b < bits; b++, ++*at)
        value |= (uint64_t)(words[*at / 32] >> *at % 32 & 1) << b;
    return value;
}

static void write_group(const struct dwf_front *s, const struct warp_spill_record *r,
                        uint32_t *words)
{
    uint32_t at = 0;
    memset(words, 0, DWF_FRONT_GROUP_WORDS * sizeof words[0]);
    for (uint32_t l = 0; l < s->cfg.lanes; l++)
        put_field(words, &at, tid_bits(&s->cfg), r->req >> l & 1 ? r->tid[l] : 0);
    put_field(words, &at, s->cfg.lanes, r->req);
    put_field(words, &at, PC_BITS, r->pc);
    put_field(words, &at, s->cfg.cnt_width, r->key);
}

static void read_group(const struct dwf_front *s, const uint32_t *words,
                       struct warp_spill_record *r)
{
    uint32_t at = 0;
    for (uint32_t l = 0; l < s->cfg.lanes; l++)
        r->tid[l] = (uint32_t)get_field(words, &at, tid_bits(&s->cfg));
    r->req = get_field(words, &at, s->cfg.lanes);
    r->pc = (uint32_t)get_field(words, &at, PC_BITS);
    r->key = (uint32_t)get_field(words, &at, s->cfg.cnt_width);
}

static void put_memory(const struct dwf_front *s, const struct dwf_front_in *in, struct dwf_in *d)
{
    d->base_en = in->grp_base_en;
    d->base = in->grp_base;
    d->wr_ready = in->grp_wr_ready;
    d->rd_ready = in->grp_rd_ready;
    d->rsp_valid = in->grp_rsp_valid;
    if (in->grp_rsp_valid) read_group(s, in->grp_rsp_data, &d->rsp_record);
}

static void ask_memory(const struct dwf_front *s, struct dwf_front_out *out)
{
    const struct dwf_out *d = &out->dwf;
    out->grp_wr_valid = d->wr_valid;
    out->grp_wr_addr = (uint32_t)d->wr_addr;
    if (d->wr_valid) write_group(s, &d->wr_record, out->grp_wr_data);
    out->grp_rd_valid = d->rd_valid;
    out->grp_rd_addr = (uint32_t)d->rd_addr;
    out->grp_rsp_ready = d->rsp_ready;
}

/* --- eval ---------------------------------------------------------------- */

/* A result goes to dwf: no access ends, or dwf may have a part of it already. */
static bool offers_result(const struct dwf_front *s, const struct dwf_front_in *in)
{
    return in->res_valid && returns(in->res.flow) && (!in->end_valid || s->res_first);
}

/* The fetch register is empty, or its word comes in this cycle. */
static bool can_fetch(const struct dwf_front *s, const struct dwf_front_in *in)
{
    return !s->fetch_valid || (s->fetch_sent && in->rsp_valid);
}

static uint32_t why(const struct dwf_front *s, const struct dwf_front_in *in,
                    const struct dwf_front_out *out)
{
    if (s->issue_valid && in->issue_ready) return FRONT_ISSUES;
    if (s->issue_valid || (s->fetch_valid && !in->issue_ready)) return FRONT_PIPE_BUSY;
    if (s->fetch_valid) return FRONT_NOT_FETCHED;
    const bool waits = out->barrier.launch_valid || s->walk_valid;
    return out->dwf.issue_valid || out->dwf.wait != 1 || waits ? FRONT_WAITS : FRONT_NO_WARP;
}

/* So many others have passed a launch that asks that it goes now, before threads that return. */
static bool is_late(const struct dwf_front *s, const struct dwf_front_in *in,
                    const struct dwf_front_out *out)
{
    const bool asks = out->barrier.launch_valid || s->walk_valid || in->begin_en;
    return s->passed == DWF_FRONT_PASSED && asks && !s->res_first;
}

/* The launch that goes in: threads behind a barrier, else threads that came back with their block,
 * else a warp that begins. When a launch is late the order is reversed. */
static enum dwf_front_launch who_launches(const struct dwf_front_in *in,
                                          const struct dwf_front_out *out)
{
    if (out->late && in->begin_en) return DWF_FRONT_FROM_BEGIN;
    if (out->late && out->walks) return DWF_FRONT_FROM_WALK;
    if (out->barrier.launch_valid) return DWF_FRONT_FROM_BARRIER;
    if (out->walks) return DWF_FRONT_FROM_WALK;
    return in->begin_en ? DWF_FRONT_FROM_BEGIN : DWF_FRONT_NO_LAUNCH;
}

static void put_launch(const struct dwf_front *s, const struct dwf_front_in *in,
                       const struct dwf_front_out *out, struct dwf_in *d)
{
    const struct barrier_unit_out *b = &out->barrier;
    const enum dwf_front_launch launch = out->launches;
    d->launch_valid = launch != DWF_FRONT_NO_LAUNCH;
    if (launch == DWF_FRONT_FROM_BARRIER) {
        d->launch_warp = b->launch_slot;
        d->launch_mask = b->launch_mask;
        d->launch_pc = (uint32_t)b->launch_pc;
    } else if (launch == DWF_FRONT_FROM_WALK) {
        d->launch_warp = s->walk_slot;
        d->launch_mask = out->walk_mask;
        d->launch_pc = pc_of(s->row[s->walk_slot][lowest(s->walk_left)]);
    } else {
        d->launch_warp = in->begin_slot;
        d->launch_mask = in->begin_mask;
        d->launch_pc = in->begin_pc;
    }
}

void dwf_front_eval(const struct dwf_front *s, const struct dwf_front_in *in,
                    struct dwf_front_out *out)
{
    struct barrier_unit_in *b = &out->barrier_in;
    struct dwf_in *d = &out->dwf_in;
    const bool result = offers_result(s, in);
    arrive(in, false, b);
    b->begin_en = false;
    b->ready = in->ready;
    b->launch_ready = false;
    out->walks = false;
    if (s->cfg.leaves == 1) eval_leaves(s, in, out);
    barrier_unit_eval(&s->barrier, b, &out->barrier);
    out->stalls = out->barrier.stalls;
    if (s->cfg.leaves == 1 && in->row_rd_en) read_row(s, in, out);

    d->issue_ready = can_fetch(s, in);
    d->choose = true;
    d->ret_valid = false;
    out->late = is_late(s, in, out);
    out->launches = who_launches(in, out);
    if (result && !out->late) return_result(s, &in->res, d);
    else if (in->end_valid && !out->late) return_access(s, in, d);
    put_launch(s, in, out, d);
    put_memory(s, in, d);
    dwf_eval(&s->dwf, d, &out->dwf);
    ask_memory(s, out);

    const enum dwf_front_launch launch = out->launches;
    b->launch_ready = launch == DWF_FRONT_FROM_BARRIER && out->dwf.launch_ready;
    out->begin_ready =
        (launch == DWF_FRONT_FROM_BEGIN || launch == DWF_FRONT_NO_LAUNCH) && out->dwf.launch_ready;
    b->begin_en = in->begin_en && out->begin_ready;
    b->begin_slot = in->begin_slot;
    b->begin_mask = in->begin_mask;
    out->end_ready = in->end_valid && !result && !out->late && out->dwf.ret_ready;
    out->res_ready =
        in->res_valid && (!returns(in->res.flow) || (result && !out->late && out->dwf.ret_ready));

    b->back_valid = s->cfg.leaves == 1 && out->end_ready;
    b->back_mask = in->end_mask;
    if (b->back_valid) memcpy(b->back_slot, in->end_slot, s->cfg.lanes * sizeof b->back_slot[0]);

    out->ev_valid = out->barrier.ev_valid;
    out->ev_kind = out->barrier.ev_kind;
    out->ev_slot = out->barrier.ev_slot;
    out->fetch_pc = s->fetch.pc;
    out->issue_valid = s->issue_valid;
    out->issue = &s->issue;
    dwf_front_issue(s, in, out);
}

void dwf_front_issue(const struct dwf_front *s, const struct dwf_front_in *in,
                     struct dwf_front_out *out)
{
    out->fetch_valid = s->fetch_valid && !s->fetch_sent && (!s->issue_valid || in->issue_ready);
    out->why = why(s, in, out);
    if (s->cfg.leaves == 1 && in->acc_en) arrive(in, true, &out->barrier_in);
}

/* --- tick ---------------------------------------------------------------- */

static void take_answer(struct dwf_front *s, const struct dwf_front_in *in)
{
    const struct decode_in word = {in->rsp_word};
    struct decode_out d;
    decode_eval(NULL, &word, &d);
    const bool use[FRONT_OPERANDS] = {d.rs1_use, d.rs2_use, d.rs3_use, d.rd_use};
    const uint32_t reg[FRONT_OPERANDS] = {d.rs1, d.rs2, d.rs3, d.rd};
    struct front_instruction *i = &s->issue;
    *i = s->fetch;
    i->word = in->rsp_word;
    i->meet = in->rsp_meet;
    i->meets = in->rsp_meets;
    i->unit = (uint8_t)d.unit;
    i->flow = (uint8_t)d.flow;
    i->use = 0;
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++) {
        i->use |= (uint8_t)(use[o] << o);
        i->reg[o] = use[o] ? in->rows[reg[o]] & (FRONT_REGISTERS - 1) : 0;
    }
    s->issue_valid = true;
}

static void take_warp(struct dwf_front *s, const struct dwf_out *from)
{
    s->fetch_valid = true;
    s->fetch_sent = false;
    s->fetch.pc = from->issue_pc;
    s->fetch.mask = from->issue_mask;
    for (uint64_t left = from->issue_mask; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        s->fetch.slot[l] = (uint8_t)(from->issue_tid[l] >> home_bits(s));
    }
}

/* A row is written as it comes. The barrier unit launches its threads at the barrier; the others
 * return from here. */
static void take_row(struct dwf_front *s, const struct dwf_front_in *in,
                     const struct barrier_unit_in *b)
{
    memcpy(s->row[in->row_wr_slot], in->row_wr_data, s->cfg.lanes * sizeof s->row[0][0]);
    if ((b->resume_live & ~b->resume_here) != 0) s->returns |= bit(in->row_wr_slot);
}

static void tick_walk(struct dwf_front *s, const struct dwf_front_in *in,
                      const struct dwf_front_out *out)
{
    const uint64_t may = s->returns & in->ready;
    if (out->launches == DWF_FRONT_FROM_WALK && out->dwf.launch_ready) {
        s->walk_left &= ~out->walk_mask;
        s->walk_valid = s->walk_left != 0;
    } else if (!s->walk_valid && may != 0 && !in->row_rd_en) {
        s->walk_valid = true;
        s->walk_slot = lowest(may);
        s->walk_left = 0;
        for (uint32_t l = 0; l < s->cfg.lanes; l++) {
            const uint32_t word = s->row[s->walk_slot][l];
            if ((word & DWF_FRONT_LIVES) && !(word & DWF_FRONT_HERE)) s->walk_left |= bit(l);
        }
        s->returns &= ~bit(s->walk_slot);
    }
}

/* Threads that go to memory go on behind the access when the access has ended. */
static void note_access(struct dwf_front *s, const struct front_resolved *r)
{
    for (uint64_t left = r->mask; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        s->row[r->slot[l]][l] = word_of(r->pc + WORD_BYTES, false);
    }
}

static void tick_leaves(struct dwf_front *s, const struct dwf_front_in *in,
                        const struct dwf_front_out *out)
{
    tick_walk(s, in, out);
    if (in->acc_en) note_access(s, &in->res);
    if (in->row_wr_en) take_row(s, in, &out->barrier_in);
}

/* Is one of the launches that ask not taken, while another launch or a return is taken? */
static void count_passed(struct dwf_front *s, const struct dwf_front_in *in,
                         const struct dwf_front_out *out)
{
    const enum dwf_front_launch launch = out->launches;
    const bool launched = launch != DWF_FRONT_NO_LAUNCH && out->dwf.launch_ready;
    const bool returned = out->dwf_in.ret_valid && out->dwf.ret_ready;
    const bool barrier_waits =
        out->barrier.launch_valid && !(launched && launch == DWF_FRONT_FROM_BARRIER);
    const bool walk_waits = s->walk_valid && !(launched && launch == DWF_FRONT_FROM_WALK);
    const bool begin_waits = in->begin_en && !(launched && launch == DWF_FRONT_FROM_BEGIN);
    if (launched && out->late) s->passed = 0;
    else if ((launched || returned) && (barrier_waits || walk_waits || begin_waits))
        s->passed = s->passed < DWF_FRONT_PASSED ? s->passed + 1 : DWF_FRONT_PASSED;
    else if (launched) s->passed = 0;
}

void dwf_front_tick(struct dwf_front *s, const struct dwf_front_in *in,
                    const struct dwf_front_out *out)
{
    const bool answered = s->fetch_valid && s->fetch_sent && in->rsp_valid;
    count_passed(s, in, out);
    s->res_first = offers_result(s, in) && !out->late && !out->res_ready;
    if (s->issue_valid && in->issue_ready) s->issue_valid = false;
    if (out->fetch_valid && in->fetch_ready) s->fetch_sent = true;
    if (answered) {
        take_answer(s, in);
        s->fetch_valid = false;
        s->fetch_sent = false;
    }
    if (out->dwf.issue_valid && out->dwf_in.issue_ready) take_warp(s, &out->dwf);
    dwf_tick(&s->dwf, &out->dwf_in, &out->dwf);
    barrier_unit_tick(&s->barrier, &out->barrier_in, &out->barrier);
    if (s->cfg.leaves == 1) tick_leaves(s, in, out);
}

/* --- check and promise --------------------------------------------------- */

const char *dwf_front_check(const struct dwf_front *s)
{
    const char *wrong = dwf_check(&s->dwf);
    if (!wrong) wrong = barrier_unit_check(&s->barrier);
    if (!wrong && s->fetch_sent && !s->fetch_valid) wrong = "conserved";
    if (!wrong && s->fetch_sent && s->issue_valid) wrong = "conserved";
    if (!wrong && s->walk_valid && s->walk_left == 0) wrong = "walk";
    if (!wrong && s->walk_valid && (s->returns >> s->walk_slot & 1)) wrong = "walk";
    return wrong;
}

const char *dwf_front_promise(const struct dwf_front *s, const struct dwf_front_in *in)
{
    const char *wrong = NULL;
    if (in->rsp_valid && !s->fetch_sent) wrong = "answer";
    if (in->begin_en && in->ready >> in->begin_slot & 1) wrong = "begin";
    if (in->grp_rsp_valid && s->dwf.spill.asked == 0) wrong = "group";
    if (in->grp_base_en && s->dwf.spill.queued + s->dwf.spill.asked > 0) wrong = "base";
    if (s->cfg.leaves == 0) return wrong;
    if (in->acc_en && in->res_valid) wrong = "one";
    if (in->acc_en && in->row_wr_en) wrong = "row";
    if (in->row_wr_en && (s->returns >> in->row_wr_slot & 1)) wrong = "row";
    return wrong;
}
