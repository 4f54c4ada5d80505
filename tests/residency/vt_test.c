/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the Virtual Thread unit: the paper's Figure 5, each race between the blocks
 * by its name, a core that runs kernels of random warps on it and follows every write, stack and
 * barrier in a book of its own, and the proof that check, promise and init do fail.
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
#include "residency/vt.h"

enum {
    MAX_MEMORY = 1024,
    MAX_ANSWERS = 8,
    LOG = 512,
    NO_WARP = UINT32_MAX,
};

static uint32_t count_ones(uint64_t x)
{
    uint32_t n = 0;
    for (; x != 0; x &= x - 1) n++;
    return n;
}

/* The lower bits of random words. */
static void random_bits(struct hd_rng *rng, uint32_t *value, uint32_t words, uint32_t bits)
{
    memset(value, 0, words * sizeof value[0]);
    for (uint32_t i = 0; i < bits; i += 32) {
        value[i / 32] = (uint32_t)(hd_rng_next(rng) >> 32);
        if (bits - i < 32) value[i / 32] &= (UINT32_C(1) << (bits - i)) - 1;
    }
}

/* ---- a core: SIMT stacks and shared memory round the unit ------------------------------- */

/* Data of a read on its way. */
struct answer {
    uint64_t due;
    uint32_t data[VT_MEM_WORDS];
};

struct core {
    struct vt s;
    struct vt_in in; /* events are cleared by cycle */
    struct vt_out out;
    uint32_t stack[VT_MAX_SLOTS][VT_STACK_WORDS];
    uint32_t memory[MAX_MEMORY][VT_MEM_WORDS];
    struct answer answer[MAX_ANSWERS];
    uint32_t answers;
    uint32_t latency; /* of a read, in cycles */
    uint64_t cycle;
    uint64_t left_at;               /* the cycle in which the last block left */
    uint32_t seat_id[VT_MAX_SLOTS]; /* of the block that sits from this slot on */
    char log[LOG];                  /* +1 begins, -1 leaves, =1 comes back, x1 is done */
};

static struct core core;

static const struct vt_cfg paper = {.slots = 48,
                                    .frames = 8,
                                    .warps = 256,
                                    .ctas = 32,
                                    .max_warps = 32,
                                    .regs = 64,
                                    .id_width = 96,
                                    .ports = 2,
                                    .cnt_width = 12,
                                    .stack_width = 640,
                                    .mem_width = 512,
                                    .granule = 128,
                                    .mem_words = 768,
                                    .reads = 2,
                                    .active = 30,
                                    .inactive = 30,
                                    .load_width = 301,
                                    .overlap = 1};

static const struct vt_cfg small = {.slots = 4,
                                    .frames = 2,
                                    .warps = 16,
                                    .ctas = 8,
                                    .max_warps = 4,
                                    .regs = 8,
                                    .id_width = 8,
                                    .ports = 2,
                                    .cnt_width = 6,
                                    .stack_width = 64,
                                    .mem_width = 64,
                                    .granule = 32,
                                    .mem_words = 64,
                                    .reads = 2,
                                    .active = 4,
                                    .inactive = 4,
                                    .load_width = 16,
                                    .overlap = 1};

static void note(struct core *c, char what, uint32_t id)
{
    const size_t used = strlen(c->log);
    if (used + 16 < LOG) snprintf(c->log + used, LOG - used, "%c%u ", what, id);
}

static void note_blocks(struct core *c)
{
    const struct vt_out *out = &c->out;
    if (out->done_valid) note(c, 'x', out->done_id[0]);
    if (out->leave_en) {
        note(c, '-', c->seat_id[out->leave_slot]);
        c->left_at = c->cycle;
    }
    if (!out->begin_en && !out->resume_en) return;
    note(c, out->begin_en ? '+' : '=', out->seat_id[0]);
    c->seat_id[out->seat_slot] = out->seat_id[0];
}

static void clear_events(struct vt_in *in)
{
    in->kernel_en = in->block_valid = in->rsp_valid = in->load_valid = in->l1_ready = false;
    memset(in->ev_valid, 0, sizeof in->ev_valid);
    memset(in->wake_valid, 0, sizeof in->wake_valid);
    memset(in->set_en, 0, sizeof in->set_en);
    memset(in->wb_en, 0, sizeof in->wb_en);
}

static void offer_answer(struct core *c)
{
    c->in.rsp_valid = c->answers > 0 && c->answer[0].due <= c->cycle;
    if (c->in.rsp_valid) memcpy(c->in.rsp_data, c->answer[0].data, sizeof c->in.rsp_data);
}

/* An access of the shared memory is done; a stack comes back. */
static void memory_edge(struct core *c)
{
    const struct vt_out *out = &c->out;
    if (c->in.rsp_valid) memmove(c->answer, c->answer + 1, --c->answers * sizeof c->answer[0]);
    if (out->mem_valid && c->in.mem_ready) {
        uint32_t *word = c->memory[out->mem_addr];
        if (out->mem_we) memcpy(word, out->mem_wdata, sizeof out->mem_wdata);
        else {
            struct answer *a = &c->answer[c->answers++];
            a->due = c->cycle + c->latency;
            memcpy(a->data, word, sizeof a->data);
        }
    }
    if (out->stack_wr_en)
        memcpy(c->stack[out->stack_wr_slot], out->stack_wr_data, sizeof out->stack_wr_data);
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct core *c)
{
    offer_answer(c);
    vt_eval(&c->s, &c->in, &c->out);
    if (c->out.stack_rd_en)
        memcpy(c->in.stack_rd_data, c->stack[c->out.stack_rd_slot], sizeof c->in.stack_rd_data);
    const char *broken = vt_promise(&c->s, &c->in);
    if (broken != NULL) fail_msg("cycle %u: promise: %s", (unsigned)c->cycle, broken);
    vt_tick(&c->s, &c->in, &c->out);
    broken = vt_check(&c->s);
    if (broken != NULL) fail_msg("cycle %u: check: %s", (unsigned)c->cycle, broken);
    note_blocks(c);
    memory_edge(c);
    c->cycle++;
    clear_events(&c->in);
}

static void run(struct core *c, uint32_t cycles)
{
    while (cycles-- > 0) cycle(c);
}

/* The outputs of the cycle to come, without any event. */
static const struct vt_out *now(struct core *c)
{
    vt_eval(&c->s, &c->in, &c->out);
    return &c->out;
}

/* A kernel of so many warps a block, blocks active and blocks on the core. */
static void kernel(struct core *c, uint32_t warps, uint32_t frames, uint32_t ctas)
{
    c->in.kernel_en = true;
    c->in.kernel_warps = warps;
    c->in.kernel_frames = frames;
    c->in.kernel_ctas = ctas;
    c->in.kernel_words = vt_words(&c->s.cfg, warps);
    cycle(c);
}

static void power_up(struct core *c, const struct vt_cfg *cfg)
{
    memset(c, 0, sizeof *c);
    assert_null(vt_init(&c->s, cfg));
    assert_null(vt_check(&c->s));
    c->latency = 1;
    c->in.mem_ready = true;
}

static void offer(struct core *c, uint32_t id)
{
    c->in.block_valid = true;
    memset(c->in.block_id, 0, sizeof c->in.block_id);
    c->in.block_id[0] = id;
}

/* Blocks of these numbers are taken; then all is quiet. */
static void blocks(struct core *c, uint32_t first, uint32_t last)
{
    for (uint32_t id = first; id <= last; id++) {
        for (uint32_t n = 0; n == 0 || !c->out.block_ready; n++) {
            assert_true(n < 20);
            offer(c, id);
            cycle(c);
        }
    }
    run(c, 20);
}

/* Two blocks of two warps may be active, so many are here: 1 on slots 0, 1; 2 on slots 2, 3. */
static void start(struct core *c, const struct vt_cfg *cfg, uint32_t here)
{
    power_up(c, cfg);
    kernel(c, 2, 2, 4);
    blocks(c, 1, here);
    assert_string_equal(c->log, here > 1 ? "+1 +2 " : "+1 ");
}

static void event(struct core *c, uint32_t port, uint32_t kind, uint32_t slot)
{
    c->in.ev_valid[port] = true;
    c->in.ev_kind[port] = kind;
    c->in.ev_slot[port] = slot;
}

static void wake(struct core *c, uint32_t port, uint32_t slot)
{
    c->in.wake_valid[port] = true;
    c->in.wake_slot[port] = slot;
}

static void issue(struct core *c, uint32_t port, uint32_t slot, uint32_t reg)
{
    c->in.set_en[port] = true;
    c->in.set_slot[port] = slot;
    c->in.set_reg[port] = reg;
}

