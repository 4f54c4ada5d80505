/* SPDX-License-Identifier: Apache-2.0 */
#include "grid/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_LOAD = CORE_LOADS };

const struct core_params core_defaults = {
    .alu = 10,
    .l1 = 28,
    .mshrs = 64,
    .gap = 4,
    .queue = 30,
    .demand = 10,
    .swap_hit = 90,
    .swap_low = 350,
    .swap_high = 550,
};

/* Schedulers, and writeback ports. */
static uint32_t ports(const struct core *c)
{
    return c->plug->ports != 0 ? c->plug->ports : GRID_PORTS;
}

/* --- warps: what comes next ---------------------------------------------- */

/* A number below n that follows from seed, block, rank and the draws before it alone. */
static uint32_t draw(struct core_warp *w, uint32_t n)
{
    w->draws = w->draws * 6364136223846793005u + 1442695040888963407u;
    return n == 0 ? 0 : (uint32_t)((w->draws >> 33) % n);
}

static const struct kernel_op *op_of(const struct core *c, const struct core_warp *w)
{
    return &c->kernel.op[w->op];
}

/* Goes on to the next op that a core sees: repeats are run here. */
static void settle(const struct core *c, struct core_warp *w)
{
    for (;;) {
        const struct kernel_op *op = op_of(c, w);
        if (op->verb == KERNEL_REPEAT) {
            w->turns[w->depth++] = op->count + draw(w, op->most - op->count + 1);
            w->op++;
        } else if (op->verb == KERNEL_END) {
            if (--w->turns[w->depth - 1] > 0) {
                w->op = (uint16_t)(op->other + 1);
            } else {
                w->depth--;
                w->op++;
            }
        } else {
            w->left =
                op->verb == KERNEL_COMPUTE || op->verb == KERNEL_LOAD || op->verb == KERNEL_STORE
                    ? op->count
                    : 1;
            return;
        }
    }
}

/* One instruction of the present op has been issued. */
static void step(const struct core *c, struct core_warp *w)
{
    const struct kernel_op *op = op_of(c, w);
    w->issued++;
    if (op->verb == KERNEL_PHASE) w->phase = w->op;
    if (op->verb == KERNEL_LOAD && w->left == 1) w->uses = op->uses;
    else if (w->uses > 0) w->uses--;
    if (--w->left > 0) return;
    w->op++;
    settle(c, w);
}

/* The first phase is where warps begin, not an event. */
static void begin_warp(const struct core *c, struct core_warp *w, uint32_t block, uint32_t rank)
{
    struct hd_rng rng;
    memset(w, 0, sizeof *w);
    hd_rng_seed(&rng, c->seed ^ ((uint64_t)block << 20 | rank) * 0x9e3779b97f4a7c15u);
    w->draws = hd_rng_next(&rng);
    w->op = 1;
    settle(c, w);
}

/* The warp's next instruction needs a load that is on its way. A load after a load does so when the
 * uses of the earlier loads are spent; barriers, phases and the end wait for all loads. */
static bool needs_loads(const struct core *c, const struct core_warp *w)
{
    const enum kernel_verb verb = op_of(c, w)->verb;
    if (w->loads == 0) return false;
    if (verb == KERNEL_BARRIER || verb == KERNEL_PHASE || verb == KERNEL_EXIT) return true;
    if (verb == KERNEL_LOAD && w->left < op_of(c, w)->count) return false; /* back to back */
    return w->uses == 0;
}

/* --- which warp sits on which slot --------------------------------------- */

static uint32_t owner_index(const struct core *c, uint32_t slot)
{
    return c->plug->by_warp ? c->view.warp[slot] : slot;
}

static struct core_warp *warp_on(struct core *c, uint32_t slot)
{
    const uint32_t i = owner_index(c, slot);
    return &c->block[c->owner_block[i]].warp[c->owner_rank[i]];
}

static struct core_block *block_on(struct core *c, uint32_t slot)
{
    return &c->block[c->owner_block[owner_index(c, slot)]];
}

/* The sum does not depend on the order in which warps end. */
static void end_warp(struct core *c, uint32_t slot, struct core_warp *w)
{
    const uint32_t i = owner_index(c, slot);
    struct hd_rng mix;
    hd_rng_seed(&mix, w->draws ^ (uint64_t)c->owner_block[i] << 40 ^
                          (uint64_t)c->owner_rank[i] << 32 ^ w->issued);
    c->executed += hd_rng_next(&mix);
    w->ended = true;
}

