// SPDX-License-Identifier: Apache-2.0
//
// Programs for tests, from a line of text: an instruction a word, parted by blanks. Targets are the
// numbers of instructions from 0, registers those of decode.h.
//
//     n        nothing                    wR   writes a register       iR   writes: address of
//     bK       branch to K                uR   reads it                     shared memory
//     jK       jump                       mR   reads, then writes it   lR   loads a6 from where it
//     cK       call                       r    return                       points
//     CK TK    call, jump through auipc,  x    exit                    sR   stores a6 there
//              jalr: two instructions     k    barrier                 vR   copies it to a7
//     tR       writes it: thread_x      dK       branch to K that depends on register 5
//     pR       phase specifier of R registers, no bytes                f    fence
//     =HEX     a word as it is
#ifndef HD_TESTS_PROGRAM_WORDS_H
#define HD_TESTS_PROGRAM_WORDS_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "program/program.h"

enum { WORDS_BASE = 0x00010000, WORDS_MAX = 4096 };

struct words {
    uint32_t count;
    uint32_t word[WORDS_MAX];
};

static inline uint32_t words_branch(int32_t offset)
{
    const uint32_t o = (uint32_t)offset;
    return 0x63u | (o >> 12 & 1) << 31 | (o >> 5 & 0x3f) << 25 | (o >> 1 & 0xf) << 8 |
           (o >> 11 & 1) << 7;
}

static inline uint32_t words_jal(uint32_t rd, int32_t offset)
{
    const uint32_t o = (uint32_t)offset;
    return 0x6fu | rd << 7 | (o >> 20 & 1) << 31 | (o >> 1 & 0x3ff) << 21 | (o >> 11 & 1) << 20 |
           (o >> 12 & 0xff) << 12;
}

static inline uint32_t words_addi(uint32_t rd, uint32_t rs1, uint32_t imm)
{
    return 0x13u | rd << 7 | rs1 << 15 | imm << 20;
}

static inline void words_add(struct words *w, uint32_t word)
{
    assert(w->count < WORDS_MAX);
    w->word[w->count++] = word;
}

static inline void words_pair(struct words *w, uint32_t link, uint32_t by, int32_t offset)
{
    words_add(w, 0x17u | by << 7);
    words_add(w, 0x67u | link << 7 | by << 15 | (uint32_t)offset << 20);
}

static inline void words_token(struct words *w, char what, uint32_t n)
{
    const int32_t offset = 4 * ((int32_t)n - (int32_t)w->count);
    switch (what) {
    case 'n': words_add(w, words_addi(0, 0, 0)); break;
    case 'b': words_add(w, words_branch(offset)); break;
    case 'd': words_add(w, words_branch(offset) | 5u << 15); break;
    case 't': words_add(w, 0xcc002073u | n << 7); break;
    case 'j': words_add(w, words_jal(0, offset)); break;
    case 'c': words_add(w, words_jal(1, offset)); break;
    case 'C': words_pair(w, 1, 1, offset); break;
    case 'T': words_pair(w, 0, 6, offset); break;
    case 'w': words_add(w, words_addi(n, 0, 1)); break;
    case 'u': words_add(w, words_addi(0, n, 1)); break;
    case 'm': words_add(w, words_addi(n, n, 1)); break;
    case 'v': words_add(w, words_addi(17, n, 0)); break;
    case 'i': words_add(w, 0x40000037u | n << 7); break;
    case 'l': words_add(w, 0x00002803u | n << 15); break;
    case 's': words_add(w, 0x01002023u | n << 15); break;
    case 'r': words_add(w, 0x00008067u); break;
    case 'x': words_add(w, 0x0000000bu); break;
    case 'k': words_add(w, 0x0000100bu); break;
    case 'f': words_add(w, 0x0ff0000fu); break;
    case 'p': words_add(w, 0x0000200bu | n << 7); break;
    default: assert(0);
    }
}

static inline void words_make(struct words *w, const char *text)
{
    w->count = 0;
    while (*text != '\0') {
        const char what = *text++;
        if (what == ' ') continue;
        char *end;
        const uint32_t n = (uint32_t)strtoul(text, &end, what == '=' ? 16 : 10);
        text = end;
        if (what == '=') words_add(w, n);
        else words_token(w, what, n);
    }
}

static inline struct flow_code words_code(const struct words *w)
{
    return (struct flow_code){.base = WORDS_BASE, .count = w->count, .word = w->word};
}

// Runs the analyser on the words. Threads begin at the first word; a block has `bytes` of shared
// memory.
static inline enum program_result words_find(struct words *w, struct thread_program *program,
                                             const char *text, uint32_t bytes)
{
    words_make(w, text);
    const struct flow_code code = words_code(w);
    return thread_program_find(program, &code, WORDS_BASE, bytes);
}

#endif
