/* SPDX-License-Identifier: Apache-2.0 */
#include "common/warp_storm.h"

#include <string.h>

#include "common/stim.h"

enum { NO_BLOCK = VT_MAX_CTAS, TRIES = 12 };

static bool share(struct storm *s, unsigned sixteenths)
{
    return hd_rng_chance(s->rng, sixteenths, 16);
}

static uint32_t draw(struct storm *s, uint32_t n) { return hd_stim_below(s->rng, n); }
static uint64_t bit(uint32_t i) { return UINT64_C(1) << (i & 63); }

static uint32_t draw_bit(struct storm *s, uint64_t mask)
{
    uint32_t i = draw(s, 64);
    while ((mask & bit(i)) == 0) i = (i + 1) % 64;
    return i;
}

static uint64_t registers(const struct storm *s) { return UINT64_MAX >> (64 - s->cfg.regs); }

/* ---- the warp on each slot ---- */

void storm_begin(struct storm *s, const struct storm_profile *profile, const struct vt_cfg *cfg,
                 uint32_t warps, uint32_t ctas, struct hd_rng *rng)
{
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    s->profile = profile;
    s->rng = rng;
    s->warps = warps;
    s->ctas = ctas;
    for (uint32_t i = 0; i < VT_MAX_SLOTS; i++) s->owner[i] = NO_BLOCK;
}

static struct storm_warp *warp_on(struct storm *s, uint32_t slot)
{
    struct storm_block *b = &s->block[s->owner[slot]];
    return &b->warp[(slot - b->base) % STORM_WARPS];
}

static bool is_active(const struct storm *s, uint32_t cta)
{
    return s->owner[s->block[cta].base] == cta;
}

static void forget(struct storm *s, uint32_t cta)
{
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        if (s->owner[i] == cta) s->owner[i] = NO_BLOCK;
    }
}

void storm_see(struct storm *s, bool begins, bool resumes, uint32_t seat, bool leaves,
               uint32_t leave_slot, bool done, bool load_taken)
{
    s->begins = begins;
    s->resumes = resumes;
    s->seat = seat;
    for (uint32_t r = 0; r < s->warps && leaves && leave_slot + r < s->cfg.slots; r++)
        s->owner[leave_slot + r] = NO_BLOCK;
    if (done && s->ended != NO_BLOCK) forget(s, s->ended);
    s->holds = s->holds && !load_taken;
}

/* The number of the block that has sat down is in its first warp. */
static void sit_down(struct storm *s, const struct storm_view *v)
{
    if (!s->begins && !s->resumes) return;
    if (s->seat + s->warps > s->cfg.slots) return;
    const uint32_t cta = v->slot_warp[s->seat] / s->warps;
    if (cta >= s->ctas) return;
    struct storm_block *b = &s->block[cta];
    b->base = s->seat;
    for (uint32_t r = 0; r < s->warps; r++) {
        s->owner[s->seat + r] = cta;
        if (s->begins) memset(&b->warp[r], 0, sizeof b->warp[r]);
        if (b->warp[r].is == STORM_STALLS) b->warp[r].is = STORM_RUNS;
    }
}

/* A barrier has opened for the warps that are ready again. */
static void go_on(struct storm *s, uint64_t ready)
{
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (s->owner[slot] == NO_BLOCK) continue;
        struct storm_warp *w = warp_on(s, slot);
        w->fresh = 0;
        w->stalls_now = false;
        if (w->is == STORM_WAITS && (ready & bit(slot)) != 0) w->is = STORM_RUNS;
    }
}

static bool all_ended(const struct storm *s, uint32_t cta)
{
    for (uint32_t r = 0; r < s->warps; r++) {
        if (s->block[cta].warp[r].is != STORM_ENDED) return false;
    }
    return true;
}

/* The block that is done, if one is in this cycle. */
static void find_ended(struct storm *s)
{
    s->ended = NO_BLOCK;
    for (uint32_t slot = s->cfg.slots; slot-- > 0;) {
        if (s->owner[slot] != NO_BLOCK && all_ended(s, s->owner[slot])) s->ended = s->owner[slot];
    }
}

/* ---- schedulers ---- */

/* Slots whose warps may do something in this cycle; of the block of this slot, if it says so. */
static uint64_t candidates(struct storm *s, uint64_t ready, uint32_t beside)
{
    uint64_t all = 0, same = 0;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const bool may = (ready & bit(slot)) != 0 && (s->used & bit(slot)) == 0;
        if (!may || s->owner[slot] == NO_BLOCK || warp_on(s, slot)->is != STORM_RUNS) continue;
        all |= bit(slot);
        if (beside < s->cfg.slots && s->owner[slot] == s->owner[beside]) same |= bit(slot);
    }
    return same != 0 ? same : all;
}

