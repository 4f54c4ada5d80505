/* SPDX-License-Identifier: Apache-2.0 */
#include "core/decode_cover.h"

/* Opcodes: bits 6:0. */
enum {
    LOAD = 0x03,
    LOAD_FP = 0x07,
    CUSTOM_0 = 0x0b,
    MISC_MEM = 0x0f,
    OP_IMM = 0x13,
    OP_IMM_32 = 0x1b,
    STORE = 0x23,
    STORE_FP = 0x27,
    AMO = 0x2f,
    OP = 0x33,
    OP_32 = 0x3b,
    MADD = 0x43,
    MSUB = 0x47,
    NMSUB = 0x4b,
    NMADD = 0x4f,
    OP_FP = 0x53,
    BRANCH = 0x63,
    JALR = 0x67,
    JAL = 0x6f,
    SYSTEM = 0x73,
};

static uint32_t opcode_of(uint32_t word) { return word & 0x7f; }
static uint32_t rd_of(uint32_t word) { return word >> 7 & 31; }
static uint32_t function_of(uint32_t word) { return word >> 12 & 7; }
static uint32_t rs1_of(uint32_t word) { return word >> 15 & 31; }
static uint32_t rs2_of(uint32_t word) { return word >> 20 & 31; }
static uint32_t upper_of(uint32_t word) { return word >> 20; }

static void cover_jumps(uint32_t word, uint64_t *bin)
{
    const bool to_ra = rs1_of(word) == 1;
    if (opcode_of(word) == JAL) bin[rd_of(word) == 1 ? BIN_JAL_CALL : BIN_JAL_JUMP]++;
    if (opcode_of(word) != JALR) return;
    switch (rd_of(word)) {
    case 0:
        if (to_ra) bin[upper_of(word) == 0 ? BIN_JALR_RETURN : BIN_JALR_RETURN_FURTHER]++;
        else bin[BIN_JALR_JUMP_X0]++;
        break;
    case 1: bin[to_ra ? BIN_JALR_CALL_BY_RA : BIN_JALR_CALL]++; break;
    default: bin[BIN_JALR_JUMP]++;
    }
}

static void cover_fences(uint32_t word, uint64_t *bin)
{
    static const int kind[] = {BIN_ATOMIC_PLAIN, BIN_ATOMIC_RL, BIN_ATOMIC_AQ, BIN_ATOMIC_FENCE};
    if (opcode_of(word) == AMO) {
        bin[kind[word >> 25 & 3]]++;
        if (word >> 27 == 2) bin[BIN_LR]++;
        if (word >> 27 == 5) bin[rd_of(word) == 0 ? BIN_CAS_X0 : BIN_CAS]++;
    }
    if (opcode_of(word) == CUSTOM_0 && function_of(word) == 3) bin[BIN_ADDF]++;
    if (opcode_of(word) == MISC_MEM)
        bin[rd_of(word) != 0 || rs1_of(word) != 0 ? BIN_FENCE_FIELDS : BIN_FENCE]++;
}

static void cover_csr(uint32_t word, uint64_t *bin)
{
    if (opcode_of(word) != SYSTEM) return;
    bin[function_of(word) > 4 ? BIN_CSR_IMMEDIATE : BIN_CSR_REGISTER]++;
    if (upper_of(word) == 0 || upper_of(word) == 0xcff) bin[BIN_CSR_UNKNOWN]++;
}

static void cover_registers(uint32_t word, const outputs *out, uint64_t *bin)
{
    const bool three = opcode_of(word) == OP;
    if (three && rd_of(word) == 0) bin[BIN_RD_X0]++;
    if (three && rs1_of(word) == 0) bin[BIN_RS1_X0]++;
    if (three && rs2_of(word) == 0) bin[BIN_RS2_X0]++;
    if (out->rd_use && out->rd == 32) bin[BIN_RD_F0]++;
    if (out->rs1_use && out->rs1 == 32) bin[BIN_RS1_F0]++;
    if (out->rs2_use && out->rs2 == 32) bin[BIN_RS2_F0]++;
    if (out->rs3_use && out->rs3 == 32) bin[BIN_RS3_F0]++;
    if (out->rd_use && out->rd == 31) bin[BIN_X31]++;
    if (out->rd_use && out->rd == 63) bin[BIN_F31]++;
}

