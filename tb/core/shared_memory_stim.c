/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the shared memory. It plays warps that load, store and do atomics, by patterns that
 * programs have and some that only a test has; that reserve words, come back for some of them and
 * leave others lie; a swap mechanism that moves rows; and a unit that takes answers. What is not
 * taken is offered again. First every row is written: the first words of a memory are not known.
 */
#include <string.h>

#include "common/draws.h"
#include "core/shared_memory_seam.h"

enum { LANES = SHARED_MEMORY_MAX_LANES, WARPS = 4, HOT = 6 };

/* Where the lanes go, from a base that is drawn for each access. */
enum pattern {
    NEIGHBOURS, /* one word behind the other */
    STRIDE,     /* every other, or a power of two apart */
    ONE_BANK,   /* any words of one bank */
    ONE_WORD,
    FEW_WORDS, /* of some that are next to each other */
    HOT_WORDS, /* of some that all warps want: reservations meet there */
    SCATTER,
    ONE_BIT, /* the base but for a bit */
    PATTERNS
};

/* Shares are in 1/16. */
struct profile {
    unsigned access;  /* an access is offered */
    unsigned load;    /* it is a load, */
    unsigned store;   /* else a store, */
    unsigned reserve; /* else it is lr or sc, */
    unsigned swap;    /* else a compare-and-swap, else another atomic */
    unsigned sc;      /* a warp that has reserved comes back for it */
    unsigned pattern; /* the pattern is this one, else any */
    enum pattern favourite;
    unsigned thin;   /* few lanes access */
    unsigned full;   /* all do */
    unsigned empty;  /* none does */
    unsigned whole;  /* lanes store whole words, else some bytes */
    unsigned mixed;  /* threads are anywhere, also twice; else a warp's, one a lane */
    unsigned answer; /* an answer is taken */
    unsigned row;    /* a row is offered */
    unsigned write;  /* to be written */
    unsigned reset;  /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "one_bank", "one_word", "random",    "atomics",
                                   "one_bit", "bytes",    "locks",    "abandoned", "full",
                                   "swaps",   "contexts", "blocked",  "empty",     "streams",
                                   "resets",  NULL};

