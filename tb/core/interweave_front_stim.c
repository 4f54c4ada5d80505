/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the interweaving front end. It plays the neighbours and keeps their promises: a code
 * memory with random programs, with the places where threads meet as the analyser would have found
 * them; pipes that tell what an instruction did to each thread, any time later; registers that are
 * written and accesses that end in any order; a residency under which warps begin, wait at barriers
 * and go on; the memory behind the cold context table.
 *
 * All that is kept of a thread is where its calls return to: the rest is in the unit.
 */
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "common/flow_code.h"
#include "common/unpack.h"
#include "core/interweave_front_seam.h"
#include "run.h"

enum {
    MAX_SLOTS = INTERWEAVE_FRONT_MAX_SLOTS,
    MAX_LANES = FRONT_MAX_LANES,
    PORTS = INTERWEAVE_FRONT_PORTS,
    WRITERS = INTERWEAVE_FRONT_WRITERS,
    MAX_FRAMES = 8,
    MAX_LEVELS = CCT_MAX_LEVELS,
    WORDS = CCT_CONTEXT_WORDS,
    MAX_ROWS = MAX_SLOTS * SPLIT_SCOREBOARD_MAX_ENTRIES * 2,
    MAX_STOPS = 2 * MAX_SLOTS, /* each hot context has one at most */
    PROGRAMS = 8,
    NONE = MAX_SLOTS
};

/* ---- profiles: shares are in 1/16 ---- */

struct profile {
    struct flow_knobs code;
    unsigned scatter; /* threads of a jump or call through a register go to several places */
    unsigned noise;   /* what the analyser says of a word is anything */
    /* warps */
    unsigned same;   /* all threads go one way at a branch */
    unsigned go;     /* a call is made, else passed by */
    unsigned full;   /* a warp has all its threads */
    unsigned begin;  /* a warp begins where none is */
    unsigned resume; /* a warp goes on behind its barrier */
    unsigned pause;  /* in 1/64: a warp may not run for a while */
    /* how fast the neighbours are */
    unsigned fetch;   /* a fetch is accepted */
    unsigned answer;  /* a word comes back */
    unsigned ready;   /* a pipe takes an instruction */
    unsigned staged;  /* an instruction waits longer for its operands */
    unsigned latency; /* most cycles until an instruction has done what it does */
    unsigned write;   /* a writer has a result */
    unsigned end;     /* an access ends */
    unsigned memory;  /* the cold table's memory takes a request, or answers */
    bool resets;
};

const char *const hd_profiles[] = {
    "uniform", "straight",  "branchy",    "calls",     "accesses", "hazards", "barriers", "endings",
    "scatter", "slow_code", "slow_pipes", "slow_cold", "spin",     "storm",   "resets",   NULL};

