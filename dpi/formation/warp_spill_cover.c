/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/warp_spill_cover.h"

static void cover_through(const inputs *in, const outputs *out, uint64_t *bin)
{
    for (unsigned g = 0; g < WARP_SPILL_GROUPS; g++) {
        if (in->in_valid[g]) bin[out->in_ready[g] ? BIN_THROUGH : BIN_REFUSED]++;
    }
    if (out->in_ready[0] && out->in_ready[1]) bin[BIN_THROUGH_BOTH]++;
    if (out->in_ready[0] && out->spilled > 0) bin[BIN_OVERTAKE]++;
}

static void cover_no_room(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->spilled == s->cfg.slots) bin[BIN_FULL]++;
    if (!out->wr_valid) return;
    if (!in->wr_ready) {
        bin[BIN_WRITE_REFUSED]++;
        return;
    }
    bin[BIN_NO_ROOM]++;
    if (in->in_valid[1]) bin[in->in_valid[0] ? BIN_SECOND_WAITS : BIN_SECOND_ALONE]++;
    if (s->tail == s->cfg.slots - 1) bin[BIN_WRAP]++;
}

static void cover_back(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->rd_valid) bin[in->rd_ready ? BIN_READ : BIN_READ_REFUSED]++;
    if (!in->room && s->queued > 0) bin[BIN_READ_TAKEN_BACK]++;
    if (in->room && s->queued > 0 && s->asked == s->cfg.reads) bin[BIN_ALL_READS]++;
    if (!in->rsp_valid) return;
    if (!in->room) bin[BIN_ANSWER_NO_ROOM]++;
    else bin[out->rsp_ready ? BIN_ANSWER : BIN_ANSWER_REFUSED]++;
    if (out->rsp_ready && (in->in_valid[0] || in->in_valid[1])) bin[BIN_ANSWER_FIRST]++;
}

void warp_spill_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!in->room) cover_no_room(s, in, out, bin);
    else if (!in->rsp_valid) cover_through(in, out, bin);
    cover_back(s, in, out, bin);
}
