/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The model of the SIMT stack under whole programs: random functions with
 * hammocks, loops, breaks, several returns, exits, recursion, and some with no
 * structure at all are run by threads on their own, by a recursion that is the
 * ideal, and by the stack, among other warps, with a memory of any latency and
 * contexts that move. The stack is to do, instruction by instruction, what the
 * ideal does, and threads that parted are to be together where they meet.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/simt_stack.h"

/* ---- random programs ------------------------------------------------------------------- */

/*
 * A program is a list of functions; address i is instr[i], address 0 is none. What a thread does is
 * a function of the thread and of how many instructions it has executed, so that it does the same
 * on the stack and alone. When its fuel is used up it leaves every loop and calls no function.
 */
enum {
    MAX_CODE = 512,
    MAX_FUNCTIONS = 6,
    MAX_FRAMES = 8,
    MAX_LANES = 64,
    MAX_TRACE = 20000,
    MAX_GROUPS = 512,
    MAX_BREAKS = 8,
};

enum code { WORK, JUMP, BRANCH, CALL, RETURN, EXIT };

/* When a branch is taken: as it comes; the same, while there is fuel; the same, and when there is
 * none; the same, and when there is no fuel or no frame. */
enum mode { FREE, STAY, LEAVE, GUARD };

struct instr {
    enum code code;
    enum mode mode;
    bool alike; /* threads that have come the same way decide the same */
    uint32_t target;
    uint32_t meet;
};

struct program {
    struct hd_rng rng;
    struct instr instr[MAX_CODE];
    uint32_t size;
    uint32_t functions;
    uint32_t first[MAX_FUNCTIONS + 1];
    bool parts[MAX_FUNCTIONS]; /* has a branch without meeting place */
    bool exits_are_ends;       /* for post-dominators */
    uint32_t fuel;
    uint32_t frames;
    uint64_t seed;
};

static uint32_t emit(struct program *g, enum code code, enum mode mode, uint32_t target)
{
    assert_true(g->size < MAX_CODE);
    g->instr[g->size] = (struct instr){
        .code = code, .mode = mode, .alike = hd_rng_chance(&g->rng, 1, 3), .target = target};
    return g->size++;
}

/* The instruction jumps to what comes next. */
static void lands_here(struct program *g, uint32_t at) { g->instr[at].target = g->size; }

static void emit_end(struct program *g, bool is_main)
{
    emit(g, is_main || hd_rng_chance(&g->rng, 1, 6) ? EXIT : RETURN, FREE, 0);
}

/* Any function but the first; the target is its number until all are there. */
static void emit_call(struct program *g)
{
    if (g->functions < 2) return;
    uint32_t guard = emit(g, BRANCH, GUARD, 0);
    emit(g, CALL, FREE, 1 + hd_rng_below(&g->rng, g->functions - 1));
    if (hd_rng_chance(&g->rng, 1, 2)) emit(g, WORK, FREE, 0);
    lands_here(g, guard);
}

static void emit_block(struct program *g, bool is_main, uint32_t nest, uint32_t *breaks);

static void emit_if(struct program *g, bool is_main, uint32_t nest, uint32_t *breaks)
{
    uint32_t skip = emit(g, BRANCH, FREE, 0);
    emit_block(g, is_main, nest - 1, breaks);
    if (hd_rng_chance(&g->rng, 1, 2)) {
        uint32_t join = emit(g, JUMP, FREE, 0);
        lands_here(g, skip);
        emit_block(g, is_main, nest - 1, breaks);
        lands_here(g, join);
    } else {
        lands_here(g, skip);
    }
}

/* breaks[0] of them, from 1 on the branches that leave the loop. */
static void emit_loop(struct program *g, bool is_main, uint32_t nest)
{
    uint32_t breaks[MAX_BREAKS + 1] = {0};
    uint32_t head = g->size;
    if (hd_rng_chance(&g->rng, 1, 2)) {
        breaks[++breaks[0]] = emit(g, BRANCH, LEAVE, 0);
        emit_block(g, is_main, nest - 1, breaks);
        emit(g, JUMP, FREE, head);
    } else {
        emit_block(g, is_main, nest - 1, breaks);
        emit(g, BRANCH, STAY, head);
    }
    for (uint32_t i = 1; i <= breaks[0]; i++) lands_here(g, breaks[i]);
}

