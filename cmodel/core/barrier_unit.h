/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the barrier unit: docs/blocks/barrier_unit.md.
 * Dynamic Warp Formation (TACO 2009), section 4; Virtual Thread (ISCA 2016), section IV.A.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: slot and kind of an
 * event, and all of a launch, that is not valid; live, here and away of
 * a slot that is not open, pc of one of which no thread is here.
 */
#ifndef HEDDLE_BARRIER_UNIT_H
#define HEDDLE_BARRIER_UNIT_H

#include <stdbool.h>
#include <stdint.h>

enum { BARRIER_UNIT_MAX_SLOTS = 64, BARRIER_UNIT_MAX_LANES = 64 };

/* ev_kind */
enum {
    BARRIER_UNIT_BARRIER = 1, /* all living threads are at the barrier */
    BARRIER_UNIT_END = 3,     /* all have ended */
};

/* The module's parameters. */
struct barrier_unit_cfg {
    uint32_t slots;
    uint32_t lanes;
    uint32_t pc_width;
    uint32_t leaves; /* 1: warps leave their slots and come back */
    uint32_t lane_slots;
};

struct barrier_unit_in {
    bool begin_en;
    uint32_t begin_slot;
    uint64_t begin_mask; /* a bit a lane */
    bool arr_valid;
    bool arr_exit;
    uint64_t arr_mask;                         /* a bit a lane */
    uint32_t arr_slot[BARRIER_UNIT_MAX_LANES]; /* of places in the mask: slot or part */
    uint64_t arr_pc;
    uint64_t ready; /* a bit a slot */
    bool launch_ready;
    /* leaves */
    bool arr_memory; /* threads that arrive have gone to memory, not to the barrier */
    bool back_valid; /* threads are back from memory */
    uint64_t back_mask;
    uint32_t back_slot[BARRIER_UNIT_MAX_LANES];
    bool leave_en;
    uint32_t leave_slot;
    bool resume_en;
    uint32_t resume_slot;
    uint64_t resume_live;
    uint64_t resume_here;
    uint64_t resume_pc;
};

struct barrier_unit_out {
    bool ev_valid;
    uint32_t ev_slot;
    uint32_t ev_kind;
    bool launch_valid;
    uint32_t launch_slot;
    uint64_t launch_mask; /* a bit a lane */
    uint64_t launch_pc;
    uint64_t stalls;     /* a bit a slot: none of its threads runs, at least one is in memory */
    uint64_t leave_live; /* of leave_slot: 0 if it is not open */
    uint64_t leave_here;
    uint64_t leave_pc; /* if some are here */
};

struct barrier_unit {
    struct barrier_unit_cfg cfg;
    uint64_t open; /* a bit a slot */
    uint64_t told; /* a bit a slot */
    uint64_t live[BARRIER_UNIT_MAX_SLOTS];
    uint64_t here[BARRIER_UNIT_MAX_SLOTS];
    uint64_t pc[BARRIER_UNIT_MAX_SLOTS];
    uint64_t away[BARRIER_UNIT_MAX_SLOTS]; /* leaves: in memory */
    /* The model's alone, so that the event is not looked for slot by slot: the slots that are open
     * and not told, and of which no living thread is missing. */
    uint64_t due;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *barrier_unit_init(struct barrier_unit *s, const struct barrier_unit_cfg *cfg);

/* A clock edge with reset low. */
void barrier_unit_reset(struct barrier_unit *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void barrier_unit_eval(const struct barrier_unit *s, const struct barrier_unit_in *in,
                       struct barrier_unit_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void barrier_unit_tick(struct barrier_unit *s, const struct barrier_unit_in *in,
                       const struct barrier_unit_out *out);

/* NULL, or the name of a broken invariant: here_lives, away_runs and told_all of the page. once and
 * none_lost need the past. */
const char *barrier_unit_check(const struct barrier_unit *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *barrier_unit_promise(const struct barrier_unit *s, const struct barrier_unit_in *in);

#endif
