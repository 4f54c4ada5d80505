/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/dwf.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/lane_slots.h"

enum {
    GROUPS = PC_WARP_LUT_GROUPS,
    TAG_WIDTH = 2, /* policy 3: the registers hold {first, pdom, TID} */
};

/* A group on its way to the LUT. Its thread ids are not copied. */
struct group {
    bool valid;
    uint32_t pc;
    uint64_t req;
    uint32_t key; /* NTHD, or with policy 3 the priority */
    const uint32_t *tid;
};

/* --- threads and lanes --------------------------------------------------- */

/* Bits of a thread's number in its static warp. */
static uint32_t lane_bits(const struct dwf_cfg *cfg)
{
    uint32_t bits = 0;
    while (1u << bits < cfg->lanes) bits++;
    return bits;
}

uint32_t dwf_home_place(const struct dwf_cfg *cfg, uint32_t warp, uint32_t i)
{
    uint32_t other = i ^ 1;
    return cfg->swizzle && (warp & 1) != 0 && other < cfg->lanes ? other : i;
}

/* The bits of a word that are 1: sums of 2, of 4, of 8 neighbours, then of the eight bytes. */
static uint32_t count_ones(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
}

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct dwf_cfg *cfg)
{
    uint32_t tag = cfg->policy == DWF_PDOM ? TAG_WIDTH : 0;
    if (cfg->lanes < 1 || cfg->lanes > DWF_MAX_LANES) return "Lanes must be 1 to 64";
    if (lane_slots_error(cfg->lanes, cfg->lane_slots) != NULL)
        return lane_slots_error(cfg->lanes, cfg->lane_slots);
    if (cfg->policy > DWF_TIME) return "Policy must be 0 to 4";
    if (cfg->tid_width < lane_bits(cfg) + 1 || cfg->tid_width + tag > 16)
        return "TidWidth must be clog2(Lanes)+1 to 16, with Policy = 3 to 14";
    if (cfg->cnt_width < 1 || cfg->cnt_width > 16) return "CntWidth must be 1 to 16";
    if (cfg->wid_width < 1 || cfg->wid_width > 16) return "WidWidth must be 1 to 16";
    if (cfg->lanes >> cfg->cnt_width != 0) return "clog2(Lanes + 1) must be at most CntWidth";
    if (cfg->pool_entries < 2 || cfg->pool_entries > WARP_POOL_MAX_ENTRIES)
        return "PoolEntries must be 2 to 2048";
    if (cfg->pool_entries > 1u << cfg->wid_width) return "PoolEntries must be at most 2^WidWidth";
    if (cfg->swizzle > 1) return "Swizzle must be 0 or 1";
    if (cfg->spill > 1) return "Spill must be 0 or 1";
    return NULL;
}

static const char *init_threads(struct dwf *s, const struct dwf_cfg *cfg)
{
    const uint32_t tag = cfg->policy == DWF_PDOM ? TAG_WIDTH : 0;
    const struct warp_update_cfg update = {
        .lanes = cfg->lanes, .tid_width = cfg->tid_width + tag, .pc_width = cfg->pc_width};
    const struct pdom_priority_cfg pdom = {.lanes = cfg->lanes,
                                           .tid_width = cfg->tid_width,
                                           .prio_width = cfg->cnt_width,
                                           .lane_slots = cfg->lane_slots};
    const struct warp_spill_cfg spill = {.lanes = cfg->lanes,
                                         .tid_width = cfg->tid_width,
                                         .pc_width = cfg->pc_width,
                                         .key_width = cfg->cnt_width,
                                         .slots = cfg->slots,
                                         .reads = cfg->reads,
                                         .addr_width = cfg->addr_width};
    const char *error = warp_update_init(&s->update, &update);
    if (error == NULL && cfg->policy == DWF_PDOM) error = pdom_priority_init(&s->pdom, &pdom);
    if (error == NULL && cfg->spill) error = warp_spill_init(&s->spill, &spill);
    return error;
}

