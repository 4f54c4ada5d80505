// SPDX-License-Identifier: Apache-2.0
//
// Functions of one float, for kernels and for hosts that check them: only additions, products and
// conversions that round alike everywhere, so that both get the same bits (on the host compile with
// -ffp-contract=off). Kernels call expf(), hosts hd_expf(): expf() there is the C library's.
//
// Polynomials and reductions are those of Cephes' single precision library (S. L. Moshier).
#ifndef HEDDLE_MATH_H
#define HEDDLE_MATH_H

#ifdef __riscv
#include "heddle.h"
#else
#include <math.h>
#endif

#define HD_MATH static inline __attribute__((unused))

union hd_float_bits {
    float value;
    int bits;
};

HD_MATH int hd_bits(float x)
{
    union hd_float_bits u = {.value = x};
    return u.bits;
}

HD_MATH float hd_from_bits(int bits)
{
    union hd_float_bits u = {.bits = bits};
    return u.value;
}

// 2 to the n, for -126 to 127.
HD_MATH float hd_power_of_two(int n) { return hd_from_bits((n + 127) << 23); }

#define HD_INFINITY hd_from_bits(0x7f800000)
#define HD_NAN hd_from_bits(0x7fc00000)

// Within 1e-7 of the right value (times it). Above 88.73: infinity; below -104: 0.
HD_MATH float hd_expf(float x)
{
    if (x != x) return x;
    if (x > 88.8f) return HD_INFINITY;
    if (x < -104.0f) return 0.0f;
    int n = (int)(x * 1.44269504f + (x < 0 ? -0.5f : 0.5f));
    float r = x - (float)n * 0.693359375f; // the logarithm of 2 in two parts, the first of few bits
    r = r + (float)n * 2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * (r * r) + r + 1.0f;
    // In two steps: 2^n alone may be too large or too small for a float.
    return p * hd_power_of_two(n / 2) * hd_power_of_two(n - n / 2);
}

// Natural. Within 1e-7 (times the value, or times 1 where that is less). 0: minus infinity;
// below 0: no number.
HD_MATH float hd_logf(float x)
{
    if (x < 0 || x != x) return HD_NAN;
    if (x == 0) return -HD_INFINITY;
    if (x == HD_INFINITY) return x;
    int e = 0;
    if (x < 1.17549435e-38f) {
        x = x * 8388608.0f; // 2^23
        e = -23;
    }
    // m times 2^e, m from sqrt(1/2) to sqrt(2)
    e += (hd_bits(x) >> 23) - 126;
    float m = hd_from_bits((hd_bits(x) & 0x7fffff) | 0x3f000000);
    if (m < 0.707106781f) {
        e--;
        m = m + m;
    }
    m = m - 1.0f;
    float p = 7.0376836292e-2f;
    p = p * m - 1.1514610310e-1f;
    p = p * m + 1.1676998740e-1f;
    p = p * m - 1.2420140846e-1f;
    p = p * m + 1.4249322787e-1f;
    p = p * m - 1.6668057665e-1f;
    p = p * m + 2.0000714765e-1f;
    p = p * m - 2.4999993993e-1f;
    p = p * m + 3.3333331174e-1f;
    float square = m * m;
    float y = p * m * square - (float)e * 2.12194440e-4f - 0.5f * square;
    return m + y + (float)e * 0.693359375f;
}

// Sine of x + quarters * pi / 2; |x| to 8192: within 1e-6. Beyond, and for what is no number: 0.
HD_MATH float hd_sine(float x, int quarters)
{
    float away = x < 0 ? -x : x;
    if (!(away <= 8192.0f)) return 0.0f;
    // The nearest multiple of pi / 2, which is taken away in three parts of few bits.
    int n = (int)(away * 0.636619772f + 0.5f);
    float r = away - (float)n * 1.5703125f;
    r = r - (float)n * 4.837512969970703125e-4f;
    r = r - (float)n * 7.54978995489188216e-8f;
    if (x < 0) {
        r = -r;
        n = -n;
    }
    n += quarters;
    float z = r * r;
    float sine = ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) * z * r + r;
    float cosine = 2.443315711809948e-5f * z - 1.388731625493765e-3f;
    cosine = (cosine * z + 4.166664568298827e-2f) * z * z - 0.5f * z + 1.0f;
    float value = n & 1 ? cosine : sine;
    return n & 2 ? -value : value;
}

HD_MATH float hd_sinf(float x) { return hd_sine(x, 0); }
HD_MATH float hd_cosf(float x) { return hd_sine(x, 1); }

// Rounded twice: within 1.2e-7 times the value.
HD_MATH float hd_rsqrtf(float x) { return 1.0f / sqrtf(x); }

// x above 0. Its relative error is about 1e-7 times the size of y * log(x).
HD_MATH float hd_powf(float x, float y) { return hd_expf(y * hd_logf(x)); }

// Within 3e-7.
HD_MATH float hd_tanhf(float x)
{
    float away = x < 0 ? -x : x;
    float t = away > 10.0f ? 1.0f : 1.0f - 2.0f / (hd_expf(2.0f * away) + 1.0f);
    return x < 0 ? -t : t;
}

// Exact.
HD_MATH float hd_floorf(float x)
{
    if (!(x > -8388608.0f && x < 8388608.0f)) return x; // no digits behind the point
    float down = (float)(int)x;
    return down > x ? down - 1.0f : down;
}

#ifdef __riscv
#define expf hd_expf
#define logf hd_logf
#define sinf hd_sinf
#define cosf hd_cosf
#define rsqrtf hd_rsqrtf
#define powf hd_powf
#define tanhf hd_tanhf
#define floorf hd_floorf
#endif

#endif
