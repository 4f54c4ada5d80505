/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the load/store unit. It plays the pipe that offers warps' loads, stores and atomics,
 * by patterns that programs have and some that only a test has; a memory that accepts requests and
 * answers them in any order after any time, with any words; a swap mechanism that moves rows; a
 * unit that takes results and ends; and warps that begin. What is not taken is offered again. First
 * every row of shared memory is written, and every warp begins: the first words of a memory are not
 * known. local_i changes with the kernel, at a clear.
 */
#include <string.h>

#include "common/draws.h"
#include "common/lane_slots.h"
#include "common/words.h"
#include "core/load_store_seam.h"

typedef struct load_store_view_in inputs;
typedef struct load_store_out outputs;

enum { HOT = 6, LINES = 16 };

/* Bits 31:29 of an address. */
enum space { GLOBAL = 4, SHARED = 2, LOCAL = 3 };

/* Which words the lanes want, from one that is drawn for each access. */
enum pattern {
    NEIGHBOURS, /* one behind the other */
    STRIDE,     /* every other, or a power of two apart */
    ONE_WORD,
    ONE_LINE,  /* any of a line */
    FEW_WORDS, /* of some that all accesses want */
    ONE_BIT,   /* the first one but for a bit */
    SCATTER,
    PATTERNS
};

/* Shares are in 1/16. */
struct profile {
    unsigned access;  /* an access is offered */
    unsigned load;    /* it is a load, */
    unsigned store;   /* else a store, else an atomic */
    unsigned reserve; /* lr or sc, else another atomic */
    unsigned part;    /* of loads and stores: a byte or half a word */
    unsigned shared;  /* in shared memory, */
    unsigned local;   /* else in local, else in global memory */
    unsigned mixed;   /* each lane draws its space, else all go together */
    unsigned pattern; /* the pattern is this one, else any */
    enum pattern favourite;
    unsigned hot;   /* a line is one of some, else any */
    unsigned thin;  /* few lanes access */
    unsigned full;  /* all do */
    unsigned wr;    /* words are written */
    unsigned end;   /* an end is taken */
    unsigned mem;   /* memory accepts a request */
    unsigned fill;  /* it answers one */
    unsigned row;   /* a context's row is offered */
    unsigned calm;  /* 1/256: nothing more is asked for until the unit is idle */
    unsigned reset; /* 1/256: a reset more */
};

const char *const hd_profiles[] = {
    "uniform",  "shared",   "lines",   "local",       "mixed",     "atomics",
    "bytes",    "one_line", "hits",    "writes_wait", "ends_wait", "memory_waits",
    "contexts", "few",      "streams", "resets",      NULL};

