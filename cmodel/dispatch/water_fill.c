/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/water_fill.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct water_fill_cfg *cfg)
{
    if (cfg->kernels < 1 || cfg->kernels > WATER_FILL_MAX_KERNELS) return "Kernels must be 1 to 16";
    if (cfg->blocks < 1 || cfg->blocks > WATER_FILL_MAX_BLOCKS) return "Blocks must be 1 to 32";
    if (cfg->perf_width < 1 || cfg->perf_width > 32) return "PerfWidth must be 1 to 32";
    if (cfg->kinds < 1 || cfg->kinds > WATER_FILL_MAX_KINDS) return "Kinds must be 1 to 8";
    if (cfg->need_width < 1 || cfg->need_width > 32) return "NeedWidth must be 1 to 32";
    return NULL;
}

const char *water_fill_init(struct water_fill *s, const struct water_fill_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void water_fill_reset(struct water_fill *s)
{
    s->phase = WATER_FILL_IDLE;
    s->fail = false;
    memset(s->blocks, 0, sizeof s->blocks);
    memset(s->perf, 0, sizeof s->perf);
}

/* --- performances and room ----------------------------------------------- */

/* Where kernel k with j blocks, 1 or more, is found in perf and rises. */
static uint32_t element(const struct water_fill *s, uint32_t k, uint32_t j)
{
    return k * s->cfg.blocks + j - 1;
}

/* The next number of blocks that rises above those of kernel k; 0 if there is none. */
static uint32_t next_rise(const struct water_fill *s, uint32_t k)
{
    for (uint32_t j = s->blocks[k] + 1; j <= s->cfg.blocks; j++) {
        if (s->rises[element(s, k, j)]) return j;
    }
    return 0;
}

/* Takes the room of one block of kernel k, or nothing if one kind of it is not there. */
static bool take_block(const struct water_fill *s, const struct water_fill_in *in, uint32_t k,
                       uint32_t *room)
{
    const uint32_t *need = &in->need[k * s->cfg.kinds];
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        if (room[r] < need[r]) return false;
    }
    for (uint32_t r = 0; r < s->cfg.kinds; r++) room[r] -= need[r];
    return true;
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void water_fill_eval(const struct water_fill *s, const struct water_fill_in *in,
                     struct water_fill_out *out)
{
    (void)in;
    memset(out, 0, sizeof *out);
    out->idle = s->phase == WATER_FILL_IDLE;
    out->done = s->phase == WATER_FILL_DONE;
    const bool ended = out->idle || out->done;
    out->fail = ended && s->fail;
    if (ended && !s->fail) memcpy(out->blocks, s->blocks, s->cfg.kernels * sizeof s->blocks[0]);
}

/* --- tick ---------------------------------------------------------------- */

static void start(struct water_fill *s, const struct water_fill_in *in)
{
    memcpy(s->left, in->room, s->cfg.kinds * sizeof s->left[0]);
    memset(s->blocks, 0, sizeof s->blocks);
    s->full = (uint32_t)(~in->kernels & ones(s->cfg.kernels));
    s->fail = false;
    s->phase = WATER_FILL_ENVELOPE;
    s->at = 1;
}

/* The best of all smaller numbers of blocks is enough to know whether this one rises. */
static void envelope(struct water_fill *s)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        const uint32_t e = element(s, k, s->at);
        s->rises[e] = s->at == 1 || s->perf[e] > s->best[k];
        if (s->rises[e]) s->best[k] = s->perf[e];
    }
    if (s->at < s->cfg.blocks) {
        s->at++;
        return;
    }
    s->phase = WATER_FILL_FIRST;
    s->at = 0;
}

static void first(struct water_fill *s, const struct water_fill_in *in)
{
    const uint32_t k = s->at;
    if (!has(s->full, k)) {
        if (!take_block(s, in, k, s->left)) {
            s->fail = true;
            s->phase = WATER_FILL_DONE;
            return;
        }
        s->blocks[k] = 1;
    }
    if (k + 1 < s->cfg.kernels) s->at++;
    else s->phase = WATER_FILL_PICK;
}

/* The performance of a kernel with the blocks it has. Only a kernel that is not full is asked for,
 * which has one block at least by now. */
static uint32_t perf_now(const struct water_fill *s, uint32_t k)
{
    return s->perf[element(s, k, s->blocks[k])];
}

