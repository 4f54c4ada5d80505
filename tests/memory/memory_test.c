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

#include "common/rng.h"
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

// Buffers come and go. A list of ranges says which lowest place is free; contents tell whether two
// buffers overlap.
enum { TURNS = 4000, ALIVE = 40, PLACES = 3000 };

struct alive {
    uint32_t address, bytes, tag;
};

// The lowest granule from which so many are in no buffer and no gap.
static uint32_t twin_place(const struct alive *a, uint32_t count, uint32_t granules)
{
    static bool taken[PLACES];
    uint32_t run = 0;
    memset(taken, 0, sizeof taken);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = (a[i].address - ISA_GLOBAL_BASE) / 256;
        for (uint32_t g = 0; g < (a[i].bytes + 255) / 256 + 1; g++) taken[first + g] = true;
    }
    for (uint32_t g = 0; g < PLACES; g++) {
        run = taken[g] ? 0 : run + 1;
        if (run == granules) return g + 1 - granules;
    }
    return UINT32_MAX;
}

static void check_alive(const struct isa_memory *m, const struct alive *a)
{
    static uint8_t bytes[8192];
    assert_true(isa_memory_read(m, a->address, bytes, a->bytes));
    for (uint32_t b = 0; b < a->bytes; b++) assert_int_equal(bytes[b], a->tag);
    if (a->bytes > 0) assert_false(isa_memory_holds(m, a->address, a->bytes + 1));
}

static void add_alive(struct isa_memory *m, struct alive *a, uint32_t count, struct hd_rng *rng)
{
    static uint8_t fill[8192];
    struct alive *one = &a[count];
    *one = (struct alive){0, hd_rng_below(rng, 8) == 0 ? 0 : hd_rng_below(rng, 8192),
                          1 + hd_rng_below(rng, 255)};
    const uint32_t wanted = twin_place(a, count, (one->bytes + 255) / 256 + 1);
    one->address = isa_memory_allocate(m, "one", one->bytes);
    assert_int_equal(one->address, ISA_GLOBAL_BASE + 256 * wanted);
    const uint32_t tag = one->tag;
    one->tag = 0;
    check_alive(m, one);
    one->tag = tag;
    memset(fill, (int)tag, sizeof fill);
    assert_true(isa_memory_write(m, one->address, fill, one->bytes));
}

static void test_release(void **state)
{
    (void)state;
    struct isa_memory m;
    struct alive a[ALIVE];
    struct hd_rng rng;
    uint32_t count = 0;
    hd_rng_seed(&rng, 5);
    assert_true(isa_memory_init(&m, NULL));
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        const bool grows = turn / 100 % 2 == 0;
        if (count < ALIVE && (count == 0 || hd_rng_below(&rng, 4) < (grows ? 3u : 1u))) {
            add_alive(&m, a, count++, &rng);
            continue;
        }
        const struct alive one = a[hd_rng_below(&rng, count)];
        check_alive(&m, &one);
        if (one.bytes > 0) assert_false(isa_memory_release(&m, one.address + 256));
        for (uint32_t i = 0; i < count; i++)
            if (a[i].address == one.address) a[i--] = a[--count];
        assert_true(isa_memory_release(&m, one.address));
        assert_false(isa_memory_release(&m, one.address));
        assert_null(isa_memory_buffer(&m, one.address));
        assert_false(isa_memory_holds(&m, one.address, 1));
    }
    while (count > 0) assert_true(isa_memory_release(&m, a[--count].address));
    assert_int_equal(m.granules, 0);
    assert_int_equal(m.holes, 0);
    isa_memory_free(&m);
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

// ---- several images, several launches ----------------------------------------------------------

enum { SECOND = 0x10000, THIRD = 0x40000 }; // bases

static struct isa_image moved_image(uint32_t base)
{
    struct isa_image image = make_image();
    image.base = base;
    image.end += base;
    for (uint32_t s = 0; s < image.segments; s++) image.segment[s].address += base;
    return image;
}

