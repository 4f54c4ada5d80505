/* SPDX-License-Identifier: Apache-2.0 */
#include "core/thread_status_cover.h"

typedef struct thread_status_view view;

enum {
    EXCEPTIONS = 0x1f,
    BIN_READS = BIN_READS_FFLAGS,  /* 18: each CSR */
    BIN_WRITES = BIN_CSRRW_FFLAGS, /* 18: each function with each of fflags, frm, fcsr */
};

static uint32_t number_of(uint32_t word) { return word >> 20; }

/* What is known beside the model, which is the view's first member. */
static const view *view_of(const state *s) { return (const view *)s; }

/* Which of the 18: fflags, frm, fcsr, then groups of three from 0xcc0 on; -1: there is no such. */
static int csr_index(uint32_t number)
{
    if (number >= ISA_CSR_FFLAGS && number <= ISA_CSR_FCSR) return (int)number - ISA_CSR_FFLAGS;
    const uint32_t far = number - ISA_CSR_THREAD;
    if (number < ISA_CSR_THREAD || number > ISA_CSR_SHARED_BYTES || far % 4 == 3) return -1;
    return 3 + (int)(far / 4 * 3 + far % 4);
}

static uint8_t fcsr_of(const state *s, const inputs *in, uint32_t p, uint32_t l)
{
    return s->fcsr[warp_of(s, in->op[p].warp, l)][lane_of(s, in->op[p].warp, l)];
}

static void cover_begin(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->begin_en) return;
    const uint8_t *row = s->fcsr[in->begin_warp];
    uint32_t any = 0;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) any |= row[l];
    if (!view_of(s)->begun[in->begin_warp]) bin[BIN_BEGINS]++;
    else if (any != 0) bin[BIN_BEGINS_AGAIN]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->op[p].en || in->op[p].mask == 0) continue;
        bin[BIN_BEGINS_BESIDE]++;
        if (!several(in->begin_warp ^ warp_of(s, in->op[p].warp, 0))) bin[BIN_BEGINS_NEAR]++;
    }
}

/* Each raises what the other does not, for one thread at least. */
static void cover_same_thread(const state *s, const struct thread_status_op *one,
                              const struct thread_status_op *other, uint64_t *bin)
{
    if (s->cfg.own || one->csr || other->csr || one->warp[0] != other->warp[0]) return;
    for (uint64_t both = one->mask & other->mask; both != 0; both &= both - 1) {
        const uint32_t a = one->flags[lowest(both)], b = other->flags[lowest(both)];
        if ((a & ~b) == 0 || (b & ~a) == 0) continue;
        bin[BIN_SAME_THREAD]++;
        return;
    }
}

/* Two ports that take effect in one cycle. */
static void cover_pair(const state *s, const inputs *in, uint32_t p, uint32_t q, uint64_t *bin)
{
    bin[BIN_TWO_PORTS]++;
    if (in->op[p].csr != in->op[q].csr) bin[BIN_CSR_AND_FLOAT]++;
    cover_same_thread(s, &in->op[p], &in->op[q], bin);
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        for (uint32_t k = 0; k < s->cfg.lanes; k++) {
            if (!has(in->op[p].mask, l) || !has(in->op[q].mask, k)) continue;
            if (warp_of(s, in->op[p].warp, l) != warp_of(s, in->op[q].warp, k)) continue;
            bin[BIN_SAME_WARP]++;
            return;
        }
    }
}

static void cover_threads(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint64_t all = ones(s->cfg.lanes);
    const uint64_t mask = in->op[p].mask;
    bin[mask == 0 ? BIN_MASK_NONE : mask == all ? BIN_MASK_ALL : BIN_MASK_SOME]++;
    for (uint32_t l = 1; s->cfg.own && l < s->cfg.lanes; l++) {
        if (!has(mask, 0) || !has(mask, l)) continue;
        if (warp_of(s, in->op[p].warp, l) == warp_of(s, in->op[p].warp, 0)) continue;
        bin[BIN_APART]++;
        return;
    }
}

/* Several places a lane. */
static void cover_places(const state *s, const struct thread_status_op *op, uint64_t *bin)
{
    uint64_t lanes = 0;
    for (uint64_t left = op->mask; left != 0; left &= left - 1) {
        const uint32_t lane = lane_of(s, op->warp, lowest(left));
        if (lane != lowest(left)) bin[BIN_MOVED]++;
        if (has(lanes, lane)) bin[BIN_SAME_LANE]++;
        lanes |= bit(lane);
    }
}

