/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_warp_pool_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/warp_pool.h"

enum { GROUPS = WARP_POOL_GROUPS, LINKS = WARP_POOL_LINKS, MAX_LANES = WARP_POOL_MAX_LANES };

typedef struct warp_pool state;
typedef struct warp_pool_in inputs;
typedef struct warp_pool_out outputs;

/* ---- what means something, and when ---- */

/* What the outputs mean depends on the entry that is read, and on what is written to it in this
 * cycle: the inputs of the cycle that hd_ports is asked to compare. */
static const inputs *now;

static uint64_t lanes_written(const inputs *in, unsigned g, uint32_t idx)
{
    return (in->join_en[g] && in->join_idx[g] == idx ? in->join_mask[g] : 0) |
           (in->open_en[g] && in->open_idx[g] == idx ? in->open_mask[g] : 0);
}

static bool is_shut(const inputs *in, uint32_t idx)
{
    return (in->shut_en[0] && in->shut_idx[0] == idx) || (in->shut_en[1] && in->shut_idx[1] == idx);
}

static bool if_next(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->next_written[now->issue_idx];
}

static bool if_pc(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->pc_written[now->issue_idx];
}

static bool if_mask(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    const uint32_t idx = now->issue_idx;
    return ((const state *)s)->mask_written[idx] || now->close_hit || is_shut(now, idx);
}

static bool if_tid(const void *s, const void *out, uint32_t i)
{
    const uint32_t idx = now->issue_idx;
    const uint64_t known = ((const state *)s)->tid_written[idx] | lanes_written(now, 0, idx) |
                           lanes_written(now, 1, idx);
    return (((const outputs *)out)->issue_mask & known) >> i & 1;
}

static bool tid_known(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->tid_written[i / MAX_LANES] >> (i % MAX_LANES) & 1;
}

static bool pc_known(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->pc_written[i];
}

static bool next_known(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->next_written[i];
}

static bool mask_known(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->mask_written[i];
}

/* ---- coverage ---- */

enum {
    BIN_JOIN,
    BIN_OPEN,
    BIN_JOIN_AND_OPEN,
    BIN_OPEN_BOTH,
    BIN_ONE_WARP,
    BIN_JOIN_OPENED,
    BIN_SHUT,
    BIN_SHUT_BOTH,
    BIN_OPEN_SHUT,
    BIN_LINK_BOTH,
    BIN_ISSUE_OPEN,
    BIN_ISSUE_CLOSED,
    BIN_ISSUE_JOINED,
    BIN_ISSUE_JOINED_BOTH,
    BIN_ISSUE_SHUT,
    BIN_ISSUE_SHUT_HIT,
    BIN_ISSUE_SHUT_JOINED,
    BIN_ISSUE_NEXT,
    BIN_ISSUE_LINKED_TO
};

static const struct hd_bin bins[] = {
    {"join", "threads join a warp"},
    {"open", "threads open a warp"},
    {"join_and_open", "threads of one group join a warp and open another"},
    {"open_both", "both groups open a warp"},
    {"one_warp", "both groups join one warp"},
    {"join_opened", "a group joins the warp that the other opens in this cycle"},
    {"shut", "a warp is shut"},
    {"shut_both", "two warps are shut"},
    {"open_shut", "a warp is opened and shut in one cycle"},
    {"link_both", "two links are written"},
    {"issue_open", "the warp read is open: its lanes are the LUT's"},
    {"issue_closed", "the warp read was shut before: its lanes are in memory"},
    {"issue_joined", "threads of one group join the warp read"},
    {"issue_joined_both", "threads of both groups join the warp read"},
    {"issue_shut", "the warp read is shut in this cycle"},
    {"issue_shut_hit", "and close_hit is high: the mask is shut's"},
    {"issue_shut_joined", "the warp read is shut and joined in this cycle"},
    {"issue_next", "the warp read has a Next"},
    {"issue_linked_to", "a link is written that ends at the warp read"},
    {NULL, NULL},
};

