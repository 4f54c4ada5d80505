/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/majority_scheduler.h"

#include <stddef.h>
#include <string.h>

/* What the scheduler has to know of heap or tree before it knows its inputs: state alone. */
struct view {
    const struct max_heap_update *queue; /* entry 0 is the oldest */
    uint32_t waiting;
    uint32_t size;
    bool busy;
    const struct max_heap_entry *root; /* NULL: none, or the heap rebalances */
};

static struct view look(const struct majority_scheduler *s)
{
    struct view v;
    if (s->cfg.tree) {
        v.queue = s->tree.queue;
        v.waiting = s->tree.queue_count;
        v.size = s->tree.size;
        v.busy = false;
        v.root = v.size > 0 ? &s->tree.entry[s->tree.root] : NULL;
    } else {
        v.queue = s->heap.queue;
        v.waiting = s->heap.queue_count;
        v.size = s->heap.size;
        v.busy = s->heap.phase != MAX_HEAP_IDLE;
        v.root = v.size > 0 && !v.busy ? &s->heap.entry[0] : NULL;
    }
    return v;
}

/* --- init and reset ------------------------------------------------------ */

static struct max_heap_cfg heap_cfg(const struct majority_scheduler_cfg *cfg)
{
    return (struct max_heap_cfg){.entries = cfg->heap_entries,
                                 .pc_width = cfg->pc_width,
                                 .cnt_width = cfg->cnt_width,
                                 .wid_width = cfg->wid_width,
                                 .lut_width = cfg->lut_width,
                                 .lanes = cfg->lanes,
                                 .queue_depth = cfg->queue_depth,
                                 .ports = cfg->heap_ports,
                                 .order = cfg->order,
                                 .ageing = cfg->age_limit > 0};
}

static struct mheap_lut_cfg lut_cfg(const struct majority_scheduler_cfg *cfg)
{
    return (struct mheap_lut_cfg){.entries = cfg->lut_entries,
                                  .ways = cfg->lut_ways,
                                  .pc_width = cfg->pc_width,
                                  .heap_entries = cfg->heap_entries,
                                  .lut_width = cfg->lut_width,
                                  .pc_shift = cfg->pc_shift};
}

const char *majority_scheduler_init(struct majority_scheduler *s,
                                    const struct majority_scheduler_cfg *cfg)
{
    const struct max_heap_cfg heap = heap_cfg(cfg);
    const struct mheap_lut_cfg lut = lut_cfg(cfg);
    const char *error;

    if (cfg->tree > 1) return "Tree must be 0 or 1";
    if (cfg->heap_ports < 1 || cfg->heap_ports > 2) return "HeapPorts must be 1 or 2";
    if (cfg->age_limit > 65535) return "AgeLimit must be at most 65535";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    error = cfg->tree ? max_tree_init(&s->tree, &heap) : max_heap_init(&s->heap, &heap);
    return error != NULL ? error : mheap_lut_init(&s->lut, &lut);
}

void majority_scheduler_reset(struct majority_scheduler *s)
{
    s->me_valid = false;
    s->age = 0;
    if (s->cfg.tree) max_tree_reset(&s->tree);
    else max_heap_reset(&s->heap);
    mheap_lut_reset(&s->lut);
    memset(s->live, 0, sizeof s->live);
    s->live_count = 0;
}

/* --- what state alone decides -------------------------------------------- */

/* Ageing: all entries become old in this cycle. An old entry is at the root, if there is one. */
static bool sweeps(const struct majority_scheduler *s, const struct view *v)
{
    if (s->cfg.age_limit == 0 || s->age < s->cfg.age_limit || v->busy) return false;
    return v->root == NULL || !v->root->old;
}

/* The LUT's answers for the two oldest updates. Without an update the answers are not used. */
static void look_up(const struct majority_scheduler *s, const struct view *v,
                    struct majority_scheduler_out *out)
{
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        out->lut_in.lkp_pc[u] = v->waiting > u ? v->queue[u].pc : 0;
        out->lut_out.lkp_hit[u] = false;
        out->lut_out.lkp_free[u] = false;
    }
    if (v->waiting > 0) mheap_lut_eval(&s->lut, &out->lut_in, &out->lut_out);
}

