/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of Zorua's plug: the sentences of the page on phases, and the plug in a
 * machine that has values. That one's twin knows of each warp what its registers, its words of
 * shared memory and its stack's row must be; whatever was in swap space meanwhile, an operand that
 * is read is what was written last, and a word that is loaded what was stored.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "core/zorua_plug.h"

enum {
    SLOTS = 6,
    WARPS = 10,
    CTAS = 3,
    LANES = 4,
    PORTS = 2,
    BANKS = 2,
    SETS = 16 + 36, /* the parks' rows, and sets */
    ACCESSES = 5,
    STACK_WORDS = 5,
    ROWS = 512,
    SHARED = ROWS * 2, /* words */
    PIPE = 4,
    PHASES = 5,
    SWAP_BASE = 0x10000,
};
#define SHARED_BASE UINT32_C(0x40000000)

static const struct residency_cfg sizes = {.kind = RESIDENCY_ZORUA,
                                           .slots = SLOTS,
                                           .ports = PORTS,
                                           .ctas = CTAS,
                                           .warps = WARPS,
                                           .accesses = ACCESSES,
                                           .lanes = LANES,
                                           .banks = BANKS,
                                           .sets = SETS,
                                           .swap_base = SWAP_BASE,
                                           .stack_bits = 32 * STACK_WORDS,
                                           .row_bits = 64,
                                           .rows = ROWS};

enum what { RESULT, LOAD, STORE, BARRIER, SPECIFIER, EXIT };
enum head { FETCH, HERE, STOPS, OVER };

struct instruction {
    enum what what;
    uint32_t word;
    struct front_instruction i;
    uint32_t warp;
    uint32_t addr[LANES];
    uint32_t expect[FRONT_OPERANDS][LANES]; /* operands; rd: the result */
    struct register_place place[FRONT_OPERANDS];
    uint32_t park;
    bool stores;
};

/* A warp as the twin has it. */
struct warp {
    bool here, drawn, inserted, phase, entry;
    enum head head;
    uint32_t specifier, at, to_come, rank;
    uint64_t valid, busy; /* registers that have values; that are to be written */
    uint32_t accesses;
    uint32_t reg[FRONT_REGISTERS][LANES];
    bool word_valid[SHARED];
    uint32_t word[SHARED];
    uint32_t stack[STACK_WORDS];
    struct instruction next;
};

static struct world {
    struct hd_rng rng;
    struct zorua_plug s;
    struct residency_in in;
    struct residency_out out;
    struct zorua_plug_in more;
    struct zorua_plug_nets nets;
    struct warp warp[WARPS];
    struct instruction looked[SLOTS], stage[PORTS], pipe[PORTS][PIPE];
    bool staged[PORTS];
    uint32_t pipes[PORTS];
    struct entry {
        bool used, swapper, load;
        uint32_t data[LANES];
        uint64_t mask;
        uint32_t addr[LANES];
        struct instruction i;
    } entry[ACCESSES];
    uint32_t file[BANKS][SETS][LANES];
    uint32_t shared[SHARED];
    uint32_t stack[SLOTS][STACK_WORDS];
    uint32_t *swap;
    uint32_t swap_words;
    uint32_t row[LANES], ctx[2];
    bool row_there, ctx_there;
    uint32_t phase[PHASES], warps, left, turn;
    bool running;
    uint32_t fetched, gives;
    /* what happened */
    uint64_t operands, loaded, moved[3], skipped, back, parked, missed, done;
} w;

static uint32_t draw(uint32_t n) { return hd_rng_below(&w.rng, n); }
static bool share(uint32_t sixteenths) { return hd_rng_chance(&w.rng, sixteenths, 16); }
static uint32_t noise(void) { return (uint32_t)(hd_rng_next(&w.rng) >> 32); }

static uint32_t registers_of(uint32_t specifier)
{
    return (specifier >> 15 & 1) << 5 | (specifier >> 7 & 31);
}
static uint32_t words_of(uint32_t specifier) { return (specifier >> 16) / 4; }

static uint32_t specifier(uint32_t registers, uint32_t bytes)
{
    return PHASE_SPECIFIER_WORD(registers, bytes);
}

