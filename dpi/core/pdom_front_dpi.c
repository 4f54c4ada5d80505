/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_pdom_front_lockstep: describes the unit to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/decode.h"
#include "core/pdom_front.h"
#include "core/pdom_front_ports.h"

enum {
    MAX_PORTS = PDOM_FRONT_MAX_PORTS,
    ROW_BITS = 32 * SIMT_STACK_ROW_WORDS,
    OPERANDS = FRONT_OPERANDS,
};

typedef struct pdom_front state;
typedef struct pdom_front_ports inputs;

/* The model's, and beside them what it has in the structs of others: instructions that issue, a
 * field at a time, and a row bit by bit, since some of its bits mean nothing. */
typedef struct {
    struct pdom_front_out o;
    uint32_t set_slot[MAX_PORTS];
    uint32_t set_reg[MAX_PORTS];
    uint32_t issue_slot[MAX_PORTS];
    uint32_t issue_pc[MAX_PORTS];
    uint32_t issue_word[MAX_PORTS];
    uint64_t issue_mask[MAX_PORTS];
    uint32_t issue_meet[MAX_PORTS];
    uint32_t issue_unit[MAX_PORTS];
    uint32_t issue_flow[MAX_PORTS];
    uint32_t issue_use[MAX_PORTS];
    uint32_t issue_reg[MAX_PORTS * OPERANDS];
    unsigned char row_rd_data[ROW_BITS];
} outputs;

static uint64_t bit(uint32_t i) { return UINT64_C(1) << i; }
static bool has(uint64_t set, uint32_t i) { return i < 64 && (set >> i & 1) != 0; }
static bool several(uint64_t set) { return (set & (set - 1)) != 0; }

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare: what is resolved, whose row is
 * seen. */
static const inputs *now;

static bool if_event(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->o.ev_valid[i];
}

static bool if_phase(const void *s, const void *out, uint32_t i)
{
    return if_event(s, out, i) && ((const outputs *)out)->o.ev_kind[i] == FRONT_PHASE;
}

static bool if_fetch(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->o.fetch_valid;
}

static bool if_look(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->o.look_en[i];
}

static bool if_check(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->o.buffer.check_valid[i];
}

static bool if_set(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->o.set_en[i];
}

static bool if_issue(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->o.issue_valid[i];
}

static bool if_issued(const void *s, const void *out, uint32_t i)
{
    return if_issue(s, out, i / OPERANDS);
}

static bool if_resolved(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    return now->res_valid[i];
}

static bool if_spill(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->stack.spill_valid;
}

static bool if_store(const void *s, const void *out, uint32_t i)
{
    return if_spill(s, out, i) && !((const state *)s)->stack.spill_load;
}

/* The row's slot is here, and a place of it holds one of the levels deep to count - 1. */
static bool row_known(const void *s_, const void *out, uint32_t i)
{
    const struct simt_stack *s = &((const state *)s_)->stack;
    const uint32_t slot = now->row_rd_slot;
    const uint32_t d = i / simt_stack_entry_width(&s->cfg);
    (void)out;
    if (!has(s->here, slot)) return false;
    return d >= s->cfg.depth || (d - s->deep[slot]) % s->cfg.depth < s->count[slot] - s->deep[slot];
}

/* ---- coverage ---- */

