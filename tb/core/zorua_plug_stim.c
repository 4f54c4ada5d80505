/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of Zorua's plug: a machine round it, without values. Each warp has a next word drawn for
 * it, perhaps one at which a phase begins; it is fetched, issues when its registers are written,
 * comes out of the look-up, waits for its operands, and goes through a pipe in order; accesses are
 * taken by a load/store with entries. Rows, words that come back and SIMT stacks are noise: what
 * becomes of values is for the whole core to show.
 */
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "common/lockstep.h"
#include "core/zorua_plug_seam.h"

enum {
    PORTS = RESIDENCY_MAX_PORTS,
    SLOTS = RESIDENCY_MAX_SLOTS,
    WARPS = 64,
    LANES = SCRATCH_LOOKUP_MAX_LANES,
    OPERANDS = FRONT_OPERANDS,
    ENTRIES = ZORUA_PLUG_MAX_ACCESSES,
    PIPE = 5, /* instructions of a port behind the issue register */
    PHASES = 6,
    ANSWERS = 4,
    QUIET = 20000,
};

/* Shares are in 1/16. */
static const struct profile {
    unsigned fetch, issue, operands, pipe, take, memory, context, rests; /* each goes on */
    unsigned access, shared, load;    /* an instruction is one, for shared memory, has a register */
    unsigned barrier, stands, begins; /* a word: a barrier; a specifier; a phase begins here */
    unsigned fence;                   /* waits for all accesses */
    unsigned needs;                   /* registers and bytes of a phase, of what there is */
    unsigned few;                     /* a phase needs little */
    unsigned block, length;
    unsigned lingers; /* accesses of the program that take long */
} profiles[] = {
    /* uniform: of everything */
    {14, 13, 12, 12, 12, 9, 12, 11, 6, 8, 10, 1, 1, 3, 2, 10, 5, 14, 12, 0},
    /* phases: code of nothing but them */
    {15, 14, 14, 14, 13, 12, 13, 12, 4, 6, 12, 1, 4, 8, 1, 14, 6, 15, 12, 0},
    /* shared: memory of blocks that have more of it than there is */
    {14, 14, 14, 14, 13, 10, 13, 12, 13, 14, 8, 1, 1, 2, 1, 15, 2, 15, 14, 0},
    /* slow: memory, so that results are late */
    {15, 15, 13, 14, 13, 2, 13, 10, 9, 6, 13, 1, 1, 3, 1, 14, 4, 15, 10, 0},
    /* barriers: slots change hands, with accesses under way */
    {15, 14, 14, 14, 13, 11, 13, 5, 8, 6, 2, 8, 1, 3, 0, 12, 6, 15, 12, 8},
    /* jam: pipes and registers that take nothing */
    {15, 15, 4, 5, 5, 8, 6, 11, 7, 8, 9, 1, 1, 3, 1, 13, 4, 14, 12, 0},
    /* late: and barriers, and load/store takes little: parks and restore registers fill up */
    {15, 15, 14, 14, 6, 1, 13, 9, 9, 4, 14, 5, 1, 4, 0, 15, 4, 15, 10, 0},
    /* ends: short blocks */
    {15, 14, 14, 14, 13, 12, 13, 13, 5, 7, 9, 2, 1, 3, 1, 9, 8, 15, 2, 0},
    /* many: blocks that need little, so that all warps there are live, and access memory */
    {15, 14, 14, 14, 13, 12, 13, 12, 12, 8, 9, 1, 0, 1, 1, 2, 15, 15, 12, 0},
};
const char *const hd_profiles[] = {"uniform", "phases", "shared", "slow", "barriers",
                                   "jam",     "late",   "ends",   "many", NULL};

enum what { RESULT, ACCESS, BARRIER, SPECIFIER, EXIT };
/* Of a warp: to be fetched, here, a stop of it is under way, it is over. */
enum head { FETCH, HERE, STOPS, OVER };

