/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/range_residency.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum {
    OF_SLOTS = RANGE_RESIDENCY_OF_SLOTS,
    OF_SETS = RANGE_RESIDENCY_OF_SETS,
    OF_GRAINS = RANGE_RESIDENCY_OF_GRAINS,
    POOLS = RANGE_RESIDENCY_POOLS,
};

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct range_residency_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > RANGE_RESIDENCY_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->frames < 1 || cfg->frames > RANGE_RESIDENCY_MAX_FRAMES)
        return "Frames must be 1 to 16";
    if (cfg->max_warps < 1 || cfg->max_warps > cfg->slots) return "MaxWarps must be 1 to Slots";
    if (cfg->kernels < 1 || cfg->kernels > RANGE_RESIDENCY_MAX_KERNELS)
        return "Kernels must be 1 to 16";
    if (cfg->sets < 2 || cfg->sets > RANGE_POOL_MAX_PLACES) return "Sets must be 2 to 1024";
    if (cfg->grains < 2 || cfg->grains > RANGE_POOL_MAX_PLACES) return "Grains must be 2 to 1024";
    if (cfg->id_width < 1 || cfg->id_width > 32 * RANGE_RESIDENCY_ID_WORDS)
        return "IdWidth must be 1 to 128";
    if (cfg->ports < 1 || cfg->ports > RANGE_RESIDENCY_MAX_PORTS) return "Ports must be 1 to 4";
    return NULL;
}

const char *range_residency_init(struct range_residency *s, const struct range_residency_cfg *cfg)
{
    const struct range_pool_cfg places[POOLS] = {{cfg->slots}, {cfg->sets}, {cfg->grains}};
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    for (uint32_t k = 0; k < POOLS; k++) (void)range_pool_init(&s->pool[k], &places[k]);
    return NULL;
}

void range_residency_reset(struct range_residency *s)
{
    s->open = 0;
    s->ended = 0;
    s->waits = 0;
    s->here = false;
    for (uint32_t k = 0; k < POOLS; k++) range_pool_reset(&s->pool[k]);
}

/* --- frames and their slots ---------------------------------------------- */

struct range {
    uint32_t place;
    uint32_t count;
};

/* What a frame has of a pool. */
static struct range range_of(const struct range_residency *s, uint32_t f, uint32_t k)
{
    const struct range all[POOLS] = {[OF_SLOTS] = {s->slot[f], s->count[f]},
                                     [OF_SETS] = {s->set[f], s->sets[f]},
                                     [OF_GRAINS] = {s->grain[f], s->grains[f]}};
    return all[k];
}

/* The slots of an open frame; none of one that is not open. */
static uint64_t slots_of(const struct range_residency *s, uint32_t f)
{
    return has(s->open, f) ? ones(s->count[f]) << s->slot[f] : 0;
}

/* The lowest frame that is not open; Frames: there is none. */
static uint32_t free_frame(const struct range_residency *s)
{
    const uint64_t free = ~s->open & ones(s->cfg.frames);
    return free != 0 ? lowest(free) : s->cfg.frames;
}

uint32_t range_residency_done(const struct range_residency *s)
{
    for (uint64_t open = s->open; open != 0; open &= open - 1) {
        if ((slots_of(s, lowest(open)) & ~s->ended) == 0) return lowest(open);
    }
    return s->cfg.frames;
}

/* The lowest frame of which a slot waits, and all wait or have ended; Frames: there is none. */
static uint32_t barrier_frame(const struct range_residency *s)
{
    for (uint64_t open = s->waits != 0 ? s->open : 0; open != 0; open &= open - 1) {
        const uint64_t slots = slots_of(s, lowest(open));
        if ((slots & s->waits) != 0 && (slots & ~s->waits & ~s->ended) == 0) return lowest(open);
    }
    return s->cfg.frames;
}

static uint64_t ready_slots(const struct range_residency *s)
{
    uint64_t slots = 0;
    for (uint64_t open = s->open; open != 0; open &= open - 1) slots |= slots_of(s, lowest(open));
    return slots & ~s->ended & ~s->waits;
}

/* --- eval ---------------------------------------------------------------- */

/* Outputs of a pool are state only: its inputs need not be known yet. */
static void eval_pools(const struct range_residency *s, struct range_residency_out *out)
{
    for (uint32_t k = 0; k < POOLS; k++)
        range_pool_eval(&s->pool[k], &out->pool_in[k], &out->pool_out[k]);
}

static void eval_offer(const struct range_residency *s, const struct range_residency_in *in,
                       struct range_residency_out *out)
{
    const uint32_t kernel = in->block_kernel;
    out->block_ready = !s->here;
    out->waits = s->here;
    if (!in->block_valid || !out->block_ready) return;
    for (uint32_t k = 0; k < POOLS; k++) out->pool_in[k].want_en = true;
    out->pool_in[OF_SLOTS].want_count = in->need_warps[kernel];
    out->pool_in[OF_SETS].want_count = in->need_sets[kernel];
    out->pool_in[OF_GRAINS].want_count = in->need_grains[kernel];
}