static void write_back(struct core *c, uint32_t port, uint32_t slot, uint32_t warp, uint32_t reg)
{
    c->in.wb_en[port] = true;
    c->in.wb_slot[port] = slot;
    c->in.wb_warp[port] = warp;
    c->in.wb_reg[port] = reg;
}

/* Both warps of the block on these slots load register `reg` and stall on it, in two cycles. */
static void load_and_stall(struct core *c, uint32_t slot, uint32_t reg)
{
    issue(c, 0, slot, reg);
    issue(c, 1, slot + 1, reg);
    cycle(c);
    event(c, 0, BLOCK_FRAMES_STALLS, slot);
    event(c, 1, BLOCK_FRAMES_STALLS, slot + 1);
    cycle(c);
}

/* The data of both warps comes; they sat on these slots. */
static void data_comes(struct core *c, uint32_t slot, uint32_t warp, uint32_t reg)
{
    write_back(c, 0, slot, warp, reg);
    write_back(c, 1, slot + 1, warp + 1, reg);
    cycle(c);
}

static void both(struct core *c, uint32_t kind, uint32_t slot)
{
    event(c, 0, kind, slot);
    event(c, 1, kind, slot + 1);
    cycle(c);
}

/* Until a block sits down. */
static void until_seat(struct core *c)
{
    uint32_t n = 0;
    do {
        cycle(c);
        assert_true(n++ < 100);
    } while (!c->out.begin_en && !c->out.resume_en);
}

/* ---- the paper's Figure 5 ----------------------------------------------------------------- */

static void figure_5(void **state)
{
    (void)state;
    struct core *c = &core;
    const uint32_t words = 3; /* a granule of head, four of stacks, in words of two */
    power_up(c, &small);
    kernel(c, 2, 2, 4); /* two blocks active, room for four, two warps each */
    blocks(c, 1, 4);
    assert_string_equal(c->log, "+1 +2 ");
    assert_int_equal(now(c)->resident, 0xf);
    assert_int_equal(now(c)->active, 0x3);
    for (uint32_t slot = 0; slot < 4; slot++) c->stack[slot][0] = 0x100 + slot;

    load_and_stall(c, 0, 5); /* 1 stalls, 3 takes its place */
    until_seat(c);
    assert_int_equal(c->out.seat_slot, 0);
    load_and_stall(c, 2, 5); /* 2 stalls, 4 takes its */
    until_seat(c);
    assert_int_equal(c->out.seat_slot, 2);
    assert_int_equal(now(c)->active, 0xc);
    data_comes(c, 0, 0, 5); /* of 1 */
    for (uint32_t slot = 0; slot < 4; slot++) c->stack[slot][0] = 0x200 + slot;

    load_and_stall(c, 0, 6); /* 3 stalls, and 1, whose data has come, comes back */
    until_seat(c);
    assert_int_equal(c->cycle - 1 - c->left_at, words + 2 + 1);
    assert_int_equal(c->stack[0][0], 0x100);
    assert_int_equal(c->stack[1][0], 0x101);
    data_comes(c, 2, 2, 5); /* of 2 */
    load_and_stall(c, 2, 6);
    until_seat(c); /* then 2 for 4 */
    assert_int_equal(c->stack[2][0], 0x102);
    assert_int_equal(c->stack[3][0], 0x103);
    assert_string_equal(c->log, "+1 +2 -1 +3 -2 +4 -3 =1 -4 =2 ");

    data_comes(c, 0, 4, 6); /* 3 and 4 come back as 1 and 2 end */
    data_comes(c, 2, 6, 6);
    both(c, BLOCK_FRAMES_ENDS, 0);
    both(c, BLOCK_FRAMES_ENDS, 2);
    run(c, 30);
    both(c, BLOCK_FRAMES_ENDS, 0);
    both(c, BLOCK_FRAMES_ENDS, 2);
    run(c, 3);
    assert_string_equal(c->log, "+1 +2 -1 +3 -2 +4 -3 =1 -4 =2 x1 x2 =3 =4 x3 x4 ");
    assert_true(now(c)->idle);
}

/* ---- the races between the blocks, one by one --------------------------------------------- */

static void race_miss_returns_in_the_cycle_of_the_decision(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    load_and_stall(c, 0, 1);
    write_back(c, 0, 0, 0, 1);
    write_back(c, 1, 1, 1, 1);
    wake(c, 0, 0);
    wake(c, 1, 1);
    cycle(c);
    assert_true(c->out.leave_en); /* the swap goes on */
    assert_int_equal(c->out.leave_slot, 0);
    until_seat(c);
    assert_string_equal(c->log, "+1 +2 -1 +3 ");
    run(c, 10);
    assert_true(has(c->out.nets.table_out.ready, 0)); /* no write is out: ready once it is saved */
    load_and_stall(c, 0, 1);
    until_seat(c);
    assert_string_equal(c->log, "+1 +2 -1 +3 -3 =1 ");
    assert_int_equal(now(c)->ready & 3, 3);
}

static void race_miss_returns_one_cycle_earlier(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    issue(c, 0, 0, 1);
    event(c, 0, BLOCK_FRAMES_STALLS, 1);
    cycle(c);
    event(c, 0, BLOCK_FRAMES_STALLS, 0);
    wake(c, 0, 1); /* the last warp stalls while another wakes */
    cycle(c);
    run(c, 5);
    assert_string_equal(c->log, "+1 +2 ");
    assert_int_equal(c->s.table.count[0], 1);
    event(c, 0, BLOCK_FRAMES_STALLS, 1);
    cycle(c);
    cycle(c);
    assert_true(c->out.leave_en);
}

static void race_late_writes_into_a_slot_with_a_new_owner(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    load_and_stall(c, 0, 1);
    until_seat(c);
    issue(c, 0, 0, 1); /* 3 has the same registers out, on the same slots */
    issue(c, 1, 1, 1);
    cycle(c);
    assert_int_equal(c->s.table.count[0], 2);
    assert_false(has(now(c)->nets.table_out.ready, 0));
    data_comes(c, 0, 0, 1); /* two ports in one cycle, of 1 */
    assert_true(c->out.nets.board_out.late[0] && c->out.nets.board_out.late[1]);
    assert_int_equal(c->s.table.count[0], 0);
    assert_true(has(now(c)->nets.table_out.ready, 0));
    c->in.query_slot[0] = 0;
    c->in.query_slot[1] = 1;
    assert_int_equal(now(c)->query_busy[0], bit(1));
    assert_int_equal(now(c)->query_busy[1], bit(1));
    data_comes(c, 0, 4, 1); /* of 3: its own */
    assert_false(c->out.nets.board_out.late[0] || c->out.nets.board_out.late[1]);
    assert_int_equal(now(c)->query_busy[0], 0);
}

/* In the cycle in which a slot retires a write is in time, in the next one it is late. */
static void race_writes_while_slots_retire(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    load_and_stall(c, 0, 1);
    cycle(c);
    assert_true(c->out.leave_en);
    write_back(c, 0, 0, 0, 1);
    cycle(c);
    assert_true(c->out.stack_rd_en);
    assert_false(c->out.nets.board_out.late[0]);
    assert_int_equal(c->s.table.count[0], 0);
    cycle(c); /* slot 1 retires with one write out */
    assert_int_equal(c->s.table.count[0], 1);
    write_back(c, 0, 1, 1, 1); /* no warp sits there */
    cycle(c);
    assert_true(c->out.nets.board_out.late[0]);
    assert_int_equal(c->s.table.count[0], 0);
}

/* A late write of one warp in the cycle in which the next is counted: count + add - 1. */
static void race_late_write_while_another_warp_is_counted(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    load_and_stall(c, 0, 1);
    run(c, 2);
    assert_int_equal(c->s.table.count[0], 1);
    write_back(c, 0, 0, 0, 1);
    cycle(c);
    assert_true(c->out.nets.board_out.late[0] && c->out.nets.table_in.add_en);
    assert_int_equal(c->s.table.count[0], 1);
}

