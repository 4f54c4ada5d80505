/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/share_limits.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct share_limits_cfg *cfg)
{
    if (cfg->sms < 1 || cfg->sms > SHARE_LIMITS_MAX_SMS) return "Sms must be 1 to 64";
    if (cfg->kernels < 1 || cfg->kernels > SHARE_LIMITS_MAX_KERNELS)
        return "Kernels must be 1 to 16";
    if (cfg->blocks < 1 || cfg->blocks > SHARE_LIMITS_MAX_BLOCKS) return "Blocks must be 1 to 64";
    if (cfg->kinds < 1 || cfg->kinds > SHARE_LIMITS_MAX_KINDS) return "Kinds must be 1 to 8";
    if (cfg->need_width < 1 || cfg->need_width > 32) return "NeedWidth must be 1 to 32";
    return NULL;
}

const char *share_limits_init(struct share_limits *s, const struct share_limits_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

/* No kernel is under way behind a reset: what was asked for is forgotten. */
void share_limits_reset(struct share_limits *s)
{
    s->phase = SHARE_LIMITS_IDLE;
    memset(s->limit, 0, sizeof s->limit);
    s->none = 0;
    memset(&s->asked, 0, sizeof s->asked);
}

/* --- kernels and SMs ----------------------------------------------------- */

/* P of the page. */
static uint32_t kernels_under_way(const struct share_limits *s, const struct share_limits_in *in)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) n += has(in->kernels, k);
    return n;
}

/* How many kernels under way have a lower number. */
static uint32_t place_of_kernel(const struct share_limits_in *in, uint32_t kernel)
{
    uint32_t place = 0;
    for (uint32_t k = 0; k < kernel; k++) place += has(in->kernels, k);
    return place;
}

/* The kernels under way share the SMs in the ratio of P to Sms: at is P for each SM before. */
static uint32_t place_of_sm(const struct share_limits *s, uint32_t at) { return at / s->cfg.sms; }

/* Is the SM whose limits are written that of the kernel, which is under way? */
static bool is_its_sm(const struct share_limits *s, const struct share_limits_in *in,
                      uint32_t kernel)
{
    return place_of_sm(s, s->at) == place_of_kernel(in, kernel);
}

/* Takes the room of one block of kernel k, or nothing if one kind of it is not there. */
static bool take_block(struct share_limits *s, const struct share_limits_in *in, uint32_t k)
{
    const uint32_t *need = &in->need[k * s->cfg.kinds];
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        if (s->copy[r] < need[r]) return false;
    }
    for (uint32_t r = 0; r < s->cfg.kinds; r++) s->copy[r] -= need[r];
    return true;
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void share_limits_eval(const struct share_limits *s, const struct share_limits_in *in,
                       struct share_limits_out *out)
{
    (void)in;
    memset(out, 0, sizeof *out);
    out->idle = s->phase == SHARE_LIMITS_IDLE;
    out->done = s->phase == SHARE_LIMITS_DONE;
    if (out->idle || out->done) out->none = s->none;
    memcpy(out->limit, s->limit, s->cfg.sms * s->cfg.kernels * sizeof s->limit[0]);
}

/* --- tick ---------------------------------------------------------------- */

static void begin_count(struct share_limits *s, const struct share_limits_in *in, uint32_t kernel)
{
    s->phase = SHARE_LIMITS_COUNT;
    s->kernel = kernel;
    memcpy(s->copy, in->room, s->cfg.kinds * sizeof s->copy[0]);
    s->taken = 0;
    s->part[kernel] = 0;
}

static void begin_rows(struct share_limits *s)
{
    s->phase = SHARE_LIMITS_ROWS;
    s->sm = 0;
    s->at = 0;
    s->turn = 0;
}

/* The rows strike out of none each kernel that gets a limit. */
static void start(struct share_limits *s, const struct share_limits_in *in)
{
    s->asked = *in;
    s->cycles = 0;
    s->none = in->kernels;
    if (in->policy == SHARE_LIMITS_EVEN) begin_count(s, in, 0);
    else begin_rows(s);
}

/* A block for each kernel under way is taken before the part has one more: so the part fits as
 * often as there are kernels. */
