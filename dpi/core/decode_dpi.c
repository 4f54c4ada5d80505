/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_decode_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "core/decode.h"

typedef struct decode state;
typedef struct decode_in inputs;
typedef struct decode_out outputs;

/* ---- what means something, and when ---- */

static bool if_legal(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->legal;
}

static bool if_rd(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->rd_use;
}

static bool if_rs1(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->rs1_use;
}

static bool if_rs2(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->rs2_use;
}

static bool if_rs3(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->rs3_use;
}

/* ---- coverage: of the opcodes and fields by hand, not by the model ---- */

enum {
    BIN_UNIT_LANE,
    BIN_UNIT_FLOAT,
    BIN_UNIT_MEMORY,
    BIN_UNIT_CSR,
    BIN_UNIT_NOBODY,
    BIN_BRANCH,
    BIN_EXIT,
    BIN_BARRIER,
    BIN_PHASE,
    BIN_JAL_CALL,
    BIN_JAL_JUMP,
    BIN_JALR_CALL,
    BIN_JALR_CALL_BY_RA,
    BIN_JALR_RETURN,
    BIN_JALR_RETURN_FURTHER,
    BIN_JALR_JUMP,
    BIN_JALR_JUMP_X0,
    BIN_FENCE,
    BIN_FENCE_FIELDS,
    BIN_ATOMIC_FENCE,
    BIN_ATOMIC_AQ,
    BIN_ATOMIC_RL,
    BIN_ATOMIC_PLAIN,
    BIN_LR,
    BIN_CAS,
    BIN_CAS_X0,
    BIN_ADDF,
    BIN_CSR_IMMEDIATE,
    BIN_CSR_REGISTER,
    BIN_CSR_UNKNOWN,
    BIN_RD_X0,
    BIN_RS1_X0,
    BIN_RS2_X0,
    BIN_RD_F0,
    BIN_RS1_F0,
    BIN_RS2_F0,
    BIN_RS3_F0,
    BIN_X31,
    BIN_F31,
    BIN_FLW,
    BIN_FSW,
    BIN_FLOAT_TO_INTEGER,
    BIN_INTEGER_TO_FLOAT,
    BIN_ROUNDING_STATIC,
    BIN_ROUNDING_DYNAMIC,
    BIN_NO_SHORT,
    BIN_NO_ROUNDING,
    BIN_NO_DOUBLE,
    BIN_NO_FLOAT_WIDTH,
    BIN_NO_FENCE_I,
    BIN_NO_ECALL,
    BIN_NO_EBREAK,
    BIN_NO_PRIVILEGED,
    BIN_NO_EXIT,
    BIN_NO_BARRIER,
    BIN_NO_ADDF,
    BIN_NO_CUSTOM,
    BIN_NO_SHIFT,
    BIN_NO_OPERATION,
    BIN_NO_ATOMIC,
    BIN_NO_ATOMIC_WIDTH,
    BIN_NO_LR,
    BIN_NO_BRANCH,
    BIN_NO_JALR,
    BIN_NO_WIDTH,
    BIN_NO_RV64,
    BIN_NO_OPCODE
};

static const struct hd_bin bins[] = {
    {"unit_lane", "the lane runs it"},
    {"unit_float", "the float unit runs it"},
    {"unit_memory", "memory runs it"},
    {"unit_csr", "identity and status run it"},
    {"unit_nobody", "nobody runs it"},
    {"branch", "a branch"},
    {"exit", "exit"},
    {"barrier", "barrier"},
    {"phase", "phase specifier"},
    {"jal_call", "jal with ra"},
    {"jal_jump", "jal with another register"},
    {"jalr_call", "jalr with ra"},
    {"jalr_call_by_ra", "jalr with ra, to where ra says: a call"},
    {"jalr_return", "jalr with x0 to ra"},
    {"jalr_return_further", "the same, with an immediate"},
    {"jalr_jump", "jalr with a register that is not x0 or ra"},
    {"jalr_jump_x0", "jalr with x0, not to ra"},
    {"fence", "fence"},
    {"fence_fields", "fence with bits in rd or rs1, which name no register"},
    {"atomic_fence", "an atomic with aq and rl"},
    {"atomic_aq", "an atomic with aq alone"},
    {"atomic_rl", "an atomic with rl alone"},
    {"atomic_plain", "an atomic with neither"},
    {"lr", "lr.w"},
    {"cas", "amocas.w"},
    {"cas_x0", "amocas.w that names x0: it reads no third register"},
    {"addf", "hd.amofadd.s"},
    {"csr_immediate", "a CSR instruction with an immediate"},
    {"csr_register", "a CSR instruction with a register"},
    {"csr_unknown", "a CSR instruction of a CSR that does not exist: legal"},
    {"rd_x0", "x0 in the place of rd: none"},
    {"rs1_x0", "x0 in the place of rs1: none"},
    {"rs2_x0", "x0 in the place of rs2: none"},
    {"rd_f0", "f0 is written"},
    {"rs1_f0", "f0 is rs1"},
    {"rs2_f0", "f0 is rs2"},
    {"rs3_f0", "f0 is rs3"},
    {"x31", "x31 is written"},
    {"f31", "f31 is written"},
    {"flw", "flw: address in an integer register"},
    {"fsw", "fsw: the same, the datum in a float one"},
    {"float_to_integer", "the float unit writes an integer register"},
    {"integer_to_float", "the float unit reads an integer register"},
    {"rounding_static", "a rounding mode, 0 to 4"},
    {"rounding_dynamic", "rounding mode 7"},
    {"no_short", "not legal: 16 bits"},
    {"no_rounding", "not legal: rounding mode 5 or 6"},
    {"no_double", "not legal: double precision"},
    {"no_float_width", "not legal: flw, fsw of another width"},
    {"no_fence_i", "not legal: fence.i"},
    {"no_ecall", "not legal: ecall"},
    {"no_ebreak", "not legal: ebreak"},
    {"no_privileged", "not legal: another one of SYSTEM, function 000 or 100"},
    {"no_exit", "not legal: exit with another bit"},
    {"no_barrier", "not legal: barrier with another bit"},
    {"no_addf", "not legal: custom-0, function 011 with an upper bit"},
    {"no_custom", "not legal: custom-0, function 100 or more"},
    {"no_shift", "not legal: a shift by an immediate with another bit in 31:25"},
    {"no_operation", "not legal: registers, function 7 neither of RV32I nor M"},
    {"no_atomic", "not legal: an atomic that does not exist"},
    {"no_atomic_width", "not legal: an atomic of another width"},
    {"no_lr", "not legal: lr.w with an rs2"},
    {"no_branch", "not legal: branch, function 010 or 011"},
    {"no_jalr", "not legal: jalr, function not 000"},
    {"no_width", "not legal: load or store of a width that RV32 has not"},
    {"no_rv64", "not legal: an opcode of RV64"},
    {"no_opcode", "not legal: another opcode that nobody has"},
    {NULL, NULL},
};

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

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const uint32_t word = ((const inputs *)in_)->word;
    const outputs *out = out_;
    (void)state_;
    if (out->legal) {
        cover_legal(word, out, bin);
        return;
    }
    const int refused = refused_bin(word);
    if (refused >= 0) bin[refused]++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { decode_reset(s); }
