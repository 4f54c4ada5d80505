/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/work_distributor.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* --- init and reset ------------------------------------------------------ */

/* The launch queues have the streams, elastic all other sizes: what the share limits and elastic
 * take, the others take as well. */
static const char *init_parts(struct work_distributor *s, const struct work_distributor_cfg *cfg)
{
    const struct share_limits_cfg limits = {.sms = cfg->sms,
                                            .kernels = cfg->kernels,
                                            .blocks = cfg->blocks,
                                            .kinds = cfg->kinds,
                                            .need_width = cfg->need_width};
    const struct elastic_cfg elastic = {.sms = cfg->sms,
                                        .kernels = cfg->kernels,
                                        .blocks = cfg->blocks,
                                        .kinds = cfg->kinds,
                                        .need_width = cfg->need_width,
                                        .thread_kind = cfg->thread_kind,
                                        .shared_kind = cfg->shared_kind};
    const struct block_places_cfg places = {
        .sms = cfg->sms, .kernels = cfg->kernels, .blocks = cfg->blocks};
    const struct launch_queues_cfg queues = {.streams = cfg->streams,
                                             .queues = cfg->queues,
                                             .depth = cfg->depth,
                                             .launches = cfg->launches};
    const struct block_dispatch_cfg dispatch = {.sms = cfg->sms,
                                                .kernels = cfg->kernels,
                                                .blocks = cfg->blocks,
                                                .kinds = cfg->kinds,
                                                .need_width = cfg->need_width};
    const struct block_cursor_cfg cursor = {
        .kernels = cfg->kernels, .width = 32, .count_width = 32};
    const char *error = share_limits_init(&s->limits, &limits);
    if (error == NULL) error = elastic_init(&s->elastic, &elastic);
    if (error == NULL) error = block_places_init(&s->places, &places);
    if (error == NULL) error = launch_queues_init(&s->queues, &queues);
    if (error == NULL) error = block_dispatch_init(&s->dispatch, &dispatch);
    return error != NULL ? error : block_cursor_init(&s->cursor, &cursor);
}

const char *work_distributor_init(struct work_distributor *s,
                                  const struct work_distributor_cfg *cfg)
{
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return init_parts(s, cfg);
}

/* What a kernel or a refusal left behind has no reset; of the last division the policy's number
 * has, since it says at all times whether places are kept. */
void work_distributor_reset(struct work_distributor *s)
{
    s->runs = s->open = s->planned = s->ready = s->among = 0;
    s->policy = SHARE_LIMITS_LEFT_OVER;
    s->due = false;
    s->refused = false;
    s->taken = false;
    launch_queues_reset(&s->queues);
    block_cursor_reset(&s->cursor);
    share_limits_reset(&s->limits);
    elastic_reset(&s->elastic);
    block_places_reset(&s->places);
    block_dispatch_reset(&s->dispatch);
}

/* --- kernels ------------------------------------------------------------- */

static uint32_t kernel(uint32_t k) { return (uint32_t)bit(k); }

/* The kernels that do not run. */
static uint32_t vacant(const struct work_distributor *s)
{
    return (uint32_t)ones(s->cfg.kernels) & ~s->runs;
}

/* The kernels that run, of which no block is left and none is on an SM. */
static uint32_t finished(const struct work_distributor *s, const struct work_distributor_nets *n)
{
    return s->runs & ~n->cursor_out.left & ~n->dispatch_out.here;
}

/* The kernel that is reported as done, as a set: of none if there is none, or if a refused launch
 * is reported. */
static uint32_t reported(const struct work_distributor *s, const struct work_distributor_nets *n)
{
    const uint32_t set = finished(s, n);
    return s->refused || set == 0 ? 0 : kernel(lowest(set));
}

/* The kernels that have used up their slice and have none of its blocks on an SM. A kernel without
 * slices gives all its blocks, and one that has no block left waits for no slice. */
