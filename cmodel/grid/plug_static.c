/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of static_residency behind the core. */
#include <stdlib.h>
#include <string.h>

#include "grid/plugs.h"
#include "residency/static_residency.h"

struct statics {
    struct static_residency model;
    struct limits fit;
    struct limits_block block;
    bool launched;
    const char *broken;
};

static const char *start(void *self, const struct limits_core *core, const struct kernel *k,
                         char *why, uint32_t size)
{
    struct statics *s = self;
    const struct static_residency_cfg cfg = {.slots = core->warps,
                                             .frames = core->blocks < 16 ? core->blocks : 16,
                                             .max_warps = core->warps < 32 ? core->warps : 32,
                                             .id_width = 96,
                                             .ports = GRID_PORTS};
    memset(s, 0, sizeof *s);
    s->block = (struct limits_block){k->threads, k->registers, k->shared};
    const char *error = limits_of(&s->fit, core, &s->block, why, size);
    if (error == NULL) error = static_residency_init(&s->model, &cfg);
    if (s->fit.blocks > cfg.frames) s->fit.blocks = cfg.frames;
    return error;
}

/* The kernel's sizes go in with the first cycle: before that there is no frame, and no block. */
static void input(const struct statics *s, const struct grid_in *in, struct static_residency_in *m)
{
    memset(m, 0, sizeof *m);
    m->kernel_en = !s->launched;
    m->kernel_warps = s->fit.warps;
    m->kernel_frames = s->fit.blocks;
    m->block_valid = s->launched && in->block_valid;
    m->block_id[0] = in->block_id;
    for (uint32_t p = 0; p < GRID_PORTS; p++) {
        m->ev_valid[p] = in->ev[p].valid;
        m->ev_kind[p] = in->ev[p].kind;
        m->ev_slot[p] = in->ev[p].slot;
    }
}

static void view(void *self, struct grid_view *v)
{
    struct statics *s = self;
    struct static_residency_in in;
    struct static_residency_out out;
    memset(v, 0, sizeof *v);
    memset(&in, 0, sizeof in);
    static_residency_eval(&s->model, &in, &out);
    for (uint32_t i = 0; i < s->model.cfg.slots; i++) {
        v->ready[i] = out.ready >> i & 1;
        v->warp[i] = i;
    }
}

static void cycle(void *self, const struct grid_in *in, struct grid_out *out)
{
    struct statics *s = self;
    struct static_residency_in m_in;
    struct static_residency_out m_out;
    input(s, in, &m_in);
    static_residency_eval(&s->model, &m_in, &m_out);
    if (s->broken == NULL) s->broken = static_residency_promise(&s->model, &m_in);
    out->block_ready = s->launched && m_out.block_ready;
    out->begin = m_out.begin_en;
    out->seat = m_out.begin_slot;
    out->count = m_out.begin_count;
    out->seat_id = m_out.begin_id[0];
    out->done = m_out.done_valid;
    out->done_id = m_out.done_id[0];
    static_residency_tick(&s->model, &m_in, &m_out);
    s->launched = true;
}

static void use(const void *self, struct grid_use *u)
{
    const struct statics *s = self;
    memset(u, 0, sizeof *u);
    u->blocks = (uint32_t)__builtin_popcountll(s->model.seats.open);
    u->active_blocks = u->blocks;
    u->warps = u->active_warps = u->blocks * s->fit.warps;
    u->registers = u->warps * LIMITS_WARP * s->block.registers;
    u->shared = u->blocks * s->block.shared;
}

static const char *check(const void *self)
{
    const struct statics *s = self;
    return s->broken != NULL ? s->broken : static_residency_check(&s->model);
}

struct plug *plug_static(void)
{
    struct plug *p = calloc(1, sizeof *p);
    *p = (struct plug){.name = "static",
                       .start = start,
                       .view = view,
                       .cycle = cycle,
                       .use = use,
                       .check = check,
                       .slots = 64,
                       .self = calloc(1, sizeof(struct statics))};
    return p;
}
