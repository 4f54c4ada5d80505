/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of Virtual Thread: it closes the loop. Either the grid walker runs grids on it
 * (docs/grid.md), or, in the profiles without a kernel, warps do anything at any time
 * (common/warp_storm.h). The SIMT stacks and the shared memory, which contexts go to and come back
 * from, are here. A kernel comes when all blocks of the one before are done.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/grid_walk.h"
#include "common/stim.h"
#include "common/warp_storm.h"
#include "residency/vt.h"
#include "run.h"

enum { MEMORY = 65536, READS = 8 };

/* Shares are in 1/16. */
struct profile {
    const char *kernel;         /* of the walker; NULL: */
    struct storm_profile storm; /* warps without a program */
    uint32_t alu, l1, gap;      /* the walker's core: about so many clocks */
    /* Both: */
    unsigned block;  /* a block is offered; a walker offers one as long as there are */
    unsigned few;    /* blocks have few warps */
    unsigned scarce; /* the kernel has fewer frames than there are */
    unsigned memory; /* the shared memory has time for contexts */
    unsigned answer; /* a read's data come */
};

const char *const hd_profiles[] = {"uniform", "flips",   "lates",  "meets",    "gathers", "ends",
                                   "clogged", "busy",    "stream", "meetings", "lone",    "hostile",
                                   "fence",   "hotspot", "bfs",    NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.storm = {.event = 10, .stall = 10, .bare = 1, .barrier = 2, .end = 1, .pair = 8, .set = 8,
               .load = 8, .push = 1, .write = 9, .late = 4, .wake = 8, .meet = 8, .l1 = 10},
     .block = 10, .few = 10, .scarce = 4, .memory = 13, .answer = 13},
    {.storm = {.event = 15, .stall = 15, .bare = 6, .barrier = 1, .end = 2, .pair = 12, .set = 8,
               .load = 2, .push = 1, .write = 13, .late = 6, .wake = 5, .meet = 6, .l1 = 14},
     .block = 15, .few = 14, .scarce = 9, .memory = 15, .answer = 15},
    {.storm = {.event = 12, .stall = 12, .bare = 1, .barrier = 2, .end = 2, .pair = 13, .set = 15,
               .load = 1, .push = 1, .write = 7, .late = 13, .wake = 5, .meet = 8, .l1 = 14},
     .block = 14, .few = 12, .scarce = 9, .memory = 14, .answer = 14},
    {.storm = {.event = 15, .stall = 13, .bare = 1, .end = 1, .pair = 14, .set = 12, .load = 1,
               .write = 15, .late = 1, .wake = 14, .meet = 15, .l1 = 16},
     .block = 15, .few = 13, .scarce = 9, .memory = 12, .answer = 15},
    {.storm = {.event = 15, .stall = 7, .bare = 2, .barrier = 13, .end = 3, .pair = 9, .set = 8,
               .load = 4, .push = 1, .write = 10, .late = 4, .wake = 9, .meet = 8, .l1 = 12},
     .block = 14, .few = 8, .scarce = 6, .memory = 14, .answer = 14},
    {.storm = {.event = 16, .stall = 6, .bare = 1, .barrier = 2, .end = 15, .pair = 10, .set = 5,
               .load = 3, .push = 1, .write = 14, .late = 4, .wake = 13, .meet = 10, .l1 = 14},
     .block = 16, .few = 12, .scarce = 4, .memory = 14, .answer = 15},
    {.storm = {.event = 9, .stall = 6, .bare = 1, .barrier = 1, .end = 2, .pair = 8, .set = 14,
               .load = 15, .push = 8, .write = 12, .late = 6, .wake = 12, .meet = 8, .l1 = 4},
     .block = 12, .few = 10, .scarce = 6, .memory = 14, .answer = 14},
    {.storm = {.event = 12, .stall = 13, .bare = 2, .barrier = 1, .end = 2, .pair = 8, .set = 9,
               .load = 4, .push = 1, .write = 12, .late = 6, .wake = 8, .meet = 8, .l1 = 12},
     .block = 14, .few = 13, .scarce = 9, .memory = 4, .answer = 5},
    {.kernel = "  repeat 2..4\n    load 1 uses 1 hit 40 latency 20..90\n    compute 3\n"
               "    store 1\n  end\n",
     .alu = 2, .l1 = 12, .gap = 2, .few = 10, .scarce = 8, .memory = 14, .answer = 15},
    {.kernel = "  repeat 1..3\n    compute 2\n    load 1 hit 20 latency 40..120\n  end\n  barrier\n"
               "  load 1 hit 30 latency 30..90\n  barrier\n",
     .alu = 2, .l1 = 8, .gap = 1, .few = 8, .scarce = 8, .memory = 14, .answer = 15},
    {.kernel = "  repeat 1..4\n    load 1 hit 0 latency 10..40\n  end\n",
     .alu = 1, .l1 = 4, .gap = 1, .few = 16, .scarce = 10, .memory = 15, .answer = 15},
    {.kernel = "  repeat 1..3\n    load 2 hit 0 latency 20..200\n  end\n  barrier\n"
               "  load 1 hit 0 latency 12..14\n",
     .alu = 1, .l1 = 2, .gap = 1, .few = 6, .scarce = 8, .memory = 10, .answer = 12},
    {.kernel = "  load 1 uses 2 hit 0 latency 20..22\n  barrier\n  repeat 1..6\n    compute 1\n"
               "  end\n  barrier\n",
     .alu = 1, .l1 = 2, .gap = 1, .few = 8, .scarce = 8, .memory = 14, .answer = 15},
    {.kernel = "studies/grid/HS.kernel", .alu = 3, .l1 = 28, .gap = 4, .few = 4, .scarce = 6,
     .memory = 14, .answer = 15},
    {.kernel = "studies/grid/BF.kernel", .alu = 3, .l1 = 28, .gap = 4, .few = 8, .scarce = 6,
     .memory = 14, .answer = 15},
};
/* clang-format on */

