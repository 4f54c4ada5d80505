// SPDX-License-Identifier: Apache-2.0
//
// Integer operations are a switch with a loop over the lanes in each case: of constant length and
// without calls, so that compilers make vector code of it.
#include "isa/execute.h"

#include <string.h>

#include "isa/float.h"

#define EACH_LANE for (unsigned i = 0; i < ISA_LANES; i++)

/* ---- integer --------------------------------------------------------------------------------- */

static int32_t s(uint32_t a) { return (int32_t)a; }

static uint32_t shift_right_signed(uint32_t a, uint32_t by)
{
    by &= 31;
    return a >> by | (s(a) < 0 ? ~(0xffffffffu >> by) : 0);
}

static uint32_t high_signed(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)((int64_t)s(a) * s(b)) >> 32);
}

static uint32_t high_signed_unsigned(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)((int64_t)s(a) * (int64_t)b) >> 32);
}

static uint32_t high_unsigned(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * b >> 32); }

// By zero: all ones. The least number by -1: itself.
static uint32_t divide_signed(uint32_t a, uint32_t b)
{
    if (b == 0) return UINT32_MAX;
    if (b == UINT32_MAX) return 0u - a;
    return (uint32_t)(s(a) / s(b));
}

static uint32_t divide_unsigned(uint32_t a, uint32_t b) { return b == 0 ? UINT32_MAX : a / b; }

// By zero: the dividend. By -1: 0.
static uint32_t rest_signed(uint32_t a, uint32_t b)
{
    if (b == 0) return a;
    if (b == UINT32_MAX) return 0;
    return (uint32_t)(s(a) % s(b));
}

static uint32_t rest_unsigned(uint32_t a, uint32_t b) { return b == 0 ? a : a % b; }

static bool has_immediate(const struct isa_insn *insn)
{
    return insn->op >= ISA_ADDI && insn->op <= ISA_SRAI;
}

static void multiply(enum isa_op op, const uint32_t *restrict a, const uint32_t *restrict b,
                     uint32_t *restrict value)
{
    switch (op) {
    case ISA_MUL: EACH_LANE value[i] = a[i] * b[i]; break;
    case ISA_MULH: EACH_LANE value[i] = high_signed(a[i], b[i]); break;
    case ISA_MULHSU: EACH_LANE value[i] = high_signed_unsigned(a[i], b[i]); break;
    case ISA_MULHU: EACH_LANE value[i] = high_unsigned(a[i], b[i]); break;
    case ISA_DIV: EACH_LANE value[i] = divide_signed(a[i], b[i]); break;
    case ISA_DIVU: EACH_LANE value[i] = divide_unsigned(a[i], b[i]); break;
    case ISA_REM: EACH_LANE value[i] = rest_signed(a[i], b[i]); break;
    case ISA_REMU: EACH_LANE value[i] = rest_unsigned(a[i], b[i]); break;
    default: break;
    }
}

static void compute(enum isa_op op, const uint32_t *restrict a, const uint32_t *restrict b,
                    uint32_t *restrict value)
{
    switch (op) {
    case ISA_ADDI:
    case ISA_ADD: EACH_LANE value[i] = a[i] + b[i]; break;
    case ISA_SUB: EACH_LANE value[i] = a[i] - b[i]; break;
    case ISA_SLLI:
    case ISA_SLL: EACH_LANE value[i] = a[i] << (b[i] & 31); break;
    case ISA_SLTI:
    case ISA_SLT: EACH_LANE value[i] = s(a[i]) < s(b[i]); break;
    case ISA_SLTIU:
    case ISA_SLTU: EACH_LANE value[i] = a[i] < b[i]; break;
    case ISA_XORI:
    case ISA_XOR: EACH_LANE value[i] = a[i] ^ b[i]; break;
    case ISA_SRLI:
    case ISA_SRL: EACH_LANE value[i] = a[i] >> (b[i] & 31); break;
    case ISA_SRAI:
    case ISA_SRA: EACH_LANE value[i] = shift_right_signed(a[i], b[i]); break;
    case ISA_ORI:
    case ISA_OR: EACH_LANE value[i] = a[i] | b[i]; break;
    case ISA_ANDI:
    case ISA_AND: EACH_LANE value[i] = a[i] & b[i]; break;
    default: multiply(op, a, b, value); break;
    }
}

