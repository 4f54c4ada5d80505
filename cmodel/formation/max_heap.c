/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/max_heap.h"

#include <stddef.h>
#include <string.h>

#include "formation/update_queue.h"

enum {
    MAX_LUT = 65536, /* LUT# of the widest LutWidth */
};

/* What becomes of an update in this cycle. */
enum fate {
    FATE_WAITS,  /* it stays in the queue, or there is none */
    FATE_HIT,    /* it is added to an entry */
    FATE_INSERT, /* it starts an entry */
    FATE_VOID,   /* it leaves the queue, and that is all */
};

/* What a busy lane does in a cycle. */
enum step {
    STEP_NONE,   /* the lane is not busy, or waits, or has read the left child only */
    STEP_MOVE,   /* another entry is written to the hole, the hole goes to that entry's place */
    STEP_SETTLE, /* held is written to the hole */
};

struct lane_step {
    enum step step;
    uint32_t from; /* STEP_MOVE: the position that the hole goes to */
};

/* --- init and reset ------------------------------------------------------ */

const char *max_heap_init(struct max_heap *s, const struct max_heap_cfg *cfg)
{
    const char *error = update_queue_cfg_error(cfg);
    if (error == NULL && (cfg->ports < 1 || cfg->ports > MAX_HEAP_LANES))
        error = "Ports must be 1 or 2";
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void max_heap_reset(struct max_heap *s)
{
    s->queue_count = 0;
    s->size = 0;
    s->phase = MAX_HEAP_IDLE;
    s->lane_busy[0] = false;
    s->lane_busy[1] = false;
}

/* --- the parts of a cycle, all functions of state and inputs ------------- */

bool max_heap_beats(uint32_t order, const struct max_heap_entry *a, const struct max_heap_entry *b)
{
    if (a->old != b->old) return a->old > b->old;
    if (order == MAX_HEAP_PC || a->cnt == b->cnt) return a->pc < b->pc;
    return order == MAX_HEAP_MAJORITY ? a->cnt > b->cnt : a->cnt < b->cnt;
}

static uint32_t parent_of(uint32_t i) { return (i - 1) / 2; }

/* In phase Idle: do all entries become old? */
static bool sweeps(const struct max_heap *s, const struct max_heap_in *in)
{
    return in->sweep_en && s->cfg.ageing != 0;
}

/* In phase Idle, without a sweep: is the root taken away? */
static bool pops(const struct max_heap *s, const struct max_heap_in *in)
{
    return in->pop_en && s->size > 0;
}

/* Can update u be served by a balanced heap that has `taken` entries by then? */
static enum fate look_up(const struct max_heap *s, const struct max_heap_in *in, uint32_t u,
                         uint32_t taken)
{
    if (in->lkp_hit[u]) return FATE_HIT;
    if (!s->queue[u].open) return FATE_VOID;
    return in->lkp_free[u] && taken < s->cfg.entries ? FATE_INSERT : FATE_WAITS;
}

/* May update 1 leave together with update 0, if it can be served? */
static bool second_may_leave(const struct max_heap *s, const struct max_heap_in *in)
{
    if (s->cfg.ports < 2 || in->hold || s->queue_count < 2) return false;
    if (s->queue[1].pc == s->queue[0].pc) return false;
    /* An entry that is hit moves down, which lane 0 does alone. */
    return s->cfg.order != MAX_HEAP_MINORITY || !(in->lkp_hit[0] || in->lkp_hit[1]);
}

/* In phase Idle, in order: a sweep, a pop, update 0, and update 1 only together with it. */
static void decide(const struct max_heap *s, const struct max_heap_in *in,
                   enum fate fate[MAX_HEAP_UPDATES])
{
    fate[0] = FATE_WAITS;
    fate[1] = FATE_WAITS;
    if (s->queue_count == 0 || sweeps(s, in) || pops(s, in)) return;
    fate[0] = look_up(s, in, 0, s->size);
    if (fate[0] == FATE_WAITS || !second_may_leave(s, in)) return;
    fate[1] = look_up(s, in, 1, s->size + (fate[0] == FATE_INSERT ? 1 : 0));
}

/*
 * One step upward of lane l. The lanes decide on the holes they had at the
 * start of the cycle; of two lanes under one parent lane 0 goes first.
 */
static struct lane_step step_up(const struct max_heap *s, uint32_t l)
{
    const struct lane_step wait = {.step = STEP_NONE};
    const struct lane_step settle = {.step = STEP_SETTLE};
    uint32_t hole = s->lane_hole[l];
    uint32_t other = s->lane_hole[1 - l];

    if (!s->lane_busy[l]) return wait;
    if (hole == 0) return settle;
    uint32_t parent = parent_of(hole);
    if (s->lane_busy[1 - l]) {
        if (other == parent) return wait; /* the entry above is in flight */
        if (l == 1 && other != 0 && parent_of(other) == parent) return wait;
    }
    if (!max_heap_beats(s->cfg.order, &s->lane_held[l], &s->entry[parent])) return settle;
    return (struct lane_step){.step = STEP_MOVE, .from = parent};
}

/*
 * One step downward of lane 0. With one port the left child is read first,
 * into s->left, and the step is completed in DownRight.
 */
static struct lane_step step_down(const struct max_heap *s)
{
    const struct lane_step settle = {.step = STEP_SETTLE};
    uint32_t child = 2 * s->lane_hole[0] + 1;

    if (child >= s->size) return settle;
    if (s->cfg.ports == 1 && s->phase == MAX_HEAP_DOWN)
        return (struct lane_step){.step = STEP_NONE};
    const struct max_heap_entry *best =
        s->phase == MAX_HEAP_DOWN_RIGHT ? &s->left : &s->entry[child];
    if (child + 1 < s->size && max_heap_beats(s->cfg.order, &s->entry[child + 1], best)) {
        child++;
        best = &s->entry[child];
    }
    if (!max_heap_beats(s->cfg.order, best, &s->lane_held[0])) return settle;
    return (struct lane_step){.step = STEP_MOVE, .from = child};
}

/* What lane l does in a cycle that is not Idle. */
static struct lane_step step_of(const struct max_heap *s, uint32_t l)
{
    if (s->phase == MAX_HEAP_UP) return step_up(s, l);
    if (l == 0) return step_down(s);
    return (struct lane_step){.step = STEP_NONE};
}

/* The entry that lane l writes to its hole. */
static const struct max_heap_entry *written_by(const struct max_heap *s, uint32_t l,
                                               struct lane_step step)
{
    if (step.step == STEP_SETTLE) return &s->lane_held[l];
    /* With one port the left child is not read a second time. */
    if (s->phase == MAX_HEAP_DOWN_RIGHT && step.from == 2 * s->lane_hole[0] + 1) return &s->left;
    return &s->entry[step.from];
}

/* --- eval ---------------------------------------------------------------- */

static void eval_state_only(const struct max_heap *s, struct max_heap_out *out)
{
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        out->upd_ready[u] = s->queue_count + u < s->cfg.queue_depth;
        out->lkp_valid[u] = s->queue_count > u;
        if (out->lkp_valid[u]) out->lkp_pc[u] = s->queue[u].pc;
    }
    out->size = s->size;
    out->busy = s->phase != MAX_HEAP_IDLE;
    out->root_valid = s->phase == MAX_HEAP_IDLE && s->size > 0;
    if (out->root_valid) {
        out->root_pc = s->entry[0].pc;
        out->root_cnt = s->entry[0].cnt;
        out->root_wph = s->entry[0].wph;
        out->root_wpt = s->entry[0].wpt;
        out->root_lut = s->entry[0].lut;
        out->root_old = s->entry[0].old != 0;
    }
}

