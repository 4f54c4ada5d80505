/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hazards - how often the split scoreboard makes an instruction wait for a write that no thread of
 * it has made: programs with branch interweaving. See docs/blocks/split_scoreboard.md.
 * Exit: 0; 1 a hazard is missed, a result is wrong, or a kernel does not end; 2 a mistake of the
 * caller.
 *
 * Every warp has two hot contexts, as the HCT sorter leaves them, and a list of cold ones in order
 * of their addresses. In each cycle each of the two issues its next instruction, if the scoreboard
 * lets it. Where a branch goes is known at once. Beside each outstanding write stands the mask of
 * its threads.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "formation/hct_sorter.h"
#include "formation/split_scoreboard.h"
#include "image.h"
#include "isa/execute.h"
#include "program.h"

enum {
    LANES = 64,
    HOT = 2,
    COLD = 2, /* the position of all threads that are not hot */
    ENTRIES = 6,
    REGS = ISA_REGISTERS,
    READ_NONE = REGS, /* in place of ISA_NONE: a register that is 0 */
    WARPS = ISA_MAX_THREADS / LANES,
    WRITES = 2 * ENTRIES,
    SOON = 8, /* cycles from issue to writeback: the execution of the paper's Table 2 */
    LATES = 2,
    LIMIT = 1 << 24,
};

/* Cycles from the issue of an access to its writeback, by Table 2: hits in the cache, misses. */
static const uint32_t lates[LATES] = {SOON + 3, SOON + 3 + 330};

/* ---- what is counted ---- */

struct counts {
    uint64_t issued;     /* instructions of contexts */
    uint64_t parted;     /* of these: the warp has two contexts or more */
    uint64_t true_wait;  /* cycles in which a context waits for a write of one of its threads */
    uint64_t false_wait; /* and in which it waits only for writes that none of them has made */
    uint64_t full;       /* and in which no entry is free */
};

/* ---- warps and threads ---- */

struct context {
    uint32_t pc;
    uint64_t mask; /* 0: there is none */
};

struct write {
    uint32_t reg, tag, position;
    uint64_t threads, due;
};

struct warp {
    struct split_scoreboard board;
    struct context hot[HOT], cold[LANES], waiting; /* at a barrier */
    uint32_t colds, writes;
    struct write write[WRITES];
    uint64_t all; /* threads that the launch has */
};

struct thread {
    uint32_t reg[REGS + 1];
    uint8_t fcsr;
    struct isa_dim place;
};

struct machine {
    struct host_machine machine; /* first: a pointer to one is a pointer to the other */
    uint32_t late;               /* cycles from the issue of an access to its writeback */
    struct counts counts;
    /* of the launch */
    const struct isa_launch *launch;
    struct isa_memory *memory;
    /* of the block */
    struct isa_dim block;
    struct thread thread[ISA_MAX_THREADS];
    struct warp warp[WARPS];
    uint32_t threads, warps;
    uint32_t *shared, *local;
    uint64_t now;
    char *error;
};

static bool fail(struct machine *m, const char *why, uint32_t pc)
{
    char place[256];
    isa_image_place(m->launch->image, pc, place, sizeof place);
    snprintf(m->error, HOST_ERROR, "%s at %s", why, place);
    return false;
}

/* ---- what an instruction does to a thread ---- */

static bool decode(struct machine *m, uint32_t pc, struct isa_insn *insn)
{
    const struct isa_segment *code = isa_image_code(m->launch->image, pc);
    if (code == NULL || !isa_decode(isa_image_word(code, pc), insn))
        return fail(m, "no instruction", pc);
    return true;
}

static uint32_t value_of(const struct thread *t, uint8_t reg)
{
    return t->reg[reg == ISA_NONE ? READ_NONE : reg];
}

static void put(struct thread *t, uint8_t reg, uint32_t value)
{
    if (reg != ISA_NONE) t->reg[reg] = value;
}

static uint32_t *reach(struct machine *m, uint32_t rank, const struct isa_insn *insn,
                       uint32_t address, bool writes)
{
    const struct isa_scope scope = {
        .shared = m->shared,
        .shared_bytes = m->launch->shared_bytes,
        .local = m->local + (size_t)rank * (m->launch->stack_bytes / 4),
        .local_step = 1,
        .local_bytes = m->launch->stack_bytes,
    };
    enum isa_fault_kind why;
    return isa_memory_word(m->memory, &scope, address, isa_access_bytes((enum isa_op)insn->op),
                           writes, &why);
}

