/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the streaming multiprocessor: generated kernels on small cores, with static
 * and dynamic warps, with blocks that stay, with Virtual Thread and with Zorua, held to a naive
 * twin, to the page's invariants and to all promises in every cycle; Virtual Thread's Figure 5; a
 * reset in a kernel; sizes that are refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/decode.h"
#include "core/sm.h"
#include "residency/phase_specifier.h"

enum {
    CODE = 0x1000, /* addresses */
    IN = 0x10000000,
    OUT = 0x10010000,
    SHARED = 0x40000000,
    MAX_CODE = 256,
    MAX_STEPS = 12,
    MEMORY_WORDS = 0x8000,
    INPUTS = 256, /* words that are read by value */
    MAX_THREADS = 4096,
    MAX_WAITING = 64,
    NEST = 6, /* branches within each other: deeper than the stack on chip */
    PATIENCE = 400000,
    SWAP_WORDS = 0x8000,
    ROWS = 32, /* registers of a thread */
};

/* Registers of the generated kernels. */
enum { ZERO, TID = 5, BLOCK, THREADS, GID, AT, VALUE = 11, OTHER, BIT, TRIPS, NEXT, LANE };

/* ---- instructions --------------------------------------------------------------------- */

static uint32_t i_type(uint32_t op, uint32_t f3, uint32_t rd, uint32_t rs1, int32_t value)
{
    return ((uint32_t)value & 0xfff) << 20 | rs1 << 15 | f3 << 12 | rd << 7 | op;
}

static uint32_t r_type(uint32_t f7, uint32_t f3, uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | 0x33;
}

static uint32_t addi(uint32_t rd, uint32_t rs1, int32_t v) { return i_type(0x13, 0, rd, rs1, v); }
static uint32_t andi(uint32_t rd, uint32_t rs1, int32_t v) { return i_type(0x13, 7, rd, rs1, v); }
static uint32_t xori(uint32_t rd, uint32_t rs1, int32_t v) { return i_type(0x13, 4, rd, rs1, v); }
static uint32_t slli(uint32_t rd, uint32_t rs1, int32_t v) { return i_type(0x13, 1, rd, rs1, v); }
static uint32_t add(uint32_t rd, uint32_t a, uint32_t b) { return r_type(0, 0, rd, a, b); }
static uint32_t mul(uint32_t rd, uint32_t a, uint32_t b) { return r_type(1, 0, rd, a, b); }
static uint32_t lui(uint32_t rd, uint32_t value) { return value | rd << 7 | 0x37; }
static uint32_t lw(uint32_t rd, uint32_t rs1) { return i_type(0x03, 2, rd, rs1, 0); }
static uint32_t csrr(uint32_t rd, uint32_t n) { return n << 20 | 2 << 12 | rd << 7 | 0x73; }

static uint32_t sw(uint32_t rs2, uint32_t rs1, int32_t v)
{
    const uint32_t n = (uint32_t)v & 0xfff;
    return (n >> 5) << 25 | rs2 << 20 | rs1 << 15 | 2 << 12 | (n & 31) << 7 | 0x23;
}

static uint32_t branch(uint32_t f3, uint32_t a, uint32_t b, int32_t by)
{
    const uint32_t n = (uint32_t)by;
    return (n >> 12 & 1) << 31 | (n >> 5 & 63) << 25 | b << 20 | a << 15 | f3 << 12 |
           (n >> 1 & 15) << 8 | (n >> 11 & 1) << 7 | 0x63;
}

enum { EXIT = 0x0b, BARRIER = 1 << 12 | 0x0b };
enum { BEQ = 0, BNE = 1 };
enum { CSR_THREAD = 0xcc0, CSR_THREADS = 0xcc4, CSR_BLOCK = 0xcc8 };

/* ---- generated kernels ---------------------------------------------------------------- */

/* What a kernel does to each thread's value, one step after the other. */
enum step { COMPUTE, LOOK_UP, STORE, DETOUR, LOOP, EXCHANGE, STEPS };

struct program {
    enum step step[MAX_STEPS];
    uint32_t steps;
    uint32_t code[MAX_CODE];
    uint32_t meet[MAX_CODE];  /* of a branch: where its threads meet */
    uint32_t phase[MAX_CODE]; /* a phase begins before it: its specifier; or 0 */
    uint32_t words;
};

static void put(struct program *p, uint32_t word) { p->code[p->words++] = word; }

/* VALUE += IN[VALUE % INPUTS], by value. */
static void put_look_up(struct program *p)
{
    put(p, andi(OTHER, VALUE, INPUTS - 1));
    put(p, slli(OTHER, OTHER, 2));
    put(p, lui(NEXT, IN));
    put(p, add(OTHER, OTHER, NEXT));
    put(p, lw(OTHER, OTHER));
    put(p, add(VALUE, VALUE, OTHER));
}

static void put_detour(struct program *p)
{
    put(p, andi(BIT, VALUE, 1));
    const uint32_t at = p->words++;
    put_look_up(p);
    put(p, addi(VALUE, VALUE, 5));
    p->code[at] = branch(BEQ, BIT, ZERO, (int32_t)(4 * (p->words - at)));
    p->meet[at] = CODE + 4 * p->words;
}

