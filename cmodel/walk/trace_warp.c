/* SPDX-License-Identifier: Apache-2.0 */
#include "walk/trace_warp.h"

#include <string.h>

#include "common/bits.h"

/* ---- without reconvergence ------------------------------------------------------------------- */

/* Of the threads of `part`, those whose instruction `at` is that of the lowest. */
static uint64_t same_way(const struct trace *traces, uint64_t part, uint32_t at)
{
    const struct trace *first = &traces[lowest(part)];
    uint64_t same = 0;
    for (uint64_t left = part; left != 0; left &= left - 1) {
        const struct trace *t = &traces[lowest(left)];
        if (at < t->length && t->at[at] == first->at[at]) same |= bit(lowest(left));
    }
    return same;
}

static uint64_t not_ended(const struct trace *traces, uint64_t part, uint32_t at)
{
    uint64_t alive = 0;
    for (uint64_t left = part; left != 0; left &= left - 1)
        if (at < traces[lowest(left)].length) alive |= bit(lowest(left));
    return alive;
}

/* The threads of `part` have done the same up to `at`. Those that go on with the lowest one stay
 * here, the others are left to a call: so calls nest as often as there are threads, at most. */
static uint64_t apart(const struct trace *traces, uint64_t part, uint32_t at)
{
    uint64_t issues = 0;
    for (part = not_ended(traces, part, at); part != 0; part = not_ended(traces, part, ++at)) {
        const uint64_t same = same_way(traces, part, at);
        if (same != part) issues += apart(traces, part & ~same, at);
        part = same;
        issues++;
    }
    return issues;
}

uint64_t trace_warp_apart(const struct trace *traces, uint32_t count)
{
    return apart(traces, ones(count), 0);
}

/* ---- with a reconvergence stack -------------------------------------------------------------- */

/* Where threads meet: the frame counts calls, since an address alone does not tell one call from
 * another. */
struct place {
    uint32_t at, frame;
};

/* An instruction behind all: no thread comes there. */
static const struct place nowhere = {UINT32_MAX, UINT32_MAX};

struct warp {
    const struct thread_program *program;
    const struct trace *traces;
    uint32_t done[TRACE_WARP_LANES];  /* instructions of each thread */
    uint32_t frame[TRACE_WARP_LANES]; /* calls that have not returned */
    uint64_t alive;
    uint64_t issues;
};

static struct place place_of(const struct warp *w, uint32_t thread)
{
    return (struct place){w->traces[thread].at[w->done[thread]], w->frame[thread]};
}

static bool is_same(struct place a, struct place b) { return a.at == b.at && a.frame == b.frame; }

/* Of these threads, those that are where the lowest of them is. */
static uint64_t together(const struct warp *w, uint64_t threads)
{
    const struct place here = place_of(w, lowest(threads));
    uint64_t same = 0;
    for (uint64_t left = threads; left != 0; left &= left - 1)
        if (is_same(place_of(w, lowest(left)), here)) same |= bit(lowest(left));
    return same;
}

static void issue(struct warp *w, uint64_t threads, const struct isa_insn *insn)
{
    w->issues++;
    for (; threads != 0; threads &= threads - 1) {
        const uint32_t thread = lowest(threads);
        w->frame[thread] += isa_calls(insn);
        w->frame[thread] -= isa_returns(insn);
        if (++w->done[thread] == w->traces[thread].length) w->alive &= ~bit(thread);
    }
}

static struct place meeting_place(const struct warp *w, const struct thread_insn *insn,
                                  uint32_t frame, struct place own)
{
    if (insn->reconvergence == 0) return own;
    return (struct place){(insn->reconvergence - w->program->base) / 4, frame};
}

/* An entry of the stack: its threads go on until they are at their meeting place, or have ended. It
 * waits while the halves of a branch, or a function that it has called, run to where they meet. */
static bool run_entry(struct warp *w, uint64_t threads, struct place meet)
{
    for (threads &= w->alive; threads != 0; threads &= w->alive) {
        const struct place here = place_of(w, lowest(threads));
        if (together(w, threads) != threads) return false;
        if (is_same(here, meet)) return true;
        const struct thread_insn *insn = &w->program->insn[here.at];
        const struct place next = meeting_place(w, insn, here.frame, meet);
        issue(w, threads, &insn->insn);
        const uint64_t left = threads & w->alive;
        const uint64_t half = left == 0 ? 0 : together(w, left);
        if (half != left && insn->insn.cls != ISA_BRANCH) return false;
        if (half == left && !isa_calls(&insn->insn)) continue;
        if (!run_entry(w, half, next) || !run_entry(w, left & ~half, next)) return false;
    }
    return true;
}

bool trace_warp_stack(const struct thread_program *program, const struct trace *traces,
                      uint32_t count, uint64_t *issues)
{
    struct warp w = {.program = program, .traces = traces};
    w.alive = not_ended(traces, ones(count), 0);
    const bool good = run_entry(&w, w.alive, nowhere);
    *issues = w.issues;
    return good;
}

/* ---- with the best points -------------------------------------------------------------------- */

static bool is_barrier(const struct thread_program *program, uint32_t at)
{
    return program->insn[at].insn.cls == ISA_BARRIER;
}

/* Takes what is before the next barrier, if there is one, off the trace. */
static struct trace take(const struct thread_program *program, struct trace *rest)
{
    struct trace head = {rest->at, 0};
    while (head.length < rest->length && !is_barrier(program, rest->at[head.length])) head.length++;
    rest->at += head.length;
    rest->length -= head.length;
    return head;
}

static bool pass_barrier(struct trace *rest)
{
    if (rest->length == 0) return false;
    rest->at++;
    rest->length--;
    return true;
}

bool trace_warp_aligned(const struct thread_program *program, const struct trace *traces,
                        uint32_t count, uint64_t *issues)
{
    struct trace rest[ALIGN_MAX], head[ALIGN_MAX] = {{NULL, 0}};
    bool more = true;
    memcpy(rest, traces, count * sizeof *rest);
    for (*issues = 0; more; *issues += more) {
        uint32_t length;
        for (uint32_t i = 0; i < count; i++) head[i] = take(program, &rest[i]);
        if (!align_best(head, count, &length)) return false;
        *issues += length;
        more = false;
        for (uint32_t i = 0; i < count; i++) more |= pass_barrier(&rest[i]);
    }
    return true;
}
