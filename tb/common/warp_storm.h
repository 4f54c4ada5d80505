/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warps without a program on the slots of Virtual Thread: any of them may do anything in any cycle
 * that its neighbours' promises allow. They issue writes, stall, wait, end; writes come back in any
 * order, early or long after their block has left. It keeps its own account of the
 * warp on each slot, from what the unit says it did.
 */
#ifndef HEDDLE_WARP_STORM_H
#define HEDDLE_WARP_STORM_H

#include <stdbool.h>
#include <stdint.h>

#include "common/rng.h"
#include "residency/vt.h"

/* Shares are in 1/16. */
struct storm_profile {
    unsigned event;   /* a scheduler has one */
    unsigned stall;   /* it is a stall, if writes are out */
    unsigned bare;    /* and if none is */
    unsigned barrier; /* else a warp comes to a barrier */
    unsigned end;     /* else one ends, if it has no write out */
    unsigned pair;    /* a port does to the block of the port before what that one did */
    unsigned set;     /* a scheduler issues a write */
    unsigned load;    /* which is a load */
    unsigned push;    /* that is offered to a full queue */
    unsigned write;   /* a write comes in, at each port */
    unsigned late;    /* it is of a block that has left */
    unsigned wake;    /* a warp wakes up, at each port */
    unsigned meet;    /* one does in the cycle in which its last write comes in */
    unsigned l1;      /* L1 takes a load */
};

enum { STORM_LOADS = 256, STORM_WARPS = 64 };

enum storm_state { STORM_RUNS, STORM_STALLS, STORM_WAITS, STORM_ENDED };

struct storm_warp {
    enum storm_state is;
    uint64_t busy;   /* registers with a write out */
    uint64_t queued; /* those of loads that L1 has not taken */
    uint64_t fresh;  /* those issued in this cycle */
    bool stalls_now; /* since this cycle */
};

struct storm_block {
    uint32_t base; /* its slots, or those that it had */
    struct storm_warp warp[STORM_WARPS];
};

struct storm {
    struct vt_cfg cfg;
    const struct storm_profile *profile;
    struct hd_rng *rng;
    uint32_t warps;               /* of a block */
    uint32_t ctas;                /* blocks on the core */
    uint32_t owner[VT_MAX_SLOTS]; /* the block that is active there; VT_MAX_CTAS: none */
    struct storm_block block[VT_MAX_CTAS];
    struct {
        bool used;
        uint32_t cta, rank, reg;
    } load[STORM_LOADS];
    bool begins, resumes; /* a block sits down from the next cycle on */
    uint32_t seat;
    bool holds;     /* a load was refused */
    uint64_t used;  /* slots to which something happens in this cycle */
    bool ebb;       /* all blocks are to end */
    uint32_t ended; /* the block on the lowest slots of which all have ended, or VT_MAX_CTAS */
};

/* What the unit shows before a cycle. */
struct storm_view {
    uint64_t ready;
    const uint32_t *slot_warp;
    bool load_ready, l1_valid;
    uint32_t l1; /* the lowest bits of the load on offer */
};

void storm_begin(struct storm *s, const struct storm_profile *profile, const struct vt_cfg *cfg,
                 uint32_t warps, uint32_t ctas, struct hd_rng *rng);
/* Events, wake-ups, registers and loads of a cycle. */
void storm_drive(struct storm *s, const struct storm_view *view, struct vt_in *in);
/* What the unit did in it. */
void storm_see(struct storm *s, bool begins, bool resumes, uint32_t seat, bool leaves,
               uint32_t leave_slot, bool done, bool load_taken);

#endif