static void put_loop(struct program *p)
{
    put(p, andi(TRIPS, VALUE, 3));
    put(p, addi(TRIPS, TRIPS, 1));
    const uint32_t head = p->words;
    put(p, mul(VALUE, VALUE, THREADS));
    put_look_up(p);
    put(p, addi(TRIPS, TRIPS, -1));
    p->meet[p->words] = CODE + 4 * (p->words + 1);
    put(p, branch(BNE, TRIPS, ZERO, 4 * ((int32_t)head - (int32_t)p->words)));
}

/* VALUE += the neighbour's, through shared memory. */
static void put_exchange(struct program *p)
{
    put(p, slli(OTHER, TID, 2));
    put(p, lui(NEXT, SHARED));
    put(p, add(OTHER, OTHER, NEXT));
    put(p, sw(VALUE, OTHER, 0));
    put(p, BARRIER);
    put(p, xori(OTHER, OTHER, 4));
    put(p, lw(OTHER, OTHER));
    put(p, BARRIER);
    put(p, add(VALUE, VALUE, OTHER));
}

/* A phase begins with each step: what is live between steps lies below VALUE; an exchange leaves
 * nothing in shared memory. */
static void put_phase(struct program *p, enum step step)
{
    const bool few = step == COMPUTE || step == STORE;
    p->phase[p->words] =
        PHASE_SPECIFIER_WORD(few ? VALUE + 1u : NEXT + 1u, step == EXCHANGE ? 64u : 0u);
}

static void put_step(struct program *p, enum step step)
{
    put_phase(p, step);
    switch (step) {
    case COMPUTE:
        put(p, mul(VALUE, VALUE, THREADS));
        put(p, add(VALUE, VALUE, GID));
        break;
    case LOOK_UP: put_look_up(p); break;
    case STORE: put(p, sw(VALUE, AT, 0)); break;
    case DETOUR: put_detour(p); break;
    case LOOP: put_loop(p); break;
    default: put_exchange(p); break;
    }
}

/* VALUE begins as the thread's number in the grid, and ends in OUT. */
static void assemble(struct program *p)
{
    p->words = 0;
    memset(p->meet, 0, sizeof p->meet);
    memset(p->phase, 0, sizeof p->phase);
    put(p, csrr(TID, CSR_THREAD));
    put(p, csrr(BLOCK, CSR_BLOCK));
    put(p, csrr(THREADS, CSR_THREADS));
    put(p, mul(GID, BLOCK, THREADS));
    put(p, add(GID, GID, TID));
    put(p, slli(AT, GID, 2));
    put(p, lui(NEXT, OUT));
    put(p, add(AT, AT, NEXT));
    put(p, addi(VALUE, GID, 0));
    for (uint32_t i = 0; i < p->steps; i++) put_step(p, p->step[i]);
    put(p, sw(VALUE, AT, 0));
    put(p, EXIT);
}

/* Branches within each other, of each of which a thread in eight goes another way and ends; then
 * their meeting places, one behind the other, each behind a barrier: the stack takes its entries
 * off one a barrier, and those that are in memory must come back meanwhile. */
static void assemble_nest(struct program *p)
{
    uint32_t at[NEST];
    p->step[0] = LOOK_UP;
    p->steps = 1;
    assemble(p);
    memset(p->phase, 0, sizeof p->phase);
    p->words -= 2; /* the end comes later */
    put(p, andi(LANE, TID, 7));
    for (uint32_t i = 0; i < NEST; i++) {
        put(p, addi(BIT, ZERO, (int32_t)i));
        at[i] = p->words++;
    }
    for (uint32_t i = NEST; i-- > 0;) {
        put(p, BARRIER);
        p->meet[at[i]] = CODE + 4 * p->words;
        put_look_up(p);
    }
    for (uint32_t i = 0; i < NEST; i++)
        p->code[at[i]] = branch(BEQ, LANE, BIT, (int32_t)(4 * (p->words - at[i])));
    put(p, sw(VALUE, AT, 0));
    put(p, EXIT);
}

static void draw_program(struct program *p, struct hd_rng *rng)
{
    p->steps = 2 + (uint32_t)hd_rng_below(rng, MAX_STEPS - 2);
    for (uint32_t i = 0; i < p->steps; i++) p->step[i] = (enum step)hd_rng_below(rng, STEPS);
    assemble(p);
}

/* ---- the naive twin ------------------------------------------------------------------- */

static uint32_t looked_up(const uint32_t *memory, uint32_t v) { return v + memory[v % INPUTS]; }

static uint32_t twin_step(const uint32_t *memory, enum step step, uint32_t v, uint32_t gid,
                          uint32_t threads)
{
    uint32_t trips = (v & 3) + 1;
    switch (step) {
    case COMPUTE: return v * threads + gid;
    case LOOK_UP: return looked_up(memory, v);
    case DETOUR: return v & 1 ? looked_up(memory, v) + 5 : v;
    case LOOP:
        while (trips-- > 0) v = looked_up(memory, v * threads);
        return v;
    default: return v;
    }
}

/* A block's threads, step by step; threads are even in number. */
static void twin(const struct program *p, const uint32_t *memory, uint32_t first, uint32_t threads,
                 uint32_t *value)
{
    uint32_t before[64];
    for (uint32_t t = 0; t < threads; t++) value[t] = first + t;
    for (uint32_t i = 0; i < p->steps; i++) {
        memcpy(before, value, threads * sizeof value[0]);
        for (uint32_t t = 0; t < threads; t++) {
            if (p->step[i] == EXCHANGE) value[t] = before[t] + before[t ^ 1];
            else value[t] = twin_step(memory, p->step[i], value[t], first + t, threads);
        }
    }
}

