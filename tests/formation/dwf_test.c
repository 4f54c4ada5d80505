/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the dynamic warp formation unit: a pipeline that returns threads after a
 * while runs small programs on it, every thread followed in every cycle; the paper's Figure 8; and
 * the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/dwf.h"

enum {
    MAX_FLIGHTS = 2048,
    MAX_ASKED = 16,
    MAX_THREADS = 1024,
    MAX_POOL = 128,
    MAX_SLOTS = 1024,
    BASE = 0x4000,
};

/* ---- the bench: a pipeline, a memory, and a book of all threads ------------------------- */

enum place {
    NOT_BORN,
    IN_PIPELINE,
    IN_UNIT, /* also while its warp waits at the return port */
    DONE,
};

/* A warp on its way through the pipeline, with the next PC of each thread. */
struct flight {
    uint64_t due;
    uint64_t mask;
    uint64_t pdom;
    uint32_t tid[DWF_MAX_LANES];
    uint32_t pc[DWF_MAX_LANES];
};

struct answer {
    uint64_t due;
    struct warp_spill_record record;
};

struct bench;

/* The next PC of a thread that has made n instructions, the last one at pc. */
typedef uint32_t program(const struct bench *b, uint32_t tid, uint32_t pc, uint32_t n);

struct bench {
    struct dwf s;
    struct dwf_in in;
    struct dwf_out out;
    struct hd_rng rng;
    program *next;
    uint32_t instructions; /* of each thread */
    uint32_t latency;
    uint32_t interval; /* clocks in which one warp may enter the pipeline; 0: at random */
    uint32_t static_warps;
    uint32_t launched;
    uint32_t first_pc;
    uint64_t cycle;
    /* The book. */
    enum place place[MAX_THREADS];
    uint32_t pc[MAX_THREADS];
    uint32_t made[MAX_THREADS];
    uint32_t passed[MAX_THREADS]; /* post-dominators */
    uint32_t done;
    uint64_t warps_issued;
    uint64_t threads_issued;
    uint64_t opened_at[MAX_POOL]; /* warps_issued when the warp was opened */
    uint64_t longest_wait;        /* in warps issued */
    /* Pipeline and memory. */
    struct flight flight[MAX_FLIGHTS];
    uint32_t head;
    uint32_t flights;
    struct warp_spill_record memory[MAX_SLOTS];
    struct answer asked[MAX_ASKED];
    uint32_t asked_count;
    uint32_t answering; /* which one is on offer */
    uint64_t spilled;   /* groups written */
    uint64_t stuck;     /* cycles */
};

static struct bench bench; /* 2 MB: not on the stack */

static const struct dwf_cfg paper = {.lanes = 32,
                                     .lane_slots = 1,
                                     .tid_width = 10,
                                     .pc_width = 24,
                                     .pool_entries = 128,
                                     .lut_entries = 64,
                                     .lut_ways = 4,
                                     .forward = 1,
                                     .heap_entries = 64,
                                     .heap_ports = 2,
                                     .queue_depth = 4,
                                     .mheap_entries = 128,
                                     .mheap_ways = 8,
                                     .cnt_width = 10,
                                     .wid_width = 8,
                                     .lut_width = 8,
                                     .swizzle = 1,
                                     .slots = 1024,
                                     .reads = 4,
                                     .addr_width = 32};

static const struct dwf_cfg small = {.lanes = 4,
                                     .lane_slots = 1,
                                     .tid_width = 5,
                                     .pc_width = 10,
                                     .pool_entries = 32,
                                     .lut_entries = 8,
                                     .lut_ways = 2,
                                     .forward = 1,
                                     .heap_entries = 32,
                                     .heap_ports = 2,
                                     .queue_depth = 2,
                                     .mheap_entries = 64,
                                     .mheap_ways = 32,
                                     .cnt_width = 6,
                                     .wid_width = 5,
                                     .lut_width = 6,
                                     .swizzle = 1,
                                     .slots = 32,
                                     .reads = 3,
                                     .addr_width = 32};

static const struct dwf_cfg slots = {.lanes = 8,
                                     .lane_slots = 4,
                                     .tid_width = 6,
                                     .pc_width = 10,
                                     .pool_entries = 32,
                                     .lut_entries = 8,
                                     .lut_ways = 2,
                                     .forward = 1,
                                     .heap_entries = 32,
                                     .heap_ports = 2,
                                     .queue_depth = 2,
                                     .mheap_entries = 64,
                                     .mheap_ways = 32,
                                     .cnt_width = 7,
                                     .wid_width = 5,
                                     .lut_width = 6,
                                     .swizzle = 1,
                                     .slots = 64,
                                     .reads = 3,
                                     .addr_width = 32};

static uint32_t thread_bits(const struct bench *b)
{
    uint32_t bits = 0;
    while (1u << bits < b->s.cfg.lanes) bits++;
    return bits;
}

static void start(struct bench *b, const struct dwf_cfg *cfg, program *next, uint32_t instructions)
{
    const char *error;
    memset(b, 0, sizeof *b);
    error = dwf_init(&b->s, cfg);
    if (error != NULL) fail_msg("init: %s", error);
    hd_rng_seed(&b->rng, 1);
    b->next = next;
    b->instructions = instructions;
    b->latency = 12;
    b->interval = 1;
    b->static_warps = 1u << (cfg->tid_width - thread_bits(b));
}

