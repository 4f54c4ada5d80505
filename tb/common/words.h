/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words of code, for stimulus: the bits that make each instruction which threads run. Written from
 * the listing of the RISC-V manual, and not taken from the table of the model's decoder, which
 * would be wrong wherever the model is.
 */
#ifndef HEDDLE_WORDS_H
#define HEDDLE_WORDS_H

#include <stdint.h>

#include "isa/decode.h"

/* The instruction; `fields` are the bits that are not the instruction's own. With a reserved
 * rounding mode among them a float instruction is not legal; all others are. */
uint32_t hd_word(enum isa_op op, uint32_t fields);

/* The same, but always legal: a reserved rounding mode becomes the dynamic one. */
uint32_t hd_legal_word(enum isa_op op, uint32_t fields);

#endif
