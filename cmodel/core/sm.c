/* SPDX-License-Identifier: Apache-2.0 */
#include "core/sm.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "core/decode.h"

enum {
    NOWHERE = 0xffff,
    MEMORY = 0, /* writers of registers and scoreboard: load/store, then the pipes */
    PIPES = 1,
    ISSUED = 4, /* accesses of a warp that issued and are not yet load/store's */
};

/* A rider: what the instruction writes and where it goes; where its threads meet; the slot of the
 * thread in each lane, a byte each; behind them the warp of each, if slots change hands; with
 * Zorua a word more: where its result goes. */
enum { RIDER_FLOW_RD, RIDER_MEET, RIDER_SLOTS, RIDER_TARGET };
enum { RD_USE_AT = 8, MEETS_AT = 9, RD_AT = 16, TARGET_BANK_AT = 16, TARGET_PARK_AT = 24 };
/* The instructions that accesses to swap space are: lw x1, 0(x0) and sw x0, 0(x0). */
enum { SWAP_LOAD = 0x00002083, SWAP_STORE = 0x00002023, WORD_BYTES = 4 };

static uint64_t bit(uint32_t n) { return UINT64_C(1) << n; }
static uint64_t ones(uint32_t n) { return n == 64 ? ~UINT64_C(0) : bit(n) - 1; }

static bool is_dwf(const struct sm *s) { return s->cfg.formation == SM_DWF; }
/* Slots that tell whose the threads of a warp are: one, or one a lane. */
static uint32_t rows(const struct sm *s) { return is_dwf(s) ? s->cfg.lanes : 1; }

static bool has_warps(const struct sm_cfg *c) { return c->residency != SM_STATIC; }
static bool is_vt(const struct sm *s) { return s->cfg.residency == SM_VT; }
static bool is_zorua(const struct sm *s) { return s->cfg.residency == SM_ZORUA; }
static const struct zorua_plug *zorua_of(const struct sm *s) { return &s->residency.zorua; }
/* An instruction may be under way whose warp has left its slot. */
static bool carries_warp(const struct sm *s) { return has_warps(&s->cfg); }
/* Blocks of dynamic warps leave and come back. */
static bool is_dwf_vt(const struct sm *s) { return is_dwf(s) && is_vt(s); }

/* --- init and reset ------------------------------------------------------ */

static struct dwf_front_cfg dwf_cfg(const struct sm_cfg *c)
{
    return (struct dwf_front_cfg){c->slots,         c->lanes,       2,
                                  c->pool_entries,  c->lut_entries, c->lut_ways,
                                  c->forward,       c->dwf_policy,  c->heap_entries,
                                  c->heap_ports,    c->queue_depth, c->tree,
                                  c->mheap_entries, c->mheap_ways,  c->cnt_width,
                                  c->wid_width,     c->lut_width,   c->age_limit,
                                  has_warps(c)};
}

static const char *init_formation(struct sm *s)
{
    const struct sm_cfg *c = &s->cfg;
    if (!is_dwf(s))
        return pdom_front_init(
            &s->front, &(struct pdom_front_cfg){c->slots, c->lanes, c->ports, c->policy, c->group,
                                                c->entries, c->frame_width, c->depth, c->levels,
                                                c->accesses + ISSUED + is_zorua(s)});
    if (c->ports != 1) return "Formation = 1: Ports must be 1";
    const struct dwf_front_cfg dwf = dwf_cfg(c);
    return dwf_front_init(&s->dwf, &dwf);
}

static uint32_t shared_rows(const struct sm_cfg *c) { return c->shared_words / (c->row_bits / 32); }

static struct residency_cfg residency_cfg(const struct sm_cfg *c)
{
    const struct simt_stack_cfg stack = {c->slots, c->lanes,  32,          c->frame_width,
                                         c->depth, c->levels, c->ports + 1};
    const struct dwf_front_cfg dwf = dwf_cfg(c);
    const bool own = c->formation == SM_DWF;
    return (struct residency_cfg){.kind = c->residency,
                                  .slots = c->slots,
                                  .frames = c->blocks,
                                  .max_warps = c->max_warps,
                                  .ports = c->ports,
                                  .ctas = has_warps(c) ? c->ctas : c->blocks,
                                  .warps = sm_warps(c),
                                  .accesses = c->accesses + ISSUED,
                                  .lanes = c->lanes,
                                  .banks = c->banks,
                                  .sets = c->sets,
                                  .swap_base = SM_SWAP_SPACE,
                                  .stack_bits = own ? dwf_front_row_width(&dwf)
                                                    : simt_stack_row_width(&stack),
                                  .row_bits = c->row_bits,
                                  .rows = shared_rows(c),
                                  .own = own};
}

uint32_t sm_swap_bytes(const struct sm_cfg *cfg)
{
    const struct residency_cfg plug = residency_cfg(cfg);
    return cfg->residency == SM_ZORUA ? zorua_plug_bytes(&plug) : 0;
}

uint32_t sm_warps(const struct sm_cfg *cfg) { return has_warps(cfg) ? cfg->warps : cfg->slots; }

uint32_t sm_context_rows(const struct sm_cfg *cfg, uint32_t threads)
{
    const struct residency_cfg plug = residency_cfg(cfg);
    return residency_context_rows(&plug, (threads + cfg->lanes - 1) / cfg->lanes);
}

static const char *init_front(struct sm *s)
{
    const struct sm_cfg *c = &s->cfg;
    const struct residency_cfg plug = residency_cfg(c);
    const char *wrong = init_formation(s);
    if (!wrong)
        wrong = thread_ids_init(
            &s->ids, &(struct thread_ids_cfg){c->lanes, c->max_warps, c->ports, is_dwf(s)});
    /* With virtual resources what limits the blocks is what names them. */
    const bool names = is_zorua(s);
    if (!wrong)
        wrong = cta_launcher_init(
            &s->launcher,
            &(struct cta_launcher_cfg){names ? plug.ctas : c->blocks, c->slots,
                                       names ? CTA_LAUNCHER_MAX_THREADS : c->threads,
                                       c->banks * c->sets, c->shared_words * WORD_BYTES, plug.ctas,
                                       names ? CTA_LAUNCHER_MAX_IDS : plug.warps});
    return wrong ? wrong : residency_init(&s->residency, &plug);
}

