/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_set_lookup_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/set_lookup.h"

enum {
    PORTS = SET_LOOKUP_MAX_PORTS,
    OPERANDS = FRONT_OPERANDS,
    PLACES = SET_LOOKUP_MAX_PLACES,
    PARKS = SET_LOOKUP_MAX_PARKS,
    RINGS = PORTS * PLACES,
    REST = 20, /* words of what goes with an instruction, at most */
    REG_BITS = 6,
};

/* What the RTL calls the phases of a park. It does not part those of an instruction that has left:
 * whether its operands have been read is what read_i says. */
enum { AT_FREE, AT_FETCHES, AT_ISSUES, AT_RUNS, AT_STORES };

/* The registers of the RTL; of ring p place i is [p * Places + i], of a park or place n operand o
 * [n * 4 + o]. */
struct registers {
    uint32_t first[PORTS], count[PORTS];
    uint32_t ring_slot[RINGS], ring_warp[RINGS], ring_use[RINGS], ring_reg[RINGS];
    uint32_t ring_asked[RINGS], ring_known[RINGS], ring_away[RINGS];
    uint64_t ring_mask[RINGS];
    uint32_t ring_rest[RINGS][REST];
    uint32_t ring_phys[RINGS * OPERANDS];
    bool soon_valid[PORTS], due_valid[PORTS];
    uint32_t soon_place[PORTS], soon_set[PORTS], due_place[PORTS], due_set[PORTS];
    uint64_t looking;
    bool sent[PARKS];
    uint32_t at[PARKS], waits[PARKS], fetched[PARKS];
    uint32_t port[PARKS], slot[PARKS], warp[PARKS], use[PARKS], reg[PARKS], away[PARKS];
    uint64_t mask[PARKS];
    uint32_t rest[PARKS][REST];
    uint32_t phys[PARKS * OPERANDS];
};

/* The model; what goes with the instruction of each slot, of which there is one at most; and all of
 * it as the RTL keeps it. */
typedef struct {
    struct set_lookup s;
    uint32_t rest_words;
    uint32_t rest[FRONT_MAX_SLOTS][REST];
    struct registers r;
} state;

typedef struct {
    bool issue_en[PORTS];
    uint32_t issue_slot[PORTS];
    uint32_t issue_warp[PORTS];
    uint64_t issue_mask[PORTS];
    uint32_t issue_use[PORTS];
    uint32_t issue_reg[PORTS * OPERANDS];
    uint32_t issue_rest[PORTS][REST];
    bool found_held[PORTS];
    uint32_t found_phys[PORTS];
    bool stage_ready[PORTS];
    uint32_t read;
    uint32_t written;
    bool filled_en;
    uint32_t filled_park;
    uint32_t filled_operand;
    bool stored_en;
    uint32_t stored_park;
    bool job_taken;
} inputs;

typedef struct {
    bool room[PORTS];
    uint64_t looking;
    bool look_en[PORTS];
    uint32_t look_warp[PORTS];
    uint32_t look_set[PORTS];
    bool stage_valid[PORTS];
    uint32_t stage_slot[PORTS];
    uint32_t stage_warp[PORTS];
    uint64_t stage_mask[PORTS];
    uint32_t stage_use[PORTS];
    uint32_t stage_reg[PORTS * OPERANDS];
    uint32_t stage_rest[PORTS][REST];
    uint32_t stage_bank[PORTS * OPERANDS];
    uint32_t stage_index[PORTS * OPERANDS];
    bool stage_parked[PORTS];
    uint32_t stage_park[PORTS];
    bool stage_stores[PORTS];
    uint32_t stored_slot;
    uint32_t stored_reg;
    bool job_valid;
    bool job_store;
    uint32_t job_park;
    uint32_t job_operand;
    uint32_t job_warp;
    uint32_t job_reg;
    uint64_t job_mask;
    uint32_t job_bank;
    uint32_t job_index;
    bool missed[PORTS];
    struct set_lookup_out model; /* as eval gave them, for tick */
} outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }

/* ---- the model, and what the RTL shows of it ---- */

/* Four registers as one number: operand o is in bits o * 6 on. */
static uint32_t packed(const uint8_t *reg)
{
    uint32_t bits = 0;
    for (uint32_t o = 0; o < OPERANDS; o++) bits |= (uint32_t)reg[o] << o * REG_BITS;
    return bits;
}

static void show_ring(state *st, uint32_t p, uint32_t i)
{
    struct registers *r = &st->r;
    const struct set_lookup_instruction *x = &st->s.ring[p][i];
    const uint32_t k = p * st->s.cfg.places + i;
    r->ring_slot[k] = x->i.slot[0];
    r->ring_warp[k] = x->warp;
    r->ring_use[k] = x->i.use;
    r->ring_reg[k] = packed(x->i.reg);
    r->ring_asked[k] = x->asked;
    r->ring_known[k] = x->known;
    r->ring_away[k] = x->away;
    r->ring_mask[k] = x->i.mask;
    memcpy(r->ring_rest[k], st->rest[x->i.slot[0]], sizeof r->ring_rest[k]);
    for (uint32_t o = 0; o < OPERANDS; o++) r->ring_phys[k * OPERANDS + o] = x->place[o].index;
}

static void show_questions(state *st, uint32_t p)
{
    const struct set_lookup_question *q = st->s.question[p];
    st->r.soon_valid[p] = q[0].valid;
    st->r.soon_place[p] = q[0].place;
    st->r.soon_set[p] = q[0].set;
    st->r.due_valid[p] = q[1].valid;
    st->r.due_place[p] = q[1].place;
    st->r.due_set[p] = q[1].set;
}

static uint32_t phase_of(const struct set_lookup_park *k)
{
    switch (k->state) {
    case PARK_FREE: return AT_FREE;
    case PARK_FETCHES: return k->waits != 0 ? AT_FETCHES : AT_ISSUES;
    case PARK_STORES: return AT_STORES;
    default: return AT_RUNS;
    }
}