static void emit_block(struct program *g, bool is_main, uint32_t nest, uint32_t *breaks)
{
    for (uint32_t n = 1 + hd_rng_below(&g->rng, 3); n > 0; n--) {
        uint32_t what = hd_rng_below(&g->rng, 16);
        if (g->size > MAX_CODE / 2) what = 0; /* enough */
        if (what < 4) emit(g, WORK, FREE, 0);
        else if (what < 7) emit_call(g);
        else if (what < 11 && nest > 0) emit_if(g, is_main, nest, breaks);
        else if (what < 14 && nest > 0) emit_loop(g, is_main, nest);
        else if (what == 14 && breaks != NULL && breaks[0] < MAX_BREAKS)
            breaks[++breaks[0]] = emit(g, BRANCH, FREE, 0);
        else if (what == 15) {
            uint32_t skip = emit(g, BRANCH, FREE, 0); /* some return, or end, here */
            emit_end(g, is_main);
            lands_here(g, skip);
        }
    }
}

/* No structure at all: jumps forward anywhere, jumps back while there is fuel. */
static void emit_spaghetti(struct program *g, bool is_main)
{
    uint32_t from = g->size;
    uint32_t to = from + 4 + hd_rng_below(&g->rng, 24);
    while (g->size < to) {
        uint32_t what = hd_rng_below(&g->rng, 16);
        uint32_t ahead = g->size + 1 + hd_rng_below(&g->rng, to - g->size);
        if (what < 5) emit(g, BRANCH, FREE, ahead);
        else if (what < 8) emit(g, BRANCH, STAY, from + hd_rng_below(&g->rng, g->size - from + 1));
        else if (what == 8) emit(g, JUMP, FREE, ahead);
        else if (what == 9) emit_end(g, is_main);
        else if (what < 12 && to - g->size > 3) emit_call(g);
        else emit(g, WORK, FREE, 0);
    }
    for (uint32_t at = from; at < g->size; at++) { /* a call is not reached but by its guard */
        struct instr *i = &g->instr[at];
        const bool jumps = i->code == JUMP || i->code == BRANCH;
        if (jumps && i->target < g->size && g->instr[i->target].code == CALL) i->target--;
    }
}

/* The ways on from an instruction, within its function; a call comes back. 0 is the end. */
static uint32_t ways(const struct program *g, uint32_t at, uint32_t way[2])
{
    const struct instr *i = &g->instr[at];
    switch (i->code) {
    case RETURN: way[0] = 0; return 1;
    case EXIT: way[0] = 0; return g->exits_are_ends ? 1 : 0;
    case JUMP: way[0] = i->target; return 1;
    case BRANCH:
        way[0] = at + 1;
        way[1] = i->target;
        return 2;
    default: way[0] = at + 1; return 1;
    }
}

/* A way from an instruction to the end that does not touch `without`: before[x] is where x was
 * reached from. Returns whether there is one. */
static bool reach_end(const struct program *g, uint32_t at, uint32_t without, uint32_t *before)
{
    static uint32_t queue[MAX_CODE];
    static bool seen[MAX_CODE];
    uint32_t head = 0;
    uint32_t tail = 0;
    memset(seen, 0, sizeof seen);
    queue[tail++] = at;
    seen[at] = true;
    while (head < tail) {
        uint32_t x = queue[head++];
        uint32_t way[2];
        for (uint32_t n = ways(g, x, way); n-- > 0;) {
            if (way[n] == without || seen[way[n]]) continue;
            before[way[n]] = x;
            if (way[n] == 0) return true;
            seen[way[n]] = true;
            queue[tail++] = way[n];
        }
    }
    return false;
}

/* The immediate post-dominator by its definition: of the instructions on some way to the end, the
 * first one without which there is none. 0 if that is the end itself. */
static uint32_t post_dominator(const struct program *g, uint32_t at)
{
    uint32_t before[MAX_CODE];
    uint32_t other[MAX_CODE];
    uint32_t found = 0;
    if (!reach_end(g, at, MAX_CODE, before)) return 0;
    for (uint32_t x = before[0]; x != at; x = before[x]) {
        if (!reach_end(g, at, x, other)) found = x; /* from behind: the first comes last */
    }
    return found;
}

static uint32_t function_of(const struct program *g, uint32_t at)
{
    uint32_t f = 0;
    while (f + 1 < g->functions && at >= g->first[f + 1]) f++;
    return f;
}