/* ---- a bench: the core, code, and memory that answers in any order of lines --------------- */

struct waiting {
    uint32_t id;
    uint32_t due;
    uint32_t data[64];
};

struct bench {
    struct sm *s;
    struct sm_in in;
    struct sm_out out;
    struct sm_kernel kernel;
    struct program program;
    struct hd_rng rng;
    uint32_t memory[MEMORY_WORDS];
    struct waiting waiting[MAX_WAITING];
    uint32_t waits;
    uint32_t latency;
    uint32_t deep[SM_MAX_WARPS][16][SIMT_STACK_ENTRY_WORDS]; /* stack entries of each warp */
    bool reading;
    uint32_t read_due;
    uint32_t read_slot;
    uint32_t read_data[SIMT_STACK_ENTRY_WORDS];
    uint32_t reads;
    uint32_t cycle;
    uint64_t begun; /* threads, and the next two */
    uint64_t ended;
    uint32_t swaps;
    uint32_t most; /* blocks on the core */
    uint32_t swap[SWAP_WORDS];
    uint32_t sets_out[ZORUA_RESOURCES]; /* Zorua: sets, states that went to swap space */
    uint32_t misses;                    /* look-ups that found swap space */
    uint32_t phases;
    uint32_t written[ZORUA_MAX_SLOTS][ROWS][8]; /* of each warp, register and lane: the value */
    bool known[ZORUA_MAX_SLOTS][ROWS][8];
    uint8_t done[MAX_THREADS];
    char story[256]; /* a letter an event, a digit a block: begins, leaves, resumes, done */
};

static const struct sm_cfg small = {.slots = 8,
                                    .lanes = 4,
                                    .simd = 2,
                                    .ports = 1,
                                    .group = 2,
                                    .entries = 2,
                                    .frame_width = 4,
                                    .depth = 4,
                                    .levels = 16,
                                    .blocks = 2,
                                    .max_warps = 4,
                                    .threads = 32,
                                    .banks = 2,
                                    .sets = 512,
                                    .div_bits = 4,
                                    .float_steps = 4,
                                    .accesses = 16,
                                    .line_bytes = 16,
                                    .cache_sets = 4,
                                    .cache_banks = 1,
                                    .ways = 2,
                                    .mshrs = 8,
                                    .merges = 2,
                                    .shared_banks = 4,
                                    .shared_words = 1024,
                                    .row_bits = 128,
                                    .holds = 2,
                                    .patience = 15,
                                    .pool_entries = 64,
                                    .lut_entries = 32,
                                    .lut_ways = 4,
                                    .forward = 1,
                                    .heap_entries = 64,
                                    .heap_ports = 2,
                                    .queue_depth = 8,
                                    .mheap_entries = 64,
                                    .mheap_ways = 8,
                                    .cnt_width = 8,
                                    .wid_width = 6,
                                    .lut_width = 6,
                                    .ctas = 8,
                                    .warps = 32,
                                    .lane_slots = 1};

static uint32_t *word_at(struct bench *b, uint32_t address)
{
    if (address >= SM_SWAP_SPACE) {
        assert_true((address - SM_SWAP_SPACE) / 4 < SWAP_WORDS);
        return &b->swap[(address - SM_SWAP_SPACE) / 4];
    }
    const uint32_t n = address >= OUT ? MEMORY_WORDS / 2 + (address - OUT) / 4 : (address - IN) / 4;
    assert_true(address >= IN && n < MEMORY_WORDS);
    return &b->memory[n];
}

/* A request is done as it is accepted: requests to one line are in order. */
static void accept(struct bench *b)
{
    const struct load_store_out *m = &b->out.memory;
    const uint32_t bytes = b->s->cfg.line_bytes;
    struct waiting *w = &b->waiting[b->waits++];
    w->id = m->mem_id;
    w->due = b->cycle + b->latency / 2 + (uint32_t)hd_rng_below(&b->rng, b->latency);
    for (uint32_t i = 0; i < bytes / 4; i++) {
        uint32_t *word = word_at(b, (uint32_t)m->mem_line * bytes + 4 * i);
        w->data[i] = *word;
        for (uint32_t k = 0; m->mem_kind == L1_CACHE_STORE && k < 4; k++)
            if (m->mem_be[(4 * i + k) / 32] >> (4 * i + k) % 32 & 1)
                *word = (*word & ~(UINT32_C(0xff) << 8 * k)) |
                        (m->mem_data[i] & UINT32_C(0xff) << 8 * k);
    }
}

static void answer(struct bench *b)
{
    b->in.fill_valid = false;
    for (uint32_t i = 0; i < b->waits && !b->in.fill_valid; i++) {
        if (b->waiting[i].due > b->cycle) continue;
        const struct waiting w = b->waiting[i];
        b->waiting[i] = b->waiting[0];
        b->waiting[0] = w; /* it stays here until it is taken */
        b->in.fill_valid = true;
        b->in.fill_id = w.id;
        b->in.fill_data = b->waiting[0].data;
    }
}

/* Deeper entries of stacks, one at a time. */
static void keep_deep(struct bench *b)
{
    const struct simt_stack_out *o = &b->out.front.stack;
    if (b->in.back_valid) b->reading = false;
    if (!o->spill_valid || !b->in.spill_ready) return;
    uint32_t *entry = b->deep[sm_warp_of(b->s, o->spill_slot)][o->spill_level];
    if (!o->spill_load) memcpy(entry, o->spill_data, sizeof b->deep[0][0]);
    if (!o->spill_load) return;
    b->reading = true;
    b->reads++;
    b->read_due = b->cycle + 1 + (uint32_t)hd_rng_below(&b->rng, b->latency);
    b->read_slot = o->spill_slot;
    memcpy(b->read_data, entry, sizeof b->read_data);
}

