/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the PDOM front end: docs/blocks/pdom_front.md.
 * Virtual Thread (ISCA 2016), section IV.A, Figure 3; Dynamic Warp Formation (TACO 2009), 3.2.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. A machine that has to know res_ready and the scoreboard's questions before it knows
 * the other inputs calls pdom_front_resolve and then pdom_front_issue, the two halves of eval.
 */
#ifndef HEDDLE_PDOM_FRONT_H
#define HEDDLE_PDOM_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/front.h"
#include "core/instruction_buffer.h"
#include "formation/simt_stack.h"
#include "formation/warp_scheduler.h"

enum {
    PDOM_FRONT_MAX_SLOTS = 64,
    PDOM_FRONT_MAX_PORTS = 3,
};

/* The module's parameters. */
struct pdom_front_cfg {
    uint32_t slots;
    uint32_t lanes;
    uint32_t ports;
    uint32_t policy;
    uint32_t group;
    uint32_t entries;
    uint32_t frame_width;
    uint32_t depth;
    uint32_t levels;
    uint32_t accesses;
};

struct pdom_front_in {
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_pc;
    uint64_t begin_mask;
    uint64_t ready; /* a bit a slot, as leave and wb */
    uint64_t leave;
    const uint8_t *rows; /* where each register lies */
    bool fetch_ready;
    bool rsp_valid;
    uint32_t rsp_slot;
    uint32_t rsp_word;
    uint32_t rsp_meet;
    bool rsp_meets;
    uint64_t query_busy[PDOM_FRONT_MAX_PORTS];
    bool issue_ready[PDOM_FRONT_MAX_PORTS];
    bool res_valid[PDOM_FRONT_MAX_PORTS];
    bool res_here[PDOM_FRONT_MAX_PORTS]; /* res is there, whether or not res_valid */
    struct front_resolved res[PDOM_FRONT_MAX_PORTS];
    uint64_t wb;
    bool end_valid;
    uint32_t end_slot;
    bool spill_ready;
    bool fill_valid;
    uint32_t fill_slot;
    const uint32_t *fill_data;
    uint32_t row_rd_slot; /* not below Slots: none */
    bool row_wr_en;
    uint32_t row_wr_slot;
    const uint32_t *row_wr_data;
};

struct pdom_front_out {
    bool ev_valid[PDOM_FRONT_MAX_PORTS];
    uint32_t ev_kind[PDOM_FRONT_MAX_PORTS];
    uint32_t ev_slot[PDOM_FRONT_MAX_PORTS];
    uint32_t ev_word[PDOM_FRONT_MAX_PORTS];
    bool begin_ready;
    bool fetch_valid;
    uint32_t fetch_slot;
    uint32_t fetch_pc;
    uint32_t query_slot[PDOM_FRONT_MAX_PORTS];
    bool look_en[PDOM_FRONT_MAX_PORTS];
    uint32_t look_slot[PDOM_FRONT_MAX_PORTS];
    bool look_pass[PDOM_FRONT_MAX_PORTS];
    bool look_memory[PDOM_FRONT_MAX_PORTS];
    uint64_t stands; /* a bit a slot, and so the next two */
    uint64_t at_rest;
    uint64_t with_access;
    bool set_en[PDOM_FRONT_MAX_PORTS];
    bool issue_valid[PDOM_FRONT_MAX_PORTS];
    struct front_instruction issue[PDOM_FRONT_MAX_PORTS];
    bool res_ready[PDOM_FRONT_MAX_PORTS];
    bool end_ready;
    uint32_t why[PDOM_FRONT_MAX_PORTS];
    /* The stack's, for spill_* and row_rd_data; and what went to the children: for tick. */
    struct simt_stack_in stack_in;
    struct simt_stack_out stack;
    struct instruction_buffer_in buffer_in;
    struct instruction_buffer_out buffer;
    struct warp_scheduler_in scheduler_in[PDOM_FRONT_MAX_PORTS];
    struct warp_scheduler_out scheduler[PDOM_FRONT_MAX_PORTS];
};

struct pdom_front {
    struct pdom_front_cfg cfg;
    uint8_t access[PDOM_FRONT_MAX_SLOTS]; /* under way */
    struct simt_stack stack;
    struct instruction_buffer buffer;
    struct warp_scheduler scheduler[PDOM_FRONT_MAX_PORTS];
    /* The model's alone, so that no cycle looks through the slots. */
    uint64_t own[PDOM_FRONT_MAX_PORTS]; /* the port's slots; never changes */
    uint64_t with_access;               /* slots with an access under way */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *pdom_front_init(struct pdom_front *s, const struct pdom_front_cfg *cfg);

/* A clock edge with reset low. */
void pdom_front_reset(struct pdom_front *s);

/* The first half: res_ready, for the result in res, whether or not it is valid; query_slot. */
void pdom_front_resolve(const struct pdom_front *s, const struct pdom_front_in *in,
                        struct pdom_front_out *out);
/* The second half. */
void pdom_front_issue(const struct pdom_front *s, const struct pdom_front_in *in,
                      struct pdom_front_out *out);

/* This cycle's outputs; changes nothing. */
void pdom_front_eval(const struct pdom_front *s, const struct pdom_front_in *in,
                     struct pdom_front_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void pdom_front_tick(struct pdom_front *s, const struct pdom_front_in *in,
                     const struct pdom_front_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool pdom_front_rests(const struct pdom_front *s, const struct pdom_front_in *in,
                      const struct pdom_front_out *out);

/* NULL, or the name of a broken invariant, of the unit or of a child. */
const char *pdom_front_check(const struct pdom_front *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *pdom_front_promise(const struct pdom_front *s, const struct pdom_front_in *in);

#endif
