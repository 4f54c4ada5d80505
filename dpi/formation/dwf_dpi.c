/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_dwf_lockstep: describes the unit to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/dwf.h"

typedef struct dwf state;
typedef struct dwf_in inputs;
typedef struct dwf_out outputs;

/* ---- what means something, and when ---- */

static bool if_issue(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->issue_valid;
}

static bool if_issued(const void *s, const void *out, uint32_t i)
{
    const outputs *o = out;
    (void)s;
    return o->issue_valid && (o->issue_mask >> i & 1) != 0;
}

static bool if_write(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->wr_valid;
}

static bool if_written(const void *s, const void *out, uint32_t i)
{
    const outputs *o = out;
    (void)s;
    return o->wr_valid && (o->wr_record.req >> i & 1) != 0;
}

static bool if_read(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->rd_valid;
}

/* ---- coverage ---- */

enum {
    BIN_ISSUE,
    BIN_ISSUE_FULL,
    BIN_ISSUE_LONE,
    BIN_FORWARDED,
    BIN_ISSUE_WAITS,
    BIN_TWO_GROUPS,
    BIN_MERGED,
    BIN_INDIRECT,
    BIN_LAUNCH_WAITS,
    BIN_ODD_WARP,
    BIN_WAIT_EMPTY,
    BIN_WAIT_REBALANCE,
    BIN_WAIT_UPDATES,
    BIN_REFUSE_QUEUE,
    BIN_REFUSE_POOL,
    BIN_POOL_EMPTY,
    BIN_SPILL,
    BIN_REFILL,
    BIN_REFILL_MERGES
};

static const struct hd_bin bins[] = {
    {"issue", "a warp is issued"},
    {"issue_full", "with a thread in every lane"},
    {"issue_lone", "with one thread"},
    {"forwarded", "threads join it in the cycle of its issue"},
    {"issue_waits", "a warp waits for the pipeline"},
    {"two_groups", "two groups are placed in one cycle"},
    {"merged", "threads join a warp that others opened"},
    {"indirect", "a warp comes back with more than two next PCs"},
    {"launch_waits", "a launch waits for a return"},
    {"odd_warp", "an odd static warp is launched"},
    {"wait_empty", "the pipeline asks and no thread waits"},
    {"wait_rebalance", "the pipeline asks and the heap rebalances"},
    {"wait_updates", "the pipeline asks and updates wait"},
    {"refuse_queue", "a group waits: the update queue has no room"},
    {"refuse_pool", "a group waits: no pool index is free"},
    {"pool_empty", "a warp is opened in an empty pool"},
    {"spill", "a group goes to memory"},
    {"refill", "a group comes back from memory"},
    {"refill_merges", "and joins a warp"},
    {NULL, NULL},
};

static unsigned ones(uint64_t mask) { return (unsigned)__builtin_popcountll(mask); }

static void cover_issue(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!out->issue_valid) {
        if (!in->issue_ready) return;
        if (out->wait == MAJORITY_SCHEDULER_WAIT_EMPTY) bin[BIN_WAIT_EMPTY]++;
        if (out->wait == MAJORITY_SCHEDULER_WAIT_REBALANCE) bin[BIN_WAIT_REBALANCE]++;
        if (out->wait == MAJORITY_SCHEDULER_WAIT_UPDATES) bin[BIN_WAIT_UPDATES]++;
        return;
    }
    if (!in->issue_ready) {
        bin[BIN_ISSUE_WAITS]++;
        return;
    }
    bin[BIN_ISSUE]++;
    if (ones(out->issue_mask) == s->cfg.lanes) bin[BIN_ISSUE_FULL]++;
    if (ones(out->issue_mask) == 1) bin[BIN_ISSUE_LONE]++;
    for (unsigned g = 0; g < 2; g++) {
        const struct pc_warp_lut_out *lut = &out->nets.lut_out;
        if (lut->join_en[g] && lut->join_idx[g] == out->nets.pool_in.issue_idx)
            bin[BIN_FORWARDED]++;
    }
}

static void cover_groups(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct pc_warp_lut_out *lut = &out->nets.lut_out;
    const bool joins = lut->join_en[0] || lut->join_en[1];
    if (lut->grp_ready[0] && lut->grp_ready[1]) bin[BIN_TWO_GROUPS]++;
    if (joins) bin[BIN_MERGED]++;
    if (out->refuse == DWF_REFUSE_QUEUE) bin[BIN_REFUSE_QUEUE]++;
    if (out->refuse == DWF_REFUSE_POOL) bin[BIN_REFUSE_POOL]++;
    if (lut->open_en[0] && out->free_count == s->cfg.pool_entries) bin[BIN_POOL_EMPTY]++;
    if (s->cfg.spill == 0) return;
    if (out->wr_valid && in->wr_ready) bin[BIN_SPILL]++;
    if (in->rsp_valid && out->rsp_ready) {
        bin[BIN_REFILL]++;
        if (joins) bin[BIN_REFILL_MERGES]++;
    }
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_issue(s, in, out, bin);
    cover_groups(s, in, out, bin);
    if (in->ret_valid && !out->ret_ready && s->update.sent != 0) bin[BIN_INDIRECT]++;
    if (in->launch_valid && in->ret_valid) bin[BIN_LAUNCH_WAITS]++;
    if (in->launch_valid && out->launch_ready && in->launch_warp % 2 == 1) bin[BIN_ODD_WARP]++;
}

