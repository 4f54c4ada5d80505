/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the CTA launcher: Virtual Thread's example, each sentence of the page and
 * its races, what fits against a division and against the runtime's arithmetic
 * (residency/limits.h), and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/cta_launcher.h"
#include "residency/limits.h"

enum {
    BLOCKS = 1 << CTA_LAUNCHER_BLOCKS,
    WARPS = 1 << CTA_LAUNCHER_WARPS,
    THREADS = 1 << CTA_LAUNCHER_THREADS,
    ROWS = 1 << CTA_LAUNCHER_ROWS,
    BYTES = 1 << CTA_LAUNCHER_BYTES,
    CTAS = 1 << CTA_LAUNCHER_CTAS,
    IDS = 1 << CTA_LAUNCHER_IDS,
    SCHEDULING = BLOCKS | WARPS | THREADS,
    CAPACITY = ROWS | BYTES | CTAS | IDS,
};

/* ---- a bench -------------------------------------------------------------------------- */

struct bench {
    struct cta_launcher s;
    struct cta_launcher_in in;
    struct cta_launcher_out out;
};

static const struct cta_launcher_cfg small = {
    .blocks = 4, .slots = 8, .threads = 20, .rows = 30, .bytes = 100, .ctas = 6, .ids = 12};

static void start(struct bench *b, const struct cta_launcher_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(cta_launcher_init(&b->s, cfg));
    assert_null(cta_launcher_check(&b->s));
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = cta_launcher_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    const struct cta_launcher before = b->s;
    cta_launcher_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    cta_launcher_tick(&b->s, &b->in, &b->out);
    broken = cta_launcher_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    memset(&b->in, 0, sizeof b->in);
}

static void grid(struct bench *b, uint32_t x, uint32_t y, uint32_t z)
{
    b->in.kernel_en = true;
    b->in.kernel_x = x;
    b->in.kernel_y = y;
    b->in.kernel_z = z;
}

static void need(struct bench *b, uint32_t warps, uint32_t threads, uint32_t rows, uint32_t bytes)
{
    b->in.kernel_warps = warps;
    b->in.kernel_threads = threads;
    b->in.kernel_rows = rows;
    b->in.kernel_bytes = bytes;
}

/* The kernel that was set begins, and so many numbers of blocks are tried. */
static void fit(struct bench *b, uint32_t tries)
{
    cycle(b);
    assert_true(b->out.idle);
    for (uint32_t k = 0; k < tries; k++) {
        cycle(b);
        assert_false(b->out.idle || b->out.done || b->out.start_en || b->out.block_valid);
    }
    cycle(b);
}

static void expect_fit(const struct bench *b, uint32_t frames, uint32_t ctas, uint32_t binds)
{
    assert_true(b->out.start_en);
    assert_false(b->out.idle || b->out.done || b->out.block_valid);
    assert_int_equal(b->out.frames, frames);
    assert_int_equal(b->out.ctas, ctas);
    assert_int_equal(b->out.binds, binds);
}

static void expect_refused(const struct bench *b, uint32_t binds)
{
    assert_true(b->out.done && b->out.refused && b->out.idle);
    assert_false(b->out.start_en || b->out.block_valid);
    assert_int_equal(b->out.binds, binds);
}

/* A block that is taken, or (ready is false) only looked at. */
static void expect_block(struct bench *b, bool ready, uint32_t x, uint32_t y, uint32_t z)
{
    b->in.block_ready = ready;
    cycle(b);
    assert_true(b->out.block_valid);
    assert_int_equal(b->out.block_id[0], x);
    assert_int_equal(b->out.block_id[1], y);
    assert_int_equal(b->out.block_id[2], z);
}

static void done(struct bench *b)
{
    b->in.done_valid = true;
    cycle(b);
}

/* A cycle in which nothing happens to a kernel that is under way. */
static void expect_quiet(struct bench *b)
{
    cycle(b);
    assert_false(b->out.idle || b->out.done || b->out.start_en || b->out.block_valid);
}

/* The last kernel is over in this cycle, and not refused. */
static void expect_end(struct bench *b)
{
    cycle(b);
    assert_true(b->out.done && b->out.idle);
    assert_false(b->out.refused);
}

/* ---- what fits ------------------------------------------------------------------------ */

/* Virtual Thread, II: "If each CTA contains 256 threads and each thread only needs 10 registers
 * then the number of issuable CTAs is limited to 8 due to the maximum thread count (scheduling
 * limit)"; 64K registers have room for 25. */
