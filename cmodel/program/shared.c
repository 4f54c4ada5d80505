// SPDX-License-Identifier: Apache-2.0
//
// A variable at a time. First which registers may hold an address of it: those are made of a
// constant, which the program has in a lui or among its data. From there they are followed through
// all that computes and moves. Memory is one place: once such an address may have been stored, each
// load may get one. Then from where to where it is live.
//
// A variable is known by its end, in bytes from the start of shared memory. What is not known to be
// of one variable is of one that ends where shared memory does.
#include "program/shared.h"

#include <stdlib.h>
#include <string.h>

#include "isa/image.h"

enum { MAX_VARIABLES = 16 };

struct search {
    const struct flow *flow;
    const uint32_t *named; // by instruction: the end of the variable that its constant names, or 0
    uint32_t end;          // of the variable that is followed
    bool in_data;          // its address may be among the constants
    uint64_t *holds;       // by instruction: registers that may hold such an address before it
    uint64_t *behind;      // by function: the same at its returns
    bool stored;
    bool changed;
};

/* ---- addresses ------------------------------------------------------------------------------- */

// 0x800: what the addi behind a lui may take away. The address behind the last byte is one as well.
bool shared_constant(uint32_t bytes, uint32_t value)
{
    return value >= ISA_SHARED_BASE && value - ISA_SHARED_BASE <= bytes + 0x800;
}

static bool is_constant(const struct isa_insn *insn)
{
    return insn->cls == ISA_INTEGER && (insn->op == ISA_LUI || insn->op == ISA_AUIPC);
}

// Whatever the value is if the variable is known: a constant may lie ahead of it, or behind it.
static uint32_t named_by(const struct flow *flow, uint32_t bytes, uint32_t i)
{
    const struct isa_insn *insn = &flow->insn[i].insn;
    const uint32_t address = flow_address(flow, i);
    const struct flow_code *code = &flow->code;
    if (flow->insn[i].kind == FLOW_UNREACHED || !is_constant(insn)) return 0;
    const uint32_t end = code->shared_end == NULL ? 0 : code->shared_end(code->names, address);
    if (end != 0 && end <= bytes) return end;
    const uint32_t value = (uint32_t)insn->imm + (insn->op == ISA_AUIPC ? address : 0);
    return shared_constant(bytes, value) ? bytes : 0;
}

// Whether what an instruction writes may be such an address.
static bool makes(const struct search *s, uint32_t i, uint64_t holds)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    const bool from = (flow_reads(insn) & holds) != 0;
    switch (insn->cls) {
    case ISA_INTEGER: return is_constant(insn) ? s->named[i] == s->end : from;
    case ISA_FLOAT: // only what moves bits
        return from &&
               (insn->op == ISA_FMV_X_W || insn->op == ISA_FMV_W_X || insn->op == ISA_FSGNJ_S);
    case ISA_LOAD:
    case ISA_ATOMIC: return s->stored;
    default: return false;
    }
}

static uint64_t step(struct search *s, uint32_t i)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    const uint64_t holds = s->holds[i];
    const bool stores = insn->cls == ISA_STORE || insn->cls == ISA_ATOMIC;
    if (stores && insn->rs2 != ISA_NONE && (holds >> insn->rs2 & 1) != 0 && !s->stored) {
        s->stored = true;
        s->changed = true;
    }
    const uint64_t writes = flow_writes(insn);
    return makes(s, i, holds) ? holds | writes : holds & ~writes;
}

static void add(struct search *s, uint64_t *to, uint64_t holds)
{
    s->changed |= (*to | holds) != *to;
    *to |= holds;
}

