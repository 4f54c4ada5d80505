/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The core round a coordinator, as stimulus: kernels whose blocks are offered, warps that live
 * through phases, barriers and their end at random, and a memory that takes requests and sends the
 * states of warps back in any order.
 */
#ifndef HEDDLE_PHASED_CORE_H
#define HEDDLE_PHASED_CORE_H

#include <stdbool.h>
#include <stdint.h>

enum { PHASED_CORE_WARPS = 64, PHASED_CORE_PORTS = 4, PHASED_CORE_ID_WORDS = 4 };

/* The sizes that matter here. */
struct phased_core_cfg {
    uint32_t warps;
    uint32_t slots;
    uint32_t reg_sets;
    uint32_t reg_phys;
    uint32_t scratch_sets;
    uint32_t id_width;
    uint32_t ports;
};

/* What is likely; shares are in 1/16. An event keeps a coordinator busy for tens of cycles: with
 * many of them it does little else. */
struct phased_core_profile {
    unsigned event;   /* in 1/256: a port has an event */
    unsigned barrier; /* a warp comes to a barrier; */
    unsigned end;     /* else it ends; */
    unsigned phase;   /* else it begins a phase, else it does nothing */
    unsigned gather;  /* a warp of the block of the event before is preferred */
    unsigned large;   /* a need is great, otherwise small */
    unsigned near;    /* it differs from the warp's last one in a single bit */
    unsigned block;   /* a block is offered */
    unsigned whole;   /* a kernel's blocks have as many warps as there are slots; */
    unsigned few;     /* else an eighth of that at most */
    unsigned least;   /* so few may be at work that all may be oversubscribed while one waits */
    unsigned swap;    /* a threshold is as high as can be; */
    unsigned no_swap; /* else it is 0 */
    unsigned ready;   /* the memory takes a request */
    unsigned answer;  /* a state comes back */
    unsigned reset;   /* in 1/4096: a reset */
};

struct phased_core {
    struct phased_core_cfg cfg;
    struct phased_core_profile profile;
    /* The kernel. */
    uint32_t block_warps;
    uint32_t regs;
    uint32_t scratch;
    uint32_t least; /* 0, of some kernels whose blocks fit: thresholds always hold, and are 0 */
    /* What is offered in this cycle. */
    bool block_valid;
    uint32_t block_id[PHASED_CORE_ID_WORDS];
    bool ev_valid[PHASED_CORE_PORTS];
    uint32_t ev_kind[PHASED_CORE_PORTS];
    uint32_t ev_slot[PHASED_CORE_PORTS];
    uint32_t ev_regs[PHASED_CORE_PORTS];
    uint32_t ev_scratch[PHASED_CORE_PORTS];
    bool req_ready;
    bool rsp_valid;
    uint32_t rsp_warp;
    /* What it knows. */
    uint64_t going;                           /* slots that are ready and have no event */
    uint64_t loads;                           /* warps whose states are on their way */
    uint32_t need[PHASED_CORE_WARPS];         /* register sets of a warp's phase */
    uint32_t need_scratch[PHASED_CORE_WARPS]; /* scratchpad sets */
};

void phased_core_open(struct phased_core *c, const struct phased_core_cfg *cfg,
                      const struct phased_core_profile *profile);

/* Any number that is as wide as those below n, n of them being at least 1: one that there may not
 * be. */
uint32_t phased_core_noise(uint32_t n);

/* Other sizes for the kernel. Only while no block is here. */
void phased_core_kernel(struct phased_core *c);

/* A threshold of so many bits. */
uint32_t phased_core_threshold(struct phased_core *c, uint32_t width);

/* What is offered in this cycle, to a coordinator that says this of it. Returns false for a
 * reset. */
bool phased_core_draw(struct phased_core *c, uint64_t ready, const uint32_t *slot_warp,
                      const uint32_t *slot_block);

/* A reset: nothing is on its way. */
void phased_core_forget(struct phased_core *c);

/* In this cycle the load of a warp's state was accepted; a warp began. */
void phased_core_load(struct phased_core *c, uint32_t warp);
void phased_core_begin(struct phased_core *c, uint32_t warp);

#endif
