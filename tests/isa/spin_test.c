/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads that go round, and threads that only look so: hand-made traces of instructions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "isa/spin.h"

#define LW 0x00052583    // lw a1, 0(a0)
#define SW 0x00b52023    // sw a1, 0(a0)
#define SB 0x00b50023    // sb a1, 0(a0)
#define ADD 0x00c58533   // add a0, a1, a2
#define BNE 0xfe059ee3   // bnez a1, -4
#define AMO 0x08b525af   // amoswap.w a1, a1, (a0)
#define FSRM 0x00259073  // csrw frm, a1
#define FSCSR 0x00359073 // csrw fcsr, a1
#define SET 0x0035a073   // csrs fcsr, a1
#define CLEAR 0x00105073 // csrwi fflags, 0
#define FADD 0x00b57553  // fadd.s fa0, fa0, fa1

static struct spin s;

static void step(uint32_t pc, uint32_t word, struct spin_step did)
{
    struct isa_insn insn;
    assert_true(isa_decode(word, &insn));
    did.pc = pc;
    spin_step(&s, 0, &insn, &did);
}

static void begin(void) { assert_true(spin_begin(&s, 1)); }

static void over(enum spin_kind kind)
{
    assert_int_equal(spin_kind(&s, 0), kind);
    spin_free(&s);
}

static void still(void **state)
{
    (void)state;
    begin();
    over(SPIN_STILL);
}

static void waits(void **state)
{
    (void)state;
    begin();
    for (int i = 0; i < 100; i++) {
        step(0x100, LW, (struct spin_step){.address = 0x10000040});
        step(0x104, BNE, (struct spin_step){0});
    }
    assert_int_equal(spin_place(&s, 0), 0x100);
    assert_int_equal(s.thread[0].address, 0x10000040);
    over(SPIN_ROUNDS);
}

/* A register that counts: also one that counts far, slowly, and only every hundredth round. */
static void counts(void **state)
{
    (void)state;
    begin();
    for (uint32_t i = 0; i < 5000; i++) {
        step(0x100, LW, (struct spin_step){.address = 0x10000040});
        if (i % 100 == 0) step(0x104, ADD, (struct spin_step){.value = i / 100});
        step(0x108, BNE, (struct spin_step){0});
    }
    over(SPIN_MOVES);
}

/* A loop in the loop: its counter goes round with it. */
static void loop_in_loop(void **state)
{
    (void)state;
    begin();
    for (uint32_t i = 0; i < 1000; i++) {
        step(0x100, LW, (struct spin_step){.address = 0x10000040});
        for (uint32_t k = 0; k < 37; k++) step(0x104, ADD, (struct spin_step){.value = k});
    }
    over(SPIN_ROUNDS);
}

/* Went round for long, and then on. */
static void goes_on(void **state)
{
    (void)state;
    begin();
    for (int i = 0; i < 100; i++) step(0x100, LW, (struct spin_step){.address = 0x10000040});
    for (uint32_t i = 0; i < 10; i++) step(0x200 + 4 * i, ADD, (struct spin_step){.value = i});
    over(SPIN_MOVES);
}

/* An address that moves on reads other words, though registers are loaded from nowhere else. */
static void reads_on(void **state)
{
    (void)state;
    begin();
    for (uint32_t i = 0; i < 1000; i++)
        step(0x100, LW, (struct spin_step){.address = 0x10000040 + 4 * i});
    over(SPIN_MOVES);
}

static void stack(void **state)
{
    const uint32_t local = ISA_LOCAL_BASE + 0x3f0;
    (void)state;
    begin(); /* a counter on the stack */
    for (uint32_t i = 0; i < 1000; i++) {
        step(0x100, SW, (struct spin_step){.address = local, .data = i});
        step(0x104, LW, (struct spin_step){.address = local});
    }
    over(SPIN_MOVES);
    begin(); /* a register that is saved there in each round */
    for (uint32_t i = 0; i < 1000; i++) {
        step(0x100, SW, (struct spin_step){.address = local, .data = 77});
        step(0x104, LW, (struct spin_step){.address = local});
    }
    over(SPIN_ROUNDS);
    begin(); /* a byte goes round, the byte above it counts */
    for (uint32_t i = 0; i < 5000; i++) {
        step(0x100, SB, (struct spin_step){.address = local, .data = i & 3});
        if (i % 4 == 3) step(0x104, SB, (struct spin_step){.address = local + 1, .data = i / 4});
        step(0x108, BNE, (struct spin_step){0});
    }
    over(SPIN_MOVES);
    begin(); /* an atomic there: what it leaves depends on what was there */
    for (uint32_t i = 0; i < 1000; i++)
        step(0x100, AMO, (struct spin_step){.address = local, .data = 1});
    over(SPIN_MOVES);
}

