/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_load_queues_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/load_queues.h"

typedef struct load_queues state;
typedef struct load_queues_in inputs;
typedef struct load_queues_out outputs;

enum { MAX_PLACES = LOAD_QUEUES_MAX_PLACES };

/* ---- what means something, and when ---- */

static bool if_out(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->out_valid;
}

static bool if_taken(const void *s, const void *out, uint32_t p)
{
    (void)out;
    return ((const state *)s)->taken[p];
}

static uint32_t data_words(const state *s) { return (s->cfg.data_width + 31) / 32; }

static bool word_if_taken(const void *s, const void *out, uint32_t i)
{
    return if_taken(s, out, i / data_words(s));
}

static bool if_active(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return i < ((const state *)s)->active_count;
}

static bool if_inactive(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return i < ((const state *)s)->inactive_count;
}

/* ---- coverage ---- */

enum {
    BIN_ENTER,
    BIN_ENTER_HOLE,
    BIN_REFUSED,
    BIN_REFUSED_ONE_LEAVES,
    BIN_REFUSED_ALL_AWAY,
    BIN_AWAY_NOBODY,
    BIN_AWAY_ONE,
    BIN_AWAY_SEVERAL,
    BIN_AWAY_AGAIN,
    BIN_AWAY_SPARES,
    BIN_AWAY_ENTERS,
    BIN_AWAY_REFUSED,
    BIN_AWAY_SERVED,
    BIN_AWAY_NOT_TAKEN,
    BIN_AWAY_MIGRATES,
    BIN_AWAY_ONE_WARP,
    BIN_OUT_HERE,
    BIN_OUT_OVERTAKES,
    BIN_OUT_INACTIVE,
    BIN_OUT_NOT_MIGRATED,
    BIN_OUT_YIELDS,
    BIN_OUT_REFUSED_HERE,
    BIN_OUT_REFUSED_INACTIVE,
    BIN_LONE_TAKEN,
    BIN_LONE_STAYS,
    BIN_SECOND_STAYS,
    BIN_MIGRATE,
    BIN_MIGRATE_FROM_BEHIND,
    BIN_MIGRATE_ALONE,
    BIN_MIGRATE_TO_LAST,
    BIN_MIGRATE_AHEAD_OF_SERVED,
    BIN_MIGRATE_BEHIND_SERVED,
    BIN_MIGRATE_NEXT_TO_SERVED,
    BIN_MIGRATE_AND_INACTIVE_SERVED,
    BIN_FULL_WAITS,
    BIN_FULL_ONE_LEAVES,
    BIN_FULL_AND_ACTIVE,
    BIN_ALL_THREE,
    BIN_ACTIVE_FULL,
    BIN_BOTH_FULL,
    BIN_BOTH_EMPTY
};

