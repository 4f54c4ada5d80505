// SPDX-License-Identifier: Apache-2.0
// Functions, blocks and reconvergence of small programs; each refusal with its sentence.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

/* ---- where threads meet ---------------------------------------------------------------------- */

enum { MAX_BRANCHES = 6, NO_MORE = -2, END = -1 };

// The entry calls a function at instruction 2, unless the program shows something else.
struct meeting {
    const char *name, *text;
    int at[MAX_BRANCHES][2]; // branch or call, and where its threads meet
};

#define ENTRY "c2 x "

static const struct meeting meetings[] = {
    {"if, else", ENTRY "b5 n j6 n r", {{2, 6}, {NO_MORE}}},
    {"if without else", ENTRY "b4 n r", {{2, 4}, {NO_MORE}}},
    {"nested", ENTRY "b9 b6 n j7 n n j10 n r", {{2, 10}, {3, 7}, {NO_MORE}}},
    {"nested, both arms", ENTRY "b8 b6 n j7 n j9 n r", {{2, 9}, {3, 7}, {NO_MORE}}},
    {"loop", ENTRY "n n b2 r", {{4, 5}, {NO_MORE}}},
    {"self loop", ENTRY "b2 r", {{2, 3}, {NO_MORE}}},
    {"loop with two exits", ENTRY "b7 n b7 n j2 r", {{2, 7}, {4, 7}, {NO_MORE}}},
    // 2 leave? 3 continue? 5 break? 7 the next round
    {"break and continue", ENTRY "b10 b7 n b9 n n j2 n r", {{2, 10}, {3, 10}, {5, 10}, {NO_MORE}}},
    {"switch", ENTRY "b8 b7 b6 j9 j9 j9 j9 r", {{2, 9}, {3, 9}, {4, 9}, {NO_MORE}}},
    {"call in one arm", ENTRY "b5 c6 n r n r", {{2, 5}, {NO_MORE}}},
    {"two returns", ENTRY "b4 r n r", {{2, END}, {NO_MORE}}},
    {"return early from a loop", ENTRY "b6 b8 n j2 n r r", {{2, END}, {3, END}, {NO_MORE}}},
    {"exit in one arm", ENTRY "b4 x r", {{2, END}, {NO_MORE}}},
    {"endless loop in one arm", ENTRY "b4 r j4", {{2, END}, {NO_MORE}}},
    {"if in an endless loop", ENTRY "n b5 n n j2", {{3, 5}, {NO_MORE}}},
    {"irreducible", ENTRY "b5 n b7 n b4 n r", {{2, 7}, {4, 7}, {6, 7}, {NO_MORE}}},
    {"never returning call in one arm", ENTRY "b4 r c5 x", {{2, END}, {NO_MORE}}},
    {"in the entry", "b2 n x", {{0, 2}, {NO_MORE}}},
    {"two exits of the entry", "b2 x x", {{0, END}, {NO_MORE}}},
    {"entry without end", "b2 j1 j2", {{0, END}, {NO_MORE}}},
    {"tail call of what is called too", "c3 c4 x j4 b6 r r", {{4, END}, {NO_MORE}}},
    {"tail call in an arm", "c3 c6 x b5 r j6 b8 n r", {{3, END}, {6, 8}, {NO_MORE}}},
    {"call of what returns in one piece", ENTRY "b4 n r", {{0, END}, {NO_MORE}}},
    {"call of what returns by halves", ENTRY "b4 r r", {{0, 1}, {2, END}, {NO_MORE}}},
    {"call of what calls that", ENTRY "c4 r b6 r r", {{0, END}, {2, 3}, {NO_MORE}}},
    {"call of what jumps to that", "c3 c4 x j4 b6 r r", {{0, 1}, {1, 2}, {NO_MORE}}},
    {"call of what ends by halves", ENTRY "b4 x x", {{0, END}, {NO_MORE}}},
    {"call of itself", ENTRY "b4 r c2 r", {{0, 1}, {2, END}, {4, 5}, {NO_MORE}}},
    {"recursion", "c2 x b5 c2 n r", {{2, 5}, {NO_MORE}}},
};

static void check_meeting(const struct meeting *m, const struct thread_program *p, int at,
                          int where)
{
    const uint32_t meets = p->insn[at].reconvergence;
    const uint32_t expected = where == END ? 0 : WORDS_BASE + 4 * (uint32_t)where;
    const uint8_t kind = p->flow.insn[at].kind;
    assert_true(kind == FLOW_BRANCH || kind == FLOW_CALL);
    if (meets != expected) {
        fail_msg("%s: those of %d meet at 0x%x, not 0x%x", m->name, at, meets, expected);
    }
}

