/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the block cursor: the page's rules, races and choices,
 * grids as large as there are, a naive twin that lists every block of a grid,
 * and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "dispatch/block_cursor.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct point {
    uint32_t x, y, z;
};

struct bench {
    struct block_cursor s;
    struct block_cursor_in in;
    struct block_cursor_out out;
};

static const struct block_cursor_cfg hand = {.kernels = 3, .width = 3, .count_width = 4};
static const struct block_cursor_cfg paper = {.kernels = 4, .width = 32, .count_width = 32};
static const struct block_cursor_cfg largest = {.kernels = 32, .width = 32, .count_width = 32};

static void start(struct bench *b, const struct block_cursor_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(block_cursor_init(&b->s, cfg));
    assert_null(block_cursor_check(&b->s));
}

/* One cycle with the inputs set since the last; out is what was seen in it. */
static void cycle(struct bench *b)
{
    const char *broken = block_cursor_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    const struct block_cursor before = b->s;
    block_cursor_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    block_cursor_tick(&b->s, &b->in, &b->out);
    broken = block_cursor_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    memset(&b->in, 0, sizeof b->in);
}

static void load(struct bench *b, uint32_t k, struct point size, struct point from, uint32_t count)
{
    b->in.load_en = true;
    b->in.load_kernel = k;
    b->in.load_x = size.x;
    b->in.load_y = size.y;
    b->in.load_z = size.z;
    b->in.from_x = from.x;
    b->in.from_y = from.y;
    b->in.from_z = from.z;
    b->in.load_count = count;
}

static void slice(struct bench *b, uint32_t k, uint32_t count)
{
    b->in.slice_en = true;
    b->in.slice_kernel = k;
    b->in.slice_count = count;
}

static void take(struct bench *b, uint32_t k)
{
    b->in.take_en = true;
    b->in.take_kernel = k;
}

/* What the outputs show of a kernel; takes nothing. */
static const struct block_cursor_out *see(struct bench *b, uint32_t k)
{
    const struct block_cursor_in in = {.take_kernel = k};
    block_cursor_eval(&b->s, &in, &b->out);
    return &b->out;
}

static void expect_masks(struct bench *b, uint32_t more, uint32_t left)
{
    assert_int_equal(see(b, 0)->more, more);
    assert_int_equal(see(b, 0)->left, left);
}

static void expect_place(struct bench *b, uint32_t k, struct point p, bool last)
{
    const struct block_cursor_out *out = see(b, k);
    assert_true(out->left >> k & 1);
    assert_int_equal(out->x, p.x);
    assert_int_equal(out->y, p.y);
    assert_int_equal(out->z, p.z);
    assert_int_equal(out->last, last);
}

/* No place and no last block: the kernel has none left, or is none. */
static void expect_nothing(struct bench *b, uint32_t k)
{
    const struct block_cursor_out *out = see(b, k);
    assert_int_equal(out->x | out->y | out->z, 0);
    assert_false(out->last);
}

#define AT(x, y, z) ((struct point){x, y, z})

/* Loads kernel k, and no more in this cycle. */
static void loaded(struct bench *b, uint32_t k, struct point size, struct point from,
                   uint32_t count)
{
    load(b, k, size, from, count);
    cycle(b);
}

/* Takes the next block of k, and expects that it is this one. */
static void expect_taken(struct bench *b, uint32_t k, struct point p, bool last)
{
    expect_place(b, k, p, last);
    assert_true(b->out.more >> k & 1);
    take(b, k);
    cycle(b);
}

/* ---- the rules of the page ------------------------------------------------------------- */

static void rule_order(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    expect_masks(&b, 0, 0);
    loaded(&b, 1, AT(2, 3, 2), AT(0, 0, 0), 0);
    expect_masks(&b, 2, 2);
    expect_taken(&b, 1, AT(0, 0, 0), false);
    expect_taken(&b, 1, AT(1, 0, 0), false);
    expect_taken(&b, 1, AT(0, 1, 0), false);
    expect_taken(&b, 1, AT(1, 1, 0), false);
    expect_taken(&b, 1, AT(0, 2, 0), false);
    expect_taken(&b, 1, AT(1, 2, 0), false);
    expect_taken(&b, 1, AT(0, 0, 1), false);
    for (int i = 0; i < 4; i++) {
        take(&b, 1);
        cycle(&b);
    }
    expect_taken(&b, 1, AT(1, 2, 1), true);
    expect_masks(&b, 0, 0);
    expect_nothing(&b, 1);
    take(&b, 1); /* none is left */
    cycle(&b);
    expect_masks(&b, 0, 0);
    loaded(&b, 1, AT(1, 1, 1), AT(0, 0, 0), 0); /* a kernel begins again */
    expect_taken(&b, 1, AT(0, 0, 0), true);
    expect_masks(&b, 0, 0);
}

