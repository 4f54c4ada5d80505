/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the coordinator, with tables, selectors and a memory as simple as they can
 * be: the page's states cycle by cycle, its events and races, the oversubscription rule, hunts for
 * deadlocks, random programs whose outcome is known without the coordinator (every warp begins
 * once, runs only with all it needs, passes no barrier alone, and ends), and the proof that check,
 * promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/coordinator.h"

enum { NOWHERE = 0, PHYSICAL = 1, SWAPPED = 2, ROWS = 64, SETS = 64, PHYS = 256 };

/* ---- the neighbours: three tables, two selectors, a memory ----------------------------- */

struct bench {
    struct coordinator s;
    struct coordinator_in in;
    struct coordinator_out out;
    uint8_t where[3][ROWS][SETS];
    uint32_t phys_of[3][ROWS][SETS];
    bool used[3][PHYS];
    uint32_t held[3], swapped[3];
    bool deaf;      /* memory accepts nothing */
    bool silent;    /* no victims */
    uint32_t pick;  /* how many candidates a selector passes over */
    uint32_t ports; /* events of this cycle so far */
    uint32_t stores, loads;
    uint32_t asked; /* the warp whose state was loaded last */
    bool late;      /* settle gives no answers */
};

static const struct coordinator_cfg hand = {.warps = 4,
                                            .slots = 3,
                                            .blocks = 2,
                                            .reg_sets = 4,
                                            .reg_phys = 6,
                                            .scratch_sets = 4,
                                            .scratch_phys = 4,
                                            .id_width = 8,
                                            .ports = 2,
                                            .thresh_width = 4};
static const struct coordinator_cfg paper = {.warps = 64,
                                             .slots = 48,
                                             .blocks = 16,
                                             .reg_sets = 16,
                                             .reg_phys = 256,
                                             .scratch_sets = 48,
                                             .scratch_phys = 48,
                                             .id_width = 96,
                                             .ports = 2,
                                             .thresh_width = 9};

static uint32_t total(const struct bench *b, uint32_t r)
{
    const struct coordinator_cfg *cfg = &b->s.cfg;
    return r == 0 ? cfg->slots : r == 1 ? cfg->scratch_phys : cfg->reg_phys;
}

static uint32_t lowest_free(const struct bench *b, uint32_t r)
{
    uint32_t p = 0;
    while (p < total(b, r) && b->used[r][p]) p++;
    return p;
}

static uint32_t count(const struct bench *b, uint32_t r, uint32_t where)
{
    uint32_t n = 0;
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t set = 0; set < SETS; set++) n += b->where[r][row][set] == where;
    return n;
}

static uint32_t sets_of(const struct bench *b, uint32_t r, uint32_t row)
{
    uint32_t n = 0;
    for (uint32_t set = 0; set < SETS; set++) n += b->where[r][row][set] != NOWHERE;
    return n;
}

/* Candidate number pick, round and round, in the order of owners. */
static void choose_victim(struct bench *b, uint32_t r)
{
    const uint32_t rows = r == 1 ? b->s.cfg.blocks : b->s.cfg.warps;
    const uint32_t sets = r == 1 ? b->s.cfg.scratch_sets : b->s.cfg.reg_sets;
    uint32_t n = 0, chosen[PHYS];
    if (b->silent || b->out.doing < COORDINATOR_DO_SCRATCH || b->out.doing > COORDINATOR_DO_STORE)
        return;
    for (uint32_t i = 0; i < rows * sets; i++) {
        if (b->where[r][i / sets][i % sets] == PHYSICAL && i / sets != b->out.keep_row)
            chosen[n++] = i;
    }
    if (n == 0) return;
    n = chosen[b->pick % n];
    b->in.victim_valid[r - 1] = true;
    b->in.victim_row[r - 1] = n / sets;
    b->in.victim_set[r - 1] = n % sets;
    b->in.victim_phys[r - 1] = b->phys_of[r][n / sets][n % sets];
}

static void count_tables(struct bench *b)
{
    for (uint32_t r = 0; r < 3; r++) {
        b->in.free[r] = total(b, r) - b->held[r];
        b->in.swapped[r] = b->swapped[r];
        if (r > 0) b->in.victim_valid[r - 1] = false;
    }
    b->in.free_phys = b->in.free[2] > 0 ? lowest_free(b, 2) : 0;
}

static void put(struct bench *b, uint32_t r, uint8_t *where, uint32_t *phys)
{
    *phys = lowest_free(b, r);
    assert_true(*phys < total(b, r));
    b->used[r][*phys] = true;
    b->swapped[r] -= *where == SWAPPED;
    b->held[r]++;
    *where = PHYSICAL;
}

/* A table's operation, which must be one it may be given. */
static void operate(struct bench *b, uint32_t r)
{
    const uint32_t row = b->out.op_row, set = b->out.op_set;
    uint8_t *where = &b->where[r][row][set];
    uint32_t *phys = &b->phys_of[r][row][set];
    switch (b->out.op[r]) {
    case COORDINATOR_OP_MAP:
        assert_int_equal(*where, NOWHERE);
        put(b, r, where, phys);
        break;
    case COORDINATOR_OP_FILL:
        assert_int_equal(*where, SWAPPED);
        put(b, r, where, phys);
        break;
    case COORDINATOR_OP_SPILL:
        assert_int_equal(*where, PHYSICAL);
        b->used[r][*phys] = false;
        b->held[r]--;
        b->swapped[r]++;
        *where = SWAPPED;
        break;
    case COORDINATOR_OP_DROP:
        assert_int_not_equal(*where, NOWHERE);
        if (*where == PHYSICAL) b->used[r][*phys] = false;
        b->held[r] -= *where == PHYSICAL;
        b->swapped[r] -= *where == SWAPPED;
        *where = NOWHERE;
        break;
    default: break;
    }
}

static void operate_all(struct bench *b)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < 3; r++) {
        n += b->out.op[r] != COORDINATOR_OP_NONE;
        if (r > 0 && b->out.op[r] == COORDINATOR_OP_SPILL) {
            assert_true(b->out.lock_en[r]);
            assert_int_equal(b->out.lock_row, b->out.op_row);
            assert_int_equal(b->out.lock_set, b->out.op_set);
            assert_int_equal(b->phys_of[r][b->out.op_row][b->out.op_set], b->out.req_phys);
        }
        operate(b, r);
    }
    assert_true(n <= 1);
}

static void look_at_tables(struct bench *b)
{
    for (uint32_t r = 0; r < 3; r++) {
        const uint8_t where = b->where[r][b->out.op_row][b->out.op_set];
        b->in.op_held[r] = where == PHYSICAL;
        b->in.op_phys[r] = b->phys_of[r][b->out.op_row][b->out.op_set];
        if (b->out.op[r] == COORDINATOR_OP_MAP || b->out.op[r] == COORDINATOR_OP_FILL)
            b->in.op_phys[r] = lowest_free(b, r);
    }
}

static void start(struct bench *b, const struct coordinator_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(coordinator_init(&b->s, cfg));
    assert_null(coordinator_check(&b->s));
    b->in.least = 1;
    for (uint32_t r = 0; r < 3; r++) b->in.thresh[r] = 0;
}

/* What the coordinator says in this cycle; the inputs are complete after it. */
static void look(struct bench *b)
{
    count_tables(b);
    b->in.req_ready = !b->deaf;
    coordinator_eval(&b->s, &b->in, &b->out);
    choose_victim(b, 1);
    choose_victim(b, 2);
    coordinator_eval(&b->s, &b->in, &b->out);
    look_at_tables(b);
}

static void clear(struct bench *b)
{
    memset(b->in.ev_valid, 0, sizeof b->in.ev_valid);
    b->in.block_valid = false;
    b->in.rsp_valid = b->in.miss_en = false;
    b->ports = 0;
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    struct coordinator before = b->s;
    const char *broken;
    look(b);
    broken = coordinator_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    assert_memory_equal(&before, &b->s, sizeof before);
    coordinator_tick(&b->s, &b->in, &b->out);
    operate_all(b);
    broken = coordinator_check(&b->s);
    if (broken != NULL) fail_msg("check: %s", broken);
    if (b->out.req_valid && b->in.req_ready) {
        b->stores += !b->out.req_load;
        b->loads += b->out.req_load;
        if (b->out.req_load) b->asked = b->out.req_row;
    }
    clear(b);
}

static void kernel(struct bench *b, uint32_t warps, uint32_t regs, uint32_t scratch, uint32_t least)
{
    b->in.warps = warps;
    b->in.regs = regs;
    b->in.scratch = scratch;
    b->in.least = least;
}

static void thresholds(struct bench *b, uint32_t threads, uint32_t scratch, uint32_t regs)
{
    b->in.thresh[0] = threads;
    b->in.thresh[1] = scratch;
    b->in.thresh[2] = regs;
}

static void event(struct bench *b, uint32_t slot, uint32_t kind, uint32_t regs, uint32_t scratch)
{
    const uint32_t p = b->ports++;
    b->in.ev_valid[p] = true;
    b->in.ev_slot[p] = slot;
    b->in.ev_kind[p] = kind;
    b->in.ev_regs[p] = regs;
    b->in.ev_scratch[p] = scratch;
}

static void answer(struct bench *b, uint32_t warp)
{
    b->in.rsp_valid = true;
    b->in.rsp_warp = warp;
}

static void miss(struct bench *b, uint32_t warp, uint32_t set)
{
    b->in.miss_en = true;
    b->in.miss_row = warp;
    b->in.miss_set = set;
}

