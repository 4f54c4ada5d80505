/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/max_heap.h"

#include <stddef.h>
#include <string.h>

#include "formation/update_queue.h"

enum {
    MAX_LUT = 65536, /* LUT# of the widest LutWidth */
};

/* What a busy lane does in a cycle. */
enum step {
    STEP_NONE,   /* not busy, or it waits, or it has read the left child only */
    STEP_MOVE,   /* another entry is written to the hole, the hole goes to its place */
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

bool max_heap_beats(const struct max_heap_entry *a, const struct max_heap_entry *b)
{
    return a->cnt > b->cnt || (a->cnt == b->cnt && a->pc < b->pc);
}

static uint32_t parent_of(uint32_t i) { return (i - 1) / 2; }

/* In phase Idle: is the root taken away? */
static bool pops(const struct max_heap *s, const struct max_heap_in *in)
{
    return in->pop_en && s->size > 0;
}

/* How many updates leave the queue: a prefix of the oldest two. A pop goes first. */
static uint32_t dispatched(const struct max_heap *s, const struct max_heap_in *in)
{
    uint32_t size = s->size;
    uint32_t n = 0;
    if (s->phase != MAX_HEAP_IDLE || pops(s, in)) return 0;
    while (n < s->cfg.ports && n < s->queue_count) {
        if (n == 1 && s->queue[1].pc == s->queue[0].pc) break;
        if (!in->lkp_hit[n] && !(in->lkp_free[n] && size < s->cfg.entries)) break;
        size += in->lkp_hit[n] ? 0 : 1;
        n++;
    }
    return n;
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
    if (!max_heap_beats(&s->lane_held[l], &s->entry[parent])) return settle;
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
    if (child + 1 < s->size && max_heap_beats(&s->entry[child + 1], best)) {
        child++;
        best = &s->entry[child];
    }
    if (!max_heap_beats(best, &s->lane_held[0])) return settle;
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
    }
}

static void eval_dispatch(const struct max_heap *s, const struct max_heap_in *in,
                          struct max_heap_out *out)
{
    uint32_t n = dispatched(s, in);
    for (uint32_t u = 0; u < n; u++) {
        if (!in->lkp_hit[u]) {
            out->ins_en[u] = true;
            continue;
        }
        const struct max_heap_entry *found = &s->entry[in->lkp_mh[u]];
        if (s->queue[u].wid != found->wpt) {
            out->link_en[u] = true;
            out->link_from[u] = found->wpt;
            out->link_to[u] = s->queue[u].wid;
        }
    }
}

/* Idle: a pop, or else up to Ports updates in order. Otherwise each busy lane takes a step. */
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
        out->move_en[l] = true;
        out->move_lut[l] = written_by(s, l, step)->lut;
        out->move_mh[l] = s->lane_hole[l];
    }
}

/* --- tick ---------------------------------------------------------------- */

static void tick_pop(struct max_heap *s)
{
    s->size--;
    if (s->size == 0) return;
    s->lane_busy[0] = true;
    s->lane_hole[0] = 0;
    s->lane_held[0] = s->entry[s->size];
    s->phase = MAX_HEAP_DOWN;
}

