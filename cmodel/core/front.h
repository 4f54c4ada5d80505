/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What front ends and pipes hand to each other: docs/blocks/pdom_front.md and dwf_front.md. An
 * instruction on its way, and what came of it. `slot` is the slot of the thread in each lane: of
 * static warps only the first is looked at.
 */
#ifndef HEDDLE_FRONT_H
#define HEDDLE_FRONT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FRONT_MAX_SLOTS = 64,
    FRONT_MAX_LANES = 64,
    FRONT_REGISTERS = 64,
    FRONT_OPERANDS = 4, /* rs1, rs2, rs3, rd */
    FRONT_RD = 3,
};

/* ev_kind, as the residency has them */
enum { FRONT_BARRIER = 1, FRONT_PHASE = 2, FRONT_ENDED = 3 };

/* why: what a port does in a cycle */
enum {
    FRONT_ISSUES,
    FRONT_PIPE_BUSY,
    FRONT_WAITS,
    FRONT_NOT_FETCHED,
    FRONT_NO_WARP,
    FRONT_RESOLVES,
    FRONT_WHYS,
};

struct front_instruction {
    uint8_t slot[FRONT_MAX_LANES];
    uint32_t pc;
    uint32_t word;
    uint64_t mask; /* a bit a lane */
    uint32_t meet;
    bool meets;
    uint8_t unit;
    uint8_t flow;
    uint8_t use; /* a bit an operand */
    uint8_t reg[FRONT_OPERANDS];
};

struct front_resolved {
    const uint8_t *slot;
    uint32_t flow;
    uint32_t pc;
    uint32_t word;
    uint64_t mask;
    uint64_t taken;
    const uint32_t *addr; /* of each lane */
    uint32_t meet;
    bool meets;
};

#endif
