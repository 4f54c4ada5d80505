/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_dwf_front_lockstep: describes the unit to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/decode.h"
#include "core/dwf_front.h"
#include "core/dwf_front_ports.h"

enum { OPERANDS = FRONT_OPERANDS, MAX_LANES = FRONT_MAX_LANES };

typedef struct dwf_front state;
typedef struct dwf_front_ports inputs;

/* The model's, and the instruction that it has in its state. */
typedef struct {
    struct dwf_front_out o;
    struct front_instruction issue;
} outputs;

static bool has(uint64_t set, uint32_t i) { return (set >> i & 1) != 0; }

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare: what is offered. */
static const inputs *now;

static bool if_begin(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    (void)i;
    return now->begin_en;
}

static bool if_leaves(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->cfg.leaves == 1;
}

static bool if_row(const void *s, const void *out, uint32_t i)
{
    return if_leaves(s, out, i) && now->row_rd_en;
}

static bool if_walk(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->walk_valid;
}

/* The word of a thread that is in memory, or came back and is to be launched. */
static bool if_word(const void *s, const void *out, uint32_t i)
{
    const state *front = s;
    const uint32_t slot = i / front->cfg.lanes, lane = i % front->cfg.lanes;
    (void)out;
    if (front->cfg.leaves != 1) return false;
    if (has(front->returns, slot)) return true;
    if (has(front->barrier.open, slot) && has(front->barrier.away[slot], lane)) return true;
    return front->walk_valid && front->walk_slot == slot && has(front->walk_left, lane);
}

static bool if_group_out(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->o.grp_wr_valid;
}

static bool if_group_asked(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->o.grp_rd_valid;
}

static bool if_event(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->o.ev_valid;
}

static bool if_asked(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->o.fetch_valid;
}

static bool if_resolved(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    (void)i;
    return now->res_valid;
}

static bool if_end(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    (void)i;
    return now->end_valid;
}

static bool if_fetch(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->fetch_valid;
}

static bool if_fetched(const void *s, const void *out, uint32_t i)
{
    return if_fetch(s, out, i) && has(((const state *)s)->fetch.mask, i);
}

static bool if_issue(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->issue_valid;
}

static bool if_issued(const void *s, const void *out, uint32_t i)
{
    return if_issue(s, out, i) && has(((const state *)s)->issue.mask, i);
}

/* ---- coverage ---- */

enum {
    BIN_END_FIRST,
    BIN_RESULT_FIRST,
    BIN_END_AND_BARRIER,
    BIN_END_AND_EXIT,
    BIN_END_WAITS,
    BIN_RESULT_WAITS,
    BIN_LAUNCH_FIRST,
    BIN_LAUNCH,
    BIN_LAUNCH_WAITS,
    BIN_BEGIN,
    BIN_BEGIN_WAITS,
    BIN_LATE_BEGIN,
    BIN_LATE_WALK,
    BIN_BARRIER,
    BIN_ENDED,
    BIN_ARRIVE_SOME,
    BIN_EXIT_SOME,
    BIN_FORMED,
    BIN_ALONE,
    BIN_NEXT,
    BIN_STATUS,
    BIN_PHASE,
    BIN_BRANCH_PARTS,
    BIN_BRANCH_ALL,
    BIN_CALL,
    BIN_RETURN,
    BIN_RETURN_PARTS,
    BIN_JUMP,
    BIN_PASSED_MEET,
    BIN_PASSED_NEXT,
    BIN_NOT_PASSED,
    BIN_FOLLOWS_ANSWER,
    BIN_FETCH_REFUSED,
    BIN_FETCH_HELD,
    BIN_FETCH_AS_TAKEN,
    BIN_ANSWER_AT_ONCE,
    BIN_ANSWER_LATER,
    BIN_ISSUE,
    BIN_ISSUE_REFUSED,
    BIN_ACCESS,
    BIN_WHY_FETCHING_BUSY,
    BIN_WHY_FETCHING,
    BIN_WHY_WAITS,
    BIN_WHY_LAUNCH,
    BIN_WHY_NOTHING,
    BIN_TO_MEMORY,
    BIN_TO_MEMORY_AND_END,
    BIN_STALLS,
    BIN_LEAVE,
    BIN_LEAVE_SOME_WAIT,
    BIN_LEAVE_ENDED,
    BIN_LEAVE_BEFORE_WALK,
    BIN_LEAVE_AND_COME,
    BIN_COME,
    BIN_COME_WHILE_WALKED,
    BIN_RETURNS_NOT_READY,
    BIN_SEVERAL_RETURN,
    BIN_WALK_PART,
    BIN_WALK_AND_MEMORY,
    BIN_WALK_LAST,
    BIN_WALK_WAITS,
    BIN_LAUNCH_BEFORE_WALK,
    BIN_WALK_BEFORE_BEGIN,
    BIN_OUT_NO_INDEX,
    BIN_OUT_STUCK,
    BIN_OUT_WAITS,
    BIN_OUT_PIPE_BUSY,
    BIN_ASKED,
    BIN_ASKED_WAITS,
    BIN_BACK,
    BIN_BACK_WAITS,
    BIN_BACK_OTHERS_LEFT
};