static const char *init_back(struct sm *s)
{
    const struct sm_cfg *c = &s->cfg;
    const uint32_t id_bits = clog2(c->lanes * c->max_warps);
    /* Zorua asks, releases, and reads rows itself. */
    const uint32_t more = is_zorua(s);
    const char *wrong = scoreboard_init(
        &s->board, &(struct scoreboard_cfg){c->slots, FRONT_REGISTERS, c->ports + more,
                                            PIPES + c->ports + more});
    if (!wrong)
        wrong = register_file_init(
            &s->file, &(struct register_file_cfg){c->lanes, c->banks, c->sets, c->ports + more,
                                                  PIPES + c->ports, is_dwf(s)});
    for (uint32_t p = 0; !wrong && p < c->ports; p++)
        wrong = simd_pipe_init(
            &s->pipe[p],
            &(struct simd_pipe_cfg){c->lanes, c->simd, c->div_bits, c->float_steps,
                                    is_zorua(s)
                                        ? 32 * (RIDER_TARGET + 1)
                                        : 32 * RIDER_SLOTS + 8 * rows(s) * (1u + carries_warp(s))});
    if (!wrong)
        wrong = thread_status_init(
            &s->status, &(struct thread_status_cfg){c->lanes, sm_warps(c), c->ports, is_dwf(s),
                                                    id_bits > 0 ? id_bits : 1});
    if (!wrong)
        wrong = load_store_init(
            &s->memory, &(struct load_store_cfg){
                            c->lanes, sm_warps(c), c->slots, c->accesses, is_dwf(s), 6,
                            c->line_bytes, c->cache_sets, c->ways, c->mshrs, c->merges,
                            c->shared_banks, c->shared_words, c->row_bits, c->holds, c->patience});
    return wrong;
}

const char *sm_init(struct sm *s, const struct sm_cfg *cfg)
{
    if (cfg->formation > SM_DWF) return "Formation must be 0 or 1";
    if (cfg->residency > SM_ZORUA) return "Residency must be 0 to 2";
    if (cfg->residency == SM_ZORUA && cfg->formation == SM_DWF)
        return "Formation = 1: Residency must be 0 or 1";
    if (cfg->ports < 1 || cfg->ports > SM_MAX_PORTS) return "Ports must be 1 to 3";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    const char *wrong = init_front(s);
    return wrong ? wrong : init_back(s);
}

void sm_reset(struct sm *s)
{
    s->phase = SM_IDLE;
    s->pending = 0;
    s->turn = 0;
    s->wrote = false;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        s->issue[p].valid = false;
        simd_pipe_reset(&s->pipe[p]);
    }
    thread_ids_reset(&s->ids);
    cta_launcher_reset(&s->launcher);
    residency_reset(&s->residency);
    if (is_dwf(s)) dwf_front_reset(&s->dwf);
    else pdom_front_reset(&s->front);
    scoreboard_reset(&s->board);
    register_file_reset(&s->file);
    thread_status_reset(&s->status);
    load_store_reset(&s->memory);
}

/* --- whose, and where it lies -------------------------------------------- */

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

static uint32_t bank_of(const struct sm *s, uint32_t reg) { return reg % s->cfg.banks; }

static uint32_t index_of(const struct sm *s, uint32_t warp, uint32_t reg)
{
    return s->sets[warp] + reg / s->cfg.banks;
}

/* --- eval: kernel and blocks --------------------------------------------- */

/* Registers, and shared memory of which one block has enough, are no limit of the blocks. */
static void count_virtual(const struct sm *s, struct cta_launcher_in *l)
{
    l->kernel_rows = 0;
    if (l->kernel_bytes <= s->cfg.shared_words * WORD_BYTES) l->kernel_bytes = 0;
}

static void eval_kernel(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    const struct sm_kernel *k = in->kernel;
    out->ids_in.kernel_en = in->kernel_en;
    struct cta_launcher_in *l = &out->launcher_in;
    l->kernel_en = s->phase == SM_COUNT && s->ids.ready;
    l->block_ready = false;
    l->done_valid = false;
    if (in->kernel_en || l->kernel_en) {
        out->ids_in.kernel_x = k->block[0];
        out->ids_in.kernel_y = k->block[1];
        out->ids_in.kernel_z = k->block[2];
        l->kernel_x = k->grid[0];
        l->kernel_y = k->grid[1];
        l->kernel_z = k->grid[2];
        l->kernel_warps = s->ids.warps;
        l->kernel_threads = k->block_threads;
        l->kernel_rows = k->block_rows;
        l->kernel_bytes = k->block_bytes + k->context_rows * (s->cfg.row_bits / 8);
        if (is_zorua(s)) count_virtual(s, l);
    }
    cta_launcher_eval(&s->launcher, l, &out->launcher);
    out->idle = s->phase == SM_IDLE;
    out->done = out->launcher.done;
    out->refused = out->launcher.refused;
    out->binds = out->launcher.binds;
}

static void offer_block(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct residency_in *r = &out->residency_in;
    const struct cta_launcher_out *l = &out->launcher;
    r->kernel_en = l->start_en;
    r->kernel_warps = s->ids.warps;
    r->kernel_frames = l->frames < l->ctas ? l->frames : l->ctas;
    r->kernel_ctas = l->ctas;
    r->kernel_rows = in->kernel->context_rows;
    r->block_valid =
        l->block_valid && s->phase == SM_RUN && (has_warps(&s->cfg) || s->pending == 0);
    memcpy(r->block_id, l->block_id, sizeof l->block_id);
    residency_offer(&s->residency, r, &out->residency_nets, &out->residency);
    out->launcher_in.done_valid = out->residency.done_valid;
}

