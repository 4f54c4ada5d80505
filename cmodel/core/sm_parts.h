/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the streaming multiprocessor (core/sm.h), for each other alone.
 *
 *   sm.c           the order of a cycle: eval, tick, check
 *   sm_setup.c     what its blocks are configured with; init, reset
 *   sm_kernel.c    a kernel's launch or table, seats; blocks, offered to the residency; warps that
 *                  begin
 *   sm_operands.c  issue and operand registers: from the front end to a pipe
 *   sm_back.c      instructions through a pipe: status, access to memory, result, and their end
 *   sm_fronts.c    the front end, of either formation: results told, instructions issued
 *   sm_zorua.c     the differences where Zorua is the residency
 *
 * Each step of sm_eval needs the results of the steps before it:
 *
 *   1  sm_kernel_eval     launch: is the kernel done, is there a block
 *   2  sm_kernel_offer    the block to the residency: the warp of each slot, slots that are ready
 *   3  sm_back_look       of each pipe: the instruction through it, and the CSRs that it reads
 *   4  sm_operands_ask    operands of the issued instructions, if the pipe takes them
 *   5  sm_back_access     one pipe's access to load/store; what memory has brought
 *   6  sm_back_loaded     of that, the register: it goes before all others
 *   7  sm_kernel_begin    the warp that begins
 *   8  sm_fronts_resolve  results to the front end, and to their registers
 *   9  register_file_eval which of the operands asked for are read
 *  10  sm_back_settle     which results are gone: scoreboard, status
 *  11  sm_fronts_issue    what issues, now that it is known which registers are free
 *  12  sm_kernel_settle   to the residency, what came of all this
 *  13  sm_operands_feed   operands to the pipes
 */
#ifndef HEDDLE_SM_PARTS_H
#define HEDDLE_SM_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bits.h"
#include "common/lane_slots.h"

#include "core/sm.h"

enum {
    NOWHERE = 0xffff,
    MEMORY = 0, /* writers of registers and scoreboard: load/store, then the pipes */
    PIPES = 1,
    WORD_BYTES = 4,
};

/* The rider of an instruction: its flow and the register that it writes; the meeting place of its
 * threads, or its row in the scoreboard of the interweaving front end; the slot of the thread in
 * each lane, a byte each; then the warp of each, if slots change hands; with Zorua one word more:
 * the place of the result. */
enum { RIDER_FLOW_RD, RIDER_MEET, RIDER_SLOTS, RIDER_TARGET };
enum { RD_USE_AT = 8, MEETS_AT = 9, RD_AT = 16, TARGET_BANK_AT = 16, TARGET_PARK_AT = 24 };

static inline bool rider_rd_use(const uint32_t *rider)
{
    return rider[RIDER_FLOW_RD] >> RD_USE_AT & 1;
}

static inline uint32_t rider_flow(const uint32_t *rider) { return rider[RIDER_FLOW_RD] & 0xff; }

/* Interweaving: position and entry of the scoreboard's row, as they come back with the
 * writeback. */
enum { ROW_TAG_BITS = 4, ROW_BITS = ROW_TAG_BITS + 1, REG_BITS = 6 };

static inline uint32_t scoreboard_row(uint32_t tag, uint32_t pos)
{
    return pos << ROW_TAG_BITS | tag;
}

/* Of the first lane: with static warps of all. */
static inline uint32_t rider_slot(const uint32_t *rider)
{
    return *(const uint8_t *)&rider[RIDER_SLOTS];
}

static inline uint32_t rider_row(const uint32_t *rider) { return rider[RIDER_MEET]; }

static inline uint32_t rider_rd(const uint32_t *rider) { return rider[RIDER_FLOW_RD] >> RD_AT; }

static inline struct register_place rider_place(const uint32_t *rider)
{
    return (struct register_place){(uint8_t)(rider[RIDER_TARGET] >> TARGET_BANK_AT & 0xff),
                                   (uint16_t)(rider[RIDER_TARGET] & 0xffff)};
}

/* Number + 1 of the park that the result is for, or 0. */
static inline uint32_t rider_park(const uint32_t *rider)
{
    return rider[RIDER_TARGET] >> TARGET_PARK_AT;
}

/* --- which machine it is ------------------------------------------------- */

static inline bool is_pdom(const struct sm *s) { return s->cfg.formation == SM_PDOM; }
static inline bool is_dwf(const struct sm *s) { return s->cfg.formation == SM_DWF; }
static inline bool is_weave(const struct sm *s) { return s->cfg.formation == SM_INTERWEAVE; }
static inline bool is_vt(const struct sm *s) { return s->cfg.residency == SM_VT; }
static inline bool is_zorua(const struct sm *s) { return s->cfg.residency == SM_ZORUA; }

/* Slots change hands: warps have numbers of their own, and an instruction may be under way whose
 * warp has left its slot. */
static inline bool has_warps(const struct sm_cfg *c)
{
    return c->residency == SM_VT || c->residency == SM_ZORUA;
}

/* Several kernels: blocks come from outside, and the table has what is known of each kernel. */
static inline bool is_ranged(const struct sm *s) { return s->cfg.residency == SM_RANGE; }

/* Kernels at once; the one that the warp on a slot is of. */
static inline uint32_t kernels(const struct sm *s) { return is_ranged(s) ? s->cfg.kernels : 1; }

