// SPDX-License-Identifier: Apache-2.0
//
// Functions of a kernel and the control flow in them: docs/analyser.md, "Functions and flow".
// Instructions are known by their index in the image: (address - base) / 4.
#ifndef HD_PROGRAM_FLOW_H
#define HD_PROGRAM_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/decode.h"

// Code as it lies in memory, with the constants among it.
struct flow_code {
    uint32_t base; // address of the first word, a multiple of 4
    uint32_t count;
    const uint32_t *word;
    bool shared_in_data; // constants or data may hold addresses of shared memory
    // The end of the variable in shared memory that an instruction names, in bytes from the start;
    // 0: not known. May itself be NULL.
    uint32_t (*shared_end)(const void *names, uint32_t address);
    // The function that an address lies in; NULL: not known. May itself be NULL.
    const char *(*name)(const void *names, uint32_t address);
    const void *names;
};

// What comes behind an instruction.
enum flow_kind {
    FLOW_UNREACHED,
    FLOW_NEXT,
    FLOW_BRANCH, // target, or the next
    FLOW_JUMP,   // target
    FLOW_CALL,   // of function `callee`; then the next, if that returns
    FLOW_RETURN,
    FLOW_END, // exit, or refused
};

enum { FLOW_NONE = UINT32_MAX };

struct flow_insn {
    struct isa_insn insn; // meaningful unless FLOW_UNREACHED
    uint8_t kind;         // enum flow_kind
    bool leader;          // a block begins here, in some function
    bool aimed;           // a branch, jump or call goes here, or threads begin here
    uint32_t set_from;    // jalr to a known place: the first instruction of those that say where
    uint32_t target;      // FLOW_BRANCH, FLOW_JUMP, FLOW_CALL: index
    uint32_t callee;      // FLOW_CALL: number of the function
};

// Edges of a block, to blocks of its function. None: return, exit, call of what never returns.
struct flow_edges {
    uint32_t count;
    uint32_t to[2]; // a branch: taken, not taken
};

struct flow_block {
    uint32_t first, last; // instructions
};

// The blocks reached from an entry without calls and returns. Two functions may share blocks: one
// goes on to the other with a jump (a tail call).
struct flow_function {
    uint32_t entry;
    bool returns;
    uint32_t blocks; // in order of their addresses
    struct flow_block *block;
    struct flow_edges *edges;
};

struct flow_refusal {
    uint32_t address;
    uint32_t word;
    uint32_t function; // address of the function in which it was reached first
    char reason[112];
};

struct flow {
    struct flow_code code;
    struct flow_insn *insn; // code.count of them
    uint32_t functions;     // number 0 is the entry
    struct flow_function *function;
    uint32_t refusals; // in order of their addresses
    struct flow_refusal *refusal;
};

// Follows all ways from the entry. False: no memory, and there is nothing to free. Refused
// instructions are no failure: they are in the list, and end the ways that lead to them. With
// refusals nothing but the list is meaningful.
bool flow_find(struct flow *flow, const struct flow_code *code, uint32_t entry);

void flow_free(struct flow *flow);

uint32_t flow_address(const struct flow *flow, uint32_t index);

// Where a thread may go from an instruction without leaving its function: none, one or two.
uint32_t flow_next(const struct flow *flow, uint32_t index, uint32_t next[2]);

// The block of a function that begins at an instruction: there must be one.
uint32_t flow_block_at(const struct flow_function *function, uint32_t first);

// Registers as a mask: bit r is register r of decode.h.
uint64_t flow_reads(const struct isa_insn *insn);
uint64_t flow_writes(const struct isa_insn *insn);

// Runs the statement for each instruction `i` of a function, from low to high addresses.
#define FLOW_EACH(function, i)                                                                     \
    for (uint32_t i##_block = 0; i##_block < (function)->blocks; i##_block++)                      \
        for (uint32_t i = (function)->block[i##_block].first;                                      \
             i <= (function)->block[i##_block].last; i++)

#endif
