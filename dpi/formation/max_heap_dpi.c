/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_max_heap_lockstep: describes the registers to the harness. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "formation/heap_ports.h"

typedef struct max_heap state;

/* ---- what means something, and when ---- */

/* Under a busy lane's hole the memory is stale: the entry that stands there is in flight. */
static bool entry_live(const state *s, uint32_t at)
{
    for (uint32_t l = 0; l < MAX_HEAP_LANES; l++) {
        if (s->lane_busy[l] && s->lane_hole[l] == at) return false;
    }
    return at < s->size;
}

static bool if_root(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return entry_live(s, 0);
}

static bool if_entry(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return entry_live(s, i + 1);
}

static bool if_old(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return entry_live(s, i);
}

static bool if_queued(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return i < ((const state *)s)->queue_count;
}

static bool if_busy(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->lane_busy[i];
}

static bool if_down_right(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->phase == MAX_HEAP_DOWN_RIGHT;
}

/* ---- coverage ---- */

enum {
    BIN_CLIMB = HEAP_PORT_BINS,
    BIN_BOTH_CLIMB,
    BIN_WAIT_PARENT,
    BIN_WAIT_SIBLING,
    BIN_TO_ROOT,
    BIN_SINK_LEFT,
    BIN_SINK_RIGHT,
    BIN_SINK_DEEP,
    BIN_TIE,
    BIN_POP_FIRST,
    BIN_MINORITY_SINK,
    BIN_OLD_TWIN
};

static const struct hd_bin bins[] = {
    HEAP_PORT_BIN_LIST,
    {"climb", "a lane moves up a level"},
    {"both_climb", "both lanes move up in one cycle"},
    {"wait_parent", "a lane waits under the other's hole"},
    {"wait_sibling", "lane 1 waits: both holes have one parent"},
    {"to_root", "an entry arrives at the root"},
    {"sink_left", "a hole goes down to the left"},
    {"sink_right", "a hole goes down to the right"},
    {"sink_deep", "a hole goes down from level 1 or deeper"},
    {"tie", "a held entry meets its equal in threads"},
    {"pop_first", "a pop while updates wait in the queue"},
    {"minority_sink", "an entry that is hit is beaten by a child now"},
    {"old_twin", "an entry starts while there is an old one of its PC"},
    {NULL, NULL},
};

static uint32_t parent(uint32_t at) { return (at - 1) / 2; }

static void cover_up(const state *s, const struct max_heap_out *out, uint64_t *bin)
{
    unsigned climbs = 0;
    for (uint32_t l = 0; l < MAX_HEAP_LANES; l++) {
        if (!s->lane_busy[l]) continue;
        const uint32_t hole = s->lane_hole[l];
        if (hole == 0) {
            bin[BIN_TO_ROOT]++;
            continue;
        }
        const uint32_t other = s->lane_hole[1 - l];
        if (!out->move_en[l]) {
            bin[other == parent(hole) ? BIN_WAIT_PARENT : BIN_WAIT_SIBLING]++;
            continue;
        }
        if (out->move_lut[l] != s->lane_held[l].lut) climbs++;
        if (s->entry[parent(hole)].cnt == s->lane_held[l].cnt) bin[BIN_TIE]++;
    }
    bin[BIN_CLIMB] += climbs;
    if (climbs == 2) bin[BIN_BOTH_CLIMB]++;
}

/* The child of `hole` that beats e, the better one if both do; 0: none. */
static uint32_t better_child(const state *s, uint32_t hole, const struct max_heap_entry *e)
{
    const uint32_t left = 2 * hole + 1;
    uint32_t best = 0;
    for (uint32_t at = left; at <= left + 1 && at < s->size; at++) {
        if (max_heap_beats(s->cfg.order, &s->entry[at], best == 0 ? e : &s->entry[best])) best = at;
    }
    return best;
}

/* Moves of old entries do not show at the ports. With one port a step takes two cycles. */
static void cover_down(const state *s, uint64_t *bin)
{
    const uint32_t hole = s->lane_hole[0];
    if (s->cfg.ports == 1 && s->phase == MAX_HEAP_DOWN) return;
    const uint32_t child = better_child(s, hole, &s->lane_held[0]);
    if (child == 0) return;
    bin[child == 2 * hole + 1 ? BIN_SINK_LEFT : BIN_SINK_RIGHT]++;
    if (hole != 0) bin[BIN_SINK_DEEP]++;
}

