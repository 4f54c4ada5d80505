/* SPDX-License-Identifier: Apache-2.0 */
#include "common/phased_core.h"

#include <string.h>

#include "common/draws.h"
#include "run.h"

enum { NOTHING = 0, BARRIER = 1, PHASE = 2, END = 3 };

static uint32_t bits_of(uint32_t n)
{
    uint32_t bits = 1;
    while (n > UINT32_C(1) << bits) bits++;
    return bits;
}

uint32_t phased_core_noise(uint32_t n) { return draw(UINT32_C(1) << bits_of(n)); }

void phased_core_open(struct phased_core *c, const struct phased_core_cfg *cfg,
                      const struct phased_core_profile *profile)
{
    memset(c, 0, sizeof *c);
    c->cfg = *cfg;
    c->profile = *profile;
    phased_core_kernel(c);
}

void phased_core_forget(struct phased_core *c) { c->loads = 0; }

/* ---- the kernel ---- */

/* No blocks come, so that all go in the end and a new kernel can come, in a quarter of the time. */
static bool is_ebb(void) { return (hd_run.cycle >> 11 & 3) == 3; }

/* Sets that a warp needs, at most `most`; `last` is what it needed before. */
static uint32_t draw_need(struct phased_core *c, uint32_t most, uint32_t last)
{
    const uint32_t few = most / 4 + 1;
    if (share(c->profile.near)) {
        const uint32_t near = last ^ UINT32_C(1) << draw(bits_of(most + 1));
        if (near <= most) return near;
    }
    if (share(c->profile.large)) return most - draw(few);
    return draw(few + 1);
}

static uint32_t draw_size(struct phased_core *c)
{
    if (share(c->profile.whole)) return c->cfg.slots;
    if (share(c->profile.few)) return 1 + draw((c->cfg.slots + 7) / 8);
    return 1 + draw(share(8) ? c->cfg.slots : (c->cfg.slots + 3) / 4);
}

void phased_core_kernel(struct phased_core *c)
{
    c->block_warps = draw_size(c);
    c->regs = draw_need(c, c->cfg.reg_sets, c->regs);
    c->scratch = draw_need(c, c->cfg.scratch_sets, c->scratch);
    c->least = 1 + draw((c->cfg.slots + 4) / 5);
    if (share(c->profile.least)) c->least = c->cfg.slots;
    if (c->block_warps * c->regs <= c->cfg.reg_phys && share(3)) c->least = 0;
}

uint32_t phased_core_threshold(struct phased_core *c, uint32_t width)
{
    const uint32_t most = (UINT32_C(1) << width) - 1;
    if (c->least == 0) return 0;
    if (share(c->profile.swap)) return most;
    if (share(c->profile.no_swap)) return 0;
    return draw(share(8) && most > 8 ? 8 : most + 1);
}

/* Half of all identities differ from the last one in a single bit. */
static void draw_block(struct phased_core *c)
{
    c->block_valid = !is_ebb() && share(c->profile.block);
    if (share(8)) {
        const uint32_t at = draw(c->cfg.id_width);
        c->block_id[at / 32] ^= UINT32_C(1) << at % 32;
        return;
    }
    for (uint32_t w = 0; w < PHASED_CORE_ID_WORDS; w++) {
        const uint32_t bits = c->cfg.id_width > 32 * w ? c->cfg.id_width - 32 * w : 0;
        const uint64_t mask = (UINT64_C(1) << (bits < 32 ? bits : 32)) - 1;
        c->block_id[w] = (uint32_t)(hd_stim_word(&hd_draws, 32) & mask);
    }
}

/* ---- warps ---- */

/* Any bit of the mask, which is not 0. */
static uint32_t draw_bit(uint64_t mask)
{
    uint32_t skip = draw((uint32_t)__builtin_popcountll(mask));
    for (; skip > 0; skip--) mask &= mask - 1;
    return (uint32_t)__builtin_ctzll(mask);
}

static uint32_t draw_kind(struct phased_core *c)
{
    if (share(c->profile.barrier)) return BARRIER;
    if (share(is_ebb() ? 10 : c->profile.end)) return END;
    return share(c->profile.phase) ? PHASE : NOTHING;
}

/* A slot with no event in this cycle, of the block `like` if that is preferred. */
static uint32_t draw_slot(struct phased_core *c, uint64_t slots, const uint32_t *slot_block,
                          uint32_t like)
{
    uint64_t same = 0;
    for (uint32_t s = 0; s < c->cfg.slots; s++) {
        if ((slots & bit(s)) != 0 && slot_block[s] == like) same |= bit(s);
    }
    return draw_bit(same != 0 && share(c->profile.gather) ? same : slots);
}

/* Returns the slot, or 64: the port has no event. */
static uint32_t draw_event(struct phased_core *c, uint32_t p, uint64_t slots,
                           const uint32_t *slot_warp, const uint32_t *slot_block)
{
    c->ev_valid[p] = slots != 0 && hd_rng_chance(&hd_draws, c->profile.event, 256);
    c->ev_kind[p] = draw(4);
    c->ev_slot[p] = phased_core_noise(c->cfg.slots);
    c->ev_regs[p] = draw_need(c, c->cfg.reg_sets, c->regs);
    c->ev_scratch[p] = draw_need(c, c->cfg.scratch_sets, c->scratch);
    if (!c->ev_valid[p]) return 64;
    const uint32_t like = p > 0 && c->ev_valid[p - 1] ? slot_block[c->ev_slot[p - 1]] : 0;
    const uint32_t slot = draw_slot(c, slots, slot_block, like);
    const uint32_t w = slot_warp[slot];
    c->ev_slot[p] = slot;
    c->ev_kind[p] = draw_kind(c);
    if (c->ev_kind[p] != NOTHING) c->going &= ~bit(slot);
    if (c->ev_kind[p] != PHASE) return slot;
    if (c->least == 0) { /* another need might never be met */
        c->ev_regs[p] = c->regs;
        c->ev_scratch[p] = c->scratch;
        return slot;
    }
    c->need[w] = c->ev_regs[p] = draw_need(c, c->cfg.reg_sets, c->need[w]);
    c->need_scratch[w] = c->ev_scratch[p] = draw_need(c, c->cfg.scratch_sets, c->need_scratch[w]);
    return slot;
}

void phased_core_begin(struct phased_core *c, uint32_t warp)
{
    c->need[warp] = c->regs;
    c->need_scratch[warp] = c->scratch;
}

/* ---- memory ---- */

static void draw_answer(struct phased_core *c)
{
    c->rsp_valid = c->loads != 0 && share(c->profile.answer);
    c->rsp_warp = c->rsp_valid ? draw_bit(c->loads) : phased_core_noise(c->cfg.warps);
    if (c->rsp_valid) c->loads &= ~bit(c->rsp_warp);
}

void phased_core_load(struct phased_core *c, uint32_t warp) { c->loads |= bit(warp); }

/* ---- the cycle ---- */

bool phased_core_draw(struct phased_core *c, uint64_t ready, const uint32_t *slot_warp,
                      const uint32_t *slot_block)
{
    uint64_t slots = ready;
    c->going = ready;
    draw_block(c);
    for (uint32_t p = 0; p < c->cfg.ports; p++) {
        const uint32_t slot = draw_event(c, p, slots, slot_warp, slot_block);
        if (slot < 64) slots &= ~bit(slot);
    }
    c->req_ready = share(c->profile.ready);
    draw_answer(c);
    return !hd_stim_reset(&hd_draws) && !hd_rng_chance(&hd_draws, c->profile.reset, 4096);
}
