/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/vt.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* The map's look-ups: of each port's event, wake-up and writeback. */
enum find { FIND_EVENT, FIND_WAKE, FIND_WRITE, FINDS };

static uint32_t count_ones(uint64_t x)
{
    uint32_t n = 0;
    for (; x != 0; x &= x - 1) n++;
    return n;
}

/* --- heads --------------------------------------------------------------- */

static uint32_t rank_width(const struct vt_cfg *cfg)
{
    return cfg->max_warps > 1 ? clog2(cfg->max_warps) : 1;
}

uint32_t vt_head_width(const struct vt_cfg *cfg)
{
    return clog2(cfg->warps) + rank_width(cfg) + cfg->id_width;
}

/* Copies `bits` bits of `from`, from bit `skip` on, into `to`, from bit `at` on. */
static void copy_bits(uint32_t *to, uint32_t at, const uint32_t *from, uint32_t skip, uint32_t bits)
{
    for (uint32_t i = 0; i < bits; i++) {
        const uint32_t value = from[(skip + i) / 32] >> (skip + i) % 32 & 1;
        to[(at + i) / 32] |= value << (at + i) % 32;
    }
}

void vt_pack_head(const struct vt_cfg *cfg, const struct vt_head *h, uint32_t head[VT_HEAD_WORDS])
{
    const uint32_t warp = clog2(cfg->warps), rank = rank_width(cfg), last = h->warps - 1;
    memset(head, 0, VT_HEAD_WORDS * sizeof head[0]);
    copy_bits(head, 0, &h->warp, 0, warp);
    copy_bits(head, warp, &last, 0, rank);
    copy_bits(head, warp + rank, h->id, 0, cfg->id_width);
}

void vt_unpack_head(const struct vt_cfg *cfg, const uint32_t head[VT_HEAD_WORDS], struct vt_head *h)
{
    const uint32_t warp = clog2(cfg->warps), rank = rank_width(cfg);
    memset(h, 0, sizeof *h);
    copy_bits(&h->warp, 0, head, 0, warp);
    copy_bits(&h->warps, 0, head, warp, rank);
    copy_bits(h->id, 0, head, warp + rank, cfg->id_width);
    h->warps++;
}

/* --- init and reset ------------------------------------------------------ */

static struct context_handler_cfg contexts_cfg(const struct vt_cfg *cfg)
{
    return (struct context_handler_cfg){.slots = cfg->slots,
                                        .max_warps = cfg->max_warps,
                                        .ctas = cfg->ctas,
                                        .head_width = vt_head_width(cfg),
                                        .stack_width = cfg->stack_width,
                                        .mem_width = cfg->mem_width,
                                        .granule = cfg->granule,
                                        .mem_words = cfg->mem_words,
                                        .reads = cfg->reads};
}

uint32_t vt_words(const struct vt_cfg *cfg, uint32_t warps)
{
    const struct context_handler_cfg contexts = contexts_cfg(cfg);
    return context_handler_words(&contexts, warps);
}

/* The warp on each slot, and the registers that wait for a write. */
static const char *init_warps(struct vt *s, const struct vt_cfg *cfg)
{
    const struct block_frames_cfg seats = {.slots = cfg->slots,
                                           .frames = cfg->frames,
                                           .max_warps = cfg->max_warps,
                                           .id_width = cfg->id_width,
                                           .ports = cfg->ports};
    const struct warp_id_map_cfg map = {.slots = cfg->slots,
                                        .frames = cfg->frames,
                                        .warps = cfg->warps,
                                        .ctas = cfg->ctas,
                                        .ports = FINDS * cfg->ports};
    const struct vt_scoreboard_cfg board = {
        .slots = cfg->slots, .regs = cfg->regs, .warps = cfg->warps, .ports = cfg->ports};
    const char *error = block_frames_init(&s->seats, &seats);
    if (error == NULL) error = warp_id_map_init(&s->map, &map);
    return error != NULL ? error : vt_scoreboard_init(&s->board, &board);
}

