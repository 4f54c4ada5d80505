/* SPDX-License-Identifier: Apache-2.0 */
#include "majority_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* ---- the order ------------------------------------------------------------------------- */

void majority_order_clear(struct majority_order *o, uint32_t policy)
{
    memset(o, 0, sizeof *o);
    o->policy = policy;
}

struct majority_item *majority_order_find(struct majority_order *o, uint32_t pc, bool old)
{
    for (uint32_t i = 0; i < o->count; i++) {
        if (o->item[i].pc == pc && o->item[i].old == old) return &o->item[i];
    }
    return NULL;
}

bool majority_order_update(struct majority_order *o, const struct max_heap_update *upd)
{
    struct majority_item *item = majority_order_find(o, upd->pc, false);
    if (item == NULL) {
        if (!upd->open) return false;
        o->item[o->count++] = (struct majority_item){upd->pc, upd->nthd, upd->wid, upd->wid, false};
        return true;
    }
    if (o->policy != MAX_HEAP_PDOM) item->cnt += upd->nthd;
    else if (upd->nthd < item->cnt) item->cnt = upd->nthd;
    if (item->wpt != upd->wid) o->next[item->wpt] = upd->wid;
    item->wpt = upd->wid;
    return true;
}

void majority_order_sweep(struct majority_order *o)
{
    for (uint32_t i = 0; i < o->count; i++) o->item[i].old = true;
}

bool majority_order_first(uint32_t policy, const struct majority_item *a,
                          const struct majority_item *b)
{
    if (a->old && !b->old) return true;
    if (b->old && !a->old) return false;
    if (policy == MAX_HEAP_MAJORITY && a->cnt != b->cnt) return a->cnt > b->cnt;
    if (policy == MAX_HEAP_MINORITY && a->cnt != b->cnt) return a->cnt < b->cnt;
    if (policy == MAX_HEAP_PDOM && a->cnt != b->cnt) return a->cnt < b->cnt;
    return a->pc < b->pc;
}

const struct majority_item *majority_order_max(const struct majority_order *o)
{
    const struct majority_item *best = NULL;
    for (uint32_t i = 0; i < o->count; i++) {
        const struct majority_item *item = &o->item[i];
        if (best == NULL || majority_order_first(o->policy, item, best)) best = item;
    }
    return best;
}

struct majority_item majority_order_pop(struct majority_order *o)
{
    const struct majority_item *max = majority_order_max(o);
    struct majority_item popped = *max;
    o->item[max - o->item] = o->item[--o->count];
    return popped;
}

uint32_t majority_order_sum(const struct majority_order *o)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < o->count; i++) sum += o->item[i].cnt;
    return sum;
}

/* ---- the neighbours: what they offer --------------------------------------------------- */

void majority_neighbours_reset(struct majority_neighbours *nb)
{
    majority_order_clear(&nb->order, nb->cfg->order);
    memset(nb->named, 0, sizeof nb->named);
    memset(nb->lut, 0, sizeof nb->lut);
    memset(nb->pending, 0, sizeof nb->pending);
    nb->queue_count = 0;
}

void majority_neighbours_init(struct majority_neighbours *nb, const struct max_heap_cfg *cfg)
{
    memset(nb, 0, sizeof *nb);
    nb->cfg = cfg;
    nb->lut_entries = 1u << cfg->lut_width;
    hd_rng_seed(&nb->rng, cfg->entries);
    majority_neighbours_reset(nb);
}

/* PCs already waiting stay; they are only met again by chance. */
void majority_neighbours_new_mood(struct majority_neighbours *nb)
{
    uint32_t mask = nb->cfg->pc_width == 32 ? UINT32_MAX : (1u << nb->cfg->pc_width) - 1;
    bool few = hd_rng_chance(&nb->rng, 1, 3);
    nb->pc_count = 1 + hd_rng_below(&nb->rng, few ? 4 : MAJORITY_PCS);
    for (uint32_t i = 0; i < MAJORITY_PCS; i++) nb->pcs[i] = (uint32_t)hd_rng_next(&nb->rng) & mask;
    nb->offer_chance = 1 + hd_rng_below(&nb->rng, 10);
    nb->pop_chance = hd_rng_chance(&nb->rng, 1, 3) ? 0 : hd_rng_below(&nb->rng, 11);
    nb->refuse_chance = hd_rng_chance(&nb->rng, 1, 2) ? 0 : hd_rng_below(&nb->rng, 11);
    nb->same_chance = hd_rng_below(&nb->rng, 6);
    nb->hold_chance = hd_rng_chance(&nb->rng, 1, 2) ? 0 : hd_rng_below(&nb->rng, 11);
    nb->sweep_chance = hd_rng_chance(&nb->rng, 1, 2) ? 0 : 1 + hd_rng_below(&nb->rng, 30);
}

