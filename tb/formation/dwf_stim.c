/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the dynamic warp formation unit: it closes the loop. Static warps are launched; what
 * the unit issues goes through a pipeline and comes back, in the same lanes; a memory keeps what
 * the unit spills and answers in any order. Next PCs are drawn at random as the profile says, or
 * the threads walk through one of the shapes of studies/walk, again and again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "common/spill_memory.h"
#include "formation/dwf_seam.h"
#include "run.h"
#include "walk/walker.h"

enum {
    MAX_THREADS = 1 << 12,
    MAX_BEATS = MAX_THREADS, /* each has a thread at least */
    WHEEL = 1024,            /* clocks: longer than any latency */
    NO_BEAT = -1
};

/* Shares are in 1/16. */
struct profile {
    unsigned branch;  /* a thread takes the branch: to one of `targets` */
    unsigned targets; /* 0: every thread has PCs of its own */
    unsigned stay;    /* a thread comes back at the same PC: it spins */
    unsigned program; /* PCs of the program */
    unsigned latency; /* clocks in the pipeline */
    unsigned misses;  /* a thread takes longer than the others of its warp */
    unsigned pace;    /* clocks from warp to warp; 0: by chance */
    unsigned ready;   /* with pace 0: the pipeline takes a warp */
    unsigned memory;  /* the spill memory takes or gives something */
    bool spinners;    /* a quarter of the threads spin for ever, the others go on */
    bool anywhere;    /* static warps begin at any PC, not always with a thread in lane 0 */
    bool shape;       /* studies/walk/<profile>.cfg decides: not branch, targets, stay, program */
};

const char *const hd_profiles[] = {
    "straight", "branchy", "rare",    "storm",        "alone", "indirect", "spinning", "stiff",
    "figure4",  "figure6", "figure8", "blackscholes", "hmmer", "bitonic",  "uniform",  NULL};

static const struct profile profiles[] = {
    {.program = 40, .targets = 1, .latency = 24, .pace = 4, .memory = 12},
    {.branch = 4, .targets = 3, .program = 24, .latency = 20, .misses = 1, .pace = 4, .memory = 10},
    {.branch = 1, .targets = 2, .program = 96, .latency = 24, .pace = 4, .memory = 14},
    {.branch = 8,
     .targets = 64,
     .program = 200,
     .latency = 16,
     .misses = 4,
     .pace = 4,
     .memory = 9},
    {.branch = 2, .targets = 0, .program = 9, .latency = 12, .pace = 2, .memory = 12},
    {.branch = 12, .targets = 9, .program = 32, .latency = 8, .misses = 2, .ready = 9, .memory = 8},
    {.branch = 3,
     .targets = 2,
     .stay = 2,
     .program = 16,
     .latency = 6,
     .pace = 1,
     .memory = 16,
     .spinners = true},
    {.branch = 5,
     .targets = 4,
     .program = 12,
     .latency = 3,
     .misses = 1,
     .ready = 3,
     .memory = 3,
     .anywhere = true},
    {.shape = true, .latency = 24, .pace = 4, .memory = 12},
    {.shape = true, .latency = 24, .pace = 4, .memory = 12},
    {.shape = true, .latency = 12, .pace = 2, .memory = 10},
    {.shape = true, .latency = 24, .pace = 4, .memory = 12},
    {.shape = true, .latency = 24, .pace = 4, .memory = 12},
    {.shape = true, .latency = 16, .pace = 3, .memory = 9},
    {.shape = true, .latency = 24, .pace = 4, .memory = 12},
};

/* Threads that come back together. */
struct beat {
    int32_t next; /* in its list */
    uint64_t mask;
    uint64_t pdom;
    uint16_t tid[DWF_MAX_LANES];
    uint32_t pc[DWF_MAX_LANES];
};

struct list {
    int32_t head;
    int32_t tail;
};

static struct {
    const struct profile *profile;
    struct dwf_cfg cfg;
    uint32_t pc_mask;
    uint32_t warps; /* static ones that are launched */
    struct dwf_in *in;
    bool in_reset; /* in the last cycle */
    bool set_base;
    uint32_t targets[64];
    uint32_t launched;
    struct beat beat[MAX_BEATS];
    struct list unused;
    struct list due[WHEEL];
    struct list back; /* at the last stage, the first of them on offer */
    struct spill_memory memory;
    struct cfg graph;
    struct walker walker;
    uint32_t running; /* threads of the shape that are launched and not done */
} env;

/* ---- lists of beats ---- */

static void append(struct list *list, int32_t b)
{
    env.beat[b].next = NO_BEAT;
    if (list->head == NO_BEAT) list->head = b;
    else env.beat[list->tail].next = b;
    list->tail = b;
}

