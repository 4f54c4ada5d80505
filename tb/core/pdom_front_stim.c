/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the PDOM front end. It plays the neighbours and keeps their promises: a code memory
 * with random structured programs, as the analyser would have found them; pipes that tell what an
 * instruction did, in order, any time later; a scoreboard whose registers are written in any order;
 * accesses that end; a residency under which warps begin, wait at barriers, leave and come back;
 * the memory behind the SIMT stack.
 *
 * All that is kept of a thread is where its calls return to: the rest is on the unit's stack.
 */
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "common/flow_code.h"
#include "common/unpack.h"
#include "core/decode.h"
#include "core/pdom_front_seam.h"
#include "run.h"

enum {
    MAX_SLOTS = PDOM_FRONT_MAX_SLOTS,
    MAX_LANES = FRONT_MAX_LANES,
    MAX_PORTS = PDOM_FRONT_MAX_PORTS,
    MAX_FRAMES = 256,
    MAX_LEVELS = SIMT_STACK_MAX_LEVELS,
    ENTRY_WORDS = SIMT_STACK_ENTRY_WORDS,
    ROW_WORDS = SIMT_STACK_ROW_WORDS,
    HEADS = 8, /* more than are buffered */
    PROGRAMS = 8,
    CONTEXTS = 4,
    NONE = MAX_SLOTS
};

/* ---- profiles: shares are in 1/16 ---- */

struct profile {
    struct flow_knobs code;
    /* warps */
    unsigned same;   /* all threads go one way at a branch */
    unsigned go;     /* a call is made, else passed by */
    unsigned full;   /* a warp has all its threads */
    unsigned begin;  /* a warp begins where none is */
    unsigned resume; /* a warp goes on behind its barrier */
    unsigned pause;  /* in 1/64: a warp may not run for a while */
    unsigned move;   /* a warp leaves */
    /* how fast the neighbours are */
    unsigned fetch;   /* a fetch is accepted */
    unsigned answer;  /* a word comes back */
    unsigned ready;   /* a pipe takes an instruction */
    unsigned latency; /* most cycles until an instruction has done what it does */
    unsigned write;   /* a register that is waited for is written */
    unsigned end;     /* an access ends */
    unsigned memory;  /* the stack's memory takes a request, or answers */
    bool resets;
};

