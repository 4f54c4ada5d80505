/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the SIMT stack. It plays the neighbours and keeps their promises: schedulers that run
 * random structured programs - hammocks, loops, calls, recursion, early returns, exits - with their
 * right meeting places; a memory that gives back what was stored; and a unit that moves contexts.
 *
 * A scheduler sees a warp's top (look) and executes the instruction that is there. All that is kept
 * of a thread is where its calls return to: the rest is on the stack.
 */
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "formation/simt_stack_seam.h"
#include "formation/simt_stack_view.h"

enum {
    MAX_SLOTS = SIMT_STACK_MAX_SLOTS,
    MAX_LANES = SIMT_STACK_MAX_LANES,
    MAX_LEVELS = SIMT_STACK_MAX_LEVELS,
    MAX_PORTS = SIMT_STACK_MAX_PORTS,
    MAX_FRAMES = 256,
    ENTRY_WORDS = SIMT_STACK_ENTRY_WORDS,
    ROW_WORDS = SIMT_STACK_ROW_WORDS,
    PROGRAMS = 8,
    MAX_CODE = 256,
    MAX_FUNCTIONS = 4,
    CONTEXTS = 4,
    NONE = MAX_SLOTS
};

/* ---- profiles: shares are in 1/16 ---- */

struct profile {
    /* programs */
    unsigned nest;      /* a statement is a hammock or a loop, until it is nested 8 deep */
    unsigned loop;      /* a loop, else a hammock */
    unsigned call;      /* a simple statement is a call */
    unsigned ends;      /* or a hammock in which threads end */
    unsigned leaves;    /* or one in which they return early */
    unsigned functions; /* how many there are */
    /* warps */
    unsigned same;    /* all threads go one way at a branch */
    unsigned go;      /* a call is made, else passed by */
    unsigned wait;    /* its caller waits, if Levels allow it */
    unsigned full;    /* a warp has all its threads */
    unsigned issue;   /* a port executes an instruction */
    unsigned retry;   /* an operation that waits is tried again */
    unsigned begin;   /* a warp begins where none runs */
    unsigned restart; /* of 64 cycles: where one runs */
    unsigned move;    /* a context is moved */
    /* memory */
    unsigned ready;  /* a request is accepted */
    unsigned answer; /* an entry comes back, if one was read */
    bool bursts;     /* none of both for a while each */
    bool resets;
};

