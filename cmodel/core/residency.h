/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The residency socket: what the machine and the plug that decides which warps are on chip tell
 * each other.
 * docs/blocks/sm.md, "The residency socket"; docs/residency.md.
 *
 * A slot is where a warp sits: program counter, instruction buffer, SIMT stack. A warp is what
 * registers, local memory, rank and float status belong to; with the static residency it is its
 * slot.
 *
 * A cycle, with the functions of core/residency_plugs.h:
 *   offer   what depends on state, and on kernel, needs and block: all of `out` but block_ready. Of
 *           `in` nothing else is looked at, and all else may still be that of the last cycle
 *   busy    between the two: the registers of a slot's warp that are still to be written
 *   sits    between the two: does this warp sit on this slot?
 *   lanes   between the two: where the threads are that an access brings back
 *   settle  all of `in` is known: block_ready
 *   tick
 * What a plug does not use it leaves false, or 0; what it does not look at needs no value.
 *
 * In RTL the socket is rtl/sockets/hd_residency.sv. A signal has one name: the field here is the
 * port there with _i or _o behind it, a list a vector. Zorua's alone are in core/zorua_plug.h.
 */
#ifndef HEDDLE_RESIDENCY_H
#define HEDDLE_RESIDENCY_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RESIDENCY_MAX_SLOTS = 64,
    RESIDENCY_MAX_LANES = 64,
    RESIDENCY_MAX_WARPS = 256,
    RESIDENCY_MAX_PORTS = 3,
    RESIDENCY_MAX_WRITERS = RESIDENCY_MAX_PORTS + 1,
    RESIDENCY_MAX_KERNELS = 16,
    RESIDENCY_ID_BITS = 96,
    RESIDENCY_ID_WORDS = 4,
    RESIDENCY_STACK_WORDS = 80, /* of a slot's row: 2,560 bits, rounded up to whole granules */
};

enum residency_kind {
    RESIDENCY_STATIC = 0,
    RESIDENCY_VT = 1,
    RESIDENCY_ZORUA = 2,
    RESIDENCY_RANGE = 3,
};

/* What of the machine's parameters a plug may want. */
struct residency_cfg {
    uint32_t kind; /* enum residency_kind */
    uint32_t slots;
    uint32_t frames; /* the machine's Blocks */
    uint32_t max_warps;
    uint32_t ports; /* schedulers; writers of registers are one more: load/store is the first */
    uint32_t ctas;  /* blocks on the core, active or not */
    uint32_t warps; /* warps on the core */
    uint32_t accesses;
    uint32_t lanes;
    uint32_t banks; /* of the register file, and rows of a bank */
    uint32_t sets;
    uint32_t swap_base;  /* address of swap space */
    uint32_t stack_bits; /* of a slot's row: its SIMT stack, or the words of its threads */
    uint32_t row_bits;   /* of a row of shared memory, which a cycle moves; and number of rows */
    uint32_t rows;
    uint32_t own;     /* 1: dynamic warps, the thread in each lane is of a warp of its own */
    uint32_t kernels; /* at once; and grains of shared memory */
    uint32_t grains;
    uint32_t written;    /* 1: Zorua stores only sets of shared memory that were written */
    uint32_t warp_level; /* 1: Zorua's plug oversubscribes nothing */
};

