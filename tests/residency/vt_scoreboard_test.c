/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the VT scoreboard: the page's races, two swaps of
 * Figure 5, a naive twin that has no bit vectors but a list of the writes that
 * are out, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/vt_scoreboard.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct vt_scoreboard s;
    struct vt_scoreboard_in in;
    struct vt_scoreboard_out out;
    uint32_t sets, wbs; /* ports used in the coming cycle */
};

static const struct vt_scoreboard_cfg hand = {.slots = 6, .regs = 9, .warps = 20, .ports = 2};

/* The inputs of a cycle in which nothing happens. */
static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    b->sets = b->wbs = 0;
}

static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(vt_scoreboard_init(&b->s, &hand));
    assert_null(vt_scoreboard_check(&b->s));
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = vt_scoreboard_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    struct vt_scoreboard before = b->s;
    vt_scoreboard_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    vt_scoreboard_tick(&b->s, &b->in, &b->out);
    broken = vt_scoreboard_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
}

static void issue(struct bench *b, uint32_t slot, uint32_t reg)
{
    b->in.set_en[b->sets] = true;
    b->in.set_slot[b->sets] = slot;
    b->in.set_reg[b->sets++] = reg;
}

static void write_back(struct bench *b, uint32_t slot, uint32_t warp, uint32_t reg)
{
    b->in.wb_en[b->wbs] = true;
    b->in.wb_slot[b->wbs] = slot;
    b->in.wb_warp[b->wbs] = warp;
    b->in.wb_reg[b->wbs++] = reg;
}

static void map(struct bench *b, uint32_t base, uint32_t count, uint32_t warp)
{
    b->in.map_en = true;
    b->in.map_base = base;
    b->in.map_count = count;
    b->in.map_warp = warp;
}

static void retire(struct bench *b, uint32_t slot)
{
    b->in.retire_en = true;
    b->in.retire_slot = slot;
}

static void clear(struct bench *b, uint32_t base, uint32_t count)
{
    b->in.clear_en = true;
    b->in.clear_base = base;
    b->in.clear_count = count;
}

/* The vector of a slot as an instruction that asks sees it. */
static uint64_t busy(struct bench *b, uint32_t slot)
{
    struct vt_scoreboard_in in = {.query_slot = {slot, slot}};
    struct vt_scoreboard_out out;
    vt_scoreboard_eval(&b->s, &in, &out);
    assert_int_equal(out.query_busy[0], out.query_busy[1]);
    return out.query_busy[0];
}

