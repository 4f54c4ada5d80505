/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_zorua_plug_lockstep: describes the plug to the harness, unpacks arguments. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/zorua_plug.h"
#include "core/zorua_plug_cfg.h"

enum {
    PORTS = RESIDENCY_MAX_PORTS,
    SLOTS = RESIDENCY_MAX_SLOTS,
    LANES = SCRATCH_LOOKUP_MAX_LANES,
    OPERANDS = FRONT_OPERANDS,
    STACK_WORDS = RESIDENCY_STACK_WORDS,
    ROW_WORDS = LANES,
    ID_WORDS = RESIDENCY_ID_WORDS,
    ID_BITS = RESIDENCY_ID_BITS,
    REST_WORDS = 4,
    PARK_BITS = 5,
};

/* A cycle's inputs, flat. Of an operand o of port p: p * OPERANDS + o; of a lane: p * Lanes + l. */
typedef struct {
    bool kernel_en;
    uint32_t kernel_warps;
    uint32_t kernel_phase;
    bool block_valid;
    uint32_t block_id[ID_WORDS];
    bool rsp_valid;
    uint32_t rsp_slot;
    uint32_t rsp_word;
    bool rsp_phase;
    uint32_t rsp_specifier;
    bool ev_valid[PORTS];
    uint32_t ev_kind[PORTS];
    uint32_t ev_slot[PORTS];
    uint32_t ev_word[PORTS];
    bool resolves[PORTS];
    uint32_t resolved_slot[PORTS];
    bool issue_en[PORTS];
    uint32_t issue_slot[PORTS];
    uint64_t issue_mask[PORTS];
    uint32_t issue_use[PORTS];
    uint32_t issue_reg[PORTS * OPERANDS];
    uint32_t issue_rest[PORTS][REST_WORDS];
    bool stage_ready[PORTS];
    uint32_t read_park[PORTS];
    uint32_t written_park[PORTS];
    bool acc_valid[PORTS];
    uint32_t acc_warp[PORTS];
    uint64_t acc_mask[PORTS];
    uint32_t acc_addr[PORTS * LANES];
    uint32_t acc_pipe;
    uint32_t acc_bank;
    uint32_t acc_index;
    uint32_t acc_park;
    bool acc_en;
    uint64_t under_way;
    uint32_t entry;
    bool wr_valid;
    uint64_t wr_mask;
    uint32_t wr_data[LANES];
    bool end_valid;
    uint64_t ask_busy;
    uint64_t staged;
    uint64_t with_access;
    uint64_t at_rest;
    bool pipe_busy;
    bool rd_ready;
    bool row_valid;
    uint32_t row_data[LANES];
    uint32_t stack_rd_data[STACK_WORDS];
    bool ctx_ready;
    bool ctx_rsp_valid;
    uint32_t ctx_rsp_data[ROW_WORDS];
} inputs;

typedef struct {
    bool idle;
    bool block_ready;
    bool done_valid;
    uint32_t done_id[ID_WORDS];
    uint32_t rsp_word;
    bool rsp_inserts;
    uint64_t stays;
    uint64_t ready;
    uint32_t slot_warp[SLOTS];
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_warp;
    uint32_t begin_rank;
    uint32_t begin_id[ID_WORDS];
    bool room[PORTS];
    bool stage_valid[PORTS];
    uint32_t stage_slot[PORTS];
    uint32_t stage_warp[PORTS];
    uint64_t stage_mask[PORTS];
    uint32_t stage_use[PORTS];
    uint32_t stage_reg[PORTS * OPERANDS];
    uint32_t stage_rest[PORTS][REST_WORDS];
    uint32_t stage_bank[PORTS * OPERANDS];
    uint32_t stage_index[PORTS * OPERANDS];
    uint32_t stage_park[PORTS];
    bool stage_stores[PORTS];
    bool acc_known[PORTS];
    uint32_t acc_addr[PORTS * LANES];
    bool swap_valid;
    bool swap_load;
    uint64_t swap_mask;
    uint32_t swap_addr[LANES];
    uint32_t swap_data[LANES];
    bool entry_program;
    bool entry_writes;
    uint32_t entry_bank;
    uint32_t entry_index;
    bool entry_parked;
    bool ask_en;
    uint32_t ask_slot;
    bool release_en;
    uint32_t release_slot;
    uint32_t release_reg;
    bool rd_valid;
    uint32_t rd_bank;
    uint32_t rd_index;
    bool stack_rd_en;
    uint32_t stack_rd_slot;
    bool stack_wr_en;
    uint32_t stack_wr_slot;
    uint32_t stack_wr_data[STACK_WORDS];
    bool ctx_valid;
    uint32_t ctx_row;
    bool swapping;
    bool reg_missed[PORTS];
    bool scratch_missed[PORTS];
    uint64_t used; /* the model's alone: slots on which somebody sits */
} outputs;

/* What the model's eval and tick share. It points into itself, and into the model. */
struct cycle {
    struct residency_in in;
    struct residency_out out;
    struct zorua_plug_in more;
    struct zorua_plug_nets nets;
    struct front_instruction issue[PORTS];
    bool offered; /* to load/store */
};

/* What is known of an access, a word a field. */
struct noted {
    uint32_t swaps;
    uint32_t what;
    uint32_t park;
    uint32_t operand;
    uint32_t restore;
    uint32_t part;
    uint32_t bank;
    uint32_t index;
};

/* The model, and what the RTL has beside it, as it follows from the model. */
typedef struct {
    struct zorua_plug m;
    struct cycle *cycle;
    struct noted access[ZORUA_PLUG_MAX_ACCESSES];
    uint64_t noted;  /* entries that were taken: what is known of an access has no reset */
    uint64_t shared; /* entries under way with lanes in shared memory; those that drain */
    uint64_t drains;
    uint32_t rest_bits;
} state;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static uint32_t lowest(uint64_t mask) { return (uint32_t)__builtin_ctzll(mask); }
static uint32_t words_of(uint32_t bits) { return (bits + 31) / 32; }

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare. */
static const inputs *now;

static const outputs *of(const void *out) { return out; }
static const struct zorua_plug *model_of(const void *s) { return &((const state *)s)->m; }
static const struct noted *access_of(const void *s, uint32_t i)
{
    return &((const state *)s)->access[i];
}

#define IF(name, what)                                                                             \
    static bool if_##name(const void *s, const void *out, uint32_t i)                              \
    {                                                                                              \
        (void)s, (void)out, (void)i;                                                               \
        return what;                                                                               \
    }
IF(done, of(out)->done_valid)
IF(rsp, now->rsp_valid)
IF(used, has(of(out)->used, i))
IF(begin, of(out)->begin_en)
IF(stage, of(out)->stage_valid[i])
IF(stage_rest, of(out)->stage_valid[i / words_of(((const state *)s)->rest_bits)])
IF(stage_operand,
   (of(out)->stage_valid[i / OPERANDS] && has(of(out)->stage_use[i / OPERANDS], i % OPERANDS)))
