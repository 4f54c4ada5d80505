// SPDX-License-Identifier: Apache-2.0
#include "sm_watch.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/lane_slots.h"
#include "core/decode.h"
#include "isa/execute.h"

enum { MIN_PERIOD = 1 << 14, PLACES = 3, TOLD = 0x80 };

static bool is_dwf(const struct sm_watch *w) { return w->cfg.formation == SM_DWF; }

// A warp has one place: its SIMT stack's top.
static bool is_static(const struct sm_watch *w) { return w->cfg.formation == SM_PDOM; }

// ---- warps, threads and blocks -----------------------------------------------------------------

// The warp, and the lane there, of the thread at a place of the instruction through a pipe.
static uint32_t warp_of(const struct sm_watch *w, const struct sm_out *o, uint32_t port,
                        uint32_t place)
{
    return part_warp(w->cfg.lane_slots, o->warp[port][is_dwf(w) ? place : 0]);
}

static uint32_t lane_of(const struct sm_watch *w, const struct sm_out *o, uint32_t port,
                        uint32_t place)
{
    return is_dwf(w) ? part_lane(w->cfg.lanes, w->cfg.lane_slots, o->warp[port][place], place)
                     : place;
}

static struct watch_block *block_of(struct sm_watch *w, uint32_t warp)
{
    return &w->block[w->of[warp]];
}

static struct spin_one one(struct sm_watch *w, const struct sm *s, uint32_t warp, uint32_t lane)
{
    return (struct spin_one){sm_thread_of(s, warp, lane), block_of(w, warp)->rank,
                             w->at[warp][lane]};
}

static const struct isa_launch *launch_of(struct sm_watch *w, uint32_t warp)
{
    return block_of(w, warp)->code->launch;
}

// No thread is at an address without an instruction: watch_return() sees to that.
static const struct isa_insn *insn_at(struct sm_watch *w, uint32_t warp, uint32_t pc)
{
    const struct thread_program *p = &block_of(w, warp)->code->program;
    return &p->insn[(pc - p->base) / 4].insn;
}

// ---- messages ----------------------------------------------------------------------------------

// What runs, in a sentence about the core.
static const char *name_of(const struct sm_watch *w)
{
    const struct isa_launch *one = w->world->own.launch;
    return one != NULL ? one->kernel->name : "several kernels";
}

__attribute__((format(printf, 2, 3))) static void say(struct sm_watch *w, const char *format, ...)
{
    va_list list;
    const size_t at = strlen(w->text);
    va_start(list, format);
    vsnprintf(w->text + at, sizeof w->text - at, format, list);
    va_end(list);
    w->stopped = true;
}

static void stop(struct sm_watch *w, const struct sm *s, struct isa_fault fault, uint32_t warp,
                 uint32_t lane)
{
    if (w->stopped) return;
    w->fault = fault;
    w->fault.thread = sm_thread_of(s, warp, lane);
    w->fault.block = block_of(w, warp)->rank;
    isa_fault_print(&w->fault, launch_of(w, warp), w->world->contents, w->text, sizeof w->text);
    w->explained = w->stopped = true;
}

// ---- blocks ------------------------------------------------------------------------------------

static void forget(struct watch_block *b)
{
    free(b->word);
    free(b->written);
    memset(b, 0, sizeof *b);
}

void sm_watch_free(struct sm_watch *w)
{
    for (uint32_t b = 0; b < w->blocks; b++) forget(&w->block[b]);
    spin_free(&w->spin);
    w->blocks = 0;
}

