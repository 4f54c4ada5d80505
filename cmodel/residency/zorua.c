/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/zorua.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- sizes --------------------------------------------------------------- */

/* Thread slots: one a warp. Scratchpad: of a block. Registers: of a warp. */
static struct mapping_table_cfg table_cfg(const struct zorua_cfg *cfg, uint32_t resource)
{
    switch (resource) {
    case COORDINATOR_THREADS:
        return (struct mapping_table_cfg){cfg->warps, 1, cfg->slots, cfg->ports};
    case COORDINATOR_SCRATCH:
        return (struct mapping_table_cfg){cfg->blocks, cfg->scratch_sets, cfg->scratch_phys,
                                          cfg->ports};
    default:
        return (struct mapping_table_cfg){cfg->warps, cfg->reg_sets, cfg->reg_phys, cfg->ports};
    }
}

uint32_t zorua_table_bits(const struct zorua_cfg *cfg, uint32_t resource)
{
    const struct mapping_table_cfg t = table_cfg(cfg, resource);
    return t.rows * t.sets * (1 + clog2(t.phys));
}

/* --- init and reset ------------------------------------------------------ */

static const char *init_control(struct zorua *s, const struct zorua_cfg *cfg)
{
    const struct coordinator_cfg control = {.warps = cfg->warps,
                                            .slots = cfg->slots,
                                            .blocks = cfg->blocks,
                                            .reg_sets = cfg->reg_sets,
                                            .reg_phys = cfg->reg_phys,
                                            .scratch_sets = cfg->scratch_sets,
                                            .scratch_phys = cfg->scratch_phys,
                                            .id_width = cfg->id_width,
                                            .ports = cfg->ports,
                                            .thresh_width = cfg->thresh_width};
    const struct oversubscription_cfg limits = {.resources = ZORUA_RESOURCES,
                                                .thresh_width = cfg->thresh_width,
                                                .epoch_width = cfg->epoch_width};
    const char *error = coordinator_init(&s->control, &control);
    return error != NULL ? error : oversubscription_init(&s->limits, &limits);
}

static const char *init_resource(struct zorua *s, const struct zorua_cfg *cfg, uint32_t r)
{
    const struct mapping_table_cfg table = table_cfg(cfg, r);
    const struct spill_selector_cfg selector = {.phys = table.phys,
                                                .columns = cfg->columns,
                                                .rows = table.rows,
                                                .sets = table.sets,
                                                .cnt_width = cfg->cnt_width,
                                                .ports = cfg->ports};
    const char *error = mapping_table_init(&s->table[r], &table);
    if (error != NULL || r == COORDINATOR_THREADS) return error;
    return spill_selector_init(&s->selector[r - 1], &selector);
}

const char *zorua_init(struct zorua *s, const struct zorua_cfg *cfg)
{
    const char *error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    error = init_control(s, cfg);
    for (uint32_t r = 0; error == NULL && r < ZORUA_RESOURCES; r++)
        error = init_resource(s, cfg, r);
    return error;
}

void zorua_reset(struct zorua *s)
{
    s->warps = s->regs = s->scratch = s->least = 0;
    oversubscription_reset(&s->limits);
    for (uint32_t r = 0; r < ZORUA_RESOURCES; r++) mapping_table_reset(&s->table[r]);
    for (uint32_t r = 0; r < ZORUA_SELECTORS; r++) spill_selector_reset(&s->selector[r]);
    coordinator_reset(&s->control);
}

/* --- eval: thresholds, look-ups ------------------------------------------ */

static void eval_limits(const struct zorua *s, const struct zorua_in *in, struct zorua_nets *n)
{
    n->limits_in.start = in->kernel_en && coordinator_is_idle(&s->control);
    n->limits_in.epoch = in->epoch;
    n->limits_in.delta = in->delta;
    memcpy(n->limits_in.default_thresh, in->default_thresh, sizeof in->default_thresh);
    memcpy(n->limits_in.step, in->step, sizeof in->step);
    memcpy(n->limits_in.max, in->max, sizeof in->max);
    n->limits_in.idle = in->idle;
    n->limits_in.mem = in->mem;
    oversubscription_eval(&s->limits, &n->limits_in, &n->limits_out);
}