enum {
    BIN_RESOLVE_FIRST,
    BIN_RESOLVE_WAITS,
    BIN_RESOLVE_AND_ISSUE,
    BIN_RESOLVE_ALL,
    BIN_ISSUE_ALL,
    BIN_ISSUE_REFUSED,
    BIN_ACCESS_BOTH,
    BIN_ACCESS_MOST,
    BIN_WRITTEN_NOW,
    BIN_ENDS_NOW,
    BIN_HELD_SOURCE,
    BIN_HELD_DESTINATION,
    BIN_HELD_FENCE,
    BIN_HELD_EXIT,
    BIN_HELD_ATOMIC,
    BIN_BARRIER,
    BIN_PHASE,
    BIN_ENDED,
    BIN_EVENTS_ALL,
    BIN_BARRIER_FIRST,
    BIN_ENDED_AND_RESOLVE,
    BIN_ENDED_SEVERAL,
    BIN_ENDED_NOT_READY,
    BIN_LEAVE_BUFFERED,
    BIN_LEAVE_FLYING,
    BIN_LEAVE_ANSWER,
    BIN_LEAVE_ACCESSES,
    BIN_LEAVE_END,
    BIN_BEGIN,
    BIN_BEGIN_STALE,
    BIN_BEGIN_AND_ISSUE,
    BIN_ROW_WRITTEN,
    BIN_AHEAD,
    BIN_MEETS,
    BIN_MEETS_POPS,
    BIN_MEETS_ANSWER,
    BIN_NEXT_ALONE,
    BIN_BRANCH_PARTS,
    BIN_BRANCH_NOT_LANE_0,
    BIN_CALL,
    BIN_CALL_MEETS,
    BIN_RETURN,
    BIN_EXIT,
    BIN_JUMP,
    BIN_STATUS,
    BIN_SOME_LANES,
    BIN_WHY_WAITS,
    BIN_WHY_NOT_FETCHED,
    BIN_WHY_NO_WARP,
    BIN_STORE,
    BIN_FILL
};

