/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/vtc.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct vtc_cfg *cfg)
{
    if (cfg->frames < 1 || cfg->frames > VTC_MAX_FRAMES) return "Frames must be 1 to 16";
    if (cfg->ctas < 2 || cfg->ctas > VTC_MAX_CTAS) return "Ctas must be 2 to 64";
    if (cfg->max_warps < 1 || cfg->max_warps > VTC_MAX_WARPS) return "MaxWarps must be 1 to 64";
    return cfg->overlap > 1 ? "Overlap must be 0 or 1" : NULL;
}

const char *vtc_init(struct vtc *s, const struct vtc_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void vtc_reset(struct vtc *s)
{
    const struct vtc_cfg cfg = s->cfg;
    memset(s, 0, sizeof *s);
    s->cfg = cfg;
}

/* --- eval: blocks and frames --------------------------------------------- */

/* The lowest frame that the kernel may use and on which no block sits; frames: there is none. */
static uint32_t free_frame(const struct vtc_in *in)
{
    uint32_t f = 0;
    while (f < in->frames && (in->frame_valid & bit(f)) != 0) f++;
    return f;
}

/* The frame of a block; 0 if it sits on none. */
static uint32_t frame_of(const struct vtc *s, const struct vtc_in *in, uint32_t cta)
{
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if ((in->frame_valid & bit(f)) != 0 && in->frame_cta[f] == cta) return f;
    }
    return 0;
}

static bool is_new(const struct vtc *s, uint32_t cta) { return (s->new_block & bit(cta)) != 0; }

static void load(const struct vtc *s, struct vtc_out *out, uint32_t cta, uint32_t frame)
{
    out->load_en = true;
    out->load_cta = cta;
    out->load_frame = frame;
    out->load_new = is_new(s, cta);
}

/* A free frame goes before a swap: it costs no save. No swap in a cycle in which a block is done:
 * its frame is free in the next one. */
static void eval_idle(const struct vtc *s, const struct vtc_in *in, struct vtc_out *out)
{
    const uint32_t frame = free_frame(in);

    if (!in->in_valid || !in->load_ready) return;
    if (frame < in->frames) {
        load(s, out, in->in_cta, frame);
        return;
    }
    if (!in->out_valid || !in->save_ready || in->done_valid) return;
    out->out_en = true;
    out->out_cta = in->out_cta;
    out->out_frame = frame_of(s, in, in->out_cta);
    if (s->cfg.overlap) load(s, out, in->in_cta, out->out_frame);
}

/* --- eval ---------------------------------------------------------------- */

static uint32_t count_ones(uint64_t x)
{
    uint32_t n = 0;
    for (; x != 0; x &= x - 1) n++;
    return n;
}

static void eval_last(const struct vtc *s, struct vtc_out *out)
{
    out->in_en = true;
    out->in_cta = s->in_cta;
    out->in_frame = s->in_frame;
    out->in_new = is_new(s, s->in_cta);
    if (!out->in_new) {
        out->in_ended = s->ended[s->in_cta];
        out->in_waits = s->waits[s->in_cta];
    }
    out->in_count = count_ones(out->in_ended) + count_ones(out->in_waits);
}

/* There is one unmap in a cycle: a block that is done goes first, the frame of the swap waits. */
static bool unmaps_swap(const struct vtc *s, const struct vtc_in *in)
{
    return s->state == VTC_LEAVE && !s->begun && (in->taken || s->taken) && !in->done_valid;
}

static void eval_unmap(const struct vtc *s, const struct vtc_in *in, struct vtc_out *out)
{
    if (in->done_valid) {
        out->unmap_en = true;
        out->unmap_frame = in->done_frame;
        out->free_en = true;
        out->free_cta = in->frame_cta[in->done_frame];
    } else if (unmaps_swap(s, in)) {
        out->unmap_en = true;
        out->unmap_frame = s->out_frame;
    }
}

static void eval_new(const struct vtc_in *in, struct vtc_out *out)
{
    out->store_valid = in->block_valid && in->alloc_valid;
    out->alloc_en = out->store_valid && in->store_ready;
    out->block_ready = out->alloc_en;
}

void vtc_eval(const struct vtc *s, const struct vtc_in *in, struct vtc_out *out)
{
    memset(out, 0, sizeof *out);
    eval_new(in, out);
    eval_unmap(s, in, out);
    if (s->state == VTC_IDLE) eval_idle(s, in, out);
    if (s->state == VTC_LEAVE && s->begun) load(s, out, s->in_cta, s->in_frame);
    if (s->state == VTC_LAST) eval_last(s, out);
    out->swap = s->state;
}

/* --- tick ---------------------------------------------------------------- */

static void tick_idle(struct vtc *s, const struct vtc_in *in, const struct vtc_out *out)
{
    if (!out->load_en && !out->out_en) return;
    s->state = out->out_en ? VTC_LEAVE : VTC_LOADS;
    s->in_cta = in->in_cta;
    s->in_frame = out->out_en ? out->out_frame : out->load_frame;
    s->out_frame = s->in_frame;
    s->taken = s->loaded = s->begun = false;
    if (!out->out_en) return;
    s->ended[out->out_cta] = in->out_ended;
    s->waits[out->out_cta] = in->out_waits;
    s->kept |= bit(out->out_cta);
}

/* With overlap the load may be completed before the frame is unmapped, in that cycle, or later.
 * Without it the load begins in the cycle after. */
