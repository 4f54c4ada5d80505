/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of post-dominator priority: what becomes of the counts. */
#include "formation/pdom_priority_cover.h"
#include "formation/pdom_priority_view.h"

enum { GROUPS = PDOM_PRIORITY_GROUPS };

static uint32_t place(const state *s, uint32_t tid, uint32_t p)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    return address_of(s, tid) * homes + p % homes;
}

/* Two threads of the group are in one home lane. */
static bool one_home(const state *s, uint64_t req)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    uint64_t seen = 0;
    for (uint32_t p = 0; p < s->cfg.lanes; p++) {
        if (!has(req, p)) continue;
        if (has(seen, p % homes)) return true;
        seen |= bit(p % homes);
    }
    return false;
}

/* One thread; returns its new count. */
static uint32_t cover_thread(const state *s, const inputs *in, unsigned g, uint32_t l,
                             uint64_t *bin)
{
    const uint32_t highest = (UINT32_C(1) << s->cfg.prio_width) - 1;
    const uint32_t count = s->count[place(s, in->grp_tid[g][l], l)];
    const bool passed = has(in->grp_pdom[g], l);
    if (has(in->grp_first[g], l)) {
        bin[passed ? BIN_FIRST_PASSED : BIN_FIRST]++;
        return 0;
    }
    if (count == highest) {
        bin[passed ? BIN_HIGHEST_PASSED : BIN_HIGHEST]++;
        return count;
    }
    bin[passed ? BIN_PASSED : BIN_KEPT]++;
    return passed ? count + 1 : count;
}

static void cover_group(const state *s, const inputs *in, const outputs *out, unsigned g,
                        uint64_t *bin)
{
    const uint64_t req = in->grp_req[g];
    if (req == 0) {
        bin[BIN_NO_THREAD]++;
        return;
    }
    if (req == ones(s->cfg.lanes)) bin[BIN_ALL_LANES]++;
    if (!in->grp_en[g]) bin[BIN_LOOKED_AT]++;
    if (one_home(s, req)) bin[BIN_ONE_HOME]++;
    uint32_t at_lowest = 0;
    uint64_t others = req;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if (!has(req, l)) continue;
        at_lowest += cover_thread(s, in, g, l, bin) == out->grp_prio[g];
        others &= others - 1;
        if (others == 0) break;
        const uint32_t next = lowest(others);
        if (in->grp_tid[g][l] >> clog2(s->cfg.lanes) ==
            in->grp_tid[g][next] >> clog2(s->cfg.lanes)) {
            bin[BIN_SAME_ROW]++;
        }
    }
    if (several(req)) bin[at_lowest == 1 ? BIN_LOWEST_ALONE : BIN_TIE]++;
}

void pdom_priority_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (unsigned g = 0; g < GROUPS; g++) cover_group(s, in, out, g, bin);
    const uint64_t lanes = ones(s->cfg.lanes);
    if ((in->grp_req[0] | in->grp_req[1]) != lanes) bin[BIN_LANE_RESTS]++;
    if (in->grp_req[0] == 0 || in->grp_req[1] == 0) return;
    if (in->grp_en[0] && in->grp_en[1]) bin[BIN_BOTH_KEPT]++;
    if (in->grp_en[0] != in->grp_en[1]) bin[BIN_ONE_KEPT]++;
}
