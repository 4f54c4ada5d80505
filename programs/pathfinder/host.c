// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 128, STEPS = 8, OWN = THREADS - 2 * STEPS, ROWS = 30 };

static void step(const uint32_t *now, const uint32_t *cost, uint32_t *next, uint32_t width)
{
    for (uint32_t x = 0; x < width; x++) {
        uint32_t best = now[x];
        if (x > 0 && now[x - 1] < best) best = now[x - 1];
        if (x + 1 < width && now[x + 1] < best) best = now[x + 1];
        next[x] = best + cost[x];
    }
}

static void run(struct host *h)
{
    uint32_t width = h->size;
    uint32_t *cost = host_words(h, ROWS * width);
    uint32_t *line[2] = {host_words(h, width), host_words(h, width)};
    for (uint32_t i = 0; i < ROWS * width; i++) cost[i] = host_below(h, 10);
    uint32_t address = host_put(h, "cost", cost, 4 * ROWS * width);
    struct {
        uint32_t cost, now, next, width, steps;
    } arg = {.now = host_alloc(h, "way", 4 * width),
             .next = host_alloc(h, "way", 4 * width),
             .width = width};
    for (uint32_t row = 0; row < ROWS; row += arg.steps) {
        struct host_grid grid = host_1d(width, OWN);
        grid.threads.n[0] = THREADS;
        arg.steps = ROWS - row < STEPS ? ROWS - row : STEPS;
        arg.cost = address + 4 * row * width;
        host_launch(h, "pathfinder", grid, &arg, sizeof arg);
        uint32_t next = arg.next;
        arg.next = arg.now;
        arg.now = next;
    }
    for (uint32_t row = 0; row < ROWS; row++)
        step(line[row % 2], &cost[row * width], line[1 - row % 2], width);
    host_expect(h, "way", arg.now, line[ROWS % 2], width);
}

PROGRAM(pathfinder, .title = "cheapest way down a grid, several rows a launch",
        .papers = "PF (Virtual Thread)", .size_of = "columns", .size = 4000, .odd = 333,
        .max_size = 1 << 21, .run = run);