static const struct profile profiles[] = {
    {.access = 12,
     .load = 5,
     .store = 6,
     .reserve = 6,
     .swap = 3,
     .sc = 8,
     .thin = 3,
     .full = 4,
     .empty = 1,
     .whole = 8,
     .mixed = 2,
     .answer = 13,
     .row = 4,
     .write = 8},
    {.access = 14,
     .load = 6,
     .store = 10,
     .reserve = 2,
     .swap = 3,
     .sc = 8,
     .pattern = 15,
     .favourite = ONE_BANK,
     .thin = 2,
     .full = 8,
     .whole = 8,
     .answer = 14,
     .row = 3,
     .write = 8},
    {.access = 14,
     .load = 5,
     .store = 8,
     .reserve = 4,
     .swap = 3,
     .sc = 8,
     .pattern = 14,
     .favourite = ONE_WORD,
     .thin = 2,
     .full = 8,
     .whole = 8,
     .answer = 14,
     .row = 3,
     .write = 8},
    {.access = 14,
     .load = 7,
     .store = 12,
     .reserve = 3,
     .swap = 3,
     .sc = 8,
     .pattern = 15,
     .favourite = SCATTER,
     .thin = 3,
     .full = 6,
     .whole = 8,
     .answer = 14,
     .row = 3,
     .write = 8},
    {.access = 14,
     .load = 1,
     .store = 1,
     .pattern = 10,
     .favourite = FEW_WORDS,
     .thin = 3,
     .full = 5,
     .whole = 8,
     .answer = 14,
     .row = 2,
     .write = 8},
    {.access = 14,
     .load = 6,
     .store = 8,
     .reserve = 4,
     .swap = 3,
     .sc = 8,
     .pattern = 14,
     .favourite = ONE_BIT,
     .thin = 3,
     .full = 4,
     .whole = 8,
     .answer = 14,
     .row = 3,
     .write = 8},
    {.access = 14,
     .load = 1,
     .store = 11,
     .reserve = 15,
     .swap = 3,
     .sc = 3,
     .pattern = 12,
     .favourite = HOT_WORDS,
     .thin = 3,
     .full = 3,
     .whole = 1,
     .answer = 14,
     .row = 2,
     .write = 8},
    {.access = 14,
     .load = 1,
     .store = 1,
     .reserve = 14,
     .swap = 3,
     .sc = 11,
     .pattern = 14,
     .favourite = HOT_WORDS,
     .thin = 10,
     .full = 1,
     .whole = 8,
     .mixed = 3,
     .answer = 15,
     .row = 2,
     .write = 8},
    {.access = 16,
     .reserve = 16,
     .sc = 1,
     .pattern = 14,
     .favourite = HOT_WORDS,
     .thin = 3,
     .full = 6,
     .whole = 8,
     .mixed = 2,
     .answer = 16,
     .row = 1,
     .write = 8},
    {.access = 16,
     .reserve = 16,
     .pattern = 12,
     .favourite = HOT_WORDS,
     .thin = 2,
     .full = 8,
     .whole = 8,
     .mixed = 5,
     .answer = 16,
     .row = 1,
     .write = 8},
    {.access = 15,
     .load = 1,
     .store = 1,
     .reserve = 5,
     .swap = 12,
     .sc = 5,
     .pattern = 13,
     .favourite = HOT_WORDS,
     .thin = 4,
     .full = 5,
     .whole = 12,
     .mixed = 2,
     .answer = 15,
     .row = 1,
     .write = 2},
    {.access = 8,
     .load = 5,
     .store = 8,
     .reserve = 10,
     .swap = 3,
     .sc = 5,
     .pattern = 6,
     .favourite = HOT_WORDS,
     .thin = 6,
     .full = 2,
     .empty = 1,
     .whole = 8,
     .answer = 12,
     .row = 15,
     .write = 8},
    {.access = 14,
     .load = 6,
     .store = 8,
     .reserve = 5,
     .swap = 3,
     .sc = 8,
     .pattern = 6,
     .favourite = NEIGHBOURS,
     .thin = 5,
     .full = 3,
     .empty = 1,
     .whole = 8,
     .answer = 3,
     .row = 4,
     .write = 8},
    {.access = 13,
     .load = 6,
     .store = 8,
     .reserve = 5,
     .swap = 3,
     .sc = 8,
     .thin = 6,
     .full = 1,
     .empty = 10,
     .whole = 8,
     .answer = 13,
     .row = 8,
     .write = 8},
    {.access = 16,
     .load = 8,
     .store = 12,
     .reserve = 2,
     .swap = 3,
     .sc = 8,
     .pattern = 12,
     .favourite = NEIGHBOURS,
     .thin = 6,
     .full = 6,
     .empty = 1,
     .whole = 12,
     .answer = 16,
     .row = 2,
     .write = 8},
    {.access = 14,
     .load = 5,
     .store = 7,
     .reserve = 10,
     .swap = 3,
     .sc = 9,
     .pattern = 6,
     .favourite = HOT_WORDS,
     .thin = 5,
     .full = 3,
     .whole = 8,
     .answer = 13,
     .row = 4,
     .write = 8,
     .reset = 12},
};

/* What a warp has reserved and may come back for. */
struct reserved {
    uint64_t mask;
    uint32_t addr[LANES];
    uint32_t owner[LANES];
};

static struct {
    struct shared_memory_cfg cfg;
    const struct profile *profile;
    struct shared_memory_in *in;
    bool run;         /* no reset in the last cycle */
    uint32_t written; /* rows, at the beginning */
    uint32_t hot[HOT];
    struct reserved warp[WARPS];
} env;

static uint32_t any_word(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }
static uint64_t any(void) { return hd_stim_word(&hd_draws, 64); }
static uint32_t row_words(void) { return env.cfg.row_bits / 32; }
static uint32_t rows(void) { return env.cfg.words / row_words(); }

/* ---- addresses ---- */