/* The counters are there before the coordinator says what it does. */
static void eval_counters(const struct zorua *s, const struct zorua_in *in, struct zorua_nets *n)
{
    struct mapping_table_in *scratch = &n->table_in[COORDINATOR_SCRATCH];
    struct mapping_table_in *regs = &n->table_in[COORDINATOR_REGS];

    memcpy(scratch->look_en, in->scratch_look_en, sizeof in->scratch_look_en);
    memcpy(scratch->look_row, in->scratch_look_row, sizeof in->scratch_look_row);
    memcpy(scratch->look_set, in->scratch_look_set, sizeof in->scratch_look_set);
    memcpy(regs->look_en, in->reg_look_en, sizeof in->reg_look_en);
    memcpy(regs->look_row, in->reg_look_row, sizeof in->reg_look_row);
    memcpy(regs->look_set, in->reg_look_set, sizeof in->reg_look_set);
    for (uint32_t r = 0; r < ZORUA_RESOURCES; r++) {
        mapping_table_eval(&s->table[r], &n->table_in[r], &n->table_out[r]);
        n->control_in.free[r] = n->table_out[r].free;
        n->control_in.swapped[r] = n->table_out[r].swapped;
        n->control_in.thresh[r] = n->limits_out.thresh[r];
    }
    n->control_in.free_phys = n->table_out[COORDINATOR_REGS].free_phys;
}

/* --- eval: the coordinator, and what it does to tables and selectors ----- */

/* A look-up of registers has found swap space; of several the lowest port's. */
static void eval_miss(const struct zorua *s, struct zorua_nets *n)
{
    const struct mapping_table_out *found = &n->table_out[COORDINATOR_REGS];
    struct coordinator_in *c = &n->control_in;
    c->miss_en = false;
    for (uint32_t p = 0; p < s->cfg.ports && !c->miss_en; p++) {
        c->miss_en = found->found_en[p] && !found->found_held[p] && !found->found_wait[p];
        c->miss_row = found->found_row[p];
        c->miss_set = found->found_set[p];
    }
}

static void eval_control(const struct zorua *s, const struct zorua_in *in, struct zorua_nets *n)
{
    struct coordinator_in *c = &n->control_in;
    c->warps = s->warps;
    c->regs = s->regs;
    c->scratch = s->scratch;
    c->least = s->least;
    c->block_valid = in->block_valid;
    memcpy(c->block_id, in->block_id, sizeof c->block_id);
    memcpy(c->ev_valid, in->ev_valid, sizeof c->ev_valid);
    memcpy(c->ev_kind, in->ev_kind, sizeof c->ev_kind);
    memcpy(c->ev_slot, in->ev_slot, sizeof c->ev_slot);
    memcpy(c->ev_regs, in->ev_regs, sizeof c->ev_regs);
    memcpy(c->ev_scratch, in->ev_scratch, sizeof c->ev_scratch);
    c->req_ready = in->req_ready;
    c->rsp_valid = in->rsp_valid;
    c->rsp_warp = in->rsp_warp;
    coordinator_eval(&s->control, c, &n->control_out);
}

static void eval_operation(const struct zorua *s, struct zorua_nets *n, uint32_t r)
{
    struct mapping_table_in *t = &n->table_in[r];
    t->op = n->control_out.op[r];
    t->op_row = n->control_out.op_row;
    t->op_set = n->control_out.op_set;
    t->lock_en = n->control_out.lock_en[r];
    t->lock_row = n->control_out.lock_row;
    t->lock_set = n->control_out.lock_set;
    mapping_table_eval(&s->table[r], t, &n->table_out[r]);
    n->control_in.op_held[r] = n->table_out[r].op_held;
    n->control_in.op_phys[r] = n->table_out[r].op_phys;
}

