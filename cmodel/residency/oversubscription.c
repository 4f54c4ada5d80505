/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/oversubscription.h"

#include <stddef.h>
#include <string.h>

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct oversubscription_cfg *cfg)
{
    if (cfg->resources < 1 || cfg->resources > OVERSUBSCRIPTION_MAX_RESOURCES)
        return "Resources must be 1 to 8";
    if (cfg->thresh_width < 1 || cfg->thresh_width > OVERSUBSCRIPTION_MAX_THRESH_WIDTH)
        return "ThreshWidth must be 1 to 16";
    if (cfg->epoch_width < 2 || cfg->epoch_width > OVERSUBSCRIPTION_MAX_EPOCH_WIDTH)
        return "EpochWidth must be 2 to 24";
    return NULL;
}

const char *oversubscription_init(struct oversubscription *s,
                                  const struct oversubscription_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

/* All is 0: as started with each default 0. */
void oversubscription_reset(struct oversubscription *s)
{
    struct oversubscription_cfg cfg = s->cfg;
    memset(s, 0, sizeof *s);
    s->cfg = cfg;
}

/* --- eval ---------------------------------------------------------------- */

void oversubscription_eval(const struct oversubscription *s, const struct oversubscription_in *in,
                           struct oversubscription_out *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->thresh, s->thresh, s->cfg.resources * sizeof s->thresh[0]);
    /* Not "equal": a lowered register ends the epoch at once. */
    out->epoch = s->place + 1 >= in->epoch;
}

/* --- tick ---------------------------------------------------------------- */

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void start(struct oversubscription *s, const struct oversubscription_in *in)
{
    oversubscription_reset(s);
    for (uint32_t r = 0; r < s->cfg.resources; r++) {
        s->thresh[r] = least(in->default_thresh[r], in->max[r]);
        s->bound[r] = in->max[r];
    }
}

/* Algorithm 1, lines 5 to 10: one decision, each resource by its own step. */
static void decide(struct oversubscription *s, const struct oversubscription_in *in)
{
    int32_t idle_delta = (int32_t)s->idle - (int32_t)s->idle_prev;
    int32_t mem_delta = (int32_t)s->mem - (int32_t)s->mem_prev;
    bool up = idle_delta - mem_delta > (int32_t)in->delta;
    bool down = mem_delta - idle_delta > (int32_t)in->delta;
    for (uint32_t r = 0; r < s->cfg.resources; r++) {
        if (up) s->thresh[r] = least(s->thresh[r] + in->step[r], in->max[r]);
        if (down) s->thresh[r] -= least(s->thresh[r], in->step[r]);
    }
}

/* This epoch is the one before, and the next begins with 0. */
static void begin_epoch(struct oversubscription *s)
{
    s->idle_prev = s->idle;
    s->mem_prev = s->mem;
    s->idle = 0;
    s->mem = 0;
    s->place = 0;
}

static void raise_bounds(struct oversubscription *s, const struct oversubscription_in *in)
{
    for (uint32_t r = 0; r < s->cfg.resources; r++) {
        if (s->bound[r] < in->max[r]) s->bound[r] = in->max[r];
    }
}

/* Start goes before all; the last cycle of an epoch counts before it is the last. */
void oversubscription_tick(struct oversubscription *s, const struct oversubscription_in *in,
                           const struct oversubscription_out *out)
{
    if (in->start) {
        start(s, in);
        return;
    }
    raise_bounds(s, in);
    s->idle += in->idle;
    s->mem += in->mem;
    s->place++;
    if (!out->epoch) return;
    decide(s, in);
    begin_epoch(s);
}

/* --- check and promise --------------------------------------------------- */

/* bounds, for a max_i that changes too: never above the greatest there was. */
const char *oversubscription_check(const struct oversubscription *s)
{
    for (uint32_t r = 0; r < s->cfg.resources; r++) {
        if (s->thresh[r] > s->bound[r]) return "bounds";
    }
    if (s->idle > s->place || s->mem > s->place) return "counts";
    return s->place >> s->cfg.epoch_width == 0 ? NULL : "place_range";
}

const char *oversubscription_promise(const struct oversubscription *s,
                                     const struct oversubscription_in *in)
{
    (void)s;
    return in->epoch == 0 ? "the epoch is not at least 1" : NULL;
}
