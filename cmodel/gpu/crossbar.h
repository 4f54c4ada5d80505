/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Crossbar (docs/memory.md): packets from sources to targets, flit by flit, with a queue at each
 * end. It is no block: it has no RTL.
 *
 * A cycle: crossbar_eval() with the state, then crossbar_tick() with what happened.
 */
#ifndef HEDDLE_CROSSBAR_H
#define HEDDLE_CROSSBAR_H

#include <stdbool.h>
#include <stdint.h>

enum { CROSSBAR_MAX_PORTS = 64, CROSSBAR_MAX_DEPTH = 64 };

struct crossbar_cfg {
    uint32_t sources, targets;
    uint32_t source_depth, target_depth; /* packets */
};

struct crossbar_packet {
    uint32_t target;
    uint32_t flits; /* at least 1 */
    uint32_t handle;
};

struct crossbar_in {
    bool push[CROSSBAR_MAX_PORTS]; /* a source; taken if ready */
    struct crossbar_packet packet[CROSSBAR_MAX_PORTS];
    bool pop[CROSSBAR_MAX_PORTS]; /* a target */
};

struct crossbar_out {
    bool ready[CROSSBAR_MAX_PORTS]; /* a source */
    bool valid[CROSSBAR_MAX_PORTS]; /* a target */
    uint32_t handle[CROSSBAR_MAX_PORTS];
};

struct crossbar_queue {
    uint32_t first, count;
    struct crossbar_packet packet[CROSSBAR_MAX_DEPTH];
};

struct crossbar {
    struct crossbar_cfg cfg;
    struct crossbar_queue source[CROSSBAR_MAX_PORTS];
    struct crossbar_queue target[CROSSBAR_MAX_PORTS];
    uint64_t waiting; /* sources with a packet that is not being transferred */
    struct {
        uint32_t left; /* flits of the transfer under way, 0: none */
        uint32_t from;
        uint32_t turn; /* source to begin with */
    } link[CROSSBAR_MAX_PORTS];
    uint64_t flits; /* since the beginning */
};

/* NULL, or what is wrong with the sizes. */
const char *crossbar_init(struct crossbar *s, const struct crossbar_cfg *cfg);
void crossbar_eval(const struct crossbar *s, struct crossbar_out *out);
void crossbar_tick(struct crossbar *s, const struct crossbar_in *in);

#endif