static const struct hd_bin bins[] = {
    {"resolve_first", "a resolve, and a warp of the same port that could issue"},
    {"resolve_waits", "a resolve finds no room in the stack"},
    {"resolve_and_issue", "a resolve on one port, an issue on another one"},
    {"resolve_all", "a resolve is done on each port"},
    {"issue_all", "each port issues"},
    {"issue_refused", "a pipe is busy"},
    {"access_both", "an access issues, another one of the slot ends"},
    {"access_most", "a slot has as many accesses under way as there may be"},
    {"written_now", "a head is looked at in the cycle in which its register is written"},
    {"ends_now", "a fence or exit is looked at in the cycle in which an access of its slot ends"},
    {"held_source", "a head waits for a register that it reads"},
    {"held_destination", "a head waits for the register that it writes"},
    {"held_fence", "a fence waits for accesses"},
    {"held_exit", "an exit waits for accesses"},
    {"held_atomic", "an atomic that is a fence waits for accesses"},
    {"barrier", "a warp comes to a barrier"},
    {"phase", "a phase begins"},
    {"ended", "a warp has ended"},
    {"events_all", "each port has an event"},
    {"barrier_first", "a barrier, and a warp of the same port has ended"},
    {"ended_and_resolve", "a warp has ended, and a resolve of its port is no event"},
    {"ended_several", "two warps of a port have ended"},
    {"ended_not_ready", "a warp has ended that may not run: no event"},
    {"leave_buffered", "a warp leaves for which instructions were buffered"},
    {"leave_flying", "a warp leaves whose fetch is under way"},
    {"leave_answer", "a warp leaves in the cycle of its answer"},
    {"leave_accesses", "a warp leaves whose accesses are under way"},
    {"leave_end", "and one of them ends in this cycle"},
    {"begin", "a warp begins"},
    {"begin_stale", "a warp begins, the fetch of the one before it is under way"},
    {"begin_and_issue", "a warp begins, its port issues"},
    {"row_written", "a warp comes back with its row"},
    {"ahead", "a fetch of a word behind those that are buffered"},
    {"meets", "an instruction is a stop because threads meet behind it, and is over at once"},
    {"meets_pops", "and threads meet there"},
    {"meets_answer", "a word that is a stop for this alone comes in"},
    {"next_alone", "an instruction issues that is no stop"},
    {"branch_parts", "threads part at a branch"},
    {"branch_not_lane_0", "the target is another lane's than lane 0's"},
    {"call", "a call"},
    {"call_meets", "a call whose threads meet behind it"},
    {"return", "a return"},
    {"exit", "threads end"},
    {"jump", "a jump"},
    {"status", "an instruction of identity and status is resolved"},
    {"some_lanes", "an instruction issues for some threads of its warp"},
    {"why_waits", "all heads of a port wait"},
    {"why_not_fetched", "a port's warps have nothing buffered"},
    {"why_no_warp", "no warp of a port runs"},
    {"store", "a stack entry goes to memory"},
    {"fill", "a stack entry comes back"},
    {NULL, NULL},
};

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
    const uint64_t taken = in->res_taken[p];
    switch (in->res_flow[p]) {
    case DECODE_BRANCH:
        if (taken != 0 && taken != in->res_mask[p]) bin[BIN_BRANCH_PARTS]++;
        if (taken != 0 && !has(taken, 0)) bin[BIN_BRANCH_NOT_LANE_0]++;
        break;
    case DECODE_CALL:
        bin[BIN_CALL]++;
        if (in->res_meet[p] != 0) bin[BIN_CALL_MEETS]++;
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

static void cover(const void *s_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = s_;
    const inputs *in = in_;
    const struct pdom_front_out *out = &((const outputs *)out_)->o;
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

/* ---- the unit, as the harness sees it ---- */

static struct pdom_front_in model_inputs(const state *s, const inputs *in)
{
    struct pdom_front_in m = {
        .begin_en = in->begin_en,
        .begin_slot = in->begin_slot,
        .begin_pc = in->begin_pc,
        .begin_mask = in->begin_mask,
        .ready = in->ready,
        .leave = in->leave,
        .rows = in->rows,
        .fetch_ready = in->fetch_ready,
        .rsp_valid = in->rsp_valid,
        .rsp_slot = in->rsp_slot,
        .rsp_word = in->rsp_word,
        .rsp_meet = in->rsp_meet,
        .rsp_meets = in->rsp_meets,
        .wb = in->wb,
        .end_valid = in->end_valid,
        .end_slot = in->end_slot,
        .spill_ready = in->spill_ready,
        .fill_valid = in->fill_valid,
        .fill_slot = in->fill_slot,
        .fill_data = in->fill_data,
        .row_rd_slot = in->row_rd_slot,
        .row_wr_en = in->row_wr_en,
        .row_wr_slot = in->row_wr_slot,
        .row_wr_data = in->row_wr_data,
    };
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        m.query_busy[p] = in->query_busy[p];
        m.issue_ready[p] = in->issue_ready[p];
        m.res_valid[p] = m.res_here[p] = in->res_valid[p];
        m.res[p] = (struct front_resolved){
            .slot = &in->res_slot[p],
            .flow = in->res_flow[p],
            .pc = in->res_pc[p],
            .word = in->res_word[p],
            .mask = in->res_mask[p],
            .taken = in->res_taken[p],
            .addr = &in->res_addr[p * s->cfg.lanes],
            .meet = in->res_meet[p],
        };
    }
    return m;
}

static void spread(unsigned char *bits, const uint32_t *words, uint32_t width)
{
    for (uint32_t b = 0; b < width; b++) bits[b] = words[b / 32] >> b % 32 & 1;
}

/* The instructions that issue, a field at a time. */
static void lay_out(const state *s, outputs *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct front_instruction *i = &out->o.issue[p];
        out->set_slot[p] = out->issue_slot[p] = i->slot[0];
        out->set_reg[p] = i->reg[FRONT_RD];
        out->issue_pc[p] = i->pc;
        out->issue_word[p] = i->word;
        out->issue_mask[p] = i->mask;
        out->issue_meet[p] = i->meet;
        out->issue_unit[p] = i->unit;
        out->issue_flow[p] = i->flow;
        out->issue_use[p] = i->use;
        for (uint32_t o = 0; o < OPERANDS; o++) out->issue_reg[p * OPERANDS + o] = i->reg[o];
    }
}

static void reset(void *s) { pdom_front_reset(s); }

static void eval(const void *s, const void *in, void *out_)
{
    outputs *out = out_;
    const struct pdom_front_in m = model_inputs(s, in);
    pdom_front_eval(s, &m, &out->o);
    lay_out(s, out);
    spread(out->row_rd_data, out->o.stack.row_rd_data,
           simt_stack_row_width(&((const state *)s)->stack.cfg));
}

static void tick(void *s, const void *in, const void *out)
{
    const struct pdom_front_in m = model_inputs(s, in);
    pdom_front_tick(s, &m, &((const outputs *)out)->o);
}

static const char *check(const void *s) { return pdom_front_check(s); }