static const struct hd_bin bins[] = {
    {"enter", "a load enters"},
    {"enter_hole", "it enters a place below one that is taken"},
    {"refused", "the active queue is full"},
    {"refused_one_leaves", "a load is refused though one leaves in this cycle"},
    {"refused_all_away", "a load is refused: the active queue is full of away loads"},
    {"away_nobody", "a block leaves that has no load here"},
    {"away_one", "a block leaves that has one in the active queue"},
    {"away_several", "a block leaves that has several"},
    {"away_again", "loads of the block that leaves are away already"},
    {"away_spares", "some loads are marked, some that were not away stay so"},
    {"away_enters", "a load enters in the cycle of its block's swap-out"},
    {"away_refused", "a load is refused in the cycle of its block's swap-out"},
    {"away_served", "the load that is served is of the block that goes"},
    {"away_not_taken", "the load offered is of the block that goes, and is not taken"},
    {"away_migrates", "a block leaves while a load of another migrates"},
    {"away_one_warp", "a block of one warp leaves"},
    {"out_here", "offered is the load that came first, of an active block"},
    {"out_overtakes", "offered is one behind loads that are away"},
    {"out_inactive", "offered is the head of the inactive queue"},
    {"out_not_migrated", "offered is the oldest away load of the active queue"},
    {"out_yields", "loads of the inactive queue yield to one of the active queue"},
    {"out_refused_here", "a load of an active block is not taken, inactive ones wait all the same"},
    {"out_refused_inactive", "a load of the inactive queue is not taken"},
    {"lone_taken", "the only load is away, still in the active queue, and taken"},
    {"lone_stays", "the only load is away, not taken: it stays in the active queue"},
    {"second_stays", "the load behind the one offered does not migrate in its stead"},
    {"migrate", "a load migrates"},
    {"migrate_from_behind", "one behind a load of an active block does"},
    {"migrate_alone", "one does while nothing is served and nothing enters"},
    {"migrate_to_last", "one takes the last place of the inactive queue"},
    {"migrate_ahead_of_served", "one leaves, one ahead of it migrates"},
    {"migrate_behind_served", "one leaves, one behind it migrates"},
    {"migrate_next_to_served", "one leaves, its neighbour migrates"},
    {"migrate_and_inactive_served", "the head of the inactive queue leaves, one comes behind"},
    {"full_waits", "away loads wait: the inactive queue is full"},
    {"full_one_leaves", "they wait though one leaves the inactive queue in this cycle"},
    {"full_and_active", "they wait, and yield to one of an active block behind them"},
    {"all_three", "one is served, one migrates, one enters"},
    {"active_full", "the active queue is full"},
    {"both_full", "every place is taken"},
    {"both_empty", "no place is taken, and a load comes"},
    {NULL, NULL},
};

/* The oldest entry of the active queue that is away, or is not; its count: there is none. */
static uint32_t oldest(const state *s, bool away)
{
    uint32_t i = 0;
    while (i < s->active_count && s->active_away[i] != away) i++;
    return i;
}

/* What happens in this cycle, as the page says it: who is offered and who migrates. */
struct moves {
    uint32_t here; /* the oldest that is not away, the active count: none */
    uint32_t away; /* the oldest that is */
    bool any_here;
    bool any_away;
    bool full;       /* the inactive queue */
    bool offer_away; /* out of the active queue */
    bool migrates;
    bool served;
    bool enters;
};

static struct moves moves_of(const state *s, const inputs *in, const outputs *out)
{
    struct moves m = {.here = oldest(s, false), .away = oldest(s, true)};
    m.any_here = m.here < s->active_count;
    m.any_away = m.away < s->active_count;
    m.full = s->inactive_count == s->cfg.inactive;
    m.offer_away = !m.any_here && s->inactive_count == 0 && m.any_away;
    m.migrates = m.any_away && !m.full && !m.offer_away;
    m.served = out->out_valid && in->out_ready;
    m.enters = in->in_valid && out->in_ready;
    return m;
}

static void cover_in(const state *s, const inputs *in, const struct moves *m, uint64_t *bin)
{
    if (!in->in_valid) return;
    if (!m->enters) {
        bin[BIN_REFUSED]++;
        if (m->migrates || (m->served && (m->any_here || m->offer_away)))
            bin[BIN_REFUSED_ONE_LEAVES]++;
        if (!m->any_here) bin[BIN_REFUSED_ALL_AWAY]++;
        return;
    }
    uint32_t place = 0;
    while (s->taken[place]) place++;
    bin[BIN_ENTER]++;
    if (place < s->active_count + s->inactive_count) bin[BIN_ENTER_HOLE]++;
    if (s->active_count + s->inactive_count == 0) bin[BIN_BOTH_EMPTY]++;
}

static bool leaves(const inputs *in, uint32_t warp)
{
    return in->away_en && warp >= in->away_first && warp <= in->away_last;
}

static void cover_marks(const state *s, const inputs *in, uint64_t *bin)
{
    uint32_t fresh = 0, again = 0, spared = 0;
    for (uint32_t i = 0; i < s->active_count; i++) {
        const bool hit = leaves(in, s->active_warp[i]);
        if (hit && s->active_away[i]) again++;
        if (hit && !s->active_away[i]) fresh++;
        if (!hit && !s->active_away[i]) spared++;
    }
    if (fresh == 1) bin[BIN_AWAY_ONE]++;
    if (fresh > 1) bin[BIN_AWAY_SEVERAL]++;
    if (fresh + again == 0) bin[BIN_AWAY_NOBODY]++;
    if (again > 0) bin[BIN_AWAY_AGAIN]++;
    if (fresh > 0 && spared > 0) bin[BIN_AWAY_SPARES]++;
}

