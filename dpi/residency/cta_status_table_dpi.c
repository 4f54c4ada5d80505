/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_cta_status_table_lockstep: describes the block to the harness, unpacks
 * arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/cta_status_table.h"

enum { MAX_CTAS = CTA_STATUS_TABLE_MAX_CTAS, MAX_PORTS = CTA_STATUS_TABLE_MAX_PORTS };

typedef struct cta_status_table_in inputs;
typedef struct cta_status_table_out outputs;

/* The model, and its queue as the RTL has it: bit j of before[i], for j > i, says that i stands
 * before j. Bit j of known[i] says that the RTL's bit means something. */
typedef struct {
    struct cta_status_table model;
    uint64_t before[MAX_CTAS];
    uint64_t known[MAX_CTAS];
} state;

static uint64_t bit_of(uint32_t cta) { return UINT64_C(1) << cta; }
static uint64_t above(uint32_t cta) { return cta == 63 ? 0 : UINT64_MAX << (cta + 1); }

/* The bits of pairs. Two blocks have an order while both are marked or both are ready; the bits
 * that are no pair are 0 in the RTL too. */
static void derive_order(state *s)
{
    const struct cta_status_table *m = &s->model;
    uint64_t queued = 0;
    for (uint32_t k = 0; k < m->queued; k++) queued |= bit_of(m->queue[k]);
    for (uint32_t i = 0; i < m->cfg.ctas; i++) {
        s->before[i] = 0;
        s->known[i] = ~above(i);
    }
    uint64_t behind = 0;
    for (uint32_t k = m->queued; k-- > 0;) {
        const uint32_t i = m->queue[k];
        const uint64_t kind = (m->active & bit_of(i)) != 0 ? m->active : ~m->active;
        s->known[i] |= queued & kind;
        s->before[i] = behind & kind & above(i);
        behind |= bit_of(i);
    }
}

/* ---- what means something, and when ---- */

static bool if_out(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->out_valid;
}

static bool if_in(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->in_valid;
}

static bool if_resident(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return (((const state *)s)->model.resident & bit_of(i)) != 0;
}

/* ---- coverage ---- */

enum {
    BIN_UP_TWICE,
    BIN_DOWN_TWICE,
    BIN_UP_AND_DOWN,
    BIN_DROP,
    BIN_DROP_AND_UP,
    BIN_DROP_AND_DOWN,
    BIN_MARK,
    BIN_MARK_TWO,
    BIN_BRINK,
    BIN_WAKE_AND_STALL,
    BIN_UNMARK,
    BIN_UNMARK_OTHERS,
    BIN_MARK_BEHIND,
    BIN_SEVERAL_MARKED,
    BIN_SKIP_LONGEST,
    BIN_SKIP_ALL,
    BIN_OUT,
    BIN_OUT_DOWN,
    BIN_OUT_UP,
    BIN_OUT_DROP,
    BIN_OUT_UNMARKED,
    BIN_OUT_ADD,
    BIN_OUT_SAVED,
    BIN_OUT_ADD_SAVED,
    BIN_LATE_BEFORE_SAVED,
    BIN_LATE_TWICE,
    BIN_LATE_AND_ADD,
    BIN_LATE_OF_OTHER,
    BIN_LAST_LATE,
    BIN_LAST_LATE_SAVED,
    BIN_SAVED_CLEAN,
    BIN_SAVED_EARLY,
    BIN_READY_TWO,
    BIN_SEVERAL_READY,
    BIN_ADD_READY,
    BIN_IN,
    BIN_IN_MARKED,
    BIN_FREE,
    BIN_FREE_SKIPPED,
    BIN_SWAP,
    BIN_ALL_FOUR,
    BIN_FULL,
    BIN_NEW_KERNEL
};