static const char *promise(const void *s, const void *in)
{
    const struct pdom_front_in m = model_inputs(s, in);
    return pdom_front_promise(s, &m);
}

static const struct hd_block block = {
    .name = "pdom_front",
    .state_size = sizeof(state),
    .in_size = sizeof(inputs),
    .out_size = sizeof(outputs),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
    .index_rule = "access_q: slot [i]; issue_reg: port [i / 4], operand [i % 4]; row_rd_data: "
                  "bit [i]; all else: port [i]",
    .waves = "access_q",
};

static uint32_t words_of(uint32_t bits) { return (bits + 31) / 32; }

/* A field of so many bits, in words of 32. */
static struct hd_field wide(struct hd_field f, uint32_t bits)
{
    f.cut = f.count * 32 - bits;
    return f;
}

/* The model's own outputs: `text` is the port. */
#define OUT(text, member, n, step, bits, caring, why)                                              \
    {                                                                                              \
        .kind = HD_OUT, .name = text, .offset = offsetof(outputs, o.member), .stride = step,       \
        .size = sizeof(((outputs *)0)->o.member), .count = n, .width = bits, .care = caring,       \
        .rule = why                                                                                \
    }
#define OUT_ONE(text, member, bits, caring, why) OUT(text, member, 1, 0, bits, caring, why)
#define OUT_PORTS(text, bits, caring, why)                                                         \
    OUT(#text, text[0], ports, sizeof(((outputs *)0)->o.text[0]), bits, caring, why)
#define IN_WIDE(member, bits)                                                                      \
    wide((struct hd_field)HD_ARRAY(HD_IN, inputs, member, words_of(bits), 32, NULL, NULL), bits)

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct pdom_front_cfg *c = &s->cfg;
    const uint32_t ports = c->ports;
    const uint32_t slot = hd_bits_for(c->slots - 1);
    const uint32_t level = simt_stack_level_width(&s->stack.cfg);
    const uint32_t entry = simt_stack_entry_width(&s->stack.cfg);
    const uint32_t row = simt_stack_row_width(&s->stack.cfg);
    const char *const event = "Resolve: flow 6 and 7 are events 1 and 2; End: event 3, the lowest "
                              "slot of the port that is done and ready, if there is no other";
    const char *const fetch = "Fetch: the buffer wants slots that run";
    const char *const choice = "Issue: the port's scheduler chooses among its slots that run and "
                               "whose head has passed; nobody while a resolve is offered";
    const char *const answer = "Answer: decoded, with registers as rows_i has them";
    const char *const deeper = "as the SIMT stack has it";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, begin_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_pc, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_mask, c->lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, ready, c->slots, NULL, NULL),
        HD_ONE(HD_IN, inputs, leave, c->slots, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, rows, FRONT_REGISTERS, 6, NULL, NULL),
        HD_ONE(HD_IN, inputs, fetch_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_word, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_meet, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_meets, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, query_busy, ports, 64, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, issue_ready, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_valid, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_flow, ports, 3, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_pc, ports, 32, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_word, ports, 32, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_meet, ports, 32, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_mask, ports, c->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_taken, ports, c->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_addr, ports * c->lanes, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, wb, c->slots, NULL, NULL),
        HD_ONE(HD_IN, inputs, end_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, end_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, end_mask, c->lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, end_pc, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, spill_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, fill_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, fill_slot, slot, NULL, NULL),
        IN_WIDE(fill_data, entry),
        HD_ONE(HD_IN, inputs, row_rd_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, row_wr_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, row_wr_slot, slot, NULL, NULL),
        IN_WIDE(row_wr_data, row),
        OUT_ONE("begin_ready", begin_ready, 1, NULL, "Ports: always"),
        OUT_PORTS(ev_valid, 1, NULL, event),
        OUT_PORTS(ev_kind, 2, if_event, event),
        OUT_PORTS(ev_slot, slot, if_event, event),
        OUT_PORTS(ev_word, 32, if_phase, "Ports: kind 2: the specifier"),
        OUT_ONE("fetch_valid", fetch_valid, 1, NULL, fetch),
        OUT_ONE("fetch_slot", fetch_slot, slot, if_fetch, fetch),
        OUT_ONE("fetch_pc", fetch_pc, 32, if_fetch,
                "Fetch: the stack's top, and fetch_ahead words further"),
        OUT_PORTS(query_slot, slot, if_check, "Check: the slot whose head is looked at"),
        OUT_PORTS(set_en, 1, NULL, "Ports: an instruction that writes a register issues"),
        HD_ARRAY(HD_OUT, outputs, set_slot, ports, slot, if_set, choice),
        HD_ARRAY(HD_OUT, outputs, set_reg, ports, 6, if_set, answer),
        OUT_PORTS(issue_valid, 1, NULL, choice),
        HD_ARRAY(HD_OUT, outputs, issue_slot, ports, slot, if_issue, choice),
        HD_ARRAY(HD_OUT, outputs, issue_pc, ports, 32, if_issue, "Issue: the stack's top"),
        HD_ARRAY(HD_OUT, outputs, issue_word, ports, 32, if_issue, "Issue: the slot's head"),
        HD_ARRAY(HD_OUT, outputs, issue_mask, ports, c->lanes, if_issue,
                 "Issue: the threads of the stack's top that live"),
        HD_ARRAY(HD_OUT, outputs, issue_meet, ports, 32, if_issue, "Issue: the slot's head"),
        HD_ARRAY(HD_OUT, outputs, issue_unit, ports, 3, if_issue, answer),
        HD_ARRAY(HD_OUT, outputs, issue_flow, ports, 3, if_issue, answer),
        HD_ARRAY(HD_OUT, outputs, issue_use, ports, OPERANDS, if_issue, answer),
        HD_ARRAY(HD_OUT, outputs, issue_reg, ports * OPERANDS, 6, if_issued,
                 "Answer: registers as rows_i has them; those that are not used are 0"),
        OUT_PORTS(res_ready, 1, if_resolved, "Resolve: when the stack has done it"),
        OUT_ONE("end_ready", end_ready, 1, NULL, "Ports: always"),
        OUT_ONE("spill_valid", stack.spill_valid, 1, NULL, deeper),
        OUT_ONE("spill_load", stack.spill_load, 1, if_spill, deeper),
        OUT_ONE("spill_slot", stack.spill_slot, slot, if_spill, deeper),
        OUT_ONE("spill_level", stack.spill_level, level, if_spill, deeper),
        wide((struct hd_field)OUT("spill_data", stack.spill_data[0], words_of(entry), 4, 32,
                                  if_store, deeper),
             entry),
        HD_ARRAY(HD_OUT, outputs, row_rd_data, row, 1, row_known, deeper),
        OUT_PORTS(why, 3, NULL, "Ports: why_o, the first that holds"),
        OUT_PORTS(look_en, 1, NULL, "Check: a head is looked at"),
        OUT_PORTS(look_slot, slot, if_look, "Check: the slot whose head is looked at"),
        OUT_PORTS(look_pass, 1, if_look, "Check: a head passes"),
        OUT_PORTS(look_memory, 1, if_look, "Ports: it does not pass, an access is under way"),
        OUT_ONE("stands", stands, c->slots, NULL, "Ports: the stack's ready_o"),
        OUT_ONE("at_rest", at_rest, c->slots, NULL, "Ports: the stack's at_rest_o"),
        OUT_ONE("with_access", with_access, c->slots, NULL, "Ports: an access is counted"),
        HD_REG("access_q", state, access[0], 1, c->slots, hd_bits_for(c->accesses), NULL,
               "Check: up when an access issues, down when one ends"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long pdom_front_open(const char *path, const svBitVecVal *parameters)
{
    struct pdom_front_cfg c;
    char text[240];
    memcpy(&c, parameters, sizeof c);
    snprintf(text, sizeof text,
             "Slots=%u Lanes=%u Ports=%u Policy=%u Group=%u Entries=%u FrameWidth=%u Depth=%u "
             "Levels=%u Accesses=%u",
             c.slots, c.lanes, c.ports, c.policy, c.group, c.entries, c.frame_width, c.depth,
             c.levels, c.accesses);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : pdom_front_init(s, &c);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR pdom_front: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* ---- a cycle, a neighbour at a time ---- */

static uint32_t ports_of(struct hd_instance *inst)
{
    return ((const state *)hd_model(inst))->cfg.ports;
}

static void words(uint32_t *to, const svBitVecVal *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *to);
}

static void masks(uint64_t *to, const svBitVecVal *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *to);
}