/* A later kernel must have a lower performance: the lowest kernel wins ties. */
static void pick(struct water_fill *s)
{
    uint32_t worst = s->cfg.kernels;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (has(s->full, k) || next_rise(s, k) == 0) continue;
        if (worst == s->cfg.kernels || perf_now(s, k) < perf_now(s, worst)) worst = k;
    }
    if (worst == s->cfg.kernels) {
        s->phase = WATER_FILL_DONE;
        return;
    }
    s->pick = worst;
    s->goal = next_rise(s, worst);
    s->at = s->blocks[worst];
    memcpy(s->copy, s->left, sizeof s->copy);
    s->phase = WATER_FILL_GIVE;
}

static void give(struct water_fill *s, const struct water_fill_in *in)
{
    if (!take_block(s, in, s->pick, s->copy)) {
        s->full |= (uint32_t)bit(s->pick);
        s->phase = WATER_FILL_PICK;
        return;
    }
    s->at++;
    if (s->at < s->goal) return;
    memcpy(s->left, s->copy, sizeof s->left);
    s->blocks[s->pick] = s->goal;
    s->phase = WATER_FILL_PICK;
}

static void write_perf(struct water_fill *s, const struct water_fill_in *in)
{
    if (!in->perf_en || in->perf_kernel >= s->cfg.kernels) return;
    if (in->perf_blocks == 0 || in->perf_blocks > s->cfg.blocks) return;
    s->perf[element(s, in->perf_kernel, in->perf_blocks)] = in->perf_value;
}

/* The performance is written last: the division looks at those of the cycle. */
void water_fill_tick(struct water_fill *s, const struct water_fill_in *in,
                     const struct water_fill_out *out)
{
    (void)out;
    switch (s->phase) {
    case WATER_FILL_ENVELOPE: envelope(s); break;
    case WATER_FILL_FIRST: first(s, in); break;
    case WATER_FILL_PICK: pick(s); break;
    case WATER_FILL_GIVE: give(s, in); break;
    case WATER_FILL_DONE: s->phase = WATER_FILL_IDLE; break;
    default:
        if (in->start_en) start(s, in);
        break;
    }
    write_perf(s, in);
    memcpy(s->need, in->need, sizeof s->need);
}

/* --- check and promise --------------------------------------------------- */

const char *water_fill_check(const struct water_fill *s)
{
    if (s->phase > WATER_FILL_DONE) return "phase_range";
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (s->blocks[k] > s->cfg.blocks) return "blocks_range";
    }
    if (s->phase != WATER_FILL_GIVE) return NULL;
    /* No kernel at all has no blocks that a goal could be above. */
    if (s->pick >= s->cfg.kernels) return "goal_above";
    return s->goal > s->blocks[s->pick] && s->goal <= s->cfg.blocks ? NULL : "goal_above";
}

/* What a port cannot hold. The enables are of no matter: a port has its width at all times. */
static const char *width_promise(const struct water_fill *s, const struct water_fill_in *in)
{
    const struct water_fill_cfg *cfg = &s->cfg;
    const uint32_t kernel_bits = cfg->kernels > 1 ? clog2(cfg->kernels) : 1;
    if (exceeds(&in->perf_kernel, 1, kernel_bits)) return "a number has more bits than KernelWidth";
    if (exceeds(&in->perf_blocks, 1, clog2(cfg->blocks + 1)))
        return "a number of blocks has more bits than BlockWidth";
    if (exceeds(&in->perf_value, 1, cfg->perf_width))
        return "a performance has more bits than PerfWidth";
    if (exceeds(&in->kernels, 1, cfg->kernels)) return "kernels_i has more bits than Kernels";
    if (exceeds(in->room, cfg->kinds, cfg->need_width))
        return "an amount of room has more bits than NeedWidth";
    if (exceeds(in->need, cfg->kernels * cfg->kinds, cfg->need_width))
        return "a need has more bits than NeedWidth";
    return NULL;
}

/* The first cycle under way is the one that looks at one block: what is needed in it stays. */
static bool is_first_cycle(const struct water_fill *s)
{
    return s->phase == WATER_FILL_ENVELOPE && s->at == 1;
}

const char *water_fill_promise(const struct water_fill *s, const struct water_fill_in *in)
{
    const char *broken = width_promise(s, in);
    if (broken != NULL || s->phase == WATER_FILL_IDLE) return broken;
    if (in->perf_en) return "a performance is written while a division is under way";
    const size_t bytes = s->cfg.kernels * s->cfg.kinds * sizeof in->need[0];
    if (!is_first_cycle(s) && memcmp(in->need, s->need, bytes) != 0)
        return "need_i changes while a division is under way";
    return NULL;
}
