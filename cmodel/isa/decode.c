// SPDX-License-Identifier: Apache-2.0
//
// The instruction set as a table: which bits make an instruction, and what its operands are.
#include "isa/decode.h"

#include <stdio.h>
#include <string.h>

// Opcodes: bits 6:0.
enum {
    LOAD = 0x03,
    LOAD_FP = 0x07,
    CUSTOM_0 = 0x0b,
    MISC_MEM = 0x0f,
    OP_IMM = 0x13,
    AUIPC = 0x17,
    OP_IMM_32 = 0x1b,
    STORE = 0x23,
    STORE_FP = 0x27,
    AMO = 0x2f,
    OP = 0x33,
    LUI = 0x37,
    OP_32 = 0x3b,
    MADD = 0x43,
    MSUB = 0x47,
    NMSUB = 0x4b,
    NMADD = 0x4f,
    OP_FP = 0x53,
    OP_V = 0x57,
    BRANCH = 0x63,
    JALR = 0x67,
    JAL = 0x6f,
    SYSTEM = 0x73,
};

// Which bits of the word tell the instruction, and what they are.
#define BY_OPCODE(opcode) 0x0000007f, opcode
#define BY_3(opcode, funct3) 0x0000707f, (funct3) << 12 | (opcode)
#define BY_7_3(opcode, funct7, funct3)                                                             \
    0xfe00707f, (uint32_t)(funct7) << 25 | (funct3) << 12 | (opcode)
#define BY_7(funct7) 0xfe00007f, (uint32_t)(funct7) << 25 | OP_FP
#define BY_7_RS2(funct7, rs2) 0xfff0007f, (uint32_t)(funct7) << 25 | (rs2) << 20 | OP_FP
#define BY_7_RS2_3(funct7, rs2, funct3)                                                            \
    0xfff0707f, (uint32_t)(funct7) << 25 | (rs2) << 20 | (funct3) << 12 | OP_FP
#define BY_FMT(opcode) 0x0600007f, opcode // bits 26:25: single precision
#define BY_AMO(funct5) 0xf800707f, (uint32_t)(funct5) << 27 | 2 << 12 | AMO
#define BY_AMO_RS2_0(funct5) 0xf9f0707f, (uint32_t)(funct5) << 27 | 2 << 12 | AMO
#define BY_ALL(word) 0xffffffff, word

// Operands are written as assembler has them. The letters stand for fields and say where they go:
//   d s t    rd, rs1, rs2 of the integer registers
//   D S T R  rd, rs1, rs2, rs3 of the float registers
//   i w u    immediates of I, S, U format     h  shift amount
//   b j      branch and jump target: B, J format
//   c z      CSR, immediate of csrr?i         m  rounding mode, with the comma before it
//   f        what fence orders                q  .aq, .rl of an atomic, behind the name
//   r y      registers and bytes of a phase              e  rd is read, too; no text
struct row {
    const char *name;
    uint32_t mask, match;
    const char *operands;
    enum isa_class cls;
};

