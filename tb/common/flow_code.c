/* SPDX-License-Identifier: Apache-2.0 */
#include "common/flow_code.h"

#include <string.h>

#include "common/stim.h"
#include "common/words.h"
#include "core/decode.h"

enum { NEST = 8, WORD_BYTES = 4, RA = 1, RD_AT = 7, RS1_AT = 15, REGISTER = 31 };

static struct flow_code *making;
static const struct flow_knobs *knob;
static struct hd_rng *from;

static bool share(unsigned sixteenths) { return hd_rng_chance(from, sixteenths, 16); }
static uint32_t draw(uint32_t n) { return hd_stim_below(from, n); }
static uint32_t any(void) { return (uint32_t)hd_stim_word(from, 32); }

/* ---- words ---- */

static uint32_t draw_register(void)
{
    static const uint32_t few[] = {5, 6, 10, 26};
    return share(knob->few) ? few[draw(4)] : draw(32);
}

/* Registers in all places where there may be some, noise between them. */
static uint32_t draw_fields(void)
{
    return (any() & UINT32_C(0x06007000)) | draw_register() << RD_AT | draw_register() << RS1_AT |
           draw_register() << 20 | draw_register() << 27;
}

static uint32_t draw_of(enum isa_op first, enum isa_op last)
{
    const uint32_t op = (uint32_t)first + draw((uint32_t)(last - first) + 1);
    return hd_legal_word((enum isa_op)op, draw_fields());
}

static uint32_t with(uint32_t word, uint32_t at, uint32_t reg)
{
    return (word & ~(UINT32_C(31) << at)) | reg << at;
}

static uint32_t draw_call(void)
{
    const enum isa_op op = share(8) ? ISA_JAL : ISA_JALR;
    return with(hd_word(op, draw_fields()), RD_AT, RA);
}

static uint32_t draw_return(void)
{
    return with(with(hd_word(ISA_JALR, draw_fields()), RD_AT, 0), RS1_AT, RA);
}

/* One that links nowhere, or in another register than ra; not through ra. */
static uint32_t draw_jump(void)
{
    const uint32_t link = share(12) ? 0 : 2 + draw(30);
    if (share(10)) return with(hd_word(ISA_JAL, draw_fields()), RD_AT, link);
    return with(with(hd_word(ISA_JALR, draw_fields()), RD_AT, link), RS1_AT, 2 + draw(30));
}

static uint32_t draw_flow(uint32_t flow)
{
    switch (flow) {
    case DECODE_BRANCH: return draw_of(ISA_BEQ, ISA_BGEU);
    case DECODE_CALL: return draw_call();
    case DECODE_RETURN: return draw_return();
    case DECODE_EXIT: return hd_word(ISA_CUSTOM_EXIT, 0);
    case DECODE_JUMP: return draw_jump();
    case DECODE_BARRIER: return hd_word(ISA_CUSTOM_BARRIER, 0);
    default: return hd_word(ISA_CUSTOM_PHASE, any());
    }
}

/* ---- instructions ---- */

static uint32_t emit(uint32_t unit, uint32_t flow, uint32_t word)
{
    making->insn[making->size] =
        (struct flow_insn){.word = word, .unit = (uint8_t)unit, .flow = (uint8_t)flow};
    return making->size++;
}

static uint32_t emit_branch(unsigned taken)
{
    const uint32_t i = emit(DECODE_LANE, DECODE_BRANCH, draw_flow(DECODE_BRANCH));
    making->insn[i].taken = taken;
    return i;
}

static uint32_t emit_jump(uint32_t to)
{
    const uint32_t i = emit(DECODE_LANE, DECODE_JUMP, draw_flow(DECODE_JUMP));
    making->insn[i].to = to;
    return i;
}

static void emit_no_unit(uint32_t flow) { emit(DECODE_NO_UNIT, flow, draw_flow(flow)); }

