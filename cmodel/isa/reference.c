// SPDX-License-Identifier: Apache-2.0
#include "isa/reference.h"

#include <stdlib.h>
#include <string.h>

#include "common/rng.h"
#include "isa/execute.h"
#include "isa/spin.h"

enum {
    SLICE = 4096,            // instructions of a thread before the next has its turn
    MAX_SHUFFLED_SLICE = 64, // with a seed: 1 to so many
    TURNS = 4,               // of SLICE instructions a thread, before the search for rounds
    READ_NONE =
        ISA_REGISTERS, // in place of ISA_NONE: a register that is 0, and one that is never read
    WRITE_NONE,
    REGISTERS,
    TOLD = 0x80,
};

enum state { RUNS, WAITS, ENDED };

struct thread {
    uint32_t reg[REGISTERS];
    uint32_t pc;
    uint32_t from; // of the instruction before
    uint8_t fcsr;
    enum state state;
    uint32_t *reserved; // the word that lr.w reserved
    struct isa_dim place;
};

// A word of the code. Decoded when a thread first comes there.
struct slot {
    struct isa_insn insn;
    bool decoded;
    bool returns;
    enum { LANDING_UNKNOWN, BEHIND_CALL, BEHIND_NONE } landing; // of returns, here
};

struct run {
    const struct isa_launch *launch;
    struct isa_memory *memory;
    const struct isa_reference_cfg *cfg;
    struct isa_reference_stats *stats;
    struct isa_fault *fault;
    struct hd_rng rng;
    uint64_t steps;
    uint32_t code_base, code_words;
    struct slot *code;
    uint32_t block; // rank
    struct isa_dim block_place;
    uint32_t threads;
    struct thread *thread;
    uint32_t *order;
    uint32_t *shared;
    uint8_t *written; // of each word of `shared`, a bit a byte; the highest: it was read before
    uint32_t *local;
    bool changed;   // since a look: a word that threads share, or the set of threads that run
    bool following; // threads are followed (isa/spin.h)
    uint64_t look;  // number of steps at which the next look comes
    struct spin spin;
    uint32_t reserved; // threads that may hold a reservation
    // Operands and results: lane 0 is the thread that has its turn. Kept, because clearing the rows
    // of the other lanes each time costs more than all the rest.
    uint32_t a[ISA_LANES], b[ISA_LANES], c[ISA_LANES];
    uint8_t fcsr[ISA_LANES];
    struct isa_results result;
};

// ---- the thread that has its turn --------------------------------------------------------------

static uint32_t rank_of(const struct run *r, const struct thread *t)
{
    return (uint32_t)(t - r->thread);
}

static bool fail(struct run *r, const struct thread *t, enum isa_fault_kind kind, uint32_t address)
{
    r->fault->kind = kind;
    r->fault->pc = t->pc;
    r->fault->thread = rank_of(r, t);
    r->fault->block = r->block;
    r->fault->address = address;
    return false;
}

static bool comes_here(const struct isa_reference_cfg *cfg, uint32_t pc)
{
    const uint32_t index = (pc - cfg->reached_base) / 4;
    return cfg->reached == NULL || (index < cfg->reached_words && cfg->reached[index]);
}

static const struct isa_insn *fetch(struct run *r, const struct thread *t)
{
    uint32_t index = (t->pc - r->code_base) / 4;
    if (t->pc % 4 != 0 || index >= r->code_words) return NULL;
    struct slot *slot = &r->code[index];
    if (slot->decoded) return &slot->insn;
    if (!comes_here(r->cfg, t->pc)) return NULL;
    const struct isa_segment *code = isa_image_code(r->launch->image, t->pc);
    if (code == NULL || !isa_decode(isa_image_word(code, t->pc), &slot->insn)) return NULL;
    struct isa_insn *insn = &slot->insn;
    slot->returns = isa_returns(insn);
    insn->rs1 = insn->rs1 == ISA_NONE ? READ_NONE : insn->rs1;
    insn->rs2 = insn->rs2 == ISA_NONE ? READ_NONE : insn->rs2;
    insn->rs3 = insn->rs3 == ISA_NONE ? READ_NONE : insn->rs3;
    insn->rd = insn->rd == ISA_NONE ? WRITE_NONE : insn->rd;
    slot->decoded = true;
    return insn;
}