static void test_meetings(void **state)
{
    (void)state;
    static struct words w;
    for (size_t k = 0; k < sizeof meetings / sizeof meetings[0]; k++) {
        const struct meeting *m = &meetings[k];
        struct thread_program p;
        const enum program_result result = words_find(&w, &p, m->text, 0);
        if (result != PROGRAM_OK) fail_msg("%s: %s", m->name, p.flow.refusal[0].reason);
        for (uint32_t b = 0; m->at[b][0] != NO_MORE; b++) {
            check_meeting(m, &p, m->at[b][0], m->at[b][1]);
        }
        thread_program_free(&p);
    }
}

// Barriers: `left` is the one that threads of the first branch may be at before they meet, or NONE.
enum { NONE = -3 };

static const struct {
    struct meeting meeting;
    int left;
} barriers[] = {
    {{"return before a barrier", ENTRY "t5 d6 n k r", {{3, 4}, {0, END}, {NO_MORE}}}, NONE},
    {{"the same, all or none", ENTRY "n b6 n k r", {{3, 6}, {NO_MORE}}}, NONE},
    {{"return before it, the other way", ENTRY "t5 d5 r n k r", {{3, 5}, {NO_MORE}}}, NONE},
    {{"exit before a barrier", ENTRY "t5 d5 x n k r", {{3, 5}, {NO_MORE}}}, NONE},
    {{"store, then return", ENTRY "t5 d8 s6 n k n r s6 j7", {{3, 4}, {NO_MORE}}}, NONE},
    {{"return in an arm", ENTRY "t5 d7 d9 n j8 n k r", {{3, 8}, {4, 5}, {NO_MORE}}}, NONE},
    {{"return in a loop", ENTRY "t5 d8 n k n b3 r r", {{3, 4}, {7, 8}, {NO_MORE}}}, NONE},
    {{"rounds of one's own", ENTRY "t5 k d3 r", {{4, 3}, {NO_MORE}}}, NONE},
    {{"one side asks, the other knows", ENTRY "t5 d6 b9 n n k b6 r", {{3, 6}, {NO_MORE}}}, NONE},
    {{"the same before another barrier", ENTRY "t5 d6 b9 n n k b6 k r", {{3, 9}, {NO_MORE}}}, 7},
    {{"a barrier in each arm", ENTRY "t5 d6 k j7 k r", {{3, 7}, {NO_MORE}}}, 4},
    {{"a barrier in one arm", ENTRY "t5 d5 k n k r", {{3, 5}, {NO_MORE}}}, 4},
    {{"the same, all or none", ENTRY "n b5 k n k r", {{3, 5}, {NO_MORE}}}, NONE},
    {{"called: return, a barrier behind the call", "c3 k x t5 d7 k n r", {{4, 7}, {NO_MORE}}}, 5},
    {{"called: exit, a barrier behind the call", "c3 k x t5 d6 x n r", {{4, 6}, {NO_MORE}}}, NONE},
    {{"a barrier in what is called", ENTRY "t5 d6 c7 n r k r", {{3, 4}, {NO_MORE}}}, NONE},
};

static void test_barriers(void **state)
{
    (void)state;
    static struct words w;
    for (size_t k = 0; k < sizeof barriers / sizeof barriers[0]; k++) {
        const struct meeting *m = &barriers[k].meeting;
        struct thread_program p;
        const enum program_result result = words_find(&w, &p, m->text, 0);
        if (result != PROGRAM_OK) fail_msg("%s: %s", m->name, p.flow.refusal[0].reason);
        for (uint32_t b = 0; m->at[b][0] != NO_MORE; b++)
            check_meeting(m, &p, m->at[b][0], m->at[b][1]);
        const uint32_t left = p.meetings.barrier[m->at[0][0]];
        const uint32_t expected = barriers[k].left == NONE ? FLOW_NONE : (uint32_t)barriers[k].left;
        if (left != expected)
            fail_msg("%s: barrier %d is left, not %d", m->name, (int)left, (int)expected);
        thread_program_free(&p);
    }
}

