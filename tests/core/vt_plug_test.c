/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of Virtual Thread as a plug: each rule and each race of the page by its name,
 * on a machine that a test plays by hand; a twin that keeps lists instead of bits and counters,
 * under a front end and a memory that do anything; and the proof that check, promise and init fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "core/front.h"
#include "core/vt_plug.h"

enum {
    SLOTS = 4,
    PORTS = 2,
    WARPS = 8,
    MAX_ROWS = 64,
    LOG = 256,
    NO_SLOT = 99,
    NO_REG = 64,
    STORES = VT_PLUG_STORES,
};

/* Blocks of up to two warps, two of them active: port 0 has slots 0 and 2, port 1 has 1 and 3. */
static const struct residency_cfg small = {.kind = RESIDENCY_VT,
                                           .slots = SLOTS,
                                           .frames = 2,
                                           .max_warps = 2,
                                           .ports = PORTS,
                                           .ctas = 4,
                                           .warps = WARPS,
                                           .accesses = 3,
                                           .stack_bits = 100,
                                           .row_bits = 128,
                                           .rows = 16};

/* ---- a machine: SIMT stacks and shared memory round the plug ----------------------- */

struct machine {
    struct vt_plug s;
    struct residency_in in; /* what happens in a cycle is cleared by cycle */
    struct residency_out out;
    struct vt_plug_nets nets;
    uint32_t stack[RESIDENCY_MAX_SLOTS][RESIDENCY_STACK_WORDS];
    uint32_t memory[MAX_ROWS][VT_MEM_WORDS];
    uint32_t answer[VT_MEM_WORDS]; /* of the last read: one is under way at a time */
    bool answers;
    uint32_t id[SLOTS]; /* of the block whose first slot this is */
    char log[LOG];      /* +1 begins, -1 leaves, =1 comes back, x1 is done */
};

static struct machine machine;

static void note(struct machine *m, char what, uint32_t id)
{
    const size_t used = strlen(m->log);
    if (used + 8 < LOG) snprintf(m->log + used, LOG - used, "%c%u ", what, id);
}

static void note_blocks(struct machine *m)
{
    const struct residency_out *out = &m->out;
    if (out->done_valid) note(m, 'x', out->done_id[0]);
    for (uint32_t s = 0; s < SLOTS; s++)
        if (has(out->leave, s) && (s == 0 || !has(out->leave, s - 1))) note(m, '-', m->id[s]);
    if (!out->begin_en && !out->resume_en) return;
    note(m, out->begin_en ? '+' : '=', out->begin_id[0]);
    m->id[out->begin_slot] = out->begin_id[0];
}

static void clear(struct residency_in *in)
{
    in->kernel_en = in->block_valid = in->ctx_rsp_valid = false;
    memset(in->ev_valid, 0, sizeof in->ev_valid);
    memset(in->look_en, 0, sizeof in->look_en);
    memset(in->set_en, 0, sizeof in->set_en);
    memset(in->wb_en, 0, sizeof in->wb_en);
}

static void memory_edge(struct machine *m)
{
    const struct residency_out *out = &m->out;
    if (m->in.ctx_rsp_valid) m->answers = false;
    if (out->stack_wr_en)
        memcpy(m->stack[out->stack_wr_slot], out->stack_wr_data, sizeof m->stack[0]);
    if (!out->ctx_valid || !m->in.ctx_ready) return;
    assert_true(out->ctx_row < MAX_ROWS);
    if (out->ctx_we) memcpy(m->memory[out->ctx_row], out->ctx_wdata, sizeof m->memory[0]);
    else memcpy(m->answer, m->memory[out->ctx_row], sizeof m->answer);
    m->answers = !out->ctx_we;
}

/* One cycle, in parts: what happens may be set between them. */
static void begin_cycle(struct machine *m)
{
    vt_plug_offer(&m->s, &m->in, &m->nets, &m->out);
    m->in.stack_rd_data = m->stack[m->out.stack_rd_slot];
    m->in.ctx_rsp_valid = m->answers;
    m->in.ctx_rsp_data = m->answer;
}

static void end_cycle(struct machine *m)
{
    vt_plug_settle(&m->s, &m->in, &m->nets, &m->out);
    const char *broken = vt_plug_promise(&m->s, &m->in, &m->nets);
    if (broken != NULL) fail_msg("promise: %s, after %s", broken, m->log);
    note_blocks(m);
    memory_edge(m);
    vt_plug_tick(&m->s, &m->in, &m->nets, &m->out);
    broken = vt_plug_check(&m->s);
    if (broken != NULL) fail_msg("check: %s, after %s", broken, m->log);
    clear(&m->in);
}

static void cycle(struct machine *m)
{
    begin_cycle(m);
    end_cycle(m);
}

static void run(struct machine *m, uint32_t cycles)
{
    while (cycles-- > 0) cycle(m);
}

static void power_up(struct machine *m, const struct residency_cfg *cfg)
{
    memset(m, 0, sizeof *m);
    assert_null(vt_plug_init(&m->s, cfg));
    assert_null(vt_plug_check(&m->s));
    m->in.ctx_ready = true;
    m->in.stands = UINT64_MAX;
}

static void kernel(struct machine *m, uint32_t warps, uint32_t frames, uint32_t ctas)
{
    m->in.kernel_en = true;
    m->in.kernel_warps = warps;
    m->in.kernel_frames = frames;
    m->in.kernel_ctas = ctas;
    m->in.kernel_rows = vt_plug_rows(&m->s.cfg, warps);
    cycle(m);
}