IF(acc, now->acc_valid[i])
IF(swap, of(out)->swap_valid)
IF(swap_lane, (of(out)->swap_valid && has(of(out)->swap_mask, i)))
IF(swap_word, (if_swap_lane(s, out, i) && !of(out)->swap_load))
IF(entry, (now->wr_valid || now->end_valid))
IF(entry_wr, now->wr_valid)
IF(entry_place, (now->wr_valid && of(out)->entry_writes))
IF(entry_end, (now->end_valid && of(out)->entry_program))
IF(ask, of(out)->ask_en)
IF(release, of(out)->release_en)
IF(rd, of(out)->rd_valid)
IF(stack_rd, of(out)->stack_rd_en)
IF(stack_wr, of(out)->stack_wr_en)
IF(ctx, of(out)->ctx_valid)
IF(held, has(model_of(s)->held, i))
IF(begun, (model_of(s)->unit.control.state[i] != COORDINATOR_FREE &&
           !has(model_of(s)->unit.control.new_warp, i)))

static bool if_acc_lane(const void *s, const void *out, uint32_t i)
{
    const uint32_t lanes = model_of(s)->cfg.lanes, p = i / lanes;
    return now->acc_valid[p] && of(out)->acc_known[p] && has(now->acc_mask[p], i % lanes);
}

/* Of an entry what it is for says what is kept. */
static bool is_noted(const void *s, uint32_t i) { return has(((const state *)s)->noted, i); }
static bool is_swap(const void *s, uint32_t i, uint32_t what)
{
    return is_noted(s, i) && access_of(s, i)->swaps && access_of(s, i)->what == what;
}
static bool is_program(const void *s, uint32_t i)
{
    return is_noted(s, i) && !access_of(s, i)->swaps;
}
IF(noted, is_noted(s, i))
IF(what, (is_noted(s, i) && access_of(s, i)->swaps))
IF(fill, is_swap(s, i, SWAPPER_FILL))
IF(state, is_swap(s, i, SWAPPER_STATE))
IF(park, (is_program(s, i) || if_fill(s, out, i)))

/* ---- coverage ---- */

enum {
    BIN_BEGIN,
    BIN_DONE,
    BIN_INSERTS,
    BIN_PASSES,
    BIN_STANDS,
    BIN_HELD,
    BIN_HELD_TWO,
    BIN_HELD_BUSY,
    BIN_HELD_KEEPS,
    BIN_HELD_EVENT,
    BIN_HELD_MOVE,
    BIN_ONE_SET,
    BIN_MORE_SETS,
    BIN_RING_FULL,
    BIN_ANSWER_TAKEN,
    BIN_ANSWER_WAITS,
    BIN_PARK,
    BIN_PARK_TWO,
    BIN_PARK_NONE,
    BIN_PARKED_FIRST,
    BIN_PARKED_WAITS,
    BIN_FILLED,
    BIN_RESULT_PIPE,
    BIN_RESULT_LOAD,
    BIN_RELEASE,
    BIN_MOVE_SET,
    BIN_MOVE_NO_SEAT,
    BIN_MOVE_LOOKING,
    BIN_MOVE_STAGED,
    BIN_MOVE_BUSY,
    BIN_MOVE_READY,
    BIN_MOVE_SCRATCH,
    BIN_SCRATCH_DRAINS,
    BIN_SCRATCH_LOOKS,
    BIN_SCRATCH_HOLDS,
    BIN_DRAIN_LATE,
    BIN_DRAIN_NOT,
    BIN_STATE_OUT,
    BIN_OUT_BUSY,
    BIN_OUT_ACCESS,
    BIN_OUT_STACK,
    BIN_STATE_IN,
    BIN_IN_FULL,
    BIN_STATE_BACK,
    BIN_JOB_FIRST,
    BIN_REQUEST_FIRST,
    BIN_SWAP_FIRST,
    BIN_SCRATCH_MISSED,
    BIN_SCRATCH_BOTH,
    BIN_SCRATCH_SETS,
    BIN_NO_SCRATCH,
    BIN_MEMORY,
    BIN_IDLE,
};

static const struct hd_bin bins[] = {
    {"begin", "a warp begins"},
    {"done", "a block is done"},
    {"inserts", "a specifier is put before a word"},
    {"passes", "a phase begins at a word, and its warp has passed the specifier"},
    {"stands", "a specifier that stands in the program is resolved"},
    {"held", "the unit is told of a phase"},
    {"held_two", "two slots are held"},
    {"held_busy", "a phase waits for a register that it does not keep"},
    {"held_keeps", "a phase begins though a register that it keeps is to be written"},
    {"held_event", "a phase waits for an event of its port"},
    {"held_move", "a phase waits, since something that moves is looked at"},
    {"one_set", "an instruction with several registers in one set is known"},
    {"more_sets", "one with registers in several sets"},
    {"ring_full", "a port has no room"},
    {"answer_taken", "the last answer, and the issue register takes the instruction"},
    {"answer_waits", "the ring's first knows all, and the issue register takes nothing"},
    {"park", "an instruction is parked"},
    {"park_two", "two ports park in one cycle"},
    {"park_none", "an instruction wants a park, and none is free"},
    {"parked_first", "a parked instruction goes before the ring's first"},
    {"parked_waits", "a parked one is ready, and the issue register takes nothing"},
    {"filled", "an operand is back in its row"},
    {"result_pipe", "a pipe's result for swap space is written"},
    {"result_load", "a loaded result for swap space is written"},
    {"release", "a result is on its way to swap space"},
    {"move_set", "a register set has gone to swap space"},
    {"move_no_seat", "one of a warp that has no slot"},
    {"move_looking", "a set waits for an instruction that is looked up"},
    {"move_staged", "a set waits for the issue register"},
    {"move_busy", "a set waits for a register that is to be written"},
    {"move_ready", "a slot is not ready since its warp's set is to move"},
    {"move_scratch", "a set of shared memory has gone to swap space"},
    {"scratch_drains", "it waits for accesses that are under way"},
    {"scratch_looks", "it waits for an access that is looked up"},
    {"scratch_holds", "an access for it does not begin to be looked up"},
    {"drain_late", "an access that was looked up before is taken, and waited for"},
    {"drain_not", "an access for other sets is taken, and not waited for"},
    {"state_out", "a warp's state has gone to swap space"},
    {"out_busy", "a state waits for a register that is to be written"},
    {"out_access", "a state waits for an access"},
    {"out_stack", "a state waits for the SIMT stack"},
    {"state_in", "a warp's state is asked for"},
    {"in_full", "a state is to be asked for, and no restore register is free"},
    {"state_back", "a warp's state is back"},
    {"job_first", "a park's task goes before a request that may begin"},
    {"request_first", "behind a park's task a request goes before another one"},
    {"swap_first", "the swapper's access goes before that of a pipe"},
    {"scratch_missed", "shared memory is found in swap space"},
    {"scratch_both", "an access is taken with lanes in shared memory and lanes in swap space"},
    {"scratch_sets", "an access with lanes in several sets is taken"},
    {"no_scratch", "an access without lanes in shared memory is taken"},
    {"memory", "nothing issues, and all wait for memory"},
    {"idle", "nothing issues, for another reason than memory"},
    {NULL, NULL},
};
static_assert(sizeof bins / sizeof bins[0] <= HD_MAX_BINS + 1, "so many bins there can be");