static const struct hd_bin bins[] = {
    {"end_first", "an access ends, and a result returns: the access"},
    {"result_first", "but a result that was offered before goes before it"},
    {"end_and_barrier", "an access ends, threads come to a barrier: both"},
    {"end_and_exit", "an access ends, threads end: both"},
    {"end_waits", "an access ends, there is no room"},
    {"result_waits", "a result finds no room"},
    {"launch_first", "the barrier unit launches, and a warp would begin"},
    {"launch", "the threads of a warp go on behind their barrier"},
    {"launch_waits", "they wait for what returns"},
    {"begin", "a warp begins"},
    {"begin_waits", "it waits for what returns"},
    {"late_begin", "15 have gone by: a warp begins, and what returns waits"},
    {"late_walk", "a walk does"},
    {"barrier", "all threads of a warp are at the barrier"},
    {"ended", "all have ended"},
    {"arrive_some", "a warp is at the barrier, not all threads of a static warp of it are"},
    {"exit_some", "threads end, others of their static warp live"},
    {"formed", "an instruction issues for threads of several static warps"},
    {"alone", "it issues for one thread"},
    {"next", "threads come back at the next word"},
    {"status", "and of identity and status"},
    {"phase", "and of a phase"},
    {"branch_parts", "some threads take a branch"},
    {"branch_all", "all take it"},
    {"call", "a call"},
    {"return", "a return"},
    {"return_parts", "a return to several addresses"},
    {"jump", "a jump"},
    {"passed_meet", "a thread comes to where those of its branch meet"},
    {"passed_next", "a thread goes on to where others meet"},
    {"not_passed", "threads come back that have not passed a post-dominator"},
    {"follows_answer", "a warp is taken from formation as the word of the one before comes"},
    {"fetch_refused", "a fetch is not accepted"},
    {"fetch_held", "a warp waits to be fetched for: the issue register is not taken"},
    {"fetch_as_taken", "it is fetched for in the cycle in which the issue register is taken"},
    {"answer_at_once", "the word comes in the cycle after it was asked for"},
    {"answer_later", "the word takes longer"},
    {"issue", "an instruction issues"},
    {"issue_refused", "the pipe is busy"},
    {"access", "an access issues"},
    {"why_fetching_busy", "the fetch register waits for the pipe alone"},
    {"why_fetching", "a warp is in the fetch register, the pipe is idle"},
    {"why_waits", "threads wait in formation, none is in a register"},
    {"why_launch", "threads wait at the barrier unit's launch alone"},
    {"why_nothing", "no thread waits"},
    {"to_memory", "threads go to memory"},
    {"to_memory_and_end", "in the same cycle others come back"},
    {"stalls", "a slot stalls"},
    {"leave", "a row leaves"},
    {"leave_some_wait", "of which some threads are at the barrier, others in memory"},
    {"leave_ended", "of which nobody lives"},
    {"leave_before_walk", "while a slot is walked, which waits"},
    {"leave_and_come", "a row leaves, another one comes back"},
    {"come", "a row comes back"},
    {"come_while_walked", "while a slot is walked"},
    {"returns_not_ready", "a slot has come back, and is not ready yet"},
    {"several_return", "several slots are to be walked"},
    {"walk_part", "threads of a slot are launched, others are left"},
    {"walk_and_memory", "those that are launched are in memory again, others are left"},
    {"walk_last", "the last ones of a slot are"},
    {"walk_waits", "a walk is not taken"},
    {"launch_before_walk", "a walk waits for the barrier unit's launch"},
    {"walk_before_begin", "a warp that begins waits for a walk"},
    {"out_no_index", "a group goes to memory: there are not two free indices"},
    {"out_stuck", "a group goes to memory: an update is stuck, indices are free"},
    {"out_waits", "the memory does not take it"},
    {"out_pipe_busy", "it does, while the pipe takes nothing"},
    {"asked", "a group is asked for"},
    {"asked_waits", "the memory does not take the read"},
    {"back", "a group comes back"},
    {"back_waits", "it waits at the memory: there is no room again"},
    {"back_others_left", "a group comes back, and others are outside"},
    {NULL, NULL},
};

static unsigned ones(uint64_t mask) { return (unsigned)__builtin_popcountll(mask); }
static uint32_t lowest(uint64_t mask) { return (uint32_t)__builtin_ctzll(mask); }

/* Are these the last of their static warps, in the barrier unit's eyes? */
static bool some_missing(const struct barrier_unit *b, const inputs *in)
{
    for (uint64_t left = in->res_mask; left != 0; left &= left - 1) {
        const uint32_t slot = in->res_slot[lowest(left)];
        uint64_t mine = 0;
        for (uint64_t all = in->res_mask; all != 0; all &= all - 1)
            if (in->res_slot[lowest(all)] == slot) mine |= all & -all;
        if ((b->live[slot] & ~b->here[slot] & ~mine) != 0) return true;
    }
    return false;
}

static void cover_arrival(const state *s, const inputs *in, uint64_t *bin)
{
    const bool exits = in->res_flow == DECODE_EXIT;
    if (in->end_valid) bin[exits ? BIN_END_AND_EXIT : BIN_END_AND_BARRIER]++;
    if (some_missing(&s->barrier, in)) bin[exits ? BIN_EXIT_SOME : BIN_ARRIVE_SOME]++;
}

static bool several_targets(const inputs *in)
{
    const uint32_t first = in->res_addr[lowest(in->res_mask)];
    for (uint64_t left = in->res_mask; left != 0; left &= left - 1)
        if (in->res_addr[lowest(left)] != first) return true;
    return false;
}

