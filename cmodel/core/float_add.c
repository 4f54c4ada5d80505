/* SPDX-License-Identifier: Apache-2.0 */
/*
 * No alignment and no sticky bits: both numbers are written out as multiples of the least one,
 * 2^-149, in an integer that is long enough for any of them. Their sum is then exact, and is
 * rounded once.
 */
#include "core/float_add.h"

#include <stddef.h>

#define SIGN UINT32_C(0x80000000)
#define INFINITE UINT32_C(0x7f800000)
#define NAN_RESULT UINT32_C(0x7fc00000)

enum {
    FRACTION = 23, /* bits */
    WORDS = 5,     /* the greatest number has 277 bits, a sum one more */
    WORD_BITS = 64,
};

/* A magnitude in units of 2^-149, the lowest word first. */
struct exact {
    uint64_t word[WORDS];
};

/* --- numbers ------------------------------------------------------------- */

static uint32_t magnitude(uint32_t a) { return a & ~SIGN; }
static bool is_nan(uint32_t a) { return magnitude(a) > INFINITE; }
static bool is_infinite(uint32_t a) { return magnitude(a) == INFINITE; }

static struct exact write_out(uint32_t a)
{
    const uint32_t exponent = magnitude(a) >> FRACTION;
    const uint64_t fraction = a & ((UINT32_C(1) << FRACTION) - 1);
    const uint64_t digits = exponent == 0 ? fraction : fraction | UINT64_C(1) << FRACTION;
    const uint32_t shift = exponent == 0 ? 0 : exponent - 1;
    struct exact e = {{0}};
    e.word[shift / WORD_BITS] = digits << shift % WORD_BITS;
    if (shift % WORD_BITS != 0)
        e.word[shift / WORD_BITS + 1] = digits >> (WORD_BITS - shift % WORD_BITS);
    return e;
}

static struct exact add(const struct exact *a, const struct exact *b)
{
    struct exact sum;
    uint64_t carry = 0;
    for (uint32_t w = 0; w < WORDS; w++) {
        const uint64_t part = a->word[w] + carry;
        carry = part < carry;
        sum.word[w] = part + b->word[w];
        carry += sum.word[w] < part;
    }
    return sum;
}

/* a is not the smaller one. */
static struct exact subtract(const struct exact *a, const struct exact *b)
{
    struct exact rest;
    uint64_t borrow = 0;
    for (uint32_t w = 0; w < WORDS; w++) {
        const uint64_t part = a->word[w] - borrow;
        borrow = part > a->word[w];
        rest.word[w] = part - b->word[w];
        borrow += part < b->word[w];
    }
    return rest;
}

/* --- rounding ------------------------------------------------------------ */

static uint32_t bit_at(const struct exact *e, uint32_t n)
{
    return (uint32_t)(e->word[n / WORD_BITS] >> n % WORD_BITS) & 1;
}

/* Bits up to the highest that is 1; 0 of zero. */
static uint32_t length(const struct exact *e)
{
    uint32_t n = WORDS * WORD_BITS;
    while (n > 0 && e->word[n / WORD_BITS - 1] == 0) n -= WORD_BITS;
    while (n > 0 && bit_at(e, n - 1) == 0) n--;
    return n;
}

static bool any_below(const struct exact *e, uint32_t n)
{
    const uint32_t words = n / WORD_BITS, rest = n % WORD_BITS;
    for (uint32_t w = 0; w < words; w++) {
        if (e->word[w] != 0) return true;
    }
    return rest != 0 && e->word[words] << (WORD_BITS - rest) != 0;
}

/* The 24 bits from bit n up. */
static uint32_t digits_from(const struct exact *e, uint32_t n)
{
    const uint32_t w = n / WORD_BITS, shift = n % WORD_BITS;
    uint64_t bits = e->word[w] >> shift;
    if (shift != 0 && w + 1 < WORDS) bits |= e->word[w + 1] << (WORD_BITS - shift);
    return (uint32_t)bits & ((UINT32_C(1) << (FRACTION + 1)) - 1);
}

/* The float next to it. As exponent and fraction lie behind each other, a number of 24 digits above
 * `dropped` others is digits + dropped * 2^23; with up to 24 digits in all it is the digits. */
static uint32_t nearest(const struct exact *e)
{
    const uint32_t digits_all = length(e);
    const uint32_t dropped = digits_all > FRACTION + 1 ? digits_all - (FRACTION + 1) : 0;
    uint32_t digits = digits_from(e, dropped);
    if (dropped > 0 && bit_at(e, dropped - 1) != 0 &&
        (any_below(e, dropped - 1) || (digits & 1) != 0))
        digits++;
    const uint32_t number = (dropped << FRACTION) + digits;
    return number < INFINITE ? number : INFINITE;
}

/* --- the sum ------------------------------------------------------------- */

static uint32_t sum_of_finite(uint32_t a, uint32_t b)
{
    const struct exact of_a = write_out(a);
    const struct exact of_b = write_out(b);
    if ((a & SIGN) == (b & SIGN)) {
        const struct exact sum = add(&of_a, &of_b);
        return (a & SIGN) | nearest(&sum);
    }
    if (magnitude(a) == magnitude(b)) return 0;
    const bool greater = magnitude(a) > magnitude(b);
    const struct exact rest = greater ? subtract(&of_a, &of_b) : subtract(&of_b, &of_a);
    return ((greater ? a : b) & SIGN) | nearest(&rest);
}

uint32_t float_add_sum(uint32_t a, uint32_t b)
{
    if (is_nan(a) || is_nan(b)) return NAN_RESULT;
    if (is_infinite(a)) return is_infinite(b) && a != b ? NAN_RESULT : a;
    if (is_infinite(b)) return b;
    return sum_of_finite(a, b);
}

/* --- the block ----------------------------------------------------------- */

const char *float_add_init(struct float_add *s)
{
    s->nothing = true;
    return NULL;
}

void float_add_reset(struct float_add *s) { (void)s; }

void float_add_eval(const struct float_add *s, const struct float_add_in *in,
                    struct float_add_out *out)
{
    (void)s;
    out->sum = float_add_sum(in->a, in->b);
}

void float_add_tick(struct float_add *s, const struct float_add_in *in,
                    const struct float_add_out *out)
{
    (void)s;
    (void)in;
    (void)out;
}

const char *float_add_check(const struct float_add *s)
{
    (void)s;
    return NULL;
}

const char *float_add_promise(const struct float_add *s, const struct float_add_in *in)
{
    (void)s;
    (void)in;
    return NULL;
}