// The word there is no instruction: only a run without the analyser's list comes so far. Every
// other address is one where no thread can be.
static bool fetch_failed(struct run *r, struct thread *t)
{
    const struct isa_segment *code = isa_image_code(r->launch->image, t->pc);
    if (code != NULL && t->pc % 4 == 0 && comes_here(r->cfg, t->pc))
        return fail(r, t, ISA_FAULT_ILLEGAL, isa_image_word(code, t->pc));
    const uint32_t to = t->pc;
    t->pc = t->from;
    return fail(r, t, ISA_FAULT_FETCH, to);
}

// A return to a place where threads can come, but which is behind no call. A run without the
// analyser's list may do that.
static bool returns_astray(struct run *r, const struct thread *t, uint32_t to)
{
    const uint32_t index = (to - r->code_base) / 4;
    if (!r->code[(t->pc - r->code_base) / 4].returns || r->cfg->reached == NULL || to % 4 != 0 ||
        index >= r->code_words || !comes_here(r->cfg, to))
        return false;
    struct slot *slot = &r->code[index];
    if (slot->landing == LANDING_UNKNOWN) {
        const struct isa_segment *code = isa_image_code(r->launch->image, to - 4);
        struct isa_insn call;
        const bool is_call = code != NULL && comes_here(r->cfg, to - 4) &&
                             isa_decode(isa_image_word(code, to - 4), &call) && isa_calls(&call);
        slot->landing = is_call ? BEHIND_CALL : BEHIND_NONE;
    }
    return slot->landing == BEHIND_NONE;
}

// ---- memory ------------------------------------------------------------------------------------

static bool is_shared(uint32_t address)
{
    return address >= ISA_SHARED_BASE && address < ISA_LOCAL_BASE;
}

// Notes accesses of shared memory behind all that is live, as the analyser has found.
static void note_place(struct run *r, const struct thread *t, uint32_t address, uint32_t bytes,
                       bool write)
{
    const struct isa_reference_cfg *cfg = r->cfg;
    const uint32_t index = (t->pc - cfg->reached_base) / 4;
    if (cfg->live == NULL || index >= cfg->reached_words) return;
    if (address - ISA_SHARED_BASE + bytes <= cfg->live[index]) return;
    if (r->stats->behind++ != 0) return;
    r->stats->behind_first = (struct isa_fault){.kind = ISA_FAULT_BEHIND,
                                                .pc = t->pc,
                                                .thread = rank_of(r, t),
                                                .block = r->block,
                                                .address = address,
                                                .write = write,
                                                .live = cfg->live[index]};
}

static uint32_t *reach(struct run *r, const struct thread *t, const struct isa_insn *insn,
                       uint32_t address, bool write)
{
    const struct isa_launch *launch = r->launch;
    struct isa_scope scope = {
        .shared = r->shared,
        .shared_bytes = launch->shared_bytes,
        .local = r->local + (size_t)rank_of(r, t) * (launch->stack_bytes / 4),
        .local_step = 1,
        .local_bytes = launch->stack_bytes,
    };
    uint32_t bytes = isa_access_bytes((enum isa_op)insn->op);
    enum isa_fault_kind why;
    uint32_t *word = isa_memory_word(r->memory, &scope, address, bytes, write, &why);
    if (word != NULL) {
        if (is_shared(address)) note_place(r, t, address, bytes, write);
        return word;
    }
    r->fault->bytes = bytes;
    r->fault->write = write;
    fail(r, t, why, address);
    return NULL;
}

