/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the spill selector: docs/blocks/spill_selector.md.
 * Zorua (MICRO 2016 and the extended text), section 5.6.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: the victim while its
 * valid is 0; count, row and set of a physical set that is not held, and best
 * and victim while theirs is 0.
 */
#ifndef HEDDLE_SPILL_SELECTOR_H
#define HEDDLE_SPILL_SELECTOR_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SPILL_SELECTOR_MAX_PHYS = 1024,
    SPILL_SELECTOR_MAX_COLUMNS = 64,
    SPILL_SELECTOR_MAX_ROWS = 256,
    SPILL_SELECTOR_MAX_SETS = 64,
    SPILL_SELECTOR_MAX_CNT_WIDTH = 8,
    SPILL_SELECTOR_MAX_PORTS = 4,
    SPILL_SELECTOR_MAX_SWEEP = 255, /* age has eight bits */
};

/* The module's parameters. */
struct spill_selector_cfg {
    uint32_t phys;
    uint32_t columns;
    uint32_t rows;
    uint32_t sets;
    uint32_t cnt_width;
    uint32_t ports;
};

struct spill_selector_in {
    uint32_t age;
    bool use_en[SPILL_SELECTOR_MAX_PORTS];
    uint32_t use_phys[SPILL_SELECTOR_MAX_PORTS];
    bool take_en;
    uint32_t take_phys;
    uint32_t take_row;
    uint32_t take_set;
    bool drop_en;
    uint32_t drop_phys;
    bool keep_en;
    uint32_t keep_row;
    bool victim_taken;
};

struct spill_selector_out {
    bool victim_valid;
    uint32_t victim_phys;
    uint32_t victim_row;
    uint32_t victim_set;
};

struct spill_selector {
    struct spill_selector_cfg cfg;
    bool held[SPILL_SELECTOR_MAX_PHYS];
    uint32_t count[SPILL_SELECTOR_MAX_PHYS];
    uint32_t row[SPILL_SELECTOR_MAX_PHYS]; /* this and the next: its owner */
    uint32_t set[SPILL_SELECTOR_MAX_PHYS];
    bool best_valid; /* of the lines of this sweep that were looked at */
    uint32_t best_count;
    uint32_t best_phys;
    uint32_t best_row;
    uint32_t best_set;
    bool victim_valid;
    uint32_t victim_phys;
    uint32_t victim_row;
    uint32_t victim_set;
    uint32_t line;  /* the one looked at in this cycle */
    uint32_t sweep; /* its number, from 1 */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *spill_selector_init(struct spill_selector *s, const struct spill_selector_cfg *cfg);

/* A clock edge with reset low. */
void spill_selector_reset(struct spill_selector *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void spill_selector_eval(const struct spill_selector *s, const struct spill_selector_in *in,
                         struct spill_selector_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void spill_selector_tick(struct spill_selector *s, const struct spill_selector_in *in,
                         const struct spill_selector_out *out);

/* Lines of a sweep: Phys / Columns, rounded up. */
uint32_t spill_selector_lines(const struct spill_selector_cfg *cfg);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *spill_selector_check(const struct spill_selector *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *spill_selector_promise(const struct spill_selector *s,
                                   const struct spill_selector_in *in);

#endif
