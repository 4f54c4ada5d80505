/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/work_distributor_cover.h"

#include "common/bits.h"

typedef struct work_distributor state;
typedef struct work_distributor_in inputs;
typedef struct work_distributor_out outputs;

static bool all_idle(const state *s, const inputs *in)
{
    return (in->sm_idle & ones(s->cfg.sms)) == ones(s->cfg.sms);
}

static bool searches(const state *s) { return s->elastic.phase != ELASTIC_IDLE; }

static bool under_way(const state *s)
{
    return s->limits.phase != SHARE_LIMITS_IDLE || searches(s);
}

static bool is_elastic(const state *s) { return s->policy == WORK_DISTRIBUTOR_ELASTIC; }

/* The cycle in which a division is done. */
static bool ends(const state *s)
{
    if (is_elastic(s)) return s->elastic.phase == ELASTIC_DONE;
    return s->limits.phase == SHARE_LIMITS_DONE;
}

static bool is_done(const state *s, const outputs *out) { return out->done_valid && !s->refused; }

/* The kernels with a place that is kept. */
static uint32_t kernels_kept(const state *s)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < s->cfg.sms * s->cfg.kernels; i++)
        if (s->places.kept[i] != 0) set |= (uint32_t)bit(i % s->cfg.kernels);
    return set;
}

/* The kernels that have no block left, and none on an SM. */
static uint32_t finished(const state *s, const outputs *out)
{
    return s->runs & ~out->nets.cursor_out.left & ~out->nets.dispatch_out.here;
}

/* ---- launch ---- */

static void cover_needs(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t above = 0;
    bool exact = false, none = true;
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        if (in->need[r] > in->room[r]) above++;
        if (in->need[r] == in->room[r] && in->need[r] != 0) exact = true;
        if (in->need[r] != 0) none = false;
    }
    if (out->kernel_en && exact) bin[BIN_BEGIN_EXACT]++;
    if (out->kernel_en && none) bin[BIN_BEGIN_FREE]++;
    if (out->refused && above == 1 && s->cfg.kinds > 1) bin[BIN_REFUSED_ONE_KIND]++;
}

/* What alone holds a launch back. */
static void cover_waits(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool full = s->runs == ones(s->cfg.kernels), idle = all_idle(s, in);
    const unsigned why = full + !idle + under_way(s) + s->due + s->refused;
    if (!out->nets.queues_out.begin_valid || why != 1) return;
    if (full) bin[BIN_WAITS_KERNEL]++;
    if (!idle) bin[BIN_WAITS_SM]++;
    if (under_way(s)) bin[BIN_WAITS_DIVISION]++;
    if (searches(s)) bin[BIN_BEGIN_WAITS_SEARCH]++;
    if (s->due) bin[BIN_WAITS_DUE]++;
    if (s->refused) bin[BIN_WAITS_REFUSAL]++;
}

static void cover_launch(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->kernel_en) {
        const uint32_t runs = s->runs | (uint32_t)bit(out->launch_kernel);
        bin[BIN_BEGIN]++;
        if (s->runs != 0) bin[BIN_BEGIN_BESIDE]++;
        if (s->runs >> out->launch_kernel != 0) bin[BIN_BEGIN_GAP]++;
        if (runs == ones(s->cfg.kernels)) bin[BIN_BEGIN_LAST]++;
    }
    if (out->refused) bin[BIN_REFUSED]++;
    if (out->launch_valid && !in->launch_ready) bin[BIN_OFFER_STAYS]++;
    if (!out->launch_valid && in->launch_ready) bin[BIN_READY_FOR_NONE]++;
    cover_needs(s, in, out, bin);
    cover_waits(s, in, out, bin);
}

/* ---- division ---- */

