// SPDX-License-Identifier: Apache-2.0
//
// What passes between the two sides: host.c writes a header and operands for guest.c, which answers
// with what the instructions made of them.
#ifndef HD_TESTS_ISA_CROSS_H
#define HD_TESTS_ISA_CROSS_H

#include <stdint.h>

enum cross_kind {
    CROSS_INTEGER,
    CROSS_FLOAT,
    CROSS_MEMORY,
    CROSS_RESERVED,
    CROSS_BRANCH,
    CROSS_JUMP,
    CROSS_END,
};

enum {
    CROSS_MEMORY_WORDS = 4,
    CROSS_FILLER = 0x5eed5eed,
    CROSS_JALR_OFFSET = 5,
    CROSS_JUMP_BYTES = 12,
};

// To the guest: the number of sets, then so many for integer, memory and jumps, then so many for
// float.
struct cross_operands {
    uint32_t a, b, c, fcsr;
};

// From the guest: for each probe this, then an answer for each set; last, one of kind CROSS_END.
struct cross_probe {
    uint32_t kind, word, pc, memory; // memory: address of its words
};

struct cross_answer {
    uint32_t a0, fa0, fcsr;
    uint32_t memory[CROSS_MEMORY_WORDS];
};

// Both sides: a1 of a memory access, within the second word; of a jalr; words before an access.
static inline uint32_t cross_address(uint32_t memory, uint32_t a, uint32_t bytes)
{
    return memory + 4 + (a & 3 & ~(bytes - 1));
}

static inline uint32_t cross_jump(uint32_t pc, uint32_t a)
{
    return pc + CROSS_JUMP_BYTES - CROSS_JALR_OFFSET + (a & 1);
}

static inline uint32_t cross_memory(uint32_t c, uint32_t index) { return c ^ index * 0x9e3779b9u; }

#endif
