/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/time_scheduler_cover.h"

static void cover_open(const state *s, const inputs *in, unsigned opened, uint64_t *bin)
{
    const bool first = in->upd_valid[0] && in->upd_open[0];
    if (opened == 1) bin[first ? BIN_OPEN_ONE : BIN_OPEN_SECOND]++;
    if (opened == 2) bin[in->issue_en && s->count > 0 ? BIN_OPEN_TWO_ISSUE : BIN_OPEN_TWO]++;
    for (unsigned u = 0; u < TIME_SCHEDULER_UPDATES; u++) {
        if (in->upd_valid[u] && !in->upd_open[u]) bin[BIN_JOIN]++;
        if (!in->upd_valid[u] && in->upd_open[u]) bin[BIN_INVALID_OPEN]++;
    }
    if (in->upd_valid[0] && !first && opened == 1) bin[BIN_JOIN_AND_OPEN]++;
    if (opened > 0 && s->tail + opened == s->cfg.entries) bin[BIN_TAIL_WRAPS]++;
    if (s->tail + opened > s->cfg.entries) bin[BIN_TAIL_WRAPS_BETWEEN]++;
}

void time_scheduler_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    unsigned opened = 0;
    for (unsigned u = 0; u < TIME_SCHEDULER_UPDATES; u++) {
        opened += in->upd_valid[u] && in->upd_open[u];
    }
    cover_open(s, in, opened, bin);
    if (s->count == 0) {
        bin[BIN_EMPTY]++;
        if (in->issue_en) bin[opened > 0 ? BIN_EMPTY_OPEN : BIN_EMPTY_ISSUE]++;
        return;
    }
    if (s->count == s->cfg.entries) bin[in->issue_en ? BIN_FULL_ISSUE : BIN_FULL]++;
    if (!in->issue_en) return;
    if (s->count == 1) bin[opened > 0 ? BIN_LAST_ISSUED_OPEN : BIN_LAST_ISSUED]++;
    if (s->head == s->cfg.entries - 1) bin[BIN_HEAD_WRAPS]++;
}
