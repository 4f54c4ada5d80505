/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_oversubscription_lockstep: describes the block to the harness, unpacks
 * arguments. All means something in every cycle. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/oversubscription.h"

typedef struct oversubscription state;
typedef struct oversubscription_in inputs;
typedef struct oversubscription_out outputs;

/* ---- coverage ---- */

enum {
    BIN_UP,
    BIN_DOWN,
    BIN_CALM,
    BIN_UP_BY_ONE,
    BIN_UP_NOT_QUITE,
    BIN_DOWN_BY_ONE,
    BIN_DOWN_NOT_QUITE,
    BIN_TO_MAX,
    BIN_AT_MAX,
    BIN_ABOVE_MAX,
    BIN_TO_ZERO,
    BIN_AT_ZERO,
    BIN_STEP_ZERO,
    BIN_LAST_IDLE,
    BIN_LAST_MEM,
    BIN_BOTH,
    BIN_BOTH_GREW,
    BIN_FIRST_EPOCH,
    BIN_START,
    BIN_START_LAST,
    BIN_START_ABOVE_MAX,
    BIN_EPOCH_ONE,
    BIN_EPOCH_LOWERED
};

static const struct hd_bin bins[] = {
    {"up", "idleness grew more: thresholds go up"},
    {"down", "memory time grew more: thresholds go down"},
    {"calm", "an epoch ends, neither grew enough more"},
    {"up_by_one", "idleness grew by one cycle more than it must"},
    {"up_not_quite", "idleness grew by exactly delta_i more: no change"},
    {"down_by_one", "memory time grew by one cycle more than it must"},
    {"down_not_quite", "memory time grew by exactly delta_i more: no change"},
    {"to_max", "a step up that would pass the bound stops there"},
    {"at_max", "a step up ends exactly at the bound"},
    {"above_max", "a step up of a threshold above a bound that was lowered"},
    {"to_zero", "a step down that would pass 0 stops there"},
    {"at_zero", "a step down ends exactly at 0"},
    {"step_zero", "a step of 0"},
    {"last_idle", "the last cycle of an epoch is idle and decides"},
    {"last_mem", "the last cycle of an epoch waits for memory and decides"},
    {"both", "idle and waiting for memory in one cycle"},
    {"both_grew", "both grew by more than delta_i, the differences cancel"},
    {"first_epoch", "the epoch after a start ends: the one before it counts as 0"},
    {"start", "start, within an epoch"},
    {"start_last", "start in the last cycle of an epoch that would change a threshold"},
    {"start_above_max", "start with a default above the bound"},
    {"epoch_one", "an epoch of one cycle"},
    {"epoch_lowered", "an epoch ends at once: the register was lowered below its place"},
    {NULL, NULL},
};

/* By how much idleness grew more than memory time, if this cycle's idle and mem are counted. */
static int64_t growth(const state *s, bool idle, bool mem)
{
    const int64_t idle_delta = (int64_t)s->idle + idle - s->idle_prev;
    const int64_t mem_delta = (int64_t)s->mem + mem - s->mem_prev;
    return idle_delta - mem_delta;
}

/* 1: up, -1: down, 0: neither. */
static int decision(int64_t grown, int64_t delta) { return (grown > delta) - (-grown > delta); }

static void cover_up(const state *s, const inputs *in, uint32_t r, uint64_t *bin)
{
    if (s->thresh[r] > in->max[r]) bin[BIN_ABOVE_MAX]++;
    else if (s->thresh[r] + in->step[r] > in->max[r]) bin[BIN_TO_MAX]++;
    else if (in->step[r] != 0 && s->thresh[r] + in->step[r] == in->max[r]) bin[BIN_AT_MAX]++;
}

static void cover_down(const state *s, const inputs *in, uint32_t r, uint64_t *bin)
{
    if (s->thresh[r] < in->step[r]) bin[BIN_TO_ZERO]++;
    if (in->step[r] != 0 && s->thresh[r] == in->step[r]) bin[BIN_AT_ZERO]++;
}