static void block(struct machine *m, uint32_t id)
{
    do {
        m->in.block_valid = true;
        memset(m->in.block_id, 0, sizeof m->in.block_id);
        m->in.block_id[0] = id;
        cycle(m);
    } while (!m->out.block_ready);
}

/* So many blocks of two warps are here, two of them active: 1 on slots 0 and 1, 2 on 2 and 3. */
static void start(struct machine *m, uint32_t here)
{
    power_up(m, &small);
    kernel(m, 2, 2, 4);
    for (uint32_t id = 1; id <= here; id++) block(m, id);
    run(m, 20);
    assert_string_equal(m->log, here == 1 ? "+1 " : "+1 +2 ");
}

/* ---- what happens in a cycle ---- */

static void look(struct machine *m, uint32_t slot, bool pass, bool memory)
{
    const uint32_t p = slot % PORTS;
    m->in.look_en[p] = true;
    m->in.look_slot[p] = slot;
    m->in.look_pass[p] = pass;
    m->in.look_memory[p] = memory;
}

static void event(struct machine *m, uint32_t slot, uint32_t kind)
{
    const uint32_t p = slot % PORTS;
    m->in.ev_valid[p] = true;
    m->in.ev_kind[p] = kind;
    m->in.ev_slot[p] = slot;
}

/* An instruction issues: it writes this register, or NO_REG. */
static void issue(struct machine *m, uint32_t slot, uint32_t reg, bool access)
{
    const uint32_t p = slot % PORTS;
    m->in.set_en[p] = true;
    m->in.set_slot[p] = slot;
    m->in.set_use[p] = reg != NO_REG;
    m->in.set_reg[p] = reg % NO_REG;
    m->in.set_access[p] = access;
}

/* It ends: writer 0 is load/store, 1 + p pipe p. */
static void ends(struct machine *m, uint32_t writer, uint32_t slot, uint32_t warp, uint32_t reg)
{
    m->in.wb_en[writer] = true;
    m->in.wb_slot[writer] = slot;
    m->in.wb_warp[writer] = warp;
    m->in.wb_use[writer] = reg != NO_REG;
    m->in.wb_reg[writer] = reg % NO_REG;
}

/* The unit was told this by port p in the last cycle; NO_SLOT: nothing. */
static void assert_told(const struct machine *m, uint32_t p, uint32_t kind, uint32_t slot)
{
    assert_int_equal(m->nets.in.ev_valid[p], slot != NO_SLOT);
    if (slot == NO_SLOT) return;
    assert_int_equal(m->nets.in.ev_kind[p], kind);
    assert_int_equal(m->nets.in.ev_slot[p], slot);
}

/* The block on these two slots waits for memory: both are told in the second cycle. */
static void stall_block(struct machine *m, uint32_t first)
{
    look(m, first, false, true);
    look(m, first + 1, false, true);
    cycle(m);
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_STALLS, first);
    assert_told(m, 1, BLOCK_FRAMES_STALLS, first + 1);
}

static void end_block(struct machine *m, uint32_t first)
{
    event(m, first, FRONT_ENDED);
    event(m, first + 1, FRONT_ENDED);
    cycle(m);
}

static bool row_63(const struct machine *m, uint32_t slot)
{
    return has(vt_plug_busy(&m->s, slot), STORES);
}

/* ---- stalls ----------------------- */

static void rule_a_stall_is_told_in_the_next_cycle(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 2);
    look(m, 2, false, true);
    cycle(m);
    assert_told(m, 0, 0, NO_SLOT);
    assert_true(m->s.wants == bit(2) && m->s.stalls == 0);
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_STALLS, 2);
    assert_true(m->s.wants == 0 && m->s.stalls == bit(2));
    assert_true(has(m->out.ready, 2)); /* the unit's ready knows of no stalls */
    cycle(m);
    assert_told(m, 0, 0, NO_SLOT);
}

static void rule_a_wait_without_an_access_is_none(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 2);
    look(m, 0, false, false);
    cycle(m);
    cycle(m);
    assert_told(m, 0, 0, NO_SLOT);
    assert_true(m->s.wants == 0 && m->s.stalls == 0);
}

static void rule_a_look_that_finds_it_waiting_changes_nothing(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 2);
    look(m, 0, false, true);
    cycle(m);
    look(m, 0, false, true); /* wants: a slot that is looked at is not told */
    cycle(m);
    assert_told(m, 0, 0, NO_SLOT);
    look(m, 0, false, false); /* the access is done, it waits for a pipe: wants on */
    cycle(m);
    assert_true(m->s.wants == bit(0));
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_STALLS, 0);
    look(m, 0, false, true); /* stalls: once is enough */
    cycle(m);
    cycle(m);
    assert_told(m, 0, 0, NO_SLOT);
    assert_true(m->s.wants == 0 && m->s.stalls == bit(0));
}

static void rule_a_look_that_finds_it_may_issue_is_the_wake_up(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 2);
    look(m, 1, false, true);
    run(m, 2);
    assert_int_equal(m->s.unit.table.count[0], 1);
    look(m, 1, true, false);
    cycle(m);
    assert_true(m->nets.in.wake_valid[1]);
    assert_int_equal(m->nets.in.wake_slot[1], 1);
    assert_true(m->s.stalls == 0);
    assert_int_equal(m->s.unit.table.count[0], 0);
    look(m, 1, true, false); /* a slot that does not stall is not woken */
    cycle(m);
    assert_false(m->nets.in.wake_valid[1]);
}

