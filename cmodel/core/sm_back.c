/* SPDX-License-Identifier: Apache-2.0 */
#include "core/sm_parts.h"

#include <string.h>

#include "core/decode.h"

/* --- instructions through a pipe ----------------------------------------- */

/* Several places a lane: beats of the register file, of the result that comes out of a pipe
 * next. */
static uint32_t beats_here(const struct sm *s, const struct sm_out *out, uint32_t p)
{
    if (s->cfg.lane_slots == 1) return 0;
    return out->pipe[p].out_here * s->cfg.simd * s->cfg.lane_slots / s->cfg.lanes;
}

/* What an instruction did, as the front end is told. */
static void describe(const struct sm *s, struct sm_out *out, uint32_t p)
{
    const struct simd_pipe_buffer *b = out->pipe[p].out;
    struct front_resolved *r = &out->result[p];
    struct sm_writeback *w = &out->writeback[p];
    w->resolves = false;
    w->writes = false;
    if (!out->pipe[p].out_valid && beats_here(s, out, p) == 0) return;
    r->slot = (const uint8_t *)&b->rider[RIDER_SLOTS];
    r->flow = b->rider[RIDER_FLOW_RD] & 0xff;
    r->pc = b->pc;
    r->word = b->word;
    r->mask = b->mask;
    r->taken = b->taken & b->mask;
    r->addr = b->address;
    r->meet = b->rider[RIDER_MEET];
    r->meets = b->rider[RIDER_FLOW_RD] >> MEETS_AT & 1;
    const uint8_t *warp = r->slot + (has_warps(&s->cfg) ? rows(s) : 0);
    for (uint32_t l = 0; l < rows(s); l++) {
        out->slot[p][l] = r->slot[l];
        out->warp[p][l] = warp[l];
    }
    if (is_zorua(s)) sm_zorua_describe(s, r);
    if (b->unit == DECODE_MEMORY) return;
    w->resolves =
        out->pipe[p].out_valid && (is_dwf(s) || r->flow != DECODE_NEXT || b->unit == DECODE_CSR);
    w->writes =
        rider_rd_use(b->rider) && !s->wrote && (out->pipe[p].out_valid || b->unit != DECODE_CSR);
}

static void table_status(const struct sm_table *from, struct thread_status_kernel *to)
{
    memcpy(to->threads, from->block, sizeof to->threads);
    memcpy(to->blocks, from->grid, sizeof to->blocks);
    to->arguments = from->arguments;
    to->stack_top = from->stack;
    to->shared_bytes = from->bytes;
}

static void kernel_status(const struct sm *s, const struct sm_in *in, uint32_t slot,
                          struct thread_status_kernel *to)
{
    const struct sm_kernel *from = in->kernel;
    if (is_ranged(s)) {
        table_status(&s->table[kernel_of(s, slot)], to);
        return;
    }
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
        const uint32_t slots = s->cfg.lane_slots, part = out->warp[p][l];
        rank[l] = s->rank[whole(s, part)] * slots + part % slots;
        memcpy(out->block[p][l], sm_block_of(s, whole(s, out->slot[p][l])),
               sizeof out->block[p][l]);
    }
    const uint32_t slot = whole(s, out->slot[p][0]);
    thread_ids_look(&s->ids[kernel_of(s, slot)], rank, out->x[p], out->y[p], out->z[p]);
    op->x = out->x[p];
    op->y = out->y[p];
    op->z = out->z[p];
    op->block = (const uint32_t(*)[3])out->block[p];
    kernel_status(s, in, slot, &out->status_in.kernel[p]);
    thread_status_read(&s->status, &out->status_in.kernel[p], op, out->value[p]);
}

/* The row of lanes that two ports share: what goes in depends on the operands of both, which are
 * therefore fed first. */
