/* SPDX-License-Identifier: Apache-2.0 */
#include "walk/serial.h"

#include <string.h>

static void make_ready(struct serial *s, uint32_t part)
{
    s->ready[(s->head + s->count++) % WALKER_MAX_THREADS] = part;
}

/* Threads are in rising order in a part: its first one names it. */
static void join(struct serial *s, uint32_t part, uint32_t tid)
{
    struct serial_part *p = &s->part[part];
    p->warp.tid[p->warp.count++] = tid;
    s->part_of[tid] = part;
}

void serial_init(struct serial *s, const struct machine_cfg *cfg, const struct walker *walker)
{
    memset(s, 0, sizeof *s);
    s->walker = walker;
    for (uint32_t t = 0; t < cfg->threads; t++) join(s, t - t % cfg->lanes, t);
    for (uint32_t t = 0; t < cfg->threads; t += cfg->lanes) make_ready(s, t);
}

/* One part for each next PC, in the order of their lowest threads. */
static void split(struct serial *s, uint32_t part)
{
    const struct machine_warp old = s->part[part].warp;
    uint32_t first[MACHINE_MAX_LANES];
    uint32_t parts = 0;
    s->part[part].warp.count = 0;
    for (uint32_t i = 0; i < old.count; i++) {
        if (s->walker->thread[old.tid[i]].done) continue;
        const uint32_t pc = walker_pc(s->walker, old.tid[i]);
        uint32_t k = 0;
        while (k < parts && walker_pc(s->walker, first[k]) != pc) k++;
        if (k == parts) {
            first[parts++] = old.tid[i];
            s->part[old.tid[i]].warp.count = 0;
            make_ready(s, old.tid[i]);
        }
        join(s, first[k], old.tid[i]);
    }
}

static void cycle(void *m, const struct machine_in *in, struct machine_out *out,
                  struct machine_stats *stats)
{
    struct serial *s = m;
    (void)stats;
    for (uint32_t i = 0; i < in->back->count; i++) {
        const uint32_t part = s->part_of[in->back->tid[i]];
        if (--s->part[part].away == 0) split(s, part);
    }
    out->taken = true;
    if (!in->ask || s->count == 0) return;
    struct serial_part *p = &s->part[s->ready[s->head]];
    s->head = (s->head + 1) % WALKER_MAX_THREADS;
    s->count--;
    p->away = p->warp.count;
    out->issue = p->warp;
}

const struct machine_ops serial_ops = {.cycle = cycle, .holds = true};
