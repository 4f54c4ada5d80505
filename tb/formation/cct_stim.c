/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the cold context table. It plays the neighbours and keeps their promises: warps whose
 * threads are hot or cold, each once, that push and pop contexts; and a memory that gives back what
 * was stored.
 *
 * Of a warp only the cold threads are kept, and how many contexts they are in: which context a pop
 * takes is seen when it is popped.
 */
#include <string.h>

#include "common/draws.h"
#include "formation/cct_seam.h"

enum { MAX_SLOTS = 64, MAX_LEVELS = 128, ENTRY_WORDS = 4, NONE = MAX_SLOTS };

/* Addresses: any; a few; each push of a warp above the one before it, or below. */
enum pcs { ANY, FEW, RISE, FALL };

/* Shares are in 1/16. */
struct profile {
    unsigned push;
    unsigned pop;
    unsigned exchange; /* with a push its slot is popped */
    unsigned last;
    unsigned single; /* a context has one thread */
    unsigned again;  /* a push that waits stays as it is */
    unsigned one;    /* the slot is the favourite */
    unsigned keep;   /* of 64 cycles: the favourite stays */
    enum pcs pcs;
    unsigned ready;  /* a request is accepted */
    unsigned answer; /* a context comes back, if one was read */
    unsigned tides;  /* of 1024 cycles: pushes prevail instead of pops, or the other way round */
    bool bursts;     /* no request is accepted, no context comes back for a while each */
    bool resets;
};

const char *const hd_profiles[] = {"uniform", "walks",        "crowd",       "full",  "disturbed",
                                   "spin",    "equal",        "slow_memory", "hoard", "falling",
                                   "drain",   "quick_memory", "resets",      NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.push = 8, .pop = 7, .exchange = 2, .last = 2, .single = 10, .again = 12, .one = 4, .keep = 60,
     .ready = 10, .answer = 6, .tides = 8},
    {.push = 2, .pop = 1, .exchange = 1, .last = 1, .single = 14, .again = 16, .one = 15,
     .keep = 63, .pcs = RISE, .ready = 12, .answer = 8, .tides = 4},
    {.push = 14, .pop = 8, .exchange = 1, .last = 2, .single = 16, .again = 14, .one = 15,
     .keep = 64, .ready = 12, .answer = 10, .tides = 6},
    {.push = 15, .pop = 1, .exchange = 2, .last = 1, .single = 16, .again = 15, .one = 2,
     .keep = 56, .ready = 13, .answer = 8, .tides = 2},
    {.push = 10, .pop = 8, .exchange = 8, .last = 3, .single = 15, .again = 8, .one = 12,
     .keep = 56, .pcs = RISE, .ready = 12, .answer = 10, .tides = 16},
    {.push = 6, .pop = 1, .exchange = 15, .last = 15, .single = 14, .again = 15, .one = 8,
     .keep = 60, .ready = 12, .answer = 10, .tides = 4},
    {.push = 6, .pop = 5, .exchange = 2, .last = 1, .single = 14, .again = 14, .one = 10,
     .keep = 62, .pcs = FEW, .ready = 12, .answer = 10, .tides = 8},
    {.push = 14, .pop = 3, .exchange = 5, .last = 5, .single = 16, .again = 12, .one = 4,
     .keep = 60, .ready = 3, .answer = 1, .tides = 2, .bursts = true},
    {.push = 16, .pop = 1, .exchange = 7, .last = 11, .single = 16, .again = 15, .one = 7,
     .keep = 63, .ready = 16, .answer = 2, .tides = 1},
    {.push = 8, .pop = 6, .exchange = 2, .last = 1, .single = 12, .again = 15, .one = 10,
     .keep = 62, .pcs = FALL, .ready = 12, .answer = 10, .tides = 8},
    {.push = 15, .pop = 2, .exchange = 9, .last = 6, .single = 16, .again = 15, .one = 1,
     .keep = 50, .ready = 15, .answer = 6, .tides = 5},
    {.push = 16, .pop = 4, .exchange = 10, .last = 4, .single = 16, .again = 15, .one = 5,
     .keep = 60, .ready = 16, .answer = 16, .tides = 3},
    {.push = 12, .pop = 8, .exchange = 4, .last = 4, .single = 14, .again = 14, .one = 8,
     .keep = 60, .ready = 8, .answer = 5, .tides = 8, .resets = true},
};
/* clang-format on */

