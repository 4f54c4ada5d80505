/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/share_limits_cover.h"

/* The number of kernels that are under way: the page's P. */
static uint32_t number(const inputs *in) { return (uint32_t)__builtin_popcount(in->kernels); }

/* The place of the kernel that an SM is given to. */
static uint32_t place_of(const state *s, const inputs *in, uint32_t sm)
{
    return sm * number(in) / s->cfg.sms;
}

static uint32_t place_of_kernel(const inputs *in, uint32_t k)
{
    return (uint32_t)__builtin_popcount(in->kernels & (uint32_t)ones(k));
}

static void cover_kernels(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t kernels = in->kernels;
    if (kernels == 0) {
        bin[BIN_NO_KERNEL]++;
        if (in->policy == SHARE_LIMITS_EVEN) bin[BIN_EVEN_NO_KERNEL]++;
        return;
    }
    if (!several(kernels)) bin[BIN_ONE_KERNEL]++;
    if (kernels == ones(s->cfg.kernels)) bin[BIN_ALL_KERNELS]++;
    if (!has(kernels, 0)) bin[BIN_FIRST_ABSENT]++;
    const uint32_t from_first = kernels >> lowest(kernels);
    if ((from_first & (from_first + 1)) != 0) bin[BIN_GAP]++;
}

static void cover_start(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->start_en) return;
    if (s->phase != SHARE_LIMITS_IDLE) {
        bin[s->phase == SHARE_LIMITS_DONE ? BIN_START_DONE : BIN_START_IGNORED]++;
        return;
    }
    bin[BIN_START]++;
    switch (in->policy) {
    case SHARE_LIMITS_LEFT_OVER: bin[BIN_LEFT_OVER]++; break;
    case SHARE_LIMITS_EVEN: bin[BIN_EVEN]++; break;
    case SHARE_LIMITS_SPATIAL: bin[BIN_SPATIAL]++; break;
    case SHARE_LIMITS_PROFILE: bin[BIN_PROFILE]++; break;
    case SHARE_LIMITS_GIVEN: bin[BIN_GIVEN]++; break;
    default: bin[BIN_LEFT_OVER_ABOVE]++; break;
    }
    cover_kernels(s, in, bin);
}

/* The count of a kernel ends for lack of room. */
static void cover_lack(const state *s, uint32_t lacks, uint64_t *bin)
{
    const uint32_t part = s->part[s->kernel];
    if (part == 0) bin[s->taken == 0 ? BIN_COUNT_NOTHING : BIN_COUNT_PART_OF_ONE]++;
    else bin[s->taken == 0 ? BIN_COUNT_AT_WHOLE : BIN_COUNT_INSIDE]++;
    if (s->cfg.kinds == 1) return;
    if (lacks == 1) bin[BIN_COUNT_LACKS_ONE_KIND]++;
    if (lacks == s->cfg.kinds) bin[BIN_COUNT_LACKS_ALL_KINDS]++;
}

static void cover_count(const state *s, const inputs *in, uint64_t *bin)
{
    if (!has(in->kernels, s->kernel)) {
        bin[s->kernel == s->cfg.kernels - 1 ? BIN_COUNT_LAST_ABSENT : BIN_COUNT_ABSENT]++;
        return;
    }
    uint32_t lacks = 0, exact = 0, some = 0; /* kinds of room */
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        const uint32_t need = in->need[s->kernel * s->cfg.kinds + r];
        if (need > s->copy[r]) lacks++;
        if (need == s->copy[r] && need != 0) exact++;
        if (need != 0) some++;
    }
    if (lacks > 0) {
        cover_lack(s, lacks, bin);
        return;
    }
    if (exact > 0) bin[BIN_COUNT_EXACT]++;
    if (some == 0) bin[BIN_COUNT_FREE]++;
    if (s->taken + 1 < number(in)) return;
    bin[s->part[s->kernel] + 1 == s->cfg.blocks ? BIN_COUNT_MOST : BIN_COUNT_WHOLE]++;
}

/* The SM beside the next one. */
static void cover_place(const state *s, const inputs *in, uint64_t *bin)
{
    if (s->turn == s->cfg.sms - 1 && number(in) == 1) bin[BIN_TURN_LAST]++;
    if (s->sm == s->cfg.sms - 1) return;
    const uint32_t now = place_of(s, in, s->sm), next = place_of(s, in, s->sm + 1);
    if (next == now + 1) bin[BIN_TURN_FIRST]++;
    if (next > now + 1) bin[BIN_PLACE_SKIPPED]++;
}

