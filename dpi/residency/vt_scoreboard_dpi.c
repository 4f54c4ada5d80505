/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_vt_scoreboard_lockstep: describes the block to the harness, unpacks arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/vt_scoreboard.h"

enum { MAX_PORTS = VT_SCOREBOARD_MAX_PORTS };

typedef struct vt_scoreboard state;
typedef struct vt_scoreboard_in inputs;
typedef struct vt_scoreboard_out outputs;

/* ---- what means something, and when ---- */

/* A number of a slot that there is not asks for nothing: the inputs of the cycle that hd_ports is
 * asked to compare. */
static const inputs *now;

static bool if_query(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return now->query_slot[i] < ((const state *)s)->cfg.slots;
}

static bool if_retire_slot(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return now->retire_slot < ((const state *)s)->cfg.slots;
}

static bool if_valid(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return (((const state *)s)->valid >> i & 1) != 0;
}

/* ---- coverage ---- */

enum {
    BIN_IN_TIME,
    BIN_RETIRE_LAST_IN,
    BIN_RETIRE_TWO_IN,
    BIN_JUST_LATE,
    BIN_LATE_EMPTY,
    BIN_LATE_OWNED,
    BIN_LATE_ONE_BIT,
    BIN_LATE_BUSY,
    BIN_TAKEOVER,
    BIN_LATE_RETIRING,
    BIN_TWO_BACK,
    BIN_TWO_LATE,
    BIN_TWO_LATE_SLOT,
    BIN_LATE_BESIDE,
    BIN_SET_BACK,
    BIN_SET_LATE,
    BIN_TWO_SETS,
    BIN_QUERY_SET,
    BIN_QUERY_BACK,
    BIN_RETIRE_NONE,
    BIN_RETIRE_SOME,
    BIN_RETIRE_ALL,
    BIN_ASKED_ONLY,
    BIN_CLEAR_MANY,
    BIN_CLEAR_LATE,
    BIN_MAP_ONE,
    BIN_MAP_MANY,
    BIN_MAP_TO_END,
    BIN_MAP_ALL,
    BIN_LAST_WARP,
    BIN_MAP_RETIRE,
    BIN_MAP_CLEAR,
    BIN_RETIRE_CLEAR
};

static const struct hd_bin bins[] = {
    {"in_time", "a write comes back in the cycle in which its warp retires, others are still out"},
    {"retire_last_in", "the last one does"},
    {"retire_two_in", "two writes of the retiring warp come back"},
    {"just_late", "a write comes back in the cycle after its warp retired"},
    {"late_empty", "a write comes back to a slot that is empty"},
    {"late_owned", "a write comes back to a slot that has a new owner"},
    {"late_one_bit", "and the two warps' numbers differ in one bit"},
    {"late_busy", "and that register of the new owner has a write outstanding"},
    {"takeover", "a write of the old owner comes back in the cycle in which the new one is mapped"},
    {"late_retiring", "a write of the old owner comes back when the new one retires"},
    {"two_back", "two writes of one slot come back"},
    {"two_late", "two writes are late"},
    {"two_late_slot", "both of one warp"},
    {"late_beside", "one is late, one of the present owner of that slot is not"},
    {"set_back", "a slot issues, another of its writes comes back"},
    {"set_late", "a slot issues to the very register that a late write names"},
    {"two_sets", "two instructions of one slot are issued"},
    {"query_set", "a slot is looked at that issues"},
    {"query_back", "a slot is looked at to which a write comes back"},
    {"retire_none", "a warp retires that has no write out"},
    {"retire_some", "one that has some"},
    {"retire_all", "one that has all its registers out"},
    {"asked_only", "writes of a slot are counted, but it does not retire"},
    {"clear_many", "a block of several warps ends"},
    {"clear_late", "a late write comes back to a block that ends"},
    {"map_one", "a block of one warp is mapped"},
    {"map_many", "a block of several warps is mapped"},
    {"map_to_end", "one of several up to the last slot"},
    {"map_all", "one on all slots"},
    {"last_warp", "the warp with the greatest number is mapped"},
    {"map_retire", "one block is mapped, a warp of another retires"},
    {"map_clear", "one block is mapped, another ends"},
    {"retire_clear", "a warp retires, another block ends"},
    {NULL, NULL},
};

static bool in_run(bool en, uint32_t base, uint32_t count, uint32_t slot)
{
    return en && slot >= base && slot - base < count;
}

/* The warp that retired in the cycle before, as far as cycles are seen here. */
static struct {
    bool en;
    uint32_t slot;
    uint32_t warp;
} gone;

