/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/vtc_cover.h"
#include "residency/vtc_view.h"

static void cover_take(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!in->block_valid) return;
    if (!in->alloc_valid) bin[BIN_TAKE_NO_NUMBER]++;
    if (in->alloc_valid && !in->store_ready) bin[BIN_TAKE_NO_PORT]++;
    if (!out->alloc_en) return;
    bin[BIN_TAKE]++;
    if (s->state != VTC_IDLE) bin[out->in_en ? BIN_TAKE_AND_LAST : BIN_TAKE_IN_SWAP]++;
    if (s->state == VTC_IDLE && out->load_en) bin[BIN_TAKE_AND_DECIDE]++;
}

static void cover_fill(const inputs *in, uint64_t holes, uint64_t *bin)
{
    bin[BIN_FILL]++;
    if ((holes & (holes - 1)) != 0) bin[BIN_FILL_LOWEST]++;
    if (in->out_valid && in->save_ready) bin[BIN_FILL_BEFORE_SWAP]++;
    if (in->done_valid) bin[BIN_FILL_AND_DONE]++;
}

static void cover_swap(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t above = ones(s->cfg.frames) & ~ones(in->frames);
    bin[BIN_SWAP]++;
    if (has_any(s->new_block, in->in_cta)) bin[BIN_SWAP_FOR_NEW]++;
    if ((above & ~in->frame_valid) != 0) bin[BIN_SWAP_AT_LIMIT]++;
    if (in->out_ended != 0) bin[BIN_OUT_ENDED]++;
    if (in->out_waits != 0) bin[BIN_OUT_WAITS]++;
    if (in->frames == 1) bin[BIN_ONE_FRAME]++;
}

/* Idle: what is decided, or what is in the way. */
static void cover_decision(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint64_t holes = ones(in->frames) & ~in->frame_valid;
    if (!in->in_valid) {
        if (in->out_valid) bin[BIN_MARKED_STAYS]++;
    } else if (!in->load_ready) {
        bin[BIN_LOAD_BUSY]++;
    } else if (holes != 0) {
        cover_fill(in, holes, bin);
    } else if (!in->out_valid) {
        bin[BIN_NONE_MARKED]++;
    } else if (out->out_en) {
        cover_swap(s, in, bin);
    } else {
        bin[in->save_ready ? BIN_DONE_NO_SWAP : BIN_SAVE_BUSY]++;
    }
}

static void cover_loaded(const state *s, const inputs *in, uint64_t *bin)
{
    if (in->taken) bin[BIN_LOADED_WITH_TAKEN]++;
    else bin[s->taken ? BIN_LOADED_WAITING : BIN_LOADED_BEFORE]++;
}

static void cover_leave(const state *s, const inputs *in, uint64_t *bin)
{
    const bool done = in->done_valid;
    if (s->begun) {
        bin[BIN_BEGINS_AFTER]++;
        if (done) bin[BIN_DONE_BEGINS]++;
        return;
    }
    if (in->taken) bin[done ? BIN_TAKEN_AND_DONE : BIN_TAKEN]++;
    if (s->taken) bin[done ? BIN_TAKEN_DONE_LATER : BIN_TAKEN_WAITS]++;
    if (!in->taken && !s->taken && done) bin[BIN_DONE_STACKS_LEAVE]++;
    if (in->taken && s->loaded) bin[done ? BIN_LOADED_THEN_DONE : BIN_LOADED_THEN_TAKEN]++;
    if (in->loaded) cover_loaded(s, in, bin);
}

static void cover_last(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->done_valid) bin[BIN_DONE_LAST]++;
    if (out->in_new) {
        if ((s->ended[s->in_cta] | s->waits[s->in_cta]) != 0) bin[BIN_NEW_OVER_FLAGS]++;
        return;
    }
    if (out->in_ended != 0) bin[BIN_BACK_ENDED]++;
    if (out->in_waits != 0) bin[BIN_BACK_WAITS]++;
    if (out->in_count == 0) bin[BIN_BACK_CLEAN]++;
}

void vtc_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_take(s, in, out, bin);
    if (s->state == VTC_IDLE) cover_decision(s, in, out, bin);
    if (s->state == VTC_LEAVE) cover_leave(s, in, bin);
    if (s->state == VTC_LAST) cover_last(s, in, out, bin);
    if (s->state == VTC_LOADS && in->done_valid) bin[BIN_DONE_LOADS]++;
    if (s->state == VTC_LOADS && in->loaded) bin[BIN_LOADED_AFTER]++;
    if (in->frames != s->frames) bin[BIN_OTHER_LIMIT]++;
    if (in->frame_valid == ones(s->cfg.frames)) bin[BIN_FULL]++;
}