static void cover_away(const state *s, const inputs *in, const outputs *out, const struct moves *m,
                       uint64_t *bin)
{
    if (!in->away_en) return;
    cover_marks(s, in, bin);
    if (in->in_valid && leaves(in, in->in_warp))
        bin[m->enters ? BIN_AWAY_ENTERS : BIN_AWAY_REFUSED]++;
    if (m->any_here && leaves(in, out->out_warp))
        bin[m->served ? BIN_AWAY_SERVED : BIN_AWAY_NOT_TAKEN]++;
    if (m->migrates && !leaves(in, s->active_warp[m->away])) bin[BIN_AWAY_MIGRATES]++;
    if (in->away_first == in->away_last) bin[BIN_AWAY_ONE_WARP]++;
}

static void cover_out(const state *s, const struct moves *m, uint64_t *bin)
{
    const bool lone = m->offer_away && s->active_count == 1;
    if (m->any_here) bin[m->here == 0 ? BIN_OUT_HERE : BIN_OUT_OVERTAKES]++;
    if (!m->any_here && s->inactive_count > 0) {
        bin[BIN_OUT_INACTIVE]++;
        if (!m->served) bin[BIN_OUT_REFUSED_INACTIVE]++;
    }
    if (m->offer_away) bin[BIN_OUT_NOT_MIGRATED]++;
    if (lone) bin[m->served ? BIN_LONE_TAKEN : BIN_LONE_STAYS]++;
    if (m->offer_away && s->active_count > 1) bin[BIN_SECOND_STAYS]++;
    if (m->any_here && s->inactive_count > 0) {
        bin[m->served ? BIN_OUT_YIELDS : BIN_OUT_REFUSED_HERE]++;
    }
}

