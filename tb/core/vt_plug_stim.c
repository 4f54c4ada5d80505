/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of Virtual Thread's plug: a front end, pipes and memory without a program. Each warp on
 * a slot has a next instruction drawn for it; that is looked at, issues when it may, and ends some
 * time later, wherever its warp is by then. Stacks hold noise, shared memory the words put there.
 *
 * Own = 1: a front end of dynamic warps without a program. Threads run, are in memory, at a barrier
 * or have ended; in each cycle some that run, of any warps that sit, do one thing together.
 */
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "core/vt_plug_seam.h"
#include "run.h"

enum {
    PORTS = RESIDENCY_MAX_PORTS,
    WRITERS = RESIDENCY_MAX_WRITERS,
    SLOTS = RESIDENCY_MAX_SLOTS,
    LANES = RESIDENCY_MAX_LANES,
    WARPS = RESIDENCY_MAX_WARPS,
    STACK_WORDS = RESIDENCY_STACK_WORDS,
    ROW_WORDS = VT_MEM_WORDS,
    ID_WORDS = RESIDENCY_ID_BITS / 32,
    ROWS = 65536,
    ANSWERS = 8,
    UNDER_WAY = 1024,
    BARRIER_EVENT = 1,
    PHASE_EVENT = 2,
    END_EVENT = 3,
};

/* Shares are in 1/16. */
static const struct profile {
    unsigned look, issue, event;    /* a port does */
    unsigned access, write, store;  /* an instruction is one; has a register, is looked at late */
    unsigned barrier, phase, fence; /* else one of these, or waits for all accesses */
    unsigned memory, result,
        context; /* an access ends, a pipe's result comes, a row has its turn */
    unsigned stands, few, block, length;
} profiles[] = {
    /* uniform: of everything */
    {14, 13, 12, 7, 9, 4, 2, 1, 1, 5, 10, 12, 12, 9, 14, 12},
    /* stores: the register is rarely there, fences wait for all */
    {15, 14, 14, 12, 2, 9, 1, 1, 6, 6, 12, 14, 14, 10, 14, 10},
    /* barriers: and stacks that do not stand */
    {14, 14, 15, 4, 9, 2, 10, 2, 1, 4, 12, 13, 5, 5, 14, 12},
    /* slow: memory, so that blocks come and go; pipes, so that warps leave before their results */
    {15, 15, 14, 11, 10, 6, 1, 1, 2, 1, 2, 15, 14, 12, 15, 8},
    /* ends: short blocks */
    {15, 15, 13, 6, 9, 4, 2, 1, 2, 9, 13, 13, 13, 13, 15, 2},
};
const char *const hd_profiles[] = {"uniform", "stores", "barriers", "slow", "ends", NULL};

enum what { NOTHING, RESULT, ACCESS, BARRIER, PHASE, EXIT };
enum head { NONE, LOOKS, FAILED, PASSED, ISSUED };

/* Own = 1: where a thread is. */
enum place { GONE, RUNS, AT_MEMORY, AT_BARRIER };

struct instruction {
    enum what what;
    bool use, fence;
    uint32_t reg;
};

/* One that has issued, until it ends. */
struct under_way {
    bool used;
    bool access;
    uint32_t writer, slot, warp, reg;
    bool use;
};

/* Own = 1: threads in memory together, a warp a lane. */
struct access {
    uint64_t mask;
    uint32_t warp[LANES];
};