static const struct profile profiles[] = {
    {.access = 12,
     .load = 8,
     .store = 10,
     .reserve = 4,
     .part = 6,
     .shared = 6,
     .local = 5,
     .mixed = 4,
     .hot = 12,
     .thin = 4,
     .full = 4,
     .wr = 13,
     .end = 13,
     .mem = 13,
     .fill = 10,
     .row = 3,
     .calm = 1},
    {.access = 15,
     .load = 7,
     .store = 10,
     .reserve = 5,
     .part = 5,
     .shared = 15,
     .hot = 14,
     .thin = 4,
     .full = 5,
     .wr = 14,
     .end = 14,
     .mem = 14,
     .fill = 12,
     .row = 3},
    {.access = 15,
     .load = 9,
     .store = 11,
     .reserve = 3,
     .part = 5,
     .shared = 1,
     .hot = 13,
     .thin = 4,
     .full = 5,
     .wr = 14,
     .end = 14,
     .mem = 14,
     .fill = 13},
    {.access = 14,
     .load = 9,
     .store = 12,
     .reserve = 3,
     .part = 4,
     .local = 15,
     .pattern = 8,
     .favourite = ONE_WORD,
     .hot = 10,
     .thin = 3,
     .full = 7,
     .wr = 14,
     .end = 14,
     .mem = 14,
     .fill = 13,
     .calm = 3},
    {.access = 14,
     .load = 9,
     .store = 9,
     .reserve = 4,
     .part = 4,
     .shared = 8,
     .local = 6,
     .mixed = 13,
     .hot = 13,
     .thin = 5,
     .full = 4,
     .wr = 14,
     .end = 14,
     .mem = 14,
     .fill = 12,
     .row = 2},
    {.access = 14,
     .load = 2,
     .store = 2,
     .reserve = 7,
     .part = 4,
     .shared = 7,
     .local = 3,
     .mixed = 4,
     .pattern = 8,
     .favourite = FEW_WORDS,
     .hot = 15,
     .thin = 6,
     .full = 3,
     .wr = 14,
     .end = 14,
     .mem = 14,
     .fill = 13},
    {.access = 14,
     .load = 10,
     .store = 16,
     .part = 15,
     .shared = 6,
     .local = 3,
     .mixed = 4,
     .pattern = 5,
     .favourite = NEIGHBOURS,
     .hot = 14,
     .thin = 4,
     .full = 5,
     .wr = 14,
     .end = 14,
     .mem = 14,
     .fill = 13},
    {.access = 15,
     .load = 13,
     .store = 12,
     .reserve = 4,
     .part = 6,
     .shared = 5,
     .mixed = 3,
     .pattern = 14,
     .favourite = ONE_LINE,
     .hot = 14,
     .thin = 3,
     .full = 8,
     .wr = 14,
     .end = 14,
     .mem = 14,
     .fill = 12},
    {.access = 15,
     .load = 15,
     .store = 12,
     .part = 6,
     .shared = 4,
     .mixed = 2,
     .pattern = 12,
     .favourite = NEIGHBOURS,
     .hot = 16,
     .thin = 2,
     .full = 10,
     .wr = 15,
     .end = 15,
     .mem = 15,
     .fill = 15},
    {.access = 14,
     .load = 12,
     .store = 8,
     .reserve = 4,
     .part = 6,
     .shared = 7,
     .local = 4,
     .mixed = 6,
     .hot = 14,
     .thin = 5,
     .full = 4,
     .wr = 3,
     .end = 12,
     .mem = 14,
     .fill = 14,
     .row = 3},
    {.access = 14,
     .load = 9,
     .store = 10,
     .reserve = 4,
     .part = 6,
     .shared = 7,
     .local = 4,
     .mixed = 6,
     .hot = 14,
     .thin = 6,
     .full = 3,
     .wr = 12,
     .end = 3,
     .mem = 14,
     .fill = 14,
     .row = 3},
    {.access = 15,
     .load = 9,
     .store = 10,
     .reserve = 4,
     .part = 5,
     .shared = 3,
     .local = 4,
     .mixed = 4,
     .hot = 8,
     .thin = 6,
     .full = 3,
     .wr = 14,
     .end = 14,
     .mem = 5,
     .fill = 3},
    {.access = 10,
     .load = 9,
     .store = 10,
     .reserve = 4,
     .part = 5,
     .shared = 9,
     .local = 3,
     .mixed = 4,
     .hot = 13,
     .thin = 6,
     .full = 3,
     .wr = 12,
     .end = 12,
     .mem = 13,
     .fill = 12,
     .row = 15},
    {.access = 6,
     .load = 9,
     .store = 10,
     .reserve = 4,
     .part = 5,
     .shared = 5,
     .local = 5,
     .mixed = 4,
     .hot = 13,
     .thin = 10,
     .full = 2,
     .wr = 12,
     .end = 12,
     .mem = 14,
     .fill = 14,
     .row = 3,
     .calm = 16},
    {.access = 16,
     .load = 10,
     .store = 14,
     .reserve = 4,
     .part = 4,
     .shared = 8,
     .mixed = 5,
     .pattern = 10,
     .favourite = NEIGHBOURS,
     .hot = 15,
     .thin = 8,
     .full = 5,
     .wr = 16,
     .end = 16,
     .mem = 16,
     .fill = 16},
    {.access = 14,
     .load = 9,
     .store = 10,
     .reserve = 4,
     .part = 5,
     .shared = 6,
     .local = 4,
     .mixed = 5,
     .hot = 13,
     .thin = 5,
     .full = 3,
     .wr = 12,
     .end = 12,
     .mem = 12,
     .fill = 9,
     .row = 4,
     .reset = 12},
};

