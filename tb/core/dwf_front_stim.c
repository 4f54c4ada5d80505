/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the DWF front end. It plays the neighbours and keeps their promises: a code memory
 * with a random structured program, as the analyser would have found it; a pipe that tells what an
 * instruction did, in order, any time later; accesses that end in any order; a residency under
 * which warps begin and wait at barriers.
 *
 * The unit knows where a thread is; kept here is where a thread's calls return to. All threads run
 * one program, so that threads of different warps meet; when no thread is left there is another
 * program.
 */
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "common/flow_code.h"
#include "common/lane_slots.h"
#include "common/unpack.h"
#include "core/decode.h"
#include "core/dwf_front_seam.h"
#include "run.h"

enum {
    MAX_SLOTS = FRONT_MAX_SLOTS,
    MAX_LANES = FRONT_MAX_LANES,
    MAX_FLIGHTS = MAX_SLOTS * MAX_LANES, /* each has a thread at least */
    MAX_FRAMES = 16,
    PROGRAMS = 4,
    NONE = MAX_SLOTS,
    NO_FLIGHT = -1
};

/* ---- profiles: shares are in 1/16 ---- */

struct profile {
    struct flow_knobs code;
    /* threads */
    unsigned same;   /* all threads of a warp go one way at a branch */
    unsigned go;     /* a call is made, else passed by */
    unsigned full;   /* a warp begins with all its threads */
    unsigned begin;  /* a warp begins where none is */
    unsigned resume; /* a warp goes on behind its barrier */
    unsigned renew;  /* in 1/256: no warp begins until none is left: another program */
    /* how fast the neighbours are */
    unsigned fetch;   /* a fetch is accepted */
    unsigned answer;  /* a word comes back */
    unsigned ready;   /* the pipe takes an instruction */
    unsigned latency; /* most cycles until an instruction has done what it does */
    unsigned end;     /* an access ends */
    unsigned leave;   /* Leaves: a row leaves that may */
    bool resets;
};

