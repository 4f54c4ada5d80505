/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/block_frames.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct block_frames_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > BLOCK_FRAMES_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->frames < 1 || cfg->frames > BLOCK_FRAMES_MAX_FRAMES) return "Frames must be 1 to 16";
    if (cfg->max_warps < 1 || cfg->max_warps > cfg->slots) return "MaxWarps must be 1 to Slots";
    if (cfg->id_width < 1 || cfg->id_width > 32 * BLOCK_FRAMES_ID_WORDS)
        return "IdWidth must be 1 to 128";
    if (cfg->ports < 1 || cfg->ports > BLOCK_FRAMES_MAX_PORTS) return "Ports must be 1 to 4";
    return NULL;
}

const char *block_frames_init(struct block_frames *s, const struct block_frames_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void block_frames_reset(struct block_frames *s)
{
    s->open = 0;
    s->ended = 0;
    s->waits = 0;
}

/* --- frames and their slots ---------------------------------------------- */

/* Ranks of frame f as bits of slots; those beyond the last slot are lost. */
static uint64_t to_slots(const struct block_frames *s, uint32_t warps, uint32_t f, uint64_t ranks)
{
    uint32_t base = f * warps;
    return base < s->cfg.slots ? (ranks & ones(warps)) << base & ones(s->cfg.slots) : 0;
}

/* The same back: bits of slots as ranks of frame f. */
static uint64_t to_ranks(const struct block_frames *s, uint32_t warps, uint32_t f, uint64_t slots)
{
    uint32_t base = f * warps;
    return base < s->cfg.slots ? slots >> base & ones(warps) & ones(s->cfg.max_warps) : 0;
}

static uint64_t slots_of(const struct block_frames *s, uint32_t warps, uint32_t f)
{
    return to_slots(s, warps, f, UINT64_MAX);
}

static uint32_t count_ones(uint64_t x)
{
    uint32_t n = 0;
    for (; x != 0; x &= x - 1) n++;
    return n;
}

/* --- eval ---------------------------------------------------------------- */

/* No warp of an open frame goes on: its barrier opens, or its block is done. One barrier and one
 * block in a cycle, each of the lowest frame. */
static void eval_idle(const struct block_frames *s, uint32_t f, uint64_t slots,
                      struct block_frames_out *out)
{
    out->idle |= bit(f);
    if ((slots & s->waits) != 0 && !out->release_valid) {
        out->release_valid = true;
        out->release_frame = f;
        out->release_count = count_ones(slots & s->waits);
    }
    if ((slots & ~s->ended) == 0 && !out->done_valid) {
        out->done_valid = true;
        out->done_frame = f;
        memcpy(out->done_id, s->id[f], sizeof out->done_id);
    }
}

void block_frames_eval(const struct block_frames *s, const struct block_frames_in *in,
                       struct block_frames_out *out)
{
    memset(out, 0, sizeof *out);
    out->open = s->open;
    for (uint64_t open = s->open; open != 0; open &= open - 1) {
        const uint32_t f = (uint32_t)__builtin_ctzll(open);
        const uint64_t slots = slots_of(s, in->warps, f);
        const uint64_t go_on = slots & ~s->ended & ~s->waits;
        out->ready |= go_on;
        if (go_on == 0) eval_idle(s, f, slots, out);
    }
    if (has_any(s->open, in->shut_frame))
        memcpy(out->shut_id, s->id[in->shut_frame], sizeof out->shut_id);
    out->shut_ended = to_ranks(s, in->warps, in->shut_frame, s->ended);
    out->shut_waits = to_ranks(s, in->warps, in->shut_frame, s->waits);
}

/* --- tick ---------------------------------------------------------------- */

/* No block sits on the frame any more, and its slots are clean. */
static void vacate(struct block_frames *s, uint32_t warps, uint32_t f)
{
    s->open &= ~bit(f);
    s->ended &= ~slots_of(s, warps, f);
    s->waits &= ~slots_of(s, warps, f);
}

static void events(struct block_frames *s, const struct block_frames_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p]) continue;
        if (in->ev_kind[p] == BLOCK_FRAMES_ARRIVES) s->waits |= bit(in->ev_slot[p]);
        if (in->ev_kind[p] == BLOCK_FRAMES_ENDS) s->ended |= bit(in->ev_slot[p]);
    }
}

static void sit_down(struct block_frames *s, const struct block_frames_in *in)
{
    uint32_t f = in->open_frame;
    vacate(s, in->warps, f);
    s->open |= bit(f);
    s->ended |= to_slots(s, in->warps, f, in->open_ended);
    s->waits |= to_slots(s, in->warps, f, in->open_waits);
    memcpy(s->id[f], in->open_id, sizeof s->id[f]);
}

