// SPDX-License-Identifier: Apache-2.0
#include "program/flow.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RA = 1 };

// State while ways are followed.
struct walk {
    struct flow *flow;
    uint32_t function; // whose instructions are walked
    uint32_t *stack;   // instructions still to be looked at
    uint32_t waiting;  // of them
    uint32_t *seen;    // by instruction: the walk that saw it last
    uint32_t number;   // of this walk, from 1
    bool no_memory;
};

uint32_t flow_address(const struct flow *flow, uint32_t index)
{
    return flow->code.base + 4 * index;
}

static uint64_t reg_bit(uint8_t reg) { return reg == ISA_NONE ? 0 : UINT64_C(1) << reg; }

uint64_t flow_reads(const struct isa_insn *insn)
{
    return reg_bit(insn->rs1) | reg_bit(insn->rs2) | reg_bit(insn->rs3);
}

uint64_t flow_writes(const struct isa_insn *insn) { return reg_bit(insn->rd); }

uint32_t flow_next(const struct flow *flow, uint32_t index, uint32_t next[2])
{
    const struct flow_insn *f = &flow->insn[index];
    switch (f->kind) {
    case FLOW_NEXT: next[0] = index + 1; return 1;
    case FLOW_JUMP: next[0] = f->target; return 1;
    case FLOW_BRANCH:
        next[0] = f->target;
        next[1] = index + 1;
        return 2;
    case FLOW_CALL: next[0] = index + 1; return flow->function[f->callee].returns;
    default: return 0;
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

// Room for one more item of a list that doubles. NULL: no memory, the list is as it was.
static void *grow(void *list, uint32_t count, size_t size)
{
    if (count != 0 && (count & (count - 1)) != 0) return list;
    return realloc(list, (count == 0 ? 1 : 2 * (size_t)count) * size);
}

// A new one, to be filled in. NULL: no memory.
static struct flow_refusal *new_refusal(struct flow *flow)
{
    struct flow_refusal *list = grow(flow->refusal, flow->refusals, sizeof *list);
    if (list == NULL) return NULL;
    flow->refusal = list;
    return &list[flow->refusals++];
}

// One for each instruction; it ends the way.
static void refuse(struct walk *w, uint32_t index, const char *format, ...)
{
    struct flow *flow = w->flow;
    const uint32_t address = flow_address(flow, index);
    flow->insn[index].kind = FLOW_END;
    for (uint32_t i = 0; i < flow->refusals; i++) {
        if (flow->refusal[i].address == address) return;
    }
    struct flow_refusal *r = new_refusal(flow);
    if (r == NULL) {
        w->no_memory = true;
        return;
    }
    r->address = address;
    r->word = flow->code.word[index];
    r->function = flow_address(flow, flow->function[w->function].entry);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->reason, sizeof r->reason, format, arguments);
    va_end(arguments);
}

static bool refuse_entry(struct flow *flow, uint32_t entry)
{
    struct flow_refusal *r = new_refusal(flow);
    if (r == NULL) return false;
    *r = (struct flow_refusal){entry, 0, entry, "entry of the kernel: not in the code"};
    return true;
}

static int by_address(const void *a, const void *b)
{
    const uint32_t left = ((const struct flow_refusal *)a)->address;
    const uint32_t right = ((const struct flow_refusal *)b)->address;
    return left < right ? -1 : left > right;
}

/* ---- one instruction ------------------------------------------------------------------------- */

// An address as an index, if threads can go there.
static bool aim(struct walk *w, uint32_t index, const char *what, uint32_t address)
{
    struct flow *flow = w->flow;
    if (address % 4 != 0) {
        refuse(w, index, "%s to 0x%08x: not a multiple of 4", what, address);
        return false;
    }
    if (address < flow->code.base || (address - flow->code.base) / 4 >= flow->code.count) {
        refuse(w, index, "%s to 0x%08x: outside the code", what, address);
        return false;
    }
    flow->insn[index].target = (address - flow->code.base) / 4;
    return true;
}

// The number of the function that begins at an instruction; a new one, if there is none yet.
static uint32_t function_at(struct walk *w, uint32_t entry)
{
    struct flow *flow = w->flow;
    for (uint32_t f = 0; f < flow->functions; f++) {
        if (flow->function[f].entry == entry) return f;
    }
    struct flow_function *list = grow(flow->function, flow->functions, sizeof *list);
    if (list == NULL) {
        w->no_memory = true;
        return 0;
    }
    flow->function = list;
    list[flow->functions] = (struct flow_function){.entry = entry};
    return flow->functions++;
}

// jal, or jalr with a known target: a call if it links in ra. No return uses another register: with
// another link register the instruction is a jump that also writes its address there.
static void jump_or_call(struct walk *w, uint32_t index, uint32_t address)
{
    struct flow_insn *f = &w->flow->insn[index];
    const bool call = f->insn.rd == RA;
    if (!aim(w, index, call ? "call" : "jump", address)) return;
    f->kind = call ? FLOW_CALL : FLOW_JUMP;
    if (call) f->callee = function_at(w, f->target);
}

// Can a thread go straight on to the instruction behind this one? Not from a jump, call or exit.
static bool goes_on(const struct isa_insn *insn)
{
    return insn->cls != ISA_JUMP && insn->cls != ISA_JUMP_REG && insn->cls != ISA_EXIT;
}

// The target of a jalr is known if constants straight before it give the address: auipc, lui, addi.
// `from`: the first of these instructions.
static bool known(const struct flow *flow, uint32_t index, uint32_t *address, uint32_t *from)
{
    uint8_t reg = flow->insn[index].insn.rs1;
    uint32_t sum = (uint32_t)flow->insn[index].insn.imm;
    struct isa_insn insn;
    for (uint32_t i = index; reg != ISA_NONE && i > 0;) {
        if (!isa_decode(flow->code.word[--i], &insn) || !goes_on(&insn)) return false;
        if (insn.rd != reg) continue;
        if (insn.op != ISA_AUIPC && insn.op != ISA_LUI && insn.op != ISA_ADDI) return false;
        sum += (uint32_t)insn.imm + (insn.op == ISA_AUIPC ? flow_address(flow, i) : 0);
        reg = insn.op == ISA_ADDI ? insn.rs1 : ISA_NONE;
        *from = i;
    }
    *address = sum & ~UINT32_C(1);
    return reg == ISA_NONE && *from != FLOW_NONE;
}

static void jump_register(struct walk *w, uint32_t index)
{
    struct flow_insn *f = &w->flow->insn[index];
    const struct isa_insn *insn = &f->insn;
    uint32_t address;
    if (known(w->flow, index, &address, &f->set_from)) {
        jump_or_call(w, index, address);
        return;
    }
    f->set_from = FLOW_NONE;
    if (insn->rd == ISA_NONE && insn->rs1 == RA && insn->imm == 0) {
        f->kind = FLOW_RETURN;
    } else {
        refuse(w, index, "%s to an address in %s: its target is unknown (%s)",
               insn->rd == ISA_NONE ? "jump" : "call", isa_register_name(insn->rs1),
               insn->rd == ISA_NONE ? "jump table?" : "function pointer?");
    }
}

// Decodes an instruction that is reached for the first time.
static void classify(struct walk *w, uint32_t index)
{
    struct flow *flow = w->flow;
    struct flow_insn *f = &flow->insn[index];
    f->kind = FLOW_NEXT;
    f->set_from = FLOW_NONE;
    if (!isa_decode(flow->code.word[index], &f->insn)) {
        refuse(w, index, "%s", isa_reason(flow->code.word[index]));
        return;
    }
    const uint32_t relative = flow_address(flow, index) + (uint32_t)f->insn.imm;
    switch (f->insn.cls) {
    case ISA_BRANCH:
        if (aim(w, index, "branch", relative)) f->kind = FLOW_BRANCH;
        break;
    case ISA_JUMP: jump_or_call(w, index, relative); break;
    case ISA_JUMP_REG: jump_register(w, index); break;
    case ISA_EXIT: f->kind = FLOW_END; break;
    default: break;
    }
}

/* ---- one function ---------------------------------------------------------------------------- */

static void push(struct walk *w, uint32_t index)
{
    if (w->seen[index] == w->number) return;
    w->seen[index] = w->number;
    w->stack[w->waiting++] = index;
}

static void follow(struct walk *w, uint32_t index)
{
    struct flow *flow = w->flow;
    uint32_t next[2];
    const uint32_t count = flow_next(flow, index, next);
    for (uint32_t k = 0; k < count; k++) {
        if (next[k] == flow->code.count) {
            refuse(w, index, "the code ends behind it");
            return;
        }
    }
    for (uint32_t k = 0; k < count; k++) push(w, next[k]);
}

// All instructions that the function reaches, as far as is known of the functions that it calls.
static void walk_function(struct walk *w, uint32_t function)
{
    struct flow *flow = w->flow;
    w->function = function;
    w->number++;
    push(w, flow->function[function].entry);
    while (w->waiting > 0 && !w->no_memory) {
        const uint32_t index = w->stack[--w->waiting];
        if (flow->insn[index].kind == FLOW_UNREACHED) classify(w, index);
        if (flow->insn[index].kind == FLOW_RETURN) flow->function[function].returns = true;
        follow(w, index);
    }
}

// A function is known to return when a way to a return has been found; then the places behind its
// calls are reached, and with them perhaps more returns. Until nothing changes.
static void walk_all(struct walk *w)
{
    struct flow *flow = w->flow;
    for (bool changed = true; changed && !w->no_memory;) {
        changed = false;
        for (uint32_t f = 0; f < flow->functions && !w->no_memory; f++) {
            const uint32_t functions = flow->functions;
            const bool returned = flow->function[f].returns;
            walk_function(w, f);
            changed |= flow->functions != functions || flow->function[f].returns != returned;
        }
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

// A block of this function begins at an instruction of it: because threads come from elsewhere than
// the instruction before, or that goes elsewhere too.
static void find_leaders(const struct walk *w, const struct flow_function *function, bool *leader)
{
    const struct flow *flow = w->flow;
    memset(leader, 0, flow->code.count * sizeof *leader);
    leader[function->entry] = true;
    for (uint32_t i = 0; i < flow->code.count; i++) {
        if (w->seen[i] != w->number) continue;
        uint32_t next[2];
        const uint32_t count = flow_next(flow, i, next);
        const bool straight = flow->insn[i].kind == FLOW_NEXT || flow->insn[i].kind == FLOW_CALL;
        for (uint32_t k = 0; k < count && !straight; k++) leader[next[k]] = true;
    }
}

static bool ends(const struct walk *w, const bool *leader, uint32_t i)
{
    const struct flow *flow = w->flow;
    const uint8_t kind = flow->insn[i].kind;
    if (kind == FLOW_CALL) return !flow->function[flow->insn[i].callee].returns || leader[i + 1];
    return kind != FLOW_NEXT || leader[i + 1];
}

uint32_t flow_block_at(const struct flow_function *function, uint32_t first)
{
    uint32_t low = 0, high = function->blocks - 1;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (function->block[middle].first < first) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void cut(struct walk *w, struct flow_function *function, const bool *leader)
{
    struct flow *flow = w->flow;
    for (uint32_t i = 0; i < flow->code.count; i++) {
        if (w->seen[i] != w->number) continue;
        if (leader[i]) {
            flow->insn[i].leader = true;
            function->block[function->blocks].first = i;
        }
        if (ends(w, leader, i)) function->block[function->blocks++].last = i;
    }
    for (uint32_t b = 0; b < function->blocks; b++) {
        struct flow_edges *e = &function->edges[b];
        e->count = flow_next(flow, function->block[b].last, e->to);
        for (uint32_t k = 0; k < e->count; k++) e->to[k] = flow_block_at(function, e->to[k]);
    }
}

static void find_blocks(struct walk *w, uint32_t number, bool *leader)
{
    struct flow_function *function = &w->flow->function[number];
    walk_function(w, number);
    find_leaders(w, function, leader);
    uint32_t blocks = 0;
    for (uint32_t i = 0; i < w->flow->code.count; i++) blocks += leader[i];
    function->block = calloc(blocks, sizeof *function->block);
    function->edges = calloc(blocks, sizeof *function->edges);
    if (function->block == NULL || function->edges == NULL) {
        w->no_memory = true;
        return;
    }
    cut(w, function, leader);
}

/* ---- what can be said only when all is known ------------------------------------------------- */

static void mark_aims(struct flow *flow)
{
    flow->insn[flow->function[0].entry].aimed = true;
    for (uint32_t i = 0; i < flow->code.count; i++) {
        const uint8_t kind = flow->insn[i].kind;
        if (kind == FLOW_BRANCH || kind == FLOW_JUMP || kind == FLOW_CALL) {
            flow->insn[flow->insn[i].target].aimed = true;
        }
    }
}

// Threads may come to what lies behind the first of the instructions that say where a jalr goes.
static bool passed(const struct flow *flow, uint32_t index)
{
    for (uint32_t i = index; i > flow->insn[index].set_from; i--)
        if (flow->insn[i].aimed) return true;
    return false;
}

static void refuse_late(struct walk *w, uint32_t f)
{
    struct flow *flow = w->flow;
    w->function = f;
    FLOW_EACH(&flow->function[f], i)
    {
        if (flow->insn[i].set_from != FLOW_NONE && passed(flow, i)) {
            refuse(w, i, "threads come here past what sets its address");
        }
        if (f == 0 && flow->insn[i].kind == FLOW_RETURN) {
            refuse(w, i, "return from the entry, which no code called");
        }
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void find(struct walk *w, uint32_t entry)
{
    struct flow *flow = w->flow;
    function_at(w, (entry - flow->code.base) / 4);
    if (!w->no_memory) walk_all(w);
    bool *leader = calloc(flow->code.count, sizeof *leader);
    w->no_memory |= leader == NULL;
    for (uint32_t f = 0; f < flow->functions && !w->no_memory; f++) find_blocks(w, f, leader);
    free(leader);
    if (w->no_memory) return;
    mark_aims(flow);
    for (uint32_t f = 0; f < flow->functions; f++) refuse_late(w, f);
    if (flow->refusals > 0) {
        qsort(flow->refusal, flow->refusals, sizeof *flow->refusal, by_address);
    }
}

bool flow_find(struct flow *flow, const struct flow_code *code, uint32_t entry)
{
    *flow = (struct flow){.code = *code};
    if (entry % 4 != 0 || entry < code->base || (entry - code->base) / 4 >= code->count) {
        return refuse_entry(flow, entry);
    }
    flow->insn = calloc(code->count, sizeof *flow->insn);
    struct walk w = {
        .flow = flow,
        .stack = calloc(code->count, sizeof *w.stack),
        .seen = calloc(code->count, sizeof *w.seen),
    };
    w.no_memory = flow->insn == NULL || w.stack == NULL || w.seen == NULL;
    if (!w.no_memory) find(&w, entry);
    free(w.stack);
    free(w.seen);
    if (w.no_memory) flow_free(flow);
    return !w.no_memory;
}

void flow_free(struct flow *flow)
{
    for (uint32_t f = 0; f < flow->functions; f++) {
        free(flow->function[f].block);
        free(flow->function[f].edges);
    }
    free(flow->function);
    free(flow->insn);
    free(flow->refusal);
    *flow = (struct flow){0};
}
