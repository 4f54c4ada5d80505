/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_scoreboard_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/scoreboard.h"

typedef struct scoreboard state;
typedef struct scoreboard_in inputs;
typedef struct scoreboard_out outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare: a number of a slot that there is not
 * asks for nothing. */
static const inputs *now;

static bool if_query(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return now->query_slot[i] < ((const state *)s)->cfg.slots;
}

/* ---- coverage ---- */

enum {
    BIN_SET,
    BIN_SET_FIRST,
    BIN_SET_FILLS,
    BIN_SET_ALL_PORTS,
    BIN_SET_TWIN_REG,
    BIN_SET_NEAR,
    BIN_BACK,
    BIN_BACK_FREES,
    BIN_BACK_NEXT_CYCLE,
    BIN_BACK_ALL_WRITERS,
    BIN_BACK_TWIN_REG,
    BIN_BACK_SAME_SLOT,
    BIN_BACK_SAME_SLOT_ALL,
    BIN_BACK_SLOT_EMPTIED,
    BIN_BOTH_SLOT,
    BIN_BOTH_SLOT_STAYS_BUSY,
    BIN_BOTH_REG_OTHER_SLOT,
    BIN_SET_AFTER_BACK,
    BIN_QUERY_IDLE,
    BIN_QUERY_FULL,
    BIN_QUERY_TWICE,
    BIN_QUERY_SET,
    BIN_QUERY_BACK,
    BIN_ALL_FREE,
    BIN_NONE_FREE,
    BIN_EDGES
};

static const struct hd_bin bins[] = {
    {"set", "an instruction with a destination issues on a slot that has others outstanding"},
    {"set_first", "one issues on a slot that is free"},
    {"set_fills", "one issues, and all registers of its slot are busy"},
    {"set_all_ports", "one issues on every port"},
    {"set_twin_reg", "two slots issue to the same register"},
    {"set_near", "two slots issue whose numbers differ in one bit"},
    {"back", "a result comes, others of its slot are outstanding"},
    {"back_frees", "the last result of a slot comes"},
    {"back_next_cycle", "a result comes in the cycle behind its issue"},
    {"back_all_writers", "a result comes at every writer"},
    {"back_twin_reg", "results of one register of two slots come"},
    {"back_same_slot", "two results of one slot come"},
    {"back_same_slot_all", "all writers bring results of one slot"},
    {"back_slot_emptied", "several results of one slot come, and they are its last ones"},
    {"both_slot", "a slot issues, a result of another register of it comes"},
    {"both_slot_stays_busy", "the same, and it was its only one: the slot is not free for a cycle"},
    {"both_reg_other_slot", "a slot issues to a register, a result of it comes for another slot"},
    {"set_after_back", "a slot issues to the register whose result came in the cycle before"},
    {"query_idle", "a slot is asked about that has none"},
    {"query_full", "a slot is asked about of which all registers are busy"},
    {"query_twice", "two ports ask about one slot that has some"},
    {"query_set", "a slot is asked about that issues in this cycle: not yet busy"},
    {"query_back", "a slot is asked about whose result comes in this cycle: still busy"},
    {"all_free", "all slots are free"},
    {"none_free", "no slot is"},
    {"edges", "the highest register of the highest slot is set"},
    {NULL, NULL},
};

/* What happened in the cycle before, as far as cycles are seen here. */
static struct {
    uint64_t set[SCOREBOARD_MAX_SLOTS];
    uint64_t back[SCOREBOARD_MAX_SLOTS];
} last;

/* The registers that are set, or come back, of each slot in this cycle. */
static void gather(const bool *en, const uint32_t *slot, const uint32_t *reg, uint32_t n,
                   uint64_t *of)
{
    for (uint32_t i = 0; i < n; i++) {
        if (en[i]) of[slot[i]] |= UINT64_C(1) << reg[i];
    }
}

