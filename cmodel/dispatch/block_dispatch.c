/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/block_dispatch.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct block_dispatch_cfg *cfg)
{
    if (cfg->sms < 1 || cfg->sms > BLOCK_DISPATCH_MAX_SMS) return "Sms must be 1 to 64";
    if (cfg->kernels < 1 || cfg->kernels > BLOCK_DISPATCH_MAX_KERNELS)
        return "Kernels must be 1 to 16";
    if (cfg->blocks < 1 || cfg->blocks > BLOCK_DISPATCH_MAX_BLOCKS) return "Blocks must be 1 to 64";
    if (cfg->kinds < 1 || cfg->kinds > BLOCK_DISPATCH_MAX_KINDS) return "Kinds must be 1 to 8";
    if (cfg->need_width < 1 || cfg->need_width > 32) return "NeedWidth must be 1 to 32";
    return NULL;
}

const char *block_dispatch_init(struct block_dispatch *s, const struct block_dispatch_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    block_dispatch_reset(s);
    return NULL;
}

void block_dispatch_reset(struct block_dispatch *s)
{
    const uint32_t kernels = s->cfg.kernels;
    memset(s->left, 0, sizeof s->left);
    memset(s->blocks, 0, sizeof s->blocks);
    memset(s->room, 0, sizeof s->room);
    s->turn = 0;
    for (uint32_t i = 0; i < kernels; i++) {
        for (uint32_t j = 0; j < kernels; j++) s->older[i * kernels + j] = i < j;
    }
}

/* --- the account --------------------------------------------------------- */

/* Where the blocks of kernel k on an SM are found in blocks and limit. */
static uint32_t place(const struct block_dispatch *s, uint32_t sm, uint32_t k)
{
    return sm * s->cfg.kernels + k;
}

/* Does a block of kernel k fit on this SM? */
static bool fits(const struct block_dispatch *s, const struct block_dispatch_in *in, uint32_t k,
                 uint32_t sm)
{
    const uint32_t *left = &s->left[sm * s->cfg.kinds], *need = &in->need[k * s->cfg.kinds];
    const uint32_t blocks = s->blocks[place(s, sm, k)], limit = in->limit[place(s, sm, k)];
    if (!has(in->ready, sm) || blocks >= limit || blocks >= s->cfg.blocks) return false;
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        if (need[r] > left[r]) return false;
    }
    return true;
}

static bool fits_somewhere(const struct block_dispatch *s, const struct block_dispatch_in *in,
                           uint32_t k)
{
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        if (fits(s, in, k, sm)) return true;
    }
    return false;
}

/* --- which kernel, which SM ---------------------------------------------- */

/* The oldest kernel of a set; Kernels, which is no kernel, of an empty one. */
static uint32_t oldest(const struct block_dispatch *s, uint32_t set)
{
    uint32_t first = s->cfg.kernels;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (!has(set, k)) continue;
        if (first == s->cfg.kernels || s->older[k * s->cfg.kernels + first]) first = k;
    }
    return first;
}

/* The kernels with a block to give that fits. The strict policy looks at the oldest kernel alone,
 * before it asks where the block fits. */
static uint32_t candidates(const struct block_dispatch *s, const struct block_dispatch_in *in)
{
    const uint32_t oldest_wanting = oldest(s, in->want);
    uint32_t set = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (!has(in->want, k)) continue;
        if (in->strict && k != oldest_wanting) continue;
        if (fits_somewhere(s, in, k)) set |= (uint32_t)bit(k);
    }
    return set;
}

/* The first SM in turn; there is one on which the block fits. */
static uint32_t sm_in_turn(const struct block_dispatch *s, const struct block_dispatch_in *in,
                           uint32_t k)
{
    uint32_t sm = s->turn;
    while (!fits(s, in, k, sm)) sm = (sm + 1) % s->cfg.sms;
    return sm;
}