// The place of a block; a new one has all its threads, though they begin warp by warp.
static uint32_t find_block(struct sm_watch *w, const struct sm_code *code, uint32_t rank)
{
    uint32_t place = w->blocks;
    for (uint32_t b = 0; b < w->blocks; b++) {
        const struct watch_block *one = &w->block[b];
        if (one->living > 0 && one->code == code && one->rank == rank) return b;
        if (one->living == 0) place = b;
    }
    struct watch_block *b = &w->block[place];
    if (place == w->blocks) w->blocks++;
    const uint32_t words = code->launch->shared_bytes / 4 + 1;
    if (words > b->words) {
        free(b->word);
        free(b->written);
        b->words = words;
        b->word = malloc(4 * (size_t)words);
        b->written = malloc(words);
    }
    if (b->word == NULL || b->written == NULL) {
        b->words = 0;
        say(w, "no memory on the host to follow the shared memory of blocks");
        return place;
    }
    memset(b->written, 0, words);
    b->code = code;
    b->rank = rank;
    b->living = isa_dim_count(&code->launch->threads);
    b->waiting = 0;
    return place;
}

static void note_begin(struct sm_watch *w, const struct sm *s, const struct sm_out *o)
{
    if (!o->begin_en) return;
    const bool stays = w->cfg.residency == SM_STATIC || w->cfg.residency == SM_RANGE;
    const uint32_t warp = sm_warp_of(s, s->begin_slot);
    const uint32_t *id = stays ? s->begin_id : sm_block_of(s, s->begin_slot);
    const struct sm_code *code = w->world->code[w->cfg.residency == SM_RANGE ? s->begin_kernel : 0];
    const uint32_t *n = code->launch->blocks.n;
    w->of[warp] = find_block(w, code, id[0] + n[0] * (id[1] + n[1] * id[2]));
    w->live[warp] = o->front_in.begin_mask;
    w->waits[warp] = 0;
    for (uint32_t l = 0; l < w->cfg.lanes; l++) w->at[warp][l] = code->launch->kernel->entry;
    w->changed = true;
}

// ---- accesses ----------------------------------------------------------------------------------

static uint8_t bytes_at(const struct isa_insn *insn, uint32_t address)
{
    return (uint8_t)(((1u << isa_access_bytes((enum isa_op)insn->op)) - 1) << address % 4);
}

static void note_unset(struct sm_watch *w, const struct sm *s, uint32_t warp, uint32_t lane,
                       uint32_t pc, uint32_t address)
{
    struct isa_fault first = {.kind = ISA_FAULT_UNSET, .pc = pc, .address = address};
    uint8_t *written = &block_of(w, warp)->written[(address - ISA_SHARED_BASE) / 4];
    if (*written & TOLD) return;
    *written |= TOLD;
    if (w->unset++ != 0) return;
    first.thread = sm_thread_of(s, warp, lane);
    first.block = block_of(w, warp)->rank;
    isa_fault_print(&first, launch_of(w, warp), w->world->contents, w->note, sizeof w->note);
}

// The value that an access leaves in a word. False: the value is not known, since sc.w may fail, or
// since the old value is not known.
static bool leaves(const struct isa_insn *insn, const struct simd_pipe_buffer *b, uint32_t lane,
                   bool known, uint32_t old, uint32_t *word)
{
    const enum isa_op op = (enum isa_op)insn->op;
    const uint32_t data = b->value[lane], address = b->address[lane];
    if (insn->cls == ISA_STORE)
        *word = isa_merge(old, isa_store_data(op, address, data), isa_store_enables(op, address));
    else *word = isa_atomic(op, old, data, b->expect[lane]);
    return op != ISA_SC_W && known;
}

// Accesses to shared memory take effect in the order in which they are made.
static void access_shared(struct sm_watch *w, const struct sm *s, const struct isa_insn *insn,
                          uint32_t warp, uint32_t lane, const struct simd_pipe_buffer *b,
                          uint32_t place)
{
    const uint32_t address = b->address[place];
    const uint32_t index = (address - ISA_SHARED_BASE) / 4;
    struct watch_block *block = block_of(w, warp);
    const uint8_t bytes = bytes_at(insn, address);
    const bool known = (block->written[index] & bytes) == bytes;
    if (insn->cls != ISA_STORE && insn->op != ISA_SC_W && !known)
        note_unset(w, s, warp, lane, b->pc, address);
    if (insn->cls == ISA_LOAD || insn->op == ISA_LR_W) return;
    uint32_t word;
    const bool sure = leaves(insn, b, place, known, block->word[index], &word);
    w->changed = w->changed || !sure || word != block->word[index];
    block->word[index] = word;
    block->written[index] |= bytes;
}

