// SPDX-License-Identifier: Apache-2.0
#include "program/liveness.h"

#include <stdlib.h>

// What happens from an instruction to the return of its function, calls on the way included. That
// of a function's entry is the summary of the function. Each instruction has one, however many
// functions share it: what lies behind it is the same for all.
struct summary {
    uint64_t *reads;  // on some way, before it is written
    uint64_t *writes; // on every way. All registers where no way comes back.
};

static uint64_t call_reads(const struct flow *flow, const struct summary *s, uint32_t i)
{
    return flow_reads(&flow->insn[i].insn) |
           (s->reads[flow->insn[i].target] & ~flow_writes(&flow->insn[i].insn));
}

static uint64_t call_writes(const struct flow *flow, const struct summary *s, uint32_t i)
{
    return flow_writes(&flow->insn[i].insn) | s->writes[flow->insn[i].target];
}

// What an instruction itself reads and writes; of a call, with all that the function does.
static void effect(const struct flow *flow, const struct summary *s, uint32_t i, uint64_t *reads,
                   uint64_t *writes)
{
    const bool call = flow->insn[i].kind == FLOW_CALL;
    *reads = call ? call_reads(flow, s, i) : flow_reads(&flow->insn[i].insn);
    *writes = call ? call_writes(flow, s, i) : flow_writes(&flow->insn[i].insn);
}

static bool summarise(const struct flow *flow, struct summary *s, uint32_t i)
{
    uint64_t reads, writes;
    effect(flow, s, i, &reads, &writes);
    uint32_t next[2];
    const uint32_t count = flow_next(flow, i, next);
    uint64_t later_reads = 0;
    uint64_t later_writes = flow->insn[i].kind == FLOW_RETURN ? 0 : UINT64_MAX;
    for (uint32_t k = 0; k < count; k++) {
        later_reads |= s->reads[next[k]];
        later_writes &= s->writes[next[k]];
    }
    reads |= later_reads & ~writes;
    writes |= later_writes;
    const bool changed = s->reads[i] != reads || s->writes[i] != writes;
    s->reads[i] = reads;
    s->writes[i] = writes;
    return changed;
}

// Begins with as few reads and as many writes as there can be; until nothing changes.
static void find_summaries(const struct flow *flow, struct summary *s)
{
    for (uint32_t i = 0; i < flow->code.count; i++) s->writes[i] = UINT64_MAX;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t f = flow->functions; f-- > 0;) {
            const struct flow_function *function = &flow->function[f];
            for (uint32_t b = function->blocks; b-- > 0;) {
                for (uint32_t i = function->block[b].last + 1; i-- > function->block[b].first;) {
                    changed |= summarise(flow, s, i);
                }
            }
        }
    }
}

// The registers that are live behind any call of each function.
static void find_behind(const struct flow *flow, const struct liveness *live, uint64_t *behind)
{
    for (uint32_t f = 0; f < flow->functions; f++) {
        FLOW_EACH(&flow->function[f], i)
        {
            uint32_t next[2];
            if (flow->insn[i].kind == FLOW_CALL && flow_next(flow, i, next) == 1) {
                behind[flow->insn[i].callee] |= live->before[next[0]];
            }
        }
    }
}

static bool enliven(const struct flow *flow, const struct summary *s, struct liveness *live,
                    uint64_t behind, uint32_t i)
{
    uint64_t reads, writes;
    effect(flow, s, i, &reads, &writes);
    uint32_t next[2];
    const uint32_t count = flow_next(flow, i, next);
    uint64_t after = live->after[i];
    if (flow->insn[i].kind == FLOW_RETURN) after |= behind;
    for (uint32_t k = 0; k < count; k++) after |= live->before[next[k]];
    const uint64_t before = reads | (after & ~writes);
    const bool changed = live->after[i] != after || live->before[i] != before;
    live->after[i] = after;
    live->before[i] = before;
    return changed;
}

static void find_live(const struct flow *flow, const struct summary *s, struct liveness *live,
                      uint64_t *behind)
{
    for (bool changed = true; changed;) {
        changed = false;
        find_behind(flow, live, behind);
        for (uint32_t f = 0; f < flow->functions; f++) {
            const struct flow_function *function = &flow->function[f];
            for (uint32_t b = function->blocks; b-- > 0;) {
                for (uint32_t i = function->block[b].last + 1; i-- > function->block[b].first;) {
                    changed |= enliven(flow, s, live, behind[f], i);
                }
            }
        }
    }
}

bool liveness_find(struct liveness *live, const struct flow *flow)
{
    const size_t n = flow->code.count;
    struct summary s = {calloc(n, sizeof *s.reads), calloc(n, sizeof *s.writes)};
    uint64_t *behind = calloc(flow->functions, sizeof *behind);
    *live = (struct liveness){calloc(n, sizeof *live->before), calloc(n, sizeof *live->after)};
    const bool ok = s.reads != NULL && s.writes != NULL && behind != NULL && live->before != NULL &&
                    live->after != NULL;
    if (ok) {
        find_summaries(flow, &s);
        find_live(flow, &s, live, behind);
    } else {
        liveness_free(live);
    }
    free(s.reads);
    free(s.writes);
    free(behind);
    return ok;
}

void liveness_free(struct liveness *live)
{
    free(live->before);
    free(live->after);
    *live = (struct liveness){0};
}
