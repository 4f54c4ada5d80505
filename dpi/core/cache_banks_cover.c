/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cache_banks_cover.h"

/* The bank that was offered to memory in the last cycle, and not accepted; or `banks`. */
static uint32_t waited;

static uint32_t banks_with_request(const struct cache_banks *s)
{
    uint32_t mask = 0;
    for (uint32_t b = 0; b < s->cfg.banks; b++) mask |= (uint32_t)s->bank[b].mem_valid << b;
    return mask;
}

static void cover_requests(const struct cache_banks *s, const inputs *in, const outputs *out,
                           uint64_t *bin)
{
    uint32_t taken = 0, refused = 0, answers = 0, back = 0;
    for (uint32_t b = 0; b < s->cfg.banks; b++) {
        taken += in->req_valid[b] && out->req_ready[b];
        refused += in->req_valid[b] && !out->req_ready[b];
        answers += out->rsp_valid[b];
        back += out->back[b];
    }
    if (taken > 1) bin[BIN_TOGETHER]++;
    if (taken > 0 && refused > 0) bin[BIN_APART]++;
    if (taken == s->cfg.banks) bin[BIN_ALL]++;
    if (answers > 1) bin[BIN_ANSWERS]++;
    if (back > 1 && in->flush) bin[BIN_FLUSH_TWO]++;
    if (in->clear) bin[BIN_CLEAR]++;
}

static void cover_offers(const struct cache_banks *s, const inputs *in, const outputs *out,
                         uint64_t *bin)
{
    const uint32_t mask = banks_with_request(s);
    const uint32_t before = waited;
    waited = s->cfg.banks;
    if (mask == 0) return;
    if (several(mask)) bin[BIN_TWO_TO_MEMORY]++;
    if ((mask & ((UINT32_C(1) << out->offers) - 1)) != 0) bin[BIN_IN_TURN]++;
    if (out->offers < s->turn) bin[BIN_AROUND]++;
    if (before == out->offers && several(mask)) bin[BIN_STAYS]++;
    if (in->mem_ready) return;
    bin[BIN_WAITS]++;
    waited = out->offers;
}

static void cover_fills(const struct cache_banks *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const uint32_t to = in->fill_id % s->cfg.banks;
    if (!in->fill_valid) return;
    if (out->fill_ready && in->fill_id == s->cfg.mshrs - 1) bin[BIN_HIGHEST]++;
    if (out->fill_ready) return;
    bin[s->bank[to].fill_valid ? BIN_FILL_OWN : BIN_FILL_WAITS]++;
}

void cache_banks_cover(const struct cache_banks *s, const inputs *in, const outputs *out,
                       uint64_t *bin)
{
    cover_requests(s, in, out, bin);
    cover_offers(s, in, out, bin);
    cover_fills(s, in, out, bin);
}