static void cover_spatial(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t n = number(in);
    if (s->sm != 0 || n < 2) return;
    if (n > s->cfg.sms) bin[BIN_CROWDED]++;
    else if (n == s->cfg.sms) bin[BIN_SPATIAL_EACH]++;
    else bin[s->cfg.sms % n == 0 ? BIN_SPATIAL_LEVEL : BIN_SPATIAL_UNEVEN]++;
}

static void cover_profile(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t blocks = in->from + s->turn;
    if (number(in) == 0) return;
    if (blocks == 0) bin[BIN_PROFILE_NOTHING]++;
    if (s->turn > 0 && blocks <= s->cfg.blocks) bin[BIN_PROFILE_STEP]++;
    if (blocks == s->cfg.blocks) bin[BIN_PROFILE_MOST]++;
    if (in->from > s->cfg.blocks) bin[BIN_FROM_ABOVE]++;
    else if (blocks > s->cfg.blocks) bin[BIN_PROFILE_ABOVE]++;
}

static void cover_given(const state *s, const inputs *in, uint64_t *bin)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (!has(in->kernels, k)) {
            if (in->given[k] > 0) bin[BIN_GIVEN_ABSENT]++;
            continue;
        }
        if (in->given[k] == 0) bin[BIN_GIVEN_NOTHING]++;
        if (in->given[k] == s->cfg.blocks) bin[BIN_GIVEN_MOST]++;
        if (in->given[k] > s->cfg.blocks) bin[BIN_GIVEN_ABOVE]++;
    }
}

static void cover_even(const state *s, const inputs *in, uint64_t *bin)
{
    if (number(in) < 2) return;
    const uint32_t part = s->part[lowest(in->kernels)];
    for (uint32_t k = 0; k < s->cfg.kernels; k++)
        if (has(in->kernels, k) && s->part[k] != part) bin[BIN_ROWS_EVEN_APART]++;
}

/* The limit that the row gives a kernel. */
static uint32_t limit_of(const state *s, const inputs *in, uint32_t k)
{
    const uint32_t most = s->cfg.blocks, trial = in->from + s->turn;
    const bool here = place_of_kernel(in, k) == place_of(s, in, s->sm);
    if (!has(in->kernels, k)) return 0;
    switch (in->policy) {
    case SHARE_LIMITS_EVEN: return s->part[k];
    case SHARE_LIMITS_SPATIAL: return here ? most : 0;
    case SHARE_LIMITS_PROFILE: return !here ? 0 : trial < most ? trial : most;
    case SHARE_LIMITS_GIVEN: return in->given[k] < most ? in->given[k] : most;
    default: return most;
    }
}

static void cover_rows(const state *s, const inputs *in, uint64_t *bin)
{
    switch (in->policy) {
    case SHARE_LIMITS_EVEN: cover_even(s, in, bin); break;
    case SHARE_LIMITS_SPATIAL: cover_spatial(s, in, bin); break;
    case SHARE_LIMITS_PROFILE: cover_profile(s, in, bin); break;
    case SHARE_LIMITS_GIVEN: cover_given(s, in, bin); break;
    default: break;
    }
    cover_place(s, in, bin);
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        const uint32_t before = s->limit[s->sm * s->cfg.kernels + k], now = limit_of(s, in, k);
        if (now != 0 && now < before) bin[BIN_LIMIT_FALLS]++;
        if (now == 0 && before != 0) bin[BIN_LIMIT_TO_NONE]++;
        if (now != 0 && now == before) bin[BIN_LIMIT_STAYS]++;
    }
}

static void cover_done(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    bool mixed = false;
    for (uint32_t i = 0; i < s->cfg.sms * s->cfg.kernels; i++)
        if (out->limit[i] == 0 && has(in->kernels, i % s->cfg.kernels)) mixed = true;
    if (in->kernels == 0) return;
    if (out->none == 0 && mixed) bin[BIN_DONE_SOME]++;
    if (out->none != 0) bin[out->none == in->kernels ? BIN_DONE_ALL_NONE : BIN_DONE_NONE]++;
}

void share_limits_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_start(s, in, bin);
    switch (s->phase) {
    case SHARE_LIMITS_COUNT: cover_count(s, in, bin); break;
    case SHARE_LIMITS_ROWS: cover_rows(s, in, bin); break;
    case SHARE_LIMITS_DONE: cover_done(s, in, out, bin); break;
    default: break;
    }
}