/* The newest warp that waits for pc anywhere; false if there is none. */
static bool newest_warp(struct majority_neighbours *nb, uint32_t pc, uint32_t *wid)
{
    for (uint32_t u = MAX_HEAP_UPDATES; u-- > 0;) {
        if (nb->pending[u] && nb->offer[u].pc == pc) {
            *wid = nb->offer[u].wid;
            return true;
        }
    }
    for (uint32_t i = nb->queue_count; i-- > 0;) {
        if (nb->queue[i].pc == pc) {
            *wid = nb->queue[i].wid;
            return true;
        }
    }
    const struct majority_item *item = majority_order_find(&nb->order, pc, false);
    if (item != NULL) *wid = item->wpt;
    return item != NULL;
}

/* Is wid the tail of what waits at pc in the structure? */
static bool is_tail(struct majority_neighbours *nb, uint32_t pc, uint32_t wid)
{
    const struct majority_item *item = majority_order_find(&nb->order, pc, false);
    return item != NULL && item->wpt == wid;
}

static bool warp_waits(const struct majority_neighbours *nb, uint32_t wid)
{
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (nb->pending[u] && nb->offer[u].wid == wid) return true;
    }
    for (uint32_t i = 0; i < nb->queue_count; i++) {
        if (nb->queue[i].wid == wid) return true;
    }
    for (uint32_t i = 0; i < nb->order.count; i++) {
        uint32_t w = nb->order.item[i].wph;
        while (w != wid && w != nb->order.item[i].wpt) w = nb->order.next[w];
        if (w == wid) return true;
    }
    return false;
}

/* A warp that waits nowhere; false if a few tries find none. */
static bool fresh_warp(struct majority_neighbours *nb, uint32_t *wid)
{
    for (uint32_t i = 0; i < 4; i++) {
        *wid = hd_rng_below(&nb->rng, 1u << nb->cfg->wid_width);
        if (!warp_waits(nb, *wid)) return true;
    }
    return false;
}

static uint32_t threads_waiting(const struct majority_neighbours *nb)
{
    uint32_t sum = majority_order_sum(&nb->order);
    for (uint32_t i = 0; i < nb->queue_count; i++) sum += nb->queue[i].nthd;
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) sum += nb->pending[u] ? nb->offer[u].nthd : 0;
    return sum;
}

/*
 * Lets the update open a new warp, or join the warp last named for its PC. If that warp does not
 * wait any more the update is void. False if there is no warp for the update.
 */
static bool choose_warp(struct majority_neighbours *nb, struct max_heap_update *upd)
{
    struct majority_named *named = &nb->named[upd->pc % MAJORITY_NAMED];
    bool waits = newest_warp(nb, upd->pc, &upd->wid);
    if (!waits && named->used && named->pc == upd->pc) upd->wid = named->wid;
    else if (!waits) upd->wid = UINT32_MAX;
    upd->open = false;
    if (upd->wid != UINT32_MAX && hd_rng_chance(&nb->rng, 1, 2)) {
        /* A structure need not know that no warp is opened twice. */
        upd->open = is_tail(nb, upd->pc, upd->wid) && hd_rng_chance(&nb->rng, 1, 4);
        return true;
    }
    uint32_t fresh;
    upd->open = fresh_warp(nb, &fresh);
    if (upd->open) upd->wid = fresh;
    if (upd->wid != UINT32_MAX) *named = (struct majority_named){true, upd->pc, upd->wid};
    return upd->wid != UINT32_MAX;
}

/* A new offer on port u, if the counts and the warps allow one. */
static void new_offer(struct majority_neighbours *nb, uint32_t u)
{
    struct max_heap_update *upd = &nb->offer[u];
    upd->pc = nb->pcs[hd_rng_below(&nb->rng, nb->pc_count)];
    if (nb->queue_count > 0 && hd_rng_chance(&nb->rng, nb->same_chance, 10))
        upd->pc = nb->queue[nb->queue_count - 1].pc;
    /* An older update of this PC must not arrive after a younger one. */
    if (u == 0 && nb->pending[1] && nb->offer[1].pc == upd->pc) return;
    if (nb->cfg->order == MAX_HEAP_PDOM) {
        upd->nthd = hd_rng_below(&nb->rng, nb->cfg->lanes + 1);
    } else {
        uint32_t room = (1u << nb->cfg->cnt_width) - 1 - threads_waiting(nb);
        upd->nthd = 1 + hd_rng_below(&nb->rng, nb->cfg->lanes);
        if (upd->nthd > room) return;
    }
    nb->pending[u] = choose_warp(nb, upd);
}