static void offer(struct bench *b, uint32_t id)
{
    b->in.block_valid = true;
    b->in.block_id[0] = id;
}

/* Cycles in which the coordinator is in these states, the first with the inputs that are set. */
static void trace(struct bench *b, const uint32_t *doing, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        cycle(b);
        if (b->out.doing != doing[i])
            fail_msg("cycle %u: doing %u, not %u", i, b->out.doing, doing[i]);
    }
}
#define TRACE(b, ...)                                                                              \
    trace(b, (const uint32_t[]){__VA_ARGS__},                                                      \
          (uint32_t)(sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)))

/* Until nothing is left to do but for running warps; every load is answered at once. */
static void settle(struct bench *b)
{
    for (uint32_t i = 0; i < 100000; i++) {
        const uint32_t loads = b->loads;
        cycle(b);
        if (b->loads > loads && !b->late) answer(b, b->asked);
        if (b->out.doing == COORDINATOR_DO_IDLE && b->s.doing == COORDINATOR_DO_IDLE &&
            !b->in.rsp_valid)
            return;
    }
    fail_msg("it never comes to rest");
}

static void bring(struct bench *b, uint32_t id)
{
    offer(b, id);
    cycle(b);
    assert_true(b->out.block_ready);
    settle(b);
}

/* One warp a block on the hand's sizes: its event, then what follows. */
static void after(struct bench *b, uint32_t slot, uint32_t kind, uint32_t regs, uint32_t scratch)
{
    event(b, slot, kind, regs, scratch);
    cycle(b);
    settle(b);
}

/* ---- the states, cycle by cycle -------------------------------------------------------- */

/* Two warps, a register set each, one scratchpad set: accept, scan, take, begin. */
static void steps_accept_and_take(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 1, 1);
    offer(&b, 0x5a);
    TRACE(&b, 0);
    assert_true(b.out.block_ready);
    TRACE(&b, 1, 1);
    assert_int_equal(b.s.length, 2);
    TRACE(&b, 0, 10, 10, 10); /* the two empty queues, then warp 0 */
    TRACE(&b, 11, 11, 12, 12, 13, 13);
    assert_false(b.out.begin_en);
    TRACE(&b, 15);
    assert_true(b.out.begin_en);
    assert_int_equal(b.out.begin_slot, 0);
    assert_int_equal(b.out.begin_warp, 0);
    assert_int_equal(b.out.begin_rank, 0);
    assert_int_equal(b.out.begin_id[0], 0x5a);
    assert_int_equal(b.out.ready, 0);
    TRACE(&b, 10);
    assert_int_equal(b.out.ready, 1); /* from the next cycle on */
    TRACE(&b, 11, 11, 12, 13, 13, 15);
    assert_int_equal(b.out.begin_rank, 1);
    TRACE(&b, 10, 0, 0);
    assert_int_equal(b.out.ready, 3);
    assert_int_equal(b.out.running, 2);
    assert_int_equal(b.out.slot_warp[1], 1);
    assert_int_equal(b.out.slot_block[1], 0);
    assert_int_equal(sets_of(&b, 1, 0), 1);
}

/* A phase of fewer registers and less scratchpad: highest sets first, one a cycle. */
static void steps_phase_less(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 4, 3, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_PHASE, 2, 1);
    TRACE(&b, 0);
    assert_int_equal(b.out.ready, 1);
    TRACE(&b, 0);
    assert_int_equal(b.out.ready, 0);
    TRACE(&b, 2, 3);
    assert_int_equal(b.out.op[2], COORDINATOR_OP_DROP);
    assert_int_equal(b.out.op_set, 3);
    TRACE(&b, 3);
    assert_int_equal(b.out.op_set, 2);
    TRACE(&b, 3, 4, 5);
    assert_int_equal(b.out.op[1], COORDINATOR_OP_DROP);
    assert_int_equal(b.out.op_set, 2);
    TRACE(&b, 5, 5);
    assert_int_equal(b.out.ready, 0);
    TRACE(&b, 0); /* the warp lacks nothing: it goes on */
    assert_int_equal(b.out.ready, 1);
    assert_int_equal(b.out.running, 1);
    TRACE(&b, 0, 0); /* and there is nothing to scan */
    assert_int_equal(sets_of(&b, 1, 0), 1);
    assert_int_equal(sets_of(&b, 2, 0), 2);
    assert_false(b.out.begin_en);
}

/* A phase that needs more: it waits in the scratchpad queue. */
static void steps_phase_more(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 1, 1, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_PHASE, 3, 2);
    TRACE(&b, 0, 0, 2, 3, 4, 0, 10, 10);
    TRACE(&b, 11, 12);
    assert_int_equal(b.out.op[1], COORDINATOR_OP_MAP);
    assert_int_equal(b.out.op_row, 0);
    assert_int_equal(b.out.op_set, 1);
    TRACE(&b, 12, 13, 13, 13, 10, 10, 0);
    assert_int_equal(b.out.ready, 1);
    assert_int_equal(sets_of(&b, 2, 0), 3);
}

/* A phase needs more registers. Though they are free, the warp waits in the register queue. */
static void steps_phase_more_registers(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 1, 1, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_PHASE, 2, 1);
    TRACE(&b, 0, 0, 2, 3, 4);
    assert_int_equal(b.s.length, 1);
    TRACE(&b, 0, 10, 11, 12, 13, 13, 10, 10, 10, 0);
    assert_int_equal(b.out.ready, 1);
    assert_int_equal(sets_of(&b, 2, 0), 2);
}

/* More registers and less scratchpad: 5, then the queue. */
static void steps_phase_more_and_less(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 1, 2, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_PHASE, 2, 1);
    TRACE(&b, 0, 0, 2, 3, 4, 5, 5);
    assert_int_equal(b.s.length, 1);
    TRACE(&b, 0, 10, 11, 12, 13, 13, 10, 10, 10, 0);
    assert_int_equal(b.out.ready, 1);
}

/* A need that is the block's already: nothing is dropped, one cycle; it goes on at once. */
static void steps_phase_same(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 1, 1, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_PHASE, 1, 1);
    TRACE(&b, 0, 0, 2, 3, 4);
    assert_int_equal(b.out.ready, 0);
    assert_int_equal(b.s.length, 0);
    TRACE(&b, 0, 0);
    assert_int_equal(b.out.ready, 1);
}

/* The block is to have more scratchpad for another warp, whose phase was noted: it waits too. */
static void steps_phase_of_a_block_that_lacks(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 1, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_PHASE, 1, 1);
    event(&b, 1, COORDINATOR_EV_PHASE, 1, 3);
    TRACE(&b, 0, 0, 2, 3, 4);
    assert_int_equal(b.s.block_need[0], 3);
    assert_int_equal(b.s.state[0], COORDINATOR_PENDING);
    TRACE(&b, 0, 2, 3, 4, 0, 10, 10); /* the register queue is empty */
    TRACE(&b, 11, 12, 12, 12, 13, 10, 10, 0);
    assert_int_equal(b.s.ready, 1);
    assert_int_equal(b.s.list[0], 1); /* in the register queue by now: for the next scan */
    event(&b, 0, COORDINATOR_EV_PHASE, 1, 0);
    TRACE(&b, 0, 0, 2, 3, 4, 0, 10, 11, 12, 13, 10);
    assert_int_equal(b.s.ready, 3);
}

/* One warp waits, the other ends: the barrier opens. */
static void steps_barrier_and_end(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 0, 1);
    bring(&b, 7);
    event(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    TRACE(&b, 0, 0, 2, 0, 0); /* no barrier check: no warp has ended */
    assert_int_equal(b.s.state[0], COORDINATOR_BARRIER);
    event(&b, 1, COORDINATOR_EV_END, 0, 0);
    TRACE(&b, 0, 0, 2, 3);
    assert_int_equal(b.out.op[2], COORDINATOR_OP_DROP);
    TRACE(&b, 3);
    assert_int_equal(b.out.op[0], COORDINATOR_OP_DROP);
    assert_int_equal(b.out.op_row, 1);
    TRACE(&b, 6, 9);
    assert_int_equal(b.out.ready, 0);
    TRACE(&b, 9);
    assert_int_equal(b.out.ready, 1);
    TRACE(&b, 0, 0);
    assert_int_equal(b.s.length, 0);
}

static void steps_done(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 1, 2, 1);
    bring(&b, 0x33);
    event(&b, 0, COORDINATOR_EV_END, 0, 0);
    TRACE(&b, 0, 0, 2, 3, 3, 6, 7);
    assert_int_equal(b.out.op[1], COORDINATOR_OP_DROP);
    assert_int_equal(b.out.op_set, 1);
    TRACE(&b, 7, 7);
    assert_false(b.out.done_valid);
    TRACE(&b, 8);
    assert_true(b.out.done_valid);
    assert_int_equal(b.out.done_id[0], 0x33);
    assert_true(coordinator_is_idle(&b.s));
    TRACE(&b, 0, 0);
    assert_true(b.out.block_ready);
}