/* Warps 10, 11, 12 sit on slots 1, 2, 3; slot 2 has writes to registers 4 and 7 out. */
static void filled(struct bench *b)
{
    start(b);
    map(b, 1, 3, 10);
    cycle(b);
    issue(b, 2, 4);
    issue(b, 2, 7);
    cycle(b);
    assert_int_equal(busy(b, 2), 0x90);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_writeback_of_a_warp_that_retires(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    retire(&b, 2);
    write_back(&b, 2, 11, 4);
    cycle(&b);
    assert_false(b.out.late[0]); /* in time */
    assert_int_equal(b.out.retire_count, 1);
    assert_int_equal(busy(&b, 2), 0);
}

static void race_writeback_in_the_cycle_after(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    retire(&b, 2);
    cycle(&b);
    assert_int_equal(b.out.retire_count, 2);
    write_back(&b, 2, 11, 4);
    cycle(&b);
    assert_true(b.out.late[0]);
}

static void race_slot_is_empty_or_has_a_new_owner(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    retire(&b, 2);
    cycle(&b);
    write_back(&b, 2, 11, 7);
    cycle(&b);
    assert_true(b.out.late[0]); /* empty */
    map(&b, 2, 1, 15);
    cycle(&b);
    issue(&b, 2, 4);
    cycle(&b);
    write_back(&b, 2, 11, 4);
    cycle(&b);
    assert_true(b.out.late[0]);
    assert_int_equal(busy(&b, 2), 0x10); /* the new owner's bit stays */
    write_back(&b, 2, 15, 4);
    cycle(&b);
    assert_false(b.out.late[0]);
    assert_int_equal(busy(&b, 2), 0);
}

static void race_old_owner_as_the_new_one_is_mapped(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    retire(&b, 2);
    cycle(&b);
    map(&b, 2, 1, 15);
    write_back(&b, 2, 11, 4);
    cycle(&b);
    assert_true(b.out.late[0]);
    map(&b, 4, 1, 14); /* the new owner's own first write is not late */
    issue(&b, 2, 4);
    cycle(&b);
    write_back(&b, 2, 15, 4);
    cycle(&b);
    assert_false(b.out.late[0]);
}

static void race_two_writebacks_of_one_slot(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    write_back(&b, 2, 11, 7);
    write_back(&b, 2, 11, 4);
    retire(&b, 2);
    cycle(&b);
    assert_false(b.out.late[0] || b.out.late[1]);
    assert_int_equal(b.out.retire_count, 0);
    filled(&b);
    write_back(&b, 2, 11, 7);
    write_back(&b, 2, 11, 4);
    cycle(&b);
    assert_int_equal(busy(&b, 2), 0);
}

static void race_two_late_writebacks_of_one_block(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    issue(&b, 3, 0);
    cycle(&b);
    retire(&b, 2);
    cycle(&b);
    retire(&b, 3);
    cycle(&b);
    assert_int_equal(b.out.retire_count, 1);
    write_back(&b, 3, 12, 0);
    write_back(&b, 2, 11, 4);
    cycle(&b);
    assert_true(b.out.late[0] && b.out.late[1]);
}

static void race_issue_and_writeback_of_one_slot(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    issue(&b, 2, 0);
    write_back(&b, 2, 11, 4);
    cycle(&b);
    assert_int_equal(busy(&b, 2), 0x81);
}

/* ---- the other rules of the page ------------------------------------------------------- */

static void rule_block_ends(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    map(&b, 0, 4, 0);
    cycle(&b);
    map(&b, 4, 2, 6);
    clear(&b, 1, 3);
    cycle(&b);
    assert_int_equal(b.s.valid, 0x31);
    map(&b, 1, 3, 1); /* the same warps again, of another block */
    cycle(&b);
    assert_int_equal(b.s.valid, 0x3f);
    assert_int_equal(b.s.tag[3], 3);
}

/* A write that comes back in the cycle in which its warp sits down again, elsewhere. */
static void rule_mapped_again_elsewhere(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    retire(&b, 2);
    write_back(&b, 2, 11, 7);
    cycle(&b);
    write_back(&b, 2, 11, 4);
    map(&b, 5, 1, 11);
    cycle(&b);
    assert_true(b.out.late[0]);
    assert_int_equal(busy(&b, 5), 0);
}

static void rule_outputs_without_enable(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.in.retire_slot = 2;
    b.in.wb_slot[0] = 2;
    b.in.wb_warp[0] = 11;
    b.in.wb_reg[0] = 4;
    vt_scoreboard_eval(&b.s, &b.in, &b.out);
    assert_false(b.out.late[0]);
    assert_int_equal(b.out.retire_count, 2);
    b.in.retire_slot = b.in.query_slot[0] = 7; /* no slot: no bit */
    vt_scoreboard_eval(&b.s, &b.in, &b.out);
    assert_int_equal(b.out.retire_count, 0);
    assert_int_equal(b.out.query_busy[0], 0);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    retire(&b, 2);
    cycle(&b);
    issue(&b, 1, 1);
    cycle(&b);
    vt_scoreboard_reset(&b.s);
    assert_null(vt_scoreboard_check(&b.s));
    for (uint32_t slot = 0; slot < hand.slots; slot++) assert_int_equal(busy(&b, slot), 0);
    map(&b, 0, 6, 7); /* what was out is forgotten */
    cycle(&b);
}

/* Figure 5(b) with two warps a block: block 1 (warps 2, 3) leaves slots 0, 1 to block 3 (warps 6,
 * 7) with two loads out, which come in while block 3 waits for its own loads of the same
 * registers; then block 1 comes back. */
static void figure_5_swap_and_back(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    uint32_t owner[3] = {2, 6, 2};
    for (uint32_t turn = 0; turn < 3; turn++) {
        map(&b, 0, 2, owner[turn]);
        cycle(&b);
        issue(&b, 0, 3);
        issue(&b, 1, 3);
        cycle(&b);
        if (turn > 0) {
            write_back(&b, 0, owner[turn - 1], 3);
            write_back(&b, 1, owner[turn - 1] + 1, 3);
            cycle(&b);
            assert_true(b.out.late[0] && b.out.late[1]);
        }
        for (uint32_t slot = 0; slot < 2; slot++) {
            assert_int_equal(busy(&b, slot), 8);
            retire(&b, slot);
            cycle(&b);
            assert_int_equal(b.out.retire_count, 1);
        }
    }
}

/* The paper's sizes: 48 physical warps, 64 registers, an 8-bit virtual warp id. */
static void paper_state_bits(void **state)
{
    (void)state;
    assert_int_equal(48 * 8, 384);
    assert_int_equal(48 * 64, 3072);
}

/* ---- the naive twin: a list of the writes that are out --------------------------------- */

enum { NOWHERE = 99, MAX_WRITES = VT_SCOREBOARD_MAX_SLOTS * VT_SCOREBOARD_MAX_REGS };

struct write {
    uint32_t slot, warp, reg;
};

struct twin {
    const struct vt_scoreboard_cfg *cfg;
    uint32_t slot[VT_SCOREBOARD_MAX_WARPS]; /* on which a warp sits, or NOWHERE */
    struct write out[MAX_WRITES];
    uint32_t count;
};

static void twin_reset(struct twin *t)
{
    for (uint32_t w = 0; w < VT_SCOREBOARD_MAX_WARPS; w++) t->slot[w] = NOWHERE;
    t->count = 0;
}

/* The warp on a slot, or UINT32_MAX. */
static uint32_t twin_owner(const struct twin *t, uint32_t slot)
{
    for (uint32_t w = 0; w < t->cfg->warps; w++) {
        if (t->slot[w] == slot) return w;
    }
    return UINT32_MAX;
}

/* Registers of this warp with a write out. */
static uint64_t twin_busy(const struct twin *t, uint32_t warp)
{
    uint64_t busy_regs = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->out[i].warp == warp) busy_regs |= UINT64_C(1) << t->out[i].reg;
    }
    return busy_regs;
}