static void cover_phases(const state *s, const inputs *in, uint64_t *bin)
{
    const struct zorua_plug *m = &s->m;
    const struct zorua_plug_nets *n = &s->cycle->nets;
    const bool asked = m->held != 0 && n->ask_slot == lowest(m->held);
    const bool moves = m->held != 0 && !asked;
    if (n->inserts) bin[BIN_INSERTS]++;
    else if (in->rsp_valid && in->rsp_phase) bin[BIN_PASSES]++;
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        if (in->resolves[p] && !has(m->inserted, in->resolved_slot[p])) bin[BIN_STANDS]++;
    if ((m->held & (m->held - 1)) != 0) bin[BIN_HELD_TWO]++;
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
        if (has(i->use, o)) sets |= UINT64_C(1) << i->reg[o] / m->cfg.banks;
    const uint32_t n = (uint32_t)__builtin_popcountll(sets);
    *shared = (uint32_t)__builtin_popcount(i->use) - n;
    return n;
}

static void cover_ring(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const struct zorua_plug *m = &s->m;
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
    const struct zorua_plug *m = &s->m;
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
    const struct zorua_plug *m = &s->m;
    const struct zorua_out *u = &s->cycle->nets.unit;
    const struct coordinator *c = &m->unit.control;
    const bool seated = has(c->seated, u->req_row);
    const uint32_t slot = c->slot[u->req_row];
    if (m->swap.doing == SWAPPER_DONE) bin[seated ? BIN_MOVE_SET : BIN_MOVE_NO_SEAT]++;
    if (!seated) return;
    if (has(u->ready & ~(m->set.looking | m->held), slot)) bin[BIN_MOVE_READY]++;
    if (s->cycle->nets.calm) return;
    if (has(m->set.looking, slot)) bin[BIN_MOVE_LOOKING]++;
    else if (has(in->staged, slot)) bin[BIN_MOVE_STAGED]++;
    else bin[BIN_MOVE_BUSY]++;
}

static void cover_scratch_move(const state *s, const inputs *in, uint64_t *bin)
{
    const struct zorua_plug *m = &s->m;
    const struct zorua_plug_nets *n = &s->cycle->nets;
    if (m->swap.doing == SWAPPER_DONE) bin[BIN_MOVE_SCRATCH]++;
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
    const struct zorua_plug *m = &s->m;
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
    const struct zorua_plug *m = &s->m;
    const struct zorua_plug_nets *n = &s->cycle->nets;
    const struct zorua_out *u = &n->unit;
    if (u->req_valid && u->req_kind == COORDINATOR_REGS) cover_set(s, in, bin);
    if (u->req_valid && u->req_kind == COORDINATOR_SCRATCH) cover_scratch_move(s, in, bin);
    if (u->req_valid && u->req_kind == COORDINATOR_THREADS) cover_state(s, in, bin);
    if (n->swap.rsp_valid) bin[BIN_STATE_BACK]++;
    if (m->swap.doing == SWAPPER_RESTS && n->calm && n->set.job_valid)
        bin[n->swap.job_taken ? BIN_JOB_FIRST : BIN_REQUEST_FIRST]++;
}

static void cover_accesses(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct zorua_plug *m = &s->m;
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
        sets |= UINT64_C(1) << (in->acc_addr[p * lanes + l] / SCRATCH_LOOKUP_SET % 64);
    }
    if (n->scratch[p].shared == 0) bin[BIN_NO_SCRATCH]++;
    if (here != 0 && here != n->scratch[p].shared) bin[BIN_SCRATCH_BOTH]++;
    if ((sets & (sets - 1)) != 0) bin[BIN_SCRATCH_SETS]++;
}

static void cover(const void *s_, const void *in, const void *out, uint64_t *bin)
{
    const state *s = s_;
    const outputs *o = out;
    if (o->begin_en) bin[BIN_BEGIN]++;
    if (o->done_valid) bin[BIN_DONE]++;
    cover_phases(s, in, bin);
    cover_parks(s, in, bin);
    cover_swapper(s, in, bin);
    cover_accesses(s, in, o, bin);
    if (s->cycle->nets.in.mem) bin[BIN_MEMORY]++;
    if (s->cycle->nets.in.idle) bin[BIN_IDLE]++;
}

/* ---- the model's cycle ---- */

static void reset(void *s_)
{
    state *s = s_;
    zorua_plug_reset(&s->m);
    s->shared = s->drains = 0;
    /* An entry may be noted all the same: nobody asks whose it is. */
    if (now->acc_en) s->noted &= ~(UINT64_C(1) << lowest(~now->under_way));
}

/* What goes with an instruction is for the plug so many bits: they are kept where the model has
 * room for them. */
static void put_rest(struct front_instruction *i, const uint32_t *rest)
{
    i->pc = rest[0];
    i->word = rest[1];
    i->meet = rest[2];
    i->unit = rest[3] & 0xff;
}

static void get_rest(const struct front_instruction *i, uint32_t *rest)
{
    rest[0] = i->pc;
    rest[1] = i->word;
    rest[2] = i->meet;
    rest[3] = i->unit;
}

static void put_issue(struct cycle *c, const inputs *in, uint32_t p)
{
    struct front_instruction *i = &c->issue[p];
    c->in.set_en[p] = in->issue_en[p];
    c->in.set_slot[p] = in->issue_slot[p];
    c->more.issue[p] = i;
    i->slot[0] = (uint8_t)in->issue_slot[p];
    i->mask = in->issue_mask[p];
    i->use = (uint8_t)in->issue_use[p];
    for (uint32_t o = 0; o < OPERANDS; o++) i->reg[o] = (uint8_t)in->issue_reg[p * OPERANDS + o];
    put_rest(i, in->issue_rest[p]);
}