static struct {
    struct residency_cfg cfg;
    const struct profile *profile;
    struct vt_plug_view_in *in;
    bool first, in_reset, begun;
    uint32_t warps; /* of a block */
    uint32_t left;  /* blocks of the grid to come */
    /* slots */
    bool sits[SLOTS];
    enum head head[SLOTS];
    struct instruction next[SLOTS];
    uint32_t warp[SLOTS];
    /* warps */
    uint32_t to_come[WARPS]; /* instructions */
    uint64_t busy[WARPS];
    uint32_t accesses[WARPS];
    struct under_way one[UNDER_WAY];
    uint32_t stack[SLOTS][STACK_WORDS];
    uint32_t (*memory)[ROW_WORDS];
    uint32_t answer[ANSWERS][ROW_WORDS];
    uint32_t answers;
    /* Own = 1 */
    enum place place[WARPS][LANES];
    bool told[WARPS]; /* the residency: all are at the barrier, or have ended */
    struct access access[UNDER_WAY];
    uint32_t under_way;
    uint32_t ends; /* which one is at its end */
} env;

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void noise(uint32_t *to, uint32_t bits)
{
    for (uint32_t i = 0; 32 * i < bits; i++) {
        to[i] = (uint32_t)hd_stim_word(&hd_draws, 32);
        if (bits - 32 * i < 32) to[i] &= (1u << (bits - 32 * i)) - 1;
    }
}

static void start_over(void)
{
    memset(env.in, 0, sizeof *env.in);
    memset(env.sits, 0, sizeof env.sits);
    memset(env.one, 0, sizeof env.one);
    memset(env.busy, 0, sizeof env.busy);
    memset(env.accesses, 0, sizeof env.accesses);
    env.begun = false;
    env.left = 0;
    env.answers = 0;
    env.under_way = 0;
}

void vt_plug_stim_open(const struct vt_plug_cfg *cfg)
{
    env.cfg = vt_plug_sizes(cfg);
    env.first = true;
    env.profile = &profiles[hd_stim_profile()];
    env.memory = calloc(ROWS, sizeof env.memory[0]);
    if (env.memory == NULL) exit(2);
}

/* ---- what the plug did ---- */

static void see_seats(const struct residency_out *out)
{
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        if (has(out->leave, s)) env.sits[s] = false;
        const bool seated = s >= out->begin_slot && s - out->begin_slot < out->begin_count;
        if (!seated || !(out->begin_en || out->resume_en)) continue;
        env.sits[s] = true;
        env.head[s] = NONE;
        /* whose it is the plug says from the next cycle on */
        env.warp[s] = out->begin_en ? WARPS : WARPS + 1;
    }
}

static void see_memory(const struct vt_plug_view_out *view)
{
    const struct residency_out *out = &view->model;
    const size_t bytes = 4 * ((env.cfg.row_bits + 31) / 32);
    if (out->stack_wr_en && out->stack_wr_slot < SLOTS)
        memcpy(env.stack[out->stack_wr_slot], view->stack_wr_data,
               4 * ((env.cfg.stack_bits + 31) / 32));
    if (!out->ctx_valid || !env.in->model.ctx_ready) return;
    if (out->ctx_we) memcpy(env.memory[out->ctx_row % ROWS], view->ctx_wdata, bytes);
    else if (env.answers < ANSWERS)
        memcpy(env.answer[env.answers++], env.memory[out->ctx_row % ROWS], bytes);
}

/* ---- instructions ---- */

static void draw_next(uint32_t s)
{
    const struct profile *p = env.profile;
    struct instruction *n = &env.next[s];
    const uint32_t warp = env.warp[s];
    *n = (struct instruction){.reg = draw(63)};
    if (env.to_come[warp] == 0) n->what = EXIT;
    else if (share(p->barrier)) n->what = BARRIER;
    else if (share(p->phase)) n->what = PHASE;
    else if (share(p->access)) n->what = ACCESS;
    else n->what = RESULT;
    n->use = n->what == RESULT || (n->what == ACCESS && share(p->write));
    n->fence = n->what == EXIT || share(p->fence);
    env.head[s] = LOOKS;
}

static struct under_way *place(void)
{
    for (uint32_t i = 0; i < UNDER_WAY; i++)
        if (!env.one[i].used) return &env.one[i];
    return NULL;
}

