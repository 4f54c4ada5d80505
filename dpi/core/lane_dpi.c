/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_lane_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "core/lane.h"

typedef struct lane state;
typedef struct lane_in inputs;
typedef struct lane_out outputs;

/* ---- what means something, and when ---- */

static bool if_value(const void *s, const void *out, uint32_t i)
{
    (void)i;
    return ((const outputs *)out)->out_valid && ((const state *)s)->has_value;
}

/* A division has none, and says 0. */
static bool if_address(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    (void)i;
    return ((const outputs *)out)->out_valid && (s->has_address || s->divide);
}

static bool if_result(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->out_valid;
}

static bool if_valid(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->valid;
}

static bool if_dividing(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    (void)out;
    (void)i;
    return s->valid && s->divide;
}

static bool if_not_dividing(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    (void)out;
    (void)i;
    return s->valid && !s->divide;
}

static bool if_value_kept(const void *s, const void *out, uint32_t i)
{
    return if_not_dividing(s, out, i) && ((const state *)s)->has_value;
}

static bool if_address_kept(const void *s, const void *out, uint32_t i)
{
    return if_not_dividing(s, out, i) && ((const state *)s)->has_address;
}

/* ---- coverage ---- */

enum {
    BIN_TAKEN_IDLE,
    BIN_TAKEN_BEHIND,
    BIN_RESULT_ALONE,
    BIN_DIVISION_BEHIND_DIVISION,
    BIN_DIVISION_BEHIND_OTHER,
    BIN_OTHER_BEHIND_DIVISION,
    BIN_REFUSED,
    BIN_REFUSED_FIRST,
    BIN_REFUSED_LAST,
    BIN_RESET_IN_DIVISION,
    BIN_DIV_BY_ZERO,
    BIN_DIVU_BY_ZERO,
    BIN_REM_BY_ZERO,
    BIN_REMU_BY_ZERO,
    BIN_DIV_NEGATIVE_BY_ZERO,
    BIN_REM_NEGATIVE_BY_ZERO,
    BIN_DIV_OVERFLOW,
    BIN_REM_OVERFLOW,
    BIN_QUOTIENT_NEGATED,
    BIN_QUOTIENT_BOTH_NEGATIVE,
    BIN_REMAINDER_NEGATED,
    BIN_REMAINDER_NEGATIVE_DIVISOR,
    BIN_REMAINDER_NONE,
    BIN_QUOTIENT_NONE,
    BIN_QUOTIENT_ONE,
    BIN_DIVISOR_LEAST,
    BIN_DIVISOR_TOP_BIT,
    BIN_DIVISOR_ONE,
    BIN_REST_TOP_BIT,
    BIN_MULH_BOTH_NEGATIVE,
    BIN_MULH_ONE_NEGATIVE,
    BIN_MULHSU_NEGATIVE,
    BIN_MULHSU_LARGE,
    BIN_MULHU_LARGE,
    BIN_SHIFT_NONE,
    BIN_SHIFT_MOST,
    BIN_SHIFT_UPPER_BITS,
    BIN_SRA_NEGATIVE,
    BIN_SIGNS_DIFFER,
    BIN_COMPARED_EQUAL,
    BIN_IMMEDIATE_NEGATIVE,
    BIN_BRANCH_TAKEN,
    BIN_BRANCH_NOT_TAKEN,
    BIN_BRANCH_EQUAL,
    BIN_BRANCH_SIGNS_DIFFER,
    BIN_BRANCH_BACK,
    BIN_JAL,
    BIN_JALR,
    BIN_JALR_ODD,
    BIN_LOAD_BACK,
    BIN_STORE_BACK,
    BIN_ADDRESS_WRAPS,
    BIN_ATOMIC,
    BIN_LR,
    BIN_LUI,
    BIN_AUIPC_WRAPS,
    BIN_FLOAT,
    BIN_CSR,
    BIN_FENCE,
    BIN_CUSTOM
};