/* With every other seed sets of shared memory that were not written are not stored. */
static void start(uint64_t seed)
{
    struct residency_cfg c = sizes;
    c.written = seed % 2;
    free(w.swap);
    memset(&w, 0, sizeof w);
    hd_rng_seed(&w.rng, seed);
    assert_null(zorua_plug_init(&w.s, &c));
    w.swap_words = zorua_plug_bytes(&sizes) / 4;
    w.swap = calloc(w.swap_words, 4);
    assert_non_null(w.swap);
    for (uint32_t p = 0; p < PORTS; p++) w.more.issue[p] = &w.looked[p].i;
}

/* ---- memory ---- */

static uint32_t *swap_at(uint32_t address)
{
    assert_true(address >= SWAP_BASE && (address - SWAP_BASE) / 4 < w.swap_words);
    return &w.swap[(address - SWAP_BASE) / 4];
}

static bool is_shared(uint32_t address) { return address >> 29 == 2; }

/* Does a lane of an access: for shared memory when the access ends, else when it is taken. */
static void access_lane(struct entry *e, uint32_t l)
{
    uint32_t *at =
        is_shared(e->addr[l]) ? &w.shared[(e->addr[l] - SHARED_BASE) / 4] : swap_at(e->addr[l]);
    if (e->load) e->data[l] = *at;
    else *at = e->data[l];
}

static void access_lanes(struct entry *e, bool shared)
{
    for (uint32_t l = 0; l < LANES; l++)
        if (has(e->mask, l) && is_shared(e->addr[l]) == shared) access_lane(e, l);
}

static void end_access(uint32_t n)
{
    struct entry *e = &w.entry[n];
    const struct zorua_plug_access *a = &w.s.access[n];
    access_lanes(e, true);
    w.more.end_valid = true;
    w.more.wr_valid = e->load;
    w.more.entry = n;
    w.more.wr_mask = e->mask;
    w.more.wr_data = e->data;
    e->used = false;
    const bool to_file = e->load && !(a->owner == ZORUA_OF_SWAPPER && a->what == SWAPPER_STATE);
    for (uint32_t l = 0; to_file && l < LANES; l++)
        if (has(e->mask, l)) w.file[a->place.bank][a->place.index][l] = e->data[l];
    if (e->swapper) return;
    struct warp *x = &w.warp[e->i.warp];
    x->accesses--;
    if (!e->load) return;
    w.loaded++;
    for (uint32_t l = 0; l < LANES; l++)
        if (has(e->mask, l)) assert_int_equal(e->data[l], e->i.expect[FRONT_RD][l]);
    if (!e->i.stores) x->busy &= ~bit(e->i.i.reg[FRONT_RD]);
}

/* ---- words of the code ---- */

/* One of the registers that have values, of those of the phase. */
static uint32_t some_register(const struct warp *x, uint32_t registers)
{
    const uint32_t first = draw(registers);
    for (uint32_t n = 0; n < registers; n++)
        if (has(x->valid, (first + n) % registers)) return (first + n) % registers;
    return registers;
}

/* Words of shared memory that are the warp's, each w.warps-th: neighbours, at one of four
 * places. */
static bool draw_words(struct warp *x, struct instruction *i, uint32_t words)
{
    const uint32_t own = words / w.warps;
    if (own < 4 * LANES) return false;
    const uint32_t first = draw(4) * (own / 4);
    for (uint32_t l = 0; l < LANES; l++) {
        const uint32_t n = (first + l) * w.warps + x->rank;
        i->addr[l] = SHARED_BASE + 4 * n;
        if (i->what == LOAD && !x->word_valid[n]) return false;
    }
    return true;
}

