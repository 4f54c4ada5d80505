/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_vtc_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/vtc.h"

typedef struct vtc state;
typedef struct vtc_in inputs;
typedef struct vtc_out outputs;

static bool has(uint64_t mask, uint32_t i) { return i < 64 && (mask >> i & 1) != 0; }

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare. */
static const inputs *now;

static bool if_offered(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    (void)i;
    return now->block_valid;
}

#define IF(enable)                                                                                 \
    static bool if_##enable(const void *s, const void *out, uint32_t i)                            \
    {                                                                                              \
        (void)s;                                                                                   \
        (void)i;                                                                                   \
        return ((const outputs *)out)->enable##_en;                                                \
    }
IF(out)
IF(load)
IF(in)
IF(unmap)
IF(free)

static bool while_busy(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->state != VTC_IDLE;
}

static bool while_leaving(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->state == VTC_LEAVE;
}

/* Swapped out, and not active again. */
static bool if_kept(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const state *)s)->kept, i);
}

/* ---- coverage ---- */

enum {
    BIN_TAKE,
    BIN_TAKE_NO_NUMBER,
    BIN_TAKE_NO_PORT,
    BIN_TAKE_IN_SWAP,
    BIN_TAKE_AND_DECIDE,
    BIN_TAKE_AND_LAST,
    BIN_FILL,
    BIN_FILL_LOWEST,
    BIN_FILL_BEFORE_SWAP,
    BIN_FILL_AND_DONE,
    BIN_SWAP,
    BIN_SWAP_FOR_NEW,
    BIN_SWAP_AT_LIMIT,
    BIN_DONE_NO_SWAP,
    BIN_MARKED_STAYS,
    BIN_SAVE_BUSY,
    BIN_LOAD_BUSY,
    BIN_NOBODY_MARKED,
    BIN_OUT_ENDED,
    BIN_OUT_WAITS,
    BIN_BACK_ENDED,
    BIN_BACK_WAITS,
    BIN_BACK_CLEAN,
    BIN_NEW_OVER_FLAGS,
    BIN_TAKEN,
    BIN_TAKEN_AND_DONE,
    BIN_TAKEN_WAITS,
    BIN_TAKEN_DONE_LATER,
    BIN_DONE_STACKS_LEAVE,
    BIN_DONE_LOADS,
    BIN_DONE_BEGINS,
    BIN_DONE_LAST,
    BIN_LOADED_BEFORE,
    BIN_LOADED_WITH_TAKEN,
    BIN_LOADED_WAITING,
    BIN_LOADED_AFTER,
    BIN_LOADED_THEN_TAKEN,
    BIN_LOADED_THEN_DONE,
    BIN_BEGINS_AFTER,
    BIN_ONE_FRAME,
    BIN_OTHER_LIMIT,
    BIN_FULL
};

static const struct hd_bin bins[] = {
    {"take", "a new block is taken"},
    {"take_no_number", "a new block is offered, no number is free"},
    {"take_no_port", "a new block waits for the port of its head"},
    {"take_in_swap", "a new block is taken while another one is on its way"},
    {"take_and_decide", "a new block is taken in the cycle of a decision"},
    {"take_and_last", "a new block is taken in the cycle in which another becomes active"},
    {"fill", "a ready block is loaded to a free frame"},
    {"fill_lowest", "several frames are free: the lowest one"},
    {"fill_before_swap", "a frame is free, and a swap is possible as well: no swap"},
    {"fill_and_done", "a block is loaded to a free frame while another is done"},
    {"swap", "a marked block and a ready one are swapped"},
    {"swap_for_new", "a swap for a block that is new"},
    {"swap_at_limit", "a swap although a frame from frames_i on is free"},
    {"done_no_swap", "a block is done, another marked, a third ready: no swap in this cycle"},
    {"marked_stays", "a block is marked, nobody is ready"},
    {"save_busy", "a swap waits: the last saved context is still being written"},
    {"load_busy", "a ready block waits for load_ready"},
    {"nobody_marked", "a block is ready, no frame is free, nobody is marked (any more)"},
    {"out_ended", "a block leaves of which some warps have ended"},
    {"out_waits", "a block leaves of which some warps wait at a barrier"},
    {"back_ended", "a block comes back of which some have ended"},
    {"back_waits", "a block comes back of which some wait"},
    {"back_clean", "a block comes back of which none has ended or waits"},
    {"new_over_flags", "a new block whose number another one left flags under"},
    {"taken", "the last stack is taken, the frame is unmapped in that cycle"},
    {"taken_and_done", "the last stack is taken, another block is done in that cycle"},
    {"taken_waits", "the frame of the swap is unmapped a cycle later"},
    {"taken_done_later", "it waits again: the next block is done"},
    {"done_stacks_leave", "a block is done while stacks leave"},
    {"done_loads", "a block is done while a context comes"},
    {"done_begins", "a block is done in the cycle in which the load begins after the stacks"},
    {"done_last", "a block is done in the last cycle of a swap"},
    {"loaded_before", "the load is completed before the last stack is taken"},
    {"loaded_with_taken", "in the same cycle"},
    {"loaded_waiting", "while the frame waits to be unmapped"},
    {"loaded_after", "after the frame was unmapped"},
    {"loaded_then_taken", "the last stack is taken, the load was completed earlier"},
    {"loaded_then_done", "and a block is done in that cycle"},
    {"begins_after", "the load begins after the stacks (Overlap 0)"},
    {"one_frame", "a swap in a kernel that may use one frame"},
    {"other_limit", "another kernel: frames_i changes"},
    {"full", "each frame is valid"},
    {NULL, NULL},
};