static void issue(uint32_t p, uint32_t s)
{
    struct residency_in *in = &env.in->model;
    const struct instruction *n = &env.next[s];
    const uint32_t warp = env.warp[s];
    const bool access = n->what == ACCESS;
    in->set_en[p] = true;
    in->set_slot[p] = s;
    in->set_use[p] = n->use;
    in->set_reg[p] = n->reg;
    in->set_access[p] = access;
    env.head[s] = ISSUED;
    if (env.to_come[warp] > 0) env.to_come[warp]--;
    if (n->what != ACCESS && n->what != RESULT) return;
    *place() = (struct under_way){true, access, access ? 0 : 1 + p, s, warp, n->reg, n->use};
    if (n->use) env.busy[warp] |= bit(n->reg);
    if (access) env.accesses[warp]++;
    env.head[s] = NONE;
}

/* One of the port's slots with a head of this kind, or `slots`. */
static uint32_t one_with(uint32_t p, enum head head, uint64_t among)
{
    uint32_t found = env.cfg.slots, n = 0;
    for (uint32_t s = p; s < env.cfg.slots; s += env.cfg.ports)
        if (env.sits[s] && env.head[s] == head && has(among, s) && draw(++n) == 0) found = s;
    return found;
}

static void draw_issue(uint32_t p, uint64_t ready)
{
    const uint32_t s = one_with(p, PASSED, ready);
    env.in->model.set_en[p] = false;
    if (s == env.cfg.slots || !share(env.profile->issue) || place() == NULL) return;
    if (env.next[s].what == ACCESS && env.accesses[env.warp[s]] >= env.cfg.accesses) return;
    issue(p, s);
}

/* Stops come out of the pipe: an exit when the writes before it are in. */
static void draw_event(uint32_t p, uint64_t ready)
{
    struct residency_in *in = &env.in->model;
    const uint32_t s = one_with(p, ISSUED, ready);
    in->ev_valid[p] = false;
    if (s == env.cfg.slots || !share(env.profile->event)) return;
    if (env.next[s].what == EXIT && env.busy[env.warp[s]] != 0) return;
    in->ev_valid[p] = true;
    in->ev_slot[p] = s;
    in->ev_kind[p] = env.next[s].what == EXIT      ? END_EVENT
                     : env.next[s].what == BARRIER ? BARRIER_EVENT
                                                   : PHASE_EVENT;
    env.head[s] = NONE;
}

static void draw_look(uint32_t p)
{
    struct residency_in *in = &env.in->model;
    const uint32_t s = one_with(p, LOOKS, UINT64_MAX);
    in->look_en[p] = s != env.cfg.slots && share(env.profile->look);
    if (!in->look_en[p]) return;
    const struct instruction *n = &env.next[s];
    const uint32_t warp = env.warp[s];
    const bool waits = (n->use && has(env.busy[warp], n->reg)) ||
                       (n->what != RESULT && has(env.busy[warp], n->reg));
    in->look_slot[p] = s;
    in->look_pass[p] = !waits && !(n->fence && env.accesses[warp] > 0);
    in->look_memory[p] = !in->look_pass[p] && env.accesses[warp] > 0;
    env.head[s] = in->look_pass[p] ? PASSED : FAILED;
}

/* Writer w: one of its instructions, wherever its warp is now. */
static void draw_write(uint32_t w)
{
    struct residency_in *in = &env.in->model;
    uint32_t n = 0;
    struct under_way *u = NULL;
    in->wb_en[w] = false;
    for (uint32_t i = 0; i < UNDER_WAY; i++)
        if (env.one[i].used && env.one[i].writer == w && draw(++n) == 0) u = &env.one[i];
    if (u == NULL || !share(w == 0 ? env.profile->memory : env.profile->result)) return;
    in->wb_en[w] = true;
    in->wb_slot[w] = u->slot;
    in->wb_warp[w] = u->warp;
    in->wb_use[w] = u->use;
    in->wb_reg[w] = u->reg;
    if (u->use) env.busy[u->warp] &= ~bit(u->reg);
    if (u->access) env.accesses[u->warp]--;
    u->used = false;
    if (env.sits[u->slot] && env.head[u->slot] == FAILED) env.head[u->slot] = LOOKS;
}

