/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_mapping_table_lockstep: describes the block to the harness, unpacks arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/mapping_table.h"

typedef struct mapping_table state;
typedef struct mapping_table_in inputs;
typedef struct mapping_table_out outputs;

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare: what the operation is decides what
 * is said of it. */
static const inputs *now;

static bool if_answer(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->found_en[i];
}

static bool if_there(const void *s, const void *out, uint32_t i)
{
    (void)s;
    const outputs *o = out;
    return o->found_en[i] && o->found_held[i];
}

static bool exists(const state *s, uint32_t row, uint32_t set)
{
    return row < s->cfg.rows && set < s->cfg.sets;
}

static uint32_t entry(const state *s, uint32_t row, uint32_t set)
{
    return row * s->cfg.sets + set;
}

static bool if_entry(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return exists(s, now->op_row, now->op_set);
}

static bool takes(const inputs *in)
{
    return in->op == MAPPING_TABLE_MAP || in->op == MAPPING_TABLE_FILL;
}

static bool gives(const inputs *in, const outputs *out)
{
    return (in->op == MAPPING_TABLE_SPILL || in->op == MAPPING_TABLE_DROP) && out->op_held;
}

static bool if_has_phys(const void *s, const void *out, uint32_t i)
{
    (void)i;
    if (takes(now)) return ((const state *)s)->free > 0;
    return gives(now, out);
}

static bool phys_known(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->valid[i];
}

static bool asked_known(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->asked_en[i];
}

static bool found_known(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->found_en[i];
}

static bool found_phys_known(const void *s, const void *out, uint32_t i)
{
    return found_known(s, out, i) && ((const state *)s)->found_held[i];
}

/* ---- coverage ---- */

enum {
    BIN_MAP,
    BIN_SPILL,
    BIN_FILL,
    BIN_DROP_HELD,
    BIN_DROP_SWAPPED,
    BIN_TAKE_LAST,
    BIN_TAKE_HOLE,
    BIN_GIVE_FULL,
    BIN_TAKE_AGAIN,
    BIN_NO_ROOM,
    BIN_ALL_IN_USE,
    BIN_SWAP_GONE,
    BIN_ASK_SPILL_SAME,
    BIN_ASK_SPILL_NEXT,
    BIN_ASK_SPILL_ANSWER,
    BIN_ASK_FILL_SAME,
    BIN_ASK_FILL_NEXT,
    BIN_ASK_FILL_ANSWER,
    BIN_ASK_OTHER_NEXT,
    BIN_ASK_UNUSED,
    BIN_WAIT,
    BIN_WAIT_SOME,
    BIN_WAIT_ALL,
    BIN_WAIT_NEAR,
    BIN_HELD,
    BIN_SWAPPED,
    BIN_SAME_SET
};

static const struct hd_bin bins[] = {
    {"map", "a new set gets a physical one"},
    {"spill", "a set goes to the swap space"},
    {"fill", "a set comes back"},
    {"drop_held", "a physical set is dropped"},
    {"drop_swapped", "a set in the swap space is dropped: no physical set is freed"},
    {"take_last", "the last free physical set is taken"},
    {"take_hole", "a physical set is taken below one that is taken already"},
    {"give_full", "no physical set is free, one is given back"},
    {"take_again", "a set gets the physical one that another, now in the swap space, had"},
    {"no_room", "no physical set is free"},
    {"all_in_use", "every set of every owner is in use"},
    {"swap_gone", "the last set leaves the swap space"},
    {"ask_spill_same", "asked, and spilled in the same cycle"},
    {"ask_spill_next", "asked, and spilled in the next cycle"},
    {"ask_spill_answer", "spilled in the cycle of the answer, which says wait"},
    {"ask_fill_same", "asked, and filled in the same cycle"},
    {"ask_fill_next", "asked, filled one cycle later: the new physical set"},
    {"ask_fill_answer", "filled in the cycle of the answer, which says wait"},
    {"ask_other_next", "asked, another set is taken or given back one cycle later"},
    {"ask_unused", "the answer is of a set that is not in use"},
    {"wait", "the answer is of a locked set"},
    {"wait_some", "one port waits, another does not"},
    {"wait_all", "every port waits"},
    {"wait_near", "the answer is of a set whose address differs in one bit from the locked one's"},
    {"held", "the answer is a physical set"},
    {"swapped", "the answer is the swap space"},
    {"same_set", "all ports ask for one set"},
    {NULL, NULL},
};