static void paper_kepler_example(void **state)
{
    (void)state;
    static const struct cta_launcher_cfg kepler = {.blocks = 16,
                                                   .slots = 64,
                                                   .threads = 2048,
                                                   .rows = 65536 / 32,
                                                   .bytes = 49152,
                                                   .ctas = 32,
                                                   .ids = 256};
    struct bench b;
    start(&b, &kepler);
    grid(&b, 100, 1, 1);
    need(&b, 8, 256, 8 * 10, 0);
    fit(&b, 26);
    expect_fit(&b, 8, 25, WARPS | THREADS | ROWS);
}

/* Each limit by itself; the tries are one more than the greater of the two. */
static void each_limit(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &small);
    const struct {
        uint32_t need[4];
        uint32_t tries;
        uint32_t frames;
        uint32_t ctas;
        uint32_t binds;
    } row[] = {
        {{1, 1, 0, 0}, 7, 4, 6, BLOCKS | CTAS},
        {{3, 4, 1, 1}, 5, 2, 4, WARPS | IDS},
        {{1, 7, 10, 1}, 4, 2, 3, THREADS | ROWS},
        {{2, 4, 2, 33}, 5, 4, 3, BLOCKS | BYTES | WARPS},
        {{2, 5, 5, 16}, 7, 4, 6, SCHEDULING | CAPACITY},
        {{4, 10, 30, 100}, 3, 2, 1, WARPS | THREADS | ROWS | BYTES},
        {{8, 20, 0, 0}, 2, 1, 1, WARPS | THREADS | IDS},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        grid(&b, 1, 1, 1);
        need(&b, row[i].need[0], row[i].need[1], row[i].need[2], row[i].need[3]);
        fit(&b, row[i].tries);
        expect_fit(&b, row[i].frames, row[i].ctas, row[i].binds);
        expect_block(&b, true, 0, 0, 0);
        done(&b);
        expect_end(&b);
        assert_int_equal(b.out.frames, row[i].frames); /* they stay */
        assert_int_equal(b.out.ctas, row[i].ctas);
        assert_int_equal(b.out.binds, row[i].binds);
    }
}

static void refuses(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &small);
    grid(&b, 1, 1, 1);
    need(&b, 13, 1, 31, 101);
    fit(&b, 1);
    expect_refused(&b, WARPS | ROWS | BYTES | IDS);
    cycle(&b);
    assert_false(b.out.done);
    assert_true(b.out.idle);
    grid(&b, 9, 9, 9);
    need(&b, 1, 21, 1, 1);
    fit(&b, 7); /* the other group goes on */
    expect_refused(&b, THREADS | CTAS);
    grid(&b, 9, 9, 9);
    need(&b, 1, 1, 1, 255); /* the greatest that can be said */
    fit(&b, 5);
    expect_refused(&b, BLOCKS | BYTES);
    grid(&b, 1, 1, 1); /* in the cycle behind it */
    need(&b, 1, 1, 1, 1);
    fit(&b, 7);
    expect_fit(&b, 4, 6, BLOCKS | CTAS);
}

/* ---- walk and end --------------------------------------------------------------------- */

static void begin(struct bench *b, uint32_t x, uint32_t y, uint32_t z)
{
    start(b, &small);
    grid(b, x, y, z);
    need(b, 1, 1, 1, 1);
    fit(b, 7);
    expect_fit(b, 4, 6, BLOCKS | CTAS);
}

static void walk_in_order(void **state)
{
    (void)state;
    struct bench b;
    begin(&b, 2, 3, 2);
    for (uint32_t n = 0; n < 12; n++) {
        if (n % 3 == 1) expect_block(&b, false, n % 2, n / 2 % 3, n / 6);
        b.in.done_valid = n > 0;
        expect_block(&b, true, n % 2, n / 2 % 3, n / 6);
        assert_int_equal(b.s.here, 1); /* taken and done in one cycle: the count stays */
    }
    expect_quiet(&b);
    b.in.block_ready = true; /* no block is offered */
    expect_quiet(&b);
    done(&b);
    assert_false(b.out.done);
    expect_end(&b);
    cycle(&b);
    assert_false(b.out.done);
}

/* The last block is taken when no other block is on the core: it is there then, and the end of the
 * launch waits for it. */
