/* SPDX-License-Identifier: Apache-2.0 */
#include "weave_program.h"

#include <assert.h>
#include <string.h>

#include "front_program.h"

enum { NEST = 3, WORD_BYTES = 4 };

static struct weave_program *making;
static struct hd_rng *from;
static bool is_odd;

static uint32_t draw(uint32_t n) { return hd_rng_below(from, n); }
static bool share(uint32_t sixteenths) { return hd_rng_chance(from, sixteenths, 16); }

/* ---- making ---------------------------------------------------------------------------- */

static uint32_t emit(uint32_t word, enum weave_kind kind)
{
    assert(making->size < WEAVE_MAX);
    making->insn[making->size] = (struct weave_insn){.word = word, .kind = kind};
    return making->size++;
}

static void aim(uint32_t insn, uint32_t to)
{
    struct weave_insn *i = &making->insn[insn];
    i->to[i->targets++] = to;
}

static uint32_t branch(uint32_t taken)
{
    const uint32_t i = emit(FRONT_BEQ, WEAVE_BRANCH);
    making->insn[i].taken = taken;
    return i;
}

/* Threads that part behind the instruction div meet at the next one. */
static void meet(uint32_t div)
{
    const uint32_t i = emit(FRONT_ADD, WEAVE_PLAIN);
    making->insn[i].sync = true;
    making->insn[i].div = div;
}

static void plain(void)
{
    static const uint32_t words[] = {
        FRONT_ADD,   FRONT_MUL,    FRONT_FADD,        FRONT_LW,    FRONT_SW,
        FRONT_CSRRS, FRONT_AMOADD, FRONT_AMOADD_AQRL, FRONT_FENCE, FRONT_PHASE_WORD,
        WEAVE_FLAGS, WEAVE_FEQ_X0, WEAVE_ADD_OTHER,   FRONT_ADD,   WEAVE_LW_OTHER};
    emit(words[draw(sizeof words / sizeof words[0])], WEAVE_PLAIN);
}

static void block(uint32_t f, uint32_t nested);

static void hammock(uint32_t f, uint32_t nested)
{
    const uint32_t b = branch(8);
    block(f, nested + 1);
    if (share(8)) {
        const uint32_t over = emit(FRONT_J, WEAVE_GOTO);
        aim(b, making->size);
        block(f, nested + 1);
        aim(over, making->size);
    } else {
        aim(b, making->size);
    }
    meet(b);
}

/* With breaks, and a way back to the head from the middle. */
static void loop(uint32_t f, uint32_t nested)
{
    const uint32_t head = making->size;
    uint32_t leaves = 0;
    block(f, nested + 1);
    if (share(6)) leaves = branch(4);
    if (share(6)) aim(branch(4), head);
    block(f, nested + 1);
    const uint32_t b = branch(6);
    aim(b, head);
    if (leaves != 0) aim(leaves, making->size);
    meet(leaves != 0 ? leaves : b);
}

/* One of several blocks. */
static void choice(uint32_t f, uint32_t nested)
{
    uint32_t over[WEAVE_TARGETS];
    const uint32_t n = 2 + draw(WEAVE_TARGETS - 1), j = emit(WEAVE_JUMP_REG, WEAVE_GOTO);
    for (uint32_t k = 0; k < n; k++) {
        aim(j, making->size);
        block(f, nested + 1);
        over[k] = emit(FRONT_J, WEAVE_GOTO);
    }
    for (uint32_t k = 0; k < n; k++) aim(over[k], making->size);
    meet(j);
}

static void leave(uint32_t f)
{
    const uint32_t b = branch(13);
    if (f == 0) emit(FRONT_EXIT_WORD, WEAVE_EXIT);
    else emit(FRONT_RET, WEAVE_RETURN);
    aim(b, making->size);
}

/* Targets are numbers of functions until all are made. */
static void call(uint32_t f)
{
    const bool several = share(6);
    const uint32_t i = emit(several ? WEAVE_CALL_REG : FRONT_CALL, WEAVE_CALLS);
    for (uint32_t n = several ? 3 : 1; n > 0; n--) aim(i, f + 1 + draw(WEAVE_FUNCTIONS - f));
}

static void statement(uint32_t f, uint32_t nested)
{
    const bool room = nested < NEST && making->size < WEAVE_MAX / 4 * (f + 1) - 60;
    const uint32_t kind = draw(18);
    if (room && kind < 3) hammock(f, nested);
    else if (room && kind < 5) loop(f, nested);
    else if (room && kind == 5) choice(f, nested);
    else if (kind == 6) leave(f);
    else if (kind < 9 && f < WEAVE_FUNCTIONS) call(f);
    else if (kind == 9 && f == 0 && nested == 0) emit(FRONT_BARRIER_WORD, WEAVE_PLAIN);
    else if (kind == 10 && is_odd) branch(5); /* its target is chosen at the end */
    else plain();
}

static void block(uint32_t f, uint32_t nested)
{
    for (uint32_t n = 1 + draw(nested == 0 ? 8 : 3); n > 0; n--) statement(f, nested);
}

/* Each thread waits for its turn, or for the lock, in one of several places, and the way on lies
 * behind the loop: who looks at the lowest address alone never comes there. It may lie behind the
 * place where the threads meet: who waits for all of them there never goes on. */