static void cover_set(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t all = UINT64_MAX >> (64 - s->cfg.regs);
    uint32_t sets = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->set_slot[p], reg = in->set_reg[p];
        if (!in->set_en[p]) continue;
        const uint64_t busy = s->busy[slot];
        sets++;
        bin[busy == 0 ? BIN_SET_FIRST : BIN_SET]++;
        if ((busy | UINT64_C(1) << reg) == all) bin[BIN_SET_FILLS]++;
        if (has(last.back[slot], reg)) bin[BIN_SET_AFTER_BACK]++;
        if (slot == s->cfg.slots - 1 && reg == s->cfg.regs - 1) bin[BIN_EDGES]++;
        for (uint32_t q = 0; q < p; q++) {
            if (!in->set_en[q]) continue;
            if (in->set_reg[q] == reg) bin[BIN_SET_TWIN_REG]++;
            if (!several(in->set_slot[q] ^ slot)) bin[BIN_SET_NEAR]++;
        }
    }
    if (sets == s->cfg.ports) bin[BIN_SET_ALL_PORTS]++;
}

/* Writers that bring a result of this slot. */
static uint32_t results_of(const state *s, const inputs *in, uint32_t slot)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < s->cfg.writers; w++) n += in->wb_en[w] && in->wb_slot[w] == slot;
    return n;
}

static void cover_back(const state *s, const inputs *in, const uint64_t *back, uint64_t *bin)
{
    uint32_t results = 0;
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        const uint32_t slot = in->wb_slot[w], reg = in->wb_reg[w];
        if (!in->wb_en[w]) continue;
        const bool emptied = s->busy[slot] == back[slot];
        const uint32_t of_slot = results_of(s, in, slot);
        results++;
        bin[emptied ? BIN_BACK_FREES : BIN_BACK]++;
        if (has(last.set[slot], reg)) bin[BIN_BACK_NEXT_CYCLE]++;
        if (of_slot > 1) bin[emptied ? BIN_BACK_SLOT_EMPTIED : BIN_BACK_SAME_SLOT]++;
        if (of_slot > 1 && of_slot == s->cfg.writers) bin[BIN_BACK_SAME_SLOT_ALL]++;
        for (uint32_t v = 0; v < w; v++) {
            if (in->wb_en[v] && in->wb_reg[v] == reg && in->wb_slot[v] != slot)
                bin[BIN_BACK_TWIN_REG]++;
        }
    }
    if (results == s->cfg.writers) bin[BIN_BACK_ALL_WRITERS]++;
}

static void cover_both(const state *s, const uint64_t *set, const uint64_t *back, uint64_t *bin)
{
    uint64_t set_regs = 0, twins = 0;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (set[slot] != 0 && back[slot] != 0)
            bin[s->busy[slot] == back[slot] ? BIN_BOTH_SLOT_STAYS_BUSY : BIN_BOTH_SLOT]++;
        set_regs |= set[slot];
        twins |= back[slot];
    }
    /* Set and writeback of one register are never of one slot. */
    if ((set_regs & twins) != 0) bin[BIN_BOTH_REG_OTHER_SLOT]++;
}

