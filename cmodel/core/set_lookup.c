/* SPDX-License-Identifier: Apache-2.0 */
#include "core/set_lookup.h"

#include <stddef.h>
#include <string.h>

static uint64_t bit(uint32_t n) { return UINT64_C(1) << n; }
static uint32_t lowest(uint32_t mask) { return (uint32_t)__builtin_ctz(mask); }
static uint32_t at(const struct set_lookup *s, uint32_t p, uint32_t n)
{
    return (s->first[p] + n) % SET_LOOKUP_PLACES;
}

uint32_t set_lookup_rows(uint32_t banks) { return (FRONT_OPERANDS + banks - 1) / banks; }

/* --- init and reset ------------------------------------------------------ */

const char *set_lookup_init(struct set_lookup *s, const struct set_lookup_cfg *cfg)
{
    if (cfg->ports < 1 || cfg->ports > SET_LOOKUP_MAX_PORTS) return "Ports must be 1 to 3";
    if (cfg->parks < 1 || cfg->parks > SET_LOOKUP_MAX_PARKS) return "Parks must be 1 to 16";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void set_lookup_reset(struct set_lookup *s)
{
    const struct set_lookup_cfg cfg = s->cfg;
    memset(s, 0, sizeof *s);
    s->cfg = cfg;
}

/* --- an instruction's registers ------------------------------------------ */

static uint32_t set_of(const struct set_lookup *s, uint32_t reg) { return reg / s->cfg.banks; }

/* Its operands in this set. */
static uint8_t operands_in(const struct set_lookup *s, const struct front_instruction *i,
                           uint32_t set)
{
    uint8_t mask = 0;
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        if ((i->use >> o & 1) && set_of(s, i->reg[o]) == set) mask |= (uint8_t)(1u << o);
    return mask;
}

static void learn(const struct set_lookup *s, struct set_lookup_instruction *x, uint32_t set,
                  bool held, uint32_t phys)
{
    const uint8_t which = operands_in(s, &x->i, set);
    x->known |= which;
    if (!held) x->away |= which;
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        if (which >> o & 1)
            x->place[o] =
                (struct register_place){(uint8_t)(x->i.reg[o] % s->cfg.banks), (uint16_t)phys};
}

/* A park's row for an operand. */
static struct register_place staging(const struct set_lookup *s, uint32_t park, uint32_t operand)
{
    const uint32_t banks = s->cfg.banks;
    return (struct register_place){
        (uint8_t)(operand % banks),
        (uint16_t)(s->cfg.staging + park * set_lookup_rows(banks) + operand / banks)};
}

/* --- eval ---------------------------------------------------------------- */

static struct set_lookup_job job_of(const struct set_lookup *s, uint32_t n, uint32_t operand)
{
    const struct set_lookup_instruction *x = &s->park[n].x;
    return (struct set_lookup_job){
        s->park[n].state == PARK_STORES, n, operand, x->warp, x->i.reg[operand], x->i.mask,
        staging(s, n, operand)};
}

/* The lowest park with something to ask of memory. */
static void view_job(const struct set_lookup *s, struct set_lookup_out *out)
{
    out->job_valid = false;
    for (uint32_t n = 0; n < s->cfg.parks && !out->job_valid; n++) {
        const struct set_lookup_park *k = &s->park[n];
        const uint32_t left = k->waits & ~(uint32_t)k->fetched;
        if (k->state == PARK_FETCHES && left != 0) out->job = job_of(s, n, lowest(left));
        else if (k->state == PARK_STORES && !k->sent) out->job = job_of(s, n, FRONT_RD);
        else continue;
        out->job_valid = true;
    }
}

void set_lookup_view(const struct set_lookup *s, struct set_lookup_out *out)
{
    out->looking = s->looking;
    for (uint32_t p = 0; p < s->cfg.ports; p++) out->room[p] = s->count[p] < SET_LOOKUP_PLACES;
    view_job(s, out);
}

static void ask(const struct set_lookup *s, struct set_lookup_out *out, uint32_t p, uint32_t place,
                const struct front_instruction *i, uint32_t warp, uint32_t left)
{
    out->look_en[p] = true;
    out->look_row[p] = warp;
    out->look_set[p] = set_of(s, i->reg[lowest(left)]);
    out->asks[p] = place;
}

/* The oldest instruction with a set that nobody has asked for yet; the one that issues is last. */
static void eval_question(const struct set_lookup *s, const struct set_lookup_in *in,
                          struct set_lookup_out *out, uint32_t p)
{
    out->look_en[p] = false;
    for (uint32_t n = 0; n < s->count[p]; n++) {
        const struct set_lookup_instruction *x = &s->ring[p][at(s, p, n)];
        const uint32_t left = x->i.use & ~(uint32_t)x->asked;
        if (left == 0) continue;
        ask(s, out, p, n, &x->i, x->warp, left);
        return;
    }
    if (in->issue_en[p] && in->issue[p]->use != 0)
        ask(s, out, p, s->count[p], in->issue[p], in->warp[p], in->issue[p]->use);
}

/* The answer of this cycle is looked at at once. */
static void eval_head(const struct set_lookup *s, const struct set_lookup_in *in,
                      struct set_lookup_out *out, uint32_t p)
{
    const struct set_lookup_question *q = &s->question[p][SET_LOOKUP_STEPS - 1];
    out->missed[p] = q->valid && !in->found_held[p];
    if (s->count[p] == 0) return;
    out->head[p] = s->ring[p][s->first[p]];
    if (q->valid && q->place == s->first[p])
        learn(s, &out->head[p], q->set, in->found_held[p], in->found_phys[p]);
}

/* Who comes to the issue register: a parked instruction that has all its operands, else the head if
 * it knows where all are. One with a register in swap space goes to the lowest free park. */
static void eval_port(const struct set_lookup *s, struct set_lookup_out *out, uint32_t p,
                      uint32_t *taken)
{
    out->stage_valid[p] = false;
    out->head_goes[p] = false;
    out->to_park[p] = 0;
    out->from_park[p] = 0;
    for (uint32_t n = 0; n < s->cfg.parks && out->from_park[p] == 0; n++)
        if (s->park[n].state == PARK_FETCHES && s->park[n].waits == 0 && s->park[n].port == p)
            out->from_park[p] = n + 1;
    const struct set_lookup_instruction *head = &out->head[p];
    const bool knows = s->count[p] > 0 && (head->i.use & ~(uint32_t)head->known) == 0;
    if (out->from_park[p] != 0) {
        out->stage_valid[p] = true;
        out->stage[p] = &s->park[out->from_park[p] - 1].x;
    } else if (knows && head->away == 0) {
        out->stage_valid[p] = true;
        out->stage[p] = head;
        out->head_goes[p] = true;
    }
    if (!knows || head->away == 0) return;
    for (uint32_t n = 0; n < s->cfg.parks && out->to_park[p] == 0; n++)
        if (s->park[n].state == PARK_FREE && !(*taken >> n & 1)) out->to_park[p] = n + 1;
    if (out->to_park[p] != 0) *taken |= 1u << (out->to_park[p] - 1);
}

void set_lookup_eval(const struct set_lookup *s, const struct set_lookup_in *in,
                     struct set_lookup_out *out)
{
    uint32_t taken = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        eval_question(s, in, out, p);
        eval_head(s, in, out, p);
        eval_port(s, out, p, &taken);
    }
}