static void twin_compare(const struct twin *t, const struct vt_scoreboard_in *in,
                         const struct vt_scoreboard_out *out)
{
    uint32_t still = 0, leaver = twin_owner(t, in->retire_slot);
    for (uint32_t p = 0; p < t->cfg->ports; p++) {
        uint32_t asked = twin_owner(t, in->query_slot[p]);
        assert_int_equal(out->query_busy[p], asked == UINT32_MAX ? 0 : twin_busy(t, asked));
        bool gone = in->wb_en[p] && t->slot[in->wb_warp[p]] == NOWHERE;
        assert_int_equal(out->late[p], gone); /* its writes keep a warp from sitting elsewhere */
        still -= in->wb_en[p] && in->wb_warp[p] == leaver;
    }
    for (uint32_t i = 0; i < t->count; i++) still += t->out[i].warp == leaver;
    assert_int_equal(out->retire_count, still);
}

static void twin_tick(struct twin *t, const struct vt_scoreboard_in *in)
{
    for (uint32_t p = 0; p < t->cfg->ports; p++) {
        for (uint32_t i = 0; in->wb_en[p] && i < t->count; i++) {
            if (t->out[i].warp == in->wb_warp[p] && t->out[i].reg == in->wb_reg[p])
                t->out[i] = t->out[--t->count];
        }
    }
    for (uint32_t p = 0; p < t->cfg->ports; p++) {
        if (!in->set_en[p]) continue;
        uint32_t warp = twin_owner(t, in->set_slot[p]);
        t->out[t->count++] = (struct write){in->set_slot[p], warp, in->set_reg[p]};
    }
    for (uint32_t w = 0; w < t->cfg->warps; w++) {
        bool goes = in->retire_en && t->slot[w] == in->retire_slot;
        if (in->clear_en && t->slot[w] >= in->clear_base &&
            t->slot[w] < in->clear_base + in->clear_count)
            goes = true;
        if (goes) t->slot[w] = NOWHERE;
    }
    for (uint32_t r = 0; in->map_en && r < in->map_count; r++)
        t->slot[in->map_warp + r] = in->map_base + r;
}