/* ---- dynamic warps ---- */

static bool thread_is(uint32_t warp, enum place place)
{
    for (uint32_t l = 0; l < env.cfg.lanes; l++)
        if (env.place[warp][l] == place) return true;
    return false;
}

static void put_at(uint64_t mask, const uint32_t *warp, enum place place)
{
    for (uint32_t l = 0; l < env.cfg.lanes; l++)
        if (has(mask, l)) env.place[warp[l]][l] = place;
}

/* Wherever the warps are by now: a warp that has left goes on when it comes back. */
static void see_end(void)
{
    const struct access *a = &env.access[env.ends];
    put_at(a->mask, a->warp, RUNS);
    env.access[env.ends] = env.access[--env.under_way];
    env.in->model.end_valid = false;
}

static void begin_threads(uint32_t warp)
{
    const uint32_t one = draw(env.cfg.lanes);
    env.told[warp] = false;
    env.to_come[warp] = draw(2 + 3 * env.profile->length);
    for (uint32_t l = 0; l < env.cfg.lanes; l++)
        env.place[warp][l] = l == one || share(12) ? RUNS : GONE;
}

/* Warps that sit from this cycle on; slots without a running thread; anything for empty slots. */
static void draw_seats(const uint32_t *slot_warp)
{
    struct residency_in *in = &env.in->model;
    in->stalls = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        if (env.sits[s] && env.warp[s] == WARPS) begin_threads(slot_warp[s]);
        env.warp[s] = slot_warp[s];
        const bool stalls = env.sits[s]
                                ? !thread_is(env.warp[s], RUNS) && thread_is(env.warp[s], AT_MEMORY)
                                : share(4);
        if (stalls) in->stalls |= bit(s);
    }
}

/* Whose block goes on: those at the barrier run. */
static void draw_release(uint64_t ready)
{
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        const uint32_t warp = env.warp[s];
        if (!env.sits[s] || !has(ready, s) || !env.told[warp] || !share(10)) continue;
        env.told[warp] = false;
        for (uint32_t l = 0; l < env.cfg.lanes; l++)
            if (env.place[warp][l] == AT_BARRIER) env.place[warp][l] = RUNS;
    }
}

/* All that live are at the barrier, or none lives: of one such slot that is told. */
static void draw_arrival(uint64_t ready)
{
    struct residency_in *in = &env.in->model;
    uint32_t n = 0;
    in->ev_valid[0] = share(1);
    in->ev_slot[0] = draw(env.cfg.slots);
    in->ev_kind[0] = PHASE_EVENT;
    if (!share(env.profile->event)) return;
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        const uint32_t warp = env.warp[s];
        if (!env.sits[s] || !has(ready, s) || env.told[warp] || thread_is(warp, RUNS) ||
            thread_is(warp, AT_MEMORY) || draw(++n) != 0)
            continue;
        in->ev_valid[0] = true;
        in->ev_slot[0] = s;
        in->ev_kind[0] = thread_is(warp, AT_BARRIER) ? BARRIER_EVENT : END_EVENT;
    }
    if (n > 0) env.told[env.warp[in->ev_slot[0]]] = true;
}

/* An access comes to its end, and stays there; now and then another one goes before it. */
static void draw_end(void)
{
    struct vt_plug_view_in *d = env.in;
    d->model.end_en = share(14);
    if (d->model.end_valid && !share(2)) return;
    d->model.end_valid = env.under_way > 0 && share(env.profile->memory);
    d->model.end_mask = hd_stim_word(&hd_draws, env.cfg.lanes);
    for (uint32_t l = 0; l < env.cfg.lanes; l++) d->end_warp[l] = draw(env.cfg.warps);
    if (!d->model.end_valid) return;
    env.ends = draw(env.under_way);
    d->model.end_mask = env.access[env.ends].mask;
    for (uint32_t l = 0; l < env.cfg.lanes; l++)
        if (has(d->model.end_mask, l)) d->end_warp[l] = env.access[env.ends].warp[l];
}

