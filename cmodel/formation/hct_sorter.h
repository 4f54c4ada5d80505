/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the HCT sorter: docs/blocks/hct_sorter.md.
 * Simultaneous Branch and Warp Interweaving (ISCA 2012), section 3.4, Figure 5(b).
 *
 * Use: init once, then for each clock cycle eval and tick. It has no state.
 */
#ifndef HEDDLE_HCT_SORTER_H
#define HEDDLE_HCT_SORTER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    HCT_SORTER_MAX_LANES = 64,
    HCT_SORTER_MAX_PC_WIDTH = 64,
    HCT_SORTER_CONTEXTS = 3,
};

/* The module's parameters. */
struct hct_sorter_cfg {
    uint32_t lanes;
    uint32_t pc_width;
};

struct hct_sorter_in {
    bool valid[HCT_SORTER_CONTEXTS];
    bool stay[HCT_SORTER_CONTEXTS];
    uint64_t pc[HCT_SORTER_CONTEXTS];
    uint64_t mask[HCT_SORTER_CONTEXTS]; /* a bit a lane */
};

/* Bit 3*i + j of from: threads of input i are in output j. */
struct hct_sorter_out {
    bool valid[HCT_SORTER_CONTEXTS];
    bool stay[HCT_SORTER_CONTEXTS];
    uint64_t pc[HCT_SORTER_CONTEXTS];
    uint64_t mask[HCT_SORTER_CONTEXTS];
    uint32_t from;
};

struct hct_sorter {
    struct hct_sorter_cfg cfg;
};

/* Returns NULL, or what is wrong with the sizes. */
const char *hct_sorter_init(struct hct_sorter *s, const struct hct_sorter_cfg *cfg);

/* A clock edge with reset low: nothing. */
void hct_sorter_reset(struct hct_sorter *s);

/* This cycle's outputs. */
void hct_sorter_eval(const struct hct_sorter *s, const struct hct_sorter_in *in,
                     struct hct_sorter_out *out);

/* The clock edge: nothing. */
void hct_sorter_tick(struct hct_sorter *s, const struct hct_sorter_in *in,
                     const struct hct_sorter_out *out);

/* NULL: it has no state that could break an invariant. */
const char *hct_sorter_check(const struct hct_sorter *s);

/* NULL, or the promise of the page that the neighbours break with these inputs; or what does not
 * fit on its port. */
const char *hct_sorter_promise(const struct hct_sorter *s, const struct hct_sorter_in *in);

#endif
