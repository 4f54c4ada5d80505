/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_spill_selector_lockstep: describes the block to the harness, unpacks arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/spill_selector.h"

typedef struct spill_selector state;
typedef struct spill_selector_in inputs;
typedef struct spill_selector_out outputs;

/* ---- what means something, and when ---- */

static bool if_offered(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->victim_valid;
}

static bool if_held(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->held[i];
}

static bool if_best(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->best_valid;
}

static bool if_victim(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->victim_valid;
}

/* ---- coverage ---- */

enum {
    BIN_VICTIM,
    BIN_VICTIM_LOWER,
    BIN_VICTIM_STAYS,
    BIN_NOBODY,
    BIN_TIE_IN_LINE,
    BIN_TIE_IN_SWEEP,
    BIN_LATER_LOWER,
    BIN_KEPT_PASSED,
    BIN_KEPT_VICTIM,
    BIN_LAST_COLUMN,
    BIN_HALVED,
    BIN_NOT_HALVED,
    BIN_NO_AGEING,
    BIN_SWEEP_ABOVE,
    BIN_USED_HALVED,
    BIN_USED_TWICE,
    BIN_SATURATED,
    BIN_USED_FREE,
    BIN_USED_TAKEN,
    BIN_USED_VICTIM,
    BIN_DROP_TAKE,
    BIN_BEST_DROPPED,
    BIN_BEST_TAKEN,
    BIN_CHOSEN_DROPPED,
    BIN_CHOSEN_DROPPED_OTHER,
    BIN_VICTIM_DROPPED,
    BIN_VICTIM_RETAKEN,
    BIN_SPILL,
    BIN_SPILL_LAST,
    BIN_SPILL_CHOSEN,
    BIN_SPILL_BEST,
    BIN_ALL_HELD
};

static const struct hd_bin bins[] = {
    {"victim", "a sweep ends, its best becomes the victim where there was none"},
    {"victim_lower", "a sweep's best replaces another victim"},
    {"victim_stays", "a sweep ends without a best, the victim stays what it was"},
    {"nobody", "a sweep ends without a best, there is no victim"},
    {"tie_in_line", "two sets of a line have the lowest count: the lower number wins"},
    {"tie_in_sweep", "a later line has a set with the best's count: the earlier one stays"},
    {"later_lower", "a later line has a set with a lower count than the best"},
    {"kept_passed", "a set of the owner to keep is passed over though its count is the lowest"},
    {"kept_victim", "the victim is not offered: it belongs to the owner to keep"},
    {"last_column", "the last physical set of all is its sweep's best"},
    {"halved", "a line is halved"},
    {"not_halved", "a line is looked at in a sweep that does not halve"},
    {"no_ageing", "a line is looked at while none is ever halved"},
    {"sweep_above", "the sweep's number is above the age: treated like it"},
    {"used_halved", "a set is used while its line is halved"},
    {"used_twice", "two ports use one set"},
    {"saturated", "a set is used whose count is the highest"},
    {"used_free", "a set is used that is not held"},
    {"used_taken", "a set is used in the cycle in which it is taken: its count is 1"},
    {"used_victim", "the victim is used and stays victim"},
    {"drop_take", "one set is dropped and taken in one cycle"},
    {"best_dropped", "the best so far is dropped"},
    {"best_taken", "the best so far is dropped and taken anew"},
    {"chosen_dropped", "what would become victim is dropped: none from this sweep, the one before "
                       "is another set and stays"},
    {"chosen_dropped_other", "what would become victim is dropped, and there was no other"},
    {"victim_dropped", "the victim is dropped"},
    {"victim_retaken", "the victim's set is taken anew"},
    {"spill", "the victim is taken, within a sweep"},
    {"spill_last", "the victim is taken in the last cycle of a sweep, whose best replaces it"},
    {"spill_chosen", "the victim is taken in the last cycle of a sweep that would choose it again"},
    {"spill_best", "the victim is taken while it is the best so far"},
    {"all_held", "every physical set holds something"},
    {NULL, NULL},
};

/* The first set of this line with the lowest count that may be chosen; Phys if there is none. */
static uint32_t line_best(const state *s, const inputs *in)
{
    const uint32_t first = s->line * s->cfg.columns;
    uint32_t best = s->cfg.phys;
    for (uint32_t n = first; n < first + s->cfg.columns && n < s->cfg.phys; n++) {
        if (!s->held[n] || (in->keep_en && s->row[n] == in->keep_row)) continue;
        if (best == s->cfg.phys || s->count[n] < s->count[best]) best = n;
    }
    return best;
}

/* What the sweep's best is with this line; Phys if there is none. */
static uint32_t now_best(const state *s, const inputs *in)
{
    const uint32_t line = line_best(s, in);
    if (!s->best_valid) return line;
    return line < s->cfg.phys && s->count[line] < s->best_count ? line : s->best_phys;
}

