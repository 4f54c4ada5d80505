/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_static_residency_lockstep: describes the unit to the harness, unpacks arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/static_residency.h"

typedef struct static_residency state;
typedef struct static_residency_in inputs;
typedef struct static_residency_out outputs;

/* ---- what means something, and when ---- */

static bool if_begin(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->begin_en;
}

static bool if_done(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->done_valid;
}

/* ---- coverage ---- */

enum {
    BIN_BEGIN,
    BIN_BEGIN_HOLE,
    BIN_BEGIN_LAST,
    BIN_WAITS,
    BIN_BELOW_LIMIT,
    BIN_WAITS_AS_DONE,
    BIN_BEGIN_AS_DONE,
    BIN_BEGIN_AS_RELEASE,
    BIN_BEGIN_AS_EVENT,
    BIN_LAST_DONE,
    BIN_OTHER_SIZE,
    BIN_KERNEL_LATE,
    BIN_LARGEST,
    BIN_ONE_WARP,
    BIN_EARLY_BLOCK
};

static const struct hd_bin bins[] = {
    {"begin", "a block is taken"},
    {"begin_hole", "on a frame below one that is open"},
    {"begin_last", "on the kernel's last frame"},
    {"waits", "a block is offered, all frames of the kernel are open"},
    {"below_limit", "and a frame that the kernel may not use is not"},
    {"waits_as_done", "a block is done while the next one waits: taken in the next cycle"},
    {"begin_as_done", "a block is taken, one on another frame is done"},
    {"begin_as_release", "a block is taken, a barrier opens"},
    {"begin_as_event", "a block is taken, a warp of another comes to a barrier or ends"},
    {"last_done", "the last block is done: idle in the next cycle"},
    {"other_size", "a kernel with blocks of another size"},
    {"kernel_late", "a kernel while blocks are here: not taken"},
    {"largest", "a block of MaxWarps warps"},
    {"one_warp", "a block of one warp"},
    {"early_block", "a block is offered before there is a kernel"},
    {NULL, NULL},
};

static void cover_begin(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t frame = out->begin_slot / s->warps;
    bin[BIN_BEGIN]++;
    if (s->seats.open >> frame != 0) bin[BIN_BEGIN_HOLE]++;
    if (frame == s->frames - 1) bin[BIN_BEGIN_LAST]++;
    if (out->done_valid) bin[BIN_BEGIN_AS_DONE]++;
    if (out->seats_out.release_valid) bin[BIN_BEGIN_AS_RELEASE]++;
    if (s->warps == s->cfg.max_warps) bin[BIN_LARGEST]++;
    if (s->warps == 1) bin[BIN_ONE_WARP]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_kind[p] % 2 == 1) bin[BIN_BEGIN_AS_EVENT]++;
    }
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    if (out->begin_en) cover_begin(s, in, out, bin);
    if (in->block_valid && !out->block_ready) {
        bin[s->frames == 0 ? BIN_EARLY_BLOCK : BIN_WAITS]++;
        if (s->frames != 0 && s->frames < s->cfg.frames) bin[BIN_BELOW_LIMIT]++;
        if (out->done_valid) bin[BIN_WAITS_AS_DONE]++;
    }
    if (out->done_valid && (s->seats.open & (s->seats.open - 1)) == 0) bin[BIN_LAST_DONE]++;
    if (!in->kernel_en) return;
    if (!out->idle) bin[BIN_KERNEL_LATE]++;
    else if (in->kernel_warps != s->warps) bin[BIN_OTHER_SIZE]++;
}

/* ---- the unit, as the harness sees it ---- */