/* As the analyser does: a call has a meeting place if the function called has a branch that has
 * none; now and then others have one, too. */
static void set_meets(struct program *g)
{
    for (uint32_t at = 1; at < g->size; at++) {
        if (g->instr[at].code != BRANCH) continue;
        g->instr[at].meet = post_dominator(g, at);
        if (g->instr[at].meet == 0) g->parts[function_of(g, at)] = true;
    }
    for (uint32_t at = 1; at < g->size; at++) {
        struct instr *i = &g->instr[at];
        if (i->code != CALL) continue;
        bool meets = g->parts[i->target] || hd_rng_chance(&g->rng, 1, 4);
        i->meet = meets ? at + 1 : 0;
        i->target = g->first[i->target];
    }
}

static void make_program(struct program *g, uint64_t seed, uint32_t frames)
{
    memset(g, 0, sizeof *g);
    hd_rng_seed(&g->rng, seed);
    g->seed = seed;
    g->size = 1;
    g->functions = frames > 1 ? 1 + hd_rng_below(&g->rng, MAX_FUNCTIONS) : 1;
    g->frames = frames;
    g->fuel = 20 + hd_rng_below(&g->rng, 150);
    g->exits_are_ends = hd_rng_chance(&g->rng, 1, 2);
    for (uint32_t f = 0; f < g->functions; f++) {
        g->first[f] = g->size;
        if (hd_rng_chance(&g->rng, 1, 3)) emit_spaghetti(g, f == 0);
        else emit_block(g, f == 0, 3, NULL);
        emit(g, f == 0 ? EXIT : RETURN, FREE, 0);
    }
    set_meets(g);
}

/* ---- threads on their own -------------------------------------------------------------- */

struct thread {
    uint32_t id;
    uint32_t pc;
    uint32_t frame;
    uint32_t back[MAX_FRAMES];
    uint32_t steps;
    uint64_t way; /* a hash of all it has executed */
    bool ended;
};

static uint64_t mix(uint64_t a, uint64_t b)
{
    struct hd_rng r;
    hd_rng_seed(&r, a * UINT64_C(0x9e3779b97f4a7c15) + b);
    return hd_rng_next(&r);
}

/* Whether the thread takes the branch that it is at. */
static bool takes(const struct program *g, const struct thread *t)
{
    const struct instr *i = &g->instr[t->pc];
    const bool spent = t->steps >= g->fuel;
    const uint64_t way = mix(mix(g->seed, t->pc), t->steps);
    const uint64_t chance = (i->alike ? way : mix(way, t->id)) >> 60;
    switch (i->mode) {
    case STAY: return !spent && chance < 11;
    case LEAVE: return spent || chance < 5;
    case GUARD: return spent || t->frame + 1 >= g->frames || chance < 5;
    default: return chance < 8;
    }
}

static void step(const struct program *g, struct thread *t)
{
    const struct instr *i = &g->instr[t->pc];
    t->way = mix(t->way, (uint64_t)t->pc << 8 | t->frame);
    switch (i->code) {
    case JUMP: t->pc = i->target; break;
    case BRANCH: t->pc = takes(g, t) ? i->target : t->pc + 1; break;
    case CALL:
        t->back[t->frame++] = t->pc + 1;
        t->pc = i->target;
        break;
    case RETURN: t->pc = t->back[--t->frame]; break;
    case EXIT: t->ended = true; break;
    default: t->pc++; break;
    }
    t->steps++;
}

/* ---- the ideal: recursion -------------------------------------------------------------- */

struct trace_entry {
    uint64_t mask;
    uint32_t pc;
    uint32_t frame;
};

/* A warp of the world: its program, its progress, and its place. */
enum where { WAITS, ON_SLOT, AWAY, OVER };

struct group {
    uint64_t mask;
    uint32_t pc;
    uint32_t frame;
};

struct warp {
    struct program program;
    struct thread thread[MAX_LANES];
    uint64_t mask;
    uint64_t way[MAX_LANES]; /* of each thread alone */
    struct trace_entry trace[MAX_TRACE];
    uint32_t length;
    uint32_t at; /* of the trace */
    struct group group[MAX_GROUPS];
    uint32_t groups;
    enum where where;
    uint32_t slot;
    uint32_t row[SIMT_STACK_ROW_WORDS];
    uint32_t memory[SIMT_STACK_MAX_LEVELS][SIMT_STACK_ENTRY_WORDS];
};

