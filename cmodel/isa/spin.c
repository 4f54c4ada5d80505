// SPDX-License-Identifier: Apache-2.0
#include "isa/spin.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/execute.h"

enum { FIRST_LIMIT = 16, ROUNDS = 3, FIRST_PLACES = 16 };
// Behind the eight bits of fcsr: a write has said what its flags are, what frm is. Flags that no
// write has set are the flags from before, and the flags raised since.
enum { FLAGS_KNOWN = 0x100, FRM_KNOWN = 0x200 };

// ---- following ---------------------------------------------------------------------------------

bool spin_begin(struct spin *s, uint32_t threads)
{
    spin_free(s);
    s->thread = calloc(threads, sizeof *s->thread);
    s->threads = s->thread != NULL ? threads : 0;
    return s->thread != NULL;
}

void spin_free(struct spin *s)
{
    for (uint32_t i = 0; i < s->threads; i++) free(s->thread[i].local);
    free(s->thread);
    memset(s, 0, sizeof *s);
}

void spin_checkpoint(struct spin *s, struct spin *mine, struct checkpoint *c)
{
    s->thread = mine->thread;
    if (c->loads) {
        spin_free(mine);
        s->thread = checkpoint_room(c, s->threads, sizeof *s->thread);
    }
    for (uint32_t i = 0; i < s->threads; i++) {
        struct spin_thread *t = &s->thread[i];
        struct spin_local *local = t->local;
        checkpoint_piece(c, "spin", t, sizeof *t);
        t->local = c->loads && t->places > 0 ? checkpoint_room(c, t->places, sizeof *local) : local;
        checkpoint_piece(c, "locals", t->local, t->places * sizeof *local);
    }
}

// Never 0, which stands for nothing.
static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t z = a * UINT64_C(0x9e3779b97f4a7c15) + b;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (z ^ z >> 31) | 1;
}

static void give(struct spin_thread *t, uint64_t *to, uint32_t number, uint64_t value)
{
    const uint64_t given = mix(value, number + 1);
    t->state += given - *to;
    *to = given;
}

// A register; x0 and none at all are not.
static void give_register(struct spin_thread *t, uint32_t rd, uint64_t value)
{
    if (rd < ISA_REGISTERS) give(t, &t->reg[rd], rd, value);
}

// The place of a word of the stack: where it is, or would be. There is a free one.
static struct spin_local *place_of(const struct spin_thread *t, uint32_t where)
{
    uint32_t i = (uint32_t)(mix(where, 0) >> 32);
    for (;; i++) {
        struct spin_local *l = &t->local[i & (t->places - 1)];
        if (l->where == where || l->where == 0) return l;
    }
}

// The word of the stack at an address, if it was written; NULL: it was not.
static uint64_t *local_at(struct spin_thread *t, uint32_t address)
{
    if (t->places == 0) return NULL;
    struct spin_local *l = place_of(t, address & ~UINT32_C(3));
    return l->where != 0 ? &l->given : NULL;
}

// Twice the places. False: that is too much.
static bool more_places(struct spin_thread *t)
{
    const struct spin_thread old = *t;
    const uint32_t places = old.places == 0 ? FIRST_PLACES : 2 * old.places;
    struct spin_local *table = places > 2 * SPIN_LOCALS ? NULL : calloc(places, sizeof *table);
    if (table == NULL) return false;
    t->local = table;
    t->places = places;
    for (uint32_t i = 0; i < old.places; i++)
        if (old.local[i].where != 0) *place_of(t, old.local[i].where) = old.local[i];
    free(old.local);
    return true;
}

// A word that was not written yet; NULL: there is no room for it.
static uint64_t *new_local(struct spin_thread *t, uint32_t address)
{
    if (2 * t->locals >= t->places && !more_places(t)) return NULL;
    struct spin_local *l = place_of(t, address & ~UINT32_C(3));
    *l = (struct spin_local){0, address & ~UINT32_C(3)};
    t->locals++;
    return &l->given;
}

