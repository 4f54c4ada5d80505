/* SPDX-License-Identifier: Apache-2.0 */
#include "core/l1_cache_cover.h"

static bool keeps(const struct l1_cache *s) { return s->cfg.write_back == L1_CACHE_KEEPS; }

/* A store that is answered before memory has it. */
static bool is_posted(const struct l1_cache *s, const inputs *in)
{
    return s->cfg.write_back == L1_CACHE_POSTS && in->req_kind == L1_CACHE_STORE;
}

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
    const bool hit = out->act == L1_CACHE_ANSWERS;
    const bool out_full = s->mem_valid && !in->mem_ready;
    if (out->act == L1_CACHE_BACKS || out->act == L1_CACHE_PUTS) return;
    switch (out->blocked) {
    case L1_CACHE_NO_MSHR: bin[out_full ? BIN_NO_MSHR_NOR_REGISTER : BIN_NO_MSHR]++; break;
    case L1_CACHE_NO_PLACE: bin[BIN_NO_PLACE]++; break;
    case L1_CACHE_NO_REGISTER:
        if (is_posted(s, in) && !out_full)
            bin[s->fill_valid ? BIN_POSTED_HAND_OUT : BIN_POSTED_NO_ROOM]++;
        else if (!hit) bin[BIN_NO_WAY_OUT]++;
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
        if (keeps(s) && !has(s->whole[out->set], out->way)) bin[BIN_HIT_PART]++;
        if (full) bin[BIN_FULL_HIT]++;
        if (s->rsp_valid) bin[BIN_STREAM_ANSWERS]++;
    } else if (out->outcome == L1_CACHE_MERGED) {
        bin[BIN_MERGED]++;
        if (full) bin[BIN_FULL_MERGED]++;
        if (s->mem_valid && s->mem_id == mshr) bin[BIN_MERGED_WAITING]++;
        if (s->count[mshr] + 1 == s->cfg.merges) bin[BIN_PLACES_FULL]++;
    } else {
        bin[BIN_MISS]++;
        if (keeps(s) && out->place == s->cfg.ways) bin[BIN_NO_PLACE_SENT]++;
        if (is_under_way(s, in->req_line, true)) bin[BIN_BEHIND_CLOSED]++;
        if (is_under_way(s, in->req_line, false)) bin[BIN_BEHIND_WRITE]++;
    }
}

/* A store into the cache. */
static void cover_put(const struct l1_cache *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool cached = out->way != s->cfg.ways, open = out->mshr != s->cfg.mshrs;
    uint32_t any = 0, missing = 0;
    for (uint32_t i = 0; i < (s->cfg.line_bytes + 31) / 32; i++) {
        const uint32_t at = (out->set * s->cfg.ways + out->place) * ((s->cfg.line_bytes + 31) / 32);
        const uint32_t all = (uint32_t)ones(s->cfg.line_bytes < 32 ? s->cfg.line_bytes : 32);
        any |= in->req_be[i];
        missing |= all & ~(in->req_be[i] | (cached ? s->bytes[at + i] : 0));
    }
    if (cached) bin[BIN_PUT]++;
    else if (open && has(s->lands, out->mshr)) bin[BIN_PUT_AWAITED]++;
    else bin[open ? BIN_PUT_CLOSES : BIN_PUT_NEW]++;
    if (!cached && any == 0) bin[BIN_PUT_NOTHING]++;
    if (missing == 0 && !(cached && has(s->whole[out->set], out->place))) bin[BIN_PUT_WHOLE]++;
}

static void cover_write(const struct l1_cache *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const bool store = out->outcome == L1_CACHE_STORED;
    if (out->act == L1_CACHE_PUTS) {
        cover_put(s, in, out, bin);
        return;
    }
    if (store && keeps(s)) bin[BIN_PUT_THROUGH]++;
    if (is_posted(s, in)) bin[BIN_POSTED]++;
    if (out->mshr != s->cfg.mshrs && has(s->lands, out->mshr)) bin[BIN_ATOMIC_EMPTIES]++;
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

/* A line is written back, or is to be; or a store that would stay waits. */
static void cover_back(const struct l1_cache *s, const inputs *in, const outputs *out,
                       uint64_t *bin)
{
    if (in->flush && out->back) bin[BIN_BACK_FLUSHED]++;
    if (in->flush && out->clean) bin[BIN_FLUSHED]++;
    if (out->back && in->fill_valid && out->fill_ready && has(s->lands, in->fill_id))
        bin[BIN_BACK_WITH_FILL]++;
    if (!in->req_valid) return;
    if (out->act == L1_CACHE_PUTS && !out->req_ready) {
        if (s->rsp_valid && !in->rsp_ready) bin[BIN_PUT_NO_ROOM]++;
        else bin[s->fill_valid ? BIN_PUT_HAND_OUT : BIN_PUT_FILL]++;
    }
    if (out->act != L1_CACHE_BACKS) return;
    if (!out->back)
        bin[out->blocked == L1_CACHE_NO_MSHR ? BIN_BACK_NO_MSHR : BIN_BACK_NO_WAY_OUT]++;
    else if (in->req_kind == L1_CACHE_ATOMIC) bin[BIN_BACK_FOR_ATOMIC]++;
    else if (in->req_kind == L1_CACHE_STORE) bin[BIN_BACK_FOR_STORE]++;
    else bin[out->way != s->cfg.ways ? BIN_BACK_PART : BIN_BACK_FOR_LOAD]++;
}

/* The fill's line goes into the cache: what was in its place? */
static void cover_place(const struct l1_cache *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const uint32_t set = (uint32_t)(s->line[in->fill_id] & (s->cfg.sets - 1));
    const uint32_t way = s->turn[set];
    if (keeps(s) || !has(s->valid[set], way)) return;
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
    if (s->count[id] == 0) {
        bin[keeps(s) ? BIN_BACK_ANSWERED : BIN_POSTED_ARRIVES]++;
        return;
    }
    if (keeps(s) && has(s->open & ~s->lands, id)) bin[BIN_NO_PLACE_FILL]++;
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
    if (keeps(s)) cover_back(s, in, out, bin);
    if (in->req_valid && in->req_kind == L1_CACHE_LOAD) cover_lookalikes(s, in, bin);
    if (in->clear) cover_clear(s, bin);
}