/* Load, store, atomic. No program here reserves a word. */
static bool access_memory(struct machine *m, uint32_t rank, const struct isa_insn *insn,
                          uint32_t address)
{
    struct thread *t = &m->thread[rank];
    const enum isa_op op = (enum isa_op)insn->op;
    uint32_t *word = reach(m, rank, insn, address, insn->cls != ISA_LOAD);
    if (word == NULL || op == ISA_LR_W || op == ISA_SC_W) return false;
    const uint32_t old = *word, data = value_of(t, insn->rs2), expected = value_of(t, insn->rs3);
    switch (insn->cls) {
    case ISA_LOAD: put(t, insn->rd, isa_extend(op, old, address)); break;
    case ISA_STORE:
        *word = isa_merge(old, isa_store_data(op, address, data), isa_store_enables(op, address));
        break;
    default:
        if (op != ISA_AMOCAS_W || old == expected) *word = isa_atomic(op, old, data, expected);
        put(t, insn->rd, old);
    }
    return true;
}

static void access_csr(struct machine *m, struct thread *t, const struct isa_insn *insn)
{
    const uint32_t number = (uint32_t)insn->imm;
    uint32_t old;
    if (!isa_launch_csr(m->launch, number, &t->place, &m->block, &old)) {
        old = isa_fcsr_read(number, t->fcsr);
        if (isa_csr_writes(insn))
            t->fcsr =
                isa_fcsr_write(number, t->fcsr, isa_csr_value(insn, old, value_of(t, insn->rs1)));
    }
    put(t, insn->rd, old);
}

/* One thread. `next`: where it goes on. */
static bool step(struct machine *m, uint32_t rank, const struct isa_insn *insn, uint32_t pc,
                 uint32_t *next)
{
    struct thread *t = &m->thread[rank];
    const struct isa_result r = isa_execute_one(
        insn, pc, value_of(t, insn->rs1), value_of(t, insn->rs2), value_of(t, insn->rs3), t->fcsr);
    const bool goes = insn->cls == ISA_BRANCH || insn->cls == ISA_JUMP || insn->cls == ISA_JUMP_REG;
    *next = goes && r.taken ? r.address : pc + 4;
    switch (insn->cls) {
    case ISA_INTEGER:
    case ISA_JUMP:
    case ISA_JUMP_REG: put(t, insn->rd, r.value); break;
    case ISA_FLOAT:
        t->fcsr |= r.flags;
        put(t, insn->rd, r.value);
        break;
    case ISA_LOAD:
    case ISA_STORE:
    case ISA_ATOMIC: return access_memory(m, rank, insn, r.address) || fail(m, "a bad access", pc);
    case ISA_CSR: access_csr(m, t, insn); break;
    default: break;
    }
    return true;
}

/* ---- the scoreboard, and what it should say ---- */

static uint64_t names(const struct isa_insn *insn)
{
    const uint8_t reg[] = {insn->rd, insn->rs1, insn->rs2, insn->rs3};
    uint64_t set = 0;
    for (int i = 0; i < 4; i++)
        if (reg[i] != ISA_NONE) set |= bit(reg[i]);
    return set;
}

/* Registers with an outstanding write of one of the threads. */
static uint64_t exact(const struct warp *w, uint64_t threads)
{
    uint64_t set = 0;
    for (uint32_t i = 0; i < w->writes; i++)
        if ((w->write[i].threads & threads) != 0) set |= bit(w->write[i].reg);
    return set;
}

/* Does the hot context issue? If it is held up, that is counted. False in `good`: a hazard is
 * missed. */
static bool may_issue(struct machine *m, const struct warp *w, uint32_t position,
                      const struct split_scoreboard_out *out, const struct isa_insn *insn,
                      bool *good)
{
    const uint64_t named = names(insn);
    const uint64_t shown = out->query_busy[position] & named;
    const uint64_t right = exact(w, w->hot[position].mask) & named;
    if ((right & ~shown) != 0) *good = fail(m, "a hazard is missed", w->hot[position].pc);
    if (right != 0) m->counts.true_wait++;
    else if (shown != 0) m->counts.false_wait++;
    else if (insn->rd != ISA_NONE && has(out->full, 0)) m->counts.full++;
    else return true;
    return false;
}