static uint32_t count_ones(uint64_t x)
{
    uint32_t n = 0;
    for (; x != 0; x &= x - 1) n++;
    return n;
}

/* The launched threads that are not done. */
static bool running(const struct bench *b)
{
    return b->launched < b->static_warps || b->done < b->static_warps * b->s.cfg.lanes;
}

/* A warp stands at the return port; threads that were taken already may be anywhere. Of threads new
 * there each passes its post-dominator once, however long it stands. */
static void take_return(struct bench *b, const struct flight *f)
{
    for (uint32_t l = 0; l < b->s.cfg.lanes; l++) {
        uint32_t tid = f->tid[l];
        if (((f->mask & ~b->s.update.sent) >> l & 1) == 0 || b->place[tid] == IN_UNIT) continue;
        b->place[tid] = IN_UNIT;
        b->passed[tid] += (uint32_t)(f->pdom >> l & 1);
    }
}

static void drive(struct bench *b)
{
    const struct flight *f = &b->flight[b->head];
    b->in.ret_valid = b->flights > 0 && f->due <= b->cycle;
    if (b->in.ret_valid) {
        b->in.ret_mask = f->mask;
        b->in.ret_pdom = f->pdom;
        take_return(b, f);
        memcpy(b->in.ret_tid, f->tid, sizeof f->tid);
        memcpy(b->in.ret_pc, f->pc, sizeof f->pc);
    }
    b->in.launch_valid = b->launched < b->static_warps;
    b->in.launch_warp = b->launched;
    b->in.launch_mask = UINT64_MAX >> (64 - b->s.cfg.lanes);
    b->in.launch_pc = b->first_pc;
    if (b->interval == 0) b->in.issue_ready = hd_rng_chance(&b->rng, 1, 3);
    else b->in.issue_ready = b->cycle % b->interval == 0;
    b->in.choose = b->cycle % 512 < 256 || b->in.issue_ready; /* at once, or late */
    b->in.base_en = b->s.cfg.spill && b->cycle == 0;
    b->in.base = BASE;
    b->in.wr_ready = hd_rng_chance(&b->rng, 1, 2);
    b->in.rd_ready = hd_rng_chance(&b->rng, 1, 2);
    b->in.rsp_valid = false;
    for (uint32_t k = 0; k < b->asked_count; k++) {
        if (b->asked[k].due > b->cycle) continue;
        b->in.rsp_valid = true;
        b->in.rsp_record = b->asked[k].record;
        b->answering = k;
    }
}

/* A warp enters the pipeline: each thread in it is due there, at this PC, in its home lane. */
static void take_issue(struct bench *b)
{
    const struct dwf_cfg *cfg = &b->s.cfg;
    const uint32_t bits = thread_bits(b), homes = cfg->lanes / cfg->lane_slots;
    uint32_t wid = b->out.nets.lut_in.close_idx;
    assert_true(b->flights < MAX_FLIGHTS);
    struct flight *f = &b->flight[(b->head + b->flights) % MAX_FLIGHTS];

    f->due = b->cycle + b->latency;
    f->mask = 0;
    f->pdom = 0;
    assert_true(b->out.issue_mask != 0);
    assert_int_equal(b->out.issue_mask & ~(UINT64_MAX >> (64 - cfg->lanes)), 0);
    for (uint32_t l = 0; l < cfg->lanes; l++) {
        uint32_t tid = b->out.issue_tid[l];
        if ((b->out.issue_mask >> l & 1) == 0) continue;
        assert_true(tid < MAX_THREADS);
        assert_int_equal(b->place[tid], IN_UNIT);
        assert_int_equal(b->pc[tid], b->out.issue_pc);
        assert_int_equal(dwf_home_place(cfg, tid >> bits, tid & ((1u << bits) - 1)) % homes,
                         l % homes);
        b->made[tid]++;
        b->threads_issued++;
        if (b->made[tid] == b->instructions) {
            b->place[tid] = DONE;
            b->done++;
            continue;
        }
        b->place[tid] = IN_PIPELINE;
        b->pc[tid] = b->next(b, tid, b->pc[tid], b->made[tid]);
        f->mask |= UINT64_C(1) << l;
        f->tid[l] = tid;
        f->pc[l] = b->pc[tid];
        f->pdom |= (uint64_t)(hd_rng_next(&b->rng) >> 63) << l;
    }
    if (f->mask != 0) b->flights++;
    if (b->warps_issued - b->opened_at[wid] > b->longest_wait)
        b->longest_wait = b->warps_issued - b->opened_at[wid];
    b->warps_issued++;
}

static void take_launch(struct bench *b)
{
    const uint32_t bits = thread_bits(b);
    for (uint32_t i = 0; i < b->s.cfg.lanes; i++) {
        uint32_t tid = b->launched << bits | i;
        b->place[tid] = IN_UNIT;
        b->pc[tid] = b->first_pc;
    }
    b->launched++;
}

/* Answers come in any order: the youngest that is due goes first. */
static void serve_memory(struct bench *b)
{
    const uint64_t bytes = b->s.spill.record_bytes;
    if (b->in.rsp_valid && b->out.rsp_ready) b->asked[b->answering] = b->asked[--b->asked_count];
    if (b->out.rd_valid && b->in.rd_ready) {
        assert_true(b->asked_count < b->s.cfg.reads);
        b->asked[b->asked_count++] =
            (struct answer){.due = b->cycle + 1 + hd_rng_below(&b->rng, 40),
                            .record = b->memory[(b->out.rd_addr - BASE) / bytes]};
    }
    if (b->out.wr_valid && b->in.wr_ready) {
        assert_true(b->out.wr_addr >= BASE && (b->out.wr_addr - BASE) % bytes == 0);
        assert_true((b->out.wr_addr - BASE) / bytes < b->s.cfg.slots);
        b->memory[(b->out.wr_addr - BASE) / bytes] = b->out.wr_record;
        b->spilled++;
    }
}