static void bring_deep(struct bench *b)
{
    b->in.spill_ready = !b->reading;
    b->in.back_valid = b->reading && b->read_due <= b->cycle;
    b->in.back_slot = b->read_slot;
    b->in.back_data = b->read_data;
}

/* The word that was asked for in the last cycle. */
static void fetch(struct bench *b, bool asked, uint32_t slot, uint32_t pc)
{
    const struct program *p = &b->program;
    const uint32_t n = (pc - CODE) / 4;
    b->in.rsp_valid = asked;
    b->in.rsp_slot = slot;
    if (!asked) return;
    b->in.rsp_word = n < p->words ? p->code[n] : EXIT;
    b->in.rsp_meet = n < p->words ? p->meet[n] : 0;
    b->in.rsp_meets = false;
    b->in.rsp_specifier = n < p->words ? p->phase[n] : 0;
    b->in.rsp_phase = b->in.rsp_specifier != 0;
    for (uint32_t i = 0; i < p->words; i++)
        if (p->meet[i] != 0 && p->meet[i] == pc + 4) b->in.rsp_meets = true;
}

static void tell(struct bench *b, char what, const uint32_t *block)
{
    const size_t n = strlen(b->story);
    if (n + 3 > sizeof b->story) return;
    b->story[n] = what;
    b->story[n + 1] = (char)('0' + block[0] % 10);
}

static void note(struct bench *b, uint32_t warp, uint32_t reg, uint64_t mask, const uint32_t *value)
{
    for (uint32_t l = 0; l < b->s->cfg.lanes; l++) {
        if (!(mask >> l & 1)) continue;
        b->written[warp][reg][l] = value[l];
        b->known[warp][reg][l] = true;
    }
}

/* Zorua's in_place: an operand is what was written last to that warp's register, wherever that has
 * been meanwhile. */
static void watch_operands(struct bench *b, uint32_t p)
{
    const struct sm_stage *stage = &b->s->operand[p];
    const struct front_instruction *i = &stage->i;
    if (!b->out.pipe_in[p].in_valid || !b->out.pipe[p].in_ready) return;
    for (uint32_t o = 0; o < FRONT_RD; o++) {
        const uint32_t *read = b->out.file.out_data[p * REGISTER_FILE_OPERANDS + o];
        for (uint32_t l = 0; l < b->s->cfg.lanes; l++)
            if ((i->use >> o & 1) && (i->mask >> l & 1) && b->known[stage->warp[0]][i->reg[o]][l])
                assert_int_equal(read[l], b->written[stage->warp[0]][i->reg[o]][l]);
    }
}

static void watch_registers(struct bench *b)
{
    const struct load_store_out *m = &b->out.memory;
    const struct zorua_plug *plug = &b->s->residency.zorua;
    const struct zorua_out *unit = &b->out.residency_nets.zorua.unit;
    for (uint32_t p = 0; p < b->s->cfg.ports; p++) {
        const struct simd_pipe_buffer *r = b->out.pipe[p].out;
        watch_operands(b, p);
        if (!b->out.writeback[p].gone || !b->out.writeback[p].writes) continue;
        note(b, b->out.warp[p][0], r->rider[0] >> 16, r->mask,
             r->unit == DECODE_CSR ? b->out.value[p] : r->value);
    }
    if (m->wr_valid && plug->access[m->entry].owner == ZORUA_OF_PROGRAM)
        note(b, m->wr_warp[0], m->wr_rd, m->wr_mask, m->wr_data);
    if (unit->begin_en) memset(b->known[unit->begin_warp], 0, sizeof b->known[0]);
}

static void watch_virtual(struct bench *b)
{
    const struct zorua_plug_nets *n = &b->out.residency_nets.zorua;
    if (n->unit.req_valid && n->in.req_ready && !n->unit.req_load) b->sets_out[n->unit.req_kind]++;
    for (uint32_t p = 0; p < b->s->cfg.ports; p++)
        b->misses += n->set.missed[p] + n->scratch[p].missed;
    b->phases += n->held_told;
    watch_registers(b);
}

static void watch(struct bench *b)
{
    if (b->s->cfg.residency == SM_ZORUA) watch_virtual(b);
    const struct sm *s = b->s;
    const struct residency_out *r = &b->out.residency;
    if (b->out.begin_en) b->begun += (uint64_t)__builtin_popcountll(b->out.front_in.begin_mask);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        if (b->out.writeback[p].gone && b->out.writeback[p].resolves &&
            b->out.result[p].flow == DECODE_EXIT)
            b->ended += (uint64_t)__builtin_popcountll(b->out.result[p].mask);
    assert_true(b->ended <= b->begun);
    if (r->begin_en) tell(b, 'b', r->begin_id);
    if (r->resume_en) tell(b, 'r', r->begin_id);
    if (r->leave != 0) tell(b, 'l', sm_block_of(s, (uint32_t)__builtin_ctzll(r->leave)));
    if (r->leave != 0) b->swaps++;
    if (r->blocks > b->most) b->most = r->blocks;
    if (!r->done_valid) return;
    tell(b, 'd', r->done_id);
    assert_int_equal(b->done[r->done_id[0]]++, 0); /* all_blocks: once */
}

