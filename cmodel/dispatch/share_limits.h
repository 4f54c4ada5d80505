/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the share limits: docs/blocks/share_limits.md.
 * Warped-Slicer (ISCA 2016), sections III and IV.A; Elastic Kernels (ASPLOS
 * 2013), section 4.3.3.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: none while a
 * division is under way and done is 0; kernel, copy and taken outside of the
 * phase count; part outside of the phase count and the rows of the policy even,
 * and in the count that of a kernel that is counted later; sm, at and turn
 * outside of the phase rows.
 */
#ifndef HEDDLE_SHARE_LIMITS_H
#define HEDDLE_SHARE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SHARE_LIMITS_MAX_SMS = 64,
    SHARE_LIMITS_MAX_KERNELS = 16,
    SHARE_LIMITS_MAX_BLOCKS = 64,
    SHARE_LIMITS_MAX_KINDS = 8,
};

/* All others are as left-over. */
enum share_limits_policy {
    SHARE_LIMITS_LEFT_OVER = 0,
    SHARE_LIMITS_EVEN = 1,
    SHARE_LIMITS_SPATIAL = 2,
    SHARE_LIMITS_PROFILE = 3,
    SHARE_LIMITS_GIVEN = 4,
};

enum share_limits_phase {
    SHARE_LIMITS_IDLE = 0,
    SHARE_LIMITS_COUNT = 1,
    SHARE_LIMITS_ROWS = 2,
    SHARE_LIMITS_DONE = 3,
};

/* The module's parameters. */
struct share_limits_cfg {
    uint32_t sms;
    uint32_t kernels;
    uint32_t blocks;
    uint32_t kinds;
    uint32_t need_width;
};

/* Kind r of kernel k needs need[k*kinds + r]. */
struct share_limits_in {
    bool start_en;
    uint32_t policy;  /* enum share_limits_policy */
    uint32_t kernels; /* a bit a kernel */
    uint32_t room[SHARE_LIMITS_MAX_KINDS];
    uint32_t need[SHARE_LIMITS_MAX_KERNELS * SHARE_LIMITS_MAX_KINDS];
    uint32_t from;
    uint32_t given[SHARE_LIMITS_MAX_KERNELS];
};

/* Kernel k may have limit[s*kernels + k] blocks on SM s. */
struct share_limits_out {
    bool idle;
    bool done;
    uint32_t none; /* a bit a kernel */
    uint32_t limit[SHARE_LIMITS_MAX_SMS * SHARE_LIMITS_MAX_KERNELS];
};

struct share_limits {
    struct share_limits_cfg cfg;
    uint32_t phase;                          /* enum share_limits_phase */
    uint32_t kernel;                         /* that is counted */
    uint32_t copy[SHARE_LIMITS_MAX_KINDS];   /* of the room: what is left */
    uint32_t taken;                          /* blocks since the last whole part */
    uint32_t part[SHARE_LIMITS_MAX_KERNELS]; /* blocks that the count has found */
    uint32_t sm;                             /* whose limits are written */
    uint32_t at;                             /* sm times the number of kernels under way */
    uint32_t turn;                           /* SMs before this one that are the same kernel's */
    uint32_t limit[SHARE_LIMITS_MAX_SMS * SHARE_LIMITS_MAX_KERNELS]; /* as limit of the outputs */
    uint32_t none;                                                   /* a bit a kernel */
    /* The model's alone: what the last start asked for, which is not to change; and how many cycles
     * have passed since. */
    struct share_limits_in asked;
    uint32_t cycles;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *share_limits_init(struct share_limits *s, const struct share_limits_cfg *cfg);

/* A clock edge with reset low. */
void share_limits_reset(struct share_limits *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void share_limits_eval(const struct share_limits *s, const struct share_limits_in *in,
                       struct share_limits_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void share_limits_tick(struct share_limits *s, const struct share_limits_in *in,
                       const struct share_limits_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *share_limits_check(const struct share_limits *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *share_limits_promise(const struct share_limits *s, const struct share_limits_in *in);

#endif
