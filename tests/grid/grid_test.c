/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels as text, what fits on a core, and grids on all residencies: the same is executed, hostile
 * kernels end or are refused in words, promises and invariants hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/core.h"
#include "grid/plugs.h"

enum { WHY = 512, PLUGS = 5, TOO_LONG = 400000, CHECK_EVERY = 32 };

static const struct limits_core fermi = {
    .blocks = 8,
    .warps = 48,
    .registers = 32768,
    .shared = 49152,
    .ctas = 32,
    .ids = 256,
    .mem_width = 512,
    .stack_bits = 640,
};
static const struct limits_core small = {
    .blocks = 2,
    .warps = 8,
    .registers = 2048,
    .shared = 4096,
    .ctas = 32,
    .ids = 256,
    .mem_width = 512,
    .stack_bits = 640,
};

static struct plug *(*const plugs[PLUGS])(void) = {plug_static, plug_unlimited, plug_vt,
                                                   plug_vt_instant, plug_zorua};
static struct kernel kernel;
static struct core core;

#define HEAD "kernel k\nblocks 24\nthreads 64\nregisters 16\nshared 1024\n"
#define PHASE "phase registers 16 shared 1024\n"

static void parse(const char *text)
{
    char why[WHY];
    if (kernel_parse(&kernel, "t", text, why, sizeof why) != NULL) fail_msg("%s", why);
}

/* ---- the text -------------------------------------------------------------------------------- */

static void reads_a_kernel(void **state)
{
    (void)state;
    parse("kernel HS # a comment\nprogram Hot Spot\nclass C\nblocks 120\nthreads 256\n"
          "registers 35 assumed\nshared 3072\n\nphase registers 35 shared 3072\n"
          "  load 2 uses 6 hit 60 latency 400..600\n  repeat 4..6\n    compute 30\n  end\n"
          "  load 1 latency 300 hit 5\n  store 1\n");
    assert_string_equal(kernel.name, "HS");
    assert_string_equal(kernel.program, "Hot Spot");
    assert_int_equal(kernel.class, 'C');
    assert_true(kernel.assumed);
    assert_int_equal(kernel.ops, 8);
    const struct kernel_op *load = &kernel.op[1];
    assert_true(load->count == 2 && load->uses == 6 && load->hit == 60);
    assert_true(load->low == 400 && load->high == 600);
    assert_true(kernel.op[2].count == 4 && kernel.op[2].most == 6 && kernel.op[2].other == 4);
    assert_int_equal(kernel.op[4].other, 2);
    assert_true(kernel.op[5].low == 300 && kernel.op[5].high == 300);
    assert_int_equal(kernel.op[7].verb, KERNEL_EXIT);
}

static void complains(void **state)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "t:0: no line kernel NAME"},
        {"kernel k\n", "t:1: blocks, threads and registers must be above 0"},
        {"kernel k\nblocks many\n", "t:2: a number, and perhaps the word assumed: blocks"},
        {"kernel k\nblocks 3 perhaps\n", "t:2: a number, and perhaps the word assumed: blocks"},
        {"kernel k\nblocks -3\n", "t:2: a number, and perhaps the word assumed: blocks"},
        {"kernel k\nblocks 99999999999999999999\n", "t:2: a number, and perhaps the word assumed"},
        {HEAD, "t:5: there is no program"},
        {HEAD "compute 1\n", "t:6: the first line of the program must be a phase"},
        {HEAD "phase registers 17\n", "t:6: a phase needs more than the kernel has"},
        {HEAD PHASE "phase shared 1025\n", "t:7: a phase needs more than the kernel has"},
        {HEAD "phase registers\n", "t:6: a number must follow: registers"},
        {HEAD "phase registers x\n", "t:6: not a number: x"},
        {HEAD "phase threads 3\n", "t:6: unknown word: threads"},
        {HEAD PHASE "jump 3\n", "t:7: unknown line: jump"},
        {HEAD PHASE "compute\n", "t:7: how many?: compute"},
        {HEAD PHASE "compute 0\n", "t:7: not a number above 0: 0"},
        {HEAD PHASE "compute 3 4\n", "t:7: unknown word: 4"},
        {HEAD PHASE "barrier 2\n", "t:7: unknown word: 2"},
        {HEAD PHASE "load 1 hit 101\n", "t:7: more than 100 per cent"},
        {HEAD PHASE "load 1 hit 50\n", "t:7: a load that misses needs a latency"},
        {HEAD PHASE "load 1 latency 9..3\n", "t:7: not LOW..HIGH: 9..3"},
        {HEAD PHASE "load 1 latency 9000\n", "t:7: a latency too long for this walker"},
        {HEAD PHASE "load 1 often 3\n", "t:7: unknown word: often"},
        {HEAD PHASE "repeat 0\n", "t:7: repeat N or LOW..HIGH, above 0"},
        {HEAD PHASE "repeat\n", "t:7: repeat N or LOW..HIGH, above 0"},
        {HEAD PHASE "end\n", "t:7: an end without a repeat"},
        {HEAD PHASE "repeat 2\ncompute 1\n", "t:7: a repeat without an end"},
        {HEAD PHASE "repeat 2\nend\n", "t:8: a repeat of nothing"},
        {HEAD PHASE "repeat 2\nrepeat 2\nend\nend\n", "t:9: a repeat of nothing"},
        {HEAD PHASE "repeat 1\nrepeat 1\nrepeat 1\nrepeat 1\nrepeat 1\n", "t:11: repeats too deep"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char why[WHY] = "no complaint";
        assert_non_null(kernel_parse(&kernel, "t", cases[i].text, why, sizeof why));
        if (strncmp(why, cases[i].error, strlen(cases[i].error)) != 0)
            fail_msg("'%s' in place of '%s'", why, cases[i].error);
    }
}

