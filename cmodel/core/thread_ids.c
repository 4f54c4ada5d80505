/* SPDX-License-Identifier: Apache-2.0 */
#include "core/thread_ids.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/lane_slots.h"
#include "formation/lane_shuffle.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct thread_ids_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > THREAD_IDS_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->max_warps < 1 || cfg->max_warps > THREAD_IDS_MAX_WARPS)
        return "MaxWarps must be 1 to 64";
    if (cfg->ports < 1 || cfg->ports > THREAD_IDS_MAX_PORTS) return "Ports must be 1 to 4";
    if (cfg->own > 1) return "Own must be 0 or 1";
    if (cfg->shuffle >= LANE_SHUFFLE_KINDS) return "Shuffle must be 0 to 4";
    if (cfg->lane_slots > 1 && !cfg->own) return "LaneSlots above 1 needs Own = 1";
    return lane_slots_error(cfg->lanes, cfg->lane_slots);
}

const char *thread_ids_init(struct thread_ids *s, const struct thread_ids_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void thread_ids_reset(struct thread_ids *s)
{
    s->ready = false;
    s->counting = false;
    s->counted = 0;
}

/* --- look-up ------------------------------------------------------------- */

/* The thread that a warp of this rank has in this lane, by its number in the warp. */
static uint32_t thread_in(const struct thread_ids *s, uint32_t rank, uint32_t lane)
{
    return lane_shuffle_place(s->cfg.shuffle, s->cfg.lanes, lane, rank, s->warps);
}

uint32_t thread_ids_number(const struct thread_ids *s, uint32_t rank, uint32_t lane)
{
    return rank * s->cfg.lanes + thread_in(s, rank, lane);
}

bool thread_ids_has(const struct thread_ids *s, uint32_t rank, uint32_t lane)
{
    const uint32_t threads = (s->warps - 1) * s->cfg.lanes + s->last + 1;
    return s->ready && rank < s->warps && thread_ids_number(s, rank, lane) < threads;
}

uint64_t thread_ids_mask(const struct thread_ids *s, uint32_t rank)
{
    uint64_t mask = 0;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++)
        if (thread_ids_has(s, rank, lane)) mask |= bit(lane);
    return mask;
}

/* A digit of the sum: below its base, with a carry into the next one. Both summands are below the
 * base, so that it fits in once at most. */
static uint32_t digit(uint32_t sum, uint32_t base, uint32_t *carry)
{
    *carry = sum >= base;
    return *carry ? sum - base : sum;
}

void thread_ids_look(const struct thread_ids *s, const uint32_t *rank, uint32_t *x, uint32_t *y,
                     uint32_t *z)
{
    const uint32_t slots = s->cfg.lane_slots;
    for (uint32_t place = 0; place < s->cfg.lanes; place++) {
        const uint32_t part = rank[s->cfg.own ? place : 0];
        const uint32_t warp = part_warp(slots, part);
        const uint32_t lane = part_lane(s->cfg.lanes, slots, part, place);
        x[place] = y[place] = z[place] = 0;
        if (!thread_ids_has(s, warp, lane)) continue;
        const uint32_t first = thread_in(s, warp, lane); /* in the first warp: that lane */
        uint32_t carry;
        x[place] = digit(s->warp_x[warp] + s->lane_x[first], s->size_x, &carry);
        y[place] = digit(s->warp_y[warp] + s->lane_y[first] + carry, s->size_y, &carry);
        z[place] = s->warp_z[warp] + s->lane_z[first] + carry;
    }
}

void thread_ids_eval(const struct thread_ids *s, const struct thread_ids_in *in,
                     struct thread_ids_out *out)
{
    memset(out, 0, sizeof *out);
    if (!s->ready) return;
    out->ready = true;
    out->warps = s->warps;
    out->last_mask = thread_ids_mask(s, s->warps - 1);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        thread_ids_look(s, in->rank[p], out->x[p], out->y[p], out->z[p]);
    }
}

/* --- the count ----------------------------------------------------------- */

