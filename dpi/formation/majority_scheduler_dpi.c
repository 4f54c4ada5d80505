/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_majority_scheduler_lockstep: describes the block to the harness. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/majority_scheduler.h"

typedef struct majority_scheduler state;
typedef struct majority_scheduler_in inputs;
typedef struct majority_scheduler_out outputs;

/* ---- what means something, and when ---- */

static bool if_me(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->me_valid;
}

static bool if_link(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->link_en[i];
}

static bool if_pick(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->pick_valid;
}

/* ---- coverage ---- */

enum {
    BIN_BYPASS_OPEN,
    BIN_BYPASS_JOIN,
    BIN_REVIVED,
    BIN_LAST_JOINED,
    BIN_POP,
    BIN_POP_AT_ONCE,
    BIN_POP_BYPASS,
    BIN_POP_STUCK_FULL,
    BIN_POP_STUCK_SET,
    BIN_CLOSED_UPDATE,
    BIN_QUEUED,
    BIN_HELD,
    BIN_WAIT_EMPTY,
    BIN_WAIT_REBALANCE,
    BIN_WAIT_UPDATES,
    BIN_REFUSED,
    BIN_FULL_BYPASS,
    BIN_SWEEP,
    BIN_OLD_POP,
    BIN_STUCK_ISSUE
};

static const struct hd_bin bins[] = {
    {"bypass_open", "an update of the Majority Entry's PC links a warp to it"},
    {"bypass_join", "an update of its PC joins one of its warps"},
    {"revived", "its last warp issues and an update of its PC opens another one"},
    {"last_joined", "its last warp issues while threads join it"},
    {"pop", "the root becomes the Majority Entry"},
    {"pop_at_once", "in the cycle in which the last warp of the old one issues"},
    {"pop_bypass", "an update of the popped PC goes to the Majority Entry"},
    {"pop_stuck_full", "a pop goes ahead of an update that finds the heap full"},
    {"pop_stuck_set", "a pop goes ahead of an update that finds its LUT set full"},
    {"closed_update", "an update of a closed Majority Entry's PC goes to the queue"},
    {"queued", "an update goes to the queue"},
    {"held", "a second update waits a cycle for a link port"},
    {"wait_empty", "nothing waits"},
    {"wait_rebalance", "no warp is offered: the heap rebalances or is popped"},
    {"wait_updates", "no warp is offered: updates wait"},
    {"refused", "the queue has no room for an update"},
    {"full_bypass", "it has none, and an update bypasses it"},
    {"sweep", "a sweep begins"},
    {"old_pop", "an old root is popped"},
    {"stuck_issue", "a warp issues while an update is stuck"},
    {NULL, NULL},
};

static bool empty(const state *s)
{
    return s->cfg.tree != 0 ? s->tree.size == 0 : s->heap.size == 0;
}

static void cover_update(const state *s, const inputs *in, const outputs *out, unsigned u,
                         uint64_t *bin)
{
    const bool of_me = s->me_valid && in->upd_pc[u] == s->me_pc;
    if (!out->upd_ready[u]) bin[BIN_REFUSED]++;
    if (!in->upd_valid[u]) return;
    const bool last = in->issue_en && s->me_wph == s->me_wpt;
    if (out->heap_in.upd_valid[u]) {
        bin[BIN_QUEUED]++;
        if (of_me && s->me_closed) bin[BIN_CLOSED_UPDATE]++;
    } else if (!of_me || s->me_closed) {
        bin[BIN_POP_BYPASS]++;
    } else {
        bin[in->upd_open[u] ? BIN_BYPASS_OPEN : BIN_BYPASS_JOIN]++;
        if (last) bin[in->upd_open[u] ? BIN_REVIVED : BIN_LAST_JOINED]++;
        if (!out->heap_out.upd_ready[u]) bin[BIN_FULL_BYPASS]++;
    }
}