static void complains_of_much(void **state)
{
    static char text[8192];
    char why[WHY];
    (void)state;
    strcpy(text, HEAD PHASE);
    for (uint32_t i = 0; i < KERNEL_MAX_OPS; i++) strcat(text, "barrier\n");
    assert_non_null(kernel_parse(&kernel, "t", text, why, sizeof why));
    assert_string_equal(why, "t:133: too many lines");
    memset(text, 'x', 600);
    text[600] = '\0';
    assert_non_null(kernel_parse(&kernel, "t", text, why, sizeof why));
    assert_string_equal(why, "t:1: line too long");
    assert_non_null(kernel_read(&kernel, "/nonexistent/x.kernel", why, sizeof why));
    assert_string_equal(why, "/nonexistent/x.kernel: No such file or directory");
}

static void respecifies(void **state)
{
    (void)state;
    parse(HEAD PHASE "compute 1\nphase registers 8 shared 512\ncompute 1\n");
    kernel_respecify(&kernel, 0, 0, 0);
    assert_true(kernel.blocks == 24 && kernel.threads == 64 && kernel.op[2].registers == 8);
    kernel_respecify(&kernel, 96, 32, 2048);
    assert_true(kernel.blocks == 16 && kernel.threads == 96);
    assert_true(kernel.registers == 32 && kernel.shared == 2048);
    assert_true(kernel.op[2].registers == 16 && kernel.op[2].shared == 1024);
}

/* ---- what fits ------------------------------------------------------------------------------- */

/* Virtual Thread, section II: Kepler, 256 threads of 10 registers: eight blocks by threads, 25 by
 * registers. */
static void finds_what_binds(void **state)
{
    const struct limits_core kepler = {.blocks = 16,
                                       .warps = 64,
                                       .registers = 65536,
                                       .shared = 49152,
                                       .ctas = 32,
                                       .ids = 256,
                                       .mem_width = 512,
                                       .stack_bits = 640};
    struct limits l;
    char why[WHY];
    (void)state;
    assert_null(limits_of(&l, &kepler, &(struct limits_block){256, 10, 0}, why, sizeof why));
    assert_true(l.blocks == 8 && l.frames == 8 && l.room == 25 && l.ctas == 25);
    assert_true(l.binds == LIMITS_WARPS && l.vt_binds == LIMITS_REGISTERS);
    assert_null(limits_of(&l, &fermi, &(struct limits_block){64, 10, 0}, why, sizeof why));
    assert_true(l.binds == LIMITS_BLOCKS && l.vt_binds == LIMITS_CTAS && l.ctas == 32);
    assert_null(limits_of(&l, &fermi, &(struct limits_block){256, 35, 3072}, why, sizeof why));
    assert_true(l.binds == LIMITS_REGISTERS && l.blocks == 3 && l.ctas == 3);
    assert_null(limits_of(&l, &fermi, &(struct limits_block){64, 10, 16384}, why, sizeof why));
    assert_true(l.binds == LIMITS_SHARED && l.blocks == 3);
    assert_int_equal(l.ctas, 2); /* their contexts need room as well */
    /* Equation (1), a block of eight warps. */
    assert_int_equal(limits_context_bits(8, 8, 5, 640), 13 + 96 + 640 * 8);
    assert_null(limits_of(&l, &fermi, &(struct limits_block){256, 10, 0}, why, sizeof why));
    assert_int_equal(l.words, 11);
}

