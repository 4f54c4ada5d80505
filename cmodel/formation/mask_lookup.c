/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/mask_lookup.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

enum {
    ORDER_BITS = 16,
    FEEDBACK = 0xb400, /* the shift register takes all 65535 values but 0 */
};

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct mask_lookup_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > MASK_LOOKUP_MAX_SLOTS) return "Slots must be 2 to 32";
    if (cfg->hot < 1 || cfg->hot > 2) return "Hot must be 1 or 2";
    if (cfg->lanes < 1 || cfg->lanes > 64) return "Lanes must be 1 to 64";
    if (cfg->sets < 1 || cfg->sets > cfg->slots || several(cfg->sets))
        return "Sets must be a power of 2, 1 to Slots";
    if (cfg->seed < 1 || cfg->seed > ones(ORDER_BITS)) return "Seed must be 1 to 65535";
    return NULL;
}

const char *mask_lookup_init(struct mask_lookup *s, const struct mask_lookup_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    mask_lookup_reset(s);
    return NULL;
}

void mask_lookup_reset(struct mask_lookup *s) { s->order = s->cfg.seed; }

/* --- eval ---------------------------------------------------------------- */

static uint32_t entries(const struct mask_lookup *s) { return s->cfg.slots * s->cfg.hot; }

/* No two candidates have the same; the lower one goes first. */
static uint32_t rank(const struct mask_lookup *s, uint32_t c)
{
    return c ^ (s->order & (uint32_t)ones(clog2(entries(s))));
}

/* May candidate c be the answer? Without a primary each one that is ready may. */
static bool fits(const struct mask_lookup *s, const struct mask_lookup_in *in, uint32_t c)
{
    const uint32_t slot = c / s->cfg.hot;
    if (!has(in->ready, c)) return false;
    if (!in->primary_valid) return true;
    if (s->cfg.sets > 1 && slot % s->cfg.sets != in->set) return false;
    return has(in->group, c) != in->primary_group || (in->mask[c] & in->primary_mask) == 0;
}

/* Does candidate a go before b, if both may be the answer? */
static bool goes_before(const struct mask_lookup *s, const struct mask_lookup_in *in, uint32_t a,
                        uint32_t b)
{
    if (in->primary_valid && in->lanes[a] != in->lanes[b]) return in->lanes[a] > in->lanes[b];
    return rank(s, a) < rank(s, b);
}

void mask_lookup_eval(const struct mask_lookup *s, const struct mask_lookup_in *in,
                      struct mask_lookup_out *out)
{
    uint32_t best = 0;
    memset(out, 0, sizeof *out);
    for (uint64_t left = in->ready & ones(entries(s)); left != 0; left &= left - 1) {
        const uint32_t c = lowest(left);
        if (!fits(s, in, c)) continue;
        if (!out->found || goes_before(s, in, c, best)) best = c;
        out->found = true;
    }
    out->slot = best / s->cfg.hot;
    out->hot = best % s->cfg.hot;
}

/* --- tick ---------------------------------------------------------------- */

void mask_lookup_tick(struct mask_lookup *s, const struct mask_lookup_in *in,
                      const struct mask_lookup_out *out)
{
    (void)out;
    if (in->step_en) s->order = s->order >> 1 ^ ((s->order & 1) != 0 ? FEEDBACK : 0);
}

/* --- check and promise --------------------------------------------------- */

const char *mask_lookup_check(const struct mask_lookup *s)
{
    if (s->order == 0) return "never_zero";
    return s->order > ones(ORDER_BITS) ? "order_range" : NULL;
}

const char *mask_lookup_promise(const struct mask_lookup *s, const struct mask_lookup_in *in)
{
    const struct mask_lookup_cfg *cfg = &s->cfg;
    uint64_t masks = in->primary_mask, counts = 0;
    for (uint32_t c = 0; c < entries(s); c++) {
        masks |= in->mask[c];
        counts |= in->lanes[c];
    }
    if (((in->ready | in->group) & ~ones(entries(s))) != 0)
        return "ready_i or group_i has more bits than Entries";
    if ((masks & ~ones(cfg->lanes)) != 0) return "a mask has more bits than Lanes";
    if ((counts & ~ones(clog2(cfg->lanes + 1))) != 0)
        return "a number of lanes has more bits than CountWidth";
    if (exceeds(&in->set, 1, cfg->sets > 1 ? clog2(cfg->sets) : 1))
        return "set_i has more bits than SetWidth";
    return NULL;
}
