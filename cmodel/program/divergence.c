// SPDX-License-Identifier: Apache-2.0
//
// A register *differs* where threads of a warp that run together may hold different values in it.
// The sources are the CSRs that identify a thread, and the answers of atomics. The difference
// passes through every instruction that computes, through a thread's stack, and to all that is
// written between a branch whose threads part and the place where they meet.
#include "program/divergence.h"

#include <stdlib.h>
#include <string.h>

enum {
    SP = 2,
    SLOTS = 1024, // words that a function may reach from its stack pointer: 2 KB either way
};

struct search {
    const struct flow *flow;
    const uint32_t *meet;
    bool *parts;
    uint64_t *differs; // by instruction: registers, before it
    uint64_t *stack;   // by instruction: registers that may hold an address in the thread's stack
    uint64_t *back;    // by function: registers that differ at its returns
    uint64_t *writes;  // by function: registers that it writes, with all that it calls
    bool *slot;        // by function and word of its stack: the word differs
    bool anywhere;     // any word of the stack may differ
    bool *seen;        // by instruction, and a stack of them: for regions
    uint32_t *waiting;
    bool changed;
};

// By the ABI a function gives them back as they were: sp, s0 to s11, fs0 to fs11.
static uint64_t kept_by_calls(void)
{
    const uint64_t saved = UINT64_C(0x0ffc0300); // 8, 9, 18 to 27
    return saved | saved << ISA_F0 | UINT64_C(1) << SP;
}

static bool in(uint64_t set, uint8_t reg) { return reg != ISA_NONE && (set >> reg & 1) != 0; }

static void add(struct search *s, uint64_t *to, uint64_t more)
{
    s->changed |= (*to | more) != *to;
    *to |= more;
}

static void set(struct search *s, bool *to)
{
    s->changed |= !*to;
    *to = true;
}

/* ---- what functions write -------------------------------------------------------------------- */

static uint64_t writes_of(const struct search *s, uint32_t i)
{
    const struct flow_insn *f = &s->flow->insn[i];
    const uint64_t called = f->kind == FLOW_CALL ? s->writes[f->callee] & ~kept_by_calls() : 0;
    return flow_writes(&f->insn) | called;
}

static void find_writes(struct search *s)
{
    do {
        s->changed = false;
        for (uint32_t f = 0; f < s->flow->functions; f++) {
            FLOW_EACH(&s->flow->function[f], i) add(s, &s->writes[f], writes_of(s, i));
        }
    } while (s->changed);
}

/* ---- one instruction ------------------------------------------------------------------------- */

static bool csr_differs(uint32_t number)
{
    return number < ISA_CSR_THREAD || number - ISA_CSR_THREAD < 3;
}

static bool *slot_of(const struct search *s, uint32_t function, const struct isa_insn *insn)
{
    return &s->slot[function * SLOTS + (((uint32_t)insn->imm >> 2) & (SLOTS - 1))];
}

static bool load_differs(const struct search *s, uint32_t function, uint32_t i)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    if (in(s->differs[i], insn->rs1)) return true;
    if (insn->rs1 == SP) return s->anywhere || *slot_of(s, function, insn);
    return in(s->stack[i], insn->rs1) && s->anywhere;
}

// To the stack by an address that was computed: to any word of it.
static void store(struct search *s, uint32_t function, uint32_t i)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    const bool value = in(s->differs[i], insn->rs2);
    if (insn->rs1 == SP) {
        if (value) set(s, slot_of(s, function, insn));
    } else if (in(s->stack[i], insn->rs1)) {
        if (value || in(s->differs[i], insn->rs1)) set(s, &s->anywhere);
    }
}

// Whether what an instruction writes differs.
static bool result_differs(const struct search *s, uint32_t function, uint32_t i)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    switch (insn->cls) {
    case ISA_LOAD: return load_differs(s, function, i);
    case ISA_ATOMIC: return true;
    case ISA_CSR: return csr_differs((uint32_t)insn->imm);
    default: return (flow_reads(insn) & s->differs[i]) != 0;
    }
}

// Compilers do not keep an address in the stack in memory; a program that does is not followed.
static bool result_in_stack(const struct search *s, uint32_t i)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    if (insn->cls == ISA_CSR) return insn->imm == ISA_CSR_STACK_TOP;
    return insn->cls == ISA_INTEGER && (flow_reads(insn) & (s->stack[i] | UINT64_C(1) << SP)) != 0;
}

