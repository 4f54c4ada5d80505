// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { TILE = 16, STEPS = 4 };

static uint32_t clamp(int64_t i, uint32_t n) { return i < 0 ? 0 : i >= n ? n - 1 : (uint32_t)i; }

static float step(const float *now, const float *heat, uint32_t w, uint32_t height, uint32_t i,
                  float flow)
{
    uint32_t x = i % w;
    uint32_t y = i / w;
    float around = now[clamp((int64_t)y - 1, height) * w + x] + now[clamp(y + 1, height) * w + x] +
                   now[y * w + clamp((int64_t)x - 1, w)] + now[y * w + clamp(x + 1, w)];
    return now[i] + flow * (0.25f * around - now[i]) + heat[i];
}

static void run(struct host *h)
{
    uint32_t width = h->size;
    uint32_t height = h->size / 2 + 1;
    uint32_t n = width * height;
    float *heat = host_floats(h, n);
    float *plate[2] = {host_floats(h, n), host_floats(h, n)};
    for (uint32_t i = 0; i < n; i++) {
        plate[0][i] = 20.0f + 60.0f * host_unit(h);
        heat[i] = host_below(h, 8) == 0 ? host_unit(h) : 0.0f;
    }
    struct {
        uint32_t heat, now, next, width, height;
        float flow;
    } arg = {host_put(h, "heat", heat, 4 * n),
             host_put(h, "plate", plate[0], 4 * n),
             host_alloc(h, "plate", 4 * n),
             width,
             height,
             0.6f};
    for (uint32_t s = 0; s < STEPS; s++) {
        host_launch(h, "hotspot", host_2d(width, height, TILE, TILE), &arg, sizeof arg);
        uint32_t next = arg.next;
        arg.next = arg.now;
        arg.now = next;
        for (uint32_t i = 0; i < n; i++)
            plate[1 - s % 2][i] = step(plate[s % 2], heat, width, height, i, arg.flow);
    }
    host_expect(h, "plate", arg.now, plate[STEPS % 2], n);
}

PROGRAM(hotspot, .title = "heat on a plate, step by step", .papers = "HS (Virtual Thread)",
        .size_of = "columns", .size = 64, .odd = 37, .max_size = 2048, .run = run);