/* Registers of two warps on six sets: the third warp's come out of others', by a store each. */
static void steps_store(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 4, 0, 3);
    bring(&b, 1);
    offer(&b, 2);
    TRACE(&b, 0, 1, 0, 10, 10, 10, 11, 11, 12, 13, 13, 13);
    b.deaf = true;
    TRACE(&b, 14);
    assert_true(b.out.req_valid && !b.out.req_load && b.out.lock_en[2]);
    assert_int_equal(b.out.req_kind, COORDINATOR_REGS);
    assert_int_equal(b.out.req_row, 0); /* not of the one that asks */
    assert_int_equal(b.out.req_set, 0);
    assert_int_equal(b.out.keep_row, 1);
    assert_int_equal(b.out.op[2], COORDINATOR_OP_NONE);
    b.pick = 1; /* the selector has another victim: the request stands */
    TRACE(&b, 14, 14);
    assert_int_equal(b.out.req_set, 0);
    b.deaf = false;
    TRACE(&b, 14);
    assert_int_equal(b.out.op[2], COORDINATOR_OP_SPILL);
    TRACE(&b, 13);
    assert_int_equal(b.out.op[2], COORDINATOR_OP_MAP);
    assert_int_equal(b.in.op_phys[2], 0);
    b.silent = true;
    TRACE(&b, 13, 13, 13); /* no victim yet */
    b.silent = false;
    TRACE(&b, 13, 14, 13, 13, 15, 10, 0);
    assert_int_equal(b.out.ready, 3);
    assert_int_equal(b.in.swapped[2], 2);
}

/* ---- register sets that return ---------------------------------------------------------- */

/* Two warps with four register sets each on six: two of warp 0 are in swap space. Then warp 1 needs
 * but so many. */
static void two_on_six(struct bench *b, uint32_t keeps)
{
    struct coordinator_cfg cfg = hand;
    cfg.blocks = 3;
    start(b, &cfg);
    kernel(b, 1, 4, 0, 1);
    thresholds(b, 0, 0, 2);
    bring(b, 1);
    bring(b, 2);
    after(b, 1, COORDINATOR_EV_PHASE, keeps, 0);
    assert_int_equal(b->in.swapped[2], 2);
    assert_int_equal(b->where[2][0][1], SWAPPED);
    b->late = true;
}

static void steps_return(void **state)
{
    (void)state;
    struct bench b;
    two_on_six(&b, 2);
    miss(&b, 0, 1);
    TRACE(&b, 0, 0);
    b.deaf = true;
    TRACE(&b, 16, 16);
    assert_true(b.out.req_valid && b.out.req_load && b.out.lock_en[2]);
    assert_int_equal(b.out.req_kind, COORDINATOR_REGS);
    assert_int_equal(b.out.req_row, 0);
    assert_int_equal(b.out.req_set, 1);
    assert_int_equal(b.out.req_phys, lowest_free(&b, 2));
    assert_int_equal(b.out.op[2], COORDINATOR_OP_NONE);
    b.deaf = false;
    TRACE(&b, 16);
    assert_int_equal(b.out.op[2], COORDINATOR_OP_FILL);
    TRACE(&b, 0);
    assert_int_equal(b.out.ready, 2); /* as long as it is on its way */
    assert_int_equal(b.out.running, 2);
    answer(&b, 0);
    TRACE(&b, 0);
    assert_int_equal(b.out.ready, 2);
    TRACE(&b, 0);
    assert_int_equal(b.out.ready, 3);
    assert_int_equal(b.where[2][0][1], PHYSICAL);
    assert_int_equal(b.in.swapped[2], 1);
}

/* The note is used up by a set that is not in swap space, by one that its warp has not, and by
 * that of a warp that does not run. */
static void return_of_nothing(void **state)
{
    (void)state;
    struct bench b;
    two_on_six(&b, 2);
    for (uint32_t w = 0; w < 2; w++) {
        miss(&b, w, 3);
        TRACE(&b, 0);
        assert_true(b.s.miss);
        TRACE(&b, 0, 0);
        assert_false(b.s.miss);
    }
    assert_int_equal(b.loads, 0);
    start(&b, &hand); /* a warp that does not run */
    kernel(&b, 2, 1, 0, 1);
    bring(&b, 1);
    after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    miss(&b, 0, 0);
    TRACE(&b, 0, 0, 0);
    assert_false(b.s.miss);
    assert_int_equal(b.loads, 0);
}

static void return_waits(void **state)
{
    (void)state;
    struct bench b;
    two_on_six(&b, 4); /* no set is free */
    miss(&b, 0, 1);
    TRACE(&b, 0, 0, 0);
    assert_true(b.s.miss);
    two_on_six(&b, 2); /* a warp waits, since no more may go to swap space */
    thresholds(&b, 0, 0, 0);
    offer(&b, 3);
    cycle(&b);
    settle(&b);
    assert_int_equal(b.s.length, 1);
    miss(&b, 0, 1);
    TRACE(&b, 0, 0, 0);
    assert_true(b.s.miss);
    miss(&b, 0, 0); /* the last one counts */
    TRACE(&b, 0);
    assert_int_equal(b.s.miss_set, 0);
}

/* An event of the warp waits until the set is there; a warp that takes gets no victim. */
static void race_return_and_event(void **state)
{
    (void)state;
    struct bench b;
    two_on_six(&b, 2);
    miss(&b, 0, 1);
    TRACE(&b, 0, 0, 16);
    event(&b, 0, COORDINATOR_EV_PHASE, 1, 0); /* it drops the set that is on its way */
    TRACE(&b, 0, 0, 0);
    event(&b, 1, COORDINATOR_EV_PHASE, 4, 0);
    TRACE(&b, 0, 0, 2, 3, 4, 0, 10, 11, 12, 13, 13, 13, 13);
    assert_int_equal(b.in.free[2], 0);
    assert_true(b.in.victim_valid[1]);
    answer(&b, 0);
    TRACE(&b, 13, 13, 14);
    settle(&b);
    assert_int_equal(b.out.ready, 3);
    assert_int_equal(sets_of(&b, 2, 0), 1);
}

/* ---- events ---------------------------------------------------------------------------- */

/* A warp that takes sets keeps its others: the scratchpad of its block, its own registers. */
static void keep_while_taking(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 4, 3, 3);
    bring(&b, 1);
    offer(&b, 2);
    TRACE(&b, 0, 1, 0, 10, 10, 10, 11, 11);
    assert_false(b.out.keep_en[0] || b.out.keep_en[1]);
    TRACE(&b, 12, 12, 14);
    assert_true(b.out.keep_en[0] && !b.out.keep_en[1]);
    assert_int_equal(b.out.keep_row, 1);
    assert_int_equal(b.out.req_kind, COORDINATOR_SCRATCH);
    assert_int_equal(b.out.req_row, 0);
    TRACE(&b, 12);
    assert_true(b.out.keep_en[0] && !b.out.keep_en[1]);
    TRACE(&b, 12, 14, 12, 12, 13);
    assert_true(!b.out.keep_en[0] && b.out.keep_en[1]);
    assert_int_equal(b.out.keep_row, 1);
    TRACE(&b, 13, 13, 14);
    assert_true(!b.out.keep_en[0] && b.out.keep_en[1]);
}

/* The victim is taken when it is the one that goes; another one, or none, is not. */
static void taken_if_it_goes(void **state)
{
    (void)state;
    for (uint32_t other = 0; other < 3; other++) {
        struct bench b;
        start(&b, &hand);
        kernel(&b, 1, 4, 0, 3);
        bring(&b, 1);
        offer(&b, 2);
        TRACE(&b, 0, 1, 0, 10, 10, 10, 11, 11, 12, 13, 13, 13);
        b.pick = other == 1;
        b.silent = other == 2;
        b.deaf = true;
        TRACE(&b, 14);
        assert_false(b.out.victim_taken[1]);
        b.deaf = false;
        TRACE(&b, 14);
        assert_int_equal(b.out.op[2], COORDINATOR_OP_SPILL);
        assert_int_equal(b.out.op_set, 0);
        assert_int_equal(b.out.victim_taken[1], other == 0);
        assert_false(b.out.victim_taken[0]);
    }
}

static void event_none(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 1, 0, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_NONE, 3, 3);
    TRACE(&b, 0, 0, 0);
    assert_int_equal(b.out.ready, 1);
    assert_int_equal(sets_of(&b, 2, 0), 1);
}

static void event_barrier_alone(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 2, 1, 1);
    bring(&b, 1);
    after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    assert_int_equal(b.s.ready, 1); /* no warp to wait for */
    assert_int_equal(sets_of(&b, 2, 0), 2);
    assert_int_equal(b.s.waiting[0], 0);
}

static void event_barrier_all(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 3, 1, 1, 1);
    bring(&b, 1);
    assert_int_equal(b.s.ready, 7);
    after(&b, 2, COORDINATOR_EV_BARRIER, 0, 0);
    after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    assert_int_equal(b.s.ready, 2);
    assert_int_equal(b.s.waiting[0], 2);
    after(&b, 1, COORDINATOR_EV_BARRIER, 0, 0);
    assert_int_equal(b.s.ready, 7);
    assert_int_equal(b.s.waiting[0], 0);
}

/* The lowest-numbered waiting warp goes on first, in whatever order they came; one a cycle. */
static void event_barrier_order(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 3, 1, 1, 1);
    bring(&b, 1);
    after(&b, 2, COORDINATOR_EV_BARRIER, 0, 0);
    after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    event(&b, 1, COORDINATOR_EV_BARRIER, 0, 0);
    TRACE(&b, 0, 0, 2, 9);
    assert_int_equal(b.out.ready, 0);
    for (uint32_t n = 1; n <= 3; n++) {
        assert_int_equal(b.s.waiting[0], 3 - n);
        TRACE(&b, 9);
        assert_int_equal(b.out.ready, (1u << n) - 1);
        assert_int_equal(b.out.running, n);
    }
    TRACE(&b, 0, 0);
    assert_int_equal(b.s.length, 0);
}

