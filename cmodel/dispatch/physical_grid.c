/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/physical_grid.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* A number of threads of all places has NeedWidth + PlaceWidth bits. */
static_assert(PHYSICAL_GRID_MAX_SMS * PHYSICAL_GRID_MAX_BLOCKS < 1 << 13,
              "a place times a block's threads, and the check's products, have 64 bits");

/* --- sizes --------------------------------------------------------------- */

static uint32_t places(const struct physical_grid_cfg *cfg) { return cfg->sms * cfg->blocks; }

static uint32_t place_width(const struct physical_grid_cfg *cfg) { return clog2(places(cfg) + 1); }

static uint32_t threads_width(const struct physical_grid_cfg *cfg)
{
    return cfg->need_width + place_width(cfg);
}

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct physical_grid_cfg *cfg)
{
    if (cfg->sms < 1 || cfg->sms > PHYSICAL_GRID_MAX_SMS) return "Sms must be 1 to 64";
    if (cfg->blocks < 1 || cfg->blocks > PHYSICAL_GRID_MAX_BLOCKS) return "Blocks must be 1 to 64";
    if (cfg->kinds < 1 || cfg->kinds > PHYSICAL_GRID_MAX_KINDS) return "Kinds must be 1 to 8";
    if (cfg->need_width < 1 || cfg->need_width > 32) return "NeedWidth must be 1 to 32";
    if (cfg->parts < 1 || cfg->parts > PHYSICAL_GRID_MAX_PARTS) return "Parts must be 1 to 16";
    return NULL;
}

const char *physical_grid_init(struct physical_grid *s, const struct physical_grid_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

/* What has a meaning in some phases alone has no reset. */
void physical_grid_reset(struct physical_grid *s)
{
    s->phase = PHYSICAL_GRID_IDLE;
    s->found = false;
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void physical_grid_eval(const struct physical_grid *s, const struct physical_grid_in *in,
                        struct physical_grid_out *out)
{
    (void)in;
    memset(out, 0, sizeof *out);
    out->idle = s->phase == PHYSICAL_GRID_IDLE;
    out->done = s->phase == PHYSICAL_GRID_DONE;
    if (!out->done && !(out->idle && s->found)) return;
    out->blocks = s->blocks;
    out->threads = s->threads;
}

/* --- tick ---------------------------------------------------------------- */

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t parts_of(const struct physical_grid_in *in)
{
    return in->parts == 0 ? 1 : in->parts;
}

/* Blocks of which the chip has room, or of which the grid has so many. */
static uint32_t before(const struct physical_grid *s, const struct physical_grid_in *in,
                       uint32_t held)
{
    return smaller(in->logical, held * s->cfg.sms);
}

static void start(struct physical_grid *s, const struct physical_grid_in *in)
{
    s->phase = PHYSICAL_GRID_FIT;
    memcpy(s->copy, in->room, s->cfg.kinds * sizeof s->copy[0]);
    s->held = 0;
    s->asked = *in;
    s->cycles = 0;
}

/* Takes the room of one block, or nothing if one kind of it is not there. */
static bool take_block(struct physical_grid *s, const struct physical_grid_in *in)
{
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        if (s->copy[r] < in->need[r]) return false;
    }
    for (uint32_t r = 0; r < s->cfg.kinds; r++) s->copy[r] -= in->need[r];
    return true;
}

static void fit(struct physical_grid *s, const struct physical_grid_in *in)
{
    if (take_block(s, in)) {
        s->held++;
        if (s->held < s->cfg.blocks) return;
    }
    s->phase = PHYSICAL_GRID_CUT;
}

static void begin_reduce(struct physical_grid *s)
{
    s->phase = PHYSICAL_GRID_REDUCE;
    memset(s->used, 0, sizeof s->used);
    s->blocks = 0;
}

static void begin_grow(struct physical_grid *s, uint32_t lost)
{
    s->phase = PHYSICAL_GRID_GROW;
    s->rest = 0;
    s->quotient = lost * s->threads;
    s->bit = threads_width(&s->cfg) - 1;
}

static void cut(struct physical_grid *s, const struct physical_grid_in *in)
{
    const uint32_t blocks = before(s, in, s->held);
    s->after = smaller(blocks, in->most);
    s->threads = in->threads;
    if (in->flexible && s->after != 0 && s->after != blocks) begin_grow(s, blocks - s->after);
    else begin_reduce(s);
}

/* A step of the division by hand: the next bit of the dividend comes down to the rest. What the
 * last step leaves as the rest rounds the quotient up. */
static void grow(struct physical_grid *s)
{
    const uint32_t width = threads_width(&s->cfg);
    const uint32_t rest = 2 * s->rest + has(s->quotient, width - 1);
    const bool goes = rest >= s->after;
    s->rest = goes ? rest - s->after : rest;
    s->quotient = (s->quotient << 1 | goes) & ones(width);
    if (s->bit > 0) {
        s->bit--;
        return;
    }
    s->threads += s->quotient + (s->rest != 0);
    begin_reduce(s);
}

/* A block in each of the parts at once: what the kernel has in its part fits into all parts. */
static bool take_in_parts(struct physical_grid *s, const struct physical_grid_in *in)
{
    uint64_t used[PHYSICAL_GRID_MAX_KINDS];
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        used[r] = s->used[r] + (uint64_t)in->need[r] * parts_of(in);
        if (used[r] > in->limit[r]) return false;
    }
    memcpy(s->used, used, s->cfg.kinds * sizeof used[0]);
    return true;
}

static void reduce(struct physical_grid *s, const struct physical_grid_in *in)
{
    if (s->blocks < s->after && take_in_parts(s, in)) {
        s->blocks++;
        return;
    }
    s->phase = PHYSICAL_GRID_DONE;
    s->found = true;
}