const char *const hd_profiles[] = {"uniform",  "straight",    "deep",   "loops",
                                   "calls",    "recursion",   "exits",  "storm",
                                   "contexts", "slow_memory", "resets", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.nest = 8, .loop = 6, .call = 2, .ends = 1, .leaves = 2, .functions = 2, .same = 5, .go = 12,
     .wait = 10, .full = 10, .issue = 14, .retry = 13, .begin = 8, .restart = 1, .move = 1,
     .ready = 12, .answer = 8},
    {.nest = 6, .loop = 3, .call = 2, .functions = 1, .same = 15, .go = 12, .wait = 8, .full = 12,
     .issue = 16, .retry = 16, .begin = 15, .ready = 15, .answer = 15},
    {.nest = 14, .loop = 2, .call = 1, .leaves = 1, .functions = 1, .same = 1, .go = 8, .wait = 15,
     .full = 15, .issue = 16, .retry = 15, .begin = 12, .ready = 12, .answer = 8},
    {.nest = 12, .loop = 15, .ends = 1, .functions = 1, .same = 4, .full = 12, .issue = 15,
     .retry = 12, .begin = 10, .ready = 14, .answer = 12},
    {.nest = 4, .loop = 5, .call = 10, .leaves = 4, .functions = 4, .same = 4, .go = 10,
     .wait = 12, .full = 4, .issue = 15, .retry = 14, .begin = 10, .ready = 12, .answer = 12},
    {.nest = 4, .loop = 2, .call = 8, .leaves = 4, .functions = 1, .same = 8, .go = 15, .wait = 14,
     .full = 2, .issue = 16, .retry = 15, .begin = 10, .restart = 1, .ready = 12, .answer = 10},
    {.nest = 8, .loop = 4, .call = 2, .ends = 10, .leaves = 1, .functions = 2, .same = 2, .go = 10,
     .wait = 12, .full = 12, .issue = 14, .retry = 12, .begin = 10, .restart = 2, .move = 2,
     .ready = 10, .answer = 6},
    {.nest = 10, .loop = 6, .call = 6, .ends = 4, .leaves = 3, .functions = 3, .same = 3, .go = 12,
     .wait = 14, .full = 8, .issue = 16, .retry = 16, .begin = 16, .restart = 4, .move = 3,
     .ready = 14, .answer = 12},
    {.nest = 10, .loop = 5, .call = 4, .ends = 3, .leaves = 2, .functions = 2, .same = 2, .go = 12,
     .wait = 14, .full = 12, .issue = 12, .retry = 12, .begin = 4, .restart = 4, .move = 12,
     .ready = 12, .answer = 8},
    {.nest = 12, .loop = 4, .call = 3, .ends = 3, .leaves = 2, .functions = 2, .same = 1, .go = 10,
     .wait = 14, .full = 14, .issue = 16, .retry = 12, .begin = 14, .restart = 1, .move = 1,
     .ready = 3, .answer = 2, .bursts = true},
    {.nest = 10, .loop = 5, .call = 4, .ends = 3, .leaves = 2, .functions = 2, .same = 3, .go = 12,
     .wait = 14, .full = 10, .issue = 15, .retry = 14, .begin = 14, .restart = 2, .move = 2,
     .ready = 8, .answer = 4, .resets = true},
};
/* clang-format on */

/* ---- what there is ---- */

/* An instruction. `to` is where a branch goes if it is taken, a next always, a call's function. */
struct insn {
    enum simt_stack_kind kind;
    uint32_t to;
    uint32_t meet;  /* of a branch, 0: where the top does */
    unsigned taken; /* which share of the threads takes it */
};

/* Instruction i is at the address that is i with its bits turned round: so that addresses differ
 * in few bits, and these are the upper ones as well. */
struct program {
    struct insn code[MAX_CODE];
    uint32_t size;
    uint32_t turn;
    uint32_t functions;
    uint32_t entry[MAX_FUNCTIONS];
};

/* What is known of a warp beside its stack: for each lane the calls it is in, and its memory. */
struct warp {
    uint32_t program;
    uint32_t frame[MAX_LANES];
    uint32_t back[MAX_LANES][MAX_FRAMES]; /* where the call into a frame returns to */
    uint32_t memory[MAX_LEVELS][ENTRY_WORDS];
};

/* OFF: no warp was ever here. LEFT: its context has gone elsewhere, or is to; it does not run. */
enum where { OFF, RUNS, LEFT };

struct op {
    bool valid;
    uint32_t slot;
    enum simt_stack_kind kind;
    uint64_t pc, taken, target, meet;
    uint64_t threads;
    uint32_t insn;
};

struct request {
    bool valid;
    bool load;
    uint32_t slot;
    uint32_t level;
    uint32_t data[ENTRY_WORDS];
};

struct context {
    bool kept;
    uint32_t row[ROW_WORDS];
    struct warp warp;
};

static struct {
    struct simt_stack_cfg cfg;
    const struct profile *profile;
    struct simt_stack_in *in;
    bool in_reset; /* in the last cycle */
    struct program program[PROGRAMS];
    enum where where[MAX_SLOTS];
    struct op waiting[MAX_SLOTS]; /* an operation that was not ready: it comes again */
    struct op op[MAX_PORTS];      /* those of this cycle */
    uint64_t fresh;               /* ended threads in the last cycle, or got an entry back */
    uint64_t reading;
    uint32_t answer[MAX_SLOTS][ENTRY_WORDS];
    uint32_t insists; /* the slot whose row is to be read next, or NONE */
    uint64_t shown;   /* look ports whose answer an operation of this cycle comes from */
    bool slow;
    struct request request; /* that is taken at this cycle's edge */
    struct warp warp[MAX_SLOTS];
    struct context context[CONTEXTS];
} env;

