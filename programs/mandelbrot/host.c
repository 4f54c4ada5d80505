// SPDX-License-Identifier: Apache-2.0
#include "program.h"

struct view {
    uint32_t turns, width, height, most;
    float left, top, step;
};

static uint32_t count(const struct view *v, uint32_t x, uint32_t y)
{
    float cr = v->left + (float)x * v->step;
    float ci = v->top + (float)y * v->step;
    float r = 0;
    float i = 0;
    uint32_t turns = 0;
    while (turns < v->most && r * r + i * i < 4.0f) {
        float next = r * r - i * i + cr;
        i = 2.0f * r * i + ci;
        r = next;
        turns++;
    }
    return turns;
}

static void run(struct host *h)
{
    struct view v = {.width = h->size, .height = h->size * 3 / 4 + 1, .most = 64, .left = -2.0f};
    v.step = 2.75f / (float)v.width;
    v.top = -0.5f * v.step * (float)v.height + 0.1f * host_unit(h);
    uint32_t n = v.width * v.height;
    uint32_t *turns = host_words(h, n);
    for (uint32_t i = 0; i < n; i++) turns[i] = count(&v, i % v.width, i / v.width);
    v.turns = host_alloc(h, "turns", 4 * n);
    host_launch(h, "mandelbrot", host_2d(v.width, v.height, 16, 8), &v, sizeof v);
    host_expect(h, "turns", v.turns, turns, n);
}

PROGRAM(mandelbrot, .title = "Mandelbrot set: loops of different lengths", .size_of = "columns",
        .size = 64, .odd = 37, .max_size = 2048, .run = run);
