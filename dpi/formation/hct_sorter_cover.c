/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/hct_sorter_cover.h"
#include "common/bits.h"

typedef struct hct_sorter_in inputs;
typedef struct hct_sorter_out outputs;

static bool counts(const inputs *in, uint32_t i) { return in->valid[i] && in->mask[i] != 0; }

/* The output that an input is in; the input counts. */
static uint32_t place(const outputs *out, uint32_t i) { return lowest(out->from >> 3 * i & 7); }

/* Inputs i and j are one output. */
static bool merged(const inputs *in, const outputs *out, uint32_t i, uint32_t j)
{
    return counts(in, i) && counts(in, j) && place(out, i) == place(out, j);
}

static void cover_counts(const inputs *in, const outputs *out, uint64_t *bin)
{
    static const uint32_t alone[] = {BIN_ONE_FIRST, BIN_ONE_MIDDLE, BIN_ONE_THIRD};
    uint32_t here = 0, last = 0, apart = 0;
    for (uint32_t i = 0; i < 3; i++) {
        if (in->valid[i] && in->mask[i] == 0) bin[in->stay[i] ? BIN_EMPTY_STAYS : BIN_EMPTY]++;
        if (counts(in, i)) here++, last = i;
        if (out->valid[i]) apart++;
    }
    if (here == 0) bin[BIN_NONE]++;
    if (here == 1) bin[alone[last]]++;
    if (here == 2 && apart == 2) bin[BIN_TWO]++;
    if (apart == 3) bin[BIN_THREE]++;
}

static void cover_merged(const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool m01 = merged(in, out, 0, 1), m02 = merged(in, out, 0, 2),
               m12 = merged(in, out, 1, 2);
    if (m01 && m12) {
        bin[BIN_MEET_ALL]++;
        return;
    }
    if (!m01 && !m02 && !m12) return;
    const uint32_t other = m01 ? 2 : m02 ? 1 : 0;
    const uint32_t one = other == 0 ? 1 : 0;
    if (!counts(in, other)) {
        bin[BIN_MEET_TWO]++;
        return;
    }
    if (m01) bin[BIN_MEET_01]++;
    if (m02) bin[place(out, 1) == 0 ? BIN_MEET_02 : BIN_MEET_02_BEHIND]++;
    if (m12) bin[BIN_MEET_12]++;
    if (in->stay[other])
        bin[in->pc[other] == in->pc[one] ? BIN_STAY_AT_MEET : BIN_STAY_BESIDE_MEET]++;
}

static void cover_pair(const inputs *in, uint32_t i, uint32_t j, uint64_t *bin)
{
    if (!counts(in, i) || !counts(in, j)) return;
    if (in->stay[i] && in->stay[j]) {
        bin[BIN_STAY_TWO]++;
        if (in->pc[i] == in->pc[j]) bin[BIN_STAY_TWO_EQUAL]++;
        if (in->pc[i] > in->pc[j]) bin[BIN_STAY_TWO_DOWN]++;
    } else if (in->stay[i] || in->stay[j]) {
        const uint64_t stays = in->pc[in->stay[i] ? i : j], moves = in->pc[in->stay[i] ? j : i];
        if (stays > moves) bin[BIN_STAY_HIGH]++;
        if (stays == moves) bin[BIN_STAY_EQUAL]++;
    }
}

void hct_sorter_cover(const struct hct_sorter *s, const inputs *in, const outputs *out,
                      uint64_t *bin)
{
    static const uint32_t orders[] = {BIN_ORDER_012, BIN_ORDER_021, BIN_ORDER_102,
                                      BIN_ORDER_201, BIN_ORDER_120, BIN_ORDER_210};
    cover_counts(in, out, bin);
    cover_merged(in, out, bin);
    for (uint32_t j = 0; j < 3; j++) {
        if (counts(in, j) && in->stay[j] && j == 2) bin[BIN_STAY_THIRD]++;
        for (uint32_t i = 0; i < j; i++) cover_pair(in, i, j, bin);
        if (out->valid[j] && out->pc[j] == 0) bin[BIN_LOWEST_PC]++;
        if (out->valid[j] && out->pc[j] == ones(s->cfg.pc_width)) bin[BIN_HIGHEST_PC]++;
    }
    /* Places of the inputs 0, 1, 2: their order is the other way round. */
    if (out->valid[2]) {
        const uint32_t first = place(out, 0), second = place(out, 1);
        bin[orders[2 * first + (second > (first == 0 ? 1u : 0u))]]++;
    }
}
