// SPDX-License-Identifier: Apache-2.0
// Dominators and post-dominators of graphs made by hand, and of random ones against the definition:
// a block stands on every way if taking it away leaves no way.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "common/rng.h"
#include "graphs.h"
#include "program/dominators.h"

enum { MAX_BLOCKS = 24, EXIT = -1, GRAPHS = 20000 };

/* ---- by hand --------------------------------------------------------------------------------- */

// Successors of each block, -1 for none; and what is to be found.
struct by_hand {
    const char *name;
    uint32_t blocks;
    int to[8][2];
    int expected[8];
};

// clang-format off
static const struct by_hand graphs[] = {
    {"one block", 1, {{-1, -1}}, {EXIT}},
    {"straight", 3, {{1, -1}, {2, -1}, {-1, -1}}, {1, 2, EXIT}},
    {"diamond", 4, {{1, 2}, {3, -1}, {3, -1}, {-1, -1}}, {3, 3, 3, EXIT}},
    {"if without else", 3, {{1, 2}, {2, -1}, {-1, -1}}, {2, 2, EXIT}},
    {"nested", 7, {{1, 5}, {2, 3}, {4, -1}, {4, -1}, {6, -1}, {6, -1}, {-1, -1}},
     {6, 4, 4, 4, 6, 6, EXIT}},
    {"loop", 3, {{1, -1}, {1, 2}, {-1, -1}}, {1, 2, EXIT}},
    {"loop with two exits that meet", 5, {{1, -1}, {2, 4}, {1, 3}, {4, -1}, {-1, -1}},
     {1, 4, 4, 4, EXIT}},
    {"loop with two exits that do not", 4, {{1, 3}, {0, 2}, {-1, -1}, {-1, -1}},
     {EXIT, EXIT, EXIT, EXIT}},
    // 0 head, 1 continue? 2 break? 3 rest, 4 latch, 5 what break does, 6 behind
    {"break and continue", 7, {{1, 6}, {4, 2}, {5, 3}, {4, -1}, {0, -1}, {6, -1}, {-1, -1}},
     {6, 6, 6, 4, 0, 6, EXIT}},
    {"switch as a chain of comparisons", 8,
     {{1, 2}, {7, -1}, {3, 4}, {7, -1}, {5, 6}, {7, -1}, {7, -1}, {-1, -1}},
     {7, 7, 7, 7, 7, 7, 7, EXIT}},
    {"switch with fall through", 5, {{1, 2}, {3, -1}, {3, 4}, {4, -1}, {-1, -1}},
     {4, 3, 4, 4, EXIT}},
    {"two returns", 3, {{1, 2}, {-1, -1}, {-1, -1}}, {EXIT, EXIT, EXIT}},
    {"self loop", 2, {{0, 1}, {-1, -1}}, {1, EXIT}},
    {"both ways to one place", 2, {{1, 1}, {-1, -1}}, {1, EXIT}},
    {"endless loop in one arm", 4, {{1, 2}, {1, -1}, {3, -1}, {-1, -1}}, {EXIT, EXIT, 3, EXIT}},
    {"nothing but an endless loop", 2, {{1, -1}, {0, -1}}, {1, EXIT}},
    {"if inside an endless loop", 5, {{1, -1}, {2, 3}, {4, -1}, {4, -1}, {1, -1}},
     {1, 4, 4, 4, EXIT}},
    {"two endless loops", 3, {{1, 2}, {1, -1}, {2, -1}}, {EXIT, EXIT, EXIT}},
    {"irreducible", 4, {{1, 2}, {2, -1}, {1, 3}, {-1, -1}}, {2, 2, 3, EXIT}},
    {"irreducible, out at both", 5, {{1, 2}, {2, 3}, {1, 4}, {4, -1}, {-1, -1}},
     {4, 4, 4, 4, EXIT}},
};
// clang-format on

static void take(const int to[2], struct flow_edges *e)
{
    e->count = 0;
    for (uint32_t k = 0; k < 2; k++) {
        if (to[k] >= 0) e->to[e->count++] = (uint32_t)to[k];
    }
}

