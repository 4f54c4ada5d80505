/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_vt_lockstep: describes the unit to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/vt.h"

typedef struct vt state;
typedef struct vt_in inputs;
typedef struct vt_out outputs;

static bool has(uint64_t mask, uint32_t i) { return i < 64 && (mask >> i & 1) != 0; }

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare. */
static const inputs *now;

static bool if_offered(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)out, (void)i;
    return now->block_valid;
}

static bool if_done(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)i;
    return ((const outputs *)out)->done_valid;
}

static bool if_sits(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return has(((const outputs *)out)->nets.map_out.slot_valid, i);
}

static bool if_seat(const void *s, const void *out, uint32_t i)
{
    const outputs *o = out;
    (void)s, (void)i;
    return o->begin_en || o->resume_en;
}

static bool if_leave(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)i;
    return ((const outputs *)out)->leave_en;
}

static bool if_stack_rd(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)i;
    return ((const outputs *)out)->stack_rd_en;
}

static bool if_stack_wr(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)i;
    return ((const outputs *)out)->stack_wr_en;
}

static bool if_access(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)i;
    return ((const outputs *)out)->mem_valid;
}

static bool if_write(const void *s, const void *out, uint32_t i)
{
    const outputs *o = out;
    (void)s, (void)i;
    return o->mem_valid && o->mem_we;
}

static bool if_load(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)i;
    return ((const outputs *)out)->l1_valid;
}

/* The head of the block that comes in is kept until it is active. */
static bool in_last_cycle(const void *s, const void *out, uint32_t i)
{
    (void)out, (void)i;
    return ((const state *)s)->control.state == VTC_LAST;
}

/* ---- coverage: what meets in one cycle ---- */

enum {
    BIN_BEGIN,
    BIN_RESUME,
    BIN_FILL,
    BIN_SWAP,
    BIN_NOBODY_READY,
    BIN_SAVE_BUSY,
    BIN_DONE_NO_SWAP,
    BIN_DECISION_WAKE,
    BIN_DECISION_WRITE,
    BIN_DECISION_RELEASE,
    BIN_DECISION_LOAD,
    BIN_DECISION_SERVED,
    BIN_UNMARKED,
    BIN_STALL_AND_WAKE,
    BIN_UP_AND_DOWN,
    BIN_LEAVE_ENDED,
    BIN_LEAVE_WAITS,
    BIN_LEAVE_NOTHING_OUT,
    BIN_RETIRE_IN_TIME,
    BIN_RETIRE_COUNTS,
    BIN_LATE_WITH_ADD,
    BIN_LATE_EMPTY,
    BIN_LATE_NEW_OWNER,
    BIN_LATE_AT_MAP,
    BIN_TWO_LATE,
    BIN_LAST_LATE_SAVED,
    BIN_SAVED_CLEAN,
    BIN_LATE_AFTER_SAVED,
    BIN_TAKEN_AND_DONE,
    BIN_WAKE_EMPTY,
    BIN_WAKE_LEAVING,
    BIN_WAKE_AT_MAP,
    BIN_TAKEN_IN_SWAP,
    BIN_HEAD_WAITS,
    BIN_NUMBER_CHANGES,
    BIN_NO_NUMBER,
    BIN_FREE_AND_ALLOC,
    BIN_PORT_BUSY,
    BIN_AWAY_SERVED,
    BIN_LOAD_WAITS,
    BIN_RELEASE,
    BIN_TWO_LATE_BLOCKS,
    BIN_LAST_SLOT,
    BIN_LARGEST,
    BIN_ONE_WARP,
    BIN_OTHER_SIZE,
    BIN_KERNEL_LATE
};

