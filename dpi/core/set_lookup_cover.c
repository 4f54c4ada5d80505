/* SPDX-License-Identifier: Apache-2.0 */
#include "core/set_lookup_cover.h"

/* What was in the cycle before, as far as cycles are seen here. */
static struct {
    uint64_t looking;
    bool job_waits;
    uint32_t job_park, job_operand;
} last;

static uint32_t sets_in(const state *s, uint32_t use, const uint8_t *reg)
{
    uint64_t seen = 0;
    for (uint32_t o = 0; o < OPERANDS; o++)
        if (has(use, o)) seen |= UINT64_C(1) << reg[o] / s->cfg.banks;
    return (uint32_t)__builtin_popcountll(seen);
}

static void cover_issue(const state *s, const inputs *in, const outputs *out, uint32_t p,
                        uint64_t *bin)
{
    const uint8_t *reg = in->issue[p]->reg;
    if (out->look_en[p] && out->asks[p] == s->count[p]) bin[BIN_ASKS_AT_ISSUE]++;
    else if (out->look_en[p]) bin[BIN_ASKS_BEHIND]++;
    if (out->head_goes[p] && in->stage_ready[p]) bin[BIN_PASSES]++;
    if (has(last.looking, in->issue[p]->slot[0])) bin[BIN_AGAIN]++;
    if (has(in->issue[p]->use, 0) && has(in->issue[p]->use, 3) && reg[0] == reg[3])
        bin[BIN_TWIN_REGISTERS]++;
}

static void cover_question(const state *s, const outputs *out, uint32_t p, uint64_t *bin)
{
    uint32_t could = 0;
    for (uint32_t n = 0; n < s->count[p]; n++) {
        const struct set_lookup_instruction *x = &s->ring[p][(s->first[p] + n) % s->cfg.places];
        if ((x->i.use & ~(uint32_t)x->asked) != 0) could++;
    }
    if (could > 1) bin[BIN_ASKS_OLDER]++;
    const uint32_t n = out->asks[p];
    if (!out->look_en[p] || n == s->count[p]) return;
    const struct set_lookup_instruction *x = &s->ring[p][(s->first[p] + n) % s->cfg.places];
    const uint32_t done = sets_in(s, x->asked, x->i.reg);
    if (done == 1) bin[BIN_SETS]++;
    if (done == 3) bin[BIN_ALL_SETS]++;
    if (n > 0) bin[BIN_ASKS_YOUNGER]++;
}

static void cover_stage(const state *s, const inputs *in, const outputs *out, uint32_t p,
                        uint64_t *bin)
{
    const struct set_lookup_question *q = &s->question[p][SET_LOOKUP_STEPS - 1];
    const bool answered = q->valid && q->place == s->first[p];
    const struct set_lookup_instruction *head = &out->head[p];
    const bool knows = s->count[p] > 0 && (head->i.use & ~(uint32_t)head->known) == 0;
    const bool ready = in->stage_ready[p];
    if (q->valid && !answered) bin[BIN_ANSWER_OF_OTHER]++;
    if (!out->stage_valid[p]) return;
    if (out->stage[p]->park != 0) {
        if (!ready) bin[BIN_PARKED_REFUSED]++;
        if (ready && knows && head->away == 0) bin[BIN_PARKED_FIRST]++;
        if (ready && out->to_park[p] != 0) bin[BIN_PARKED_BESIDE]++;
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

/* Instructions that go to a park, and instructions that find none free. */
static void cover_to_park(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t want = 0, get = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct set_lookup_instruction *x = &out->head[p];
        if (s->count[p] == 0 || (x->i.use & ~(uint32_t)x->known) != 0 || x->away == 0) continue;
        want++;
        if (out->to_park[p] == 0) {
            bin[BIN_NO_PARK]++;
            if (in->stored || in->read != 0) bin[BIN_FREED_NOW]++;
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

static void cover_parks(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    bool freed = false;
    for (uint32_t n = 0; n < s->cfg.parks; n++) {
        const bool stores = has(s->park[n].x.away, FRONT_RD);
        if (has(in->read, n)) bin[stores ? BIN_READ_STORES : BIN_READ]++;
        freed |= has(in->read, n) && !stores;
    }
    if (several(in->read)) bin[BIN_READ_TWO]++;
    if (in->written != 0) bin[several(in->written) ? BIN_WRITTEN_TWO : BIN_WRITTEN]++;
    if (in->stored) bin[freed ? BIN_STORED_READ : BIN_STORED]++;
    if (!in->filled) return;
    const struct set_lookup_park *k = &s->park[in->filled_park];
    bin[several(k->waits) ? BIN_FILLED : BIN_FILLED_LAST]++;
    if (in->job_taken && !out->job.store && out->job.park == in->filled_park)
        bin[BIN_FILLED_TAKEN]++;
}

static void cover_jobs(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
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
    if (last.job_waits && (out->job.park != last.job_park || out->job.operand != last.job_operand))
        bin[BIN_JOB_OTHER]++;
    last.job_waits = out->job_valid && !in->job_taken;
    last.job_park = out->job.park;
    last.job_operand = out->job.operand;
}

void set_lookup_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->issue_en[p]) cover_issue(s, in, out, p, bin);
        if (!out->room[p]) bin[BIN_FULL]++;
        cover_question(s, out, p, bin);
        cover_stage(s, in, out, p, bin);
        if (in->issue_en[p] && in->issue[p]->slot[0] == s->cfg.slots - 1 &&
            in->issue[p]->reg[0] == FRONT_REGISTERS - 1 &&
            s->park[s->cfg.parks - 1].state != PARK_FREE)
            bin[BIN_EDGES]++;
    }
    cover_to_park(s, in, out, bin);
    cover_parks(s, in, out, bin);
    cover_jobs(s, in, out, bin);
    last.looking = s->looking;
}
