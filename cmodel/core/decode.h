/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of decode: docs/blocks/decode.md.
 * The RISC-V Instruction Set Manual, volume I: RV32I, M, A, F, Zicsr.
 *
 * Use: eval, at any time: what a word says depends on nothing else. Not comparable with RTL: all
 * but legal while that is false, a register while its use is.
 */
#ifndef HEDDLE_DECODE_H
#define HEDDLE_DECODE_H

#include <stdbool.h>
#include <stdint.h>

/* unit: what runs the instruction; DECODE_NO_UNIT: no unit */
enum {
    DECODE_LANE = 0,
    DECODE_FLOAT = 1,
    DECODE_MEMORY = 2,
    DECODE_CSR = 3, /* identity and status */
    DECODE_NO_UNIT = 4,
};

/* flow: what the instruction does to the warp's place in the program */
enum {
    DECODE_NEXT = 0,
    DECODE_BRANCH = 1,
    DECODE_CALL = 2,
    DECODE_RETURN = 3,
    DECODE_EXIT = 4,
    DECODE_JUMP = 5,
    DECODE_BARRIER = 6,
    DECODE_PHASE = 7,
};

struct decode_in {
    uint32_t word;
};

/* Registers: x0 to x31 are 0 to 31, f0 to f31 are 32 to 63. */
struct decode_out {
    bool legal;
    uint32_t unit;
    uint32_t flow;
    bool rd_use;
    uint32_t rd;
    bool rs1_use;
    uint32_t rs1;
    bool rs2_use;
    uint32_t rs2;
    bool rs3_use;
    uint32_t rs3;
    bool fence;
};

/* No parameters, and nothing is kept: the state, reset and tick are there for the shape. */
struct decode {
    bool nothing; /* C has no empty struct */
};

/* Lays the state out. Returns NULL: there are no sizes that could be wrong. */
const char *decode_init(struct decode *s);

/* A clock edge with reset low. */
void decode_reset(struct decode *s);

/* What the word says. Outputs that mean nothing are 0. */
void decode_eval(const struct decode *s, const struct decode_in *in, struct decode_out *out);

/* The clock edge. */
void decode_tick(struct decode *s, const struct decode_in *in, const struct decode_out *out);

/* NULL, or the name of a broken invariant: nothing is kept, so none can be. */
const char *decode_check(const struct decode *s);

/* NULL: the page asks for no promise. */
const char *decode_promise(const struct decode *s, const struct decode_in *in);

#endif