static const char *init_blocks(struct vt *s, const struct vt_cfg *cfg)
{
    const struct cta_status_table_cfg table = {
        .ctas = cfg->ctas, .cnt_width = cfg->cnt_width, .ports = cfg->ports};
    const struct vtc_cfg control = {.frames = cfg->frames,
                                    .ctas = cfg->ctas,
                                    .max_warps = cfg->max_warps,
                                    .overlap = cfg->overlap};
    const struct context_handler_cfg contexts = contexts_cfg(cfg);
    const char *error = cta_status_table_init(&s->table, &table);
    if (error == NULL) error = vtc_init(&s->control, &control);
    return error != NULL ? error : context_handler_init(&s->contexts, &contexts);
}

static const char *init_loads(struct vt *s, const struct vt_cfg *cfg)
{
    const struct load_queues_cfg loads = {.active = cfg->active,
                                          .inactive = cfg->inactive,
                                          .data_width = cfg->load_width,
                                          .warps = cfg->warps};
    if (cfg->load_width < 1 || cfg->load_width > 32 * VT_LOAD_WORDS)
        return "LoadWidth must be 1 to 512";
    return load_queues_init(&s->loads, &loads);
}

/* What no block sees alone. */
static const char *cfg_error(const struct vt_cfg *cfg)
{
    if (cfg->max_warps * cfg->regs >> cfg->cnt_width != 0)
        return "CntWidth must hold the count of MaxWarps * Regs";
    if (cfg->overlap == 1 && cfg->mem_width > cfg->stack_width)
        return "Overlap must be 0 if MemWidth is above StackWidth";
    return NULL;
}

/* Before the first kernel there is no block. That a block would have one warp keeps the promises of
 * the parts, which know no block of none. */
static void no_kernel(struct vt *s)
{
    s->warps = 1;
    s->frames = 0;
    s->ctas = 0;
    s->words = 0;
}

const char *vt_init(struct vt *s, const struct vt_cfg *cfg)
{
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    const char *error = init_warps(s, cfg);
    if (error == NULL) error = init_blocks(s, cfg);
    if (error == NULL) error = init_loads(s, cfg);
    if (error == NULL) error = cfg_error(cfg);
    no_kernel(s);
    return error;
}

void vt_reset(struct vt *s)
{
    cta_status_table_reset(&s->table);
    warp_id_map_reset(&s->map);
    vt_scoreboard_reset(&s->board);
    block_frames_reset(&s->seats);
    context_handler_reset(&s->contexts);
    load_queues_reset(&s->loads);
    vtc_reset(&s->control);
    s->stalls = 0;
    s->refused = false;
    no_kernel(s);
}

/* --- eval: what state and events say, before the controller decides ------- */

/* The first warp of a block, and the first slot of a frame. The map gives one of each in a cycle.
 * The unit needs two of each: one for the block that leaves or comes in, one for the block that is
 * done or new. */
static uint32_t first_warp(const struct vt *s, uint32_t cta) { return cta * s->warps; }

static uint32_t base_slot(const struct vt *s, uint32_t frame) { return frame * s->warps; }

static void eval_seats(const struct vt *s, const struct vt_in *in, struct vt_nets *n)
{
    n->map_in.warps = s->warps;
    n->map_in.ctas = s->ctas;
    warp_id_map_eval(&s->map, &n->map_in, &n->map_out);
    n->seats_in.warps = s->warps;
    memcpy(n->seats_in.ev_valid, in->ev_valid, sizeof in->ev_valid);
    memcpy(n->seats_in.ev_kind, in->ev_kind, sizeof in->ev_kind);
    memcpy(n->seats_in.ev_slot, in->ev_slot, sizeof in->ev_slot);
    block_frames_eval(&s->seats, &n->seats_in, &n->seats_out);
}

/* A block of which no warp stalls (all wait at the barrier or have ended) is not swapped out. */
static void eval_choice(const struct vt *s, struct vt_nets *n)
{
    n->table_in.warps = s->warps;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if (has_any(n->seats_out.idle, f)) n->table_in.skip |= bit(n->map_out.frame_cta[f]);
    }
    cta_status_table_eval(&s->table, &n->table_in, &n->table_out);
}

