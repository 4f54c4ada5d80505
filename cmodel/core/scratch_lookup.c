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
    if (cfg->simd < 1 || cfg->simd > cfg->lanes) return "Simd must be 1 to Lanes";
    if (cfg->lanes % cfg->simd != 0) return "Simd must divide Lanes";
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
    memset(s->note, 0, sizeof s->note);
}

/* --- eval ---------------------------------------------------------------- */

static uint64_t shared_lanes(uint64_t mask, const uint32_t *addr)
{
    uint64_t lanes = 0;
    for (uint64_t left = mask; left; left &= left - 1)
        if (addr[lowest(left)] >> 29 == SPACE_SHARED) lanes |= left & -left;
    return lanes;
}

static uint64_t lanes_in(const struct scratch_lookup_in *in, uint64_t lanes, uint32_t set)
{
    uint64_t found = 0;
    for (uint64_t left = lanes; left; left &= left - 1)
        if (set_of(in->addr[lowest(left)]) == set) found |= left & -left;
    return found;
}

static bool is_held(const struct scratch_lookup_in *in, uint32_t block, uint32_t set)
{
    return in->hold && in->hold_block == block && in->hold_set == set;
}

static bool touches(const struct scratch_lookup_in *in, uint64_t shared)
{
    return in->hold && in->block == in->hold_block && lanes_in(in, shared, in->hold_set) != 0;
}

/* The look-up was made ahead, for this buffer. */
static bool is_ahead(const struct scratch_lookup_question *q, uint32_t buffer)
{
    return q->valid && q->early && q->buffer == buffer;
}

/* What the buffer's access has been told early: noted before, or answered in this cycle. An answer
 * of a set that is to move does not count. */
static struct scratch_lookup_note told(const struct scratch_lookup *s,
                                       const struct scratch_lookup_in *in, uint32_t buffer)
{
    const struct scratch_lookup_question *due = &s->question[SCRATCH_LOOKUP_STEPS - 1];
    struct scratch_lookup_note note = s->note[buffer];
    if (is_ahead(due, buffer))
        note = (struct scratch_lookup_note){true, due->block, due->set, in->found_held,
                                            in->found_phys};
    note.valid = note.valid && !is_held(in, note.block, note.set);
    return note;
}

/* What the access learns in this cycle: this cycle's answer, or, when it has not begun, what its
 * buffer has been told. */
static void eval_learning(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                          struct scratch_lookup_out *out)
{
    const struct scratch_lookup_question *due = &s->question[SCRATCH_LOOKUP_STEPS - 1];
    out->learned = 0;
    out->learns_held = in->found_held;
    out->learns_phys = in->found_phys;
    if (due->valid && !due->early) {
        out->learned = due->lanes;
    } else if (!s->busy && !out->touches) {
        const struct scratch_lookup_note note = told(s, in, in->buffer);
        if (note.valid) out->learned = lanes_in(in, out->shared, note.set);
        out->learns_held = note.held;
        out->learns_phys = note.phys;
    }
    out->learns = out->learned != 0;
}

/* The set of the lowest lane whose set was not asked for yet, and all lanes in that set. */
static void eval_question(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                          struct scratch_lookup_out *out)
{
    const uint64_t unasked = out->shared & ~(s->asked | out->learned);
    out->look_en =
        unasked != 0 && (s->busy || !out->touches) && !is_ahead(&s->question[0], in->buffer);
    if (!out->look_en) return;
    out->look_block = in->block;
    out->look_set = set_of(in->addr[lowest(unasked)]);
    out->asks = lanes_in(in, unasked, out->look_set);
}

/* A beat with lanes in shared memory, if the access looks up nothing and nothing was ahead for the
 * beat's buffer. */
static void eval_early(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                       struct scratch_lookup_out *out)
{
    if (!in->beat || out->look_en) return;
    const uint64_t shared = shared_lanes(in->beat_mask, in->beat_addr);
    bool asked = s->note[in->beat_buffer].valid;
    for (uint32_t k = 0; k < SCRATCH_LOOKUP_STEPS; k++)
        asked |= is_ahead(&s->question[k], in->beat_buffer);
    if (shared == 0 || asked) return;
    const uint32_t set = set_of(in->beat_addr[lowest(shared)]);
    if (is_held(in, in->beat_block, set)) return;
    out->early = out->look_en = true;
    out->look_block = in->beat_block;
    out->look_set = set;
}

