/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the interweaving front end: the paper's traces; worked cases of the page's
 * rules and races; whole programs, of which every thread must run exactly what it runs alone; and
 * the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "core/decode.h"
#include "core/interweave_front.h"
#include "front_program.h"
#include "weave_program.h"

enum { PC = 0x4000, PORTS = INTERWEAVE_FRONT_PORTS, SLOTS = INTERWEAVE_FRONT_MAX_SLOTS };

/* ---- a bench --------------------------------------------------------------------------- */

struct bench {
    struct interweave_front s;
    struct interweave_front_in in;
    struct interweave_front_out out;
    uint8_t rows[FRONT_REGISTERS];
    uint8_t res_slot[PORTS];
    uint32_t res_addr[PORTS][FRONT_MAX_LANES];
    uint32_t fill_data[CCT_CONTEXT_WORDS];
};

/* All is taken; register r lies in row r ^ 32. */
static void start(struct bench *b, const struct interweave_front_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(interweave_front_init(&b->s, cfg));
    assert_null(interweave_front_check(&b->s));
    for (uint32_t r = 0; r < FRONT_REGISTERS; r++) b->rows[r] = (uint8_t)(r ^ 32);
    b->in.rows = b->rows;
    b->in.fill_data = b->fill_data;
    b->in.spill_ready = true;
    for (uint32_t p = 0; p < PORTS; p++) {
        b->in.issue_ready[p] = true;
        b->in.res[p].slot = &b->res_slot[p];
        b->in.res[p].addr = b->res_addr[p];
    }
}

/* The promises of this block to those inside. */
static void assert_children(const struct bench *b)
{
    const struct interweave_front *s = &b->s;
    const struct interweave_front_out *o = &b->out;
    for (uint32_t k = 0; k < PORTS; k++)
        if (o->sorted[k]) assert_null(hct_sorter_promise(&s->sorter[k], &o->sorter_in[k]));
    assert_null(cct_promise(&s->cold, &o->cold_in));
    assert_null(split_scoreboard_promise(&s->board, &o->board_in));
    if (s->cfg.mode != INTERWEAVE_SELECT_SBI)
        assert_null(interweave_select_promise(&s->select, &o->select_in));
    assert_null(barrier_unit_promise(&s->barrier, &o->barrier_in));
}

/* What is in out before has no effect. */
static void see(struct bench *b)
{
    const char *broken = interweave_front_promise(&b->s, &b->in);
    if (broken) print_error("%s\n", broken);
    assert_null(broken);
    memset(&b->out, 0xa5, sizeof b->out);
    interweave_front_eval(&b->s, &b->in, &b->out);
    assert_children(b);
}

/* Of an empty stage, and of nothing taken, all else means nothing. */
static void forget(struct interweave_select *s)
{
    if (!s->full) {
        s->slot = s->hot = 0;
        s->mask = 0;
        s->group = s->sole = false;
    }
    if (!s->took) s->took_slot = s->took_hot = 0;
}

/* A front that rests does nothing at the edge but pass. */
static void tick(struct bench *b)
{
    static struct interweave_front before;
    const bool rests = interweave_front_rests(&b->s, &b->in, &b->out);
    if (rests) memcpy(&before, &b->s, sizeof before);
    interweave_front_tick(&b->s, &b->in, &b->out);
    assert_null(interweave_front_check(&b->s));
    if (!rests) return;
    interweave_front_pass(&before);
    assert_int_equal(before.scan, b->s.scan);
    forget(&before.select);
    forget(&b->s.select);
    assert_memory_equal(&before, &b->s, sizeof before);
}

/* The edge. What happens once is over. */
static void edge(struct bench *b)
{
    tick(b);
    b->in.begin_en = b->in.rsp_valid = b->in.end_valid = b->in.fill_valid = false;
    for (uint32_t p = 0; p < PORTS; p++) b->in.res_valid[p] = b->in.res_here[p] = false;
    for (uint32_t w = 0; w < INTERWEAVE_FRONT_WRITERS; w++) b->in.wb_en[w] = false;
}

__attribute__((unused)) static void cycle(struct bench *b)
{
    see(b);
    edge(b);
}

/* ---- whole programs -------------------------------------------------------------------- */

enum { MAX_STOPS = 2 * SLOTS, MAX_WRITES = 1024, ROUNDS = 2, LONG = 1500000 };

struct stop {
    uint64_t due;
    uint32_t slot, flow, pc;
    uint64_t mask, taken;
    uint32_t addr[FRONT_MAX_LANES];
};