/* --- eval: the controller, and a new block's head ------------------------- */

static void eval_contexts(const struct vt *s, const struct vt_in *in, struct vt_nets *n)
{
    n->contexts_in.warps = s->warps;
    n->contexts_in.words = s->words;
    n->contexts_in.mem_ready = in->mem_ready;
    n->contexts_in.rsp_valid = in->rsp_valid;
    context_handler_eval(&s->contexts, &n->contexts_in, &n->contexts_out);
}

static void eval_decision(const struct vt *s, const struct vt_in *in, struct vt_nets *n)
{
    struct vtc_in *c = &n->control_in;
    c->frames = s->frames;
    c->block_valid = in->block_valid;
    c->alloc_valid = n->map_out.alloc_valid;
    c->alloc_cta = n->map_out.alloc_cta;
    c->out_valid = n->table_out.out_valid;
    c->out_cta = n->table_out.out_cta;
    c->in_valid = n->table_out.in_valid;
    c->in_cta = n->table_out.in_cta;
    c->frame_valid = n->map_out.frame_valid;
    memcpy(c->frame_cta, n->map_out.frame_cta, sizeof c->frame_cta);
    c->done_valid = n->seats_out.done_valid;
    c->done_frame = n->seats_out.done_frame;
    c->save_ready = n->contexts_out.save_ready;
    c->taken = n->contexts_out.taken;
    c->load_ready = n->contexts_out.load_ready;
    c->loaded = n->contexts_out.loaded;
    vtc_eval(&s->control, c, &n->control_out);
}

/* A new block is taken when its head gets the port: the handler must know that a block is offered
 * before the controller knows that the block is taken. */
static void eval_store(const struct vt *s, const struct vt_in *in, struct vt_nets *n)
{
    struct vt_head h = {.warp = first_warp(s, n->map_out.alloc_cta), .warps = s->warps};
    if (!n->control_out.store_valid) return;
    n->contexts_in.store_valid = true;
    n->contexts_in.store_cta = n->map_out.alloc_cta;
    memcpy(h.id, in->block_id, sizeof h.id);
    vt_pack_head(&s->cfg, &h, n->contexts_in.store_head);
    context_handler_eval(&s->contexts, &n->contexts_in, &n->contexts_out);
    n->control_in.store_ready = n->contexts_out.store_ready;
    vtc_eval(&s->control, &n->control_in, &n->control_out);
}

/* --- eval: what the decision does to the parts ---------------------------- */

/* A block leaves its frame; its flags go to the controller, its head into the buffer. */
static void eval_leave(const struct vt *s, struct vt_nets *n)
{
    const struct vtc_out *c = &n->control_out;
    struct vt_head h = {.warp = first_warp(s, c->out_cta), .warps = s->warps};
    if (!c->out_en) return;
    n->seats_in.shut_en = true;
    n->seats_in.shut_frame = c->out_frame;
    block_frames_eval(&s->seats, &n->seats_in, &n->seats_out);
    n->control_in.out_ended = n->seats_out.shut_ended;
    n->control_in.out_waits = n->seats_out.shut_waits;
    n->contexts_in.save_en = true;
    n->contexts_in.save_cta = c->out_cta;
    n->contexts_in.save_base = base_slot(s, c->out_frame);
    memcpy(h.id, n->seats_out.shut_id, sizeof h.id);
    vt_pack_head(&s->cfg, &h, n->contexts_in.save_head);
    n->table_in.out_en = true;
    n->table_in.out_cta = c->out_cta;
    n->loads_in.away_en = true;
    n->loads_in.away_first = h.warp;
    n->loads_in.away_last = h.warp + s->warps - 1;
}

static void eval_load(const struct vt *s, struct vt_nets *n)
{
    const struct vtc_out *c = &n->control_out;
    if (!c->load_en) return;
    n->contexts_in.load_en = true;
    n->contexts_in.load_cta = c->load_cta;
    n->contexts_in.load_base = base_slot(s, c->load_frame);
    n->contexts_in.load_new = c->load_new;
}

