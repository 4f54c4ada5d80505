/* SPDX-License-Identifier: Apache-2.0 */
#include "core/swapper.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "core/scratch_lookup.h"
#include "residency/coordinator.h"

enum { WORD_BYTES = 4 };

static uint32_t power_of_two(uint32_t n)
{
    uint32_t p = 1;
    while (p < n) p *= 2;
    return p;
}

/* --- where things are ---------------------------------------------------- */

static uint32_t row_words(const struct swapper_cfg *c) { return c->row_bits / 32; }
static uint32_t stack_words(const struct swapper_cfg *c) { return (c->stack_bits + 31) / 32; }

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
    return state_base(c) - c->base + c->warps * power_of_two(stack_words(c)) * WORD_BYTES;
}

static uint32_t register_at(const struct swapper_cfg *c, uint32_t warp, uint32_t reg)
{
    return c->base + (warp * FRONT_REGISTERS + reg) * power_of_two(c->lanes) * WORD_BYTES;
}

/* --- init and reset ------------------------------------------------------ */

static const char *check_sizes(const struct swapper_cfg *c)
{
    if (c->slots < 2 || c->slots > FRONT_MAX_SLOTS) return "Slots must be 2 to 64";
    if (c->lanes < 1 || c->lanes > SWAPPER_MAX_LANES) return "Lanes must be 1 to 64";
    if (c->banks < 1 || c->banks > 8 || (c->banks & (c->banks - 1)) != 0)
        return "Banks must be 1, 2, 4 or 8";
    if (c->reg_phys < 2 || c->reg_phys > 4096) return "RegPhys must be 2 to 4096";
    if (c->parks < 1 || c->parks > SET_LOOKUP_MAX_PARKS) return "Parks must be 1 to 16";
    if (c->warps < 2 || c->warps > 64) return "Warps must be 2 to 64";
    if (c->blocks < 2 || c->blocks > 16) return "Blocks must be 2 to 16";
    if (c->scratch_sets < 1 || c->scratch_sets > 64) return "ScratchSets must be 1 to 64";
    if (c->scratch_phys < 2 || c->scratch_phys > 1024) return "ScratchPhys must be 2 to 1024";
    if (c->scratch_sets > c->scratch_phys) return "ScratchSets must be at most ScratchPhys";
    if (c->row_bits < 32 || (c->row_bits & (c->row_bits - 1)) != 0 || row_words(c) > c->lanes)
        return "RowBits must be a power of two, 32 to 32 * Lanes";
    if (c->rows * (c->row_bits / 8) < c->scratch_phys * SCRATCH_LOOKUP_SET)
        return "Rows must hold ScratchPhys sets";
    if (c->stack_bits < 1 || c->stack_bits > 32 * SIMT_STACK_ROW_WORDS)
        return "StackBits must be 1 to 3424";
    if (c->restores < 1 || c->restores > SWAPPER_MAX_RESTORES) return "Restores must be 1 to 8";
    return NULL;
}