static void eval_row(const struct sm *s, struct sm_out *out)
{
    struct shared_pipe_in *r = &out->row_in;
    sm_operands_feed(s, out);
    for (uint32_t p = 0; p < SHARED_PIPE_PORTS; p++) {
        const struct simd_pipe_in *from = &out->pipe_in[p];
        r->in_valid[p] = from->in_valid;
        if (!from->in_valid) continue;
        r->unit[p] = from->unit;
        r->word[p] = from->word;
        r->pc[p] = from->pc;
        r->mask[p] = from->mask;
        r->a[p] = from->a;
        r->b[p] = from->b;
        r->c[p] = from->c;
        r->frm[p] = from->frm;
        r->rider[p] = from->rider;
    }
    shared_pipe_eval(&s->row, r, &out->row);
    for (uint32_t p = 0; p < SHARED_PIPE_PORTS; p++)
        out->pipe[p] = (struct simd_pipe_out){.in_ready = out->row.in_ready[p],
                                              .out_valid = out->row.out_valid[p],
                                              .out = out->row.out[p]};
}

void sm_back_look(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    if (is_weave(s)) eval_row(s, out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!is_weave(s)) simd_pipe_eval(&s->pipe[p], &out->pipe_in[p], &out->pipe[p]);
        describe(s, out, p);
        eval_status(s, in, out, p);
    }
}

/* --- memory -------------------------------------------------------------- */

/* Load/store is given the access of the first pipe in turn that has one. A row that comes back to
 * the DWF front end has the place where it would note the threads that go. At the fence before a
 * kernel none is given. */
static void choose_access(const struct sm *s, struct sm_out *out)
{
    struct load_store_in *m = &out->memory_in;
    m->acc_valid = false;
    if (is_dwf(s) && is_vt(s) && out->residency.stack_wr_en) return;
    if (s->phase == SM_FENCE) return;
    for (uint32_t n = 0; n < s->cfg.ports && !m->acc_valid; n++) {
        const uint32_t p = (s->turn + n) % s->cfg.ports;
        const struct simd_pipe_buffer *b = out->pipe[p].out;
        if (!out->pipe[p].out_valid || b->unit != DECODE_MEMORY) continue;
        if (is_zorua(s) && !out->known[p]) continue;
        for (uint32_t l = 0; l < rows(s); l++)
            out->base[p][l] = s->shared[whole(s, out->warp[p][l])];
        out->access_port = p;
        m->acc_valid = true;
        m->acc_word = b->word;
        m->acc_mask = b->mask;
        m->acc_addr = b->address;
        m->acc_data = b->value;
        m->acc_expect = b->expect;
        m->acc_slot = whole(s, out->slot[p][0]);
        m->acc_warp = out->warp[p];
        m->acc_base = out->base[p];
        m->acc_rd_use = rider_rd_use(b->rider);
        m->acc_rd = rider_rd(b->rider);
        if (is_weave(s)) m->acc_rd |= rider_row(b->rider) << REG_BITS;
        m->acc_pc = b->pc;
    }
}

void sm_back_access(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct load_store_in *m = &out->memory_in;
    const struct load_store_in before = *m;
    if (is_zorua(s)) sm_zorua_translate(s, out);
    choose_access(s, out);
    if (is_zorua(s)) sm_zorua_offer_access(s, out);
    m->clear = is_ranged(s) ? s->phase == SM_FENCE && s->memory.used == 0 : in->kernel_en;
    m->flush = s->phase == SM_FLUSH && s->memory.used == 0;
    m->local = in->kernel->local;
    /* No other writer goes before it. */
    m->wr_ready = s->cfg.lane_slots == 1 ||
                  register_file_last_beat(&s->file, MEMORY, load_store_wr_mask(&s->memory),
                                          s->cfg.lane_slots);
    m->end_ready = true; /* looked at again when the front end has said so */
    m->mem_ready = in->mem_ready;
    m->fill_valid = in->fill_valid;
    m->fill_id = in->fill_id;
    m->fill_data = in->fill_data;
    m->ctx_valid = out->residency.ctx_valid;
    m->ctx_we = out->residency.ctx_we;
    m->ctx_row = out->residency.ctx_row;
    m->ctx_wdata = out->residency.ctx_wdata;
    if (!s->memory_rests || !load_store_sees_same(&before, m))
        load_store_eval(&s->memory, m, &out->memory);
}

