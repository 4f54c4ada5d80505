/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/warp_pool.h"

#include <stddef.h>
#include <string.h>

enum { HALF = 32 }; /* lanes written together */

/* Loops over a fixed number of lanes, with a table in place of a shift, become vector code. */
static const uint32_t lane_bit[HALF] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

/* --- init ---------------------------------------------------------------- */

static const char *cfg_error(const struct warp_pool_cfg *cfg)
{
    if (cfg->entries < 2) return "Entries must be at least 2";
    if (cfg->entries > WARP_POOL_MAX_ENTRIES) return "Entries must be at most 2048 in the model";
    if (cfg->lanes < 1 || cfg->lanes > WARP_POOL_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->tid_width < 1 || cfg->tid_width > 16) return "TidWidth must be 1 to 16";
    if (cfg->pc_width < 1 || cfg->pc_width > 32) return "PcWidth must be 1 to 32";
    if (cfg->tid_writes != 1 && cfg->tid_writes != 2) return "TidWrites must be 1 or 2";
    return NULL;
}

const char *warp_pool_init(struct warp_pool *s, const struct warp_pool_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

/* --- the lanes of a row -------------------------------------------------- */

static uint64_t all_lanes(const struct warp_pool *s) { return UINT64_MAX >> (64 - s->cfg.lanes); }

/* The TIDs of the lanes in the mask, of 32. The other lanes are written with their old TIDs. */
static void put_half(uint32_t *restrict row, const uint32_t *restrict tid, uint32_t mask)
{
    for (uint32_t l = 0; l < HALF; l++) {
        uint32_t keep = (mask & lane_bit[l]) == 0 ? UINT32_MAX : 0;
        row[l] = (row[l] & keep) | (tid[l] & ~keep);
    }
}

/* The TIDs of these lanes, into a row. */
static void put_lanes(uint32_t *row, const uint32_t *tid, uint64_t mask)
{
    put_half(row, tid, (uint32_t)mask);
    if (mask >> HALF != 0) put_half(row + HALF, tid + HALF, (uint32_t)(mask >> HALF));
}

/* --- eval ---------------------------------------------------------------- */

/* A warp shut in this cycle has the lanes that the shutting group says; a warp still open the lanes
 * that the LUT says; any other warp the lanes in memory. */
static uint64_t issue_mask(const struct warp_pool *s, const struct warp_pool_in *in)
{
    for (uint32_t g = 0; g < WARP_POOL_GROUPS; g++) {
        if (in->shut_en[g] && in->shut_idx[g] == in->issue_idx) return in->shut_mask[g];
    }
    return in->close_hit ? in->close_occ : s->mask[in->issue_idx];
}

/* PC and Next as they are in memory; threads that come in this cycle go with the warp. */
void warp_pool_eval(const struct warp_pool *s, const struct warp_pool_in *in,
                    struct warp_pool_out *out)
{
    uint32_t i = in->issue_idx;
    out->next = s->next[i];
    out->issue_pc = s->pc[i];
    out->issue_mask = issue_mask(s, in);
    memcpy(out->issue_tid, s->tid[i], s->cfg.lanes * sizeof out->issue_tid[0]);
    for (uint32_t g = 0; g < WARP_POOL_GROUPS; g++) {
        if (in->join_en[g] && in->join_idx[g] == i)
            put_lanes(out->issue_tid, in->grp_tid[g], in->join_mask[g]);
        if (in->open_en[g] && in->open_idx[g] == i)
            put_lanes(out->issue_tid, in->grp_tid[g], in->open_mask[g]);
    }
}

/* --- tick ---------------------------------------------------------------- */

static void write_tids(struct warp_pool *s, uint32_t i, const uint32_t *tid, uint64_t mask)
{
    put_lanes(s->tid[i], tid, mask);
    s->tid_written[i] |= mask;
}

static void write_group(struct warp_pool *s, const struct warp_pool_in *in, uint32_t g)
{
    if (in->join_en[g]) write_tids(s, in->join_idx[g], in->grp_tid[g], in->join_mask[g]);
    if (in->open_en[g]) {
        uint32_t i = in->open_idx[g];
        write_tids(s, i, in->grp_tid[g], in->open_mask[g]);
        s->pc[i] = in->grp_pc[g];
        s->pc_written[i] = true;
    }
    if (in->shut_en[g]) {
        s->mask[in->shut_idx[g]] = in->shut_mask[g];
        s->mask_written[in->shut_idx[g]] = true;
    }
}

void warp_pool_tick(struct warp_pool *s, const struct warp_pool_in *in,
                    const struct warp_pool_out *out)
{
    (void)out;
    for (uint32_t g = 0; g < WARP_POOL_GROUPS; g++) write_group(s, in, g);
    for (uint32_t k = 0; k < WARP_POOL_LINKS; k++) {
        if (!in->link_en[k]) continue;
        s->next[in->link_from[k]] = in->link_to[k];
        s->next_written[in->link_from[k]] = true;
    }
}

/* --- check and promise --------------------------------------------------- */

/* The page's invariants need the inputs, or a ghost; the state alone shows that nothing is in the
 * memories that does not fit there. */
const char *warp_pool_check(const struct warp_pool *s)
{
    for (uint32_t i = 0; i < s->cfg.entries; i++) {
        if (s->next[i] >= s->cfg.entries) return "next_range";
        if (((s->tid_written[i] | s->mask[i]) & ~all_lanes(s)) != 0) return "lane_range";
    }
    return NULL;
}

static bool wider(uint64_t value, uint32_t bits) { return bits < 64 && value >> bits != 0; }

static uint64_t lanes_written(const struct warp_pool_in *in, uint32_t g)
{
    return (in->join_en[g] ? in->join_mask[g] : 0) | (in->open_en[g] ? in->open_mask[g] : 0);
}

/* The promises of one group: its indices and lanes, and a mask of 0 where its enable is 0. */
static const char *group_promise(const struct warp_pool *s, const struct warp_pool_in *in,
                                 uint32_t g)
{
    uint32_t n = s->cfg.entries;
    uint64_t lanes = lanes_written(in, g) | (in->shut_en[g] ? in->shut_mask[g] : 0);
    if ((!in->join_en[g] && in->join_mask[g] != 0) || (!in->open_en[g] && in->open_mask[g] != 0))
        return "the mask of a group whose enable is 0 is not 0";
    if ((in->join_en[g] && in->join_idx[g] >= n) || (in->open_en[g] && in->open_idx[g] >= n) ||
        (in->shut_en[g] && in->shut_idx[g] >= n))
        return "an index written is not below Entries";
    if ((lanes & ~all_lanes(s)) != 0) return "a mask names a lane at or above Lanes";
    if ((in->join_mask[g] & in->open_mask[g]) != 0) return "two lanes written are in one bank";
    if (in->open_en[g] && wider(in->grp_pc[g], s->cfg.pc_width))
        return "a group's PC is wider than PcWidth";
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if ((lanes_written(in, g) >> l & 1) != 0 && wider(in->grp_tid[g][l], s->cfg.tid_width))
            return "a thread's id is wider than TidWidth";
    }
    return NULL;
}