static void put_threads(struct warp *w)
{
    memset(w->thread, 0, sizeof w->thread);
    for (uint32_t t = 0; t < MAX_LANES; t++) {
        w->thread[t].id = t;
        w->thread[t].pc = 1;
        w->thread[t].ended = (w->mask >> t & 1) == 0;
    }
}

static uint64_t living(const struct warp *w)
{
    uint64_t mask = 0;
    for (uint32_t t = 0; t < MAX_LANES; t++) mask |= (uint64_t)!w->thread[t].ended << t;
    return mask;
}

/* The threads of the mask that take the branch that they are at. */
static uint64_t takers(const struct warp *w, uint64_t mask)
{
    uint64_t taken = 0;
    for (uint32_t t = 0; t < MAX_LANES; t++) {
        if ((mask >> t & 1) != 0) taken |= (uint64_t)takes(&w->program, &w->thread[t]) << t;
    }
    return taken;
}

/* All threads of the mask are at this place. */
static void expect_at(const struct warp *w, uint64_t mask, uint32_t pc, uint32_t frame)
{
    for (uint32_t t = 0; t < MAX_LANES; t++) {
        if ((mask >> t & 1) == 0) continue;
        assert_false(w->thread[t].ended);
        assert_int_equal(w->thread[t].pc, pc);
        assert_int_equal(w->thread[t].frame, frame);
    }
}

static void step_all(struct warp *w, uint64_t mask)
{
    for (uint32_t t = 0; t < MAX_LANES; t++) {
        if ((mask >> t & 1) != 0) step(&w->program, &w->thread[t]);
    }
}

/* Runs the threads until all that have not ended are at the place to stop at. Returns false if the
 * trace is too long. */
static bool run(struct warp *w, uint64_t mask, uint32_t pc, uint32_t frame, uint32_t stop_pc,
                uint32_t stop_frame)
{
    while ((mask &= living(w)) != 0 && !(pc == stop_pc && frame == stop_frame)) {
        const struct instr *i = &w->program.instr[pc];
        const uint64_t taken = i->code == BRANCH ? takers(w, mask) : 0;
        if (w->length == MAX_TRACE) return false;
        expect_at(w, mask, pc, frame);
        w->trace[w->length++] = (struct trace_entry){mask, pc, frame};
        step_all(w, mask);
        if (taken != 0 && taken != mask) {
            uint32_t meet_pc = i->meet != 0 ? i->meet : stop_pc;
            uint32_t meet_frame = i->meet != 0 ? frame : stop_frame;
            if (!run(w, taken, i->target, frame, meet_pc, meet_frame)) return false;
            if (!run(w, mask & ~taken, pc + 1, frame, meet_pc, meet_frame)) return false;
            pc = meet_pc;
            frame = meet_frame;
        } else if (i->code == CALL && i->meet != 0) {
            if (!run(w, mask, i->target, frame + 1, i->meet, frame)) return false;
            pc = i->meet;
        } else {
            const struct thread *t = &w->thread[__builtin_ctzll(mask)];
            pc = t->pc;
            frame = t->frame;
        }
    }
    return true;
}

/* A program, threads, each of these alone, and the ideal. */
static void make_warp(struct warp *w, struct hd_rng *rng, const struct simt_stack_cfg *cfg)
{
    const uint64_t lanes = UINT64_MAX >> (64 - cfg->lanes);
    const uint32_t frames = (1u << cfg->frame_width) - 1;
    do {
        memset(w, 0, sizeof *w);
        make_program(&w->program, hd_rng_next(rng), frames < MAX_FRAMES ? frames : MAX_FRAMES);
        w->mask = hd_rng_chance(rng, 1, 2) ? lanes : hd_rng_next(rng) & lanes;
        if (w->mask == 0) w->mask = 1;
        put_threads(w);
        for (uint32_t t = 0; t < cfg->lanes; t++) {
            while (!w->thread[t].ended) step(&w->program, &w->thread[t]);
            w->way[t] = w->thread[t].way;
        }
        put_threads(w);
    } while (!run(w, w->mask, 1, 0, 0, UINT32_MAX));
    for (uint32_t t = 0; t < cfg->lanes; t++) {
        assert_true(w->thread[t].ended);
        assert_true(w->thread[t].way == w->way[t]);
    }
    put_threads(w);
}