/* clang-format off */
static const struct profile profiles[] = {
    /* uniform */
    {.code = {.nest = 6, .loop = 6, .call = 2, .jump = 1, .ends = 1, .leaves = 2, .barrier = 1,
              .phase = 1, .access = 5, .atomic = 3, .status = 2, .fence = 2, .floats = 4, .few = 8,
              .functions = 2, .size = 60},
     .noise = 1, .same = 5, .go = 12, .full = 10, .begin = 8, .resume = 4, .pause = 1,
     .fetch = 14, .answer = 12, .ready = 13, .staged = 4, .latency = 12, .write = 4, .end = 6,
     .memory = 8},
    /* straight */
    {.code = {.nest = 2, .loop = 4, .jump = 1, .barrier = 1, .access = 4, .atomic = 2, .status = 1,
              .floats = 4, .few = 3, .functions = 0, .size = 50},
     .same = 15, .full = 14, .begin = 15, .resume = 8, .fetch = 16, .answer = 16, .ready = 16,
     .latency = 4, .write = 12, .end = 12, .memory = 15},
    /* branchy */
    {.code = {.nest = 14, .loop = 4, .call = 1, .jump = 1, .leaves = 1, .access = 2, .status = 1,
              .floats = 2, .few = 4, .functions = 1, .size = 60},
     .same = 1, .go = 8, .full = 15, .begin = 14, .resume = 8, .fetch = 15, .answer = 15,
     .ready = 15, .staged = 2, .latency = 6, .write = 10, .end = 10, .memory = 10},
    /* calls */
    {.code = {.nest = 4, .loop = 4, .call = 10, .leaves = 4, .access = 1, .few = 4,
              .functions = 4, .size = 80},
     .scatter = 8, .same = 6, .go = 13, .full = 12, .begin = 12, .resume = 8, .fetch = 16,
     .answer = 15, .ready = 15, .latency = 5, .write = 10, .end = 10, .memory = 10},
    /* accesses */
    {.code = {.nest = 4, .loop = 6, .jump = 1, .ends = 3, .barrier = 1, .access = 12, .atomic = 8,
              .status = 1, .fence = 10, .few = 2, .functions = 0, .size = 40},
     .same = 4, .full = 12, .begin = 14, .resume = 8, .fetch = 16, .answer = 16, .ready = 16,
     .staged = 2,
     .latency = 5, .write = 10, .end = 5, .memory = 12},
    /* hazards */
    {.code = {.nest = 6, .loop = 8, .access = 5, .status = 4, .floats = 8, .few = 16,
              .functions = 0, .size = 40},
     .same = 6, .full = 12, .begin = 14, .resume = 8, .fetch = 16, .answer = 16, .ready = 15,
     .staged = 1,
     .latency = 6, .write = 1, .end = 8, .memory = 12},
    /* barriers */
    {.code = {.nest = 4, .loop = 4, .ends = 1, .barrier = 8, .phase = 8, .access = 2, .floats = 4,
              .few = 12, .functions = 0, .size = 30},
     .same = 4, .full = 10, .begin = 14, .resume = 12, .pause = 2, .fetch = 15, .answer = 15,
     .ready = 15, .staged = 1, .latency = 4, .write = 1, .end = 8, .memory = 12},
    /* endings */
    {.code = {.nest = 6, .loop = 1, .ends = 8, .barrier = 3, .phase = 2, .access = 2, .few = 4,
              .functions = 0, .size = 12},
     .same = 4, .full = 4, .begin = 16, .resume = 12, .pause = 6, .fetch = 16, .answer = 16,
     .ready = 16, .latency = 3, .write = 12, .end = 12, .memory = 12},
    /* scatter */
    {.code = {.nest = 4, .loop = 4, .call = 3, .jump = 10, .ends = 1, .access = 2, .status = 1,
              .few = 3, .functions = 2, .size = 50},
     .scatter = 14, .noise = 3, .same = 3, .go = 10, .full = 15, .begin = 14, .resume = 8,
     .fetch = 16, .answer = 16, .ready = 16, .latency = 3, .write = 12, .end = 12, .memory = 12},
    /* slow_code */
    {.code = {.nest = 5, .loop = 6, .jump = 4, .barrier = 1, .access = 3, .few = 2,
              .functions = 0, .size = 40},
     .noise = 1, .same = 6, .full = 12, .begin = 12, .resume = 8, .pause = 1, .fetch = 4,
     .answer = 3, .ready = 16, .staged = 2, .latency = 3, .write = 14, .end = 14, .memory = 14},
    /* slow_pipes */
    {.code = {.nest = 7, .loop = 6, .call = 2, .jump = 1, .leaves = 2, .barrier = 1, .access = 4,
              .status = 3, .few = 4, .functions = 1, .size = 40},
     .same = 3, .go = 12, .full = 12, .begin = 12, .resume = 8, .pause = 1, .fetch = 16,
     .answer = 16, .ready = 5, .staged = 8, .latency = 60, .write = 4, .end = 3, .memory = 12},
    /* slow_cold */
    {.code = {.nest = 14, .loop = 4, .call = 3, .ends = 2, .leaves = 2, .access = 1, .few = 2,
              .functions = 2, .size = 70},
     .scatter = 6, .same = 1, .go = 12, .full = 15, .begin = 14, .resume = 8, .pause = 1,
     .fetch = 16, .answer = 16, .ready = 16, .staged = 1, .latency = 3, .write = 12, .end = 12,
     .memory = 2},
    /* spin: loops that threads leave one by one, while others wait above them */
    {.code = {.nest = 7, .loop = 12, .jump = 1, .access = 3, .few = 2, .functions = 0,
              .size = 40},
     .same = 2, .full = 16, .begin = 14, .resume = 8, .fetch = 16, .answer = 16, .ready = 16,
     .latency = 2, .write = 14, .end = 14, .memory = 12},
    /* storm */
    {.code = {.nest = 8, .loop = 5, .call = 4, .jump = 1, .ends = 3, .leaves = 3, .barrier = 3,
              .phase = 2, .access = 6, .atomic = 4, .status = 3, .fence = 4, .floats = 3, .few = 8,
              .functions = 3, .size = 90},
     .noise = 1, .same = 3, .go = 12, .full = 8, .begin = 16, .resume = 12, .pause = 4,
     .fetch = 16, .answer = 15, .ready = 15, .staged = 3, .latency = 4, .write = 12, .end = 12,
     .memory = 13},
    /* resets */
    {.code = {.nest = 8, .loop = 5, .call = 3, .jump = 1, .ends = 2, .leaves = 2, .barrier = 2,
              .phase = 1, .access = 5, .atomic = 3, .status = 2, .fence = 2, .floats = 3, .few = 8,
              .functions = 2},
     .noise = 1, .same = 4, .go = 12, .full = 10, .begin = 14, .resume = 8, .pause = 2,
     .fetch = 14, .answer = 12, .ready = 13, .staged = 4, .latency = 8, .write = 6, .end = 6,
     .memory = 6,
     .resets = true},
};
/* clang-format on */