/* The heap is balanced, and the oldest update opens a warp for which no entry is to be had. */
static bool is_stuck(const struct majority_scheduler *s, const struct view *v,
                     const struct mheap_lut_out *lut)
{
    if (v->busy || v->waiting == 0 || !v->queue[0].open || lut->lkp_hit[0]) return false;
    return !lut->lkp_free[0] || v->size == s->cfg.heap_entries;
}

static uint32_t wait_of(const struct majority_scheduler *s, const struct view *v)
{
    if (s->me_valid) return MAJORITY_SCHEDULER_WAIT_NONE;
    if (v->busy) return MAJORITY_SCHEDULER_WAIT_REBALANCE;
    if (v->waiting > 0) return MAJORITY_SCHEDULER_WAIT_UPDATES;
    return v->root != NULL ? MAJORITY_SCHEDULER_WAIT_REBALANCE : MAJORITY_SCHEDULER_WAIT_EMPTY;
}

void majority_scheduler_pick(const struct majority_scheduler *s, struct majority_scheduler_out *out)
{
    const struct view v = look(s);
    look_up(s, &v, out);
    out->pick_valid = s->me_valid;
    out->pick_wid = s->me_valid ? s->me_wph : 0;
    out->stuck = is_stuck(s, &v, &out->lut_out);
    out->wait = wait_of(s, &v);
}

/* The Majority Entry takes updates of this PC in step 2. */
static bool bypasses(const struct majority_scheduler *s, uint32_t pc)
{
    return s->me_valid && !s->me_closed && s->me_pc == pc;
}

bool majority_scheduler_ready(const struct majority_scheduler *s, uint32_t u, uint32_t pc)
{
    return bypasses(s, pc) || look(s).waiting + u < s->cfg.queue_depth;
}

/* --- eval ---------------------------------------------------------------- */

/* Step 1. */
static void issue(struct majority_scheduler_me *me, const struct majority_scheduler_in *in)
{
    if (!in->issue_en || !me->valid) return;
    if (me->wph == me->wpt) me->valid = false;
    else me->wph = in->next;
}

/* Steps 2 and 4: update u goes to the Majority Entry. A link goes out on port 1. */
static void apply(struct majority_scheduler_me *me, const struct majority_scheduler_in *in,
                  uint32_t u, struct majority_scheduler_out *out)
{
    if (!in->upd_open[u]) return; /* the warp that it joined is in the list already, or gone */
    if (me->valid) {
        out->link_en[1] = true;
        out->link_from[1] = me->wpt;
        out->link_to[1] = in->upd_wid[u];
    } else {
        me->valid = true;
        me->wph = in->upd_wid[u];
    }
    me->wpt = in->upd_wid[u];
}

/* The five steps of the page, then the sweep. The updates that are left go to the heap. */
static void eval_steps(const struct majority_scheduler *s, const struct view *v,
                       const struct majority_scheduler_in *in, struct majority_scheduler_out *out)
{
    struct max_heap_in *heap = &out->heap_in;
    struct majority_scheduler_me me = {s->me_valid, s->me_closed, s->me_pc, s->me_wph, s->me_wpt};
    const bool sweep = sweeps(s, v);

    issue(&me, in);
    for (uint32_t u = 0; u < MAJORITY_SCHEDULER_UPDATES; u++) {
        heap->upd_valid[u] = in->upd_valid[u];
        if (!in->upd_valid[u] || !bypasses(s, in->upd_pc[u])) continue;
        heap->upd_valid[u] = false;
        apply(&me, in, u, out);
    }
    const bool may = in->choose && !sweep && (v->waiting == 0 || out->stuck);
    const bool pop = may && !me.valid && v->root != NULL;
    if (pop) {
        me.valid = true;
        me.closed = v->waiting > 0 || v->root->old;
        me.pc = v->root->pc;
        me.wph = v->root->wph;
        me.wpt = v->root->wpt;
    }
    for (uint32_t u = 0; u < MAJORITY_SCHEDULER_UPDATES; u++) {
        if (!pop || me.closed || !heap->upd_valid[u] || in->upd_pc[u] != me.pc) continue;
        heap->upd_valid[u] = false;
        apply(&me, in, u, out);
    }
    if (sweep) me.closed = true;
    out->me = me;
    heap->pop_en = pop;
    heap->sweep_en = sweep;
}

