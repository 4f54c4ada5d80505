/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/block_places.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct block_places_cfg *cfg)
{
    if (cfg->sms < 1 || cfg->sms > BLOCK_PLACES_MAX_SMS) return "Sms must be 1 to 64";
    if (cfg->kernels < 1 || cfg->kernels > BLOCK_PLACES_MAX_KERNELS)
        return "Kernels must be 1 to 16";
    if (cfg->blocks < 1 || cfg->blocks > BLOCK_PLACES_MAX_BLOCKS) return "Blocks must be 1 to 64";
    return NULL;
}

const char *block_places_init(struct block_places *s, const struct block_places_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void block_places_reset(struct block_places *s)
{
    memset(s->kept, 0, sizeof s->kept);
    memset(s->places, 0, sizeof s->places);
    s->turn = 0;
}

/* --- what a kernel may have ---------------------------------------------- */

static uint32_t place(const struct block_places *s, uint32_t sm, uint32_t k)
{
    return sm * s->cfg.kernels + k;
}

/* All comparisons look at the state before the cycle. */
static bool is_over(const struct block_places *s, const struct block_places_in *in, uint32_t k)
{
    return !in->keep || !has(in->want, k) || s->places[k] > in->most[k];
}

/* The lowest-numbered kernel with a kept place on the SM that is over, or is not; Kernels, which is
 * no kernel, without one. */
static uint32_t lowest_kept(const struct block_places *s, const struct block_places_in *in,
                            uint32_t sm, bool over)
{
    uint32_t k = 0;
    while (k < s->cfg.kernels && (s->kept[place(s, sm, k)] == 0 || is_over(s, in, k) != over)) k++;
    return k;
}

/* --- eval ---------------------------------------------------------------- */

/* One place goes on in a cycle: the first SM in turn decides, then the kernel's number. */
static void find_next(const struct block_places *s, const struct block_places_in *in,
                      struct block_places_out *out)
{
    for (uint32_t i = 0; i < s->cfg.sms; i++) {
        const uint32_t sm = (s->turn + i) % s->cfg.sms;
        const uint32_t k = lowest_kept(s, in, sm, false);
        if (!has(in->ready, sm) || k == s->cfg.kernels) continue;
        out->next_valid = true;
        out->next_sm = sm;
        out->next_kernel = k;
        return;
    }
}

/* Beside a kept place that goes on none of them is placed: next_valid says so. */
static uint32_t may_place(const struct block_places *s, const struct block_places_in *in)
{
    uint32_t set = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (has(in->want, k) && (!in->keep || s->places[k] < in->most[k])) set |= (uint32_t)bit(k);
    }
    return set;
}

/* Does a block end on the SM, and its place with it? */
static bool ends_with_block(const struct block_places *s, const struct block_places_in *in,
                            uint32_t sm)
{
    const uint32_t k = in->end_kernel[sm];
    return has(in->end_valid, sm) && k < s->cfg.kernels && is_over(s, in, k);
}

/* At most one place ends on the SM: that of a block that ends comes before a kept one. */
static void find_end(const struct block_places *s, const struct block_places_in *in, uint32_t sm,
                     struct block_places_out *out)
{
    const uint32_t k =
        ends_with_block(s, in, sm) ? in->end_kernel[sm] : lowest_kept(s, in, sm, true);
    if (k == s->cfg.kernels) return;
    out->end_valid |= bit(sm);
    out->end_kernel[sm] = k;
}

/* The status is state only. */
void block_places_eval(const struct block_places *s, const struct block_places_in *in,
                       struct block_places_out *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->places, s->places, sizeof out->places);
    memcpy(out->kept, s->kept, sizeof out->kept);
    find_next(s, in, out);
    out->want = may_place(s, in);
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) find_end(s, in, sm, out);
}

/* --- tick ---------------------------------------------------------------- */

/* What the ends of an SM do to its kept places: a block that ends leaves its place, or takes it
 * along; without such an end a kept place may end. */