static void tell_zorua(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct zorua_plug_in *z = &out->zorua;
    const struct simt_stack *stack = &s->front.stack;
    z->first_phase = in->kernel->first_phase;
    z->staged = 0;
    z->with_access = 0;
    z->pipe_busy = false;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct sm_writeback *w = &out->writeback[p];
        z->issue[p] = out->issue[p];
        z->stage_ready[p] = !s->issue[p].valid || out->file.rd_ready[p];
        z->read_park[p] = s->issue[p].valid && out->file.rd_ready[p] ? s->issue[p].park : 0;
        if (s->issue[p].valid) z->staged |= bit(s->issue[p].i.slot[0]);
        z->resolves_phase[p] = w->resolves && w->gone && out->result[p].flow == DECODE_PHASE;
        z->resolved_slot[p] = out->slot[p][0];
        z->pipe_busy |= out->why[p] == FRONT_PIPE_BUSY || out->why[p] == FRONT_RESOLVES;
    }
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++)
        if (s->front.access[slot] != 0) z->with_access |= bit(slot);
    z->at_rest = out->front.stands & ~(stack->wish | stack->reading);
    if (stack->spill_valid) z->at_rest &= ~bit(stack->spill_slot);
    z->asked_busy = out->board.query_busy[s->cfg.ports];
    z->row_ready = out->file.rd_ready[s->cfg.ports];
    z->row_valid = out->file.out_valid[s->cfg.ports];
    z->row_data = out->file.out_data[s->cfg.ports * REGISTER_FILE_OPERANDS];
    z->under_way = out->memory.under_way;
    z->acc_taken = out->taken;
    z->wr_valid = out->memory.wr_valid;
    z->end_valid = out->memory.end_valid;
    z->wr_entry = z->end_entry = out->memory.entry;
    z->wr_mask = out->memory.wr_mask;
    z->wr_data = out->memory.wr_data;
}

/* What the residency is told of the cycle; last of all. */
static void settle_residency(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct residency_in *r = &out->residency_in;
    r->stack_rd_data = is_dwf(s) ? out->dwf.row_rd_data : out->front.stack.row_rd_data;
    r->ctx_ready = out->memory.ctx_ready;
    r->ctx_rsp_valid = out->memory.ctx_rsp_valid;
    r->ctx_rsp_data = out->memory.ctx_rsp_data;
    if (is_zorua(s)) {
        tell_zorua(s, in, out);
        zorua_plug_settle(zorua_of(s), r, &out->zorua, &out->residency_nets.zorua, &out->residency);
    } else {
        residency_settle(&s->residency, r, &out->residency_nets, &out->residency);
    }
    out->launcher_in.block_ready = r->block_valid && out->residency.block_ready;
}

/* --- eval: what is through a pipe ---------------------------------------- */

static bool rider_rd_use(const uint32_t *rider) { return rider[RIDER_FLOW_RD] >> RD_USE_AT & 1; }
static uint32_t rider_rd(const uint32_t *rider) { return rider[RIDER_FLOW_RD] >> RD_AT; }

/* What an instruction did, as the front end is told. */
static void describe_result(const struct sm *s, struct sm_out *out, uint32_t p)
{
    const struct simd_pipe_buffer *b = out->pipe[p].out;
    struct front_resolved *r = &out->result[p];
    struct sm_writeback *w = &out->writeback[p];
    w->resolves = false;
    w->writes = false;
    if (!out->pipe[p].out_valid) return;
    r->slot = (const uint8_t *)&b->rider[RIDER_SLOTS];
    r->flow = b->rider[RIDER_FLOW_RD] & 0xff;
    r->pc = b->pc;
    r->word = b->word;
    r->mask = b->mask;
    r->taken = b->taken & b->mask;
    r->addr = b->address;
    r->meet = b->rider[RIDER_MEET];
    r->meets = b->rider[RIDER_FLOW_RD] >> MEETS_AT & 1;
    const uint8_t *warp = r->slot + (carries_warp(s) ? rows(s) : 0);
    for (uint32_t l = 0; l < rows(s); l++) {
        out->slot[p][l] = r->slot[l];
        out->warp[p][l] = warp[l];
    }
    if (is_zorua(s) && r->flow == DECODE_PHASE && zorua_plug_stays(zorua_of(s), r->slot[0]))
        r->pc -= WORD_BYTES;
    if (b->unit == DECODE_MEMORY) return;
    w->resolves = is_dwf(s) || r->flow != DECODE_NEXT || b->unit == DECODE_CSR;
    w->writes = rider_rd_use(b->rider) && !s->wrote;
}

static struct register_place rider_place(const uint32_t *rider)
{
    return (struct register_place){(uint8_t)(rider[RIDER_TARGET] >> TARGET_BANK_AT & 0xff),
                                   (uint16_t)(rider[RIDER_TARGET] & 0xffff)};
}
static uint32_t rider_park(const uint32_t *rider) { return rider[RIDER_TARGET] >> TARGET_PARK_AT; }

/* Zorua: the swapper's access goes first; those of the pipes, when it is known where their shared
 * memory is. */
static void offer_swap(struct sm_out *out)
{
    struct load_store_in *m = &out->memory_in;
    const struct swapper_out *w = &out->residency_nets.zorua.swap;
    m->acc_valid = true;
    m->acc_word = w->acc_load ? SWAP_LOAD : SWAP_STORE;
    m->acc_mask = w->acc_mask;
    m->acc_addr = w->acc_addr;
    m->acc_data = w->acc_data;
    m->acc_slot = 0;
    out->base[0][0] = out->swap_warp = 0;
    m->acc_warp = &out->swap_warp;
    m->acc_base = out->base[0];
    m->acc_rd_use = w->acc_load;
    m->acc_rd = 0;
    m->acc_pc = 0;
}

static void translate(const struct sm *s, struct sm_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct simd_pipe_buffer *b = out->pipe[p].out;
        const bool valid = out->pipe[p].out_valid && b->unit == DECODE_MEMORY;
        out->known[p] = zorua_plug_translate(zorua_of(s), &out->residency_nets.zorua, p, valid,
                                             valid ? out->warp[p][0] : 0, valid ? b->mask : 0,
                                             valid ? b->address : NULL);
    }
}