/* Two blocks of two warps on two slots. Warp 0 came to a barrier and lost its seat to 2: when 1
 * comes and it opens, 0 stands at the end of the list, behind 3, and 1 goes on. */
static void event_barrier_without_seat(void **state)
{
    (void)state;
    struct bench b;
    struct coordinator_cfg cfg = hand;
    cfg.slots = 2;
    start(&b, &cfg);
    kernel(&b, 2, 1, 0, 1);
    thresholds(&b, 1, 0, 0);
    bring(&b, 1);
    bring(&b, 2);
    after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    assert_int_equal(b.s.away, 1);
    assert_int_equal(b.s.slot_warp[0], 2);
    event(&b, 1, COORDINATOR_EV_BARRIER, 0, 0);
    TRACE(&b, 0, 0, 2, 9);
    assert_int_equal(b.s.state[0], COORDINATOR_PENDING);
    assert_int_equal(b.s.length, 2);
    assert_int_equal(b.s.list[0], 3);
    assert_int_equal(b.s.list[1], 0);
    TRACE(&b, 9, 9);
    assert_int_equal(b.out.ready, 3);
    assert_int_equal(b.s.length, 2);
    TRACE(&b, 0, 10);
}

/* A block never lacks scratchpad when its barrier opens: the warp whose phase raised the need was
 * served first. The rule holds all the same: here the need is raised by hand. */
static void event_barrier_without_scratch(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 1, 1);
    bring(&b, 1);
    after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    b.s.block_need[0] = 2;
    event(&b, 1, COORDINATOR_EV_BARRIER, 0, 0);
    TRACE(&b, 0, 0, 2, 9, 9, 9);
    assert_int_equal(b.s.ready, 0);
    assert_int_equal(b.s.length, 2);
    TRACE(&b, 0, 10, 10, 11, 12, 12, 13);
    settle(&b);
    assert_int_equal(b.s.ready, 1);
    assert_int_equal(b.s.list[0], 1); /* in the register queue by now: for the next scan */
    assert_int_equal(sets_of(&b, 1, 0), 2);
}

/* Two cycles for each warp that comes, one for each that goes on, and one that finds none. */
static void event_barrier_costs(void **state)
{
    (void)state;
    struct bench b;
    uint32_t n = 0;
    start(&b, &paper);
    kernel(&b, 48, 4, 3, 1);
    bring(&b, 1);
    assert_int_equal(b.out.running, 48);
    event(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    cycle(&b);
    for (uint32_t w = 1; w < 48; n++) {
        event(&b, w++, COORDINATOR_EV_BARRIER, 0, 0);
        if (w < 48) event(&b, w++, COORDINATOR_EV_BARRIER, 0, 0);
        cycle(&b);
    }
    for (; b.out.running < 48; n++) cycle(&b);
    assert_int_equal(n, 2 * 48 + 48 + 1);
}

/* Scratchpad goes down only when no warp of the block needs it. */
static void event_phase_shared_scratch(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 3, 1);
    bring(&b, 1);
    after(&b, 0, COORDINATOR_EV_PHASE, 1, 1);
    assert_int_equal(sets_of(&b, 1, 0), 3);
    after(&b, 1, COORDINATOR_EV_PHASE, 1, 2);
    assert_int_equal(sets_of(&b, 1, 0), 2);
    after(&b, 1, COORDINATOR_EV_PHASE, 1, 0);
    assert_int_equal(sets_of(&b, 1, 0), 1);
}

/* A warp that ended needs no scratchpad, but it is dropped at a phase or at the block's end. */
static void event_end_keeps_scratch(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 3, 1);
    bring(&b, 1);
    after(&b, 0, COORDINATOR_EV_PHASE, 1, 0);
    after(&b, 1, COORDINATOR_EV_END, 0, 0);
    assert_int_equal(sets_of(&b, 1, 0), 3);
    after(&b, 0, COORDINATOR_EV_PHASE, 1, 0);
    assert_int_equal(sets_of(&b, 1, 0), 0);
    after(&b, 0, COORDINATOR_EV_END, 0, 0);
    assert_true(coordinator_is_idle(&b.s));
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_two_events(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 0, 1);
    bring(&b, 1);
    event(&b, 1, COORDINATOR_EV_END, 0, 0);
    event(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    TRACE(&b, 0, 0);
    assert_int_equal(b.out.ready, 0);
    TRACE(&b, 2, 0, 2, 3, 3, 6, 9, 9, 0); /* warp 0 first: the search begins there */
    assert_int_equal(b.s.ended[0], 1);
}

/* The search goes on behind the warp it found last. */
static void race_search_goes_on(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 3, 0, 0, 1);
    bring(&b, 1);
    after(&b, 0, COORDINATOR_EV_PHASE, 0, 0);
    event(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    event(&b, 2, COORDINATOR_EV_BARRIER, 0, 0);
    TRACE(&b, 0, 0);
    assert_int_equal(b.s.warp, 2);
    TRACE(&b, 2, 0);
    assert_int_equal(b.s.warp, 0);
    TRACE(&b, 2);
    after(&b, 1, COORDINATOR_EV_BARRIER, 0, 0); /* opens */
    after(&b, 0, COORDINATOR_EV_PHASE, 0, 0);
    event(&b, 2, COORDINATOR_EV_BARRIER, 0, 0);
    event(&b, 1, COORDINATOR_EV_BARRIER, 0, 0);
    TRACE(&b, 0, 0);
    assert_int_equal(b.s.warp, 1); /* the next in number */
}

static void race_event_while_busy(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 2, 0, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_END, 0, 0);
    TRACE(&b, 0, 0, 2, 3);
    event(&b, 1, COORDINATOR_EV_BARRIER, 0, 0);
    TRACE(&b, 3);
    assert_int_equal(b.out.ready, 2);
    TRACE(&b, 3);
    assert_int_equal(b.out.ready, 0);
    TRACE(&b, 6, 0, 2, 9, 9, 0);
}

/* Warp 0 goes on, and comes to the next barrier in the cycle in which 1 goes on. */
static void race_event_while_it_opens(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 0, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    event(&b, 1, COORDINATOR_EV_BARRIER, 0, 0);
    TRACE(&b, 0, 0, 2, 0, 2, 9);
    event(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    TRACE(&b, 9);
    assert_int_equal(b.out.ready, 1);
    TRACE(&b, 9);
    assert_int_equal(b.out.ready, 2);
    TRACE(&b, 0, 2);
    assert_int_equal(b.s.waiting[0], 1);
    TRACE(&b, 0);
    assert_int_equal(b.out.ready, 2);
}

/* Warp 1 has an event in the cycle in which 0, whose phase change is done, goes on. */
static void race_event_while_another_goes_on(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 0, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_PHASE, 1, 0);
    TRACE(&b, 0, 0, 2, 3);
    event(&b, 1, COORDINATOR_EV_END, 0, 0);
    TRACE(&b, 4);
    assert_int_equal(b.out.ready, 2);
    TRACE(&b, 0);
    assert_int_equal(b.out.ready, 1);
    TRACE(&b, 2, 3, 3, 6, 0);
    assert_int_equal(b.out.ready, 1);
}

/* Warp 1 says in the given cycle of the look that it needs no scratchpad either. */
static uint32_t need_after_event(bool late)
{
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 3, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_PHASE, 1, 0);
    TRACE(&b, 0, 0, 2);
    if (!late) event(&b, 1, COORDINATOR_EV_PHASE, 1, 1);
    TRACE(&b, 3);
    if (late) event(&b, 1, COORDINATOR_EV_PHASE, 1, 1);
    TRACE(&b, 4);
    return b.s.block_need[0];
}

static void race_event_while_need_is_looked_for(void **state)
{
    (void)state;
    assert_int_equal(need_after_event(false), 1);
    assert_int_equal(need_after_event(true), 3); /* it is looked at as it was */
}

/* Four blocks of a warp each on three slots: warp 3 has none. */
static void oversubscribe_slots(struct bench *b)
{
    struct coordinator_cfg cfg = hand;
    cfg.blocks = 4;
    cfg.reg_phys = 7;
    start(b, &cfg);
    kernel(b, 1, 1, 0, 1);
    thresholds(b, 1, 0, 0);
    for (uint32_t i = 0; i < 4; i++) bring(b, i);
    assert_int_equal(b->s.ready, 7);
    assert_int_equal(b->s.length, 1);
}

/* Warp 0 gets the registers of its phase, 1 does not: its seat is for warp 3. */
static void unseat(struct bench *b)
{
    oversubscribe_slots(b);
    event(b, 0, COORDINATOR_EV_PHASE, 4, 0);
    event(b, 1, COORDINATOR_EV_PHASE, 4, 0);
    cycle(b);
    settle(b);
}

static void seat_of_pending(void **state)
{
    (void)state;
    struct bench b;
    unseat(&b);
    assert_int_equal(b.s.ready, 7);
    assert_int_equal(b.s.slot_warp[1], 3);
    assert_int_equal(b.s.state[1], COORDINATOR_PENDING);
    assert_true((b.s.away & 2) != 0);
    assert_int_equal(b.in.swapped[0], 1);
    assert_int_equal(b.stores, 1);
}

