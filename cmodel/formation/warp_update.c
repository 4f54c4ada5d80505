/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/warp_update.h"

#include <stddef.h>
#include <string.h>

enum { HALF = 32 }; /* lanes looked at together */

/* Loops over a fixed number of lanes, with a table in place of a shift, become vector code: this is
 * where a model of the whole unit would spend most of its time. */
static const uint32_t lane_bit[HALF] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

/* The waiting warp, divided: the lanes of each group, and the lanes that have to wait. */
struct split {
    uint64_t group[WARP_UPDATE_GROUPS];
    uint64_t left;
};

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct warp_update_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > WARP_UPDATE_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->tid_width < 1 || cfg->tid_width > 16) return "TidWidth must be 1 to 16";
    if (cfg->pc_width < 1 || cfg->pc_width > 32) return "PcWidth must be 1 to 32";
    return NULL;
}

const char *warp_update_init(struct warp_update *s, const struct warp_update_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void warp_update_reset(struct warp_update *s)
{
    for (uint32_t g = 0; g < WARP_UPDATE_GROUPS; g++) s->valid[g] = false;
    s->sent = 0;
}

/* --- the parts of a cycle, all functions of state and inputs ------------- */

/* The bits of a word that are 1: sums of 2, of 4, of 8 neighbours, then of the eight bytes. */
static uint32_t count_ones(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
}

/* The number of the lowest lane; there is one. */
static uint32_t lowest_lane(uint64_t lanes) { return count_ones((lanes & (~lanes + 1)) - 1); }

/* Which of 32 lanes have this PC. */
static uint32_t half_with(const uint32_t *pc, uint32_t wanted)
{
    uint32_t same = 0;
    for (uint32_t l = 0; l < HALF; l++) same |= pc[l] == wanted ? lane_bit[l] : 0;
    return same;
}

/* The lanes in rest that have the PC of the lowest-numbered lane in rest. */
static uint64_t first_group(const uint32_t *pc, uint64_t rest)
{
    if (rest == 0) return 0;
    uint32_t wanted = pc[lowest_lane(rest)];
    uint64_t same = half_with(pc, wanted);
    if (rest >> HALF != 0) same |= (uint64_t)half_with(pc + HALF, wanted) << HALF;
    return same & rest;
}

static struct split divide(const struct warp_update *s, const struct warp_update_in *in)
{
    struct split d;
    d.left = in->ret_mask & ~s->sent;
    for (uint32_t g = 0; g < WARP_UPDATE_GROUPS; g++) {
        d.group[g] = first_group(in->ret_pc, d.left);
        d.left &= ~d.group[g];
    }
    return d;
}

/* True if both registers are empty, or will be after this cycle: they are loaded together. */
static bool can_load(const struct warp_update *s, const struct warp_update_in *in)
{
    return (!s->valid[0] || in->grp_ready[0]) && (!s->valid[1] || in->grp_ready[1]);
}

/* --- eval ---------------------------------------------------------------- */

/* The groups depend on state only. ret_ready does not depend on ret_valid: it answers for the lanes
 * and PCs at the inputs. TIDs are copied a whole register at a time, also of lanes outside REQ. */
void warp_update_eval(const struct warp_update *s, const struct warp_update_in *in,
                      struct warp_update_out *out)
{
    for (uint32_t g = 0; g < WARP_UPDATE_GROUPS; g++) {
        out->grp_valid[g] = s->valid[g];
        out->grp_pc[g] = s->valid[g] ? s->pc[g] : 0;
        out->grp_req[g] = s->valid[g] ? s->req[g] : 0;
        out->grp_nthd[g] = count_ones(out->grp_req[g]);
        if (s->valid[g])
            memcpy(out->grp_tid[g], s->tid[g], s->cfg.lanes * sizeof out->grp_tid[g][0]);
    }
    out->ret_ready = can_load(s, in) && divide(s, in).left == 0;
}

/* --- tick ---------------------------------------------------------------- */

static void load(struct warp_update *s, const struct warp_update_in *in)
{
    struct split d = divide(s, in);
    for (uint32_t g = 0; g < WARP_UPDATE_GROUPS; g++) {
        if (d.group[g] == 0) continue;
        s->valid[g] = true;
        s->pc[g] = in->ret_pc[lowest_lane(d.group[g])];
        s->req[g] = d.group[g];
        memcpy(s->tid[g], in->ret_tid, s->cfg.lanes * sizeof s->tid[g][0]);
    }
    s->sent = d.left == 0 ? 0 : s->sent | d.group[0] | d.group[1];
}

/* Groups leave, then two new ones may come: a register can do both in one cycle. */
void warp_update_tick(struct warp_update *s, const struct warp_update_in *in,
                      const struct warp_update_out *out)
{
    (void)out;
    bool loads = in->ret_valid && can_load(s, in);
    for (uint32_t g = 0; g < WARP_UPDATE_GROUPS; g++) {
        if (in->grp_ready[g]) s->valid[g] = false;
    }
    if (loads) load(s, in);
}

/* --- check and promise --------------------------------------------------- */

static bool wider(uint64_t value, uint32_t bits) { return bits < 64 && value >> bits != 0; }

/* A warp waits half sent only behind the groups last taken from it, and with lanes still to go. */
static bool sent_kept(const struct warp_update *s)
{
    uint64_t req = 0;
    if (s->sent == 0) return true;
    for (uint32_t g = 0; g < WARP_UPDATE_GROUPS; g++) req |= s->valid[g] ? s->req[g] : 0;
    bool all = s->sent == UINT64_MAX >> (64 - s->cfg.lanes);
    return req != 0 && (req & ~s->sent) == 0 && !all && !wider(s->sent, s->cfg.lanes);
}

const char *warp_update_check(const struct warp_update *s)
{
    for (uint32_t g = 0; g < WARP_UPDATE_GROUPS; g++) {
        if (s->valid[g] && s->req[g] == 0) return "req_positive";
    }
    if (s->valid[0] && s->valid[1]) {
        if ((s->req[0] & s->req[1]) != 0) return "groups_disjoint";
        if (s->pc[0] == s->pc[1]) return "pcs_differ";
    }
    return sent_kept(s) ? NULL : "sent_kept";
}

/* Of "offered again, unchanged" the state shows this much: lanes taken are still there, and some
 * that were not. */
const char *warp_update_promise(const struct warp_update *s, const struct warp_update_in *in)
{
    if (s->sent != 0 && !in->ret_valid) return "the warp that waits half sent is taken back";
    if (!in->ret_valid) return NULL;
    if (wider(in->ret_mask, s->cfg.lanes)) return "a warp's mask names a lane at or above Lanes";
    if ((s->sent & ~in->ret_mask) != 0 || (s->sent != 0 && s->sent == in->ret_mask))
        return "the warp that waits half sent has changed its lanes";
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if ((in->ret_mask >> l & 1) == 0) continue;
        if (wider(in->ret_pc[l], s->cfg.pc_width)) return "a thread's PC is wider than PcWidth";
        if (wider(in->ret_tid[l], s->cfg.tid_width)) return "a thread's id is wider than TidWidth";
    }
    return NULL;
}