static void set(struct machine *m, struct warp *w, uint32_t position, const struct isa_insn *insn,
                struct split_scoreboard_in *in, const struct split_scoreboard_out *out)
{
    const bool far = insn->cls == ISA_LOAD || insn->cls == ISA_ATOMIC;
    if (insn->rd == ISA_NONE) return;
    in->set_en[position] = true;
    in->set_reg[position] = insn->rd;
    w->write[w->writes++] = (struct write){.reg = insn->rd,
                                           .tag = out->set_tag[position],
                                           .position = position,
                                           .threads = w->hot[position].mask,
                                           .due = m->now + (far ? m->late : SOON)};
}

/* What is due goes to the ports; the list is without it. */
static void write_back(const struct machine *m, struct warp *w, struct split_scoreboard_in *in)
{
    uint32_t port = 0, left = 0;
    for (uint32_t i = 0; i < w->writes; i++) {
        const struct write *x = &w->write[i];
        if (x->due > m->now || port == SPLIT_SCOREBOARD_MAX_WRITERS) {
            w->write[left++] = *x;
            continue;
        }
        in->wb_en[port] = true;
        in->wb_tag[port] = x->tag;
        in->wb_pos[port++] = x->position == 1;
    }
    w->writes = left;
}

/* ---- contexts ---- */

/* What a context becomes: up to LANES of them. */
struct parts {
    struct context part[LANES];
    uint32_t count;
};

static void add_part(struct parts *p, uint32_t pc, uint32_t lane)
{
    uint32_t i = 0;
    while (i < p->count && p->part[i].pc != pc) i++;
    if (i == p->count) p->part[p->count++] = (struct context){pc, 0};
    p->part[i].mask |= bit(lane);
}

static bool issue(struct machine *m, struct warp *w, uint32_t position, const struct isa_insn *insn,
                  struct parts *parts)
{
    const struct context c = w->hot[position];
    const uint32_t first = (uint32_t)(w - m->warp) * LANES;
    m->counts.issued++;
    m->counts.parted += w->colds > 0 || (w->hot[0].mask != 0 && w->hot[1].mask != 0);
    if (insn->cls == ISA_EXIT) return true;
    if (insn->cls == ISA_BARRIER) {
        w->waiting.pc = c.pc + 4;
        w->waiting.mask |= c.mask;
        return true;
    }
    for (uint64_t left = c.mask; left != 0; left &= left - 1) {
        uint32_t next;
        if (!step(m, first + lowest(left), insn, c.pc, &next)) return false;
        add_part(parts, next, lowest(left));
    }
    return true;
}

static void put_cold(struct warp *w, struct context c)
{
    uint32_t i = w->colds++;
    for (; i > 0 && w->cold[i - 1].pc > c.pc; i--) w->cold[i] = w->cold[i - 1];
    w->cold[i] = c;
}

static struct context take_cold(struct warp *w)
{
    const struct context c = w->cold[0];
    memmove(w->cold, w->cold + 1, --w->colds * sizeof w->cold[0]);
    return c;
}

/* The third context of the sorter: a part of a hot one; else the cold one with the lowest address,
 * if a hot place is free or it does not lie behind the second. */
static struct context third(struct warp *w, const struct context *hot, struct parts *parts)
{
    struct context c = {0, 0};
    for (uint32_t p = 0; p < HOT; p++) {
        for (uint32_t i = 1; i < parts[p].count; i++) {
            if (c.mask != 0) put_cold(w, c);
            c = parts[p].part[i];
        }
    }
    if (c.mask != 0 || w->colds == 0) return c;
    const bool room = hot[0].mask == 0 || hot[1].mask == 0;
    const bool behind = w->cold[0].pc > hot[0].pc && w->cold[0].pc > hot[1].pc;
    return room || !behind ? take_cold(w) : c;
}