static void choose_virtual(const struct sm *s, struct sm_out *out)
{
    struct load_store_in *m = &out->memory_in;
    struct zorua_plug_nets *n = &out->residency_nets.zorua;
    if (n->swap.acc_valid) {
        offer_swap(out);
        zorua_plug_offered(zorua_of(s), n, true, 0, (struct register_place){0, 0}, 0);
    } else if (m->acc_valid) {
        const uint32_t p = out->access_port;
        const uint32_t *rider = out->pipe[p].out->rider;
        m->acc_addr = n->scratch[p].addr;
        zorua_plug_offered(zorua_of(s), n, false, p, rider_place(rider), rider_park(rider));
    }
}

/* Load/store is given the access of the first pipe in turn that has one. A row that comes back to
 * the DWF front end has the place where it would note the threads that go. */
static void choose_access(const struct sm *s, struct sm_out *out)
{
    struct load_store_in *m = &out->memory_in;
    m->acc_valid = false;
    if (is_dwf_vt(s) && out->residency.stack_wr_en) return;
    for (uint32_t n = 0; n < s->cfg.ports && !m->acc_valid; n++) {
        const uint32_t p = (s->turn + n) % s->cfg.ports;
        const struct simd_pipe_buffer *b = out->pipe[p].out;
        if (!out->pipe[p].out_valid || b->unit != DECODE_MEMORY) continue;
        if (is_zorua(s) && !out->known[p]) continue;
        for (uint32_t l = 0; l < rows(s); l++) out->base[p][l] = s->shared[out->warp[p][l]];
        out->access_port = p;
        m->acc_valid = true;
        m->acc_word = b->word;
        m->acc_mask = b->mask;
        m->acc_addr = b->address;
        m->acc_data = b->value;
        m->acc_slot = out->slot[p][0];
        m->acc_warp = out->warp[p];
        m->acc_base = out->base[p];
        m->acc_rd_use = rider_rd_use(b->rider);
        m->acc_rd = rider_rd(b->rider);
        m->acc_pc = b->pc;
    }
}

static void eval_memory(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct load_store_in *m = &out->memory_in;
    if (is_zorua(s)) translate(s, out);
    choose_access(s, out);
    if (is_zorua(s)) choose_virtual(s, out);
    m->clear = in->kernel_en;
    m->local = in->kernel->local;
    m->wr_ready = true;
    m->end_ready = true; /* looked at again when the front end has said so */
    m->mem_ready = in->mem_ready;
    m->fill_valid = in->fill_valid;
    m->fill_id = in->fill_id;
    m->fill_data = in->fill_data;
    m->ctx_valid = out->residency.ctx_valid;
    m->ctx_we = out->residency.ctx_we;
    m->ctx_row = out->residency.ctx_row;
    m->ctx_wdata = out->residency.ctx_wdata;
    load_store_eval(&s->memory, m, &out->memory);
}

static void kernel_status(const struct sm_kernel *from, struct thread_status_kernel *to)
{
    memcpy(to->threads, from->block, sizeof to->threads);
    memcpy(to->blocks, from->grid, sizeof to->blocks);
    to->arguments = from->arguments;
    to->stack_top = from->stack_top;
    to->shared_bytes = from->shared_bytes;
}

static void eval_status(const struct sm *s, const struct sm_in *in, struct sm_out *out, uint32_t p)
{
    const struct simd_pipe_buffer *b = out->pipe[p].out;
    struct thread_status_op *op = &out->status_in.op[p];
    op->en = false;
    if (!out->pipe[p].out_valid || (b->unit != DECODE_CSR && b->unit != DECODE_FLOAT)) return;
    op->csr = b->unit == DECODE_CSR;
    op->word = b->word;
    op->mask = b->mask;
    op->warp = out->warp[p];
    op->a = b->value;
    op->flags = b->flags;
    if (!op->csr) return;
    uint32_t rank[SM_MAX_LANES];
    for (uint32_t l = 0; l < rows(s); l++) {
        rank[l] = s->rank[out->warp[p][l]];
        memcpy(out->block[p][l], sm_block_of(s, out->slot[p][l]), sizeof out->block[p][l]);
    }
    thread_ids_look(&s->ids, rank, out->x[p], out->y[p], out->z[p]);
    op->x = out->x[p];
    op->y = out->y[p];
    op->z = out->z[p];
    op->block = (const uint32_t(*)[3])out->block[p];
    kernel_status(in->kernel, &out->status_in.kernel);
    thread_status_read(&s->status, &out->status_in.kernel, op, out->value[p]);
}

/* --- eval: registers ----------------------------------------------------- */

static void offer_loaded(const struct sm *s, struct sm_out *out)
{
    struct register_file_in *f = &out->file_in;
    f->wr_valid[MEMORY] = out->memory.wr_valid;
    if (!out->memory.wr_valid) return;
    if (is_zorua(s)) {
        const struct zorua_plug_access *a = &zorua_of(s)->access[out->memory.entry];
        f->wr_valid[MEMORY] = !(a->owner == ZORUA_OF_SWAPPER && a->what == SWAPPER_STATE);
        f->wr_bank[MEMORY] = a->place.bank;
        f->wr_index[MEMORY][0] = a->place.index;
    } else {
        f->wr_bank[MEMORY] = bank_of(s, out->memory.wr_rd);
        for (uint32_t l = 0; l < rows(s); l++)
            f->wr_index[MEMORY][l] = index_of(s, out->memory.wr_warp[l], out->memory.wr_rd);
    }
    f->wr_mask[MEMORY] = out->memory.wr_mask;
    memcpy(f->wr_data[MEMORY], out->memory.wr_data, s->cfg.lanes * sizeof(uint32_t));
}

/* The bank that what is through a pipe is for. */
static uint32_t result_bank(const struct sm *s, const struct sm_out *out, uint32_t p)
{
    const uint32_t *rider = out->pipe[p].out->rider;
    return is_zorua(s) ? rider_place(rider).bank : bank_of(s, rider_rd(rider));
}

/* May a pipe's result be written? It waits for load/store's, and for those of lower pipes, in its
 * bank, also if these must wait themselves. */