/* The outputs show the block of the kernel asked for, whether one is taken or not. */
static void rule_kernels_apart(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    loaded(&b, 0, AT(4, 4, 4), AT(1, 2, 3), 2);
    loaded(&b, 2, AT(3, 1, 1), AT(1, 0, 0), 1);
    expect_masks(&b, 5, 5);
    expect_taken(&b, 2, AT(1, 0, 0), false);
    expect_masks(&b, 1, 5);
    expect_place(&b, 0, AT(1, 2, 3), false);
    expect_place(&b, 2, AT(2, 0, 0), true);
    expect_nothing(&b, 1);
    slice(&b, 2, 3);
    take(&b, 0);
    cycle(&b);
    assert_int_equal(b.out.x, 1);
    assert_int_equal(b.out.y, 2);
    assert_int_equal(b.out.z, 3);
    expect_place(&b, 0, AT(2, 2, 3), false);
    expect_masks(&b, 5, 5);
}

static void rule_slice(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    loaded(&b, 0, AT(7, 1, 1), AT(0, 0, 0), 2);
    expect_taken(&b, 0, AT(0, 0, 0), false);
    expect_taken(&b, 0, AT(1, 0, 0), false);
    expect_masks(&b, 0, 1);
    take(&b, 0); /* no block in the slice: the place is kept */
    cycle(&b);
    expect_place(&b, 0, AT(2, 0, 0), false);
    slice(&b, 0, 3);
    cycle(&b);
    expect_taken(&b, 0, AT(2, 0, 0), false);
    slice(&b, 0, 2); /* two blocks, not two more */
    cycle(&b);
    expect_taken(&b, 0, AT(3, 0, 0), false);
    expect_masks(&b, 1, 1);
    expect_taken(&b, 0, AT(4, 0, 0), false);
    expect_masks(&b, 0, 1);
    slice(&b, 0, 0); /* no limit */
    cycle(&b);
    expect_taken(&b, 0, AT(5, 0, 0), false);
    slice(&b, 0, 5);
    cycle(&b);
    expect_taken(&b, 0, AT(6, 0, 0), true);
    expect_masks(&b, 0, 0); /* the grid ends before the slice */
}

/* The last block of the grid is outside the slice: it is shown, but not to be taken. */
static void rule_last_beyond_slice(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    loaded(&b, 0, AT(2, 1, 1), AT(0, 0, 0), 1);
    expect_taken(&b, 0, AT(0, 0, 0), false);
    expect_masks(&b, 0, 1);
    expect_place(&b, 0, AT(1, 0, 0), true);
    take(&b, 0);
    cycle(&b);
    expect_place(&b, 0, AT(1, 0, 0), true);
}

/* A slice of a kernel without a block gives it none; the next load has a slice of its own. */
static void rule_slice_without_grid(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    slice(&b, 1, 4);
    cycle(&b);
    expect_masks(&b, 0, 0);
    slice(&b, 1, 0);
    cycle(&b);
    expect_masks(&b, 0, 0);
    loaded(&b, 1, AT(3, 1, 1), AT(0, 0, 0), 1);
    expect_taken(&b, 1, AT(0, 0, 0), false);
    expect_masks(&b, 0, 2);
}

/* All of the first slice, whatever was left before; and a limit does not outlive its slice. */
static void rule_load_slice(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    loaded(&b, 0, AT(7, 7, 7), AT(3, 3, 3), 3);
    expect_taken(&b, 0, AT(3, 3, 3), false);
    loaded(&b, 0, AT(5, 4, 3), AT(2, 1, 0), 1);
    expect_taken(&b, 0, AT(2, 1, 0), false);
    expect_masks(&b, 0, 1);
    loaded(&b, 0, AT(1, 2, 2), AT(0, 0, 0), 0);
    expect_taken(&b, 0, AT(0, 0, 0), false);
    expect_taken(&b, 0, AT(0, 1, 0), false);
    expect_taken(&b, 0, AT(0, 0, 1), false);
    expect_taken(&b, 0, AT(0, 1, 1), true);
    expect_masks(&b, 0, 0);
}

