/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage at the ports of max-heap and max-tree, behind the seam of the one or the other. */
#ifndef HEDDLE_HEAP_PORTS_COVER_H
#define HEDDLE_HEAP_PORTS_COVER_H

/* What becomes of the two oldest updates does not all show at the ports: it follows from them and
 * from the update that opened a warp. */
struct fates {
    bool taken[MAX_HEAP_UPDATES];
    bool is_void[MAX_HEAP_UPDATES];
    bool held; /* update 1, by nothing else */
};

/* The tree (ports = 0) takes updates beside a pop, and two of one PC. */
static struct fates fates(const struct max_heap_cfg *cfg, const struct max_heap_update *queue,
                          const struct max_heap_in *in, const struct max_heap_out *out)
{
    const bool tree = cfg->ports == 0;
    const bool pop = in->pop_en && out->root_valid;
    const bool sweep = in->sweep_en && cfg->ageing != 0;
    struct fates f = {{false, false}, {false, false}, false};
    for (unsigned u = 0; u < MAX_HEAP_UPDATES; u++) {
        const bool gone = tree && pop && !out->root_old && in->lkp_lut[u] == out->root_lut;
        f.is_void[u] = out->lkp_valid[u] && !queue[u].open && (!in->lkp_hit[u] || gone);
    }
    f.taken[0] = out->lkp_valid[0] && !out->busy && !sweep && (tree || !pop) && !out->stuck;
    if (!f.taken[0] || cfg->ports == 1 || !out->lkp_valid[1]) return f;
    const bool same_pc = out->lkp_pc[0] == out->lkp_pc[1];
    if (same_pc && (!tree || f.is_void[0])) return f;
    const bool hits = in->lkp_hit[0] || in->lkp_hit[1];
    if (!tree && cfg->order == MAX_HEAP_MINORITY && hits) return f;
    if (same_pc) f.is_void[1] = false;
    const uint32_t room = cfg->entries - out->size - (out->ins_en[0] && !in->lkp_hit[0]);
    f.taken[1] = same_pc || in->lkp_hit[1] || f.is_void[1] || (in->lkp_free[1] && room > 0);
    f.held = f.taken[1] && in->hold;
    f.taken[1] = f.taken[1] && !in->hold;
    return f;
}

static void cover_update(const struct max_heap_cfg *cfg, const struct fates *f,
                         const struct max_heap_in *in, const struct max_heap_out *out, unsigned u,
                         uint64_t *bin)
{
    if (out->ins_en[u]) bin[BIN_INSERT]++;
    if (f->taken[u] && f->is_void[u]) {
        bin[BIN_VOID]++;
    } else if (f->taken[u] && !out->ins_en[u]) {
        bin[BIN_ADD]++;
        bin[out->link_en[u] ? BIN_LINK : BIN_SAME_TAIL]++;
        if (out->size == cfg->entries) bin[BIN_FULL_HITS]++;
    }
    if (in->upd_valid[u] && !out->upd_ready[u]) bin[BIN_QUEUE_FULL]++;
}

static void cover_root(const struct max_heap_cfg *cfg, const struct max_heap_in *in,
                       const struct max_heap_out *out, uint64_t *bin)
{
    if (out->root_valid && out->root_cnt == UINT32_MAX >> (32 - cfg->cnt_width))
        bin[BIN_ALL_THREADS]++;
    if (in->pop_en && out->root_valid) {
        bin[BIN_POP]++;
        if (out->size == 1) bin[BIN_POP_LAST]++;
        if (out->root_old) bin[BIN_OLD_POP]++;
    }
    if (in->pop_en && !out->root_valid) bin[BIN_POP_IGNORED]++;
    if (in->pop_en && !out->root_valid && out->size > 0) bin[BIN_ROOT_WAIT_CYCLE]++;
    if (in->sweep_en && cfg->ageing != 0 && out->root_valid) {
        bin[BIN_SWEEP]++;
        if (out->lkp_valid[0]) bin[BIN_SWEEP_WAITS]++;
    }
}

static void cover_ports(const struct max_heap_cfg *cfg, const struct max_heap_update *queue,
                        const struct max_heap_in *in, const struct max_heap_out *out, uint64_t *bin)
{
    const struct fates f = fates(cfg, queue, in, out);
    cover_update(cfg, &f, in, out, 0, bin);
    cover_update(cfg, &f, in, out, 1, bin);
    cover_root(cfg, in, out, bin);
    if (f.taken[1]) bin[BIN_TWO_DISPATCHED]++;
    if (out->ins_en[0] && out->ins_en[1]) bin[BIN_TWO_INSERTS]++;
    if (f.taken[0] && out->lkp_valid[1] && out->lkp_pc[0] == out->lkp_pc[1]) bin[BIN_ONE_PC_PAIR]++;
    if (f.taken[1] && f.is_void[0] && f.is_void[1]) bin[BIN_BOTH_VOID]++;
    if (f.held) bin[BIN_HOLD]++;
    if (out->stuck) {
        bin[BIN_STUCK_CYCLE]++;
        bin[in->lkp_free[0] ? BIN_FULL_WAITS : BIN_LUT_REFUSES]++;
    }
    if ((in->upd_valid[0] && !out->upd_ready[0]) || (in->upd_valid[1] && !out->upd_ready[1])) {
        bin[BIN_STALL_CYCLE]++;
    }
}

/* An entry starts at look-up u, and there is an old one of its PC. */
static bool is_old_twin(const struct max_heap_entry *e, const struct max_heap_out *out, uint32_t u)
{
    return e->old != 0 && out->ins_en[u] && e->pc == out->lkp_pc[u];
}

#endif