static void eval_victim(const struct zorua *s, struct zorua_nets *n, uint32_t r)
{
    struct spill_selector_in *c = &n->selector_in[r - 1];
    const struct spill_selector_out *v = &n->selector_out[r - 1];

    c->keep_en = n->control_out.keep_en[r - 1];
    c->keep_row = n->control_out.keep_row;
    spill_selector_eval(&s->selector[r - 1], c, &n->selector_out[r - 1]);
    n->control_in.victim_valid[r - 1] = v->victim_valid;
    n->control_in.victim_phys[r - 1] = v->victim_phys;
    n->control_in.victim_row[r - 1] = v->victim_row;
    n->control_in.victim_set[r - 1] = v->victim_set;
}

/* The selector follows the table; an access is a look-up that found a physical set. */
static void eval_selector(const struct zorua *s, const struct zorua_in *in, struct zorua_nets *n,
                          uint32_t r)
{
    const struct mapping_table_in *t = &n->table_in[r];
    const struct mapping_table_out *found = &n->table_out[r];
    struct spill_selector_in *c = &n->selector_in[r - 1];

    c->age = in->age;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        c->use_en[p] = found->found_en[p] && found->found_held[p] && !found->found_wait[p];
        c->use_phys[p] = found->found_phys[p];
    }
    c->take_en = t->op == MAPPING_TABLE_MAP || t->op == MAPPING_TABLE_FILL;
    c->drop_en = (t->op == MAPPING_TABLE_SPILL || t->op == MAPPING_TABLE_DROP) && found->op_held;
    c->take_phys = c->drop_phys = found->op_phys;
    c->take_row = t->op_row;
    c->take_set = t->op_set;
    c->victim_taken = n->control_out.victim_taken[r - 1];
}

/* --- eval: to the outside ------------------------------------------------ */

static void show_control(const struct coordinator_out *c, struct zorua_out *out)
{
    out->block_ready = c->block_ready;
    out->ready = c->ready;
    memcpy(out->slot_warp, c->slot_warp, sizeof out->slot_warp);
    memcpy(out->slot_block, c->slot_block, sizeof out->slot_block);
    out->begin_en = c->begin_en;
    out->begin_slot = c->begin_slot;
    out->begin_warp = c->begin_warp;
    out->begin_rank = c->begin_rank;
    memcpy(out->begin_id, c->begin_id, sizeof out->begin_id);
    out->done_valid = c->done_valid;
    memcpy(out->done_id, c->done_id, sizeof out->done_id);
    out->req_valid = c->req_valid;
    out->req_load = c->req_load;
    out->req_kind = c->req_kind;
    out->req_row = c->req_row;
    out->req_set = c->req_set;
    out->req_phys = c->req_phys;
    out->running = c->running;
}

static void show_found(const struct zorua_nets *n, struct zorua_out *out)
{
    const struct mapping_table_out *scratch = &n->table_out[COORDINATOR_SCRATCH];
    const struct mapping_table_out *regs = &n->table_out[COORDINATOR_REGS];

    memcpy(out->reg_found_en, regs->found_en, sizeof regs->found_en);
    memcpy(out->reg_found_wait, regs->found_wait, sizeof regs->found_wait);
    memcpy(out->reg_found_held, regs->found_held, sizeof regs->found_held);
    memcpy(out->reg_found_phys, regs->found_phys, sizeof regs->found_phys);
    memcpy(out->reg_found_row, regs->found_row, sizeof regs->found_row);
    memcpy(out->reg_found_set, regs->found_set, sizeof regs->found_set);
    memcpy(out->scratch_found_en, scratch->found_en, sizeof scratch->found_en);
    memcpy(out->scratch_found_wait, scratch->found_wait, sizeof scratch->found_wait);
    memcpy(out->scratch_found_held, scratch->found_held, sizeof scratch->found_held);
    memcpy(out->scratch_found_phys, scratch->found_phys, sizeof scratch->found_phys);
    memcpy(out->scratch_found_row, scratch->found_row, sizeof scratch->found_row);
    memcpy(out->scratch_found_set, scratch->found_set, sizeof scratch->found_set);
}

/* Whose sets are to stay is state: the victims are chosen before the coordinator decides. What it
 * looks at of the tables' answers, it looks at in tick. */