/* ---- together again -------------------------------------------------------------------- */

/* These threads are to be together when the first of them is at this place. */
static void expect_together(struct warp *w, uint64_t mask, uint32_t pc, uint32_t frame)
{
    for (uint32_t i = 0; i < w->groups; i++) {
        const struct group *k = &w->group[i];
        if (k->pc == pc && k->frame == frame && (mask & ~k->mask) == 0) return; /* are, anyway */
    }
    assert_true(w->groups < MAX_GROUPS);
    w->group[w->groups++] = (struct group){mask, pc, frame};
}

static void arrive_together(struct warp *w, uint64_t mask, uint32_t pc, uint32_t frame)
{
    const uint64_t live = living(w);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->groups; i++) {
        const struct group k = w->group[i];
        const bool here = k.pc == pc && k.frame == frame && (k.mask & mask) != 0;
        if (here) assert_int_equal(k.mask & live & ~mask, 0);
        if (!here && (k.mask & live) != 0) w->group[kept++] = k;
    }
    w->groups = kept;
}

/* ---- the world: slots, warps, memory, a scheduler that moves contexts ------------------- */

enum { MAX_WARPS = 12, NOBODY = MAX_WARPS };

struct shares { /* in 1/16 */
    uint32_t operate;
    uint32_t accept;
    uint32_t answer;
    uint32_t move;
};

struct world {
    struct simt_stack s;
    struct simt_stack_in in;
    struct simt_stack_out out;
    struct hd_rng rng;
    struct shares shares;
    uint32_t warps;
    uint32_t on_slot[SIMT_STACK_MAX_SLOTS]; /* the warp, or NOBODY */
    uint32_t asked[SIMT_STACK_MAX_SLOTS];   /* level of the read under way */
    uint64_t moved;                         /* slots that come or go in this cycle */
    uint32_t leaves;                        /* the warp whose row is read */
};

static struct warp warps[MAX_WARPS];
static struct world world;

/* What has happened in all runs: none of these may be 0. */
static struct {
    uint64_t operations, parted, own, half_there, waiting_calls, frames, refused, stores, loads,
        moves, exits_apart, begins;
} seen;

/* The operation of the threads on a slot; asserts that they are at the place of the ideal. */
static void put_operation(struct world *x, uint32_t p, uint32_t slot)
{
    const struct warp *w = &warps[x->on_slot[slot]];
    const uint64_t mask = x->out.look_mask[p];
    const struct trace_entry *ideal = &w->trace[w->at];
    const struct instr *i = &w->program.instr[ideal->pc];
    assert_true(w->at < w->length);
    assert_int_equal(x->out.look_pc[p], ideal->pc);
    assert_int_equal(mask, ideal->mask);
    expect_at(w, mask, ideal->pc, ideal->frame);
    x->in.op_valid[p] = true;
    x->in.op_slot[p] = slot;
    x->in.op_pc[p] = ideal->pc + 1;
    switch (i->code) {
    case JUMP:
        x->in.op_kind[p] = SIMT_STACK_NEXT;
        x->in.op_pc[p] = i->target;
        break;
    case BRANCH:
        x->in.op_kind[p] = SIMT_STACK_BRANCH;
        x->in.op_taken[p] = takers(w, mask);
        x->in.op_target[p] = i->target;
        x->in.op_meet[p] = i->meet;
        break;
    case CALL:
        x->in.op_kind[p] = SIMT_STACK_CALL;
        x->in.op_pc[p] = i->target;
        x->in.op_meet[p] = i->meet;
        break;
    case RETURN:
        x->in.op_kind[p] = SIMT_STACK_RETURN;
        x->in.op_pc[p] = w->thread[__builtin_ctzll(mask)].back[ideal->frame - 1];
        break;
    case EXIT: x->in.op_kind[p] = SIMT_STACK_EXIT; break;
    default: x->in.op_kind[p] = SIMT_STACK_NEXT; break;
    }
}

enum { NOWHERE = 64 };

static void idle(struct simt_stack_in *in)
{
    memset(in, 0, sizeof *in);
    for (uint32_t p = 0; p < SIMT_STACK_MAX_PORTS; p++) in->look_slot[p] = NOWHERE;
    in->row_rd_slot = NOWHERE;
}