/* A block sits down; its head identifies it. */
static void eval_sit(const struct vt *s, struct vt_nets *n)
{
    const struct vtc_out *c = &n->control_out;
    struct vt_head h;
    if (!c->in_en) return;
    vt_unpack_head(&s->cfg, s->head, &h);
    n->table_in.in_en = true;
    n->table_in.in_cta = c->in_cta;
    n->table_in.in_count = c->in_count;
    n->map_in.map_en = true;
    n->map_in.map_frame = c->in_frame;
    n->map_in.map_cta = c->in_cta;
    n->board_in.map_en = true;
    n->board_in.map_base = base_slot(s, c->in_frame);
    n->board_in.map_count = s->warps;
    n->board_in.map_warp = h.warp;
    n->seats_in.open_en = true;
    n->seats_in.open_frame = c->in_frame;
    memcpy(n->seats_in.open_id, h.id, sizeof h.id);
    n->seats_in.open_ended = c->in_ended;
    n->seats_in.open_waits = c->in_waits;
}

/* Numbers that are taken and freed, frames that get free. */
static void eval_numbers(const struct vt *s, struct vt_nets *n)
{
    const struct vtc_out *c = &n->control_out;
    n->map_in.alloc_en = n->table_in.alloc_en = c->alloc_en;
    if (c->alloc_en) n->table_in.alloc_cta = n->map_out.alloc_cta;
    n->map_in.free_en = n->table_in.free_en = c->free_en;
    n->map_in.free_cta = n->table_in.free_cta = c->free_cta;
    n->map_in.unmap_en = c->unmap_en;
    n->map_in.unmap_frame = c->unmap_frame;
    n->board_in.clear_en = n->seats_out.done_valid;
    if (!n->board_in.clear_en) return;
    n->board_in.clear_base = base_slot(s, n->seats_out.done_frame);
    n->board_in.clear_count = s->warps;
}

/* --- eval: registers, and what the table counts --------------------------- */

/* A slot retires when its stack is taken; the table gets the number of its writes still out. */
static void eval_board(const struct vt *s, const struct vt_in *in, struct vt_nets *n)
{
    struct vt_scoreboard_in *b = &n->board_in;
    memcpy(b->query_slot, in->query_slot, sizeof b->query_slot);
    memcpy(b->set_en, in->set_en, sizeof b->set_en);
    memcpy(b->set_slot, in->set_slot, sizeof b->set_slot);
    memcpy(b->set_reg, in->set_reg, sizeof b->set_reg);
    memcpy(b->wb_en, in->wb_en, sizeof b->wb_en);
    memcpy(b->wb_slot, in->wb_slot, sizeof b->wb_slot);
    memcpy(b->wb_warp, in->wb_warp, sizeof b->wb_warp);
    memcpy(b->wb_reg, in->wb_reg, sizeof b->wb_reg);
    b->retire_en = n->contexts_out.stack_rd_en;
    b->retire_slot = n->contexts_out.stack_rd_slot;
    vt_scoreboard_eval(&s->board, b, &n->board_out);
    n->table_in.add_en = b->retire_en;
    if (!b->retire_en) return;
    n->table_in.add_cta = s->contexts.save_cta;
    n->table_in.add_count = n->board_out.retire_count;
}

/* The block of each event, wake-up and writeback, found from its warp. */
static void eval_finds(const struct vt *s, const struct vt_in *in, struct vt_nets *n)
{
    const uint32_t ports = s->cfg.ports;
    uint32_t *find = n->map_in.find_warp;
    for (uint32_t p = 0; p < ports; p++) {
        if (in->ev_valid[p]) find[FIND_EVENT * ports + p] = n->map_out.slot_warp[in->ev_slot[p]];
        if (in->wake_valid[p]) find[FIND_WAKE * ports + p] = n->map_out.slot_warp[in->wake_slot[p]];
        if (in->wb_en[p]) find[FIND_WRITE * ports + p] = in->wb_warp[p];
    }
    warp_id_map_eval(&s->map, &n->map_in, &n->map_out);
}