// Whether a branch on register 5 may part, and what makes it so.
static const struct {
    const char *text; // behind the entry; the last branch is looked at
    bool parts;
} questions[] = {
    {"t5 d4 r", true},
    {"=cc1022f3 d4 r", true},                        // thread_y
    {"=cc8022f3 d4 r", false},                       // block_x
    {"=cc4022f3 d4 r", false},                       // threads_x
    {"=001022f3 d4 r", true},                        // fflags
    {"=00052283 d4 r", false},                       // a word that all read
    {"t10 =00052283 d5 r", true},                    // each its own
    {"=00b522af d4 r", true},                        // amoadd.w: each another
    {"t6 =006282b3 d5 r", true},                     // add t0, t0, t1
    {"t5 w5 d5 r", false},                           // written anew
    {"t5 =00512223 w5 =00412283 d7 r", true},        // through the stack
    {"t5 =00512223 w5 =00812283 d7 r", false},       // another word of it
    {"=cd102373 t5 =00532023 =00412283 d7 r", true}, // to the stack by an address that was computed
    {"t5 d5 w5 d6 r", true},                         // written by some
    {"n b5 w5 d6 r", false},                         // by all or none
    {"t5 d6 n j7 w5 n d8 r", true},
    {"t5 d6 =00512223 j6 =00412283 d8 r", true}, // a word of the stack that some wrote
    {"w5 t6 =0062d463 j3 d7 r", false},          // bge t0, t1, of another register
    {"c5 d4 r t5 r", true},                      // what a function gives back
    {"t5 c6 d5 r w5 r", false},
    {"t8 c7 =00040293 d6 r w8 r", true}, // s0 is given back as it was
    {"t5 c5 r d6 r", true},              // what a function is given
};

static void test_questions(void **state)
{
    (void)state;
    static struct words w;
    for (size_t k = 0; k < sizeof questions / sizeof questions[0]; k++) {
        struct thread_program p;
        char text[200];
        snprintf(text, sizeof text, ENTRY "%s", questions[k].text);
        const enum program_result result = words_find(&w, &p, text, 0);
        if (result != PROGRAM_OK) fail_msg("%s: %s", text, p.flow.refusal[0].reason);
        uint32_t last = 0;
        for (uint32_t i = 0; i < p.count; i++) {
            const struct isa_insn *insn = &p.insn[i].insn;
            if (p.insn[i].reached && insn->cls == ISA_BRANCH && insn->rs1 != ISA_NONE) last = i;
        }
        assert_int_not_equal(last, 0);
        if (p.meetings.parts[last] != questions[k].parts)
            fail_msg("%s: %u %s", text, last, questions[k].parts ? "may part" : "may not part");
        thread_program_free(&p);
    }
}

/* ---- functions and blocks -------------------------------------------------------------------- */

// "entry+ first-last>successors ...", + for returns.
static void print_function(const struct flow_function *f, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%u%s", f->entry, f->returns ? "+" : "");
    for (uint32_t b = 0; b < f->blocks && used < size; b++) {
        used += (size_t)snprintf(text + used, size - used, " %u-%u>", f->block[b].first,
                                 f->block[b].last);
        for (uint32_t k = 0; k < f->edges[b].count && used < size; k++) {
            used += (size_t)snprintf(text + used, size - used, "%s%u", k == 0 ? "" : ",",
                                     f->edges[b].to[k]);
        }
    }
}

static void check_functions(const char *program, const char *const *expected)
{
    static struct words w;
    struct flow flow;
    words_make(&w, program);
    const struct flow_code code = words_code(&w);
    assert_true(flow_find(&flow, &code, WORDS_BASE));
    assert_int_equal(flow.refusals, 0);
    uint32_t functions = 0;
    for (; expected[functions] != NULL; functions++) {
        char text[200];
        assert_true(functions < flow.functions);
        print_function(&flow.function[functions], text, sizeof text);
        assert_string_equal(text, expected[functions]);
    }
    assert_int_equal(flow.functions, functions);
    flow_free(&flow);
}

#define FUNCTIONS(program, ...) check_functions(program, (const char *const[]){__VA_ARGS__, NULL})

