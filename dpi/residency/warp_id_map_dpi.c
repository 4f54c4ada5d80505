/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_warp_id_map_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/warp_id_map.h"

typedef struct warp_id_map state;
typedef struct warp_id_map_in inputs;
typedef struct warp_id_map_out outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }

/* ---- what means something, and when ---- */

/* A look-up means something if the number is one of this kernel's: the inputs of the cycle that
 * hd_ports is asked to compare. */
static const inputs *now;

static bool if_offered(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->alloc_valid;
}

static bool if_on_slot(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return has(((const outputs *)out)->slot_valid, i);
}

static bool if_on_frame(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return has(((const outputs *)out)->frame_valid, i);
}

static bool if_meant(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    return now->find_warp[i] < now->ctas * now->warps;
}

static bool frame_known(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const state *)s)->frame_valid, i);
}

/* The kernel is that of the last cycle: it stays while a block is here. */
static bool slot_known(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    (void)out;
    const uint32_t frame = s->warps == 0 ? s->cfg.frames : i / s->warps;
    return frame < s->cfg.frames && has(s->frame_valid, frame);
}

/* ---- coverage ---- */

enum {
    BIN_ALLOC,
    BIN_ALLOC_HOLE,
    BIN_ALLOC_LAST,
    BIN_FREE,
    BIN_FREE_AND_ALLOC,
    BIN_FREE_BELOW,
    BIN_FULL,
    BIN_FULL_FREE,
    BIN_NO_ROOM,
    BIN_FEWER_CTAS,
    BIN_ALL_CTAS,
    BIN_MAP,
    BIN_UNMAP,
    BIN_MAP_AND_UNMAP,
    BIN_TAKE_OVER,
    BIN_STAY,
    BIN_MOVE,
    BIN_UNMAP_NOBODY,
    BIN_FREE_UNMAP,
    BIN_FREE_TAKE_OVER,
    BIN_FREE_INACTIVE,
    BIN_ALL_FRAMES,
    BIN_FRAMES_CUT,
    BIN_SLOTS_LEFT,
    BIN_WARPS_ONE,
    BIN_WARPS_MOST,
    BIN_FIND_FIRST,
    BIN_FIND_LAST,
    BIN_FIND_SAME,
    BIN_FIND_TOP,
    BIN_NEW_KERNEL
};

static const struct hd_bin bins[] = {
    {"alloc", "the lowest free number is taken, none above it is"},
    {"alloc_hole", "a number is taken below one that is"},
    {"alloc_last", "the last free number is taken"},
    {"free", "a number is freed"},
    {"free_and_alloc", "one number is freed while another is taken"},
    {"free_below", "a number is freed below the one that is taken in this cycle"},
    {"full", "no number is free"},
    {"full_free", "no number is free, one is freed: nothing is offered"},
    {"no_room", "the core has no room for a block"},
    {"fewer_ctas", "the core has room for fewer blocks than there are numbers: all are taken"},
    {"all_ctas", "the core has room for as many blocks as there are numbers: all are taken"},
    {"map", "a block gets a frame"},
    {"unmap", "a block leaves its frame"},
    {"map_and_unmap", "one block gets a frame while another leaves another one"},
    {"take_over", "a block takes over the frame of another one in one cycle"},
    {"stay", "a block gets the frame that it leaves in this cycle"},
    {"move", "a block leaves one frame for another in one cycle"},
    {"unmap_nobody", "a frame is unmapped on which nobody sits"},
    {"free_unmap", "a block ends and leaves its frame in one cycle"},
    {"free_take_over", "and its frame is taken over in that cycle"},
    {"free_inactive", "a block ends that sat on no frame"},
    {"all_frames", "somebody sits on every frame that lies within the slots"},
    {"frames_cut", "not every frame lies within the slots, those that do are taken"},
    {"slots_left", "every frame is taken, slots are left over"},
    {"warps_one", "a block of one warp is mapped"},
    {"warps_most", "a block of all slots is mapped"},
    {"find_first", "the block of its first warp is asked for"},
    {"find_last", "the block of its last warp is asked for"},
    {"find_same", "all ports ask for the block of one warp"},
    {"find_top", "the block with the highest number is asked for"},
    {"new_kernel", "the first block of a kernel of another size"},
    {NULL, NULL},
};

static uint32_t frames_in_slots(const state *s, const inputs *in)
{
    const uint32_t fit = s->cfg.slots / in->warps;
    return fit < s->cfg.frames ? fit : s->cfg.frames;
}

static uint64_t lowest(uint32_t n) { return n == 0 ? 0 : UINT64_MAX >> (64 - n); }

