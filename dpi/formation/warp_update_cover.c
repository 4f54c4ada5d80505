/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/warp_update_cover.h"

enum { GROUPS = WARP_UPDATE_GROUPS };

/* How many next PCs have the lanes of mask, counted up to 3? */
static unsigned next_pcs(const inputs *in, uint64_t mask, uint32_t lanes)
{
    unsigned found = 0;
    while (mask != 0 && found < 3) {
        const uint32_t pc = in->ret_pc[__builtin_ctzll(mask)];
        for (uint32_t l = 0; l < lanes; l++) {
            if (in->ret_pc[l] == pc) mask &= ~(UINT64_C(1) << l);
        }
        found++;
    }
    return found;
}

static void cover_load(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t rest = in->ret_mask & ~s->sent;
    const unsigned groups = next_pcs(in, rest, s->cfg.lanes);
    if (in->ret_mask == 0) bin[BIN_NO_THREAD]++;
    if (rest == ~UINT64_C(0) >> (64 - s->cfg.lanes)) bin[BIN_FULL_WARP]++;
    if (s->sent != 0) bin[groups > 2 ? BIN_MANY_PARTS : BIN_LAST_PART]++;
    else if (groups == 1) bin[BIN_ONE_GROUP]++;
    else if (groups == 2) bin[BIN_TWO_GROUPS]++;
    else if (groups > 2) bin[BIN_MORE_GROUPS]++;
    if (s->valid[0] && s->valid[1] && groups > 1) bin[BIN_BACK_TO_BACK]++;
    if (s->valid[0] != s->valid[1] && groups > 0) bin[BIN_LONE_LEAVES]++;
}

void warp_update_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    if (!in->ret_valid) return;
    const bool stays[GROUPS] = {s->valid[0] && !in->grp_ready[0], s->valid[1] && !in->grp_ready[1]};
    if (!stays[0] && !stays[1]) {
        cover_load(s, in, bin);
        return;
    }
    if (s->sent != 0) bin[BIN_SENT_REFUSED]++;
    const bool leaves = (s->valid[0] && !stays[0]) || (s->valid[1] && !stays[1]);
    bin[leaves ? BIN_HALF_LEFT : BIN_REFUSED]++;
}