static struct {
    struct vt_cfg cfg;
    const struct profile *profile;
    struct hd_rng rng;
    struct vt_in in;
    uint32_t warps; /* of the kernel's blocks */
    uint32_t left;  /* blocks of the grid to come, without walker */
    bool begun;     /* there has been a kernel since the reset */
    bool in_reset;  /* in the last cycle */
    struct grid_walk walk;
    struct storm storm;
    uint32_t stack[VT_MAX_SLOTS][VT_STACK_WORDS];
    uint32_t (*memory)[VT_MEM_WORDS];
    uint32_t answer[READS][VT_MEM_WORDS]; /* of reads, the oldest first */
    uint32_t answers;
} env;

static bool share(unsigned sixteenths) { return hd_rng_chance(&env.rng, sixteenths, 16); }
static uint32_t draw(uint32_t n) { return hd_stim_below(&env.rng, n); }
static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void noise(uint32_t *to, uint32_t bits)
{
    for (uint32_t i = 0; 32 * i < bits; i++) {
        const uint32_t left = bits - 32 * i;
        to[i] = (uint32_t)hd_stim_word(&env.rng, 32);
        if (left < 32) to[i] &= (1u << left) - 1;
    }
}

static void start_over(void)
{
    memset(&env.in, 0, sizeof env.in);
    env.begun = false;
    env.left = 0;
    env.answers = 0;
}

void vt_stim_open(const svBitVecVal *parameters)
{
    memcpy(&env.cfg, parameters, sizeof env.cfg);
    env.profile = &profiles[hd_stim_profile()];
    env.memory = calloc(MEMORY, sizeof env.memory[0]);
    if (env.memory == NULL) exit(2);
    hd_rng_seed(&env.rng, hd_run.seed);
}

/* ---- what the unit did ---- */