/* A wake-up means something while the block of its slot is active. */
static bool wakes(const struct vt *s, const struct vt_in *in, const struct vt_nets *n, uint32_t p)
{
    return in->wake_valid[p] && has_any(n->map_out.slot_valid, in->wake_slot[p]) &&
           has_any(n->table_out.active, n->map_out.find_cta[FIND_WAKE * s->cfg.ports + p]);
}

static void eval_counts(const struct vt *s, const struct vt_in *in, struct vt_nets *n)
{
    const uint32_t ports = s->cfg.ports, *found = n->map_out.find_cta;
    struct cta_status_table_in *t = &n->table_in;
    for (uint32_t p = 0; p < ports; p++) {
        t->up_en[p] = in->ev_valid[p] && in->ev_kind[p] != BLOCK_FRAMES_PHASE;
        t->up_cta[p] = found[FIND_EVENT * ports + p];
        t->down_en[p] = wakes(s, in, n, p);
        t->down_cta[p] = found[FIND_WAKE * ports + p];
        t->late_en[p] = n->board_out.late[p];
        t->late_cta[p] = found[FIND_WRITE * ports + p];
    }
    t->drop_en = n->seats_out.release_valid;
    if (t->drop_en) t->drop_cta = n->map_out.frame_cta[n->seats_out.release_frame];
    t->drop_count = n->seats_out.release_count;
    t->saved_en = n->contexts_out.saved_valid;
    t->saved_cta = n->contexts_out.saved_cta;
}

static void eval_loads(const struct vt *s, const struct vt_in *in, struct vt_nets *n)
{
    n->loads_in.in_valid = in->load_valid;
    if (in->load_valid) {
        n->loads_in.in_warp = in->load_warp;
        memcpy(n->loads_in.in_data, in->load_data, sizeof in->load_data);
    }
    n->loads_in.out_ready = in->l1_ready;
    load_queues_eval(&s->loads, &n->loads_in, &n->loads_out);
}

/* --- eval: ports ---------------------------------------------------------- */

static void put_scheduler(const struct vt *s, struct vt_out *out)
{
    const struct vt_nets *n = &out->nets;
    const struct vtc_out *c = &n->control_out;
    out->block_ready = c->block_ready;
    out->done_valid = n->seats_out.done_valid;
    memcpy(out->done_id, n->seats_out.done_id, sizeof out->done_id);
    if (out->done_valid) out->done_slot = base_slot(s, n->seats_out.done_frame);
    out->ready = n->seats_out.ready;
    memcpy(out->slot_warp, n->map_out.slot_warp, sizeof out->slot_warp);
    out->begin_en = c->in_en && c->in_new;
    out->resume_en = c->in_en && !c->in_new;
    if (c->in_en) out->seat_slot = base_slot(s, c->in_frame);
    memcpy(out->seat_id, n->seats_in.open_id, sizeof out->seat_id);
    out->leave_en = c->out_en;
    if (c->out_en) out->leave_slot = base_slot(s, c->out_frame);
    memcpy(out->query_busy, n->board_out.query_busy, sizeof out->query_busy);
}

static void put_memory(struct vt_out *out)
{
    const struct context_handler_out *c = &out->nets.contexts_out;
    const struct load_queues_out *l = &out->nets.loads_out;
    out->stack_rd_en = c->stack_rd_en;
    out->stack_rd_slot = c->stack_rd_slot;
    out->stack_wr_en = c->stack_wr_en;
    out->stack_wr_slot = c->stack_wr_slot;
    memcpy(out->stack_wr_data, c->stack_wr_data, sizeof out->stack_wr_data);
    out->mem_valid = c->mem_valid;
    out->mem_we = c->mem_we;
    out->mem_addr = c->mem_addr;
    memcpy(out->mem_wdata, c->mem_wdata, sizeof out->mem_wdata);
    out->load_ready = l->in_ready;
    out->l1_valid = l->out_valid;
    out->l1_warp = l->out_warp;
    memcpy(out->l1_data, l->out_data, sizeof out->l1_data);
    out->l1_away = l->out_away;
}

