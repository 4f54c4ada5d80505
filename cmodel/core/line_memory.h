/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory behind a core's port (docs/blocks/sm.md): lines with latency, bandwidth and a limit on
 * the requests under way. It serves the RTL and the model alike, and is no block: it has no RTL.
 *
 * A request is performed when it is accepted, in that order, and answered `latency` cycles later,
 * one every `interval` cycles. Answers come in the order of requests.
 */
#ifndef HEDDLE_LINE_MEMORY_H
#define HEDDLE_LINE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/line_contents.h"

enum { LINE_MEMORY_MAX_UNDER_WAY = 64 };

struct line_memory_cfg {
    uint32_t line_bytes;
    uint32_t latency;  /* cycles from acceptance to answer, at least 1 */
    uint32_t interval; /* cycles a request, at least 1 */
    uint32_t under_way;
};

struct line_answer {
    uint64_t at; /* cycle */
    uint32_t id;
    uint32_t data[LINE_CONTENTS_MAX_WORDS];
};

struct line_memory {
    struct line_memory_cfg cfg;
    struct line_contents contents;
    uint64_t cycle;
    uint64_t free_at; /* the next request can be accepted */
    uint32_t first;   /* of the answers under way, a ring */
    uint32_t count;
    struct line_answer answer[LINE_MEMORY_MAX_UNDER_WAY];
    uint64_t requests[3]; /* by kind */
};

/* NULL, or what is wrong with the sizes ("no memory on the host" among it). */
const char *line_memory_init(struct line_memory *s, const struct line_memory_cfg *cfg);
void line_memory_free(struct line_memory *s);

/* In this cycle: would a request be accepted; the answer, or NULL. */
bool line_memory_ready(const struct line_memory *s);
const struct line_answer *line_memory_answer(const struct line_memory *s);
/* Performs the request. Only while ready. */
void line_memory_accept(struct line_memory *s, const struct line_request *r);
/* The answer was taken. */
void line_memory_taken(struct line_memory *s);
/* The cycle ends. */
void line_memory_tick(struct line_memory *s);

#endif