struct request {
    bool valid;
    bool load;
    uint32_t slot;
    uint32_t level;
    uint32_t data[ENTRY_WORDS];
};

struct warp {
    uint64_t cold;     /* threads */
    uint32_t contexts; /* that they are in */
    uint64_t pc;       /* of the last push */
    uint32_t memory[MAX_LEVELS][ENTRY_WORDS];
};

static struct {
    struct cct_cfg cfg;
    const struct profile *profile;
    struct cct_in *in;
    bool in_reset; /* in the last cycle */
    struct warp warp[MAX_SLOTS];
    uint32_t favourite;
    bool ebb;  /* pops prevail */
    bool slow; /* memory does nothing */
    uint64_t reading;
    uint32_t answer[MAX_SLOTS][ENTRY_WORDS];
    struct request request; /* that is taken at this cycle's edge */
} env;

static uint64_t draw_bits(uint32_t width) { return hd_stim_word(&hd_draws, width); }

/* Any number that a port for slots can hold. */
static uint32_t draw_index(void) { return (uint32_t)draw_bits(clog2(env.cfg.slots)); }

/* ---- what the last cycle did ---- */

static void start_over(void)
{
    for (uint32_t s = 0; s < MAX_SLOTS; s++) {
        env.warp[s].cold = 0;
        env.warp[s].contexts = 0;
    }
    env.reading = 0;
}

/* `in` holds the inputs of the last cycle, `out` what was there at its edge. */
static void see_moves(const struct cct_out *out)
{
    const struct cct_in *in = env.in;
    if (in->pop_en) {
        struct warp *w = &env.warp[in->pop_slot];
        w->cold &= ~out->pop_mask;
        if (w->contexts > 0) w->contexts--;
    }
    if (in->push_valid && out->push_ready) {
        struct warp *w = &env.warp[in->push_slot];
        w->cold |= in->push_mask;
        w->pc = in->push_pc;
        w->contexts++;
    }
}

static void see_request(const struct request *r)
{
    if (!r->valid || r->slot >= env.cfg.slots || r->level >= env.cfg.levels) return;
    uint32_t *at = env.warp[r->slot].memory[r->level];
    if (!r->load) {
        memcpy(at, r->data, sizeof r->data);
        return;
    }
    memcpy(env.answer[r->slot], at, sizeof r->data);
    env.reading |= bit(r->slot);
}

/* ---- a context becomes cold ---- */

static uint32_t draw_slot(void)
{
    return share(env.profile->one) ? env.favourite : draw(env.cfg.slots);
}

static uint64_t draw_pc(const struct warp *w)
{
    const uint32_t width = env.cfg.pc_width;
    switch (env.profile->pcs) {
    case FEW: return share(1) ? draw_bits(width) : draw(3) & ones(width);
    case RISE: return share(1) ? draw_bits(width) : (w->pc + draw(3)) & ones(width);
    case FALL: return share(1) ? draw_bits(width) : (w->pc - draw(3)) & ones(width);
    default: return draw_bits(width);
    }
}

/* Of threads that are hot. One that is popped in this cycle is not, or not yet. */
static uint64_t draw_mask(uint64_t hot)
{
    const uint64_t some = hot & draw_bits(env.cfg.lanes);
    if (!share(env.profile->single)) return some != 0 ? some : hot;
    uint64_t from = some != 0 ? some : hot;
    for (uint32_t n = draw(4); n > 0 && several(from); n--) from &= from - 1;
    return from & -from;
}