static void draw_next(struct warp *x)
{
    struct instruction *i = &x->next;
    memset(i, 0, sizeof *i);
    x->phase = share(x->entry ? 8 : 3);
    x->specifier = x->entry ? w.more.kernel_phase : w.phase[draw(PHASES)];
    const uint32_t in = x->phase ? x->specifier : x->at, registers = registers_of(in);
    const uint64_t kept = x->valid & (bit(registers) - 1);
    i->word = noise();
    i->i.mask = (1u << LANES) - 1;
    i->i.reg[FRONT_RD] = (uint8_t)draw(registers);
    x->drawn = true;
    i->what = x->to_come == 0 ? EXIT : share(2) ? BARRIER : share(1) ? SPECIFIER : RESULT;
    if (i->what == SPECIFIER) i->word = w.phase[draw(PHASES)];
    if (i->what != RESULT) return;
    i->i.use = 8;
    if (kept == 0) return;
    struct warp now = *x;
    now.valid = kept;
    for (uint32_t o = 0; o < 3; o++) i->i.reg[o] = (uint8_t)some_register(&now, registers);
    if (has(kept, i->i.reg[FRONT_RD]) && share(5)) i->i.mask = 1 + draw(15);
    i->i.use = (uint8_t)(8 | draw(8));
    if (!share(12)) return;
    i->what = share(10) ? LOAD : STORE;
    i->i.use = i->what == LOAD ? 9 : 3;
    i->i.mask = 15;
    if (!draw_words(&now, i, words_of(in))) {
        i->what = RESULT;
        i->i.use = 8;
    }
}

/* The twin does the instruction at once. */
static void twin(struct warp *x, struct instruction *i)
{
    const struct front_instruction *f = &i->i;
    for (uint32_t o = 0; o < 3; o++)
        if (has(f->use, o)) memcpy(i->expect[o], x->reg[f->reg[o]], sizeof i->expect[o]);
    for (uint32_t l = 0; l < LANES; l++) {
        const uint32_t n = (i->addr[l] - SHARED_BASE) / 4;
        if (i->what == STORE) x->word[n] = i->expect[1][l];
        if (i->what == STORE) x->word_valid[n] = true;
        if (i->what == LOAD) i->expect[FRONT_RD][l] = x->word[n];
        if (i->what == RESULT) i->expect[FRONT_RD][l] = noise();
    }
    if (!has(f->use, FRONT_RD)) return;
    for (uint32_t l = 0; l < LANES; l++)
        if (has(f->mask, l)) x->reg[f->reg[FRONT_RD]][l] = i->expect[FRONT_RD][l];
    x->valid |= bit(f->reg[FRONT_RD]);
    x->busy |= bit(f->reg[FRONT_RD]);
}

/* What a phase does not keep is lost. */
static void enter(struct warp *x, uint32_t word)
{
    x->at = word;
    x->valid &= bit(registers_of(word)) - 1;
    for (uint32_t n = words_of(word); n < SHARED; n++) x->word_valid[n] = false;
}

/* ---- front end ---- */

static struct warp *on(uint32_t slot) { return &w.warp[zorua_plug_warp(&w.s, slot)]; }

static uint32_t one_of(uint32_t p, uint32_t step, enum head head, bool (*may)(const struct warp *))
{
    uint32_t found = SLOTS, n = 0;
    for (uint32_t s = p; s < SLOTS; s += step)
        if (has(w.out.ready, s) && on(s)->here && on(s)->head == head && (!may || may(on(s))) &&
            draw(++n) == 0)
            found = s;
    return found;
}

static void fetch(void)
{
    const uint32_t s = one_of(0, 1, FETCH, NULL);
    w.more.rsp = (struct zorua_plug_word){0};
    if (s == SLOTS || share(2)) return;
    struct warp *x = on(s);
    /* a warp that runs has its stack */
    assert_memory_equal(w.stack[s], x->stack, sizeof x->stack);
    if (!x->drawn) draw_next(x);
    w.more.rsp = (struct zorua_plug_word){true, s, x->next.word, x->phase, x->specifier};
    w.fetched = s;
}

static bool may_issue(const struct warp *x)
{
    const struct instruction *i = &x->next;
    if (x->inserted) return true;
    if (i->what == EXIT) return x->accesses == 0 && x->busy == 0;
    if ((i->what == LOAD || i->what == STORE) && x->accesses > 0) return false;
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        if (has(i->i.use, o) && has(x->busy, i->i.reg[o])) return false;
    return true;
}

