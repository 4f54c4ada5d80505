/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the L1 cache. It plays warps that load, store and do atomics on some lines, many of
 * which are alike; a unit that takes answers; and a memory that keeps those lines, does requests
 * in the order in which it accepts them, and answers in any order after any time. What is not taken
 * is offered again.
 */
#include <string.h>

#include "common/draws.h"
#include "core/l1_cache_seam.h"

typedef struct l1_cache_in inputs;
typedef struct l1_cache_view_out outputs;

enum { LINES = 256, WORD_BITS = 32 };

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
     .lines = LINES,
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
     .lines = LINES,
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
    bool run;       /* no reset in the last cycle */
    bool calm;      /* nothing is asked for */
    uint32_t lines; /* that there are */
    uint64_t line[LINES];
    uint32_t memory[LINES][L1_CACHE_MAX_WORDS];
    /* What memory has still to answer: a bit an MSHR, its line and data. */
    uint64_t owed;
    uint64_t owed_line[L1_CACHE_MAX_MSHRS];
    uint32_t owed_data[L1_CACHE_MAX_MSHRS][L1_CACHE_MAX_WORDS];
} env;

static uint32_t any_word(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }
static uint64_t any(void) { return hd_stim_word(&hd_draws, 64); }
static uint32_t words_of(uint32_t bits) { return (bits + WORD_BITS - 1) / WORD_BITS; }

static void draw_words(uint32_t *to, uint32_t bits)
{
    const uint32_t words = words_of(bits);
    for (uint32_t i = 0; i < words; i++) to[i] = any_word();
    if (bits % WORD_BITS != 0) to[words - 1] &= (UINT32_C(1) << bits % WORD_BITS) - 1;
}

/* ---- memory ---- */

/* Lines are given once: anywhere, or alike to one that there is already. */
static void draw_lines(void)
{
    const struct profile *p = env.profile;
    env.lines = p->lines;
    for (uint32_t i = 0; i < LINES; i++) {
        uint64_t line = any();
        if (i > 0 && share(p->one_bit))
            line = env.line[draw(i)] ^ UINT64_C(1) << draw(env.cfg.line_width);
        if (i > 0 && share(p->one_set)) line ^= (line ^ env.line[0]) & (env.cfg.sets - 1);
        env.line[i] = line & ones(env.cfg.line_width);
        draw_words(env.memory[i], 8 * env.cfg.line_bytes);
    }
}

/* Lines may be there twice: the first one counts. A line without a request counts as line 0. */
static uint32_t place_of(uint64_t line)
{
    for (uint32_t i = 0; i < LINES; i++) {
        if (env.line[i] == line) return i;
    }
    return 0;
}

/* Bytes that are enabled are written by a store, added to by an atomic. */
static void write_line(uint32_t *to, const outputs *out)
{
    unsigned char *old = (unsigned char *)to;
    const unsigned char *data = (const unsigned char *)out->mem_data;
    for (uint32_t b = 0; b < env.cfg.line_bytes; b++) {
        if ((out->mem_be[b / WORD_BITS] >> b % WORD_BITS & 1) == 0) continue;
        old[b] =
            (unsigned char)(out->model.mem_kind == L1_CACHE_STORE ? data[b] : old[b] + data[b]);
    }
}

/* Requests are done as they are accepted, and answered some time: with the line as it was. */
static void accept(const outputs *out)
{
    const uint32_t id = out->model.mem_id % env.cfg.mshrs;
    uint32_t *line = env.memory[place_of(out->model.mem_line)];
    env.owed |= UINT64_C(1) << id;
    env.owed_line[id] = out->model.mem_line;
    memcpy(env.owed_data[id], line, env.cfg.line_bytes);
    if (out->model.mem_kind != L1_CACHE_LOAD) write_line(line, out);
    /* The data of a store's answer mean nothing. */
    if (out->model.mem_kind == L1_CACHE_STORE)
        draw_words(env.owed_data[id], 8 * env.cfg.line_bytes);
}

/* One of the answers owed, from a random id on, round the end. */
static uint32_t draw_owed(void)
{
    uint32_t id = draw(env.cfg.mshrs);
    while ((env.owed >> id & 1) == 0) id = id + 1 < env.cfg.mshrs ? id + 1 : 0;
    return id;
}

/* An answer that was not taken stays. Where there is none there is noise. */
static void draw_fill(inputs *in, const outputs *out)
{
    if (in->fill_valid && !out->model.fill_ready) return;
    if (in->fill_valid) env.owed &= ~(UINT64_C(1) << in->fill_id);
    in->fill_valid = env.owed != 0 && share(env.profile->fill);
    in->fill_id = in->fill_valid ? draw_owed() : draw(env.cfg.mshrs);
    if (in->fill_valid) memcpy(in->fill_data, env.owed_data[in->fill_id], env.cfg.line_bytes);
    else draw_words(in->fill_data, 8 * env.cfg.line_bytes);
}

/* ---- requests ---- */

static uint64_t draw_line(const inputs *in)
{
    if (share(env.profile->again)) return in->req_line;
    if (in->fill_valid && share(env.profile->chase)) return env.owed_line[in->fill_id];
    return env.line[draw(env.lines)];
}

/* All bytes, one word, any, or none. */
static void draw_bytes(uint32_t *be)
{
    const uint32_t first = 4 * draw(env.cfg.line_bytes / 4);
    draw_words(be, env.cfg.line_bytes);
    if (share(8)) return;
    const bool whole = share(8);
    const bool none = share(2);
    for (uint32_t i = 0; i < words_of(env.cfg.line_bytes); i++) be[i] = whole && !none ? ~0u : 0;
    if (!whole && !none) be[first / WORD_BITS] = 0xfu << first % WORD_BITS;
    if (env.cfg.line_bytes < WORD_BITS) be[0] &= (uint32_t)ones(env.cfg.line_bytes);
}

static void draw_request(inputs *in, const outputs *out)
{
    const struct profile *p = env.profile;
    if (in->req_valid && !out->model.req_ready) return;
    in->req_valid = !env.calm && share(p->request);
    in->req_kind = share(p->load)    ? (uint32_t)L1_CACHE_LOAD
                   : share(p->store) ? (uint32_t)L1_CACHE_STORE
                                     : (uint32_t)L1_CACHE_ATOMIC;
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
    env.owed = 0;
    in->req_valid = false;
    in->fill_valid = false;
    in->clear = in->flush = false;
}

void l1_cache_stim_open(const struct l1_cache_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    draw_lines();
}

bool l1_cache_stim(inputs *in, const outputs *out)
{
    /* A reset is one for the neighbours as well. */
    if (!env.run) forget(in);
    if (env.run && out->model.mem_valid && in->mem_ready) accept(out);
    draw_clear(in, out);
    draw_fill(in, out);
    if (in->clear) in->req_valid = false;
    else draw_request(in, out);
    draw_flush(in);
    in->rsp_ready = share(env.profile->rsp);
    in->mem_ready = share(env.profile->mem);
    env.run = !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    return env.run;
}
