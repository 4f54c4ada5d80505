// SPDX-License-Identifier: Apache-2.0
//
// What European options are worth (Black, Scholes): the right to buy (call) and to sell (put) at
// the strike price after some years. Threads take every so manieth option.
#include "heddle_math.h"

struct blackscholes {
    const float *price, *strike, *years;
    float *call, *put;
    float rate, volatility;
    unsigned n;
};

// How likely a normal variable is below d: Abramowitz, Stegun 26.2.17, within 7.5e-8.
static float normal_below(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float p = -1.821255978f + k * 1.330274429f;
    p = 1.781477937f + k * p;
    p = -0.356563782f + k * p;
    p = 0.31938153f + k * p;
    p = 0.39894228f * expf(-0.5f * d * d) * k * p;
    return d > 0 ? 1.0f - p : p;
}

KERNEL(blackscholes)
{
    unsigned step = blocks_x() * threads_x();
    for (unsigned i = global_x(); i < arg->n; i += step) {
        float price = arg->price[i];
        float years = arg->years[i];
        float spread = arg->volatility * sqrtf(years);
        float drift = (arg->rate + 0.5f * arg->volatility * arg->volatility) * years;
        float d1 = (logf(price / arg->strike[i]) + drift) / spread;
        float below_1 = normal_below(d1);
        float below_2 = normal_below(d1 - spread);
        float strike = arg->strike[i] * expf(-arg->rate * years); // what it is worth today
        arg->call[i] = price * below_1 - strike * below_2;
        arg->put[i] = strike * (1.0f - below_2) - price * (1.0f - below_1);
    }
}
