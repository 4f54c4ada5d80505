// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { MODES = 5, LEVELS = 5, INEXACT = 1, BY_ZERO = 8 };
enum { NEAREST_EVEN, TO_ZERO, DOWN, UP, NEAREST_AWAY };

static uint32_t bits_of(float f)
{
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    return word;
}

// A sum that a double holds exactly, as a float.
static float rounded(double sum, unsigned mode)
{
    float low = (float)sum; // of the two floats round it the one nearer to 0
    if (fabs((double)low) > fabs(sum)) low = nextafterf(low, 0.0f);
    if ((double)low == sum) return low;
    float high = nextafterf(low, sum < 0 ? -INFINITY : INFINITY);
    double rest = fabs(sum - (double)low) - fabs((double)high - sum);
    switch (mode) {
    case TO_ZERO: return low;
    case DOWN: return sum < 0 ? high : low;
    case UP: return sum < 0 ? low : high;
    case NEAREST_AWAY: return rest < 0 ? low : high;
    default: return rest < 0 || (rest == 0 && bits_of(low) % 2 == 0) ? low : high;
    }
}

static void round_sums(struct host *h, uint32_t n, uint32_t threads)
{
    float *a = host_floats(h, n);
    float *b = host_floats(h, n);
    float *sum = host_floats(h, n);
    uint32_t *flags = host_words(h, n);
    for (uint32_t i = 0; i < n; i++) {
        a[i] = host_unit(h) + 0.25f;
        b[i] = 8.0f * host_unit(h) - 4.0f;
        double exact = (double)a[i] + (double)b[i];
        sum[i] = rounded(exact, i % MODES);
        flags[i] = ((double)sum[i] != exact ? INEXACT : 0) | (i % 7 == 0 ? BY_ZERO : 0);
    }
    struct {
        uint32_t a, b, sum, flags, n;
    } arg = {host_put(h, "a", a, 4 * n), host_put(h, "b", b, 4 * n), host_alloc(h, "sum", 4 * n),
             host_alloc(h, "flags", 4 * n), n};
    host_launch(h, "modes", host_1d(n, threads), &arg, sizeof arg);
    host_expect(h, "sum", arg.sum, sum, n);
    host_expect(h, "flags", arg.flags, flags, n);
}

static uint32_t nest(uint32_t levels, uint32_t way, bool odd)
{
    if (levels == 0) return odd ? ~way : way;
    const uint32_t below = nest(levels - 1, way >> 1, way & 1);
    if (odd) return way & 1 ? 7 * below + 3 : 9 * below + 4;
    return way & 1 ? 3 * below + 1 : 5 * below + 2;
}

static void nest_branches(struct host *h, uint32_t n, uint32_t threads)
{
    uint32_t *out = host_words(h, n);
    for (uint32_t i = 0; i < n; i++) out[i] = nest(LEVELS, i, false);
    struct {
        uint32_t out, levels, n;
    } arg = {host_alloc(h, "out", 4 * n), LEVELS, n};
    host_launch(h, "nested", host_1d(n, threads), &arg, sizeof arg);
    host_expect(h, "out", arg.out, out, n);
}

static void turn_blocks(struct host *h, uint32_t n, uint32_t threads)
{
    uint32_t *out = host_words(h, n);
    for (uint32_t i = 0; i < n; i++)
        out[i] = 5 * (i / threads * threads + threads - 1 - i % threads) + 1;
    struct {
        uint32_t out, n;
    } arg = {host_alloc(h, "turned", 4 * n), n};
    host_launch(h, "turned", host_1d(n, threads), &arg, sizeof arg);
    host_expect(h, "turned", arg.out, out, n);
}

static void meet_on_words(struct host *h, uint32_t n, uint32_t threads)
{
    enum { SWAPPED = 16, RESERVED = 16, LOST = SWAPPED + RESERVED, MET = 8, SUMS = 4 };
    enum { COUNTS = LOST + 1 + MET, FLOATS = 3 + SUMS };
    const uint32_t blocks = (n + threads - 1) / threads;
    uint32_t *zeros = host_words(h, COUNTS + FLOATS + n);
    uint32_t *count = host_words(h, COUNTS);
    float *sum = host_floats(h, FLOATS);
    for (uint32_t i = 0; i < n; i++) {
        count[i % SWAPPED] += i;
        if (i % 4 == 1) count[SWAPPED + i / 4 % RESERVED] += 2 * i;
        count[LOST] += i % 2;
        count[LOST + 1 + i % MET] += 3;
        sum[i % 3] += 0.5f * (float)(i % 16);
        sum[3 + i % SUMS] += 0.25f * (float)(i % 8);
    }
    for (uint32_t k = 0; k < SUMS; k++) sum[3 + k] += (float)blocks;
    struct {
        uint32_t count, sum, claim, n;
    } arg = {host_put(h, "count", zeros, 4 * COUNTS), host_put(h, "met sum", zeros, 4 * FLOATS),
             host_put(h, "claim", zeros, 4 * n), n};
    host_launch(h, "meets", host_1d(n, threads), &arg, sizeof arg);
    host_expect(h, "count", arg.count, count, COUNTS);
    host_expect(h, "met sum", arg.sum, sum, FLOATS);
}

// Blocks of one thread, of less than a warp, of warps of which the last is not full.
static void run(struct host *h)
{
    const uint32_t n = h->size;
    turn_blocks(h, n, 1 + host_below(h, 30));
    round_sums(h, n, 1 + host_below(h, 70));
    nest_branches(h, n, 1 + host_below(h, 70));
    meet_on_words(h, n, 1 + host_below(h, 70));
    round_sums(h, n, 8);
}

PROGRAM(modes, .title = "rounding modes, exceptions, nested branches, atomics",
        .size_of = "threads", .size = 300, .odd = 77, .max_size = 1 << 16, .any_rounding = true,
        .run = run);