static uint64_t lowest(uint32_t n) { return n == 0 ? 0 : UINT64_MAX >> (64 - n); }

static void cover_take(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!in->block_valid) return;
    if (!in->alloc_valid) bin[BIN_TAKE_NO_NUMBER]++;
    if (in->alloc_valid && !in->store_ready) bin[BIN_TAKE_NO_PORT]++;
    if (!out->alloc_en) return;
    bin[BIN_TAKE]++;
    if (s->state != VTC_IDLE) bin[out->in_en ? BIN_TAKE_AND_LAST : BIN_TAKE_IN_SWAP]++;
    if (s->state == VTC_IDLE && out->load_en) bin[BIN_TAKE_AND_DECIDE]++;
}

static void cover_fill(const inputs *in, uint64_t holes, uint64_t *bin)
{
    bin[BIN_FILL]++;
    if ((holes & (holes - 1)) != 0) bin[BIN_FILL_LOWEST]++;
    if (in->out_valid && in->save_ready) bin[BIN_FILL_BEFORE_SWAP]++;
    if (in->done_valid) bin[BIN_FILL_AND_DONE]++;
}

static void cover_swap(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t above = lowest(s->cfg.frames) & ~lowest(in->frames);
    bin[BIN_SWAP]++;
    if (has(s->new_block, in->in_cta)) bin[BIN_SWAP_FOR_NEW]++;
    if ((above & ~in->frame_valid) != 0) bin[BIN_SWAP_AT_LIMIT]++;
    if (in->out_ended != 0) bin[BIN_OUT_ENDED]++;
    if (in->out_waits != 0) bin[BIN_OUT_WAITS]++;
    if (in->frames == 1) bin[BIN_ONE_FRAME]++;
}

/* Idle: what is decided, or what is in the way. */
static void cover_decision(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint64_t holes = lowest(in->frames) & ~in->frame_valid;
    if (!in->in_valid) {
        if (in->out_valid) bin[BIN_MARKED_STAYS]++;
    } else if (!in->load_ready) {
        bin[BIN_LOAD_BUSY]++;
    } else if (holes != 0) {
        cover_fill(in, holes, bin);
    } else if (!in->out_valid) {
        bin[BIN_NOBODY_MARKED]++;
    } else if (out->out_en) {
        cover_swap(s, in, bin);
    } else {
        bin[in->save_ready ? BIN_DONE_NO_SWAP : BIN_SAVE_BUSY]++;
    }
}

static void cover_loaded(const state *s, const inputs *in, uint64_t *bin)
{
    if (in->taken) bin[BIN_LOADED_WITH_TAKEN]++;
    else bin[s->taken ? BIN_LOADED_WAITING : BIN_LOADED_BEFORE]++;
}

