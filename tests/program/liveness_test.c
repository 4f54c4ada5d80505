// SPDX-License-Identifier: Apache-2.0
// Live registers: programs made by hand, and random ones against a search of all ways that threads
// may take, with the places that calls return to on a stack.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"

#define R(n) (UINT64_C(1) << (n))
#define RA R(1)

/* ---- by hand --------------------------------------------------------------------------------- */

static void check(const char *text, const uint64_t *before)
{
    static struct words w;
    struct thread_program p;
    assert_int_equal(words_find(&w, &p, text, 0), PROGRAM_OK);
    for (uint32_t i = 0; i < w.count; i++) {
        if (p.live.before[i] != before[i]) {
            fail_msg("%s: %u: 0x%llx, not 0x%llx", text, i, (unsigned long long)p.live.before[i],
                     (unsigned long long)before[i]);
        }
    }
    thread_program_free(&p);
}

#define LIVE(text, ...) check(text, (const uint64_t[]){__VA_ARGS__})

static void test_straight(void **state)
{
    (void)state;
    LIVE("w5 u5 x", 0, R(5), 0);
    LIVE("m5 x", R(5), 0);
    LIVE("w5 w5 u5 x", 0, 0, R(5), 0);
    LIVE("u7 w7 n u7 x", R(7), 0, R(7), R(7), 0);
    // sw a6, 0(a0): two are read. fmadd.s ft0, ft1, ft2, ft3: three.
    LIVE("s10 x", R(10) | R(16), 0);
    LIVE("=1820f043 x", R(33) | R(34) | R(35), 0);
}

static void test_branches(void **state)
{
    (void)state;
    LIVE("b3 u5 x u6 x", R(5) | R(6), R(5), 0, R(6), 0);
    // Written in one arm only.
    LIVE("b2 w5 u5 x", R(5), 0, R(5), 0);
    // Around a loop.
    LIVE("w5 n m5 b1 x", 0, R(5), R(5), R(5), 0);
}

static void test_calls(void **state)
{
    (void)state;
    // Reads of the function called are live at the call.
    LIVE("w5 c3 x u5 r", 0, R(5), 0, R(5) | RA, RA);
    // A register that the function surely writes is not live, one that it may write is.
    LIVE("c3 u5 x w5 r", 0, R(5), 0, RA, RA | R(5));
    LIVE("c3 u5 x b5 w5 r", R(5), R(5), 0, RA | R(5), RA, RA | R(5));
    // A register that the function does not touch stays live, also within.
    LIVE("w9 c4 u9 x n r", 0, R(9), R(9), 0, RA | R(9), RA | R(9));
    // At a return: all that is live behind any call.
    LIVE("c5 u6 c5 u7 x r", R(6) | R(7), R(6) | R(7), R(7), R(7), 0, RA | R(6) | R(7));
    // Never comes back: nothing is live behind.
    LIVE("w5 c4 u6 x u5 x", 0, R(5), 0, 0, R(5), 0);
}

static void test_recursion(void **state)
{
    (void)state;
    // 3: if done return; else use 5, call itself, use 6.
    LIVE("c2 x b6 u5 c2 u6 r", R(5) | R(6), 0, RA | R(5) | R(6), R(5) | R(6), R(5) | R(6),
         RA | R(6), RA | R(6));
    // All ways write 5 before the return, by whatever depth.
    LIVE("c3 u5 x b6 c3 n w5 r", 0, R(5), 0, RA, 0, RA, RA, RA | R(5));
}

static void test_tail_call(void **state)
{
    (void)state;
    // 6 is entered by a call and from 5: behind its return lie both callers' places.
    LIVE("c5 u8 c6 u9 x n w5 r", R(8) | R(9), R(8) | R(9), R(9), R(9), 0, RA | R(8) | R(9),
         RA | R(8) | R(9), RA | R(8) | R(9));
}

/* ---- by search ------------------------------------------------------------------------------- */

// DEPTH: enough for all functions, each entered once to get somewhere and once to get through.
enum { DEPTH = 2 * DRAW_FUNCTIONS, PROGRAMS = 20000 };
enum { MAX_PLACES = 1 << 18, HASH = 1 << 19 };

// A thread at an instruction; where the calls since the start of the search return to.
struct place {
    uint8_t at, depth;
    uint8_t back[DEPTH];
};

