/* SPDX-License-Identifier: Apache-2.0 */
#include "walk/mimd.h"

#include <string.h>

static void make_ready(struct mimd *s, uint32_t tid)
{
    s->ready[(s->head + s->count++) % WALKER_MAX_THREADS] = tid;
}

void mimd_init(struct mimd *s, const struct machine_cfg *cfg, const struct walker *walker)
{
    memset(s, 0, sizeof *s);
    s->walker = walker;
    s->lanes = cfg->lanes;
    for (uint32_t t = 0; t < cfg->threads; t++) make_ready(s, t);
}

static void cycle(void *m, const struct machine_in *in, struct machine_out *out,
                  struct machine_stats *stats)
{
    struct mimd *s = m;
    (void)stats;
    for (uint32_t i = 0; i < in->back->count; i++) {
        if (!s->walker->thread[in->back->tid[i]].done) make_ready(s, in->back->tid[i]);
    }
    out->taken = true;
    while (in->ask && s->count > 0 && out->issue.count < s->lanes) {
        out->issue.tid[out->issue.count++] = s->ready[s->head];
        s->head = (s->head + 1) % WALKER_MAX_THREADS;
        s->count--;
    }
}

const struct machine_ops mimd_ops = {.cycle = cycle, .mimd = true};