/* What the block shows in this cycle. */
typedef struct simt_stack_out view;

static uint64_t draw_bits(uint32_t width) { return hd_stim_word(&hd_draws, width); }

/* Any number that a port for slots can hold. */
static uint32_t draw_index(void) { return (uint32_t)draw_bits(clog2(env.cfg.slots)); }

/* ---- programs ---- */

static struct program *making;

static uint32_t emit(enum simt_stack_kind kind, uint32_t to, unsigned taken)
{
    making->code[making->size] = (struct insn){kind, to, 0, taken};
    return making->size++;
}

static void emit_next(void) { emit(SIMT_STACK_NEXT, making->size + 1, 0); }

static bool make_block(uint32_t budget, uint32_t nested, bool inside);

/* if (...) { statements } else { statements }: up to `budget` instructions. */
static bool make_hammock(uint32_t budget, uint32_t nested, bool inside)
{
    const uint32_t branch = emit(SIMT_STACK_BRANCH, 0, 4 + draw(9));
    bool returns = false;
    if (budget >= 5 && share(9)) {
        returns = make_block((budget - 2) / 2, nested, inside);
        const uint32_t over = emit(SIMT_STACK_NEXT, 0, 0);
        making->code[branch].to = making->size;
        returns |= make_block((budget - 2) / 2, nested, inside);
        making->code[over].to = making->size;
    } else {
        returns = make_block(budget - 1, nested, inside);
        making->code[branch].to = making->size;
    }
    if (!returns) making->code[branch].meet = making->size;
    return returns;
}

/* do { statements } while (...), or while (...) { statements } */
static bool make_loop(uint32_t budget, uint32_t nested, bool inside)
{
    const uint32_t head = making->size;
    if (share(8)) {
        const bool returns = make_block(budget - 1, nested, inside);
        const uint32_t branch = emit(SIMT_STACK_BRANCH, head, 4 + draw(7));
        if (!returns) making->code[branch].meet = making->size;
        return returns;
    }
    const uint32_t branch = emit(SIMT_STACK_BRANCH, 0, 4 + draw(7));
    const bool returns = make_block(budget - 2, nested, inside);
    emit(SIMT_STACK_NEXT, head, 0);
    making->code[branch].to = making->size;
    if (!returns) making->code[branch].meet = making->size;
    return returns;
}

/* if (...) { end; }, or return: threads that return do not come to the end of the hammock. */
static void make_leave(enum simt_stack_kind kind)
{
    const uint32_t branch = emit(SIMT_STACK_BRANCH, 0, 8 + draw(7));
    emit(kind, 0, 0);
    making->code[branch].to = making->size;
    if (kind == SIMT_STACK_EXIT) making->code[branch].meet = making->size;
}

/* if (...) { if (...) return; call; } meets nowhere in the function: threads that pass the call by
 * are where it returns to, in another frame than the entry that may wait there. */
static void make_passed_call(void)
{
    const uint32_t branch = emit(SIMT_STACK_BRANCH, 0, 4 + draw(5));
    make_leave(SIMT_STACK_RETURN);
    emit(SIMT_STACK_CALL, draw(making->functions), 0);
    making->code[branch].to = making->size;
}

static bool make_simple(uint32_t budget, bool inside)
{
    const struct profile *p = env.profile;
    if (budget >= 2 && share(p->ends)) {
        make_leave(SIMT_STACK_EXIT);
        return false;
    }
    if (budget >= 2 && inside && share(p->leaves)) {
        if (budget < 4 || share(8)) make_leave(SIMT_STACK_RETURN);
        else make_passed_call();
        return true;
    }
    if (making->functions > 0 && share(p->call)) emit(SIMT_STACK_CALL, draw(making->functions), 0);
    else emit_next();
    return false;
}