static void fill(uint32_t *row, uint32_t value) { EACH_LANE row[i] = value; }

static void execute_integer(const struct isa_insn *insn, uint32_t pc, const struct isa_operands *in,
                            struct isa_results *out)
{
    uint32_t immediate[ISA_LANES];
    if (insn->op == ISA_LUI) {
        fill(out->value, (uint32_t)insn->imm);
    } else if (insn->op == ISA_AUIPC) {
        fill(out->value, pc + (uint32_t)insn->imm);
    } else if (has_immediate(insn)) {
        fill(immediate, (uint32_t)insn->imm);
        compute((enum isa_op)insn->op, in->a, immediate, out->value);
    } else {
        compute((enum isa_op)insn->op, in->a, in->b, out->value);
    }
}

/* ---- float ----------------------------------------------------------------------------------- */

static void execute_float(const struct isa_insn *insn, const struct isa_operands *in,
                          struct isa_results *out)
{
    memset(out->flags, 0, sizeof out->flags);
    out->refused = 0;
    for (uint32_t left = in->mask; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        unsigned rm = insn->rm == 7 ? in->fcsr[i] >> 5 : insn->rm;
        if (rm < ISA_ROUNDINGS) {
            out->value[i] = isa_float((enum isa_op)insn->op, in->a[i], in->b[i], in->c[i],
                                      (enum isa_rounding)rm, &out->flags[i]);
        } else {
            out->value[i] = 0;
            out->refused |= 1u << i;
        }
    }
}

/* ---- branches and jumps ---------------------------------------------------------------------- */

#define COLLECT(condition) EACH_LANE taken |= (uint32_t)(condition) << i

static uint32_t branch(enum isa_op op, const uint32_t *a, const uint32_t *b)
{
    uint32_t taken = 0;
    switch (op) {
    case ISA_BEQ: COLLECT(a[i] == b[i]); break;
    case ISA_BNE: COLLECT(a[i] != b[i]); break;
    case ISA_BLT: COLLECT(s(a[i]) < s(b[i])); break;
    case ISA_BGE: COLLECT(s(a[i]) >= s(b[i])); break;
    case ISA_BLTU: COLLECT(a[i] < b[i]); break;
    case ISA_BGEU: COLLECT(a[i] >= b[i]); break;
    default: break;
    }
    return taken;
}

// a + immediate: atomics have none, their immediate is 0.
static void add_offset(uint32_t *restrict address, const uint32_t *restrict a, uint32_t offset)
{
    EACH_LANE address[i] = a[i] + offset;
}

static void jump(const struct isa_insn *insn, uint32_t pc, const struct isa_operands *in,
                 struct isa_results *out)
{
    if (insn->cls == ISA_JUMP_REG) {
        EACH_LANE out->address[i] = (in->a[i] + (uint32_t)insn->imm) & ~1u;
    } else {
        fill(out->address, pc + (uint32_t)insn->imm);
    }
    if (insn->cls == ISA_BRANCH) {
        out->taken = in->mask & branch((enum isa_op)insn->op, in->a, in->b);
    } else {
        out->taken = in->mask;
        fill(out->value, pc + 4);
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

void isa_execute(const struct isa_insn *insn, uint32_t pc, const struct isa_operands *in,
                 struct isa_results *out)
{
    switch (insn->cls) {
    case ISA_INTEGER: execute_integer(insn, pc, in, out); break;
    case ISA_FLOAT: execute_float(insn, in, out); break;
    case ISA_BRANCH:
    case ISA_JUMP:
    case ISA_JUMP_REG: jump(insn, pc, in, out); break;
    case ISA_LOAD:
    case ISA_STORE:
    case ISA_ATOMIC: add_offset(out->address, in->a, (uint32_t)insn->imm); break;
    default: break;
    }
}

struct isa_result isa_execute_one(const struct isa_insn *insn, uint32_t pc, uint32_t a, uint32_t b,
                                  uint32_t c, uint8_t fcsr)
{
    uint32_t rows[3][ISA_LANES] = {{a}, {b}, {c}};
    uint8_t fcsrs[ISA_LANES] = {fcsr};
    struct isa_operands in = {1, rows[0], rows[1], rows[2], fcsrs};
    struct isa_results out = {.taken = 0};
    isa_execute(insn, pc, &in, &out);
    return (struct isa_result){out.value[0], out.address[0], out.taken != 0, out.refused != 0,
                               out.flags[0]};
}

/* ---- memory ---------------------------------------------------------------------------------- */

uint32_t isa_access_bytes(enum isa_op op)
{
    switch (op) {
    case ISA_LB:
    case ISA_LBU:
    case ISA_SB: return 1;
    case ISA_LH:
    case ISA_LHU:
    case ISA_SH: return 2;
    default: return 4;
    }
}

uint32_t isa_extend(enum isa_op op, uint32_t word, uint32_t address)
{
    uint32_t value = word >> (address & 3) * 8;
    switch (op) {
    case ISA_LB: return ((value & 0xff) ^ 0x80) - 0x80;
    case ISA_LBU: return value & 0xff;
    case ISA_LH: return ((value & 0xffff) ^ 0x8000) - 0x8000;
    case ISA_LHU: return value & 0xffff;
    default: return value;
    }
}

uint32_t isa_store_enables(enum isa_op op, uint32_t address)
{
    uint32_t all = (1u << isa_access_bytes(op)) - 1;
    return all << (address & 3) & 0xf;
}

static uint32_t byte_mask(uint32_t enables)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++) mask |= (enables >> i & 1) * 0xffu << 8 * i;
    return mask;
}