static void last_one_alone(void **state)
{
    (void)state;
    struct bench b;
    begin(&b, 2, 1, 1);
    expect_block(&b, true, 0, 0, 0);
    b.in.done_valid = true;
    expect_block(&b, false, 1, 0, 0);
    assert_int_equal(b.s.here, 0);
    for (uint32_t i = 0; i < 3; i++) expect_block(&b, false, 1, 0, 0);
    expect_block(&b, true, 1, 0, 0);
    for (uint32_t i = 0; i < 3; i++) expect_quiet(&b);
    done(&b);
    expect_end(&b);
}

/* The last one is taken, and the only other one is done. */
static void last_one_and_done(void **state)
{
    (void)state;
    struct bench b;
    begin(&b, 1, 1, 2);
    expect_block(&b, true, 0, 0, 0);
    b.in.done_valid = true;
    expect_block(&b, true, 0, 0, 1);
    expect_quiet(&b);
    done(&b);
    expect_end(&b);
}

static void all_on_the_core(void **state)
{
    (void)state;
    struct bench b;
    begin(&b, 7, 1, 1);
    for (uint32_t n = 0; n < 6; n++) expect_block(&b, true, n, 0, 0);
    expect_block(&b, false, 6, 0, 0);
    b.in.done_valid = true;
    expect_block(&b, true, 6, 0, 0); /* one goes, one comes */
    for (uint32_t n = 0; n < 6; n++) {
        expect_quiet(&b);
        done(&b);
    }
    grid(&b, 1, 1, 1); /* in the cycle of done_o */
    need(&b, 1, 1, 1, 1);
    cycle(&b);
    assert_true(b.out.done && b.out.idle);
    for (uint32_t k = 0; k < 7; k++) expect_quiet(&b);
    cycle(&b);
    assert_true(b.out.start_en);
}

/* "The grid has up to 2^96 blocks": what is behind the greatest x is y. */
static void largest_grid(void **state)
{
    (void)state;
    struct bench b;
    begin(&b, UINT32_MAX, UINT32_MAX, UINT32_MAX);
    expect_block(&b, true, 0, 0, 0);
    const uint64_t row = UINT32_MAX;
    b.s.x = UINT32_MAX - 1;
    b.s.y = UINT32_MAX - 1;
    b.s.z = 7;
    b.s.taken = (row - 1) + row * (row - 1) + row * row * 7;
    b.s.ended = b.s.taken - 1;
    assert_null(cta_launcher_check(&b.s));
    expect_block(&b, true, UINT32_MAX - 1, UINT32_MAX - 1, 7);
    expect_block(&b, false, 0, 0, 8);
}

static void reset(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t after = 0; after < 12; after++) {
        start(&b, &small);
        grid(&b, 2, 2, 2);
        need(&b, 1, 1, 1, 1);
        for (uint32_t n = 0; n < after; n++) {
            b.in.block_ready = true;
            cycle(&b);
        }
        cta_launcher_reset(&b.s);
        assert_null(cta_launcher_check(&b.s));
        memset(&b.in, 0, sizeof b.in);
        cycle(&b);
        assert_true(b.out.idle);
        assert_false(b.out.done || b.out.start_en || b.out.block_valid);
        grid(&b, 1, 1, 1);
        need(&b, 8, 1, 1, 1);
        fit(&b, 2);
        expect_fit(&b, 1, 1, WARPS | IDS);
    }
}

/* ---- arithmetic ----------------------------------------------------------------------- */

static uint32_t below(struct hd_rng *rng, uint32_t n) { return hd_rng_below(rng, n); }

/* A kernel begins; the cycles until it starts or is refused. */
static uint32_t run_fit(struct bench *b)
{
    uint32_t cycles = 0;
    cycle(b);
    do {
        cycle(b);
        cycles++;
    } while (!b->out.start_en && !b->out.done);
    return cycles;
}

static uint32_t quotient(uint32_t limit, uint32_t each)
{
    return each == 0 ? UINT32_MAX : limit / each;
}

/* The least of the quotients, and the set of those that equal it. */
static uint32_t least(const uint32_t *n, uint32_t count, uint32_t *which)
{
    uint32_t min = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) min = n[i] < min ? n[i] : min;
    *which = 0;
    for (uint32_t i = 0; i < count; i++) *which |= (uint32_t)(n[i] == min) << i;
    return min;
}