static void cover_pop(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    bin[BIN_POP]++;
    if (s->me_valid && in->issue_en) bin[BIN_POP_AT_ONCE]++;
    if (out->heap_out.root_old) bin[BIN_OLD_POP]++;
    if (out->heap_out.stuck)
        bin[out->lut_out.lkp_free[0] ? BIN_POP_STUCK_FULL : BIN_POP_STUCK_SET]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_update(s, in, out, 0, bin);
    cover_update(s, in, out, 1, bin);
    if (out->heap_in.pop_en && out->heap_out.root_valid) cover_pop(s, in, out, bin);
    if (out->heap_in.hold && out->heap_out.lkp_valid[1]) bin[BIN_HELD]++;
    if (out->heap_in.sweep_en && !empty(s)) bin[BIN_SWEEP]++;
    if (out->stuck && in->issue_en && out->pick_valid) bin[BIN_STUCK_ISSUE]++;
    switch (out->wait) {
    case MAJORITY_SCHEDULER_WAIT_EMPTY: bin[BIN_WAIT_EMPTY]++; break;
    case MAJORITY_SCHEDULER_WAIT_REBALANCE: bin[BIN_WAIT_REBALANCE]++; break;
    case MAJORITY_SCHEDULER_WAIT_UPDATES: bin[BIN_WAIT_UPDATES]++; break;
    default: break;
    }
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { majority_scheduler_reset(s); }
static void eval(const void *s, const void *in, void *out) { majority_scheduler_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { majority_scheduler_tick(s, in, out); }
static const char *check(const void *s) { return majority_scheduler_check(s); }
static const char *promise(const void *s, const void *in)
{
    return majority_scheduler_promise(s, in);
}

static const struct hd_block block = {
    .name = "majority_scheduler",
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
    .waves = "me_valid_q me_closed_q me_pc_q me_wph_q me_wpt_q",
};

unsigned long long majority_scheduler_open(const char *path, unsigned heap_entries,
                                           unsigned lut_entries, unsigned lut_ways,
                                           unsigned pc_shift, unsigned pc_width, unsigned cnt_width,
                                           unsigned wid_width, unsigned lut_width, unsigned lanes,
                                           unsigned queue_depth, unsigned heap_ports, unsigned tree,
                                           unsigned order, unsigned age_limit)
{
    const struct majority_scheduler_cfg cfg = {
        heap_entries, lut_entries, lut_ways,    pc_shift,   pc_width, cnt_width, wid_width,
        lut_width,    lanes,       queue_depth, heap_ports, tree,     order,     age_limit};
    char text[300];
    snprintf(text, sizeof text,
             "HeapEntries=%u LutEntries=%u LutWays=%u PcShift=%u PcWidth=%u CntWidth=%u "
             "WidWidth=%u LutWidth=%u Lanes=%u QueueDepth=%u HeapPorts=%u Tree=%u Order=%u "
             "AgeLimit=%u",
             heap_entries, lut_entries, lut_ways, pc_shift, pc_width, cnt_width, wid_width,
             lut_width, lanes, queue_depth, heap_ports, tree, order, age_limit);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : majority_scheduler_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR majority_scheduler: %s (%s)\n", wrong, text);
        exit(2);
    }
    const uint32_t nthd = hd_bits_for(lanes);
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, upd_valid, 2, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, upd_pc, 2, pc_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, upd_nthd, 2, nthd, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, upd_wid, 2, wid_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, upd_open, 2, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, next, wid_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, issue_en, 1, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, upd_ready, 2, 1, NULL,
                 "Ready: the PC of an open Majority Entry, or room in the queue"),
        HD_ARRAY(HD_OUT, outputs, link_en, 2, 1, NULL,
                 "Links: the heap's; port 1: the Majority Entry's, when a bypass opens a warp"),
        HD_ARRAY(HD_OUT, outputs, link_from, 2, wid_width, if_link,
                 "Links: from the tail of the list (WPT)"),
        HD_ARRAY(HD_OUT, outputs, link_to, 2, wid_width, if_link, "Links: to the warp opened"),
        HD_ONE(HD_OUT, outputs, pick_valid, 1, NULL, "Issue: while the Majority Entry is valid"),
        HD_ONE(HD_OUT, outputs, pick_wid, wid_width, if_pick, "Issue: the head of its list (WPH)"),
        HD_ONE(HD_OUT, outputs, stuck, 1, NULL,
               "Stuck: the heap is idle and cannot serve the oldest update"),
        HD_ONE(HD_OUT, outputs, wait, 2, NULL, "wait_o: why no warp is offered"),
        HD_REG("me_valid_q", state, me_valid, 0, 1, 1, NULL,
               "Issue, Bypass, Pop: valid until the list has ended; a pop makes it valid"),
        HD_REG("me_closed_q", state, me_closed, 0, 1, 1, if_me,
               "Pop: closed if updates wait, or the root is old; Ageing: a sweep closes it"),
        HD_REG("me_pc_q", state, me_pc, 0, 1, pc_width, if_me, "Pop: PC of the root"),
        HD_REG("me_wph_q", state, me_wph, 0, 1, wid_width, if_me,
               "Issue: WPH becomes Next; Bypass after the last warp: the warp opened"),
        HD_REG("me_wpt_q", state, me_wpt, 0, 1, wid_width, if_me,
               "Bypass: a warp opened becomes WPT"),
        HD_REG("age_q", state, age, 0, 1, 16, NULL,
               "Ageing: warps issued since the last sweep began, up to AgeLimit"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* The registers in the order of the table above. */
enum { REG_VALID, REG_CLOSED, REG_PC, REG_WPH, REG_WPT, REG_AGE };

void majority_scheduler_state(unsigned long long handle, svBit me_valid, svBit me_closed,
                              unsigned me_pc, unsigned me_wph, unsigned me_wpt, unsigned age)
{
    struct hd_instance *inst = hd_instance(handle);
    const bool valid = me_valid != 0;
    const bool closed = me_closed != 0;
    hd_state(inst, REG_VALID, 1, &valid, sizeof valid);
    hd_state(inst, REG_CLOSED, 1, &closed, sizeof closed);
    hd_state(inst, REG_PC, 1, &me_pc, sizeof me_pc);
    hd_state(inst, REG_WPH, 1, &me_wph, sizeof me_wph);
    hd_state(inst, REG_WPT, 1, &me_wpt, sizeof me_wpt);
    hd_state(inst, REG_AGE, 1, &age, sizeof age);
}

int majority_scheduler_ports(unsigned long long handle, svBit rst_n, unsigned char upd_valid,
                             const svBitVecVal *upd_pc, const svBitVecVal *upd_nthd,
                             const svBitVecVal *upd_wid, unsigned char upd_open,
                             unsigned char upd_ready, unsigned char link_en,
                             const svBitVecVal *link_from, const svBitVecVal *link_to,
                             unsigned next, svBit pick_valid, unsigned pick_wid, svBit issue_en,
                             svBit stuck, unsigned wait_code)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    hd_bits2(in->upd_valid, upd_valid);
    hd_words2(in->upd_pc, upd_pc);
    hd_words2(in->upd_nthd, upd_nthd);
    hd_words2(in->upd_wid, upd_wid);
    hd_bits2(in->upd_open, upd_open);
    in->next = next;
    in->issue_en = issue_en != 0;
    outputs *out = hd_outputs(inst);
    hd_bits2(out->upd_ready, upd_ready);
    hd_bits2(out->link_en, link_en);
    hd_words2(out->link_from, link_from);
    hd_words2(out->link_to, link_to);
    out->pick_valid = pick_valid != 0;
    out->pick_wid = pick_wid;
    out->stuck = stuck != 0;
    out->wait = wait_code;
    return hd_ports(inst, rst_n != 0);
}
