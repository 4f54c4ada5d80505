/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cta_launcher.h"

#include <stddef.h>
#include <string.h>

/* The limits of each group, as bits of binds. */
enum {
    SCHEDULING_LIMITS =
        1 << CTA_LAUNCHER_BLOCKS | 1 << CTA_LAUNCHER_WARPS | 1 << CTA_LAUNCHER_THREADS,
    CAPACITY_LIMITS = 1 << CTA_LAUNCHER_ROWS | 1 << CTA_LAUNCHER_BYTES | 1 << CTA_LAUNCHER_CTAS |
                      1 << CTA_LAUNCHER_IDS,
};

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct cta_launcher_cfg *cfg)
{
    if (cfg->blocks < 1 || cfg->blocks > CTA_LAUNCHER_MAX_BLOCKS) return "Blocks must be 1 to 64";
    if (cfg->slots < 1 || cfg->slots > CTA_LAUNCHER_MAX_SLOTS) return "Slots must be 1 to 64";
    if (cfg->threads < 1 || cfg->threads > CTA_LAUNCHER_MAX_THREADS)
        return "Threads must be 1 to 4096";
    if (cfg->rows < 1 || cfg->rows > CTA_LAUNCHER_MAX_ROWS) return "Rows must be 1 to 8192";
    if (cfg->bytes < 1 || cfg->bytes > CTA_LAUNCHER_MAX_BYTES) return "Bytes must be 1 to 262144";
    if (cfg->ctas < cfg->blocks || cfg->ctas > CTA_LAUNCHER_MAX_CTAS)
        return "Ctas must be Blocks to 64";
    if (cfg->ids < cfg->slots || cfg->ids > CTA_LAUNCHER_MAX_IDS) return "Ids must be Slots to 512";
    return NULL;
}

