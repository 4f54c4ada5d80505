/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small random generator, the same on every machine: xorshift64*, its state
 * taken from the seed with one step of splitmix64, so that seeds 0, 1, 2 ...
 * give unrelated sequences.
 */
#ifndef HEDDLE_RNG_H
#define HEDDLE_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct hd_rng {
    uint64_t s;
};

static inline void hd_rng_seed(struct hd_rng *r, uint64_t seed)
{
    uint64_t z = seed + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    /* xorshift never leaves 0, and exactly one seed is mapped to it. */
    r->s = z != 0 ? z : UINT64_C(0x9e3779b97f4a7c15);
}

/* 64 random bits; the upper ones are the better ones. */
static inline uint64_t hd_rng_next(struct hd_rng *r)
{
    r->s ^= r->s >> 12;
    r->s ^= r->s << 25;
    r->s ^= r->s >> 27;
    return r->s * UINT64_C(0x2545f4914f6cdd1d);
}

/* A number from 0 to n-1; n > 0. Its bias, below n / 2^32, is of no matter here. */
static inline uint32_t hd_rng_below(struct hd_rng *r, uint32_t n)
{
    return (uint32_t)(((hd_rng_next(r) >> 32) * n) >> 32);
}

/* True in num of den cases; den > 0. */
static inline bool hd_rng_chance(struct hd_rng *r, uint32_t num, uint32_t den)
{
    return hd_rng_below(r, den) < num;
}

#endif