/* What fits is the least quotient of a group, and what is the least binds. */
static void expect_divided(struct bench *b, uint32_t warps, uint32_t threads, uint32_t rows,
                           uint32_t bytes)
{
    const struct cta_launcher_cfg *c = &b->s.cfg;
    const uint32_t scheduling[] = {c->blocks, c->slots / warps, c->threads / threads};
    const uint32_t capacity[] = {quotient(c->rows, rows), quotient(c->bytes, bytes), c->ctas,
                                 c->ids / warps};
    uint32_t bind, hold;
    const uint32_t frames = least(scheduling, 3, &bind);
    const uint32_t ctas = least(capacity, 4, &hold);
    grid(b, 1, 1, 1);
    need(b, warps, threads, rows, bytes);
    const uint32_t cycles = run_fit(b);
    assert_int_equal(cycles, (frames > ctas ? frames : ctas) + 2);
    if (frames == 0 || ctas == 0) {
        expect_refused(b, bind | hold << 3);
        return;
    }
    expect_fit(b, frames, ctas, bind | hold << 3);
    expect_block(b, true, 0, 0, 0);
    done(b);
}

static void random_needs(void **state)
{
    (void)state;
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    for (uint32_t run = 0; run < 200; run++) {
        struct cta_launcher_cfg c;
        c.blocks = 1 + below(&rng, 64);
        c.ctas = c.blocks + below(&rng, 65 - c.blocks);
        c.slots = 1 + below(&rng, 64);
        c.ids = c.slots + below(&rng, 513 - c.slots);
        c.threads = 1 + below(&rng, 4096);
        c.rows = 1 + below(&rng, 8192);
        c.bytes = 1 + below(&rng, 262144);
        struct bench b;
        start(&b, &c);
        for (uint32_t k = 0; k < 60; k++) {
            const uint32_t n = 1 + below(&rng, c.ctas + 1);
            expect_divided(&b, 1 + below(&rng, c.slots + 1) / n, 1 + below(&rng, c.threads + 1) / n,
                           below(&rng, c.rows + 2) / n, below(&rng, c.bytes + 2) / n);
        }
    }
}

/* The core of the residency comparison, and a kernel of it: docs/residency.md. */
static const struct limits_core fermi = {.blocks = 8,
                                         .warps = 48,
                                         .registers = 32768,
                                         .shared = 49152,
                                         .ctas = 32,
                                         .ids = 256,
                                         .mem_width = 512,
                                         .stack_bits = 640};

static struct limits_block draw_block(struct hd_rng *rng)
{
    struct limits_block block;
    block.threads = 1 + below(rng, below(rng, 2) != 0 ? LIMITS_THREADS : 128);
    block.registers = below(rng, 64);
    block.shared = below(rng, below(rng, 2) != 0 ? 49152 : 4096);
    return block;
}

static uint32_t bit_of(enum limits_what what)
{
    static const uint32_t bit[] = {
        [LIMITS_BLOCKS] = BLOCKS, [LIMITS_WARPS] = WARPS, [LIMITS_REGISTERS] = ROWS,
        [LIMITS_SHARED] = BYTES,  [LIMITS_CTAS] = CTAS,   [LIMITS_IDS] = IDS};
    return bit[what];
}

static void launch(struct bench *b, const struct limits_block *block, uint32_t warps,
                   uint32_t context)
{
    grid(b, 1, 1, 1);
    need(b, warps, block->threads, warps * block->registers, block->shared + context);
    run_fit(b);
}

/* A static core holds the less of frames and ctas, a block has no context. */
static void limits_static(void **state)
{
    (void)state;
    static const struct cta_launcher_cfg core = {8, 48, 1536, 1024, 49152, 8, 48};
    struct hd_rng rng;
    hd_rng_seed(&rng, 2);
    for (uint32_t run = 0; run < 20000; run++) {
        const struct limits_block block = draw_block(&rng);
        struct limits l;
        char why[100];
        struct bench b;
        start(&b, &core);
        const bool fits = limits_of(&l, &fermi, &block, why, sizeof why) == NULL;
        launch(&b, &block, l.warps, 0);
        assert_int_equal(b.out.start_en, fits);
        if (!fits) continue;
        assert_int_equal(b.out.frames, l.frames);
        assert_int_equal(b.out.frames < b.out.ctas ? b.out.frames : b.out.ctas, l.blocks);
        assert_true((b.out.binds & bit_of(l.binds)) != 0);
    }
}