static const char *static_warps_promise(const struct bench *b)
{
    const struct pdom_front *front = &b->s->front;
    const char *broken = pdom_front_promise(front, &b->out.front_in);
    if (!broken) broken = simt_stack_promise(&front->stack, &b->out.front.stack_in);
    return broken ? broken : instruction_buffer_promise(&front->buffer, &b->out.front.buffer_in);
}

/* That of the unit says, too, that no thread is put in that is in there. */
static const char *dynamic_warps_promise(const struct bench *b)
{
    const struct dwf_front *front = &b->s->dwf;
    const char *broken = dwf_front_promise(front, &b->out.dwf_in);
    if (!broken) broken = dwf_promise(&front->dwf, &b->out.dwf.dwf_in);
    return broken ? broken : barrier_unit_promise(&front->barrier, &b->out.dwf.barrier_in);
}

static void hold_promises(struct bench *b)
{
    const struct sm *s = b->s;
    const char *broken =
        residency_promise(&s->residency, &b->out.residency_in, &b->out.residency_nets);
    if (!broken)
        broken = s->cfg.formation == SM_DWF ? dynamic_warps_promise(b) : static_warps_promise(b);
    if (!broken) broken = load_store_promise(&s->memory, &b->out.memory_in);
    if (!broken) broken = cta_launcher_promise(&s->launcher, &b->out.launcher_in);
    if (broken) fail_msg("cycle %u: promise: %s", b->cycle, broken);
}

static void one_cycle(struct bench *b)
{
    b->in.fetch_ready = hd_rng_below(&b->rng, 8) != 0;
    b->in.mem_ready = b->waits < MAX_WAITING && hd_rng_below(&b->rng, 4) != 0;
    answer(b);
    bring_deep(b);
    sm_eval(b->s, &b->in, &b->out);
    watch(b);
    hold_promises(b);
    if (b->out.memory.mem_valid && b->in.mem_ready) accept(b);
    keep_deep(b);
    const bool asked = b->out.fetch_valid && b->in.fetch_ready;
    const uint32_t slot = b->out.fetch_slot, pc = b->out.fetch_pc;
    const bool taken = b->in.fill_valid && b->out.memory.fill_ready;
    sm_tick(b->s, &b->in, &b->out);
    if (taken) b->waiting[0] = b->waiting[--b->waits];
    fetch(b, asked, slot, pc);
    const char *broken = sm_check(b->s);
    if (broken) fail_msg("cycle %u: invariant: %s", b->cycle, broken);
    b->in.kernel_en = false;
    b->cycle++;
}

static struct bench *start(const struct sm_cfg *cfg, uint64_t seed)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->s = malloc(sizeof *b->s);
    assert_non_null(b->s);
    const char *wrong = sm_init(b->s, cfg);
    if (wrong) fail_msg("sizes: %s", wrong);
    hd_rng_seed(&b->rng, seed);
    for (uint32_t i = 0; i < INPUTS; i++) b->memory[i] = (uint32_t)hd_rng_next(&b->rng);
    b->in.kernel = &b->kernel;
    return b;
}

static void finish(struct bench *b)
{
    free(b->s);
    free(b);
}

/* quiet: at the end nothing is under way anywhere. */
static void assert_quiet(const struct bench *b)
{
    const struct sm *s = b->s;
    assert_true(s->memory.used == 0);
    assert_true(s->pending == 0 && s->residency.stays.seats.open == 0);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        assert_true(!s->issue[p].valid && !s->pipe[p].full && !s->pipe[p].filling);
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        assert_int_equal(s->front.access[slot], 0);
        assert_true(s->board.busy[slot] == 0 && s->residency.vt.unit.board.busy[slot] == 0);
    }
    if (s->cfg.residency == SM_ZORUA) {
        const struct zorua_plug *z = &s->residency.zorua;
        assert_true(coordinator_is_idle(&z->unit.control) && z->swap.doing == SWAPPER_RESTS);
        assert_true(z->set.looking == 0 && z->held == 0);
    }
    if (s->cfg.formation == SM_DWF)
        assert_true(s->dwf.barrier.open == 0 && s->dwf.returns == 0 && !s->dwf.walk_valid);
    if (s->cfg.residency != SM_VT) return;
    assert_true(b->out.residency.idle && s->residency.vt.sits == 0);
    for (uint32_t w = 0; w < s->cfg.warps; w++) {
        assert_int_equal(s->residency.vt.stores[w], 0);
        assert_false(s->residency.vt.owes[w]);
    }
}

static void launch(struct bench *b, uint32_t blocks, uint32_t threads)
{
    const struct sm_cfg *c = &b->s->cfg;
    struct sm_kernel *k = &b->kernel;
    *k = (struct sm_kernel){.grid = {blocks, 1, 1}, .block = {threads, 1, 1}};
    k->block_threads = threads;
    k->thread_sets = (LANE + c->banks) / c->banks;
    k->block_rows = (threads + c->lanes - 1) / c->lanes * k->thread_sets * c->banks;
    k->block_bytes = 4 * threads;
    k->context_rows = sm_context_rows(c, threads);
    k->first_phase = PHASE_SPECIFIER_WORD(LANE + 1u, 0);
    k->entry = CODE;
    for (uint32_t r = 1; r <= LANE; r++) k->rows[r] = (uint8_t)r;
    memset(b->done, 0, sizeof b->done);
    memset(b->story, 0, sizeof b->story);
    b->begun = b->ended = 0;
    b->swaps = b->most = 0;
    b->in.kernel_en = true;
}

