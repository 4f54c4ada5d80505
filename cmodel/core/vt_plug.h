/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of Virtual Thread as a plug of the residency socket: docs/blocks/vt_plug.md.
 * Virtual Thread (ISCA 2016), section IV.
 *
 * Use: as core/residency.h says. Pointers in `out` point into the nets.
 */
#ifndef HEDDLE_VT_PLUG_H
#define HEDDLE_VT_PLUG_H

#include "core/residency.h"
#include "residency/vt.h"

enum {
    VT_PLUG_REGISTERS = 64,
    VT_PLUG_STORES = 63, /* the scoreboard's bit of accesses that are counted */
};

/* What went to and came from the unit: for tick. All zeros before the first cycle. */
struct vt_plug_nets {
    struct vt_in in;
    struct vt_out out;
    uint64_t told;   /* slots whose stall is told in this cycle */
    uint64_t at_bar; /* slots that are told to be at the barrier */
    /* Dynamic warps. */
    uint64_t woken; /* slots whose stall is told to be over */
    bool late;      /* the last access of a warp that has left is told */
    uint32_t late_warp;
};

struct vt_plug {
    struct residency_cfg cfg;
    uint64_t sits;    /* a bit a slot, as the next ones: a block sits here */
    uint64_t wants;   /* it stalls, and is to be told */
    uint64_t stalls;  /* it was told */
    uint64_t arrives; /* it has come to a barrier, which is to be told */
    /* Accesses under way that write no register; with dynamic warps all that load/store has. */
    uint8_t stores[RESIDENCY_MAX_WARPS];
    /* Dynamic warps: the stall of this warp was told, and its accesses are to be told done; on this
     * slot. */
    bool owes[RESIDENCY_MAX_WARPS];
    uint8_t seat[RESIDENCY_MAX_WARPS];
    struct vt unit;
};

/* StackWidth of the unit, in bits, for a stack's row of so many and rows of shared memory. */
uint32_t vt_plug_stack_width(uint32_t stack_bits, uint32_t row_bits);

/* Rows of shared memory of the context of a block of so many warps. */
uint32_t vt_plug_rows(const struct residency_cfg *cfg, uint32_t warps);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *vt_plug_init(struct vt_plug *s, const struct residency_cfg *cfg);

/* A clock edge with reset low. */
void vt_plug_reset(struct vt_plug *s);

/* The parts of a cycle: core/residency.h. */
void vt_plug_offer(const struct vt_plug *s, const struct residency_in *in,
                   struct vt_plug_nets *nets, struct residency_out *out);
uint32_t vt_plug_warp(const struct vt_plug *s, uint32_t slot);
uint64_t vt_plug_busy(const struct vt_plug *s, uint32_t slot);
bool vt_plug_sits(const struct vt_plug *s, uint32_t slot, uint32_t warp);
void vt_plug_lanes(const struct vt_plug *s, uint64_t mask, const uint32_t *warp,
                   struct residency_lanes *out);
void vt_plug_settle(const struct vt_plug *s, const struct residency_in *in,
                    struct vt_plug_nets *nets, struct residency_out *out);

/* The clock edge. */
void vt_plug_tick(struct vt_plug *s, const struct residency_in *in, const struct vt_plug_nets *nets,
                  const struct residency_out *out);

/* NULL, or the name of a broken invariant, of the plug or of the unit. */
const char *vt_plug_check(const struct vt_plug *s);

/* After settle: NULL, or the promise that the machine breaks in this cycle. */
const char *vt_plug_promise(const struct vt_plug *s, const struct residency_in *in,
                            const struct vt_plug_nets *nets);

#endif
