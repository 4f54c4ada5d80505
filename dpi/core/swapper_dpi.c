/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_swapper_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/swapper.h"
#include "residency/coordinator.h"

enum {
    LANES = SWAPPER_MAX_LANES,
    RESTORES = SWAPPER_MAX_RESTORES,
    WORDS = SIMT_STACK_ROW_WORDS,
    WORD = 32,
    REG_BITS = 6,
};

/* The model; which words of a state are back, since what a restore register held before is of no
 * matter; and what the RTL keeps in other widths. */
typedef struct {
    struct swapper s;
    bool known[RESTORES][WORDS];
    uint32_t restores; /* in use: a bit each */
    uint32_t job_bank, job_index;
} state;

typedef struct {
    bool req_valid;
    bool req_load;
    uint32_t req_kind;
    uint32_t req_row;
    uint32_t req_set;
    uint32_t req_phys;
    bool calm;
    bool job_valid;
    bool job_store;
    uint32_t job_park;
    uint32_t job_operand;
    uint32_t job_warp;
    uint32_t job_reg;
    uint64_t job_mask;
    uint32_t job_bank;
    uint32_t job_index;
    bool rd_ready;
    bool row_valid;
    uint32_t row_data[LANES];
    bool ctx_ready;
    bool ctx_rsp_valid;
    uint32_t ctx_rsp_data[LANES];
    uint32_t stack_rd_data[WORDS];
    bool acc_ready;
    bool back_valid;
    uint32_t back_restore;
    uint32_t back_part;
    uint64_t back_mask;
    uint32_t back_data[LANES];
    bool back_end;
    uint32_t back_end_restore;
} inputs;

typedef struct {
    bool req_ready;
    bool rsp_valid;
    uint32_t rsp_warp;
    bool job_taken;
    bool rd_valid;
    uint32_t rd_bank;
    uint32_t rd_index;
    bool ctx_valid;
    uint32_t ctx_row;
    bool stack_rd_en;
    uint32_t stack_rd_slot;
    bool stack_wr_en;
    uint32_t stack_wr_slot;
    uint32_t stack_wr_data[WORDS];
    bool acc_valid;
    uint32_t acc_what;
    bool acc_load;
    uint64_t acc_mask;
    uint32_t acc_addr[LANES];
    uint32_t acc_data[LANES];
    uint32_t acc_park;
    uint32_t acc_operand;
    uint32_t acc_bank;
    uint32_t acc_index;
    uint32_t acc_restore;
    uint32_t acc_part;
    bool swapping;
    struct swapper_out model; /* as eval gave them, for tick */
} outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static uint32_t row_words(const struct swapper *s) { return s->cfg.row_bits / WORD; }
static uint32_t stack_words(const struct swapper *s) { return (s->cfg.stack_bits + 31) / WORD; }

/* ---- the model, and what of it is known ---- */

static struct swapper_in put(const inputs *in)
{
    return (struct swapper_in){
        .req_valid = in->req_valid,
        .req_load = in->req_load,
        .req_kind = in->req_kind,
        .req_row = in->req_row,
        .req_set = in->req_set,
        .req_phys = in->req_phys,
        .calm = in->calm,
        .job_valid = in->job_valid,
        .job = {in->job_store,
                in->job_park,
                in->job_operand,
                in->job_warp,
                in->job_reg,
                in->job_mask,
                {(uint8_t)in->job_bank, (uint16_t)in->job_index}},
        .stack_rd_data = in->stack_rd_data,
        .ctx_ready = in->ctx_ready,
        .ctx_rsp_valid = in->ctx_rsp_valid,
        .ctx_rsp_data = in->ctx_rsp_data,
        .row_ready = in->rd_ready,
        .row_valid = in->row_valid,
        .row_data = in->row_data,
        .acc_ready = in->acc_ready,
        .back_valid = in->back_valid,
        .back_restore = in->back_restore,
        .back_part = in->back_part,
        .back_mask = in->back_mask,
        .back_data = in->back_data,
        .back_end = in->back_end,
        .back_end_restore = in->back_end_restore,
    };
}

static void show(state *st)
{
    st->restores = 0;
    for (uint32_t r = 0; r < st->s.cfg.restores; r++)
        st->restores |= (uint32_t)st->s.restore[r].valid << r;
    st->job_bank = st->s.job.place.bank;
    st->job_index = st->s.job.place.index;
}

static void reset(void *s)
{
    state *st = s;
    swapper_reset(&st->s);
    memset(st->known, 0, sizeof st->known);
    show(st);
}

