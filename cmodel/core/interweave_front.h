/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the interweaving front end: docs/blocks/interweave_front.md.
 * Simultaneous Branch and Warp Interweaving (ISCA 2012), sections 3 and 4.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. A machine that has to know res_ready before it knows the other inputs calls
 * interweave_front_resolve and then interweave_front_issue, the two halves of eval. The first one
 * looks at res_here, res and res_valid[0] alone.
 *
 * Not comparable with RTL: all of an instruction but valid while that is false; its tag and pos if
 * it has no row; of a context that is not valid, or of its word while that is not loaded, all but
 * the bits that are 0 then.
 */
#ifndef HEDDLE_INTERWEAVE_FRONT_H
#define HEDDLE_INTERWEAVE_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/barrier_unit.h"
#include "core/front.h"
#include "formation/cct.h"
#include "formation/hct_sorter.h"
#include "formation/interweave_select.h"
#include "formation/split_scoreboard.h"

enum {
    INTERWEAVE_FRONT_MAX_SLOTS = INTERWEAVE_SELECT_MAX_SLOTS,
    INTERWEAVE_FRONT_MAX_HOT = 2,
    INTERWEAVE_FRONT_MAX_CONTEXTS = INTERWEAVE_SELECT_MAX_ENTRIES,
    INTERWEAVE_FRONT_PORTS = 2,
    INTERWEAVE_FRONT_WRITERS = 3,
    /* Work that was put off so often goes before an issue. */
    INTERWEAVE_FRONT_LATE = 15,
};

/* The one event of a cycle. */
enum interweave_front_event {
    INTERWEAVE_FRONT_NOTHING,
    INTERWEAVE_FRONT_RESOLVE,
    INTERWEAVE_FRONT_ISSUE,
    INTERWEAVE_FRONT_WORK,
};

/* Work of the sorter that is possible. */
enum interweave_front_work {
    INTERWEAVE_FRONT_NO_WORK,
    INTERWEAVE_FRONT_LAUNCH,
    INTERWEAVE_FRONT_FILL,
    INTERWEAVE_FRONT_HELP,
    INTERWEAVE_FRONT_LOOK,     /* at the head of work_slot's list: nothing is exchanged */
    INTERWEAVE_FRONT_EXCHANGE, /* a look, too */
};

/* The module's parameters. */
struct interweave_front_cfg {
    uint32_t slots;
    uint32_t lanes;
    uint32_t mode;
    uint32_t sets;
    uint32_t seed;
    uint32_t entries;
    uint32_t cold_entries;
    uint32_t levels;
    uint32_t constraint;
    uint32_t patience;
    uint32_t accesses;
    uint32_t memory_group;
};

struct interweave_front_in {
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_pc;
    uint64_t begin_mask;
    uint64_t ready;      /* a bit a slot, as the next */
    uint64_t staged;     /* an instruction is in an issue register */
    const uint8_t *rows; /* where each register lies */
    bool fetch_ready;
    bool rsp_valid;
    uint32_t rsp_slot;
    uint32_t rsp_word;
    bool rsp_sync;
    uint32_t rsp_div;
    bool issue_ready[INTERWEAVE_FRONT_PORTS];
    bool res_valid[INTERWEAVE_FRONT_PORTS];
    bool res_here[INTERWEAVE_FRONT_PORTS]; /* res is there, whether or not res_valid */
    struct front_resolved res[INTERWEAVE_FRONT_PORTS];
    bool wb_en[INTERWEAVE_FRONT_WRITERS];
    uint32_t wb_slot[INTERWEAVE_FRONT_WRITERS];
    uint32_t wb_tag[INTERWEAVE_FRONT_WRITERS];
    bool wb_pos[INTERWEAVE_FRONT_WRITERS];
    bool end_valid;
    uint32_t end_slot;
    bool spill_ready;
    bool fill_valid;
    uint32_t fill_slot;
    const uint32_t *fill_data; /* the lowest word first */
};

/* What a resolve does to its context: threads of it go to one place, others are left. */
struct interweave_front_split {
    bool some; /* there is such a context: */
    uint32_t context;
    bool leave; /* all of them go to the barrier unit */
    uint64_t go;
    uint32_t go_pc;
    uint64_t rest;
    uint32_t rest_pc;
    bool rest_stays;
};