static void cover_writes(const inputs *in, uint64_t *bin)
{
    for (unsigned g = 0; g < GROUPS; g++) {
        if (in->join_en[g]) bin[in->open_en[g] ? BIN_JOIN_AND_OPEN : BIN_JOIN]++;
        else if (in->open_en[g]) bin[BIN_OPEN]++;
        if (in->shut_en[g]) bin[BIN_SHUT]++;
        if (in->open_en[g] && is_shut(in, in->open_idx[g])) bin[BIN_OPEN_SHUT]++;
        if (in->open_en[g] && in->join_en[1 - g] && in->join_idx[1 - g] == in->open_idx[g]) {
            bin[BIN_JOIN_OPENED]++;
        }
    }
    if (in->open_en[0] && in->open_en[1]) bin[BIN_OPEN_BOTH]++;
    if (in->join_en[0] && in->join_en[1] && in->join_idx[0] == in->join_idx[1]) {
        bin[BIN_ONE_WARP]++;
    }
    if (in->shut_en[0] && in->shut_en[1]) bin[BIN_SHUT_BOTH]++;
    if (in->link_en[0] && in->link_en[1]) bin[BIN_LINK_BOTH]++;
}

static void cover(const void *state_, const void *in_, const void *out, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const uint32_t idx = in->issue_idx;
    (void)out;
    cover_writes(in, bin);
    const bool joined[GROUPS] = {lanes_written(in, 0, idx) != 0, lanes_written(in, 1, idx) != 0};
    if (is_shut(in, idx)) {
        bin[in->close_hit ? BIN_ISSUE_SHUT_HIT : BIN_ISSUE_SHUT]++;
        if (joined[0] || joined[1]) bin[BIN_ISSUE_SHUT_JOINED]++;
    } else if (in->close_hit) {
        bin[BIN_ISSUE_OPEN]++;
        if (joined[0] && joined[1]) bin[BIN_ISSUE_JOINED_BOTH]++;
        else if (joined[0] || joined[1]) bin[BIN_ISSUE_JOINED]++;
    } else if (s->mask_written[idx]) {
        bin[BIN_ISSUE_CLOSED]++;
    }
    if (s->next_written[idx]) bin[BIN_ISSUE_NEXT]++;
    for (unsigned k = 0; k < LINKS; k++) {
        if (in->link_en[k] && in->link_to[k] == idx) bin[BIN_ISSUE_LINKED_TO]++;
    }
}

/* ---- the block, as the harness sees it ---- */

/* The block has no reset: the checker gives one, at the first edge. Then nothing is known. */
static void reset(void *s_)
{
    state *s = s_;
    const struct warp_pool_cfg cfg = s->cfg;
    (void)warp_pool_init(s, &cfg);
}