/* ---- what there is ---- */

/* A program, and what the analyser says of each word: threads meet there; the last instruction of
 * its immediate dominator. */
struct code {
    struct flow_code flow;
    bool sync[FLOW_CODE_MAX];
    uint32_t div[FLOW_CODE_MAX];
};

/* What is known of a warp: for each lane the calls it is in, and where they return to. */
struct warp {
    uint32_t program;
    uint32_t frame[MAX_LANES];
    uint32_t back[MAX_LANES][MAX_FRAMES];
    uint32_t memory[MAX_LEVELS][WORDS];
};

/* OFF: no warp was ever here, or it has ended. */
enum where { OFF, RUNS, WAITS };

/* A fetch under way: of which word. */
struct fetch {
    bool valid;
    uint32_t program;
    uint32_t insn;
};

/* An instruction that has a row in the scoreboard. */
struct row {
    uint32_t slot, tag;
    bool pos;
};

/* An instruction that will tell what it did. */
struct stop {
    uint64_t due; /* not before this cycle */
    uint32_t slot, pc, word, flow;
    uint64_t mask, taken;
    uint32_t addr[MAX_LANES];
};

static struct {
    struct interweave_front_cfg cfg;
    const struct profile *profile;
    struct interweave_front_view_in *in;
    bool in_reset; /* in the last cycle */
    struct code code[PROGRAMS];
    enum where where[MAX_SLOTS];
    uint64_t paused;
    struct fetch fetch[MAX_SLOTS];
    struct row row[MAX_ROWS];
    uint32_t rows;
    uint32_t access[MAX_SLOTS];
    struct stop stop[PORTS][MAX_STOPS]; /* while one is shown it is the first */
    uint32_t stops[PORTS];
    bool shown[PORTS];
    uint64_t staged[PORTS]; /* the slot of each issue register, if there is one */
    uint64_t reading;
    uint32_t answer[MAX_SLOTS][WORDS];
    struct warp warp[MAX_SLOTS];
} env;

