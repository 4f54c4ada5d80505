/* SPDX-License-Identifier: Apache-2.0 */
#include "core/sm_parts.h"

#include <stddef.h>
#include <string.h>

#include "core/decode.h"
#include "isa/decode.h"

/* The instructions that accesses to swap space are: lw x1, 0(x0) and sw x0, 0(x0). */
enum { SWAP_LOAD = 0x00002083, SWAP_STORE = 0x00002023 };

/* --- kernel and code ----------------------------------------------------- */

/* Registers, and shared memory of which one block has enough, are no limit of the blocks. */
void sm_zorua_unlimit(const struct sm *s, struct cta_launcher_in *l)
{
    l->kernel_rows = 0;
    if (l->kernel_bytes <= s->cfg.shared_words * WORD_BYTES) l->kernel_bytes = 0;
}

void sm_zorua_fetched(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct pdom_front_in *f = &out->front_in;
    struct zorua_plug_nets *n = &out->residency_nets.zorua;
    out->zorua.rsp = (struct zorua_plug_word){in->rsp_valid, in->rsp_slot, in->rsp_word,
                                              in->rsp_phase, in->rsp_specifier};
    f->rsp_word = zorua_plug_fetched(zorua_of(s), &out->zorua.rsp, n);
    if (!n->inserts) return;
    f->rsp_meet = 0;
    f->rsp_meets = false;
}

void sm_zorua_describe(const struct sm *s, struct front_resolved *result)
{
    if (result->flow != DECODE_PHASE) return;
    if (zorua_plug_stays(zorua_of(s), result->slot[0])) result->pc -= WORD_BYTES;
}

/* --- registers ----------------------------------------------------------- */

void sm_zorua_stage(struct sm *s, const struct sm_out *out, uint32_t p)
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

void sm_zorua_ask_row(const struct sm *s, struct sm_out *out)
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

void sm_zorua_target(const struct sm *s, struct sm_out *out, uint32_t p)
{
    const struct sm_stage *stage = &s->operand[p];
    const struct register_place target = stage->place[FRONT_RD];
    out->rider[p][RIDER_TARGET] = target.index | (uint32_t)target.bank << TARGET_BANK_AT |
                                  (stage->stores ? stage->park : 0) << TARGET_PARK_AT;
}

/* --- accesses ------------------------------------------------------------ */

/* A word of the memory unit is a load, a store or an atomic. */
static bool is_load(uint32_t word)
{
    struct isa_insn insn;
    return isa_decode(word, &insn) && insn.cls == ISA_LOAD;
}

/* The warp of an instruction in a pipe. */
static uint32_t warp_of(const struct sm *s, const struct simd_pipe_buffer *b)
{
    return ((const uint8_t *)&b->rider[RIDER_SLOTS])[has_warps(&s->cfg) ? rows(s) : 0];
}

void sm_zorua_translate(const struct sm *s, struct sm_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct simd_pipe_out *pipe = &out->pipe[p];
        const struct simd_pipe_buffer *b = pipe->out;
        const struct zorua_plug_beat beat = {pipe->lands, warp_of(s, pipe->land), pipe->land_mask,
                                             &pipe->land->address[pipe->land_beat * s->cfg.simd],
                                             pipe->land_buffer};
        struct zorua_plug_through through = {.buffer = pipe->out_buffer};
        if (pipe->out_valid && b->unit == DECODE_MEMORY)
            through = (struct zorua_plug_through){true,    !is_load(b->word), out->warp[p][0],
                                                  b->mask, b->address,        pipe->out_buffer};
        out->known[p] =
            zorua_plug_translate(zorua_of(s), &out->residency_nets.zorua, p, &through, &beat);
    }
}

/* Of an access to swap space slot and warp mean nothing. */
static void offer_swap(struct sm_out *out)
{
    struct load_store_in *m = &out->memory_in;
    const struct swapper_out *w = &out->residency_nets.zorua.swap;
    m->acc_valid = true;
    m->acc_word = w->acc_load ? SWAP_LOAD : SWAP_STORE;
    m->acc_mask = w->acc_mask;
    m->acc_addr = w->acc_addr;
    m->acc_data = w->acc_data;
    m->acc_expect = w->acc_data; /* no atomic: it means nothing */
    m->acc_slot = 0;
    out->base[0][0] = out->swap_warp = 0;
    m->acc_warp = &out->swap_warp;
    m->acc_base = out->base[0];
    m->acc_rd_use = w->acc_load;
    m->acc_rd = 0;
    m->acc_pc = 0;
}