static const struct row table[ISA_OP_COUNT] = {
    [ISA_LUI] = {"lui", BY_OPCODE(LUI), "d, u", ISA_INTEGER},
    [ISA_AUIPC] = {"auipc", BY_OPCODE(AUIPC), "d, u", ISA_INTEGER},
    [ISA_JAL] = {"jal", BY_OPCODE(JAL), "d, j", ISA_JUMP},
    [ISA_JALR] = {"jalr", BY_3(JALR, 0), "d, i(s)", ISA_JUMP_REG},

    [ISA_BEQ] = {"beq", BY_3(BRANCH, 0), "s, t, b", ISA_BRANCH},
    [ISA_BNE] = {"bne", BY_3(BRANCH, 1), "s, t, b", ISA_BRANCH},
    [ISA_BLT] = {"blt", BY_3(BRANCH, 4), "s, t, b", ISA_BRANCH},
    [ISA_BGE] = {"bge", BY_3(BRANCH, 5), "s, t, b", ISA_BRANCH},
    [ISA_BLTU] = {"bltu", BY_3(BRANCH, 6), "s, t, b", ISA_BRANCH},
    [ISA_BGEU] = {"bgeu", BY_3(BRANCH, 7), "s, t, b", ISA_BRANCH},

    [ISA_LB] = {"lb", BY_3(LOAD, 0), "d, i(s)", ISA_LOAD},
    [ISA_LH] = {"lh", BY_3(LOAD, 1), "d, i(s)", ISA_LOAD},
    [ISA_LW] = {"lw", BY_3(LOAD, 2), "d, i(s)", ISA_LOAD},
    [ISA_LBU] = {"lbu", BY_3(LOAD, 4), "d, i(s)", ISA_LOAD},
    [ISA_LHU] = {"lhu", BY_3(LOAD, 5), "d, i(s)", ISA_LOAD},
    [ISA_SB] = {"sb", BY_3(STORE, 0), "t, w(s)", ISA_STORE},
    [ISA_SH] = {"sh", BY_3(STORE, 1), "t, w(s)", ISA_STORE},
    [ISA_SW] = {"sw", BY_3(STORE, 2), "t, w(s)", ISA_STORE},

    [ISA_ADDI] = {"addi", BY_3(OP_IMM, 0), "d, s, i", ISA_INTEGER},
    [ISA_SLTI] = {"slti", BY_3(OP_IMM, 2), "d, s, i", ISA_INTEGER},
    [ISA_SLTIU] = {"sltiu", BY_3(OP_IMM, 3), "d, s, i", ISA_INTEGER},
    [ISA_XORI] = {"xori", BY_3(OP_IMM, 4), "d, s, i", ISA_INTEGER},
    [ISA_ORI] = {"ori", BY_3(OP_IMM, 6), "d, s, i", ISA_INTEGER},
    [ISA_ANDI] = {"andi", BY_3(OP_IMM, 7), "d, s, i", ISA_INTEGER},
    [ISA_SLLI] = {"slli", BY_7_3(OP_IMM, 0x00, 1), "d, s, h", ISA_INTEGER},
    [ISA_SRLI] = {"srli", BY_7_3(OP_IMM, 0x00, 5), "d, s, h", ISA_INTEGER},
    [ISA_SRAI] = {"srai", BY_7_3(OP_IMM, 0x20, 5), "d, s, h", ISA_INTEGER},

    [ISA_ADD] = {"add", BY_7_3(OP, 0x00, 0), "d, s, t", ISA_INTEGER},
    [ISA_SUB] = {"sub", BY_7_3(OP, 0x20, 0), "d, s, t", ISA_INTEGER},
    [ISA_SLL] = {"sll", BY_7_3(OP, 0x00, 1), "d, s, t", ISA_INTEGER},
    [ISA_SLT] = {"slt", BY_7_3(OP, 0x00, 2), "d, s, t", ISA_INTEGER},
    [ISA_SLTU] = {"sltu", BY_7_3(OP, 0x00, 3), "d, s, t", ISA_INTEGER},
    [ISA_XOR] = {"xor", BY_7_3(OP, 0x00, 4), "d, s, t", ISA_INTEGER},
    [ISA_SRL] = {"srl", BY_7_3(OP, 0x00, 5), "d, s, t", ISA_INTEGER},
    [ISA_SRA] = {"sra", BY_7_3(OP, 0x20, 5), "d, s, t", ISA_INTEGER},
    [ISA_OR] = {"or", BY_7_3(OP, 0x00, 6), "d, s, t", ISA_INTEGER},
    [ISA_AND] = {"and", BY_7_3(OP, 0x00, 7), "d, s, t", ISA_INTEGER},

    // The manual has software clear fm, rd and rs1, and hardware ignore what it does not know.
    [ISA_FENCE_RW] = {"fence", BY_3(MISC_MEM, 0), "f", ISA_FENCE},

    [ISA_CSRRW] = {"csrrw", BY_3(SYSTEM, 1), "d, c, s", ISA_CSR},
    [ISA_CSRRS] = {"csrrs", BY_3(SYSTEM, 2), "d, c, s", ISA_CSR},
    [ISA_CSRRC] = {"csrrc", BY_3(SYSTEM, 3), "d, c, s", ISA_CSR},
    [ISA_CSRRWI] = {"csrrwi", BY_3(SYSTEM, 5), "d, c, z", ISA_CSR},
    [ISA_CSRRSI] = {"csrrsi", BY_3(SYSTEM, 6), "d, c, z", ISA_CSR},
    [ISA_CSRRCI] = {"csrrci", BY_3(SYSTEM, 7), "d, c, z", ISA_CSR},

    [ISA_MUL] = {"mul", BY_7_3(OP, 0x01, 0), "d, s, t", ISA_INTEGER},
    [ISA_MULH] = {"mulh", BY_7_3(OP, 0x01, 1), "d, s, t", ISA_INTEGER},
    [ISA_MULHSU] = {"mulhsu", BY_7_3(OP, 0x01, 2), "d, s, t", ISA_INTEGER},
    [ISA_MULHU] = {"mulhu", BY_7_3(OP, 0x01, 3), "d, s, t", ISA_INTEGER},
    [ISA_DIV] = {"div", BY_7_3(OP, 0x01, 4), "d, s, t", ISA_INTEGER},
    [ISA_DIVU] = {"divu", BY_7_3(OP, 0x01, 5), "d, s, t", ISA_INTEGER},
    [ISA_REM] = {"rem", BY_7_3(OP, 0x01, 6), "d, s, t", ISA_INTEGER},
    [ISA_REMU] = {"remu", BY_7_3(OP, 0x01, 7), "d, s, t", ISA_INTEGER},

    [ISA_LR_W] = {"lr.w", BY_AMO_RS2_0(0x02), "qd, (s)", ISA_ATOMIC},
    [ISA_SC_W] = {"sc.w", BY_AMO(0x03), "qd, t, (s)", ISA_ATOMIC},
    [ISA_AMOSWAP_W] = {"amoswap.w", BY_AMO(0x01), "qd, t, (s)", ISA_ATOMIC},
    [ISA_AMOADD_W] = {"amoadd.w", BY_AMO(0x00), "qd, t, (s)", ISA_ATOMIC},
    [ISA_AMOXOR_W] = {"amoxor.w", BY_AMO(0x04), "qd, t, (s)", ISA_ATOMIC},
    [ISA_AMOAND_W] = {"amoand.w", BY_AMO(0x0c), "qd, t, (s)", ISA_ATOMIC},
    [ISA_AMOOR_W] = {"amoor.w", BY_AMO(0x08), "qd, t, (s)", ISA_ATOMIC},
    [ISA_AMOMIN_W] = {"amomin.w", BY_AMO(0x10), "qd, t, (s)", ISA_ATOMIC},
    [ISA_AMOMAX_W] = {"amomax.w", BY_AMO(0x14), "qd, t, (s)", ISA_ATOMIC},
    [ISA_AMOMINU_W] = {"amominu.w", BY_AMO(0x18), "qd, t, (s)", ISA_ATOMIC},
    [ISA_AMOMAXU_W] = {"amomaxu.w", BY_AMO(0x1c), "qd, t, (s)", ISA_ATOMIC},
    [ISA_AMOCAS_W] = {"amocas.w", BY_AMO(0x05), "qde, t, (s)", ISA_ATOMIC},

    [ISA_FLW] = {"flw", BY_3(LOAD_FP, 2), "D, i(s)", ISA_LOAD},
    [ISA_FSW] = {"fsw", BY_3(STORE_FP, 2), "T, w(s)", ISA_STORE},
    [ISA_FMADD_S] = {"fmadd.s", BY_FMT(MADD), "D, S, T, Rm", ISA_FLOAT},
    [ISA_FMSUB_S] = {"fmsub.s", BY_FMT(MSUB), "D, S, T, Rm", ISA_FLOAT},
    [ISA_FNMSUB_S] = {"fnmsub.s", BY_FMT(NMSUB), "D, S, T, Rm", ISA_FLOAT},
    [ISA_FNMADD_S] = {"fnmadd.s", BY_FMT(NMADD), "D, S, T, Rm", ISA_FLOAT},
    [ISA_FADD_S] = {"fadd.s", BY_7(0x00), "D, S, Tm", ISA_FLOAT},
    [ISA_FSUB_S] = {"fsub.s", BY_7(0x04), "D, S, Tm", ISA_FLOAT},
    [ISA_FMUL_S] = {"fmul.s", BY_7(0x08), "D, S, Tm", ISA_FLOAT},
    [ISA_FDIV_S] = {"fdiv.s", BY_7(0x0c), "D, S, Tm", ISA_FLOAT},
    [ISA_FSQRT_S] = {"fsqrt.s", BY_7_RS2(0x2c, 0), "D, Sm", ISA_FLOAT},
    [ISA_FSGNJ_S] = {"fsgnj.s", BY_7_3(OP_FP, 0x10, 0), "D, S, T", ISA_FLOAT},
    [ISA_FSGNJN_S] = {"fsgnjn.s", BY_7_3(OP_FP, 0x10, 1), "D, S, T", ISA_FLOAT},
    [ISA_FSGNJX_S] = {"fsgnjx.s", BY_7_3(OP_FP, 0x10, 2), "D, S, T", ISA_FLOAT},
    [ISA_FMIN_S] = {"fmin.s", BY_7_3(OP_FP, 0x14, 0), "D, S, T", ISA_FLOAT},
    [ISA_FMAX_S] = {"fmax.s", BY_7_3(OP_FP, 0x14, 1), "D, S, T", ISA_FLOAT},
    [ISA_FCVT_W_S] = {"fcvt.w.s", BY_7_RS2(0x60, 0), "d, Sm", ISA_FLOAT},
    [ISA_FCVT_WU_S] = {"fcvt.wu.s", BY_7_RS2(0x60, 1), "d, Sm", ISA_FLOAT},
    [ISA_FMV_X_W] = {"fmv.x.w", BY_7_RS2_3(0x70, 0, 0), "d, S", ISA_FLOAT},
    [ISA_FEQ_S] = {"feq.s", BY_7_3(OP_FP, 0x50, 2), "d, S, T", ISA_FLOAT},
    [ISA_FLT_S] = {"flt.s", BY_7_3(OP_FP, 0x50, 1), "d, S, T", ISA_FLOAT},
    [ISA_FLE_S] = {"fle.s", BY_7_3(OP_FP, 0x50, 0), "d, S, T", ISA_FLOAT},
    [ISA_FCLASS_S] = {"fclass.s", BY_7_RS2_3(0x70, 0, 1), "d, S", ISA_FLOAT},
    [ISA_FCVT_S_W] = {"fcvt.s.w", BY_7_RS2(0x68, 0), "D, sm", ISA_FLOAT},
    [ISA_FCVT_S_WU] = {"fcvt.s.wu", BY_7_RS2(0x68, 1), "D, sm", ISA_FLOAT},
    [ISA_FMV_W_X] = {"fmv.w.x", BY_7_RS2_3(0x78, 0, 0), "D, s", ISA_FLOAT},

    [ISA_CUSTOM_EXIT] = {"heddle.exit", BY_ALL(0 << 12 | CUSTOM_0), "", ISA_EXIT},
    [ISA_CUSTOM_BARRIER] = {"heddle.barrier", BY_ALL(1 << 12 | CUSTOM_0), "", ISA_BARRIER},
    [ISA_CUSTOM_PHASE] = {"heddle.phase", BY_3(CUSTOM_0, 2), "r, y", ISA_PHASE},
    [ISA_AMOFADD_S] = {"hd.amofadd.s", BY_7_3(CUSTOM_0, 0, 3), "D, T, (s)", ISA_ATOMIC},
};