static void put_status(struct vt_out *out)
{
    const struct vt_nets *n = &out->nets;
    out->resident = n->table_out.resident;
    out->active = n->table_out.active;
    out->swap = n->control_out.swap;
    out->idle = out->resident == 0 && out->swap == VTC_IDLE && n->contexts_out.save_ready &&
                n->contexts_out.load_ready;
}

void vt_eval(const struct vt *s, const struct vt_in *in, struct vt_out *out)
{
    struct vt_nets *n = &out->nets;
    memset(out, 0, sizeof *out);
    eval_seats(s, in, n);
    eval_choice(s, n);
    eval_contexts(s, in, n);
    eval_decision(s, in, n);
    eval_store(s, in, n);
    eval_leave(s, n);
    eval_load(s, n);
    eval_sit(s, n);
    eval_numbers(s, n);
    eval_board(s, in, n);
    eval_finds(s, in, n);
    eval_counts(s, in, n);
    eval_loads(s, in, n);
    put_scheduler(s, out);
    put_memory(out);
    put_status(out);
}

/* --- tick ---------------------------------------------------------------- */

/* What the handler is given, and the data that eval has not looked at. */
static void with_data(const struct vt_in *in, const struct vt_nets *n,
                      struct context_handler_in *contexts)
{
    *contexts = n->contexts_in;
    memcpy(contexts->stack_rd_data, in->stack_rd_data, sizeof in->stack_rd_data);
    memcpy(contexts->rsp_data, in->rsp_data, sizeof in->rsp_data);
}

static void tick_kernel(struct vt *s, const struct vt_in *in)
{
    s->warps = in->kernel_warps;
    s->frames = in->kernel_frames;
    s->ctas = in->kernel_ctas;
    s->words = in->kernel_words;
}

static uint64_t slots_of(const struct vt *s, uint32_t frame)
{
    uint64_t slots = 0;
    for (uint32_t r = 0; r < s->warps && base_slot(s, frame) + r < s->cfg.slots; r++)
        slots |= bit(base_slot(s, frame) + r);
    return slots;
}

/* What only promises look at. */
static void tick_ghosts(struct vt *s, const struct vt_in *in, const struct vt_out *out)
{
    const struct vt_nets *n = &out->nets;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (wakes(s, in, n, p)) s->stalls &= ~bit(in->wake_slot[p]);
    }
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_kind[p] == BLOCK_FRAMES_STALLS)
            s->stalls |= bit(in->ev_slot[p]);
    }
    if (out->leave_en) s->stalls &= ~slots_of(s, n->control_out.out_frame);
    s->refused = n->control_out.store_valid && !out->block_ready;
    memcpy(s->refused_id, in->block_id, sizeof s->refused_id);
}

void vt_tick(struct vt *s, const struct vt_in *in, const struct vt_out *out)
{
    const struct vt_nets *n = &out->nets;
    struct context_handler_in contexts;
    with_data(in, n, &contexts);
    if (n->contexts_out.head_valid) memcpy(s->head, n->contexts_out.head, sizeof s->head);
    cta_status_table_tick(&s->table, &n->table_in, &n->table_out);
    warp_id_map_tick(&s->map, &n->map_in, &n->map_out);
    vt_scoreboard_tick(&s->board, &n->board_in, &n->board_out);
    block_frames_tick(&s->seats, &n->seats_in, &n->seats_out);
    context_handler_tick(&s->contexts, &contexts, &n->contexts_out);
    load_queues_tick(&s->loads, &n->loads_in, &n->loads_out);
    vtc_tick(&s->control, &n->control_in, &n->control_out);
    tick_ghosts(s, in, out);
    if (in->kernel_en && out->idle) tick_kernel(s, in);
}

/* --- check --------------------------------------------------------------- */