static uint32_t waiting_for_slice(const struct work_distributor *s,
                                  const struct work_distributor_nets *n)
{
    return s->open & n->cursor_out.left & ~n->cursor_out.more & ~n->dispatch_out.here;
}

static bool is_every_sm_idle(const struct work_distributor *s, const struct work_distributor_in *in)
{
    return in->sm_idle == ones(s->cfg.sms);
}

/* --- eval: a division ----------------------------------------------------- */

static bool is_elastic(const struct work_distributor *s)
{
    return s->policy == WORK_DISTRIBUTOR_ELASTIC;
}

/* A division is under way from the cycle behind its start until and with the cycle of its end. The
 * second of its two parts follows the first without a gap. */
static bool is_under_way(const struct work_distributor_nets *n)
{
    return !n->limits_out.idle || !n->elastic_out.idle;
}

/* A division that works out no places ends with the limits. */
static bool is_divided(const struct work_distributor *s, const struct work_distributor_nets *n)
{
    return is_elastic(s) ? n->elastic_out.done : n->limits_out.done;
}

/* For the kernels that the limits were worked out for. All that is of the division was kept at its
 * start. */
static void eval_elastic(const struct work_distributor *s, const struct work_distributor_in *in,
                         struct work_distributor_nets *n)
{
    struct elastic_in *elastic = &n->elastic_in;
    elastic->start_en = n->limits_out.done && is_elastic(s);
    elastic->rule = s->rule;
    elastic->kernels = s->among;
    memcpy(elastic->room, in->room, sizeof elastic->room);
    memcpy(elastic->need, s->need, sizeof elastic->need);
    memcpy(elastic->median, s->median, sizeof elastic->median);
    elastic->mold = s->mold;
}

static void eval_limits(const struct work_distributor *s, const struct work_distributor_in *in,
                        struct work_distributor_nets *n)
{
    struct share_limits_in *limits = &n->limits_in;
    limits->start_en = s->due && !is_under_way(n);
    limits->policy = limits->start_en ? in->policy : s->policy;
    limits->kernels = limits->start_en ? s->runs : s->among;
    memcpy(limits->room, in->room, sizeof limits->room);
    memcpy(limits->need, s->need, sizeof limits->need);
    limits->from = limits->start_en ? in->from : s->from;
    memcpy(limits->given, limits->start_en ? in->given : s->given, sizeof limits->given);
}

/* The outputs of both parts are state only. */
static void eval_division(const struct work_distributor *s, const struct work_distributor_in *in,
                          struct work_distributor_nets *n)
{
    share_limits_eval(&s->limits, &n->limits_in, &n->limits_out);
    elastic_eval(&s->elastic, &n->elastic_in, &n->elastic_out);
    eval_limits(s, in, n);
    eval_elastic(s, in, n);
}

/* --- eval: a block goes to an SM ------------------------------------------ */

/* Which place is new follows from what the block dispatch says to this. Until the first search for
 * a kernel has ended, the number of its places says nothing; but it is there, and limits what a
 * kernel gives that was open before the policy was elastic. */
static void eval_places(const struct work_distributor *s, const struct work_distributor_in *in,
                        struct work_distributor_nets *n)
{
    struct block_places_in *places = &n->places_in;
    places->keep = is_elastic(s);
    memcpy(places->most, s->elastic.places, sizeof places->most);
    places->want = s->open & n->cursor_out.more;
    places->place_valid = false;
    places->place_kernel = 0;
    places->ready = in->block_ready;
    places->end_valid = in->end_valid;
    memcpy(places->end_kernel, in->end_kernel, sizeof places->end_kernel);
    block_places_eval(&s->places, places, &n->places_out);
}

