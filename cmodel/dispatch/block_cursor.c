/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/block_cursor.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct block_cursor_cfg *cfg)
{
    if (cfg->kernels < 1 || cfg->kernels > BLOCK_CURSOR_MAX_KERNELS)
        return "Kernels must be 1 to 32";
    if (cfg->width < 1 || cfg->width > 32) return "Width must be 1 to 32";
    if (cfg->count_width < 1 || cfg->count_width > 32) return "CountWidth must be 1 to 32";
    return NULL;
}

const char *block_cursor_init(struct block_cursor *s, const struct block_cursor_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void block_cursor_reset(struct block_cursor *s) { s->left = 0; }

/* --- one kernel ---------------------------------------------------------- */

/* Does the number name a kernel? A port may have bits for more numbers than there are kernels. */
static bool is_kernel(const struct block_cursor *s, uint32_t k) { return k < s->cfg.kernels; }

static void put(uint32_t *set, uint32_t k, bool member)
{
    *set &= (uint32_t)~bit(k);
    if (member) *set |= (uint32_t)bit(k);
}

/* Is the next block the last of its row, of its plane, of its grid? */
static bool ends_row(const struct block_cursor *s, uint32_t k)
{
    return s->x[k] == s->size_x[k] - 1;
}

static bool ends_plane(const struct block_cursor *s, uint32_t k)
{
    return ends_row(s, k) && s->y[k] == s->size_y[k] - 1;
}

static bool ends_grid(const struct block_cursor *s, uint32_t k)
{
    return ends_plane(s, k) && s->z[k] == s->size_z[k] - 1;
}

/* --- eval ---------------------------------------------------------------- */

void block_cursor_eval(const struct block_cursor *s, const struct block_cursor_in *in,
                       struct block_cursor_out *out)
{
    const uint32_t k = in->take_kernel;
    memset(out, 0, sizeof *out);
    out->left = s->left;
    out->more = s->left & ~s->spent;
    if (!has_any(s->left, k)) return; /* nor is it set of a number that names no kernel */
    out->x = s->x[k];
    out->y = s->y[k];
    out->z = s->z[k];
    out->last = ends_grid(s, k);
}

/* --- tick ---------------------------------------------------------------- */

/* Behind the last block of the grid z is the grid's size in z. This number fits: it came through a
 * port of the same width. */
static void take(struct block_cursor *s, uint32_t k)
{
    const bool row = ends_row(s, k), plane = ends_plane(s, k), grid = ends_grid(s, k);
    s->x[k] = row ? 0 : s->x[k] + 1;
    if (row) s->y[k] = plane ? 0 : s->y[k] + 1;
    s->z[k] += plane;
    if (grid) put(&s->left, k, false);
    if (has(s->limited, k)) s->count[k]--;
}

static void begin_slice(struct block_cursor *s, uint32_t k, uint32_t count)
{
    s->count[k] = count;
    put(&s->limited, k, count != 0);
}

static void load(struct block_cursor *s, const struct block_cursor_in *in)
{
    const uint32_t k = in->load_kernel;
    s->size_x[k] = in->load_x;
    s->size_y[k] = in->load_y;
    s->size_z[k] = in->load_z;
    s->x[k] = in->from_x;
    s->y[k] = in->from_y;
    s->z[k] = in->from_z;
    put(&s->left, k, true);
    begin_slice(s, k, in->load_count);
}

/* The order decides the races: a block taken uses up the old slice; a load has the last word. */
void block_cursor_tick(struct block_cursor *s, const struct block_cursor_in *in,
                       const struct block_cursor_out *out)
{
    if (in->take_en && has_any(out->more, in->take_kernel)) take(s, in->take_kernel);
    if (in->slice_en && is_kernel(s, in->slice_kernel))
        begin_slice(s, in->slice_kernel, in->slice_count);
    if (in->load_en && is_kernel(s, in->load_kernel)) load(s, in);
    for (uint32_t k = 0; k < s->cfg.kernels; k++)
        put(&s->spent, k, has(s->limited, k) && s->count[k] == 0);
}

/* --- check and promise --------------------------------------------------- */

/* A bit that belongs to no kernel is a block in no grid. */
const char *block_cursor_check(const struct block_cursor *s)
{
    if ((s->left & ~ones(s->cfg.kernels)) != 0) return "place_range";
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (!has(s->left, k)) continue;
        if (s->x[k] >= s->size_x[k] || s->y[k] >= s->size_y[k] || s->z[k] >= s->size_z[k])
            return "place_range";
        if (!has(s->limited, k) && s->count[k] != 0) return "slice_open";
        if (has(s->spent, k) != (has(s->limited, k) && s->count[k] == 0)) return "slice_spent";
    }
    return NULL;
}

/* What a port cannot hold. The enables are of no matter: a port has its width at all times. */
static const char *width_promise(const struct block_cursor *s, const struct block_cursor_in *in)
{
    const uint32_t kernel_bits = s->cfg.kernels > 1 ? clog2(s->cfg.kernels) : 1;
    const uint32_t kernels[] = {in->load_kernel, in->slice_kernel, in->take_kernel};
    const uint32_t sizes[] = {in->load_x, in->load_y, in->load_z};
    const uint32_t firsts[] = {in->from_x, in->from_y, in->from_z};
    const uint32_t counts[] = {in->load_count, in->slice_count};
    if (exceeds(kernels, 3, kernel_bits)) return "a number has more bits than KernelWidth";
    if (exceeds(sizes, 3, s->cfg.width)) return "a size has more bits than Width";
    if (exceeds(firsts, 3, s->cfg.width)) return "a coordinate has more bits than Width";
    if (exceeds(counts, 2, s->cfg.count_width)) return "a count has more bits than CountWidth";
    return NULL;
}

const char *block_cursor_promise(const struct block_cursor *s, const struct block_cursor_in *in)
{
    const char *broken = width_promise(s, in);
    if (broken != NULL || !in->load_en) return broken;
    if (in->load_x == 0 || in->load_y == 0 || in->load_z == 0)
        return "a grid has no blocks in a dimension";
    if (in->from_x >= in->load_x) return "from_x_i is not below load_x_i";
    if (in->from_y >= in->load_y) return "from_y_i is not below load_y_i";
    if (in->from_z >= in->load_z) return "from_z_i is not below load_z_i";
    return NULL;
}