struct instruction {
    enum what what;
    bool fence;
    uint32_t word; /* of a specifier: it */
    uint32_t use, reg[OPERANDS];
    uint64_t mask;
    uint32_t addr[LANES];
    bool writes;    /* a store, or an atomic */
    uint32_t beats; /* that were told while it was in the pipe */
    /* once it is issued */
    uint32_t slot, warp;
    uint32_t park; /* as the plug says; the result is for swap space; the row that it goes to */
    bool stores;
    uint32_t bank, index;
};

struct entry {
    bool used, swapper, lingers;
    uint64_t left; /* lanes whose words are not back */
    struct instruction i;
};

static struct {
    struct residency_cfg cfg;
    uint32_t rest_bits, simd;
    uint32_t registers, bytes; /* that a phase can have at most */
    const struct profile *profile;
    struct zorua_plug_view_in *in;
    bool in_reset, begun;
    uint32_t left;          /* blocks of the grid to come */
    uint32_t phase[PHASES]; /* specifiers of the kernel */
    uint32_t fetched;       /* the warp whose word comes */
    uint32_t quiet;
    struct warp {
        enum head head;
        bool here, entry, drawn, inserted;
        bool phase; /* at the next word; its specifier */
        uint32_t specifier;
        uint32_t at; /* specifier of the phase that it is in */
        uint32_t to_come, accesses;
        uint64_t busy;
        struct instruction next;
    } warp[WARPS];
    struct instruction looked[SLOTS]; /* up, or in a park */
    bool staged[PORTS];
    struct instruction stage[PORTS];
    uint32_t pipes[PORTS];
    uint32_t buffer[PORTS]; /* of the pipe, where its first instruction is */
    struct instruction pipe[PORTS][PIPE];
    struct entry entry[ENTRIES];
    bool row_asked;
    uint32_t ctx_asked;
} env;

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void noise(uint32_t *to, uint32_t bits)
{
    for (uint32_t i = 0; 32 * i < bits; i++) {
        to[i] = (uint32_t)hd_stim_word(&hd_draws, 32);
        if (bits - 32 * i < 32) to[i] &= (1u << (bits - 32 * i)) - 1;
    }
}

static void start_over(void)
{
    memset(env.in, 0, sizeof *env.in);
    memset(env.warp, 0, sizeof env.warp);
    memset(env.staged, 0, sizeof env.staged);
    memset(env.pipes, 0, sizeof env.pipes);
    memset(env.buffer, 0, sizeof env.buffer);
    memset(env.entry, 0, sizeof env.entry);
    env.begun = false;
    env.left = 0;
    env.quiet = 0;
    env.row_asked = false;
    env.ctx_asked = 0;
}

void zorua_plug_stim_open(const struct zorua_plug_cfg *cfg)
{
    static struct zorua_plug sizes;
    env.cfg = zorua_plug_sizes(cfg);
    env.rest_bits = cfg->rest_width;
    env.simd = cfg->simd;
    env.profile = &profiles[hd_stim_profile()];
    const char *wrong = zorua_plug_init(&sizes, &env.cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR zorua_plug: %s\n", wrong);
        exit(2);
    }
    const struct zorua_cfg *unit = &sizes.unit.cfg;
    env.registers = lesser(unit->reg_sets * env.cfg.banks, PHASE_SPECIFIER_MAX_REGS);
    env.bytes = lesser(unit->scratch_sets * SCRATCH_LOOKUP_SET, PHASE_SPECIFIER_MAX_BYTES);
}

/* ---- what the plug did ---- */

static void take_staged(uint32_t p, uint32_t slot, uint32_t park, bool stores, uint32_t bank,
                        uint32_t index)
{
    if (slot >= env.cfg.slots) return; /* a bug, for the checker to find */
    env.staged[p] = true;
    env.stage[p] = env.looked[slot];
    env.stage[p].park = park;
    env.stage[p].stores = stores;
    env.stage[p].bank = bank;
    env.stage[p].index = index;
}

