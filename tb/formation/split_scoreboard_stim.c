/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the split scoreboard. It plays warps whose threads branch: two hot contexts of each
 * slot run on, split, meet again at a pc, go cold and come back, stop and are released. Sets are of
 * the contexts that are hot, matrices are what the masks say, and pipelines bring results in any
 * order, once each.
 */
#include <string.h>

#include "common/draws.h"
#include "formation/split_scoreboard_seam.h"

enum {
    PORTS = 2,
    COLD = 8, /* cold contexts of a slot */
    ROWS = 2 * 16,
};

/* Shares are in 1/16, but for the last two. */
struct profile {
    unsigned issue;    /* a port issues */
    unsigned pair;     /* the second port issues for the slot of the first */
    unsigned back;     /* a writer brings a result */
    unsigned hot;      /* one slot is preferred by all, */
    unsigned near;     /* a slot differs in one bit from that of the port before */
    unsigned few;      /* a register is one of two, or that of the port before */
    unsigned quick;    /* a result is of the cycle before */
    unsigned together; /* it is of the slot of the writer before, */
    unsigned other;    /* of the other row of its entry */
    unsigned careless; /* an instruction issues although its destination is outstanding */
    unsigned move;     /* contexts of a slot run on, */
    unsigned idle;     /* or a move is shown although nothing moved */
    unsigned split;    /* a context that runs on branches, */
    unsigned jump;     /* jumps, */
    unsigned park;     /* stops */
    unsigned pop;      /* a cold context is looked at although two are hot */
    unsigned shuffle;  /* each thread goes anywhere */
    unsigned loose;    /* a matrix has bits more than there are threads for */
    unsigned pcs;      /* of so many pcs: few of them, and contexts meet often */
    unsigned tide;     /* 1/256: from now on nothing issues until all is back */
    unsigned reset;    /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "one_slot", "full",   "pairs",   "quick",
                                   "one_reg", "near",     "meet",   "scatter", "shuffle",
                                   "loose",   "tides",    "resets", NULL};

static const struct profile profiles[] = {
    {.issue = 9,
     .pair = 6,
     .back = 4,
     .hot = 3,
     .near = 2,
     .few = 2,
     .together = 2,
     .other = 2,
     .careless = 1,
     .move = 8,
     .idle = 1,
     .split = 4,
     .jump = 4,
     .park = 1,
     .pop = 2,
     .loose = 1,
     .pcs = 24},
    {.issue = 14,
     .pair = 14,
     .back = 7,
     .hot = 15,
     .few = 3,
     .together = 8,
     .other = 6,
     .careless = 2,
     .move = 12,
     .split = 5,
     .jump = 4,
     .park = 1,
     .pop = 4,
     .pcs = 16},
    {.issue = 16,
     .pair = 5,
     .back = 1,
     .hot = 9,
     .few = 2,
     .together = 4,
     .other = 4,
     .careless = 8,
     .move = 9,
     .split = 5,
     .jump = 3,
     .park = 1,
     .pop = 3,
     .pcs = 16},
    {.issue = 16,
     .pair = 16,
     .back = 9,
     .hot = 6,
     .few = 5,
     .together = 10,
     .other = 14,
     .careless = 6,
     .move = 10,
     .split = 8,
     .jump = 2,
     .pop = 3,
     .pcs = 40},
    {.issue = 13,
     .pair = 8,
     .back = 14,
     .hot = 5,
     .quick = 15,
     .together = 3,
     .other = 3,
     .careless = 4,
     .move = 9,
     .split = 5,
     .jump = 3,
     .park = 1,
     .pop = 2,
     .pcs = 20},
    {.issue = 14,
     .pair = 8,
     .back = 6,
     .hot = 6,
     .few = 16,
     .together = 5,
     .other = 3,
     .careless = 16,
     .move = 8,
     .split = 5,
     .jump = 3,
     .park = 1,
     .pop = 3,
     .pcs = 16},
    {.issue = 13,
     .pair = 1,
     .back = 7,
     .near = 15,
     .few = 6,
     .together = 2,
     .careless = 4,
     .move = 13,
     .split = 4,
     .jump = 4,
     .park = 1,
     .pop = 2,
     .pcs = 16},
    {.issue = 10,
     .pair = 8,
     .back = 4,
     .hot = 8,
     .few = 3,
     .careless = 2,
     .move = 14,
     .split = 7,
     .jump = 4,
     .pop = 6,
     .pcs = 4},
    {.issue = 8,
     .pair = 6,
     .back = 2,
     .hot = 10,
     .few = 2,
     .careless = 1,
     .move = 13,
     .split = 9,
     .jump = 7,
     .pop = 10,
     .pcs = 200},
    {.issue = 9,
     .pair = 8,
     .back = 4,
     .hot = 6,
     .few = 3,
     .careless = 4,
     .move = 8,
     .idle = 1,
     .park = 1,
     .shuffle = 12,
     .pcs = 12},
    {.issue = 10,
     .pair = 6,
     .back = 4,
     .hot = 5,
     .few = 2,
     .careless = 3,
     .move = 6,
     .idle = 2,
     .split = 3,
     .jump = 3,
     .pop = 2,
     .loose = 10,
     .pcs = 16},
    {.issue = 12,
     .pair = 6,
     .back = 4,
     .hot = 3,
     .together = 4,
     .other = 4,
     .careless = 2,
     .move = 9,
     .split = 4,
     .jump = 3,
     .park = 6,
     .pop = 3,
     .pcs = 16,
     .tide = 6},
    {.issue = 12,
     .pair = 6,
     .back = 3,
     .hot = 4,
     .few = 2,
     .careless = 4,
     .move = 8,
     .split = 4,
     .jump = 3,
     .park = 2,
     .pop = 2,
     .pcs = 16,
     .reset = 16},
};

