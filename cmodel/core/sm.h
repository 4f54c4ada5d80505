/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the streaming multiprocessor: docs/blocks/sm.md.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. Pointers in `out` point into the state.
 */
#ifndef HEDDLE_SM_H
#define HEDDLE_SM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cta_launcher.h"
#include "core/dwf_front.h"
#include "core/interweave_front.h"
#include "core/load_store.h"
#include "core/pdom_front.h"
#include "core/register_file.h"
#include "core/residency_plugs.h"
#include "core/scoreboard.h"
#include "core/shared_pipe.h"
#include "core/simd_pipe.h"
#include "core/thread_ids.h"
#include "core/thread_status.h"

enum {
    SM_MAX_SLOTS = 64,
    SM_MAX_LANES = 64,
    SM_MAX_PORTS = PDOM_FRONT_MAX_PORTS,
    SM_MAX_WARPS = RESIDENCY_MAX_WARPS,
    SM_MAX_KERNELS = RESIDENCY_MAX_KERNELS,
};

enum { SM_PDOM = 0, SM_DWF = 1, SM_INTERWEAVE = 2 };
enum {
    SM_STATIC = RESIDENCY_STATIC,
    SM_VT = RESIDENCY_VT,
    SM_ZORUA = RESIDENCY_ZORUA,
    SM_RANGE = RESIDENCY_RANGE,
};

/* Where swap space lies in global memory. */
#define SM_SWAP_SPACE UINT32_C(0xc0000000) /* as line_contents.h has it */

enum sm_phase { SM_IDLE, SM_COUNT, SM_FIT, SM_SEATS, SM_RUN, SM_FENCE, SM_FLUSH };

/* The module's parameters. */
struct sm_cfg {
    uint32_t formation;
    uint32_t residency;
    uint32_t slots;
    uint32_t lanes;
    uint32_t simd;
    uint32_t ports;
    uint32_t policy;
    uint32_t group;
    uint32_t entries;
    uint32_t frame_width;
    uint32_t depth;
    uint32_t levels;
    uint32_t blocks;
    uint32_t max_warps;
    uint32_t threads;
    uint32_t banks;
    uint32_t sets;
    uint32_t div_bits;
    uint32_t float_steps;
    uint32_t accesses;
    uint32_t line_bytes;
    uint32_t cache_sets;
    uint32_t ways;
    uint32_t mshrs;
    uint32_t merges;
    uint32_t shared_banks;
    uint32_t shared_words;
    uint32_t row_bits;
    uint32_t holds;
    uint32_t patience;
    /* Formation = 1: the parameters of dwf */
    uint32_t pool_entries;
    uint32_t lut_entries;
    uint32_t lut_ways;
    uint32_t forward;
    uint32_t dwf_policy;
    uint32_t heap_entries;
    uint32_t heap_ports;
    uint32_t queue_depth;
    uint32_t tree;
    uint32_t mheap_entries;
    uint32_t mheap_ways;
    uint32_t cnt_width;
    uint32_t wid_width;
    uint32_t lut_width;
    uint32_t age_limit;
    /* Residency = 1: blocks and warps on the core; otherwise they are Blocks and Slots */
    uint32_t ctas;
    uint32_t warps;
    uint32_t kernels; /* Residency = 3: at once */
    uint32_t shuffle; /* enum lane_shuffle_kind */
    /* Formation = 2: the parameters of the interweaving front end */
    uint32_t mode;
    uint32_t lookup_sets;
    uint32_t seed;
    uint32_t board_entries;
    uint32_t cold_entries;
    uint32_t constraint;
    uint32_t turns;
    uint32_t memory_group;
    uint32_t write_back; /* the L1's: enum l1_cache_stores */
    uint32_t written;    /* Zorua's plug's, as the next one */
    uint32_t warp_level;
    uint32_t lane_slots;
    uint32_t access_queue; /* load/store's, as the next two */
    uint32_t cache_banks;
    uint32_t mem_queue;
};

/* What stays during a kernel; x, y, z where there are three. With Residency = 3 it is looked at in
 * the cycle of kernel_en alone, but `local`, which is for all kernels. */
struct sm_kernel {
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t block_threads;
    uint32_t block_rows;
    uint32_t thread_sets;
    uint32_t block_bytes;
    uint32_t context_rows; /* sm_context_rows */
    uint32_t entry;
    uint8_t rows[FRONT_REGISTERS];
    uint32_t arguments;
    uint32_t stack_top;
    uint32_t shared_bytes;
    uint32_t local;
    uint32_t groups;      /* Formation = 1: where groups of threads lie that find no room */
    uint32_t first_phase; /* Residency = 2: the specifier with which warps begin */
};