static const struct hd_bin bins[] = {
    {"up_twice", "two warps of one block stall in one cycle"},
    {"down_twice", "two warps of one block wake up in one cycle"},
    {"up_and_down", "one warp of a block stalls while another wakes up"},
    {"drop", "a barrier opens"},
    {"drop_and_up", "a barrier opens while a warp of the block stalls"},
    {"drop_and_down", "a barrier opens while a warp of the block wakes up"},
    {"mark", "the last warp of a block stalls: marked"},
    {"mark_two", "two blocks are marked in one cycle"},
    {"brink", "the last warp stalls while another wakes up: not marked"},
    {"wake_and_stall", "a marked block gets an up and a down in one cycle: it keeps its place"},
    {"unmark", "a marked block wakes up"},
    {"unmark_others", "a marked block wakes up while another stays marked"},
    {"mark_behind", "a block is marked while another is marked already"},
    {"several_marked", "of three marked blocks or more that are not skipped one is chosen"},
    {"skip_longest", "the block marked longest is skipped, another one is chosen"},
    {"skip_all", "every marked block is skipped"},
    {"out", "a marked block is swapped out"},
    {"out_down", "a warp of it wakes up in that cycle"},
    {"out_up", "a warp of it stalls in that cycle"},
    {"out_drop", "its barrier opens in that cycle"},
    {"out_unmarked", "a block that is not marked is swapped out"},
    {"out_add", "writes of its first warp are counted in that cycle"},
    {"out_saved", "its context is saved in that cycle, with no write out: a candidate of the other "
                  "kind"},
    {"out_add_saved", "its context is saved in that cycle, with writes out"},
    {"late_before_saved", "a late write while the context is being saved"},
    {"late_twice", "two late writes of one block"},
    {"late_and_add", "a late write while another warp of the block is counted"},
    {"late_of_other", "a late write of one block while another one is counted"},
    {"last_late", "the last late write, the context was saved before: ready"},
    {"last_late_saved", "the last late write in the cycle of saved: ready"},
    {"saved_clean", "saved, no write was out: ready"},
    {"saved_early", "saved, writes are out: not ready yet"},
    {"ready_two", "two blocks become ready in one cycle"},
    {"several_ready", "of three ready blocks or more one is chosen"},
    {"add_ready", "writes of a ready block are counted: not ready any more"},
    {"in", "a block comes in"},
    {"in_marked", "none of its warps can go on: marked at once"},
    {"free", "a block ends"},
    {"free_skipped", "a block ends that is skipped"},
    {"swap", "one block goes out in the cycle in which another comes in"},
    {"all_four", "alloc, out, in and free in one cycle"},
    {"full", "every entry is resident"},
    {"new_kernel", "the first block of a kernel with another number of warps"},
    {NULL, NULL},
};

/* How often a port of a kind names the block. */
static unsigned hits(const bool *en, const uint32_t *cta, uint32_t ports, uint32_t c)
{
    unsigned n = 0;
    for (uint32_t p = 0; p < ports; p++) n += en[p] && cta[p] == c ? 1 : 0;
    return n;
}

static unsigned ones(uint64_t mask)
{
    unsigned n = 0;
    for (; mask != 0; mask &= mask - 1) n++;
    return n;
}

/* What happens to one active block in this cycle. */
struct activity {
    unsigned ups;
    unsigned downs;
    bool drop;
};

static void cover_pairs(const struct activity *a, uint64_t *bin)
{
    if (a->ups > 1) bin[BIN_UP_TWICE]++;
    if (a->downs > 1) bin[BIN_DOWN_TWICE]++;
    if (a->ups > 0 && a->downs > 0) bin[BIN_UP_AND_DOWN]++;
    if (a->drop) bin[BIN_DROP]++;
    if (a->drop && a->ups > 0) bin[BIN_DROP_AND_UP]++;
    if (a->drop && a->downs > 0) bin[BIN_DROP_AND_DOWN]++;
}

/* Which active blocks, but the one that goes out, are marked after this cycle. */
static uint64_t cover_active(const struct cta_status_table *s, const inputs *in, const outputs *out,
                             uint64_t *bin)
{
    uint64_t next = 0;
    for (uint64_t left = s->active; left != 0; left &= left - 1) {
        const uint32_t c = (uint32_t)__builtin_ctzll(left);
        const struct activity a = {hits(in->up_en, in->up_cta, s->cfg.ports, c),
                                   hits(in->down_en, in->down_cta, s->cfg.ports, c),
                                   in->drop_en && in->drop_cta == c && in->drop_count != 0};
        cover_pairs(&a, bin);
        if (in->out_en && in->out_cta == c) {
            bin[(out->marked & bit_of(c)) != 0 ? BIN_OUT : BIN_OUT_UNMARKED]++;
            if (a.downs > 0) bin[BIN_OUT_DOWN]++;
            if (a.ups > 0) bin[BIN_OUT_UP]++;
            if (a.drop) bin[BIN_OUT_DROP]++;
            continue;
        }
        const uint32_t count = s->count[c] + a.ups - a.downs - (a.drop ? in->drop_count : 0);
        if (count == in->warps && !(in->free_en && in->free_cta == c)) next |= bit_of(c);
        if (s->count[c] + 1 == in->warps && a.ups == 1 && a.downs == 1 && !a.drop) bin[BIN_BRINK]++;
        if (s->count[c] == in->warps && count == in->warps && a.ups > 0) bin[BIN_WAKE_AND_STALL]++;
    }
    return next;
}

