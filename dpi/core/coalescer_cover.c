/* SPDX-License-Identifier: Apache-2.0 */
#include "core/coalescer_cover.h"

static uint64_t line_of(const state *s, uint32_t lane) { return s->addr[lane] / s->cfg.line_bytes; }

static uint64_t place_of(const state *s, uint32_t lane)
{
    return s->addr[lane] % s->cfg.line_bytes / 4;
}

static void cover_handshakes(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    bool valid = false, accepted = true, some = false;
    for (uint32_t b = 0; b < s->cfg.banks; b++) {
        valid = valid || out->req_valid[b];
        accepted = accepted && (!out->req_valid[b] || in->req_ready[b]);
        some = some || (out->req_valid[b] && in->req_ready[b]);
    }
    accepted = accepted && valid;
    if (valid && !accepted) bin[out->req_last ? BIN_STAYS_LAST : BIN_STAYS]++;
    if (some && !accepted) bin[BIN_BANKS_APART]++;
    if (!in->acc_valid) {
        if (accepted && out->req_last) bin[BIN_LAST_ALONE]++;
        return;
    }
    if (!out->acc_ready) {
        if (accepted) bin[BIN_REFUSED_MORE]++;
        else if (out->req_last) bin[BIN_REFUSED_NOT_READY]++;
        return;
    }
    if (valid) bin[in->acc_mask == 0 ? BIN_LAST_AND_EMPTY : BIN_LAST_AND_NEXT]++;
    else bin[in->acc_mask == 0 ? BIN_TAKEN_EMPTY : BIN_TAKEN]++;
}

/* How many lanes served write byte b of the word at this place. */
static unsigned writers(const state *s, uint64_t lanes, uint64_t place, uint32_t b)
{
    unsigned n = 0;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++)
        n += has(lanes, lane) && place_of(s, lane) == place && has(s->be[lane], b);
    return n;
}

/* Is there a lower lane among these with the same place? */
static bool has_twin(const state *s, uint64_t lanes, uint32_t lane)
{
    for (uint32_t k = 0; k < lane; k++) {
        if (has(lanes, k) && place_of(s, k) == place_of(s, lane)) return true;
    }
    return false;
}

static void cover_store(const state *s, const outputs *out, uint32_t b, uint64_t *bin)
{
    uint32_t enabled = 0;
    unsigned most = 0;
    bool shared = false;
    for (uint32_t i = 0; i < s->cfg.line_bytes; i++) {
        enabled += out->req_be[b][i];
        const unsigned n = writers(s, out->req_lanes[b], i / 4, i % 4);
        most = n > most ? n : most;
    }
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++)
        shared = shared || (has(out->req_lanes[b], lane) && has_twin(s, out->req_lanes[b], lane));
    if (enabled == s->cfg.line_bytes) bin[BIN_STORE_WHOLE]++;
    if (enabled == 0) bin[BIN_STORE_NOTHING]++;
    if (most > 1) bin[most > 2 ? BIN_STORE_THREE : BIN_STORE_SAME_BYTE]++;
    if (most == 1 && shared) bin[BIN_STORE_SHARED_WORD]++;
}

/* Lines of lanes that were served are those that were asked for. */
static void cover_atomic(const state *s, const outputs *out, uint32_t b, uint64_t *bin)
{
    const uint64_t waits = s->left & ~out->req_lanes[b];
    bool here = false, elsewhere = false, again = false, other = false;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++) {
        const bool same = line_of(s, lane) == out->req_line[b];
        if (has(waits, lane)) here = here || same;
        if (has(waits, lane)) elsewhere = elsewhere || !same;
        if (has(s->served, lane)) again = again || same;
        if (has(s->served, lane)) other = other || !same;
        if (has(waits, lane) && !same && has_twin(s, out->req_lanes[b], lane))
            bin[BIN_ATOMIC_OTHER_LINE]++;
    }
    if (waits == 0 && several(out->req_lanes[b])) bin[BIN_ATOMIC_WORDS]++;
    if (here) bin[BIN_ATOMIC_WAITS]++;
    if (here && !elsewhere && !several(out->req_lanes[b])) bin[BIN_ATOMIC_ONE_WORD]++;
    if (again) bin[other ? BIN_ATOMIC_RETURNS : BIN_ATOMIC_AGAIN]++;
}