struct context {
    uint64_t mask;
    uint32_t pc;
};

/* A row of an entry: a write that is out. */
struct write {
    bool out;
    bool fresh; /* set in the last cycle */
    uint32_t reg;
    uint64_t mask;
};

/* What is on a slot. A thread of `lanes` that is in no context is parked. */
struct warp {
    uint64_t lanes;
    struct context hot[2];
    struct context cold[COLD]; /* as a stack */
    unsigned colds;
    struct write write[ROWS]; /* row i of entry e is 2e + i */
    unsigned out;             /* writes that are out, before this cycle's events */
};

static struct {
    struct split_scoreboard_cfg cfg;
    const struct profile *profile;
    struct split_scoreboard_in *in;
    struct warp warp[SPLIT_SCOREBOARD_MAX_SLOTS];
    bool ebb;
    uint32_t hot;
} env;

/* Any number that is as wide as those below n: one that there may not be. */
static uint32_t noise(uint32_t n)
{
    uint32_t all = 2;
    while (all < n) all *= 2;
    return draw(all);
}

/* This number but for a bit, if that is below n. */
static uint32_t neighbour(uint32_t number, uint32_t n)
{
    uint32_t bits = 0;
    while (n > UINT32_C(1) << bits) bits++;
    const uint32_t other = number ^ UINT32_C(1) << draw(bits);
    return other < n ? other : number;
}

/* Some of these threads: a half, a quarter, one. */
static uint64_t draw_threads(uint64_t mask)
{
    uint64_t some = mask & hd_rng_next(&hd_draws);
    if (share(6)) some &= hd_rng_next(&hd_draws);
    return share(3) ? mask & -mask : some;
}

/* ---- issue ---- */

static uint32_t draw_slot(uint32_t p)
{
    const struct split_scoreboard_in *in = env.in;
    if (p > 0 && in->set_en[p - 1]) {
        if (share(env.profile->pair)) return in->set_slot[p - 1];
        if (share(env.profile->near)) return neighbour(in->set_slot[p - 1], env.cfg.slots);
    }
    return share(env.profile->hot) ? env.hot : draw(env.cfg.slots);
}

static bool is_free_entry(const struct warp *w, uint32_t e)
{
    return !w->write[2 * e].out && !w->write[2 * e + 1].out;
}

/* Entries if there is none. */
static uint32_t lowest_free(const struct warp *w)
{
    uint32_t e = 0;
    while (e < env.cfg.entries && !is_free_entry(w, e)) e++;
    return e;
}

