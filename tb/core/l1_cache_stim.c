/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the L1 cache. It plays warps that load, store and do atomics on some lines, many of
 * which are alike; a unit that takes answers; and a memory that keeps those lines, does requests
 * in the order in which it accepts them, and answers in any order after any time. What is not taken
 * is offered again.
 */
#include "core/l1_cache_seam.h"
#include "common/stim_lines.h"

typedef struct l1_cache_in inputs;
typedef struct l1_cache_view_out outputs;

/* Shares are in 1/16. */
struct profile {
    unsigned request; /* a request is offered */
    unsigned load;    /* it is a load, */
    unsigned store;   /* else a store, else an atomic */
    unsigned lines;   /* how many of the lines it is about */
    unsigned again;   /* the line of the last one once more */
    unsigned chase;   /* the line whose answer memory offers */
    unsigned one_set; /* a line is drawn into the first one's set */
    unsigned one_bit; /* it differs in one bit from another one */
    unsigned rsp;     /* an answer is taken */
    unsigned mem;     /* a request to memory is accepted */
    unsigned fill;    /* memory answers */
    unsigned calm;    /* 1/256: nothing more is asked for until the cache is idle */
    unsigned reset;   /* 1/256: a reset more */
};

const char *const hd_profiles[] = {
    "uniform", "one_set", "one_line",   "mshrs_full", "places_full", "back_pressure", "hits",
    "atomics", "one_bit", "many_lines", "streams",    "calm",        "resets",        NULL};

static const struct profile profiles[] = {
    {.request = 12,
     .load = 10,
     .store = 10,
     .lines = 64,
     .again = 3,
     .chase = 2,
     .one_bit = 8,
     .rsp = 12,
     .mem = 12,
     .fill = 8,
     .calm = 1},
    {.request = 14,
     .load = 12,
     .store = 10,
     .lines = 24,
     .again = 3,
     .chase = 3,
     .one_set = 15,
     .one_bit = 4,
     .rsp = 14,
     .mem = 14,
     .fill = 13},
    {.request = 14, .load = 9, .store = 12, .lines = 1, .rsp = 13, .mem = 13, .fill = 9},
    {.request = 15,
     .load = 9,
     .store = 10,
     .lines = STIM_LINES,
     .again = 3,
     .chase = 3,
     .one_bit = 8,
     .rsp = 14,
     .mem = 15,
     .fill = 3},
    {.request = 15,
     .load = 15,
     .store = 10,
     .lines = 6,
     .again = 10,
     .chase = 4,
     .one_bit = 8,
     .rsp = 13,
     .mem = 13,
     .fill = 3},
    {.request = 15,
     .load = 11,
     .store = 10,
     .lines = 12,
     .again = 4,
     .chase = 3,
     .one_bit = 8,
     .rsp = 3,
     .mem = 3,
     .fill = 12},
    {.request = 14,
     .load = 16,
     .lines = 16,
     .again = 4,
     .one_set = 2,
     .one_bit = 8,
     .rsp = 13,
     .mem = 14,
     .fill = 14,
     .calm = 1},
    {.request = 14,
     .load = 5,
     .store = 1,
     .lines = 8,
     .again = 6,
     .chase = 3,
     .one_bit = 8,
     .rsp = 13,
     .mem = 13,
     .fill = 10},
    {.request = 14,
     .load = 14,
     .store = 10,
     .lines = 96,
     .again = 2,
     .chase = 2,
     .one_set = 8,
     .one_bit = 15,
     .rsp = 14,
     .mem = 14,
     .fill = 9},
    {.request = 14,
     .load = 14,
     .store = 12,
     .lines = STIM_LINES,
     .again = 1,
     .chase = 3,
     .one_bit = 8,
     .rsp = 15,
     .mem = 15,
     .fill = 14},
    {.request = 16,
     .load = 13,
     .store = 12,
     .lines = 32,
     .again = 2,
     .chase = 6,
     .one_bit = 8,
     .rsp = 16,
     .mem = 16,
     .fill = 16},
    {.request = 6,
     .load = 11,
     .store = 10,
     .lines = 8,
     .again = 4,
     .chase = 3,
     .one_bit = 8,
     .rsp = 6,
     .mem = 12,
     .fill = 12,
     .calm = 16},
    {.request = 14,
     .load = 11,
     .store = 10,
     .lines = 24,
     .again = 4,
     .chase = 3,
     .one_bit = 8,
     .rsp = 12,
     .mem = 12,
     .fill = 7,
     .reset = 12},
};

static struct {
    struct l1_cache_cfg cfg;
    const struct profile *profile;
    bool run;  /* no reset in the last cycle */
    bool calm; /* nothing is asked for */
} env;

/* ---- requests ---- */

static uint64_t draw_line(const inputs *in)
{
    if (share(env.profile->again)) return in->req_line;
    if (in->fill_valid && share(env.profile->chase)) return lines.owed_line[in->fill_id];
    return lines.line[draw(env.profile->lines)];
}

static void draw_request(inputs *in, const outputs *out)
{
    const struct profile *p = env.profile;
    if (in->req_valid && !out->model.req_ready) return;
    in->req_valid = !env.calm && share(p->request);
    in->req_kind = draw_kind(p->load, p->store);
    in->req_line = draw_line(in);
    draw_words(in->req_rider, env.cfg.rider_width);
    draw_words(in->req_data, 8 * env.cfg.line_bytes);
    draw_bytes(in->req_be);
    draw_words(in->req_expect, 8 * env.cfg.line_bytes);
}

/* Lines are forgotten when nothing is under way, and none is written: so in the last cycle, and
 * nothing offered. */
static void draw_clear(inputs *in, const outputs *out)
{
    const bool quiet = out->model.idle && out->model.clean && !in->req_valid;
    in->clear = env.calm && quiet && share(8);
    if (env.calm) env.calm = !(quiet && share(8));
    else env.calm = hd_rng_chance(&hd_draws, env.profile->calm, 256);
}

/* Written lines leave while nothing is offered; in the end all of them. */
static void draw_flush(inputs *in) { in->flush = !in->req_valid && share(env.calm ? 12 : 2); }

/* ---- the cycle ---- */

static void forget(inputs *in)
{
    lines.owed = 0;
    in->req_valid = false;
    in->fill_valid = false;
    in->clear = in->flush = false;
}

void l1_cache_stim_open(const struct l1_cache_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    lines.line_bytes = cfg->line_bytes;
    lines.mshrs = cfg->mshrs;
    draw_lines(cfg->line_width, cfg->sets, env.profile->one_bit, env.profile->one_set);
}

bool l1_cache_stim(inputs *in, const outputs *out)
{
    const struct l1_cache_out *m = &out->model;
    /* A reset is one for the neighbours as well. */
    if (!env.run) forget(in);
    if (env.run && m->mem_valid && in->mem_ready)
        memory_accepts(m->mem_id % env.cfg.mshrs, m->mem_line, m->mem_kind, out->mem_be,
                       out->mem_data);
    draw_clear(in, out);
    draw_fill(&in->fill_valid, &in->fill_id, in->fill_data, m->fill_ready, env.profile->fill);
    if (in->clear) in->req_valid = false;
    else draw_request(in, out);
    draw_flush(in);
    in->rsp_ready = share(env.profile->rsp);
    in->mem_ready = share(env.profile->mem);
    env.run = !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    return env.run;
}
