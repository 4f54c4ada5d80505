/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_pc_warp_lut_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/pc_warp_lut.h"

typedef struct pc_warp_lut state;
typedef struct pc_warp_lut_in inputs;
typedef struct pc_warp_lut_out outputs;

/* ---- what means something, and when ---- */

static bool if_valid(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->valid[i] != 0;
}

static bool if_join(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->join_en[i];
}

static bool if_open(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->open_en[i];
}

static bool if_shut(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->shut_en[i];
}

static bool if_close_hit(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->close_hit;
}

/* ---- coverage ---- */

enum {
    BIN_HIT,
    BIN_CONFLICT,
    BIN_MISS,
    BIN_EMPTY_GROUP,
    BIN_REPLACE,
    BIN_SET_FULL,
    BIN_ONE_SET,
    BIN_ONE_PC,
    BIN_ONE_PC_REJOIN,
    BIN_HIT_EVICTED,
    BIN_JOIN_THEN_REPLACED,
    BIN_STARVED,
    BIN_LAST_INDEX,
    BIN_SECOND_PORT,
    BIN_CLOSE_HIT,
    BIN_CLOSE_GONE,
    BIN_CLOSE_JOINED,
    BIN_CLOSE_REPOINTED,
    BIN_CLOSE_NOT_YET,
    BIN_SHUT_JOINED,
    BIN_SHUT_REPLACED,
    BIN_SHUT_AT_ONCE,
    BIN_OCC_FULL
};

static const struct hd_bin bins[] = {
    {"hit", "all threads of a group join"},
    {"conflict", "some threads join, or none, the rest opens a warp although there is an entry"},
    {"miss", "no entry: all threads open a warp"},
    {"empty_group", "REQ is 0"},
    {"replace", "a miss takes an invalid way"},
    {"set_full", "a miss replaces the victim"},
    {"one_set", "both groups are placed in one set"},
    {"one_pc", "both groups have one PC and are placed"},
    {"one_pc_rejoin", "group 1 joins the warp that group 0 opened in this cycle"},
    {"hit_evicted", "group 0 replaces the entry that group 1 would have hit"},
    {"evicted_while_joined", "group 1 replaces the entry that group 0 joined in this cycle"},
    {"allocator_empty", "a group is refused, no index is offered"},
    {"last_index", "a group is refused, the other took the only index"},
    {"second_port", "an index is taken from port 1 while port 0 offers none"},
    {"close_hit", "the issuing warp has an entry"},
    {"close_gone", "the issuing warp's entry was replaced or repointed before"},
    {"close_joined", "the issuing warp takes threads in this cycle"},
    {"close_repointed", "the issuing warp's entry is repointed in this cycle"},
    {"close_not_yet", "the warp that would issue next has an entry, and does not issue"},
    {"shut_joined", "a warp is shut by the group that joins it"},
    {"shut_replaced", "a warp is shut because its entry is replaced"},
    {"shut_at_once", "group 1 shuts the warp that group 0 opened in this cycle"},
    {"occ_full", "a group meets a warp with every lane taken"},
    {NULL, NULL},
};

static uint32_t set_of(const state *s, uint32_t pc)
{
    return (pc >> s->cfg.pc_shift) & (s->sets - 1);
}

/* The entry that holds pc, or -1. */
static int32_t find(const state *s, uint32_t pc)
{
    const uint32_t first = set_of(s, pc) * s->cfg.ways;
    for (uint32_t e = first; e < first + s->cfg.ways; e++) {
        if (s->valid[e] && s->pc[e] == pc) return (int32_t)e;
    }
    return -1;
}

static bool set_is_full(const state *s, uint32_t set)
{
    for (uint32_t w = 0; w < s->cfg.ways; w++) {
        if (!s->valid[set * s->cfg.ways + w]) return false;
    }
    return true;
}

static void cover_group(const state *s, const inputs *in, const outputs *out, unsigned g,
                        uint64_t *bin)
{
    if (!in->grp_valid[g]) return;
    if (in->grp_req[g] == 0) {
        bin[BIN_EMPTY_GROUP]++;
        return;
    }
    if (!out->grp_ready[g]) {
        bin[in->alloc_valid[0] || in->alloc_valid[1] ? BIN_LAST_INDEX : BIN_STARVED]++;
        return;
    }
    const int32_t e = find(s, in->grp_pc[g]);
    if (!out->open_en[g]) bin[BIN_HIT]++;
    if (e >= 0 && s->occ[e] == ~UINT64_C(0) >> (64 - s->cfg.lanes)) bin[BIN_OCC_FULL]++;
    if (out->open_en[g] && e >= 0) bin[BIN_CONFLICT]++;
    if (out->open_en[g] && e < 0) {
        bin[BIN_MISS]++;
        bin[set_is_full(s, set_of(s, in->grp_pc[g])) ? BIN_SET_FULL : BIN_REPLACE]++;
    }
    if (out->shut_en[g]) {
        if (out->join_en[g]) bin[BIN_SHUT_JOINED]++;
        if (e < 0) bin[BIN_SHUT_REPLACED]++;
        if (g == 1 && out->open_en[0] && out->shut_idx[1] == out->open_idx[0])
            bin[BIN_SHUT_AT_ONCE]++;
    }
    if (out->join_en[g] && in->close_en && out->join_idx[g] == in->close_idx) {
        bin[BIN_CLOSE_JOINED]++;
        if (out->open_en[g]) bin[BIN_CLOSE_REPOINTED]++;
    }
}

