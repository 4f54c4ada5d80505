// SPDX-License-Identifier: Apache-2.0
//
// Threads that share the parts of a piece of work, again and again: the parts of a round are done
// side by side, and the next round begins when all are done. Each thread has parts of its own, the
// same ones in most rounds: what they work on stays in the cache of its processor. Now and then a
// round is timed; if threads could have more even shares, these change. One that has done its parts
// waits for the others. If that takes long, since the host has taken a processor away, it does what
// is left of others' parts; one that still has nothing to do sleeps. So a round waits for no thread
// that sleeps, or has no processor, unless that is within a part.
#ifndef HD_TEAM_H
#define HD_TEAM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { TEAM_MOST = 16, TEAM_MOST_PARTS = 32, TEAM_CACHE_LINE = 64 };

struct team;

// A thread's. Others write here when a round begins, and when it has no processor.
struct team_seat {
    atomic_uint_least64_t next; // the round; behind the last of its parts; the one taken next
    uint32_t first, end;        // its parts in the next round
    struct team *team;
    pthread_t thread;
    uint8_t apart[TEAM_CACHE_LINE]; // from what other threads write, and so the next ones
};

struct team {
    uint32_t threads, parts; // the caller is thread 0
    void (*work)(void *all, uint32_t part);
    void *all;
    uint64_t round;                 // the last one that has begun
    uint64_t time[TEAM_MOST_PARTS]; // nanoseconds of each part, as timed
    atomic_bool quit;
    atomic_uint_least64_t sleepers; // threads that wait for `changed`, under `lock`
    pthread_mutex_t lock;
    pthread_cond_t changed; // a round begins, or is over
    uint8_t apart[TEAM_CACHE_LINE];
    atomic_uint_least64_t left; // parts of the round that are not done
    atomic_uint_least64_t over; // the last round of which all are
    uint8_t apart_too[TEAM_CACHE_LINE];
    struct team_seat seat[TEAM_MOST];
};

// False: there are not so many threads. At most TEAM_MOST_PARTS parts.
bool team_begin(struct team *t, uint32_t threads, uint32_t parts,
                void (*work)(void *all, uint32_t part), void *all);
// A round. Returns when all parts are done.
void team_run(struct team *t);
void team_end(struct team *t);

#endif
