/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cache_banks.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum { WORD_BITS = 32 };

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct cache_banks_cfg *cfg)
{
    if (!is_power_of_two(cfg->banks) || cfg->banks > CACHE_BANKS_MAX)
        return "Banks must be a power of two, 1 to 16";
    if (!is_power_of_two(cfg->sets) || cfg->sets < cfg->banks || cfg->sets > L1_CACHE_MAX_SETS)
        return "Sets must be a power of two, Banks to 1024";
    if (cfg->mshrs < 1 || cfg->mshrs > L1_CACHE_MAX_MSHRS || cfg->mshrs % cfg->banks != 0)
        return "Mshrs must be a multiple of Banks, to 64";
    if (cfg->line_width > 62 || cfg->line_width < 1 || bit(cfg->line_width) <= cfg->sets)
        return "LineWidth must be above log2(Sets), to 62";
    return NULL;
}

const char *cache_banks_init(struct cache_banks *s, const struct cache_banks_cfg *cfg)
{
    const char *wrong = cfg_error(cfg);
    if (wrong != NULL) return wrong;
    s->cfg = *cfg;
    s->turn = 0;
    const struct l1_cache_cfg each = {.sets = cfg->sets / cfg->banks,
                                      .ways = cfg->ways,
                                      .line_bytes = cfg->line_bytes,
                                      .line_width = cfg->line_width - clog2(cfg->banks),
                                      .mshrs = cfg->mshrs / cfg->banks,
                                      .merges = cfg->merges,
                                      .rider_width = cfg->rider_width,
                                      .write_back = cfg->write_back};
    for (uint32_t b = 0; b < cfg->banks && wrong == NULL; b++)
        wrong = l1_cache_init(&s->bank[b], &each);
    return wrong;
}

void cache_banks_reset(struct cache_banks *s)
{
    s->turn = 0;
    for (uint32_t b = 0; b < s->cfg.banks; b++) l1_cache_reset(&s->bank[b]);
}

/* --- eval ---------------------------------------------------------------- */

static uint32_t next_bank(const struct cache_banks *s, uint32_t b)
{
    return b + 1 == s->cfg.banks ? 0 : b + 1;
}

/* The bank whose request is offered to memory; without one, that of the turn. */
static uint32_t who_offers(const struct cache_banks *s)
{
    uint32_t b = s->turn;
    do {
        if (s->bank[b].mem_valid) return b;
        b = next_bank(s, b);
    } while (b != s->turn);
    return b;
}

static bool hands_out(const struct cache_banks *s)
{
    for (uint32_t b = 0; b < s->cfg.banks; b++)
        if (s->bank[b].fill_valid) return true;
    return false;
}

/* A request, in the numbers of its bank: kind, line and bytes say whether it would be taken, too.
 * Of a load the data and what is expected mean nothing. */
static void hand_request(const struct cache_banks *s, const struct cache_banks_in *in, uint32_t b,
                         struct l1_cache_in *to)
{
    to->req_valid = in->req_valid[b];
    to->req_kind = in->req_kind;
    to->req_line = in->req_line[b] / s->cfg.banks;
    memcpy(to->req_be, in->req_be[b],
           (s->cfg.line_bytes + WORD_BITS - 1) / WORD_BITS * sizeof to->req_be[0]);
    if (!to->req_valid) return;
    memcpy(to->req_rider, in->req_rider[b],
           (s->cfg.rider_width + WORD_BITS - 1) / WORD_BITS * sizeof to->req_rider[0]);
    if (in->req_kind == L1_CACHE_LOAD) return;
    memcpy(to->req_data, in->req_data[b], s->cfg.line_bytes);
    memcpy(to->req_expect, in->req_expect[b], s->cfg.line_bytes);
}