static void issue(uint32_t p)
{
    const uint32_t s = one_of(p, PORTS, HERE, may_issue);
    w.in.set_en[p] = s != SLOTS && w.nets.set.room[p] && share(14);
    if (!w.in.set_en[p]) return;
    struct warp *x = on(s);
    struct instruction *i = &w.looked[s];
    const bool stops = x->inserted || x->next.what >= BARRIER;
    if (x->inserted) {
        memset(i, 0, sizeof *i);
        i->what = SPECIFIER;
        i->word = x->specifier;
        i->i.mask = 15;
    } else {
        *i = x->next;
        twin(x, i);
        x->drawn = x->entry = false;
        if (x->to_come > 0) x->to_come--;
    }
    x->accesses += i->what == LOAD || i->what == STORE;
    i->i.slot[0] = (uint8_t)s;
    i->warp = zorua_plug_warp(&w.s, s);
    x->head = stops ? STOPS : FETCH;
    w.in.set_slot[p] = s;
    w.more.issue[p] = &i->i;
}

/* ---- issue registers, pipes ---- */

static void read_operands(uint32_t p)
{
    const struct instruction *i = &w.stage[p];
    const bool goes = w.staged[p] && w.pipes[p] < PIPE && share(12);
    w.more.stage_ready[p] = !w.staged[p] || goes;
    w.more.read_park[p] = goes ? i->park : 0;
    if (!goes) return;
    for (uint32_t o = 0; o < 3; o++)
        for (uint32_t l = 0; l < LANES; l++)
            if (has(i->i.use, o) && has(i->i.mask, l)) {
                assert_int_equal(w.file[i->place[o].bank][i->place[o].index][l], i->expect[o][l]);
                w.operands++;
            }
    w.pipe[p][w.pipes[p]++] = *i;
    w.staged[p] = false;
}

static void tell(uint32_t p, const struct instruction *i, uint32_t kind)
{
    w.in.ev_valid[p] = true;
    w.in.ev_kind[p] = kind;
    w.in.ev_slot[p] = i->i.slot[0];
    w.in.ev_word[p] = i->word;
}

static void pop(uint32_t p)
{
    memmove(&w.pipe[p][0], &w.pipe[p][1], --w.pipes[p] * sizeof w.pipe[p][0]);
}

static void go(uint32_t p)
{
    const struct instruction *i = &w.pipe[p][0];
    struct warp *x = &w.warp[i->warp];
    if (i->what == RESULT) {
        for (uint32_t l = 0; l < LANES; l++)
            if (has(i->i.mask, l))
                w.file[i->place[FRONT_RD].bank][i->place[FRONT_RD].index][l] =
                    i->expect[FRONT_RD][l];
        if (i->stores) w.more.written_park[p] = i->park;
        else x->busy &= ~bit(i->i.reg[FRONT_RD]);
    } else if (i->what == EXIT) {
        x->head = OVER;
    } else {
        tell(p, i, i->what == BARRIER ? FRONT_BARRIER : FRONT_PHASE);
        x->head = FETCH;
        w.more.resolves[p] = i->what == SPECIFIER;
        w.more.resolved_slot[p] = i->i.slot[0];
        if (i->what == SPECIFIER) enter(x, i->word);
        if (i->what == SPECIFIER) x->inserted = false;
    }
    pop(p);
}

static void use_pipe(uint32_t p)
{
    w.in.ev_valid[p] = w.more.resolves[p] = false;
    w.more.written_park[p] = 0;
    const enum what what = w.pipe[p][0].what;
    if (w.pipes[p] > 0 && what != LOAD && what != STORE && share(12)) go(p);
    const uint32_t s = one_of(p, PORTS, OVER, NULL);
    if (w.in.ev_valid[p] || s == SLOTS) return;
    tell(p, &(struct instruction){.i.slot = {(uint8_t)s}}, FRONT_ENDED);
    on(s)->here = false;
}

/* ---- load/store ---- */

