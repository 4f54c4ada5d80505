/* SPDX-License-Identifier: Apache-2.0 */
#include "core/lane_cover.h"

static void cover_handshakes(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (s->instructions == 0 && s->divide && s->age != 32 / s->cfg.div_bits)
        bin[BIN_RESET_IN_DIVISION]++;
    if (out->out_valid && !in->in_valid) bin[BIN_RESULT_ALONE]++;
    if (!in->in_valid) return;
    if (out->in_ready) {
        bin[out->out_valid ? BIN_TAKEN_BEHIND : BIN_TAKEN_IDLE]++;
        return;
    }
    bin[BIN_REFUSED]++;
    if (s->age == 0) bin[BIN_REFUSED_FIRST]++;
    if (s->steps == 1) bin[BIN_REFUSED_LAST]++;
}

/* A division is taken behind what is there. */
static void cover_behind(const state *s, const outputs *out, bool division, uint64_t *bin)
{
    if (!out->out_valid) return;
    if (division) bin[s->divide ? BIN_DIVISION_BEHIND_DIVISION : BIN_DIVISION_BEHIND_OTHER]++;
    else if (s->divide) bin[BIN_OTHER_BEHIND_DIVISION]++;
}

static bool is_negative(uint32_t a) { return a >> 31 != 0; }
static uint32_t magnitude(uint32_t a) { return is_negative(a) ? 0 - a : a; }

static void cover_by_zero(enum isa_op op, const inputs *in, uint64_t *bin)
{
    if (op == ISA_DIV) bin[is_negative(in->a) ? BIN_DIV_NEGATIVE_BY_ZERO : BIN_DIV_BY_ZERO]++;
    if (op == ISA_REM) bin[is_negative(in->a) ? BIN_REM_NEGATIVE_BY_ZERO : BIN_REM_BY_ZERO]++;
    if (op == ISA_DIVU) bin[BIN_DIVU_BY_ZERO]++;
    if (op == ISA_REMU) bin[BIN_REMU_BY_ZERO]++;
}

/* Signs, of divisors that are not 0. */
static void cover_signed_division(enum isa_op op, const inputs *in, uint64_t *bin)
{
    const uint32_t a = magnitude(in->a);
    const uint32_t b = magnitude(in->b);
    const bool differ = is_negative(in->a) != is_negative(in->b);
    if (in->b == UINT32_C(1) << 31) bin[BIN_DIVISOR_LEAST]++;
    if (a == UINT32_C(1) << 31 && is_negative(in->b) && b == 1)
        bin[op == ISA_DIV ? BIN_DIV_OVERFLOW : BIN_REM_OVERFLOW]++;
    if (op == ISA_DIV) {
        if (differ && a >= b) bin[BIN_QUOTIENT_NEGATED]++;
        if (is_negative(in->a) && is_negative(in->b)) bin[BIN_QUOTIENT_BOTH_NEGATIVE]++;
        return;
    }
    if (is_negative(in->a)) bin[a % b != 0 ? BIN_REMAINDER_NEGATED : BIN_REMAINDER_NONE]++;
    else if (is_negative(in->b) && a % b != 0) bin[BIN_REMAINDER_NEGATIVE_DIVISOR]++;
}

static void cover_division(enum isa_op op, const inputs *in, uint64_t *bin)
{
    const bool is_signed = op == ISA_DIV || op == ISA_REM;
    const uint32_t a = is_signed ? magnitude(in->a) : in->a;
    const uint32_t b = is_signed ? magnitude(in->b) : in->b;
    if (b == 0) {
        cover_by_zero(op, in, bin);
        return;
    }
    if (a < b) bin[BIN_QUOTIENT_NONE]++;
    if (a == b) bin[BIN_QUOTIENT_ONE]++;
    if (b == 1) bin[BIN_DIVISOR_ONE]++;
    if (is_signed) cover_signed_division(op, in, bin);
    else if (is_negative(b)) bin[BIN_DIVISOR_TOP_BIT]++;
}

static void cover_multiply(enum isa_op op, const inputs *in, uint64_t *bin)
{
    const bool a = is_negative(in->a);
    const bool b = is_negative(in->b);
    if (op == ISA_MULH && a && b) bin[BIN_MULH_BOTH_NEGATIVE]++;
    if (op == ISA_MULH && a != b) bin[BIN_MULH_ONE_NEGATIVE]++;
    if (op == ISA_MULHSU && a) bin[BIN_MULHSU_NEGATIVE]++;
    if (op == ISA_MULHSU && b) bin[BIN_MULHSU_LARGE]++;
    if (op == ISA_MULHU && a && b) bin[BIN_MULHU_LARGE]++;
}