/* --- loads --------------------------------------------------------------- */

static void return_at(struct core *c, uint32_t load, uint64_t when)
{
    const uint32_t place = (uint32_t)(when % CORE_WHEEL);
    c->load[load].next = c->wheel[place];
    c->wheel[place] = load;
}

/* The loads of this clock go behind the others that wait for a writeback port. */
static void gather(struct core *c)
{
    const uint32_t place = (uint32_t)(c->now % CORE_WHEEL);
    uint32_t load = c->wheel[place];
    c->wheel[place] = NO_LOAD;
    while (load != NO_LOAD) {
        const uint32_t next = c->load[load].next;
        c->load[load].next = NO_LOAD;
        if (!c->load[load].hit) c->out_misses--;
        if (c->back_first == NO_LOAD) c->back_first = load;
        else c->load[c->back_last].next = load;
        c->back_last = load;
        load = next;
    }
}

/* A load whose warp goes on if it was the last one: a wake-up, if its stall was told. */
static void write_back(struct core *c, uint32_t p, uint32_t load)
{
    const struct core_load *l = &c->load[load];
    struct core_block *b = &c->block[l->block];
    struct core_warp *w = &b->warp[l->rank];
    w->busy &= ~(1ull << l->reg);
    w->loads--;
    c->in.wb[p].valid = true;
    c->in.wb[p].slot = l->slot;
    c->in.wb[p].warp = l->warp;
    c->in.wb[p].reg = l->reg;
    if (w->loads > 0 || !w->stalled) return;
    w->stalled = false;
    if (!b->active) return;
    c->in.wake[p].valid = true;
    c->in.wake[p].slot = l->slot;
}

/* A stall that is told of in this clock is over in a later one. */
static void write_backs(struct core *c)
{
    gather(c);
    for (uint32_t p = 0; p < ports(c) && c->back_first != NO_LOAD; p++) {
        const uint32_t load = c->back_first;
        const struct core_load *l = &c->load[load];
        const struct core_warp *w = &c->block[l->block].warp[l->rank];
        if (w->stalled && w->told_at == c->now) return;
        c->back_first = c->load[load].next;
        write_back(c, p, load);
        c->load[load].next = c->load_free;
        c->load_free = load;
    }
}

/* A free register, a free record: there is one, for a warp has CORE_REGS loads out at most. */
static uint32_t new_load(struct core *c, struct core_warp *w, uint32_t slot)
{
    const struct kernel_op *op = op_of(c, w);
    const uint32_t load = c->load_free, i = owner_index(c, slot);
    struct core_load *l = &c->load[load];
    uint32_t reg = 0;
    while (w->busy >> reg & 1) reg++;
    c->load_free = l->next;
    *l = (struct core_load){.block = (uint32_t)c->owner_block[i],
                            .rank = c->owner_rank[i],
                            .slot = slot,
                            .warp = c->view.warp[slot],
                            .reg = reg,
                            .next = NO_LOAD};
    l->hit = draw(w, 100) < op->hit;
    l->latency = l->hit ? c->p.l1 : op->low + draw(w, op->high - op->low + 1);
    w->busy |= 1ull << reg;
    w->loads++;
    c->stats.loads++;
    return load;
}

/* n lines come from or go to memory, one after the other, behind the lines before. Returns the
 * clocks that the first one waits. */
static uint64_t lines(struct core *c, uint32_t n)
{
    if (c->line_at < c->now) c->line_at = c->now;
    const uint64_t waits = c->line_at - c->now;
    c->line_at += (uint64_t)n * c->p.gap;
    return waits;
}

/* So many lines wait that no more are taken, except lines of misses, which MSHRs limit. */
static bool memory_full(const struct core *c)
{
    return c->line_at > c->now + (uint64_t)c->p.mshrs * c->p.gap;
}

/* L1 takes the load that goes first, unless it misses and no MSHR is free. */
static void l1(struct core *c)
{
    c->in.l1_ready = false;
    if (!c->view.l1_valid) return;
    struct core_load *l = &c->load[c->view.l1];
    if (!l->hit && c->out_misses == c->p.mshrs) return;
    c->in.l1_ready = true;
    uint64_t after = l->latency;
    if (!l->hit) {
        c->out_misses++;
        c->stats.misses++;
        after += lines(c, 1);
    }
    if (after >= CORE_WHEEL) after = CORE_WHEEL - 1;
    return_at(c, c->view.l1, c->now + after);
}