static void eval_dispatch(const struct work_distributor *s, const struct work_distributor_in *in,
                          struct work_distributor_nets *n)
{
    struct block_dispatch_in *dispatch = &n->dispatch_in;
    dispatch->room_en = !s->taken;
    memcpy(dispatch->room, in->room, sizeof dispatch->room);
    dispatch->want = n->places_out.want;
    memcpy(dispatch->need, s->need, sizeof dispatch->need);
    memcpy(dispatch->limit, n->limits_out.limit, sizeof dispatch->limit);
    dispatch->strict = in->strict;
    dispatch->spread = in->spread;
    dispatch->hold = n->places_out.next_valid;
    dispatch->ready = in->block_ready;
    dispatch->end_valid = n->places_out.end_valid;
    memcpy(dispatch->end_kernel, n->places_out.end_kernel, sizeof dispatch->end_kernel);
    block_dispatch_eval(&s->dispatch, dispatch, &n->dispatch_out);
    n->places_in.place_valid = n->dispatch_out.place_valid;
    n->places_in.place_kernel = n->dispatch_out.place_kernel;
}

/* The next slice is as long as the first. */
static void eval_slice(const struct work_distributor *s, struct work_distributor_nets *n)
{
    const uint32_t waiting = waiting_for_slice(s, n);
    if (waiting == 0) return;
    n->cursor_in.slice_en = true;
    n->cursor_in.slice_kernel = lowest(waiting);
    n->cursor_in.slice_count = s->slice[lowest(waiting)];
}

/* The cursor is asked twice: who has a block left, and which block it is of the one that gives. Of
 * a place that goes on and a new one there is at most one in a cycle. */
static void eval_blocks(const struct work_distributor *s, const struct work_distributor_in *in,
                        struct work_distributor_nets *n)
{
    eval_division(s, in, n);
    block_cursor_eval(&s->cursor, &n->cursor_in, &n->cursor_out);
    eval_places(s, in, n);
    eval_dispatch(s, in, n);
    const bool goes_on = n->places_out.next_valid;
    n->cursor_in.take_en = goes_on || n->dispatch_out.place_valid;
    n->cursor_in.take_kernel = goes_on ? n->places_out.next_kernel : n->dispatch_out.place_kernel;
    block_cursor_eval(&s->cursor, &n->cursor_in, &n->cursor_out);
}

static void show_block(const struct work_distributor *s, struct work_distributor_out *out)
{
    const struct work_distributor_nets *n = &out->nets;
    out->none = n->limits_out.none;
    memcpy(out->blocks, s->dispatch.blocks, sizeof out->blocks);
    memcpy(out->places, n->elastic_out.places, sizeof out->places);
    if (!n->cursor_in.take_en) return;
    out->block_valid =
        bit(n->places_out.next_valid ? n->places_out.next_sm : n->dispatch_out.place_sm);
    out->block_kernel = n->cursor_in.take_kernel;
    out->block_id[0] = n->cursor_out.x;
    out->block_id[1] = n->cursor_out.y;
    out->block_id[2] = n->cursor_out.z;
}

/* --- eval: launches ------------------------------------------------------ */

/* Can one begin, if the launch queues offer it? In the first cycle behind a reset, in which the
 * room is taken, they offer none. */
static bool can_begin(const struct work_distributor *s, const struct work_distributor_in *in,
                      const struct work_distributor_nets *n)
{
    const bool divides = is_under_way(n) || s->due;
    return vacant(s) != 0 && is_every_sm_idle(s, in) && !divides && !s->refused;
}

static bool fits(const struct work_distributor *s, const struct work_distributor_in *in)
{
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        if (in->need[r] > in->room[r]) return false;
    }
    return true;
}