static uint32_t draw_reg(uint32_t p)
{
    if (!share(env.profile->few)) return draw(env.cfg.regs);
    return p > 0 && env.in->set_en[p - 1] && share(10) ? env.in->set_reg[p - 1] : draw(2);
}

/* Is a write of the register out that has one of these threads? */
static bool is_hazard(const struct warp *w, uint32_t reg, uint64_t mask)
{
    for (uint32_t r = 0; r < 2 * env.cfg.entries; r++) {
        const struct write *before = &w->write[r];
        if (before->out && before->reg == reg && (before->mask & mask) != 0) return true;
    }
    return false;
}

static void draw_set(uint32_t p)
{
    struct split_scoreboard_in *in = env.in;
    const uint32_t slot = draw_slot(p);
    const struct warp *w = &env.warp[slot];
    const bool second = p > 0 && in->set_en[0] && in->set_slot[0] == slot;
    const uint32_t pos = second ? !in->set_pos[0] : draw(2);
    const uint32_t reg = draw_reg(p);
    const uint64_t mask = w->hot[pos].mask;
    in->set_en[p] = !env.ebb && mask != 0 && lowest_free(w) < env.cfg.entries &&
                    (!is_hazard(w, reg, mask) || share(env.profile->careless)) &&
                    share(env.profile->issue);
    in->set_slot[p] = in->set_en[p] ? slot : noise(env.cfg.slots);
    in->set_pos[p] = pos;
    in->set_reg[p] = in->set_en[p] ? reg : noise(env.cfg.regs);
}

/* ---- the contexts run on ---- */

/* A hot context runs to a next instruction, to a branch that splits it, or its threads stop.
 * Returns what a branch splits off. */
static struct context run_on(const struct warp *w, struct context *c)
{
    const uint64_t part = draw_threads(c->mask);
    struct context off = {0};
    if (share(env.profile->park)) {
        c->mask &= share(8) ? ~part : 0;
    } else if (share(env.profile->split) && w->colds < COLD && part != c->mask) {
        off = (struct context){.mask = part, .pc = draw(env.profile->pcs)};
        c->mask &= ~part;
    }
    c->pc = (share(env.profile->jump) ? draw(env.profile->pcs) : c->pc + 1) % env.profile->pcs;
    return off;
}

/* Three contexts ascending by pc, equal ones merged, none behind one without threads. */
static void sort(struct context c[3])
{
    for (unsigned pass = 0; pass < 3; pass++) {
        for (unsigned i = 0; i < 2; i++) {
            if (c[i].mask != 0 && c[i + 1].mask != 0 && c[i].pc == c[i + 1].pc) {
                c[i].mask |= c[i + 1].mask;
                c[i + 1].mask = 0;
            }
            if (c[i + 1].mask != 0 && (c[i].mask == 0 || c[i + 1].pc < c[i].pc)) {
                const struct context low = c[i + 1];
                c[i + 1] = c[i];
                c[i] = low;
            }
        }
    }
}

static void diverge(struct warp *w)
{
    struct context c[3] = {w->hot[0], w->hot[1], {0}};
    const unsigned which = c[1].mask != 0 && share(8);
    if (c[which].mask != 0) c[2] = run_on(w, &c[which]);
    if (c[2].mask == 0 && w->colds > 0 && (c[1].mask == 0 || share(env.profile->pop)))
        c[2] = w->cold[--w->colds];
    sort(c);
    w->hot[0] = c[0];
    w->hot[1] = c[1];
    if (c[2].mask != 0) w->cold[w->colds++] = c[2];
}

/* Each thread to any position. */
static void shuffle(struct warp *w)
{
    const uint64_t all = w->lanes, a = hd_rng_next(&hd_draws), b = hd_rng_next(&hd_draws);
    const uint64_t drawn = share(5) ? b : a;
    w->hot[0].mask = all & drawn & a;
    w->hot[1].mask = all & drawn & ~a;
    w->cold[0].mask = all & ~drawn;
    w->colds = w->cold[0].mask != 0;
}