const char *const hd_profiles[] = {"uniform",  "straight", "branchy", "calls",     "accesses",
                                   "barriers", "endings",  "lone",    "slow_code", "slow_pipe",
                                   "storm",    "resets",   NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.code = {.nest = 6, .loop = 6, .call = 2, .jump = 1, .ends = 1, .leaves = 2, .barrier = 2,
              .phase = 1, .access = 5, .atomic = 3, .status = 2, .fence = 2, .floats = 4, .few = 8,
              .functions = 2},
     .same = 5, .go = 12, .full = 10, .begin = 8, .resume = 4, .renew = 1, .fetch = 14,
     .answer = 12, .ready = 13, .latency = 12, .end = 6, .leave = 4},
    {.code = {.nest = 2, .loop = 4, .jump = 1, .barrier = 1, .access = 3, .status = 1,
              .floats = 4, .few = 3, .functions = 0},
     .same = 15, .full = 14, .begin = 15, .resume = 8, .fetch = 16, .answer = 16, .ready = 16,
     .latency = 4, .end = 12, .leave = 1},
    {.code = {.nest = 14, .loop = 4, .call = 1, .jump = 1, .leaves = 1, .access = 2, .status = 1,
              .floats = 2, .few = 4, .functions = 1},
     .same = 1, .go = 8, .full = 15, .begin = 14, .resume = 8, .fetch = 16, .answer = 15,
     .ready = 16, .latency = 6, .end = 10, .leave = 14},
    {.code = {.nest = 4, .loop = 4, .call = 10, .leaves = 4, .access = 3, .few = 4,
              .functions = 4, .size = 60},
     .same = 6, .go = 13, .full = 12, .begin = 14, .resume = 8, .fetch = 16, .answer = 16,
     .ready = 16, .latency = 5, .end = 10, .leave = 8},
    {.code = {.nest = 4, .loop = 6, .jump = 1, .ends = 1, .access = 13, .atomic = 8, .status = 2,
              .fence = 4, .few = 2, .functions = 0},
     .same = 8, .full = 12, .begin = 14, .resume = 8, .fetch = 16, .answer = 16, .ready = 16,
     .latency = 3, .end = 12, .leave = 12},
    {.code = {.nest = 4, .loop = 1, .ends = 1, .barrier = 8, .phase = 4, .access = 9, .few = 4,
              .functions = 0, .size = 40},
     .same = 6, .full = 12, .begin = 14, .resume = 6, .fetch = 16, .answer = 16, .ready = 16,
     .latency = 4, .end = 10, .leave = 10},
    {.code = {.nest = 6, .loop = 1, .ends = 8, .barrier = 4, .phase = 2, .access = 4, .few = 4,
              .functions = 0, .size = 14},
     .same = 4, .full = 4, .begin = 16, .resume = 12, .renew = 4, .fetch = 16, .answer = 16,
     .ready = 16, .latency = 3, .end = 12, .leave = 8},
    {.code = {.nest = 4, .loop = 1, .call = 2, .ends = 2, .leaves = 2, .barrier = 8, .phase = 2,
              .access = 5, .few = 4, .functions = 1, .size = 50},
     .same = 12, .go = 12, .full = 8, .begin = 1, .resume = 3, .renew = 4, .fetch = 16,
     .answer = 16, .ready = 16, .latency = 6, .end = 8, .leave = 8},
    {.code = {.nest = 5, .loop = 6, .jump = 4, .barrier = 1, .access = 3, .few = 2,
              .functions = 0},
     .same = 6, .full = 12, .begin = 12, .resume = 8, .fetch = 4, .answer = 3, .ready = 16,
     .latency = 3, .end = 14, .leave = 6},
    {.code = {.nest = 5, .loop = 6, .call = 2, .jump = 1, .leaves = 2, .barrier = 2, .access = 4,
              .status = 3, .few = 4, .functions = 1},
     .same = 6, .go = 12, .full = 12, .begin = 12, .resume = 8, .fetch = 16, .answer = 16,
     .ready = 4, .latency = 60, .end = 2, .leave = 4},
    {.code = {.nest = 9, .loop = 5, .call = 5, .jump = 1, .ends = 2, .leaves = 4, .barrier = 3,
              .phase = 2, .access = 6, .atomic = 4, .status = 2, .fence = 2, .floats = 2, .few = 8,
              .functions = 3, .size = 90},
     .same = 2, .go = 14, .full = 10, .begin = 16, .resume = 12, .renew = 1, .fetch = 16,
     .answer = 16, .ready = 16, .latency = 2, .end = 14, .leave = 14},
    {.code = {.nest = 8, .loop = 5, .call = 3, .jump = 1, .ends = 2, .leaves = 2, .barrier = 2,
              .phase = 1, .access = 5, .atomic = 3, .status = 2, .fence = 2, .floats = 3, .few = 8,
              .functions = 2},
     .same = 4, .go = 12, .full = 10, .begin = 14, .resume = 8, .fetch = 14, .answer = 12,
     .ready = 13, .latency = 8, .end = 6, .leave = 8, .resets = true},
};
/* clang-format on */

/* ---- what there is ---- */

struct thread {
    uint32_t frame;
    uint32_t back[MAX_FRAMES]; /* where the call into a frame returns to */
};

/* OFF: no warp is here. OFFERED: one is to begin. */
enum where { OFF, OFFERED, RUNS, WAITS };

/*
 * With Leaves, in 1/16: accesses take longer, so that slots stall; a row comes back; the blocks of
 * the warps that are back sit; a warp leaves, or comes back, of which all threads have ended; then
 * in so many cycles at most one such warp leaves in each.
 */
enum { SOON = 2, RETURN = 10, SIT = 4, EMPTY = 2, BURST = 48 };

/* One return in so many goes to address 0, where threads end. */
enum { LOST = 32 };