static void get_access(const struct swapper_out *m, uint32_t lanes, outputs *out)
{
    out->acc_valid = m->acc_valid;
    if (!m->acc_valid) return;
    out->acc_what = m->acc_what;
    out->acc_load = m->acc_load;
    out->acc_mask = m->acc_mask;
    memcpy(out->acc_addr, m->acc_addr, lanes * sizeof(uint32_t));
    memcpy(out->acc_data, m->acc_data, lanes * sizeof(uint32_t));
    out->acc_park = m->acc_job->park;
    out->acc_operand = m->acc_job->operand;
    out->acc_bank = m->acc_job->place.bank;
    out->acc_index = m->acc_job->place.index;
    out->acc_restore = m->acc_restore;
    out->acc_part = m->acc_part;
}

/* Bits of the last word that are none of a row's are not handed on. */
static void get_stack_row(const struct swapper *s, const uint32_t *from, uint32_t *to)
{
    const uint32_t last = stack_words(s) - 1;
    memcpy(to, from, stack_words(s) * sizeof *to);
    to[last] &= UINT32_MAX >> (WORD * (last + 1) - s->cfg.stack_bits);
}

static void eval(const void *s_, const void *in_, void *out_)
{
    const struct swapper *s = &((const state *)s_)->s;
    outputs *out = out_;
    struct swapper_out *m = &out->model;
    const struct swapper_in in = put(in_);
    swapper_view(s, m);
    swapper_eval(s, &in, m);
    out->req_ready = m->req_ready;
    out->rsp_valid = m->rsp_valid;
    out->rsp_warp = m->rsp_warp;
    out->job_taken = m->job_taken;
    out->rd_valid = m->rd_valid;
    out->rd_bank = m->rd_place.bank;
    out->rd_index = m->rd_place.index;
    out->ctx_valid = m->ctx_valid;
    out->ctx_row = m->ctx_row;
    out->stack_rd_en = m->stack_rd_en;
    out->stack_rd_slot = m->stack_rd_slot;
    out->stack_wr_en = m->stack_wr_en;
    out->stack_wr_slot = m->stack_wr_slot;
    if (m->stack_wr_en) get_stack_row(s, m->stack_wr_data, out->stack_wr_data);
    get_access(m, s->cfg.lanes, out);
    out->swapping = m->swapping;
}

static void tick(void *s_, const void *in_, const void *out_)
{
    state *st = s_;
    const inputs *flat = in_;
    const outputs *out = out_;
    const struct swapper_in in = put(flat);
    if (out->rsp_valid) memset(st->known[out->model.restored], 0, sizeof st->known[0]);
    for (uint32_t l = 0; l < st->s.cfg.lanes && flat->back_valid; l++)
        if (has(flat->back_mask, l))
            st->known[flat->back_restore][flat->back_part * st->s.cfg.lanes + l] = true;
    swapper_tick(&st->s, &in, &out->model);
    show(st);
}

static const char *check(const void *s) { return swapper_check(&((const state *)s)->s); }

static const char *promise(const void *s, const void *in_)
{
    const struct swapper_in in = put(in_);
    return swapper_promise(&((const state *)s)->s, &in);
}

/* ---- what means something, and when ---- */

static const outputs *of(const void *out) { return out; }
static const struct swapper *model(const void *s) { return &((const state *)s)->s; }

/* An output that means something while another one is high. */
#define IF(name, condition)                                                                        \
    static bool name(const void *s, const void *out, uint32_t i)                                   \
    {                                                                                              \
        (void)s;                                                                                   \
        (void)i;                                                                                   \
        return condition;                                                                          \
    }
IF(if_rsp, of(out)->rsp_valid)
IF(if_rd, of(out)->rd_valid)
IF(if_ctx, of(out)->ctx_valid)
IF(if_stack_rd, of(out)->stack_rd_en)
IF(if_stack_wr, of(out)->stack_wr_en)
IF(if_stack_word, of(out)->stack_wr_en && ((const state *)s)->known[of(out)->model.restored][i])
IF(if_acc, of(out)->acc_valid)
IF(if_lane, of(out)->acc_valid &&has(of(out)->acc_mask, i))
IF(if_stored, of(out)->acc_valid && !of(out)->acc_load && has(of(out)->acc_mask, i))
IF(if_park,
   of(out)->acc_valid && (of(out)->acc_what == SWAPPER_FILL || of(out)->acc_what == SWAPPER_RESULT))
IF(if_state, of(out)->acc_valid &&of(out)->acc_what == SWAPPER_STATE)

/* The same of registers, where nothing is known of the outputs. */
#define IF_STATE(name, condition)                                                                  \
    static bool name(const void *s, const void *out, uint32_t i)                                   \
    {                                                                                              \
        (void)out;                                                                                 \
        (void)i;                                                                                   \
        return condition;                                                                          \
    }
static bool moves(const struct swapper *s)
{
    return s->doing != SWAPPER_RESTS && s->doing != SWAPPER_DONE;
}
IF_STATE(if_moves, moves(model(s)))
IF_STATE(if_request, moves(model(s)) && model(s)->task != SWAPPER_JOB)
IF_STATE(if_set,
         moves(model(s)) && (model(s)->task == SWAPPER_SET || model(s)->task == SWAPPER_SCRATCH))