static void sort(struct warp *w, struct parts *parts)
{
    static const struct hct_sorter sorter = {{LANES, 32}};
    struct context c[3] = {parts[0].part[0], parts[1].part[0]};
    struct hct_sorter_in in = {0};
    struct hct_sorter_out out;
    c[2] = third(w, c, parts);
    for (uint32_t i = 0; i < 3; i++) {
        in.valid[i] = c[i].mask != 0;
        in.pc[i] = c[i].pc;
        in.mask[i] = c[i].mask;
    }
    hct_sorter_eval(&sorter, &in, &out);
    for (uint32_t i = 0; i < HOT; i++)
        w->hot[i] = (struct context){(uint32_t)out.pc[i], out.mask[i]};
    if (out.valid[2]) put_cold(w, (struct context){(uint32_t)out.pc[2], out.mask[2]});
}

static uint32_t matrix(const uint64_t *before, const uint64_t *after)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t j = 0; j < 3; j++)
            if ((before[i] & after[j]) != 0) bits |= 1U << (3 * i + j);
    return bits;
}

static void positions(const struct warp *w, uint64_t *at)
{
    at[0] = w->hot[0].mask;
    at[1] = w->hot[1].mask;
    at[COLD] = w->all & ~(at[0] | at[1]);
}

/* ---- a cycle ---- */

static bool is_stop(const struct isa_insn *insn)
{
    return insn->cls == ISA_BRANCH || insn->cls == ISA_JUMP || insn->cls == ISA_JUMP_REG;
}

/* What issues goes on in its parts; what does not is a part by itself. */
static bool issue_hot(struct machine *m, struct warp *w, struct split_scoreboard_in *in,
                      const struct split_scoreboard_out *out, struct parts *parts)
{
    bool good = true, stop = false;
    for (uint32_t p = 0; p < HOT; p++) {
        struct isa_insn insn;
        if (w->hot[p].mask == 0) continue;
        if (!decode(m, w->hot[p].pc, &insn)) return false;
        /* A warp has one new context in a cycle. */
        if ((stop && is_stop(&insn)) || !may_issue(m, w, p, out, &insn, &good)) {
            parts[p] = (struct parts){{w->hot[p]}, 1};
            continue;
        }
        stop = is_stop(&insn);
        set(m, w, p, &insn, in, out);
        if (!issue(m, w, p, &insn, &parts[p])) return false;
    }
    return good;
}

static bool cycle(struct machine *m, struct warp *w)
{
    struct split_scoreboard_in in = {0};
    struct split_scoreboard_out out;
    static struct parts parts[HOT];
    uint64_t before[3], after[3];
    for (uint32_t p = 0; p < HOT; p++) {
        parts[p].count = 0;
        parts[p].part[0].mask = 0;
        in.query_pos[p] = in.set_pos[p] = p == 1;
    }
    split_scoreboard_eval(&w->board, &in, &out);
    positions(w, before);
    if (!issue_hot(m, w, &in, &out, parts)) return false;
    write_back(m, w, &in);
    sort(w, parts);
    positions(w, after);
    in.move_en[0] = true;
    in.move_matrix[0] = matrix(before, after);
    const char *broken = split_scoreboard_promise(&w->board, &in);
    if (broken != NULL) return fail(m, broken, w->hot[0].pc);
    split_scoreboard_tick(&w->board, &in, &out);
    return true;
}

/* ---- a block ---- */

static void begin_block(struct machine *m, uint32_t rank)
{
    static const struct split_scoreboard_cfg cfg = {2, ENTRIES, REGS, SPLIT_SCOREBOARD_MAX_WRITERS};
    m->block = isa_dim_place(&m->launch->blocks, rank);
    memset(m->thread, 0, sizeof m->thread);
    for (uint32_t t = 0; t < m->threads; t++)
        m->thread[t].place = isa_dim_place(&m->launch->threads, t);
    for (uint32_t i = 0; i < m->warps; i++) {
        struct warp *w = &m->warp[i];
        const uint32_t left = m->threads - i * LANES;
        memset(w, 0, sizeof *w);
        split_scoreboard_init(&w->board, &cfg);
        w->all = ones(left < LANES ? left : LANES);
        w->hot[0] = (struct context){m->launch->kernel->entry, w->all};
    }
}

static bool has_work(const struct warp *w) { return w->hot[0].mask != 0 || w->colds > 0; }

/* All threads wait or have ended: those that wait go on. They were cold, and come as the third
 * context does. */
static bool pass_barrier(struct machine *m)
{
    bool any = false;
    for (uint32_t i = 0; i < m->warps; i++) {
        struct warp *w = &m->warp[i];
        if (w->waiting.mask == 0) continue;
        put_cold(w, w->waiting);
        w->waiting.mask = 0;
        any = true;
    }
    return any;
}