/* Where a thread is, as far as it decides whether its warp may leave. */
enum place { GONE, ABOUT, AT_MEMORY, AT_BARRIER };

enum { NAMES = 2 * FRONT_MAX_SLOTS };

/* A warp that has left its slot. */
struct left {
    uint32_t warp;
    bool waits;
    uint32_t row[FRONT_MAX_LANES];
};

/* A group of threads in memory: each has one at least. */
struct group {
    uint32_t address;
    bool asked;
    uint32_t data[DWF_FRONT_GROUP_WORDS];
};

/* An instruction on its way: it will tell what it did, or its access ends. */
struct flight {
    int32_t next;
    uint64_t due;            /* not before this cycle */
    uint8_t slot[MAX_LANES]; /* of each place: the slot, or the part */
    uint8_t warp[MAX_LANES]; /* the warp that sits there as it issues, */
    uint8_t lane[MAX_LANES]; /* and the thread's lane in it */
    bool memory;
    uint32_t pc, meet, flow;
    bool meets;
    uint64_t mask;
    bool shown; /* it is on offer, and stays so */
    uint64_t taken;
    uint32_t addr[MAX_LANES];
};

static struct {
    uint32_t slots, lanes, lane_slots;
    const struct profile *profile;
    struct dwf_front_view_in *in;
    bool in_reset; /* in the last cycle */
    struct flow_code programs[PROGRAMS];
    const struct flow_code *code;
    bool renewing;
    enum where where[MAX_SLOTS];
    struct thread thread[NAMES][MAX_LANES]; /* of warps */
    uint32_t warp_of[MAX_SLOTS];
    bool leaves;
    enum place place[NAMES][MAX_LANES];
    struct left left[MAX_SLOTS]; /* no more than there are slots */
    uint32_t lefts;
    uint64_t comes;  /* the slot to which one comes back in this cycle */
    uint64_t stands; /* slots to which one came back whose block does not sit yet */
    uint32_t burst;  /* cycles in which warps without a living thread leave */
    bool fetching;
    uint32_t insn; /* that is fetched */
    struct flight flight[MAX_FLIGHTS];
    int32_t unused;
    int32_t first, last;         /* of those that will tell, in order */
    int32_t access[MAX_FLIGHTS]; /* those under way */
    uint32_t accesses;
    uint32_t ends; /* which of them ends, while end_valid */
    struct group group[MAX_FLIGHTS];
    uint32_t groups;
    uint32_t back;  /* which of them is offered, while grp_rsp_valid */
    unsigned store; /* a write, and a read, is taken; a group comes back: in 1/16 */
    unsigned load;
    bool placed; /* the queue has its place */
} env;

static uint64_t draw_bits(uint32_t width) { return hd_stim_word(&hd_draws, width); }
static uint32_t any(void) { return (uint32_t)draw_bits(32); }
static uint32_t draw_index(void) { return (uint32_t)draw_bits(hd_bits_for(env.slots - 1)); }

static uint32_t draw_part(void)
{
    return (uint32_t)draw_bits(hd_bits_for(env.slots - 1) + clog2(env.lane_slots));
}

/* ---- flights ---- */

static int32_t take_unused(void)
{
    const int32_t f = env.unused;
    if (f != NO_FLIGHT) env.unused = env.flight[f].next;
    return f;
}

static void give_back(int32_t f)
{
    env.flight[f].next = env.unused;
    env.unused = f;
}

static void start_over(void)
{
    env.unused = env.first = NO_FLIGHT;
    for (int32_t f = 0; f < MAX_FLIGHTS; f++) give_back(f);
    for (uint32_t s = 0; s < MAX_SLOTS; s++) env.where[s] = OFF;
    for (uint32_t r = 0; r < FRONT_REGISTERS; r++) env.in->rows[r] = (uint8_t)(r ^ draw(64));
    env.code = &env.programs[draw(PROGRAMS)];
    env.accesses = 0;
    env.in->model.begin_en = env.in->model.end_valid = false;
    env.fetching = env.renewing = false;
    env.in->model.acc_en = env.in->model.row_rd_en = env.in->model.row_wr_en = false;
    env.lefts = 0;
    env.comes = env.stands = 0;
    env.burst = 0;
    memset(env.place, GONE, sizeof env.place);
    for (uint32_t s = 0; s < MAX_SLOTS; s++) env.warp_of[s] = s;
    env.in->model.grp_rsp_valid = false;
    env.groups = 0;
    env.store = 1 + draw(16);
    env.load = 1 + draw(16);
    env.placed = false;
}