// Stacks are a thread's own: what it does there is followed with the thread. What was stored may
// still be in the cache alone.
static void access_global(struct sm_watch *w, const struct sm *s, const struct isa_insn *insn,
                          const struct simd_pipe_buffer *b, uint32_t lane, const uint32_t *below)
{
    uint32_t word;
    if (w->changed || insn->cls == ISA_LOAD || insn->op == ISA_LR_W) return;
    const uint32_t there = cache_banks_word(&s->memory.cache, b->address[lane], *below);
    if (!leaves(insn, b, lane, true, there, &word) || word != there) w->changed = true;
}

// Each access is looked at as it goes to load/store: there the thread is known.
static void watch_access(struct sm_watch *w, const struct sm *s, const struct sm_out *o, uint32_t p)
{
    const struct simd_pipe_buffer *b = o->pipe[p].out; // addresses as the threads say them
    uint32_t nothing;
    const uint32_t some = warp_of(w, o, p, (uint32_t)__builtin_ctzll(b->mask));
    const struct isa_launch *launch = launch_of(w, some);
    const struct isa_scope scope = {&nothing, 0, &nothing, 0, launch->stack_bytes};
    const struct isa_insn *insn = insn_at(w, some, b->pc);
    const uint32_t bytes = isa_access_bytes((enum isa_op)insn->op);
    const bool write = insn->cls != ISA_LOAD && insn->op != ISA_LR_W;
    for (uint64_t left = b->mask; left && !w->stopped; left &= left - 1) {
        const uint32_t place = (uint32_t)__builtin_ctzll(left);
        const uint32_t address = b->address[place];
        const uint32_t warp = warp_of(w, o, p, place), lane = lane_of(w, o, p, place);
        enum isa_fault_kind why;
        if (address - ISA_SHARED_BASE < launch->shared_bytes && address % bytes == 0 &&
            address - ISA_SHARED_BASE <= launch->shared_bytes - bytes) {
            access_shared(w, s, insn, warp, lane, b, place);
            continue;
        }
        const uint32_t *word =
            isa_memory_word(w->world->contents, &scope, address, bytes, write, &why);
        if (word == NULL)
            stop(w, s,
                 (struct isa_fault){
                     .kind = why, .pc = b->pc, .address = address, .bytes = bytes, .write = write},
                 warp, lane);
        else if (address < ISA_LOCAL_BASE) access_global(w, s, insn, b, place, word);
    }
}

static void watch_rounding(struct sm_watch *w, const struct sm *s, const struct sm_out *o,
                           uint32_t p)
{
    if (!o->frm_bad[p] || w->any_rounding) return;
    const struct simd_pipe_buffer *b = o->pipe[p].out;
    const uint32_t place = (uint32_t)__builtin_ctzll(b->refused & b->mask);
    stop(w, s, (struct isa_fault){.kind = ISA_FAULT_ROUNDING, .pc = b->pc, .address = b->word},
         warp_of(w, o, p, place), lane_of(w, o, p, place));
}

// ---- where threads go --------------------------------------------------------------------------

static enum isa_fault_kind landing(const struct thread_program *program, uint32_t to)
{
    const uint32_t index = (to - program->base) / 4;
    if (to % 4 != 0 || index >= program->count || !program->insn[index].reached)
        return ISA_FAULT_FETCH;
    if (index == 0 || !program->insn[index - 1].reached ||
        !isa_calls(&program->insn[index - 1].insn))
        return ISA_FAULT_RETURN;
    return ISA_FAULT_NONE;
}

