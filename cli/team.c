// SPDX-License-Identifier: Apache-2.0
#include "team.h"

#include <string.h>
#include <time.h>

// ---- waiting -----------------------------------------------------------------------------------

typedef atomic_uint_least64_t counter;

// A round takes microseconds, and the next one begins a few later: to sleep and to be woken would
// take longer. LOOKS take about 100 microseconds; FEW_LOOKS 20, in which all threads that have a
// processor are done.
enum { LOOKS = 4000, FEW_LOOKS = 800 };

// A processor that waits leaves its parts to what else runs on it.
static void pause_a_little(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static uint64_t look(const counter *what)
{
    return atomic_load_explicit(what, memory_order_acquire);
}

// The number of units in a counter; another one, as soon as there is.
static uint64_t look_for_change(const counter *what, uint64_t unit, uint64_t from, unsigned looks)
{
    uint64_t now = look(what) / unit;
    for (unsigned n = 0; n < looks && now == from; n++) {
        pause_a_little();
        now = look(what) / unit;
    }
    return now;
}

// Until it is another number: that one.
static uint64_t wait_for_change(struct team *t, const counter *what, uint64_t unit, uint64_t from)
{
    uint64_t now = look_for_change(what, unit, from, LOOKS);
    if (now != from) return now;
    pthread_mutex_lock(&t->lock);
    atomic_fetch_add(&t->sleepers, 1);
    while ((now = atomic_load(what) / unit) == from) pthread_cond_wait(&t->changed, &t->lock);
    atomic_fetch_sub(&t->sleepers, 1);
    pthread_mutex_unlock(&t->lock);
    return now;
}

// Behind a change. A thread has seen that before it sleeps, or its sleep is seen here.
static void wake(struct team *t)
{
    if (atomic_load(&t->sleepers) == 0) return;
    pthread_mutex_lock(&t->lock);
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

// ---- parts -------------------------------------------------------------------------------------

// Where things are in a seat's `next`.
enum { END = 256, ROUND = 256 * END };

enum { TIMED = 64 }; // one of so many rounds is

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

// Means over some timed rounds. A time is not believed that is much longer than before: a processor
// was taken away meanwhile.
static void do_timed(struct team *t, uint32_t part)
{
    const uint64_t begin = now(), before = t->time[part];
    t->work(t->all, part);
    const uint64_t took = now() - begin;
    const uint64_t most = before > 0 && took > 8 * before ? 8 * before : took;
    t->time[part] = before > 0 ? (3 * before + most) / 4 : most;
}

// What is left of a seat's parts, by whichever thread. One that comes late, with a round that is
// over, finds none: they are all taken, or those of another round.
static void do_parts(struct team *t, struct team_seat *of, uint64_t round)
{
    uint64_t next = look(&of->next);
    uint32_t did = 0;
    while (next / ROUND == round && next % END < next / END % (ROUND / END)) {
        if (!atomic_compare_exchange_weak(&of->next, &next, next + 1)) continue;
        const uint32_t part = (uint32_t)(next % END);
        if (round % TIMED == 0 && t->threads > 1) do_timed(t, part);
        else t->work(t->all, part);
        did++;
        next = look(&of->next);
    }
    if (did == 0 || atomic_fetch_sub(&t->left, did) != did) return;
    atomic_store(&t->over, round);
    wake(t);
}

static void do_round(struct team *t, struct team_seat *own, uint64_t round)
{
    do_parts(t, own, round);
    if (t->threads == 1 || look_for_change(&t->over, 1, round - 1, FEW_LOOKS) != round - 1) return;
    for (uint32_t n = 0; n < t->threads; n++) do_parts(t, &t->seat[n], round);
}

static void *member(void *seat)
{
    struct team_seat *own = seat;
    struct team *t = own->team;
    for (uint64_t round = 0;;) {
        round = wait_for_change(t, &own->next, ROUND, round);
        if (atomic_load(&t->quit)) return NULL;
        do_round(t, own, round);
    }
}

static void begin_round(struct team *t)
{
    t->round++;
    atomic_store(&t->left, t->parts);
    for (uint32_t n = 0; n < t->threads; n++) {
        struct team_seat *s = &t->seat[n];
        atomic_store(&s->next, t->round * ROUND + s->end * END + s->first);
    }
    wake(t);
}

// ---- shares ------------------------------------------------------------------------------------

// The longest share, if the parts of thread n end where `end` says.
static uint64_t longest(const struct team *t, const uint32_t *end)
{
    uint64_t most = 0;
    for (uint32_t n = 0, p = 0; n < t->threads; n++) {
        uint64_t all = 0;
        for (; p < end[n]; p++) all += t->time[p];
        if (all > most) most = all;
    }
    return most;
}

// Shares by the times of the parts: a part is the thread's in whose even share its middle lies.
// They change if that saves a sixteenth, since what parts work on must move to another cache then.
static void share_out(struct team *t)
{
    uint32_t is[TEAM_MOST], better[TEAM_MOST];
    uint64_t all = 0, before = 0;
    for (uint32_t p = 0; p < t->parts; p++) all += t->time[p];
    for (uint32_t n = 0, p = 0; n < t->threads; n++) {
        while (p < t->parts && (before + t->time[p] / 2) * t->threads <= all * (n + 1))
            before += t->time[p++];
        better[n] = n + 1 < t->threads ? p : t->parts;
        is[n] = t->seat[n].end;
    }
    if (longest(t, better) > longest(t, is) / 16 * 15) return;
    for (uint32_t n = 0; n < t->threads; n++) {
        t->seat[n].first = n > 0 ? better[n - 1] : 0;
        t->seat[n].end = better[n];
    }
}

// ---- a team ------------------------------------------------------------------------------------

static bool init_locks(struct team *t)
{
    if (pthread_mutex_init(&t->lock, NULL) != 0) return false;
    if (pthread_cond_init(&t->changed, NULL) == 0) return true;
    pthread_mutex_destroy(&t->lock);
    return false;
}

bool team_begin(struct team *t, uint32_t threads, uint32_t parts,
                void (*work)(void *all, uint32_t part), void *all)
{
    const uint32_t wanted = threads < parts ? threads : parts;
    t->parts = parts;
    t->work = work;
    t->all = all;
    t->round = 0;
    memset(t->time, 0, sizeof t->time);
    atomic_init(&t->left, 0);
    atomic_init(&t->over, 0);
    atomic_init(&t->quit, false);
    atomic_init(&t->sleepers, 0);
    if (!init_locks(t)) return false;
    // A thread looks at this, and at the number of threads, after the first round has begun.
    for (uint32_t n = 0; n < wanted; n++) {
        t->seat[n].team = t;
        t->seat[n].first = n * parts / wanted;
        t->seat[n].end = (n + 1) * parts / wanted;
        atomic_init(&t->seat[n].next, 0);
    }
    for (t->threads = 1; t->threads < wanted; t->threads++) {
        struct team_seat *s = &t->seat[t->threads];
        if (pthread_create(&s->thread, NULL, member, s) != 0) return false;
    }
    return true;
}

void team_run(struct team *t)
{
    begin_round(t);
    do_round(t, &t->seat[0], t->round);
    wait_for_change(t, &t->over, 1, t->round - 1);
    if (t->round % TIMED == 0 && t->threads > 1) share_out(t);
}

void team_end(struct team *t)
{
    if (t->threads == 0) return;
    atomic_store(&t->quit, true);
    begin_round(t);
    for (uint32_t n = 1; n < t->threads; n++) pthread_join(t->seat[n].thread, NULL);
    t->threads = 0;
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
}
