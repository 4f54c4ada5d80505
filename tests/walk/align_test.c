/* SPDX-License-Identifier: Apache-2.0 */
/* Alignment of traces, and what a warp of these traces issues: traces made by hand whose shortest
 * alignment is known, and random ones beside a plain search through all alignments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "common/rng.h"
#include "program/words.h"
#include "walk/align.h"
#include "walk/trace_warp.h"

enum { LONGEST = 400, SMALL = 6 };

/* ---- traces from text: a letter an instruction ----------------------------------------------- */

struct text_trace {
    struct trace trace;
    uint32_t at[LONGEST];
};

static struct trace *from_text(struct text_trace *t, const char *text)
{
    t->trace = (struct trace){t->at, (uint32_t)strlen(text)};
    assert_in_range(t->trace.length, 0, LONGEST);
    for (uint32_t i = 0; i < t->trace.length; i++) t->at[i] = (uint32_t)(text[i] - 'a');
    return &t->trace;
}

static uint32_t best_of(const char *const *text, uint32_t count)
{
    static struct text_trace t[ALIGN_MAX];
    struct trace traces[ALIGN_MAX];
    uint32_t length = 0;
    for (uint32_t i = 0; i < count; i++) traces[i] = *from_text(&t[i], text[i]);
    assert_true(align_best(traces, count, &length));
    return length;
}

/* ---- the same by definition ------------------------------------------------------------------ */

static bool holds(const struct trace *whole, const struct trace *part)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < whole->length && n < part->length; i++)
        n += whole->at[i] == part->at[n];
    return n == part->length;
}

/* The length of the shortest sequence that holds both. */
static uint32_t plain_pair(const struct trace *a, const struct trace *b)
{
    static uint32_t least[LONGEST + 1][LONGEST + 1];
    for (uint32_t i = 0; i <= a->length; i++) {
        for (uint32_t j = 0; j <= b->length; j++) {
            if (i == 0 || j == 0) least[i][j] = i + j;
            else if (a->at[i - 1] == b->at[j - 1]) least[i][j] = least[i - 1][j - 1] + 1;
            else if (least[i - 1][j] < least[i][j - 1]) least[i][j] = least[i - 1][j] + 1;
            else least[i][j] = least[i][j - 1] + 1;
        }
    }
    return least[a->length][b->length];
}

/* Of up to four traces of up to SMALL instructions, from these places on; `known` keeps lengths. */
static uint32_t plain_rest(const struct trace *t, const uint32_t at[ALIGN_MAX], uint8_t *known)
{
    uint32_t index = 0, best = UINT32_MAX;
    for (uint32_t i = 0; i < ALIGN_MAX; i++) index = index * (SMALL + 1) + at[i];
    if (known[index] != 0) return known[index] - 1u;
    for (uint32_t i = 0; i < ALIGN_MAX; i++) {
        uint32_t next[ALIGN_MAX];
        if (at[i] == t[i].length) continue;
        for (uint32_t k = 0; k < ALIGN_MAX; k++)
            next[k] = at[k] + (at[k] < t[k].length && t[k].at[at[k]] == t[i].at[at[i]]);
        const uint32_t length = 1 + plain_rest(t, next, known);
        if (length < best) best = length;
    }
    if (best == UINT32_MAX) best = 0;
    known[index] = (uint8_t)(best + 1);
    return best;
}

static uint32_t plain_best(const struct trace *t)
{
    static uint8_t known[(SMALL + 1) * (SMALL + 1) * (SMALL + 1) * (SMALL + 1)];
    const uint32_t begin[ALIGN_MAX] = {0};
    memset(known, 0, sizeof known);
    return plain_rest(t, begin, known);
}

static void draw_trace(struct hd_rng *rng, struct text_trace *t, uint32_t most, uint32_t letters)
{
    t->trace = (struct trace){t->at, hd_rng_below(rng, most + 1)};
    for (uint32_t i = 0; i < t->trace.length; i++) t->at[i] = hd_rng_below(rng, letters);
}

/* A trace that differs from another in some places: what threads of a warp are like. */
static void vary(struct hd_rng *rng, const struct text_trace *from, struct text_trace *to)
{
    to->trace = (struct trace){to->at, 0};
    for (uint32_t i = 0; i < from->trace.length; i++) {
        const uint32_t what = hd_rng_below(rng, 10);
        if (what == 0) continue;
        to->at[to->trace.length++] = what == 1 ? hd_rng_below(rng, 4) : from->at[i];
    }
}

/* ---- two ------------------------------------------------------------------------------------- */

static void check_pair(const struct trace *a, const struct trace *b, uint32_t length)
{
    struct trace out;
    assert_true(align_pair(a, b, &out));
    assert_true(holds(&out, a));
    assert_true(holds(&out, b));
    assert_int_equal(out.length, length);
    free(out.at);
}