/* A frame is open just while an active block sits there; no block sits on two. */
static bool one_place(const struct vt *s)
{
    uint64_t sitting = 0, active = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        const uint64_t cta = bit(s->map.frame_cta[f]);
        const bool sits = has_any(s->map.frame_valid, f);
        if (has_any(s->seats.open, f) != (sits && (s->table.active & cta) != 0)) return false;
        if (!sits) continue;
        if ((sitting & cta) != 0) return false;
        sitting |= cta;
        if (has_any(s->seats.open, f)) active |= cta;
    }
    return active == s->table.active;
}

/* The number of a block's writes that are still out though its warps have left their slots. */
static uint32_t left_behind(const struct vt *s, uint32_t cta)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < s->warps; r++) n += count_ones(s->board.left[first_warp(s, cta) + r]);
    return n;
}

/* The counter of an inactive block is the number of its writes still out. */
static bool count_true(const struct vt *s)
{
    for (uint32_t c = 0; c < s->ctas; c++) {
        if (!has_any(s->table.resident, c)) continue;
        const uint32_t expected = has_any(s->table.active, c) ? 0 : s->table.count[c];
        if (left_behind(s, c) != expected) return false;
    }
    return true;
}

/* The scoreboard knows the owner that the map has; of an active block's slots it knows each. */
static bool owner_only(const struct vt *s)
{
    uint64_t mapped = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if (!has_any(s->map.frame_valid, f)) continue;
        mapped |= slots_of(s, f);
        if (has_any(s->seats.open, f) && (slots_of(s, f) & ~s->board.valid) != 0) return false;
    }
    if ((s->board.valid & ~mapped) != 0) return false;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (has_any(s->board.valid, slot) && s->board.tag[slot] != s->map.warp[slot]) return false;
    }
    return true;
}

/* The head that has come back is the head of the block that comes in. */
static bool same_warp(const struct vt *s)
{
    struct vt_head h;
    if (s->control.state != VTC_LAST) return true;
    vt_unpack_head(&s->cfg, s->head, &h);
    return h.warp == first_warp(s, s->control.in_cta) && h.warps == s->warps;
}

static const char *check_blocks(const struct vt *s)
{
    const char *broken = cta_status_table_check(&s->table);
    if (broken == NULL) broken = warp_id_map_check(&s->map);
    if (broken == NULL) broken = vt_scoreboard_check(&s->board);
    if (broken == NULL) broken = block_frames_check(&s->seats);
    if (broken == NULL) broken = context_handler_check(&s->contexts);
    if (broken == NULL) broken = load_queues_check(&s->loads);
    return broken != NULL ? broken : vtc_check(&s->control);
}

const char *vt_check(const struct vt *s)
{
    if (count_ones(s->table.active) > s->frames) return "limit";
    if (!one_place(s)) return "one_place";
    if (!count_true(s)) return "count_true";
    if (!owner_only(s)) return "owner_only";
    if (!same_warp(s)) return "same_warp";
    return check_blocks(s);
}

/* --- promise ------------------------------------------------------------- */

static const char *kernel_promise(const struct vt *s, const struct vt_in *in,
                                  const struct vt_out *out)
{
    const uint32_t w = in->kernel_warps;
    if (!in->kernel_en || !out->idle) return NULL;
    if (w < 1 || w > s->cfg.max_warps) return "warps of the kernel's blocks are not 1 to MaxWarps";
    if (in->kernel_frames > s->cfg.frames || in->kernel_frames * w > s->cfg.slots)
        return "the kernel's frames are above Frames, or have no slots";
    if (in->kernel_ctas > s->cfg.ctas || in->kernel_ctas * w > s->cfg.warps)
        return "the kernel's blocks are above Ctas, or have no warp ids";
    if (in->kernel_words != vt_words(&s->cfg, w)) return "kernel_words_i is not a context's";
    if (in->kernel_ctas * in->kernel_words > s->cfg.mem_words)
        return "the contexts of the kernel's blocks are larger than the memory";
    return out->nets.control_out.store_valid ? "a kernel comes while a block is offered" : NULL;
}