const char *swapper_init(struct swapper *s, const struct swapper_cfg *cfg)
{
    const char *wrong = check_sizes(cfg);
    if (wrong) return wrong;
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

/* Rows of shared memory in a store: as many as its lanes take; the last store has the rest. */
static uint32_t rows_a_step(const struct swapper *s) { return s->cfg.lanes / row_words(&s->cfg); }
static uint32_t set_rows(const struct swapper *s)
{
    return SCRATCH_LOOKUP_SET / WORD_BYTES / row_words(&s->cfg);
}
static uint32_t rows_of_step(const struct swapper *s)
{
    const uint32_t left = set_rows(s) - s->step * rows_a_step(s);
    return left < rows_a_step(s) ? left : rows_a_step(s);
}

static uint32_t stack_parts(const struct swapper *s)
{
    return (stack_words(&s->cfg) + s->cfg.lanes - 1) / s->cfg.lanes;
}

static uint32_t steps(const struct swapper *s)
{
    switch (s->task) {
    case SWAPPER_SET: return s->cfg.banks;
    case SWAPPER_SCRATCH: return (set_rows(s) + rows_a_step(s) - 1) / rows_a_step(s);
    case SWAPPER_JOB: return 1;
    default: return stack_parts(s);
    }
}

static bool is_load(const struct swapper *s)
{
    if (s->task == SWAPPER_JOB) return !s->job.store;
    return s->task == SWAPPER_IN || (s->task == SWAPPER_SET && s->load);
}

/* Words of a step, and where the first of them is in memory. */
static uint64_t step_mask(const struct swapper *s)
{
    const uint32_t from = s->step * s->cfg.lanes;
    switch (s->task) {
    case SWAPPER_SET: return ones(s->cfg.lanes);
    case SWAPPER_SCRATCH: return ones(rows_of_step(s) * row_words(&s->cfg));
    case SWAPPER_JOB: return s->job.mask;
    default:
        return stack_words(&s->cfg) - from < s->cfg.lanes ? ones(stack_words(&s->cfg) - from)
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
               s->step * rows_a_step(s) * row_words(c) * WORD_BYTES;
    case SWAPPER_JOB: return register_at(c, s->job.warp, s->job.reg);
    default:
        return state_base(c) +
               (s->row * power_of_two(stack_words(c)) + s->step * c->lanes) * WORD_BYTES;
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
    out->ctx_row = s->phys * set_rows(s) + s->step * rows_a_step(s) + s->read;
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
    out->acc_job = &s->job;
    out->acc_restore = s->into;
    out->acc_part = s->step;
    if (s->task == SWAPPER_JOB) out->acc_what = s->job.store ? SWAPPER_RESULT : SWAPPER_FILL;
    else if (s->task == SWAPPER_IN) out->acc_what = SWAPPER_STATE;
    else out->acc_what = is_load(s) ? SWAPPER_RETURN : SWAPPER_STORE;
    out->acc_place = s->task == SWAPPER_JOB
                         ? s->job.place
                         : (struct register_place){(uint8_t)s->step, (uint16_t)s->phys};
    const uint32_t from = step_address(s);
    for (uint32_t l = 0; l < s->cfg.lanes; l++) out->acc_addr[l] = from + l * WORD_BYTES;
}

static void view_restore(const struct swapper *s, struct swapper_out *out)
{
    out->stack_wr_en = false;
    out->rsp_valid = false;
    for (uint32_t n = 0; n < s->cfg.restores && !out->rsp_valid; n++) {
        const struct swapper_restore *r = &s->restore[n];
        if (!r->valid || r->left != 0) continue;
        out->stack_wr_en = !r->of_set;
        out->rsp_valid = true;
        out->stack_wr_slot = r->slot;
        out->stack_wr_data = r->data;
        out->rsp_warp = r->warp;
        out->restored = n;
    }
}

void swapper_view(const struct swapper *s, struct swapper_out *out)
{
    out->req_ready = s->doing == SWAPPER_DONE;
    out->swapping = s->doing != SWAPPER_RESTS;
    view_read(s, out);
    view_access(s, out);
    view_restore(s, out);
}

static uint32_t free_restore(const struct swapper *s)
{
    uint32_t n = 0;
    while (n < s->cfg.restores && s->restore[n].valid) n++;
    return n;
}

/* The coordinator's request may begin. A restore register that is written back in this cycle is
 * free in the next. */
static bool may_request(const struct swapper *s, const struct swapper_in *in)
{
    if (!in->req_valid || !in->calm) return false;
    return !in->req_load || free_restore(s) < s->cfg.restores;
}

void swapper_eval(const struct swapper *s, const struct swapper_in *in, struct swapper_out *out)
{
    const bool rests = s->doing == SWAPPER_RESTS, may = may_request(s, in);
    out->job_taken = rests && in->job_valid && !(s->job_last && may);
    out->req_begins = rests && may && !out->job_taken;
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
    s->load = in->req_load;
    if (in->req_kind == COORDINATOR_REGS) begin(s, SWAPPER_SET);
    else if (in->req_kind == COORDINATOR_SCRATCH) begin(s, SWAPPER_SCRATCH);
    else begin(s, in->req_load ? SWAPPER_IN : SWAPPER_OUT);
    if (!in->req_load) return;
    s->into = free_restore(s);
    struct swapper_restore *r = &s->restore[s->into];
    r->valid = true;
    r->of_set = in->req_kind == COORDINATOR_REGS;
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
    } else if (out->req_begins) {
        begin_request(s, in);
    }
}

static void tick_read(struct swapper *s, const struct swapper_in *in)
{
    if (s->task == SWAPPER_OUT) {
        const uint32_t from = s->step * s->cfg.lanes;
        for (uint32_t l = 0; l < s->cfg.lanes && from + l < stack_words(&s->cfg); l++)
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
    memcpy(s->data + s->read * row_words(&s->cfg), in->ctx_rsp_data,
           row_words(&s->cfg) * WORD_BYTES);
    s->read++;
    s->doing = s->read < rows_of_step(s) ? SWAPPER_READS : SWAPPER_SENDS;
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
    switch (s->doing) {
    case SWAPPER_RESTS: tick_rest(s, in, out); break;
    case SWAPPER_READS: tick_read(s, in); break;
    case SWAPPER_WAITS: tick_wait(s, in); break;
    case SWAPPER_SENDS: tick_send(s, in); break;
    default: s->doing = SWAPPER_RESTS; break;
    }
    tick_restore(s, in, out);
}

/* --- check and promise --------------------------------------------------- */

/* Loads of restore register n: all, and those that were sent. */
static uint32_t all_parts(const struct swapper *s, uint32_t n)
{
    return s->restore[n].of_set ? s->cfg.banks : stack_parts(s);
}

static uint32_t sent_parts(const struct swapper *s, uint32_t n)
{
    const bool sends = s->task != SWAPPER_JOB && is_load(s) && s->doing == SWAPPER_SENDS;
    return sends && s->into == n ? s->step : all_parts(s, n);
}

const char *swapper_check(const struct swapper *s)
{
    uint32_t whole = 0;
    const bool moves = s->doing != SWAPPER_RESTS && s->doing != SWAPPER_DONE;
    if (moves && s->step >= steps(s)) return "step";
    if (moves && (s->task == SWAPPER_SCRATCH ? s->read > rows_of_step(s) : s->read != 0))
        return "read";
    if (moves && is_load(s) && s->doing != SWAPPER_SENDS) return "loads_only_send";
    if (s->doing == SWAPPER_WAITS && s->task == SWAPPER_OUT) return "stack_is_read_at_once";
    if (s->doing == SWAPPER_DONE && s->task == SWAPPER_JOB) return "job_is_no_request";
    for (uint32_t n = 0; n < s->cfg.restores; n++) {
        const struct swapper_restore *r = &s->restore[n];
        const uint32_t all = all_parts(s, n);
        if (r->valid && (r->left > all || r->left < all - sent_parts(s, n))) return "left";
        if (!r->valid && sent_parts(s, n) < all) return "restored_early";
        whole += r->valid && r->left == 0;
    }
    return whole > 1 ? "one_back" : NULL;
}

static const char *promise_back(const struct swapper *s, const struct swapper_in *in)
{
    if (in->back_valid) {
        const uint32_t from = in->back_part * s->cfg.lanes;
        if (in->back_restore >= s->cfg.restores || !s->restore[in->back_restore].valid ||
            s->restore[in->back_restore].of_set || s->restore[in->back_restore].left == 0 ||
            in->back_part >= sent_parts(s, in->back_restore))
            return "words come back that are not on their way";
        if (stack_words(&s->cfg) - from < s->cfg.lanes &&
            (in->back_mask & ~ones(stack_words(&s->cfg) - from)) != 0)
            return "more words come back than a row has";
    }
    if (!in->back_end) return NULL;
    const uint32_t n = in->back_end_restore;
    if (n >= s->cfg.restores || !s->restore[n].valid ||
        s->restore[n].left == all_parts(s, n) - sent_parts(s, n))
        return "a load ends that is not on its way";
    return NULL;
}

static const char *promise_request(const struct swapper *s, const struct swapper_in *in)
{
    const struct swapper_cfg *c = &s->cfg;
    if (s->doing == SWAPPER_DONE && !in->req_valid) return "a request leaves that is not taken";
    if (!in->req_valid) return NULL;
    switch (in->req_kind) {
    case COORDINATOR_THREADS:
        return in->req_row < c->warps && in->req_phys < c->slots
                   ? NULL
                   : "a request is of a warp, or a slot, that there is not";
    case COORDINATOR_SCRATCH:
        if (in->req_load) return "a request loads a set of shared memory";
        return in->req_row < c->blocks && in->req_set < c->scratch_sets &&
                       in->req_phys < c->scratch_phys
                   ? NULL
                   : "a request is of a set that there is not";
    case COORDINATOR_REGS:
        return in->req_row < c->warps && in->req_set < FRONT_REGISTERS / c->banks &&
                       in->req_phys < c->reg_phys
                   ? NULL
                   : "a request is of a set that there is not";
    default: return "a request is of no kind";
    }
}

const char *swapper_promise(const struct swapper *s, const struct swapper_in *in)
{
    const bool waits = s->doing == SWAPPER_WAITS;
    if (in->row_valid && !(waits && s->task != SWAPPER_SCRATCH))
        return "a row of registers comes that no task waits for";
    if (in->ctx_rsp_valid && !(waits && s->task == SWAPPER_SCRATCH))
        return "a row of shared memory comes that no task waits for";
    if (in->job_valid && in->job.warp >= s->cfg.warps)
        return "a task is of a warp that there is not";
    const char *wrong = promise_request(s, in);
    return wrong ? wrong : promise_back(s, in);
}