static void cover_late(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint32_t slot = in->wb_slot[p];
    const bool owned = (s->valid >> slot & 1) != 0;
    bin[owned ? BIN_LATE_OWNED : BIN_LATE_EMPTY]++;
    if (gone.en && gone.slot == slot && gone.warp == in->wb_warp[p]) bin[BIN_JUST_LATE]++;
    if (in_run(in->map_en, in->map_base, in->map_count, slot)) bin[BIN_TAKEOVER]++;
    if (in_run(in->clear_en, in->clear_base, in->clear_count, slot)) bin[BIN_CLEAR_LATE]++;
    if (in->retire_en && in->retire_slot == slot) bin[BIN_LATE_RETIRING]++;
    if (!owned) return;
    if (__builtin_popcount(s->tag[slot] ^ in->wb_warp[p]) == 1) bin[BIN_LATE_ONE_BIT]++;
    if ((s->busy[slot] >> in->wb_reg[p] & 1) != 0) bin[BIN_LATE_BUSY]++;
    for (uint32_t q = 0; q < s->cfg.ports; q++) {
        if (in->set_en[q] && in->set_slot[q] == slot && in->set_reg[q] == in->wb_reg[p]) {
            bin[BIN_SET_LATE]++;
        }
    }
}

static void cover_back(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    for (uint32_t q = 0; q < s->cfg.ports; q++) {
        if (in->set_en[q] && in->set_slot[q] == in->wb_slot[p]) bin[BIN_SET_BACK]++;
        if (in->query_slot[q] == in->wb_slot[p]) bin[BIN_QUERY_BACK]++;
    }
}

static void cover_writebacks(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->wb_en[p]) continue;
        if (out->late[p]) cover_late(s, in, p, bin);
        else cover_back(s, in, p, bin);
        for (uint32_t q = 0; q < p; q++) {
            if (!in->wb_en[q]) continue;
            const bool same = in->wb_slot[p] == in->wb_slot[q];
            if (out->late[p] && out->late[q]) bin[same ? BIN_TWO_LATE_SLOT : BIN_TWO_LATE]++;
            else if (same) bin[out->late[p] != out->late[q] ? BIN_LATE_BESIDE : BIN_TWO_BACK]++;
        }
    }
}

static void cover_issue(const state *s, const inputs *in, uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        for (uint32_t q = 0; in->set_en[p] && q < s->cfg.ports; q++) {
            if (q < p && in->set_en[q] && in->set_slot[p] == in->set_slot[q]) bin[BIN_TWO_SETS]++;
            if (in->query_slot[q] == in->set_slot[p]) bin[BIN_QUERY_SET]++;
        }
    }
}

static void cover_retire(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!in->retire_en) {
        if (out->retire_count > 0) bin[BIN_ASKED_ONLY]++;
        return;
    }
    if (out->retire_count == 0) bin[BIN_RETIRE_NONE]++;
    else bin[out->retire_count == s->cfg.regs ? BIN_RETIRE_ALL : BIN_RETIRE_SOME]++;
    unsigned in_time = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->wb_en[p] && !out->late[p] && in->wb_slot[p] == in->retire_slot) in_time++;
    }
    if (in_time > 0) bin[out->retire_count == 0 ? BIN_RETIRE_LAST_IN : BIN_IN_TIME]++;
    if (in_time > 1) bin[BIN_RETIRE_TWO_IN]++;
}