static void cover_leave(const state *s, const inputs *in, uint64_t *bin)
{
    const bool done = in->done_valid;
    if (s->begun) {
        bin[BIN_BEGINS_AFTER]++;
        if (done) bin[BIN_DONE_BEGINS]++;
        return;
    }
    if (in->taken) bin[done ? BIN_TAKEN_AND_DONE : BIN_TAKEN]++;
    if (s->taken) bin[done ? BIN_TAKEN_DONE_LATER : BIN_TAKEN_WAITS]++;
    if (!in->taken && !s->taken && done) bin[BIN_DONE_STACKS_LEAVE]++;
    if (in->taken && s->loaded) bin[done ? BIN_LOADED_THEN_DONE : BIN_LOADED_THEN_TAKEN]++;
    if (in->loaded) cover_loaded(s, in, bin);
}

static void cover_last(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->done_valid) bin[BIN_DONE_LAST]++;
    if (out->in_new) {
        if ((s->ended[s->in_cta] | s->waits[s->in_cta]) != 0) bin[BIN_NEW_OVER_FLAGS]++;
        return;
    }
    if (out->in_ended != 0) bin[BIN_BACK_ENDED]++;
    if (out->in_waits != 0) bin[BIN_BACK_WAITS]++;
    if (out->in_count == 0) bin[BIN_BACK_CLEAN]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_take(s, in, out, bin);
    if (s->state == VTC_IDLE) cover_decision(s, in, out, bin);
    if (s->state == VTC_LEAVE) cover_leave(s, in, bin);
    if (s->state == VTC_LAST) cover_last(s, in, out, bin);
    if (s->state == VTC_LOADS && in->done_valid) bin[BIN_DONE_LOADS]++;
    if (s->state == VTC_LOADS && in->loaded) bin[BIN_LOADED_AFTER]++;
    if (in->frames != s->frames) bin[BIN_OTHER_LIMIT]++;
    if (in->frame_valid == lowest(s->cfg.frames)) bin[BIN_FULL]++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { vtc_reset(s); }
