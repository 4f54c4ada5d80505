// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static double normal_below(double d) { return 0.5 * erfc(-d / sqrt(2)); }

// In double precision, with the C library's functions.
static void value(double price, double strike, double years, double rate, double volatility,
                  float *call, float *put)
{
    double spread = volatility * sqrt(years);
    double drift = (rate + 0.5 * volatility * volatility) * years;
    double d1 = (log(price / strike) + drift) / spread;
    double d2 = d1 - spread;
    double today = strike * exp(-rate * years);
    *call = (float)(price * normal_below(d1) - today * normal_below(d2));
    *put = (float)(today * normal_below(-d2) - price * normal_below(-d1));
}

static void run(struct host *h)
{
    uint32_t n = h->size;
    float *price = host_floats(h, n);
    float *strike = host_floats(h, n);
    float *years = host_floats(h, n);
    float *call = host_floats(h, n);
    float *put = host_floats(h, n);
    struct {
        uint32_t price, strike, years, call, put;
        float rate, volatility;
        uint32_t n;
    } arg = {.rate = 0.02f, .volatility = 0.3f, .n = n};
    for (uint32_t i = 0; i < n; i++) {
        price[i] = 5.0f + 25.0f * host_unit(h);
        strike[i] = 1.0f + 99.0f * host_unit(h);
        years[i] = 0.25f + 9.75f * host_unit(h);
        value((double)price[i], (double)strike[i], (double)years[i], (double)arg.rate,
              (double)arg.volatility, &call[i], &put[i]);
    }
    arg.price = host_put(h, "price", price, 4 * n);
    arg.strike = host_put(h, "strike", strike, 4 * n);
    arg.years = host_put(h, "years", years, 4 * n);
    arg.call = host_alloc(h, "call", 4 * n);
    arg.put = host_alloc(h, "put", 4 * n);
    host_launch(h, "blackscholes", host_1d((n + 3) / 4, 128), &arg, sizeof arg);
    host_expect_near(h, "call", arg.call, call, n, 2e-5f);
    host_expect_near(h, "put", arg.put, put, n, 2e-5f);
}

PROGRAM(blackscholes, .title = "what options are worth: Black, Scholes",
        .papers = "BS (Virtual Thread), Black (DWF)", .size_of = "options", .size = 10000,
        .odd = 777, .max_size = 1 << 23, .run = run);
