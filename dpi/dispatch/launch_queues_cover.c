/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/launch_queues_cover.h"

#include "dispatch/launch_queues_view.h"

enum head { NONE, HELD, OVER, BUSY, CAN };

/* A queue's head: a wait that is held or over, a launch whose stream runs or that can begin. */
static enum head head_of(const state *s, uint32_t q)
{
    if (s->count[q] == 0) return NONE;
    const uint32_t at = place_of(s, q, 0);
    if (s->wait[at]) return s->open[s->launch[at]] ? HELD : OVER;
    return has(s->runs, s->stream[at]) ? BUSY : CAN;
}

/* What happens in a cycle. Without a queue that loses its head the number of it is `queues`. */
struct cycle {
    uint32_t can, over;        /* launches that can begin, waits that are over */
    uint32_t offered, dropped; /* the queues whose turn it is */
    bool pushes, begins, drops, ends;
    uint32_t queue; /* of the push */
};

/* The first queue in turn whose head is of a kind; counts all of them. */
static uint32_t first_of(const state *s, enum head kind, uint32_t turn, uint32_t *all)
{
    uint32_t found = s->cfg.queues;
    for (uint32_t i = s->cfg.queues; i-- > 0;) {
        const uint32_t q = (turn + i) % s->cfg.queues;
        if (head_of(s, q) != kind) continue;
        found = q;
        (*all)++;
    }
    return found;
}

static struct cycle cycle_of(const state *s, const inputs *in)
{
    struct cycle c = {0};
    c.offered = first_of(s, CAN, s->begin_turn, &c.can);
    c.dropped = first_of(s, OVER, s->drop_turn, &c.over);
    c.begins = c.can > 0 && in->begin_ready;
    c.drops = c.over > 0;
    c.ends = in->done_en;
    c.queue = in->push_stream % s->cfg.queues;
    c.pushes = in->push_en && in->push_stream < s->cfg.streams &&
               in->push_launch < s->cfg.launches && s->count[c.queue] < s->cfg.depth;
    return c;
}

static bool loses(const struct cycle *c, uint32_t q)
{
    return (c->begins && c->offered == q) || (c->drops && c->dropped == q);
}

static void cover_refused(const state *s, const inputs *in, const struct cycle *c, uint64_t *bin)
{
    if (!in->push_en || c->pushes) return;
    if (in->push_stream >= s->cfg.streams) bin[BIN_PUSH_NO_STREAM]++;
    else if (in->push_launch >= s->cfg.launches)
        bin[in->push_wait ? BIN_WAIT_NO_LAUNCH : BIN_PUSH_NO_LAUNCH]++;
    else bin[loses(c, c->queue) ? BIN_PUSH_FULL_LOSES : BIN_PUSH_FULL]++;
}

static void cover_push(const state *s, const inputs *in, const struct cycle *c, uint64_t *bin)
{
    if (!c->pushes) return;
    const uint32_t count = s->count[c->queue];
    if (!in->push_wait) bin[count == 0 ? BIN_PUSH : BIN_PUSH_BEHIND]++;
    if (count > 0 && s->head[c->queue] + count == s->cfg.depth) bin[BIN_PUSH_AROUND]++;
    const bool lost = loses(c, c->queue);
    if (count + 1 == s->cfg.depth && !lost) bin[BIN_PUSH_LAST]++;
    if (lost) bin[count == 1 ? BIN_PUSH_LOSES : BIN_TWO_OF_QUEUE]++;
}

/* Does the stream wait for a launch of its own, that runs or stands in its queue? */
static bool is_own(const state *s, uint32_t stream, uint32_t launch)
{
    const uint32_t q = stream % s->cfg.queues;
    for (uint32_t n = 0; n < s->count[q]; n++) {
        const uint32_t at = place_of(s, q, n);
        if (!s->wait[at] && s->launch[at] == launch) return s->stream[at] == stream;
    }
    return running(s, launch) && s->owner[launch] == stream;
}

static void cover_wait(const state *s, const inputs *in, const struct cycle *c, uint64_t *bin)
{
    if (!c->pushes || !in->push_wait) return;
    const uint32_t l = in->push_launch;
    if (!s->open[l]) bin[BIN_WAIT_OVER]++;
    else bin[queued(s, l) ? BIN_WAIT_QUEUED : BIN_WAIT_RUNNING]++;
    if (s->open[l] && is_own(s, in->push_stream, l)) bin[BIN_WAIT_OWN]++;
    if (s->waits[l] > 0) bin[BIN_WAIT_AGAIN]++;
    if (c->ends && in->done_launch == l) bin[BIN_WAIT_DONE]++;
    if (c->drops && s->launch[place_of(s, c->dropped, 0)] == l) bin[BIN_WAIT_DROPPED]++;
}