/* An access is load/store's: the swapper's, or a pipe's. */
static void take_access(bool of_swapper, bool load, uint64_t mask, uint32_t p)
{
    const uint64_t free = ~env.in->under_way & ones(env.cfg.accesses);
    if (free == 0) return;
    struct entry *e = &env.entry[lowest(free)];
    *e = (struct entry){.used = true, .swapper = of_swapper, .left = load ? mask : 0};
    if (of_swapper) return;
    e->lingers = env.profile->lingers != 0 && share(env.profile->lingers);
    e->i = env.pipe[p][0];
    e->left = has(e->i.use, FRONT_RD) ? e->i.mask : 0;
    memmove(&env.pipe[p][0], &env.pipe[p][1], --env.pipes[p] * sizeof env.pipe[p][0]);
    env.buffer[p] ^= 1;
    env.in->acc_pipe = (p + 1) % env.cfg.ports;
}

/* Of the accesses that are known, the first from this port on, as the bench chooses; or Ports. */
static uint32_t chosen(const bool *known)
{
    for (uint32_t n = 0; n < env.cfg.ports; n++) {
        const uint32_t p = (env.in->acc_pipe + n) % env.cfg.ports;
        if (env.in->acc_valid[p] && known[p]) return p;
    }
    return env.cfg.ports;
}

static void look_back(const struct zorua_plug_view_out *out)
{
    struct zorua_plug_view_in *d = env.in;
    const uint32_t pipe = chosen(out->acc_known);
    const bool taken = d->acc_en && (out->swap_valid || pipe != env.cfg.ports);
    bool staged = false;
    for (uint32_t p = 0; p < env.cfg.ports; p++) staged |= out->stage_valid[p] && d->stage_ready[p];
    env.quiet = out->begin_en || staged || taken ? 0 : env.quiet + 1;
    if (d->block_valid && out->block_ready) {
        d->block_valid = false;
        env.left--;
    }
    if (d->rsp_valid) {
        env.warp[env.fetched].head = HERE;
        env.warp[env.fetched].inserted = out->rsp_inserts;
    }
    if (out->begin_en && out->begin_warp < WARPS)
        env.warp[out->begin_warp] = (struct warp){.here = true,
                                                  .entry = true,
                                                  .at = d->kernel_phase,
                                                  .to_come = draw(2 + 3 * env.profile->length)};
    for (uint32_t p = 0; p < env.cfg.ports; p++)
        if (out->stage_valid[p] && d->stage_ready[p])
            take_staged(p, out->stage_slot[p], out->stage_park[p], out->stage_stores[p],
                        out->stage_bank[p * OPERANDS + FRONT_RD],
                        out->stage_index[p * OPERANDS + FRONT_RD]);
    if (taken) take_access(out->swap_valid, out->swap_load, out->swap_mask, pipe);
    if (out->release_en && out->release_slot < env.cfg.slots)
        env.warp[env.looked[out->release_slot].warp].busy &= ~bit(out->release_reg);
    env.row_asked = out->rd_valid && d->rd_ready;
    env.ctx_asked += out->ctx_valid && d->ctx_ready;
}

/* ---- words of the code ---- */

static uint32_t registers_of(uint32_t specifier)
{
    return (specifier >> PHASE_SPECIFIER_HIGH_SHIFT & PHASE_SPECIFIER_HIGH_MASK)
               << PHASE_SPECIFIER_HIGH_OF |
           (specifier >> PHASE_SPECIFIER_LOW_SHIFT & PHASE_SPECIFIER_LOW_MASK);
}
static uint32_t bytes_of(uint32_t specifier) { return specifier >> PHASE_SPECIFIER_BYTES_SHIFT; }

/* Without swap space a block of the kernel must fit. */
static bool fits(uint32_t registers, uint32_t bytes)
{
    const uint32_t sets = (registers + env.cfg.banks - 1) / env.cfg.banks;
    return !env.cfg.warp_level || zorua_plug_holds(&env.cfg, env.in->kernel_warps, sets, bytes);
}

