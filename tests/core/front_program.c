/* SPDX-License-Identifier: Apache-2.0 */
#include "front_program.h"

#include <string.h>

enum { NEST = 3, WORD_BYTES = 4 };

static struct front_program *making;
static struct hd_rng *from;

static bool share(unsigned sixteenths) { return hd_rng_chance(from, sixteenths, 16); }
static uint32_t draw(uint32_t n) { return hd_rng_below(from, n); }

static uint32_t emit(uint32_t word)
{
    making->insn[making->size] = (struct front_program_insn){.word = word};
    return making->size++;
}

static uint32_t branch(unsigned taken)
{
    const uint32_t i = emit(FRONT_BEQ);
    making->insn[i].taken = taken;
    return i;
}

static void plain(void)
{
    static const uint32_t words[] = {
        FRONT_ADD,   FRONT_ADD,   FRONT_MUL,    FRONT_FADD,        FRONT_LW, FRONT_SW,
        FRONT_CSRRS, FRONT_FENCE, FRONT_AMOADD, FRONT_AMOADD_AQRL, FRONT_LW, FRONT_PHASE_WORD};
    emit(words[draw(sizeof words / sizeof words[0])]);
}

/* Statements of function f, main being 0; true if threads may return within. */
static bool block(uint32_t f, uint32_t nested);

static bool hammock(uint32_t f, uint32_t nested)
{
    const uint32_t b = branch(8);
    bool returns = block(f, nested + 1);
    if (share(8)) {
        const uint32_t over = emit(FRONT_J);
        making->insn[b].to = making->size;
        returns |= block(f, nested + 1);
        making->insn[over].to = making->size;
    } else {
        making->insn[b].to = making->size;
    }
    if (!returns) making->insn[b].meet = making->size;
    return returns;
}

static bool loop(uint32_t f, uint32_t nested)
{
    const uint32_t head = making->size;
    const bool returns = block(f, nested + 1);
    const uint32_t b = branch(6);
    making->insn[b].to = head;
    if (!returns) making->insn[b].meet = making->size;
    return returns;
}

/* if (...) return; in main: if (...) exit; */
static void leave(uint32_t f)
{
    const uint32_t b = branch(13);
    emit(f == 0 ? FRONT_EXIT_WORD : FRONT_RET);
    making->insn[b].to = making->size;
}

/* Each function has a quarter of the program; what is nested when that ends needs some more. */
static bool statement(uint32_t f, uint32_t nested)
{
    const bool room = nested < NEST && making->size < FRONT_PROGRAM_MAX / 4 * (f + 1) - 40;
    const uint32_t kind = draw(16);
    if (room && kind < 3) return hammock(f, nested);
    if (room && kind < 5) return loop(f, nested);
    if (kind == 5 && room) {
        leave(f);
        return true;
    }
    if (kind < 8 && f < FRONT_PROGRAM_FUNCTIONS) {
        making->insn[emit(FRONT_CALL)].to = f + 1 + draw(FRONT_PROGRAM_FUNCTIONS - f);
        return false;
    }
    if (kind == 8 && f == 0 && nested == 0) emit(FRONT_BARRIER_WORD);
    else plain();
    return false;
}

static bool block(uint32_t f, uint32_t nested)
{
    bool returns = false;
    for (uint32_t n = 1 + draw(nested == 0 ? 8 : 3); n > 0; n--) returns |= statement(f, nested);
    return returns;
}

void front_program_make(struct front_program *p, struct hd_rng *rng)
{
    uint32_t entry[FRONT_PROGRAM_FUNCTIONS + 1];
    making = p;
    from = rng;
    memset(p, 0, sizeof *p);
    emit(FRONT_EXIT_WORD);
    for (uint32_t f = 0; f <= FRONT_PROGRAM_FUNCTIONS; f++) {
        entry[f] = p->size;
        const bool returns = block(f, 0);
        if (f > 0) p->leaves[f - 1] = returns;
        emit(f == 0 ? FRONT_EXIT_WORD : FRONT_RET);
    }
    for (uint32_t i = 1; i < p->size; i++) {
        struct front_program_insn *insn = &p->insn[i];
        if (insn->word != FRONT_CALL) continue;
        if (p->leaves[insn->to - 1]) insn->meet = i + 1;
        insn->to = entry[insn->to];
    }
    for (uint32_t i = 1; i < p->size; i++)
        if (p->insn[i].meet != 0) p->insn[p->insn[i].meet - 1].meets = true;
}

uint32_t front_program_address(uint32_t insn)
{
    return insn == 0 ? 0 : FRONT_PROGRAM_BASE + insn * WORD_BYTES;
}

uint32_t front_program_index(uint32_t pc) { return (pc - FRONT_PROGRAM_BASE) / WORD_BYTES; }

bool front_thread_step(struct front_thread *t)
{
    const struct front_program_insn *i = &t->program->insn[t->at];
    struct hd_rng rng;
    hd_rng_seed(&rng, t->seed + 1000003 * (uint64_t)t->steps++);
    switch (i->word) {
    case FRONT_BEQ:
        if (hd_rng_chance(&rng, i->taken, 16)) {
            t->at = i->to;
            return true;
        }
        t->at++;
        return false;
    case FRONT_J: t->at = i->to; return true;
    case FRONT_CALL:
        t->back[++t->frame] = t->at + 1;
        t->at = i->to;
        return true;
    case FRONT_RET: t->at = t->back[t->frame--]; return true;
    case FRONT_EXIT_WORD: t->ended = true; return false;
    default: t->at++; return false;
    }
}
