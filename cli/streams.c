// SPDX-License-Identifier: Apache-2.0
#include "streams.h"

#include <stdlib.h>
#include <string.h>

enum verb { LAUNCH, WAIT, MARK, ACT };

struct stream_command {
    enum verb verb;
    uint64_t age;
    struct stream_launch *launch;
    struct stream_mark *mark;
    stream_act *act;
    void *what;
    struct stream_command *next;
};

void streams_init(struct streams *s, struct isa_memory *memory)
{
    memset(s, 0, sizeof *s);
    s->memory = memory;
}

// ---- commands ----------------------------------------------------------------------------------

void stream_mark_release(struct stream_mark *mark)
{
    if (mark != NULL && --mark->holders == 0) free(mark);
}

static void free_command(struct stream_command *c)
{
    stream_mark_release(c->mark);
    free(c);
}

static bool add(struct streams *s, uint32_t stream, struct stream_command command)
{
    struct stream *to = &s->stream[stream];
    struct stream_command *c = malloc(sizeof *c);
    if (c == NULL) return false;
    *c = command;
    c->age = s->age++;
    c->next = NULL;
    if (to->first == NULL) to->first = c;
    else to->last->next = c;
    to->last = c;
    if (c->mark != NULL) c->mark->holders++;
    s->ahead++;
    return true;
}

static struct stream_command *take_first(struct streams *s, struct stream *from)
{
    struct stream_command *c = from->first;
    from->first = c->next;
    s->ahead--;
    return c;
}

bool streams_launch(struct streams *s, uint32_t stream, struct stream_launch *launch)
{
    launch->state = STREAM_AHEAD;
    launch->stream = stream;
    launch->place = 0;
    launch->began = launch->ended = 0;
    launch->marks = NULL;
    return add(s, stream, (struct stream_command){.verb = LAUNCH, .launch = launch});
}

bool streams_act(struct streams *s, uint32_t stream, stream_act *act, void *what)
{
    return add(s, stream, (struct stream_command){.verb = ACT, .act = act, .what = what});
}

struct stream_mark *streams_mark(struct streams *s, uint32_t stream)
{
    struct stream_mark *mark = calloc(1, sizeof *mark);
    if (mark == NULL) return NULL;
    mark->stream = stream;
    mark->holders = 1;
    if (add(s, stream, (struct stream_command){.verb = MARK, .mark = mark})) return mark;
    free(mark);
    return NULL;
}

bool streams_wait(struct streams *s, uint32_t stream, struct stream_mark *mark)
{
    return add(s, stream, (struct stream_command){.verb = WAIT, .mark = mark});
}

// ---- what the host does itself -----------------------------------------------------------------

static void drop_waits(struct stream *of)
{
    while (of->waits != NULL) {
        struct stream_command *c = of->waits;
        of->waits = c->next;
        free_command(c);
    }
}

// The waits that were pushed behind the stream's last launch are over.
static bool waits_over(struct stream *of)
{
    for (const struct stream_command *c = of->waits; c != NULL; c = c->next)
        if (c->mark->state != STREAM_DONE) return false;
    drop_waits(of);
    return true;
}

// A mark behind a launch is done with it, any other one at once.
static void set_mark(struct stream *of, struct stream_mark *mark, uint64_t cycle)
{
    mark->launch = of->latest;
    mark->cycle = cycle;
    mark->state = of->latest != NULL ? STREAM_QUEUED : STREAM_DONE;
    if (of->latest == NULL) return;
    mark->holders++;
    mark->next = of->latest->marks;
    of->latest->marks = mark;
}

// Does what stands first in a stream, if that is the host's to do. A stream keeps its own order: a
// wait for a mark of the same stream is none.
static bool settle_first(struct streams *s, uint32_t stream, uint64_t cycle)
{
    struct stream *of = &s->stream[stream];
    struct stream_command *c = of->first;
    if (c == NULL || c->verb == LAUNCH) return false;
    if (c->verb == WAIT && c->mark->state != STREAM_DONE && c->mark->stream != stream) return false;
    if (c->verb == MARK && !waits_over(of)) return false;
    if (c->verb == ACT && (of->latest != NULL || !waits_over(of))) return false;
    take_first(s, of);
    if (c->verb == MARK) set_mark(of, c->mark, cycle);
    if (c->verb == ACT) c->act(c->what, false);
    free_command(c);
    return true;
}