// Where a branch or a call goes the analyser knows; where a return goes, only the register does.
// The threads of a static warp that return together were called together.
static void watch_return(struct sm_watch *w, const struct sm *s, const struct sm_out *o, uint32_t p)
{
    const struct simd_pipe_buffer *b = o->pipe[p].out;
    const uint32_t first = (uint32_t)__builtin_ctzll(b->mask);
    for (uint64_t left = b->mask; left && !w->stopped; left &= left - 1) {
        const uint32_t place = (uint32_t)__builtin_ctzll(left);
        const uint32_t warp = warp_of(w, o, p, place), to = b->address[place];
        struct isa_fault fault = {
            .kind = landing(&block_of(w, warp)->code->program, to), .pc = b->pc, .address = to};
        if (fault.kind == ISA_FAULT_NONE && is_static(w) && to != b->address[first]) {
            fault.kind = ISA_FAULT_APART;
            fault.other_pc = b->address[first];
            fault.other_thread = sm_thread_of(s, warp, first);
        }
        if (fault.kind != ISA_FAULT_NONE) stop(w, s, fault, warp, lane_of(w, o, p, place));
    }
}

// What the stack of a static warp can count.
static void watch_depth(struct sm_watch *w, const struct sm *s, const struct sm_out *o, uint32_t p)
{
    const struct simd_pipe_buffer *b = o->pipe[p].out;
    const uint32_t lane = (uint32_t)__builtin_ctzll(b->mask);
    const enum simt_stack_limit full = simt_stack_limit(&s->front.stack, &o->front.stack_in, p);
    if (full == SIMT_STACK_FITS) return;
    stop(w, s,
         (struct isa_fault){.kind =
                                full == SIMT_STACK_FRAMES_FULL ? ISA_FAULT_CALLS : ISA_FAULT_PARTS,
                            .pc = b->pc,
                            .here = full == SIMT_STACK_FRAMES_FULL ? (1u << w->cfg.frame_width) - 2
                                                                   : w->cfg.levels},
         warp_of(w, o, p, lane), lane);
}

// ---- barriers ----------------------------------------------------------------------------------

// Static warps count at a barrier as a whole: a barrier would never wait for the warp's threads
// that are elsewhere.
static void watch_whole(struct sm_watch *w, const struct sm *s, uint32_t warp,
                        const struct simd_pipe_buffer *b)
{
    char place[160];
    const uint64_t absent = w->live[warp] & ~b->mask;
    if (!is_static(w) || absent == 0) return;
    const uint32_t missing = sm_thread_of(s, warp, (uint32_t)__builtin_ctzll(absent));
    const struct isa_launch *launch = launch_of(w, warp);
    const struct isa_dim thread = isa_dim_place(&launch->threads, missing);
    const struct isa_dim block = isa_dim_place(&launch->blocks, block_of(w, warp)->rank);
    isa_image_place(launch->image, b->pc, place, sizeof place);
    say(w,
        "%s: %d threads of a warp come to the barrier at %s (0x%08x), %d of it are elsewhere: "
        "thread (%u,%u,%u) of block (%u,%u,%u) among these. A static warp counts as a whole",
        launch->kernel->name, __builtin_popcountll(b->mask), place, b->pc,
        __builtin_popcountll(absent), thread.n[0], thread.n[1], thread.n[2], block.n[0], block.n[1],
        block.n[2]);
    w->explained = true;
}