static void cover_division(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool start = s->due && !under_way(s), ended = ends(s), done = is_done(s, out);
    if (start) {
        bin[BIN_START]++;
        if (several(s->runs)) bin[BIN_START_SEVERAL]++;
        if (s->runs == 0) bin[BIN_START_NONE]++;
        if (in->replan) bin[BIN_START_REPLAN]++;
        if (done) bin[BIN_START_DONE]++;
        if (out->block_valid != 0) bin[BIN_BLOCK_START]++;
    }
    if (in->replan && s->due && !start) bin[BIN_REPLAN_DUE]++;
    if (in->replan && under_way(s)) bin[BIN_REPLAN_UNDER_WAY]++;
    if (in->replan && ended) bin[BIN_REPLAN_DONE]++;
    if (in->replan && out->kernel_en) bin[BIN_REPLAN_BEGIN]++;
    if (done && under_way(s)) bin[BIN_DONE_UNDER_WAY]++;
    if (ended) bin[BIN_DIVISION_DONE]++;
    if (ended && done) bin[BIN_DONE_DIVISION_DONE]++;
    if (ended && s->limits.none != 0) bin[BIN_NONE]++;
}

/* ---- elastic ---- */

/* The policy before a division that starts, and that of it. */
static void cover_policy(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool from = is_elastic(s), to = in->policy == WORK_DISTRIBUTOR_ELASTIC;
    const bool kept = kernels_kept(s) != 0;
    if (under_way(s) && from != to) bin[BIN_POLICY_CHANGES]++;
    if (under_way(s) && from && in->rule != s->rule) bin[BIN_RULE_CHANGES]++;
    if (!s->due || under_way(s) || out->nets.dispatch_out.here == 0) return;
    if (!from && to) bin[BIN_ELASTIC_BEGINS]++;
    if (from && !to) bin[BIN_ELASTIC_LEAVES]++;
    if (from && !to && kept) bin[BIN_ELASTIC_LEAVES_KEPT]++;
    if (from && to && kept) bin[BIN_ELASTIC_AGAIN]++;
}

static void cover_places_found(const state *s, uint64_t *bin)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (s->elastic.places[k] == 1) bin[BIN_SEARCH_ONE]++;
        if (s->elastic.places[k] == s->cfg.sms * s->cfg.blocks) bin[BIN_SEARCH_ALL]++;
    }
}

static void cover_search(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    static const unsigned rules[] = {BIN_SEARCH_MEDIAN, BIN_SEARCH_MPMAX, BIN_SEARCH_EQUAL,
                                     BIN_SEARCH_QUEUEMOLD};
    cover_policy(s, in, out, bin);
    if (is_elastic(s) && s->limits.phase == SHARE_LIMITS_DONE) {
        bin[BIN_SEARCH]++;
        if (s->among == 0) bin[BIN_SEARCH_NONE]++;
        bin[rules[s->rule % 4]]++;
    }
    if (!searches(s)) return;
    const bool ended = s->elastic.phase == ELASTIC_DONE;
    if (in->replan) bin[ended ? BIN_SEARCH_DONE_REPLAN : BIN_REPLAN_SEARCH]++;
    if (is_done(s, out)) bin[ended ? BIN_SEARCH_DONE_DONE : BIN_DONE_SEARCH]++;
    if (!ended) return;
    bin[BIN_SEARCH_DONE]++;
    cover_places_found(s, bin);
}

/* ---- open ---- */

static void cover_open(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool ended = ends(s), idle = all_idle(s, in);
    const uint32_t now = ended ? s->runs & s->planned & ~s->ready : 0;
    const uint32_t late = s->ready & ~s->open, opens = idle ? now | late : 0;
    if (idle && now != 0) bin[BIN_OPEN]++;
    if (idle && late != 0) bin[BIN_OPEN_LATE]++;
    if (idle && late != 0 && under_way(s)) bin[BIN_OPEN_IN_DIVISION]++;
    if (!idle && now != 0) bin[BIN_OPEN_WAITS]++;
    if (opens != 0 && out->kernel_en) bin[BIN_OPEN_AND_BEGIN]++;
    if (ended && (s->open & s->planned) != 0) bin[BIN_OPEN_REPLANNED]++;
}

/* ---- blocks ---- */