static void make_three(struct space *s, struct isa_image *second, struct isa_image *third)
{
    static const uint32_t arguments[ISA_MAX_ARGUMENT_BYTES / 4] = {9, 10, 11};
    make_space(s);
    *second = moved_image(SECOND);
    *third = moved_image(THIRD);
    assert_true(isa_memory_add(&s->memory, third));
    assert_true(isa_memory_add(&s->memory, second));
    assert_int_equal(isa_memory_arguments_at(&s->memory, 1, arguments, 12), 0x0fff1000);
    assert_int_equal(isa_memory_arguments_at(&s->memory, 2, arguments, 4), 0x0fff2000);
    assert_int_equal(isa_memory_arguments_at(&s->memory, 2, NULL, 0), 0x0fff2000);
    assert_int_equal(isa_memory_arguments_at(&s->memory, 14, arguments, 4096), 0x0fffe000);
    assert_int_equal(isa_memory_arguments_at(&s->memory, 15, arguments, 8), 0x0ffff000);
}

static bool is_argument(uint32_t a)
{
    return (a >= ARGUMENTS && a < ARGUMENTS + 8) || (a >= 0x0fff1000 && a < 0x0fff100c) ||
           (a >= 0x0fffe000 && a < 0x0ffff008);
}

static enum isa_fault_kind three_byte(uint32_t a, bool write)
{
    static const uint32_t bases[] = {0, SECOND, THIRD};
    if (is_argument(a)) return write ? ISA_FAULT_READ_ONLY : ISA_FAULT_NONE;
    for (uint32_t i = 0; i < 3; i++) {
        if (a >= bases[i] + 0x10000 && a < bases[i] + 0x1000c)
            return write ? ISA_FAULT_READ_ONLY : ISA_FAULT_NONE;
        if (a >= bases[i] + DATA && a < bases[i] + END) return ISA_FAULT_NONE;
    }
    return ISA_FAULT_OUTSIDE;
}

static void test_three_images(void **state)
{
    (void)state;
    static const uint32_t borders[] = {
        0x10000,          0x1000c,       DATA,          END,
        ARGUMENTS,        ARGUMENTS + 8, SECOND + DATA, SECOND + END,
        SECOND + 0x10200, 0x20000,       0x2000c,       0x30000,
        0x50000,          THIRD + DATA,  THIRD + END,   THIRD + 0x10200,
        0x0fff0000,       0x0fff1000,    0x0fff100c,    0x0fff2000,
        0x0fffd000,       0x0fffe000,    0x0fffeffc,    0x0ffff000,
        0x0ffff008,       0x10000000 - 1};
    struct space s;
    struct isa_image second, third;
    make_three(&s, &second, &third);
    for (size_t b = 0; b < sizeof borders / sizeof borders[0]; b++)
        for (uint32_t i = 0; i < 24 * 2; i++) {
            const uint32_t address = borders[b] + i / 2 - 12;
            const bool write = i % 2 != 0;
            enum isa_fault_kind why;
            uint32_t *word = isa_memory_word(&s.memory, &s.scope, address, 1, write, &why);
            assert_int_equal(why, three_byte(address, write));
            assert_int_equal(word != NULL, why == ISA_FAULT_NONE);
            if (word != NULL) assert_ptr_equal(word, isa_memory_any_word(&s.memory, address));
        }
    assert_int_equal(*isa_memory_any_word(&s.memory, SECOND + 0x10004), 0x08070605);
    assert_int_equal(*isa_memory_any_word(&s.memory, 0x0fff1008), 11);
    assert_int_equal(*isa_memory_any_word(&s.memory, 0x0ffff000), 9);
    assert_non_null(isa_memory_any_word(&s.memory, ARGUMENTS + 4095)); // lines are read whole
    assert_non_null(isa_memory_any_word(&s.memory, 0x0fff1fff));
    assert_null(isa_memory_any_word(&s.memory, 0x0fff0000));
    assert_null(isa_memory_any_word(&s.memory, 0x0fff2000));
    assert_null(isa_memory_any_word(&s.memory, THIRD));

    // A store to the data of one is none to the data of another.
    enum isa_fault_kind why;
    *isa_memory_word(&s.memory, &s.scope, SECOND + DATA, 4, true, &why) = 5;
    assert_int_equal(*isa_memory_any_word(&s.memory, DATA), 0xddccbbaa);
    assert_int_equal(*isa_memory_any_word(&s.memory, THIRD + DATA), 0xddccbbaa);
    isa_memory_free(&s.memory);
}