static void spin(void)
{
    uint32_t over[WEAVE_TARGETS];
    const bool locks = share(8), late = share(8);
    const uint32_t n = 1 + draw(WEAVE_TARGETS), j = emit(WEAVE_JUMP_REG, WEAVE_GOTO);
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t head = making->size;
        aim(j, head);
        if (locks) emit(FRONT_AMOADD, WEAVE_TRY);
        else if (share(8)) plain();
        aim(emit(FRONT_BEQ, locks ? WEAVE_RETRY : WEAVE_AWAIT), head);
        while (share(8)) plain();
        if (!late) emit(FRONT_SW, locks ? WEAVE_UNLOCK : WEAVE_PASS_ON);
        over[k] = emit(FRONT_J, WEAVE_GOTO);
    }
    for (uint32_t k = 0; k < n; k++) aim(over[k], making->size);
    if (late || share(8)) meet(j);
    else plain();
    if (late) emit(FRONT_SW, locks ? WEAVE_UNLOCK : WEAVE_PASS_ON);
}

/* Branches without a target get one further down in their function, but not behind a barrier:
 * threads of a warp wait at one place. */
static void aim_far(uint32_t begins, uint32_t ends)
{
    for (uint32_t i = begins; i < ends; i++) {
        uint32_t last = i + 1;
        if (making->insn[i].kind != WEAVE_BRANCH || making->insn[i].targets != 0) continue;
        while (last + 1 < ends && making->insn[last].word != FRONT_BARRIER_WORD) last++;
        aim(i, i + 1 + draw(last - i));
    }
}

void weave_make(struct weave_program *p, struct hd_rng *rng, bool spins, bool odd)
{
    uint32_t entry[WEAVE_FUNCTIONS + 1];
    making = p;
    from = rng;
    is_odd = odd;
    memset(p, 0, sizeof *p);
    emit(FRONT_EXIT_WORD, WEAVE_EXIT);
    for (uint32_t f = 0; f <= WEAVE_FUNCTIONS; f++) {
        entry[f] = making->size;
        if (f == 0 && spins) spin();
        block(f, 0);
        if (f == 0) emit(FRONT_EXIT_WORD, WEAVE_EXIT);
        else emit(FRONT_RET, WEAVE_RETURN);
        aim_far(entry[f], making->size);
    }
    for (uint32_t i = 1; i < p->size; i++) {
        struct weave_insn *insn = &p->insn[i];
        if (insn->kind == WEAVE_CALLS)
            for (uint32_t k = 0; k < insn->targets; k++) insn->to[k] = entry[insn->to[k]];
        if (!odd || !share(3)) continue;
        insn->sync = true;
        insn->div = draw(p->size);
    }
}

void weave_make_trap(struct weave_program *p)
{
    uint32_t over[2];
    making = p;
    memset(p, 0, sizeof *p);
    emit(FRONT_EXIT_WORD, WEAVE_EXIT);
    const uint32_t j = emit(WEAVE_JUMP_REG, WEAVE_GOTO);
    for (uint32_t k = 0; k < 2; k++) {
        const uint32_t head = emit(FRONT_ADD, WEAVE_PLAIN);
        aim(j, head);
        aim(emit(FRONT_BEQ, WEAVE_AWAIT), head);
        over[k] = emit(FRONT_J, WEAVE_GOTO);
    }
    for (uint32_t k = 0; k < 2; k++) aim(over[k], making->size);
    meet(j);
    emit(FRONT_SW, WEAVE_PASS_ON);
    const uint32_t end = emit(FRONT_J, WEAVE_GOTO);
    const uint32_t head = emit(FRONT_ADD, WEAVE_PLAIN);
    aim(j, head);
    aim(emit(FRONT_BEQ, WEAVE_AWAIT), head);
    emit(FRONT_SW, WEAVE_PASS_ON);
    aim(end, emit(FRONT_EXIT_WORD, WEAVE_EXIT));
}

uint32_t weave_address(uint32_t insn) { return WEAVE_BASE + insn * WORD_BYTES; }
uint32_t weave_index(uint32_t pc) { return (pc - WEAVE_BASE) / WORD_BYTES; }

/* ---- running --------------------------------------------------------------------------- */

static bool goes(struct weave_thread *t, bool taken, uint32_t to)
{
    t->at = taken ? to : t->at + 1;
    return taken;
}

bool weave_step(struct weave_thread *t)
{
    const struct weave_insn *i = &t->program->insn[t->at];
    struct hd_rng rng;
    hd_rng_seed(&rng, t->seed + 1000003 * (uint64_t)t->steps);
    const bool tired = t->steps++ >= WEAVE_STEPS;
    const uint32_t to = i->targets > 1 ? i->to[hd_rng_below(&rng, i->targets)] : i->to[0];
    switch (i->kind) {
    case WEAVE_BRANCH:
        /* A loop's branch leads back. */
        return goes(t, tired ? to > t->at : hd_rng_chance(&rng, i->taken, 16), to);
    case WEAVE_GOTO: return goes(t, true, to);
    case WEAVE_CALLS: t->back[++t->frame] = t->at + 1; return goes(t, true, to);
    case WEAVE_RETURN: return goes(t, true, t->back[t->frame--]);
    case WEAVE_EXIT: t->ended = true; return false;
    case WEAVE_AWAIT: return goes(t, t->warp->turn != t->rank, to);
    case WEAVE_PASS_ON: t->warp->turn++; break;
    case WEAVE_TRY:
        t->got = !t->warp->locked;
        t->warp->locked = true;
        break;
    case WEAVE_RETRY: return goes(t, !t->got, to);
    case WEAVE_UNLOCK: t->warp->locked = false; break;
    default: break;
    }
    t->at++;
    return false;
}
