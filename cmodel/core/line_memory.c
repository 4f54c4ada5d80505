/* SPDX-License-Identifier: Apache-2.0 */
#include "core/line_memory.h"

#include <string.h>

const char *line_memory_init(struct line_memory *s, const struct line_memory_cfg *cfg)
{
    if (cfg->latency < 1 || cfg->interval < 1) return "latency and interval must be at least 1";
    if (cfg->under_way < 1 || cfg->under_way > LINE_MEMORY_MAX_UNDER_WAY)
        return "requests under way must be 1 to 64";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return line_contents_init(&s->contents, cfg->line_bytes, LINE_CONTENTS_OWNERS);
}

void line_memory_free(struct line_memory *s) { line_contents_free(&s->contents); }

bool line_memory_ready(const struct line_memory *s)
{
    return s->count < s->cfg.under_way && s->cycle >= s->free_at;
}

void line_memory_accept(struct line_memory *s, const struct line_request *r)
{
    struct line_answer *a = &s->answer[(s->first + s->count++) % LINE_MEMORY_MAX_UNDER_WAY];
    a->at = s->cycle + s->cfg.latency;
    a->id = r->id;
    s->free_at = s->cycle + s->cfg.interval;
    s->requests[r->kind]++;
    line_contents_perform(&s->contents, r, a->data);
}

const struct line_answer *line_memory_answer(const struct line_memory *s)
{
    const struct line_answer *a = &s->answer[s->first];
    return s->count > 0 && a->at <= s->cycle ? a : NULL;
}

void line_memory_taken(struct line_memory *s)
{
    s->first = (s->first + 1) % LINE_MEMORY_MAX_UNDER_WAY;
    s->count--;
}

void line_memory_tick(struct line_memory *s) { s->cycle++; }
