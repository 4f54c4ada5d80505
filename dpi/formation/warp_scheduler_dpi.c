/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_warp_scheduler_lockstep: describes the block to the harness, unpacks arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/warp_scheduler.h"

typedef struct warp_scheduler state;
typedef struct warp_scheduler_in inputs;
typedef struct warp_scheduler_out outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }

/* ---- what means something, and when ---- */

static bool if_valid(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->issue_valid;
}

static bool of_one_level(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->cfg.policy != WARP_SCHEDULER_LEVELS;
}

static bool of_two_levels(const void *s, const void *out, uint32_t i)
{
    return !of_one_level(s, out, i);
}

static bool of_ages(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->cfg.policy == WARP_SCHEDULER_GREEDY;
}

static bool if_some(const void *s, const void *out, uint32_t i)
{
    return of_one_level(s, out, i) && ((const state *)s)->some;
}

static bool if_group_some(const void *s, const void *out, uint32_t i)
{
    return of_two_levels(s, out, i) && has(((const state *)s)->group_some, i);
}

/* ---- coverage ---- */

enum {
    BIN_NOBODY,
    BIN_ONE,
    BIN_ALL,
    BIN_REFUSED,
    BIN_LOOSE_FIRST,
    BIN_LOOSE_NEXT,
    BIN_LOOSE_PASSES,
    BIN_LOOSE_WRAPS,
    BIN_LOOSE_AGAIN,
    BIN_LOOSE_BEGIN_LAST,
    BIN_GREEDY_LAST,
    BIN_GREEDY_OVER_OLDER,
    BIN_GREEDY_STALLS,
    BIN_GREEDY_NONE,
    BIN_OLDEST_HIGHER,
    BIN_OLDEST_LOWER,
    BIN_BEGIN_ONE,
    BIN_BEGIN_SEVERAL,
    BIN_BEGIN_ALL,
    BIN_BEGIN_NOBODY_CAN,
    BIN_BEGIN_LAST,
    BIN_BEGIN_LAST_ISSUE,
    BIN_BEGIN_LAST_REFUSED,
    BIN_BEGUN_LAST_YIELDS,
    BIN_STAYS,
    BIN_STAYS_OTHERS,
    BIN_STAYS_PASSES,
    BIN_STAYS_WRAPS,
    BIN_STAYS_AGAIN,
    BIN_GROUP_NEXT,
    BIN_GROUP_PASSES,
    BIN_GROUP_WRAPS,
    BIN_GROUP_FIRST,
    BIN_GROUP_GOES_ON,
    BIN_GROUP_SMALLER,
    BIN_GROUP_REFUSED,
    BIN_GROUP_BEGIN
};

static const struct hd_bin bins[] = {
    {"nobody", "nobody can"},
    {"one", "one alone can"},
    {"all", "all can"},
    {"refused", "somebody is offered and not taken"},
    {"loose_first", "loose: before the first issue"},
    {"loose_next", "loose: the slot behind the last one's"},
    {"loose_passes", "loose: the next ones cannot, one further on does"},
    {"loose_wraps", "loose: round the end"},
    {"loose_again", "loose: all the way round, the last one again"},
    {"loose_begin_last", "loose: a warp begins on the last one's slot, who stays the last"},
    {"greedy_last", "greedy: the last one can and is the oldest of those who can"},
    {"greedy_over_older", "greedy: the last one goes, an older one could"},
    {"greedy_stalls", "greedy: the last one cannot: the oldest"},
    {"greedy_none", "greedy: there is no last one: the oldest"},
    {"oldest_higher", "greedy: the oldest has a higher number than another one who can"},
    {"oldest_lower", "greedy: the oldest is the lowest of several"},
    {"begin_one", "greedy: one warp begins"},
    {"begin_several", "greedy: several begin"},
    {"begin_all", "greedy: warps begin on all slots"},
    {"begin_nobody_can", "greedy: nobody can, ages change"},
    {"begin_last", "greedy: a warp begins on the last one's slot, nobody issues"},
    {"begin_last_issue", "greedy: the same, another one issues"},
    {"begin_last_refused", "greedy: the same, another one is offered and not taken"},
    {"begun_last_yields", "greedy: who began on the last one's slot can, an older one goes"},
    {"stays", "two-level: of the present group, nobody else can"},
    {"stays_others", "two-level: of the present group, others can too"},
    {"stays_passes", "two-level: the next ones in the group cannot, one further on does"},
    {"stays_wraps", "two-level: round the end of the group"},
    {"stays_again", "two-level: the group's last one again"},
    {"group_next", "two-level: the next group"},
    {"group_passes", "two-level: a group is passed over"},
    {"group_wraps", "two-level: round the end of the groups"},
    {"group_first", "two-level: a group of which nobody has issued yet"},
    {"group_goes_on", "two-level: a group goes on behind its last one, which is not its end"},
    {"group_smaller", "two-level: round the end of the last group, which is smaller"},
    {"group_refused", "two-level: another group's warp is offered and not taken"},
    {"group_begin", "two-level: a warp begins on the slot of its group's last one"},
    {NULL, NULL},
};

