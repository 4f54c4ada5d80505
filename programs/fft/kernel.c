// SPDX-License-Identifier: Apache-2.0
//
// A pass of Stockham's fast Fourier transform, radix 2: results are in order without any swapping.
// Before it there are transforms of `length` elements, behind it half as many of twice the length.
#include "heddle_math.h"

struct complex {
    float re, im;
};

struct fft {
    const struct complex *in;
    struct complex *out;
    unsigned length;
    unsigned pairs;
};

KERNEL(fft)
{
    unsigned i = global_x();
    if (i >= arg->pairs) return;
    unsigned k = i % arg->length;
    float angle = -3.14159265f * (float)k / (float)arg->length;
    float re = cosf(angle);
    float im = sinf(angle);
    struct complex even = arg->in[i];
    struct complex odd = arg->in[i + arg->pairs];
    struct complex turned = {odd.re * re - odd.im * im, odd.re * im + odd.im * re};
    struct complex *out = &arg->out[2 * (i - k) + k];
    out[0] = (struct complex){even.re + turned.re, even.im + turned.im};
    out[arg->length] = (struct complex){even.re - turned.re, even.im - turned.im};
}