static void eval(const void *s, const void *in, void *out) { vtc_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { vtc_tick(s, in, out); }
static const char *check(const void *s) { return vtc_check(s); }
static const char *promise(const void *s, const void *in) { return vtc_promise(s, in); }

static const struct hd_block block = {
    .name = "vtc",
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
    .index_rule = "block [i]; a bit of ended_q, waits_q is a rank",
    .waves = "state_q:Idle/Loads/Leave/Last taken_q loaded_q begun_q in_cta_q in_frame_q "
             "out_frame_q new_q",
};

/* The registers in the order in which they are described. */
enum {
    REG_STATE,
    REG_TAKEN,
    REG_LOADED,
    REG_BEGUN,
    REG_IN_CTA,
    REG_IN_FRAME,
    REG_OUT_FRAME,
    REG_NEW,
    REG_ENDED,
    REG_WAITS
};

static struct hd_instance *describe(const char *path, const char *text, const struct vtc_cfg *cfg)
{
    const uint32_t cta = hd_bits_for(cfg->ctas - 1);
    const uint32_t frame = cfg->frames > 1 ? hd_bits_for(cfg->frames - 1) : 1;
    const uint32_t warps = cfg->max_warps;
    const char *const taken = "New blocks: offered, a number is free, and store_ready_i";
    const char *const load = "Idle 1: to the lowest free frame below frames_i; Idle 2: to that of "
                             "the marked block, with Overlap; else in the cycle after its unmap";
    const char *const flags = "Last: the flags that it left with; a new block's are 0";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, frames, hd_bits_for(cfg->frames), NULL, NULL),
        HD_ONE(HD_IN, inputs, block_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, alloc_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, alloc_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, store_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, out_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, out_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, in_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, in_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, frame_valid, cfg->frames, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, frame_cta, cfg->frames, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, done_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, done_frame, frame, NULL, NULL),
        HD_ONE(HD_IN, inputs, save_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, taken, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, load_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, loaded, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, out_ended, warps, NULL, NULL),
        HD_ONE(HD_IN, inputs, out_waits, warps, NULL, NULL),
        HD_ONE(HD_OUT, outputs, block_ready, 1, if_offered, taken),
        HD_ONE(HD_OUT, outputs, store_valid, 1, NULL,
               "New blocks: block_valid_i and alloc_valid_i"),
        HD_ONE(HD_OUT, outputs, alloc_en, 1, NULL, taken),
        HD_ONE(HD_OUT, outputs, out_en, 1, NULL,
               "Idle 2: no free frame below frames_i, a block marked, another ready, save_ready_i, "
               "load_ready_i, and no block done in this cycle"),
        HD_ONE(HD_OUT, outputs, out_cta, cta, if_out, "Idle 2: the marked block"),
        HD_ONE(HD_OUT, outputs, out_frame, frame, if_out, "Idle 2: the frame of the marked block"),
        HD_ONE(HD_OUT, outputs, load_en, 1, NULL,
               "Idle 1: a block is ready, a frame below frames_i free, load_ready_i; Idle 2: with "
               "the swap; without Overlap in the cycle after the unmap"),
        HD_ONE(HD_OUT, outputs, load_cta, cta, if_load, "Idle: the ready block"),
        HD_ONE(HD_OUT, outputs, load_frame, frame, if_load, load),
        HD_ONE(HD_OUT, outputs, load_new, 1, if_load, "New blocks: marked new until it is active"),
        HD_ONE(HD_OUT, outputs, in_en, 1, NULL, "Last: it is active from the next cycle on"),
        HD_ONE(HD_OUT, outputs, in_cta, cta, if_in, "Last: the block that was loaded"),
        HD_ONE(HD_OUT, outputs, in_frame, frame, if_in, "Last: where it was loaded to"),
        HD_ONE(HD_OUT, outputs, in_new, 1, if_in, "Last: it has not been active before"),
        HD_ONE(HD_OUT, outputs, unmap_en, 1, NULL,
               "Done: in the same cycle; Stacks leave: with taken_i, a cycle later if one is done"),
        HD_ONE(HD_OUT, outputs, unmap_frame, frame, if_unmap,
               "Done: the frame of the block that is done goes first; else that of the swap"),
        HD_ONE(HD_OUT, outputs, in_ended, warps, if_in, flags),
        HD_ONE(HD_OUT, outputs, in_waits, warps, if_in, flags),
        HD_ONE(HD_OUT, outputs, in_count, hd_bits_for(warps), if_in,
               "Ports: how many ranks of in_cta have ended or wait"),
        HD_ONE(HD_OUT, outputs, free_en, 1, NULL, "Done: its number is freed in the same cycle"),
        HD_ONE(HD_OUT, outputs, free_cta, cta, if_free, "Done: the block on done_frame_i"),
        HD_ONE(HD_OUT, outputs, swap, 2, NULL,
               "Ports: 0 nothing, 1 loads, 2 stacks leave, 3 last cycle"),
        HD_REG("state_q", state, state, 0, 1, 2, NULL,
               "Idle: to loads or stacks leave; Stacks leave: to last when loaded, else loads; "
               "Loads: loaded_i; Last: to idle"),
        HD_REG("taken_q", state, taken, 0, 1, 1, NULL,
               "Done: taken_i while a block is done: the swap's frame is unmapped later"),
        HD_REG("loaded_q", state, loaded, 0, 1, 1, NULL,
               "Stacks leave, with Overlap: the load has been completed"),
        HD_REG("begun_q", state, begun, 0, 1, 1, NULL,
               "Stacks leave, without Overlap: the load begins in the cycle after the unmap"),
        HD_REG("in_cta_q", state, in_cta, 0, 1, cta, while_busy, "Idle: the ready block"),
        HD_REG("in_frame_q", state, in_frame, 0, 1, frame, while_busy, load),
        HD_REG("out_frame_q", state, out_frame, 0, 1, frame, while_leaving,
               "Idle 2: the frame of the marked block"),
        HD_REG("new_q", state, new_block, 0, 1, cfg->ctas, NULL,
               "New blocks: taken, it is new; Last: it is not any more"),
        HD_REG("ended_q", state, ended[0], 8, cfg->ctas, warps, if_kept,
               "Idle 2: the flags of the block that leaves are kept"),
        HD_REG("waits_q", state, waits[0], 8, cfg->ctas, warps, if_kept,
               "Idle 2: the flags of the block that leaves are kept"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long vtc_open(const char *path, unsigned frames, unsigned ctas, unsigned max_warps,
                            unsigned overlap)
{
    const struct vtc_cfg cfg = {frames, ctas, max_warps, overlap};
    char text[200];
    snprintf(text, sizeof text, "Frames=%u Ctas=%u MaxWarps=%u Overlap=%u", frames, ctas, max_warps,
             overlap);
    state s;
    const char *wrong = vtc_init(&s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR vtc: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), &s, sizeof s);
    return hd_handle(inst);
}

void vtc_state(unsigned long long handle, unsigned state_code, svBit taken, svBit loaded,
               svBit begun, unsigned in_cta, unsigned in_frame, unsigned out_frame,
               unsigned long long new_block, const svBitVecVal *ended, const svBitVecVal *waits)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const uint64_t fresh = new_block;
    hd_state(inst, REG_STATE, 1, &state_code, sizeof state_code);
    hd_state_bool(inst, REG_TAKEN, taken);
    hd_state_bool(inst, REG_LOADED, loaded);
    hd_state_bool(inst, REG_BEGUN, begun);
    hd_state(inst, REG_IN_CTA, 1, &in_cta, sizeof in_cta);
    hd_state(inst, REG_IN_FRAME, 1, &in_frame, sizeof in_frame);
    hd_state(inst, REG_OUT_FRAME, 1, &out_frame, sizeof out_frame);
    hd_state(inst, REG_NEW, 1, &fresh, sizeof fresh);
    hd_state(inst, REG_ENDED, 1, ended, s->cfg.ctas * sizeof s->ended[0]);
    hd_state(inst, REG_WAITS, 1, waits, s->cfg.ctas * sizeof s->waits[0]);
}