static void cover_return(const inputs *in, const struct dwf_front_out *out, uint64_t *bin)
{
    switch (in->res_flow) {
    case DECODE_NEXT: bin[BIN_NEXT]++; break;
    case DECODE_PHASE: bin[BIN_PHASE]++; break;
    case DECODE_BRANCH:
        if (in->res_taken == in->res_mask) bin[BIN_BRANCH_ALL]++;
        else if (in->res_taken != 0) bin[BIN_BRANCH_PARTS]++;
        break;
    case DECODE_CALL: bin[BIN_CALL]++; break;
    case DECODE_RETURN:
        bin[BIN_RETURN]++;
        if (several_targets(in)) bin[BIN_RETURN_PARTS]++;
        break;
    default: bin[BIN_JUMP]++; break;
    }
    if ((in->res_mask & ~out->dwf_in.ret_pdom) != 0) bin[BIN_NOT_PASSED]++;
    for (uint64_t left = out->dwf_in.ret_pdom; left != 0; left &= left - 1)
        bin[out->dwf_in.ret_pc[lowest(left)] == in->res_meet ? BIN_PASSED_MEET : BIN_PASSED_NEXT]++;
}

static void cover_results(const state *s, const inputs *in, const struct dwf_front_out *out,
                          uint64_t *bin)
{
    if (in->end_valid && !out->end_ready) bin[BIN_END_WAITS]++;
    if (!in->res_valid) return;
    if (in->end_valid && s->res_first) bin[BIN_RESULT_FIRST]++;
    if (in->res_flow == DECODE_EXIT || in->res_flow == DECODE_BARRIER) cover_arrival(s, in, bin);
    else if (in->end_valid && !s->res_first) bin[BIN_END_FIRST]++;
    else if (out->res_ready) cover_return(in, out, bin);
    else bin[BIN_RESULT_WAITS]++;
}

static void cover_late(const struct dwf_front_out *out, uint64_t *bin)
{
    if (!out->late || !out->dwf.launch_ready) return;
    if (out->launches == DWF_FRONT_FROM_BEGIN) bin[BIN_LATE_BEGIN]++;
    if (out->launches == DWF_FRONT_FROM_WALK) bin[BIN_LATE_WALK]++;
}

static void cover_launch(const inputs *in, const struct dwf_front_out *out, uint64_t *bin)
{
    const bool launches = out->barrier.launch_valid;
    if (launches && in->begin_en && !out->late) bin[BIN_LAUNCH_FIRST]++;
    if (launches) bin[out->barrier_in.launch_ready ? BIN_LAUNCH : BIN_LAUNCH_WAITS]++;
    else if (in->begin_en) bin[out->begin_ready ? BIN_BEGIN : BIN_BEGIN_WAITS]++;
    if (out->ev_valid) bin[out->ev_kind == FRONT_BARRIER ? BIN_BARRIER : BIN_ENDED]++;
}

static void cover_leave(const state *s, const inputs *in, const struct dwf_front_out *out,
                        uint64_t *bin)
{
    const struct barrier_unit_out *b = &out->barrier;
    bin[BIN_LEAVE]++;
    if (b->leave_live == 0) bin[BIN_LEAVE_ENDED]++;
    if (b->leave_here != 0 && b->leave_here != b->leave_live) bin[BIN_LEAVE_SOME_WAIT]++;
    if (s->walk_valid) bin[BIN_LEAVE_BEFORE_WALK]++;
    if (in->row_wr_en) bin[BIN_LEAVE_AND_COME]++;
}

/* Is a thread of the slot that is walked among those that go to memory? */
static bool walked_goes(const state *s, const inputs *in)
{
    for (uint64_t left = in->res_mask; left != 0; left &= left - 1)
        if (s->walk_valid && in->res_slot[lowest(left)] == s->walk_slot) return true;
    return false;
}

static void cover_rows(const state *s, const inputs *in, const struct dwf_front_out *out,
                       uint64_t *bin)
{
    const bool launches = out->barrier.launch_valid;
    if (in->acc_en) bin[BIN_TO_MEMORY]++;
    if (in->acc_en && in->end_valid && out->end_ready) bin[BIN_TO_MEMORY_AND_END]++;
    if (out->stalls != 0) bin[BIN_STALLS]++;
    if (in->acc_en && walked_goes(s, in)) bin[BIN_WALK_AND_MEMORY]++;
    if (in->row_rd_en) cover_leave(s, in, out, bin);
    if (in->row_wr_en) bin[BIN_COME]++;
    if (in->row_wr_en && s->walk_valid) bin[BIN_COME_WHILE_WALKED]++;
    if ((s->returns & ~in->ready) != 0 && !s->walk_valid) bin[BIN_RETURNS_NOT_READY]++;
    if ((s->returns & (s->returns - 1) & in->ready) != 0) bin[BIN_SEVERAL_RETURN]++;
    if (!out->walks) return;
    if (launches) bin[BIN_LAUNCH_BEFORE_WALK]++;
    else if (!out->dwf.launch_ready) bin[BIN_WALK_WAITS]++;
    else bin[out->walk_mask == s->walk_left ? BIN_WALK_LAST : BIN_WALK_PART]++;
    if (in->begin_en) bin[BIN_WALK_BEFORE_BEGIN]++;
}