/* The kernel that the launch becomes is the cursor's and elastic's as well. */
static void load(const struct work_distributor_in *in, struct work_distributor_out *out)
{
    struct work_distributor_nets *n = &out->nets;
    n->cursor_in.load_en = out->kernel_en;
    n->cursor_in.load_kernel = out->launch_kernel;
    n->cursor_in.load_x = in->grid_x;
    n->cursor_in.load_y = in->grid_y;
    n->cursor_in.load_z = in->grid_z;
    n->cursor_in.load_count = in->slice;
    n->elastic_in.begin_en = out->kernel_en;
    n->elastic_in.begin_kernel = out->launch_kernel;
    n->elastic_in.grid_x = in->grid_x;
    n->elastic_in.grid_y = in->grid_y;
    n->elastic_in.grid_z = in->grid_z;
    memcpy(n->elastic_in.largest, in->largest, sizeof in->largest);
}

/* The block dispatch is told of one youngest kernel in a cycle. A launch does not wait, a slice
 * does. */
static void begin(const struct work_distributor *s, const struct work_distributor_in *in,
                  struct work_distributor_out *out)
{
    struct work_distributor_nets *n = &out->nets;
    load(in, out);
    if (!out->kernel_en) eval_slice(s, n);
    n->dispatch_in.begin_en = out->kernel_en || n->cursor_in.slice_en;
    n->dispatch_in.begin_kernel = out->kernel_en ? out->launch_kernel : n->cursor_in.slice_kernel;
}

static void eval_launch(const struct work_distributor *s, const struct work_distributor_in *in,
                        struct work_distributor_out *out)
{
    struct work_distributor_nets *n = &out->nets;
    out->launch_number = n->queues_out.begin_launch;
    if (vacant(s) != 0) out->launch_kernel = lowest(vacant(s));
    out->launch_valid = n->queues_out.begin_valid && can_begin(s, in, n);
    const bool begins = out->launch_valid && in->launch_ready;
    out->kernel_en = begins && fits(s, in);
    out->refused = begins && !fits(s, in);
    n->queues_in.begin_ready = begins;
    begin(s, in, out);
}

static void eval_done(const struct work_distributor *s, struct work_distributor_out *out)
{
    struct work_distributor_nets *n = &out->nets;
    const uint32_t done = reported(s, n);
    out->done_valid = s->refused || done != 0;
    if (s->refused) out->done_launch = s->refused_launch;
    if (done != 0) out->done_launch = s->launch[lowest(done)];
    n->queues_in.done_en = out->done_valid;
    n->queues_in.done_launch = out->done_launch;
}

static void eval_queues(const struct work_distributor *s, const struct work_distributor_in *in,
                        struct work_distributor_out *out)
{
    struct work_distributor_nets *n = &out->nets;
    n->queues_in.push_en = in->push_en;
    n->queues_in.push_wait = in->push_wait;
    n->queues_in.push_stream = in->push_stream;
    n->queues_in.push_launch = in->push_launch;
    launch_queues_eval(&s->queues, &n->queues_in, &n->queues_out);
    out->full = n->queues_out.full;
    memcpy(out->free, n->queues_out.free, sizeof out->free);
    out->idle = n->queues_out.idle;
}

void work_distributor_eval(const struct work_distributor *s, const struct work_distributor_in *in,
                           struct work_distributor_out *out)
{
    /* Of the nets, which are large, all else is written below in every cycle. */
    memset(out, 0, offsetof(struct work_distributor_out, nets));
    memset(&out->nets.queues_in, 0, sizeof out->nets.queues_in);
    memset(&out->nets.cursor_in, 0, sizeof out->nets.cursor_in);
    out->runs = s->runs;
    eval_queues(s, in, out);
    eval_blocks(s, in, &out->nets);
    show_block(s, out);
    eval_launch(s, in, out);
    eval_done(s, out);
}

/* --- tick ---------------------------------------------------------------- */

static void tick_inside(struct work_distributor *s, const struct work_distributor_nets *n)
{
    launch_queues_tick(&s->queues, &n->queues_in, &n->queues_out);
    block_cursor_tick(&s->cursor, &n->cursor_in, &n->cursor_out);
    share_limits_tick(&s->limits, &n->limits_in, &n->limits_out);
    elastic_tick(&s->elastic, &n->elastic_in, &n->elastic_out);
    block_places_tick(&s->places, &n->places_in, &n->places_out);
    block_dispatch_tick(&s->dispatch, &n->dispatch_in, &n->dispatch_out);
}

