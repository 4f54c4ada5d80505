/* SPDX-License-Identifier: Apache-2.0 */
#include "core/scratch_lookup.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* Bits 31:29 of an address, and what lies behind them. */
enum { SPACE_SHARED = 2 };
#define SHARED_BASE ((uint32_t)SPACE_SHARED << 29)

static uint32_t set_of(uint32_t address) { return (address - SHARED_BASE) / SCRATCH_LOOKUP_SET; }

const char *scratch_lookup_init(struct scratch_lookup *s, const struct scratch_lookup_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > SCRATCH_LOOKUP_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->blocks < 2 || cfg->blocks > 16) return "Blocks must be 2 to 16";
    if (cfg->sets < 1 || cfg->sets > 64) return "ScratchSets must be 1 to 64";
    if (cfg->phys < 2 || cfg->phys > 1024) return "ScratchPhys must be 2 to 1024";
    if (cfg->sets > cfg->phys) return "ScratchSets must be at most ScratchPhys";
    if (cfg->swapped >> 29 == SPACE_SHARED)
        return "swap space must not be at addresses of shared memory";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void scratch_lookup_reset(struct scratch_lookup *s)
{
    s->busy = false;
    s->asked = s->known = 0;
    memset(s->question, 0, sizeof s->question);
}

/* --- eval ---------------------------------------------------------------- */

static uint64_t shared_lanes(const struct scratch_lookup_in *in)
{
    uint64_t lanes = 0;
    for (uint64_t left = in->mask; left; left &= left - 1)
        if (in->addr[lowest(left)] >> 29 == SPACE_SHARED) lanes |= left & -left;
    return lanes;
}

static bool is_held(const struct scratch_lookup_in *in, uint64_t shared)
{
    if (!in->hold || in->block != in->hold_block) return false;
    for (uint64_t left = shared; left; left &= left - 1)
        if (set_of(in->addr[lowest(left)]) == in->hold_set) return true;
    return false;
}

/* The set of the lowest lane whose set was not asked for yet, and all lanes in that set. */
static void eval_question(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                          struct scratch_lookup_out *out)
{
    const uint64_t unasked = out->shared & ~s->asked;
    out->look_en = unasked != 0 && (s->busy || !out->touches);
    out->asks = 0;
    if (!out->look_en) return;
    out->look_set = set_of(in->addr[lowest(unasked)]);
    for (uint64_t left = unasked; left; left &= left - 1)
        if (set_of(in->addr[lowest(left)]) == out->look_set) out->asks |= left & -left;
}

/* A set in swap space is an address like any other. */
static uint32_t place_of(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                         uint32_t address, uint32_t set)
{
    const uint32_t offset = address % SCRATCH_LOOKUP_SET;
    if (in->found_held) return SHARED_BASE + in->found_phys * SCRATCH_LOOKUP_SET + offset;
    return s->cfg.swapped + (in->block * s->cfg.sets + set) * SCRATCH_LOOKUP_SET + offset;
}

void scratch_lookup_eval(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                         struct scratch_lookup_out *out)
{
    out->busy = s->busy;
    out->look_en = false;
    out->ready = false;
    out->missed = false;
    out->touches = false;
    out->asks = 0;
    out->shared = 0;
    if (!in->valid) return;
    out->shared = shared_lanes(in);
    out->touches = is_held(in, out->shared);
    eval_question(s, in, out);
    const uint64_t answered = s->question[SCRATCH_LOOKUP_STEPS - 1].valid
                                  ? s->question[SCRATCH_LOOKUP_STEPS - 1].lanes
                                  : 0;
    const uint32_t set = s->question[SCRATCH_LOOKUP_STEPS - 1].set;
    out->missed = answered != 0 && !in->found_held;
    out->ready = (out->shared & ~s->known & ~answered) == 0;
    for (uint64_t left = in->mask; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        if (answered & bit(l)) out->addr[l] = place_of(s, in, in->addr[l], set);
        else out->addr[l] = s->known & bit(l) ? s->addr[l] : in->addr[l];
    }
}

/* --- tick ---------------------------------------------------------------- */

void scratch_lookup_tick(struct scratch_lookup *s, const struct scratch_lookup_in *in,
                         const struct scratch_lookup_out *out)
{
    const uint64_t answered = s->question[SCRATCH_LOOKUP_STEPS - 1].valid
                                  ? s->question[SCRATCH_LOOKUP_STEPS - 1].lanes
                                  : 0;
    for (uint64_t left = answered; left; left &= left - 1)
        s->addr[lowest(left)] = out->addr[lowest(left)];
    s->known |= answered;
    s->asked |= out->asks;
    s->question[1] = s->question[0];
    s->question[0].valid = out->look_en;
    s->question[0].set = out->look_set;
    s->question[0].lanes = out->asks;
    if (out->look_en) s->busy = true;
    if (in->valid && in->taken) scratch_lookup_reset(s);
}

/* --- check and promise --------------------------------------------------- */

const char *scratch_lookup_check(const struct scratch_lookup *s)
{
    uint64_t due = 0;
    for (uint32_t k = 0; k < SCRATCH_LOOKUP_STEPS; k++) {
        if (!s->question[k].valid) continue;
        if ((due & s->question[k].lanes) != 0 || s->question[k].lanes == 0) return "answer_due";
        due |= s->question[k].lanes;
    }
    if ((s->known & due) != 0 || (s->known | due) != s->asked) return "answer_due";
    return s->busy == (s->asked != 0) ? NULL : "busy";
}

const char *scratch_lookup_promise(const struct scratch_lookup *s,
                                   const struct scratch_lookup_in *in)
{
    const bool answered = s->question[SCRATCH_LOOKUP_STEPS - 1].valid;
    struct scratch_lookup_out out;
    if (s->busy && !in->valid) return "an access leaves that is not taken";
    if (!in->valid) return in->taken ? "an access is taken that there is not" : NULL;
    if (in->block >= s->cfg.blocks) return "an access is of a block that there is not";
    for (uint64_t left = shared_lanes(in); left; left &= left - 1)
        if (set_of(in->addr[lowest(left)]) >= s->cfg.sets)
            return "a lane is for shared memory that no block has";
    if (answered && in->found_held && in->found_phys >= s->cfg.phys)
        return "a set is found where there is none";
    scratch_lookup_eval(s, in, &out);
    return in->taken && !out.ready ? "an access is taken that is not ready" : NULL;
}