/* Statements of `budget` instructions at most; true if threads may return within. */
static bool make_block(uint32_t budget, uint32_t nested, bool inside)
{
    const struct profile *p = env.profile;
    const uint32_t end = making->size + budget;
    bool returns = false;
    while (making->size < end) {
        const uint32_t left = end - making->size;
        const uint32_t part = left < 5 ? left : left - draw(left / 2);
        if (left < 4 || nested == 8 || !share(p->nest)) returns |= make_simple(left, inside);
        else if (share(p->loop)) returns |= make_loop(part, nested + 1, inside);
        else returns |= make_hammock(part, nested + 1, inside);
        if (share(1)) break;
    }
    return returns;
}

/* Address 0 means none: instruction 0 is never used. The main program ends with an exit, a function
 * with a return. */
static void make_program(struct program *prog)
{
    const uint32_t room = env.cfg.pc_width < 8 ? 1u << env.cfg.pc_width : MAX_CODE;
    const uint32_t most = (room - 1) / 2 - 1;
    making = prog;
    prog->size = 1;
    prog->functions = env.profile->functions < most ? env.profile->functions : most;
    const uint32_t parts = prog->functions + 1;
    prog->turn = draw(env.cfg.pc_width);
    for (uint32_t f = 0; f < parts; f++) {
        const bool inside = f > 0;
        if (inside) prog->entry[f - 1] = prog->size;
        make_block((room - 1) / parts - 1, 0, inside);
        emit(inside ? SIMT_STACK_RETURN : SIMT_STACK_EXIT, 0, 0);
    }
}

static uint64_t address(const struct program *prog, uint32_t i)
{
    const uint32_t width = env.cfg.pc_width;
    const uint64_t up = (uint64_t)i << prog->turn;
    const uint64_t down = prog->turn == 0 ? 0 : (uint64_t)i >> (width - prog->turn);
    return (up | down) & ones(width);
}

/* The instruction at an address; 0 if there is none. */
static uint32_t index_of(const struct program *prog, uint64_t pc)
{
    const uint32_t width = env.cfg.pc_width;
    const uint64_t up = prog->turn == 0 ? 0 : pc << (width - prog->turn);
    const uint64_t i = (pc >> prog->turn | up) & ones(width);
    return i < prog->size ? (uint32_t)i : 0;
}

/* ---- what an instruction does ---- */

static uint64_t draw_taken(uint64_t threads, unsigned taken)
{
    if (share(env.profile->same)) return share(taken) ? threads : 0;
    uint64_t some = 0;
    for (uint64_t left = threads; left != 0; left &= left - 1) {
        if (share(taken)) some |= left & -left;
    }
    return some;
}

/* A top of m threads, at level l, comes to l + 2m - 1 entries at most, if no caller waits. */
static bool may_wait(const struct op *op, const view *v)
{
    const uint32_t threads = (uint32_t)__builtin_popcountll(op->threads);
    return count_of(&env.cfg, v->row_rd_data) + 2 * threads <= env.cfg.levels;
}

/* False if the call is to be made when the row is known: whether a caller may wait. */
static bool draw_call(struct op *op, const struct program *prog, const struct insn *insn,
                      const view *v)
{
    const uint32_t lane = lowest(op->threads);
    const uint32_t frame = env.warp[op->slot].frame[lane];
    const uint64_t next = address(prog, op->insn + 1);
    if (frame + 2 >= 1u << env.cfg.frame_width || !share(env.profile->go)) {
        op->kind = SIMT_STACK_NEXT;
        op->pc = next;
        return true;
    }
    op->pc = address(prog, prog->entry[insn->to]);
    op->meet = 0;
    if (!share(env.profile->wait)) return true;
    if (env.in->row_rd_slot != op->slot) {
        env.insists = op->slot;
        return false;
    }
    if (may_wait(op, v)) op->meet = next;
    return true;
}

