/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of Virtual Thread: what meets in one cycle. */
#include "residency/vt_cover.h"

/* In this cycle: a wake-up that counts, for this block. */
static bool goes_down(const state *s, const outputs *out, uint32_t cta)
{
    const struct cta_status_table_in *t = &out->nets.table_in;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (t->down_en[p] && t->down_cta[p] == cta) return true;
    }
    return false;
}

static bool goes_up(const state *s, const outputs *out, uint32_t cta)
{
    const struct cta_status_table_in *t = &out->nets.table_in;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (t->up_en[p] && t->up_cta[p] == cta) return true;
    }
    return false;
}

static bool warp_of(const state *s, uint32_t warp, uint32_t cta) { return warp / s->warps == cta; }

/* The block that leaves, and what happens to it in that cycle. */
static void cover_leave(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    const uint32_t cta = n->control_out.out_cta;
    bin[BIN_SWAP]++;
    if (goes_down(s, out, cta)) bin[BIN_DECISION_WAKE]++;
    if (n->seats_out.release_valid) bin[BIN_DECISION_RELEASE]++;
    if (in->load_valid && out->load_ready && warp_of(s, in->load_warp, cta))
        bin[BIN_DECISION_LOAD]++;
    if (out->l1_valid && in->l1_ready && warp_of(s, out->l1_warp, cta)) bin[BIN_DECISION_SERVED]++;
    if (n->seats_out.shut_ended != 0) bin[BIN_LEAVE_ENDED]++;
    if (n->seats_out.shut_waits != 0) bin[BIN_LEAVE_WAITS]++;
    if (s->warps == s->cfg.max_warps) bin[BIN_LARGEST]++;
    if (s->warps == 1) bin[BIN_ONE_WARP]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->wb_en[p] && warp_of(s, in->wb_warp[p], cta)) bin[BIN_DECISION_WRITE]++;
    }
}

/* Why a marked block stays. */
static void cover_stays(const state *s, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    if (!n->table_out.out_valid) return;
    if (!n->table_out.in_valid) bin[BIN_NONE_READY]++;
    if (goes_down(s, out, n->table_out.out_cta)) bin[BIN_UNMARKED]++;
    if (s->control.state != VTC_IDLE || !n->table_out.in_valid) return;
    if (!n->contexts_out.save_ready) bin[BIN_SAVE_BUSY]++;
    else if (n->seats_out.done_valid) bin[BIN_DONE_NO_SWAP]++;
}

static void cover_counts(const state *s, const outputs *out, uint64_t *bin)
{
    for (uint32_t c = 0; c < s->ctas; c++) {
        if (!has(s->table.active, c) || !goes_up(s, out, c) || !goes_down(s, out, c)) continue;
        bin[BIN_UP_AND_DOWN]++;
        if (s->table.count[c] == s->warps - 1) bin[BIN_STALL_AND_WAKE]++;
    }
}

/* Stacks leave, and what comes in meanwhile. */
static void cover_retire(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    if (n->contexts_out.taken && n->seats_out.done_valid) bin[BIN_TAKEN_AND_DONE]++;
    if (!out->stack_rd_en) return;
    bin[n->board_out.retire_count != 0 ? BIN_RETIRE_COUNTS : BIN_LEAVE_NOTHING_OUT]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->wb_en[p]) continue;
        if (!n->board_out.late[p] && in->wb_slot[p] == out->stack_rd_slot)
            bin[BIN_RETIRE_IN_TIME]++;
        if (n->board_out.late[p] && n->table_in.late_cta[p] == n->table_in.add_cta)
            bin[BIN_LATE_WITH_ADD]++;
    }
}

static void cover_late(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    uint32_t first = s->cfg.ctas;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->wb_slot[p], cta = n->table_in.late_cta[p];
        if (!n->board_out.late[p]) continue;
        const bool at_map = n->board_in.map_en && slot >= n->board_in.map_base &&
                            slot < n->board_in.map_base + n->board_in.map_count;
        if (has(s->board.valid, slot)) bin[BIN_LATE_NEW_OWNER]++;
        else bin[at_map ? BIN_LATE_AT_MAP : BIN_LATE_EMPTY]++;
        if (first < s->cfg.ctas) bin[first == cta ? BIN_TWO_LATE : BIN_TWO_LATE_BLOCKS]++;
        first = cta;
        if (s->table.count[cta] != 1) continue;
        if (n->table_in.saved_en && n->table_in.saved_cta == cta) bin[BIN_LAST_LATE_SAVED]++;
        else if (!has(s->table.saving, cta)) bin[BIN_LATE_AFTER_SAVED]++;
    }
    if (n->table_in.saved_en && s->table.count[n->table_in.saved_cta] == 0) bin[BIN_SAVED_CLEAN]++;
}

/* Wake-ups that are nothing. */
static void cover_wakes(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->wake_valid[p] || n->table_in.down_en[p]) continue;
        const uint32_t slot = in->wake_slot[p];
        const bool at_map = n->board_in.map_en && slot >= n->board_in.map_base &&
                            slot < n->board_in.map_base + n->board_in.map_count;
        if (has(n->map_out.slot_valid, slot)) bin[BIN_WAKE_LEAVING]++;
        else bin[at_map ? BIN_WAKE_AT_MAP : BIN_WAKE_EMPTY]++;
    }
}

static void cover_new(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    if (in->kernel_en && !out->idle) bin[BIN_KERNEL_LATE]++;
    if (in->kernel_en && out->idle && in->kernel_warps != s->warps) bin[BIN_OTHER_SIZE]++;
    if (!in->block_valid) return;
    if (!n->map_out.alloc_valid) {
        if (s->ctas != 0) bin[BIN_NO_NUMBER]++;
        return;
    }
    if (out->block_ready && out->swap != VTC_IDLE) bin[BIN_TAKEN_IN_SWAP]++;
    if (out->block_ready && n->control_out.free_en) bin[BIN_FREE_AND_ALLOC]++;
    if (out->block_ready) return;
    bin[BIN_HEAD_WAITS]++;
    if (n->control_out.free_en && n->control_out.free_cta < n->map_out.alloc_cta)
        bin[BIN_NUMBER_CHANGES]++;
}

void vt_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->leave_en) cover_leave(s, in, out, bin);
    else cover_stays(s, out, bin);
    if (out->nets.control_out.load_en && s->control.state == VTC_IDLE && !out->leave_en)
        bin[BIN_FILL]++;
    if (out->begin_en) bin[BIN_BEGIN]++;
    if (out->resume_en) bin[BIN_RESUME]++;
    if (out->nets.seats_out.release_valid) bin[BIN_RELEASE]++;
    cover_counts(s, out, bin);
    cover_retire(s, in, out, bin);
    cover_late(s, in, out, bin);
    cover_wakes(s, in, out, bin);
    cover_new(s, in, out, bin);
    if (out->mem_valid && !in->mem_ready) bin[BIN_PORT_BUSY]++;
    if (out->l1_valid && out->l1_away && in->l1_ready) bin[BIN_AWAY_SERVED]++;
    if (in->load_valid && !out->load_ready) bin[BIN_LOAD_WAITS]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_slot[p] == s->cfg.slots - 1) bin[BIN_LAST_SLOT]++;
    }
}