/* ---- what the unit did in the last cycle ---- */

static void see_issue(const struct front_instruction *i)
{
    const int32_t n = take_unused();
    if (n == NO_FLIGHT) return;
    struct flight *f = &env.flight[n];
    f->next = NO_FLIGHT;
    f->due = hd_run.cycle - 1 + draw(env.profile->latency);
    memcpy(f->slot, i->slot, sizeof f->slot);
    for (uint32_t l = 0; l < env.lanes; l++) {
        const uint32_t slot = part_warp(env.lane_slots, f->slot[l]) % MAX_SLOTS;
        f->warp[l] = (uint8_t)env.warp_of[slot];
        f->lane[l] = (uint8_t)part_lane(env.lanes, env.lane_slots, f->slot[l], l);
    }
    f->memory = i->unit == DECODE_MEMORY;
    f->pc = i->pc;
    f->meet = i->meet;
    f->meets = i->meets;
    f->flow = i->flow;
    f->mask = i->mask;
    f->shown = false;
    if (f->memory && !env.leaves) {
        env.access[env.accesses++] = n;
        return;
    }
    if (env.first == NO_FLIGHT) env.first = n;
    else env.flight[env.last].next = n;
    env.last = n;
}

/* The thread at a place; a unit with a bug may name one that there is not. */
static struct thread *thread_of(const struct flight *f, uint32_t place)
{
    return &env.thread[f->warp[place]][f->lane[place]];
}

static void put_at(const struct flight *f, enum place place)
{
    for (uint64_t left = f->mask; left != 0; left &= left - 1) {
        const uint32_t l = lowest(left);
        env.place[f->warp[l]][f->lane[l]] = place;
    }
}

static void see_resolve(void)
{
    if (env.first == NO_FLIGHT) return;
    const int32_t n = env.first;
    const struct flight *f = &env.flight[n];
    for (uint64_t left = f->mask; left != 0; left &= left - 1) {
        struct thread *t = thread_of(f, lowest(left));
        if (f->flow == DECODE_CALL && t->frame + 1 < MAX_FRAMES) t->back[++t->frame] = f->pc + 4;
        if (f->flow == DECODE_RETURN && t->frame > 0) t->frame--;
    }
    if (f->flow == DECODE_EXIT) put_at(f, GONE);
    if (f->flow == DECODE_BARRIER) put_at(f, AT_BARRIER);
    env.first = f->next;
    give_back(n);
}

static void end_access(void)
{
    put_at(&env.flight[env.access[env.ends]], ABOUT);
    give_back(env.access[env.ends]);
    env.access[env.ends] = env.access[--env.accesses];
    env.in->model.end_valid = false;
}

static void see_leave(const uint32_t *row)
{
    const uint32_t slot = env.in->model.row_rd_slot;
    if (env.where[slot] == OFF) return;
    struct left *l = &env.left[env.lefts++];
    l->warp = env.warp_of[slot];
    l->waits = env.where[slot] == WAITS;
    memcpy(l->row, row, sizeof l->row);
    env.where[slot] = OFF;
}

/* ---- groups in memory ---- */

static void see_group_out(uint32_t address, const uint32_t *group)
{
    if (env.groups == MAX_FLIGHTS) return;
    struct group *g = &env.group[env.groups++];
    g->address = address;
    g->asked = false;
    memcpy(g->data, group, sizeof g->data);
}