static void cover_takes(const state *s, const outputs *out, uint64_t *bin)
{
    if (s->free == 1) bin[BIN_TAKE_LAST]++;
    for (uint32_t f = out->op_phys + 1; f < s->cfg.phys; f++) {
        if (!s->used[f]) continue;
        bin[BIN_TAKE_HOLE]++;
        break;
    }
    /* An entry in the swap space keeps the number it had. */
    for (uint32_t e = 0; e < s->cfg.rows * s->cfg.sets; e++) {
        if (!s->in_use[e] || s->valid[e] || s->phys[e] != out->op_phys) continue;
        bin[BIN_TAKE_AGAIN]++;
        break;
    }
}

static void cover_op(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    switch (in->op) {
    case MAPPING_TABLE_MAP: bin[BIN_MAP]++; break;
    case MAPPING_TABLE_SPILL: bin[BIN_SPILL]++; break;
    case MAPPING_TABLE_FILL: bin[BIN_FILL]++; break;
    case MAPPING_TABLE_DROP: bin[out->op_held ? BIN_DROP_HELD : BIN_DROP_SWAPPED]++; break;
    default: break;
    }
    if (takes(in)) cover_takes(s, out, bin);
    if (gives(in, out) && s->free == 0) bin[BIN_GIVE_FULL]++;
    const bool leaves_swap =
        in->op == MAPPING_TABLE_FILL || (in->op == MAPPING_TABLE_DROP && !out->op_held);
    if (leaves_swap && s->swapped == 1) bin[BIN_SWAP_GONE]++;
    if (s->free == 0) bin[BIN_NO_ROOM]++;
    if (s->swapped + s->cfg.phys - s->free == s->cfg.rows * s->cfg.sets) bin[BIN_ALL_IN_USE]++;
}

static bool is_op(const inputs *in, uint32_t row, uint32_t set)
{
    return in->op_row == row && in->op_set == set;
}

/* Where a look-up is when the set it asks for is spilled or filled. */
static void cover_meeting(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const bool spill = in->op == MAPPING_TABLE_SPILL;
    if (in->op == MAPPING_TABLE_NOTHING) return;
    if (s->asked_en[p] && !is_op(in, s->asked_row[p], s->asked_set[p])) bin[BIN_ASK_OTHER_NEXT]++;
    if (!spill && in->op != MAPPING_TABLE_FILL) return;
    if (in->look_en[p] && is_op(in, in->look_row[p], in->look_set[p]))
        bin[spill ? BIN_ASK_SPILL_SAME : BIN_ASK_FILL_SAME]++;
    if (s->asked_en[p] && is_op(in, s->asked_row[p], s->asked_set[p]))
        bin[spill ? BIN_ASK_SPILL_NEXT : BIN_ASK_FILL_NEXT]++;
    if (s->found_en[p] && is_op(in, s->found_row[p], s->found_set[p]))
        bin[spill ? BIN_ASK_SPILL_ANSWER : BIN_ASK_FILL_ANSWER]++;
}

static bool differ_in_one_bit(const inputs *in, const outputs *out, uint32_t p)
{
    const uint32_t row = in->lock_row ^ out->found_row[p];
    const uint32_t set = in->lock_set ^ out->found_set[p];
    return __builtin_popcount(row) + __builtin_popcount(set) == 1;
}

static void cover_answer(const state *s, const inputs *in, const outputs *out, uint32_t p,
                         uint64_t *bin)
{
    if (!out->found_en[p]) return;
    const uint32_t e = entry(s, out->found_row[p], out->found_set[p]);
    if (out->found_wait[p]) bin[BIN_WAIT]++;
    else bin[out->found_held[p] ? BIN_HELD : BIN_SWAPPED]++;
    if (!s->in_use[e]) bin[BIN_ASK_UNUSED]++;
    if (in->lock_en && differ_in_one_bit(in, out, p)) bin[BIN_WAIT_NEAR]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_op(s, in, out, bin);
    uint32_t answers = 0;
    uint32_t waits = 0;
    uint32_t same = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        cover_meeting(s, in, p, bin);
        cover_answer(s, in, out, p, bin);
        answers += out->found_en[p];
        waits += out->found_wait[p];
        same += in->look_en[p] && in->look_row[p] == in->look_row[0] &&
                in->look_set[p] == in->look_set[0];
    }
    if (waits > 0 && waits < answers) bin[BIN_WAIT_SOME]++;
    if (waits == s->cfg.ports) bin[BIN_WAIT_ALL]++;
    if (same == s->cfg.ports) bin[BIN_SAME_SET]++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { mapping_table_reset(s); }