/* Warps 3 and 0 end: warp 1 comes back to slot 0, and its state is asked for. */
static void ask_for_state(struct bench *b)
{
    unseat(b);
    b->late = true;
    event(b, 1, COORDINATOR_EV_END, 0, 0);
    event(b, 0, COORDINATOR_EV_END, 0, 0);
    for (uint32_t i = 0; i < 100 && b->loads == 0; i++) cycle(b);
    assert_int_equal(b->loads, 1);
    assert_int_equal(b->out.doing, COORDINATOR_DO_SEAT);
    assert_int_equal(b->out.op[0], COORDINATOR_OP_FILL);
    assert_int_equal(b->out.req_row, 1);
    assert_int_equal(b->out.req_phys, 0);
}

static void state_comes_late(void **state)
{
    (void)state;
    struct bench b;
    ask_for_state(&b);
    settle(&b);
    assert_int_equal(b.s.state[1], COORDINATOR_RESTORE);
    cycle(&b);
    assert_int_equal(b.out.running, 2);
    assert_int_equal(b.out.ready, 4);
    answer(&b, 1);
    cycle(&b);
    assert_int_equal(b.out.ready, 4);
    assert_int_equal(b.s.ready, 5);
    assert_int_equal(b.s.away, 0);
}

/* The answer comes `late` cycles after the request: while the warp takes sets, or at the end. */
static void race_answer_while_it_takes(void **state)
{
    (void)state;
    for (uint32_t late = 0; late < 8; late++) {
        struct bench b;
        ask_for_state(&b);
        for (uint32_t i = 0; i < late; i++) cycle(&b);
        answer(&b, 1);
        cycle(&b);
        settle(&b);
        assert_int_equal(b.s.state[1], COORDINATOR_SCHEDULABLE);
        assert_int_equal(b.s.back | b.s.away, 0);
    }
}

/* An answer in the cycle in which another warp goes on, after a barrier or a phase: both do. */
static void race_answer_while_another_goes_on(void **state)
{
    (void)state;
    for (uint32_t phase = 0; phase < 2; phase++) {
        struct bench b;
        ask_for_state(&b);
        settle(&b);
        assert_int_equal(b.s.state[1], COORDINATOR_RESTORE);
        event(&b, 2, phase ? COORDINATOR_EV_PHASE : COORDINATOR_EV_BARRIER, 1, 0);
        TRACE(&b, 0, 0, 2);
        if (phase) TRACE(&b, 3);
        assert_int_equal(b.s.ready, 0);
        answer(&b, 1);
        TRACE(&b, phase ? 4 : 9);
        assert_int_equal(b.s.ready, 5);
        assert_int_equal(b.s.away, 0);
    }
}

static void race_block_while_something_happens(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 1, 0, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_PHASE, 2, 0);
    offer(&b, 2);
    cycle(&b);
    assert_true(b.out.block_ready); /* what is noted now is seen in the next cycle */
    TRACE(&b, 1, 0);
    offer(&b, 3);
    TRACE(&b, 2);
    assert_false(b.out.block_ready);
    for (uint32_t i = 0; i < 40 && !b.out.block_ready; i++) {
        offer(&b, 3);
        cycle(&b);
    }
    assert_false(b.out.block_ready); /* two block numbers, both in use */
}

/* ---- queues ---------------------------------------------------------------------------- */

/* The foremost cannot be served; the one behind it can, and is. */
static void queue_passes_by(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 3, 1, 0, 1);
    bring(&b, 1);
    after(&b, 0, COORDINATOR_EV_PHASE, 3, 0);
    after(&b, 1, COORDINATOR_EV_PHASE, 4, 0);
    assert_int_equal(b.s.ready, 5); /* 3 more are lacking, 1 is free */
    after(&b, 2, COORDINATOR_EV_PHASE, 2, 0);
    assert_int_equal(b.s.ready, 5);
    assert_int_equal(sets_of(&b, 2, 2), 2);
    assert_int_equal(b.s.list[0], 1);
    after(&b, 0, COORDINATOR_EV_PHASE, 0, 0);
    assert_int_equal(b.s.ready, 7);
}

/* The register queue goes before the thread queue, though its warp came later. */
static void queue_order(void **state)
{
    (void)state;
    struct bench b;
    oversubscribe_slots(&b);
    event(&b, 2, COORDINATOR_EV_PHASE, 2, 0);
    cycle(&b);
    assert_int_equal(b.s.list[0], 3);
    settle(&b);
    assert_int_equal(b.s.ready, 7);
    assert_int_equal(b.s.slot_warp[2], 2);
    assert_int_equal(b.s.list[0], 3);
}

/* ---- how far it may oversubscribe ------------------------------------------------------ */

/* A block of four warps with 3 register sets each comes, on six, under this rule. */
static void bring_four(struct bench *b, uint32_t least, uint32_t thresh)
{
    struct coordinator_cfg cfg = hand;
    cfg.slots = 4;
    start(b, &cfg);
    kernel(b, 4, 3, 0, least);
    thresholds(b, 0, 0, thresh);
    bring(b, 1);
    assert_int_equal(b->in.swapped[2], b->stores);
}

/* How many of them run. */
static uint32_t run_with(uint32_t least, uint32_t thresh)
{
    struct bench b;
    bring_four(&b, least, thresh);
    return b.out.running;
}

static void least_rule(void **state)
{
    (void)state;
    assert_int_equal(run_with(1, 0), 2);
    assert_int_equal(run_with(2, 0), 2);
    assert_int_equal(run_with(3, 0), 3); /* below 3 everything may be over */
    assert_int_equal(run_with(4, 0), 4);
}

/* With least_i = 0 a warp that does not fit waits until another one has ended. The thresholds hold
 * even when no warp runs, as two are at a barrier; with any other least_i sets are spilled then. */
static void never_least(void **state)
{
    (void)state;
    assert_int_equal(run_with(0, 0), 2);
    assert_int_equal(run_with(0, 3), 3);
    struct bench b;
    bring_four(&b, 0, 0);
    const uint32_t running[] = {2, 2, 2, 1};
    for (uint32_t ended = 0; ended < 4; ended++) {
        assert_int_equal(b.out.running, running[ended]);
        after(&b, (uint32_t)__builtin_ctzll(b.out.ready), COORDINATOR_EV_END, 0, 0);
        assert_int_equal(b.stores, 0);
    }
    assert_int_equal(b.out.running, 0);
    for (uint32_t least = 0; least <= 1; least++) {
        bring_four(&b, least, 0);
        for (uint32_t came = 0; came < 2; came++)
            after(&b, (uint32_t)__builtin_ctzll(b.out.ready), COORDINATOR_EV_BARRIER, 0, 0);
        assert_int_equal(b.out.running > 0, least > 0);
        assert_int_equal(b.stores > 0, least > 0);
    }
}

/* Blocks of so many warps, of which each asks for so many register sets, on six; one has come. */
static void one_block(struct bench *b, uint32_t warps, uint32_t sets, uint32_t least)
{
    struct coordinator_cfg cfg = hand;
    cfg.slots = 4;
    start(b, &cfg);
    kernel(b, warps, sets, 0, least);
    bring(b, 1);
}

/* Warps of 3 register sets on six, in blocks of two: the first block takes all. One of its warps
 * comes to a barrier: with the other, two are at work. The second block comes in if that is few. */
static void least_counts_barriers(void **state)
{
    (void)state;
    for (uint32_t least = 1; least <= 3; least++) {
        struct bench b;
        one_block(&b, 2, 3, least);
        assert_int_equal(b.s.ready, 3);
        after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
        bring(&b, 2);
        assert_int_equal(b.s.state[0], COORDINATOR_BARRIER);
        assert_int_equal(b.out.running, least < 3 ? 1 : 2);
        assert_int_equal(b.stores, least < 3 ? 0 : 3);
    }
}

/* The same, but with a third warp in the first block, for which there is no register set: it is
 * pending. The warp at the barrier waits for it, and is not at work. */
static void least_without_partners(void **state)
{
    (void)state;
    for (uint32_t least = 1; least <= 3; least++) {
        struct bench b;
        one_block(&b, 3, 3, least);
        assert_int_equal(b.out.running, least < 3 ? 2 : 3);
        if (least == 3) continue;
        after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
        assert_int_equal(b.s.state[0], COORDINATOR_BARRIER);
        assert_int_equal(b.s.state[2], least == 1 ? COORDINATOR_PENDING : COORDINATOR_SCHEDULABLE);
    }
}

/* Three warps come to a barrier, one after the other; a fourth is pending. It comes in when fewer
 * than so many run: those at the barrier wait for it. When none runs it comes in in any case. */
static void none_runs_rule(void **state)
{
    (void)state;
    for (uint32_t least = 1; least <= 3; least++) {
        struct bench b;
        one_block(&b, 4, 2, least);
        assert_int_equal(b.s.ready, 7);
        for (uint32_t run = 3; run >= least; run--) {
            assert_int_equal(b.s.state[3], COORDINATOR_PENDING);
            after(&b, run - 1, COORDINATOR_EV_BARRIER, 0, 0);
        }
        assert_int_equal(b.s.state[3], COORDINATOR_SCHEDULABLE);
        assert_int_equal(b.stores, 2);
    }
}

static void threshold_rule(void **state)
{
    (void)state;
    assert_int_equal(run_with(1, 2), 2);
    assert_int_equal(run_with(1, 3), 3); /* just as many as it may be */
    assert_int_equal(run_with(1, 5), 3);
    assert_int_equal(run_with(1, 6), 4);
}

