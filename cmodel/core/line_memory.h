/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory behind a core's port (docs/blocks/sm.md): lines with latency, bandwidth and a limit on
 * the requests under way. It serves the RTL and the model alike, and is no block: it has no RTL.
 *
 * A request is done when it is accepted, in that order, and answered `latency` cycles later, one
 * every `interval` cycles. Answers come in the order of requests. Contents are the launch's memory
 * (isa/memory.h), and local memory, which lies at LINE_MEMORY_LOCAL. An address outside of these
 * reads 0 and cannot be written; such an access is found where it is made.
 *
 * lr and sc: each thread has a reservation of its own. An lr gives up its thread's reservation; it
 * is refused while another thread holds the same word, until this holder has refused
 * LINE_MEMORY_PATIENCE times (that count, by strain). An sc for whose word no byte is enabled
 * fails. All else is as on docs/blocks/shared_memory.md, Reservations.
 */
#ifndef HEDDLE_LINE_MEMORY_H
#define HEDDLE_LINE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/strain.h"
#include "isa/memory.h"

#define LINE_MEMORY_LOCAL UINT32_C(0x80000000)
#define LINE_MEMORY_SWAP UINT32_C(0xc0000000) /* what a residency puts aside */

enum {
    LINE_MEMORY_MAX_WORDS = 64,
    LINE_MEMORY_MAX_UNDER_WAY = 64,
    LINE_MEMORY_MAX_OWNERS = 32768, /* names of threads */
    LINE_MEMORY_PLACES = 1024,      /* of the table that finds a word's reservation */
    LINE_MEMORY_PATIENCE = 255,
};

struct line_memory_cfg {
    uint32_t line_bytes;
    uint32_t latency;  /* cycles from acceptance to answer, at least 1 */
    uint32_t interval; /* cycles a request, at least 1 */
    uint32_t under_way;
};

/* As the port has it: docs/blocks/load_store.md. */
struct line_memory_request {
    uint32_t kind; /* 0 load, 1 store, 2 atomic */
    uint32_t id;
    uint64_t line;
    const uint32_t *data;
    const uint32_t *be; /* a bit a byte */
    uint32_t op;
    uint64_t lanes;
    const uint32_t *word;   /* a lane's word of the line */
    const uint32_t *owner;  /* name of the thread in each lane, below LINE_MEMORY_MAX_OWNERS */
    const uint32_t *expect; /* compare-and-swap: as data */
};

struct line_memory_answer {
    uint64_t at; /* cycle */
    uint32_t id;
    uint32_t data[LINE_MEMORY_MAX_WORDS];
};

/* A thread's reservation. Reservations whose words have one place in the table are a chain: the
 * table names the first, each the next, as a thread + 1; 0: no more. */
struct line_memory_hold {
    bool valid;
    uint32_t address;
    uint32_t refusals;
    uint32_t next;
};

struct line_memory {
    struct line_memory_cfg cfg;
    const struct isa_memory *memory;
    uint32_t *local;
    uint32_t local_bytes;
    uint32_t *swap;
    uint32_t swap_bytes;
    uint64_t cycle;
    uint64_t free_at; /* the next request can be accepted */
    uint32_t first;   /* of the answers under way, a ring */
    uint32_t count;
    struct line_memory_answer answer[LINE_MEMORY_MAX_UNDER_WAY];
    struct strain strain;
    uint32_t first_hold[LINE_MEMORY_PLACES];
    struct line_memory_hold hold[LINE_MEMORY_MAX_OWNERS]; /* by thread */
    uint64_t requests[3];                                 /* by kind */
};

/* NULL, or what is wrong with the sizes ("no memory on the host" among it). */
const char *line_memory_init(struct line_memory *s, const struct line_memory_cfg *cfg);
void line_memory_free(struct line_memory *s);
/* What a launch runs on, with so many bytes of local memory and of swap space (multiples of 4).
 * Nothing may be under way. False: no memory on the host. */
bool line_memory_attach(struct line_memory *s, const struct isa_memory *memory,
                        uint32_t local_bytes, uint32_t swap_bytes);

/* In this cycle: would a request be accepted; the answer, or NULL. */
bool line_memory_ready(const struct line_memory *s);
const struct line_memory_answer *line_memory_answer(const struct line_memory *s);
/* Does the request. Only while ready. */
void line_memory_accept(struct line_memory *s, const struct line_memory_request *r);
/* The answer was taken. */
void line_memory_taken(struct line_memory *s);
/* The cycle ends. */
void line_memory_tick(struct line_memory *s);

#endif