/* Some lanes, and a warp of each whose thread runs there; if all have ended that can, those. */
static uint64_t draw_group(uint64_t ready, uint32_t *warp)
{
    uint64_t group = 0, over = 0;
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        uint32_t n = 0;
        for (uint32_t s = 0; s < env.cfg.slots; s++)
            if (env.sits[s] && has(ready, s) && env.place[env.warp[s]][l] == RUNS && draw(++n) == 0)
                warp[l] = env.warp[s];
        if (n == 0 || !share(11)) continue;
        group |= bit(l);
        if (env.to_come[warp[l]] == 0) over |= bit(l);
    }
    if (over != 0) put_at(over, warp, GONE);
    return over != 0 ? 0 : group;
}

static void go_to_memory(uint64_t mask, const uint32_t *warp)
{
    struct access *a = &env.access[env.under_way++];
    env.in->model.acc_en = true;
    env.in->model.acc_mask = a->mask = mask;
    memcpy(env.in->acc_warp, warp, sizeof env.in->acc_warp);
    memcpy(a->warp, warp, sizeof a->warp);
    put_at(mask, warp, AT_MEMORY);
}

/* Threads that run do something, together. */
static void draw_threads(uint64_t ready)
{
    struct residency_in *in = &env.in->model;
    uint32_t warp[LANES] = {0};
    in->acc_mask = hd_stim_word(&hd_draws, env.cfg.lanes);
    for (uint32_t l = 0; l < env.cfg.lanes; l++) env.in->acc_warp[l] = draw(env.cfg.warps);
    const uint64_t mask = share(env.profile->issue) ? draw_group(ready, warp) : 0;
    if (mask == 0) return;
    for (uint32_t l = 0; l < env.cfg.lanes; l++)
        if (has(mask, l) && env.to_come[warp[l]] > 0) env.to_come[warp[l]]--;
    if (share(env.profile->access) && env.under_way < UNDER_WAY) go_to_memory(mask, warp);
    else if (share(env.profile->barrier)) put_at(mask, warp, AT_BARRIER);
}

/* What static warps alone have does nothing. */
static void draw_unheard(void)
{
    struct residency_in *in = &env.in->model;
    in->look_en[0] = share(8);
    in->look_pass[0] = share(8);
    in->look_memory[0] = share(8);
    in->look_slot[0] = draw(env.cfg.slots);
    in->set_en[0] = share(8);
    in->set_use[0] = share(8);
    in->set_access[0] = share(8);
    in->set_slot[0] = draw(env.cfg.slots);
    in->set_reg[0] = draw(64);
    in->stands = hd_stim_word(&hd_draws, env.cfg.slots);
    for (uint32_t w = 0; w < 2; w++) {
        in->wb_en[w] = share(8);
        in->wb_use[w] = share(8);
        in->wb_slot[w] = draw(env.cfg.slots);
        in->wb_warp[w] = draw(env.cfg.warps);
        in->wb_reg[w] = draw(64);
    }
}

static void draw_dynamic(uint64_t ready, const uint32_t *slot_warp)
{
    draw_unheard();
    draw_seats(slot_warp);
    draw_release(ready);
    draw_arrival(ready);
    draw_end();
    draw_threads(ready);
}

/* ---- kernels, contexts ---- */

static void draw_kernel(bool idle)
{
    struct residency_in *in = &env.in->model;
    const struct residency_cfg *c = &env.cfg;
    in->kernel_en = idle && env.left == 0 && share(8);
    if (!in->kernel_en) return;
    const uint32_t most = share(env.profile->few) ? lesser(c->max_warps, 3) : c->max_warps;
    in->kernel_warps = share(1) ? c->max_warps : 1 + draw(most);
    in->kernel_rows = vt_plug_rows(c, in->kernel_warps);
    const uint32_t frames = lesser(c->frames, c->slots / in->kernel_warps);
    uint32_t ctas = lesser(c->ctas, c->warps / in->kernel_warps);
    ctas = lesser(ctas, c->rows / in->kernel_rows);
    in->kernel_frames = share(6) ? 1 + draw(frames) : frames;
    in->kernel_ctas = share(12) ? ctas : 1 + draw(ctas);
    env.begun = true;
    env.left = 1 + draw(60);
}

