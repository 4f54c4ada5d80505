/* SPDX-License-Identifier: Apache-2.0 */
#include "core/thread_status.h"

#include <stddef.h>
#include <string.h>

#include "common/lane_slots.h"
#include "isa/decode.h"
#include "isa/execute.h"

enum { FLAGS = 0x1f };

/* --- init and reset ------------------------------------------------------ */

const char *thread_status_init(struct thread_status *s, const struct thread_status_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > THREAD_STATUS_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->warps < 2 || cfg->warps > THREAD_STATUS_MAX_WARPS) return "Warps must be 2 to 512";
    if (cfg->ports < 1 || cfg->ports > THREAD_STATUS_MAX_PORTS) return "Ports must be 1 to 4";
    if (cfg->own > 1) return "Own must be 0 or 1";
    if (cfg->id_width < 1 || cfg->id_width > 16) return "IdWidth must be 1 to 16";
    if (cfg->lane_slots > 1 && !cfg->own) return "LaneSlots above 1 needs Own = 1";
    if (lane_slots_error(cfg->lanes, cfg->lane_slots) != NULL)
        return lane_slots_error(cfg->lanes, cfg->lane_slots);
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void thread_status_reset(struct thread_status *s) { (void)s; }

/* --- eval ---------------------------------------------------------------- */

static uint32_t row_of(const struct thread_status *s, uint32_t lane)
{
    return s->cfg.own ? lane : 0;
}

/* The warp, and the lane there, of the thread at a place. */
static uint32_t warp_of(const struct thread_status *s, const uint32_t *warp, uint32_t place)
{
    return part_warp(s->cfg.lane_slots, warp[row_of(s, place)]);
}

static uint32_t lane_of(const struct thread_status *s, const uint32_t *warp, uint32_t place)
{
    return part_lane(s->cfg.lanes, s->cfg.lane_slots, warp[row_of(s, place)], place);
}

static uint8_t fcsr_of(const struct thread_status *s, const uint32_t *warp, uint32_t place)
{
    return s->fcsr[warp_of(s, warp, place)][lane_of(s, warp, place)];
}

void thread_status_frm(const struct thread_status *s, const uint32_t *warp, uint8_t *frm)
{
    const uint8_t *fcsr = s->fcsr[warp[0]];
    if (s->cfg.own)
        for (uint32_t l = 0; l < s->cfg.lanes; l++) frm[l] = fcsr_of(s, warp, l) >> 5;
    else
        for (uint32_t l = 0; l < s->cfg.lanes; l++) frm[l] = fcsr[l] >> 5;
}

static bool is_status(uint32_t number)
{
    return number >= ISA_CSR_FFLAGS && number <= ISA_CSR_FCSR;
}

static uint32_t csr_number(uint32_t word) { return word >> 20; }

/* A CSR that is the same for all threads of a kernel, or 0. */
static uint32_t kernel_csr(const struct thread_status_kernel *k, uint32_t number)
{
    switch (number) {
    case ISA_CSR_THREADS:
    case ISA_CSR_THREADS + 1:
    case ISA_CSR_THREADS + 2: return k->threads[number - ISA_CSR_THREADS];
    case ISA_CSR_BLOCKS:
    case ISA_CSR_BLOCKS + 1:
    case ISA_CSR_BLOCKS + 2: return k->blocks[number - ISA_CSR_BLOCKS];
    case ISA_CSR_ARGUMENTS: return k->arguments;
    case ISA_CSR_STACK_TOP: return k->stack_top;
    case ISA_CSR_SHARED_BYTES: return k->shared_bytes;
    default: return 0;
    }
}