/* The scheduler is told of a group with a place: the number of its threads, or the fewest
 * post-dominators that one of them has passed. */
static void check_update(const struct bench *b, uint32_t g)
{
    const struct warp_pool_in *pool = &b->out.nets.pool_in;
    const uint64_t lanes = pool->join_mask[g] | pool->open_mask[g];
    uint32_t fewest = (1u << b->s.cfg.cnt_width) - 1;
    if (!b->out.nets.sched_in.upd_valid[g] || b->s.cfg.policy == DWF_TIME) return;
    for (uint32_t l = 0; l < b->s.cfg.lanes; l++) {
        if ((lanes >> l & 1) == 0) continue;
        uint32_t passed = b->passed[pool->grp_tid[g][l]];
        fewest = passed < fewest ? passed : fewest;
    }
    assert_int_equal(b->out.nets.sched_in.upd_nthd[g],
                     b->s.cfg.policy == DWF_PDOM ? fewest : count_ones(lanes));
}

/* The threads that the unit must hold now: all that have entered, without those of a warp that
 * still waits at the input. */
static uint32_t expected(const struct bench *b)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < MAX_THREADS; t++) n += b->place[t] == IN_UNIT;
    if (!b->in.ret_valid || b->out.ret_ready) return n;
    return n - count_ones(b->in.ret_mask & ~b->s.update.sent);
}

static void cycle_driven(struct bench *b)
{
    const char *broken = dwf_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("cycle %u: promise: %s", (unsigned)b->cycle, broken);
    dwf_eval(&b->s, &b->in, &b->out);
    assert_false(b->in.ret_valid && b->out.launch_ready);
    if (b->out.issue_valid && b->in.issue_ready) take_issue(b);
    for (uint32_t g = 0; g < 2; g++) {
        if (b->out.nets.lut_out.open_en[g])
            b->opened_at[b->out.nets.lut_out.open_idx[g]] = b->warps_issued;
        check_update(b, g);
    }
    /* Without room nothing comes back from memory, and what comes in goes there. */
    if (b->s.cfg.spill && (b->out.stuck || b->out.free_count < 2))
        assert_false(b->out.rd_valid || b->out.rsp_ready || b->out.nets.lut_in.grp_valid[0]);
    b->stuck += b->out.stuck;
    if (b->in.launch_valid && b->out.launch_ready) take_launch(b);
    if (b->s.cfg.spill) serve_memory(b);
    dwf_tick(&b->s, &b->in, &b->out);
    broken = dwf_check(&b->s);
    if (broken != NULL) fail_msg("cycle %u: check: %s", (unsigned)b->cycle, broken);
    assert_int_equal(dwf_threads(&b->s), expected(b));
    if (b->in.ret_valid && b->out.ret_ready) {
        b->head = (b->head + 1) % MAX_FLIGHTS;
        b->flights--;
    }
    b->cycle++;
}

static void cycle(struct bench *b)
{
    drive(b);
    cycle_driven(b);
}

/* Until all threads are done; a unit that loses one, or stops, is found by the bound. */
static void run(struct bench *b, uint64_t bound)
{
    while (running(b) && b->cycle < bound) cycle(b);
    if (running(b)) fail_msg("%u threads are not done", (unsigned)(b->static_warps - b->done));
    assert_int_equal(b->threads_issued,
                     (uint64_t)b->static_warps * b->s.cfg.lanes * b->instructions);
    cycle(b);
    assert_int_equal(dwf_threads(&b->s), 0);
    assert_int_equal(b->out.free_count, b->s.cfg.pool_entries);
}

/* ---- programs -------------------------------------------------------------------------- */

static uint32_t mix(uint32_t a, uint32_t b)
{
    uint32_t x = a * 0x9e3779b1u ^ b * 0x85ebca6bu;
    x ^= x >> 15;
    x *= 0xc2b2ae35u;
    return x ^ x >> 13;
}

static uint32_t mask_pc(const struct bench *b, uint32_t pc)
{
    return (uint32_t)(pc & ((UINT64_C(1) << b->s.cfg.pc_width) - 1));
}

static uint32_t straight(const struct bench *b, uint32_t tid, uint32_t pc, uint32_t n)
{
    (void)tid;
    (void)n;
    return mask_pc(b, pc + 1);
}

/* A branch in each third instruction; both sides meet again. */
static uint32_t branches(const struct bench *b, uint32_t tid, uint32_t pc, uint32_t n)
{
    (void)pc;
    uint32_t side = n % 3 == 2 ? 0 : mix(tid, n / 3) & 3;
    return mask_pc(b, n % 30 * 4 + side);
}

static uint32_t anywhere(const struct bench *b, uint32_t tid, uint32_t pc, uint32_t n)
{
    (void)pc;
    return mask_pc(b, mix(tid, n) % 24);
}

static uint32_t own_pc(const struct bench *b, uint32_t tid, uint32_t pc, uint32_t n)
{
    (void)pc;
    (void)n;
    return mask_pc(b, 8 + tid);
}

