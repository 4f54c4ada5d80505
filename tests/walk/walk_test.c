/* SPDX-License-Identifier: Apache-2.0 */
/* Threads, graphs and machines: the paper's worked examples, and what must hold for any seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "walk/cfg.h"
#include "walk/ideal_dwf.h"
#include "walk/machine.h"
#include "walk/mimd.h"
#include "walk/pdom_stack.h"
#include "walk/serial.h"
#include "walk/unit_machine.h"
#include "walk/walker.h"

static struct cfg cfg;
static struct walker walker;
static struct machine machine;
static struct pdom_stack stack;
static struct serial serial;
static struct mimd mimd;
static struct ideal_dwf ideal;
static struct unit_machine unit;

static void read_shape(const char *name)
{
    char path[64];
    char error[CFG_ERROR];
    snprintf(path, sizeof path, "studies/walk/%s.cfg", name);
    if (!cfg_read(&cfg, path, error)) fail_msg("%s", error);
}

static uint32_t node(const char *name)
{
    for (uint32_t i = 0; i < cfg.blocks; i++) {
        if (strcmp(cfg.block[i].name, name) == 0) return cfg.block[i].node;
    }
    fail_msg("no block %s", name);
    return 0;
}

/* ---- the text -------------------------------------------------------------------------------- */

static void reports_mistakes(void **state)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "t:0: there is no block"},
        {"exit\n", "t:1: 'exit' before the first block"},
        {"block A 2\n", "t:1: block 'A' has no end: goto, branch, loop, switch or exit"},
        {"block A 0\n exit", "t:1: '0' is no length: 1 to 4096"},
        {"block A 1\n goto B\n", "t:2: there is no block 'B'"},
        {"block A 1\n goto A\n", "t:1: no way leads from 'A' to an exit"},
        {"block A 1\n exit\nblock A 1\n exit", "t:3: block 'A' is there already, on line 1"},
        {"block A 1\n exit\n load 1 5% 3", "t:3: 'load' after the end of block 'A'"},
        {"block A 1\n load 2 5% 3\n exit", "t:2: '2' is no instruction of 'A': 1 to 1"},
        {"block A 1\n load 1 5 3\n exit", "t:2: '5' is no chance: 0% to 100%"},
        {"block A 1\n load 1 5% 9..3\n exit", "t:2: '9..3' are no clocks"},
        {"block A 1\n branch A A chance 101%", "t:2: '101%' is no chance"},
        {"block A 1\n branch A A tid 2 = 2", "t:2: expected: tid MODULUS = REMAINDER"},
        {"block A 1\n branch A A mask 012", "t:2: '012' is no mask"},
        {"block A 1\n branch A A often", "t:2: which threads take the branch?"},
        {"block A 1\n branch A\n", "t:2: branch: words are missing"},
        {"block A 1\n loop A A trips 0", "t:2: expected: loop HEAD NEXT trips"},
        {"block A 1\n jump A", "t:2: 'jump'? There are: block, load"},
        {"block A 1\n exit now", "t:2: exit: 'now' is too much"},
        {"block A 1\n goto B\nblock B 1 copies 3\n exit", "t:2: 'B' has copies"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[CFG_ERROR];
        assert_false(cfg_parse(&cfg, "t", cases[i].text, error));
        const char *wanted = cases[i].error;
        if (strncmp(error, wanted, strlen(wanted)) != 0) {
            fail_msg("'%s' in place of '%s'", error, wanted);
        }
    }
}