static void cover_lines(const state *s, const outputs *out, uint32_t b, uint64_t *bin)
{
    const uint64_t left = s->left & ~out->req_lanes[b];
    const uint64_t top = (UINT64_C(1) << (s->cfg.addr_width - 1)) / s->cfg.line_bytes;
    bool descends = false, one_bit = false, top_bit = false, between = false, low_bits = false;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++) {
        if (has(out->req_lanes[b], lane)) low_bits = low_bits || s->addr[lane] % 4 != 0;
        if (!has(left, lane)) continue;
        const uint64_t differs = line_of(s, lane) ^ out->req_line[b];
        descends = descends || line_of(s, lane) < out->req_line[b];
        one_bit = one_bit || (differs != 0 && !several(differs));
        top_bit = top_bit || differs == top;
        between = between || (out->req_lanes[b] >> lane) != 0;
    }
    if (descends) bin[BIN_LINE_DESCENDS]++;
    if (one_bit) bin[BIN_ONE_BIT]++;
    if (top_bit) bin[BIN_TOP_BIT]++;
    if (between) bin[BIN_BETWEEN]++;
    if (low_bits) bin[BIN_LOW_BITS]++;
    if (!has(s->left, 0)) bin[BIN_LEADER_HIGHER]++;
}

static void cover_lanes(const state *s, const outputs *out, uint32_t b, uint64_t *bin)
{
    const uint64_t all = ones(s->cfg.lanes);
    if (!several(s->mask)) bin[BIN_ONE_LANE]++;
    if (has(out->req_lanes[b], s->cfg.lanes - 1)) bin[BIN_TOP_LANE]++;
    if (out->req_lanes[b] == all && s->cfg.lanes > 1) bin[BIN_ALL_LANES]++;
    if (out->req_last && s->mask == all && s->requests + 1 == s->cfg.lanes && s->cfg.lanes > 1)
        bin[BIN_LANE_A_REQUEST]++;
}

static void cover_load(const state *s, const outputs *out, uint32_t b, uint64_t *bin)
{
    bool twice = false;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++)
        twice = twice || (has(out->req_lanes[b], lane) && has_twin(s, out->req_lanes[b], lane));
    if (twice) bin[BIN_LOAD_WORD_TWICE]++;
}

/* What the bank's request shows. */
static void cover_request(const state *s, const outputs *out, uint32_t b, uint64_t *bin)
{
    const uint64_t lanes = out->req_lanes[b];
    const bool whole = several(s->mask) && lanes == s->mask;
    const bool store = s->kind == COALESCER_STORE;
    cover_lines(s, out, b, bin);
    cover_lanes(s, out, b, bin);
    if (s->kind == COALESCER_ATOMIC) {
        cover_atomic(s, out, b, bin);
        return;
    }
    if (whole) bin[store ? BIN_STORE_LINE : BIN_LOAD_LINE]++;
    if (!out->req_last) bin[store ? BIN_STORE_PART : BIN_LOAD_PART]++;
    if (store) cover_store(s, out, b, bin);
    else cover_load(s, out, b, bin);
}

static void cover_banks(const state *s, const outputs *out, uint64_t *bin)
{
    uint32_t valid = 0;
    for (uint32_t b = 0; b < s->cfg.banks; b++) valid += out->req_valid[b];
    if (valid == s->cfg.banks) bin[BIN_BANKS_ALL]++;
    if (valid == 1 && !out->req_last) bin[BIN_BANKS_ONE]++;
    if (valid == 1 && out->req_last && s->served != 0) bin[BIN_BANKS_REST]++;
}

void coalescer_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_handshakes(s, in, out, bin);
    cover_banks(s, out, bin);
    for (uint32_t b = 0; b < s->cfg.banks; b++)
        if (out->req_valid[b]) cover_request(s, out, b, bin);
}
