// SPDX-License-Identifier: Apache-2.0
//
// How long z * z + c stays near: each thread its own number of turns.
#include "heddle.h"

struct mandelbrot {
    unsigned *turns;
    unsigned width, height, most;
    float left, top, step;
};

KERNEL(mandelbrot)
{
    unsigned x = global_x();
    unsigned y = global_y();
    if (x >= arg->width || y >= arg->height) return;
    float cr = arg->left + (float)x * arg->step;
    float ci = arg->top + (float)y * arg->step;
    float r = 0;
    float i = 0;
    unsigned turns = 0;
    while (turns < arg->most && r * r + i * i < 4.0f) {
        float next = r * r - i * i + cr;
        i = 2.0f * r * i + ci;
        r = next;
        turns++;
    }
    arg->turns[y * arg->width + x] = turns;
}
