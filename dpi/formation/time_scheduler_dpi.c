/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_time_scheduler_lockstep: describes the block to the harness, unpacks arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/time_scheduler.h"

typedef struct time_scheduler state;
typedef struct time_scheduler_in inputs;
typedef struct time_scheduler_out outputs;

/* ---- what means something, and when ---- */

static bool if_picked(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->pick_valid;
}

static bool if_queued(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    (void)out;
    return (i + s->cfg.entries - s->head) % s->cfg.entries < s->count;
}

/* ---- coverage ---- */

enum {
    BIN_OPEN_ONE,
    BIN_OPEN_SECOND,
    BIN_OPEN_TWO,
    BIN_OPEN_TWO_ISSUE,
    BIN_JOIN,
    BIN_JOIN_AND_OPEN,
    BIN_INVALID_OPEN,
    BIN_EMPTY,
    BIN_EMPTY_ISSUE,
    BIN_EMPTY_OPEN,
    BIN_LAST_ISSUED,
    BIN_LAST_ISSUED_OPEN,
    BIN_FULL,
    BIN_FULL_ISSUE,
    BIN_HEAD_WRAPS,
    BIN_TAIL_WRAPS,
    BIN_TAIL_WRAPS_BETWEEN
};

static const struct hd_bin bins[] = {
    {"open_one", "update 0 opens a warp"},
    {"open_second", "update 1 opens a warp, update 0 does not"},
    {"open_two", "both updates open a warp"},
    {"open_two_issue", "and one issues"},
    {"join", "an update joins a warp: nothing enters"},
    {"join_and_open", "update 0 joins, update 1 opens"},
    {"invalid_open", "upd_open without upd_valid: nothing enters"},
    {"empty", "there is no warp"},
    {"empty_issue", "an issue without a warp is ignored"},
    {"empty_open", "an issue without a warp is ignored, although one is opened"},
    {"last_issued", "the only warp issues"},
    {"last_issued_open", "the only warp issues and one is opened"},
    {"full", "all warps of the pool are in the queue"},
    {"full_issue", "and one issues"},
    {"head_wraps", "the head passes the end of the memory"},
    {"tail_wraps", "the tail arrives at the end of the memory"},
    {"tail_wraps_between", "of two warps one enters at the last place, the other at the first"},
    {NULL, NULL},
};

static void cover_open(const state *s, const inputs *in, unsigned opened, uint64_t *bin)
{
    const bool first = in->upd_valid[0] && in->upd_open[0];
    if (opened == 1) bin[first ? BIN_OPEN_ONE : BIN_OPEN_SECOND]++;
    if (opened == 2) bin[in->issue_en && s->count > 0 ? BIN_OPEN_TWO_ISSUE : BIN_OPEN_TWO]++;
    for (unsigned u = 0; u < TIME_SCHEDULER_UPDATES; u++) {
        if (in->upd_valid[u] && !in->upd_open[u]) bin[BIN_JOIN]++;
        if (!in->upd_valid[u] && in->upd_open[u]) bin[BIN_INVALID_OPEN]++;
    }
    if (in->upd_valid[0] && !first && opened == 1) bin[BIN_JOIN_AND_OPEN]++;
    if (opened > 0 && s->tail + opened == s->cfg.entries) bin[BIN_TAIL_WRAPS]++;
    if (s->tail + opened > s->cfg.entries) bin[BIN_TAIL_WRAPS_BETWEEN]++;
}

static void cover(const void *state_, const void *in_, const void *out, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    (void)out;
    unsigned opened = 0;
    for (unsigned u = 0; u < TIME_SCHEDULER_UPDATES; u++) {
        opened += in->upd_valid[u] && in->upd_open[u];
    }
    cover_open(s, in, opened, bin);
    if (s->count == 0) {
        bin[BIN_EMPTY]++;
        if (in->issue_en) bin[opened > 0 ? BIN_EMPTY_OPEN : BIN_EMPTY_ISSUE]++;
        return;
    }
    if (s->count == s->cfg.entries) bin[in->issue_en ? BIN_FULL_ISSUE : BIN_FULL]++;
    if (!in->issue_en) return;
    if (s->count == 1) bin[opened > 0 ? BIN_LAST_ISSUED_OPEN : BIN_LAST_ISSUED]++;
    if (s->head == s->cfg.entries - 1) bin[BIN_HEAD_WRAPS]++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { time_scheduler_reset(s); }
static void eval(const void *s, const void *in, void *out) { time_scheduler_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { time_scheduler_tick(s, in, out); }
static const char *check(const void *s) { return time_scheduler_check(s); }
static const char *promise(const void *s, const void *in) { return time_scheduler_promise(s, in); }

static const struct hd_block block = {
    .name = "time_scheduler",
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
    .index_rule = "place [i] of the ring",
    .waves = "head_q tail_q count_q",
};

/* Bits that hold the numbers 0 to n. */
unsigned long long time_scheduler_open(const char *path, unsigned entries, unsigned wid_width)
{
    const struct time_scheduler_cfg cfg = {entries, wid_width};
    char text[200];
    snprintf(text, sizeof text, "Entries=%u WidWidth=%u", entries, wid_width);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : time_scheduler_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR time_scheduler: %s (%s)\n", wrong, text);
        exit(2);
    }
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, upd_valid, 2, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, upd_wid, 2, wid_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, upd_open, 2, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, issue_en, 1, NULL, NULL),
        HD_ONE(HD_OUT, outputs, pick_valid, 1, NULL, "Pick: there is a warp in the queue"),
        HD_ONE(HD_OUT, outputs, pick_wid, wid_width, if_picked, "Pick: the oldest warp"),
        HD_REG("wid_q", state, wid[0], 4, entries, wid_width, if_queued,
               "Queue: opened warps enter at the tail, update 0 before 1"),
        HD_REG("head_q", state, head, 0, 1, hd_bits_for(entries - 1), NULL,
               "Queue: the issued warp leaves at the head; ignored without pick_valid"),
        HD_REG("tail_q", state, tail, 0, 1, hd_bits_for(entries - 1), NULL,
               "Queue: opened warps enter at the tail; the place after the last is 0"),
        HD_REG("count_q", state, count, 0, 1, hd_bits_for(entries), NULL,
               "Queue: one more with each warp opened, one less with each issued"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void time_scheduler_state(unsigned long long handle, const svBitVecVal *wid, unsigned head,
                          unsigned tail, unsigned count)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    hd_state(inst, 0, 1, wid, s->cfg.entries * sizeof s->wid[0]);
    hd_state(inst, 1, 1, &head, sizeof head);
    hd_state(inst, 2, 1, &tail, sizeof tail);
    hd_state(inst, 3, 1, &count, sizeof count);
}

int time_scheduler_ports(unsigned long long handle, svBit rst_n, unsigned char upd_valid,
                         const svBitVecVal *upd_wid, unsigned char upd_open, svBit pick_valid,
                         unsigned pick_wid, svBit issue_en)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    hd_bits2(in->upd_valid, upd_valid);
    memcpy(in->upd_wid, upd_wid, sizeof in->upd_wid);
    hd_bits2(in->upd_open, upd_open);
    in->issue_en = issue_en != 0;
    outputs *out = hd_outputs(inst);
    out->pick_valid = pick_valid != 0;
    out->pick_wid = pick_wid;
    return hd_ports(inst, rst_n != 0);
}
