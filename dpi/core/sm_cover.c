/* SPDX-License-Identifier: Apache-2.0 */
#include "core/sm_cover.h"

void (*sm_observer)(const struct sm *s, const struct sm_out *out);

static void cover_kernel(const struct sm_view *v, const struct sm_view_in *in,
                         const struct sm_view_out *o, uint64_t *bin)
{
    const struct sm *m = &v->model;
    if (in->kernel_en) {
        if (v->was_done) bin[BIN_KERNEL_AT_ONCE]++;
        if (in->kernel.block_threads != v->last_threads) bin[BIN_KERNEL_OTHER]++;
    }
    if (v->was_reset) bin[BIN_RESET_IN_KERNEL]++;
    if (o->done) bin[o->refused ? BIN_REFUSED : BIN_DONE]++;
    if (m->phase != SM_SEATS) return;
    if (!is_seat(m, m->seat)) bin[BIN_SEAT_NO_BLOCK]++;
    if (m->seat_rank == 0 && m->seat != 0) bin[BIN_SEAT_BEHIND_LAST]++;
    if (m->ids[0].warps == 1) bin[BIN_SEAT_ONE_WARP]++;
}

static void cover_blocks(const struct sm_view *v, uint64_t *bin)
{
    const struct sm *m = &v->model;
    const struct sm_out *c = &v->cycle->out;
    const bool last =
        c->begin_en && m->rank[sm_warp_of(m, c->front_in.begin_slot)] + 1 == m->ids[0].warps;
    if (c->launcher.block_valid && m->phase == SM_RUN && m->pending != 0) bin[BIN_BLOCK_WAITS]++;
    if (!c->begin_en) return;
    if (last && c->front_in.begin_mask + 1 != UINT64_C(1) << m->cfg.lanes) bin[BIN_BEGIN_PART]++;
    if (last && m->ids[0].warps == 1) bin[BIN_BEGIN_ONE]++;
    if (c->issue_en[0]) bin[BIN_BEGIN_ISSUE]++;
}

static void cover_stages(const struct sm_view *v, uint32_t p, uint64_t *bin)
{
    const struct sm *m = &v->model;
    const struct sm_out *c = &v->cycle->out;
    if (m->issue[p].valid && !c->file.rd_ready[p]) bin[BIN_ISSUE_STAYS]++;
    if (m->issue[p].valid && c->issue_en[p]) bin[BIN_ISSUE_STREAM]++;
    if (!c->file.out_valid[p]) return;
    if (!c->pipe[p].in_ready) bin[BIN_OPERAND_STAYS]++;
    if (m->operand[p].i.unit == DECODE_FLOAT && c->frm[p][0] != 0) bin[BIN_ROUNDED]++;
}

/* A result: what it waits for, what is done with it. */
static void cover_result(const struct sm_view *v, uint32_t p, uint64_t *bin)
{
    const struct sm_out *c = &v->cycle->out;
    const struct sm_writeback *w = &c->writeback[p];
    const struct simd_pipe_buffer *b = c->pipe[p].out;
    const bool woven = v->model.cfg.formation == SM_INTERWEAVE;
    const bool told = is_dwf(&v->model) ? c->dwf_in.res_valid
                      : woven           ? c->weave_in.res_valid[p]
                                        : c->front_in.res_valid[p];
    const bool taken = is_dwf(&v->model) ? c->dwf.res_ready
                       : woven           ? c->weave.res_ready[p]
                                         : c->front.res_ready[p];
    const uint32_t bank = (b->rider[0] >> 16) % v->model.cfg.banks;
    const bool link = w->writes && c->result[p].flow != DECODE_NEXT;
    if (w->resolves && told && !taken) bin[link ? BIN_LINK_NOT_TOLD : BIN_RESOLVE_WAITS]++;
    if (w->resolves && !told && link) bin[BIN_LINK_NO_BANK]++;
    if (link && w->gone) bin[BIN_LINK]++;
    if (w->written && !w->gone) bin[BIN_WRITTEN_FIRST]++;
    if (b->unit == DECODE_CSR && w->gone && !w->writes) bin[BIN_STATUS_NO_RD]++;
    if (b->unit == DECODE_FLOAT && w->gone && b->flags[0] != 0) bin[BIN_FLOAT_FLAGS]++;
    if (!w->writes) return;
    if (w->gone && c->memory.end_valid && c->memory.end_rd_use) bin[BIN_END_AND_RESULT]++;
    if (c->file_in.wr_valid[0] && w->gone) bin[BIN_BESIDE_LOAD]++;
    if (c->file_in.wr_valid[0] && c->file_in.wr_bank[0] == bank) bin[BIN_BEHIND_LOAD]++;
    for (uint32_t q = 0; q < p; q++) {
        const struct sm_writeback *lower = &c->writeback[q];
        if (!lower->writes || (c->pipe[q].out->rider[0] >> 16) % v->model.cfg.banks != bank)
            continue;
        bin[lower->gone ? BIN_BEHIND_PIPE : BIN_BEHIND_WAITING]++;
    }
}