/* Thread 1 leaves for PC 200 once; all others spin at PC 100 for good. */
static uint32_t spin(const struct bench *b, uint32_t tid, uint32_t pc, uint32_t n)
{
    (void)b;
    (void)pc;
    return tid == 1 && n >= 20 ? 200 : 100;
}

/* ---- random runs ----------------------------------------------------------------------- */

struct random_run {
    const char *name;
    const struct dwf_cfg *cfg;
    program *next;
    uint32_t policy, tree, forward, spill, pool, age_limit;
    uint32_t instructions, latency, interval;
    uint32_t heap_entries, mheap_ways; /* 0: enough */
};

static const struct random_run runs[] = {
    {"majority", &small, branches, 0, 0, 1, 0, 32, 0, 150, 9, 0, 0, 0},
    {"majority_tree", &small, branches, 0, 1, 1, 0, 32, 0, 150, 9, 0, 0, 0},
    {"majority_no_forward", &small, branches, 0, 0, 0, 0, 32, 0, 150, 9, 0, 0, 0},
    {"minority", &small, branches, 1, 0, 1, 0, 32, 0, 150, 9, 0, 0, 0},
    {"minority_tree", &small, anywhere, 1, 1, 0, 0, 32, 0, 150, 9, 2, 0, 0},
    {"pc", &small, branches, 2, 0, 1, 0, 32, 0, 150, 9, 0, 0, 0},
    {"pc_tree", &small, anywhere, 2, 1, 1, 0, 32, 0, 150, 5, 1, 0, 0},
    {"pdom", &small, branches, 3, 0, 1, 0, 32, 0, 150, 9, 0, 0, 0},
    {"pdom_tree_no_forward", &small, anywhere, 3, 1, 0, 0, 32, 0, 150, 9, 0, 0, 0},
    {"time", &small, branches, 4, 0, 1, 0, 32, 0, 150, 9, 0, 0, 0},
    {"time_no_forward", &small, anywhere, 4, 0, 0, 0, 32, 0, 150, 3, 1, 0, 0},
    {"ageing", &small, anywhere, 0, 0, 1, 0, 32, 4, 150, 9, 0, 0, 0},
    {"ageing_tree_pdom", &small, anywhere, 3, 1, 1, 0, 32, 9, 150, 9, 0, 0, 0},
    {"spill", &small, anywhere, 0, 0, 1, 1, 6, 0, 150, 9, 0, 0, 0},
    {"spill_tree_no_forward", &small, anywhere, 0, 1, 0, 1, 6, 0, 150, 9, 1, 0, 0},
    {"spill_pdom", &small, anywhere, 3, 0, 1, 1, 5, 0, 150, 9, 0, 0, 0},
    {"spill_time", &small, anywhere, 4, 0, 1, 1, 5, 0, 150, 9, 2, 0, 0},
    {"spill_ageing", &small, anywhere, 1, 0, 1, 1, 6, 5, 150, 9, 0, 0, 0},
    {"own_pc_majority", &small, own_pc, 0, 0, 1, 1, 4, 0, 60, 5, 1, 0, 0},
    {"own_pc_minority", &small, own_pc, 1, 0, 1, 1, 4, 0, 60, 5, 1, 0, 0},
    {"own_pc_pc", &small, own_pc, 2, 0, 0, 1, 4, 0, 60, 5, 0, 0, 0},
    {"own_pc_pdom", &small, own_pc, 3, 0, 1, 1, 4, 0, 60, 5, 1, 0, 0},
    {"own_pc_time", &small, own_pc, 4, 0, 1, 1, 4, 0, 60, 5, 1, 0, 0},
    {"own_pc_pool_2", &small, own_pc, 0, 1, 1, 1, 2, 0, 60, 5, 0, 0, 0},
    {"own_pc_no_spill", &small, own_pc, 0, 0, 1, 0, 4, 0, 60, 5, 1, 0, 0},
    {"full_heap", &small, anywhere, 0, 0, 1, 0, 32, 0, 150, 9, 0, 3, 0},
    {"full_heap_ageing", &small, anywhere, 1, 0, 1, 0, 32, 6, 150, 9, 0, 3, 0},
    {"full_set_tree", &small, anywhere, 0, 1, 1, 0, 32, 0, 150, 9, 0, 0, 2},
    {"full_heap_spill", &small, anywhere, 0, 0, 1, 1, 12, 0, 150, 9, 0, 2, 0},
    {"full_set_spill_pdom", &small, anywhere, 3, 0, 1, 1, 12, 0, 150, 9, 0, 0, 1},
    {"slots_majority", &slots, branches, 0, 0, 1, 0, 32, 0, 150, 9, 0, 0, 0},
    {"slots_no_forward", &slots, anywhere, 0, 1, 0, 0, 32, 0, 150, 9, 1, 0, 0},
    {"slots_pdom", &slots, branches, 3, 0, 1, 0, 32, 0, 150, 9, 0, 0, 0},
    {"slots_time", &slots, anywhere, 4, 0, 1, 0, 32, 0, 150, 9, 0, 0, 0},
    {"slots_spill", &slots, anywhere, 0, 0, 1, 1, 6, 0, 150, 9, 0, 0, 0},
    {"slots_spill_pdom", &slots, own_pc, 3, 0, 1, 1, 5, 0, 60, 5, 1, 0, 0},
    {"paper_size", &paper, branches, 0, 0, 1, 0, 128, 0, 40, 24, 4, 0, 0},
    {"paper_size_own_pc_spill", &paper, own_pc, 0, 0, 1, 1, 16, 0, 6, 24, 4, 0, 0},
};