static const struct hd_bin bins[] = {
    {"taken_idle", "an instruction is taken, no result is there"},
    {"taken_behind", "one is taken in the cycle of another one's result"},
    {"result_alone", "a result is there, nothing is offered"},
    {"division_behind_division", "a division is taken in the cycle of another one's result"},
    {"division_behind_other", "a division is taken in the cycle of another instruction's result"},
    {"other_behind_division", "another instruction in the cycle of a division's result"},
    {"refused", "an instruction is offered in a division"},
    {"refused_first", "one is offered in its first step"},
    {"refused_last", "one is offered in its last step"},
    {"reset_in_division", "a reset has ended a division"},
    {"div_by_zero", "div by zero"},
    {"divu_by_zero", "divu by zero"},
    {"rem_by_zero", "rem by zero"},
    {"remu_by_zero", "remu by zero"},
    {"div_negative_by_zero", "div of a negative number by zero: all ones, not negated"},
    {"rem_negative_by_zero", "rem of a negative number by zero: the dividend"},
    {"div_overflow", "div of -2^31 by -1"},
    {"rem_overflow", "rem of -2^31 by -1"},
    {"quotient_negated", "div, signs differ, a quotient that is not 0"},
    {"quotient_both_negative", "div, both negative"},
    {"remainder_negated", "rem of a negative number, a rest that is not 0"},
    {"remainder_negative_divisor", "rem of a positive number by a negative one, a rest not 0"},
    {"remainder_none", "rem of a negative number, no rest"},
    {"quotient_none", "the dividend's magnitude is below the divisor's"},
    {"quotient_one", "the magnitudes are equal"},
    {"divisor_least", "div or rem by -2^31"},
    {"divisor_top_bit", "divu or remu by 2^31 or more"},
    {"divisor_one", "by 1: the quotient is the dividend"},
    {"rest_top_bit", "a rest of 2^31 or more"},
    {"mulh_both_negative", "mulh of two negative numbers"},
    {"mulh_one_negative", "mulh, signs differ"},
    {"mulhsu_negative", "mulhsu of a negative number"},
    {"mulhsu_large", "mulhsu by 2^31 or more"},
    {"mulhu_large", "mulhu of two numbers of 2^31 or more"},
    {"shift_none", "a shift by 0"},
    {"shift_most", "a shift by 31"},
    {"shift_upper_bits", "a shift by a register with bits above the lower five"},
    {"sra_negative", "sra or srai of a negative number"},
    {"signs_differ", "slt or sltu of numbers that are ordered otherwise with signs than without"},
    {"compared_equal", "slt or sltu of equal numbers"},
    {"immediate_negative", "an integer instruction with a negative immediate"},
    {"branch_taken", "a branch is taken"},
    {"branch_not_taken", "a branch is not taken"},
    {"branch_equal", "a branch that asks for less or greater, of equal numbers"},
    {"branch_signs_differ", "one of numbers that are ordered otherwise with signs than without"},
    {"branch_back", "a branch to below"},
    {"jal", "jal"},
    {"jalr", "jalr"},
    {"jalr_odd", "jalr to an odd sum: its bit 0 is cleared"},
    {"load_back", "a load, negative immediate"},
    {"store_back", "a store, negative immediate"},
    {"address_wraps", "a load or store, the sum has a carry of 32 bits"},
    {"atomic", "an atomic: a, nothing added"},
    {"lr", "lr.w"},
    {"lui", "lui"},
    {"auipc_wraps", "auipc, the sum has a carry of 32 bits"},
    {"float", "an instruction of the float unit's"},
    {"csr", "a CSR instruction"},
    {"fence", "a fence"},
    {"custom", "an instruction of custom-0"},
    {NULL, NULL},
};

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
static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
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

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { lane_reset(s); }
static void eval(const void *s, const void *in, void *out) { lane_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { lane_tick(s, in, out); }
static const char *check(const void *s) { return lane_check(s); }
static const char *promise(const void *s, const void *in) { return lane_promise(s, in); }

static const struct hd_block block = {
    .name = "lane",
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
    .waves = "valid_q divide_q steps_q quot_q rest_q divisor_q",
};

static struct hd_instance *describe(const char *path, const char *text)
{
    const char *const kept = "State: what the instruction that was taken computed";
    const char *const taken = "Division, when it is taken: which one, and what the signs say";
    static const char *const step =
        "Division: |dividend| and 0 at first; a bit: {rest, quot} goes left, and rest is reduced "
        "by the divisor if it is at least that";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, in_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, word, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, pc, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, a, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, b, 32, NULL, NULL),
        HD_ONE(HD_OUT, outputs, in_ready, 1, NULL,
               "What a cycle does: not ready from t + 1 up to the last step of a division"),
        HD_ONE(HD_OUT, outputs, out_valid, 1, NULL,
               "What a cycle does: a division's result in t + 1 + 32 / DivBits, others in t + 1"),
        HD_ONE(HD_OUT, outputs, value, 32, if_value,
               "Arithmetic: as in the manual; of a division quot or rest, negated where the signs "
               "say so"),
        HD_ONE(HD_OUT, outputs, address, 32, if_address,
               "Arithmetic: where in memory, or where to; State: 0 in a division"),
        HD_ONE(HD_OUT, outputs, taken, 1, if_result,
               "Ports: a branch whose condition holds, jal, jalr; 0 for all others"),
        HD_REG("valid_q", state, valid, 0, 1, 1, NULL,
               "State: a result is there, or a division is under way; Reset: neither"),
        HD_REG("value_q", state, value, 0, 1, 32, if_value_kept, kept),
        HD_REG("address_q", state, address, 0, 1, 32, if_address_kept, kept),
        HD_REG("taken_q", state, taken, 0, 1, 1, if_not_dividing, kept),
        HD_REG("divide_q", state, divide, 0, 1, 1, if_valid, "State: it is a division"),
        HD_REG("steps_q", state, steps, 0, 1, 6, NULL,
               "Division: 32 / DivBits when it is taken, one less in each cycle; Reset: 0"),
        HD_REG("quot_q", state, quot, 0, 1, 32, if_dividing, step),
        HD_REG("rest_q", state, rest, 0, 1, 32, if_dividing, step),
        HD_REG("divisor_q", state, divisor, 0, 1, 32, if_dividing,
               "Division, when it is taken: the divisor's magnitude"),
        HD_REG("remainder_q", state, remainder, 0, 1, 1, if_dividing, taken),
        HD_REG("negative_q", state, negative, 0, 1, 1, if_dividing, taken),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long lane_open(const char *path, unsigned div_bits)
{
    const struct lane_cfg cfg = {div_bits};
    char text[200];
    snprintf(text, sizeof text, "DivBits=%u", div_bits);
    state s;
    const char *wrong = lane_init(&s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR lane: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text);
    memcpy(hd_model(inst), &s, sizeof s);
    return hd_handle(inst);
}

/* The registers, laid out as the model has them. */
void lane_state(unsigned long long handle, svBit valid, unsigned value, unsigned address,
                svBit taken, svBit divide, unsigned steps, unsigned quot, unsigned rest,
                unsigned divisor, svBit remainder, svBit negative)
{
    const state image = {
        .valid = valid != 0,
        .value = value,
        .address = address,
        .taken = taken != 0,
        .divide = divide != 0,
        .steps = steps,
        .quot = quot,
        .rest = rest,
        .divisor = divisor,
        .remainder = remainder != 0,
        .negative = negative != 0,
    };
    const size_t first = offsetof(state, valid);
    hd_state(hd_instance(handle), 0, 11, (const char *)&image + first,
             offsetof(state, insn) - first);
}

int lane_ports(unsigned long long handle, svBit rst_n, svBit in_valid, unsigned word, unsigned pc,
               unsigned a, unsigned b, svBit in_ready, svBit out_valid, unsigned value,
               unsigned address, svBit taken)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->in_valid = in_valid != 0;
    in->word = word;
    in->pc = pc;
    in->a = a;
    in->b = b;
    outputs *out = hd_outputs(inst);
    out->in_ready = in_ready != 0;
    out->out_valid = out_valid != 0;
    out->value = value;
    out->address = address;
    out->taken = taken != 0;
    return hd_ports(inst, rst_n != 0);
}
