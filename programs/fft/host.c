// SPDX-License-Identifier: Apache-2.0
#include "program.h"

// Element k of the transform by its definition; cos and sin of each n-th of a turn are at hand.
static void element(const float *in, const double *turn, uint32_t n, uint32_t k, float *out)
{
    double re = 0;
    double im = 0;
    for (uint32_t i = 0; i < n; i++) {
        const double *t = &turn[2 * (size_t)(i * k % n)];
        re += (double)in[2 * i] * t[0] + (double)in[2 * i + 1] * t[1];
        im += (double)in[2 * i + 1] * t[0] - (double)in[2 * i] * t[1];
    }
    out[0] = (float)re;
    out[1] = (float)im;
}

static void transform(struct host *h, const float *in, float *out, uint32_t n)
{
    double *turn = (double *)host_words(h, 4 * (size_t)n);
    for (uint32_t i = 0; i < n; i++) {
        turn[2 * i] = cos(2 * M_PI * i / n);
        turn[2 * i + 1] = sin(2 * M_PI * i / n);
    }
    for (uint32_t k = 0; k < n; k++) element(in, turn, n, k, &out[2 * k]);
}

static void run(struct host *h)
{
    uint32_t n = 2; // a power of two: filled up with zeros
    while (n < h->size) n *= 2;
    float *in = host_floats(h, 2 * (size_t)n);
    float *out = host_floats(h, 2 * (size_t)n);
    for (uint32_t i = 0; i < 2 * h->size; i++) in[i] = host_unit(h) - 0.5f;
    struct {
        uint32_t in, out, length, pairs;
    } arg = {host_put(h, "in", in, 8 * n), host_alloc(h, "out", 8 * n), 1, n / 2};
    for (; arg.length < n; arg.length *= 2) {
        host_launch(h, "fft", host_1d(arg.pairs, 128), &arg, sizeof arg);
        uint32_t kept = arg.in;
        arg.in = arg.out;
        arg.out = kept;
    }
    transform(h, in, out, n);
    // Elements are sums of n numbers below 1: they and what rounding adds grow as its root.
    host_expect_near(h, "out", arg.in, out, 2 * n, 1e-6f * sqrtf((float)n));
}

PROGRAM(fft, .title = "fast Fourier transform",
        .papers = "FT (Virtual Thread), FFT (DWF), fft (Elastic Kernels)", .size_of = "elements",
        .size = 1000, .odd = 77, .max_size = 1 << 14, .run = run);
