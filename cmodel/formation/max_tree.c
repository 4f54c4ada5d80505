/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/max_tree.h"

#include <stddef.h>
#include <string.h>

#include "formation/update_queue.h"

enum {
    NO_SLOT = MAX_HEAP_MAX_ENTRIES, /* stands for "none" where a slot is named */
    MAX_LUT = 65536,                /* LUT# of the widest LutWidth */
};

/* What becomes of an update in this cycle. */
enum fate {
    FATE_WAITS,  /* it stays in the queue, or there is none */
    FATE_HIT,    /* it is added to an entry */
    FATE_REBORN, /* it starts the entry anew that is popped in this cycle */
    FATE_INSERT, /* it takes a slot */
    FATE_SAME,   /* update 1 is added to the entry that update 0 leaves */
    FATE_VOID,   /* it leaves the queue, and that is all */
};

/* --- init and reset ------------------------------------------------------ */

const char *max_tree_init(struct max_tree *s, const struct max_heap_cfg *cfg)
{
    const char *error = update_queue_cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void max_tree_reset(struct max_tree *s)
{
    memset(s->valid, 0, sizeof s->valid);
    s->queue_count = 0;
    s->size = 0;
    s->root = 0;
}

/* --- the parts of a cycle, all functions of state and inputs ------------- */

/* Do all entries become old? */
static bool sweeps(const struct max_tree *s, const struct max_heap_in *in)
{
    return in->sweep_en && s->cfg.ageing != 0;
}

/* Without a sweep: the slot popped in this cycle, or NO_SLOT. */
static uint32_t popped_slot(const struct max_tree *s, const struct max_heap_in *in)
{
    return in->pop_en && s->size > 0 ? s->root : NO_SLOT;
}

/*
 * Can update u be served? Slots are counted as they are at the start of the cycle: one freed by a
 * pop is not free yet.
 */
static enum fate look_up(const struct max_tree *s, const struct max_heap_in *in, uint32_t u,
                         uint32_t taken)
{
    bool gone = in->lkp_hit[u] && in->lkp_mh[u] == popped_slot(s, in);
    if (in->lkp_hit[u] && !gone) return FATE_HIT;
    if (!s->queue[u].open) return FATE_VOID;
    if (gone) return FATE_REBORN;
    return in->lkp_free[u] && s->size + taken < s->cfg.entries ? FATE_INSERT : FATE_WAITS;
}

/* In order: a sweep alone; else update 0, and update 1 only together with it. */
static void decide(const struct max_tree *s, const struct max_heap_in *in,
                   enum fate fate[MAX_HEAP_UPDATES])
{
    fate[0] = FATE_WAITS;
    fate[1] = FATE_WAITS;
    if (s->queue_count == 0 || sweeps(s, in)) return;
    fate[0] = look_up(s, in, 0, 0);
    if (s->queue_count < 2 || in->hold || fate[0] == FATE_WAITS) return;
    if (s->queue[1].pc != s->queue[0].pc)
        fate[1] = look_up(s, in, 1, fate[0] == FATE_INSERT ? 1 : 0);
    else if (fate[0] != FATE_VOID) fate[1] = FATE_SAME;
}

/* The first slot from i on that is invalid; there is one. */
static uint32_t free_slot(const struct max_tree *s, uint32_t i)
{
    while (s->valid[i]) i++;
    return i;
}

/* --- eval ---------------------------------------------------------------- */

static void eval_state_only(const struct max_tree *s, struct max_heap_out *out)
{
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        out->upd_ready[u] = s->queue_count + u < s->cfg.queue_depth;
        out->lkp_valid[u] = s->queue_count > u;
        if (out->lkp_valid[u]) out->lkp_pc[u] = s->queue[u].pc;
    }
    out->size = s->size;
    out->root_valid = s->size > 0;
    if (out->root_valid) {
        out->root_pc = s->entry[s->root].pc;
        out->root_cnt = s->entry[s->root].cnt;
        out->root_wph = s->entry[s->root].wph;
        out->root_wpt = s->entry[s->root].wpt;
        out->root_lut = s->entry[s->root].lut;
        out->root_old = s->entry[s->root].old != 0;
    }
}

static void set_link(struct max_heap_out *out, uint32_t u, uint32_t from, uint32_t to)
{
    if (from == to) return;
    out->link_en[u] = true;
    out->link_from[u] = from;
    out->link_to[u] = to;
}

static void set_insert(struct max_heap_out *out, uint32_t u, uint32_t lut, uint32_t slot)
{
    out->ins_en[u] = true;
    out->move_en[u] = true;
    out->move_lut[u] = lut;
    out->move_mh[u] = slot;
}

/*
 * Root and queue are state only; a pop, update 0 and update 1 all move in one cycle. Whether update
 * 0 is stuck does not depend on a pop or a sweep: a hit is served with or without.
 */
