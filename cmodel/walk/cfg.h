/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A control-flow graph from a small text: docs/walk.md has the format.
 * Blocks are laid out in the order of the text, one PC an instruction. A block
 * with copies is as many nodes of the graph as it has copies, one after the
 * other. Immediate post-dominators: Dynamic Warp Formation, section 3.2.
 */
#ifndef HEDDLE_WALK_CFG_H
#define HEDDLE_WALK_CFG_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CFG_NAME = 24,
    CFG_ERROR = 240,
    CFG_LOADS = 8,
    CFG_MAX_BLOCKS = 256,
    CFG_MAX_NODES = 4096,
    CFG_MAX_LENGTH = 4096,
    CFG_MAX_CLOCKS = 100000, /* of a memory access */
    CFG_CERTAIN = 1000000,   /* chances are parts of a million */
    CFG_EXIT_NODE = CFG_MAX_NODES,
};

enum cfg_end { CFG_NONE, CFG_EXIT, CFG_GOTO, CFG_BRANCH, CFG_LOOP, CFG_SWITCH };

/* How the threads that take a branch, the trips of a loop or the copy of a switch are found. */
enum cfg_rule { CFG_CHANCE, CFG_TID, CFG_TURN, CFG_MASK, CFG_RANDOM };

/* Instruction `at` of the block reads memory. A thread that misses comes back later. */
struct cfg_load {
    uint32_t at;
    uint32_t chance;
    uint32_t low, high; /* clocks */
    bool warp;          /* the lowest thread of the warp decides for all */
};

struct cfg_block {
    char name[CFG_NAME];
    uint32_t line; /* of the text */
    uint32_t length;
    uint32_t copies;
    struct cfg_load load[CFG_LOADS];
    uint32_t loads;
    enum cfg_end end;
    enum cfg_rule rule;
    uint32_t to[2];            /* blocks: taken, not taken */
    uint32_t chance;           /* CFG_CHANCE */
    uint32_t modulus, value;   /* CFG_TID, CFG_TURN; CFG_MASK: digits */
    uint64_t mask;             /* CFG_MASK: bit i for digit i */
    uint32_t low_trips, trips; /* CFG_LOOP: from, to */
    uint32_t node;             /* its first one */
    uint32_t pc;               /* of its first instruction */
};

struct cfg {
    struct cfg_block *block;
    uint32_t blocks;
    uint32_t nodes;
    uint32_t pcs;
    uint32_t *node_block;
    uint32_t *node_pdom; /* immediate post-dominator, or CFG_EXIT_NODE */
};

/* Reads the text. Returns false, and in error "name:line: what is wrong". */
bool cfg_parse(struct cfg *c, const char *name, const char *text, char error[CFG_ERROR]);

/* The same for a file. */
bool cfg_read(struct cfg *c, const char *path, char error[CFG_ERROR]);

void cfg_free(struct cfg *c);

/* PC of the first instruction of a node. */
uint32_t cfg_pc(const struct cfg *c, uint32_t node);

/* The node that PC is in. */
uint32_t cfg_node(const struct cfg *c, uint32_t pc);

/* How many successors a node has, and successor i. */
uint32_t cfg_degree(const struct cfg *c, uint32_t node);
uint32_t cfg_successor(const struct cfg *c, uint32_t node, uint32_t i);

/* "E", or "Own[17]" for a copy; the exit is "-". */
const char *cfg_name(const struct cfg *c, uint32_t node, char text[CFG_NAME + 16]);

#endif
