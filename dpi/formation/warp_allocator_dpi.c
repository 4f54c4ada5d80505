/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_warp_allocator_lockstep: describes the block to the harness, unpacks arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/warp_allocator.h"

typedef struct warp_allocator state;
typedef struct warp_allocator_in inputs;
typedef struct warp_allocator_out outputs;

/* ---- what means something, and when ---- */

static bool if_offered(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->alloc_valid[i];
}

static bool if_in_ring(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    (void)out;
    return (i + s->cfg.entries - s->head) % s->cfg.entries < s->count;
}

/* ---- coverage ---- */

enum {
    BIN_TAKE_ONE,
    BIN_TAKE_TWO,
    BIN_TAKE_TWO_FREE,
    BIN_LAST_AND_FREE,
    BIN_EMPTY,
    BIN_EMPTY_FREE,
    BIN_ONE_LEFT,
    BIN_FRESH,
    BIN_FRESH_TWO,
    BIN_ONE_FRESH,
    BIN_ONE_FRESH_BOTH,
    BIN_LAST_FRESH,
    BIN_RING,
    BIN_HEAD_WRAPS,
    BIN_TAIL_WRAPS,
    BIN_ALL_FREED
};

static const struct hd_bin bins[] = {
    {"take_one", "port 0's index is taken alone"},
    {"take_two", "two indices are taken"},
    {"take_two_free", "two are taken and one is freed"},
    {"last_and_free", "the last free index is taken and one is freed"},
    {"empty", "nothing is offered"},
    {"empty_free", "nothing is offered, one is freed"},
    {"one_left", "port 0 offers the only index"},
    {"fresh", "an index is taken that was never handed out"},
    {"fresh_two", "two are"},
    {"one_fresh", "port 0 offers the last fresh index, port 1 the oldest freed one"},
    {"one_fresh_both", "and both are taken"},
    {"last_fresh", "and the fresh one alone is taken"},
    {"ring", "both ports offer freed indices"},
    {"head_wraps", "the head passes the end of the memory"},
    {"tail_wraps", "the tail passes the end of the memory"},
    {"all_freed", "every index is free, and some were handed out before"},
    {NULL, NULL},
};

static void cover_fresh(const state *s, unsigned taken, uint64_t *bin)
{
    const uint32_t fresh = s->cfg.entries - s->fresh;
    if (fresh > 0 && taken > 0) bin[BIN_FRESH]++;
    if (fresh > 1 && taken > 1) bin[BIN_FRESH_TWO]++;
    if (fresh == 1 && s->count > 0) {
        bin[BIN_ONE_FRESH]++;
        if (taken == 2) bin[BIN_ONE_FRESH_BOTH]++;
        if (taken == 1) bin[BIN_LAST_FRESH]++;
    }
    if (fresh == 0 && s->count > 1) bin[BIN_RING]++;
    const uint32_t of_ring = taken > fresh ? taken - fresh : 0;
    if (s->head + of_ring >= s->cfg.entries) bin[BIN_HEAD_WRAPS]++;
    if (s->count > 0 && fresh + s->count == s->cfg.entries) bin[BIN_ALL_FREED]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    const unsigned taken = (unsigned)in->alloc_ready[0] + (unsigned)in->alloc_ready[1];
    if (taken == 1) bin[BIN_TAKE_ONE]++;
    if (taken == 2) bin[BIN_TAKE_TWO]++;
    if (taken == 2 && in->free_en) bin[BIN_TAKE_TWO_FREE]++;
    if (taken > 0 && out->free_count == taken && in->free_en) bin[BIN_LAST_AND_FREE]++;
    if (out->free_count == 0) bin[in->free_en ? BIN_EMPTY_FREE : BIN_EMPTY]++;
    if (out->free_count == 1) bin[BIN_ONE_LEFT]++;
    if (in->free_en && s->tail == s->cfg.entries - 1) bin[BIN_TAIL_WRAPS]++;
    cover_fresh(s, taken, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { warp_allocator_reset(s); }
static void eval(const void *s, const void *in, void *out) { warp_allocator_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { warp_allocator_tick(s, in, out); }
static const char *check(const void *s) { return warp_allocator_check(s); }
static const char *promise(const void *s, const void *in) { return warp_allocator_promise(s, in); }

static const struct hd_block block = {
    .name = "warp_allocator",
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
    .index_rule = "place [i] of the ring of freed indices",
    .waves = "fresh_q head_q tail_q count_q",
};

/* Bits that hold the numbers 0 to n. */
unsigned long long warp_allocator_open(const char *path, unsigned entries)
{
    const struct warp_allocator_cfg cfg = {entries};
    char text[200];
    snprintf(text, sizeof text, "Entries=%u", entries);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : warp_allocator_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR warp_allocator: %s (%s)\n", wrong, text);
        exit(2);
    }
    const uint32_t idx = hd_bits_for(entries - 1);
    const uint32_t number = hd_bits_for(entries);
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, alloc_ready, 2, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, free_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, free_idx, idx, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, alloc_valid, 2, 1, NULL,
                 "Ports: port 0 offers an index if one is free, port 1 if two are"),
        HD_ARRAY(HD_OUT, outputs, alloc_idx, 2, idx, if_offered,
                 "Queue: port 0 offers the oldest, port 1 the second oldest; fresh ones are older "
                 "than freed ones"),
        HD_ONE(HD_OUT, outputs, free_count, number, NULL, "Ports: how many indices are free"),
        HD_REG("idx_q", state, idx[0], 4, entries, idx, if_in_ring,
               "Queue: a freed index enters at the tail"),
        HD_REG("fresh_q", state, fresh, 0, 1, number, NULL,
               "Fresh: the lowest index never handed out; Entries when there is none"),
        HD_REG("head_q", state, head, 0, 1, idx, NULL,
               "Queue: what is taken leaves at the head, fresh ones first"),
        HD_REG("tail_q", state, tail, 0, 1, idx, NULL,
               "Queue: a freed index enters at the tail; the place after the last is 0"),
        HD_REG("count_q", state, count, 0, 1, number, NULL,
               "Queue: one more with each freed index, less with each taken that is not fresh"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void warp_allocator_state(unsigned long long handle, const svBitVecVal *idx, unsigned fresh,
                          unsigned head, unsigned tail, unsigned count)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    hd_state(inst, 0, 1, idx, s->cfg.entries * sizeof s->idx[0]);
    hd_state(inst, 1, 1, &fresh, sizeof fresh);
    hd_state(inst, 2, 1, &head, sizeof head);
    hd_state(inst, 3, 1, &tail, sizeof tail);
    hd_state(inst, 4, 1, &count, sizeof count);
}

int warp_allocator_ports(unsigned long long handle, svBit rst_n, unsigned char alloc_valid,
                         const svBitVecVal *alloc_idx, unsigned char alloc_ready, svBit free_en,
                         unsigned free_idx, unsigned free_count)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    hd_bits2(in->alloc_ready, alloc_ready);
    in->free_en = free_en != 0;
    in->free_idx = free_idx;
    outputs *out = hd_outputs(inst);
    hd_bits2(out->alloc_valid, alloc_valid);
    memcpy(out->alloc_idx, alloc_idx, sizeof out->alloc_idx);
    out->free_count = free_count;
    return hd_ports(inst, rst_n != 0);
}