struct write {
    uint64_t due;
    uint32_t slot, tag, reg;
    uint64_t mask;
    bool pos, uses;
};

/* How the neighbours behave, in sixteenths. */
struct manners {
    uint32_t issue, fetch, runs, spill;
    uint32_t latency;
};

/* The neighbours of a front that runs one program on all its slots. */
struct world {
    struct bench b;
    struct manners manners;
    struct hd_rng rng;
    struct weave_program program;
    struct weave_warp warp[SLOTS];
    struct weave_thread thread[SLOTS][FRONT_MAX_LANES];
    uint64_t busy[SLOTS][FRONT_MAX_LANES]; /* registers that the thread waits for */
    uint32_t writing[SLOTS][FRONT_MAX_LANES];
    uint64_t now;
    uint32_t access[SLOTS];
    uint32_t before[SLOTS]; /* accesses at the begin of the cycle */
    uint64_t waits; /* at a barrier */
    uint64_t ended;
    uint32_t rounds[SLOTS];
    uint64_t fetching;
    uint32_t fetch_pc[SLOTS];
    uint64_t fetched_at[SLOTS];
    struct stop stop[PORTS][MAX_STOPS]; /* the oldest first */
    uint32_t stops[PORTS];
    struct write write[MAX_WRITES];
    uint32_t writes;
    uint32_t memory[SLOTS][CCT_MAX_LEVELS][CCT_CONTEXT_WORDS];
    uint64_t reading;
    uint32_t read_level[SLOTS];
    uint32_t late;
    /* Seen: */
    uint64_t issued, pairs, helps, spills, merges, exchanges, suspends, rests;
};

static bool chance(struct world *w, uint32_t sixteenths)
{
    return hd_rng_chance(&w->rng, sixteenths, 16);
}

/* One of the slots of a mask that is not 0. */
static uint32_t some(struct world *w, uint64_t mask)
{
    for (uint32_t n = hd_rng_below(&w->rng, (uint32_t)__builtin_popcountll(mask)); n > 0; n--)
        mask &= mask - 1;
    return lowest(mask);
}

static bool waits_for_accesses(uint32_t word)
{
    return word == FRONT_EXIT_WORD || word == FRONT_FENCE || word == FRONT_AMOADD_AQRL;
}

static bool waits_for_all(uint32_t word)
{
    return word == FRONT_EXIT_WORD || word == FRONT_CSRRS || word == WEAVE_FLAGS;
}

/* A thread of an instruction: it is at this place, and waits for no register of it. */
static void run_thread(struct world *w, const struct front_instruction *i, uint32_t l,
                       struct stop *stop)
{
    const uint32_t slot = i->slot[0];
    struct weave_thread *t = &w->thread[slot][l];
    assert_false(t->ended);
    assert_int_equal(t->at, weave_index(i->pc));
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        assert_false((i->use >> o & 1) && has(w->busy[slot][l], i->reg[o]));
    if (waits_for_all(i->word)) assert_int_equal(w->writing[slot][l], 0);
    if (weave_step(t)) stop->taken |= bit(l);
    stop->addr[l] = weave_address(t->at);
}

static void set_row(struct world *w, const struct front_instruction *i, uint32_t p)
{
    struct write *to = &w->write[w->writes++];
    assert_true(w->writes <= MAX_WRITES);
    to->due = w->now + 1 + hd_rng_below(&w->rng, w->manners.latency);
    to->slot = i->slot[0];
    to->tag = w->b.out.issue_tag[p];
    to->pos = w->b.out.issue_pos[p];
    to->mask = i->mask;
    to->uses = i->use >> FRONT_RD & 1;
    to->reg = i->reg[FRONT_RD];
    for (uint64_t left = i->mask; left != 0; left &= left - 1) {
        if (to->uses) w->busy[to->slot][lowest(left)] |= bit(to->reg);
        w->writing[to->slot][lowest(left)]++;
    }
}

static void run(struct world *w, uint32_t p)
{
    const struct front_instruction *i = &w->b.out.issue[p];
    const uint32_t slot = i->slot[0];
    struct stop stop = {w->now + 1 + hd_rng_below(&w->rng, w->manners.latency),
                        slot,
                        i->flow,
                        i->pc,
                        i->mask,
                        0,
                        {0}};
    assert_true(i->mask != 0 && slot < w->b.s.cfg.slots && w->b.in.issue_ready[p]);
    assert_true(has(w->b.in.ready, slot));
    assert_int_equal(i->word, w->program.insn[weave_index(i->pc)].word);
    if (waits_for_accesses(i->word)) assert_int_equal(w->before[slot], 0);
    for (uint64_t left = i->mask; left != 0; left &= left - 1)
        run_thread(w, i, lowest(left), &stop);
    if ((i->use >> FRONT_RD & 1) || i->unit == DECODE_FLOAT) set_row(w, i, p);
    if (i->unit == DECODE_MEMORY || i->flow == DECODE_BARRIER) assert_int_equal(p, 0);
    if (i->unit == DECODE_MEMORY) w->access[slot]++;
    if (i->flow != DECODE_NEXT || i->unit == DECODE_CSR) {
        assert_true(w->stops[p] < MAX_STOPS);
        w->stop[p][w->stops[p]++] = stop;
    }
    w->issued++;
}

