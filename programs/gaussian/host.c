// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 64, TILE = 16 };

// Exactly what the kernels compute.
static void eliminate(float *a, uint32_t n)
{
    uint32_t width = n + 1;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t y = k + 1; y < n; y++) {
            float factor = a[y * width + k] / a[k * width + k];
            for (uint32_t x = k; x < width; x++) a[y * width + x] -= factor * a[k * width + x];
        }
}

// Equations with a heavy diagonal: no pivots are needed.
static float *make_equations(struct host *h, uint32_t n)
{
    float *a = host_floats(h, n * (n + 1));
    for (uint32_t y = 0; y < n; y++) {
        float *row = &a[y * (n + 1)];
        double right = 0;
        for (uint32_t x = 0; x < n; x++) {
            row[x] = host_unit(h) - 0.5f + (x == y ? 0.5f * (float)n : 0.0f);
            right += (double)row[x] * (x + 1);
        }
        row[n] = (float)right;
    }
    return a;
}

// Back substitution. The solution is known: 1, 2 ... n.
static void check_solution(struct host *h, const float *a, uint32_t n)
{
    float *solution = host_floats(h, n);
    for (uint32_t y = n; y-- > 0;) {
        float rest = a[y * (n + 1) + n];
        for (uint32_t x = y + 1; x < n; x++) rest -= a[y * (n + 1) + x] * solution[x];
        solution[y] = rest / a[y * (n + 1) + y];
        float off = fabsf(solution[y] - (float)(y + 1));
        host_check(h, off <= 1e-5f * (float)n, "unknown %u is %.9g, must be %u", y,
                   (double)solution[y], y + 1);
    }
}

static void run(struct host *h)
{
    uint32_t n = h->size;
    uint32_t words = n * (n + 1);
    float *a = make_equations(h, n);
    struct {
        uint32_t a, factor, n, k;
    } arg = {host_put(h, "a", a, 4 * words), host_alloc(h, "factor", 4 * n), n, 0};
    for (; arg.k + 1 < n; arg.k++) {
        uint32_t below = n - arg.k - 1;
        host_launch(h, "gaussian_factors", host_1d(below, THREADS), &arg, sizeof arg);
        host_launch(h, "gaussian_rows", host_2d(below + 2, below, TILE, TILE), &arg, sizeof arg);
    }
    eliminate(a, n);
    host_expect(h, "a", arg.a, a, words);
    check_solution(h, a, n);
}

PROGRAM(gaussian, .title = "linear equations: Gaussian elimination",
        .papers = "GA (Virtual Thread)", .size_of = "unknowns", .size = 64, .odd = 37,
        .max_size = 1024, .run = run);
