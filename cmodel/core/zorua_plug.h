/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of Zorua as a plug of the residency socket: docs/blocks/zorua_plug.md.
 * Zorua (MICRO 2016 and the extended text), sections 4, 5.
 *
 * Use: offer, settle and tick as core/residency.h says. Between offer and settle the machine also
 * asks where things are and tells what became of it, in the order in which they stand below.
 * Pointers in `out` and the nets point into the state and the nets.
 */
#ifndef HEDDLE_ZORUA_PLUG_H
#define HEDDLE_ZORUA_PLUG_H

#include "core/residency.h"
#include "core/scratch_lookup.h"
#include "core/set_lookup.h"
#include "core/swapper.h"
#include "residency/phase_specifier.h"
#include "residency/zorua.h"

enum {
    ZORUA_PLUG_PLACES = 4,
    ZORUA_PLUG_PARKS = 8,
    ZORUA_PLUG_RESTORES = 4,
    ZORUA_PLUG_REST = 103, /* bits: address, word, where and whether threads meet, unit, flow */
    ZORUA_PLUG_MAX_ACCESSES = 64,
    ZORUA_PLUG_MAX_SCRATCH = COORDINATOR_MAX_PHYS,
};

/* Of what in load/store: an access of the program, or one to swap space. */
enum zorua_plug_owner { ZORUA_OF_PROGRAM, ZORUA_OF_SWAPPER };

struct zorua_plug_access {
    uint8_t owner;
    uint8_t what;  /* enum swapper_access */
    bool shared;   /* some lanes are for shared memory */
    uint32_t park; /* of a program's: number + 1 of the one its result is for; else of an operand */
    uint32_t operand;
    uint32_t restore;
    uint32_t part;
    struct register_place place; /* where a load writes */
};

/* An access that is through a pipe, in one of its buffers. */
struct zorua_plug_through {
    bool valid;
    bool writes; /* a store, or an atomic */
    uint32_t warp;
    uint64_t mask;
    const uint32_t *addr; /* of each lane */
    uint32_t buffer;
};

/* A beat of an access whose addresses come in this cycle. */
struct zorua_plug_beat {
    bool valid;
    uint32_t warp;
    uint64_t mask;        /* a bit a lane of the beat */
    const uint32_t *addr; /* of each */
    uint32_t buffer;
};

/* A word of the code, on its way to the front end. */
struct zorua_plug_word {
    bool valid;
    uint32_t slot;
    uint32_t word;
    bool phase; /* a phase begins here: its specifier */
    uint32_t specifier;
};

/* What the machine tells beside struct residency_in; in RTL under the same names at hd_residency,
 * or, where the socket makes them of others (resolves, pipe_busy), at hd_zorua_plug. */
struct zorua_plug_in {
    uint32_t kernel_phase; /* with kernel_en: specifier */
    struct zorua_plug_word rsp;
    bool resolves[RESIDENCY_MAX_PORTS]; /* a specifier, on a slot */
    uint32_t resolved_slot[RESIDENCY_MAX_PORTS];
    /* a result of the pipes is written: its park's number + 1, or 0 */
    uint32_t written_park[RESIDENCY_MAX_PORTS];
    const struct front_instruction *issue[RESIDENCY_MAX_PORTS];
    bool stage_ready[RESIDENCY_MAX_PORTS];   /* the issue register takes an instruction */
    uint32_t read_park[RESIDENCY_MAX_PORTS]; /* operands are read: as the next */
    uint64_t staged;                         /* slots with one in an issue register */
    uint64_t with_access;                    /* slots with an access to memory under way */
    uint64_t at_rest;                        /* slots whose SIMT stack does nothing by itself */
    bool pipe_busy;                          /* no instruction issues, since a pipe takes none */
    uint64_t ask_busy; /* registers of the slot asked for that are to be written */
    bool rd_ready;
    bool row_valid;
    const uint32_t *row_data;
    /* load/store */
    uint64_t under_way;
    uint32_t entry; /* the one that words come back of, or that ends */
    bool acc_en;    /* what is offered is taken */
    bool wr_valid;
    uint64_t wr_mask;
    const uint32_t *wr_data;
    bool end_valid;
};