static void cover_fetch(const state *s, const inputs *in, const struct dwf_front_out *out,
                        uint64_t *bin)
{
    static bool asked; /* in the cycle before */
    const bool waits = s->fetch_valid && s->fetch_sent;
    if (waits && in->rsp_valid) bin[asked ? BIN_ANSWER_AT_ONCE : BIN_ANSWER_LATER]++;
    if (waits && in->rsp_valid && out->dwf.issue_valid) bin[BIN_FOLLOWS_ANSWER]++;
    if (out->fetch_valid && !in->fetch_ready) bin[BIN_FETCH_REFUSED]++;
    if (out->fetch_valid && s->issue_valid) bin[BIN_FETCH_AS_TAKEN]++;
    if (s->fetch_valid && !s->fetch_sent && !out->fetch_valid) bin[BIN_FETCH_HELD]++;
    asked = out->fetch_valid && in->fetch_ready;
}

static void cover_issue(const state *s, const inputs *in, uint64_t *bin)
{
    const struct front_instruction *i = &s->issue;
    if (!s->issue_valid) return;
    bin[in->issue_ready ? BIN_ISSUE : BIN_ISSUE_REFUSED]++;
    if (!in->issue_ready) return;
    if (ones(i->mask) == 1) bin[BIN_ALONE]++;
    if (i->unit == DECODE_MEMORY) bin[BIN_ACCESS]++;
    if (i->unit == DECODE_CSR) bin[BIN_STATUS]++;
    for (uint64_t left = i->mask; left != 0; left &= left - 1) {
        if (i->slot[lowest(left)] == i->slot[lowest(i->mask)]) continue;
        bin[BIN_FORMED]++;
        break;
    }
}

static void cover_why(const state *s, const struct dwf_front_out *out, uint64_t *bin)
{
    const bool waits = out->dwf.issue_valid || out->dwf.wait != 1;
    switch (out->why) {
    case FRONT_PIPE_BUSY:
        if (!s->issue_valid) bin[BIN_WHY_FETCHING_BUSY]++;
        break;
    case FRONT_NOT_FETCHED: bin[BIN_WHY_FETCHING]++; break;
    case FRONT_WAITS: bin[waits ? BIN_WHY_WAITS : BIN_WHY_LAUNCH]++; break;
    case FRONT_NO_WARP: bin[BIN_WHY_NOTHING]++; break;
    default: break;
    }
}

static void cover_groups(const state *s, const inputs *in, const struct dwf_front_out *out,
                         uint64_t *bin)
{
    const struct warp_spill *spill = &s->dwf.spill;
    if (out->grp_wr_valid) {
        bin[out->dwf.free_count < 2 ? BIN_OUT_NO_INDEX : BIN_OUT_STUCK]++;
        if (!in->grp_wr_ready) bin[BIN_OUT_WAITS]++;
        else if (s->issue_valid && !in->issue_ready) bin[BIN_OUT_PIPE_BUSY]++;
    }
    if (out->grp_rd_valid) bin[in->grp_rd_ready ? BIN_ASKED : BIN_ASKED_WAITS]++;
    if (in->grp_rsp_valid) bin[out->grp_rsp_ready ? BIN_BACK : BIN_BACK_WAITS]++;
    if (out->grp_rsp_ready && spill->queued + spill->asked > 1) bin[BIN_BACK_OTHERS_LEFT]++;
}

static void cover(const void *s, const void *in, const void *out_, uint64_t *bin)
{
    const struct dwf_front_out *out = &((const outputs *)out_)->o;
    cover_results(s, in, out, bin);
    cover_launch(in, out, bin);
    cover_late(out, bin);
    if (((const state *)s)->cfg.leaves == 1) cover_rows(s, in, out, bin);
    cover_fetch(s, in, out, bin);
    cover_issue(s, in, bin);
    cover_why(s, out, bin);
    cover_groups(s, in, out, bin);
}

/* ---- the unit, as the harness sees it ---- */

static struct dwf_front_in model_inputs(const inputs *in)
{
    return (struct dwf_front_in){
        .begin_en = in->begin_en,
        .begin_slot = in->begin_slot,
        .begin_pc = in->begin_pc,
        .begin_mask = in->begin_mask,
        .ready = in->ready,
        .rows = in->rows,
        .fetch_ready = in->fetch_ready,
        .rsp_valid = in->rsp_valid,
        .rsp_word = in->rsp_word,
        .rsp_meet = in->rsp_meet,
        .rsp_meets = in->rsp_meets,
        .issue_ready = in->issue_ready,
        .res_valid = in->res_valid,
        .res = {.slot = in->res_slot,
                .flow = in->res_flow,
                .pc = in->res_pc,
                .mask = in->res_mask,
                .taken = in->res_taken,
                .addr = in->res_addr,
                .meet = in->res_meet,
                .meets = in->res_meets},
        .end_valid = in->end_valid,
        .end_slot = in->end_slot,
        .end_mask = in->end_mask,
        .end_pc = in->end_pc,
        .acc_en = in->acc_en,
        .row_rd_en = in->row_rd_en,
        .row_rd_slot = in->row_rd_slot,
        .row_wr_en = in->row_wr_en,
        .row_wr_slot = in->row_wr_slot,
        .row_wr_data = in->row_wr_data,
        .grp_base_en = in->grp_base_en,
        .grp_base = in->grp_base,
        .grp_wr_ready = in->grp_wr_ready,
        .grp_rd_ready = in->grp_rd_ready,
        .grp_rsp_valid = in->grp_rsp_valid,
        .grp_rsp_data = in->grp_rsp_data,
    };
}

