/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/elastic.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

static_assert((int)ELASTIC_MAX_SMS == (int)PHYSICAL_GRID_MAX_SMS &&
                  (int)ELASTIC_MAX_BLOCKS == (int)PHYSICAL_GRID_MAX_BLOCKS &&
                  (int)ELASTIC_MAX_KINDS == (int)PHYSICAL_GRID_MAX_KINDS &&
                  (int)ELASTIC_MAX_KERNELS == (int)PHYSICAL_GRID_MAX_PARTS,
              "the physical grid takes all sizes that elastic takes");

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct elastic_cfg *cfg)
{
    if (cfg->sms < 1 || cfg->sms > ELASTIC_MAX_SMS) return "Sms must be 1 to 64";
    if (cfg->kernels < 1 || cfg->kernels > ELASTIC_MAX_KERNELS) return "Kernels must be 1 to 16";
    if (cfg->blocks < 1 || cfg->blocks > ELASTIC_MAX_BLOCKS) return "Blocks must be 1 to 64";
    if (cfg->kinds < 1 || cfg->kinds > ELASTIC_MAX_KINDS) return "Kinds must be 1 to 8";
    if (cfg->need_width < 1 || cfg->need_width > 32) return "NeedWidth must be 1 to 32";
    if (cfg->thread_kind >= cfg->kinds) return "ThreadKind must be below Kinds";
    if (cfg->shared_kind >= cfg->kinds) return "SharedKind must be below Kinds";
    return NULL;
}

const char *elastic_init(struct elastic *s, const struct elastic_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    const struct physical_grid_cfg grid = {.sms = cfg->sms,
                                           .blocks = cfg->blocks,
                                           .kinds = cfg->kinds,
                                           .need_width = cfg->need_width,
                                           .parts = cfg->kernels};
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    physical_grid_init(&s->grid, &grid);
    elastic_reset(s);
    return NULL;
}

/* What has a meaning only behind a begin, or in some phases, has no reset. */
void elastic_reset(struct elastic *s)
{
    const uint32_t kernels = s->cfg.kernels;
    s->phase = ELASTIC_IDLE;
    for (uint32_t i = 0; i < kernels * kernels; i++) s->older[i] = i / kernels < i % kernels;
    memset(s->places, 0, sizeof s->places);
    physical_grid_reset(&s->grid);
    s->begun = 0;
    s->found = 0;
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void elastic_eval(const struct elastic *s, const struct elastic_in *in, struct elastic_out *out)
{
    (void)in;
    memset(out, 0, sizeof *out);
    out->idle = s->phase == ELASTIC_IDLE;
    out->done = s->phase == ELASTIC_DONE;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (has(s->found, k)) out->places[k] = s->places[k];
    }
}

/* --- kernels ------------------------------------------------------------- */

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* All places of the chip. */
static uint32_t chip(const struct elastic *s) { return s->cfg.sms * s->cfg.blocks; }

static uint32_t need_of(const struct elastic *s, const struct elastic_in *in, uint32_t k,
                        uint32_t r)
{
    return in->need[k * s->cfg.kinds + r];
}

static uint32_t largest_of(const struct elastic *s, uint32_t k, uint32_t r)
{
    return s->largest[k * s->cfg.kinds + r];
}

/* The youngest kernel of a set; Kernels, which is no kernel, of an empty one. */
static uint32_t youngest(const struct elastic *s, uint32_t set)
{
    uint32_t last = s->cfg.kernels;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (!has(set, k)) continue;
        if (last == s->cfg.kernels || s->older[last * s->cfg.kernels + k]) last = k;
    }
    return last;
}

/* --- limits -------------------------------------------------------------- */

/* What is left of the room of an SM, kind by kind, when so much is kept free. */
static uint32_t left_beside(uint32_t room, uint32_t kept) { return room > kept ? room - kept : 0; }

/* MPMAX: the most that a program beside kernel k needs of the kind; 0 without one. */
static uint32_t others_largest(const struct elastic *s, const struct elastic_in *in, uint32_t k,
                               uint32_t r)
{
    uint32_t most = 0;
    for (uint32_t j = 0; j < s->cfg.kernels; j++) {
        if (j == k || !has(in->kernels, j)) continue;
        if (largest_of(s, j, r) > most) most = largest_of(s, j, r);
    }
    return most;
}