/* What a kind does not use is noise. */
static bool draw_op(struct op *op, uint32_t slot, uint64_t pc, uint64_t threads, const view *v)
{
    const struct warp *w = &env.warp[slot];
    const struct program *prog = &env.program[w->program];
    const uint32_t i = index_of(prog, pc);
    const struct insn *insn = &prog->code[i];
    const uint32_t width = env.cfg.pc_width;
    const uint32_t lane = threads == 0 ? 0 : lowest(threads);
    *op = (struct op){true, slot, insn->kind, 0, 0, 0, 0, threads, i};
    op->pc = draw_bits(width);
    op->taken = draw_bits(env.cfg.lanes);
    op->target = draw_bits(width);
    op->meet = draw_bits(width);
    switch (insn->kind) {
    case SIMT_STACK_BRANCH:
        op->pc = address(prog, i + 1);
        op->taken = draw_taken(threads, insn->taken);
        op->target = address(prog, insn->to);
        op->meet = address(prog, insn->meet);
        return true;
    case SIMT_STACK_CALL: return draw_call(op, prog, insn, v);
    case SIMT_STACK_RETURN: op->pc = address(prog, w->back[lane][w->frame[lane]]); return true;
    case SIMT_STACK_EXIT: return true;
    default: op->pc = address(prog, insn->to); return true;
    }
}

/* It was done. */
static void take_effect(const struct op *op)
{
    struct warp *w = &env.warp[op->slot];
    for (uint64_t left = op->threads; left != 0; left &= left - 1) {
        const uint32_t lane = lowest(left);
        if (op->kind == SIMT_STACK_CALL && w->frame[lane] + 1 < MAX_FRAMES)
            w->back[lane][++w->frame[lane]] = op->insn + 1;
        if (op->kind == SIMT_STACK_RETURN && w->frame[lane] > 0) w->frame[lane]--;
    }
    if (op->kind == SIMT_STACK_EXIT) env.fresh |= bit(op->slot);
}

/* What the block did at the last edge. */
static void see_done(const bool *op_ready)
{
    env.fresh = 0;
    if (env.in_reset) return;
    if (env.in->fill_valid) env.fresh |= bit(env.in->fill_slot);
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        struct op *op = &env.op[p];
        if (!op->valid) continue;
        const bool done = op_ready[p];
        if (done) take_effect(op);
        env.waiting[op->slot] = *op;
        env.waiting[op->slot].valid = !done;
    }
}

/* ---- schedulers ---- */

/* Noise where no operation is. */
static void put_op(uint32_t p)
{
    struct simt_stack_in *in = env.in;
    const struct op *op = &env.op[p];
    in->op_valid[p] = op->valid;
    in->op_slot[p] = op->valid ? op->slot : draw_index();
    in->op_kind[p] = op->valid ? op->kind : draw(SIMT_STACK_KINDS);
    in->op_pc[p] = op->valid ? op->pc : draw_bits(env.cfg.pc_width);
    in->op_taken[p] = op->valid ? op->taken : draw_bits(env.cfg.lanes);
    in->op_target[p] = op->valid ? op->target : draw_bits(env.cfg.pc_width);
    in->op_meet[p] = op->valid ? op->meet : draw_bits(env.cfg.pc_width);
}

/* Port p: an operation that waits, else the instruction of the slot that look port l shows. busy:
 * slots that others have in this cycle. */
static void draw_port(uint32_t p, uint32_t l, const view *v, uint64_t *busy)
{
    struct op *op = &env.op[p];
    const uint32_t slot = env.in->look_slot[l];
    op->valid = false;
    for (uint32_t k = 0, i = draw(env.cfg.slots); k < env.cfg.slots; k++, i++) {
        const uint32_t s = i % env.cfg.slots;
        if (!env.waiting[s].valid || has(*busy, s) || !share(env.profile->retry)) continue;
        *op = env.waiting[s];
        *busy |= bit(s);
        return;
    }
    if (slot >= env.cfg.slots || env.where[slot] != RUNS || !has(v->ready & ~*busy, slot)) return;
    if (env.waiting[slot].valid || !share(env.profile->issue)) return;
    op->valid = draw_op(op, slot, v->look_pc[l], v->look_mask[l], v);
    if (!op->valid) return;
    *busy |= bit(slot);
    env.shown |= bit(l);
}