// A write to a word ends all reservations of the word.
static void end_reservations(struct run *r, const uint32_t *word)
{
    if (r->reserved == 0) return;
    for (uint32_t i = 0; i < r->threads; i++)
        if (r->thread[i].reserved == word) r->thread[i].reserved = NULL;
}

// Of the word that an access goes to.
static uint8_t bytes_at(const struct isa_insn *insn, uint32_t address)
{
    return (uint8_t)(((1u << isa_access_bytes((enum isa_op)insn->op)) - 1) << address % 4);
}

// Notes reads of shared memory that no thread of the block has written.
static void note_read(struct run *r, const struct thread *t, const struct isa_insn *insn,
                      uint32_t address)
{
    const uint8_t bytes = bytes_at(insn, address);
    if (!is_shared(address) || insn->op == ISA_SC_W) return;
    uint8_t *written = &r->written[(address - ISA_SHARED_BASE) / 4];
    if ((*written & bytes) == bytes || (*written & TOLD)) return;
    *written |= TOLD;
    if (r->stats->unset++ != 0) return;
    r->stats->unset_first = (struct isa_fault){.kind = ISA_FAULT_UNSET,
                                               .pc = t->pc,
                                               .thread = rank_of(r, t),
                                               .block = r->block,
                                               .address = address};
}

// A word is written. The search for threads that make progress must see each change.
static void put_word(struct run *r, const struct isa_insn *insn, uint32_t *word, uint32_t address,
                     uint32_t data)
{
    if (is_shared(address)) r->written[(address - ISA_SHARED_BASE) / 4] |= bytes_at(insn, address);
    r->changed |= *word != data && address < ISA_LOCAL_BASE;
    *word = data;
}

static bool load(struct run *r, struct thread *t, const struct isa_insn *insn, uint32_t address)
{
    const uint32_t *word = reach(r, t, insn, address, false);
    if (word == NULL) return false;
    note_read(r, t, insn, address);
    t->reg[insn->rd] = isa_extend((enum isa_op)insn->op, *word, address);
    r->stats->loads++;
    return true;
}

static bool store(struct run *r, struct thread *t, const struct isa_insn *insn, uint32_t address)
{
    enum isa_op op = (enum isa_op)insn->op;
    uint32_t *word = reach(r, t, insn, address, true);
    if (word == NULL) return false;
    put_word(r, insn, word, address,
             isa_merge(*word, isa_store_data(op, address, t->reg[insn->rs2]),
                       isa_store_enables(op, address)));
    end_reservations(r, word);
    r->stats->stores++;
    return true;
}

static bool atomic(struct run *r, struct thread *t, const struct isa_insn *insn, uint32_t address)
{
    uint32_t *word = reach(r, t, insn, address, insn->op != ISA_LR_W);
    if (word == NULL) return false;
    note_read(r, t, insn, address);
    uint32_t old = *word;
    uint32_t expected = t->reg[insn->rs3];
    bool fails = (insn->op == ISA_SC_W && t->reserved != word) ||
                 (insn->op == ISA_AMOCAS_W && old != expected);
    if (insn->op == ISA_LR_W) {
        r->reserved += t->reserved == NULL;
        t->reserved = word;
    } else if (!fails) {
        put_word(r, insn, word, address,
                 isa_atomic((enum isa_op)insn->op, old, t->reg[insn->rs2], expected));
        end_reservations(r, word);
    }
    if (insn->op == ISA_SC_W) t->reserved = NULL;
    t->reg[insn->rd] = insn->op == ISA_SC_W ? fails : old;
    r->stats->atomics++;
    return true;
}

// ---- CSRs --------------------------------------------------------------------------------------

// isa_decode() has refused CSRs that do not exist, and writes to CSRs that are read only.
static void csr(struct run *r, struct thread *t, const struct isa_insn *insn)
{
    uint32_t number = (uint32_t)insn->imm;
    uint32_t old;
    if (!isa_launch_csr(r->launch, number, &t->place, &r->block_place, &old)) {
        old = isa_fcsr_read(number, t->fcsr);
        if (isa_csr_writes(insn))
            t->fcsr = isa_fcsr_write(number, t->fcsr, isa_csr_value(insn, old, t->reg[insn->rs1]));
    }
    r->result.value[0] = old;
    t->reg[insn->rd] = old;
}