// All threads of a block that have not ended wait. They go on if they wait at the same barrier.
static void pass_barrier(struct sm_watch *w, const struct sm *s, uint32_t place)
{
    struct watch_block *block = &w->block[place];
    uint32_t first = UINT32_MAX, other = UINT32_MAX; // ranks
    uint32_t pc = 0, other_pc = 0, here = 0, there = 0;
    // Pass 0: the barrier of the thread with the lowest rank. Pass 1: threads at another barrier.
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t warp = 0; warp < sm_warps(&w->cfg); warp++) {
            if (w->waits[warp] == 0 || w->of[warp] != place) continue;
            for (uint64_t left = w->waits[warp]; left; left &= left - 1) {
                const uint32_t lane = (uint32_t)__builtin_ctzll(left);
                const uint32_t rank = sm_thread_of(s, warp, lane);
                const uint32_t at = w->at[warp][lane];
                if (pass == 0 && rank < first) {
                    first = rank;
                    pc = at;
                }
                if (pass == 0) continue;
                here += at == pc;
                there += at != pc;
                if (at == pc || rank > other) continue;
                other = rank;
                other_pc = at;
            }
        }
    if (there > 0 && !w->stopped) {
        w->fault = (struct isa_fault){.kind = ISA_FAULT_BARRIER,
                                      .pc = pc,
                                      .thread = first,
                                      .block = block->rank,
                                      .other_pc = other_pc,
                                      .other_thread = other,
                                      .here = here,
                                      .there = there,
                                      .ended = isa_dim_count(&block->code->launch->threads) - here -
                                               there};
        isa_fault_print(&w->fault, block->code->launch, w->world->contents, w->text,
                        sizeof w->text);
        w->explained = w->stopped = true;
    }
    for (uint32_t warp = 0; warp < sm_warps(&w->cfg); warp++)
        if (w->of[warp] == place) w->waits[warp] = 0;
    block->waiting = 0;
}

// A thread ends, or comes to a barrier.
static void leave(struct sm_watch *w, const struct sm *s, uint32_t warp, uint32_t lane, bool ends)
{
    struct watch_block *block = block_of(w, warp);
    if (ends) {
        w->live[warp] &= ~(UINT64_C(1) << lane);
        block->living--;
    } else {
        w->waits[warp] |= UINT64_C(1) << lane;
        block->waiting++;
    }
    w->changed = true;
    if (block->waiting > 0 && block->waiting == block->living) pass_barrier(w, s, w->of[warp]);
}

// ---- threads that make progress ----------------------------------------------------------------

static void follow(struct sm_watch *w, const struct sm_out *o, uint32_t p)
{
    const struct simd_pipe_buffer *b = o->pipe[p].out;
    const bool csr = b->unit == DECODE_CSR;
    const uint32_t some = warp_of(w, o, p, (uint32_t)__builtin_ctzll(b->mask));
    const struct isa_insn *insn = insn_at(w, some, b->pc);
    for (uint64_t left = b->mask; left; left &= left - 1) {
        const uint32_t place = (uint32_t)__builtin_ctzll(left);
        const uint32_t warp = warp_of(w, o, p, place), lane = lane_of(w, o, p, place);
        const struct spin_step did = {b->pc, csr ? o->value[p][place] : b->value[place],
                                      b->address[place], b->value[place], b->flags[place]};
        spin_step(&w->spin, warp * w->cfg.lanes + lane, insn, &did);
    }
}

// Is `a` in front of `b`: by block, then by thread?
static bool before(const struct spin_one *a, const struct spin_one *b)
{
    return a->block != b->block ? a->block < b->block : a->thread < b->thread;
}

static void tell(uint32_t *count, struct spin_one *first, struct spin_one now)
{
    if ((*count)++ == 0 || before(&now, first)) *first = now;
}

// The reason why a thread has no turn, and the remedy: the other side of its warp, or the policy. A
// GPU of several SMs has static warps alone.
static void explain(struct sm_watch *w, struct spin_verdict *v, bool beside)
{
    const bool several_sms = w->world->chip != NULL && w->world->chip->cfg.sms > 1;
    if (v->still == 0) {
        v->help = spin_help(v);
    } else if (w->cfg.formation == SM_INTERWEAVE) {
        v->reason = "other contexts of its warp, or other warps, are taken first";
        v->help = "Contexts that spin take turns with the others of their warp: do what the lock "
                  "protects inside the branch that has got it, or let turns come more often "
                  "(--core Turns=N)";
    } else if (is_dwf(w)) {
        v->reason = "the policy takes others first";
        v->help = "The policy time takes all in turn (--policy time, POLICY=time)";
    } else if (beside && is_static(w)) {
        v->reason = "on the other side of its warp's branch";
        v->help = several_sms ? "A static warp takes one side of a branch until that comes to the "
                                "meeting point: do what the lock protects inside the branch that "
                                "has got it, or let one thread of a warp wait"
                              : "A static warp takes one side of a branch until that comes to the "
                                "meeting point: do what the lock protects inside the branch that "
                                "has got it, let one thread of a warp wait, or form warps anew by "
                                "turns (--formation dwf --policy time)";
    } else {
        v->reason = "its warp is not scheduled, or its block not active";
        v->help = "The policy loose takes warps in turn (--policy loose, POLICY=loose); blocks "
                  "wait until another's warps all wait for memory";
    }
}

