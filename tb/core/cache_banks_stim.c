/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the banks of a data cache. It plays a coalescer that offers each bank the requests
 * of one access, of one kind, until all are taken; a unit that takes answers; and a memory. What is
 * not taken is offered again.
 */
#include "common/stim_lines.h"
#include "core/cache_banks_seam.h"

typedef struct cache_banks_in inputs;
typedef struct cache_banks_view_out outputs;

/* Shares are in 1/16. */
struct profile {
    unsigned request; /* a bank is offered a request */
    unsigned load;    /* an access is a load, */
    unsigned store;   /* else a store, else an atomic */
    unsigned lines;   /* how many of the lines it is about */
    unsigned one_set; /* a line is drawn into the first one's set */
    unsigned one;     /* a single bank is offered a request */
    unsigned rsp;     /* an answer is taken */
    unsigned mem;     /* a request to memory is accepted */
    unsigned fill;    /* memory answers */
    unsigned calm;    /* 1/256: nothing more is asked for until the cache is idle */
    unsigned reset;   /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "misses", "hits",    "back_pressure", "one_bank",
                                   "atomics", "calm",   "streams", "resets",        NULL};

static const struct profile profiles[] = {
    {.request = 10,
     .load = 9,
     .store = 11,
     .lines = 64,
     .one = 2,
     .rsp = 12,
     .mem = 10,
     .fill = 8,
     .calm = 1},
    {.request = 14,
     .load = 13,
     .store = 10,
     .lines = STIM_LINES,
     .one_set = 4,
     .rsp = 14,
     .mem = 9,
     .fill = 14},
    {.request = 14,
     .load = 14,
     .store = 12,
     .lines = 12,
     .one = 1,
     .rsp = 14,
     .mem = 14,
     .fill = 14,
     .calm = 1},
    {.request = 14, .load = 9, .store = 11, .lines = 48, .one = 1, .rsp = 4, .mem = 3, .fill = 10},
    {.request = 12,
     .load = 9,
     .store = 11,
     .lines = 24,
     .one_set = 8,
     .one = 15,
     .rsp = 10,
     .mem = 10,
     .fill = 8},
    {.request = 13, .load = 3, .store = 2, .lines = 16, .one = 2, .rsp = 13, .mem = 12, .fill = 10},
    {.request = 8,
     .load = 8,
     .store = 12,
     .lines = 16,
     .one = 2,
     .rsp = 8,
     .mem = 10,
     .fill = 12,
     .calm = 14},
    {.request = 16, .load = 12, .store = 12, .lines = 96, .rsp = 16, .mem = 16, .fill = 16},
    {.request = 13,
     .load = 9,
     .store = 10,
     .lines = 32,
     .one = 2,
     .rsp = 12,
     .mem = 11,
     .fill = 8,
     .reset = 12},
};

static struct {
    struct cache_banks_cfg cfg;
    const struct profile *profile;
    bool run;  /* no reset in the last cycle */
    bool calm; /* nothing is asked for */
} env;

/* ---- requests ---- */

/* One of the lines, moved into this bank. */
static uint64_t draw_line(uint32_t bank)
{
    const uint64_t line = lines.line[draw(env.profile->lines)];
    return (line & ~(uint64_t)(env.cfg.banks - 1)) | bank;
}

static void draw_request(inputs *in, uint32_t b)
{
    in->req_line[b] = draw_line(b);
    draw_words(in->req_rider[b], env.cfg.rider_width);
    draw_words(in->req_data[b], 8 * env.cfg.line_bytes);
    draw_bytes(in->req_be[b]);
    draw_words(in->req_expect[b], 8 * env.cfg.line_bytes);
}

/* As long as a request waits, others of its access may come, of the same kind. */
static void draw_requests(inputs *in, const outputs *out)
{
    const struct profile *p = env.profile;
    const uint32_t alone = share(p->one) ? draw(env.cfg.banks) : env.cfg.banks;
    bool waits = false;
    for (uint32_t b = 0; b < env.cfg.banks; b++) {
        in->req_valid[b] = in->req_valid[b] && !out->model.req_ready[b];
        waits = waits || in->req_valid[b];
    }
    if (!waits) in->req_kind = draw_kind(p->load, p->store);
    for (uint32_t b = 0; b < env.cfg.banks; b++) {
        if (in->req_valid[b]) continue;
        draw_request(in, b);
        in->req_valid[b] = !env.calm && (alone == env.cfg.banks || alone == b) && share(p->request);
    }
}

static bool offers(const inputs *in)
{
    for (uint32_t b = 0; b < env.cfg.banks; b++)
        if (in->req_valid[b]) return true;
    return false;
}

/* Lines are forgotten when nothing is under way, and none is written: so in the last cycle, and
 * nothing offered. */
static void draw_clear(inputs *in, const outputs *out)
{
    const bool quiet = out->model.idle && out->model.clean && !offers(in);
    in->clear = env.calm && quiet && share(8);
    if (env.calm) env.calm = !(quiet && share(8));
    else env.calm = hd_rng_chance(&hd_draws, env.profile->calm, 256);
}

/* ---- the cycle ---- */

static void forget(inputs *in)
{
    lines.owed = 0;
    memset(in->req_valid, 0, sizeof in->req_valid);
    in->fill_valid = false;
    in->clear = in->flush = false;
}

void cache_banks_stim_open(const struct cache_banks_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    lines.line_bytes = cfg->line_bytes;
    lines.mshrs = cfg->mshrs;
    draw_lines(cfg->line_width, cfg->sets, 8, env.profile->one_set);
}

bool cache_banks_stim(inputs *in, const outputs *out)
{
    const struct cache_banks_out *m = &out->model;
    /* A reset is one for the neighbours as well. */
    if (!env.run) forget(in);
    if (env.run && m->mem_valid && in->mem_ready)
        memory_accepts(m->mem_id % env.cfg.mshrs, m->mem_line, m->mem_kind, out->mem_be,
                       out->mem_data);
    draw_clear(in, out);
    draw_fill(&in->fill_valid, &in->fill_id, in->fill_data, m->fill_ready, env.profile->fill);
    if (in->clear) memset(in->req_valid, 0, sizeof in->req_valid);
    else draw_requests(in, out);
    in->flush = !offers(in) && share(env.calm ? 12 : 2);
    for (uint32_t b = 0; b < env.cfg.banks; b++) in->rsp_ready[b] = share(env.profile->rsp);
    in->mem_ready = share(env.profile->mem);
    env.run = !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    return env.run;
}