static const char *init_pool(struct dwf *s, const struct dwf_cfg *cfg)
{
    const struct pc_warp_lut_cfg lut = {.entries = cfg->lut_entries,
                                        .ways = cfg->lut_ways,
                                        .lanes = cfg->lanes,
                                        .lane_slots = cfg->lane_slots,
                                        .pc_width = cfg->pc_width,
                                        .pool_entries = cfg->pool_entries,
                                        .pc_shift = cfg->pc_shift,
                                        .forward = cfg->forward};
    const struct warp_allocator_cfg alloc = {.entries = cfg->pool_entries};
    const struct warp_pool_cfg pool = {.entries = cfg->pool_entries,
                                       .lanes = cfg->lanes,
                                       .tid_width = cfg->tid_width,
                                       .pc_width = cfg->pc_width,
                                       .tid_writes = cfg->lane_slots > 1 ? 2 : 1};
    const char *error = pc_warp_lut_init(&s->lut, &lut);
    if (error == NULL) error = warp_allocator_init(&s->alloc, &alloc);
    return error != NULL ? error : warp_pool_init(&s->pool, &pool);
}

/* With policy 3 an update brings a priority, of CntWidth bits, and not a number of lanes. */
static const char *init_scheduler(struct dwf *s, const struct dwf_cfg *cfg)
{
    const struct time_scheduler_cfg time = {.entries = cfg->pool_entries,
                                            .wid_width = cfg->wid_width};
    const struct majority_scheduler_cfg sched = {
        .heap_entries = cfg->heap_entries,
        .lut_entries = cfg->mheap_entries,
        .lut_ways = cfg->mheap_ways,
        .pc_shift = cfg->pc_shift,
        .pc_width = cfg->pc_width,
        .cnt_width = cfg->cnt_width,
        .wid_width = cfg->wid_width,
        .lut_width = cfg->lut_width,
        .lanes = cfg->policy == DWF_PDOM ? (1u << cfg->cnt_width) - 1 : cfg->lanes,
        .queue_depth = cfg->queue_depth,
        .heap_ports = cfg->heap_ports,
        .tree = cfg->tree,
        .order = cfg->policy,
        .age_limit = cfg->age_limit};
    if (cfg->policy == DWF_TIME) return time_scheduler_init(&s->time, &time);
    return majority_scheduler_init(&s->sched, &sched);
}

const char *dwf_init(struct dwf *s, const struct dwf_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    error = init_threads(s, cfg);
    if (error == NULL) error = init_pool(s, cfg);
    return error != NULL ? error : init_scheduler(s, cfg);
}

void dwf_reset(struct dwf *s)
{
    warp_update_reset(&s->update);
    if (s->cfg.spill) warp_spill_reset(&s->spill);
    pc_warp_lut_reset(&s->lut);
    warp_allocator_reset(&s->alloc);
    if (s->cfg.policy == DWF_TIME) time_scheduler_reset(&s->time);
    else majority_scheduler_reset(&s->sched);
    memset(s->occ, 0, sizeof s->occ);
    memset(s->outside, 0, sizeof s->outside);
    s->wrong_mask = false;
}

/* --- eval: what state alone decides -------------------------------------- */

/* Which warp would be issued, and the allocator's offer. */
static void eval_pick(const struct dwf *s, struct dwf_out *out)
{
    struct dwf_nets *n = &out->nets;
    if (s->cfg.policy == DWF_TIME) {
        time_scheduler_eval(&s->time, &n->time_in, &n->time_out);
        out->issue_valid = n->time_out.pick_valid;
        n->pool_in.issue_idx = out->issue_valid ? n->time_out.pick_wid : 0;
        out->wait = out->issue_valid ? MAJORITY_SCHEDULER_WAIT_NONE : MAJORITY_SCHEDULER_WAIT_EMPTY;
        out->stuck = false;
    } else {
        majority_scheduler_pick(&s->sched, &n->sched_out);
        out->issue_valid = n->sched_out.pick_valid;
        n->pool_in.issue_idx = out->issue_valid ? n->sched_out.pick_wid : 0;
        out->wait = n->sched_out.wait;
        out->stuck = n->sched_out.stuck;
    }
    warp_allocator_eval(&s->alloc, &n->alloc_in, &n->alloc_out);
    out->free_count = n->alloc_out.free_count;
}