void pdom_front_state(unsigned long long handle, const svBitVecVal *access)
{
    struct hd_instance *inst = hd_instance(handle);
    hd_state(inst, 0, 1, access, ((const state *)hd_model(inst))->cfg.slots);
}

void pdom_front_residency(unsigned long long handle, svBit begin_en, unsigned begin_slot,
                          unsigned begin_pc, unsigned long long begin_mask, svBit begin_ready,
                          unsigned long long ready, unsigned long long leave,
                          unsigned char ev_valid, const svBitVecVal *ev_kind,
                          const svBitVecVal *ev_slot, const svBitVecVal *ev_word)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ports_of(inst);
    inputs *in = hd_inputs(inst);
    in->begin_en = begin_en != 0;
    in->begin_slot = begin_slot;
    in->begin_pc = begin_pc;
    in->begin_mask = begin_mask;
    in->ready = ready;
    in->leave = leave;
    struct pdom_front_out *o = &((outputs *)hd_outputs(inst))->o;
    o->begin_ready = begin_ready != 0;
    hd_bits(o->ev_valid, ev_valid, ports);
    words(o->ev_kind, ev_kind, ports);
    words(o->ev_slot, ev_slot, ports);
    words(o->ev_word, ev_word, ports);
}

void pdom_front_code(unsigned long long handle, const svBitVecVal *rows, svBit fetch_valid,
                     svBit fetch_ready, unsigned fetch_slot, unsigned fetch_pc, svBit rsp_valid,
                     unsigned rsp_slot, unsigned rsp_word, unsigned rsp_meet, svBit rsp_meets)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    memcpy(in->rows, rows, sizeof in->rows);
    in->fetch_ready = fetch_ready != 0;
    in->rsp_valid = rsp_valid != 0;
    in->rsp_slot = rsp_slot;
    in->rsp_word = rsp_word;
    in->rsp_meet = rsp_meet;
    in->rsp_meets = rsp_meets != 0;
    struct pdom_front_out *o = &((outputs *)hd_outputs(inst))->o;
    o->fetch_valid = fetch_valid != 0;
    o->fetch_slot = fetch_slot;
    o->fetch_pc = fetch_pc;
}