/* --- registers ----------------------------------------------------------- */

void sm_back_loaded(const struct sm *s, struct sm_out *out)
{
    struct register_file_in *f = &out->file_in;
    f->wr_valid[MEMORY] = out->memory.wr_valid;
    if (!out->memory.wr_valid) return;
    const uint32_t rd = out->memory.wr_rd & ((1u << REG_BITS) - 1);
    f->wr_bank[MEMORY] = bank_of(s, rd);
    for (uint32_t l = 0; l < rows(s); l++)
        f->wr_index[MEMORY][l] = index_of(s, out->memory.wr_warp[l], rd);
    if (is_zorua(s)) sm_zorua_loaded(s, out);
    f->wr_mask[MEMORY] = out->memory.wr_mask;
    f->wr_here[MEMORY] = s->cfg.lane_slots;
    memcpy(f->wr_data[MEMORY], out->memory.wr_data, s->cfg.lanes * sizeof(uint32_t));
}

/* The bank of the result that is through a pipe. */
static uint32_t result_bank(const struct sm *s, const struct sm_out *out, uint32_t p)
{
    const uint32_t *rider = out->pipe[p].out->rider;
    return is_zorua(s) ? rider_place(rider).bank : bank_of(s, rider_rd(rider));
}

/* Two results in one bank: one waits. In a shared row of lanes only if they have one in common. */
static bool meets(const struct sm *s, uint64_t one, uint64_t other)
{
    return !is_weave(s) || (one & other) != 0;
}

bool sm_back_can_write(const struct sm *s, const struct sm_out *out, uint32_t p)
{
    const struct register_file_in *f = &out->file_in;
    const uint32_t bank = result_bank(s, out, p);
    const uint64_t mask = out->pipe[p].out->mask;
    if (f->wr_valid[MEMORY] && f->wr_bank[MEMORY] == bank && meets(s, f->wr_mask[MEMORY], mask))
        return false;
    if (!register_file_last_beat(&s->file, PIPES + p, mask, beats_here(s, out, p))) return false;
    for (uint32_t q = 0; q < p; q++)
        if (out->writeback[q].writes && result_bank(s, out, q) == bank &&
            meets(s, out->pipe[q].out->mask, mask))
            return false;
    return true;
}

void sm_back_write(const struct sm *s, struct sm_out *out, uint32_t p)
{
    struct register_file_in *f = &out->file_in;
    const struct sm_writeback *w = &out->writeback[p];
    const struct simd_pipe_buffer *b = out->pipe[p].out;
    const uint32_t writer = PIPES + p;
    f->wr_valid[writer] = s->cfg.lane_slots > 1 ? w->writes : w->written;
    if (!f->wr_valid[writer]) return;
    const uint32_t rd = rider_rd(b->rider);
    f->wr_bank[writer] = result_bank(s, out, p);
    if (is_zorua(s)) f->wr_index[writer][0] = rider_place(b->rider).index;
    for (uint32_t l = 0; l < rows(s) && !is_zorua(s); l++)
        f->wr_index[writer][l] = index_of(s, out->warp[p][l], rd);
    f->wr_mask[writer] = b->mask;
    f->wr_here[writer] = beats_here(s, out, p);
    memcpy(f->wr_data[writer], b->unit == DECODE_CSR ? out->value[p] : b->value,
           s->cfg.lanes * sizeof(uint32_t));
}

/* --- what becomes of it -------------------------------------------------- */

bool sm_back_ends(const struct sm *s, const struct sm_out *out)
{
    return out->memory.end_valid && !(is_zorua(s) && sm_zorua_own_entry(s, out));
}