static bool tell(struct world *x, uint32_t share) { return hd_rng_chance(&x->rng, share, 16); }

/* A slot with nothing under way in this cycle, nor in the next one by itself. */
static bool at_rest(const struct world *x, uint32_t slot)
{
    const struct simt_stack *s = &x->s;
    const uint64_t one = UINT64_C(1) << slot;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (x->in.op_valid[p] && x->in.op_slot[p] == slot) return false;
    }
    if (((s->wish | s->reading | x->moved) & one) != 0) return false;
    if (s->spill_valid && s->spill_slot == slot) return false;
    return s->deep[slot] == 0 || (s->count[slot] > s->deep[slot] && (s->check & one) == 0);
}

/* Reads a row: the warp is away from now on. */
static void put_move_away(struct world *x)
{
    const uint32_t slot = hd_rng_below(&x->rng, x->s.cfg.slots);
    if (!tell(x, x->shares.move) || x->on_slot[slot] == NOBODY || !at_rest(x, slot)) return;
    x->in.row_rd_slot = slot;
    x->leaves = x->on_slot[slot];
    x->moved |= UINT64_C(1) << slot;
}

/* A warp that waits, or is away, comes to a free slot. */
static void put_arrival(struct world *x)
{
    const uint32_t slot = hd_rng_below(&x->rng, x->s.cfg.slots);
    const uint32_t who = hd_rng_below(&x->rng, x->warps);
    struct warp *w = &warps[who];
    if (x->on_slot[slot] != NOBODY || ((x->s.here >> slot & 1) != 0 && !at_rest(x, slot))) return;
    if (w->where == WAITS && !x->in.begin_en) {
        x->in.begin_en = true;
        x->in.begin_slot = slot;
        x->in.begin_pc = 1;
        x->in.begin_mask = w->mask;
        seen.begins++;
    } else if (w->where == AWAY && !x->in.row_wr_en) {
        x->in.row_wr_en = true;
        x->in.row_wr_slot = slot;
        memcpy(x->in.row_wr_data, w->row, sizeof w->row);
        seen.moves++;
    } else {
        return;
    }
    w->where = ON_SLOT;
    w->slot = slot;
    x->on_slot[slot] = who;
    x->moved |= UINT64_C(1) << slot;
}

static void put_memory(struct world *x)
{
    const uint32_t slot = hd_rng_below(&x->rng, x->s.cfg.slots);
    x->in.spill_ready = tell(x, x->shares.accept);
    if ((x->s.reading >> slot & 1) == 0 || !tell(x, x->shares.answer)) return;
    x->in.fill_valid = true;
    x->in.fill_slot = slot;
    memcpy(x->in.fill_data, warps[x->on_slot[slot]].memory[x->asked[slot]], sizeof x->in.fill_data);
}

/* Each port looks at another slot; some of those that are ready operate. */
static void put_operations(struct world *x)
{
    const uint32_t slots = x->s.cfg.slots;
    const uint32_t from = hd_rng_below(&x->rng, slots);
    for (uint32_t p = 0; p < x->s.cfg.ports && p < slots; p++)
        x->in.look_slot[p] = (from + p) % slots;
    simt_stack_eval(&x->s, &x->in, &x->out);
    for (uint32_t p = 0; p < x->s.cfg.ports && p < slots; p++) {
        const uint32_t slot = (from + p) % slots;
        if (x->on_slot[slot] == NOBODY || (x->out.ready >> slot & 1) == 0) continue;
        if (tell(x, x->shares.operate)) put_operation(x, p, slot);
    }
}

static void count_operation(const struct world *x, uint32_t p, const struct trace_entry *t)
{
    const bool parted = x->in.op_kind[p] == SIMT_STACK_BRANCH && x->in.op_taken[p] != 0 &&
                        x->in.op_taken[p] != t->mask;
    const uint64_t meet = x->in.op_meet[p];
    seen.operations++;
    if (t->frame > seen.frames) seen.frames = t->frame;
    if (parted) seen.parted++;
    if (parted && meet == 0) seen.own++;
    if (parted && (meet == x->in.op_pc[p] || meet == x->in.op_target[p])) seen.half_there++;
    if (x->in.op_kind[p] == SIMT_STACK_CALL && meet != 0) seen.waiting_calls++;
}