static void eval_dispatch(const struct max_heap *s, const struct max_heap_in *in,
                          struct max_heap_out *out)
{
    enum fate fate[MAX_HEAP_UPDATES];

    if (s->queue_count == 0) return;
    /* A pop or a sweep in this cycle makes no difference: a pop may be the answer to it. */
    out->stuck = look_up(s, in, 0, s->size) == FATE_WAITS;
    decide(s, in, fate);
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (fate[u] == FATE_INSERT) out->ins_en[u] = true;
        if (fate[u] != FATE_HIT) continue;
        const struct max_heap_entry *found = &s->entry[in->lkp_mh[u]];
        if (s->queue[u].wid != found->wpt) {
            out->link_en[u] = true;
            out->link_from[u] = found->wpt;
            out->link_to[u] = s->queue[u].wid;
        }
    }
}

/*
 * Idle: a sweep, or else a pop, or else up to Ports updates in order. Otherwise each busy lane
 * takes a step; the entry that it writes is reported, unless the entry is old: the LUT has
 * forgotten old entries.
 */
void max_heap_eval(const struct max_heap *s, const struct max_heap_in *in, struct max_heap_out *out)
{
    memset(out, 0, sizeof *out);
    eval_state_only(s, out);
    if (s->phase == MAX_HEAP_IDLE) {
        eval_dispatch(s, in, out);
        return;
    }
    for (uint32_t l = 0; l < MAX_HEAP_LANES; l++) {
        struct lane_step step = step_of(s, l);
        if (step.step == STEP_NONE) continue;
        const struct max_heap_entry *written = written_by(s, l, step);
        if (written->old) continue;
        out->move_en[l] = true;
        out->move_lut[l] = written->lut;
        out->move_mh[l] = s->lane_hole[l];
    }
}

/* --- tick ---------------------------------------------------------------- */