IF_STATE(if_phys, moves(model(s)) && model(s)->task != SWAPPER_JOB && model(s)->task != SWAPPER_IN)
IF_STATE(if_job, moves(model(s)) && model(s)->task == SWAPPER_JOB)
IF_STATE(if_in, moves(model(s)) && model(s)->task == SWAPPER_IN)
IF_STATE(if_restore, model(s)->restore[i].valid)

static bool if_data(const void *s_, const void *out, uint32_t l)
{
    (void)out;
    const struct swapper *s = model(s_);
    struct swapper_out view;
    if (!moves(s)) return false;
    if (s->task == SWAPPER_SCRATCH && s->doing != SWAPPER_SENDS) return l < s->read * row_words(s);
    swapper_view(s, &view);
    return view.acc_valid && !view.acc_load && has(view.acc_mask, l);
}

static bool if_word(const void *s, const void *out, uint32_t i)
{
    (void)out;
    const uint32_t words = stack_words(model(s));
    return model(s)->restore[i / words].valid && ((const state *)s)->known[i / words][i % words];
}

/* ---- coverage ---- */

enum {
    BIN_SET,
    BIN_SCRATCH,
    BIN_OUT,
    BIN_IN,
    BIN_FILL,
    BIN_RESULT,
    BIN_BOTH_JOB,
    BIN_BOTH_REQUEST,
    BIN_JOB_AGAIN,
    BIN_JOB_NO_REGISTER,
    BIN_WAITS_CALM,
    BIN_WAITS_REGISTER,
    BIN_FREED_NOW,
    BIN_CALM_LOST,
    BIN_DONE_WAITS,
    BIN_ALL_REGISTERS,
    BIN_RESTORED,
    BIN_RESTORED_BEGINS,
    BIN_BACK_END,
    BIN_BACK_OTHER,
    BIN_BACK_SENDS,
    BIN_BACK_NOTHING,
    BIN_PARTS,
    BIN_LAST_PART,
    BIN_ROWS,
    BIN_LAST_ROWS,
    BIN_ROW_REFUSED,
    BIN_ROW_LATE,
    BIN_CTX_REFUSED,
    BIN_CTX_LATE,
    BIN_REFUSED,
    BIN_NO_LANES,
    BIN_JOB_AT_ONCE,
    BIN_REQUEST_AT_ONCE,
    BIN_EDGES
};

static const struct hd_bin bins[] = {
    {"set", "the last register of a set is stored"},
    {"scratch", "the last row of a set of shared memory is stored"},
    {"out", "the last of a warp's state is stored"},
    {"in", "the last load of a warp's state is accepted"},
    {"fill", "the load of an operand is accepted"},
    {"result", "the store of a result is accepted"},
    {"both_job", "a task and a request that may begin: the task"},
    {"both_request", "the same behind a task: the request"},
    {"job_again", "a task behind a task: the request is not at rest"},
    {"job_no_register", "a task behind a task: the request has no restore register"},
    {"waits_calm", "a request waits alone: it is not at rest"},
    {"waits_register", "a request waits alone: all restore registers are in use"},
    {"freed_now", "it waits for one, and one is written back: not in this cycle"},
    {"calm_lost", "a request has begun, and is not at rest any more"},
    {"done_waits", "a request is taken while a task waits"},
    {"all_registers", "all restore registers are in use"},
    {"restored", "the state of a warp is back"},
    {"restored_begins", "one is, and the next state begins to be loaded"},
    {"back_end", "a load ends in the cycle of its last words"},
    {"back_other", "words of one state come, and a load of another ends"},
    {"back_sends", "words come while loads of the same state are still to be sent"},
    {"back_nothing", "words come, but none of them in a lane"},
    {"parts", "the second load or store of a state"},
    {"last_part", "the last one has less than all lanes"},
    {"rows", "a store has several rows of shared memory"},
    {"last_rows", "the last one has less rows than the others"},
    {"row_refused", "a row of the register file is not accepted"},
    {"row_late", "it does not come in the cycle behind"},
    {"ctx_refused", "a row of shared memory is not accepted"},
    {"ctx_late", "it does not come in the cycle behind"},
    {"refused", "an access is not accepted"},
    {"no_lanes", "a task has no lanes"},
    {"job_at_once", "a task is taken in the cycle behind the end of another"},
    {"request_at_once", "a request begins in the cycle behind that in which one was taken"},
    {"edges", "the last set of the last block"},
    {NULL, NULL},
};

/* What was in the cycle before, as far as cycles are seen here. */
static struct {
    bool job_ends, req_ready;
} last;