void max_tree_eval(const struct max_tree *s, const struct max_heap_in *in, struct max_heap_out *out)
{
    enum fate fate[MAX_HEAP_UPDATES];
    uint32_t next_free = 0;

    memset(out, 0, sizeof *out);
    eval_state_only(s, out);
    out->stuck = s->queue_count > 0 && look_up(s, in, 0, 0) == FATE_WAITS;
    decide(s, in, fate);
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        uint32_t mh = in->lkp_mh[u];
        if (fate[u] == FATE_HIT) {
            set_link(out, u, s->entry[mh].wpt, s->queue[u].wid);
        } else if (fate[u] == FATE_SAME) {
            /* In each case update 0 has put its own warp at the tail. */
            set_link(out, u, s->queue[0].wid, s->queue[1].wid);
        } else if (fate[u] == FATE_REBORN) {
            set_insert(out, u, s->entry[mh].lut, mh);
        } else if (fate[u] == FATE_INSERT) {
            uint32_t slot = free_slot(s, next_free);
            set_insert(out, u, in->lkp_lut[u], slot);
            next_free = slot + 1;
        }
    }
}

/* --- tick ---------------------------------------------------------------- */

/*
 * The root found anew. The order of max_heap_beats as one number, 0 for an invalid slot: this loop
 * is most of the model's time, and so it runs without a branch.
 */
static void find_root(struct max_tree *s)
{
    uint32_t compared = s->cfg.order == MAX_HEAP_PC ? 0 : UINT16_MAX;
    uint32_t inverted = s->cfg.order == MAX_HEAP_MAJORITY ? 0 : UINT16_MAX;
    uint64_t best = 0;
    uint32_t root = 0;
    for (uint32_t i = 0; i < s->cfg.entries; i++) {
        const struct max_heap_entry *e = &s->entry[i];
        uint32_t top = e->old << 16 | ((e->cnt ^ inverted) & compared);
        uint64_t rank = ((uint64_t)top << 32 | (UINT32_MAX - e->pc)) + 1;
        rank = s->valid[i] ? rank : 0;
        root = rank > best ? i : root;
        best = rank > best ? rank : best;
    }
    s->root = root;
}

/* Adds an update to a valid slot, or starts an invalid slot with it. */
static void apply(struct max_tree *s, uint32_t slot, const struct max_heap_update *upd,
                  uint32_t lut)
{
    struct max_heap_entry *e = &s->entry[slot];
    if (s->valid[slot]) {
        e->cnt = update_queue_count(s->cfg.order, e->cnt, upd->nthd);
        e->wpt = upd->wid;
    } else {
        *e = (struct max_heap_entry){
            .pc = upd->pc, .cnt = upd->nthd, .wph = upd->wid, .wpt = upd->wid, .lut = lut};
        s->valid[slot] = 1;
        s->size++;
    }
    /* Without a pop no other slot can have become the root, unless it was the root that is hit and
     * a greater count is worse. */
    if (s->size == 1 || max_heap_beats(s->cfg.order, e, &s->entry[s->root])) s->root = slot;
    else if (slot == s->root && s->cfg.order == MAX_HEAP_MINORITY) find_root(s);
}

static void tick_sweep(struct max_tree *s)
{
    for (uint32_t i = 0; i < s->cfg.entries; i++) s->entry[i].old = 1;
    find_root(s);
}

/* The pop first, then update 0, then update 1: an update of the popped slot finds it invalid. */
void max_tree_tick(struct max_tree *s, const struct max_heap_in *in, const struct max_heap_out *out)
{
    enum fate fate[MAX_HEAP_UPDATES];
    uint32_t slot[MAX_HEAP_UPDATES] = {0, 0};
    uint32_t popped = popped_slot(s, in);
    uint32_t n = 0;

    decide(s, in, fate);
    if (sweeps(s, in)) {
        tick_sweep(s);
    } else if (popped != NO_SLOT) {
        s->valid[popped] = 0;
        s->size--;
        find_root(s);
    }
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES && fate[u] != FATE_WAITS; u++) {
        n++;
        if (fate[u] == FATE_VOID) continue;
        slot[u] = fate[u] == FATE_HIT ? in->lkp_mh[u] : out->move_mh[u];
        if (fate[u] == FATE_SAME) slot[u] = slot[0];
        apply(s, slot[u], &s->queue[u], out->move_lut[u]);
    }
    update_queue_tick(s->queue, &s->queue_count, in, out, n);
}

/* --- check --------------------------------------------------------------- */

/*
 * Of two entries of one PC one is old; the LUT# of an old one means nothing. Of cnt_sum only the
 * upper bound is visible here.
 */
