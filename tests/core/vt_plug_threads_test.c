/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of Virtual Thread as a plug, with dynamic warps (Own = 1): worked cases of the
 * page's section, and what check, promise and init find. Whole kernels on it run in sm_test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/front.h"
#include "core/vt_plug.h"

enum { LANES = 4, ROWS = 64, ROW_WORDS = 4, SOON = 40 };

/* Two blocks of two warps sit; a thread's word is 32 bits. */
static const struct residency_cfg hand = {.kind = RESIDENCY_VT,
                                          .slots = 4,
                                          .frames = 2,
                                          .max_warps = 2,
                                          .ports = 1,
                                          .ctas = 4,
                                          .warps = 8,
                                          .accesses = 8,
                                          .lanes = LANES,
                                          .stack_bits = 32 * LANES,
                                          .row_bits = 32 * ROW_WORDS,
                                          .rows = ROWS,
                                          .own = 1};

struct bench {
    struct vt_plug s;
    struct residency_in in;
    struct residency_out out;
    struct vt_plug_nets nets;
    struct residency_lanes back;
    uint32_t memory[ROWS][ROW_WORDS]; /* shared memory: a read is answered in the next cycle */
    uint32_t answer[ROW_WORDS];
    uint32_t row[LANES]; /* of a slot that leaves: its warp's number in each word */
    uint32_t acc_warp[LANES], end_warp[LANES];
    uint32_t blocks; /* that are to come */
    uint32_t leaves; /* so far, and the next one */
    uint32_t resumes;
    uint32_t came_back; /* rows */
};

/* What a row has of a warp. */
static uint32_t word_of(uint32_t warp, uint32_t lane) { return 0xc0de0000 | warp << 8 | lane; }

static void see(struct bench *b)
{
    b->in.block_valid = b->blocks > 0;
    vt_plug_offer(&b->s, &b->in, &b->nets, &b->out);
    vt_plug_lanes(&b->s, b->in.end_mask, b->end_warp, &b->back);
    b->in.end_en = b->in.end_valid && !b->back.held;
    for (uint32_t w = 0; b->out.stack_rd_en && w < LANES; w++)
        b->row[w] = word_of(vt_plug_warp(&b->s, b->out.stack_rd_slot), w);
    b->in.stack_rd_data = b->row;
    vt_plug_settle(&b->s, &b->in, &b->nets, &b->out);
    const char *broken = vt_plug_promise(&b->s, &b->in, &b->nets);
    if (broken) fail_msg("promise: %s", broken);
}

/* Warps 0 and 1 come back to slots 2 and 3. */
static void move_rows(struct bench *b)
{
    const bool reads = b->out.ctx_valid && !b->out.ctx_we;
    if (reads) memcpy(b->answer, b->memory[b->out.ctx_row], sizeof b->answer);
    if (b->out.ctx_valid && b->out.ctx_we)
        memcpy(b->memory[b->out.ctx_row], b->out.ctx_wdata, sizeof b->memory[0]);
    for (uint32_t w = 0; b->out.stack_wr_en && w < LANES; w++)
        assert_int_equal(b->out.stack_wr_data[w], word_of(b->out.stack_wr_slot - 2, w));
    b->came_back += b->out.stack_wr_en;
    b->in.ctx_rsp_valid = reads;
}

static void edge(struct bench *b)
{
    b->leaves += b->out.leave != 0;
    b->resumes += b->out.resume_en;
    if (b->in.block_valid && b->out.block_ready) {
        b->blocks--;
        b->in.block_id[0]++;
    }
    vt_plug_tick(&b->s, &b->in, &b->nets, &b->out);
    move_rows(b);
    b->in.kernel_en = b->in.acc_en = b->in.ev_valid[0] = false;
    if (b->in.end_en) b->in.end_valid = false;
    const char *broken = vt_plug_check(&b->s);
    if (broken) fail_msg("invariant: %s", broken);
}

static void cycle(struct bench *b)
{
    see(b);
    edge(b);
}

/* So many blocks of two warps are on the core, the first two of them sit: warps 0 to 3. */
static struct bench *start(uint32_t blocks)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    assert_null(vt_plug_init(&b->s, &hand));
    b->in.ctx_ready = true;
    b->in.ctx_rsp_data = b->answer;
    b->in.acc_warp = b->acc_warp;
    b->in.end_warp = b->end_warp;
    b->in.stands = 0xf;
    b->in.kernel_en = true;
    b->in.kernel_warps = 2;
    b->in.kernel_frames = 2;
    b->in.kernel_ctas = 4;
    b->in.kernel_rows = vt_plug_rows(&hand, 2);
    cycle(b);
    b->blocks = blocks;
    for (uint32_t k = 0; k < SOON; k++) cycle(b);
    assert_int_equal(b->blocks, 0);
    assert_int_equal(b->s.sits, 0xf);
    for (uint32_t slot = 0; slot < 4; slot++) assert_int_equal(vt_plug_warp(&b->s, slot), slot);
    return b;
}