/* A kernel of so many blocks, from its launch to its end. */
static void run(struct bench *b, uint32_t blocks, uint32_t threads)
{
    const uint32_t first = b->cycle;
    launch(b, blocks, threads);
    do one_cycle(b);
    while (!b->out.done && b->cycle - first < PATIENCE);
    assert_true(b->out.done && !b->out.refused);
    assert_true(b->begun == b->ended); /* conserved */
    assert_true(b->begun == (uint64_t)blocks * threads);
    for (uint32_t i = 0; i < blocks; i++) assert_int_equal(b->done[i], 1);
    assert_quiet(b);
}

static void assert_results(struct bench *b, uint32_t blocks, uint32_t threads)
{
    uint32_t value[64];
    for (uint32_t i = 0; i < blocks; i++) {
        twin(&b->program, b->memory, i * threads, threads, value);
        for (uint32_t t = 0; t < threads; t++)
            assert_int_equal(*word_at(b, OUT + 4 * (i * threads + t)), value[t]);
    }
}

/* ---- tests ---------------------------------------------------------------------------- */

/* Several kernels on one core, of all sorts of blocks and memories. */
static uint32_t run_some(const struct sm_cfg *cfg, uint64_t seed)
{
    struct bench *b = start(cfg, seed);
    uint32_t swaps = 0;
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t most = cfg->max_warps * cfg->lanes;
        const uint32_t threads = 2 * (1 + (uint32_t)hd_rng_below(&b->rng, most / 2));
        const uint32_t blocks = 1 + (uint32_t)hd_rng_below(&b->rng, 24);
        b->latency = 1 + (uint32_t)hd_rng_below(&b->rng, 3) * 150;
        draw_program(&b->program, &b->rng);
        run(b, blocks, threads);
        assert_results(b, blocks, threads);
        swaps += b->swaps;
    }
    finish(b);
    return swaps;
}

static uint32_t run_all(uint32_t residency)
{
    uint32_t swaps = 0;
    for (uint32_t ports = 1; ports <= 2; ports++)
        for (uint32_t policy = 0; policy < 3; policy++)
            for (uint64_t seed = 1; seed <= 3; seed++) {
                struct sm_cfg cfg = small;
                cfg.residency = residency;
                cfg.ports = ports;
                cfg.policy = policy;
                swaps += run_some(&cfg, 100 * policy + 10 * ports + seed);
                cfg.slots = 16; /* blocks of many warps sit down faster than their warps begin */
                cfg.max_warps = 8;
                cfg.threads = 64;
                cfg.warps = 64;
                swaps += run_some(&cfg, 1000 + 100 * policy + 10 * ports + seed);
            }
    return swaps;
}

/* Dynamic warps: one pipe; each policy, and rows as wide as one of shared memory, wider, and
 * such as do not fill it; few accesses, for which several blocks contend. */
static uint32_t run_dynamic(uint32_t residency)
{
    uint32_t swaps = 0;
    for (uint32_t policy = 0; policy < 5; policy++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            struct sm_cfg cfg = small;
            cfg.formation = SM_DWF;
            cfg.residency = residency;
            cfg.dwf_policy = policy;
            swaps += run_some(&cfg, 2000 + 10 * policy + seed);
            cfg.lanes = seed == 1 ? 8 : 3;
            cfg.simd = cfg.lanes;
            cfg.threads = 8 * cfg.lanes;
            cfg.shared_words = 2048;
            cfg.accesses = 5;
            swaps += run_some(&cfg, 3000 + 10 * policy + seed);
            cfg.slots = 16;
            cfg.max_warps = 8;
            cfg.threads = 16 * cfg.lanes;
            cfg.warps = 64;
            cfg.accesses = 16;
            if (policy < 2) swaps += run_some(&cfg, 4000 + 10 * policy + seed);
        }
    return swaps;
}

static void test_dynamic_warps(void **state)
{
    (void)state;
    assert_int_equal(run_dynamic(SM_STATIC), 0);
}

/* Several places of a warp in a home lane: beats of the pipe as wide as those of the register file,
 * narrower and wider; few accesses; a core of many warps. */