static void read_word(struct sm_watch *w, struct spin_verdict *v, uint32_t warp)
{
    const uint32_t index = (v->address - ISA_SHARED_BASE) / 4;
    const uint32_t *word = isa_memory_any_word(w->world->contents, v->address & ~UINT32_C(3));
    if (v->address >= ISA_SHARED_BASE) {
        const struct watch_block *block = block_of(w, warp);
        word = (block->written[index] & 0xf) == 0xf ? &block->word[index] : NULL;
    }
    v->known = v->address != 0 && word != NULL;
    if (v->known) v->holds = *word;
}

// True: every thread goes round, waits at a barrier, or has had no turn since threads are followed.
// The warp of the first thread that goes round.
static bool all_go_round(struct sm_watch *w, const struct sm *s, struct spin_verdict *v,
                         uint32_t *first)
{
    uint32_t reader = 0;
    bool beside = false;
    memset(v, 0, sizeof *v);
    for (uint32_t warp = 0; warp < sm_warps(&w->cfg); warp++) {
        bool round = false, still = false;
        for (uint64_t left = w->live[warp]; left; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctzll(left);
            const uint32_t thread = warp * w->cfg.lanes + lane;
            struct spin_one now = one(w, s, warp, lane);
            const enum spin_kind kind = spin_kind(&w->spin, thread);
            if (w->waits[warp] >> lane & 1) {
                tell(&v->waits, &v->wait, now);
            } else if (kind == SPIN_STILL) {
                tell(&v->still, &v->stay, now);
                still = true;
            } else if (kind == SPIN_MOVES) {
                return false;
            } else {
                now.pc = spin_place(&w->spin, thread);
                if (v->rounds == 0 || before(&now, &v->round)) {
                    v->address = w->spin.thread[thread].address;
                    reader = warp;
                }
                tell(&v->rounds, &v->round, now);
                round = true;
            }
        }
        beside = beside || (round && still);
    }
    *first = reader;
    if (v->rounds == 0) return false;
    read_word(w, v, reader);
    explain(w, v, beside);
    return true;
}

static void look_around(struct sm_watch *w, const struct sm *s)
{
    uint32_t first;
    const bool changed = w->changed;
    if (++w->since < w->period && !(changed && w->following)) return;
    w->since = 0;
    w->changed = false;
    if (changed) {
        w->following = false;
    } else if (!w->following) {
        w->following = spin_begin(&w->spin, sm_warps(&w->cfg) * w->cfg.lanes);
    } else if (all_go_round(w, s, &w->fault.spin, &first)) {
        w->fault.kind = ISA_FAULT_SPIN;
        isa_fault_print(&w->fault, launch_of(w, first), w->world->contents, w->text,
                        sizeof w->text);
        w->stopped = true;
    }
}

// ---- a launch that does not begin, or does not end ---------------------------------------------

// Of a group of limits that lets a block through, what binds is what keeps the next one out.
static void watch_refusal(struct sm_watch *w, const struct sm *s, const struct sm_out *o)
{
    static const char *const name[] = {"blocks",        "warps",         "threads",   "registers",
                                       "shared memory", "block numbers", "warp names"};
    const struct cta_launcher *l = &s->launcher;
    const uint32_t scheduling = (1u << CTA_LAUNCHER_ROWS) - 1;
    const uint32_t limits =
        o->binds & (l->frames == 0 ? ~0u : ~scheduling) & (l->ctas == 0 ? ~0u : scheduling);
    const char *comma = "";
    say(w, "not one block of %s fits on the core: it has not enough", name_of(w));
    for (uint32_t i = 0; i < 7; i++) {
        if ((limits >> i & 1) == 0) continue;
        say(w, "%s %s", comma, name[i]);
        comma = ",";
    }
}