/* A register is written: its threads wait for it until the end of this cycle. */
static void written(struct world *w)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < w->writes; k++) {
        const struct write *is = &w->write[k];
        bool done = false;
        for (uint32_t n = 0; n < INTERWEAVE_FRONT_WRITERS; n++)
            done |= w->b.in.wb_en[n] && w->b.in.wb_slot[n] == is->slot &&
                    w->b.in.wb_tag[n] == is->tag && w->b.in.wb_pos[n] == is->pos;
        if (!done) {
            w->write[kept++] = *is;
            continue;
        }
        for (uint64_t left = is->mask; left != 0; left &= left - 1) {
            if (is->uses) w->busy[is->slot][lowest(left)] &= ~bit(is->reg);
            w->writing[is->slot][lowest(left)]--;
        }
    }
    w->writes = kept;
}

static void neighbours_answer(struct world *w)
{
    struct interweave_front_in *in = &w->b.in;
    uint32_t n = 0;
    in->fetch_ready = chance(w, w->manners.fetch);
    if (w->fetching != 0) {
        const uint32_t slot = some(w, w->fetching);
        const struct weave_insn *i = &w->program.insn[weave_index(w->fetch_pc[slot])];
        in->rsp_valid = w->now > w->fetched_at[slot] && chance(w, 12);
        in->rsp_slot = slot;
        in->rsp_word = i->word;
        in->rsp_sync = i->sync;
        in->rsp_div = weave_address(i->div);
        if (in->rsp_valid) w->fetching &= ~bit(slot);
    }
    for (uint32_t k = 0; k < w->writes && n < INTERWEAVE_FRONT_WRITERS; k++) {
        const struct write *is = &w->write[k];
        if (is->due > w->now || !chance(w, 12)) continue;
        in->wb_en[n] = true;
        in->wb_slot[n] = is->slot;
        in->wb_tag[n] = is->tag;
        in->wb_pos[n++] = is->pos;
    }
    in->end_slot = hd_rng_below(&w->rng, w->b.s.cfg.slots);
    in->end_valid = w->access[in->end_slot] > 0 && chance(w, 12);
    if (w->waits != 0 && chance(w, 4)) w->waits &= ~bit(some(w, w->waits));
    in->ready = ones(w->b.s.cfg.slots) & ~(w->waits | w->ended);
    if (!chance(w, w->manners.runs)) in->ready &= hd_rng_next(&w->rng);
    in->spill_ready = chance(w, w->manners.spill);
    in->fill_valid = w->reading != 0 && chance(w, 6);
    if (!in->fill_valid) return;
    in->fill_slot = some(w, w->reading);
    memcpy(w->b.fill_data, w->memory[in->fill_slot][w->read_level[in->fill_slot]],
           sizeof w->b.fill_data);
    w->reading &= ~bit(in->fill_slot);
}

/* Results are there in the order of their ports' instructions. */
static void neighbours_offer(struct world *w)
{
    struct interweave_front_in *in = &w->b.in;
    for (uint32_t p = 0; p < PORTS; p++) {
        const struct stop *stop = w->stop[p];
        struct front_resolved *r = &in->res[p];
        in->res_here[p] = w->stops[p] != 0 && stop->due <= w->now;
        in->res_valid[p] = in->res_here[p] && chance(w, 14);
        if (!in->res_here[p]) continue;
        w->b.res_slot[p] = (uint8_t)stop->slot;
        r->flow = stop->flow;
        r->pc = stop->pc;
        r->mask = stop->mask;
        r->taken = stop->taken;
        memcpy(w->b.res_addr[p], stop->addr, sizeof stop->addr);
    }
    for (uint32_t p = 0; p < PORTS; p++) in->issue_ready[p] = chance(w, w->manners.issue);
    for (uint32_t slot = 0; slot < w->b.s.cfg.slots; slot++)
        if (w->access[slot] >= w->b.s.cfg.accesses) in->issue_ready[0] = false;
}