void vt_stim_did(svBit block_taken, svBit done_valid, const svBitVecVal *done_id, svBit begin_en,
                 svBit resume_en, unsigned seat_slot, const svBitVecVal *seat_id, svBit leave_en,
                 unsigned leave_slot, svBit load_taken)
{
    struct grid_out *out = &env.walk.core.out;
    if (env.in_reset || !env.begun) return;
    for (uint32_t r = 0; leave_en != 0 && r < env.warps; r++)
        noise(env.stack[(leave_slot + r) % VT_MAX_SLOTS], env.cfg.stack_width);
    if (env.profile->kernel == NULL) {
        storm_see(&env.storm, begin_en != 0, resume_en != 0, seat_slot, leave_en != 0, leave_slot,
                  done_valid != 0, load_taken != 0);
        if (block_taken == 0) return;
        env.in.block_valid = false;
        env.left--;
        return;
    }
    out->block_ready = block_taken != 0;
    out->begin = begin_en != 0;
    out->resume = resume_en != 0;
    out->leave = leave_en != 0;
    out->seat = seat_slot;
    out->leave_slot = leave_slot;
    out->count = env.walk.core.warps;
    out->seat_id = grid_walk_number(seat_id, env.cfg.id_width);
    out->done = done_valid != 0;
    out->done_id = grid_walk_number(done_id, env.cfg.id_width);
    grid_walk_see(&env.walk);
}

/* ---- SIMT stacks and shared memory ---- */

void vt_stim_memory(svBit stack_wr_en, unsigned stack_wr_slot, const svBitVecVal *stack_wr_data,
                    svBit access, svBit we, unsigned addr, const svBitVecVal *wdata)
{
    const uint32_t stack = (env.cfg.stack_width + 31) / 32, word = (env.cfg.mem_width + 31) / 32;
    if (env.in_reset) return;
    if (stack_wr_en != 0 && stack_wr_slot < VT_MAX_SLOTS)
        memcpy(env.stack[stack_wr_slot], stack_wr_data, stack * sizeof(uint32_t));
    if (access == 0) return;
    if (we != 0) memcpy(env.memory[addr % MEMORY], wdata, word * sizeof(uint32_t));
    else if (env.answers < READS)
        memcpy(env.answer[env.answers++], env.memory[addr % MEMORY], sizeof env.answer[0]);
}

static void next_memory(bool stack_rd, uint32_t slot)
{
    struct vt_in *in = &env.in;
    if (stack_rd) memcpy(in->stack_rd_data, env.stack[slot % VT_MAX_SLOTS], sizeof env.stack[0]);
    else noise(in->stack_rd_data, env.cfg.stack_width);
    in->mem_ready = share(env.profile->memory);
    in->rsp_valid = env.answers > 0 && share(env.profile->answer);
    if (!in->rsp_valid) {
        noise(in->rsp_data, env.cfg.mem_width);
        return;
    }
    memcpy(in->rsp_data, env.answer[0], sizeof env.answer[0]);
    env.answers--;
    memmove(env.answer[0], env.answer[1], env.answers * sizeof env.answer[0]);
}

/* ---- kernels ---- */

/* Sizes that fit. What binds differs: frames, numbers, warp ids or room for contexts. */
static void draw_sizes(void)
{
    struct vt_in *in = &env.in;
    const struct vt_cfg *c = &env.cfg;
    const uint32_t few = c->slots / c->frames;
    in->kernel_warps = 1 + draw(share(env.profile->few) ? lesser(few, c->max_warps) : c->max_warps);
    if (share(1)) in->kernel_warps = c->max_warps;
    in->kernel_words = vt_words(c, in->kernel_warps);
    const uint32_t frames = lesser(c->frames, c->slots / in->kernel_warps);
    uint32_t ctas = lesser(c->ctas, c->warps / in->kernel_warps);
    ctas = lesser(ctas, c->mem_words / in->kernel_words);
    in->kernel_frames = share(env.profile->scarce) ? 1 + draw((frames + 1) / 2) : frames;
    in->kernel_ctas = share(12) ? ctas : 1 + draw(ctas);
}

static void begin_walk(void)
{
    const struct profile *p = env.profile;
    struct grid_walk_setup setup = {.kernel = p->kernel,
                                    .warps = env.in.kernel_warps,
                                    .blocks =
                                        1 + draw(lesser(grid_walk_most(env.cfg.id_width), 60)),
                                    .slots = env.cfg.slots,
                                    .ports = env.cfg.ports,
                                    .queues = true,
                                    .core = core_defaults};
    setup.core.alu = 1 + draw(p->alu);
    setup.core.l1 = 1 + draw(p->l1);
    setup.core.gap = 1 + draw(p->gap);
    setup.core.demand = 0;
    grid_walk_begin(&env.walk, &setup, hd_rng_next(&env.rng));
}

