/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_scratch_lookup_lockstep: describes the block to the harness, unpacks
 * arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/scratch_lookup.h"

typedef struct scratch_lookup state;

enum { LANES = SCRATCH_LOOKUP_MAX_LANES };

/* The inputs with their addresses, to which the model's point. */
typedef struct {
    bool valid;
    uint64_t mask;
    uint32_t addr[LANES];
    uint32_t block;
    bool taken;
    bool found_held;
    uint32_t found_phys;
    bool hold;
    uint32_t hold_block;
    uint32_t hold_set;
} inputs;

typedef struct {
    bool shared; /* some lanes are */
    struct scratch_lookup_out model;
} outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }

static struct scratch_lookup_in put(const inputs *in)
{
    return (struct scratch_lookup_in){.valid = in->valid,
                                      .mask = in->mask,
                                      .addr = in->addr,
                                      .block = in->block,
                                      .hold = in->hold,
                                      .hold_block = in->hold_block,
                                      .hold_set = in->hold_set,
                                      .found_held = in->found_held,
                                      .found_phys = in->found_phys,
                                      .taken = in->taken};
}

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare. */
static const inputs *now;

static bool if_access(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    return now->valid && has(now->mask, i);
}

static bool if_look(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->model.look_en;
}

static bool if_known(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const state *)s)->known, i);
}

static bool if_soon(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->question[0].valid;
}

static bool if_due(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->question[1].valid;
}

/* ---- coverage ---- */

enum {
    BIN_EMPTY,
    BIN_GLOBAL,
    BIN_ONE_SET,
    BIN_SETS,
    BIN_MANY_SETS,
    BIN_MIXED,
    BIN_TAKEN_ANSWER,
    BIN_TAKEN_LATER,
    BIN_REFUSED_ANSWER,
    BIN_AT_ONCE,
    BIN_HELD,
    BIN_MISSED,
    BIN_BOTH,
    BIN_HOLD_WAITS,
    BIN_HOLD_BEGUN,
    BIN_HOLD_OTHER_BLOCK,
    BIN_HOLD_OTHER_SET,
    BIN_HOLD_GLOBAL,
    BIN_HOLD_ENDS,
    BIN_HOLD_BEGINS,
    BIN_BEHIND,
    BIN_EDGES
};

static const struct hd_bin bins[] = {
    {"empty", "an access without lanes goes on at once"},
    {"global", "one that is for global memory alone goes on at once"},
    {"one_set", "all lanes are in one set: asked for once"},
    {"sets", "another set is asked for while the first is looked up"},
    {"many_sets", "a fourth set is asked for"},
    {"mixed", "an access is for shared and global memory"},
    {"taken_answer", "the last answer, and load/store takes: the access goes on in that cycle"},
    {"taken_later", "it takes an access whose answers are all older"},
    {"refused_answer", "the last answer, and load/store does not take"},
    {"at_once", "an access comes in the cycle behind that in which one was taken"},
    {"held", "a set is in shared memory"},
    {"missed", "a set is in swap space"},
    {"both", "an access has lanes in shared memory and in swap space"},
    {"hold_waits", "a set is to move, and an access that is for it does not begin"},
    {"hold_begun", "a set is to move, and an access that is for it goes on, having begun"},
    {"hold_other_block", "a set is to move, and an access is for that set of another block"},
    {"hold_other_set", "a set is to move, and an access is for other sets of the block"},
    {"hold_global", "a set is to move, and global memory has an address with the same bits"},
    {"hold_ends", "an access that waited begins"},
    {"hold_begins", "a set is to move from the cycle behind the first question for it on"},
    {"behind", "the set that is to move is not the first of the access"},
    {"edges", "the last set of the last block is in swap space"},
    {NULL, NULL},
};

/* What was in the cycle before, as far as cycles are seen here. */
static struct {
    bool taken, waited, asked, held;
} last;