static void eval(const void *s, const void *in, void *out) { mapping_table_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { mapping_table_tick(s, in, out); }
static const char *check(const void *s) { return mapping_table_check(s); }
static const char *promise(const void *s, const void *in) { return mapping_table_promise(s, in); }

static const struct hd_block block = {
    .name = "mapping_table",
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
    .index_rule =
        "valid_q, phys_q: [row * Sets + set]; used_q: physical set [i]; asked_*, found_*: "
        "port [i]",
    .waves = "free_q swapped_q asked_en_q found_en_q found_held_q",
};

/* The registers in the order in which they are described. */
enum {
    REG_VALID,
    REG_PHYS,
    REG_USED,
    REG_FREE,
    REG_SWAPPED,
    REG_ASKED_EN,
    REG_ASKED_ROW,
    REG_ASKED_SET,
    REG_FOUND_EN,
    REG_FOUND_ROW,
    REG_FOUND_SET,
    REG_FOUND_HELD,
    REG_FOUND_PHYS
};

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct mapping_table_cfg *cfg)
{
    const uint32_t entries = cfg->rows * cfg->sets;
    const uint32_t row = hd_bits_for(cfg->rows - 1);
    const uint32_t set = cfg->sets > 1 ? hd_bits_for(cfg->sets - 1) : 1;
    const uint32_t phys = hd_bits_for(cfg->phys - 1);
    const uint32_t free_bits = hd_bits_for(cfg->phys);
    const uint32_t swap_bits = hd_bits_for(entries);
    const uint32_t ports = cfg->ports;
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, look_en, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, look_row, ports, row, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, look_set, ports, set, NULL, NULL),
        HD_ONE(HD_IN, inputs, op, 3, NULL, NULL),
        HD_ONE(HD_IN, inputs, op_row, row, NULL, NULL),
        HD_ONE(HD_IN, inputs, op_set, set, NULL, NULL),
        HD_ONE(HD_IN, inputs, lock_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, lock_row, row, NULL, NULL),
        HD_ONE(HD_IN, inputs, lock_set, set, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, found_en, ports, 1, NULL,
                 "Look-up: the answer comes two cycles after the question"),
        HD_ARRAY(HD_OUT, outputs, found_wait, ports, 1, if_answer,
                 "Races: the answer of a set that is locked is wait"),
        HD_ARRAY(HD_OUT, outputs, found_held, ports, 1, if_answer,
                 "Look-up: the answer holds for operations up to the cycle before it"),
        HD_ARRAY(HD_OUT, outputs, found_phys, ports, phys, if_there,
                 "Look-up: the entry as the operation of the cycle before leaves it"),
        HD_ARRAY(HD_OUT, outputs, found_row, ports, row, if_answer, "Ports: what was asked"),
        HD_ARRAY(HD_OUT, outputs, found_set, ports, set, if_answer, "Ports: what was asked"),
        HD_ONE(HD_OUT, outputs, op_held, 1, if_entry, "Ports: the entry named is physical"),
        HD_ONE(HD_OUT, outputs, op_phys, phys, if_has_phys,
               "Ports: map, fill: the lowest-numbered free set; spill, drop of a physical one: the "
               "set it gives back"),
        HD_ONE(HD_OUT, outputs, free, free_bits, NULL, "Ports: free physical sets"),
        HD_ONE(HD_OUT, outputs, swapped, swap_bits, NULL, "Ports: sets in the swap space"),
        HD_REG("valid_q", state, valid[0], sizeof(bool), entries, 1, NULL,
               "Operation: map and fill make the entry physical, spill and drop do not leave it "
               "so; none is after a reset"),
        HD_REG("phys_q", state, phys[0], 4, entries, phys, phys_known,
               "Operation: map and fill write the number of the set that is taken"),
        HD_REG("used_q", state, used[0], sizeof(bool), cfg->phys, 1, NULL,
               "Operation: taken by map and fill, free by spill and drop of a physical entry"),
        HD_REG(
            "free_q", state, free, 0, 1, free_bits, NULL,
            "Operation: map and fill - 1, spill and drop of a physical entry + 1; a reset: Phys"),
        HD_REG("swapped_q", state, swapped, 0, 1, swap_bits, NULL,
               "Operation: spill + 1, fill and drop of a swapped entry - 1; a reset: 0"),
        HD_REG("asked_en_q", state, asked_en[0], sizeof(bool), ports, 1, NULL,
               "Look-up: asked in the cycle before; none under way after a reset"),
        HD_REG("asked_row_q", state, asked_row[0], 4, ports, row, asked_known,
               "Look-up: what was asked in the cycle before"),
        HD_REG("asked_set_q", state, asked_set[0], 4, ports, set, asked_known,
               "Look-up: what was asked in the cycle before"),
        HD_REG("found_en_q", state, found_en[0], sizeof(bool), ports, 1, NULL,
               "Look-up: asked two cycles ago; none under way after a reset"),
        HD_REG("found_row_q", state, found_row[0], 4, ports, row, found_known,
               "Look-up: what was asked two cycles ago"),
        HD_REG("found_set_q", state, found_set[0], 4, ports, set, found_known,
               "Look-up: what was asked two cycles ago"),
        HD_REG("found_held_q", state, found_held[0], sizeof(bool), ports, 1, found_known,
               "Look-up: the entry as the operation of the cycle in which it is read leaves it"),
        HD_REG("found_phys_q", state, found_phys[0], 4, ports, phys, found_phys_known,
               "Look-up: the entry as the operation of the cycle in which it is read leaves it"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long mapping_table_open(const char *path, unsigned rows, unsigned sets, unsigned phys,
                                      unsigned ports)
{
    const struct mapping_table_cfg cfg = {rows, sets, phys, ports};
    char text[200];
    snprintf(text, sizeof text, "Rows=%u Sets=%u Phys=%u Ports=%u", rows, sets, phys, ports);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : mapping_table_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR mapping_table: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* One bit a port. */
static void port_bits(struct hd_instance *inst, uint32_t reg, unsigned char bits, uint32_t ports)
{
    bool image[MAPPING_TABLE_MAX_PORTS];
    hd_bits(image, bits, ports);
    hd_state(inst, reg, 1, image, ports * sizeof image[0]);
}

/* One bit an element, of many. */
static void flags(struct hd_instance *inst, uint32_t reg, const svBitVecVal *bits, uint32_t n)
{
    bool image[MAPPING_TABLE_MAX_ENTRIES];
    hd_flags(image, bits, n);
    hd_state(inst, reg, 1, image, n * sizeof image[0]);
}

void mapping_table_state(unsigned long long handle, const svBitVecVal *valid, unsigned phys_row,
                         const svBitVecVal *phys, unsigned op_at, unsigned op_phys,
                         const svBitVecVal *used, unsigned free_sets, unsigned swapped,
                         unsigned char asked_en, const svBitVecVal *asked_row,
                         const svBitVecVal *asked_set, unsigned char found_en,
                         const svBitVecVal *found_row, const svBitVecVal *found_set,
                         unsigned char found_held, const svBitVecVal *found_phys)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct mapping_table_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    const uint32_t words = cfg->ports * (uint32_t)sizeof(uint32_t);
    flags(inst, REG_VALID, valid, cfg->rows * cfg->sets);
    hd_state_part(inst, REG_PHYS, phys_row * cfg->sets, cfg->sets, phys);
    hd_state_part(inst, REG_PHYS, op_at, 1, &op_phys);
    flags(inst, REG_USED, used, cfg->phys);
    hd_state(inst, REG_FREE, 1, &free_sets, sizeof free_sets);
    hd_state(inst, REG_SWAPPED, 1, &swapped, sizeof swapped);
    port_bits(inst, REG_ASKED_EN, asked_en, cfg->ports);
    hd_state(inst, REG_ASKED_ROW, 1, asked_row, words);
    hd_state(inst, REG_ASKED_SET, 1, asked_set, words);
    port_bits(inst, REG_FOUND_EN, found_en, cfg->ports);
    hd_state(inst, REG_FOUND_ROW, 1, found_row, words);
    hd_state(inst, REG_FOUND_SET, 1, found_set, words);
    port_bits(inst, REG_FOUND_HELD, found_held, cfg->ports);
    hd_state(inst, REG_FOUND_PHYS, 1, found_phys, words);
}

int mapping_table_ports(unsigned long long handle, svBit rst_n, unsigned char look_en,
                        const svBitVecVal *look_row, const svBitVecVal *look_set, unsigned op,
                        unsigned op_row, unsigned op_set, svBit lock_en, unsigned lock_row,
                        unsigned lock_set, unsigned char found_en, unsigned char found_wait,
                        unsigned char found_held, const svBitVecVal *found_phys,
                        const svBitVecVal *found_row, const svBitVecVal *found_set, svBit op_held,
                        unsigned op_phys, unsigned free_sets, unsigned swapped)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ((const state *)hd_model(inst))->cfg.ports;
    const size_t words = ports * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    hd_bits(in->look_en, look_en, ports);
    memcpy(in->look_row, look_row, words);
    memcpy(in->look_set, look_set, words);
    in->op = op;
    in->op_row = op_row;
    in->op_set = op_set;
    in->lock_en = lock_en != 0;
    in->lock_row = lock_row;
    in->lock_set = lock_set;
    outputs *out = hd_outputs(inst);
    hd_bits(out->found_en, found_en, ports);
    hd_bits(out->found_wait, found_wait, ports);
    hd_bits(out->found_held, found_held, ports);
    memcpy(out->found_phys, found_phys, words);
    memcpy(out->found_row, found_row, words);
    memcpy(out->found_set, found_set, words);
    out->op_held = op_held != 0;
    out->op_phys = op_phys;
    out->free = free_sets;
    out->swapped = swapped;
    now = in;
    return hd_ports(inst, rst_n != 0);
}
