/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the instruction buffer. It plays warps that run and leave, a memory that answers
 * fetches in any order, a scoreboard that holds some heads up, schedulers that issue what has
 * passed, and whatever stops do, some cycles later. It learns from the fetches that were offered,
 * from the looks and from the slots that can issue.
 */
#include <string.h>

#include "common/draws.h"
#include "core/instruction_buffer_seam.h"

enum { MAX_SLOTS = INSTRUCTION_BUFFER_MAX_SLOTS };

/* Shares are in 1/16, but for flushes and resets. */
struct profile {
    unsigned want;   /* a slot is wanted, each */
    unsigned single; /* one slot alone is */
    unsigned accept; /* a fetch is accepted */
    unsigned answer; /* a fetch is answered, */
    unsigned newest; /* the youngest first, */
    unsigned oldest; /* else the oldest, else any */
    unsigned stop;   /* it is a stop */
    unsigned pass;   /* a head passes */
    unsigned write;  /* a register is written of a warp that is looked at, */
    unsigned wake;   /* of one that is held, */
    unsigned stray;  /* of any */
    unsigned issue;  /* a scheduler issues */
    unsigned done;   /* a stop is done as it issues, */
    unsigned later;  /* later, each */
    unsigned flush;  /* 1/256: a slot is flushed; */
    unsigned aim;    /* it is one to which something happens in this cycle; */
    unsigned storm;  /* many are */
    unsigned reset;  /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "streams", "stops",  "held",    "slow",
                                   "refused", "singles", "leaves", "flushes", "stale",
                                   "full",    "resets",  NULL};

static const struct profile profiles[] = {
    {.want = 10,
     .single = 1,
     .accept = 12,
     .answer = 10,
     .newest = 4,
     .oldest = 6,
     .stop = 4,
     .pass = 10,
     .write = 3,
     .wake = 6,
     .stray = 2,
     .issue = 10,
     .done = 3,
     .later = 4,
     .flush = 8,
     .aim = 6,
     .storm = 1},
    {.want = 16,
     .accept = 16,
     .answer = 16,
     .oldest = 16,
     .pass = 16,
     .wake = 16,
     .issue = 16,
     .done = 16,
     .flush = 1},
    {.want = 14,
     .accept = 15,
     .answer = 15,
     .oldest = 10,
     .stop = 12,
     .pass = 13,
     .write = 2,
     .wake = 10,
     .issue = 14,
     .done = 6,
     .later = 3,
     .flush = 6,
     .aim = 8},
    {.want = 14,
     .accept = 15,
     .answer = 14,
     .oldest = 8,
     .stop = 1,
     .pass = 3,
     .write = 6,
     .wake = 5,
     .stray = 4,
     .issue = 13,
     .done = 8,
     .later = 8,
     .flush = 6,
     .aim = 8},
    {.want = 13,
     .accept = 14,
     .answer = 4,
     .newest = 10,
     .oldest = 2,
     .stop = 2,
     .pass = 12,
     .wake = 8,
     .issue = 12,
     .done = 4,
     .later = 4,
     .flush = 10,
     .aim = 4},
    {.want = 8,
     .single = 4,
     .accept = 4,
     .answer = 15,
     .oldest = 8,
     .stop = 1,
     .pass = 14,
     .wake = 8,
     .issue = 14,
     .done = 8,
     .later = 8,
     .flush = 3},
    {.want = 2,
     .single = 13,
     .accept = 15,
     .answer = 15,
     .newest = 10,
     .stop = 3,
     .pass = 12,
     .write = 6,
     .wake = 10,
     .issue = 13,
     .done = 8,
     .later = 8,
     .flush = 16,
     .aim = 12},
    {.want = 14,
     .accept = 15,
     .answer = 13,
     .newest = 4,
     .oldest = 8,
     .stop = 6,
     .pass = 12,
     .wake = 8,
     .issue = 13,
     .done = 4,
     .later = 2,
     .flush = 96,
     .aim = 14},
    {.want = 14,
     .accept = 15,
     .answer = 10,
     .newest = 8,
     .oldest = 4,
     .stop = 3,
     .pass = 8,
     .write = 2,
     .wake = 6,
     .issue = 10,
     .done = 4,
     .later = 3,
     .flush = 40,
     .aim = 6,
     .storm = 8},
    {.want = 15,
     .accept = 16,
     .answer = 5,
     .newest = 6,
     .oldest = 4,
     .stop = 1,
     .pass = 14,
     .wake = 8,
     .issue = 14,
     .done = 8,
     .later = 8,
     .flush = 80,
     .aim = 8,
     .storm = 2},
    {.want = 16,
     .accept = 16,
     .answer = 16,
     .oldest = 4,
     .stop = 1,
     .pass = 13,
     .write = 2,
     .wake = 12,
     .issue = 3,
     .done = 8,
     .later = 8,
     .flush = 4,
     .aim = 6},
    {.want = 14,
     .accept = 14,
     .answer = 12,
     .oldest = 6,
     .stop = 3,
     .pass = 10,
     .write = 2,
     .wake = 6,
     .issue = 8,
     .done = 4,
     .later = 2,
     .flush = 4,
     .aim = 6,
     .reset = 12},
};

