// SPDX-License-Identifier: Apache-2.0
//
// Instructions that threads run: RV32I, M, A, F, Zicsr, amocas.w and custom-0 (docs/kernels.md),
// as decoded.
#ifndef HD_ISA_DECODE_H
#define HD_ISA_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What an instruction is about: which of the machine's ways it takes.
enum isa_class {
    ISA_INTEGER,  // rd from registers and immediate
    ISA_FLOAT,    // the same through the float unit; may set flags
    ISA_BRANCH,   // conditional
    ISA_JUMP,     // jal
    ISA_JUMP_REG, // jalr
    ISA_LOAD,     // also flw
    ISA_STORE,    // also fsw
    ISA_ATOMIC,   // amo*.w, lr.w, sc.w, hd.amofadd.s
    ISA_CSR,
    ISA_FENCE,
    ISA_EXIT,    // custom-0
    ISA_BARRIER, // custom-0
    ISA_PHASE,   // custom-0
};

// One of all operations: ISA_ADD, ISA_ADDI, ISA_LW, ISA_FMADD_S ... decode.c has a row for each.
#include "isa/operations.h"

// A register that is read or written: x0 to x31 are 0 to 31, f0 to f31 are 32 to 63. x0 as a
// destination, and no register at all, are ISA_NONE.
enum { ISA_RA = 1, ISA_F0 = 32, ISA_REGISTERS = 64, ISA_NONE = 0xff };

struct isa_insn {
    uint32_t word;
    int32_t imm;           // immediate; CSR number for ISA_CSR; shift amount; phase: bytes
    uint8_t op;            // enum isa_op
    uint8_t cls;           // enum isa_class
    uint8_t rd;            // what it writes, as above
    uint8_t rs1, rs2, rs3; // what it reads, as above; x0 is read as ISA_NONE. amocas.w: rs3 = rd
    uint8_t rm;            // rounding mode field, 7: frm; 0 in instructions without
    uint8_t zimm;          // csrr?i: the immediate; phase: registers
};

// False: not an instruction we run; `insn` is then what isa_reason() explains.
bool isa_decode(uint32_t word, struct isa_insn *insn);
// Why isa_decode() said no: "compressed instruction", "ecall: there is no system below" ... NULL if
// it said yes.
const char *isa_reason(uint32_t word);
// A jump that leaves in ra where it is to come back, and one that goes there.
static inline bool isa_calls(const struct isa_insn *insn)
{
    return (insn->cls == ISA_JUMP || insn->cls == ISA_JUMP_REG) && insn->rd == ISA_RA;
}
static inline bool isa_returns(const struct isa_insn *insn)
{
    return insn->cls == ISA_JUMP_REG && insn->rd == ISA_NONE && insn->rs1 == ISA_RA;
}

// "fmadd.s ft0, ft1, ft2, ft3"; branches and jumps with their target address.
void isa_print(char *text, size_t size, uint32_t pc, const struct isa_insn *insn);
// "a0", "ft3"; ISA_NONE is "zero".
const char *isa_register_name(unsigned reg);
// "frm", "thread_x"; NULL if there is no such CSR.
const char *isa_csr_name(uint32_t number);
// Whether a CSR instruction writes its CSR: csrrs, csrrc of x0 or 0 do not.
bool isa_csr_writes(const struct isa_insn *insn);

// The standard CSRs, and the CSRs that identify a thread (docs/kernels.md); of x, y, z the first.
enum { ISA_CSR_FFLAGS = 1, ISA_CSR_FRM = 2, ISA_CSR_FCSR = 3 };
enum {
    ISA_CSR_THREAD = 0xcc0,  // x, y, z
    ISA_CSR_THREADS = 0xcc4, // x, y, z
    ISA_CSR_BLOCK = 0xcc8,   // x, y, z
    ISA_CSR_BLOCKS = 0xccc,  // x, y, z
    ISA_CSR_ARGUMENTS = 0xcd0,
    ISA_CSR_STACK_TOP = 0xcd1,
    ISA_CSR_SHARED_BYTES = 0xcd2,
};

#endif
