/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the work distributor: docs/blocks/work_distributor.md.
 * NVIDIA Tesla (IEEE Micro 28(2), 2008): the compute work distribution unit. Warped-Slicer (ISCA
 * 2016), sections II.A and III; Elastic Kernels (ASPLOS 2013), sections 3 and 4.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. A host that goes by the number of the launch evaluates once with
 * launch_ready 0, and once more with the launch's grid and needs.
 * Not comparable with RTL: launch_number and launch_kernel while launch_valid is 0 (here what the
 * state says of them, 0 if there is none); done_launch while done_valid is 0, block_kernel and
 * block_id while block_valid is 0 (here 0); none as on the page of the share limits; launch, need
 * and slice of a kernel that does not run; refused_launch while refused is 0; from, given, rule,
 * median and mold while no division is under way; places as on the page of elastic (here 0).
 */
#ifndef HEDDLE_WORK_DISTRIBUTOR_H
#define HEDDLE_WORK_DISTRIBUTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/block_cursor.h"
#include "dispatch/block_dispatch.h"
#include "dispatch/block_places.h"
#include "dispatch/elastic.h"
#include "dispatch/launch_queues.h"
#include "dispatch/share_limits.h"

enum {
    WORK_DISTRIBUTOR_MAX_SMS = BLOCK_DISPATCH_MAX_SMS,
    WORK_DISTRIBUTOR_MAX_KERNELS = BLOCK_DISPATCH_MAX_KERNELS,
    WORK_DISTRIBUTOR_MAX_BLOCKS = BLOCK_DISPATCH_MAX_BLOCKS,
    WORK_DISTRIBUTOR_MAX_KINDS = BLOCK_DISPATCH_MAX_KINDS,
    WORK_DISTRIBUTOR_MAX_LAUNCHES = LAUNCH_QUEUES_MAX_LAUNCHES,
    WORK_DISTRIBUTOR_ID_WORDS = 3,
};

/* What the share limits do not know: to them it is as left-over. */
enum { WORK_DISTRIBUTOR_ELASTIC = 5 };

/* The module's parameters. */
struct work_distributor_cfg {
    uint32_t sms;
    uint32_t kernels;
    uint32_t blocks;
    uint32_t kinds;
    uint32_t need_width;
    uint32_t thread_kind;
    uint32_t shared_kind;
    uint32_t streams;
    uint32_t queues;
    uint32_t depth;
    uint32_t launches;
};

struct work_distributor_in {
    bool push_en;
    bool push_wait;
    uint32_t push_stream;
    uint32_t push_launch;
    bool launch_ready;
    uint32_t grid_x;
    uint32_t grid_y;
    uint32_t grid_z;
    uint32_t need[WORK_DISTRIBUTOR_MAX_KINDS]; /* of the launch that begins, and so the next two */
    uint32_t largest[WORK_DISTRIBUTOR_MAX_KINDS];
    uint32_t slice; /* 0: no slices */
    uint32_t room[WORK_DISTRIBUTOR_MAX_KINDS];
    uint32_t policy; /* enum share_limits_policy, or WORK_DISTRIBUTOR_ELASTIC */
    uint32_t from;
    uint32_t given[WORK_DISTRIBUTOR_MAX_KERNELS];
    uint32_t rule; /* enum elastic_rule */
    uint32_t median[WORK_DISTRIBUTOR_MAX_KINDS];
    uint32_t mold;
    bool strict;
    bool spread;
    bool replan;
    uint64_t sm_idle; /* a bit an SM, and so the next two */
    uint64_t block_ready;
    uint64_t end_valid;
    uint32_t end_kernel[WORK_DISTRIBUTOR_MAX_SMS];
};

/* Inputs and outputs of the blocks in a cycle: tick needs them again. */
struct work_distributor_nets {
    struct launch_queues_in queues_in;
    struct launch_queues_out queues_out;
    struct block_cursor_in cursor_in;
    struct block_cursor_out cursor_out;
    struct share_limits_in limits_in;
    struct share_limits_out limits_out;
    struct elastic_in elastic_in;
    struct elastic_out elastic_out;
    struct block_places_in places_in;
    struct block_places_out places_out;
    struct block_dispatch_in dispatch_in;
    struct block_dispatch_out dispatch_out;
};

