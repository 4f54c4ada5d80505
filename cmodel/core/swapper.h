/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What goes between the core and the swap space in memory: docs/blocks/swapper.md. Zorua (MICRO
 * 2016 and the extended text), sections 5.5, 5.6. All of it goes as accesses to memory, through
 * load/store.
 *
 * Use: init once, then for each clock cycle view, eval and tick; reset instead of tick at an edge
 * with reset low. Pointers in `out` point into the state.
 */
#ifndef HEDDLE_SWAPPER_H
#define HEDDLE_SWAPPER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/set_lookup.h"
#include "formation/simt_stack.h"

enum {
    SWAPPER_MAX_LANES = 64,
    SWAPPER_MAX_RESTORES = 8, /* warps whose state is on its way */
};

struct swapper_cfg {
    uint32_t slots;
    uint32_t lanes;
    uint32_t banks;
    uint32_t reg_phys; /* rows of a bank that are sets; the rows of the parks are behind these */
    uint32_t parks;
    uint32_t warps;
    uint32_t blocks;
    uint32_t scratch_sets; /* of a block at most */
    uint32_t scratch_phys;
    uint32_t row_bits; /* of a row of shared memory, which a cycle moves */
    uint32_t rows;
    uint32_t stack_bits; /* of a row of the SIMT stack */
    uint32_t restores;
    uint32_t base; /* of the swap space */
};

/* What an access is for. */
enum swapper_access { SWAPPER_STORE, SWAPPER_FILL, SWAPPER_RESULT, SWAPPER_STATE, SWAPPER_RETURN };

struct swapper_in {
    /* the coordinator's request; calm: what moves is at rest */
    bool req_valid;
    bool req_load;
    uint32_t req_kind;
    uint32_t req_row;
    uint32_t req_set;
    uint32_t req_phys;
    bool calm;
    bool job_valid;
    struct set_lookup_job job;
    const uint32_t *stack_rd_data;
    bool ctx_ready;
    bool ctx_rsp_valid;
    const uint32_t *ctx_rsp_data;
    bool row_ready; /* the register file has accepted the row; its words are there */
    bool row_valid;
    const uint32_t *row_data;
    bool acc_ready;
    /* words of a warp's state; back_end: they were the last of their access */
    bool back_valid;
    uint32_t back_restore;
    uint32_t back_part;
    uint64_t back_mask;
    const uint32_t *back_data;
    bool back_end;
    uint32_t back_end_restore;
};

/* All but job_taken depend on state alone. */
struct swapper_out {
    bool req_ready;
    bool job_taken;
    bool swapping;
    bool rd_valid;
    struct register_place rd_place;
    bool ctx_valid;
    uint32_t ctx_row;
    bool stack_rd_en;
    uint32_t stack_rd_slot;
    bool stack_wr_en;
    uint32_t stack_wr_slot;
    const uint32_t *stack_wr_data;
    bool rsp_valid;
    uint32_t rsp_warp;
    bool acc_valid;
    enum swapper_access acc_what;
    bool acc_load;
    uint64_t acc_mask;
    uint32_t acc_addr[SWAPPER_MAX_LANES];
    const uint32_t *acc_data;
    const struct set_lookup_job *acc_job; /* of a park's */
    struct register_place acc_place;      /* where the words of a load to a row go */
    uint32_t acc_restore;
    uint32_t acc_part;
    /* No ports: results of eval, for tick. */
    bool req_begins;
    uint32_t restored; /* that is written in this cycle */
};

enum swapper_doing { SWAPPER_RESTS, SWAPPER_READS, SWAPPER_WAITS, SWAPPER_SENDS, SWAPPER_DONE };
enum swapper_task { SWAPPER_SET, SWAPPER_SCRATCH, SWAPPER_OUT, SWAPPER_IN, SWAPPER_JOB };

struct swapper {
    struct swapper_cfg cfg;
    uint32_t doing; /* enum swapper_doing */
    uint32_t task;  /* enum swapper_task */
    uint32_t step;
    uint32_t read; /* rows of shared memory that are read of the step */
    uint32_t row;
    uint32_t set;
    uint32_t phys;
    bool load;     /* the request is one */
    bool job_last; /* the last one was a job: a request that is calm goes first */
    struct set_lookup_job job;
    uint32_t data[SWAPPER_MAX_LANES];
    uint32_t into; /* restore register */
    struct swapper_restore {
        bool valid;
        bool of_set; /* of a register set, whose words go to their rows; else a state */
        uint32_t warp;
        uint32_t slot;
        uint32_t left; /* parts that are not back */
        uint32_t data[SIMT_STACK_ROW_WORDS];
    } restore[SWAPPER_MAX_RESTORES];
};

/* Where a set of shared memory of block 0 is in swap space; bytes of all of it. */
uint32_t swapper_scratch(const struct swapper_cfg *cfg);
uint32_t swapper_bytes(const struct swapper_cfg *cfg);

/* NULL, or what is wrong with the sizes. */
const char *swapper_init(struct swapper *s, const struct swapper_cfg *cfg);
void swapper_reset(struct swapper *s);
void swapper_view(const struct swapper *s, struct swapper_out *out);
void swapper_eval(const struct swapper *s, const struct swapper_in *in, struct swapper_out *out);
void swapper_tick(struct swapper *s, const struct swapper_in *in, const struct swapper_out *out);
/* NULL, or the name of a broken invariant of the page. */
const char *swapper_check(const struct swapper *s);
/* NULL, or the promise of the page that the neighbours break with these inputs: that a request
 * stays needs the past. */
const char *swapper_promise(const struct swapper *s, const struct swapper_in *in);

#endif