/* Load/store: which access it takes, and the register whose access ends. */
static void settle_memory(const struct sm *s, struct sm_out *out)
{
    struct scoreboard_in *b = &out->board_in;
    struct residency_in *r = &out->residency_in;
    out->taken = out->memory_in.acc_valid && out->memory.acc_ready;
    out->access_en = out->taken && !(is_zorua(s) && sm_zorua_own_offer(out));
    r->wb_en[MEMORY] = sm_back_ends(s, out);
    b->wb_en[MEMORY] = r->wb_en[MEMORY] && out->memory.end_rd_use;
    if (is_zorua(s)) sm_zorua_park_loaded(s, out);
    r->wb_use[MEMORY] = b->wb_en[MEMORY];
    if (out->memory.end_valid) {
        b->wb_slot[MEMORY] = r->wb_slot[MEMORY] = out->memory.end_slot;
        b->wb_reg[MEMORY] = r->wb_reg[MEMORY] = out->memory.end_rd;
        r->wb_warp[MEMORY] = out->memory.end_warp[0];
    }
    out->front_in.wb = b->wb_en[MEMORY] ? bit(out->memory.end_slot) : 0;
}

static void settle_pipe(const struct sm *s, struct sm_out *out, uint32_t p)
{
    struct scoreboard_in *b = &out->board_in;
    struct residency_in *r = &out->residency_in;
    struct sm_writeback *w = &out->writeback[p];
    const struct simd_pipe_out *pipe = &out->pipe[p];
    const bool memory = pipe->out_valid && pipe->out->unit == DECODE_MEMORY;
    const uint32_t writer = PIPES + p;
    w->gone = memory ? out->access_en && out->access_port == p : pipe->out_valid && w->told;
    out->pipe_in[p].out_ready = w->gone;
    if (is_weave(s)) out->row_in.out_ready[p] = w->gone;
    out->status_in.op[p].en =
        w->gone && (pipe->out->unit == DECODE_CSR || pipe->out->unit == DECODE_FLOAT);
    out->frm_bad[p] =
        w->gone && pipe->out->unit == DECODE_FLOAT && (pipe->out->refused & pipe->out->mask) != 0;
    b->wb_en[writer] = r->wb_en[writer] = r->wb_use[writer] = w->gone && w->writes;
    if (is_zorua(s)) sm_zorua_park(out, p);
    if (!b->wb_en[writer]) return;
    b->wb_slot[writer] = r->wb_slot[writer] = whole(s, out->slot[p][0]);
    b->wb_reg[writer] = r->wb_reg[writer] = rider_rd(pipe->out->rider);
    r->wb_warp[writer] = out->warp[p][0];
    out->front_in.wb |= bit(whole(s, out->slot[p][0]));
}

/* Interweaving: a row of the scoreboard is free. */
static void free_row(struct sm_out *out, uint32_t writer, uint32_t slot, uint32_t row)
{
    struct interweave_front_in *f = &out->weave_in;
    f->wb_en[writer] = true;
    f->wb_slot[writer] = slot;
    f->wb_tag[writer] = row & ((1u << ROW_TAG_BITS) - 1);
    f->wb_pos[writer] = row >> ROW_TAG_BITS;
}

/* A float instruction has a row also if it writes no register. */
static void settle_rows(const struct sm *s, struct sm_out *out)
{
    struct interweave_front_in *f = &out->weave_in;
    f->wb_en[MEMORY] = false;
    if (out->board_in.wb_en[MEMORY])
        free_row(out, MEMORY, out->memory.end_slot, out->memory.end_rd >> REG_BITS);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct simd_pipe_buffer *b = out->pipe[p].out;
        const struct sm_writeback *w = &out->writeback[p];
        f->wb_en[PIPES + p] = false;
        if (w->gone && b->unit != DECODE_MEMORY && (w->writes || b->unit == DECODE_FLOAT))
            free_row(out, PIPES + p, out->slot[p][0], rider_row(b->rider));
    }
}

/* What became of the results, once it is known which results are told and written. */
void sm_back_settle(const struct sm *s, struct sm_out *out)
{
    settle_memory(s, out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) settle_pipe(s, out, p);
    if (is_zorua(s)) sm_zorua_release(s, out);
    if (is_weave(s)) settle_rows(s, out);
}