/* Policy 3: tags off, and the lowest count of each group's threads as its key. */
static void eval_priority(const struct dwf *s, struct dwf_nets *n, struct group grp[GROUPS])
{
    const uint32_t width = s->cfg.tid_width;
    for (uint32_t g = 0; g < GROUPS; g++) {
        n->pdom_in.grp_req[g] = grp[g].req;
        n->pdom_in.grp_pdom[g] = 0;
        n->pdom_in.grp_first[g] = 0;
        for (uint32_t l = 0; grp[g].valid && l < s->cfg.lanes; l++) {
            uint32_t tagged = grp[g].tid[l];
            n->pdom_in.grp_tid[g][l] = tagged & ((1u << width) - 1);
            n->pdom_in.grp_pdom[g] |= (uint64_t)(tagged >> width & 1) << l;
            n->pdom_in.grp_first[g] |= (uint64_t)(tagged >> (width + 1) & 1) << l;
        }
    }
    pdom_priority_eval(&s->pdom, &n->pdom_in, &n->pdom_out);
    for (uint32_t g = 0; g < GROUPS; g++) {
        grp[g].key = n->pdom_out.grp_prio[g];
        grp[g].tid = n->pdom_in.grp_tid[g];
    }
}

/* The groups in the warp update registers. */
static void eval_registers(const struct dwf *s, struct dwf_nets *n, struct group grp[GROUPS])
{
    for (uint32_t g = 0; g < GROUPS; g++) {
        grp[g].valid = s->update.valid[g];
        grp[g].pc = s->update.pc[g];
        grp[g].req = grp[g].valid ? s->update.req[g] : 0;
        grp[g].key = count_ones(grp[g].req);
        grp[g].tid = s->update.tid[g];
    }
    if (s->cfg.policy == DWF_PDOM) eval_priority(s, n, grp);
}

/* --- eval: spill, LUT, scheduler, pool, in the order of the data ---------- */

/* Turns the groups of the registers into the groups that are offered to the pool side. */
static void eval_route(const struct dwf *s, const struct dwf_in *in, struct dwf_out *out,
                       struct group grp[GROUPS])
{
    struct warp_spill_in *spill = &out->nets.spill_in;
    struct warp_spill_out *routed = &out->nets.spill_out;

    spill->base_en = in->base_en;
    spill->base = in->base;
    spill->room = out->free_count >= 2 && !out->stuck;
    spill->wr_ready = in->wr_ready;
    spill->rd_ready = in->rd_ready;
    spill->rsp_valid = in->rsp_valid;
    if (in->rsp_valid) spill->rsp_record = in->rsp_record;
    for (uint32_t g = 0; g < GROUPS; g++) {
        spill->in_valid[g] = grp[g].valid;
        if (!grp[g].valid) continue;
        spill->in_record[g].key = grp[g].key;
        spill->in_record[g].pc = grp[g].pc;
        spill->in_record[g].req = grp[g].req;
        memcpy(spill->in_record[g].tid, grp[g].tid, s->cfg.lanes * sizeof grp[g].tid[0]);
    }
    warp_spill_route(&s->spill, spill, routed);
    for (uint32_t g = 0; g < GROUPS; g++) {
        const struct warp_spill_record *r = &routed->out_record[g];
        grp[g] = (struct group){routed->out_valid[g], r->pc, r->req, r->key, r->tid};
    }
}

/* The LUT sees a group whose update the scheduler can take, and the warp that may be issued. */
static void eval_lut(const struct dwf *s, const struct dwf_in *in, struct dwf_out *out,
                     const struct group grp[GROUPS])
{
    struct dwf_nets *n = &out->nets;
    bool full = false;
    bool refused = false;

    for (uint32_t g = 0; g < GROUPS; g++) {
        bool ready = s->cfg.policy == DWF_TIME || !grp[g].valid ||
                     majority_scheduler_ready(&s->sched, g, grp[g].pc);
        full |= !ready;
        n->lut_in.grp_valid[g] = grp[g].valid && ready;
        n->lut_in.grp_pc[g] = grp[g].valid ? grp[g].pc : 0;
        n->lut_in.grp_req[g] = grp[g].valid ? grp[g].req : 0;
        n->lut_in.alloc_valid[g] = n->alloc_out.alloc_valid[g];
        n->lut_in.alloc_idx[g] = n->alloc_out.alloc_idx[g];
    }
    out->issue_pc = out->issue_valid ? s->pool.pc[n->pool_in.issue_idx] : 0;
    n->lut_in.close_en = out->issue_valid && in->issue_ready;
    n->lut_in.close_pc = out->issue_pc;
    n->lut_in.close_idx = n->pool_in.issue_idx;
    pc_warp_lut_eval(&s->lut, &n->lut_in, &n->lut_out);
    for (uint32_t g = 0; g < GROUPS; g++) refused |= grp[g].valid && !n->lut_out.grp_ready[g];
    if (full) out->refuse = DWF_REFUSE_QUEUE;
    else out->refuse = refused ? DWF_REFUSE_POOL : DWF_REFUSE_NONE;

    for (uint32_t p = 0; p < WARP_ALLOCATOR_PORTS; p++)
        n->alloc_in.alloc_ready[p] = n->lut_out.alloc_ready[p];
    n->alloc_in.free_en = n->lut_in.close_en;
    n->alloc_in.free_idx = n->lut_in.close_idx;
}