static bool can_write(const struct sm *s, const struct sm_out *out, uint32_t p)
{
    const struct register_file_in *f = &out->file_in;
    const uint32_t bank = result_bank(s, out, p);
    if (f->wr_valid[MEMORY] && f->wr_bank[MEMORY] == bank) return false;
    for (uint32_t q = 0; q < p; q++)
        if (out->writeback[q].writes && result_bank(s, out, q) == bank) return false;
    return true;
}

static void offer_result(const struct sm *s, struct sm_out *out, uint32_t p)
{
    struct register_file_in *f = &out->file_in;
    const struct sm_writeback *w = &out->writeback[p];
    const struct simd_pipe_buffer *b = out->pipe[p].out;
    const uint32_t writer = PIPES + p;
    f->wr_valid[writer] = w->written;
    if (!f->wr_valid[writer]) return;
    const uint32_t rd = rider_rd(b->rider);
    f->wr_bank[writer] = result_bank(s, out, p);
    if (is_zorua(s)) f->wr_index[writer][0] = rider_place(b->rider).index;
    for (uint32_t l = 0; l < rows(s) && !is_zorua(s); l++)
        f->wr_index[writer][l] = index_of(s, out->warp[p][l], rd);
    f->wr_mask[writer] = b->mask;
    memcpy(f->wr_data[writer], b->unit == DECODE_CSR ? out->value[p] : b->value,
           s->cfg.lanes * sizeof(uint32_t));
}

static void ask_operands(const struct sm *s, struct sm_out *out, uint32_t p)
{
    struct register_file_in *f = &out->file_in;
    const struct sm_stage *stage = &s->issue[p];
    const struct front_instruction *i = &stage->i;
    f->rd_valid[p] = stage->valid;
    f->out_ready[p] = out->pipe[p].in_ready;
    if (!stage->valid) return;
    f->rd_use[p] = i->use & 7;
    for (uint32_t o = 0; o < REGISTER_FILE_OPERANDS; o++) {
        const uint32_t operand = p * REGISTER_FILE_OPERANDS + o;
        if (!(i->use >> o & 1)) continue;
        if (is_zorua(s)) {
            f->rd_bank[operand] = stage->place[o].bank;
            f->rd_index[operand][0] = stage->place[o].index;
            continue;
        }
        f->rd_bank[operand] = bank_of(s, i->reg[o]);
        for (uint32_t l = 0; l < rows(s); l++)
            f->rd_index[operand][l] =
                index_of(s, carries_warp(s) ? stage->warp[l] : i->slot[l], i->reg[o]);
    }
}

/* Zorua's own port: a row on its way to swap space. */
static void ask_row(const struct sm *s, struct sm_out *out)
{
    const struct swapper_out *w = &out->residency_nets.zorua.swap;
    struct register_file_in *f = &out->file_in;
    const uint32_t p = s->cfg.ports;
    f->rd_valid[p] = w->rd_valid;
    f->rd_use[p] = 1;
    f->rd_bank[p * REGISTER_FILE_OPERANDS] = w->rd_place.bank;
    f->rd_index[p * REGISTER_FILE_OPERANDS][0] = w->rd_place.index;
    f->out_ready[p] = true;
}

/* --- eval: front ends ---------------------------------------------------- */

static void eval_begin(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct pdom_front_in *f = &out->front_in;
    f->begin_en = s->pending != 0;
    f->ready = out->residency.ready & ~s->pending;
    if (!f->begin_en) return;
    f->begin_slot = s->begin_slot;
    f->begin_pc = in->kernel->entry;
    f->begin_mask = thread_ids_mask(&s->ids, s->rank[sm_warp_of(s, s->begin_slot)]);
}

/* An end in load/store that is no access to swap space. */
static bool ends_of_program(const struct sm *s, const struct sm_out *out)
{
    return out->memory.end_valid &&
           !(is_zorua(s) && zorua_of(s)->access[out->memory.entry].owner == ZORUA_OF_SWAPPER);
}

/* Where a phase begins its specifier comes before what stands there. */
static void put_word(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct pdom_front_in *f = &out->front_in;
    struct zorua_plug_nets *n = &out->residency_nets.zorua;
    out->zorua.word = (struct zorua_plug_word){in->rsp_valid, in->rsp_slot, in->rsp_word,
                                               in->rsp_phase, in->rsp_specifier};
    f->rsp_word = zorua_plug_fetched(zorua_of(s), &out->zorua.word, n);
    if (!n->inserts) return;
    f->rsp_meet = 0;
    f->rsp_meets = false;
}

/* Results that resolve are offered in turn, since who writes decides who may. */
static void resolve_pdom(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct pdom_front_in *f = &out->front_in;
    const struct residency_out *r = &out->residency;
    f->leave = r->leave;
    f->rows = in->kernel->rows;
    f->fetch_ready = in->fetch_ready;
    f->rsp_valid = in->rsp_valid;
    f->rsp_slot = in->rsp_slot;
    f->rsp_word = in->rsp_word;
    f->rsp_meet = in->rsp_meet;
    f->rsp_meets = in->rsp_meets;
    if (is_zorua(s)) put_word(s, in, out);
    f->end_valid = ends_of_program(s, out) &&
                   residency_sits(&s->residency, out->memory.end_slot, out->memory.end_warp[0]);
    f->end_slot = out->memory.end_slot;
    f->spill_ready = in->spill_ready;
    f->fill_valid = in->back_valid;
    f->fill_slot = in->back_slot;
    f->fill_data = in->back_data;
    f->row_rd_slot = r->stack_rd_en ? r->stack_rd_slot : NOWHERE;
    f->row_wr_en = r->stack_wr_en;
    f->row_wr_slot = r->stack_wr_slot;
    f->row_wr_data = r->stack_wr_data;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        f->res_here[p] = out->writeback[p].resolves;
        f->res[p] = out->result[p];
    }
    pdom_front_resolve(&s->front, f, &out->front);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        struct sm_writeback *w = &out->writeback[p];
        const bool writes = !w->writes || can_write(s, out, p);
        f->res_valid[p] = w->resolves && writes;
        w->told = writes && (!w->resolves || out->front.res_ready[p]);
        w->written = w->writes && w->told;
        offer_result(s, out, p);
    }
}