/* ---- fields ---------------------------------------------------------------------------------- */

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & ((2u << (high - low)) - 1);
}

// All bits above bit `sign` become copies of it.
static int32_t extend(uint32_t value, unsigned sign)
{
    uint32_t bit = 1u << sign;
    return (int32_t)((value ^ bit) - bit);
}

static int32_t imm_i(uint32_t word) { return extend(bits(word, 31, 20), 11); }

static int32_t imm_s(uint32_t word)
{
    return extend(bits(word, 31, 25) << 5 | bits(word, 11, 7), 11);
}

static int32_t imm_b(uint32_t word)
{
    return extend(bits(word, 31, 31) << 12 | bits(word, 7, 7) << 11 | bits(word, 30, 25) << 5 |
                      bits(word, 11, 8) << 1,
                  12);
}

static int32_t imm_j(uint32_t word)
{
    return extend(bits(word, 31, 31) << 20 | bits(word, 19, 12) << 12 | bits(word, 20, 20) << 11 |
                      bits(word, 30, 21) << 1,
                  20);
}

static uint8_t integer_register(uint32_t number)
{
    return number == 0 ? ISA_NONE : (uint8_t)number;
}

static uint8_t float_register(uint32_t number) { return (uint8_t)(ISA_F0 + number); }

// One letter of the operands: see the table.
static void take_field(struct isa_insn *insn, char letter)
{
    uint32_t word = insn->word;
    switch (letter) {
    case 'd': insn->rd = integer_register(bits(word, 11, 7)); break;
    case 'D': insn->rd = float_register(bits(word, 11, 7)); break;
    case 's': insn->rs1 = integer_register(bits(word, 19, 15)); break;
    case 'S': insn->rs1 = float_register(bits(word, 19, 15)); break;
    case 't': insn->rs2 = integer_register(bits(word, 24, 20)); break;
    case 'T': insn->rs2 = float_register(bits(word, 24, 20)); break;
    case 'R': insn->rs3 = float_register(bits(word, 31, 27)); break;
    case 'e': insn->rs3 = insn->rd; break;
    case 'i': insn->imm = imm_i(word); break;
    case 'w': insn->imm = imm_s(word); break;
    case 'u': insn->imm = (int32_t)(word & 0xfffff000); break;
    case 'b': insn->imm = imm_b(word); break;
    case 'j': insn->imm = imm_j(word); break;
    case 'h': insn->imm = (int32_t)bits(word, 24, 20); break;
    case 'c': insn->imm = (int32_t)bits(word, 31, 20); break;
    case 'z': insn->zimm = (uint8_t)bits(word, 19, 15); break;
    case 'm': insn->rm = (uint8_t)bits(word, 14, 12); break;
    case 'r': insn->zimm = (uint8_t)(bits(word, 15, 15) << 5 | bits(word, 11, 7)); break;
    case 'y': insn->imm = (int32_t)bits(word, 31, 16); break;
    default: break; // punctuation; q and f are for the eye
    }
}