/* The SM with most left of kind 0. A later SM must have more: the lowest-numbered wins ties. */
static uint32_t sm_with_most(const struct block_dispatch *s, const struct block_dispatch_in *in,
                             uint32_t k)
{
    uint32_t most = s->cfg.sms;
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        if (!fits(s, in, k, sm)) continue;
        if (most == s->cfg.sms || s->left[sm * s->cfg.kinds] > s->left[most * s->cfg.kinds])
            most = sm;
    }
    return most;
}

/* --- eval ---------------------------------------------------------------- */

static bool is_here(const struct block_dispatch *s, uint32_t k)
{
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        if (s->blocks[place(s, sm, k)] != 0) return true;
    }
    return false;
}

/* The account is state only. */
void block_dispatch_eval(const struct block_dispatch *s, const struct block_dispatch_in *in,
                         struct block_dispatch_out *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->left, s->left, sizeof out->left);
    memcpy(out->blocks, s->blocks, sizeof out->blocks);
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (is_here(s, k)) out->here |= (uint32_t)bit(k);
    }
    const uint32_t set = candidates(s, in);
    if (set == 0 || in->room_en || in->hold) return;
    const uint32_t k = oldest(s, set);
    out->place_valid = true;
    out->place_kernel = k;
    out->place_sm = in->spread ? sm_with_most(s, in, k) : sm_in_turn(s, in, k);
}

/* --- tick ---------------------------------------------------------------- */

static void set_room(struct block_dispatch *s, const struct block_dispatch_in *in)
{
    memcpy(s->room, in->room, sizeof s->room);
    memset(s->blocks, 0, sizeof s->blocks);
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        for (uint32_t r = 0; r < s->cfg.kinds; r++) s->left[sm * s->cfg.kinds + r] = in->room[r];
    }
}

/* Of a kernel that has no block there no block ends: the neighbours promise as much. */
static void end_block(struct block_dispatch *s, const struct block_dispatch_in *in, uint32_t sm)
{
    const uint32_t k = in->end_kernel[sm];
    if (k >= s->cfg.kernels || s->blocks[place(s, sm, k)] == 0) return;
    s->blocks[place(s, sm, k)]--;
    for (uint32_t r = 0; r < s->cfg.kinds; r++)
        s->left[sm * s->cfg.kinds + r] += in->need[k * s->cfg.kinds + r];
}

static void take_block(struct block_dispatch *s, const struct block_dispatch_in *in, uint32_t sm,
                       uint32_t k)
{
    s->blocks[place(s, sm, k)]++;
    for (uint32_t r = 0; r < s->cfg.kinds; r++)
        s->left[sm * s->cfg.kinds + r] -= in->need[k * s->cfg.kinds + r];
    s->turn = (sm + 1) % s->cfg.sms;
}

static void make_youngest(struct block_dispatch *s, uint32_t k)
{
    const uint32_t kernels = s->cfg.kernels;
    for (uint32_t other = 0; other < kernels; other++) {
        s->older[other * kernels + k] = other != k;
        s->older[k * kernels + other] = false;
    }
}

/* A block that is placed was found to fit before the ends of the cycle; the sums do not depend on
 * which comes first. */
void block_dispatch_tick(struct block_dispatch *s, const struct block_dispatch_in *in,
                         const struct block_dispatch_out *out)
{
    if (in->room_en) {
        set_room(s, in);
    } else {
        for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
            if (has(in->end_valid, sm)) end_block(s, in, sm);
        }
        if (out->place_valid) take_block(s, in, out->place_sm, out->place_kernel);
    }
    if (in->begin_en && in->begin_kernel < s->cfg.kernels) make_youngest(s, in->begin_kernel);
    memcpy(s->need, in->need, sizeof s->need);
}

/* --- check and promise --------------------------------------------------- */