static bool id_fits(const struct vt *s, const uint32_t *id)
{
    for (uint32_t b = s->cfg.id_width; b < 32 * VT_ID_WORDS; b++) {
        if ((id[b / 32] >> b % 32 & 1) != 0) return false;
    }
    return true;
}

static const char *dispatch_promise(const struct vt *s, const struct vt_in *in)
{
    if (s->refused &&
        (!in->block_valid || memcmp(in->block_id, s->refused_id, sizeof s->refused_id) != 0))
        return "a block that was refused is not offered again, unchanged";
    if (in->block_valid && !id_fits(s, in->block_id))
        return "the identity of a block is wider than IdWidth";
    return NULL;
}

static const char *range_promise(const struct vt *s, const struct vt_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if ((in->ev_valid[p] && in->ev_slot[p] >= s->cfg.slots) ||
            (in->wake_valid[p] && in->wake_slot[p] >= s->cfg.slots))
            return "the slot of an event or a wake-up is not below Slots";
    }
    return NULL;
}

/* A stall is over once, in a later cycle, while the block is active; then the warp goes on. */
static const char *wake_promise(const struct vt *s, const struct vt_in *in,
                                const struct vt_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!wakes(s, in, &out->nets, p)) continue;
        if (!has_any(s->stalls, in->wake_slot[p])) return "a warp wakes up that does not stall";
        for (uint32_t q = 0; q < p; q++) {
            if (in->wake_valid[q] && in->wake_slot[q] == in->wake_slot[p])
                return "a warp wakes up twice";
        }
    }
    return NULL;
}

/* A slot's writes that are out after this cycle. */
static uint64_t writes_out(const struct vt *s, const struct vt_in *in, const struct vt_out *out,
                           uint32_t slot)
{
    uint64_t busy = s->board.busy[slot];
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->wb_en[p] && !out->nets.board_out.late[p] && in->wb_slot[p] == slot)
            busy &= ~bit(in->wb_reg[p]);
    }
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->set_en[p] && in->set_slot[p] == slot) busy |= bit(in->set_reg[p]);
    }
    return busy;
}

static const char *event_promise(const struct vt *s, const struct vt_in *in,
                                 const struct vt_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p]) continue;
        if (has_any(s->stalls, in->ev_slot[p])) return "an event is of a warp that stalls";
        if (in->ev_kind[p] == BLOCK_FRAMES_ENDS && writes_out(s, in, out, in->ev_slot[p]) != 0)
            return "a warp ends that has writes out";
    }
    return NULL;
}

static const char *block_promises(const struct vt *s, const struct vt_in *in,
                                  const struct vt_nets *n)
{
    struct context_handler_in contexts;
    const char *broken = vt_scoreboard_promise(&s->board, &n->board_in);
    with_data(in, n, &contexts);
    if (broken == NULL) broken = block_frames_promise(&s->seats, &n->seats_in);
    if (broken == NULL) broken = context_handler_promise(&s->contexts, &contexts);
    if (broken == NULL) broken = load_queues_promise(&s->loads, &n->loads_in);
    if (broken == NULL) broken = cta_status_table_promise(&s->table, &n->table_in);
    if (broken == NULL) broken = warp_id_map_promise(&s->map, &n->map_in);
    return broken != NULL ? broken : vtc_promise(&s->control, &n->control_in);
}

const char *vt_promise_of(const struct vt *s, const struct vt_in *in, const struct vt_out *out)
{
    const char *broken = range_promise(s, in);
    if (broken == NULL) broken = kernel_promise(s, in, out);
    if (broken == NULL) broken = dispatch_promise(s, in);
    if (broken == NULL) broken = wake_promise(s, in, out);
    if (broken == NULL) broken = block_promises(s, in, &out->nets);
    return broken != NULL ? broken : event_promise(s, in, out);
}

const char *vt_promise(const struct vt *s, const struct vt_in *in)
{
    struct vt_out out;
    const char *broken = range_promise(s, in);
    if (broken != NULL) return broken;
    vt_eval(s, in, &out);
    return vt_promise_of(s, in, &out);
}
