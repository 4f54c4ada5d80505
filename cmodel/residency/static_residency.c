/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/static_residency.h"

#include <stddef.h>
#include <string.h>

/* --- init and reset ------------------------------------------------------ */

/* Before the first kernel there is no block. That a block would have one warp keeps the promises of
 * the frames, which know no block of none. */
static void no_kernel(struct static_residency *s)
{
    s->warps = 1;
    s->frames = 0;
}

const char *static_residency_init(struct static_residency *s,
                                  const struct static_residency_cfg *cfg)
{
    const struct block_frames_cfg seats = {.slots = cfg->slots,
                                           .frames = cfg->frames,
                                           .max_warps = cfg->max_warps,
                                           .id_width = cfg->id_width,
                                           .ports = cfg->ports};
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    no_kernel(s);
    return block_frames_init(&s->seats, &seats);
}

void static_residency_reset(struct static_residency *s)
{
    block_frames_reset(&s->seats);
    no_kernel(s);
}

/* --- eval ---------------------------------------------------------------- */

/* The lowest frame of the kernel that is not open; frames: there is none. */
static uint32_t free_frame(const struct static_residency *s)
{
    uint32_t f = 0;
    while (f < s->frames && (s->seats.open >> f & 1) != 0) f++;
    return f;
}

/* A block that is offered while a frame is free sits down on it. */
static void eval_begin(const struct static_residency *s, const struct static_residency_in *in,
                       struct static_residency_out *out)
{
    const uint32_t frame = free_frame(s);
    out->block_ready = frame < s->frames;
    out->begin_en = in->block_valid && out->block_ready;
    if (!out->begin_en) return;
    out->begin_slot = frame * s->warps;
    out->begin_count = s->warps;
    memcpy(out->begin_id, in->block_id, sizeof out->begin_id);
    out->seats_in.open_en = true;
    out->seats_in.open_frame = frame;
    memcpy(out->seats_in.open_id, in->block_id, sizeof out->seats_in.open_id);
}

void static_residency_eval(const struct static_residency *s, const struct static_residency_in *in,
                           struct static_residency_out *out)
{
    memset(out, 0, sizeof *out);
    out->seats_in.warps = s->warps;
    memcpy(out->seats_in.ev_valid, in->ev_valid, sizeof in->ev_valid);
    memcpy(out->seats_in.ev_kind, in->ev_kind, sizeof in->ev_kind);
    memcpy(out->seats_in.ev_slot, in->ev_slot, sizeof in->ev_slot);
    eval_begin(s, in, out);
    block_frames_eval(&s->seats, &out->seats_in, &out->seats_out);
    out->ready = out->seats_out.ready;
    out->done_valid = out->seats_out.done_valid;
    memcpy(out->done_id, out->seats_out.done_id, sizeof out->done_id);
    out->idle = out->seats_out.open == 0;
}

/* --- tick ---------------------------------------------------------------- */

void static_residency_tick(struct static_residency *s, const struct static_residency_in *in,
                           const struct static_residency_out *out)
{
    block_frames_tick(&s->seats, &out->seats_in, &out->seats_out);
    if (!in->kernel_en || !out->idle) return;
    s->warps = in->kernel_warps;
    s->frames = in->kernel_frames;
}

/* --- check and promise --------------------------------------------------- */

/* A frame at or above the kernel's is never open: so no more are than it has. */
const char *static_residency_check(const struct static_residency *s)
{
    if (s->seats.open >> s->frames != 0) return "limit";
    return block_frames_check(&s->seats);
}

static const char *kernel_promise(const struct static_residency *s,
                                  const struct static_residency_in *in,
                                  const struct static_residency_out *out)
{
    const uint32_t w = in->kernel_warps;
    if (!in->kernel_en || !out->idle) return NULL;
    if (w < 1 || w > s->cfg.max_warps) return "warps of the kernel's blocks are not 1 to MaxWarps";
    if (in->kernel_frames > s->cfg.frames || in->kernel_frames * w > s->cfg.slots)
        return "the kernel's frames are above Frames, or have no slots";
    return out->begin_en ? "a kernel comes while a block is taken" : NULL;
}

const char *static_residency_promise(const struct static_residency *s,
                                     const struct static_residency_in *in)
{
    struct static_residency_out out;
    static_residency_eval(s, in, &out);
    const char *broken = kernel_promise(s, in, &out);
    return broken != NULL ? broken : block_frames_promise(&s->seats, &out.seats_in);
}