static void begin(struct thread_ids *s, const struct thread_ids_in *in)
{
    s->ready = false;
    s->counting = true;
    s->size_x = in->kernel_x;
    s->size_y = in->kernel_y;
    s->size_z = in->kernel_z;
    s->x = s->y = s->z = 0;
    s->lane = s->rank = 0;
    s->counted = 0;
}

/* The ids of this thread are those of a lane (first warp), of a warp (first lane), of both (the
 * first thread of all) or of neither. */
static void keep_digits(struct thread_ids *s)
{
    if (s->rank == 0) {
        s->lane_x[s->lane] = s->x;
        s->lane_y[s->lane] = s->y;
        s->lane_z[s->lane] = s->z;
    }
    if (s->lane == 0) {
        s->warp_x[s->rank] = s->x;
        s->warp_y[s->rank] = s->y;
        s->warp_z[s->rank] = s->z;
    }
}

static void to_next_thread(struct thread_ids *s)
{
    uint32_t carry;
    s->x = digit(s->x + 1, s->size_x, &carry);
    s->y = digit(s->y + carry, s->size_y, &carry);
    s->z += carry;
    s->lane = digit(s->lane + 1, s->cfg.lanes, &carry);
    s->rank += carry;
}

static void look_at_thread(struct thread_ids *s)
{
    keep_digits(s);
    s->counted++;
    if (s->x + 1 < s->size_x || s->y + 1 < s->size_y || s->z + 1 < s->size_z) {
        to_next_thread(s);
        return;
    }
    s->counting = false;
    s->ready = true;
    s->warps = s->rank + 1;
    s->last = s->lane;
}

/* A new kernel goes before the count of the one before it. */
void thread_ids_tick(struct thread_ids *s, const struct thread_ids_in *in,
                     const struct thread_ids_out *out)
{
    (void)out;
    if (in->kernel_en) begin(s, in);
    else if (s->counting) look_at_thread(s);
}

/* --- check and promise --------------------------------------------------- */

static const char *check_thread(const struct thread_ids *s, uint32_t n, uint32_t x, uint32_t y,
                                uint32_t z)
{
    if (x >= s->size_x || y >= s->size_y || z >= s->size_z) return "below";
    return x + s->size_x * (y + s->size_y * z) == n ? NULL : "linear";
}

/* The digits kept of the threads that were looked at: a lane is the thread of its number, a warp
 * the thread of its number times Lanes. */
static const char *check_kept(const struct thread_ids *s)
{
    const char *broken = NULL;
    for (uint32_t n = 0; n < s->cfg.lanes && n < s->counted && broken == NULL; n++) {
        broken = check_thread(s, n, s->lane_x[n], s->lane_y[n], s->lane_z[n]);
    }
    for (uint32_t r = 0; r * s->cfg.lanes < s->counted && broken == NULL; r++) {
        broken = check_thread(s, r * s->cfg.lanes, s->warp_x[r], s->warp_y[r], s->warp_z[r]);
    }
    return broken;
}

const char *thread_ids_check(const struct thread_ids *s)
{
    const uint32_t threads = s->size_x * s->size_y * s->size_z;
    const uint32_t lanes = s->cfg.lanes;
    if (s->ready && s->counting) return "counted";
    if (s->counting) {
        if (s->counted != s->rank * lanes + s->lane) return "linear";
        const char *broken = check_thread(s, s->counted, s->x, s->y, s->z);
        if (broken != NULL) return broken;
    }
    if (s->ready && (s->counted != threads || (s->warps - 1) * lanes + s->last + 1 != threads))
        return "counted";
    return check_kept(s);
}

const char *thread_ids_promise(const struct thread_ids *s, const struct thread_ids_in *in)
{
    if (!in->kernel_en) return NULL;
    const uint64_t most = s->cfg.lanes * s->cfg.max_warps;
    const uint64_t x = in->kernel_x;
    const uint64_t y = in->kernel_y;
    const uint64_t z = in->kernel_z;
    if (x < 1 || y < 1 || z < 1) return "a size of a block is 0";
    /* Each by itself first, so that the product is exact. */
    if (x > most || y > most || z > most || x * y * z > most)
        return "a block has more threads than Lanes * MaxWarps";
    return NULL;
}