static void random_cycles(void **state)
{
    const struct random_run *r = &runs[(uintptr_t)*state];
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct dwf_cfg cfg = *r->cfg;
        cfg.policy = r->policy;
        cfg.tree = r->tree;
        cfg.forward = r->forward;
        cfg.spill = r->spill;
        cfg.pool_entries = r->pool;
        cfg.age_limit = r->age_limit;
        cfg.swizzle = (uint32_t)(seed & 1);
        if (r->heap_entries > 0) cfg.heap_entries = r->heap_entries;
        if (r->mheap_ways > 0) cfg.mheap_entries = 4 * r->mheap_ways;
        if (r->mheap_ways > 0) cfg.mheap_ways = r->mheap_ways;
        start(&bench, &cfg, r->next, r->instructions);
        if (r->cfg == &paper) bench.static_warps = 24; /* 768 threads */
        hd_rng_seed(&bench.rng, seed);
        bench.latency = r->latency;
        bench.interval = r->interval;
        run(&bench, 200000);
        if (r->next == own_pc && r->spill) assert_true(bench.spilled > 0);
        if (r->heap_entries + r->mheap_ways > 0) assert_true(bench.stuck > 0);
        if (r->cfg == &paper) break;
    }
}

/* ---- cases ----------------------------------------------------------------------------- */

/* Figure 8: two warps of four lanes, blocks A to G and A again. A goes to B or F, B to C or D; C
 * and D meet in E; E and F meet in G. The text has the utilizations, 66% and 81%, and that C, D, F
 * are below half; these masks, first lane left, give them:
 * B x/1110 y/0011, C x/1000 y/0010, D x/0110 y/0001, F x/0001 y/1100. */
static uint32_t figure_8_program(const struct bench *b, uint32_t tid, uint32_t pc, uint32_t n)
{
    enum { A, B, C, D, E, F, G };
    static const uint32_t side[2][4] = {{C, D, D, F}, {F, F, C, D}};
    (void)b;
    (void)n;
    uint32_t way = side[tid / 4][tid % 4];
    switch (pc) {
    case A: return way == F ? F : B;
    case B: return way;
    case C: return E;
    case D: return E;
    case E: return G;
    case F: return G;
    default: return A;
    }
}

/* All warps of a block are issued, and all threads come back, before the next block. The threads of
 * C, D and F go together: 13 warps instead of 16, utilization 81% instead of 66%. F goes before C:
 * it is in the pool when the last warp of B leaves, and becomes the next PC there and then. */
static void figure_8(void **state)
{
    (void)state;
    struct dwf_cfg cfg = small;
    cfg.policy = DWF_PC;
    cfg.swizzle = 0;
    uint32_t last = 0;
    uint32_t quiet = 0;
    char issued[17] = "";
    start(&bench, &cfg, figure_8_program, UINT32_MAX);
    bench.static_warps = 2;
    while (bench.warps_issued < 13) {
        drive(&bench);
        quiet = bench.flights > 0 ? 0 : quiet + 1;
        dwf_eval(&bench.s, &bench.in, &bench.out); /* to see which warp is on offer */
        if (quiet > 8) last = bench.out.issue_pc;
        bench.in.issue_ready = bench.out.issue_pc == last && bench.cycle > 8;
        uint64_t before = bench.warps_issued;
        cycle_driven(&bench);
        if (bench.warps_issued == before) continue;
        quiet = 0;
        issued[before] = (char)('A' + bench.out.issue_pc);
    }
    assert_string_equal(issued, "AABBFCDEEGGAA");
    assert_int_equal(bench.threads_issued, 42);
    assert_int_equal(bench.threads_issued * 100 / (4 * 13), 80); /* 80.8 */
}

/* Without divergence each warp is full, and one is issued in every scheduler cycle. */
static void no_divergence(void **state)
{
    (void)state;
    for (uint32_t policy = 0; policy <= DWF_TIME; policy++) {
        struct dwf_cfg cfg = paper;
        uint64_t begun = 0;
        cfg.policy = policy;
        start(&bench, &cfg, straight, 40);
        bench.static_warps = 24;
        bench.interval = 4;
        bench.latency = 24;
        while (running(&bench)) {
            uint64_t before = bench.warps_issued;
            cycle(&bench);
            if (begun != 0) assert_int_equal(bench.out.refuse, DWF_REFUSE_NONE);
            if (bench.warps_issued != before) assert_int_equal(bench.out.issue_mask, UINT32_MAX);
            if (bench.warps_issued == 24 && begun == 0) begun = bench.cycle;
            if (begun != 0 && bench.in.issue_ready && bench.warps_issued < 24 * 39)
                assert_true(bench.out.issue_valid);
        }
        assert_int_equal(bench.warps_issued, 24 * 40);
    }
}

/* Many threads spin at one PC, one thread waits at another. With ageing its warp, as every other,
 * is issued at most B warps after it was opened; without ageing never. */