static void step_on(struct search *s, uint32_t function, uint32_t i)
{
    const struct flow_insn *f = &s->flow->insn[i];
    uint64_t holds = step(s, i);
    if (f->kind == FLOW_RETURN) add(s, &s->behind[function], holds);
    if (f->kind == FLOW_CALL) {
        add(s, &s->holds[f->target], holds);
        holds = s->behind[f->callee];
    }
    uint32_t next[2];
    const uint32_t count = flow_next(s->flow, i, next);
    for (uint32_t k = 0; k < count; k++) add(s, &s->holds[next[k]], holds);
}

static void find_holders(struct search *s)
{
    s->stored = s->in_data;
    do {
        s->changed = false;
        for (uint32_t f = 0; f < s->flow->functions; f++) {
            FLOW_EACH(&s->flow->function[f], i) step_on(s, f, i);
        }
    } while (s->changed);
}

static bool accesses(const struct search *s, uint32_t i)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    const bool memory = insn->cls == ISA_LOAD || insn->cls == ISA_STORE || insn->cls == ISA_ATOMIC;
    return memory && insn->rs1 != ISA_NONE && (s->holds[i] >> insn->rs1 & 1) != 0;
}

/* ---- from the first to the last -------------------------------------------------------------- */

enum { EARLIER = 1, LATER = 2 };

struct span {
    const struct flow *flow;
    const bool *touches; // by instruction; of a call: the function called touches shared memory
    uint8_t *seen;       // by instruction: EARLIER: touched before it; LATER: by it or behind it
    uint8_t *callers;    // by function: the same at its calls, and behind them
    bool changed;
};

static void mark(struct span *s, uint8_t *to, uint8_t what)
{
    s->changed |= (*to & what) != what;
    *to |= what;
}

static void span_on(struct span *s, uint32_t function, uint32_t i)
{
    const struct flow_insn *f = &s->flow->insn[i];
    const bool entry = s->flow->function[function].entry == i;
    if (entry) mark(s, &s->seen[i], s->callers[function] & EARLIER);
    const uint8_t earlier = s->touches[i] ? EARLIER : s->seen[i] & EARLIER;
    uint8_t later = s->touches[i] ? LATER : 0;
    uint32_t next[2];
    const uint32_t count = flow_next(s->flow, i, next);
    for (uint32_t k = 0; k < count; k++) {
        mark(s, &s->seen[next[k]], earlier);
        later |= s->seen[next[k]] & LATER;
    }
    if (f->kind == FLOW_RETURN) later |= s->callers[function] & LATER;
    if (f->kind == FLOW_CALL) {
        mark(s, &s->callers[f->callee], s->seen[i] & EARLIER);
        if (count > 0) mark(s, &s->callers[f->callee], s->seen[next[0]] & LATER);
    }
    mark(s, &s->seen[i], later);
}

// A call touches what the function called touches.
static void raise_to_calls(const struct flow *flow, bool *touches)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t f = 0; f < flow->functions; f++) {
            bool any = false;
            FLOW_EACH(&flow->function[f], i) any |= touches[i];
            if (!any) continue;
            for (uint32_t i = 0; i < flow->code.count; i++) {
                const bool call = flow->insn[i].kind == FLOW_CALL && flow->insn[i].callee == f;
                changed |= call && !touches[i];
                touches[i] |= call;
            }
        }
    }
}