static void refuses_in_words(void **state)
{
    static const struct {
        struct limits_block block;
        const char *why;
    } cases[] = {
        {{0, 1, 0}, "a block has no threads"},
        {{1025, 1, 0}, "a block needs 1025 threads, there are 1024 at most"},
        {{288, 1, 0}, "a block needs 9 warp slots, there are 8 at most"},
        {{256, 9, 0}, "a block needs 2304 registers, there are 2048 at most"},
        {{32, 1, 4097}, "a block needs 4097 bytes of shared memory, there are 4096 at most"},
    };
    struct limits l;
    char why[WHY];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_non_null(limits_of(&l, &small, &cases[i].block, why, sizeof why));
        assert_string_equal(why, cases[i].why);
    }
    parse("kernel k\nblocks 1\nthreads 288\nregisters 1\nphase registers 1\ncompute 1\n");
    for (uint32_t i = 0; i < PLUGS; i++) {
        struct plug *plug = plugs[i]();
        assert_non_null(
            core_open(&core, plug, &small, &kernel, &core_defaults, 1, why, sizeof why));
        assert_string_equal(why, cases[2].why);
        plug_close(plug);
    }
    parse("kernel k\nblocks 5000\nthreads 32\nregisters 1\nphase registers 1\ncompute 1\n");
    struct plug *plug = plug_static();
    assert_non_null(core_open(&core, plug, &small, &kernel, &core_defaults, 1, why, sizeof why));
    assert_string_equal(why, "a grid has 4096 blocks of 64 warps at most");
    plug_close(plug);
    parse("kernel k\nblocks 1\nthreads 32\nregisters 65\nphase registers 65\ncompute 1\n");
    plug = plug_zorua();
    assert_non_null(core_open(&core, plug, &fermi, &kernel, &core_defaults, 1, why, sizeof why));
    assert_non_null(strstr(why, "a phase needs 65 registers"));
    plug_close(plug);
}

/* ---- grids ----------------------------------------------------------------------------------- */

struct result {
    uint64_t executed;
    struct core_stats stats;
};

static struct result run(const struct limits_core *on, struct plug *(*make)(void),
                         const struct core_params *p, uint64_t seed)
{
    char why[WHY];
    struct plug *plug = make();
    const char *error = core_open(&core, plug, on, &kernel, p, seed, why, sizeof why);
    if (error != NULL) fail_msg("%s: %s", plug->name, error);
    do {
        const char *broken = core.now % CHECK_EVERY == 0 ? plug->check(plug->self) : NULL;
        if (broken != NULL) fail_msg("%s: cycle %u: %s", plug->name, (unsigned)core.now, broken);
        if (core.now > TOO_LONG)
            fail_msg("%s: %u of %u blocks done", plug->name, core.done, kernel.blocks);
    } while (core_cycle(&core));
    assert_int_equal(core.done, kernel.blocks);
    assert_int_equal(core.stats.slots[CORE_ISSUE], core.stats.issued);
    const struct result r = {core.executed, core.stats};
    core_close(&core);
    plug_close(plug);
    return r;
}

/* On all residencies the same is executed. */
static void everywhere(const struct limits_core *on, const struct core_params *p, const char *text)
{
    parse(text);
    uint64_t executed = 0;
    for (uint32_t i = 0; i < PLUGS; i++) {
        const struct result once = run(on, plugs[i], p, 1);
        if (i == 0) executed = once.executed;
        assert_true(once.executed == executed);
    }
}

