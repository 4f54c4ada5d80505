/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the range pool: the page's rules one by one; ranges that come and go
 * against a naive account, which knows the owner of each place and measures every run of free
 * places; and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/range_pool.h"

enum { MOST = RANGE_POOL_MAX_PLACES };

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct range_pool s;
    struct range_pool_in in; /* cleared by cycle */
    struct range_pool_out out;
};

static struct bench bench;

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    static struct range_pool before;
    const char *broken = range_pool_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    before = b->s;
    range_pool_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    range_pool_tick(&b->s, &b->in, &b->out);
    broken = range_pool_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    memset(&b->in, 0, sizeof b->in);
}

static void start(struct bench *b, uint32_t places)
{
    const struct range_pool_cfg cfg = {.places = places};
    memset(b, 0, sizeof *b);
    assert_null(range_pool_init(&b->s, &cfg));
    assert_null(range_pool_check(&b->s));
}

static void want(struct bench *b, uint32_t count)
{
    b->in.want_en = true;
    b->in.want_count = count;
}

static void give_back(struct bench *b, uint32_t place, uint32_t count)
{
    b->in.free_en = true;
    b->in.free_place = place;
    b->in.free_count = count;
}

static const struct range_pool_out *now(struct bench *b)
{
    range_pool_eval(&b->s, &b->in, &b->out);
    return &b->out;
}

/* From a want that has been made to its range. Returns the cycles of the search. */
static uint32_t until_found(struct bench *b, uint32_t place)
{
    uint32_t cycles = 0;
    for (; !now(b)->found; cycles++) {
        assert_true(cycles < 30);
        cycle(b);
    }
    assert_int_equal(b->out.place, place);
    return cycles;
}

static void take(struct bench *b, uint32_t count, uint32_t place)
{
    want(b, count);
    cycle(b);
    until_found(b, place);
    b->in.take_en = true;
    cycle(b);
    assert_true(now(b)->idle);
}

static void expect_state(const struct bench *b, const char *free)
{
    for (uint32_t p = 0; p < b->s.cfg.places; p++) assert_int_equal(b->s.free[p], free[p] == '-');
}

static void expect_begins(const struct bench *b, uint32_t length, const char *begins)
{
    assert_int_equal(b->s.phase, RANGE_POOL_SEARCH);
    assert_int_equal(b->s.length, length);
    for (uint32_t p = 0; p < b->s.cfg.places; p++)
        assert_int_equal(b->s.begins[p], begins[p] == 'b');
}

/* Places 1 and 4 of nine are used. */
static void with_holes(struct bench *b)
{
    start(b, 9);
    take(b, 1, 0);
    take(b, 1, 1);
    take(b, 2, 2);
    take(b, 1, 4);
    give_back(b, 0, 1);
    cycle(b);
    give_back(b, 2, 2);
    cycle(b);
    expect_state(b, "-X--X----");
    assert_int_equal(now(b)->left, 7);
}

/* ---- the rules of the page ------------------------------------------------------------- */

static void rule_want_none(void **state)
{
    (void)state;
    struct bench *b = &bench;
    with_holes(b);
    want(b, 0);
    cycle(b);
    assert_true(b->out.idle);
    assert_false(b->out.found);
    assert_true(now(b)->found && !b->out.idle && !b->out.none);
    assert_int_equal(b->out.place, 0);
    b->in.take_en = true;
    cycle(b);
    assert_true(now(b)->idle);
    assert_int_equal(b->out.left, 7);
    expect_state(b, "-X--X----");
}

/* Also when no place is free. */
static void rule_want_none_of_none(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, 2);
    take(b, 2, 0);
    assert_int_equal(now(b)->left, 0);
    take(b, 0, 0);
    assert_int_equal(now(b)->left, 0);
}

/* Length 1, 2, then the one place that three lack: a run of 3 at 5 and 6, not at 2 or 7. */
static void rule_doubling(void **state)
{
    (void)state;
    struct bench *b = &bench;
    with_holes(b);
    want(b, 3);
    cycle(b);
    expect_begins(b, 1, "b-bb-bbbb");
    cycle(b);
    expect_begins(b, 2, "--b--bbb-");
    cycle(b);
    expect_begins(b, 3, "-----bb--");
    assert_false(now(b)->found);
    cycle(b);
    assert_true(now(b)->found);
    assert_int_equal(b->out.place, 5);
}

