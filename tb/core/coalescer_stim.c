/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the coalescer. It plays warps that load, store and do atomics, by patterns that
 * programs have and some that only a test has, and a memory that does not accept everything. An
 * access that is not taken is offered again.
 */
#include <string.h>

#include "common/draws.h"
#include "core/coalescer_seam.h"

/* Where the lanes go, from a base that is drawn for each access. */
enum pattern {
    SAME_LINE, /* any words of one line */
    STRIDE,    /* one word behind the other, or every other, ... */
    SCATTER,   /* anywhere */
    FEW_LINES, /* any words of some lines */
    ONE_WORD,
    FEW_WORDS,
    ONE_PLACE, /* the same word of lines anywhere */
    ONE_BIT,   /* the base but for a bit */
    PATTERNS
};

/* Shares are in 1/16. */
struct profile {
    unsigned access;  /* an access is offered */
    unsigned ready;   /* a request is accepted */
    unsigned load;    /* it is a load, */
    unsigned store;   /* else a store, else an atomic */
    unsigned pattern; /* the pattern is this one, else any */
    enum pattern favourite;
    unsigned thin;  /* few lanes access */
    unsigned full;  /* all do */
    unsigned empty; /* none does */
    unsigned whole; /* lanes write whole words, else some bytes */
    unsigned reset; /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform",   "same_line", "stride",  "scatter",       "one_word",
                                   "few_words", "bytes",     "one_bit", "back_pressure", "empty",
                                   "streams",   "resets",    NULL};

static const struct profile profiles[] = {
    {.access = 12,
     .ready = 12,
     .load = 6,
     .store = 9,
     .thin = 3,
     .full = 4,
     .empty = 1,
     .whole = 8},
    {.access = 14,
     .ready = 14,
     .load = 6,
     .store = 10,
     .pattern = 15,
     .favourite = SAME_LINE,
     .thin = 1,
     .full = 10,
     .whole = 10},
    {.access = 14,
     .ready = 14,
     .load = 7,
     .store = 12,
     .pattern = 15,
     .favourite = STRIDE,
     .full = 13,
     .whole = 14},
    {.access = 14,
     .ready = 14,
     .load = 6,
     .store = 9,
     .pattern = 15,
     .favourite = SCATTER,
     .thin = 4,
     .full = 6,
     .whole = 8},
    {.access = 14,
     .ready = 14,
     .load = 1,
     .store = 2,
     .pattern = 14,
     .favourite = ONE_WORD,
     .thin = 2,
     .full = 8,
     .whole = 8},
    {.access = 14,
     .ready = 14,
     .load = 1,
     .store = 2,
     .pattern = 13,
     .favourite = FEW_WORDS,
     .thin = 2,
     .full = 6,
     .whole = 8},
    {.access = 14,
     .ready = 14,
     .load = 1,
     .store = 15,
     .pattern = 10,
     .favourite = FEW_WORDS,
     .thin = 4,
     .full = 2,
     .whole = 1},
    {.access = 14,
     .ready = 14,
     .load = 5,
     .store = 8,
     .pattern = 14,
     .favourite = ONE_BIT,
     .thin = 3,
     .full = 3,
     .whole = 8},
    {.access = 15,
     .ready = 4,
     .load = 6,
     .store = 9,
     .pattern = 6,
     .favourite = SAME_LINE,
     .thin = 6,
     .full = 2,
     .whole = 8},
    {.access = 13,
     .ready = 13,
     .load = 6,
     .store = 8,
     .thin = 8,
     .full = 1,
     .empty = 10,
     .whole = 8},
    {.access = 16,
     .ready = 16,
     .load = 8,
     .store = 12,
     .pattern = 12,
     .favourite = SAME_LINE,
     .thin = 6,
     .full = 2,
     .empty = 2,
     .whole = 8},
    {.access = 14,
     .ready = 12,
     .load = 5,
     .store = 8,
     .pattern = 8,
     .favourite = FEW_LINES,
     .thin = 3,
     .full = 4,
     .whole = 8,
     .reset = 16},
};

static struct {
    struct coalescer_cfg cfg;
    const struct profile *profile;
    struct coalescer_in *in;
    bool waits; /* the access of the last cycle was not taken */
} env;