static void cover_begin(const state *st, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct swapper *s = &st->s;
    const bool full =
        in->req_load && in->calm && __builtin_popcount(st->restores) == (int)s->cfg.restores;
    const bool may = in->req_valid && in->calm && !full;
    if (out->job_taken) {
        if (may) bin[BIN_BOTH_JOB]++;
        if (s->job_last && in->req_valid && !in->calm) bin[BIN_JOB_AGAIN]++;
        if (s->job_last && in->req_valid && full) bin[BIN_JOB_NO_REGISTER]++;
        if (last.job_ends) bin[BIN_JOB_AT_ONCE]++;
        return;
    }
    if (out->model.req_begins) {
        if (in->job_valid) bin[BIN_BOTH_REQUEST]++;
        if (last.req_ready) bin[BIN_REQUEST_AT_ONCE]++;
        if (out->rsp_valid && in->req_load) bin[BIN_RESTORED_BEGINS]++;
        return;
    }
    if (in->req_valid && !in->calm) bin[BIN_WAITS_CALM]++;
    if (in->req_valid && full) bin[out->rsp_valid ? BIN_FREED_NOW : BIN_WAITS_REGISTER]++;
}

static void cover_taken(const struct swapper *s, const outputs *out, uint64_t *bin)
{
    static const unsigned ends[] = {BIN_SET, BIN_SCRATCH, BIN_OUT, BIN_IN};
    if (s->task == SWAPPER_JOB) {
        bin[out->acc_load ? BIN_FILL : BIN_RESULT]++;
        if (out->acc_mask == 0) bin[BIN_NO_LANES]++;
        return;
    }
    const bool state_task = s->task == SWAPPER_OUT || s->task == SWAPPER_IN;
    const uint32_t words = state_task ? stack_words(s) : 256;
    const uint32_t a_step = state_task ? s->cfg.lanes : s->cfg.lanes / row_words(s) * row_words(s);
    const uint32_t steps = s->task == SWAPPER_SET ? s->cfg.banks : (words + a_step - 1) / a_step;
    const bool ends_now = s->step + 1 == steps;
    if (ends_now) bin[ends[s->task]]++;
    if (state_task && s->step == 1) bin[BIN_PARTS]++;
    if (state_task && ends_now && words % a_step != 0) bin[BIN_LAST_PART]++;
    if (s->task != SWAPPER_SCRATCH) return;
    if (s->read > 1) bin[BIN_ROWS]++;
    if (ends_now && words % a_step != 0) bin[BIN_LAST_ROWS]++;
    if (ends_now && s->row == s->cfg.blocks - 1 && s->set == s->cfg.scratch_sets - 1)
        bin[BIN_EDGES]++;
}

static void cover_back(const struct swapper *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->rsp_valid) bin[BIN_RESTORED]++;
    if (in->back_valid && in->back_mask == 0) bin[BIN_BACK_NOTHING]++;
    if (in->back_valid && s->task == SWAPPER_IN && out->acc_valid && s->into == in->back_restore)
        bin[BIN_BACK_SENDS]++;
    if (!in->back_valid || !in->back_end) return;
    bin[in->back_restore == in->back_end_restore ? BIN_BACK_END : BIN_BACK_OTHER]++;
}

static void cover_steps(const struct swapper *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const bool scratch = s->task == SWAPPER_SCRATCH;
    if (s->doing == SWAPPER_READS && s->task != SWAPPER_OUT) {
        if (scratch && !in->ctx_ready) bin[BIN_CTX_REFUSED]++;
        if (!scratch && !in->rd_ready) bin[BIN_ROW_REFUSED]++;
    }
    if (s->doing == SWAPPER_WAITS && !(scratch ? in->ctx_rsp_valid : in->row_valid))
        bin[scratch ? BIN_CTX_LATE : BIN_ROW_LATE]++;
    if (out->acc_valid && !in->acc_ready) bin[BIN_REFUSED]++;
    if (out->acc_valid && in->acc_ready) cover_taken(s, out, bin);
    if (moves(s) && s->task != SWAPPER_JOB && !in->calm) bin[BIN_CALM_LOST]++;
}

static void cover(const void *s_, const void *in_, const void *out_, uint64_t *bin)
{
    const struct swapper *s = model(s_);
    const inputs *in = in_;
    const outputs *out = out_;
    if (s->doing == SWAPPER_RESTS) cover_begin(s_, in, out, bin);
    if (out->req_ready && in->job_valid) bin[BIN_DONE_WAITS]++;
    if (__builtin_popcount(((const state *)s_)->restores) == (int)s->cfg.restores)
        bin[BIN_ALL_REGISTERS]++;
    cover_steps(s, in, out, bin);
    cover_back(s, in, out, bin);
    last.job_ends = out->acc_valid && in->acc_ready && s->task == SWAPPER_JOB;
    last.req_ready = out->req_ready;
}

/* ---- the block, as the harness sees it ---- */

static const struct hd_block block = {
    .name = "swapper",
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
    .index_rule = "data_q: lane [i]; restore_warp_q, restore_slot_q, restore_left_q: register [i]; "
                  "restore_data_q[i]: word i % StackWords of register i / StackWords",
    .waves = "doing_q:Rests/Reads/Waits/Sends/Done task_q:Set/Shared/Out/In/Job step_q read_q "
             "job_last_q restore_q",
};

