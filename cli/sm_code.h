// SPDX-License-Identifier: Apache-2.0
//
// A launch as a core sees it: what it is told of the kernel, and the code that it fetches.
#ifndef HD_SM_CODE_H
#define HD_SM_CODE_H

#include "core/sm.h"
#include "machine.h"
#include "program/program.h"

// Where groups of threads lie that find no room in a core with dynamic warps (sm_world.h).
#define SM_CODE_GROUPS UINT32_C(0xe0000000)

enum { SM_CODES = 16 };

struct sm_code {
    const struct isa_launch *launch;
    struct thread_program program;
    uint32_t registers;   // of a thread: the launch's, or the code's
    uint8_t *meets;       // a byte an instruction: threads meet at the next one
    uint32_t *specifiers; // Zorua: a word an instruction: a phase begins there; or 0
    bool one_phase;       // Zorua, warp_level: specifiers in the code ask for all, too
    struct sm_kernel kernel;
};

// For a core of these sizes. False: why. sm_code_free() is due in any case.
bool sm_code_load(struct sm_code *c, const struct sm_cfg *core, const struct isa_launch *launch,
                  char error[HOST_ERROR]);
void sm_code_free(struct sm_code *c);

// The codes that state may point to, for a checkpoint: it has their numbers in this list.
struct sm_codes {
    struct sm_code *code[SM_CODES];
    uint32_t count;
};
// To or from a checkpoint: a pointer to one of them, or NULL.
void sm_codes_checkpoint(const struct sm_codes *codes, const struct sm_code **which,
                         struct checkpoint *c);

// The answer to a fetch: rsp_word, and what goes with it. 0 where there is no code.
void sm_code_answer(const struct sm_code *c, uint32_t pc, struct sm_in *in);

#endif
