/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inputs of a PDOM front end as plain data: stimulus keeps them on tape, the checker hands them
 * to the model, whose own are pointers where they are wide.
 */
#ifndef HEDDLE_PDOM_FRONT_PORTS_H
#define HEDDLE_PDOM_FRONT_PORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/pdom_front.h"

struct pdom_front_ports {
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_pc;
    uint64_t begin_mask;
    uint64_t ready;
    uint64_t leave;
    uint8_t rows[FRONT_REGISTERS];
    bool fetch_ready;
    bool rsp_valid;
    uint32_t rsp_slot;
    uint32_t rsp_word;
    uint32_t rsp_meet;
    bool rsp_meets;
    uint64_t query_busy[PDOM_FRONT_MAX_PORTS];
    bool issue_ready[PDOM_FRONT_MAX_PORTS];
    bool res_valid[PDOM_FRONT_MAX_PORTS];
    uint8_t res_slot[PDOM_FRONT_MAX_PORTS];
    uint32_t res_flow[PDOM_FRONT_MAX_PORTS];
    uint32_t res_pc[PDOM_FRONT_MAX_PORTS];
    uint32_t res_word[PDOM_FRONT_MAX_PORTS];
    uint32_t res_meet[PDOM_FRONT_MAX_PORTS];
    uint64_t res_mask[PDOM_FRONT_MAX_PORTS];
    uint64_t res_taken[PDOM_FRONT_MAX_PORTS];
    uint32_t res_addr[PDOM_FRONT_MAX_PORTS * FRONT_MAX_LANES]; /* port p, lane l: p * Lanes + l */
    uint64_t wb;
    bool end_valid;
    uint32_t end_slot;
    uint64_t end_mask;
    uint32_t end_pc;
    bool spill_ready;
    bool fill_valid;
    uint32_t fill_slot;
    uint32_t fill_data[SIMT_STACK_ENTRY_WORDS];
    uint32_t row_rd_slot;
    bool row_wr_en;
    uint32_t row_wr_slot;
    uint32_t row_wr_data[SIMT_STACK_ROW_WORDS];
};

#endif