/* First in, first out, where the residency has no load queues of its own. */
static void show_queue(struct core *c)
{
    if (c->plug->queues) return;
    c->view.load_ready = c->queue_count < c->p.queue;
    c->view.l1_valid = c->queue_count > 0;
    c->view.l1 = c->queue[c->queue_first];
}

static void move_queue(struct core *c)
{
    if (c->plug->queues) return;
    if (c->in.l1_ready) {
        c->queue_first = (c->queue_first + 1) % CORE_QUEUE;
        c->queue_count--;
    }
    if (c->in.load_valid) c->queue[(c->queue_first + c->queue_count++) % CORE_QUEUE] = c->in.load;
}

/* --- issue --------------------------------------------------------------- */

/* Why a warp on a ready slot cannot issue in this clock; CORE_ISSUE: it can. */
static enum core_slot obstacle(const struct core *c, const struct core_warp *w, bool port_free)
{
    const enum kernel_verb verb = op_of(c, w)->verb;
    if (needs_loads(c, w) || w->away_at > c->now) return CORE_LONG;
    if (w->ready_at > c->now) return CORE_SHORT;
    if (verb != KERNEL_LOAD && verb != KERNEL_STORE) return CORE_ISSUE;
    if (!port_free || !c->view.load_ready || c->load_free == NO_LOAD) return CORE_PIPELINE;
    if (verb == KERNEL_LOAD && w->loads >= CORE_REGS - 1) return CORE_PIPELINE;
    if (verb == KERNEL_STORE && memory_full(c)) return CORE_PIPELINE;
    return CORE_ISSUE;
}

static void event(struct core *c, uint32_t p, enum grid_event kind, uint32_t slot)
{
    c->in.ev[p].valid = true;
    c->in.ev[p].kind = kind;
    c->in.ev[p].slot = slot;
}

/* Any of the sets, as far as the warp's phase has some. */
static void look_up(struct core *c, struct grid_look *look, uint32_t slot, uint32_t sets)
{
    if (sets == 0) return;
    look->valid = true;
    look->slot = slot;
    look->set = hd_rng_below(&c->rng, sets);
    c->stats.looks++;
}

/* Looks up the registers of an instruction, and its scratchpad, if it is one of the share of
 * instructions that access it: two clocks. Barriers, phases and ends access neither. */
static void look_ups(struct core *c, uint32_t p, uint32_t slot, struct core_warp *w)
{
    const struct kernel_op *phase = &c->kernel.op[w->phase];
    w->ready_at += CORE_ANSWER;
    if (op_of(c, w)->verb > KERNEL_STORE || op_of(c, w)->verb == KERNEL_PHASE) return;
    look_up(c, &c->in.look[p], slot, (phase->registers + GRID_SET_REGS - 1) / GRID_SET_REGS);
    if (hd_rng_below(&c->rng, 100) < c->p.demand)
        look_up(c, &c->in.scratch_look[p], slot,
                (phase->shared + GRID_SET_BYTES - 1) / GRID_SET_BYTES);
    c->asked[c->now % CORE_ANSWER][p] = (int32_t)owner_index(c, slot);
}

static void issue(struct core *c, uint32_t p, uint32_t slot, bool *port_free)
{
    struct core_warp *w = warp_on(c, slot);
    const struct kernel_op *op = op_of(c, w);
    c->last[p] = slot;
    w->ready_at = c->now + (op->verb == KERNEL_LOAD ? 1 : c->p.alu);
    if (c->plug->by_warp) look_ups(c, p, slot, w);
    switch (op->verb) {
    case KERNEL_LOAD:
        *port_free = false;
        c->in.load = new_load(c, w, slot);
        c->in.load_valid = true;
        c->in.load_warp = c->view.warp[slot];
        c->in.set[p].valid = true;
        c->in.set[p].slot = slot;
        c->in.set[p].reg = c->load[c->in.load].reg;
        break;
    case KERNEL_STORE:
        *port_free = false;
        lines(c, 1);
        break;
    case KERNEL_BARRIER:
        event(c, p, GRID_BARRIER, slot);
        w->waits = true;
        c->waiting++;
        break;
    case KERNEL_PHASE:
        event(c, p, GRID_PHASE, slot);
        c->in.ev[p].registers = op->registers;
        c->in.ev[p].shared = op->shared;
        w->waits = true;
        c->waiting++;
        break;
    case KERNEL_EXIT:
        event(c, p, GRID_ENDED, slot);
        end_warp(c, slot, w);
        return;
    default: break;
    }
    step(c, w);
}