static void reset(void *s) { dwf_front_reset(s); }

static void eval(const void *s, const void *in, void *out_)
{
    outputs *out = out_;
    const struct dwf_front_in m = model_inputs(in);
    dwf_front_eval(s, &m, &out->o);
    out->issue = *out->o.issue;
}

static void tick(void *s, const void *in, const void *out)
{
    const struct dwf_front_in m = model_inputs(in);
    dwf_front_tick(s, &m, &((const outputs *)out)->o);
}

static const char *check(const void *s) { return dwf_front_check(s); }

static const char *promise(const void *s, const void *in)
{
    const struct dwf_front_in m = model_inputs(in);
    return dwf_front_promise(s, &m);
}

static const struct hd_block block = {
    .name = "dwf_front",
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
    .index_rule = "slots: of the thread in lane [i]; issue_reg: rs1, rs2, rs3, rd",
    .waves = "res_first_q passed_q fetch_valid_q fetch_sent_q fetch_pc_q fetch_mask_q "
             "issue_valid_q issue_pc_q "
             "issue_mask_q",
};

/* The registers in the order in which they are described. */
enum {
    REG_RES_FIRST,
    REG_PASSED,
    REG_FETCH_VALID,
    REG_FETCH_SENT,
    REG_FETCH_PC,
    REG_FETCH_MASK,
    REG_FETCH_SLOT,
    REG_ISSUE_VALID,
    REG_ISSUE_PC,
    REG_ISSUE_WORD,
    REG_ISSUE_MASK,
    REG_ISSUE_MEET,
    REG_ISSUE_MEETS,
    REG_ISSUE_UNIT,
    REG_ISSUE_FLOW,
    REG_ISSUE_USE,
    REG_ISSUE_REG,
    REG_ISSUE_SLOT,
    REG_RETURNS,
    REG_WALK_VALID,
    REG_WALK_SLOT,
    REG_WALK_LEFT,
    REG_ROW
};

/* A group in memory: words of 32 bits, the last of which need not be whole. */
static struct hd_field wide(struct hd_field f, uint32_t bits)
{
    f.cut = 32 * f.count - bits;
    return f;
}

/* The model's own outputs, and the fields of the instruction: `text` is the port. */
#define OUT(text, part, n, step, bits, caring, why)                                                \
    {                                                                                              \
        .kind = HD_OUT, .name = text, .offset = offsetof(outputs, part), .stride = step,           \
        .size = sizeof(((outputs *)0)->part), .count = n, .width = bits, .care = caring,           \
        .rule = why                                                                                \
    }