static void show_park(state *st, uint32_t n)
{
    struct registers *r = &st->r;
    const struct set_lookup_park *k = &st->s.park[n];
    r->at[n] = phase_of(k);
    r->waits[n] = k->waits;
    r->fetched[n] = k->fetched;
    r->sent[n] = k->sent;
    r->port[n] = k->port;
    r->slot[n] = k->x.i.slot[0];
    r->warp[n] = k->x.warp;
    r->use[n] = k->x.i.use;
    r->reg[n] = packed(k->x.i.reg);
    r->away[n] = k->x.away;
    r->mask[n] = k->x.i.mask;
    memcpy(r->rest[n], st->rest[k->x.i.slot[0]], sizeof r->rest[n]);
    for (uint32_t o = 0; o < OPERANDS; o++) r->phys[n * OPERANDS + o] = k->x.place[o].index;
}

static void show(state *st)
{
    st->r.looking = st->s.looking;
    for (uint32_t p = 0; p < st->s.cfg.ports; p++) {
        st->r.first[p] = st->s.first[p];
        st->r.count[p] = st->s.count[p];
        show_questions(st, p);
        for (uint32_t i = 0; i < st->s.cfg.places; i++) show_ring(st, p, i);
    }
    for (uint32_t n = 0; n < st->s.cfg.parks; n++) show_park(st, n);
}

static void reset(void *s)
{
    state *st = s;
    set_lookup_reset(&st->s);
    show(st);
}

/* The model's inputs; `issue` has to live as long as they do. */
static void put(const state *st, const inputs *in, struct front_instruction *issue,
                struct set_lookup_in *to)
{
    memset(to, 0, sizeof *to);
    memset(issue, 0, PORTS * sizeof *issue);
    for (uint32_t p = 0; p < st->s.cfg.ports; p++) {
        issue[p].slot[0] = (uint8_t)in->issue_slot[p];
        issue[p].mask = in->issue_mask[p];
        issue[p].use = (uint8_t)in->issue_use[p];
        for (uint32_t o = 0; o < OPERANDS; o++)
            issue[p].reg[o] = (uint8_t)in->issue_reg[p * OPERANDS + o];
        to->issue_en[p] = in->issue_en[p];
        to->issue[p] = &issue[p];
        to->warp[p] = in->issue_warp[p];
        to->found_held[p] = in->found_held[p];
        to->found_phys[p] = in->found_phys[p];
        to->stage_ready[p] = in->stage_ready[p];
    }
    to->job_taken = in->job_taken;
    to->filled = in->filled_en;
    to->filled_park = in->filled_park;
    to->filled_operand = in->filled_operand;
    to->read = in->read;
    to->written = in->written;
    to->stored = in->stored_en;
    to->stored_park = in->stored_park;
}

static void get_stage(const state *st, uint32_t p, outputs *out)
{
    out->stage_valid[p] = out->model.stage_valid[p];
    if (!out->stage_valid[p]) return;
    const struct set_lookup_instruction *x = out->model.stage[p];
    out->stage_slot[p] = x->i.slot[0];
    out->stage_warp[p] = x->warp;
    out->stage_mask[p] = x->i.mask;
    out->stage_use[p] = x->i.use;
    memcpy(out->stage_rest[p], st->rest[x->i.slot[0]], sizeof out->stage_rest[p]);
    for (uint32_t o = 0; o < OPERANDS; o++) {
        out->stage_reg[p * OPERANDS + o] = x->i.reg[o];
        out->stage_bank[p * OPERANDS + o] = x->place[o].bank;
        out->stage_index[p * OPERANDS + o] = x->place[o].index;
    }
    out->stage_parked[p] = x->park != 0;
    out->stage_park[p] = x->park - 1;
    out->stage_stores[p] = has(x->away, FRONT_RD);
}

static void get_job(outputs *out)
{
    const struct set_lookup_job *j = &out->model.job;
    out->job_valid = out->model.job_valid;
    out->job_store = j->store;
    out->job_park = j->park;
    out->job_operand = j->operand;
    out->job_warp = j->warp;
    out->job_reg = j->reg;
    out->job_mask = j->mask;
    out->job_bank = j->place.bank;
    out->job_index = j->place.index;
}

static void eval(const void *s, const void *in_, void *out_)
{
    const state *st = s;
    outputs *out = out_;
    struct front_instruction issue[PORTS];
    struct set_lookup_in in;
    put(st, in_, issue, &in);
    set_lookup_view(&st->s, &out->model);
    set_lookup_eval(&st->s, &in, &out->model);
    out->looking = out->model.looking;
    for (uint32_t p = 0; p < st->s.cfg.ports; p++) {
        out->room[p] = out->model.room[p];
        out->look_en[p] = out->model.look_en[p];
        out->look_warp[p] = out->model.look_row[p];
        out->look_set[p] = out->model.look_set[p];
        out->missed[p] = out->model.missed[p];
        get_stage(st, p, out);
    }
    out->stored_slot = out->model.stored_slot;
    out->stored_reg = out->model.stored_reg;
    get_job(out);
}

static void tick(void *s, const void *in_, const void *out)
{
    state *st = s;
    const inputs *flat = in_;
    struct front_instruction issue[PORTS];
    struct set_lookup_in in;
    put(st, flat, issue, &in);
    set_lookup_tick(&st->s, &in, &((const outputs *)out)->model);
    for (uint32_t p = 0; p < st->s.cfg.ports; p++) {
        if (!flat->issue_en[p]) continue;
        memcpy(st->rest[flat->issue_slot[p]], flat->issue_rest[p], sizeof st->rest[0]);
    }
    show(st);
}

