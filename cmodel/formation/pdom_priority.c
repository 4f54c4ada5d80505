/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/pdom_priority.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/lane_slots.h"

/* --- init ---------------------------------------------------------------- */

static const char *cfg_error(const struct pdom_priority_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > PDOM_PRIORITY_MAX_LANES) return "Lanes must be 1 to 64";
    if (lane_slots_error(cfg->lanes, cfg->lane_slots) != NULL)
        return lane_slots_error(cfg->lanes, cfg->lane_slots);
    if (cfg->tid_width < clog2(cfg->lanes) + 1 || cfg->tid_width > 16)
        return "TidWidth must be clog2(Lanes)+1 to 16";
    if (cfg->prio_width < 1 || cfg->prio_width > 16) return "PrioWidth must be 1 to 16";
    return NULL;
}

const char *pdom_priority_init(struct pdom_priority *s, const struct pdom_priority_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    s->rows = UINT32_C(1) << (cfg->tid_width - clog2(cfg->lanes));
    return NULL;
}

/* --- the parts of a cycle ------------------------------------------------ */

static uint32_t highest(const struct pdom_priority *s)
{
    return (UINT32_C(1) << s->cfg.prio_width) - 1;
}

/* Where the count of the thread at place p is: the home lane is the place's, the rest is in the id.
 * Its row is the id without the low lane_bits; of these the upper ones tell the threads of a row in
 * one lane apart, of which there are none with one place a lane. */
static uint32_t place(const struct pdom_priority *s, uint32_t tid, uint32_t p, uint32_t lane_bits)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    const uint32_t row = (tid >> lane_bits) & (s->rows - 1);
    const uint32_t of_row = s->cfg.lane_slots == 1 ? 0 : tid % s->cfg.lanes / homes;
    return (row * s->cfg.lane_slots + of_row) * homes + p % homes;
}

/* 0 for a new thread; else the count in memory, plus one past a post-dominator, at most the
 * highest. */
static uint32_t new_count(const struct pdom_priority *s, const struct pdom_priority_in *in,
                          uint32_t g, uint32_t l, uint32_t at)
{
    uint32_t passed = (uint32_t)(in->grp_pdom[g] >> l & 1);
    if ((in->grp_first[g] >> l & 1) != 0) return 0;
    return s->count[at] < highest(s) ? s->count[at] + passed : s->count[at];
}

/* --- eval ---------------------------------------------------------------- */

/* The lowest new count of the group's threads, whether they leave in this cycle or not. */
void pdom_priority_eval(const struct pdom_priority *s, const struct pdom_priority_in *in,
                        struct pdom_priority_out *out)
{
    const uint32_t lane_bits = clog2(s->cfg.lanes);
    for (uint32_t g = 0; g < PDOM_PRIORITY_GROUPS; g++) {
        uint32_t lowest = highest(s);
        for (uint32_t l = 0; l < s->cfg.lanes && in->grp_req[g] >> l != 0; l++) {
            if ((in->grp_req[g] >> l & 1) == 0) continue;
            uint32_t count = new_count(s, in, g, l, place(s, in->grp_tid[g][l], l, lane_bits));
            if (count < lowest) lowest = count;
        }
        out->grp_prio[g] = lowest;
    }
}

/* --- tick ---------------------------------------------------------------- */

/* The new counts of a group that leaves are kept. */
void pdom_priority_tick(struct pdom_priority *s, const struct pdom_priority_in *in,
                        const struct pdom_priority_out *out)
{
    (void)out;
    const uint32_t lane_bits = clog2(s->cfg.lanes);
    for (uint32_t g = 0; g < PDOM_PRIORITY_GROUPS; g++) {
        if (!in->grp_en[g]) continue;
        for (uint32_t l = 0; l < s->cfg.lanes && in->grp_req[g] >> l != 0; l++) {
            if ((in->grp_req[g] >> l & 1) == 0) continue;
            uint32_t at = place(s, in->grp_tid[g][l], l, lane_bits);
            s->count[at] = new_count(s, in, g, l, at);
            s->written[at] = true;
        }
    }
}

/* --- check and promise --------------------------------------------------- */

/* The page's invariants need the inputs, or a ghost; the state alone shows that no count has more
 * bits than there are, and none is there before its thread. */
const char *pdom_priority_check(const struct pdom_priority *s)
{
    for (uint32_t at = 0; at < s->rows * s->cfg.lanes; at++) {
        if (s->count[at] > (s->written[at] ? highest(s) : 0)) return "count_kept";
    }
    return NULL;
}

static bool wider(uint64_t value, uint32_t bits) { return bits < 64 && value >> bits != 0; }

static const char *thread_promise(const struct pdom_priority *s, const struct pdom_priority_in *in,
                                  uint32_t g, uint32_t l)
{
    uint32_t tid = in->grp_tid[g][l];
    if (wider(tid, s->cfg.tid_width)) return "a thread's id is wider than TidWidth";
    bool first = (in->grp_first[g] >> l & 1) != 0;
    if (!first && !s->written[place(s, tid, l, clog2(s->cfg.lanes))])
        return "a thread comes back that never was first";
    return NULL;
}

/* With one place a lane each thread has a place of its own. */
static bool repeats_thread(const struct pdom_priority *s, const struct pdom_priority_in *in)
{
    uint8_t seen[PDOM_PRIORITY_MAX_ROWS / 8] = {0};
    for (uint32_t g = 0; s->cfg.lane_slots > 1 && g < PDOM_PRIORITY_GROUPS; g++) {
        for (uint64_t left = in->grp_req[g]; left != 0; left &= left - 1) {
            const uint32_t tid = in->grp_tid[g][lowest(left)];
            const uint8_t mark = (uint8_t)(1u << tid % 8);
            if ((seen[tid / 8] & mark) != 0) return true;
            seen[tid / 8] |= mark;
        }
    }
    return false;
}

const char *pdom_priority_promise(const struct pdom_priority *s, const struct pdom_priority_in *in)
{
    if ((in->grp_req[0] & in->grp_req[1]) != 0) return "the two groups share a lane";
    for (uint32_t g = 0; g < PDOM_PRIORITY_GROUPS; g++) {
        if (wider(in->grp_req[g], s->cfg.lanes))
            return "a group's REQ names a lane at or above Lanes";
        for (uint32_t l = 0; l < s->cfg.lanes; l++) {
            if ((in->grp_req[g] >> l & 1) == 0) continue;
            const char *broken = thread_promise(s, in, g, l);
            if (broken != NULL) return broken;
        }
    }
    return repeats_thread(s, in) ? "a thread is twice in the groups" : NULL;
}