static void cover_decision(const state *s, const inputs *in, uint64_t *bin)
{
    const int64_t delta = in->delta;
    const int64_t grown = growth(s, in->idle, in->mem);
    const int way = decision(grown, delta);
    bin[way > 0 ? BIN_UP : way < 0 ? BIN_DOWN : BIN_CALM]++;
    if (grown == delta + 1) bin[BIN_UP_BY_ONE]++;
    if (grown == delta && delta != 0) bin[BIN_UP_NOT_QUITE]++;
    if (grown == -delta - 1) bin[BIN_DOWN_BY_ONE]++;
    if (grown == -delta && delta != 0) bin[BIN_DOWN_NOT_QUITE]++;
    if (in->idle && way != decision(growth(s, false, in->mem), delta)) bin[BIN_LAST_IDLE]++;
    if (in->mem && way != decision(growth(s, in->idle, false), delta)) bin[BIN_LAST_MEM]++;
    const int64_t idle_delta = (int64_t)s->idle + in->idle - s->idle_prev;
    const int64_t mem_delta = (int64_t)s->mem + in->mem - s->mem_prev;
    if (way == 0 && idle_delta > delta && mem_delta > delta) bin[BIN_BOTH_GREW]++;
    if (way != 0 && s->idle_prev == 0 && s->mem_prev == 0) bin[BIN_FIRST_EPOCH]++;
    for (uint32_t r = 0; r < s->cfg.resources; r++) {
        if (way > 0) cover_up(s, in, r, bin);
        if (way < 0) cover_down(s, in, r, bin);
        if (way != 0 && in->step[r] == 0) bin[BIN_STEP_ZERO]++;
    }
}