/* Tells of one warp that stalls and has not been told of, if the event port is free. */
static void tell_stall(struct core *c, uint32_t p, int64_t slot)
{
    if (slot < 0 || c->in.ev[p].valid) return;
    event(c, p, GRID_STALL, (uint32_t)slot);
    warp_on(c, (uint32_t)slot)->stalled = true;
    warp_on(c, (uint32_t)slot)->told_at = c->now;
}

/* One scheduler: the next slot in number that can; what kept the others if none can. */
static void schedule(struct core *c, uint32_t p, bool *port_free)
{
    const uint32_t n = c->plug->slots;
    bool met[CORE_SLOTS] = {false};
    int64_t chosen = -1, stalls = -1;
    for (uint32_t k = 1; k <= n; k++) {
        const uint32_t slot = (c->last[p] + k) % n;
        if (slot % ports(c) != p || !c->view.ready[slot]) continue;
        struct core_warp *w = warp_on(c, slot);
        const enum core_slot why = obstacle(c, w, *port_free);
        met[why] = true;
        if (why == CORE_ISSUE && chosen < 0) chosen = slot;
        if (needs_loads(c, w) && !w->stalled && stalls < 0) stalls = slot;
    }
    if (chosen >= 0) issue(c, p, (uint32_t)chosen, port_free);
    tell_stall(c, p, stalls);
    if (chosen >= 0) c->stats.issued++;
    enum core_slot why = CORE_ISSUE;
    while (why < CORE_BARRIER && !met[why]) why++;
    if (why == CORE_BARRIER && c->waiting == 0) why = CORE_NONE;
    c->stats.slots[why]++;
    c->met[p] = why;
}

/* Zorua's Table 1. Stalled: no scheduler issues, at least one waits for memory or its pipeline, and
 * none for the instruction before. Idle: no scheduler issues, for another reason. */
static void sum_up(struct core *c)
{
    bool memory = false, other = false, issued = false;
    for (uint32_t p = 0; p < ports(c); p++) {
        issued = issued || c->met[p] == CORE_ISSUE;
        memory = memory || c->met[p] == CORE_LONG || c->met[p] == CORE_PIPELINE;
        other = other || c->met[p] == CORE_SHORT;
    }
    c->in.stalled = !issued && memory && !other;
    c->in.idle = !issued && !c->in.stalled;
}

/* --- swap space ---------------------------------------------------------- */

/* An access to swap space: its clocks. One that misses the caches moves lines. */
static uint64_t swap_access(struct core *c, uint32_t n)
{
    c->stats.swapped++;
    if (hd_rng_below(&c->rng, 100) < c->p.swap_hit) return c->p.l1;
    return lines(c, n) + c->p.swap_low + hd_rng_below(&c->rng, c->p.swap_high - c->p.swap_low + 1);
}

/* A warp that looked up a set that is in swap space waits for the set, as for a load. */
static void swapped_sets(struct core *c)
{
    int32_t *asked = c->asked[c->now % CORE_ANSWER];
    for (uint32_t p = 0; p < GRID_PORTS; p++) {
        const int32_t i = asked[p];
        asked[p] = -1;
        if (i < 0 || !c->view.away[p]) continue;
        struct core_warp *w = &c->block[c->owner_block[i]].warp[c->owner_rank[i]];
        w->away_at = c->now + swap_access(c, 1);
    }
}

static void swap_space(struct core *c)
{
    c->in.swap_ready = !memory_full(c);
    c->in.rsp_valid = false;
    for (uint32_t w = 0; w < GRID_SLOTS && !c->in.rsp_valid; w++) {
        if (c->state_at[w] == 0 || c->state_at[w] > c->now) continue;
        c->state_at[w] = 0;
        c->in.rsp_valid = true;
        c->in.rsp_warp = w;
    }
}

/* --- a cycle ------------------------------------------------------------- */

/* A barrier opens when every warp has arrived or ended; a phase begins when its resources are
 * there. The residency tells both by making the warps ready again. */
static void barriers(struct core *c)
{
    for (uint32_t s = 0; s < c->plug->slots; s++) {
        if (!c->view.ready[s] || c->owner_block[owner_index(c, s)] < 0) continue;
        struct core_warp *w = warp_on(c, s);
        if (!w->waits) continue;
        w->waits = false;
        c->waiting--;
    }
}

