/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the streaming multiprocessor with several kernels (Residency = 3): kernels
 * of blocks and register maps of their own, side by side, given again and again while others run.
 * Every thread writes what it knows of itself and of its kernel. Seats, fences and reports are
 * looked at in every cycle.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/sm.h"

enum {
    CODE = 0x1000, /* of each kernel a part */
    CODE_BYTES = 0x100,
    CELLS = 0x10000000, /* a word a kernel, all in one line */
    OUT = CELLS + 0x100,
    OUT_BYTES = 4 * 16 * 30, /* of a launch: blocks, threads */
    SHARED = 0x40000000,
    LAUNCHES = 24,
    MEMORY_WORDS = (0x100 + LAUNCHES * OUT_BYTES) / 4,
    LINE_WORDS = 4,
    MAX_BLOCKS = 16,
    MAX_WAITING = 16,
    GRAIN_WORDS = 8, /* of 1,024 words: 128 grains */
    PATIENCE = 200000,
};

/* clang-format off */
static const struct sm_cfg small = {
    .residency = SM_RANGE, .kernels = 3, .slots = 18, .blocks = 4, .max_warps = 8, .threads = 72,
    .lanes = 4, .simd = 2, .ports = 2, .group = 2, .entries = 2, .div_bits = 4, .float_steps = 4,
    .frame_width = 4, .depth = 4, .levels = 16, .banks = 2, .sets = 140, .ctas = 4, .warps = 18,
    .accesses = 16, .line_bytes = 16, .cache_sets = 4, .ways = 2, .mshrs = 8, .merges = 2,
    .shared_banks = 4, .shared_words = 1024, .row_bits = 128, .holds = 2, .patience = 15,
    .lane_slots = 1, .cache_banks = 1};

/* ---- the kernel: what a thread knows of itself ------------------------------------------ */

#define I(op, f3, rd, rs1, v) ((uint32_t)(v) << 20 | (rs1) << 15 | (f3) << 12 | (rd) << 7 | (op))
#define R(f7, f3, rd, a, b) ((f7) << 25 | (b) << 20 | (a) << 15 | (f3) << 12 | (rd) << 7 | 0x33u)
#define CSR(rd, n) I(0x73u, 2u, rd, 0u, n)
#define ADD(rd, a, b) R(0u, 0u, rd, a, b)
#define MUL(rd, a, b) R(1u, 0u, rd, a, b)
#define TIMES_4(rd, a) I(0x13u, 1u, rd, a, 2)
#define LW(rd, a) I(0x03u, 2u, rd, a, 0)
#define SW(from, a) ((from) << 20 | (a) << 15 | 2u << 12 | 0x23u)

enum { REGISTERS = 13, EXIT = 0x0b, BARRIER = 1 << 12 | 0x0b };

/* x5 is the thread's number in the block, x6 in the grid; x11, what it writes, is the sum of the
 * kernel's number (rsp_word below), x6 (through shared memory), y of the block, blocks of the grid,
 * bytes of shared memory, and the cell at the place that is said to be the stack's. */
static const uint32_t program[] = {
    I(0x13u, 0u, 11u, 0u, 0), CSR(5u, 0xcc1), CSR(7u, 0xcc4), MUL(5u, 5u, 7u), CSR(6u, 0xcc0),
    ADD(5u, 5u, 6u), CSR(8u, 0xcc5), MUL(7u, 7u, 8u), CSR(6u, 0xcc8), MUL(6u, 6u, 7u),
    ADD(6u, 6u, 5u), TIMES_4(9u, 5u), SHARED | 10u << 7 | 0x37u, ADD(9u, 9u, 10u), SW(6u, 9u),
    BARRIER, LW(12u, 9u), ADD(11u, 11u, 12u), CSR(12u, 0xcc9), ADD(11u, 11u, 12u),
    CSR(12u, 0xccc), ADD(11u, 11u, 12u), CSR(12u, 0xcd2), ADD(11u, 11u, 12u),
    CSR(10u, 0xcd1), LW(12u, 10u), ADD(11u, 11u, 12u),
    CSR(10u, 0xcd0), TIMES_4(6u, 6u), ADD(10u, 10u, 6u), SW(11u, 10u), EXIT};
/* clang-format on */

/* ---- a bench: a host, the core, code, memory -------------------------------------------- */

/* A fence waits; room is in pieces; a warp begins beside another kernel's; a cycle changes nothing;
 * blocks stay for some cycles. */
enum { DRAINS, SPLITS, BESIDE, RESTS, KEEPS, SIGHTS };

struct launch {
    bool given, counted; /* and not yet done */
    uint32_t number;     /* of launches */
    uint32_t blocks, offered, done;
    uint8_t reports[MAX_BLOCKS];
};

