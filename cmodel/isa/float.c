// SPDX-License-Identifier: Apache-2.0
//
// Every operation takes its operands apart into sign, exponent and significand, computes the exact
// result or one that rounds the same way, and rounds it once, in one place: round_float().
#include "isa/float.h"

#include <stdbool.h>

enum { FRACTION = 23, BIAS = 127, EXPONENT_MAX = 0xff };
#define SIGN 0x80000000u
#define INFINITY_BITS 0x7f800000u
#define QUIET 0x00400000u
#define ONE 0x3f800000u

static bool sign_of(uint32_t a) { return a >> 31 != 0; }
static uint32_t with_sign(bool sign, uint32_t a) { return sign ? a | SIGN : a; }
static bool is_nan(uint32_t a) { return (a & ~SIGN) > INFINITY_BITS; }
static bool is_signalling(uint32_t a) { return is_nan(a) && (a & QUIET) == 0; }
static bool is_infinite(uint32_t a) { return (a & ~SIGN) == INFINITY_BITS; }
static bool is_zero(uint32_t a) { return (a & ~SIGN) == 0; }

static uint32_t flagged(uint8_t *flags, unsigned which, uint32_t result)
{
    *flags = (uint8_t)(*flags | which);
    return result;
}

// At least one operand is a NaN: the result is the canonical one.
static uint32_t nan_result(bool signalling, uint8_t *flags)
{
    return flagged(flags, signalling ? ISA_NV : 0, ISA_NAN);
}

/* ---- apart and together ---------------------------------------------------------------------- */

// significand * 2^exponent: the magnitude of a finite number.
struct number {
    uint64_t significand;
    int exponent;
};

static struct number number_of(uint32_t a)
{
    int biased = (int)(a >> FRACTION & EXPONENT_MAX);
    uint32_t fraction = a & ((1u << FRACTION) - 1);
    if (biased == 0) return (struct number){fraction, 1 - BIAS - FRACTION};
    return (struct number){fraction | 1u << FRACTION, biased - BIAS - FRACTION};
}

// The leading bit of a significand that is not 0 goes to bit `top`.
static struct number normalised(struct number n, int top)
{
    int shift = __builtin_clzll(n.significand) - (63 - top);
    return (struct number){n.significand << shift, n.exponent - shift};
}

// Shifts right; what falls out leaves its trace in bit 0. A significand with this trace, and two
// bits or more below the last that is kept, rounds like the exact one.
static uint64_t shift_right(uint64_t value, int by)
{
    if (by >= 64) return value != 0;
    uint64_t lost = value & ((1ull << by) - 1);
    return value >> by | (lost != 0);
}

// Whether a magnitude grows by one: `rest` has been cut off, `half` is half a unit.
static bool grows(bool sign, bool odd, uint64_t rest, uint64_t half, enum isa_rounding rm)
{
    switch (rm) {
    case ISA_RNE: return rest > half || (rest == half && odd);
    case ISA_RDN: return sign && rest != 0;
    case ISA_RUP: return !sign && rest != 0;
    case ISA_RMM: return rest >= half;
    default: return false;
    }
}

static uint32_t overflow(bool sign, enum isa_rounding rm, uint8_t *flags)
{
    bool finite = rm == ISA_RTZ || rm == (sign ? ISA_RUP : ISA_RDN);
    uint32_t result = finite ? INFINITY_BITS - 1 : INFINITY_BITS;
    return flagged(flags, ISA_OF | ISA_NX, with_sign(sign, result));
}

// A significand that is not 0, leading bit in 63, is cut to 24 bits.
enum { CUT = 64 - FRACTION - 1 };
#define CUT_HALF (1ull << (CUT - 1))
#define CUT_MASK ((1ull << CUT) - 1)

static uint64_t cut(bool sign, uint64_t significand, enum isa_rounding rm)
{
    uint64_t kept = significand >> CUT;
    return kept + grows(sign, kept & 1, significand & CUT_MASK, CUT_HALF, rm);
}

