/* SPDX-License-Identifier: Apache-2.0 */
#include "core/l1_cache_cover.h"

static bool one_bit(uint64_t x) { return x != 0 && (x & (x - 1)) == 0; }

/* Is an MSHR with this line in use, of this kind (or another than a load), and not open? */
static bool is_under_way(const struct l1_cache *s, uint64_t line, bool load)
{
    for (uint32_t m = 0; m < s->cfg.mshrs; m++) {
        if (!has(s->used & ~s->open, m) || s->line[m] != line) continue;
        if ((s->kind[m] == L1_CACHE_LOAD) == load) return true;
    }
    return false;
}

static void cover_waiting(const struct l1_cache *s, const inputs *in, const outputs *out,
                          uint64_t *bin)
{
    const bool hit = in->req_kind == L1_CACHE_LOAD && out->way != s->cfg.ways;
    const bool out_full = s->mem_valid && !in->mem_ready;
    switch (out->blocked) {
    case L1_CACHE_NO_MSHR: bin[out_full ? BIN_NO_MSHR_NOR_REGISTER : BIN_NO_MSHR]++; break;
    case L1_CACHE_NO_PLACE: bin[BIN_NO_PLACE]++; break;
    case L1_CACHE_NO_REGISTER:
        if (!hit) bin[BIN_NO_WAY_OUT]++;
        else if (s->rsp_valid && !in->rsp_ready) bin[BIN_HIT_NO_ROOM]++;
        else bin[BIN_HIT_WHILE_FILL]++;
        break;
    default: break;
    }
}

static void cover_load(const struct l1_cache *s, const inputs *in, const outputs *out,
                       uint64_t *bin)
{
    const bool full = s->used == ones(s->cfg.mshrs);
    const uint32_t mshr = out->mshr;
    if (out->outcome == L1_CACHE_HIT) {
        bin[BIN_HIT]++;
        if (full) bin[BIN_FULL_HIT]++;
        if (s->rsp_valid) bin[BIN_STREAM_ANSWERS]++;
    } else if (out->outcome == L1_CACHE_MERGED) {
        bin[BIN_MERGED]++;
        if (full) bin[BIN_FULL_MERGED]++;
        if (s->mem_valid && s->mem_id == mshr) bin[BIN_MERGED_WAITING]++;
        if (s->count[mshr] + 1 == s->cfg.merges) bin[BIN_PLACES_FULL]++;
    } else {
        bin[BIN_MISS]++;
        if (is_under_way(s, in->req_line, true)) bin[BIN_BEHIND_CLOSED]++;
        if (is_under_way(s, in->req_line, false)) bin[BIN_BEHIND_WRITE]++;
    }
}

static void cover_write(const struct l1_cache *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const bool store = out->outcome == L1_CACHE_STORED;
    bin[store ? BIN_STORE : BIN_ATOMIC]++;
    if (is_under_way(s, in->req_line, false)) bin[BIN_STORE_BEHIND_STORE]++;
    if (out->way != s->cfg.ways) bin[store ? BIN_STORE_TAKES_LINE : BIN_ATOMIC_TAKES_LINE]++;
    if (out->mshr == s->cfg.mshrs) return;
    bin[store ? BIN_STORE_CLOSES : BIN_ATOMIC_CLOSES]++;
    if (!in->fill_valid || !out->fill_ready || in->fill_id != out->mshr) return;
    bin[store ? BIN_FILL_STORE : BIN_FILL_ATOMIC]++;
}

static void cover_request(const struct l1_cache *s, const inputs *in, const outputs *out,
                          uint64_t *bin)
{
    if (!in->req_valid) return;
    cover_waiting(s, in, out, bin);
    if (out->outcome == L1_CACHE_NONE) return;
    if (in->req_kind == L1_CACHE_LOAD) cover_load(s, in, out, bin);
    else cover_write(s, in, out, bin);
    const bool sends = out->outcome != L1_CACHE_HIT && out->outcome != L1_CACHE_MERGED;
    if (sends && s->mem_valid) bin[BIN_STREAM_REQUESTS]++;
}

/* The fill's line goes into the cache: what was in its place? */
static void cover_place(const struct l1_cache *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const uint32_t set = (uint32_t)(s->line[in->fill_id] & (s->cfg.sets - 1));
    const uint32_t way = s->turn[set];
    if (!has(s->valid[set], way)) return;
    bin[BIN_REPLACED]++;
    if (s->valid[set] != (1u << s->cfg.ways) - 1) bin[BIN_FILLED_AND_EMPTY]++;
    if ((in->req_line & (s->cfg.sets - 1)) != set || out->way != way) return;
    if (out->outcome == L1_CACHE_HIT) bin[BIN_REPLACED_HIT]++;
    else if (out->outcome != L1_CACHE_NONE) bin[BIN_REPLACED_STORE]++;
}

