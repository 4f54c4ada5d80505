/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu/l2_slice.h"

#include <string.h>

enum { NONE = UINT32_MAX };

const char *l2_slice_init(struct l2_slice *s, const struct l2_slice_cfg *cfg)
{
    if (cfg->ways > L2_SLICE_MAX_WAYS) return "a slice must have 0 to 16 ways";
    if (cfg->sets < 1 || cfg->sets > L2_SLICE_MAX_LINES ||
        cfg->sets * cfg->ways > L2_SLICE_MAX_LINES)
        return "a slice must have 1 set, and at most 8192 lines";
    if (cfg->sectors < 1 || cfg->sectors > L2_SLICE_MAX_SECTORS)
        return "a line must have 1 to 8 sectors";
    if (cfg->mshrs < 1 || cfg->mshrs > L2_SLICE_MAX_MSHRS || cfg->merges < 1 ||
        cfg->merges > L2_SLICE_MAX_MERGES)
        return "a slice must have 1 to 64 MSHRs of 1 to 16 requests";
    if (cfg->latency < 1) return "the latency of a slice must be at least 1";
    if (cfg->depth < 2 || cfg->depth > L2_SLICE_MAX_DEPTH)
        return "the queue from a slice to its channel must have 2 to 32 places";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

/* --- looking ------------------------------------------------------------- */

static uint32_t set_of(const struct l2_slice *s, uint64_t line)
{
    return (uint32_t)(line % s->cfg.sets) * s->cfg.ways;
}

/* The place of a line in the cache. */
static uint32_t find_line(const struct l2_slice *s, uint64_t line)
{
    const uint32_t set = set_of(s, line);
    for (uint32_t i = set; i < set + s->cfg.ways; i++)
        if (s->line[i].present && s->line[i].line == line) return i;
    return NONE;
}

static uint32_t find_mshr(const struct l2_slice *s, uint64_t line)
{
    for (uint32_t m = 0; m < s->cfg.mshrs; m++)
        if (s->mshr[m].used && s->mshr[m].line == line) return m;
    return NONE;
}

static uint32_t free_mshr(const struct l2_slice *s)
{
    for (uint32_t m = 0; m < s->cfg.mshrs; m++)
        if (!s->mshr[m].used) return m;
    return NONE;
}

/* The place that a new line gets: a free one, or the least recently used without an MSHR. */
static uint32_t find_victim(const struct l2_slice *s, uint64_t line)
{
    const uint32_t set = set_of(s, line);
    uint32_t best = NONE;
    for (uint32_t i = set; i < set + s->cfg.ways; i++) {
        if (!s->line[i].present) return i;
        if (s->line[i].waits) continue;
        if (best == NONE || s->line[i].used < s->line[best].used) best = i;
    }
    return best;
}

/* Sectors that the request needs from the channel, if the line has these. */
static uint32_t missing(const struct l2_request *r, uint32_t valid)
{
    const uint32_t brought = r->kind == L2_STORE ? r->whole : 0;
    return r->sectors & ~valid & ~brought;
}

/* What a request does. */
struct plan {
    enum { WAIT, HIT, MERGE, MISS, PASS } way;
    uint32_t mshr;
    uint32_t place; /* in the cache; of a new line its victim's */
    uint32_t fetch; /* sectors */
    bool replace;   /* the line is new */
};

static struct plan plan_without_cache(const struct l2_slice *s, const struct l2_request *r)
{
    struct plan p = {.way = WAIT};
    if (r->kind == L2_STORE) {
        p.way = PASS;
        return p;
    }
    p.mshr = free_mshr(s);
    p.fetch = r->sectors;
    if (p.mshr != NONE) p.way = MISS;
    return p;
}

static struct plan plan_of(const struct l2_slice *s, const struct l2_request *r)
{
    struct plan p = {.way = WAIT};
    if (s->cycle < s->free_at || s->fetch_count + 2 > s->cfg.depth) return p;
    if (s->cfg.ways == 0) return plan_without_cache(s, r);
    p.mshr = find_mshr(s, r->line);
    if (p.mshr != NONE) {
        const struct l2_mshr *m = &s->mshr[p.mshr];
        p.place = m->place;
        p.fetch = missing(r, s->line[m->place].valid | m->asked);
        if (m->under_way && m->count < s->cfg.merges) p.way = MERGE;
        return p;
    }
    p.place = find_line(s, r->line);
    p.replace = p.place == NONE;
    if (p.replace) p.place = find_victim(s, r->line);
    if (p.place == NONE) return p;
    p.fetch = missing(r, p.replace ? 0 : s->line[p.place].valid);
    if (p.fetch == 0) {
        p.way = HIT;
        return p;
    }
    p.mshr = free_mshr(s);
    if (p.mshr != NONE) p.way = MISS;
    return p;
}

void l2_slice_eval(const struct l2_slice *s, const struct l2_slice_in *in, struct l2_slice_out *out)
{
    out->taken = in->valid && plan_of(s, &in->request).way != WAIT;
    out->fetch_valid = s->fetch_count > 0;
    out->fetch = s->fetch[s->fetch_first];
    out->reply_valid = s->reply_count > 0 && s->reply[s->reply_first].at <= s->cycle;
    out->reply_handle = s->reply[s->reply_first].handle;
}

/* --- doing --------------------------------------------------------------- */

static void ask(struct l2_slice *s, bool write, uint64_t line, uint32_t sectors, uint32_t mshr)
{
    const uint32_t last = (s->fetch_first + s->fetch_count++) % L2_SLICE_MAX_DEPTH;
    const uint32_t number = (uint32_t)__builtin_popcount(sectors);
    s->fetch[last] = (struct l2_fetch){write, line, sectors, mshr};
    if (write) s->written += number;
    else s->read += number;
}

static void answer(struct l2_slice *s, uint32_t handle)
{
    const uint32_t last = (s->reply_first + s->reply_count++) % L2_SLICE_MAX_REPLIES;
    s->reply[last].at = s->cycle + s->cfg.latency;
    s->reply[last].handle = handle;
}

/* What is in the line once the request has been performed. */
static void write_sectors(struct l2_line *l, const struct l2_request *r)
{
    if (r->kind == L2_LOAD) return;
    l->valid |= (uint8_t)r->sectors;
    l->dirty |= (uint8_t)r->sectors;
}

static void replace(struct l2_slice *s, uint32_t place, uint64_t line)
{
    struct l2_line *l = &s->line[place];
    if (l->present && l->dirty != 0) ask(s, true, l->line, l->dirty, 0);
    *l = (struct l2_line){.present = true, .line = line};
}

static void wait_in(struct l2_slice *s, const struct plan *p, const struct l2_request *r)
{
    struct l2_mshr *m = &s->mshr[p->mshr];
    m->request[m->count++] = *r;
    if (p->fetch == 0) return;
    m->asked |= p->fetch;
    m->fetches++;
    ask(s, false, r->line, p->fetch, p->mshr);
}

static void take(struct l2_slice *s, const struct l2_request *r)
{
    const struct plan p = plan_of(s, r);
    s->requests[r->kind]++;
    if (r->kind == L2_ATOMIC) s->free_at = s->cycle + r->operations;
    if (p.replace) replace(s, p.place, r->line);
    if (s->cfg.ways > 0) s->line[p.place].used = s->cycle;
    if (p.way == MISS) {
        s->mshr[p.mshr] =
            (struct l2_mshr){.used = true, .under_way = true, .line = r->line, .place = p.place};
        if (s->cfg.ways > 0) s->line[p.place].waits = true;
    }
    if (p.way == MISS || p.way == MERGE) wait_in(s, &p, r);
    if (p.way == MERGE) s->merged++;
    if (p.way == PASS) ask(s, true, r->line, r->sectors, 0);
    if (p.way == HIT) {
        s->hits++;
        write_sectors(&s->line[p.place], r);
    }
    if (p.way == PASS || p.way == HIT) answer(s, r->handle);
}

/* Sectors of an MSHR have come. With the last its requests can be answered. */
static void fill(struct l2_slice *s, uint32_t mshr)
{
    struct l2_mshr *m = &s->mshr[mshr];
    if (--m->fetches > 0) return;
    m->under_way = false;
    if (s->cfg.ways > 0) s->line[m->place].valid |= (uint8_t)m->asked;
    s->done[(s->done_first + s->done_count++) % L2_SLICE_MAX_MSHRS] = mshr;
}

/* The next request that waited is answered. Without a cache an atomic is written first. */
static void drain(struct l2_slice *s)
{
    if (s->done_count == 0) return;
    struct l2_mshr *m = &s->mshr[s->done[s->done_first]];
    const struct l2_request *r = &m->request[m->next];
    if (s->cfg.ways == 0 && r->kind == L2_ATOMIC) {
        if (s->fetch_count == s->cfg.depth) return;
        ask(s, true, r->line, r->sectors, 0);
    }
    if (s->cfg.ways > 0) write_sectors(&s->line[m->place], r);
    answer(s, r->handle);
    if (++m->next < m->count) return;
    m->used = false;
    if (s->cfg.ways > 0) s->line[m->place].waits = false;
    s->done_first = (s->done_first + 1) % L2_SLICE_MAX_MSHRS;
    s->done_count--;
}

void l2_slice_tick(struct l2_slice *s, const struct l2_slice_in *in, const struct l2_slice_out *out)
{
    if (out->reply_valid && in->reply_ready) {
        s->reply_first = (s->reply_first + 1) % L2_SLICE_MAX_REPLIES;
        s->reply_count--;
    }
    if (out->fetch_valid && in->fetch_ready) {
        s->fetch_first = (s->fetch_first + 1) % L2_SLICE_MAX_DEPTH;
        s->fetch_count--;
    }
    /* By the state before this cycle, as eval has seen it: the request first. */
    if (out->taken) take(s, &in->request);
    drain(s);
    if (in->fill_valid) fill(s, in->fill_mshr);
    s->cycle++;
}