static void tick_sweep(struct max_heap *s)
{
    for (uint32_t i = 0; i < s->size; i++) s->entry[i].old = 1;
}

static void tick_pop(struct max_heap *s)
{
    s->size--;
    if (s->size == 0) return;
    s->lane_busy[0] = true;
    s->lane_hole[0] = 0;
    s->lane_held[0] = s->entry[s->size];
    s->phase = MAX_HEAP_DOWN;
}

/* Update u goes to lane u, unless it is void. update_queue_tick drops it from the queue. */
static void tick_update(struct max_heap *s, const struct max_heap_in *in, uint32_t u,
                        enum fate fate)
{
    const struct max_heap_update *upd = &s->queue[u];
    struct max_heap_entry *held = &s->lane_held[u];

    if (fate == FATE_VOID) return;
    if (fate == FATE_HIT) {
        *held = s->entry[in->lkp_mh[u]];
        held->cnt = update_queue_count(s->cfg.order, held->cnt, upd->nthd);
        held->wpt = upd->wid;
        s->lane_hole[u] = in->lkp_mh[u];
    } else {
        *held = (struct max_heap_entry){.pc = upd->pc,
                                        .cnt = upd->nthd,
                                        .wph = upd->wid,
                                        .wpt = upd->wid,
                                        .lut = in->lkp_lut[u]};
        s->lane_hole[u] = s->size++;
    }
    s->lane_busy[u] = true;
    bool sinks = fate == FATE_HIT && s->cfg.order == MAX_HEAP_MINORITY;
    s->phase = sinks ? MAX_HEAP_DOWN : MAX_HEAP_UP;
}

/* Returns how many updates leave the queue. */
static uint32_t tick_dispatch(struct max_heap *s, const struct max_heap_in *in)
{
    enum fate fate[MAX_HEAP_UPDATES];
    uint32_t n = 0;

    decide(s, in, fate);
    while (n < MAX_HEAP_UPDATES && fate[n] != FATE_WAITS) {
        tick_update(s, in, n, fate[n]);
        n++;
    }
    return n;
}

/* Both steps are found before either is made: a lane sees the state at the start of the cycle. */
static void tick_lanes(struct max_heap *s)
{
    struct lane_step step[MAX_HEAP_LANES] = {step_of(s, 0), step_of(s, 1)};
    bool reads_left = step[0].step == STEP_NONE && s->phase == MAX_HEAP_DOWN;

    for (uint32_t l = 0; l < MAX_HEAP_LANES; l++) {
        if (step[l].step == STEP_NONE) continue;
        s->entry[s->lane_hole[l]] = *written_by(s, l, step[l]);
        s->lane_hole[l] = step[l].step == STEP_MOVE ? step[l].from : s->lane_hole[l];
        s->lane_busy[l] = step[l].step == STEP_MOVE;
    }
    if (reads_left) {
        s->left = s->entry[2 * s->lane_hole[0] + 1];
        s->phase = MAX_HEAP_DOWN_RIGHT;
    } else if (s->phase == MAX_HEAP_DOWN_RIGHT) {
        s->phase = MAX_HEAP_DOWN;
    }
    if (!s->lane_busy[0] && !s->lane_busy[1]) s->phase = MAX_HEAP_IDLE;
}

void max_heap_tick(struct max_heap *s, const struct max_heap_in *in, const struct max_heap_out *out)
{
    uint32_t n = 0;
    if (s->phase != MAX_HEAP_IDLE) tick_lanes(s);
    else if (sweeps(s, in)) tick_sweep(s);
    else if (pops(s, in)) tick_pop(s);
    else n = tick_dispatch(s, in);
    update_queue_tick(s->queue, &s->queue_count, in, out, n);
}

/* --- check --------------------------------------------------------------- */

/* The entry of position i: while i is a hole, the entry that the hole's lane holds. */
static const struct max_heap_entry *entry_at(const struct max_heap *s, uint32_t i)
{
    for (uint32_t l = 0; l < MAX_HEAP_LANES; l++) {
        if (s->lane_busy[l] && s->lane_hole[l] == i) return &s->lane_held[l];
    }
    return &s->entry[i];
}

static const char *check_ranges(const struct max_heap *s)
{
    if (s->queue_count > s->cfg.queue_depth) return "queue_range";
    if (s->size > s->cfg.entries) return "hole_range";
    for (uint32_t l = 0; l < MAX_HEAP_LANES; l++) {
        if (s->lane_busy[l] && s->lane_hole[l] >= s->size) return "hole_range";
    }
    /* Two holes in one place would lose an entry. */
    if (s->lane_busy[0] && s->lane_busy[1] && s->lane_hole[0] == s->lane_hole[1])
        return "hole_range";
    return NULL;
}

/*
 * Of two entries of one PC one is old; the LUT# of an old one means nothing. Of cnt_sum only the
 * upper bound is visible here.
 */