static const char *check(const void *s) { return set_lookup_check(&((const state *)s)->s); }

static const char *promise(const void *s, const void *in_)
{
    const state *st = s;
    struct front_instruction issue[PORTS];
    struct set_lookup_in in;
    put(st, in_, issue, &in);
    return set_lookup_promise(&st->s, &in);
}

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare. */
static const inputs *now;

static const outputs *of(const void *out) { return out; }

static bool if_look(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return of(out)->look_en[i];
}

static bool if_stage(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return of(out)->stage_valid[i];
}

static bool if_stage_operands(const void *s, const void *out, uint32_t i)
{
    return if_stage(s, out, i / OPERANDS);
}

static bool if_stage_rest(const void *s, const void *out, uint32_t i)
{
    return if_stage(s, out, i / ((const state *)s)->rest_words);
}

static bool if_place(const void *s, const void *out, uint32_t i)
{
    return if_stage(s, out, i / OPERANDS) && has(of(out)->stage_use[i / OPERANDS], i % OPERANDS);
}

static bool if_parked(const void *s, const void *out, uint32_t i)
{
    return if_stage(s, out, i) && of(out)->stage_parked[i];
}

static bool if_stored(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    (void)i;
    return now->stored_en;
}

static bool if_job(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return of(out)->job_valid;
}

/* Registers: of a place that is taken, of a park that is not free. */
static bool if_taken(const void *s, const void *out, uint32_t k)
{
    (void)out;
    const struct set_lookup *m = &((const state *)s)->s;
    const uint32_t p = k / m->cfg.places, i = k % m->cfg.places;
    return (i + m->cfg.places - m->first[p]) % m->cfg.places < m->count[p];
}

static bool if_taken_rest(const void *s, const void *out, uint32_t i)
{
    return if_taken(s, out, i / ((const state *)s)->rest_words);
}

static bool if_ring_phys(const void *s, const void *out, uint32_t i)
{
    const struct registers *r = &((const state *)s)->r;
    const uint32_t k = i / OPERANDS;
    return if_taken(s, out, k) && has(r->ring_known[k] & ~r->ring_away[k], i % OPERANDS);
}

static bool if_soon(const void *s, const void *out, uint32_t p)
{
    (void)out;
    return ((const state *)s)->r.soon_valid[p];
}

static bool if_due(const void *s, const void *out, uint32_t p)
{
    (void)out;
    return ((const state *)s)->r.due_valid[p];
}

static bool if_used(const void *s, const void *out, uint32_t n)
{
    (void)out;
    return ((const state *)s)->s.park[n].state != PARK_FREE;
}

static bool if_used_rest(const void *s, const void *out, uint32_t i)
{
    return if_used(s, out, i / ((const state *)s)->rest_words);
}

static bool if_park_phys(const void *s, const void *out, uint32_t i)
{
    const struct registers *r = &((const state *)s)->r;
    const uint32_t n = i / OPERANDS;
    return if_used(s, out, n) && has(r->use[n] & ~r->away[n], i % OPERANDS);
}

/* ---- coverage ---- */

enum {
    BIN_NO_OPERANDS,
    BIN_ONE_SET,
    BIN_SETS,
    BIN_ALL_SETS,
    BIN_ASKS_AT_ISSUE,
    BIN_ASKS_BEHIND,
    BIN_ASKS_OLDER,
    BIN_ASKS_YOUNGER,
    BIN_FULL,
    BIN_PASSES,
    BIN_ANSWER_TAKEN,
    BIN_ANSWER_REFUSED,
    BIN_LATER_TAKEN,
    BIN_ANSWER_OF_OTHER,
    BIN_PARKED_FIRST,
    BIN_PARKED_BESIDE,
    BIN_PARKED_REFUSED,
    BIN_PARKED_TWO,
    BIN_TO_PARK,
    BIN_TO_PARK_TWO,
    BIN_TO_PARK_LAST,
    BIN_NO_PARK,
    BIN_FREED_NOW,
    BIN_RESULT_ONLY,
    BIN_SOURCE_ONLY,
    BIN_BOTH_AWAY,
    BIN_SOURCES_AWAY,
    BIN_FILLED,
    BIN_FILLED_LAST,
    BIN_FILLED_TAKEN,
    BIN_READ,
    BIN_READ_STORES,
    BIN_READ_TWO,
    BIN_WRITTEN,
    BIN_WRITTEN_TWO,
    BIN_STORED,
    BIN_STORED_READ,
    BIN_JOB_LOWER,
    BIN_JOB_OTHER,
    BIN_JOB_WAITS,
    BIN_JOBS_FETCH_STORE,
    BIN_AGAIN,
    BIN_TWIN_REGISTERS,
    BIN_EDGES
};