/* The heap's inputs that the steps do not decide. */
static void eval_heap(const struct majority_scheduler *s, const struct majority_scheduler_in *in,
                      struct majority_scheduler_out *out)
{
    struct max_heap_in *heap = &out->heap_in;
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        heap->upd_pc[u] = in->upd_pc[u];
        heap->upd_nthd[u] = in->upd_nthd[u];
        heap->upd_wid[u] = in->upd_wid[u];
        heap->upd_open[u] = in->upd_open[u];
        heap->lkp_hit[u] = out->lut_out.lkp_hit[u];
        heap->lkp_free[u] = out->lut_out.lkp_free[u];
        heap->lkp_mh[u] = out->lut_out.lkp_mh[u];
        heap->lkp_lut[u] = out->lut_out.lkp_lut[u];
    }
    heap->hold = out->link_en[1]; /* link port 1 is taken */
    if (s->cfg.tree) max_tree_eval(&s->tree, heap, &out->heap_out);
    else max_heap_eval(&s->heap, heap, &out->heap_out);
}

/* The LUT follows the heap; an old entry is not in it. */
static void eval_lut_in(const struct view *v, struct majority_scheduler_out *out)
{
    for (uint32_t u = 0; u < MHEAP_LUT_MOVES; u++) {
        out->lut_in.ins_en[u] = out->heap_out.ins_en[u];
        out->lut_in.move_en[u] = out->heap_out.move_en[u];
        out->lut_in.move_lut[u] = out->heap_out.move_lut[u];
        out->lut_in.move_mh[u] = out->heap_out.move_mh[u];
    }
    out->lut_in.free_en = out->heap_in.pop_en && !v->root->old;
    out->lut_in.free_lut = out->lut_in.free_en ? v->root->lut : 0;
    out->lut_in.clear_en = out->heap_in.sweep_en;
}

void majority_scheduler_eval(const struct majority_scheduler *s,
                             const struct majority_scheduler_in *in,
                             struct majority_scheduler_out *out)
{
    const struct view v = look(s);

    majority_scheduler_pick(s, out);
    for (uint32_t k = 0; k < MAJORITY_SCHEDULER_LINKS; k++) {
        out->upd_ready[k] = bypasses(s, in->upd_pc[k]) || v.waiting + k < s->cfg.queue_depth;
        out->link_en[k] = false;
        out->link_from[k] = 0;
        out->link_to[k] = 0;
    }
    eval_steps(s, &v, in, out);
    eval_heap(s, in, out);
    for (uint32_t k = 0; k < MAJORITY_SCHEDULER_LINKS; k++) {
        if (!out->heap_out.link_en[k]) continue; /* with hold there is none on port 1 */
        out->link_en[k] = true;
        out->link_from[k] = out->heap_out.link_from[k];
        out->link_to[k] = out->heap_out.link_to[k];
    }
    eval_lut_in(&v, out);
}

/* --- tick ---------------------------------------------------------------- */

/* What only checks look at: Next, and which warps live. */
static void tick_ghosts(struct majority_scheduler *s, const struct majority_scheduler_in *in,
                        const struct majority_scheduler_out *out)
{
    if (in->issue_en && s->me_valid && s->live[s->me_wph]) {
        s->live[s->me_wph] = false;
        s->live_count--;
    }
    for (uint32_t u = 0; u < MAJORITY_SCHEDULER_UPDATES; u++) {
        if (!in->upd_valid[u] || !in->upd_open[u] || s->live[in->upd_wid[u]]) continue;
        s->live[in->upd_wid[u]] = true;
        s->live_count++;
    }
    for (uint32_t k = 0; k < MAJORITY_SCHEDULER_LINKS; k++) {
        if (out->link_en[k]) s->next[out->link_from[k]] = (uint16_t)out->link_to[k];
    }
}

