/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the float adder: the page's table by hand, and two others that add: the
 * float unit's code, which aligns and keeps a sticky bit, and the host. All pairs of borders,
 * random pairs of all distances, the invariants.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/float_add.h"
#include "isa/float.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

enum { PAIRS = 2000000 };

static const uint32_t NOT_A_NUMBER = 0x7fc00000;
static const uint32_t INFINITE = 0x7f800000;
static const uint32_t SIGN = 0x80000000;

static uint32_t add(uint32_t a, uint32_t b)
{
    struct float_add s;
    struct float_add_out out;
    const struct float_add_in in = {a, b};
    assert_null(float_add_init(&s));
    assert_null(float_add_promise(&s, &in));
    float_add_eval(&s, &in, &out);
    float_add_tick(&s, &in, &out);
    float_add_reset(&s);
    assert_null(float_add_check(&s));
    return out.sum;
}

static void by_hand(void **state)
{
    (void)state;
    static const struct {
        uint32_t a, b, sum;
    } rows[] = {
        {0x7f800001, 0x3f800000, 0x7fc00000}, /* a signalling NaN */
        {0xffc12345, 0x7f800000, 0x7fc00000}, /* a NaN with a payload, and infinity */
        {0x7f800000, 0xff800000, 0x7fc00000}, /* infinities of unlike sign */
        {0xff800000, 0xff800000, 0xff800000}, /* of one sign */
        {0x7f800000, 0xff7fffff, 0x7f800000}, /* one */
        {0x80000000, 0x80000000, 0x80000000}, /* zeros, both negative */
        {0x00000000, 0x80000000, 0x00000000}, /* of unlike sign */
        {0x80000000, 0x00000001, 0x00000001}, /* a zero and another */
        {0x3f800000, 0xbf800000, 0x00000000}, /* exactly zero */
        {0x3f800000, 0x3fc00000, 0x40200000}, /* 1 + 1.5 */
        {0x3f800000, 0x33800000, 0x3f800000}, /* 1 + 2^-24: a tie, down to even */
        {0x3f800001, 0x33800000, 0x3f800002}, /* a tie, up to even */
        {0x3f800000, 0x33800001, 0x3f800001}, /* a little more than half */
        {0x3f800000, 0xb3800000, 0x3f7fffff}, /* 1 - 2^-24: exact */
        {0x3f800000, 0xb3000000, 0x3f800000}, /* 1 - 2^-25: a tie, to even */
        {0x3f800000, 0xb3000001, 0x3f7fffff}, /* a little more */
        {0x3fffffff, 0x33800000, 0x40000000}, /* carries into the exponent */
        {0x00000001, 0x00000001, 0x00000002}, /* subnormal numbers */
        {0x007fffff, 0x00000001, 0x00800000}, /* become normal */
        {0x00800000, 0x80000001, 0x007fffff}, /* a normal one becomes subnormal */
        {0x7f7fffff, 0x73000000, 0x7f800000}, /* the least that overflows: half a last place */
        {0x7f7fffff, 0x72ffffff, 0x7f7fffff}, /* the greatest that does not */
        {0xff7fffff, 0xff7fffff, 0xff800000},
        {0x7f7fffff, 0x00000001, 0x7f7fffff}, /* as far apart as can be */
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        assert_int_equal(add(rows[i].a, rows[i].b), rows[i].sum);
        assert_int_equal(add(rows[i].b, rows[i].a), rows[i].sum);
    }
}

/* ---- two others ------------------------------------------------------------------------ */

static uint32_t host_sum(uint32_t a, uint32_t b)
{
    float x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    const volatile float sum = x + y;
    const float same = sum;
    uint32_t bits;
    memcpy(&bits, &same, sizeof bits);
    return same != same ? NOT_A_NUMBER : bits;
}

static uint32_t magnitude(uint32_t a) { return a & ~SIGN; }