struct interweave_front_out {
    bool ev_valid;
    uint32_t ev_kind;
    uint32_t ev_slot;
    bool begin_ready;
    bool fetch_valid;
    uint32_t fetch_slot;
    uint32_t fetch_pc;
    bool issue_valid[INTERWEAVE_FRONT_PORTS];
    struct front_instruction issue[INTERWEAVE_FRONT_PORTS]; /* slot[0] alone; meet is not here */
    uint32_t issue_tag[INTERWEAVE_FRONT_PORTS];
    bool issue_pos[INTERWEAVE_FRONT_PORTS];
    bool res_ready[INTERWEAVE_FRONT_PORTS];
    uint32_t why[INTERWEAVE_FRONT_PORTS];
    /* Within the cycle: for tick. */
    enum interweave_front_event event;
    enum interweave_front_work work; /* that is possible; work_slot of it */
    bool asked;                      /* a look is at a slot that asks */
    uint32_t work_slot;
    bool offered[INTERWEAVE_FRONT_PORTS]; /* the select offers an instruction for this port: */
    uint32_t context[INTERWEAVE_FRONT_PORTS];
    uint32_t fetch_hot;
    bool look_en[INTERWEAVE_FRONT_MAX_HOT]; /* a context of this position is checked: */
    uint32_t look_slot[INTERWEAVE_FRONT_MAX_HOT];
    bool look_pass[INTERWEAVE_FRONT_MAX_HOT];
    struct interweave_front_split split[INTERWEAVE_FRONT_PORTS]; /* of what is in res */
    /* The cold table's outputs have spill_*; and what went to the children. Of the sorters the
     * first is meant while there is an event, the second while two slots issue. */
    bool sorted[INTERWEAVE_FRONT_PORTS];
    uint32_t sorter_slot[INTERWEAVE_FRONT_PORTS];
    struct hct_sorter_in sorter_in[INTERWEAVE_FRONT_PORTS];
    struct hct_sorter_out sorter[INTERWEAVE_FRONT_PORTS];
    struct cct_in cold_in;
    struct cct_out cold;
    struct split_scoreboard_in board_in;
    struct split_scoreboard_out board;
    struct interweave_select_in select_in;
    struct interweave_select_out select;
    struct barrier_unit_in barrier_in;
    struct barrier_unit_out barrier;
};

/* Context c is hot context c % Hot of slot c / Hot; a set of contexts has a bit c, a set of slots a
 * bit s. */
struct interweave_front {
    struct interweave_front_cfg cfg;
    uint32_t hot; /* Hot; never changes */
    uint64_t valid;
    uint64_t stay;
    uint64_t guest;
    uint64_t moved;
    uint64_t loaded;
    uint64_t passed;
    uint64_t look;
    uint64_t sync;
    uint64_t fence;
    uint32_t pc[INTERWEAVE_FRONT_MAX_CONTEXTS];
    uint64_t mask[INTERWEAVE_FRONT_MAX_CONTEXTS];
    uint8_t count[INTERWEAVE_FRONT_MAX_CONTEXTS];
    uint32_t word[INTERWEAVE_FRONT_MAX_CONTEXTS];
    uint8_t unit[INTERWEAVE_FRONT_MAX_CONTEXTS];
    uint8_t flow[INTERWEAVE_FRONT_MAX_CONTEXTS];
    uint8_t use[INTERWEAVE_FRONT_MAX_CONTEXTS];
    uint32_t reg[INTERWEAVE_FRONT_MAX_CONTEXTS]; /* 6 bits an operand, rs1 the lowest */
    uint32_t div[INTERWEAVE_FRONT_MAX_CONTEXTS];
    uint64_t fetching;   /* slots */
    uint64_t fetch_turn; /* slots */
    uint64_t ask;        /* slots: the head of the cold list is to be looked at */
    uint32_t fetch_pc[INTERWEAVE_FRONT_MAX_SLOTS];
    uint8_t access[INTERWEAVE_FRONT_MAX_SLOTS];
    uint16_t turns[INTERWEAVE_FRONT_MAX_SLOTS];
    uint32_t fetch_from;
    uint32_t check_from[INTERWEAVE_FRONT_MAX_HOT];
    uint32_t scan;
    uint32_t waits;
    struct hct_sorter sorter[INTERWEAVE_FRONT_PORTS];
    struct cct cold;
    struct split_scoreboard board;
    struct interweave_select select;
    struct barrier_unit barrier;
    /* The model's alone, so that no cycle looks through the contexts. Sets of contexts, by the
     * loaded word: it sets a row; it waits for accesses; it is an access; it takes port 0. And of
     * slots: due; with an access under way. */
    uint64_t has_row;
    uint64_t quiet;
    uint64_t memory;
    uint64_t sole;
    uint64_t due;
    uint64_t with_access;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *interweave_front_init(struct interweave_front *s,
                                  const struct interweave_front_cfg *cfg);

/* A clock edge with reset low. */
void interweave_front_reset(struct interweave_front *s);

/* The first half: res_ready of both ports, for what is in res, whether or not it is valid. */
void interweave_front_resolve(const struct interweave_front *s,
                              const struct interweave_front_in *in,
                              struct interweave_front_out *out);
/* The second half. */
void interweave_front_issue(const struct interweave_front *s, const struct interweave_front_in *in,
                            struct interweave_front_out *out);

/* This cycle's outputs; changes nothing. */
void interweave_front_eval(const struct interweave_front *s, const struct interweave_front_in *in,
                           struct interweave_front_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void interweave_front_tick(struct interweave_front *s, const struct interweave_front_in *in,
                           const struct interweave_front_out *out);

/* Does the clock edge change nothing but scan, and will it for the same inputs? Then eval gives the
 * same again, and pass is the clock edge. */
bool interweave_front_rests(const struct interweave_front *s, const struct interweave_front_in *in,
                            const struct interweave_front_out *out);
void interweave_front_pass(struct interweave_front *s);

/* NULL, or the name of a broken invariant, of the unit or of a child. Of conserved the half that
 * needs no past: no thread is in a context that does not live, or is at the barrier. (Contexts in
 * memory are not known.) pair_disjoint, no_hazard and late_bounded are about more than a state. */
const char *interweave_front_check(const struct interweave_front *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *interweave_front_promise(const struct interweave_front *s,
                                     const struct interweave_front_in *in);

#endif