void majority_scheduler_tick(struct majority_scheduler *s, const struct majority_scheduler_in *in,
                             const struct majority_scheduler_out *out)
{
    tick_ghosts(s, in, out);
    if (in->issue_en && s->me_valid && s->age < s->cfg.age_limit) s->age++;
    if (out->heap_in.sweep_en) s->age = 0;
    s->me_valid = out->me.valid;
    s->me_closed = out->me.closed;
    s->me_pc = out->me.pc;
    s->me_wph = out->me.wph;
    s->me_wpt = out->me.wpt;
    if (s->cfg.tree) max_tree_tick(&s->tree, &out->heap_in, &out->heap_out);
    else max_heap_tick(&s->heap, &out->heap_in, &out->heap_out);
    mheap_lut_tick(&s->lut, &out->lut_in, &out->lut_out);
}

/* --- check --------------------------------------------------------------- */

/* Heap entry i, also while a lane holds it; NULL if there is none. */
static const struct max_heap_entry *entry_at(const struct majority_scheduler *s, uint32_t i)
{
    if (s->cfg.tree) return s->tree.valid[i] ? &s->tree.entry[i] : NULL;
    if (i >= s->heap.size) return NULL;
    for (uint32_t l = 0; l < MAX_HEAP_LANES; l++) {
        if (s->heap.lane_busy[l] && s->heap.lane_hole[l] == i) return &s->heap.lane_held[l];
    }
    return &s->heap.entry[i];
}

bool majority_scheduler_list(const struct majority_scheduler *s, uint32_t i, uint32_t *head,
                             uint32_t *tail)
{
    const struct max_heap_entry *e = i == 0 ? NULL : entry_at(s, i - 1);
    if (i == 0 ? !s->me_valid : e == NULL) return false;
    *head = i == 0 ? s->me_wph : e->wph;
    *tail = i == 0 ? s->me_wpt : e->wpt;
    return true;
}

const struct max_heap_update *majority_scheduler_queue(const struct majority_scheduler *s,
                                                       uint32_t *count)
{
    const struct view v = look(s);
    *count = v.waiting;
    return v.queue;
}

static bool wider(uint32_t value, uint32_t bits) { return (uint64_t)value >> bits != 0; }

static const char *check_me(const struct majority_scheduler *s)
{
    const struct view v = look(s);
    if (s->age > s->cfg.age_limit) return "me_range";
    if (!s->me_valid) return NULL;
    if (wider(s->me_pc, s->cfg.pc_width)) return "me_range";
    if (wider(s->me_wph, s->cfg.wid_width) || wider(s->me_wpt, s->cfg.wid_width)) return "me_range";
    for (uint32_t i = 0; i < v.waiting; i++) {
        if (bypasses(s, v.queue[i].pc)) return "me_open_clean";
    }
    return NULL;
}

/* Marks a warp that is in a list, or waits in the queue to be put into one. */
static bool mark(const struct majority_scheduler *s, uint32_t wid, uint8_t *seen)
{
    if (wider(wid, s->cfg.wid_width) || !s->live[wid]) return false;
    if (seen[wid / 8] >> (wid % 8) & 1) return false;
    seen[wid / 8] |= (uint8_t)(1u << (wid % 8));
    return true;
}

/* Every live warp is in one list, or the oldest of its PC's updates in the queue opens it. A warp
 * is marked once, so a list without an end is found too. */