static uint64_t patience(const struct sm_watch *w)
{
    const struct line_memory_cfg *memory = &w->world->memory.cfg;
    return (uint64_t)WATCH_QUIET + memory->latency + memory->interval;
}

// Where the threads are: the places where most of them were last, and how many are at barriers.
static void say_where(struct sm_watch *w)
{
    struct {
        const struct isa_launch *launch;
        uint32_t pc, threads;
    } most[PLACES + 1] = {{NULL, 0, 0}};
    uint32_t waiting = 0, running = 0, others = 0;
    for (uint32_t warp = 0; warp < sm_warps(&w->cfg); warp++) {
        waiting += (uint32_t)__builtin_popcountll(w->waits[warp]);
        for (uint64_t left = w->live[warp] & ~w->waits[warp]; left; left &= left - 1) {
            const uint32_t pc = w->at[warp][__builtin_ctzll(left)];
            uint32_t p = 0;
            while (p < PLACES && most[p].threads > 0 && most[p].pc != pc) p++;
            running++;
            others += p == PLACES;
            most[p].launch = launch_of(w, warp);
            most[p].pc = pc;
            most[p].threads++;
        }
    }
    say(w, ". %u threads run, %u wait at a barrier", running, waiting);
    for (uint32_t p = 0; p < PLACES && most[p].threads > 0; p++) {
        char place[160];
        isa_image_place(most[p].launch->image, most[p].pc, place, sizeof place);
        say(w, "%s %u at %s (0x%08x)",
            p == 0 ? "; of those that run the last branch or access was," : ",", most[p].threads,
            place, most[p].pc);
    }
    if (others > 0) say(w, ", %u elsewhere", others);
}

static void watch_time(struct sm_watch *w, const struct sm *s)
{
    look_around(w, s);
    if (w->stopped) return;
    if (w->quiet >= patience(w)) {
        say(w, "%s: nothing has happened for %" PRIu64 " cycles", name_of(w), patience(w));
        say_where(w);
    } else if (w->limit != 0 && w->cycles >= w->limit && !w->stopped) {
        say(w, "%s: stopped after %" PRIu64 " cycles; %s allows more", name_of(w), w->limit,
            w->option);
        say_where(w);
    }
}

// ---- a cycle -----------------------------------------------------------------------------------

// An instruction leaves its pipe.
static void watch_instruction(struct sm_watch *w, const struct sm *s, const struct sm_out *o,
                              uint32_t p)
{
    const struct simd_pipe_buffer *b = o->pipe[p].out;
    const uint32_t flow = o->result[p].flow;
    if (b->unit == DECODE_MEMORY) watch_access(w, s, o, p);
    if (b->unit == DECODE_FLOAT) watch_rounding(w, s, o, p);
    if (flow == DECODE_RETURN) watch_return(w, s, o, p);
    if (is_static(w) && (flow == DECODE_CALL || flow == DECODE_BRANCH)) watch_depth(w, s, o, p);
    if (flow == DECODE_BARRIER) watch_whole(w, s, o->warp[p][0], b);
    if (w->stopped) return;
    if (w->following) follow(w, o, p);
    const bool leaves_warp = flow == DECODE_BARRIER || flow == DECODE_EXIT;
    const bool lane_by_lane = flow != DECODE_NEXT || b->unit == DECODE_MEMORY;
    for (uint64_t left = lane_by_lane ? b->mask : 0; left; left &= left - 1) {
        const uint32_t place = (uint32_t)__builtin_ctzll(left);
        w->at[warp_of(w, o, p, place)][lane_of(w, o, p, place)] = b->pc;
    }
    for (uint64_t left = leaves_warp ? b->mask : 0; left; left &= left - 1) {
        const uint32_t place = (uint32_t)__builtin_ctzll(left);
        leave(w, s, warp_of(w, o, p, place), lane_of(w, o, p, place), flow == DECODE_EXIT);
    }
}

