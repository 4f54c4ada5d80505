/* SPDX-License-Identifier: Apache-2.0 */
#include "core/request_queue.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum { WORD_BITS = 32 };

static size_t bytes_of(uint32_t bits)
{
    return (bits + WORD_BITS - 1) / WORD_BITS * sizeof(uint32_t);
}

/* --- init and reset ------------------------------------------------------ */

const char *request_queue_init(struct request_queue *s, const struct request_queue_cfg *cfg)
{
    if (cfg->entries < 1 || cfg->entries > REQUEST_QUEUE_MAX) return "Entries must be 1 to 64";
    if (!is_power_of_two(cfg->line_bytes) || cfg->line_bytes < 4 || cfg->line_bytes > 256)
        return "LineBytes must be a power of two, 4 to 256";
    if (cfg->line_width < 1 || cfg->line_width > 62) return "LineWidth must be 1 to 62";
    if (cfg->mshrs < 1 || cfg->mshrs > L1_CACHE_MAX_MSHRS) return "Mshrs must be 1 to 64";
    if (cfg->rider_width < 1 || cfg->rider_width > 512) return "RiderWidth must be 1 to 512";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void request_queue_reset(struct request_queue *s)
{
    s->first = 0;
    s->count = 0;
}

/* --- eval ---------------------------------------------------------------- */

void request_queue_eval(const struct request_queue *s, const struct request_queue_in *in,
                        struct request_queue_out *out)
{
    (void)in;
    const struct request_queue_entry *e = &s->entry[s->first];
    out->req_ready = s->count < s->cfg.entries;
    out->mem_valid = s->count > 0;
    out->mem_kind = e->kind;
    out->mem_id = e->id;
    out->mem_line = e->line;
    out->mem_rider = e->rider;
    out->mem_data = e->data;
    out->mem_be = e->be;
    out->mem_expect = e->expect;
}

/* --- tick ---------------------------------------------------------------- */

static void put(struct request_queue *s, const struct request_queue_in *in)
{
    struct request_queue_entry *e = &s->entry[(s->first + s->count) % s->cfg.entries];
    e->kind = in->req_kind;
    e->id = in->req_id;
    e->line = in->req_line;
    memcpy(e->rider, in->req_rider, bytes_of(s->cfg.rider_width));
    if (in->req_kind == L1_CACHE_LOAD) return;
    memcpy(e->data, in->req_data, s->cfg.line_bytes);
    memcpy(e->be, in->req_be, bytes_of(s->cfg.line_bytes));
    if (in->req_kind == L1_CACHE_ATOMIC) memcpy(e->expect, in->req_expect, s->cfg.line_bytes);
}

void request_queue_tick(struct request_queue *s, const struct request_queue_in *in,
                        const struct request_queue_out *out)
{
    const bool comes = in->req_valid && out->req_ready;
    const bool leaves = out->mem_valid && in->mem_ready;
    if (comes) put(s, in);
    if (leaves) s->first = (s->first + 1) % s->cfg.entries;
    s->count = s->count + comes - leaves;
}

bool request_queue_rests(const struct request_queue_in *in, const struct request_queue_out *out)
{
    return !(in->req_valid && out->req_ready) && !(out->mem_valid && in->mem_ready);
}

/* --- check and promise --------------------------------------------------- */

const char *request_queue_check(const struct request_queue *s)
{
    if (s->count > s->cfg.entries) return "count_range";
    return s->first >= s->cfg.entries ? "first_range" : NULL;
}

const char *request_queue_promise(const struct request_queue *s, const struct request_queue_in *in)
{
    (void)s;
    return in->req_valid && in->req_kind > L1_CACHE_ATOMIC ? "a kind is 0, 1 or 2" : NULL;
}