struct residency_in {
    /* Kernel: taken while idle. */
    bool kernel_en;
    uint32_t kernel_warps;  /* of a block */
    uint32_t kernel_frames; /* blocks active at most */
    uint32_t kernel_ctas;   /* blocks on the core at most */
    uint32_t kernel_rows;   /* rows of shared memory of a block's context */
    /* Ranges: what a block of each kernel needs. */
    uint32_t need_warps[RESIDENCY_MAX_KERNELS];
    uint32_t need_sets[RESIDENCY_MAX_KERNELS];
    uint32_t need_grains[RESIDENCY_MAX_KERNELS];
    bool block_valid;
    uint32_t block_kernel; /* ranges, and the next: whose it is */
    bool begin_ready;      /* a block may begin in this cycle */
    uint32_t block_id[RESIDENCY_ID_WORDS];
    /* Events of the front end, one a port: FRONT_BARRIER, FRONT_PHASE, FRONT_ENDED. */
    bool ev_valid[RESIDENCY_MAX_PORTS];
    uint32_t ev_kind[RESIDENCY_MAX_PORTS];
    uint32_t ev_slot[RESIDENCY_MAX_PORTS];
    uint32_t ev_word[RESIDENCY_MAX_PORTS]; /* the specifier of a phase */
    /* Static warps: the look at a slot's next instruction. look_pass: it may issue. look_memory: it
     * may not, while an access to memory of its warp is under way. */
    bool look_en[RESIDENCY_MAX_PORTS];
    uint32_t look_slot[RESIDENCY_MAX_PORTS];
    bool look_pass[RESIDENCY_MAX_PORTS];
    bool look_memory[RESIDENCY_MAX_PORTS];
    uint64_t stands; /* slots whose SIMT stack is not about to change by itself */
    /* An instruction issues. set_use: it writes a register; set_access: it accesses memory. */
    bool set_en[RESIDENCY_MAX_PORTS];
    uint32_t set_slot[RESIDENCY_MAX_PORTS];
    bool set_use[RESIDENCY_MAX_PORTS];
    uint32_t set_reg[RESIDENCY_MAX_PORTS];
    bool set_access[RESIDENCY_MAX_PORTS];
    /* An instruction ends, with slot and warp as it was issued: 0 load/store, 1 + p pipe p. */
    bool wb_en[RESIDENCY_MAX_WRITERS];
    uint32_t wb_slot[RESIDENCY_MAX_WRITERS];
    uint32_t wb_warp[RESIDENCY_MAX_WRITERS];
    bool wb_use[RESIDENCY_MAX_WRITERS];
    uint32_t wb_reg[RESIDENCY_MAX_WRITERS];
    /* Dynamic warps: slots of which no thread runs and some are in memory; accesses that
     * load/store takes; ends that it offers, and whether they are taken. A warp a lane. */
    uint64_t stalls;
    bool acc_en;
    uint64_t acc_mask;
    const uint32_t *acc_warp;
    bool end_valid;
    bool end_en;
    uint64_t end_mask;
    const uint32_t *end_warp;
    /* Contexts: the row of the stack that `out` asked for; shared memory. */
    const uint32_t *stack_rd_data;
    bool ctx_ready;
    bool ctx_rsp_valid;
    const uint32_t *ctx_rsp_data;
};

/* Dynamic warps: where the threads are that an access brings back. */
struct residency_lanes {
    bool held;                               /* not yet: some sit on slots that stall */
    uint64_t lane_sits;                      /* a bit a lane: its warp sits somewhere */
    uint32_t lane_slot[RESIDENCY_MAX_LANES]; /* of lanes that sit */
};

struct residency_out {
    bool block_ready;
    bool waits; /* ranges, and the next: a block waits for room; only because room is in pieces */
    bool split;
    bool done_valid;
    uint32_t done_kernel;      /* ranges: whose block is done */
    uint64_t ready;            /* a bit a slot: its warp may run */
    const uint32_t *slot_warp; /* the one on each slot */
    /* From the next cycle on the slots from begin_slot on are a block's: of a new one whose warps
     * begin at the kernel's entry, or (resume) of one that comes back. */
    bool begin_en;
    bool resume_en;
    uint32_t begin_slot;
    uint32_t begin_count;
    uint32_t begin_id[RESIDENCY_ID_WORDS];
    uint32_t begin_kernel; /* ranges, and the next two: whose block; its first set and grain */
    uint32_t begin_set;
    uint32_t begin_grain;
    uint64_t leave; /* a bit a slot: its warp leaves */
    /* Contexts: rows of the SIMT stacks and of shared memory. */
    bool stack_rd_en;
    uint32_t stack_rd_slot;
    bool stack_wr_en;
    uint32_t stack_wr_slot;
    const uint32_t *stack_wr_data;
    bool ctx_valid;
    bool ctx_we;
    uint32_t ctx_row;
    const uint32_t *ctx_wdata;
    /* Status, for traces and tests: the socket in RTL has none of it. No block is on the core; the
     * identity of the block that is done; blocks on the core; active blocks; whether a swap is
     * under way. */
    bool idle;
    uint32_t done_id[RESIDENCY_ID_WORDS];
    uint32_t blocks;
    uint32_t active;
    bool swapping;
    uint64_t at_barrier; /* a bit a slot: its warp waits at a barrier */
    uint64_t lives;      /* a bit a slot: its warp has not ended */
};

#endif