/* Number 3 of two bits names no kernel of three; nor does number 1 of one kernel. */
static void rule_no_kernel(void **state)
{
    (void)state;
    static const struct block_cursor_cfg one = {.kernels = 1, .width = 3, .count_width = 4};
    static const struct block_cursor_cfg *const cfgs[] = {&hand, &one};
    for (size_t i = 0; i < 2; i++) {
        const uint32_t none = cfgs[i]->kernels == 1 ? 1 : cfgs[i]->kernels;
        struct bench b;
        start(&b, cfgs[i]);
        for (uint32_t k = 0; k < cfgs[i]->kernels; k++) loaded(&b, k, AT(2, 2, 2), AT(1, 1, 1), 3);
        const struct block_cursor before = b.s;
        load(&b, none, AT(1, 1, 1), AT(0, 0, 0), 1);
        slice(&b, none, 1);
        take(&b, none);
        cycle(&b);
        assert_memory_equal(&before, &b.s, sizeof before);
        expect_nothing(&b, none);
    }
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    for (uint32_t k = 0; k < 3; k++) loaded(&b, k, AT(2, 2, 2), AT(0, 0, 0), k);
    expect_masks(&b, 7, 7);
    block_cursor_reset(&b.s);
    assert_null(block_cursor_check(&b.s));
    expect_masks(&b, 0, 0);
    for (uint32_t k = 0; k < 3; k++) expect_nothing(&b, k);
    slice(&b, 1, 2);
    take(&b, 1);
    cycle(&b);
    expect_masks(&b, 0, 0);
}

/* ---- the races of the page ------------------------------------------------------------- */

static void race_take_and_slice(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    loaded(&b, 0, AT(6, 1, 1), AT(0, 0, 0), 1);
    take(&b, 0); /* the last of the old slice */
    slice(&b, 0, 2);
    cycle(&b);
    expect_taken(&b, 0, AT(1, 0, 0), false);
    expect_taken(&b, 0, AT(2, 0, 0), false);
    expect_masks(&b, 0, 1);
    take(&b, 0); /* the old slice has none: ignored, although the new one has */
    slice(&b, 0, 1);
    cycle(&b);
    expect_taken(&b, 0, AT(3, 0, 0), false);
    expect_masks(&b, 0, 1);
    slice(&b, 0, 0);
    cycle(&b);
    take(&b, 0); /* of a slice without a limit */
    slice(&b, 0, 1);
    cycle(&b);
    expect_taken(&b, 0, AT(5, 0, 0), true);
    expect_masks(&b, 0, 0);
    loaded(&b, 0, AT(1, 1, 1), AT(0, 0, 0), 1);
    take(&b, 0); /* the last of the grid: a new slice is of no use */
    slice(&b, 0, 3);
    cycle(&b);
    expect_masks(&b, 0, 0);
}

static void race_load_and_take(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    loaded(&b, 2, AT(4, 1, 1), AT(1, 0, 0), 1);
    take(&b, 2);
    load(&b, 2, AT(2, 5, 1), AT(1, 3, 0), 2);
    cycle(&b);
    assert_int_equal(b.out.x, 1); /* a block of the old grid is taken */
    assert_int_equal(b.out.y, 0);
    expect_taken(&b, 2, AT(1, 3, 0), false); /* the new place has not moved */
    expect_taken(&b, 2, AT(0, 4, 0), false); /* and its slice was whole */
    expect_masks(&b, 0, 4);
    loaded(&b, 2, AT(1, 1, 1), AT(0, 0, 0), 0);
    take(&b, 2); /* the last block of the old grid */
    load(&b, 2, AT(2, 1, 1), AT(0, 0, 0), 0);
    cycle(&b);
    expect_masks(&b, 4, 4);
    expect_taken(&b, 2, AT(0, 0, 0), false);
}

static void race_load_and_slice(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    load(&b, 1, AT(5, 1, 1), AT(0, 0, 0), 1);
    slice(&b, 1, 3);
    cycle(&b);
    expect_taken(&b, 1, AT(0, 0, 0), false);
    expect_masks(&b, 0, 2);
    load(&b, 1, AT(5, 1, 1), AT(2, 0, 0), 0); /* no limit */
    slice(&b, 1, 1);
    cycle(&b);
    expect_taken(&b, 1, AT(2, 0, 0), false);
    expect_taken(&b, 1, AT(3, 0, 0), false);
    take(&b, 1); /* all three */
    slice(&b, 1, 0);
    load(&b, 1, AT(3, 2, 1), AT(2, 0, 0), 2);
    cycle(&b);
    expect_taken(&b, 1, AT(2, 0, 0), false);
    expect_taken(&b, 1, AT(0, 1, 0), false);
    expect_masks(&b, 0, 2);
}