static void eval(const void *s, const void *in, void *out) { decode_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { decode_tick(s, in, out); }
static const char *check(const void *s) { return decode_check(s); }
static const char *promise(const void *s, const void *in) { return decode_promise(s, in); }

static const struct hd_block block = {
    .name = "decode",
    .state_size = sizeof(state),
    .in_size = sizeof(inputs),
    .out_size = sizeof(outputs),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
};

static struct hd_instance *describe(const char *path)
{
    static const char reads[] =
        "Reads: what the manual says of the instruction; x0 is none, f0 to f31 are 32 to 63";
    static const char writes[] =
        "Ports: x0 is none, f0 to f31 are 32 to 63; comparisons, conversions to integer, fmv.x.w "
        "and fclass write an integer register";
    static const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, word, 32, NULL, NULL),
        HD_ONE(HD_OUT, outputs, legal, 1, NULL, "Legal: as the manual has it, and what is there"),
        HD_ONE(HD_OUT, outputs, unit, 3, if_legal, "What it says: the table's second column"),
        HD_ONE(HD_OUT, outputs, flow, 3, if_legal, "What it says: the table's third column"),
        HD_ONE(HD_OUT, outputs, rd_use, 1, if_legal, writes),
        HD_ONE(HD_OUT, outputs, rd, 6, if_rd, writes),
        HD_ONE(HD_OUT, outputs, rs1_use, 1, if_legal, reads),
        HD_ONE(HD_OUT, outputs, rs1, 6, if_rs1, reads),
        HD_ONE(HD_OUT, outputs, rs2_use, 1, if_legal, reads),
        HD_ONE(HD_OUT, outputs, rs2, 6, if_rs2, reads),
        HD_ONE(HD_OUT, outputs, rs3_use, 1, if_legal, reads),
        HD_ONE(HD_OUT, outputs, rs3, 6, if_rs3, reads),
        HD_ONE(HD_OUT, outputs, fence, 1, if_legal,
               "Ports: a fence, or an atomic with both aq and rl"),
    };
    return hd_open(&block, path, "", fields, sizeof fields / sizeof fields[0]);
}

unsigned long long decode_open(const char *path)
{
    struct hd_instance *inst = describe(path);
    decode_init(hd_model(inst));
    return hd_handle(inst);
}

int decode_ports(unsigned long long handle, svBit rst_n, unsigned word, svBit legal, unsigned unit,
                 unsigned flow, svBit rd_use, unsigned rd, svBit rs1_use, unsigned rs1,
                 svBit rs2_use, unsigned rs2, svBit rs3_use, unsigned rs3, svBit fence)
{
    struct hd_instance *inst = hd_instance(handle);
    ((inputs *)hd_inputs(inst))->word = word;
    outputs *out = hd_outputs(inst);
    out->legal = legal != 0;
    out->unit = unit;
    out->flow = flow;
    out->rd_use = rd_use != 0;
    out->rd = rd;
    out->rs1_use = rs1_use != 0;
    out->rs1 = rs1;
    out->rs2_use = rs2_use != 0;
    out->rs2 = rs2;
    out->rs3_use = rs3_use != 0;
    out->rs3 = rs3;
    out->fence = fence != 0;
    return hd_ports(inst, rst_n != 0);
}