static void cover_numbers(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint64_t room = lowest(in->ctas);
    const bool full = in->ctas > 0 && (s->taken & room) == room;
    if (in->alloc_en) {
        const uint64_t after = s->taken | UINT64_C(1) << out->alloc_cta;
        bin[s->taken >> out->alloc_cta != 0 ? BIN_ALLOC_HOLE : BIN_ALLOC]++;
        if ((after & room) == room) bin[BIN_ALLOC_LAST]++;
        if (s->taken == 0 && (in->warps != s->warps || in->ctas != s->ctas)) bin[BIN_NEW_KERNEL]++;
    }
    if (in->free_en) bin[in->alloc_en ? BIN_FREE_AND_ALLOC : BIN_FREE]++;
    if (in->free_en && in->alloc_en && in->free_cta < out->alloc_cta) bin[BIN_FREE_BELOW]++;
    if (full) bin[in->free_en ? BIN_FULL_FREE : BIN_FULL]++;
    if (full) bin[in->ctas < s->cfg.ctas ? BIN_FEWER_CTAS : BIN_ALL_CTAS]++;
    if (in->ctas == 0) bin[BIN_NO_ROOM]++;
}

/* The frame on which the block sits; Frames if on none. */
static uint32_t frame_of(const state *s, uint32_t cta)
{
    uint32_t f = 0;
    while (f < s->cfg.frames && !(has(s->frame_valid, f) && s->frame_cta[f] == cta)) f++;
    return f;
}

static void cover_map(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t old = frame_of(s, in->map_cta);
    const bool over = in->unmap_en && in->unmap_frame == in->map_frame;
    if (over && old == in->map_frame) bin[BIN_STAY]++;
    else if (over && has(s->frame_valid, in->map_frame)) bin[BIN_TAKE_OVER]++;
    else if (in->unmap_en && old == in->unmap_frame) bin[BIN_MOVE]++;
    else bin[in->unmap_en ? BIN_MAP_AND_UNMAP : BIN_MAP]++;
    if (in->warps == 1) bin[BIN_WARPS_ONE]++;
    if (in->warps == s->cfg.slots) bin[BIN_WARPS_MOST]++;
}

static void cover_frames(const state *s, const inputs *in, uint64_t *bin)
{
    if (in->map_en) cover_map(s, in, bin);
    else if (in->unmap_en)
        bin[has(s->frame_valid, in->unmap_frame) ? BIN_UNMAP : BIN_UNMAP_NOBODY]++;
    if (in->free_en) {
        const uint32_t f = frame_of(s, in->free_cta);
        if (f == s->cfg.frames) bin[BIN_FREE_INACTIVE]++;
        else bin[in->map_en && in->map_frame == f ? BIN_FREE_TAKE_OVER : BIN_FREE_UNMAP]++;
    }
    const uint32_t usable = frames_in_slots(s, in);
    if (usable == 0 || s->frame_valid != lowest(usable)) return;
    bin[usable < s->cfg.frames ? BIN_FRAMES_CUT : BIN_ALL_FRAMES]++;
    if (usable == s->cfg.frames && usable * in->warps < s->cfg.slots) bin[BIN_SLOTS_LEFT]++;
}