/* SM s has blocks[s*kernels + k] blocks of kernel k, a kept place being one. */
struct work_distributor_out {
    uint64_t full; /* a bit a queue */
    bool free[WORK_DISTRIBUTOR_MAX_LAUNCHES];
    bool launch_valid;
    uint32_t launch_number;
    uint32_t launch_kernel;
    bool kernel_en;
    bool refused;
    bool done_valid;
    uint32_t done_launch;
    bool idle;
    uint64_t block_valid; /* a bit an SM */
    uint32_t block_kernel;
    uint32_t block_id[WORK_DISTRIBUTOR_ID_WORDS]; /* x, y, z */
    uint32_t runs;                                /* a bit a kernel, and so the next */
    uint32_t none;
    uint32_t blocks[WORK_DISTRIBUTOR_MAX_SMS * WORK_DISTRIBUTOR_MAX_KERNELS];
    uint32_t places[WORK_DISTRIBUTOR_MAX_KERNELS]; /* that a kernel may have */
    struct work_distributor_nets nets;
};

/* A block of kernel k needs need[k*kinds + r] of kind r. */
struct work_distributor {
    struct work_distributor_cfg cfg;
    uint32_t runs;    /* a bit a kernel, and so the next three and among */
    uint32_t open;    /* its blocks may be given */
    uint32_t planned; /* a division that looks at it has started since it began */
    uint32_t ready;   /* one has ended */
    uint32_t launch[WORK_DISTRIBUTOR_MAX_KERNELS];
    uint32_t need[WORK_DISTRIBUTOR_MAX_KERNELS * WORK_DISTRIBUTOR_MAX_KINDS];
    uint32_t among; /* the kernels of the division that is under way or was the last; its policy */
    uint32_t policy;
    uint32_t from;
    uint32_t given[WORK_DISTRIBUTOR_MAX_KERNELS];
    uint32_t rule;
    uint32_t median[WORK_DISTRIBUTOR_MAX_KINDS];
    uint32_t mold;
    uint32_t slice[WORK_DISTRIBUTOR_MAX_KERNELS]; /* blocks of a slice; 0: no slices */
    bool due;                                     /* a division is */
    bool refused;                                 /* a launch is to be reported as done */
    uint32_t refused_launch;
    bool taken; /* the room has been taken */
    struct launch_queues queues;
    struct block_cursor cursor;
    struct share_limits limits;
    struct elastic elastic;
    struct block_places places;
    struct block_dispatch dispatch;
    /* The model's alone: how many blocks of a kernel's grid have been given. */
    uint64_t gave[WORK_DISTRIBUTOR_MAX_KERNELS];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *work_distributor_init(struct work_distributor *s,
                                  const struct work_distributor_cfg *cfg);

/* A clock edge with reset low. */
void work_distributor_reset(struct work_distributor *s);

/* This cycle's outputs; changes nothing. A launch becomes the lowest-numbered kernel that does not
 * run. Of several slices that can begin it is the lowest-numbered kernel's. Of several launches
 * that are done a refused one is reported first, then that of the lowest-numbered kernel. */
void work_distributor_eval(const struct work_distributor *s, const struct work_distributor_in *in,
                           struct work_distributor_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void work_distributor_tick(struct work_distributor *s, const struct work_distributor_in *in,
                           const struct work_distributor_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool work_distributor_rests(const struct work_distributor *s, const struct work_distributor_in *in,
                            const struct work_distributor_out *out);

/* NULL, or the name of a broken invariant: of the page, or of a block inside. once says that the
 * cursor stands behind as many blocks as have been given; within also that the block places count
 * the blocks that the block dispatch counts; done_last also that the launch queues
 * hold as running just the launches of the kernels and the refused one. */
const char *work_distributor_check(const struct work_distributor *s);

/* NULL, or the promise of the page, or of a block's page, that the neighbours break with these
 * inputs. Not checked: that replan comes behind a change of the policy, and that an SM has taken a
 * kernel when it says so. */
const char *work_distributor_promise(const struct work_distributor *s,
                                     const struct work_distributor_in *in);

/* The same, out being what eval gave for the same state and inputs. */
const char *work_distributor_promise_of(const struct work_distributor *s,
                                        const struct work_distributor_in *in,
                                        const struct work_distributor_out *out);

#endif