struct sm_in {
    bool kernel_en;
    uint32_t kernel_number; /* Residency = 3: the port kernel_i */
    const struct sm_kernel *kernel;
    /* Residency = 3: a block of this kernel; x, y, z */
    bool block_valid;
    uint32_t block_kernel;
    uint32_t block_id[3];
    bool fetch_ready;
    bool rsp_valid;
    uint32_t rsp_slot;
    uint32_t rsp_word;
    uint32_t rsp_meet;
    bool rsp_meets;
    bool rsp_sync; /* Formation = 2: threads meet at this word; PC_div */
    uint32_t rsp_div;
    bool rsp_phase; /* Residency = 2: a phase begins at this word; its specifier */
    uint32_t rsp_specifier;
    bool mem_ready;
    bool fill_valid;
    uint32_t fill_id;
    const uint32_t *fill_data;
    bool spill_ready;
    bool back_valid;
    uint32_t back_slot;
    const uint32_t *back_data;
    /* Formation = 1: groups of threads, as at the front end */
    bool grp_wr_ready;
    bool grp_rd_ready;
    bool grp_rsp_valid;
    const uint32_t *grp_rsp_data;
};

/* Issue and operand registers, one of each a port. */
struct sm_stage {
    bool valid;                 /* of the operand register: the register file's output */
    uint8_t warp[SM_MAX_LANES]; /* if slots change hands: the warp of each lane's thread */
    struct front_instruction i;
    /* Residency = 2: the places of the operands; number + 1 of the instruction's park */
    struct register_place place[FRONT_OPERANDS];
    uint32_t park;
    bool stores; /* the result is, too */
};

/* Residency = 3: what the machine keeps of a kernel; x, y, z where there are three. */
struct sm_table {
    uint32_t entry;
    uint8_t map[FRONT_REGISTERS]; /* row of each register */
    uint32_t block[3];
    uint32_t grid[3];
    uint32_t arguments;
    uint32_t stack;
    uint32_t bytes;       /* of shared memory, as the CSR says */
    uint32_t thread_sets; /* register sets of a thread, and of a block */
    uint32_t block_sets;
    uint32_t block_grains;
};

/* What a pipe's result does in a cycle. */
struct sm_writeback {
    bool writes;
    bool resolves;
    bool told;    /* the resolve is taken, if there is one */
    bool written; /* the register is, in this cycle */
    bool gone;
};

/* A request to the memory of deeper stack entries, or of deeper contexts. */
struct sm_spill {
    bool valid;
    bool load;
    uint32_t slot;
    uint32_t level;
    uint32_t data[SIMT_STACK_ENTRY_WORDS]; /* the lowest word first, 0 behind a context */
};

struct sm_out {
    bool idle;
    bool done;
    bool refused;
    uint32_t binds;
    bool block_ready; /* Residency = 3, and the next five: a block that is offered is taken */
    bool block_done;  /* and what it is of; the residency's waits and split */
    uint32_t done_kernel;
    uint32_t done_id[3]; /* x, y, z */
    bool waits;
    bool split;
    bool fetch_valid;
    uint32_t fetch_slot; /* PDOM */
    uint32_t fetch_pc;
    uint32_t fetch_kernel; /* Residency = 3: of the slot's warp */
    bool issue_en[SM_MAX_PORTS];
    const struct front_instruction *issue[SM_MAX_PORTS];
    uint32_t why[SM_MAX_PORTS]; /* FRONT_* */
    bool access_en;
    uint32_t access_port;
    bool frm_bad[SM_MAX_PORTS];
    struct sm_spill spill;
    /* The children's outputs, which are the machine's; and what went to them: for tick. */
    struct thread_ids_in ids_in;
    struct cta_launcher_in launcher_in;
    struct cta_launcher_out launcher;
    struct residency_in residency_in;
    struct residency_out residency;
    struct residency_nets residency_nets;
    struct residency_lanes back; /* DWF: whose threads the access at hand brings back */
    struct zorua_plug_in zorua;  /* Residency = 2, and so the next two */
    bool known[SM_MAX_PORTS];    /* where the shared memory of a pipe's access is */
    uint32_t swap_warp;
    bool taken; /* an access, of whomever */
    bool begin_en;
    struct pdom_front_in front_in;
    struct pdom_front_out front;
    struct dwf_front_in dwf_in;
    struct dwf_front_out dwf;
    struct interweave_front_in weave_in;
    struct interweave_front_out weave;
    struct scoreboard_in board_in;
    struct scoreboard_out board;
    struct register_file_in file_in;
    struct register_file_out file;
    struct simd_pipe_in pipe_in[SM_MAX_PORTS];
    struct simd_pipe_out pipe[SM_MAX_PORTS]; /* Formation = 2: of the row that they share */
    struct shared_pipe_in row_in;
    struct shared_pipe_out row;
    struct thread_status_in status_in;
    struct load_store_in memory_in;
    struct load_store_out memory;
    uint8_t frm[SM_MAX_PORTS][SM_MAX_LANES];
    uint32_t rider[SM_MAX_PORTS][SIMD_PIPE_MAX_RIDER];
    /* Of the instruction through a pipe: slot and warp of the thread in each lane, and what is
     * known of these threads. */
    struct front_resolved result[SM_MAX_PORTS];
    uint32_t slot[SM_MAX_PORTS][SM_MAX_LANES];
    uint32_t warp[SM_MAX_PORTS][SM_MAX_LANES];
    uint32_t base[SM_MAX_PORTS][SM_MAX_LANES];
    uint32_t block[SM_MAX_PORTS][SM_MAX_LANES][3];
    uint32_t x[SM_MAX_PORTS][SM_MAX_LANES]; /* ids of the threads of a CSR instruction */
    uint32_t y[SM_MAX_PORTS][SM_MAX_LANES];
    uint32_t z[SM_MAX_PORTS][SM_MAX_LANES];
    uint32_t value[SM_MAX_PORTS][SM_MAX_LANES]; /* what it reads */
    struct sm_writeback writeback[SM_MAX_PORTS];
};