static struct {
    struct instruction_buffer_cfg cfg;
    const struct profile *profile;
    struct instruction_buffer_in *in;
    bool ran; /* the last cycle was not one of reset */
    /* A bit a slot each. */
    uint64_t slots;
    uint64_t flying;
    uint64_t stale;
    uint64_t stopped;
    uint64_t held;
    uint64_t issued; /* in this cycle */
    uint32_t count[MAX_SLOTS];
    uint64_t age[MAX_SLOTS]; /* of the fetch that flies: the cycle in which it was accepted */
    uint64_t cycle;
    struct instruction_buffer_word word; /* the last one */
} env;

/* Any 64 bits, the lower ones as good as the upper ones. */
static uint64_t any(void) { return hd_stim_word(&hd_draws, 64); }

/* Any bit of the mask, which is not 0. */
static uint32_t draw_bit(uint64_t mask)
{
    for (unsigned skip = draw((uint32_t)__builtin_popcountll(mask)); skip > 0; skip--)
        mask &= mask - 1;
    return (uint32_t)__builtin_ctzll(mask);
}

/* Each of these slots with this share. */
static uint64_t draw_some(uint64_t of, unsigned sixteenths)
{
    uint64_t some = 0;
    for (uint64_t left = of; left != 0; left &= left - 1) {
        if (share(sixteenths)) some |= left & -left;
    }
    return some;
}

/* Any number that is as wide as those below n: one that there may not be. */
static uint32_t noise(uint32_t n)
{
    uint32_t all = 1;
    while (all < n) all *= 2;
    return draw(all);
}

/* ---- fetches and answers ---- */

/* Any instruction, often one that differs in a bit from the one before. */
static void draw_word(struct instruction_buffer_word *w)
{
    const uint32_t bits = env.cfg.word_width;
    const uint32_t flips = draw(bits);
    *w = env.word;
    if (share(8)) w->half[flips / 64] ^= bit(flips % 64);
    else *w = (struct instruction_buffer_word){{any(), any()}};
    w->half[0] &= ones(bits < 64 ? bits : 64);
    w->half[1] = bits > 64 ? w->half[1] & ones(bits - 64) : 0;
    env.word = *w;
}

/* Of the slots with a fetch in flight, the slot with the oldest fetch, or the youngest. */
static uint32_t by_age(bool oldest)
{
    uint32_t best = (uint32_t)__builtin_ctzll(env.flying);
    for (uint32_t slot = best + 1; slot < env.cfg.slots; slot++) {
        if (!has(env.flying, slot)) continue;
        if (oldest ? env.age[slot] < env.age[best] : env.age[slot] > env.age[best]) best = slot;
    }
    return best;
}

static void draw_answer(void)
{
    const struct profile *p = env.profile;
    struct instruction_buffer_in *in = env.in;
    in->rsp_valid = env.flying != 0 && share(p->answer);
    in->rsp_slot = noise(env.cfg.slots);
    in->rsp_stop = share(p->stop);
    draw_word(&in->rsp_word);
    if (!in->rsp_valid) return;
    if (share(p->newest)) in->rsp_slot = by_age(false);
    else in->rsp_slot = share(p->oldest) ? by_age(true) : draw_bit(env.flying);
}

static void draw_want(void)
{
    const struct profile *p = env.profile;
    env.in->want = draw_some(env.slots, p->want);
    if (share(p->single)) env.in->want = bit(draw(env.cfg.slots));
    env.in->fetch_ready = share(p->accept);
}

/* ---- check and issue ---- */

static void draw_check(const bool *check_valid, const uint32_t *check_slot)
{
    const struct profile *p = env.profile;
    struct instruction_buffer_in *in = env.in;
    in->wake = draw_some(env.held, p->wake);
    if (share(p->stray)) in->wake |= any() & any() & env.slots;
    for (uint32_t port = 0; port < env.cfg.ports; port++) {
        const bool looks = check_valid[port] && check_slot[port] < env.cfg.slots;
        in->check_pass[port] = share(p->pass);
        if (looks && share(p->write)) in->wake |= bit(check_slot[port]);
    }
}

/* Slots of this scheduler. */
static uint64_t own(uint32_t port)
{
    uint64_t slots = 0;
    for (uint32_t slot = port; slot < env.cfg.slots; slot += env.cfg.ports) slots |= bit(slot);
    return slots;
}

static uint64_t buffered(void)
{
    uint64_t slots = 0;
    for (uint32_t slot = 0; slot < env.cfg.slots; slot++)
        slots |= env.count[slot] > 0 ? bit(slot) : 0;
    return slots;
}

