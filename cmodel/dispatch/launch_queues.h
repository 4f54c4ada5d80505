/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the launch queues: docs/blocks/launch_queues.md.
 * Elastic Kernels (ASPLOS 2013), sections 3.1, 3.7 and 5; Warped-Slicer (ISCA 2016), section II.A.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: begin_launch and
 * begin_stream while begin_valid is 0; the commands at places outside of what
 * a queue holds; owner of a launch that does not run.
 */
#ifndef HEDDLE_LAUNCH_QUEUES_H
#define HEDDLE_LAUNCH_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LAUNCH_QUEUES_MAX_STREAMS = 64,
    LAUNCH_QUEUES_MAX_QUEUES = 64,
    LAUNCH_QUEUES_MAX_DEPTH = 64,
    LAUNCH_QUEUES_MAX_LAUNCHES = 256,
};

/* The module's parameters. */
struct launch_queues_cfg {
    uint32_t streams;
    uint32_t queues;
    uint32_t depth;
    uint32_t launches;
};

struct launch_queues_in {
    bool push_en;
    bool push_wait;
    uint32_t push_stream;
    uint32_t push_launch;
    bool begin_ready;
    bool done_en;
    uint32_t done_launch;
};

struct launch_queues_out {
    uint64_t full; /* a bit a queue */
    bool free[LAUNCH_QUEUES_MAX_LAUNCHES];
    bool begin_valid;
    uint32_t begin_launch;
    uint32_t begin_stream;
    bool idle;
};

/* The command at place i of queue q is element q*depth + i of wait, stream and launch. */
struct launch_queues {
    struct launch_queues_cfg cfg;
    bool wait[LAUNCH_QUEUES_MAX_QUEUES * LAUNCH_QUEUES_MAX_DEPTH]; /* it waits; else it launches */
    uint32_t stream[LAUNCH_QUEUES_MAX_QUEUES * LAUNCH_QUEUES_MAX_DEPTH];
    uint32_t launch[LAUNCH_QUEUES_MAX_QUEUES * LAUNCH_QUEUES_MAX_DEPTH];
    uint32_t head[LAUNCH_QUEUES_MAX_QUEUES];    /* the place of a queue's oldest command */
    uint32_t count[LAUNCH_QUEUES_MAX_QUEUES];   /* the commands in a queue */
    bool open[LAUNCH_QUEUES_MAX_LAUNCHES];      /* pushed, and not done */
    uint32_t waits[LAUNCH_QUEUES_MAX_LAUNCHES]; /* the commands that wait for a launch */
    uint32_t owner[LAUNCH_QUEUES_MAX_LAUNCHES]; /* the stream of a launch that runs */
    uint64_t runs;                              /* a bit a stream: a launch of it runs */
    uint32_t begin_turn;                        /* the queue that the turn begins with */
    uint32_t drop_turn;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *launch_queues_init(struct launch_queues *s, const struct launch_queues_cfg *cfg);

/* A clock edge with reset low. */
void launch_queues_reset(struct launch_queues *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. Several launches that can
 * begin: the first queue in turn. */
void launch_queues_eval(const struct launch_queues *s, const struct launch_queues_in *in,
                        struct launch_queues_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. Several waits that are over:
 * the first queue in turn. */
void launch_queues_tick(struct launch_queues *s, const struct launch_queues_in *in,
                        const struct launch_queues_out *out);

/* Does the clock edge remove a wait that is over? */
bool launch_queues_drops(const struct launch_queues *s);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *launch_queues_check(const struct launch_queues *s);

/* NULL, or the promise of the page that the neighbours break with these inputs; or what does not
 * fit on its port. */
const char *launch_queues_promise(const struct launch_queues *s, const struct launch_queues_in *in);

#endif
