/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_warp_spill_lockstep: describes the block to the harness, unpacks arguments. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/warp_spill.h"

typedef struct warp_spill state;
typedef struct warp_spill_in inputs;
typedef struct warp_spill_out outputs;
typedef struct warp_spill_record record;

/* The checker lays a record out as the model does. */
static_assert(sizeof(record) == 2176 / 8, "image of a record");
static_assert(offsetof(record, req) == 8 && offsetof(record, tid) == 16, "image of a record");

/* ---- what means something, and when ---- */

static bool if_out(const void *s, const void *out, uint32_t g)
{
    (void)s;
    return ((const outputs *)out)->out_valid[g];
}

static bool lane_of(uint64_t req, uint32_t l) { return (req >> l & 1) != 0; }

static bool if_out_lane(const void *s, const void *out, uint32_t i)
{
    const outputs *o = out;
    const uint32_t lanes = ((const state *)s)->cfg.lanes;
    return o->out_valid[i / lanes] && lane_of(o->out_record[i / lanes].req, i % lanes);
}

static bool if_write(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->wr_valid;
}

static bool if_write_lane(const void *s, const void *out, uint32_t i)
{
    (void)s;
    const outputs *o = out;
    return o->wr_valid && lane_of(o->wr_record.req, i);
}

static bool if_read(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->rd_valid;
}

/* ---- coverage ---- */

enum {
    BIN_THROUGH,
    BIN_THROUGH_BOTH,
    BIN_REFUSED,
    BIN_NO_ROOM,
    BIN_OVERTAKE,
    BIN_ANSWER_FIRST,
    BIN_SECOND_WAITS,
    BIN_SECOND_ALONE,
    BIN_WRITE_REFUSED,
    BIN_READ,
    BIN_READ_REFUSED,
    BIN_READ_TAKEN_BACK,
    BIN_ALL_READS,
    BIN_ANSWER,
    BIN_ANSWER_REFUSED,
    BIN_ANSWER_NO_ROOM,
    BIN_WRAP,
    BIN_FULL
};

static const struct hd_bin bins[] = {
    {"through", "a group passes straight through"},
    {"through_both", "both do"},
    {"refused", "a group that would pass is refused"},
    {"no_room", "a group goes to memory: there is no room"},
    {"overtake", "a group passes straight through while others are outside"},
    {"answer_first", "a group waits for an answer that is placed"},
    {"second_waits", "of two groups the second one waits"},
    {"second_alone", "group 1 alone goes to memory"},
    {"write_refused", "the memory does not take a group"},
    {"read", "a read is taken"},
    {"read_refused", "a read is not taken"},
    {"read_taken_back", "room goes away: no read although records wait"},
    {"all_reads", "no read: as many as may be are in flight"},
    {"answer", "an answer is placed"},
    {"answer_refused", "an answer is refused by the pool side"},
    {"answer_no_room", "an answer waits: there is no room"},
    {"wrap", "the tail goes round"},
    {"full", "every place of the queue is taken"},
    {NULL, NULL},
};

static void cover_through(const inputs *in, const outputs *out, uint64_t *bin)
{
    for (unsigned g = 0; g < WARP_SPILL_GROUPS; g++) {
        if (in->in_valid[g]) bin[out->in_ready[g] ? BIN_THROUGH : BIN_REFUSED]++;
    }
    if (out->in_ready[0] && out->in_ready[1]) bin[BIN_THROUGH_BOTH]++;
    if (out->in_ready[0] && out->spilled > 0) bin[BIN_OVERTAKE]++;
}

static void cover_no_room(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->spilled == s->cfg.slots) bin[BIN_FULL]++;
    if (!out->wr_valid) return;
    if (!in->wr_ready) {
        bin[BIN_WRITE_REFUSED]++;
        return;
    }
    bin[BIN_NO_ROOM]++;
    if (in->in_valid[1]) bin[in->in_valid[0] ? BIN_SECOND_WAITS : BIN_SECOND_ALONE]++;
    if (s->tail == s->cfg.slots - 1) bin[BIN_WRAP]++;
}

static void cover_back(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->rd_valid) bin[in->rd_ready ? BIN_READ : BIN_READ_REFUSED]++;
    if (!in->room && s->queued > 0) bin[BIN_READ_TAKEN_BACK]++;
    if (in->room && s->queued > 0 && s->asked == s->cfg.reads) bin[BIN_ALL_READS]++;
    if (!in->rsp_valid) return;
    if (!in->room) bin[BIN_ANSWER_NO_ROOM]++;
    else bin[out->rsp_ready ? BIN_ANSWER : BIN_ANSWER_REFUSED]++;
    if (out->rsp_ready && (in->in_valid[0] || in->in_valid[1])) bin[BIN_ANSWER_FIRST]++;
}