static void lays_out_in_order(void **state)
{
    (void)state;
    char error[CFG_ERROR], name[CFG_NAME + 16];
    assert_true(cfg_parse(&cfg, "t",
                          "block A 2 # first\n switch B tid\n"
                          "block B 3 copies 4\n loop B C trips 2\n"
                          "block C 1\n exit",
                          error));
    assert_int_equal(cfg.nodes, 6);
    assert_int_equal(cfg.pcs, 2 + 4 * 3 + 1);
    assert_int_equal(cfg_pc(&cfg, 3), 2 + 2 * 3);
    for (uint32_t pc = 0; pc < cfg.pcs; pc++) {
        const uint32_t n = cfg_node(&cfg, pc);
        assert_true(cfg_pc(&cfg, n) <= pc && (n + 1 == cfg.nodes || pc < cfg_pc(&cfg, n + 1)));
    }
    assert_string_equal(cfg_name(&cfg, 3, name), "B[2]");
    assert_int_equal(cfg_degree(&cfg, 0), 4);
    assert_int_equal(cfg_successor(&cfg, 3, 0), 3);
    assert_int_equal(cfg.node_pdom[0], 5);
    assert_int_equal(cfg.node_pdom[3], 5);
    assert_int_equal(cfg.node_pdom[5], CFG_EXIT_NODE);
    cfg_free(&cfg);
}

/* Section 3.2: E is the immediate post-dominator of B, G that of A. */
static void finds_post_dominators(void **state)
{
    (void)state;
    read_shape("figure4");
    assert_int_equal(cfg.node_pdom[node("B")], node("E"));
    assert_int_equal(cfg.node_pdom[node("A")], node("G"));
    assert_int_equal(cfg.node_pdom[node("C")], node("E"));
    assert_int_equal(cfg.node_pdom[node("G")], CFG_EXIT_NODE);
    cfg_free(&cfg);
}

/* ---- machines -------------------------------------------------------------------------------- */

enum { PDOM, NREC, MIMD, IDEAL, FIT, NOLANE, CROSSBAR, DWF, MACHINES };

static FILE *issues; /* of the next run: a line a warp; or NULL */

static void run(int kind, const struct machine_cfg *size, uint32_t policy)
{
    struct machine_cfg c = *size;
    assert_true(walker_init(&walker, &cfg, c.threads, 7));
    assert_null(machine_check_cfg(&c));
    if (kind == MIMD) c.lanes = c.width;
    if (kind == CROSSBAR) c.crossbar = true;
    if (kind == PDOM) {
        pdom_stack_init(&stack, &c, &walker);
        machine_init(&machine, &c, &walker, &pdom_stack_ops, &stack);
    } else if (kind == NREC) {
        serial_init(&serial, &c, &walker);
        machine_init(&machine, &c, &walker, &serial_ops, &serial);
    } else if (kind == MIMD) {
        mimd_init(&mimd, &c, &walker);
        machine_init(&machine, &c, &walker, &mimd_ops, &mimd);
    } else if (kind == DWF) {
        struct dwf_cfg p;
        unit_machine_defaults(&p, &c);
        p.policy = policy;
        p.spill = 1;
        assert_null(unit_machine_init(&unit, &c, &p, 40, &walker));
        machine_init(&machine, &c, &walker, &unit_machine_ops, &unit);
    } else {
        assert_true(ideal_dwf_init(&ideal, &c, &walker, (enum ideal_dwf_policy)policy,
                                   kind == CROSSBAR ? IDEAL_DWF_ANY_LANE
                                                    : (enum ideal_dwf_forming)(kind - IDEAL)));
        machine_init(&machine, &c, &walker, &ideal_dwf_ops, &ideal);
    }
    machine.trace = issues;
    const char *broken = machine_run(&machine, 1000000);
    if (broken != NULL) fail_msg("machine %d policy %u: %s", kind, policy, broken);
    ideal_dwf_free(&ideal);
    unit_machine_free(&unit);
}