static void test_places(void **state)
{
    (void)state;
    static const struct {
        uint32_t lanes, lane_slots, simd;
    } sizes[] = {{4, 2, 2}, {4, 2, 1}, {4, 4, 2}, {8, 2, 4}, {8, 4, 8}, {8, 4, 1}, {8, 8, 1}};
    for (uint32_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        for (uint32_t policy = 0; policy < 5; policy++) {
            struct sm_cfg cfg = small;
            cfg.formation = SM_DWF;
            cfg.dwf_policy = policy;
            cfg.lanes = sizes[k].lanes;
            cfg.lane_slots = sizes[k].lane_slots;
            cfg.simd = sizes[k].simd;
            cfg.threads = 8 * cfg.lanes;
            cfg.shared_words = 2048;
            cfg.accesses = policy % 2 == 0 ? 16 : 5;
            assert_int_equal(run_some(&cfg, 5000 + 10 * k + policy), 0);
            cfg.slots = 16;
            cfg.max_warps = 8;
            cfg.threads = 16 * cfg.lanes;
            if (policy < 2) run_some(&cfg, 6000 + 10 * k + policy);
        }
}

static void test_dynamic_warps_leave(void **state)
{
    (void)state;
    assert_true(run_dynamic(SM_VT) > 200);
}

static void test_blocks_that_stay(void **state)
{
    (void)state;
    assert_int_equal(run_all(SM_STATIC), 0);
}

static void test_virtual_thread(void **state)
{
    (void)state;
    assert_true(run_all(SM_VT) > 200);
}

/* A core that has too little of everything: registers for five warps, eight slots, shared memory
 * for four blocks; 32 warps of eight blocks may come. */
static void test_zorua(void **state)
{
    (void)state;
    uint32_t out[ZORUA_RESOURCES] = {0}, misses = 0, phases = 0;
    for (uint32_t ports = 1; ports <= 2; ports++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            struct sm_cfg cfg = small;
            cfg.residency = SM_ZORUA;
            cfg.ports = ports;
            cfg.policy = (uint32_t)seed % 3;
            cfg.sets = 56;
            struct bench *b = start(&cfg, 1000 * ports + seed);
            for (uint32_t k = 0; k < 3; k++) {
                const uint32_t threads = 2 * (1 + (uint32_t)hd_rng_below(&b->rng, 8));
                const uint32_t blocks = 1 + (uint32_t)hd_rng_below(&b->rng, 24);
                b->latency = 1 + (uint32_t)hd_rng_below(&b->rng, 3) * 60;
                draw_program(&b->program, &b->rng);
                run(b, blocks, threads);
                assert_results(b, blocks, threads);
            }
            for (uint32_t r = 0; r < ZORUA_RESOURCES; r++) out[r] += b->sets_out[r];
            misses += b->misses;
            phases += b->phases;
            finish(b);
        }
    assert_true(out[COORDINATOR_THREADS] > 100 && out[COORDINATOR_SCRATCH] > 10);
    assert_true(out[COORDINATOR_REGS] > 500 && misses > 2000 && phases > 1000);
}

/* Registers for four blocks, slots for two, each of two warps: the third and fourth take the places
 * of the first and second when these wait, and so on, first ready, first served. */
static void test_figure_5(void **state)
{
    (void)state;
    for (uint32_t formation = SM_PDOM; formation <= SM_DWF; formation++) {
        struct sm_cfg cfg = small;
        cfg.formation = formation;
        cfg.residency = SM_VT;
        cfg.slots = 4;
        cfg.ctas = 4;
        cfg.warps = 8;
        struct bench *b = start(&cfg, 1);
        b->latency = 400;
        b->program = (struct program){.step = {LOOK_UP}, .steps = 1};
        assemble(&b->program);
        run(b, 4, 8);
        assert_results(b, 4, 8);
        assert_int_equal(b->most, 4);
        assert_memory_equal(b->story, "b0b1l0b2l1b3", 12);
        assert_non_null(strstr(b->story, "r0"));
        assert_non_null(strstr(b->story, "r1"));
        finish(b);
    }
}

/* Stacks deeper than their row: what is in memory belongs to the warp, wherever it sits, and no row
 * leaves while an entry is on its way back. */
static void test_deep_stacks(void **state)
{
    (void)state;
    for (uint32_t residency = SM_STATIC; residency <= SM_ZORUA; residency++) {
        struct sm_cfg cfg = small;
        cfg.residency = residency;
        cfg.lanes = 8;
        cfg.simd = 8;
        struct bench *b = start(&cfg, 3);
        b->latency = 60;
        assemble_nest(&b->program);
        run(b, 12, 16);
        for (uint32_t t = 0; t < 12 * 16; t++) {
            uint32_t v = looked_up(b->memory, t);
            for (uint32_t i = 0; t % 8 >= NEST && i < NEST; i++) v = looked_up(b->memory, v);
            assert_int_equal(*word_at(b, OUT + 4 * t), v);
        }
        assert_true(b->reads > 20);
        assert_true((b->swaps > 0) == (residency == SM_VT));
        assert_true((b->sets_out[COORDINATOR_THREADS] > 0) == (residency == SM_ZORUA));
        finish(b);
    }
}

/* With Virtual Thread the core holds what its registers, numbers and shared memory take; a static
 * core of the same slots never holds more than it schedules. */
static void test_room(void **state)
{
    (void)state;
    for (uint32_t residency = SM_STATIC; residency <= SM_VT; residency++) {
        struct sm_cfg cfg = small;
        cfg.residency = residency;
        struct bench *b = start(&cfg, 7);
        b->latency = 300;
        b->program = (struct program){.step = {LOOK_UP, LOOP, LOOK_UP}, .steps = 3};
        assemble(&b->program);
        run(b, 20, 16);
        assert_results(b, 20, 16);
        if (residency == SM_STATIC) assert_int_equal(b->most, 2);
        else assert_int_equal(b->most, 8);
        finish(b);
    }
}

static void test_refused(void **state)
{
    (void)state;
    struct sm *s = malloc(sizeof *s);
    assert_non_null(s);
    struct sm_cfg cfg = small;
    cfg.residency = SM_RANGE + 1;
    assert_string_equal(sm_init(s, &cfg), "Residency must be 0 to 3");
    cfg.residency = SM_RANGE; /* of no kernel */
    assert_string_equal(sm_init(s, &cfg), "Kernels must be 1 to 16");
    cfg.kernels = SM_MAX_KERNELS + 1;
    assert_string_equal(sm_init(s, &cfg), "Kernels must be 1 to 16");
    cfg.kernels = SM_MAX_KERNELS;
    assert_null(sm_init(s, &cfg));
    cfg.formation = SM_DWF;
    assert_string_equal(sm_init(s, &cfg), "Formation = 1: Residency must be 0 or 1");
    cfg = small;
    cfg.residency = SM_ZORUA;
    cfg.sets = 16; /* all of them the parks' */
    assert_non_null(sm_init(s, &cfg));
    cfg.sets = 512;
    assert_null(sm_init(s, &cfg));
    cfg.formation = SM_DWF;
    assert_non_null(sm_init(s, &cfg));
    cfg = small;
    cfg.residency = SM_VT;
    cfg.warps = cfg.slots - 1;
    assert_non_null(sm_init(s, &cfg));
    cfg = small;
    cfg.residency = SM_VT;
    cfg.formation = SM_DWF;
    assert_null(sm_init(s, &cfg));
    cfg.lanes = 40; /* the riders have slot and warp of each lane */
    cfg.simd = 40;
    cfg.threads = 320;
    cfg.cnt_width = 12;
    assert_string_equal(sm_init(s, &cfg), "RiderWidth must be 1 to 640");
    cfg = small;
    cfg.residency = SM_VT;
    cfg.row_bits = 64; /* no room for the head of a context */
    assert_non_null(sm_init(s, &cfg));
    free(s);
}

static void test_places_refused(void **state)
{
    (void)state;
    static const char alone[] = "LaneSlots above 1: Formation must be 1, Residency 0";
    struct sm *s = malloc(sizeof *s);
    assert_non_null(s);
    struct sm_cfg cfg = small;
    cfg.lane_slots = 2;
    assert_string_equal(sm_init(s, &cfg), alone);
    cfg.formation = SM_DWF;
    assert_null(sm_init(s, &cfg));
    cfg.residency = SM_VT;
    assert_string_equal(sm_init(s, &cfg), alone);
    cfg.residency = SM_STATIC;
    static const uint32_t places[3] = {0, 3, 8};
    for (uint32_t i = 0; i < 3; i++) {
        cfg.lane_slots = places[i];
        assert_string_equal(sm_init(s, &cfg), "LaneSlots must be a power of two, at most Lanes");
    }
    cfg.lanes = cfg.simd = 3;
    cfg.lane_slots = 2;
    assert_string_equal(sm_init(s, &cfg), "with LaneSlots above 1 Lanes must be a power of two");
    cfg.slots = 64;
    cfg.lanes = cfg.simd = cfg.lane_slots = 8;
    cfg.cnt_width = 10;
    assert_string_equal(sm_init(s, &cfg), "Slots * LaneSlots must be at most 256");
    free(s);
}

/* A machine that was stopped in the middle of a kernel runs the next one, after a reset, in as many
 * cycles as a new one. */
static void stop_and_run(const struct sm_cfg *cfg, uint32_t stop, struct sm *seen)
{
    enum { BLOCKS = 12, BLOCK_THREADS = 14 };
    struct bench *stopped = start(cfg, 7);
    struct bench *again = start(cfg, 8), *new = start(cfg, 8);
    draw_program(&stopped->program, &stopped->rng);
    launch(stopped, BLOCKS, BLOCK_THREADS);
    for (uint32_t i = 0; i < stop; i++) one_cycle(stopped);
    assert_false(stopped->out.idle);
    *again->s = *stopped->s;
    seen->pending |= again->s->pending;
    seen->turn |= again->s->turn;
    sm_reset(again->s);
    assert_null(sm_check(again->s));
    assert_true(again->s->phase == SM_IDLE && again->s->pending == 0);
    assert_true(again->s->turn == 0 && !again->s->wrote);
    draw_program(&again->program, &again->rng);
    draw_program(&new->program, &new->rng);
    again->latency = new->latency = 30;
    run(again, BLOCKS, BLOCK_THREADS);
    run(new, BLOCKS, BLOCK_THREADS);
    assert_results(again, BLOCKS, BLOCK_THREADS);
    assert_int_equal(again->cycle, new->cycle);
    finish(stopped);
    finish(again);
    finish(new);
}

static void test_reset(void **state)
{
    (void)state;
    static const uint32_t stops[] = {50, 150, 420};
    struct sm *seen = calloc(1, sizeof *seen);
    assert_non_null(seen);
    for (uint32_t i = 0; i < 3; i++) {
        struct sm_cfg cfg = small;
        cfg.ports = 2;
        for (cfg.residency = SM_STATIC; cfg.residency <= SM_ZORUA; cfg.residency++)
            stop_and_run(&cfg, stops[i], seen);
        cfg.formation = SM_DWF;
        cfg.ports = 1;
        for (cfg.residency = SM_STATIC; cfg.residency <= SM_VT; cfg.residency++)
            stop_and_run(&cfg, stops[i], seen);
        cfg.residency = SM_STATIC;
        cfg.lane_slots = 2;
        stop_and_run(&cfg, stops[i], seen);
    }
    assert_true(seen->pending != 0 && seen->turn != 0);
    free(seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_that_stay), cmocka_unit_test(test_dynamic_warps),
        cmocka_unit_test(test_places),           cmocka_unit_test(test_dynamic_warps_leave),
        cmocka_unit_test(test_virtual_thread),   cmocka_unit_test(test_zorua),
        cmocka_unit_test(test_figure_5),         cmocka_unit_test(test_room),
        cmocka_unit_test(test_deep_stacks),      cmocka_unit_test(test_reset),
        cmocka_unit_test(test_refused),          cmocka_unit_test(test_places_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