/* How many sets these lanes are in. */
static uint32_t sets_of(const inputs *in, uint64_t lanes)
{
    uint64_t seen = 0;
    for (uint32_t l = 0; l < LANES; l++)
        if (has(lanes, l)) seen |= UINT64_C(1) << (in->addr[l] / SCRATCH_LOOKUP_SET & 63);
    return (uint32_t)__builtin_popcountll(seen);
}

static void cover_access(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct scratch_lookup_out *m = &out->model;
    const bool answered = s->question[1].valid;
    if (last.taken) bin[BIN_AT_ONCE]++;
    if (m->look_en && s->busy) {
        const uint32_t done = sets_of(in, s->asked);
        if (done == 1) bin[BIN_SETS]++;
        if (done == 3) bin[BIN_MANY_SETS]++;
    }
    if (m->ready && answered && !in->taken) bin[BIN_REFUSED_ANSWER]++;
    if (!in->taken) return;
    if (in->mask == 0) bin[BIN_EMPTY]++;
    else if (m->shared == 0) bin[BIN_GLOBAL]++;
    else bin[answered ? BIN_TAKEN_ANSWER : BIN_TAKEN_LATER]++;
    if (m->shared != 0 && m->shared != in->mask) bin[BIN_MIXED]++;
    if (several(m->shared) && sets_of(in, m->shared) == 1) bin[BIN_ONE_SET]++;
    uint32_t here = 0, away = 0;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if (!has(m->shared, l)) continue;
        const bool swapped = m->addr[l] >> 29 != 2;
        here += !swapped;
        away += swapped;
    }
    if (here != 0 && away != 0) bin[BIN_BOTH]++;
}

static void cover_hold(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct scratch_lookup_out *m = &out->model;
    const bool waits = m->touches && !s->busy;
    if (waits) bin[BIN_HOLD_WAITS]++;
    if (m->touches && s->busy) bin[BIN_HOLD_BEGUN]++;
    if (last.waited && m->look_en) bin[BIN_HOLD_ENDS]++;
    if (m->touches && s->busy && last.asked && !last.held) bin[BIN_HOLD_BEGINS]++;
    last.waited = waits;
    if (!in->hold || m->shared == 0) return;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if (!has(in->mask, l)) continue;
        const bool set = (in->addr[l] / SCRATCH_LOOKUP_SET & 0x7ffff) == in->hold_set;
        if (has(m->shared, l) && set && in->block != in->hold_block) bin[BIN_HOLD_OTHER_BLOCK]++;
        if (!has(m->shared, l) && set && in->block == in->hold_block && !m->touches)
            bin[BIN_HOLD_GLOBAL]++;
    }
    if (in->block == in->hold_block && !m->touches) bin[BIN_HOLD_OTHER_SET]++;
    const uint32_t first = (uint32_t)__builtin_ctzll(m->shared);
    if (waits && (in->addr[first] / SCRATCH_LOOKUP_SET & 0x7ffff) != in->hold_set)
        bin[BIN_BEHIND]++;
}