static void two_by_hand(void **state)
{
    static const struct {
        const char *a, *b;
        uint32_t length;
    } cases[] = {
        {"", "", 0},
        {"abc", "", 3},
        {"abc", "abc", 3},
        {"abc", "def", 6},
        {"abxyc", "abzc", 6},          /* begin and end are the same */
        {"aab", "ab", 3},              /* a further trip */
        {"abab", "baba", 5},           /* Figure 6: one is ahead by a side */
        {"abcbdab", "bdcaba", 9},      /* four of 7 and 6 are in both */
        {"abcd", "dcba", 7},           /* in the other order */
        {"aaaaaaaa", "aaaa", 8},       /* trips */
        {"abacadae", "abadaeac", 10},  /* sides in another order */
        {"hababababt", "hbababat", 10} /* a part */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct text_trace a, b;
        from_text(&a, cases[i].a);
        from_text(&b, cases[i].b);
        check_pair(&a.trace, &b.trace, cases[i].length);
        check_pair(&b.trace, &a.trace, cases[i].length);
    }
}

static void two_at_random(void **state)
{
    struct hd_rng rng;
    (void)state;
    hd_rng_seed(&rng, 1);
    for (uint32_t n = 0; n < 400; n++) {
        static const uint32_t letters[] = {2, 3, 8, 60, 300}; /* the last ones are rare */
        static struct text_trace a, b;
        draw_trace(&rng, &a, n < 300 ? 20 : LONGEST, letters[n % 5]);
        if (n % 2 == 0) draw_trace(&rng, &b, n < 100 ? 20 : LONGEST, letters[n % 5]);
        else vary(&rng, &a, &b);
        check_pair(&a.trace, &b.trace, plain_pair(&a.trace, &b.trace));
    }
}

/* ---- more ------------------------------------------------------------------------------------ */

static void more_by_hand(void **state)
{
    static const char *const same[] = {"abcab", "abcab", "abcab", "abcab"};
    static const char *const apart[] = {"abc", "de", "fghi", "k"};
    static const char *const sides[] = {"ababab", "bababa", "ababab", "bababa"};
    static const char *const three[] = {"cc", "cb", "bc"};      /* cbc; the first pair makes 4 */
    static const char *const four[] = {"aa", "cb", "ca", "ba"}; /* cbaa; the first pair makes 5 */
    static const char *const detours[] = {"axb", "ayb", "ab", "axyb"};
    static const char *const empty[] = {"", "", "ab", ""};
    (void)state;
    assert_int_equal(best_of(same, 4), 5);
    assert_int_equal(best_of(apart, 4), 10);
    assert_int_equal(best_of(sides, 4), 7);
    assert_int_equal(best_of(three, 3), 3);
    assert_int_equal(best_of(four, 4), 4);
    assert_int_equal(best_of(detours, 4), 4);
    assert_int_equal(best_of(empty, 4), 2);
    assert_int_equal(best_of(same, 1), 5);
    assert_int_equal(best_of(same, 0), 0);
}

/* Never less than the optimum, and of small traces nearly always the same. */
static void more_at_random(void **state)
{
    enum { TRIES = 3000 };
    struct hd_rng rng;
    uint32_t exact = 0;
    (void)state;
    hd_rng_seed(&rng, 2);
    for (uint32_t n = 0; n < TRIES; n++) {
        static struct text_trace t[ALIGN_MAX];
        struct trace traces[ALIGN_MAX];
        uint32_t length;
        for (uint32_t i = 0; i < ALIGN_MAX; i++) {
            draw_trace(&rng, &t[i], SMALL, 3);
            traces[i] = t[i].trace;
        }
        const uint32_t least = plain_best(traces);
        assert_true(align_best(traces, ALIGN_MAX, &length));
        assert_in_range(length, least, 2 * least);
        exact += length == least;
    }
    assert_in_range(exact, TRIES * 9 / 10, TRIES - 1);
}

/* ---- warps ----------------------------------------------------------------------------------- */

struct issues {
    uint64_t apart, stack, aligned;
};

static struct thread_program program;

static struct issues issues_of(const char *code, const char *const *text, uint32_t count)
{
    static struct text_trace t[ALIGN_MAX];
    static struct words words;
    struct trace traces[ALIGN_MAX];
    struct issues n;
    assert_int_equal(words_find(&words, &program, code, 0), PROGRAM_OK);
    for (uint32_t i = 0; i < count; i++) traces[i] = *from_text(&t[i], text[i]);
    n.apart = trace_warp_apart(traces, count);
    assert_true(trace_warp_stack(&program, traces, count, &n.stack));
    assert_true(trace_warp_aligned(&program, traces, count, &n.aligned));
    thread_program_free(&program);
    return n;
}

static void check_issues(struct issues n, uint64_t apart, uint64_t stack, uint64_t aligned)
{
    assert_int_equal(n.apart, apart);
    assert_int_equal(n.stack, stack);
    assert_int_equal(n.aligned, aligned);
}