/* What the warp's threads did, now that the operation of the port is done. */
static void operation_done(struct world *x, uint32_t p)
{
    struct warp *w = &warps[x->on_slot[x->in.op_slot[p]]];
    const struct trace_entry *t = &w->trace[w->at++];
    const struct instr *i = &w->program.instr[t->pc];
    count_operation(x, p, t);
    arrive_together(w, t->mask, t->pc, t->frame);
    if (i->code == CALL) expect_together(w, t->mask, t->pc + 1, t->frame);
    if (i->code == BRANCH && i->meet != 0) expect_together(w, t->mask, i->meet, t->frame);
    step_all(w, t->mask);
    if (i->code == EXIT && living(w) != 0) seen.exits_apart++;
}

static void after_memory(struct world *x)
{
    const uint32_t slot = x->out.spill_slot;
    if (!x->out.spill_valid || !x->in.spill_ready) return;
    if (x->out.spill_load) {
        x->asked[slot] = x->out.spill_level;
        seen.loads++;
    } else {
        memcpy(warps[x->on_slot[slot]].memory[x->out.spill_level], x->out.spill_data,
               sizeof x->out.spill_data);
        seen.stores++;
    }
}

/* Warps that are done: every thread has gone its way, and the ideal is at its end. */
static void after_done(struct world *x)
{
    for (uint64_t left = x->out.done & ~x->moved; left != 0; left &= left - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(left);
        if (x->on_slot[slot] == NOBODY) continue;
        struct warp *w = &warps[x->on_slot[slot]];
        assert_int_equal(w->at, w->length);
        assert_int_equal(living(w), 0);
        for (uint32_t t = 0; t < x->s.cfg.lanes; t++) assert_true(w->thread[t].way == w->way[t]);
        w->where = OVER;
        x->on_slot[slot] = NOBODY;
    }
}

/* ---- the whole stack, with what is in memory ------------------------------------------- */

