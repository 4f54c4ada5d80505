/* SPDX-License-Identifier: Apache-2.0 */
#include "core/vt_plug.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "core/front.h"

enum { GRANULE = 128, READS = 2, COUNT_BITS = 12, QUEUE = 30, LOAD_BITS = 301 };

/* So many slots from the first one on. */
static uint64_t slots_from(uint32_t first, uint32_t count)
{
    return count == 0 ? 0 : UINT64_MAX >> (64 - count) << first;
}

/* Slots of a port: those with its number modulo the ports. */
static uint64_t of_port(const struct vt_plug *s, uint64_t set, uint32_t p)
{
    uint64_t own = 0;
    for (; set != 0; set &= set - 1)
        if (lowest(set) % s->cfg.ports == p) own |= set & -set;
    return own;
}

/* --- sizes --------------------------------------------------------------- */

/* The largest power of two that divides a row, up to 128. */
static uint32_t granule_of(uint32_t row_bits)
{
    return row_bits % GRANULE == 0 ? GRANULE : row_bits & -row_bits;
}

uint32_t vt_plug_stack_width(uint32_t stack_bits, uint32_t row_bits)
{
    const uint32_t granule = granule_of(row_bits);
    return (stack_bits + granule - 1) / granule * granule;
}

static struct vt_cfg unit_cfg(const struct residency_cfg *c)
{
    const uint32_t stack = vt_plug_stack_width(c->stack_bits, c->row_bits);
    return (struct vt_cfg){.slots = c->slots,
                           .frames = c->frames,
                           .warps = c->warps,
                           .ctas = c->ctas,
                           .max_warps = c->max_warps,
                           .regs = VT_PLUG_REGISTERS,
                           .id_width = RESIDENCY_ID_BITS,
                           .ports = c->ports + 1,
                           .cnt_width = COUNT_BITS,
                           .stack_width = stack,
                           .mem_width = c->row_bits,
                           .granule = granule_of(c->row_bits),
                           .mem_words = c->rows,
                           .reads = READS,
                           .active = QUEUE,
                           .inactive = QUEUE,
                           .load_width = LOAD_BITS,
                           .overlap = c->row_bits <= stack};
}

uint32_t vt_plug_rows(const struct residency_cfg *cfg, uint32_t warps)
{
    const struct vt_cfg unit = unit_cfg(cfg);
    return vt_words(&unit, warps);
}

/* --- init and reset ------------------------------------------------------ */

const char *vt_plug_init(struct vt_plug *s, const struct residency_cfg *cfg)
{
    if (cfg->ports < 1 || cfg->ports > RESIDENCY_MAX_PORTS) return "Ports must be 1 to 3";
    if (cfg->warps < cfg->slots || cfg->warps > RESIDENCY_MAX_WARPS)
        return "Warps must be Slots to 256";
    if (cfg->own > 1) return "Own must be 0 or 1";
    if (cfg->own == 1 && cfg->ports != 1) return "Own = 1: Ports must be 1";
    if (cfg->own == 1 && cfg->lanes > RESIDENCY_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->row_bits == 0) return "RowBits must not be 0";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    const struct vt_cfg unit = unit_cfg(cfg);
    if (cfg->row_bits < vt_head_width(&unit))
        return "RowBits must hold the head of a context: a block's identity and its first warp";
    return vt_init(&s->unit, &unit);
}

void vt_plug_reset(struct vt_plug *s)
{
    s->sits = 0;
    s->wants = 0;
    s->stalls = 0;
    s->arrives = 0;
    memset(s->stores, 0, sizeof s->stores);
    memset(s->owes, 0, sizeof s->owes);
    vt_reset(&s->unit);
}

/* --- offer --------------------------------------------------------------- */

static void put_block(const struct residency_in *in, struct vt_in *to)
{
    to->kernel_en = in->kernel_en;
    to->kernel_warps = in->kernel_warps;
    to->kernel_frames = in->kernel_frames;
    to->kernel_ctas = in->kernel_ctas;
    to->kernel_words = in->kernel_rows;
    to->block_valid = in->block_valid;
    memcpy(to->block_id, in->block_id, sizeof to->block_id);
}

