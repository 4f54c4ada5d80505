/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the dynamic warp formation unit: docs/blocks/dwf.md.
 * Dynamic Warp Formation (TACO 2009), section 4, Figures 8 to 12.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: payload outputs
 * while their valid is 0 (they are left as they were), issue_tid outside of
 * issue_mask, ret_ready while ret_valid is 0.
 */
#ifndef HEDDLE_DWF_H
#define HEDDLE_DWF_H

#include <stdbool.h>
#include <stdint.h>

#include "formation/lane_places.h"
#include "formation/majority_scheduler.h"
#include "formation/pc_warp_lut.h"
#include "formation/pdom_priority.h"
#include "formation/time_scheduler.h"
#include "formation/warp_allocator.h"
#include "formation/warp_pool.h"
#include "formation/warp_spill.h"
#include "formation/warp_update.h"

enum {
    DWF_MAX_LANES = 64,
    DWF_MAX_THREADS = 65536, /* thread ids of the widest TidWidth */
};

enum dwf_policy {
    DWF_MAJORITY = 0,
    DWF_MINORITY = 1,
    DWF_PC = 2,
    DWF_PDOM = 3,
    DWF_TIME = 4,
};

/* refuse of the page. */
enum dwf_refuse {
    DWF_REFUSE_NONE = 0,
    DWF_REFUSE_QUEUE = 1,
    DWF_REFUSE_POOL = 2,
};

/* The module's parameters. */
struct dwf_cfg {
    uint32_t lanes;
    uint32_t lane_slots;
    uint32_t tid_width;
    uint32_t pc_width;
    uint32_t pc_shift;
    uint32_t pool_entries;
    uint32_t lut_entries;
    uint32_t lut_ways;
    uint32_t forward;
    uint32_t policy; /* enum dwf_policy */
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
    uint32_t swizzle;
    uint32_t spill;
    uint32_t slots;
    uint32_t reads;
    uint32_t addr_width;
};

struct dwf_in {
    bool ret_valid;
    uint64_t ret_mask;
    uint32_t ret_tid[DWF_MAX_LANES];
    uint32_t ret_pc[DWF_MAX_LANES];
    uint64_t ret_pdom;
    bool launch_valid;
    uint32_t launch_warp;
    uint64_t launch_mask;
    uint32_t launch_pc;
    bool issue_ready;
    bool choose; /* the next PC may be chosen; not with the time stamp */
    /* Memory; looked at with spill alone. */
    bool base_en;
    uint64_t base;
    bool wr_ready;
    bool rd_ready;
    bool rsp_valid;
    struct warp_spill_record rsp_record;
};

/* Inputs and outputs of the blocks in a cycle: tick needs them again, and a caller that counts
 * something finds it here. Payloads without their valid or enable keep their last values, and so do
 * the inputs and outputs of a block that cfg leaves out. */
struct dwf_nets {
    struct warp_update_in update_in;
    struct warp_update_out update_out;
    struct pdom_priority_in pdom_in;
    struct pdom_priority_out pdom_out;
    struct warp_spill_in spill_in;
    struct warp_spill_out spill_out;
    struct pc_warp_lut_in lut_in;
    struct pc_warp_lut_out lut_out;
    struct warp_allocator_in alloc_in;
    struct warp_allocator_out alloc_out;
    struct warp_pool_in pool_in;
    struct warp_pool_out pool_out;
    struct majority_scheduler_in sched_in;
    struct majority_scheduler_out sched_out;
    struct time_scheduler_in time_in;
    struct time_scheduler_out time_out;
};

struct dwf_out {
    bool ret_ready;
    bool launch_ready;
    bool issue_valid;
    uint32_t issue_pc;
    uint64_t issue_mask;
    uint32_t issue_tid[DWF_MAX_LANES];
    bool wr_valid;
    uint64_t wr_addr;
    struct warp_spill_record wr_record;
    bool rd_valid;
    uint64_t rd_addr;
    bool rsp_ready;
    uint32_t wait;   /* enum majority_scheduler_wait */
    uint32_t refuse; /* enum dwf_refuse */
    bool stuck;
    uint32_t free_count;
    struct dwf_nets nets;
};

/* Children that cfg leaves out are not initialised. */
struct dwf {
    struct dwf_cfg cfg;
    struct warp_update update;
    struct pdom_priority pdom;
    struct warp_spill spill;
    struct pc_warp_lut lut;
    struct warp_allocator alloc;
    struct warp_pool pool;
    struct majority_scheduler sched; /* policy 0 to 3 */
    struct time_scheduler time;      /* policy 4 */
    /* The model's alone: what the parts promise each other, followed from one side. */
    uint64_t occ[WARP_POOL_MAX_ENTRIES];  /* the lanes of a live warp, by joins; 0: it is free */
    uint8_t outside[DWF_MAX_THREADS / 8]; /* threads in memory, a bit each */
    bool wrong_mask;                      /* a warp was issued with other lanes than that */
};

/* The place of thread i of static warp w, when it is launched. Its home lane is that of the place:
 * the place modulo lanes / lane_slots. */
uint32_t dwf_home_place(const struct dwf_cfg *cfg, uint32_t warp, uint32_t i);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *dwf_init(struct dwf *s, const struct dwf_cfg *cfg);

/* A clock edge with reset low. */
void dwf_reset(struct dwf *s);

/* This cycle's outputs; changes nothing. */
void dwf_eval(const struct dwf *s, const struct dwf_in *in, struct dwf_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void dwf_tick(struct dwf *s, const struct dwf_in *in, const struct dwf_out *out);

/* How many threads are in the unit: in the registers, the pool, or outside. */
uint32_t dwf_threads(const struct dwf *s);

/* NULL, or the name of a broken invariant: of a block, or of the unit.
 * conservation: no thread is twice in the unit or out of its home lane; an index is free or of a
 * live warp; a live warp is in one list of the scheduler; LUT and pool have the lanes that joined
 * it.
 * issue_mask: a warp was issued, in the cycle before, with just the lanes that joined it. */
const char *dwf_check(const struct dwf *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *dwf_promise(const struct dwf *s, const struct dwf_in *in);

#endif