static void put_inputs(struct cycle *c, const inputs *in, uint32_t ports)
{
    struct residency_in *r = &c->in;
    struct zorua_plug_in *z = &c->more;
    r->kernel_en = in->kernel_en;
    r->kernel_warps = in->kernel_warps;
    r->block_valid = in->block_valid;
    memcpy(r->block_id, in->block_id, sizeof r->block_id);
    for (uint32_t p = 0; p < ports; p++) {
        r->ev_valid[p] = in->ev_valid[p];
        r->ev_kind[p] = in->ev_kind[p];
        r->ev_slot[p] = in->ev_slot[p];
        r->ev_word[p] = in->ev_word[p];
        z->resolves[p] = in->resolves[p];
        z->resolved_slot[p] = in->resolved_slot[p];
        z->written_park[p] = in->written_park[p];
        z->stage_ready[p] = in->stage_ready[p];
        z->read_park[p] = in->read_park[p];
        put_issue(c, in, p);
    }
    r->stack_rd_data = in->stack_rd_data;
    r->ctx_ready = in->ctx_ready;
    r->ctx_rsp_valid = in->ctx_rsp_valid;
    r->ctx_rsp_data = in->ctx_rsp_data;
    z->kernel_phase = in->kernel_phase;
    z->rsp = (struct zorua_plug_word){in->rsp_valid, in->rsp_slot, in->rsp_word, in->rsp_phase,
                                      in->rsp_specifier};
    z->staged = in->staged;
    z->with_access = in->with_access;
    z->at_rest = in->at_rest;
    z->pipe_busy = in->pipe_busy;
    z->ask_busy = in->ask_busy;
    z->rd_ready = in->rd_ready;
    z->row_valid = in->row_valid;
    z->row_data = in->row_data;
    z->under_way = in->under_way;
    z->acc_en = in->acc_en;
    z->wr_valid = in->wr_valid;
    z->end_valid = in->end_valid;
    z->entry = in->entry;
    z->wr_mask = in->wr_mask;
    z->wr_data = in->wr_data;
}

/* What load/store is offered: the swapper's access, else that of the pipe that was chosen. */
static void offer(const struct zorua_plug *m, struct cycle *c, const inputs *in, outputs *o)
{
    const uint32_t lanes = m->cfg.lanes, p = in->acc_pipe;
    for (uint32_t q = 0; q < m->cfg.ports; q++)
        o->acc_known[q] = zorua_plug_translate(m, &c->nets, q, in->acc_valid[q], in->acc_warp[q],
                                               in->acc_mask[q], &in->acc_addr[q * lanes]);
    const struct register_place place = {(uint8_t)in->acc_bank, (uint16_t)in->acc_index};
    c->offered = c->nets.swap.acc_valid || (p < m->cfg.ports && o->acc_known[p]);
    c->nets.acc_of_swapper = false;
    c->nets.acc_port = 0;
    if (c->nets.swap.acc_valid) zorua_plug_offered(m, &c->nets, true, 0, place, 0);
    else if (c->offered) zorua_plug_offered(m, &c->nets, false, p, place, in->acc_park);
}

static void flatten_stage(const struct set_lookup_out *from, outputs *o, uint32_t p)
{
    o->room[p] = from->room[p];
    o->reg_missed[p] = from->missed[p];
    o->stage_valid[p] = from->stage_valid[p];
    if (!from->stage_valid[p]) return;
    const struct set_lookup_instruction *x = from->stage[p];
    o->stage_slot[p] = x->i.slot[0];
    o->stage_warp[p] = x->warp;
    o->stage_mask[p] = x->i.mask;
    o->stage_use[p] = x->i.use;
    get_rest(&x->i, o->stage_rest[p]);
    o->stage_park[p] = x->park;
    o->stage_stores[p] = has(x->away, FRONT_RD);
    for (uint32_t k = 0; k < OPERANDS; k++) {
        o->stage_reg[p * OPERANDS + k] = x->i.reg[k];
        o->stage_bank[p * OPERANDS + k] = x->place[k].bank;
        o->stage_index[p * OPERANDS + k] = x->place[k].index;
    }
}

static void flatten_memory(const state *s, const inputs *in, outputs *o)
{
    const struct zorua_plug *m = &s->m;
    const struct zorua_plug_nets *n = &s->cycle->nets;
    const struct zorua_plug_access *a = &m->access[in->entry];
    const uint32_t lanes = m->cfg.lanes;
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        memcpy(&o->acc_addr[p * lanes], n->scratch[p].addr, 4 * lanes);
    o->swap_valid = n->swap.acc_valid;
    o->swap_load = n->swap.acc_load;
    o->swap_mask = n->swap.acc_mask;
    memcpy(o->swap_addr, n->swap.acc_addr, 4 * lanes);
    if (n->swap.acc_valid) memcpy(o->swap_data, n->swap.acc_data, 4 * lanes);
    o->entry_program = a->owner == ZORUA_OF_PROGRAM;
    o->entry_writes = !(a->owner == ZORUA_OF_SWAPPER && a->what == SWAPPER_STATE);
    o->entry_bank = a->place.bank;
    o->entry_index = a->place.index;
    o->entry_parked = o->entry_program && a->park != 0;
    o->ask_en = n->ask_slot != RESIDENCY_MAX_SLOTS;
    o->ask_slot = n->ask_slot;
    o->release_en = n->set_in.stored;
    if (!o->release_en) return;
    const struct front_instruction *i = &m->set.park[n->acc.park].x.i;
    o->release_slot = i->slot[0];
    o->release_reg = i->reg[FRONT_RD];
}

static void flatten_contexts(const state *s, outputs *o)
{
    const struct swapper_out *w = &s->cycle->nets.swap;
    o->rd_valid = w->rd_valid;
    o->rd_bank = w->rd_place.bank;
    o->rd_index = w->rd_place.index;
    o->stack_rd_en = s->cycle->out.stack_rd_en;
    o->stack_rd_slot = s->cycle->out.stack_rd_slot;
    o->stack_wr_en = s->cycle->out.stack_wr_en;
    o->stack_wr_slot = s->cycle->out.stack_wr_slot;
    if (o->stack_wr_en) {
        const uint32_t bits = s->m.cfg.stack_bits, last = words_of(bits) - 1;
        memcpy(o->stack_wr_data, s->cycle->out.stack_wr_data, 4 * (last + 1));
        o->stack_wr_data[last] &= ~0u >> (32 * (last + 1) - bits);
    }
    o->ctx_valid = s->cycle->out.ctx_valid;
    o->ctx_row = s->cycle->out.ctx_row;
    o->swapping = s->cycle->out.swapping;
}

static void flatten(const state *s, const inputs *in, outputs *o)
{
    const struct zorua_plug *m = &s->m;
    const struct residency_out *r = &s->cycle->out;
    const struct zorua_out *unit = &s->cycle->nets.unit;
    o->idle = r->idle;
    o->block_ready = r->block_ready;
    o->done_valid = r->done_valid;
    memcpy(o->done_id, r->done_id, sizeof o->done_id);
    o->rsp_inserts = s->cycle->nets.inserts;
    o->stays = m->inserted;
    o->ready = r->ready;
    memcpy(o->slot_warp, r->slot_warp, m->cfg.slots * sizeof o->slot_warp[0]);
    o->used = m->unit.control.slot_used;
    o->begin_en = r->begin_en;
    o->begin_slot = r->begin_slot;
    o->begin_warp = unit->begin_warp;
    o->begin_rank = unit->begin_rank;
    memcpy(o->begin_id, r->begin_id, sizeof o->begin_id);
    for (uint32_t p = 0; p < m->cfg.ports; p++) {
        flatten_stage(&s->cycle->nets.set, o, p);
        o->scratch_missed[p] = s->cycle->nets.scratch[p].missed;
    }
    flatten_memory(s, in, o);
    flatten_contexts(s, o);
}