static void emit_plain(void)
{
    if (share(knob->access)) {
        const bool atomic = share(knob->atomic);
        const bool integer = share(10);
        const uint32_t word = atomic    ? draw_of(ISA_LR_W, ISA_AMOCAS_W)
                              : integer ? draw_of(ISA_LB, ISA_SW)
                                        : draw_of(ISA_FLW, ISA_FSW);
        emit(DECODE_MEMORY, DECODE_NEXT, word);
    } else if (share(knob->status)) {
        emit(DECODE_CSR, DECODE_NEXT, draw_of(ISA_CSRRW, ISA_CSRRCI));
    } else if (share(knob->fence)) {
        emit(DECODE_NO_UNIT, DECODE_NEXT, hd_word(ISA_FENCE_RW, any()));
    } else if (share(knob->floats)) {
        emit(DECODE_FLOAT, DECODE_NEXT, draw_of(ISA_FMADD_S, ISA_FMV_W_X));
    } else {
        const uint32_t kind = draw(4);
        const uint32_t word = kind == 0   ? draw_of(ISA_LUI, ISA_AUIPC)
                              : kind == 1 ? draw_of(ISA_MUL, ISA_REMU)
                                          : draw_of(ISA_ADDI, ISA_AND);
        emit(DECODE_LANE, DECODE_NEXT, word);
    }
}

/* ---- statements ---- */

static bool make_block(uint32_t budget, uint32_t nested, bool inside);

/* if (...) { statements } else { statements }: up to `budget` instructions. */
static bool make_hammock(uint32_t budget, uint32_t nested, bool inside)
{
    const uint32_t branch = emit_branch(4 + draw(9));
    bool returns = false;
    if (budget >= 5 && share(9)) {
        returns = make_block((budget - 2) / 2, nested, inside);
        const uint32_t over = emit_jump(0);
        making->insn[branch].to = making->size;
        returns |= make_block((budget - 2) / 2, nested, inside);
        making->insn[over].to = making->size;
    } else {
        returns = make_block(budget - 1, nested, inside);
        making->insn[branch].to = making->size;
    }
    if (!returns) making->insn[branch].meet = making->size;
    return returns;
}

/* do { statements } while (...), or while (...) { statements } */
static bool make_loop(uint32_t budget, uint32_t nested, bool inside)
{
    const uint32_t head = making->size;
    if (share(8)) {
        const bool returns = make_block(budget - 1, nested, inside);
        const uint32_t branch = emit_branch(4 + draw(7));
        making->insn[branch].to = head;
        if (!returns) making->insn[branch].meet = making->size;
        return returns;
    }
    const uint32_t branch = emit_branch(4 + draw(7));
    const bool returns = make_block(budget - 2, nested, inside);
    emit_jump(head);
    making->insn[branch].to = making->size;
    if (!returns) making->insn[branch].meet = making->size;
    return returns;
}

/* if (...) { end; }, or return: threads that return do not come to the end of the hammock. */
static void make_leave(uint32_t flow)
{
    const uint32_t branch = emit_branch(8 + draw(7));
    emit(flow == DECODE_EXIT ? DECODE_NO_UNIT : DECODE_LANE, flow, draw_flow(flow));
    making->insn[branch].to = making->size;
    if (flow == DECODE_EXIT) making->insn[branch].meet = making->size;
}

/* if (...) call; */
static void make_call(void)
{
    const uint32_t guard = emit_branch(4);
    const uint32_t call = emit(DECODE_LANE, DECODE_CALL, draw_flow(DECODE_CALL));
    making->insn[guard].guard = true;
    making->insn[guard].to = making->insn[guard].meet = making->size;
    making->insn[call].to = draw(making->functions); /* a function, until all are there */
}

