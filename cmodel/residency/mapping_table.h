/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the mapping table: docs/blocks/mapping_table.md.
 * Zorua (MICRO 2016 and the extended text), sections 5.5, 5.6, 6.1, Figure 12.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. An entry's place is row * Sets + set. Not
 * comparable with RTL: found_* while found_en is 0, found_phys while found_held
 * is 0, op_phys of an operation that has none, op_held of an entry that does
 * not exist; phys of an entry that is not valid, and of the look-ups under way
 * what their enable (for found_phys: found_held) does not cover.
 */
#ifndef HEDDLE_MAPPING_TABLE_H
#define HEDDLE_MAPPING_TABLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MAPPING_TABLE_MAX_ROWS = 256,
    MAPPING_TABLE_MAX_SETS = 64,
    MAPPING_TABLE_MAX_ENTRIES = MAPPING_TABLE_MAX_ROWS * MAPPING_TABLE_MAX_SETS,
    MAPPING_TABLE_MAX_PHYS = 1024,
    MAPPING_TABLE_MAX_PORTS = 4,
};

/* op of the page. */
enum mapping_table_op {
    MAPPING_TABLE_NOTHING = 0,
    MAPPING_TABLE_MAP = 1,
    MAPPING_TABLE_SPILL = 2,
    MAPPING_TABLE_FILL = 3,
    MAPPING_TABLE_DROP = 4,
};

/* The module's parameters. */
struct mapping_table_cfg {
    uint32_t rows;
    uint32_t sets;
    uint32_t phys;
    uint32_t ports;
};

struct mapping_table_in {
    bool look_en[MAPPING_TABLE_MAX_PORTS];
    uint32_t look_row[MAPPING_TABLE_MAX_PORTS];
    uint32_t look_set[MAPPING_TABLE_MAX_PORTS];
    uint32_t op; /* enum mapping_table_op */
    uint32_t op_row;
    uint32_t op_set;
    bool lock_en;
    uint32_t lock_row;
    uint32_t lock_set;
};

struct mapping_table_out {
    bool found_en[MAPPING_TABLE_MAX_PORTS];
    bool found_wait[MAPPING_TABLE_MAX_PORTS];
    bool found_held[MAPPING_TABLE_MAX_PORTS];
    uint32_t found_phys[MAPPING_TABLE_MAX_PORTS];
    uint32_t found_row[MAPPING_TABLE_MAX_PORTS];
    uint32_t found_set[MAPPING_TABLE_MAX_PORTS];
    bool op_held;
    uint32_t op_phys;
    uint32_t free_phys; /* the lowest-numbered free set */
    uint32_t free;
    uint32_t swapped;
};

struct mapping_table {
    struct mapping_table_cfg cfg;
    bool valid[MAPPING_TABLE_MAX_ENTRIES]; /* the entry is physical */
    uint32_t phys[MAPPING_TABLE_MAX_ENTRIES];
    bool used[MAPPING_TABLE_MAX_PHYS]; /* the physical set is taken */
    uint32_t free;
    uint32_t swapped;
    /* Look-ups of the cycle before ... */
    bool asked_en[MAPPING_TABLE_MAX_PORTS];
    uint32_t asked_row[MAPPING_TABLE_MAX_PORTS];
    uint32_t asked_set[MAPPING_TABLE_MAX_PORTS];
    /* ... and of two cycles ago. */
    bool found_en[MAPPING_TABLE_MAX_PORTS];
    uint32_t found_row[MAPPING_TABLE_MAX_PORTS];
    uint32_t found_set[MAPPING_TABLE_MAX_PORTS];
    bool found_held[MAPPING_TABLE_MAX_PORTS];
    uint32_t found_phys[MAPPING_TABLE_MAX_PORTS];
    /* The model's alone: the entry is in use. The coordinator knows it, the table does not. */
    bool in_use[MAPPING_TABLE_MAX_ENTRIES];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *mapping_table_init(struct mapping_table *s, const struct mapping_table_cfg *cfg);

/* A clock edge with reset low. */
void mapping_table_reset(struct mapping_table *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void mapping_table_eval(const struct mapping_table *s, const struct mapping_table_in *in,
                        struct mapping_table_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void mapping_table_tick(struct mapping_table *s, const struct mapping_table_in *in,
                        const struct mapping_table_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *mapping_table_check(const struct mapping_table *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *mapping_table_promise(const struct mapping_table *s, const struct mapping_table_in *in);

#endif