static uint32_t draw_address(enum pattern pattern, uint32_t base, uint32_t step, uint32_t lane)
{
    const uint32_t banks = env.cfg.banks;
    switch (pattern) {
    case NEIGHBOURS: return base + lane;
    case STRIDE: return base + lane * step;
    case ONE_BANK: return base + draw(env.cfg.words / banks) * banks;
    case ONE_WORD: return base;
    case FEW_WORDS: return base + draw(6);
    case HOT_WORDS: return env.hot[draw(HOT)];
    case SCATTER: return draw(env.cfg.words);
    default: return share(6) ? base : base ^ UINT32_C(1) << draw(clog2(env.cfg.words));
    }
}

static void draw_addresses(void)
{
    const struct profile *p = env.profile;
    const enum pattern pattern = share(p->pattern) ? p->favourite : (enum pattern)draw(PATTERNS);
    const uint32_t base = share(4) ? env.hot[draw(HOT)] : draw(env.cfg.words);
    const uint32_t step = share(8) ? UINT32_C(1) << draw(8) : draw(100);
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++)
        env.in->acc_addr[lane] = draw_address(pattern, base, step, lane) % env.cfg.words;
}

/* Words that different entries refuse when all are taken, and words that the same one does. */
static void draw_hot(void)
{
    const uint32_t first = draw(env.cfg.words);
    for (uint32_t i = 0; i < HOT; i++) {
        const uint32_t beside = i < 3 ? draw(env.cfg.holds) : draw(4) * env.cfg.holds;
        env.hot[i] = (first + beside) % env.cfg.words;
    }
}

/* ---- lanes of an access ---- */

/* The bytes of a lane: all, one, a half, or any; sometimes none. */
static uint32_t draw_bytes(void)
{
    if (share(env.profile->whole)) return 0xf;
    if (share(6)) return draw(16);
    if (share(2)) return 0;
    return share(8) ? 1u << draw(4) : 3u << 2 * draw(2);
}

/* A lane of a compare-and-swap. Of few numbers, so that it often finds the word that it expects,
 * swapped in by an earlier one; or a word that differs in one bit. */
static void draw_swap(bool alike, uint32_t lane)
{
    struct shared_memory_in *in = env.in;
    if (!share(15)) return;
    in->acc_expect[lane] = alike && lane > 0 ? in->acc_expect[0] : draw(4) - 2;
    if (share(2)) in->acc_expect[lane] ^= UINT32_C(1) << draw(32);
    if (share(14)) in->acc_data[lane] = draw(4) - 2;
}

static void draw_lanes(void)
{
    const bool mixed = share(env.profile->mixed);
    const uint32_t threads = UINT32_C(1) << env.cfg.owner_width;
    const uint32_t warp = draw(WARPS) * env.cfg.lanes;
    const bool alike = share(8);
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++) {
        env.in->acc_data[lane] = share(4) ? draw(4) - 2 : any_word();
        env.in->acc_expect[lane] = any_word();
        env.in->acc_be[lane] = draw_bytes();
        env.in->acc_owner[lane] = mixed ? draw(threads) : (warp + lane) % threads;
        if (env.in->acc_op == SHARED_MEMORY_CAS) draw_swap(alike, lane);
    }
}

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

/* ---- reservations ---- */

/* A warp reserves: it is remembered for one that was before, which will never come back. */
static void remember(void)
{
    struct reserved *w = &env.warp[draw(WARPS)];
    w->mask = env.in->acc_mask;
    memcpy(w->addr, env.in->acc_addr, sizeof w->addr);
    memcpy(w->owner, env.in->acc_owner, sizeof w->owner);
}

/* It comes back with all its lanes or some, now and then for another word. */
static void come_back(void)
{
    const struct reserved *w = &env.warp[draw(WARPS)];
    env.in->acc_mask = share(12) ? w->mask : w->mask & any();
    memcpy(env.in->acc_addr, w->addr, sizeof w->addr);
    memcpy(env.in->acc_owner, w->owner, sizeof w->owner);
    if (!share(2)) return;
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++) {
        if (share(8)) env.in->acc_addr[lane] = env.hot[draw(HOT)];
    }
}

