/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the context handler: docs/blocks/context_handler.md.
 * Virtual Thread (ISCA 2016), section IV.A to IV.C, equations (1) and (2).
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. The stack that eval asks for (stack_rd_slot)
 * may be put into the inputs between the two.
 * A wide value is an array of 32-bit words: bit i is bit i % 32 of word i / 32.
 * Not comparable with RTL: payload outputs while their valid or enable is 0,
 * mem_wdata of a read, store_ready while store_valid is 0; fields of save and
 * load while they are not busy (but for the queues and flight, which are empty
 * and 0 then), rows of the buffer from taken on.
 */
#ifndef HEDDLE_CONTEXT_HANDLER_H
#define HEDDLE_CONTEXT_HANDLER_H

#include <stdbool.h>
#include <stdint.h>

#include "residency/granule_queue.h"

enum {
    CONTEXT_HANDLER_MAX_WARPS = 64,
    CONTEXT_HANDLER_HEAD_WORDS = 8,   /* 256 bits */
    CONTEXT_HANDLER_STACK_WORDS = 80, /* 2,560 bits */
    CONTEXT_HANDLER_MEM_WORDS = 64,   /* 2,048 bits */
};

/* The module's parameters. */
struct context_handler_cfg {
    uint32_t slots;
    uint32_t max_warps;
    uint32_t ctas;
    uint32_t head_width;
    uint32_t stack_width;
    uint32_t mem_width;
    uint32_t granule;
    uint32_t mem_words;
    uint32_t reads;
};

struct context_handler_in {
    uint32_t warps;
    uint32_t words;
    bool store_valid;
    uint32_t store_cta;
    uint32_t store_head[CONTEXT_HANDLER_HEAD_WORDS];
    bool save_en;
    uint32_t save_cta;
    uint32_t save_base;
    uint32_t save_head[CONTEXT_HANDLER_HEAD_WORDS];
    uint32_t stack_rd_data[CONTEXT_HANDLER_STACK_WORDS]; /* not looked at by eval */
    bool load_en;
    uint32_t load_cta;
    uint32_t load_base;
    bool load_new;
    bool mem_ready;
    bool rsp_valid;
    uint32_t rsp_data[CONTEXT_HANDLER_MEM_WORDS]; /* not looked at by eval */
};

struct context_handler_out {
    bool store_ready;
    bool save_ready;
    bool stack_rd_en;
    uint32_t stack_rd_slot;
    bool taken;
    bool saved_valid;
    uint32_t saved_cta;
    bool load_ready;
    bool stack_wr_en;
    uint32_t stack_wr_slot;
    uint32_t stack_wr_data[CONTEXT_HANDLER_STACK_WORDS];
    bool head_valid;
    uint32_t head[CONTEXT_HANDLER_HEAD_WORDS];
    bool loaded;
    bool mem_valid;
    bool mem_we;
    uint32_t mem_addr;
    uint32_t mem_wdata[CONTEXT_HANDLER_MEM_WORDS];
};

struct context_handler {
    struct context_handler_cfg cfg;
    bool save_busy;
    uint32_t save_cta;
    uint32_t save_base;
    uint32_t save_head[CONTEXT_HANDLER_HEAD_WORDS];
    uint32_t taken;   /* ranks in the buffer */
    uint32_t items;   /* head and stacks put into the queue */
    uint32_t written; /* words written */
    uint32_t row[CONTEXT_HANDLER_MAX_WARPS][CONTEXT_HANDLER_STACK_WORDS];
    bool load_busy;
    uint32_t load_cta;
    uint32_t load_base;
    bool load_new;
    uint32_t asked;  /* words asked for */
    uint32_t flight; /* reads whose answer is not there */
    uint32_t done;   /* head and stacks given back */
    struct granule_queue save_queue;
    struct granule_queue load_queue;
    /* The model's alone: inputs that are not to change. */
    uint32_t warps;     /* warps_i and words_i of the last cycle */
    uint32_t words;     /* (while a context moves) */
    bool store_refused; /* the store offered in the last cycle, which got no port */
};

/* K of the page: the words of a context of so many warps. */
uint32_t context_handler_words(const struct context_handler_cfg *cfg, uint32_t warps);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *context_handler_init(struct context_handler *s, const struct context_handler_cfg *cfg);

/* A clock edge with reset low. */
void context_handler_reset(struct context_handler *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void context_handler_eval(const struct context_handler *s, const struct context_handler_in *in,
                          struct context_handler_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void context_handler_tick(struct context_handler *s, const struct context_handler_in *in,
                          const struct context_handler_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *context_handler_check(const struct context_handler *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. That a read brings
 * the data last written is not checked: the model has no memory. */
const char *context_handler_promise(const struct context_handler *s,
                                    const struct context_handler_in *in);

#endif