/* What is offered: the swapper's access, else that of the first pipe in turn. */
static void offer(void)
{
    struct zorua_plug_nets *n = &w.nets;
    uint32_t pipe = PORTS;
    for (uint32_t k = 0; k < PORTS; k++) {
        const uint32_t p = (w.turn + k) % PORTS;
        const struct instruction *i = &w.pipe[p][0];
        const bool valid = w.pipes[p] > 0 && (i->what == LOAD || i->what == STORE);
        const struct zorua_plug_through through = {valid,     i->what == STORE, i->warp,
                                                   i->i.mask, i->addr,          0};
        const bool known =
            zorua_plug_translate(&w.s, n, p, &through, &(struct zorua_plug_beat){.valid = false});
        if (known && pipe == PORTS) pipe = p;
        if (n->scratch[p].missed) w.missed++;
    }
    const bool free = (~w.more.under_way & (bit(ACCESSES) - 1)) != 0;
    w.more.acc_en = (n->swap.acc_valid || pipe != PORTS) && free && share(13);
    n->acc_of_swapper = false;
    if (n->swap.acc_valid) zorua_plug_offered(&w.s, n, true, 0, (struct register_place){0, 0}, 0);
    else if (pipe != PORTS)
        zorua_plug_offered(&w.s, n, false, pipe, w.pipe[pipe][0].place[FRONT_RD],
                           w.pipe[pipe][0].stores ? w.pipe[pipe][0].park : 0);
}

static void take(void)
{
    const struct zorua_plug_nets *n = &w.nets;
    const uint32_t p = n->acc_port;
    if (!w.more.acc_en) return;
    struct entry *e = &w.entry[lowest(~w.more.under_way)];
    *e = (struct entry){.used = true, .swapper = n->acc_of_swapper};
    e->load = e->swapper ? n->swap.acc_load : w.pipe[p][0].what == LOAD;
    e->mask = e->swapper ? n->swap.acc_mask : w.pipe[p][0].i.mask;
    memcpy(e->addr, e->swapper ? n->swap.acc_addr : n->scratch[p].addr, sizeof e->addr);
    if (e->swapper && !e->load) memcpy(e->data, n->swap.acc_data, sizeof e->data);
    if (!e->swapper) {
        e->i = w.pipe[p][0];
        memcpy(e->data, e->i.expect[1], sizeof e->data);
        pop(p);
        w.turn = (p + 1) % PORTS;
    } else if (n->acc.what == SWAPPER_RESULT) {
        const struct instruction *i = &w.looked[w.s.set.park[n->acc.park].x.i.slot[0]];
        w.warp[i->warp].busy &= ~bit(i->i.reg[FRONT_RD]);
    }
    access_lanes(e, false);
}

static void answer(void)
{
    uint32_t n = 0, e = ACCESSES;
    w.more.end_valid = w.more.wr_valid = false;
    w.more.entry = 0;
    for (uint32_t i = 0; i < ACCESSES; i++)
        if (has(w.more.under_way, i) && draw(++n) == 0) e = i;
    if (e != ACCESSES && share(5)) end_access(e);
}

/* ---- rows ---- */

static void show_rows(void)
{
    const struct swapper_out *o = &w.nets.swap;
    w.more.row_valid = w.row_there;
    w.more.row_data = w.row;
    w.in.ctx_rsp_valid = w.ctx_there;
    w.in.ctx_rsp_data = w.ctx;
    w.more.rd_ready = share(10);
    w.in.ctx_ready = share(10);
    w.in.stack_rd_data = w.stack[o->stack_rd_en ? o->stack_rd_slot : 0];
}

/* No access reads or writes the set of shared memory that moves. */
static void rests(uint32_t row)
{
    for (uint32_t e = 0; e < ACCESSES; e++)
        for (uint32_t l = 0; w.entry[e].used && !w.entry[e].swapper && l < LANES; l++)
            if (is_shared(w.entry[e].addr[l]) &&
                (w.entry[e].addr[l] - SHARED_BASE) / SCRATCH_LOOKUP_SET ==
                    8 * row / SCRATCH_LOOKUP_SET)
                fail_msg("a set moves, and an access to it is under way");
}