static void cover_line(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t first = s->line * s->cfg.columns;
    const uint32_t best = line_best(s, in);
    const uint32_t lowest = best < s->cfg.phys ? s->count[best] : UINT32_MAX;
    for (uint32_t n = first; n < first + s->cfg.columns && n < s->cfg.phys; n++) {
        if (!s->held[n]) continue;
        if (in->keep_en && s->row[n] == in->keep_row) {
            if (s->count[n] < lowest) bin[BIN_KEPT_PASSED]++;
        } else if (n > best && s->count[n] == lowest) {
            bin[BIN_TIE_IN_LINE]++;
        }
    }
    if (best == s->cfg.phys || !s->best_valid) return;
    if (lowest == s->best_count) bin[BIN_TIE_IN_SWEEP]++;
    if (lowest < s->best_count) bin[BIN_LATER_LOWER]++;
}

static bool is_ageing(const state *s, const inputs *in)
{
    return in->age != 0 && s->sweep >= in->age;
}

static bool in_line(const state *s, uint32_t phys) { return phys / s->cfg.columns == s->line; }

static void cover_use(const state *s, const inputs *in, uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t n = in->use_phys[p];
        if (!in->use_en[p]) continue;
        if (!s->held[n]) bin[BIN_USED_FREE]++;
        else if (s->count[n] + 1 == UINT32_C(1) << s->cfg.cnt_width) bin[BIN_SATURATED]++;
        if (s->held[n] && is_ageing(s, in) && in_line(s, n)) bin[BIN_USED_HALVED]++;
        if (in->take_en && in->take_phys == n) bin[BIN_USED_TAKEN]++;
        if (s->victim_valid && s->victim_phys == n) bin[BIN_USED_VICTIM]++;
        if (p > 0 && s->held[n] && in->use_en[p - 1] && in->use_phys[p - 1] == n)
            bin[BIN_USED_TWICE]++;
    }
    if (in->age == 0) bin[BIN_NO_AGEING]++;
    else bin[is_ageing(s, in) ? BIN_HALVED : BIN_NOT_HALVED]++;
    if (in->age != 0 && s->sweep > in->age) bin[BIN_SWEEP_ABOVE]++;
}

static bool is_dropped(const inputs *in, uint32_t phys)
{
    return in->drop_en && in->drop_phys == phys;
}

static bool is_taken(const inputs *in, uint32_t phys)
{
    return in->take_en && in->take_phys == phys;
}

/* The last cycle of a sweep. */
static void cover_choice(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t best = now_best(s, in);
    if (best == s->cfg.phys) {
        bin[s->victim_valid ? BIN_VICTIM_STAYS : BIN_NOBODY]++;
        return;
    }
    const bool other = s->victim_valid && s->victim_phys != best;
    if (is_dropped(in, best)) {
        bin[other ? BIN_CHOSEN_DROPPED : BIN_CHOSEN_DROPPED_OTHER]++;
        return;
    }
    if (best == s->cfg.phys - 1) bin[BIN_LAST_COLUMN]++;
    if (in->victim_taken) bin[other ? BIN_SPILL_LAST : BIN_SPILL_CHOSEN]++;
    else if (other) bin[BIN_VICTIM_LOWER]++;
    else if (!s->victim_valid) bin[BIN_VICTIM]++;
}