/* What happens to the warp; false: nothing. */
static bool draw_kind(struct storm *s, const struct storm_warp *w, uint32_t *kind)
{
    const struct storm_profile *p = s->profile;
    const bool quiet = (w->busy | w->fresh) == 0;
    *kind = BLOCK_FRAMES_STALLS;
    if (share(s, quiet ? p->bare : p->stall)) return true;
    *kind = BLOCK_FRAMES_ARRIVES;
    if (!s->ebb && share(s, p->barrier)) return true;
    *kind = BLOCK_FRAMES_ENDS;
    if (quiet && (s->ebb || share(s, p->end))) return true;
    *kind = BLOCK_FRAMES_PHASE;
    return share(s, 2);
}

static void draw_event(struct storm *s, uint32_t p, uint64_t ready, struct vt_in *in)
{
    const bool beside = p > 0 && in->ev_valid[p - 1] && share(s, s->profile->pair);
    const uint64_t may = candidates(s, ready, beside ? in->ev_slot[p - 1] : s->cfg.slots);
    in->ev_valid[p] = false;
    in->ev_slot[p] = draw(s, s->cfg.slots);
    in->ev_kind[p] = draw(s, 4);
    if (may == 0 || !share(s, s->profile->event)) return;
    const uint32_t slot = draw_bit(s, may);
    struct storm_warp *w = warp_on(s, slot);
    uint32_t kind;
    if (!draw_kind(s, w, &kind)) return;
    in->ev_valid[p] = true;
    in->ev_slot[p] = slot;
    in->ev_kind[p] = kind;
    s->used |= bit(slot);
    if (kind == BLOCK_FRAMES_STALLS) w->is = STORM_STALLS;
    if (kind == BLOCK_FRAMES_ARRIVES) w->is = STORM_WAITS;
    if (kind == BLOCK_FRAMES_ENDS) w->is = STORM_ENDED;
    w->stalls_now = kind == BLOCK_FRAMES_STALLS;
}

/* A load, if there is none yet in this cycle and a place for it, or the unit is to refuse it. */
static void draw_load(struct storm *s, uint32_t slot, uint32_t reg, bool load_ready,
                      struct vt_in *in)
{
    const uint32_t i = draw(s, STORM_LOADS);
    if (in->load_valid || s->load[i].used || !share(s, s->profile->load)) return;
    if (!load_ready && !share(s, s->profile->push)) return;
    const uint32_t cta = s->owner[slot];
    s->load[i].used = true;
    s->load[i].cta = cta;
    s->load[i].rank = slot - s->block[cta].base;
    s->load[i].reg = reg;
    s->holds = true;
    warp_on(s, slot)->queued |= bit(reg);
    in->load_valid = true;
    in->load_warp = cta * s->warps + s->load[i].rank;
    in->load_data[0] = (in->load_data[0] & ~(STORM_LOADS - 1u)) | i;
}

/* A register that waits for its writeback, in this cycle too, is not written again. */
static void draw_set(struct storm *s, uint32_t p, const struct storm_view *v, struct vt_in *in)
{
    const uint64_t may = candidates(s, v->ready, s->cfg.slots);
    in->query_slot[p] = draw(s, s->cfg.slots);
    in->set_en[p] = false;
    in->set_slot[p] = draw(s, s->cfg.slots);
    in->set_reg[p] = draw(s, s->cfg.regs);
    if (may == 0 || s->ebb || !share(s, s->profile->set)) return;
    const uint32_t slot = draw_bit(s, may);
    struct storm_warp *w = warp_on(s, slot);
    const uint64_t free = ~(w->busy | w->fresh) & registers(s);
    if (free == 0) return;
    in->set_en[p] = true;
    in->set_slot[p] = in->query_slot[p] = slot;
    in->set_reg[p] = draw_bit(s, free);
    w->fresh |= bit(in->set_reg[p]);
    draw_load(s, slot, in->set_reg[p], v->load_ready, in);
}

/* ---- writebacks, wake-ups ---- */

/* A warp with a write that may come in, by tries. */
static struct storm_warp *draw_writer(struct storm *s, uint32_t beside, uint32_t *cta,
                                      uint32_t *rank)
{
    const bool late = share(s, s->profile->late);
    for (uint32_t i = 0; i < TRIES; i++) {
        *cta = beside < s->ctas ? beside : draw(s, s->ctas);
        *rank = draw(s, s->warps);
        struct storm_warp *w = &s->block[*cta].warp[*rank];
        if ((w->busy & ~w->queued) != 0 && (!late || !is_active(s, *cta))) return w;
    }
    return NULL;
}