static uint32_t draw_specifier(void)
{
    const bool few = share(env.profile->few);
    const uint32_t most = few ? 8 : env.registers * env.profile->needs / 16;
    uint32_t registers = 1 + draw(lesser(most, env.registers));
    const uint32_t bytes = share(4) ? 0 : draw(env.bytes * (few ? 2 : env.profile->needs) / 16 + 1);
    while (registers > 1 && !fits(registers, bytes)) registers--;
    return PHASE_SPECIFIER_WORD(registers, bytes);
}

/* Code uses no registers and no shared memory but its phase's. Some are neighbours. */
static void draw_registers(struct instruction *i, uint32_t registers)
{
    const uint32_t first = draw(registers);
    for (uint32_t o = 0; o < OPERANDS; o++)
        i->reg[o] = share(6) ? lesser(first + draw(3), registers - 1) : draw(registers);
    if (i->what == RESULT) i->use = draw(8) | (share(14) ? bit(FRONT_RD) & 0xf : 0);
    else i->use = share(env.profile->load) ? 9 : 3;
}

static void draw_addresses(struct instruction *i, uint32_t bytes)
{
    const bool shared = bytes >= 4 && share(env.profile->shared);
    const uint32_t first = draw(bytes / 4 + 1), stride = 1u << draw(share(8) ? 2 : 9);
    const bool all = share(10), any = share(4);
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        const uint32_t at = any ? draw(bytes / 4 + 1) : first + l * stride;
        const uint32_t far = (uint32_t)hd_stim_word(&hd_draws, 32);
        if (shared && (all || share(10))) i->addr[l] = 0x40000000 + 4 * (at % (bytes / 4));
        else i->addr[l] = far >> 29 == 2 ? far ^ 0x80000000 : far;
    }
}

static void draw_next(struct warp *w)
{
    const struct profile *p = env.profile;
    struct instruction *i = &w->next;
    *i = (struct instruction){.fence = share(p->fence)};
    w->phase = share(w->entry ? 8 : p->begins);
    w->specifier = w->entry ? env.in->kernel_phase : env.phase[draw(PHASES)];
    const uint32_t in = w->phase ? w->specifier : w->at;
    if (w->to_come == 0) i->what = EXIT;
    else if (share(p->barrier)) i->what = BARRIER;
    else if (share(p->stands)) i->what = SPECIFIER;
    else i->what = share(p->access) ? ACCESS : RESULT;
    noise(&i->word, 32);
    if (i->what == SPECIFIER) i->word = env.phase[draw(PHASES)];
    i->mask = share(8) ? ones(env.cfg.lanes) : hd_stim_word(&hd_draws, 64) & ones(env.cfg.lanes);
    if (i->mask == 0) i->mask = bit(draw(env.cfg.lanes));
    if (i->what == RESULT || i->what == ACCESS) draw_registers(i, registers_of(in));
    if (i->what == ACCESS) draw_addresses(i, bytes_of(in));
    i->writes = i->what == ACCESS && (!has(i->use, FRONT_RD) || share(2));
    w->drawn = true;
}

/* ---- front end ---- */

/* One of the ready slots with such a warp that `may`, from p on in steps; or Slots. */
static uint32_t one_of(uint64_t ready, const uint32_t *slot_warp, uint32_t p, uint32_t step,
                       enum head head, bool (*may)(const struct warp *w))
{
    uint32_t found = env.cfg.slots, n = 0;
    for (uint32_t s = p; s < env.cfg.slots; s += step) {
        if (!has(ready, s) || slot_warp[s] >= WARPS) continue;
        const struct warp *w = &env.warp[slot_warp[s]];
        if (w->here && w->head == head && (may == NULL || may(w)) && draw(++n) == 0) found = s;
    }
    return found;
}

static void draw_fetch(uint64_t ready, const uint32_t *slot_warp)
{
    struct zorua_plug_view_in *d = env.in;
    const uint32_t s = one_of(ready, slot_warp, 0, 1, FETCH, NULL);
    d->rsp_valid = s != env.cfg.slots && share(env.profile->fetch);
    if (!d->rsp_valid) return;
    env.fetched = slot_warp[s];
    struct warp *w = &env.warp[env.fetched];
    if (!w->drawn) draw_next(w);
    d->rsp_slot = s;
    d->rsp_word = w->next.word;
    d->rsp_phase = w->phase;
    d->rsp_specifier = w->specifier;
}