/* QUEUEMOLD: the youngest kernel is not limited, the others make room for it. */
static uint32_t molded(const struct elastic *s, const struct elastic_in *in, uint32_t k, uint32_t r)
{
    const uint32_t newest = youngest(s, in->kernels);
    uint32_t amount = in->room[r];
    if (k == newest) return amount;
    if (r == s->cfg.shared_kind) amount = left_beside(in->room[r], need_of(s, in, newest, r));
    if (r == s->cfg.thread_kind) amount = smaller(amount, in->mold);
    return amount;
}

/* Amount `a` of the page: room of an SM that kernel k, of those under way, may take. */
static uint32_t amount_of(const struct elastic *s, const struct elastic_in *in, uint32_t k,
                          uint32_t r)
{
    const uint32_t room = in->room[r];
    switch (in->rule) {
    case ELASTIC_MEDIAN: return left_beside(room, in->median[r]);
    case ELASTIC_MPMAX: return left_beside(room, others_largest(s, in, k, r));
    case ELASTIC_QUEUEMOLD: return molded(s, in, k, r);
    default: return room;
    }
}

static uint32_t parts_of(const struct elastic_in *in)
{
    return in->rule == ELASTIC_EQUAL ? (uint32_t)__builtin_popcount(in->kernels) : 1;
}

/* The blocks of a kernel stay as they are: no port shows what comes of the threads. For a
 * kernel that is not under way nothing is asked. */
static void ask_grid(const struct elastic *s, const struct elastic_in *in,
                     struct physical_grid_in *grid)
{
    const uint32_t k = s->kernel;
    memset(grid, 0, sizeof *grid);
    if (s->phase != ELASTIC_ASK && s->phase != ELASTIC_WAIT) return;
    if (!has(in->kernels, k)) return;
    grid->start_en = s->phase == ELASTIC_ASK;
    grid->logical = s->logical[k];
    grid->threads = need_of(s, in, k, s->cfg.thread_kind);
    grid->parts = parts_of(in);
    grid->most = chip(s);
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        grid->need[r] = need_of(s, in, k, r);
        grid->room[r] = in->room[r];
        grid->limit[r] = (uint64_t)s->cfg.sms * amount_of(s, in, k, r);
    }
}

/* --- tick: the search ---------------------------------------------------- */

static void start(struct elastic *s, const struct elastic_in *in)
{
    s->phase = ELASTIC_ASK;
    s->kernel = 0;
    s->asked = *in;
    s->cycles = 0;
}

/* The places of the kernel that is looked at are known: on to the next one. */
static void set_places(struct elastic *s, const struct elastic_in *in, uint32_t places)
{
    s->places[s->kernel] = places;
    if (s->kernel + 1 < s->cfg.kernels) {
        s->phase = ELASTIC_ASK;
        s->kernel++;
        return;
    }
    s->phase = ELASTIC_DONE;
    s->found |= in->kernels;
}

static void ask(struct elastic *s, const struct elastic_in *in)
{
    if (has(in->kernels, s->kernel)) s->phase = ELASTIC_WAIT;
    else set_places(s, in, 0);
}

/* A kernel without a place would never run. */
static void await(struct elastic *s, const struct elastic_in *in,
                  const struct physical_grid_out *grid)
{
    if (!grid->done) return;
    set_places(s, in, grid->blocks == 0 ? 1 : grid->blocks);
}

/* --- tick: a kernel begins ----------------------------------------------- */

static void make_youngest(struct elastic *s, uint32_t k)
{
    const uint32_t kernels = s->cfg.kernels;
    for (uint32_t other = 0; other < kernels; other++) {
        s->older[other * kernels + k] = other != k;
        s->older[k * kernels + other] = false;
    }
}

/* Each dimension is 1 at least: one that is cut alone makes the product as large as the chip. Three
 * that are cut have 64 bits. */
static uint32_t blocks_of_grid(const struct elastic *s, const struct elastic_in *in)
{
    const uint64_t x = smaller(in->grid_x, chip(s));
    const uint64_t y = smaller(in->grid_y, chip(s));
    const uint64_t z = smaller(in->grid_z, chip(s));
    return x * y * z < chip(s) ? (uint32_t)(x * y * z) : chip(s);
}