/* The registers in the order in which they are described. */
enum {
    REG_DOING,
    REG_TASK,
    REG_STEP,
    REG_READ,
    REG_ROW,
    REG_SET,
    REG_PHYS,
    REG_JOB_LAST,
    REG_JOB_STORE,
    REG_JOB_PARK,
    REG_JOB_OPERAND,
    REG_JOB_WARP,
    REG_JOB_REG,
    REG_JOB_MASK,
    REG_JOB_BANK,
    REG_JOB_INDEX,
    REG_INTO,
    REG_RESTORE,
    REG_DATA,
    REG_RESTORE_WARP,
    REG_RESTORE_SLOT,
    REG_RESTORE_LEFT,
    REG_RESTORE_DATA
};

/* Rows of the SIMT stack: words of 32 bits, the last of which need not be whole. */
static struct hd_field wide(struct hd_field f, uint32_t bits)
{
    f.count = (bits + WORD - 1) / WORD;
    f.cut = WORD * f.count - bits;
    return f;
}

/* Words of all restore registers. */
static struct hd_field restored(struct hd_field f, uint32_t words, uint32_t restores)
{
    f.row = words;
    f.row_step = sizeof(struct swapper_restore);
    f.count = words * restores;
    return f;
}

static uint32_t greater(uint32_t a, uint32_t b) { return a > b ? a : b; }