static void put_out(const struct vt_plug *s, const struct vt_out *from, struct residency_out *out)
{
    out->idle = from->idle;
    out->done_valid = from->done_valid;
    memcpy(out->done_id, from->done_id, sizeof out->done_id);
    out->ready = from->ready & ~s->arrives;
    out->slot_warp = from->slot_warp;
    out->begin_en = from->begin_en;
    out->resume_en = from->resume_en;
    out->begin_slot = from->seat_slot;
    out->begin_count = s->unit.warps;
    memcpy(out->begin_id, from->seat_id, sizeof out->begin_id);
    out->leave = from->leave_en ? slots_from(from->leave_slot, s->unit.warps) : 0;
    out->stack_rd_en = from->stack_rd_en;
    out->stack_rd_slot = from->stack_rd_slot;
    out->stack_wr_en = from->stack_wr_en;
    out->stack_wr_slot = from->stack_wr_slot;
    out->stack_wr_data = from->stack_wr_data;
    out->ctx_valid = from->mem_valid;
    out->ctx_we = from->mem_we;
    out->ctx_row = from->mem_addr;
    out->ctx_wdata = from->mem_wdata;
    out->blocks = (uint32_t)__builtin_popcountll(from->resident);
    out->active = (uint32_t)__builtin_popcountll(from->active);
    out->swapping = from->swap != 0;
    out->at_barrier = s->unit.seats.waits;
    out->lives = from->ready | out->at_barrier;
}

/* What the events of the core do shows in no output of the same cycle. */
void vt_plug_offer(const struct vt_plug *s, const struct residency_in *in,
                   struct vt_plug_nets *nets, struct residency_out *out)
{
    struct vt_in *to = &nets->in;
    memset(to->ev_valid, 0, sizeof to->ev_valid);
    memset(to->wake_valid, 0, sizeof to->wake_valid);
    memset(to->set_en, 0, sizeof to->set_en);
    memset(to->wb_en, 0, sizeof to->wb_en);
    to->mem_ready = false;
    to->rsp_valid = false;
    put_block(in, to);
    vt_eval(&s->unit, to, &nets->out);
    put_out(s, &nets->out, out);
}

uint32_t vt_plug_warp(const struct vt_plug *s, uint32_t slot) { return s->unit.map.warp[slot]; }

uint64_t vt_plug_busy(const struct vt_plug *s, uint32_t slot)
{
    return slot < s->cfg.slots ? s->unit.board.busy[slot] : 0;
}

bool vt_plug_sits(const struct vt_plug *s, uint32_t slot, uint32_t warp)
{
    return has(s->sits, slot) && s->unit.map.warp[slot] == warp;
}

/* --- dynamic warps: whose threads an access brings back ------------------- */

void vt_plug_lanes(const struct vt_plug *s, uint64_t mask, const uint32_t *warp,
                   struct residency_lanes *out)
{
    out->held = false;
    out->lane_sits = 0;
    for (uint64_t slots = s->sits; slots != 0; slots &= slots - 1) {
        const uint32_t slot = lowest(slots);
        for (uint64_t left = mask; left != 0; left &= left - 1) {
            const uint32_t lane = lowest(left);
            if (warp[lane] != s->unit.map.warp[slot]) continue;
            out->lane_sits |= bit(lane);
            out->lane_slot[lane] = slot;
            if (has(s->stalls, slot)) out->held = true;
        }
    }
}

/* The slots of the threads that are back, whether or not the access may end in this cycle. */
static uint64_t slots_back(const struct vt_plug *s, const struct residency_in *in)
{
    struct residency_lanes back;
    uint64_t slots = 0;
    if (!in->end_valid) return 0;
    vt_plug_lanes(s, in->end_mask, in->end_warp, &back);
    for (uint64_t left = back.lane_sits; left != 0; left &= left - 1)
        slots |= bit(back.lane_slot[lowest(left)]);
    return slots;
}

/* Of the slots that stall and whose threads are back, the lowest wakes up. If it leaves in this
 * cycle the wake-up is too late, and no other slot wakes up in its place. */
static void wake(const struct vt_plug *s, struct vt_plug_nets *nets, uint64_t back, uint64_t leave)
{
    struct vt_in *to = &nets->in;
    const uint64_t stalls = s->stalls & back;
    const uint64_t wakes = stalls & -stalls & ~leave;
    nets->woken = wakes;
    to->wake_valid[0] = to->wb_en[0] = wakes != 0;
    if (wakes == 0) return;
    const uint32_t slot = lowest(wakes);
    to->wake_slot[0] = to->wb_slot[0] = slot;
    to->wb_warp[0] = vt_plug_warp(s, slot);
    to->wb_reg[0] = VT_PLUG_STORES;
}