static const char *check_entries(const struct max_heap *s)
{
    uint8_t seen[MAX_LUT / 8];
    uint64_t pc[MAX_HEAP_MAX_ENTRIES]; /* with the old bit on top */
    uint32_t sum = 0;
    bool counts = s->cfg.order != MAX_HEAP_PDOM;

    memset(seen, 0, ((1u << s->cfg.lut_width) + 7) / 8);
    for (uint32_t i = 0; i < s->size; i++) {
        const struct max_heap_entry *e = entry_at(s, i);
        uint32_t lut = e->lut & ((1u << s->cfg.lut_width) - 1);
        if (counts && e->cnt == 0) return "cnt_positive";
        if (!e->old && seen[lut / 8] >> (lut % 8) & 1) return "unique_lut";
        if (!e->old) seen[lut / 8] |= (uint8_t)(1u << (lut % 8));
        pc[i] = (uint64_t)e->old << 32 | e->pc;
        for (uint32_t j = 0; j < i; j++) {
            if (pc[j] == pc[i]) return "unique_pc";
        }
        sum += e->cnt;
    }
    return counts && sum >> s->cfg.cnt_width != 0 ? "cnt_sum" : NULL;
}

const char *max_heap_check(const struct max_heap *s)
{
    const char *broken = check_ranges(s);
    if (broken == NULL) broken = check_entries(s);
    if (broken != NULL || s->phase != MAX_HEAP_IDLE) return broken;
    for (uint32_t i = 1; i < s->size; i++) {
        if (!max_heap_beats(s->cfg.order, &s->entry[parent_of(i)], &s->entry[i]))
            return "heap_order";
    }
    return NULL;
}

/* --- promise ------------------------------------------------------------- */

/* The answer to the look-up of update u, against the balanced heap. The LUT knows no old entry. */
static const char *answer_promise(const struct max_heap *s, const struct max_heap_in *in,
                                  uint32_t u)
{
    uint32_t pc = s->queue[u].pc;
    uint32_t mh = in->lkp_mh[u];
    if (in->lkp_hit[u]) {
        if (mh >= s->size || s->entry[mh].old || s->entry[mh].pc != pc)
            return "a look-up hits at a position that does not hold its PC";
        if (s->entry[mh].lut != in->lkp_lut[u])
            return "a look-up hits with another LUT# than the entry's";
        return NULL;
    }
    for (uint32_t i = 0; i < s->size; i++) {
        if (s->entry[i].old) continue;
        if (s->entry[i].pc == pc) return "a look-up misses though the heap holds its PC";
        if (in->lkp_free[u] && s->entry[i].lut == in->lkp_lut[u]) return "a free LUT# is in use";
    }
    if (in->lkp_free[u] && (uint64_t)in->lkp_lut[u] >> s->cfg.lut_width != 0)
        return "a free LUT# is wider than LutWidth";
    return NULL;
}

/* The counts of all entries, with the updates that are dispatched in this cycle. */
static bool counts_overflow(const struct max_heap *s, const struct max_heap_in *in)
{
    enum fate fate[MAX_HEAP_UPDATES];
    uint32_t sum = 0;
    if (s->cfg.order == MAX_HEAP_PDOM) return false;
    decide(s, in, fate);
    for (uint32_t i = 0; i < s->size; i++) sum += s->entry[i].cnt;
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++)
        sum += fate[u] == FATE_HIT || fate[u] == FATE_INSERT ? s->queue[u].nthd : 0;
    return sum >> s->cfg.cnt_width != 0;
}

/*
 * The LUT's answers are judged where they are looked at: that for update 0 whenever the heap is
 * balanced (stuck), that for update 1 where it could be dispatched.
 */
const char *max_heap_promise(const struct max_heap *s, const struct max_heap_in *in)
{
    const char *broken = update_queue_promise(&s->cfg, in);
    if (broken != NULL || s->phase != MAX_HEAP_IDLE) return broken;
    /* The root beats all others: if it is not old, none is. */
    if (sweeps(s, in) && s->size > 0 && s->entry[0].old) return "a sweep while an entry is old";
    if (s->queue_count > 0) broken = answer_promise(s, in, 0);
    if (broken != NULL || sweeps(s, in) || pops(s, in)) return broken;
    bool both = second_may_leave(s, in);
    if (both) broken = answer_promise(s, in, 1);
    if (broken != NULL) return broken;
    if (both && !in->lkp_hit[0] && !in->lkp_hit[1] && in->lkp_free[0] && in->lkp_free[1] &&
        in->lkp_lut[0] == in->lkp_lut[1])
        return "two free LUT# offered to two PCs are equal";
    return counts_overflow(s, in) ? "the counts of all entries do not fit CntWidth" : NULL;
}
