/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the HCT sorter: the page's ties, the contexts of the paper's Figure 2, and
 * all small inputs against a twin that goes thread by thread.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "formation/hct_sorter.h"

static const struct hct_sorter_cfg paper = {.lanes = 64, .pc_width = 32};

/* A context; without threads it is not there. */
struct context {
    uint64_t mask, pc;
    bool stay;
};

#define NOTHING                                                                                    \
    {                                                                                              \
        0, 0, false                                                                                \
    }

static void set(struct hct_sorter_in *in, const struct context *c)
{
    memset(in, 0, sizeof *in);
    for (uint32_t i = 0; i < 3; i++) {
        in->valid[i] = c[i].mask != 0;
        in->stay[i] = c[i].stay;
        in->pc[i] = c[i].pc;
        in->mask[i] = c[i].mask;
    }
}

static void expect(const struct hct_sorter_out *out, const struct context *c, uint32_t from)
{
    for (uint32_t j = 0; j < 3; j++) {
        assert_int_equal(out->valid[j], c[j].mask != 0);
        assert_int_equal(out->mask[j], c[j].mask);
        assert_int_equal(out->pc[j], c[j].pc);
        assert_int_equal(out->stay[j], c[j].stay);
    }
    assert_int_equal(out->from, from);
}

/* Row i: the output of input i; 3: it does not count. */
static uint32_t from(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t row[] = {a, b, c};
    uint32_t m = 0;
    for (uint32_t i = 0; i < 3; i++)
        if (row[i] < 3) m |= 1U << (3 * i + row[i]);
    return m;
}

static void ties(void **state)
{
    (void)state;
    static const struct {
        struct context in[3], out[3];
        uint32_t from[3];
    } cases[] = {
        {{NOTHING, NOTHING, NOTHING}, {NOTHING, NOTHING, NOTHING}, {3, 3, 3}},
        {{{1, 8, 0}, {2, 4, 0}, {4, 6, 0}}, {{2, 4, 0}, {4, 6, 0}, {1, 8, 0}}, {2, 0, 1}},
        {{{1, 8, 0}, {2, 8, 0}, NOTHING}, {{3, 8, 0}, NOTHING, NOTHING}, {0, 0, 3}},
        {{{1, 8, 0}, {2, 8, 0}, {4, 8, 0}}, {{7, 8, 0}, NOTHING, NOTHING}, {0, 0, 0}},
        {{{1, 8, 0}, {2, 4, 0}, {4, 8, 0}}, {{2, 4, 0}, {5, 8, 0}, NOTHING}, {1, 0, 1}},
        {{{1, 9, 1}, {2, 4, 1}, {4, 1, 0}}, {{1, 9, 1}, {2, 4, 1}, {4, 1, 0}}, {0, 1, 2}},
        {{{1, 3, 0}, {2, 4, 1}, {4, 1, 1}}, {{2, 4, 1}, {4, 1, 1}, {1, 3, 0}}, {2, 0, 1}},
        {{{1, 4, 0}, {2, 4, 1}, NOTHING}, {{2, 4, 1}, {1, 4, 0}, NOTHING}, {1, 0, 3}},
        {{{1, 4, 1}, {2, 4, 1}, {4, 4, 0}}, {{1, 4, 1}, {2, 4, 1}, {4, 4, 0}}, {0, 1, 2}},
        {{NOTHING, NOTHING, {4, 0, 0}}, {{4, 0, 0}, NOTHING, NOTHING}, {3, 3, 0}},
        {{{1, UINT32_MAX, 0}, {2, 0x80000000, 0}, {4, 0x7fffffff, 0}},
         {{4, 0x7fffffff, 0}, {2, 0x80000000, 0}, {1, UINT32_MAX, 0}},
         {2, 1, 0}},
    };
    struct hct_sorter s;
    assert_null(hct_sorter_init(&s, &paper));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hct_sorter_in in;
        struct hct_sorter_out out;
        set(&in, cases[i].in);
        assert_null(hct_sorter_promise(&s, &in));
        hct_sorter_eval(&s, &in, &out);
        expect(&out, cases[i].out, from(cases[i].from[0], cases[i].from[1], cases[i].from[2]));
    }
}

static void empty_mask(void **state)
{
    (void)state;
    struct hct_sorter s;
    struct hct_sorter_in in = {.valid = {true, true, false},
                               .stay = {true, false, true},
                               .pc = {5, 4, 3},
                               .mask = {0, 2, 4}};
    struct hct_sorter_out out;
    assert_null(hct_sorter_init(&s, &paper));
    hct_sorter_eval(&s, &in, &out);
    expect(&out, (struct context[]){{2, 4, false}, NOTHING, NOTHING}, from(3, 0, 3));
}