/* --- tick ---------------------------------------------------------------- */

static void tick_answer(struct set_lookup *s, const struct set_lookup_in *in, uint32_t p)
{
    const struct set_lookup_question *q = &s->question[p][SET_LOOKUP_STEPS - 1];
    if (q->valid) learn(s, &s->ring[p][q->place], q->set, in->found_held[p], in->found_phys[p]);
}

static void push(struct set_lookup *s, const struct set_lookup_in *in, uint32_t p)
{
    struct set_lookup_instruction *x = &s->ring[p][at(s, p, s->count[p]++)];
    x->i = *in->issue[p];
    x->warp = in->warp[p];
    x->asked = x->known = x->away = 0;
    x->park = 0;
    s->looking |= bit(x->i.slot[0]);
}

static void tick_question(struct set_lookup *s, const struct set_lookup_out *out, uint32_t p)
{
    struct set_lookup_question *q = s->question[p];
    q[1] = q[0];
    q[0].valid = out->look_en[p];
    if (!q[0].valid) return;
    struct set_lookup_instruction *x = &s->ring[p][at(s, p, out->asks[p])];
    q[0].place = at(s, p, out->asks[p]);
    q[0].set = out->look_set[p];
    x->asked |= operands_in(s, &x->i, q[0].set);
}