/* A kernel that is planned has been in every division since, so in one that ends now. A kernel that
 * cannot be opened then keeps in mind that it may be. */
static void tick_open(struct work_distributor *s, const struct work_distributor_in *in,
                      const struct work_distributor_nets *n)
{
    if (is_divided(s, n)) s->ready |= s->planned;
    if (is_every_sm_idle(s, in)) s->open |= s->ready;
}

/* What asks for a division in the cycle in which one starts asks for another one. */
static void tick_division(struct work_distributor *s, const struct work_distributor_in *in,
                          const struct work_distributor_out *out, uint32_t done)
{
    if (out->nets.limits_in.start_en) {
        s->among = s->runs;
        s->policy = in->policy;
        s->from = in->from;
        memcpy(s->given, in->given, sizeof s->given);
        s->rule = in->rule;
        memcpy(s->median, in->median, sizeof s->median);
        s->mold = in->mold;
        s->planned = s->runs;
        s->due = false;
    }
    if (out->kernel_en || done != 0 || in->replan) s->due = true;
}

static void tick_launch(struct work_distributor *s, const struct work_distributor_in *in,
                        const struct work_distributor_out *out)
{
    const uint32_t k = out->launch_kernel;
    s->refused = out->refused;
    if (out->refused) s->refused_launch = out->launch_number;
    if (!out->kernel_en) return;
    s->runs |= kernel(k);
    s->launch[k] = out->launch_number;
    memcpy(&s->need[k * s->cfg.kinds], in->need, s->cfg.kinds * sizeof in->need[0]);
    s->slice[k] = in->slice;
    s->gave[k] = 0;
}

/* A kernel that is done is forgotten last, whatever else the cycle says of it. */
static void end_kernels(struct work_distributor *s, uint32_t done)
{
    s->runs &= ~done;
    s->open &= ~done;
    s->planned &= ~done;
    s->ready &= ~done;
}

/* Which kernel is done and which one begins was decided by the state before the cycle. They are two
 * kernels: the one that is done still runs. */
void work_distributor_tick(struct work_distributor *s, const struct work_distributor_in *in,
                           const struct work_distributor_out *out)
{
    const struct work_distributor_nets *n = &out->nets;
    const uint32_t done = reported(s, n);
    if (n->cursor_in.take_en) s->gave[n->cursor_in.take_kernel]++;
    tick_open(s, in, n);
    tick_division(s, in, out, done);
    tick_launch(s, in, out);
    end_kernels(s, done);
    s->taken = true;
    tick_inside(s, n);
}

/* No kernel or launch begins, ends or moves on; no block is given, none ends, and no division is
 * under way. */
bool work_distributor_rests(const struct work_distributor *s, const struct work_distributor_in *in,
                            const struct work_distributor_out *out)
{
    const struct work_distributor_nets *n = &out->nets;
    const bool launches = in->push_en || out->kernel_en || out->refused || out->done_valid;
    const bool blocks = n->cursor_in.take_en || n->cursor_in.slice_en || in->end_valid != 0 ||
                        n->places_out.end_valid != 0;
    const bool divides = s->due || in->replan || is_under_way(n) || (s->ready & ~s->open) != 0;
    return s->taken && !launches && !blocks && !divides && !launch_queues_drops(&s->queues);
}

/* --- check --------------------------------------------------------------- */

static bool is_in(uint32_t set, uint32_t all) { return (set & ~all) == 0; }

/* A division that starts looks at all kernels that run: so the last one has looked at all that an
 * earlier one had looked at. */
static bool open_runs(const struct work_distributor *s)
{
    return is_in(s->open, s->ready) && is_in(s->ready, s->planned) &&
           is_in(s->planned, s->runs & s->among) && is_in(s->runs, (uint32_t)ones(s->cfg.kernels));
}