/* Three kernels in one cycle do not disturb each other. */
static void race_of_different_kernels(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    loaded(&b, 0, AT(3, 1, 1), AT(0, 0, 0), 1);
    loaded(&b, 1, AT(3, 1, 1), AT(0, 0, 0), 1);
    take(&b, 1);
    cycle(&b);
    take(&b, 0);
    slice(&b, 1, 1);
    load(&b, 2, AT(2, 2, 2), AT(0, 1, 0), 0);
    cycle(&b);
    expect_masks(&b, 6, 7);
    expect_place(&b, 0, AT(1, 0, 0), false);
    expect_place(&b, 1, AT(1, 0, 0), false);
    expect_place(&b, 2, AT(0, 1, 0), false);
}

/* ---- the choices of the page ----------------------------------------------------------- */

/* A kernel leaves in the middle, another one has its cursor, and it comes back to its block. */
static void choice_come_back(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    loaded(&b, 0, AT(3, 2, 2), AT(0, 0, 0), 4);
    for (int i = 0; i < 4; i++) {
        take(&b, 0);
        cycle(&b);
    }
    const struct block_cursor_out *out = see(&b, 0);
    const struct point left_at = AT(out->x, out->y, out->z);
    loaded(&b, 0, AT(7, 7, 7), AT(5, 5, 5), 0);
    take(&b, 0);
    cycle(&b);
    loaded(&b, 0, AT(3, 2, 2), left_at, 2);
    expect_taken(&b, 0, AT(1, 1, 0), false);
    expect_taken(&b, 0, AT(2, 1, 0), false);
    expect_masks(&b, 0, 1);
    slice(&b, 0, 0);
    cycle(&b);
    expect_taken(&b, 0, AT(0, 0, 1), false);
}

/* A slice without a limit gives more blocks than a count could say. */
static void choice_no_limit(void **state)
{
    (void)state;
    static const struct block_cursor_cfg cfg = {.kernels = 1, .width = 3, .count_width = 1};
    struct bench b;
    uint32_t blocks = 0;
    start(&b, &cfg);
    loaded(&b, 0, AT(7, 7, 7), AT(0, 0, 0), 0);
    for (; see(&b, 0)->more != 0; blocks++) {
        assert_int_equal(b.s.count[0], 0);
        take(&b, 0);
        cycle(&b);
    }
    assert_int_equal(blocks, 7 * 7 * 7);
}

/* ---- the largest and the smallest ------------------------------------------------------ */

enum { HIGHEST_KERNEL = 31 };
#define SIZE UINT32_MAX
#define LAST (UINT32_MAX - 1)

/* Grids of 2^32-1 blocks in each dimension; the place steps near the end of each. */
static void largest_grid(void **state)
{
    (void)state;
    const uint32_t k = HIGHEST_KERNEL;
    const struct point size = AT(SIZE, SIZE, SIZE);
    struct bench b;
    start(&b, &largest);
    loaded(&b, k, size, AT(LAST - 1, 7, 9), 0);
    expect_masks(&b, UINT32_C(1) << k, UINT32_C(1) << k);
    expect_taken(&b, k, AT(LAST - 1, 7, 9), false);
    expect_taken(&b, k, AT(LAST, 7, 9), false);
    expect_taken(&b, k, AT(0, 8, 9), false);
    expect_taken(&b, k, AT(1, 8, 9), false);
    loaded(&b, k, size, AT(LAST, LAST - 1, 9), 0);
    expect_taken(&b, k, AT(LAST, LAST - 1, 9), false);
    expect_taken(&b, k, AT(0, LAST, 9), false);
    loaded(&b, k, size, AT(LAST, LAST, 9), 0);
    expect_taken(&b, k, AT(LAST, LAST, 9), false);
    expect_taken(&b, k, AT(0, 0, 10), false);
    loaded(&b, k, size, AT(LAST, LAST, LAST - 1), 0);
    expect_taken(&b, k, AT(LAST, LAST, LAST - 1), false);
    expect_taken(&b, k, AT(0, 0, LAST), false);
    loaded(&b, k, size, AT(LAST, LAST - 1, LAST), 0);
    expect_taken(&b, k, AT(LAST, LAST - 1, LAST), false);
    expect_taken(&b, k, AT(0, LAST, LAST), false);
    loaded(&b, k, size, AT(LAST - 1, LAST, LAST), 0);
    expect_taken(&b, k, AT(LAST - 1, LAST, LAST), false);
    expect_taken(&b, k, AT(LAST, LAST, LAST), true);
    expect_masks(&b, 0, 0);
    expect_nothing(&b, k);
}