static void race_look_passes_when_it_would_be_told(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 2);
    look(m, 0, false, true);
    cycle(m);
    look(m, 0, true, false);
    cycle(m);
    assert_told(m, 0, 0, NO_SLOT);
    assert_false(m->nets.in.wake_valid[0]);
    assert_true(m->s.wants == 0 && m->s.stalls == 0);
}

static void rule_a_stall_and_a_wake_up_of_one_port(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 2);
    look(m, 2, false, true);
    cycle(m);
    look(m, 0, false, true);
    cycle(m); /* 2 is told in this cycle */
    assert_told(m, 0, BLOCK_FRAMES_STALLS, 2);
    look(m, 2, true, false);
    cycle(m); /* 0 is told, 2 wakes up */
    assert_told(m, 0, BLOCK_FRAMES_STALLS, 0);
    assert_true(m->nets.in.wake_valid[0] && m->nets.in.wake_slot[0] == 2);
    look(m, 0, true, false);
    cycle(m);
    look(m, 0, false, true);
    cycle(m);
    look(m, 2, false, true);
    event(m, 0, FRONT_PHASE); /* phases mean nothing: no event of the port */
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_STALLS, 0);
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_STALLS, 2);
}

/* ---- leaving, sitting ----------------------- */

static void race_look_passes_when_the_block_leaves(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 3);
    issue(m, 0, 5, true);
    issue(m, 1, 5, true);
    cycle(m);
    stall_block(m, 0);
    begin_cycle(m);
    assert_true(m->out.leave == (bit(0) | bit(1)));
    look(m, 0, true, false);
    end_cycle(m); /* in vain */
    assert_true((m->s.stalls | m->s.wants) == 0);
    assert_true(m->s.sits == (bit(2) | bit(3)));
    run(m, 20);
    assert_string_equal(m->log, "+1 +2 -1 +3 ");
}

static void race_look_passes_one_cycle_earlier(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 3);
    look(m, 0, false, true);
    look(m, 1, false, true);
    cycle(m);
    look(m, 1, false, true); /* so that 1 is told a cycle later than 0 */
    cycle(m);
    look(m, 0, true, false); /* the last one of the block is told, the first one may issue */
    cycle(m);
    assert_told(m, 1, BLOCK_FRAMES_STALLS, 1);
    cycle(m);
    assert_true(m->out.leave == 0);
    issue(m, 0, 7, false); /* it may indeed */
    cycle(m);
    run(m, 10);
    assert_string_equal(m->log, "+1 +2 ");
}

static void rule_sits_from_begin_to_leave_or_done(void **state)
{
    (void)state;
    struct machine *m = &machine;
    power_up(m, &small);
    kernel(m, 2, 1, 2);
    block(m, 1);
    for (uint32_t n = 0; !m->out.begin_en; n++) {
        assert_true(n < 20 && m->s.sits == 0);
        cycle(m);
    }
    assert_true(m->s.sits == (bit(0) | bit(1)));
    assert_int_equal(m->out.begin_count, 2);
    assert_true(vt_plug_sits(&m->s, 1, 1));
    assert_false(vt_plug_sits(&m->s, 1, 0));
    assert_false(vt_plug_sits(&m->s, 2, 0));
    block(m, 2);
    issue(m, 0, 5, true);
    cycle(m);
    stall_block(m, 0);
    run(m, 20);
    assert_string_equal(m->log, "+1 -1 +2 ");
    assert_true(vt_plug_sits(&m->s, 0, 2)); /* the second block's, on the first one's slots */
    assert_false(vt_plug_sits(&m->s, 0, 0));
    end_block(m, 0);
    cycle(m);
    assert_true(m->out.done_valid && m->s.sits == 0);
    ends(m, 0, 0, 0, 5);
    cycle(m);
    run(m, 20);
    assert_string_equal(m->log, "+1 -1 +2 x2 =1 ");
    assert_true(vt_plug_sits(&m->s, 0, 0));
}

static void race_access_ends_before_the_row_is_taken(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 3);
    issue(m, 1, 5, true);
    cycle(m);
    stall_block(m, 0);
    cycle(m);
    assert_true(m->out.leave == (bit(0) | bit(1)));
    assert_false(vt_plug_sits(&m->s, 1, 1)); /* the front end is not told */
    ends(m, 0, 1, 1, 5);
    cycle(m);
    assert_true(m->out.stack_rd_en && m->out.stack_rd_slot == 0);
    assert_int_equal(vt_plug_busy(&m->s, 1), 0); /* the unit's scoreboard is */
    run(m, 20);
    stall_block(m, 0); /* of the third block: the first one has nothing under way */
    run(m, 20);
    assert_string_equal(m->log, "+1 +2 -1 +3 -3 =1 ");
}

static void rule_stacks_go_and_come_with_zeros_behind_them(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 3);
    memset(m->stack, 0xff, sizeof m->stack);
    for (uint32_t s = 0; s < SLOTS; s++) m->stack[s][0] = s;
    for (uint32_t s = 0; s < SLOTS; s++) m->stack[s][3] = 0xf; /* 100 bits */
    stall_block(m, 0);
    run(m, 20);
    memset(m->stack, 0, sizeof m->stack);
    stall_block(m, 0);
    run(m, 20);
    assert_string_equal(m->log, "+1 +2 -1 +3 -3 =1 ");
    for (uint32_t s = 0; s < 2; s++) {
        assert_int_equal(m->stack[s][0], s);
        assert_int_equal(m->stack[s][1], 0xffffffff);
        assert_int_equal(m->stack[s][3], 0xf);
    }
}

/* ---- barriers and ends ----------------------- */

