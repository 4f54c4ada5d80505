/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/launch_queues.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct launch_queues_cfg *cfg)
{
    if (cfg->streams < 1 || cfg->streams > LAUNCH_QUEUES_MAX_STREAMS)
        return "Streams must be 1 to 64";
    if (cfg->queues < 1 || cfg->queues > cfg->streams) return "Queues must be 1 to Streams";
    if (cfg->depth < 1 || cfg->depth > LAUNCH_QUEUES_MAX_DEPTH) return "Depth must be 1 to 64";
    if (cfg->launches < 2 || cfg->launches > LAUNCH_QUEUES_MAX_LAUNCHES)
        return "Launches must be 2 to 256";
    return NULL;
}

const char *launch_queues_init(struct launch_queues *s, const struct launch_queues_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

/* The commands and the owners of launches have no reset. */
void launch_queues_reset(struct launch_queues *s)
{
    memset(s->head, 0, sizeof s->head);
    memset(s->count, 0, sizeof s->count);
    memset(s->open, 0, sizeof s->open);
    memset(s->waits, 0, sizeof s->waits);
    s->runs = 0;
    s->begin_turn = 0;
    s->drop_turn = 0;
}

/* --- queues and their heads ---------------------------------------------- */

static uint32_t queue_of(const struct launch_queues *s, uint32_t stream)
{
    return stream % s->cfg.queues;
}

/* Where command i of queue q is found in wait, stream and launch. Command 0 is the head; command
 * number count is the one that is pushed next. */
static uint32_t element(const struct launch_queues *s, uint32_t q, uint32_t i)
{
    return q * s->cfg.depth + (s->head[q] + i) % s->cfg.depth;
}

static bool is_free(const struct launch_queues *s, uint32_t n)
{
    return !s->open[n] && s->waits[n] == 0;
}

static bool is_full(const struct launch_queues *s, uint32_t q)
{
    return s->count[q] == s->cfg.depth;
}

/* Is the oldest command of the queue a wait for a launch that is not open? */
static bool is_over(const struct launch_queues *s, uint32_t q)
{
    if (s->count[q] == 0) return false;
    const uint32_t e = element(s, q, 0);
    return s->wait[e] && !s->open[s->launch[e]];
}

/* Is the oldest command of the queue a launch whose stream does not run? */
static bool can_begin(const struct launch_queues *s, uint32_t q)
{
    if (s->count[q] == 0) return false;
    const uint32_t e = element(s, q, 0);
    return !s->wait[e] && !has(s->runs, s->stream[e]);
}

/* The first queue that qualifies, from the turn upward and around; Queues if there is none. */
static uint32_t first_in_turn(const struct launch_queues *s, uint32_t turn,
                              bool (*qualifies)(const struct launch_queues *s, uint32_t q))
{
    for (uint32_t i = 0; i < s->cfg.queues; i++) {
        const uint32_t q = (turn + i) % s->cfg.queues;
        if (qualifies(s, q)) return q;
    }
    return s->cfg.queues;
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void launch_queues_eval(const struct launch_queues *s, const struct launch_queues_in *in,
                        struct launch_queues_out *out)
{
    (void)in;
    memset(out, 0, sizeof *out);
    out->idle = s->runs == 0;
    for (uint32_t q = 0; q < s->cfg.queues; q++) {
        if (is_full(s, q)) out->full |= bit(q);
        if (s->count[q] != 0) out->idle = false;
    }
    for (uint32_t n = 0; n < s->cfg.launches; n++) out->free[n] = is_free(s, n);
    const uint32_t q = first_in_turn(s, s->begin_turn, can_begin);
    if (q == s->cfg.queues) return;
    const uint32_t e = element(s, q, 0);
    out->begin_valid = true;
    out->begin_launch = s->launch[e];
    out->begin_stream = s->stream[e];
}

/* --- tick ---------------------------------------------------------------- */

static bool is_taken(const struct launch_queues *s, const struct launch_queues_in *in)
{
    if (!in->push_en) return false;
    if (in->push_stream >= s->cfg.streams || in->push_launch >= s->cfg.launches) return false;
    return !is_full(s, queue_of(s, in->push_stream));
}

static void push(struct launch_queues *s, const struct launch_queues_in *in)
{
    const uint32_t q = queue_of(s, in->push_stream), e = element(s, q, s->count[q]);
    s->wait[e] = in->push_wait;
    s->stream[e] = in->push_stream;
    s->launch[e] = in->push_launch;
    s->count[q]++;
    if (in->push_wait) s->waits[in->push_launch]++;
    else s->open[in->push_launch] = true;
}

static void remove_head(struct launch_queues *s, uint32_t q)
{
    s->head[q] = (s->head[q] + 1) % s->cfg.depth;
    s->count[q]--;
}

static uint32_t behind(const struct launch_queues *s, uint32_t q)
{
    return (q + 1) % s->cfg.queues;
}

static void drop(struct launch_queues *s, uint32_t q)
{
    s->waits[s->launch[element(s, q, 0)]]--;
    remove_head(s, q);
    s->drop_turn = behind(s, q);
}

static void begin(struct launch_queues *s, uint32_t launch, uint32_t stream)
{
    const uint32_t q = queue_of(s, stream);
    s->owner[launch] = stream;
    s->runs |= bit(stream);
    remove_head(s, q);
    s->begin_turn = behind(s, q);
}

static void done(struct launch_queues *s, uint32_t launch)
{
    s->open[launch] = false;
    s->runs &= ~bit(s->owner[launch]);
}

/* What happens is decided by the state before the cycle, and then all of it happens: a place that
 * becomes free in this cycle is of no use to the push, and the end of a launch to no wait. */
void launch_queues_tick(struct launch_queues *s, const struct launch_queues_in *in,
                        const struct launch_queues_out *out)
{
    const uint32_t over = first_in_turn(s, s->drop_turn, is_over);
    const bool is_pushed = is_taken(s, in);
    if (over != s->cfg.queues) drop(s, over);
    if (out->begin_valid && in->begin_ready) begin(s, out->begin_launch, out->begin_stream);
    if (in->done_en && in->done_launch < s->cfg.launches) done(s, in->done_launch);
    if (is_pushed) push(s, in);
}

bool launch_queues_drops(const struct launch_queues *s)
{
    return first_in_turn(s, s->drop_turn, is_over) != s->cfg.queues;
}

/* --- check and promise --------------------------------------------------- */

static const char *place_range(const struct launch_queues *s)
{
    for (uint32_t q = 0; q < s->cfg.queues; q++) {
        if (s->head[q] >= s->cfg.depth || s->count[q] > s->cfg.depth) return "place_range";
    }
    if (s->begin_turn >= s->cfg.queues || s->drop_turn >= s->cfg.queues) return "place_range";
    return NULL;
}

/* A command that names no launch is a wait for none, or a launch that is not open. */
static const char *command_error(const struct launch_queues *s, uint32_t q, uint32_t e)
{
    const bool is_launch = s->launch[e] < s->cfg.launches;
    if (s->wait[e] && !is_launch) return "waits_right";
    if (!s->wait[e] && (!is_launch || !s->open[s->launch[e]])) return "queued_open";
    if (s->stream[e] >= s->cfg.streams || queue_of(s, s->stream[e]) != q) return "right_queue";
    return NULL;
}

const char *launch_queues_check(const struct launch_queues *s)
{
    const char *broken = place_range(s);
    if (broken != NULL) return broken;
    uint32_t waits[LAUNCH_QUEUES_MAX_LAUNCHES] = {0};
    bool is_queued[LAUNCH_QUEUES_MAX_LAUNCHES] = {false};
    for (uint32_t q = 0; q < s->cfg.queues; q++) {
        for (uint32_t i = 0; i < s->count[q]; i++) {
            const uint32_t e = element(s, q, i), n = s->launch[e];
            broken = command_error(s, q, e);
            if (broken != NULL) return broken;
            if (s->wait[e]) {
                waits[n]++;
                continue;
            }
            if (is_queued[n]) return "queued_open";
            is_queued[n] = true;
        }
    }
    for (uint32_t n = 0; n < s->cfg.launches; n++) {
        if (s->waits[n] != waits[n]) return "waits_right";
    }
    return NULL;
}

/* What a port cannot hold. The enables are of no matter: a port has its width at all times. */
static const char *width_promise(const struct launch_queues *s, const struct launch_queues_in *in)
{
    const uint32_t stream_bits = s->cfg.streams > 1 ? clog2(s->cfg.streams) : 1;
    const uint32_t launches[] = {in->push_launch, in->done_launch};
    if (exceeds(&in->push_stream, 1, stream_bits)) return "a stream has more bits than StreamWidth";
    if (exceeds(launches, 2, clog2(s->cfg.launches)))
        return "a launch has more bits than LaunchWidth";
    return NULL;
}

/* An open launch that is in no queue has begun. */
static bool is_running(const struct launch_queues *s, uint32_t n)
{
    if (n >= s->cfg.launches || !s->open[n]) return false;
    for (uint32_t q = 0; q < s->cfg.queues; q++) {
        for (uint32_t i = 0; i < s->count[q]; i++) {
            const uint32_t e = element(s, q, i);
            if (!s->wait[e] && s->launch[e] == n) return false;
        }
    }
    return true;
}

/* A launch that is pushed to a full queue or of a stream that there is not must be free as well. */
const char *launch_queues_promise(const struct launch_queues *s, const struct launch_queues_in *in)
{
    const char *broken = width_promise(s, in);
    if (broken != NULL) return broken;
    const bool launches = in->push_en && !in->push_wait && in->push_launch < s->cfg.launches;
    if (launches && !is_free(s, in->push_launch)) return "push_launch_i is not free";
    if (in->done_en && !is_running(s, in->done_launch)) return "done_launch_i does not run";
    return NULL;
}