/* The oldest n updates go to lanes 0 .. n-1. They stay in the queue; tick_queue drops them. */
static void tick_dispatch(struct max_heap *s, const struct max_heap_in *in, uint32_t n)
{
    for (uint32_t u = 0; u < n; u++) {
        const struct max_heap_update *upd = &s->queue[u];
        struct max_heap_entry *held = &s->lane_held[u];
        if (in->lkp_hit[u]) {
            *held = s->entry[in->lkp_mh[u]];
            held->cnt += upd->nthd;
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
        s->phase = MAX_HEAP_UP;
    }
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
    uint32_t n = dispatched(s, in);
    if (s->phase != MAX_HEAP_IDLE) tick_lanes(s);
    else if (pops(s, in)) tick_pop(s);
    else tick_dispatch(s, in, n);
    update_queue_tick(s->queue, &s->queue_count, in, out, n);
}

/* --- check --------------------------------------------------------------- */

/* The entry of position i: while i is a hole, the one that its lane holds. */
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

/* cnt_sum: of the sum only the upper bound is visible here. */
static const char *check_entries(const struct max_heap *s)
{
    uint8_t seen[MAX_LUT / 8];
    uint32_t pc[MAX_HEAP_MAX_ENTRIES];
    uint32_t sum = 0;

    memset(seen, 0, ((1u << s->cfg.lut_width) + 7) / 8);
    for (uint32_t i = 0; i < s->size; i++) {
        const struct max_heap_entry *e = entry_at(s, i);
        uint32_t lut = e->lut & ((1u << s->cfg.lut_width) - 1);
        if (e->cnt == 0) return "cnt_positive";
        if (seen[lut / 8] >> (lut % 8) & 1) return "unique_lut";
        seen[lut / 8] |= (uint8_t)(1u << (lut % 8));
        for (uint32_t j = 0; j < i; j++) {
            if (pc[j] == e->pc) return "unique_pc";
        }
        pc[i] = e->pc;
        sum += e->cnt;
    }
    return sum >> s->cfg.cnt_width != 0 ? "cnt_sum" : NULL;
}

const char *max_heap_check(const struct max_heap *s)
{
    const char *broken = check_ranges(s);
    if (broken == NULL) broken = check_entries(s);
    if (broken != NULL || s->phase != MAX_HEAP_IDLE) return broken;
    for (uint32_t i = 1; i < s->size; i++) {
        if (!max_heap_beats(&s->entry[parent_of(i)], &s->entry[i])) return "heap_order";
    }
    return NULL;
}

/* --- promise ------------------------------------------------------------- */

/* The answer to the look-up of update u, against the heap (balanced). */
static const char *answer_promise(const struct max_heap *s, const struct max_heap_in *in,
                                  uint32_t u)
{
    uint32_t pc = s->queue[u].pc;
    if (in->lkp_hit[u]) {
        if (in->lkp_mh[u] >= s->size || s->entry[in->lkp_mh[u]].pc != pc)
            return "a look-up hits at a position that does not hold its PC";
        if (s->entry[in->lkp_mh[u]].lut != in->lkp_lut[u])
            return "a look-up hits with another LUT# than the entry's";
        return NULL;
    }
    for (uint32_t i = 0; i < s->size; i++) {
        if (s->entry[i].pc == pc) return "a look-up misses though the heap holds its PC";
        if (in->lkp_free[u] && s->entry[i].lut == in->lkp_lut[u]) return "a free LUT# is in use";
    }
    if (in->lkp_free[u] && (uint64_t)in->lkp_lut[u] >> s->cfg.lut_width != 0)
        return "a free LUT# is wider than LutWidth";
    return NULL;
}

/* The counts of all entries with what is dispatched in this cycle. */
static bool counts_overflow(const struct max_heap *s, const struct max_heap_in *in)
{
    uint32_t sum = 0;
    uint32_t n = dispatched(s, in);
    for (uint32_t i = 0; i < s->size; i++) sum += s->entry[i].cnt;
    for (uint32_t u = 0; u < n; u++) sum += s->queue[u].nthd;
    return sum >> s->cfg.cnt_width != 0;
}

/* The LUT's answers are judged in the cycles in which they are looked at. */
const char *max_heap_promise(const struct max_heap *s, const struct max_heap_in *in)
{
    const char *broken = update_queue_promise(&s->cfg, in);
    if (broken != NULL || s->phase != MAX_HEAP_IDLE || pops(s, in)) return broken;
    for (uint32_t u = 0; u < s->cfg.ports && u < s->queue_count; u++) {
        if (u == 1 && s->queue[1].pc == s->queue[0].pc) break;
        broken = answer_promise(s, in, u);
        if (broken != NULL) return broken;
    }
    if (s->cfg.ports == 2 && s->queue_count > 1 && s->queue[0].pc != s->queue[1].pc &&
        !in->lkp_hit[0] && !in->lkp_hit[1] && in->lkp_free[0] && in->lkp_free[1] &&
        in->lkp_lut[0] == in->lkp_lut[1])
        return "two free LUT# offered to two PCs are equal";
    return counts_overflow(s, in) ? "the counts of all entries do not fit CntWidth" : NULL;
}
