/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_block_frames_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/block_frames.h"

typedef struct block_frames state;
typedef struct block_frames_in inputs;
typedef struct block_frames_out outputs;

static bool has(uint64_t mask, uint32_t i) { return i < 64 && (mask >> i & 1) != 0; }

/* ---- what means something, and when ---- */

/* What a block takes along is that of the frame named: the inputs of the cycle that hd_ports is
 * asked to compare. */
static const inputs *now;

static bool if_shut_open(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return has(((const state *)s)->open, now->shut_frame);
}

static bool if_release(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->release_valid;
}

static bool if_done(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->done_valid;
}

/* Words of an identity. */
static uint32_t id_words(const state *s) { return (s->cfg.id_width + 31) / 32; }

static bool id_if_open(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    (void)out;
    return has(s->open, i / id_words(s));
}

/* ---- coverage ---- */

enum {
    BIN_LAST_TWO_ARRIVE,
    BIN_ARRIVE_AND_END,
    BIN_LAST_TWO_END,
    BIN_LAST_ARRIVES,
    BIN_END_OPENS,
    BIN_TWO_BLOCKS_AT_ONCE,
    BIN_TWO_BARRIERS,
    BIN_MORE_BARRIERS,
    BIN_TWO_DONE,
    BIN_BARRIER_AND_DONE,
    BIN_RELEASE_ALL,
    BIN_RELEASE_ONE,
    BIN_RELEASE_ENDED,
    BIN_ARRIVE_ELSEWHERE,
    BIN_SWAP,
    BIN_SHUT_ALONE,
    BIN_SHUT_OPEN_ELSEWHERE,
    BIN_SHUT_WAITS,
    BIN_SHUT_ENDED,
    BIN_SHUT_STALL,
    BIN_SHUT_RELEASE,
    BIN_ASKED_ONLY,
    BIN_OPEN_WAITS,
    BIN_OPEN_ENDED,
    BIN_OPEN_RELEASE,
    BIN_DONE_OPEN,
    BIN_DONE_OPEN_MARKED,
    BIN_DONE_ALONE,
    BIN_SWAP_AND_DONE,
    BIN_STALL,
    BIN_PHASE,
    BIN_ONE_WARP,
    BIN_LARGEST,
    BIN_LAST_SLOT,
    BIN_ALL_OPEN,
    BIN_OTHER_SIZE
};

static const struct hd_bin bins[] = {
    {"last_two_arrive", "the last two warps of a block arrive in one cycle"},
    {"arrive_and_end", "of the last two warps one arrives, the other ends"},
    {"last_two_end", "the last two warps end, nobody waits: the block is done"},
    {"last_arrives", "the last warp of a block arrives, others wait"},
    {"end_opens", "the last warp ends, others wait: the barrier opens"},
    {"two_blocks_at_once", "the last warps of two blocks arrive or end in one cycle"},
    {"two_barriers", "two barriers are complete: the lower frame's opens"},
    {"more_barriers", "more than two are"},
    {"two_done", "two blocks are done: the lower frame's is reported"},
    {"barrier_and_done", "one block is done, the barrier of another opens"},
    {"release_all", "a barrier opens, all warps of the block go on"},
    {"release_one", "one warp goes on, the others have ended"},
    {"release_ended", "some warps go on, some have ended"},
    {"arrive_elsewhere", "a barrier opens, a warp of another block comes to its own"},
    {"swap", "shut and open of one frame"},
    {"shut_alone", "a block leaves, nobody takes its frame"},
    {"shut_open_elsewhere", "a block leaves, another sits down on another frame"},
    {"shut_waits", "a block leaves of which some wait"},
    {"shut_ended", "a block leaves of which some have ended"},
    {"shut_stall", "a block leaves in the cycle in which a warp of it stalls"},
    {"shut_release", "a block leaves, the barrier of another opens"},
    {"asked_only", "what a block would take along is looked at, it stays"},
    {"open_waits", "a block sits down of which some wait"},
    {"open_ended", "a block sits down of which some have ended"},
    {"open_release", "a block sits down, the barrier of another opens"},
    {"done_open", "a block is done, another sits down on its frame"},
    {"done_open_marked", "and of that one some have ended or wait"},
    {"done_alone", "a block is done, nobody sits down"},
    {"swap_and_done", "shut and open of one frame, the block on another is done"},
    {"stall", "a warp stalls: nothing changes"},
    {"phase", "a warp begins a phase: nothing changes"},
    {"one_warp", "a barrier of a block of one warp"},
    {"largest", "a barrier of a block of MaxWarps warps"},
    {"last_slot", "something happens to the warp on the last slot"},
    {"all_open", "every frame is open"},
    {"other_size", "a block sits down, its kernel has blocks of another size than the last"},
    {NULL, NULL},
};