// The float nearest to n, in the sense of rm. n is not 0.
static uint32_t round_float(bool sign, struct number n, enum isa_rounding rm, uint8_t *flags)
{
    n = normalised(n, 63);
    int biased = n.exponent + 63 + BIAS;
    bool tiny = false;
    if (biased < 1) {
        // Underflow is seen after rounding: not if, with exponents unbounded, 2^-126 came out.
        tiny = biased < 0 || cut(sign, n.significand, rm) >> (FRACTION + 1) == 0;
        n.significand = shift_right(n.significand, 1 - biased);
        biased = 1;
    }
    // The leading bit of a normal number adds one to the exponent; so does a carry out of the cut.
    uint64_t result = ((uint64_t)(biased - 1) << FRACTION) + cut(sign, n.significand, rm);
    if (result >= INFINITY_BITS) return overflow(sign, rm, flags);
    if ((n.significand & CUT_MASK) != 0) flagged(flags, tiny ? ISA_NX | ISA_UF : ISA_NX, 0);
    return with_sign(sign, (uint32_t)result);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

// A sum of zeros, or of x and -x.
static uint32_t zero_sum(bool sign_a, bool sign_b, enum isa_rounding rm)
{
    return with_sign(sign_a == sign_b ? sign_a : rm == ISA_RDN, 0);
}

// Of finite numbers, at most one of them 0. Leading bits in 62 leave room for the carry and 14 bits
// or more below the longest significand, a product's 48: where numbers nearly cancel, their
// exponents differ by one at most and nothing is lost.
static uint32_t add_numbers(bool sign_a, struct number a, bool sign_b, struct number b,
                            enum isa_rounding rm, uint8_t *flags)
{
    if (a.significand == 0) return round_float(sign_b, b, rm, flags);
    if (b.significand == 0) return round_float(sign_a, a, rm, flags);
    a = normalised(a, 62);
    b = normalised(b, 62);
    int exponent = a.exponent > b.exponent ? a.exponent : b.exponent;
    a.significand = shift_right(a.significand, exponent - a.exponent);
    b.significand = shift_right(b.significand, exponent - b.exponent);
    if (sign_a == sign_b) {
        struct number sum = {a.significand + b.significand, exponent};
        return round_float(sign_a, sum, rm, flags);
    }
    if (a.significand == b.significand) return zero_sum(sign_a, sign_b, rm);
    bool a_greater = a.significand > b.significand;
    struct number difference = {
        a_greater ? a.significand - b.significand : b.significand - a.significand, exponent};
    return round_float(a_greater ? sign_a : sign_b, difference, rm, flags);
}

static struct number product(uint32_t a, uint32_t b)
{
    struct number x = number_of(a);
    struct number y = number_of(b);
    return (struct number){x.significand * y.significand, x.exponent + y.exponent};
}

// a * b + c, rounded once.
static uint32_t fused(uint32_t a, uint32_t b, uint32_t c, enum isa_rounding rm, uint8_t *flags)
{
    bool sign = sign_of(a) != sign_of(b);
    bool infinite = is_infinite(a) || is_infinite(b);
    bool invalid = infinite && (is_zero(a) || is_zero(b)); // even if c is a quiet NaN
    if (invalid || is_nan(a) || is_nan(b) || is_nan(c)) {
        return nan_result(invalid || is_signalling(a) || is_signalling(b) || is_signalling(c),
                          flags);
    }
    if (infinite) {
        if (is_infinite(c) && sign_of(c) != sign) return nan_result(true, flags);
        return with_sign(sign, INFINITY_BITS);
    }
    if (is_infinite(c)) return c;
    struct number ab = product(a, b);
    if (ab.significand == 0 && is_zero(c)) return zero_sum(sign, sign_of(c), rm);
    return add_numbers(sign, ab, sign_of(c), number_of(c), rm, flags);
}

static uint32_t add(uint32_t a, uint32_t b, enum isa_rounding rm, uint8_t *flags)
{
    return fused(a, ONE, b, rm, flags);
}

// A zero that is added with the product's sign changes nothing.
static uint32_t multiply(uint32_t a, uint32_t b, enum isa_rounding rm, uint8_t *flags)
{
    return fused(a, b, (a ^ b) & SIGN, rm, flags);
}

static uint32_t divide(uint32_t a, uint32_t b, enum isa_rounding rm, uint8_t *flags)
{
    bool sign = sign_of(a) != sign_of(b);
    if (is_nan(a) || is_nan(b)) return nan_result(is_signalling(a) || is_signalling(b), flags);
    if (is_infinite(a) && is_infinite(b)) return nan_result(true, flags);
    if (is_zero(a) && is_zero(b)) return nan_result(true, flags);
    if (is_infinite(a)) return with_sign(sign, INFINITY_BITS);
    if (is_zero(b)) return flagged(flags, ISA_DZ, with_sign(sign, INFINITY_BITS));
    if (is_infinite(b) || is_zero(a)) return with_sign(sign, 0);
    struct number x = normalised(number_of(a), 63);
    struct number y = normalised(number_of(b), FRACTION);
    uint64_t quotient = x.significand / y.significand;
    uint64_t rest = x.significand % y.significand;
    struct number q = {quotient | (rest != 0), x.exponent - y.exponent};
    return round_float(sign, q, rm, flags);
}

// Floor of the root; its lowest bit is set if a remainder is left.
static uint64_t root_of(uint64_t square)
{
    uint64_t root = 0;
    for (uint64_t bit = 1ull << 62; bit != 0; bit >>= 2) {
        uint64_t trial = root + bit;
        root >>= 1;
        if (square >= trial) {
            square -= trial;
            root += bit;
        }
    }
    return root | (square != 0);
}

static uint32_t square_root(uint32_t a, enum isa_rounding rm, uint8_t *flags)
{
    if (is_nan(a)) return nan_result(is_signalling(a), flags);
    if (is_zero(a)) return a;
    if (sign_of(a)) return nan_result(true, flags);
    if (is_infinite(a)) return a;
    struct number n = normalised(number_of(a), 63);
    if (n.exponent % 2 != 0) n = (struct number){n.significand >> 1, n.exponent + 1};
    struct number root = {root_of(n.significand), n.exponent / 2};
    return round_float(false, root, rm, flags);
}

/* ---- comparisons ----------------------------------------------------------------------------- */

// As integers: -0 below +0. Neither is a NaN.
static bool below(uint32_t a, uint32_t b)
{
    if (sign_of(a) != sign_of(b)) return sign_of(a);
    return sign_of(a) ? a > b : a < b;
}

// IEEE 754-2019 minimumNumber, maximumNumber.
static uint32_t extreme(bool max, uint32_t a, uint32_t b, uint8_t *flags)
{
    if (is_signalling(a) || is_signalling(b)) flagged(flags, ISA_NV, 0);
    if (is_nan(a)) return is_nan(b) ? ISA_NAN : b;
    if (is_nan(b)) return a;
    return below(a, b) != max ? a : b;
}

static uint32_t equal(uint32_t a, uint32_t b, uint8_t *flags)
{
    if (is_nan(a) || is_nan(b)) {
        return flagged(flags, is_signalling(a) || is_signalling(b) ? ISA_NV : 0, 0);
    }
    return a == b || (is_zero(a) && is_zero(b));
}

static uint32_t less(bool or_equal, uint32_t a, uint32_t b, uint8_t *flags)
{
    if (is_nan(a) || is_nan(b)) return flagged(flags, ISA_NV, 0);
    if (a == b || (is_zero(a) && is_zero(b))) return or_equal;
    return below(a, b);
}

static uint32_t class_of(uint32_t a)
{
    uint32_t biased = a >> FRACTION & EXPONENT_MAX;
    if (is_nan(a)) return is_signalling(a) ? 1u << 8 : 1u << 9;
    unsigned size = is_infinite(a) ? 3 : biased != 0 ? 2 : !is_zero(a) ? 1 : 0;
    return sign_of(a) ? 1u << (3 - size) : 1u << (4 + size);
}

/* ---- conversions ----------------------------------------------------------------------------- */

// To an integer of 32 bits. A magnitude is rounded with 30 bits behind the point; one of 2^33 or
// more is too big for any.
static uint32_t to_integer(bool is_signed, uint32_t a, enum isa_rounding rm, uint8_t *flags)
{
    bool sign = sign_of(a) && !is_nan(a);
    uint32_t highest = is_signed ? 0x7fffffff : 0xffffffff;
    uint64_t lowest = is_signed ? 0x80000000 : 0; // its magnitude
    uint64_t limit = sign ? lowest : highest;
    uint32_t saturated = sign ? (uint32_t)lowest : highest;
    if ((a & ~SIGN) >= (uint32_t)(BIAS + 33) << FRACTION) return flagged(flags, ISA_NV, saturated);
    struct number n = number_of(a);
    int shift = n.exponent + 30;
    uint64_t fixed = shift >= 0 ? n.significand << shift : shift_right(n.significand, -shift);
    uint64_t rest = fixed & ((1ull << 30) - 1);
    uint64_t whole = fixed >> 30;
    whole += grows(sign, whole & 1, rest, 1ull << 29, rm);
    if (whole > limit) return flagged(flags, ISA_NV, saturated);
    if (rest != 0) flagged(flags, ISA_NX, 0);
    return sign ? 0u - (uint32_t)whole : (uint32_t)whole;
}

static uint32_t from_integer(bool is_signed, uint32_t a, enum isa_rounding rm, uint8_t *flags)
{
    if (a == 0) return 0;
    bool sign = is_signed && sign_of(a);
    return round_float(sign, (struct number){sign ? 0u - a : a, 0}, rm, flags);
}

/* ---- all of them ----------------------------------------------------------------------------- */

uint32_t isa_float(enum isa_op op, uint32_t a, uint32_t b, uint32_t c, enum isa_rounding rm,
                   uint8_t *flags)
{
    switch (op) {
    case ISA_FMADD_S: return fused(a, b, c, rm, flags);
    case ISA_FMSUB_S: return fused(a, b, c ^ SIGN, rm, flags);
    case ISA_FNMSUB_S: return fused(a ^ SIGN, b, c, rm, flags);
    case ISA_FNMADD_S: return fused(a ^ SIGN, b, c ^ SIGN, rm, flags);
    case ISA_FADD_S: return add(a, b, rm, flags);
    case ISA_FSUB_S: return add(a, b ^ SIGN, rm, flags);
    case ISA_FMUL_S: return multiply(a, b, rm, flags);
    case ISA_FDIV_S: return divide(a, b, rm, flags);
    case ISA_FSQRT_S: return square_root(a, rm, flags);
    case ISA_FSGNJ_S: return (a & ~SIGN) | (b & SIGN);
    case ISA_FSGNJN_S: return (a & ~SIGN) | (~b & SIGN);
    case ISA_FSGNJX_S: return a ^ (b & SIGN);
    case ISA_FMIN_S: return extreme(false, a, b, flags);
    case ISA_FMAX_S: return extreme(true, a, b, flags);
    case ISA_FCVT_W_S: return to_integer(true, a, rm, flags);
    case ISA_FCVT_WU_S: return to_integer(false, a, rm, flags);
    case ISA_FEQ_S: return equal(a, b, flags);
    case ISA_FLT_S: return less(false, a, b, flags);
    case ISA_FLE_S: return less(true, a, b, flags);
    case ISA_FCLASS_S: return class_of(a);
    case ISA_FCVT_S_W: return from_integer(true, a, rm, flags);
    case ISA_FCVT_S_WU: return from_integer(false, a, rm, flags);
    case ISA_FMV_X_W:
    case ISA_FMV_W_X: return a;
    default: return 0;
    }
}