/* Warps at a barrier give their seats when the threshold lets them. */
static void threshold_of_slots(void **state)
{
    (void)state;
    for (uint32_t thresh = 0; thresh < 2; thresh++) {
        struct bench b;
        struct coordinator_cfg cfg = hand;
        cfg.slots = 2;
        start(&b, &cfg);
        kernel(&b, 2, 1, 0, 1);
        thresholds(&b, thresh, 0, 0);
        bring(&b, 1);
        bring(&b, 2);
        assert_int_equal(b.s.length, 2);
        after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
        assert_int_equal(b.s.ready, thresh == 0 ? 2 : 3);
        assert_int_equal(b.stores, thresh);
    }
}

/* Warp 0 is away, 2 waits at a barrier: 3, which is new, would be one more in swap space; 0 comes
 * for 2, and swap space is no fuller. */
static void one_goes_one_comes(void **state)
{
    (void)state;
    struct bench b;
    struct coordinator_cfg cfg = hand;
    cfg.slots = 2;
    start(&b, &cfg);
    kernel(&b, 2, 1, 0, 1);
    thresholds(&b, 1, 0, 0);
    bring(&b, 1);
    bring(&b, 2);
    after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    after(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    assert_int_equal(b.s.ready, 2);
    assert_int_equal(b.stores, 1);
    after(&b, 1, COORDINATOR_EV_BARRIER, 0, 0);
    assert_int_equal(b.s.ready, 3);
    assert_int_equal(b.s.slot_warp[0], 0);
    assert_int_equal(b.s.away, 4);
    assert_int_equal(b.in.swapped[0], 1);
    assert_int_equal(b.stores, 2);
    assert_int_equal(b.loads, 1);
}

/* ---- no deadlock ----------------------------------------------------------------------- */

/* What the warps of the tests do: a program is a number of phases, some of them after a barrier. */
struct program {
    uint32_t phases;
    uint32_t regs;    /* of a phase: up to so many */
    uint32_t scratch; /* likewise */
    uint32_t barrier; /* every so many-th event is a barrier; 0: none */
    uint32_t ragged;  /* so many phases fewer with each rank */
};

/* Naive twin: the place of each warp, kept from begin_*, events and tables alone. */
struct twin {
    struct bench b;
    struct hd_rng rng;
    struct program program;
    bool alive[64]; /* this and the next five: by warp */
    uint32_t block_no[64];
    uint32_t rank[64];
    uint32_t step[64];
    uint32_t regs[64], scratch[64];
    uint32_t waits[64][64]; /* barriers come to, by block number in order and rank */
    bool over[64][64];
    uint32_t offered, begun, ended, done;
    uint32_t pending[64], pendings; /* loads not yet answered */
    uint32_t slow;                  /* answers, accepted requests, victims: one in so many cycles */
    uint32_t quiet;                 /* cycles without a sign of life */
    bool queued[64];                /* by warp: it was pending in the cycle before */
};

static uint32_t id_of(const uint32_t *id) { return id[0] & 63; }

static void twin_begin(struct twin *t)
{
    const struct coordinator_out *out = &t->b.out;
    const uint32_t w = out->begin_warp;
    if (!out->begin_en) return;
    assert_false(t->alive[w]);
    t->alive[w] = true;
    t->block_no[w] = id_of(out->begin_id);
    t->rank[w] = out->begin_rank;
    assert_true(t->rank[w] < t->b.in.warps);
    assert_true(t->block_no[w] < t->offered);
    assert_false(t->over[t->block_no[w]][t->rank[w]]);
    assert_int_equal(t->waits[t->block_no[w]][t->rank[w]], 0);
    t->step[w] = 0;
    t->regs[w] = t->b.in.regs;
    t->scratch[w] = t->b.in.scratch;
    t->begun++;
}

/* A warp that may run has all its registers, its block's scratchpad, its slot, its barriers. */
static void twin_ready(struct twin *t, uint32_t slot)
{
    const uint32_t w = t->b.out.slot_warp[slot];
    const uint32_t block = t->block_no[w];
    assert_true(t->alive[w]);
    assert_int_equal(t->b.where[0][w][0], PHYSICAL);
    assert_int_equal(t->b.phys_of[0][w][0], slot);
    assert_int_equal(sets_of(&t->b, 2, w), t->regs[w]);
    assert_true(sets_of(&t->b, 1, t->b.out.slot_block[slot]) >= t->scratch[w]);
    for (uint32_t r = 0; r < t->b.in.warps; r++)
        assert_true(t->over[block][r] || t->waits[block][r] >= t->waits[block][t->rank[w]]);
}

static void twin_event(struct twin *t, uint32_t slot)
{
    const struct program *p = &t->program;
    const uint32_t w = t->b.out.slot_warp[slot];
    const uint32_t n = t->step[w]++;
    if (n + t->rank[w] * p->ragged >= p->phases) {
        event(&t->b, slot, COORDINATOR_EV_END, 0, 0);
        t->alive[w] = false;
        t->over[t->block_no[w]][t->rank[w]] = true;
        t->ended++;
    } else if (p->barrier != 0 && n % p->barrier == p->barrier - 1) {
        event(&t->b, slot, COORDINATOR_EV_BARRIER, 0, 0);
        t->waits[t->block_no[w]][t->rank[w]]++;
    } else {
        t->regs[w] = hd_rng_below(&t->rng, p->regs + 1);
        t->scratch[w] = hd_rng_below(&t->rng, p->scratch + 1);
        event(&t->b, slot, COORDINATOR_EV_PHASE, t->regs[w], t->scratch[w]);
    }
}

static void twin_events(struct twin *t)
{
    const uint32_t slots = t->b.s.cfg.slots, from = hd_rng_below(&t->rng, slots);
    for (uint32_t i = 0; i < slots; i++) {
        const uint32_t slot = (from + i) % slots;
        if ((t->b.out.ready >> slot & 1) == 0) continue;
        twin_ready(t, slot);
        if (t->b.ports < t->b.s.cfg.ports && hd_rng_chance(&t->rng, 1, 8)) twin_event(t, slot);
    }
}

static void twin_answer(struct twin *t)
{
    uint32_t i;
    if (t->pendings == 0 || !hd_rng_chance(&t->rng, 1, t->slow)) return;
    i = hd_rng_below(&t->rng, t->pendings);
    answer(&t->b, t->pending[i]);
    t->pending[i] = t->pending[--t->pendings];
}

/* A warp that lacks nothing does not queue: one that has begun and becomes pending lacks a set. */
static void twin_queued(struct twin *t)
{
    const struct coordinator *s = &t->b.s;
    for (uint32_t w = 0; w < s->cfg.warps; w++) {
        const bool queued = s->state[w] == COORDINATOR_PENDING;
        if (queued && !t->queued[w] && t->alive[w]) {
            assert_true(t->b.where[0][w][0] != PHYSICAL || sets_of(&t->b, 2, w) < t->regs[w] ||
                        sets_of(&t->b, 1, s->block[w]) < s->block_need[s->block[w]]);
        }
        t->queued[w] = queued;
    }
}

static void twin_cycle(struct twin *t, uint32_t blocks)
{
    struct bench *b = &t->b;
    if (t->offered < blocks) offer(b, t->offered);
    b->pick = hd_rng_below(&t->rng, 1000);
    b->deaf = !hd_rng_chance(&t->rng, 1, t->slow);
    b->silent = !hd_rng_chance(&t->rng, 1, t->slow);
    look(b);
    twin_events(t);
    twin_answer(t);
    t->quiet = b->ports > 0 ? 0 : t->quiet + 1;
    {
        const bool offers = b->in.block_valid;
        const uint32_t loads = b->loads;
        cycle(b);
        t->offered += offers && b->out.block_ready;
        if (b->loads > loads) t->pending[t->pendings++] = b->asked;
    }
    twin_begin(t);
    twin_queued(t);
    t->done += b->out.done_valid;
}

/* No set is lost, and none is had twice. */
static void twin_tables(const struct bench *b)
{
    for (uint32_t r = 0; r < 3; r++) {
        uint32_t used = 0;
        for (uint32_t p = 0; p < total(b, r); p++) used += b->used[r][p];
        assert_int_equal(used, count(b, r, PHYSICAL));
        assert_int_equal(b->held[r], used);
        assert_int_equal(b->swapped[r], count(b, r, SWAPPED));
    }
}

/* All blocks run to their end; nothing is left anywhere. */
static void twin_run(const struct coordinator_cfg *cfg, const struct program *program,
                     uint32_t warps, uint32_t least, uint32_t thresh, uint32_t blocks,
                     uint32_t slow, uint64_t seed)
{
    static struct twin t;
    memset(&t, 0, sizeof t);
    start(&t.b, cfg);
    hd_rng_seed(&t.rng, seed);
    t.program = *program;
    t.slow = slow;
    kernel(&t.b, warps, program->regs, program->scratch, least);
    thresholds(&t.b, thresh, thresh, thresh);
    for (uint32_t i = 0; i < 200000 && t.done < blocks; i++) {
        twin_cycle(&t, blocks);
        if (i % 64 == 0) twin_tables(&t.b);
        if (t.quiet > 20000) fail_msg("nothing runs any more");
    }
    assert_int_equal(t.done, blocks);
    assert_int_equal(t.begun, blocks * warps);
    assert_int_equal(t.ended, blocks * warps);
    assert_true(coordinator_is_idle(&t.b.s));
    for (uint32_t r = 0; r < 3; r++) {
        assert_int_equal(count(&t.b, r, PHYSICAL), 0);
        assert_int_equal(count(&t.b, r, SWAPPED), 0);
    }
}

/* Every warp of the core waits at a barrier, again and again, and there are more than slots. */
static void hunt_all_at_a_barrier(void **state)
{
    (void)state;
    const struct program p = {.phases = 9, .regs = 4, .scratch = 2, .barrier = 1};
    const struct coordinator_cfg cfg = {.warps = 6,
                                        .slots = 3,
                                        .blocks = 3,
                                        .reg_sets = 4,
                                        .reg_phys = 6,
                                        .scratch_sets = 4,
                                        .scratch_phys = 4,
                                        .id_width = 8,
                                        .ports = 2,
                                        .thresh_width = 4};
    for (uint64_t seed = 0; seed < 10; seed++) {
        twin_run(&cfg, &p, 3, 1, 0, 4, 3, seed);
        twin_run(&cfg, &p, 2, 3, 4, 4, 3, seed);
    }
}

/* One warp needs all the registers, and its block all the scratchpad. */
static void hunt_every_set_swapped(void **state)
{
    (void)state;
    const struct program p = {.phases = 12, .regs = 4, .scratch = 4, .barrier = 3};
    const struct coordinator_cfg cfg = {.warps = 6,
                                        .slots = 3,
                                        .blocks = 3,
                                        .reg_sets = 4,
                                        .reg_phys = 4,
                                        .scratch_sets = 4,
                                        .scratch_phys = 4,
                                        .id_width = 8,
                                        .ports = 2,
                                        .thresh_width = 6};
    for (uint64_t seed = 0; seed < 10; seed++) {
        twin_run(&cfg, &p, 3, 1, 0, 5, 2, seed);
        twin_run(&cfg, &p, 2, 3, 63, 5, 2, seed);
    }
}

/* A block has a warp for each slot, and the core can hold no other beside it. */
static void hunt_block_as_large_as_the_core(void **state)
{
    (void)state;
    const struct program p = {.phases = 8, .regs = 4, .scratch = 4, .barrier = 2, .ragged = 1};
    struct coordinator_cfg cfg = {.warps = 8,
                                  .slots = 8,
                                  .blocks = 2,
                                  .reg_sets = 4,
                                  .reg_phys = 8,
                                  .scratch_sets = 4,
                                  .scratch_phys = 4,
                                  .id_width = 8,
                                  .ports = 4,
                                  .thresh_width = 6};
    for (uint64_t seed = 0; seed < 10; seed++) twin_run(&cfg, &p, 8, 2, 1, 3, 3, seed);
    cfg.slots = 5;
    for (uint64_t seed = 0; seed < 10; seed++) twin_run(&cfg, &p, 5, 1, 0, 3, 3, seed);
}

/* Programs, sizes and speeds at random. */
static void twin_random(void **state)
{
    (void)state;
    struct hd_rng r;
    hd_rng_seed(&r, 1);
    for (uint64_t seed = 0; seed < 150; seed++) {
        const uint32_t warps = 2 + hd_rng_below(&r, 14), slots = 2 + hd_rng_below(&r, warps - 1);
        const uint32_t regs = 1 + hd_rng_below(&r, 6), scratch = 1 + hd_rng_below(&r, 6);
        const struct coordinator_cfg cfg = {.warps = warps,
                                            .slots = slots,
                                            .blocks = 2 + hd_rng_below(&r, 5),
                                            .reg_sets = regs,
                                            .reg_phys = regs + 1 + hd_rng_below(&r, 30),
                                            .scratch_sets = scratch,
                                            .scratch_phys = scratch + 1 + hd_rng_below(&r, 12),
                                            .id_width = 8,
                                            .ports = 1 + hd_rng_below(&r, 4),
                                            .thresh_width = 6};
        const struct program p = {.phases = 2 + hd_rng_below(&r, 10),
                                  .regs = hd_rng_below(&r, regs + 1),
                                  .scratch = hd_rng_below(&r, scratch + 1),
                                  .barrier = hd_rng_below(&r, 4),
                                  .ragged = hd_rng_below(&r, 2)};
        twin_run(&cfg, &p, 1 + hd_rng_below(&r, slots), 1 + hd_rng_below(&r, slots),
                 hd_rng_below(&r, 20), 1 + hd_rng_below(&r, 8), 1 + hd_rng_below(&r, 6), seed);
    }
}

static void twin_paper(void **state)
{
    (void)state;
    const struct program p = {.phases = 5, .regs = 16, .scratch = 24, .barrier = 3};
    twin_run(&paper, &p, 12, 10, 25, 8, 2, 5);
}

/* ---- reset, sizes, check, promise ------------------------------------------------------ */

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 1, 1, 1);
    bring(&b, 1);
    event(&b, 0, COORDINATOR_EV_END, 0, 0);
    TRACE(&b, 0, 0, 2);
    coordinator_reset(&b.s);
    assert_null(coordinator_check(&b.s));
    assert_true(coordinator_is_idle(&b.s));
    coordinator_eval(&b.s, &b.in, &b.out);
    assert_int_equal(b.out.ready, 0);
    assert_int_equal(b.out.running, 0);
    assert_true(b.out.block_ready);
}