static uint64_t slots_of(const inputs *in, uint32_t f)
{
    const uint32_t base = f * in->warps;
    const uint64_t all = in->warps < 64 ? (UINT64_C(1) << in->warps) - 1 : UINT64_MAX;
    return base < 64 ? all << base : 0;
}

/* What happens in this cycle to the warps of a frame. */
struct moves {
    unsigned left; /* warps that have neither ended nor wait */
    unsigned arrive;
    unsigned end;
};

static struct moves moves_of(const state *s, const inputs *in, uint32_t f)
{
    const uint64_t slots = slots_of(in, f);
    struct moves m = {0};
    m.left = (unsigned)__builtin_popcountll(slots & ~s->ended & ~s->waits);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p] || !has(slots, in->ev_slot[p])) continue;
        if (in->ev_kind[p] == BLOCK_FRAMES_ARRIVES) m.arrive++;
        if (in->ev_kind[p] == BLOCK_FRAMES_ENDS) m.end++;
    }
    return m;
}

static void cover_events(const state *s, const inputs *in, uint64_t *bin)
{
    unsigned completed = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if (!has(s->open, f)) continue;
        const struct moves m = moves_of(s, in, f);
        const bool waited = (s->waits & slots_of(in, f)) != 0;
        if (m.left == 0 || m.left != m.arrive + m.end) continue;
        completed++;
        if (m.arrive == 2 && m.left == 2) bin[BIN_LAST_TWO_ARRIVE]++;
        if (m.arrive == 1 && m.end == 1) bin[BIN_ARRIVE_AND_END]++;
        if (m.end == 2 && m.left == 2 && !waited) bin[BIN_LAST_TWO_END]++;
        if (m.left == 1 && m.arrive == 1 && waited) bin[BIN_LAST_ARRIVES]++;
        if (m.left == 1 && m.end == 1 && waited) bin[BIN_END_OPENS]++;
    }
    if (completed > 1) bin[BIN_TWO_BLOCKS_AT_ONCE]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p]) continue;
        if (in->ev_kind[p] == BLOCK_FRAMES_STALLS) bin[BIN_STALL]++;
        if (in->ev_kind[p] == BLOCK_FRAMES_PHASE) bin[BIN_PHASE]++;
        if (in->ev_slot[p] == s->cfg.slots - 1) bin[BIN_LAST_SLOT]++;
    }
}

static bool arrives(const state *s, const inputs *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_kind[p] == BLOCK_FRAMES_ARRIVES) return true;
    }
    return false;
}

static void cover_release(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    unsigned barriers = 0;
    unsigned done = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if (!has(out->idle, f)) continue;
        if ((slots_of(in, f) & s->waits) != 0) barriers++;
        else done++;
    }
    if (barriers == 2) bin[BIN_TWO_BARRIERS]++;
    if (barriers > 2) bin[BIN_MORE_BARRIERS]++;
    if (done > 1) bin[BIN_TWO_DONE]++;
    if (out->release_valid && out->done_valid) bin[BIN_BARRIER_AND_DONE]++;
    if (!out->release_valid) return;
    if (out->release_count == in->warps) bin[BIN_RELEASE_ALL]++;
    else bin[out->release_count == 1 ? BIN_RELEASE_ONE : BIN_RELEASE_ENDED]++;
    if (in->warps == 1) bin[BIN_ONE_WARP]++;
    if (in->warps == s->cfg.max_warps) bin[BIN_LARGEST]++;
    if (in->open_en) bin[BIN_OPEN_RELEASE]++;
    if (in->shut_en) bin[BIN_SHUT_RELEASE]++;
    if (arrives(s, in)) bin[BIN_ARRIVE_ELSEWHERE]++;
}

