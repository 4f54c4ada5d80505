/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the CTA status table: docs/blocks/cta_status_table.md.
 * Virtual Thread (ISCA 2016), section IV.A, Figure 7.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: count of a block
 * that is not resident, and what before() says of two blocks that are not
 * both marked or both ready.
 */
#ifndef HEDDLE_CTA_STATUS_TABLE_H
#define HEDDLE_CTA_STATUS_TABLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CTA_STATUS_TABLE_MAX_CTAS = 64,
    CTA_STATUS_TABLE_MAX_PORTS = 4,
};

/* The module's parameters. */
struct cta_status_table_cfg {
    uint32_t ctas;
    uint32_t cnt_width;
    uint32_t ports;
};

struct cta_status_table_in {
    uint32_t warps;
    bool up_en[CTA_STATUS_TABLE_MAX_PORTS];
    uint32_t up_cta[CTA_STATUS_TABLE_MAX_PORTS];
    bool down_en[CTA_STATUS_TABLE_MAX_PORTS];
    uint32_t down_cta[CTA_STATUS_TABLE_MAX_PORTS];
    bool drop_en;
    uint32_t drop_cta;
    uint32_t drop_count;
    uint64_t skip; /* a bit a block */
    bool late_en[CTA_STATUS_TABLE_MAX_PORTS];
    uint32_t late_cta[CTA_STATUS_TABLE_MAX_PORTS];
    bool alloc_en;
    uint32_t alloc_cta;
    bool out_en;
    uint32_t out_cta;
    bool add_en;
    uint32_t add_cta;
    uint32_t add_count;
    bool saved_en;
    uint32_t saved_cta;
    bool in_en;
    uint32_t in_cta;
    uint32_t in_count;
    bool free_en;
    uint32_t free_cta;
};

struct cta_status_table_out {
    bool out_valid;
    uint32_t out_cta;
    bool in_valid;
    uint32_t in_cta;
    uint64_t resident; /* this and the next: a bit a block */
    uint64_t active;
    uint64_t marked;
    uint64_t ready;
};

/* The RTL's order, a bit a pair, is a queue here: the marked and the ready blocks, in front the
 * block that has been so longest. */
struct cta_status_table {
    struct cta_status_table_cfg cfg;
    uint64_t resident; /* this and the next: a bit a block */
    uint64_t active;
    uint64_t saving;
    uint32_t count[CTA_STATUS_TABLE_MAX_CTAS];
    uint32_t queue[CTA_STATUS_TABLE_MAX_CTAS];
    uint32_t queued; /* blocks in the queue */
    uint32_t warps;  /* the model's alone: warps_i of the last cycle, which is not to change */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *cta_status_table_init(struct cta_status_table *s,
                                  const struct cta_status_table_cfg *cfg);

/* A clock edge with reset low. */
void cta_status_table_reset(struct cta_status_table *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void cta_status_table_eval(const struct cta_status_table *s, const struct cta_status_table_in *in,
                           struct cta_status_table_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void cta_status_table_tick(struct cta_status_table *s, const struct cta_status_table_in *in,
                           const struct cta_status_table_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *cta_status_table_check(const struct cta_status_table *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *cta_status_table_promise(const struct cta_status_table *s,
                                     const struct cta_status_table_in *in);

/* True if block i stands before block j: the RTL's before_q[i][j], for i < j. Says something of two
 * blocks that are both marked or both ready. */
bool cta_status_table_before(const struct cta_status_table *s, uint32_t i, uint32_t j);

#endif
