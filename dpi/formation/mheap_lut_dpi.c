/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_mheap_lut_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/mheap_lut.h"

enum { LOOKUPS = MHEAP_LUT_LOOKUPS, MOVES = MHEAP_LUT_MOVES };

typedef struct mheap_lut state;
typedef struct mheap_lut_in inputs;
typedef struct mheap_lut_out outputs;

/* ---- what means something, and when ---- */

static bool if_valid(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->valid[i];
}

static bool if_moved(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    (void)out;
    return s->valid[i] && s->moved[i];
}

static bool if_lut(const void *s, const void *out_, uint32_t i)
{
    const outputs *out = out_;
    (void)s;
    return out->lkp_hit[i] || out->lkp_free[i];
}

static bool if_mh(const void *s, const void *out_, uint32_t i)
{
    const outputs *out = out_;
    return out->lkp_hit[i] && ((const state *)s)->moved[out->lkp_lut[i]];
}

/* ---- coverage ---- */

enum {
    BIN_HIT,
    BIN_HIT_LAST_WAY,
    BIN_MISS,
    BIN_SET_FULL,
    BIN_ALL_FULL,
    BIN_ONE_SET,
    BIN_ONE_SET_ONE_FREE,
    BIN_ONE_SET_SECOND_ONLY,
    BIN_ONE_PC,
    BIN_BOTH_HIT,
    BIN_INSERT_BOTH,
    BIN_FREED_HIT,
    BIN_FREED_INSERTED,
    BIN_INSERTED_MOVED,
    BIN_INSERTED_BOTH_MOVED,
    BIN_MOVED_HIT,
    BIN_TWO_MOVES,
    BIN_CLEAR,
    BIN_CLEAR_INSERT,
    BIN_CLEAR_INSERT_HIT
};

static const struct hd_bin bins[] = {
    {"hit", "there is an entry for the PC"},
    {"hit_last_way", "it is in the last way"},
    {"miss", "there is none, and a free one"},
    {"set_full", "there is none, and no free one"},
    {"all_full", "every entry is valid"},
    {"one_set", "both look-ups miss in one set and are given two ways"},
    {"one_set_one_free", "both look-ups miss in one set and one way is free: look-up 1 has none"},
    {"one_set_second_only", "both miss in one set and the second one alone is inserted"},
    {"one_pc", "both look-ups are of one PC and miss"},
    {"both_hit", "both look-ups hit one entry"},
    {"insert_both", "two PCs are inserted"},
    {"freed_hit", "an entry that is freed still hits"},
    {"freed_inserted", "an entry is freed and inserted anew"},
    {"inserted_moved", "an entry is inserted and moved"},
    {"inserted_both_moved", "two entries are inserted and moved"},
    {"moved_hit", "an entry that moves is looked up: the old MH# is said"},
    {"two_moves", "two entries move"},
    {"clear", "all entries become free"},
    {"clear_insert", "all entries become free, but for the one that is inserted"},
    {"clear_insert_hit", "which was valid before"},
    {NULL, NULL},
};

static uint32_t set_of(const state *s, uint32_t pc)
{
    return (pc >> s->cfg.pc_shift) & (s->sets - 1);
}

static void cover_lookup(const state *s, const inputs *in, const outputs *out, unsigned u,
                         uint64_t *bin)
{
    const uint32_t lut = out->lkp_lut[u];
    if (!out->lkp_hit[u]) {
        bin[out->lkp_free[u] ? BIN_MISS : BIN_SET_FULL]++;
    } else {
        bin[BIN_HIT]++;
        if (lut % s->cfg.ways == s->cfg.ways - 1) bin[BIN_HIT_LAST_WAY]++;
        if (in->free_en && in->free_lut == lut) bin[BIN_FREED_HIT]++;
        for (unsigned m = 0; m < MOVES; m++) {
            if (in->move_en[m] && in->move_lut[m] == lut) bin[BIN_MOVED_HIT]++;
        }
    }
    if (!in->ins_en[u]) return;
    if (out->lkp_hit[u] && in->free_en && in->free_lut == lut) bin[BIN_FREED_INSERTED]++;
    if (in->clear_en) bin[out->lkp_hit[u] ? BIN_CLEAR_INSERT_HIT : BIN_CLEAR_INSERT]++;
}

static void cover_pair(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->ins_en[0] && in->ins_en[1]) bin[BIN_INSERT_BOTH]++;
    if (out->lkp_hit[0] && out->lkp_hit[1] && out->lkp_lut[0] == out->lkp_lut[1]) {
        bin[BIN_BOTH_HIT]++;
    }
    if (out->lkp_hit[0] || out->lkp_hit[1]) return;
    if (set_of(s, in->lkp_pc[0]) != set_of(s, in->lkp_pc[1])) return;
    if (in->lkp_pc[0] == in->lkp_pc[1]) bin[BIN_ONE_PC]++;
    if (out->lkp_free[0]) bin[out->lkp_free[1] ? BIN_ONE_SET : BIN_ONE_SET_ONE_FREE]++;
    if (in->ins_en[1] && !in->ins_en[0]) bin[BIN_ONE_SET_SECOND_ONLY]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    for (unsigned u = 0; u < LOOKUPS; u++) cover_lookup(s, in, out, u, bin);
    cover_pair(s, in, out, bin);
    unsigned new_moved = 0;
    for (unsigned m = 0; m < MOVES; m++) {
        for (unsigned u = 0; u < LOOKUPS; u++) {
            new_moved += in->move_en[m] && in->ins_en[u] && out->lkp_lut[u] == in->move_lut[m];
        }
    }
    if (new_moved > 0) bin[new_moved == 2 ? BIN_INSERTED_BOTH_MOVED : BIN_INSERTED_MOVED]++;
    if (in->move_en[0] && in->move_en[1]) bin[BIN_TWO_MOVES]++;
    if (in->clear_en) bin[BIN_CLEAR]++;
    uint32_t valid = 0;
    while (valid < s->cfg.entries && s->valid[valid]) valid++;
    if (valid == s->cfg.entries) bin[BIN_ALL_FULL]++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { mheap_lut_reset(s); }