/* An access with threads of two warps, in lanes 0 and 3. */
static void access_of(struct bench *b, uint32_t first, uint32_t last)
{
    b->in.acc_en = true;
    b->in.acc_mask = 0x9;
    b->acc_warp[0] = first;
    b->acc_warp[3] = last;
    cycle(b);
}

static void end_of(struct bench *b, uint32_t first, uint32_t last)
{
    b->in.end_valid = true;
    b->in.end_mask = 0x9;
    b->end_warp[0] = first;
    b->end_warp[3] = last;
}

/* Both warps of a block stall; a slot a cycle is told, the lower one first. */
static void stall(struct bench *b, uint32_t first)
{
    b->in.stalls |= UINT64_C(3) << first;
    see(b);
    assert_int_equal(b->nets.told, UINT64_C(1) << first);
    edge(b);
    see(b);
    assert_int_equal(b->nets.told, UINT64_C(2) << first);
    edge(b);
}

/* No block could take the block's place: it stays. Its threads come back after a wake-up a slot. */
static void held_until_told(void **state)
{
    (void)state;
    struct bench *b = start(2);
    access_of(b, 0, 1);
    assert_int_equal(b->s.stores[0], 1);
    assert_int_equal(b->s.stores[1], 1);
    stall(b, 0);
    for (uint32_t k = 0; k < SOON; k++) cycle(b);
    assert_int_equal(b->leaves, 0);
    assert_int_equal(vt_plug_busy(&b->s, 0), UINT64_C(1) << VT_PLUG_STORES);
    end_of(b, 0, 1);
    for (uint32_t slot = 0; slot < 2; slot++) {
        see(b);
        assert_true(b->back.held);
        assert_int_equal(b->nets.woken, UINT64_C(1) << slot);
        assert_int_equal(b->nets.told, 0); /* threads are back: no new stall is told */
        edge(b);
    }
    see(b);
    assert_false(b->back.held);
    assert_int_equal(b->back.lane_sits, 0x9);
    assert_int_equal(b->back.lane_slot[0], 0);
    assert_int_equal(b->back.lane_slot[3], 1);
    edge(b);
    b->in.stalls = 0;
    assert_int_equal(b->s.stores[0] + b->s.stores[1] + b->s.stalls, 0);
    assert_int_equal(vt_plug_busy(&b->s, 0) | vt_plug_busy(&b->s, 1), 0);
    assert_false(b->s.owes[0] || b->s.owes[1]);
    free(b);
}

/* The access of a slot is at its end in the cycle in which the slot's stall would be told. */
static void back_before_told(void **state)
{
    (void)state;
    struct bench *b = start(2);
    access_of(b, 0, 2);
    b->in.stalls = 0x5;
    end_of(b, 0, 0);
    see(b);
    assert_false(b->back.held);
    assert_int_equal(b->nets.told, 0x4); /* the other one */
    edge(b);
    free(b);
}

/* The threads of a block are back in the cycle in which it leaves: it leaves. Its accesses are
 * counted down; one warp a cycle is told to have none any more. Then the block is ready. When
 * another block stalls it comes back, with its old rows. */
static void leaves_while_they_come(void **state)
{
    (void)state;
    struct bench *b = start(3);
    access_of(b, 0, 1);
    stall(b, 0);
    end_of(b, 0, 1);
    see(b);
    assert_int_equal(b->out.leave, 0x3);
    assert_true(b->back.held);
    assert_int_equal(b->nets.woken, 0);
    edge(b);
    b->in.stalls = 0;
    see(b);
    assert_false(b->back.held);
    assert_int_equal(b->back.lane_sits, 0);
    assert_false(b->nets.late);
    edge(b);
    for (uint32_t warp = 0; warp < 2; warp++) {
        see(b);
        assert_true(b->nets.late);
        assert_int_equal(b->nets.late_warp, warp);
        edge(b);
    }
    see(b);
    assert_false(b->nets.late);
    edge(b);
    for (uint32_t k = 0; k < SOON; k++) cycle(b);
    assert_int_equal(vt_plug_warp(&b->s, 0), 4); /* the third block is in its place */
    access_of(b, 2, 3);
    stall(b, 2);
    for (uint32_t k = 0; k < SOON && b->resumes == 0; k++) {
        cycle(b);
        if (b->leaves == 2) b->in.stalls = 0;
    }
    assert_int_equal(b->leaves, 2);
    assert_int_equal(b->resumes, 1);
    assert_int_equal(b->came_back, 2);
    cycle(b);
    assert_int_equal(vt_plug_warp(&b->s, 2), 0);
    assert_int_equal(vt_plug_warp(&b->s, 3), 1);
    free(b);
}

