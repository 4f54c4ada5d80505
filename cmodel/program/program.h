// SPDX-License-Identifier: Apache-2.0
//
// A kernel as the machine loads it: docs/analyser.md. Everything here is found from the words of
// the file; nothing changes while the kernel runs.
#ifndef HD_PROGRAM_PROGRAM_H
#define HD_PROGRAM_PROGRAM_H

#include "isa/image.h"
#include "program/flow.h"
#include "program/layout.h"
#include "program/liveness.h"
#include "program/meetings.h"
#include "program/phases.h"
#include "program/shared.h"
#include "program/syncs.h"

enum { NO_ROW = 0xff };

struct thread_insn {
    struct isa_insn insn;
    bool reached;           // some thread may come here; the rest is meaningful only then
    uint32_t reconvergence; // of branches and calls: address; 0: that of the one around it
    uint32_t divergence;    // threads meet here: where they may have parted, an address; 0: none
    uint32_t specifier; // a phase begins here: its specifier, docs/blocks/phase_specifier.md; or 0
};

struct thread_program {
    uint32_t base; // address of the first
    uint32_t count;
    struct thread_insn *insn; // by (address - base) / 4
    uint32_t entry;           // address
    uint32_t registers;       // rows that a thread needs
    uint8_t row[ISA_REGISTERS];
    uint8_t reg[ISA_REGISTERS]; // by row
    uint32_t bytes;             // of shared memory that a block has
    bool own_phases;            // the program has specifiers of its own

    uint32_t *words; // of the code; NULL: the words belong to another structure

    // How all this was found, for a caller that shows it.
    struct flow flow; // with the refusals
    struct meetings meetings;
    struct syncs syncs;
    struct layout layout;
    struct liveness live;
    struct shared shared;
    struct phases phases;
};

enum program_result {
    PROGRAM_OK,
    PROGRAM_REFUSED,   // the list is in flow.refusal; nothing else is meaningful
    PROGRAM_NO_MEMORY, // nothing to free, but that does no harm
};

// A kernel of an image, with so many bytes of shared memory a block. The image is needed later for
// names only: flow.code.name. Unless PROGRAM_NO_MEMORY, thread_program_free() is due.
enum program_result thread_program_load(struct thread_program *program,
                                        const struct isa_image *image,
                                        const struct isa_kernel *kernel, uint32_t bytes);

// The same of words, which are not copied.
enum program_result thread_program_find(struct thread_program *program,
                                        const struct flow_code *code, uint32_t entry,
                                        uint32_t bytes);

// With an answer to a fetch, for a machine that lets the threads of a warp run apart: PC_div of a
// place where they meet, docs/analyser.md, "Where threads part". 0: no place, none, or no code.
uint32_t thread_program_divergence(const struct thread_program *program, uint32_t address);

void thread_program_free(struct thread_program *program);

#endif