/* Virtual Thread: shared memory holds the contexts too. */
static void limits_virtual_thread(void **state)
{
    (void)state;
    static const struct cta_launcher_cfg core = {8, 48, 1536, 1024, 49152, 32, 256};
    struct hd_rng rng;
    hd_rng_seed(&rng, 3);
    for (uint32_t run = 0; run < 20000; run++) {
        const struct limits_block block = draw_block(&rng);
        struct limits l;
        char why[100];
        struct bench b;
        if (limits_of(&l, &fermi, &block, why, sizeof why) != NULL) continue;
        start(&b, &core);
        launch(&b, &block, l.warps, l.words * (fermi.mem_width / 8));
        assert_int_equal(b.out.start_en, l.ctas != 0);
        assert_true((b.out.binds & bit_of(l.vt_binds)) != 0);
        if (l.ctas == 0) continue;
        assert_int_equal(b.out.frames, l.frames);
        assert_int_equal(b.out.ctas, l.ctas);
    }
}

/* ---- any kernels, against a plain count of blocks ------------------------------------- */

static void run_grid(struct bench *b, struct hd_rng *rng)
{
    const uint32_t x = 1 + below(rng, 5);
    const uint32_t y = 1 + below(rng, 4);
    const uint32_t z = 1 + below(rng, 3);
    uint32_t taken = 0;
    uint32_t ended = 0;
    grid(b, x, y, z);
    need(b, 1 + below(rng, 4), 1 + below(rng, 7), below(rng, 16), below(rng, 51));
    run_fit(b);
    if (b->out.refused) return;
    const uint32_t room = b->out.ctas;
    while (ended < x * y * z) {
        b->in.done_valid = ended < taken && below(rng, 3) == 0;
        b->in.block_ready = taken - ended < room + b->in.done_valid && below(rng, 2) != 0;
        const bool ends = b->in.done_valid;
        const bool takes = b->in.block_ready && taken < x * y * z;
        cycle(b);
        assert_false(b->out.idle || b->out.done);
        assert_int_equal(b->out.block_valid, taken < x * y * z);
        if (b->out.block_valid) {
            assert_int_equal(b->out.block_id[0], taken % x);
            assert_int_equal(b->out.block_id[1], taken / x % y);
            assert_int_equal(b->out.block_id[2], taken / x / y);
        }
        taken += takes;
        ended += ends;
    }
    expect_end(b);
}

static void random_grids(void **state)
{
    (void)state;
    struct hd_rng rng;
    struct bench b;
    hd_rng_seed(&rng, 4);
    start(&b, &small);
    for (uint32_t run = 0; run < 2000; run++) run_grid(&b, &rng);
}

/* ---- check, promise, init ------------------------------------------------------------- */

static void expect_broken(struct bench *b, const char *name)
{
    const char *broken = cta_launcher_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    begin(&b, 3, 3, 3);
    for (uint32_t n = 0; n < 5; n++) expect_block(&b, true, n % 3, n / 3, 0);
    const struct cta_launcher good = b.s;
    b.s.phase = 5;
    expect_broken(&b, "phase_range");
    b.s = good;
    b.s.done = true;
    expect_broken(&b, "ends");
    b.s = good;
    b.s.frames++;
    expect_broken(&b, "fits");
    b.s = good;
    b.s.ctas--;
    expect_broken(&b, "fits");
    b.s = good;
    b.s.binds |= WARPS;
    expect_broken(&b, "fits");
    b.s = good;
    b.s.binds &= ~(uint32_t)CTAS;
    expect_broken(&b, "fits");
    b.s = good;
    b.s.taken--;
    expect_broken(&b, "order");
    b.s = good;
    b.s.here--;
    expect_broken(&b, "here");
    b.s = good;
    b.s.ended = (uint64_t)0 - 2; /* of 5 that were taken: 7 are here */
    b.s.here = 7;
    expect_broken(&b, "here");
    for (uint32_t i = 0; i < 3; i++) {
        b.s = good;
        if (i == 0) b.s.x = 3;
        if (i == 1) b.s.y = 3;
        if (i == 2) b.s.z = 3;
        expect_broken(&b, "order");
    }
    b.s = good;
    b.s.phase = CTA_LAUNCHER_ALL_TAKEN;
    expect_broken(&b, "order");
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = cta_launcher_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds_in_kernels(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &small);
    for (uint32_t i = 0; i < 3; i++) {
        grid(&b, i != 0, i != 1, i != 2);
        need(&b, 1, 1, 1, 1);
        expect_promise(&b, "a size of the grid is 0");
    }
    grid(&b, 1, 1, 1);
    need(&b, 0, 1, 1, 1);
    expect_promise(&b, "a block has no warp, or no thread");
    grid(&b, 1, 1, 1);
    need(&b, 1, 0, 1, 1);
    expect_promise(&b, "a block has no warp, or no thread");
    grid(&b, 1, 1, 1);
    need(&b, 32, 1, 1, 1);
    expect_promise(&b, "warps are wider than WarpWidth + 1");
    grid(&b, 1, 1, 1);
    need(&b, 1, 64, 1, 1);
    expect_promise(&b, "threads are wider than ThreadWidth + 1");
    grid(&b, 1, 1, 1);
    need(&b, 1, 1, 64, 1);
    expect_promise(&b, "rows are wider than RowWidth + 1");
    grid(&b, 1, 1, 1);
    need(&b, 1, 1, 1, 256);
    expect_promise(&b, "bytes are wider than ByteWidth + 1");
    grid(&b, 1, 1, 1);
    need(&b, 31, 63, 63, 255);
    cycle(&b);
    grid(&b, 1, 1, 1);
    need(&b, 1, 1, 1, 1);
    expect_promise(&b, "a kernel begins while one is under way");
}