static void rule_a_barrier_is_told_when_the_stack_stands(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 2);
    m->in.stands = ~bit(0);
    event(m, 0, FRONT_BARRIER);
    cycle(m); /* in a later cycle than the event, if it stands or not */
    assert_told(m, 0, 0, NO_SLOT);
    for (uint32_t n = 0; n < 3; n++) {
        cycle(m);
        assert_told(m, 0, 0, NO_SLOT);
        assert_false(has(m->out.ready, 0)); /* it arrives: not ready, for the unit it is */
        assert_true(has(m->nets.out.ready, 0));
    }
    m->in.stands = UINT64_MAX;
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_ARRIVES, 0);
    assert_true(m->s.arrives == 0);
    cycle(m);
    assert_told(m, 0, 0, NO_SLOT);
    assert_false(has(m->out.ready, 0)); /* it waits for the other one */
    assert_true(m->out.at_barrier == bit(0));
    event(m, 1, FRONT_BARRIER);
    run(m, 3);
    assert_true((m->out.ready & 3) == 0);
    cycle(m);
    assert_true((m->out.ready & 3) == 3);
}

/* One port, so that all four slots are its own. */
static void start_one_port(struct machine *m)
{
    struct residency_cfg one = small;
    one.ports = 1;
    power_up(m, &one);
    kernel(m, 2, 2, 4);
    block(m, 1);
    block(m, 2);
    run(m, 20);
}

static void look_of_one_port(struct machine *m, uint32_t slot, bool pass, bool memory)
{
    m->in.look_en[0] = true;
    m->in.look_slot[0] = slot;
    m->in.look_pass[0] = pass;
    m->in.look_memory[0] = memory;
}

static void event_of_one_port(struct machine *m, uint32_t slot, uint32_t kind)
{
    m->in.ev_valid[0] = true;
    m->in.ev_kind[0] = kind;
    m->in.ev_slot[0] = slot;
}

static void race_an_end_a_barrier_and_a_stall_of_one_port(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start_one_port(m);
    look_of_one_port(m, 0, false, true);
    event_of_one_port(m, 2, FRONT_BARRIER);
    cycle(m); /* 0 wants, 2 arrives */
    event_of_one_port(m, 3, FRONT_ENDED);
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_ENDS, 3);
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_ARRIVES, 2);
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_STALLS, 0);
    cycle(m);
    assert_told(m, 0, 0, NO_SLOT);
}

static void rule_the_lowest_slot_first(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start_one_port(m);
    m->in.stands = ~(bit(1) | bit(3));
    event_of_one_port(m, 3, FRONT_BARRIER);
    cycle(m);
    event_of_one_port(m, 1, FRONT_BARRIER);
    look_of_one_port(m, 2, false, true);
    cycle(m);
    m->in.stands = UINT64_MAX;
    look_of_one_port(m, 0, false, true);
    cycle(m); /* 1 and 3 stand, 2 wants */
    assert_told(m, 0, BLOCK_FRAMES_ARRIVES, 1);
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_ARRIVES, 3);
    cycle(m); /* 0 and 2 want */
    assert_told(m, 0, BLOCK_FRAMES_STALLS, 0);
    cycle(m);
    assert_told(m, 0, BLOCK_FRAMES_STALLS, 2);
}

/* ---- accesses without a register ----------------------- */

static void rule_row_63_is_busy_from_the_first_to_the_last(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 2);
    issue(m, 2, NO_REG, true);
    cycle(m);
    assert_true(m->nets.in.set_en[0] && m->nets.in.set_reg[0] == STORES);
    assert_true(row_63(m, 2) && m->s.stores[2] == 1);
    issue(m, 2, NO_REG, true);
    cycle(m); /* the second sets nothing */
    assert_false(m->nets.in.set_en[0]);
    issue(m, 2, 9, true); /* a load is none of them */
    cycle(m);
    assert_int_equal(m->nets.in.set_reg[0], 9);
    issue(m, 2, NO_REG, false); /* nor is a branch */
    cycle(m);
    assert_false(m->nets.in.set_en[0]);
    assert_int_equal(m->s.stores[2], 2);
    ends(m, 0, 2, 2, NO_REG);
    cycle(m);
    assert_false(m->nets.in.wb_en[0]);
    assert_true(row_63(m, 2));
    ends(m, 0, 2, 2, NO_REG);
    ends(m, 1, 2, 2, NO_REG); /* of a pipe, without a register: nothing */
    cycle(m);
    assert_true(m->nets.in.wb_en[0] && m->nets.in.wb_reg[0] == STORES);
    assert_false(m->nets.in.wb_en[1]);
    assert_true(vt_plug_busy(&m->s, 2) == bit(9) && m->s.stores[2] == 0);
    ends(m, 0, 2, 2, 9);
    cycle(m);
    assert_int_equal(vt_plug_busy(&m->s, 2), 0);
}

static void race_the_last_one_ends_and_another_one_issues(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 2);
    issue(m, 1, NO_REG, true);
    issue(m, 2, NO_REG, true);
    cycle(m);
    issue(m, 1, NO_REG, true);
    ends(m, 0, 1, 1, NO_REG);
    cycle(m);
    assert_false(m->nets.in.set_en[1] || m->nets.in.wb_en[0]);
    assert_true(row_63(m, 1) && m->s.stores[1] == 1);
    issue(m, 1, NO_REG, true); /* one of another warp ends: its last */
    ends(m, 0, 2, 2, NO_REG);
    cycle(m);
    assert_true(m->nets.in.wb_en[0] && !m->nets.in.set_en[1]);
    assert_true(!row_63(m, 2) && row_63(m, 1) && m->s.stores[1] == 2);
}

