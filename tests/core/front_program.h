/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For tests of the front ends: random structured programs in words of code, with the places where
 * threads meet again, and a thread that runs one of them alone. What a branch does depends on the
 * thread and on the number of instructions that it has run: not on the time, nor on the other
 * threads of the warp.
 */
#ifndef HEDDLE_TESTS_FRONT_PROGRAM_H
#define HEDDLE_TESTS_FRONT_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "common/rng.h"
#include "core/front.h"

enum {
    FRONT_PROGRAM_MAX = 400,
    FRONT_PROGRAM_FUNCTIONS = 3,
    FRONT_PROGRAM_BASE = 0x1000,
    /* Of main and of functions that only call those behind them. */
    FRONT_PROGRAM_FRAMES = 1 + FRONT_PROGRAM_FUNCTIONS,
};

/* Words of code: x5 := x6 op x7, or as the name says; x5, x6, x7 where registers are named. */
enum {
    FRONT_ADD = 0x007302b3,
    FRONT_MUL = 0x027302b3,
    FRONT_FADD = 0x007372d3,
    FRONT_LW = 0x00032283,
    FRONT_SW = 0x00732023,
    FRONT_AMOADD = 0x007322af,
    FRONT_AMOADD_AQRL = 0x067322af,
    FRONT_CSRRS = 0x00302373, /* x6 := fcsr */
    FRONT_FENCE = 0x0ff0000f,
    FRONT_BEQ = 0x00730063,
    FRONT_CALL = 0x000000ef, /* jal ra */
    FRONT_RET = 0x00008067,  /* jalr x0, ra */
    FRONT_J = 0x0000006f,    /* jal x0 */
    FRONT_EXIT_WORD = 0x0000000b,
    FRONT_BARRIER_WORD = 0x0000100b,
    FRONT_PHASE_WORD = 0x1230200b,
};

/* Numbers of instructions; 0 is none. */
struct front_program_insn {
    uint32_t word;
    uint32_t to;    /* branch, jump, call */
    uint32_t meet;  /* branch, call: where threads meet again */
    bool meets;     /* threads meet at the next one */
    unsigned taken; /* branch: in so many of 16 cases */
};

struct front_program {
    struct front_program_insn insn[FRONT_PROGRAM_MAX];
    uint32_t size;
    bool leaves[FRONT_PROGRAM_FUNCTIONS]; /* threads return at several places */
};

struct front_thread {
    const struct front_program *program;
    uint64_t seed;
    uint32_t at;
    uint32_t steps;
    uint32_t frame;
    uint32_t back[FRONT_PROGRAM_FRAMES];
    bool ended;
};

void front_program_make(struct front_program *p, struct hd_rng *rng);

uint32_t front_program_address(uint32_t insn);
uint32_t front_program_index(uint32_t pc);

/* Runs one instruction of this thread; `at` is the next one then. Returns whether the thread takes
 * a branch, a jump, a call or a return. */
bool front_thread_step(struct front_thread *t);

#endif