static void eval(const void *s, const void *in, void *out) { warp_pool_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { warp_pool_tick(s, in, out); }
static const char *check(const void *s) { return warp_pool_check(s); }
static const char *promise(const void *s, const void *in) { return warp_pool_promise(s, in); }

static const struct hd_block block = {
    .name = "warp_pool",
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
    .index_rule = "entry [i] (tid_q: entry [i / 64] of lane [i % 64])",
    .no_reset = true,
    .waves = "",
};

/* The registers in the order in which they are described. */
enum { REG_TID, REG_PC, REG_NEXT, REG_MASK };

unsigned long long warp_pool_open(const char *path, unsigned entries, unsigned lanes,
                                  unsigned tid_width, unsigned pc_width)
{
    const struct warp_pool_cfg cfg = {entries, lanes, tid_width, pc_width};
    char text[200];
    snprintf(text, sizeof text, "Entries=%u Lanes=%u TidWidth=%u PcWidth=%u", entries, lanes,
             tid_width, pc_width);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : warp_pool_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR warp_pool: %s (%s)\n", wrong, text);
        exit(2);
    }
    const uint32_t idx = hd_bits_for(entries - 1);
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, grp_pc, GROUPS, pc_width, NULL, NULL),
        HD_ROWS(HD_IN, inputs, grp_tid, lanes, tid_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, join_en, GROUPS, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, join_idx, GROUPS, idx, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, join_mask, GROUPS, lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, open_en, GROUPS, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, open_idx, GROUPS, idx, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, open_mask, GROUPS, lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, shut_en, GROUPS, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, shut_idx, GROUPS, idx, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, shut_mask, GROUPS, lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, close_hit, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, close_occ, lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, link_en, LINKS, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, link_from, LINKS, idx, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, link_to, LINKS, idx, NULL, NULL),
        HD_ONE(HD_IN, inputs, issue_idx, idx, NULL, NULL),
        HD_ONE(HD_OUT, outputs, next, idx, if_next, "Read: Next as it is in memory"),
        HD_ONE(HD_OUT, outputs, issue_pc, pc_width, if_pc, "Read: PC as it is in memory"),
        HD_ONE(HD_OUT, outputs, issue_mask, lanes, if_mask,
               "Read: shut_mask if the warp is shut in this cycle, else close_occ on close_hit, "
               "else MASK in memory"),
        HD_ARRAY(HD_OUT, outputs, issue_tid, lanes, tid_width, if_tid,
                 "Read: what is written there in this very cycle, else what is in memory"),
        HD_REG("tid_q", state, tid[0][0], 4, entries * MAX_LANES, tid_width, tid_known,
               "Write: TID of the lanes in join_mask at join_idx, of those in open_mask at "
               "open_idx"),
        HD_REG("pc_q", state, pc[0], 4, entries, pc_width, pc_known,
               "Write: with open_en PC at open_idx"),
        HD_REG("next_q", state, next[0], 4, entries, idx, next_known,
               "Write: with link_en Next of link_from becomes link_to"),
        HD_REG("mask_q", state, mask[0], 8, entries, lanes, mask_known,
               "Write: with shut_en MASK at shut_idx"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* Of each memory the entries `at` and what is there; an index may be none of an entry. */
void warp_pool_state(unsigned long long handle, const svBitVecVal *tid_at, const svBitVecVal *tid,
                     const svBitVecVal *pc_at, const svBitVecVal *pc, const svBitVecVal *next_at,
                     const svBitVecVal *next, const svBitVecVal *mask_at, const svBitVecVal *mask)
{
    enum { TIDS = 5, OTHERS = 3 };
    struct hd_instance *inst = hd_instance(handle);
    const struct warp_pool_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    const uint32_t n = cfg->entries;
    for (unsigned k = 0; k < TIDS; k++) {
        if (tid_at[k] >= n) continue;
        hd_state_part(inst, REG_TID, tid_at[k] * MAX_LANES, cfg->lanes, &tid[k * cfg->lanes]);
    }
    for (unsigned k = 0; k < OTHERS; k++) {
        if (pc_at[k] < n) hd_state_part(inst, REG_PC, pc_at[k], 1, &pc[k]);
        if (next_at[k] < n) hd_state_part(inst, REG_NEXT, next_at[k], 1, &next[k]);
        if (mask_at[k] < n) hd_state_part(inst, REG_MASK, mask_at[k], 1, &mask[2 * k]);
    }
}

int warp_pool_ports(unsigned long long handle, svBit rst_n, const svBitVecVal *grp_pc,
                    const svBitVecVal *grp_tid, unsigned char join_en, const svBitVecVal *join_idx,
                    const svBitVecVal *join_mask, unsigned char open_en,
                    const svBitVecVal *open_idx, const svBitVecVal *open_mask,
                    unsigned char shut_en, const svBitVecVal *shut_idx,
                    const svBitVecVal *shut_mask, svBit close_hit, unsigned long long close_occ,
                    unsigned char link_en, const svBitVecVal *link_from, const svBitVecVal *link_to,
                    unsigned issue_idx, unsigned next, unsigned issue_pc,
                    unsigned long long issue_mask, const svBitVecVal *issue_tid)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t lanes = ((const state *)hd_model(inst))->cfg.lanes;
    inputs *in = hd_inputs(inst);
    hd_words2(in->grp_pc, grp_pc);
    for (uint32_t g = 0; g < GROUPS; g++) {
        memcpy(in->grp_tid[g], grp_tid + g * lanes, lanes * sizeof in->grp_tid[g][0]);
    }
    hd_bits2(in->join_en, join_en);
    hd_words2(in->join_idx, join_idx);
    hd_masks2(in->join_mask, join_mask);
    hd_bits2(in->open_en, open_en);
    hd_words2(in->open_idx, open_idx);
    hd_masks2(in->open_mask, open_mask);
    hd_bits2(in->shut_en, shut_en);
    hd_words2(in->shut_idx, shut_idx);
    hd_masks2(in->shut_mask, shut_mask);
    in->close_hit = close_hit != 0;
    in->close_occ = close_occ;
    hd_bits2(in->link_en, link_en);
    hd_words2(in->link_from, link_from);
    hd_words2(in->link_to, link_to);
    in->issue_idx = issue_idx;
    outputs *out = hd_outputs(inst);
    out->next = next;
    out->issue_pc = issue_pc;
    out->issue_mask = issue_mask;
    memcpy(out->issue_tid, issue_tid, lanes * sizeof out->issue_tid[0]);
    now = in;
    return hd_ports(inst, rst_n != 0);
}
