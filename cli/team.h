// SPDX-License-Identifier: Apache-2.0
//
// Threads that share the parts of a piece of work, again and again: the parts of a round are done
// side by side, and the next round begins when all are done. Part p is always the same thread's.
#ifndef HD_TEAM_H
#define HD_TEAM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { TEAM_MOST = 16 };

struct team {
    uint32_t threads, parts; // the caller is thread 0
    void (*work)(void *all, uint32_t part);
    void *all;
    atomic_uint round, done; // rounds begun; threads that have done their parts of all rounds
    atomic_bool quit;
    pthread_t thread[TEAM_MOST];
    struct team_seat {
        struct team *team;
        uint32_t number;
    } seat[TEAM_MOST];
};

// False: there are not so many threads.
bool team_begin(struct team *t, uint32_t threads, uint32_t parts,
                void (*work)(void *all, uint32_t part), void *all);
// A round. Returns when all parts are done.
void team_run(struct team *t);
void team_end(struct team *t);

#endif