static struct hd_instance *describe(const char *path, const char *text, const struct swapper_cfg *c)
{
    const uint32_t slot = hd_bits_for(c->slots - 1), warp = hd_bits_for(c->warps - 1);
    const uint32_t bank = c->banks > 1 ? hd_bits_for(c->banks - 1) : 1;
    const uint32_t park = c->parks > 1 ? hd_bits_for(c->parks - 1) : 1;
    const uint32_t index = hd_bits_for(c->reg_phys + c->parks * set_lookup_rows(c->banks) - 1);
    const uint32_t restore = c->restores > 1 ? hd_bits_for(c->restores - 1) : 1;
    const uint32_t words = (c->stack_bits + 31) / 32;
    const uint32_t parts = (words + c->lanes - 1) / c->lanes;
    const uint32_t part = parts > 1 ? hd_bits_for(parts - 1) : 1;
    const uint32_t row = greater(warp, hd_bits_for(c->blocks - 1));
    const uint32_t set = greater(hd_bits_for(FRONT_REGISTERS / c->banks - 1),
                                 c->scratch_sets > 1 ? hd_bits_for(c->scratch_sets - 1) : 1);
    const uint32_t phys =
        greater(slot, greater(hd_bits_for(c->reg_phys - 1), hd_bits_for(c->scratch_phys - 1)));
    const char *const steps = "Swap space, steps: a row is read, then a store; states are read at "
                              "once, loads only sent; as often as the task needs";
    const char *const who = "Swap space: parks first, but after a park's task a request that may "
                            "begin; a state from memory needs a restore register";
    const char *const asked = "Swap space: as it was asked for when it began";
    const char *const where = "Swap space: registers {warp, register, lane}, behind these sets of "
                              "shared memory, behind these states, a power of two words each";
    const char *const data = "Swap space: what was read, a word a lane";
    const char *const for_whom = "Swap space: the park's task as it was taken";
    const char *const back = "Swap space: words are gathered in a restore register; when all are "
                             "back the row is written, and the unit is told";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, req_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_load, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_kind, 2, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_row, row, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_set, set, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_phys, phys, NULL, NULL),
        HD_ONE(HD_IN, inputs, calm, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, job_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, job_store, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, job_park, park, NULL, NULL),
        HD_ONE(HD_IN, inputs, job_operand, 2, NULL, NULL),
        HD_ONE(HD_IN, inputs, job_warp, warp, NULL, NULL),
        HD_ONE(HD_IN, inputs, job_reg, REG_BITS, NULL, NULL),
        HD_ONE(HD_IN, inputs, job_mask, c->lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, job_bank, bank, NULL, NULL),
        HD_ONE(HD_IN, inputs, job_index, index, NULL, NULL),
        HD_ONE(HD_IN, inputs, rd_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, row_valid, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, row_data, c->lanes, WORD, NULL, NULL),
        HD_ONE(HD_IN, inputs, ctx_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, ctx_rsp_valid, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ctx_rsp_data, c->row_bits / WORD, WORD, NULL, NULL),
        wide((struct hd_field)HD_ARRAY(HD_IN, inputs, stack_rd_data, words, WORD, NULL, NULL),
             c->stack_bits),
        HD_ONE(HD_IN, inputs, acc_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, back_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, back_restore, restore, NULL, NULL),
        HD_ONE(HD_IN, inputs, back_part, part, NULL, NULL),
        HD_ONE(HD_IN, inputs, back_mask, c->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, back_data, c->lanes, WORD, NULL, NULL),
        HD_ONE(HD_IN, inputs, back_end, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, back_end_restore, restore, NULL, NULL),
        HD_ONE(HD_OUT, outputs, req_ready, 1, NULL,
               "Swap space: the request is taken in the cycle behind its last access"),
        HD_ONE(HD_OUT, outputs, rsp_valid, 1, NULL, back),
        HD_ONE(HD_OUT, outputs, rsp_warp, warp, if_rsp, back),
        HD_ONE(HD_OUT, outputs, job_taken, 1, NULL, who),
        HD_ONE(HD_OUT, outputs, rd_valid, 1, NULL, steps),
        HD_ONE(HD_OUT, outputs, rd_bank, bank, if_rd, steps),
        HD_ONE(HD_OUT, outputs, rd_index, index, if_rd, steps),
        HD_ONE(HD_OUT, outputs, ctx_valid, 1, NULL, steps),
        HD_ONE(HD_OUT, outputs, ctx_row, hd_bits_for(c->rows - 1), if_ctx, steps),
        HD_ONE(HD_OUT, outputs, stack_rd_en, 1, NULL, steps),
        HD_ONE(HD_OUT, outputs, stack_rd_slot, slot, if_stack_rd, asked),
        HD_ONE(HD_OUT, outputs, stack_wr_en, 1, NULL, back),
        HD_ONE(HD_OUT, outputs, stack_wr_slot, slot, if_stack_wr, back),
        wide((struct hd_field)HD_ARRAY(HD_OUT, outputs, stack_wr_data, words, WORD, if_stack_word,
                                       back),
             c->stack_bits),
        HD_ONE(HD_OUT, outputs, acc_valid, 1, NULL, steps),
        HD_ONE(HD_OUT, outputs, acc_what, 2, if_acc, "Ports: what the access is for"),
        HD_ONE(HD_OUT, outputs, acc_load, 1, if_acc, "Ports: a load, or a store"),
        HD_ONE(HD_OUT, outputs, acc_mask, c->lanes, if_acc,
               "Swap space: all lanes, those of the instruction, or as many as there are words"),
        HD_ARRAY(HD_OUT, outputs, acc_addr, c->lanes, WORD, if_lane, where),
        HD_ARRAY(HD_OUT, outputs, acc_data, c->lanes, WORD, if_stored, data),
        HD_ONE(HD_OUT, outputs, acc_park, park, if_park, for_whom),
        HD_ONE(HD_OUT, outputs, acc_operand, 2, if_park, for_whom),
        HD_ONE(HD_OUT, outputs, acc_bank, bank, if_park, for_whom),
        HD_ONE(HD_OUT, outputs, acc_index, index, if_park, for_whom),
        HD_ONE(HD_OUT, outputs, acc_restore, restore, if_state, "Ports: the restore register"),
        HD_ONE(HD_OUT, outputs, acc_part, part, if_state, "Ports: which of its loads"),
        HD_ONE(HD_OUT, outputs, swapping, 1, NULL, "Ports: something is under way"),
        HD_REG("doing_q", state, s.doing, 0, 1, 3, NULL, steps),
        HD_REG("task_q", state, s.task, 0, 1, 3, if_moves, who),
        HD_REG("step_q", state, s.step, 0, 1, WORD, if_moves, steps),
        HD_REG("read_q", state, s.read, 0, 1, WORD, if_moves, steps),
        HD_REG("row_q", state, s.row, 0, 1, row, if_request, asked),
        HD_REG("set_q", state, s.set, 0, 1, set, if_set, asked),
        HD_REG("phys_q", state, s.phys, 0, 1, phys, if_phys, asked),
        HD_REG("job_last_q", state, s.job_last, 0, 1, 1, NULL, who),
        HD_REG("job_store_q", state, s.job.store, 0, 1, 1, if_job, for_whom),
        HD_REG("job_park_q", state, s.job.park, 0, 1, park, if_job, for_whom),
        HD_REG("job_operand_q", state, s.job.operand, 0, 1, 2, if_job, for_whom),
        HD_REG("job_warp_q", state, s.job.warp, 0, 1, warp, if_job, for_whom),
        HD_REG("job_reg_q", state, s.job.reg, 0, 1, REG_BITS, if_job, for_whom),
        HD_REG("job_mask_q", state, s.job.mask, 0, 1, c->lanes, if_job, for_whom),
        HD_REG("job_bank_q", state, job_bank, 0, 1, bank, if_job, for_whom),
        HD_REG("job_index_q", state, job_index, 0, 1, index, if_job, for_whom),
        HD_REG("into_q", state, s.into, 0, 1, restore, if_in, who),
        HD_REG("restore_q", state, restores, 0, 1, c->restores, NULL, back),
        HD_REG("data_q", state, s.data[0], sizeof(uint32_t), c->lanes, WORD, if_data, data),
        HD_REG("restore_warp_q", state, s.restore[0].warp, sizeof(struct swapper_restore),
               c->restores, warp, if_restore, back),
        HD_REG("restore_slot_q", state, s.restore[0].slot, sizeof(struct swapper_restore),
               c->restores, slot, if_restore, back),
        HD_REG("restore_left_q", state, s.restore[0].left, sizeof(struct swapper_restore),
               c->restores, hd_bits_for(parts), if_restore, back),
        restored((struct hd_field)HD_REG("restore_data_q", state, s.restore[0].data[0],
                                         sizeof(uint32_t), words, WORD, if_word, back),
                 words, c->restores),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long swapper_open(const char *path, unsigned slots, unsigned lanes, unsigned banks,
                                unsigned reg_phys, unsigned parks, unsigned warps, unsigned blocks,
                                unsigned scratch_sets, unsigned scratch_phys, unsigned row_bits,
                                unsigned rows, unsigned stack_bits, unsigned restores,
                                unsigned base)
{
    const struct swapper_cfg cfg = {slots, lanes,      banks,        reg_phys,     parks,
                                    warps, blocks,     scratch_sets, scratch_phys, row_bits,
                                    rows,  stack_bits, restores,     base};
    char text[300];
    snprintf(text, sizeof text,
             "Slots=%u Lanes=%u Banks=%u RegPhys=%u Parks=%u Warps=%u Blocks=%u ScratchSets=%u "
             "ScratchPhys=%u RowBits=%u Rows=%u StackBits=%u Restores=%u",
             slots, lanes, banks, reg_phys, parks, warps, blocks, scratch_sets, scratch_phys,
             row_bits, rows, stack_bits, restores);
    struct hd_instance *inst = describe(path, text, &cfg);
    const char *wrong = swapper_init(&((state *)hd_model(inst))->s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR swapper: %s (%s)\n", wrong, text);
        exit(2);
    }
    return hd_handle(inst);
}

