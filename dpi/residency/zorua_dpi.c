/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_zorua_lockstep: describes the unit to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/zorua.h"

typedef struct zorua state;
typedef struct zorua_in inputs;
typedef struct zorua_out outputs;

/* ---- what means something, and when ---- */

static bool if_used_slot(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return (((const state *)s)->control.slot_used >> i & 1) != 0;
}

static bool if_begin(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->begin_en;
}

static bool if_done(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->done_valid;
}

static bool if_request(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->req_valid;
}

static bool if_reg(const void *s, const void *out, uint32_t p)
{
    (void)s;
    return ((const outputs *)out)->reg_found_en[p];
}

static bool if_reg_held(const void *s, const void *out, uint32_t p)
{
    return if_reg(s, out, p) && ((const outputs *)out)->reg_found_held[p];
}

static bool if_scratch(const void *s, const void *out, uint32_t p)
{
    (void)s;
    return ((const outputs *)out)->scratch_found_en[p];
}

static bool if_scratch_held(const void *s, const void *out, uint32_t p)
{
    return if_scratch(s, out, p) && ((const outputs *)out)->scratch_found_held[p];
}

/* ---- coverage ---- */

enum {
    BIN_KERNEL,
    BIN_KERNEL_OTHER,
    BIN_KERNEL_IGNORED,
    BIN_BLOCK,
    BIN_BEGIN,
    BIN_DONE,
    BIN_REG_HELD,
    BIN_REG_SWAPPED,
    BIN_REG_WAIT,
    BIN_SCRATCH_HELD,
    BIN_SCRATCH_SWAPPED,
    BIN_SCRATCH_WAIT,
    BIN_ALL_ACCESS,
    BIN_ACCESS_AND_TAKE,
    BIN_SEAT_STORE,
    BIN_SEAT_LOAD,
    BIN_ANSWER,
    BIN_SCRATCH_STORE,
    BIN_REG_STORE,
    BIN_DROP_SWAPPED,
    BIN_KEPT_VICTIM,
    BIN_VICTIM_OTHER,
    BIN_NO_SLOT,
    BIN_NO_SCRATCH,
    BIN_NO_REGS,
    BIN_ALL_SWAPPED,
    BIN_THRESH_UP,
    BIN_THRESH_DOWN,
};

static const struct hd_bin bins[] = {
    {"kernel", "a kernel comes, thresholds start"},
    {"kernel_other", "a kernel of other sizes than the last one"},
    {"kernel_ignored", "a kernel is offered while a block is here: without effect"},
    {"block", "a block is taken"},
    {"begin", "a warp begins"},
    {"done", "a block is done"},
    {"reg_held", "a look-up finds a physical register set: an access"},
    {"reg_swapped", "a look-up finds a register set in swap space: no access"},
    {"reg_wait", "a look-up of a register set that is being moved: no access"},
    {"scratch_held", "a look-up finds a physical scratchpad set: an access"},
    {"scratch_swapped", "a look-up finds a scratchpad set in swap space: no access"},
    {"scratch_wait", "a look-up of a scratchpad set that is being moved: no access"},
    {"all_access", "all ports access register sets in one cycle"},
    {"access_and_take", "an access while a set of the same resource is taken or dropped"},
    {"seat_store", "a warp loses its seat"},
    {"seat_load", "a warp's state is loaded to a seat"},
    {"answer", "a warp's state is back"},
    {"scratch_store", "a scratchpad set is spilled"},
    {"reg_store", "a register set is spilled"},
    {"drop_swapped", "a set in swap space is dropped: the selector does not see it"},
    {"kept_victim", "a selector's victim belongs to the owner that asks for room"},
    {"victim_other", "a set is spilled, the selector has another victim by now, or none"},
    {"no_slot", "no slot is free"},
    {"no_scratch", "no scratchpad set is free"},
    {"no_regs", "no register set is free"},
    {"all_swapped", "sets of all three resources are in swap space"},
    {"thresh_up", "a threshold goes up"},
    {"thresh_down", "a threshold goes down"},
    {NULL, NULL},
};