/* In every cycle of a swap: the other active block is done; then the fourth takes its frame. */
static void race_block_ends_while_another_is_swapped(void **state)
{
    (void)state;
    struct core *c = &core;
    bool with_taken = false;
    for (uint32_t when = 0; when < 12; when++) {
        start(c, &small, 4);
        event(c, 0, BLOCK_FRAMES_ENDS, 2);
        load_and_stall(c, 0, 1);
        run(c, when);
        event(c, 0, BLOCK_FRAMES_ENDS, 3);
        cycle(c);
        cycle(c);
        assert_true(c->out.done_valid);
        assert_int_equal(c->out.done_id[0], 2);
        if (c->out.nets.contexts_out.taken) {
            with_taken = true; /* the frame of the swap is unmapped one cycle later */
            assert_int_equal(c->out.nets.control_out.unmap_frame, 1);
            cycle(c);
            assert_true(c->out.nets.control_out.unmap_en);
            assert_int_equal(c->out.nets.control_out.unmap_frame, 0);
        }
        run(c, 20);
        assert_int_equal(now(c)->active, 0xc);
        assert_int_equal(now(c)->resident, 0xd);
        data_comes(c, 0, 0, 1);
        both(c, BLOCK_FRAMES_ENDS, 2);
        run(c, 10);
        assert_non_null(strstr(c->log, "=1 "));
    }
    assert_true(with_taken);
}

static void race_block_is_done_when_another_is_marked(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    event(c, 0, BLOCK_FRAMES_STALLS, 0);
    event(c, 1, BLOCK_FRAMES_ENDS, 2);
    cycle(c);
    event(c, 0, BLOCK_FRAMES_STALLS, 1);
    event(c, 1, BLOCK_FRAMES_ENDS, 3);
    cycle(c);
    cycle(c);
    assert_true(c->out.done_valid && c->out.nets.table_out.out_valid);
    assert_false(c->out.leave_en);
    run(c, 10); /* the third takes the free frame */
    assert_string_equal(c->log, "+1 +2 x2 +3 ");
    assert_int_equal(c->seat_id[2], 3);
}

static void race_warps_at_a_barrier_are_swapped_out(void **state)
{
    (void)state;
    struct core *c = &core;
    power_up(c, &small);
    kernel(c, 4, 1, 2); /* rank 0 waits, 1 has ended, 2 and 3 stall */
    blocks(c, 1, 2);
    event(c, 0, BLOCK_FRAMES_ARRIVES, 0);
    event(c, 1, BLOCK_FRAMES_ENDS, 1);
    cycle(c);
    both(c, BLOCK_FRAMES_STALLS, 2);
    until_seat(c);
    both(c, BLOCK_FRAMES_STALLS, 0);
    both(c, BLOCK_FRAMES_STALLS, 2);
    until_seat(c);
    assert_string_equal(c->log, "+1 -1 +2 -2 =1 ");
    assert_int_equal(now(c)->ready, 0xc); /* the flags have come back */
    assert_int_equal(c->s.table.count[0], 2);
    event(c, 0, BLOCK_FRAMES_ARRIVES, 2);
    cycle(c);
    assert_int_equal(now(c)->ready, 0x8);
    event(c, 0, BLOCK_FRAMES_ARRIVES, 3);
    cycle(c);
    cycle(c); /* the barrier opens, without the warp that has ended */
    assert_true(c->out.nets.seats_out.release_valid);
    assert_int_equal(c->out.nets.seats_out.release_count, 3);
    assert_int_equal(now(c)->ready, 0xd);
    assert_int_equal(c->s.table.count[0], 1);
}

/* All warps wait, none stalls: the counter is full, but the block stays and its barrier opens. */
static void race_all_warps_at_a_barrier(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    both(c, BLOCK_FRAMES_ARRIVES, 0);
    cycle(c);
    assert_true(has(c->out.nets.table_out.marked, 0));
    assert_false(c->out.leave_en);
    run(c, 5);
    assert_string_equal(c->log, "+1 +2 ");
    assert_int_equal(now(c)->ready, 0xf);
    assert_int_equal(c->s.table.count[0], 0);
}

/* A barrier of one block opens in the cycle in which another leaves. */
static void race_barrier_opens_in_the_cycle_of_the_decision(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    event(c, 0, BLOCK_FRAMES_STALLS, 0);
    event(c, 1, BLOCK_FRAMES_ARRIVES, 2);
    cycle(c);
    event(c, 0, BLOCK_FRAMES_STALLS, 1);
    event(c, 1, BLOCK_FRAMES_ARRIVES, 3);
    cycle(c);
    cycle(c);
    assert_true(c->out.leave_en && c->out.nets.seats_out.release_valid);
    assert_int_equal(now(c)->ready, 0xc);
    until_seat(c);
    assert_string_equal(c->log, "+1 +2 -1 +3 ");
}

static void race_no_block_to_replace_another(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 2);
    load_and_stall(c, 0, 1);
    run(c, 20);
    assert_true(has(c->out.nets.table_out.marked, 0));
    assert_string_equal(c->log, "+1 +2 ");
    write_back(c, 0, 0, 0, 1);
    wake(c, 0, 0); /* the first to wake goes on at once */
    cycle(c);
    assert_int_equal(c->s.table.count[0], 1);
    event(c, 0, BLOCK_FRAMES_STALLS, 0);
    blocks(c, 3, 3); /* a new block finds it marked again */
    assert_string_equal(c->log, "+1 +2 -1 +3 ");
}

static void race_new_block_taken_during_a_swap(void **state)
{
    (void)state;
    struct core *c = &core;
    for (uint32_t when = 0; when < 10; when++) {
        start(c, &small, 3);
        load_and_stall(c, 0, 1);
        run(c, when);
        blocks(c, 4, 4);
        assert_string_equal(c->log, "+1 +2 -1 +3 ");
        assert_int_equal(now(c)->resident, 0xf);
        load_and_stall(c, 2, 1);
        until_seat(c);
        assert_string_equal(c->log, "+1 +2 -1 +3 -2 +4 ");
        assert_int_equal(c->out.seat_slot, 2);
    }
}

/* The port is busy with a swap, so the head waits; a lower number is freed: the block gets it. */
static void race_number_of_a_refused_block_is_undercut(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    both(c, BLOCK_FRAMES_ENDS, 0);
    c->in.mem_ready = false;
    for (uint32_t n = 0; n < 4; n++) {
        offer(c, 4);
        cycle(c);
        assert_false(c->out.block_ready);
    }
    c->in.mem_ready = true;
    blocks(c, 4, 4);
    assert_string_equal(c->log, "+1 +2 x1 +3 ");
    assert_int_equal(now(c)->resident, 0x7);
    both(c, BLOCK_FRAMES_ENDS, 0);
    until_seat(c);
    assert_string_equal(c->log, "+1 +2 x1 +3 x3 +4 ");
    assert_int_equal(now(c)->slot_warp[0], 0);
}

static void race_wake_up_for_a_block_that_leaves(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    load_and_stall(c, 0, 1);
    cycle(c);
    assert_true(c->out.leave_en);
    wake(c, 0, 0); /* the slot is still valid, its block is not active: nothing */
    wake(c, 1, 1);
    cycle(c);
    assert_true(has(c->out.nets.map_out.slot_valid, 0));
    assert_false(c->out.nets.table_in.down_en[0] || c->out.nets.table_in.down_en[1]);
    assert_int_equal(c->s.table.count[0], 1);
    cycle(c);
    assert_true(c->out.nets.contexts_out.taken);
    wake(c, 0, 0); /* no warp sits there: nothing */
    cycle(c);
    assert_false(has(c->out.nets.map_out.slot_valid, 0));
    assert_false(c->out.nets.table_in.down_en[0]);
    assert_int_equal(c->s.table.count[0], 2);
    until_seat(c);
    assert_string_equal(c->log, "+1 +2 -1 +3 ");
}

/* The buffer is full while the memory has no time: the next block stays until it is written. */
static void race_next_block_marked_while_the_buffer_is_full(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 4);
    event(c, 0, BLOCK_FRAMES_STALLS, 0);
    event(c, 1, BLOCK_FRAMES_STALLS, 2);
    cycle(c);
    event(c, 0, BLOCK_FRAMES_STALLS, 1);
    event(c, 1, BLOCK_FRAMES_STALLS, 3);
    cycle(c);
    until_seat(c);
    c->in.mem_ready = false;
    run(c, 10);
    assert_int_equal(c->s.control.state, VTC_IDLE);
    assert_true(c->s.contexts.save_busy);
    assert_string_equal(c->log, "+1 +2 -1 +3 ");
    c->in.mem_ready = true;
    until_seat(c);
    assert_string_equal(c->log, "+1 +2 -1 +3 -2 +4 ");
}

static void race_several_blocks_are_marked(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 2);
    both(c, BLOCK_FRAMES_STALLS, 2);
    both(c, BLOCK_FRAMES_STALLS, 0);
    blocks(c, 3, 3);
    assert_string_equal(c->log, "+1 +2 -2 +3 -1 =2 "); /* the one marked longest goes first */
}