static void cover_grid(const state *s, const outputs *out, uint64_t *bin)
{
    const uint32_t k = out->block_kernel, *id = out->block_id;
    const struct block_cursor *c = &s->cursor;
    const bool only = (id[0] | id[1] | id[2]) == 0;
    if (out->nets.cursor_out.last) bin[only ? BIN_BLOCK_ONLY : BIN_BLOCK_LAST]++;
    else if (id[0] == c->size_x[k] - 1) bin[BIN_BLOCK_WRAPS]++;
}

static void cover_blocks(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t wants = s->open & out->nets.cursor_out.more;
    if (out->block_valid == 0) {
        if (wants != 0) bin[BIN_STARVED]++;
        return;
    }
    bin[BIN_BLOCK]++;
    cover_grid(s, out, bin);
    if (under_way(s)) bin[BIN_BLOCK_DIVISION]++;
    if (out->kernel_en) bin[BIN_BLOCK_BEGIN]++;
    if (!all_idle(s, in)) bin[BIN_BLOCK_NOT_IDLE]++;
    if (is_done(s, out)) bin[BIN_BLOCK_DONE]++;
    if ((s->runs & ~s->open) != 0) bin[BIN_CLOSED]++;
    const uint32_t sm = lowest(out->block_valid);
    if (has(in->end_valid, sm) && in->end_kernel[sm] == out->block_kernel) bin[BIN_BLOCK_END]++;
}

/* ---- places ---- */

/* A block that fits somewhere; the limits of the policy elastic are the most that an SM holds. */
static bool fits(const state *s, const inputs *in, uint32_t k)
{
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        bool room = has(in->block_ready, sm);
        room = room && s->dispatch.blocks[sm * s->cfg.kernels + k] < s->cfg.blocks;
        for (uint32_t r = 0; r < s->cfg.kinds; r++)
            room = room && s->need[k * s->cfg.kinds + r] <= s->dispatch.left[sm * s->cfg.kinds + r];
        if (room) return true;
    }
    return false;
}

static void cover_goes_on(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t k = out->block_kernel;
    const bool last = out->nets.cursor_out.last;
    bin[BIN_GOES_ON]++;
    if (last) bin[BIN_GOES_ON_LAST]++;
    if (!last && has(s->cursor.limited, k) && s->cursor.count[k] == 1) bin[BIN_GOES_ON_SLICE]++;
    if (under_way(s)) bin[BIN_GOES_ON_DIVISION]++;
    if (out->kernel_en) bin[BIN_GOES_ON_BEGIN]++;
    if (is_done(s, out)) bin[BIN_GOES_ON_DONE]++;
    for (uint32_t j = 0; j < s->cfg.kernels; j++) {
        const bool wants = j != k && has(s->open & out->nets.cursor_out.more, j);
        if (wants && s->places.places[j] < s->elastic.places[j] && fits(s, in, j))
            bin[BIN_GOES_ON_SMALL]++;
    }
}

/* A kept place of that kernel and SM. An end on its SM is another place's if a block has ended of
 * which the place ends. */
static void cover_kept(const outputs *out, uint32_t sm, uint32_t k, uint64_t *bin)
{
    const struct work_distributor_nets *n = &out->nets;
    const bool goes_on = has(n->places_in.want, k);
    if (!has(n->places_in.ready, sm)) bin[BIN_KEPT_WAITS]++;
    if (!has(n->places_out.end_valid, sm)) return;
    const uint32_t ended = n->places_out.end_kernel[sm];
    const bool with_block = has(n->places_in.end_valid, sm) && n->places_in.end_kernel[sm] == ended;
    if (with_block && !goes_on) bin[BIN_KEPT_GIVEN_UP_END]++;
    if (with_block || ended != k) return;
    bin[BIN_KEPT_GIVEN_UP]++;
    if (!goes_on && has(n->cursor_out.left, k)) bin[BIN_KEPT_GIVEN_UP_SLICE]++;
}

