/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the warp scheduler: each sentence of the page for each policy, its races,
 * a naive twin that keeps all slots in a queue, the invariants that need the past, and the proof
 * that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/warp_scheduler.h"

enum {
    LOOSE = WARP_SCHEDULER_LOOSE,
    GREEDY = WARP_SCHEDULER_GREEDY,
    LEVELS = WARP_SCHEDULER_LEVELS,
    SLOTS = 8,
    GROUP = 3, /* groups 0-2, 3-5, 6-7 */
    NO_SLOT = 99,
    ALL = 0xff,
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

static void start(struct warp_scheduler *s, uint32_t policy)
{
    struct warp_scheduler_cfg cfg = {SLOTS, policy, GROUP};
    assert_null(warp_scheduler_init(s, &cfg));
    assert_null(warp_scheduler_check(s));
}

/* One cycle; returns the slot that is offered, NO_SLOT if none is. */
static uint32_t cycle(struct warp_scheduler *s, uint64_t can, bool ready, uint64_t begin)
{
    struct warp_scheduler_in in = {.begin = begin, .can = can, .issue_ready = ready};
    struct warp_scheduler before = *s;
    struct warp_scheduler_out out;
    assert_null(warp_scheduler_promise(s, &in));
    warp_scheduler_eval(s, &in, &out);
    assert_memory_equal(&before, s, sizeof before);
    warp_scheduler_tick(s, &in, &out);
    assert_null(warp_scheduler_check(s));
    return out.issue_valid ? out.issue_slot : NO_SLOT;
}

static uint32_t issue(struct warp_scheduler *s, uint64_t can) { return cycle(s, can, true, 0); }
static uint32_t offer(struct warp_scheduler *s, uint64_t can) { return cycle(s, can, false, 0); }

/* ---- loose round robin ----------------------------------------------------------------- */

static void loose_first_is_0(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, LOOSE);
    assert_int_equal(issue(&s, ALL), 0);
    assert_int_equal(issue(&s, ALL), 1);
    start(&s, LOOSE);
    assert_int_equal(issue(&s, 0xf0), 4);
}

static void loose_behind_the_last(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, LOOSE);
    assert_int_equal(issue(&s, 1 << 5), 5);
    assert_int_equal(issue(&s, 1 << 7 | 1 << 5 | 1 << 2), 7);
    assert_int_equal(issue(&s, 1 << 7 | 1 << 5 | 1 << 2), 2);
    assert_int_equal(issue(&s, 1 << 7 | 1 << 5 | 1 << 2), 5);
    assert_int_equal(issue(&s, 1 << 5), 5); /* alone: the last one again */
    assert_int_equal(issue(&s, 1 << 4), 4); /* all the way round */
}

/* Beginning changes nothing here, not on the slot of the last one either. */
static void loose_begin_is_nothing(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, LOOSE);
    assert_int_equal(issue(&s, 1 << 3), 3);
    struct warp_scheduler before = s;
    assert_int_equal(cycle(&s, 0, true, ALL), NO_SLOT);
    assert_memory_equal(&before, &s, sizeof before);
    assert_int_equal(issue(&s, ALL), 4);
}

/* ---- greedy, then oldest --------------------------------------------------------------- */

static void greedy_first_is_oldest(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, GREEDY);
    assert_int_equal(issue(&s, ALL & ~1), 1); /* slot 0 is the oldest, slot 1 next */
    assert_int_equal(issue(&s, ALL), 1);      /* the last one, though 0 is older */
    assert_int_equal(issue(&s, ALL & ~2), 0); /* the last one stalls: the oldest */
    assert_int_equal(issue(&s, ALL), 0);
}

static void greedy_order_of_beginning(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, GREEDY);
    assert_int_equal(cycle(&s, 0, true, 1 << 0), NO_SLOT);
    assert_int_equal(cycle(&s, 0, true, 1 << 4), NO_SLOT);
    assert_int_equal(cycle(&s, 0, true, 1 << 1), NO_SLOT);
    /* now 2 3 5 6 7 0 4 1 */
    assert_int_equal(offer(&s, 1 << 0 | 1 << 4 | 1 << 1), 0);
    assert_int_equal(offer(&s, 1 << 4 | 1 << 1), 4);
    assert_int_equal(offer(&s, 1 << 1 | 1 << 7), 7);
    assert_int_equal(offer(&s, ALL), 2);
}