static void reset(void *s) { static_residency_reset(s); }
static void eval(const void *s, const void *in, void *out) { static_residency_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { static_residency_tick(s, in, out); }
static const char *check(const void *s) { return static_residency_check(s); }
static const char *promise(const void *s, const void *in)
{
    return static_residency_promise(s, in);
}

static const struct hd_block block = {
    .name = "static_residency",
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
    .waves = "warps_q frames_q",
};

/* An identity: words of 32 bits, the last of which need not be whole. */
static struct hd_field identity(struct hd_field f, uint32_t id_width)
{
    f.cut = 32 * f.count - id_width;
    return f;
}

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct static_residency_cfg *c)
{
    const uint32_t slot = hd_bits_for(c->slots - 1);
    const uint32_t size = hd_bits_for(c->slots);
    const uint32_t limit = hd_bits_for(c->frames);
    const uint32_t words = (c->id_width + 31) / 32;
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, kernel_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_warps, size, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_frames, limit, NULL, NULL),
        HD_ONE(HD_IN, inputs, block_valid, 1, NULL, NULL),
        identity((struct hd_field)HD_ARRAY(HD_IN, inputs, block_id, words, 32, NULL, NULL),
                 c->id_width),
        HD_ARRAY(HD_IN, inputs, ev_valid, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_kind, c->ports, 2, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_slot, c->ports, slot, NULL, NULL),
        HD_ONE(HD_OUT, outputs, idle, 1, NULL, "Ports: no frame is open"),
        HD_ONE(HD_OUT, outputs, block_ready, 1, NULL,
               "Ports: a frame below the kernel's is not open"),
        HD_ONE(HD_OUT, outputs, done_valid, 1, NULL,
               "Block frames, Done: a frame is open and all its warps have ended"),
        identity((struct hd_field)HD_ARRAY(HD_OUT, outputs, done_id, words, 32, if_done,
                                           "Block frames, Done: the identity of that block"),
                 c->id_width),
        HD_ONE(HD_OUT, outputs, ready, c->slots, NULL,
               "Block frames: the frame is open, the warp has not ended and does not wait"),
        HD_ONE(HD_OUT, outputs, begin_en, 1, NULL, "Ports: a block offered while block_ready_o"),
        HD_ONE(HD_OUT, outputs, begin_slot, slot, if_begin,
               "What a cycle does: the lowest-numbered frame that is not open"),
        HD_ONE(HD_OUT, outputs, begin_count, size, if_begin, "Ports: the kernel's warps a block"),
        identity((struct hd_field)HD_ARRAY(HD_OUT, outputs, begin_id, words, 32, if_begin,
                                           "Ports: the identity offered"),
                 c->id_width),
        HD_REG("warps_q", state, warps, 0, 1, size, NULL, "Ports: taken while idle_o"),
        HD_REG("frames_q", state, frames, 0, 1, limit, NULL,
               "Ports: taken while idle_o; Reset: the kernel has 0 frames"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long static_residency_open(const char *path, unsigned slots, unsigned frames,
                                         unsigned max_warps, unsigned id_width, unsigned ports)
{
    const struct static_residency_cfg cfg = {slots, frames, max_warps, id_width, ports};
    char text[200];
    snprintf(text, sizeof text, "Slots=%u Frames=%u MaxWarps=%u IdWidth=%u Ports=%u", slots, frames,
             max_warps, id_width, ports);
    state s;
    const char *wrong = static_residency_init(&s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR static_residency: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), &s, sizeof s);
    return hd_handle(inst);
}

void static_residency_state(unsigned long long handle, unsigned warps, unsigned frames)
{
    struct hd_instance *inst = hd_instance(handle);
    hd_state(inst, 0, 1, &warps, sizeof warps);
    hd_state(inst, 1, 1, &frames, sizeof frames);
}

int static_residency_ports(unsigned long long handle, svBit rst_n, svBit kernel_en,
                           unsigned kernel_warps, unsigned kernel_frames, svBit block_valid,
                           const svBitVecVal *block_id, unsigned char ev_valid,
                           const svBitVecVal *ev_kind, const svBitVecVal *ev_slot, svBit idle,
                           svBit block_ready, svBit done_valid, const svBitVecVal *done_id,
                           unsigned long long ready, svBit begin_en, unsigned begin_slot,
                           unsigned begin_count, const svBitVecVal *begin_id)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ((const state *)hd_model(inst))->cfg.ports;
    inputs *in = hd_inputs(inst);
    in->kernel_en = kernel_en != 0;
    in->kernel_warps = kernel_warps;
    in->kernel_frames = kernel_frames;
    in->block_valid = block_valid != 0;
    memcpy(in->block_id, block_id, sizeof in->block_id);
    hd_bits(in->ev_valid, ev_valid, ports);
    memcpy(in->ev_kind, ev_kind, ports * sizeof in->ev_kind[0]);
    memcpy(in->ev_slot, ev_slot, ports * sizeof in->ev_slot[0]);
    outputs *out = hd_outputs(inst);
    out->idle = idle != 0;
    out->block_ready = block_ready != 0;
    out->done_valid = done_valid != 0;
    memcpy(out->done_id, done_id, sizeof out->done_id);
    out->ready = ready;
    out->begin_en = begin_en != 0;
    out->begin_slot = begin_slot;
    out->begin_count = begin_count;
    memcpy(out->begin_id, begin_id, sizeof out->begin_id);
    return hd_ports(inst, rst_n != 0);
}