static struct sm s;
static struct bench {
    struct sm_in in;
    struct sm_out out;
    struct sm_kernel kernel;
    struct hd_rng rng;
    struct launch launch[SM_MAX_KERNELS];
    uint32_t memory[MEMORY_WORDS], expected[MEMORY_WORDS];
    struct {
        uint32_t id, due, data[LINE_WORDS];
    } waiting[MAX_WAITING];
    uint32_t waits, launches, cycle, seen[SIGHTS];
    uint32_t keeps, kept; /* cycles for which the blocks stay, and what is said of them */
} b;

static uint32_t below(uint32_t n) { return (uint32_t)hd_rng_below(&b.rng, n); }

static uint32_t *word_at(uint32_t address) { return &b.memory[(address - CELLS) / 4]; }

static void give(uint32_t k)
{
    struct launch *l = &b.launch[k];
    const uint32_t rows = REGISTERS + below(8), x = 1 + below(6), y = 1 + below(5);
    const uint32_t warps = (x * y + s.cfg.lanes - 1) / s.cfg.lanes;
    *l = (struct launch){.given = true, .number = b.launches++, .blocks = 1 + below(MAX_BLOCKS)};
    b.kernel = (struct sm_kernel){.grid = {l->blocks, 1, 1}, .block = {x, y, 1}};
    b.kernel.thread_sets = (rows + s.cfg.banks - 1) / s.cfg.banks;
    b.kernel.block_rows = warps * b.kernel.thread_sets * s.cfg.banks;
    b.kernel.block_bytes = b.kernel.shared_bytes = 4 * x * y;
    b.kernel.entry = CODE + k * CODE_BYTES;
    for (uint32_t r = 0; r < REGISTERS; r++) b.kernel.rows[r] = (uint8_t)((r + l->number) % rows);
    b.kernel.arguments = OUT + l->number * OUT_BYTES;
    b.kernel.stack_top = CELLS + 4 * k;
    *word_at(CELLS + 4 * k) = below(1000); /* the cache may have the old one */
    for (uint32_t t = 0; t < l->blocks * x * y; t++)
        b.expected[(OUT - CELLS + l->number * OUT_BYTES) / 4 + t] =
            k + t + 3 * (t / (x * y)) + l->blocks + 4 * x * y + *word_at(CELLS + 4 * k);
    b.in.kernel_en = true;
    b.in.kernel_number = k;
}

/* An offer stays until it is taken. */
static void offer(void)
{
    const uint32_t k = below(s.cfg.kernels);
    struct launch *l = &b.launch[k];
    if (b.in.block_valid || !l->counted || l->offered == l->blocks) return;
    b.in.block_valid = true;
    b.in.block_kernel = k;
    b.in.block_id[0] = l->offered++;
    b.in.block_id[1] = 3 * b.in.block_id[0];
    b.in.block_id[2] = k + l->number;
}

static void host(void)
{
    const uint32_t k = below(s.cfg.kernels);
    memset(&b.kernel, 0xff, sizeof b.kernel); /* not looked at in other cycles */
    b.in.kernel_en = false;
    offer();
    if (s.phase != SM_IDLE) return;
    for (uint32_t n = 0; n < s.cfg.kernels; n++) b.launch[n].counted = b.launch[n].given;
    if (!b.launch[k].given && b.launches < LAUNCHES && below(64) == 0) give(k);
}

static void report(void)
{
    struct launch *l = &b.launch[b.out.done_kernel];
    const uint32_t *id = b.out.done_id;
    assert_true(b.out.done_kernel < s.cfg.kernels && l->given && id[0] < l->offered);
    assert_true(id[1] == 3 * id[0] && id[2] == b.out.done_kernel + l->number);
    assert_int_equal(l->reports[id[0]]++, 0);
    if (++l->done == l->blocks) l->given = l->counted = false;
}

static void serve_memory(void)
{
    const struct load_store_out *m = &b.out.memory;
    if (b.in.fill_valid && m->fill_ready) b.waiting[0] = b.waiting[--b.waits];
    if (!m->mem_valid || !b.in.mem_ready) return;
    uint32_t *line = word_at((uint32_t)m->mem_line * 4 * LINE_WORDS);
    for (uint32_t i = 0; m->mem_kind == L1_CACHE_STORE && i < 4 * LINE_WORDS; i++)
        if (m->mem_be[0] >> i & 1)
            ((uint8_t *)line)[i] = (uint8_t)(m->mem_data[i / 4] >> 8 * (i % 4));
    b.waiting[b.waits].id = m->mem_id;
    b.waiting[b.waits].due = b.cycle + 1 + below(60);
    memcpy(b.waiting[b.waits++].data, line, sizeof b.waiting[0].data);
}