static struct {
    struct load_store_cfg cfg;
    const struct profile *profile;
    bool run;             /* no reset in the last cycle */
    bool calm;            /* nothing is asked for */
    uint32_t written;     /* rows, at the beginning */
    uint32_t begun;       /* warps, at the beginning */
    uint32_t local;       /* of the kernel */
    uint64_t owed;        /* MSHRs that memory has still to answer */
    uint32_t line[LINES]; /* that are wanted often: the first word of each, of 2^30 */
    uint32_t hot[HOT];    /* words that are wanted by many, of 2^30 */
} env;

static uint32_t any_word(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }
static uint64_t any(void) { return hd_stim_word(&hd_draws, 64); }
static uint32_t line_words(void) { return env.cfg.line_bytes / 4; }
static uint32_t row_words(void) { return env.cfg.row_bits / 32; }
static uint32_t rows(void) { return env.cfg.shared_words / row_words(); }
static uint32_t own_rows(void) { return env.cfg.own ? env.cfg.lanes : 1; }

static void draw_words(uint32_t *to, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) to[i] = any_word();
}

/* ---- instructions ---- */

static enum isa_op draw_op(void)
{
    static const enum isa_op loads[] = {ISA_LB, ISA_LBU, ISA_LH, ISA_LHU, ISA_LW, ISA_FLW};
    static const enum isa_op stores[] = {ISA_SB, ISA_SH, ISA_SW, ISA_FSW};
    const struct profile *p = env.profile;
    const bool part = share(p->part);
    if (share(p->load)) return loads[part ? draw(4) : 4 + draw(2)];
    if (share(p->store)) return stores[part ? draw(2) : 2 + draw(2)];
    if (share(p->reserve)) return share(8) ? ISA_LR_W : ISA_SC_W;
    if (share(2)) return ISA_AMOFADD_S;
    return share(4) ? ISA_AMOCAS_W
                    : (enum isa_op)(ISA_AMOSWAP_W + draw(ISA_AMOMAXU_W - ISA_AMOSWAP_W + 1));
}

static uint32_t bytes_of(enum isa_op op)
{
    switch (op) {
    case ISA_LB:
    case ISA_LBU:
    case ISA_SB: return 1;
    case ISA_LH:
    case ISA_LHU:
    case ISA_SH: return 2;
    default: return 4;
    }
}

/* ---- addresses ---- */

static void draw_places(void)
{
    for (uint32_t i = 0; i < LINES; i++) {
        env.line[i] = any_word() >> 2 & ~(line_words() - 1);
        if (i > 0 && share(8)) env.line[i] = env.line[draw(i)] ^ line_words() << draw(12);
    }
    for (uint32_t i = 0; i < HOT; i++) env.hot[i] = env.line[draw(LINES)] + draw(line_words());
}

/* A lane's word: a number of which a space takes as many bits as it has. */
static uint32_t draw_place(enum pattern pattern, uint32_t first, uint32_t step, uint32_t lane)
{
    switch (pattern) {
    case NEIGHBOURS: return first + lane;
    case STRIDE: return first + lane * step;
    case ONE_WORD: return first;
    case ONE_LINE: return (first & ~(line_words() - 1)) + draw(line_words());
    case FEW_WORDS: return env.hot[draw(HOT)];
    case ONE_BIT: return share(6) ? first : first ^ UINT32_C(1) << draw(30);
    default: return env.line[draw(LINES)] + draw(line_words());
    }
}

static enum space draw_space(void)
{
    if (share(env.profile->shared)) return SHARED;
    return share(env.profile->local) ? LOCAL : GLOBAL;
}

/* A byte address: where a global one would be one of another space, its bit 31 is turned. A word of
 * shared memory counts from its block's first one, and the bits above it may be anything. */
