/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_pdom_priority_lockstep: describes the block to the harness, unpacks arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/pdom_priority.h"

enum { GROUPS = PDOM_PRIORITY_GROUPS };

typedef struct pdom_priority state;
typedef struct pdom_priority_in inputs;
typedef struct pdom_priority_out outputs;

/* ---- what means something, and when ---- */

static bool if_written(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->written[i];
}

/* ---- coverage ---- */

enum {
    BIN_FIRST,
    BIN_FIRST_PASSED,
    BIN_PASSED,
    BIN_KEPT,
    BIN_HIGHEST,
    BIN_HIGHEST_PASSED,
    BIN_NO_THREAD,
    BIN_ALL_LANES,
    BIN_LOOKED_AT,
    BIN_BOTH_KEPT,
    BIN_ONE_KEPT,
    BIN_LANE_RESTS,
    BIN_LOWEST_ALONE,
    BIN_TIE,
    BIN_SAME_ROW
};

static const struct hd_bin bins[] = {
    {"first", "a thread's count starts at 0"},
    {"first_passed", "although it has passed a post-dominator"},
    {"passed", "a thread has passed a post-dominator: one more"},
    {"kept", "a thread has passed none: its count stays"},
    {"highest", "a count is the highest there is"},
    {"highest_passed", "and the thread has passed a post-dominator"},
    {"no_thread", "REQ is 0"},
    {"all_lanes", "a group has a thread in every lane"},
    {"looked_at", "a group with threads does not leave: nothing is written"},
    {"both_kept", "both groups leave, with threads"},
    {"one_kept", "of two groups with threads one leaves"},
    {"lane_rests", "a lane in which neither group has a thread"},
    {"lowest_alone", "one thread of several has the lowest count"},
    {"tie", "several threads have the lowest count"},
    {"same_row", "two lanes of one group have their threads in one row"},
    {NULL, NULL},
};

static uint32_t low_bits(const state *s) /* of a thread id: the lane */
{
    uint32_t bits = 0;
    while (UINT32_C(1) << bits < s->cfg.lanes) bits++;
    return bits;
}

static uint32_t place(const state *s, uint32_t tid, uint32_t lane)
{
    return (tid >> low_bits(s)) * s->cfg.lanes + lane;
}

/* One thread; returns its new count. */
static uint32_t cover_thread(const state *s, const inputs *in, unsigned g, uint32_t l,
                             uint64_t *bin)
{
    const uint32_t highest = (UINT32_C(1) << s->cfg.prio_width) - 1;
    const uint32_t count = s->count[place(s, in->grp_tid[g][l], l)];
    const bool passed = (in->grp_pdom[g] >> l & 1) != 0;
    if ((in->grp_first[g] >> l & 1) != 0) {
        bin[passed ? BIN_FIRST_PASSED : BIN_FIRST]++;
        return 0;
    }
    if (count == highest) {
        bin[passed ? BIN_HIGHEST_PASSED : BIN_HIGHEST]++;
        return count;
    }
    bin[passed ? BIN_PASSED : BIN_KEPT]++;
    return passed ? count + 1 : count;
}

static void cover_group(const state *s, const inputs *in, const outputs *out, unsigned g,
                        uint64_t *bin)
{
    const uint64_t req = in->grp_req[g];
    if (req == 0) {
        bin[BIN_NO_THREAD]++;
        return;
    }
    if (req == ~UINT64_C(0) >> (64 - s->cfg.lanes)) bin[BIN_ALL_LANES]++;
    if (!in->grp_en[g]) bin[BIN_LOOKED_AT]++;
    uint32_t lowest = 0;
    uint64_t others = req;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if ((req >> l & 1) == 0) continue;
        lowest += cover_thread(s, in, g, l, bin) == out->grp_prio[g];
        others &= others - 1;
        if (others == 0) break;
        const uint32_t next = (uint32_t)__builtin_ctzll(others);
        if (in->grp_tid[g][l] >> low_bits(s) == in->grp_tid[g][next] >> low_bits(s)) {
            bin[BIN_SAME_ROW]++;
        }
    }
    if ((req & (req - 1)) != 0) bin[lowest == 1 ? BIN_LOWEST_ALONE : BIN_TIE]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    for (unsigned g = 0; g < GROUPS; g++) cover_group(s, in, out, g, bin);
    const uint64_t lanes = ~UINT64_C(0) >> (64 - s->cfg.lanes);
    if ((in->grp_req[0] | in->grp_req[1]) != lanes) bin[BIN_LANE_RESTS]++;
    if (in->grp_req[0] == 0 || in->grp_req[1] == 0) return;
    if (in->grp_en[0] && in->grp_en[1]) bin[BIN_BOTH_KEPT]++;
    if (in->grp_en[0] != in->grp_en[1]) bin[BIN_ONE_KEPT]++;
}