static void cover_shut(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!in->shut_en) {
        if (has(s->open, in->shut_frame)) bin[BIN_ASKED_ONLY]++;
        return;
    }
    const bool same = in->open_en && in->open_frame == in->shut_frame;
    bin[same ? BIN_SWAP : in->open_en ? BIN_SHUT_OPEN_ELSEWHERE : BIN_SHUT_ALONE]++;
    if (same && out->done_valid) bin[BIN_SWAP_AND_DONE]++;
    if (out->shut_waits != 0) bin[BIN_SHUT_WAITS]++;
    if (out->shut_ended != 0) bin[BIN_SHUT_ENDED]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && has(slots_of(in, in->shut_frame), in->ev_slot[p])) {
            bin[BIN_SHUT_STALL]++;
        }
    }
}

static void cover_open(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->done_valid && !in->open_en) bin[BIN_DONE_ALONE]++;
    if (!in->open_en) return;
    const bool marked = (in->open_ended | in->open_waits) != 0;
    if (in->open_waits != 0) bin[BIN_OPEN_WAITS]++;
    if (in->open_ended != 0) bin[BIN_OPEN_ENDED]++;
    if (in->warps != s->warps) bin[BIN_OTHER_SIZE]++;
    if (out->done_valid && in->open_frame == out->done_frame) {
        bin[marked ? BIN_DONE_OPEN_MARKED : BIN_DONE_OPEN]++;
    }
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_events(s, in, bin);
    cover_release(s, in, out, bin);
    cover_shut(s, in, out, bin);
    cover_open(s, in, out, bin);
    if (s->open == UINT64_MAX >> (64 - s->cfg.frames)) bin[BIN_ALL_OPEN]++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { block_frames_reset(s); }
static void eval(const void *s, const void *in, void *out) { block_frames_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { block_frames_tick(s, in, out); }
static const char *check(const void *s) { return block_frames_check(s); }
static const char *promise(const void *s, const void *in) { return block_frames_promise(s, in); }

static const struct hd_block block = {
    .name = "block_frames",
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
    .index_rule = "word [i] of the identities (id_q: those of frame 0 first); ended_q, waits_q: "
                  "bit f * warps_i + r is rank r of frame f",
    .waves = "open_q ended_q waits_q",
};

/* An identity: words of 32 bits, the last of which need not be whole. */
static struct hd_field identity(struct hd_field f, uint32_t id_width)
{
    f.cut = 32 * f.count - id_width;
    return f;
}

unsigned long long block_frames_open(const char *path, unsigned slots, unsigned frames,
                                     unsigned max_warps, unsigned id_width, unsigned ports)
{
    const struct block_frames_cfg cfg = {slots, frames, max_warps, id_width, ports};
    char text[200];
    snprintf(text, sizeof text, "Slots=%u Frames=%u MaxWarps=%u IdWidth=%u Ports=%u", slots, frames,
             max_warps, id_width, ports);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : block_frames_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR block_frames: %s (%s)\n", wrong, text);
        exit(2);
    }
    const uint32_t slot = hd_bits_for(slots - 1);
    const uint32_t size = hd_bits_for(slots);
    const uint32_t frame = frames > 1 ? hd_bits_for(frames - 1) : 1;
    const uint32_t words = id_words(s);
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, warps, size, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_valid, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_kind, ports, 2, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_slot, ports, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, open_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, open_frame, frame, NULL, NULL),
        identity((struct hd_field)HD_ARRAY(HD_IN, inputs, open_id, words, 32, NULL, NULL),
                 id_width),
        HD_ONE(HD_IN, inputs, open_ended, max_warps, NULL, NULL),
        HD_ONE(HD_IN, inputs, open_waits, max_warps, NULL, NULL),
        HD_ONE(HD_IN, inputs, shut_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, shut_frame, frame, NULL, NULL),
        HD_ONE(HD_OUT, outputs, ready, slots, NULL,
               "Ports: the frame is open, the warp has not ended and does not wait at a barrier"),
        identity((struct hd_field)HD_ARRAY(HD_OUT, outputs, shut_id, words, 32, if_shut_open,
                                           "Ports: the identity of the block on shut_frame"),
                 id_width),
        HD_ONE(HD_OUT, outputs, shut_ended, max_warps, if_shut_open,
               "Ports: which ranks of shut_frame have ended, as it is at the start of the cycle; "
               "0 from warps_i on"),
        HD_ONE(HD_OUT, outputs, shut_waits, max_warps, if_shut_open,
               "Ports: which ranks of shut_frame wait, as it is at the start of the cycle; 0 from "
               "warps_i on"),
        HD_ONE(HD_OUT, outputs, open, frames, NULL, "Ports: the frame is open"),
        HD_ONE(HD_OUT, outputs, idle, frames, NULL,
               "Ports: the frame is open and each of its warps has ended or waits"),
        HD_ONE(HD_OUT, outputs, release_valid, 1, NULL,
               "Barrier: a frame is open, has a waiting warp, and all its warps wait or have "
               "ended"),
        HD_ONE(HD_OUT, outputs, release_frame, frame, if_release,
               "Barrier: the lowest-numbered such frame"),
        HD_ONE(HD_OUT, outputs, release_count, size, if_release, "Barrier: its waiting warps"),
        HD_ONE(HD_OUT, outputs, done_valid, 1, NULL,
               "Done: a frame is open and all its warps have ended"),
        HD_ONE(HD_OUT, outputs, done_frame, frame, if_done, "Done: the lowest-numbered such frame"),
        identity((struct hd_field)HD_ARRAY(HD_OUT, outputs, done_id, words, 32, if_done,
                                           "Done: the identity of that block"),
                 id_width),
        HD_REG("open_q", state, open, 0, 1, frames, NULL,
               "Clock edge: done and shut close a frame, then open opens one; Reset: none is open"),
        {.kind = HD_STATE,
         .name = "id_q",
         .offset = offsetof(state, id),
         .stride = sizeof s->id[0][0],
         .size = sizeof s->id[0][0],
         .count = frames * words,
         .width = 32,
         .care = id_if_open,
         .rule = "Clock edge: open gives the frame its identity",
         .row = words,
         .row_step = sizeof s->id[0]},
        HD_REG("ended_q", state, ended, 0, 1, slots, NULL,
               "Clock edge: done leaves 0, an event of kind 3 sets; shut leaves 0, open brings "
               "the ranks that have ended"),
        HD_REG("waits_q", state, waits, 0, 1, slots, NULL,
               "Clock edge: release leaves 0, an event of kind 1 sets; shut leaves 0, open brings "
               "the ranks that wait"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void block_frames_state(unsigned long long handle, unsigned long long open, const svBitVecVal *id,
                        unsigned long long ended, unsigned long long waits)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const uint64_t mask[] = {open, ended, waits};
    hd_state(inst, 0, 1, &mask[0], sizeof mask[0]);
    hd_state(inst, 1, 1, id, s->cfg.frames * sizeof s->id[0]);
    hd_state(inst, 2, 1, &mask[1], sizeof mask[1]);
    hd_state(inst, 3, 1, &mask[2], sizeof mask[2]);
}

