/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/vt_scoreboard.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct vt_scoreboard_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > VT_SCOREBOARD_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->regs < 2 || cfg->regs > VT_SCOREBOARD_MAX_REGS) return "Regs must be 2 to 64";
    if (cfg->warps < 2 || cfg->warps > VT_SCOREBOARD_MAX_WARPS) return "Warps must be 2 to 1024";
    if (cfg->ports < 1 || cfg->ports > VT_SCOREBOARD_MAX_PORTS) return "Ports must be 1 to 4";
    return NULL;
}

const char *vt_scoreboard_init(struct vt_scoreboard *s, const struct vt_scoreboard_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void vt_scoreboard_reset(struct vt_scoreboard *s)
{
    s->valid = 0;
    memset(s->busy, 0, sizeof s->busy);
    memset(s->left, 0, sizeof s->left);
}

/* --- the parts of a cycle, all functions of state and inputs ------------- */

/* True if this warp sits on this slot. */
static bool sits(const struct vt_scoreboard *s, uint32_t slot, uint32_t warp)
{
    return slot < s->cfg.slots && (s->valid & bit(slot)) != 0 && s->tag[slot] == warp;
}

/* True if port p writes a result of the present owner of its slot. */
static bool matches(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in, uint32_t p)
{
    return in->wb_en[p] && sits(s, in->wb_slot[p], in->wb_warp[p]);
}

/* The slot's writes that are still out when the writebacks of this cycle are in. */
static uint64_t still_out(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in,
                          uint32_t slot)
{
    uint64_t busy = slot < s->cfg.slots ? s->busy[slot] : 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (matches(s, in, p) && in->wb_slot[p] == slot) busy &= ~bit(in->wb_reg[p]);
    }
    return busy;
}

static uint32_t count_ones(uint64_t x)
{
    uint32_t n = 0;
    for (; x != 0; x &= x - 1) n++;
    return n;
}

/* --- eval ---------------------------------------------------------------- */

void vt_scoreboard_eval(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in,
                        struct vt_scoreboard_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        uint32_t slot = in->query_slot[p];
        out->query_busy[p] = slot < s->cfg.slots ? s->busy[slot] : 0;
        out->late[p] = in->wb_en[p] && !matches(s, in, p);
    }
    out->retire_count = count_ones(still_out(s, in, in->retire_slot));
}

/* --- tick ---------------------------------------------------------------- */

/* A result for a warp that has left changes no bit of the slot. */
static void write_back(struct vt_scoreboard *s, const struct vt_scoreboard_in *in,
                       const struct vt_scoreboard_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->wb_en[p]) continue;
        uint64_t *out_writes = out->late[p] ? &s->left[in->wb_warp[p]] : &s->busy[in->wb_slot[p]];
        *out_writes &= ~bit(in->wb_reg[p]);
    }
}

static void retire(struct vt_scoreboard *s, uint32_t slot)
{
    s->left[s->tag[slot]] = s->busy[slot];
    s->left_at[s->tag[slot]] = slot;
    s->valid &= ~bit(slot);
    s->busy[slot] = 0;
}

/* Writebacks clear and issues set, then slots change hands. */
void vt_scoreboard_tick(struct vt_scoreboard *s, const struct vt_scoreboard_in *in,
                        const struct vt_scoreboard_out *out)
{
    write_back(s, in, out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->set_en[p]) s->busy[in->set_slot[p]] |= bit(in->set_reg[p]);
    }
    if (in->retire_en) retire(s, in->retire_slot);
    for (uint32_t r = 0; in->clear_en && r < in->clear_count; r++) {
        s->valid &= ~bit(in->clear_base + r);
        s->busy[in->clear_base + r] = 0;
    }
    for (uint32_t r = 0; in->map_en && r < in->map_count; r++) {
        s->valid |= bit(in->map_base + r);
        s->tag[in->map_base + r] = in->map_warp + r;
        s->busy[in->map_base + r] = 0;
    }
}

/* --- check and promise --------------------------------------------------- */

static bool wider(uint64_t value, uint32_t bits) { return bits < 64 && value >> bits != 0; }

/* A warp that sits somewhere, and it alone, has writes that will match: none of an earlier stay. */
const char *vt_scoreboard_check(const struct vt_scoreboard *s)
{
    bool seen[VT_SCOREBOARD_MAX_WARPS] = {false};
    if (wider(s->valid, s->cfg.slots)) return "empty_clean";
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if ((s->valid & bit(slot)) == 0) {
            if (s->busy[slot] != 0) return "empty_clean";
            continue;
        }
        uint32_t warp = s->tag[slot];
        if (wider(s->busy[slot], s->cfg.regs)) return "owner_only";
        if (warp >= s->cfg.warps || seen[warp]) return "owner_only";
        if (s->left[warp] != 0) return "all_counted";
        seen[warp] = true;
    }
    return NULL;
}

