/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of zorua behind the core. Sizes that the paper gives: Table 1, section 6.1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/plugs.h"
#include "residency/zorua.h"

enum {
    WARPS = 64,
    BLOCKS = 16,
    REG_SETS = 16,
    THRESH_WIDTH = 9,
    EPOCH = 2048,
    DELTA = 16,
    DEFAULT = 10, /* per cent of the physical resource, as the next two */
    STEP = 4,
    LEAST = 20,
    AGE = 8,
    LINE = 128, /* bytes of a line of memory */
};

struct zoruas {
    struct zorua model;
    struct zorua_in in;
    struct zorua_out out;
    uint32_t warps, regs, scratch, least; /* of the kernel */
    bool launched;
    const char *broken;
};

static uint32_t at_most(uint32_t n, uint32_t most) { return n < most ? n : most; }

static uint32_t sets(uint32_t n, uint32_t of) { return (n + of - 1) / of; }

static struct zorua_cfg config(const struct limits_core *core)
{
    const uint32_t scratch = core->shared / GRID_SET_BYTES;
    return (struct zorua_cfg){.warps = WARPS,
                              .slots = core->warps,
                              .blocks = BLOCKS,
                              .reg_sets = REG_SETS,
                              .reg_phys = core->registers / (GRID_SET_REGS * LIMITS_WARP),
                              .scratch_sets = at_most(scratch, COORDINATOR_MAX_SETS),
                              .scratch_phys = scratch,
                              .id_width = 96,
                              .ports = GRID_PORTS,
                              .thresh_width = THRESH_WIDTH,
                              .epoch_width = 16,
                              .columns = 16,
                              .cnt_width = 4};
}

/* A block fits, but in whole sets perhaps it does not. */
static const char *sets_of(struct zoruas *s, const struct zorua_cfg *cfg, const struct kernel *k,
                           char *why, uint32_t size)
{
    s->regs = sets(k->op[0].registers, GRID_SET_REGS);
    s->scratch = sets(k->op[0].shared, GRID_SET_BYTES);
    for (uint32_t i = 0; i < k->ops; i++) {
        if (sets(k->op[i].registers, GRID_SET_REGS) <= cfg->reg_sets &&
            sets(k->op[i].shared, GRID_SET_BYTES) <= cfg->scratch_sets)
            continue;
        snprintf(why, size,
                 "a phase needs %u registers and %u bytes, zorua has %u sets of %u and %u of %u",
                 k->op[i].registers, k->op[i].shared, cfg->reg_sets, GRID_SET_REGS,
                 cfg->scratch_sets, GRID_SET_BYTES);
        return why;
    }
    return NULL;
}

static const char *start(void *self, const struct limits_core *core, const struct kernel *k,
                         char *why, uint32_t size)
{
    struct zoruas *s = self;
    const struct zorua_cfg cfg = config(core);
    const struct limits_block block = {k->threads, k->registers, k->shared};
    struct limits fit;
    memset(s, 0, sizeof *s);
    const char *error = limits_of(&fit, core, &block, why, size);
    if (error == NULL) error = sets_of(s, &cfg, k, why, size);
    if (error != NULL) return error;
    s->warps = fit.warps;
    s->least = sets(core->warps * LEAST, 100);
    return zorua_init(&s->model, &cfg);
}

static void registers_outside(const struct zoruas *s, struct zorua_in *m)
{
    const struct zorua_cfg *cfg = &s->model.cfg;
    const uint32_t phys[ZORUA_RESOURCES] = {cfg->slots, cfg->scratch_phys, cfg->reg_phys};
    m->epoch = EPOCH;
    m->delta = DELTA;
    m->age = AGE;
    for (uint32_t r = 0; r < ZORUA_RESOURCES; r++) {
        m->default_thresh[r] = phys[r] * DEFAULT / 100;
        m->step[r] = phys[r] * STEP / 100;
        m->max[r] = at_most(phys[r], (1u << THRESH_WIDTH) - 1);
    }
}

static void looks(struct zoruas *s, const struct grid_in *in, uint32_t p)
{
    struct zorua_in *m = &s->in;
    m->reg_look_en[p] = in->look[p].valid;
    m->reg_look_row[p] = in->look[p].valid ? s->out.slot_warp[in->look[p].slot] : 0;
    m->reg_look_set[p] = in->look[p].set;
    m->scratch_look_en[p] = in->scratch_look[p].valid;
    m->scratch_look_row[p] =
        in->scratch_look[p].valid ? s->out.slot_block[in->scratch_look[p].slot] : 0;
    m->scratch_look_set[p] = in->scratch_look[p].set;
}