/* The last grid is done: the next one. Kernels at other times are not taken. */
static void draw_kernel(bool idle)
{
    struct vt_in *in = &env.in;
    const bool walks = env.profile->kernel != NULL;
    const bool over = !env.begun || (walks ? grid_walk_done(&env.walk) : env.left == 0);
    in->kernel_en = idle ? over && share(8) : share(1);
    draw_sizes();
    if (!idle || !in->kernel_en) return;
    env.begun = true;
    env.warps = in->kernel_warps;
    env.left = 1 + draw(200);
    if (walks) begin_walk();
    else
        storm_begin(&env.storm, &env.profile->storm, &env.cfg, in->kernel_warps, in->kernel_ctas,
                    &env.rng);
}

/* ---- the grid walker ---- */

static void show(uint64_t ready, const uint32_t *slot_warp, bool load_ready, bool l1_valid,
                 uint32_t l1)
{
    struct grid_view *v = &env.walk.core.view;
    uint32_t bits = 0;
    while (1u << bits < CORE_LOADS) bits++;
    grid_walk_show(&env.walk, ready);
    memcpy(v->warp, slot_warp, env.cfg.slots * sizeof v->warp[0]);
    v->load_ready = load_ready;
    v->l1_valid = l1_valid;
    v->l1 = l1 & ((1u << bits) - 1);
}

static void put_port(uint32_t p)
{
    struct vt_in *in = &env.in;
    const struct grid_in *g = &env.walk.core.in;
    if (g->set[p].valid && g->set[p].reg >= env.cfg.regs) {
        fprintf(stderr, "ERROR vt: the kernel of the profile needs more than Regs registers\n");
        exit(2);
    }
    in->ev_valid[p] = g->ev[p].valid;
    in->ev_kind[p] = g->ev[p].kind;
    in->ev_slot[p] = g->ev[p].slot;
    in->wake_valid[p] = g->wake[p].valid;
    in->wake_slot[p] = g->wake[p].slot;
    in->set_en[p] = g->set[p].valid;
    in->set_slot[p] = g->set[p].slot;
    in->set_reg[p] = g->set[p].reg;
    in->wb_en[p] = g->wb[p].valid;
    in->wb_slot[p] = g->wb[p].slot;
    in->wb_warp[p] = g->wb[p].warp;
    in->wb_reg[p] = g->wb[p].reg;
    in->query_slot[p] = draw(env.cfg.slots);
}

static void walk(void)
{
    struct vt_in *in = &env.in;
    const struct grid_in *g = &env.walk.core.in;
    grid_walk_drive(&env.walk);
    in->block_valid = g->block_valid;
    grid_walk_id(g->block_id, env.cfg.id_width, in->block_id, VT_ID_WORDS);
    for (uint32_t p = 0; p < env.walk.plug.ports; p++) put_port(p);
    in->load_valid = g->load_valid;
    in->load_warp = g->load_warp;
    noise(in->load_data, env.cfg.load_width);
    in->load_data[0] = (in->load_data[0] & ~(CORE_LOADS - 1u)) | g->load;
    in->l1_ready = g->l1_ready;
}

/* ---- without walker ---- */

/* Half of all identities differ from the last one in a single bit. */
static void draw_block(void)
{
    uint32_t *id = env.in.block_id;
    if (env.in.block_valid || env.left == 0 || !share(env.profile->block)) return;
    env.in.block_valid = true;
    const uint32_t at = draw(env.cfg.id_width);
    if (share(8)) id[at / 32] ^= UINT32_C(1) << at % 32;
    else noise(id, env.cfg.id_width);
}

/* ---- the cycle ---- */

static void no_events(void)
{
    struct vt_in *in = &env.in;
    memset(in->ev_valid, 0, sizeof in->ev_valid);
    memset(in->wake_valid, 0, sizeof in->wake_valid);
    memset(in->set_en, 0, sizeof in->set_en);
    memset(in->wb_en, 0, sizeof in->wb_en);
    in->block_valid = in->load_valid = in->l1_ready = false;
}