static void eval(const void *s_, const void *in_, void *out)
{
    const state *s = s_;
    const inputs *in = in_;
    outputs *o = out;
    struct cycle *c = s->cycle;
    put_inputs(c, in, s->m.cfg.ports);
    zorua_plug_offer(&s->m, &c->in, &c->nets, &c->out);
    o->rsp_word = zorua_plug_fetched(&s->m, &c->more.rsp, &c->nets);
    offer(&s->m, c, in, o);
    zorua_plug_settle(&s->m, &c->in, &c->more, &c->nets, &c->out);
    flatten(s, in, o);
}

static void note(state *s, uint32_t i)
{
    const struct zorua_plug_access *a = &s->m.access[i];
    s->noted |= UINT64_C(1) << i;
    s->access[i] = (struct noted){a->owner == ZORUA_OF_SWAPPER,
                                  a->what,
                                  a->park,
                                  a->operand,
                                  a->restore,
                                  a->part,
                                  a->place.bank,
                                  a->place.index};
}

static void tick(void *s_, const void *in_, const void *out)
{
    state *s = s_;
    const inputs *in = in_;
    struct cycle *c = s->cycle;
    (void)out;
    const uint64_t entry = in->acc_en ? UINT64_C(1) << lowest(~in->under_way) : 0;
    const uint64_t over = in->end_valid ? UINT64_C(1) << in->entry : 0;
    zorua_plug_tick(&s->m, &c->in, &c->more, &c->nets, &c->out);
    if (entry != 0) note(s, lowest(entry));
    /* An entry that has ended is none any more: the model looks at that one cycle later. */
    s->shared = s->m.shared & ~over;
    s->drains = s->m.drains & ~over;
}

static const char *check(const void *s) { return zorua_plug_check(&((const state *)s)->m); }

/* After the evaluation. */
static const char *promise(const void *s_, const void *in_)
{
    const state *s = s_;
    const inputs *in = in_;
    if (in->acc_en && !s->cycle->offered) return "an access is taken that is not offered";
    if (in->acc_en && (~in->under_way & ((UINT64_C(2) << (s->m.cfg.accesses - 1)) - 1)) == 0)
        return "an access is taken, and no entry is free";
    for (uint32_t p = 0; p < s->m.cfg.ports; p++) {
        if (!in->issue_en[p]) continue;
        if (!s->cycle->nets.set.room[p]) return "an instruction issues without room";
        if (!has(s->cycle->out.ready, in->issue_slot[p])) return "a slot issues that is not ready";
    }
    return zorua_plug_promise(&s->m, &s->cycle->nets);
}

static const struct hd_block block = {
    .name = "zorua_plug",
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
    .index_rule = "held_word_q[i], slot_warp[i]: slot i; block_q[i]: warp i; all others: entry i "
                  "of load/store",
    .waves = "held_q inserted_q drains_q passed_q",
};

/* ---- the fields ---- */

#define IN(name, bits) HD_ONE(HD_IN, inputs, name, bits, NULL, NULL)
#define INS(name, n, bits) HD_ARRAY(HD_IN, inputs, name, n, bits, NULL, NULL)
#define OUT(name, bits, caring, why) HD_ONE(HD_OUT, outputs, name, bits, caring, why)
#define OUTS(name, n, bits, caring, why) HD_ARRAY(HD_OUT, outputs, name, n, bits, caring, why)

/* A wide value, in words of 32 bits, the last of which need not be whole; `rows` of them. */
static struct hd_field wide(struct hd_field f, uint32_t bits, uint32_t rows)
{
    f.row = rows > 1 ? words_of(bits) : 0;
    f.row_step = 4 * REST_WORDS;
    f.count = rows * words_of(bits);
    f.cut = 32 * words_of(bits) - bits;
    return f;
}
#define WIDE(k, text, type, member, bits, rows, caring, why)                                       \
    wide((struct hd_field){.kind = k,                                                              \
                           .name = text,                                                           \
                           .offset = offsetof(type, member),                                       \
                           .stride = 4,                                                            \
                           .size = 4,                                                              \
                           .width = 32,                                                            \
                           .care = caring,                                                         \
                           .rule = why},                                                           \
         bits, rows)
#define ACCESS(reg, member, bits, caring, why)                                                     \
    HD_REG(reg, state, access[0].member, sizeof(struct noted), c->accesses, bits, caring, why)