static void ageing_bound(void **state)
{
    (void)state;
    for (uint32_t tree = 0; tree < 2; tree++) {
        for (uint32_t limit = 0; limit <= 24; limit += limit == 0 ? 1 : 23) {
            struct dwf_cfg cfg = small;
            cfg.pool_entries = 16;
            cfg.age_limit = limit;
            cfg.tree = tree;
            cfg.swizzle = 0;
            start(&bench, &cfg, spin, UINT32_MAX);
            bench.latency = 2;
            bench.first_pc = 100;
            while (bench.warps_issued < 8000) cycle(&bench);
            uint64_t bound = 2 * (limit > 16 ? limit : 16) + 16 + 32;
            if (limit > 0) assert_true(bench.longest_wait <= bound);
            if (limit > 0) assert_true(bench.made[1] > 8000 / bound);
            else assert_int_equal(bench.made[1], 20);
        }
    }
}

/* A return goes before a launch. */
static void return_before_launch(void **state)
{
    (void)state;
    start(&bench, &small, straight, 3);
    cycle(&bench);
    assert_true(bench.out.launch_ready);
    bench.static_warps = 1;
    while (bench.flights == 0 || bench.flight[bench.head].due > bench.cycle) cycle(&bench);
    bench.static_warps = 2;
    cycle(&bench);
    assert_true(bench.in.ret_valid && bench.in.launch_valid);
    assert_true(bench.out.ret_ready && !bench.out.launch_ready);
    cycle(&bench);
    assert_true(bench.out.launch_ready);
}

static void swizzle(void **state)
{
    (void)state;
    struct dwf_cfg cfg = small;
    static const uint32_t swapped[4] = {1, 0, 3, 2};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(dwf_home_place(&cfg, 2, i), i);
        assert_int_equal(dwf_home_place(&cfg, 3, i), swapped[i]);
    }
    cfg.lanes = 3; /* the last lane has no partner */
    assert_int_equal(dwf_home_place(&cfg, 1, 1), 0);
    assert_int_equal(dwf_home_place(&cfg, 1, 2), 2);
    cfg.swizzle = 0;
    assert_int_equal(dwf_home_place(&cfg, 1, 1), 1);
}

static void odd_lanes(void **state)
{
    (void)state;
    struct dwf_cfg cfg = small;
    for (cfg.policy = 0; cfg.policy <= DWF_TIME; cfg.policy++) {
        cfg.lanes = 3;
        start(&bench, &cfg, branches, 60);
        bench.interval = 0;
        run(&bench, 100000);
        cfg.lanes = 1;
        start(&bench, &cfg, anywhere, 60);
        bench.interval = 0;
        run(&bench, 100000);
    }
}

/* refuse: 1 before 2. */
static void refuse_says_why(void **state)
{
    (void)state;
    struct dwf_cfg cfg = small;
    bool seen[3] = {false, false, false};
    cfg.pool_entries = 6;
    start(&bench, &cfg, own_pc, 1000);
    bench.interval = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        cycle(&bench);
        bool full = false, waits = false;
        for (uint32_t g = 0; g < 2; g++) {
            full |=
                bench.out.nets.update_out.grp_valid[g] && !bench.out.nets.sched_out.upd_ready[g];
            waits |= bench.out.nets.update_out.grp_valid[g] && !bench.out.nets.lut_out.grp_ready[g];
        }
        assert_int_equal(bench.out.refuse, full ? 1 : waits ? 2 : 0);
        seen[bench.out.refuse] = true;
    }
    assert_true(seen[0] && seen[1] && seen[2]);
}

static void rule_reset(void **state)
{
    (void)state;
    static struct dwf before;
    for (uint32_t policy = 0; policy <= DWF_TIME; policy++) {
        struct dwf_cfg cfg = small;
        cfg.policy = policy;
        cfg.spill = 1;
        cfg.pool_entries = 4;
        start(&bench, &cfg, anywhere, 1000);
        for (uint32_t i = 0; i < 300; i++) cycle(&bench);
        before = bench.s;
        dwf_eval(&bench.s, &bench.in, &bench.out);
        assert_memory_equal(&before, &bench.s, sizeof before);
        dwf_reset(&bench.s);
        assert_null(dwf_check(&bench.s));
        assert_int_equal(dwf_threads(&bench.s), 0);
        memset(&bench.in, 0, sizeof bench.in);
        dwf_eval(&bench.s, &bench.in, &bench.out);
        assert_int_equal(bench.out.free_count, 4);
        assert_false(bench.out.issue_valid || bench.out.wr_valid || bench.out.rd_valid);
    }
}

/* ---- check, promise and init do fail ---------------------------------------------------- */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = dwf_check(&b->s);
    if (broken == NULL) fail_msg("not found: %s", name);
    assert_string_equal(broken, name);
}

/* A unit in the middle of its work: two warps at least wait, one of them closed. */
static void busy_unit(struct bench *b, uint32_t policy)
{
    struct dwf_cfg cfg = small;
    cfg.policy = policy;
    start(b, &cfg, anywhere, 1000);
    b->interval = 0;
    do cycle(b);
    while (b->cycle < 100 || b->out.free_count > 20 || b->s.update.valid[0] ||
           b->s.alloc.count < 2);
}

static uint32_t live_warp(const struct bench *b)
{
    uint32_t i = 0;
    while (b->s.occ[i] == 0) i++;
    return i;
}

/* Damage to a busy unit that its blocks do not see. */
enum damage {
    TWO_PLACES,
    NOT_AT_HOME,
    IN_MEMORY_TOO,
    NEITHER_FREE_NOR_LIVE,
    FREED_AND_LIVE,
    LUT_HAS_OTHER_LANES,
    LUT_HAS_ANOTHER_PC,
    POOL_HAS_OTHER_LANES,
    WRONG_NEXT,
    WRONG_RING,
    DAMAGES,
};

