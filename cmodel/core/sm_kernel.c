/* SPDX-License-Identifier: Apache-2.0 */
#include "core/sm_parts.h"

#include <string.h>

#include "common/bits.h"

/* --- whose --------------------------------------------------------------- */

uint32_t sm_warp_of(const struct sm *s, uint32_t slot)
{
    return has_warps(&s->cfg) ? residency_warp(&s->residency, slot) : slot;
}

/* Where slots change hands a block's identity is noted once, for its first slot. */
const uint32_t *sm_block_of(const struct sm *s, uint32_t slot)
{
    if (is_zorua(s)) return zorua_plug_block(zorua_of(s), sm_warp_of(s, slot));
    return s->id[has_warps(&s->cfg) ? slot - s->rank[sm_warp_of(s, slot)] : slot];
}

/* Where there are several kernels slots are warps. */
uint32_t sm_thread_of(const struct sm *s, uint32_t warp, uint32_t lane)
{
    return thread_ids_number(&s->ids[kernel_of(s, warp)], s->rank[warp], lane);
}

/* --- eval: kernel and blocks --------------------------------------------- */

/* The launcher walks through the grid. */
static void launch(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    const struct sm_kernel *k = in->kernel;
    struct cta_launcher_in *l = &out->launcher_in;
    l->kernel_en = s->phase == SM_COUNT && s->ids[0].ready;
    l->block_ready = false;
    l->done_valid = false;
    if (l->kernel_en) {
        l->kernel_x = k->grid[0];
        l->kernel_y = k->grid[1];
        l->kernel_z = k->grid[2];
        l->kernel_warps = s->ids[0].warps;
        l->kernel_threads = k->block_threads;
        l->kernel_rows = k->block_rows;
        l->kernel_bytes = k->block_bytes + k->context_rows * (s->cfg.row_bits / 8);
        if (is_zorua(s)) sm_zorua_unlimit(s, l);
    }
    cta_launcher_eval(&s->launcher, l, &out->launcher);
    out->refused = out->launcher.refused;
    out->binds = out->launcher.binds;
}

void sm_kernel_eval(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    out->idle = s->phase == SM_IDLE;
    out->ids_in.kernel_en = in->kernel_en;
    if (in->kernel_en) {
        out->ids_in.kernel_x = in->kernel->block[0];
        out->ids_in.kernel_y = in->kernel->block[1];
        out->ids_in.kernel_z = in->kernel->block[2];
    }
    if (!is_ranged(s)) launch(s, in, out);
}

static void offer_next(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct residency_in *r = &out->residency_in;
    const struct cta_launcher_out *l = &out->launcher;
    r->kernel_en = l->start_en;
    r->kernel_warps = s->ids[0].warps;
    r->kernel_frames = l->frames < l->ctas ? l->frames : l->ctas;
    r->kernel_ctas = l->ctas;
    r->kernel_rows = in->kernel->context_rows;
    r->block_valid =
        l->block_valid && s->phase == SM_RUN && (has_warps(&s->cfg) || s->pending == 0);
    memcpy(r->block_id, l->block_id, sizeof l->block_id);
    residency_offer(&s->residency, r, &out->residency_nets, &out->residency);
    out->launcher_in.done_valid = out->residency.done_valid;
}

/* Several kernels: a block from outside, of any of them. While none is offered a residency that
 * rests gives the same. */
static void offer_given(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct residency_in *r = &out->residency_in;
    const struct residency_out *from = &out->residency;
    if (s->residency_rests && !r->block_valid && !in->block_valid) return;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        r->need_warps[k] = s->ids[k].warps;
        r->need_sets[k] = s->table[k].block_sets;
        r->need_grains[k] = s->table[k].block_grains;
    }
    r->block_valid = in->block_valid;
    r->block_kernel = in->block_kernel;
    memcpy(r->block_id, in->block_id, sizeof in->block_id);
    r->begin_ready = s->pending == 0;
    residency_offer(&s->residency, r, &out->residency_nets, &out->residency);
    out->block_done = from->done_valid;
    out->done_kernel = from->done_kernel;
    memcpy(out->done_id, from->done_id, sizeof out->done_id);
    out->waits = from->waits;
    out->split = from->split;
}

void sm_kernel_offer(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    if (is_ranged(s)) offer_given(s, in, out);
    else offer_next(s, in, out);
}

void sm_kernel_begin(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct pdom_front_in *f = &out->front_in;
    f->begin_en = s->pending != 0;
    f->ready = out->residency.ready & ~s->pending;
    if (!f->begin_en) return;
    f->begin_slot = s->begin_slot;
    f->begin_pc = is_ranged(s) ? s->table[s->begin_kernel].entry : in->kernel->entry;
    f->begin_mask = is_ranged(s)
                        ? thread_ids_mask(&s->ids[s->begin_kernel], s->begin_rank)
                        : thread_ids_mask(&s->ids[0], s->rank[sm_warp_of(s, s->begin_slot)]);
}

/* With a cache that writes back all is done when memory has what was written. */
static bool is_done(const struct sm *s, const struct sm_out *out)
{
    if (s->phase == SM_FLUSH) return out->memory.idle && out->memory.clean;
    return out->launcher.done && (out->launcher.refused || !s->cfg.write_back);
}

/* What the residency is told of the cycle; last of all. */
void sm_kernel_settle(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct residency_in *r = &out->residency_in;
    r->stack_rd_data = is_dwf(s) ? out->dwf.row_rd_data : out->front.stack.row_rd_data;
    r->ctx_ready = out->memory.ctx_ready;
    r->ctx_rsp_valid = out->memory.ctx_rsp_valid;
    r->ctx_rsp_data = out->memory.ctx_rsp_data;
    if (is_zorua(s)) sm_zorua_settle(s, in, out);
    else residency_settle(&s->residency, r, &out->residency_nets, &out->residency);
    if (!is_ranged(s)) out->done = is_done(s, out);
    if (is_ranged(s)) out->block_ready = out->residency.block_ready;
    else out->launcher_in.block_ready = r->block_valid && out->residency.block_ready;
}