/* A group that got a place is an update: of the warp that it opened, or else of the warp that it
 * joined. */
static void eval_scheduler(const struct dwf *s, struct dwf_nets *n, const struct group grp[GROUPS])
{
    const struct pc_warp_lut_out *lut = &n->lut_out;
    for (uint32_t g = 0; g < GROUPS; g++) {
        bool valid = lut->open_en[g] || lut->join_en[g];
        uint32_t wid = 0;
        if (valid) wid = lut->open_en[g] ? lut->open_idx[g] : lut->join_idx[g];
        n->time_in.upd_valid[g] = n->sched_in.upd_valid[g] = valid;
        n->time_in.upd_open[g] = n->sched_in.upd_open[g] = lut->open_en[g];
        n->time_in.upd_wid[g] = n->sched_in.upd_wid[g] = wid;
        n->sched_in.upd_pc[g] = n->lut_in.grp_pc[g];
        n->sched_in.upd_nthd[g] = grp[g].valid ? grp[g].key : 0;
        n->pool_in.link_en[g] = false;
    }
    n->time_in.issue_en = n->sched_in.issue_en = n->lut_in.close_en;
    if (s->cfg.policy == DWF_TIME) return; /* its outputs are state only */
    n->sched_in.next = s->pool.next[n->pool_in.issue_idx];
    majority_scheduler_eval(&s->sched, &n->sched_in, &n->sched_out);
    for (uint32_t k = 0; k < WARP_POOL_LINKS; k++) {
        n->pool_in.link_en[k] = n->sched_out.link_en[k];
        n->pool_in.link_from[k] = n->sched_out.link_from[k];
        n->pool_in.link_to[k] = n->sched_out.link_to[k];
    }
}

/* The ids of a placed group on their way to the pool: to the places that the LUT has found. */
static void move_ids(const struct dwf *s, const struct group *grp, const uint32_t *turn,
                     uint32_t *to)
{
    const struct lane_places_cfg places = {
        .lanes = s->cfg.lanes, .lane_slots = s->cfg.lane_slots, .tid_width = s->cfg.tid_width};
    if (s->cfg.lane_slots == 1) memcpy(to, grp->tid, s->cfg.lanes * sizeof *to);
    else lane_places_move(&places, grp->req, grp->tid, turn, to);
}

/* Placed groups are written, and the warp on offer is read. */
static void eval_pool(const struct dwf *s, struct dwf_out *out, const struct group grp[GROUPS])
{
    struct warp_pool_in *pool = &out->nets.pool_in;
    const struct pc_warp_lut_out *lut = &out->nets.lut_out;

    for (uint32_t g = 0; g < GROUPS; g++) {
        pool->join_en[g] = lut->join_en[g];
        pool->join_idx[g] = lut->join_idx[g];
        pool->join_mask[g] = lut->join_mask[g];
        pool->open_en[g] = lut->open_en[g];
        pool->open_idx[g] = lut->open_idx[g];
        pool->open_mask[g] = lut->open_mask[g];
        pool->shut_en[g] = lut->shut_en[g];
        pool->shut_idx[g] = lut->shut_idx[g];
        pool->shut_mask[g] = lut->shut_mask[g];
        if (!lut->grp_ready[g]) continue;
        pool->grp_pc[g] = grp[g].pc;
        move_ids(s, &grp[g], lut->turn[g], pool->grp_tid[g]);
    }
    pool->close_hit = lut->close_hit;
    pool->close_occ = lut->close_occ;
    out->issue_mask = 0;
    if (!out->issue_valid) return;
    warp_pool_eval(&s->pool, pool, &out->nets.pool_out);
    out->issue_mask = out->nets.pool_out.issue_mask;
    memcpy(out->issue_tid, out->nets.pool_out.issue_tid, s->cfg.lanes * sizeof out->issue_tid[0]);
}

