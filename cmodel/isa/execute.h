// SPDX-License-Identifier: Apache-2.0
//
// What one instruction computes for the lanes of a warp: operands in, results out. No registers, no
// memory, no order of things: those belong to the machine that calls this.
#ifndef HD_ISA_EXECUTE_H
#define HD_ISA_EXECUTE_H

#include "isa/decode.h"

enum { ISA_LANES = 32 };

// Rows of ISA_LANES words, one a lane. Rows are always of full length and must all be readable (a
// row of zeros for x0), none of them in the results; only the lanes in `mask` count, and only their
// results mean anything.
struct isa_operands {
    uint32_t mask;
    const uint32_t *a, *b, *c; // rs1, rs2, rs3
    const uint8_t *fcsr;       // rounding mode in 7:5; read by ISA_FLOAT only
};

struct isa_results {
    uint32_t value[ISA_LANES]; // what rd gets: integer, float; jumps: the link
    // Load, store, atomic: the address in memory. Branch, jump: the target, of lanes in `taken`.
    uint32_t address[ISA_LANES];
    uint32_t taken;           // branch, jump: lanes that go to `address`; the others to pc + 4
    uint8_t flags[ISA_LANES]; // float: exceptions of this instruction, to be ORed into fflags
    uint32_t refused;         // float: lanes whose frm is reserved: value 0, no exception
};

// Sets what the table above names for the instruction's class, and no other field. ISA_CSR,
// ISA_FENCE and custom-0 compute nothing here.
void isa_execute(const struct isa_insn *insn, uint32_t pc, const struct isa_operands *in,
                 struct isa_results *out);

// The same for one lane. The results are scalars of the same names.
struct isa_result {
    uint32_t value, address;
    bool taken, refused;
    uint8_t flags;
};
struct isa_result isa_execute_one(const struct isa_insn *insn, uint32_t pc, uint32_t a, uint32_t b,
                                  uint32_t c, uint8_t fcsr);

/* ---- memory ---------------------------------------------------------------------------------- */

// Bytes that an operation moves: 1, 2, 4; its address must be a multiple. Loads, stores, atomics.
uint32_t isa_access_bytes(enum isa_op op);
// What a load gives, from the word of memory that holds it.
uint32_t isa_extend(enum isa_op op, uint32_t word, uint32_t address);
// What a store sends: bytes of the word that it writes (bit 0: the lowest), and data with each byte
// in its place (the others are 0).
uint32_t isa_store_enables(enum isa_op op, uint32_t address);
uint32_t isa_store_data(enum isa_op op, uint32_t address, uint32_t value);
// The word of memory after a store.
uint32_t isa_merge(uint32_t old, uint32_t data, uint32_t enables);
// The word of memory after an atomic; sc.w: after one that succeeds. rd gets the old word (sc.w: 0,
// or 1 if it failed). What amocas.w expects is looked at by it alone.
uint32_t isa_atomic(enum isa_op op, uint32_t old, uint32_t operand, uint32_t expected);

/* ---- CSRs ------------------------------------------------------------------------------------ */

// What a CSR instruction writes, if isa_csr_writes(): `old` is what it read, `a` is rs1.
uint32_t isa_csr_value(const struct isa_insn *insn, uint32_t old, uint32_t a);
// fflags, frm and fcsr are views of one register of 8 bits.
uint32_t isa_fcsr_read(uint32_t number, uint8_t fcsr);
uint8_t isa_fcsr_write(uint32_t number, uint8_t fcsr, uint32_t value);

#endif
