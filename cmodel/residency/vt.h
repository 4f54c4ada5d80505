/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the Virtual Thread unit: docs/blocks/vt.md.
 * Virtual Thread (ISCA 2016), section IV, Figures 5 to 7, Table I.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. The stack that eval asks for (stack_rd_slot)
 * and an answer's data may be put into the inputs between the two.
 * A wide value is an array of 32-bit words: bit i is bit i % 32 of word i / 32.
 * Not comparable with RTL: payload outputs while their valid or enable is 0 (0
 * here), slot_warp of a slot on which no warp sits, mem_wdata of a read,
 * block_ready while block_valid is 0; warps and words before the first kernel,
 * head but in the last cycle of a swap.
 */
#ifndef HEDDLE_VT_H
#define HEDDLE_VT_H

#include <stdbool.h>
#include <stdint.h>

#include "residency/block_frames.h"
#include "residency/context_handler.h"
#include "residency/cta_status_table.h"
#include "residency/load_queues.h"
#include "residency/vt_scoreboard.h"
#include "residency/vtc.h"
#include "residency/warp_id_map.h"

enum {
    VT_MAX_SLOTS = 64,
    VT_MAX_FRAMES = 16,
    VT_MAX_WARPS = 1024,
    VT_MAX_CTAS = 64,
    VT_MAX_PORTS = 4,
    VT_ID_WORDS = BLOCK_FRAMES_ID_WORDS,
    VT_HEAD_WORDS = CONTEXT_HANDLER_HEAD_WORDS,
    VT_STACK_WORDS = CONTEXT_HANDLER_STACK_WORDS,
    VT_MEM_WORDS = CONTEXT_HANDLER_MEM_WORDS,
    VT_LOAD_WORDS = LOAD_QUEUES_DATA_WORDS,
};

/* The module's parameters. */
struct vt_cfg {
    uint32_t slots;
    uint32_t frames;
    uint32_t warps;
    uint32_t ctas;
    uint32_t max_warps;
    uint32_t regs;
    uint32_t id_width;
    uint32_t ports;
    uint32_t cnt_width;
    uint32_t stack_width;
    uint32_t mem_width;
    uint32_t granule;
    uint32_t mem_words;
    uint32_t reads;
    uint32_t active;
    uint32_t inactive;
    uint32_t load_width;
    uint32_t overlap;
};

struct vt_in {
    bool kernel_en;
    uint32_t kernel_warps;
    uint32_t kernel_frames;
    uint32_t kernel_ctas;
    uint32_t kernel_words;
    bool block_valid;
    uint32_t block_id[VT_ID_WORDS];
    bool ev_valid[VT_MAX_PORTS];
    uint32_t ev_kind[VT_MAX_PORTS];
    uint32_t ev_slot[VT_MAX_PORTS];
    bool wake_valid[VT_MAX_PORTS];
    uint32_t wake_slot[VT_MAX_PORTS];
    uint32_t query_slot[VT_MAX_PORTS];
    bool set_en[VT_MAX_PORTS];
    uint32_t set_slot[VT_MAX_PORTS];
    uint32_t set_reg[VT_MAX_PORTS];
    bool wb_en[VT_MAX_PORTS];
    uint32_t wb_slot[VT_MAX_PORTS];
    uint32_t wb_warp[VT_MAX_PORTS];
    uint32_t wb_reg[VT_MAX_PORTS];
    uint32_t stack_rd_data[VT_STACK_WORDS]; /* not looked at by eval */
    bool mem_ready;
    bool rsp_valid;
    uint32_t rsp_data[VT_MEM_WORDS]; /* not looked at by eval */
    bool load_valid;
    uint32_t load_warp;
    uint32_t load_data[VT_LOAD_WORDS];
    bool l1_ready;
};

/* Inputs and outputs of the blocks in a cycle: tick needs them again, and a caller that counts
 * something finds it here. */