static uint64_t put(uint64_t set, uint64_t registers, bool value)
{
    return value ? set | registers : set & ~registers;
}

static void step(struct search *s, uint32_t function, uint32_t i)
{
    const struct flow_insn *f = &s->flow->insn[i];
    const uint64_t writes = flow_writes(&f->insn);
    uint64_t differs = put(s->differs[i], writes, result_differs(s, function, i));
    uint64_t stack = put(s->stack[i], writes, result_in_stack(s, i));
    if (f->insn.cls == ISA_STORE) store(s, function, i);
    if (f->kind == FLOW_RETURN) add(s, &s->back[function], differs);
    if (f->kind == FLOW_CALL) {
        add(s, &s->differs[f->target], differs);
        add(s, &s->stack[f->target], stack);
        const uint64_t given = s->writes[f->callee] & ~kept_by_calls();
        differs = (differs & ~given) | (s->back[f->callee] & given);
        stack &= ~given;
    }
    uint32_t next[2];
    const uint32_t count = flow_next(s->flow, i, next);
    for (uint32_t k = 0; k < count; k++) {
        add(s, &s->differs[next[k]], differs);
        add(s, &s->stack[next[k]], stack);
    }
}

/* ---- branches -------------------------------------------------------------------------------- */

// A word of the stack that only some of the threads have written.
static void store_apart(struct search *s, uint32_t function, uint32_t i)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    if (insn->cls != ISA_STORE) return;
    if (insn->rs1 == SP) set(s, slot_of(s, function, insn));
    else if (in(s->stack[i], insn->rs1)) set(s, &s->anywhere);
}

// The registers written between a branch and its meeting place.
static uint64_t written_behind(struct search *s, uint32_t function, uint32_t branch)
{
    uint64_t writes = 0;
    uint32_t waiting = 0;
    memset(s->seen, 0, s->flow->code.count * sizeof *s->seen);
    s->waiting[waiting++] = branch;
    while (waiting > 0) {
        uint32_t next[2];
        const uint32_t count = flow_next(s->flow, s->waiting[--waiting], next);
        for (uint32_t k = 0; k < count; k++) {
            if (s->seen[next[k]] || flow_address(s->flow, next[k]) == s->meet[branch]) continue;
            s->seen[next[k]] = true;
            s->waiting[waiting++] = next[k];
            writes |= writes_of(s, next[k]);
            store_apart(s, function, next[k]);
        }
    }
    return writes;
}

// Threads that returned one by one meet behind the call.
static void part(struct search *s, uint32_t function, uint32_t branch)
{
    const uint64_t writes = written_behind(s, function, branch);
    if (s->meet[branch] == 0) add(s, &s->back[function], writes);
    else add(s, &s->differs[(s->meet[branch] - s->flow->code.base) / 4], writes);
}

static void find(struct search *s)
{
    find_writes(s);
    do {
        s->changed = false;
        for (uint32_t f = 0; f < s->flow->functions; f++) {
            FLOW_EACH(&s->flow->function[f], i)
            {
                step(s, f, i);
                const struct flow_insn *insn = &s->flow->insn[i];
                const bool parts =
                    insn->kind == FLOW_BRANCH && (flow_reads(&insn->insn) & s->differs[i]) != 0;
                if (!parts || s->parts[i]) continue;
                set(s, &s->parts[i]);
                part(s, f, i);
            }
        }
    } while (s->changed);
}

bool divergence_find(const struct flow *flow, const uint32_t *meet, bool *parts)
{
    const size_t n = flow->code.count;
    struct search s = {
        .flow = flow,
        .meet = meet,
        .parts = parts,
        .differs = calloc(n, sizeof *s.differs),
        .stack = calloc(n, sizeof *s.stack),
        .back = calloc(flow->functions, sizeof *s.back),
        .writes = calloc(flow->functions, sizeof *s.writes),
        .slot = calloc((size_t)flow->functions * SLOTS, sizeof *s.slot),
        .seen = calloc(n, sizeof *s.seen),
        .waiting = calloc(n + 1, sizeof *s.waiting),
    };
    const bool ok = s.differs != NULL && s.stack != NULL && s.back != NULL && s.writes != NULL &&
                    s.slot != NULL && s.seen != NULL && s.waiting != NULL;
    memset(parts, 0, n * sizeof *parts);
    if (ok) find(&s);
    free(s.differs);
    free(s.stack);
    free(s.back);
    free(s.writes);
    free(s.slot);
    free(s.seen);
    free(s.waiting);
    return ok;
}