/* The threads that an access brings back: those that sit somewhere, as soon as the residency knows
 * of them. */
static void offer_back(const struct sm *s, struct sm_out *out)
{
    struct dwf_front_in *d = &out->dwf_in;
    const struct load_store_out *m = &out->memory;
    d->end_valid = false;
    if (!m->end_valid) return;
    residency_lanes(&s->residency, m->end_mask, m->end_warp, &out->back);
    d->end_valid = !out->back.held && out->back.sits != 0;
    d->end_slot = out->back.slot;
    d->end_mask = out->back.sits;
    d->end_pc = m->end_pc;
}

/* Rows of threads' addresses. */
static void move_rows(struct sm_out *out)
{
    struct dwf_front_in *d = &out->dwf_in;
    const struct residency_out *r = &out->residency;
    d->row_rd_en = r->stack_rd_en;
    d->row_rd_slot = r->stack_rd_slot;
    d->row_wr_en = r->stack_wr_en;
    d->row_wr_slot = r->stack_wr_slot;
    d->row_wr_data = r->stack_wr_data;
}

/* What is offered to dwf stays, and dwf may take some of its threads before others: the register is
 * written when it is offered first. */
static void resolve_dwf(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct dwf_front_in *d = &out->dwf_in;
    struct sm_writeback *w = &out->writeback[0];
    const bool writes = !w->writes || can_write(s, out, 0);
    d->begin_en = out->front_in.begin_en;
    d->begin_slot = out->front_in.begin_slot;
    d->begin_pc = out->front_in.begin_pc;
    d->begin_mask = out->front_in.begin_mask;
    d->ready = out->front_in.ready;
    d->rows = in->kernel->rows;
    d->fetch_ready = in->fetch_ready;
    d->rsp_valid = in->rsp_valid;
    d->rsp_word = in->rsp_word;
    d->rsp_meet = in->rsp_meet;
    d->rsp_meets = in->rsp_meets;
    d->issue_ready = false;
    d->acc_en = false; /* as issue_ready: known later */
    d->res_valid = w->resolves && writes;
    d->res = out->result[0];
    offer_back(s, out);
    move_rows(out);
    dwf_front_eval(&s->dwf, d, &out->dwf);
    w->told = writes && (!w->resolves || out->dwf.res_ready);
    w->written = w->writes && writes;
    offer_result(s, out, 0);
    const bool ends = d->end_valid ? out->dwf.end_ready : !out->back.held;
    if (!out->memory.end_valid || ends) return;
    out->memory_in.end_ready = false;
    load_store_eval(&s->memory, &out->memory_in, &out->memory);
}

/* A result for swap space: its register is busy until it is on its way there. */
static void note_parked(struct sm_out *out, uint32_t p, uint32_t writer)
{
    struct scoreboard_in *b = &out->board_in;
    out->zorua.written_park[p] = b->wb_en[writer] ? rider_park(out->pipe[p].out->rider) : 0;
    if (out->zorua.written_park[p] != 0) b->wb_en[writer] = false;
}

static void release(const struct sm *s, struct sm_out *out)
{
    struct scoreboard_in *b = &out->board_in;
    const uint32_t writer = PIPES + s->cfg.ports;
    const struct zorua_plug_nets *n = &out->residency_nets.zorua;
    b->wb_en[writer] = out->taken && n->acc_of_swapper && n->acc.what == SWAPPER_RESULT;
    if (!b->wb_en[writer]) return;
    const struct front_instruction *i = &zorua_of(s)->set.park[n->acc.park].x.i;
    b->wb_slot[writer] = i->slot[0];
    b->wb_reg[writer] = i->reg[FRONT_RD];
    out->front_in.wb |= bit(i->slot[0]);
}

/* What became of the results, once it is known what is told and written. */
static void settle(const struct sm *s, struct sm_out *out)
{
    struct scoreboard_in *b = &out->board_in;
    struct residency_in *r = &out->residency_in;
    const bool taken = out->memory_in.acc_valid && out->memory.acc_ready;
    const bool program = taken && !(is_zorua(s) && out->residency_nets.zorua.acc_of_swapper);
    out->access_en = program;
    out->taken = taken;
    out->front_in.wb = 0;
    b->wb_en[MEMORY] = ends_of_program(s, out) && out->memory.end_rd_use &&
                       !(is_zorua(s) && zorua_of(s)->access[out->memory.entry].park != 0);
    r->wb_en[MEMORY] = ends_of_program(s, out);
    r->wb_use[MEMORY] = b->wb_en[MEMORY];
    if (out->memory.end_valid) {
        b->wb_slot[MEMORY] = r->wb_slot[MEMORY] = out->memory.end_slot;
        b->wb_reg[MEMORY] = r->wb_reg[MEMORY] = out->memory.end_rd;
        r->wb_warp[MEMORY] = out->memory.end_warp[0];
    }
    if (b->wb_en[MEMORY]) out->front_in.wb = bit(out->memory.end_slot);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        struct sm_writeback *w = &out->writeback[p];
        const struct simd_pipe_out *pipe = &out->pipe[p];
        const bool memory = pipe->out_valid && pipe->out->unit == DECODE_MEMORY;
        const uint32_t writer = PIPES + p;
        w->gone = memory ? program && out->access_port == p : pipe->out_valid && w->told;
        out->pipe_in[p].out_ready = w->gone;
        out->status_in.op[p].en =
            w->gone && (pipe->out->unit == DECODE_CSR || pipe->out->unit == DECODE_FLOAT);
        out->frm_bad[p] = w->gone && pipe->out->unit == DECODE_FLOAT &&
                          (pipe->out->refused & pipe->out->mask) != 0;
        b->wb_en[writer] = r->wb_en[writer] = r->wb_use[writer] = w->gone && w->writes;
        if (is_zorua(s)) note_parked(out, p, writer);
        if (!b->wb_en[writer]) continue;
        b->wb_slot[writer] = r->wb_slot[writer] = out->slot[p][0];
        b->wb_reg[writer] = r->wb_reg[writer] = rider_rd(pipe->out->rider);
        r->wb_warp[writer] = out->warp[p][0];
        out->front_in.wb |= bit(out->slot[p][0]);
    }
    if (is_zorua(s)) release(s, out);
}