/* A slot that stalls has accesses under way: this is told together with the stall. When the last
 * access of a warp that has left has ended, it is told that the warp has none any more; of several
 * such warps the lowest goes first. */
static void tell_accesses(const struct vt_plug *s, struct vt_plug_nets *nets)
{
    struct vt_in *to = &nets->in;
    to->set_en[0] = nets->told != 0;
    if (nets->told != 0) {
        to->set_slot[0] = lowest(nets->told);
        to->set_reg[0] = VT_PLUG_STORES;
    }
    nets->late = false;
    for (uint32_t w = 0; w < s->cfg.warps && !nets->late; w++) {
        nets->late = s->owes[w] && s->stores[w] == 0;
        nets->late_warp = w;
    }
    to->wb_en[1] = nets->late;
    if (!nets->late) return;
    to->wb_slot[1] = s->seat[nets->late_warp];
    to->wb_warp[1] = nets->late_warp;
    to->wb_reg[1] = VT_PLUG_STORES;
}

/* --- settle -------------------------------------------------------------- */

/* A port tells one event in a cycle: an end, else a barrier whose stack has come to rest, else a
 * stall, of the lowest slot. A slot that is looked at in this cycle may be about to go on: it is
 * not among `wants`. */
static void tell(const struct vt_plug *s, const struct residency_in *in, struct vt_plug_nets *nets,
                 uint32_t p, uint64_t wants)
{
    struct vt_in *to = &nets->in;
    const uint64_t arrived = s->cfg.own == 1 ? s->arrives : s->arrives & in->stands;
    const uint64_t at_bar = of_port(s, arrived, p);
    const uint64_t stalls = of_port(s, wants, p);
    to->ev_valid[p] = true;
    if (in->ev_valid[p] && in->ev_kind[p] == FRONT_ENDED) {
        to->ev_kind[p] = BLOCK_FRAMES_ENDS;
        to->ev_slot[p] = in->ev_slot[p];
    } else if (at_bar != 0) {
        to->ev_kind[p] = BLOCK_FRAMES_ARRIVES;
        to->ev_slot[p] = lowest(at_bar);
        nets->at_bar |= bit(to->ev_slot[p]);
    } else if (stalls != 0) {
        to->ev_kind[p] = BLOCK_FRAMES_STALLS;
        to->ev_slot[p] = lowest(stalls);
        nets->told |= bit(to->ev_slot[p]);
    } else {
        to->ev_valid[p] = false;
    }
}

static void put_looks(const struct vt_plug *s, const struct residency_in *in,
                      struct vt_plug_nets *nets)
{
    nets->told = 0;
    nets->at_bar = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint64_t looked = in->look_en[p] ? bit(in->look_slot[p]) : 0;
        tell(s, in, nets, p, s->wants & ~looked);
        nets->in.wake_valid[p] =
            in->look_en[p] && in->look_pass[p] && has(s->stalls, in->look_slot[p]);
        nets->in.wake_slot[p] = in->look_slot[p];
    }
}

/* Dynamic warps: slots of which no thread runs any more, as the front end says, stall; slots to
 * which an access brings threads back do not. */
static void put_threads(const struct vt_plug *s, const struct residency_in *in,
                        struct vt_plug_nets *nets, uint64_t leave)
{
    const uint64_t back = slots_back(s, in);
    nets->told = 0;
    nets->at_bar = 0;
    tell(s, in, nets, 0, in->stalls & s->sits & ~s->stalls & ~back);
    wake(s, nets, back, leave);
    tell_accesses(s, nets);
}

/* An access of this warp that writes no register ends in this cycle. */
static bool ends_store(const struct residency_in *in, uint32_t warp)
{
    return in->wb_en[0] && !in->wb_use[0] && in->wb_warp[0] == warp;
}

static bool issues_store(const struct residency_in *in, uint32_t p)
{
    return in->set_en[p] && in->set_access[p] && !in->set_use[p];
}