/* Each dimension at its largest while the others have one block. */
static void largest_lines(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &largest);
    loaded(&b, 0, AT(SIZE, 1, 1), AT(LAST - 1, 0, 0), 0);
    expect_taken(&b, 0, AT(LAST - 1, 0, 0), false);
    expect_taken(&b, 0, AT(LAST, 0, 0), true);
    loaded(&b, 0, AT(1, SIZE, 1), AT(0, LAST - 1, 0), 0);
    expect_taken(&b, 0, AT(0, LAST - 1, 0), false);
    expect_taken(&b, 0, AT(0, LAST, 0), true);
    loaded(&b, 0, AT(1, 1, SIZE), AT(0, 0, LAST - 1), 0);
    expect_taken(&b, 0, AT(0, 0, LAST - 1), false);
    expect_taken(&b, 0, AT(0, 0, LAST), true);
    expect_masks(&b, 0, 0);
}

/* Sizes whose upper half alone says that they differ. */
static void largest_differences(void **state)
{
    (void)state;
    const uint32_t high = UINT32_C(0x80000000);
    struct bench b;
    start(&b, &paper);
    loaded(&b, 3, AT(high + 2, high + 2, high + 2), AT(1, 1, 1), 0);
    expect_taken(&b, 3, AT(1, 1, 1), false);
    expect_taken(&b, 3, AT(2, 1, 1), false);
    loaded(&b, 3, AT(high + 2, high + 2, high + 2), AT(high + 1, 1, high + 1), 0);
    expect_taken(&b, 3, AT(high + 1, 1, high + 1), false);
    expect_taken(&b, 3, AT(0, 2, high + 1), false);
}

/* The largest count has all its bits: it is a limit, and one block is one less. */
static void largest_count(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &paper);
    loaded(&b, 1, AT(SIZE, SIZE, SIZE), AT(0, 0, 0), UINT32_MAX);
    assert_int_equal(b.s.limited, 2);
    expect_taken(&b, 1, AT(0, 0, 0), false);
    assert_int_equal(b.s.count[1], UINT32_MAX - 1);
    slice(&b, 1, UINT32_C(0x80000000));
    cycle(&b);
    expect_taken(&b, 1, AT(1, 0, 0), false);
    assert_int_equal(b.s.count[1], UINT32_C(0x7fffffff));
    b.s.count[1] = 1; /* as after so many more blocks */
    expect_taken(&b, 1, AT(2, 0, 0), false);
    expect_masks(&b, 0, 2);
}

/* One bit each: a grid can only have one block. */
static void smallest(void **state)
{
    (void)state;
    static const struct block_cursor_cfg cfg = {.kernels = 1, .width = 1, .count_width = 1};
    struct bench b;
    start(&b, &cfg);
    for (uint32_t count = 0; count < 2; count++) {
        loaded(&b, 0, AT(1, 1, 1), AT(0, 0, 0), count);
        expect_taken(&b, 0, AT(0, 0, 0), true);
        expect_masks(&b, 0, 0);
    }
}

static void paper_state_bits(void **state)
{
    (void)state;
    assert_int_equal(paper.kernels * 3 * paper.width, 4 * 96);
    assert_int_equal(paper.kernels * paper.count_width, 4 * 32);
}

/* ---- the naive twin: a list of all blocks of each grid, handed out one by one ---------- */

enum { MOST_BLOCKS = 6 * 6 * 6 };

struct paper_list {
    struct point block[MOST_BLOCKS];
    size_t next, n;
    bool limited;
    uint32_t allowed, given; /* in this slice */
};

struct twin {
    uint32_t kernels;
    struct paper_list list[BLOCK_CURSOR_MAX_KERNELS];
};

static void twin_slice(struct paper_list *l, uint32_t count)
{
    l->limited = count > 0;
    l->allowed = count;
    l->given = 0;
}

static void list_all(struct paper_list *l, const struct block_cursor_in *in)
{
    l->n = 0;
    for (uint32_t z = 0; z < in->load_z; z++) {
        for (uint32_t y = 0; y < in->load_y; y++) {
            for (uint32_t x = 0; x < in->load_x; x++) {
                if (x == in->from_x && y == in->from_y && z == in->from_z) l->next = l->n;
                l->block[l->n++] = AT(x, y, z);
            }
        }
    }
}