const char *const hd_profiles[] = {"uniform",    "straight",   "branchy", "calls",    "accesses",
                                   "hazards",    "barriers",   "endings", "contexts", "slow_code",
                                   "slow_pipes", "slow_stack", "storm",   "resets",   NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.code = {.nest = 6, .loop = 6, .call = 2, .jump = 1, .ends = 1, .leaves = 2, .barrier = 1,
              .phase = 1, .access = 5, .atomic = 3, .status = 2, .fence = 2, .floats = 4, .few = 8,
              .functions = 2, .apart = true},
     .same = 5, .go = 12, .full = 10, .begin = 8, .resume = 4, .pause = 1, .move = 1, .fetch = 14,
     .answer = 12, .ready = 13, .latency = 12, .write = 4, .end = 6, .memory = 8},
    {.code = {.nest = 2, .loop = 4, .jump = 1, .barrier = 1, .access = 4, .atomic = 2, .status = 1,
              .floats = 4, .few = 3, .functions = 0},
     .same = 15, .full = 14, .begin = 15, .resume = 8, .fetch = 16, .answer = 16, .ready = 16,
     .latency = 4, .write = 12, .end = 12, .memory = 15},
    {.code = {.nest = 14, .loop = 4, .call = 1, .jump = 1, .leaves = 1, .access = 2, .status = 1,
              .floats = 2, .few = 4, .functions = 1},
     .same = 1, .go = 8, .full = 15, .begin = 14, .resume = 8, .fetch = 15, .answer = 15,
     .ready = 15, .latency = 6, .write = 10, .end = 10, .memory = 10},
    {.code = {.nest = 4, .loop = 4, .call = 10, .leaves = 4, .access = 1, .few = 4,
              .functions = 4},
     .same = 6, .go = 13, .full = 4, .begin = 12, .resume = 8, .fetch = 16, .answer = 15,
     .ready = 15, .latency = 5, .write = 10, .end = 10, .memory = 10},
    {.code = {.nest = 2, .loop = 6, .jump = 1, .ends = 3, .barrier = 1, .access = 12, .atomic = 8,
              .status = 1, .fence = 10, .few = 2, .functions = 0, .apart = true},
     .same = 10, .full = 12, .begin = 14, .resume = 8, .fetch = 16, .answer = 16, .ready = 16,
     .latency = 5, .write = 10, .end = 5, .memory = 12},
    {.code = {.nest = 3, .loop = 8, .access = 5, .status = 4, .floats = 6, .few = 16,
              .functions = 0},
     .same = 12, .full = 12, .begin = 14, .resume = 8, .fetch = 16, .answer = 16, .ready = 15,
     .latency = 10, .write = 2, .end = 8, .memory = 12},
    {.code = {.nest = 4, .loop = 4, .ends = 1, .barrier = 8, .phase = 10, .access = 3, .few = 4,
              .functions = 0, .apart = true},
     .same = 8, .full = 10, .begin = 14, .resume = 5, .pause = 2, .fetch = 15, .answer = 15,
     .ready = 15, .latency = 4, .write = 8, .end = 8, .memory = 12},
    {.code = {.nest = 6, .loop = 1, .ends = 8, .barrier = 3, .phase = 2, .access = 2, .few = 4,
              .functions = 0, .size = 12, .apart = true},
     .same = 4, .full = 4, .begin = 16, .resume = 12, .pause = 6, .fetch = 16, .answer = 16,
     .ready = 16, .latency = 3, .write = 12, .end = 12, .memory = 12},
    {.code = {.nest = 8, .loop = 6, .call = 3, .jump = 1, .ends = 2, .leaves = 2, .barrier = 1,
              .access = 5, .atomic = 2, .fence = 1, .few = 4, .functions = 2, .apart = true},
     .same = 2, .go = 12, .full = 12, .begin = 6, .resume = 6, .pause = 2, .move = 14, .fetch = 12,
     .answer = 6, .ready = 14, .latency = 6, .write = 8, .end = 6, .memory = 10},
    {.code = {.nest = 5, .loop = 6, .jump = 4, .barrier = 1, .access = 3, .few = 2,
              .functions = 0},
     .same = 6, .full = 12, .begin = 12, .resume = 8, .move = 3, .fetch = 4, .answer = 3,
     .ready = 16, .latency = 3, .write = 14, .end = 14, .memory = 14},
    {.code = {.nest = 5, .loop = 6, .call = 2, .jump = 1, .leaves = 2, .barrier = 1, .access = 4,
              .status = 3, .few = 4, .functions = 1},
     .same = 6, .go = 12, .full = 12, .begin = 12, .resume = 8, .pause = 1, .fetch = 16,
     .answer = 16, .ready = 4, .latency = 60, .write = 6, .end = 3, .memory = 12},
    {.code = {.nest = 14, .loop = 4, .call = 3, .ends = 2, .leaves = 2, .access = 1, .few = 2,
              .functions = 2},
     .same = 1, .go = 12, .full = 15, .begin = 14, .resume = 8, .pause = 1, .move = 1, .fetch = 16,
     .answer = 16, .ready = 16, .latency = 3, .write = 12, .end = 12, .memory = 2},
    {.code = {.nest = 8, .loop = 5, .call = 4, .jump = 1, .ends = 3, .leaves = 3, .barrier = 3,
              .phase = 2, .access = 6, .atomic = 4, .status = 3, .fence = 4, .floats = 3, .few = 8,
              .functions = 3, .size = 90, .apart = true},
     .same = 3, .go = 12, .full = 8, .begin = 16, .resume = 12, .pause = 4, .move = 6, .fetch = 16,
     .answer = 15, .ready = 15, .latency = 4, .write = 12, .end = 12, .memory = 13},
    {.code = {.nest = 8, .loop = 5, .call = 3, .jump = 1, .ends = 2, .leaves = 2, .barrier = 2,
              .phase = 1, .access = 5, .atomic = 3, .status = 2, .fence = 2, .floats = 3, .few = 8,
              .functions = 2, .apart = true},
     .same = 4, .go = 12, .full = 10, .begin = 14, .resume = 8, .pause = 2, .move = 3, .fetch = 14,
     .answer = 12, .ready = 13, .latency = 8, .write = 6, .end = 6, .memory = 6, .resets = true},
};
/* clang-format on */