static const struct hd_bin bins[] = {
    {"no_operands", "an instruction without registers goes on in the cycle behind its issue"},
    {"one_set", "one with several operands asks once, and goes on two cycles later"},
    {"sets", "one asks for its second set"},
    {"all_sets", "one asks for its fourth set"},
    {"asks_at_issue", "one asks in the cycle of its issue"},
    {"asks_behind", "one issues, and an older one asks"},
    {"asks_older", "two in a ring could ask: the older one does"},
    {"asks_younger", "one asks while the first of the ring waits for its answer"},
    {"full", "a ring has no room"},
    {"passes", "one issues to a ring whose first leaves in this cycle"},
    {"answer_taken", "the last answer, and the issue register takes: it goes on in that cycle"},
    {"answer_refused", "the last answer, and the issue register does not take"},
    {"later_taken", "one goes on whose answers are all older"},
    {"answer_of_other", "an answer is of an instruction that is not the first of its ring"},
    {"parked_first", "a parked instruction and the ring's first: the parked one goes on"},
    {"parked_beside", "one leaves its park for the issue register, the ring's first goes to one"},
    {"parked_refused", "a parked instruction waits for the issue register"},
    {"parked_two", "two parked instructions of a port have all: the lower park's goes on"},
    {"to_park", "the first of a ring goes to a park"},
    {"to_park_two", "two ports want a park: the lower port gets the lower one"},
    {"to_park_last", "two ports want the last free park: the lower port gets it"},
    {"no_park", "the first of a ring waits for a park"},
    {"freed_now", "it waits, and a park is freed: not in this cycle"},
    {"result_only", "parked for its result: nothing is fetched"},
    {"source_only", "parked for a source alone"},
    {"both_away", "parked for sources and the result"},
    {"sources_away", "parked for three sources"},
    {"filled", "an operand comes, others are missing"},
    {"filled_last", "the last operand comes"},
    {"filled_taken", "an operand of a park comes while another one's fetch is taken"},
    {"read", "operands are read, and the park is free"},
    {"read_stores", "operands are read of one whose result is to be stored"},
    {"read_two", "operands are read of two parks"},
    {"written", "a result is in its row"},
    {"written_two", "two results are"},
    {"stored", "a result is stored, and the park is free"},
    {"stored_read", "a park is freed by a store, another by a read"},
    {"job_lower", "several parks have something to be moved: the lowest"},
    {"job_other", "what is to be moved changes before it was taken"},
    {"job_waits", "something is to be moved, and is not taken"},
    {"jobs_fetch_store", "one park is to be fetched for, one to be stored from"},
    {"again", "a slot issues in the cycle behind that in which it was still looking"},
    {"twin_registers", "an instruction names one register twice"},
    {"edges", "the highest slot, the highest register, the last park"},
    {NULL, NULL},
};

/* What was in the cycle before, as far as cycles are seen here. */
static struct {
    uint64_t looking;
    bool job_waits;
    uint32_t job_park, job_operand;
} last;

static uint32_t sets_in(const struct set_lookup *s, uint32_t use, const uint8_t *reg)
{
    uint64_t seen = 0;
    for (uint32_t o = 0; o < OPERANDS; o++)
        if (has(use, o)) seen |= UINT64_C(1) << reg[o] / s->cfg.banks;
    return (uint32_t)__builtin_popcountll(seen);
}

static void cover_issue(const struct set_lookup *s, const inputs *in, const outputs *out,
                        uint32_t p, uint64_t *bin)
{
    const uint32_t *reg = &in->issue_reg[p * OPERANDS];
    if (out->look_en[p] && out->model.asks[p] == s->count[p]) bin[BIN_ASKS_AT_ISSUE]++;
    else if (out->look_en[p]) bin[BIN_ASKS_BEHIND]++;
    if (out->model.head_goes[p] && in->stage_ready[p]) bin[BIN_PASSES]++;
    if (has(last.looking, in->issue_slot[p])) bin[BIN_AGAIN]++;
    if (has(in->issue_use[p], 0) && has(in->issue_use[p], 3) && reg[0] == reg[3])
        bin[BIN_TWIN_REGISTERS]++;
}

static void cover_question(const struct set_lookup *s, const outputs *out, uint32_t p,
                           uint64_t *bin)
{
    uint32_t could = 0;
    for (uint32_t n = 0; n < s->count[p]; n++) {
        const struct set_lookup_instruction *x = &s->ring[p][(s->first[p] + n) % s->cfg.places];
        if ((x->i.use & ~(uint32_t)x->asked) != 0) could++;
    }
    if (could > 1) bin[BIN_ASKS_OLDER]++;
    const uint32_t n = out->model.asks[p];
    if (!out->look_en[p] || n == s->count[p]) return;
    const struct set_lookup_instruction *x = &s->ring[p][(s->first[p] + n) % s->cfg.places];
    const uint32_t done = sets_in(s, x->asked, x->i.reg);
    if (done == 1) bin[BIN_SETS]++;
    if (done == 3) bin[BIN_ALL_SETS]++;
    if (n > 0) bin[BIN_ASKS_YOUNGER]++;
}

static void cover_stage(const struct set_lookup *s, const inputs *in, const outputs *out,
                        uint32_t p, uint64_t *bin)
{
    const struct set_lookup_question *q = &s->question[p][SET_LOOKUP_STEPS - 1];
    const bool answered = q->valid && q->place == s->first[p];
    const struct set_lookup_instruction *head = &out->model.head[p];
    const bool knows = s->count[p] > 0 && (head->i.use & ~(uint32_t)head->known) == 0;
    const bool ready = in->stage_ready[p];
    if (q->valid && !answered) bin[BIN_ANSWER_OF_OTHER]++;
    if (!out->stage_valid[p]) return;
    if (out->stage_parked[p]) {
        if (!ready) bin[BIN_PARKED_REFUSED]++;
        if (ready && knows && head->away == 0) bin[BIN_PARKED_FIRST]++;
        if (ready && out->model.to_park[p] != 0) bin[BIN_PARKED_BESIDE]++;
        uint32_t could = 0;
        for (uint32_t n = 0; n < s->cfg.parks; n++)
            could +=
                s->park[n].state == PARK_FETCHES && s->park[n].waits == 0 && s->park[n].port == p;
        if (could > 1) bin[BIN_PARKED_TWO]++;
        return;
    }
    if (head->i.use == 0 && ready) bin[BIN_NO_OPERANDS]++;
    if (answered) bin[ready ? BIN_ANSWER_TAKEN : BIN_ANSWER_REFUSED]++;
    else if (head->i.use != 0 && ready) bin[BIN_LATER_TAKEN]++;
    if (answered && ready && several(head->i.use) && sets_in(s, head->i.use, head->i.reg) == 1)
        bin[BIN_ONE_SET]++;
}