static void does_the_same_twice(void **state)
{
    (void)state;
    parse("kernel k\nblocks 20\nthreads 96\nregisters 30\nshared 9000\n"
          "phase registers 8 shared 300\nrepeat 1..4\nload 2 uses 2 hit 30 latency 200..500\n"
          "compute 5\nend\nphase registers 30 shared 9000\ncompute 6\nbarrier\n");
    for (uint32_t i = 0; i < PLUGS; i++) {
        const struct result once = run(&fermi, plugs[i], &core_defaults, 1);
        const struct result twice = run(&fermi, plugs[i], &core_defaults, 1);
        const struct result other = run(&fermi, plugs[i], &core_defaults, 2);
        assert_memory_equal(&once, &twice, sizeof once);
        assert_true(other.executed != once.executed);
    }
}

static void counts_instructions(void **state)
{
    (void)state;
    parse("kernel k\nblocks 3\nthreads 96\nregisters 8\nphase registers 8\nrepeat 3\ncompute 4\n"
          "repeat 2\nstore 1\nend\nend\nbarrier\n");
    for (uint32_t i = 0; i < PLUGS; i++) {
        const struct result r = run(&fermi, plugs[i], &core_defaults, 1);
        /* Three times four and two, the barrier, the end. */
        assert_int_equal(r.stats.issued, 3 * 3 * (3 * (4 + 2) + 1 + 1));
    }
}

static void executes_the_same(void **state)
{
    (void)state;
    everywhere(&fermi, &core_defaults,
               "kernel k\nblocks 60\nthreads 128\nregisters 14\nshared 900\n"
               "phase registers 8 shared 300\nrepeat 2..5\nload 3 uses 2 hit 30 latency 200..500\n"
               "compute 5\nend\nbarrier\nphase registers 14 shared 900\nrepeat 2\ncompute 6\n"
               "barrier\nend\nphase registers 3 shared 0\nstore 2\n");
}

static void shipped_kernels(void **state)
{
    static const char *const names[] = {"BP", "GA", "ND", "NQU", "TF"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[64], why[WHY];
        uint64_t executed = 0;
        snprintf(path, sizeof path, "studies/grid/%s.kernel", names[i]);
        if (kernel_read(&kernel, path, why, sizeof why) != NULL) fail_msg("%s", why);
        kernel.blocks = kernel.blocks < 6 ? kernel.blocks : 6;
        for (uint32_t p = 0; p < PLUGS; p++) {
            const struct result r = run(&fermi, plugs[p], &core_defaults, 3);
            if (p == 0) executed = r.executed;
            assert_true(r.executed == executed);
        }
    }
}

/* Virtual Thread's reason to be: loads that take long, slots that bind. */
static void hides_latency(void **state)
{
    (void)state;
    parse("kernel k\nblocks 64\nthreads 64\nregisters 8\nphase registers 8\nrepeat 4\n"
          "load 1 latency 800\ncompute 2\nend\n");
    const uint64_t fixed = run(&fermi, plug_static, &core_defaults, 1).stats.cycles;
    const uint64_t all = run(&fermi, plug_unlimited, &core_defaults, 1).stats.cycles;
    const struct result vt = run(&fermi, plug_vt, &core_defaults, 1);
    assert_true(2 * all < fixed);
    assert_true(4 * vt.stats.cycles < 3 * fixed);
    assert_true(vt.stats.swaps > 0 && vt.stats.blocks > vt.stats.active_blocks);
    assert_true(run(&fermi, plug_vt_instant, &core_defaults, 1).stats.cycles <= vt.stats.cycles);
}

/* Zorua's: one phase needs nearly everything, the others little. */
static void shares_what_is_idle(void **state)
{
    (void)state;
    parse("kernel k\nblocks 24\nthreads 256\nregisters 40\nshared 40960\n"
          "phase registers 12 shared 0\nrepeat 8\nload 1 latency 400\ncompute 20\nend\n"
          "phase registers 40 shared 40960\ncompute 20\nphase registers 8 shared 0\ncompute 4\n");
    const uint64_t fixed = run(&fermi, plug_static, &core_defaults, 1).stats.cycles;
    assert_true(3 * run(&fermi, plug_zorua, &core_defaults, 1).stats.cycles < 2 * fixed);
}

/* ---- hostile kernels ------------------------------------------------------------------------- */

static void one_warp(void **state)
{
    (void)state;
    everywhere(&fermi, &core_defaults,
               "kernel k\nblocks 1\nthreads 1\nregisters 1\nphase registers 1\nload 1 latency 1\n");
    everywhere(&small, &core_defaults,
               "kernel k\nblocks 1\nthreads 32\nregisters 1\nphase\nbarrier\n");
}

