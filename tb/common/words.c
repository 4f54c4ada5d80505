/* SPDX-License-Identifier: Apache-2.0 */
#include "common/words.h"

#include <stdbool.h>

/* The bits that are the instruction's own, and which ones these are. */
struct word {
    uint32_t bits;
    uint32_t own;
};

/* By opcode alone; with bits 14:12; with these and 31:25. */
#define OPCODE(opcode) opcode, 0x0000007f
#define FUNCT3(opcode, funct3) (opcode) | UINT32_C(funct3) << 12, 0x0000707f
#define FUNCT7(opcode, funct3, funct7)                                                             \
    (opcode) | UINT32_C(funct3) << 12 | UINT32_C(funct7) << 25, 0xfe00707f
/* Atomics by bits 31:27; lr.w has no rs2. */
#define ATOMIC(funct5) UINT32_C(0x202f) | UINT32_C(funct5) << 27, 0xf800707f
#define LOAD_RESERVED 0x1000202f, 0xf9f0707f
/* Floats: with three sources; two; one, and rs2 says more; the same without rounding mode. */
#define FUSED(opcode) opcode, 0x0600007f
#define FLOAT2(funct7) UINT32_C(0x53) | UINT32_C(funct7) << 25, 0xfe00007f
#define FLOAT1(funct7, rs2)                                                                        \
    UINT32_C(0x53) | UINT32_C(funct7) << 25 | UINT32_C(rs2) << 20, 0xfff0007f
#define FLOAT1_EXACT(funct7, funct3)                                                               \
    UINT32_C(0x53) | UINT32_C(funct7) << 25 | UINT32_C(funct3) << 12, 0xfff0707f
#define WHOLE(bits) bits, 0xffffffff