static void draw_ops(const view *v, uint64_t busy)
{
    const uint32_t shift = draw(env.cfg.ports);
    env.insists = NONE;
    env.shown = 0;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        draw_port(p, (p + shift) % env.cfg.ports, v, &busy);
        put_op(p);
    }
}

/* For the next cycle. A warp that was looked at before is looked at again, mostly: so it gets on
 * with what it is in. A port whose answer an operation comes from stays: the checker compares that
 * answer before it asks whether the operation keeps the promises. */
static void draw_looks(void)
{
    struct simt_stack_in *in = env.in;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        if (!share(10) && !has(env.shown, p)) in->look_slot[p] = draw_index();
    }
    in->row_rd_slot = share(10) ? in->look_slot[draw(env.cfg.ports)] : draw_index();
    if (env.insists == NONE) return;
    uint32_t port = draw(env.cfg.ports);
    if (!has(env.shown, port)) in->look_slot[port] = env.insists;
    in->row_rd_slot = env.insists;
}

/* ---- warps come and go ---- */

/* The slot of the request. */
static uint64_t offered(const view *v) { return v->spill_valid ? bit(v->spill_slot) : 0; }

/* Nothing of the slot is under way. In the cycle after an exit or a fill it has an entry on chip:
 * it does not ask for one. */
static bool at_rest(uint32_t slot, const view *v)
{
    if (env.where[slot] == OFF) return true;
    if (env.waiting[slot].valid || has(env.reading | offered(v), slot)) return false;
    return has(v->ready | v->done | env.fresh, slot);
}

/* A slot at rest; where a warp runs only if it may be lost. */
static uint32_t draw_slot(const view *v, bool running)
{
    uint32_t slot = draw(env.cfg.slots);
    for (uint32_t k = 0; k < env.cfg.slots; k++) {
        const bool runs = env.where[slot] == RUNS && !has(v->done, slot);
        if (runs == running && at_rest(slot, v)) return slot;
        slot = slot + 1 == env.cfg.slots ? 0 : slot + 1;
    }
    return NONE;
}

static uint64_t draw_threads(void)
{
    uint64_t mask = ones(env.cfg.lanes);
    if (!share(env.profile->full)) mask = draw_bits(env.cfg.lanes);
    if (share(1)) mask &= mask >> 1 ^ draw_bits(env.cfg.lanes);
    if (mask == 0) mask = bit(draw(env.cfg.lanes));
    while (2 * (uint32_t)__builtin_popcountll(mask) > env.cfg.levels + 1) mask &= mask - 1;
    return mask;
}

static void draw_begin(const view *v, uint64_t *busy)
{
    struct simt_stack_in *in = env.in;
    const bool over = hd_rng_chance(&hd_draws, env.profile->restart, 64);
    const uint32_t slot = over || share(env.profile->begin) ? draw_slot(v, over) : NONE;
    in->begin_en = slot != NONE;
    in->begin_slot = slot != NONE ? slot : draw_index();
    in->begin_pc = draw_bits(env.cfg.pc_width);
    in->begin_mask = draw_bits(env.cfg.lanes);
    if (slot == NONE) return;
    struct warp *w = &env.warp[slot];
    w->program = draw(PROGRAMS);
    memset(w->frame, 0, sizeof w->frame);
    in->begin_pc = address(&env.program[w->program], 1);
    in->begin_mask = draw_threads();
    env.where[slot] = RUNS;
    *busy |= bit(slot);
}

/* The row that is read goes into one of the contexts kept. The copy left behind never runs. */
static void keep_context(const view *v, uint64_t busy)
{
    const uint32_t slot = env.in->row_rd_slot;
    struct context *c = &env.context[draw(CONTEXTS)];
    if (c->kept || slot >= env.cfg.slots || has(busy, slot)) return;
    if (env.where[slot] != RUNS || !at_rest(slot, v)) return;
    c->kept = true;
    memcpy(c->row, v->row_rd_data, sizeof c->row);
    c->warp = env.warp[slot];
    env.where[slot] = LEFT;
}