static void cover_marks(const inputs *in, const outputs *out, uint64_t next, uint64_t *bin)
{
    uint64_t old = out->marked;
    if (in->out_en) old &= ~bit_of(in->out_cta);
    if (in->free_en) old &= ~bit_of(in->free_cta);
    const uint64_t fresh = next & ~old;
    const uint64_t lost = old & ~next;
    if (fresh != 0) bin[BIN_MARK]++;
    if (ones(fresh) > 1) bin[BIN_MARK_TWO]++;
    if (fresh != 0 && (old & next) != 0) bin[BIN_MARK_BEHIND]++;
    if (lost != 0) bin[(old & next) != 0 ? BIN_UNMARK_OTHERS : BIN_UNMARK]++;
    if (out->marked != 0 && (out->marked & ~in->skip) == 0) bin[BIN_SKIP_ALL]++;
    if (ones(out->marked & ~in->skip) > 2) bin[BIN_SEVERAL_MARKED]++;
}

/* Is the block marked longest skipped, and another one chosen? */
static bool skips_longest(const struct cta_status_table *s, const inputs *in, const outputs *out)
{
    for (uint32_t k = 0; k < s->queued; k++) {
        if ((out->marked & bit_of(s->queue[k])) == 0) continue;
        return (in->skip & bit_of(s->queue[k])) != 0 && out->out_valid;
    }
    return false;
}

/* What happens to one inactive block, or to the one that goes out; is it ready after this cycle? */
static bool cover_inactive(const struct cta_status_table *s, const inputs *in, uint32_t c,
                           uint64_t *bin)
{
    const bool out = in->out_en && in->out_cta == c;
    const bool add = in->add_en && in->add_cta == c && in->add_count != 0;
    const bool saved = in->saved_en && in->saved_cta == c;
    const bool saving = out || (s->saving & bit_of(c)) != 0;
    const bool other = in->add_en && in->add_cta != c && in->add_count != 0;
    const unsigned lates = hits(in->late_en, in->late_cta, s->cfg.ports, c);
    const uint32_t left = out ? 0 : s->count[c] - lates;
    if (out && add) bin[saved ? BIN_OUT_ADD_SAVED : BIN_OUT_ADD]++;
    if (out && saved && !add) bin[BIN_OUT_SAVED]++;
    if (lates > 0 && saving) bin[BIN_LATE_BEFORE_SAVED]++;
    if (lates > 1) bin[BIN_LATE_TWICE]++;
    if (lates > 0 && add) bin[BIN_LATE_AND_ADD]++;
    if (lates > 0 && other) bin[BIN_LATE_OF_OTHER]++;
    if (lates > 0 && left == 0 && !add && !saving) bin[BIN_LAST_LATE]++;
    if (lates > 0 && left == 0 && !add && saving && saved) bin[BIN_LAST_LATE_SAVED]++;
    if (!out && saved && s->count[c] == 0 && !add) bin[BIN_SAVED_CLEAN]++;
    if (saved && (left != 0 || add)) bin[BIN_SAVED_EARLY]++;
    if (add && !saving && s->count[c] == 0) bin[BIN_ADD_READY]++;
    return left == 0 && !add && (!saving || saved);
}

static void cover_ready(const struct cta_status_table *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    uint64_t next = in->alloc_en ? bit_of(in->alloc_cta) : 0;
    uint64_t left = (s->resident & ~s->active) | (in->out_en ? bit_of(in->out_cta) : 0);
    for (; left != 0; left &= left - 1) {
        const uint32_t c = (uint32_t)__builtin_ctzll(left);
        if (cover_inactive(s, in, c, bin)) next |= bit_of(c);
    }
    if (ones(next & ~out->ready) > 1) bin[BIN_READY_TWO]++;
    if (ones(out->ready) > 2) bin[BIN_SEVERAL_READY]++;
}

