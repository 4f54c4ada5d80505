/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_max_tree_lockstep: describes the registers to the harness. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "formation/heap_ports.h"
#include "formation/max_tree.h"

typedef struct max_tree state;

/* ---- what means something, and when ---- */

static bool if_valid(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->valid[i] != 0;
}

static bool if_queued(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return i < ((const state *)s)->queue_count;
}

/* ---- coverage ---- */

enum {
    BIN_REBORN = HEAP_PORT_BINS,
    BIN_REBORN_PAIR,
    BIN_ALL_AT_ONCE,
    BIN_VOID_BY_POP,
    BIN_OLD_TWIN
};

static const struct hd_bin bins[] = {
    HEAP_PORT_BIN_LIST,
    {"reborn", "an update finds the entry popped in this cycle"},
    {"reborn_pair", "and the next update is of the same PC"},
    {"all_at_once", "two updates and a pop in one cycle"},
    {"void_by_pop", "an update joined a warp of the entry popped in this cycle"},
    {"old_twin", "an entry starts while there is an old one of its PC"},
    {NULL, NULL},
};

static void cover_pop(const state *s, const struct max_heap_in *in, const struct max_heap_out *out,
                      uint64_t *bin)
{
    for (unsigned u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (!out->lkp_valid[u] || !in->lkp_hit[u] || in->lkp_mh[u] != s->root) continue;
        if (out->ins_en[u]) bin[BIN_REBORN]++;
        /* Update 1 may still wait. */
        else if (u == 0 && !s->queue[0].open) bin[BIN_VOID_BY_POP]++;
    }
    const bool pair = out->lkp_valid[1] && out->lkp_pc[0] == out->lkp_pc[1];
    if (out->ins_en[0] && in->lkp_hit[0] && pair) bin[BIN_REBORN_PAIR]++;
    const bool first = in->lkp_hit[0] || out->ins_en[0];
    const bool second = pair || in->lkp_hit[1] || out->ins_en[1];
    if (out->lkp_valid[1] && !in->hold && first && second) bin[BIN_ALL_AT_ONCE]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const struct max_heap_in *in = in_;
    const struct max_heap_out *out = out_;
    heap_cover_ports(&s->cfg, s->queue, in, out, bin);
    for (uint32_t i = 0; s->cfg.ageing != 0 && i < s->cfg.entries; i++) {
        if (s->valid[i] == 0) continue;
        if (heap_is_old_twin(&s->entry[i], out, 0)) bin[BIN_OLD_TWIN]++;
        if (heap_is_old_twin(&s->entry[i], out, 1)) bin[BIN_OLD_TWIN]++;
    }
    if (in->pop_en && out->root_valid) cover_pop(s, in, out, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { max_tree_reset(s); }
static void eval(const void *s, const void *in, void *out) { max_tree_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { max_tree_tick(s, in, out); }
static const char *check(const void *s) { return max_tree_check(s); }
static const char *promise(const void *s, const void *in) { return max_tree_promise(s, in); }

static const struct hd_block block = {
    .name = "max_tree",
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
    .index_rule = "entry [slot]",
    .ports = "u_ports",
    .waves = "valid_q root_slot",
};

#define QUEUED(part, bits, text)                                                                   \
    HD_REG("data_q", state, queue[0].part, sizeof(struct max_heap_update), cfg.queue_depth, bits,  \
           if_queued, text)
#define ENTRY(part, bits, text)                                                                    \
    HD_REG(#part "_q", state, entry[0].part, sizeof(struct max_heap_entry), entries, bits,         \
           if_valid, text)

/* The registers in the order in which max_tree_state hands them over. */
enum { REG_QUEUE = 0, REG_COUNT = 4, REG_VALID, REG_ENTRY, REGS = REG_ENTRY + 6 };

unsigned long long max_tree_open(const char *path, unsigned entries, unsigned pc_width,
                                 unsigned cnt_width, unsigned wid_width, unsigned lut_width,
                                 unsigned lanes, unsigned queue_depth, unsigned order,
                                 unsigned ageing)
{
    const struct max_heap_cfg cfg = {entries, pc_width,    cnt_width, wid_width, lut_width,
                                     lanes,   queue_depth, 0,         order,     ageing};
    char text[200];
    heap_parameters(&cfg, text, sizeof text);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : max_tree_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR max_tree: %s (%s)\n", wrong, text);
        exit(2);
    }
    const struct hd_field registers[REGS] = {
        QUEUED(pc, pc_width, "Queue: entry 0 is the oldest; PC"),
        QUEUED(nthd, 16, "Queue: entry 0 is the oldest; NTHD"),
        QUEUED(wid, wid_width, "Queue: entry 0 is the oldest; WID"),
        QUEUED(open, 1, "Queue: entry 0 is the oldest; open"),
        HD_REG("count_q", state, queue_count, 0, 1, 8, NULL,
               "Queue: enter at the tail, leave at the head"),
        HD_REG("valid_q", state, valid[0], sizeof(uint32_t), entries, 1, NULL,
               "Pop: the root's slot becomes invalid; Insertion: the lowest free slot valid"),
        ENTRY(pc, pc_width, "Insertion: the slot gets the update's PC"),
        ENTRY(cnt, cnt_width,
              "Hit: CNT + NTHD (Order = 3: the smaller); Insertion, popped in this cycle: NTHD"),
        ENTRY(wph, wid_width, "Insertion: WPH is WID; a hit leaves it"),
        ENTRY(wpt, wid_width, "Hit, Insertion: WPT becomes WID"),
        ENTRY(lut, lut_width, "Insertion: the slot gets the LUT#"),
        ENTRY(old, 1, "Sweep: all valid entries become old; Insertion: not old"),
    };
    struct hd_field fields[HEAP_PORT_FIELDS + REGS];
    const size_t ports = heap_port_fields(&cfg, fields);
    memcpy(fields + ports, registers, sizeof registers);
    struct hd_instance *inst = hd_open(&block, path, text, fields, ports + REGS);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void max_tree_state(unsigned long long handle, const svBitVecVal *queue, unsigned queue_count,
                    const svBitVecVal *valid, const svBitVecVal *entry)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    hd_state(inst, REG_QUEUE, 4, queue, s->cfg.queue_depth * sizeof s->queue[0]);
    hd_state(inst, REG_COUNT, 1, &queue_count, sizeof queue_count);
    hd_state(inst, REG_VALID, 1, valid, s->cfg.entries * sizeof s->valid[0]);
    hd_state(inst, REG_ENTRY, 6, entry, s->cfg.entries * sizeof s->entry[0]);
}
