/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the thread status: docs/blocks/thread_status.md.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. thread_status_frm and thread_status_read give what eval gives, for one port: a caller
 * that needs no more calls these. Not comparable with RTL: op_value of a port that has no CSR
 * instruction, in lanes outside of the mask; rows of warps that never began.
 */
#ifndef HEDDLE_THREAD_STATUS_H
#define HEDDLE_THREAD_STATUS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    THREAD_STATUS_MAX_LANES = 64,
    THREAD_STATUS_MAX_WARPS = 512,
    THREAD_STATUS_MAX_PORTS = 4,
};

/* The module's parameters. */
struct thread_status_cfg {
    uint32_t lanes;
    uint32_t warps;
    uint32_t ports;
    uint32_t own;
    uint32_t id_width;
    uint32_t lane_slots;
};

/* What is one for all threads of a kernel: x, y, z where there are three. */
struct thread_status_kernel {
    uint32_t threads[3];
    uint32_t blocks[3];
    uint32_t arguments;
    uint32_t stack_top;
    uint32_t shared_bytes;
};

/* An instruction that is through. Rows are a word a lane; warp and block one a lane with own, else
 * only the first. */
struct thread_status_op {
    bool en;
    bool csr;
    uint32_t word;
    uint64_t mask;
    const uint32_t *warp;
    const uint32_t *a;
    const uint8_t *flags;
    const uint32_t *x, *y, *z;
    const uint32_t (*block)[3]; /* x, y, z */
};

struct thread_status_in {
    bool begin_en;
    uint32_t begin_warp;
    struct thread_status_kernel kernel[THREAD_STATUS_MAX_PORTS]; /* of op's instruction */
    const uint32_t *frm_warp[THREAD_STATUS_MAX_PORTS];
    struct thread_status_op op[THREAD_STATUS_MAX_PORTS];
};

struct thread_status_out {
    uint8_t frm[THREAD_STATUS_MAX_PORTS][THREAD_STATUS_MAX_LANES];
    uint32_t op_value[THREAD_STATUS_MAX_PORTS][THREAD_STATUS_MAX_LANES];
};

struct thread_status {
    struct thread_status_cfg cfg;
    uint8_t fcsr[THREAD_STATUS_MAX_WARPS][THREAD_STATUS_MAX_LANES];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *thread_status_init(struct thread_status *s, const struct thread_status_cfg *cfg);

/* A clock edge with reset low: nothing changes. */
void thread_status_reset(struct thread_status *s);

/* The rounding mode of the thread in each lane. */
void thread_status_frm(const struct thread_status *s, const uint32_t *warp, uint8_t *frm);

/* What a CSR instruction reads. */
void thread_status_read(const struct thread_status *s, const struct thread_status_kernel *kernel,
                        const struct thread_status_op *op, uint32_t *value);

/* This cycle's outputs; changes nothing. */
void thread_status_eval(const struct thread_status *s, const struct thread_status_in *in,
                        struct thread_status_out *out);

/* The clock edge; out is not looked at. */
void thread_status_tick(struct thread_status *s, const struct thread_status_in *in,
                        const struct thread_status_out *out);

/* NULL: sticky and keeps need the past. */
const char *thread_status_check(const struct thread_status *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *thread_status_promise(const struct thread_status *s, const struct thread_status_in *in);

#endif
