// SPDX-License-Identifier: Apache-2.0
// Where phases begin and what they ask for; where shared memory is live.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "residency/phase_specifier.h"
#include "words.h"

enum { SHARED = 1024 };

#define N4 "n n n n "
#define N8 N4 N4

/* ---- phases ---------------------------------------------------------------------------------- */

// "first:registers,bytes ..." of all phases.
static void print_phases(const struct thread_program *p, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t k = 0; k < p->phases.count; k++) {
        const struct phase *phase = &p->phases.phase[k];
        used += (size_t)snprintf(text + used, size - used, "%s%u:%u,%u", k == 0 ? "" : " ",
                                 phase->first, phase->registers, phase->bytes);
    }
}

static void check(const char *program, const char *expected)
{
    static struct words w;
    struct thread_program p;
    char text[200];
    assert_int_equal(words_find(&w, &p, program, SHARED), PROGRAM_OK);
    print_phases(&p, text, sizeof text);
    if (strcmp(text, expected) != 0) fail_msg("%s: %s, not %s", program, text, expected);
    thread_program_free(&p);
}

static void test_one(void **state)
{
    (void)state;
    check("x", "0:0,0");
    check(N8 N8 "x", "0:0,0");
    check("w5 w6 u5 u6 x", "0:2,0");
    // Written and never read: still a register while it is written.
    check("w5 x", "0:1,0");
}

static void test_change(void **state)
{
    (void)state;
    // 10 instructions behind the first, from 0 to 8 live; then from 8 to 7 (12.5 %): no; to 6: yes.
    check("w5 w6 w7 w8 w9 w10 w11 w12 n n  n u5 " N8 "n u6 n u7 u8 u9 u10 u11 u12 x",
          "0:8,0 10:8,0 22:6,0");
    // Upwards: from 4 to 5 is 25 %.
    check("w5 w6 w7 w8 " N4 "n n  n w9 " N8 "u5 u6 u7 u8 u9 x", "0:4,0 10:5,0 20:5,0");
    // From 5 to 6, and to 4, is 20 %; to 3 is not.
    check("w5 w6 w7 w8 w9 " N4 "n  n w10 " N8 "n u5 u6 u7 u8 u9 u10 x", "0:5,0 10:6,0 24:3,0");
}

static void test_apart(void **state)
{
    (void)state;
    // The ninth instruction is too near, the tenth is not.
    check("w5 " N8 "u5 n x", "0:1,0");
    check("w5 " N8 "n u5 n x", "0:1,0 10:1,0");
}

static void test_divergence(void **state)
{
    (void)state;
    // 2 to 13 are skipped by the shorter way: 10 instructions behind 0 is 22.
    check("w5 b14 " N8 N4 N8 "n u5 x", "0:1,0 22:1,0");
    // Through one of two arms: 6 instructions.
    check("w5 b9 n n n n n n j15 n n n n n n  n n n u5 x", "0:1,0 17:1,0");
    // Not within a loop; what is needed there counts for the phase around it.
    check("w5 " N8 "n w6 w7 u6 u7 " N8 "b10 " N8 "u5 x", "0:3,0 23:1,0");
    // Behind a branch whose threads never meet: none.
    check("b15 " N8 N4 "w5 u5 x " N8 N4 "w5 u5 x", "0:1,0");
    // A branch at the return of a function: on behind its call.
    check("w9 c13 " N8 "n u9 x b15 r r", "0:2,0 8:1,0");
}

static void test_calls(void **state)
{
    (void)state;
    // In a function that is called from one place; behind it.
    check("c2 x w5 " N8 "n u5 r", "0:2,0 11:2,0");
    check("w9 c14 " N8 "n n u9 x w5 u5 r", "0:3,0 7:1,0");
    // A function called from two places: no phase begins in it, but its needs count.
    check("c3 c3 x w5 " N8 N4 "u5 r", "0:2,0");
    // Called where threads may be apart.
    check("b2 c3 x w5 w6 " N8 N4 "u5 u6 r", "0:3,0");
    // The chain goes on into a loop for its first round, and into what is called there.
    check("w9 c5 b1 u9 x " N8 N4 "r", "0:2,0 3:1,0");
    // Shared memory that only the function called touches is not live at the call.
    check("c2 x w5 n n n n n " N8 "i6 l6 u5 r", "0:2,0 11:3,1024");
    // Called by itself.
    check("c2 x w5 b6 n c2 " N8 "n u5 r", "0:2,0");
    // Never comes back.
    check("c2 w7 w5 " N8 "n u5 x", "0:1,0 11:1,0");
}