/* Words wider than a stack: the load begins when the stacks are taken. */
static void race_without_overlap(void **state)
{
    (void)state;
    struct core *c = &core;
    struct vt_cfg cfg = small;
    cfg.mem_width = 128;
    cfg.overlap = 0;
    start(c, &cfg, 3);
    for (uint32_t slot = 0; slot < 2; slot++) c->stack[slot][1] = 0x70 + slot;
    load_and_stall(c, 0, 1);
    cycle(c);
    assert_true(c->out.leave_en);
    assert_false(c->out.nets.control_out.load_en);
    until_seat(c);
    memset(c->stack, 0, sizeof c->stack);
    data_comes(c, 0, 0, 1);
    both(c, BLOCK_FRAMES_STALLS, 0);
    until_seat(c);
    assert_string_equal(c->log, "+1 +2 -1 +3 -3 =1 ");
    assert_int_equal(c->stack[0][1], 0x70);
    assert_int_equal(c->stack[1][1], 0x71);
}

/* A load of a block that leaves yields to one that comes later, of a block that stays. */
static void race_load_of_a_block_that_leaves(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    issue(c, 0, 0, 1);
    c->in.load_valid = true;
    c->in.load_warp = 0;
    c->in.load_data[0] = 0x11;
    cycle(c);
    event(c, 0, BLOCK_FRAMES_STALLS, 0);
    event(c, 1, BLOCK_FRAMES_STALLS, 1);
    cycle(c);
    assert_true(c->out.l1_valid && !c->out.l1_away);
    c->in.load_valid = true;
    c->in.load_warp = 2;
    c->in.load_data[0] = 0x22;
    cycle(c); /* the decision */
    assert_true(c->out.leave_en);
    c->in.l1_ready = true;
    cycle(c);
    assert_int_equal(c->out.l1_data[0], 0x22);
    assert_false(c->out.l1_away);
    c->in.l1_ready = true;
    cycle(c);
    assert_int_equal(c->out.l1_data[0], 0x11);
    assert_int_equal(c->out.l1_warp, 0);
    assert_true(c->out.l1_away);
    cycle(c);
    assert_false(c->out.l1_valid);
}

/* ---- what a cycle does --------------------------------------------------------------------- */

static void rule_kernel_is_taken_while_idle(void **state)
{
    (void)state;
    struct core *c = &core;
    power_up(c, &small);
    offer(c, 1); /* no kernel, no block */
    cycle(c);
    assert_false(c->out.block_ready);
    assert_true(c->out.idle);
    start(c, &small, 1);
    assert_false(now(c)->idle);
    kernel(c, 1, 1, 1); /* not now */
    assert_int_equal(c->s.warps, 2);
    both(c, BLOCK_FRAMES_ENDS, 0);
    cycle(c);
    assert_true(c->out.done_valid);
    kernel(c, 1, 1, 1);
    assert_int_equal(c->s.warps, 1);
    assert_int_equal(c->s.ctas, 1);
}

/* A reset in the midst of a swap, with a warp that stalls, a load, and a block at the port. */
static void rule_reset(void **state)
{
    (void)state;
    struct core *c = &core;
    start(c, &small, 3);
    load_and_stall(c, 0, 1);
    run(c, 2);
    event(c, 0, BLOCK_FRAMES_STALLS, 2);
    c->in.load_valid = true;
    c->in.load_warp = 2;
    c->in.mem_ready = false;
    offer(c, 4);
    cycle(c);
    assert_true(c->out.stack_rd_en && !c->out.block_ready);
    vt_reset(&c->s);
    assert_null(vt_check(&c->s));
    c->answers = 0;
    c->in.mem_ready = true;
    assert_true(now(c)->idle);
    assert_int_equal(c->out.ready | c->out.resident | c->out.active, 0);
    assert_false(c->out.l1_valid || c->out.mem_valid || c->out.stack_rd_en);
    offer(c, 5); /* no kernel, no block */
    cycle(c);
    assert_false(c->out.block_ready);
    kernel(c, 2, 2, 4);
    c->log[0] = 0;
    blocks(c, 6, 7);
    assert_string_equal(c->log, "+6 +7 ");
    both(c, BLOCK_FRAMES_STALLS, 2); /* the stalls before the reset are forgotten */
    run(c, 3);
}

/* "VWIs 8-15 are assigned to the eight warps in CTA#1", and equation (1) in memory: 13 bits of ids,
 * 96 of the block's, then the stacks. */
static void paper_ids_and_context(void **state)
{
    (void)state;
    struct core *c = &core;
    struct vt_head h;
    assert_int_equal(vt_head_width(&paper), 8 + 5 + 96);
    for (uint32_t w = 1; w <= 32; w++) /* equation (2): rounded up, no word more */
        assert_int_equal(vt_words(&paper, w), (13 + 96 + 160 * 4 * w + 511) / 512);
    power_up(c, &paper);
    kernel(c, 8, 5, 6);
    blocks(c, 1, 6);
    for (uint32_t slot = 0; slot < 40; slot++) assert_int_equal(now(c)->slot_warp[slot], slot);
    for (uint32_t slot = 8; slot < 16; slot += 2) both(c, BLOCK_FRAMES_STALLS, slot);
    until_seat(c);
    assert_string_equal(c->log, "+1 +2 +3 +4 +5 -2 +6 ");
    for (uint32_t slot = 8; slot < 16; slot++)
        assert_int_equal(now(c)->slot_warp[slot], 40 + slot - 8);
    run(c, 30);
    vt_unpack_head(&paper, c->memory[paper.mem_words - 2 * vt_words(&paper, 8)], &h);
    assert_int_equal(h.warp, 8);
    assert_int_equal(h.warps, 8);
    assert_int_equal(h.id[0], 2);
}

/* With one warp a block at most the head has still one bit for its rank. */
static void head_of_one_warp(void **state)
{
    (void)state;
    struct vt_cfg cfg = small;
    const struct vt_head h = {.warp = 9, .warps = 1, .id = {0xa5}};
    uint32_t head[VT_HEAD_WORDS];
    struct vt_head back;
    cfg.max_warps = 1;
    assert_int_equal(vt_head_width(&cfg), 4 + 1 + 8);
    vt_pack_head(&cfg, &h, head);
    assert_int_equal(head[0], 9 | 0xa5 << 5);
    vt_unpack_head(&cfg, head, &back);
    assert_memory_equal(&h, &back, sizeof h);
}

/* ---- a core that runs kernels of random warps --------------------------------------------- */

enum { MAX_WRITES = 512, MAX_WAKES = 128 };

/* A register write that was issued and has not come back; of a load, when L1 has served it. */
struct write {
    uint32_t slot;
    uint32_t warp;
    uint32_t reg;
    uint32_t load; /* its number; 0: no load */
    bool served;
    uint64_t due;
};

struct warp {
    uint32_t steps; /* still to be made */
    uint64_t out;   /* a bit a register */
    uint64_t came;  /* registers that came in this cycle, in which their bits are still set */
    uint64_t came_at;
    uint32_t awaited;
    bool stalls;
    bool waits;
    bool ended;
    uint64_t woken_at;
    uint32_t stack[VT_STACK_WORDS]; /* as the warp has left it */
};

struct block {
    bool here;
    bool begun;
    bool active;
    bool leaving;  /* its stacks are not all taken */
    uint32_t base; /* its first slot, while active or leaving */
    uint32_t id[VT_ID_WORDS];
    uint32_t data[VT_MEM_WORDS]; /* its word in the shared memory */
    struct warp warp[VT_MAX_SLOTS];
};

struct profile {
    uint32_t writeback; /* chances, of 8 */
    uint32_t memory;
    uint32_t l1;
    uint32_t offer;
    uint32_t barrier; /* chances, of 32 */
    uint32_t stall;
    uint32_t latency; /* of a load */
};

struct world {
    struct core *c;
    struct hd_rng rng;
    struct profile profile;
    uint32_t warps; /* of the kernel, these three */
    uint32_t frames;
    uint32_t ctas;
    struct block block[VT_MAX_CTAS];
    uint32_t sits[VT_MAX_SLOTS]; /* the warp whose writes a slot's bits are; NO_WARP */
    struct write write[MAX_WRITES];
    uint32_t writes;
    uint32_t wake_warp[MAX_WAKES]; /* stalls that are over, not yet said */
    uint32_t wakes;
    uint32_t loads; /* that were issued */
    bool loading;   /* a load stands at the port */
    uint32_t load_warp;
    bool offering;
    uint32_t offered[VT_ID_WORDS];
    uint32_t issued; /* blocks that were taken */
    uint32_t done;
    /* What happened. */
    uint64_t left;
    uint64_t late;
    uint64_t barriers;
    uint64_t away;
};

static struct world world;

static struct block *block_of(struct world *w, uint32_t warp) { return &w->block[warp / w->warps]; }