/* Fewer than Levels contexts, so that memory has room for one more wherever they are. */
static bool may_push(uint32_t slot)
{
    const struct warp *w = &env.warp[slot];
    return w->contexts < env.cfg.levels && (ones(env.cfg.lanes) & ~w->cold) != 0;
}

static void draw_push(bool waits)
{
    struct cct_in *in = env.in;
    if (waits && share(env.profile->again)) return;
    in->push_slot = draw_slot();
    in->push_valid = share(env.ebb ? env.profile->pop : env.profile->push);
    if (!may_push(in->push_slot)) in->push_valid = false;
    in->push_last = share(env.profile->last);
    if (in->push_valid) {
        const struct warp *w = &env.warp[in->push_slot];
        in->push_pc = draw_pc(w);
        in->push_mask = draw_mask(ones(env.cfg.lanes) & ~w->cold);
        return;
    }
    in->push_slot = draw_index();
    in->push_pc = draw_bits(env.cfg.pc_width);
    in->push_mask = draw_bits(env.cfg.lanes);
}

/* ---- a context becomes hot ---- */

/* A slot with a list, from a slot drawn on; NONE if there is none. */
static uint32_t draw_list(uint64_t any)
{
    uint32_t slot = draw_slot();
    for (uint32_t k = 0; k < env.cfg.slots; k++) {
        if (has(any, slot)) return slot;
        slot = slot + 1 == env.cfg.slots ? 0 : slot + 1;
    }
    return NONE;
}

static void draw_pop(uint64_t any)
{
    struct cct_in *in = env.in;
    uint32_t slot = NONE;
    if (in->push_valid && share(env.profile->exchange)) {
        if (has(any, in->push_slot)) slot = in->push_slot;
    } else if (share(env.ebb ? env.profile->push : env.profile->pop)) {
        slot = draw_list(any);
    }
    in->pop_en = slot != NONE;
    in->pop_slot = in->pop_en ? slot : draw_index();
}

/* ---- memory ---- */

static void draw_memory(const struct cct_out *out)
{
    const struct profile *p = env.profile;
    struct cct_in *in = env.in;
    if (p->bursts && hd_rng_chance(&hd_draws, 1, 48)) env.slow = !env.slow;
    in->spill_ready = !env.slow && share(p->ready);
    env.request = (struct request){out->spill_valid && in->spill_ready,
                                   out->spill_load,
                                   out->spill_slot,
                                   out->spill_level,
                                   {0}};
    memcpy(env.request.data, out->spill_data, sizeof env.request.data);
    in->fill_valid = env.reading != 0 && !env.slow && share(p->answer);
    in->fill_slot = draw_index();
    if (!in->fill_valid) {
        in->fill_data[0] = (uint32_t)draw_bits(env.cfg.lanes < 32 ? env.cfg.lanes : 32);
        return;
    }
    while (!has(env.reading, in->fill_slot)) in->fill_slot = draw(env.cfg.slots);
    memcpy(in->fill_data, env.answer[in->fill_slot], sizeof in->fill_data);
    env.reading &= ~bit(in->fill_slot);
}

/* ---- the cycle ---- */

void cct_stim_open(const struct cct_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.favourite = draw(cfg->slots);
    start_over();
}

bool cct_stim(struct cct_in *in, const struct cct_out *out)
{
    bool waits = false;
    env.in = in;
    if (env.in_reset) {
        start_over();
    } else {
        see_moves(out);
        see_request(&env.request);
        waits = in->push_valid && !out->push_ready;
    }
    if (!hd_rng_chance(&hd_draws, env.profile->keep, 64)) env.favourite = draw(env.cfg.slots);
    if (hd_rng_chance(&hd_draws, env.profile->tides, 1024)) env.ebb = !env.ebb;
    draw_push(waits);
    draw_pop(env.in_reset ? 0 : out->any);
    draw_memory(out);
    env.in_reset =
        hd_stim_reset(&hd_draws) || (env.profile->resets && hd_rng_chance(&hd_draws, 1, 300));
    return !env.in_reset;
}