static void test_tail_call(void **state)
{
    (void)state;
    // 3 is reached by a jump and by a call: none in it.
    check("c4 c5 x n j5 w5 " N8 N4 "u5 r", "0:2,0");
}

static void test_endless(void **state)
{
    (void)state;
    // The last phase goes on where the loop begins again, and there it needs three.
    check("n w5 w6 w7 u6 u7 " N4 "n " N4 "u5 j1", "0:3,0 10:3,0");
}

static void test_barriers(void **state)
{
    (void)state;
    // 10 instructions behind the barrier.
    check("w5 " N4 "k " N8 "n n u5 x", "0:1,0 15:1,0");
    check("w5 " N4 "f " N8 "n n u5 x", "0:1,0 15:1,0");
    // At the barrier itself, with a specifier of its own.
    check("w5 " N8 "n k n u5 x", "0:1,0 10:1,0");
}

static void test_own(void **state)
{
    (void)state;
    static struct words w;
    struct thread_program p;
    assert_int_equal(words_find(&w, &p, "w5 " N8 N8 "p9 u5 x", 0), PROGRAM_OK);
    assert_true(p.own_phases);
    assert_int_equal(p.phases.count, 0);
    for (uint32_t i = 0; i < p.count; i++) assert_int_equal(p.insn[i].specifier, 0);
    thread_program_free(&p);
    // A specifier that no thread reaches does not count.
    assert_int_equal(words_find(&w, &p, "x p9", 0), PROGRAM_OK);
    assert_false(p.own_phases);
    thread_program_free(&p);
}

static void test_specifier(void **state)
{
    (void)state;
    static struct words w;
    struct thread_program p;
    assert_int_equal(words_find(&w, &p, "i5 l5 w6 u6 " N8 "w7 u7 x", 70000), PROGRAM_OK);
    assert_int_equal(p.insn[0].specifier, PHASE_SPECIFIER_WORD(1, PHASE_SPECIFIER_MAX_BYTES));
    assert_int_equal(p.insn[1].specifier, 0);
    thread_program_free(&p);
}

/* ---- shared memory --------------------------------------------------------------------------- */

// A letter for each instruction: T touches, l live, - neither.
static void check_shared(const char *program, uint32_t bytes, const char *expected)
{
    static struct words w;
    struct thread_program p;
    char text[WORDS_MAX];
    assert_int_equal(words_find(&w, &p, program, bytes), PROGRAM_OK);
    for (uint32_t i = 0; i < p.count; i++) {
        text[i] = p.shared.touches[i] ? 'T' : p.shared.live[i] != 0 ? 'l' : '-';
    }
    text[p.count] = '\0';
    if (strcmp(text, expected) != 0) fail_msg("%s: %s, not %s", program, text, expected);
    thread_program_free(&p);
}

#define PUSH_T0 "=00512023 "  // sw t0, 0(sp)
#define POP_T2 "=00012383 "   // lw t2, 0(sp)
#define ADD_T2 "=008283b3 "   // add t2, t0, s0
#define MOVE_FT0 "=f0028053 " // fmv.w.x ft0, t0
#define MOVE_T2 "=e00003d3 "  // fmv.x.w t2, ft0
#define ADD_FT0 "=00007053 "  // fadd.s ft0, ft0, ft0
#define AUIPC_T0 "=3fff0297 " // auipc t0: 0x10000 + 0x3fff0000
#define LUI_FAR "=402002b7 "  // lui t0, 0x40200

