/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the crossbar: the page's rules with cycles counted by hand, a naive twin under random
 * stimulus that keeps each packet with its place and looks at all of them, and sizes that init
 * refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "gpu/crossbar.h"

enum { PORTS = CROSSBAR_MAX_PORTS };

struct bench {
    struct crossbar s;
    struct crossbar_in in;
    struct crossbar_out out;
    uint32_t cycle;
};

static void start(struct bench *b, uint32_t sources, uint32_t targets, uint32_t source_depth,
                  uint32_t target_depth)
{
    const struct crossbar_cfg cfg = {sources, targets, source_depth, target_depth};
    memset(b, 0, sizeof *b);
    assert_null(crossbar_init(&b->s, &cfg));
    crossbar_eval(&b->s, &b->out);
}

/* The cycle ends; out is what is seen in the next one. */
static void cycle(struct bench *b)
{
    crossbar_tick(&b->s, &b->in);
    memset(&b->in, 0, sizeof b->in);
    crossbar_eval(&b->s, &b->out);
    b->cycle++;
}

static void push(struct bench *b, uint32_t source, uint32_t target, uint32_t flits, uint32_t handle)
{
    b->in.push[source] = true;
    b->in.packet[source] = (struct crossbar_packet){target, flits, handle};
}

/* Takes what is there in this cycle. */
static void pop(struct bench *b, uint32_t target, uint32_t handle)
{
    assert_true(b->out.valid[target]);
    assert_int_equal(b->out.handle[target], handle);
    b->in.pop[target] = true;
}

static void go_to(struct bench *b, uint32_t at)
{
    assert_true(b->cycle <= at);
    while (b->cycle < at) cycle(b);
}

/* Nothing comes to the target before cycle `at`; then this packet, which is taken. */
static void expect_at(struct bench *b, uint32_t target, uint32_t at, uint32_t handle)
{
    while (b->cycle < at) {
        assert_false(b->out.valid[target]);
        cycle(b);
    }
    pop(b, target, handle);
}

/* ---- rules ----------------------------------------------------------------------------- */

/* In the source's queue from cycle 1 on; the first flit goes in cycle 1, the last in cycle
 * `flits`. */
static void a_cycle_for_each_flit(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t flits = 1; flits < 9; flits++) {
        start(&b, 2, 2, 1, 1);
        assert_true(b.out.ready[1]);
        push(&b, 1, 0, flits, 70);
        cycle(&b);
        for (; b.cycle <= flits; cycle(&b)) {
            assert_false(b.out.ready[1]); /* it leaves with its last flit */
            assert_false(b.out.valid[0]);
        }
        assert_true(b.out.ready[1]);
        pop(&b, 0, 70);
        cycle(&b);
        assert_false(b.out.valid[0] || b.out.valid[1]);
        assert_true(b.s.flits == flits);
    }
}

/* One behind the other without a gap: 2 flits in cycles 1 and 2, 3 in 3 to 5, 1 in 6. */
static void packets_follow_without_gap(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 1, 1, 4, 4);
    push(&b, 0, 0, 2, 10);
    cycle(&b);
    push(&b, 0, 0, 3, 11);
    cycle(&b);
    push(&b, 0, 0, 1, 12);
    expect_at(&b, 0, 3, 10);
    cycle(&b);
    expect_at(&b, 0, 6, 11);
    cycle(&b);
    expect_at(&b, 0, 7, 12);
    cycle(&b);
    assert_false(b.out.valid[0]);
    assert_true(b.s.flits == 6);
}

static void targets_take_side_by_side(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 3, 3, 2, 2);
    push(&b, 0, 2, 3, 20);
    push(&b, 1, 0, 3, 21);
    push(&b, 2, 1, 2, 22);
    cycle(&b);
    go_to(&b, 3);
    assert_false(b.out.valid[0] || b.out.valid[2]);
    pop(&b, 1, 22);
    cycle(&b);
    pop(&b, 0, 21);
    pop(&b, 2, 20);
}

/* Two packets of one source for two targets go one after the other. */
static void a_source_gives_one_flit(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 1, 2, 2, 2);
    push(&b, 0, 1, 2, 30);
    cycle(&b);
    push(&b, 0, 0, 2, 31);
    cycle(&b);
    go_to(&b, 3);
    pop(&b, 1, 30);
    expect_at(&b, 0, 5, 31);
}

/* Flits of two packets do not mix at a target: the second begins in cycle 5. */
static void a_target_takes_one_flit(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 2, 1, 2, 2);
    push(&b, 0, 0, 4, 40);
    push(&b, 1, 0, 3, 41);
    expect_at(&b, 0, 5, 40);
    cycle(&b);
    expect_at(&b, 0, 8, 41);
}