static const struct hd_bin bins[] = {
    {"begin", "a new block is active"},
    {"resume", "a block that had left is active again"},
    {"fill", "a block is loaded to a free frame"},
    {"swap", "a block leaves, another comes"},
    {"nobody_ready", "a block is marked, and stays: nobody is ready"},
    {"save_busy", "a swap waits for the last context to be written"},
    {"done_no_swap", "a block is done in the cycle in which a swap is possible"},
    {"decision_wake", "a warp of the block that leaves wakes up in the cycle of the decision"},
    {"decision_write", "one of its writes comes in then"},
    {"decision_release", "the barrier of another block opens in the cycle of the decision"},
    {"decision_load", "a load of the block that leaves enters its queue in that cycle"},
    {"decision_served", "one is served in that cycle"},
    {"unmarked", "a marked block wakes up before anybody takes its place"},
    {"stall_and_wake", "the last warp stalls while another one wakes up: not marked"},
    {"up_and_down", "an up and a down of one block"},
    {"leave_ended", "a block leaves of which some warps have ended"},
    {"leave_waits", "a block leaves of which some wait at a barrier"},
    {"leave_nothing_out", "a warp leaves that has no write out"},
    {"retire_in_time", "a write comes in as its warp leaves its slot"},
    {"retire_counts", "a warp leaves that has writes out"},
    {"late_with_add", "a late write in the cycle in which another warp of its block is counted"},
    {"late_empty", "a late write while the slot is empty"},
    {"late_new_owner", "a late write while the slot has a new owner"},
    {"late_at_map", "a late write in the cycle in which the new owner sits down"},
    {"two_late", "two late writes of one block"},
    {"last_late_saved", "the last late write, and the last word of the context"},
    {"saved_clean", "a context is saved, nothing is out: ready"},
    {"late_after_saved", "the last late write after the context is saved: ready"},
    {"taken_and_done", "the last stack is taken, and a block is done"},
    {"wake_empty", "a wake-up for an empty slot: nothing"},
    {"wake_leaving", "a wake-up while the stacks of its block leave: nothing"},
    {"wake_at_map", "a wake-up in the cycle in which a new owner sits down: nothing"},
    {"taken_in_swap", "a new block is taken while a swap runs"},
    {"head_waits", "the head of a new block waits for the memory port"},
    {"number_changes", "a number is freed while a head waits"},
    {"no_number", "a block waits: no number is free"},
    {"free_and_alloc", "a number is freed, another is taken"},
    {"port_busy", "a context moves, a demand access has the port"},
    {"away_served", "a load of a block that has left is served"},
    {"load_waits", "a load waits for a place"},
    {"release", "a barrier opens"},
    {"two_late_blocks", "late writes of two blocks"},
    {"last_slot", "an event of the warp on the last slot"},
    {"largest", "a block of MaxWarps warps leaves"},
    {"one_warp", "a block of one warp leaves"},
    {"other_size", "a kernel with blocks of another size"},
    {"kernel_late", "a kernel while blocks are here: not taken"},
    {NULL, NULL},
};

/* In this cycle: a wake-up that counts, for this block. */
static bool goes_down(const state *s, const outputs *out, uint32_t cta)
{
    const struct cta_status_table_in *t = &out->nets.table_in;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (t->down_en[p] && t->down_cta[p] == cta) return true;
    }
    return false;
}

static bool goes_up(const state *s, const outputs *out, uint32_t cta)
{
    const struct cta_status_table_in *t = &out->nets.table_in;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (t->up_en[p] && t->up_cta[p] == cta) return true;
    }
    return false;
}

static bool warp_of(const state *s, uint32_t warp, uint32_t cta) { return warp / s->warps == cta; }

/* The block that leaves, and what happens to it in that cycle. */
static void cover_leave(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    const uint32_t cta = n->control_out.out_cta;
    bin[BIN_SWAP]++;
    if (goes_down(s, out, cta)) bin[BIN_DECISION_WAKE]++;
    if (n->seats_out.release_valid) bin[BIN_DECISION_RELEASE]++;
    if (in->load_valid && out->load_ready && warp_of(s, in->load_warp, cta))
        bin[BIN_DECISION_LOAD]++;
    if (out->l1_valid && in->l1_ready && warp_of(s, out->l1_warp, cta)) bin[BIN_DECISION_SERVED]++;
    if (n->seats_out.shut_ended != 0) bin[BIN_LEAVE_ENDED]++;
    if (n->seats_out.shut_waits != 0) bin[BIN_LEAVE_WAITS]++;
    if (s->warps == s->cfg.max_warps) bin[BIN_LARGEST]++;
    if (s->warps == 1) bin[BIN_ONE_WARP]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->wb_en[p] && warp_of(s, in->wb_warp[p], cta)) bin[BIN_DECISION_WRITE]++;
    }
}