#define OUT_ONE(member, bits, caring, why) OUT(#member, o.member, 1, 0, bits, caring, why)
#define OUT_ISSUE(member, bits, why) OUT("issue_" #member, issue.member, 1, 0, bits, if_issue, why)
#define REG(member, part, bits, caring, why) HD_REG(member, state, part, 0, 1, bits, caring, why)

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct dwf_front_cfg *c)
{
    const uint32_t slot = hd_bits_for(c->slots - 1);
    const uint32_t bits = dwf_front_group_width(c);
    const uint32_t words = (bits + 31) / 32;
    const char *const event = "Ports: those of the barrier unit";
    const char *const fetch = "Fetch: a warp that dwf issues goes into the fetch register when "
                              "that is empty, or its word comes in this cycle and goes on";
    const char *const asked = "Issue: asked for until accepted, in cycles in which the issue "
                              "register is empty or being taken";
    const char *const issue = "Issue: the answer goes with the warp into the issue register, "
                              "which is empty, or taken in this cycle";
    const char *const answer = "Issue: the answer, decoded, with registers as rows_i has them";
    const char *const spill = "warp spill, No room: a group is offered to the memory";
    const char *const walk = "Walk: the lowest slot that returns and is ready is taken when none "
                             "is walked, and no row leaves";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, begin_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_pc, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_mask, c->lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, ready, c->slots, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, rows, FRONT_REGISTERS, 6, NULL, NULL),
        HD_ONE(HD_IN, inputs, fetch_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_word, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_meet, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_meets, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, issue_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, res_valid, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_slot, c->lanes, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, res_flow, 3, NULL, NULL),
        HD_ONE(HD_IN, inputs, res_pc, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, res_mask, c->lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, res_taken, c->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, res_addr, c->lanes, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, res_meet, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, res_meets, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, end_valid, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, end_slot, c->lanes, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, end_mask, c->lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, end_pc, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, row_rd_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, row_rd_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, row_wr_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, row_wr_slot, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, row_wr_data, c->lanes, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, grp_base_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, grp_base, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, grp_wr_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, grp_rd_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, grp_rsp_valid, 1, NULL, NULL),
        wide((struct hd_field)HD_ARRAY(HD_IN, inputs, grp_rsp_data, words, 32, NULL, NULL), bits),
        OUT_ONE(begin_ready, 1, if_begin,
                "Launch: the barrier unit's goes first, else a warp that begins, when dwf takes "
                "it"),
        OUT_ONE(ev_valid, 1, NULL, event),
        OUT_ONE(ev_kind, 2, if_event, event),
        OUT_ONE(ev_slot, slot, if_event, event),
        OUT_ONE(fetch_valid, 1, NULL, asked),
        OUT_ONE(fetch_pc, 32, if_asked, "Fetch: the address of the warp in the fetch register"),
        OUT_ONE(issue_valid, 1, NULL, issue),
        OUT("issue_slot", issue.slot[0], c->lanes, 1, slot, if_issued,
            "Ports: the static warp of the thread in each lane"),
        OUT_ISSUE(pc, 32, issue),
        OUT_ISSUE(word, 32, issue),
        OUT_ISSUE(mask, c->lanes, issue),
        OUT_ISSUE(meet, 32, issue),
        OUT_ISSUE(meets, 1, issue),
        OUT_ISSUE(unit, 3, answer),
        OUT_ISSUE(flow, 3, answer),
        OUT_ISSUE(use, OPERANDS, answer),
        OUT("issue_reg", issue.reg[0], OPERANDS, 1, 6, if_issue, answer),
        OUT_ONE(res_ready, 1, if_resolved,
                "Return: an access that ends first, else a result, when dwf says so; flow 4 and 6 "
                "always"),
        OUT_ONE(end_ready, 1, if_end, "Return: an access that ends first, when dwf says so"),
        OUT_ONE(why, 3, NULL, "Ports: why_o, the first that holds"),
        OUT_ONE(stalls, c->slots, if_leaves, "Ports: stalls_o, of the barrier unit"),
        OUT("row_rd_data", o.row_rd_data[0], c->lanes, 4, 32, if_row,
            "Leave: of a lane whose thread does not live 0; at the barrier the barrier unit's "
            "address; else its word"),
        OUT_ONE(grp_wr_valid, 1, NULL, spill),
        OUT_ONE(grp_wr_addr, 32, if_group_out, "warp spill: offset + tail * RecordBytes"),
        wide((struct hd_field)OUT("grp_wr_data", o.grp_wr_data[0], words, 4, 32, if_group_out,
                                  "Groups in memory: key, address, lanes, a thread a lane, 0 "
                                  "where there is none"),
             bits),
        OUT_ONE(grp_rd_valid, 1, NULL, "warp spill, Reads: in any cycle with room"),
        OUT_ONE(grp_rd_addr, 32, if_group_asked, "warp spill: offset + head * RecordBytes"),
        OUT_ONE(grp_rsp_ready, 1, NULL, "warp spill, Answer: when it is placed"),
        REG("res_first_q", res_first, 1, NULL,
            "Return: a result that was offered to dwf and not taken goes before any access"),
        REG("passed_q", passed, 4, NULL,
            "Late: one more for what dwf takes while a launch asks and is not taken"),
        REG("fetch_valid_q", fetch_valid, 1, NULL, fetch),
        REG("fetch_sent_q", fetch_sent, 1, if_fetch, "Fetch: the address was accepted"),
        REG("fetch_pc_q", fetch.pc, 32, if_fetch, fetch),
        REG("fetch_mask_q", fetch.mask, c->lanes, if_fetch, fetch),
        HD_REG("fetch_slot_q", state, fetch.slot[0], 1, c->lanes, slot, if_fetched, fetch),
        REG("issue_valid_q", issue_valid, 1, NULL, issue),
        REG("issue_pc_q", issue.pc, 32, if_issue, issue),
        REG("issue_word_q", issue.word, 32, if_issue, issue),
        REG("issue_mask_q", issue.mask, c->lanes, if_issue, issue),
        REG("issue_meet_q", issue.meet, 32, if_issue, issue),
        REG("issue_meets_q", issue.meets, 1, if_issue, issue),
        REG("issue_unit_q", issue.unit, 3, if_issue, answer),
        REG("issue_flow_q", issue.flow, 3, if_issue, answer),
        REG("issue_use_q", issue.use, OPERANDS, if_issue, answer),
        HD_REG("issue_reg_q", state, issue.reg[0], 1, OPERANDS, 6, if_issue, answer),
        HD_REG("issue_slot_q", state, issue.slot[0], 1, c->lanes, slot, if_issued, issue),
        REG("returns_q", returns, c->slots, if_leaves,
            "Come back: others than those at the barrier live; Walk: the slot is taken"),
        REG("walk_valid_q", walk_valid, 1, if_leaves, walk),
        REG("walk_slot_q", walk_slot, slot, if_walk, walk),
        REG("walk_left_q", walk_left, c->lanes, if_walk,
            "Walk: threads that live and are not at the barrier, until they are taken"),
        {.kind = HD_STATE,
         .name = "row_q",
         .offset = offsetof(state, row),
         .stride = sizeof(uint32_t),
         .size = sizeof(uint32_t),
         .count = c->slots * c->lanes,
         .width = 32,
         .care = if_word,
         .rule = "To memory: the word of each of the access's threads becomes pc + 4, living; Come "
                 "back: a row is written as it is",
         .row = c->lanes,
         .row_step = sizeof((state *)0)->row[0]},
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long dwf_front_open(const char *path, const svBitVecVal *parameters)
{
    struct dwf_front_cfg c;
    char text[400];
    memcpy(&c, parameters, sizeof c);
    snprintf(text, sizeof text,
             "Slots=%u Lanes=%u PcShift=%u PoolEntries=%u LutEntries=%u LutWays=%u Forward=%u "
             "Policy=%u HeapEntries=%u HeapPorts=%u QueueDepth=%u Tree=%u MheapEntries=%u "
             "MheapWays=%u CntWidth=%u WidWidth=%u LutWidth=%u AgeLimit=%u Leaves=%u",
             c.slots, c.lanes, c.pc_shift, c.pool_entries, c.lut_entries, c.lut_ways, c.forward,
             c.policy, c.heap_entries, c.heap_ports, c.queue_depth, c.tree, c.mheap_entries,
             c.mheap_ways, c.cnt_width, c.wid_width, c.lut_width, c.age_limit, c.leaves);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : dwf_front_init(s, &c);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR dwf_front: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &c);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* ---- registers ---- */