static void note_memory(struct world *w)
{
    const struct cct_out *cold = &w->b.out.cold;
    if (!cold->spill_valid || !w->b.in.spill_ready) return;
    if (cold->spill_load) {
        w->reading |= bit(cold->spill_slot);
        w->read_level[cold->spill_slot] = cold->spill_level;
    } else {
        memcpy(w->memory[cold->spill_slot][cold->spill_level], cold->spill_data,
               sizeof cold->spill_data);
        w->spills++;
    }
}

static void note_work(struct world *w)
{
    const struct interweave_front_out *out = &w->b.out;
    const bool works = out->event == INTERWEAVE_FRONT_WORK;
    w->helps += works && out->work == INTERWEAVE_FRONT_HELP;
    w->exchanges += works && out->work == INTERWEAVE_FRONT_EXCHANGE;
    w->suspends += (w->b.s.loaded & w->b.s.sync & w->b.s.passed) != 0;
    w->rests += interweave_front_rests(&w->b.s, &w->b.in, out);
    for (uint32_t j = 0; j < PORTS && out->sorted[0]; j++) {
        uint32_t from = 0;
        for (uint32_t i = 0; i < HCT_SORTER_CONTEXTS; i++)
            from += out->sorter[0].from >> (3 * i + j) & 1;
        w->merges += from > 1;
    }
    w->late = w->b.s.waits == INTERWEAVE_FRONT_LATE ? w->late + 1 : 0;
    assert_true(w->late < 2000);
}

static void note(struct world *w)
{
    const struct interweave_front_out *out = &w->b.out;
    const bool both = out->issue_valid[0] && out->issue_valid[1];
    memcpy(w->before, w->access, sizeof w->before);
    if (both) assert_int_equal(out->issue[0].mask & out->issue[1].mask, 0);
    w->pairs += both;
    for (uint32_t p = 0; p < PORTS; p++) {
        if (w->b.in.res_valid[p] && out->res_ready[p]) {
            w->stops[p]--;
            memmove(w->stop[p], w->stop[p] + 1, w->stops[p] * sizeof w->stop[p][0]);
        }
        if (out->issue_valid[p]) run(w, p);
    }
    written(w);
    if (w->b.in.end_valid) w->access[w->b.in.end_slot]--;
    if (out->ev_valid && out->ev_kind == FRONT_BARRIER) w->waits |= bit(out->ev_slot);
    if (out->ev_valid && out->ev_kind == FRONT_ENDED) w->ended |= bit(out->ev_slot);
    if (out->fetch_valid && w->b.in.fetch_ready) {
        assert_false(has(w->fetching, out->fetch_slot));
        w->fetching |= bit(out->fetch_slot);
        w->fetch_pc[out->fetch_slot] = out->fetch_pc;
        w->fetched_at[out->fetch_slot] = w->now;
    }
    note_memory(w);
    note_work(w);
}

/* A warp whose threads have all ended gives way to the next one. */
static void next_warp(struct world *w)
{
    const struct interweave_front_cfg *c = &w->b.s.cfg;
    uint64_t free = 0;
    for (uint32_t slot = 0; slot < c->slots; slot++)
        if (has(w->ended, slot) && w->rounds[slot] < ROUNDS && w->access[slot] == 0)
            free |= bit(slot);
    if (free == 0 || !chance(w, 8)) return;
    const uint32_t slot = some(w, free);
    uint64_t mask = hd_rng_next(&w->rng) & ones(c->lanes);
    if (mask == 0 || slot == 0) mask = ones(c->lanes);
    w->b.in.begin_en = true;
    w->b.in.begin_slot = slot;
    w->b.in.begin_pc = weave_address(1);
    w->b.in.begin_mask = mask;
    w->warp[slot] = (struct weave_warp){0, false};
    uint32_t rank = (uint32_t)__builtin_popcountll(mask);
    const bool up = chance(w, 8); /* the order of turns */
    if (up) rank = 0;
    for (uint32_t l = 0; l < c->lanes; l++) {
        const bool lives = has(mask, l);
        if (lives && !up) rank--;
        w->thread[slot][l] = (struct weave_thread){.program = &w->program,
                                                   .warp = &w->warp[slot],
                                                   .seed = hd_rng_next(&w->rng),
                                                   .rank = rank,
                                                   .at = 1,
                                                   .ended = !lives};
        if (lives && up) rank++;
    }
    w->rounds[slot]++;
    w->ended &= ~bit(slot);
}