static void noise_answer(struct majority_neighbours *nb, uint32_t u, struct max_heap_in *in)
{
    in->lkp_hit[u] = hd_rng_chance(&nb->rng, 1, 2);
    in->lkp_free[u] = hd_rng_chance(&nb->rng, 1, 2);
    in->lkp_mh[u] = hd_rng_below(&nb->rng, nb->cfg->entries);
    in->lkp_lut[u] = hd_rng_below(&nb->rng, nb->lut_entries);
}

/* A free entry of the LUT but `other`, from a random place on; none if the LUT refuses. */
static void free_answer(struct majority_neighbours *nb, uint32_t u, uint32_t other,
                        struct max_heap_in *in)
{
    uint32_t first = hd_rng_below(&nb->rng, nb->lut_entries);
    if (hd_rng_chance(&nb->rng, nb->refuse_chance, 10)) {
        nb->lut_refused++;
        return;
    }
    for (uint32_t i = 0; i < nb->lut_entries && !in->lkp_free[u]; i++) {
        uint32_t lut = (first + i) % nb->lut_entries;
        in->lkp_free[u] = !nb->lut[lut].used && lut != other;
        in->lkp_lut[u] = lut;
    }
}

static void true_answer(struct majority_neighbours *nb, uint32_t u, struct max_heap_in *in)
{
    uint32_t other = u == 1 && in->lkp_free[0] && !in->lkp_hit[0] ? in->lkp_lut[0] : UINT32_MAX;
    for (uint32_t i = 0; i < nb->lut_entries; i++) {
        if (!nb->lut[i].used || nb->lut[i].pc != nb->queue[u].pc) continue;
        in->lkp_hit[u] = true;
        in->lkp_mh[u] = nb->lut[i].mh;
        in->lkp_lut[u] = i;
        in->lkp_free[u] = hd_rng_chance(&nb->rng, 1, 2); /* means nothing on a hit */
        return;
    }
    free_answer(nb, u, other, in);
}

static bool any_old(const struct majority_neighbours *nb)
{
    for (uint32_t i = 0; i < nb->order.count; i++) {
        if (nb->order.item[i].old) return true;
    }
    return false;
}

void majority_neighbours_drive(struct majority_neighbours *nb, bool steady, struct max_heap_in *in)
{
    memset(in, 0, sizeof *in);
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (!nb->pending[u] && hd_rng_chance(&nb->rng, nb->offer_chance, 10)) new_offer(nb, u);
        in->upd_valid[u] = nb->pending[u];
        in->upd_pc[u] = nb->offer[u].pc;
        in->upd_nthd[u] = nb->offer[u].nthd;
        in->upd_wid[u] = nb->offer[u].wid;
        in->upd_open[u] = nb->offer[u].open;
    }
    in->hold = hd_rng_chance(&nb->rng, nb->hold_chance, 10);
    in->pop_en = hd_rng_chance(&nb->rng, nb->pop_chance, 10);
    /* A sweep that is ignored may come at any time. */
    bool ignored = !steady || nb->cfg->ageing == 0;
    if (!in->pop_en && (ignored || !any_old(nb)))
        in->sweep_en = hd_rng_chance(&nb->rng, nb->sweep_chance, 100);
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        bool asked = steady && u < nb->queue_count;
        if (asked && !(u == 1 && nb->queue[1].pc == nb->queue[0].pc)) true_answer(nb, u, in);
        else noise_answer(nb, u, in);
    }
}

/* ---- the neighbours: what they make of it ---------------------------------------------- */

/* The pool's links and the order's lead through the same warps. */
static void walk(const struct majority_neighbours *nb, const struct majority_item *item)
{
    for (uint32_t w = item->wph; w != item->wpt; w = nb->order.next[w]) {
        if (nb->next[w] != nb->order.next[w])
            fail_msg("PC %x: Next[%u] is %u, not %u", item->pc, w, nb->next[w], nb->order.next[w]);
    }
}

static void follow_root(struct majority_neighbours *nb, const struct max_heap_in *in,
                        const struct max_heap_out *out)
{
    const struct majority_item *max = majority_order_max(&nb->order);
    if (!out->root_valid) return;
    if (max == NULL) fail_msg("a root though nothing waits");
    if (out->root_pc != max->pc || out->root_cnt != max->cnt || out->root_wph != max->wph ||
        out->root_wpt != max->wpt || out->root_old != max->old)
        fail_msg("root is PC %x CNT %u, not PC %x CNT %u", out->root_pc, out->root_cnt, max->pc,
                 max->cnt);
    if (!in->pop_en) return;
    walk(nb, max);
    struct majority_item popped = majority_order_pop(&nb->order);
    nb->pops++;
    nb->old_pops += popped.old;
    if (popped.old) return; /* the LUT has forgotten it */
    if (!nb->lut[out->root_lut].used || nb->lut[out->root_lut].pc != out->root_pc)
        fail_msg("the root's LUT# %u is not the root's", out->root_lut);
    nb->lut[out->root_lut].used = false;
}