static void cover(const void *state_, const void *in, const void *out, uint64_t *bin)
{
    const inputs *i = in;
    if (!i->room) cover_no_room(state_, in, out, bin);
    else if (!i->rsp_valid) cover_through(in, out, bin);
    cover_back(state_, in, out, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { warp_spill_reset(s); }
static void eval(const void *s, const void *in, void *out) { warp_spill_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { warp_spill_tick(s, in, out); }
static const char *check(const void *s) { return warp_spill_check(s); }
static const char *promise(const void *s, const void *in) { return warp_spill_promise(s, in); }

static const struct hd_block block = {
    .name = "warp_spill",
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
    .waves = "offset_q head_q tail_q queued_q asked_q",
};

/* A part of the records of two groups, or of the one record of a memory port. */
#define PART(kind_, text, type, member, part, n, bits, caring, why)                                \
    {                                                                                              \
        .kind = kind_, .name = text, .offset = offsetof(type, member) + offsetof(record, part),    \
        .stride = sizeof(record), .size = sizeof(((record *)0)->part), .count = n, .width = bits,  \
        .care = caring, .rule = why                                                                \
    }
#define TIDS(kind_, text, type, member, n, bits, caring, why)                                      \
    {                                                                                              \
        .kind = kind_, .name = text, .offset = offsetof(type, member) + offsetof(record, tid),     \
        .stride = sizeof(uint32_t), .size = sizeof(uint32_t), .count = (n)*lanes, .row = lanes,    \
        .row_step = sizeof(record), .width = bits, .care = caring, .rule = why                     \
    }

unsigned long long warp_spill_open(const char *path, unsigned lanes, unsigned tid_width,
                                   unsigned pc_width, unsigned key_width, unsigned slots,
                                   unsigned reads, unsigned addr_width)
{
    const struct warp_spill_cfg cfg = {lanes, tid_width, pc_width,  key_width,
                                       slots, reads,     addr_width};
    char text[200];
    snprintf(text, sizeof text,
             "Lanes=%u TidWidth=%u PcWidth=%u KeyWidth=%u Slots=%u Reads=%u AddrWidth=%u", lanes,
             tid_width, pc_width, key_width, slots, reads, addr_width);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : warp_spill_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR warp_spill: %s (%s)\n", wrong, text);
        exit(2);
    }
    const char *const passed = "Through: the group itself; Answer: it is group 0";
    const char *const first = "No room: the lowest-numbered group, as it is";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, base_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, base, addr_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, in_valid, 2, 1, NULL, NULL),
        PART(HD_IN, "in_key", inputs, in_record, key, 2, key_width, NULL, NULL),
        PART(HD_IN, "in_pc", inputs, in_record, pc, 2, pc_width, NULL, NULL),
        PART(HD_IN, "in_req", inputs, in_record, req, 2, lanes, NULL, NULL),
        TIDS(HD_IN, "in_tid", inputs, in_record, 2, tid_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, out_ready, 2, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, room, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, wr_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rd_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_valid, 1, NULL, NULL),
        PART(HD_IN, "rsp_key", inputs, rsp_record, key, 1, key_width, NULL, NULL),
        PART(HD_IN, "rsp_pc", inputs, rsp_record, pc, 1, pc_width, NULL, NULL),
        PART(HD_IN, "rsp_req", inputs, rsp_record, req, 1, lanes, NULL, NULL),
        TIDS(HD_IN, "rsp_tid", inputs, rsp_record, 1, tid_width, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, in_ready, 2, 1, NULL,
                 "Through: as the pool side says; No room: the group that is written"),
        HD_ARRAY(HD_OUT, outputs, out_valid, 2, 1, NULL,
                 "Through: the groups; Answer: it is group 0"),
        PART(HD_OUT, "out_key", outputs, out_record, key, 2, key_width, if_out, passed),
        PART(HD_OUT, "out_pc", outputs, out_record, pc, 2, pc_width, if_out, passed),
        PART(HD_OUT, "out_req", outputs, out_record, req, 2, lanes, if_out, passed),
        TIDS(HD_OUT, "out_tid", outputs, out_record, 2, tid_width, if_out_lane, passed),
        HD_ONE(HD_OUT, outputs, wr_valid, 1, NULL, "No room: a group is there and a place is free"),
        HD_ONE(HD_OUT, outputs, wr_addr, addr_width, if_write,
               "No room: offset + tail * RecordBytes"),
        PART(HD_OUT, "wr_key", outputs, wr_record, key, 1, key_width, if_write, first),
        PART(HD_OUT, "wr_pc", outputs, wr_record, pc, 1, pc_width, if_write, first),
        PART(HD_OUT, "wr_req", outputs, wr_record, req, 1, lanes, if_write, first),
        TIDS(HD_OUT, "wr_tid", outputs, wr_record, 1, tid_width, if_write_lane, first),
        HD_ONE(HD_OUT, outputs, rd_valid, 1, NULL,
               "Reads: with room, records that wait, and fewer than Reads in flight"),
        HD_ONE(HD_OUT, outputs, rd_addr, addr_width, if_read, "Reads: offset + head * RecordBytes"),
        HD_ONE(HD_OUT, outputs, rsp_ready, 1, NULL, "Answer: it is placed"),
        HD_ONE(HD_OUT, outputs, spilled, hd_bits_for(slots), NULL,
               "spilled_o: in the queue or on the way back"),
        HD_REG("offset_q", state, offset, 0, 1, addr_width, NULL, "Set-up: base_i"),
        HD_REG("head_q", state, head, 0, 1, 16, NULL, "Reads: one up with each read taken"),
        HD_REG("tail_q", state, tail, 0, 1, 16, NULL, "No room: one up with each write taken"),
        HD_REG("queued_q", state, queued, 0, 1, 17, NULL, "queued: writes less reads"),
        HD_REG("asked_q", state, asked, 0, 1, 5, NULL, "asked: reads less answers"),
    };
    struct hd_instance *inst =
        hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* The registers in the order of the table above. */
enum { REG_OFFSET, REG_HEAD, REG_TAIL, REG_QUEUED, REG_ASKED };

void warp_spill_state(unsigned long long handle, unsigned long long offset, unsigned head,
                      unsigned tail, unsigned queued, unsigned asked)
{
    struct hd_instance *inst = hd_instance(handle);
    hd_state(inst, REG_OFFSET, 1, &offset, sizeof offset);
    hd_state(inst, REG_HEAD, 1, &head, sizeof head);
    hd_state(inst, REG_TAIL, 1, &tail, sizeof tail);
    hd_state(inst, REG_QUEUED, 1, &queued, sizeof queued);
    hd_state(inst, REG_ASKED, 1, &asked, sizeof asked);
}

svBit warp_spill_jump(unsigned long long handle, unsigned *place)
{
    struct hd_instance *inst = hd_instance(handle);
    state *s = hd_model(inst);
    if (s->queued != 0 || s->asked != 0 || !hd_jumps(inst)) return 0;
    *place = s->head = s->tail = (uint32_t)hd_jump_below(s->cfg.slots);
    return 1;
}

int warp_spill_ports(unsigned long long handle, svBit rst_n, svBit base_en, unsigned long long base,
                     unsigned char in_valid, const svBitVecVal *in_record, unsigned char in_ready,
                     unsigned char out_valid, const svBitVecVal *out_record,
                     unsigned char out_ready, svBit room, svBit wr_valid,
                     unsigned long long wr_addr, const svBitVecVal *wr_record, svBit wr_ready,
                     svBit rd_valid, unsigned long long rd_addr, svBit rd_ready, svBit rsp_valid,
                     const svBitVecVal *rsp_record, svBit rsp_ready, unsigned spilled)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->base_en = base_en != 0;
    in->base = base;
    hd_bits2(in->in_valid, in_valid);
    memcpy(in->in_record, in_record, sizeof in->in_record);
    hd_bits2(in->out_ready, out_ready);
    in->room = room != 0;
    in->wr_ready = wr_ready != 0;
    in->rd_ready = rd_ready != 0;
    in->rsp_valid = rsp_valid != 0;
    memcpy(&in->rsp_record, rsp_record, sizeof in->rsp_record);
    outputs *out = hd_outputs(inst);
    hd_bits2(out->in_ready, in_ready);
    hd_bits2(out->out_valid, out_valid);
    memcpy(out->out_record, out_record, sizeof out->out_record);
    out->wr_valid = wr_valid != 0;
    out->wr_addr = wr_addr;
    memcpy(&out->wr_record, wr_record, sizeof out->wr_record);
    out->rd_valid = rd_valid != 0;
    out->rd_addr = rd_addr;
    out->rsp_ready = rsp_ready != 0;
    out->spilled = spilled;
    return hd_ports(inst, rst_n != 0);
}