static uint64_t draw_bits(uint32_t width) { return hd_stim_word(&hd_draws, width); }
static uint32_t any(void) { return (uint32_t)draw_bits(32); }

/* Any number that a port for slots can hold. */
static uint32_t draw_index(void) { return (uint32_t)draw_bits(clog2(env.cfg.slots)); }

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
        env.access[s] = 0;
    }
    for (uint32_t p = 0; p < PORTS; p++) {
        env.stops[p] = 0;
        env.shown[p] = false;
        env.staged[p] = 0;
    }
    for (uint32_t r = 0; r < FRONT_REGISTERS; r++) env.in->rows[r] = (uint8_t)(r ^ draw(64));
    env.rows = 0;
    env.paused = env.reading = 0;
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
    env.fetch[slot] = (struct fetch){true, program, flow_code_index(&env.code[program].flow, pc)};
}

static void see_issue(uint32_t p, const struct interweave_front_out *out)
{
    const struct front_instruction *i = &out->issue[p];
    const uint32_t slot = i->slot[0];
    if (slot >= env.cfg.slots) return;
    env.staged[p] = bit(slot);
    if (i->unit == DECODE_MEMORY) env.access[slot]++;
    if (has_row(i) && env.rows < MAX_ROWS)
        env.row[env.rows++] = (struct row){slot, out->issue_tag[p], out->issue_pos[p]};
    if ((i->flow == DECODE_NEXT && i->unit != DECODE_CSR) || env.stops[p] == MAX_STOPS) return;
    env.stop[p][env.stops[p]++] =
        (struct stop){.due = hd_run.cycle - 1 + draw(env.profile->latency),
                      .slot = slot,
                      .pc = i->pc,
                      .word = i->word,
                      .flow = i->flow,
                      .mask = i->mask};
}

/* A call or return of these threads is done. */
static void take_effect(const struct stop *t)
{
    struct warp *w = &env.warp[t->slot];
    for (uint64_t left = t->mask; left != 0; left &= left - 1) {
        const uint32_t l = lowest(left);
        if (t->flow == DECODE_CALL && w->frame[l] + 1 < MAX_FRAMES)
            w->back[l][++w->frame[l]] = t->pc + 4;
        if (t->flow == DECODE_RETURN && w->frame[l] > 0) w->frame[l]--;
    }
}

static void see_resolve(uint32_t p)
{
    if (!env.shown[p]) return;
    struct stop *t = env.stop[p];
    take_effect(t);
    *t = t[--env.stops[p]];
    env.shown[p] = false;
}

static void see_request(const struct cct_out *r)
{
    if (r->spill_slot >= env.cfg.slots || r->spill_level >= env.cfg.levels) return;
    uint32_t *at = env.warp[r->spill_slot].memory[r->spill_level];
    if (!r->spill_load) {
        memcpy(at, r->spill_data, sizeof r->spill_data);
        return;
    }
    memcpy(env.answer[r->spill_slot], at, sizeof r->spill_data);
    env.reading |= bit(r->spill_slot);
}

