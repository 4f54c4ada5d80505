/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the lane: docs/blocks/lane.md.
 * The RISC-V Instruction Set Manual, volume I: RV32I and "M"; Fung et al., Dynamic Warp Formation,
 * section 2.2.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. Not comparable with RTL: a result while out_valid is 0, its value or address where the
 * instruction has none; of the state what the page calls meaningful in a division, or out of it,
 * at other times.
 */
#ifndef HEDDLE_LANE_H
#define HEDDLE_LANE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/decode.h"

/* The module's parameters. */
struct lane_cfg {
    uint32_t div_bits;
};

struct lane_in {
    bool in_valid;
    uint32_t word;
    uint32_t pc;
    uint32_t a;
    uint32_t b;
};

struct lane_out {
    bool in_ready;
    bool out_valid;
    uint32_t value;
    uint32_t address;
    bool taken;
};

struct lane {
    struct lane_cfg cfg;
    bool valid;
    uint32_t value;
    uint32_t address;
    bool taken;
    bool divide;
    uint32_t steps;
    uint32_t quot;
    uint32_t rest;
    uint32_t divisor;
    bool remainder;
    bool negative;
    /* The model's alone. */
    struct isa_insn insn;  /* the instruction taken last: a warp brings each one many times */
    bool has_value;        /* whether it has one that means something, */
    bool has_address;      /* or an address */
    uint32_t dividend;     /* magnitude of the last division's */
    uint32_t age;          /* cycles for which the lane has been busy with it */
    uint64_t instructions; /* taken since reset */
    uint64_t results;      /* that have been there */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *lane_init(struct lane *s, const struct lane_cfg *cfg);

/* A clock edge with reset low. */
void lane_reset(struct lane *s);

/* This cycle's outputs; changes nothing. They are state only. A result that is not there is 0. */
void lane_eval(const struct lane *s, const struct lane_in *in, struct lane_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void lane_tick(struct lane *s, const struct lane_in *in, const struct lane_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *lane_check(const struct lane *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *lane_promise(const struct lane *s, const struct lane_in *in);

#endif