/* The oldest one there: a unit with a bug may ask for what there is not. */
static void see_group_asked(uint32_t address)
{
    for (uint32_t k = 0; k < env.groups; k++) {
        if (env.group[k].address != address || env.group[k].asked) continue;
        env.group[k].asked = true;
        return;
    }
}

static void see_groups(const struct dwf_front_out *out)
{
    struct dwf_front_in *in = &env.in->model;
    if (out->grp_wr_valid && in->grp_wr_ready) see_group_out(out->grp_wr_addr, out->grp_wr_data);
    if (out->grp_rd_valid && in->grp_rd_ready) see_group_asked(out->grp_rd_addr);
    if (!in->grp_rsp_valid || !out->grp_rsp_ready) return;
    env.group[env.back] = env.group[--env.groups];
    in->grp_rsp_valid = false;
}

static void look_back(const struct dwf_front_view_out *view)
{
    struct dwf_front_in *in = &env.in->model;
    const struct dwf_front_out *out = &view->model;
    if (env.in_reset) return;
    if (out->ev_valid && out->ev_slot < env.slots)
        env.where[out->ev_slot] = out->ev_kind == FRONT_BARRIER ? WAITS : OFF;
    if (in->begin_en && out->begin_ready) {
        env.where[in->begin_slot] = RUNS;
        in->begin_en = false;
    }
    if (out->fetch_valid && in->fetch_ready) {
        env.fetching = true;
        env.insn = flow_code_index(env.code, out->fetch_pc);
    }
    if (in->res_valid && out->res_ready) see_resolve();
    if (in->end_valid && out->end_ready && env.accesses > 0) end_access();
    see_groups(out);
    if (in->row_rd_en) see_leave(out->row_rd_data);
    if (out->issue_valid && in->issue_ready) see_issue(&view->issue);
}

/* One of the groups asked for, in any order; it is offered until it is taken. */
static void draw_group(void)
{
    struct dwf_front_in *in = &env.in->model;
    uint32_t n = 0;
    if (in->grp_rsp_valid) return;
    for (uint32_t k = 0; k < env.groups; k++)
        if (env.group[k].asked && draw(++n) == 0) env.back = k;
    in->grp_rsp_valid = n > 0 && share(env.load);
    for (uint32_t w = 0; w < DWF_FRONT_GROUP_WORDS; w++)
        env.in->grp_rsp_data[w] = in->grp_rsp_valid ? env.group[env.back].data[w] : any();
}

/* The queue gets its place once, before a group can be outside. */
static void draw_memory(void)
{
    struct dwf_front_in *in = &env.in->model;
    in->grp_base_en = !env.placed;
    in->grp_base = any();
    env.placed = true;
    in->grp_wr_ready = share(env.store);
    in->grp_rd_ready = share(env.load);
    draw_group();
}

/* ---- what an instruction did ---- */

/* All threads go one way, or each its own; a thread deep in calls passes the next call by. */
static uint64_t draw_taken(const struct flight *f, const struct flow_insn *i)
{
    const unsigned taken = i->guard ? 16 - env.profile->go : i->taken;
    uint64_t some = 0;
    if (share(env.profile->same)) some = share(taken) ? f->mask : 0;
    else
        for (uint64_t left = f->mask; left != 0; left &= left - 1)
            if (share(taken)) some |= left & -left;
    if (!i->guard) return some;
    for (uint32_t l = 0; l < env.lanes; l++)
        if (has(f->mask, l) && thread_of(f, l)->frame + 1 == MAX_FRAMES) some |= bit(l);
    return some;
}