/* ---- CSRs ------------------------------------------------------------------------------------ */

static const struct {
    uint32_t number;
    const char *name;
} csrs[] = {
    {ISA_CSR_FFLAGS, "fflags"},
    {ISA_CSR_FRM, "frm"},
    {ISA_CSR_FCSR, "fcsr"},
    {ISA_CSR_THREAD, "thread_x"},
    {ISA_CSR_THREAD + 1, "thread_y"},
    {ISA_CSR_THREAD + 2, "thread_z"},
    {ISA_CSR_THREADS, "threads_x"},
    {ISA_CSR_THREADS + 1, "threads_y"},
    {ISA_CSR_THREADS + 2, "threads_z"},
    {ISA_CSR_BLOCK, "block_x"},
    {ISA_CSR_BLOCK + 1, "block_y"},
    {ISA_CSR_BLOCK + 2, "block_z"},
    {ISA_CSR_BLOCKS, "blocks_x"},
    {ISA_CSR_BLOCKS + 1, "blocks_y"},
    {ISA_CSR_BLOCKS + 2, "blocks_z"},
    {ISA_CSR_ARGUMENTS, "arguments"},
    {ISA_CSR_STACK_TOP, "stack_top"},
    {ISA_CSR_SHARED_BYTES, "shared_bytes"},
};