/* Who goes to a park, and who would like to. */
static void cover_to_park(const struct set_lookup *s, const inputs *in, const outputs *out,
                          uint64_t *bin)
{
    uint32_t want = 0, get = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct set_lookup_instruction *x = &out->model.head[p];
        if (s->count[p] == 0 || (x->i.use & ~(uint32_t)x->known) != 0 || x->away == 0) continue;
        want++;
        if (out->model.to_park[p] == 0) {
            bin[BIN_NO_PARK]++;
            if (in->stored_en || in->read != 0) bin[BIN_FREED_NOW]++;
            continue;
        }
        get++;
        const uint32_t sources = x->away & 7u;
        bin[BIN_TO_PARK]++;
        if (sources == 0) bin[BIN_RESULT_ONLY]++;
        else bin[has(x->away, FRONT_RD) ? BIN_BOTH_AWAY : BIN_SOURCE_ONLY]++;
        if (sources == 7) bin[BIN_SOURCES_AWAY]++;
    }
    if (get > 1) bin[BIN_TO_PARK_TWO]++;
    if (want > 1 && get == 1) bin[BIN_TO_PARK_LAST]++;
}

static void cover_parks(const struct set_lookup *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    bool freed = false;
    for (uint32_t n = 0; n < s->cfg.parks; n++) {
        const bool stores = has(s->park[n].x.away, FRONT_RD);
        if (has(in->read, n)) bin[stores ? BIN_READ_STORES : BIN_READ]++;
        freed |= has(in->read, n) && !stores;
    }
    if (several(in->read)) bin[BIN_READ_TWO]++;
    if (in->written != 0) bin[several(in->written) ? BIN_WRITTEN_TWO : BIN_WRITTEN]++;
    if (in->stored_en) bin[freed ? BIN_STORED_READ : BIN_STORED]++;
    if (!in->filled_en) return;
    const struct set_lookup_park *k = &s->park[in->filled_park];
    bin[several(k->waits) ? BIN_FILLED : BIN_FILLED_LAST]++;
    if (in->job_taken && !out->job_store && out->job_park == in->filled_park)
        bin[BIN_FILLED_TAKEN]++;
}

static void cover_jobs(const struct set_lookup *s, const inputs *in, const outputs *out,
                       uint64_t *bin)
{
    uint32_t fetch = 0, store = 0;
    for (uint32_t n = 0; n < s->cfg.parks; n++) {
        const struct set_lookup_park *k = &s->park[n];
        fetch += k->state == PARK_FETCHES && (k->waits & ~(uint32_t)k->fetched) != 0;
        store += k->state == PARK_STORES && !k->sent;
    }
    if (fetch + store > 1) bin[BIN_JOB_LOWER]++;
    if (fetch != 0 && store != 0) bin[BIN_JOBS_FETCH_STORE]++;
    if (out->job_valid && !in->job_taken) bin[BIN_JOB_WAITS]++;
    if (last.job_waits && (out->job_park != last.job_park || out->job_operand != last.job_operand))
        bin[BIN_JOB_OTHER]++;
    last.job_waits = out->job_valid && !in->job_taken;
    last.job_park = out->job_park;
    last.job_operand = out->job_operand;
}

static void cover(const void *s_, const void *in_, const void *out_, uint64_t *bin)
{
    const struct set_lookup *s = &((const state *)s_)->s;
    const inputs *in = in_;
    const outputs *out = out_;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->issue_en[p]) cover_issue(s, in, out, p, bin);
        if (!out->room[p]) bin[BIN_FULL]++;
        cover_question(s, out, p, bin);
        cover_stage(s, in, out, p, bin);
        if (in->issue_en[p] && in->issue_slot[p] == s->cfg.slots - 1 &&
            in->issue_reg[p * OPERANDS] == FRONT_REGISTERS - 1 &&
            s->park[s->cfg.parks - 1].state != PARK_FREE)
            bin[BIN_EDGES]++;
    }
    cover_to_park(s, in, out, bin);
    cover_parks(s, in, out, bin);
    cover_jobs(s, in, out, bin);
    last.looking = s->looking;
}

/* ---- the block, as the harness sees it ---- */

static const struct hd_block block = {
    .name = "set_lookup",
    .state_size = sizeof(state),
    .in_size = sizeof(inputs),
    .out_size = sizeof(outputs),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
    .index_rule = "ring_*_q[i]: place i % Places of ring i / Places; ring_phys_q, phys_q[i]: "
                  "operand i % 4 of place, or park, i / 4; *_rest_q: words of 32 bits",
    .waves = "state_q:Free/Fetches/Issues/Runs/Stores waits_q fetched_q sent_q looking_q",
};

/* What goes with instructions: so many rows of words of 32 bits, the last of which need not be
 * whole. */
static struct hd_field rest(struct hd_field f, const char *name, uint32_t rows, uint32_t width)
{
    f.name = name;
    f.count = rows * f.row;
    f.cut = f.row * 32 - width;
    return f;
}
#define REST_OF(k, type, member, port, rows, caring, text)                                         \
    rest((struct hd_field)HD_ROWS(k, type, member, words, 32, caring, text), port, rows, width)