static bool is_local(uint32_t address) { return address >= ISA_LOCAL_BASE; }

// Of a part of a word the rest stays: the whole depends on what it was.
static void store_local(struct spin_thread *t, const struct isa_insn *insn,
                        const struct spin_step *did)
{
    uint64_t *word = local_at(t, did->address);
    if (word == NULL) word = new_local(t, did->address);
    if (word == NULL) {
        t->lost = true;
        return;
    }
    const bool whole = insn->cls == ISA_STORE && isa_access_bytes((enum isa_op)insn->op) == 4;
    const uint64_t rest = whole ? 0 : mix(*word, insn->op);
    give(t, word, did->address, mix(rest, did->data));
}

static void access_memory(struct spin_thread *t, const struct isa_insn *insn,
                          const struct spin_step *did)
{
    uint64_t *own = is_local(did->address) ? local_at(t, did->address) : NULL;
    const uint64_t there = own != NULL ? *own : 0;
    if (!is_local(did->address) && insn->cls != ISA_STORE && did->address >= t->address) {
        t->address = did->address;
        t->read_pc = did->pc;
    }
    if (insn->cls == ISA_LOAD) give_register(t, insn->rd, mix(mix(did->address, insn->op), there));
    else if (insn->cls == ISA_ATOMIC)
        give_register(t, insn->rd, mix(mix(did->address, insn->op), mix(there, did->data)));
    if (insn->cls != ISA_LOAD && is_local(did->address)) store_local(t, insn, did);
}

// A write leaves what it reads, what rs1 holds and the instruction say; the other part of fcsr
// stays.
static void write_status(struct spin_thread *t, const struct isa_insn *insn,
                         const struct spin_step *did)
{
    const uint32_t number = (uint32_t)insn->imm;
    const uint32_t value = isa_csr_value(insn, did->value, did->data);
    const uint32_t known = number == ISA_CSR_FFLAGS ? FLAGS_KNOWN
                           : number == ISA_CSR_FRM  ? FRM_KNOWN
                                                    : FLAGS_KNOWN | FRM_KNOWN;
    t->status = (t->status & (FLAGS_KNOWN | FRM_KNOWN)) | known |
                isa_fcsr_write(number, (uint8_t)t->status, value);
    give(t, &t->reg[SPIN_STATUS], SPIN_STATUS, t->status);
}

static void effect(struct spin_thread *t, const struct isa_insn *insn, const struct spin_step *did)
{
    switch (insn->cls) {
    case ISA_LOAD:
    case ISA_STORE:
    case ISA_ATOMIC: access_memory(t, insn, did); break;
    case ISA_FLOAT:
        t->status |= did->flags;
        give_register(t, insn->rd, did->value);
        give(t, &t->reg[SPIN_STATUS], SPIN_STATUS, t->status);
        break;
    case ISA_CSR:
        if (isa_csr_writes(insn)) write_status(t, insn, did);
        give_register(t, insn->rd, did->value);
        break;
    case ISA_INTEGER:
    case ISA_JUMP:
    case ISA_JUMP_REG: give_register(t, insn->rd, did->value); break;
    default: break;
    }
}

static bool goes_round(const struct spin_thread *t)
{
    return !t->lost && t->rounds >= ROUNDS && t->steps - t->met <= t->period;
}

// The state before a step, at its place.
static void look(struct spin_thread *t, uint32_t pc)
{
    const bool here = t->steps > 0 && pc == t->home_pc;
    if (here && t->state == t->home) {
        t->period = t->steps - (t->rounds > 0 ? t->met : t->begun);
        t->met = t->steps;
        t->rounds++;
    }
    const bool due = t->steps >= FIRST_LIMIT && (t->steps & (t->steps - 1)) == 0;
    if (t->steps > 0 && (!due || goes_round(t))) return;
    t->home = t->state;
    t->home_pc = pc;
    t->low_pc = pc;
    t->begun = t->steps;
    t->rounds = 0;
    t->address = 0;
}