static void query_registers(const struct sm *s, struct sm_out *out)
{
    struct pdom_front_in *f = &out->front_in;
    const uint32_t *slot = out->front.query_slot;
    if (is_vt(s)) {
        for (uint32_t p = 0; p < s->cfg.ports; p++)
            f->query_busy[p] = residency_busy(&s->residency, slot[p]);
        return;
    }
    for (uint32_t p = 0; p < s->cfg.ports; p++) out->board_in.query_slot[p] = slot[p];
    out->board_in.query_slot[s->cfg.ports] =
        is_zorua(s) ? out->residency_nets.zorua.query_slot : NOWHERE;
    scoreboard_eval(&s->board, &out->board_in, &out->board);
    for (uint32_t p = 0; p < s->cfg.ports; p++) f->query_busy[p] = out->board.query_busy[p];
}

/* What the residency is told of a port: events, the look at a slot's next instruction, what issues.
 */
static void tell_residency(struct sm_out *out, uint32_t p)
{
    struct residency_in *r = &out->residency_in;
    const struct pdom_front_out *f = &out->front;
    r->ev_valid[p] = f->ev_valid[p];
    r->ev_kind[p] = f->ev_kind[p];
    r->ev_slot[p] = f->ev_slot[p];
    r->ev_word[p] = f->ev_word[p];
    r->look_en[p] = f->look_en[p];
    r->look_slot[p] = f->look_slot[p];
    r->look_pass[p] = f->look_pass[p];
    r->look_memory[p] = f->look_memory[p];
    r->set_en[p] = out->issue_en[p];
    r->set_slot[p] = f->issue[p].slot[0];
    r->set_use[p] = f->issue[p].use >> FRONT_RD & 1;
    r->set_reg[p] = f->issue[p].reg[FRONT_RD];
    r->set_access[p] = f->issue[p].unit == DECODE_MEMORY;
}

static void issue_pdom(const struct sm *s, struct sm_out *out)
{
    struct pdom_front_in *f = &out->front_in;
    query_registers(s, out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        f->issue_ready[p] = is_zorua(s) ? out->residency_nets.zorua.set.room[p]
                                        : !s->issue[p].valid || out->file.rd_ready[p];
    }
    pdom_front_issue(&s->front, f, &out->front);
    out->begin_en = f->begin_en;
    out->fetch_valid = out->front.fetch_valid;
    out->fetch_slot = out->front.fetch_slot;
    out->fetch_pc = out->front.fetch_pc;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        out->issue_en[p] = out->front.issue_valid[p] && f->issue_ready[p];
        out->issue[p] = &out->front.issue[p];
        out->why[p] = out->front.why[p];
        out->board_in.set_en[p] = out->front.set_en[p];
        out->board_in.set_slot[p] = out->front.issue[p].slot[0];
        out->board_in.set_reg[p] = out->front.issue[p].reg[FRONT_RD];
        tell_residency(out, p);
    }
    out->residency_in.stands = out->front.stands;
}

/* Who goes to memory, who is back, and of whom nobody runs. */
static void tell_threads(struct sm_out *out)
{
    struct residency_in *r = &out->residency_in;
    const struct load_store_out *m = &out->memory;
    r->stalls = out->dwf.stalls;
    r->acc_en = out->access_en;
    r->acc_mask = out->memory_in.acc_mask;
    r->acc_warp = out->memory_in.acc_warp;
    r->end_valid = m->end_valid;
    r->end_en = m->end_valid && out->memory_in.end_ready;
    r->end_mask = m->end_mask;
    r->end_warp = m->end_warp;
}

static void issue_dwf(const struct sm *s, struct sm_out *out)
{
    struct dwf_front_in *d = &out->dwf_in;
    d->issue_ready = !s->issue[0].valid || out->file.rd_ready[0];
    d->acc_en = out->access_en;
    dwf_front_issue(&s->dwf, d, &out->dwf);
    out->begin_en = d->begin_en && out->dwf.begin_ready;
    out->fetch_valid = out->dwf.fetch_valid;
    out->fetch_pc = out->dwf.fetch_pc;
    out->issue_en[0] = out->dwf.issue_valid && d->issue_ready;
    out->issue[0] = out->dwf.issue;
    out->why[0] = out->dwf.why;
    out->residency_in.ev_valid[0] = out->dwf.ev_valid;
    out->residency_in.ev_kind[0] = out->dwf.ev_kind;
    out->residency_in.ev_slot[0] = out->dwf.ev_slot;
    if (is_vt(s)) tell_threads(out);
}

/* --- eval ---------------------------------------------------------------- */

/* Only float instructions look at rounding modes. */
static void feed_pipe(const struct sm *s, struct sm_out *out, uint32_t p)
{
    struct simd_pipe_in *to = &out->pipe_in[p];
    const struct front_instruction *i = &s->operand[p].i;
    uint32_t warp[SM_MAX_LANES];
    to->in_valid = out->file.out_valid[p];
    if (!to->in_valid) return;
    to->unit = i->unit;
    to->word = i->word;
    to->pc = i->pc;
    to->mask = i->mask;
    to->a = out->file.out_data[p * REGISTER_FILE_OPERANDS];
    to->b = out->file.out_data[p * REGISTER_FILE_OPERANDS + 1];
    to->c = out->file.out_data[p * REGISTER_FILE_OPERANDS + 2];
    to->frm = out->frm[p];
    to->rider = out->rider[p];
    out->rider[p][RIDER_FLOW_RD] =
        (uint32_t)i->flow | (uint32_t)(i->use >> FRONT_RD & 1) << RD_USE_AT |
        (uint32_t)i->meets << MEETS_AT | (uint32_t)i->reg[FRONT_RD] << RD_AT;
    out->rider[p][RIDER_MEET] = i->meet;
    memcpy(&out->rider[p][RIDER_SLOTS], i->slot, rows(s));
    if (carries_warp(s))
        memcpy((uint8_t *)&out->rider[p][RIDER_SLOTS] + rows(s), s->operand[p].warp, rows(s));
    if (is_zorua(s)) {
        const struct register_place target = s->operand[p].place[FRONT_RD];
        out->rider[p][RIDER_TARGET] = target.index | (uint32_t)target.bank << TARGET_BANK_AT |
                                      (s->operand[p].stores ? s->operand[p].park : 0)
                                          << TARGET_PARK_AT;
    }
    if (i->unit != DECODE_FLOAT) return;
    const uint8_t *whose = carries_warp(s) ? s->operand[p].warp : i->slot;
    for (uint32_t l = 0; l < rows(s); l++) warp[l] = whose[l];
    thread_status_frm(&s->status, warp, out->frm[p]);
}