static void cover_pair(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t set = set_of(s, in->grp_pc[0]);
    if (!out->grp_ready[0] || !out->grp_ready[1] || in->grp_req[0] == 0 || in->grp_req[1] == 0 ||
        set != set_of(s, in->grp_pc[1])) {
        return;
    }
    bin[BIN_ONE_SET]++;
    const int32_t e0 = find(s, in->grp_pc[0]);
    const int32_t e1 = find(s, in->grp_pc[1]);
    if (in->grp_pc[0] == in->grp_pc[1]) {
        bin[BIN_ONE_PC]++;
        if (out->open_en[0] && out->join_en[1]) bin[BIN_ONE_PC_REJOIN]++;
        return;
    }
    if (!set_is_full(s, set)) return;
    const uint32_t victim = set * s->cfg.ways + s->victim[set];
    if (e0 < 0 && e1 == (int32_t)victim) bin[BIN_HIT_EVICTED]++;
    if (e1 < 0 && e0 == (int32_t)victim && out->join_en[0]) bin[BIN_JOIN_THEN_REPLACED]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_group(s, in, out, 0, bin);
    cover_group(s, in, out, 1, bin);
    cover_pair(s, in, out, bin);
    if (out->alloc_ready[1] && !in->alloc_valid[0]) bin[BIN_SECOND_PORT]++;
    if (!in->close_en && out->close_hit) bin[BIN_CLOSE_NOT_YET]++;
    if (in->close_en) {
        const int32_t e = find(s, in->close_pc);
        bin[e >= 0 && s->idx[e] == in->close_idx ? BIN_CLOSE_HIT : BIN_CLOSE_GONE]++;
    }
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { pc_warp_lut_reset(s); }
static void eval(const void *s, const void *in, void *out) { pc_warp_lut_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { pc_warp_lut_tick(s, in, out); }
static const char *check(const void *s) { return pc_warp_lut_check(s); }
static const char *promise(const void *s, const void *in) { return pc_warp_lut_promise(s, in); }

static const struct hd_block block = {
    .name = "pc_warp_lut",
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
    .index_rule = "entry [set * Ways + way] (victim_q: [set])",
    .waves = "valid_q",
};

unsigned long long pc_warp_lut_open(const char *path, unsigned entries, unsigned ways,
                                    unsigned lanes, unsigned pc_width, unsigned pool_entries,
                                    unsigned pc_shift, unsigned forward)
{
    const struct pc_warp_lut_cfg cfg = {entries,      ways,     lanes,  pc_width,
                                        pool_entries, pc_shift, forward};
    char text[200];
    snprintf(text, sizeof text,
             "Entries=%u Ways=%u Lanes=%u PcWidth=%u PoolEntries=%u PcShift=%u Forward=%u", entries,
             ways, lanes, pc_width, pool_entries, pc_shift, forward);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : pc_warp_lut_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR pc_warp_lut: %s (%s)\n", wrong, text);
        exit(2);
    }
    const uint32_t idx = hd_bits_for(pool_entries - 1);
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, grp_valid, 2, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, grp_pc, 2, pc_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, grp_req, 2, lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, alloc_valid, 2, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, alloc_idx, 2, idx, NULL, NULL),
        HD_ONE(HD_IN, inputs, close_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, close_pc, pc_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, close_idx, idx, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, grp_ready, 2, 1, NULL,
                 "Index: a valid group is refused only if it needs an index and none is left"),
        HD_ARRAY(HD_OUT, outputs, join_en, 2, 1, NULL,
                 "Join: a placed group joins if REQ & ~OCC of its PC's entry is not 0"),
        HD_ARRAY(HD_OUT, outputs, join_mask, 2, lanes, NULL,
                 "Split: join = REQ & ~OCC with an entry, 0 without; 0 for a refused group"),
        HD_ARRAY(
            HD_OUT, outputs, join_idx, 2, idx, if_join,
            "Join: the threads go to the warp IDX of the entry, for group 1 as group 0 left it"),
        HD_ARRAY(HD_OUT, outputs, open_en, 2, 1, NULL,
                 "Open: a placed group opens a warp if its conflict is not 0"),
        HD_ARRAY(HD_OUT, outputs, open_mask, 2, lanes, NULL,
                 "Split: conflict = REQ & OCC with an entry, REQ without; 0 for a refused group"),
        HD_ARRAY(HD_OUT, outputs, open_idx, 2, idx, if_open,
                 "Index: the lowest port that offers one, group 0 first"),
        HD_ARRAY(HD_OUT, outputs, alloc_ready, 2, 1, NULL,
                 "Index: an index is taken from the lowest port, by a group that needs one"),
        HD_ARRAY(
            HD_OUT, outputs, shut_en, 2, 1, NULL,
            "Shut: a placed group that repoints an entry, or replaces a valid one, leaves a warp"),
        HD_ARRAY(HD_OUT, outputs, shut_mask, 2, lanes, if_shut,
                 "Shut: the lanes of the warp left behind, OCC | join or the victim's OCC"),
        HD_ARRAY(HD_OUT, outputs, shut_idx, 2, idx, if_shut,
                 "Shut: the warp left behind, IDX of the entry before the group was placed"),
        HD_ONE(HD_OUT, outputs, close_hit, 1, NULL,
               "Close: a valid entry in the set of close_pc_i has IDX = close_idx_i as the close "
               "meets it, whether close_en_i or not"),
        HD_ONE(HD_OUT, outputs, close_occ, lanes, if_close_hit,
               "Close: OCC of that entry; with Forward = 1 as the groups leave it"),
        HD_REG("valid_q", state, valid[0], 4, entries, 1, NULL,
               "Entry: a miss makes its entry valid; Close: the issuing warp's entry becomes "
               "invalid; Reset: all do"),
        HD_REG("pc_q", state, pc[0], 4, entries, pc_width, if_valid,
               "Entry: after a miss the entry holds the group's PC"),
        HD_REG("occ_q", state, occ[0], 8, entries, lanes, if_valid,
               "Entry: OCC |= REQ after a hit without conflict, else OCC = conflict"),
        HD_REG("idx_q", state, idx[0], 4, entries, idx, if_valid,
               "Entry: after a conflict or a miss IDX is the new warp's index"),
        HD_REG("victim_q", state, victim[0], 4, s->sets, ways > 1 ? hd_bits_for(ways - 1) : 1, NULL,
               "Replaced entry: the pointer moves on when the victim is replaced, only then"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void pc_warp_lut_state(unsigned long long handle, const svBitVecVal *valid, const svBitVecVal *pc,
                       const svBitVecVal *occ, const svBitVecVal *idx, const svBitVecVal *victim)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    hd_state(inst, 0, 1, valid, s->cfg.entries * sizeof s->valid[0]);
    hd_state(inst, 1, 1, pc, s->cfg.entries * sizeof s->pc[0]);
    hd_state(inst, 2, 1, occ, s->cfg.entries * sizeof s->occ[0]);
    hd_state(inst, 3, 1, idx, s->cfg.entries * sizeof s->idx[0]);
    hd_state(inst, 4, 1, victim, s->sets * sizeof s->victim[0]);
}

int pc_warp_lut_ports(unsigned long long handle, svBit rst_n, unsigned char grp_valid,
                      const svBitVecVal *grp_pc, const svBitVecVal *grp_req,
                      unsigned char grp_ready, unsigned char alloc_valid,
                      const svBitVecVal *alloc_idx, unsigned char alloc_ready, svBit close_en,
                      unsigned close_pc, unsigned close_idx, unsigned char join_en,
                      const svBitVecVal *join_idx, const svBitVecVal *join_mask,
                      unsigned char open_en, const svBitVecVal *open_idx,
                      const svBitVecVal *open_mask, unsigned char shut_en,
                      const svBitVecVal *shut_idx, const svBitVecVal *shut_mask, svBit close_hit,
                      unsigned long long close_occ)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    hd_bits2(in->grp_valid, grp_valid);
    hd_words2(in->grp_pc, grp_pc);
    hd_masks2(in->grp_req, grp_req);
    hd_bits2(in->alloc_valid, alloc_valid);
    hd_words2(in->alloc_idx, alloc_idx);
    in->close_en = close_en != 0;
    in->close_pc = close_pc;
    in->close_idx = close_idx;
    outputs *out = hd_outputs(inst);
    hd_bits2(out->grp_ready, grp_ready);
    hd_bits2(out->alloc_ready, alloc_ready);
    hd_bits2(out->join_en, join_en);
    hd_words2(out->join_idx, join_idx);
    hd_masks2(out->join_mask, join_mask);
    hd_bits2(out->open_en, open_en);
    hd_words2(out->open_idx, open_idx);
    hd_masks2(out->open_mask, open_mask);
    hd_bits2(out->shut_en, shut_en);
    hd_words2(out->shut_idx, shut_idx);
    hd_masks2(out->shut_mask, shut_mask);
    out->close_hit = close_hit != 0;
    out->close_occ = close_occ;
    return hd_ports(inst, rst_n != 0);
}
