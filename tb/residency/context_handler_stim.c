/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the context handler. It plays the neighbours and keeps their promises: the stacks, a
 * shared memory that keeps the data written and has demand accesses to serve, and a controller that
 * stores the heads of new blocks, swaps blocks in and out, and lets them end.
 */
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "common/unpack.h"
#include "residency/context_handler_seam.h"
#include "run.h"

enum {
    MAX_SLOTS = CONTEXT_HANDLER_MAX_WARPS,
    MAX_CTAS = 64,
    STACK_WORDS = CONTEXT_HANDLER_STACK_WORDS,
    MEM_WORDS = CONTEXT_HANDLER_MEM_WORDS,
    HEAD_WORDS = CONTEXT_HANDLER_HEAD_WORDS,
    MAX_ANSWERS = 16, /* more than may be in flight */
    NONE = MAX_CTAS
};

/* Where a block is. NEW and SAVED: its context is in memory, of a new one the head alone. */
enum where { NOWHERE, STORING, NEW, LOADING, ACTIVE, SAVING, SAVED };

/* Shares are in 1/16. */
struct profile {
    unsigned store;  /* the head of a new block is offered */
    unsigned save;   /* an active block is swapped out, if the buffer is empty */
    unsigned load;   /* a block is brought back, if none is under way */
    unsigned same;   /* to the slots of one that is being saved, if that may be */
    unsigned wait;   /* a swap waits until both engines are idle */
    unsigned end;    /* of four cycles: an active block ends */
    unsigned demand; /* cycles with a demand access */
    bool stalls;     /* demand accesses for a while each */
    unsigned answer; /* an answer comes, if a read is in flight */
    unsigned small;  /* blocks are of one to three warps */
    unsigned large;  /* else blocks are of MaxWarps warps, else any */
    bool ebb;        /* another kernel comes, now and then */
};

const char *const hd_profiles[] = {"uniform",      "swaps",        "swaps_in_step", "demand",
                                   "stalls",       "slow_answers", "new_blocks",    "saves",
                                   "small_blocks", "large_blocks", "kernels",       NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.store = 4, .save = 6, .load = 6, .same = 8, .wait = 4, .end = 1, .demand = 4, .answer = 12,
     .small = 4, .large = 3, .ebb = true},
    {.store = 6, .save = 15, .load = 15, .same = 15, .wait = 15, .end = 1, .answer = 16,
     .small = 4, .large = 6, .ebb = true},
    {.store = 2, .save = 15, .load = 15, .same = 12, .wait = 16, .answer = 15, .demand = 1,
     .small = 6, .large = 8, .ebb = true},
    {.store = 8, .save = 8, .load = 8, .same = 8, .wait = 3, .end = 1, .demand = 13, .answer = 14,
     .small = 6, .large = 2, .ebb = true},
    {.store = 6, .save = 10, .load = 10, .same = 8, .wait = 4, .end = 1, .demand = 14,
     .stalls = true, .answer = 16, .small = 5, .large = 4, .ebb = true},
    {.store = 4, .save = 8, .load = 12, .same = 6, .wait = 2, .end = 1, .demand = 1, .answer = 3,
     .small = 6, .large = 3, .ebb = true},
    {.store = 15, .save = 2, .load = 15, .same = 2, .end = 14, .demand = 3, .answer = 14,
     .small = 6, .large = 2, .ebb = true},
    {.store = 10, .save = 16, .load = 10, .same = 4, .end = 2, .demand = 2, .answer = 14,
     .small = 3, .large = 6, .ebb = true},
    {.store = 12, .save = 15, .load = 15, .same = 8, .wait = 3, .end = 1, .demand = 2,
     .answer = 15, .small = 16, .ebb = true},
    {.store = 6, .save = 12, .load = 14, .same = 9, .wait = 4, .end = 1, .demand = 2,
     .answer = 15, .large = 14, .ebb = true},
    {.store = 12, .save = 12, .load = 12, .same = 8, .wait = 3, .end = 2, .demand = 2,
     .answer = 14, .small = 8, .large = 4, .ebb = true},
};
/* clang-format on */

static struct {
    struct context_handler_cfg cfg;
    const struct profile *profile;
    struct context_handler_in *in;
    bool in_reset;   /* in the last cycle, and before the first: what the block says is anything */
    uint32_t ctas;   /* that have a context in the memory */
    uint32_t frames; /* blocks that have slots */
    enum where where[MAX_CTAS];
    uint32_t frame_of[MAX_CTAS]; /* while loading, active, or saving */
    uint32_t sits[MAX_SLOTS];    /* whose stacks a frame holds, or is to hold; or NONE */
    uint32_t taking;             /* the frame of which stacks are taken, or NONE */
    uint32_t loading;            /* the block that is loaded, or NONE */
    bool stalled;                /* demand accesses, for a while */
    uint32_t stack[MAX_SLOTS][STACK_WORDS];
    uint32_t (*memory)[MEM_WORDS];
    uint32_t answer[MAX_ANSWERS][MEM_WORDS]; /* the oldest first */
    uint32_t answers;
} env;