void pdom_front_scoreboard(unsigned long long handle, const svBitVecVal *query_slot,
                           const svBitVecVal *query_busy, unsigned char set_en,
                           const svBitVecVal *set_slot, const svBitVecVal *set_reg)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ports_of(inst);
    masks(((inputs *)hd_inputs(inst))->query_busy, query_busy, ports);
    outputs *out = hd_outputs(inst);
    words(out->o.query_slot, query_slot, ports);
    hd_bits(out->o.set_en, set_en, ports);
    words(out->set_slot, set_slot, ports);
    words(out->set_reg, set_reg, ports);
}

void pdom_front_looks(unsigned long long handle, unsigned char look_en,
                      const svBitVecVal *look_slot, unsigned char look_pass,
                      unsigned char look_memory, unsigned long long stands,
                      unsigned long long at_rest, unsigned long long with_access)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ports_of(inst);
    struct pdom_front_out *o = &((outputs *)hd_outputs(inst))->o;
    hd_bits(o->look_en, look_en, ports);
    words(o->look_slot, look_slot, ports);
    hd_bits(o->look_pass, look_pass, ports);
    hd_bits(o->look_memory, look_memory, ports);
    o->stands = stands;
    o->at_rest = at_rest;
    o->with_access = with_access;
}

void pdom_front_issued(unsigned long long handle, unsigned char issue_valid,
                       unsigned char issue_ready, const svBitVecVal *issue_slot,
                       const svBitVecVal *issue_pc, const svBitVecVal *issue_word,
                       const svBitVecVal *issue_mask, const svBitVecVal *issue_meet,
                       const svBitVecVal *issue_unit, const svBitVecVal *issue_flow,
                       const svBitVecVal *issue_use, const svBitVecVal *issue_reg)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ports_of(inst);
    hd_bits(((inputs *)hd_inputs(inst))->issue_ready, issue_ready, ports);
    outputs *out = hd_outputs(inst);
    hd_bits(out->o.issue_valid, issue_valid, ports);
    words(out->issue_slot, issue_slot, ports);
    words(out->issue_pc, issue_pc, ports);
    words(out->issue_word, issue_word, ports);
    masks(out->issue_mask, issue_mask, ports);
    words(out->issue_meet, issue_meet, ports);
    words(out->issue_unit, issue_unit, ports);
    words(out->issue_flow, issue_flow, ports);
    words(out->issue_use, issue_use, ports);
    words(out->issue_reg, issue_reg, ports * OPERANDS);
}

