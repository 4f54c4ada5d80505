// SPDX-License-Identifier: Apache-2.0
//
// A fully connected layer of a neural network: a thread is a neuron, a row of blocks an image. The
// image passes through shared memory.
#include "heddle_math.h"

enum { THREADS = 64 };

struct nn_layer {
    const float *in;     // inputs an image
    const float *weight; // inputs times neurons
    const float *bias;
    float *out; // neurons an image
    unsigned inputs, neurons;
};

SHARED float part[THREADS];

// As in LeCun's networks for handwritten digits.
static float activation(float x) { return 1.7159f * tanhf(0.6666667f * x); }

KERNEL(nn_layer)
{
    unsigned t = thread_x();
    unsigned neuron = global_x();
    const float *in = &arg->in[block_y() * arg->inputs];
    float sum = neuron < arg->neurons ? arg->bias[neuron] : 0;
    for (unsigned first = 0; first < arg->inputs; first += THREADS) {
        unsigned here = min(arg->inputs - first, THREADS);
        barrier();
        if (t < here) part[t] = in[first + t];
        barrier();
        if (neuron >= arg->neurons) continue;
        for (unsigned i = 0; i < here; i++)
            sum += part[i] * arg->weight[(first + i) * arg->neurons + neuron];
    }
    if (neuron < arg->neurons) arg->out[block_y() * arg->neurons + neuron] = activation(sum);
}