static void read_rows(void)
{
    const struct swapper_out *o = &w.nets.swap;
    w.row_there = o->rd_valid && w.more.rd_ready;
    if (w.row_there) memcpy(w.row, w.file[o->rd_place.bank][o->rd_place.index], sizeof w.row);
    w.ctx_there = o->ctx_valid && w.in.ctx_ready;
    if (w.ctx_there) rests(o->ctx_row);
    if (w.ctx_there) memcpy(w.ctx, &w.shared[2 * o->ctx_row], sizeof w.ctx);
    const struct zorua_out *u = &w.nets.unit;
    if (o->req_ready && u->req_kind == COORDINATOR_THREADS && !u->req_load)
        for (uint32_t n = 0; n < STACK_WORDS; n++) w.stack[u->req_phys][n] = noise();
    if (o->stack_wr_en) memcpy(w.stack[o->stack_wr_slot], o->stack_wr_data, 4 * STACK_WORDS);
}

/* ---- the cycle ---- */

static void show_state(void)
{
    w.more.under_way = w.more.staged = w.more.with_access = w.more.at_rest = 0;
    for (uint32_t e = 0; e < ACCESSES; e++) w.more.under_way |= w.entry[e].used ? bit(e) : 0;
    for (uint32_t p = 0; p < PORTS; p++)
        if (w.staged[p]) w.more.staged |= bit(w.stage[p].i.slot[0]);
    for (uint32_t s = 0; s < SLOTS; s++) {
        if (on(s)->accesses > 0) w.more.with_access |= bit(s);
        if (share(12)) w.more.at_rest |= bit(s);
    }
    w.more.ask_busy = w.nets.ask_slot < SLOTS ? on(w.nets.ask_slot)->busy : 0;
    w.more.pipe_busy = share(4);
}

static void kernel(void)
{
    w.in.kernel_en = w.out.idle && w.left == 0 && !w.in.block_valid && share(8);
    if (!w.in.kernel_en) return;
    w.in.kernel_warps = w.warps = 1 + draw(4);
    for (uint32_t n = 0; n < PHASES; n++)
        w.phase[n] = specifier(1 + draw(share(8) ? 8 : 60), share(4) ? 0 : 2048 + draw(2049));
    w.more.kernel_phase = w.phase[draw(PHASES)];
    w.left = 1 + draw(12);
    w.running = true;
}

static void begin(void)
{
    const struct zorua_out *u = &w.nets.unit;
    if (!u->begin_en) return;
    struct warp *x = &w.warp[u->begin_warp];
    memset(x, 0, sizeof *x);
    x->here = x->entry = true;
    x->rank = u->begin_rank;
    x->at = w.more.kernel_phase;
    x->to_come = draw(100);
    for (uint32_t n = 0; n < STACK_WORDS; n++) x->stack[n] = noise();
    memcpy(w.stack[u->begin_slot], x->stack, sizeof x->stack);
}

static void stage(uint32_t p)
{
    const struct set_lookup_out *o = &w.nets.set;
    if (o->to_park[p] != 0) w.parked++;
    if (!o->stage_valid[p] || !w.more.stage_ready[p]) return;
    const struct set_lookup_instruction *x = o->stage[p];
    w.staged[p] = true;
    w.stage[p] = w.looked[x->i.slot[0]];
    memcpy(w.stage[p].place, x->place, sizeof x->place);
    w.stage[p].park = x->park;
    w.stage[p].stores = has(x->away, FRONT_RD);
}

/* No look-up is answered with the set that is to move, once it is at rest (page: Sets that were
 * written). */
static void quiet_at_rest(void)
{
    const struct zorua_out *u = &w.nets.unit;
    if (!w.nets.empty || !w.nets.calm) return;
    for (uint32_t p = 0; p < PORTS; p++)
        assert_false(u->scratch_found_en[p] && u->scratch_found_held[p] &&
                     u->scratch_found_phys[p] == u->req_phys);
}

static void count(void)
{
    const struct zorua_out *u = &w.nets.unit;
    quiet_at_rest();
    if (u->req_valid && w.nets.in.req_ready) w.moved[u->req_kind] += !u->req_load;
    w.skipped += w.s.skips;
    w.back += w.nets.in.rsp_valid;
    w.done += u->done_valid;
}