static void promise_finds_in_blocks(void **state)
{
    (void)state;
    struct bench b;
    begin(&b, 9, 1, 1);
    b.in.done_valid = true;
    expect_promise(&b, "a block is done, and none is on the core");
    b.in.done_valid = true;
    b.in.block_ready = true; /* the one that is taken in this cycle */
    expect_promise(&b, "a block is done, and none is on the core");
    for (uint32_t n = 0; n < 6; n++) expect_block(&b, true, n, 0, 0);
    b.in.block_ready = true;
    expect_promise(&b, "more blocks are on the core than ctas");
    b.in.block_ready = true;
    b.in.done_valid = true;
    assert_null(cta_launcher_promise(&b.s, &b.in));
    cta_launcher_reset(&b.s);
    expect_promise(&b, "a block is done, and none is on the core");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct cta_launcher_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 8, 8, 8, 8, 8, 8}, "Blocks must be 1 to 64"},
        {{65, 8, 8, 8, 8, 64, 8}, "Blocks must be 1 to 64"},
        {{8, 0, 8, 8, 8, 8, 8}, "Slots must be 1 to 64"},
        {{8, 65, 8, 8, 8, 8, 512}, "Slots must be 1 to 64"},
        {{8, 8, 0, 8, 8, 8, 8}, "Threads must be 1 to 4096"},
        {{8, 8, 4097, 8, 8, 8, 8}, "Threads must be 1 to 4096"},
        {{8, 8, 8, 0, 8, 8, 8}, "Rows must be 1 to 8192"},
        {{8, 8, 8, 8193, 8, 8, 8}, "Rows must be 1 to 8192"},
        {{8, 8, 8, 8, 0, 8, 8}, "Bytes must be 1 to 262144"},
        {{8, 8, 8, 8, 262145, 8, 8}, "Bytes must be 1 to 262144"},
        {{8, 8, 8, 8, 8, 7, 8}, "Ctas must be Blocks to 64"},
        {{8, 8, 8, 8, 8, 65, 8}, "Ctas must be Blocks to 64"},
        {{8, 8, 8, 8, 8, 8, 7}, "Ids must be Slots to 512"},
        {{8, 8, 8, 8, 8, 8, 513}, "Ids must be Slots to 512"},
    };
    struct cta_launcher s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = cta_launcher_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(cta_launcher_init(&s, &(struct cta_launcher_cfg){1, 1, 1, 1, 1, 1, 1}));
    assert_null(
        cta_launcher_init(&s, &(struct cta_launcher_cfg){64, 64, 4096, 8192, 262144, 64, 512}));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(paper_kepler_example),
        cmocka_unit_test(each_limit),
        cmocka_unit_test(refuses),
        cmocka_unit_test(walk_in_order),
        cmocka_unit_test(last_one_alone),
        cmocka_unit_test(last_one_and_done),
        cmocka_unit_test(all_on_the_core),
        cmocka_unit_test(largest_grid),
        cmocka_unit_test(reset),
        cmocka_unit_test(random_needs),
        cmocka_unit_test(limits_static),
        cmocka_unit_test(limits_virtual_thread),
        cmocka_unit_test(random_grids),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds_in_kernels),
        cmocka_unit_test(promise_finds_in_blocks),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("cta_launcher", tests, NULL, NULL);
}