/* Accesses that write no register have a bit together: from the first one under way to the last. */
static void put_issue(const struct vt_plug *s, const struct residency_in *in, struct vt_in *to,
                      uint32_t p)
{
    to->set_en[p] = in->set_en[p] && in->set_use[p];
    to->set_slot[p] = in->set_slot[p];
    to->set_reg[p] = in->set_reg[p];
    if (!issues_store(in, p)) return;
    to->set_en[p] = s->stores[vt_plug_warp(s, in->set_slot[p])] == 0;
    to->set_reg[p] = VT_PLUG_STORES;
}

static bool last_store(const struct vt_plug *s, const struct residency_in *in)
{
    const uint32_t warp = in->wb_warp[0];
    if (s->stores[warp] != 1) return false;
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        if (issues_store(in, p) && vt_plug_warp(s, in->set_slot[p]) == warp) return false;
    return true;
}

static void put_writes(const struct vt_plug *s, const struct residency_in *in, struct vt_in *to)
{
    for (uint32_t w = 0; w <= s->cfg.ports; w++) {
        to->wb_en[w] = in->wb_en[w] && in->wb_use[w];
        to->wb_slot[w] = in->wb_slot[w];
        to->wb_warp[w] = in->wb_warp[w];
        to->wb_reg[w] = in->wb_reg[w];
    }
    if (!in->wb_en[0] || in->wb_use[0]) return;
    to->wb_en[0] = last_store(s, in);
    to->wb_reg[0] = VT_PLUG_STORES;
}

void vt_plug_settle(const struct vt_plug *s, const struct residency_in *in,
                    struct vt_plug_nets *nets, struct residency_out *out)
{
    struct vt_in *to = &nets->in;
    if (s->cfg.own == 1) {
        put_threads(s, in, nets, out->leave);
    } else {
        put_looks(s, in, nets);
        for (uint32_t p = 0; p < s->cfg.ports; p++) put_issue(s, in, to, p);
        put_writes(s, in, to);
    }
    to->mem_ready = in->ctx_ready;
    to->rsp_valid = in->ctx_rsp_valid;
    if (in->ctx_rsp_valid) memcpy(to->rsp_data, in->ctx_rsp_data, s->cfg.row_bits / 8);
    if (out->stack_rd_en)
        memcpy(to->stack_rd_data, in->stack_rd_data, (s->cfg.stack_bits + 31) / 32 * 4);
    vt_eval(&s->unit, to, &nets->out);
    out->block_ready = nets->out.block_ready;
}

/* --- tick ---------------------------------------------------------------- */

static void tick_looks(struct vt_plug *s, const struct residency_in *in,
                       const struct vt_plug_nets *nets)
{
    s->wants &= ~nets->told;
    s->stalls |= nets->told;
    s->arrives &= ~nets->at_bar;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_kind[p] == FRONT_BARRIER) s->arrives |= bit(in->ev_slot[p]);
        if (!in->look_en[p]) continue;
        const uint64_t slot = bit(in->look_slot[p]);
        if (in->look_pass[p]) {
            s->wants &= ~slot;
            s->stalls &= ~slot;
        } else if (in->look_memory[p] && !(s->stalls & slot)) {
            s->wants |= slot;
        }
    }
}

static void tick_events(struct vt_plug *s, const struct residency_in *in,
                        const struct vt_plug_nets *nets)
{
    s->stalls = (s->stalls | nets->told) & ~nets->woken;
    s->arrives &= ~nets->at_bar;
    if (in->ev_valid[0] && in->ev_kind[0] == FRONT_BARRIER) s->arrives |= bit(in->ev_slot[0]);
    if (nets->told != 0) {
        const uint32_t warp = vt_plug_warp(s, lowest(nets->told));
        s->owes[warp] = true;
        s->seat[warp] = (uint8_t)lowest(nets->told);
    }
    if (nets->woken != 0) s->owes[vt_plug_warp(s, lowest(nets->woken))] = false;
    if (nets->late) s->owes[nets->late_warp] = false;
}

/* Counts an access up, or down, for each warp that has a lane in it. */
static void count_access(struct vt_plug *s, uint64_t mask, const uint32_t *warp, bool up)
{
    bool seen[RESIDENCY_MAX_WARPS] = {false};
    for (uint64_t left = mask; left != 0; left &= left - 1) {
        const uint32_t w = warp[lowest(left)];
        if (!seen[w]) s->stores[w] = (uint8_t)(up ? s->stores[w] + 1 : s->stores[w] - 1);
        seen[w] = true;
    }
}