struct search {
    const struct flow *flow;
    struct place *place; // found so far
    uint32_t places;
    uint32_t *hash; // number of a place plus `base`; up to `base`: empty
    uint32_t base;
};

static void reach(struct search *s, struct place p)
{
    memset(p.back + p.depth, 0, (size_t)(DEPTH - p.depth));
    uint32_t h = 0;
    for (uint32_t k = 0; k < sizeof p; k++) h = (h ^ ((const uint8_t *)&p)[k]) * 16777619u;
    for (h %= HASH; s->hash[h] > s->base; h = (h + 1) % HASH) {
        if (memcmp(&s->place[s->hash[h] - s->base - 1], &p, sizeof p) == 0) return;
    }
    assert_true(s->places < MAX_PLACES);
    s->place[s->places++] = p;
    s->hash[h] = s->base + s->places;
}

static bool belongs(const struct flow_function *function, uint32_t at)
{
    FLOW_EACH(function, i)
    {
        if (i == at) return true;
    }
    return false;
}

// Back to the place on the stack; if the search began deeper, behind any call of the function.
static void search_return(struct search *s, struct place p)
{
    if (p.depth > 0) {
        p.at = p.back[--p.depth];
        reach(s, p);
        return;
    }
    for (uint32_t i = 0; i < s->flow->code.count; i++) {
        const struct flow_insn *call = &s->flow->insn[i];
        if (call->kind == FLOW_CALL && belongs(&s->flow->function[call->callee], p.at)) {
            reach(s, (struct place){.at = (uint8_t)(i + 1)});
        }
    }
}

static void search_on(struct search *s, struct place p)
{
    const struct flow_insn *f = &s->flow->insn[p.at];
    struct place to = p, straight = p;
    to.at = (uint8_t)f->target;
    straight.at = (uint8_t)(p.at + 1);
    switch (f->kind) {
    case FLOW_NEXT: reach(s, straight); break;
    case FLOW_JUMP: reach(s, to); break;
    case FLOW_BRANCH:
        reach(s, straight);
        reach(s, to);
        break;
    case FLOW_CALL:
        if (p.depth == DEPTH) break;
        to.back[to.depth++] = straight.at;
        reach(s, to);
        break;
    case FLOW_RETURN: search_return(s, p); break;
    default: break;
    }
}

// Whether a thread at an instruction may come to read a register before it writes it.
static bool read_later(struct search *s, uint32_t at, uint8_t reg)
{
    s->base += s->places;
    s->places = 0;
    reach(s, (struct place){.at = (uint8_t)at});
    for (uint32_t k = 0; k < s->places; k++) {
        const struct isa_insn *insn = &s->flow->insn[s->place[k].at].insn;
        if (insn->rs1 == reg || insn->rs2 == reg || insn->rs3 == reg) return true;
        if (insn->rd != reg) search_on(s, s->place[k]);
    }
    return false;
}

static void check_program(struct search *s, const struct thread_program *p, uint32_t number)
{
    static const uint8_t reg[] = {1, 5, 6, 7};
    s->flow = &p->flow;
    for (uint32_t i = 0; i < p->count; i++) {
        for (uint32_t r = 0; p->insn[i].reached && r < sizeof reg; r++) {
            const bool found = (p->live.before[i] >> reg[r] & 1) != 0;
            const bool expected = read_later(s, i, reg[r]);
            if (found != expected) {
                fail_msg("program %u: register %u at %u: %d, not %d", number, reg[r], i, found,
                         expected);
            }
        }
    }
}

static void test_random(void **state)
{
    (void)state;
    static struct words w;
    struct hd_rng rng;
    struct search s = {.place = calloc(MAX_PLACES, sizeof *s.place),
                       .hash = calloc(HASH, sizeof *s.hash)};
    uint32_t refused = 0;
    hd_rng_seed(&rng, 1);
    for (uint32_t n = 0; n < PROGRAMS; n++) {
        struct thread_program p;
        draw_program(&rng, &w, 9);
        const struct flow_code code = words_code(&w);
        const enum program_result result = thread_program_find(&p, &code, WORDS_BASE, 0);
        if (result == PROGRAM_OK) check_program(&s, &p, n);
        refused += result == PROGRAM_REFUSED; // the entry jumped to a return
        thread_program_free(&p);
    }
    assert_true(refused < PROGRAMS / 4);
    free(s.place);
    free(s.hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight),  cmocka_unit_test(test_branches),
        cmocka_unit_test(test_calls),     cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_tail_call), cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
