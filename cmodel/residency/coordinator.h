/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the coordinator: docs/blocks/coordinator.md.
 * Zorua (MICRO 2016 and the extended text), sections 4.2.2, 5.1 to 5.6, Figures 10, 11.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. The outputs do not depend on op_held and
 * op_phys: these, which answer the operations, may be put into the inputs between
 * the two. victim_taken alone depends on victim_*.
 * Not comparable with RTL: payload outputs while their valid, enable or operation
 * is 0, keep_row while both keep_en are; slot_warp and slot_block of slots that are
 * not used. Fields of warps that are free, of slots and
 * blocks that are not used, of the list at and above its length; what a step
 * keeps, but as its state uses it.
 */
#ifndef HEDDLE_COORDINATOR_H
#define HEDDLE_COORDINATOR_H

#include <stdbool.h>
#include <stdint.h>

enum {
    COORDINATOR_MAX_WARPS = 64,
    COORDINATOR_MAX_SLOTS = 64,
    COORDINATOR_MAX_BLOCKS = 16,
    COORDINATOR_MAX_SETS = 64, /* of an owner: as in the mapping table */
    COORDINATOR_MAX_PHYS = 1024,
    COORDINATOR_MAX_PORTS = 4,
    COORDINATOR_ID_WORDS = 4, /* an identity: 32-bit words, the lowest first */
    COORDINATOR_RESOURCES = 3,
    COORDINATOR_SELECTORS = 2,
};

/* The resources; selector r - 1 belongs to resource r. */
enum coordinator_resource {
    COORDINATOR_THREADS = 0,
    COORDINATOR_SCRATCH = 1,
    COORDINATOR_REGS = 2,
};

/* ev_kind of the page. */
enum coordinator_event {
    COORDINATOR_EV_NONE = 0,
    COORDINATOR_EV_BARRIER = 1,
    COORDINATOR_EV_PHASE = 2,
    COORDINATOR_EV_END = 3,
};

/* op of the page. */
enum coordinator_op {
    COORDINATOR_OP_NONE = 0,
    COORDINATOR_OP_MAP = 1,
    COORDINATOR_OP_SPILL = 2,
    COORDINATOR_OP_FILL = 3,
    COORDINATOR_OP_DROP = 4,
};

/* State of a warp. A warp is in state 3 while its event is looked at. A warp that takes the sets
 * that it lacks is in state 1, though on no list. */
enum coordinator_state {
    COORDINATOR_FREE = 0,
    COORDINATOR_PENDING = 1,
    COORDINATOR_BARRIER = 2,
    COORDINATOR_EVENT = 3,
    COORDINATOR_RESTORE = 4,
    COORDINATOR_SCHEDULABLE = 5,
};

/* doing of the page. */
enum coordinator_doing {
    COORDINATOR_DO_IDLE = 0,
    COORDINATOR_DO_ACCEPT = 1,
    COORDINATOR_DO_EVENT = 2,
    COORDINATOR_DO_DROP = 3,
    COORDINATOR_DO_NEED = 4, /* the greatest need of a block's warps is looked for */
    COORDINATOR_DO_SURPLUS = 5,
    COORDINATOR_DO_CHECK = 6,
    COORDINATOR_DO_CLEAR = 7,
    COORDINATOR_DO_DONE = 8,
    COORDINATOR_DO_OPEN = 9,
    COORDINATOR_DO_SCAN = 10,
    COORDINATOR_DO_SEAT = 11,
    COORDINATOR_DO_SCRATCH = 12,
    COORDINATOR_DO_REGS = 13,
    COORDINATOR_DO_STORE = 14,
    COORDINATOR_DO_BEGIN = 15,
    COORDINATOR_DO_RETURN = 16,
};

/* The queues, by resource; a scan goes down from the highest. */
enum coordinator_queue {
    COORDINATOR_QUEUE_THREADS = COORDINATOR_THREADS,
    COORDINATOR_QUEUE_SCRATCH = COORDINATOR_SCRATCH,
    COORDINATOR_QUEUE_REGS = COORDINATOR_REGS,
};

/* The module's parameters. */
struct coordinator_cfg {
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
};

struct coordinator_in {
    uint32_t warps;
    uint32_t regs;
    uint32_t scratch;
    uint32_t least;
    bool block_valid;
    uint32_t block_id[COORDINATOR_ID_WORDS];
    bool ev_valid[COORDINATOR_MAX_PORTS];
    uint32_t ev_kind[COORDINATOR_MAX_PORTS]; /* enum coordinator_event */
    uint32_t ev_slot[COORDINATOR_MAX_PORTS];
    uint32_t ev_regs[COORDINATOR_MAX_PORTS];
    uint32_t ev_scratch[COORDINATOR_MAX_PORTS];
    uint32_t thresh[COORDINATOR_RESOURCES];
    bool op_held[COORDINATOR_RESOURCES];
    uint32_t op_phys[COORDINATOR_RESOURCES];
    uint32_t free[COORDINATOR_RESOURCES];
    uint32_t swapped[COORDINATOR_RESOURCES];
    uint32_t free_phys; /* of the register sets the next that is given */
    bool miss_en;       /* an instruction needs this register set, which is in swap space */
    uint32_t miss_row;
    uint32_t miss_set;
    bool victim_valid[COORDINATOR_SELECTORS];
    uint32_t victim_phys[COORDINATOR_SELECTORS];
    uint32_t victim_row[COORDINATOR_SELECTORS];
    uint32_t victim_set[COORDINATOR_SELECTORS];
    bool req_ready;
    bool rsp_valid;
    uint32_t rsp_warp;
};