/* ---- the unit, as the harness sees it ---- */

static void reset(void *s) { dwf_reset(s); }
static void eval(const void *s, const void *in, void *out) { dwf_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { dwf_tick(s, in, out); }
static const char *check(const void *s) { return dwf_check(s); }
static const char *promise(const void *s, const void *in) { return dwf_promise(s, in); }

static const struct hd_block block = {
    .name = "dwf",
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
    .waves = "",
};

/* A part of the record on a memory port. */
#define RECORD(kind_, text, type, record, part, n, bits, caring, why)                              \
    {                                                                                              \
        .kind = kind_, .name = text, .offset = offsetof(type, record.part),                        \
        .stride = sizeof(uint32_t), .size = sizeof(((type *)0)->record.part), .count = n,          \
        .width = bits, .care = caring, .rule = why                                                 \
    }
#define TIDS(kind_, text, type, record, n, bits, caring, why)                                      \
    {                                                                                              \
        .kind = kind_, .name = text, .offset = offsetof(type, record.tid),                         \
        .stride = sizeof(uint32_t), .size = sizeof(uint32_t), .count = n, .width = bits,           \
        .care = caring, .rule = why                                                                \
    }

static void describe(const struct dwf_cfg *c, char *text, size_t size)
{
    snprintf(text, size,
             "Lanes=%u TidWidth=%u PcWidth=%u PcShift=%u PoolEntries=%u LutEntries=%u LutWays=%u "
             "Forward=%u Policy=%u HeapEntries=%u HeapPorts=%u QueueDepth=%u Tree=%u "
             "MheapEntries=%u MheapWays=%u CntWidth=%u WidWidth=%u LutWidth=%u AgeLimit=%u "
             "Swizzle=%u Spill=%u Slots=%u Reads=%u AddrWidth=%u",
             c->lanes, c->tid_width, c->pc_width, c->pc_shift, c->pool_entries, c->lut_entries,
             c->lut_ways, c->forward, c->policy, c->heap_entries, c->heap_ports, c->queue_depth,
             c->tree, c->mheap_entries, c->mheap_ways, c->cnt_width, c->wid_width, c->lut_width,
             c->age_limit, c->swizzle, c->spill, c->slots, c->reads, c->addr_width);
}

unsigned long long dwf_open(const char *path, const svBitVecVal *parameters)
{
    struct dwf_cfg c;
    char text[500];
    memcpy(&c, parameters, sizeof c);
    describe(&c, text, sizeof text);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : dwf_init(s, &c);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR dwf: %s (%s)\n", wrong, text);
        exit(2);
    }
    const uint32_t warp_width = c.tid_width - hd_bits_for(c.lanes - 1);
    const char *const record = "Spill: the lowest group, as it is";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, ret_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, ret_mask, c.lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ret_tid, c.lanes, c.tid_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ret_pc, c.lanes, c.pc_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, ret_pdom, c.lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, launch_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, launch_warp, warp_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, launch_mask, c.lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, launch_pc, c.pc_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, issue_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, base_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, base, c.addr_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, wr_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rd_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_valid, 1, NULL, NULL),
        RECORD(HD_IN, "rsp_key", inputs, rsp_record, key, 1, c.cnt_width, NULL, NULL),
        RECORD(HD_IN, "rsp_pc", inputs, rsp_record, pc, 1, c.pc_width, NULL, NULL),
        RECORD(HD_IN, "rsp_req", inputs, rsp_record, req, 1, c.lanes, NULL, NULL),
        TIDS(HD_IN, "rsp_tid", inputs, rsp_record, c.lanes, c.tid_width, NULL, NULL),
        HD_ONE(HD_OUT, outputs, ret_ready, 1, NULL,
               "Groups: a warp is taken when both registers are free and two PCs are left"),
        HD_ONE(HD_OUT, outputs, launch_ready, 1, NULL, "Launch: a return goes first"),
        HD_ONE(HD_OUT, outputs, issue_valid, 1, NULL, "Issue: the scheduler picks a warp"),
        HD_ONE(HD_OUT, outputs, issue_pc, c.pc_width, if_issue, "Issue: PC of the warp picked"),
        HD_ONE(HD_OUT, outputs, issue_mask, c.lanes, if_issue,
               "Issue: its lanes, those that join in this cycle included"),
        HD_ARRAY(HD_OUT, outputs, issue_tid, c.lanes, c.tid_width, if_issued,
                 "Issue: the threads of the warp, each in its home lane"),
        HD_ONE(HD_OUT, outputs, wr_valid, 1, NULL,
               "Spill: a group is written while there is none "
               "room, or others are outside"),
        HD_ONE(HD_OUT, outputs, wr_addr, c.addr_width, if_write, "Spill: offset + tail"),
        RECORD(HD_OUT, "wr_key", outputs, wr_record, key, 1, c.cnt_width, if_write, record),
        RECORD(HD_OUT, "wr_pc", outputs, wr_record, pc, 1, c.pc_width, if_write, record),
        RECORD(HD_OUT, "wr_req", outputs, wr_record, req, 1, c.lanes, if_write, record),
        TIDS(HD_OUT, "wr_tid", outputs, wr_record, c.lanes, c.tid_width, if_written, record),
        HD_ONE(HD_OUT, outputs, rd_valid, 1, NULL, "Back: with room, and records that wait"),
        HD_ONE(HD_OUT, outputs, rd_addr, c.addr_width, if_read, "Back: offset + head"),
        HD_ONE(HD_OUT, outputs, rsp_ready, 1, NULL, "Back: an answer is placed as group 0"),
        HD_ONE(HD_OUT, outputs, wait, 2, NULL, "wait_o: why there is no warp"),
        HD_ONE(HD_OUT, outputs, refuse, 2, NULL, "refuse_o: why a group is not placed"),
        HD_ONE(HD_OUT, outputs, stuck, 1, NULL, "stuck_o: an update that only a pop can help"),
        HD_ONE(HD_OUT, outputs, free_count, hd_bits_for(c.pool_entries), NULL,
               "free_count_o: pool entries that are free"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

static void words(uint32_t *to, const svBitVecVal *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *to);
}