static void begin(struct elastic *s, const struct elastic_in *in)
{
    const uint32_t k = in->begin_kernel, kinds = s->cfg.kinds;
    if (!in->begin_en || k >= s->cfg.kernels) return;
    make_youngest(s, k);
    s->logical[k] = blocks_of_grid(s, in);
    memcpy(&s->largest[k * kinds], in->largest, kinds * sizeof s->largest[0]);
    s->begun |= (uint32_t)bit(k);
    s->found &= (uint32_t)~bit(k);
}

/* --- tick ---------------------------------------------------------------- */

void elastic_tick(struct elastic *s, const struct elastic_in *in, const struct elastic_out *out)
{
    struct physical_grid_in grid_in;
    struct physical_grid_out grid_out;
    (void)out;
    ask_grid(s, in, &grid_in);
    physical_grid_eval(&s->grid, &grid_in, &grid_out);
    switch (s->phase) {
    case ELASTIC_ASK: ask(s, in); break;
    case ELASTIC_WAIT: await(s, in, &grid_out); break;
    case ELASTIC_DONE: s->phase = ELASTIC_IDLE; break;
    default:
        if (in->start_en) start(s, in);
        break;
    }
    physical_grid_tick(&s->grid, &grid_in, &grid_out);
    begin(s, in);
    if (s->phase != ELASTIC_IDLE) s->cycles++;
}

/* --- check --------------------------------------------------------------- */

static bool is_total_order(const struct elastic *s)
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

static bool a_place_each(const struct elastic *s)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (has(s->asked.kernels, k) != (s->places[k] != 0)) return false;
    }
    return true;
}

/* Does the kernel leave so much of the kind on as many SMs as there are, all added? One place is
 * given without regard to that. */
static bool leaves(const struct elastic *s, uint32_t k, uint32_t r, uint32_t kept)
{
    const uint64_t most = (uint64_t)s->cfg.sms * left_beside(s->asked.room[r], kept);
    return s->places[k] <= 1 || (uint64_t)s->places[k] * need_of(s, &s->asked, k, r) <= most;
}

static bool leaves_largest(const struct elastic *s, uint32_t k, uint32_t r)
{
    for (uint32_t j = 0; j < s->cfg.kernels; j++) {
        if (j != k && has(s->asked.kernels, j) && !leaves(s, k, r, largest_of(s, j, r)))
            return false;
    }
    return true;
}

static bool leaves_room(const struct elastic *s)
{
    for (uint32_t i = 0; i < s->cfg.kernels * s->cfg.kinds; i++) {
        const uint32_t k = i / s->cfg.kinds, r = i % s->cfg.kinds;
        if (s->asked.rule == ELASTIC_MEDIAN && !leaves(s, k, r, s->asked.median[r])) return false;
        if (s->asked.rule == ELASTIC_MPMAX && !leaves_largest(s, k, r)) return false;
    }
    return true;
}

static bool parts_fit(const struct elastic *s)
{
    for (uint32_t r = 0; r < s->cfg.kinds && s->asked.rule == ELASTIC_EQUAL; r++) {
        uint64_t sum = 0;
        for (uint32_t k = 0; k < s->cfg.kernels; k++) {
            if (s->places[k] > 1) sum += (uint64_t)s->places[k] * need_of(s, &s->asked, k, r);
        }
        if (sum > (uint64_t)s->cfg.sms * s->asked.room[r]) return false;
    }
    return true;
}

/* Blocks of the kernel that the chip holds, with no regard to its grid. */
static uint32_t held_by_chip(const struct elastic *s, uint32_t k)
{
    uint32_t held = s->cfg.blocks;
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        const uint32_t need = need_of(s, &s->asked, k, r);
        if (need != 0) held = smaller(held, s->asked.room[r] / need);
    }
    return held * s->cfg.sms;
}

static bool youngest_free(const struct elastic *s)
{
    if (s->asked.rule != ELASTIC_QUEUEMOLD || s->asked.kernels == 0) return true;
    const uint32_t k = youngest(s, s->asked.kernels);
    const uint32_t most = smaller(s->logical[k], held_by_chip(s, k));
    return s->places[k] == (most == 0 ? 1 : most);
}

/* The cycles that the page gives: one for each kernel, the longest of a physical grid for each that
 * is under way, and one. */
