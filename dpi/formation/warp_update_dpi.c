/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_warp_update_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/warp_update.h"

enum { GROUPS = WARP_UPDATE_GROUPS, MAX_LANES = WARP_UPDATE_MAX_LANES };

typedef struct warp_update state;
typedef struct warp_update_in inputs;
typedef struct warp_update_out outputs;

/* ---- what means something, and when ---- */

static bool if_valid(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->valid[i];
}

/* A thread id is element g * Lanes + l. */
static bool if_in_req(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    const uint32_t g = i / s->cfg.lanes;
    (void)out;
    return s->valid[g] && (s->req[g] >> (i % s->cfg.lanes) & 1) != 0;
}

/* ---- coverage ---- */

enum {
    BIN_ONE_GROUP,
    BIN_TWO_GROUPS,
    BIN_MORE_GROUPS,
    BIN_LAST_PART,
    BIN_MANY_PARTS,
    BIN_NO_THREAD,
    BIN_FULL_WARP,
    BIN_BACK_TO_BACK,
    BIN_HALF_LEFT,
    BIN_REFUSED,
    BIN_LONE_LEAVES,
    BIN_SENT_REFUSED
};

static const struct hd_bin bins[] = {
    {"one_group", "a whole warp of one next PC is loaded"},
    {"two_groups", "a whole warp of two next PCs is loaded"},
    {"more_groups", "a warp of more than two next PCs: two are loaded, the pipeline waits"},
    {"last_part", "the last groups of a waiting warp are loaded"},
    {"many_parts", "groups of a waiting warp are loaded and still some are left"},
    {"no_thread", "a warp without a thread is accepted"},
    {"full_warp", "a warp with a thread in every lane is loaded"},
    {"back_to_back", "both groups leave and two others are loaded in that cycle"},
    {"half_left", "one group leaves, the other is refused, a warp waits"},
    {"refused", "no group leaves, a warp waits"},
    {"lone_leaves", "the only group leaves and others are loaded in that cycle"},
    {"sent_refused", "a half sent warp waits for the registers"},
    {NULL, NULL},
};

/* How many next PCs have the lanes of mask, counted up to 3? */
static unsigned next_pcs(const inputs *in, uint64_t mask, uint32_t lanes)
{
    unsigned found = 0;
    while (mask != 0 && found < 3) {
        const uint32_t pc = in->ret_pc[__builtin_ctzll(mask)];
        for (uint32_t l = 0; l < lanes; l++) {
            if (in->ret_pc[l] == pc) mask &= ~(UINT64_C(1) << l);
        }
        found++;
    }
    return found;
}

static void cover_load(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t rest = in->ret_mask & ~s->sent;
    const unsigned groups = next_pcs(in, rest, s->cfg.lanes);
    if (in->ret_mask == 0) bin[BIN_NO_THREAD]++;
    if (rest == ~UINT64_C(0) >> (64 - s->cfg.lanes)) bin[BIN_FULL_WARP]++;
    if (s->sent != 0) bin[groups > 2 ? BIN_MANY_PARTS : BIN_LAST_PART]++;
    else if (groups == 1) bin[BIN_ONE_GROUP]++;
    else if (groups == 2) bin[BIN_TWO_GROUPS]++;
    else if (groups > 2) bin[BIN_MORE_GROUPS]++;
    if (s->valid[0] && s->valid[1] && groups > 1) bin[BIN_BACK_TO_BACK]++;
    if (s->valid[0] != s->valid[1] && groups > 0) bin[BIN_LONE_LEAVES]++;
}