/* Why a marked block stays. */
static void cover_stays(const state *s, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    if (!n->table_out.out_valid) return;
    if (!n->table_out.in_valid) bin[BIN_NOBODY_READY]++;
    if (goes_down(s, out, n->table_out.out_cta)) bin[BIN_UNMARKED]++;
    if (s->control.state != VTC_IDLE || !n->table_out.in_valid) return;
    if (!n->contexts_out.save_ready) bin[BIN_SAVE_BUSY]++;
    else if (n->seats_out.done_valid) bin[BIN_DONE_NO_SWAP]++;
}

static void cover_counts(const state *s, const outputs *out, uint64_t *bin)
{
    for (uint32_t c = 0; c < s->ctas; c++) {
        if (!has(s->table.active, c) || !goes_up(s, out, c) || !goes_down(s, out, c)) continue;
        bin[BIN_UP_AND_DOWN]++;
        if (s->table.count[c] == s->warps - 1) bin[BIN_STALL_AND_WAKE]++;
    }
}

/* Stacks leave, and what comes in meanwhile. */
static void cover_retire(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    if (n->contexts_out.taken && n->seats_out.done_valid) bin[BIN_TAKEN_AND_DONE]++;
    if (!out->stack_rd_en) return;
    bin[n->board_out.retire_count != 0 ? BIN_RETIRE_COUNTS : BIN_LEAVE_NOTHING_OUT]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->wb_en[p]) continue;
        if (!n->board_out.late[p] && in->wb_slot[p] == out->stack_rd_slot)
            bin[BIN_RETIRE_IN_TIME]++;
        if (n->board_out.late[p] && n->table_in.late_cta[p] == n->table_in.add_cta)
            bin[BIN_LATE_WITH_ADD]++;
    }
}

static void cover_late(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    uint32_t first = s->cfg.ctas;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->wb_slot[p], cta = n->table_in.late_cta[p];
        if (!n->board_out.late[p]) continue;
        const bool at_map = n->board_in.map_en && slot >= n->board_in.map_base &&
                            slot < n->board_in.map_base + n->board_in.map_count;
        if (has(s->board.valid, slot)) bin[BIN_LATE_NEW_OWNER]++;
        else bin[at_map ? BIN_LATE_AT_MAP : BIN_LATE_EMPTY]++;
        if (first < s->cfg.ctas) bin[first == cta ? BIN_TWO_LATE : BIN_TWO_LATE_BLOCKS]++;
        first = cta;
        if (s->table.count[cta] != 1) continue;
        if (n->table_in.saved_en && n->table_in.saved_cta == cta) bin[BIN_LAST_LATE_SAVED]++;
        else if (!has(s->table.saving, cta)) bin[BIN_LATE_AFTER_SAVED]++;
    }
    if (n->table_in.saved_en && s->table.count[n->table_in.saved_cta] == 0) bin[BIN_SAVED_CLEAN]++;
}

/* Wake-ups that are nothing. */
static void cover_wakes(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->wake_valid[p] || n->table_in.down_en[p]) continue;
        const uint32_t slot = in->wake_slot[p];
        const bool at_map = n->board_in.map_en && slot >= n->board_in.map_base &&
                            slot < n->board_in.map_base + n->board_in.map_count;
        if (has(n->map_out.slot_valid, slot)) bin[BIN_WAKE_LEAVING]++;
        else bin[at_map ? BIN_WAKE_AT_MAP : BIN_WAKE_EMPTY]++;
    }
}