static void greedy_several_begin(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, GREEDY);
    assert_int_equal(cycle(&s, 0, true, 1 << 2), NO_SLOT);
    assert_int_equal(cycle(&s, 0, true, 1 << 6 | 1 << 1 | 1 << 4), NO_SLOT);
    /* now 0 3 5 7 2 1 4 6 */
    assert_int_equal(offer(&s, 1 << 2 | 1 << 1 | 1 << 4 | 1 << 6), 2);
    assert_int_equal(offer(&s, 1 << 1 | 1 << 4 | 1 << 6), 1);
    assert_int_equal(offer(&s, 1 << 4 | 1 << 6), 4);
    assert_int_equal(offer(&s, 1 << 6 | 1 << 7), 7);
}

/* In the cycle in which others begin, age is as it was. */
static void greedy_age_is_of_the_state(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, GREEDY);
    assert_int_equal(cycle(&s, 1 << 7, false, ALL & ~(1 << 7)), 7);
    assert_int_equal(offer(&s, ALL), 7);
}

static void race_begin_on_last(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, GREEDY);
    assert_int_equal(issue(&s, 1 << 4), 4);
    assert_int_equal(cycle(&s, 0, true, 1 << 4), NO_SLOT);
    assert_false(s.some);
    assert_int_equal(offer(&s, ALL), 0);
    assert_int_equal(issue(&s, 1 << 4), 4); /* the last one again */
    assert_int_equal(offer(&s, ALL), 4);
    /* in the cycle in which another one issues: that one is the last */
    assert_int_equal(cycle(&s, 1 << 6 | 1 << 7, true, 1 << 4), 6);
    assert_true(s.some);
    assert_int_equal(offer(&s, ALL), 6);
    /* it is offered and not taken */
    assert_int_equal(cycle(&s, 1 << 7, false, 1 << 6), 7);
    assert_false(s.some);
    assert_int_equal(offer(&s, ALL), 0);
}

static void greedy_begin_elsewhere_keeps_last(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, GREEDY);
    assert_int_equal(issue(&s, 1 << 4), 4);
    assert_int_equal(cycle(&s, 0, true, ALL & ~(1 << 4)), NO_SLOT);
    assert_int_equal(offer(&s, ALL), 4);
    assert_int_equal(offer(&s, ALL & ~(1 << 4)), 0);
}

/* ---- two-level ------------------------------------------------------------------------- */

static void levels_stay_in_the_group(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, LEVELS);
    assert_int_equal(issue(&s, ALL), 0);
    assert_int_equal(issue(&s, ALL), 1);
    assert_int_equal(issue(&s, ALL), 2);
    assert_int_equal(issue(&s, ALL), 0);
    assert_int_equal(issue(&s, ALL & ~(1 << 1)), 2);
    assert_int_equal(issue(&s, ALL & ~3), 2);
}

static void levels_next_group(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, LEVELS);
    assert_int_equal(issue(&s, 1 << 4 | 1 << 7), 4);
    assert_int_equal(issue(&s, 1 << 1 | 1 << 7), 7); /* the next, not the lowest */
    assert_int_equal(issue(&s, 1 << 1 | 1 << 4), 1); /* round the end */
    assert_int_equal(issue(&s, 1 << 7), 7);          /* one is passed over */
    assert_int_equal(issue(&s, 1 << 5), 5);          /* round the end, one is passed over */
    assert_int_equal(s.group, 1);
}

/* Each group goes on behind its own last one, however long ago. */
static void levels_remember_each_group(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, LEVELS);
    assert_int_equal(issue(&s, 1 << 1), 1);
    assert_int_equal(issue(&s, 1 << 3 | 1 << 4), 3);
    assert_int_equal(issue(&s, 0xc0), 6); /* of the last group, which is smaller */
    assert_int_equal(issue(&s, ALL), 7);
    assert_int_equal(issue(&s, ALL), 6); /* its round is of two */
    assert_int_equal(issue(&s, ALL & ~0xc0), 2);
    assert_int_equal(issue(&s, ALL & ~7), 4);
    assert_int_equal(issue(&s, ALL), 5);
    assert_int_equal(issue(&s, ALL), 3);
}