static void cover(const void *state_, const void *in_, const void *out, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    (void)out;
    if (!in->ret_valid) return;
    const bool stays[GROUPS] = {s->valid[0] && !in->grp_ready[0], s->valid[1] && !in->grp_ready[1]};
    if (!stays[0] && !stays[1]) {
        cover_load(s, in, bin);
        return;
    }
    if (s->sent != 0) bin[BIN_SENT_REFUSED]++;
    const bool leaves = (s->valid[0] && !stays[0]) || (s->valid[1] && !stays[1]);
    bin[leaves ? BIN_HALF_LEFT : BIN_REFUSED]++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { warp_update_reset(s); }
static void eval(const void *s, const void *in, void *out) { warp_update_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { warp_update_tick(s, in, out); }
static const char *check(const void *s) { return warp_update_check(s); }
static const char *promise(const void *s, const void *in) { return warp_update_promise(s, in); }

static const struct hd_block block = {
    .name = "warp_update",
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
    .index_rule = "group [g] (tid_q: [g * Lanes + lane])",
    .waves = "valid_q pc_q req_q sent_q",
};

unsigned long long warp_update_open(const char *path, unsigned lanes, unsigned tid_width,
                                    unsigned pc_width)
{
    const struct warp_update_cfg cfg = {lanes, tid_width, pc_width};
    char text[200];
    snprintf(text, sizeof text, "Lanes=%u TidWidth=%u PcWidth=%u", lanes, tid_width, pc_width);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : warp_update_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR warp_update: %s (%s)\n", wrong, text);
        exit(2);
    }
    const uint32_t nthd = hd_bits_for(lanes);
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, ret_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, ret_mask, lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ret_tid, lanes, tid_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ret_pc, lanes, pc_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, grp_ready, GROUPS, 1, NULL, NULL),
        HD_ONE(HD_OUT, outputs, ret_ready, 1, NULL,
               "Load: high if both registers are empty or leave, and nothing is left beside the "
               "two groups"),
        HD_ARRAY(HD_OUT, outputs, grp_valid, GROUPS, 1, NULL,
                 "Load: a register is valid if its group is not empty; Leave: until it is placed"),
        HD_ARRAY(HD_OUT, outputs, grp_pc, GROUPS, pc_width, if_valid,
                 "Split: the PC of the lowest-numbered lane that is left"),
        HD_ARRAY(HD_OUT, outputs, grp_req, GROUPS, lanes, if_valid,
                 "Split: the lanes that are left and have the group's PC"),
        HD_ARRAY(HD_OUT, outputs, grp_nthd, GROUPS, nthd, if_valid, "Ports: the threads of REQ"),
        HD_ROWS(HD_OUT, outputs, grp_tid, lanes, tid_width, if_in_req,
                "Load: the thread ids of the group's lanes"),
        HD_REG("valid_q", state, valid[0], sizeof(bool), GROUPS, 1, NULL,
               "Leave, Load: empty when placed; then valid if the new group is not empty"),
        HD_REG("pc_q", state, pc[0], 4, GROUPS, pc_width, if_valid,
               "Split: the PC of the lowest-numbered lane that is left"),
        HD_REG("req_q", state, req[0], 8, GROUPS, lanes, if_valid,
               "Split: the lanes that are left and have the group's PC"),
        {.kind = HD_STATE,
         .name = "tid_q",
         .offset = offsetof(state, tid),
         .stride = sizeof s->tid[0][0],
         .size = sizeof s->tid[0][0],
         .count = GROUPS * lanes,
         .width = tid_width,
         .care = if_in_req,
         .rule = "Load: the thread ids of the group's lanes",
         .row = lanes,
         .row_step = sizeof s->tid[0]},
        HD_REG("sent_q", state, sent, 0, 1, lanes, NULL,
               "Load: sent | group 0 | group 1 while something is left, else 0; Reset: 0"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* Thread ids: the model keeps MAX_LANES a group. */
static void threads(uint32_t to[GROUPS][MAX_LANES], const svBitVecVal *from, uint32_t lanes)
{
    for (uint32_t g = 0; g < GROUPS; g++) {
        memcpy(to[g], from + g * lanes, lanes * sizeof to[g][0]);
    }
}

void warp_update_state(unsigned long long handle, unsigned char valid, const svBitVecVal *pc,
                       const svBitVecVal *req, const svBitVecVal *tid, unsigned long long sent)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    bool is_valid[GROUPS];
    uint32_t tids[GROUPS][MAX_LANES] = {0};
    const uint64_t is_sent = sent;
    hd_bits2(is_valid, valid);
    threads(tids, tid, s->cfg.lanes);
    hd_state(inst, 0, 1, is_valid, sizeof is_valid);
    hd_state(inst, 1, 1, pc, sizeof s->pc);
    hd_state(inst, 2, 1, req, sizeof s->req);
    hd_state(inst, 3, 1, tids, sizeof tids);
    hd_state(inst, 4, 1, &is_sent, sizeof is_sent);
}

int warp_update_ports(unsigned long long handle, svBit rst_n, svBit ret_valid,
                      unsigned long long ret_mask, const svBitVecVal *ret_tid,
                      const svBitVecVal *ret_pc, svBit ret_ready, unsigned char grp_valid,
                      const svBitVecVal *grp_pc, const svBitVecVal *grp_req,
                      const svBitVecVal *grp_nthd, const svBitVecVal *grp_tid,
                      unsigned char grp_ready)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t lanes = ((const state *)hd_model(inst))->cfg.lanes;
    inputs *in = hd_inputs(inst);
    in->ret_valid = ret_valid != 0;
    in->ret_mask = ret_mask;
    memcpy(in->ret_tid, ret_tid, lanes * sizeof in->ret_tid[0]);
    memcpy(in->ret_pc, ret_pc, lanes * sizeof in->ret_pc[0]);
    hd_bits2(in->grp_ready, grp_ready);
    outputs *out = hd_outputs(inst);
    out->ret_ready = ret_ready != 0;
    hd_bits2(out->grp_valid, grp_valid);
    hd_words2(out->grp_pc, grp_pc);
    hd_masks2(out->grp_req, grp_req);
    hd_words2(out->grp_nthd, grp_nthd);
    threads(out->grp_tid, grp_tid, lanes);
    return hd_ports(inst, rst_n != 0);
}
