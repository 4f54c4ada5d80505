/* SPDX-License-Identifier: Apache-2.0 */
/* A core without scheduling limit: Virtual Thread's MAX, as far as residency goes. There is no RTL
 * of it: slots cost nothing here. */
#include <stdlib.h>
#include <string.h>

#include "grid/plugs.h"

struct unlimited {
    struct limits fit;
    struct limits_block block;
    uint32_t warps, frames;
    bool open[GRID_SLOTS];
    uint32_t id[GRID_SLOTS]; /* of a frame */
    bool ended[GRID_SLOTS], waits[GRID_SLOTS];
};

static const char *start(void *self, const struct limits_core *core, const struct kernel *k,
                         char *why, uint32_t size)
{
    struct unlimited *s = self;
    memset(s, 0, sizeof *s);
    s->block = (struct limits_block){k->threads, k->registers, k->shared};
    const char *error = limits_of(&s->fit, core, &s->block, why, size);
    if (error != NULL) return error;
    s->warps = s->fit.warps;
    s->frames = s->fit.room;
    if (s->frames > GRID_SLOTS / s->warps) s->frames = GRID_SLOTS / s->warps;
    return NULL;
}

static void view(void *self, struct grid_view *v)
{
    struct unlimited *s = self;
    memset(v, 0, sizeof *v);
    for (uint32_t i = 0; i < GRID_SLOTS; i++) {
        const uint32_t f = i / s->warps;
        v->ready[i] = f < s->frames && s->open[f] && !s->ended[i] && !s->waits[i];
        v->warp[i] = i;
    }
}

static void note(struct unlimited *s, const struct grid_in *in)
{
    for (uint32_t p = 0; p < GRID_PORTS; p++) {
        if (!in->ev[p].valid) continue;
        if (in->ev[p].kind == GRID_BARRIER) s->waits[in->ev[p].slot] = true;
        if (in->ev[p].kind == GRID_ENDED) s->ended[in->ev[p].slot] = true;
    }
}

/* If no warp of a frame goes on, its barrier opens, or its block is done. True: done. */
static bool frame(struct unlimited *s, uint32_t f)
{
    bool waits = false;
    for (uint32_t i = f * s->warps; i < (f + 1) * s->warps; i++) {
        if (!s->ended[i] && !s->waits[i]) return false;
        waits = waits || s->waits[i];
    }
    for (uint32_t i = f * s->warps; i < (f + 1) * s->warps; i++) {
        s->waits[i] = false;
        if (!waits) s->ended[i] = false;
    }
    return !waits;
}

static void cycle(void *self, const struct grid_in *in, struct grid_out *out)
{
    struct unlimited *s = self;
    uint32_t hole = s->frames;
    for (uint32_t f = 0; f < s->frames; f++) {
        if (!s->open[f] && hole == s->frames) hole = f;
        if (!s->open[f] || out->done || !frame(s, f)) continue;
        s->open[f] = false;
        out->done = true;
        out->done_id = s->id[f];
    }
    note(s, in);
    out->block_ready = hole < s->frames;
    if (!in->block_valid || !out->block_ready) return;
    s->open[hole] = true;
    s->id[hole] = in->block_id;
    out->begin = true;
    out->seat = hole * s->warps;
    out->count = s->warps;
    out->seat_id = in->block_id;
}

static void use(const void *self, struct grid_use *u)
{
    const struct unlimited *s = self;
    memset(u, 0, sizeof *u);
    for (uint32_t f = 0; f < s->frames; f++) u->blocks += s->open[f];
    u->active_blocks = u->blocks;
    u->warps = u->active_warps = u->blocks * s->warps;
    u->registers = u->warps * LIMITS_WARP * s->block.registers;
    u->shared = u->blocks * s->block.shared;
}

static const char *check(const void *self)
{
    (void)self;
    return NULL;
}

struct plug *plug_unlimited(void)
{
    struct plug *p = calloc(1, sizeof *p);
    *p = (struct plug){.name = "unlimited",
                       .start = start,
                       .view = view,
                       .cycle = cycle,
                       .use = use,
                       .check = check,
                       .slots = GRID_SLOTS,
                       .self = calloc(1, sizeof(struct unlimited))};
    return p;
}

void plug_close(struct plug *plug)
{
    free(plug->self);
    free(plug);
}