/* A group that is looked at and not taken is not the present one. */
static void levels_refused(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, LEVELS);
    assert_int_equal(issue(&s, ALL), 0);
    struct warp_scheduler before = s;
    assert_int_equal(offer(&s, 0xf0), 4);
    assert_memory_equal(&before, &s, sizeof before);
    assert_int_equal(issue(&s, ALL), 1);
}

static void levels_begin_is_nothing(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, LEVELS);
    assert_int_equal(issue(&s, ALL), 0);
    struct warp_scheduler before = s;
    assert_int_equal(cycle(&s, 0, true, ALL), NO_SLOT);
    assert_memory_equal(&before, &s, sizeof before);
}

/* Groups of one slot: round robin that stays. One group of all: loose round robin. */
static void levels_extremes(void **state)
{
    (void)state;
    struct warp_scheduler s;
    struct warp_scheduler_cfg single = {5, LEVELS, 1}, whole = {5, LEVELS, 5};
    assert_null(warp_scheduler_init(&s, &single));
    assert_int_equal(issue(&s, 0x1e), 1);
    assert_int_equal(issue(&s, 0x1f), 1);
    assert_int_equal(issue(&s, 0x11), 4);
    assert_int_equal(issue(&s, 0x0f), 0);
    assert_null(warp_scheduler_init(&s, &whole));
    for (uint32_t i = 0; i < 12; i++) assert_int_equal(issue(&s, 0x1f), i % 5);
}

/* ---- all policies ---------------------------------------------------------------------- */

static void refused_leaves_no_trace(void **state)
{
    (void)state;
    struct warp_scheduler s;
    for (uint32_t policy = LOOSE; policy <= LEVELS; policy++) {
        start(&s, policy);
        assert_int_equal(offer(&s, 0xf0), 4);
        assert_int_equal(offer(&s, 0xe0), 5);
        assert_int_equal(issue(&s, ALL), 0);
        struct warp_scheduler before = s;
        assert_int_equal(offer(&s, 0xe0), 5);
        assert_memory_equal(&before, &s, sizeof before);
    }
}

static void race_none_can(void **state)
{
    (void)state;
    struct warp_scheduler s;
    for (uint32_t policy = LOOSE; policy <= LEVELS; policy++) {
        start(&s, policy);
        assert_int_equal(issue(&s, 1 << 4), 4);
        struct warp_scheduler before = s;
        assert_int_equal(issue(&s, 0), NO_SLOT);
        assert_memory_equal(&before, &s, sizeof before);
        assert_int_equal(cycle(&s, 0, true, 1 << 0), NO_SLOT); /* ages do change */
        memcpy(before.older, s.older, sizeof before.older);
        assert_memory_equal(&before, &s, sizeof before);
        assert_int_equal(issue(&s, 3), policy == GREEDY ? 1 : 0);
    }
}

static void rule_reset(void **state)
{
    (void)state;
    static const uint32_t dirt[] = {5, 2, 7, 1};
    struct warp_scheduler s;
    for (uint32_t policy = LOOSE; policy <= LEVELS; policy++) {
        start(&s, policy);
        for (uint32_t i = 0; i < 4; i++) assert_int_equal(issue(&s, 1u << dirt[i]), dirt[i]);
        assert_int_equal(cycle(&s, 0, false, 0x0d), NO_SLOT);
        warp_scheduler_reset(&s);
        assert_null(warp_scheduler_check(&s));
        for (uint32_t i = 0; i < SLOTS; i++) assert_int_equal(offer(&s, ALL & ~0u << i), i);
        assert_int_equal(issue(&s, 0xf8), 3); /* the beginning of a group as well */
        warp_scheduler_reset(&s);
        assert_int_equal(issue(&s, ALL), 0);
    }
}

/* The page's numbers of bits: last, groups, ages. */
static void paper_state_bits(void **state)
{
    (void)state;
    assert_int_equal(24 * 23 / 2, 276);
    assert_int_equal((24 + 8 - 1) / 8, 3);
}