// One stream's mark may be what another waits for.
bool streams_settle(struct streams *s, uint64_t cycle)
{
    bool any = false;
    for (bool more = s->ahead > 0; more;) {
        more = false;
        for (uint32_t i = 0; i < STREAMS; i++)
            while (settle_first(s, i, cycle)) more = true;
        any = any || more;
    }
    return any;
}

bool streams_idle(const struct streams *s, uint32_t stream)
{
    const struct stream *of = &s->stream[stream];
    if (of->first != NULL || of->latest != NULL) return false;
    for (const struct stream_command *c = of->waits; c != NULL; c = c->next)
        if (c->mark->state != STREAM_DONE) return false;
    return true;
}

bool streams_ask(const struct streams *s) { return s->ahead > 0 || s->queued > 0; }

bool streams_busy(const struct streams *s) { return streams_ask(s) || s->running > 0; }

// ---- the launch queues -------------------------------------------------------------------------

// A wait can be pushed if what it waits for is a launch that was.
static bool can_push(const struct stream_command *c, uint64_t free)
{
    if (c->verb == LAUNCH) return free != 0;
    return c->verb == WAIT && c->mark->state == STREAM_QUEUED;
}

static uint32_t oldest(const struct streams *s, uint64_t full, uint64_t free, uint32_t queues)
{
    uint32_t found = STREAMS;
    for (uint32_t i = 0; i < STREAMS; i++) {
        const struct stream_command *c = s->stream[i].first;
        if (c == NULL || (full >> i % queues & 1) != 0 || !can_push(c, free)) continue;
        if (found == STREAMS || c->age < s->stream[found].first->age) found = i;
    }
    return found;
}

static void push_launch(struct streams *s, uint32_t stream, struct stream_launch *l, uint64_t free)
{
    l->number = (uint32_t)__builtin_ctzll(free);
    l->state = STREAM_QUEUED;
    s->of[l->number] = l;
    s->queued++;
    s->stream[stream].latest = l;
    drop_waits(&s->stream[stream]); // behind its end they are over
}

static void keep_wait(struct stream *of, struct stream_command *c)
{
    c->next = of->waits;
    of->waits = c;
}

struct stream_push streams_push(struct streams *s, uint64_t full, uint64_t free, uint32_t queues)
{
    const uint32_t i = oldest(s, full, free, queues);
    if (i == STREAMS) return (struct stream_push){.valid = false};
    struct stream_command *c = take_first(s, &s->stream[i]);
    if (c->verb == WAIT) {
        const uint32_t number = c->mark->launch->number;
        keep_wait(&s->stream[i], c);
        return (struct stream_push){true, true, i, number};
    }
    struct stream_launch *l = c->launch;
    push_launch(s, i, l, free);
    free_command(c);
    return (struct stream_push){true, false, i, l->number};
}

struct stream_launch *streams_offered(const struct streams *s, uint32_t number)
{
    struct stream_launch *l = number < STREAMS_LAUNCHES ? s->of[number] : NULL;
    return l != NULL && l->state == STREAM_QUEUED ? l : NULL;
}

bool streams_begin(struct streams *s, struct stream_launch *l, uint64_t cycle)
{
    if (l->arguments != NULL) {
        uint32_t place = 1; // place 0 is that of a memory's first image
        while (place < ISA_MAX_LAUNCHES && (s->places >> place & 1) != 0) place++;
        if (place == ISA_MAX_LAUNCHES) return false;
        s->places |= 1u << place;
        l->place = l->owner = place;
        l->launch.arguments =
            isa_memory_arguments_at(s->memory, place, l->arguments, l->argument_bytes);
        l->code.kernel.arguments = l->launch.arguments;
    }
    l->state = STREAM_RUNS;
    l->began = cycle;
    s->queued--;
    s->running++;
    return true;
}

void streams_refuse(struct streams *s, uint32_t number)
{
    if (s->of[number] != NULL) s->of[number]->state = STREAM_REFUSED;
}

// A launch is over, and so are the marks behind it.
static void end(struct streams *s, struct stream_launch *l, enum stream_state state, uint64_t cycle)
{
    struct stream *of = &s->stream[l->stream];
    l->state = state;
    l->ended = cycle;
    if (l->place != 0) {
        isa_memory_arguments_at(s->memory, l->place, NULL, 0);
        s->places &= ~(1u << l->place);
    }
    while (l->marks != NULL) {
        struct stream_mark *mark = l->marks;
        l->marks = mark->next;
        mark->state = state == STREAM_LOST ? STREAM_LOST : STREAM_DONE;
        mark->cycle = cycle;
        mark->launch = NULL;
        stream_mark_release(mark);
    }
    if (of->latest == l) of->latest = NULL;
    l->over(l);
}