static void cover_idle(const state *s, const struct max_heap_in *in, const struct max_heap_out *out,
                       uint64_t *bin)
{
    if (in->pop_en && out->root_valid && out->lkp_valid[0]) bin[BIN_POP_FIRST]++;
    for (uint32_t i = 0; s->cfg.ageing != 0 && i < s->size; i++) {
        if (heap_is_old_twin(&s->entry[i], out, 0)) bin[BIN_OLD_TWIN]++;
        if (heap_is_old_twin(&s->entry[i], out, 1)) bin[BIN_OLD_TWIN]++;
    }
    const bool sweep = in->sweep_en && s->cfg.ageing != 0;
    if (s->cfg.order != MAX_HEAP_MINORITY || !out->lkp_valid[0] || !in->lkp_hit[0]) return;
    if (sweep || (in->pop_en && out->root_valid)) return;
    struct max_heap_entry e = s->entry[in->lkp_mh[0]];
    e.cnt += s->queue[0].nthd;
    if (better_child(s, in->lkp_mh[0], &e) != 0) bin[BIN_MINORITY_SINK]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const struct max_heap_in *in = in_;
    const struct max_heap_out *out = out_;
    heap_cover_ports(&s->cfg, s->queue, in, out, bin);
    if (s->phase == MAX_HEAP_IDLE) cover_idle(s, in, out, bin);
    else if (s->phase == MAX_HEAP_UP) cover_up(s, out, bin);
    else cover_down(s, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { max_heap_reset(s); }
static void eval(const void *s, const void *in, void *out) { max_heap_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { max_heap_tick(s, in, out); }
static const char *check(const void *s) { return max_heap_check(s); }
static const char *promise(const void *s, const void *in) { return max_heap_promise(s, in); }

static const struct hd_block block = {
    .name = "max_heap",
    .state_size = sizeof(state),
    .in_size = sizeof(struct max_heap_in),
    .out_size = sizeof(struct max_heap_out),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
    .index_rule =
        "entry [i] of pc_q ... is heap position i + 1, of old_q position i; held, hole: [lane]",
    .ports = "u_ports",
    .waves = "phase_q:Idle/Up/Down/DownRight size_q busy_q hole_q held_pc_q held_cnt_q held_lut_q",
};

#define QUEUED(part, bits, text)                                                                   \
    HD_REG("data_q", state, queue[0].part, sizeof(struct max_heap_update), cfg.queue_depth, bits,  \
           if_queued, text)
#define ROOT(part, bits, text)                                                                     \
    HD_REG("root_" #part "_q", state, entry[0].part, 0, 1, bits, if_root, text)
#define ENTRY(part, bits, text)                                                                    \
    HD_REG(#part "_q", state, entry[1].part, sizeof(struct max_heap_entry), entries - 1, bits,     \
           if_entry, text)
#define HELD(part, bits, text)                                                                     \
    HD_REG("held_" #part "_q", state, lane_held[0].part, sizeof(struct max_heap_entry),            \
           MAX_HEAP_LANES, bits, if_busy, text)
#define LEFT(part, bits)                                                                           \
    HD_REG("left_" #part "_q", state, left.part, 0, 1, bits, if_down_right,                        \
           "Down, one port: the left child is kept while the right one is read")

/* The registers in the order in which max_heap_state hands them over. */
enum {
    REG_QUEUE = 0,
    REG_COUNT = 4,
    REG_ROOT,
    REG_ENTRY = REG_ROOT + 5,
    REG_OLD = REG_ENTRY + 5,
    REG_SIZE,
    REG_PHASE,
    REG_BUSY,
    REG_HOLE,
    REG_HELD,
    REG_LEFT = REG_HELD + 6,
    REGS = REG_LEFT + 6
};

/* Words of an entry. */
enum { WORDS = sizeof(struct max_heap_entry) / sizeof(uint32_t) };

static const char settled[] =
    "Up, Down: what the hole is left behind with, or held when it settles";
static const char taken[] = "Dispatch, Pop: what a lane holds";

unsigned long long max_heap_open(const char *path, unsigned entries, unsigned pc_width,
                                 unsigned cnt_width, unsigned wid_width, unsigned lut_width,
                                 unsigned lanes, unsigned queue_depth, unsigned ports,
                                 unsigned order, unsigned ageing)
{
    const struct max_heap_cfg cfg = {entries, pc_width,    cnt_width, wid_width, lut_width,
                                     lanes,   queue_depth, ports,     order,     ageing};
    char text[200];
    heap_parameters(&cfg, text, sizeof text);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : max_heap_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR max_heap: %s (%s)\n", wrong, text);
        exit(2);
    }
    const struct hd_field registers[REGS] = {
        QUEUED(pc, pc_width, "Queue: entry 0 is the oldest; PC"),
        QUEUED(nthd, 16, "Queue: entry 0 is the oldest; NTHD"),
        QUEUED(wid, wid_width, "Queue: entry 0 is the oldest; WID"),
        QUEUED(open, 1, "Queue: entry 0 is the oldest; open"),
        HD_REG("count_q", state, queue_count, 0, 1, 8, NULL,
               "Queue: enter at the tail, leave at the head"),
        ROOT(pc, pc_width, settled),
        ROOT(cnt, cnt_width, settled),
        ROOT(wph, wid_width, settled),
        ROOT(wpt, wid_width, settled),
        ROOT(lut, lut_width, settled),
        ENTRY(pc, pc_width, settled),
        ENTRY(cnt, cnt_width, settled),
        ENTRY(wph, wid_width, settled),
        ENTRY(wpt, wid_width, settled),
        ENTRY(lut, lut_width, settled),
        HD_REG("old_q", state, entry[0].old, sizeof(struct max_heap_entry), entries, 1, if_old,
               "Sweep: all entries become old; else the old bit moves with its entry"),
        HD_REG("size_q", state, size, 0, 1, 16, NULL,
               "Size: one more with each insertion, one less with each pop"),
        HD_REG(
            "phase_q", state, phase, 0, 1, 2, NULL,
            "Phase: Up after a dispatch, Down after a pop (and a hit with Order = 1), Idle when no "
            "lane is busy"),
        HD_REG("busy_q", state, lane_busy[0], sizeof(bool), MAX_HEAP_LANES, 1, NULL,
               "Busy: from dispatch or pop until held settles"),
        HD_REG("hole_q", state, lane_hole[0], sizeof(uint32_t), MAX_HEAP_LANES, 16, if_busy,
               "Up: the hole goes to the parent; Down: to the better child"),
        HELD(pc, pc_width, taken),
        HELD(cnt, cnt_width,
             "Dispatch: CNT + NTHD on a hit (Order = 3: the smaller), NTHD for an insertion"),
        HELD(wph, wid_width, taken),
        HELD(wpt, wid_width, "Dispatch: WPT becomes WID"),
        HELD(lut, lut_width, taken),
        HELD(old, 1, "Dispatch: not old; Pop: as the last entry was"),
        LEFT(pc, pc_width),
        LEFT(cnt, cnt_width),
        LEFT(wph, wid_width),
        LEFT(wpt, wid_width),
        LEFT(lut, lut_width),
        LEFT(old, 1),
    };
    struct hd_field fields[HEAP_PORT_FIELDS + REGS];
    const size_t ports_described = heap_port_fields(&cfg, fields);
    memcpy(fields + ports_described, registers, sizeof registers);
    struct hd_instance *inst = hd_open(&block, path, text, fields, ports_described + REGS);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void max_heap_state(unsigned long long handle, const svBitVecVal *queue, unsigned queue_count,
                    const svBitVecVal *entry, unsigned size, unsigned phase, unsigned char busy,
                    const svBitVecVal *hole, const svBitVecVal *held, const svBitVecVal *left)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const bool lane_busy[MAX_HEAP_LANES] = {(busy & 1) != 0, (busy & 2) != 0};
    hd_state(inst, REG_QUEUE, 4, queue, s->cfg.queue_depth * sizeof s->queue[0]);
    hd_state(inst, REG_COUNT, 1, &queue_count, sizeof queue_count);
    hd_state(inst, REG_ROOT, 5, entry, sizeof s->entry[0]);
    /* Beyond size nothing means anything; what was never written there would always differ. */
    if (s->size > 1)
        hd_state(inst, REG_ENTRY, 5, entry + WORDS, (s->size - 1) * sizeof s->entry[0]);
    /* From the first old bit to the last. */
    if (s->size > 0)
        hd_state(inst, REG_OLD, 1, entry + WORDS - 1, (s->size - 1) * sizeof s->entry[0] + 4);
    hd_state(inst, REG_SIZE, 1, &size, sizeof size);
    hd_state(inst, REG_PHASE, 1, &phase, sizeof phase);
    hd_state(inst, REG_BUSY, 1, lane_busy, sizeof lane_busy);
    hd_state(inst, REG_HOLE, 1, hole, sizeof s->lane_hole);
    hd_state(inst, REG_HELD, 6, held, sizeof s->lane_held);
    if (s->phase == MAX_HEAP_DOWN_RIGHT) hd_state(inst, REG_LEFT, 6, left, sizeof s->left);
}