static void draw_contexts(bool stack_rd)
{
    struct vt_plug_view_in *d = env.in;
    if (stack_rd) noise(d->stack_rd_data, env.cfg.stack_bits);
    d->model.ctx_ready = share(env.profile->context);
    d->model.ctx_rsp_valid = env.answers > 0 && share(14);
    if (!d->model.ctx_rsp_valid) return;
    memcpy(d->ctx_rsp_data, env.answer[0], sizeof d->ctx_rsp_data);
    memmove(env.answer[0], env.answer[1], --env.answers * sizeof env.answer[0]);
}

static void draw_questions(void)
{
    struct vt_plug_view_in *d = env.in;
    for (uint32_t p = 0; p < env.cfg.ports; p++) d->query_slot[p] = draw(env.cfg.slots);
    d->sits_slot = d->model.wb_en[0] ? d->model.wb_slot[0] : draw(env.cfg.slots);
    d->sits_warp = d->model.wb_en[0] ? d->model.wb_warp[0] : draw(env.cfg.warps);
}

/* ---- the cycle ---- */

/* Warps that sit from this cycle on, and the next instruction of each slot. */
static void draw_heads(uint64_t ready, const uint32_t *slot_warp)
{
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        if (!env.sits[s]) continue;
        if (env.warp[s] == WARPS) env.to_come[slot_warp[s]] = draw(2 + 3 * env.profile->length);
        env.warp[s] = slot_warp[s];
        if (has(ready, s) && env.head[s] == NONE && share(12)) draw_next(s);
    }
}

static void draw_static(uint64_t ready, const uint32_t *slot_warp)
{
    struct residency_in *in = &env.in->model;
    in->stands = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++)
        if (share(env.profile->stands)) in->stands |= bit(s);
    draw_heads(ready, slot_warp);
    /* before others issue: what ends has issued in an earlier cycle */
    for (uint32_t w = 0; w <= env.cfg.ports; w++) draw_write(w);
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        draw_event(p, ready);
        draw_issue(p, ready);
        draw_look(p);
    }
}

static void draw_cycle(bool idle, uint64_t ready, const uint32_t *slot_warp)
{
    struct residency_in *in = &env.in->model;
    draw_kernel(idle);
    in->acc_en = false;
    if (!env.begun || in->kernel_en) return;
    if (env.cfg.own == 1) draw_dynamic(ready, slot_warp);
    else draw_static(ready, slot_warp);
    if (!in->block_valid && env.left > 0 && share(env.profile->block)) {
        in->block_valid = true;
        noise(in->block_id, RESIDENCY_ID_BITS);
    }
}

static void look_back(const struct vt_plug_view_out *out)
{
    struct residency_in *in = &env.in->model;
    see_seats(&out->model);
    if (in->block_valid && out->model.block_ready) {
        in->block_valid = false;
        env.left--;
    }
    see_memory(out);
    if (in->end_valid && in->end_en && !out->lanes.held) see_end();
}

bool vt_plug_stim(struct vt_plug_view_in *in, const struct vt_plug_view_out *out)
{
    env.in = in;
    if (!env.first && !env.in_reset) look_back(out);
    env.first = false;
    if (env.in_reset) start_over();
    draw_cycle(out->model.idle && !env.in_reset, out->model.ready, out->slot_warp);
    draw_contexts(out->model.stack_rd_en);
    draw_questions();
    env.in_reset = hd_stim_reset(&hd_draws);
    return !env.in_reset;
}