struct sm {
    struct sm_cfg cfg;
    uint32_t phase;      /* enum sm_phase */
    uint32_t seat;       /* the warp whose seat is written, and the seat */
    uint32_t seat_block; /* blocks whose seats are written */
    uint32_t seat_rank;
    uint32_t seat_shared;
    uint32_t seat_sets;
    uint32_t rank[SM_MAX_WARPS];
    uint32_t shared[SM_MAX_WARPS];
    uint32_t sets[SM_MAX_WARPS];
    uint64_t pending; /* a bit a slot */
    uint32_t begin_slot;
    uint32_t begin_id[3]; /* x, y, z */
    uint32_t id[SM_MAX_SLOTS][3];
    /* Residency = 3: kernels; the one given last; of each slot the one whose warp began on it; of
     * the block that begins: whose it is, and its next warp's seat. */
    struct sm_table table[SM_MAX_KERNELS];
    uint32_t given;
    uint32_t slot_kernel[SM_MAX_SLOTS];
    uint32_t begin_kernel;
    uint32_t begin_rank;
    uint32_t begin_shared;
    uint32_t begin_set;
    struct sm_stage issue[SM_MAX_PORTS];
    struct sm_stage operand[SM_MAX_PORTS];
    uint32_t turn;
    bool wrote; /* DWF: the result of what is through the pipe is written */
    struct thread_ids ids[SM_MAX_KERNELS]; /* one a kernel; but with Residency = 3 only [0] */
    struct cta_launcher launcher;          /* Residency = 0 to 2 */
    struct residency_plugs residency;
    struct pdom_front front; /* one of the three, as the formation says */
    struct dwf_front dwf;
    struct interweave_front weave;
    struct scoreboard board; /* PDOM */
    struct register_file file;
    struct simd_pipe pipe[SM_MAX_PORTS];
    struct shared_pipe row; /* Formation = 2: in place of the pipes */
    struct thread_status status;
    struct load_store memory;
    /* The model's alone: the last clock edge has left these as they were. */
    bool memory_rests;
    bool residency_rests;
};

/* Rows of shared memory of the context of a block of so many threads: 0 if blocks have none. */
uint32_t sm_context_rows(const struct sm_cfg *cfg, uint32_t threads);

/* Formation = 1: the sizes of the DWF front end, and so of its groups in memory. */
struct dwf_front_cfg sm_dwf_cfg(const struct sm_cfg *cfg);

/* Residency = 3: the words of shared memory in a grain are 2 to the power of this. */
uint32_t sm_grain_bits(const struct sm_cfg *cfg);

/* Bytes of swap space. */
uint32_t sm_swap_bytes(const struct sm_cfg *cfg);

/* Residency = 2: has the core room for so many warps of so many register sets each, and for so many
 * bytes of shared memory, with nothing in swap space? */
bool sm_holds(const struct sm_cfg *cfg, uint32_t warps, uint32_t sets, uint32_t bytes);

/* Warps that own registers: Slots, or Warps of the residency. */
uint32_t sm_warps(const struct sm_cfg *cfg);

/* The warp on a slot, and the identity (x, y, z) of its block. */
uint32_t sm_warp_of(const struct sm *s, uint32_t slot);
const uint32_t *sm_block_of(const struct sm *s, uint32_t slot);

/* The number in its block of the thread in this lane of a warp that has begun. */
uint32_t sm_thread_of(const struct sm *s, uint32_t warp, uint32_t lane);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *sm_init(struct sm *s, const struct sm_cfg *cfg);

/* A clock edge with reset low. */
void sm_reset(struct sm *s);

/* This cycle's outputs; changes nothing. `out` is all zeros before the first call, and is not
 * touched by others between calls. */
void sm_eval(const struct sm *s, const struct sm_in *in, struct sm_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void sm_tick(struct sm *s, const struct sm_in *in, const struct sm_out *out);

/* Does the clock edge change nothing that counts? Then eval gives the same again for the same
 * inputs, and sm_pass is the clock edge: only turns pass. Said of Residency = 3 alone; false of a
 * machine of which it is not known. */
bool sm_rests(const struct sm *s, const struct sm_in *in, const struct sm_out *out);
void sm_pass(struct sm *s);

/* The outputs of the last cycle are lost, as behind a checkpoint: eval works all of them out. */
void sm_forget(struct sm *s);

/* Residency = 3: for so many cycles, this one being the first, what the machine says of kernels and
 * blocks (idle, block_ready, block_done) stays, as long as it is given no kernel and no block. */
uint32_t sm_keeps_blocks(const struct sm *s);

/* NULL, or the name of a broken invariant, of the machine or of a child. */
const char *sm_check(const struct sm *s);

#endif