static void wake(struct storm *s, uint32_t p, uint32_t slot, struct storm_warp *w, struct vt_in *in)
{
    (void)s;
    in->wake_valid[p] = true;
    in->wake_slot[p] = slot;
    w->is = STORM_RUNS;
}

/* The slot is still its block's, or no block's: then the wake-up has no effect. */
static bool may_wake(const struct storm *s, uint32_t cta, const struct storm_warp *w, uint32_t slot)
{
    if (w->is != STORM_STALLS || w->stalls_now || w->busy != 0) return false;
    return s->owner[slot] == cta || s->owner[slot] == NO_BLOCK;
}

static void draw_write(struct storm *s, uint32_t p, struct vt_in *in)
{
    uint32_t cta, rank, beside = s->ctas;
    if (p > 0 && in->wb_en[p - 1] && share(s, s->profile->pair))
        beside = in->wb_warp[p - 1] / s->warps;
    in->wb_en[p] = false;
    in->wb_slot[p] = draw(s, s->cfg.slots);
    in->wb_warp[p] = draw(s, s->cfg.warps);
    in->wb_reg[p] = draw(s, s->cfg.regs);
    if (!share(s, s->profile->write)) return;
    struct storm_warp *w = draw_writer(s, beside, &cta, &rank);
    if (w == NULL) return;
    in->wb_en[p] = true;
    in->wb_slot[p] = s->block[cta].base + rank;
    in->wb_warp[p] = cta * s->warps + rank;
    in->wb_reg[p] = draw_bit(s, w->busy & ~w->queued);
    w->busy &= ~bit(in->wb_reg[p]);
    if (may_wake(s, cta, w, in->wb_slot[p]) && share(s, s->profile->meet))
        wake(s, p, in->wb_slot[p], w, in);
}

/* Now and then a wake-up of no warp: the slot is empty, or its block leaves. */
static void draw_wake(struct storm *s, uint32_t p, struct vt_in *in)
{
    if (in->wake_valid[p]) return;
    in->wake_valid[p] = s->owner[in->wake_slot[p]] == NO_BLOCK && share(s, 2);
    if (in->wake_valid[p] || !share(s, s->profile->wake)) return;
    for (uint32_t i = 0; i < TRIES; i++) {
        const uint32_t cta = draw(s, s->ctas), rank = draw(s, s->warps);
        struct storm_warp *w = &s->block[cta].warp[rank];
        const uint32_t slot = s->block[cta].base + rank;
        if (!may_wake(s, cta, w, slot)) continue;
        wake(s, p, slot, w, in);
        return;
    }
}

/* ---- the cycle ---- */

static void draw_l1(struct storm *s, const struct storm_view *v, struct vt_in *in)
{
    const uint32_t i = v->l1 % STORM_LOADS;
    in->l1_ready = share(s, s->profile->l1);
    if (!v->l1_valid || !in->l1_ready || !s->load[i].used) return;
    s->load[i].used = false;
    s->block[s->load[i].cta].warp[s->load[i].rank].queued &= ~bit(s->load[i].reg);
}

/* A load that was refused stays; else noise, until a warp loads. */
static void draw_data(struct storm *s, struct vt_in *in)
{
    in->load_valid = s->holds;
    if (s->holds) return;
    in->load_warp = draw(s, s->ctas * s->warps);
    for (uint32_t i = 0; i < (s->cfg.load_width + 31) / 32; i++) {
        const uint32_t bits = s->cfg.load_width - 32 * i;
        in->load_data[i] = (uint32_t)hd_stim_word(s->rng, 32);
        if (bits < 32) in->load_data[i] &= (1u << bits) - 1;
    }
}

void storm_drive(struct storm *s, const struct storm_view *v, struct vt_in *in)
{
    sit_down(s, v);
    go_on(s, v->ready);
    find_ended(s);
    s->used = 0;
    draw_data(s, in);
    for (uint32_t p = 0; p < s->cfg.ports; p++) draw_event(s, p, v->ready, in);
    for (uint32_t p = 0; p < s->cfg.ports; p++) draw_set(s, p, v, in);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        in->wake_valid[p] = false;
        in->wake_slot[p] = draw(s, s->cfg.slots);
        draw_write(s, p, in);
    }
    for (uint32_t p = 0; p < s->cfg.ports; p++) draw_wake(s, p, in);
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (s->owner[slot] != NO_BLOCK) warp_on(s, slot)->busy |= warp_on(s, slot)->fresh;
    }
    draw_l1(s, v, in);
}