static void draw_cycle(bool idle, const struct storm_view *v)
{
    draw_kernel(idle);
    if ((idle && env.in.kernel_en) || !env.begun) {
        no_events();
        return;
    }
    env.storm.ebb = env.left == 0;
    if (env.profile->kernel == NULL) {
        storm_drive(&env.storm, v, &env.in);
        draw_block();
        return;
    }
    show(v->ready, v->slot_warp, v->load_ready, v->l1_valid, v->l1);
    walk();
}

static unsigned char bits(const bool *b)
{
    unsigned char mask = 0;
    for (uint32_t p = 0; p < env.cfg.ports; p++) mask |= (unsigned char)(b[p] << p);
    return mask;
}

static void words(svBitVecVal *to, const uint32_t *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *to);
}

void vt_stim(svBit idle, unsigned long long ready, const svBitVecVal *slot_warp, svBit stack_rd_en,
             unsigned stack_rd_slot, svBit load_ready, svBit l1_valid, unsigned l1_load,
             svBit *rst_n, svBit *kernel_en, unsigned *kernel_warps, unsigned *kernel_frames,
             unsigned *kernel_ctas, unsigned *kernel_words, svBit *block_valid,
             svBitVecVal *block_id, unsigned char *ev_valid, svBitVecVal *ev_kind,
             svBitVecVal *ev_slot, unsigned char *wake_valid, svBitVecVal *wake_slot,
             svBitVecVal *query_slot, unsigned char *set_en, svBitVecVal *set_slot,
             svBitVecVal *set_reg, unsigned char *wb_en, svBitVecVal *wb_slot, svBitVecVal *wb_warp,
             svBitVecVal *wb_reg, svBitVecVal *stack_rd_data, svBit *mem_ready, svBit *rsp_valid,
             svBitVecVal *rsp_data, svBit *load_valid, unsigned *load_warp, svBitVecVal *load_data,
             svBit *l1_ready)
{
    struct vt_in *in = &env.in;
    const uint32_t ports = env.cfg.ports;
    bool run = true;
    if (!hd_stim_play(&run, in, sizeof *in)) {
        const struct storm_view v = {ready, slot_warp, load_ready != 0, l1_valid != 0, l1_load};
        if (env.in_reset) start_over();
        draw_cycle(idle != 0 && !env.in_reset, &v);
        next_memory(stack_rd_en != 0, stack_rd_slot);
        env.in_reset = hd_stim_reset(&env.rng);
        run = !env.in_reset;
        hd_stim_record(run, in, sizeof *in);
    }
    *rst_n = run;
    *kernel_en = in->kernel_en;
    *kernel_warps = in->kernel_warps;
    *kernel_frames = in->kernel_frames;
    *kernel_ctas = in->kernel_ctas;
    *kernel_words = in->kernel_words;
    *block_valid = in->block_valid;
    words(block_id, in->block_id, VT_ID_WORDS);
    *ev_valid = bits(in->ev_valid);
    words(ev_kind, in->ev_kind, ports);
    words(ev_slot, in->ev_slot, ports);
    *wake_valid = bits(in->wake_valid);
    words(wake_slot, in->wake_slot, ports);
    words(query_slot, in->query_slot, ports);
    *set_en = bits(in->set_en);
    words(set_slot, in->set_slot, ports);
    words(set_reg, in->set_reg, ports);
    *wb_en = bits(in->wb_en);
    words(wb_slot, in->wb_slot, ports);
    words(wb_warp, in->wb_warp, ports);
    words(wb_reg, in->wb_reg, ports);
    words(stack_rd_data, in->stack_rd_data, (env.cfg.stack_width + 31) / 32);
    *mem_ready = in->mem_ready;
    *rsp_valid = in->rsp_valid;
    words(rsp_data, in->rsp_data, (env.cfg.mem_width + 31) / 32);
    *load_valid = in->load_valid;
    *load_warp = in->load_warp;
    words(load_data, in->load_data, (env.cfg.load_width + 31) / 32);
    *l1_ready = in->l1_ready;
}