static void test_by_hand(void **state)
{
    (void)state;
    for (size_t g = 0; g < sizeof graphs / sizeof graphs[0]; g++) {
        const struct by_hand *graph = &graphs[g];
        struct flow_edges edges[MAX_BLOCKS];
        uint32_t found[MAX_BLOCKS];
        for (uint32_t b = 0; b < graph->blocks; b++) take(graph->to[b], &edges[b]);
        assert_true(post_dominators(graph->blocks, edges, found));
        for (uint32_t b = 0; b < graph->blocks; b++) {
            const int expected = graph->expected[b];
            const int got = found[b] == graph->blocks ? EXIT : (int)found[b];
            if (got != expected) {
                fail_msg("%s: block %u: %d, not %d", graph->name, b, got, expected);
            }
        }
    }
}

/* ---- by definition --------------------------------------------------------------------------- */

struct twin {
    uint32_t blocks;
    struct flow_edges edges[MAX_BLOCKS];
    bool to_exit[MAX_BLOCKS];
};

// Whether the exit is reached from a block when another is taken away.
static bool leads_out(const struct twin *t, uint32_t from, uint32_t without)
{
    bool seen[MAX_BLOCKS] = {false};
    seen[from] = from != without;
    for (uint32_t round = 0; round < t->blocks; round++) {
        for (uint32_t b = 0; b < t->blocks; b++) {
            for (uint32_t k = 0; seen[b] && k < t->edges[b].count; k++) {
                if (t->edges[b].to[k] != without) seen[t->edges[b].to[k]] = true;
            }
        }
    }
    for (uint32_t b = 0; b < t->blocks; b++) {
        if (seen[b] && t->to_exit[b]) return true;
    }
    return false;
}

static void end_endless(struct twin *t)
{
    for (uint32_t b = 0; b < t->blocks; b++) t->to_exit[b] = t->edges[b].count == 0;
    for (uint32_t b = t->blocks; b-- > 0;) {
        if (!leads_out(t, b, UINT32_MAX)) t->to_exit[b] = true;
    }
}

// The post-dominator that all others stand behind.
static uint32_t nearest(const struct twin *t, uint32_t b)
{
    bool behind[MAX_BLOCKS];
    for (uint32_t a = 0; a < t->blocks; a++) behind[a] = a != b && !leads_out(t, b, a);
    for (uint32_t a = 0; a < t->blocks; a++) {
        bool first = behind[a];
        for (uint32_t c = 0; first && c < t->blocks; c++) {
            first = c == a || !behind[c] || !leads_out(t, a, c);
        }
        if (first) return a;
    }
    return t->blocks;
}

static void draw(struct hd_rng *rng, struct twin *t)
{
    t->blocks = 1 + hd_rng_below(rng, hd_rng_chance(rng, 1, 8) ? MAX_BLOCKS : 8);
    const uint32_t ends = hd_rng_below(rng, 4); // how likely blocks are to end the function
    const bool near = hd_rng_chance(rng, 1, 2); // edges mostly forward, and short, as in programs
    for (uint32_t b = 0; b < t->blocks; b++) {
        t->edges[b].count = hd_rng_chance(rng, ends, 10) ? 0 : 1 + hd_rng_below(rng, 2);
        for (uint32_t k = 0; k < t->edges[b].count; k++) {
            const uint32_t to = near && !hd_rng_chance(rng, 1, 5) ? b + 1 + hd_rng_below(rng, 3)
                                                                  : hd_rng_below(rng, t->blocks);
            t->edges[b].to[k] = to < t->blocks ? to : t->blocks - 1;
        }
    }
}

static void test_random(void **state)
{
    (void)state;
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    for (uint32_t g = 0; g < GRAPHS; g++) {
        struct twin t;
        uint32_t found[MAX_BLOCKS];
        draw(&rng, &t);
        end_endless(&t);
        assert_true(post_dominators(t.blocks, t.edges, found));
        for (uint32_t b = 0; b < t.blocks; b++) {
            const uint32_t expected = nearest(&t, b);
            if (found[b] != expected) {
                fail_msg("graph %u: block %u: %u, not %u", g, b, found[b], expected);
            }
        }
    }
}

