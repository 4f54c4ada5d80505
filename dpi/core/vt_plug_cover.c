/* SPDX-License-Identifier: Apache-2.0 */
#include "core/vt_plug_cover.h"

enum { LANES = RESIDENCY_MAX_LANES };

/* Slots of port p. */
static uint64_t own(const struct vt_plug *m, uint32_t p)
{
    uint64_t slots = 0;
    for (uint32_t s = p; s < m->cfg.slots; s += m->cfg.ports) slots |= bit(s);
    return slots;
}

static void cover_look(const state *s, const inputs *in, const outputs *o, uint32_t p,
                       uint64_t *bin)
{
    const struct vt_plug *m = &s->model;
    const uint32_t slot = in->model.look_slot[p];
    if (!in->model.look_en[p]) return;
    if (in->model.look_pass[p]) {
        if (has(m->stalls, slot)) bin[BIN_WAKE]++;
        if (has(m->wants, slot)) bin[BIN_WANTS_PASSES]++;
        if (has(o->model.leave, slot)) bin[BIN_LOOK_AND_LEAVE]++;
        return;
    }
    if (has(m->wants, slot)) bin[BIN_LOOKED_AT]++;
    if (!in->model.look_memory[p]) bin[BIN_NO_ACCESS]++;
    else if (has(m->wants, slot)) bin[BIN_LOOK_WAITS_STILL]++;
    else if (has(m->stalls, slot)) bin[BIN_STALLS_STILL]++;
}

static void cover_event(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const struct vt_plug *m = &s->model;
    const struct vt_in *told = &s->cycle->nets.in;
    const uint64_t mine = own(m, p), stands = in->model.stands;
    if (in->model.ev_valid[p] && in->model.ev_kind[p] == 2) bin[BIN_PHASE]++;
    if ((m->arrives & ~stands & mine) != 0) bin[BIN_STANDS_LATER]++;
    if (!told->ev_valid[p]) return;
    if (told->ev_kind[p] == 0) bin[BIN_STALL]++;
    else if ((m->wants & mine) != 0) bin[BIN_WANT_WAITS]++;
    if (told->ev_kind[p] == 1) bin[BIN_BARRIER]++;
    if (told->ev_kind[p] == 1 && (m->wants & mine) != 0) bin[BIN_BARRIER_FIRST]++;
    if (told->ev_kind[p] == 3 && (m->arrives & stands & mine) != 0) bin[BIN_END_FIRST]++;
}

/* Does an access without a register of this warp issue? */
static bool stores(const inputs *in, const outputs *o, uint32_t ports, uint32_t warp)
{
    for (uint32_t p = 0; p < ports; p++)
        if (in->model.set_en[p] && in->model.set_access[p] && !in->model.set_use[p] &&
            o->slot_warp[in->model.set_slot[p]] == warp)
            return true;
    return false;
}

static void cover_stores(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct vt_plug *m = &s->model;
    const uint32_t ended = in->model.wb_warp[0];
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        if (in->model.set_en[p] && in->model.set_access[p] && !in->model.set_use[p])
            bin[m->stores[o->slot_warp[in->model.set_slot[p]]] == 0 ? BIN_STORE_FIRST
                                                                    : BIN_STORE_NEXT]++;
    if (in->model.wb_en[0] && !in->model.wb_use[0] && m->stores[ended] == 1)
        bin[stores(in, o, m->cfg.ports, ended) ? BIN_STORE_STAYS : BIN_STORE_LAST]++;
    for (uint32_t slot = 0; slot < m->cfg.slots; slot++)
        if (has(o->model.leave, slot) && m->stores[o->slot_warp[slot]] != 0)
            bin[BIN_STORES_LEAVE]++;
}

/* Ends, while the warp does not sit on the slot that it issued from. */
static void cover_ends(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct vt_plug *m = &s->model;
    for (uint32_t w = 0; w <= m->cfg.ports; w++) {
        const uint32_t slot = in->model.wb_slot[w], warp = in->model.wb_warp[w];
        if (!in->model.wb_en[w] || vt_plug_sits(m, slot, warp)) continue;
        if (w > 0) {
            if (in->model.wb_use[w]) bin[BIN_RESULT_AWAY]++;
        } else if (has(m->sits, slot)) {
            bin[BIN_END_OTHER_SITS]++;
        } else {
            const bool here = has(o->seated, slot) && o->slot_warp[slot] == warp;
            const bool taken = o->model.stack_rd_en && o->model.stack_rd_slot == slot;
            bin[BIN_END_AWAY]++;
            if (here) bin[taken ? BIN_END_IN_TIME : BIN_END_BEFORE_TAKEN]++;
        }
    }
}

/* ---- coverage: dynamic warps ---- */

/* What was at its end in the cycle before and held; slots that woke up for it since it was. */
static struct {
    bool held;
    uint64_t mask;
    uint32_t warp[LANES];
    uint64_t woken;
} before;

static bool same_end(const state *s, const inputs *in)
{
    if (!in->model.end_valid || in->model.end_mask != before.mask) return false;
    for (uint64_t left = before.mask; left != 0; left &= left - 1) {
        const uint32_t l = lowest(left);
        if (l < s->model.cfg.lanes && in->end_warp[l] != before.warp[l]) return false;
    }
    return true;
}