/* Figure 4 (c) and (d): the stack before and after the branch at the end of B. */
static void stack_of_figure_4(void **state)
{
    const struct machine_cfg size = {.lanes = 4, .width = 4, .depth = 1, .threads = 4};
    (void)state;
    read_shape("figure4");
    assert_true(walker_init(&walker, &cfg, 4, 1));
    pdom_stack_init(&stack, &size, &walker);
    machine_init(&machine, &size, &walker, &pdom_stack_ops, &stack);
    const uint32_t e = cfg_pc(&cfg, node("E")), g = cfg_pc(&cfg, node("G"));
    const struct pdom_stack_entry *entry = stack.warp[0].entry;
    machine_cycle(&machine);
    machine_cycle(&machine); /* A is back, B is issued */
    assert_int_equal(stack.warp[0].depth, 3);
    assert_int_equal(entry[2].pc, cfg_pc(&cfg, node("B")));
    assert_int_equal(entry[2].mask, 0x7);
    assert_int_equal(entry[2].rpc, g);
    machine_cycle(&machine); /* B is back */
    assert_int_equal(stack.warp[0].depth, 5);
    assert_int_equal(entry[0].pc, g);
    assert_int_equal(entry[1].pc, cfg_pc(&cfg, node("F")));
    assert_int_equal(entry[1].mask, 0x8);
    assert_int_equal(entry[2].pc, e);
    assert_int_equal(entry[2].rpc, g);
    assert_int_equal(entry[2].mask, 0x7);
    assert_int_equal(entry[3].pc, cfg_pc(&cfg, node("D")));
    assert_int_equal(entry[3].rpc, e);
    assert_int_equal(entry[3].mask, 0x6);
    assert_int_equal(entry[4].pc, cfg_pc(&cfg, node("C")));
    assert_int_equal(entry[4].rpc, e);
    assert_int_equal(entry[4].mask, 0x1);
    assert_null(machine_run(&machine, 100));
    assert_int_equal(machine.stats.issues, 7);
    assert_int_equal(stack.warp[0].depth, 1);
    walker_free(&walker);
    cfg_free(&cfg);
}

/* Fewest warps that can execute what the threads execute: at each block, those of the fullest
 * home lane. (No thread comes to a block twice.) */
static uint32_t fewest_warps(const struct machine_cfg *size)
{
    uint32_t count[16][4] = {{0}};
    uint32_t warps = 0;
    assert_true(walker_init(&walker, &cfg, size->threads, 7));
    for (uint32_t t = 0; t < size->threads; t++) {
        while (!walker.thread[t].done) {
            count[walker.thread[t].node][machine_home_lane(size, t)]++;
            walker_step(&walker, t);
        }
    }
    walker_free(&walker);
    for (uint32_t n = 0; n < cfg.nodes; n++) {
        uint32_t most = 0;
        for (uint32_t l = 0; l < 4; l++) most = count[n][l] > most ? count[n][l] : most;
        warps += most;
    }
    return warps;
}

/* 66 % with the stack, 81 % when all threads that can merge do; no policy is better than that. */
static void utilisation_of_figure_8(void **state)
{
    const struct machine_cfg size = {.lanes = 4, .width = 4, .depth = 6, .threads = 8};
    (void)state;
    read_shape("figure8");
    assert_int_equal(fewest_warps(&size), 13);
    run(PDOM, &size, 0);
    assert_int_equal(machine.stats.instructions, 42);
    assert_int_equal(machine.stats.issues, 16);
    walker_free(&walker);
    for (uint32_t policy = 0; policy < 5; policy++) {
        run(DWF, &size, policy);
        assert_int_equal(machine.stats.instructions, 42);
        assert_true(machine.stats.issues >= 13);
        walker_free(&walker);
    }
    cfg_free(&cfg);
}

/* Figure 8 (c): the unit issues the paper's 13 warps, 81 %, if the lagging threads go first and the
 * pipeline is short enough for them to catch up. */