#define REGISTER(reg, member, n, bits, caring, text)                                               \
    HD_REG(reg, state, r.member[0], sizeof(((state *)0)->r.member[0]), n, bits, caring, text)

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct set_lookup_cfg *c)
{
    const uint32_t width = c->rest_width, words = (width + 31) / 32;
    const uint32_t slot = hd_bits_for(c->slots - 1), warp = hd_bits_for(c->warps - 1);
    const uint32_t bank = c->banks > 1 ? hd_bits_for(c->banks - 1) : 1;
    const uint32_t set = hd_bits_for(FRONT_REGISTERS / c->banks - 1);
    const uint32_t phys = hd_bits_for(c->staging - 1);
    const uint32_t park = c->parks > 1 ? hd_bits_for(c->parks - 1) : 1;
    const uint32_t index = hd_bits_for(c->staging + c->parks * set_lookup_rows(c->banks) - 1);
    const uint32_t ops = c->ports * OPERANDS, rings = c->ports * c->places;
    const uint32_t place = hd_bits_for(c->places - 1);
    const uint32_t of_port = c->ports > 1 ? hd_bits_for(c->ports - 1) : 1;
    const char *const asks = "Registers: a set a cycle, in the order of instructions, of each the "
                             "lowest operand whose set was not asked for";
    const char *const goes = "Registers: in the cycle of its last answer or later; a parked "
                             "instruction that has all before the ring's first";
    const char *const same = "Ports: as it was issued";
    const char *const places = "Registers: where the table said; in swap space: the park's row, in "
                               "bank o mod Banks, behind the sets";
    const char *const jobs = "Registers: the lowest park with a row to be moved; sources from the "
                             "lowest on; a result when it is written";
    const char *const ring = "Registers: a ring of instructions in the order of their issue";
    const char *const told = "Registers: registers of one set share the answer, two cycles later";
    const char *const parked = "Registers: an instruction with a register in swap space goes into "
                               "the lowest free park";
    const char *const phase = "Registers: sources are fetched, it issues, its operands are read, "
                              "its result is stored if it is away; Reset: free";
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, issue_en, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, issue_slot, c->ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, issue_warp, c->ports, warp, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, issue_mask, c->ports, c->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, issue_use, c->ports, OPERANDS, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, issue_reg, ops, REG_BITS, NULL, NULL),
        REST_OF(HD_IN, inputs, issue_rest, "issue_rest", c->ports, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, found_held, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, found_phys, c->ports, phys, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, stage_ready, c->ports, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, read, c->parks, NULL, NULL),
        HD_ONE(HD_IN, inputs, written, c->parks, NULL, NULL),
        HD_ONE(HD_IN, inputs, filled_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, filled_park, park, NULL, NULL),
        HD_ONE(HD_IN, inputs, filled_operand, 2, NULL, NULL),
        HD_ONE(HD_IN, inputs, stored_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, stored_park, park, NULL, NULL),
        HD_ONE(HD_IN, inputs, job_taken, 1, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, room, c->ports, 1, NULL,
                 "Registers: less than Places instructions are in the ring; state only"),
        HD_ONE(HD_OUT, outputs, looking, c->slots, NULL,
               "Registers: the slots with an instruction in a ring or a park; state only"),
        HD_ARRAY(HD_OUT, outputs, look_en, c->ports, 1, NULL, asks),
        HD_ARRAY(HD_OUT, outputs, look_warp, c->ports, warp, if_look, asks),
        HD_ARRAY(HD_OUT, outputs, look_set, c->ports, set, if_look, asks),
        HD_ARRAY(HD_OUT, outputs, stage_valid, c->ports, 1, NULL, goes),
        HD_ARRAY(HD_OUT, outputs, stage_slot, c->ports, slot, if_stage, same),
        HD_ARRAY(HD_OUT, outputs, stage_warp, c->ports, warp, if_stage, same),
        HD_ARRAY(HD_OUT, outputs, stage_mask, c->ports, c->lanes, if_stage, same),
        HD_ARRAY(HD_OUT, outputs, stage_use, c->ports, OPERANDS, if_stage, same),
        HD_ARRAY(HD_OUT, outputs, stage_reg, ops, REG_BITS, if_stage_operands, same),
        REST_OF(HD_OUT, outputs, stage_rest, "stage_rest", c->ports, if_stage_rest, same),
        HD_ARRAY(HD_OUT, outputs, stage_bank, ops, bank, if_place, places),
        HD_ARRAY(HD_OUT, outputs, stage_index, ops, index, if_place, places),
        HD_ARRAY(HD_OUT, outputs, stage_parked, c->ports, 1, if_stage, goes),
        HD_ARRAY(HD_OUT, outputs, stage_park, c->ports, park, if_parked, goes),
        HD_ARRAY(HD_OUT, outputs, stage_stores, c->ports, 1, if_stage,
                 "Registers: rd is in swap space: the result is stored from the park's row"),
        HD_ONE(HD_OUT, outputs, stored_slot, slot, if_stored, "Ports: whose result it is"),
        HD_ONE(HD_OUT, outputs, stored_reg, REG_BITS, if_stored, "Ports: which register"),
        HD_ONE(HD_OUT, outputs, job_valid, 1, NULL, jobs),
        HD_ONE(HD_OUT, outputs, job_store, 1, if_job, jobs),
        HD_ONE(HD_OUT, outputs, job_park, park, if_job, jobs),
        HD_ONE(HD_OUT, outputs, job_operand, 2, if_job, jobs),
        HD_ONE(HD_OUT, outputs, job_warp, warp, if_job, jobs),
        HD_ONE(HD_OUT, outputs, job_reg, REG_BITS, if_job, jobs),
        HD_ONE(HD_OUT, outputs, job_mask, c->lanes, if_job, jobs),
        HD_ONE(HD_OUT, outputs, job_bank, bank, if_job, places),
        HD_ONE(HD_OUT, outputs, job_index, index, if_job, places),
        HD_ARRAY(HD_OUT, outputs, missed, c->ports, 1, NULL,
                 "Registers: this cycle's answer: the set is in swap space"),
        REGISTER("first_q", first, c->ports, place, NULL, ring),
        REGISTER("count_q", count, c->ports, hd_bits_for(c->places), NULL, ring),
        REGISTER("ring_slot_q", ring_slot, rings, slot, if_taken, ring),
        REGISTER("ring_warp_q", ring_warp, rings, warp, if_taken, ring),
        REGISTER("ring_use_q", ring_use, rings, OPERANDS, if_taken, ring),
        REGISTER("ring_reg_q", ring_reg, rings, OPERANDS * REG_BITS, if_taken, ring),
        REGISTER("ring_asked_q", ring_asked, rings, OPERANDS, if_taken, asks),
        REGISTER("ring_known_q", ring_known, rings, OPERANDS, if_taken, told),
        REGISTER("ring_away_q", ring_away, rings, OPERANDS, if_taken, told),
        REGISTER("ring_mask_q", ring_mask, rings, c->lanes, if_taken, ring),
        REST_OF(HD_STATE, state, r.ring_rest, "ring_rest_q", rings, if_taken_rest, ring),
        REGISTER("ring_phys_q", ring_phys, rings * OPERANDS, phys, if_ring_phys, told),
        REGISTER("soon_valid_q", soon_valid, c->ports, 1, NULL, asks),
        REGISTER("due_valid_q", due_valid, c->ports, 1, NULL, told),
        REGISTER("soon_place_q", soon_place, c->ports, place, if_soon, asks),
        REGISTER("soon_set_q", soon_set, c->ports, set, if_soon, asks),
        REGISTER("due_place_q", due_place, c->ports, place, if_due, told),
        REGISTER("due_set_q", due_set, c->ports, set, if_due, told),
        HD_REG("looking_q", state, r.looking, 0, 1, c->slots, NULL,
               "Registers: from the issue until it has left ring and park"),
        REGISTER("state_q", at, c->parks, 3, NULL, phase),
        REGISTER("waits_q", waits, c->parks, 3, if_used, phase),
        REGISTER("fetched_q", fetched, c->parks, 3, if_used, jobs),
        REGISTER("sent_q", sent, c->parks, 1, if_used, jobs),
        REGISTER("port_q", port, c->parks, of_port, if_used, parked),
        REGISTER("slot_q", slot, c->parks, slot, if_used, parked),
        REGISTER("warp_q", warp, c->parks, warp, if_used, parked),
        REGISTER("use_q", use, c->parks, OPERANDS, if_used, parked),
        REGISTER("reg_q", reg, c->parks, OPERANDS * REG_BITS, if_used, parked),
        REGISTER("away_q", away, c->parks, OPERANDS, if_used, parked),
        REGISTER("mask_q", mask, c->parks, c->lanes, if_used, parked),
        REST_OF(HD_STATE, state, r.rest, "rest_q", c->parks, if_used_rest, parked),
        REGISTER("phys_q", phys, c->parks * OPERANDS, phys, if_park_phys, parked),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