static uint32_t address(const inputs *in, enum space space, uint32_t place, uint32_t lane)
{
    const uint32_t top = (uint32_t)space << 29;
    const uint32_t base = in->acc_base[env.cfg.own ? lane : 0];
    if (space == SHARED) return top | (place % (env.cfg.shared_words - base)) << 2;
    /* Local words are few: a thread's stack. Now and then one is far away. */
    if (space == LOCAL) return top | (share(15) ? place & 7 : place & 0x7ffffff) << 2;
    const uint32_t global = place << 2;
    return global >> 29 == SHARED || global >> 29 == LOCAL ? global ^ UINT32_C(1) << 31 : global;
}

static void draw_addresses(inputs *in, uint32_t bytes)
{
    const struct profile *p = env.profile;
    const enum pattern pattern = share(p->pattern) ? p->favourite : (enum pattern)draw(PATTERNS);
    const uint32_t line = share(p->hot) ? env.line[draw(LINES)] : any_word() >> 2;
    const uint32_t first = share(8) ? line : line ^ draw(line_words());
    const uint32_t step = share(8) ? UINT32_C(1) << draw(8) : draw(100);
    const bool mixed = share(p->mixed);
    const enum space together = draw_space();
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++) {
        const enum space space = mixed ? draw_space() : together;
        const uint32_t place = draw_place(pattern, first, step, lane);
        in->acc_addr[lane] = address(in, space, place, lane) | (draw(4) & ~(bytes - 1));
    }
}

/* ---- an access ---- */

static void draw_mask(struct load_store_in *in)
{
    in->acc_mask = any();
    if (share(env.profile->full)) in->acc_mask = UINT64_MAX;
    if (share(env.profile->thin)) in->acc_mask = any() & any() & any();
    in->acc_mask &= ones(env.cfg.lanes);
    if (in->acc_mask == 0) in->acc_mask = UINT64_C(1) << draw(env.cfg.lanes);
}

/* Of several parts any, and often that of a static warp; no thread is in an access twice. */
static void draw_parts(inputs *to)
{
    const uint32_t slots = env.cfg.lane_slots, homes = env.cfg.lanes / slots;
    for (uint32_t l = 0; slots > 1 && l < env.cfg.lanes; l++) {
        to->acc_warp[l] = to->acc_warp[l] * slots + (share(12) ? l / homes : draw(slots));
        for (uint32_t k = l % homes; k < l; k += homes)
            if (to->acc_warp[k] == to->acc_warp[l] && has(to->model.acc_mask, k))
                to->model.acc_mask &= ~bit(l);
    }
}

/* Often one of few numbers: so that a compare-and-swap finds what it expects. */
static void draw_data(inputs *in)
{
    const bool few = share(6);
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++) {
        in->acc_data[lane] = few && share(14) ? draw(3) : any_word();
        in->acc_expect[lane] = few && share(14) ? draw(3) : any_word();
    }
}

/* Stores name a register, and others none, now and then. */
static void draw_access(inputs *to, const outputs *out)
{
    struct load_store_in *in = &to->model;
    if (in->acc_valid && !out->acc_ready) return;
    const bool started = env.written == rows() && env.begun == env.cfg.warps;
    in->acc_valid = !env.calm && started && share(env.profile->access);
    const enum isa_op op = draw_op();
    const bool store = op == ISA_SB || op == ISA_SH || op == ISA_SW || op == ISA_FSW;
    in->acc_word = hd_legal_word(op, any_word());
    for (uint32_t r = 0; r < own_rows(); r++) {
        to->acc_warp[r] = draw(env.cfg.warps);
        to->acc_base[r] = draw(env.cfg.shared_words / 2);
    }
    draw_mask(in);
    draw_parts(to);
    draw_addresses(to, bytes_of(op));
    draw_data(to);
    in->acc_slot = draw(env.cfg.slots);
    in->acc_rd_use = share(2) ? store : !store;
    in->acc_rd = draw(UINT32_C(1) << env.cfg.reg_width);
    in->acc_pc = any_word();
    if (hd_rng_chance(&hd_draws, 1, 512)) draw_places();
}

