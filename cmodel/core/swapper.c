/* SPDX-License-Identifier: Apache-2.0 */
#include "core/swapper.h"

#include <stddef.h>
#include <string.h>

#include "core/scratch_lookup.h"
#include "residency/coordinator.h"

enum { WORD_BYTES = 4 };

static uint64_t ones(uint32_t n) { return n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }

static uint32_t power_of_two(uint32_t n)
{
    uint32_t p = 1;
    while (p < n) p *= 2;
    return p;
}

/* --- where things are ---------------------------------------------------- */

/* A row of a register, and the state of a warp, take powers of two: addresses are bits. */
static uint32_t register_bytes(const struct swapper_cfg *c)
{
    return c->warps * FRONT_REGISTERS * power_of_two(c->lanes) * WORD_BYTES;
}

uint32_t swapper_scratch(const struct swapper_cfg *c) { return c->base + register_bytes(c); }

static uint32_t state_base(const struct swapper_cfg *c)
{
    return swapper_scratch(c) + c->blocks * c->scratch_sets * SCRATCH_LOOKUP_SET;
}

uint32_t swapper_bytes(const struct swapper_cfg *c)
{
    return state_base(c) - c->base + c->warps * power_of_two(c->stack_words) * WORD_BYTES;
}

static uint32_t register_at(const struct swapper_cfg *c, uint32_t warp, uint32_t reg)
{
    return c->base + (warp * FRONT_REGISTERS + reg) * power_of_two(c->lanes) * WORD_BYTES;
}

/* --- init and reset ------------------------------------------------------ */