void thread_status_read(const struct thread_status *s, const struct thread_status_kernel *kernel,
                        const struct thread_status_op *op, uint32_t *value)
{
    const uint32_t number = csr_number(op->word);
    const uint32_t same = kernel_csr(kernel, number);
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        const uint32_t row = row_of(s, l);
        if (!(op->mask >> l & 1)) value[l] = 0;
        else if (is_status(number)) value[l] = isa_fcsr_read(number, fcsr_of(s, op->warp, l));
        else if (number == ISA_CSR_THREAD) value[l] = op->x[l];
        else if (number == ISA_CSR_THREAD + 1) value[l] = op->y[l];
        else if (number == ISA_CSR_THREAD + 2) value[l] = op->z[l];
        else if (number - ISA_CSR_BLOCK < 3) value[l] = op->block[row][number - ISA_CSR_BLOCK];
        else value[l] = same;
    }
}

void thread_status_eval(const struct thread_status *s, const struct thread_status_in *in,
                        struct thread_status_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        thread_status_frm(s, in->frm_warp[p], out->frm[p]);
        thread_status_read(s, &in->kernel[p], &in->op[p], out->op_value[p]);
    }
}

/* --- tick ---------------------------------------------------------------- */

static void write_csr(struct thread_status *s, const struct thread_status_op *op)
{
    const uint32_t number = csr_number(op->word);
    struct isa_insn insn;
    if (!is_status(number) || !isa_decode(op->word, &insn) || !isa_csr_writes(&insn)) return;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if (!(op->mask >> l & 1)) continue;
        uint8_t *fcsr = &s->fcsr[warp_of(s, op->warp, l)][lane_of(s, op->warp, l)];
        const uint32_t old = isa_fcsr_read(number, *fcsr);
        *fcsr = isa_fcsr_write(number, *fcsr, isa_csr_value(&insn, old, op->a[l]));
    }
}

static void keep_exceptions(struct thread_status *s, const struct thread_status_op *op)
{
    for (uint32_t l = 0; l < s->cfg.lanes; l++)
        if (op->mask >> l & 1)
            s->fcsr[warp_of(s, op->warp, l)][lane_of(s, op->warp, l)] |= op->flags[l] & FLAGS;
}

void thread_status_tick(struct thread_status *s, const struct thread_status_in *in,
                        const struct thread_status_out *out)
{
    (void)out;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->op[p].en) continue;
        if (in->op[p].csr) write_csr(s, &in->op[p]);
        else keep_exceptions(s, &in->op[p]);
    }
    if (in->begin_en) memset(s->fcsr[in->begin_warp], 0, s->cfg.lanes);
}

/* --- check and promise --------------------------------------------------- */

const char *thread_status_check(const struct thread_status *s)
{
    (void)s;
    return NULL;
}

const char *thread_status_promise(const struct thread_status *s, const struct thread_status_in *in)
{
    /* Threads of CSR instructions and, with warps of their own, of all others; of float ones. */
    uint64_t used[THREAD_STATUS_MAX_LANES][THREAD_STATUS_MAX_WARPS / 64];
    uint64_t raised[THREAD_STATUS_MAX_LANES][THREAD_STATUS_MAX_WARPS / 64];
    memset(used, 0, s->cfg.lanes * sizeof used[0]);
    memset(raised, 0, s->cfg.lanes * sizeof raised[0]);
    if (in->begin_en && in->begin_warp >= s->cfg.warps) return "warp";
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct thread_status_op *op = &in->op[p];
        const bool joins = !op->csr && !s->cfg.own;
        for (uint32_t l = 0; op->en && l < s->cfg.lanes; l++) {
            if (!(op->mask >> l & 1)) continue;
            const uint32_t warp = warp_of(s, op->warp, l), lane = lane_of(s, op->warp, l);
            const uint64_t bit = UINT64_C(1) << warp % 64;
            if (warp >= s->cfg.warps) return "warp";
            if (used[lane][warp / 64] & bit) return "different";
            if (!joins && (raised[lane][warp / 64] & bit)) return "different";
            if (in->begin_en && in->begin_warp == warp) return "begins";
            (joins ? raised : used)[lane][warp / 64] |= bit;
        }
    }
    return NULL;
}