/* What a flow does not use is noise. */
static void draw_outcome(struct flight *f)
{
    const struct flow_insn *i = &env.code->insn[flow_code_index(env.code, f->pc)];
    f->taken = f->mask;
    if (f->flow == DECODE_BRANCH) f->taken = draw_taken(f, i);
    if (f->flow == DECODE_NEXT || f->flow == DECODE_EXIT || f->flow > DECODE_JUMP)
        f->taken &= draw_bits(env.lanes);
    for (uint32_t l = 0; l < env.lanes; l++) {
        const struct thread *t = thread_of(f, l);
        const bool lost = hd_rng_chance(&hd_draws, 1, LOST);
        const uint32_t target = f->flow != DECODE_RETURN ? flow_code_address(env.code, i->to)
                                : lost                   ? 0
                                                         : t->back[t->frame];
        f->addr[l] = has(f->taken, l) ? target : any();
    }
    f->shown = true;
}

static void put_noise(struct front_resolved *res)
{
    res->flow = draw(8);
    res->pc = any();
    res->mask = draw_bits(env.lanes);
    res->taken = draw_bits(env.lanes);
    res->meet = any();
    res->meets = share(8);
    for (uint32_t l = 0; l < env.lanes; l++) {
        env.in->res_slot[l] = (uint8_t)draw_part();
        env.in->res_addr[l] = any();
    }
}

static void put_result(void)
{
    struct dwf_front_in *in = &env.in->model;
    struct front_resolved *res = &in->res;
    const bool here = env.first != NO_FLIGHT && env.flight[env.first].due <= hd_run.cycle;
    in->acc_en = here && env.flight[env.first].memory && !in->row_wr_en;
    in->res_valid = here && !env.flight[env.first].memory;
    if (!in->res_valid && !in->acc_en) {
        put_noise(res);
        return;
    }
    struct flight *f = &env.flight[env.first];
    if (!f->shown) draw_outcome(f);
    res->flow = f->flow;
    res->pc = f->pc;
    res->mask = f->mask;
    res->taken = f->taken;
    res->meet = f->meet;
    res->meets = f->meets;
    for (uint32_t l = 0; l < env.lanes; l++) {
        env.in->res_slot[l] = f->slot[l];
        env.in->res_addr[l] = f->addr[l];
    }
}

/* An access that was taken is under way from now on. */
static void go_to_memory(void)
{
    const int32_t n = env.first;
    put_at(&env.flight[n], AT_MEMORY);
    env.first = env.flight[n].next;
    env.access[env.accesses++] = n;
}

/* Only those come back whose warps sit, to where they do; if none does it ends unheard. */
static void put_back_to(const struct flight *f)
{
    struct dwf_front_in *in = &env.in->model;
    in->end_mask = 0;
    for (uint64_t left = f->mask; left != 0; left &= left - 1) {
        const uint32_t l = lowest(left);
        for (uint32_t s = 0; s < env.slots; s++) {
            if (env.where[s] == OFF || env.where[s] == OFFERED) continue;
            if (env.warp_of[s] != f->warp[l]) continue;
            in->end_mask |= left & -left;
            env.in->end_slot[l] = s;
        }
    }
    if (in->end_mask == 0) end_access();
}

/* An access that ends is offered until it is taken. */
static void put_end(void)
{
    struct dwf_front_in *in = &env.in->model;
    if (in->end_valid) return;
    in->end_valid = env.accesses > 0 && share(env.profile->end) && (!env.leaves || share(SOON));
    in->end_mask = draw_bits(env.lanes);
    in->end_pc = any();
    for (uint32_t l = 0; l < env.lanes; l++) env.in->end_slot[l] = draw_part();
    if (!in->end_valid) return;
    env.ends = draw(env.accesses);
    const struct flight *f = &env.flight[env.access[env.ends]];
    in->end_mask = f->mask;
    in->end_pc = f->pc;
    for (uint32_t l = 0; l < env.lanes; l++) env.in->end_slot[l] = f->slot[l];
    if (env.leaves) put_back_to(f);
}

/* ---- code ---- */

static void draw_code(void)
{
    struct dwf_front_in *in = &env.in->model;
    const struct flow_insn *insn = &env.code->insn[env.insn];
    in->fetch_ready = share(env.profile->fetch);
    in->rsp_valid = env.fetching && share(env.profile->answer);
    in->rsp_word = in->rsp_valid ? insn->word : any();
    in->rsp_meet = in->rsp_valid ? flow_code_address(env.code, insn->meet) : any();
    in->rsp_meets = in->rsp_valid ? insn->meets : share(8);
    if (in->rsp_valid) env.fetching = false;
}