static struct warp *warp_of(struct world *w, uint32_t warp)
{
    return &block_of(w, warp)->warp[warp % w->warps];
}

/* Each block writes its own word of the data region, at the memory's lower end. */
static uint32_t *data_of(struct world *w, uint32_t cta)
{
    assert_true(cta < w->c->s.cfg.mem_words - w->ctas * w->c->s.words);
    return w->c->memory[cta];
}

static void new_stack(struct world *w, uint32_t warp, uint32_t slot)
{
    struct warp *p = warp_of(w, warp);
    random_bits(&w->rng, p->stack, VT_STACK_WORDS, w->c->s.cfg.stack_width);
    memcpy(w->c->stack[slot], p->stack, sizeof p->stack);
}

/* ---- the walk: what comes in ---- */

/* Results that are due come in, some of them now. A stall on one is over: if the block is still
 * active that will be said. */
static void come_back(struct world *w)
{
    const uint32_t ports = w->c->s.cfg.ports;
    uint32_t port = 0;
    for (uint32_t i = 0; i < w->writes && port < ports;) {
        const struct write x = w->write[i];
        struct warp *p = warp_of(w, x.warp);
        if ((x.load != 0 && !x.served) || x.due > w->c->cycle ||
            !hd_rng_chance(&w->rng, w->profile.writeback, 8)) {
            i++;
            continue;
        }
        write_back(w->c, port++, x.slot, x.warp, x.reg);
        w->write[i] = w->write[--w->writes];
        p->out &= ~bit(x.reg);
        p->came = bit(x.reg) | (p->came_at == w->c->cycle ? p->came : 0);
        p->came_at = w->c->cycle;
        if (p->stalls && p->awaited == x.reg && block_of(w, x.warp)->active)
            w->wake_warp[w->wakes++] = x.warp;
        if (!block_of(w, x.warp)->active) w->late++;
    }
}

static void wake_up(struct world *w)
{
    const uint32_t ports = w->c->s.cfg.ports;
    for (uint32_t port = 0; port < ports && w->wakes > 0; port++) {
        if (!hd_rng_chance(&w->rng, 6, 8)) continue;
        const uint32_t i = hd_rng_below(&w->rng, w->wakes), warp = w->wake_warp[i];
        w->wake_warp[i] = w->wake_warp[--w->wakes];
        wake(w->c, port, block_of(w, warp)->base + warp % w->warps);
        warp_of(w, warp)->stalls = false;
        warp_of(w, warp)->woken_at = w->c->cycle;
    }
}

/* ---- the walk: what warps do ---- */

static void issue_write(struct world *w, uint32_t port, uint32_t slot, bool load)
{
    const uint32_t warp = w->sits[slot];
    struct warp *p = warp_of(w, warp);
    const uint32_t reg = hd_rng_below(&w->rng, w->c->s.cfg.regs);
    const uint64_t came = p->came_at == w->c->cycle ? p->came : 0;
    struct write *x = &w->write[w->writes];
    if (has(p->out | came, reg) || w->writes == MAX_WRITES || (load && w->loading)) return;
    issue(w->c, port, slot, reg);
    p->out |= bit(reg);
    *x = (struct write){.slot = slot, .warp = warp, .reg = reg};
    x->due = w->c->cycle + 1 + hd_rng_below(&w->rng, 10);
    w->writes++;
    if (!load) return;
    /* The number of a load is its data: no two of a number are out at once. */
    w->loads = w->loads % 0xfff + 1;
    x->load = w->loads;
    w->loading = true;
    w->load_warp = warp;
}

static void stall(struct world *w, uint32_t port, uint32_t slot)
{
    struct warp *p = warp_of(w, w->sits[slot]);
    if (p->out == 0) return;
    do p->awaited = hd_rng_below(&w->rng, w->c->s.cfg.regs);
    while (!has(p->out, p->awaited));
    p->stalls = true;
    event(w->c, port, BLOCK_FRAMES_STALLS, slot);
}

/* A warp makes a step: its stack changes, and something happens or does not. */
static void act(struct world *w, uint32_t port, uint32_t slot)
{
    struct warp *p = warp_of(w, w->sits[slot]);
    const uint32_t dice = hd_rng_below(&w->rng, 32);
    new_stack(w, w->sits[slot], slot);
    if (p->steps == 0) {
        if (p->out != 0) {
            stall(w, port, slot);
            return;
        }
        p->ended = true;
        event(w->c, port, BLOCK_FRAMES_ENDS, slot);
        return;
    }
    p->steps--;
    if (dice < w->profile.barrier) {
        p->waits = true;
        event(w->c, port, BLOCK_FRAMES_ARRIVES, slot);
    } else if (dice < w->profile.barrier + w->profile.stall) stall(w, port, slot);
    else if (dice < 30) issue_write(w, port, slot, dice % 2 == 0);
    else event(w->c, port, BLOCK_FRAMES_PHASE, slot);
}

/* Each scheduler has its slots: port p those that are p modulo Ports. */
static void schedule(struct world *w, uint64_t ready)
{
    const struct vt_cfg *cfg = &w->c->s.cfg;
    for (uint32_t port = 0; port < cfg->ports; port++) {
        const uint32_t n = (cfg->slots - port + cfg->ports - 1) / cfg->ports;
        const uint32_t first = hd_rng_below(&w->rng, n);
        for (uint32_t k = 0; k < n; k++) {
            const uint32_t slot = (first + k) % n * cfg->ports + port;
            if (!has(ready, slot)) continue;
            const struct warp *p = warp_of(w, w->sits[slot]);
            if (p->stalls || p->woken_at == w->c->cycle) continue;
            act(w, port, slot);
            break;
        }
    }
}

/* ---- the walk: dispatcher, memory, L1 ---- */

static void dispatch(struct world *w, uint32_t total)
{
    if (!w->offering && w->issued < total && hd_rng_chance(&w->rng, w->profile.offer, 8)) {
        w->offering = true;
        random_bits(&w->rng, w->offered, VT_ID_WORDS, w->c->s.cfg.id_width);
    }
    w->c->in.block_valid = w->offering;
    memcpy(w->c->in.block_id, w->offered, sizeof w->offered);
}

/* The pipeline's own accesses go first. */
static void demand(struct world *w)
{
    w->c->in.mem_ready = hd_rng_chance(&w->rng, w->profile.memory, 8);
    const uint32_t cta = hd_rng_below(&w->rng, w->ctas);
    if (w->c->in.mem_ready || !w->block[cta].active) return;
    random_bits(&w->rng, w->block[cta].data, VT_MEM_WORDS, w->c->s.cfg.mem_width);
    memcpy(data_of(w, cta), w->block[cta].data, sizeof w->block[cta].data);
}

static void load_port(struct world *w)
{
    w->c->in.load_valid = w->loading;
    w->c->in.load_warp = w->load_warp;
    memset(w->c->in.load_data, 0, sizeof w->c->in.load_data);
    w->c->in.load_data[0] = w->loads;
    w->c->in.l1_ready = hd_rng_chance(&w->rng, w->profile.l1, 8);
}

/* L1 has a load: one that is out, of this warp. */
static void serve(struct world *w)
{
    for (uint32_t i = 0; i < w->writes; i++) {
        struct write *x = &w->write[i];
        if (x->load != w->c->out.l1_data[0]) continue;
        assert_int_equal(x->warp, w->c->out.l1_warp);
        assert_false(x->served);
        x->served = true;
        x->due = w->c->cycle + 1 + hd_rng_below(&w->rng, w->profile.latency);
        if (w->c->out.l1_away) w->away++;
        return;
    }
    fail_msg("L1 is given a load that no warp waits for");
}

/* ---- the walk: the book of the blocks ---- */

/* The active block on the lowest slots that is asked for; NULL. */
static struct block *lowest_block(struct world *w,
                                  bool (*is)(const struct world *, const struct block *))
{
    struct block *found = NULL;
    for (uint32_t c = 0; c < w->ctas; c++) {
        struct block *b = &w->block[c];
        if (b->active && is(w, b) && (found == NULL || b->base < found->base)) found = b;
    }
    return found;
}

static bool all_ended(const struct world *w, const struct block *b)
{
    for (uint32_t r = 0; r < w->warps; r++) {
        if (!b->warp[r].ended) return false;
    }
    return true;
}

static bool barrier_complete(const struct world *w, const struct block *b)
{
    bool waits = false;
    for (uint32_t r = 0; r < w->warps; r++) {
        if (!b->warp[r].ended && !b->warp[r].waits) return false;
        waits = waits || b->warp[r].waits;
    }
    return waits;
}

