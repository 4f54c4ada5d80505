/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the warp id map: docs/blocks/warp_id_map.md.
 * Virtual Thread (ISCA 2016), section IV.A.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: outputs while their
 * valid is 0, frame_cta of a frame without a block and warp of a slot without a warp.
 * A look-up of a number that fits nowhere (first_warp at or above Warps) gives
 * the lower bits of the product.
 */
#ifndef HEDDLE_WARP_ID_MAP_H
#define HEDDLE_WARP_ID_MAP_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WARP_ID_MAP_MAX_SLOTS = 64,
    WARP_ID_MAP_MAX_FRAMES = 16,
    WARP_ID_MAP_MAX_WARPS = 1024,
    WARP_ID_MAP_MAX_CTAS = 64,
    WARP_ID_MAP_MAX_PORTS = 12,
};

/* The module's parameters. */
struct warp_id_map_cfg {
    uint32_t slots;
    uint32_t frames;
    uint32_t warps;
    uint32_t ctas;
    uint32_t ports;
};

struct warp_id_map_in {
    uint32_t warps;
    uint32_t ctas;
    bool alloc_en;
    bool free_en;
    uint32_t free_cta;
    bool map_en;
    uint32_t map_frame;
    uint32_t map_cta;
    bool unmap_en;
    uint32_t unmap_frame;
    uint32_t find_warp[WARP_ID_MAP_MAX_PORTS];
    uint32_t first_cta;
};

struct warp_id_map_out {
    bool alloc_valid;
    uint32_t alloc_cta;
    uint64_t slot_valid; /* a bit a slot */
    uint32_t slot_warp[WARP_ID_MAP_MAX_SLOTS];
    uint64_t frame_valid; /* a bit a frame */
    uint32_t frame_cta[WARP_ID_MAP_MAX_FRAMES];
    uint32_t find_cta[WARP_ID_MAP_MAX_PORTS];
    uint32_t first_warp;
};

struct warp_id_map {
    struct warp_id_map_cfg cfg;
    uint64_t taken;       /* a bit a block */
    uint64_t frame_valid; /* a bit a frame */
    uint32_t frame_cta[WARP_ID_MAP_MAX_FRAMES];
    uint32_t warp[WARP_ID_MAP_MAX_SLOTS]; /* of a slot */
    uint32_t warps; /* the model's alone: warps_i and ctas_i of the last cycle, which are not */
    uint32_t ctas;  /* to change while a number is taken */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *warp_id_map_init(struct warp_id_map *s, const struct warp_id_map_cfg *cfg);

/* A clock edge with reset low. */
void warp_id_map_reset(struct warp_id_map *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void warp_id_map_eval(const struct warp_id_map *s, const struct warp_id_map_in *in,
                      struct warp_id_map_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void warp_id_map_tick(struct warp_id_map *s, const struct warp_id_map_in *in,
                      const struct warp_id_map_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *warp_id_map_check(const struct warp_id_map *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. That find_warp is
 * of a block that is here is not held to: a look-up may be idle. */
const char *warp_id_map_promise(const struct warp_id_map *s, const struct warp_id_map_in *in);

#endif