static bool twin_left(const struct paper_list *l) { return l->next < l->n; }

static bool twin_more(const struct paper_list *l)
{
    return twin_left(l) && !(l->limited && l->given >= l->allowed);
}

static void twin_compare(const struct twin *t, uint32_t k, const struct block_cursor_out *out)
{
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(out->left >> i & 1, i < t->kernels && twin_left(&t->list[i]));
        assert_int_equal(out->more >> i & 1, i < t->kernels && twin_more(&t->list[i]));
    }
    struct point p = {0, 0, 0};
    bool last = false;
    if (k < t->kernels && twin_left(&t->list[k])) {
        p = t->list[k].block[t->list[k].next];
        last = t->list[k].next == t->list[k].n - 1;
    }
    assert_int_equal(out->x, p.x);
    assert_int_equal(out->y, p.y);
    assert_int_equal(out->z, p.z);
    assert_int_equal(out->last, last);
}

static void twin_tick(struct twin *t, const struct block_cursor_in *in)
{
    if (in->take_en && in->take_kernel < t->kernels && twin_more(&t->list[in->take_kernel])) {
        t->list[in->take_kernel].next++;
        t->list[in->take_kernel].given++;
    }
    if (in->slice_en && in->slice_kernel < t->kernels)
        twin_slice(&t->list[in->slice_kernel], in->slice_count);
    if (in->load_en && in->load_kernel < t->kernels) {
        list_all(&t->list[in->load_kernel], in);
        twin_slice(&t->list[in->load_kernel], in->load_count);
    }
}

/* ---- the stimulus ---------------------------------------------------------------------- */

struct run {
    const char *name;
    struct block_cursor_cfg cfg;
    uint32_t size, count; /* at most */
};

static const struct run runs[] = {
    {"random: one bit", {1, 1, 1}, 1, 1},  {"random: one kernel", {1, 3, 3}, 3, 4},
    {"random: small", {2, 2, 2}, 3, 3},    {"random: odd", {3, 5, 4}, 4, 15},
    {"random: paper", {4, 32, 32}, 6, 20}, {"random: largest", {32, 32, 32}, 3, 6}};

static void draw(struct hd_rng *rng, const struct run *r, struct block_cursor_in *in)
{
    const uint32_t bits =
        r->cfg.kernels > 1 ? (uint32_t)(32 - __builtin_clz(r->cfg.kernels - 1)) : 1;
    const uint32_t numbers = UINT32_C(1) << bits;
    /* Rare enough for a grid to end; one of one block does so at once. */
    in->load_en = hd_rng_chance(rng, 1, r->size == 1 ? 3 : 16);
    in->slice_en = hd_rng_chance(rng, 1, 4);
    in->take_en = hd_rng_chance(rng, 4, 5);
    in->take_kernel = hd_rng_below(rng, numbers);
    in->slice_kernel = hd_rng_chance(rng, 3, 4) ? in->take_kernel : hd_rng_below(rng, numbers);
    in->load_kernel = hd_rng_chance(rng, 3, 4) ? in->slice_kernel : hd_rng_below(rng, numbers);
    in->load_x = 1 + hd_rng_below(rng, r->size);
    in->load_y = 1 + hd_rng_below(rng, r->size);
    in->load_z = 1 + hd_rng_below(rng, r->size);
    if (hd_rng_chance(rng, 1, 2)) {
        in->from_x = hd_rng_below(rng, in->load_x);
        in->from_y = hd_rng_below(rng, in->load_y);
        in->from_z = hd_rng_below(rng, in->load_z);
    }
    if (hd_rng_chance(rng, 2, 3)) in->load_count = hd_rng_below(rng, r->count + 1);
    if (hd_rng_chance(rng, 4, 5)) in->slice_count = hd_rng_below(rng, r->count + 1);
}

/* How often each thing of the page happened. */
struct seen {
    uint32_t rows, planes, ends, used_up, ignored, no_kernel;
    uint32_t take_slice, take_load, slice_load, all_three;
};