static void cover_loose(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t slot = out->issue_slot;
    if (s->some && has(in->begin, s->last)) bin[BIN_LOOSE_BEGIN_LAST]++;
    if (!out->issue_valid) return;
    if (!s->some) bin[BIN_LOOSE_FIRST]++;
    else if (slot == s->last) bin[BIN_LOOSE_AGAIN]++;
    else if (slot == s->last + 1) bin[BIN_LOOSE_NEXT]++;
    else bin[slot > s->last ? BIN_LOOSE_PASSES : BIN_LOOSE_WRAPS]++;
}

static bool is_older(const state *s, uint32_t a, uint32_t b)
{
    return a < b ? has(s->older[a], b) : !has(s->older[b], a);
}

/* Can somebody who is older than this one? */
static bool older_can(const state *s, const inputs *in, uint32_t slot)
{
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        if (i != slot && has(in->can, i) && is_older(s, i, slot)) return true;
    }
    return false;
}

static void cover_begin(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->begin == 0) return;
    bin[several(in->begin) ? BIN_BEGIN_SEVERAL : BIN_BEGIN_ONE]++;
    if (in->begin == UINT64_MAX >> (64 - s->cfg.slots)) bin[BIN_BEGIN_ALL]++;
    if (!out->issue_valid) bin[BIN_BEGIN_NOBODY_CAN]++;
    if (!s->some || !has(in->begin, s->last)) return;
    if (!out->issue_valid) bin[BIN_BEGIN_LAST]++;
    else bin[in->issue_ready ? BIN_BEGIN_LAST_ISSUE : BIN_BEGIN_LAST_REFUSED]++;
}

static void cover_greedy(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t slot = out->issue_slot;
    cover_begin(s, in, out, bin);
    if (!out->issue_valid) return;
    if (s->some && slot == s->last) {
        bin[older_can(s, in, slot) ? BIN_GREEDY_OVER_OLDER : BIN_GREEDY_LAST]++;
        return;
    }
    bin[s->some ? BIN_GREEDY_STALLS : BIN_GREEDY_NONE]++;
    if (!s->some && slot != s->last && has(in->can, s->last)) bin[BIN_BEGUN_LAST_YIELDS]++;
    if (!several(in->can)) return;
    const bool lowest = (in->can & ((UINT64_C(1) << slot) - 1)) == 0;
    bin[lowest ? BIN_OLDEST_LOWER : BIN_OLDEST_HIGHER]++;
}

/* How the choice within its group came about. */
static void cover_member(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t g = out->issue_slot / s->cfg.group;
    const uint32_t place = out->issue_slot % s->cfg.group;
    const uint32_t last = s->group_last[g];
    const bool smaller = s->cfg.slots % s->cfg.group != 0 && g == s->cfg.slots / s->cfg.group;
    if (!has(s->group_some, g)) {
        bin[BIN_GROUP_FIRST]++;
        return;
    }
    if (has(in->begin, g * s->cfg.group + last)) bin[BIN_GROUP_BEGIN]++;
    if (g != s->group && place > last) bin[BIN_GROUP_GOES_ON]++;
    if (place == last) bin[BIN_STAYS_AGAIN]++;
    if (place > last + 1) bin[BIN_STAYS_PASSES]++;
    if (place < last) bin[smaller ? BIN_GROUP_SMALLER : BIN_STAYS_WRAPS]++;
}