static bool is_parked(const struct warp *w)
{
    return w->hot[0].mask == 0 && w->hot[1].mask == 0 && w->colds == 0;
}

/* A new warp, of as many lanes as it likes; none now and then: the slot stands empty. */
static void launch(struct warp *w)
{
    w->lanes = share(9) ? UINT64_MAX : hd_rng_next(&hd_draws);
    if (share(4)) w->lanes &= hd_rng_next(&hd_draws) & hd_rng_next(&hd_draws);
    if (share(1)) w->lanes = 0;
}

/* Which threads that were at i are at j: bit 3i + j. */
static uint32_t matrix_of(const uint64_t before[3], const uint64_t after[3])
{
    uint32_t matrix = 0;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned j = 0; j < 3; j++)
            matrix |= (uint32_t)((before[i] & after[j]) != 0) << (3 * i + j);
    }
    return matrix;
}

static void positions(const struct warp *w, uint64_t of[3])
{
    of[0] = w->hot[0].mask;
    of[1] = w->hot[1].mask;
    of[2] = w->lanes & ~(of[0] | of[1]);
}

static void draw_move(uint32_t p)
{
    struct split_scoreboard_in *in = env.in;
    uint32_t slot = share(env.profile->hot) ? env.hot : draw(env.cfg.slots);
    if (share(3) && in->set_en[p]) slot = in->set_slot[p];
    if (p > 0 && share(env.profile->near))
        slot = neighbour(in->move_slot[p - 1] % env.cfg.slots, env.cfg.slots);
    struct warp *w = &env.warp[slot];
    const bool taken = p > 0 && in->move_en[0] && in->move_slot[0] == slot;
    uint64_t before[3], after[3];
    in->move_en[p] = false;
    if (!taken) {
        if (is_parked(w) && w->out == 0 && !in->set_en[0] && !in->set_en[1]) launch(w);
        positions(w, before);
        if (share(env.profile->move)) {
            if (is_parked(w)) w->hot[0] = (struct context){.mask = w->lanes};
            else if (share(env.profile->shuffle)) shuffle(w);
            else diverge(w);
        }
        positions(w, after);
        in->move_en[p] = memcmp(before, after, sizeof before) != 0 || share(env.profile->idle);
        in->move_matrix[p] = matrix_of(before, after);
        if (share(env.profile->loose)) in->move_matrix[p] |= draw(1 << 9);
    }
    in->move_slot[p] = in->move_en[p] ? slot : noise(env.cfg.slots);
    if (!in->move_en[p]) in->move_matrix[p] = draw(1 << 9);
}

/* ---- results ---- */

/* Is the result of this row brought by a writer before w? */
static bool is_brought(uint32_t w, uint32_t slot, uint32_t row)
{
    const struct split_scoreboard_in *in = env.in;
    for (uint32_t v = 0; v < w; v++) {
        if (in->wb_en[v] && in->wb_slot[v] == slot && 2 * in->wb_tag[v] + in->wb_pos[v] == row)
            return true;
    }
    return false;
}

static uint32_t choose_back_slot(uint32_t w)
{
    if (w > 0 && env.in->wb_en[w - 1] && share(env.profile->together))
        return env.in->wb_slot[w - 1];
    if (share(env.profile->hot)) return env.hot;
    const uint32_t first = draw(env.cfg.slots);
    for (uint32_t n = 0; n < env.cfg.slots; n++) {
        const uint32_t slot = (first + n) % env.cfg.slots;
        if (env.warp[slot].out > 0) return slot;
    }
    return first;
}

/* A row whose result has not come; 2 * Entries if there is none. */
static uint32_t choose_back_row(uint32_t w, uint32_t slot)
{
    const struct split_scoreboard_in *in = env.in;
    const struct warp *warp = &env.warp[slot];
    const uint32_t rows = 2 * env.cfg.entries, first = draw(rows);
    const bool quick = share(env.profile->quick);
    uint32_t found = rows;
    if (w > 0 && in->wb_en[w - 1] && in->wb_slot[w - 1] == slot && share(env.profile->other)) {
        const uint32_t other = 2 * in->wb_tag[w - 1] + !in->wb_pos[w - 1];
        if (warp->write[other].out && !is_brought(w, slot, other)) return other;
    }
    for (uint32_t n = 0; n < rows; n++) {
        const uint32_t row = (first + n) % rows;
        if (!warp->write[row].out || is_brought(w, slot, row)) continue;
        if (found == rows || (quick && warp->write[row].fresh)) found = row;
    }
    return found;
}

