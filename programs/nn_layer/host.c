// SPDX-License-Identifier: Apache-2.0
#include "../heddle_math.h"

#include "program.h"

enum { THREADS = 64, IMAGES = 5, DIGITS = 10, LAYERS = 2 };

struct layer {
    uint32_t inputs, neurons;
    float *weight, *bias;
};

static struct layer make_layer(struct host *h, uint32_t inputs, uint32_t neurons)
{
    struct layer l = {inputs, neurons, host_floats(h, inputs * neurons), host_floats(h, neurons)};
    float most = 3.0f / sqrtf((float)inputs);
    for (uint32_t i = 0; i < inputs * neurons; i++) l.weight[i] = (2 * host_unit(h) - 1) * most;
    for (uint32_t i = 0; i < neurons; i++) l.bias[i] = host_unit(h) - 0.5f;
    return l;
}

// All images; in the kernel's order of additions, with its tanhf: exactly its result.
static float *forward(struct host *h, const struct layer *l, const float *in)
{
    float *out = host_floats(h, IMAGES * l->neurons);
    for (uint32_t i = 0; i < IMAGES * l->neurons; i++) {
        uint32_t neuron = i % l->neurons;
        const float *image = &in[i / l->neurons * l->inputs];
        float sum = l->bias[neuron];
        for (uint32_t k = 0; k < l->inputs; k++)
            sum += image[k] * l->weight[k * l->neurons + neuron];
        out[i] = 1.7159f * hd_tanhf(0.6666667f * sum);
    }
    return out;
}

static uint32_t launch(struct host *h, const struct layer *l, uint32_t in)
{
    struct {
        uint32_t in, weight, bias, out, inputs, neurons;
    } arg = {in,
             host_put(h, "weight", l->weight, 4 * l->inputs * l->neurons),
             host_put(h, "bias", l->bias, 4 * l->neurons),
             host_alloc(h, "out", 4 * IMAGES * l->neurons),
             l->inputs,
             l->neurons};
    host_launch(h, "nn_layer", host_2d(l->neurons, IMAGES, THREADS, 1), &arg, sizeof arg);
    return arg.out;
}

static void run(struct host *h)
{
    uint32_t hidden = h->size / 2 + 1;
    struct layer layer[LAYERS];
    layer[0] = make_layer(h, h->size, hidden);
    layer[1] = make_layer(h, hidden, DIGITS);
    float *image = host_floats(h, IMAGES * h->size);
    for (uint32_t i = 0; i < IMAGES * h->size; i++) image[i] = 2 * host_unit(h) - 1;
    uint32_t address = host_put(h, "image", image, 4 * IMAGES * h->size);
    for (uint32_t i = 0; i < LAYERS; i++) {
        address = launch(h, &layer[i], address);
        image = forward(h, &layer[i], image);
        host_expect(h, "out", address, image, IMAGES * layer[i].neurons);
    }
}

PROGRAM(nn_layer, .title = "two layers of a neural network", .papers = "NN (Virtual Thread)",
        .size_of = "pixels", .size = 256, .odd = 333, .max_size = 1 << 13, .run = run);