/* ---- warps come and go ---- */

static bool leaves_now(uint32_t slot)
{
    return env.in->model.row_rd_en && env.in->model.row_rd_slot == slot;
}

static uint32_t draw_free(void)
{
    uint32_t slot = draw(env.slots);
    for (uint32_t k = 0; k < env.slots; k++) {
        if (env.where[slot] == OFF && !leaves_now(slot) && !has(env.comes, slot)) return slot;
        slot = slot + 1 == env.slots ? 0 : slot + 1;
    }
    return NONE;
}

/* A name that no warp has that sits or has left. */
static uint32_t unused_name(void)
{
    bool used[NAMES] = {false};
    for (uint32_t s = 0; s < env.slots; s++) used[env.warp_of[s]] |= env.where[s] != OFF;
    for (uint32_t n = 0; n < env.lefts; n++) used[env.left[n].warp] = true;
    uint32_t name = 0;
    while (used[name]) name++;
    return name;
}

/* A warp is offered until it is taken. */
static void draw_begin(void)
{
    struct dwf_front_in *in = &env.in->model;
    if (in->begin_en) return;
    const bool begins = !env.renewing && share(env.profile->begin) && 2 * env.lefts < env.slots;
    const uint32_t slot = begins ? draw_free() : NONE;
    in->begin_en = slot != NONE;
    in->begin_slot = slot != NONE ? slot : draw_index();
    in->begin_pc = any();
    in->begin_mask = draw_bits(env.lanes);
    if (slot == NONE) return;
    in->begin_pc = flow_code_start(env.code, &hd_draws);
    if (share(env.profile->full)) in->begin_mask = ones(env.lanes);
    if (in->begin_mask == 0) in->begin_mask = bit(draw(env.lanes));
    const uint32_t warp = env.leaves ? unused_name() : slot;
    env.warp_of[slot] = warp;
    for (uint32_t l = 0; l < env.lanes; l++) {
        env.thread[warp][l].frame = 0;
        env.place[warp][l] = has(in->begin_mask, l) ? ABOUT : GONE;
    }
    env.where[slot] = OFFERED;
}

/* The threads at the barrier go on. */
static void go_on(uint32_t slot)
{
    env.where[slot] = RUNS;
    for (uint32_t l = 0; l < env.lanes; l++)
        if (env.place[env.warp_of[slot]][l] == AT_BARRIER) env.place[env.warp_of[slot]][l] = ABOUT;
}

static bool some_at(uint32_t warp, enum place place)
{
    for (uint32_t l = 0; l < env.lanes; l++)
        if (env.place[warp][l] == place) return true;
    return false;
}

/* No thread of it runs, or comes back in this cycle; or it waits at a barrier, or has ended. */
static bool may_leave(uint32_t slot)
{
    const uint32_t warp = env.warp_of[slot];
    if (has(env.comes | env.stands, slot)) return false;
    if (env.where[slot] == OFF) return env.burst > 0;
    if (env.lefts == env.slots) return false;
    for (uint32_t l = 0; env.in->model.end_valid && l < env.lanes; l++)
        if (has(env.in->model.end_mask, l) && env.in->end_slot[l] == slot) return false;
    if (env.where[slot] == WAITS) return true;
    return env.where[slot] == RUNS && !some_at(warp, ABOUT) && some_at(warp, AT_MEMORY);
}

/* One of the warps that have left and whose accesses have all ended, or `lefts`. */
static uint32_t draw_left(void)
{
    uint32_t found = env.lefts, n = 0;
    for (uint32_t k = 0; k < env.lefts; k++)
        if (!some_at(env.left[k].warp, AT_MEMORY) && draw(++n) == 0) found = k;
    return found;
}