static bool comes_now(const inputs *in, uint32_t warp)
{
    for (uint32_t r = 0; r < own_rows(); r++)
        if (in->model.acc_valid && part_warp(env.cfg.lane_slots, in->acc_warp[r]) == warp)
            return true;
    return false;
}

/* A warp that begins is offered no access. A reset may come upon the first warps. */
static void draw_begin(inputs *to)
{
    struct load_store_in *in = &to->model;
    const bool first = env.begun < env.cfg.warps;
    in->begin_warp = first ? env.begun : draw(env.cfg.warps);
    in->begin_en = (first || share(1)) && !comes_now(to, in->begin_warp);
}

/* ---- memory ---- */

/* One of the answers owed, from a random id on, round the end. */
static uint32_t draw_owed(void)
{
    uint32_t id = draw(env.cfg.mshrs);
    while ((env.owed >> id & 1) == 0) id = id + 1 < env.cfg.mshrs ? id + 1 : 0;
    return id;
}

/* An answer that was not taken stays. Where there is none there is noise. */
static void draw_memory(inputs *to, const outputs *out)
{
    struct load_store_in *in = &to->model;
    if (out->mem_valid && in->mem_ready) env.owed |= UINT64_C(1) << out->mem_id % env.cfg.mshrs;
    in->mem_ready = share(env.profile->mem);
    if (in->fill_valid && !out->fill_ready) return;
    if (in->fill_valid) env.owed &= ~(UINT64_C(1) << in->fill_id);
    in->fill_valid = env.owed != 0 && share(env.profile->fill);
    in->fill_id = in->fill_valid ? draw_owed() : draw(env.cfg.mshrs);
    draw_words(to->fill_data, line_words());
}

/* ---- contexts, kernels ---- */

static void draw_context(inputs *to, const outputs *out)
{
    struct load_store_in *in = &to->model;
    if (in->ctx_valid && !out->ctx_ready) return;
    if (in->ctx_valid && env.written < rows()) env.written++;
    const bool begins = env.written < rows();
    in->ctx_valid = begins || share(env.profile->row);
    in->ctx_we = begins || share(6);
    in->ctx_row = begins ? env.written : draw(rows());
    draw_words(to->ctx_wdata, row_words());
}

/* A new kernel when nothing is under way, and memory has all: so in the last cycle, and nothing
 * offered. */
static void draw_clear(struct load_store_in *in, const outputs *out)
{
    const bool idle = out->idle && !in->acc_valid, quiet = idle && out->clean;
    in->flush = env.calm && idle && share(12);
    in->clear = env.calm && quiet && share(8);
    if (in->clear) env.local = any_word() & ~(env.cfg.line_bytes - 1);
    if (env.calm) env.calm = !(quiet && share(8));
    else env.calm = hd_rng_chance(&hd_draws, env.profile->calm, 256);
}

/* ---- the cycle ---- */

/* A reset is one for the neighbours as well; a row that it came upon is not written. */
static void forget(struct load_store_in *in)
{
    env.owed = 0;
    in->acc_valid = false;
    in->fill_valid = false;
    in->flush = false;
    in->ctx_valid = false;
    in->mem_ready = false;
}

void load_store_stim_open(const struct load_store_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    draw_places();
    env.local = any_word() & ~(env.cfg.line_bytes - 1);
}

bool load_store_stim(inputs *to, const struct load_store_view_out *from)
{
    struct load_store_in *in = &to->model;
    const outputs *out = &from->model;
    if (!env.run) forget(in);
    draw_memory(to, out);
    draw_clear(in, out);
    in->local = env.local;
    if (in->clear || in->flush) in->acc_valid = false;
    else draw_access(to, out);
    draw_context(to, out);
    draw_begin(to);
    in->wr_ready = share(env.profile->wr);
    in->end_ready = share(env.profile->end);
    env.run = !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    if (env.run && env.begun < env.cfg.warps) env.begun++;
    return env.run;
}