static void open_barrier(struct world *w, struct block *b)
{
    for (uint32_t r = 0; r < w->warps; r++) b->warp[r].waits = false;
    w->barriers++;
}

/* A new block has the lowest number that is free. */
static void taken(struct world *w)
{
    uint32_t cta = 0;
    while (w->block[cta].here) cta++;
    assert_true(cta < w->ctas);
    struct block *b = &w->block[cta];
    memset(b, 0, sizeof *b);
    b->here = true;
    memcpy(b->id, w->offered, sizeof b->id);
    for (uint32_t r = 0; r < w->warps; r++) {
        b->warp[r].steps = hd_rng_below(&w->rng, 40);
        b->warp[r].woken_at = UINT64_MAX;
    }
    w->offering = false;
    w->issued++;
}

static void leaves(struct world *w)
{
    const uint32_t slot = w->c->out.leave_slot;
    struct block *b = block_of(w, w->sits[slot]);
    assert_true(b->active && b->base == slot);
    b->active = false;
    b->leaving = true;
    for (uint32_t r = 0; r < w->warps; r++) b->warp[r].stalls = false;
    for (uint32_t i = 0; i < w->wakes;) {
        if (block_of(w, w->wake_warp[i]) == b) w->wake_warp[i] = w->wake_warp[--w->wakes];
        else i++;
    }
    w->left++;
}

/* The block that sits down from the next cycle on. Its warps say which block it is; its identity
 * must be the one that it had. */
static void sits_down(struct world *w)
{
    const struct vt_out out = w->c->out;
    uint32_t slot = out.seat_slot, first = now(w->c)->slot_warp[slot];
    struct block *b = block_of(w, first);
    assert_true(b->here && !b->active && !b->leaving);
    assert_int_equal(first % w->warps, 0);
    assert_memory_equal(out.seat_id, b->id, sizeof b->id);
    assert_int_equal(out.begin_en, !b->begun);
    assert_int_equal(out.resume_en, b->begun);
    assert_int_equal(slot % w->warps, 0);
    for (uint32_t r = 0; r < w->warps; r++, slot++) {
        assert_int_equal(w->sits[slot], NO_WARP);
        assert_int_equal(w->c->out.slot_warp[slot], first + r);
        w->sits[slot] = first + r;
        assert_int_equal(b->warp[r].out, 0);
        if (out.begin_en) new_stack(w, first + r, slot);
        assert_memory_equal(w->c->stack[slot], b->warp[r].stack, sizeof b->warp[r].stack);
    }
    if (out.begin_en) memcpy(b->data, data_of(w, first / w->warps), sizeof b->data);
    assert_memory_equal(data_of(w, first / w->warps), b->data, sizeof b->data);
    b->begun = b->active = true;
    b->base = out.seat_slot;
}

static void ends(struct world *w, struct block *b)
{
    assert_true(w->c->out.done_valid);
    assert_memory_equal(w->c->out.done_id, b->id, sizeof b->id);
    for (uint32_t r = 0; r < w->warps; r++) w->sits[b->base + r] = NO_WARP;
    b->here = b->active = false;
    w->done++;
}

static void retires(struct world *w)
{
    const uint32_t slot = w->c->out.stack_rd_slot;
    struct block *b = block_of(w, w->sits[slot]);
    assert_true(b->leaving);
    if (slot == b->base + w->warps - 1) b->leaving = false;
    w->sits[slot] = NO_WARP;
}

/* ---- the walk: a cycle ---- */

/* What the state alone says is what the book has. */
static uint64_t look(struct world *w)
{
    const struct vt_out *out = now(w->c);
    uint64_t ready = 0, resident = 0, active = 0;
    for (uint32_t c = 0; c < w->ctas; c++) {
        const struct block *b = &w->block[c];
        if (b->here) resident |= bit(c);
        if (!b->active) continue;
        active |= bit(c);
        for (uint32_t r = 0; r < w->warps; r++) {
            if (!b->warp[r].ended && !b->warp[r].waits) ready |= bit(b->base + r);
        }
    }
    assert_true(out->ready == ready);
    assert_true(out->resident == resident);
    assert_true(out->active == active);
    assert_true(count_ones(active) <= w->frames); /* limit */
    return ready;
}

/* count_true and owner_only, by the book. */
static void count_writes(struct world *w)
{
    for (uint32_t c = 0; c < w->ctas; c++) {
        uint32_t out = 0;
        if (!w->block[c].here || w->block[c].active || w->block[c].leaving) continue;
        for (uint32_t r = 0; r < w->warps; r++) out += count_ones(w->block[c].warp[r].out);
        assert_int_equal(w->c->s.table.count[c], out);
    }
    for (uint32_t slot = 0; slot < w->c->s.cfg.slots; slot++) {
        const uint32_t warp = w->sits[slot];
        assert_true(w->c->s.board.busy[slot] == (warp == NO_WARP ? 0 : warp_of(w, warp)->out));
    }
}

/* Outputs that the page says follow from state alone, before and after the inputs were known. */
static void state_only(const struct vt_out *a, const struct vt_out *b)
{
    assert_true(a->idle == b->idle && a->done_valid == b->done_valid && a->ready == b->ready);
    assert_memory_equal(a->slot_warp, b->slot_warp, sizeof a->slot_warp);
    assert_true(a->begin_en == b->begin_en && a->resume_en == b->resume_en);
    assert_true(a->leave_en == b->leave_en && a->leave_slot == b->leave_slot);
    assert_true(a->stack_rd_en == b->stack_rd_en && a->stack_wr_en == b->stack_wr_en);
    assert_true(a->l1_valid == b->l1_valid && a->load_ready == b->load_ready);
    assert_true(a->resident == b->resident && a->active == b->active && a->swap == b->swap);
}

static void after(struct world *w, struct block *opens, struct block *done)
{
    const struct vt_out *out = &w->c->out;
    if (w->loading && out->load_ready) w->loading = false;
    if (out->l1_valid && out->nets.loads_in.out_ready) serve(w);
    if (out->block_ready) taken(w); /* the number of a done block is free in the next cycle */
    assert_int_equal(out->done_valid, done != NULL);
    if (done != NULL) ends(w, done);
    if (opens != NULL) open_barrier(w, opens);
    if (out->stack_rd_en) retires(w);
    if (out->leave_en) leaves(w);
    if (out->begin_en || out->resume_en) sits_down(w);
    count_writes(w);
}

static void step(struct world *w, uint32_t total)
{
    static struct vt_out before;
    const uint64_t ready = look(w);
    struct block *done = lowest_block(w, all_ended), *opens = lowest_block(w, barrier_complete);
    before = w->c->out;
    come_back(w);
    wake_up(w);
    schedule(w, ready);
    dispatch(w, total);
    demand(w);
    load_port(w);
    for (uint32_t p = 0; p < w->c->s.cfg.ports; p++)
        w->c->in.query_slot[p] = hd_rng_below(&w->rng, w->c->s.cfg.slots);
    cycle(w->c);
    state_only(&before, &w->c->out);
    after(w, opens, done);
}

/* A kernel of so many blocks runs to its end. */
static void run_kernel(struct world *w, uint32_t warps, uint32_t frames, uint32_t ctas,
                       uint32_t total)
{
    w->warps = warps;
    w->frames = frames;
    w->ctas = ctas;
    w->issued = w->done = 0;
    kernel(w->c, warps, frames, ctas);
    for (uint32_t n = 0; w->done < total || !now(w->c)->idle; n++) {
        if (n > 200000) fail_msg("%u of %u blocks have ended", w->done, total);
        step(w, total);
    }
    assert_int_equal(w->issued, total);
    assert_int_equal(w->writes, 0);
}

static void open_world(struct world *w, const struct vt_cfg *cfg, const struct profile *profile,
                       uint64_t seed)
{
    memset(w, 0, sizeof *w);
    w->c = &core;
    w->profile = *profile;
    hd_rng_seed(&w->rng, seed);
    power_up(w->c, cfg);
    w->c->latency = 1 + (uint32_t)seed % 3;
    for (uint32_t slot = 0; slot < VT_MAX_SLOTS; slot++) w->sits[slot] = NO_WARP;
}

static const struct profile profiles[] = {
    {.writeback = 6, .memory = 7, .l1 = 6, .offer = 8, .barrier = 2, .stall = 8, .latency = 40},
    {.writeback = 8, .memory = 8, .l1 = 8, .offer = 8, .barrier = 0, .stall = 16, .latency = 4},
    {.writeback = 4, .memory = 2, .l1 = 2, .offer = 2, .barrier = 6, .stall = 6, .latency = 100},
    {.writeback = 2, .memory = 5, .l1 = 7, .offer = 6, .barrier = 1, .stall = 20, .latency = 10},
};