static bool run_block(struct machine *m)
{
    for (uint64_t end = m->now + LIMIT; m->now < end; m->now++) {
        bool working = false;
        for (uint32_t i = 0; i < m->warps; i++) {
            if (!has_work(&m->warp[i])) continue;
            working = true;
            if (!cycle(m, &m->warp[i])) return false;
        }
        if (!working && !pass_barrier(m)) return true;
    }
    return fail(m, "no end of the block", m->warp[0].hot[0].pc);
}

static bool run(struct host_machine *machine, const struct isa_launch *launch,
                struct isa_memory *memory, char error[HOST_ERROR])
{
    struct machine *m = (struct machine *)machine;
    bool good = true;
    m->launch = launch;
    m->memory = memory;
    m->error = error;
    m->threads = isa_dim_count(&launch->threads);
    m->warps = (m->threads + LANES - 1) / LANES;
    const size_t stacks = (size_t)m->threads * launch->stack_bytes;
    for (uint32_t b = 0; b < isa_dim_count(&launch->blocks) && good; b++) {
        m->shared = calloc(launch->shared_bytes / 4 + 1, 4);
        m->local = calloc(stacks / 4 + 1, 4);
        if (m->shared == NULL || m->local == NULL) exit(2);
        begin_block(m, b);
        good = run_block(m);
        free(m->shared);
        free(m->local);
    }
    return good;
}

/* ---- programs ---- */

static bool run_program(const struct program *program, uint32_t late, struct counts *counts)
{
    char path[256], error[IMAGE_ERROR];
    struct isa_image image;
    struct isa_memory memory;
    static struct machine m;
    snprintf(path, sizeof path, "build/kernels/%s.elf", program->name);
    if (!image_load(&image, path, error)) {
        fprintf(stderr, "ERROR %s\n", error);
        exit(2);
    }
    if (!isa_memory_init(&memory, &image)) exit(2);
    memset(&m, 0, sizeof m);
    m.machine.run = run;
    m.late = late;
    struct host h = {.machine = &m.machine,
                     .image = &image,
                     .memory = &memory,
                     .stack_bytes = ISA_STACK,
                     .size = program->size};
    hd_rng_seed(&h.rng, 1);
    const bool good = program_run(program, &h) && h.checks > 0;
    if (!good) printf("FAIL %s: %s\n", program->name, h.error);
    host_release(&h);
    isa_memory_free(&memory);
    image_free(&image);
    *counts = m.counts;
    return good;
}

static void add(struct counts *all, const struct counts *c)
{
    all->issued += c->issued;
    all->parted += c->parted;
    all->true_wait += c->true_wait;
    all->false_wait += c->false_wait;
    all->full += c->full;
}

static double percent(uint64_t part, uint64_t all)
{
    return all > 0 ? 100.0 * (double)part / (double)all : 0.0;
}

static void row(uint32_t late, const char *name, const struct counts *c)
{
    const uint64_t waits = c->true_wait + c->false_wait;
    printf("| %u | %s | %" PRIu64 " | %.1f | %" PRIu64 " | %" PRIu64 " | %.2f | %" PRIu64 " |\n",
           late, name, c->issued, percent(c->parted, c->issued), waits, c->false_wait,
           percent(c->false_wait, waits), c->full);
}

/* argv: programs; without any, all that are safe. */
static bool is_asked(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return true;
    return argc == 1 && strstr(name, "_unsafe") == NULL;
}

int main(int argc, char **argv)
{
    bool good = true;
    uint32_t found = 0;
    puts("| access | program | instructions | parted, % | waits | false | false, % | full |");
    puts("|---|---|---|---|---|---|---|---|");
    for (uint32_t i = 0; i < LATES; i++) {
        struct counts all = {0};
        for (const struct program *p = program_next(NULL); p != NULL; p = program_next(p)) {
            struct counts c;
            if (!is_asked(p->name, argc, argv)) continue;
            good &= run_program(p, lates[i], &c);
            row(lates[i], p->name, &c);
            add(&all, &c);
            found++;
        }
        row(lates[i], "all", &all);
    }
    if (found == 0) {
        fprintf(stderr, "ERROR no such program; build/bin/heddle list names them\n");
        return 2;
    }
    return good ? 0 : 1;
}