/* ---- the stimulus: draw, and keep what breaks no promise ------------------------------- */

/* The twin's own view of whether a slot is left in this cycle. */
static bool leaves(const struct vt_scoreboard_in *in, uint32_t slot)
{
    return (in->retire_en && in->retire_slot == slot) ||
           (in->clear_en && slot >= in->clear_base && slot < in->clear_base + in->clear_count);
}

static void draw_leave(const struct twin *t, struct hd_rng *rng, struct vt_scoreboard_in *in)
{
    uint32_t slots = t->cfg->slots;
    in->retire_slot = hd_rng_below(rng, slots);
    in->retire_en = hd_rng_chance(rng, 1, 5) && twin_owner(t, in->retire_slot) != UINT32_MAX;
    in->clear_base = hd_rng_below(rng, slots);
    in->clear_count = hd_rng_below(rng, slots - in->clear_base + 1);
    in->clear_en = hd_rng_chance(rng, 1, 10);
    for (uint32_t r = 0; r < in->clear_count; r++) {
        uint32_t warp = twin_owner(t, in->clear_base + r);
        if (warp != UINT32_MAX && twin_busy(t, warp) != 0) in->clear_count = r;
    }
}

static void draw_events(const struct twin *t, struct hd_rng *rng, struct vt_scoreboard_in *in,
                        uint32_t load)
{
    for (uint32_t p = 0; p < t->cfg->ports; p++) {
        uint32_t slot = hd_rng_below(rng, t->cfg->slots), reg = hd_rng_below(rng, t->cfg->regs);
        uint32_t warp = twin_owner(t, slot);
        bool set = hd_rng_chance(rng, load, 10) && warp != UINT32_MAX && !leaves(in, slot) &&
                   (twin_busy(t, warp) >> reg & 1) == 0;
        bool wb = t->count > 0 && hd_rng_chance(rng, 10 - load, 10);
        const struct write *w = &t->out[wb ? hd_rng_below(rng, t->count) : 0];
        for (uint32_t q = 0; q < p; q++) {
            if (in->set_en[q] && in->set_slot[q] == slot && in->set_reg[q] == reg) set = false;
            if (in->wb_en[q] && in->wb_warp[q] == w->warp && in->wb_reg[q] == w->reg) wb = false;
        }
        in->set_en[p] = set;
        in->set_slot[p] = slot;
        in->set_reg[p] = reg;
        in->wb_en[p] = wb;
        in->wb_slot[p] = w->slot;
        in->wb_warp[p] = w->warp;
        in->wb_reg[p] = w->reg;
        in->query_slot[p] = hd_rng_below(rng, t->cfg->slots);
    }
}

/* Writes of a warp that are still out after this cycle. */
static bool has_out(const struct twin *t, const struct vt_scoreboard_in *in, uint32_t warp)
{
    uint64_t regs = twin_busy(t, warp);
    for (uint32_t p = 0; p < t->cfg->ports; p++) {
        if (in->wb_en[p] && in->wb_warp[p] == warp) regs &= ~(UINT64_C(1) << in->wb_reg[p]);
    }
    return regs != 0;
}