uint32_t isa_store_data(enum isa_op op, uint32_t address, uint32_t value)
{
    return value << (address & 3) * 8 & byte_mask(isa_store_enables(op, address));
}

uint32_t isa_merge(uint32_t old, uint32_t data, uint32_t enables)
{
    uint32_t mask = byte_mask(enables);
    return (old & ~mask) | (data & mask);
}

uint32_t isa_atomic(enum isa_op op, uint32_t old, uint32_t operand, uint32_t expected)
{
    uint8_t no_flags = 0;
    switch (op) {
    case ISA_SC_W:
    case ISA_AMOSWAP_W: return operand;
    case ISA_AMOADD_W: return old + operand;
    case ISA_AMOXOR_W: return old ^ operand;
    case ISA_AMOAND_W: return old & operand;
    case ISA_AMOOR_W: return old | operand;
    case ISA_AMOMIN_W: return s(old) < s(operand) ? old : operand;
    case ISA_AMOMAX_W: return s(old) > s(operand) ? old : operand;
    case ISA_AMOMINU_W: return old < operand ? old : operand;
    case ISA_AMOMAXU_W: return old > operand ? old : operand;
    case ISA_AMOCAS_W: return old == expected ? operand : old;
    case ISA_AMOFADD_S: return isa_float(ISA_FADD_S, old, operand, 0, ISA_RNE, &no_flags);
    default: return old; // lr.w
    }
}

/* ---- CSRs ------------------------------------------------------------------------------------ */

uint32_t isa_csr_value(const struct isa_insn *insn, uint32_t old, uint32_t a)
{
    switch (insn->op) {
    case ISA_CSRRW: return a;
    case ISA_CSRRS: return old | a;
    case ISA_CSRRC: return old & ~a;
    case ISA_CSRRWI: return insn->zimm;
    case ISA_CSRRSI: return old | insn->zimm;
    case ISA_CSRRCI: return old & ~(uint32_t)insn->zimm;
    default: return old;
    }
}

uint32_t isa_fcsr_read(uint32_t number, uint8_t fcsr)
{
    switch (number) {
    case ISA_CSR_FFLAGS: return fcsr & 0x1f;
    case ISA_CSR_FRM: return fcsr >> 5;
    default: return fcsr;
    }
}

uint8_t isa_fcsr_write(uint32_t number, uint8_t fcsr, uint32_t value)
{
    switch (number) {
    case ISA_CSR_FFLAGS: return (uint8_t)((fcsr & 0xe0) | (value & 0x1f));
    case ISA_CSR_FRM: return (uint8_t)((fcsr & 0x1f) | (value & 7) << 5);
    default: return (uint8_t)value;
    }
}