static uint32_t valid_entry(const struct bench *b)
{
    uint32_t e = 0;
    while (!b->s.lut.valid[e]) e++;
    return e;
}

/* A live warp that the LUT has left. */
static uint32_t closed_warp(const struct bench *b)
{
    for (uint32_t i = 0; i < b->s.cfg.pool_entries; i++) {
        bool open = false;
        for (uint32_t e = 0; e < b->s.cfg.lut_entries; e++)
            open |= b->s.lut.valid[e] && b->s.lut.idx[e] == i;
        if (b->s.occ[i] != 0 && !open) return i;
    }
    fail_msg("no closed warp");
    return 0;
}

static void damage(struct bench *b, enum damage kind)
{
    struct dwf *s = &b->s;
    uint32_t warp = live_warp(b), other = warp + 1, lane = 0;
    while ((s->occ[warp] >> lane & 1) == 0) lane++;
    while ((s->occ[other] >> lane & 1) == 0) other++;
    switch (kind) {
    case TWO_PLACES: s->pool.tid[other][lane] = s->pool.tid[warp][lane]; break;
    case NOT_AT_HOME: s->pool.tid[warp][lane] ^= 1; break;
    case IN_MEMORY_TOO:
        s->outside[s->pool.tid[warp][lane] / 8] |= (uint8_t)(1 << s->pool.tid[warp][lane] % 8);
        break;
    case NEITHER_FREE_NOR_LIVE: s->occ[warp] = 0; break;
    case FREED_AND_LIVE: s->occ[s->alloc.idx[s->alloc.head]] = 1; break;
    case LUT_HAS_OTHER_LANES: s->lut.occ[valid_entry(b)] |= 15; break;
    case LUT_HAS_ANOTHER_PC: s->pool.pc[s->lut.idx[valid_entry(b)]] ^= 1; break;
    case POOL_HAS_OTHER_LANES:
        warp = closed_warp(b);
        s->pool.mask[warp] &= s->pool.mask[warp] - 1;
        break;
    case WRONG_NEXT: /* the list of ME ends in itself */
        s->pool.next[s->sched.me_wph] = s->sched.me_wph;
        break;
    case WRONG_RING: /* the oldest warp is forgotten */
        s->time.head = (s->time.head + 1) % s->cfg.pool_entries;
        s->time.count--;
        break;
    default: break;
    }
}

static void check_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    for (uint32_t kind = 0; kind < DAMAGES; kind++) {
        busy_unit(b, kind == WRONG_RING ? DWF_TIME : DWF_MAJORITY);
        while (kind == WRONG_NEXT &&
               (!b->s.sched.me_valid || b->s.sched.me_wph == b->s.sched.me_wpt))
            cycle(b);
        while (kind == LUT_HAS_OTHER_LANES && b->s.lut.occ[valid_entry(b)] == 15) cycle(b);
        damage(b, (enum damage)kind);
        expect_broken(b, "conservation");
    }
    busy_unit(b, 0);
    b->s.wrong_mask = true;
    expect_broken(b, "issue_mask");
    start(b, &small, straight, 10);
    b->s.occ[31] = 1; /* never handed out */
    expect_broken(b, "conservation");
}

/* What the blocks find is passed on. */
static void check_asks_the_blocks(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct dwf_cfg cfg = small;
    cfg.spill = 1;
    start(b, &cfg, straight, 10);
    b->s.update.sent = 1;
    expect_broken(b, "sent_kept");
    start(b, &cfg, straight, 10);
    b->s.spill.queued = 1;
    expect_broken(b, "counts");
    start(b, &cfg, straight, 10);
    b->s.lut.valid[0] = 1;
    expect_broken(b, "valid_occ");
    start(b, &cfg, straight, 10);
    b->s.alloc.count = 1;
    assert_non_null(dwf_check(&b->s));
    start(b, &cfg, straight, 10);
    b->s.pool.next[0] = 32;
    assert_non_null(dwf_check(&b->s));
    start(b, &cfg, straight, 10);
    b->s.sched.age = 1;
    expect_broken(b, "me_range");
    cfg.policy = DWF_TIME;
    start(b, &cfg, straight, 10);
    b->s.time.count = 1;
    assert_non_null(dwf_check(&b->s));
}

static void expect_promise(const struct bench *b, const char *sentence)
{
    const char *broken = dwf_promise(&b->s, &b->in);
    if (broken == NULL) fail_msg("not found: %s", sentence);
    assert_string_equal(broken, sentence);
}