/* Rounds that write much of the stack: each of its words counts, however many there are. */
static void wide_stack(void **state)
{
    const uint32_t local = ISA_LOCAL_BASE + 0x40000;
    (void)state;
    begin(); /* the same in each round */
    for (uint32_t i = 0; i < 30000; i++)
        step(0x100, SW, (struct spin_step){.address = local - 4 * (i % 1000), .data = i % 1000});
    over(SPIN_ROUNDS);
    for (uint32_t word = 0; word < 1000; word += 111) {
        begin(); /* but for one word, which counts slowly */
        for (uint32_t i = 0; i < 30000; i++)
            step(0x100, SW,
                 (struct spin_step){.address = local - 4 * (i % 1000),
                                    .data = i % 1000 == word ? i / 1000 : i % 1000});
        over(SPIN_MOVES);
    }
    begin(); /* a stack that grows and grows */
    for (uint32_t i = 0; i < 30000; i++)
        step(0x100, SW, (struct spin_step){.address = local - 4 * i, .data = 1});
    over(SPIN_MOVES);
    begin(); /* more words than are followed */
    for (uint32_t i = 0; i < 40 * SPIN_LOCALS; i++)
        step(0x100, SW, (struct spin_step){.address = local + 4 * (i % (2 * SPIN_LOCALS))});
    over(SPIN_MOVES);
}

/* What an exchange leaves in a register comes from memory, and from the word that it brings. */
static void exchange(void **state)
{
    (void)state;
    begin();
    for (uint32_t i = 0; i < 1000; i++)
        step(0x100, AMO, (struct spin_step){.address = 0x40000000, .data = 1});
    over(SPIN_ROUNDS);
    begin();
    for (uint32_t i = 0; i < 1000; i++)
        step(0x100, AMO, (struct spin_step){.address = 0x40000000, .data = i});
    over(SPIN_MOVES);
}

/* The float status is a register as others are: what is written counts, and what floats raise. */
static void status(void **state)
{
    (void)state;
    begin(); /* saved, set, put back */
    for (uint32_t i = 0; i < 1000; i++) {
        step(0x100, FSRM, (struct spin_step){.value = 0, .data = 1});
        step(0x104, FSRM, (struct spin_step){.value = 1, .data = 0});
    }
    over(SPIN_ROUNDS);
    begin(); /* a counter in it; a register beside it goes round */
    for (uint32_t i = 0; i < 255 * 8; i++) {
        step(0x100, ADD, (struct spin_step){.value = i % 8});
        if (i % 8 == 7) step(0x104, FSCSR, (struct spin_step){.value = i / 8, .data = i / 8 + 1});
    }
    over(SPIN_MOVES);
    begin(); /* flags raised and cleared */
    for (uint32_t i = 0; i < 1000; i++) {
        step(0x100, FADD, (struct spin_step){.value = 5, .flags = 1});
        step(0x104, CLEAR, (struct spin_step){.value = 1});
    }
    over(SPIN_ROUNDS);
    begin(); /* one bit more in each hundred rounds: to set bits keeps the others */
    for (uint32_t i = 0; i < 500; i++)
        step(0x100, SET, (struct spin_step){.value = (1u << i / 100) - 1, .data = 1u << i / 100});
    step(0x100, SET, (struct spin_step){.value = 0xf, .data = 0x10});
    for (uint32_t i = 0; i < 3; i++)
        step(0x100, SET, (struct spin_step){.value = 0x1f, .data = 1u << (i + 5)});
    over(SPIN_MOVES);
    begin(); /* to write flags is not to write frm, which counts */
    for (uint32_t i = 0; i < 8 * 100; i++) {
        step(0x100, CLEAR, (struct spin_step){.value = 0});
        if (i % 100 == 99) step(0x104, FSRM, (struct spin_step){.value = i / 100, .data = i / 100});
    }
    over(SPIN_MOVES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(still),      cmocka_unit_test(waits),        cmocka_unit_test(counts),
        cmocka_unit_test(goes_on),    cmocka_unit_test(loop_in_loop), cmocka_unit_test(reads_on),
        cmocka_unit_test(stack),      cmocka_unit_test(exchange),     cmocka_unit_test(status),
        cmocka_unit_test(wide_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