/* All sources at once: 0 1 2 3, and again. */
static void all_in_turn(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 4, 1, 2, 2);
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t n = 0; n < 4; n++) push(&b, n, 0, 2, 4 * round + n);
        cycle(&b);
    }
    for (uint32_t n = 0; n < 8; n++) {
        expect_at(&b, 0, 3 + 2 * n, n);
        cycle(&b);
    }
}

/* 2 was last, so 3 and 0 come before 1 and 2. */
static void turn_begins_behind_the_last(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 4, 2, 2, 4);
    push(&b, 2, 0, 1, 50);
    cycle(&b);
    push(&b, 1, 0, 1, 51);
    push(&b, 2, 0, 1, 52);
    push(&b, 0, 0, 1, 53);
    push(&b, 3, 1, 1, 54); /* to the other target, whose turn is its own */
    expect_at(&b, 0, 2, 50);
    cycle(&b);
    pop(&b, 1, 54);
    expect_at(&b, 0, 3, 53);
    push(&b, 1, 1, 1, 55); /* there 3 was last */
    push(&b, 3, 1, 1, 56);
    cycle(&b);
    expect_at(&b, 0, 4, 51);
    cycle(&b);
    expect_at(&b, 0, 5, 52);
    /* Behind 51 in the queue of source 1, alone in that of source 3. */
    pop(&b, 1, 55);
    cycle(&b);
    expect_at(&b, 1, 6, 56);
}

/* Source 1 comes in the very cycle in which it is its turn; one that is absent is passed over. */
static void turn_passes_over_the_absent(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 3, 1, 2, 2);
    push(&b, 2, 0, 1, 60);
    cycle(&b);
    push(&b, 2, 0, 1, 61);
    push(&b, 1, 0, 1, 62);
    cycle(&b); /* cycle 1: 2 has gone first, nobody else was there */
    pop(&b, 0, 60);
    cycle(&b); /* cycle 2: 0 is not there, 1 is before 2 */
    pop(&b, 0, 62);
    cycle(&b);
    pop(&b, 0, 61);
}

/* Target 0 is busy with source 0 in cycles 1 to 5. The packet of source 1 for target 0 goes in
 * cycle 6, and only then, in cycle 7, the one behind it, though target 1 was free all the time. */
static void head_of_line(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 2, 2, 4, 4);
    push(&b, 0, 0, 5, 70);
    push(&b, 1, 0, 1, 71);
    cycle(&b);
    push(&b, 1, 1, 1, 72);
    expect_at(&b, 1, 8, 72);
    pop(&b, 0, 70);
    cycle(&b);
    pop(&b, 0, 71);
}

/* Three wait, the transfer of the oldest goes on: no room. Room is there from the cycle behind its
 * last flit on. A push without room is not taken. */
static void source_queue_full(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 2, 1, 3, 8);
    for (uint32_t n = 0; n < 3; n++) {
        assert_true(b.out.ready[0]);
        push(&b, 0, 0, 4, n);
        cycle(&b);
    }
    for (; b.cycle < 5; cycle(&b)) {
        assert_false(b.out.ready[0]);
        assert_true(b.out.ready[1]);
        push(&b, 0, 0, 4, 99);
    }
    assert_true(b.out.ready[0]);
    push(&b, 0, 0, 4, 3);
    cycle(&b);
    assert_false(b.out.ready[0]);
    go_to(&b, 40);
    for (uint32_t n = 0; n < 4; n++, cycle(&b)) pop(&b, 0, n);
    assert_false(b.out.valid[0]);
    assert_true(b.s.flits == 16);
}

/* Two packets lie at the target; the third is not begun before one of them is gone. What is popped
 * in cycle 9 leaves room in cycle 10: flits in 10 and 11. */
static void target_queue_full(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 2, 2, 4, 2);
    for (uint32_t n = 0; n < 3; n++) {
        push(&b, 0, 0, 2, n);
        cycle(&b);
    }
    push(&b, 0, 1, 1, 3); /* held up behind the third */
    go_to(&b, 9);
    assert_true(b.s.flits == 4);
    pop(&b, 0, 0);
    cycle(&b);
    pop(&b, 0, 1);
    cycle(&b);
    expect_at(&b, 0, 12, 2);
    expect_at(&b, 1, 13, 3);
}

/* The last flit of a packet fills the queue that had room when it was chosen. */
static void a_transfer_keeps_its_room(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 2, 1, 2, 1);
    push(&b, 0, 0, 3, 1);
    push(&b, 1, 0, 1, 2);
    cycle(&b);
    go_to(&b, 4);
    for (; b.cycle < 7; cycle(&b)) {
        assert_true(b.out.valid[0]);
        assert_int_equal(b.out.handle[0], 1);
        assert_true(b.s.flits == 3);
    }
    pop(&b, 0, 1);
    cycle(&b);
    expect_at(&b, 0, 9, 2); /* room in cycle 8 */
}