/* Any number of the width that n of them need. */
static uint32_t noise(uint32_t n) { return (uint32_t)hd_stim_word(&hd_draws, hd_bits_for(n - 1)); }

/* Half of all values differ from the last one in a single bit. */
static void draw_wide(uint32_t *value, uint32_t width)
{
    if (share(8)) {
        const uint32_t at = draw(width);
        value[at / 32] ^= UINT32_C(1) << at % 32;
        return;
    }
    for (uint32_t w = 0; 32 * w < width; w++) {
        const uint32_t bits = width - 32 * w < 32 ? width - 32 * w : 32;
        value[w] = (uint32_t)hd_stim_word(&hd_draws, bits);
    }
}

/* Any block that is in one of two states; NONE if there is none. */
static uint32_t pick(enum where a, enum where b)
{
    uint32_t c = draw(env.ctas);
    for (uint32_t k = 0; k < env.ctas; k++) {
        if (env.where[c] == a || env.where[c] == b) return c;
        c = c + 1 == env.ctas ? 0 : c + 1;
    }
    return NONE;
}

/* ---- kernel ---- */

static uint32_t draw_size(void)
{
    const uint32_t most = env.cfg.max_warps;
    if (share(env.profile->small)) return 1 + draw(most < 3 ? most : 3);
    return share(env.profile->large) ? most : 1 + draw(most);
}

/* All blocks are gone. A block has a context only if it has room. */
static void begin_kernel(void)
{
    struct context_handler_in *in = env.in;
    do {
        in->warps = draw_size();
        in->words = context_handler_words(&env.cfg, in->warps);
    } while (in->words > env.cfg.mem_words || in->words * 2 > env.cfg.mem_words);
    env.ctas = env.cfg.mem_words / in->words;
    if (env.ctas > env.cfg.ctas) env.ctas = env.cfg.ctas;
    env.frames = env.cfg.slots / in->warps;
    for (uint32_t f = 0; f < MAX_SLOTS; f++) env.sits[f] = NONE;
    for (uint32_t c = 0; c < MAX_CTAS; c++) env.where[c] = NOWHERE;
    env.taking = env.loading = NONE;
    in->store_valid = false;
}

/* ---- stacks and memory ---- */

static void access_memory(bool we, uint32_t addr, const uint32_t *wdata)
{
    if (env.in_reset || addr >= env.cfg.mem_words) return;
    if (we) {
        memcpy(env.memory[addr], wdata, sizeof env.memory[0]);
    } else if (env.answers < MAX_ANSWERS) {
        memcpy(env.answer[env.answers++], env.memory[addr], sizeof env.answer[0]);
    }
}

static void draw_memory(void)
{
    const struct profile *p = env.profile;
    struct context_handler_in *in = env.in;
    if (p->stalls && hd_rng_chance(&hd_draws, env.stalled ? 4 : 2, 64)) env.stalled = !env.stalled;
    in->mem_ready = !(p->stalls && !env.stalled ? share(1) : share(p->demand));
    in->rsp_valid = env.answers > 0 && share(p->answer);
    if (!in->rsp_valid) {
        draw_wide(in->rsp_data, env.cfg.mem_width);
        return;
    }
    memcpy(in->rsp_data, env.answer[0], sizeof in->rsp_data);
    env.answers--;
    memmove(env.answer[0], env.answer[1], env.answers * sizeof env.answer[0]);
}

static void draw_stack(bool read, uint32_t slot)
{
    uint32_t *data = env.in->stack_rd_data;
    if (read && slot < env.cfg.slots) memcpy(data, env.stack[slot], sizeof env.stack[0]);
    else draw_wide(data, env.cfg.stack_width);
}

/* ---- controller ---- */

/* What the block did in the last cycle. */
static void look_back(const struct context_handler_out *did)
{
    const struct context_handler_in *in = env.in;
    if (did->mem_valid && in->mem_ready) access_memory(did->mem_we, did->mem_addr, did->mem_wdata);
    if (did->stack_wr_en && did->stack_wr_slot < env.cfg.slots)
        memcpy(env.stack[did->stack_wr_slot], did->stack_wr_data, sizeof env.stack[0]);
    if (env.in_reset) return;
    if (in->store_valid && did->store_ready) {
        env.where[in->store_cta] = NEW;
        env.in->store_valid = false;
    }
    if (did->saved_valid && did->saved_cta < MAX_CTAS) env.where[did->saved_cta] = SAVED;
}

/* A lower number was freed: a store that waits goes there. */
static void move_store(void)
{
    const uint32_t cta = pick(NOWHERE, NOWHERE);
    if (cta >= env.in->store_cta || !share(4)) return;
    env.where[env.in->store_cta] = NOWHERE;
    env.where[cta] = STORING;
    env.in->store_cta = cta;
}