void physical_grid_tick(struct physical_grid *s, const struct physical_grid_in *in,
                        const struct physical_grid_out *out)
{
    (void)out;
    switch (s->phase) {
    case PHYSICAL_GRID_FIT: fit(s, in); break;
    case PHYSICAL_GRID_CUT: cut(s, in); break;
    case PHYSICAL_GRID_GROW: grow(s); break;
    case PHYSICAL_GRID_REDUCE: reduce(s, in); break;
    case PHYSICAL_GRID_DONE: s->phase = PHYSICAL_GRID_IDLE; break;
    default:
        if (in->start_en) start(s, in);
        break;
    }
    if (s->phase != PHYSICAL_GRID_IDLE) s->cycles++;
}

/* --- check --------------------------------------------------------------- */

/* Blocks that an SM holds: all of them, but for the kinds that a block needs. */
static uint32_t held_by_sm(const struct physical_grid *s)
{
    uint32_t held = s->cfg.blocks;
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        const uint32_t need = s->asked.need[r];
        if (need != 0) held = smaller(held, s->asked.room[r] / need);
    }
    return held;
}

/* Do so many blocks, as often as there are parts, need no more than the limits? */
static bool fits_limits(const struct physical_grid *s, uint64_t blocks)
{
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        if (blocks * parts_of(&s->asked) * s->asked.need[r] > s->asked.limit[r]) return false;
    }
    return true;
}

/* As many blocks as the grid, `most` and the chip have. */
static uint32_t fits_chip(const struct physical_grid *s)
{
    return smaller(before(s, &s->asked, held_by_sm(s)), s->asked.most);
}

/* Was there a phase grow? */
static bool has_grown(const struct physical_grid *s)
{
    const uint32_t after = fits_chip(s);
    return s->asked.flexible && after != 0 && after != before(s, &s->asked, held_by_sm(s));
}

/* At least as many threads as before the cut, and fewer if each block had one less. */
static bool threads_made_up(const struct physical_grid *s)
{
    const uint64_t wanted = (uint64_t)before(s, &s->asked, held_by_sm(s)) * s->asked.threads;
    const uint64_t there = fits_chip(s) * s->threads;
    return there >= wanted && there < wanted + fits_chip(s);
}

/* The cycles that the page gives for fit, cut, grow, reduce and done, each at its longest: a fit of
 * fewer blocks than an SM can have takes no more cycles than that of all. */
static bool ends_soon(const struct physical_grid *s)
{
    const uint32_t growing = s->asked.flexible ? threads_width(&s->cfg) : 0;
    const uint32_t most = s->cfg.blocks + 1 + growing + places(&s->cfg) + 1 + 1;
    return s->phase == PHYSICAL_GRID_IDLE || s->cycles <= most;
}

const char *physical_grid_check(const struct physical_grid *s)
{
    if (!ends_soon(s)) return "ends_soon";
    if (s->phase != PHYSICAL_GRID_DONE) return NULL;
    if (!fits_limits(s, s->blocks)) return "fits_limits";
    if (s->blocks > fits_chip(s)) return "fits_chip";
    if (s->blocks < fits_chip(s) && fits_limits(s, (uint64_t)s->blocks + 1)) return "largest";
    if (!s->asked.flexible && s->threads != s->asked.threads) return "threads_kept";
    if (has_grown(s) && !threads_made_up(s)) return "threads_made_up";
    return NULL;
}

/* --- promise ------------------------------------------------------------- */

/* What a port cannot hold. The enable is of no matter: a port has its width at all times. */
static const char *width_promise(const struct physical_grid *s, const struct physical_grid_in *in)
{
    const struct physical_grid_cfg *cfg = &s->cfg;
    const uint32_t place_bits = place_width(cfg);
    if (exceeds(&in->logical, 1, place_bits) || exceeds(&in->most, 1, place_bits))
        return "a number of blocks has more bits than PlaceWidth";
    if (exceeds(in->need, cfg->kinds, cfg->need_width))
        return "a need has more bits than NeedWidth";
    if (exceeds(&in->threads, 1, cfg->need_width)) return "threads_i has more bits than NeedWidth";
    if (exceeds(in->room, cfg->kinds, cfg->need_width))
        return "an amount of room has more bits than NeedWidth";
    for (uint32_t r = 0; r < cfg->kinds; r++) {
        if ((in->limit[r] & ~ones(cfg->need_width + clog2(cfg->sms + 1))) != 0)
            return "a limit has more bits than LimitWidth";
    }
    if (exceeds(&in->parts, 1, clog2(cfg->parts + 1)))
        return "parts_i has more bits than PartWidth";
    return NULL;
}

const char *physical_grid_promise(const struct physical_grid *s, const struct physical_grid_in *in)
{
    const struct physical_grid_in *asked = &s->asked;
    const char *broken = width_promise(s, in);
    if (broken != NULL || s->phase == PHYSICAL_GRID_IDLE) return broken;
    if (in->logical != asked->logical) return "logical_i changes while a search is under way";
    if (memcmp(in->need, asked->need, s->cfg.kinds * sizeof in->need[0]) != 0)
        return "need_i changes while a search is under way";
    if (in->flexible != asked->flexible) return "flexible_i changes while a search is under way";
    if (in->threads != asked->threads) return "threads_i changes while a search is under way";
    if (memcmp(in->room, asked->room, s->cfg.kinds * sizeof in->room[0]) != 0)
        return "room_i changes while a search is under way";
    if (memcmp(in->limit, asked->limit, s->cfg.kinds * sizeof in->limit[0]) != 0)
        return "limit_i changes while a search is under way";
    if (in->parts != asked->parts) return "parts_i changes while a search is under way";
    if (in->most != asked->most) return "most_i changes while a search is under way";
    return NULL;
}
