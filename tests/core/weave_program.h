/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For the test of the interweaving front end: random programs with control flow of any kind, and a
 * thread that runs one of them alone. What it does at a branch depends on the thread and on the
 * number of instructions that it has run; in a spin loop, on what other threads of its warp have
 * done.
 */
#ifndef HEDDLE_TESTS_WEAVE_PROGRAM_H
#define HEDDLE_TESTS_WEAVE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "common/rng.h"
#include "core/front.h"

enum {
    WEAVE_MAX = 400,
    WEAVE_FUNCTIONS = 3,
    WEAVE_TARGETS = 4,
    WEAVE_BASE = 0x1000,
    WEAVE_FRAMES = 1 + WEAVE_FUNCTIONS,
    /* From this number of instructions on a thread takes no branch at random: it comes to an end.
     */
    WEAVE_STEPS = 600,
};

/* Words of code beside those of front_program.h. */
enum {
    WEAVE_JUMP_REG = 0x00030067,  /* jalr x0, x6 */
    WEAVE_CALL_REG = 0x000300e7,  /* jalr ra, x6 */
    WEAVE_FLAGS = 0x001022f3,     /* x5 := fflags */
    WEAVE_FEQ_X0 = 0xa0732053,    /* feq.s x0, f6, f7: writes no register, sets flags */
    WEAVE_ADD_OTHER = 0x005403b3, /* x7 := x8 + x5 */
    WEAVE_LW_OTHER = 0x00042303,  /* x6 := [x8] */
};

/* What a thread does at an instruction. */
enum weave_kind {
    WEAVE_PLAIN,
    WEAVE_BRANCH, /* to the first target, in `taken` of 16 cases */
    WEAVE_GOTO,   /* to one of the targets */
    WEAVE_CALLS,  /* likewise, and comes back */
    WEAVE_RETURN,
    WEAVE_EXIT,
    WEAVE_AWAIT,   /* to the first target until it is the thread's turn */
    WEAVE_PASS_ON, /* the turn of the next thread */
    WEAVE_TRY,     /* takes the lock, if it is free */
    WEAVE_RETRY,   /* to the first target if it has not got the lock */
    WEAVE_UNLOCK,
};

struct weave_insn {
    uint32_t word;
    enum weave_kind kind;
    uint32_t targets;
    uint32_t to[WEAVE_TARGETS]; /* numbers of instructions */
    unsigned taken;
    bool sync;    /* threads meet here; */
    uint32_t div; /* the last instruction of the immediate dominator */
};

struct weave_program {
    struct weave_insn insn[WEAVE_MAX]; /* the first one, 0, is never run */
    uint32_t size;
};

/* What the threads of a warp share. */
struct weave_warp {
    uint32_t turn;
    bool locked;
};

struct weave_thread {
    const struct weave_program *program;
    struct weave_warp *warp;
    uint64_t seed;
    uint32_t rank; /* its turn */
    uint32_t at;
    uint32_t steps;
    uint32_t frame;
    uint32_t back[WEAVE_FRAMES];
    bool got;
    bool ended;
};

/* spins: threads wait for each other. odd: also jumps into the middle of other structures, and
 * marks of meeting places at random. */
void weave_make(struct weave_program *p, struct hd_rng *rng, bool spins, bool odd);

/* Threads spin below and above the place where the one for which they wait is to meet them. */
void weave_make_trap(struct weave_program *p);

uint32_t weave_address(uint32_t insn);
uint32_t weave_index(uint32_t pc);

/* Runs one instruction of this thread; `at` is the next one then. Returns whether the thread takes
 * a branch. */
bool weave_step(struct weave_thread *t);

#endif