/* ---- what there is ---- */

/* What is known of a warp beside its stack: for each lane the calls it is in, and its memory. */
struct warp {
    uint32_t program;
    uint32_t threads; /* that began */
    uint32_t frame[MAX_LANES];
    uint32_t back[MAX_LANES][MAX_FRAMES]; /* where the call into a frame returns to */
    bool waits[MAX_LANES][MAX_FRAMES];    /* its caller waits there on the stack */
    uint32_t memory[MAX_LEVELS][ENTRY_WORDS];
};

/* OFF: no warp was ever here, or it has ended, or gone elsewhere. */
enum where { OFF, RUNS, WAITS };

/* A fetch under way: of which word. Stale: its warp has left. */
struct fetch {
    bool valid;
    bool stale;
    uint32_t program;
    uint32_t insn;
};

/* An instruction that will tell what it did. */
struct told {
    uint64_t due; /* not before this cycle */
    uint32_t slot, pc, word, meet, flow;
    uint64_t mask;
    bool shown; /* it is on offer, and stays so */
    uint64_t taken;
    uint32_t addr[MAX_LANES];
};

struct context {
    bool kept;
    uint32_t row[ROW_WORDS];
    struct warp warp;
};

static struct {
    struct pdom_front_cfg cfg;
    uint32_t entry_width, level_width;
    const struct profile *profile;
    struct pdom_front_view_in *in;
    bool in_reset; /* in the last cycle */
    struct flow_code program[PROGRAMS];
    enum where where[MAX_SLOTS];
    uint64_t paused;
    uint64_t unresolved; /* slots whose stop has not told yet */
    struct fetch fetch[MAX_SLOTS];
    uint8_t head[MAX_SLOTS][HEADS]; /* units of the instructions that are buffered */
    uint32_t heads[MAX_SLOTS];
    uint64_t busy[MAX_SLOTS]; /* registers that will be written */
    uint32_t access[MAX_SLOTS];
    struct told told[MAX_PORTS][MAX_SLOTS]; /* the first of tells[p] is the oldest */
    uint32_t tells[MAX_PORTS];
    uint64_t reading;
    uint32_t answer[MAX_SLOTS][ENTRY_WORDS];
    struct warp warp[MAX_SLOTS];
    struct context context[CONTEXTS];
} env;

static uint64_t draw_bits(uint32_t width) { return hd_stim_word(&hd_draws, width); }
static uint32_t any(void) { return (uint32_t)draw_bits(32); }

/* Any number that a port for slots can hold. */
static uint32_t draw_index(void) { return (uint32_t)draw_bits(hd_bits_for(env.cfg.slots - 1)); }

/* One of these bits; they are not none. */
static uint32_t draw_of(uint64_t set)
{
    for (uint32_t n = draw((uint32_t)__builtin_popcountll(set)); n > 0; n--) set &= set - 1;
    return lowest(set);
}

static void start_over(void)
{
    for (uint32_t s = 0; s < MAX_SLOTS; s++) {
        env.where[s] = OFF;
        env.fetch[s].valid = false;
        env.heads[s] = 0;
        env.busy[s] = 0;
        env.access[s] = 0;
    }
    for (uint32_t p = 0; p < MAX_PORTS; p++) env.tells[p] = 0;
    for (uint32_t c = 0; c < CONTEXTS; c++) env.context[c].kept = false;
    for (uint32_t r = 0; r < FRONT_REGISTERS; r++) env.in->rows[r] = (uint8_t)(r ^ draw(64));
    env.paused = env.unresolved = env.reading = 0;
}

/* ---- what the unit did in the last cycle ---- */

static void see_event(uint32_t kind, uint32_t slot)
{
    if (slot >= env.cfg.slots) return;
    if (kind == FRONT_BARRIER) env.where[slot] = WAITS;
    if (kind == FRONT_ENDED) env.where[slot] = OFF;
}

