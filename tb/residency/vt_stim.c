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

#include "common/draws.h"
#include "common/grid_walk.h"
#include "common/warp_storm.h"
#include "residency/vt_seam.h"

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
    struct vt_in *in;
    uint32_t warps; /* of the kernel's blocks */
    uint32_t left;  /* blocks of the grid to come, without walker */
    bool begun;     /* there has been a kernel since the reset */
    bool in_reset;  /* in the last cycle */
    bool room;      /* for a load, in the last cycle */
    struct grid_walk walk;
    struct storm storm;
    uint32_t stack[VT_MAX_SLOTS][VT_STACK_WORDS];
    uint32_t (*memory)[VT_MEM_WORDS];
    uint32_t answer[READS][VT_MEM_WORDS]; /* of reads, the oldest first */
    uint32_t answers;
} env;

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void noise(uint32_t *to, uint32_t bits)
{
    for (uint32_t i = 0; 32 * i < bits; i++) {
        const uint32_t left = bits - 32 * i;
        to[i] = (uint32_t)hd_stim_word(&hd_draws, 32);
        if (left < 32) to[i] &= (1u << left) - 1;
    }
}

static void start_over(void)
{
    memset(env.in, 0, sizeof *env.in);
    env.begun = false;
    env.left = 0;
    env.answers = 0;
}

void vt_stim_open(const struct vt_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.memory = calloc(MEMORY, sizeof env.memory[0]);
    if (env.memory == NULL) exit(2);
}

/* ---- what the unit did ---- */

static void see(const struct vt_out *did)
{
    struct grid_out *out = &env.walk.core.out;
    const bool taken = env.in->block_valid && did->block_ready;
    if (!env.begun) return;
    for (uint32_t r = 0; did->leave_en && r < env.warps; r++)
        noise(env.stack[(did->leave_slot + r) % VT_MAX_SLOTS], env.cfg.stack_width);
    if (env.profile->kernel == NULL) {
        storm_see(&env.storm, did->begin_en, did->resume_en, did->seat_slot, did->leave_en,
                  did->leave_slot, did->done_valid, env.in->load_valid && env.room);
        if (!taken) return;
        env.in->block_valid = false;
        env.left--;
        return;
    }
    out->block_ready = taken;
    out->begin = did->begin_en;
    out->resume = did->resume_en;
    out->leave = did->leave_en;
    out->seat = did->seat_slot;
    out->leave_slot = did->leave_slot;
    out->count = env.walk.core.warps;
    out->seat_id = grid_walk_number(did->seat_id, env.cfg.id_width);
    out->done = did->done_valid;
    out->done_id = grid_walk_number(did->done_id, env.cfg.id_width);
    grid_walk_see(&env.walk);
}

/* ---- SIMT stacks and shared memory ---- */

static void see_memory(const struct vt_out *did)
{
    uint32_t *word = env.memory[did->mem_addr % MEMORY];
    if (did->stack_wr_en && did->stack_wr_slot < VT_MAX_SLOTS)
        memcpy(env.stack[did->stack_wr_slot], did->stack_wr_data, sizeof env.stack[0]);
    if (!did->mem_valid || !env.in->mem_ready) return;
    if (did->mem_we) memcpy(word, did->mem_wdata, sizeof env.memory[0]);
    else if (env.answers < READS) memcpy(env.answer[env.answers++], word, sizeof env.answer[0]);
}

static void next_memory(bool stack_rd, uint32_t slot)
{
    struct vt_in *in = env.in;
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
    struct vt_in *in = env.in;
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
                                    .warps = env.in->kernel_warps,
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
    grid_walk_begin(&env.walk, &setup, hd_rng_next(&hd_draws));
}

/* The last grid is done: the next one. Kernels at other times are not taken. */
static void draw_kernel(bool idle)
{
    struct vt_in *in = env.in;
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
                    &hd_draws);
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
    struct vt_in *in = env.in;
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
    struct vt_in *in = env.in;
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
    uint32_t *id = env.in->block_id;
    if (env.in->block_valid || env.left == 0 || !share(env.profile->block)) return;
    env.in->block_valid = true;
    const uint32_t at = draw(env.cfg.id_width);
    if (share(8)) id[at / 32] ^= UINT32_C(1) << at % 32;
    else noise(id, env.cfg.id_width);
}

/* ---- the cycle ---- */

static void no_events(void)
{
    struct vt_in *in = env.in;
    memset(in->ev_valid, 0, sizeof in->ev_valid);
    memset(in->wake_valid, 0, sizeof in->wake_valid);
    memset(in->set_en, 0, sizeof in->set_en);
    memset(in->wb_en, 0, sizeof in->wb_en);
    in->block_valid = in->load_valid = in->l1_ready = false;
}

static void draw_cycle(bool idle, const struct storm_view *v)
{
    draw_kernel(idle);
    if ((idle && env.in->kernel_en) || !env.begun) {
        no_events();
        return;
    }
    env.storm.ebb = env.left == 0;
    if (env.profile->kernel == NULL) {
        storm_drive(&env.storm, v, env.in);
        draw_block();
        return;
    }
    show(v->ready, v->slot_warp, v->load_ready, v->l1_valid, v->l1);
    walk();
}

/* Before the first cycle the outputs are whatever was in the registers. */
bool vt_stim(struct vt_in *in, const struct vt_out *out)
{
    static const struct vt_out nothing;
    if (env.in == NULL) out = &nothing;
    const struct storm_view view = {out->ready, out->slot_warp, out->load_ready, out->l1_valid,
                                    out->l1_data[0]};
    env.in = in;
    if (env.in_reset) {
        start_over();
    } else {
        see(out);
        see_memory(out);
    }
    draw_cycle(out->idle && !env.in_reset, &view);
    next_memory(out->stack_rd_en, out->stack_rd_slot);
    env.room = out->load_ready;
    env.in_reset = hd_stim_reset(&hd_draws);
    return !env.in_reset;
}