static const struct word words[ISA_OP_COUNT] = {
    [ISA_LUI] = {OPCODE(0x37)},
    [ISA_AUIPC] = {OPCODE(0x17)},
    [ISA_JAL] = {OPCODE(0x6f)},
    [ISA_JALR] = {FUNCT3(0x67, 0)},
    [ISA_BEQ] = {FUNCT3(0x63, 0)},
    [ISA_BNE] = {FUNCT3(0x63, 1)},
    [ISA_BLT] = {FUNCT3(0x63, 4)},
    [ISA_BGE] = {FUNCT3(0x63, 5)},
    [ISA_BLTU] = {FUNCT3(0x63, 6)},
    [ISA_BGEU] = {FUNCT3(0x63, 7)},
    [ISA_LB] = {FUNCT3(0x03, 0)},
    [ISA_LH] = {FUNCT3(0x03, 1)},
    [ISA_LW] = {FUNCT3(0x03, 2)},
    [ISA_LBU] = {FUNCT3(0x03, 4)},
    [ISA_LHU] = {FUNCT3(0x03, 5)},
    [ISA_SB] = {FUNCT3(0x23, 0)},
    [ISA_SH] = {FUNCT3(0x23, 1)},
    [ISA_SW] = {FUNCT3(0x23, 2)},
    [ISA_ADDI] = {FUNCT3(0x13, 0)},
    [ISA_SLTI] = {FUNCT3(0x13, 2)},
    [ISA_SLTIU] = {FUNCT3(0x13, 3)},
    [ISA_XORI] = {FUNCT3(0x13, 4)},
    [ISA_ORI] = {FUNCT3(0x13, 6)},
    [ISA_ANDI] = {FUNCT3(0x13, 7)},
    [ISA_SLLI] = {FUNCT7(0x13, 1, 0x00)},
    [ISA_SRLI] = {FUNCT7(0x13, 5, 0x00)},
    [ISA_SRAI] = {FUNCT7(0x13, 5, 0x20)},
    [ISA_ADD] = {FUNCT7(0x33, 0, 0x00)},
    [ISA_SUB] = {FUNCT7(0x33, 0, 0x20)},
    [ISA_SLL] = {FUNCT7(0x33, 1, 0x00)},
    [ISA_SLT] = {FUNCT7(0x33, 2, 0x00)},
    [ISA_SLTU] = {FUNCT7(0x33, 3, 0x00)},
    [ISA_XOR] = {FUNCT7(0x33, 4, 0x00)},
    [ISA_SRL] = {FUNCT7(0x33, 5, 0x00)},
    [ISA_SRA] = {FUNCT7(0x33, 5, 0x20)},
    [ISA_OR] = {FUNCT7(0x33, 6, 0x00)},
    [ISA_AND] = {FUNCT7(0x33, 7, 0x00)},
    [ISA_FENCE_RW] = {FUNCT3(0x0f, 0)},

    [ISA_CSRRW] = {FUNCT3(0x73, 1)},
    [ISA_CSRRS] = {FUNCT3(0x73, 2)},
    [ISA_CSRRC] = {FUNCT3(0x73, 3)},
    [ISA_CSRRWI] = {FUNCT3(0x73, 5)},
    [ISA_CSRRSI] = {FUNCT3(0x73, 6)},
    [ISA_CSRRCI] = {FUNCT3(0x73, 7)},

    [ISA_MUL] = {FUNCT7(0x33, 0, 0x01)},
    [ISA_MULH] = {FUNCT7(0x33, 1, 0x01)},
    [ISA_MULHSU] = {FUNCT7(0x33, 2, 0x01)},
    [ISA_MULHU] = {FUNCT7(0x33, 3, 0x01)},
    [ISA_DIV] = {FUNCT7(0x33, 4, 0x01)},
    [ISA_DIVU] = {FUNCT7(0x33, 5, 0x01)},
    [ISA_REM] = {FUNCT7(0x33, 6, 0x01)},
    [ISA_REMU] = {FUNCT7(0x33, 7, 0x01)},

    [ISA_LR_W] = {LOAD_RESERVED},
    [ISA_SC_W] = {ATOMIC(0x03)},
    [ISA_AMOSWAP_W] = {ATOMIC(0x01)},
    [ISA_AMOADD_W] = {ATOMIC(0x00)},
    [ISA_AMOXOR_W] = {ATOMIC(0x04)},
    [ISA_AMOAND_W] = {ATOMIC(0x0c)},
    [ISA_AMOOR_W] = {ATOMIC(0x08)},
    [ISA_AMOMIN_W] = {ATOMIC(0x10)},
    [ISA_AMOMAX_W] = {ATOMIC(0x14)},
    [ISA_AMOMINU_W] = {ATOMIC(0x18)},
    [ISA_AMOMAXU_W] = {ATOMIC(0x1c)},
    [ISA_AMOCAS_W] = {ATOMIC(0x05)},

    [ISA_FLW] = {FUNCT3(0x07, 2)},
    [ISA_FSW] = {FUNCT3(0x27, 2)},
    [ISA_FMADD_S] = {FUSED(0x43)},
    [ISA_FMSUB_S] = {FUSED(0x47)},
    [ISA_FNMSUB_S] = {FUSED(0x4b)},
    [ISA_FNMADD_S] = {FUSED(0x4f)},
    [ISA_FADD_S] = {FLOAT2(0x00)},
    [ISA_FSUB_S] = {FLOAT2(0x04)},
    [ISA_FMUL_S] = {FLOAT2(0x08)},
    [ISA_FDIV_S] = {FLOAT2(0x0c)},
    [ISA_FSQRT_S] = {FLOAT1(0x2c, 0)},
    [ISA_FSGNJ_S] = {FUNCT7(0x53, 0, 0x10)},
    [ISA_FSGNJN_S] = {FUNCT7(0x53, 1, 0x10)},
    [ISA_FSGNJX_S] = {FUNCT7(0x53, 2, 0x10)},
    [ISA_FMIN_S] = {FUNCT7(0x53, 0, 0x14)},
    [ISA_FMAX_S] = {FUNCT7(0x53, 1, 0x14)},
    [ISA_FCVT_W_S] = {FLOAT1(0x60, 0)},
    [ISA_FCVT_WU_S] = {FLOAT1(0x60, 1)},
    [ISA_FMV_X_W] = {FLOAT1_EXACT(0x70, 0)},
    [ISA_FEQ_S] = {FUNCT7(0x53, 2, 0x50)},
    [ISA_FLT_S] = {FUNCT7(0x53, 1, 0x50)},
    [ISA_FLE_S] = {FUNCT7(0x53, 0, 0x50)},
    [ISA_FCLASS_S] = {FLOAT1_EXACT(0x70, 1)},
    [ISA_FCVT_S_W] = {FLOAT1(0x68, 0)},
    [ISA_FCVT_S_WU] = {FLOAT1(0x68, 1)},
    [ISA_FMV_W_X] = {FLOAT1_EXACT(0x78, 0)},

    [ISA_CUSTOM_EXIT] = {WHOLE(0x0000000b)},
    [ISA_CUSTOM_BARRIER] = {WHOLE(0x0000100b)},
    [ISA_CUSTOM_PHASE] = {FUNCT3(0x0b, 2)},
    [ISA_AMOFADD_S] = {FUNCT7(0x0b, 3, 0x00)},
};

uint32_t hd_word(enum isa_op op, uint32_t fields)
{
    return words[op].bits | (fields & ~words[op].own);
}

/* Of floats alone: loads and stores have a width in 14:12, custom-0 its function. */
static bool has_rounding_mode(enum isa_op op)
{
    return op >= ISA_FMADD_S && op <= ISA_FMV_W_X && (words[op].own & 0x7000) == 0;
}

uint32_t hd_legal_word(enum isa_op op, uint32_t fields)
{
    const uint32_t word = hd_word(op, fields);
    const uint32_t mode = word >> 12 & 7;
    const bool reserved = has_rounding_mode(op) && (mode == 5 || mode == 6);
    return reserved ? word | UINT32_C(7) << 12 : word;
}
