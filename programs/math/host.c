// SPDX-License-Identifier: Apache-2.0
#include "../heddle_math.h"

#include "program.h"

enum { FUNCTIONS = 8 };

struct function {
    const char *name;
    float (*ours)(float);
    double (*right)(double);
    double low, high; // where it is held to its tolerance
    double tolerance; // times the right value, or times 1 where `absolute`
    bool absolute;
};

static double right_rsqrt(double x) { return 1 / sqrt(x); }
static double right_power(double x) { return pow(fabs(x), (double)0.3f); }
static float power(float x) { return hd_powf(fabsf(x), 0.3f); }

static const struct function functions[FUNCTIONS] = {
    {"expf", hd_expf, exp, -87, 88.7, 1.2e-7, false},
    {"logf", hd_logf, log, 1e-40, 3e38, 1.2e-7, false},
    {"sinf", hd_sinf, sin, -8192, 8192, 1e-6, true},
    {"cosf", hd_cosf, cos, -8192, 8192, 1e-6, true},
    {"rsqrtf", hd_rsqrtf, right_rsqrt, 1e-37, 3e38, 1.2e-7, false},
    {"tanhf", hd_tanhf, tanh, -1e6, 1e6, 3e-7, true},
    {"floorf", hd_floorf, floor, -3e38, 3e38, 0, true},
    {"powf", power, right_power, -1e6, 1e6, 3e-6, false},
};

// Magnitudes of all sizes, and what is special.
static float argument(struct host *h, uint32_t i)
{
    static const float special[] = {0.0f,     -0.0f,     1.0f,        -1.0f,     88.72f,
                                    88.73f,   -104.0f,   1e-42f,      8192.0f,   1e9f,
                                    INFINITY, -INFINITY, 0.70710677f, 0.7071068f};
    if (i < sizeof special / sizeof special[0]) return special[i];
    float sign = host_below(h, 3) == 0 ? -1.0f : 1.0f;
    if (host_below(h, 2)) return sign * 100.0f * host_unit(h);
    return sign * ldexpf(0.5f + 0.5f * host_unit(h), (int)host_below(h, 200) - 100);
}

static void check_value(struct host *h, const struct function *f, float x, float y)
{
    if ((double)x < f->low || (double)x > f->high) return;
    double right = f->right((double)x);
    double room = f->tolerance * (f->absolute ? 1.0 : fmax(fabs(right), 1e-37));
    if (f->right == log) room = f->tolerance * fmax(fabs(right), 1.0);
    host_check(h, fabs((double)y - right) <= room, "%s(%.9g) is %.9g, %.3g off; at most %.3g",
               f->name, (double)x, (double)y, fabs((double)y - right), room);
}

static void run(struct host *h)
{
    uint32_t n = h->size;
    float *x = host_floats(h, n);
    float *y = host_floats(h, n * FUNCTIONS);
    for (uint32_t i = 0; i < n; i++) {
        x[i] = argument(h, i);
        for (uint32_t f = 0; f < FUNCTIONS; f++) {
            y[FUNCTIONS * i + f] = functions[f].ours(x[i]);
            check_value(h, &functions[f], x[i], y[FUNCTIONS * i + f]);
            // The result that is no number has one pattern of bits for threads, several on hosts.
            if (isnan(y[FUNCTIONS * i + f])) y[FUNCTIONS * i + f] = HD_NAN;
        }
    }
    struct {
        uint32_t x, y, n;
    } arg = {host_put(h, "x", x, 4 * n), host_alloc(h, "y", 4 * n * FUNCTIONS), n};
    host_launch(h, "math", host_1d(n, 64), &arg, sizeof arg);
    host_expect(h, "y", arg.y, y, n * FUNCTIONS);
}

PROGRAM(math, .title = "exp, log, sin and others against the C library", .size_of = "arguments",
        .size = 20000, .odd = 333, .max_size = 1 << 22, .run = run);