enum { REGISTERS = 32 };

unsigned long long set_lookup_open(const char *path, unsigned slots, unsigned warps, unsigned lanes,
                                   unsigned ports, unsigned banks, unsigned places, unsigned parks,
                                   unsigned reg_phys, unsigned rest_width)
{
    const struct set_lookup_cfg cfg = {slots,  warps, lanes,    ports,     banks,
                                       places, parks, reg_phys, rest_width};
    char text[250];
    snprintf(text, sizeof text,
             "Slots=%u Warps=%u Lanes=%u Ports=%u Banks=%u Places=%u Parks=%u RegPhys=%u "
             "RestWidth=%u",
             slots, warps, lanes, ports, banks, places, parks, reg_phys, rest_width);
    struct hd_instance *inst = describe(path, text, &cfg);
    state *st = hd_model(inst);
    const char *wrong = set_lookup_init(&st->s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR set_lookup: %s (%s)\n", wrong, text);
        exit(2);
    }
    st->rest_words = (rest_width + 31) / 32;
    return hd_handle(inst);
}

/* The image of all registers, laid out as struct registers; the two functions below fill it. */
static struct registers image;

static void copy_rest(uint32_t (*to)[REST], const svBitVecVal *from, uint32_t rows, uint32_t words)
{
    for (uint32_t k = 0; k < rows; k++) memcpy(to[k], from + k * words, words * sizeof *from);
}

void set_lookup_rings(unsigned long long handle, const svBitVecVal *first, const svBitVecVal *count,
                      const svBitVecVal *slot, const svBitVecVal *warp, const svBitVecVal *mask,
                      const svBitVecVal *used, const svBitVecVal *regs, const svBitVecVal *rests,
                      const svBitVecVal *asked, const svBitVecVal *known, const svBitVecVal *away,
                      const svBitVecVal *phys, unsigned char soon_valid,
                      const svBitVecVal *soon_place, const svBitVecVal *soon_set,
                      unsigned char due_valid, const svBitVecVal *due_place,
                      const svBitVecVal *due_set)
{
    const state *st = hd_model(hd_instance(handle));
    const struct set_lookup_cfg *c = &st->s.cfg;
    const size_t ports = c->ports * sizeof(uint32_t), rings = c->places * ports;
    memcpy(image.first, first, ports);
    memcpy(image.count, count, ports);
    memcpy(image.ring_slot, slot, rings);
    memcpy(image.ring_warp, warp, rings);
    memcpy(image.ring_mask, mask, 2 * rings);
    memcpy(image.ring_use, used, rings);
    memcpy(image.ring_reg, regs, rings);
    memcpy(image.ring_asked, asked, rings);
    memcpy(image.ring_known, known, rings);
    memcpy(image.ring_away, away, rings);
    memcpy(image.ring_phys, phys, OPERANDS * rings);
    copy_rest(image.ring_rest, rests, c->ports * c->places, st->rest_words);
    hd_bits(image.soon_valid, soon_valid, c->ports);
    memcpy(image.soon_place, soon_place, ports);
    memcpy(image.soon_set, soon_set, ports);
    hd_bits(image.due_valid, due_valid, c->ports);
    memcpy(image.due_place, due_place, ports);
    memcpy(image.due_set, due_set, ports);
}