/* It comes back to a free slot. */
static void draw_return(void)
{
    struct dwf_front_in *in = &env.in->model;
    in->row_wr_slot = draw_index();
    for (uint32_t l = 0; l < env.lanes; l++) env.in->row_wr_data[l] = any();
    const uint32_t slot = draw_free();
    const uint32_t n = draw_left();
    in->row_wr_en = slot != NONE && share(n == env.lefts ? EMPTY : RETURN);
    if (!in->row_wr_en) return;
    in->row_wr_slot = slot;
    env.comes = bit(slot);
    memset(env.in->row_wr_data, 0, sizeof env.in->row_wr_data);
    if (n == env.lefts) return;
    const struct left *l = &env.left[n];
    memcpy(env.in->row_wr_data, l->row, sizeof l->row);
    env.warp_of[slot] = l->warp;
    env.where[slot] = l->waits ? WAITS : RUNS;
    env.left[n] = env.left[--env.lefts];
}

/* The next slot from a random one on that may leave does, if any. */
static void draw_leave(void)
{
    struct dwf_front_in *in = &env.in->model;
    bool may = false;
    if (env.burst > 0) env.burst--;
    else if (share(EMPTY)) env.burst = draw(BURST);
    in->row_rd_slot = draw(env.slots);
    for (uint32_t k = 0; k < env.slots && !may; k++) {
        if (k > 0) in->row_rd_slot = in->row_rd_slot + 1 == env.slots ? 0 : in->row_rd_slot + 1;
        may = may_leave(in->row_rd_slot);
    }
    in->row_rd_en = may && share(env.profile->leave);
}

static void draw_rows(void)
{
    struct dwf_front_in *in = &env.in->model;
    if (in->acc_en) go_to_memory();
    in->row_rd_en = in->row_wr_en = false;
    env.stands |= env.comes;
    if (share(SIT)) env.stands = 0;
    env.comes = 0;
    put_end();
    draw_return();
    draw_leave();
}

static void draw_residency(void)
{
    struct dwf_front_in *in = &env.in->model;
    bool empty = true;
    in->ready = 0;
    for (uint32_t s = 0; s < env.slots; s++) {
        if (env.where[s] == WAITS && !leaves_now(s) && share(env.profile->resume)) go_on(s);
        if (env.where[s] == RUNS && !leaves_now(s)) in->ready |= bit(s);
        if (env.where[s] != OFF) empty = false;
    }
    in->ready &= ~(env.comes | env.stands);
    if (env.lefts > 0) empty = false;
    if (hd_rng_chance(&hd_draws, env.profile->renew, 256)) env.renewing = true;
    if (env.renewing && empty) {
        env.renewing = false;
        env.code = &env.programs[draw(PROGRAMS)];
    }
    draw_begin();
}

/* ---- the cycle ---- */

void dwf_front_stim_open(const struct dwf_front_cfg *cfg)
{
    env.leaves = cfg->leaves == 1;
    env.slots = cfg->slots;
    env.lanes = cfg->lanes;
    env.lane_slots = cfg->lane_slots;
    env.profile = &profiles[hd_stim_profile()];
    for (uint32_t k = 0; k < PROGRAMS; k++)
        flow_code_make(&env.programs[k], &env.profile->code, &hd_draws);
    env.in_reset = true;
}

static void draw_cycle(void)
{
    if (env.leaves) draw_rows();
    draw_residency();
    draw_code();
    env.in->model.issue_ready = share(env.profile->ready);
    put_result();
    if (!env.leaves) put_end();
    draw_memory();
}

bool dwf_front_stim(struct dwf_front_view_in *in, const struct dwf_front_view_out *out)
{
    env.in = in;
    look_back(out);
    if (env.in_reset) start_over();
    draw_cycle();
    env.in_reset =
        hd_stim_reset(&hd_draws) || (env.profile->resets && hd_rng_chance(&hd_draws, 1, 400));
    return !env.in_reset;
}
