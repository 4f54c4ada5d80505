/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/lane_shuffle.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* --- init and reset ------------------------------------------------------ */

const char *lane_shuffle_init(struct lane_shuffle *s, const struct lane_shuffle_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > LANE_SHUFFLE_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->warps < 1 || cfg->warps > LANE_SHUFFLE_MAX_WARPS) return "Warps must be 1 to 64";
    if (cfg->kind >= LANE_SHUFFLE_KINDS) return "Kind must be 0 to 4";
    if (cfg->width < 1 || cfg->width > LANE_SHUFFLE_MAX_WIDTH) return "Width must be 1 to 64";
    if (cfg->own > 1) return "Own must be 0 or 1";
    s->cfg = *cfg;
    return NULL;
}

void lane_shuffle_reset(struct lane_shuffle *s) { (void)s; }

/* --- Table 1 ------------------------------------------------------------- */

/* The rank's digits to the base of two, those below `reach`, from the other end. */
static uint32_t reversed(uint32_t warp, uint32_t reach)
{
    uint32_t turned = 0;
    for (uint32_t n = 1; n < reach; n *= 2) {
        turned = 2 * turned + warp % 2;
        warp /= 2;
    }
    return turned;
}

/* The least power of two that is not below `lanes`. */
static uint32_t power_above(uint32_t lanes)
{
    uint32_t reach = 1;
    while (reach < lanes) reach *= 2;
    return reach;
}

static uint32_t mirror(uint32_t lanes, uint32_t thread, bool turned)
{
    return turned ? lanes - 1 - thread : thread;
}

static uint32_t exchange(uint32_t lanes, uint32_t thread, uint32_t with)
{
    const uint32_t other = thread ^ with;
    return other < lanes ? other : thread;
}

uint32_t lane_shuffle_place(enum lane_shuffle_kind kind, uint32_t lanes, uint32_t thread,
                            uint32_t warp, uint32_t warps)
{
    switch (kind) {
    case LANE_SHUFFLE_MIRROR_ODD: return mirror(lanes, thread, warp % 2 == 1);
    case LANE_SHUFFLE_MIRROR_HALF: return mirror(lanes, thread, 2 * warp >= warps);
    case LANE_SHUFFLE_XOR: return exchange(lanes, thread, warp % power_above(lanes));
    case LANE_SHUFFLE_XOR_REV: return exchange(lanes, thread, reversed(warp, power_above(lanes)));
    default: return thread;
    }
}

/* --- eval and tick ------------------------------------------------------- */

/* One warp: each thread's value is taken to its lane. Warps of their own: each lane takes the value
 * of its thread. */
void lane_shuffle_eval(const struct lane_shuffle *s, const struct lane_shuffle_in *in,
                       struct lane_shuffle_out *out)
{
    const struct lane_shuffle_cfg *c = &s->cfg;
    memset(out, 0, sizeof *out);
    for (uint32_t n = 0; n < c->lanes; n++) {
        const uint32_t warp = in->warp[c->own ? n : 0];
        const uint32_t other = lane_shuffle_place(c->kind, c->lanes, n, warp, in->warps);
        if (c->own) out->lane[n] = in->thread[other];
        else out->lane[other] = in->thread[n];
    }
}

void lane_shuffle_tick(struct lane_shuffle *s, const struct lane_shuffle_in *in,
                       const struct lane_shuffle_out *out)
{
    (void)s;
    (void)in;
    (void)out;
}

/* --- check and promise --------------------------------------------------- */

const char *lane_shuffle_check(const struct lane_shuffle *s)
{
    (void)s;
    return NULL;
}

const char *lane_shuffle_promise(const struct lane_shuffle *s, const struct lane_shuffle_in *in)
{
    (void)s;
    (void)in;
    return NULL;
}
