/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/float_add_cover.h"

static uint32_t magnitude(uint32_t x) { return x & UINT32_C(0x7fffffff); }
static uint32_t exponent(uint32_t x) { return x >> 23 & 255; }
static bool is_nan(uint32_t x) { return magnitude(x) > UINT32_C(0x7f800000); }
static bool is_infinite(uint32_t x) { return magnitude(x) == UINT32_C(0x7f800000); }
static bool unlike(uint32_t a, uint32_t b) { return (a ^ b) >> 31 != 0; }

static double number(uint32_t x)
{
    float f;
    memcpy(&f, &x, sizeof f);
    return (double)f;
}

static void cover_special(uint32_t a, uint32_t b, uint64_t *bin)
{
    if (is_nan(a) || is_nan(b)) {
        bin[BIN_NAN]++;
        if (is_infinite(a) || is_infinite(b)) bin[BIN_NAN_SMALLER]++;
    } else if (is_infinite(a) && is_infinite(b)) {
        bin[unlike(a, b) ? BIN_INFINITIES_UNLIKE : BIN_INFINITIES_ALIKE]++;
    } else {
        bin[BIN_INFINITY]++;
    }
}

static void cover_zero(uint32_t a, uint32_t b, uint64_t *bin)
{
    if (magnitude(a) != 0 || magnitude(b) != 0) bin[BIN_ZERO_AND_OTHER]++;
    else if (unlike(a, b)) bin[BIN_ZEROS_UNLIKE]++;
    else if (a >> 31 != 0) bin[BIN_ZEROS_ALIKE]++;
}

/* What rounding did to a finite sum. A double holds the exact sum of two singles whose exponents
 * are no more than 28 apart. */
static void cover_rounding(uint32_t a, uint32_t b, uint32_t sum, uint64_t *bin)
{
    const double exact = number(a) + number(b), lost = exact - number(sum);
    if (lost == 0) {
        bin[BIN_EXACT]++;
        return;
    }
    const bool up = fabs(number(sum)) > fabs(exact);
    /* On the other side, just as far away: a tie if that is a number too. */
    const bool tie = (double)(float)(exact + lost) == exact + lost;
    if (tie) bin[up ? BIN_TIE_UP : BIN_TIE_DOWN]++;
    else bin[up ? BIN_ROUNDS_UP : BIN_ROUNDS_DOWN]++;
    if (up && (sum & UINT32_C(0x7fffff)) == 0) bin[BIN_CARRY_OF_ROUNDING]++;
}

static void cover_exponents(uint32_t a, uint32_t b, uint32_t sum, uint64_t *bin)
{
    const bool a_greater = magnitude(a) > magnitude(b);
    const uint32_t most = exponent(a_greater ? a : b), least = exponent(a_greater ? b : a);
    if (magnitude(a) != magnitude(b)) bin[a_greater ? BIN_FIRST_GREATER : BIN_SECOND_GREATER]++;
    if (most == least) bin[BIN_SAME_EXPONENT]++;
    if (most - least >= 26 && most - least < 30) bin[BIN_JUST_STICKY]++;
    if (most - least > 100) bin[BIN_FAR]++;
    if (most == 0) bin[exponent(sum) == 0 ? BIN_SUBNORMALS : BIN_BECOMES_NORMAL]++;
    else if (least == 0) bin[BIN_SUBNORMAL_AND_NORMAL]++;
    else if (exponent(sum) == 0) bin[BIN_BECOMES_SUBNORMAL]++;
    if (!unlike(a, b)) {
        if (exponent(sum) > most) bin[BIN_CARRY]++;
        return;
    }
    const uint32_t less = most > exponent(sum) ? most - exponent(sum) : 0;
    if (less == 0) bin[BIN_NO_SHIFT]++;
    else if (less == 1) bin[BIN_CANCELS_ONE]++;
    else bin[less < 9 ? BIN_CANCELS_SOME : BIN_CANCELS_MOST]++;
}

void float_add_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t a = in->a, b = in->b;
    const uint32_t sum = out->sum;
    (void)s;
    if (exponent(a) == 255 || exponent(b) == 255) {
        cover_special(a, b, bin);
    } else if (magnitude(a) == 0 || magnitude(b) == 0) {
        cover_zero(a, b, bin);
    } else if (is_infinite(sum)) {
        const bool by_rounding = exponent(a) < 254 || exponent(b) < 254;
        bin[by_rounding ? BIN_OVERFLOW_BY_ROUNDING : BIN_OVERFLOW]++;
    } else if (magnitude(sum) == 0) {
        bin[BIN_NOTHING_LEFT]++;
    } else {
        cover_rounding(a, b, sum, bin);
        cover_exponents(a, b, sum, bin);
    }
}