static const char *check_entries(const struct max_tree *s)
{
    uint8_t seen[MAX_LUT / 8];
    uint64_t pc[MAX_HEAP_MAX_ENTRIES]; /* with the old bit on top */
    uint32_t n = 0;
    uint32_t sum = 0;
    bool counts = s->cfg.order != MAX_HEAP_PDOM;

    memset(seen, 0, ((1u << s->cfg.lut_width) + 7) / 8);
    for (uint32_t i = 0; i < s->cfg.entries; i++) {
        const struct max_heap_entry *e = &s->entry[i];
        uint32_t lut = e->lut & ((1u << s->cfg.lut_width) - 1);
        if (!s->valid[i]) continue;
        if (counts && e->cnt == 0) return "cnt_positive";
        if (!e->old && seen[lut / 8] >> (lut % 8) & 1) return "unique_lut";
        if (!e->old) seen[lut / 8] |= (uint8_t)(1u << (lut % 8));
        pc[n] = (uint64_t)e->old << 32 | e->pc;
        for (uint32_t j = 0; j < n; j++) {
            if (pc[j] == pc[n]) return "unique_pc";
        }
        n++;
        sum += e->cnt;
    }
    if (n != s->size) return "size_is_count"; /* the derived field, no invariant of the block */
    return counts && sum >> s->cfg.cnt_width != 0 ? "cnt_sum" : NULL;
}

const char *max_tree_check(const struct max_tree *s)
{
    if (s->queue_count > s->cfg.queue_depth) return "queue_range";
    const char *broken = check_entries(s);
    if (broken != NULL || s->size == 0) return broken;
    if (s->root >= s->cfg.entries || !s->valid[s->root]) return "root_is_max";
    for (uint32_t i = 0; i < s->cfg.entries; i++) {
        if (s->valid[i] && max_heap_beats(s->cfg.order, &s->entry[i], &s->entry[s->root]))
            return "root_is_max";
    }
    return NULL;
}

/* --- promise ------------------------------------------------------------- */

/*
 * The answer to the look-up of update u, against the slots at the start of the cycle. The LUT knows
 * no old entry.
 */
static const char *answer_promise(const struct max_tree *s, const struct max_heap_in *in,
                                  uint32_t u)
{
    uint32_t pc = s->queue[u].pc;
    uint32_t mh = in->lkp_mh[u];
    if (in->lkp_hit[u]) {
        if (mh >= s->cfg.entries || !s->valid[mh] || s->entry[mh].old || s->entry[mh].pc != pc)
            return "a look-up hits at a position that does not hold its PC";
        if (s->entry[mh].lut != in->lkp_lut[u])
            return "a look-up hits with another LUT# than the entry's";
        return NULL;
    }
    for (uint32_t i = 0; i < s->cfg.entries; i++) {
        if (!s->valid[i] || s->entry[i].old) continue;
        if (s->entry[i].pc == pc) return "a look-up misses though the heap holds its PC";
        if (in->lkp_free[u] && s->entry[i].lut == in->lkp_lut[u]) return "a free LUT# is in use";
    }
    if (in->lkp_free[u] && (uint64_t)in->lkp_lut[u] >> s->cfg.lut_width != 0)
        return "a free LUT# is wider than LutWidth";
    return NULL;
}

/* The counts of all entries at the end of the cycle: without the popped one, with what arrives. */
static bool counts_overflow(const struct max_tree *s, const struct max_heap_in *in)
{
    enum fate fate[MAX_HEAP_UPDATES];
    uint32_t popped = popped_slot(s, in);
    uint32_t sum = 0;
    if (s->cfg.order == MAX_HEAP_PDOM) return false;
    decide(s, in, fate);
    for (uint32_t i = 0; i < s->cfg.entries; i++)
        sum += s->valid[i] && i != popped ? s->entry[i].cnt : 0;
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++)
        sum += fate[u] != FATE_WAITS && fate[u] != FATE_VOID ? s->queue[u].nthd : 0;
    return sum >> s->cfg.cnt_width != 0;
}

/*
 * The LUT's answers are judged where they are looked at: not that for an update 1 of update 0's PC,
 * or that is held back.
 */
const char *max_tree_promise(const struct max_tree *s, const struct max_heap_in *in)
{
    const char *broken = update_queue_promise(&s->cfg, in);
    if (broken != NULL) return broken;
    if (sweeps(s, in) && s->size > 0 && s->entry[s->root].old)
        return "a sweep while an entry is old"; /* the root beats all others: else none is */
    bool two_pcs = s->queue_count > 1 && s->queue[0].pc != s->queue[1].pc && !in->hold;
    if (s->queue_count > 0) broken = answer_promise(s, in, 0);
    if (broken == NULL && two_pcs) broken = answer_promise(s, in, 1);
    if (broken != NULL) return broken;
    if (two_pcs && !in->lkp_hit[0] && !in->lkp_hit[1] && in->lkp_free[0] && in->lkp_free[1] &&
        in->lkp_lut[0] == in->lkp_lut[1])
        return "two free LUT# offered to two PCs are equal";
    return counts_overflow(s, in) ? "the counts of all entries do not fit CntWidth" : NULL;
}
