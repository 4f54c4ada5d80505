/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Contents of memory, line by line, as the ports of cores see them: the launch's memory
 * (isa/memory.h), local memory, which lies at LINE_CONTENTS_LOCAL, and what a residency puts aside,
 * at LINE_CONTENTS_SWAP. An address outside of these reads 0 and cannot be written; such an access
 * is found where it is made. When a request is performed is up to the memory around it.
 *
 * lr and sc: each thread has a reservation of its own. An lr gives up its thread's reservation; it
 * is refused while another thread holds the same word, until this holder has refused
 * LINE_CONTENTS_PATIENCE times (that count, by strain). An sc for whose word no byte is enabled
 * fails. All else is as on docs/blocks/shared_memory.md, Reservations.
 */
#ifndef HEDDLE_LINE_CONTENTS_H
#define HEDDLE_LINE_CONTENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/checkpoint.h"
#include "core/strain.h"
#include "isa/memory.h"

#define LINE_CONTENTS_LOCAL UINT32_C(0x80000000)
#define LINE_CONTENTS_SWAP UINT32_C(0xc0000000)

enum {
    LINE_CONTENTS_MAX_WORDS = 64,
    LINE_CONTENTS_OWNERS = 32768, /* names of threads of a core */
    LINE_CONTENTS_PLACES = 1024,  /* of the table that finds a word's reservation */
    LINE_CONTENTS_PATIENCE = 255,
};

/* The kinds of a request. */
enum { LINE_LOAD, LINE_STORE, LINE_ATOMIC };

/* As the port has it: docs/blocks/load_store.md. */
struct line_request {
    uint32_t kind;
    uint32_t id;
    uint64_t line;
    const uint32_t *data;
    const uint32_t *be; /* a bit a byte */
    uint32_t op;
    uint64_t lanes;
    const uint32_t *word;   /* a lane's word of the line */
    const uint32_t *owner;  /* name of the thread in each lane */
    const uint32_t *expect; /* compare-and-swap: as data */
};

/* A thread's reservation. Reservations whose words have one place in the table are a chain: the
 * table names the first, each the next, as a thread + 1; 0: no more. */
struct line_hold {
    bool valid;
    uint32_t address;
    uint32_t refusals;
    uint32_t next;
};

struct line_contents {
    uint32_t line_bytes;
    const struct isa_memory *memory;
    uint32_t *local;
    uint32_t local_bytes;
    uint32_t *swap;
    uint32_t swap_bytes;
    struct strain strain;
    uint32_t first_hold[LINE_CONTENTS_PLACES];
    uint32_t owners;
    struct line_hold *hold; /* by thread */
};

/* NULL, or what is wrong ("no memory on the host" among it). For so many names of threads. */
const char *line_contents_init(struct line_contents *s, uint32_t line_bytes, uint32_t owners);
void line_contents_free(struct line_contents *s);
/* What a launch runs on, with so many bytes of local memory and of swap space (multiples of 4).
 * False: no memory on the host. */
bool line_contents_attach(struct line_contents *s, const struct isa_memory *memory,
                          uint32_t local_bytes, uint32_t swap_bytes);
/* Performs a request. Of a load the line, of an atomic what its lanes get, in their words. */
void line_contents_perform(struct line_contents *s, const struct line_request *r,
                           uint32_t line[LINE_CONTENTS_MAX_WORDS]);
/* To or from a checkpoint (common/checkpoint.h), attached to the same memory. */
void line_contents_checkpoint(struct line_contents *s, const struct line_contents *mine,
                              struct checkpoint *c);

#endif