/* ---- the naive twin: queues, the next one first ---------------------------------------- */

struct queue {
    uint32_t n;
    uint32_t at[WARP_SCHEDULER_MAX_SLOTS];
};

static void fill(struct queue *q, uint32_t from, uint32_t n)
{
    q->n = n;
    for (uint32_t i = 0; i < n; i++) q->at[i] = from + i;
}

/* To the back of the queue, those behind move up. */
static void to_back(struct queue *q, uint32_t slot)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < q->n; i++) {
        if (q->at[i] != slot) q->at[k++] = q->at[i];
    }
    q->at[k] = slot;
}

/* Round and round until `slot` is at the back, or at the front. */
static void rotate(struct queue *q, uint32_t slot, bool front)
{
    while (q->at[front ? 0 : q->n - 1] != slot) {
        uint32_t first = q->at[0];
        memmove(q->at, q->at + 1, (q->n - 1) * sizeof q->at[0]);
        q->at[q->n - 1] = first;
    }
}

static uint32_t first_that_can(const struct queue *q, uint64_t can)
{
    for (uint32_t i = 0; i < q->n; i++) {
        if ((can >> q->at[i] & 1) != 0) return q->at[i];
    }
    return NO_SLOT;
}

struct twin {
    struct warp_scheduler_cfg cfg;
    struct queue slots;  /* loose: in turn; greedy: the oldest first */
    struct queue groups; /* the present one first */
    struct queue members[WARP_SCHEDULER_MAX_SLOTS];
    uint32_t last; /* greedy */
};

static void twin_reset(struct twin *t)
{
    uint32_t groups = 0;
    fill(&t->slots, 0, t->cfg.slots);
    for (uint32_t from = 0; from < t->cfg.slots; from += t->cfg.group) {
        uint32_t left = t->cfg.slots - from;
        fill(&t->members[groups++], from, left < t->cfg.group ? left : t->cfg.group);
    }
    fill(&t->groups, 0, groups);
    t->last = NO_SLOT;
}

static uint32_t twin_choose(const struct twin *t, uint64_t can)
{
    if (t->cfg.policy == GREEDY && t->last != NO_SLOT && (can >> t->last & 1) != 0) return t->last;
    if (t->cfg.policy != LEVELS) return first_that_can(&t->slots, can);
    for (uint32_t i = 0; i < t->groups.n; i++) {
        uint32_t slot = first_that_can(&t->members[t->groups.at[i]], can);
        if (slot != NO_SLOT) return slot;
    }
    return NO_SLOT;
}

static void twin_tick(struct twin *t, const struct warp_scheduler_in *in)
{
    uint32_t slot = twin_choose(t, in->can);
    for (uint32_t i = 0; i < t->cfg.slots && t->cfg.policy == GREEDY; i++) {
        if ((in->begin >> i & 1) == 0) continue;
        to_back(&t->slots, i);
        if (t->last == i) t->last = NO_SLOT;
    }
    if (slot == NO_SLOT || !in->issue_ready) return;
    if (t->cfg.policy == LOOSE) rotate(&t->slots, slot, false);
    if (t->cfg.policy == GREEDY) t->last = slot;
    if (t->cfg.policy != LEVELS) return;
    rotate(&t->members[slot / t->cfg.group], slot, false);
    rotate(&t->groups, slot / t->cfg.group, true);
}

/* ---- random runs ----------------------------------------------------------------------- */

struct seen {
    uint32_t begin_on_last, several_begin, none, refused, group_change;
};

struct watch {
    uint32_t waits[WARP_SCHEDULER_MAX_SLOTS]; /* issues since the slot can without a pause */
    uint32_t present;                         /* group of the last issue */
};