/* Eval looks at the state alone and changes nothing. */
static void eval_is_state_only(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 2, 2, 2, 2);
    push(&b, 0, 1, 1, 5);
    cycle(&b);
    cycle(&b);
    const struct crossbar before = b.s;
    struct crossbar_out again;
    memset(&again, 0, sizeof again);
    crossbar_eval(&b.s, &again);
    assert_memory_equal(&before, &b.s, sizeof before);
    for (uint32_t n = 0; n < 2; n++) {
        assert_int_equal(again.ready[n], b.out.ready[n]);
        assert_int_equal(again.valid[n], b.out.valid[n]);
    }
    assert_int_equal(again.handle[1], 5);
}

/* ---- a naive twin ---------------------------------------------------------------------- */

enum { PACKETS = 8192 };

/* A packet, from its push on. */
struct flight {
    uint32_t source, target, flits;
    uint32_t gone; /* flits that have left */
    bool moving, there, taken;
};

struct twin {
    struct crossbar_cfg cfg;
    uint32_t packets, first; /* all before `first` were taken */
    struct flight packet[PACKETS];
    uint32_t last[PORTS]; /* of a target: the source chosen last */
    uint64_t flits;
};

static uint32_t in_source(const struct twin *t, uint32_t source)
{
    uint32_t n = 0;
    for (uint32_t i = t->first; i < t->packets; i++)
        n += t->packet[i].source == source && !t->packet[i].there;
    return n;
}

static uint32_t in_target(const struct twin *t, uint32_t target)
{
    uint32_t n = 0;
    for (uint32_t i = t->first; i < t->packets; i++)
        n += t->packet[i].target == target && t->packet[i].there && !t->packet[i].taken;
    return n;
}

/* The oldest of a source that is not at its target; PACKETS: none. */
static uint32_t head(const struct twin *t, uint32_t source)
{
    for (uint32_t i = t->first; i < t->packets; i++)
        if (t->packet[i].source == source && !t->packet[i].there) return i;
    return PACKETS;
}

static uint32_t moving_to(const struct twin *t, uint32_t target)
{
    for (uint32_t i = t->first; i < t->packets; i++)
        if (t->packet[i].target == target && t->packet[i].moving) return i;
    return PACKETS;
}

/* What the target's next flit is of; PACKETS: of nothing. */
static uint32_t choice(struct twin *t, uint32_t target)
{
    const uint32_t under_way = moving_to(t, target);
    if (under_way != PACKETS) return under_way;
    if (in_target(t, target) >= t->cfg.target_depth) return PACKETS;
    for (uint32_t k = 1; k <= t->cfg.sources; k++) {
        const uint32_t source = (t->last[target] + k) % t->cfg.sources, i = head(t, source);
        if (i == PACKETS || t->packet[i].target != target) continue;
        t->last[target] = source;
        return i;
    }
    return PACKETS;
}

/* A cycle: all choose by the state, then all that happens, happens. */
static void twin_tick(struct twin *t, const struct bench *b, const uint32_t *popped)
{
    uint32_t moves[PORTS];
    bool room[PORTS];
    for (uint32_t n = 0; n < t->cfg.targets; n++) moves[n] = choice(t, n);
    for (uint32_t n = 0; n < t->cfg.sources; n++) room[n] = in_source(t, n) < t->cfg.source_depth;
    for (uint32_t n = 0; n < t->cfg.targets; n++) {
        if (b->in.pop[n]) t->packet[popped[n]].taken = true;
        if (moves[n] == PACKETS) continue;
        struct flight *p = &t->packet[moves[n]];
        t->flits++;
        p->there = ++p->gone == p->flits;
        p->moving = !p->there;
    }
    for (uint32_t n = 0; n < t->cfg.sources; n++) {
        if (!b->in.push[n] || !room[n]) continue;
        const struct crossbar_packet *p = &b->in.packet[n];
        assert_int_equal(p->handle, t->packets);
        assert_true(t->packets < PACKETS);
        t->packet[t->packets++] =
            (struct flight){.source = n, .target = p->target, .flits = p->flits};
    }
    while (t->first < t->packets && t->packet[t->first].taken) t->first++;
}