void sm_eval(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    eval_kernel(s, in, out);
    offer_block(s, in, out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        simd_pipe_eval(&s->pipe[p], &out->pipe_in[p], &out->pipe[p]);
        describe_result(s, out, p);
        eval_status(s, in, out, p);
        ask_operands(s, out, p);
    }
    if (is_zorua(s)) ask_row(s, out);
    eval_memory(s, in, out);
    offer_loaded(s, out);
    eval_begin(s, in, out);
    if (is_dwf(s)) resolve_dwf(s, in, out);
    else resolve_pdom(s, in, out);
    register_file_eval(&s->file, &out->file_in, &out->file);
    settle(s, out);
    if (is_dwf(s)) issue_dwf(s, out);
    else issue_pdom(s, out);
    settle_residency(s, in, out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) feed_pipe(s, out, p);
    out->status_in.begin_en = out->begin_en;
    out->status_in.begin_warp = sm_warp_of(s, out->front_in.begin_slot);
}

/* --- tick ---------------------------------------------------------------- */

static void tick_seats(struct sm *s, const struct sm_in *in)
{
    const bool last = s->seat_rank + 1 == s->ids.warps;
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
    else if (out->launcher.done) s->phase = SM_IDLE;
    else if (s->phase == SM_SEATS) tick_seats(s, in);
    if (!out->launcher.start_en) return;
    s->phase = is_zorua(s) ? SM_RUN : SM_SEATS; /* Zorua gives ranks to warps as they begin */
    s->seat = 0;
    s->seat_block = 0;
    s->seat_rank = 0;
    s->seat_shared = 0;
    s->seat_sets = 0;
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

/* What issues is looked up first. */
static void take_looked_up(struct sm *s, const struct sm_out *out, uint32_t p)
{
    const struct set_lookup_out *from = &out->residency_nets.zorua.set;
    if (!from->stage_valid[p] || s->issue[p].valid) return;
    const struct set_lookup_instruction *x = from->stage[p];
    s->issue[p].valid = true;
    s->issue[p].i = x->i;
    s->issue[p].warp[0] = (uint8_t)x->warp;
    memcpy(s->issue[p].place, x->place, sizeof x->place);
    s->issue[p].park = x->park;
    s->issue[p].stores = x->away >> FRONT_RD & 1;
}

static void tick_stages(struct sm *s, const struct sm_out *out, uint32_t p)
{
    if (s->issue[p].valid && out->file.rd_ready[p]) {
        s->operand[p] = s->issue[p];
        s->issue[p].valid = false;
    }
    if (is_zorua(s)) {
        take_looked_up(s, out, p);
        return;
    }
    if (!out->issue_en[p]) return;
    s->issue[p].valid = true;
    s->issue[p].i = *out->issue[p];
    for (uint32_t l = 0; carries_warp(s) && l < rows(s); l++)
        if (out->issue[p]->mask >> l & 1 || !is_dwf(s))
            s->issue[p].warp[l] = (uint8_t)sm_warp_of(s, out->issue[p]->slot[l]);
}

void sm_tick(struct sm *s, const struct sm_in *in, const struct sm_out *out)
{
    tick_phase(s, in, out);
    if (has_warps(&s->cfg)) tick_seated(s, out);
    else tick_begin(s, out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) tick_stages(s, out, p);
    if (out->access_en) s->turn = (out->access_port + 1) % s->cfg.ports;
    if (is_dwf(s)) s->wrote = (s->wrote || out->writeback[0].written) && !out->writeback[0].gone;

    /* Pipes look at the operands, status and load/store at the pipes' results: who is looked at
     * ticks later. */
    load_store_tick(&s->memory, &out->memory_in, &out->memory);
    thread_status_tick(&s->status, &out->status_in, NULL);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        simd_pipe_tick(&s->pipe[p], &out->pipe_in[p], &out->pipe[p]);
    register_file_tick(&s->file, &out->file_in, &out->file);
    thread_ids_tick(&s->ids, &out->ids_in, NULL);
    cta_launcher_tick(&s->launcher, &out->launcher_in, &out->launcher);
    if (is_dwf(s)) dwf_front_tick(&s->dwf, &out->dwf_in, &out->dwf);
    else pdom_front_tick(&s->front, &out->front_in, &out->front);
    if (!is_dwf(s) && !is_vt(s)) scoreboard_tick(&s->board, &out->board_in, &out->board);
    if (is_zorua(s))
        zorua_plug_tick(&s->residency.zorua, &out->residency_in, &out->zorua,
                        &out->residency_nets.zorua, &out->residency);
    else residency_tick(&s->residency, &out->residency_in, &out->residency_nets, &out->residency);
}

/* --- check --------------------------------------------------------------- */

const char *sm_check(const struct sm *s)
{
    const char *wrong = is_dwf(s) ? dwf_front_check(&s->dwf) : pdom_front_check(&s->front);
    if (!wrong) wrong = load_store_check(&s->memory);
    if (!wrong) wrong = residency_check(&s->residency);
    if (!wrong) wrong = cta_launcher_check(&s->launcher);
    if (!wrong) wrong = register_file_check(&s->file);
    for (uint32_t p = 0; !wrong && p < s->cfg.ports; p++) wrong = simd_pipe_check(&s->pipe[p]);
    return wrong;
}