/* A set in swap space is an address like any other. */
static uint32_t place_of(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                         const struct scratch_lookup_out *out, uint32_t address)
{
    const uint32_t offset = address % SCRATCH_LOOKUP_SET;
    if (out->learns_held) return SHARED_BASE + out->learns_phys * SCRATCH_LOOKUP_SET + offset;
    return s->cfg.swapped + (in->block * s->cfg.sets + set_of(address)) * SCRATCH_LOOKUP_SET +
           offset;
}

static void eval_access(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                        struct scratch_lookup_out *out)
{
    out->shared = shared_lanes(in->mask, in->addr);
    out->touches = touches(in, out->shared);
    eval_learning(s, in, out);
    eval_question(s, in, out);
    out->ready = (out->shared & ~(s->known | out->learned)) == 0;
    for (uint64_t left = in->mask; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        if (has(out->learned, l)) out->addr[l] = place_of(s, in, out, in->addr[l]);
        else out->addr[l] = has(s->known, l) ? s->addr[l] : in->addr[l];
    }
}

void scratch_lookup_eval(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                         struct scratch_lookup_out *out)
{
    out->busy = s->busy;
    out->look_en = out->early = false;
    out->ready = false;
    out->touches = false;
    out->learns = false;
    out->asks = out->shared = out->learned = 0;
    if (in->valid) eval_access(s, in, out);
    eval_early(s, in, out);
    out->missed = s->question[SCRATCH_LOOKUP_STEPS - 1].valid && !in->found_held;
}

/* --- tick ---------------------------------------------------------------- */

static void tick_notes(struct scratch_lookup *s, const struct scratch_lookup_in *in)
{
    for (uint32_t b = 0; b < SCRATCH_LOOKUP_BUFFERS; b++) s->note[b] = told(s, in, b);
    if (in->valid && in->taken) s->note[in->buffer].valid = false;
}

static void tick_questions(struct scratch_lookup *s, const struct scratch_lookup_in *in,
                           const struct scratch_lookup_out *out)
{
    struct scratch_lookup_question *q = s->question;
    q[1] = q[0];
    if (q[1].early && is_held(in, q[1].block, q[1].set)) q[1].valid = false;
    q[0] = (struct scratch_lookup_question){.valid = out->look_en,
                                            .set = out->look_set,
                                            .lanes = out->asks,
                                            .early = out->early,
                                            .buffer = in->beat_buffer,
                                            .block = in->beat_block};
}

void scratch_lookup_tick(struct scratch_lookup *s, const struct scratch_lookup_in *in,
                         const struct scratch_lookup_out *out)
{
    for (uint64_t left = out->learned; left; left &= left - 1)
        s->addr[lowest(left)] = out->addr[lowest(left)];
    s->known |= out->learned;
    s->asked |= out->asks | out->learned;
    s->busy = s->asked != 0;
    tick_notes(s, in);
    tick_questions(s, in, out);
    if (!in->valid || !in->taken) return;
    s->busy = false;
    s->asked = s->known = 0;
}

/* --- check and promise --------------------------------------------------- */

const char *scratch_lookup_check(const struct scratch_lookup *s)
{
    uint64_t due = 0;
    for (uint32_t k = 0; k < SCRATCH_LOOKUP_STEPS; k++) {
        if (!s->question[k].valid || s->question[k].early) continue;
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
    if (in->beat && in->beat_buffer == in->buffer)
        return "a beat comes into the buffer of the access that is through";
    if (in->block >= s->cfg.blocks) return "an access is of a block that there is not";
    for (uint64_t left = shared_lanes(in->mask, in->addr); left; left &= left - 1)
        if (set_of(in->addr[lowest(left)]) >= s->cfg.sets)
            return "a lane is for shared memory that no block has";
    if (answered && in->found_held && in->found_phys >= s->cfg.phys)
        return "a set is found where there is none";
    scratch_lookup_eval(s, in, &out);
    return in->taken && !out.ready ? "an access is taken that is not ready" : NULL;
}