static void cover(const void *s_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = s_;
    const inputs *in = in_;
    const outputs *out = out_;
    if (in->valid) cover_access(s, in, out, bin);
    cover_hold(s, in, out, bin);
    if (s->question[1].valid) bin[in->found_held ? BIN_HELD : BIN_MISSED]++;
    if (out->model.missed && in->block == s->cfg.blocks - 1 &&
        s->question[1].set == s->cfg.sets - 1)
        bin[BIN_EDGES]++;
    last.taken = in->taken;
    last.asked = out->model.look_en;
    last.held = in->hold;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { scratch_lookup_reset(s); }

static void eval(const void *s, const void *in, void *out_)
{
    outputs *out = out_;
    const struct scratch_lookup_in to = put(in);
    scratch_lookup_eval(s, &to, &out->model);
    out->shared = out->model.shared != 0;
}

static void tick(void *s, const void *in, const void *out)
{
    const struct scratch_lookup_in to = put(in);
    scratch_lookup_tick(s, &to, &((const outputs *)out)->model);
}

static const char *check(const void *s) { return scratch_lookup_check(s); }

static const char *promise(const void *s, const void *in)
{
    const struct scratch_lookup_in to = put(in);
    return scratch_lookup_promise(s, &to);
}

static const struct hd_block block = {
    .name = "scratch_lookup",
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
    .index_rule = "lane [i]; of masks bit i",
    .waves = "busy_q asked_q known_q soon_valid_q soon_set_q due_valid_q due_set_q",
};

/* An output that the model has in its own struct. */
#define MODEL_OUT(port, member, step, n, bits, caring, text)                                       \
    {                                                                                              \
        .kind = HD_OUT, .name = port, .offset = offsetof(outputs, model.member), .stride = step,   \
        .size = sizeof(((outputs *)0)->model.member), .count = n, .width = bits, .care = caring,   \
        .rule = text                                                                               \
    }

/* The registers in the order in which they are described. */
enum {
    REG_BUSY,
    REG_ASKED,
    REG_KNOWN,
    REG_ADDR,
    REG_SOON_VALID,
    REG_SOON_SET,
    REG_SOON_LANES,
    REG_DUE_VALID,
    REG_DUE_SET,
    REG_DUE_LANES
};

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct scratch_lookup_cfg *c)
{
    const uint32_t block_bits = hd_bits_for(c->blocks - 1);
    const uint32_t set = c->sets > 1 ? hd_bits_for(c->sets - 1) : 1;
    const uint32_t phys = hd_bits_for(c->phys - 1);
    const char *const asks = "Shared memory: a set a cycle, that of the lowest lane that was not "
                             "asked for, for all lanes in it; Swap space: none begins that is for "
                             "a set that is to move";
    const char *const goes = "Shared memory: in the cycle of the last answer or later";
    const char *const there = "Shared memory: where the set is; in swap space: its address there; "
                              "other lanes' as it came";
    const char *const told = "Shared memory: the answer is there two cycles later";
    const char *const begun = "Shared memory: look-ups of the access have begun; until it is taken";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, mask, c->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, addr, c->lanes, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, block, block_bits, NULL, NULL),
        HD_ONE(HD_IN, inputs, taken, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, found_held, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, found_phys, phys, NULL, NULL),
        HD_ONE(HD_IN, inputs, hold, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, hold_block, block_bits, NULL, NULL),
        HD_ONE(HD_IN, inputs, hold_set, set, NULL, NULL),
        MODEL_OUT("ready", ready, 0, 1, 1, NULL, goes),
        MODEL_OUT("addr", addr[0], sizeof(uint32_t), c->lanes, 32, if_access, there),
        HD_ONE(HD_OUT, outputs, shared, 1, NULL, "Ports: some lanes are for shared memory"),
        MODEL_OUT("look_en", look_en, 0, 1, 1, NULL, asks),
        MODEL_OUT("look_set", look_set, 0, 1, set, if_look, asks),
        MODEL_OUT("touches", touches, 0, 1, 1, NULL,
                  "Ports: the access has lanes in the set that is to move"),
        MODEL_OUT("busy", busy, 0, 1, 1, NULL, begun),
        MODEL_OUT("missed", missed, 0, 1, 1, NULL,
                  "Ports: this cycle's answer: the set is in swap space"),
        HD_REG("busy_q", state, busy, 0, 1, 1, NULL, begun),
        HD_REG("asked_q", state, asked, 0, 1, c->lanes, NULL, asks),
        HD_REG("known_q", state, known, 0, 1, c->lanes, NULL, told),
        HD_REG("addr_q", state, addr[0], sizeof(uint32_t), c->lanes, 32, if_known, there),
        HD_REG("soon_valid_q", state, question[0].valid, 0, 1, 1, NULL, asks),
        HD_REG("soon_set_q", state, question[0].set, 0, 1, set, if_soon, asks),
        HD_REG("soon_lanes_q", state, question[0].lanes, 0, 1, c->lanes, if_soon, asks),
        HD_REG("due_valid_q", state, question[1].valid, 0, 1, 1, NULL, told),
        HD_REG("due_set_q", state, question[1].set, 0, 1, set, if_due, told),
        HD_REG("due_lanes_q", state, question[1].lanes, 0, 1, c->lanes, if_due, told),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long scratch_lookup_open(const char *path, unsigned lanes, unsigned blocks,
                                       unsigned sets, unsigned phys, unsigned swapped)
{
    const struct scratch_lookup_cfg cfg = {lanes, blocks, sets, phys, swapped};
    char text[200];
    snprintf(text, sizeof text, "Lanes=%u Blocks=%u ScratchSets=%u ScratchPhys=%u", lanes, blocks,
             sets, phys);
    struct hd_instance *inst = describe(path, text, &cfg);
    const char *wrong = scratch_lookup_init(hd_model(inst), &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR scratch_lookup: %s (%s)\n", wrong, text);
        exit(2);
    }
    return hd_handle(inst);
}