/* What is in swap space is got into, or goes by, rows of the park's own. */
static void take_park(struct set_lookup *s, const struct set_lookup_instruction *x, uint32_t p,
                      uint32_t n)
{
    struct set_lookup_park *k = &s->park[n];
    k->x = *x;
    k->x.park = n + 1;
    k->state = PARK_FETCHES;
    k->waits = (uint8_t)(x->away & ((1u << FRONT_RD) - 1));
    k->fetched = 0;
    k->sent = false;
    k->port = p;
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        if (x->away >> o & 1) k->x.place[o] = staging(s, n, o);
}

static bool stores(const struct set_lookup_park *k) { return k->x.away >> FRONT_RD & 1; }

static void leave_park(struct set_lookup *s, struct set_lookup_park *k)
{
    k->state = PARK_FREE;
    s->looking &= ~bit(k->x.i.slot[0]);
}

static void pop(struct set_lookup *s, uint32_t p)
{
    s->first[p] = at(s, p, 1);
    s->count[p]--;
}

static void tick_port(struct set_lookup *s, const struct set_lookup_in *in,
                      const struct set_lookup_out *out, uint32_t p)
{
    if (out->from_park[p] != 0 && in->stage_ready[p])
        s->park[out->from_park[p] - 1].state = PARK_ISSUES;
    if (out->head_goes[p] && in->stage_ready[p]) {
        s->looking &= ~bit(out->head[p].i.slot[0]);
        pop(s, p);
    } else if (out->to_park[p] != 0) {
        take_park(s, &out->head[p], p, out->to_park[p] - 1);
        pop(s, p);
    }
}

static void tick_parks(struct set_lookup *s, const struct set_lookup_in *in,
                       const struct set_lookup_out *out)
{
    if (in->job_taken && out->job.store) s->park[out->job.park].sent = true;
    if (in->job_taken && !out->job.store)
        s->park[out->job.park].fetched |= (uint8_t)(1u << out->job.operand);
    if (in->filled) s->park[in->filled_park].waits &= (uint8_t) ~(1u << in->filled_operand);
    for (uint32_t left = in->read; left; left &= left - 1) {
        struct set_lookup_park *k = &s->park[lowest(left)];
        if (stores(k)) k->state = PARK_RUNS;
        else leave_park(s, k);
    }
    for (uint32_t left = in->written; left; left &= left - 1)
        s->park[lowest(left)].state = PARK_STORES;
    if (in->stored) leave_park(s, &s->park[in->stored_park]);
}

void set_lookup_tick(struct set_lookup *s, const struct set_lookup_in *in,
                     const struct set_lookup_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        tick_answer(s, in, p);
        if (in->issue_en[p]) push(s, in, p);
        tick_question(s, out, p);
        tick_port(s, in, out, p);
    }
    tick_parks(s, in, out);
}

/* --- check --------------------------------------------------------------- */

const char *set_lookup_check(const struct set_lookup *s)
{
    uint64_t seen = 0;
    uint32_t here = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (s->count[p] > SET_LOOKUP_PLACES) return "one_a_warp";
        for (uint32_t n = 0; n < s->count[p]; n++, here++)
            seen |= bit(s->ring[p][at(s, p, n)].i.slot[0]);
    }
    for (uint32_t n = 0; n < s->cfg.parks; n++) {
        if (s->park[n].state == PARK_FREE) continue;
        seen |= bit(s->park[n].x.i.slot[0]);
        here++;
    }
    if (seen != s->looking || (uint32_t)__builtin_popcountll(seen) != here) return "one_a_warp";
    return NULL;
}