const char *isa_csr_name(uint32_t number)
{
    for (size_t i = 0; i < sizeof csrs / sizeof csrs[0]; i++) {
        if (csrs[i].number == number) return csrs[i].name;
    }
    return NULL;
}

bool isa_csr_writes(const struct isa_insn *insn)
{
    if (insn->op == ISA_CSRRW || insn->op == ISA_CSRRWI) return true;
    return bits(insn->word, 19, 15) != 0; // the number, not the value, of rs1
}

static const char *csr_reason(const struct isa_insn *insn)
{
    uint32_t number = (uint32_t)insn->imm;
    if (isa_csr_name(number) == NULL) return "there is no such CSR";
    if (number >> 10 == 3 && isa_csr_writes(insn)) return "write to a read-only CSR";
    return NULL;
}

/* ---- decoding -------------------------------------------------------------------------------- */

// The first row of an opcode, by its bits 6:2; of opcodes that are not here, the first row of all.
static const uint8_t first_row[32] = {
    [LOAD >> 2] = ISA_LB,      [LOAD_FP >> 2] = ISA_FLW,    [CUSTOM_0 >> 2] = ISA_CUSTOM_EXIT,
    [OP_IMM >> 2] = ISA_ADDI,  [STORE >> 2] = ISA_SB,       [STORE_FP >> 2] = ISA_FSW,
    [AMO >> 2] = ISA_LR_W,     [OP >> 2] = ISA_ADD,         [MADD >> 2] = ISA_FMADD_S,
    [MSUB >> 2] = ISA_FMSUB_S, [NMSUB >> 2] = ISA_FNMSUB_S, [NMADD >> 2] = ISA_FNMADD_S,
    [OP_FP >> 2] = ISA_FADD_S, [BRANCH >> 2] = ISA_BEQ,     [SYSTEM >> 2] = ISA_CSRRW,
};