/* clog2(n) + 1 cycles for a range of n places. */
static void rule_cycles(void **state)
{
    (void)state;
    static const struct {
        uint32_t count, cycles;
    } rows[] = {{1, 1},  {2, 2},  {3, 3},  {4, 3},  {5, 4},    {8, 4},    {9, 5},     {16, 5},
                {17, 6}, {33, 7}, {64, 7}, {65, 8}, {512, 10}, {513, 11}, {1023, 11}, {1024, 11}};
    struct bench *b = &bench;
    start(b, MOST);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        want(b, rows[i].count);
        cycle(b);
        assert_int_equal(until_found(b, 0), rows[i].cycles);
        b->in.take_en = true;
        cycle(b);
        assert_int_equal(now(b)->left, MOST - rows[i].count);
        give_back(b, 0, rows[i].count);
        cycle(b);
        assert_int_equal(now(b)->left, MOST);
    }
}

static void rule_lowest(void **state)
{
    (void)state;
    struct bench *b = &bench;
    with_holes(b);
    take(b, 2, 2); /* not 5, though longer */
    take(b, 1, 0);
    expect_state(b, "XXXXX----");
    take(b, 4, 5); /* up to the end of the row */
    assert_int_equal(now(b)->left, 0);
}

/* Five places are wanted, the longest run has four: none in the fourth cycle (length 5), again and
 * again. */
static void rule_none(void **state)
{
    (void)state;
    struct bench *b = &bench;
    with_holes(b);
    want(b, 5);
    cycle(b);
    for (uint32_t n = 0; n < 12; n++) {
        cycle(b);
        assert_int_equal(b->out.none, n % 4 == 3);
        assert_false(b->out.found || b->out.idle);
    }
    give_back(b, 4, 1);
    cycle(b); /* this search does not see it */
    for (uint32_t n = 1; n < 4; n++) {
        cycle(b);
        assert_int_equal(b->out.none, n == 3);
    }
    assert_int_equal(until_found(b, 2), 4);
}

static void rule_no_place_is_free(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, 2);
    take(b, 2, 0);
    want(b, 1);
    cycle(b);
    for (uint32_t n = 0; n < 5; n++) {
        cycle(b);
        assert_true(b->out.none); /* in each cycle: no place to begin at */
    }
}

/* "From the places that are free now": what becomes free in the cycle of none_o is seen a search
 * later, what did a cycle before it at once. */
static void rule_free_beside_none(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, 4);
    take(b, 4, 0);
    want(b, 1);
    cycle(b);
    give_back(b, 3, 1);
    cycle(b);
    assert_true(b->out.none);
    cycle(b);
    assert_true(b->out.none);
    cycle(b);
    assert_false(b->out.none);
    assert_true(now(b)->found);
    assert_int_equal(b->out.place, 3);
}

/* A search begins with what is free in the cycle of the want. */
static void rule_free_beside_want(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, 4);
    take(b, 1, 0);
    take(b, 1, 1);
    want(b, 1);
    give_back(b, 0, 1);
    cycle(b);
    until_found(b, 2);
    b->in.take_en = true;
    cycle(b);
    take(b, 1, 0);
}

/* A range that gets free under way is lower than the one that is found: it was not there yet. */
static void rule_free_under_way(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, 6);
    take(b, 2, 0);
    want(b, 2);
    cycle(b);
    give_back(b, 0, 2);
    cycle(b);
    assert_int_equal(until_found(b, 2), 1);
    cycle(b); /* found it stays, whatever gets free */
    until_found(b, 2);
}

static void rule_wants_once(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, 6);
    want(b, 2);
    cycle(b);
    for (uint32_t n = 0; n < 5; n++) {
        want(b, 5); /* one is wanted already, then found */
        cycle(b);
    }
    assert_true(now(b)->found);
    want(b, 5); /* nor in the cycle of the take */
    b->in.take_en = true;
    cycle(b);
    assert_int_equal(now(b)->left, 4);
    assert_true(b->out.idle);
    expect_state(b, "XX----");
}

static void rule_take_without_found(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, 6);
    b->in.take_en = true; /* nothing wanted */
    cycle(b);
    want(b, 2);
    b->in.take_en = true;
    cycle(b);
    b->in.take_en = true;
    cycle(b);
    b->in.take_en = true;
    cycle(b);
    assert_true(now(b)->found);
    assert_int_equal(b->out.left, 6);
    expect_state(b, "------");
}

static void rule_take_and_free(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, 6);
    take(b, 3, 0);
    want(b, 2);
    cycle(b);
    until_found(b, 3);
    b->in.take_en = true;
    give_back(b, 0, 3);
    cycle(b);
    assert_int_equal(now(b)->left, 4);
    expect_state(b, "---XX-");
}