static void look_back(const struct interweave_front_out *out)
{
    const struct interweave_front_in *in = &env.in->model;
    if (env.in_reset) return;
    if (out->fetch_valid && in->fetch_ready) see_fetch(out->fetch_slot, out->fetch_pc);
    for (uint32_t p = 0; p < PORTS; p++) {
        if (in->res_valid[p] && out->res_ready[p]) see_resolve(p);
        if (out->issue_valid[p]) see_issue(p, out);
    }
    if (out->ev_valid) see_event(out->ev_kind, out->ev_slot);
    if (out->cold.spill_valid && in->spill_ready) see_request(&out->cold);
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

/* Threads that are in as many calls as there may be pass by the call behind the branch. */
static uint64_t draw_branch(const struct stop *t, const struct flow_insn *i)
{
    const struct warp *w = &env.warp[t->slot];
    if (!i->guard) return draw_taken(t->mask, i->taken);
    uint64_t past = draw_taken(t->mask, 16 - env.profile->go);
    for (uint64_t left = t->mask; left != 0; left &= left - 1)
        if (w->frame[lowest(left)] + 2 >= MAX_FRAMES) past |= left & -left;
    return past;
}

/* An instruction, or a function, anywhere in the program. */
static uint32_t draw_place(const struct flow_code *c, uint32_t flow)
{
    if (flow == DECODE_CALL) return flow_code_address(c, c->entry[draw(c->functions)]);
    return flow_code_address(c, draw(c->size));
}

/* Where the threads go that go where their lanes say. Through a register they may go to several
 * places: two or three, or one for each. */
static void draw_targets(struct stop *t)
{
    const struct warp *w = &env.warp[t->slot];
    const struct flow_code *code = &env.code[w->program].flow;
    const struct flow_insn *insn = &code->insn[flow_code_index(code, t->pc)];
    const bool through = (t->word & 0x7f) == 0x67; /* jalr */
    const bool scatters = through && share(env.profile->scatter) &&
                          (t->flow == DECODE_JUMP || (t->flow == DECODE_CALL && code->functions));
    uint32_t place[3];
    for (uint32_t k = 0; k < 3; k++)
        place[k] =
            scatters && k > 0 ? draw_place(code, t->flow) : flow_code_address(code, insn->to);
    const bool each = share(4);
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        if (!has(t->mask, l)) t->addr[l] = any();
        else if (t->flow == DECODE_RETURN) t->addr[l] = w->back[l][w->frame[l]];
        else if (scatters) t->addr[l] = each ? draw_place(code, t->flow) : place[draw(3)];
        else t->addr[l] = place[0];
    }
}

/* What a flow does not use is noise. */
static void draw_outcome(struct stop *t)
{
    const struct flow_code *code = &env.code[env.warp[t->slot].program].flow;
    draw_targets(t);
    t->taken = draw_bits(env.cfg.lanes);
    if (t->flow == DECODE_BRANCH)
        t->taken = draw_branch(t, &code->insn[flow_code_index(code, t->pc)]);
    const bool goes = t->flow == DECODE_BRANCH || t->flow == DECODE_CALL ||
                      t->flow == DECODE_RETURN || t->flow == DECODE_JUMP;
    for (uint32_t l = 0; l < env.cfg.lanes; l++)
        if (!goes || (t->flow == DECODE_BRANCH && !has(t->taken, l))) t->addr[l] = any();
}

/* ---- pipes ---- */

/* One of those that are due is shown, and stays. */
static bool show(uint32_t p)
{
    if (env.shown[p]) return true;
    if (env.stops[p] == 0) return false;
    struct stop *first = env.stop[p], *t = &env.stop[p][draw(env.stops[p])];
    if (t->due > hd_run.cycle) return false;
    const struct stop shown = *t;
    *t = *first;
    *first = shown;
    draw_outcome(first);
    env.shown[p] = true;
    return true;
}

static void put_resolve(uint32_t p)
{
    const bool valid = show(p);
    const struct stop *t = env.stop[p];
    struct front_resolved *res = &env.in->model.res[p];
    env.in->model.res_valid[p] = valid;
    env.in->res_slot[p] = (uint8_t)(valid ? t->slot : draw_index());
    res->flow = valid ? t->flow : draw(8);
    res->pc = valid ? t->pc : any();
    res->mask = valid ? t->mask : draw_bits(env.cfg.lanes);
    res->taken = valid ? t->taken : draw_bits(env.cfg.lanes);
    for (uint32_t l = 0; l < env.cfg.lanes; l++)
        env.in->res_addr[p][l] = valid ? t->addr[l] : any();
}