static void test_shared(void **state)
{
    (void)state;
    check_shared("i5 n s5 n l5 n x", SHARED, "--TlT--");
    // No shared memory, none touched; an address far behind its end; an address in a register that
    // was overwritten.
    check_shared("i5 s5 x", 0, "---");
    check_shared(LUI_FAR "s5 x", SHARED, "---");
    check_shared("i5 w5 s5 x", SHARED, "----");
    check_shared("s5 x", SHARED, "--");
    check_shared(AUIPC_T0 "s5 x", SHARED, "-T-");
    // Computed with; moved through float registers, but not computed with there.
    check_shared("i5 " ADD_T2 "s7 x", SHARED, "--T-");
    check_shared("i5 " MOVE_FT0 MOVE_T2 "s7 x", SHARED, "---T-");
    check_shared("i5 " MOVE_FT0 ADD_FT0 MOVE_T2 "s7 x", SHARED, "------");
    // Through memory: from then on any load may be it.
    check_shared("i5 " PUSH_T0 POP_T2 "l7 x", SHARED, "---T-");
    check_shared("i5 n " POP_T2 "l7 x", SHARED, "-----");
    // In a loop it is live all the time.
    check_shared("i5 n s5 n b1 n x", SHARED, "-lTll--");
    // In one arm, and behind.
    check_shared("i5 b5 s5 n j6 n n l5 x", SHARED, "--Tll-lT-");
}

// Addresses of shared memory in constants: any load may get one. What looks like one in the code of
// a function is none: lui is such a word.
static void test_shared_data(void **state)
{
    (void)state;
    static const uint8_t code[] = {0x83, 0x23, 0x01, 0x00, 0x03, 0xa8, 0x03, 0x00, 0x0b, 0x00,
                                   0x00, 0x00, 0xb7, 0x02, 0x00, 0x40, 0x10, 0x00, 0x00, 0x40};
    struct isa_symbol symbol = {.address = WORDS_BASE, .size = 20, .name = "f", .function = true};
    const struct isa_kernel kernel = {.name = "f", .entry = WORDS_BASE};
    struct isa_image image = {.segments = 1, .symbols = 1, .symbol = &symbol};
    image.segment[0] = (struct isa_segment){.address = WORDS_BASE,
                                            .size = sizeof code,
                                            .bytes = code,
                                            .file_size = sizeof code,
                                            .executable = true};
    for (uint32_t size = 12; size <= 20; size += 4) { // of the function: 12, 16 or all words
        struct thread_program p;
        symbol.size = size;
        assert_int_equal(thread_program_load(&p, &image, &kernel, SHARED), PROGRAM_OK);
        assert_string_equal(p.flow.code.name(&image, WORDS_BASE), "f");
        assert_int_equal(p.shared.touches[1], size < 20);
        thread_program_free(&p);
    }
}

static void test_shared_calls(void **state)
{
    (void)state;
    // The address goes into a function; the call touches.
    check_shared("i5 c5 n n x n s5 r", SHARED,
                 "-T---"
                 "-T-");
    // Between two calls; in the function all the time, whichever call it is.
    check_shared("i5 c5 n c5 x n s5 r", SHARED,
                 "-TlT-"
                 "lTl");
    // It comes back from a function.
    check_shared("c4 s5 n x i5 r", SHARED, "-T----");
    // A function that touches nothing, between two that do.
    check_shared("i5 s5 c6 l5 n x n r", SHARED,
                 "-TlT--"
                 "ll");
    // A function called before and behind: live in it, as far as is known.
    check_shared("n c6 i5 s5 c6 x n r", SHARED, "---T--ll");
}

/* ---- variables ------------------------------------------------------------------------------- */

// By instruction: the end of the variable that it names, 0: not known.
static uint32_t named[WORDS_MAX];

static uint32_t named_at(const void *names, uint32_t address)
{
    return ((const uint32_t *)names)[(address - WORDS_BASE) / 4];
}

// `names` is "instruction:end ..."; expected are the live bytes at each instruction.
static void check_variables(const char *program, const char *names, const char *expected)
{
    static struct words w;
    struct thread_program p;
    char text[WORDS_MAX] = "";
    size_t used = 0;
    memset(named, 0, sizeof named);
    for (int next = 0; *names != '\0'; names += next) {
        unsigned at, end;
        assert_int_equal(sscanf(names, "%u:%u %n", &at, &end, &next), 2);
        named[at] = end;
    }
    words_make(&w, program);
    struct flow_code code = words_code(&w);
    code.shared_end = named_at;
    code.names = named;
    assert_int_equal(thread_program_find(&p, &code, WORDS_BASE, SHARED), PROGRAM_OK);
    for (uint32_t i = 0; i < p.count; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%u", i == 0 ? "" : " ",
                                 p.shared.live[i]);
    }
    if (strcmp(text, expected) != 0) fail_msg("%s: %s, not %s", program, text, expected);
    thread_program_free(&p);
}

