/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executing by hand-made cases: corners of the manual, lanes and masks, memory, CSRs. Operations
 * are compared with qemu in tests/isa.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "isa/execute.h"
#include "isa/float.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static struct isa_insn insn;

static void decode(uint32_t word) { assert_true(isa_decode(word, &insn)); }

static uint32_t value_of(uint32_t word, uint32_t a, uint32_t b)
{
    decode(word);
    return isa_execute_one(&insn, 0x1000, a, b, 0, 0).value;
}

/* ---- integer --------------------------------------------------------------------------------- */

#define MULHSU 0x02c5a533 // mulhsu a0, a1, a2
#define DIV 0x02c5c533
#define DIVU 0x02c5d533
#define REM 0x02c5e533
#define REMU 0x02c5f533
#define SRA 0x40c5d533
#define SLTIU 0xfff5b513 // sltiu a0, a1, -1
#define LUI 0x12345537   // lui a0, 0x12345
#define AUIPC 0x12345517

static void integer_corners(void **state)
{
    (void)state;
    const uint32_t least = 0x80000000, ones = 0xffffffff;
    assert_int_equal(value_of(DIV, 7, 0), ones);
    assert_int_equal(value_of(DIV, least, ones), least);
    assert_int_equal(value_of(DIV, (uint32_t)-7, 2), (uint32_t)-3);
    assert_int_equal(value_of(DIVU, 7, 0), ones);
    assert_int_equal(value_of(DIVU, least, ones), 0);
    assert_int_equal(value_of(REM, 7, 0), 7);
    assert_int_equal(value_of(REM, least, ones), 0);
    assert_int_equal(value_of(REM, (uint32_t)-7, 2), ones);
    assert_int_equal(value_of(REMU, 7, 0), 7);
    assert_int_equal(value_of(MULHSU, ones, ones), ones);
    assert_int_equal(value_of(MULHSU, 1, ones), 0);
    assert_int_equal(value_of(SRA, least, 31), ones);
    assert_int_equal(value_of(SRA, least, 32), least);
    assert_int_equal(value_of(SLTIU, ones - 1, 0), 1);
    assert_int_equal(value_of(SLTIU, ones, 0), 0);
    assert_int_equal(value_of(LUI, 0, 0), 0x12345000);
    assert_int_equal(value_of(AUIPC, 0, 0), 0x12346000);
}

/* ---- float ----------------------------------------------------------------------------------- */