/* First the barrier that opens and the block that is done, as the state says; then this cycle's
 * events; then a block leaves, and the next one sits down. */
void block_frames_tick(struct block_frames *s, const struct block_frames_in *in,
                       const struct block_frames_out *out)
{
    if (out->release_valid) s->waits &= ~slots_of(s, in->warps, out->release_frame);
    if (out->done_valid) vacate(s, in->warps, out->done_frame);
    events(s, in);
    if (in->shut_en) vacate(s, in->warps, in->shut_frame);
    if (in->open_en) sit_down(s, in);
    s->warps = in->warps;
}

/* --- check and promise --------------------------------------------------- */

/* barrier and done_once need the past. */
const char *block_frames_check(const struct block_frames *s)
{
    uint64_t slots = 0;
    if ((s->ended & s->waits) != 0) return "not_both";
    for (uint32_t f = 0; f < s->cfg.frames; f++)
        slots |= has_any(s->open, f) ? slots_of(s, s->warps, f) : 0;
    if (((s->ended | s->waits) & ~slots) != 0) return "closed_clean";
    return (s->open & ~ones(s->cfg.frames)) == 0 ? NULL : "frame_range";
}

static const char *event_promise(const struct block_frames *s, const struct block_frames_in *in,
                                 const struct block_frames_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p]) continue;
        if (in->ev_kind[p] > BLOCK_FRAMES_ENDS) return "an event is of no kind";
        if (!has_any(out->ready, in->ev_slot[p])) return "an event is of a warp that is not ready";
        for (uint32_t q = 0; q < p; q++) {
            if (in->ev_valid[q] && in->ev_slot[q] == in->ev_slot[p])
                return "two events are of one warp";
        }
    }
    return NULL;
}

static const char *shut_promise(const struct block_frames *s, const struct block_frames_in *in,
                                const struct block_frames_out *out)
{
    uint32_t f = in->shut_frame;
    if (!in->shut_en) return NULL;
    if (!has_any(s->open, f)) return "a frame is shut that is not open";
    if (has_any(out->idle, f)) return "a frame is shut of which no warp stalls";
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_kind[p] != BLOCK_FRAMES_STALLS &&
            has_any(slots_of(s, in->warps, f), in->ev_slot[p]))
            return "a warp goes on whose frame is shut";
    }
    return NULL;
}

/* True if the frame is free for a new block at the end of this cycle. */
static bool gets_free(const struct block_frames *s, const struct block_frames_in *in,
                      const struct block_frames_out *out, uint32_t f)
{
    return !has_any(s->open, f) || (in->shut_en && in->shut_frame == f) ||
           (out->done_valid && out->done_frame == f);
}

static bool id_fits(const struct block_frames *s, const uint32_t *id)
{
    for (uint32_t b = s->cfg.id_width; b < 32 * BLOCK_FRAMES_ID_WORDS; b++) {
        if (has_any(id[b / 32], b % 32)) return false;
    }
    return true;
}

static const char *open_promise(const struct block_frames *s, const struct block_frames_in *in,
                                const struct block_frames_out *out)
{
    uint32_t f = in->open_frame;
    uint64_t quiet = in->open_ended | in->open_waits;
    if (!in->open_en) return NULL;
    if (f >= s->cfg.frames || (f + 1) * in->warps > s->cfg.slots)
        return "the frame of a new block is not below Frames, or has no slots";
    if (!gets_free(s, in, out, f)) return "the frame of a new block is open";
    if (!id_fits(s, in->open_id)) return "the identity of a new block is wider than IdWidth";
    if ((quiet & ~ones(in->warps)) != 0) return "a rank from warps_i on has ended or waits";
    if ((in->open_ended & in->open_waits) != 0) return "a rank of a new block has ended and waits";
    if (quiet == ones(in->warps)) return "no rank of a new block goes on or stalls";
    return NULL;
}

const char *block_frames_promise(const struct block_frames *s, const struct block_frames_in *in)
{
    struct block_frames_out out;
    if (in->warps < 1 || in->warps > s->cfg.max_warps) return "warps_i is not 1 to MaxWarps";
    if (s->open != 0 && in->warps != s->warps) return "warps_i changes while a frame is open";
    block_frames_eval(s, in, &out);
    const char *broken = event_promise(s, in, &out);
    if (broken == NULL) broken = shut_promise(s, in, &out);
    return broken != NULL ? broken : open_promise(s, in, &out);
}