static void cover_fill(const struct l1_cache *s, const inputs *in, const outputs *out,
                       uint64_t *bin)
{
    if (!in->fill_valid) return;
    if (!out->fill_ready) {
        bin[BIN_FILL_REFUSED]++;
        return;
    }
    const uint32_t id = in->fill_id;
    const bool wanted = in->req_valid && in->req_kind == L1_CACHE_LOAD && out->mshr == id;
    if ((s->sent & ((UINT64_C(1) << id) - 1)) != 0) bin[BIN_FILL_ORDER]++;
    if (s->count[id] == s->cfg.merges && s->cfg.merges > 1) bin[BIN_FILL_OF_RIDERS]++;
    if (s->kind[id] == L1_CACHE_STORE) bin[BIN_FILL_OF_STORE]++;
    if (s->kind[id] == L1_CACHE_ATOMIC) bin[BIN_FILL_OF_ATOMIC]++;
    if (s->kind[id] == L1_CACHE_LOAD && !has(s->open, id)) bin[BIN_FILL_CLOSED]++;
    if (wanted && out->outcome == L1_CACHE_MERGED) bin[BIN_FILL_MERGED]++;
    if (wanted && out->blocked == L1_CACHE_NO_PLACE) bin[BIN_FILL_NO_PLACE]++;
    const bool written = out->outcome >= L1_CACHE_STORED && out->mshr == id;
    if (has(s->open, id) && !written) cover_place(s, in, out, bin);
}

static void cover_answers(const struct l1_cache *s, const inputs *in, const outputs *out,
                          uint64_t *bin)
{
    const bool room = !s->rsp_valid || in->rsp_ready;
    if (!room) bin[BIN_ANSWER_WAITS]++;
    if (s->mem_valid && !in->mem_ready) bin[BIN_REQUEST_WAITS]++;
    if (s->used == 0 && s->rsp_valid) bin[BIN_ONLY_ANSWER]++;
    if (!s->fill_valid) return;
    if (!room) bin[BIN_HAND_OUT_WAITS]++;
    if (!room || s->fill_next + 1 != s->count[s->fill_id]) return;
    if (out->blocked == L1_CACHE_NO_MSHR) bin[BIN_LAST_AND_NO_MSHR]++;
    if (out->outcome == L1_CACHE_MISS || out->outcome >= L1_CACHE_STORED) bin[BIN_LAST_AND_TAKEN]++;
}

/* Lines that are nearly the one that is asked for. */
static void cover_lookalikes(const struct l1_cache *s, const inputs *in, uint64_t *bin)
{
    const uint32_t set = (uint32_t)(in->req_line & (s->cfg.sets - 1));
    const uint64_t top = UINT64_C(1) << (s->cfg.line_width - 1);
    bool tag_bit = false, tag_top = false, mshr_bit = false, mshr_top = false;
    for (uint32_t w = 0; w < s->cfg.ways; w++) {
        if (!has(s->valid[set], w)) continue;
        const uint64_t line = s->tag[set * s->cfg.ways + w] * s->cfg.sets + set;
        tag_bit = tag_bit || one_bit(line ^ in->req_line);
        tag_top = tag_top || (line ^ in->req_line) == top;
    }
    for (uint32_t m = 0; m < s->cfg.mshrs; m++) {
        if (!has(s->open, m)) continue;
        mshr_bit = mshr_bit || one_bit(s->line[m] ^ in->req_line);
        mshr_top = mshr_top || (s->line[m] ^ in->req_line) == top;
    }
    if (tag_bit) bin[BIN_TAG_ONE_BIT]++;
    if (tag_top) bin[BIN_TAG_TOP_BIT]++;
    if (mshr_bit) bin[BIN_MSHR_ONE_BIT]++;
    if (mshr_top) bin[BIN_MSHR_TOP_BIT]++;
    if (s->valid[set] == (1u << s->cfg.ways) - 1) bin[BIN_ALL_LINES]++;
}

static void cover_clear(const struct l1_cache *s, uint64_t *bin)
{
    uint32_t any = 0;
    for (uint32_t set = 0; set < s->cfg.sets; set++) any |= s->valid[set];
    if (any != 0) bin[BIN_CLEARED]++;
}

void l1_cache_cover(const struct l1_cache *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_request(s, in, out, bin);
    cover_fill(s, in, out, bin);
    cover_answers(s, in, out, bin);
    if (in->req_valid && in->req_kind == L1_CACHE_LOAD) cover_lookalikes(s, in, bin);
    if (in->clear) cover_clear(s, bin);
}