/* The registers in the order in which they are described. */
enum {
    REG_HELD,
    REG_HELD_WORD,
    REG_INSERTED,
    REG_PASSED,
    REG_BLOCK,
    REG_SHARED,
    REG_DRAINS,
    REG_ACCESS,
    REG_ACCESS_COUNT = 8,
};

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct residency_cfg *c, uint32_t rest)
{
    const uint32_t slot = hd_bits_for(c->slots - 1), warp = hd_bits_for(c->warps - 1);
    const uint32_t size = hd_bits_for(c->warps), row = hd_bits_for(c->rows - 1);
    const uint32_t bank = c->banks > 1 ? hd_bits_for(c->banks - 1) : 1;
    const uint32_t index = hd_bits_for(c->sets - 1), entry = hd_bits_for(c->accesses - 1);
    const uint32_t pipe = c->ports > 1 ? hd_bits_for(c->ports - 1) : 1;
    const uint32_t ports = c->ports, lanes = c->lanes, operands = c->ports * OPERANDS;
    const char *const phases = "Phases", *const registers = "Registers", *const swap = "Swap space";
    const char *const shared = "Shared memory", *const unit = "the unit";
    const char *const noted = "Swap space: entries are noted as the swapper's or the program's";
    const struct hd_field fields[] = {
        IN(kernel_en, 1),
        IN(kernel_warps, size),
        IN(kernel_phase, 32),
        IN(block_valid, 1),
        WIDE(HD_IN, "block_id", inputs, block_id, ID_BITS, 1, NULL, NULL),
        IN(rsp_valid, 1),
        IN(rsp_slot, slot),
        IN(rsp_word, 32),
        IN(rsp_phase, 1),
        IN(rsp_specifier, 32),
        INS(ev_valid, ports, 1),
        INS(ev_kind, ports, 2),
        INS(ev_slot, ports, slot),
        INS(ev_word, ports, 32),
        INS(resolves, ports, 1),
        INS(resolved_slot, ports, slot),
        INS(issue_en, ports, 1),
        INS(issue_slot, ports, slot),
        INS(issue_mask, ports, lanes),
        INS(issue_use, ports, OPERANDS),
        INS(issue_reg, operands, 6),
        WIDE(HD_IN, "issue_rest", inputs, issue_rest, rest, ports, NULL, NULL),
        INS(stage_ready, ports, 1),
        INS(read_park, ports, PARK_BITS),
        INS(written_park, ports, PARK_BITS),
        INS(acc_valid, ports, 1),
        INS(acc_warp, ports, warp),
        INS(acc_mask, ports, lanes),
        INS(acc_addr, ports * lanes, 32),
        IN(acc_pipe, pipe),
        IN(acc_bank, bank),
        IN(acc_index, index),
        IN(acc_park, PARK_BITS),
        IN(acc_en, 1),
        IN(under_way, c->accesses),
        IN(entry, entry),
        IN(wr_valid, 1),
        IN(wr_mask, lanes),
        INS(wr_data, lanes, 32),
        IN(end_valid, 1),
        IN(ask_busy, 64),
        IN(staged, c->slots),
        IN(with_access, c->slots),
        IN(at_rest, c->slots),
        IN(pipe_busy, 1),
        IN(rd_ready, 1),
        IN(row_valid, 1),
        INS(row_data, lanes, 32),
        WIDE(HD_IN, "stack_rd_data", inputs, stack_rd_data, c->stack_bits, 1, NULL, NULL),
        IN(ctx_ready, 1),
        IN(ctx_rsp_valid, 1),
        WIDE(HD_IN, "ctx_rsp_data", inputs, ctx_rsp_data, c->row_bits, 1, NULL, NULL),
        OUT(idle, 1, NULL, unit),
        OUT(block_ready, 1, NULL, unit),
        OUT(done_valid, 1, NULL, unit),
        WIDE(HD_OUT, "done_id", outputs, done_id, ID_BITS, 1, if_done, unit),
        OUT(rsp_word, 32, if_rsp, "Phases: the specifier in the place of the word"),
        OUT(rsp_inserts, 1, if_rsp, "Phases: if the warp on the slot has not passed it"),
        OUT(stays, c->slots, NULL, "Phases: the warp stays where it is"),
        OUT(ready, c->slots, NULL,
            "the unit's, without slots that are held, looking, or whose set is to move"),
        OUTS(slot_warp, c->slots, warp, if_used, unit),
        OUT(begin_en, 1, NULL, unit),
        OUT(begin_slot, slot, if_begin, unit),
        OUT(begin_warp, warp, if_begin, unit),
        OUT(begin_rank, size, if_begin, unit),
        WIDE(HD_OUT, "begin_id", outputs, begin_id, ID_BITS, 1, if_begin, unit),
        OUTS(room, ports, 1, NULL, registers),
        OUTS(stage_valid, ports, 1, NULL, registers),
        OUTS(stage_slot, ports, slot, if_stage, registers),
        OUTS(stage_warp, ports, warp, if_stage, registers),
        OUTS(stage_mask, ports, lanes, if_stage, registers),
        OUTS(stage_use, ports, OPERANDS, if_stage, registers),
        OUTS(stage_reg, operands, 6, if_stage_operand, registers),
        WIDE(HD_OUT, "stage_rest", outputs, stage_rest, rest, ports, if_stage_rest, registers),
        OUTS(stage_bank, operands, bank, if_stage_operand, registers),
        OUTS(stage_index, operands, index, if_stage_operand, registers),
        OUTS(stage_park, ports, PARK_BITS, if_stage, "Registers: parks"),
        OUTS(stage_stores, ports, 1, if_stage, "Registers: a result that is to go to swap space"),
        OUTS(acc_known, ports, 1, if_acc, shared),
        OUTS(acc_addr, ports * lanes, 32, if_acc_lane, shared),
        OUT(swap_valid, 1, NULL, swap),
        OUT(swap_load, 1, if_swap, swap),
        OUT(swap_mask, lanes, if_swap, swap),
        OUTS(swap_addr, lanes, 32, if_swap_lane, swap),
        OUTS(swap_data, lanes, 32, if_swap_word, swap),
        OUT(entry_program, 1, if_entry, noted),
        OUT(entry_writes, 1, if_entry_wr, noted),
        OUT(entry_bank, bank, if_entry_place, noted),
        OUT(entry_index, index, if_entry_place, noted),
        OUT(entry_parked, 1, if_entry_end, noted),
        OUT(ask_en, 1, NULL, "Phases: the lowest held slot, if nothing that moves is looked at"),
        OUT(ask_slot, slot, if_ask, "Phases, Swap space: at rest"),
        OUT(release_en, 1, NULL, "Registers: busy until that store is taken"),
        OUT(release_slot, slot, if_release, "Registers: busy until that store is taken"),
        OUT(release_reg, 6, if_release, "Registers: busy until that store is taken"),
        OUT(rd_valid, 1, NULL, swap),
        OUT(rd_bank, bank, if_rd, swap),
        OUT(rd_index, index, if_rd, swap),
        OUT(stack_rd_en, 1, NULL, swap),
        OUT(stack_rd_slot, slot, if_stack_rd, swap),
        OUT(stack_wr_en, 1, NULL, swap),
        OUT(stack_wr_slot, slot, if_stack_wr, swap),
        WIDE(HD_OUT, "stack_wr_data", outputs, stack_wr_data, c->stack_bits, 1, if_stack_wr, swap),
        OUT(ctx_valid, 1, NULL, swap),
        OUT(ctx_row, row, if_ctx, swap),
        OUT(swapping, 1, NULL, "Swap space: the swapper does one thing at a time"),
        OUTS(reg_missed, ports, 1, NULL, registers),
        OUTS(scratch_missed, ports, 1, NULL, shared),
        HD_REG("held_q", state, m.held, 0, 1, c->slots, NULL, phases),
        HD_REG("held_word_q", state, m.held_word[0], 4, c->slots, 32, if_held, phases),
        HD_REG("inserted_q", state, m.inserted, 0, 1, c->slots, NULL, phases),
        HD_REG("passed_q", state, m.passed, 0, 1, c->warps, NULL, phases),
        HD_REG("block_q", state, m.unit.control.block[0], 4, c->warps, hd_bits_for(c->ctas - 1),
               if_begun, "the unit: the block of a warp that has begun"),
        HD_REG("shared_q", state, shared, 0, 1, c->accesses, NULL, "Swap space: at rest, drains"),
        HD_REG("drains_q", state, drains, 0, 1, c->accesses, NULL, "Swap space: at rest, drains"),
        ACCESS("swaps_q", swaps, 1, if_noted, noted),
        ACCESS("what_q", what, 2, if_what, noted),
        ACCESS("park_q", park, PARK_BITS, if_park, noted),
        ACCESS("operand_q", operand, 2, if_fill, noted),
        ACCESS("restore_q", restore, 2, if_state, noted),
        ACCESS("part_q", part, 8, if_state, noted),
        ACCESS("bank_q", bank, bank, if_park, noted),
        ACCESS("index_q", index, index, if_park, noted),
    };
    static_assert(sizeof fields / sizeof fields[0] <= HD_MAX_FIELDS, "so many there can be");
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long zorua_plug_open(const char *path, const svBitVecVal *parameters)
{
    const struct residency_cfg c = zorua_plug_cfg_of(parameters);
    const uint32_t rest = zorua_plug_rest_of(parameters);
    char text[240];
    snprintf(text, sizeof text,
             "Slots=%u Warps=%u Ctas=%u Lanes=%u Ports=%u Banks=%u Sets=%u Accesses=%u "
             "StackBits=%u RowBits=%u Rows=%u RestWidth=%u",
             c.slots, c.warps, c.ctas, c.lanes, c.ports, c.banks, c.sets, c.accesses, c.stack_bits,
             c.row_bits, c.rows, rest);
    struct hd_instance *inst = describe(path, text, &c, rest);
    state *s = hd_model(inst);
    const char *wrong = zorua_plug_init(&s->m, &c);
    if (wrong == NULL && rest > 103) wrong = "RestWidth is at most 103 here";
    if (wrong == NULL && c.stack_bits > 32 * STACK_WORDS) wrong = "StackBits is at most 2560 here";
    if (wrong != NULL) {
        fprintf(stderr, "ERROR zorua_plug: %s (%s)\n", wrong, text);
        exit(2);
    }
    s->rest_bits = rest;
    s->cycle = calloc(1, sizeof *s->cycle);
    if (s->cycle == NULL) exit(2);
    return hd_handle(inst);
}

/* ---- a cycle, a neighbour at a time ---- */

static const struct residency_cfg *cfg_of(unsigned long long handle)
{
    return &((const state *)hd_model(hd_instance(handle)))->m.cfg;
}
static inputs *inputs_of(unsigned long long handle) { return hd_inputs(hd_instance(handle)); }
static outputs *outputs_of(unsigned long long handle) { return hd_outputs(hd_instance(handle)); }

static void words(uint32_t *to, const svBitVecVal *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *to);
}

