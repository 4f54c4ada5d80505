/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The golden order of the majority scheduler and of the other policies, and the neighbours that
 * max-heap and max-tree have: an unordered list of PCs with the warps that wait at each, an MHeap
 * LUT and a warp pool, all of them searched from end to end. Whatever the structure, a pop must
 * give what this list gives.
 */
#ifndef HEDDLE_MAJORITY_ORDER_H
#define HEDDLE_MAJORITY_ORDER_H

#include "common/rng.h"
#include "formation/max_heap.h"

enum {
    MAJORITY_MAX_WIDS = 1024,
    MAJORITY_MAX_LUT = 1024,
    MAJORITY_PCS = 600,
    MAJORITY_NAMED = 256
};

struct majority_item {
    uint32_t pc;
    uint32_t cnt;
    uint32_t wph;
    uint32_t wpt;
    bool old;
};

struct majority_order {
    uint32_t policy; /* enum max_heap_order */
    struct majority_item item[MAX_HEAP_MAX_ENTRIES];
    uint32_t count;
    uint32_t next[MAJORITY_MAX_WIDS]; /* the warp after this one, from wph to wpt */
};

void majority_order_clear(struct majority_order *o, uint32_t policy);

/* The item of a PC, the old one or the one that is not, or NULL. */
struct majority_item *majority_order_find(struct majority_order *o, uint32_t pc, bool old);

/* Warp wid with nthd threads waits at pc. False: it is void, its warp waits no more or is old. */
bool majority_order_update(struct majority_order *o, const struct max_heap_update *upd);

/* All items become old. */
void majority_order_sweep(struct majority_order *o);

/* Is a to be taken before b? */
bool majority_order_first(uint32_t policy, const struct majority_item *a,
                          const struct majority_item *b);

/* The item that is to be taken before all others; NULL if empty. */
const struct majority_item *majority_order_max(const struct majority_order *o);

/* Takes that item out. */
struct majority_item majority_order_pop(struct majority_order *o);

/* The threads of all items; of no meaning with post-dominator priority. */
uint32_t majority_order_sum(const struct majority_order *o);

/* ---- the neighbours -------------------------------------------------------------------- */

struct majority_lut_entry {
    bool used;
    uint32_t pc;
    uint32_t mh;
};

/* The warp last named for a PC, whether it still waits or not. */
struct majority_named {
    bool used;
    uint32_t pc;
    uint32_t wid;
};

struct majority_neighbours {
    struct hd_rng rng;
    const struct max_heap_cfg *cfg;
    struct majority_order order;
    struct max_heap_update queue[MAX_HEAP_MAX_QUEUE];
    uint32_t queue_count;
    struct majority_lut_entry lut[MAJORITY_MAX_LUT];
    uint32_t lut_entries;
    uint32_t next[MAJORITY_MAX_WIDS]; /* the warp pool's, written by link events */
    bool pending[MAX_HEAP_UPDATES];   /* offered, and to be offered again */
    struct max_heap_update offer[MAX_HEAP_UPDATES];
    struct majority_named named[MAJORITY_NAMED]; /* by the low bits of the PC */
    /* The mood, changed now and then. */
    uint32_t pcs[MAJORITY_PCS];
    uint32_t pc_count, offer_chance, pop_chance, refuse_chance, same_chance, hold_chance;
    uint32_t sweep_chance;
    /* What has been met, so that a run that shows nothing is noticed. */
    uint32_t pops, inserts, hits, links, pairs, full, queue_full, lut_refused, resets, reborn;
    uint32_t voids, void_pairs, stuck, held, sweeps, swept_waiting, old_pops, twins;
};

void majority_neighbours_init(struct majority_neighbours *nb, const struct max_heap_cfg *cfg);

/* As after a reset of everything. */
void majority_neighbours_reset(struct majority_neighbours *nb);

void majority_neighbours_new_mood(struct majority_neighbours *nb);

/*
 * The inputs of a cycle. `steady`: the structure is balanced, so the LUT's
 * answers are true; otherwise they are noise that is not used.
 */
void majority_neighbours_drive(struct majority_neighbours *nb, bool steady, struct max_heap_in *in);

/*
 * What the neighbours make of a cycle in which n updates left the queue.
 * Fails the test if a pop or a root is not what the golden order says, or if
 * the links do not lead through the warps of a popped PC.
 */
void majority_neighbours_follow(struct majority_neighbours *nb, const struct max_heap_in *in,
                                const struct max_heap_out *out, uint32_t n);

/* True if the structure's queue is the neighbours' list of waiting updates. */
bool majority_neighbours_same_queue(const struct majority_neighbours *nb,
                                    const struct max_heap_update *queue, uint32_t count);

#endif
