/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory of a chip (docs/memory.md): a port for each SM, a crossbar to the L2 slices, a DRAM
 * channel behind each slice, and a crossbar back. It is no block: it has no RTL.
 *
 * A port touches nothing but itself, and what leaves it arrives `link` cycles later, in either
 * direction. So from a meeting on SMs may run up to `link` cycles, each for itself, and the chip as
 * many, all of them side by side: none of what one sends in these cycles arrives in them.
 */
#ifndef HEDDLE_CHIP_MEMORY_H
#define HEDDLE_CHIP_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/line_contents.h"
#include "core/line_memory.h"
#include "gpu/crossbar.h"
#include "gpu/dram_channel.h"
#include "gpu/l2_slice.h"

enum {
    CHIP_MEMORY_MAX_SMS = 32,
    CHIP_MEMORY_MAX_SLICES = 16,
    CHIP_MEMORY_MAX_LANES = 64,
    CHIP_MEMORY_MAX_AHEAD = 16, /* cycles from one meeting to the next */
};

struct chip_memory_cfg {
    uint32_t sms, slices;
    uint32_t line_bytes, chunk_bytes;
    bool hash;
    uint32_t under_way; /* requests of an SM, at most LINE_MEMORY_MAX_UNDER_WAY */
    uint32_t link;      /* cycles between an SM and the crossbar */
    uint32_t flit_bytes;
    uint32_t depth; /* packets that wait at a target of a crossbar */
    struct l2_slice_cfg slice;
    struct dram_channel_cfg channel;
};

/* A request, from its acceptance until its answer is taken. */
struct chip_request {
    uint64_t at; /* it is at the crossbar; then: its answer is at the SM */
    uint32_t slice;
    uint64_t line; /* in the slice */
    uint32_t sectors, whole, operations;
    struct line_request r; /* points to what follows */
    uint32_t data[LINE_CONTENTS_MAX_WORDS];
    uint32_t be[LINE_CONTENTS_MAX_WORDS / 8];
    uint32_t expect[LINE_CONTENTS_MAX_WORDS];
    uint32_t word[CHIP_MEMORY_MAX_LANES];
    uint32_t owner[CHIP_MEMORY_MAX_LANES];
    struct line_answer answer;
};

struct chip_list { /* requests by their number, a ring */
    uint32_t first, count;
    uint8_t request[LINE_MEMORY_MAX_UNDER_WAY];
};

/* Requests by their number, a ring, on their way from one side to the other. The numbers count from
 * the beginning, modulo 2^32: one side adds to `sent`, the other to `taken`, a meeting sets `here`.
 */
struct chip_way {
    uint32_t sent;
    uint32_t here; /* sent until the last meeting: these may be taken */
    uint32_t taken;
    uint8_t request[LINE_MEMORY_MAX_UNDER_WAY];
};

struct chip_port {
    struct chip_list free;
    struct chip_way there, back;
    struct chip_request request[LINE_MEMORY_MAX_UNDER_WAY];
    uint32_t swap_from; /* where the SM's swap space lies in the chip's, and how large it is */
    uint32_t swap_bytes;
    uint64_t lines[3]; /* accepted, by kind */
};

struct chip_memory {
    struct chip_memory_cfg cfg;
    struct line_contents contents;
    uint64_t cycle;
    struct chip_port port[CHIP_MEMORY_MAX_SMS];
    struct crossbar there, back;
    struct l2_slice slice[CHIP_MEMORY_MAX_SLICES];
    struct dram_channel channel[CHIP_MEMORY_MAX_SLICES];
    uint32_t taken; /* requests that slices have taken since the last meeting, in their order */
    struct chip_taken {
        uint64_t cycle;
        uint32_t handle;
    } take[CHIP_MEMORY_MAX_SLICES * CHIP_MEMORY_MAX_AHEAD];
};

/* NULL, or what is wrong with the sizes ("no memory on the host" among it). */
const char *chip_memory_init(struct chip_memory *s, const struct chip_memory_cfg *cfg);
void chip_memory_free(struct chip_memory *s);
/* What a launch runs on, with so many bytes of local memory in all, and of swap space for each SM
 * (multiples of a line). Nothing may be under way. False: no memory on the host. */
bool chip_memory_attach(struct chip_memory *s, const struct isa_memory *memory,
                        uint32_t local_bytes, uint32_t swap_bytes);

/* The port of an SM, in this cycle: would a request be accepted; the answer, or NULL. */
bool chip_port_ready(const struct chip_port *p);
const struct line_answer *chip_port_answer(const struct chip_port *p, uint64_t cycle);
/* A request is accepted. Only while ready. */
void chip_port_accept(struct chip_port *p, const struct chip_memory_cfg *cfg, uint64_t cycle,
                      const struct line_request *r);
/* The answer was taken. */
void chip_port_taken(struct chip_port *p);
/* A cycle of all behind the ports, and a meeting behind it. */
void chip_memory_tick(struct chip_memory *s);
/* The same in two parts, for SMs that run ahead. A cycle of the time of all behind the ports: it
 * touches nothing that the functions of a port touch: it may run beside these in another thread. */
void chip_memory_run(struct chip_memory *s);
/* A meeting, after as many cycles of the chip as of the ports, at most `link` and
 * CHIP_MEMORY_MAX_AHEAD: the contents change as slices have taken requests in the cycles before
 * `end`, in their order, and each side sees what the other has sent. */
void chip_memory_meet(struct chip_memory *s, uint64_t end);
/* To or from a checkpoint (common/checkpoint.h), attached to the same memory. */
void chip_memory_checkpoint(struct chip_memory *s, const struct chip_memory *mine,
                            struct checkpoint *c);

#endif
