/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the Zorua unit: docs/blocks/zorua.md.
 * Zorua (MICRO 2016 and the extended text), sections 4, 5, 6.1.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: payload outputs while
 * their valid or enable is 0, found_phys while found_held is 0, slot_warp and
 * slot_block of a slot on which no warp sits.
 */
#ifndef HEDDLE_ZORUA_H
#define HEDDLE_ZORUA_H

#include <stdbool.h>
#include <stdint.h>

#include "residency/coordinator.h"
#include "residency/mapping_table.h"
#include "residency/oversubscription.h"
#include "residency/spill_selector.h"

enum {
    ZORUA_MAX_SLOTS = COORDINATOR_MAX_SLOTS,
    ZORUA_MAX_PORTS = COORDINATOR_MAX_PORTS,
    ZORUA_ID_WORDS = COORDINATOR_ID_WORDS,
    ZORUA_RESOURCES = COORDINATOR_RESOURCES, /* numbered as in the coordinator */
    ZORUA_SELECTORS = COORDINATOR_SELECTORS, /* selector r - 1 is that of resource r */
};

/* The module's parameters. */
struct zorua_cfg {
    uint32_t warps;
    uint32_t slots;
    uint32_t blocks;
    uint32_t reg_sets;
    uint32_t reg_phys;
    uint32_t scratch_sets;
    uint32_t scratch_phys;
    uint32_t id_width;
    uint32_t ports;
    uint32_t thresh_width;
    uint32_t epoch_width;
    uint32_t columns;
    uint32_t cnt_width;
};

struct zorua_in {
    bool kernel_en;
    uint32_t kernel_warps;
    uint32_t kernel_regs;
    uint32_t kernel_scratch;
    uint32_t kernel_least;
    uint32_t epoch;
    uint32_t delta;
    uint32_t default_thresh[ZORUA_RESOURCES]; /* default_i: C has the word */
    uint32_t step[ZORUA_RESOURCES];
    uint32_t max[ZORUA_RESOURCES];
    uint32_t age;
    bool block_valid;
    uint32_t block_id[ZORUA_ID_WORDS];
    bool ev_valid[ZORUA_MAX_PORTS];
    uint32_t ev_kind[ZORUA_MAX_PORTS]; /* enum coordinator_event */
    uint32_t ev_slot[ZORUA_MAX_PORTS];
    uint32_t ev_regs[ZORUA_MAX_PORTS];
    uint32_t ev_scratch[ZORUA_MAX_PORTS];
    bool idle;
    bool mem;
    bool reg_look_en[ZORUA_MAX_PORTS];
    uint32_t reg_look_row[ZORUA_MAX_PORTS];
    uint32_t reg_look_set[ZORUA_MAX_PORTS];
    bool scratch_look_en[ZORUA_MAX_PORTS];
    uint32_t scratch_look_row[ZORUA_MAX_PORTS];
    uint32_t scratch_look_set[ZORUA_MAX_PORTS];
    bool req_ready;
    bool rsp_valid;
    uint32_t rsp_warp;
};

/* Inputs and outputs of the blocks in a cycle: tick needs them again, and a caller that counts
 * something finds it here. */
struct zorua_nets {
    struct oversubscription_in limits_in;
    struct oversubscription_out limits_out;
    struct mapping_table_in table_in[ZORUA_RESOURCES];
    struct mapping_table_out table_out[ZORUA_RESOURCES];
    struct spill_selector_in selector_in[ZORUA_SELECTORS];
    struct spill_selector_out selector_out[ZORUA_SELECTORS];
    struct coordinator_in control_in;
    struct coordinator_out control_out;
};

struct zorua_out {
    bool block_ready;
    uint64_t ready; /* a bit a slot */
    uint32_t slot_warp[ZORUA_MAX_SLOTS];
    uint32_t slot_block[ZORUA_MAX_SLOTS];
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_warp;
    uint32_t begin_rank;
    uint32_t begin_id[ZORUA_ID_WORDS];
    bool done_valid;
    uint32_t done_id[ZORUA_ID_WORDS];
    bool reg_found_en[ZORUA_MAX_PORTS];
    bool reg_found_wait[ZORUA_MAX_PORTS];
    bool reg_found_held[ZORUA_MAX_PORTS];
    uint32_t reg_found_phys[ZORUA_MAX_PORTS];
    uint32_t reg_found_row[ZORUA_MAX_PORTS];
    uint32_t reg_found_set[ZORUA_MAX_PORTS];
    bool scratch_found_en[ZORUA_MAX_PORTS];
    bool scratch_found_wait[ZORUA_MAX_PORTS];
    bool scratch_found_held[ZORUA_MAX_PORTS];
    uint32_t scratch_found_phys[ZORUA_MAX_PORTS];
    uint32_t scratch_found_row[ZORUA_MAX_PORTS];
    uint32_t scratch_found_set[ZORUA_MAX_PORTS];
    bool scratch_take_en;
    uint32_t scratch_take_phys;
    bool req_valid;
    bool req_load;
    uint32_t req_kind; /* enum coordinator_resource */
    uint32_t req_row;
    uint32_t req_set;
    uint32_t req_phys;
    bool idle;
    uint32_t running;
    uint32_t thresh[ZORUA_RESOURCES];
    uint32_t free[ZORUA_RESOURCES];
    uint32_t swapped[ZORUA_RESOURCES];
    struct zorua_nets nets;
};

struct zorua {
    struct zorua_cfg cfg;
    uint32_t warps; /* this and the next three: of the kernel */
    uint32_t regs;
    uint32_t scratch;
    uint32_t least;
    struct oversubscription limits;
    struct mapping_table table[ZORUA_RESOURCES];
    struct spill_selector selector[ZORUA_SELECTORS];
    struct coordinator control;
};

/* Bits of a mapping table: a valid bit and a physical set an entry. */
uint32_t zorua_table_bits(const struct zorua_cfg *cfg, uint32_t resource);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *zorua_init(struct zorua *s, const struct zorua_cfg *cfg);

/* A clock edge with reset low. */
void zorua_reset(struct zorua *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void zorua_eval(const struct zorua *s, const struct zorua_in *in, struct zorua_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void zorua_tick(struct zorua *s, const struct zorua_in *in, const struct zorua_out *out);

/* NULL, or the name of a broken invariant: of a block (no_alias is one_owner and sum of the
 * tables, all_held is the coordinator's), or of the unit.
 * tables: what the coordinator says is had is what the tables have, seats among it.
 * owners: a selector holds what its table holds, for the same owners. */
const char *zorua_check(const struct zorua *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *zorua_promise(const struct zorua *s, const struct zorua_in *in);

#endif