void dwf_memory(unsigned long long handle, svBit base_en, unsigned long long base, svBit wr_valid,
                unsigned long long wr_addr, unsigned wr_key, unsigned wr_pc,
                unsigned long long wr_req, const svBitVecVal *wr_tid, svBit wr_ready,
                svBit rd_valid, unsigned long long rd_addr, svBit rd_ready, svBit rsp_valid,
                unsigned rsp_key, unsigned rsp_pc, unsigned long long rsp_req,
                const svBitVecVal *rsp_tid, svBit rsp_ready)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t lanes = ((const state *)hd_model(inst))->cfg.lanes;
    inputs *in = hd_inputs(inst);
    in->base_en = base_en != 0;
    in->base = base;
    in->wr_ready = wr_ready != 0;
    in->rd_ready = rd_ready != 0;
    in->rsp_valid = rsp_valid != 0;
    in->rsp_record.key = rsp_key;
    in->rsp_record.pc = rsp_pc;
    in->rsp_record.req = rsp_req;
    words(in->rsp_record.tid, rsp_tid, lanes);
    outputs *out = hd_outputs(inst);
    out->wr_valid = wr_valid != 0;
    out->wr_addr = wr_addr;
    out->wr_record.key = wr_key;
    out->wr_record.pc = wr_pc;
    out->wr_record.req = wr_req;
    words(out->wr_record.tid, wr_tid, lanes);
    out->rd_valid = rd_valid != 0;
    out->rd_addr = rd_addr;
    out->rsp_ready = rsp_ready != 0;
}

int dwf_ports(unsigned long long handle, svBit rst_n, svBit ret_valid, unsigned long long ret_mask,
              const svBitVecVal *ret_tid, const svBitVecVal *ret_pc, unsigned long long ret_pdom,
              svBit ret_ready, svBit launch_valid, unsigned launch_warp,
              unsigned long long launch_mask, unsigned launch_pc, svBit launch_ready,
              svBit issue_valid, svBit issue_ready, unsigned issue_pc,
              unsigned long long issue_mask, const svBitVecVal *issue_tid, unsigned wait_code,
              unsigned refuse, svBit stuck, unsigned free_count)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t lanes = ((const state *)hd_model(inst))->cfg.lanes;
    inputs *in = hd_inputs(inst);
    in->ret_valid = ret_valid != 0;
    in->ret_mask = ret_mask;
    words(in->ret_tid, ret_tid, lanes);
    words(in->ret_pc, ret_pc, lanes);
    in->ret_pdom = ret_pdom;
    in->launch_valid = launch_valid != 0;
    in->launch_warp = launch_warp;
    in->launch_mask = launch_mask;
    in->launch_pc = launch_pc;
    in->issue_ready = issue_ready != 0;
    outputs *out = hd_outputs(inst);
    out->ret_ready = ret_ready != 0;
    out->launch_ready = launch_ready != 0;
    out->issue_valid = issue_valid != 0;
    out->issue_pc = issue_pc;
    out->issue_mask = issue_mask;
    words(out->issue_tid, issue_tid, lanes);
    out->wait = wait_code;
    out->refuse = refuse;
    out->stuck = stuck != 0;
    out->free_count = free_count;
    return hd_ports(inst, rst_n != 0);
}