// ---- one instruction ---------------------------------------------------------------------------

static void execute(struct run *r, const struct thread *t, const struct isa_insn *insn)
{
    const struct isa_operands in = {1, r->a, r->b, r->c, r->fcsr};
    r->a[0] = t->reg[insn->rs1];
    r->b[0] = t->reg[insn->rs2];
    r->c[0] = t->reg[insn->rs3];
    r->fcsr[0] = t->fcsr;
    r->result.taken = 0;
    isa_execute(insn, t->pc, &in, &r->result);
}

static bool float_result(struct run *r, struct thread *t, const struct isa_insn *insn)
{
    if (r->result.refused) return fail(r, t, ISA_FAULT_ROUNDING, 0);
    t->fcsr |= r->result.flags[0];
    t->reg[insn->rd] = r->result.value[0];
    r->stats->floats++;
    return true;
}

static void follow(struct run *r, const struct thread *t, const struct isa_insn *insn,
                   uint32_t data)
{
    const uint32_t value = insn->cls == ISA_CSR ? r->result.value[0] : t->reg[insn->rd];
    const struct spin_step did = {t->pc, value, r->result.address[0], data, r->result.flags[0]};
    spin_step(&r->spin, rank_of(r, t), insn, &did);
}

// False: the thread cannot go on; `fault` says why.
static bool step(struct run *r, struct thread *t)
{
    const struct isa_insn *insn = fetch(r, t);
    if (insn == NULL) return fetch_failed(r, t);
    const uint32_t data = t->reg[insn->cls == ISA_CSR ? insn->rs1 : insn->rs2];
    execute(r, t, insn);
    uint32_t address = r->result.address[0];
    bool good = true;
    switch (insn->cls) {
    case ISA_INTEGER:
    case ISA_JUMP:
    case ISA_JUMP_REG: t->reg[insn->rd] = r->result.value[0]; break;
    case ISA_FLOAT: good = float_result(r, t, insn); break;
    case ISA_BRANCH: r->stats->branches++; break;
    case ISA_LOAD: good = load(r, t, insn, address); break;
    case ISA_STORE: good = store(r, t, insn, address); break;
    case ISA_ATOMIC: good = atomic(r, t, insn, address); break;
    case ISA_CSR: csr(r, t, insn); break;
    case ISA_EXIT:
        t->state = ENDED;
        r->changed = true;
        break;
    case ISA_BARRIER: // the pc says where
        t->state = WAITS;
        r->changed = true;
        return true;
    default: break;
    }
    if (!good) return false;
    if (r->following) follow(r, t, insn, data);
    if (returns_astray(r, t, address)) return fail(r, t, ISA_FAULT_RETURN, address);
    t->from = t->pc;
    t->pc = r->result.taken ? address : t->pc + 4;
    return true;
}

// ---- a block -----------------------------------------------------------------------------------

static void begin_thread(struct run *r, struct thread *t)
{
    memset(t, 0, sizeof *t);
    t->pc = t->from = r->launch->kernel->entry;
    t->state = RUNS;
    t->place = isa_dim_place(&r->launch->threads, rank_of(r, t));
    for (uint32_t i = 1; i < ISA_REGISTERS && r->cfg->shuffled; i++)
        t->reg[i] = (uint32_t)(hd_rng_next(&r->rng) >> 32);
}