/* The answers of the pool side go back to the spill unit, which has its own for the registers. */
static void eval_spill(const struct dwf *s, struct dwf_out *out, bool placed[GROUPS])
{
    struct warp_spill_out *spill = &out->nets.spill_out;
    for (uint32_t g = 0; g < GROUPS; g++) out->nets.spill_in.out_ready[g] = placed[g];
    warp_spill_eval(&s->spill, &out->nets.spill_in, spill);
    for (uint32_t g = 0; g < GROUPS; g++) placed[g] = spill->in_ready[g];
    out->wr_valid = spill->wr_valid;
    out->wr_addr = spill->wr_addr;
    if (spill->wr_valid) out->wr_record = spill->wr_record;
    out->rd_valid = spill->rd_valid;
    out->rd_addr = spill->rd_addr;
    out->rsp_ready = spill->rsp_ready;
}

/* --- eval: the threads that come in -------------------------------------- */

static void take_return(const struct dwf *s, const struct dwf_in *in, struct warp_update_in *upd)
{
    upd->ret_mask = in->ret_mask;
    memcpy(upd->ret_pc, in->ret_pc, s->cfg.lanes * sizeof upd->ret_pc[0]);
    memcpy(upd->ret_tid, in->ret_tid, s->cfg.lanes * sizeof upd->ret_tid[0]);
    if (s->cfg.policy != DWF_PDOM) return;
    for (uint32_t l = 0; l < s->cfg.lanes; l++)
        upd->ret_tid[l] |= (uint32_t)(in->ret_pdom >> l & 1) << s->cfg.tid_width;
}

static void take_launch(const struct dwf *s, const struct dwf_in *in, struct warp_update_in *upd)
{
    const uint32_t first = s->cfg.policy == DWF_PDOM ? 2u << s->cfg.tid_width : 0;
    const uint32_t bits = lane_bits(&s->cfg);
    upd->ret_mask = 0;
    for (uint32_t i = 0; i < s->cfg.lanes; i++) {
        uint32_t place = dwf_home_place(&s->cfg, in->launch_warp, i);
        upd->ret_mask |= (in->launch_mask >> i & 1) << place;
        upd->ret_tid[place] = in->launch_warp << bits | i | first;
        upd->ret_pc[place] = in->launch_pc;
    }
}

/* A return goes before a launch. A launch has one PC, so the registers take it whole if they can be
 * loaded at all: launch_ready looks at no lane. */
static void eval_update(const struct dwf *s, const struct dwf_in *in, struct dwf_out *out,
                        const bool placed[GROUPS])
{
    struct warp_update_in *upd = &out->nets.update_in;
    for (uint32_t g = 0; g < GROUPS; g++) upd->grp_ready[g] = placed[g];
    upd->ret_valid = in->ret_valid || in->launch_valid;
    upd->ret_mask = 0;
    if (in->ret_valid) take_return(s, in, upd);
    else if (in->launch_valid) take_launch(s, in, upd);
    warp_update_eval(&s->update, upd, &out->nets.update_out);
    out->ret_ready = out->nets.update_out.ret_ready;
    out->launch_ready = out->ret_ready && !in->ret_valid;
}

void dwf_eval(const struct dwf *s, const struct dwf_in *in, struct dwf_out *out)
{
    struct group grp[GROUPS];
    bool placed[GROUPS];

    eval_pick(s, out);
    eval_registers(s, &out->nets, grp);
    out->wr_valid = out->rd_valid = out->rsp_ready = false;
    if (s->cfg.spill) eval_route(s, in, out, grp);
    eval_lut(s, in, out, grp);
    out->nets.sched_in.choose = in->choose;
    eval_scheduler(s, &out->nets, grp);
    eval_pool(s, out, grp);
    for (uint32_t g = 0; g < GROUPS; g++) placed[g] = out->nets.lut_out.grp_ready[g];
    if (s->cfg.spill) eval_spill(s, out, placed);
    eval_update(s, in, out, placed);
    for (uint32_t g = 0; g < GROUPS; g++) out->nets.pdom_in.grp_en[g] = placed[g];
}