/* --- tick ---------------------------------------------------------------- */

static void tick_seats(struct sm *s, const struct sm_in *in)
{
    const bool last = s->seat_rank + 1 == s->ids[0].warps;
    s->rank[s->seat] = s->seat_rank;
    s->shared[s->seat] = s->seat_shared;
    s->sets[s->seat] = s->seat_sets;
    s->seat_rank = last ? 0 : s->seat_rank + 1;
    if (last) s->seat_shared += in->kernel->block_bytes / 4;
    s->seat_sets += in->kernel->thread_sets;
    if (last) s->seat_block++;
    s->seat++;
    if (has_warps(&s->cfg) ? s->seat_block == s->launcher.ctas : s->seat == s->cfg.slots)
        s->phase = SM_RUN;
}

static void tick_phase(struct sm *s, const struct sm_in *in, const struct sm_out *out)
{
    if (in->kernel_en) s->phase = SM_COUNT;
    else if (out->launcher_in.kernel_en) s->phase = SM_FIT;
    else if (out->done) s->phase = SM_IDLE;
    else if (out->launcher.done) s->phase = SM_FLUSH;
    else if (s->phase == SM_SEATS) tick_seats(s, in);
    if (!out->launcher.start_en) return;
    s->phase = is_zorua(s) ? SM_RUN : SM_SEATS; /* Zorua gives ranks to warps as they begin */
    s->seat = 0;
    s->seat_block = 0;
    s->seat_rank = 0;
    s->seat_shared = 0;
    s->seat_sets = 0;
}

/* Several kernels: what is known of the kernel that is given. A part of a grain is a grain. */
static void tick_table(struct sm *s, const struct sm_in *in)
{
    const struct sm_kernel *k = in->kernel;
    struct sm_table *t = &s->table[in->kernel_number];
    const uint32_t words = k->block_bytes / WORD_BYTES, grain = sm_grain_bits(&s->cfg);
    s->given = in->kernel_number;
    t->entry = k->entry;
    memcpy(t->map, k->rows, sizeof t->map);
    memcpy(t->block, k->block, sizeof t->block);
    memcpy(t->grid, k->grid, sizeof t->grid);
    t->arguments = k->arguments;
    t->stack = k->stack_top;
    t->bytes = k->shared_bytes;
    t->thread_sets = k->thread_sets;
    t->block_sets = k->block_rows / s->cfg.banks;
    t->block_grains = (words + (1u << grain) - 1) >> grain;
}

static void tick_given(struct sm *s, const struct sm_in *in, const struct sm_out *out)
{
    if (in->kernel_en) {
        tick_table(s, in);
        s->phase = SM_COUNT;
    } else if (s->phase == SM_COUNT && s->ids[s->given].ready) {
        s->phase = SM_FENCE;
    } else if (out->memory_in.clear) {
        s->phase = SM_IDLE;
    }
}

static void tick_begin(struct sm *s, const struct sm_out *out)
{
    const struct residency_out *r = &out->residency;
    if (out->begin_en) {
        memcpy(s->id[s->begin_slot], s->begin_id, sizeof s->begin_id);
        s->pending &= ~bit(s->begin_slot);
        s->begin_slot++;
    }
    if (!r->begin_en) return;
    s->pending = ones(r->begin_count) << r->begin_slot;
    s->begin_slot = r->begin_slot;
    memcpy(s->begin_id, r->begin_id, sizeof s->begin_id);
}

/* Several kernels: a seat is written as its warp begins. */
static void tick_seat(struct sm *s, const struct sm_out *out)
{
    const struct residency_out *r = &out->residency;
    if (out->begin_en) {
        s->rank[s->begin_slot] = s->begin_rank++;
        s->shared[s->begin_slot] = s->begin_shared;
        s->sets[s->begin_slot] = s->begin_set;
        s->slot_kernel[s->begin_slot] = s->begin_kernel;
        s->begin_set += s->table[s->begin_kernel].thread_sets;
    }
    if (!r->begin_en) return;
    s->begin_kernel = r->begin_kernel;
    s->begin_rank = 0;
    s->begin_shared = r->begin_grain << sm_grain_bits(&s->cfg);
    s->begin_set = r->begin_set;
}

/* Where slots change hands a block sits down whether or not all warps of the last one have begun:
 * the lowest slot of all that wait begins. */
static void tick_seated(struct sm *s, const struct sm_out *out)
{
    const struct residency_out *r = &out->residency;
    if (out->begin_en) s->pending &= ~bit(s->begin_slot);
    if (r->begin_en || r->resume_en)
        memcpy(s->id[r->begin_slot], r->begin_id, sizeof s->id[r->begin_slot]);
    if (r->begin_en) s->pending |= ones(r->begin_count) << r->begin_slot;
    if (r->begin_en && is_zorua(s))
        s->rank[out->residency_nets.zorua.unit.begin_warp] =
            out->residency_nets.zorua.unit.begin_rank;
    if (s->pending != 0) s->begin_slot = (uint32_t)__builtin_ctzll(s->pending);
}

void sm_kernel_tick(struct sm *s, const struct sm_in *in, const struct sm_out *out)
{
    if (is_ranged(s)) {
        tick_given(s, in, out);
        tick_seat(s, out);
    } else {
        tick_phase(s, in, out);
    }
    if (has_warps(&s->cfg)) tick_seated(s, out);
    else tick_begin(s, out);
}