void scratch_lookup_state(unsigned long long handle, svBit busy, unsigned long long asked,
                          unsigned long long known, const svBitVecVal *addr, svBit soon_valid,
                          unsigned soon_set, unsigned long long soon_lanes, svBit due_valid,
                          unsigned due_set, unsigned long long due_lanes)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t lanes = ((const state *)hd_model(inst))->cfg.lanes;
    hd_state(inst, REG_BUSY, 1, &busy, sizeof busy);
    hd_state(inst, REG_ASKED, 1, &asked, sizeof asked);
    hd_state(inst, REG_KNOWN, 1, &known, sizeof known);
    hd_state(inst, REG_ADDR, 1, addr, lanes * sizeof *addr);
    hd_state(inst, REG_SOON_VALID, 1, &soon_valid, sizeof soon_valid);
    hd_state(inst, REG_SOON_SET, 1, &soon_set, sizeof soon_set);
    hd_state(inst, REG_SOON_LANES, 1, &soon_lanes, sizeof soon_lanes);
    hd_state(inst, REG_DUE_VALID, 1, &due_valid, sizeof due_valid);
    hd_state(inst, REG_DUE_SET, 1, &due_set, sizeof due_set);
    hd_state(inst, REG_DUE_LANES, 1, &due_lanes, sizeof due_lanes);
}

int scratch_lookup_ports(unsigned long long handle, svBit rst_n, svBit valid,
                         unsigned long long mask, const svBitVecVal *addr_in, unsigned block_,
                         svBit taken, svBit found_held, unsigned found_phys, svBit hold,
                         unsigned hold_block, unsigned hold_set, svBit ready,
                         const svBitVecVal *addr_out, svBit shared, svBit look_en,
                         unsigned look_set, svBit touches, svBit busy, svBit missed)
{
    struct hd_instance *inst = hd_instance(handle);
    const size_t lanes = ((const state *)hd_model(inst))->cfg.lanes * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    outputs *out = hd_outputs(inst);
    in->valid = valid != 0;
    in->mask = mask;
    memcpy(in->addr, addr_in, lanes);
    in->block = block_;
    in->taken = taken != 0;
    in->found_held = found_held != 0;
    in->found_phys = found_phys;
    in->hold = hold != 0;
    in->hold_block = hold_block;
    in->hold_set = hold_set;
    out->model.ready = ready != 0;
    memcpy(out->model.addr, addr_out, lanes);
    out->shared = shared != 0;
    out->model.look_en = look_en != 0;
    out->model.look_set = look_set;
    out->model.touches = touches != 0;
    out->model.busy = busy != 0;
    out->model.missed = missed != 0;
    now = in;
    return hd_ports(inst, rst_n != 0);
}