static void serve_code(bool asked, uint32_t slot, uint32_t pc)
{
    const uint32_t k = (pc - CODE) / CODE_BYTES, n = pc % CODE_BYTES / 4;
    b.in.rsp_valid = asked;
    b.in.rsp_slot = slot;
    b.in.rsp_word = n < sizeof program / sizeof program[0] ? program[n] : EXIT;
    if (n == 0) b.in.rsp_word |= k << 20;
}

/* Where the warp that has begun on a slot sits, by what the plug has given its block. */
static void look_at_seat(uint32_t slot)
{
    const struct range_residency *r = &s.residency.ranges;
    uint32_t f = 0;
    while (!(r->open >> f & 1) || slot < r->slot[f] || slot >= r->slot[f] + r->count[f]) f++;
    const uint32_t k = r->kernel[f], rank = slot - r->slot[f];
    assert_int_equal(s.slot_kernel[slot], k);
    assert_int_equal(s.rank[slot], rank);
    assert_int_equal(s.shared[slot], r->grain[f] * GRAIN_WORDS);
    assert_int_equal(s.sets[slot], r->set[f] + rank * s.table[k].thread_sets);
    assert_memory_equal(sm_block_of(&s, slot), r->id[f], sizeof s.id[0]);
    for (uint32_t n = 0; n < s.cfg.blocks; n++)
        b.seen[BESIDE] += (r->open >> n & 1) && r->kernel[n] != k;
}

static void look(void)
{
    const struct sm_out *o = &b.out;
    const bool fence = s.phase == SM_FENCE, used = s.memory.used != 0;
    assert_false(o->done || (fence && o->memory_in.acc_valid));
    assert_true(o->memory_in.clear == (fence && !used) && o->idle == (s.phase == SM_IDLE));
    b.seen[DRAINS] += fence && used;
    b.seen[SPLITS] += o->split;
    const char *broken = residency_promise(&s.residency, &o->residency_in, &o->residency_nets);
    if (!broken) broken = pdom_front_promise(&s.front, &o->front_in);
    if (!broken) broken = load_store_promise(&s.memory, &o->memory_in);
    if (!broken) broken = cache_banks_promise(&s.memory.cache, &o->memory.cache_in);
    if (broken) fail_msg("cycle %u: promise: %s", b.cycle, broken);
}

/* For so many cycles as the machine says what it says of its blocks stays. */
static void look_at_blocks(void)
{
    const struct sm_out *o = &b.out;
    const uint32_t now = o->idle | o->block_ready * 2u | o->block_done * 4u;
    if (b.keeps == 0) {
        b.keeps = sm_keeps_blocks(&s);
        b.kept = now;
        b.seen[KEEPS] += b.keeps > 1;
    }
    if (now != b.kept) fail_msg("cycle %u: blocks change, %u cycles early", b.cycle, b.keeps);
    b.keeps = b.in.kernel_en || b.in.block_valid ? 0 : b.keeps - 1;
}

/* All of the state that there is in these sizes, but what is the model's alone. */
static bool is_same_state(const struct sm *a, const struct sm *c)
{
    const struct load_store *m = &a->memory, *n = &c->memory;
    const size_t lines = (size_t)s.cfg.cache_sets * s.cfg.ways;
    const size_t rows = (size_t)s.cfg.banks * s.cfg.sets * s.cfg.lanes;
    return memcmp(a, c, offsetof(struct sm, residency)) == 0 &&
           memcmp(&a->residency.ranges, &c->residency.ranges, sizeof a->residency.ranges) == 0 &&
           memcmp(&a->front, &c->front, sizeof a->front) == 0 &&
           memcmp(&a->board, &c->board, sizeof a->board) == 0 &&
           memcmp(&a->file, &c->file, offsetof(struct register_file, reg)) == 0 &&
           memcmp(a->file.reg, c->file.reg, rows * sizeof a->file.reg[0]) == 0 &&
           memcmp(a->pipe, c->pipe, sizeof a->pipe) == 0 &&
           memcmp(&a->status, &c->status, sizeof a->status) == 0 &&
           memcmp(m, n, offsetof(struct load_store, cache)) == 0 &&
           memcmp(&m->cache, &n->cache, offsetof(struct cache_banks, bank)) == 0 &&
           memcmp(m->cache.bank, n->cache.bank, offsetof(struct l1_cache, tag)) == 0 &&
           memcmp(m->cache.bank[0].data, n->cache.bank[0].data, lines * s.cfg.line_bytes) == 0 &&
           memcmp(&m->shared, &n->shared, offsetof(struct shared_memory, mem)) == 0 &&
           memcmp(m->shared.mem, n->shared.mem, s.cfg.shared_words * 4u) == 0;
}

/* All but the banks of the cache that these cores do not have. */
static void copy_state(struct sm *to, const struct sm *from)
{
    const size_t first = offsetof(struct sm, memory.cache.bank[1]);
    const size_t behind = offsetof(struct sm, memory.cache) + sizeof from->memory.cache;
    memcpy(to, from, first);
    memcpy((char *)to + behind, (const char *)from + behind, sizeof *from - behind);
}