static void cover_exceptions(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if (!has(in->op[p].mask, l)) continue;
        const uint8_t fcsr = fcsr_of(s, in, p, l);
        const uint32_t flags = in->op[p].flags[l];
        if ((flags & ~fcsr) != 0) bin[BIN_NEW_EXCEPTION]++;
        else if ((fcsr & EXCEPTIONS) != 0) bin[BIN_OLD_EXCEPTION]++;
        if (flags == 0) bin[BIN_NO_EXCEPTION]++;
        if (flags != 0 && fcsr >> 5 != 0) bin[BIN_EXCEPTION_MODE]++;
    }
}

/* A CSR instruction of port p, in lane l; of fflags, frm or fcsr. */
static void cover_status(const state *s, const inputs *in, uint32_t p, uint32_t l, uint64_t *bin)
{
    const uint32_t number = number_of(in->op[p].word);
    const uint32_t field = in->op[p].word >> 15 & 31;
    const uint32_t func = in->op[p].word >> 12 & 7;
    const uint32_t operand = func > 4 ? field : in->op[p].a[l];
    const uint8_t fcsr = fcsr_of(s, in, p, l);
    const uint32_t bits = number == ISA_CSR_FFLAGS ? 0x1f : number == ISA_CSR_FRM ? 7 : 0xff;
    const uint32_t old = (number == ISA_CSR_FRM ? fcsr >> 5 : fcsr) & bits;
    const bool write = func % 4 == 1;
    const bool set = func % 4 == 2;
    const uint32_t future = write ? operand : set ? old | operand : old & ~operand;
    if (write && field == 0 && old != 0) bin[BIN_WRITE_OF_X0]++;
    if (!write && field == 0) {
        if (old != 0) bin[set ? BIN_SET_OF_X0 : BIN_CLEAR_OF_X0]++;
        return;
    }
    if (func == 2 && operand == 0 && old != 0) bin[BIN_SET_OF_0]++;
    if (set && (old & operand) != 0 && (operand & bits & ~old) != 0) bin[BIN_SETS_MORE]++;
    if (func % 4 == 3 && (old & operand) != 0 && (old & ~operand) != 0) bin[BIN_CLEARS_SOME]++;
    if ((operand & ~bits) != 0) bin[BIN_UPPER_BITS]++;
    if ((future & bits) != old) {
        const uint32_t row = func - 1 - (func > 4 ? 1 : 0); /* 4 is none */
        bin[BIN_WRITES + 3 * row + (number - ISA_CSR_FFLAGS)]++;
    }
}

static void cover_csr(const state *s, const inputs *in, const outputs *out, uint32_t p,
                      uint64_t *bin)
{
    const int which = csr_index(number_of(in->op[p].word));
    if (!in->op[p].en) {
        bin[BIN_SHOWN]++;
        return;
    }
    if (which < 0) bin[BIN_UNKNOWN]++;
    if (!is_status(in->op[p].word) && (in->op[p].word >> 12 & 3) == 1) bin[BIN_WRITE_OTHER]++;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if (!has(in->op[p].mask, l)) continue;
        if (which >= 0 && out->op_value[p][l] != 0) bin[BIN_READS + which]++;
        if (is_status(in->op[p].word)) cover_status(s, in, p, l, bin);
    }
}

/* Does the instruction write the rounding mode of this thread? */
static bool writes_mode_of(const state *s, const struct thread_status_op *op, uint32_t warp,
                           uint32_t lane)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    if (!writes_mode(op)) return false;
    for (uint32_t l = lane % homes; l < s->cfg.lanes; l += homes)
        if (has(op->mask, l) && warp_of(s, op->warp, l) == warp && lane_of(s, op->warp, l) == lane)
            return true;
    return false;
}

/* A rounding mode that is asked for, and is written in this cycle or was in the last one. */
static void cover_modes(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        const uint32_t warp = warp_of(s, in->frm_warp[p], l);
        const uint32_t lane = lane_of(s, in->frm_warp[p], l);
        if (has(view_of(s)->just_moded[warp], lane)) bin[BIN_MODE_BEHIND]++;
        for (uint32_t q = 0; q < s->cfg.ports; q++)
            if (writes_mode_of(s, &in->op[q], warp, lane)) bin[BIN_MODE_WRITTEN]++;
    }
}

void thread_status_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_begin(s, in, bin);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        cover_modes(s, in, p, bin);
        if (in->op[p].csr) cover_csr(s, in, out, p, bin);
        if (!in->op[p].en) continue;
        cover_threads(s, in, p, bin);
        cover_places(s, &in->op[p], bin);
        if (!in->op[p].csr) cover_exceptions(s, in, p, bin);
        for (uint32_t q = 0; q < p; q++)
            if (in->op[q].en) cover_pair(s, in, q, p, bin);
    }
}