static void draw_row(const view *v, uint64_t *busy)
{
    struct simt_stack_in *in = env.in;
    const bool moves = share(env.profile->move);
    if (moves) keep_context(v, *busy);
    struct context *c = &env.context[draw(CONTEXTS)];
    const uint32_t slot = moves && c->kept ? draw_slot(v, share(2)) : NONE;
    in->row_wr_en = slot != NONE && !has(*busy, slot);
    in->row_wr_slot = in->row_wr_en ? slot : draw_index();
    if (!in->row_wr_en) return;
    memcpy(in->row_wr_data, c->row, sizeof c->row);
    env.warp[slot] = c->warp;
    env.where[slot] = RUNS;
    c->kept = false;
    *busy |= bit(slot);
}

/* ---- memory ---- */

/* A request that was taken at the last edge. */
static void see_request(const struct request *r)
{
    if (!r->valid || env.in_reset || r->slot >= env.cfg.slots || r->level >= env.cfg.levels) return;
    uint32_t *at = env.warp[r->slot].memory[r->level];
    if (!r->load) {
        memcpy(at, r->data, sizeof r->data);
        return;
    }
    memcpy(env.answer[r->slot], at, sizeof r->data);
    env.reading |= bit(r->slot);
}

/* It is offered until it is taken. */
static void note_request(const view *v)
{
    env.request = (struct request){
        v->spill_valid && env.in->spill_ready, v->spill_load, v->spill_slot, v->spill_level, {0}};
    memcpy(env.request.data, v->spill_data, sizeof env.request.data);
}

static void draw_memory(void)
{
    const struct profile *p = env.profile;
    struct simt_stack_in *in = env.in;
    if (p->bursts && hd_rng_chance(&hd_draws, 1, 48)) env.slow = !env.slow;
    const bool quick = p->bursts && !env.slow;
    in->spill_ready = quick ? share(14) : share(p->ready);
    in->fill_valid = env.reading != 0 && (quick ? share(12) : share(p->answer));
    in->fill_slot = draw_index();
    if (!in->fill_valid) {
        in->fill_data[draw(ENTRY_WORDS)] ^= (uint32_t)draw_bits(32);
        return;
    }
    while (!has(env.reading, in->fill_slot)) in->fill_slot = draw(env.cfg.slots);
    memcpy(in->fill_data, env.answer[in->fill_slot], sizeof in->fill_data);
    env.reading &= ~bit(in->fill_slot);
}

/* ---- the cycle ---- */

static void start_over(void)
{
    for (uint32_t s = 0; s < MAX_SLOTS; s++) {
        env.where[s] = OFF;
        env.waiting[s].valid = false;
    }
    for (uint32_t c = 0; c < CONTEXTS; c++) env.context[c].kept = false;
    env.fresh = env.reading = 0;
}

/* Comes before the fill of this cycle is drawn: a slot whose read is under way is not at rest. */
static void draw_cycle(const view *v)
{
    uint64_t busy = 0;
    draw_begin(v, &busy);
    draw_row(v, &busy);
    draw_ops(v, busy);
    draw_memory();
    draw_looks();
}

void simt_stack_stim_open(const struct simt_stack_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    for (uint32_t k = 0; k < PROGRAMS; k++) make_program(&env.program[k]);
    start_over();
}

bool simt_stack_stim(struct simt_stack_in *in, const view *v)
{
    env.in = in;
    see_done(v->op_ready);
    see_request(&env.request);
    if (env.in_reset) start_over();
    draw_cycle(v);
    note_request(v);
    env.in_reset =
        hd_stim_reset(&hd_draws) || (env.profile->resets && hd_rng_chance(&hd_draws, 1, 300));
    return !env.in_reset;
}