static void test_functions(void **state)
{
    (void)state;
    FUNCTIONS("x", "0 0-0>");
    // A call ends no block; words behind the end are not looked at.
    FUNCTIONS("n c4 n x r =0", "0 0-3>", "4+ 4-4>");
    FUNCTIONS("C3 x n r", "0 0-2>", "3+ 3-4>");
    // Constants say where a jalr goes; a link in another register than ra is a jump's.
    FUNCTIONS("=008002ef n x", "0 0-0>1 2-2>");
    FUNCTIONS("=00000317 =01430313 n =000309e7 n x", "0 0-3>1 5-5>");
    FUNCTIONS("=00010337 =00c30067 n x", "0 0-1>1 3-3>");
    FUNCTIONS("=00000317 =01430313 n =000300e7 x r", "0 0-4>", "5+ 5-5>");
    // A block ends before a place that is jumped to.
    FUNCTIONS("c2 x n b3 r", "0 0-1>", "2+ 2-2>1 3-3>1,2 4-4>");
    FUNCTIONS("c2 x n j5 =0 n r", "0 0-1>", "2+ 2-3>1 5-6>");
    // Never comes back: ends the block, and what lies behind is not reached.
    FUNCTIONS("c2 =0 n x", "0 0-0>", "2 2-3>");
    FUNCTIONS("c2 =0 c4 =0 x", "0 0-0>", "2 2-2>", "4 4-4>");
    // It is known only late that the function returns.
    FUNCTIONS("c2 x b5 c2 n r", "0 0-1>", "2+ 2-2>2,1 3-4>2 5-5>");
    FUNCTIONS("c2 =0 c2", "0 0-0>", "2 2-2>");
    FUNCTIONS("c2 x c4 r c6 r r", "0 0-1>", "2+ 2-3>", "4+ 4-5>", "6+ 6-6>");
    // Two functions that call each other.
    FUNCTIONS("c2 x b4 c5 r c2 r", "0 0-1>", "2+ 2-2>2,1 3-3>2 4-4>", "5+ 5-6>");
}

// The blocks of a function that another jumps to are blocks of both.
static void test_tail_call(void **state)
{
    (void)state;
    FUNCTIONS("c3 c5 x T5 n r", "0 0-2>", "3+ 3-4>1 5-6>", "5+ 5-6>");
    FUNCTIONS("c3 c4 x n n r", "0 0-2>", "3+ 3-5>", "4+ 4-5>");
}

static void test_leaders(void **state)
{
    (void)state;
    static struct words w;
    struct thread_program p;
    assert_int_equal(words_find(&w, &p, "c2 x n b3 n r =0", 0), PROGRAM_OK);
    const bool leader[] = {true, false, true, true, true, false, false};
    for (uint32_t i = 0; i < w.count; i++) {
        assert_int_equal(p.flow.insn[i].leader, leader[i]);
        assert_int_equal(p.insn[i].reached, i < 6);
    }
    thread_program_free(&p);
}

// Rows: x1 first, f0 behind the last x; x0 has none; what cannot be reached has no say.
static void test_rows(void **state)
{
    (void)state;
    static struct words w;
    struct thread_program p;
    // fadd.s ft1, ft2, ft31 names three; the call ra.
    assert_int_equal(words_find(&w, &p, "c2 x w5 u31 =01f100d3 r w6", 0), PROGRAM_OK);
    const uint8_t reg[] = {1, 5, 31, ISA_F0 + 1, ISA_F0 + 2, ISA_F0 + 31};
    assert_int_equal(p.registers, 6);
    assert_memory_equal(p.reg, reg, sizeof reg);
    for (uint8_t r = 0; r < 6; r++) assert_int_equal(p.row[reg[r]], r);
    assert_int_equal(p.row[0], NO_ROW);
    assert_int_equal(p.row[6], NO_ROW);
    thread_program_free(&p);
}

/* ---- refused --------------------------------------------------------------------------------- */

struct refused {
    const char *text;
    uint32_t at, function; // instruction, entry of its function
    const char *reason;
};