static void only_barriers(void **state)
{
    (void)state;
    everywhere(&fermi, &core_defaults,
               "kernel k\nblocks 12\nthreads 1024\nregisters 4\nphase registers 4\n"
               "repeat 12\nbarrier\nend\n");
    everywhere(&small, &core_defaults,
               "kernel k\nblocks 9\nthreads 128\nregisters 4\nphase registers 4\n"
               "repeat 1..9\nbarrier\nend\n"); /* a barrier does not wait for ended warps */
}

static void never_hits(void **state)
{
    struct core_params slow = core_defaults;
    (void)state;
    everywhere(&fermi, &core_defaults,
               "kernel k\nblocks 8\nthreads 256\nregisters 20\nphase registers 20\n"
               "repeat 2\nload 40 hit 0 latency 2048\nend\n");
    slow.mshrs = 1;
    everywhere(&small, &slow,
               "kernel k\nblocks 4\nthreads 64\nregisters 20\nphase registers 20\n"
               "load 9 uses 3 latency 50\nstore 30\n");
}

/* Each warp wants the whole register file, or each block the whole scratchpad, at the same time. */
static void phases_grow(void **state)
{
    (void)state;
    everywhere(&fermi, &core_defaults,
               "kernel k\nblocks 10\nthreads 512\nregisters 63\nshared 47104\n"
               "phase registers 1 shared 0\ncompute 3\nbarrier\n"
               "phase registers 63 shared 0\ncompute 3\nbarrier\n"
               "phase registers 63 shared 30720\ncompute 3\nload 1 latency 99\n"
               "phase registers 0 shared 0\nbarrier\n");
    everywhere(&small, &core_defaults,
               "kernel k\nblocks 10\nthreads 32\nregisters 64\nshared 3000\n"
               "phase registers 4\ncompute 3\nphase registers 64 shared 3000\ncompute 3\n"
               "phase registers 2\ncompute 3\nphase registers 64 shared 2000\ncompute 3\n"
               "barrier\n");
}

/* All sets go to swap space sooner or later, and memory answers as late as it may. */
static void swaps_everything(void **state)
{
    struct core_params p = core_defaults;
    (void)state;
    p.swap_hit = 0;
    p.swap_low = p.swap_high = 500;
    p.demand = 60;
    parse("kernel k\nblocks 12\nthreads 64\nregisters 32\nshared 1024\n"
          "phase registers 16 shared 512\ncompute 9\nbarrier\nphase registers 32 shared 1024\n"
          "repeat 4\ncompute 9\nbarrier\nload 1 latency 300\nend\n");
    const struct result fixed = run(&small, plug_static, &p, 1);
    const struct result zorua = run(&small, plug_zorua, &p, 1);
    assert_true(zorua.executed == fixed.executed);
    assert_true(zorua.stats.swaps > 0 && zorua.stats.swapped > zorua.stats.swaps);
    everywhere(&small, &p,
               "kernel k\nblocks 12\nthreads 32\nregisters 64\nphase registers 64\n"
               "repeat 3\ncompute 5\nload 2 uses 1 latency 700\nbarrier\nend\n");
}

/* All warps of all blocks at barriers that open one after the other, blocks in and out between. */
static void all_at_a_barrier(void **state)
{
    struct core_params p = core_defaults;
    (void)state;
    p.alu = 1;
    everywhere(&fermi, &p,
               "kernel k\nblocks 40\nthreads 192\nregisters 10\nphase registers 10\n"
               "repeat 5\nbarrier\nload 1 latency 600\nend\nbarrier\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_kernel),      cmocka_unit_test(complains),
        cmocka_unit_test(complains_of_much),   cmocka_unit_test(respecifies),
        cmocka_unit_test(finds_what_binds),    cmocka_unit_test(refuses_in_words),
        cmocka_unit_test(counts_instructions), cmocka_unit_test(executes_the_same),
        cmocka_unit_test(shipped_kernels),     cmocka_unit_test(hides_latency),
        cmocka_unit_test(shares_what_is_idle), cmocka_unit_test(one_warp),
        cmocka_unit_test(only_barriers),       cmocka_unit_test(never_hits),
        cmocka_unit_test(phases_grow),         cmocka_unit_test(swaps_everything),
        cmocka_unit_test(all_at_a_barrier),    cmocka_unit_test(does_the_same_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