/* Part of a range that was taken, several that were taken, or no place. */
static void rule_free_any_used(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, 6);
    take(b, 2, 0);
    take(b, 4, 2);
    give_back(b, 1, 4);
    cycle(b);
    assert_int_equal(now(b)->left, 4);
    expect_state(b, "X----X");
    give_back(b, 2, 0);
    cycle(b);
    give_back(b, 5, 1);
    cycle(b);
    assert_int_equal(now(b)->left, 5);
    expect_state(b, "X-----");
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench *b = &bench;
    with_holes(b);
    for (uint32_t n = 0; n < 5; n++) { /* from each phase */
        range_pool_reset(&b->s);
        assert_null(range_pool_check(&b->s));
        assert_true(now(b)->idle && !b->out.found && !b->out.none);
        assert_int_equal(b->out.left, 9);
        expect_state(b, "---------");
        take(b, 4, 0);
        want(b, 2);
        cycle(b);
        for (uint32_t c = 0; c < n; c++) cycle(b);
    }
}

/* ---- a naive account ------------------------------------------------------------------- */

struct twin {
    uint32_t places;
    uint32_t owner[MOST]; /* of each place; 0: none */
    uint32_t owners;      /* names given */
    uint32_t run[MOST];   /* free places in a row from here on, when the search began */
    bool wants, found;
    uint32_t count, place, age; /* cycles since it began */
};

static uint32_t twin_left(const struct twin *t)
{
    uint32_t left = 0;
    for (uint32_t p = 0; p < t->places; p++) left += t->owner[p] == 0;
    return left;
}

static void twin_begin(struct twin *t)
{
    t->age = 0;
    for (uint32_t p = t->places, run = 0; p-- > 0;) {
        run = t->owner[p] == 0 ? run + 1 : 0;
        t->run[p] = run;
    }
}

/* The page: length 1, then doubled up to the number wanted. */
static uint32_t twin_length(const struct twin *t)
{
    const uint32_t doubled = UINT32_C(1) << t->age;
    return doubled < t->count ? doubled : t->count;
}

/* First fit among the places that were free as the search began. */
static uint32_t twin_fit(const struct twin *t, uint32_t length)
{
    uint32_t p = 0;
    while (p < t->places && t->run[p] < length) p++;
    return p;
}

static bool twin_none(const struct twin *t)
{
    return t->wants && !t->found && twin_fit(t, twin_length(t)) == t->places;
}

static void twin_compare(const struct twin *t, const struct bench *b)
{
    assert_int_equal(b->out.idle, !t->wants);
    assert_int_equal(b->out.found, t->found);
    assert_int_equal(b->out.place, t->found ? t->place : 0);
    assert_int_equal(b->out.none, twin_none(t));
    assert_int_equal(b->out.left, twin_left(t));
}

/* What the search knows: all runs of its length, no less and no more. */
static void twin_compare_state(const struct twin *t, const struct range_pool *s)
{
    for (uint32_t p = 0; p < t->places; p++) assert_int_equal(s->free[p], t->owner[p] == 0);
    if (!t->wants || t->found) return;
    assert_int_equal(s->count, t->count);
    assert_int_equal(s->length, twin_length(t));
    for (uint32_t p = 0; p < t->places; p++)
        assert_int_equal(s->begins[p], t->run[p] >= twin_length(t));
}

static void twin_search(struct twin *t)
{
    const uint32_t length = twin_length(t);
    if (twin_none(t)) {
        twin_begin(t);
    } else if (length == t->count) {
        t->found = true;
        t->place = twin_fit(t, length);
    } else {
        t->age++;
    }
}

/* A range goes to a new owner; no place of it has one. */
static void twin_take(struct twin *t)
{
    t->owners++;
    for (uint32_t p = t->place; p < t->place + t->count; p++) {
        assert_true(p < t->places);
        assert_int_equal(t->owner[p], 0);
        t->owner[p] = t->owners;
    }
    t->wants = t->found = false;
}

static void twin_tick(struct twin *t, const struct range_pool_in *in)
{
    const bool idle = !t->wants, found = t->found;
    if (t->wants && !t->found) twin_search(t);
    if (idle && in->want_en) {
        t->wants = true;
        t->count = in->want_count;
        t->found = t->count == 0;
        t->place = 0;
        twin_begin(t);
    }
    if (found && in->take_en) twin_take(t);
    for (uint32_t p = 0; in->free_en && p < in->free_count; p++) t->owner[in->free_place + p] = 0;
}

/* ---- the stimulus ---------------------------------------------------------------------- */

struct run {
    const char *name;
    uint32_t places;
    uint32_t cycles;
};

