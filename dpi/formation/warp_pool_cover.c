/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/warp_pool_cover.h"
#include "formation/warp_pool_view.h"

enum { GROUPS = WARP_POOL_GROUPS, LINKS = WARP_POOL_LINKS };

/* Banks that a group writes; a mask is 0 while its enable is. */
static uint64_t written(const inputs *in, unsigned g)
{
    return in->join_mask[g] | in->open_mask[g];
}

static void cover_writes(const inputs *in, uint64_t *bin)
{
    for (unsigned g = 0; g < GROUPS; g++) {
        if (in->join_en[g]) bin[in->open_en[g] ? BIN_JOIN_AND_OPEN : BIN_JOIN]++;
        else if (in->open_en[g]) bin[BIN_OPEN]++;
        if (in->shut_en[g]) bin[BIN_SHUT]++;
        if (in->open_en[g] && is_shut(in, in->open_idx[g])) bin[BIN_OPEN_SHUT]++;
        if (in->open_en[g] && in->join_en[1 - g] && in->join_idx[1 - g] == in->open_idx[g]) {
            bin[BIN_JOIN_OPENED]++;
        }
    }
    if (in->open_en[0] && in->open_en[1]) bin[BIN_OPEN_BOTH]++;
    if (in->join_en[0] && in->join_en[1] && in->join_idx[0] == in->join_idx[1]) {
        bin[BIN_ONE_WARP]++;
    }
    if ((written(in, 0) & written(in, 1)) != 0) bin[BIN_ONE_BANK]++;
    if (in->shut_en[0] && in->shut_en[1]) bin[BIN_SHUT_BOTH]++;
    if (in->link_en[0] && in->link_en[1]) bin[BIN_LINK_BOTH]++;
}

void warp_pool_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    const uint32_t idx = in->issue_idx;
    (void)out;
    cover_writes(in, bin);
    const bool joined[GROUPS] = {lanes_written(in, 0, idx) != 0, lanes_written(in, 1, idx) != 0};
    if (is_shut(in, idx)) {
        bin[in->close_hit ? BIN_ISSUE_SHUT_HIT : BIN_ISSUE_SHUT]++;
        if (joined[0] || joined[1]) bin[BIN_ISSUE_SHUT_JOINED]++;
    } else if (in->close_hit) {
        bin[BIN_ISSUE_OPEN]++;
        if (joined[0] && joined[1]) bin[BIN_ISSUE_JOINED_BOTH]++;
        else if (joined[0] || joined[1]) bin[BIN_ISSUE_JOINED]++;
    } else if (s->mask_written[idx]) {
        bin[BIN_ISSUE_CLOSED]++;
    }
    if (s->next_written[idx]) bin[BIN_ISSUE_NEXT]++;
    for (unsigned k = 0; k < LINKS; k++) {
        if (in->link_en[k] && in->link_to[k] == idx) bin[BIN_ISSUE_LINKED_TO]++;
    }
}
