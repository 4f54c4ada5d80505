/* SPDX-License-Identifier: Apache-2.0 */
#include "common/grid_walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_BITS = 10 };

/* ---- beginning ---- */

static void stop(const char *why)
{
    fprintf(stderr, "ERROR %s\n", why);
    exit(2);
}

static void read_kernel(struct kernel *k, const char *kernel)
{
    char why[200], text[2000];
    if (strstr(kernel, ".kernel") != NULL) {
        if (kernel_read(k, kernel, why, sizeof why) != NULL) stop(why);
        return;
    }
    snprintf(text, sizeof text,
             "kernel X\nblocks 1\nthreads 32\nregisters 8\nshared 0\n"
             "phase registers 8 shared 0\n%s",
             kernel);
    if (kernel_parse(k, "stimulus", text, why, sizeof why) != NULL) stop(why);
}

/* The bench has computed what fits. */
static const char *start(void *self, const struct limits_core *core, const struct kernel *k,
                         char *why, uint32_t size)
{
    (void)self, (void)core, (void)k, (void)why, (void)size;
    return NULL;
}

void grid_walk_begin(struct grid_walk *w, const struct grid_walk_setup *setup, uint64_t seed)
{
    char why[200];
    struct kernel k;
    struct limits_core limits = {0};
    read_kernel(&k, setup->kernel);
    k.threads = setup->warps * LIMITS_WARP;
    k.blocks = setup->blocks;
    core_close(&w->core);
    w->plug = (struct plug){.name = "bench",
                            .start = start,
                            .slots = setup->slots,
                            .ports = setup->ports < GRID_PORTS ? setup->ports : GRID_PORTS,
                            .queues = setup->queues};
    if (core_open(&w->core, &w->plug, &limits, &k, &setup->core, seed, why, sizeof why) != NULL)
        stop(why);
    memset(w->queued, 0, sizeof w->queued);
    w->lost = false;
}

bool grid_walk_done(const struct grid_walk *w) { return w->core.done == w->core.kernel.blocks; }

/* ---- a cycle ---- */

static const struct core_block *block_on(const struct core *c, uint32_t slot)
{
    return slot < GRID_SLOTS && c->owner_block[slot] >= 0 ? &c->block[c->owner_block[slot]] : NULL;
}

static bool is_here(const struct core_block *b) { return b != NULL && b->warp != NULL; }

void grid_walk_show(struct grid_walk *w, uint64_t ready)
{
    struct core *c = &w->core;
    memset(&c->view, 0, sizeof c->view);
    memset(&c->out, 0, sizeof c->out);
    for (uint32_t s = 0; s < w->plug.slots; s++)
        c->view.ready[s] = (ready >> s & 1) != 0 && is_here(block_on(c, s));
}

void grid_walk_drive(struct grid_walk *w)
{
    struct core *c = &w->core;
    if (w->plug.queues && c->view.l1_valid)
        w->lost = w->lost || c->view.l1 >= CORE_LOADS || !w->queued[c->view.l1];
    if (w->lost) {
        memset(&c->in, 0, sizeof c->in);
        return;
    }
    core_drive(c);
    if (c->in.l1_ready) w->queued[c->view.l1] = false;
    if (c->in.load_valid) w->queued[c->in.load] = true;
}

/* All its warps have ended, as the core knows. */
static bool has_ended(const struct core *c, uint32_t block)
{
    if (block >= c->offered || c->block[block].warp == NULL) return false;
    for (uint32_t r = 0; r < c->warps; r++) {
        if (!c->block[block].warp[r].ended) return false;
    }
    return true;
}

/* Can the core follow? */
static bool makes_sense(const struct core *c)
{
    const struct grid_out *o = &c->out;
    const uint32_t offered = c->offered + (c->in.block_valid && o->block_ready);
    if (o->leave && !is_here(block_on(c, o->leave_slot))) return false;
    if (o->done && !has_ended(c, o->done_id)) return false;
    if (!o->begin && !o->resume) return true;
    if (o->seat_id >= offered || o->count != c->warps || o->seat + o->count > c->plug->slots)
        return false;
    return (c->block[o->seat_id].warp != NULL) == o->resume;
}

void grid_walk_see(struct grid_walk *w)
{
    w->lost = w->lost || !makes_sense(&w->core);
    if (!w->lost) core_see(&w->core);
}

/* ---- identities ---- */

static uint32_t number_bits(uint32_t width) { return width < NUMBER_BITS ? width : NUMBER_BITS; }

uint32_t grid_walk_most(uint32_t width) { return 1u << number_bits(width); }

uint32_t grid_walk_number(const uint32_t *id, uint32_t width)
{
    return id[0] & (grid_walk_most(width) - 1);
}

/* Above the number: bits that look random. */
void grid_walk_id(uint32_t number, uint32_t width, uint32_t *id, uint32_t words)
{
    struct hd_rng rng;
    hd_rng_seed(&rng, number);
    for (uint32_t i = 0; i < words; i++) {
        const uint32_t bits = width > 32 * i ? width - 32 * i : 0;
        const uint64_t mask = bits >= 32 ? UINT32_MAX : (UINT64_C(1) << bits) - 1;
        id[i] = (uint32_t)(hd_rng_next(&rng) >> 32 & mask);
    }
    id[0] = (id[0] & ~(grid_walk_most(width) - 1)) | number;
}
