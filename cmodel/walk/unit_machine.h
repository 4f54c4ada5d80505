/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The dynamic warp formation unit (docs/blocks/dwf.md) in the shell: its model,
 * clocked warp / width times a scheduler cycle. The pipeline asks from the
 * first clock of a scheduler cycle on until a warp is there; a return is
 * offered until it is taken. Spilled records go to a memory that answers in
 * order after a while.
 */
#ifndef HEDDLE_WALK_UNIT_MACHINE_H
#define HEDDLE_WALK_UNIT_MACHINE_H

#include "formation/dwf.h"
#include "walk/machine.h"

enum {
    UNIT_MACHINE_READS = 16, /* as many as the unit may have under way */
    UNIT_MACHINE_BASE = 0x100000,
};

struct unit_machine_read {
    uint32_t slot;
    uint64_t due;
};

struct unit_machine {
    struct machine_cfg cfg;
    const struct walker *walker;
    uint32_t memory_clocks; /* from a read of a spilled group to its answer */
    bool window;            /* a warp is taken in the last clock of its scheduler cycle */
    bool late;              /* the next PC is chosen when the pipeline asks for a warp */
    uint32_t tid_bits;      /* of a thread's place in its static warp */
    uint32_t launched;      /* static warps */
    uint64_t clock;
    struct warp_spill_record *record; /* the memory; cfg.spill alone */
    struct unit_machine_read read[UNIT_MACHINE_READS];
    uint32_t reads;
    const char *broken; /* promise */
    struct dwf_in ret;  /* the return that is offered: unchanged, though its first threads may be
                           issued before the last ones are taken */
    struct dwf_in in;
    struct dwf_out out;
    struct dwf dwf;
};

extern const struct machine_ops unit_machine_ops;

/* The unit as the paper has it, for warps of so many threads. */
void unit_machine_defaults(struct dwf_cfg *unit, const struct machine_cfg *cfg);

/* Sets the parameter that the page calls so. False if there is none. */
bool unit_machine_set(struct dwf_cfg *unit, const char *name, uint32_t value);

/* NULL, or what is wrong with the sizes. */
const char *unit_machine_init(struct unit_machine *s, const struct machine_cfg *cfg,
                              const struct dwf_cfg *unit, uint32_t memory_clocks,
                              const struct walker *walker);

void unit_machine_free(struct unit_machine *s);

#endif