int block_frames_ports(unsigned long long handle, svBit rst_n, unsigned warps,
                       unsigned char ev_valid, const svBitVecVal *ev_kind,
                       const svBitVecVal *ev_slot, svBit open_en, unsigned open_frame,
                       const svBitVecVal *open_id, unsigned long long open_ended,
                       unsigned long long open_waits, svBit shut_en, unsigned shut_frame,
                       unsigned long long ready, const svBitVecVal *shut_id,
                       unsigned long long shut_ended, unsigned long long shut_waits,
                       unsigned long long open, unsigned long long idle, svBit release_valid,
                       unsigned release_frame, unsigned release_count, svBit done_valid,
                       unsigned done_frame, const svBitVecVal *done_id)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ((const state *)hd_model(inst))->cfg.ports;
    inputs *in = hd_inputs(inst);
    in->warps = warps;
    hd_bits(in->ev_valid, ev_valid, ports);
    memcpy(in->ev_kind, ev_kind, ports * sizeof in->ev_kind[0]);
    memcpy(in->ev_slot, ev_slot, ports * sizeof in->ev_slot[0]);
    in->open_en = open_en != 0;
    in->open_frame = open_frame;
    memcpy(in->open_id, open_id, sizeof in->open_id);
    in->open_ended = open_ended;
    in->open_waits = open_waits;
    in->shut_en = shut_en != 0;
    in->shut_frame = shut_frame;
    outputs *out = hd_outputs(inst);
    out->ready = ready;
    memcpy(out->shut_id, shut_id, sizeof out->shut_id);
    out->shut_ended = shut_ended;
    out->shut_waits = shut_waits;
    out->open = open;
    out->idle = idle;
    out->release_valid = release_valid != 0;
    out->release_frame = release_frame;
    out->release_count = release_count;
    out->done_valid = done_valid != 0;
    out->done_frame = done_frame;
    memcpy(out->done_id, done_id, sizeof out->done_id);
    now = in;
    return hd_ports(inst, rst_n != 0);
}