static void state_restores(struct hd_instance *inst, const svBitVecVal *warp,
                           const svBitVecVal *slot, const svBitVecVal *left,
                           const svBitVecVal *data)
{
    const struct swapper *s = model(hd_model(inst));
    const uint32_t words = stack_words(s);
    static struct swapper_restore image[RESTORES];
    for (uint32_t r = 0; r < s->cfg.restores; r++) {
        image[r].warp = warp[r];
        image[r].slot = slot[r];
        image[r].left = left[r];
        hd_state_part(inst, REG_RESTORE_DATA, r * words, words, data + r * words);
    }
    hd_state_part(inst, REG_RESTORE_WARP, 0, s->cfg.restores, &image[0].warp);
    hd_state_part(inst, REG_RESTORE_SLOT, 0, s->cfg.restores, &image[0].slot);
    hd_state_part(inst, REG_RESTORE_LEFT, 0, s->cfg.restores, &image[0].left);
}

void swapper_state(unsigned long long handle, unsigned doing, unsigned task_, unsigned step,
                   unsigned read, unsigned row, unsigned set_no, unsigned phys, svBit job_last,
                   svBit job_store, unsigned job_park, unsigned job_operand, unsigned job_warp,
                   unsigned job_reg, unsigned long long job_mask, unsigned job_bank,
                   unsigned job_index, unsigned into, unsigned restore, const svBitVecVal *data,
                   const svBitVecVal *restore_warp, const svBitVecVal *restore_slot,
                   const svBitVecVal *restore_left, const svBitVecVal *restore_data)
{
    struct hd_instance *inst = hd_instance(handle);
    hd_state(inst, REG_DOING, 1, &doing, sizeof doing);
    hd_state(inst, REG_TASK, 1, &task_, sizeof task_);
    hd_state(inst, REG_STEP, 1, &step, sizeof step);
    hd_state(inst, REG_READ, 1, &read, sizeof read);
    hd_state(inst, REG_ROW, 1, &row, sizeof row);
    hd_state(inst, REG_SET, 1, &set_no, sizeof set_no);
    hd_state(inst, REG_PHYS, 1, &phys, sizeof phys);
    hd_state(inst, REG_JOB_LAST, 1, &job_last, sizeof job_last);
    hd_state(inst, REG_JOB_STORE, 1, &job_store, sizeof job_store);
    hd_state(inst, REG_JOB_PARK, 1, &job_park, sizeof job_park);
    hd_state(inst, REG_JOB_OPERAND, 1, &job_operand, sizeof job_operand);
    hd_state(inst, REG_JOB_WARP, 1, &job_warp, sizeof job_warp);
    hd_state(inst, REG_JOB_REG, 1, &job_reg, sizeof job_reg);
    hd_state(inst, REG_JOB_MASK, 1, &job_mask, sizeof job_mask);
    hd_state(inst, REG_JOB_BANK, 1, &job_bank, sizeof job_bank);
    hd_state(inst, REG_JOB_INDEX, 1, &job_index, sizeof job_index);
    hd_state(inst, REG_INTO, 1, &into, sizeof into);
    hd_state(inst, REG_RESTORE, 1, &restore, sizeof restore);
    hd_state(inst, REG_DATA, 1, data, model(hd_model(inst))->cfg.lanes * sizeof *data);
    state_restores(inst, restore_warp, restore_slot, restore_left, restore_data);
}

