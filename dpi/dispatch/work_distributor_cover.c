/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/work_distributor_cover.h"

#include "common/bits.h"

typedef struct work_distributor state;
typedef struct work_distributor_in inputs;
typedef struct work_distributor_out outputs;

static bool all_idle(const state *s, const inputs *in)
{
    return (in->sm_idle & ones(s->cfg.sms)) == ones(s->cfg.sms);
}

static bool under_way(const state *s) { return s->limits.phase != SHARE_LIMITS_IDLE; }

/* The kernels that have no block left, and none on an SM. */
static uint32_t finished(const state *s, const outputs *out)
{
    return s->runs & ~out->nets.cursor_out.left & ~out->nets.dispatch_out.here;
}

/* ---- launch ---- */

static void cover_needs(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t above = 0;
    bool exact = false, none = true;
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        if (in->need[r] > in->room[r]) above++;
        if (in->need[r] == in->room[r] && in->need[r] != 0) exact = true;
        if (in->need[r] != 0) none = false;
    }
    if (out->kernel_en && exact) bin[BIN_BEGIN_EXACT]++;
    if (out->kernel_en && none) bin[BIN_BEGIN_FREE]++;
    if (out->refused && above == 1 && s->cfg.kinds > 1) bin[BIN_REFUSED_ONE_KIND]++;
}

/* What alone holds a launch back. */
static void cover_waits(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool full = s->runs == ones(s->cfg.kernels), idle = all_idle(s, in);
    const unsigned why = full + !idle + under_way(s) + s->due + s->refused;
    if (!out->nets.queues_out.begin_valid || why != 1) return;
    if (full) bin[BIN_WAITS_KERNEL]++;
    if (!idle) bin[BIN_WAITS_SM]++;
    if (under_way(s)) bin[BIN_WAITS_DIVISION]++;
    if (s->due) bin[BIN_WAITS_DUE]++;
    if (s->refused) bin[BIN_WAITS_REFUSAL]++;
}

static void cover_launch(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->kernel_en) {
        const uint32_t runs = s->runs | (uint32_t)bit(out->launch_kernel);
        bin[BIN_BEGIN]++;
        if (s->runs != 0) bin[BIN_BEGIN_BESIDE]++;
        if (s->runs >> out->launch_kernel != 0) bin[BIN_BEGIN_GAP]++;
        if (runs == ones(s->cfg.kernels)) bin[BIN_BEGIN_LAST]++;
    }
    if (out->refused) bin[BIN_REFUSED]++;
    if (out->launch_valid && !in->launch_ready) bin[BIN_OFFER_STAYS]++;
    if (!out->launch_valid && in->launch_ready) bin[BIN_READY_FOR_NONE]++;
    cover_needs(s, in, out, bin);
    cover_waits(s, in, out, bin);
}

/* ---- division ---- */

static void cover_division(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool start = s->due && !under_way(s), ended = s->limits.phase == SHARE_LIMITS_DONE;
    const bool done = out->done_valid && !s->refused;
    if (start) {
        bin[BIN_START]++;
        if (several(s->runs)) bin[BIN_START_SEVERAL]++;
        if (s->runs == 0) bin[BIN_START_NONE]++;
        if (in->replan) bin[BIN_START_REPLAN]++;
        if (done) bin[BIN_START_DONE]++;
        if (out->block_valid != 0) bin[BIN_BLOCK_START]++;
    }
    if (in->replan && s->due && !start) bin[BIN_REPLAN_DUE]++;
    if (in->replan && under_way(s)) bin[BIN_REPLAN_UNDER_WAY]++;
    if (in->replan && ended) bin[BIN_REPLAN_DONE]++;
    if (in->replan && out->kernel_en) bin[BIN_REPLAN_BEGIN]++;
    if (done && under_way(s)) bin[BIN_DONE_UNDER_WAY]++;
    if (ended) bin[BIN_DIVISION_DONE]++;
    if (ended && done) bin[BIN_DONE_DIVISION_DONE]++;
    if (ended && s->limits.none != 0) bin[BIN_NONE]++;
}

/* ---- open ---- */

static void cover_open(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool ended = s->limits.phase == SHARE_LIMITS_DONE, idle = all_idle(s, in);
    const uint32_t now = ended ? s->runs & s->planned & ~s->ready : 0;
    const uint32_t late = s->ready & ~s->open, opens = idle ? now | late : 0;
    if (idle && now != 0) bin[BIN_OPEN]++;
    if (idle && late != 0) bin[BIN_OPEN_LATE]++;
    if (idle && late != 0 && under_way(s)) bin[BIN_OPEN_IN_DIVISION]++;
    if (!idle && now != 0) bin[BIN_OPEN_WAITS]++;
    if (opens != 0 && out->kernel_en) bin[BIN_OPEN_AND_BEGIN]++;
    if (ended && (s->open & s->planned) != 0) bin[BIN_OPEN_REPLANNED]++;
}

/* ---- blocks ---- */

static void cover_grid(const state *s, const outputs *out, uint64_t *bin)
{
    const uint32_t k = out->block_kernel, *id = out->block_id;
    const struct block_cursor *c = &s->cursor;
    const bool only = (id[0] | id[1] | id[2]) == 0;
    if (out->nets.cursor_out.last) bin[only ? BIN_BLOCK_ONLY : BIN_BLOCK_LAST]++;
    else if (id[0] == c->size_x[k] - 1) bin[BIN_BLOCK_WRAPS]++;
}

static void cover_blocks(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t wants = s->open & out->nets.cursor_out.more;
    if (out->block_valid == 0) {
        if (wants != 0) bin[BIN_STARVED]++;
        return;
    }
    bin[BIN_BLOCK]++;
    cover_grid(s, out, bin);
    if (under_way(s)) bin[BIN_BLOCK_DIVISION]++;
    if (out->kernel_en) bin[BIN_BLOCK_BEGIN]++;
    if (!all_idle(s, in)) bin[BIN_BLOCK_NOT_IDLE]++;
    if (out->done_valid && !s->refused) bin[BIN_BLOCK_DONE]++;
    if ((s->runs & ~s->open) != 0) bin[BIN_CLOSED]++;
    const uint32_t sm = lowest(out->block_valid);
    if (has(in->end_valid, sm) && in->end_kernel[sm] == out->block_kernel) bin[BIN_BLOCK_END]++;
}

/* ---- done ---- */

static void cover_done(const state *s, const outputs *out, uint64_t *bin)
{
    const uint32_t kernels = finished(s, out);
    if (s->refused) {
        bin[BIN_DONE_REFUSED]++;
        if (kernels != 0) bin[BIN_DONE_REFUSED_FIRST]++;
    } else if (kernels != 0) {
        bin[BIN_DONE]++;
        if (several(kernels)) bin[BIN_DONE_TWO]++;
        if (out->kernel_en) bin[BIN_DONE_AND_BEGIN]++;
        if (out->refused) bin[BIN_DONE_AND_REFUSED]++;
        bool empty = !several(s->runs);
        for (uint32_t q = 0; q < s->cfg.queues; q++) empty = empty && s->queues.count[q] == 0;
        if (empty) bin[BIN_DONE_LAST]++;
    }
}

void work_distributor_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_launch(s, in, out, bin);
    cover_division(s, in, out, bin);
    cover_open(s, in, out, bin);
    cover_blocks(s, in, out, bin);
    cover_done(s, out, bin);
    if (!s->taken) bin[BIN_ROOM]++;
    if (!s->taken && in->push_en && !in->push_wait) bin[BIN_ROOM_PUSH]++;
}