void pdom_front_resolved(unsigned long long handle, unsigned char res_valid,
                         unsigned char res_ready, const svBitVecVal *res_slot,
                         const svBitVecVal *res_flow, const svBitVecVal *res_pc,
                         const svBitVecVal *res_word, const svBitVecVal *res_meet,
                         const svBitVecVal *res_mask, const svBitVecVal *res_taken,
                         const svBitVecVal *res_addr)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct pdom_front_cfg *c = &((const state *)hd_model(inst))->cfg;
    inputs *in = hd_inputs(inst);
    hd_bits(in->res_valid, res_valid, c->ports);
    memcpy(in->res_slot, res_slot, c->ports);
    words(in->res_flow, res_flow, c->ports);
    words(in->res_pc, res_pc, c->ports);
    words(in->res_word, res_word, c->ports);
    words(in->res_meet, res_meet, c->ports);
    masks(in->res_mask, res_mask, c->ports);
    masks(in->res_taken, res_taken, c->ports);
    words(in->res_addr, res_addr, c->ports * c->lanes);
    hd_bits(((outputs *)hd_outputs(inst))->o.res_ready, res_ready, c->ports);
}

void pdom_front_stack(unsigned long long handle, svBit spill_valid, svBit spill_ready,
                      svBit spill_load, unsigned spill_slot, unsigned spill_level,
                      const svBitVecVal *spill_data, svBit fill_valid, unsigned fill_slot,
                      const svBitVecVal *fill_data, unsigned row_rd_slot,
                      const svBitVecVal *row_rd_data, svBit row_wr_en, unsigned row_wr_slot,
                      const svBitVecVal *row_wr_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct simt_stack_cfg *c = &((const state *)hd_model(inst))->stack.cfg;
    const uint32_t entry = words_of(simt_stack_entry_width(c));
    const uint32_t row = simt_stack_row_width(c);
    inputs *in = hd_inputs(inst);
    in->spill_ready = spill_ready != 0;
    in->fill_valid = fill_valid != 0;
    in->fill_slot = fill_slot;
    words(in->fill_data, fill_data, entry);
    in->row_rd_slot = row_rd_slot;
    in->row_wr_en = row_wr_en != 0;
    in->row_wr_slot = row_wr_slot;
    words(in->row_wr_data, row_wr_data, words_of(row));
    outputs *out = hd_outputs(inst);
    out->o.stack.spill_valid = spill_valid != 0;
    out->o.stack.spill_load = spill_load != 0;
    out->o.stack.spill_slot = spill_slot;
    out->o.stack.spill_level = spill_level;
    words(out->o.stack.spill_data, spill_data, entry);
    spread(out->row_rd_data, row_rd_data, row);
}

int pdom_front_ports(unsigned long long handle, svBit rst_n, unsigned long long wb, svBit end_valid,
                     unsigned end_slot, unsigned long long end_mask, unsigned end_pc,
                     svBit end_ready, const svBitVecVal *why)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->wb = wb;
    in->end_valid = end_valid != 0;
    in->end_slot = end_slot;
    in->end_mask = end_mask;
    in->end_pc = end_pc;
    struct pdom_front_out *o = &((outputs *)hd_outputs(inst))->o;
    o->end_ready = end_ready != 0;
    words(o->why, why, ports_of(inst));
    now = in;
    return hd_ports(inst, rst_n != 0);
}