/* ---- along the edges ------------------------------------------------------------------------- */

// Of the graphs of Figures 2 and 4 of the article by Cooper, Harvey and Kennedy, 5 to 1 and 6 to 1
// there, the article's result; and of the paper's Figure 4, A to G, which lies in order.
static void test_forward_by_hand(void **state)
{
    (void)state;
    enum { ENTRY = 100, MOST = 7 };
    static const struct {
        uint32_t blocks, entry;
        int to[MOST][2];
        uint32_t expected[MOST];
    } forward[] = {
        {5, 4, {{1, -1}, {0, -1}, {1, -1}, {0, -1}, {3, 2}}, {4, 4, 4, 4, ENTRY}},
        {6, 5, {{1, -1}, {0, 2}, {1, -1}, {1, 2}, {0, -1}, {4, 3}}, {5, 5, 5, 5, 5, ENTRY}},
        {7,
         0,
         {{1, 2}, {6, -1}, {3, 4}, {5, -1}, {5, -1}, {6, -1}, {-1, -1}},
         {ENTRY, 0, 0, 2, 2, 2, 0}},
        {3, 0, {{2, -1}, {2, -1}, {-1, -1}}, {ENTRY, DOMINATORS_NONE, 0}},
        {2, 0, {{1, 1}, {0, -1}}, {ENTRY, 0}},
    };
    for (size_t g = 0; g < sizeof forward / sizeof forward[0]; g++) {
        struct flow_edges edges[MOST];
        uint32_t found[MOST];
        for (uint32_t b = 0; b < forward[g].blocks; b++) take(forward[g].to[b], &edges[b]);
        assert_true(dominators(forward[g].blocks, edges, forward[g].entry, found));
        for (uint32_t b = 0; b < forward[g].blocks; b++) {
            const uint32_t got = found[b] == forward[g].blocks ? ENTRY : found[b];
            if (got != forward[g].expected[b])
                fail_msg("graph %zu: block %u: %u, not %u", g, b, got, forward[g].expected[b]);
        }
    }
}

static uint32_t last_before(const struct graph *g, uint32_t b)
{
    uint32_t found = g->blocks;
    if (!graph_leads(g, g->entry, b, UINT32_MAX)) return DOMINATORS_NONE;
    for (uint32_t a = 0; a < g->blocks; a++) {
        if (a == b || graph_leads(g, g->entry, b, a)) continue;
        if (found == g->blocks || !graph_leads(g, g->entry, a, found)) found = a;
    }
    return found;
}

static void test_forward_random(void **state)
{
    (void)state;
    struct hd_rng rng;
    hd_rng_seed(&rng, 4);
    for (uint32_t n = 0; n < GRAPHS; n++) {
        struct graph g;
        uint32_t found[MAX_BLOCKS];
        graph_draw(&rng, &g, MAX_BLOCKS);
        assert_true(dominators(g.blocks, g.edges, g.entry, found));
        for (uint32_t b = 0; b < g.blocks; b++) {
            const uint32_t expected = last_before(&g, b);
            if (found[b] != expected)
                fail_msg("graph %u: block %u: %u, not %u", n, b, found[b], expected);
        }
    }
}

// A chain of many blocks: nothing may go as deep as the graph.
static void test_long(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    static struct flow_edges edges[LONG];
    static uint32_t found[LONG];
    for (uint32_t b = 0; b + 1 < LONG; b++) {
        edges[b] = (struct flow_edges){.count = 2, .to = {b + 1, b + 2 < LONG ? b + 2 : b + 1}};
    }
    assert_true(post_dominators(LONG, edges, found));
    assert_int_equal(found[0], LONG - 1);
    assert_int_equal(found[LONG - 2], LONG - 1);
    assert_int_equal(found[LONG - 1], LONG);
    assert_true(dominators(LONG, edges, 0, found));
    assert_int_equal(found[0], LONG);
    assert_int_equal(found[1], 0);
    assert_int_equal(found[LONG - 1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_forward_by_hand),
        cmocka_unit_test(test_forward_random),
        cmocka_unit_test(test_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