static void draw_issue(uint64_t can)
{
    struct instruction_buffer_in *in = env.in;
    env.issued = 0;
    for (uint32_t port = 0; port < env.cfg.ports; port++) {
        const uint64_t may = can & buffered() & own(port);
        in->pop_en[port] = may != 0 && share(env.profile->issue);
        in->head_slot[port] = share(8) ? noise(env.cfg.slots) : draw_bit(own(port));
        if (!in->pop_en[port]) continue;
        in->head_slot[port] = draw_bit(may);
        env.issued |= bit(in->head_slot[port]);
    }
}

/* A stop is the last instruction of its slot. */
static void draw_go(void)
{
    const struct profile *p = env.profile;
    env.in->go = 0;
    for (uint64_t left = env.stopped; left != 0; left &= left - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(left);
        const bool issues = has(env.issued, slot);
        if (env.count[slot] > issues) continue;
        if (share(issues ? p->done : p->later)) env.in->go |= bit(slot);
    }
}

/* ---- leaving ---- */

/* A slot to which something happens in this cycle, or that is in some state. */
static uint64_t target(const bool *check_valid, const uint32_t *check_slot)
{
    const struct instruction_buffer_in *in = env.in;
    const uint32_t port = draw(env.cfg.ports);
    switch (draw(7)) {
    case 0: return in->rsp_valid ? bit(in->rsp_slot) : 0;
    case 1: return env.issued;
    case 2: return check_valid[port] && check_slot[port] < 64 ? bit(check_slot[port]) : 0;
    case 3: return in->go;
    case 4: return env.flying;
    case 5: return env.held;
    /* Likely the slot that is fetched for. */
    default: return in->want & ~env.flying & ~env.stopped;
    }
}

static void draw_flush(const bool *check_valid, const uint32_t *check_slot)
{
    const struct profile *p = env.profile;
    env.in->flush = 0;
    if (!hd_rng_chance(&hd_draws, p->flush, 256)) return;
    env.in->flush = bit(draw(env.cfg.slots));
    const uint64_t at = target(check_valid, check_slot) & env.slots;
    if (at != 0 && share(p->aim)) env.in->flush = bit(draw_bit(at));
    if (share(p->storm)) env.in->flush |= any() & env.slots;
}

/* ---- the cycle ---- */

/* A fetch that was accepted in the last cycle flies; a unit with a bug may fetch for any slot. */
static void see(bool fetch_valid, uint32_t fetch_slot)
{
    const struct instruction_buffer_in *in = env.in;
    if (!env.ran || !fetch_valid || !in->fetch_ready || fetch_slot >= env.cfg.slots) return;
    env.flying |= bit(fetch_slot);
    env.age[fetch_slot] = env.cycle;
    if (has(in->flush, fetch_slot)) env.stale |= bit(fetch_slot);
}

static void forget(void)
{
    env.flying = env.stale = env.stopped = env.held = 0;
    memset(env.count, 0, sizeof env.count);
}

static void take_answer(void)
{
    const uint32_t slot = env.in->rsp_slot;
    const bool stale = has(env.stale, slot);
    env.flying &= ~bit(slot);
    env.stale &= ~bit(slot);
    if (stale) return;
    env.count[slot]++;
    if (env.in->rsp_stop) env.stopped |= bit(slot);
}

/* The draws take effect, but for the fetch, of which nothing is known yet. */
static void account(const bool *check_valid, const uint32_t *check_slot)
{
    const struct instruction_buffer_in *in = env.in;
    env.held &= ~in->wake;
    env.stopped &= ~in->go;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        const uint32_t slot = check_slot[p];
        const bool looks = check_valid[p] && slot < env.cfg.slots;
        if (looks && !in->check_pass[p] && !has(in->wake, slot)) env.held |= bit(slot);
        if (in->pop_en[p]) env.count[in->head_slot[p]]--;
    }
    if (in->rsp_valid) take_answer();
    env.held &= ~in->flush;
    env.stopped &= ~in->flush;
    env.stale |= in->flush & env.flying;
    for (uint64_t left = in->flush; left != 0; left &= left - 1)
        env.count[__builtin_ctzll(left)] = 0;
}

static bool draw_cycle(const bool *check_valid, const uint32_t *check_slot, uint64_t can)
{
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    draw_answer();
    draw_want();
    draw_check(check_valid, check_slot);
    draw_issue(can);
    draw_go();
    draw_flush(check_valid, check_slot);
    env.cycle++;
    account(check_valid, check_slot);
    if (!run) forget();
    env.ran = run;
    return run;
}

void instruction_buffer_stim_open(const struct instruction_buffer_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.slots = ones(cfg->slots);
}

bool instruction_buffer_stim(struct instruction_buffer_in *in,
                             const struct instruction_buffer_out *out)
{
    env.in = in;
    see(out->fetch_valid, out->fetch_slot);
    return draw_cycle(out->check_valid, out->check_slot, out->can);
}