static void report(const struct world *w, uint64_t seed)
{
    print_error("seed %llu cycle %llu issued %llu\n", (unsigned long long)seed,
                (unsigned long long)w->now, (unsigned long long)w->issued);
}

static bool all_done(const struct world *w)
{
    for (uint32_t slot = 0; slot < w->b.s.cfg.slots; slot++)
        if (w->rounds[slot] < ROUNDS) return false;
    return w->ended == ones(w->b.s.cfg.slots);
}

/* Both halves as a machine calls them give what eval gives. */
static void in_halves(struct world *w)
{
    static struct interweave_front_out whole;
    const bool valid = w->b.in.res_valid[1];
    see(&w->b);
    memcpy(&whole, &w->b.out, sizeof whole);
    memset(&w->b.out, 0xa5, sizeof w->b.out);
    w->b.in.res_valid[1] = !valid; /* not known yet */
    interweave_front_resolve(&w->b.s, &w->b.in, &w->b.out);
    w->b.in.res_valid[1] = valid;
    interweave_front_issue(&w->b.s, &w->b.in, &w->b.out);
    assert_memory_equal(&whole, &w->b.out, sizeof whole);
}

/* Every thread of every warp runs exactly what it runs alone, to its end. */
static void run_program(struct world *w, const struct interweave_front_cfg *cfg,
                        const struct manners *manners, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    hd_rng_seed(&w->rng, seed);
    w->manners = *manners;
    weave_make(&w->program, &w->rng, seed % 2 == 0, seed % 3 == 0);
    start(&w->b, cfg);
    w->ended = ones(cfg->slots);
    for (w->now = 0; w->now < LONG && !all_done(w); w->now++) {
        neighbours_answer(w);
        neighbours_offer(w);
        next_warp(w);
        if (w->now % 16 == 0) in_halves(w);
        else see(&w->b);
        note(w);
        edge(&w->b);
    }
    if (!all_done(w)) report(w, seed);
    assert_true(all_done(w));
    for (uint32_t s = 0; s < cfg->slots; s++)
        for (uint32_t l = 0; l < cfg->lanes; l++) assert_true(w->thread[s][l].ended);
    assert_int_equal(w->b.s.valid, 0);
}

static void programs(void **state)
{
    /* slots, lanes, mode, sets, seed, entries, cold entries, levels, constraint, patience,
     * accesses */
    static const struct interweave_front_cfg sizes[] = {
        {4, 4, 2, 1, 44257, 3, 16, 4, 1, 63, 3},     {4, 8, 0, 1, 1, 2, 4, 8, 1, 5, 2},
        {5, 8, 1, 1, 7, 1, 5, 8, 0, 1, 1},           {8, 16, 2, 4, 99, 6, 8, 16, 1, 9, 4},
        {6, 8, 2, 2, 3, 4, 6, 8, 0, 20, 4},          {2, 1, 2, 2, 5, 1, 2, 1, 1, 1, 1},
        {2, 1, 1, 1, 5, 2, 2, 1, 1, 3, 2},           {3, 3, 0, 1, 9, 16, 9, 3, 1, 2, 6},
        {9, 3, 2, 8, 9, 2, 64, 5, 1, 255, 6},        {16, 32, 2, 1, 44257, 12, 128, 64, 1, 63, 36},
        {4, 64, 2, 1, 44257, 12, 32, 64, 1, 63, 36}, {32, 4, 1, 32, 77, 4, 32, 4, 0, 30, 8},
        {3, 64, 0, 1, 44257, 6, 3, 64, 0, 4, 5},
    };
    static const struct manners manners[] = {
        {13, 12, 15, 8, 9},
        {16, 16, 16, 16, 2},
        {8, 8, 12, 3, 40},
    };
    static struct world w;
    uint64_t pairs = 0, helps = 0, spills = 0, merges = 0, exchanges = 0, rests = 0;
    (void)state;
    for (uint32_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            run_program(&w, &sizes[k], &manners[seed % 3], seed + 100 * k);
            pairs += w.pairs;
            helps += w.helps;
            spills += w.spills;
            merges += w.merges;
            exchanges += w.exchanges;
            rests += w.rests;
        }
    }
    print_message("pairs %llu helps %llu writes to memory %llu merges %llu exchanges %llu "
                  "rests %llu\n",
                  (unsigned long long)pairs, (unsigned long long)helps, (unsigned long long)spills,
                  (unsigned long long)merges, (unsigned long long)exchanges,
                  (unsigned long long)rests);
    assert_true(pairs > 0 && helps > 0 && spills > 0 && merges > 0 && exchanges > 0 && rests > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
