/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the thread ids: docs/blocks/thread_ids.md.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. Not comparable with RTL: warps, last_mask and ids while ready is 0, ids of a thread
 * that the block has not; state that is not being counted, or was not counted for this kernel.
 */
#ifndef HEDDLE_THREAD_IDS_H
#define HEDDLE_THREAD_IDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    THREAD_IDS_MAX_LANES = 64,
    THREAD_IDS_MAX_WARPS = 64,
    THREAD_IDS_MAX_PORTS = 4,
};

/* The module's parameters. */
struct thread_ids_cfg {
    uint32_t lanes;
    uint32_t max_warps;
    uint32_t ports;
    uint32_t own;
    uint32_t shuffle; /* enum lane_shuffle_kind */
    uint32_t lane_slots;
};

struct thread_ids_in {
    bool kernel_en;
    uint32_t kernel_x;
    uint32_t kernel_y;
    uint32_t kernel_z;
    /* Of each lane with `own`, else element 0 alone; {rank, part} with lane_slots. */
    uint32_t rank[THREAD_IDS_MAX_PORTS][THREAD_IDS_MAX_LANES];
};

struct thread_ids_out {
    bool ready;
    uint32_t warps;
    uint64_t last_mask; /* a bit a lane */
    uint32_t x[THREAD_IDS_MAX_PORTS][THREAD_IDS_MAX_LANES];
    uint32_t y[THREAD_IDS_MAX_PORTS][THREAD_IDS_MAX_LANES];
    uint32_t z[THREAD_IDS_MAX_PORTS][THREAD_IDS_MAX_LANES];
};

struct thread_ids {
    struct thread_ids_cfg cfg;
    bool ready;
    bool counting;
    uint32_t size_x;
    uint32_t size_y;
    uint32_t size_z;
    /* The thread that is looked at. */
    uint32_t x;
    uint32_t y;
    uint32_t z;
    uint32_t lane;
    uint32_t rank;
    uint32_t warps;
    uint32_t last; /* the last thread's lane */
    uint32_t lane_x[THREAD_IDS_MAX_LANES];
    uint32_t lane_y[THREAD_IDS_MAX_LANES];
    uint32_t lane_z[THREAD_IDS_MAX_LANES];
    uint32_t warp_x[THREAD_IDS_MAX_WARPS];
    uint32_t warp_y[THREAD_IDS_MAX_WARPS];
    uint32_t warp_z[THREAD_IDS_MAX_WARPS];
    /* The model's alone: threads that were looked at for this kernel. */
    uint32_t counted;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *thread_ids_init(struct thread_ids *s, const struct thread_ids_cfg *cfg);

/* A clock edge with reset low. */
void thread_ids_reset(struct thread_ids *s);

/* Does this lane of the warp of this rank hold a thread? No while not ready. */
bool thread_ids_has(const struct thread_ids *s, uint32_t rank, uint32_t lane);

/* The lanes of the warp of this rank that hold a thread, a bit a lane; none while not ready. */
uint64_t thread_ids_mask(const struct thread_ids *s, uint32_t rank);

/* The number in its block of the thread in this lane of the warp of this rank; while ready. */
uint32_t thread_ids_number(const struct thread_ids *s, uint32_t rank, uint32_t lane);

/* One port's look-up, for a neighbour that wants no more: x, y and z have room for `lanes`
 * elements. rank: as in thread_ids_in. Of a thread that there is not they are 0. */
void thread_ids_look(const struct thread_ids *s, const uint32_t *rank, uint32_t *x, uint32_t *y,
                     uint32_t *z);

/* This cycle's outputs, look-ups of all ports; changes nothing. Outputs that mean nothing are 0. */
void thread_ids_eval(const struct thread_ids *s, const struct thread_ids_in *in,
                     struct thread_ids_out *out);

/* The clock edge. The outputs are of no matter to it: out may be NULL. */
void thread_ids_tick(struct thread_ids *s, const struct thread_ids_in *in,
                     const struct thread_ids_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *thread_ids_check(const struct thread_ids *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *thread_ids_promise(const struct thread_ids *s, const struct thread_ids_in *in);

#endif