static void cover_places(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct work_distributor_nets *n = &out->nets;
    if ((n->places_in.end_valid & ~n->places_out.end_valid) != 0) bin[BIN_KEPT]++;
    if (n->places_out.next_valid) cover_goes_on(s, in, out, bin);
    for (uint32_t i = 0; i < s->cfg.sms * s->cfg.kernels; i++)
        if (s->places.kept[i] != 0) cover_kept(out, i / s->cfg.kernels, i % s->cfg.kernels, bin);
    for (uint32_t k = 0; k < s->cfg.kernels && n->places_in.keep; k++) {
        const bool wants = has(n->places_in.want, k);
        const uint32_t places = s->places.places[k], most = s->elastic.places[k];
        if (wants && places == most && places != 0 && fits(s, in, k)) bin[BIN_ALL_PLACES]++;
        if (places > most) bin[BIN_FEW_PLACES]++;
    }
}

/* ---- slices ---- */

static uint64_t blocks_left(const state *s, uint32_t k)
{
    const struct block_cursor *c = &s->cursor;
    const uint64_t row = c->size_x[k], plane = row * c->size_y[k];
    return plane * c->size_z[k] - (plane * c->z[k] + row * c->y[k] + c->x[k]);
}

static void cover_slice(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct work_distributor_nets *n = &out->nets;
    const uint32_t used_up = s->open & n->cursor_out.left & ~n->cursor_out.more;
    const uint32_t waits = used_up & ~n->dispatch_out.here;
    const uint64_t grid = (uint64_t)in->grid_x * in->grid_y * in->grid_z;
    if (several(waits)) bin[BIN_SLICE_TWO]++;
    if (waits != 0 && out->kernel_en) bin[BIN_SLICE_BEGIN]++;
    if ((used_up & n->dispatch_out.here) != 0) bin[BIN_SLICE_ENDS]++;
    if (out->kernel_en && in->slice > grid) bin[BIN_SLICE_LONG]++;
    if (!n->cursor_in.slice_en) return;
    const uint32_t k = n->cursor_in.slice_kernel;
    bin[BIN_SLICE]++;
    if (s->slice[k] == 1) bin[BIN_SLICE_ONE]++;
    if (blocks_left(s, k) < s->slice[k]) bin[BIN_SLICE_LAST]++;
    if (out->refused) bin[BIN_SLICE_REFUSED]++;
    if (out->block_valid != 0) bin[BIN_SLICE_BLOCK]++;
    if (is_done(s, out)) bin[BIN_SLICE_DONE]++;
    if (under_way(s)) bin[BIN_SLICE_DIVISION]++;
    for (uint32_t j = 0; j < s->cfg.kernels; j++)
        if (has(s->runs, j) && s->dispatch.older[k * s->cfg.kernels + j]) bin[BIN_SLICE_OLDER]++;
}

/* ---- done ---- */

static void cover_done(const state *s, const outputs *out, uint64_t *bin)
{
    const uint32_t kernels = finished(s, out);
    if (s->refused) {
        bin[BIN_DONE_REFUSED]++;
        if (kernels != 0) bin[BIN_DONE_REFUSED_FIRST]++;
    } else if (kernels != 0) {
        bin[BIN_DONE]++;
        if (several(kernels)) bin[BIN_DONE_TWO]++;
        if (out->kernel_en) bin[BIN_DONE_AND_BEGIN]++;
        if (out->refused) bin[BIN_DONE_AND_REFUSED]++;
        bool empty = !several(s->runs);
        for (uint32_t q = 0; q < s->cfg.queues; q++) empty = empty && s->queues.count[q] == 0;
        if (empty) bin[BIN_DONE_LAST]++;
    }
}

void work_distributor_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_launch(s, in, out, bin);
    cover_division(s, in, out, bin);
    cover_search(s, in, out, bin);
    cover_open(s, in, out, bin);
    cover_blocks(s, in, out, bin);
    cover_places(s, in, out, bin);
    cover_slice(s, in, out, bin);
    cover_done(s, out, bin);
    if (!s->taken) bin[BIN_ROOM]++;
    if (!s->taken && in->push_en && !in->push_wait) bin[BIN_ROOM_PUSH]++;
}