/* Registers that it reads and writes are written; what ends waits for all of its own. */
static bool may_issue(const struct warp *w)
{
    const struct instruction *i = &w->next;
    if (w->inserted) return true;
    if (i->fence && w->accesses > 0) return false;
    if (i->what == EXIT) return w->accesses == 0 && w->busy == 0;
    if (i->what == ACCESS && w->accesses >= env.cfg.accesses) return false;
    for (uint32_t o = 0; o < OPERANDS; o++)
        if (has(i->use, o) && has(w->busy, i->reg[o])) return false;
    return true;
}

static void issue(uint32_t p, uint32_t s, uint32_t number)
{
    struct zorua_plug_view_in *d = env.in;
    struct warp *w = &env.warp[number];
    struct instruction *i = &env.looked[s];
    const bool stops = w->inserted || w->next.what > ACCESS;
    *i = w->next;
    if (w->inserted)
        *i = (struct instruction){
            .what = SPECIFIER, .word = w->specifier, .mask = ones(env.cfg.lanes)};
    i->slot = s;
    i->warp = number;
    d->issue_slot[p] = s;
    d->issue_mask[p] = i->mask;
    d->issue_use[p] = i->use;
    for (uint32_t o = 0; o < OPERANDS; o++) d->issue_reg[p * OPERANDS + o] = i->reg[o];
    noise(d->issue_rest[p], env.rest_bits);
    if (has(i->use, FRONT_RD)) w->busy |= bit(i->reg[FRONT_RD]);
    if (i->what == ACCESS) w->accesses++;
    w->head = stops ? STOPS : FETCH;
    if (w->inserted) return;
    w->drawn = false;
    w->entry = false;
    if (w->to_come > 0) w->to_come--;
}

static void draw_issue(uint32_t p, uint64_t ready, const uint32_t *slot_warp, bool room)
{
    const uint32_t s = one_of(ready, slot_warp, p, env.cfg.ports, HERE, may_issue);
    env.in->issue_en[p] = room && s != env.cfg.slots && share(env.profile->issue);
    if (env.in->issue_en[p]) issue(p, s, slot_warp[s]);
}

/* ---- issue registers and pipes ---- */

/* An instruction of a park is told when its operands are read. */
static void draw_stage(uint32_t p)
{
    const bool goes = env.staged[p] && env.pipes[p] < PIPE && share(env.profile->operands);
    env.in->read_park[p] = goes ? env.stage[p].park : 0;
    env.in->stage_ready[p] = !env.staged[p] || goes;
    if (!goes) return;
    env.pipe[p][env.pipes[p]++] = env.stage[p];
    env.staged[p] = false;
}

static void draw_event(uint32_t p, const struct instruction *i, uint32_t kind)
{
    struct zorua_plug_view_in *d = env.in;
    d->ev_valid[p] = true;
    d->ev_kind[p] = kind;
    d->ev_slot[p] = i->slot;
    d->ev_word[p] = i->word;
}

/* An instruction through a pipe that is no access is written or resolved. */
static void go(uint32_t p)
{
    struct zorua_plug_view_in *d = env.in;
    const struct instruction *i = &env.pipe[p][0];
    struct warp *w = &env.warp[i->warp];
    if (i->what == RESULT && has(i->use, FRONT_RD)) {
        if (i->stores) d->written_park[p] = i->park;
        else w->busy &= ~bit(i->reg[FRONT_RD]);
    } else if (i->what == BARRIER) {
        draw_event(p, i, FRONT_BARRIER);
        w->head = FETCH;
    } else if (i->what == SPECIFIER) {
        draw_event(p, i, FRONT_PHASE);
        d->resolves[p] = true;
        d->resolved_slot[p] = i->slot;
        w->head = FETCH;
        w->inserted = false;
        w->at = i->word;
    } else if (i->what == EXIT) {
        w->head = OVER;
    }
    memmove(&env.pipe[p][0], &env.pipe[p][1], --env.pipes[p] * sizeof env.pipe[p][0]);
    env.buffer[p] ^= 1;
}