static void see_fetch(uint32_t slot, uint32_t pc)
{
    if (slot >= env.cfg.slots) return;
    const uint32_t program = env.warp[slot].program;
    env.fetch[slot] =
        (struct fetch){true, false, program, flow_code_index(&env.program[program], pc)};
}

static void see_issue(uint32_t port, uint32_t slot, const struct front_instruction *i)
{
    if (slot >= env.cfg.slots) return;
    if (env.heads[slot] > 0) {
        env.heads[slot]--;
        memmove(env.head[slot], env.head[slot] + 1, HEADS - 1);
    }
    if (i->unit == DECODE_MEMORY) env.access[slot]++;
    if ((i->flow == DECODE_NEXT && i->unit != DECODE_CSR) || env.tells[port] == MAX_SLOTS) return;
    env.unresolved |= bit(slot);
    env.told[port][env.tells[port]++] =
        (struct told){.due = hd_run.cycle - 1 + draw(env.profile->latency),
                      .slot = slot,
                      .pc = i->pc,
                      .word = i->word,
                      .meet = i->meet,
                      .flow = i->flow,
                      .mask = i->mask};
}

/* A call or return of these threads is done. */
static void take_effect(const struct told *t)
{
    struct warp *w = &env.warp[t->slot];
    for (uint64_t left = t->mask; left != 0; left &= left - 1) {
        const uint32_t l = lowest(left);
        if (t->flow == DECODE_CALL && w->frame[l] + 1 < MAX_FRAMES) {
            w->frame[l]++;
            w->back[l][w->frame[l]] = t->pc + 4;
            w->waits[l][w->frame[l]] = t->meet != 0;
        }
        if (t->flow == DECODE_RETURN && w->frame[l] > 0) w->frame[l]--;
    }
}

static void see_resolve(uint32_t port)
{
    if (env.tells[port] == 0) return;
    struct told *t = env.told[port];
    take_effect(t);
    env.unresolved &= ~bit(t->slot);
    env.tells[port]--;
    memmove(t, t + 1, env.tells[port] * sizeof *t);
}

static void see_request(const struct simt_stack_out *r)
{
    if (r->spill_slot >= env.cfg.slots || r->spill_level >= env.cfg.levels) return;
    const size_t size = (env.entry_width + 31) / 32 * sizeof r->spill_data[0];
    uint32_t *at = env.warp[r->spill_slot].memory[r->spill_level];
    if (!r->spill_load) {
        memcpy(at, r->spill_data, size);
        return;
    }
    memcpy(env.answer[r->spill_slot], at, size);
    env.reading |= bit(r->spill_slot);
}

/* A resolve goes before the event and the issue of its port. */
static void look_back(const struct pdom_front_view_out *view)
{
    const struct pdom_front_in *in = &env.in->model;
    const struct pdom_front_out *out = &view->model;
    if (env.in_reset) return;
    if (out->fetch_valid && in->fetch_ready) see_fetch(out->fetch_slot, out->fetch_pc);
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        if (in->res_valid[p] && out->res_ready[p]) see_resolve(p);
        if (out->ev_valid[p]) see_event(out->ev_kind[p], out->ev_slot[p]);
        if (out->set_en[p] && view->set_slot[p] < env.cfg.slots)
            env.busy[view->set_slot[p]] |= bit(view->set_reg[p]);
        if (out->issue_valid[p] && in->issue_ready[p])
            see_issue(p, out->issue[p].slot[0], &out->issue[p]);
    }
    if (out->stack.spill_valid && in->spill_ready) see_request(&out->stack);
}

/* ---- what an instruction did ---- */

static uint64_t draw_taken(uint64_t threads, unsigned taken)
{
    uint64_t some = 0;
    if (share(env.profile->same)) return share(taken) ? threads : 0;
    for (uint64_t left = threads; left != 0; left &= left - 1)
        if (share(taken)) some |= left & -left;
    return some;
}

/* May these threads, which are in one frame, make the call? One frame more, and, if its caller
 * waits, one entry more on the stack: branches alone make twice as many as there are threads. */
static bool may_call(const struct warp *w, uint32_t lane, bool waits)
{
    uint32_t entries = 2 * w->threads;
    if (w->frame[lane] + 2 >= 1u << env.cfg.frame_width) return false;
    if (!waits) return true;
    for (uint32_t f = 1; f <= w->frame[lane]; f++) entries += w->waits[lane][f];
    return entries <= env.cfg.levels;
}

