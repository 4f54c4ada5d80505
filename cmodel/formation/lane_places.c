/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/lane_places.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/lane_slots.h"

/* --- init and reset ------------------------------------------------------ */

const char *lane_places_init(struct lane_places *s, const struct lane_places_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > LANE_PLACES_MAX_LANES) return "Lanes must be 1 to 64";
    if (lane_slots_error(cfg->lanes, cfg->lane_slots) != NULL)
        return lane_slots_error(cfg->lanes, cfg->lane_slots);
    if (cfg->tid_width < 1 || cfg->tid_width > 16) return "TidWidth must be 1 to 16";
    s->cfg = *cfg;
    return NULL;
}

void lane_places_reset(struct lane_places *s) { (void)s; }

/* --- eval and tick ------------------------------------------------------- */

/* Each lane's threads in the order of their places: the first goes to the place that the turn says,
 * each other one to the place after that of the one before. */
void lane_places_move(const struct lane_places_cfg *cfg, uint64_t req, const uint32_t *tid,
                      const uint32_t *turn, uint32_t *to)
{
    const uint32_t homes = cfg->lanes / cfg->lane_slots;
    memset(to, 0, cfg->lanes * sizeof *to);
    for (uint32_t l = 0; l < homes; l++) {
        uint32_t place = turn[l] % cfg->lane_slots;
        for (uint32_t p = l; p < cfg->lanes; p += homes) {
            if (!has(req, p)) continue;
            to[place * homes + l] = tid[p];
            place = (place + 1) % cfg->lane_slots;
        }
    }
}

void lane_places_eval(const struct lane_places *s, const struct lane_places_in *in,
                      struct lane_places_out *out)
{
    for (uint32_t g = 0; g < LANE_PLACES_GROUPS; g++)
        lane_places_move(&s->cfg, in->grp_req[g], in->grp_tid[g], in->turn[g], out->tid[g]);
}

void lane_places_tick(struct lane_places *s, const struct lane_places_in *in,
                      const struct lane_places_out *out)
{
    (void)s;
    (void)in;
    (void)out;
}

/* --- check and promise --------------------------------------------------- */

const char *lane_places_check(const struct lane_places *s)
{
    (void)s;
    return NULL;
}

const char *lane_places_promise(const struct lane_places *s, const struct lane_places_in *in)
{
    (void)s;
    (void)in;
    return NULL;
}