static void cover_kernel(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->kernel_en && !out->idle) bin[BIN_KERNEL_IGNORED]++;
    if (in->kernel_en && out->idle) {
        bin[in->kernel_warps != s->warps ? BIN_KERNEL_OTHER : BIN_KERNEL]++;
    }
    if (in->block_valid && out->block_ready) bin[BIN_BLOCK]++;
    if (out->begin_en) bin[BIN_BEGIN]++;
    if (out->done_valid) bin[BIN_DONE]++;
}

/* The answers of a resource's look-ups, counted in three bins from `held` on: held, swapped, wait.
 * Returns the accesses. */
static uint32_t cover_found(const struct zorua_nets *n, uint32_t ports, uint32_t resource,
                            uint64_t *bin, uint32_t held)
{
    const struct mapping_table_out *t = &n->table_out[resource];
    uint32_t accesses = 0;
    for (uint32_t p = 0; p < ports; p++) {
        if (!t->found_en[p]) continue;
        if (t->found_wait[p]) bin[held + 2]++;
        else bin[t->found_held[p] ? held : held + 1]++;
        accesses += t->found_held[p] && !t->found_wait[p];
    }
    const struct spill_selector_in *selector = &n->selector_in[resource - 1];
    if (accesses > 0 && (selector->take_en || selector->drop_en)) bin[BIN_ACCESS_AND_TAKE]++;
    return accesses;
}

static void cover_moves(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct coordinator_out *c = &out->nets.control_out;
    for (uint32_t r = COORDINATOR_SCRATCH; r <= COORDINATOR_REGS; r++) {
        const bool offers = out->nets.selector_out[r - 1].victim_valid;
        const bool goes = c->op[r] == COORDINATOR_OP_SPILL;
        if (goes) bin[r == COORDINATOR_SCRATCH ? BIN_SCRATCH_STORE : BIN_REG_STORE]++;
        if (goes && !c->victim_taken[r - 1]) bin[BIN_VICTIM_OTHER]++;
        if (s->selector[r - 1].victim_valid && !offers) bin[BIN_KEPT_VICTIM]++;
        if (c->op[r] == COORDINATOR_OP_DROP && !out->nets.table_out[r].op_held)
            bin[BIN_DROP_SWAPPED]++;
    }
    if (c->op[COORDINATOR_THREADS] == COORDINATOR_OP_SPILL) bin[BIN_SEAT_STORE]++;
    if (c->op[COORDINATOR_THREADS] == COORDINATOR_OP_FILL) bin[BIN_SEAT_LOAD]++;
    if (in->rsp_valid) bin[BIN_ANSWER]++;
}

static void cover_counters(const state *s, const outputs *out, uint64_t *bin)
{
    if (out->free[COORDINATOR_THREADS] == 0) bin[BIN_NO_SLOT]++;
    if (out->free[COORDINATOR_SCRATCH] == 0) bin[BIN_NO_SCRATCH]++;
    if (out->free[COORDINATOR_REGS] == 0) bin[BIN_NO_REGS]++;
    if (out->swapped[0] > 0 && out->swapped[1] > 0 && out->swapped[2] > 0) bin[BIN_ALL_SWAPPED]++;
    /* What the thresholds will be: the block inside on a copy of its state. */
    struct oversubscription next = s->limits;
    if (!out->nets.limits_out.epoch || out->nets.limits_in.start) return;
    oversubscription_tick(&next, &out->nets.limits_in, &out->nets.limits_out);
    for (uint32_t r = 0; r < ZORUA_RESOURCES; r++) {
        if (next.thresh[r] > out->thresh[r]) bin[BIN_THRESH_UP]++;
        if (next.thresh[r] < out->thresh[r]) bin[BIN_THRESH_DOWN]++;
    }
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_kernel(s, in, out, bin);
    const uint32_t ports = s->cfg.ports;
    const uint32_t regs = cover_found(&out->nets, ports, COORDINATOR_REGS, bin, BIN_REG_HELD);
    if (regs == ports) bin[BIN_ALL_ACCESS]++;
    (void)cover_found(&out->nets, ports, COORDINATOR_SCRATCH, bin, BIN_SCRATCH_HELD);
    cover_moves(s, in, out, bin);
    cover_counters(s, out, bin);
}