static void eval(const void *s, const void *in, void *out) { mheap_lut_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { mheap_lut_tick(s, in, out); }
static const char *check(const void *s) { return mheap_lut_check(s); }
static const char *promise(const void *s, const void *in) { return mheap_lut_promise(s, in); }

static const struct hd_block block = {
    .name = "mheap_lut",
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
    .index_rule = "entry [set * Ways + way]",
    .waves = "valid_q",
};

/* Bits that hold the numbers 0 to n. */
unsigned long long mheap_lut_open(const char *path, unsigned entries, unsigned ways,
                                  unsigned pc_width, unsigned heap_entries, unsigned lut_width,
                                  unsigned pc_shift)
{
    const struct mheap_lut_cfg cfg = {entries, ways, pc_width, heap_entries, lut_width, pc_shift};
    char text[200];
    snprintf(text, sizeof text,
             "Entries=%u Ways=%u PcWidth=%u HeapEntries=%u LutWidth=%u PcShift=%u", entries, ways,
             pc_width, heap_entries, lut_width, pc_shift);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : mheap_lut_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR mheap_lut: %s (%s)\n", wrong, text);
        exit(2);
    }
    const uint32_t mh = hd_bits_for(heap_entries - 1);
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, lkp_pc, LOOKUPS, pc_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ins_en, LOOKUPS, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, move_en, MOVES, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, move_lut, MOVES, lut_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, move_mh, MOVES, mh, NULL, NULL),
        HD_ONE(HD_IN, inputs, free_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, free_lut, lut_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, clear_en, 1, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, lkp_hit, LOOKUPS, 1, NULL,
                 "Look-up: a valid entry of the PC's set holds the PC"),
        HD_ARRAY(HD_OUT, outputs, lkp_free, LOOKUPS, 1, NULL,
                 "Look-up: no hit, and an invalid way, for look-up 1 beside look-up 0's"),
        HD_ARRAY(HD_OUT, outputs, lkp_mh, LOOKUPS, mh, if_mh, "Look-up: MH# of the entry found"),
        HD_ARRAY(HD_OUT, outputs, lkp_lut, LOOKUPS, lut_width, if_lut,
                 "Look-up: the entry found, else the lowest-numbered invalid way, for look-up 1 "
                 "beside look-up 0's"),
        HD_REG("valid_q", state, valid[0], sizeof(bool), entries, 1, NULL,
               "Clock edge: free and clear, then insertions; Reset: all invalid"),
        HD_REG("pc_q", state, pc[0], 4, entries, pc_width, if_valid,
               "Clock edge: an insertion writes the PC that was looked up"),
        HD_REG("mh_q", state, mh[0], 4, entries, mh, if_moved,
               "Clock edge: a move writes MH#, after the insertions"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void mheap_lut_state(unsigned long long handle, const svBitVecVal *valid, const svBitVecVal *pc,
                     const svBitVecVal *mh)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    hd_state(inst, 0, 1, valid, s->cfg.entries * sizeof s->valid[0]);
    hd_state(inst, 1, 1, pc, s->cfg.entries * sizeof s->pc[0]);
    hd_state(inst, 2, 1, mh, s->cfg.entries * sizeof s->mh[0]);
}

int mheap_lut_ports(unsigned long long handle, svBit rst_n, const svBitVecVal *lkp_pc,
                    unsigned char lkp_hit, unsigned char lkp_free, const svBitVecVal *lkp_mh,
                    const svBitVecVal *lkp_lut, unsigned char ins_en, unsigned char move_en,
                    const svBitVecVal *move_lut, const svBitVecVal *move_mh, svBit free_en,
                    unsigned free_lut, svBit clear_en)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    hd_words2(in->lkp_pc, lkp_pc);
    hd_bits2(in->ins_en, ins_en);
    hd_bits2(in->move_en, move_en);
    hd_words2(in->move_lut, move_lut);
    hd_words2(in->move_mh, move_mh);
    in->free_en = free_en != 0;
    in->free_lut = free_lut;
    in->clear_en = clear_en != 0;
    outputs *out = hd_outputs(inst);
    hd_bits2(out->lkp_hit, lkp_hit);
    hd_bits2(out->lkp_free, lkp_free);
    hd_words2(out->lkp_mh, lkp_mh);
    hd_words2(out->lkp_lut, lkp_lut);
    return hd_ports(inst, rst_n != 0);
}