/* Of a port: ten bits; the bench takes the bits of the port that is chosen. */
static void put_tenth(uint32_t *to, uint32_t p, uint32_t value)
{
    *to = (*to & ~(0x3ffu << 10 * p)) | value << 10 * p;
}

/* Of the instruction behind the first one a beat comes, or not. */
static void draw_beat(uint32_t p)
{
    struct zorua_plug_view_in *d = env.in;
    struct instruction *i = &env.pipe[p][1];
    d->beat_valid[p] =
        env.pipes[p] > 1 && i->what == ACCESS && i->beats * env.simd < env.cfg.lanes && share(12);
    if (!d->beat_valid[p]) return;
    const uint32_t first = env.simd * i->beats++;
    d->beat_warp[p] = i->warp;
    d->beat_mask[p] = i->mask >> first & ones(env.simd);
    d->beat_buffer[p] = env.buffer[p] ^ 1;
    memcpy(&d->beat_addr[p * env.simd], &i->addr[first], 4 * env.simd);
}

static void draw_pipe(uint32_t p)
{
    struct zorua_plug_view_in *d = env.in;
    draw_beat(p);
    const struct instruction *i = &env.pipe[p][0];
    d->ev_valid[p] = d->resolves[p] = false;
    d->written_park[p] = 0;
    d->acc_valid[p] = env.pipes[p] > 0 && i->what == ACCESS;
    if (d->acc_valid[p]) {
        d->acc_warp[p] = i->warp;
        d->acc_mask[p] = i->mask;
        d->acc_writes[p] = i->writes;
        put_tenth(&d->acc_bank, p, i->bank);
        put_tenth(&d->acc_index, p, i->index);
        put_tenth(&d->acc_park, p, i->stores ? i->park : 0);
        memcpy(&d->acc_addr[p * env.cfg.lanes], i->addr, 4 * env.cfg.lanes);
        d->acc_buffer[p] = env.buffer[p];
    } else if (env.pipes[p] > 0 && share(env.profile->pipe)) {
        go(p);
    }
}

/* A warp that is over is told when its port has no other event. */
static void draw_end(uint32_t p, uint64_t ready, const uint32_t *slot_warp)
{
    const uint32_t s = one_of(ready, slot_warp, p, env.cfg.ports, OVER, NULL);
    if (env.in->ev_valid[p] || s == env.cfg.slots) return;
    draw_event(p, &(struct instruction){.slot = s}, FRONT_ENDED);
    env.warp[slot_warp[s]].here = false;
}

/* ---- load/store, register file, contexts ---- */

static void end_entry(struct entry *e)
{
    struct warp *w = &env.warp[e->i.warp];
    env.in->end_valid = true;
    e->used = false;
    if (e->swapper) return;
    w->accesses--;
    if (has(e->i.use, FRONT_RD) && !e->i.stores) w->busy &= ~bit(e->i.reg[FRONT_RD]);
}

/* The words of an access come back in several cycles; it ends with the last of them, or later. */
static void draw_answer(void)
{
    struct zorua_plug_view_in *d = env.in;
    struct entry *e = NULL;
    uint32_t n = 0;
    d->wr_valid = d->end_valid = false;
    for (uint32_t i = 0; i < env.cfg.accesses; i++)
        if (env.entry[i].used && draw(++n) == 0) e = &env.entry[i];
    d->entry = e == NULL ? draw(env.cfg.accesses) : (uint32_t)(e - env.entry);
    if (e == NULL || !share(env.profile->memory) || (e->lingers && draw(32) != 0)) return;
    d->wr_valid = e->left != 0;
    if (d->wr_valid) {
        const uint64_t some = e->left & hd_stim_word(&hd_draws, 64);
        d->wr_mask = share(8) || some == 0 ? e->left : some;
        e->left &= ~d->wr_mask;
        noise(d->wr_data, 32 * env.cfg.lanes);
    }
    if (e->left == 0 && (!d->wr_valid || share(8))) end_entry(e);
}