void zorua_plug_state(unsigned long long handle, unsigned long long held,
                      const svBitVecVal *held_word, unsigned long long inserted,
                      unsigned long long passed, const svBitVecVal *blocks,
                      unsigned long long shared, unsigned long long drains)
{
    struct hd_instance *inst = hd_instance(handle);
    hd_state(inst, REG_HELD, 1, &held, sizeof held);
    hd_state(inst, REG_HELD_WORD, 1, held_word, 4 * cfg_of(handle)->slots);
    hd_state(inst, REG_INSERTED, 1, &inserted, sizeof inserted);
    hd_state(inst, REG_PASSED, 1, &passed, sizeof passed);
    hd_state(inst, REG_BLOCK, 1, blocks, 4 * cfg_of(handle)->warps);
    hd_state(inst, REG_SHARED, 1, &shared, sizeof shared);
    hd_state(inst, REG_DRAINS, 1, &drains, sizeof drains);
}

void zorua_plug_access_state(unsigned long long handle, unsigned long long swaps,
                             const svBitVecVal *what, const svBitVecVal *park,
                             const svBitVecVal *operand, const svBitVecVal *restore,
                             const svBitVecVal *part, const svBitVecVal *bank,
                             const svBitVecVal *index)
{
    static struct noted image[ZORUA_PLUG_MAX_ACCESSES];
    for (uint32_t i = 0; i < cfg_of(handle)->accesses; i++)
        image[i] = (struct noted){has(swaps, i), what[i], park[i], operand[i],
                                  restore[i],    part[i], bank[i], index[i]};
    hd_state(hd_instance(handle), REG_ACCESS, REG_ACCESS_COUNT, image, sizeof image);
}

void zorua_plug_kernel(unsigned long long handle, svBit kernel_en, unsigned kernel_warps,
                       unsigned kernel_phase, svBit idle, svBit block_valid,
                       const svBitVecVal *block_id, svBit block_ready, svBit done_valid,
                       const svBitVecVal *done_id)
{
    inputs *in = inputs_of(handle);
    outputs *o = outputs_of(handle);
    in->kernel_en = kernel_en != 0;
    in->kernel_warps = kernel_warps;
    in->kernel_phase = kernel_phase;
    in->block_valid = block_valid != 0;
    words(in->block_id, block_id, ID_BITS / 32);
    o->idle = idle != 0;
    o->block_ready = block_ready != 0;
    o->done_valid = done_valid != 0;
    words(o->done_id, done_id, ID_BITS / 32);
}

void zorua_plug_front(unsigned long long handle, svBit rsp_valid, unsigned rsp_slot,
                      unsigned rsp_word, svBit rsp_phase, unsigned rsp_specifier,
                      unsigned rsp_gives, svBit rsp_inserts, unsigned char ev_valid,
                      const svBitVecVal *ev_kind, const svBitVecVal *ev_slot,
                      const svBitVecVal *ev_word, unsigned char resolves,
                      const svBitVecVal *resolved_slot, unsigned long long stays,
                      unsigned long long ready, const svBitVecVal *slot_warp, svBit begin_en,
                      unsigned begin_slot, unsigned begin_warp, unsigned begin_rank,
                      const svBitVecVal *begin_id)
{
    const struct residency_cfg *c = cfg_of(handle);
    inputs *in = inputs_of(handle);
    outputs *o = outputs_of(handle);
    in->rsp_valid = rsp_valid != 0;
    in->rsp_slot = rsp_slot;
    in->rsp_word = rsp_word;
    in->rsp_phase = rsp_phase != 0;
    in->rsp_specifier = rsp_specifier;
    hd_bits(in->ev_valid, ev_valid, c->ports);
    words(in->ev_kind, ev_kind, c->ports);
    words(in->ev_slot, ev_slot, c->ports);
    words(in->ev_word, ev_word, c->ports);
    hd_bits(in->resolves, resolves, c->ports);
    words(in->resolved_slot, resolved_slot, c->ports);
    o->rsp_word = rsp_gives;
    o->rsp_inserts = rsp_inserts != 0;
    o->stays = stays;
    o->ready = ready;
    words(o->slot_warp, slot_warp, c->slots);
    o->begin_en = begin_en != 0;
    o->begin_slot = begin_slot;
    o->begin_warp = begin_warp;
    o->begin_rank = begin_rank;
    words(o->begin_id, begin_id, ID_BITS / 32);
}

void zorua_plug_issue(unsigned long long handle, unsigned char room, unsigned char issue_en,
                      const svBitVecVal *issue_slot, const svBitVecVal *issue_mask,
                      const svBitVecVal *issue_use, const svBitVecVal *issue_reg,
                      const svBitVecVal *issue_rest)
{
    inputs *in = inputs_of(handle);
    const uint32_t n = cfg_of(handle)->ports;
    hd_bits(in->issue_en, issue_en, n);
    words(in->issue_slot, issue_slot, n);
    memcpy(in->issue_mask, issue_mask, n * sizeof in->issue_mask[0]);
    words(in->issue_use, issue_use, n);
    words(in->issue_reg, issue_reg, n * OPERANDS);
    words(in->issue_rest[0], issue_rest, n * REST_WORDS);
    hd_bits(outputs_of(handle)->room, room, n);
}