/* A sweep that is not ignored. Nothing else happens in its cycle. */
static void follow_sweep(struct majority_neighbours *nb, const struct max_heap_in *in,
                         const struct max_heap_out *out)
{
    if (!in->sweep_en || nb->cfg->ageing == 0 || out->busy) return;
    majority_order_sweep(&nb->order);
    memset(nb->lut, 0, sizeof nb->lut);
    nb->sweeps++;
    nb->swept_waiting += nb->queue_count > 0;
}

/* A pop is before an insertion; an insertion is before it gets a place. */
static void follow_lut(struct majority_neighbours *nb, const struct max_heap_in *in,
                       const struct max_heap_out *out)
{
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (!out->ins_en[u]) continue;
        struct majority_lut_entry *e = &nb->lut[in->lkp_lut[u]];
        if (e->used) fail_msg("LUT# %u is entered twice", in->lkp_lut[u]);
        *e = (struct majority_lut_entry){.used = true, .pc = out->lkp_pc[u]};
        nb->inserts++;
        nb->reborn += in->lkp_hit[u];
        nb->twins += majority_order_find(&nb->order, out->lkp_pc[u], true) != NULL;
    }
    for (uint32_t m = 0; m < MAX_HEAP_UPDATES; m++) {
        if (!out->move_en[m]) continue;
        if (!nb->lut[out->move_lut[m]].used) fail_msg("LUT# %u moves", out->move_lut[m]);
        nb->lut[out->move_lut[m]].mh = out->move_mh[m];
    }
}

static void follow_queue(struct majority_neighbours *nb, const struct max_heap_in *in,
                         const struct max_heap_out *out, uint32_t n)
{
    uint32_t free_places = nb->cfg->queue_depth - nb->queue_count;
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (out->upd_ready[u] != (free_places > u))
            fail_msg("upd_ready[%u] with %u places free", u, free_places);
        if (out->lkp_valid[u] != (nb->queue_count > u))
            fail_msg("lkp_valid[%u] with %u updates waiting", u, nb->queue_count);
        if (out->lkp_valid[u] && out->lkp_pc[u] != nb->queue[u].pc) fail_msg("lkp_pc[%u]", u);
        nb->queue_full += in->upd_valid[u] && !out->upd_ready[u];
    }
    if (n > nb->queue_count) fail_msg("%u updates dispatched of %u", n, nb->queue_count);
    uint32_t voids = 0;
    for (uint32_t u = 0; u < n; u++) {
        bool taken = majority_order_update(&nb->order, &nb->queue[u]);
        nb->hits += taken && !out->ins_en[u];
        voids += !taken;
    }
    nb->pairs += n == 2;
    nb->voids += voids;
    nb->void_pairs += voids == 2;
    nb->stuck += out->stuck;
    nb->held += n == 1 && nb->queue_count > 1 && in->hold;
    memmove(nb->queue, nb->queue + n, (nb->queue_count - n) * sizeof nb->queue[0]);
    nb->queue_count -= n;
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (!in->upd_valid[u] || free_places <= u) continue;
        nb->queue[nb->queue_count++] = nb->offer[u];
        nb->pending[u] = false;
    }
}

void majority_neighbours_follow(struct majority_neighbours *nb, const struct max_heap_in *in,
                                const struct max_heap_out *out, uint32_t n)
{
    if (out->size != nb->order.count) fail_msg("size is %u, not %u", out->size, nb->order.count);
    nb->full += out->size == nb->cfg->entries;
    follow_root(nb, in, out);
    follow_sweep(nb, in, out);
    follow_lut(nb, in, out);
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (out->link_en[u]) {
            nb->next[out->link_from[u]] = out->link_to[u];
            nb->links++;
        }
    }
    follow_queue(nb, in, out, n);
}

bool majority_neighbours_same_queue(const struct majority_neighbours *nb,
                                    const struct max_heap_update *queue, uint32_t count)
{
    if (count != nb->queue_count) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (queue[i].pc != nb->queue[i].pc || queue[i].nthd != nb->queue[i].nthd ||
            queue[i].wid != nb->queue[i].wid || queue[i].open != nb->queue[i].open)
            return false;
    }
    return true;
}