/* Kernels of all shapes one after the other; swaps, late writes, barriers and loads of blocks that
 * have left are there in plenty. */
static void walk(const struct vt_cfg *cfg, const uint32_t (*shape)[3], uint32_t shapes,
                 uint32_t total)
{
    struct world *w = &world;
    uint64_t left = 0, late = 0, barriers = 0, away = 0;
    for (uint32_t n = 0; n < 4; n++) {
        open_world(w, cfg, &profiles[n], n);
        for (uint32_t k = 0; k < shapes; k++)
            run_kernel(w, shape[k][0], shape[k][1], shape[k][2], total);
        left += w->left;
        late += w->late;
        barriers += w->barriers;
        away += w->away;
    }
    assert_true(left > total && late > total && barriers > 0 && away > 0);
}

static void walk_small(void **state)
{
    (void)state;
    static const uint32_t shape[][3] = {{2, 2, 4}, {1, 2, 8}, {4, 1, 3}, {2, 1, 2}, {3, 1, 4}};
    struct vt_cfg cfg = small;
    walk(&cfg, shape, 5, 60);
    cfg.overlap = 0;
    walk(&cfg, shape, 5, 60);
}

/* Words wider than a stack, no overlap; three ports, one read, narrow ids. */
static void walk_wide_words(void **state)
{
    (void)state;
    static const uint32_t shape[][3] = {{3, 2, 6}, {1, 3, 9}, {5, 1, 4}, {7, 1, 2}};
    struct vt_cfg cfg = small;
    cfg.slots = 7;
    cfg.frames = 3;
    cfg.warps = 21;
    cfg.ctas = 9;
    cfg.max_warps = 7;
    cfg.regs = 5;
    cfg.id_width = 3;
    cfg.ports = 3;
    cfg.mem_width = 160;
    cfg.reads = 1;
    cfg.active = 3;
    cfg.inactive = 2;
    cfg.overlap = 0;
    walk(&cfg, shape, 4, 50);
}

/* Stacks wider than a word, one port, four reads. */
static void walk_wide_stacks(void **state)
{
    (void)state;
    static const uint32_t shape[][3] = {{4, 4, 12}, {8, 2, 8}, {1, 5, 16}};
    struct vt_cfg cfg = small;
    cfg.slots = 16;
    cfg.frames = 5;
    cfg.warps = 64;
    cfg.ctas = 16;
    cfg.max_warps = 8;
    cfg.regs = 4;
    cfg.id_width = 33;
    cfg.ports = 1;
    cfg.stack_width = 192;
    cfg.mem_words = 400;
    cfg.reads = 4;
    cfg.active = 1;
    cfg.inactive = 1;
    walk(&cfg, shape, 3, 40);
}

static void walk_paper(void **state)
{
    (void)state;
    static const uint32_t shape[][3] = {{8, 6, 24}, {2, 8, 32}, {32, 1, 8}};
    walk(&paper, shape, 3, 32);
}

/* ---- check, promise and init do fail --------------------------------------------------------- */

/* Block 1 has left with two writes out, 3 sits in its place; 2 is on slots 2 and 3. */
static void three_blocks(struct core *c)
{
    start(c, &small, 3);
    load_and_stall(c, 0, 1);
    until_seat(c);
    run(c, 10);
    assert_string_equal(c->log, "+1 +2 -1 +3 ");
    assert_null(vt_check(&c->s));
}

static void broken(const char *name)
{
    const char *said = vt_check(&core.s);
    assert_non_null(said);
    assert_string_equal(said, name);
    three_blocks(&core);
}

static void check_fails(void **state)
{
    (void)state;
    struct vt *s = &core.s;
    three_blocks(&core);
    s->frames = 1;
    broken("limit");
    s->map.frame_cta[1] = s->map.frame_cta[0]; /* two frames have one block */
    broken("one_place");
    s->seats.open &= ~bit(1);
    broken("one_place");
    s->map.frame_valid &= ~bit(1);
    s->seats.open &= ~bit(1);
    broken("one_place");
    s->table.count[0] = 1;
    broken("count_true");
    s->board.left[1] = 0;
    broken("count_true");
    s->board.left[4] = 1; /* of a block that is active */
    broken("count_true");
    s->board.tag[2] = 1;
    broken("owner_only");
    s->board.valid &= ~bit(3);
    broken("owner_only");
    s->map.frame_valid &= ~bit(0); /* an owner on a slot that no block has */
    s->seats.open &= ~bit(0);
    s->table.active &= ~bit(2);
    broken("owner_only");
    s->control.state = VTC_LAST;
    s->control.in_cta = 0; /* the head is that of 3 */
    broken("same_warp");
    const struct vt_head one = {.warp = 4, .warps = 1, .id = {3}};
    vt_pack_head(&small, &one, s->head);
    s->control.state = VTC_LAST;
    s->control.in_cta = 2;
    broken("same_warp");
    s->table.saving |= bit(1);
    broken("kinds");
    s->map.warp[0] = s->board.tag[0] = 5;
    broken("one_slot");
    s->map.warp[0] = s->board.tag[0] = 6;
    broken("in_block");
    s->board.busy[0] = bit(9);
    broken("owner_only");
    s->seats.ended = s->seats.waits = 1;
    broken("not_both");
    s->contexts.flight = 1;
    broken("in_order");
    s->loads.taken[0] = true;
    broken("one_place");
    s->control.taken = true;
    broken("one_swap");
}

/* What is said of the inputs that were set; then all is as before. */
static void refused(const char *sentence)
{
    const char *said = vt_promise(&core.s, &core.in);
    assert_non_null(said);
    assert_string_equal(said, sentence);
    three_blocks(&core);
}

static void kernel_refused(uint32_t warps, uint32_t frames, uint32_t ctas, uint32_t words,
                           const char *sentence)
{
    struct core *c = &core;
    power_up(c, &small);
    c->in.kernel_en = true;
    c->in.kernel_warps = warps;
    c->in.kernel_frames = frames;
    c->in.kernel_ctas = ctas;
    c->in.kernel_words = words;
    refused(sentence);
}

static void promise_kernel(void **state)
{
    (void)state;
    struct core *c = &core;
    const char *const warps = "warps of the kernel's blocks are not 1 to MaxWarps";
    const char *const frames = "the kernel's frames are above Frames, or have no slots";
    const char *const ctas = "the kernel's blocks are above Ctas, or have no warp ids";
    kernel_refused(0, 1, 1, 1, warps);
    kernel_refused(5, 0, 1, 6, warps);
    kernel_refused(1, 3, 4, 2, frames);
    kernel_refused(3, 2, 4, 4, frames);
    kernel_refused(1, 2, 9, 2, ctas);
    kernel_refused(3, 1, 6, 4, ctas);
    kernel_refused(2, 2, 4, 2, "kernel_words_i is not a context's");
    struct vt_cfg cfg = small;
    cfg.mem_words = 11;
    power_up(c, &cfg);
    c->in.kernel_en = true;
    c->in.kernel_warps = c->in.kernel_frames = 2;
    c->in.kernel_ctas = 4;
    c->in.kernel_words = 3;
    refused("the contexts of the kernel's blocks are larger than the memory");
    power_up(c, &small);
    kernel(c, 2, 2, 4);
    offer(c, 1);
    c->in.kernel_en = true;
    refused("a kernel comes while a block is offered");
}

static void promise_dispatcher(void **state)
{
    (void)state;
    struct core *c = &core;
    three_blocks(c);
    for (uint32_t n = 0; n < 2; n++) {
        c->in.mem_ready = false;
        offer(c, 4);
        cycle(c);
        if (n == 1) offer(c, 5);
        refused("a block that was refused is not offered again, unchanged");
    }
    offer(c, 0x100);
    refused("the identity of a block is wider than IdWidth");
}

static void promise_schedulers(void **state)
{
    (void)state;
    struct core *c = &core;
    const char *const range = "the slot of an event or a wake-up is not below Slots";
    three_blocks(c);
    event(c, 1, 0, 4);
    refused(range);
    wake(c, 1, 4);
    refused(range);
    wake(c, 0, 2);
    refused("a warp wakes up that does not stall");
    event(c, 0, 0, 2);
    wake(c, 0, 2); /* a stall is over in a later cycle */
    refused("a warp wakes up that does not stall");
    event(c, 0, 0, 2);
    cycle(c);
    wake(c, 0, 2);
    wake(c, 1, 2);
    refused("a warp wakes up twice");
    event(c, 0, 0, 2);
    cycle(c);
    wake(c, 0, 2);
    cycle(c);
    wake(c, 0, 2);
    refused("a warp wakes up that does not stall");
    event(c, 0, 0, 2);
    cycle(c);
    event(c, 0, 1, 2);
    refused("an event is of a warp that stalls");
    event(c, 0, 0, 2);
    cycle(c);
    wake(c, 0, 2);
    event(c, 0, 1, 2); /* it goes on in a later cycle */
    refused("an event is of a warp that stalls");
}