static void cover_gone(const state *s, const inputs *in, uint64_t *bin)
{
    if (in->take_en && is_dropped(in, in->take_phys)) bin[BIN_DROP_TAKE]++;
    if (s->best_valid && is_dropped(in, s->best_phys))
        bin[is_taken(in, s->best_phys) ? BIN_BEST_TAKEN : BIN_BEST_DROPPED]++;
    if (s->victim_valid && is_dropped(in, s->victim_phys))
        bin[is_taken(in, s->victim_phys) ? BIN_VICTIM_RETAKEN : BIN_VICTIM_DROPPED]++;
    if (!in->victim_taken) return;
    if (s->line + 1 < spill_selector_lines(&s->cfg)) bin[BIN_SPILL]++;
    if (s->best_valid && s->best_phys == s->victim_phys) bin[BIN_SPILL_BEST]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_line(s, in, bin);
    cover_use(s, in, bin);
    cover_gone(s, in, bin);
    if (s->line + 1 == spill_selector_lines(&s->cfg)) cover_choice(s, in, bin);
    if (s->victim_valid && !out->victim_valid) bin[BIN_KEPT_VICTIM]++;
    if (memchr(s->held, 0, s->cfg.phys) == NULL) bin[BIN_ALL_HELD]++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { spill_selector_reset(s); }
static void eval(const void *s, const void *in, void *out) { spill_selector_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { spill_selector_tick(s, in, out); }
static const char *check(const void *s) { return spill_selector_check(s); }
static const char *promise(const void *s, const void *in) { return spill_selector_promise(s, in); }

static const struct hd_block block = {
    .name = "spill_selector",
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
    .index_rule = "held_q, count_q, row_q, set_q: physical set [i]",
    .waves = "line_q sweep_q best_valid_q best_phys_q best_count_q victim_valid_q victim_phys_q",
};

/* The registers in the order in which they are described. */
enum {
    REG_HELD,
    REG_COUNT,
    REG_ROW,
    REG_SET,
    REG_BEST_VALID,
    REG_BEST_COUNT,
    REG_BEST_PHYS,
    REG_BEST_ROW,
    REG_BEST_SET,
    REG_VICTIM_VALID,
    REG_VICTIM_PHYS,
    REG_VICTIM_ROW,
    REG_VICTIM_SET,
    REG_LINE,
    REG_SWEEP
};

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct spill_selector_cfg *cfg)
{
    const uint32_t phys = hd_bits_for(cfg->phys - 1);
    const uint32_t row = hd_bits_for(cfg->rows - 1);
    const uint32_t set = cfg->sets > 1 ? hd_bits_for(cfg->sets - 1) : 1;
    const uint32_t lines = spill_selector_lines(cfg);
    const uint32_t line = lines > 1 ? hd_bits_for(lines - 1) : 1;
    const uint32_t count = cfg->cnt_width;
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, age, 8, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, use_en, cfg->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, use_phys, cfg->ports, phys, NULL, NULL),
        HD_ONE(HD_IN, inputs, take_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, take_phys, phys, NULL, NULL),
        HD_ONE(HD_IN, inputs, take_row, row, NULL, NULL),
        HD_ONE(HD_IN, inputs, take_set, set, NULL, NULL),
        HD_ONE(HD_IN, inputs, drop_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, drop_phys, phys, NULL, NULL),
        HD_ONE(HD_IN, inputs, keep_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, keep_row, row, NULL, NULL),
        HD_ONE(HD_IN, inputs, victim_taken, 1, NULL, NULL),
        HD_ONE(HD_OUT, outputs, victim_valid, 1, NULL,
               "Victim gone: low while there is none, or while it belongs to the owner to keep"),
        HD_ONE(HD_OUT, outputs, victim_phys, phys, if_offered,
               "Sweep: the set with the lowest count, the first one at a tie"),
        HD_ONE(HD_OUT, outputs, victim_row, row, if_offered, "Ports: the victim's owner"),
        HD_ONE(HD_OUT, outputs, victim_set, set, if_offered, "Ports: the victim's owner"),
        HD_REG("held_q", state, held[0], sizeof(bool), cfg->phys, 1, NULL,
               "Ports: from take on, until drop; a set dropped and taken in one cycle is taken; "
               "none after a reset"),
        HD_REG("count_q", state, count[0], 4, cfg->phys, count, if_held,
               "Counts: halved in an ageing sweep, + 1 for each port that uses it, up to the "
               "highest; 1 if it is taken"),
        HD_REG("row_q", state, row[0], 4, cfg->phys, row, if_held, "Ports: take writes the owner"),
        HD_REG("set_q", state, set[0], 4, cfg->phys, set, if_held, "Ports: take writes the owner"),
        HD_REG("best_valid_q", state, best_valid, 0, 1, 1, NULL,
               "Sweep: a set of this sweep's lines may be chosen; forgotten when it is taken, "
               "dropped or taken anew, and with the last line"),
        HD_REG("best_count_q", state, best_count, 0, 1, count, if_best,
               "Sweep: the count it had when its line was looked at"),
        HD_REG("best_phys_q", state, best_phys, 0, 1, phys, if_best,
               "Sweep: the lower count wins, at a tie the earlier one, in a line the lower number"),
        HD_REG("best_row_q", state, best_row, 0, 1, row, if_best, "Sweep: the best's owner"),
        HD_REG("best_set_q", state, best_set, 0, 1, set, if_best, "Sweep: the best's owner"),
        HD_REG("victim_valid_q", state, victim_valid, 0, 1, 1, NULL,
               "Sweep: with the last line the best becomes the victim; Victim gone: forgotten when "
               "it is taken, dropped or taken anew; none after a reset"),
        HD_REG("victim_phys_q", state, victim_phys, 0, 1, phys, if_victim,
               "Sweep: the best of the last sweep that had one"),
        HD_REG("victim_row_q", state, victim_row, 0, 1, row, if_victim, "Sweep: its owner"),
        HD_REG("victim_set_q", state, victim_set, 0, 1, set, if_victim, "Sweep: its owner"),
        HD_REG("line_q", state, line, 0, 1, line, NULL,
               "Sweep: one line a cycle, line after line; line 0 after a reset"),
        HD_REG("sweep_q", state, sweep, 0, 1, 8, NULL,
               "Ageing: sweeps are counted 1 to age_i; with 0, and after a reset, it is sweep 1"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long spill_selector_open(const char *path, unsigned phys, unsigned columns,
                                       unsigned rows, unsigned sets, unsigned cnt_width,
                                       unsigned ports)
{
    const struct spill_selector_cfg cfg = {phys, columns, rows, sets, cnt_width, ports};
    char text[200];
    snprintf(text, sizeof text, "Phys=%u Columns=%u Rows=%u Sets=%u CntWidth=%u Ports=%u", phys,
             columns, rows, sets, cnt_width, ports);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : spill_selector_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR spill_selector: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

static void flag(struct hd_instance *inst, uint32_t reg, svBit bit)
{
    const bool image = bit != 0;
    hd_state(inst, reg, 1, &image, sizeof image);
}

/* The words of registers that are described, and kept, one after the other. */
static void words(struct hd_instance *inst, uint32_t first, uint32_t count, const uint32_t *image)
{
    hd_state(inst, first, count, image, count * sizeof image[0]);
}

/* One bit a physical set. */
static void flags(struct hd_instance *inst, uint32_t reg, const svBitVecVal *bits, uint32_t phys)
{
    bool image[SPILL_SELECTOR_MAX_PHYS];
    hd_flags(image, bits, phys);
    hd_state(inst, reg, 1, image, phys * sizeof image[0]);
}

/* A field of some physical sets: of a line, which may be short, and of single ones. */
static void parts(struct hd_instance *inst, uint32_t reg, uint32_t first, const svBitVecVal *at,
                  const svBitVecVal *image)
{
    const struct spill_selector_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    const uint32_t left = cfg->phys - first;
    hd_state_part(inst, reg, first, left < cfg->columns ? left : cfg->columns, image);
    for (uint32_t k = 0; k <= cfg->ports; k++)
        hd_state_part(inst, reg, at[k], 1, &image[cfg->columns + k]);
}

void spill_selector_state(unsigned long long handle, const svBitVecVal *held, unsigned first,
                          const svBitVecVal *touch_at, const svBitVecVal *count,
                          const svBitVecVal *row, const svBitVecVal *set, svBit best_valid,
                          unsigned best_count, unsigned best_phys, unsigned best_row,
                          unsigned best_set, svBit victim_valid, unsigned victim_phys,
                          unsigned victim_row, unsigned victim_set, unsigned line, unsigned sweep)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t best[] = {best_count, best_phys, best_row, best_set};
    const uint32_t victim[] = {victim_phys, victim_row, victim_set};
    const uint32_t place[] = {line, sweep};
    flags(inst, REG_HELD, held, ((const state *)hd_model(inst))->cfg.phys);
    parts(inst, REG_COUNT, first, touch_at, count);
    parts(inst, REG_ROW, first, touch_at, row);
    parts(inst, REG_SET, first, touch_at, set);
    flag(inst, REG_BEST_VALID, best_valid);
    words(inst, REG_BEST_COUNT, 4, best);
    flag(inst, REG_VICTIM_VALID, victim_valid);
    words(inst, REG_VICTIM_PHYS, 3, victim);
    words(inst, REG_LINE, 2, place);
}

int spill_selector_ports(unsigned long long handle, svBit rst_n, unsigned age, unsigned char use_en,
                         const svBitVecVal *use_phys, svBit take_en, unsigned take_phys,
                         unsigned take_row, unsigned take_set, svBit drop_en, unsigned drop_phys,
                         svBit keep_en, unsigned keep_row, svBit victim_taken, svBit victim_valid,
                         unsigned victim_phys, unsigned victim_row, unsigned victim_set)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ((const state *)hd_model(inst))->cfg.ports;
    inputs *in = hd_inputs(inst);
    in->age = age;
    hd_bits(in->use_en, use_en, ports);
    memcpy(in->use_phys, use_phys, ports * sizeof in->use_phys[0]);
    in->take_en = take_en != 0;
    in->take_phys = take_phys;
    in->take_row = take_row;
    in->take_set = take_set;
    in->drop_en = drop_en != 0;
    in->drop_phys = drop_phys;
    in->keep_en = keep_en != 0;
    in->keep_row = keep_row;
    in->victim_taken = victim_taken != 0;
    outputs *out = hd_outputs(inst);
    out->victim_valid = victim_valid != 0;
    out->victim_phys = victim_phys;
    out->victim_row = victim_row;
    out->victim_set = victim_set;
    return hd_ports(inst, rst_n != 0);
}