static void find_span(struct span *s, uint32_t end, uint32_t *live)
{
    do {
        s->changed = false;
        for (uint32_t f = 0; f < s->flow->functions; f++) {
            FLOW_EACH(&s->flow->function[f], i) span_on(s, f, i);
        }
    } while (s->changed);
    for (uint32_t i = 0; i < s->flow->code.count; i++) {
        const bool itself = s->touches[i] && s->flow->insn[i].kind != FLOW_CALL;
        const bool earlier = itself || (s->seen[i] & EARLIER) != 0;
        if (earlier && (s->seen[i] & LATER) != 0 && live[i] < end) live[i] = end;
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

// Ends of variables, from low to high; the last one is that of shared memory.
struct ends {
    uint32_t count;
    uint32_t end[MAX_VARIABLES];
};

static void insert(struct ends *ends, uint32_t end)
{
    uint32_t k = 0;
    while (ends->end[k] < end) k++;
    if (ends->end[k] == end || ends->count == MAX_VARIABLES) return;
    memmove(&ends->end[k + 1], &ends->end[k], (ends->count - k) * sizeof ends->end[0]);
    ends->end[k] = end;
    ends->count++;
}

// Of more variables than there is room for some count to one that ends later.
static struct ends find_ends(const struct flow *flow, uint32_t bytes, uint32_t *named)
{
    struct ends ends = {1, {bytes}};
    for (uint32_t i = 0; i < flow->code.count; i++) {
        named[i] = named_by(flow, bytes, i);
        if (named[i] != 0) insert(&ends, named[i]);
    }
    for (uint32_t i = 0; i < flow->code.count; i++) {
        uint32_t k = 0;
        while (ends.end[k] < named[i]) k++;
        if (named[i] != 0) named[i] = ends.end[k];
    }
    return ends;
}

// What the variables are followed with.
struct rooms {
    uint32_t *named;
    uint64_t *holds;
    uint64_t *behind;
    bool *touches;
    uint8_t *seen;
    uint8_t *callers;
};

static void follow(struct shared *shared, const struct flow *flow, const struct rooms *r,
                   uint32_t end, bool in_data)
{
    const size_t n = flow->code.count;
    struct search s = {flow, r->named, end, in_data, r->holds, r->behind, false, false};
    struct span p = {flow, r->touches, r->seen, r->callers, false};
    memset(r->holds, 0, n * sizeof *r->holds);
    memset(r->behind, 0, flow->functions * sizeof *r->behind);
    memset(r->seen, 0, n * sizeof *r->seen);
    memset(r->callers, 0, flow->functions * sizeof *r->callers);
    find_holders(&s);
    for (uint32_t i = 0; i < n; i++) {
        r->touches[i] = flow->insn[i].kind != FLOW_UNREACHED && accesses(&s, i);
    }
    raise_to_calls(flow, r->touches);
    find_span(&p, end, shared->live);
    for (uint32_t i = 0; i < n; i++) shared->touches[i] |= r->touches[i];
}

static bool find(struct shared *shared, const struct flow *flow, uint32_t bytes)
{
    const size_t n = flow->code.count;
    struct rooms r = {
        .named = calloc(n, sizeof *r.named),
        .holds = calloc(n, sizeof *r.holds),
        .behind = calloc(flow->functions, sizeof *r.behind),
        .touches = calloc(n, sizeof *r.touches),
        .seen = calloc(n, sizeof *r.seen),
        .callers = calloc(flow->functions, sizeof *r.callers),
    };
    const bool ok = r.named != NULL && r.holds != NULL && r.behind != NULL && r.touches != NULL &&
                    r.seen != NULL && r.callers != NULL;
    if (ok) {
        const struct ends ends = find_ends(flow, bytes, r.named);
        for (uint32_t k = 0; k < ends.count; k++) {
            const bool last = k + 1 == ends.count;
            follow(shared, flow, &r, ends.end[k], last && flow->code.shared_in_data);
        }
    }
    free(r.named);
    free(r.holds);
    free(r.behind);
    free(r.touches);
    free(r.seen);
    free(r.callers);
    return ok;
}

bool shared_find(struct shared *shared, const struct flow *flow, uint32_t bytes)
{
    const size_t n = flow->code.count;
    *shared = (struct shared){calloc(n, sizeof *shared->touches), calloc(n, sizeof *shared->live)};
    const bool ok = shared->touches != NULL && shared->live != NULL &&
                    (bytes == 0 || find(shared, flow, bytes));
    if (!ok) shared_free(shared);
    return ok;
}

void shared_free(struct shared *shared)
{
    free(shared->touches);
    free(shared->live);
    *shared = (struct shared){0};
}