/* Of the slots whose threads are back the lowest leaves: no other one wakes up in its place. */
static void wake_up_in_vain(void **state)
{
    (void)state;
    struct bench *b = start(3);
    access_of(b, 0, 2);
    access_of(b, 1, 1);
    b->in.stalls = 0x4;
    cycle(b);
    stall(b, 0);
    end_of(b, 0, 2);
    see(b);
    assert_int_equal(b->out.leave, 0x3);
    assert_true(b->back.held);
    assert_int_equal(b->nets.woken, 0);
    edge(b);
    b->in.stalls = 0x4;
    see(b);
    assert_true(b->back.held);
    assert_int_equal(b->nets.woken, 0x4);
    edge(b);
    free(b);
}

/* One of the warps that have left still has another access: only the other one is told. */
static void last_access_of_each(void **state)
{
    (void)state;
    struct bench *b = start(3);
    access_of(b, 0, 1);
    access_of(b, 1, 1);
    assert_int_equal(b->s.stores[1], 2); /* once an access, however many lanes */
    stall(b, 0);
    cycle(b);
    b->in.stalls = 0;
    assert_int_equal(b->leaves, 1);
    for (uint32_t k = 0; k < 4; k++) cycle(b);
    end_of(b, 0, 1);
    cycle(b);
    see(b);
    assert_true(b->nets.late);
    assert_int_equal(b->nets.late_warp, 0);
    edge(b);
    cycle(b);
    assert_true(b->s.owes[1]);
    end_of(b, 1, 1);
    cycle(b);
    see(b);
    assert_true(b->nets.late);
    assert_int_equal(b->nets.late_warp, 1);
    edge(b);
    free(b);
}

/* Barriers and ends go before stalls; a barrier is told a cycle later, and the slot is not ready
 * meanwhile. */
static void events_go_first(void **state)
{
    (void)state;
    struct bench *b = start(2);
    access_of(b, 0, 0);
    b->in.ev_valid[0] = true;
    b->in.ev_kind[0] = FRONT_BARRIER;
    b->in.ev_slot[0] = 2;
    cycle(b);
    b->in.stalls = 0x1;
    see(b);
    assert_int_equal(b->nets.at_bar, 0x4);
    assert_int_equal(b->nets.told, 0);
    assert_int_equal(b->out.ready, 0xb);
    edge(b);
    b->in.ev_valid[0] = true;
    b->in.ev_kind[0] = FRONT_ENDED;
    b->in.ev_slot[0] = 3;
    see(b);
    assert_int_equal(b->nets.told, 0);
    edge(b);
    see(b);
    assert_int_equal(b->nets.told, 0x1);
    edge(b);
    free(b);
}

static void check_and_promise_fail(void **state)
{
    (void)state;
    struct bench *b = start(2);
    access_of(b, 0, 1);
    stall(b, 0);
    struct vt_plug good = b->s;
    b->s.owes[0] = false;
    assert_string_equal(vt_plug_check(&b->s), "owes");
    b->s = good;
    b->s.seat[1] = 0;
    assert_string_equal(vt_plug_check(&b->s), "owes");
    b->s = good;
    b->s.stores[1] = 0;
    assert_string_equal(vt_plug_check(&b->s), "owes");
    b->s = good;
    b->s.stores[5] = 9;
    assert_string_equal(vt_plug_check(&b->s), "stores_right");
    b->s = good;
    see(b);
    b->in.acc_en = true;
    b->in.acc_mask = 1;
    b->acc_warp[0] = 5; /* sits nowhere */
    const char *access = "an access of a warp that does not run";
    assert_string_equal(vt_plug_promise(&b->s, &b->in, &b->nets), access);
    b->acc_warp[0] = 1; /* stalls */
    assert_string_equal(vt_plug_promise(&b->s, &b->in, &b->nets), access);
    b->in.acc_en = false;
    b->in.stalls |= 0x8;
    assert_string_equal(vt_plug_promise(&b->s, &b->in, &b->nets),
                        "a slot stalls of which no thread is in memory");
    b->in.stalls = 0x3;
    end_of(b, 0, 1);
    b->in.end_en = true;
    assert_string_equal(vt_plug_promise(&b->s, &b->in, &b->nets), "an access ends that is held");
    free(b);
}

static void init_refuses(void **state)
{
    (void)state;
    static struct vt_plug s;
    struct residency_cfg c = hand;
    c.ports = 2;
    assert_string_equal(vt_plug_init(&s, &c), "Own = 1: Ports must be 1");
    c = hand;
    c.own = 2;
    assert_string_equal(vt_plug_init(&s, &c), "Own must be 0 or 1");
    c = hand;
    c.lanes = 65;
    assert_string_equal(vt_plug_init(&s, &c), "Lanes must be 1 to 64");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_until_told),        cmocka_unit_test(back_before_told),
        cmocka_unit_test(leaves_while_they_come), cmocka_unit_test(last_access_of_each),
        cmocka_unit_test(events_go_first),        cmocka_unit_test(check_and_promise_fail),
        cmocka_unit_test(wake_up_in_vain),        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
