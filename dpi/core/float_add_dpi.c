/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_float_add_lockstep: describes the block to the harness, unpacks arguments. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "core/float_add.h"

typedef struct float_add state;
typedef struct float_add_in inputs;
typedef struct float_add_out outputs;

/* ---- coverage: of the operands' fields, and of the sum as two doubles have it ---- */

enum {
    BIN_NAN,
    BIN_NAN_SMALLER,
    BIN_INFINITIES_UNLIKE,
    BIN_INFINITIES_ALIKE,
    BIN_INFINITY,
    BIN_OVERFLOW,
    BIN_OVERFLOW_BY_ROUNDING,
    BIN_ZEROS_ALIKE,
    BIN_ZEROS_UNLIKE,
    BIN_ZERO_AND_OTHER,
    BIN_NOTHING_LEFT,
    BIN_SUBNORMALS,
    BIN_SUBNORMAL_AND_NORMAL,
    BIN_BECOMES_NORMAL,
    BIN_BECOMES_SUBNORMAL,
    BIN_EXACT,
    BIN_ROUNDS_DOWN,
    BIN_ROUNDS_UP,
    BIN_TIE_DOWN,
    BIN_TIE_UP,
    BIN_CARRY_OF_ROUNDING,
    BIN_CARRY,
    BIN_NO_SHIFT,
    BIN_CANCELS_ONE,
    BIN_CANCELS_SOME,
    BIN_CANCELS_MOST,
    BIN_JUST_STICKY,
    BIN_FAR,
    BIN_FIRST_GREATER,
    BIN_SECOND_GREATER,
    BIN_SAME_EXPONENT
};

static const struct hd_bin bins[] = {
    {"nan", "an operand is a NaN"},
    {"nan_smaller", "the other is infinite: the NaN has the greater magnitude"},
    {"infinities_unlike", "infinities of unlike sign"},
    {"infinities_alike", "infinities of one sign"},
    {"infinity", "an infinity and a number"},
    {"overflow", "the sum is beyond the greatest number"},
    {"overflow_by_rounding", "it is as it is rounded"},
    {"zeros_alike", "zeros of one sign, -0 among them"},
    {"zeros_unlike", "zeros of unlike sign"},
    {"zero_and_other", "a zero and another number"},
    {"nothing_left", "a number and its opposite"},
    {"subnormals", "both are subnormal"},
    {"subnormal_and_normal", "one is"},
    {"becomes_normal", "the sum of two that are is not"},
    {"becomes_subnormal", "the difference of two that are not is"},
    {"exact", "the sum is a number of single precision"},
    {"rounds_down", "rounded to the lesser magnitude, no tie"},
    {"rounds_up", "rounded to the greater magnitude, no tie"},
    {"tie_down", "a tie: the lesser magnitude is even"},
    {"tie_up", "a tie: the greater magnitude is even"},
    {"carry_of_rounding", "rounding carries into the exponent"},
    {"carry", "the exponent of the sum is greater than both"},
    {"no_shift", "a difference has the exponent of the greater operand"},
    {"cancels_one", "its exponent is one less"},
    {"cancels_some", "two to eight less"},
    {"cancels_most", "nine less and more"},
    {"just_sticky", "the smaller operand is below the last bit that rounds"},
    {"far", "exponents more than 100 apart"},
    {"first_greater", "the first operand has the greater magnitude"},
    {"second_greater", "the second one has"},
    {"same_exponent", "the exponents are the same"},
    {NULL, NULL},
};

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

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const uint32_t a = ((const inputs *)in_)->a, b = ((const inputs *)in_)->b;
    const uint32_t sum = ((const outputs *)out_)->sum;
    (void)state_;
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

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { float_add_reset(s); }
static void eval(const void *s, const void *in, void *out) { float_add_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { float_add_tick(s, in, out); }
static const char *check(const void *s) { return float_add_check(s); }
static const char *promise(const void *s, const void *in) { return float_add_promise(s, in); }

static const struct hd_block block = {
    .name = "float_add",
    .state_size = sizeof(state),
    .in_size = sizeof(inputs),
    .out_size = sizeof(outputs),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
};

static struct hd_instance *describe(const char *path)
{
    static const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, a, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, b, 32, NULL, NULL),
        HD_ONE(HD_OUT, outputs, sum, 32, NULL,
               "Sum: rounded to nearest, ties to even; a NaN is the canonical one"),
    };
    return hd_open(&block, path, "", fields, sizeof fields / sizeof fields[0]);
}

unsigned long long float_add_open(const char *path)
{
    struct hd_instance *inst = describe(path);
    float_add_init(hd_model(inst));
    return hd_handle(inst);
}

int float_add_ports(unsigned long long handle, svBit rst_n, unsigned a, unsigned b, unsigned sum)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->a = a;
    in->b = b;
    ((outputs *)hd_outputs(inst))->sum = sum;
    return hd_ports(inst, rst_n != 0);
}
