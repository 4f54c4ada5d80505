// SPDX-License-Identifier: Apache-2.0
//
// Single precision in integer arithmetic: the same bits on every host, with any compiler flags.
#ifndef HD_ISA_FLOAT_H
#define HD_ISA_FLOAT_H

#include <stdint.h>

#include "isa/operations.h"

// Rounding modes, as in the instruction and in frm.
enum isa_rounding {
    ISA_RNE, // to nearest, ties to even
    ISA_RTZ, // towards zero
    ISA_RDN, // down
    ISA_RUP, // up
    ISA_RMM, // to nearest, ties away from zero
    ISA_ROUNDINGS,
};

// Exceptions, as in fflags.
enum {
    ISA_NX = 1,  // inexact
    ISA_UF = 2,  // underflow
    ISA_OF = 4,  // overflow
    ISA_DZ = 8,  // division by zero
    ISA_NV = 16, // invalid operation
};

#define ISA_NAN 0x7fc00000u // the only NaN that operations make

// An operation of class ISA_FLOAT. a, b, c are rs1, rs2, rs3; exceptions are ORed into *flags.
uint32_t isa_float(enum isa_op op, uint32_t a, uint32_t b, uint32_t c, enum isa_rounding rm,
                   uint8_t *flags);

#endif