static bool is_fused(uint32_t word)
{
    const uint32_t opcode = opcode_of(word);
    return opcode == MADD || opcode == MSUB || opcode == NMSUB || opcode == NMADD;
}

static void cover_floats(uint32_t word, const outputs *out, uint64_t *bin)
{
    if (opcode_of(word) == LOAD_FP) bin[BIN_FLW]++;
    if (opcode_of(word) == STORE_FP) bin[BIN_FSW]++;
    if (opcode_of(word) == OP_FP && out->rd_use && out->rd < 32) bin[BIN_FLOAT_TO_INTEGER]++;
    if (opcode_of(word) == OP_FP && out->rs1_use && out->rs1 < 32) bin[BIN_INTEGER_TO_FLOAT]++;
    if (is_fused(word)) bin[function_of(word) == 7 ? BIN_ROUNDING_DYNAMIC : BIN_ROUNDING_STATIC]++;
}

static void cover_legal(uint32_t word, const outputs *out, uint64_t *bin)
{
    bin[BIN_UNIT_LANE + out->unit]++;
    switch (out->flow) {
    case DECODE_BRANCH: bin[BIN_BRANCH]++; break;
    case DECODE_EXIT: bin[BIN_EXIT]++; break;
    case DECODE_BARRIER: bin[BIN_BARRIER]++; break;
    case DECODE_PHASE: bin[BIN_PHASE]++; break;
    default: cover_jumps(word, bin);
    }
    cover_fences(word, bin);
    cover_csr(word, bin);
    cover_registers(word, out, bin);
    cover_floats(word, out, bin);
}

/* ---- what is not legal ---- */

static int system_bin(uint32_t word)
{
    if (word == 0x00000073) return BIN_NO_ECALL;
    return word == 0x00100073 ? BIN_NO_EBREAK : BIN_NO_PRIVILEGED;
}

static int custom_bin(uint32_t word)
{
    if (function_of(word) > 3) return BIN_NO_CUSTOM;
    if (function_of(word) == 3) return BIN_NO_ADDF;
    return function_of(word) == 0 ? BIN_NO_EXIT : BIN_NO_BARRIER;
}

static int atomic_bin(uint32_t word)
{
    if (function_of(word) != 2) return BIN_NO_ATOMIC_WIDTH;
    return word >> 27 == 2 ? BIN_NO_LR : BIN_NO_ATOMIC;
}

static int float_bin(uint32_t word)
{
    const bool reserved = function_of(word) == 5 || function_of(word) == 6;
    if ((word >> 25 & 3) == 1) return BIN_NO_DOUBLE;
    return is_fused(word) && (word >> 25 & 3) == 0 && reserved ? BIN_NO_ROUNDING : -1;
}

/* Which bin a word that is not legal belongs to; -1: none. */
static int refused_bin(uint32_t word)
{
    if ((word & 3) != 3) return BIN_NO_SHORT;
    switch (opcode_of(word)) {
    case LOAD:
    case STORE: return BIN_NO_WIDTH;
    case LOAD_FP:
    case STORE_FP: return BIN_NO_FLOAT_WIDTH;
    case CUSTOM_0: return custom_bin(word);
    case MISC_MEM: return function_of(word) == 1 ? BIN_NO_FENCE_I : -1;
    case OP_IMM: return BIN_NO_SHIFT;
    case OP: return BIN_NO_OPERATION;
    case OP_IMM_32:
    case OP_32: return BIN_NO_RV64;
    case AMO: return atomic_bin(word);
    case MADD:
    case MSUB:
    case NMSUB:
    case NMADD:
    case OP_FP: return float_bin(word);
    case BRANCH: return BIN_NO_BRANCH;
    case JALR: return BIN_NO_JALR;
    case SYSTEM: return system_bin(word);
    default: return BIN_NO_OPCODE;
    }
}

void decode_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t word = in->word;
    (void)s;
    if (out->legal) {
        cover_legal(word, out, bin);
        return;
    }
    const int refused = refused_bin(word);
    if (refused >= 0) bin[refused]++;
}