static void count(struct share_limits *s, const struct share_limits_in *in)
{
    const uint32_t k = s->kernel;
    if (has(in->kernels, k) && take_block(s, in, k)) {
        s->taken++;
        if (s->taken == kernels_under_way(s, in)) {
            s->part[k]++;
            s->taken = 0;
        }
        if (s->part[k] < s->cfg.blocks) return;
    }
    if (k + 1 < s->cfg.kernels) begin_count(s, in, k + 1);
    else begin_rows(s);
}

static uint32_t at_most(uint32_t n, uint32_t most) { return n < most ? n : most; }

/* The limit of a kernel on the SM whose limits are written. */
static uint32_t limit_of(const struct share_limits *s, const struct share_limits_in *in,
                         uint32_t kernel)
{
    const uint32_t blocks = s->cfg.blocks;
    if (!has(in->kernels, kernel)) return 0;
    switch (in->policy) {
    case SHARE_LIMITS_EVEN: return s->part[kernel];
    case SHARE_LIMITS_SPATIAL: return is_its_sm(s, in, kernel) ? blocks : 0;
    case SHARE_LIMITS_PROFILE:
        return is_its_sm(s, in, kernel) ? at_most(in->from + s->turn, blocks) : 0;
    case SHARE_LIMITS_GIVEN: return at_most(in->given[kernel], blocks);
    default: return blocks;
    }
}

static void row(struct share_limits *s, const struct share_limits_in *in)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        const uint32_t limit = limit_of(s, in, k);
        s->limit[s->sm * s->cfg.kernels + k] = limit;
        if (limit != 0) s->none &= (uint32_t)~bit(k);
    }
    if (s->sm + 1 == s->cfg.sms) {
        s->phase = SHARE_LIMITS_DONE;
        return;
    }
    const uint32_t next = s->at + kernels_under_way(s, in);
    s->turn = place_of_sm(s, next) == place_of_sm(s, s->at) ? s->turn + 1 : 0;
    s->at = next;
    s->sm++;
}

void share_limits_tick(struct share_limits *s, const struct share_limits_in *in,
                       const struct share_limits_out *out)
{
    (void)out;
    switch (s->phase) {
    case SHARE_LIMITS_COUNT: count(s, in); break;
    case SHARE_LIMITS_ROWS: row(s, in); break;
    case SHARE_LIMITS_DONE: s->phase = SHARE_LIMITS_IDLE; break;
    default:
        if (in->start_en) start(s, in);
        break;
    }
    if (s->phase != SHARE_LIMITS_IDLE) s->cycles++;
}

/* --- check --------------------------------------------------------------- */

/* The rows that belong to what was asked for last: the SMs from 0 on. */
static uint32_t rows_written(const struct share_limits *s)
{
    if (s->phase == SHARE_LIMITS_COUNT) return 0;
    return s->phase == SHARE_LIMITS_ROWS ? s->sm : s->cfg.sms;
}

static bool has_limit(const struct share_limits *s, uint32_t sm, uint32_t kernel)
{
    return s->limit[sm * s->cfg.kernels + kernel] != 0;
}

static uint32_t kernels_on(const struct share_limits *s, uint32_t sm)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) n += has_limit(s, sm, k);
    return n;
}

static uint32_t sms_of(const struct share_limits *s, uint32_t kernel)
{
    uint32_t n = 0;
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) n += has_limit(s, sm, kernel);
    return n;
}

static bool is_absent(const struct share_limits *s)
{
    for (uint32_t sm = 0; sm < rows_written(s); sm++) {
        for (uint32_t k = 0; k < s->cfg.kernels; k++) {
            if (!has(s->asked.kernels, k) && has_limit(s, sm, k)) return false;
        }
    }
    return true;
}

static bool is_apart(const struct share_limits *s)
{
    if (s->asked.policy != SHARE_LIMITS_SPATIAL && s->asked.policy != SHARE_LIMITS_PROFILE)
        return true;
    for (uint32_t sm = 0; sm < rows_written(s); sm++) {
        if (kernels_on(s, sm) > 1) return false;
    }
    return true;
}