/* Only thread 4, the first of static warp 1, is not in the unit. Its home lane is 1. */
static void promise_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &small, straight, 1000);
    b->static_warps = 1;
    for (uint32_t i = 0; i < 4; i++) cycle(b);
    memset(&b->in, 0, sizeof b->in);
    b->in.ret_valid = true;
    b->in.ret_mask = 2;
    b->in.ret_tid[1] = 4;
    assert_null(dwf_promise(&b->s, &b->in));
    b->in.ret_mask = 1;
    b->in.ret_tid[0] = 4;
    expect_promise(b, "a thread returns in another lane than its home lane");
    b->in.ret_mask = 16;
    expect_promise(b, "a warp's mask names a lane at or above Lanes");
    b->in.ret_mask = 2;
    b->in.ret_pc[1] = 1024;
    expect_promise(b, "a thread's PC is wider than PcWidth");
    b->in.ret_pc[1] = 0;
    b->in.ret_tid[1] = 32;
    expect_promise(b, "a thread's id is wider than TidWidth");
    b->s.update.sent = 1;
    b->in.ret_tid[1] = 4;
    expect_promise(b, "the warp that waits half sent has changed its lanes");
    b->in.ret_valid = false;
    expect_promise(b, "the warp that waits half sent is taken back");
    b->s.update.sent = 0;
    b->in.launch_valid = true;
    b->in.launch_warp = 8;
    expect_promise(b, "the number of a static warp is wider than WarpWidth");
    b->in.launch_warp = 1;
    b->in.launch_mask = 16;
    expect_promise(b, "a launch names a thread at or above Lanes");
    b->in.launch_mask = 1;
    b->in.launch_pc = 1024;
    expect_promise(b, "PC of a launch is wider than PcWidth");
    b->in.launch_pc = 0;
    assert_null(dwf_promise(&b->s, &b->in));
    start(b, &small, straight, 1000);
    cycle(b);
    memset(&b->in, 0, sizeof b->in);
    b->in.launch_valid = true;
    b->in.launch_mask = 1;
    expect_promise(b, "a thread is launched that is in the unit");
    b->in.launch_valid = false;
    b->in.ret_valid = true;
    b->in.ret_mask = 1;
    expect_promise(b, "a thread returns that is in the unit");
}

static void promise_finds_memory(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct dwf_cfg cfg = small;
    cfg.spill = 1;
    start(b, &cfg, straight, 1000);
    b->in.rsp_valid = true;
    expect_promise(b, "an answer comes though no read waits for one");
    b->s.spill.asked = 1;
    assert_null(dwf_promise(&b->s, &b->in));
    b->in.rsp_record.req = 2;
    b->in.rsp_record.tid[1] = 9;
    expect_promise(b, "an answer brings a thread that is not outside");
    b->s.outside[1] = 2;
    assert_null(dwf_promise(&b->s, &b->in));
    b->in.base_en = true;
    expect_promise(b, "the offset is set while something is spilled");
}

static void init_refuses(void **state)
{
    (void)state;
#define BAD(field, value, text)                                                                    \
    {                                                                                              \
        offsetof(struct dwf_cfg, field), value, text                                               \
    }
    static const struct {
        size_t at;
        uint32_t value;
        const char *sentence;
    } bad[] = {
        BAD(lanes, 0, "Lanes must be 1 to 64"),
        BAD(lanes, 65, "Lanes must be 1 to 64"),
        BAD(lane_slots, 0, "LaneSlots must be a power of two, at most Lanes"),
        BAD(lane_slots, 3, "LaneSlots must be a power of two, at most Lanes"),
        BAD(lane_slots, 8, "LaneSlots must be a power of two, at most Lanes"),
        BAD(policy, 5, "Policy must be 0 to 4"),
        BAD(tid_width, 2, "TidWidth must be clog2(Lanes)+1 to 16, with Policy = 3 to 14"),
        BAD(tid_width, 17, "TidWidth must be clog2(Lanes)+1 to 16, with Policy = 3 to 14"),
        BAD(cnt_width, 0, "CntWidth must be 1 to 16"),
        BAD(cnt_width, 2, "clog2(Lanes + 1) must be at most CntWidth"),
        BAD(wid_width, 17, "WidWidth must be 1 to 16"),
        BAD(pool_entries, 1, "PoolEntries must be 2 to 2048"),
        BAD(pool_entries, 2049, "PoolEntries must be 2 to 2048"),
        BAD(wid_width, 4, "PoolEntries must be at most 2^WidWidth"),
        BAD(swizzle, 2, "Swizzle must be 0 or 1"),
        BAD(spill, 2, "Spill must be 0 or 1"),
        BAD(tree, 2, "Tree must be 0 or 1"),
        BAD(age_limit, 65536, "AgeLimit must be at most 65535"),
        BAD(pc_width, 33, "PcWidth must be 1 to 32"),
        BAD(forward, 2, "Forward must be 0 or 1"),
        BAD(mheap_ways, 3, "Ways must divide Entries"),
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct dwf_cfg cfg = small;
        memcpy((char *)&cfg + bad[i].at, &bad[i].value, sizeof bad[i].value);
        const char *error = dwf_init(&bench.s, &cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    struct dwf_cfg cfg = small;
    cfg.policy = DWF_PDOM;
    cfg.tid_width = 15;
    assert_non_null(dwf_init(&bench.s, &cfg));
    cfg.policy = DWF_MAJORITY;
    assert_null(dwf_init(&bench.s, &cfg));
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(figure_8),        cmocka_unit_test(no_divergence),
        cmocka_unit_test(ageing_bound),    cmocka_unit_test(return_before_launch),
        cmocka_unit_test(swizzle),         cmocka_unit_test(odd_lanes),
        cmocka_unit_test(refuse_says_why), cmocka_unit_test(rule_reset),
        cmocka_unit_test(check_finds),     cmocka_unit_test(check_asks_the_blocks),
        cmocka_unit_test(promise_finds),   cmocka_unit_test(promise_finds_memory),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_cycles,
                                         .initial_state = (void *)(uintptr_t)i};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("dwf", tests, NULL, NULL);
}