static void draw_store(bool more)
{
    struct context_handler_in *in = env.in;
    if (in->store_valid) {
        move_store();
        return;
    }
    const uint32_t cta = pick(NOWHERE, NOWHERE);
    in->store_valid = more && cta != NONE && share(env.profile->store);
    in->store_cta = in->store_valid ? cta : noise(env.cfg.ctas);
    draw_wide(in->store_head, env.cfg.head_width);
    if (in->store_valid) env.where[cta] = STORING;
}

/* Its warps have run since they came: their stacks are others. */
static void begin_save(uint32_t cta)
{
    struct context_handler_in *in = env.in;
    env.taking = env.frame_of[cta];
    env.where[cta] = SAVING;
    in->save_cta = cta;
    in->save_base = env.taking * in->warps;
    for (uint32_t r = 0; r < in->warps; r++) {
        draw_wide(env.stack[in->save_base + r], env.cfg.stack_width);
    }
}

static void draw_save(bool may)
{
    struct context_handler_in *in = env.in;
    const uint32_t cta = pick(ACTIVE, ACTIVE);
    in->save_en = may && cta != NONE && share(env.profile->save);
    in->save_cta = noise(env.cfg.ctas);
    in->save_base = noise(env.cfg.slots);
    draw_wide(in->save_head, env.cfg.head_width);
    if (in->save_en) begin_save(cta);
}

/* A frame on which no block sits; or the frame whose stacks are taken, unless words are wider than
 * a stack: then the frame is free when all are taken. */
static uint32_t pick_frame(void)
{
    const bool early = env.taking != NONE && env.cfg.mem_width <= env.cfg.stack_width;
    if (early && env.where[env.sits[env.taking]] == SAVING && share(env.profile->same))
        return env.taking;
    uint32_t f = draw(env.frames);
    for (uint32_t k = 0; k < env.frames; k++) {
        if (env.sits[f] == NONE) return f;
        f = f + 1 == env.frames ? 0 : f + 1;
    }
    return NONE;
}

static void draw_load(bool may)
{
    struct context_handler_in *in = env.in;
    const uint32_t cta = pick(SAVED, share(8) ? NEW : SAVED);
    const uint32_t other = cta != NONE ? cta : pick(NEW, NEW);
    const uint32_t frame = pick_frame();
    const bool swap = in->save_en && share(env.profile->same);
    in->load_en = may && other != NONE && frame != NONE && (swap || share(env.profile->load));
    in->load_cta = in->load_en ? other : noise(env.cfg.ctas);
    in->load_base = in->load_en ? frame * in->warps : noise(env.cfg.slots);
    in->load_new = in->load_en ? env.where[other] == NEW : share(8);
    if (!in->load_en) return;
    env.where[other] = LOADING;
    env.frame_of[other] = frame;
    env.sits[frame] = other;
    env.loading = other;
}

/* A block that is back begins when all stacks of the one before it are taken. */
static void draw_end(void)
{
    const uint32_t cta = pick(ACTIVE, ACTIVE);
    if (cta == NONE || env.frame_of[cta] == env.taking) return;
    if (!hd_rng_chance(&hd_draws, env.profile->end, 64)) return;
    env.where[cta] = NOWHERE;
    env.sits[env.frame_of[cta]] = NONE;
}

/* What this cycle completes; it counts from the next one on. */
static void end_cycle(bool taken, bool loaded)
{
    if (taken && env.taking != NONE) {
        const uint32_t sits = env.sits[env.taking];
        if (sits != NONE && env.where[sits] == SAVING) env.sits[env.taking] = NONE;
        env.taking = NONE;
    }
    if (loaded && env.loading != NONE) {
        env.where[env.loading] = ACTIVE;
        env.loading = NONE;
    }
}

/* ---- the cycle ---- */

static void start_over(void)
{
    env.answers = 0;
    env.stalled = false;
    begin_kernel();
}

/* Between two kernels nothing moves; then all blocks are gone. */
static bool is_ebb(void) { return env.profile->ebb && (hd_run.cycle >> 6 & 15) == 15; }

static void draw_cycle(bool save_ready, bool load_ready, bool stack_rd, uint32_t slot)
{
    const bool idle = save_ready && load_ready;
    const bool more = !is_ebb();
    if (!more && idle && !env.in->store_valid && pick(ACTIVE, SAVED) != NONE) begin_kernel();
    const bool may = more && (idle || !share(env.profile->wait));
    draw_memory();
    draw_stack(stack_rd, slot);
    draw_store(more);
    draw_end();
    draw_save(may && save_ready);
    draw_load(may && load_ready);
}

void context_handler_stim_open(const struct context_handler_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.memory = calloc(cfg->mem_words, sizeof env.memory[0]);
    if (env.memory == NULL) abort();
    env.in_reset = true;
}

bool context_handler_stim(struct context_handler_in *in, const struct context_handler_out *out)
{
    env.in = in;
    const bool known = !env.in_reset;
    look_back(out);
    if (!known) start_over();
    draw_cycle(known ? out->save_ready : true, known ? out->load_ready : true,
               known && out->stack_rd_en, out->stack_rd_slot);
    end_cycle(known && out->taken, known && out->loaded);
    env.in_reset = hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, 1, 1500);
    return !env.in_reset;
}
