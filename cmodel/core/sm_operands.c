/* SPDX-License-Identifier: Apache-2.0 */
#include "core/sm_parts.h"

#include <string.h>

#include "core/decode.h"

/* Whose registers lane l of the instruction in the issue register reads: where no thread is, those
 * of warp 0. */
static uint32_t reads_of(const struct sm *s, const struct sm_stage *stage, uint32_t l)
{
    if (is_dwf(s) && !(stage->i.mask >> l & 1)) return 0;
    return has_warps(&s->cfg) ? stage->warp[l] : stage->i.slot[l];
}

/* The operand that brings the word of this one: with several places a lane a register that an
 * instruction names twice is read once. */
static uint32_t read_as(const struct sm *s, const struct front_instruction *i, uint32_t o)
{
    if (s->cfg.lane_slots == 1 || !has(i->use, o)) return o;
    for (uint32_t lower = 0; lower < o; lower++)
        if (has(i->use, lower) && i->reg[lower] == i->reg[o]) return lower;
    return o;
}

/* Operands that are read. */
static uint32_t reads(const struct sm *s, const struct front_instruction *i)
{
    uint32_t use = 0;
    for (uint32_t o = 0; o < REGISTER_FILE_OPERANDS; o++)
        if (has(i->use, o) && read_as(s, i, o) == o) use |= 1u << o;
    return use;
}

/* Of the instruction in the issue register. */
static void ask(const struct sm *s, struct sm_out *out, uint32_t p)
{
    struct register_file_in *f = &out->file_in;
    const struct sm_stage *stage = &s->issue[p];
    const struct front_instruction *i = &stage->i;
    f->rd_valid[p] = stage->valid;
    f->out_ready[p] = out->pipe[p].in_ready;
    f->out_gone[p] = out->pipe[p].in_gone * s->cfg.simd / (s->cfg.lanes / s->cfg.lane_slots);
    if (!stage->valid) return;
    f->rd_use[p] = reads(s, i);
    f->rd_mask[p] = i->mask;
    for (uint32_t o = 0; o < REGISTER_FILE_OPERANDS; o++) {
        const uint32_t operand = p * REGISTER_FILE_OPERANDS + o;
        if (!has(f->rd_use[p], o)) continue;
        if (is_zorua(s)) {
            f->rd_bank[operand] = stage->place[o].bank;
            f->rd_index[operand][0] = stage->place[o].index;
            continue;
        }
        f->rd_bank[operand] = bank_of(s, i->reg[o]);
        for (uint32_t l = 0; l < rows(s); l++)
            f->rd_index[operand][l] = index_of(s, reads_of(s, stage, l), i->reg[o]);
    }
}

void sm_operands_ask(const struct sm *s, struct sm_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) ask(s, out, p);
    if (is_zorua(s)) sm_zorua_ask_row(s, out);
}

/* The words of an operand; of one that the instruction has not, 0. */
static const uint32_t *operand(const struct sm *s, const struct front_instruction *i, uint32_t p,
                               uint32_t o)
{
    return s->file.data[p * REGISTER_FILE_OPERANDS + read_as(s, i, o)];
}

/* Only float instructions look at rounding modes. The operands are of the state alone. */
static void feed(const struct sm *s, struct sm_out *out, uint32_t p)
{
    struct simd_pipe_in *to = &out->pipe_in[p];
    const bool full = has(s->file.full, p);
    const struct sm_stage *stage = full ? &s->operand[p] : &s->issue[p];
    const struct front_instruction *i = &stage->i;
    const bool asks = s->cfg.lane_slots > 1 && s->issue[p].valid;
    const uint32_t here = register_file_here(&s->file, p, asks, reads(s, i), i->mask);
    uint32_t warp[SM_MAX_LANES];
    to->in_valid = here > 0;
    to->in_here = here * s->cfg.lanes / s->cfg.lane_slots / s->cfg.simd;
    if (!to->in_valid) return;
    to->unit = i->unit;
    to->word = i->word;
    to->pc = i->pc;
    to->mask = i->mask;
    to->a = operand(s, i, p, 0);
    to->b = operand(s, i, p, 1);
    to->c = operand(s, i, p, 2);
    to->frm = out->frm[p];
    to->rider = out->rider[p];
    to->streams = s->cfg.lane_slots > 1 || is_zorua(s);
    out->rider[p][RIDER_FLOW_RD] =
        (uint32_t)i->flow | (uint32_t)(i->use >> FRONT_RD & 1) << RD_USE_AT |
        (uint32_t)i->meets << MEETS_AT | (uint32_t)i->reg[FRONT_RD] << RD_AT;
    out->rider[p][RIDER_MEET] = i->meet;
    memcpy(&out->rider[p][RIDER_SLOTS], i->slot, rows(s));
    if (has_warps(&s->cfg))
        memcpy((uint8_t *)&out->rider[p][RIDER_SLOTS] + rows(s), stage->warp, rows(s));
    if (is_zorua(s)) sm_zorua_target(s, out, p);
    if (i->unit != DECODE_FLOAT) return;
    const uint8_t *whose = has_warps(&s->cfg) ? stage->warp : i->slot;
    for (uint32_t l = 0; l < rows(s); l++) warp[l] = whose[l];
    thread_status_frm(&s->status, warp, out->frm[p]);
}

void sm_operands_feed(const struct sm *s, struct sm_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) feed(s, out, p);
}

static void take_issued(struct sm *s, const struct sm_out *out, uint32_t p)
{
    s->issue[p].valid = true;
    s->issue[p].i = *out->issue[p];
    for (uint32_t l = 0; has_warps(&s->cfg) && l < rows(s); l++)
        if (out->issue[p]->mask >> l & 1 || !is_dwf(s))
            s->issue[p].warp[l] = (uint8_t)sm_warp_of(s, out->issue[p]->slot[l]);
}

void sm_operands_tick(struct sm *s, const struct sm_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (s->issue[p].valid && out->file.rd_ready[p]) {
            s->operand[p] = s->issue[p];
            s->issue[p].valid = false;
        }
        if (is_zorua(s)) sm_zorua_stage(s, out, p);
        else if (out->issue_en[p]) take_issued(s, out, p);
    }
}