static void promise_end_with_writes_out(void **state)
{
    (void)state;
    struct core *c = &core;
    three_blocks(c);
    issue(c, 0, 2, 7);
    event(c, 0, BLOCK_FRAMES_ENDS, 2);
    refused("a warp ends that has writes out");
    issue(c, 0, 2, 7);
    cycle(c);
    event(c, 0, BLOCK_FRAMES_ENDS, 2);
    refused("a warp ends that has writes out");
    issue(c, 0, 2, 7);
    cycle(c);
    event(c, 0, BLOCK_FRAMES_ENDS, 2);
    write_back(c, 0, 2, 2, 7); /* in time */
    assert_null(vt_promise(&c->s, &c->in));
}

/* One sentence of each block: they are asked. */
static void promise_blocks(void **state)
{
    (void)state;
    struct core *c = &core;
    three_blocks(c);
    issue(c, 0, 2, 7);
    issue(c, 1, 2, 7);
    refused("two instructions are issued for one register");
    write_back(c, 0, 2, 2, 7);
    refused("a write comes back that is not out");
    write_back(c, 0, 0, 0, 1);
    write_back(c, 1, 0, 0, 1);
    refused("one write comes back twice");
    event(c, 0, 0, 2);
    event(c, 1, 0, 2);
    refused("two events are of one warp");
    event(c, 0, BLOCK_FRAMES_ENDS, 2);
    cycle(c);
    event(c, 0, BLOCK_FRAMES_ENDS, 2);
    refused("an event is of a warp that is not ready");
    c->in.rsp_valid = true;
    refused("an answer comes though no read waits for one");
    load_and_stall(c, 2, 6); /* no block is ready: 2 stays until 1 has its data */
    data_comes(c, 0, 0, 1);
    cycle(c);
    assert_true(c->out.leave_en);
    c->in.stack_rd_data[2] = 1;
    refused("a stack is wider than StackWidth");
    c->in.load_valid = true;
    c->in.load_warp = 16;
    refused("the warp of a load is not below Warps");
    memset(c->in.load_data, 0, sizeof c->in.load_data);
    c->in.load_valid = true;
    c->in.load_data[0] = 0x10000;
    refused("a load is wider than DataWidth");
    /* What comes from within: only a state that cannot be makes these. */
    c->s.table.warps = 3;
    refused("warps_i changes while a block is here");
    c->s.map.ctas = 3;
    refused("warps_i or ctas_i changes while a block is here");
    c->s.control.kept = 0;
    write_back(c, 0, 0, 0, 1);
    write_back(c, 1, 1, 1, 1);
    cycle(c);
    refused("the block to swap in is not on the core");
}

static void promise_load_is_repeated(void **state)
{
    (void)state;
    struct core *c = &core;
    three_blocks(c);
    for (uint32_t n = 0; n < 5; n++) {
        c->in.load_valid = true;
        c->in.load_warp = 2;
        c->in.load_data[0] = n;
        cycle(c);
    }
    assert_false(c->out.load_ready);
    refused("a load that was refused is not offered again, unchanged");
}

static void init_fails(const struct vt_cfg *cfg, const char *sentence)
{
    const char *said = vt_init(&core.s, cfg);
    assert_non_null(said);
    assert_string_equal(said, sentence);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        uint32_t low, high; /* both refused */
        const char *sentence;
    } bad[] = {
        {offsetof(struct vt_cfg, slots), 1, 65, "Slots must be 2 to 64"},
        {offsetof(struct vt_cfg, frames), 0, 17, "Frames must be 1 to 16"},
        {offsetof(struct vt_cfg, warps), 1, 1025, "Warps must be 2 to 1024"},
        {offsetof(struct vt_cfg, ctas), 1, 65, "Ctas must be 2 to 64"},
        {offsetof(struct vt_cfg, max_warps), 0, 5, "MaxWarps must be 1 to Slots"},
        {offsetof(struct vt_cfg, regs), 1, 65, "Regs must be 2 to 64"},
        {offsetof(struct vt_cfg, id_width), 0, 129, "IdWidth must be 1 to 128"},
        {offsetof(struct vt_cfg, ports), 0, 5, "Ports must be 1 to 4"},
        {offsetof(struct vt_cfg, cnt_width), 1, 17, "CntWidth must be 2 to 16"},
        {offsetof(struct vt_cfg, stack_width), 0, 2561, "StackWidth must be 1 to 2560"},
        {offsetof(struct vt_cfg, mem_width), 13, 2049, "MemWidth must be HeadWidth to 2048"},
        {offsetof(struct vt_cfg, granule), 0, 513, "Granule must be 1 to 512"},
        {offsetof(struct vt_cfg, mem_words), 1, 65537, "MemWords must be 2 to 65536"},
        {offsetof(struct vt_cfg, reads), 0, 5, "Reads must be 1 to 4"},
        {offsetof(struct vt_cfg, active), 0, 65, "Active must be 1 to 64"},
        {offsetof(struct vt_cfg, inactive), 0, 65, "Inactive must be 1 to 64"},
        {offsetof(struct vt_cfg, load_width), 0, 513, "LoadWidth must be 1 to 512"},
        {offsetof(struct vt_cfg, overlap), 2, 99, "Overlap must be 0 or 1"},
    };
    struct vt_cfg cfg;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (uint32_t high = 0; high < 2; high++) {
            cfg = small;
            memcpy((char *)&cfg + bad[i].offset, high ? &bad[i].high : &bad[i].low,
                   sizeof bad[i].low);
            init_fails(&cfg, bad[i].sentence);
        }
    }
    cfg = small;
    cfg.cnt_width = 5; /* 4 warps of 8 registers */
    init_fails(&cfg, "CntWidth must hold the count of MaxWarps * Regs");
    cfg = small;
    cfg.mem_width = 96;
    init_fails(&cfg, "Overlap must be 0 if MemWidth is above StackWidth");
    cfg.overlap = 0;
    assert_null(vt_init(&core.s, &cfg));
    cfg.granule = 48;
    init_fails(&cfg, "Granule must divide StackWidth and MemWidth");
    cfg.granule = 2;
    init_fails(&cfg, "StackWidth and MemWidth must be at most 31 granules each");
    assert_null(vt_init(&core.s, &paper));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_5),
        cmocka_unit_test(race_miss_returns_in_the_cycle_of_the_decision),
        cmocka_unit_test(race_miss_returns_one_cycle_earlier),
        cmocka_unit_test(race_late_writes_into_a_slot_with_a_new_owner),
        cmocka_unit_test(race_writes_while_slots_retire),
        cmocka_unit_test(race_late_write_while_another_warp_is_counted),
        cmocka_unit_test(race_block_ends_while_another_is_swapped),
        cmocka_unit_test(race_block_is_done_when_another_is_marked),
        cmocka_unit_test(race_warps_at_a_barrier_are_swapped_out),
        cmocka_unit_test(race_all_warps_at_a_barrier),
        cmocka_unit_test(race_barrier_opens_in_the_cycle_of_the_decision),
        cmocka_unit_test(race_no_block_to_replace_another),
        cmocka_unit_test(race_new_block_taken_during_a_swap),
        cmocka_unit_test(race_number_of_a_refused_block_is_undercut),
        cmocka_unit_test(race_wake_up_for_a_block_that_leaves),
        cmocka_unit_test(race_next_block_marked_while_the_buffer_is_full),
        cmocka_unit_test(race_several_blocks_are_marked),
        cmocka_unit_test(race_without_overlap),
        cmocka_unit_test(race_load_of_a_block_that_leaves),
        cmocka_unit_test(rule_kernel_is_taken_while_idle),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(paper_ids_and_context),
        cmocka_unit_test(head_of_one_warp),
        cmocka_unit_test(walk_small),
        cmocka_unit_test(walk_wide_words),
        cmocka_unit_test(walk_wide_stacks),
        cmocka_unit_test(walk_paper),
        cmocka_unit_test(check_fails),
        cmocka_unit_test(promise_kernel),
        cmocka_unit_test(promise_dispatcher),
        cmocka_unit_test(promise_schedulers),
        cmocka_unit_test(promise_end_with_writes_out),
        cmocka_unit_test(promise_blocks),
        cmocka_unit_test(promise_load_is_repeated),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
