/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the DWF front end: docs/blocks/dwf_front.md.
 * Dynamic Warp Formation (TACO 2009), section 4, Figure 9.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. The instruction issued, the fetch and the events depend on state alone. issue_ready
 * decides nothing but fetch_valid and why; acc_en matters to the tick alone. A caller that learns
 * these two later calls dwf_front_issue when it knows them.
 */
#ifndef HEDDLE_DWF_FRONT_H
#define HEDDLE_DWF_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/barrier_unit.h"
#include "core/front.h"
#include "formation/dwf.h"

/* A thread's word of a context: its address. The two lower bits of an address are 0; in their place
 * the word has two flags: the thread is at the barrier, the thread lives. */
enum { DWF_FRONT_LIVES = 1, DWF_FRONT_HERE = 2 };
/* A launch that asks goes after this number of others has passed it. */
enum { DWF_FRONT_PASSED = 15 };
/* The source of the launch that goes to dwf. */
enum dwf_front_launch {
    DWF_FRONT_NO_LAUNCH,
    DWF_FRONT_FROM_BARRIER,
    DWF_FRONT_FROM_WALK,
    DWF_FRONT_FROM_BEGIN
};

/* Words of the widest group in memory, lowest bit first: 64 thread ids of 12 bits, 64 lanes, an
 * address, a key. */
enum { DWF_FRONT_GROUP_WORDS = (64 * 12 + 64 + 32 + 16 + 31) / 32 };

/* The module's parameters. */
struct dwf_front_cfg {
    uint32_t slots;
    uint32_t lanes;
    uint32_t pc_shift;
    uint32_t pool_entries;
    uint32_t lut_entries;
    uint32_t lut_ways;
    uint32_t forward;
    uint32_t policy;
    uint32_t heap_entries;
    uint32_t heap_ports;
    uint32_t queue_depth;
    uint32_t tree;
    uint32_t mheap_entries;
    uint32_t mheap_ways;
    uint32_t cnt_width;
    uint32_t wid_width;
    uint32_t lut_width;
    uint32_t age_limit;
    uint32_t leaves; /* 1: warps leave their slots and come back */
    uint32_t lane_slots;
};

struct dwf_front_in {
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_pc;
    uint64_t begin_mask;
    uint64_t ready;      /* a bit a slot */
    const uint8_t *rows; /* where each register lies */
    bool fetch_ready;
    bool rsp_valid;
    uint32_t rsp_word;
    uint32_t rsp_meet;
    bool rsp_meets;
    bool issue_ready;
    bool res_valid;
    struct front_resolved res;
    bool end_valid;
    const uint32_t *end_slot; /* of each lane */
    uint64_t end_mask;
    uint32_t end_pc;
    /* leaves */
    bool acc_en;    /* res is an access to memory, and is taken; no output depends on it */
    bool row_rd_en; /* the row of this slot is taken: its warp leaves */
    uint32_t row_rd_slot;
    bool row_wr_en; /* a row comes back: its warp sits on this slot when that is ready */
    uint32_t row_wr_slot;
    const uint32_t *row_wr_data;
    /* groups in memory */
    bool grp_base_en;
    uint32_t grp_base;
    bool grp_wr_ready;
    bool grp_rd_ready;
    bool grp_rsp_valid;
    const uint32_t *grp_rsp_data;
};

struct dwf_front_out {
    bool begin_ready;
    bool ev_valid;
    uint32_t ev_kind;
    uint32_t ev_slot;
    bool fetch_valid;
    uint32_t fetch_pc;
    bool issue_valid;
    const struct front_instruction *issue; /* in the state */
    bool res_ready;
    bool end_ready;
    uint32_t why;
    uint64_t stalls; /* leaves: a bit a slot: no thread of it runs, some are in memory */
    uint32_t row_rd_data[FRONT_MAX_LANES]; /* a word a lane */
    bool walks;                            /* threads that came back are offered to dwf */
    bool late;                             /* nothing returns: a launch has waited long */
    enum dwf_front_launch launches;        /* is offered to dwf */
    uint64_t walk_mask;
    bool grp_wr_valid;
    uint32_t grp_wr_addr;
    uint32_t grp_wr_data[DWF_FRONT_GROUP_WORDS];
    bool grp_rd_valid;
    uint32_t grp_rd_addr;
    bool grp_rsp_ready;
    /* What went to the children: for tick. */
    struct dwf_in dwf_in;
    struct dwf_out dwf;
    struct barrier_unit_in barrier_in;
    struct barrier_unit_out barrier;
};

struct dwf_front {
    struct dwf_front_cfg cfg;
    bool res_first; /* a result was offered to dwf, and not taken */
    uint8_t passed; /* what went by a launch that asks, up to DWF_FRONT_PASSED */
    bool fetch_valid;
    bool fetch_sent;
    bool issue_valid;
    struct front_instruction fetch; /* pc, mask, slot of it */
    struct front_instruction issue;
    /* leaves */
    uint32_t row[FRONT_MAX_SLOTS][FRONT_MAX_LANES]; /* words as in a context */
    uint64_t returns;                               /* a bit a slot: came back, is to be launched */
    bool walk_valid;                                /* one of them is, group by group */
    uint32_t walk_slot;
    uint64_t walk_left;
    struct dwf dwf;
    struct barrier_unit barrier;
};

/* RowWidth: bits of a slot's row in a context. */
uint32_t dwf_front_row_width(const struct dwf_front_cfg *cfg);

/* GroupWidth: bits of a group in memory. The places of the queue of groups there, and the bytes
 * from one to the next. */
uint32_t dwf_front_group_width(const struct dwf_front_cfg *cfg);
uint32_t dwf_front_places(const struct dwf_front_cfg *cfg);
uint32_t dwf_front_place_bytes(const struct dwf_front_cfg *cfg);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *dwf_front_init(struct dwf_front *s, const struct dwf_front_cfg *cfg);

/* A clock edge with reset low. */
void dwf_front_reset(struct dwf_front *s);

/* This cycle's outputs; changes nothing. */
void dwf_front_eval(const struct dwf_front *s, const struct dwf_front_in *in,
                    struct dwf_front_out *out);

/* fetch_valid and why, once issue_ready is known; and acc_en. */
void dwf_front_issue(const struct dwf_front *s, const struct dwf_front_in *in,
                     struct dwf_front_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void dwf_front_tick(struct dwf_front *s, const struct dwf_front_in *in,
                    const struct dwf_front_out *out);

/* NULL, or the name of a broken invariant, of a child. */
const char *dwf_front_check(const struct dwf_front *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *dwf_front_promise(const struct dwf_front *s, const struct dwf_front_in *in);

#endif