/* The page's invariants. */
static const char *broken_invariant(uint32_t a, uint32_t b, uint32_t sum)
{
    const uint32_t turned = float_add_sum(a ^ SIGN, b ^ SIGN);
    const uint32_t greater = magnitude(a) > magnitude(b) ? a : b;
    if (float_add_sum(b, a) != sum) return "commutes";
    if (magnitude(a) > INFINITE || magnitude(b) > INFINITE)
        return sum == NOT_A_NUMBER ? NULL : "of_zero";
    if (magnitude(b) == 0 && magnitude(a) != 0 && sum != a) return "of_zero";
    if (sum == NOT_A_NUMBER) return turned == NOT_A_NUMBER ? NULL : "negates";
    if (magnitude(sum) == 0 && ((a ^ b) & SIGN) != 0) return turned == 0 ? NULL : "negates";
    if (turned != (sum ^ SIGN)) return "negates";
    if (magnitude(sum) != INFINITE && magnitude(sum) > magnitude(float_add_sum(greater, greater)))
        return "near";
    return NULL;
}

static void compare(uint32_t a, uint32_t b)
{
    uint8_t flags = 0;
    const uint32_t sum = float_add_sum(a, b);
    const uint32_t unit = isa_float(ISA_FADD_S, a, b, 0, ISA_RNE, &flags);
    if (sum != unit || sum != host_sum(a, b))
        fail_msg("%08x + %08x: %08x, float unit %08x, host %08x", a, b, sum, unit, host_sum(a, b));
    const char *broken = broken_invariant(a, b, sum);
    if (broken != NULL) fail_msg("%08x + %08x: %08x: %s", a, b, sum, broken);
}

/* Exponents 0, 1, 2, and some to 255, with the ends of the fractions. */
static void borders(void **state)
{
    (void)state;
    static const uint32_t exponents[] = {0,   1,   2,   22,  23,  24,  25,  26,  100, 126, 127,
                                         128, 149, 150, 151, 152, 153, 230, 252, 253, 254, 255};
    static const uint32_t fractions[] = {0,        1,        2,        3,        0x3fffff,
                                         0x400000, 0x400001, 0x7ffffd, 0x7ffffe, 0x7fffff};
    enum { EACH = LENGTH(exponents) * LENGTH(fractions) * 2 };
    uint32_t number[EACH];
    uint32_t n = 0;
    for (size_t e = 0; e < LENGTH(exponents); e++) {
        for (size_t f = 0; f < LENGTH(fractions); f++) {
            number[n++] = exponents[e] << 23 | fractions[f];
            number[n++] = exponents[e] << 23 | fractions[f] | SIGN;
        }
    }
    assert_int_equal(n, EACH);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++) compare(number[i], number[k]);
}

/* Most with exponents that are near each other, some with fractions of few ones or zeros. */
static void random_pairs(void **state)
{
    (void)state;
    struct hd_rng rng;
    hd_rng_seed(&rng, 11);
    for (uint32_t i = 0; i < PAIRS; i++) {
        uint32_t a = (uint32_t)(hd_rng_next(&rng) >> 32), b = (uint32_t)(hd_rng_next(&rng) >> 32);
        const uint32_t apart = (a >> 23) + hd_rng_below(&rng, 61) - 30;
        if (hd_rng_chance(&rng, 3, 4)) b = (b & 0x807fffff) | (apart & 0xff) << 23;
        if (hd_rng_chance(&rng, 1, 6)) a &= ~(uint32_t)(0x7fffff >> hd_rng_below(&rng, 24));
        if (hd_rng_chance(&rng, 1, 6)) b |= UINT32_C(0x7fffff) >> hd_rng_below(&rng, 24);
        if (hd_rng_chance(&rng, 1, 16)) b = a ^ SIGN ^ UINT32_C(1) << hd_rng_below(&rng, 24);
        if (hd_rng_chance(&rng, 1, 16)) a &= 0x80ffffff;
        compare(a, b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(borders),
        cmocka_unit_test(random_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