/* "It is ready when all its accesses are done". */
static void rule_a_block_comes_back_when_its_stores_are_done(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 3);
    for (uint32_t n = 0; n < 3; n++) {
        issue(m, 0, NO_REG, true);
        cycle(m);
    }
    stall_block(m, 0);
    run(m, 20);
    assert_string_equal(m->log, "+1 +2 -1 +3 ");
    assert_int_equal(m->s.unit.table.count[0], 1); /* they are one bit */
    issue(m, 0, NO_REG, true);                     /* of another warp, on that slot */
    cycle(m);
    assert_int_equal(m->s.stores[4], 1);
    for (uint32_t n = 0; n < 3; n++) {
        assert_int_equal(m->s.unit.table.count[0], 1);
        ends(m, 0, 0, 0, NO_REG);
        cycle(m);
        assert_true(row_63(m, 0)); /* the other warp's */
    }
    assert_int_equal(m->s.unit.table.count[0], 0);
    stall_block(m, 0);
    run(m, 20);
    assert_string_equal(m->log, "+1 +2 -1 +3 -3 =1 ");
    assert_false(row_63(m, 0));
}

/* ---- kernel, reset, sizes, and what must fail ----------------------- */

static void rule_reset(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 2);
    issue(m, 3, NO_REG, true);
    look(m, 0, false, true);
    cycle(m);
    look(m, 2, false, true);
    m->in.stands = 0;
    event(m, 1, FRONT_BARRIER);
    cycle(m);
    assert_true(m->s.wants == bit(2) && m->s.stalls == bit(0) && m->s.arrives == bit(1));
    vt_plug_reset(&m->s);
    assert_true((m->s.sits | m->s.wants | m->s.stalls | m->s.arrives) == 0);
    for (uint32_t w = 0; w < WARPS; w++) assert_int_equal(m->s.stores[w], 0);
    begin_cycle(m);
    assert_true(m->out.idle && m->out.ready == 0 && m->out.leave == 0);
}

/* StackWidth, and rows of a context: a head of one granule, or two, and the stacks. */
static void paper_sizes(void **state)
{
    (void)state;
    struct residency_cfg c = {.slots = 48,
                              .frames = 8,
                              .max_warps = 32,
                              .ports = 2,
                              .ctas = 32,
                              .warps = 256,
                              .accesses = 36,
                              .stack_bits = 478,
                              .row_bits = 512,
                              .rows = 768};
    assert_int_equal(vt_plug_stack_width(478, 512), 512);
    assert_int_equal(vt_plug_stack_width(640, 512), 640);
    assert_int_equal(vt_plug_stack_width(356, 128), 384);
    assert_int_equal(vt_plug_stack_width(1, 512), 128);
    assert_int_equal(vt_plug_stack_width(100, 160), 128); /* granules of 32 */
    for (uint32_t w = 1; w <= 32; w++)                    /* 128 of the head, rounded up to rows */
        assert_int_equal(vt_plug_rows(&c, w), (128 + 512 * w + 511) / 512);
    c.row_bits = 128;
    c.stack_bits = 356;
    assert_int_equal(vt_plug_rows(&c, 32), 1 + 3 * 32);
}

static void refused(struct residency_cfg c, const char *part)
{
    static struct vt_plug s;
    const char *wrong = vt_plug_init(&s, &c);
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, part));
}

static void sizes_are_refused(void **state)
{
    (void)state;
    struct residency_cfg c = small;
    c.ports = 0;
    refused(c, "Ports");
    c.ports = 4;
    refused(c, "Ports");
    c = small;
    c.warps = SLOTS - 1;
    refused(c, "Warps");
    c.warps = 257;
    refused(c, "Warps");
    c = small;
    c.row_bits = 0;
    refused(c, "RowBits");
    c.row_bits = 96; /* a head is 3 + 1 + 96 */
    refused(c, "RowBits");
    c = small;
    c.max_warps = SLOTS + 1;
    refused(c, "MaxWarps");
}

static void check_fails(void **state)
{
    (void)state;
    struct machine *m = &machine;
    static struct vt_plug s;
    start(m, 2);
    look(m, 0, false, true);
    run(m, 2);
    s = m->s;
    s.wants |= bit(0);
    assert_string_equal(vt_plug_check(&s), "told_once");
    s = m->s;
    s.arrives |= bit(0);
    assert_string_equal(vt_plug_check(&s), "told_once");
    s = m->s;
    s.sits &= ~bit(0);
    assert_string_equal(vt_plug_check(&s), "told_once");
    s = m->s;
    s.stalls = 0;
    assert_string_equal(vt_plug_check(&s), "same_stalls");
    s.wants = bit(1);
    s.arrives = bit(1);
    assert_string_equal(vt_plug_check(&s), "told_once");
    s = m->s;
    s.stores[WARPS - 1] = (uint8_t)(small.accesses + 1);
    assert_string_equal(vt_plug_check(&s), "stores_right");
    s = m->s;
    s.unit.head[0] ^= 1; /* means nothing but in a swap's last cycle */
    assert_null(vt_plug_check(&s));
    s.unit.map.warp[1] = s.unit.map.warp[0];
    assert_non_null(vt_plug_check(&s));
}

static const char *promise(struct machine *m)
{
    begin_cycle(m);
    vt_plug_settle(&m->s, &m->in, &m->nets, &m->out);
    const char *broken = vt_plug_promise(&m->s, &m->in, &m->nets);
    clear(&m->in);
    return broken;
}