static void test_room(void **state)
{
    (void)state;
    struct isa_image image[ISA_MAX_IMAGES + 1] = {make_image()};
    struct isa_memory memory;
    assert_true(isa_memory_init(&memory, &image[0]));
    // The arguments of the first end at 0x11200; nothing lies behind those that come later.
    assert_int_equal(isa_image_next_base(&image[0]), 0x10000);
    image[1] = make_image();
    assert_false(isa_memory_add(&memory, &image[1]));
    image[1].end = ISA_IMAGE_BASE + 0xf000;
    image[0].end = ISA_IMAGE_BASE + 0xf100;
    assert_int_equal(isa_image_next_base(&image[1]), 0x10000);
    assert_int_equal(isa_image_next_base(&image[0]), 0x20000);
    image[0].end = END;
    for (uint32_t i = 1; i < ISA_MAX_IMAGES; i++) {
        image[i] = moved_image(isa_image_next_base(&image[i - 1]));
        assert_int_equal(image[i].base, 0x10000 * i);
        assert_true(isa_memory_has_room(&memory, &image[i]));
        assert_true(isa_memory_add(&memory, &image[i]));
        assert_false(isa_memory_has_room(&memory, &image[i]));
    }
    image[ISA_MAX_IMAGES] = moved_image(0x100000);
    assert_false(isa_memory_has_room(&memory, &image[ISA_MAX_IMAGES]));
    assert_false(isa_memory_add(&memory, &image[ISA_MAX_IMAGES]));
    isa_memory_free(&memory);

    // The arguments of the first reach into the next 64 KB: one byte too far, and not.
    image[0].end = ISA_IMAGE_BASE + 0xf001;
    image[1] = moved_image(0x10000);
    assert_true(isa_memory_init(&memory, &image[0]));
    assert_false(isa_memory_add(&memory, &image[1]));
    isa_memory_free(&memory);
    image[0].end = ISA_IMAGE_BASE + 0xf000;
    assert_true(isa_memory_init(&memory, &image[0]));
    assert_true(isa_memory_add(&memory, &image[1]));
    isa_memory_free(&memory);

    // The highest image that there can be, and its arguments.
    static const uint32_t seven = 7;
    image[0].base = 0x0ffd0000;
    image[0].segments = 0;
    image[0].end = ISA_IMAGE_END;
    assert_true(isa_memory_init(&memory, &image[0]));
    assert_int_equal(isa_memory_arguments(&memory, &seven, 4), ISA_IMAGE_END);
    assert_int_equal(isa_memory_arguments_at(&memory, 1, &seven, 4), ISA_IMAGE_END + 4096);
    assert_int_equal(*isa_memory_any_word(&memory, ISA_IMAGE_END), 7);
    isa_memory_free(&memory);
}

static void test_names(void **state)
{
    (void)state;
    struct isa_symbol here = {0x10000, 12, "here", true};
    struct isa_symbol there = {SECOND + 0x10000, 12, "there", true};
    struct space s;
    struct isa_image second, third;
    char text[256];
    make_three(&s, &second, &third);
    s.image.symbols = second.symbols = 1;
    s.image.symbol = &here;
    second.symbol = &there;
    const struct isa_kernel kernel = {"k", 0x10000, 0};
    const struct isa_launch launch = {&s.image, &kernel, {{1, 1, 1}}, {{1, 1, 1}},
                                      0,        1024,    ARGUMENTS,   0};
    struct isa_fault fault = {.kind = ISA_FAULT_ROUNDING, .pc = 0x10008};
    isa_fault_print(&fault, &launch, &s.memory, text, sizeof text);
    assert_non_null(strstr(text, "at here+0x8 (0x00010008)"));
    fault.pc += SECOND;
    isa_fault_print(&fault, &launch, &s.memory, text, sizeof text);
    assert_non_null(strstr(text, "at there+0x8 (0x00020008)"));
    assert_ptr_equal(isa_memory_image(&s.memory, &launch, THIRD + DATA), &third);
    assert_ptr_equal(isa_memory_image(&s.memory, &launch, 0x80000000), &s.image);
    isa_memory_free(&s.memory);
}

static void test_launch(void **state)
{
    (void)state;
    struct isa_image image = make_image();
    image.shared_bytes = 16;
    struct isa_launch good = {&image, NULL, {{3, 2, 1}}, {{4, 3, 2}}, 16, 1024, ARGUMENTS, 0};
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
    struct isa_launch launch = {&image, NULL, {{3, 2, 1}}, {{4, 3, 2}}, 48, 1024, ARGUMENTS, 0};
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
        cmocka_unit_test(test_buffers),      cmocka_unit_test(test_release),
        cmocka_unit_test(test_accesses),     cmocka_unit_test(test_words),
        cmocka_unit_test(test_launch),       cmocka_unit_test(test_identity),
        cmocka_unit_test(test_three_images), cmocka_unit_test(test_room),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