static void eval_begin(const struct range_residency *s, const struct range_residency_in *in,
                       struct range_residency_out *out)
{
    bool found = true;
    for (uint32_t k = 0; k < POOLS; k++) found = found && out->pool_out[k].found;
    out->begin_en = s->here && found && free_frame(s) < s->cfg.frames && in->begin_ready;
    if (!out->begin_en) return;
    out->begin_slot = out->pool_out[OF_SLOTS].place;
    out->begin_count = s->wait_warps;
    out->begin_kernel = s->wait_kernel;
    memcpy(out->begin_id, s->wait_id, sizeof out->begin_id);
    out->begin_set = out->pool_out[OF_SETS].place;
    out->begin_grain = out->pool_out[OF_GRAINS].place;
    for (uint32_t k = 0; k < POOLS; k++) out->pool_in[k].take_en = true;
}

/* Would the block that waits have room if that of each pool were in one piece? */
static void eval_split(const struct range_residency *s, struct range_residency_out *out)
{
    const uint32_t needs[POOLS] = {s->wait_warps, s->wait_sets, s->wait_grains};
    bool enough = true, none = false;
    for (uint32_t k = 0; k < POOLS; k++) {
        enough = enough && out->pool_out[k].left >= needs[k];
        none = none || out->pool_out[k].none;
    }
    out->split = s->here && free_frame(s) < s->cfg.frames && enough && none;
}

static void eval_done(const struct range_residency *s, struct range_residency_out *out)
{
    const uint32_t f = range_residency_done(s);
    out->done_valid = f < s->cfg.frames;
    if (!out->done_valid) return;
    out->done_kernel = s->kernel[f];
    memcpy(out->done_id, s->id[f], sizeof out->done_id);
    for (uint32_t k = 0; k < POOLS; k++) {
        out->pool_in[k].free_en = true;
        out->pool_in[k].free_place = range_of(s, f, k).place;
        out->pool_in[k].free_count = range_of(s, f, k).count;
    }
}

void range_residency_eval(const struct range_residency *s, const struct range_residency_in *in,
                          struct range_residency_out *out)
{
    memset(out, 0, sizeof *out);
    eval_pools(s, out);
    eval_offer(s, in, out);
    eval_begin(s, in, out);
    eval_split(s, out);
    eval_done(s, out);
    out->ready = ready_slots(s);
    out->idle = s->open == 0 && !s->here;
}

/* --- tick ---------------------------------------------------------------- */

static void open_barrier(struct range_residency *s)
{
    const uint32_t f = barrier_frame(s);
    if (f < s->cfg.frames) s->waits &= ~slots_of(s, f);
}

static void events(struct range_residency *s, const struct range_residency_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p]) continue;
        if (in->ev_kind[p] == BLOCK_FRAMES_ARRIVES) s->waits |= bit(in->ev_slot[p]);
        if (in->ev_kind[p] == BLOCK_FRAMES_ENDS) s->ended |= bit(in->ev_slot[p]);
    }
}

/* The block is gone, and its slots are clean. */
static void end_block(struct range_residency *s, uint32_t f)
{
    s->ended &= ~slots_of(s, f);
    s->waits &= ~slots_of(s, f);
    s->open &= ~bit(f);
}

/* The slots are of no frame, and so have no flag. */
static void begin_block(struct range_residency *s, uint32_t f,
                        const struct range_residency_out *out)
{
    s->open |= bit(f);
    s->kernel[f] = s->wait_kernel;
    memcpy(s->id[f], s->wait_id, sizeof s->id[f]);
    s->set[f] = out->begin_set;
    s->sets[f] = s->wait_sets;
    s->grain[f] = out->begin_grain;
    s->grains[f] = s->wait_grains;
    s->slot[f] = out->begin_slot;
    s->count[f] = s->wait_warps;
    s->here = false;
}

static void take_offer(struct range_residency *s, const struct range_residency_in *in)
{
    const uint32_t kernel = in->block_kernel;
    s->here = true;
    s->wait_kernel = kernel;
    memcpy(s->wait_id, in->block_id, sizeof s->wait_id);
    s->wait_warps = in->need_warps[kernel];
    s->wait_sets = in->need_sets[kernel];
    s->wait_grains = in->need_grains[kernel];
}

/* A frame that is done in this cycle is not yet free for the block that begins. */
void range_residency_tick(struct range_residency *s, const struct range_residency_in *in,
                          const struct range_residency_out *out)
{
    const uint32_t begins = free_frame(s);
    const uint32_t done = range_residency_done(s);
    open_barrier(s);
    events(s, in);
    if (out->done_valid) end_block(s, done);
    if (out->begin_en) begin_block(s, begins, out);
    if (in->block_valid && out->block_ready) take_offer(s, in);
    for (uint32_t k = 0; k < POOLS; k++)
        range_pool_tick(&s->pool[k], &out->pool_in[k], &out->pool_out[k]);
}