void sm_zorua_offer_access(const struct sm *s, struct sm_out *out)
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

bool sm_zorua_own_entry(const struct sm *s, const struct sm_out *out)
{
    return zorua_of(s)->access[out->memory.entry].owner == ZORUA_OF_SWAPPER;
}

bool sm_zorua_own_offer(const struct sm_out *out)
{
    return out->residency_nets.zorua.acc_of_swapper;
}

/* A row of a warp's state is no register's. */
void sm_zorua_loaded(const struct sm *s, struct sm_out *out)
{
    struct register_file_in *f = &out->file_in;
    const struct zorua_plug_access *a = &zorua_of(s)->access[out->memory.entry];
    if (sm_zorua_own_entry(s, out) && a->what == SWAPPER_STATE) f->wr_valid[MEMORY] = false;
    f->wr_bank[MEMORY] = a->place.bank;
    f->wr_index[MEMORY][0] = a->place.index;
}

/* --- results for swap space ---------------------------------------------- */

void sm_zorua_park_loaded(const struct sm *s, struct sm_out *out)
{
    if (zorua_of(s)->access[out->memory.entry].park != 0) out->board_in.wb_en[MEMORY] = false;
}

void sm_zorua_park(struct sm_out *out, uint32_t p)
{
    struct scoreboard_in *b = &out->board_in;
    const uint32_t writer = PIPES + p;
    out->zorua.written_park[p] = b->wb_en[writer] ? rider_park(out->pipe[p].out->rider) : 0;
    if (out->zorua.written_park[p] != 0) b->wb_en[writer] = false;
}

void sm_zorua_release(const struct sm *s, struct sm_out *out)
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

/* --- what the residency is told ------------------------------------------ */

static void tell(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct zorua_plug_in *z = &out->zorua;
    const struct simt_stack *stack = &s->front.stack;
    z->kernel_phase = in->kernel->first_phase;
    z->staged = 0;
    z->with_access = 0;
    z->pipe_busy = false;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct sm_writeback *w = &out->writeback[p];
        z->issue[p] = out->issue[p];
        z->stage_ready[p] = stage_ready(s, out, p);
        z->read_park[p] = s->issue[p].valid && out->file.rd_ready[p] ? s->issue[p].park : 0;
        if (s->issue[p].valid) z->staged |= bit(s->issue[p].i.slot[0]);
        z->resolves[p] = w->resolves && w->gone && out->result[p].flow == DECODE_PHASE;
        z->resolved_slot[p] = out->slot[p][0];
        z->pipe_busy |= out->why[p] == FRONT_PIPE_BUSY || out->why[p] == FRONT_RESOLVES;
    }
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++)
        if (s->front.access[slot] != 0) z->with_access |= bit(slot);
    z->at_rest = out->front.stands & ~(stack->wish | stack->reading);
    if (stack->spill_valid) z->at_rest &= ~bit(stack->spill_slot);
    z->ask_busy = out->board.query_busy[s->cfg.ports];
    z->rd_ready = out->file.rd_ready[s->cfg.ports];
    z->row_valid = out->file.out_valid[s->cfg.ports];
    z->row_data = out->file.out_data[s->cfg.ports * REGISTER_FILE_OPERANDS];
    z->under_way = out->memory.under_way;
    z->acc_en = out->taken;
    z->wr_valid = out->memory.wr_valid;
    z->end_valid = out->memory.end_valid;
    z->entry = out->memory.entry;
    z->wr_mask = out->memory.wr_mask;
    z->wr_data = out->memory.wr_data;
}

void sm_zorua_settle(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    tell(s, in, out);
    zorua_plug_settle(zorua_of(s), &out->residency_in, &out->zorua, &out->residency_nets.zorua,
                      &out->residency);
}