static void sequence_of_figure_8(void **state)
{
    static const char *const issued[] = {"A 0 1 2 3",    "A 4 5 6 7", "B 0 1 2 7", "B 6",
                                         "F 3 4 5",      "C 0 6",     "D 1 2 7",   "E 0 1 6 7",
                                         "E 2",          "G 3 4 5 6", "G 0 1 2 7", "Again 3 4 5 6",
                                         "Again 0 1 2 7"};
    enum { WARPS = sizeof issued / sizeof issued[0], PROGRAM_COUNTER = 2 };
    const struct machine_cfg size = {.lanes = 4, .width = 4, .depth = 1, .threads = 8};
    char line[200];
    char block[32];
    char threads[100];
    char got[160];
    (void)state;
    read_shape("figure8");
    issues = tmpfile();
    assert_non_null(issues);
    run(DWF, &size, PROGRAM_COUNTER);
    assert_int_equal(machine.stats.instructions, 42);
    assert_int_equal(machine.stats.issues, WARPS);
    rewind(issues);
    for (uint32_t i = 0; i < WARPS; i++) {
        assert_non_null(fgets(line, sizeof line, issues));
        assert_int_equal(sscanf(line, "%*u %*s %*u %31s %99[^\n]", block, threads), 2);
        snprintf(got, sizeof got, "%s %s", block, threads);
        assert_string_equal(got, issued[i]);
    }
    fclose(issues);
    issues = NULL;
    walker_free(&walker);
    cfg_free(&cfg);
}

/* The walker's unit has the sizes of sim/config/dwf.conf: there is one source of each number. */
static void defaults_are_the_papers(void **state)
{
    const struct machine_cfg size = {
        .lanes = 32, .width = 8, .depth = 24, .threads = 768, .swizzle = true};
    struct dwf_cfg paper;
    struct dwf_cfg defaults;
    char line[1000];
    char name[32];
    unsigned value;
    int used;
    unsigned found = 0;
    FILE *f = fopen("sim/config/dwf.conf", "r");
    (void)state;
    assert_non_null(f);
    do assert_non_null(fgets(line, sizeof line, f));
    while (strncmp(line, "paper ", 6) != 0);
    fclose(f);
    memset(&paper, 0, sizeof paper);
    for (const char *p = line + 6; sscanf(p, " %31[^=]=%u%n", name, &value, &used) == 2;
         p += used) {
        assert_true(unit_machine_set(&paper, name, value));
        found++;
    }
    assert_int_equal(found, sizeof paper / sizeof(uint32_t));
    unit_machine_defaults(&defaults, &size);
    assert_memory_equal(&defaults, &paper, sizeof paper);
}

/* Even threads take one side of a branch, odd ones the other. */
static void read_two_sides(void)
{
    char error[CFG_ERROR];
    assert_true(cfg_parse(&cfg, "t",
                          "block A 1\n branch B C tid 2 = 0\n"
                          "block B 30\n goto D\nblock C 30\n goto D\nblock D 1\n exit",
                          error));
}

/* Section 4.1: without swizzling the two sides keep to their lanes. */
static void swizzling_helps(void **state)
{
    struct machine_cfg size = {.lanes = 8, .width = 8, .depth = 6, .threads = 128};
    (void)state;
    read_two_sides();
    run(IDEAL, &size, 0);
    assert_true(machine.stats.active[8] < 40);
    walker_free(&walker);
    size.swizzle = true;
    run(IDEAL, &size, 0);
    assert_true(machine.stats.active[8] > 400);
    walker_free(&walker);
    cfg_free(&cfg);
}

/* Figure 9 (c), 6.4: a warp of eight threads of four lanes reads its registers in two clocks. One
 * with a thread of each lane does not wait. */
static void crossbar_has_conflicts(void **state)
{
    struct machine_cfg size = {.lanes = 8, .width = 8, .depth = 6, .threads = 128};
    (void)state;
    read_two_sides();
    run(NOLANE, &size, 0);
    assert_int_equal(machine.stats.banks, 0);
    assert_true(machine.stats.active[8] > 480); /* of 512: nearly all are of one side */
    const uint64_t without = machine.stats.cycles;
    walker_free(&walker);
    run(CROSSBAR, &size, 0);
    assert_true(machine.stats.active[8] > 480);
    assert_in_range(machine.stats.banks, 460, 520);
    assert_in_range(machine.stats.cycles, without + 440, without + 520);
    walker_free(&walker);
    size.crossbar = true;
    run(IDEAL, &size, 0);
    assert_int_equal(machine.stats.banks, 0);
    walker_free(&walker);
    cfg_free(&cfg);
}