static void cover_accesses(const struct sm_view *v, uint64_t *bin)
{
    const struct sm *m = &v->model;
    const struct sm_out *c = &v->cycle->out;
    uint32_t offer = 0;
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        offer |= (uint32_t)(c->pipe[p].out_valid && c->pipe[p].out->unit == DECODE_MEMORY) << p;
    if (several(offer)) bin[BIN_TWO_ACCESSES]++;
    if (offer != 0 && !c->access_en) bin[BIN_ACCESS_WAITS]++;
    if (!c->access_en) return;
    if (several(offer) && c->access_port < m->turn) bin[BIN_ACCESS_WRAPS]++;
    const uint32_t *slot = c->slot[c->access_port];
    for (uint32_t l = 1; l < rows(m); l++)
        if (has(c->memory_in.acc_mask, l) && has(c->memory_in.acc_mask, 0) && slot[l] != slot[0])
            bin[BIN_APART]++;
}

static void cover_groups(const struct sm_view *v, const struct sm_view_in *in,
                         const struct sm_view_out *o, uint64_t *bin)
{
    const bool free = v->cycle->out.dwf.dwf.free_count >= 2;
    if (o->grp_wr_valid) bin[free ? BIN_GROUP_STUCK : BIN_GROUP_OUT]++;
    if (o->grp_wr_valid && !in->grp_wr_ready) bin[BIN_GROUP_WAITS]++;
    if (o->grp_rsp_ready) bin[BIN_GROUP_BACK]++;
    if (in->grp_rsp_valid && !o->grp_rsp_ready) bin[BIN_GROUP_BACK_WAITS]++;
}

static void cover_memory(const struct sm_view *v, const struct sm_view_in *in,
                         const struct sm_view_out *o, uint64_t *bin)
{
    const struct load_store_out *m = &v->cycle->out.memory;
    if (o->fetch_valid && !in->fetch_ready) bin[BIN_FETCH_WAITS]++;
    if (o->mem_valid && !in->mem_ready) bin[BIN_REQUEST_WAITS]++;
    if (in->fill_valid && !o->fill_ready) bin[BIN_ANSWER_WAITS]++;
    if (o->mem_valid && o->mem_kind == 2) bin[BIN_ATOMIC]++;
    cover_groups(v, in, o, bin);
    if (o->spill_valid) bin[o->spill_load ? BIN_DEEP_READ : BIN_DEEP_WRITE]++;
    if (is_dwf(&v->model) && m->end_valid && !v->cycle->out.dwf.end_ready) bin[BIN_END_WAITS]++;
}

void sm_cover(const struct sm_view *v, const struct sm_view_in *in, const struct sm_view_out *out,
              uint64_t *bin)
{
    cover_kernel(v, in, out, bin);
    cover_blocks(v, bin);
    for (uint32_t p = 0; p < v->model.cfg.ports; p++) {
        cover_stages(v, p, bin);
        if (v->cycle->out.pipe[p].out_valid) cover_result(v, p, bin);
    }
    cover_accesses(v, bin);
    cover_memory(v, in, out, bin);
}