/* A machine that rests: the clock edge is what sm_pass does, and eval gives the same again. */
static void tick(void)
{
    static struct sm passed;
    static struct sm_out again;
    const bool rests = b.cycle % 8 == 0 && sm_rests(&s, &b.in, &b.out); /* copies take time */
    if (rests) {
        copy_state(&passed, &s);
        sm_pass(&passed);
    }
    sm_tick(&s, &b.in, &b.out);
    if (!rests) return;
    b.seen[RESTS]++;
    if (!is_same_state(&s, &passed)) fail_msg("cycle %u: something moves at rest", b.cycle);
    again = b.out;
    copy_state(&passed, &s);
    passed.memory_rests = passed.residency_rests = false; /* so that all is evaluated */
    sm_eval(&passed, &b.in, &again);
    assert_true(again.block_ready == b.out.block_ready && again.idle == b.out.idle &&
                again.fetch_valid == b.out.fetch_valid && again.begin_en == b.out.begin_en &&
                again.memory.mem_valid == b.out.memory.mem_valid);
    assert_memory_equal(again.issue_en, b.out.issue_en, sizeof again.issue_en);
    assert_memory_equal(again.why, b.out.why, sizeof again.why);
    assert_true(sm_rests(&passed, &b.in, &again));
}

static void one_cycle(void)
{
    host();
    b.in.mem_ready = b.waits < MAX_WAITING && below(4) != 0;
    b.in.fill_valid = b.waits > 0 && b.waiting[0].due <= b.cycle;
    b.in.fill_id = b.waiting[0].id;
    b.in.fill_data = b.waiting[0].data;
    b.in.fetch_ready = below(8) != 0;
    sm_eval(&s, &b.in, &b.out);
    look();
    look_at_blocks();
    if (b.out.block_done) report();
    const bool begun = b.out.begin_en, asked = b.out.fetch_valid && b.in.fetch_ready;
    const uint32_t slot = s.begin_slot;
    serve_memory();
    tick();
    if (b.out.block_ready) b.in.block_valid = false;
    if (begun) look_at_seat(slot);
    serve_code(asked, b.out.fetch_slot, b.out.fetch_pc);
    const char *broken = sm_check(&s);
    if (broken) fail_msg("cycle %u: invariant: %s", b.cycle, broken);
    b.cycle++;
}

/* ---- tests ------------------------------------------------------------------------------ */

static void start(uint64_t seed)
{
    memset(&b, 0, sizeof b);
    hd_rng_seed(&b.rng, seed);
    b.in.kernel = &b.kernel;
}

static bool is_over(void)
{
    bool given = b.launches < LAUNCHES;
    for (uint32_t k = 0; k < s.cfg.kernels; k++) given = given || b.launch[k].given;
    return !given && s.memory.used == 0;
}

/* All launches, from the first to the last store. */
static void run(void)
{
    while (!is_over() && b.cycle < PATIENCE) one_cycle();
    assert_true(is_over() && s.residency.ranges.open == 0 && s.pending == 0);
    for (uint32_t i = (OUT - CELLS) / 4; i < MEMORY_WORDS; i++)
        assert_int_equal(b.memory[i], b.expected[i]);
}

static void test_side_by_side(void **state)
{
    (void)state;
    uint32_t seen[SIGHTS] = {0};
    for (uint32_t seed = 1; seed <= 12; seed++) {
        struct sm_cfg cfg = small;
        cfg.ports = 1 + seed % 3;
        cfg.policy = seed % 3;
        cfg.simd = seed % 2 == 0 ? cfg.lanes : cfg.simd; /* the shortest way of an exit */
        cfg.kernels = seed == 12 ? 1 : seed == 11 ? SM_MAX_KERNELS : 3;
        assert_null(sm_init(&s, &cfg));
        start(seed);
        run();
        for (uint32_t i = 0; i < SIGHTS; i++) seen[i] += b.seen[i];
    }
    for (uint32_t i = 0; i < SIGHTS; i++) assert_true(seen[i] > 50);
}

/* After a reset the core is a new one. */
static void test_reset(void **state)
{
    (void)state;
    assert_null(sm_init(&s, &small));
    start(2);
    run();
    const uint32_t cycles = b.cycle;
    for (uint32_t stop = 100; stop <= 900; stop += 200) {
        start(1);
        while (b.cycle < stop) one_cycle();
        sm_reset(&s);
        start(2);
        run();
        assert_int_equal(b.cycle, cycles);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_side_by_side),
        cmocka_unit_test(test_reset),
    };
    return cmocka_run_group_tests_name("sm_range", tests, NULL, NULL);
}