/* ---- the block, as the harness sees it ---- */

/* The block has no reset: the checker gives one, at the first edge. Then nothing is known. */
static void reset(void *s_)
{
    state *s = s_;
    memset(s->written, 0, sizeof s->written);
    memset(s->count, 0, sizeof s->count);
}

static void eval(const void *s, const void *in, void *out) { pdom_priority_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { pdom_priority_tick(s, in, out); }
static const char *check(const void *s) { return pdom_priority_check(s); }
static const char *promise(const void *s, const void *in) { return pdom_priority_promise(s, in); }

static const struct hd_block block = {
    .name = "pdom_priority",
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
    .index_rule = "row [i / Lanes] of lane [i % Lanes]",
    .no_reset = true,
    .waves = "",
};

unsigned long long pdom_priority_open(const char *path, unsigned lanes, unsigned tid_width,
                                      unsigned prio_width)
{
    const struct pdom_priority_cfg cfg = {lanes, tid_width, prio_width};
    char text[200];
    snprintf(text, sizeof text, "Lanes=%u TidWidth=%u PrioWidth=%u", lanes, tid_width, prio_width);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : pdom_priority_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR pdom_priority: %s (%s)\n", wrong, text);
        exit(2);
    }
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, grp_req, GROUPS, lanes, NULL, NULL),
        HD_ROWS(HD_IN, inputs, grp_tid, lanes, tid_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, grp_pdom, GROUPS, lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, grp_first, GROUPS, lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, grp_en, GROUPS, 1, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, grp_prio, GROUPS, prio_width, NULL,
                 "Priority: the lowest new count of the lanes in REQ, whether the group leaves or "
                 "not; all ones without a lane"),
        HD_REG("count_q", state, count[0], 4, s->rows * lanes, prio_width, if_written,
               "Count: 0 if first, else one more if a post-dominator was passed, up to the "
               "highest; written if the group leaves"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void pdom_priority_state(unsigned long long handle, const svBitVecVal *row,
                         const svBitVecVal *count, unsigned turn, const svBitVecVal *in_turn)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t lanes = ((const state *)hd_model(inst))->cfg.lanes;
    for (uint32_t l = 0; l < lanes; l++) {
        hd_state_part(inst, 0, row[l] * lanes + l, 1, &count[l]);
    }
    hd_state_part(inst, 0, turn * lanes, lanes, in_turn);
}

int pdom_priority_ports(unsigned long long handle, svBit rst_n, const svBitVecVal *grp_req,
                        const svBitVecVal *grp_tid, const svBitVecVal *grp_pdom,
                        const svBitVecVal *grp_first, unsigned char grp_en,
                        const svBitVecVal *grp_prio)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t lanes = ((const state *)hd_model(inst))->cfg.lanes;
    inputs *in = hd_inputs(inst);
    hd_masks2(in->grp_req, grp_req);
    hd_masks2(in->grp_pdom, grp_pdom);
    hd_masks2(in->grp_first, grp_first);
    for (uint32_t g = 0; g < GROUPS; g++) {
        memcpy(in->grp_tid[g], grp_tid + g * lanes, lanes * sizeof in->grp_tid[g][0]);
        in->grp_en[g] = (grp_en >> g & 1) != 0;
    }
    outputs *out = hd_outputs(inst);
    memcpy(out->grp_prio, grp_prio, sizeof out->grp_prio);
    return hd_ports(inst, rst_n != 0);
}