/* Port 0 has all accesses: it waits while a slot has as many under way as there may be. */
static bool draw_ready(uint32_t p)
{
    for (uint32_t s = 0; s < env.cfg.slots; s++)
        if (p == 0 && env.access[s] >= env.cfg.accesses) return false;
    return share(env.profile->ready);
}

/* Operands are read a cycle after the issue, or later. Now and then a slot is said to be staged
 * that is not. */
static void draw_staged(void)
{
    struct interweave_front_in *in = &env.in->model;
    in->staged = share(1) ? draw_bits(env.cfg.slots) : 0;
    for (uint32_t p = 0; p < PORTS; p++) {
        in->staged |= env.staged[p];
        if (!share(env.profile->staged)) env.staged[p] = 0;
    }
}

static void draw_writes(void)
{
    struct interweave_front_in *in = &env.in->model;
    for (uint32_t w = 0; w < WRITERS; w++) {
        in->wb_en[w] = env.rows > 0 && share(env.profile->write);
        in->wb_slot[w] = draw_index();
        in->wb_tag[w] = draw(env.cfg.entries);
        in->wb_pos[w] = share(8);
        if (!in->wb_en[w]) continue;
        struct row *r = &env.row[draw(env.rows)];
        in->wb_slot[w] = r->slot;
        in->wb_tag[w] = r->tag;
        in->wb_pos[w] = r->pos;
        *r = env.row[--env.rows];
    }
}

static void draw_end(void)
{
    struct interweave_front_in *in = &env.in->model;
    uint64_t some = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++)
        if (env.access[s] > 0) some |= bit(s);
    in->end_valid = some != 0 && share(env.profile->end);
    in->end_slot = in->end_valid ? draw_of(some) : draw_index();
    if (in->end_valid) env.access[in->end_slot]--;
}

/* ---- code ---- */

/* Some CSRs are the float status, or nearly; some float instructions write no register; some
 * branches go to the next word. */
static void season(struct flow_insn *insn, uint32_t i)
{
    if (insn->unit == DECODE_CSR && share(6))
        insn->word = (insn->word & UINT32_C(0xfffff)) | draw(8) << 20;
    if (insn->unit == DECODE_FLOAT && share(2))
        insn->word = UINT32_C(0xe0001053) | draw(32) << 15; /* fclass.s x0 */
    if (insn->flow == DECODE_BRANCH && !insn->guard && share(1)) insn->to = i + 1;
}

static void make_code(struct code *c)
{
    flow_code_make(&c->flow, &env.profile->code, &hd_draws);
    for (uint32_t i = 1; i < c->flow.size; i++) season(&c->flow.insn[i], i);
    for (uint32_t i = c->flow.size - 1; i > 0; i--) {
        const uint32_t meet = c->flow.insn[i].meet;
        if (c->flow.insn[i].flow != DECODE_BRANCH || meet == 0) continue;
        /* Of several branches whose threads meet there the first one dominates it. */
        c->sync[meet] = true;
        c->div[meet] = flow_code_address(&c->flow, i);
    }
}

static void draw_code(void)
{
    struct interweave_front_in *in = &env.in->model;
    uint64_t some = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++)
        if (env.fetch[s].valid) some |= bit(s);
    in->fetch_ready = share(env.profile->fetch);
    in->rsp_valid = some != 0 && share(env.profile->answer);
    in->rsp_slot = in->rsp_valid ? draw_of(some) : draw_index();
    in->rsp_word = any();
    in->rsp_sync = share(8);
    in->rsp_div = any();
    if (!in->rsp_valid) return;
    struct fetch *f = &env.fetch[in->rsp_slot];
    const struct code *code = &env.code[f->program];
    in->rsp_word = code->flow.insn[f->insn].word;
    f->valid = false;
    if (share(env.profile->noise)) {
        if (share(8)) in->rsp_div = flow_code_address(&code->flow, draw(code->flow.size));
        return;
    }
    in->rsp_sync = code->sync[f->insn];
    if (in->rsp_sync) in->rsp_div = code->div[f->insn];
}

