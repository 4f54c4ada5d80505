/* SPDX-License-Identifier: Apache-2.0 */
#include "core/coalescer.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum { WORD_BYTES = 4, ALL_BYTES = 0xf };

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct coalescer_cfg *cfg)
{
    uint32_t line = cfg->line_bytes;
    if (cfg->lanes < 1 || cfg->lanes > COALESCER_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->addr_width < 4 || cfg->addr_width > 64) return "AddrWidth must be 4 to 64";
    if (line < WORD_BYTES || line > COALESCER_MAX_LINE_BYTES || !is_power_of_two(line))
        return "LineBytes must be a power of two, 4 to 256";
    if (cfg->addr_width < 9 && bit(cfg->addr_width) <= line)
        return "AddrWidth must be above log2(LineBytes)";
    if (cfg->tag_width < 1 || cfg->tag_width > 64) return "TagWidth must be 1 to 64";
    if (!is_power_of_two(cfg->banks) || cfg->banks > COALESCER_MAX_BANKS)
        return "Banks must be a power of two, 1 to 16";
    if (cfg->addr_width < 32 && bit(cfg->addr_width) <= line * cfg->banks)
        return "AddrWidth must be above log2(LineBytes) + log2(Banks)";
    return NULL;
}

const char *coalescer_init(struct coalescer *s, const struct coalescer_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void coalescer_reset(struct coalescer *s)
{
    s->left = 0;
    s->mask = 0;
    s->served = 0;
    s->requests = 0;
}

/* --- lines and words ----------------------------------------------------- */

/* LineBytes is a power of two. */
static uint64_t line_of(const struct coalescer *s, uint32_t lane)
{
    return s->addr[lane] & ~(uint64_t)(s->cfg.line_bytes - 1);
}

static uint32_t word_of(const struct coalescer *s, uint32_t lane)
{
    return (uint32_t)(s->addr[lane] & (s->cfg.line_bytes - 1)) / WORD_BYTES;
}

/* Is there one among these lanes whose word, in the same line, is this lane's? */
static bool word_is_taken(const struct coalescer *s, uint64_t lanes, uint32_t lane)
{
    for (uint32_t k = 0; k < lane; k++) {
        if (has(lanes, k) && word_of(s, k) == word_of(s, lane)) return true;
    }
    return false;
}

/* The bank of the lane's line; the number of banks is a power of two. */
static uint32_t bank_of(const struct coalescer *s, uint32_t lane)
{
    return (uint32_t)(s->addr[lane] / s->cfg.line_bytes) & (s->cfg.banks - 1);
}

/* Lanes that each bank's request serves: those of the line of its lowest lane. Of atomics on one
 * word the lowest lane goes first. */
static void serve_lanes(struct coalescer *s)
{
    memset(s->next, 0, s->cfg.banks * sizeof s->next[0]);
    for (uint64_t left = s->left; left != 0; left &= left - 1) {
        const uint32_t lane = lowest(left);
        uint64_t *lanes = &s->next[bank_of(s, lane)];
        if (*lanes != 0 && line_of(s, lane) != line_of(s, lowest(*lanes))) continue;
        if (s->kind == COALESCER_ATOMIC && word_is_taken(s, *lanes, lane)) continue;
        *lanes |= bit(lane);
    }
}

/* --- eval ---------------------------------------------------------------- */

/* The line that is written, and the bytes of it that are written or read. Lanes in order: where two
 * write a byte the higher one's stands. */
static void eval_data(const struct coalescer *s, struct coalescer_out *out, uint32_t b)
{
    for (uint64_t lanes = s->next[b]; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = lowest(lanes);
        const uint32_t first = WORD_BYTES * word_of(s, lane);
        for (uint32_t i = 0; i < WORD_BYTES; i++) {
            if (!has(s->be[lane], i)) continue;
            out->req_be[b][first + i] = true;
            if (s->kind == COALESCER_LOAD) continue;
            out->req_data[b][first + i] = (uint8_t)(s->data[lane] >> 8 * i);
            if (s->kind == COALESCER_ATOMIC)
                out->req_expect[b][first + i] = (uint8_t)(s->expect[lane] >> 8 * i);
        }
    }
}

static void eval_bank(const struct coalescer *s, struct coalescer_out *out, uint32_t b)
{
    const uint64_t next = s->left != 0 ? s->next[b] : 0;
    out->req_valid[b] = next != 0;
    out->req_lanes[b] = next;
    out->req_line[b] = next != 0 ? line_of(s, lowest(next)) / s->cfg.line_bytes : 0;
    memset(out->req_data[b], 0, s->cfg.line_bytes * sizeof out->req_data[b][0]);
    memset(out->req_be[b], 0, s->cfg.line_bytes * sizeof out->req_be[b][0]);
    memset(out->req_expect[b], 0, s->cfg.line_bytes * sizeof out->req_expect[b][0]);
    if (next == 0) return;
    for (uint64_t lanes = next; lanes != 0; lanes &= lanes - 1)
        out->req_word[lowest(lanes)] = word_of(s, lowest(lanes));
    eval_data(s, out, b);
}

void coalescer_eval(const struct coalescer *s, const struct coalescer_in *in,
                    struct coalescer_out *out)
{
    const bool valid = s->left != 0;
    uint64_t served = 0;
    bool accepted = true;
    memset(out->req_word, 0, s->cfg.lanes * sizeof out->req_word[0]);
    for (uint32_t b = 0; b < s->cfg.banks; b++) {
        eval_bank(s, out, b);
        served |= out->req_lanes[b];
        if (out->req_valid[b] && !in->req_ready[b]) accepted = false;
    }
    out->req_kind = valid ? s->kind : 0;
    out->req_tag = valid ? s->tag : 0;
    out->req_last = valid && served == s->left;
    out->acc_ready = !valid || (out->req_last && accepted);
}

/* --- tick ---------------------------------------------------------------- */

static void take(struct coalescer *s, const struct coalescer_in *in)
{
    s->left = in->acc_mask;
    s->kind = in->acc_kind;
    s->tag = in->acc_tag;
    memcpy(s->addr, in->acc_addr, sizeof s->addr);
    memcpy(s->data, in->acc_data, sizeof s->data);
    memcpy(s->be, in->acc_be, sizeof s->be);
    memcpy(s->expect, in->acc_expect, sizeof s->expect);
    s->mask = in->acc_mask;
    s->served = 0;
    s->requests = 0;
}

/* The lanes of requests that are accepted go, then the next access comes. */
void coalescer_tick(struct coalescer *s, const struct coalescer_in *in,
                    const struct coalescer_out *out)
{
    if (coalescer_rests(s, in, out)) return;
    for (uint32_t b = 0; b < s->cfg.banks; b++) {
        if (!out->req_valid[b] || !in->req_ready[b]) continue;
        s->left &= ~out->req_lanes[b];
        s->served |= out->req_lanes[b];
        s->requests++;
    }
    if (in->acc_valid && out->acc_ready) take(s, in);
    if (s->left != 0) serve_lanes(s);
}

bool coalescer_rests(const struct coalescer *s, const struct coalescer_in *in,
                     const struct coalescer_out *out)
{
    for (uint32_t b = 0; b < s->cfg.banks; b++)
        if (out->req_valid[b] && in->req_ready[b]) return false;
    return !(in->acc_valid && out->acc_ready);
}

/* --- check and promise --------------------------------------------------- */

/* How many of the access's lanes are the first of theirs: lanes themselves, or lines. */
static uint32_t most_requests(const struct coalescer *s)
{
    uint32_t n = 0;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++) {
        bool first = has(s->mask, lane);
        for (uint32_t k = 0; k < lane && first && s->kind != COALESCER_ATOMIC; k++) {
            if (has(s->mask, k) && line_of(s, k) == line_of(s, lane)) first = false;
        }
        n += first;
    }
    return n;
}