static const char *check_lists(const struct majority_scheduler *s)
{
    uint8_t seen[MAJORITY_SCHEDULER_MAX_WIDS / 8];
    uint32_t wid, tail, found = 0;
    const struct view v = look(s);

    memset(seen, 0, ((1u << s->cfg.wid_width) + 7) / 8);
    for (uint32_t i = 0; i <= s->cfg.heap_entries; i++) {
        if (!majority_scheduler_list(s, i, &wid, &tail)) continue;
        for (;; wid = s->next[wid]) {
            if (!mark(s, wid, seen)) return "one_list";
            found++;
            if (wid == tail) break;
        }
    }
    for (uint32_t i = 0; i < v.waiting; i++) {
        if (!v.queue[i].open) continue;
        if (!mark(s, v.queue[i].wid, seen)) return "one_list";
        found++;
    }
    return found != s->live_count ? "one_list" : NULL;
}

/* What the heap is promised: the LUT has each entry that is not old, and nothing else. */
static const char *check_lut(const struct majority_scheduler *s)
{
    const bool busy = look(s).busy;
    uint32_t known = 0;
    for (uint32_t i = 0; i < s->cfg.heap_entries; i++) {
        const struct max_heap_entry *e = entry_at(s, i);
        if (e == NULL || e->old) continue;
        if (e->lut >= s->cfg.lut_entries || !s->lut.valid[e->lut]) return "lut_true";
        if (s->lut.pc[e->lut] != e->pc) return "lut_true";
        if (!busy && s->lut.mh[e->lut] != i) return "lut_true";
        known++;
    }
    for (uint32_t e = 0; e < s->cfg.lut_entries; e++) known -= s->lut.valid[e];
    return known != 0 ? "lut_true" : NULL;
}

const char *majority_scheduler_check(const struct majority_scheduler *s)
{
    const char *broken = s->cfg.tree ? max_tree_check(&s->tree) : max_heap_check(&s->heap);
    if (broken == NULL) broken = mheap_lut_check(&s->lut);
    if (broken == NULL) broken = check_me(s);
    if (broken == NULL) broken = check_lists(s);
    return broken != NULL ? broken : check_lut(s);
}

/* --- promise ------------------------------------------------------------- */

static const char *update_promise(const struct majority_scheduler *s,
                                  const struct majority_scheduler_in *in, uint32_t u)
{
    const uint32_t pc = in->upd_pc[u], wid = in->upd_wid[u], nthd = in->upd_nthd[u];

    if (nthd == 0 && s->cfg.order != MAX_HEAP_PDOM) return "NTHD of an update is 0";
    if (nthd > s->cfg.lanes) return "NTHD of an update is above Lanes";
    if (wider(pc, s->cfg.pc_width)) return "PC of an update is wider than PcWidth";
    if (wider(wid, s->cfg.wid_width)) return "WID of an update is wider than WidWidth";
    if (!majority_scheduler_ready(s, u, pc)) return "an update comes without upd_ready_o";
    if (in->upd_open[u] && s->live[wid]) return "an update opens a warp that is in a list";
    if (!in->upd_open[u] && !s->live[wid]) return "an update joins a warp that is not in the pool";
    if (!in->upd_open[u] && bypasses(s, pc) && wid != s->me_wpt)
        return "an update joins another warp than the last one opened for its PC";
    return NULL;
}

const char *majority_scheduler_promise(const struct majority_scheduler *s,
                                       const struct majority_scheduler_in *in)
{
    for (uint32_t u = 0; u < MAJORITY_SCHEDULER_UPDATES; u++) {
        const char *broken = in->upd_valid[u] ? update_promise(s, in, u) : NULL;
        if (broken != NULL) return broken;
    }
    if (in->upd_valid[0] && in->upd_valid[1]) {
        if (in->upd_pc[0] == in->upd_pc[1]) return "the PCs of the two updates are equal";
        if (in->upd_wid[0] == in->upd_wid[1]) return "the two updates name one warp";
    }
    if (in->issue_en && s->me_valid && s->me_wph != s->me_wpt && in->next != s->next[s->me_wph])
        return "next_i is not the Next of pick_wid_o";
    return NULL;
}