/* The slice of a kernel that runs is one of its own: no longer than it said, and without a limit if
 * it has no slices. */
static bool is_in_slice(const struct work_distributor *s, uint32_t k)
{
    const bool limited = has(s->cursor.limited, k);
    return s->cursor.count[k] <= s->slice[k] && limited == (s->slice[k] != 0);
}

/* The blocks of a kernel's grid ahead of where the cursor stands; all of them at the end. Modulo
 * 2^64: the largest grid has more, but no run gives so many. */
static uint64_t behind_cursor(const struct block_cursor *c, uint32_t k)
{
    const uint64_t row = c->size_x[k], plane = row * c->size_y[k];
    if (!has(c->left, k)) return plane * c->size_z[k];
    return plane * c->z[k] + row * c->y[k] + c->x[k];
}

static bool once(const struct work_distributor *s)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (!has(s->runs, k)) continue;
        if (behind_cursor(&s->cursor, k) != s->gave[k] || !is_in_slice(s, k)) return false;
    }
    return true;
}

static uint32_t blocks_of(const struct work_distributor *s, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) n += s->dispatch.blocks[sm * s->cfg.kernels + k];
    return n;
}

static bool none_early(const struct work_distributor *s)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (has(s->runs & ~s->open, k) && (s->gave[k] != 0 || blocks_of(s, k) != 0)) return false;
    }
    return true;
}

/* Does the launch run for the launch queues, and is its stream not yet in the set? Then it is. */
static bool add_stream(const struct work_distributor *s, uint64_t *streams, uint32_t launch)
{
    if (launch >= s->cfg.launches || !s->queues.open[launch]) return false;
    const uint64_t stream = bit(s->queues.owner[launch]);
    if ((*streams & stream) != 0) return false;
    *streams |= stream;
    return true;
}

/* Each stream that runs is that of one kernel, or of the refused launch. Two kernels with one
 * launch would have one stream. */
static bool done_last(const struct work_distributor *s)
{
    uint64_t streams = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        const bool has_block = has(s->cursor.left, k) || blocks_of(s, k) != 0;
        if (has(s->runs, k) ? !add_stream(s, &streams, s->launch[k]) : has_block) return false;
    }
    if (s->refused && !add_stream(s, &streams, s->refused_launch)) return false;
    return streams == s->queues.runs;
}

/* Do the blocks of an SM need no more of a kind than the SM has? */
static bool is_within(const struct work_distributor *s, uint32_t sm, uint32_t r)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        const uint64_t blocks = s->dispatch.blocks[sm * s->cfg.kernels + k];
        sum += blocks * s->need[k * s->cfg.kinds + r];
    }
    return sum <= s->dispatch.room[r];
}

/* Is each place a block of the block dispatch, and does each SM have the places that it keeps? */
static bool is_counted(const struct work_distributor *s)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (s->places.places[k] != blocks_of(s, k)) return false;
    }
    for (uint32_t i = 0; i < s->cfg.sms * s->cfg.kernels; i++) {
        if (s->places.kept[i] > s->dispatch.blocks[i]) return false;
    }
    return true;
}

static bool within(const struct work_distributor *s)
{
    if (!is_counted(s)) return false;
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        for (uint32_t r = 0; r < s->cfg.kinds; r++) {
            if (!is_within(s, sm, r)) return false;
        }
    }
    return true;
}

const char *work_distributor_check(const struct work_distributor *s)
{
    if (!open_runs(s)) return "open_runs";
    if (!once(s)) return "once";
    if (!none_early(s)) return "none_early";
    if (!done_last(s)) return "done_last";
    if (!within(s)) return "within";
    const char *broken = launch_queues_check(&s->queues);
    if (broken == NULL) broken = block_cursor_check(&s->cursor);
    if (broken == NULL) broken = share_limits_check(&s->limits);
    if (broken == NULL) broken = elastic_check(&s->elastic);
    if (broken == NULL) broken = block_places_check(&s->places);
    return broken != NULL ? broken : block_dispatch_check(&s->dispatch);
}