/* --- tick ---------------------------------------------------------------- */

static void set_outside(struct dwf *s, const struct warp_spill_record *r, bool outside)
{
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        uint8_t bit = (uint8_t)(1u << (r->tid[l] % 8));
        if ((r->req >> l & 1) == 0) continue;
        if (outside) s->outside[r->tid[l] / 8] |= bit;
        else s->outside[r->tid[l] / 8] &= (uint8_t)~bit;
    }
}

/* What only checks look at. The lanes of a warp are followed from the LUT's joins and opens: the
 * mask of the issued warp comes from elsewhere and has to be the same. */
static void tick_ghosts(struct dwf *s, const struct dwf_in *in, const struct dwf_out *out)
{
    const struct pc_warp_lut_out *lut = &out->nets.lut_out;
    const uint32_t idx = out->nets.lut_in.close_idx;

    for (uint32_t g = 0; g < GROUPS; g++) {
        if (lut->join_en[g]) s->occ[lut->join_idx[g]] |= lut->join_mask[g];
        if (lut->open_en[g]) s->occ[lut->open_idx[g]] |= lut->open_mask[g];
    }
    s->wrong_mask = false;
    if (out->nets.lut_in.close_en) {
        s->wrong_mask = out->issue_mask != s->occ[idx];
        s->occ[idx] = 0;
    }
    if (out->wr_valid && in->wr_ready) set_outside(s, &out->wr_record, true);
    if (out->rsp_ready) set_outside(s, &in->rsp_record, false);
}

void dwf_tick(struct dwf *s, const struct dwf_in *in, const struct dwf_out *out)
{
    const struct dwf_nets *n = &out->nets;
    tick_ghosts(s, in, out);
    if (s->cfg.policy == DWF_PDOM) pdom_priority_tick(&s->pdom, &n->pdom_in, &n->pdom_out);
    if (s->cfg.spill) warp_spill_tick(&s->spill, &n->spill_in, &n->spill_out);
    warp_update_tick(&s->update, &n->update_in, &n->update_out);
    pc_warp_lut_tick(&s->lut, &n->lut_in, &n->lut_out);
    warp_allocator_tick(&s->alloc, &n->alloc_in, &n->alloc_out);
    warp_pool_tick(&s->pool, &n->pool_in, &n->pool_out);
    if (s->cfg.policy == DWF_TIME) time_scheduler_tick(&s->time, &n->time_in, &n->time_out);
    else majority_scheduler_tick(&s->sched, &n->sched_in, &n->sched_out);
}

/* --- check --------------------------------------------------------------- */

/* A set of thread ids, and whether one was put in twice or is not at home. */
struct threads {
    uint8_t seen[DWF_MAX_THREADS / 8];
    uint32_t count;
    uint32_t lane_bits; /* of an id, the lowest */
    bool wrong;
};

static bool contains(const struct threads *t, uint32_t tid)
{
    return (t->seen[tid / 8] >> (tid % 8) & 1) != 0;
}

/* Is this place in the home lane of the thread? */
static bool is_at_home(const struct dwf *s, uint32_t warp, uint32_t i, uint32_t place)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    return dwf_home_place(&s->cfg, warp, i) % homes == place % homes;
}

static void add_thread(const struct dwf *s, struct threads *t, uint32_t place, uint32_t tid)
{
    uint32_t i = tid & ((1u << t->lane_bits) - 1);
    if (tid >> s->cfg.tid_width != 0 || i >= s->cfg.lanes || contains(t, tid) ||
        !is_at_home(s, tid >> t->lane_bits, i, place)) {
        t->wrong = true;
        return;
    }
    t->seen[tid / 8] |= (uint8_t)(1u << (tid % 8));
    t->count++;
}

static void add_row(const struct dwf *s, struct threads *t, uint64_t mask, const uint32_t *tid)
{
    const uint32_t plain = (1u << s->cfg.tid_width) - 1; /* without the tag */
    for (uint64_t left = mask & ones(s->cfg.lanes); left != 0; left &= left - 1)
        add_thread(s, t, lowest(left), tid[lowest(left)] & plain);
}