static uint64_t draw_branch(const struct told *t, const struct flow_code *code, uint32_t insn)
{
    const struct flow_insn *i = &code->insn[insn];
    const uint32_t lane = t->mask == 0 ? 0 : (uint32_t)__builtin_ctzll(t->mask);
    if (!i->guard) return draw_taken(t->mask, i->taken);
    if (!may_call(&env.warp[t->slot], lane, code->insn[insn + 1].meet != 0)) return t->mask;
    return draw_taken(t->mask, 16 - env.profile->go);
}

/* What a flow does not use is noise. */
static void draw_outcome(struct told *t)
{
    const struct warp *w = &env.warp[t->slot];
    const struct flow_code *code = &env.program[w->program];
    const uint32_t insn = flow_code_index(code, t->pc);
    const uint32_t lane = t->mask == 0 ? 0 : (uint32_t)__builtin_ctzll(t->mask);
    uint32_t target = flow_code_address(code, code->insn[insn].to);
    if (t->flow == DECODE_RETURN) target = w->back[lane][w->frame[lane]];
    t->taken = t->mask;
    if (t->flow == DECODE_BRANCH) t->taken = draw_branch(t, code, insn);
    if (t->flow == DECODE_NEXT || t->flow == DECODE_EXIT || t->flow > DECODE_JUMP)
        t->taken &= draw_bits(env.cfg.lanes);
    for (uint32_t l = 0; l < env.cfg.lanes; l++) t->addr[l] = has(t->taken, l) ? target : any();
    t->shown = true;
}

/* ---- pipes ---- */

static void put_told(uint32_t p)
{
    struct told *t = env.told[p];
    const bool valid = env.tells[p] > 0 && t->due <= hd_run.cycle;
    if (valid && !t->shown) draw_outcome(t);
    struct front_resolved *res = &env.in->model.res[p];
    env.in->model.res_valid[p] = valid;
    env.in->res_slot[p] = (uint8_t)(valid ? t->slot : draw_index());
    res->flow = valid ? t->flow : draw(8);
    res->pc = valid ? t->pc : any();
    res->word = valid ? t->word : any();
    res->meet = valid ? t->meet : any();
    res->mask = valid ? t->mask : draw_bits(env.cfg.lanes);
    res->taken = valid ? t->taken : draw_bits(env.cfg.lanes);
    for (uint32_t l = 0; l < env.cfg.lanes; l++)
        env.in->res_addr[p][l] = valid ? t->addr[l] : any();
}

/* Not if a slot would have more accesses under way than there may be. */
static bool draw_ready(uint32_t p)
{
    for (uint32_t s = p; s < env.cfg.slots; s += env.cfg.ports) {
        const bool next_accesses = env.heads[s] > 0 && env.head[s][0] == DECODE_MEMORY;
        if (next_accesses && env.access[s] >= env.cfg.accesses) return false;
    }
    return share(env.profile->ready);
}

/* Registers are still busy in the cycle in which they are written. */
static void draw_writes(const uint32_t *query_slot)
{
    struct pdom_front_in *in = &env.in->model;
    for (uint32_t p = 0; p < env.cfg.ports; p++)
        in->query_busy[p] = query_slot[p] < env.cfg.slots ? env.busy[query_slot[p]] : draw_bits(64);
    in->wb = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        if (env.busy[s] == 0 || !share(env.profile->write)) continue;
        env.busy[s] &= ~bit(draw_of(env.busy[s]));
        in->wb |= bit(s);
    }
}

static void draw_end(void)
{
    struct pdom_front_in *in = &env.in->model;
    uint64_t some = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++)
        if (env.access[s] > 0) some |= bit(s);
    in->end_valid = some != 0 && share(env.profile->end);
    in->end_slot = in->end_valid ? draw_of(some) : draw_index();
    env.in->end_mask = draw_bits(env.cfg.lanes);
    env.in->end_pc = any();
    if (in->end_valid) env.access[in->end_slot]--;
}

/* ---- code ---- */