static void tick_threads(struct vt_plug *s, const struct residency_in *in,
                         const struct vt_plug_nets *nets)
{
    tick_events(s, in, nets);
    if (in->acc_en) count_access(s, in->acc_mask, in->acc_warp, true);
    if (in->end_en) count_access(s, in->end_mask, in->end_warp, false);
}

static void tick_stores(struct vt_plug *s, const struct residency_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        if (issues_store(in, p)) s->stores[vt_plug_warp(s, in->set_slot[p])]++;
    if (in->wb_en[0] && ends_store(in, in->wb_warp[0])) s->stores[in->wb_warp[0]]--;
}

void vt_plug_tick(struct vt_plug *s, const struct residency_in *in, const struct vt_plug_nets *nets,
                  const struct residency_out *out)
{
    if (s->cfg.own == 1) {
        tick_threads(s, in, nets);
    } else {
        tick_looks(s, in, nets);
        tick_stores(s, in);
    }
    s->wants &= ~out->leave;
    s->stalls &= ~out->leave;
    s->sits &= ~out->leave;
    if (out->done_valid) s->sits &= ~slots_from(nets->out.done_slot, s->unit.warps);
    if (out->begin_en || out->resume_en) s->sits |= slots_from(out->begin_slot, out->begin_count);
    vt_tick(&s->unit, &nets->in, &nets->out);
}

/* --- check and promise --------------------------------------------------- */

const char *vt_plug_check(const struct vt_plug *s)
{
    if ((s->wants & s->stalls) != 0 || ((s->wants | s->stalls | s->arrives) & ~s->sits) != 0)
        return "told_once";
    if (((s->wants | s->stalls) & s->arrives) != 0) return "told_once";
    if (s->stalls != s->unit.stalls) return "same_stalls";
    for (uint32_t w = 0; w < s->cfg.warps; w++)
        if (s->stores[w] > s->cfg.accesses) return "stores_right";
    for (uint64_t left = s->cfg.own == 1 ? s->stalls : 0; left != 0; left &= left - 1) {
        const uint32_t w = vt_plug_warp(s, lowest(left));
        if (!s->owes[w] || s->stores[w] == 0 || s->seat[w] != lowest(left)) return "owes";
    }
    return vt_check(&s->unit);
}

/* Dynamic warps: only threads of warps that sit go to memory. A slot that stalls has accesses
 * there. An end is not taken while slots stall that it wakes up. */
static const char *threads_promise(const struct vt_plug *s, const struct residency_in *in)
{
    struct residency_lanes lanes;
    if (in->acc_en) {
        vt_plug_lanes(s, in->acc_mask, in->acc_warp, &lanes);
        if (lanes.lane_sits != in->acc_mask || lanes.held)
            return "an access of a warp that does not run";
    }
    for (uint64_t left = in->stalls & s->sits; left != 0; left &= left - 1)
        if (s->stores[vt_plug_warp(s, lowest(left))] == 0)
            return "a slot stalls of which no thread is in memory";
    if (!in->end_en) return NULL;
    vt_plug_lanes(s, in->end_mask, in->end_warp, &lanes);
    return lanes.held ? "an access ends that is held" : NULL;
}

const char *vt_plug_promise(const struct vt_plug *s, const struct residency_in *in,
                            const struct vt_plug_nets *nets)
{
    const uint64_t ready = nets->out.ready & ~s->arrives;
    if (s->cfg.own == 1) {
        const char *broken = threads_promise(s, in);
        if (broken != NULL) return broken;
    }
    for (uint32_t p = 0; s->cfg.own == 0 && p < s->cfg.ports; p++) {
        if (in->look_en[p] && !has(ready, in->look_slot[p]))
            return "a slot is looked at that is not ready";
        if (!in->set_en[p]) continue;
        if (!has(s->sits, in->set_slot[p])) return "an instruction issues for a warp that has left";
        if (in->set_use[p] && in->set_reg[p] == VT_PLUG_STORES)
            return "an instruction writes the row that stands for accesses";
    }
    return vt_promise_of(&s->unit, &nets->in, &nets->out);
}
