/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random structured programs in words of code, for stimulus of front ends: hammocks, loops, calls,
 * recursion, early returns, exits, barriers, phases, and between them instructions of all units;
 * with the places where threads meet again, as the analyser would find them.
 */
#ifndef HEDDLE_FLOW_CODE_H
#define HEDDLE_FLOW_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/rng.h"

enum { FLOW_CODE_MAX = 256, FLOW_CODE_FUNCTIONS = 4 };

/* What a program is made of; shares are in 1/16. */
struct flow_knobs {
    unsigned nest;      /* a statement is a hammock or a loop, until it is nested 8 deep */
    unsigned loop;      /* a loop, else a hammock */
    unsigned call;      /* a simple statement is a call */
    unsigned jump;      /* or a jump to the next word */
    unsigned ends;      /* or a hammock in which threads end */
    unsigned leaves;    /* or one in which they return early */
    unsigned barrier;   /* or a barrier */
    unsigned phase;     /* or a phase; else it is a plain one: */
    unsigned access;    /* of the memory unit */
    unsigned atomic;    /* which is an atomic, */
    unsigned status;    /* else of identity and status */
    unsigned fence;     /* else a fence */
    unsigned floats;    /* else of the float unit; else a lane's */
    unsigned few;       /* a register is one of four: hazards */
    unsigned functions; /* how many there are */
    unsigned size;      /* instructions at most; 0: as many as there may be */
    bool apart;         /* barriers and phases also where threads may be apart */
};

/* An instruction; 0 is the number of none. */
struct flow_insn {
    uint32_t word;
    uint8_t unit;   /* as decode says */
    uint8_t flow;   /* as decode says */
    bool meets;     /* threads meet at the next one */
    bool guard;     /* a branch that passes by the call behind it */
    uint32_t meet;  /* branch, call: where threads meet again, 0: nowhere that is known */
    uint32_t to;    /* branch, jump, call: where to */
    unsigned taken; /* branch: which share of the threads takes it, in 1/16 */
};

struct flow_code {
    struct flow_insn insn[FLOW_CODE_MAX]; /* the program begins at 1 */
    uint32_t size;
    uint32_t base; /* address of instruction 0 */
    uint32_t functions;
    uint32_t entry[FLOW_CODE_FUNCTIONS];
    bool leaves[FLOW_CODE_FUNCTIONS]; /* threads return from it at several places */
};

/* Each call is behind a branch past it: threads that take the branch need few frames. */
void flow_code_make(struct flow_code *c, const struct flow_knobs *knobs, struct hd_rng *rng);

/* Where a warp begins: at instruction 1; now and then where its threads end at once: at address 0,
 * or at the last instruction if that is an exit. */
uint32_t flow_code_start(const struct flow_code *c, struct hd_rng *rng);

/* 0 for instruction 0. */
uint32_t flow_code_address(const struct flow_code *c, uint32_t i);
/* The instruction at an address; 0, which is an exit, if there is none. */
uint32_t flow_code_index(const struct flow_code *c, uint32_t pc);

#endif