/* All threads that are in the unit: outside, in the registers, in the pool. */
static void collect(const struct dwf *s, struct threads *t)
{
    uint32_t bytes = ((1u << s->cfg.tid_width) + 7) / 8;
    memcpy(t->seen, s->outside, bytes);
    t->count = 0;
    t->lane_bits = lane_bits(&s->cfg);
    t->wrong = false;
    for (uint32_t i = 0; i < bytes; i++) t->count += count_ones(t->seen[i]);
    for (uint32_t g = 0; g < GROUPS; g++) {
        if (s->update.valid[g]) add_row(s, t, s->update.req[g], s->update.tid[g]);
    }
    for (uint32_t i = 0; i < s->cfg.pool_entries; i++) {
        if (s->occ[i] != 0) add_row(s, t, s->occ[i], s->pool.tid[i]);
    }
}

uint32_t dwf_threads(const struct dwf *s)
{
    struct threads t;
    collect(s, &t);
    return t.count;
}

/* A pool index is free or live. */
static bool indices_kept(const struct dwf *s)
{
    uint32_t free = s->cfg.pool_entries - s->alloc.fresh + s->alloc.count;
    uint32_t live = 0;
    for (uint32_t i = s->alloc.fresh; i < s->cfg.pool_entries; i++) {
        if (s->occ[i] != 0) return false;
    }
    for (uint32_t k = 0; k < s->alloc.count; k++) {
        if (s->occ[s->alloc.idx[(s->alloc.head + k) % s->cfg.pool_entries]] != 0) return false;
    }
    for (uint32_t i = 0; i < s->cfg.pool_entries; i++) live += s->occ[i] != 0;
    return live + free == s->cfg.pool_entries;
}

/* LUT and pool know the lanes of the warps: of an open warp the LUT has them, else MASK. */
static bool lanes_kept(const struct dwf *s)
{
    bool open[WARP_POOL_MAX_ENTRIES];
    memset(open, 0, s->cfg.pool_entries * sizeof open[0]);
    for (uint32_t e = 0; e < s->cfg.lut_entries; e++) {
        if (!s->lut.valid[e]) continue;
        open[s->lut.idx[e]] = true;
        if (s->occ[s->lut.idx[e]] != s->lut.occ[e]) return false;
        if (s->pool.pc[s->lut.idx[e]] != s->lut.pc[e]) return false;
    }
    for (uint32_t i = 0; i < s->cfg.pool_entries; i++) {
        if (s->occ[i] != 0 && !open[i] && s->pool.mask[i] != s->occ[i]) return false;
    }
    return true;
}

/* A live warp that is found for the first time. */
static bool first_time(const struct dwf *s, uint32_t wid, bool *seen)
{
    if (wid >= s->cfg.pool_entries || s->occ[wid] == 0 || seen[wid]) return false;
    seen[wid] = true;
    return true;
}

/* Marks the warps that are in the scheduler's lists, or wait in its queue to be put into one. */
static bool follow_lists(const struct dwf *s, bool *seen)
{
    uint32_t wid, tail, waiting;
    const struct max_heap_update *queue = majority_scheduler_queue(&s->sched, &waiting);
    for (uint32_t i = 0; i <= s->cfg.heap_entries; i++) {
        if (!majority_scheduler_list(&s->sched, i, &wid, &tail)) continue;
        for (;; wid = s->pool.next[wid]) {
            if (!first_time(s, wid, seen)) return false;
            if (wid == tail) break;
        }
    }
    for (uint32_t i = 0; i < waiting; i++) {
        if (queue[i].open && !first_time(s, queue[i].wid, seen)) return false;
    }
    return true;
}

static bool follow_time(const struct dwf *s, bool *seen)
{
    for (uint32_t k = 0; k < s->time.count; k++) {
        uint32_t wid = s->time.wid[(s->time.head + k) % s->cfg.pool_entries];
        if (!first_time(s, wid, seen)) return false;
    }
    return true;
}

/* Each live warp is in one list. */
static bool lists_kept(const struct dwf *s)
{
    bool seen[WARP_POOL_MAX_ENTRIES];
    memset(seen, 0, s->cfg.pool_entries * sizeof seen[0]);
    if (s->cfg.policy == DWF_TIME ? !follow_time(s, seen) : !follow_lists(s, seen)) return false;
    for (uint32_t i = 0; i < s->cfg.pool_entries; i++) {
        if (s->occ[i] != 0 && !seen[i]) return false;
    }
    return true;
}