static void cover_controller(const struct cta_status_table *s, const inputs *in, const outputs *out,
                             uint64_t *bin)
{
    if (in->in_en) bin[in->in_count == in->warps ? BIN_IN_MARKED : BIN_IN]++;
    if (in->free_en) {
        bin[(in->skip & bit_of(in->free_cta)) != 0 ? BIN_FREE_SKIPPED : BIN_FREE]++;
    }
    if (in->out_en && in->in_en) bin[BIN_SWAP]++;
    if (in->alloc_en && in->out_en && in->in_en && in->free_en) bin[BIN_ALL_FOUR]++;
    if (ones(out->resident) == s->cfg.ctas) bin[BIN_FULL]++;
    if (s->resident == 0 && in->alloc_en && in->warps != s->warps) bin[BIN_NEW_KERNEL]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const struct cta_status_table *s = &((const state *)state_)->model;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_marks(in, out, cover_active(s, in, out, bin), bin);
    if (skips_longest(s, in, out)) bin[BIN_SKIP_LONGEST]++;
    cover_ready(s, in, out, bin);
    cover_controller(s, in, out, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s_)
{
    state *s = s_;
    cta_status_table_reset(&s->model);
    derive_order(s);
}

static void eval(const void *s, const void *in, void *out)
{
    cta_status_table_eval(&((const state *)s)->model, in, out);
}

static void tick(void *s_, const void *in, const void *out)
{
    state *s = s_;
    cta_status_table_tick(&s->model, in, out);
    derive_order(s);
}

static const char *check(const void *s)
{
    return cta_status_table_check(&((const state *)s)->model);
}

static const char *promise(const void *s, const void *in)
{
    return cta_status_table_promise(&((const state *)s)->model, in);
}

static const struct hd_block block = {
    .name = "cta_status_table",
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
    .index_rule = "block [i]; before_q[i]: bit j says that block i stands before block j, bits "
                  "that mean nothing are shown as the model's",
    .waves = "resident_q active_q saving_q",
};

/* The registers in the order in which they are described. */
enum { REG_RESIDENT, REG_ACTIVE, REG_SAVING, REG_COUNT, REG_BEFORE };

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct cta_status_table_cfg *cfg)
{
    const uint32_t ctas = cfg->ctas;
    const uint32_t cnt = cfg->cnt_width;
    const uint32_t cta = hd_bits_for(ctas - 1);
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, warps, cnt, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, up_en, cfg->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, up_cta, cfg->ports, cta, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, down_en, cfg->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, down_cta, cfg->ports, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, drop_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, drop_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, drop_count, cnt, NULL, NULL),
        HD_ONE(HD_IN, inputs, skip, ctas, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, late_en, cfg->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, late_cta, cfg->ports, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, alloc_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, alloc_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, out_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, out_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, add_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, add_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, add_count, cnt, NULL, NULL),
        HD_ONE(HD_IN, inputs, saved_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, saved_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, in_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, in_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, in_count, cnt, NULL, NULL),
        HD_ONE(HD_IN, inputs, free_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, free_cta, cta, NULL, NULL),
        HD_ONE(HD_OUT, outputs, out_valid, 1, NULL, "Choice: a marked block is not skipped"),
        HD_ONE(HD_OUT, outputs, out_cta, cta, if_out,
               "Choice: of the marked blocks that are not skipped, the one marked longest"),
        HD_ONE(HD_OUT, outputs, in_valid, 1, NULL, "Choice: a block is ready"),
        HD_ONE(HD_OUT, outputs, in_cta, cta, if_in,
               "Choice: of the ready blocks the one ready longest"),
        HD_ONE(HD_OUT, outputs, resident, ctas, NULL, "Status: from alloc to free"),
        HD_ONE(HD_OUT, outputs, active, ctas, NULL, "Status: from in to out, or free"),
        HD_ONE(HD_OUT, outputs, marked, ctas, NULL,
               "Status: resident, active, and count equal to warps_i"),
        HD_ONE(HD_OUT, outputs, ready, ctas, NULL,
               "Status: resident, inactive, not saving, and count 0"),
        HD_REG("resident_q", state, model.resident, 0, 1, ctas, NULL,
               "Line 5: alloc makes a block resident, free ends that"),
        HD_REG("active_q", state, model.active, 0, 1, ctas, NULL,
               "Lines 2 and 5: in makes a block active, out and free end that"),
        HD_REG("saving_q", state, model.saving, 0, 1, ctas, NULL,
               "Lines 2, 4, 5: from out to saved, in one cycle not at all"),
        HD_REG("count_q", state, model.count[0], 4, ctas, cnt, if_resident,
               "Lines 1 to 5, a later one sees what an earlier one did: active + ups - downs - "
               "drop, inactive - lates; out: 0; + add; alloc: 0; in: in_count_i"),
        HD_REG("before_q", state, before[0], 8, ctas, ctas, NULL,
               "First ready, first served: who becomes marked or ready stands behind all that are "
               "so already; of several in one cycle the lower number stands in front"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long cta_status_table_open(const char *path, unsigned ctas, unsigned cnt_width,
                                         unsigned ports)
{
    const struct cta_status_table_cfg cfg = {ctas, cnt_width, ports};
    char text[200];
    snprintf(text, sizeof text, "Ctas=%u CntWidth=%u Ports=%u", ctas, cnt_width, ports);
    state *s = calloc(1, sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : cta_status_table_init(&s->model, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR cta_status_table: %s (%s)\n", wrong, text);
        exit(2);
    }
    derive_order(s);
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* The order bits that mean nothing are taken from the model: only a pair that has an order is
 * compared. */
static void state_before(struct hd_instance *inst, const svBitVecVal *order)
{
    const state *s = hd_model(inst);
    const uint32_t n = s->model.cfg.ctas;
    uint64_t row[MAX_CTAS];
    memcpy(row, order, n * sizeof row[0]);
    for (uint32_t i = 0; i < n; i++) {
        row[i] = (row[i] & s->known[i]) | (s->before[i] & ~s->known[i]);
    }
    hd_state(inst, REG_BEFORE, 1, row, n * sizeof row[0]);
}

void cta_status_table_state(unsigned long long handle, unsigned long long resident,
                            unsigned long long active, unsigned long long saving,
                            const svBitVecVal *count, const svBitVecVal *order)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const uint64_t mask[] = {resident, active, saving};
    hd_state(inst, REG_RESIDENT, 1, &mask[0], sizeof mask[0]);
    hd_state(inst, REG_ACTIVE, 1, &mask[1], sizeof mask[0]);
    hd_state(inst, REG_SAVING, 1, &mask[2], sizeof mask[0]);
    hd_state(inst, REG_COUNT, 1, count, s->model.cfg.ctas * sizeof s->model.count[0]);
    state_before(inst, order);
}

static void unpack_events(bool en[MAX_PORTS], uint32_t cta[MAX_PORTS], unsigned enables,
                          const svBitVecVal *ctas, uint32_t ports)
{
    hd_bits(en, enables, ports);
    memcpy(cta, ctas, ports * sizeof cta[0]);
}

int cta_status_table_ports(unsigned long long handle, svBit rst_n, unsigned warps,
                           unsigned char up_en, const svBitVecVal *up_cta, unsigned char down_en,
                           const svBitVecVal *down_cta, svBit drop_en, unsigned drop_cta,
                           unsigned drop_count, unsigned long long skip, unsigned char late_en,
                           const svBitVecVal *late_cta, svBit alloc_en, unsigned alloc_cta,
                           svBit out_en, unsigned out_cta, svBit add_en, unsigned add_cta,
                           unsigned add_count, svBit saved_en, unsigned saved_cta, svBit in_en,
                           unsigned in_cta, unsigned in_count, svBit free_en, unsigned free_cta,
                           svBit out_valid, unsigned out_choice, svBit in_valid, unsigned in_choice,
                           unsigned long long resident, unsigned long long active,
                           unsigned long long marked, unsigned long long ready)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ((const state *)hd_model(inst))->model.cfg.ports;
    inputs *in = hd_inputs(inst);
    in->warps = warps;
    unpack_events(in->up_en, in->up_cta, up_en, up_cta, ports);
    unpack_events(in->down_en, in->down_cta, down_en, down_cta, ports);
    in->drop_en = drop_en != 0;
    in->drop_cta = drop_cta;
    in->drop_count = drop_count;
    in->skip = skip;
    unpack_events(in->late_en, in->late_cta, late_en, late_cta, ports);
    in->alloc_en = alloc_en != 0;
    in->alloc_cta = alloc_cta;
    in->out_en = out_en != 0;
    in->out_cta = out_cta;
    in->add_en = add_en != 0;
    in->add_cta = add_cta;
    in->add_count = add_count;
    in->saved_en = saved_en != 0;
    in->saved_cta = saved_cta;
    in->in_en = in_en != 0;
    in->in_cta = in_cta;
    in->in_count = in_count;
    in->free_en = free_en != 0;
    in->free_cta = free_cta;
    *(outputs *)hd_outputs(inst) = (outputs){
        .out_valid = out_valid != 0,
        .out_cta = out_choice,
        .in_valid = in_valid != 0,
        .in_cta = in_choice,
        .resident = resident,
        .active = active,
        .marked = marked,
        .ready = ready,
    };
    return hd_ports(inst, rst_n != 0);
}