const char *cta_launcher_init(struct cta_launcher *s, const struct cta_launcher_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void cta_launcher_reset(struct cta_launcher *s)
{
    s->phase = CTA_LAUNCHER_IDLE;
    s->done = false;
    s->refused = false;
    s->fits = false;
}

/* --- eval ---------------------------------------------------------------- */

void cta_launcher_eval(const struct cta_launcher *s, const struct cta_launcher_in *in,
                       struct cta_launcher_out *out)
{
    (void)in;
    memset(out, 0, sizeof *out);
    out->idle = s->phase == CTA_LAUNCHER_IDLE;
    out->done = s->done;
    out->refused = s->refused;
    if (s->fits) {
        out->frames = s->frames;
        out->ctas = s->ctas;
    }
    if (s->fits || s->refused) out->binds = s->binds;
    out->start_en = s->phase == CTA_LAUNCHER_START;
    out->block_valid = s->phase == CTA_LAUNCHER_WALK;
    if (!out->block_valid) return;
    out->block_id[0] = s->x;
    out->block_id[1] = s->y;
    out->block_id[2] = s->z;
}

/* --- fit ----------------------------------------------------------------- */

static void begin(struct cta_launcher *s, const struct cta_launcher_in *in)
{
    s->size_x = in->kernel_x;
    s->size_y = in->kernel_y;
    s->size_z = in->kernel_z;
    s->warps = s->sum_warps = in->kernel_warps;
    s->threads = s->sum_threads = in->kernel_threads;
    s->rows = s->sum_rows = in->kernel_rows;
    s->bytes = s->sum_bytes = in->kernel_bytes;
    s->tried = 1;
    s->frames = s->ctas = 0;
    s->binds = 0;
    s->found = 0;
    s->fits = false;
    s->phase = CTA_LAUNCHER_FIT;
}

/* The limits that the sums are above, a bit each. */
static uint32_t exceeded(const struct cta_launcher *s)
{
    const struct cta_launcher_cfg *has = &s->cfg;
    return (uint32_t)(s->tried > has->blocks) << CTA_LAUNCHER_BLOCKS |
           (uint32_t)(s->sum_warps > has->slots) << CTA_LAUNCHER_WARPS |
           (uint32_t)(s->sum_threads > has->threads) << CTA_LAUNCHER_THREADS |
           (uint32_t)(s->sum_rows > has->rows) << CTA_LAUNCHER_ROWS |
           (uint32_t)(s->sum_bytes > has->bytes) << CTA_LAUNCHER_BYTES |
           (uint32_t)(s->tried > has->ctas) << CTA_LAUNCHER_CTAS |
           (uint32_t)(s->sum_warps > has->ids) << CTA_LAUNCHER_IDS;
}

/* Either the blocks tried fit into a group of limits, or the group's limit is found: the limits
 * that they exceed bind. */
static void try_group(struct cta_launcher *s, uint32_t group, uint32_t over, uint32_t *most)
{
    if ((s->found & group) != 0) return;
    if (over == 0) {
        *most = s->tried;
        return;
    }
    s->found |= group;
    s->binds |= over;
}

static void to_one_more(struct cta_launcher *s)
{
    s->tried++;
    s->sum_warps += s->warps;
    s->sum_threads += s->threads;
    s->sum_rows += s->rows;
    s->sum_bytes += s->bytes;
}

static void fit(struct cta_launcher *s)
{
    const uint32_t over = exceeded(s);
    try_group(s, CTA_LAUNCHER_SCHEDULING, over & SCHEDULING_LIMITS, &s->frames);
    try_group(s, CTA_LAUNCHER_CAPACITY, over & CAPACITY_LIMITS, &s->ctas);
    if (s->found != (CTA_LAUNCHER_SCHEDULING | CTA_LAUNCHER_CAPACITY)) {
        to_one_more(s);
        return;
    }
    s->fits = s->frames > 0 && s->ctas > 0;
    s->phase = s->fits ? CTA_LAUNCHER_START : CTA_LAUNCHER_IDLE;
    s->done = s->refused = !s->fits;
}

/* --- walk ---------------------------------------------------------------- */

static void to_first_block(struct cta_launcher *s)
{
    s->x = s->y = s->z = 0;
    s->here = 0;
    s->taken = s->ended = 0;
    s->phase = CTA_LAUNCHER_WALK;
}

/* x goes round first, then y; behind the last block nothing is offered. */
static void to_next_block(struct cta_launcher *s)
{
    if (++s->x < s->size_x) return;
    s->x = 0;
    if (++s->y < s->size_y) return;
    s->y = 0;
    if (++s->z < s->size_z) return;
    s->phase = CTA_LAUNCHER_ALL_TAKEN;
}

/* A block may come and another one go: then as many are here as before. */
static void walk(struct cta_launcher *s, const struct cta_launcher_in *in)
{
    if (s->phase == CTA_LAUNCHER_WALK && in->block_ready) {
        s->here++;
        s->taken++;
        to_next_block(s);
    }
    if (in->done_valid) {
        s->here--;
        s->ended++;
    }
    if (s->phase != CTA_LAUNCHER_ALL_TAKEN || s->here > 0) return;
    s->phase = CTA_LAUNCHER_IDLE;
    s->done = true;
}

/* --- tick ---------------------------------------------------------------- */

void cta_launcher_tick(struct cta_launcher *s, const struct cta_launcher_in *in,
                       const struct cta_launcher_out *out)
{
    (void)out;
    s->done = s->refused = false;
    switch (s->phase) {
    case CTA_LAUNCHER_IDLE:
        if (in->kernel_en) begin(s, in);
        break;
    case CTA_LAUNCHER_FIT: fit(s); break;
    case CTA_LAUNCHER_START: to_first_block(s); break;
    default: walk(s, in);
    }
}

/* --- check and promise --------------------------------------------------- */

/* The limits that so many blocks exceed, by multiplication. */
static uint32_t exceeded_by(const struct cta_launcher *s, uint32_t blocks)
{
    struct cta_launcher t = {.cfg = s->cfg, .tried = blocks};
    t.sum_warps = blocks * s->warps;
    t.sum_threads = blocks * s->threads;
    t.sum_rows = blocks * s->rows;
    t.sum_bytes = blocks * s->bytes;
    return exceeded(&t);
}

/* This number of blocks is within the limits of a group; one block more exceeds the limits that
 * bind. */
static bool is_limit(const struct cta_launcher *s, uint32_t blocks, uint32_t group)
{
    const uint32_t over = exceeded_by(s, blocks + 1) & group;
    return (exceeded_by(s, blocks) & group) == 0 && over != 0 && over == (s->binds & group);
}

static const char *check_walk(const struct cta_launcher *s)
{
    const uint64_t row = s->size_x;
    const uint64_t plane = row * s->size_y;
    const bool more = s->phase == CTA_LAUNCHER_WALK;
    if (more && (s->x >= s->size_x || s->y >= s->size_y || s->z >= s->size_z)) return "order";
    /* Modulo 2^64, as the count is. */
    if (s->taken != (more ? s->x + row * s->y + plane * s->z : plane * s->size_z)) return "order";
    return s->here == s->taken - s->ended && s->here <= s->ctas ? NULL : "here";
}

const char *cta_launcher_check(const struct cta_launcher *s)
{
    if (s->phase > CTA_LAUNCHER_ALL_TAKEN) return "phase_range";
    if (s->fits &&
        (!is_limit(s, s->frames, SCHEDULING_LIMITS) || !is_limit(s, s->ctas, CAPACITY_LIMITS)))
        return "fits";
    if (s->done && s->phase != CTA_LAUNCHER_IDLE) return "ends";
    return s->phase >= CTA_LAUNCHER_WALK ? check_walk(s) : NULL;
}

/* $clog2(greatest + 1) bits and one more hold it. */
static bool is_too_wide(uint32_t need, uint32_t greatest)
{
    uint32_t bits = 1;
    while (greatest >> bits != 0) bits++;
    return need >> (bits + 1) != 0;
}

static const char *kernel_promise(const struct cta_launcher *s, const struct cta_launcher_in *in)
{
    if (s->phase != CTA_LAUNCHER_IDLE) return "a kernel begins while one is under way";
    if (in->kernel_x < 1 || in->kernel_y < 1 || in->kernel_z < 1) return "a size of the grid is 0";
    if (in->kernel_warps < 1 || in->kernel_threads < 1) return "a block has no warp, or no thread";
    if (is_too_wide(in->kernel_warps, s->cfg.ids)) return "warps are wider than WarpWidth + 1";
    if (is_too_wide(in->kernel_threads, s->cfg.threads))
        return "threads are wider than ThreadWidth + 1";
    if (is_too_wide(in->kernel_rows, s->cfg.rows)) return "rows are wider than RowWidth + 1";
    if (is_too_wide(in->kernel_bytes, s->cfg.bytes)) return "bytes are wider than ByteWidth + 1";
    return NULL;
}

const char *cta_launcher_promise(const struct cta_launcher *s, const struct cta_launcher_in *in)
{
    const bool walks = s->phase == CTA_LAUNCHER_WALK;
    const uint32_t here = s->phase >= CTA_LAUNCHER_WALK ? s->here : 0;
    if (in->done_valid && here == 0) return "a block is done, and none is on the core";
    if (walks && in->block_ready && here + 1 > s->ctas + in->done_valid)
        return "more blocks are on the core than ctas";
    return in->kernel_en ? kernel_promise(s, in) : NULL;
}