void dwf_front_fetch_state(unsigned long long handle, svBit res_first, unsigned char passed,
                           svBit valid, svBit sent, unsigned pc, unsigned long long mask,
                           const svBitVecVal *slot)
{
    struct hd_instance *inst = hd_instance(handle);
    const bool is_first = res_first != 0;
    const bool is_valid = valid != 0;
    const bool is_sent = sent != 0;
    hd_state_part(inst, REG_RES_FIRST, 0, 1, &is_first);
    hd_state_part(inst, REG_PASSED, 0, 1, &passed);
    hd_state_part(inst, REG_FETCH_VALID, 0, 1, &is_valid);
    hd_state_part(inst, REG_FETCH_SENT, 0, 1, &is_sent);
    hd_state_part(inst, REG_FETCH_PC, 0, 1, &pc);
    hd_state_part(inst, REG_FETCH_MASK, 0, 1, &mask);
    hd_state_part(inst, REG_FETCH_SLOT, 0, ((const state *)hd_model(inst))->cfg.lanes, slot);
}

void dwf_front_issue_state(unsigned long long handle, svBit valid, unsigned pc, unsigned word,
                           unsigned long long mask, unsigned meet, svBit meets, unsigned char unit,
                           unsigned char flow, unsigned char uses, const svBitVecVal *registers,
                           const svBitVecVal *slot)
{
    struct hd_instance *inst = hd_instance(handle);
    const bool is_valid = valid != 0;
    const bool is_meets = meets != 0;
    hd_state_part(inst, REG_ISSUE_VALID, 0, 1, &is_valid);
    hd_state_part(inst, REG_ISSUE_PC, 0, 1, &pc);
    hd_state_part(inst, REG_ISSUE_WORD, 0, 1, &word);
    hd_state_part(inst, REG_ISSUE_MASK, 0, 1, &mask);
    hd_state_part(inst, REG_ISSUE_MEET, 0, 1, &meet);
    hd_state_part(inst, REG_ISSUE_MEETS, 0, 1, &is_meets);
    hd_state_part(inst, REG_ISSUE_UNIT, 0, 1, &unit);
    hd_state_part(inst, REG_ISSUE_FLOW, 0, 1, &flow);
    hd_state_part(inst, REG_ISSUE_USE, 0, 1, &uses);
    hd_state_part(inst, REG_ISSUE_REG, 0, OPERANDS, registers);
    hd_state_part(inst, REG_ISSUE_SLOT, 0, ((const state *)hd_model(inst))->cfg.lanes, slot);
}

/* ---- a cycle, a neighbour at a time ---- */

void dwf_front_residency(unsigned long long handle, svBit begin_en, unsigned begin_slot,
                         unsigned begin_pc, unsigned long long begin_mask, svBit begin_ready,
                         unsigned long long ready, svBit ev_valid, unsigned ev_kind,
                         unsigned ev_slot)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->begin_en = begin_en != 0;
    in->begin_slot = begin_slot;
    in->begin_pc = begin_pc;
    in->begin_mask = begin_mask;
    in->ready = ready;
    struct dwf_front_out *o = &((outputs *)hd_outputs(inst))->o;
    o->begin_ready = begin_ready != 0;
    o->ev_valid = ev_valid != 0;
    o->ev_kind = ev_kind;
    o->ev_slot = ev_slot;
}

void dwf_front_code(unsigned long long handle, const svBitVecVal *rows, svBit fetch_valid,
                    svBit fetch_ready, unsigned fetch_pc, svBit rsp_valid, unsigned rsp_word,
                    unsigned rsp_meet, svBit rsp_meets)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    memcpy(in->rows, rows, sizeof in->rows);
    in->fetch_ready = fetch_ready != 0;
    in->rsp_valid = rsp_valid != 0;
    in->rsp_word = rsp_word;
    in->rsp_meet = rsp_meet;
    in->rsp_meets = rsp_meets != 0;
    struct dwf_front_out *o = &((outputs *)hd_outputs(inst))->o;
    o->fetch_valid = fetch_valid != 0;
    o->fetch_pc = fetch_pc;
}

void dwf_front_issued(unsigned long long handle, svBit issue_valid, svBit issue_ready,
                      const svBitVecVal *issue_slot, unsigned issue_pc, unsigned issue_word,
                      unsigned long long issue_mask, unsigned issue_meet, svBit issue_meets,
                      unsigned char issue_unit, unsigned char issue_flow, unsigned char issue_use,
                      const svBitVecVal *issue_reg)
{
    struct hd_instance *inst = hd_instance(handle);
    outputs *out = hd_outputs(inst);
    struct front_instruction *i = &out->issue;
    ((inputs *)hd_inputs(inst))->issue_ready = issue_ready != 0;
    out->o.issue_valid = issue_valid != 0;
    memcpy(i->slot, issue_slot, sizeof i->slot);
    i->pc = issue_pc;
    i->word = issue_word;
    i->mask = issue_mask;
    i->meet = issue_meet;
    i->meets = issue_meets != 0;
    i->unit = issue_unit;
    i->flow = issue_flow;
    i->use = issue_use;
    memcpy(i->reg, issue_reg, sizeof i->reg);
}

