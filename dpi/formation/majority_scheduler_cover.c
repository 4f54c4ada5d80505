/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of the majority scheduler: where updates go, pops, waiting. */
#include "formation/majority_scheduler_cover.h"

static bool empty(const state *s)
{
    return s->cfg.tree != 0 ? s->tree.size == 0 : s->heap.size == 0;
}

static void cover_update(const state *s, const inputs *in, const outputs *out, unsigned u,
                         uint64_t *bin)
{
    const bool of_me = s->me_valid && in->upd_pc[u] == s->me_pc;
    if (!out->upd_ready[u]) bin[BIN_REFUSED]++;
    if (!in->upd_valid[u]) return;
    const bool last = in->issue_en && s->me_wph == s->me_wpt;
    if (out->heap_in.upd_valid[u]) {
        bin[BIN_QUEUED]++;
        if (of_me && s->me_closed) bin[BIN_CLOSED_UPDATE]++;
    } else if (!of_me || s->me_closed) {
        bin[BIN_POP_BYPASS]++;
    } else {
        bin[in->upd_open[u] ? BIN_BYPASS_OPEN : BIN_BYPASS_JOIN]++;
        if (last) bin[in->upd_open[u] ? BIN_REVIVED : BIN_LAST_JOINED]++;
        if (!out->heap_out.upd_ready[u]) bin[BIN_FULL_BYPASS]++;
    }
}

static void cover_pop(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    bin[BIN_POP]++;
    if (s->me_valid && in->issue_en) bin[BIN_POP_AT_ONCE]++;
    if (out->heap_out.root_old) bin[BIN_OLD_POP]++;
    if (out->heap_out.stuck)
        bin[out->lut_out.lkp_free[0] ? BIN_POP_STUCK_FULL : BIN_POP_STUCK_SET]++;
}

void majority_scheduler_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_update(s, in, out, 0, bin);
    cover_update(s, in, out, 1, bin);
    if (out->heap_in.pop_en && out->heap_out.root_valid) cover_pop(s, in, out, bin);
    if (out->heap_in.hold && out->heap_out.lkp_valid[1]) bin[BIN_HELD]++;
    if (out->heap_in.sweep_en && !empty(s)) bin[BIN_SWEEP]++;
    if (out->stuck && in->issue_en && out->pick_valid) bin[BIN_STUCK_ISSUE]++;
    if (!s->me_valid && out->heap_out.root_valid && !in->choose) bin[BIN_POP_HELD]++;
    switch (out->wait) {
    case MAJORITY_SCHEDULER_WAIT_EMPTY: bin[BIN_WAIT_EMPTY]++; break;
    case MAJORITY_SCHEDULER_WAIT_REBALANCE: bin[BIN_WAIT_REBALANCE]++; break;
    case MAJORITY_SCHEDULER_WAIT_UPDATES: bin[BIN_WAIT_UPDATES]++; break;
    default: break;
    }
}