static bool is_total_order(const struct block_dispatch *s)
{
    const uint32_t n = s->cfg.kernels;
    for (uint32_t i = 0; i < n; i++) {
        if (s->older[i * n + i]) return false;
        for (uint32_t j = 0; j < n; j++) {
            if (i != j && s->older[i * n + j] == s->older[j * n + i]) return false;
            for (uint32_t k = 0; k < n; k++) {
                if (s->older[i * n + j] && s->older[j * n + k] && !s->older[i * n + k])
                    return false;
            }
        }
    }
    return true;
}

/* Is what an SM has left and what its blocks need the room of the SM? A kernel with a block needs
 * what it needed in the last cycle. */
static bool is_accounted(const struct block_dispatch *s, uint32_t sm, uint32_t r)
{
    uint64_t sum = s->left[sm * s->cfg.kinds + r];
    for (uint32_t k = 0; k < s->cfg.kernels; k++)
        sum += (uint64_t)s->blocks[place(s, sm, k)] * s->need[k * s->cfg.kinds + r];
    return sum == s->room[r];
}

const char *block_dispatch_check(const struct block_dispatch *s)
{
    if (!is_total_order(s)) return "total_order";
    if (s->turn >= s->cfg.sms) return "within";
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        for (uint32_t k = 0; k < s->cfg.kernels; k++) {
            if (s->blocks[place(s, sm, k)] > s->cfg.blocks) return "within";
        }
        for (uint32_t r = 0; r < s->cfg.kinds; r++) {
            if (!is_accounted(s, sm, r)) return "account";
        }
    }
    return NULL;
}

/* What a port cannot hold. The enables are of no matter: a port has its width at all times. */
static const char *width_promise(const struct block_dispatch *s, const struct block_dispatch_in *in)
{
    const struct block_dispatch_cfg *cfg = &s->cfg;
    const uint32_t kernel_bits = cfg->kernels > 1 ? clog2(cfg->kernels) : 1;
    if (exceeds(&in->begin_kernel, 1, kernel_bits) ||
        exceeds(in->end_kernel, cfg->sms, kernel_bits))
        return "a number has more bits than KernelWidth";
    if (exceeds(&in->want, 1, cfg->kernels)) return "want_i has more bits than Kernels";
    if (((in->ready | in->end_valid) & ~ones(cfg->sms)) != 0)
        return "ready_i or end_valid_i has more bits than Sms";
    if (exceeds(in->limit, cfg->sms * cfg->kernels, clog2(cfg->blocks + 1)))
        return "a limit has more bits than BlockWidth";
    if (exceeds(in->room, cfg->kinds, cfg->need_width) ||
        exceeds(in->need, cfg->kernels * cfg->kinds, cfg->need_width))
        return "an amount of room has more bits than NeedWidth";
    return NULL;
}

/* In a cycle with room_en_i ends do not count, and nothing is promised of them. */
static const char *end_promise(const struct block_dispatch *s, const struct block_dispatch_in *in)
{
    for (uint32_t sm = 0; sm < s->cfg.sms && !in->room_en; sm++) {
        const uint32_t k = in->end_kernel[sm];
        if (!has(in->end_valid, sm)) continue;
        if (k >= s->cfg.kernels || s->blocks[place(s, sm, k)] == 0)
            return "a block ends on an SM where its kernel has none";
    }
    return NULL;
}

const char *block_dispatch_promise(const struct block_dispatch *s,
                                   const struct block_dispatch_in *in)
{
    const char *broken = width_promise(s, in);
    if (broken == NULL) broken = end_promise(s, in);
    if (broken != NULL) return broken;
    const uint32_t kinds = s->cfg.kinds;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (!is_here(s, k)) continue;
        if (in->room_en) return "room_en_i is high while an SM has a block";
        if (memcmp(&in->need[k * kinds], &s->need[k * kinds], kinds * sizeof in->need[0]) != 0)
            return "need_i of a kernel changes while it has a block on an SM";
    }
    return NULL;
}