/* On any machine, and with any length of a warp, the threads execute the same instructions. */
static void threads_do_the_same(void **state)
{
    static const char *const shapes[] = {"hmmer", "blackscholes", "alone", "bitonic"};
    static const struct machine_cfg sizes[] = {
        {.lanes = 32, .width = 8, .depth = 24, .threads = 70, .swizzle = true},
        {.lanes = 5, .width = 1, .depth = 3, .threads = 64, .swizzle = true},
    };
    (void)state;
    for (size_t i = 0; i < 4 * 2; i++) {
        const struct machine_cfg *size = &sizes[i % 2];
        uint64_t trace[70];
        read_shape(shapes[i / 2]);
        assert_true(walker_init(&walker, &cfg, size->threads, 7));
        for (uint32_t t = 0; t < size->threads; t++) {
            while (!walker.thread[t].done) walker_step(&walker, t);
            trace[t] = walker.thread[t].trace;
        }
        walker_free(&walker);
        for (int kind = 0; kind < MACHINES; kind++) {
            for (uint32_t policy = 0; policy < (kind < IDEAL ? 1U : 5U); policy++) {
                run(kind, size, policy);
                for (uint32_t t = 0; t < size->threads; t++) {
                    assert_true(walker.thread[t].done);
                    assert_true(walker.thread[t].trace == trace[t]);
                }
                const struct machine_stats *s = &machine.stats;
                assert_true(s->cycles ==
                            s->idle + s->mem + s->sched + s->stall + s->banks + s->issues);
                walker_free(&walker);
            }
        }
        cfg_free(&cfg);
    }
}

/* Section 4.3: a post-dominator counts once for each time it is awaited. */
static void counts_post_dominators(void **state)
{
    char error[CFG_ERROR];
    (void)state;
    assert_true(cfg_parse(&cfg, "t",
                          "block A 1\n branch B C mask 1\nblock B 1\n goto C\n"
                          "block C 1\n loop A D trips 3\nblock D 1\n exit",
                          error));
    assert_true(walker_init(&walker, &cfg, 1, 1));
    while (!walker.thread[0].done) walker_step(&walker, 0);
    assert_int_equal(walker.thread[0].pdoms, 4); /* C three times, D once */
    assert_int_equal(walker.thread[0].instructions, 10);
    walker_free(&walker);
    cfg_free(&cfg);
}

/* A pool that is too small, and no spill: an answer and not an endless run. */
static void dead_end_is_found(void **state)
{
    const struct machine_cfg size = {.lanes = 4, .width = 4, .depth = 6, .threads = 64};
    struct dwf_cfg p;
    (void)state;
    read_shape("alone");
    assert_true(walker_init(&walker, &cfg, size.threads, 1));
    unit_machine_defaults(&p, &size);
    p.pool_entries = 8;
    assert_null(unit_machine_init(&unit, &size, &p, 40, &walker));
    machine_init(&machine, &size, &walker, &unit_machine_ops, &unit);
    assert_string_equal(machine_run(&machine, 1000000),
                        "nothing is issued any more, and threads are left");
    assert_true(machine.stats.refuse[DWF_REFUSE_POOL] > 0);
    walker_free(&walker);
    cfg_free(&cfg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_mistakes),        cmocka_unit_test(lays_out_in_order),
        cmocka_unit_test(finds_post_dominators),   cmocka_unit_test(stack_of_figure_4),
        cmocka_unit_test(utilisation_of_figure_8), cmocka_unit_test(sequence_of_figure_8),
        cmocka_unit_test(swizzling_helps),         cmocka_unit_test(defaults_are_the_papers),
        cmocka_unit_test(crossbar_has_conflicts),  cmocka_unit_test(threads_do_the_same),
        cmocka_unit_test(counts_post_dominators),  cmocka_unit_test(dead_end_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