static const struct refused refusals[] = {
    {"c2 x n =00000073 r", 3, 2, "ecall: there is no system below"},
    {"=00100073", 0, 0, "ebreak: there is no debugger"},
    {"n =00004501 x", 1, 0, "compressed instruction"},
    {"=0000100f x", 0, 0, "fence.i: code does not change"},
    {"=0", 0, 0, "zero: not an instruction"},
    {"=c0002573 x", 0, 0, "there is no such CSR"}, // csrr a0, cycle
    {"=cc051073 x", 0, 0, "write to a read-only CSR"},
    {"=00005053 x", 0, 0, "reserved rounding mode"}, // fadd.s ft0, ft0, ft0, 5
    {"=00006053 x", 0, 0, "reserved rounding mode"},
    {"n n", 1, 0, "the code ends behind it"},
    {"n b0", 1, 0, "the code ends behind it"},
    {"j2 r c1", 2, 0, "the code ends behind it"},
    {"b100 x", 0, 0, "branch to 0x00010190: outside the code"},
    {"n j1000", 1, 0, "jump to 0x00010fa0: outside the code"},
    {"c2 x c1000 r", 2, 2, "call to 0x00010fa0: outside the code"},
    {"=fe000ee3 x", 0, 0, "branch to 0x0000fffc: outside the code"},
    {"=00000163 x", 0, 0, "branch to 0x00010002: not a multiple of 4"},
    {"=0020006f x", 0, 0, "jump to 0x00010002: not a multiple of 4"},
    {"=00078067", 0, 0, "jump to an address in a5: its target is unknown (jump table?)"},
    {"=000780e7 x", 0, 0, "call to an address in a5: its target is unknown (function pointer?)"},
    {"c2 x =00408067", 2, 2, "jump to an address in ra: its target is unknown (jump table?)"},
    // No constants: another register, a load between, a jump between, threads that come in between.
    {"=00000317 =000380e7 x", 1, 0,
     "call to an address in t2: its target is unknown (function pointer?)"},
    {"=00000317 =00032303 =000300e7 x", 2, 0,
     "call to an address in t1: its target is unknown (function pointer?)"},
    {"b3 =00000317 j4 =000300e7 x", 3, 0,
     "call to an address in t1: its target is unknown (function pointer?)"},
    {"b2 =00000317 =00c300e7 n x", 2, 0, "threads come here past what sets its address"},
    {"b3 =00000317 =01430313 n =00030067 x x", 4, 0,
     "threads come here past what sets its address"},
    {"=00000f17 =00000293 =000280e7 x", 2, 0, "call to 0x00000000: outside the code"},
    {"n r", 1, 0, "return from the entry, which no code called"},
};

static void check_refused(const struct refused *r)
{
    static struct words w;
    struct thread_program p;
    const enum program_result result = words_find(&w, &p, r->text, 0);
    if (result != PROGRAM_REFUSED) fail_msg("%s: not refused", r->text);
    assert_int_equal(p.flow.refusals, 1);
    assert_string_equal(p.flow.refusal[0].reason, r->reason);
    assert_int_equal(p.flow.refusal[0].address, WORDS_BASE + 4 * r->at);
    assert_int_equal(p.flow.refusal[0].word, w.word[r->at]);
    assert_int_equal(p.flow.refusal[0].function, WORDS_BASE + 4 * r->function);
    thread_program_free(&p);
}

static void test_refused(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof refusals / sizeof refusals[0]; k++) check_refused(&refusals[k]);
}

// All that is wrong is said at once, in the order of addresses.
static void test_refused_many(void **state)
{
    (void)state;
    static struct words w;
    struct thread_program p;
    assert_int_equal(words_find(&w, &p, "b4 b3 =0 =00000073 =00004501", 0), PROGRAM_REFUSED);
    assert_int_equal(p.flow.refusals, 3);
    for (uint32_t k = 0; k < 3; k++) {
        assert_int_equal(p.flow.refusal[k].address, WORDS_BASE + 4 * (2 + k));
    }
    thread_program_free(&p);
}

static void test_refused_entry(void **state)
{
    (void)state;
    static struct words w;
    words_make(&w, "n x");
    const struct flow_code code = words_code(&w);
    const uint32_t entries[] = {0, WORDS_BASE - 4, WORDS_BASE + 2, WORDS_BASE + 8};
    for (size_t k = 0; k < sizeof entries / sizeof entries[0]; k++) {
        struct thread_program p;
        assert_int_equal(thread_program_find(&p, &code, entries[k], 0), PROGRAM_REFUSED);
        assert_int_equal(p.flow.refusal[0].address, entries[k]);
        assert_string_equal(p.flow.refusal[0].reason, "entry of the kernel: not in the code");
        thread_program_free(&p);
    }
}

// What no thread reaches may be anything.
static void test_not_reached(void **state)
{
    (void)state;
    static struct words w;
    struct thread_program p;
    assert_int_equal(words_find(&w, &p, "c3 x =0 j5 =00000073 r =00004501", 0), PROGRAM_OK);
    thread_program_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meetings),     cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_questions),    cmocka_unit_test(test_functions),
        cmocka_unit_test(test_tail_call),    cmocka_unit_test(test_leaders),
        cmocka_unit_test(test_rows),         cmocka_unit_test(test_refused),
        cmocka_unit_test(test_refused_many), cmocka_unit_test(test_refused_entry),
        cmocka_unit_test(test_not_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