static const struct run runs[] = {{"two", 2, 50000},         {"three", 3, 50000},
                                  {"seven", 7, 100000},      {"paper", 48, 100000},
                                  {"sixty_four", 64, 50000}, {"sets", 256, 20000},
                                  {"odd", 1000, 30000},      {"largest", 1024, 30000}};

/* The range that some place is of; if its place is free, none. */
static void draw_free(const struct twin *t, struct hd_rng *rng, struct range_pool_in *in)
{
    uint32_t first = hd_rng_below(rng, t->places), end = first;
    const uint32_t owner = t->owner[first];
    in->free_place = first;
    in->free_en = hd_rng_chance(rng, 1, 2);
    if (owner == 0) return;
    while (first > 0 && t->owner[first - 1] == owner) first--;
    while (end < t->places && t->owner[end] == owner) end++;
    in->free_place = first;
    in->free_count = end - first;
}

static void draw_want(const struct twin *t, struct hd_rng *rng, uint32_t most,
                      struct range_pool_in *in)
{
    in->want_en = hd_rng_chance(rng, 2, 3);
    in->want_count = hd_rng_below(rng, most + 1);
    if (hd_rng_chance(rng, 1, 16)) in->want_count = twin_left(t);
    if (hd_rng_chance(rng, 1, 100)) in->want_count = t->places;
    in->take_en = hd_rng_chance(rng, 1, 3);
}

struct seen {
    uint32_t found, none, in_pieces, beside, unseen, whole, last_place;
};