/* What the machine is told beside struct residency_out; the unit's and the parts' are in nets. */
struct zorua_plug_nets {
    struct zorua_in in;
    struct zorua_out unit;
    struct set_lookup_in set_in;
    struct set_lookup_out set;
    struct scratch_lookup_in scratch_in[RESIDENCY_MAX_PORTS];
    struct scratch_lookup_out scratch[RESIDENCY_MAX_PORTS];
    struct swapper_in swap_in;
    struct swapper_out swap;
    uint32_t acc_warp[RESIDENCY_MAX_PORTS]; /* of the access that is through each pipe */
    bool acc_writes[RESIDENCY_MAX_PORTS];   /* it is a store, or an atomic */
    bool acc_of_swapper; /* the access offered is the swapper's; else the program's, of acc_port */
    uint32_t acc_port;
    struct zorua_plug_access acc;
    bool inserts; /* the word is a specifier that does not stand in the code */
    bool held_told;
    uint32_t held_slot;
    uint32_t ask_slot; /* its registers are asked for; RESIDENCY_MAX_SLOTS: none */
    bool calm;
    bool empty; /* the unit asks for a set of shared memory that was not written */
};

struct zorua_plug {
    struct residency_cfg cfg;
    struct zorua unit;
    struct phase_specifier specifier;
    struct set_lookup set;
    struct scratch_lookup scratch[RESIDENCY_MAX_PORTS];
    struct swapper swap;
    struct zorua_plug_access access[ZORUA_PLUG_MAX_ACCESSES];
    uint64_t held; /* a bit a slot: a phase has begun, the unit has not been told yet */
    uint32_t held_word[RESIDENCY_MAX_SLOTS];
    uint64_t inserted; /* a bit a slot: the specifier under way does not stand in the code */
    uint64_t shared;   /* a bit an entry of load/store: for shared memory */
    uint64_t drains;   /* of these: perhaps for what moves */
    uint64_t passed;   /* a bit a warp: the specifier of the place where it is has been */
    /* With cfg.written: physical sets of shared memory whose words mean something. */
    bool written[ZORUA_PLUG_MAX_SCRATCH];
    bool skips; /* the unit's request, of a set that was not written, is done */
};

/* Bytes of swap space for these sizes. */
uint32_t zorua_plug_bytes(const struct residency_cfg *cfg);

/* Is a block on the core without swap space? It has so many warps, register sets of each, bytes. */
bool zorua_plug_holds(const struct residency_cfg *cfg, uint32_t warps, uint32_t sets,
                      uint32_t bytes);

const char *zorua_plug_init(struct zorua_plug *s, const struct residency_cfg *cfg);
void zorua_plug_reset(struct zorua_plug *s);

void zorua_plug_offer(const struct zorua_plug *s, const struct residency_in *in,
                      struct zorua_plug_nets *nets, struct residency_out *out);

/* The warp on a slot, and its block's identity (x, y, z). */
uint32_t zorua_plug_warp(const struct zorua_plug *s, uint32_t slot);
const uint32_t *zorua_plug_block(const struct zorua_plug *s, uint32_t warp);

/* The word that the front end gets. */
uint32_t zorua_plug_fetched(const struct zorua_plug *s, const struct zorua_plug_word *word,
                            struct zorua_plug_nets *nets);
/* A specifier that this slot resolves does not stand in the code: the next word is at its own
 * address. */
bool zorua_plug_stays(const struct zorua_plug *s, uint32_t slot);

/* Looks up the shared memory of the access that is through pipe p, if there is one; it writes, or
 * not. It may look ahead for one whose beat lands. True: the access may be offered, with the
 * addresses in nets->scratch[p]. */
bool zorua_plug_translate(const struct zorua_plug *s, struct zorua_plug_nets *nets, uint32_t p,
                          const struct zorua_plug_through *through,
                          const struct zorua_plug_beat *beat);
/* The access offered to load/store in this cycle: the swapper's, or port p's, which writes to this
 * place. */
void zorua_plug_offered(const struct zorua_plug *s, struct zorua_plug_nets *nets, bool of_swapper,
                        uint32_t p, struct register_place place, uint32_t park);

void zorua_plug_settle(const struct zorua_plug *s, const struct residency_in *in,
                       const struct zorua_plug_in *more, struct zorua_plug_nets *nets,
                       struct residency_out *out);
void zorua_plug_tick(struct zorua_plug *s, const struct residency_in *in,
                     const struct zorua_plug_in *more, const struct zorua_plug_nets *nets,
                     const struct residency_out *out);

/* NULL, or the name of a broken invariant of the plug, the unit, or a part. */
const char *zorua_plug_check(const struct zorua_plug *s);
/* After settle: NULL, or the promise that the machine breaks in this cycle. */
const char *zorua_plug_promise(const struct zorua_plug *s, const struct zorua_plug_nets *nets);

#endif