const char *coalescer_check(const struct coalescer *s)
{
    if ((s->mask & ~ones(s->cfg.lanes)) != 0) return "lane_range";
    if (s->left != 0 && s->kind > COALESCER_ATOMIC) return "kind_range";
    if ((s->left & s->served) != 0 || (s->left | s->served) != s->mask) return "once";
    /* A request for the lanes that are left is still to come. */
    return s->requests + (s->left != 0) <= most_requests(s) ? NULL : "ends";
}

const char *coalescer_promise(const struct coalescer *s, const struct coalescer_in *in)
{
    if (!in->acc_valid) return NULL;
    if (in->acc_kind > COALESCER_ATOMIC) return "an access is of no kind";
    if ((in->acc_mask & ~ones(s->cfg.lanes)) != 0) return "a lane accesses that is not below Lanes";
    if ((in->acc_tag & ~ones(s->cfg.tag_width)) != 0) return "a tag is wider than TagWidth";
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++) {
        if (!has(in->acc_mask, lane)) continue;
        if ((in->acc_addr[lane] & ~ones(s->cfg.addr_width)) != 0)
            return "an address is wider than AddrWidth";
        if (in->acc_kind == COALESCER_LOAD) continue;
        if ((in->acc_be[lane] & ~(uint32_t)ALL_BYTES) != 0) return "a byte is not of the word";
        const bool whole = in->acc_be[lane] == ALL_BYTES || in->acc_be[lane] == 0;
        if (in->acc_kind == COALESCER_ATOMIC && !whole) return "an atomic has a part of its bytes";
    }
    return NULL;
}
