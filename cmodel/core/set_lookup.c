/* SPDX-License-Identifier: Apache-2.0 */
#include "core/set_lookup.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

static uint32_t at(const struct set_lookup *s, uint32_t p, uint32_t n)
{
    return (s->first[p] + n) % s->cfg.places;
}

uint32_t set_lookup_rows(uint32_t banks) { return (FRONT_OPERANDS + banks - 1) / banks; }

/* --- init and reset ------------------------------------------------------ */

const char *set_lookup_init(struct set_lookup *s, const struct set_lookup_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > FRONT_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->warps < 2 || cfg->warps > 64) return "Warps must be 2 to 64";
    if (cfg->lanes < 1 || cfg->lanes > FRONT_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->ports < 1 || cfg->ports > SET_LOOKUP_MAX_PORTS) return "Ports must be 1 to 3";
    if (cfg->banks < 1 || cfg->banks > 8 || !is_power_of_two(cfg->banks))
        return "Banks must be 1, 2, 4 or 8";
    if (cfg->places != 2 && cfg->places != 4 && cfg->places != 8) return "Places must be 2, 4 or 8";
    if (cfg->parks < 1 || cfg->parks > SET_LOOKUP_MAX_PARKS) return "Parks must be 1 to 16";
    if (cfg->staging < 2 || cfg->staging > 4096) return "RegPhys must be 2 to 4096";
    if (cfg->rest_width < 1 || cfg->rest_width > 640) return "RestWidth must be 1 to 640";
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
    for (uint32_t p = 0; p < s->cfg.ports; p++) out->room[p] = s->count[p] < s->cfg.places;
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

/* The oldest instruction with a set that was not asked for yet; the issuing instruction is last. */
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

/* The issue register gets a parked instruction that has all its operands, else the head if the
 * places of all its registers are known. A head with a register in swap space goes to the lowest
 * free park instead. */
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
    if (in->stored_park >= s->cfg.parks) return;
    out->stored_slot = s->park[in->stored_park].x.i.slot[0];
    out->stored_reg = s->park[in->stored_park].x.i.reg[FRONT_RD];
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

/* Operands in swap space are fetched into, or leave by, rows of the park's own. */
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

/* --- check and promise --------------------------------------------------- */

/* Operands that are known were asked for; operands that are away are known. */
static bool is_sound(const struct set_lookup_instruction *x)
{
    return (x->asked & ~x->i.use) == 0 && (x->known & ~x->asked) == 0 && (x->away & ~x->known) == 0;
}

static const char *check_ring(const struct set_lookup *s, uint32_t p)
{
    uint32_t asked[SET_LOOKUP_MAX_PLACES] = {0}; /* and not yet answered */
    if (s->count[p] > s->cfg.places || s->first[p] >= s->cfg.places) return "ring_count";
    for (uint32_t k = 0; k < SET_LOOKUP_STEPS; k++) {
        const struct set_lookup_question *q = &s->question[p][k];
        if (q->valid) asked[q->place] |= operands_in(s, &s->ring[p][q->place].i, q->set);
    }
    for (uint32_t n = 0; n < s->count[p]; n++) {
        const struct set_lookup_instruction *x = &s->ring[p][at(s, p, n)];
        if (!is_sound(x)) return "known_asked";
        if ((uint32_t)(x->asked & ~x->known) != asked[at(s, p, n)]) return "answer_due";
    }
    return NULL;
}

/* A park that waits for operands waits for some that are in swap space. A park that stores has a
 * result for swap space. */
static const char *check_park(const struct set_lookup_park *k)
{
    if (k->state == PARK_FREE) return NULL;
    if (!is_sound(&k->x) || k->x.known != k->x.i.use || k->x.away == 0) return "parked_knows";
    if ((k->waits & ~k->x.away) != 0 || (k->waits != 0 && k->state != PARK_FETCHES))
        return "park_waits";
    if (k->state >= PARK_RUNS && !stores(k)) return "park_stores";
    return k->sent && k->state != PARK_STORES ? "park_stores" : NULL;
}

const char *set_lookup_check(const struct set_lookup *s)
{
    uint64_t seen = 0;
    uint32_t here = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const char *wrong = check_ring(s, p);
        if (wrong) return wrong;
        for (uint32_t n = 0; n < s->count[p]; n++, here++)
            seen |= bit(s->ring[p][at(s, p, n)].i.slot[0]);
    }
    for (uint32_t n = 0; n < s->cfg.parks; n++) {
        const char *wrong = check_park(&s->park[n]);
        if (wrong) return wrong;
        if (s->park[n].state == PARK_FREE) continue;
        seen |= bit(s->park[n].x.i.slot[0]);
        here++;
    }
    if (seen != s->looking || (uint32_t)__builtin_popcountll(seen) != here) return "one_a_warp";
    return NULL;
}

static const char *promise_issue(const struct set_lookup *s, const struct set_lookup_in *in)
{
    uint64_t slots = s->looking;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->issue_en[p]) continue;
        const struct front_instruction *i = in->issue[p];
        if (s->count[p] == s->cfg.places) return "an instruction issues, and there is no room";
        if (i->slot[0] >= s->cfg.slots) return "an instruction issues on a slot that there is not";
        if (slots & bit(i->slot[0])) return "an instruction issues on a slot that is looking";
        if (in->warp[p] >= s->cfg.warps) return "an instruction is of a warp that there is not";
        slots |= bit(i->slot[0]);
    }
    return NULL;
}

static const char *promise_parks(const struct set_lookup *s, const struct set_lookup_in *in)
{
    for (uint32_t n = 0; n < 32; n++) {
        const uint32_t state = n < s->cfg.parks ? s->park[n].state : (uint32_t)PARK_FREE;
        if ((in->read >> n & 1) && state != PARK_ISSUES)
            return "operands are read of a park that has not issued";
        if ((in->written >> n & 1) && state != PARK_RUNS)
            return "a result is written of a park that has none to come";
    }
    if (in->filled) {
        const struct set_lookup_park *k = &s->park[in->filled_park];
        if (in->filled_park >= s->cfg.parks || k->state != PARK_FETCHES ||
            !(k->waits >> in->filled_operand & 1) || !(k->fetched >> in->filled_operand & 1))
            return "an operand comes that is not on its way";
    }
    if (!in->stored) return NULL;
    const struct set_lookup_park *k = &s->park[in->stored_park];
    if (in->stored_park >= s->cfg.parks || k->state != PARK_STORES || !k->sent)
        return "a result is stored that is not on its way";
    return NULL;
}

const char *set_lookup_promise(const struct set_lookup *s, const struct set_lookup_in *in)
{
    struct set_lookup_out out;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct set_lookup_question *q = &s->question[p][SET_LOOKUP_STEPS - 1];
        if (q->valid && in->found_held[p] && in->found_phys[p] >= s->cfg.staging)
            return "a set is found where there is none";
    }
    view_job(s, &out);
    if (in->job_taken && !out.job_valid) return "a task is taken, and there is none";
    const char *wrong = promise_issue(s, in);
    return wrong ? wrong : promise_parks(s, in);
}