void zorua_eval(const struct zorua *s, const struct zorua_in *in, struct zorua_out *out)
{
    struct zorua_nets *n = &out->nets;

    memset(out, 0, sizeof *out);
    eval_limits(s, in, n);
    eval_counters(s, in, n);
    eval_control(s, in, n);
    for (uint32_t r = COORDINATOR_SCRATCH; r <= COORDINATOR_REGS; r++) eval_victim(s, n, r);
    coordinator_eval(&s->control, &n->control_in, &n->control_out);
    for (uint32_t r = 0; r < ZORUA_RESOURCES; r++) eval_operation(s, n, r);
    eval_miss(s, n);
    for (uint32_t r = COORDINATOR_SCRATCH; r <= COORDINATOR_REGS; r++) eval_selector(s, in, n, r);
    show_control(&n->control_out, out);
    show_found(n, out);
    out->scratch_take_en = n->selector_in[COORDINATOR_SCRATCH - 1].take_en;
    out->scratch_take_phys = n->selector_in[COORDINATOR_SCRATCH - 1].take_phys;
    out->idle = n->control_out.idle;
    memcpy(out->thresh, n->limits_out.thresh, sizeof out->thresh);
    memcpy(out->free, n->control_in.free, sizeof out->free);
    memcpy(out->swapped, n->control_in.swapped, sizeof out->swapped);
}

/* --- tick ---------------------------------------------------------------- */

void zorua_tick(struct zorua *s, const struct zorua_in *in, const struct zorua_out *out)
{
    const struct zorua_nets *n = &out->nets;

    oversubscription_tick(&s->limits, &n->limits_in, &n->limits_out);
    for (uint32_t r = 0; r < ZORUA_RESOURCES; r++)
        mapping_table_tick(&s->table[r], &n->table_in[r], &n->table_out[r]);
    for (uint32_t r = 0; r < ZORUA_SELECTORS; r++)
        spill_selector_tick(&s->selector[r], &n->selector_in[r], &n->selector_out[r]);
    coordinator_tick(&s->control, &n->control_in, &n->control_out);
    if (!in->kernel_en || !out->idle) return;
    s->warps = in->kernel_warps;
    s->regs = in->kernel_regs;
    s->scratch = in->kernel_scratch;
    s->least = in->kernel_least;
}

/* --- check --------------------------------------------------------------- */

/* Has this owner this set, here or in swap space? A warp that has ended has none. */
static bool had(const struct coordinator *c, uint32_t r, uint32_t row, uint32_t set)
{
    if (r == COORDINATOR_SCRATCH) return set < c->block_have[row];
    if (c->state[row] == COORDINATOR_FREE) return false;
    return r == COORDINATOR_REGS ? set < c->have[row] : has(c->seated | c->away, row);
}

static bool table_agrees(const struct zorua *s, uint32_t r)
{
    const struct mapping_table *t = &s->table[r];
    for (uint32_t e = 0; e < t->cfg.rows * t->cfg.sets; e++) {
        const uint32_t row = e / t->cfg.sets, set = e % t->cfg.sets;
        if (t->in_use[e] != had(&s->control, r, row, set)) return false;
        if (t->valid[e] != has(s->control.held[r][row], set)) return false;
        if (r == COORDINATOR_THREADS && t->valid[e] && t->phys[e] != s->control.slot[row])
            return false;
    }
    return true;
}

static bool owners_agree(const struct zorua *s, uint32_t r)
{
    const struct mapping_table *t = &s->table[r];
    const struct spill_selector *v = &s->selector[r - 1];
    for (uint32_t e = 0; e < t->cfg.rows * t->cfg.sets; e++) {
        const uint32_t row = e / t->cfg.sets, set = e % t->cfg.sets;
        if (t->valid[e] && (v->row[t->phys[e]] != row || v->set[t->phys[e]] != set)) return false;
    }
    for (uint32_t phys = 0; phys < t->cfg.phys; phys++) {
        if (v->held[phys] != t->used[phys]) return false;
    }
    return true;
}

