/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/oversubscription_cover.h"

/* By how much idleness grew more than memory time, if this cycle's idle and mem are counted. */
static int64_t growth(const state *s, bool idle, bool mem)
{
    const int64_t idle_delta = (int64_t)s->idle + idle - s->idle_prev;
    const int64_t mem_delta = (int64_t)s->mem + mem - s->mem_prev;
    return idle_delta - mem_delta;
}

/* 1: up, -1: down, 0: neither. */
static int decision(int64_t grown, int64_t delta) { return (grown > delta) - (-grown > delta); }

static void cover_up(const state *s, const inputs *in, uint32_t r, uint64_t *bin)
{
    if (s->thresh[r] > in->max[r]) bin[BIN_ABOVE_MAX]++;
    else if (s->thresh[r] + in->step[r] > in->max[r]) bin[BIN_TO_MAX]++;
    else if (in->step[r] != 0 && s->thresh[r] + in->step[r] == in->max[r]) bin[BIN_AT_MAX]++;
}

static void cover_down(const state *s, const inputs *in, uint32_t r, uint64_t *bin)
{
    if (s->thresh[r] < in->step[r]) bin[BIN_TO_ZERO]++;
    if (in->step[r] != 0 && s->thresh[r] == in->step[r]) bin[BIN_AT_ZERO]++;
}

static void cover_decision(const state *s, const inputs *in, uint64_t *bin)
{
    const int64_t delta = in->delta;
    const int64_t grown = growth(s, in->idle, in->mem);
    const int way = decision(grown, delta);
    bin[way > 0 ? BIN_UP : way < 0 ? BIN_DOWN : BIN_CALM]++;
    if (grown == delta + 1) bin[BIN_UP_BY_ONE]++;
    if (grown == delta && delta != 0) bin[BIN_UP_NOT_QUITE]++;
    if (grown == -delta - 1) bin[BIN_DOWN_BY_ONE]++;
    if (grown == -delta && delta != 0) bin[BIN_DOWN_NOT_QUITE]++;
    if (in->idle && way != decision(growth(s, false, in->mem), delta)) bin[BIN_LAST_IDLE]++;
    if (in->mem && way != decision(growth(s, in->idle, false), delta)) bin[BIN_LAST_MEM]++;
    const int64_t idle_delta = (int64_t)s->idle + in->idle - s->idle_prev;
    const int64_t mem_delta = (int64_t)s->mem + in->mem - s->mem_prev;
    if (way == 0 && idle_delta > delta && mem_delta > delta) bin[BIN_BOTH_GREW]++;
    if (way != 0 && s->idle_prev == 0 && s->mem_prev == 0) bin[BIN_FIRST_EPOCH]++;
    for (uint32_t r = 0; r < s->cfg.resources; r++) {
        if (way > 0) cover_up(s, in, r, bin);
        if (way < 0) cover_down(s, in, r, bin);
        if (way != 0 && in->step[r] == 0) bin[BIN_STEP_ZERO]++;
    }
}

static void cover_start(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool decides = decision(growth(s, in->idle, in->mem), in->delta) != 0;
    if (!out->epoch) bin[BIN_START]++;
    else if (decides) bin[BIN_START_LAST]++;
    for (uint32_t r = 0; r < s->cfg.resources; r++) {
        if (in->default_thresh[r] > in->max[r]) bin[BIN_START_ABOVE_MAX]++;
    }
}

void oversubscription_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->idle && in->mem) bin[BIN_BOTH]++;
    if (in->start) {
        cover_start(s, in, out, bin);
    } else if (out->epoch) {
        cover_decision(s, in, bin);
        if (in->epoch == 1) bin[BIN_EPOCH_ONE]++;
        if (s->place + 1 > in->epoch) bin[BIN_EPOCH_LOWERED]++;
    }
}
