/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of dynamic warp formation: what happens in the blocks inside, and between them. */
#include "formation/dwf_cover.h"

static unsigned members(uint64_t mask) { return (unsigned)__builtin_popcountll(mask); }

/* A thread of the warp is at another place than the one it was launched at. */
static bool moved(const state *s, const outputs *out)
{
    const uint32_t bits = clog2(s->cfg.lanes);
    for (uint32_t p = 0; p < s->cfg.lanes; p++) {
        const uint32_t tid = out->issue_tid[p];
        if (!has(out->issue_mask, p)) continue;
        if (dwf_home_place(&s->cfg, tid >> bits, tid & ((UINT32_C(1) << bits) - 1)) != p)
            return true;
    }
    return false;
}

static void cover_issue(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!out->issue_valid) {
        if (!in->issue_ready) return;
        if (out->wait == MAJORITY_SCHEDULER_WAIT_EMPTY) bin[BIN_WAIT_EMPTY]++;
        if (out->wait == MAJORITY_SCHEDULER_WAIT_REBALANCE) bin[BIN_WAIT_REBALANCE]++;
        if (out->wait == MAJORITY_SCHEDULER_WAIT_UPDATES) bin[BIN_WAIT_UPDATES]++;
        return;
    }
    if (!in->issue_ready) {
        bin[BIN_ISSUE_WAITS]++;
        return;
    }
    bin[BIN_ISSUE]++;
    if (members(out->issue_mask) == s->cfg.lanes) bin[BIN_ISSUE_FULL]++;
    if (members(out->issue_mask) == 1) bin[BIN_ISSUE_LONE]++;
    if (moved(s, out)) bin[BIN_MOVED]++;
    for (unsigned g = 0; g < 2; g++) {
        const struct pc_warp_lut_out *lut = &out->nets.lut_out;
        if (lut->join_en[g] && lut->join_idx[g] == out->nets.pool_in.issue_idx)
            bin[BIN_FORWARDED]++;
    }
}

static void cover_groups(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct pc_warp_lut_out *lut = &out->nets.lut_out;
    const bool joins = lut->join_en[0] || lut->join_en[1];
    if (lut->grp_ready[0] && lut->grp_ready[1]) bin[BIN_TWO_GROUPS]++;
    if (joins) bin[BIN_MERGED]++;
    if (out->refuse == DWF_REFUSE_QUEUE) bin[BIN_REFUSE_QUEUE]++;
    if (out->refuse == DWF_REFUSE_POOL) bin[BIN_REFUSE_POOL]++;
    if (lut->open_en[0] && out->free_count == s->cfg.pool_entries) bin[BIN_POOL_EMPTY]++;
    if (s->cfg.spill == 0) return;
    if (out->wr_valid && in->wr_ready) bin[BIN_SPILL]++;
    if (in->rsp_valid && out->rsp_ready) {
        bin[BIN_REFILL]++;
        if (joins) bin[BIN_REFILL_MERGES]++;
    }
}

void dwf_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_issue(s, in, out, bin);
    cover_groups(s, in, out, bin);
    if (in->ret_valid && !out->ret_ready && s->update.sent != 0) bin[BIN_INDIRECT]++;
    if (in->launch_valid && in->ret_valid) bin[BIN_LAUNCH_WAITS]++;
    if (in->launch_valid && out->launch_ready && in->launch_warp % 2 == 1) bin[BIN_ODD_WARP]++;
}