static void cover_new(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct vt_nets *n = &out->nets;
    if (in->kernel_en && !out->idle) bin[BIN_KERNEL_LATE]++;
    if (in->kernel_en && out->idle && in->kernel_warps != s->warps) bin[BIN_OTHER_SIZE]++;
    if (!in->block_valid) return;
    if (!n->map_out.alloc_valid) {
        if (s->ctas != 0) bin[BIN_NO_NUMBER]++;
        return;
    }
    if (out->block_ready && out->swap != VTC_IDLE) bin[BIN_TAKEN_IN_SWAP]++;
    if (out->block_ready && n->control_out.free_en) bin[BIN_FREE_AND_ALLOC]++;
    if (out->block_ready) return;
    bin[BIN_HEAD_WAITS]++;
    if (n->control_out.free_en && n->control_out.free_cta < n->map_out.alloc_cta)
        bin[BIN_NUMBER_CHANGES]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    if (out->leave_en) cover_leave(s, in, out, bin);
    else cover_stays(s, out, bin);
    if (out->nets.control_out.load_en && s->control.state == VTC_IDLE && !out->leave_en)
        bin[BIN_FILL]++;
    if (out->begin_en) bin[BIN_BEGIN]++;
    if (out->resume_en) bin[BIN_RESUME]++;
    if (out->nets.seats_out.release_valid) bin[BIN_RELEASE]++;
    cover_counts(s, out, bin);
    cover_retire(s, in, out, bin);
    cover_late(s, in, out, bin);
    cover_wakes(s, in, out, bin);
    cover_new(s, in, out, bin);
    if (out->mem_valid && !in->mem_ready) bin[BIN_PORT_BUSY]++;
    if (out->l1_valid && out->l1_away && in->l1_ready) bin[BIN_AWAY_SERVED]++;
    if (in->load_valid && !out->load_ready) bin[BIN_LOAD_WAITS]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_slot[p] == s->cfg.slots - 1) bin[BIN_LAST_SLOT]++;
    }
}

/* ---- the unit, as the harness sees it ---- */

static void reset(void *s) { vt_reset(s); }

/* Promises are looked at after the evaluation, which need not be done again for them. */
static const outputs *evaluated;

static void eval(const void *s, const void *in, void *out)
{
    vt_eval(s, in, out);
    evaluated = out;
}

static void tick(void *s, const void *in, const void *out) { vt_tick(s, in, out); }
static const char *check(const void *s) { return vt_check(s); }
static const char *promise(const void *s, const void *in)
{
    return vt_promise_of(s, in, evaluated);
}

static const struct hd_block block = {
    .name = "vt",
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
    .index_rule = "word [i] of head_q, bit 0 first: first virtual warp, warps - 1, block identity",
    .waves = "warps_q frames_q ctas_q words_q head_q",
};

/* The registers in the order in which they are described. */
enum { REG_WARPS, REG_FRAMES, REG_CTAS, REG_WORDS, REG_HEAD };

/* A wide value: words of 32 bits, the last of which need not be whole. */
#define WIDE(k, type, member, bits, caring, text)                                                  \
    {                                                                                              \
        .kind = k, .name = #member, .offset = offsetof(type, member), .stride = 4, .size = 4,      \
        .count = ((bits) + 31) / 32, .width = 32, .care = caring, .rule = text,                    \
        .cut = 32 * (((bits) + 31) / 32) - (bits)                                                  \
    }

static void name(const struct vt_cfg *c, char *text, size_t size)
{
    snprintf(text, size,
             "Slots=%u Frames=%u Warps=%u Ctas=%u MaxWarps=%u Regs=%u IdWidth=%u Ports=%u "
             "CntWidth=%u StackWidth=%u MemWidth=%u Granule=%u MemWords=%u Reads=%u Active=%u "
             "Inactive=%u LoadWidth=%u Overlap=%u",
             c->slots, c->frames, c->warps, c->ctas, c->max_warps, c->regs, c->id_width, c->ports,
             c->cnt_width, c->stack_width, c->mem_width, c->granule, c->mem_words, c->reads,
             c->active, c->inactive, c->load_width, c->overlap);
}