static void cover_blocks(const state *s, const inputs *in, uint64_t *bin)
{
    if (in->map_en) {
        const bool to_end = in->map_base + in->map_count == s->cfg.slots;
        bin[in->map_count == 1 ? BIN_MAP_ONE : BIN_MAP_MANY]++;
        if (to_end && in->map_count > 1) bin[BIN_MAP_TO_END]++;
        if (in->map_count == s->cfg.slots) bin[BIN_MAP_ALL]++;
        if (in->map_warp + in->map_count == s->cfg.warps) bin[BIN_LAST_WARP]++;
        if (in->retire_en) bin[BIN_MAP_RETIRE]++;
        if (in->clear_en) bin[BIN_MAP_CLEAR]++;
    }
    if (in->clear_en && in->clear_count > 1) bin[BIN_CLEAR_MANY]++;
    if (in->clear_en && in->retire_en) bin[BIN_RETIRE_CLEAR]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_writebacks(s, in, out, bin);
    cover_issue(s, in, bin);
    cover_retire(s, in, out, bin);
    cover_blocks(s, in, bin);
    gone.en = in->retire_en;
    if (!gone.en) return;
    gone.slot = in->retire_slot;
    gone.warp = s->tag[gone.slot];
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { vt_scoreboard_reset(s); }
static void eval(const void *s, const void *in, void *out) { vt_scoreboard_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { vt_scoreboard_tick(s, in, out); }
static const char *check(const void *s) { return vt_scoreboard_check(s); }
static const char *promise(const void *s, const void *in) { return vt_scoreboard_promise(s, in); }

static const struct hd_block block = {
    .name = "vt_scoreboard",
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
    .index_rule = "slot [i] (valid_q: bit i is slot i; busy_q: bit i is register i)",
    .waves = "valid_q",
};

unsigned long long vt_scoreboard_open(const char *path, unsigned slots, unsigned regs,
                                      unsigned warps, unsigned ports)
{
    const struct vt_scoreboard_cfg cfg = {slots, regs, warps, ports};
    char text[200];
    snprintf(text, sizeof text, "Slots=%u Regs=%u Warps=%u Ports=%u", slots, regs, warps, ports);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : vt_scoreboard_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR vt_scoreboard: %s (%s)\n", wrong, text);
        exit(2);
    }
    const uint32_t slot = hd_bits_for(slots - 1);
    const uint32_t reg = hd_bits_for(regs - 1);
    const uint32_t warp = hd_bits_for(warps - 1);
    const uint32_t size = hd_bits_for(slots);
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, query_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, set_en, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, set_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, set_reg, ports, reg, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_en, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_warp, ports, warp, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_reg, ports, reg, NULL, NULL),
        HD_ONE(HD_IN, inputs, map_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, map_base, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, map_count, size, NULL, NULL),
        HD_ONE(HD_IN, inputs, map_warp, warp, NULL, NULL),
        HD_ONE(HD_IN, inputs, retire_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, retire_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, clear_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, clear_base, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, clear_count, size, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, query_busy, ports, regs, if_query,
                 "Ports: the vector of a slot, as it is at the start of the cycle"),
        HD_ARRAY(HD_OUT, outputs, late, ports, 1, NULL,
                 "What a cycle does: a writeback is late unless its slot is valid and the tag is "
                 "its warp"),
        HD_ONE(HD_OUT, outputs, retire_count, hd_bits_for(regs), if_retire_slot,
               "What a cycle does: bits of retire_slot that are set and not cleared by a matching "
               "writeback of this cycle"),
        HD_REG("valid_q", state, valid, 0, 1, slots, NULL,
               "Clock edge: retire, clear make a slot invalid, then map valid; Reset: none is"),
        HD_REG("tag_q", state, tag[0], 4, slots, warp, if_valid,
               "Clock edge: map gives the slots from map_base on the warps from map_warp on"),
        HD_REG("busy_q", state, busy[0], 8, slots, regs, NULL,
               "Clock edge: matching writebacks clear, issues set; then retire, clear and map "
               "leave no bit; Reset: no bit"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void vt_scoreboard_state(unsigned long long handle, unsigned long long valid,
                         const svBitVecVal *tag, const svBitVecVal *busy)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const uint64_t is_valid = valid;
    hd_state(inst, 0, 1, &is_valid, sizeof is_valid);
    hd_state(inst, 1, 1, tag, s->cfg.slots * sizeof s->tag[0]);
    hd_state(inst, 2, 1, busy, s->cfg.slots * sizeof s->busy[0]);
}

int vt_scoreboard_ports(unsigned long long handle, svBit rst_n, const svBitVecVal *query_slot,
                        unsigned char set_en, const svBitVecVal *set_slot,
                        const svBitVecVal *set_reg, unsigned char wb_en, const svBitVecVal *wb_slot,
                        const svBitVecVal *wb_warp, const svBitVecVal *wb_reg, svBit map_en,
                        unsigned map_base, unsigned map_count, unsigned map_warp, svBit retire_en,
                        unsigned retire_slot, svBit clear_en, unsigned clear_base,
                        unsigned clear_count, const svBitVecVal *query_busy, unsigned char late,
                        unsigned retire_count)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ((const state *)hd_model(inst))->cfg.ports;
    const size_t words = ports * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    memcpy(in->query_slot, query_slot, words);
    hd_bits(in->set_en, set_en, ports);
    memcpy(in->set_slot, set_slot, words);
    memcpy(in->set_reg, set_reg, words);
    hd_bits(in->wb_en, wb_en, ports);
    memcpy(in->wb_slot, wb_slot, words);
    memcpy(in->wb_warp, wb_warp, words);
    memcpy(in->wb_reg, wb_reg, words);
    in->map_en = map_en != 0;
    in->map_base = map_base;
    in->map_count = map_count;
    in->map_warp = map_warp;
    in->retire_en = retire_en != 0;
    in->retire_slot = retire_slot;
    in->clear_en = clear_en != 0;
    in->clear_base = clear_base;
    in->clear_count = clear_count;
    outputs *out = hd_outputs(inst);
    memcpy(out->query_busy, query_busy, 2 * words);
    hd_bits(out->late, late, ports);
    out->retire_count = retire_count;
    now = in;
    return hd_ports(inst, rst_n != 0);
}
