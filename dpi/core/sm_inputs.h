/* SPDX-License-Identifier: Apache-2.0 */
/* What a bench drives into a core in a cycle: nothing in it points elsewhere, so that a cycle can
 * be kept, recorded, and played to the RTL and to the model alike. */
#ifndef HEDDLE_SM_INPUTS_H
#define HEDDLE_SM_INPUTS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/line_memory.h"
#include "core/sm.h"

struct sm_inputs {
    struct sm_kernel kernel;
    bool kernel_en;
    bool fetch_ready;
    bool rsp_valid;
    uint32_t rsp_slot;
    uint32_t rsp_word;
    uint32_t rsp_meet;
    bool rsp_meets;
    bool mem_ready;
    bool fill_valid;
    uint32_t fill_id;
    uint32_t fill_data[LINE_MEMORY_MAX_WORDS];
    bool spill_ready;
    bool back_valid;
    uint32_t back_slot;
    uint32_t back_data[SIMT_STACK_ENTRY_WORDS];
    bool rsp_phase;
    uint32_t rsp_specifier;
    bool grp_wr_ready;
    bool grp_rd_ready;
    bool grp_rsp_valid;
    uint32_t grp_rsp_data[DWF_FRONT_GROUP_WORDS];
};

/* The observer: called before each clock edge of the machine, with the model's state and outputs of
 * the cycle, which are the RTL's as long as nothing is reported. NULL: none. A bench without
 * checkers has none: weak there. */
extern void (*sm_observer)(const struct sm *s, const struct sm_out *out);

/* The sizes from a module's parameters, "Formation=0 Residency=0 ...", in the order of the page,
 * which is that of the struct. */
static inline struct sm_cfg sm_cfg_of(const char *parameters)
{
    enum { COUNT = sizeof(struct sm_cfg) / sizeof(uint32_t) };
    uint32_t value[COUNT] = {0};
    struct sm_cfg cfg;
    const char *at = parameters;
    static_assert(sizeof value == sizeof cfg, "a word a parameter");
    for (int n = 0; n < COUNT && (at = strchr(at, '=')) != NULL; n++)
        value[n] = (uint32_t)strtoul(++at, NULL, 10);
    memcpy(&cfg, value, sizeof cfg);
    return cfg;
}

#endif
