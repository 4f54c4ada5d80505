/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of a GPU without its memory: docs/blocks/gpu.md.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. Pointers in `out` point into the state. What is launched depends on launch_number: a
 * host looks at gpu_look() before it says what the launch is.
 */
#ifndef HEDDLE_GPU_H
#define HEDDLE_GPU_H

#include <stdbool.h>
#include <stdint.h>

#include "core/sm.h"
#include "dispatch/sample_counters.h"
#include "dispatch/slicer.h"
#include "dispatch/work_distributor.h"

enum { GPU_MAX_SMS = 16, GPU_KINDS = 5 };

enum { GPU_CACHE_LINE = 64 }; /* of the host: what threads write side by side lies so far apart */

/* The module's parameters. */
struct gpu_cfg {
    uint32_t sms;
    uint32_t streams;
    uint32_t queues;
    uint32_t commands;
    uint32_t launches;
    uint32_t kernels;
    uint32_t warm;
    uint32_t settle;
    uint32_t window;
    uint32_t perf_width;
    uint32_t slots;
    uint32_t lanes;
    uint32_t simd;
    uint32_t ports;
    uint32_t policy;
    uint32_t group;
    uint32_t entries;
    uint32_t frame_width;
    uint32_t depth;
    uint32_t levels;
    uint32_t blocks;
    uint32_t max_warps;
    uint32_t threads;
    uint32_t shuffle;
    uint32_t banks;
    uint32_t sets;
    uint32_t div_bits;
    uint32_t float_steps;
    uint32_t accesses;
    uint32_t line_bytes;
    uint32_t cache_sets;
    uint32_t ways;
    uint32_t mshrs;
    uint32_t merges;
    uint32_t shared_banks;
    uint32_t shared_words;
    uint32_t row_bits;
    uint32_t holds;
    uint32_t patience;
    uint32_t access_queue;
    uint32_t cache_banks;
    uint32_t mem_queue;
};

struct gpu_in {
    /* the host: a command; the launch that begins, if launch_ready */
    bool push_en;
    bool push_wait;
    uint32_t push_stream;
    uint32_t push_launch;
    bool launch_ready;
    const struct sm_kernel *kernel; /* its `local` means nothing */
    uint32_t block_warps;
    uint32_t largest[GPU_KINDS]; /* most that a block of a kernel of its program needs */
    uint32_t slice;              /* blocks of a slice of its grid; 0: no slices */
    /* the policy: the slicer's, or what follows */
    bool slicer;
    uint32_t policy;
    uint32_t from;
    uint32_t given[WORK_DISTRIBUTOR_MAX_KERNELS];
    uint32_t rule; /* of the policy elastic, and so the next two */
    uint32_t median[GPU_KINDS];
    uint32_t mold;
    bool strict;
    bool spread;
    bool replan;
    struct sm_in sm[GPU_MAX_SMS]; /* code, memory, stack entries; nothing else is looked at */
    uint32_t local[GPU_MAX_SMS];  /* where local memory of its threads lies */
};

/* Threads write these of their SMs side by side. */
struct gpu_rest {
    bool rests;
    uint8_t apart[GPU_CACHE_LINE - 1];
};

struct gpu_out {
    struct work_distributor_in distributor_in;
    struct work_distributor_out distributor;
    struct slicer_in slicer_in;
    struct slicer_out slicer;
    struct sample_counters_in counters_in[GPU_MAX_SMS];
    struct sample_counters_out counters[GPU_MAX_SMS];
    struct sm_kernel kernel[GPU_MAX_SMS]; /* what each SM is told */
    struct sm_in sm_in[GPU_MAX_SMS];
    struct sm_out sm[GPU_MAX_SMS];
    /* Outputs are those of the cycle before, and nothing changes. */
    bool distributor_rests;
    struct gpu_rest rest[GPU_MAX_SMS];
};

/* The model's alone: what the dispatch sees of an SM's state. It is written when it changes, since
 * that is seldom and other threads read it. */
struct gpu_seen {
    bool idle;
    bool block_ready;
    bool end_valid;
    uint8_t end_kernel;
};

struct gpu {
    struct gpu_cfg cfg;
    struct work_distributor distributor;
    struct slicer slicer;
    struct sample_counters counters[GPU_MAX_SMS]; /* of each SM, for the slicer */
    struct sm sm[GPU_MAX_SMS];
    struct gpu_seen seen[GPU_MAX_SMS];
    /* The model's alone: the last clock edge has changed nothing. */
    bool distributor_rests;
    struct gpu_rest rest[GPU_MAX_SMS];
};

/* The sizes of an SM, and back: those of a GPU with SMs like this one. */
struct sm_cfg gpu_sm_cfg(const struct gpu_cfg *cfg);
struct gpu_cfg gpu_cfg_of(const struct sm_cfg *sm, uint32_t sms);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *gpu_init(struct gpu *s, const struct gpu_cfg *cfg);

/* A clock edge with reset low. */
void gpu_reset(struct gpu *s);

/* What the distributor says before the host's part of a cycle's inputs is known: all but kernel_en,
 * refused and the outputs of a block. `out` is none that gpu_eval writes. */
void gpu_look(const struct gpu *s, struct work_distributor_out *out);

/* The room of an SM, and what a block of a kernel needs of it, by kind. */
void gpu_room(const struct gpu_cfg *cfg, uint32_t room[GPU_KINDS]);
void gpu_need(const struct gpu_cfg *cfg, const struct sm_kernel *k, uint32_t warps,
              uint32_t need[GPU_KINDS]);

/* This cycle's outputs; changes nothing. `out` is all zeros before the first call, and is not
 * touched by others between calls. */
void gpu_eval(const struct gpu *s, const struct gpu_in *in, struct gpu_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void gpu_tick(struct gpu *s, const struct gpu_in *in, const struct gpu_out *out);

/* The same in parts, for several threads: eval is that of the dispatch (distributor and slicer),
 * then that of each SM in any order; tick is each SM's, behind the evals of all, and the
 * dispatch's. */
void gpu_eval_dispatch(const struct gpu *s, const struct gpu_in *in, struct gpu_out *out);
void gpu_eval_sm(const struct gpu *s, const struct gpu_in *in, struct gpu_out *out, uint32_t m);
void gpu_tick_sm(struct gpu *s, const struct gpu_out *out, uint32_t m);
void gpu_tick_dispatch(struct gpu *s, const struct gpu_out *out);

/* Several cycles of an SM in one go. For so many cycles, this one being the first, an SM does not
 * change what the dispatch sees of it, as long as it is given nothing. If this is so of all SMs,
 * and the dispatch keeps apart, it may be evaluated and ticked in these cycles while SMs are
 * behind. Once it does not give nothing, SMs come after: gpu_eval_sm_alone and gpu_tick_sm for each
 * cycle that they are behind, then gpu_eval_sm. */
uint32_t gpu_sm_keeps_apart(const struct gpu *s, uint32_t m);
bool gpu_dispatch_keeps_apart(const struct gpu *s);
bool gpu_gives_nothing(const struct gpu_out *out);
void gpu_eval_sm_alone(const struct gpu *s, const struct gpu_in *in, struct gpu_out *out,
                       uint32_t m);

/* The outputs of the last cycle are lost, as behind a checkpoint: eval works all of them out. */
void gpu_forget(struct gpu *s);

/* NULL, or the name of a broken invariant of a part. */
const char *gpu_check(const struct gpu *s);

#endif