struct coordinator_out {
    bool block_ready;
    uint64_t ready; /* a bit a slot */
    uint32_t slot_warp[COORDINATOR_MAX_SLOTS];
    uint32_t slot_block[COORDINATOR_MAX_SLOTS];
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_warp;
    uint32_t begin_rank;
    uint32_t begin_id[COORDINATOR_ID_WORDS];
    bool done_valid;
    uint32_t done_id[COORDINATOR_ID_WORDS];
    uint32_t op[COORDINATOR_RESOURCES]; /* enum coordinator_op */
    uint32_t op_row;
    uint32_t op_set;
    bool lock_en[COORDINATOR_RESOURCES];
    uint32_t lock_row;
    uint32_t lock_set;
    bool keep_en[COORDINATOR_SELECTORS];
    uint32_t keep_row;
    bool victim_taken[COORDINATOR_SELECTORS];
    bool req_valid;
    bool req_load;
    uint32_t req_kind; /* enum coordinator_resource */
    uint32_t req_row;
    uint32_t req_set;
    uint32_t req_phys;
    uint32_t running;
    bool idle;
    uint32_t doing; /* enum coordinator_doing */
};

struct coordinator {
    struct coordinator_cfg cfg;
    /* Warps. */
    uint32_t state[COORDINATOR_MAX_WARPS]; /* enum coordinator_state */
    uint32_t block[COORDINATOR_MAX_WARPS];
    uint32_t rank[COORDINATOR_MAX_WARPS];
    uint64_t new_warp; /* new of the page; this and the next: a bit a warp */
    uint64_t seated;
    uint64_t away; /* with seated: the state is on its way */
    uint64_t back; /* it came while the warp was still taking */
    uint32_t slot[COORDINATOR_MAX_WARPS];
    uint32_t need[COORDINATOR_MAX_WARPS];
    uint32_t have[COORDINATOR_MAX_WARPS];
    uint32_t scratch[COORDINATOR_MAX_WARPS];
    uint32_t kind[COORDINATOR_MAX_WARPS]; /* enum coordinator_event */
    /* The list of pending warps, the oldest first. */
    uint32_t list[COORDINATOR_MAX_WARPS];
    uint32_t length;
    /* Slots. */
    uint64_t ready; /* this and the next: a bit a slot */
    uint64_t slot_used;
    uint32_t slot_warp[COORDINATOR_MAX_SLOTS];
    /* Blocks. */
    uint32_t block_used; /* a bit a block */
    uint32_t ended[COORDINATOR_MAX_BLOCKS];
    uint32_t waiting[COORDINATOR_MAX_BLOCKS];
    uint32_t block_need[COORDINATOR_MAX_BLOCKS];
    uint32_t block_have[COORDINATOR_MAX_BLOCKS];
    uint32_t id[COORDINATOR_MAX_BLOCKS][COORDINATOR_ID_WORDS];
    /* The step. */
    uint32_t doing;    /* enum coordinator_doing */
    uint32_t warp;     /* the warp of the step */
    uint32_t at_block; /* the block of the step */
    uint32_t at;       /* place in the list, or rank */
    uint32_t queue;    /* enum coordinator_queue */
    bool changed;
    uint32_t search;
    uint32_t victim_kind; /* this and the next: the set that moves, in DO_STORE and DO_RETURN */
    uint32_t victim_phys;
    uint32_t victim_row;
    uint32_t victim_set;
    /* The last miss. A register set is on its way back; its warp. */
    bool miss;
    uint32_t miss_row;
    uint32_t miss_set;
    bool returns;
    uint32_t return_warp;
    /* The model's alone: which sets are physical, a bit a set of an owner; the kernel. */
    uint64_t held[COORDINATOR_RESOURCES][COORDINATOR_MAX_WARPS];
    uint32_t warps;
    uint32_t regs;
    uint32_t scratch_first;
    uint32_t least;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *coordinator_init(struct coordinator *s, const struct coordinator_cfg *cfg);

/* A clock edge with reset low. */
void coordinator_reset(struct coordinator *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void coordinator_eval(const struct coordinator *s, const struct coordinator_in *in,
                      struct coordinator_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void coordinator_tick(struct coordinator *s, const struct coordinator_in *in,
                      const struct coordinator_out *out);

/* No block is here, no warp, and nothing is being done. */
bool coordinator_is_idle(const struct coordinator *s);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *coordinator_check(const struct coordinator *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *coordinator_promise(const struct coordinator *s, const struct coordinator_in *in);

#endif
