/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of Zorua: what happens in the blocks inside, and between them. */
#include "residency/zorua_cover.h"

static void cover_kernel(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->kernel_en && !out->idle) bin[BIN_KERNEL_IGNORED]++;
    if (in->kernel_en && out->idle) {
        bin[in->kernel_warps != s->warps ? BIN_KERNEL_OTHER : BIN_KERNEL]++;
    }
    if (in->block_valid && out->block_ready) bin[BIN_BLOCK]++;
    if (out->begin_en) bin[BIN_BEGIN]++;
    if (out->done_valid) bin[BIN_DONE]++;
}

/* The answers of a resource's look-ups, counted in three bins from `held` on: held, swapped, wait.
 * Returns the accesses. */
static uint32_t cover_found(const struct zorua_nets *n, uint32_t ports, uint32_t resource,
                            uint64_t *bin, uint32_t held)
{
    const struct mapping_table_out *t = &n->table_out[resource];
    uint32_t accesses = 0;
    for (uint32_t p = 0; p < ports; p++) {
        if (!t->found_en[p]) continue;
        if (t->found_wait[p]) bin[held + 2]++;
        else bin[t->found_held[p] ? held : held + 1]++;
        accesses += t->found_held[p] && !t->found_wait[p];
    }
    const struct spill_selector_in *selector = &n->selector_in[resource - 1];
    if (accesses > 0 && (selector->take_en || selector->drop_en)) bin[BIN_ACCESS_AND_TAKE]++;
    return accesses;
}

static void cover_moves(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct coordinator_out *c = &out->nets.control_out;
    for (uint32_t r = COORDINATOR_SCRATCH; r <= COORDINATOR_REGS; r++) {
        const bool offers = out->nets.selector_out[r - 1].victim_valid;
        const bool goes = c->op[r] == COORDINATOR_OP_SPILL;
        if (goes) bin[r == COORDINATOR_SCRATCH ? BIN_SCRATCH_STORE : BIN_REG_STORE]++;
        if (goes && !c->victim_taken[r - 1]) bin[BIN_VICTIM_OTHER]++;
        if (s->selector[r - 1].victim_valid && !offers) bin[BIN_KEPT_VICTIM]++;
        if (c->op[r] == COORDINATOR_OP_DROP && !out->nets.table_out[r].op_held)
            bin[BIN_DROP_SWAPPED]++;
    }
    if (c->op[COORDINATOR_THREADS] == COORDINATOR_OP_SPILL) bin[BIN_SEAT_STORE]++;
    if (c->op[COORDINATOR_THREADS] == COORDINATOR_OP_FILL) bin[BIN_SEAT_LOAD]++;
    if (c->op[COORDINATOR_REGS] == COORDINATOR_OP_FILL) bin[BIN_RETURN]++;
    if (in->rsp_valid) bin[BIN_ANSWER]++;
}

static void cover_counters(const state *s, const outputs *out, uint64_t *bin)
{
    if (out->free[COORDINATOR_THREADS] == 0) bin[BIN_NO_SLOT]++;
    if (out->free[COORDINATOR_SCRATCH] == 0) bin[BIN_NO_SCRATCH]++;
    if (out->free[COORDINATOR_REGS] == 0) bin[BIN_NO_REGS]++;
    if (out->swapped[0] > 0 && out->swapped[1] > 0 && out->swapped[2] > 0) bin[BIN_ALL_SWAPPED]++;
    /* What the thresholds will be: the block inside on a copy of its state. */
    struct oversubscription next = s->limits;
    if (!out->nets.limits_out.epoch || out->nets.limits_in.start) return;
    oversubscription_tick(&next, &out->nets.limits_in, &out->nets.limits_out);
    for (uint32_t r = 0; r < ZORUA_RESOURCES; r++) {
        if (next.thresh[r] > out->thresh[r]) bin[BIN_THRESH_UP]++;
        if (next.thresh[r] < out->thresh[r]) bin[BIN_THRESH_DOWN]++;
    }
}

void zorua_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_kernel(s, in, out, bin);
    const uint32_t ports = s->cfg.ports;
    const uint32_t regs = cover_found(&out->nets, ports, COORDINATOR_REGS, bin, BIN_REG_HELD);
    if (regs == ports) bin[BIN_ALL_ACCESS]++;
    (void)cover_found(&out->nets, ports, COORDINATOR_SCRATCH, bin, BIN_SCRATCH_HELD);
    cover_moves(s, in, out, bin);
    cover_counters(s, out, bin);
}