/* A size that is refused, with these words. */
static void refuse(struct coordinator_cfg cfg, const char *words)
{
    struct coordinator s;
    const char *error = coordinator_init(&s, &cfg);
    if (error == NULL) fail_msg("not refused: %s", words);
    assert_string_equal(error, words);
}
#define REFUSE(field, value, words)                                                                \
    do {                                                                                           \
        struct coordinator_cfg cfg = paper;                                                        \
        cfg.field = (value);                                                                       \
        refuse(cfg, words);                                                                        \
    } while (0)

static void init_refuses(void **state)
{
    (void)state;
    REFUSE(warps, 1, "Warps must be 2 to 64");
    REFUSE(warps, 65, "Warps must be 2 to 64");
    REFUSE(slots, 1, "Slots must be 2 to 64");
    REFUSE(slots, 65, "Slots must be 2 to 64");
    REFUSE(warps, 47, "Slots must be at most Warps");
    REFUSE(blocks, 1, "Blocks must be 2 to 16");
    REFUSE(blocks, 17, "Blocks must be 2 to 16");
    REFUSE(id_width, 0, "IdWidth must be 1 to 128");
    REFUSE(id_width, 129, "IdWidth must be 1 to 128");
    REFUSE(ports, 0, "Ports must be 1 to 4");
    REFUSE(ports, 5, "Ports must be 1 to 4");
    REFUSE(thresh_width, 0, "ThreshWidth must be 1 to 16");
    REFUSE(thresh_width, 17, "ThreshWidth must be 1 to 16");
    REFUSE(reg_sets, 0, "RegSets must be 1 to 64");
    REFUSE(reg_sets, 65, "RegSets must be 1 to 64");
    REFUSE(reg_phys, 1, "RegPhys must be 2 to 1024");
    REFUSE(reg_phys, 1025, "RegPhys must be 2 to 1024");
    REFUSE(reg_phys, 15, "RegSets must be at most RegPhys");
    REFUSE(scratch_sets, 0, "ScratchSets must be 1 to 64");
    REFUSE(scratch_sets, 65, "ScratchSets must be 1 to 64");
    REFUSE(scratch_phys, 1, "ScratchPhys must be 2 to 1024");
    REFUSE(scratch_phys, 1025, "ScratchPhys must be 2 to 1024");
    REFUSE(scratch_phys, 47, "ScratchSets must be at most ScratchPhys");
}

/* Two warps of a block run, inputs are complete and in order. */
static void two_run(struct bench *b)
{
    start(b, &hand);
    kernel(b, 2, 2, 2, 1);
    bring(b, 1);
    look(b);
    assert_null(coordinator_promise(&b->s, &b->in));
    assert_null(coordinator_check(&b->s));
}

#define BREAK(what, words)                                                                         \
    do {                                                                                           \
        const char *said;                                                                          \
        struct bench b;                                                                            \
        two_run(&b);                                                                               \
        what;                                                                                      \
        said = coordinator_promise(&b.s, &b.in);                                                   \
        if (said == NULL) fail_msg("not seen: %s", words);                                         \
        assert_string_equal(said, words);                                                          \
    } while (0)

static void promise_kernel(void **state)
{
    (void)state;
    BREAK(b.in.warps = 0, "warps_i is not 1 to Slots");
    BREAK(b.in.warps = 4, "warps_i is not 1 to Slots");
    BREAK(b.in.regs = 5, "regs_i is above RegSets");
    BREAK(b.in.scratch = 5, "scratch_i is above ScratchSets");
    BREAK(b.in.warps = 1, "the kernel changes while a block is here");
    BREAK(b.in.regs = 1, "the kernel changes while a block is here");
    BREAK(b.in.scratch = 1, "the kernel changes while a block is here");
    BREAK(b.in.least = 2, "the kernel changes while a block is here");
    BREAK(b.in.thresh[1] = 16, "a threshold is too wide");
    BREAK(offer(&b, 256), "the identity of a block is too wide");
    BREAK((offer(&b, 255), b.in.block_id[1] = 1), "the identity of a block is too wide");
}

static void promise_kernel_before_a_block(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 0, 0, 0, 0);
    look(&b);
    assert_null(coordinator_promise(&b.s, &b.in)); /* no block is here or offered */
    offer(&b, 1);
    assert_string_equal(coordinator_promise(&b.s, &b.in), "warps_i is not 1 to Slots");
}