/* Any 64 bits, the lower ones as good as the upper ones. */
static uint64_t any(void) { return hd_stim_word(&hd_draws, 64); }

/* ---- addresses ---- */

static uint64_t draw_address(enum pattern pattern, uint64_t base, uint64_t step, uint32_t lane)
{
    const uint64_t line = env.cfg.line_bytes;
    const uint64_t start = base / line * line;
    switch (pattern) {
    case SAME_LINE: return start + any() % line;
    case STRIDE: return base + lane * step;
    case SCATTER: return any();
    case FEW_LINES: return start + any() % (4 * line);
    case ONE_WORD: return base / 4 * 4 + any() % 4;
    case FEW_WORDS: return start + any() % 12;
    case ONE_PLACE: return any() / line * line + base % line;
    default: return share(4) ? base : base ^ UINT64_C(1) << draw(env.cfg.addr_width);
    }
}

/* A step is often a word, or a power of two, so that a line's lanes are neighbours. */
static void draw_addresses(void)
{
    const struct profile *p = env.profile;
    const enum pattern pattern = share(p->pattern) ? p->favourite : (enum pattern)draw(PATTERNS);
    const uint64_t base = share(8) ? any() / env.cfg.line_bytes * env.cfg.line_bytes : any();
    const uint64_t step = share(8) ? 4 : share(8) ? UINT64_C(1) << draw(11) : 1 + draw(300);
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++) {
        env.in->acc_addr[lane] = draw_address(pattern, base, step, lane) & ones(env.cfg.addr_width);
    }
}

/* ---- data of an access ---- */

/* The bytes are of the word that the address is in: a byte, a half or the word, or any of them. */
static uint32_t draw_bytes(uint64_t addr)
{
    const uint32_t at = (uint32_t)(addr & 3);
    if (share(env.profile->whole)) return 0xf;
    if (share(6)) return draw(16);
    return share(8) ? 1u << at : 3u << (at & 2);
}

static void draw_data(void)
{
    const bool whole = share(env.profile->whole);
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++) {
        const bool all = env.in->acc_kind == COALESCER_ATOMIC || whole;
        env.in->acc_data[lane] = (uint32_t)hd_stim_word(&hd_draws, 32);
        env.in->acc_expect[lane] = (uint32_t)hd_stim_word(&hd_draws, 32);
        env.in->acc_be[lane] = all ? 0xf : draw_bytes(env.in->acc_addr[lane]);
        if (env.in->acc_kind == COALESCER_ATOMIC && share(1)) env.in->acc_be[lane] = 0;
    }
}

/* ---- an access ---- */

static void draw_mask(void)
{
    const struct profile *p = env.profile;
    env.in->acc_mask = any();
    if (share(p->full)) env.in->acc_mask = UINT64_MAX;
    if (share(p->thin)) env.in->acc_mask = any() & any() & any();
    if (share(1)) env.in->acc_mask = UINT64_C(1) << draw(env.cfg.lanes);
    if (share(p->empty)) env.in->acc_mask = 0;
    env.in->acc_mask &= ones(env.cfg.lanes);
}

/* When none is offered there is noise, of any kind. */
static void draw_access(void)
{
    const struct profile *p = env.profile;
    struct coalescer_in *in = env.in;
    if (env.waits) return;
    in->acc_valid = share(p->access);
    in->acc_kind = share(p->load)    ? (uint32_t)COALESCER_LOAD
                   : share(p->store) ? (uint32_t)COALESCER_STORE
                                     : (uint32_t)COALESCER_ATOMIC;
    if (!in->acc_valid) in->acc_kind = draw(4);
    in->acc_tag = any() & ones(env.cfg.tag_width);
    draw_mask();
    draw_addresses();
    draw_data();
}

/* ---- the cycle ---- */

static bool draw_cycle(bool acc_ready)
{
    env.waits = env.waits && !acc_ready;
    draw_access();
    for (uint32_t b = 0; b < env.cfg.banks; b++) env.in->req_ready[b] = share(env.profile->ready);
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    /* A reset is one for the warps as well. */
    env.waits = env.in->acc_valid && run;
    return run;
}

void coalescer_stim_open(const struct coalescer_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool coalescer_stim(struct coalescer_in *in, const struct coalescer_out *out)
{
    env.in = in;
    return draw_cycle(out->acc_ready);
}