static void cover_queries(const state *s, const inputs *in, const uint64_t *set,
                          const uint64_t *back, uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->query_slot[p];
        if (slot >= s->cfg.slots) continue;
        if (s->busy[slot] == 0) bin[BIN_QUERY_IDLE]++;
        if (s->busy[slot] == UINT64_MAX >> (64 - s->cfg.regs)) bin[BIN_QUERY_FULL]++;
        if (set[slot] != 0) bin[BIN_QUERY_SET]++;
        if (back[slot] != 0) bin[BIN_QUERY_BACK]++;
        for (uint32_t q = 0; q < p; q++) {
            if (in->query_slot[q] == slot && s->busy[slot] != 0) bin[BIN_QUERY_TWICE]++;
        }
    }
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    uint64_t set[SCOREBOARD_MAX_SLOTS] = {0}, back[SCOREBOARD_MAX_SLOTS] = {0};
    gather(in->set_en, in->set_slot, in->set_reg, s->cfg.ports, set);
    gather(in->wb_en, in->wb_slot, in->wb_reg, s->cfg.writers, back);
    cover_set(s, in, bin);
    cover_back(s, in, back, bin);
    cover_both(s, set, back, bin);
    cover_queries(s, in, set, back, bin);
    if (out->free == UINT64_MAX >> (64 - s->cfg.slots)) bin[BIN_ALL_FREE]++;
    if (out->free == 0) bin[BIN_NONE_FREE]++;
    memcpy(last.set, set, sizeof set);
    memcpy(last.back, back, sizeof back);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { scoreboard_reset(s); }
static void eval(const void *s, const void *in, void *out) { scoreboard_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { scoreboard_tick(s, in, out); }
static const char *check(const void *s) { return scoreboard_check(s); }
static const char *promise(const void *s, const void *in) { return scoreboard_promise(s, in); }

static const struct hd_block block = {
    .name = "scoreboard",
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
    .index_rule = "slot [i], its bit r is register r",
};

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct scoreboard_cfg *cfg = &s->cfg;
    const uint32_t slot = hd_bits_for(cfg->slots - 1);
    const uint32_t reg = hd_bits_for(cfg->regs - 1);
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, query_slot, cfg->ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, set_en, cfg->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, set_slot, cfg->ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, set_reg, cfg->ports, reg, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_en, cfg->writers, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_slot, cfg->writers, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_reg, cfg->writers, reg, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, query_busy, cfg->ports, cfg->regs, if_query,
                 "Ports: the registers of this slot with a write outstanding; no way past the "
                 "state: what is written back in this cycle still counts"),
        HD_ONE(HD_OUT, outputs, free, cfg->slots, NULL,
               "Ports: the slot has no write outstanding; state only"),
        HD_REG("busy_q", state, busy[0], 8, cfg->slots, cfg->regs, NULL,
               "What a cycle does: a set makes the bit 1, a writeback makes it 0; Reset: all are "
               "0"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long scoreboard_open(const char *path, unsigned slots, unsigned regs, unsigned ports,
                                   unsigned writers)
{
    const struct scoreboard_cfg cfg = {slots, regs, ports, writers};
    char text[200];
    snprintf(text, sizeof text, "Slots=%u Regs=%u Ports=%u Writers=%u", slots, regs, ports,
             writers);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : scoreboard_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR scoreboard: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void scoreboard_state(unsigned long long handle, const svBitVecVal *busy)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    hd_state(inst, 0, 1, busy, s->cfg.slots * sizeof s->busy[0]);
}

int scoreboard_ports(unsigned long long handle, svBit rst_n, const svBitVecVal *query_slot,
                     unsigned char set_en, const svBitVecVal *set_slot, const svBitVecVal *set_reg,
                     unsigned char wb_en, const svBitVecVal *wb_slot, const svBitVecVal *wb_reg,
                     const svBitVecVal *query_busy, unsigned long long free_slots)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct scoreboard_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    const size_t ports = cfg->ports * sizeof(uint32_t);
    const size_t writers = cfg->writers * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    memcpy(in->query_slot, query_slot, ports);
    hd_bits(in->set_en, set_en, cfg->ports);
    memcpy(in->set_slot, set_slot, ports);
    memcpy(in->set_reg, set_reg, ports);
    hd_bits(in->wb_en, wb_en, cfg->writers);
    memcpy(in->wb_slot, wb_slot, writers);
    memcpy(in->wb_reg, wb_reg, writers);
    outputs *out = hd_outputs(inst);
    memcpy(out->query_busy, query_busy, 2 * ports);
    out->free = free_slots;
    now = in;
    return hd_ports(inst, rst_n != 0);
}