static bool ends_soon(const struct elastic *s)
{
    const uint32_t under_way = (uint32_t)__builtin_popcount(s->asked.kernels);
    const uint32_t grid = s->cfg.blocks + 1 + chip(s) + 1 + 1;
    return s->phase == ELASTIC_IDLE || s->cycles <= s->cfg.kernels + under_way * grid + 1;
}

static const char *check_places(const struct elastic *s)
{
    if (!a_place_each(s)) return "a_place_each";
    if (!leaves_room(s)) return "leaves_room";
    if (!parts_fit(s)) return "parts_fit";
    return youngest_free(s) ? NULL : "youngest_free";
}

const char *elastic_check(const struct elastic *s)
{
    const char *broken = NULL;
    if (!is_total_order(s)) return "total_order";
    if (!ends_soon(s)) return "ends_soon";
    if (s->phase == ELASTIC_DONE) broken = check_places(s);
    return broken != NULL ? broken : physical_grid_check(&s->grid);
}

/* --- promise ------------------------------------------------------------- */

/* What a port cannot hold. The enables are of no matter: a port has its width at all times. */
static const char *width_promise(const struct elastic *s, const struct elastic_in *in)
{
    const struct elastic_cfg *cfg = &s->cfg;
    const uint32_t kinds = cfg->kinds;
    if (exceeds(&in->begin_kernel, 1, cfg->kernels > 1 ? clog2(cfg->kernels) : 1))
        return "a number has more bits than KernelWidth";
    if (exceeds(&in->rule, 1, 2)) return "rule_i has more than 2 bits";
    if (exceeds(&in->kernels, 1, cfg->kernels)) return "kernels_i has more bits than Kernels";
    if (exceeds(in->need, cfg->kernels * kinds, cfg->need_width) ||
        exceeds(in->largest, kinds, cfg->need_width) || exceeds(in->median, kinds, cfg->need_width))
        return "a need has more bits than NeedWidth";
    if (exceeds(in->room, kinds, cfg->need_width) || exceeds(&in->mold, 1, cfg->need_width))
        return "an amount of room has more bits than NeedWidth";
    return NULL;
}

/* Is a kernel of kernels_i looked at in this cycle, or about to be? In the cycle of done it is not
 * any more: there it may begin again. */
static bool is_looked_at(const struct elastic *s, const struct elastic_in *in)
{
    if (s->phase == ELASTIC_IDLE) return in->start_en;
    return s->phase != ELASTIC_DONE;
}

static const char *kernel_promise(const struct elastic *s, const struct elastic_in *in)
{
    if (in->begin_en && (in->grid_x == 0 || in->grid_y == 0 || in->grid_z == 0))
        return "a grid has no blocks in a dimension";
    if (!is_looked_at(s, in)) return NULL;
    if ((in->kernels & ~s->begun) != 0) return "a kernel of kernels_i has not begun";
    if (in->begin_en && in->begin_kernel < s->cfg.kernels && has(in->kernels, in->begin_kernel))
        return "a kernel of kernels_i begins during a search";
    return NULL;
}

/* Are the first n numbers those of before? */
static bool same(const uint32_t *now, const uint32_t *before, uint32_t n)
{
    return memcmp(now, before, n * sizeof *now) == 0;
}

static const char *held_promise(const struct elastic *s, const struct elastic_in *in)
{
    const struct elastic_in *asked = &s->asked;
    const uint32_t kinds = s->cfg.kinds;
    if (s->phase == ELASTIC_IDLE) return NULL;
    if (in->rule != asked->rule) return "rule_i changes during a search";
    if (in->kernels != asked->kernels) return "kernels_i changes during a search";
    if (!same(in->room, asked->room, kinds)) return "room_i changes during a search";
    if (!same(in->need, asked->need, s->cfg.kernels * kinds))
        return "need_i changes during a search";
    if (!same(in->median, asked->median, kinds)) return "median_i changes during a search";
    if (in->mold != asked->mold) return "mold_i changes during a search";
    return NULL;
}

const char *elastic_promise(const struct elastic *s, const struct elastic_in *in)
{
    const char *broken = width_promise(s, in);
    if (broken == NULL) broken = held_promise(s, in);
    return broken != NULL ? broken : kernel_promise(s, in);
}