static void cover_drop(const state *s, const struct cycle *c, uint64_t *bin)
{
    if (!c->drops) return;
    bin[c->over > 1 ? BIN_DROP_SEVERAL : BIN_DROP]++;
    if (c->dropped < s->drop_turn) bin[BIN_DROP_AROUND]++;
    if (c->dropped + 1 == s->cfg.queues) bin[BIN_DROP_WRAPS]++;
    if (s->waits[s->launch[place_of(s, c->dropped, 0)]] == 1) bin[BIN_DROP_FREES]++;
    if (s->count[c->dropped] == s->cfg.depth) bin[BIN_DROP_FULL]++;
}

static void cover_begin(const state *s, const inputs *in, const struct cycle *c, uint64_t *bin)
{
    if (in->begin_ready && c->can == 0) bin[BIN_READY_FOR_NONE]++;
    if (!in->begin_ready && c->can > 0) bin[BIN_OFFER_STAYS]++;
    if (!c->begins) return;
    bin[c->can > 1 ? BIN_BEGIN_SEVERAL : BIN_BEGIN]++;
    if (c->offered < s->begin_turn) bin[BIN_BEGIN_AROUND]++;
    if (c->offered + 1 == s->cfg.queues) bin[BIN_BEGIN_WRAPS]++;
    if (s->count[c->offered] == s->cfg.depth) bin[BIN_BEGIN_FULL]++;
    if (s->runs != 0) bin[BIN_BEGIN_BESIDE]++;
}

/* Queues between the turn and this one. */
static uint32_t turns_to(const state *s, uint32_t q)
{
    return (q + s->cfg.queues - s->begin_turn) % s->cfg.queues;
}

static void cover_done(const state *s, const inputs *in, const struct cycle *c, uint64_t *bin)
{
    if (!c->ends) return;
    bin[s->waits[in->done_launch] == 0 ? BIN_DONE : BIN_DONE_WAITED]++;
    if (c->begins) bin[BIN_DONE_AND_BEGIN]++;
    const uint32_t stream = s->owner[in->done_launch];
    const uint32_t q = stream % s->cfg.queues;
    const bool next = head_of(s, q) == BUSY && s->stream[place_of(s, q, 0)] == stream;
    if (next) bin[BIN_DONE_STREAM]++;
    if (next && c->can > 0 && !c->begins && turns_to(s, q) < turns_to(s, c->offered))
        bin[BIN_OFFER_YIELDS]++;
    if (c->pushes && c->drops && c->begins) bin[BIN_ALL_FOUR]++;
}

/* Behind the head of a queue stands the first launch of another stream, which does not run. */
static bool is_false_order(const state *s, uint32_t q)
{
    if (s->count[q] < 2 || head_of(s, q) != BUSY) return false;
    const uint32_t head = place_of(s, q, 0), next = place_of(s, q, 1);
    return !s->wait[next] && s->stream[next] != s->stream[head] && !has(s->runs, s->stream[next]);
}

static void cover_state(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t full = 0, empty = 0, open = 0, closed = 0;
    for (uint32_t q = 0; q < s->cfg.queues; q++) {
        const enum head head = head_of(s, q);
        if (head == HELD) bin[BIN_HELD]++;
        if (head == BUSY) bin[BIN_STREAM_RUNS]++;
        if (is_false_order(s, q)) bin[BIN_FALSE_ORDER]++;
        if (head == NONE) empty++;
        if (s->count[q] == s->cfg.depth) full++;
    }
    if (full == s->cfg.queues) bin[BIN_ALL_FULL]++;
    for (uint32_t l = 0; l < s->cfg.launches; l++) {
        if (s->open[l]) open++;
        else if (!out->free[l]) closed++;
        if (s->waits[l] == s->cfg.queues * s->cfg.depth) bin[BIN_WAIT_MOST]++;
    }
    if (open == s->cfg.launches) bin[BIN_ALL_OPEN]++;
    else if (open + closed == s->cfg.launches) bin[BIN_NONE_FREE]++;
    if (s->runs == ones(s->cfg.streams)) bin[BIN_ALL_RUN]++;
    if (in->done_en && empty == s->cfg.queues && !several(s->runs)) bin[BIN_DONE_LAST]++;
}

void launch_queues_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct cycle c = cycle_of(s, in);
    cover_refused(s, in, &c, bin);
    cover_push(s, in, &c, bin);
    cover_wait(s, in, &c, bin);
    cover_drop(s, &c, bin);
    cover_begin(s, in, &c, bin);
    cover_done(s, in, &c, bin);
    cover_state(s, in, out, bin);
}