static void cover_finds(const state *s, const inputs *in, uint64_t *bin)
{
    bool same = s->cfg.ports > 1;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        same = same && in->find_warp[p] == in->find_warp[0];
        if (!if_meant(NULL, NULL, p)) continue;
        const uint32_t rank = in->find_warp[p] % in->warps;
        if (rank == 0) bin[BIN_FIND_FIRST]++;
        if (rank == in->warps - 1) bin[BIN_FIND_LAST]++;
        if (in->find_warp[p] / in->warps == s->cfg.ctas - 1) bin[BIN_FIND_TOP]++;
    }
    if (same && if_meant(NULL, NULL, 0)) bin[BIN_FIND_SAME]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    if (in->warps == 0) return;
    cover_numbers(s, in, out_, bin);
    cover_frames(s, in, bin);
    cover_finds(s, in, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { warp_id_map_reset(s); }
static void eval(const void *s, const void *in, void *out) { warp_id_map_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { warp_id_map_tick(s, in, out); }
static const char *check(const void *s) { return warp_id_map_check(s); }
static const char *promise(const void *s, const void *in) { return warp_id_map_promise(s, in); }

static const struct hd_block block = {
    .name = "warp_id_map",
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
    .index_rule = "frame_cta_q: frame [i]; warp_q: slot [i]",
    .waves = "taken_q frame_valid_q",
};

/* The registers in the order in which they are described. */
enum { REG_TAKEN, REG_FRAME_VALID, REG_FRAME_CTA, REG_WARP };

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct warp_id_map_cfg *cfg)
{
    const uint32_t frame = cfg->frames > 1 ? hd_bits_for(cfg->frames - 1) : 1;
    const uint32_t warp = hd_bits_for(cfg->warps - 1);
    const uint32_t cta = hd_bits_for(cfg->ctas - 1);
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, warps, hd_bits_for(cfg->slots), NULL, NULL),
        HD_ONE(HD_IN, inputs, ctas, hd_bits_for(cfg->ctas), NULL, NULL),
        HD_ONE(HD_IN, inputs, alloc_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, free_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, free_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, map_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, map_frame, frame, NULL, NULL),
        HD_ONE(HD_IN, inputs, map_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, unmap_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, unmap_frame, frame, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, find_warp, cfg->ports, warp, NULL, NULL),
        HD_ONE(HD_IN, inputs, first_cta, cta, NULL, NULL),
        HD_ONE(HD_OUT, outputs, alloc_valid, 1, NULL,
               "Virtual ids: there is a free number below ctas_i; one that is freed in this cycle "
               "is offered in the next"),
        HD_ONE(HD_OUT, outputs, alloc_cta, cta, if_offered, "Virtual ids: the lowest one"),
        HD_ONE(HD_OUT, outputs, slot_valid, cfg->slots, NULL,
               "State: the slots of valid frames, f*W to f*W + W - 1"),
        HD_ARRAY(HD_OUT, outputs, slot_warp, cfg->slots, warp, if_on_slot,
                 "Map: slot f*W + r holds warp c*W + r"),
        HD_ONE(HD_OUT, outputs, frame_valid, cfg->frames, NULL,
               "Map: from the cycle after map to that of unmap"),
        HD_ARRAY(HD_OUT, outputs, frame_cta, cfg->frames, cta, if_on_frame,
                 "Map: the block on the frame"),
        HD_ARRAY(HD_OUT, outputs, find_cta, cfg->ports, cta, if_meant,
                 "Look-ups: how many of W, 2W, ... (Ctas-1)*W are not above the warp"),
        HD_ONE(HD_OUT, outputs, first_warp, warp, NULL, "Look-ups: c*W"),
        HD_REG("taken_q", state, taken, 0, 1, cfg->ctas, NULL,
               "Virtual ids: free, then alloc; none after a reset"),
        HD_REG("frame_valid_q", state, frame_valid, 0, 1, cfg->frames, NULL,
               "Map: unmap, then map; none after a reset"),
        HD_REG("frame_cta_q", state, frame_cta[0], 4, cfg->frames, cta, frame_known,
               "Map: map_cta_i is written at map_frame_i"),
        HD_REG("warp_q", state, warp[0], 4, cfg->slots, warp, slot_known,
               "Map: slot f*W + r becomes warp c*W + r"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long warp_id_map_open(const char *path, unsigned slots, unsigned frames,
                                    unsigned warps, unsigned ctas, unsigned ports)
{
    const struct warp_id_map_cfg cfg = {slots, frames, warps, ctas, ports};
    char text[200];
    snprintf(text, sizeof text, "Slots=%u Frames=%u Warps=%u Ctas=%u Ports=%u", slots, frames,
             warps, ctas, ports);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : warp_id_map_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR warp_id_map: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void warp_id_map_state(unsigned long long handle, unsigned long long taken,
                       unsigned long long frame_valid, const svBitVecVal *frame_cta,
                       const svBitVecVal *warp)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const uint64_t mask[] = {taken, frame_valid};
    hd_state(inst, REG_TAKEN, 1, &mask[0], sizeof mask[0]);
    hd_state(inst, REG_FRAME_VALID, 1, &mask[1], sizeof mask[0]);
    hd_state(inst, REG_FRAME_CTA, 1, frame_cta, s->cfg.frames * sizeof s->frame_cta[0]);
    hd_state(inst, REG_WARP, 1, warp, s->cfg.slots * sizeof s->warp[0]);
}

int warp_id_map_ports(unsigned long long handle, svBit rst_n, unsigned warps, unsigned ctas,
                      svBit alloc_en, svBit free_en, unsigned free_cta, svBit map_en,
                      unsigned map_frame, unsigned map_cta, svBit unmap_en, unsigned unmap_frame,
                      const svBitVecVal *find_warp, unsigned first_cta, svBit alloc_valid,
                      unsigned alloc_cta, unsigned long long slot_valid,
                      const svBitVecVal *slot_warp, unsigned long long frame_valid,
                      const svBitVecVal *frame_cta, const svBitVecVal *find_cta,
                      unsigned first_warp)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct warp_id_map_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    inputs *in = hd_inputs(inst);
    in->warps = warps;
    in->ctas = ctas;
    in->alloc_en = alloc_en != 0;
    in->free_en = free_en != 0;
    in->free_cta = free_cta;
    in->map_en = map_en != 0;
    in->map_frame = map_frame;
    in->map_cta = map_cta;
    in->unmap_en = unmap_en != 0;
    in->unmap_frame = unmap_frame;
    memcpy(in->find_warp, find_warp, cfg->ports * sizeof in->find_warp[0]);
    in->first_cta = first_cta;
    outputs *out = hd_outputs(inst);
    out->alloc_valid = alloc_valid != 0;
    out->alloc_cta = alloc_cta;
    out->slot_valid = slot_valid;
    memcpy(out->slot_warp, slot_warp, cfg->slots * sizeof out->slot_warp[0]);
    out->frame_valid = frame_valid;
    memcpy(out->frame_cta, frame_cta, cfg->frames * sizeof out->frame_cta[0]);
    memcpy(out->find_cta, find_cta, cfg->ports * sizeof out->find_cta[0]);
    out->first_warp = first_warp;
    now = in;
    return hd_ports(inst, rst_n != 0);
}