static struct hd_instance *describe(const char *path, const char *text, const struct vt_cfg *c)
{
    const uint32_t slot = hd_bits_for(c->slots - 1), size = hd_bits_for(c->slots);
    const uint32_t limit = hd_bits_for(c->frames), room = hd_bits_for(c->ctas);
    const uint32_t warp = hd_bits_for(c->warps - 1), reg = hd_bits_for(c->regs - 1);
    const uint32_t addr = hd_bits_for(c->mem_words - 1), head = vt_head_width(c);
    const uint32_t ports = c->ports;
    const char *const taken = "Ports: taken while idle_o; Reset: 0 frames and 0 blocks";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, kernel_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_warps, size, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_frames, limit, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_ctas, room, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_words, addr, NULL, NULL),
        HD_ONE(HD_IN, inputs, block_valid, 1, NULL, NULL),
        WIDE(HD_IN, inputs, block_id, c->id_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_valid, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_kind, ports, 2, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wake_valid, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wake_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, query_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, set_en, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, set_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, set_reg, ports, reg, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_en, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_warp, ports, warp, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wb_reg, ports, reg, NULL, NULL),
        WIDE(HD_IN, inputs, stack_rd_data, c->stack_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, mem_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_valid, 1, NULL, NULL),
        WIDE(HD_IN, inputs, rsp_data, c->mem_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, load_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, load_warp, warp, NULL, NULL),
        WIDE(HD_IN, inputs, load_data, c->load_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, l1_ready, 1, NULL, NULL),
        HD_ONE(HD_OUT, outputs, idle, 1, NULL,
               "Ports: no block is on the core, no swap and no store is under way"),
        HD_ONE(HD_OUT, outputs, block_ready, 1, if_offered,
               "vtc, New blocks: a number is free, and its head gets the port"),
        HD_ONE(HD_OUT, outputs, done_valid, 1, NULL, "Done: frames report"),
        WIDE(HD_OUT, outputs, done_id, c->id_width, if_done, "Done: its identity"),
        HD_ONE(HD_OUT, outputs, ready, c->slots, NULL, "Block frames: ready_o"),
        HD_ARRAY(HD_OUT, outputs, slot_warp, c->slots, warp, if_sits,
                 "Ports: virtual warp of each slot"),
        HD_ONE(HD_OUT, outputs, begin_en, 1, NULL, "Sit down: begin, if the block is new"),
        HD_ONE(HD_OUT, outputs, resume_en, 1, NULL, "Sit down: resume, if it was here before"),
        HD_ONE(HD_OUT, outputs, seat_slot, slot, if_seat, "Ports: the first slot of its frame"),
        WIDE(HD_OUT, outputs, seat_id, c->id_width, if_seat,
             "Sit down: the identity comes from the head that was loaded"),
        HD_ONE(HD_OUT, outputs, leave_en, 1, NULL, "Leave: out_en of the controller"),
        HD_ONE(HD_OUT, outputs, leave_slot, slot, if_leave, "Ports: the first slot of its frame"),
        HD_ARRAY(HD_OUT, outputs, query_busy, ports, c->regs, NULL,
                 "VT scoreboard: the vector of the slot asked for"),
        HD_ONE(HD_OUT, outputs, stack_rd_en, 1, NULL, "Context handler, Save"),
        HD_ONE(HD_OUT, outputs, stack_rd_slot, slot, if_stack_rd, "Context handler, Save"),
        HD_ONE(HD_OUT, outputs, stack_wr_en, 1, NULL, "Context handler, Load"),
        HD_ONE(HD_OUT, outputs, stack_wr_slot, slot, if_stack_wr, "Context handler, Load"),
        WIDE(HD_OUT, outputs, stack_wr_data, c->stack_width, if_stack_wr, "Context handler, Load"),
        HD_ONE(HD_OUT, outputs, mem_valid, 1, NULL,
               "Context handler: load reads go first, then save writes, then the store"),
        HD_ONE(HD_OUT, outputs, mem_we, 1, if_access, "Context handler: save and store write"),
        HD_ONE(HD_OUT, outputs, mem_addr, addr, if_access,
               "Context handler: CTA c has the words from MemWords - (c+1)*K on"),
        WIDE(HD_OUT, outputs, mem_wdata, c->mem_width, if_write,
             "Parameters: a head is first virtual warp, warps - 1, identity; then the stacks"),
        HD_ONE(HD_OUT, outputs, load_ready, 1, NULL, "Load queues: in_ready_o"),
        HD_ONE(HD_OUT, outputs, l1_valid, 1, NULL, "Load queues, Out"),
        HD_ONE(HD_OUT, outputs, l1_warp, warp, if_load, "Load queues, Out"),
        WIDE(HD_OUT, outputs, l1_data, c->load_width, if_load, "Load queues, Out"),
        HD_ONE(HD_OUT, outputs, l1_away, 1, if_load,
               "Leave: away in the load queues for the warps of the block"),
        HD_ONE(HD_OUT, outputs, resident, c->ctas, NULL, "Ports: blocks on the core"),
        HD_ONE(HD_OUT, outputs, active, c->ctas, NULL, "Ports: those that are active"),
        HD_ONE(HD_OUT, outputs, swap, 2, NULL, "vtc: what the controller is about"),
        HD_ONE(HD_OUT, outputs, done_slot, slot, if_done, "Ports: the first slot of its frame"),
        HD_REG("warps_q", state, warps, 0, 1, size, NULL, taken),
        HD_REG("frames_q", state, frames, 0, 1, limit, NULL, taken),
        HD_REG("ctas_q", state, ctas, 0, 1, room, NULL, taken),
        HD_REG("words_q", state, words, 0, 1, addr, NULL, taken),
        HD_REG("head_q", state, head[0], 4, (head + 31) / 32, 32, in_last_cycle,
               "Sit down: the head that was loaded, which the unit keeps"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long vt_open(const char *path, const svBitVecVal *parameters)
{
    struct vt_cfg cfg;
    char text[400];
    memcpy(&cfg, parameters, sizeof cfg);
    name(&cfg, text, sizeof text);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : vt_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR vt: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void vt_state(unsigned long long handle, unsigned warps, unsigned frames, unsigned ctas,
              unsigned words, const svBitVecVal *head)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    hd_state(inst, REG_WARPS, 1, &warps, sizeof warps);
    hd_state(inst, REG_FRAMES, 1, &frames, sizeof frames);
    hd_state(inst, REG_CTAS, 1, &ctas, sizeof ctas);
    hd_state(inst, REG_WORDS, 1, &words, sizeof words);
    hd_state(inst, REG_HEAD, 1, head, sizeof s->head);
}

static void words(uint32_t *to, const svBitVecVal *from, uint32_t bits)
{
    memcpy(to, from, (bits + 31) / 32 * sizeof *to);
}

void vt_contexts(unsigned long long handle, svBit stack_rd_en, unsigned stack_rd_slot,
                 const svBitVecVal *stack_rd_data, svBit stack_wr_en, unsigned stack_wr_slot,
                 const svBitVecVal *stack_wr_data, svBit mem_valid, svBit mem_we, unsigned mem_addr,
                 const svBitVecVal *mem_wdata, svBit mem_ready, svBit rsp_valid,
                 const svBitVecVal *rsp_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct vt_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    inputs *in = hd_inputs(inst);
    words(in->stack_rd_data, stack_rd_data, cfg->stack_width);
    in->mem_ready = mem_ready != 0;
    in->rsp_valid = rsp_valid != 0;
    words(in->rsp_data, rsp_data, cfg->mem_width);
    outputs *out = hd_outputs(inst);
    out->stack_rd_en = stack_rd_en != 0;
    out->stack_rd_slot = stack_rd_slot;
    out->stack_wr_en = stack_wr_en != 0;
    out->stack_wr_slot = stack_wr_slot;
    words(out->stack_wr_data, stack_wr_data, cfg->stack_width);
    out->mem_valid = mem_valid != 0;
    out->mem_we = mem_we != 0;
    out->mem_addr = mem_addr;
    words(out->mem_wdata, mem_wdata, cfg->mem_width);
}

void vt_registers(unsigned long long handle, const svBitVecVal *query_slot,
                  const svBitVecVal *query_busy, unsigned char set_en, const svBitVecVal *set_slot,
                  const svBitVecVal *set_reg, unsigned char wb_en, const svBitVecVal *wb_slot,
                  const svBitVecVal *wb_warp, const svBitVecVal *wb_reg)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ((const state *)hd_model(inst))->cfg.ports;
    inputs *in = hd_inputs(inst);
    words(in->query_slot, query_slot, 32 * ports);
    hd_bits(in->set_en, set_en, ports);
    words(in->set_slot, set_slot, 32 * ports);
    words(in->set_reg, set_reg, 32 * ports);
    hd_bits(in->wb_en, wb_en, ports);
    words(in->wb_slot, wb_slot, 32 * ports);
    words(in->wb_warp, wb_warp, 32 * ports);
    words(in->wb_reg, wb_reg, 32 * ports);
    outputs *out = hd_outputs(inst);
    memcpy(out->query_busy, query_busy, ports * sizeof out->query_busy[0]);
}