/* The invariants of the page that are not about a state alone. */
static void watch_invariants(struct watch *w, const struct warp_scheduler_cfg *cfg,
                             const struct warp_scheduler_in *in,
                             const struct warp_scheduler_out *out, struct seen *n)
{
    assert_int_equal(out->issue_valid, in->can != 0);                        /* work */
    assert_true(!out->issue_valid || (in->can >> out->issue_slot & 1) != 0); /* chosen_can */
    bool issues = out->issue_valid && in->issue_ready, present_can = false;
    for (uint32_t i = 0; i < cfg->slots; i++) {
        bool can = (in->can >> i & 1) != 0, served = issues && out->issue_slot == i;
        w->waits[i] = !can || served ? 0 : w->waits[i] + issues;
        assert_true(cfg->policy != LOOSE || w->waits[i] < cfg->slots); /* fair */
        present_can = present_can || (can && i / cfg->group == w->present);
    }
    if (cfg->policy == LEVELS && present_can)
        assert_int_equal(out->issue_slot / cfg->group, w->present); /* stays */
    if (!issues) return;
    n->group_change += out->issue_slot / cfg->group != w->present;
    w->present = out->issue_slot / cfg->group;
}

/* Dense and sparse by turns; now and then a warp begins, often on the last one's slot. */
static void draw(struct hd_rng *rng, uint32_t c, const struct warp_scheduler *s,
                 struct warp_scheduler_in *in)
{
    uint64_t all = UINT64_MAX >> (64 - s->cfg.slots);
    in->can = hd_rng_next(rng);
    for (uint32_t k = c >> 6 & 3; k > 0; k--) in->can &= hd_rng_next(rng);
    if (hd_rng_chance(rng, 1, 3)) in->can |= UINT64_C(1) << s->last;
    if (hd_rng_chance(rng, 1, 8)) in->begin = hd_rng_next(rng) & hd_rng_next(rng);
    if (hd_rng_chance(rng, 1, 8)) in->begin |= UINT64_C(1) << s->last;
    if (hd_rng_chance(rng, 1, 2)) in->begin &= ~in->can;
    if (hd_rng_chance(rng, 1, 16)) in->can = 0;
    in->begin &= all;
    in->can &= all & ~in->begin;
    in->issue_ready = hd_rng_chance(rng, 3, 4);
}

static void look(struct seen *n, const struct warp_scheduler *s, const struct warp_scheduler_in *in)
{
    n->begin_on_last += s->some && (in->begin >> s->last & 1) != 0;
    n->several_begin += (in->begin & (in->begin - 1)) != 0;
    n->none += in->can == 0;
    n->refused += in->can != 0 && !in->issue_ready;
}

struct run {
    const char *name;
    struct warp_scheduler_cfg cfg;
};

static const struct run runs[] = {
    {"loose smallest", {2, LOOSE, 1}},      {"loose odd", {11, LOOSE, 3}},
    {"loose paper", {24, LOOSE, 8}},        {"loose largest", {64, LOOSE, 64}},
    {"greedy smallest", {2, GREEDY, 1}},    {"greedy odd", {11, GREEDY, 3}},
    {"greedy paper", {24, GREEDY, 8}},      {"greedy largest", {64, GREEDY, 8}},
    {"two-level smallest", {2, LEVELS, 1}}, {"two-level odd", {11, LEVELS, 4}},
    {"two-level paper", {24, LEVELS, 8}},   {"two-level largest", {64, LEVELS, 9}},
    {"two-level singles", {64, LEVELS, 1}}, {"two-level whole", {64, LEVELS, 64}}};