bool streams_done(struct streams *s, uint32_t number, uint64_t cycle)
{
    struct stream_launch *l = number < STREAMS_LAUNCHES ? s->of[number] : NULL;
    if (l == NULL || (l->state != STREAM_RUNS && l->state != STREAM_REFUSED)) return false;
    s->of[number] = NULL;
    s->running--;
    end(s, l, l->state == STREAM_REFUSED ? STREAM_REFUSED : STREAM_DONE, cycle);
    return true;
}

static void drop(struct streams *s, struct stream_command *c)
{
    if (c->verb == LAUNCH) end(s, c->launch, STREAM_LOST, 0);
    if (c->verb == MARK) c->mark->state = STREAM_LOST;
    if (c->verb == ACT) c->act(c->what, true);
    free_command(c);
}

void streams_drop(struct streams *s)
{
    for (uint32_t n = 0; n < STREAMS_LAUNCHES; n++) {
        struct stream_launch *l = s->of[n];
        s->of[n] = NULL;
        if (l != NULL) end(s, l, STREAM_LOST, 0);
    }
    for (uint32_t i = 0; i < STREAMS; i++) {
        drop_waits(&s->stream[i]);
        while (s->stream[i].first != NULL) drop(s, take_first(s, &s->stream[i]));
    }
    s->queued = s->running = 0;
}

// ---- checkpoint --------------------------------------------------------------------------------

void stream_launch_checkpoint(struct stream_launch *l, struct checkpoint *c)
{
    struct stream_launch *mine = checkpoint_whole(c, "launch", l, sizeof *l);
    l->launch = mine->launch;
    l->code = mine->code;
    l->arguments = mine->arguments;
    l->over = mine->over;
    l->marks = mine->marks;
    checkpoint_whole_end(c, mine);
}

// A pointer to a launch, or NULL.
static void transfer_launch(struct stream_launch **l, struct stream_launch *const *launch,
                            uint32_t owners, struct checkpoint *c)
{
    uint32_t owner = *l != NULL && !c->loads ? (*l)->owner : owners;
    checkpoint_piece(c, "owner", &owner, sizeof owner);
    *l = owner < owners ? launch[owner] : NULL;
}

// The commands in front of the queues, in their order.
static void transfer_commands(struct streams *s, uint32_t stream,
                              struct stream_launch *const *launch, uint32_t owners,
                              struct checkpoint *c)
{
    struct stream *of = &s->stream[stream];
    uint32_t count = 0;
    for (const struct stream_command *i = c->loads ? NULL : of->first; i != NULL; i = i->next)
        count++;
    checkpoint_piece(c, "commands", &count, sizeof count);
    struct stream_command *i = c->loads ? NULL : of->first, *last = NULL;
    for (uint32_t n = 0; n < count; n++) {
        if (c->loads) i = checkpoint_room(c, 1, sizeof *i);
        struct stream_command *mine = checkpoint_whole(c, "command", i, sizeof *i);
        transfer_launch(&i->launch, launch, owners, c);
        i->next = mine->next;
        if (c->loads && last != NULL) last->next = i;
        if (c->loads && last == NULL) of->first = i;
        checkpoint_whole_end(c, mine);
        last = i;
        i = i->next;
    }
    if (c->loads) of->last = last;
    if (count == 0) of->first = NULL;
}

void streams_checkpoint(struct streams *s, struct stream_launch *const *launch, uint32_t owners,
                        struct checkpoint *c)
{
    struct streams *mine = checkpoint_whole(c, "streams", s, sizeof *s);
    s->memory = mine->memory;
    for (uint32_t i = 0; i < STREAMS; i++) {
        s->stream[i].waits = NULL;
        transfer_commands(s, i, launch, owners, c);
        transfer_launch(&s->stream[i].latest, launch, owners, c);
    }
    for (uint32_t n = 0; n < STREAMS_LAUNCHES; n++) transfer_launch(&s->of[n], launch, owners, c);
    checkpoint_whole_end(c, mine);
}