static void buffer(uint32_t slot, const struct flow_insn *insn)
{
    if (env.heads[slot] < HEADS) env.head[slot][env.heads[slot]++] = insn->unit;
}

/* Runs after the draw of the warps that leave: the words fetched for them are dropped. */
static void draw_code(void)
{
    struct pdom_front_in *in = &env.in->model;
    uint64_t some = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++)
        if (env.fetch[s].valid) some |= bit(s);
    in->fetch_ready = share(env.profile->fetch);
    in->rsp_valid = some != 0 && share(env.profile->answer);
    in->rsp_slot = in->rsp_valid ? draw_of(some) : draw_index();
    in->rsp_word = any();
    in->rsp_meet = any();
    in->rsp_meets = share(8);
    if (!in->rsp_valid) return;
    struct fetch *f = &env.fetch[in->rsp_slot];
    const struct flow_code *code = &env.program[f->program];
    const struct flow_insn *insn = &code->insn[f->insn];
    in->rsp_word = insn->word;
    in->rsp_meet = flow_code_address(code, insn->meet);
    in->rsp_meets = insn->meets;
    if (!f->stale) buffer(in->rsp_slot, insn);
    f->valid = false;
}

/* ---- rows of the stack ---- */

static uint64_t row_bits(const bool *row, uint32_t from, uint32_t width)
{
    uint64_t x = 0;
    for (uint32_t b = 0; b < width; b++) x |= (uint64_t)row[from + b] << b;
    return x;
}

/* The top is on chip, and some of its threads live: nothing of the stack is under way. */
static bool is_steady(const bool *row)
{
    const uint32_t behind = env.cfg.depth * env.entry_width;
    const uint32_t count = (uint32_t)row_bits(row, behind, env.level_width);
    const uint32_t deep = (uint32_t)row_bits(row, behind + env.level_width, env.level_width);
    const uint64_t live = row_bits(row, behind + 2 * env.level_width, env.cfg.lanes);
    if (count <= deep) return false;
    const uint32_t top = (count - 1) % env.cfg.depth * env.entry_width;
    return (row_bits(row, top, env.cfg.lanes) & live) != 0;
}

/* ---- warps come and go ---- */

/* A slot on which nothing is, and of which nothing is under way; NONE if it finds none. */
static uint32_t draw_free(uint64_t taken)
{
    uint32_t slot = draw(env.cfg.slots);
    for (uint32_t k = 0; k < env.cfg.slots; k++) {
        const bool rests = env.busy[slot] == 0 && env.access[slot] == 0;
        if (env.where[slot] == OFF && rests && !has(taken, slot)) return slot;
        slot = slot + 1 == env.cfg.slots ? 0 : slot + 1;
    }
    return NONE;
}

static uint64_t draw_threads(void)
{
    uint64_t mask = ones(env.cfg.lanes);
    if (!share(env.profile->full)) mask &= draw_bits(env.cfg.lanes);
    if (share(1)) mask &= draw_bits(env.cfg.lanes);
    if (mask == 0) mask = bit(draw(env.cfg.lanes));
    while (2 * (uint32_t)__builtin_popcountll(mask) > env.cfg.levels + 1) mask &= mask - 1;
    return mask;
}

static void draw_begin(void)
{
    struct pdom_front_in *in = &env.in->model;
    const uint32_t slot = share(env.profile->begin) ? draw_free(in->leave) : NONE;
    in->begin_en = slot != NONE;
    in->begin_slot = slot != NONE ? slot : draw_index();
    in->begin_pc = any();
    in->begin_mask = draw_bits(env.cfg.lanes);
    if (slot == NONE) return;
    struct warp *w = &env.warp[slot];
    w->program = draw(PROGRAMS);
    memset(w->frame, 0, sizeof w->frame);
    in->begin_pc = flow_code_start(&env.program[w->program], &hd_draws);
    in->begin_mask = draw_threads();
    w->threads = (uint32_t)__builtin_popcountll(in->begin_mask);
    env.where[slot] = RUNS;
}