static void count(struct seen *n, const struct twin *t, const struct block_cursor_in *in)
{
    const uint32_t k = in->take_kernel;
    const bool slices = in->slice_en && in->slice_kernel == k;
    const bool loads = in->load_en && in->load_kernel == k;
    n->no_kernel += k >= t->kernels && in->take_en;
    if (k >= t->kernels) return;
    n->slice_load += slices && loads;
    const struct paper_list *l = &t->list[k];
    if (!in->take_en) return;
    n->ignored += twin_left(l) && !twin_more(l);
    if (!twin_more(l)) return;
    n->ends += l->next == l->n - 1;
    n->used_up += l->limited && l->given == l->allowed - 1;
    n->take_slice += slices;
    n->take_load += loads;
    n->all_three += slices && loads;
    if (l->next == l->n - 1) return;
    n->rows += l->block[l->next + 1].y != l->block[l->next].y;
    n->planes += l->block[l->next + 1].z != l->block[l->next].z;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct twin t;
    struct block_cursor s;
    struct seen n = {0};
    struct hd_rng rng;

    hd_rng_seed(&rng, r->cfg.kernels + r->cfg.width);
    memset(&t, 0, sizeof t);
    t.kernels = r->cfg.kernels;
    assert_null(block_cursor_init(&s, &r->cfg));
    for (uint32_t c = 0; c < 20000; c++) {
        struct block_cursor_in in = {0};
        struct block_cursor_out out;
        draw(&rng, r, &in);
        const char *broken = block_cursor_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        block_cursor_eval(&s, &in, &out);
        twin_compare(&t, in.take_kernel, &out);
        count(&n, &t, &in);
        if (hd_rng_chance(&rng, 1, 1000)) {
            block_cursor_reset(&s);
            for (uint32_t k = 0; k < t.kernels; k++) t.list[k].next = t.list[k].n = 0;
        } else {
            block_cursor_tick(&s, &in, &out);
            twin_tick(&t, &in);
        }
        broken = block_cursor_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    const bool powers = (r->cfg.kernels & (r->cfg.kernels - 1)) == 0 && r->cfg.kernels > 1;
    assert_true(n.ends > 100 && n.take_slice > 50 && n.take_load > 10);
    assert_true(n.slice_load > 50 && n.all_three > 2);
    assert_true(powers || n.no_kernel > 100);
    if (r->size == 1) return; /* a grid of one block has no step */
    assert_true(n.rows > 100 && n.planes > 100 && n.used_up > 100 && n.ignored > 100);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Kernel 0 has a slice without a limit, 1 a limited one; 2 has no block left. */
static void filled(struct bench *b)
{
    start(b, &hand);
    loaded(b, 0, AT(2, 3, 4), AT(1, 2, 3), 0);
    loaded(b, 1, AT(7, 7, 7), AT(0, 0, 0), 5);
}

static void expect_broken(struct bench *b, const char *name)
{
    assert_non_null(block_cursor_check(&b->s));
    assert_string_equal(block_cursor_check(&b->s), name);
    filled(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.x[0] = 2;
    expect_broken(&b, "place_range");
    b.s.y[0] = 3;
    expect_broken(&b, "place_range");
    b.s.z[0] = 4;
    expect_broken(&b, "place_range");
    b.s.size_z[1] = 0;
    expect_broken(&b, "place_range");
    b.s.left |= 8; /* a kernel that is none */
    expect_broken(&b, "place_range");
    b.s.count[0] = 1;
    expect_broken(&b, "slice_open");
    b.s.limited = 0;
    expect_broken(&b, "slice_open"); /* of kernel 1 */
    b.s.spent = 2;
    expect_broken(&b, "slice_spent");
    b.s.count[1] = 0;
    expect_broken(&b, "slice_spent");
    b.s.x[2] = 7; /* no block is left there: means nothing */
    b.s.count[2] = 7;
    b.s.count[1] = 0; /* its slice is used up */
    b.s.spent = 2;
    assert_null(block_cursor_check(&b.s));
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = block_cursor_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void expect_kept(struct bench *b)
{
    assert_null(block_cursor_promise(&b->s, &b->in));
    memset(&b->in, 0, sizeof b->in);
}

static void promise_load(void **state)
{
    (void)state;
    static const char *const none = "a grid has no blocks in a dimension";
    struct bench b;
    filled(&b);
    load(&b, 0, AT(0, 1, 1), AT(0, 0, 0), 0);
    expect_promise(&b, none);
    load(&b, 0, AT(1, 0, 1), AT(0, 0, 0), 0);
    expect_promise(&b, none);
    load(&b, 0, AT(1, 1, 0), AT(0, 0, 0), 0);
    expect_promise(&b, none);
    load(&b, 3, AT(1, 1, 0), AT(0, 0, 0), 0); /* also of a number that names no kernel */
    expect_promise(&b, none);
    load(&b, 0, AT(2, 7, 7), AT(2, 0, 0), 0);
    expect_promise(&b, "from_x_i is not below load_x_i");
    load(&b, 0, AT(7, 2, 7), AT(6, 3, 0), 0);
    expect_promise(&b, "from_y_i is not below load_y_i");
    load(&b, 0, AT(7, 7, 2), AT(6, 6, 2), 0);
    expect_promise(&b, "from_z_i is not below load_z_i");
    load(&b, 0, AT(7, 7, 7), AT(6, 6, 6), 15);
    expect_kept(&b);
    load(&b, 0, AT(0, 0, 0), AT(7, 7, 7), 0);
    b.in.load_en = false; /* not looked at */
    expect_kept(&b);
}

/* One more than a port of so many bits can hold, and the most that it can. */
static void promise_widths(void **state)
{
    (void)state;
    static const struct {
        size_t member;
        uint32_t most;
        const char *sentence;
    } ports[] = {
        {offsetof(struct block_cursor_in, load_kernel), 3,
         "a number has more bits than KernelWidth"},
        {offsetof(struct block_cursor_in, slice_kernel), 3,
         "a number has more bits than KernelWidth"},
        {offsetof(struct block_cursor_in, take_kernel), 3,
         "a number has more bits than KernelWidth"},
        {offsetof(struct block_cursor_in, load_x), 7, "a size has more bits than Width"},
        {offsetof(struct block_cursor_in, load_y), 7, "a size has more bits than Width"},
        {offsetof(struct block_cursor_in, load_z), 7, "a size has more bits than Width"},
        {offsetof(struct block_cursor_in, from_x), 7, "a coordinate has more bits than Width"},
        {offsetof(struct block_cursor_in, from_y), 7, "a coordinate has more bits than Width"},
        {offsetof(struct block_cursor_in, from_z), 7, "a coordinate has more bits than Width"},
        {offsetof(struct block_cursor_in, load_count), 15, "a count has more bits than CountWidth"},
        {offsetof(struct block_cursor_in, slice_count), 15,
         "a count has more bits than CountWidth"},
    };
    struct bench b;
    start(&b, &hand);
    for (size_t i = 0; i < sizeof ports / sizeof ports[0]; i++) {
        uint32_t *port = (uint32_t *)(void *)((unsigned char *)&b.in + ports[i].member);
        *port = ports[i].most;
        expect_kept(&b);
        *port = ports[i].most + 1;
        expect_promise(&b, ports[i].sentence);
        *port = UINT32_C(0x80000000);
        expect_promise(&b, ports[i].sentence);
    }
    start(&b, &(struct block_cursor_cfg){.kernels = 1, .width = 3, .count_width = 4});
    take(&b, 1);
    expect_kept(&b); /* one kernel has numbers of one bit */
    take(&b, 2);
    expect_promise(&b, "a number has more bits than KernelWidth");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct block_cursor_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 3, 4}, "Kernels must be 1 to 32"},    {{33, 3, 4}, "Kernels must be 1 to 32"},
        {{3, 0, 4}, "Width must be 1 to 32"},      {{3, 33, 4}, "Width must be 1 to 32"},
        {{3, 3, 0}, "CountWidth must be 1 to 32"}, {{3, 3, 33}, "CountWidth must be 1 to 32"},
    };
    struct block_cursor s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = block_cursor_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(block_cursor_init(&s, &(struct block_cursor_cfg){1, 1, 1}));
    assert_null(block_cursor_init(&s, &(struct block_cursor_cfg){32, 32, 32}));
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(rule_order),
        cmocka_unit_test(rule_kernels_apart),
        cmocka_unit_test(rule_slice),
        cmocka_unit_test(rule_last_beyond_slice),
        cmocka_unit_test(rule_slice_without_grid),
        cmocka_unit_test(rule_load_slice),
        cmocka_unit_test(rule_no_kernel),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(race_take_and_slice),
        cmocka_unit_test(race_load_and_take),
        cmocka_unit_test(race_load_and_slice),
        cmocka_unit_test(race_of_different_kernels),
        cmocka_unit_test(choice_come_back),
        cmocka_unit_test(choice_no_limit),
        cmocka_unit_test(largest_grid),
        cmocka_unit_test(largest_lines),
        cmocka_unit_test(largest_differences),
        cmocka_unit_test(largest_count),
        cmocka_unit_test(smallest),
        cmocka_unit_test(paper_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_load),
        cmocka_unit_test(promise_widths),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_cycles,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("block_cursor", tests, NULL, NULL);
}