/* --- promise ------------------------------------------------------------- */

static uint32_t block_width(const struct work_distributor *s)
{
    uint32_t width = 0;
    while (s->cfg.blocks >> width != 0) width++;
    return width;
}

/* What a port that no block inside has, or has in this cycle, cannot hold. */
static const char *width_promise(const struct work_distributor *s,
                                 const struct work_distributor_in *in)
{
    if ((in->sm_idle & ~ones(s->cfg.sms)) != 0) return "sm_idle_i has more bits than Sms";
    if (exceeds(in->need, s->cfg.kinds, s->cfg.need_width) ||
        exceeds(in->largest, s->cfg.kinds, s->cfg.need_width) ||
        exceeds(in->median, s->cfg.kinds, s->cfg.need_width) ||
        exceeds(&in->mold, 1, s->cfg.need_width))
        return "an amount of room has more bits than NeedWidth";
    const uint32_t blocks = block_width(s);
    if (in->policy > 7) return "policy_i has more than 3 bits";
    if (in->rule > 3) return "rule_i has more than 2 bits";
    if (exceeds(&in->from, 1, blocks) || exceeds(in->given, s->cfg.kernels, blocks))
        return "a number of blocks has more bits than BlockWidth";
    return NULL;
}

/* The grid of a launch that is refused has blocks as well. */
static const char *host_promise(const struct work_distributor *s,
                                const struct work_distributor_in *in,
                                const struct work_distributor_out *out)
{
    const bool begins = out->launch_valid && in->launch_ready;
    if (begins && (in->grid_x == 0 || in->grid_y == 0 || in->grid_z == 0))
        return "a grid has no blocks in a dimension";
    if (s->taken && memcmp(in->room, s->dispatch.room, s->cfg.kinds * sizeof in->room[0]) != 0)
        return "room_i changes";
    return NULL;
}

/* A kept place is a block of the block dispatch, but none that can end on the SM. */
static bool has_block(const struct work_distributor *s, uint32_t sm, uint32_t k)
{
    const uint32_t i = sm * s->cfg.kernels + k;
    return k < s->cfg.kernels && s->dispatch.blocks[i] > s->places.kept[i];
}

static const char *sms_promise(const struct work_distributor *s,
                               const struct work_distributor_in *in)
{
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        if (has(in->end_valid, sm) && !has_block(s, sm, in->end_kernel[sm]))
            return "a block ends on an SM where its kernel has none";
    }
    return NULL;
}

const char *work_distributor_promise_of(const struct work_distributor *s,
                                        const struct work_distributor_in *in,
                                        const struct work_distributor_out *out)
{
    const struct work_distributor_nets *n = &out->nets;
    const char *broken = width_promise(s, in);
    if (broken == NULL) broken = host_promise(s, in, out);
    if (broken == NULL) broken = sms_promise(s, in);
    if (broken == NULL) broken = launch_queues_promise(&s->queues, &n->queues_in);
    if (broken == NULL) broken = block_cursor_promise(&s->cursor, &n->cursor_in);
    if (broken == NULL) broken = share_limits_promise(&s->limits, &n->limits_in);
    if (broken == NULL) broken = elastic_promise(&s->elastic, &n->elastic_in);
    if (broken == NULL) broken = block_places_promise(&s->places, &n->places_in);
    return broken != NULL ? broken : block_dispatch_promise(&s->dispatch, &n->dispatch_in);
}

const char *work_distributor_promise(const struct work_distributor *s,
                                     const struct work_distributor_in *in)
{
    struct work_distributor_out out;
    work_distributor_eval(s, in, &out);
    return work_distributor_promise_of(s, in, &out);
}