void dwf_front_resolved(unsigned long long handle, svBit res_valid, svBit res_ready,
                        const svBitVecVal *res_slot, unsigned res_flow, unsigned res_pc,
                        unsigned long long res_mask, unsigned long long res_taken,
                        const svBitVecVal *res_addr, unsigned res_meet, svBit res_meets)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->res_valid = res_valid != 0;
    memcpy(in->res_slot, res_slot, sizeof in->res_slot);
    in->res_flow = res_flow;
    in->res_pc = res_pc;
    in->res_mask = res_mask;
    in->res_taken = res_taken;
    memcpy(in->res_addr, res_addr,
           ((const state *)hd_model(inst))->cfg.lanes * sizeof in->res_addr[0]);
    in->res_meet = res_meet;
    in->res_meets = res_meets != 0;
    ((outputs *)hd_outputs(inst))->o.res_ready = res_ready != 0;
}

void dwf_front_walk_state(unsigned long long handle, unsigned long long returns, svBit valid,
                          unsigned slot, unsigned long long left)
{
    struct hd_instance *inst = hd_instance(handle);
    const bool is_valid = valid != 0;
    hd_state_part(inst, REG_RETURNS, 0, 1, &returns);
    hd_state_part(inst, REG_WALK_VALID, 0, 1, &is_valid);
    hd_state_part(inst, REG_WALK_SLOT, 0, 1, &slot);
    hd_state_part(inst, REG_WALK_LEFT, 0, 1, &left);
}

void dwf_front_row_state(unsigned long long handle, const svBitVecVal *wrote,
                         const svBitVecVal *newest, unsigned turn, const svBitVecVal *in_turn)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct dwf_front_cfg *c = &((const state *)hd_model(inst))->cfg;
    for (uint32_t l = 0; l < c->lanes; l++) {
        const uint32_t slot = wrote[l / 4] >> l % 4 * 8 & 0xff;
        if (slot < c->slots) hd_state_part(inst, REG_ROW, slot * c->lanes + l, 1, &newest[l]);
    }
    hd_state_part(inst, REG_ROW, turn * c->lanes, c->lanes, in_turn);
}

void dwf_front_rows(unsigned long long handle, svBit acc_en, unsigned long long stalls,
                    svBit row_rd_en, unsigned row_rd_slot, const svBitVecVal *row_rd_data,
                    svBit row_wr_en, unsigned row_wr_slot, const svBitVecVal *row_wr_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const size_t bytes = 4 * ((const state *)hd_model(inst))->cfg.lanes;
    inputs *in = hd_inputs(inst);
    in->acc_en = acc_en != 0;
    in->row_rd_en = row_rd_en != 0;
    in->row_rd_slot = row_rd_slot;
    in->row_wr_en = row_wr_en != 0;
    in->row_wr_slot = row_wr_slot;
    memcpy(in->row_wr_data, row_wr_data, bytes);
    struct dwf_front_out *o = &((outputs *)hd_outputs(inst))->o;
    o->stalls = stalls;
    memcpy(o->row_rd_data, row_rd_data, bytes);
}

void dwf_front_groups(unsigned long long handle, svBit base_en, unsigned base, svBit wr_valid,
                      svBit wr_ready, unsigned wr_addr, const svBitVecVal *wr_data, svBit rd_valid,
                      svBit rd_ready, unsigned rd_addr, svBit rsp_valid, svBit rsp_ready,
                      const svBitVecVal *rsp_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t bits = dwf_front_group_width(&((const state *)hd_model(inst))->cfg);
    const size_t bytes = (bits + 31) / 32 * sizeof wr_data[0];
    inputs *in = hd_inputs(inst);
    in->grp_base_en = base_en != 0;
    in->grp_base = base;
    in->grp_wr_ready = wr_ready != 0;
    in->grp_rd_ready = rd_ready != 0;
    in->grp_rsp_valid = rsp_valid != 0;
    memcpy(in->grp_rsp_data, rsp_data, bytes);
    struct dwf_front_out *o = &((outputs *)hd_outputs(inst))->o;
    o->grp_wr_valid = wr_valid != 0;
    o->grp_wr_addr = wr_addr;
    memcpy(o->grp_wr_data, wr_data, bytes);
    o->grp_rd_valid = rd_valid != 0;
    o->grp_rd_addr = rd_addr;
    o->grp_rsp_ready = rsp_ready != 0;
}

int dwf_front_ports(unsigned long long handle, svBit rst_n, svBit end_valid, svBit end_ready,
                    const svBitVecVal *end_slot, unsigned long long end_mask, unsigned end_pc,
                    unsigned why)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->end_valid = end_valid != 0;
    memcpy(in->end_slot, end_slot, sizeof in->end_slot);
    in->end_mask = end_mask;
    in->end_pc = end_pc;
    struct dwf_front_out *o = &((outputs *)hd_outputs(inst))->o;
    o->end_ready = end_ready != 0;
    o->why = why;
    now = in;
    return hd_ports(inst, rst_n != 0);
}