/* ---- the unit, as the harness sees it ---- */

static void reset(void *s) { zorua_reset(s); }
static void eval(const void *s, const void *in, void *out) { zorua_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { zorua_tick(s, in, out); }
static const char *check(const void *s) { return zorua_check(s); }
static const char *promise(const void *s, const void *in) { return zorua_promise(s, in); }

static const struct hd_block block = {
    .name = "zorua",
    .state_size = sizeof(state),
    .in_size = sizeof(inputs),
    .out_size = sizeof(outputs),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
    .waves = "warps_q regs_q scratch_q least_q",
};

/* An identity: words of 32 bits, the last of which need not be whole. */
static struct hd_field identity(struct hd_field f, uint32_t id_width)
{
    f.cut = 32 * f.count - id_width;
    return f;
}

/* Of the port's name, which is no name in C. */
static struct hd_field named(struct hd_field f, const char *name)
{
    f.name = name;
    return f;
}

/* The sizes of the ports, in bits. */
struct widths {
    uint32_t warp, size, slot, block, regs, scratch, reg_set, scratch_set, reg_phys, scratch_phys;
    uint32_t row, set, phys, words;
};

static uint32_t wider(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t index_bits(uint32_t n) { return n > 1 ? hd_bits_for(n - 1) : 1; }

static struct widths widths_of(const struct zorua_cfg *c)
{
    struct widths x = {
        .warp = hd_bits_for(c->warps - 1),
        .size = hd_bits_for(c->warps),
        .slot = hd_bits_for(c->slots - 1),
        .block = hd_bits_for(c->blocks - 1),
        .regs = hd_bits_for(c->reg_sets),
        .scratch = hd_bits_for(c->scratch_sets),
        .reg_set = index_bits(c->reg_sets),
        .scratch_set = index_bits(c->scratch_sets),
        .reg_phys = hd_bits_for(c->reg_phys - 1),
        .scratch_phys = hd_bits_for(c->scratch_phys - 1),
        .words = (c->id_width + 31) / 32,
    };
    x.row = wider(x.warp, x.block);
    x.set = wider(x.reg_set, x.scratch_set);
    x.phys = wider(x.slot, wider(x.reg_phys, x.scratch_phys));
    return x;
}

/* Each writes its fields to `to` and says how many. */
static size_t describe_kernel(struct hd_field *to, const struct zorua_cfg *c,
                              const struct widths *x)
{
    const uint32_t thresh = c->thresh_width;
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, kernel_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_warps, x->size, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_regs, x->regs, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_scratch, x->scratch, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_least, x->size, NULL, NULL),
        HD_ONE(HD_IN, inputs, epoch, c->epoch_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, delta, c->epoch_width, NULL, NULL),
        named((struct hd_field)HD_ARRAY(HD_IN, inputs, default_thresh, 3, thresh, NULL, NULL),
              "default"),
        HD_ARRAY(HD_IN, inputs, step, 3, thresh, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, max, 3, thresh, NULL, NULL),
        HD_ONE(HD_IN, inputs, age, 8, NULL, NULL),
        HD_ONE(HD_IN, inputs, idle, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, mem, 1, NULL, NULL),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe_core(struct hd_field *to, const struct zorua_cfg *c, const struct widths *x)
{
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, block_valid, 1, NULL, NULL),
        identity((struct hd_field)HD_ARRAY(HD_IN, inputs, block_id, x->words, 32, NULL, NULL),
                 c->id_width),
        HD_ARRAY(HD_IN, inputs, ev_valid, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_kind, c->ports, 2, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_slot, c->ports, x->slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_regs, c->ports, x->regs, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_scratch, c->ports, x->scratch, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, reg_look_en, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, reg_look_row, c->ports, x->warp, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, reg_look_set, c->ports, x->reg_set, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, scratch_look_en, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, scratch_look_row, c->ports, x->block, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, scratch_look_set, c->ports, x->scratch_set, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_warp, x->warp, NULL, NULL),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe_status(struct hd_field *to, const struct zorua_cfg *c,
                              const struct widths *x)
{
    const struct hd_field fields[] = {
        HD_ONE(HD_OUT, outputs, idle, 1, NULL, "idle_o: no block is here, nothing to do"),
        HD_ONE(HD_OUT, outputs, running, x->size, NULL, "running_o: of the coordinator"),
        HD_ARRAY(HD_OUT, outputs, thresh, 3, c->thresh_width, NULL,
                 "thresh_o: of oversubscription; they start with kernel_en_i while idle"),
        HD_ARRAY(HD_OUT, outputs, free, 3, 16, NULL, "free_o: of the mapping tables"),
        HD_ARRAY(HD_OUT, outputs, swapped, 3, 16, NULL, "swapped_o: of the mapping tables"),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe_warps(struct hd_field *to, const struct zorua_cfg *c, const struct widths *x)
{
    const char *const why = "Ports: of the coordinator";
    const struct hd_field fields[] = {
        HD_ONE(HD_OUT, outputs, block_ready, 1, NULL, why),
        HD_ONE(HD_OUT, outputs, done_valid, 1, NULL, why),
        identity((struct hd_field)HD_ARRAY(HD_OUT, outputs, done_id, x->words, 32, if_done, why),
                 c->id_width),
        HD_ONE(HD_OUT, outputs, begin_en, 1, NULL, why),
        HD_ONE(HD_OUT, outputs, begin_slot, x->slot, if_begin, why),
        HD_ONE(HD_OUT, outputs, begin_warp, x->warp, if_begin, why),
        HD_ONE(HD_OUT, outputs, begin_rank, x->size, if_begin, why),
        identity((struct hd_field)HD_ARRAY(HD_OUT, outputs, begin_id, x->words, 32, if_begin, why),
                 c->id_width),
        HD_ONE(HD_OUT, outputs, ready, c->slots, NULL, why),
        HD_ARRAY(HD_OUT, outputs, slot_warp, c->slots, x->warp, if_used_slot, why),
        HD_ARRAY(HD_OUT, outputs, slot_block, c->slots, x->block, if_used_slot, why),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe_found(struct hd_field *to, const struct zorua_cfg *c, const struct widths *x)
{
    const char *const regs = "Ports: of the mapping table of registers, two cycles after the ask";
    const char *const pads = "Ports: of the mapping table of scratchpad, two cycles after the ask";
    const uint32_t n = c->ports;
    const struct hd_field fields[] = {
        HD_ARRAY(HD_OUT, outputs, reg_found_en, n, 1, NULL, regs),
        HD_ARRAY(HD_OUT, outputs, reg_found_wait, n, 1, if_reg, regs),
        HD_ARRAY(HD_OUT, outputs, reg_found_held, n, 1, if_reg, regs),
        HD_ARRAY(HD_OUT, outputs, reg_found_phys, n, x->reg_phys, if_reg_held, regs),
        HD_ARRAY(HD_OUT, outputs, reg_found_row, n, x->warp, if_reg, regs),
        HD_ARRAY(HD_OUT, outputs, reg_found_set, n, x->reg_set, if_reg, regs),
        HD_ARRAY(HD_OUT, outputs, scratch_found_en, n, 1, NULL, pads),
        HD_ARRAY(HD_OUT, outputs, scratch_found_wait, n, 1, if_scratch, pads),
        HD_ARRAY(HD_OUT, outputs, scratch_found_held, n, 1, if_scratch, pads),
        HD_ARRAY(HD_OUT, outputs, scratch_found_phys, n, x->scratch_phys, if_scratch_held, pads),
        HD_ARRAY(HD_OUT, outputs, scratch_found_row, n, x->block, if_scratch, pads),
        HD_ARRAY(HD_OUT, outputs, scratch_found_set, n, x->scratch_set, if_scratch, pads),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe_rest(struct hd_field *to, const struct widths *x)
{
    const char *const why = "Ports: of the coordinator; victims are those of the spill selectors";
    const char *const kernel = "kernel_en_i: taken while idle_o; 0 after a reset";
    const struct hd_field fields[] = {
        HD_ONE(HD_OUT, outputs, req_valid, 1, NULL, why),
        HD_ONE(HD_OUT, outputs, req_load, 1, if_request, why),
        HD_ONE(HD_OUT, outputs, req_kind, 2, if_request, why),
        HD_ONE(HD_OUT, outputs, req_row, x->row, if_request, why),
        HD_ONE(HD_OUT, outputs, req_set, x->set, if_request, why),
        HD_ONE(HD_OUT, outputs, req_phys, x->phys, if_request, why),
        HD_REG("warps_q", state, warps, 0, 1, x->size, NULL, kernel),
        HD_REG("regs_q", state, regs, 0, 1, x->regs, NULL, kernel),
        HD_REG("scratch_q", state, scratch, 0, 1, x->scratch, NULL, kernel),
        HD_REG("least_q", state, least, 0, 1, x->size, NULL, kernel),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe(struct hd_field *to, const struct zorua_cfg *c)
{
    const struct widths x = widths_of(c);
    size_t n = describe_kernel(to, c, &x);
    n += describe_core(to + n, c, &x);
    n += describe_status(to + n, c, &x);
    n += describe_warps(to + n, c, &x);
    n += describe_found(to + n, c, &x);
    return n + describe_rest(to + n, &x);
}

unsigned long long zorua_open(const char *path, const svBitVecVal *parameters)
{
    struct zorua_cfg c;
    char text[400];
    memcpy(&c, parameters, sizeof c);
    snprintf(text, sizeof text,
             "Warps=%u Slots=%u Blocks=%u RegSets=%u RegPhys=%u ScratchSets=%u ScratchPhys=%u "
             "IdWidth=%u Ports=%u ThreshWidth=%u EpochWidth=%u Columns=%u CntWidth=%u",
             c.warps, c.slots, c.blocks, c.reg_sets, c.reg_phys, c.scratch_sets, c.scratch_phys,
             c.id_width, c.ports, c.thresh_width, c.epoch_width, c.columns, c.cnt_width);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : zorua_init(s, &c);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR zorua: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_field fields[HD_MAX_FIELDS];
    struct hd_instance *inst = hd_open(&block, path, text, fields, describe(fields, &c));
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* ---- what the checker hands over ---- */

static void words(uint32_t *to, const svBitVecVal *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *to);
}

static const struct zorua_cfg *sizes(struct hd_instance *inst)
{
    return &((const state *)hd_model(inst))->cfg;
}

void zorua_state(unsigned long long handle, unsigned warps, unsigned regs, unsigned scratch,
                 unsigned least)
{
    const uint32_t image[] = {warps, regs, scratch, least};
    hd_state(hd_instance(handle), 0, 4, image, sizeof image);
}

void zorua_kernel(unsigned long long handle, svBit kernel_en, unsigned kernel_warps,
                  unsigned kernel_regs, unsigned kernel_scratch, unsigned kernel_least, svBit idle,
                  unsigned epoch, unsigned delta, const svBitVecVal *by_default,
                  const svBitVecVal *step, const svBitVecVal *max, unsigned age, svBit core_idle,
                  svBit mem, unsigned running, const svBitVecVal *thresh,
                  const svBitVecVal *free_sets, const svBitVecVal *swapped)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->kernel_en = kernel_en != 0;
    in->kernel_warps = kernel_warps;
    in->kernel_regs = kernel_regs;
    in->kernel_scratch = kernel_scratch;
    in->kernel_least = kernel_least;
    in->epoch = epoch;
    in->delta = delta;
    words(in->default_thresh, by_default, ZORUA_RESOURCES);
    words(in->step, step, ZORUA_RESOURCES);
    words(in->max, max, ZORUA_RESOURCES);
    in->age = age;
    in->idle = core_idle != 0;
    in->mem = mem != 0;
    outputs *out = hd_outputs(inst);
    out->idle = idle != 0;
    out->running = running;
    words(out->thresh, thresh, ZORUA_RESOURCES);
    words(out->free, free_sets, ZORUA_RESOURCES);
    words(out->swapped, swapped, ZORUA_RESOURCES);
}

void zorua_blocks(unsigned long long handle, svBit block_valid, const svBitVecVal *block_id,
                  svBit block_ready, svBit done_valid, const svBitVecVal *done_id, svBit begin_en,
                  unsigned begin_slot, unsigned begin_warp, unsigned begin_rank,
                  const svBitVecVal *begin_id)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->block_valid = block_valid != 0;
    words(in->block_id, block_id, ZORUA_ID_WORDS);
    outputs *out = hd_outputs(inst);
    out->block_ready = block_ready != 0;
    out->done_valid = done_valid != 0;
    words(out->done_id, done_id, ZORUA_ID_WORDS);
    out->begin_en = begin_en != 0;
    out->begin_slot = begin_slot;
    out->begin_warp = begin_warp;
    out->begin_rank = begin_rank;
    words(out->begin_id, begin_id, ZORUA_ID_WORDS);
}

void zorua_events(unsigned long long handle, unsigned char ev_valid, const svBitVecVal *ev_kind,
                  const svBitVecVal *ev_slot, const svBitVecVal *ev_regs,
                  const svBitVecVal *ev_scratch, unsigned long long ready,
                  const svBitVecVal *slot_warp, const svBitVecVal *slot_block)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct zorua_cfg *c = sizes(inst);
    inputs *in = hd_inputs(inst);
    hd_bits(in->ev_valid, ev_valid, c->ports);
    words(in->ev_kind, ev_kind, c->ports);
    words(in->ev_slot, ev_slot, c->ports);
    words(in->ev_regs, ev_regs, c->ports);
    words(in->ev_scratch, ev_scratch, c->ports);
    outputs *out = hd_outputs(inst);
    out->ready = ready;
    words(out->slot_warp, slot_warp, c->slots);
    words(out->slot_block, slot_block, c->slots);
}

void zorua_regs(unsigned long long handle, unsigned char look_en, const svBitVecVal *look_row,
                const svBitVecVal *look_set, unsigned char found_en, unsigned char found_wait,
                unsigned char found_held, const svBitVecVal *found_phys,
                const svBitVecVal *found_row, const svBitVecVal *found_set)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = sizes(inst)->ports;
    inputs *in = hd_inputs(inst);
    hd_bits(in->reg_look_en, look_en, ports);
    words(in->reg_look_row, look_row, ports);
    words(in->reg_look_set, look_set, ports);
    outputs *out = hd_outputs(inst);
    hd_bits(out->reg_found_en, found_en, ports);
    hd_bits(out->reg_found_wait, found_wait, ports);
    hd_bits(out->reg_found_held, found_held, ports);
    words(out->reg_found_phys, found_phys, ports);
    words(out->reg_found_row, found_row, ports);
    words(out->reg_found_set, found_set, ports);
}

void zorua_scratch(unsigned long long handle, unsigned char look_en, const svBitVecVal *look_row,
                   const svBitVecVal *look_set, unsigned char found_en, unsigned char found_wait,
                   unsigned char found_held, const svBitVecVal *found_phys,
                   const svBitVecVal *found_row, const svBitVecVal *found_set)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = sizes(inst)->ports;
    inputs *in = hd_inputs(inst);
    hd_bits(in->scratch_look_en, look_en, ports);
    words(in->scratch_look_row, look_row, ports);
    words(in->scratch_look_set, look_set, ports);
    outputs *out = hd_outputs(inst);
    hd_bits(out->scratch_found_en, found_en, ports);
    hd_bits(out->scratch_found_wait, found_wait, ports);
    hd_bits(out->scratch_found_held, found_held, ports);
    words(out->scratch_found_phys, found_phys, ports);
    words(out->scratch_found_row, found_row, ports);
    words(out->scratch_found_set, found_set, ports);
}

int zorua_ports(unsigned long long handle, svBit rst_n, svBit req_valid, svBit req_ready,
                svBit req_load, unsigned req_kind, unsigned req_row, unsigned req_set,
                unsigned req_phys, svBit rsp_valid, unsigned rsp_warp)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->req_ready = req_ready != 0;
    in->rsp_valid = rsp_valid != 0;
    in->rsp_warp = rsp_warp;
    outputs *out = hd_outputs(inst);
    out->req_valid = req_valid != 0;
    out->req_load = req_load != 0;
    out->req_kind = req_kind;
    out->req_row = req_row;
    out->req_set = req_set;
    out->req_phys = req_phys;
    return hd_ports(inst, rst_n != 0);
}
