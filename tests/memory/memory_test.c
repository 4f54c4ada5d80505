// SPDX-License-Identifier: Apache-2.0
//
// The address space: what may be touched, what may not, and why. An obvious twin says for every
// address near a border which it is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "isa/launch.h"
#include "isa/memory.h"

static const uint8_t code[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static const uint8_t data[4] = {0xaa, 0xbb, 0xcc, 0xdd};

enum { DATA = 0x10100, END = 0x10120, ARGUMENTS = 0x10200, STACK = 64, SHARED = 40 };

static struct isa_image make_image(void)
{
    return (struct isa_image){
        .segments = 2,
        .segment = {{0x10000, sizeof code, code, sizeof code, false, true},
                    {DATA, END - DATA, data, sizeof data, true, false}},
        .end = END,
    };
}

struct space {
    struct isa_image image;
    struct isa_memory memory;
    uint32_t shared[SHARED / 4];
    uint32_t local[4 * STACK]; // of four threads, word by word beside each other
    struct isa_scope scope;
};

static void make_space(struct space *s)
{
    static const uint32_t arguments[2] = {7, 8};
    memset(s, 0, sizeof *s);
    s->image = make_image();
    assert_true(isa_memory_init(&s->memory, &s->image));
    assert_int_equal(isa_memory_arguments(&s->memory, arguments, 8), ARGUMENTS);
    s->scope = (struct isa_scope){s->shared, SHARED, &s->local[2], 4, STACK};
}

static void test_buffers(void **state)
{
    (void)state;
    struct space s;
    make_space(&s);
    assert_int_equal(isa_memory_allocate(&s.memory, "a", 1), 0x10000000);
    assert_int_equal(isa_memory_allocate(&s.memory, "b", 256), 0x10000200);
    assert_int_equal(isa_memory_allocate(&s.memory, "c", 0), 0x10000400);
    assert_int_equal(isa_memory_allocate(&s.memory, "d", 257), 0x10000500);
    assert_int_equal(isa_memory_allocate(&s.memory, "much", 0x30000000), 0);
    uint32_t word = 5;
    assert_true(isa_memory_write(&s.memory, 0x100002fc, &word, 4));
    word = 6;
    assert_true(isa_memory_read(&s.memory, 0x100002fc, &word, 4));
    assert_int_equal(word, 5);
    assert_false(isa_memory_write(&s.memory, 0x100002fd, &word, 4));
    assert_false(isa_memory_write(&s.memory, 0x10000000, &word, 4));
    assert_false(isa_memory_read(&s.memory, 0x10000400, &word, 1));
    assert_true(isa_memory_read(&s.memory, 0x10000400, &word, 0));
    isa_memory_free(&s.memory);
}

// Byte by byte, without any of the model's short cuts.
static enum isa_fault_kind twin_byte(uint32_t a, bool write)
{
    if ((a >= 0x10000 && a < 0x1000c) || (a >= ARGUMENTS && a < ARGUMENTS + 8))
        return write ? ISA_FAULT_READ_ONLY : ISA_FAULT_NONE;
    bool good = (a >= DATA && a < END) || (a >= 0x10000000 && a < 0x1000000a) ||
                (a >= 0x10000200 && a < 0x10000300) ||
                (a >= 0x40000000 && a < 0x40000000 + SHARED) ||
                (a >= 0x60000000 && a < 0x60000000 + STACK);
    return good ? ISA_FAULT_NONE : ISA_FAULT_OUTSIDE;
}

static enum isa_fault_kind twin(uint32_t address, uint32_t bytes, bool write)
{
    if (address % bytes != 0) return ISA_FAULT_MISALIGNED;
    enum isa_fault_kind worst = ISA_FAULT_NONE;
    for (uint32_t b = 0; b < bytes; b++) {
        enum isa_fault_kind kind = twin_byte(address + b, write);
        if (kind > worst && worst != ISA_FAULT_OUTSIDE) worst = kind;
        if (kind == ISA_FAULT_OUTSIDE) worst = kind;
    }
    return worst;
}

static void test_accesses(void **state)
{
    (void)state;
    static const uint32_t borders[] = {0,
                                       0x10000,
                                       0x1000c,
                                       DATA,
                                       END,
                                       ARGUMENTS,
                                       ARGUMENTS + 8,
                                       0x10000000,
                                       0x1000000a,
                                       0x10000100,
                                       0x10000200,
                                       0x10000300,
                                       0x10000400,
                                       0x3fffffff,
                                       0x40000000,
                                       0x40000000 + SHARED,
                                       0x5fffffff,
                                       0x60000000,
                                       0x60000000 + STACK,
                                       0x80000000,
                                       0xffffffff};
    struct space s;
    make_space(&s);
    isa_memory_allocate(&s.memory, "a", 10);
    isa_memory_allocate(&s.memory, "b", 256);
    for (size_t b = 0; b < sizeof borders / sizeof borders[0]; b++)
        for (uint32_t i = 0; i < 24 * 6; i++) {
            uint32_t address = borders[b] + i / 6 - 12;
            uint32_t bytes = 1u << i % 3;
            bool write = i / 3 % 2 != 0;
            enum isa_fault_kind why;
            uint32_t *word = isa_memory_word(&s.memory, &s.scope, address, bytes, write, &why);
            assert_int_equal(why, twin(address, bytes, write));
            assert_int_equal(word != NULL, why == ISA_FAULT_NONE);
        }
    isa_memory_free(&s.memory);
}

// An access gives the word that belongs to the address and to no other one.
static void test_words(void **state)
{
    (void)state;
    struct space s;
    make_space(&s);
    enum isa_fault_kind why;
    uint32_t buffer = isa_memory_allocate(&s.memory, "a", 64);
    assert_int_equal(*isa_memory_word(&s.memory, &s.scope, 0x10004, 4, false, &why), 0x08070605);
    assert_int_equal(*isa_memory_word(&s.memory, &s.scope, 0x1000b, 1, false, &why), 0x0c0b0a09);
    assert_int_equal(*isa_memory_word(&s.memory, &s.scope, DATA, 4, false, &why), 0xddccbbaa);
    assert_int_equal(*isa_memory_word(&s.memory, &s.scope, DATA + 4, 4, false, &why), 0);
    assert_int_equal(*isa_memory_word(&s.memory, &s.scope, ARGUMENTS + 4, 4, false, &why), 8);
    *isa_memory_word(&s.memory, &s.scope, buffer + 8, 4, true, &why) = 99;
    uint32_t got;
    assert_true(isa_memory_read(&s.memory, buffer + 8, &got, 4));
    assert_int_equal(got, 99);
    assert_ptr_equal(isa_memory_word(&s.memory, &s.scope, 0x40000008, 2, true, &why), &s.shared[2]);
    assert_ptr_equal(isa_memory_word(&s.memory, &s.scope, 0x60000011, 1, true, &why),
                     &s.local[2 + 4 * 4]);
    isa_memory_free(&s.memory);
}

static void test_launch(void **state)
{
    (void)state;
    struct isa_image image = make_image();
    image.shared_bytes = 16;
    struct isa_launch good = {&image, NULL, {{3, 2, 1}}, {{4, 3, 2}}, 16, 1024, ARGUMENTS};
    assert_null(isa_launch_check(&good));
    struct isa_launch bad = good;
    bad.threads.n[2] = 0;
    assert_non_null(isa_launch_check(&bad));
    bad.threads.n[2] = 86;
    assert_non_null(isa_launch_check(&bad));
    bad = good;
    bad.blocks = (struct isa_dim){{65536, 65536, 1}};
    assert_non_null(isa_launch_check(&bad));
    bad = good;
    bad.shared_bytes = 15;
    assert_non_null(isa_launch_check(&bad));
    bad.shared_bytes = ISA_MAX_SHARED + 1;
    assert_non_null(isa_launch_check(&bad));
    bad = good;
    bad.stack_bytes = 24;
    assert_non_null(isa_launch_check(&bad));
}

static void test_identity(void **state)
{
    (void)state;
    struct isa_image image = make_image();
    struct isa_launch launch = {&image, NULL, {{3, 2, 1}}, {{4, 3, 2}}, 48, 1024, ARGUMENTS};
    struct isa_dim thread = isa_dim_place(&launch.threads, 4 * 3 + 4 * 2 + 3);
    struct isa_dim block = isa_dim_place(&launch.blocks, 5);
    static const uint32_t expected[][2] = {
        {0xcc0, 3}, {0xcc1, 2}, {0xcc2, 1},         {0xcc4, 4},          {0xcc5, 3},
        {0xcc6, 2}, {0xcc8, 2}, {0xcc9, 1},         {0xcca, 0},          {0xccc, 3},
        {0xccd, 2}, {0xcce, 1}, {0xcd0, ARGUMENTS}, {0xcd1, 0x60000400}, {0xcd2, 48},
    };
    uint32_t found = 0;
    for (uint32_t number = 0; number < 4096; number++) {
        uint32_t value;
        if (!isa_launch_csr(&launch, number, &thread, &block, &value)) continue;
        assert_int_equal(number, expected[found][0]);
        assert_int_equal(value, expected[found][1]);
        found++;
    }
    assert_int_equal(found, sizeof expected / sizeof expected[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buffers),  cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_words),    cmocka_unit_test(test_launch),
        cmocka_unit_test(test_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