void sm_watch_cycle(struct sm_watch *w, const struct sm *s, const struct sm_out *o)
{
    if (w->stopped) return;
    w->cycles++;
    w->quiet++;
    note_begin(w, s, o);
    for (uint32_t p = 0; p < w->cfg.ports && !w->stopped; p++) {
        if (o->issue_en[p]) w->quiet = 0;
        if (o->writeback[p].gone && o->pipe[p].out_valid) watch_instruction(w, s, o, p);
    }
    if (o->done && o->refused) watch_refusal(w, s, o);
    else if (!o->done && !w->stopped) watch_time(w, s);
}

void sm_watch_rest(struct sm_watch *w, const struct sm *s)
{
    if (w->stopped) return;
    w->cycles++;
    w->quiet++;
    watch_time(w, s);
}

// ---- a launch ----------------------------------------------------------------------------------

// So many cycles that every warp has several turns, even if all accesses go one by one, those of
// other SMs too. With interweaving a context may wait for `turns` issues of its warp, each of which
// may wait for an access.
static uint64_t look_period(const struct sm_world *world, const struct sm_cfg *c)
{
    const struct line_memory_cfg *m = &world->memory.cfg;
    const uint64_t sms = world->chip != NULL ? world->chip->cfg.sms : 1;
    const uint64_t waits = 64 + (c->formation == SM_INTERWEAVE ? 8 * (uint64_t)c->turns : 0);
    const uint64_t turns = 8 * (uint64_t)c->slots * c->lanes * m->interval +
                           waits * ((uint64_t)m->latency + c->age_limit);
    uint64_t period = MIN_PERIOD;
    while (period < turns * sms) period *= 2;
    return period;
}

void sm_watch_begin(struct sm_watch *w, const struct sm_world *world, const struct sm_cfg *core,
                    uint64_t limit, const char *option)
{
    for (uint32_t b = 0; b < w->blocks; b++) forget(&w->block[b]);
    w->world = world;
    w->cfg = *core;
    w->limit = limit;
    w->option = option;
    w->any_rounding = false;
    w->cycles = w->quiet = w->since = 0;
    w->period = look_period(world, core);
    w->stopped = w->explained = w->changed = w->following = false;
    w->text[0] = 0;
    w->blocks = 0;
    memset(w->live, 0, sizeof w->live);
    memset(w->waits, 0, sizeof w->waits);
}

// ---- checkpoint --------------------------------------------------------------------------------

static void transfer_block(struct watch_block *b, const struct sm_codes *codes,
                           struct checkpoint *c)
{
    sm_codes_checkpoint(codes, &b->code, c);
    if (c->loads) {
        b->word = checkpoint_room(c, b->words, sizeof *b->word);
        b->written = checkpoint_room(c, b->words, sizeof *b->written);
    }
    checkpoint_piece(c, "shared", b->word, b->words * sizeof *b->word);
    checkpoint_piece(c, "written", b->written, b->words * sizeof *b->written);
}

// The limit may be another one: that is how a run that was stopped at it goes on.
void sm_watch_checkpoint(struct sm_watch *w, const struct sm_codes *codes, struct checkpoint *c)
{
    struct sm_watch *mine = checkpoint_whole(c, "watch", w, sizeof *w);
    w->world = mine->world;
    w->option = mine->option;
    w->limit = mine->limit;
    if (c->loads) {
        for (uint32_t b = 0; b < mine->blocks; b++) forget(&mine->block[b]);
        w->fault.spin.reason = w->fault.spin.help = NULL; // of a launch that is stopped
    }
    for (uint32_t b = 0; b < w->blocks; b++) transfer_block(&w->block[b], codes, c);
    spin_checkpoint(&w->spin, &mine->spin, c);
    checkpoint_whole_end(c, mine);
}
