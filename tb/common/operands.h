/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions and numbers for the stimulus of what executes them: kinds, corners, neighbours. */
#ifndef HEDDLE_OPERANDS_H
#define HEDDLE_OPERANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/decode.h"

enum hd_class { ANY, INTEGER, DIVIDE, FLOW, FLOAT, ROOT, ACCESS, SWAP, OTHER };

/* An operation of a class. */
enum isa_op hd_draw_operation(enum hd_class class);

/* A number; in `corner` of sixteen cases one at a corner of the integers, or of the floats. */
uint32_t hd_draw_number(unsigned corner, bool is_float);

/* Equal, beside it, one bit apart, or its upper bits. */
uint32_t hd_draw_near(uint32_t a);

#endif
