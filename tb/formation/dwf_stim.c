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

#include "Vtb__Dpi.h"
#include "common/spill_memory.h"
#include "common/stim.h"
#include "formation/dwf.h"
#include "run.h"
#include "walk/walker.h"

enum {
    MAX_THREADS = 1 << 12,
    MAX_BEATS = MAX_THREADS, /* each has a thread at least */
    WHEEL = 1024,            /* clocks: longer than any latency */
    NOBODY = -1
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
    struct hd_rng rng;
    uint32_t lanes;
    uint32_t tid_width;
    uint32_t pc_shift;
    uint32_t pc_mask;
    uint32_t warps; /* static ones that are launched */
    uint32_t slots;
    bool spill;
    struct dwf_in in;
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

static bool share(unsigned sixteenths) { return hd_rng_chance(&env.rng, sixteenths, 16); }
static uint64_t mask64(uint32_t bits) { return UINT64_MAX >> (64 - bits); }

/* ---- lists of beats ---- */

static void append(struct list *list, int32_t b)
{
    env.beat[b].next = NOBODY;
    if (list->head == NOBODY) list->head = b;
    else env.beat[list->tail].next = b;
    list->tail = b;
}

static int32_t take(struct list *list)
{
    const int32_t b = list->head;
    if (b != NOBODY) list->head = env.beat[b].next;
    return b;
}

/* All threads of the shape at its first block. */
static void walk_again(void)
{
    walker_free(&env.walker);
    if (!walker_init(&env.walker, &env.graph, 1u << env.tid_width, hd_rng_next(&env.rng))) exit(2);
    env.running = 0;
    env.launched = 0;
}

static void start_over(void)
{
    memset(&env.in, 0, sizeof env.in);
    env.unused.head = env.back.head = NOBODY;
    for (unsigned i = 0; i < WHEEL; i++) env.due[i].head = NOBODY;
    for (int32_t b = 0; b < MAX_BEATS; b++) append(&env.unused, b);
    env.launched = 0;
    if (env.profile->shape) walk_again();
    env.set_base = true;
}

void dwf_stim_open(unsigned lanes, unsigned tid_width, unsigned pc_width, unsigned pc_shift,
                   unsigned cnt_width, unsigned spill, unsigned slots, unsigned addr_width)
{
    env.profile = &profiles[hd_stim_profile()];
    env.lanes = lanes;
    env.tid_width = tid_width;
    env.pc_shift = pc_shift;
    env.pc_mask = (uint32_t)mask64(pc_width);
    env.spill = spill != 0;
    env.slots = slots;
    const uint32_t record_bits = cnt_width + pc_width + lanes + lanes * tid_width;
    spill_memory_open(&env.memory, record_bits, addr_width);
    /* Three quarters of the static warps, as 768 threads are of 1,024; the counts must fit. */
    uint32_t most = (1u << cnt_width) - 1 < MAX_THREADS ? (1u << cnt_width) - 1 : MAX_THREADS;
    if (spill != 0 && most > slots) most = slots;
    uint32_t lane_bits = 0;
    while (1u << lane_bits < lanes) lane_bits++;
    env.warps = (3u << (tid_width - lane_bits)) / 4;
    if (env.warps * lanes > most) env.warps = most / lanes;
    if (env.warps == 0) env.warps = 1;
    hd_rng_seed(&env.rng, hd_run.seed);
    if (env.profile->shape) {
        char path[200];
        char error[CFG_ERROR];
        snprintf(path, sizeof path, "studies/walk/%s.cfg", hd_profiles[hd_stim_profile()]);
        if (!cfg_read(&env.graph, path, error)) {
            fprintf(stderr, "ERROR %s\n", error);
            exit(2);
        }
    }
    for (unsigned i = 0; i < 64; i++) env.targets[i] = (uint32_t)hd_stim_word(&env.rng, 32);
    start_over();
}

/* ---- threads ---- */

static uint32_t pc_of(uint32_t number) { return (number << env.pc_shift) & env.pc_mask; }

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
    const uint32_t number = (pc >> env.pc_shift) + 1;
    if (p->spinners && tid % 4 == 0) return pc;
    if (p->stay != 0 && share(p->stay)) return pc;
    if (p->targets == 0) return pc_of(tid * 16 + number % p->program);
    if (share(p->branch)) return target(hd_stim_below(&env.rng, p->targets)) & env.pc_mask;
    return pc_of(number < p->program ? number : 0);
}

/* One thread more for the beat that is due then; opens it if need be. */
static void add_to(int32_t *b, uint32_t clocks, uint32_t lane, uint32_t tid, uint32_t pc, bool pdom)
{
    if (*b == NOBODY) {
        *b = take(&env.unused);
        env.beat[*b].mask = env.beat[*b].pdom = 0;
        append(&env.due[(hd_run.cycle + clocks) % WHEEL], *b);
    }
    struct beat *beat = &env.beat[*b];
    beat->mask |= UINT64_C(1) << lane;
    beat->tid[lane] = (uint16_t)tid;
    beat->pc[lane] = pc;
    if (pdom) beat->pdom |= UINT64_C(1) << lane;
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
    /* Each miss comes back alone, but for those that take as long as the one before. */
    const uint32_t clocks = latency + step.clocks < WHEEL ? latency + step.clocks : WHEEL - 1;
    if (!step.warp) *missed = NOBODY;
    add_to(missed, clocks, lane, tid, pc, t->passed);
}

