/* SPDX-License-Identifier: Apache-2.0 */
#include "common/model_speed.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/instance.h"
#include "common/stim.h"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double hd_model_speed(void)
{
    const struct hd_instance *inst = hd_first_instance();
    size_t size;
    const unsigned char *tape = hd_stim_tape(&size);
    if (inst == NULL || tape == NULL) return 0;
    const struct hd_block *b = inst->block;
    const size_t step = 1 + b->in_size;
    const size_t cycles = size / step;
    void *in = malloc(b->in_size); /* the tape's records are not aligned */
    if (in == NULL || cycles == 0) {
        free(in);
        return 0;
    }
    b->reset(inst->model);
    const double start = seconds();
    for (size_t n = 0; n < cycles; n++, tape += step) {
        if (tape[0] == 0) {
            b->reset(inst->model);
            continue;
        }
        memcpy(in, tape + 1, b->in_size);
        if (b->connect != NULL) b->connect(inst->model, in);
        b->eval(inst->model, in, inst->expected);
        b->tick(inst->model, in, inst->expected);
    }
    const double taken = seconds() - start;
    free(in);
    return (double)cycles / taken;
}
