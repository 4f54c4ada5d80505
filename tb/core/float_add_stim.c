/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the float adder: pairs of numbers. There is no promise to keep: any two words go. A
 * second operand is mostly made for the first one, so that they meet: near its exponent, beside its
 * opposite, or so far below that it comes to where rounding looks.
 */
#include "common/draws.h"
#include "core/float_add_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned near;      /* exponents are a few apart */
    unsigned cancel;    /* the second is the opposite of the first, or nearly */
    unsigned half;      /* the second is a few bits below the first one's last, often just half */
    unsigned subnormal; /* an operand's exponent is 0, or little more */
    unsigned special;   /* an operand is an infinity, a NaN, a zero, or beside an end */
    unsigned large;     /* an operand's exponent is among the greatest */
    unsigned sparse;    /* fractions of few bits, all at one end */
};

const char *const hd_profiles[] = {"uniform",   "near",    "cancel",   "halves",
                                   "subnormal", "special", "extremes", NULL};

static const struct profile profiles[] = {
    {.near = 4, .cancel = 1, .half = 2, .subnormal = 1, .special = 1, .large = 1, .sparse = 4},
    {.near = 16, .sparse = 4},
    {.cancel = 16, .subnormal = 2, .sparse = 6},
    {.half = 15, .near = 8, .sparse = 10},
    {.near = 10, .cancel = 4, .half = 1, .subnormal = 15, .sparse = 6},
    {.near = 4, .special = 12, .subnormal = 2, .large = 2},
    {.near = 8, .cancel = 2, .half = 3, .large = 12, .special = 3, .sparse = 12},
};

static struct {
    const struct profile *profile;
    struct float_add_in *in;
} env;

static uint32_t evenly(uint32_t n) { return hd_rng_below(&hd_draws, n); }
static uint32_t any(void) { return (uint32_t)(hd_rng_next(&hd_draws) >> 32); }

static uint32_t float_of(uint32_t sign, uint32_t exponent, uint32_t fraction)
{
    return sign << 31 | exponent << 23 | (fraction & UINT32_C(0x7fffff));
}

/* Both ends of the exponents are kept to. */
static uint32_t limited(uint32_t exponent, uint32_t up, uint32_t down)
{
    const uint32_t sum = exponent + up;
    const uint32_t clipped = sum < down ? 0 : sum - down;
    return clipped > 254 ? 254 : clipped;
}

/* Any; or ones or zeros but for some bits at an end, so that carries run far. */
static uint32_t draw_fraction(void)
{
    if (!share(env.profile->sparse)) return any();
    const uint32_t shift = evenly(24),
                   bits = share(8) ? UINT32_MAX << shift : UINT32_MAX >> 9 >> shift;
    return share(6) ? bits ^ UINT32_C(1) << evenly(23) : bits;
}

/* An end of the numbers, or one or two beside it. */
static uint32_t draw_special(void)
{
    static const uint32_t ends[] = {
        0,                    /* zero, and the least subnormal beside it */
        UINT32_C(0x00800000), /* the least normal number, and the greatest subnormal */
        UINT32_C(0x7f7fffff), /* the greatest number, and infinity */
        UINT32_C(0x7f800000), /* infinity, and the least NaN */
        UINT32_C(0x7fc00000), /* the canonical NaN */
        UINT32_C(0x3f800000), /* one */
    };
    const uint32_t end = ends[evenly(6)], beside = share(8) ? 0 : evenly(5);
    return (share(8) ? UINT32_C(0x80000000) : 0) ^ (beside < 3 ? end + beside : end - (beside - 2));
}

static uint32_t draw_number(void)
{
    const struct profile *p = env.profile;
    if (share(p->special)) return draw_special();
    uint32_t exponent = evenly(256);
    if (share(p->subnormal)) exponent = evenly(share(8) ? 1 : 4);
    else if (share(p->large)) exponent = 254 - evenly(4);
    return float_of(evenly(2), exponent, draw_fraction());
}

/* The addend to a: half of its last place or about that, a distance at which only some bits are
 * left of it, or none. */
static uint32_t draw_half(uint32_t a)
{
    const uint32_t exponent = limited(a >> 23 & 255, 0, 20 + evenly(10));
    return float_of(evenly(2), exponent, share(10) ? 0 : draw_fraction());
}

static uint32_t draw_second(uint32_t a)
{
    const struct profile *p = env.profile;
    const uint32_t exponent = a >> 23 & 255, opposite = a ^ UINT32_C(0x80000000);
    if (share(p->cancel)) {
        if (share(3)) return opposite;
        const uint32_t beside = UINT32_C(1) << evenly(24);
        return share(8) ? opposite + beside : opposite - beside;
    }
    if (share(p->half)) return draw_half(a);
    if (share(p->near) && exponent < 255)
        return float_of(evenly(2), limited(exponent, evenly(4), evenly(share(12) ? 4 : 28)),
                        draw_fraction());
    return draw_number();
}

/* ---- the cycle ---- */

void float_add_stim_open(void) { env.profile = &profiles[hd_stim_profile()]; }

bool float_add_stim(struct float_add_in *in, const struct float_add_out *out)
{
    env.in = in;
    (void)out;
    const bool run = !hd_stim_reset(&hd_draws);
    const uint32_t first = draw_number(), second = draw_second(first);
    const bool turned = share(8);
    env.in->a = turned ? second : first;
    env.in->b = turned ? first : second;
    return run;
}