static void random_cycles(void **state)
{
    const struct run *r = *state;
    struct warp_scheduler s;
    struct twin t = {.cfg = r->cfg};
    struct watch w = {0};
    struct seen n = {0};
    struct hd_rng rng;
    hd_rng_seed(&rng, r->cfg.slots + 100 * r->cfg.policy);
    assert_null(warp_scheduler_init(&s, &r->cfg));
    twin_reset(&t);
    for (uint32_t c = 0; c < 30000; c++) {
        struct warp_scheduler_in in = {0};
        struct warp_scheduler_out out;
        draw(&rng, c, &s, &in);
        assert_null(warp_scheduler_promise(&s, &in));
        warp_scheduler_eval(&s, &in, &out);
        assert_int_equal(out.issue_valid ? out.issue_slot : NO_SLOT, twin_choose(&t, in.can));
        look(&n, &s, &in);
        watch_invariants(&w, &r->cfg, &in, &out, &n);
        warp_scheduler_tick(&s, &in, &out);
        twin_tick(&t, &in);
        if (hd_rng_chance(&rng, 1, 400)) {
            warp_scheduler_reset(&s);
            twin_reset(&t);
            memset(&w, 0, sizeof w);
        }
        const char *broken = warp_scheduler_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(n.several_begin > 100 && n.none > 100 && n.refused > 100);
    assert_true(r->cfg.policy != GREEDY || n.begin_on_last > 100);
    assert_true(r->cfg.group == r->cfg.slots || n.group_change > 100);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void check_finds(void **state)
{
    (void)state;
    struct warp_scheduler s;
    start(&s, LOOSE);
    s.last = SLOTS;
    assert_string_equal(warp_scheduler_check(&s), "last_range");
    start(&s, LEVELS);
    s.group = 3;
    assert_string_equal(warp_scheduler_check(&s), "group_range");
    start(&s, LEVELS);
    s.group_some = 1 << 3;
    assert_string_equal(warp_scheduler_check(&s), "group_range");
    start(&s, LEVELS);
    s.group_last[1] = 2;
    assert_null(warp_scheduler_check(&s));
    s.group_last[2] = 2; /* the last group has two slots */
    assert_string_equal(warp_scheduler_check(&s), "group_range");
    start(&s, GREEDY);
    s.older[2] ^= 1 << 4; /* 4 before 2 before 3 before 4 */
    assert_string_equal(warp_scheduler_check(&s), "order");
    start(&s, GREEDY);
    s.older[2] ^= 1 << 3; /* next to each other: another order */
    assert_null(warp_scheduler_check(&s));
    s.older[2] |= 1 << 2; /* a bit that there is not */
    assert_string_equal(warp_scheduler_check(&s), "order");
    start(&s, GREEDY);
    s.older[2] |= 1 << SLOTS;
    assert_string_equal(warp_scheduler_check(&s), "order");
}

static void promise_finds(void **state)
{
    (void)state;
    static const char wide[] = "a warp begins or can issue on a slot that is not below Slots";
    struct warp_scheduler s;
    struct warp_scheduler_in in = {.begin = 0x0f, .can = 0xf0};
    start(&s, LOOSE);
    assert_null(warp_scheduler_promise(&s, &in));
    in.can = 0xf8;
    assert_string_equal(warp_scheduler_promise(&s, &in), "a warp that begins can issue");
    in.can = 0x1f0;
    assert_string_equal(warp_scheduler_promise(&s, &in), wide);
    in.can = 0;
    in.begin = 0x100;
    assert_string_equal(warp_scheduler_promise(&s, &in), wide);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct warp_scheduler_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 0, 1}, "Slots must be 2 to 64"},    {{65, 0, 1}, "Slots must be 2 to 64"},
        {{8, 3, 1}, "Policy must be 0 to 2"},    {{8, 0, 0}, "Group must be 1 to Slots"},
        {{8, 0, 9}, "Group must be 1 to Slots"}, {{64, 0, 65}, "Group must be 1 to Slots"},
    };
    struct warp_scheduler s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = warp_scheduler_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(warp_scheduler_init(&s, &(struct warp_scheduler_cfg){2, 0, 1}));
    assert_null(warp_scheduler_init(&s, &(struct warp_scheduler_cfg){64, 2, 64}));
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(loose_first_is_0),
        cmocka_unit_test(loose_behind_the_last),
        cmocka_unit_test(loose_begin_is_nothing),
        cmocka_unit_test(greedy_first_is_oldest),
        cmocka_unit_test(greedy_order_of_beginning),
        cmocka_unit_test(greedy_several_begin),
        cmocka_unit_test(greedy_age_is_of_the_state),
        cmocka_unit_test(race_begin_on_last),
        cmocka_unit_test(greedy_begin_elsewhere_keeps_last),
        cmocka_unit_test(levels_stay_in_the_group),
        cmocka_unit_test(levels_next_group),
        cmocka_unit_test(levels_remember_each_group),
        cmocka_unit_test(levels_refused),
        cmocka_unit_test(levels_begin_is_nothing),
        cmocka_unit_test(levels_extremes),
        cmocka_unit_test(refused_leaves_no_trace),
        cmocka_unit_test(race_none_can),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(paper_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
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
    return cmocka_run_group_tests_name("warp_scheduler", tests, NULL, NULL);
}