static void cover_levels(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t groups = (s->cfg.slots + s->cfg.group - 1) / s->cfg.group;
    const uint32_t g = out->issue_slot / s->cfg.group;
    if (!out->issue_valid) return;
    cover_member(s, in, out, bin);
    if (g == s->group) {
        const uint64_t group = UINT64_MAX >> (64 - s->cfg.group) << g * s->cfg.group;
        bin[(in->can & ~group) != 0 ? BIN_STAYS_OTHERS : BIN_STAYS]++;
        return;
    }
    bin[(g + groups - s->group) % groups == 1 ? BIN_GROUP_NEXT : BIN_GROUP_PASSES]++;
    if (g < s->group) bin[BIN_GROUP_WRAPS]++;
    if (!in->issue_ready) bin[BIN_GROUP_REFUSED]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    if (in->can == 0) bin[BIN_NOBODY]++;
    else if (!several(in->can)) bin[BIN_ONE]++;
    if (in->can == UINT64_MAX >> (64 - s->cfg.slots)) bin[BIN_ALL]++;
    if (out->issue_valid && !in->issue_ready) bin[BIN_REFUSED]++;
    switch (s->cfg.policy) {
    case WARP_SCHEDULER_LOOSE: cover_loose(s, in, out, bin); break;
    case WARP_SCHEDULER_GREEDY: cover_greedy(s, in, out, bin); break;
    default: cover_levels(s, in, out, bin); break;
    }
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { warp_scheduler_reset(s); }
static void eval(const void *s, const void *in, void *out) { warp_scheduler_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { warp_scheduler_tick(s, in, out); }
static const char *check(const void *s) { return warp_scheduler_check(s); }
static const char *promise(const void *s, const void *in) { return warp_scheduler_promise(s, in); }

static const struct hd_block block = {
    .name = "warp_scheduler",
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
    .index_rule = "group_last_q: group [i]; older_q: slot [i], its bit j > i: i is older than j",
    .waves = "last_q some_q group_q group_some_q",
};

/* The rule of the choice, by policy. */
static const char *const choice[] = {
    "Loose round robin: the first in number that can, from behind the last one on, round the end; "
    "before the first issue from 0 on",
    "Greedy then oldest: the last one, if it can and no warp has begun on its slot since; else the "
    "oldest of those that can",
    "Two-level: of the present group if anybody of it can, else of the next group in number that "
    "has somebody; there, round robin from behind the group's last one",
};

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct warp_scheduler_cfg *cfg = &s->cfg;
    const uint32_t slot = hd_bits_for(cfg->slots - 1);
    const uint32_t groups = (cfg->slots + cfg->group - 1) / cfg->group;
    const uint32_t group = groups > 1 ? hd_bits_for(groups - 1) : 1;
    const uint32_t member = cfg->group > 1 ? hd_bits_for(cfg->group - 1) : 1;
    const char *const last = "Issue: what is offered and taken is the last one";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, begin, cfg->slots, NULL, NULL),
        HD_ONE(HD_IN, inputs, can, cfg->slots, NULL, NULL),
        HD_ONE(HD_IN, inputs, issue_ready, 1, NULL, NULL),
        HD_ONE(HD_OUT, outputs, issue_valid, 1, NULL, "work: if somebody can, somebody is offered"),
        HD_ONE(HD_OUT, outputs, issue_slot, slot, if_valid, choice[cfg->policy]),
        HD_REG("last_q", state, last, 0, 1, slot, if_some, last),
        HD_REG("some_q", state, some, 0, 1, 1, of_one_level,
               "Issue: there is a last one; greedy: none from the cycle on after a warp has begun "
               "on its slot; Reset: none"),
        HD_REG("group_q", state, group, 0, 1, group, of_two_levels,
               "Two-level: the group of the warp that issues is the present one; Reset: 0"),
        HD_REG("group_last_q", state, group_last[0], 4, groups, member, if_group_some, last),
        HD_REG("group_some_q", state, group_some, 0, 1, groups, of_two_levels,
               "Issue: the group has a last one; Reset: none"),
        HD_REG("older_q", state, older[0], 8, cfg->slots, cfg->slots, of_ages,
               "Age: who begins is younger than all others, of several who begin the lower number "
               "is the older one; Reset: by number"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long warp_scheduler_open(const char *path, unsigned slots, unsigned policy,
                                       unsigned group)
{
    const struct warp_scheduler_cfg cfg = {slots, policy, group};
    char text[200];
    snprintf(text, sizeof text, "Slots=%u Policy=%u Group=%u", slots, policy, group);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : warp_scheduler_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR warp_scheduler: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* The registers in the order in which they are described. */
void warp_scheduler_state(unsigned long long handle, unsigned last, svBit some, unsigned group,
                          const svBitVecVal *group_last, unsigned long long group_some,
                          const svBitVecVal *older)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const uint32_t groups = (s->cfg.slots + s->cfg.group - 1) / s->cfg.group;
    const bool is_some = some != 0;
    const uint64_t groups_some = group_some;
    hd_state(inst, 0, 1, &last, sizeof last);
    hd_state(inst, 1, 1, &is_some, sizeof is_some);
    hd_state(inst, 2, 1, &group, sizeof group);
    hd_state(inst, 3, 1, group_last, groups * sizeof s->group_last[0]);
    hd_state(inst, 4, 1, &groups_some, sizeof groups_some);
    hd_state(inst, 5, 1, older, s->cfg.slots * sizeof s->older[0]);
}

int warp_scheduler_ports(unsigned long long handle, svBit rst_n, unsigned long long begins,
                         unsigned long long can, svBit issue_ready, svBit issue_valid,
                         unsigned issue_slot)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->begin = begins;
    in->can = can;
    in->issue_ready = issue_ready != 0;
    outputs *out = hd_outputs(inst);
    out->issue_valid = issue_valid != 0;
    out->issue_slot = issue_slot;
    return hd_ports(inst, rst_n != 0);
}