static void eval_bank(const struct cache_banks *s, const struct cache_banks_in *in,
                      struct cache_banks_out *out, uint32_t b)
{
    struct l1_cache_in *to = &out->bank_in[b];
    struct l1_cache_out *from = &out->bank_out[b];
    to->clear = in->clear;
    to->flush = in->flush;
    hand_request(s, in, b, to);
    to->rsp_ready = in->rsp_ready[b];
    to->mem_ready = in->mem_ready && out->offers == b;
    to->fill_valid = in->fill_valid && out->fill_ready && in->fill_id % s->cfg.banks == b;
    if (to->fill_valid) {
        to->fill_id = in->fill_id / s->cfg.banks;
        memcpy(to->fill_data, in->fill_data, s->cfg.line_bytes);
    }
    l1_cache_eval(&s->bank[b], to, from);
    out->idle = out->idle && from->idle;
    out->clean = out->clean && from->clean;
    out->req_ready[b] = from->req_ready;
    out->rsp_valid[b] = from->rsp_valid;
    out->rsp_kind[b] = from->rsp_kind;
    out->rsp_rider[b] = from->rsp_rider;
    out->rsp_data[b] = from->rsp_data;
    out->outcome[b] = from->outcome;
    out->blocked[b] = from->blocked;
    out->back[b] = from->back;
}

void cache_banks_eval(const struct cache_banks *s, const struct cache_banks_in *in,
                      struct cache_banks_out *out)
{
    out->offers = who_offers(s);
    out->fill_ready = !hands_out(s);
    out->idle = out->clean = true;
    for (uint32_t b = 0; b < s->cfg.banks; b++) eval_bank(s, in, out, b);
    const struct l1_cache_out *m = &out->bank_out[out->offers];
    out->mem_valid = m->mem_valid;
    out->mem_kind = m->mem_kind;
    out->mem_id = m->mem_valid ? m->mem_id * s->cfg.banks + out->offers : 0;
    out->mem_line = m->mem_valid ? m->mem_line * s->cfg.banks + out->offers : 0;
    out->mem_rider = m->mem_rider;
    out->mem_data = m->mem_data;
    out->mem_be = m->mem_be;
    out->mem_expect = m->mem_expect;
}

/* --- tick ---------------------------------------------------------------- */

void cache_banks_tick(struct cache_banks *s, const struct cache_banks_in *in,
                      const struct cache_banks_out *out)
{
    if (out->mem_valid) s->turn = in->mem_ready ? next_bank(s, out->offers) : out->offers;
    for (uint32_t b = 0; b < s->cfg.banks; b++)
        l1_cache_tick(&s->bank[b], &out->bank_in[b], &out->bank_out[b]);
}

bool cache_banks_rests(const struct cache_banks *s, const struct cache_banks_in *in,
                       const struct cache_banks_out *out)
{
    if (out->mem_valid && (in->mem_ready || s->turn != out->offers)) return false;
    for (uint32_t b = 0; b < s->cfg.banks; b++)
        if (!l1_cache_rests(&s->bank[b], &out->bank_in[b], &out->bank_out[b])) return false;
    return true;
}

uint32_t cache_banks_word(const struct cache_banks *s, uint32_t address, uint32_t below)
{
    const uint32_t bytes = s->cfg.line_bytes, line = address / bytes;
    const uint32_t place = line / s->cfg.banks * bytes + address % bytes; /* in its bank */
    return l1_cache_word(&s->bank[line % s->cfg.banks], place, below);
}

/* --- check and promise --------------------------------------------------- */

const char *cache_banks_check(const struct cache_banks *s)
{
    if (s->turn >= s->cfg.banks) return "turn_range";
    const char *wrong = NULL;
    for (uint32_t b = 0; b < s->cfg.banks && wrong == NULL; b++)
        wrong = l1_cache_check(&s->bank[b]);
    return wrong;
}

const char *cache_banks_promise(const struct cache_banks *s, const struct cache_banks_in *in)
{
    for (uint32_t b = 0; b < s->cfg.banks; b++)
        if (in->req_valid[b] && in->req_line[b] % s->cfg.banks != b)
            return "a request to another bank than that of its line";
    if (in->fill_valid && in->fill_id >= s->cfg.mshrs)
        return "an answer of memory for an MSHR that is not there";
    /* Of each bank; a fill is the bank's when it is taken. */
    for (uint32_t b = 0; b < s->cfg.banks; b++) {
        struct l1_cache_in to;
        memset(&to, 0, offsetof(struct l1_cache_in, req_rider));
        to.clear = in->clear;
        to.flush = in->flush;
        hand_request(s, in, b, &to);
        to.fill_valid = in->fill_valid && in->fill_id % s->cfg.banks == b;
        to.fill_id = in->fill_id / s->cfg.banks;
        const char *wrong = l1_cache_promise(&s->bank[b], &to);
        if (wrong != NULL) return wrong;
    }
    return NULL;
}