static int32_t take(struct list *list)
{
    const int32_t b = list->head;
    if (b != NO_BEAT) list->head = env.beat[b].next;
    return b;
}

/* All threads of the shape at its first block. */
static void walk_again(void)
{
    walker_free(&env.walker);
    if (!walker_init(&env.walker, &env.graph, 1u << env.cfg.tid_width, hd_rng_next(&hd_draws)))
        exit(2);
    env.running = 0;
    env.launched = 0;
}

static void start_over(void)
{
    memset(env.in, 0, sizeof *env.in);
    env.unused.head = env.back.head = NO_BEAT;
    for (unsigned i = 0; i < WHEEL; i++) env.due[i].head = NO_BEAT;
    for (int32_t b = 0; b < MAX_BEATS; b++) append(&env.unused, b);
    env.launched = 0;
    if (env.profile->shape) walk_again();
    env.set_base = true;
}

void dwf_stim_open(const struct dwf_cfg *cfg)
{
    const uint32_t record_bits =
        cfg->cnt_width + cfg->pc_width + cfg->lanes + cfg->lanes * cfg->tid_width;
    env.profile = &profiles[hd_stim_profile()];
    env.cfg = *cfg;
    env.pc_mask = (uint32_t)ones(cfg->pc_width);
    spill_memory_open(&env.memory, record_bits, cfg->addr_width);
    /* Three quarters of the static warps, as 768 threads are of 1,024; the counts must fit. */
    uint32_t most =
        (1u << cfg->cnt_width) - 1 < MAX_THREADS ? (1u << cfg->cnt_width) - 1 : MAX_THREADS;
    if (cfg->spill != 0 && most > cfg->slots) most = cfg->slots;
    env.warps = (3u << (cfg->tid_width - clog2(cfg->lanes))) / 4;
    if (env.warps * cfg->lanes > most) env.warps = most / cfg->lanes;
    if (env.warps == 0) env.warps = 1;
    if (env.profile->shape) {
        char path[200];
        char error[CFG_ERROR];
        snprintf(path, sizeof path, "studies/walk/%s.cfg", hd_profiles[hd_stim_profile()]);
        if (!cfg_read(&env.graph, path, error)) {
            fprintf(stderr, "ERROR %s\n", error);
            exit(2);
        }
    }
    for (unsigned i = 0; i < 64; i++) env.targets[i] = (uint32_t)hd_stim_word(&hd_draws, 32);
    env.in_reset = true;
}

/* ---- threads ---- */

static uint32_t pc_of(uint32_t number) { return (number << env.cfg.pc_shift) & env.pc_mask; }

/* Half of the targets differ from another one in one bit: a comparator that skips one shows. */
static uint32_t target(uint32_t at)
{
    uint32_t number = env.targets[at] % env.profile->program;
    if (env.targets[at] >> 31) return pc_of(number) ^ UINT32_C(1) << (env.targets[at] >> 8) % 24;
    return pc_of(number);
}

static uint32_t next_pc(uint32_t tid, uint32_t pc)
{
    const struct profile *p = env.profile;
    const uint32_t number = (pc >> env.cfg.pc_shift) + 1;
    if (p->spinners && tid % 4 == 0) return pc;
    if (p->stay != 0 && share(p->stay)) return pc;
    if (p->targets == 0) return pc_of(tid * 16 + number % p->program);
    if (share(p->branch)) return target(draw(p->targets)) & env.pc_mask;
    return pc_of(number < p->program ? number : 0);
}

/* One thread more for the beat that is due so long after the last cycle; opens it if need be. */
static void add_to(int32_t *b, uint32_t clocks, uint32_t lane, uint32_t tid, uint32_t pc, bool pdom)
{
    if (*b == NO_BEAT) {
        *b = take(&env.unused);
        env.beat[*b].mask = env.beat[*b].pdom = 0;
        append(&env.due[(hd_run.cycle - 1 + clocks) % WHEEL], *b);
    }
    struct beat *beat = &env.beat[*b];
    beat->mask |= bit(lane);
    beat->tid[lane] = (uint16_t)tid;
    beat->pc[lane] = pc;
    if (pdom) beat->pdom |= bit(lane);
}