static const struct run {
    const char *name;
    struct crossbar_cfg cfg;
    uint32_t cycles, pushes, pops, flits; /* chances in 16; at most so many flits */
} runs[] = {
    {"random_one_to_one", {1, 1, 1, 1}, 4000, 12, 12, 3},
    {"random_shallow", {4, 3, 1, 1}, 3000, 8, 8, 2},
    {"random_long", {3, 5, 4, 2}, 4000, 8, 12, 9},
    {"random_crowded", {6, 2, 3, 3}, 4000, 16, 16, 3},
    {"random_slow_targets", {5, 4, 8, 2}, 4000, 12, 3, 2},
    {"random_wide", {64, 64, 2, 3}, 150, 6, 10, 4},
    {"random_many_to_few", {64, 3, 16, 64}, 400, 1, 12, 3},
};

/* Outputs as the twin has them. A packet that comes is the oldest of its source and target. */
static void compare(const struct bench *b, const struct twin *t, uint32_t *popped)
{
    for (uint32_t n = 0; n < t->cfg.sources; n++)
        assert_int_equal(b->out.ready[n], in_source(t, n) < t->cfg.source_depth);
    for (uint32_t n = 0; n < t->cfg.targets; n++) {
        assert_int_equal(b->out.valid[n], in_target(t, n) > 0);
        if (!b->out.valid[n]) continue;
        const uint32_t i = popped[n] = b->out.handle[n];
        assert_true(i < t->packets);
        assert_true(t->packet[i].there && !t->packet[i].taken);
        assert_int_equal(t->packet[i].target, n);
        for (uint32_t k = t->first; k < i; k++) {
            if (t->packet[k].target == n && t->packet[k].source == t->packet[i].source)
                assert_true(t->packet[k].taken);
        }
    }
    assert_true(b->s.flits == t->flits);
}

/* The handle of a packet is its number; only pushes that find room have one. */
static void draw(struct bench *b, const struct twin *t, const struct run *run, struct hd_rng *rng,
                 bool pushes)
{
    uint32_t next = t->packets;
    for (uint32_t n = 0; n < run->cfg.sources && pushes; n++) {
        if (!hd_rng_chance(rng, run->pushes, 16)) continue;
        push(b, n, hd_rng_below(rng, run->cfg.targets), 1 + hd_rng_below(rng, run->flits), next);
        next += b->out.ready[n];
    }
    for (uint32_t n = 0; n < run->cfg.targets; n++)
        b->in.pop[n] = b->out.valid[n] && hd_rng_chance(rng, run->pops, 16);
}

static void random_packets(void **state)
{
    const struct run *run = *state;
    static struct twin t;
    struct bench b;
    struct hd_rng rng;
    uint32_t popped[PORTS], taken = 0;
    hd_rng_seed(&rng, run->cycles);
    memset(&t, 0, sizeof t);
    t.cfg = run->cfg;
    for (uint32_t n = 0; n < PORTS; n++) t.last[n] = t.cfg.sources - 1;
    start(&b, t.cfg.sources, t.cfg.targets, t.cfg.source_depth, t.cfg.target_depth);
    while (b.cycle < run->cycles || t.first < t.packets) {
        compare(&b, &t, popped);
        draw(&b, &t, run, &rng, b.cycle < run->cycles && t.packets < PACKETS - PORTS);
        for (uint32_t n = 0; n < t.cfg.targets; n++) taken += b.in.pop[n];
        twin_tick(&t, &b, popped);
        cycle(&b);
        assert_true(b.cycle < 100 * run->cycles);
    }
    compare(&b, &t, popped);
    assert_int_equal(taken, t.packets); /* none is lost */
    assert_true(taken > 500);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct crossbar_cfg bad[] = {
        {0, 1, 1, 1}, {65, 1, 1, 1}, {1, 0, 1, 1}, {1, 65, 1, 1},
        {1, 1, 0, 1}, {1, 1, 65, 1}, {1, 1, 1, 0}, {1, 1, 1, 65},
    };
    struct crossbar s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_non_null(crossbar_init(&s, &bad[i]));
    assert_null(crossbar_init(&s, &(struct crossbar_cfg){1, 1, 1, 1}));
    assert_null(crossbar_init(&s, &(struct crossbar_cfg){64, 64, 64, 64}));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(a_cycle_for_each_flit),
        cmocka_unit_test(packets_follow_without_gap),
        cmocka_unit_test(targets_take_side_by_side),
        cmocka_unit_test(a_source_gives_one_flit),
        cmocka_unit_test(a_target_takes_one_flit),
        cmocka_unit_test(all_in_turn),
        cmocka_unit_test(turn_begins_behind_the_last),
        cmocka_unit_test(turn_passes_over_the_absent),
        cmocka_unit_test(head_of_line),
        cmocka_unit_test(source_queue_full),
        cmocka_unit_test(target_queue_full),
        cmocka_unit_test(a_transfer_keeps_its_room),
        cmocka_unit_test(eval_is_state_only),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_packets,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("crossbar", tests, NULL, NULL);
}