static void promise_fails(void **state)
{
    (void)state;
    struct machine *m = &machine;
    start(m, 1);
    issue(m, 2, 5, false);
    assert_string_equal(promise(m), "an instruction issues for a warp that has left");
    issue(m, 0, STORES, false);
    assert_string_equal(promise(m), "an instruction writes the row that stands for accesses");
    issue(m, 0, STORES - 1, false);
    assert_null(promise(m));
    look(m, 2, true, false);
    assert_string_equal(promise(m), "a slot is looked at that is not ready");
    event(m, 2, FRONT_ENDED);
    assert_non_null(promise(m)); /* the unit's: no warp is there */
    issue(m, 0, 5, true);
    cycle(m);
    event(m, 0, FRONT_ENDED);
    assert_string_equal(promise(m), "a warp ends that has writes out");
    ends(m, 0, 0, 0, 6);
    assert_non_null(promise(m)); /* no such access was issued */
}

/* ---- a naive twin: lists, and a walk through all slots ----------------------- */

enum mood { AT_EASE, WANTS, TOLD };

struct access {
    uint32_t warp;
    uint32_t reg; /* NO_REG: none */
};

struct twin {
    uint32_t warps; /* of a block */
    bool sits[SLOTS];
    uint32_t warp[SLOTS]; /* the warp that sits there */
    enum mood mood[SLOTS];
    bool arrives[SLOTS];
    struct access under_way[64];
    uint32_t count;
};

/* What the unit is to be told by a port. */
struct told {
    bool valid;
    uint32_t kind;
    uint32_t slot;
};

static bool looked_at(const struct residency_in *in, uint32_t slot)
{
    return in->look_en[slot % PORTS] && in->look_slot[slot % PORTS] == slot;
}

/* An end, else a barrier, else a stall; of the slots of the port the first one. */
static struct told twin_tells(const struct twin *t, const struct residency_in *in, uint32_t p)
{
    if (in->ev_valid[p] && in->ev_kind[p] == FRONT_ENDED)
        return (struct told){true, BLOCK_FRAMES_ENDS, in->ev_slot[p]};
    for (uint32_t s = 0; s < SLOTS; s++)
        if (s % PORTS == p && t->arrives[s] && has(in->stands, s))
            return (struct told){true, BLOCK_FRAMES_ARRIVES, s};
    for (uint32_t s = 0; s < SLOTS; s++)
        if (s % PORTS == p && t->mood[s] == WANTS && !looked_at(in, s))
            return (struct told){true, BLOCK_FRAMES_STALLS, s};
    return (struct told){false, 0, 0};
}

/* How many of this warp's accesses are in the list, without a register or of this one. */
static uint32_t twin_count(const struct twin *t, uint32_t warp, uint32_t reg)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->count; i++)
        n += t->under_way[i].warp == warp && t->under_way[i].reg == reg;
    return n;
}

/* The row of the scoreboard that an access has: its own, or the one of all that have none. */
static uint64_t twin_busy(const struct twin *t, uint32_t slot)
{
    uint64_t busy = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const uint32_t reg = t->under_way[i].reg;
        if (t->under_way[i].warp == t->warp[slot]) busy |= bit(reg == NO_REG ? STORES : reg);
    }
    return busy;
}

static void twin_compares_state(const struct twin *t, const struct machine *m)
{
    for (uint32_t s = 0; s < SLOTS; s++) {
        assert_int_equal(has(m->s.sits, s), t->sits[s]);
        assert_int_equal(has(m->s.wants, s), t->mood[s] == WANTS);
        assert_int_equal(has(m->s.stalls, s), t->mood[s] == TOLD);
        assert_int_equal(has(m->s.arrives, s), t->arrives[s]);
        for (uint32_t w = 0; w < WARPS; w++)
            assert_int_equal(vt_plug_sits(&m->s, s, w), t->sits[s] && t->warp[s] == w);
        if (t->sits[s]) assert_true(vt_plug_busy(&m->s, s) == twin_busy(t, s));
    }
    for (uint32_t w = 0; w < WARPS; w++) assert_int_equal(m->s.stores[w], twin_count(t, w, NO_REG));
}

static void twin_compares(const struct twin *t, const struct machine *m)
{
    const struct vt_in *to = &m->nets.in;
    for (uint32_t p = 0; p < PORTS; p++) {
        const struct told told = twin_tells(t, &m->in, p);
        const uint32_t slot = m->in.look_slot[p];
        assert_int_equal(to->ev_valid[p], told.valid);
        if (told.valid) assert_int_equal(to->ev_kind[p], told.kind);
        if (told.valid) assert_int_equal(to->ev_slot[p], told.slot);
        assert_int_equal(to->wake_valid[p],
                         m->in.look_en[p] && m->in.look_pass[p] && t->mood[slot] == TOLD);
        if (to->wake_valid[p]) assert_int_equal(to->wake_slot[p], slot);
    }
    for (uint32_t s = 0; s < SLOTS; s++)
        assert_int_equal(has(m->out.ready, s), has(m->nets.out.ready, s) && !t->arrives[s]);
}

static void twin_ends(struct twin *t, const struct residency_in *in)
{
    for (uint32_t w = 0; w <= PORTS; w++) {
        if (!in->wb_en[w] || (w > 0 && !in->wb_use[w])) continue;
        uint32_t i = 0;
        while (t->under_way[i].warp != in->wb_warp[w] ||
               t->under_way[i].reg != (in->wb_use[w] ? in->wb_reg[w] : NO_REG))
            assert_true(++i < t->count);
        t->under_way[i] = t->under_way[--t->count];
    }
}