static void float_corners(void **state)
{
    (void)state;
    static const struct {
        enum isa_op op;
        uint32_t a, b, c;
        enum isa_rounding rm;
        uint32_t value;
        uint8_t flags;
    } cases[] = {
        // 1 + 2^-24 is half way: to even; away from zero; up.
        {ISA_FADD_S, 0x3f800000, 0x33800000, 0, ISA_RNE, 0x3f800000, ISA_NX},
        {ISA_FADD_S, 0x3f800000, 0x33800000, 0, ISA_RMM, 0x3f800001, ISA_NX},
        {ISA_FADD_S, 0x3f800000, 0x33800000, 0, ISA_RUP, 0x3f800001, ISA_NX},
        {ISA_FADD_S, 0x3f800001, 0x33800000, 0, ISA_RNE, 0x3f800002, ISA_NX},
        // x - x
        {ISA_FSUB_S, 0x3f800000, 0x3f800000, 0, ISA_RNE, 0x00000000, 0},
        {ISA_FSUB_S, 0x3f800000, 0x3f800000, 0, ISA_RDN, 0x80000000, 0},
        {ISA_FADD_S, 0x80000000, 0x80000000, 0, ISA_RNE, 0x80000000, 0},
        {ISA_FSUB_S, 0x7f800000, 0x7f800000, 0, ISA_RNE, ISA_NAN, ISA_NV},
        // overflow, in each direction
        {ISA_FMUL_S, 0x7f7fffff, 0x40000000, 0, ISA_RNE, 0x7f800000, ISA_OF | ISA_NX},
        {ISA_FMUL_S, 0x7f7fffff, 0x40000000, 0, ISA_RTZ, 0x7f7fffff, ISA_OF | ISA_NX},
        {ISA_FMUL_S, 0xff7fffff, 0x40000000, 0, ISA_RUP, 0xff7fffff, ISA_OF | ISA_NX},
        {ISA_FMUL_S, 0xff7fffff, 0x40000000, 0, ISA_RDN, 0xff800000, ISA_OF | ISA_NX},
        // Rounded to 24 bits this is 2^-126: no underflow. A bit less: underflow, same result.
        {ISA_FMUL_S, 0x3f7fffff, 0x00800000, 0, ISA_RNE, 0x00800000, ISA_NX | ISA_UF},
        {ISA_FMUL_S, 0x3f000001, 0x00ffffff, 0, ISA_RNE, 0x00800000, ISA_NX},
        {ISA_FMUL_S, 0x3f000000, 0x00000002, 0, ISA_RNE, 0x00000001, 0},
        {ISA_FDIV_S, 0x3f800000, 0x80000000, 0, ISA_RNE, 0xff800000, ISA_DZ},
        {ISA_FDIV_S, 0x00000000, 0x80000000, 0, ISA_RNE, ISA_NAN, ISA_NV},
        {ISA_FDIV_S, 0x3f800000, 0x40400000, 0, ISA_RNE, 0x3eaaaaab, ISA_NX},
        {ISA_FSQRT_S, 0x40000000, 0, 0, ISA_RNE, 0x3fb504f3, ISA_NX},
        {ISA_FSQRT_S, 0x80000000, 0, 0, ISA_RNE, 0x80000000, 0},
        {ISA_FSQRT_S, 0xbf800000, 0, 0, ISA_RNE, ISA_NAN, ISA_NV},
        // infinity * 0 + quiet NaN
        {ISA_FMADD_S, 0x7f800000, 0, 0x7fc00000, ISA_RNE, ISA_NAN, ISA_NV},
        {ISA_FMADD_S, 0x3f800000, 0, 0xffc12345, ISA_RNE, ISA_NAN, 0},
        // (1 + 2^-23)^2 - 1: what rounding twice would lose
        {ISA_FMSUB_S, 0x3f800001, 0x3f800001, 0x3f800000, ISA_RNE, 0x34800000, ISA_NX},
        {ISA_FMSUB_S, 0x3f800001, 0x3f800001, 0x3f800002, ISA_RNE, 0x28800000, 0},
        {ISA_FMIN_S, 0x00000000, 0x80000000, 0, ISA_RNE, 0x80000000, 0},
        {ISA_FMAX_S, 0x80000000, 0x00000000, 0, ISA_RNE, 0x00000000, 0},
        {ISA_FMIN_S, 0x7f800001, 0x3f800000, 0, ISA_RNE, 0x3f800000, ISA_NV},
        {ISA_FMAX_S, 0xffc00000, 0x7fffffff, 0, ISA_RNE, ISA_NAN, 0},
        {ISA_FEQ_S, 0x7fc00000, 0x3f800000, 0, ISA_RNE, 0, 0},
        {ISA_FEQ_S, 0x7f800001, 0x3f800000, 0, ISA_RNE, 0, ISA_NV},
        {ISA_FLT_S, 0x7fc00000, 0x3f800000, 0, ISA_RNE, 0, ISA_NV},
        {ISA_FLE_S, 0x80000000, 0x00000000, 0, ISA_RNE, 1, 0},
        {ISA_FLT_S, 0x80000000, 0x00000000, 0, ISA_RNE, 0, 0},
        {ISA_FCVT_W_S, 0x7fc00000, 0, 0, ISA_RNE, 0x7fffffff, ISA_NV},
        {ISA_FCVT_W_S, 0xff800000, 0, 0, ISA_RNE, 0x80000000, ISA_NV},
        {ISA_FCVT_W_S, 0xcf000000, 0, 0, ISA_RNE, 0x80000000, 0},
        {ISA_FCVT_WU_S, 0xbf000000, 0, 0, ISA_RNE, 0, ISA_NX},
        {ISA_FCVT_WU_S, 0xbf000000, 0, 0, ISA_RMM, 0, ISA_NV},
        {ISA_FCVT_WU_S, 0x4f800000, 0, 0, ISA_RNE, 0xffffffff, ISA_NV},
        {ISA_FCVT_W_S, 0x40200000, 0, 0, ISA_RNE, 2, ISA_NX},
        {ISA_FCVT_W_S, 0x40200000, 0, 0, ISA_RMM, 3, ISA_NX},
        {ISA_FCVT_S_W, 0x80000000, 0, 0, ISA_RNE, 0xcf000000, 0},
        {ISA_FCVT_S_WU, 0xffffffff, 0, 0, ISA_RTZ, 0x4f7fffff, ISA_NX},
        {ISA_FCLASS_S, 0xff800000, 0, 0, ISA_RNE, 1 << 0, 0},
        {ISA_FCLASS_S, 0xbf800000, 0, 0, ISA_RNE, 1 << 1, 0},
        {ISA_FCLASS_S, 0x80000001, 0, 0, ISA_RNE, 1 << 2, 0},
        {ISA_FCLASS_S, 0x80000000, 0, 0, ISA_RNE, 1 << 3, 0},
        {ISA_FCLASS_S, 0x00000000, 0, 0, ISA_RNE, 1 << 4, 0},
        {ISA_FCLASS_S, 0x007fffff, 0, 0, ISA_RNE, 1 << 5, 0},
        {ISA_FCLASS_S, 0x00800000, 0, 0, ISA_RNE, 1 << 6, 0},
        {ISA_FCLASS_S, 0x7f800000, 0, 0, ISA_RNE, 1 << 7, 0},
        {ISA_FCLASS_S, 0xff800001, 0, 0, ISA_RNE, 1 << 8, 0},
        {ISA_FCLASS_S, 0xffc00000, 0, 0, ISA_RNE, 1 << 9, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        uint8_t flags = 0;
        uint32_t value =
            isa_float(cases[i].op, cases[i].a, cases[i].b, cases[i].c, cases[i].rm, &flags);
        if (value != cases[i].value || flags != cases[i].flags) {
            fail_msg("case %zu: %08x, flags %02x", i, value, flags);
        }
    }
}

// frm 5, 6, 7 is refused lane by lane, if the instruction asks for frm; other lanes have results.
static void reserved_frm(void **state)
{
    (void)state;
    uint32_t row[ISA_LANES];
    uint8_t fcsr[ISA_LANES];
    struct isa_results out;
    for (unsigned i = 0; i < ISA_LANES; i++) {
        row[i] = 0x3f800000;
        fcsr[i] = (uint8_t)((i % 8) << 5 | 0x1f);
    }
    const struct isa_operands in = {0x0000ffff, row, row, row, fcsr};
    decode(0x00c5f553); // fadd.s, frm
    isa_execute(&insn, 0, &in, &out);
    assert_int_equal(out.refused, 0x0000e0e0);
    assert_int_equal(out.value[12], 0x40000000);
    assert_int_equal(out.flags[12], 0);
    decode(0x00c58553); // fadd.s, rne
    isa_execute(&insn, 0, &in, &out);
    assert_int_equal(out.refused, 0);
    decode(0xa0c5a553); // feq.s
    isa_execute(&insn, 0, &in, &out);
    assert_int_equal(out.refused, 0);
    decode(0x00c5f553);
    assert_true(isa_execute_one(&insn, 0, 0, 0, 0, 5 << 5).refused);
}

/* ---- where to -------------------------------------------------------------------------------- */

static void branches_and_jumps(void **state)
{
    (void)state;
    uint32_t a[ISA_LANES];
    static const uint32_t zero[ISA_LANES];
    struct isa_results out;
    for (unsigned i = 0; i < ISA_LANES; i++) a[i] = i % 2 == 0 ? i : 0u - i;
    const struct isa_operands in = {0x00ffff00, a, zero, zero, NULL};
    decode(0xfe05cee3); // blt a1, zero, -4
    isa_execute(&insn, 0x1000, &in, &out);
    assert_int_equal(out.taken, 0x00aaaa00);
    assert_int_equal(out.address[9], 0x0ffc);
    decode(0x0005d463); // bge a1, zero, 8
    isa_execute(&insn, 0x1000, &in, &out);
    assert_int_equal(out.taken, 0x00555500);
    decode(0x008000ef); // jal ra, 8
    isa_execute(&insn, 0xfffffffc, &in, &out);
    assert_int_equal(out.taken, in.mask);
    assert_int_equal(out.address[8], 4);
    assert_int_equal(out.value[8], 0);
    decode(0x003580e7); // jalr ra, 3(a1)
    isa_execute(&insn, 0x1000, &in, &out);
    assert_int_equal(out.taken, in.mask);
    assert_int_equal(out.address[10], 12);
    assert_int_equal(out.address[9], (uint32_t)-6);
    assert_int_equal(out.value[9], 0x1004);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void loads_and_stores(void **state)
{
    (void)state;
    const uint32_t word = 0x83a2c1f0;
    assert_int_equal(isa_extend(ISA_LB, word, 0x1000), 0xfffffff0);
    assert_int_equal(isa_extend(ISA_LBU, word, 0x1001), 0xc1);
    assert_int_equal(isa_extend(ISA_LH, word, 0x1002), 0xffff83a2);
    assert_int_equal(isa_extend(ISA_LHU, word, 0x1000), 0xc1f0);
    assert_int_equal(isa_extend(ISA_LW, word, 0x1000), word);
    assert_int_equal(isa_extend(ISA_FLW, word, 0x1000), word);
    assert_int_equal(isa_store_enables(ISA_SB, 0x1003), 8);
    assert_int_equal(isa_store_enables(ISA_SH, 0x1002), 12);
    assert_int_equal(isa_store_enables(ISA_FSW, 0x1000), 15);
    assert_int_equal(isa_store_data(ISA_SB, 0x1002, 0xfedcba98), 0x00980000);
    assert_int_equal(isa_store_data(ISA_SH, 0x1002, 0xfedcba98), 0xba980000);
    assert_int_equal(isa_store_data(ISA_SW, 0x1000, 0xfedcba98), 0xfedcba98);
    assert_int_equal(isa_merge(word, 0x00980000, 4), 0x8398c1f0);
    assert_int_equal(isa_access_bytes(ISA_LBU), 1);
    assert_int_equal(isa_access_bytes(ISA_SH), 2);
    assert_int_equal(isa_access_bytes(ISA_AMOADD_W), 4);
    decode(0xffc5a503); // lw a0, -4(a1)
    assert_int_equal(isa_execute_one(&insn, 0, 0x2000, 0, 0, 0).address, 0x1ffc);
    decode(0x00c5a52f); // amoadd.w: bits 31:20 are no offset
    assert_int_equal(isa_execute_one(&insn, 0, 0x2000, 0, 0, 0).address, 0x2000);
}

static void atomics(void **state)
{
    (void)state;
    const uint32_t minus = 0xffffffff;
    assert_int_equal(isa_atomic(ISA_LR_W, 5, 9, 0), 5);
    assert_int_equal(isa_atomic(ISA_SC_W, 5, 9, 0), 9);
    assert_int_equal(isa_atomic(ISA_AMOSWAP_W, 5, 9, 0), 9);
    assert_int_equal(isa_atomic(ISA_AMOADD_W, minus, 2, 0), 1);
    assert_int_equal(isa_atomic(ISA_AMOMIN_W, minus, 2, 0), minus);
    assert_int_equal(isa_atomic(ISA_AMOMAX_W, minus, 2, 0), 2);
    assert_int_equal(isa_atomic(ISA_AMOMINU_W, minus, 2, 0), 2);
    assert_int_equal(isa_atomic(ISA_AMOMAXU_W, minus, 2, 0), minus);
    assert_int_equal(isa_atomic(ISA_AMOCAS_W, 5, 9, 5), 9);
    assert_int_equal(isa_atomic(ISA_AMOCAS_W, 5, 9, 9), 5);
    assert_int_equal(isa_atomic(ISA_AMOFADD_S, 0x3f800000, 0x3fc00000, 0), 0x40200000);
    assert_int_equal(isa_atomic(ISA_AMOFADD_S, 0x7f800001, 0, 0), 0x7fc00000);
}

/* ---- CSRs ------------------------------------------------------------------------------------ */

static void csr_values(void **state)
{
    (void)state;
    assert_int_equal(isa_fcsr_read(ISA_CSR_FFLAGS, 0xf5), 0x15);
    assert_int_equal(isa_fcsr_read(ISA_CSR_FRM, 0xf5), 7);
    assert_int_equal(isa_fcsr_read(ISA_CSR_FCSR, 0xf5), 0xf5);
    assert_int_equal(isa_fcsr_write(ISA_CSR_FFLAGS, 0xf5, 0xffe2), 0xe2);
    assert_int_equal(isa_fcsr_write(ISA_CSR_FRM, 0xf5, 0xfff9), 0x35);
    assert_int_equal(isa_fcsr_write(ISA_CSR_FCSR, 0xf5, 0xff12), 0x12);
    decode(0x00359573); // csrrw a0, fcsr, a1
    assert_int_equal(isa_csr_value(&insn, 0xf0, 0x3c), 0x3c);
    decode(0x0035a573);
    assert_int_equal(isa_csr_value(&insn, 0xf0, 0x3c), 0xfc);
    decode(0x0035b573);
    assert_int_equal(isa_csr_value(&insn, 0xf0, 0x3c), 0xc0);
    decode(0x003bf573); // csrrci a0, fcsr, 23
    assert_int_equal(isa_csr_value(&insn, 0xff, 0), 0xe8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_corners),  cmocka_unit_test(float_corners),
        cmocka_unit_test(reserved_frm),     cmocka_unit_test(branches_and_jumps),
        cmocka_unit_test(loads_and_stores), cmocka_unit_test(atomics),
        cmocka_unit_test(csr_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