/* The lanes of warp i that a group writes. */
static uint64_t warp_written(const struct warp_pool_in *in, uint32_t g, uint32_t i)
{
    return (in->join_en[g] && in->join_idx[g] == i ? in->join_mask[g] : 0) |
           (in->open_en[g] && in->open_idx[g] == i ? in->open_mask[g] : 0);
}

static bool one_word_twice(const struct warp_pool_in *in)
{
    return (warp_written(in, 0, in->join_idx[0]) & warp_written(in, 1, in->join_idx[0])) != 0 ||
           (warp_written(in, 0, in->open_idx[0]) & warp_written(in, 1, in->open_idx[0])) != 0;
}

static const char *pair_promise(const struct warp_pool *s, const struct warp_pool_in *in)
{
    if (s->cfg.tid_writes == 1 && (lanes_written(in, 0) & lanes_written(in, 1)) != 0)
        return "two lanes written are in one bank";
    if (one_word_twice(in)) return "both groups write one lane of a warp";
    if (in->open_en[0] && in->open_en[1] && in->open_idx[0] == in->open_idx[1])
        return "both groups open one warp";
    if (in->shut_en[0] && in->shut_en[1] && in->shut_idx[0] == in->shut_idx[1])
        return "both groups shut one warp";
    if (in->link_en[0] && in->link_en[1] && in->link_from[0] == in->link_from[1])
        return "two links start at one warp";
    return NULL;
}

static const char *link_promise(const struct warp_pool *s, const struct warp_pool_in *in)
{
    for (uint32_t k = 0; k < WARP_POOL_LINKS; k++) {
        if (!in->link_en[k]) continue;
        if (in->link_from[k] >= s->cfg.entries || in->link_to[k] >= s->cfg.entries)
            return "a link is of a warp that is not below Entries";
    }
    return NULL;
}

/* issue_idx may be any, whether a warp issues or not: unwritten memory means nothing. */
const char *warp_pool_promise(const struct warp_pool *s, const struct warp_pool_in *in)
{
    if (in->close_hit && (in->close_occ & ~all_lanes(s)) != 0)
        return "a mask names a lane at or above Lanes";
    for (uint32_t g = 0; g < WARP_POOL_GROUPS; g++) {
        const char *broken = group_promise(s, in, g);
        if (broken != NULL) return broken;
    }
    const char *broken = pair_promise(s, in);
    return broken != NULL ? broken : link_promise(s, in);
}