/* How many SMs each kernel has is known with the last row. */
static bool is_balanced(const struct share_limits *s)
{
    if (s->asked.policy != SHARE_LIMITS_SPATIAL || s->asked.kernels == 0) return true;
    for (uint32_t sm = 0; sm < rows_written(s); sm++) {
        if (kernels_on(s, sm) == 0) return false;
    }
    if (rows_written(s) < s->cfg.sms) return true;
    uint32_t fewest = s->cfg.sms, most = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (!has(s->asked.kernels, k)) continue;
        const uint32_t sms = sms_of(s, k);
        if (sms < fewest) fewest = sms;
        if (sms > most) most = sms;
    }
    return most <= fewest + 1;
}

/* Do so many blocks of the kernel fit in the room of an SM? */
static bool fits(const struct share_limits *s, uint32_t kernel, uint64_t blocks)
{
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        if (blocks * s->asked.need[kernel * s->cfg.kinds + r] > s->asked.room[r]) return false;
    }
    return true;
}

static bool part_fits(const struct share_limits *s)
{
    if (s->asked.policy != SHARE_LIMITS_EVEN) return true;
    const uint32_t sharing = kernels_under_way(s, &s->asked);
    const uint32_t counted = s->phase == SHARE_LIMITS_COUNT ? s->kernel : s->cfg.kernels;
    for (uint32_t k = 0; k < counted; k++) {
        if (!has(s->asked.kernels, k)) continue;
        if (!fits(s, k, s->part[k] * sharing)) return false;
        if (s->part[k] != s->cfg.blocks && fits(s, k, (s->part[k] + 1) * sharing)) return false;
    }
    return true;
}

/* The cycles that the page gives for the count, for the rows and for done. */
static bool ends_soon(const struct share_limits *s)
{
    const struct share_limits_cfg *cfg = &s->cfg;
    const uint32_t longest_count = cfg->kernels * cfg->blocks * cfg->kernels + cfg->kernels;
    return s->phase == SHARE_LIMITS_IDLE || s->cycles <= longest_count + cfg->sms + 1;
}

const char *share_limits_check(const struct share_limits *s)
{
    if (!is_apart(s)) return "apart";
    if (!is_balanced(s)) return "balanced";
    if (!part_fits(s)) return "part_fits";
    if (!is_absent(s)) return "absent";
    if (!ends_soon(s)) return "ends_soon";
    return NULL;
}

/* --- promise ------------------------------------------------------------- */

/* What a port cannot hold. The enable is of no matter: a port has its width at all times. */
static const char *width_promise(const struct share_limits *s, const struct share_limits_in *in)
{
    const struct share_limits_cfg *cfg = &s->cfg;
    const uint32_t block_bits = clog2(cfg->blocks + 1);
    if (exceeds(&in->policy, 1, 3)) return "policy_i has more than 3 bits";
    if (exceeds(&in->kernels, 1, cfg->kernels)) return "kernels_i has more bits than Kernels";
    if (exceeds(in->room, cfg->kinds, cfg->need_width))
        return "an amount of room has more bits than NeedWidth";
    if (exceeds(in->need, cfg->kernels * cfg->kinds, cfg->need_width))
        return "a need has more bits than NeedWidth";
    if (exceeds(&in->from, 1, block_bits) || exceeds(in->given, cfg->kernels, block_bits))
        return "a number of blocks has more bits than BlockWidth";
    return NULL;
}

/* Are the first n numbers those of before? */
static bool same(const uint32_t *now, const uint32_t *before, uint32_t n)
{
    return memcmp(now, before, n * sizeof *now) == 0;
}

const char *share_limits_promise(const struct share_limits *s, const struct share_limits_in *in)
{
    const struct share_limits_cfg *cfg = &s->cfg;
    const struct share_limits_in *asked = &s->asked;
    const char *broken = width_promise(s, in);
    if (broken != NULL || s->phase == SHARE_LIMITS_IDLE) return broken;
    if (in->policy != asked->policy) return "policy_i changes while a division is under way";
    if (in->kernels != asked->kernels) return "kernels_i changes while a division is under way";
    if (!same(in->room, asked->room, cfg->kinds))
        return "room_i changes while a division is under way";
    if (!same(in->need, asked->need, cfg->kernels * cfg->kinds))
        return "need_i changes while a division is under way";
    if (in->from != asked->from) return "from_i changes while a division is under way";
    if (!same(in->given, asked->given, cfg->kernels))
        return "given_i changes while a division is under way";
    return NULL;
}