static void test_variables(void **state)
{
    (void)state;
    // Each from its first access to its last; where two are live, up to the one that ends later.
    check_variables("i5 i6 s5 n s6 n l5 n l6 x", "0:100 1:300",
                    "0 0 100 100 300 300 300 300 300 0");
    check_variables("i5 i6 s6 n s5 n l6 n l5 x", "0:100 1:300",
                    "0 0 300 300 300 300 300 100 100 0");
    // One that is not known is as long as shared memory, and so is one that would end behind it.
    check_variables("i5 i6 s5 n s6 x", "0:100", "0 0 100 0 1024 0");
    check_variables("i5 s5 x", "0:1024", "0 1024 0");
    check_variables("i5 s5 x", "0:1025", "0 1024 0");
    // Where two meet in a register it may be either.
    check_variables("i5 b3 i5 s5 x", "0:100 2:300", "0 0 0 300 0");
    check_variables("i5 i6 =006283b3 s7 n s5 x", "0:100 1:300", "0 0 0 300 100 100 0");
    // A constant far ahead of the variable, or far behind it, in lui and auipc.
    check_variables("=3ff002b7 s5 x", "0:100", "0 100 0");
    check_variables("=3ff002b7 s5 x", "", "0 0 0");
    check_variables(LUI_FAR "s5 x", "0:100", "0 100 0");
    check_variables(AUIPC_T0 "s5 x", "0:100", "0 100 0");
    // Only lui and auipc name one.
    check_variables("w5 s5 x", "0:100", "0 0 0");
    // What is stored is one of the variables that were.
    check_variables("i5 i6 " PUSH_T0 POP_T2 "l7 s6 x", "0:100 1:300", "0 0 0 0 100 300 0");
    // In a function, each for itself: it is called between accesses of the first alone.
    check_variables("i5 i6 s5 s6 c7 s5 x n r", "0:100 1:300", "0 0 100 300 100 100 0 100 100");
    // More than there is room for: the next known end.
    check_variables("i5 s5 i5 s5 i5 s5 i5 s5 i5 s5 i5 s5 i5 s5 i5 s5 i5 s5 "
                    "i5 s5 i5 s5 i5 s5 i5 s5 i5 s5 i5 s5 i5 s5 i5 s5 x",
                    "0:10 2:20 4:30 6:40 8:50 10:60 12:70 14:80 16:90 18:100 20:110 22:120 24:130 "
                    "26:140 28:150 30:125 32:160",
                    "0 10 0 20 0 30 0 40 0 50 0 60 0 70 0 80 0 90 0 100 0 110 0 120 0 130 130 140 "
                    "130 150 130 130 0 1024 0");
}

// Two variables for a while, which end where it says; then the first one alone.
static void check_second_ends(uint32_t first, uint32_t second, const char *expected)
{
    static struct words w;
    struct thread_program p;
    char text[200];
    memset(named, 0, sizeof named);
    named[0] = first;
    named[1] = second;
    // Two registers are live nearly all the time: at 26 one is, which is a change as well.
    words_make(&w, "i5 i6 s5 s6 " N8 "s6 " N8 N4 "u6 s5 x");
    struct flow_code code = words_code(&w);
    code.shared_end = named_at;
    code.names = named;
    assert_int_equal(thread_program_find(&p, &code, WORDS_BASE, 65536), PROGRAM_OK);
    print_phases(&p, text, sizeof text);
    assert_string_equal(text, expected);
    thread_program_free(&p);
}

static void test_variable_phases(void **state)
{
    (void)state;
    // 25 % of whole sets are a change: from 4 to 3, not from 5 to 4, nor within one.
    check_second_ends(3072, 3073, "0:3,3073 10:3,3073 20:3,3072");
    check_second_ends(4096, 5120, "0:3,5120 10:3,5120 26:2,4096");
    check_second_ends(1, 1024, "0:3,1024 10:3,1024 26:2,1");
    check_second_ends(1024, 1025, "0:3,1025 10:3,1025 20:3,1024");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),
        cmocka_unit_test(test_change),
        cmocka_unit_test(test_apart),
        cmocka_unit_test(test_divergence),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_tail_call),
        cmocka_unit_test(test_endless),
        cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_specifier),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_shared_calls),
        cmocka_unit_test(test_shared_data),
        cmocka_unit_test(test_variables),
        cmocka_unit_test(test_variable_phases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