static const char *resource_error(const struct zorua *s, uint32_t r)
{
    const char *error = mapping_table_check(&s->table[r]);
    if (error == NULL && !table_agrees(s, r)) error = "tables";
    if (error != NULL || r == COORDINATOR_THREADS) return error;
    error = spill_selector_check(&s->selector[r - 1]);
    return error == NULL && !owners_agree(s, r) ? "owners" : error;
}

const char *zorua_check(const struct zorua *s)
{
    const char *error = coordinator_check(&s->control);
    for (uint32_t r = 0; error == NULL && r < ZORUA_RESOURCES; r++) error = resource_error(s, r);
    return error != NULL ? error : oversubscription_check(&s->limits);
}

/* --- promise ------------------------------------------------------------- */

static const char *kernel_broken(const struct zorua *s, const struct zorua_in *in,
                                 const struct zorua_out *out)
{
    if (!in->kernel_en || !out->idle) return NULL;
    if (in->kernel_warps < 1 || in->kernel_warps > s->cfg.slots)
        return "warps of the kernel's blocks are not 1 to Slots";
    if (in->kernel_regs > s->cfg.reg_sets) return "registers of the kernel are above RegSets";
    if (in->kernel_scratch > s->cfg.scratch_sets)
        return "scratchpad of the kernel is above ScratchSets";
    return in->block_valid && out->block_ready ? "a kernel comes while a block is taken" : NULL;
}

/* This warp runs, and it will in the next cycle. */
static bool goes_on(const struct zorua *s, const struct zorua_in *in, uint32_t w)
{
    const struct coordinator *c = &s->control;
    if (c->state[w] != COORDINATOR_SCHEDULABLE) return false;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_slot[p] == c->slot[w] &&
            in->ev_kind[p] != COORDINATOR_EV_NONE)
            return false;
    }
    return true;
}

/* A warp that asks for a set needs it: the set is not dropped before the answer is there. A warp
 * that begins a phase does not ask any more: its event may be looked at in the next cycle. Nor does
 * a warp ask for registers while a set of it returns. */
static bool may_look(const struct zorua *s, const struct zorua_in *in, uint32_t r, uint32_t row,
                     uint32_t set)
{
    const struct coordinator *c = &s->control;
    for (uint32_t w = 0; w < s->cfg.warps; w++) {
        const bool own = r == COORDINATOR_REGS ? w == row : c->block[w] == row;
        const uint32_t need = r == COORDINATOR_REGS ? c->need[w] : c->scratch[w];
        const bool returns = r == COORDINATOR_REGS && c->returns && c->return_warp == w;
        if (own && set < need && goes_on(s, in, w) && !returns) return true;
    }
    return false;
}

static const char *look_broken(const struct zorua *s, const struct zorua_in *in, uint32_t p)
{
    if (in->reg_look_en[p] &&
        !may_look(s, in, COORDINATOR_REGS, in->reg_look_row[p], in->reg_look_set[p]))
        return "registers are looked up that no running warp needs";
    if (in->scratch_look_en[p] &&
        !may_look(s, in, COORDINATOR_SCRATCH, in->scratch_look_row[p], in->scratch_look_set[p]))
        return "scratchpad is looked up that no running warp needs";
    return NULL;
}

/* The promises of the blocks inside come last: if these are kept, what the blocks promise each
 * other is kept as well. */
const char *zorua_promise(const struct zorua *s, const struct zorua_in *in)
{
    struct zorua_out out;
    const struct zorua_nets *n = &out.nets;
    const char *broken;

    zorua_eval(s, in, &out);
    broken = kernel_broken(s, in, &out);
    for (uint32_t p = 0; broken == NULL && p < s->cfg.ports; p++) broken = look_broken(s, in, p);
    if (broken == NULL) broken = oversubscription_promise(&s->limits, &n->limits_in);
    if (broken == NULL) broken = coordinator_promise(&s->control, &n->control_in);
    for (uint32_t r = 0; broken == NULL && r < ZORUA_RESOURCES; r++)
        broken = mapping_table_promise(&s->table[r], &n->table_in[r]);
    for (uint32_t r = 0; broken == NULL && r < ZORUA_SELECTORS; r++)
        broken = spill_selector_promise(&s->selector[r], &n->selector_in[r]);
    return broken;
}