/* ---- warps come and go ---- */

static bool has_rows(uint32_t slot)
{
    for (uint32_t r = 0; r < env.rows; r++)
        if (env.row[r].slot == slot) return true;
    return false;
}

/* A slot on which nothing is, and of which nothing is under way; NONE if it finds none. */
static uint32_t draw_free(void)
{
    uint32_t slot = draw(env.cfg.slots);
    for (uint32_t k = 0; k < env.cfg.slots; k++) {
        if (env.where[slot] == OFF && env.access[slot] == 0 && !has_rows(slot)) return slot;
        slot = slot + 1 == env.cfg.slots ? 0 : slot + 1;
    }
    return NONE;
}

static uint64_t draw_threads(void)
{
    uint64_t mask = ones(env.cfg.lanes);
    if (!share(env.profile->full)) mask &= draw_bits(env.cfg.lanes);
    if (share(1)) mask &= draw_bits(env.cfg.lanes);
    return mask != 0 ? mask : bit(draw(env.cfg.lanes));
}

/* While a word is on its way to the slot, the code stays the same. */
static void draw_begin(void)
{
    struct interweave_front_in *in = &env.in->model;
    const uint32_t slot = share(env.profile->begin) ? draw_free() : NONE;
    in->begin_en = slot != NONE;
    in->begin_slot = slot != NONE ? slot : draw_index();
    in->begin_pc = any();
    in->begin_mask = draw_bits(env.cfg.lanes);
    if (slot == NONE) return;
    struct warp *w = &env.warp[slot];
    if (!env.fetch[slot].valid) w->program = draw(PROGRAMS);
    memset(w->frame, 0, sizeof w->frame);
    in->begin_pc = flow_code_start(&env.code[w->program].flow, &hd_draws);
    in->begin_mask = draw_threads();
    env.where[slot] = RUNS;
}

/* A warp that begins in this cycle may not run yet. */
static void draw_residency(void)
{
    struct interweave_front_in *in = &env.in->model;
    in->ready = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        if (has(env.paused, s) ? share(2) : hd_rng_chance(&hd_draws, env.profile->pause, 64))
            env.paused ^= bit(s);
        if (env.where[s] == WAITS && share(env.profile->resume)) env.where[s] = RUNS;
        if (env.where[s] == RUNS && !has(env.paused, s)) in->ready |= bit(s);
    }
    draw_begin();
}

static void draw_memory(void)
{
    struct interweave_front_in *in = &env.in->model;
    in->spill_ready = share(env.profile->memory);
    in->fill_valid = env.reading != 0 && share(env.profile->memory);
    in->fill_slot = in->fill_valid ? draw_of(env.reading) : draw_index();
    if (!in->fill_valid) {
        env.in->fill_data[draw(WORDS)] ^= any();
        return;
    }
    memcpy(env.in->fill_data, env.answer[in->fill_slot], sizeof env.in->fill_data);
    env.reading &= ~bit(in->fill_slot);
}

/* ---- the cycle ---- */

void interweave_front_stim_open(const struct interweave_front_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    for (uint32_t k = 0; k < PROGRAMS; k++) make_code(&env.code[k]);
    env.in_reset = true;
}

bool interweave_front_stim(struct interweave_front_view_in *in,
                           const struct interweave_front_out *out)
{
    env.in = in;
    look_back(out);
    if (env.in_reset) start_over();
    draw_residency();
    draw_code();
    for (uint32_t p = 0; p < PORTS; p++) {
        put_resolve(p);
        in->model.issue_ready[p] = draw_ready(p);
    }
    draw_staged();
    draw_writes();
    draw_end();
    draw_memory();
    env.in_reset =
        hd_stim_reset(&hd_draws) || (env.profile->resets && hd_rng_chance(&hd_draws, 1, 400));
    return !env.in_reset;
}