static void look(struct seen *n, const struct twin *t, const struct range_pool_in *in,
                 const struct range_pool_out *out)
{
    n->found += out->found && in->take_en;
    n->none += out->none;
    n->in_pieces += out->none && out->left >= t->count;
    n->beside += out->found && in->take_en && in->free_en && in->free_count > 0;
    n->whole += out->found && in->take_en && t->count == t->places;
    n->last_place += out->found && t->count > 0 && t->place + t->count == t->places;
    /* A lower range got free under way. */
    for (uint32_t p = 0, run = 0; out->found && p < t->place; p++) {
        run = t->owner[p] == 0 ? run + 1 : 0;
        n->unseen += run == t->count;
    }
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    struct bench *b = &bench;
    static struct twin t;
    struct seen n = {0};
    struct hd_rng rng;
    uint32_t most = 1, frees = 1;

    memset(&t, 0, sizeof t);
    t.places = r->places;
    hd_rng_seed(&rng, r->places);
    start(b, r->places);
    for (uint32_t c = 0; c < r->cycles; c++) {
        if (c % 256 == 0) { /* ranges short or long, the row more or less full */
            most = 1 + hd_rng_below(&rng, 1 + hd_rng_below(&rng, r->places));
            frees = 1 + hd_rng_below(&rng, 9);
        }
        draw_want(&t, &rng, most, &b->in);
        if (hd_rng_chance(&rng, frees, 10)) draw_free(&t, &rng, &b->in);
        const struct range_pool_in in = b->in;
        twin_compare_state(&t, &b->s);
        cycle(b);
        twin_compare(&t, b);
        look(&n, &t, &in, &b->out);
        twin_tick(&t, &in);
        if (!hd_rng_chance(&rng, 1, 2000)) continue;
        range_pool_reset(&b->s);
        memset(t.owner, 0, sizeof t.owner);
        t.wants = t.found = false;
    }
    assert_true(n.found > 100 && n.none > 100 && n.beside > 20 && n.last_place > 20);
    assert_true(n.unseen > 20);
    assert_true(r->places == 2 || n.in_pieces > 100);
    assert_true(r->places > 100 || n.whole > 20);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* A search for three that has found runs of two: at 2, 5, 6 and 7. */
static void two_long(struct bench *b)
{
    with_holes(b);
    want(b, 3);
    cycle(b);
    cycle(b);
    expect_begins(b, 2, "--b--bbb-");
}

static void expect_broken(struct bench *b, const char *name)
{
    assert_non_null(range_pool_check(&b->s));
    assert_string_equal(range_pool_check(&b->s), name);
    two_long(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    two_long(b);
    b->s.left = 6;
    expect_broken(b, "left_counts");
    b->s.left = 8;
    expect_broken(b, "left_counts");
    b->s.free[1] = true;
    expect_broken(b, "left_counts");
    b->s.free[8] = false;
    expect_broken(b, "left_counts");
    b->s.phase = 3;
    expect_broken(b, "phase_range");
    b->s.begins[3] = true; /* its second place is used */
    expect_broken(b, "begins_free");
    b->s.begins[4] = true;
    expect_broken(b, "begins_free");
    b->s.begins[8] = true; /* its second place is none */
    expect_broken(b, "begins_free");
    b->s.length = 0;
    expect_broken(b, "begins_free");
    b->s.length = 4;
    expect_broken(b, "begins_free");
    b->s.begins[6] = false; /* forgotten, but none is wrong */
    assert_null(range_pool_check(&b->s));
}

static void check_finds_range(void **state)
{
    (void)state;
    struct bench *b = &bench;
    static const struct {
        uint32_t place, count;
        bool kept;
    } rows[] = {{5, 4, true},  {6, 3, true},  {9, 0, true},           {4, 0, true},
                {6, 4, false}, {3, 2, false}, {10, 0, false},         {8, 2, false},
                {4, 1, false}, {2, 4, false}, {2, UINT32_MAX, false}, {0, 1, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        with_holes(b);
        b->s.phase = RANGE_POOL_FOUND;
        b->s.place = rows[i].place;
        b->s.count = rows[i].count;
        if (rows[i].kept) assert_null(range_pool_check(&b->s));
        else expect_broken(b, "found_free");
    }
    with_holes(b);
    b->s.place = b->s.count = b->s.length = 99; /* mean nothing now */
    b->s.begins[1] = true;
    assert_null(range_pool_check(&b->s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = range_pool_promise(&b->s, &b->in);
    if (sentence == NULL) {
        assert_null(broken);
    } else {
        assert_non_null(broken);
        assert_string_equal(broken, sentence);
    }
    memset(&b->in, 0, sizeof b->in);
}

static void promise_fails(void **state)
{
    (void)state;
    static const char outside[] = "a range that becomes free is not within the row";
    static const char free[] = "a range that becomes free has a free place";
    static const struct {
        uint32_t place, count;
        const char *sentence;
    } rows[] = {{1, 1, NULL},    {4, 1, NULL},     {9, 0, NULL}, {0, 0, NULL}, {9, 1, outside},
                {8, 2, outside}, {0, 10, outside}, {0, 1, free}, {1, 2, free}, {3, 2, free}};
    struct bench *b = &bench;
    with_holes(b);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        give_back(b, rows[i].place, rows[i].count);
        expect_promise(b, rows[i].sentence);
        give_back(b, rows[i].place, rows[i].count);
        b->in.free_en = false;
        expect_promise(b, NULL);
    }
    want(b, 9);
    expect_promise(b, NULL);
    want(b, 10);
    expect_promise(b, "more than Places places are wanted");
    want(b, 10);
    b->in.want_en = false;
    expect_promise(b, NULL);
}

/* The model outlives a neighbour that breaks its promises: what lies behind the row stays. */
static void broken_promises(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, MOST);
    give_back(b, MOST - 1, MOST);
    range_pool_eval(&b->s, &b->in, &b->out);
    range_pool_tick(&b->s, &b->in, &b->out);
    assert_int_equal(b->s.phase, RANGE_POOL_IDLE);
    start(b, MOST);
    want(b, 2 * MOST - 1);
    for (uint32_t n = 0; n < 30; n++) {
        range_pool_eval(&b->s, &b->in, &b->out);
        range_pool_tick(&b->s, &b->in, &b->out);
        assert_false(b->out.found);
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const uint32_t bad[] = {0, 1, 1025, UINT32_MAX}, good[] = {2, 3, 1023, 1024};
    static struct range_pool s;
    for (size_t i = 0; i < 4; i++) {
        struct range_pool_cfg cfg = {.places = bad[i]};
        const char *error = range_pool_init(&s, &cfg);
        assert_non_null(error);
        assert_string_equal(error, "Places must be 2 to 1024");
        cfg.places = good[i];
        assert_null(range_pool_init(&s, &cfg));
        assert_null(range_pool_check(&s));
    }
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(rule_want_none),
        cmocka_unit_test(rule_want_none_of_none),
        cmocka_unit_test(rule_doubling),
        cmocka_unit_test(rule_cycles),
        cmocka_unit_test(rule_lowest),
        cmocka_unit_test(rule_none),
        cmocka_unit_test(rule_no_place_is_free),
        cmocka_unit_test(rule_free_beside_none),
        cmocka_unit_test(rule_free_beside_want),
        cmocka_unit_test(rule_free_under_way),
        cmocka_unit_test(rule_wants_once),
        cmocka_unit_test(rule_take_without_found),
        cmocka_unit_test(rule_take_and_free),
        cmocka_unit_test(rule_free_any_used),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(check_finds_range),
        cmocka_unit_test(promise_fails),
        cmocka_unit_test(broken_promises),
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
    return cmocka_run_group_tests_name("range_pool", tests, NULL, NULL);
}
