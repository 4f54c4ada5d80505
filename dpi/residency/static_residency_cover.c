/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/static_residency_cover.h"

static void cover_begin(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t frame = out->begin_slot / s->warps;
    bin[BIN_BEGIN]++;
    if (s->seats.open >> frame != 0) bin[BIN_BEGIN_HOLE]++;
    if (frame == s->frames - 1) bin[BIN_BEGIN_LAST]++;
    if (out->done_valid) bin[BIN_BEGIN_AS_DONE]++;
    if (out->seats_out.release_valid) bin[BIN_BEGIN_AS_RELEASE]++;
    if (s->warps == s->cfg.max_warps) bin[BIN_LARGEST]++;
    if (s->warps == 1) bin[BIN_ONE_WARP]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_kind[p] % 2 == 1) bin[BIN_BEGIN_AS_EVENT]++;
    }
}

void static_residency_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->begin_en) cover_begin(s, in, out, bin);
    if (in->block_valid && !out->block_ready) {
        bin[s->frames == 0 ? BIN_EARLY_BLOCK : BIN_WAITS]++;
        if (s->frames != 0 && s->frames < s->cfg.frames) bin[BIN_BELOW_LIMIT]++;
        if (out->done_valid) bin[BIN_WAITS_AS_DONE]++;
    }
    if (out->done_valid && (s->seats.open & (s->seats.open - 1)) == 0) bin[BIN_LAST_DONE]++;
    if (!in->kernel_en) return;
    if (!out->idle) bin[BIN_KERNEL_LATE]++;
    else if (in->kernel_warps != s->warps) bin[BIN_OTHER_SIZE]++;
}