static void twin_issues(struct twin *t, const struct residency_in *in)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        if (!in->set_en[p] || (!in->set_access[p] && !in->set_use[p])) continue;
        assert_true(t->count < 64);
        t->under_way[t->count++] =
            (struct access){t->warp[in->set_slot[p]], in->set_use[p] ? in->set_reg[p] : NO_REG};
    }
}

static void twin_looks(struct twin *t, const struct residency_in *in)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        const struct told told = twin_tells(t, in, p);
        if (told.valid && told.kind == BLOCK_FRAMES_STALLS) t->mood[told.slot] = TOLD;
        if (told.valid && told.kind == BLOCK_FRAMES_ARRIVES) t->arrives[told.slot] = false;
    }
    for (uint32_t p = 0; p < PORTS; p++) {
        enum mood *mood = &t->mood[in->look_slot[p]];
        if (in->ev_valid[p] && in->ev_kind[p] == FRONT_BARRIER) t->arrives[in->ev_slot[p]] = true;
        if (in->look_en[p] && in->look_pass[p]) *mood = AT_EASE;
        else if (in->look_en[p] && in->look_memory[p] && *mood == AT_EASE) *mood = WANTS;
    }
}

static void twin_stands_up(struct twin *t, uint32_t slot)
{
    assert_true(t->sits[slot] && !t->arrives[slot]);
    t->sits[slot] = false;
    t->mood[slot] = AT_EASE;
}

static void twin_sits(struct twin *t, const struct machine *m)
{
    const struct residency_out *out = &m->out;
    for (uint32_t s = 0; s < SLOTS; s++) {
        const bool done = out->done_valid && s / t->warps == m->nets.out.done_slot / t->warps;
        if (done || has(out->leave, s)) twin_stands_up(t, s);
        const bool comes = (out->begin_en || out->resume_en) && s >= out->begin_slot &&
                           s < out->begin_slot + t->warps;
        if (!comes) continue;
        assert_false(t->sits[s]);
        t->sits[s] = true;
        t->warp[s] = vt_plug_warp(&m->s, s);
        assert_int_equal(twin_count(t, t->warp[s], NO_REG), 0);
    }
}

/* ---- a front end and a memory that do anything ----------------------- */

enum head { NOTHING, WAITS, PASSES, STOP };

/* Chances, of 16. */
struct habits {
    uint32_t look, pass, store, stop, barrier, result, stands, context;
};

struct world {
    struct machine *m;
    struct twin t;
    struct hd_rng rng;
    struct habits h;
    enum head head[SLOTS];
    uint32_t steps[WARPS]; /* instructions until a warp ends */
    struct {
        uint32_t writer, slot, warp, reg;
    } flying[64];
    uint32_t flies;
    uint32_t left; /* blocks of the grid to come */
    uint32_t done, leaves;
};

static bool chance(struct world *w, uint32_t sixteenths)
{
    return hd_rng_chance(&w->rng, sixteenths, 16);
}

static uint32_t accesses_of(const struct world *w, uint32_t warp)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->flies; i++)
        n += w->flying[i].warp == warp && w->flying[i].writer == 0;
    return n;
}

/* What has issued ends, wherever its warp is by then. */
static void fly(struct world *w)
{
    for (uint32_t writer = 0; writer <= PORTS; writer++) {
        const uint32_t first = w->flies > 0 ? hd_rng_below(&w->rng, w->flies) : 0;
        if (!chance(w, writer == 0 ? w->h.result : 12)) continue;
        for (uint32_t n = 0; n < w->flies; n++) {
            const uint32_t i = (first + n) % w->flies;
            if (w->flying[i].writer != writer) continue;
            ends(w->m, writer, w->flying[i].slot, w->flying[i].warp, w->flying[i].reg);
            w->flying[i] = w->flying[--w->flies];
            break;
        }
    }
}

static void issue_some(struct world *w, uint32_t slot)
{
    const uint32_t warp = w->t.warp[slot], kind = hd_rng_below(&w->rng, 16);
    const bool last = w->steps[warp] == 0;
    const uint64_t busy = vt_plug_busy(&w->m->s, slot);
    if (last && busy != 0) return; /* an exit waits for all that its warp has */
    w->head[slot] = last || kind < w->h.stop ? STOP : NOTHING;
    if (w->head[slot] == STOP) {
        issue(w->m, slot, NO_REG, false);
        return;
    }
    const bool access = hd_rng_chance(&w->rng, 2, 3), use = !access || !chance(w, w->h.store);
    const uint32_t reg = use ? hd_rng_below(&w->rng, STORES) : NO_REG;
    const bool full = access && accesses_of(w, warp) >= small.accesses;
    w->head[slot] = PASSES;
    if (full || w->flies == 64 || (use && has(busy, reg))) return;
    issue(w->m, slot, reg, access);
    w->head[slot] = NOTHING;
    w->steps[warp]--;
    w->flying[w->flies].writer = access ? 0 : 1 + slot % PORTS;
    w->flying[w->flies].slot = slot;
    w->flying[w->flies].warp = warp;
    w->flying[w->flies++].reg = reg;
}

static void look_at(struct world *w, uint32_t slot)
{
    const uint32_t accesses = accesses_of(w, w->t.warp[slot]);
    const bool pass = accesses == 0 || chance(w, w->h.pass);
    look(w->m, slot, pass, !pass && !chance(w, 2));
    w->head[slot] = pass ? PASSES : WAITS;
}

static void resolve(struct world *w, uint32_t slot)
{
    const bool last = w->steps[w->t.warp[slot]] == 0;
    event(w->m, slot, last ? FRONT_ENDED : chance(w, w->h.barrier) ? FRONT_BARRIER : FRONT_PHASE);
    if (!last) w->steps[w->t.warp[slot]]--;
    w->head[slot] = NOTHING;
}