static void cycle(void)
{
    zorua_plug_offer(&w.s, &w.in, &w.nets, &w.out);
    show_state();
    kernel();
    if (!w.in.block_valid && w.left > 0 && !w.in.kernel_en && share(12)) {
        w.in.block_valid = true;
        for (uint32_t n = 0; n < 3; n++) w.in.block_id[n] = noise();
    }
    for (uint32_t p = 0; p < PORTS; p++) issue(p);
    fetch();
    w.gives = zorua_plug_fetched(&w.s, &w.more.rsp, &w.nets);
    offer();
    for (uint32_t p = 0; p < PORTS; p++) {
        use_pipe(p);
        read_operands(p);
    }
    answer();
    show_rows();
    zorua_plug_settle(&w.s, &w.in, &w.more, &w.nets, &w.out);
    const char *broken = zorua_plug_promise(&w.s, &w.nets);
    if (broken != NULL) fail_msg("promise: %s", broken);
    if (w.more.rsp.valid) {
        on(w.fetched)->head = HERE;
        on(w.fetched)->inserted = w.nets.inserts;
        assert_int_equal(w.gives,
                         w.nets.inserts ? on(w.fetched)->specifier : on(w.fetched)->next.word);
    }
    for (uint32_t p = 0; p < PORTS; p++) stage(p);
    take();
    begin();
    count();
    if (w.in.block_valid && w.out.block_ready) {
        w.in.block_valid = false;
        w.left--;
    }
    zorua_plug_tick(&w.s, &w.in, &w.more, &w.nets, &w.out);
    read_rows();
    broken = zorua_plug_check(&w.s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
}

static void in_place(void **state)
{
    (void)state;
    uint64_t operands = 0, loaded = 0, moved[3] = {0}, back = 0, parked = 0, missed = 0, done = 0;
    uint64_t skipped = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        start(seed);
        for (uint32_t n = 0; n < 40000; n++) cycle();
        operands += w.operands;
        loaded += w.loaded;
        for (uint32_t r = 0; r < 3; r++) moved[r] += w.moved[r];
        skipped += w.skipped;
        back += w.back;
        parked += w.parked;
        missed += w.missed;
        done += w.done;
    }
    /* that is what it was for */
    if (skipped < 20) fail_msg("too little: %u sets without words", (uint32_t)skipped);
    if (operands < 5000 || loaded < 200 || done < 20 || moved[0] < 10 || moved[1] < 80 ||
        moved[2] < 1000 || back < 10 || parked < 1000 || missed < 200)
        fail_msg(
            "too little: %u operands, %u loads, %u blocks; %u states, %u sets, %u of registers "
            "moved, %u back; %u parked, %u missed",
            (uint32_t)operands, (uint32_t)loaded, (uint32_t)done, (uint32_t)moved[0],
            (uint32_t)moved[1], (uint32_t)moved[2], (uint32_t)back, (uint32_t)parked,
            (uint32_t)missed);
}

/* ---- sizes ---- */

static void refuses(void **state)
{
    (void)state;
    struct zorua_plug s;
    struct residency_cfg c = sizes;
    c.accesses = 65;
    assert_string_equal(zorua_plug_init(&s, &c), "Accesses must be at most 64");
    c = sizes;
    c.sets = 16;
    assert_non_null(zorua_plug_init(&s, &c));
    c = sizes;
    c.row_bits = 256;
    assert_non_null(zorua_plug_init(&s, &c));
    c = sizes;
    c.written = 2;
    assert_string_equal(zorua_plug_init(&s, &c), "Written must be 0 or 1");
    c.written = 0;
    c.warp_level = 2;
    assert_string_equal(zorua_plug_init(&s, &c), "WarpLevel must be 0 or 1");
}