/* n numbers from first on are all below limit. */
static bool below(uint32_t first, uint32_t n, uint32_t limit)
{
    return first < limit && n <= limit - first;
}

/* The slots of a range, which is in range. */
static uint64_t range(bool en, uint32_t base, uint32_t count)
{
    if (!en || count == 0) return 0;
    return UINT64_MAX >> (64 - count) << base;
}

static uint64_t leaving(const struct vt_scoreboard_in *in)
{
    return range(in->retire_en, in->retire_slot, 1) |
           range(in->clear_en, in->clear_base, in->clear_count);
}

static const char *range_promise(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in)
{
    uint32_t n = s->cfg.slots;
    bool slots = (!in->map_en || below(in->map_base, in->map_count, n)) &&
                 (!in->clear_en || below(in->clear_base, in->clear_count, n)) &&
                 (!in->retire_en || in->retire_slot < n);
    bool warps = !in->map_en || below(in->map_warp, in->map_count, s->cfg.warps);
    bool regs = true;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        slots = slots && (!in->set_en[p] || in->set_slot[p] < n);
        slots = slots && (!in->wb_en[p] || in->wb_slot[p] < n);
        warps = warps && (!in->wb_en[p] || in->wb_warp[p] < s->cfg.warps);
        regs = regs && (!in->set_en[p] || in->set_reg[p] < s->cfg.regs);
        regs = regs && (!in->wb_en[p] || in->wb_reg[p] < s->cfg.regs);
    }
    if (!slots) return "a slot is not below Slots";
    if (!warps) return "a warp is not below Warps";
    return regs ? NULL : "a register is not below Regs";
}

static const char *issue_promise(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        uint32_t slot = in->set_slot[p], reg = in->set_reg[p];
        if (!in->set_en[p]) continue;
        if ((s->valid & bit(slot)) == 0) return "an instruction is issued for an empty slot";
        if ((leaving(in) & bit(slot)) != 0)
            return "an instruction is issued for a slot that retires or is cleared";
        if ((s->busy[slot] & bit(reg)) != 0)
            return "an instruction is issued for a register with a write out";
        for (uint32_t q = 0; q < p; q++) {
            if (in->set_en[q] && in->set_slot[q] == slot && in->set_reg[q] == reg)
                return "two instructions are issued for one register";
        }
    }
    return NULL;
}

/* A write is out if its bit is set, or if its warp left this slot while the write was out. */
static const char *writeback_promise(const struct vt_scoreboard *s,
                                     const struct vt_scoreboard_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        uint32_t slot = in->wb_slot[p], warp = in->wb_warp[p], reg = in->wb_reg[p];
        if (!in->wb_en[p]) continue;
        bool left_here = s->left_at[warp] == slot;
        uint64_t out = matches(s, in, p) ? s->busy[slot] : left_here ? s->left[warp] : 0;
        if ((out & bit(reg)) == 0) return "a write comes back that is not out";
        for (uint32_t q = 0; q < p; q++) {
            if (in->wb_en[q] && in->wb_slot[q] == slot && in->wb_warp[q] == warp &&
                in->wb_reg[q] == reg)
                return "one write comes back twice";
        }
    }
    return NULL;
}

/* The writes that a warp left behind, less the writes that come in now. */
static uint64_t left_behind(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in,
                            uint32_t warp)
{
    uint64_t left = s->left[warp];
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->wb_en[p] && in->wb_warp[p] == warp) left &= ~bit(in->wb_reg[p]);
    }
    return left;
}

static const char *map_promise(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in)
{
    uint64_t slots = range(in->map_en, in->map_base, in->map_count);
    if ((slots & s->valid) != 0) return "a slot is mapped that is not empty";
    if ((slots & leaving(in)) != 0) return "a slot is mapped and retires or is cleared";
    for (uint32_t r = 0; in->map_en && r < in->map_count; r++) {
        uint32_t warp = in->map_warp + r;
        for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
            if (sits(s, slot, warp)) return "a warp is mapped that sits on another slot";
        }
        if (left_behind(s, in, warp) != 0) return "a warp is mapped that has writes out";
    }
    return NULL;
}

static const char *leave_promise(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in)
{
    if (in->retire_en && (s->valid & bit(in->retire_slot)) == 0) return "an empty slot retires";
    for (uint32_t r = 0; in->clear_en && r < in->clear_count; r++) {
        if (s->busy[in->clear_base + r] != 0) return "a slot is cleared that has writes out";
    }
    return NULL;
}

const char *vt_scoreboard_promise(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in)
{
    const char *broken = range_promise(s, in);
    if (broken == NULL) broken = issue_promise(s, in);
    if (broken == NULL) broken = writeback_promise(s, in);
    if (broken == NULL) broken = map_promise(s, in);
    return broken != NULL ? broken : leave_promise(s, in);
}