static void promise_events(void **state)
{
    (void)state;
    BREAK(event(&b, 2, 3, 0, 0), "an event of a slot that is not ready");
    BREAK(event(&b, 3, 3, 0, 0), "an event of a slot that is not ready");
    BREAK(event(&b, 0, 4, 0, 0), "an event that is none of the four");
    BREAK((event(&b, 0, 1, 0, 0), event(&b, 0, 0, 0, 0)), "two events of one slot");
    BREAK(event(&b, 0, 2, 5, 0), "a phase needs more than RegSets");
    BREAK(event(&b, 0, 2, 0, 5), "a phase needs more than ScratchSets");
    BREAK(answer(&b, 0), "an answer to no request");
    BREAK(answer(&b, 7), "an answer to no request");
}

static void promise_one_answer(void **state)
{
    (void)state;
    struct bench b;
    ask_for_state(&b);
    answer(&b, 1);
    cycle(&b);
    look(&b);
    answer(&b, 1);
    assert_string_equal(coordinator_promise(&b.s, &b.in), "an answer to no request");
}

static void promise_misses(void **state)
{
    (void)state;
    struct bench b;
    two_on_six(&b, 2);
    look(&b);
    miss(&b, 3, 3);
    assert_null(coordinator_promise(&b.s, &b.in));
    miss(&b, 4, 3);
    assert_string_equal(coordinator_promise(&b.s, &b.in), "a set is missed that there is not");
    miss(&b, 3, 4);
    assert_string_equal(coordinator_promise(&b.s, &b.in), "a set is missed that there is not");
    miss(&b, 0, 1);
    TRACE(&b, 0, 0, 16);
    look(&b);
    answer(&b, 0);
    assert_null(coordinator_promise(&b.s, &b.in)); /* of the set */
    answer(&b, 1);
    assert_string_equal(coordinator_promise(&b.s, &b.in), "an answer to no request");
}

static void promise_tables(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 3; r++) {
        BREAK(b.in.free[r]++, "a table counts its free sets wrongly");
        BREAK(b.in.swapped[r]++, "a table counts its swapped sets wrongly");
    }
}

static void promise_slot(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 1, 1, 1);
    offer(&b, 1);
    TRACE(&b, 0, 1, 0, 10, 10, 10);
    look(&b);
    assert_int_equal(b.out.op[0], COORDINATOR_OP_MAP);
    assert_null(coordinator_promise(&b.s, &b.in));
    b.in.op_phys[0] = 1;
    assert_string_equal(coordinator_promise(&b.s, &b.in),
                        "the slot given is not the lowest-numbered free one");
}

static void promise_victims(void **state)
{
    (void)state;
    static const char not_held[] = "a victim is not a physical set of its owner";
    struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 4, 0, 3);
    bring(&b, 1);
    offer(&b, 2);
    TRACE(&b, 0, 1, 0, 10, 10, 10, 11, 11, 12, 13, 13);
    look(&b);
    assert_true(b.in.victim_valid[1]);
    assert_null(coordinator_promise(&b.s, &b.in));
    b.in.victim_row[1] = 1;
    assert_string_equal(coordinator_promise(&b.s, &b.in), "a victim of the owner to keep");
    b.in.victim_row[1] = 2;
    assert_string_equal(coordinator_promise(&b.s, &b.in), not_held);
    look(&b);
    b.in.victim_set[1] = 64;
    assert_string_equal(coordinator_promise(&b.s, &b.in), not_held);
    look(&b);
    b.in.victim_phys[1] = 6;
    assert_string_equal(coordinator_promise(&b.s, &b.in), not_held);
    look(&b);
    b.in.victim_valid[0] = true;
    assert_string_equal(coordinator_promise(&b.s, &b.in), not_held);
}

#define SPOIL(what, words)                                                                         \
    do {                                                                                           \
        const char *said;                                                                          \
        struct bench b;                                                                            \
        two_run(&b);                                                                               \
        what;                                                                                      \
        said = coordinator_check(&b.s);                                                            \
        if (said == NULL) fail_msg("not seen: %s", #what);                                         \
        assert_string_equal(said, words);                                                          \
    } while (0)

static void check_seats(void **state)
{
    (void)state;
    SPOIL(b.s.need[0] = 3, "all_held");
    SPOIL(b.s.scratch[1] = 3, "all_held");
    SPOIL((b.s.seated = 1, b.s.ready = 1, b.s.slot_used = 1), "all_held");
    SPOIL(b.s.seated |= 8, "seats");
    SPOIL(b.s.slot[0] = 1, "seats");
    SPOIL(b.s.slot[0] = 3, "seats");
    SPOIL(b.s.slot_warp[0] = 1, "seats");
    SPOIL(b.s.slot_used = 1, "seats");
    SPOIL(b.s.slot_used = 7, "seats");
    SPOIL(b.s.ready = 1, "seats");
    SPOIL(b.s.ready = 7, "seats");
}

static void check_lists(void **state)
{
    (void)state;
    SPOIL(b.s.length = 1, "lists");
    SPOIL(b.s.length = 5, "lists");
    SPOIL((b.s.length = 1, b.s.list[0] = 4), "lists");
    SPOIL((b.s.state[0] = COORDINATOR_PENDING, b.s.ready = 2), "lists");
    SPOIL((b.s.state[0] = COORDINATOR_PENDING, b.s.ready = 2, b.s.length = 2, b.s.list[0] = 0,
           b.s.list[1] = 0),
          "lists");
}

static void check_counts(void **state)
{
    (void)state;
    SPOIL(b.s.ended[0] = 1, "counts");
    SPOIL(b.s.waiting[0] = 1, "counts");
    SPOIL(b.s.block_used = 0, "counts");
    SPOIL(b.s.block_have[1] = 1, "counts");
    SPOIL((b.s.doing = COORDINATOR_DO_ACCEPT, b.s.at = 1), "counts");
}

static void check_sets(void **state)
{
    (void)state;
    SPOIL(b.s.have[0] = b.s.need[0] = 5, "sets");
    SPOIL(b.s.held[COORDINATOR_REGS][0] |= 4, "sets");
    SPOIL(b.s.held[COORDINATOR_THREADS][2] = 1, "sets");
    SPOIL(b.s.have[3] = 1, "sets");
    SPOIL(b.s.block_have[0] = 5, "sets");
    SPOIL(b.s.held[COORDINATOR_SCRATCH][0] |= 4, "sets");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_accept_and_take),
        cmocka_unit_test(steps_phase_less),
        cmocka_unit_test(steps_phase_more),
        cmocka_unit_test(steps_phase_more_registers),
        cmocka_unit_test(steps_phase_more_and_less),
        cmocka_unit_test(steps_phase_same),
        cmocka_unit_test(steps_phase_of_a_block_that_lacks),
        cmocka_unit_test(steps_barrier_and_end),
        cmocka_unit_test(steps_done),
        cmocka_unit_test(steps_store),
        cmocka_unit_test(keep_while_taking),
        cmocka_unit_test(taken_if_it_goes),
        cmocka_unit_test(steps_return),
        cmocka_unit_test(return_of_nothing),
        cmocka_unit_test(return_waits),
        cmocka_unit_test(race_return_and_event),
        cmocka_unit_test(event_none),
        cmocka_unit_test(event_barrier_alone),
        cmocka_unit_test(event_barrier_all),
        cmocka_unit_test(event_barrier_order),
        cmocka_unit_test(event_barrier_without_seat),
        cmocka_unit_test(event_barrier_without_scratch),
        cmocka_unit_test(event_barrier_costs),
        cmocka_unit_test(event_phase_shared_scratch),
        cmocka_unit_test(event_end_keeps_scratch),
        cmocka_unit_test(race_two_events),
        cmocka_unit_test(race_search_goes_on),
        cmocka_unit_test(race_event_while_busy),
        cmocka_unit_test(race_event_while_it_opens),
        cmocka_unit_test(race_event_while_another_goes_on),
        cmocka_unit_test(race_event_while_need_is_looked_for),
        cmocka_unit_test(seat_of_pending),
        cmocka_unit_test(state_comes_late),
        cmocka_unit_test(race_answer_while_it_takes),
        cmocka_unit_test(race_answer_while_another_goes_on),
        cmocka_unit_test(race_block_while_something_happens),
        cmocka_unit_test(queue_passes_by),
        cmocka_unit_test(queue_order),
        cmocka_unit_test(least_rule),
        cmocka_unit_test(never_least),
        cmocka_unit_test(least_counts_barriers),
        cmocka_unit_test(least_without_partners),
        cmocka_unit_test(none_runs_rule),
        cmocka_unit_test(threshold_rule),
        cmocka_unit_test(threshold_of_slots),
        cmocka_unit_test(one_goes_one_comes),
        cmocka_unit_test(hunt_all_at_a_barrier),
        cmocka_unit_test(hunt_every_set_swapped),
        cmocka_unit_test(hunt_block_as_large_as_the_core),
        cmocka_unit_test(twin_random),
        cmocka_unit_test(twin_paper),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(init_refuses),
        cmocka_unit_test(promise_kernel),
        cmocka_unit_test(promise_kernel_before_a_block),
        cmocka_unit_test(promise_events),
        cmocka_unit_test(promise_one_answer),
        cmocka_unit_test(promise_misses),
        cmocka_unit_test(promise_tables),
        cmocka_unit_test(promise_slot),
        cmocka_unit_test(promise_victims),
        cmocka_unit_test(check_seats),
        cmocka_unit_test(check_lists),
        cmocka_unit_test(check_counts),
        cmocka_unit_test(check_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