static inline uint32_t kernel_of(const struct sm *s, uint32_t slot)
{
    return is_ranged(s) ? s->slot_kernel[slot] : 0;
}

/* The number of slots that name the owner of a warp's threads: one, or one a lane. */
static inline uint32_t rows(const struct sm *s) { return is_dwf(s) ? s->cfg.lanes : 1; }

/* --- where a register lies (with Zorua: where it was looked up) ---------- */

static inline uint32_t bank_of(const struct sm *s, uint32_t reg) { return reg % s->cfg.banks; }

/* Of a warp, or of a part: {set, part}. */
static inline uint32_t index_of(const struct sm *s, uint32_t part, uint32_t reg)
{
    const uint32_t slots = s->cfg.lane_slots, set = reg / s->cfg.banks;
    return (s->sets[part_warp(slots, part)] + set) * slots + part % slots;
}

/* The slot, or the warp, that an owner of a thread names: with several places a lane it is a
 * part. */
static inline uint32_t whole(const struct sm *s, uint32_t part)
{
    return part_warp(s->cfg.lane_slots, part);
}

/* --- sm_kernel.c --------------------------------------------------------- */

void sm_kernel_eval(const struct sm *s, const struct sm_in *in, struct sm_out *out);
void sm_kernel_offer(const struct sm *s, const struct sm_in *in, struct sm_out *out);
void sm_kernel_begin(const struct sm *s, const struct sm_in *in, struct sm_out *out);
void sm_kernel_settle(const struct sm *s, const struct sm_in *in, struct sm_out *out);
void sm_kernel_tick(struct sm *s, const struct sm_in *in, const struct sm_out *out);

/* --- sm_operands.c ------------------------------------------------------- */

/* The issue register of port p takes an instruction. */
static inline bool stage_ready(const struct sm *s, const struct sm_out *out, uint32_t p)
{
    return !s->issue[p].valid || out->file.rd_ready[p];
}

void sm_operands_ask(const struct sm *s, struct sm_out *out);
void sm_operands_feed(const struct sm *s, struct sm_out *out);
void sm_operands_tick(struct sm *s, const struct sm_out *out);

/* --- sm_back.c ----------------------------------------------------------- */

void sm_back_look(const struct sm *s, const struct sm_in *in, struct sm_out *out);
void sm_back_access(const struct sm *s, const struct sm_in *in, struct sm_out *out);
void sm_back_loaded(const struct sm *s, struct sm_out *out);

/* May the result of pipe p be written? It waits for results of load/store and of lower pipes in the
 * same bank (interweaving: and in one of its lanes), even if these must wait themselves. */
bool sm_back_can_write(const struct sm *s, const struct sm_out *out, uint32_t p);
/* Writes the result of pipe p if writeback[p].written is set. */
void sm_back_write(const struct sm *s, struct sm_out *out, uint32_t p);

/* An access of the program is at its end in load/store. */
bool sm_back_ends(const struct sm *s, const struct sm_out *out);
void sm_back_settle(const struct sm *s, struct sm_out *out);

/* --- sm_fronts.c --------------------------------------------------------- */

void sm_fronts_resolve(const struct sm *s, const struct sm_in *in, struct sm_out *out);
void sm_fronts_issue(const struct sm *s, struct sm_out *out);

/* --- sm_zorua.c: only where Zorua is the residency ----------------------- */

static inline const struct zorua_plug *zorua_of(const struct sm *s) { return &s->residency.zorua; }

/* Resources that are virtual do not limit the blocks of a kernel. */
void sm_zorua_unlimit(const struct sm *s, struct cta_launcher_in *launcher);
/* The residency is told of the cycle. */
void sm_zorua_settle(const struct sm *s, const struct sm_in *in, struct sm_out *out);

/* The code's answer: where a phase begins its specifier comes before what stands there. */
void sm_zorua_fetched(const struct sm *s, const struct sm_in *in, struct sm_out *out);
/* Where the thread goes on behind a specifier. */
void sm_zorua_describe(const struct sm *s, struct front_resolved *result);

/* An issued instruction that is looked up goes into the issue register. */
void sm_zorua_stage(struct sm *s, const struct sm_out *out, uint32_t p);
/* A row on its way to swap space, through a port of Zorua's own. */
void sm_zorua_ask_row(const struct sm *s, struct sm_out *out);
/* Where the result goes, onto the rider. */
void sm_zorua_target(const struct sm *s, struct sm_out *out, uint32_t p);

/* Which pipes' accesses may be offered: known[]. */
void sm_zorua_translate(const struct sm *s, struct sm_out *out);
/* The access offered to load/store after all: the swapper's goes before a pipe's. */
void sm_zorua_offer_access(const struct sm *s, struct sm_out *out);
/* The access that load/store is at, or is offered, is the swapper's. */
bool sm_zorua_own_entry(const struct sm *s, const struct sm_out *out);
bool sm_zorua_own_offer(const struct sm_out *out);
/* Where what load/store brings goes. */
void sm_zorua_loaded(const struct sm *s, struct sm_out *out);

/* A result for swap space: its register stays busy until the result is on its way there. The first
 * two functions keep the register busy, for a result of load/store or of pipe p; the third frees
 * the register of the result that is on its way now. */
void sm_zorua_park_loaded(const struct sm *s, struct sm_out *out);
void sm_zorua_park(struct sm_out *out, uint32_t p);
void sm_zorua_release(const struct sm *s, struct sm_out *out);

#endif