/* Each port looks at one slot, issues of another, resolves of a third. */
static void front(struct world *w)
{
    bool looks[PORTS] = {false}, issues[PORTS] = {false}, tells[PORTS] = {false};
    for (uint32_t n = 0, from = hd_rng_below(&w->rng, SLOTS); n < SLOTS; n++) {
        const uint32_t slot = (from + n) % SLOTS, p = slot % PORTS;
        if (!has(w->m->out.ready, slot)) continue;
        if (w->head[slot] == STOP) {
            if (!tells[p] && chance(w, 8)) resolve(w, slot), tells[p] = true;
        } else if (w->head[slot] == PASSES) {
            if (!issues[p] && chance(w, 12)) issue_some(w, slot), issues[p] = true;
        } else if (!looks[p] && chance(w, w->h.look)) {
            look_at(w, slot), looks[p] = true;
        }
    }
}

static void dispatch(struct world *w)
{
    struct residency_in *in = &w->m->in;
    if (w->m->s.unit.refused) { /* it is offered again, unchanged */
        in->block_valid = true;
    } else if (w->left > 0 && chance(w, 8)) {
        in->block_valid = true;
        in->block_id[0] = w->left;
    }
}

/* The instruction of a warp that has left is forgotten. A warp that begins gets the number of its
 * instructions to come. */
static void follow(struct world *w)
{
    const struct residency_out *out = &w->m->out;
    if (out->block_ready && w->left > 0) w->left--;
    w->done += out->done_valid;
    w->leaves += out->leave != 0;
    for (uint32_t s = 0; s < SLOTS; s++) {
        if (!w->t.sits[s]) w->head[s] = NOTHING;
        if (out->begin_en && s >= out->begin_slot && s < out->begin_slot + w->t.warps)
            w->steps[w->t.warp[s]] = hd_rng_below(&w->rng, 30);
    }
}

static void step(struct world *w)
{
    struct machine *m = w->m;
    static struct residency_in in;
    m->in.ctx_ready = chance(w, w->h.context);
    for (uint32_t s = 0; s < SLOTS; s++)
        m->in.stands = (m->in.stands & ~bit(s)) | (chance(w, w->h.stands) ? bit(s) : 0);
    dispatch(w);
    begin_cycle(m);
    twin_compares_state(&w->t, m);
    fly(w);
    front(w);
    vt_plug_settle(&m->s, &m->in, &m->nets, &m->out);
    twin_compares(&w->t, m);
    in = m->in;
    end_cycle(m);
    twin_looks(&w->t, &in);
    twin_ends(&w->t, &in);
    twin_issues(&w->t, &in);
    twin_sits(&w->t, m);
    follow(w);
}

/* A grid of 40 blocks, to its end. */
static void walk(const struct habits *h, uint64_t seed)
{
    static struct world w;
    memset(&w, 0, sizeof w);
    w.m = &machine;
    w.h = *h;
    hd_rng_seed(&w.rng, seed);
    power_up(w.m, &small);
    w.t.warps = 1 + hd_rng_below(&w.rng, 2);
    kernel(w.m, w.t.warps, 2, 4);
    w.left = 40;
    for (uint32_t n = 0; w.done < 40; n++) {
        assert_true(n < 40000);
        step(&w);
    }
    assert_int_equal(w.flies, 0);
    assert_true(w.leaves > 0);
}

static void twin_agrees(void **state)
{
    (void)state;
    static const struct habits habits[] = {
        {14, 6, 8, 3, 6, 4, 12, 12},  /* of everything */
        {15, 2, 14, 1, 4, 3, 14, 14}, /* stores */
        {14, 8, 4, 8, 14, 6, 5, 10},  /* barriers, and stacks that do not stand */
        {15, 1, 6, 1, 6, 1, 15, 15},  /* slow memory */
    };
    for (uint32_t i = 0; i < sizeof habits / sizeof habits[0]; i++)
        for (uint64_t seed = 1; seed <= 10; seed++) walk(&habits[i], seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_a_stall_is_told_in_the_next_cycle),
        cmocka_unit_test(rule_a_wait_without_an_access_is_none),
        cmocka_unit_test(rule_a_look_that_finds_it_waiting_changes_nothing),
        cmocka_unit_test(rule_a_look_that_finds_it_may_issue_is_the_wake_up),
        cmocka_unit_test(race_look_passes_when_it_would_be_told),
        cmocka_unit_test(rule_a_stall_and_a_wake_up_of_one_port),
        cmocka_unit_test(race_look_passes_when_the_block_leaves),
        cmocka_unit_test(race_look_passes_one_cycle_earlier),
        cmocka_unit_test(rule_sits_from_begin_to_leave_or_done),
        cmocka_unit_test(race_access_ends_before_the_row_is_taken),
        cmocka_unit_test(rule_stacks_go_and_come_with_zeros_behind_them),
        cmocka_unit_test(rule_a_barrier_is_told_when_the_stack_stands),
        cmocka_unit_test(race_an_end_a_barrier_and_a_stall_of_one_port),
        cmocka_unit_test(rule_the_lowest_slot_first),
        cmocka_unit_test(rule_row_63_is_busy_from_the_first_to_the_last),
        cmocka_unit_test(race_the_last_one_ends_and_another_one_issues),
        cmocka_unit_test(rule_a_block_comes_back_when_its_stores_are_done),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(paper_sizes),
        cmocka_unit_test(sizes_are_refused),
        cmocka_unit_test(check_fails),
        cmocka_unit_test(promise_fails),
        cmocka_unit_test(twin_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