void dwf_stim_issued(unsigned pc, unsigned long long mask, const svBitVecVal *tid)
{
    const struct profile *p = env.profile;
    const uint32_t late = p->latency + 1 + hd_stim_below(&env.rng, 200);
    int32_t in_time = NOBODY;
    int32_t missed = NOBODY;
    if (env.in_reset) return;
    for (uint32_t l = 0; l < env.lanes; l++) {
        if ((mask >> l & 1) == 0) continue;
        if (p->shape) walk(&in_time, &missed, l, tid[l]);
        else if (share(p->misses)) add_to(&missed, late, l, tid[l], next_pc(tid[l], pc), share(2));
        else add_to(&in_time, p->latency, l, tid[l], next_pc(tid[l], pc), share(2));
    }
}

/* ---- the spill memory ---- */

void dwf_stim_written(unsigned long long addr, unsigned key, unsigned pc, unsigned long long req,
                      const svBitVecVal *tid)
{
    struct warp_spill_record r = {.key = key, .pc = pc, .req = req};
    memcpy(r.tid, tid, env.lanes * sizeof r.tid[0]);
    spill_memory_write(&env.memory, addr, &r);
}

void dwf_stim_read(unsigned long long addr) { spill_memory_read(&env.memory, addr); }

static void next_memory(bool rsp_taken)
{
    struct dwf_in *in = &env.in;
    const unsigned memory = env.profile->memory;
    in->base_en = env.set_base;
    if (env.set_base) {
        spill_memory_begin(&env.memory, hd_rng_next(&env.rng));
        in->base = env.memory.base;
    }
    env.set_base = false;
    in->wr_ready = share(memory);
    in->rd_ready = share(memory);
    spill_memory_answer(&env.memory, &env.rng, memory, rsp_taken, &in->rsp_valid, &in->rsp_record);
}

/* ---- the cycle ---- */

static void next_return(bool taken)
{
    struct dwf_in *in = &env.in;
    struct list *now = &env.due[hd_run.cycle % WHEEL];
    for (int32_t b = take(now); b != NOBODY; b = take(now)) append(&env.back, b);
    if (in->ret_valid && taken) append(&env.unused, take(&env.back));
    in->ret_valid = env.back.head != NOBODY;
    if (!in->ret_valid) return;
    const struct beat *b = &env.beat[env.back.head];
    in->ret_mask = b->mask;
    in->ret_pdom = b->pdom;
    for (uint32_t l = 0; l < env.lanes; l++) {
        in->ret_tid[l] = b->tid[l];
        in->ret_pc[l] = b->pc[l];
    }
}

static void next_launch(bool taken)
{
    struct dwf_in *in = &env.in;
    const bool shape = env.profile->shape;
    if (in->launch_valid && taken) {
        env.launched++;
        env.running += env.lanes;
    }
    if (in->launch_valid && !taken) return;
    if (shape && env.launched == env.warps && env.running == 0) walk_again();
    in->launch_valid = env.launched < env.warps && share(12);
    in->launch_warp = env.launched;
    in->launch_mask = mask64(env.lanes);
    const bool anywhere = env.profile->anywhere;
    if (!shape && share(4)) in->launch_mask &= hd_stim_word(&env.rng, 64) | !anywhere;
    in->launch_pc = anywhere ? (uint32_t)hd_stim_word(&env.rng, 32) & env.pc_mask : pc_of(0);
}

void dwf_stim(svBit ret_taken, svBit launch_taken, svBit rsp_taken, svBit *rst_n, svBit *ret_valid,
              unsigned long long *ret_mask, svBitVecVal *ret_tid, svBitVecVal *ret_pc,
              unsigned long long *ret_pdom, svBit *launch_valid, unsigned *launch_warp,
              unsigned long long *launch_mask, unsigned *launch_pc, svBit *issue_ready,
              svBit *base_en, unsigned long long *base, svBit *wr_ready, svBit *rd_ready,
              svBit *rsp_valid, unsigned *rsp_key, unsigned *rsp_pc, unsigned long long *rsp_req,
              svBitVecVal *rsp_tid)
{
    struct dwf_in *in = &env.in;
    bool run = true;
    if (!hd_stim_play(&run, in, sizeof *in)) {
        if (env.in_reset) start_over();
        next_return(ret_taken != 0 && !env.in_reset);
        next_launch(launch_taken != 0 && !env.in_reset);
        if (env.spill) next_memory(rsp_taken != 0 && !env.in_reset);
        in->issue_ready = env.profile->pace != 0 ? hd_run.cycle % env.profile->pace == 0
                                                 : share(env.profile->ready);
        env.in_reset = hd_stim_reset(&env.rng);
        run = !env.in_reset;
        hd_stim_record(run, in, sizeof *in);
    }
    *rst_n = run;
    *ret_valid = in->ret_valid;
    *ret_mask = in->ret_mask;
    *ret_pdom = in->ret_pdom;
    memcpy(ret_tid, in->ret_tid, sizeof in->ret_tid);
    memcpy(ret_pc, in->ret_pc, sizeof in->ret_pc);
    *launch_valid = in->launch_valid;
    *launch_warp = in->launch_warp;
    *launch_mask = in->launch_mask;
    *launch_pc = in->launch_pc;
    *issue_ready = in->issue_ready;
    *base_en = in->base_en;
    *base = in->base;
    *wr_ready = in->wr_ready;
    *rd_ready = in->rd_ready;
    *rsp_valid = in->rsp_valid;
    *rsp_key = in->rsp_record.key;
    *rsp_pc = in->rsp_record.pc;
    *rsp_req = in->rsp_record.req;
    memcpy(rsp_tid, in->rsp_record.tid, sizeof in->rsp_record.tid);
}