static void cover_migration(const state *s, const struct moves *m, uint64_t *bin)
{
    bin[BIN_MIGRATE]++;
    if (m->here < m->away) bin[BIN_MIGRATE_FROM_BEHIND]++;
    if (!m->served && !m->enters) bin[BIN_MIGRATE_ALONE]++;
    if (s->inactive_count + 1 == s->cfg.inactive && !(m->served && !m->any_here))
        bin[BIN_MIGRATE_TO_LAST]++;
    if (m->served && m->enters) bin[BIN_ALL_THREE]++;
    if (!m->served) return;
    if (!m->any_here) {
        bin[BIN_MIGRATE_AND_INACTIVE_SERVED]++;
        return;
    }
    bin[m->away < m->here ? BIN_MIGRATE_AHEAD_OF_SERVED : BIN_MIGRATE_BEHIND_SERVED]++;
    if (m->away + 1 == m->here || m->here + 1 == m->away) bin[BIN_MIGRATE_NEXT_TO_SERVED]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    const struct moves m = moves_of(s, in, out);
    cover_in(s, in, &m, bin);
    cover_away(s, in, out, &m, bin);
    cover_out(s, &m, bin);
    if (m.migrates) cover_migration(s, &m, bin);
    if (m.any_away && m.full) {
        bin[BIN_FULL_WAITS]++;
        if (m.served && !m.any_here) bin[BIN_FULL_ONE_LEAVES]++;
        if (m.any_here && m.away < m.here) bin[BIN_FULL_AND_ACTIVE]++;
    }
    if (s->active_count == s->cfg.active) bin[m.full ? BIN_BOTH_FULL : BIN_ACTIVE_FULL]++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { load_queues_reset(s); }
static void eval(const void *s, const void *in, void *out) { load_queues_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { load_queues_tick(s, in, out); }
static const char *check(const void *s) { return load_queues_check(s); }
static const char *promise(const void *s, const void *in) { return load_queues_promise(s, in); }

static const struct hd_block block = {
    .name = "load_queues",
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
    .index_rule = "data_q: word of 32 bits, those of place 0 first; warp_q, taken_q: place [i]; "
                  "active_*, inactive_*: entry [i], 0 is the oldest",
    .waves = "active_count_q active_away_q inactive_count_q taken_q",
};

/* A load: words of 32 bits, the last of which need not be whole. */
static struct hd_field load(struct hd_field f, uint32_t data_width)
{
    f.cut = 32 * f.count - data_width;
    return f;
}

/* The registers in the order in which they are described. */
enum {
    REG_DATA,
    REG_WARP,
    REG_TAKEN,
    REG_ACTIVE_PLACE,
    REG_ACTIVE_WARP,
    REG_ACTIVE_AWAY,
    REG_ACTIVE_COUNT,
    REG_INACTIVE_PLACE,
    REG_INACTIVE_COUNT
};

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct load_queues_cfg *cfg = &s->cfg;
    const uint32_t words = data_words(s);
    const uint32_t places = cfg->active + cfg->inactive;
    const uint32_t place = hd_bits_for(places - 1);
    const uint32_t warp = hd_bits_for(cfg->warps - 1);
    const char *const offered = "Out: the oldest load of the active queue that is not away; else "
                                "the head of the inactive queue; else the oldest one away";
    const char *const active =
        "In: at the tail; Migration: the oldest load away leaves, unless it "
        "is offered or the inactive queue is full; Out: the one taken leaves";
    const char *const inactive = "Migration: at its tail; Out: its head leaves when it is taken";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, in_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, in_warp, warp, NULL, NULL),
        load((struct hd_field)HD_ARRAY(HD_IN, inputs, in_data, words, 32, NULL, NULL),
             cfg->data_width),
        HD_ONE(HD_IN, inputs, out_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, away_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, away_first, warp, NULL, NULL),
        HD_ONE(HD_IN, inputs, away_last, warp, NULL, NULL),
        HD_ONE(HD_OUT, outputs, in_ready, 1, NULL, "Ports: the active queue has a place"),
        HD_ONE(HD_OUT, outputs, out_valid, 1, NULL, "Out: a load is in one of the queues"),
        HD_ONE(HD_OUT, outputs, out_warp, warp, if_out, offered),
        load((struct hd_field)HD_ARRAY(HD_OUT, outputs, out_data, words, 32, if_out, offered),
             cfg->data_width),
        HD_ONE(HD_OUT, outputs, out_away, 1, if_out,
               "Out: it is of the inactive queue, or away in the active one"),
        HD_ONE(HD_OUT, outputs, active_count, hd_bits_for(cfg->active), NULL,
               "Status: entries of the active queue"),
        HD_ONE(HD_OUT, outputs, inactive_count, hd_bits_for(cfg->inactive), NULL,
               "Status: entries of the inactive queue"),
        {.kind = HD_STATE,
         .name = "data_q",
         .offset = offsetof(state, data),
         .stride = sizeof s->data[0][0],
         .size = sizeof s->data[0][0],
         .count = places * words,
         .width = 32,
         .care = word_if_taken,
         .rule = "In: into the lowest-numbered free place, where it stays until it is served",
         .row = words,
         .row_step = sizeof s->data[0]},
        HD_REG("warp_q", state, warp[0], 4, places, warp, if_taken,
               "In: into the lowest-numbered free place, where it stays until it is served"),
        HD_REG("taken_q", state, taken[0], 1, places, 1, NULL,
               "In: the lowest-numbered free place; Out: free again when its load is taken"),
        HD_REG("active_place_q", state, active_place[0], 4, cfg->active, place, if_active, active),
        HD_REG("active_warp_q", state, active_warp[0], 4, cfg->active, warp, if_active, active),
        HD_REG("active_away_q", state, active_away[0], 1, cfg->active, 1, if_active,
               "Away: every load in the active queue, that of this cycle's in too, whose warp is "
               "in the range"),
        HD_REG("active_count_q", state, active_count, 0, 1, hd_bits_for(cfg->active), NULL, active),
        HD_REG("inactive_place_q", state, inactive_place[0], 4, cfg->inactive, place, if_inactive,
               inactive),
        HD_REG("inactive_count_q", state, inactive_count, 0, 1, hd_bits_for(cfg->inactive), NULL,
               inactive),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long load_queues_open(const char *path, unsigned active, unsigned inactive,
                                    unsigned data_width, unsigned warps)
{
    const struct load_queues_cfg cfg = {active, inactive, data_width, warps};
    char text[200];
    snprintf(text, sizeof text, "Active=%u Inactive=%u DataWidth=%u Warps=%u", active, inactive,
             data_width, warps);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : load_queues_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR load_queues: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* The place of the load that came in last, in the last cycle if one did: it is then the youngest of
 * the active queue. */
unsigned load_queues_newest(unsigned long long handle)
{
    const state *s = hd_model(hd_instance(handle));
    return s->active_count > 0 ? s->active_place[s->active_count - 1] : 0;
}

void load_queues_places(unsigned long long handle, unsigned newest, const svBitVecVal *newest_data,
                        unsigned newest_warp, unsigned turn, const svBitVecVal *turn_data,
                        unsigned turn_warp)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t words = data_words(hd_model(inst));
    hd_state_part(inst, REG_DATA, newest * words, words, newest_data);
    hd_state_part(inst, REG_WARP, newest, 1, &newest_warp);
    hd_state_part(inst, REG_DATA, turn * words, words, turn_data);
    hd_state_part(inst, REG_WARP, turn, 1, &turn_warp);
}

/* Of the queues only the entries that are there mean something. */
void load_queues_state(unsigned long long handle, const svBitVecVal *taken,
                       const svBitVecVal *active_place, const svBitVecVal *active_warp,
                       unsigned long long active_away, unsigned active_count,
                       const svBitVecVal *inactive_place, unsigned inactive_count)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const uint32_t away[] = {(uint32_t)active_away, (uint32_t)(active_away >> 32)};
    const uint32_t places = s->cfg.active + s->cfg.inactive;
    bool flag[MAX_PLACES];
    hd_flags(flag, taken, places);
    hd_state(inst, REG_TAKEN, 1, flag, places * sizeof flag[0]);
    hd_state_part(inst, REG_ACTIVE_PLACE, 0, s->active_count, active_place);
    hd_state_part(inst, REG_ACTIVE_WARP, 0, s->active_count, active_warp);
    hd_flags(flag, away, s->active_count);
    hd_state_part(inst, REG_ACTIVE_AWAY, 0, s->active_count, flag);
    hd_state(inst, REG_ACTIVE_COUNT, 1, &active_count, sizeof active_count);
    hd_state_part(inst, REG_INACTIVE_PLACE, 0, s->inactive_count, inactive_place);
    hd_state(inst, REG_INACTIVE_COUNT, 1, &inactive_count, sizeof inactive_count);
}

int load_queues_ports(unsigned long long handle, svBit rst_n, svBit in_valid, unsigned in_warp,
                      const svBitVecVal *in_data, svBit out_ready, svBit away_en,
                      unsigned away_first, unsigned away_last, svBit in_ready, svBit out_valid,
                      unsigned out_warp, const svBitVecVal *out_data, svBit out_away,
                      unsigned active_count, unsigned inactive_count)
{
    struct hd_instance *inst = hd_instance(handle);
    const size_t data = data_words(hd_model(inst)) * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    in->in_valid = in_valid != 0;
    in->in_warp = in_warp;
    memcpy(in->in_data, in_data, data);
    in->out_ready = out_ready != 0;
    in->away_en = away_en != 0;
    in->away_first = away_first;
    in->away_last = away_last;
    outputs *out = hd_outputs(inst);
    out->in_ready = in_ready != 0;
    out->out_valid = out_valid != 0;
    out->out_warp = out_warp;
    memcpy(out->out_data, out_data, data);
    out->out_away = out_away != 0;
    out->active_count = active_count;
    out->inactive_count = inactive_count;
    return hd_ports(inst, rst_n != 0);
}