/* s->out is still the view's output: it says which warp sits on which slot. */
static void input(struct zoruas *s, const struct grid_in *in)
{
    struct zorua_in *m = &s->in;
    memset(m, 0, sizeof *m);
    registers_outside(s, m);
    m->kernel_en = !s->launched;
    m->kernel_warps = s->warps;
    m->kernel_regs = s->regs;
    m->kernel_scratch = s->scratch;
    m->kernel_least = s->least;
    m->block_valid = s->launched && in->block_valid;
    m->block_id[0] = in->block_id;
    for (uint32_t p = 0; p < GRID_PORTS; p++) {
        m->ev_valid[p] = in->ev[p].valid;
        m->ev_kind[p] = in->ev[p].kind;
        m->ev_slot[p] = in->ev[p].slot;
        m->ev_regs[p] = sets(in->ev[p].registers, GRID_SET_REGS);
        m->ev_scratch[p] = sets(in->ev[p].shared, GRID_SET_BYTES);
        looks(s, in, p);
    }
    m->idle = in->idle;
    m->mem = in->stalled;
    m->req_ready = in->swap_ready;
    m->rsp_valid = in->rsp_valid;
    m->rsp_warp = in->rsp_warp;
}

/* A set that just moves is read like one in swap space, whether it goes there or returns. */
static void view(void *self, struct grid_view *v)
{
    struct zoruas *s = self;
    const struct zorua_out *o = &s->out;
    memset(v, 0, sizeof *v);
    memset(&s->in, 0, sizeof s->in);
    registers_outside(s, &s->in);
    zorua_eval(&s->model, &s->in, &s->out);
    for (uint32_t i = 0; i < s->model.cfg.slots; i++) {
        v->ready[i] = o->ready >> i & 1;
        v->warp[i] = o->slot_warp[i];
    }
    for (uint32_t p = 0; p < GRID_PORTS; p++) {
        v->away[p] =
            (o->reg_found_en[p] && (o->reg_found_wait[p] || !o->reg_found_held[p])) ||
            (o->scratch_found_en[p] && (o->scratch_found_wait[p] || !o->scratch_found_held[p]));
    }
}

static void swap(const struct zorua_out *o, struct grid_out *out)
{
    static const uint32_t bytes[ZORUA_RESOURCES] = {
        LINE, GRID_SET_BYTES, GRID_SET_REGS * LIMITS_WARP * (uint32_t)sizeof(uint32_t)};
    out->swap_valid = o->req_valid;
    out->swap_load = o->req_load;
    out->swap_warp = o->req_row;
    out->swap_lines = bytes[o->req_kind] / LINE;
}

static void cycle(void *self, const struct grid_in *in, struct grid_out *out)
{
    struct zoruas *s = self;
    const struct zorua_out *o = &s->out;
    input(s, in);
    if (s->broken == NULL) s->broken = zorua_promise(&s->model, &s->in);
    zorua_eval(&s->model, &s->in, &s->out);
    out->block_ready = s->launched && o->block_ready;
    out->begin = o->begin_en;
    out->seat = o->begin_warp;
    out->count = 1;
    out->rank = o->begin_rank;
    out->seat_id = o->begin_id[0];
    out->done = o->done_valid;
    out->done_id = o->done_id[0];
    swap(o, out);
    zorua_tick(&s->model, &s->in, &s->out);
    s->launched = true;
}

static void use(const void *self, struct grid_use *u)
{
    const struct zoruas *s = self;
    const struct zorua_cfg *cfg = &s->model.cfg;
    memset(u, 0, sizeof *u);
    u->blocks = (uint32_t)__builtin_popcount(s->model.control.block_used);
    u->active_blocks = u->blocks;
    for (uint32_t w = 0; w < cfg->warps; w++)
        u->warps += s->model.control.state[w] != COORDINATOR_FREE;
    u->active_warps = s->out.running;
    u->registers = (cfg->reg_phys - s->out.free[COORDINATOR_REGS]) * GRID_SET_REGS * LIMITS_WARP;
    u->shared = (cfg->scratch_phys - s->out.free[COORDINATOR_SCRATCH]) * GRID_SET_BYTES;
}

static const char *check(const void *self)
{
    const struct zoruas *s = self;
    return s->broken != NULL ? s->broken : zorua_check(&s->model);
}

struct plug *plug_zorua(void)
{
    struct plug *p = calloc(1, sizeof *p);
    *p = (struct plug){.name = "zorua",
                       .start = start,
                       .view = view,
                       .cycle = cycle,
                       .use = use,
                       .check = check,
                       .slots = 64,
                       .by_warp = true,
                       .self = calloc(1, sizeof(struct zoruas))};
    return p;
}