/* The warp whose row is seen leaves; it may come back, to any slot. */
static void draw_leave(const bool *row)
{
    struct pdom_front_in *in = &env.in->model;
    const uint32_t slot = in->row_rd_slot;
    in->leave = 0;
    if (slot >= env.cfg.slots || env.where[slot] != RUNS || has(env.unresolved, slot)) return;
    if (has(env.reading, slot) || !share(env.profile->move) || !is_steady(row)) return;
    struct context *c = &env.context[draw(CONTEXTS)];
    if (!c->kept) {
        c->kept = true;
        for (uint32_t w = 0; w < ROW_WORDS; w++) c->row[w] = (uint32_t)row_bits(row, 32 * w, 32);
        c->warp = env.warp[slot];
    }
    in->leave = bit(slot);
    env.where[slot] = OFF;
    env.paused &= ~bit(slot);
    env.fetch[slot].stale = true;
    env.heads[slot] = 0;
}

static void draw_return(void)
{
    struct pdom_front_in *in = &env.in->model;
    const uint64_t taken = in->leave | (in->begin_en ? bit(in->begin_slot) : 0);
    struct context *c = &env.context[draw(CONTEXTS)];
    const uint32_t slot = c->kept && share(8) ? draw_free(taken) : NONE;
    in->row_wr_en = slot != NONE;
    in->row_wr_slot = slot != NONE ? slot : draw_index();
    if (slot == NONE) return;
    memcpy(env.in->row_wr_data, c->row, sizeof c->row);
    env.warp[slot] = c->warp;
    env.where[slot] = RUNS;
    c->kept = false;
}

/* A warp that began or came back in this cycle may not run yet; a warp that left, no more. */
static void draw_residency(const bool *row)
{
    struct pdom_front_in *in = &env.in->model;
    draw_leave(row);
    in->ready = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        if (has(env.paused, s) ? share(2) : hd_rng_chance(&hd_draws, env.profile->pause, 64))
            env.paused ^= bit(s);
        if (env.where[s] == WAITS && share(env.profile->resume)) env.where[s] = RUNS;
        if (env.where[s] == RUNS && !has(env.paused, s)) in->ready |= bit(s);
    }
    draw_begin();
    draw_return();
    if (!share(8)) in->row_rd_slot = draw_index();
}

static void draw_memory(void)
{
    struct pdom_front_in *in = &env.in->model;
    in->spill_ready = share(env.profile->memory);
    in->fill_valid = env.reading != 0 && share(env.profile->memory);
    in->fill_slot = in->fill_valid ? draw_of(env.reading) : draw_index();
    if (!in->fill_valid) {
        env.in->fill_data[draw(ENTRY_WORDS)] ^= any();
        return;
    }
    memcpy(env.in->fill_data, env.answer[in->fill_slot], sizeof env.in->fill_data);
    env.reading &= ~bit(in->fill_slot);
}

/* ---- the cycle ---- */

void pdom_front_stim_open(const struct pdom_front_cfg *cfg)
{
    env.cfg = *cfg;
    env.entry_width = cfg->lanes + 2 * (32 + cfg->frame_width);
    env.level_width = hd_bits_for(cfg->levels);
    env.profile = &profiles[hd_stim_profile()];
    for (uint32_t k = 0; k < PROGRAMS; k++)
        flow_code_make(&env.program[k], &env.profile->code, &hd_draws);
    env.in_reset = true;
}

/* Comes before the fill of this cycle is drawn: a slot whose read is under way is not at rest. */
static void draw_cycle(const struct pdom_front_view_out *out)
{
    struct pdom_front_in *in = &env.in->model;
    draw_residency(out->row_rd_data);
    draw_code();
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        put_told(p);
        in->issue_ready[p] = draw_ready(p);
    }
    draw_writes(out->model.query_slot);
    draw_end();
    draw_memory();
    /* One may still end as its warp leaves; after that they are not the slot's any more. */
    for (uint32_t s = 0; s < env.cfg.slots; s++)
        if (has(in->leave, s)) env.access[s] = 0;
}

bool pdom_front_stim(struct pdom_front_view_in *in, const struct pdom_front_view_out *out)
{
    env.in = in;
    look_back(out);
    if (env.in_reset) start_over();
    draw_cycle(out);
    env.in_reset =
        hd_stim_reset(&hd_draws) || (env.profile->resets && hd_rng_chance(&hd_draws, 1, 400));
    return !env.in_reset;
}