/* A block that fits without swap space, and one that does not by a single warp, set, byte. */
static void holds(void **state)
{
    (void)state;
    const uint32_t phys = SETS - ZORUA_PLUG_PARKS * ((FRONT_OPERANDS + BANKS - 1) / BANKS);
    const uint32_t most = phys < FRONT_REGISTERS / BANKS ? phys : FRONT_REGISTERS / BANKS;
    const uint32_t bytes = ROWS * 64 / 8 / SCRATCH_LOOKUP_SET * SCRATCH_LOOKUP_SET;
    const uint32_t fill = phys / SLOTS < most ? phys / SLOTS : most;
    assert_true(zorua_plug_holds(&sizes, SLOTS, fill, bytes));
    assert_false(zorua_plug_holds(&sizes, SLOTS + 1, 1, 0));
    assert_false(zorua_plug_holds(&sizes, SLOTS, phys / SLOTS + 1, 0));
    assert_true(zorua_plug_holds(&sizes, 1, most, 0));
    assert_false(zorua_plug_holds(&sizes, 1, most + 1, 0));
    assert_false(zorua_plug_holds(&sizes, 1, 1, bytes + 1));
}

/* check finds a slot that is held and on which no warp sits. */
static void checks(void **state)
{
    (void)state;
    start(1);
    w.s.held = 1;
    assert_string_equal(zorua_plug_check(&w.s), "held");
    start(1);
    w.s.set.looking = 1;
    assert_string_equal(zorua_plug_check(&w.s), "one_a_warp");
}

/* Where a phase begins its specifier comes first, then the word; then the warp has passed nothing
 * any more. */
static void specifier_first(void **state)
{
    (void)state;
    const uint32_t word = specifier(7, 100);
    struct zorua_plug_word fetched = {true, 2, 0x13, true, word};
    start(1);
    zorua_plug_offer(&w.s, &w.in, &w.nets, &w.out);
    assert_int_equal(zorua_plug_fetched(&w.s, &fetched, &w.nets), word);
    assert_true(w.nets.inserts);
    w.s.passed = bit(zorua_plug_warp(&w.s, 2));
    assert_int_equal(zorua_plug_fetched(&w.s, &fetched, &w.nets), 0x13);
    assert_false(w.nets.inserts);
    fetched.phase = false;
    w.s.passed = 0;
    assert_int_equal(zorua_plug_fetched(&w.s, &fetched, &w.nets), 0x13);
}

/* The first warp in this state; as many as there are: no warp is. */
static uint32_t first_in(const struct coordinator *c, uint32_t state)
{
    uint32_t warp = 0;
    while (warp < c->cfg.warps && c->state[warp] != state) warp++;
    return warp;
}

/* An access is of a warp that has begun and has not ended. */
static void accesses_of_the_living(void **state)
{
    (void)state;
    const char *dead = "an access is of a warp that has not begun, or has ended";
    const uint32_t addr[RESIDENCY_MAX_LANES] = {0};
    struct coordinator *c = &w.s.unit.control;
    start(1);
    for (uint32_t n = 0; n < 4000; n++) cycle();
    uint32_t warp = first_in(c, COORDINATOR_SCHEDULABLE);
    for (uint32_t n = 0; warp == c->cfg.warps && n < 4000; n++) {
        cycle();
        warp = first_in(c, COORDINATOR_SCHEDULABLE);
    }
    assert_true(warp < c->cfg.warps);
    for (uint32_t p = 0; p < PORTS; p++) w.nets.scratch_in[p].valid = false;
    zorua_plug_translate(&w.s, &w.nets, 0,
                         &(struct zorua_plug_through){true, false, warp, 1, addr, 0},
                         &(struct zorua_plug_beat){.valid = false});
    const char *broken = zorua_plug_promise(&w.s, &w.nets);
    if (broken != NULL) assert_string_not_equal(broken, dead);
    c->new_warp |= bit(warp);
    assert_string_equal(zorua_plug_promise(&w.s, &w.nets), dead);
    c->new_warp &= ~bit(warp);
    c->state[warp] = COORDINATOR_EVENT;
    c->kind[warp] = COORDINATOR_EV_END;
    assert_string_equal(zorua_plug_promise(&w.s, &w.nets), dead);
    c->state[warp] = COORDINATOR_FREE;
    assert_string_equal(zorua_plug_promise(&w.s, &w.nets), dead);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses),
        cmocka_unit_test(holds),
        cmocka_unit_test(checks),
        cmocka_unit_test(specifier_first),
        cmocka_unit_test(accesses_of_the_living),
        cmocka_unit_test(in_place),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(w.swap);
    return failed;
}
