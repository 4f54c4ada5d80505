/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inputs of a DWF front end as plain data: stimulus keeps them on tape, the checker hands them
 * to the model, whose own are pointers where they are wide.
 */
#ifndef HEDDLE_DWF_FRONT_PORTS_H
#define HEDDLE_DWF_FRONT_PORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/dwf_front.h"

struct dwf_front_ports {
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_pc;
    uint64_t begin_mask;
    uint64_t ready;
    uint8_t rows[FRONT_REGISTERS];
    bool fetch_ready;
    bool rsp_valid;
    uint32_t rsp_word;
    uint32_t rsp_meet;
    bool rsp_meets;
    bool issue_ready;
    bool res_valid;
    uint8_t res_slot[FRONT_MAX_LANES];
    uint32_t res_flow;
    uint32_t res_pc;
    uint64_t res_mask;
    uint64_t res_taken;
    uint32_t res_addr[FRONT_MAX_LANES];
    uint32_t res_meet;
    bool res_meets;
    bool end_valid;
    uint32_t end_slot[FRONT_MAX_LANES];
    uint64_t end_mask;
    uint32_t end_pc;
    bool acc_en; /* blocks that leave */
    bool row_rd_en;
    uint32_t row_rd_slot;
    bool row_wr_en;
    uint32_t row_wr_slot;
    uint32_t row_wr_data[FRONT_MAX_LANES];
    bool grp_base_en; /* groups in memory */
    uint32_t grp_base;
    bool grp_wr_ready;
    bool grp_rd_ready;
    bool grp_rsp_valid;
    uint32_t grp_rsp_data[DWF_FRONT_GROUP_WORDS];
};

#endif