void vt_loads(unsigned long long handle, svBit load_valid, unsigned load_warp,
              const svBitVecVal *load_data, svBit load_ready, svBit l1_valid, unsigned l1_warp,
              const svBitVecVal *l1_data, svBit l1_away, svBit l1_ready)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct vt_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    inputs *in = hd_inputs(inst);
    in->load_valid = load_valid != 0;
    in->load_warp = load_warp;
    words(in->load_data, load_data, cfg->load_width);
    in->l1_ready = l1_ready != 0;
    outputs *out = hd_outputs(inst);
    out->load_ready = load_ready != 0;
    out->l1_valid = l1_valid != 0;
    out->l1_warp = l1_warp;
    words(out->l1_data, l1_data, cfg->load_width);
    out->l1_away = l1_away != 0;
}

int vt_ports(unsigned long long handle, svBit rst_n, svBit kernel_en, unsigned kernel_warps,
             unsigned kernel_frames, unsigned kernel_ctas, unsigned kernel_words, svBit block_valid,
             const svBitVecVal *block_id, unsigned char ev_valid, const svBitVecVal *ev_kind,
             const svBitVecVal *ev_slot, unsigned char wake_valid, const svBitVecVal *wake_slot,
             svBit idle, svBit block_ready, svBit done_valid, const svBitVecVal *done_id,
             unsigned done_slot, unsigned long long ready, const svBitVecVal *slot_warp,
             svBit begin_en, svBit resume_en, unsigned seat_slot, const svBitVecVal *seat_id,
             svBit leave_en, unsigned leave_slot, unsigned long long resident,
             unsigned long long active, unsigned swap)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct vt_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    inputs *in = hd_inputs(inst);
    in->kernel_en = kernel_en != 0;
    in->kernel_warps = kernel_warps;
    in->kernel_frames = kernel_frames;
    in->kernel_ctas = kernel_ctas;
    in->kernel_words = kernel_words;
    in->block_valid = block_valid != 0;
    words(in->block_id, block_id, cfg->id_width);
    hd_bits(in->ev_valid, ev_valid, cfg->ports);
    words(in->ev_kind, ev_kind, 32 * cfg->ports);
    words(in->ev_slot, ev_slot, 32 * cfg->ports);
    hd_bits(in->wake_valid, wake_valid, cfg->ports);
    words(in->wake_slot, wake_slot, 32 * cfg->ports);
    now = in;
    outputs *out = hd_outputs(inst);
    out->idle = idle != 0;
    out->block_ready = block_ready != 0;
    out->done_valid = done_valid != 0;
    words(out->done_id, done_id, cfg->id_width);
    out->done_slot = done_slot;
    out->ready = ready;
    words(out->slot_warp, slot_warp, 32 * cfg->slots);
    out->begin_en = begin_en != 0;
    out->resume_en = resume_en != 0;
    out->seat_slot = seat_slot;
    words(out->seat_id, seat_id, cfg->id_width);
    out->leave_en = leave_en != 0;
    out->leave_slot = leave_slot;
    out->resident = resident;
    out->active = active;
    out->swap = swap;
    return hd_ports(inst, rst_n != 0);
}