static void keep_end(const state *s, const inputs *in, const outputs *o)
{
    const struct vt_plug_nets *nets = &s->cycle->nets;
    if (!before.held || !same_end(s, in)) before.woken &= s->model.sits & ~o->model.leave;
    before.woken |= nets->woken;
    if (in->model.end_en) before.woken = 0;
    before.woken &= ~nets->told;
    before.held = in->model.end_valid && o->lanes.held;
    before.mask = in->model.end_mask;
    memcpy(before.warp, in->end_warp, sizeof before.warp);
}

/* Slots that threads of the access that is at its end are back on. */
static uint64_t slots_back(const inputs *in, const outputs *o)
{
    uint64_t slots = 0;
    for (uint64_t left = in->model.end_valid ? o->lanes.lane_sits : 0; left != 0; left &= left - 1)
        slots |= bit(o->lanes.lane_slot[lowest(left)]);
    return slots;
}

static void cover_back(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct vt_plug_nets *nets = &s->cycle->nets;
    const uint64_t back = slots_back(in, o), stalls = back & s->model.stalls;
    if ((in->model.stalls & s->model.sits & ~s->model.stalls & back) != 0) bin[BIN_BACK_UNTOLD]++;
    if (nets->woken != 0) bin[BIN_WAKES]++;
    if (nets->woken != 0 && stalls != nets->woken) bin[BIN_WAKES_ONE_OF]++;
    if (nets->woken != 0 && nets->told != 0) bin[BIN_WAKE_AND_STALL]++;
    if (stalls != 0 && nets->woken == 0) bin[BIN_WAKE_IN_VAIN]++;
    if (before.held && in->model.end_valid && !same_end(s, in)) bin[BIN_GOES_FIRST]++;
    if ((nets->told & before.woken) != 0) bin[BIN_STALLS_AGAIN]++;
    if (!in->model.end_en) return;
    if (o->lanes.lane_sits == 0) bin[BIN_ENDS_UNHEARD]++;
    else if (o->lanes.lane_sits != in->model.end_mask) bin[BIN_ENDS_MIXED]++;
}

/* Warps that owe and sit nowhere; those of them that have no access any more. */
static void cover_late(const state *s, uint64_t *bin)
{
    const struct vt_plug *m = &s->model;
    const struct vt_plug_nets *nets = &s->cycle->nets;
    uint32_t none = 0, some = 0;
    for (uint32_t w = 0; w < m->cfg.warps; w++) {
        if (!m->owes[w] || vt_plug_sits(m, m->seat[w], w)) continue;
        if (m->stores[w] == 0) none++;
        else some++;
    }
    if (!nets->late) return;
    bin[BIN_LATE]++;
    if (none > 1) bin[BIN_LATE_ONE_OF]++;
    if (some > 0) bin[BIN_OWES_SOME]++;
    if (nets->woken != 0) bin[BIN_LATE_AND_WAKE]++;
}

static void cover_dynamic(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct vt_plug *m = &s->model;
    const struct vt_in *told = &s->cycle->nets.in;
    const uint64_t stalls = in->model.stalls & m->sits & ~m->stalls & ~slots_back(in, o);
    if (in->model.ev_valid[0] && in->model.ev_kind[0] == 2) bin[BIN_PHASE]++;
    if (told->ev_valid[0] && told->ev_kind[0] == 0) bin[BIN_STALL]++;
    if (told->ev_valid[0] && told->ev_kind[0] == 1) bin[BIN_BARRIER]++;
    if (told->ev_valid[0] && told->ev_kind[0] != 0 && stalls != 0) bin[BIN_STALL_WAITS]++;
    if (told->ev_valid[0] && told->ev_kind[0] == 3 && m->arrives != 0) bin[BIN_END_FIRST]++;
    cover_back(s, in, o, bin);
    cover_late(s, bin);
    for (uint32_t l = 0; in->model.acc_en && in->model.end_en && l < m->cfg.lanes; l++)
        for (uint32_t k = 0; k < m->cfg.lanes; k++)
            if (has(in->model.acc_mask, l) && has(in->model.end_mask, k) &&
                in->acc_warp[l] == in->end_warp[k]) {
                bin[BIN_COUNT_STAYS]++;
                l = k = m->cfg.lanes;
            }
    keep_end(s, in, o);
}

void vt_plug_cover(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    if (o->model.begin_en) bin[BIN_BEGIN]++;
    if (o->model.resume_en) bin[BIN_RESUME]++;
    if (o->model.leave != 0) bin[BIN_LEAVE]++;
    if (o->model.done_valid) bin[BIN_DONE]++;
    if (s->model.cfg.own != 0) {
        cover_dynamic(s, in, o, bin);
        return;
    }
    for (uint32_t p = 0; p < s->model.cfg.ports; p++) {
        cover_look(s, in, o, p, bin);
        cover_event(s, in, p, bin);
    }
    cover_stores(s, in, o, bin);
    cover_ends(s, in, o, bin);
}