void set_lookup_parks(unsigned long long handle, unsigned long long looking, const svBitVecVal *at,
                      const svBitVecVal *waits, const svBitVecVal *fetched, unsigned sent,
                      const svBitVecVal *port, const svBitVecVal *slot, const svBitVecVal *warp,
                      const svBitVecVal *mask, const svBitVecVal *used, const svBitVecVal *regs,
                      const svBitVecVal *rests, const svBitVecVal *away, const svBitVecVal *phys)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *st = hd_model(inst);
    const size_t parks = st->s.cfg.parks * sizeof(uint32_t);
    image.looking = looking;
    memcpy(image.at, at, parks);
    memcpy(image.waits, waits, parks);
    memcpy(image.fetched, fetched, parks);
    hd_bits(image.sent, sent, st->s.cfg.parks);
    memcpy(image.port, port, parks);
    memcpy(image.slot, slot, parks);
    memcpy(image.warp, warp, parks);
    memcpy(image.mask, mask, 2 * parks);
    memcpy(image.use, used, parks);
    memcpy(image.reg, regs, parks);
    copy_rest(image.rest, rests, st->s.cfg.parks, st->rest_words);
    memcpy(image.away, away, parks);
    memcpy(image.phys, phys, OPERANDS * parks);
    hd_state(inst, 0, REGISTERS, &image, sizeof image);
}

static void get_stage_ports(const state *st, outputs *out, const svBitVecVal *slot,
                            const svBitVecVal *warp, const svBitVecVal *mask,
                            const svBitVecVal *used, const svBitVecVal *regs,
                            const svBitVecVal *rests, const svBitVecVal *bank,
                            const svBitVecVal *index, const svBitVecVal *park)
{
    const size_t ports = st->s.cfg.ports * sizeof(uint32_t);
    memcpy(out->stage_slot, slot, ports);
    memcpy(out->stage_warp, warp, ports);
    memcpy(out->stage_mask, mask, 2 * ports);
    memcpy(out->stage_use, used, ports);
    memcpy(out->stage_reg, regs, OPERANDS * ports);
    memcpy(out->stage_bank, bank, OPERANDS * ports);
    memcpy(out->stage_index, index, OPERANDS * ports);
    memcpy(out->stage_park, park, ports);
    copy_rest(out->stage_rest, rests, st->s.cfg.ports, st->rest_words);
}

int set_lookup_ports(
    unsigned long long handle, svBit rst_n, unsigned char issue_en, const svBitVecVal *issue_slot,
    const svBitVecVal *issue_warp, const svBitVecVal *issue_mask, const svBitVecVal *issue_use,
    const svBitVecVal *issue_reg, const svBitVecVal *issue_rest, unsigned char found_held,
    const svBitVecVal *found_phys, unsigned char stage_ready, unsigned read, unsigned written,
    svBit filled_en, unsigned filled_park, unsigned filled_operand, svBit stored_en,
    unsigned stored_park, svBit job_taken, unsigned char room, unsigned long long looking,
    unsigned char look_en, const svBitVecVal *look_warp, const svBitVecVal *look_set,
    unsigned char stage_valid, const svBitVecVal *stage_slot, const svBitVecVal *stage_warp,
    const svBitVecVal *stage_mask, const svBitVecVal *stage_use, const svBitVecVal *stage_reg,
    const svBitVecVal *stage_rest, const svBitVecVal *stage_bank, const svBitVecVal *stage_index,
    unsigned char stage_parked, const svBitVecVal *stage_park, unsigned char stage_stores,
    unsigned stored_slot, unsigned stored_reg, svBit job_valid, svBit job_store, unsigned job_park,
    unsigned job_operand, unsigned job_warp, unsigned job_reg, unsigned long long job_mask,
    unsigned job_bank, unsigned job_index, unsigned char missed)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *st = hd_model(inst);
    const uint32_t n = st->s.cfg.ports;
    const size_t ports = n * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    outputs *out = hd_outputs(inst);
    hd_bits(in->issue_en, issue_en, n);
    memcpy(in->issue_slot, issue_slot, ports);
    memcpy(in->issue_warp, issue_warp, ports);
    memcpy(in->issue_mask, issue_mask, 2 * ports);
    memcpy(in->issue_use, issue_use, ports);
    memcpy(in->issue_reg, issue_reg, OPERANDS * ports);
    copy_rest(in->issue_rest, issue_rest, n, st->rest_words);
    hd_bits(in->found_held, found_held, n);
    memcpy(in->found_phys, found_phys, ports);
    hd_bits(in->stage_ready, stage_ready, n);
    in->read = read;
    in->written = written;
    in->filled_en = filled_en != 0;
    in->filled_park = filled_park;
    in->filled_operand = filled_operand;
    in->stored_en = stored_en != 0;
    in->stored_park = stored_park;
    in->job_taken = job_taken != 0;
    hd_bits(out->room, room, n);
    out->looking = looking;
    hd_bits(out->look_en, look_en, n);
    memcpy(out->look_warp, look_warp, ports);
    memcpy(out->look_set, look_set, ports);
    hd_bits(out->stage_valid, stage_valid, n);
    get_stage_ports(st, out, stage_slot, stage_warp, stage_mask, stage_use, stage_reg, stage_rest,
                    stage_bank, stage_index, stage_park);
    hd_bits(out->stage_parked, stage_parked, n);
    hd_bits(out->stage_stores, stage_stores, n);
    out->stored_slot = stored_slot;
    out->stored_reg = stored_reg;
    out->job_valid = job_valid != 0;
    out->job_store = job_store != 0;
    out->job_park = job_park;
    out->job_operand = job_operand;
    out->job_warp = job_warp;
    out->job_reg = job_reg;
    out->job_mask = job_mask;
    out->job_bank = job_bank;
    out->job_index = job_index;
    hd_bits(out->missed, missed, n);
    now = in;
    return hd_ports(inst, rst_n != 0);
}
