/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu/crossbar.h"

#include <string.h>

const char *crossbar_init(struct crossbar *s, const struct crossbar_cfg *cfg)
{
    if (cfg->sources < 1 || cfg->sources > CROSSBAR_MAX_PORTS || cfg->targets < 1 ||
        cfg->targets > CROSSBAR_MAX_PORTS)
        return "a crossbar must have 1 to 64 sources and 1 to 64 targets";
    if (cfg->source_depth < 1 || cfg->source_depth > CROSSBAR_MAX_DEPTH || cfg->target_depth < 1 ||
        cfg->target_depth > CROSSBAR_MAX_DEPTH)
        return "the queues of a crossbar must have 1 to 64 places";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

static struct crossbar_packet *oldest(struct crossbar_queue *q) { return &q->packet[q->first]; }

static void push(struct crossbar_queue *q, const struct crossbar_packet *p)
{
    q->packet[(q->first + q->count++) % CROSSBAR_MAX_DEPTH] = *p;
}

static void pop(struct crossbar_queue *q)
{
    q->first = (q->first + 1) % CROSSBAR_MAX_DEPTH;
    q->count--;
}

void crossbar_eval(const struct crossbar *s, struct crossbar_out *out)
{
    for (uint32_t i = 0; i < s->cfg.sources; i++)
        out->ready[i] = s->source[i].count < s->cfg.source_depth;
    for (uint32_t i = 0; i < s->cfg.targets; i++) {
        const struct crossbar_queue *q = &s->target[i];
        out->valid[i] = q->count > 0;
        out->handle[i] = q->packet[q->first].handle;
    }
}

/* --- transfers ----------------------------------------------------------- */

/* Of the sources in this set the first in turn. */
static uint32_t first_in_turn(uint64_t set, uint32_t turn)
{
    const uint64_t behind = set >> turn << turn;
    return (uint32_t)__builtin_ctzll(behind != 0 ? behind : set);
}

static void choose(struct crossbar *s, uint32_t target, uint64_t wants)
{
    if (wants == 0) return;
    const uint32_t from = first_in_turn(wants, s->link[target].turn);
    s->link[target].from = from;
    s->link[target].left = oldest(&s->source[from])->flits;
    s->link[target].turn = (from + 1) % s->cfg.sources;
    s->waiting &= ~(UINT64_C(1) << from);
}

/* A flit goes. With the last the packet is at its target. */
static void move(struct crossbar *s, uint32_t target)
{
    struct crossbar_queue *q = &s->source[s->link[target].from];
    s->flits++;
    if (--s->link[target].left > 0) return;
    push(&s->target[target], oldest(q));
    pop(q);
    if (q->count > 0) s->waiting |= UINT64_C(1) << s->link[target].from;
}

/* For each target the sources that have their oldest packet for it, and do not transfer it yet. */
static void find_wishes(struct crossbar *s, uint64_t wants[CROSSBAR_MAX_PORTS])
{
    for (uint32_t t = 0; t < s->cfg.targets; t++) wants[t] = 0;
    for (uint64_t left = s->waiting; left != 0; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(left);
        wants[oldest(&s->source[i])->target] |= left & -left;
    }
}

void crossbar_tick(struct crossbar *s, const struct crossbar_in *in)
{
    uint64_t wants[CROSSBAR_MAX_PORTS];
    uint64_t room = 0;
    find_wishes(s, wants);
    for (uint32_t i = 0; i < s->cfg.sources; i++)
        room |= (uint64_t)(s->source[i].count < s->cfg.source_depth) << i;
    for (uint32_t t = 0; t < s->cfg.targets; t++) {
        const bool place = s->target[t].count < s->cfg.target_depth;
        if (in->pop[t]) pop(&s->target[t]);
        if (s->link[t].left == 0 && place) choose(s, t, wants[t]);
        if (s->link[t].left > 0) move(s, t);
    }
    for (uint32_t i = 0; i < s->cfg.sources; i++) {
        if (!in->push[i] || !(room >> i & 1)) continue;
        if (s->source[i].count == 0) s->waiting |= UINT64_C(1) << i;
        push(&s->source[i], &in->packet[i]);
    }
}