static void cover_shift(enum isa_op op, uint32_t a, uint32_t by, uint64_t *bin)
{
    const bool right = op == ISA_SRA || op == ISA_SRAI;
    if (by % 32 == 0) bin[BIN_SHIFT_NONE]++;
    if (by % 32 == 31) bin[BIN_SHIFT_MOST]++;
    if (by > 31) bin[BIN_SHIFT_UPPER_BITS]++;
    if (right && is_negative(a) && by % 32 != 0) bin[BIN_SRA_NEGATIVE]++;
}

static void cover_integer(const struct isa_insn *insn, const inputs *in, uint64_t *bin)
{
    const enum isa_op op = (enum isa_op)insn->op;
    const bool immediate = op >= ISA_ADDI && op <= ISA_SRAI;
    const uint32_t b = immediate ? (uint32_t)insn->imm : in->b;
    if (immediate && insn->imm < 0) bin[BIN_IMMEDIATE_NEGATIVE]++;
    switch (op) {
    case ISA_LUI: bin[BIN_LUI]++; break;
    case ISA_AUIPC:
        if (in->pc + (uint32_t)insn->imm < in->pc) bin[BIN_AUIPC_WRAPS]++;
        break;
    case ISA_SLL:
    case ISA_SRL:
    case ISA_SRA:
    case ISA_SLLI:
    case ISA_SRLI:
    case ISA_SRAI: cover_shift(op, in->a, b, bin); break;
    case ISA_SLT:
    case ISA_SLTU:
    case ISA_SLTI:
    case ISA_SLTIU:
        if (is_negative(in->a) != is_negative(b)) bin[BIN_SIGNS_DIFFER]++;
        if (in->a == b) bin[BIN_COMPARED_EQUAL]++;
        break;
    default:
        if (op >= ISA_DIV && op <= ISA_REMU) cover_division(op, in, bin);
        else cover_multiply(op, in, bin);
    }
}

/* Whether it is taken is seen with the result. */
static void cover_branch(const struct isa_insn *insn, const inputs *in, uint64_t *bin)
{
    if (insn->imm < 0) bin[BIN_BRANCH_BACK]++;
    if (insn->op == ISA_BEQ || insn->op == ISA_BNE) return;
    if (in->a == in->b) bin[BIN_BRANCH_EQUAL]++;
    if (is_negative(in->a) != is_negative(in->b)) bin[BIN_BRANCH_SIGNS_DIFFER]++;
}

static void cover_access(const struct isa_insn *insn, const inputs *in, uint64_t *bin)
{
    if (insn->cls == ISA_ATOMIC) {
        bin[insn->op == ISA_LR_W ? BIN_LR : BIN_ATOMIC]++;
        return;
    }
    if (insn->imm < 0) bin[insn->cls == ISA_LOAD ? BIN_LOAD_BACK : BIN_STORE_BACK]++;
    if (insn->imm > 0 && in->a + (uint32_t)insn->imm < in->a) bin[BIN_ADDRESS_WRAPS]++;
}

static void cover_taken(const struct isa_insn *insn, const inputs *in, uint64_t *bin)
{
    switch (insn->cls) {
    case ISA_INTEGER: cover_integer(insn, in, bin); break;
    case ISA_BRANCH: cover_branch(insn, in, bin); break;
    case ISA_JUMP: bin[BIN_JAL]++; break;
    case ISA_JUMP_REG:
        bin[(in->a + (uint32_t)insn->imm) % 2 != 0 ? BIN_JALR_ODD : BIN_JALR]++;
        break;
    case ISA_LOAD:
    case ISA_STORE:
    case ISA_ATOMIC: cover_access(insn, in, bin); break;
    case ISA_FLOAT: bin[BIN_FLOAT]++; break;
    case ISA_CSR: bin[BIN_CSR]++; break;
    case ISA_FENCE: bin[BIN_FENCE]++; break;
    default: bin[BIN_CUSTOM]++;
    }
}

/* What the model has decoded belongs to what it keeps; this is what comes. */
void lane_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    struct isa_insn insn;
    cover_handshakes(s, in, out, bin);
    if (out->out_valid && s->divide && is_negative(s->rest)) bin[BIN_REST_TOP_BIT]++;
    if (out->out_valid && s->insn.cls == ISA_BRANCH && s->has_address)
        bin[out->taken ? BIN_BRANCH_TAKEN : BIN_BRANCH_NOT_TAKEN]++;
    if (!in->in_valid || !out->in_ready) return;
    const bool known = isa_decode(in->word, &insn);
    if (known) cover_taken(&insn, in, bin);
    else bin[BIN_CSR]++; /* that does not exist: what is legal does not depend on it */
    cover_behind(s, out, known && insn.op >= ISA_DIV && insn.op <= ISA_REMU, bin);
}