/* The thread does an instruction of the shape; threads that are done do not come back. */
static void walk(int32_t *in_time, int32_t *missed, uint32_t lane, uint32_t tid)
{
    const uint32_t latency = env.profile->latency;
    const struct walker_thread *t = &env.walker.thread[tid];
    if (t->done) return; /* a unit with a bug may issue it once more */
    const struct walker_step step = walker_step(&env.walker, tid);
    if (t->done) {
        env.running--;
        return;
    }
    const uint32_t pc = pc_of(walker_pc(&env.walker, tid));
    if (!step.miss) {
        add_to(in_time, latency, lane, tid, pc, t->passed);
        return;
    }
    /* Each miss comes back alone, but for a miss that takes as long as the miss before. */
    const uint32_t clocks = latency + step.clocks < WHEEL ? latency + step.clocks : WHEEL - 1;
    if (!step.warp) *missed = NO_BEAT;
    add_to(missed, clocks, lane, tid, pc, t->passed);
}

static void see_issue(const struct dwf_out *did)
{
    const struct profile *p = env.profile;
    const uint32_t *tid = did->issue_tid, pc = did->issue_pc;
    int32_t in_time = NO_BEAT;
    int32_t missed = NO_BEAT;
    if (!did->issue_valid || !env.in->issue_ready) return;
    const uint32_t late = p->latency + 1 + draw(200);
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        if (!has(did->issue_mask, l)) continue;
        if (p->shape) walk(&in_time, &missed, l, tid[l]);
        else if (share(p->misses)) add_to(&missed, late, l, tid[l], next_pc(tid[l], pc), share(2));
        else add_to(&in_time, p->latency, l, tid[l], next_pc(tid[l], pc), share(2));
    }
}

/* ---- the spill memory ---- */

static void see_memory(const struct dwf_out *did)
{
    if (did->wr_valid && env.in->wr_ready)
        spill_memory_write(&env.memory, did->wr_addr, &did->wr_record);
    if (did->rd_valid && env.in->rd_ready) spill_memory_read(&env.memory, did->rd_addr);
}

static void next_memory(bool rsp_taken)
{
    struct dwf_in *in = env.in;
    const unsigned memory = env.profile->memory;
    in->base_en = env.set_base;
    if (env.set_base) {
        spill_memory_begin(&env.memory, hd_rng_next(&hd_draws));
        in->base = env.memory.base;
    }
    env.set_base = false;
    in->wr_ready = share(memory);
    in->rd_ready = share(memory);
    spill_memory_answer(&env.memory, &hd_draws, memory, rsp_taken, &in->rsp_valid, &in->rsp_record);
}

/* ---- the cycle ---- */

static void next_return(bool taken)
{
    struct dwf_in *in = env.in;
    struct list *now = &env.due[hd_run.cycle % WHEEL];
    for (int32_t b = take(now); b != NO_BEAT; b = take(now)) append(&env.back, b);
    if (in->ret_valid && taken) append(&env.unused, take(&env.back));
    in->ret_valid = env.back.head != NO_BEAT;
    if (!in->ret_valid) return;
    const struct beat *b = &env.beat[env.back.head];
    in->ret_mask = b->mask;
    in->ret_pdom = b->pdom;
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        in->ret_tid[l] = b->tid[l];
        in->ret_pc[l] = b->pc[l];
    }
}

static void next_launch(bool taken)
{
    struct dwf_in *in = env.in;
    const bool shape = env.profile->shape;
    if (in->launch_valid && taken) {
        env.launched++;
        env.running += env.cfg.lanes;
    }
    if (in->launch_valid && !taken) return;
    if (shape && env.launched == env.warps && env.running == 0) walk_again();
    in->launch_valid = env.launched < env.warps && share(12);
    in->launch_warp = env.launched;
    in->launch_mask = ones(env.cfg.lanes);
    const bool anywhere = env.profile->anywhere;
    if (!shape && share(4)) in->launch_mask &= hd_stim_word(&hd_draws, 64) | !anywhere;
    in->launch_pc = anywhere ? (uint32_t)hd_stim_word(&hd_draws, 32) & env.pc_mask : pc_of(0);
}

bool dwf_stim(struct dwf_in *in, const struct dwf_out *out)
{
    env.in = in;
    if (env.in_reset) {
        start_over();
    } else {
        see_issue(out);
        see_memory(out);
    }
    next_return(out->ret_ready);
    next_launch(out->launch_ready);
    if (env.cfg.spill != 0) next_memory(in->rsp_valid && out->rsp_ready);
    in->issue_ready =
        env.profile->pace != 0 ? hd_run.cycle % env.profile->pace == 0 : share(env.profile->ready);
    /* For a while the next PC is chosen at once, then when a warp is wanted. */
    in->choose = hd_run.cycle % 1024 < 512 || in->issue_ready || share(1);
    env.in_reset = hd_stim_reset(&hd_draws);
    return !env.in_reset;
}