static const char *check_blocks(const struct dwf *s)
{
    const char *broken = warp_update_check(&s->update);
    if (broken == NULL && s->cfg.policy == DWF_PDOM) broken = pdom_priority_check(&s->pdom);
    if (broken == NULL && s->cfg.spill) broken = warp_spill_check(&s->spill);
    if (broken == NULL) broken = pc_warp_lut_check(&s->lut);
    if (broken == NULL) broken = warp_allocator_check(&s->alloc);
    if (broken == NULL) broken = warp_pool_check(&s->pool);
    if (broken != NULL) return broken;
    if (s->cfg.policy == DWF_TIME) return time_scheduler_check(&s->time);
    return majority_scheduler_check(&s->sched);
}

const char *dwf_check(const struct dwf *s)
{
    struct threads t;
    const char *broken = check_blocks(s);
    if (broken != NULL) return broken;
    if (s->wrong_mask) return "issue_mask";
    collect(s, &t);
    if (t.wrong || !indices_kept(s) || !lanes_kept(s) || !lists_kept(s)) return "conservation";
    return NULL;
}

/* --- promise ------------------------------------------------------------- */

static bool wider(uint64_t value, uint32_t bits) { return bits < 64 && value >> bits != 0; }

/* Threads that come in are outside of the unit, and in their home lanes. Threads of a warp half
 * sent that were taken already are not looked at again. */
static const char *return_promise(const struct dwf *s, const struct dwf_in *in)
{
    struct threads t;
    if (s->update.sent != 0 && !in->ret_valid) return "the warp that waits half sent is taken back";
    if (!in->ret_valid) return NULL;
    if (wider(in->ret_mask, s->cfg.lanes)) return "a warp's mask names a lane at or above Lanes";
    collect(s, &t);
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if (((in->ret_mask & ~s->update.sent) >> l & 1) == 0) continue;
        if (wider(in->ret_pc[l], s->cfg.pc_width)) return "a thread's PC is wider than PcWidth";
        if (wider(in->ret_tid[l], s->cfg.tid_width)) return "a thread's id is wider than TidWidth";
        if (contains(&t, in->ret_tid[l])) return "a thread returns that is in the unit";
        add_thread(s, &t, l, in->ret_tid[l]);
    }
    if (t.wrong) return "a thread returns in another lane than its home lane";
    if ((s->update.sent & ~in->ret_mask) != 0)
        return "the warp that waits half sent has changed its lanes";
    return NULL;
}

static const char *launch_promise(const struct dwf *s, const struct dwf_in *in)
{
    const uint32_t bits = lane_bits(&s->cfg);
    struct threads t;
    if (!in->launch_valid) return NULL;
    if (wider(in->launch_mask, s->cfg.lanes)) return "a launch names a thread at or above Lanes";
    if (wider(in->launch_pc, s->cfg.pc_width)) return "PC of a launch is wider than PcWidth";
    if (wider(in->launch_warp, s->cfg.tid_width - bits))
        return "the number of a static warp is wider than WarpWidth";
    collect(s, &t);
    for (uint32_t i = 0; i < s->cfg.lanes; i++) {
        if ((in->launch_mask >> i & 1) != 0 && contains(&t, in->launch_warp << bits | i))
            return "a thread is launched that is in the unit";
    }
    return NULL;
}

static const char *memory_promise(const struct dwf *s, const struct dwf_in *in)
{
    const struct warp_spill_in spill = {.base_en = in->base_en,
                                        .base = in->base,
                                        .rsp_valid = in->rsp_valid,
                                        .rsp_record = in->rsp_record};
    const char *broken = warp_spill_promise(&s->spill, &spill);
    if (broken != NULL || !in->rsp_valid) return broken;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        uint32_t tid = in->rsp_record.tid[l];
        if ((in->rsp_record.req >> l & 1) == 0) continue;
        if (wider(tid, s->cfg.tid_width) || (s->outside[tid / 8] >> (tid % 8) & 1) == 0)
            return "an answer brings a thread that is not outside";
    }
    return NULL;
}

const char *dwf_promise(const struct dwf *s, const struct dwf_in *in)
{
    const char *broken = return_promise(s, in);
    if (broken == NULL) broken = launch_promise(s, in);
    return broken == NULL && s->cfg.spill ? memory_promise(s, in) : broken;
}
