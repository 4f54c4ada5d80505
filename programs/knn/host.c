// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 64, K = 8 };

struct point {
    uint32_t number;
    float x, y, distance;
};

static int compare(const void *a, const void *b)
{
    const struct point *p = a;
    const struct point *q = b;
    if (p->distance != q->distance) return p->distance < q->distance ? -1 : 1;
    return p->number < q->number ? -1 : 1;
}

// All points in the order of their distance from a place; the first of them.
static void find(struct point *point, uint32_t n, float x, float y, uint32_t *nearest)
{
    for (uint32_t i = 0; i < n; i++) {
        float dx = point[i].x - x;
        float dy = point[i].y - y;
        point[i].distance = dx * dx + dy * dy;
    }
    qsort(point, n, sizeof *point, compare);
    for (uint32_t i = 0; i < K; i++) nearest[i] = i < n ? point[i].number : UINT32_MAX;
}

static void run(struct host *h)
{
    uint32_t points = h->size;
    uint32_t places = h->size / 4 + 1;
    struct point *point = (struct point *)host_words(h, points * sizeof *point / 4);
    float *x = host_floats(h, points);
    float *y = host_floats(h, points);
    float *place_x = host_floats(h, places);
    float *place_y = host_floats(h, places);
    uint32_t *nearest = host_words(h, K * places);
    // Points on whole numbers: some are equally far.
    for (uint32_t i = 0; i < points; i++) {
        x[i] = (float)host_below(h, 100);
        y[i] = (float)host_below(h, 100);
        point[i] = (struct point){i, x[i], y[i], 0};
    }
    for (uint32_t i = 0; i < places; i++) {
        place_x[i] = (float)host_below(h, 100);
        place_y[i] = 100.0f * host_unit(h);
        find(point, points, place_x[i], place_y[i], &nearest[K * i]);
    }
    struct {
        uint32_t x, y, place_x, place_y, nearest, points, places;
    } arg = {host_put(h, "x", x, 4 * points),
             host_put(h, "y", y, 4 * points),
             host_put(h, "place_x", place_x, 4 * places),
             host_put(h, "place_y", place_y, 4 * places),
             host_alloc(h, "nearest", 4 * K * places),
             points,
             places};
    host_launch(h, "knn", host_1d(places, THREADS), &arg, sizeof arg);
    host_expect(h, "nearest", arg.nearest, nearest, K * places);
}

PROGRAM(knn, .title = "the nearest eight points of many places", .size_of = "points", .size = 1000,
        .odd = 333, .max_size = 1 << 14, .run = run);