static void draw_back(uint32_t w)
{
    struct split_scoreboard_in *in = env.in;
    const uint32_t slot = choose_back_slot(w);
    const uint32_t row = choose_back_row(w, slot);
    in->wb_en[w] = row < 2 * env.cfg.entries && share(env.ebb ? 12 : env.profile->back);
    in->wb_slot[w] = in->wb_en[w] ? slot : noise(env.cfg.slots);
    in->wb_tag[w] = in->wb_en[w] ? row / 2 : noise(env.cfg.entries);
    in->wb_pos[w] = in->wb_en[w] ? row % 2 : draw(2);
}

/* ---- the cycle ---- */

/* Any slot, or one to which something happens. */
static uint32_t draw_query(uint32_t p)
{
    const struct split_scoreboard_in *in = env.in;
    if (share(2) && in->set_en[p]) return in->set_slot[p];
    if (share(3) && in->wb_en[0]) return in->wb_slot[0];
    if (share(3) && in->move_en[p]) return in->move_slot[p];
    if (p > 0 && share(4)) return in->query_slot[p - 1];
    return share(env.profile->hot) ? env.hot : noise(env.cfg.slots);
}

/* The results that are brought are out no longer; then what is set is. `mask` are the threads of
 * the sets, before the move. */
static void account(const uint64_t mask[PORTS])
{
    const struct split_scoreboard_in *in = env.in;
    uint32_t tag[PORTS];
    for (uint32_t p = 0; p < PORTS; p++)
        tag[p] = in->set_en[p] ? lowest_free(&env.warp[in->set_slot[p]]) : 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        for (uint32_t r = 0; r < ROWS; r++) env.warp[s].write[r].fresh = false;
    }
    for (uint32_t w = 0; w < env.cfg.writers; w++) {
        if (!in->wb_en[w]) continue;
        env.warp[in->wb_slot[w]].write[2 * in->wb_tag[w] + in->wb_pos[w]].out = false;
        env.warp[in->wb_slot[w]].out--;
    }
    for (uint32_t p = 0; p < PORTS; p++) {
        if (!in->set_en[p]) continue;
        struct warp *w = &env.warp[in->set_slot[p]];
        w->write[2 * tag[p] + in->set_pos[p]] =
            (struct write){.out = true, .fresh = true, .reg = in->set_reg[p], .mask = mask[p]};
        w->out++;
    }
}

static bool is_all_back(void)
{
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        if (env.warp[s].out > 0) return false;
    }
    return true;
}

void split_scoreboard_stim_open(const struct split_scoreboard_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool split_scoreboard_stim(struct split_scoreboard_in *in, const struct split_scoreboard_out *out)
{
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    uint64_t mask[PORTS];
    (void)out;
    env.in = in;
    if (hd_rng_chance(&hd_draws, 1, 64)) env.hot = draw(env.cfg.slots);
    env.ebb = env.ebb ? !is_all_back() : hd_rng_chance(&hd_draws, env.profile->tide, 256);
    for (uint32_t p = 0; p < PORTS; p++) draw_set(p);
    for (uint32_t p = 0; p < PORTS; p++)
        mask[p] = in->set_en[p] ? env.warp[in->set_slot[p]].hot[in->set_pos[p]].mask : 0;
    for (uint32_t p = 0; p < PORTS; p++) draw_move(p);
    for (uint32_t w = 0; w < env.cfg.writers; w++) draw_back(w);
    for (uint32_t p = 0; p < PORTS; p++) {
        in->query_slot[p] = draw_query(p);
        in->query_pos[p] = draw(2);
    }
    account(mask);
    if (!run) memset(env.warp, 0, sizeof env.warp);
    return run;
}