/* Figure 2(b): a branch at 1 sends threads 1 and 4 to 2, threads 2 and 3 to 5; the join is 6. */
static void paper_figure_2(void **state)
{
    (void)state;
    static const struct context steps[][3] = {
        {{9, 2, 0}, NOTHING, {6, 5, 0}}, /* the branch: the other half is new */
        {{9, 3, 0}, {6, 6, 0}, NOTHING},
        {{9, 4, 0}, {6, 7, 0}, NOTHING},
        {{9, 6, 0}, {6, 6, 0}, NOTHING}, /* held back by the constraint they would meet */
    };
    static const struct context after[][3] = {
        {{9, 2, 0}, {6, 5, 0}, NOTHING},
        {{9, 3, 0}, {6, 6, 0}, NOTHING},
        {{9, 4, 0}, {6, 7, 0}, NOTHING},
        {{15, 6, 0}, NOTHING, NOTHING},
    };
    static const uint32_t rows[][3] = {{0, 3, 1}, {0, 1, 3}, {0, 1, 3}, {0, 0, 3}};
    struct hct_sorter s;
    assert_null(hct_sorter_init(&s, &paper));
    for (size_t i = 0; i < 4; i++) {
        struct hct_sorter_in in;
        struct hct_sorter_out out;
        set(&in, steps[i]);
        hct_sorter_eval(&s, &in, &out);
        expect(&out, after[i], from(rows[i][0], rows[i][1], rows[i][2]));
    }
}

/* The rank of a context is the number of contexts ahead of it. */
static uint32_t rank(const struct hct_sorter_in *in, uint32_t i)
{
    uint64_t ahead = 0, merged = 0;
    for (uint32_t j = 0; j < 3; j++) {
        if (!in->valid[j] || in->mask[j] == 0 || j == i) continue;
        const bool lower =
            in->stay[i] ? in->stay[j] && j < i : in->stay[j] || in->pc[j] < in->pc[i];
        ahead += lower;
        /* two ahead of it that are one */
        for (uint32_t k = 0; k < j; k++)
            if (lower && k != i && in->valid[k] && in->mask[k] != 0 && !in->stay[k] &&
                !in->stay[j] && in->pc[k] == in->pc[j])
                merged++;
    }
    return (uint32_t)(ahead - merged);
}

/* All inputs of three threads and four addresses. */
static void all_small(void **state)
{
    (void)state;
    static const struct hct_sorter_cfg small = {.lanes = 6, .pc_width = 2};
    struct hct_sorter s;
    assert_null(hct_sorter_init(&s, &small));
    for (uint32_t n = 0; n < 1U << 15; n++) {
        struct hct_sorter_in in;
        struct hct_sorter_out out, twin;
        memset(&in, 0, sizeof in);
        memset(&twin, 0, sizeof twin);
        for (uint32_t i = 0; i < 3; i++) {
            const uint32_t bits = n >> 5 * i & 31;
            in.valid[i] = bits & 1;
            in.stay[i] = bits >> 1 & 1;
            in.pc[i] = bits >> 2 & 3;
            in.mask[i] = (bits >> 4 & 1) != 0 ? UINT64_C(3) << 2 * i : 0;
        }
        if (hct_sorter_promise(&s, &in) != NULL) continue;
        for (uint32_t i = 0; i < 3; i++) {
            if (!in.valid[i] || in.mask[i] == 0) continue;
            const uint32_t j = rank(&in, i);
            twin.valid[j] = true;
            twin.stay[j] = in.stay[i];
            twin.pc[j] = in.pc[i];
            twin.mask[j] |= in.mask[i];
            twin.from |= 1U << (3 * i + j);
        }
        hct_sorter_eval(&s, &in, &out);
        assert_memory_equal(&out, &twin, sizeof out);
        hct_sorter_tick(&s, &in, &out);
        assert_null(hct_sorter_check(&s));
    }
    hct_sorter_reset(&s);
}

static void promises_fail(void **state)
{
    (void)state;
    static const struct hct_sorter_cfg cfg = {.lanes = 4, .pc_width = 3};
    static const struct {
        struct context in[3];
        const char *sentence;
    } bad[] = {
        {{{1, 1, 0}, NOTHING, {17, 1, 0}}, "a mask has more bits than Lanes"},
        {{{1, 8, 0}, NOTHING, NOTHING}, "an address has more than PcWidth bits"},
        {{{1, 1, 0}, NOTHING, {3, 1, 0}}, "two contexts share a thread"},
        {{{1, 1, 1}, {2, 1, 1}, {4, 1, 1}}, "three contexts stay"},
    };
    struct hct_sorter s;
    assert_null(hct_sorter_init(&s, &cfg));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct hct_sorter_in in;
        set(&in, bad[i].in);
        const char *broken = hct_sorter_promise(&s, &in);
        assert_non_null(broken);
        assert_string_equal(broken, bad[i].sentence);
    }
}

static void init_refuses(void **state)
{
    (void)state;
    struct hct_sorter s;
    assert_string_equal(hct_sorter_init(&s, &(struct hct_sorter_cfg){0, 32}),
                        "Lanes must be 1 to 64");
    assert_string_equal(hct_sorter_init(&s, &(struct hct_sorter_cfg){65, 32}),
                        "Lanes must be 1 to 64");
    assert_string_equal(hct_sorter_init(&s, &(struct hct_sorter_cfg){64, 0}),
                        "PcWidth must be 1 to 64");
    assert_string_equal(hct_sorter_init(&s, &(struct hct_sorter_cfg){64, 65}),
                        "PcWidth must be 1 to 64");
    assert_null(hct_sorter_init(&s, &(struct hct_sorter_cfg){1, 1}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties),           cmocka_unit_test(empty_mask),
        cmocka_unit_test(paper_figure_2), cmocka_unit_test(all_small),
        cmocka_unit_test(promises_fail),  cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