void zorua_plug_stage(unsigned long long handle, unsigned char stage_valid,
                      unsigned char stage_ready, const svBitVecVal *stage_slot,
                      const svBitVecVal *stage_warp, const svBitVecVal *stage_mask,
                      const svBitVecVal *stage_use, const svBitVecVal *stage_reg,
                      const svBitVecVal *stage_rest, const svBitVecVal *stage_bank,
                      const svBitVecVal *stage_index, const svBitVecVal *stage_park,
                      unsigned char stage_stores, const svBitVecVal *read_park,
                      const svBitVecVal *written_park)
{
    inputs *in = inputs_of(handle);
    outputs *o = outputs_of(handle);
    const uint32_t n = cfg_of(handle)->ports;
    hd_bits(in->stage_ready, stage_ready, n);
    words(in->read_park, read_park, n);
    words(in->written_park, written_park, n);
    hd_bits(o->stage_valid, stage_valid, n);
    words(o->stage_slot, stage_slot, n);
    words(o->stage_warp, stage_warp, n);
    memcpy(o->stage_mask, stage_mask, n * sizeof o->stage_mask[0]);
    words(o->stage_use, stage_use, n);
    words(o->stage_reg, stage_reg, n * OPERANDS);
    words(o->stage_rest[0], stage_rest, n * REST_WORDS);
    words(o->stage_bank, stage_bank, n * OPERANDS);
    words(o->stage_index, stage_index, n * OPERANDS);
    words(o->stage_park, stage_park, n);
    hd_bits(o->stage_stores, stage_stores, n);
}

void zorua_plug_accesses(unsigned long long handle, unsigned char acc_valid,
                         const svBitVecVal *acc_warp, const svBitVecVal *acc_mask,
                         const svBitVecVal *acc_addr, unsigned char acc_known,
                         const svBitVecVal *acc_goes, unsigned acc_pipe, unsigned acc_bank,
                         unsigned acc_index, unsigned acc_park, svBit swap_valid, svBit swap_load,
                         unsigned long long swap_mask, const svBitVecVal *swap_addr,
                         const svBitVecVal *swap_data)
{
    const struct residency_cfg *c = cfg_of(handle);
    inputs *in = inputs_of(handle);
    outputs *o = outputs_of(handle);
    hd_bits(in->acc_valid, acc_valid, c->ports);
    words(in->acc_warp, acc_warp, c->ports);
    memcpy(in->acc_mask, acc_mask, c->ports * sizeof in->acc_mask[0]);
    words(in->acc_addr, acc_addr, c->ports * c->lanes);
    in->acc_pipe = acc_pipe;
    in->acc_bank = acc_bank;
    in->acc_index = acc_index;
    in->acc_park = acc_park;
    hd_bits(o->acc_known, acc_known, c->ports);
    words(o->acc_addr, acc_goes, c->ports * c->lanes);
    o->swap_valid = swap_valid != 0;
    o->swap_load = swap_load != 0;
    o->swap_mask = swap_mask;
    words(o->swap_addr, swap_addr, c->lanes);
    words(o->swap_data, swap_data, c->lanes);
}

void zorua_plug_entries(unsigned long long handle, svBit acc_en, unsigned long long under_way,
                        unsigned entry_at, svBit wr_valid, unsigned long long wr_mask,
                        const svBitVecVal *wr_data, svBit end_valid, svBit entry_program,
                        svBit entry_writes, unsigned entry_bank, unsigned entry_index,
                        svBit entry_parked, svBit ask_en, unsigned ask_slot,
                        unsigned long long ask_busy, svBit release_en, unsigned release_slot,
                        unsigned release_reg, unsigned long long staged,
                        unsigned long long with_access, unsigned long long at_rest, svBit pipe_busy)
{
    inputs *in = inputs_of(handle);
    outputs *o = outputs_of(handle);
    in->acc_en = acc_en != 0;
    in->under_way = under_way;
    in->entry = entry_at;
    in->wr_valid = wr_valid != 0;
    in->wr_mask = wr_mask;
    words(in->wr_data, wr_data, cfg_of(handle)->lanes);
    in->end_valid = end_valid != 0;
    in->ask_busy = ask_busy;
    in->staged = staged;
    in->with_access = with_access;
    in->at_rest = at_rest;
    in->pipe_busy = pipe_busy != 0;
    o->entry_program = entry_program != 0;
    o->entry_writes = entry_writes != 0;
    o->entry_bank = entry_bank;
    o->entry_index = entry_index;
    o->entry_parked = entry_parked != 0;
    o->ask_en = ask_en != 0;
    o->ask_slot = ask_slot;
    o->release_en = release_en != 0;
    o->release_slot = release_slot;
    o->release_reg = release_reg;
}

int zorua_plug_ports(unsigned long long handle, svBit rst_n, svBit rd_valid, unsigned rd_bank,
                     unsigned rd_index, svBit rd_ready, svBit row_valid,
                     const svBitVecVal *row_data, svBit stack_rd_en, unsigned stack_rd_slot,
                     const svBitVecVal *stack_rd_data, svBit stack_wr_en, unsigned stack_wr_slot,
                     const svBitVecVal *stack_wr_data, svBit ctx_valid, unsigned ctx_row,
                     svBit ctx_ready, svBit ctx_rsp_valid, const svBitVecVal *ctx_rsp_data,
                     svBit swapping, unsigned char reg_missed, unsigned char scratch_missed)
{
    const struct residency_cfg *c = cfg_of(handle);
    inputs *in = inputs_of(handle);
    outputs *o = outputs_of(handle);
    in->rd_ready = rd_ready != 0;
    in->row_valid = row_valid != 0;
    words(in->row_data, row_data, c->lanes);
    words(in->stack_rd_data, stack_rd_data, words_of(c->stack_bits));
    in->ctx_ready = ctx_ready != 0;
    in->ctx_rsp_valid = ctx_rsp_valid != 0;
    words(in->ctx_rsp_data, ctx_rsp_data, words_of(c->row_bits));
    now = in;
    o->rd_valid = rd_valid != 0;
    o->rd_bank = rd_bank;
    o->rd_index = rd_index;
    o->stack_rd_en = stack_rd_en != 0;
    o->stack_rd_slot = stack_rd_slot;
    o->stack_wr_en = stack_wr_en != 0;
    o->stack_wr_slot = stack_wr_slot;
    words(o->stack_wr_data, stack_wr_data, words_of(c->stack_bits));
    o->ctx_valid = ctx_valid != 0;
    o->ctx_row = ctx_row;
    o->swapping = swapping != 0;
    hd_bits(o->reg_missed, reg_missed, c->ports);
    hd_bits(o->scratch_missed, scratch_missed, c->ports);
    return hd_ports(hd_instance(handle), rst_n != 0);
}
