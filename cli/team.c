// SPDX-License-Identifier: Apache-2.0
#include "team.h"

#include <sched.h>

// A round takes microseconds: who waits looks again at once, and lets others run after a while, in
// case there are fewer processors than threads.
enum { LOOKS = 2000 };

static void wait_for(const atomic_uint *what, unsigned value)
{
    for (unsigned n = 0; atomic_load_explicit(what, memory_order_acquire) != value; n++)
        if (n >= LOOKS) sched_yield();
}

static void do_parts(struct team *t, uint32_t number)
{
    for (uint32_t p = number; p < t->parts; p += t->threads) t->work(t->all, p);
}

static void *member(void *seat)
{
    const struct team_seat *s = seat;
    struct team *t = s->team;
    for (unsigned round = 1;; round++) {
        wait_for(&t->round, round);
        if (atomic_load(&t->quit)) return NULL;
        do_parts(t, s->number);
        atomic_fetch_add_explicit(&t->done, 1, memory_order_release);
    }
}

bool team_begin(struct team *t, uint32_t threads, uint32_t parts,
                void (*work)(void *all, uint32_t part), void *all)
{
    t->parts = parts;
    t->work = work;
    t->all = all;
    atomic_init(&t->round, 0);
    atomic_init(&t->done, 0);
    atomic_init(&t->quit, false);
    // The number of threads is fixed before the first round, so before any of them looks at it.
    for (t->threads = 1; t->threads < threads && t->threads < parts; t->threads++) {
        struct team_seat *s = &t->seat[t->threads];
        *s = (struct team_seat){t, t->threads};
        if (pthread_create(&t->thread[t->threads], NULL, member, s) != 0) return false;
    }
    return true;
}

void team_run(struct team *t)
{
    const unsigned before = atomic_load(&t->done);
    atomic_fetch_add_explicit(&t->round, 1, memory_order_release);
    do_parts(t, 0);
    wait_for(&t->done, before + t->threads - 1);
}

void team_end(struct team *t)
{
    if (t->threads == 0) return;
    atomic_store(&t->quit, true);
    atomic_fetch_add_explicit(&t->round, 1, memory_order_release);
    for (uint32_t n = 1; n < t->threads; n++) pthread_join(t->thread[n], NULL);
    t->threads = 0;
}