/* a: thread's number, b: branch to e; c, d; e; f: end. */
static void a_branch(void **state)
{
    static const char *const sides[] = {"abef", "abcdef", "abef", "abcdef"};
    static const char *const same[] = {"abef", "abef", "abef", "abef"};
    (void)state;
    check_issues(issues_of("t5 d4 n n n x", sides, 4), 8, 6, 6);
    check_issues(issues_of("t5 d4 n n n x", same, 4), 4, 4, 4);
    check_issues(issues_of("t5 d4 n n n x", same, 1), 4, 4, 4);
}

/* A loop of two sides, which threads change with every trip, as in Figure 6. a: number; b: branch
 * to e; c, d: jump to f; e; f: back to b; g: end. */
static void changing_sides(void **state)
{
    static const char *const threads[] = {"abcdfbefbcdfg", "abefbcdfbefg", "abcdfbefbcdfg",
                                          "abefbcdfbefg"};
    (void)state;
    /* Trips of b, c, d, e, f, three times; a and g. Or: a, bef, bcdf, bef, bcdf, g. */
    check_issues(issues_of("t5 d4 n j5 n d1 x", threads, 4), 23, 17, 16);
}

/* Threads leave a loop one by one: a: number; b; c: back to b; d: end. */
static void trips(void **state)
{
    static const char *const threads[] = {"abcd", "abcbcd", "abcbcbcd", "abcd"};
    (void)state;
    check_issues(issues_of("t5 n d1 x", threads, 4), 10, 8, 8);
}

/* Two halves call the same function at two places: only the best points share it. a: number; b:
 * branch to e; c: call g; d: jump to f; e: call g; f: end; g, h; i: return. */
static void calls(void **state)
{
    static const char *const threads[] = {"abcghidf", "abeghif", "abcghidf", "abeghif"};
    (void)state;
    check_issues(issues_of("t5 d4 c6 j5 c6 x n n r", threads, 4), 13, 12, 9);
}

/* The same, and the function calls itself: a frame is a place of its own. a: number; b: call d; c:
 * end; d: branch to f; e: call d; f: return. */
static void recursion(void **state)
{
    static const char *const threads[] = {"abdfc", "abdedffc", "abdededfffc", "abdfc"};
    (void)state;
    check_issues(issues_of("t5 c3 x d5 c3 r", threads, 4), 16, 11, 11);
}

/* Two ways return by themselves, and meet behind the call. a: number; b: call e; c; d: end; e:
 * branch to g; f: return; g; h: return. */
static void two_returns(void **state)
{
    static const char *const threads[] = {"abefcd", "abeghcd", "abefcd", "abeghcd"};
    (void)state;
    check_issues(issues_of("t5 c4 n x d6 r n r", threads, 4), 10, 8, 8);
}

/* One side of a branch may end its thread. a: number; b: branch to d; c: end; d, e: end. */
static void ends(void **state)
{
    static const char *const threads[] = {"abc", "abde", "abc", "abde"};
    (void)state;
    check_issues(issues_of("t5 d3 x n x", threads, 4), 5, 5, 5);
}

/* Two branches with a barrier between them. a: number; b: branch to d; c; d: barrier; e: branch to
 * g; f; g: end. */
static void barriers(void **state)
{
    static const char *const threads[] = {"abcdeg", "abdefg", "abcdeg", "abdefg"};
    (void)state;
    check_issues(issues_of("t5 d3 n k d6 n x", threads, 4), 10, 7, 7);
}

/* As a loop whose threads change sides, but with a barrier in each trip: lock step, as in bitonic
 * sort. a: number; b: branch to e; c; d: jump to f; e; f: barrier; g: back to b; h: end. */
static void lock_step(void **state)
{
    static const char *const threads[] = {"abcdfgbefgbcdfgbefgh", "abefgbcdfgbefgbcdfgh",
                                          "abcdfgbefgbcdfgbefgh", "abefgbcdfgbefgbcdfgh"};
    (void)state;
    const struct issues n = issues_of("t5 d4 n j5 n k b1 x", threads, 4);
    check_issues(n, 38, 26, 26);
    /* Without the barriers it would be less: a, befg, bcdfg, befg, bcdfg, befg, h. */
    assert_int_equal(best_of(threads, 4), 24);
}

/* Threads that return together to two places have no stack. */
static void no_stack(void **state)
{
    static struct text_trace t[2];
    static struct words words;
    uint64_t issues;
    (void)state;
    assert_int_equal(words_find(&words, &program, "t5 c4 c4 x n r", 0), PROGRAM_OK);
    const struct trace traces[] = {*from_text(&t[0], "abefc"), *from_text(&t[1], "abefd")};
    assert_false(trace_warp_stack(&program, traces, 2, &issues));
    thread_program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_by_hand),  cmocka_unit_test(two_at_random),
        cmocka_unit_test(more_by_hand), cmocka_unit_test(more_at_random),
        cmocka_unit_test(a_branch),     cmocka_unit_test(changing_sides),
        cmocka_unit_test(trips),        cmocka_unit_test(calls),
        cmocka_unit_test(recursion),    cmocka_unit_test(two_returns),
        cmocka_unit_test(ends),         cmocka_unit_test(barriers),
        cmocka_unit_test(lock_step),    cmocka_unit_test(no_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