int swapper_ports(unsigned long long handle, svBit rst_n, svBit req_valid, svBit req_load,
                  unsigned req_kind, unsigned req_row, unsigned req_set, unsigned req_phys,
                  svBit calm, svBit req_ready, svBit rsp_valid, unsigned rsp_warp, svBit job_valid,
                  svBit job_store, unsigned job_park, unsigned job_operand, unsigned job_warp,
                  unsigned job_reg, unsigned long long job_mask, unsigned job_bank,
                  unsigned job_index, svBit job_taken, svBit rd_valid, unsigned rd_bank,
                  unsigned rd_index, svBit rd_ready, svBit row_valid, const svBitVecVal *row_data,
                  svBit ctx_valid, unsigned ctx_row, svBit ctx_ready, svBit ctx_rsp_valid,
                  const svBitVecVal *ctx_rsp_data, svBit stack_rd_en, unsigned stack_rd_slot,
                  const svBitVecVal *stack_rd_data, svBit stack_wr_en, unsigned stack_wr_slot,
                  const svBitVecVal *stack_wr_data, svBit acc_valid, unsigned acc_what,
                  svBit acc_load, unsigned long long acc_mask, const svBitVecVal *acc_addr,
                  const svBitVecVal *acc_data, unsigned acc_park, unsigned acc_operand,
                  unsigned acc_bank, unsigned acc_index, unsigned acc_restore, unsigned acc_part,
                  svBit acc_ready, svBit back_valid, unsigned back_restore, unsigned back_part,
                  unsigned long long back_mask, const svBitVecVal *back_data, svBit back_end,
                  unsigned back_end_restore, svBit swapping)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct swapper *s = model(hd_model(inst));
    const size_t lanes = s->cfg.lanes * sizeof(uint32_t);
    const size_t words = stack_words(s) * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    outputs *out = hd_outputs(inst);
    in->req_valid = req_valid != 0;
    in->req_load = req_load != 0;
    in->req_kind = req_kind;
    in->req_row = req_row;
    in->req_set = req_set;
    in->req_phys = req_phys;
    in->calm = calm != 0;
    out->req_ready = req_ready != 0;
    out->rsp_valid = rsp_valid != 0;
    out->rsp_warp = rsp_warp;
    in->job_valid = job_valid != 0;
    in->job_store = job_store != 0;
    in->job_park = job_park;
    in->job_operand = job_operand;
    in->job_warp = job_warp;
    in->job_reg = job_reg;
    in->job_mask = job_mask;
    in->job_bank = job_bank;
    in->job_index = job_index;
    out->job_taken = job_taken != 0;
    out->rd_valid = rd_valid != 0;
    out->rd_bank = rd_bank;
    out->rd_index = rd_index;
    in->rd_ready = rd_ready != 0;
    in->row_valid = row_valid != 0;
    memcpy(in->row_data, row_data, lanes);
    out->ctx_valid = ctx_valid != 0;
    out->ctx_row = ctx_row;
    in->ctx_ready = ctx_ready != 0;
    in->ctx_rsp_valid = ctx_rsp_valid != 0;
    memcpy(in->ctx_rsp_data, ctx_rsp_data, s->cfg.row_bits / 8);
    out->stack_rd_en = stack_rd_en != 0;
    out->stack_rd_slot = stack_rd_slot;
    memcpy(in->stack_rd_data, stack_rd_data, words);
    out->stack_wr_en = stack_wr_en != 0;
    out->stack_wr_slot = stack_wr_slot;
    memcpy(out->stack_wr_data, stack_wr_data, words);
    out->acc_valid = acc_valid != 0;
    out->acc_what = acc_what;
    out->acc_load = acc_load != 0;
    out->acc_mask = acc_mask;
    memcpy(out->acc_addr, acc_addr, lanes);
    memcpy(out->acc_data, acc_data, lanes);
    out->acc_park = acc_park;
    out->acc_operand = acc_operand;
    out->acc_bank = acc_bank;
    out->acc_index = acc_index;
    out->acc_restore = acc_restore;
    out->acc_part = acc_part;
    in->acc_ready = acc_ready != 0;
    in->back_valid = back_valid != 0;
    in->back_restore = back_restore;
    in->back_part = back_part;
    in->back_mask = back_mask;
    memcpy(in->back_data, back_data, lanes);
    in->back_end = back_end != 0;
    in->back_end_restore = back_end_restore;
    out->swapping = swapping != 0;
    return hd_ports(inst, rst_n != 0);
}