const char *swapper_init(struct swapper *s, const struct swapper_cfg *cfg)
{
    if (cfg->row_words > cfg->lanes) return "RowBits must be at most 32 * Lanes";
    if (cfg->row_words == 0 || SCRATCH_LOOKUP_SET / WORD_BYTES % cfg->row_words != 0)
        return "RowBits must be a power of two";
    if (cfg->stack_words > SIMT_STACK_ROW_WORDS) return "a stack's row is too wide";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void swapper_reset(struct swapper *s)
{
    const struct swapper_cfg cfg = s->cfg;
    memset(s, 0, sizeof *s);
    s->cfg = cfg;
}

/* --- steps of a task ----------------------------------------------------- */

/* Rows of shared memory in a store: as many as its lanes take, a power of two. */
static uint32_t rows_a_step(const struct swapper *s)
{
    uint32_t rows = 1;
    while (2 * rows * s->cfg.row_words <= s->cfg.lanes) rows *= 2;
    return rows;
}

static uint32_t step_words(const struct swapper *s) { return rows_a_step(s) * s->cfg.row_words; }

static uint32_t steps(const struct swapper *s)
{
    switch (s->task) {
    case SWAPPER_SET: return s->cfg.banks;
    case SWAPPER_SCRATCH: return SCRATCH_LOOKUP_SET / WORD_BYTES / step_words(s);
    case SWAPPER_JOB: return 1;
    default: return (s->cfg.stack_words + s->cfg.lanes - 1) / s->cfg.lanes;
    }
}

static bool is_load(const struct swapper *s)
{
    return s->task == SWAPPER_IN || (s->task == SWAPPER_JOB && !s->job.store);
}

/* Words of a step, and where the first of them is in memory. */
static uint64_t step_mask(const struct swapper *s)
{
    const uint32_t from = s->step * s->cfg.lanes;
    switch (s->task) {
    case SWAPPER_SET: return ones(s->cfg.lanes);
    case SWAPPER_SCRATCH: return ones(step_words(s));
    case SWAPPER_JOB: return s->job.mask;
    default:
        return s->cfg.stack_words - from < s->cfg.lanes ? ones(s->cfg.stack_words - from)
                                                        : ones(s->cfg.lanes);
    }
}

static uint32_t step_address(const struct swapper *s)
{
    const struct swapper_cfg *c = &s->cfg;
    switch (s->task) {
    case SWAPPER_SET: return register_at(c, s->row, s->set * c->banks + s->step);
    case SWAPPER_SCRATCH:
        return swapper_scratch(c) + (s->row * c->scratch_sets + s->set) * SCRATCH_LOOKUP_SET +
               s->step * step_words(s) * WORD_BYTES;
    case SWAPPER_JOB: return register_at(c, s->job.warp, s->job.reg);
    default:
        return state_base(c) +
               (s->row * power_of_two(c->stack_words) + s->step * c->lanes) * WORD_BYTES;
    }
}

/* --- eval ---------------------------------------------------------------- */

static void view_read(const struct swapper *s, struct swapper_out *out)
{
    const bool reads = s->doing == SWAPPER_READS;
    out->rd_valid = reads && (s->task == SWAPPER_SET || s->task == SWAPPER_JOB);
    out->rd_place = s->task == SWAPPER_SET
                        ? (struct register_place){(uint8_t)s->step, (uint16_t)s->phys}
                        : s->job.place;
    out->ctx_valid = reads && s->task == SWAPPER_SCRATCH;
    out->ctx_row = (s->phys * steps(s) + s->step) * rows_a_step(s) + s->read;
    out->stack_rd_en = reads && s->task == SWAPPER_OUT;
    out->stack_rd_slot = s->phys;
}

static void view_access(const struct swapper *s, struct swapper_out *out)
{
    out->acc_valid = s->doing == SWAPPER_SENDS;
    if (!out->acc_valid) return;
    out->acc_load = is_load(s);
    out->acc_mask = step_mask(s);
    out->acc_data = s->data;
    out->acc_restore = s->into;
    out->acc_part = s->step;
    if (s->task == SWAPPER_JOB) out->acc_what = s->job.store ? SWAPPER_RESULT : SWAPPER_FILL;
    else out->acc_what = s->task == SWAPPER_IN ? SWAPPER_STATE : SWAPPER_STORE;
    const uint32_t from = step_address(s);
    for (uint32_t l = 0; l < s->cfg.lanes; l++) out->acc_addr[l] = from + l * WORD_BYTES;
}

static void view_restore(const struct swapper *s, struct swapper_out *out)
{
    out->stack_wr_en = false;
    out->rsp_valid = false;
    for (uint32_t n = 0; n < SWAPPER_RESTORES && !out->rsp_valid; n++) {
        const struct swapper_restore *r = &s->restore[n];
        if (!r->valid || r->left != 0) continue;
        out->stack_wr_en = out->rsp_valid = true;
        out->stack_wr_slot = r->slot;
        out->stack_wr_data = r->data;
        out->rsp_warp = r->warp;
        out->restored = n;
    }
}

void swapper_view(const struct swapper *s, struct swapper_out *out)
{
    out->req_ready = s->doing == SWAPPER_DONE;
    view_read(s, out);
    view_access(s, out);
    view_restore(s, out);
}

static uint32_t free_restore(const struct swapper *s)
{
    uint32_t n = 0;
    while (n < SWAPPER_RESTORES && s->restore[n].valid) n++;
    return n;
}

/* The coordinator's request may begin. */
static bool may_request(const struct swapper *s, const struct swapper_in *in)
{
    if (!in->req_valid || !in->calm) return false;
    return !in->req_load || free_restore(s) < SWAPPER_RESTORES;
}

void swapper_eval(const struct swapper *s, const struct swapper_in *in, struct swapper_out *out)
{
    out->job_taken =
        s->doing == SWAPPER_RESTS && in->job_valid && !(s->job_last && may_request(s, in));
}

/* --- tick ---------------------------------------------------------------- */

static void begin(struct swapper *s, uint32_t task)
{
    s->task = task;
    s->step = 0;
    s->read = 0;
    s->doing = is_load(s) ? SWAPPER_SENDS : SWAPPER_READS;
}

static void begin_request(struct swapper *s, const struct swapper_in *in)
{
    s->job_last = false;
    s->row = in->req_row;
    s->set = in->req_set;
    s->phys = in->req_phys;
    if (in->req_kind == COORDINATOR_REGS) begin(s, SWAPPER_SET);
    else if (in->req_kind == COORDINATOR_SCRATCH) begin(s, SWAPPER_SCRATCH);
    else begin(s, in->req_load ? SWAPPER_IN : SWAPPER_OUT);
    if (s->task != SWAPPER_IN) return;
    s->into = free_restore(s);
    struct swapper_restore *r = &s->restore[s->into];
    r->valid = true;
    r->warp = in->req_row;
    r->slot = in->req_phys;
    r->left = steps(s);
}

static void tick_rest(struct swapper *s, const struct swapper_in *in, const struct swapper_out *out)
{
    if (out->job_taken) {
        s->job_last = true;
        s->job = in->job;
        begin(s, SWAPPER_JOB);
    } else if (may_request(s, in)) {
        begin_request(s, in);
    }
}

static void tick_read(struct swapper *s, const struct swapper_in *in)
{
    if (s->task == SWAPPER_OUT) {
        const uint32_t from = s->step * s->cfg.lanes;
        for (uint32_t l = 0; l < s->cfg.lanes && from + l < s->cfg.stack_words; l++)
            s->data[l] = in->stack_rd_data[from + l];
        s->doing = SWAPPER_SENDS;
    } else if (s->task == SWAPPER_SCRATCH ? in->ctx_ready : in->row_ready) {
        s->doing = SWAPPER_WAITS;
    }
}

static void tick_wait(struct swapper *s, const struct swapper_in *in)
{
    const bool scratch = s->task == SWAPPER_SCRATCH;
    if (!(scratch ? in->ctx_rsp_valid : in->row_valid)) return;
    if (!scratch) {
        memcpy(s->data, in->row_data, s->cfg.lanes * WORD_BYTES);
        s->doing = SWAPPER_SENDS;
        return;
    }
    memcpy(s->data + s->read * s->cfg.row_words, in->ctx_rsp_data, s->cfg.row_words * WORD_BYTES);
    s->read++;
    s->doing = s->read < rows_a_step(s) ? SWAPPER_READS : SWAPPER_SENDS;
}

static void tick_send(struct swapper *s, const struct swapper_in *in)
{
    if (!in->acc_ready) return;
    s->read = 0;
    if (++s->step < steps(s)) s->doing = is_load(s) ? SWAPPER_SENDS : SWAPPER_READS;
    else s->doing = s->task == SWAPPER_JOB ? SWAPPER_RESTS : SWAPPER_DONE;
}

static void tick_restore(struct swapper *s, const struct swapper_in *in,
                         const struct swapper_out *out)
{
    if (out->rsp_valid) s->restore[out->restored].valid = false;
    if (in->back_valid) {
        uint32_t *to = s->restore[in->back_restore].data + in->back_part * s->cfg.lanes;
        for (uint64_t left = in->back_mask; left; left &= left - 1) {
            const uint32_t l = (uint32_t)__builtin_ctzll(left);
            to[l] = in->back_data[l];
        }
    }
    if (in->back_end) s->restore[in->back_end_restore].left--;
}

void swapper_tick(struct swapper *s, const struct swapper_in *in, const struct swapper_out *out)
{
    tick_restore(s, in, out);
    switch (s->doing) {
    case SWAPPER_RESTS: tick_rest(s, in, out); break;
    case SWAPPER_READS: tick_read(s, in); break;
    case SWAPPER_WAITS: tick_wait(s, in); break;
    case SWAPPER_SENDS: tick_send(s, in); break;
    default: s->doing = SWAPPER_RESTS; break;
    }
}