static const struct row *find_row(uint32_t word)
{
    for (size_t op = first_row[word >> 2 & 31]; op < ISA_OP_COUNT; op++) {
        if ((word & table[op].mask) == table[op].match) return &table[op];
    }
    return NULL;
}

// The fault of an instruction whose row was found; NULL: none.
static const char *operand_reason(const struct isa_insn *insn)
{
    if (insn->rm == 5 || insn->rm == 6) return "reserved rounding mode";
    if (insn->cls == ISA_CSR) return csr_reason(insn);
    return NULL;
}

bool isa_decode(uint32_t word, struct isa_insn *insn)
{
    *insn = (struct isa_insn){
        .word = word, .rd = ISA_NONE, .rs1 = ISA_NONE, .rs2 = ISA_NONE, .rs3 = ISA_NONE};
    const struct row *row = find_row(word);
    if (row == NULL) return false;
    insn->op = (uint8_t)(row - table);
    insn->cls = (uint8_t)row->cls;
    for (const char *letter = row->operands; *letter != '\0'; letter++) take_field(insn, *letter);
    return operand_reason(insn) == NULL;
}

/* ---- why not --------------------------------------------------------------------------------- */

static const char *system_reason(uint32_t word)
{
    if (word == 0x00000073) return "ecall: there is no system below";
    if (word == 0x00100073) return "ebreak: there is no debugger";
    return "privileged instruction";
}

static const char *custom_reason(uint32_t word)
{
    if (bits(word, 14, 12) < 4) return "custom-0: bits that must be 0 are not";
    return "custom-0: there is no such function";
}

static const char *float_reason(uint32_t word)
{
    static const char *const format[4] = {
        [1] = "double precision", [2] = "half precision", [3] = "quadruple precision"};
    const char *other = format[bits(word, 26, 25)];
    return other != NULL ? other : "float instruction that RV32F does not have";
}

static const char *amo_reason(uint32_t word)
{
    if (bits(word, 14, 12) != 2) return "atomic of a width other than 32 bits";
    if (bits(word, 31, 27) == 2) return "lr.w: rs2 must be 0";
    return "there is no such atomic";
}

// Words of which no row speaks.
static const char *row_reason(uint32_t word)
{
    if (word == 0) return "zero: not an instruction";
    if ((word & 3) != 3) return "compressed instruction";
    switch (bits(word, 6, 0)) {
    case LOAD: return "load of a width that RV32 does not have";
    case STORE: return "store of a width that RV32 does not have";
    case LOAD_FP:
    case STORE_FP: return "vector, or float of another width than 32 bits";
    case CUSTOM_0: return custom_reason(word);
    case MISC_MEM:
        return bits(word, 14, 12) == 1 ? "fence.i: code does not change" : "unknown kind of fence";
    case OP_IMM:
        return (word & 0xbe000000) == 0x02000000 ? "shift by more than 31"
                                                 : "unknown kind of shift";
    case OP: return "integer instruction that RV32IM does not have";
    case OP_IMM_32:
    case OP_32: return "instruction of RV64";
    case AMO: return amo_reason(word);
    case MADD:
    case MSUB:
    case NMSUB:
    case NMADD:
    case OP_FP: return float_reason(word);
    case OP_V: return "vector instruction";
    case BRANCH: return "there is no such branch";
    case JALR: return "jalr: bits 14:12 must be 0";
    case SYSTEM: return system_reason(word);
    default: return "unknown opcode";
    }
}