/* The n bits of a row from a bit on, one by one. */
static uint64_t row_bits(const uint32_t *row, uint32_t at, uint32_t n)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < n; i++)
        value |= (uint64_t)(row[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return value;
}

/* A level as the page lays it out, out of the row or out of the memory. */
static void read_level(const struct world *x, const struct warp *w, const uint32_t *row,
                       uint32_t level, uint64_t field[5])
{
    const struct simt_stack_cfg *cfg = &x->s.cfg;
    const uint32_t width[] = {cfg->lanes, cfg->pc_width, cfg->frame_width, cfg->pc_width,
                              cfg->frame_width};
    const bool deep = level < x->s.deep[w->slot];
    const uint32_t *words = deep ? w->memory[level] : row;
    uint32_t at = deep ? 0 : level % cfg->depth * simt_stack_entry_width(cfg);
    for (uint32_t i = 0; i < 5; at += width[i++]) field[i] = row_bits(words, at, width[i]);
}

/* part, lost_none and bound of the page, over all levels: the threads of each half are among those
 * of the entry that waits for it, and no two halves of one branch have a thread in common. */
static void check_all_levels(struct world *x, uint32_t slot)
{
    enum { MASK, PC, FRAME, RPC, RFRAME };
    const struct warp *w = &warps[x->on_slot[slot]];
    const uint64_t live = x->s.live[slot];
    uint64_t e[5] = {0};
    uint64_t below[5] = {0};
    uint64_t within = UINT64_MAX;
    uint64_t apart = 0;
    uint64_t found = 0;
    uint32_t calls = 0;
    struct simt_stack_in in;
    struct simt_stack_out out;
    idle(&in);
    in.row_rd_slot = slot;
    simt_stack_eval(&x->s, &in, &out);
    for (uint32_t level = 0; level < x->s.count[slot]; level++) {
        read_level(x, w, out.row_rd_data, level, e);
        const bool waits = level > 0 && below[PC] == e[RPC] && below[FRAME] == e[RFRAME];
        const bool half = level > 0 && below[RPC] == e[RPC] && below[RFRAME] == e[RFRAME];
        assert_true(level == 0 || waits != half);
        if (waits) within = below[MASK];
        if (waits) apart = 0;
        if (waits && (below[MASK] & live) == (e[MASK] & live)) calls++;
        assert_int_equal(e[MASK] & live & (~within | apart), 0);
        apart |= e[MASK] & live;
        found |= e[MASK];
        memcpy(below, e, sizeof below);
    }
    assert_int_equal(live, living(w));
    assert_int_equal(live & ~found, 0);
    assert_true(x->s.count[slot] < 2 * x->s.cfg.lanes + calls);
}

static void world_cycle(struct world *x)
{
    idle(&x->in);
    x->moved = 0;
    x->leaves = NOBODY;
    put_operations(x);
    put_memory(x);
    put_move_away(x);
    put_arrival(x);
    put_arrival(x);
    const char *broken = simt_stack_promise(&x->s, &x->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    simt_stack_eval(&x->s, &x->in, &x->out);
    after_memory(x);
    after_done(x);
    simt_stack_tick(&x->s, &x->in, &x->out);
    broken = simt_stack_check(&x->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    for (uint32_t p = 0; p < x->s.cfg.ports; p++) {
        if (!x->in.op_valid[p]) continue;
        seen.refused += !x->out.op_ready[p];
        if (x->out.op_ready[p]) operation_done(x, p);
    }
    if (x->leaves != NOBODY) {
        struct warp *w = &warps[x->leaves];
        memcpy(w->row, x->out.row_rd_data, sizeof w->row);
        w->where = AWAY;
        x->on_slot[w->slot] = NOBODY;
    }
}

static bool all_over(const struct world *x)
{
    for (uint32_t i = 0; i < x->warps; i++) {
        if (warps[i].where != OVER) return false;
    }
    return true;
}

static void run_world(const struct simt_stack_cfg *cfg, const struct shares *shares, uint64_t seed)
{
    struct world *x = &world;
    memset(x, 0, sizeof *x);
    hd_rng_seed(&x->rng, seed);
    assert_null(simt_stack_init(&x->s, cfg));
    x->shares = *shares;
    x->warps = 1 + hd_rng_below(&x->rng, MAX_WARPS);
    for (uint32_t i = 0; i < x->warps; i++) make_warp(&warps[i], &x->rng, cfg);
    for (uint32_t slot = 0; slot < SIMT_STACK_MAX_SLOTS; slot++) x->on_slot[slot] = NOBODY;
    for (uint32_t c = 0; !all_over(x); c++) {
        assert_true(c < 8 * MAX_WARPS * MAX_TRACE * 16);
        world_cycle(x);
        const uint32_t slot = c % cfg->slots;
        if (x->on_slot[slot] != NOBODY && c % 3 == 0) check_all_levels(x, slot);
    }
}

static void programs(void **state)
{
    (void)state;
    static const struct simt_stack_cfg sizes[] = {
        {.slots = 4,
         .lanes = 4,
         .pc_width = 10,
         .frame_width = 4,
         .depth = 4,
         .levels = 64,
         .ports = 2},
        {.slots = 3,
         .lanes = 32,
         .pc_width = 32,
         .frame_width = 6,
         .depth = 4,
         .levels = 128,
         .ports = 1},
        {.slots = 8,
         .lanes = 16,
         .pc_width = 13,
         .frame_width = 3,
         .depth = 8,
         .levels = 64,
         .ports = 4},
        {.slots = 2,
         .lanes = 64,
         .pc_width = 64,
         .frame_width = 8,
         .depth = 16,
         .levels = 128,
         .ports = 2},
        {.slots = 5,
         .lanes = 1,
         .pc_width = 11,
         .frame_width = 4,
         .depth = 4,
         .levels = 32,
         .ports = 3},
        {.slots = 6,
         .lanes = 8,
         .pc_width = 9,
         .frame_width = 1,
         .depth = 4,
         .levels = 16,
         .ports = 2},
        {.slots = 6,
         .lanes = 11,
         .pc_width = 9,
         .frame_width = 4,
         .depth = 4,
         .levels = 32,
         .ports = 4},
    };
    static const struct shares profiles[] = {
        {.operate = 16, .accept = 16, .answer = 16, .move = 0},
        {.operate = 12, .accept = 4, .answer = 2, .move = 1},
        {.operate = 8, .accept = 12, .answer = 8, .move = 8},
    };
    for (uint64_t seed = 0; seed < 210; seed++)
        run_world(&sizes[seed % 7], &profiles[seed / 7 % 3], seed);
    for (uint64_t i = 0; i < sizeof seen / sizeof(uint64_t); i++)
        assert_true(((const uint64_t *)&seen)[i] > (i == 5 ? 3 : 100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