static void tick_sm(struct block_places *s, const struct block_places_in *in,
                    const struct block_places_out *out, uint32_t sm)
{
    const uint32_t k = in->end_kernel[sm];
    const bool with_block = ends_with_block(s, in, sm);
    if (has(out->end_valid, sm) && !with_block) s->kept[place(s, sm, out->end_kernel[sm])]--;
    if (has(in->end_valid, sm) && k < s->cfg.kernels && !with_block) s->kept[place(s, sm, k)]++;
}

void block_places_tick(struct block_places *s, const struct block_places_in *in,
                       const struct block_places_out *out)
{
    /* Who is over is asked of the state before: the places are counted last. */
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) tick_sm(s, in, out, sm);
    if (out->next_valid) {
        s->kept[place(s, out->next_sm, out->next_kernel)]--;
        s->turn = (out->next_sm + 1) % s->cfg.sms;
    }
    if (in->place_valid && in->place_kernel < s->cfg.kernels) s->places[in->place_kernel]++;
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        if (has(out->end_valid, sm)) s->places[out->end_kernel[sm]]--;
    }
}

/* --- check --------------------------------------------------------------- */

/* On all SMs. */
static uint32_t kept_places(const struct block_places *s, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) n += s->kept[place(s, sm, k)];
    return n;
}

const char *block_places_check(const struct block_places *s)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (kept_places(s, k) > s->places[k]) return "kept_counted";
        for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
            if (s->kept[place(s, sm, k)] > s->cfg.blocks) return "within";
        }
    }
    return s->turn < s->cfg.sms ? NULL : "within";
}

/* --- promise ------------------------------------------------------------- */

/* What a port cannot hold. The enables are of no matter: a port has its width at all times. */
static const char *width_promise(const struct block_places *s, const struct block_places_in *in)
{
    const struct block_places_cfg *cfg = &s->cfg;
    const uint32_t kernel_bits = cfg->kernels > 1 ? clog2(cfg->kernels) : 1;
    if (exceeds(&in->place_kernel, 1, kernel_bits) ||
        exceeds(in->end_kernel, cfg->sms, kernel_bits))
        return "a number has more bits than KernelWidth";
    if (exceeds(in->most, cfg->kernels, clog2(cfg->sms * cfg->blocks + 1)))
        return "a number of places has more bits than PlaceWidth";
    if (exceeds(&in->want, 1, cfg->kernels)) return "want_i has more bits than Kernels";
    if (((in->ready | in->end_valid) & ~ones(cfg->sms)) != 0)
        return "ready_i or end_valid_i has more bits than Sms";
    return NULL;
}

static const char *place_promise(const struct block_places *s, const struct block_places_in *in,
                                 const struct block_places_out *out)
{
    if (!in->place_valid) return NULL;
    if (in->place_kernel >= s->cfg.kernels) return "a new place is of no kernel";
    if (!has(out->want, in->place_kernel)) return "a new place is of a kernel without want_o";
    if (out->next_valid) return "a new place is made beside a kept one that goes on";
    if (s->places[in->place_kernel] >= s->cfg.sms * s->cfg.blocks)
        return "a kernel has more than Blocks places on an SM";
    return NULL;
}

/* Blocks are counted kernel by kernel. Of an SM only the kept places are known: a block that ends
 * there has a place beside those. */
static const char *end_promise(const struct block_places *s, const struct block_places_in *in)
{
    uint32_t ends[BLOCK_PLACES_MAX_KERNELS] = {0};
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        const uint32_t k = in->end_kernel[sm];
        if (!has(in->end_valid, sm)) continue;
        if (k >= s->cfg.kernels) return "an end is of no kernel";
        ends[k]++;
        if (s->kept[place(s, sm, k)] >= s->cfg.blocks)
            return "a kernel has more than Blocks places on an SM";
    }
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (ends[k] > s->places[k] - kept_places(s, k))
            return "more blocks of a kernel end than it has";
    }
    return NULL;
}

const char *block_places_promise_of(const struct block_places *s, const struct block_places_in *in,
                                    const struct block_places_out *out)
{
    const char *broken = width_promise(s, in);
    if (broken == NULL) broken = place_promise(s, in, out);
    return broken != NULL ? broken : end_promise(s, in);
}

const char *block_places_promise(const struct block_places *s, const struct block_places_in *in)
{
    struct block_places_out out;
    block_places_eval(s, in, &out);
    return block_places_promise_of(s, in, &out);
}