const char *isa_reason(uint32_t word)
{
    struct isa_insn insn;
    if (isa_decode(word, &insn)) return NULL;
    return find_row(word) == NULL ? row_reason(word) : operand_reason(&insn);
}

/* ---- text ------------------------------------------------------------------------------------ */

const char *isa_register_name(unsigned reg)
{
    static const char *const name[ISA_REGISTERS] = {
        "zero", "ra",  "sp",  "gp",   "tp",   "t0",  "t1",  "t2",   "s0",   "s1",  "a0",
        "a1",   "a2",  "a3",  "a4",   "a5",   "a6",  "a7",  "s2",   "s3",   "s4",  "s5",
        "s6",   "s7",  "s8",  "s9",   "s10",  "s11", "t3",  "t4",   "t5",   "t6",  "ft0",
        "ft1",  "ft2", "ft3", "ft4",  "ft5",  "ft6", "ft7", "fs0",  "fs1",  "fa0", "fa1",
        "fa2",  "fa3", "fa4", "fa5",  "fa6",  "fa7", "fs2", "fs3",  "fs4",  "fs5", "fs6",
        "fs7",  "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
    };
    return reg < ISA_REGISTERS ? name[reg] : name[0];
}

static void print_ordered(char *text, size_t size, uint32_t word)
{
    char set[2][5];
    for (unsigned i = 0; i < 2; i++) {
        uint32_t of = bits(word, 27 - 4 * i, 24 - 4 * i);
        char *end = set[i];
        for (unsigned k = 0; k < 4; k++) {
            if (of >> (3 - k) & 1) *end++ = "iorw"[k];
        }
        if (end == set[i]) *end++ = '0';
        *end = '\0';
    }
    snprintf(text, size, "%s, %s", set[0], set[1]);
}

// What stands for one letter of the operands.
static void print_field(char *text, size_t size, char letter, uint32_t pc,
                        const struct isa_insn *insn)
{
    static const char *const rounding[8] = {", rne", ", rtz", ", rdn", ", rup",
                                            ", rmm", "",      "",      ""};
    static const char *const order[4] = {"", ".rl", ".aq", ".aqrl"};
    switch (letter) {
    case 'd':
    case 'D': snprintf(text, size, "%s", isa_register_name(insn->rd)); break;
    case 's':
    case 'S': snprintf(text, size, "%s", isa_register_name(insn->rs1)); break;
    case 't':
    case 'T': snprintf(text, size, "%s", isa_register_name(insn->rs2)); break;
    case 'R': snprintf(text, size, "%s", isa_register_name(insn->rs3)); break;
    case 'e': *text = '\0'; break;
    case 'i':
    case 'w':
    case 'h':
    case 'y': snprintf(text, size, "%d", (int)insn->imm); break;
    case 'u': snprintf(text, size, "0x%x", (unsigned)bits(insn->word, 31, 12)); break;
    case 'b':
    case 'j': snprintf(text, size, "0x%x", (unsigned)(pc + (uint32_t)insn->imm)); break;
    case 'c': snprintf(text, size, "%s", isa_csr_name((uint32_t)insn->imm)); break;
    case 'z':
    case 'r': snprintf(text, size, "%u", (unsigned)insn->zimm); break;
    case 'm': snprintf(text, size, "%s", rounding[insn->rm]); break;
    case 'q': snprintf(text, size, "%s ", order[bits(insn->word, 26, 25)]); break;
    case 'f': print_ordered(text, size, insn->word); break;
    default: snprintf(text, size, "%c", letter); break;
    }
}

void isa_print(char *text, size_t size, uint32_t pc, const struct isa_insn *insn)
{
    const struct row *row = &table[insn->op];
    size_t used = 0;
    // Atomics put .aq and .rl between the name and the blank.
    const char *blank = row->operands[0] == 'q' || row->operands[0] == '\0' ? "" : " ";
    used += (size_t)snprintf(text, size, "%s%s", row->name, blank);
    for (const char *letter = row->operands; *letter != '\0' && used < size; letter++) {
        print_field(text + used, size - used, *letter, pc, insn);
        used += strlen(text + used);
    }
}