void spin_step(struct spin *s, uint32_t thread, const struct isa_insn *insn,
               const struct spin_step *did)
{
    struct spin_thread *t = &s->thread[thread];
    look(t, did->pc);
    t->steps++;
    if (did->pc < t->low_pc) t->low_pc = did->pc;
    effect(t, insn, did);
}

enum spin_kind spin_kind(const struct spin *s, uint32_t thread)
{
    const struct spin_thread *t = &s->thread[thread];
    return t->steps == 0 ? SPIN_STILL : goes_round(t) ? SPIN_ROUNDS : SPIN_MOVES;
}

uint32_t spin_place(const struct spin *s, uint32_t thread)
{
    const struct spin_thread *t = &s->thread[thread];
    return t->address != 0 ? t->read_pc : t->low_pc;
}

// ---- sentences ---------------------------------------------------------------------------------

struct line {
    char *text;
    size_t size, at;
};

__attribute__((format(printf, 2, 3))) static void put(struct line *l, const char *format, ...)
{
    va_list list;
    if (l->at + 1 >= l->size) return;
    va_start(list, format);
    const int length = vsnprintf(l->text + l->at, l->size - l->at, format, list);
    va_end(list);
    if (length > 0) l->at += (size_t)length;
}

// "thread (0,0,0) of block (1,0,0) at wait+0x8 (0x00010020)"
static void put_one(struct line *l, const struct spin_one *one, const char *at,
                    const struct isa_launch *launch)
{
    const struct isa_dim thread = isa_dim_place(&launch->threads, one->thread);
    const struct isa_dim block = isa_dim_place(&launch->blocks, one->block);
    char place[96];
    isa_image_place(launch->image, one->pc, place, sizeof place);
    put(l, "thread (%u,%u,%u) of block (%u,%u,%u) %s %s (0x%08x)", thread.n[0], thread.n[1],
        thread.n[2], block.n[0], block.n[1], block.n[2], at, place, one->pc);
}

// ", which reads 0x10000000 (byte 0 of a buffer of --arg): 1"
static void put_read(struct line *l, const struct spin_verdict *v, const struct isa_memory *memory)
{
    put(l, ", which reads 0x%08x", v->address);
    for (uint32_t b = 0; b < memory->buffers; b++)
        if (v->address - memory->buffer[b].address < memory->buffer[b].bytes)
            put(l, " (byte %u of %s)", v->address - memory->buffer[b].address,
                memory->buffer[b].name);
    if (v->known) put(l, ": %d", (int32_t)v->holds);
}

const char *spin_help(const struct spin_verdict *v)
{
    if (v->address == 0) return "They read nothing that another thread could change";
    if (v->waits > 0)
        return "Those at the barrier wait for them, and no thread is left to write what they wait "
               "for";
    return "No thread is left to write what they wait for";
}

void spin_print(const struct spin_verdict *v, const struct isa_launch *launch,
                const struct isa_memory *memory, char *text, size_t size)
{
    struct line l = {text, size, 0};
    put(&l,
        "%s: no thread makes progress: no word of memory changes, and %u thread%s round and "
        "round: ",
        launch->kernel->name, v->rounds, v->rounds == 1 ? " goes" : "s go");
    put_one(&l, &v->round, "at", launch);
    if (v->address != 0) put_read(&l, v, memory);
    if (v->waits > 0) {
        put(&l, "; %u wait%s at a barrier: ", v->waits, v->waits == 1 ? "s" : "");
        put_one(&l, &v->wait, "at", launch);
    }
    if (v->still > 0) {
        put(&l, "; %u never ha%s a turn (%s): ", v->still, v->still == 1 ? "s" : "ve", v->reason);
        put_one(&l, &v->stay, "behind", launch);
    }
    put(&l, ". %s", v->help);
}