static void cover_start(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool decides = decision(growth(s, in->idle, in->mem), in->delta) != 0;
    if (!out->epoch) bin[BIN_START]++;
    else if (decides) bin[BIN_START_LAST]++;
    for (uint32_t r = 0; r < s->cfg.resources; r++) {
        if (in->default_thresh[r] > in->max[r]) bin[BIN_START_ABOVE_MAX]++;
    }
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    if (in->idle && in->mem) bin[BIN_BOTH]++;
    if (in->start) {
        cover_start(s, in, out, bin);
    } else if (out->epoch) {
        cover_decision(s, in, bin);
        if (in->epoch == 1) bin[BIN_EPOCH_ONE]++;
        if (s->place + 1 > in->epoch) bin[BIN_EPOCH_LOWERED]++;
    }
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { oversubscription_reset(s); }
static void eval(const void *s, const void *in, void *out) { oversubscription_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { oversubscription_tick(s, in, out); }
static const char *check(const void *s) { return oversubscription_check(s); }
static const char *promise(const void *s, const void *in)
{
    return oversubscription_promise(s, in);
}

static const struct hd_block block = {
    .name = "oversubscription",
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
    .index_rule = "thresh_q: resource [i]",
    .waves = "thresh_q place_q idle_q mem_q idle_prev_q mem_prev_q",
};

/* The registers in the order in which they are described. */
enum { REG_THRESH, REG_PLACE, REG_IDLE, REG_MEM, REG_IDLE_PREV, REG_MEM_PREV };

/* Of the port's name, which is no name in C. */
static struct hd_field named(struct hd_field f, const char *name)
{
    f.name = name;
    return f;
}

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct oversubscription_cfg *cfg)
{
    const uint32_t n = cfg->resources;
    const uint32_t thresh = cfg->thresh_width;
    const uint32_t epoch = cfg->epoch_width;
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, start, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, epoch, epoch, NULL, NULL),
        HD_ONE(HD_IN, inputs, delta, epoch, NULL, NULL),
        named((struct hd_field)HD_ARRAY(HD_IN, inputs, default_thresh, n, thresh, NULL, NULL),
              "default"),
        HD_ARRAY(HD_IN, inputs, step, n, thresh, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, max, n, thresh, NULL, NULL),
        HD_ONE(HD_IN, inputs, idle, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, mem, 1, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, thresh, n, thresh, NULL,
                 "Epoch: up or down by its step in the last cycle, within 0 and max_i; default_i, "
                 "not above max_i, at a start"),
        HD_ONE(HD_OUT, outputs, epoch, 1, NULL,
               "Epoch: high when the place in it is not below epoch_i - 1"),
        HD_REG("thresh_q", state, thresh[0], 4, n, thresh, NULL,
               "Epoch: up if c_idle_delta - c_mem_delta > delta_i, down if c_mem_delta - "
               "c_idle_delta > delta_i; 0 after a reset"),
        HD_REG("place_q", state, place, 0, 1, epoch, NULL,
               "Epoch: one on in each cycle; 0 after its last cycle, a start, a reset"),
        HD_REG("idle_q", state, idle, 0, 1, epoch, NULL,
               "Epoch: idle cycles of this epoch; 0 after its last cycle, a start, a reset"),
        HD_REG("mem_q", state, mem, 0, 1, epoch, NULL,
               "Epoch: memory cycles of this epoch; 0 after its last cycle, a start, a reset"),
        HD_REG("idle_prev_q", state, idle_prev, 0, 1, epoch, NULL,
               "Epoch: the count of the epoch before, its last cycle included; 0 after a start"),
        HD_REG("mem_prev_q", state, mem_prev, 0, 1, epoch, NULL,
               "Epoch: the count of the epoch before, its last cycle included; 0 after a start"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long oversubscription_open(const char *path, unsigned resources,
                                         unsigned thresh_width, unsigned epoch_width)
{
    const struct oversubscription_cfg cfg = {resources, thresh_width, epoch_width};
    char text[200];
    snprintf(text, sizeof text, "Resources=%u ThreshWidth=%u EpochWidth=%u", resources,
             thresh_width, epoch_width);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : oversubscription_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR oversubscription: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void oversubscription_state(unsigned long long handle, const svBitVecVal *thresh, unsigned place,
                            unsigned idle, unsigned mem, unsigned idle_prev, unsigned mem_prev)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t resources = ((const state *)hd_model(inst))->cfg.resources;
    /* Described, and kept, one after the other. */
    const uint32_t counts[] = {place, idle, mem, idle_prev, mem_prev};
    hd_state(inst, REG_THRESH, 1, thresh, resources * sizeof(uint32_t));
    hd_state(inst, REG_PLACE, 5, counts, sizeof counts);
}

svBit oversubscription_jump(unsigned long long handle, unsigned *place, unsigned *idle,
                            unsigned *mem, unsigned *idle_prev, unsigned *mem_prev)
{
    struct hd_instance *inst = hd_instance(handle);
    state *s = hd_model(inst);
    if (!hd_jumps(inst)) return 0;
    /* An epoch has less than 2^EpochWidth cycles, so the place in it is one less at most. */
    const uint64_t most = UINT64_C(1) << s->cfg.epoch_width;
    *place = s->place = (uint32_t)hd_jump_below(most - 1);
    *idle = s->idle = (uint32_t)hd_jump_below((uint64_t)s->place + 1);
    *mem = s->mem = (uint32_t)hd_jump_below((uint64_t)s->place + 1);
    *idle_prev = s->idle_prev = (uint32_t)hd_jump_below(most);
    *mem_prev = s->mem_prev = (uint32_t)hd_jump_below(most);
    return 1;
}

int oversubscription_ports(unsigned long long handle, svBit rst_n, svBit start, unsigned epoch,
                           unsigned delta, const svBitVecVal *default_thresh,
                           const svBitVecVal *step, const svBitVecVal *max, svBit idle, svBit mem,
                           const svBitVecVal *thresh, svBit last)
{
    struct hd_instance *inst = hd_instance(handle);
    const size_t words = ((const state *)hd_model(inst))->cfg.resources * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    in->start = start != 0;
    in->epoch = epoch;
    in->delta = delta;
    memcpy(in->default_thresh, default_thresh, words);
    memcpy(in->step, step, words);
    memcpy(in->max, max, words);
    in->idle = idle != 0;
    in->mem = mem != 0;
    outputs *out = hd_outputs(inst);
    memcpy(out->thresh, thresh, words);
    out->epoch = last != 0;
    return hd_ports(inst, rst_n != 0);
}
