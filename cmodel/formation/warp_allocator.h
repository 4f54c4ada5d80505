/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the warp allocator: docs/blocks/warp_allocator.md.
 * Dynamic Warp Formation (TACO 2009), section 4.2, Figure 10.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: alloc_idx while its
 * valid is 0, and memory places that hold no freed index.
 */
#ifndef HEDDLE_WARP_ALLOCATOR_H
#define HEDDLE_WARP_ALLOCATOR_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WARP_ALLOCATOR_PORTS = 2,
    WARP_ALLOCATOR_MAX_ENTRIES = 2048,
};

/* The module's parameters. */
struct warp_allocator_cfg {
    uint32_t entries;
};

struct warp_allocator_in {
    bool alloc_ready[WARP_ALLOCATOR_PORTS];
    bool free_en;
    uint32_t free_idx;
};

struct warp_allocator_out {
    bool alloc_valid[WARP_ALLOCATOR_PORTS];
    uint32_t alloc_idx[WARP_ALLOCATOR_PORTS];
    uint32_t free_count;
};

struct warp_allocator {
    struct warp_allocator_cfg cfg;
    uint32_t idx[WARP_ALLOCATOR_MAX_ENTRIES]; /* ring of freed indices */
    uint32_t fresh;                           /* the lowest index never handed out */
    uint32_t head;
    uint32_t tail;
    uint32_t count; /* indices in the ring */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *warp_allocator_init(struct warp_allocator *s, const struct warp_allocator_cfg *cfg);

/* A clock edge with reset low. */
void warp_allocator_reset(struct warp_allocator *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void warp_allocator_eval(const struct warp_allocator *s, const struct warp_allocator_in *in,
                         struct warp_allocator_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void warp_allocator_tick(struct warp_allocator *s, const struct warp_allocator_in *in,
                         const struct warp_allocator_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *warp_allocator_check(const struct warp_allocator *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *warp_allocator_promise(const struct warp_allocator *s,
                                   const struct warp_allocator_in *in);

#endif