/* As many neighbours as may sit down from a random slot and a random warp on; the warp is often
 * the one that a write comes in for. */
static void draw_map(const struct twin *t, struct hd_rng *rng, struct vt_scoreboard_in *in)
{
    uint32_t n = 0, most = 1 + hd_rng_below(rng, t->cfg->slots);
    in->map_base = hd_rng_below(rng, t->cfg->slots);
    in->map_warp = hd_rng_below(rng, t->cfg->warps);
    if (in->wb_en[0] && hd_rng_chance(rng, 1, 2)) in->map_warp = in->wb_warp[0];
    if (in->wb_en[0] && hd_rng_chance(rng, 1, 2)) in->map_base = in->wb_slot[0];
    while (n < most) {
        uint32_t slot = in->map_base + n, warp = in->map_warp + n;
        if (slot >= t->cfg->slots || warp >= t->cfg->warps || leaves(in, slot)) break;
        if (twin_owner(t, slot) != UINT32_MAX || t->slot[warp] != NOWHERE) break;
        if (has_out(t, in, warp)) break;
        n++;
    }
    in->map_count = n;
    in->map_en = n > 0 && hd_rng_chance(rng, 1, 3);
}

struct run {
    const char *name;
    struct vt_scoreboard_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {{"smallest", {2, 2, 2, 1}, 100000},
                                  {"small", {3, 3, 5, 2}, 100000},
                                  {"odd", {13, 7, 29, 3}, 50000},
                                  {"paper", {48, 64, 256, 2}, 20000},
                                  {"largest", {64, 64, 1024, 4}, 40000}};

struct seen {
    uint32_t late, last_moment, at_map, back;
};

static void look(struct seen *n, const struct vt_scoreboard_in *in,
                 const struct vt_scoreboard_out *out)
{
    bool wb = in->wb_en[0], mapped = in->map_en;
    n->late += out->late[0];
    n->last_moment += wb && !out->late[0] && in->retire_en && in->wb_slot[0] == in->retire_slot;
    n->at_map += mapped && out->late[0] && in->map_base == in->wb_slot[0];
    n->back += mapped && out->late[0] && in->map_warp == in->wb_warp[0];
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct twin t;
    static struct vt_scoreboard s;
    struct seen n = {0};
    struct hd_rng rng;
    uint32_t load = 5;

    t.cfg = &r->cfg;
    twin_reset(&t);
    hd_rng_seed(&rng, r->cfg.slots);
    assert_null(vt_scoreboard_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct vt_scoreboard_in in = {0};
        struct vt_scoreboard_out out;
        if (c % 64 == 0) load = 1 + hd_rng_below(&rng, 9);
        draw_leave(&t, &rng, &in);
        draw_events(&t, &rng, &in, load);
        draw_map(&t, &rng, &in);
        const char *broken = vt_scoreboard_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        vt_scoreboard_eval(&s, &in, &out);
        twin_compare(&t, &in, &out);
        look(&n, &in, &out);
        if (hd_rng_chance(&rng, 1, 1000)) {
            vt_scoreboard_reset(&s);
            twin_reset(&t);
        } else {
            vt_scoreboard_tick(&s, &in, &out);
            twin_tick(&t, &in);
        }
        broken = vt_scoreboard_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(n.late > 100 && n.last_moment > 10 && n.at_map > 20 && n.back > 5);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void expect_broken(struct bench *b, const char *name)
{
    assert_non_null(vt_scoreboard_check(&b->s));
    assert_string_equal(vt_scoreboard_check(&b->s), name);
    filled(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.busy[0] = 1;
    expect_broken(&b, "empty_clean");
    b.s.valid |= 0x40; /* a slot that is none */
    expect_broken(&b, "empty_clean");
    b.s.busy[1] = 0x200; /* a register that is none */
    expect_broken(&b, "owner_only");
    b.s.tag[3] = 20; /* a warp that is none */
    expect_broken(&b, "owner_only");
    b.s.tag[3] = 10; /* sits twice */
    expect_broken(&b, "owner_only");
    b.s.left[12] = 1; /* late writes of a warp that sits */
    expect_broken(&b, "all_counted");
    b.s.tag[0] = 10; /* no warp there: means nothing */
    assert_null(vt_scoreboard_check(&b.s));
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = vt_scoreboard_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void expect_kept(struct bench *b)
{
    assert_null(vt_scoreboard_promise(&b->s, &b->in));
    quiet(b);
}

static void promise_ranges(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    issue(&b, 6, 0);
    expect_promise(&b, "a slot is not below Slots");
    write_back(&b, 6, 0, 0);
    expect_promise(&b, "a slot is not below Slots");
    retire(&b, 6);
    expect_promise(&b, "a slot is not below Slots");
    map(&b, 4, 3, 0);
    expect_promise(&b, "a slot is not below Slots");
    clear(&b, 6, 0);
    expect_promise(&b, "a slot is not below Slots");
    clear(&b, 1, 6);
    expect_promise(&b, "a slot is not below Slots");
    write_back(&b, 1, 20, 0);
    expect_promise(&b, "a warp is not below Warps");
    map(&b, 4, 2, 19);
    expect_promise(&b, "a warp is not below Warps");
    issue(&b, 1, 9);
    expect_promise(&b, "a register is not below Regs");
    write_back(&b, 1, 10, 9);
    expect_promise(&b, "a register is not below Regs");
    b.in.set_slot[0] = b.in.wb_slot[1] = b.in.map_base = b.in.clear_base = 63; /* not looked at */
    b.in.retire_slot = b.in.query_slot[0] = b.in.map_warp = b.in.wb_reg[0] = 63;
    expect_kept(&b);
}

static void promise_issue(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    issue(&b, 0, 1);
    expect_promise(&b, "an instruction is issued for an empty slot");
    issue(&b, 4, 1);
    map(&b, 4, 1, 1);
    expect_promise(&b, "an instruction is issued for an empty slot");
    issue(&b, 2, 1);
    retire(&b, 2);
    expect_promise(&b, "an instruction is issued for a slot that retires or is cleared");
    issue(&b, 3, 1);
    clear(&b, 3, 1);
    expect_promise(&b, "an instruction is issued for a slot that retires or is cleared");
    issue(&b, 3, 1);
    clear(&b, 3, 0);
    expect_kept(&b);
    issue(&b, 2, 4);
    expect_promise(&b, "an instruction is issued for a register with a write out");
    issue(&b, 2, 4);
    write_back(&b, 2, 11, 4);
    expect_promise(&b, "an instruction is issued for a register with a write out");
    issue(&b, 1, 1);
    issue(&b, 1, 1);
    expect_promise(&b, "two instructions are issued for one register");
    issue(&b, 1, 1);
    issue(&b, 3, 1);
    expect_kept(&b);
}

static void promise_writeback(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    write_back(&b, 2, 11, 5);
    expect_promise(&b, "a write comes back that is not out");
    write_back(&b, 2, 10, 4);
    expect_promise(&b, "a write comes back that is not out");
    write_back(&b, 1, 11, 4);
    expect_promise(&b, "a write comes back that is not out");
    write_back(&b, 2, 11, 4);
    write_back(&b, 2, 11, 4);
    expect_promise(&b, "one write comes back twice");
    retire(&b, 2);
    cycle(&b);
    write_back(&b, 3, 11, 4); /* late, but not the slot that it had */
    expect_promise(&b, "a write comes back that is not out");
    write_back(&b, 2, 11, 4);
    write_back(&b, 2, 11, 4);
    expect_promise(&b, "one write comes back twice");
    write_back(&b, 2, 11, 4);
    cycle(&b);
    write_back(&b, 2, 11, 4);
    expect_promise(&b, "a write comes back that is not out");
}

static void promise_map_and_leave(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    map(&b, 0, 2, 0);
    expect_promise(&b, "a slot is mapped that is not empty");
    map(&b, 2, 1, 0);
    retire(&b, 2);
    expect_promise(&b, "a slot is mapped that is not empty");
    map(&b, 4, 2, 0);
    clear(&b, 5, 1);
    expect_promise(&b, "a slot is mapped and retires or is cleared");
    map(&b, 4, 2, 9);
    expect_promise(&b, "a warp is mapped that sits on another slot");
    map(&b, 4, 1, 11);
    retire(&b, 2);
    expect_promise(&b, "a warp is mapped that sits on another slot");
    retire(&b, 0);
    expect_promise(&b, "an empty slot retires");
    clear(&b, 1, 2);
    expect_promise(&b, "a slot is cleared that has writes out");
    clear(&b, 2, 1);
    write_back(&b, 2, 11, 4);
    expect_promise(&b, "a slot is cleared that has writes out");
    map(&b, 0, 1, 5);
    issue(&b, 1, 4);
    cycle(&b);
    map(&b, 4, 1, 5);
    expect_promise(&b, "a warp is mapped that sits on another slot");
    retire(&b, 2);
    cycle(&b);
    write_back(&b, 2, 11, 4);
    map(&b, 4, 1, 11);
    expect_promise(&b, "a warp is mapped that has writes out");
    write_back(&b, 2, 11, 7);
    write_back(&b, 1, 10, 4); /* of another warp */
    map(&b, 4, 1, 11);
    expect_promise(&b, "a warp is mapped that has writes out");
    write_back(&b, 2, 11, 4);
    write_back(&b, 2, 11, 7);
    map(&b, 4, 1, 11);
    expect_kept(&b);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct vt_scoreboard_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 9, 20, 2}, "Slots must be 2 to 64"},  {{65, 9, 20, 2}, "Slots must be 2 to 64"},
        {{6, 1, 20, 2}, "Regs must be 2 to 64"},   {{6, 65, 20, 2}, "Regs must be 2 to 64"},
        {{6, 9, 1, 2}, "Warps must be 2 to 1024"}, {{6, 9, 1025, 2}, "Warps must be 2 to 1024"},
        {{6, 9, 20, 0}, "Ports must be 1 to 4"},   {{6, 9, 20, 5}, "Ports must be 1 to 4"},
    };
    struct vt_scoreboard s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = vt_scoreboard_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(vt_scoreboard_init(&s, &(struct vt_scoreboard_cfg){2, 2, 2, 1}));
    assert_null(vt_scoreboard_init(&s, &(struct vt_scoreboard_cfg){64, 64, 1024, 4}));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(race_writeback_of_a_warp_that_retires),
        cmocka_unit_test(race_writeback_in_the_cycle_after),
        cmocka_unit_test(race_slot_is_empty_or_has_a_new_owner),
        cmocka_unit_test(race_old_owner_as_the_new_one_is_mapped),
        cmocka_unit_test(race_two_writebacks_of_one_slot),
        cmocka_unit_test(race_two_late_writebacks_of_one_block),
        cmocka_unit_test(race_issue_and_writeback_of_one_slot),
        cmocka_unit_test(rule_block_ends),
        cmocka_unit_test(rule_mapped_again_elsewhere),
        cmocka_unit_test(rule_outputs_without_enable),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(figure_5_swap_and_back),
        cmocka_unit_test(paper_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_ranges),
        cmocka_unit_test(promise_issue),
        cmocka_unit_test(promise_writeback),
        cmocka_unit_test(promise_map_and_leave),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_cycles,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("vt_scoreboard", tests, NULL, NULL);
}