struct vt_nets {
    struct cta_status_table_in table_in;
    struct cta_status_table_out table_out;
    struct warp_id_map_in map_in;
    struct warp_id_map_out map_out;
    struct vt_scoreboard_in board_in;
    struct vt_scoreboard_out board_out;
    struct block_frames_in seats_in;
    struct block_frames_out seats_out;
    struct context_handler_in contexts_in;
    struct context_handler_out contexts_out;
    struct load_queues_in loads_in;
    struct load_queues_out loads_out;
    struct vtc_in control_in;
    struct vtc_out control_out;
};

struct vt_out {
    bool idle;
    bool block_ready;
    bool done_valid;
    uint32_t done_id[VT_ID_WORDS];
    uint32_t done_slot;
    uint64_t ready; /* a bit a slot */
    uint32_t slot_warp[VT_MAX_SLOTS];
    bool begin_en;
    bool resume_en;
    uint32_t seat_slot;
    uint32_t seat_id[VT_ID_WORDS];
    bool leave_en;
    uint32_t leave_slot;
    uint64_t query_busy[VT_MAX_PORTS]; /* a bit a register */
    bool stack_rd_en;
    uint32_t stack_rd_slot;
    bool stack_wr_en;
    uint32_t stack_wr_slot;
    uint32_t stack_wr_data[VT_STACK_WORDS];
    bool mem_valid;
    bool mem_we;
    uint32_t mem_addr;
    uint32_t mem_wdata[VT_MEM_WORDS];
    bool load_ready;
    bool l1_valid;
    uint32_t l1_warp;
    uint32_t l1_data[VT_LOAD_WORDS];
    bool l1_away;
    uint64_t resident; /* this and the next: a bit a block */
    uint64_t active;
    uint32_t swap; /* enum vtc_state */
    struct vt_nets nets;
};

struct vt {
    struct vt_cfg cfg;
    uint32_t warps; /* of the kernel, these four */
    uint32_t frames;
    uint32_t ctas;
    uint32_t words;
    uint32_t head[VT_HEAD_WORDS]; /* of the block that comes in */
    struct cta_status_table table;
    struct warp_id_map map;
    struct vt_scoreboard board;
    struct block_frames seats;
    struct context_handler contexts;
    struct load_queues loads;
    struct vtc control;
    /* The model's alone. */
    uint64_t stalls; /* a bit a slot: its warp stalls on memory */
    bool refused;    /* the block offered in the last cycle, whose head got no port */
    uint32_t refused_id[VT_ID_WORDS];
};

/* What a head holds, its bits from 0. */
struct vt_head {
    uint32_t warp;  /* first virtual warp */
    uint32_t warps; /* of the block; one less in the head */
    uint32_t id[VT_ID_WORDS];
};

/* HeadWidth of the page. */
uint32_t vt_head_width(const struct vt_cfg *cfg);

void vt_pack_head(const struct vt_cfg *cfg, const struct vt_head *h, uint32_t head[VT_HEAD_WORDS]);

void vt_unpack_head(const struct vt_cfg *cfg, const uint32_t head[VT_HEAD_WORDS],
                    struct vt_head *h);

/* kernel_words of the page: the words of a context of so many warps. */
uint32_t vt_words(const struct vt_cfg *cfg, uint32_t warps);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *vt_init(struct vt *s, const struct vt_cfg *cfg);

/* A clock edge with reset low. */
void vt_reset(struct vt *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void vt_eval(const struct vt *s, const struct vt_in *in, struct vt_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void vt_tick(struct vt *s, const struct vt_in *in, const struct vt_out *out);

/* NULL, or the name of a broken invariant: of the unit (the page lists them), or of a block.
 * one_place also says that a frame is open just while its block is active and sits there;
 * owner_only that the scoreboard has no other owner of a slot than the map. */
const char *vt_check(const struct vt *s);

/* NULL, or the promise of the page, or of a block's page, that the neighbours break with these
 * inputs. That a read brings the data last written is not checked: the model has no memory. */
const char *vt_promise(const struct vt *s, const struct vt_in *in);

/* The same, out being what eval gave for the same state and inputs. */
const char *vt_promise_of(const struct vt *s, const struct vt_in *in, const struct vt_out *out);

#endif