static void begin_block(struct run *r)
{
    size_t words = (size_t)r->threads * (r->launch->stack_bytes / 4);
    r->changed = true;
    memset(r->written, 0, r->launch->shared_bytes / 4 + 1);
    r->block_place = isa_dim_place(&r->launch->blocks, r->block);
    for (size_t w = 0; w < r->launch->shared_bytes / 4; w++)
        r->shared[w] = r->cfg->shuffled ? (uint32_t)(hd_rng_next(&r->rng) >> 32) : 0;
    for (size_t w = 0; w < words; w++)
        r->local[w] = r->cfg->shuffled ? (uint32_t)(hd_rng_next(&r->rng) >> 32) : 0;
    for (uint32_t t = 0; t < r->threads; t++) begin_thread(r, &r->thread[t]);
    r->reserved = 0;
    r->stats->threads += r->threads;
}

static void shuffle(struct run *r, uint32_t *order, uint32_t count)
{
    for (uint32_t i = count; i > 1 && r->cfg->shuffled; i--) {
        uint32_t other = hd_rng_below(&r->rng, i);
        uint32_t kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
}

static bool run_slice(struct run *r, struct thread *t)
{
    uint32_t slice = r->cfg->shuffled ? 1 + hd_rng_below(&r->rng, MAX_SHUFFLED_SLICE) : SLICE;
    for (; slice > 0 && t->state == RUNS; slice--) {
        if (r->cfg->max_steps != 0 && r->steps == r->cfg->max_steps) {
            r->fault->steps = r->steps;
            return fail(r, t, ISA_FAULT_STEPS, 0);
        }
        r->steps++;
        if (r->cfg->tell != NULL) r->cfg->tell(r->cfg->listener, r->block, rank_of(r, t), t->pc);
        if (!step(r, t)) return false;
    }
    return true;
}

// All threads wait or have ended. The waiting threads go on if all are at the same barrier.
static bool pass_barrier(struct run *r)
{
    const struct thread *first = NULL;
    const struct thread *other = NULL;
    uint32_t count[2] = {0, 0};
    for (uint32_t i = 0; i < r->threads; i++) {
        const struct thread *t = &r->thread[i];
        if (t->state == ENDED) continue;
        if (first == NULL) first = t;
        if (t->pc != first->pc && other == NULL) other = t;
        count[t->pc != first->pc]++;
    }
    if (other != NULL) {
        r->fault->here = count[0];
        r->fault->there = count[1];
        r->fault->ended = r->threads - count[0] - count[1];
        r->fault->other_pc = other->pc;
        r->fault->other_thread = rank_of(r, other);
        return fail(r, first, ISA_FAULT_BARRIER, 0);
    }
    for (uint32_t i = 0; i < r->threads; i++) {
        if (r->thread[i].state != WAITS) continue;
        r->thread[i].state = RUNS;
        r->thread[i].pc += 4;
    }
    r->stats->barriers++;
    r->changed = true;
    return true;
}

// ---- threads that make progress ----------------------------------------------------------------

static struct spin_one one(const struct run *r, uint32_t thread, uint32_t pc)
{
    return (struct spin_one){thread, r->block, pc};
}

// True: all that run go round and round. All have had turns.
static bool all_go_round(struct run *r)
{
    struct spin_verdict *v = &r->fault->spin;
    memset(v, 0, sizeof *v);
    for (uint32_t i = 0; i < r->threads; i++) {
        const struct thread *t = &r->thread[i];
        if (t->state == RUNS && spin_kind(&r->spin, i) != SPIN_ROUNDS) return false;
        if (t->state == RUNS && v->rounds++ == 0) {
            v->round = one(r, i, spin_place(&r->spin, i));
            v->address = r->spin.thread[i].address;
        }
        if (t->state == WAITS && v->waits++ == 0) v->wait = one(r, i, t->pc);
    }
    return v->rounds > 0;
}

static void read_word(struct run *r)
{
    struct spin_verdict *v = &r->fault->spin;
    const struct isa_scope scope = {r->shared, r->launch->shared_bytes, r->local, 1, 0};
    enum isa_fault_kind why;
    const uint32_t *word =
        isa_memory_word(r->memory, &scope, v->address & ~UINT32_C(3), 4, false, &why);
    v->known = v->address != 0 && word != NULL;
    if (v->known) v->holds = *word;
    v->help = spin_help(v);
    r->fault->kind = ISA_FAULT_SPIN;
}

// False: no thread makes progress, or there is no memory on the host.
static bool look_around(struct run *r)
{
    const bool changed = r->changed;
    if (r->steps < r->look && !(changed && r->following)) return true;
    r->changed = false;
    r->look = r->steps + (uint64_t)r->threads * TURNS * SLICE;
    if (changed) {
        r->following = false;
    } else if (!r->following) {
        r->following = true;
        return spin_begin(&r->spin, r->threads);
    } else if (all_go_round(r)) {
        read_word(r);
        return false;
    }
    return true;
}

static bool run_block(struct run *r)
{
    begin_block(r);
    for (;;) {
        uint32_t running = 0;
        uint32_t waiting = 0;
        shuffle(r, r->order, r->threads);
        for (uint32_t i = 0; i < r->threads; i++) {
            struct thread *t = &r->thread[r->order[i]];
            if (!run_slice(r, t)) return false;
            running += t->state == RUNS;
            waiting += t->state == WAITS;
        }
        if (!look_around(r)) return false;
        if (running > 0) continue;
        if (waiting == 0) return true;
        if (!pass_barrier(r)) return false;
    }
}

// ---- a grid ------------------------------------------------------------------------------------

static bool prepare_code(struct run *r)
{
    const struct isa_image *image = r->launch->image;
    uint32_t end = 0;
    r->code_base = UINT32_MAX;
    for (uint32_t s = 0; s < image->segments; s++) {
        if (!image->segment[s].executable) continue;
        if (r->code_base == UINT32_MAX) r->code_base = image->segment[s].address;
        end = image->segment[s].address + image->segment[s].size;
    }
    if (end == 0) return true;
    r->code_words = (end - r->code_base) / 4;
    r->code = calloc(r->code_words + 1, sizeof *r->code);
    return r->code != NULL;
}

static uint32_t *ranks(uint32_t count)
{
    uint32_t *order = malloc((size_t)count * sizeof *order);
    for (uint32_t i = 0; order != NULL && i < count; i++) order[i] = i;
    return order;
}

static bool prepare(struct run *r)
{
    const struct isa_launch *launch = r->launch;
    r->threads = isa_dim_count(&launch->threads);
    r->thread = calloc(r->threads, sizeof *r->thread);
    r->order = ranks(r->threads);
    r->shared = calloc(launch->shared_bytes / 4 + 1, 4);
    r->written = calloc(launch->shared_bytes / 4 + 1, 1);
    r->local = calloc((size_t)r->threads * (launch->stack_bytes / 4), 4);
    return prepare_code(r) && r->thread != NULL && r->order != NULL && r->shared != NULL &&
           r->written != NULL && r->local != NULL;
}

static bool run_blocks(struct run *r)
{
    uint32_t blocks = isa_dim_count(&r->launch->blocks);
    uint32_t *order = r->cfg->shuffled ? ranks(blocks) : NULL;
    bool good = order != NULL || !r->cfg->shuffled;
    if (good) shuffle(r, order, blocks);
    for (uint32_t b = 0; b < blocks && good; b++) {
        r->block = order != NULL ? order[b] : b;
        good = run_block(r);
    }
    free(order);
    return good;
}

bool isa_reference_run(const struct isa_launch *launch, struct isa_memory *memory,
                       const struct isa_reference_cfg *cfg, struct isa_reference_stats *stats,
                       struct isa_fault *fault)
{
    struct run r = {launch, memory, cfg, stats, fault, .steps = 0};
    memset(fault, 0, sizeof *fault);
    hd_rng_seed(&r.rng, cfg->seed);
    bool good = prepare(&r) && run_blocks(&r);
    stats->instructions += r.steps;
    free(r.code);
    free(r.thread);
    free(r.order);
    free(r.shared);
    free(r.written);
    spin_free(&r.spin);
    free(r.local);
    return good;
}