bool range_residency_keeps(const struct range_residency *s, uint64_t slots)
{
    bool keeps = !s->here;
    for (uint64_t open = s->open; open != 0; open &= open - 1)
        keeps = keeps && (slots_of(s, lowest(open)) & ~s->ended & slots) != 0;
    return keeps;
}

/* While a block waits the pools search. */
bool range_residency_rests(const struct range_residency *s, const struct range_residency_in *in,
                           const struct range_residency_out *out)
{
    bool events = false;
    for (uint32_t p = 0; p < s->cfg.ports; p++) events = events || in->ev_valid[p];
    return !events && !s->here && !in->block_valid && !out->done_valid &&
           barrier_frame(s) == s->cfg.frames;
}

/* --- check and promise --------------------------------------------------- */

static bool in_row(struct range r, uint32_t places)
{
    return r.place <= places && r.count <= places - r.place;
}

static const char *check_frames(const struct range_residency *s)
{
    if ((s->open & ~ones(s->cfg.frames)) != 0) return "frame_range";
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if (!has(s->open, f)) continue;
        if (s->count[f] < 1 || s->count[f] > s->cfg.max_warps) return "frame_range";
        for (uint32_t k = 0; k < POOLS; k++) {
            if (!in_row(range_of(s, f, k), s->pool[k].cfg.places)) return "frame_range";
        }
    }
    return NULL;
}

/* A place is used if an open frame has it, and no two have it. */
static const char *check_places(const struct range_residency *s, uint32_t k)
{
    bool used[RANGE_POOL_MAX_PLACES] = {false};
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        const struct range r = range_of(s, f, k);
        for (uint32_t p = r.place; has(s->open, f) && p < r.place + r.count; p++) {
            if (used[p]) return "apart";
            used[p] = true;
        }
    }
    for (uint32_t p = 0; p < s->pool[k].cfg.places; p++) {
        if (s->pool[k].free[p] == used[p]) return "accounted";
    }
    return NULL;
}

static const char *check_flags(const struct range_residency *s)
{
    uint64_t slots = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) slots |= slots_of(s, f);
    if ((s->ended & s->waits) != 0 || ((s->ended | s->waits) & ~slots) != 0) return "not_both";
    return NULL;
}

/* With no frame open the pools are whole, as accounted says; so what is looked for is found. */
static const char *check_wanted(const struct range_residency *s)
{
    const uint32_t needs[POOLS] = {s->wait_warps, s->wait_sets, s->wait_grains};
    for (uint32_t k = 0; k < POOLS; k++) {
        const bool wanted = s->pool[k].phase != RANGE_POOL_IDLE;
        if (wanted != s->here || (wanted && s->pool[k].count != needs[k])) return "enters";
    }
    return NULL;
}

const char *range_residency_check(const struct range_residency *s)
{
    const char *broken = check_frames(s);
    for (uint32_t k = 0; k < POOLS && broken == NULL; k++) broken = check_places(s, k);
    if (broken == NULL) broken = check_flags(s);
    if (broken == NULL) broken = check_wanted(s);
    for (uint32_t k = 0; k < POOLS && broken == NULL; k++) broken = range_pool_check(&s->pool[k]);
    return broken;
}

static bool id_fits(const struct range_residency *s, const uint32_t *id)
{
    for (uint32_t b = s->cfg.id_width; b < 32 * RANGE_RESIDENCY_ID_WORDS; b++) {
        if (has(id[b / 32], b % 32)) return false;
    }
    return true;
}

static const char *block_promise(const struct range_residency *s,
                                 const struct range_residency_in *in)
{
    const uint32_t k = in->block_kernel;
    if (!in->block_valid) return NULL;
    if (k >= s->cfg.kernels) return "the kernel of a block is not below Kernels";
    if (in->need_warps[k] < 1 || in->need_warps[k] > s->cfg.max_warps)
        return "the warps of a block are not 1 to MaxWarps";
    if (in->need_sets[k] > s->cfg.sets) return "a block needs more register sets than Sets";
    if (in->need_grains[k] > s->cfg.grains) return "a block needs more grains than Grains";
    return id_fits(s, in->block_id) ? NULL : "the identity of a block is wider than IdWidth";
}

static const char *event_promise(const struct range_residency *s,
                                 const struct range_residency_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p]) continue;
        if (in->ev_kind[p] > BLOCK_FRAMES_ENDS) return "an event is of no kind";
        if (!has_any(ready_slots(s), in->ev_slot[p]))
            return "an event is of a warp that is not ready";
        for (uint32_t q = 0; q < p; q++) {
            if (in->ev_valid[q] && in->ev_slot[q] == in->ev_slot[p])
                return "two events are of one warp";
        }
    }
    return NULL;
}

const char *range_residency_promise(const struct range_residency *s,
                                    const struct range_residency_in *in)
{
    const char *broken = block_promise(s, in);
    return broken != NULL ? broken : event_promise(s, in);
}