int vtc_ports(unsigned long long handle, svBit rst_n, unsigned frames, svBit block_valid,
              svBit alloc_valid, unsigned alloc_cta, svBit store_ready, svBit marked_valid,
              unsigned marked_cta, svBit ready_valid, unsigned ready_cta, unsigned frame_valid,
              const svBitVecVal *frame_cta, svBit done_valid, unsigned done_frame, svBit save_ready,
              svBit taken, svBit load_ready, svBit loaded, unsigned long long out_ended,
              unsigned long long out_waits, svBit block_ready, svBit store_valid, svBit alloc_en,
              svBit out_en, unsigned out_cta, unsigned out_frame, svBit load_en, unsigned load_cta,
              unsigned load_frame, svBit load_new, svBit in_en, unsigned in_cta, unsigned in_frame,
              svBit in_new, svBit unmap_en, unsigned unmap_frame, unsigned long long in_ended,
              unsigned long long in_waits, unsigned in_count, svBit free_en, unsigned free_cta,
              unsigned swap)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t places = ((const state *)hd_model(inst))->cfg.frames;
    inputs *in = hd_inputs(inst);
    *in = (inputs){
        .frames = frames,
        .block_valid = block_valid != 0,
        .alloc_valid = alloc_valid != 0,
        .alloc_cta = alloc_cta,
        .store_ready = store_ready != 0,
        .out_valid = marked_valid != 0,
        .out_cta = marked_cta,
        .in_valid = ready_valid != 0,
        .in_cta = ready_cta,
        .frame_valid = frame_valid,
        .done_valid = done_valid != 0,
        .done_frame = done_frame,
        .save_ready = save_ready != 0,
        .taken = taken != 0,
        .load_ready = load_ready != 0,
        .loaded = loaded != 0,
        .out_ended = out_ended,
        .out_waits = out_waits,
    };
    memcpy(in->frame_cta, frame_cta, places * sizeof in->frame_cta[0]);
    *(outputs *)hd_outputs(inst) = (outputs){
        .block_ready = block_ready != 0,
        .store_valid = store_valid != 0,
        .alloc_en = alloc_en != 0,
        .out_en = out_en != 0,
        .out_cta = out_cta,
        .out_frame = out_frame,
        .load_en = load_en != 0,
        .load_cta = load_cta,
        .load_frame = load_frame,
        .load_new = load_new != 0,
        .in_en = in_en != 0,
        .in_cta = in_cta,
        .in_frame = in_frame,
        .in_new = in_new != 0,
        .unmap_en = unmap_en != 0,
        .unmap_frame = unmap_frame,
        .in_ended = in_ended,
        .in_waits = in_waits,
        .in_count = in_count,
        .free_en = free_en != 0,
        .free_cta = free_cta,
        .swap = swap,
    };
    now = in;
    return hd_ports(inst, rst_n != 0);
}