static void tick_leave(struct vtc *s, const struct vtc_in *in)
{
    if (s->begun) {
        s->state = VTC_LOADS;
        s->begun = false;
        return;
    }
    if (s->cfg.overlap) s->loaded = s->loaded || in->loaded;
    s->taken = s->taken || in->taken;
    if (!unmaps_swap(s, in)) return;
    if (s->cfg.overlap) s->state = s->loaded ? VTC_LAST : VTC_LOADS;
    else s->begun = true;
    s->taken = s->loaded = false;
}

static void tick_last(struct vtc *s)
{
    s->state = VTC_IDLE;
    s->new_block &= ~bit(s->in_cta);
    s->kept &= ~bit(s->in_cta);
}

/* A new block has a number that no other block has: its bit is none of those changed above. */
void vtc_tick(struct vtc *s, const struct vtc_in *in, const struct vtc_out *out)
{
    switch (s->state) {
    case VTC_IDLE: tick_idle(s, in, out); break;
    case VTC_LEAVE: tick_leave(s, in); break;
    case VTC_LOADS:
        if (in->loaded) s->state = VTC_LAST;
        break;
    default: tick_last(s); break;
    }
    if (out->alloc_en) s->new_block |= bit(in->alloc_cta);
    s->frames = in->frames;
}

/* --- check --------------------------------------------------------------- */

const char *vtc_check(const struct vtc *s)
{
    const bool under_way = s->state != VTC_IDLE;

    if (s->state > VTC_LAST) return "one_swap";
    if (under_way && (s->in_frame >= s->frames || s->frames > s->cfg.frames)) return "limit";
    if (under_way && s->in_cta >= s->cfg.ctas) return "pairs";
    if (s->state == VTC_LEAVE && s->in_frame != s->out_frame) return "pairs";
    if (s->state != VTC_LEAVE && (s->taken || s->loaded || s->begun)) return "one_swap";
    if (s->begun && (s->cfg.overlap || s->taken)) return "one_swap";
    if (s->loaded && !s->cfg.overlap) return "one_swap";
    return (s->kept & s->new_block) != 0 ? "pairs" : NULL;
}

/* --- promise ------------------------------------------------------------- */

/* A mask has a bit at or above n. */
static bool wider(uint64_t mask, uint32_t n) { return n < 64 && mask >> n != 0; }

static bool sits(const struct vtc *s, const struct vtc_in *in, uint32_t cta)
{
    uint32_t f = frame_of(s, in, cta);
    return (in->frame_valid & bit(f)) != 0 && in->frame_cta[f] == cta;
}

static const char *frame_promise(const struct vtc *s, const struct vtc_in *in)
{
    if (in->frames > s->cfg.frames) return "frames_i is above Frames";
    if (s->state != VTC_IDLE && in->frames != s->frames)
        return "frames_i changes while a block is on its way";
    if (wider(in->frame_valid, s->cfg.frames)) return "a valid frame is not below Frames";
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if ((in->frame_valid & bit(f)) != 0 && in->frame_cta[f] >= s->cfg.ctas)
            return "the block on a frame is not below Ctas";
    }
    if (!in->done_valid) return NULL;
    if (in->done_frame >= s->cfg.frames || (in->frame_valid & bit(in->done_frame)) == 0)
        return "the block done sits on no frame";
    return s->state == VTC_LEAVE && in->done_frame == s->out_frame
               ? "the block done is the one that leaves"
               : NULL;
}

static const char *choice_promise(const struct vtc *s, const struct vtc_in *in)
{
    const uint64_t inactive = s->new_block | s->kept;

    if (in->alloc_valid && in->alloc_cta >= s->cfg.ctas)
        return "the number of a new block is not below Ctas";
    if (in->alloc_valid && ((inactive & bit(in->alloc_cta)) != 0 || sits(s, in, in->alloc_cta)))
        return "the number of a new block is taken";
    if (s->state != VTC_IDLE) return NULL;
    if (in->out_valid && !sits(s, in, in->out_cta)) return "the block to swap out sits on no frame";
    if (in->in_valid && in->in_cta >= s->cfg.ctas) return "the block to swap in is not below Ctas";
    if (in->in_valid && sits(s, in, in->in_cta)) return "the block to swap in sits on a frame";
    if (in->in_valid && (inactive & bit(in->in_cta)) == 0)
        return "the block to swap in is not on the core";
    if (wider(in->out_ended, s->cfg.max_warps) || wider(in->out_waits, s->cfg.max_warps))
        return "flags of a block are wider than MaxWarps";
    return NULL;
}

/* A load is under way. */
static bool loads(const struct vtc *s)
{
    return s->state == VTC_LOADS || (s->state == VTC_LEAVE && s->cfg.overlap && !s->loaded);
}

static const char *swap_promise(const struct vtc *s, const struct vtc_in *in)
{
    const bool leaves = s->state == VTC_LEAVE && !s->taken && !s->begun;

    if (in->taken && !leaves) return "the last stack is taken though none leaves";
    if (in->loaded && !loads(s)) return "the last piece comes back though nothing is loaded";
    if (s->state == VTC_LEAVE && s->begun && !in->load_ready)
        return "the context handler cannot bring the block of the swap";
    return NULL;
}

const char *vtc_promise(const struct vtc *s, const struct vtc_in *in)
{
    const char *broken = frame_promise(s, in);
    if (broken == NULL) broken = choice_promise(s, in);
    return broken != NULL ? broken : swap_promise(s, in);
}