void core_drive(struct core *c)
{
    memset(&c->in, 0, sizeof c->in);
    show_queue(c);
    barriers(c);
    swapped_sets(c);
    c->in.block_valid = c->offered < c->kernel.blocks;
    c->in.block_id = c->offered;
    c->in.mem_ready = hd_rng_below(&c->rng, 100) >= c->p.demand;
    l1(c);
    bool port_free = true;
    for (uint32_t i = 0; i < ports(c); i++) {
        /* Each clock another scheduler is the first to ask for the memory port. */
        schedule(c, (uint32_t)((i + c->now) % ports(c)), &port_free);
    }
    sum_up(c);
    write_backs(c);
    swap_space(c);
}

static void sit_down(struct core *c)
{
    const struct grid_out *o = &c->out;
    struct core_block *b = &c->block[o->seat_id];
    if (b->warp == NULL) b->warp = calloc(CORE_MAX_WARPS, sizeof *b->warp);
    b->active = true;
    for (uint32_t i = 0; i < o->count; i++) {
        c->owner_block[o->seat + i] = (int32_t)o->seat_id;
        c->owner_rank[o->seat + i] = o->rank + i;
        if (o->begin) begin_warp(c, &b->warp[o->rank + i], o->seat_id, o->rank + i);
        b->warp[o->rank + i].stalled = false;
        if (o->resume) b->warp[o->rank + i].ready_at = c->now + c->p.alu;
    }
}

static void tally(struct core *c)
{
    struct grid_use use;
    c->plug->use(c->plug->self, &use);
    c->stats.cycles++;
    c->stats.blocks += use.blocks;
    c->stats.active_blocks += use.active_blocks;
    c->stats.warps += use.warps;
    c->stats.active_warps += use.active_warps;
    c->stats.registers += use.registers;
    c->stats.shared += use.shared;
}

void core_see(struct core *c)
{
    const struct grid_out *o = &c->out;
    move_queue(c);
    if (c->in.block_valid && o->block_ready) c->offered++;
    if (o->leave) c->stats.swaps++;
    if (o->leave) block_on(c, o->leave_slot)->active = false;
    if (o->begin || o->resume) sit_down(c);
    if (o->swap_valid && c->in.swap_ready) {
        const uint64_t after = swap_access(c, o->swap_lines);
        if (o->swap_load) c->state_at[o->swap_warp] = c->now + after;
        else c->stats.swaps++;
    }
    if (o->done) {
        free(c->block[o->done_id].warp);
        c->block[o->done_id].warp = NULL;
        c->done++;
    }
    c->now++;
}

bool core_cycle(struct core *c)
{
    c->plug->view(c->plug->self, &c->view);
    core_drive(c);
    memset(&c->out, 0, sizeof c->out);
    c->plug->cycle(c->plug->self, &c->in, &c->out);
    tally(c);
    core_see(c);
    return c->done < c->kernel.blocks;
}

/* --- begin and end ------------------------------------------------------- */

const char *core_open(struct core *c, struct plug *plug, const struct limits_core *limits,
                      const struct kernel *k, const struct core_params *p, uint64_t seed, char *why,
                      uint32_t size)
{
    memset(c, 0, sizeof *c);
    c->p = *p;
    c->kernel = *k;
    c->plug = plug;
    c->seed = seed;
    c->warps = (k->threads + LIMITS_WARP - 1) / LIMITS_WARP;
    if (k->blocks > CORE_MAX_BLOCKS || c->warps > CORE_MAX_WARPS) {
        snprintf(why, size, "a grid has %u blocks of %u warps at most", CORE_MAX_BLOCKS,
                 CORE_MAX_WARPS);
        return why;
    }
    for (uint32_t i = 0; i < GRID_SLOTS; i++) c->owner_block[i] = -1;
    for (uint32_t i = 0; i < CORE_WHEEL; i++) c->wheel[i] = NO_LOAD;
    for (uint32_t i = 0; i < CORE_LOADS; i++) c->load[i].next = i + 1;
    for (uint32_t i = 0; i < CORE_ANSWER * GRID_PORTS; i++)
        c->asked[i / GRID_PORTS][i % GRID_PORTS] = -1;
    c->back_first = c->back_last = NO_LOAD;
    hd_rng_seed(&c->rng, seed);
    return plug->start(plug->self, limits, k, why, size);
}

void core_close(struct core *c)
{
    for (uint32_t b = 0; b < c->kernel.blocks; b++) free(c->block[b].warp);
}
