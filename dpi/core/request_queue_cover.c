/* SPDX-License-Identifier: Apache-2.0 */
#include "core/request_queue_cover.h"

static void cover_comes(const struct request_queue *s, bool leaves, uint64_t *bin)
{
    if (s->count == 0) bin[BIN_INTO_EMPTY]++;
    if (s->count + 1 == s->cfg.entries) bin[BIN_INTO_LAST]++;
    if (leaves) bin[BIN_BOTH]++;
    if (leaves && s->count == 1) bin[BIN_ONLY_LEAVES]++;
}

static void cover_leaves(const struct request_queue *s, const outputs *out, bool comes,
                         uint64_t *bin)
{
    if (out->mem_kind == L1_CACHE_LOAD) bin[BIN_LOAD]++;
    if (out->mem_kind == L1_CACHE_STORE) bin[BIN_STORE]++;
    if (out->mem_kind == L1_CACHE_ATOMIC) bin[BIN_ATOMIC]++;
    if (out->mem_id + 1 == s->cfg.mshrs) bin[BIN_HIGHEST]++;
    if (s->count == 1 && !comes) bin[BIN_EMPTIES]++;
}

void request_queue_cover(const struct request_queue *s, const inputs *in, const outputs *out,
                         uint64_t *bin)
{
    const bool comes = in->req_valid && out->req_ready;
    const bool leaves = out->mem_valid && in->mem_ready;
    if (comes) cover_comes(s, leaves, bin);
    if (leaves) cover_leaves(s, out, comes, bin);
    if (in->req_valid && !out->req_ready) bin[leaves ? BIN_FULL_LEAVES : BIN_FULL]++;
    if (out->mem_valid && !leaves) bin[BIN_WAITS]++;
    if (s->count > 1 && s->first + s->count > s->cfg.entries) bin[BIN_AROUND]++;
}