/* Which atomic it is, before its lanes are drawn. Of all but lr and sc compare-and-swap and float
 * add are the two that are not by a table of operations. */
static uint32_t draw_op(void)
{
    if (share(env.profile->reserve))
        return share(env.profile->sc) ? SHARED_MEMORY_SC : SHARED_MEMORY_LR;
    if (share(env.profile->swap)) return SHARED_MEMORY_CAS;
    return share(2) ? (uint32_t)SHARED_MEMORY_ADDF : draw(SHARED_MEMORY_MAXU + 1);
}

/* Float adds: the words in memory are anything. A float brought often has an exponent like a word
 * that a float add has left, or is one of the borders. */
static void draw_floats(void)
{
    static const uint32_t borders[] = {0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000,
                                       0x3f800000, 0xbf800000, 0x7f7fffff, 0x7f800000, 0xff800000,
                                       0x7f800001, 0xffc00000, 0x33800000, 0x73800000};
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++) {
        const uint32_t like = 0x40000000 + (draw(64) << 21);
        if (share(6)) env.in->acc_data[lane] = borders[draw(sizeof borders / sizeof borders[0])];
        else if (share(8)) env.in->acc_data[lane] = (any_word() & 0x807fffff) | like;
    }
}

static void draw_atomic(void)
{
    switch (env.in->acc_op) {
    case SHARED_MEMORY_ADDF: draw_floats(); break;
    case SHARED_MEMORY_LR: remember(); break;
    case SHARED_MEMORY_SC:
        if (!share(1)) come_back();
        break;
    default: break;
    }
}

/* ---- an access, a row ---- */

/* When none is offered there is noise. */
static void draw_access(bool ready)
{
    const struct profile *p = env.profile;
    struct shared_memory_in *in = env.in;
    if (in->acc_valid && !ready) return;
    in->acc_valid = env.written == rows() && share(p->access);
    in->acc_kind = share(p->load)    ? (uint32_t)SHARED_MEMORY_LOAD
                   : share(p->store) ? (uint32_t)SHARED_MEMORY_STORE
                                     : (uint32_t)SHARED_MEMORY_ATOMIC;
    in->acc_op = in->acc_kind == SHARED_MEMORY_ATOMIC && in->acc_valid ? draw_op() : draw(16);
    in->acc_tag = any() & ones(env.cfg.tag_width);
    draw_mask();
    draw_addresses();
    draw_lanes();
    if (in->acc_kind == SHARED_MEMORY_ATOMIC && in->acc_valid) draw_atomic();
    if (hd_rng_chance(&hd_draws, 1, 256)) draw_hot();
}

/* Often the row behind the last one, as contexts are moved, or one with a word that is wanted. */
static uint32_t draw_row(void)
{
    if (env.written < rows()) return env.written;
    if (share(6)) return (env.in->ctx_row + 1) % rows();
    if (share(6)) return env.in->ctx_row;
    return share(6) ? env.hot[draw(HOT)] / row_words() : draw(rows());
}

static void draw_context(bool ready)
{
    struct shared_memory_in *in = env.in;
    if (in->ctx_valid && !ready) return;
    if (in->ctx_valid && env.written < rows()) env.written++;
    const bool begins = env.written < rows();
    in->ctx_valid = begins || share(env.profile->row);
    in->ctx_we = begins || share(env.profile->write);
    in->ctx_row = draw_row();
    for (uint32_t i = 0; i < row_words(); i++) in->ctx_wdata[i] = any_word();
}

/* ---- the cycle ---- */

/* A reset is one for the neighbours as well; a row that it came upon is not written. */
static void forget(void)
{
    env.in->acc_valid = false;
    env.in->ctx_valid = false;
}

void shared_memory_stim_open(const struct shared_memory_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    draw_hot();
}

bool shared_memory_stim(struct shared_memory_in *in, const struct shared_memory_view_out *out)
{
    env.in = in;
    if (!env.run) forget();
    draw_access(out->model.acc_ready);
    draw_context(out->model.ctx_ready);
    in->rsp_ready = share(env.profile->answer);
    env.run = !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    return env.run;
}