static bool make_simple(uint32_t budget, uint32_t nested, bool inside)
{
    const bool together = knob->apart || (nested == 0 && !inside);
    if (budget >= 2 && share(knob->ends)) {
        make_leave(DECODE_EXIT);
    } else if (budget >= 2 && inside && share(knob->leaves)) {
        make_leave(DECODE_RETURN);
        return true;
    } else if (budget >= 2 && making->functions > 0 && share(knob->call)) {
        make_call();
    } else if (together && share(knob->barrier)) {
        emit_no_unit(DECODE_BARRIER);
    } else if (together && share(knob->phase)) {
        emit_no_unit(DECODE_PHASE);
    } else if (share(knob->jump)) {
        emit_jump(making->size + 1);
    } else {
        emit_plain();
    }
    return false;
}

/* Statements of `budget` instructions at most; true if threads may return within. */
static bool make_block(uint32_t budget, uint32_t nested, bool inside)
{
    const uint32_t end = making->size + budget;
    bool returns = false;
    while (making->size < end) {
        const uint32_t left = end - making->size;
        const uint32_t part = left < 5 ? left : left - draw(left / 2);
        if (left < 4 || nested == NEST || !share(knob->nest))
            returns |= make_simple(left, nested, inside);
        else if (share(knob->loop)) returns |= make_loop(part, nested + 1, inside);
        else returns |= make_hammock(part, nested + 1, inside);
        if (share(1)) break;
    }
    return returns;
}

/* ---- the program ---- */

/* Calls go to functions. Threads that return at several places meet behind the call. */
static void resolve(struct flow_code *c)
{
    for (uint32_t i = 1; i < c->size; i++) {
        struct flow_insn *insn = &c->insn[i];
        if (insn->flow != DECODE_CALL) continue;
        if (c->leaves[insn->to]) insn->meet = i + 1;
        insn->to = c->entry[insn->to];
    }
    for (uint32_t i = 1; i < c->size; i++)
        if (c->insn[i].meet != 0) c->insn[c->insn[i].meet - 1].meets = true;
}

void flow_code_make(struct flow_code *c, const struct flow_knobs *knobs, struct hd_rng *rng)
{
    const uint32_t room = knobs->size != 0 ? knobs->size : FLOW_CODE_MAX;
    making = c;
    knob = knobs;
    from = rng;
    memset(c, 0, sizeof *c);
    c->functions = knobs->functions;
    emit_no_unit(DECODE_EXIT);
    const uint32_t parts = c->functions + 1;
    for (uint32_t f = 0; f < parts; f++) {
        const bool inside = f > 0;
        if (inside) c->entry[f - 1] = c->size;
        const bool returns = make_block((room - 1) / parts - 1, 0, inside);
        if (inside) c->leaves[f - 1] = returns;
        if (inside) emit(DECODE_LANE, DECODE_RETURN, draw_return());
        else emit_no_unit(DECODE_EXIT);
    }
    resolve(c);
    /* The exit is at address 0 too. Code is anywhere, begins there, or ends at the last address. */
    const uint32_t last = 0 - c->size * WORD_BYTES;
    const uint32_t where = draw(4);
    c->base = where == 0 ? 0 : where == 1 ? last : any() / WORD_BYTES * WORD_BYTES;
    if (c->base > last) c->base = last;
}

uint32_t flow_code_start(const struct flow_code *c, struct hd_rng *rng)
{
    switch (hd_rng_below(rng, 16)) {
    case 0: return 0;
    case 1: return flow_code_address(c, c->functions == 0 ? c->size - 1 : 1);
    default: return flow_code_address(c, 1);
    }
}

uint32_t flow_code_address(const struct flow_code *c, uint32_t i)
{
    return i == 0 ? 0 : c->base + i * WORD_BYTES;
}

uint32_t flow_code_index(const struct flow_code *c, uint32_t pc)
{
    const uint32_t i = (pc - c->base) / WORD_BYTES;
    return pc % WORD_BYTES == 0 && pc > c->base && i < c->size ? i : 0;
}
