/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding by hand-made cases: fields of every format, the text, each reason for refusing. What
 * words are instructions at all is compared with LLVM in tests/isa.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "isa/decode.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
enum { NO = ISA_NONE, F = ISA_F0 };

static void fields_and_text(void **state)
{
    (void)state;
    static const struct {
        uint32_t word;
        const char *text;
        enum isa_class cls;
        uint8_t rd, rs1, rs2, rs3;
        int32_t imm;
    } cases[] = {
        {0x12345537, "lui a0, 0x12345", ISA_INTEGER, 10, NO, NO, NO, 0x12345000},
        {0xfffff017, "auipc zero, 0xfffff", ISA_INTEGER, NO, NO, NO, NO, -4096},
        {0xff9ff0ef, "jal ra, 0xff8", ISA_JUMP, 1, NO, NO, NO, -8},
        {0x00008067, "jalr zero, 0(ra)", ISA_JUMP_REG, NO, 1, NO, NO, 0},
        {0xfe0588e3, "beq a1, zero, 0xff0", ISA_BRANCH, NO, 11, NO, NO, -16},
        {0x80c5f063, "bgeu a1, a2, 0x0", ISA_BRANCH, NO, 11, 12, NO, -4096},
        {0xffc12503, "lw a0, -4(sp)", ISA_LOAD, 10, 2, NO, NO, -4},
        {0x7ea11fa3, "sh a0, 2047(sp)", ISA_STORE, NO, 2, 10, NO, 2047},
        {0x80050513, "addi a0, a0, -2048", ISA_INTEGER, 10, 10, NO, NO, -2048},
        {0x41f5d513, "srai a0, a1, 31", ISA_INTEGER, 10, 11, NO, NO, 31},
        {0x40c00fb3, "sub t6, zero, a2", ISA_INTEGER, 31, NO, 12, NO, 0},
        {0x0330000f, "fence rw, rw", ISA_FENCE, NO, NO, NO, NO, 0},
        {0x8330000f, "fence rw, rw", ISA_FENCE, NO, NO, NO, NO, 0}, // fence.tso
        {0xcd0025f3, "csrrs a1, arguments, zero", ISA_CSR, 11, NO, NO, NO, 0xcd0},
        {0x0022d073, "csrrwi zero, frm, 5", ISA_CSR, NO, NO, NO, NO, 2},
        {0x02a5a533, "mulhsu a0, a1, a0", ISA_INTEGER, 10, 11, 10, NO, 0},
        {0x1605a52f, "lr.w.aqrl a0, (a1)", ISA_ATOMIC, 10, 11, NO, NO, 0},
        {0x00c5a02f, "amoadd.w zero, a2, (a1)", ISA_ATOMIC, NO, 11, 12, NO, 0},
        {0x28c5a52f, "amocas.w a0, a2, (a1)", ISA_ATOMIC, 10, 11, 12, 10, 0},
        {0x2ec5a52f, "amocas.w.aqrl a0, a2, (a1)", ISA_ATOMIC, 10, 11, 12, 10, 0},
        {0x28c5a02f, "amocas.w zero, a2, (a1)", ISA_ATOMIC, NO, 11, 12, NO, 0},
        {0x0005a007, "flw ft0, 0(a1)", ISA_LOAD, F, 11, NO, NO, 0},
        {0x00b52027, "fsw fa1, 0(a0)", ISA_STORE, NO, 10, F + 11, NO, 0},
        {0x1820f043, "fmadd.s ft0, ft1, ft2, ft3", ISA_FLOAT, F, F + 1, F + 2, F + 3, 0},
        {0x003100d3, "fadd.s ft1, ft2, ft3, rne", ISA_FLOAT, F + 1, F + 2, F + 3, NO, 0},
        {0xc0151553, "fcvt.wu.s a0, fa0, rtz", ISA_FLOAT, 10, F + 10, NO, NO, 0},
        {0xd0057553, "fcvt.s.w fa0, a0", ISA_FLOAT, F + 10, 10, NO, NO, 0},
        {0xe0000053, "fmv.x.w zero, ft0", ISA_FLOAT, NO, F, NO, NO, 0},
        {0x0000000b, "heddle.exit", ISA_EXIT, NO, NO, NO, NO, 0},
        {0x0000100b, "heddle.barrier", ISA_BARRIER, NO, NO, NO, NO, 0},
        {0x8000a08b, "heddle.phase 33, 32768", ISA_PHASE, NO, NO, NO, NO, 32768},
        {0x00c5b50b, "hd.amofadd.s fa0, fa2, (a1)", ISA_ATOMIC, F + 10, 11, F + 12, NO, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct isa_insn insn;
        char text[64];
        assert_true(isa_decode(cases[i].word, &insn));
        assert_null(isa_reason(cases[i].word));
        isa_print(text, sizeof text, 0x1000, &insn);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(insn.word, cases[i].word);
        assert_int_equal(insn.cls, cases[i].cls);
        assert_int_equal(insn.rd, cases[i].rd);
        assert_int_equal(insn.rs1, cases[i].rs1);
        assert_int_equal(insn.rs2, cases[i].rs2);
        assert_int_equal(insn.rs3, cases[i].rs3);
        assert_int_equal(insn.imm, cases[i].imm);
    }
}

static void reasons(void **state)
{
    (void)state;
    static const struct {
        uint32_t word;
        const char *reason;
    } cases[] = {
        {0x00000000, "zero: not an instruction"},
        {0x00000001, "compressed instruction"},
        {0x12348502, "compressed instruction"},
        {0x00003003, "load of a width that RV32 does not have"},
        {0x00003023, "store of a width that RV32 does not have"},
        {0x00003007, "vector, or float of another width than 32 bits"},
        {0x0000008b, "custom-0: bits that must be 0 are not"},
        {0x8000100b, "custom-0: bits that must be 0 are not"},
        {0x0200300b, "custom-0: bits that must be 0 are not"},
        {0x0000400b, "custom-0: there is no such function"},
        {0x28c5b52f, "atomic of a width other than 32 bits"},
        {0x0000100f, "fence.i: code does not change"},
        {0x0000200f, "unknown kind of fence"},
        {0x02059513, "shift by more than 31"},
        {0x80059513, "unknown kind of shift"},
        {0x04c58533, "integer instruction that RV32IM does not have"},
        {0x00c5853b, "instruction of RV64"},
        {0x0005851b, "instruction of RV64"},
        {0x0005b52f, "atomic of a width other than 32 bits"},
        {0x1015a52f, "lr.w: rs2 must be 0"},
        {0xf805a52f, "there is no such atomic"},
        {0x02000053, "double precision"},
        {0x04000043, "half precision"},
        {0x58100053, "float instruction that RV32F does not have"},
        {0x00000057, "vector instruction"},
        {0x00002063, "there is no such branch"},
        {0x00001067, "jalr: bits 14:12 must be 0"},
        {0x00000073, "ecall: there is no system below"},
        {0x00100073, "ebreak: there is no debugger"},
        {0x30200073, "privileged instruction"},
        {0x0000006b, "unknown opcode"},
        {0x0000505f, "unknown opcode"},
        {0x00005053, "reserved rounding mode"},
        {0xc0006053, "reserved rounding mode"},
        {0x00005043, "reserved rounding mode"},
        {0xcc302573, "there is no such CSR"},
        {0xc0002573, "there is no such CSR"}, // cycle
        {0xcd302573, "there is no such CSR"},
        {0xcc001573, "write to a read-only CSR"},
        {0xcc00a573, "write to a read-only CSR"},
        {0xcd20f073, "write to a read-only CSR"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct isa_insn insn;
        assert_false(isa_decode(cases[i].word, &insn));
        assert_string_equal(isa_reason(cases[i].word), cases[i].reason);
    }
}

// In instructions without rounding mode, rm is 0 whatever bits 14:12 are.
static void rounding_modes(void **state)
{
    (void)state;
    struct isa_insn insn;
    for (uint32_t rm = 0; rm < 8; rm++) {
        assert_int_equal(isa_decode(0x003100d3 | rm << 12, &insn), rm != 5 && rm != 6);
        if (rm != 5 && rm != 6) assert_int_equal(insn.rm, rm);
    }
    assert_true(isa_decode(0xa03110d3, &insn)); // flt.s
    assert_int_equal(insn.rm, 0);
}

static void csrs(void **state)
{
    (void)state;
    unsigned there = 0;
    for (uint32_t number = 0; number < 0x1000; number++) {
        struct isa_insn insn;
        bool known = isa_csr_name(number) != NULL;
        bool ours = number >= 0xcc0;
        there += known;
        assert_int_equal(isa_decode(number << 20 | 0x00002573, &insn), known); // csrrs a0, n, zero
        if (known) assert_false(isa_csr_writes(&insn));
        assert_int_equal(isa_decode(number << 20 | 0x0000a573, &insn), known && !ours);
        assert_int_equal(isa_decode(number << 20 | 0x00001573, &insn), known && !ours);
        if (known && !ours) assert_true(isa_csr_writes(&insn)); // csrrw a0, n, zero
    }
    assert_int_equal(there, 3 + 4 * 3 + 3);
    assert_string_equal(isa_csr_name(0xccd), "blocks_y");
}

static void register_names(void **state)
{
    (void)state;
    assert_string_equal(isa_register_name(0), "zero");
    assert_string_equal(isa_register_name(ISA_NONE), "zero");
    assert_string_equal(isa_register_name(8), "s0");
    assert_string_equal(isa_register_name(31), "t6");
    assert_string_equal(isa_register_name(ISA_F0 + 10), "fa0");
    assert_string_equal(isa_register_name(ISA_F0 + 31), "ft11");
}

// A text that does not fit is cut, and ended.
static void short_text(void **state)
{
    (void)state;
    struct isa_insn insn;
    assert_true(isa_decode(0x1820f043, &insn));
    for (size_t size = 1; size < 32; size++) {
        char text[32];
        memset(text, 'x', sizeof text);
        isa_print(text, size, 0, &insn);
        assert_int_equal(strncmp(text, "fmadd.s ft0, ft1, ft2, ft3", strlen(text)), 0);
        assert_int_equal(strlen(text), size - 1 < 26 ? size - 1 : 26);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_and_text), cmocka_unit_test(reasons),
        cmocka_unit_test(rounding_modes),  cmocka_unit_test(csrs),
        cmocka_unit_test(register_names),  cmocka_unit_test(short_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
