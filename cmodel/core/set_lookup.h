/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where an instruction's registers are, before its operands are read: docs/blocks/set_lookup.md.
 * Zorua (MICRO 2016 and the extended text), sections 5.5.1, 5.6.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. Pointers in `out` point into the state, into `out`, and into what `in` points to.
 */
#ifndef HEDDLE_SET_LOOKUP_H
#define HEDDLE_SET_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/front.h"

enum {
    SET_LOOKUP_MAX_PORTS = 3,
    SET_LOOKUP_MAX_PLACES = 8, /* instructions of a port that are looked up */
    SET_LOOKUP_MAX_PARKS = 16,
    SET_LOOKUP_STEPS = 2, /* cycles of a look-up */
};

struct set_lookup_cfg {
    uint32_t slots;
    uint32_t warps;
    uint32_t lanes;
    uint32_t ports;
    uint32_t banks;
    uint32_t places; /* of a ring */
    uint32_t parks;
    uint32_t staging;    /* sets, and so the index of the first row for what is in swap space */
    uint32_t rest_width; /* bits of what goes with an instruction, that nothing here looks at */
};

/* A row of the register file. */
struct register_place {
    uint8_t bank;
    uint16_t index;
};

/* An instruction, and where its registers are; of an operand bit o of the masks. */
struct set_lookup_instruction {
    struct front_instruction i;
    uint32_t warp; /* whose registers */
    uint8_t asked;
    uint8_t known;
    uint8_t away; /* in swap space: `place` is a staging row */
    struct register_place place[FRONT_OPERANDS];
    uint32_t park; /* number + 1; 0: it is in none */
};

/* A register in swap space that a parked instruction needs, or has written. */
struct set_lookup_job {
    bool store; /* the result; else an operand is fetched */
    uint32_t park;
    uint32_t operand;
    uint32_t warp;
    uint32_t reg;
    uint64_t mask; /* lanes */
    struct register_place place;
};

struct set_lookup_in {
    bool issue_en[SET_LOOKUP_MAX_PORTS];
    const struct front_instruction *issue[SET_LOOKUP_MAX_PORTS];
    uint32_t warp[SET_LOOKUP_MAX_PORTS];
    bool found_held[SET_LOOKUP_MAX_PORTS]; /* of what was asked two cycles ago */
    uint32_t found_phys[SET_LOOKUP_MAX_PORTS];
    bool stage_ready[SET_LOOKUP_MAX_PORTS];
    bool job_taken;
    bool filled; /* an operand is in its staging row */
    uint32_t filled_park;
    uint32_t filled_operand;
    uint32_t read;    /* instructions whose operands have been read: a bit a park, as the next */
    uint32_t written; /* results that are in their staging rows */
    bool stored;      /* a result is on its way to memory */
    uint32_t stored_park;
};

struct set_lookup_out {
    bool room[SET_LOOKUP_MAX_PORTS]; /* state only */
    uint64_t looking;                /* slots with an instruction here. State only, and so job_* */
    bool look_en[SET_LOOKUP_MAX_PORTS];
    uint32_t look_row[SET_LOOKUP_MAX_PORTS];
    uint32_t look_set[SET_LOOKUP_MAX_PORTS];
    bool stage_valid[SET_LOOKUP_MAX_PORTS];
    const struct set_lookup_instruction *stage[SET_LOOKUP_MAX_PORTS];
    bool job_valid;
    struct set_lookup_job job;
    bool missed[SET_LOOKUP_MAX_PORTS]; /* the answer of this cycle: in swap space */
    uint32_t stored_slot;              /* whose that result is */
    uint32_t stored_reg;
    /* No ports: what eval found, for tick. */
    struct set_lookup_instruction head[SET_LOOKUP_MAX_PORTS];
    uint32_t asks[SET_LOOKUP_MAX_PORTS]; /* the place, count: the one that issues */
    bool head_goes[SET_LOOKUP_MAX_PORTS];
    uint32_t to_park[SET_LOOKUP_MAX_PORTS];   /* number + 1 */
    uint32_t from_park[SET_LOOKUP_MAX_PORTS]; /* number + 1 */
};

enum set_lookup_state { PARK_FREE, PARK_FETCHES, PARK_ISSUES, PARK_RUNS, PARK_STORES };

struct set_lookup_park {
    uint8_t state;   /* enum set_lookup_state */
    uint8_t waits;   /* operands that are not in their staging rows */
    uint8_t fetched; /* of these, the operands that are on their way */
    bool sent;       /* the result is on its way */
    uint32_t port;
    struct set_lookup_instruction x;
};

struct set_lookup_question {
    bool valid;
    uint32_t place; /* of the ring */
    uint32_t set;
};

struct set_lookup {
    struct set_lookup_cfg cfg;
    uint32_t first[SET_LOOKUP_MAX_PORTS];
    uint32_t count[SET_LOOKUP_MAX_PORTS];
    struct set_lookup_instruction ring[SET_LOOKUP_MAX_PORTS][SET_LOOKUP_MAX_PLACES];
    /* The older one is last. */
    struct set_lookup_question question[SET_LOOKUP_MAX_PORTS][SET_LOOKUP_STEPS];
    struct set_lookup_park park[SET_LOOKUP_MAX_PARKS];
    uint64_t looking;
};

/* Rows of the register file that a park needs in each bank. */
uint32_t set_lookup_rows(uint32_t banks);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *set_lookup_init(struct set_lookup *s, const struct set_lookup_cfg *cfg);
void set_lookup_reset(struct set_lookup *s);
/* What depends on state alone. */
void set_lookup_view(const struct set_lookup *s, struct set_lookup_out *out);
/* The rest. */
void set_lookup_eval(const struct set_lookup *s, const struct set_lookup_in *in,
                     struct set_lookup_out *out);
void set_lookup_tick(struct set_lookup *s, const struct set_lookup_in *in,
                     const struct set_lookup_out *out);
/* NULL, or the name of a broken invariant of the page. */
const char *set_lookup_check(const struct set_lookup *s);
/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *set_lookup_promise(const struct set_lookup *s, const struct set_lookup_in *in);

#endif