static void draw_contexts(void)
{
    struct zorua_plug_view_in *d = env.in;
    d->row_valid = env.row_asked;
    if (d->row_valid) noise(d->row_data, 32 * env.cfg.lanes);
    d->rd_ready = share(env.profile->context);
    noise(d->stack_rd_data, env.cfg.stack_bits);
    d->ctx_ready = share(env.profile->context);
    d->ctx_rsp_valid = env.ctx_asked > 0 && share(env.profile->context);
    if (!d->ctx_rsp_valid) return;
    env.ctx_asked--;
    noise(d->ctx_rsp_data, env.cfg.row_bits);
}

/* ---- kernels ---- */

static void draw_kernel(bool idle)
{
    struct zorua_plug_view_in *d = env.in;
    d->kernel_en = idle && env.left == 0 && !d->block_valid && share(8);
    if (!d->kernel_en) return;
    const uint32_t most = lesser(env.cfg.slots, env.cfg.warps);
    d->kernel_warps = 1 + draw(share(13) ? lesser(most, 6) : most);
    for (uint32_t n = 0; n < PHASES; n++) env.phase[n] = draw_specifier();
    d->kernel_phase = env.phase[draw(PHASES)];
    for (uint32_t n = 0; env.cfg.warp_level && n < PHASES; n++) env.phase[n] = d->kernel_phase;
    env.begun = true;
    env.left = 1 + draw(40);
}

static void draw_block(void)
{
    struct zorua_plug_view_in *d = env.in;
    if (d->block_valid || env.left == 0 || !share(env.profile->block)) return;
    d->block_valid = true;
    noise(d->block_id, RESIDENCY_ID_BITS);
}

/* ---- the cycle ---- */

/* As it is before anything happens in this cycle. */
static void show_state(const uint32_t *slot_warp, bool ask_en, uint32_t ask_slot)
{
    struct zorua_plug_view_in *d = env.in;
    d->under_way = d->staged = d->with_access = d->at_rest = 0;
    for (uint32_t i = 0; i < env.cfg.accesses; i++)
        if (env.entry[i].used) d->under_way |= bit(i);
    for (uint32_t p = 0; p < env.cfg.ports; p++)
        if (env.staged[p]) d->staged |= bit(env.stage[p].slot);
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        if (env.warp[slot_warp[s] % WARPS].accesses > 0) d->with_access |= bit(s);
        if (share(env.profile->rests)) d->at_rest |= bit(s);
    }
    d->ask_busy = hd_stim_word(&hd_draws, 64);
    if (ask_en && ask_slot < env.cfg.slots)
        d->ask_busy = env.warp[slot_warp[ask_slot] % WARPS].busy;
    d->acc_en = (~d->under_way & ones(env.cfg.accesses)) != 0 && share(env.profile->take);
    d->pipe_busy = share(5);
}

static void draw_cycle(const struct zorua_plug_view_out *out)
{
    draw_kernel(out->idle && !env.in_reset);
    if (!env.begun || env.in->kernel_en) return;
    draw_block();
    for (uint32_t p = 0; p < env.cfg.ports; p++)
        draw_issue(p, out->ready, out->slot_warp, out->room[p]);
    draw_fetch(out->ready, out->slot_warp);
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        draw_pipe(p);
        draw_end(p, out->ready, out->slot_warp);
        draw_stage(p);
    }
    draw_answer();
    draw_contexts();
    if (env.quiet == QUIET) hd_wrong("zorua_plug", "nothing has happened for 20000 cycles");
}

bool zorua_plug_stim(struct zorua_plug_view_in *in, const struct zorua_plug_view_out *out)
{
    env.in = in;
    if (env.begun && !env.in_reset) look_back(out);
    if (env.in_reset) start_over();
    show_state(out->slot_warp, out->ask_en, out->ask_slot);
    draw_cycle(out);
    env.in_reset = hd_stim_reset(&hd_draws);
    return !env.in_reset;
}
