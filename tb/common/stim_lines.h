/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The other side of a data cache, for stimulus: lines that requests are about, and a memory that
 * keeps them, does requests in the order in which it accepts them, and answers in any order after
 * any time.
 */
#ifndef HEDDLE_STIM_LINES_H
#define HEDDLE_STIM_LINES_H

#include <string.h>

#include "common/draws.h"
#include "core/l1_cache.h"

enum { STIM_LINES = 256, STIM_WORD_BITS = 32 };

static struct stim_lines {
    uint32_t line_bytes, mshrs;
    uint64_t line[STIM_LINES];
    uint32_t memory[STIM_LINES][L1_CACHE_MAX_WORDS];
    /* What memory has still to answer: a bit an MSHR, its line and data. */
    uint64_t owed;
    uint64_t owed_line[L1_CACHE_MAX_MSHRS];
    uint32_t owed_data[L1_CACHE_MAX_MSHRS][L1_CACHE_MAX_WORDS];
} lines;

static inline uint32_t words_of(uint32_t bits)
{
    return (bits + STIM_WORD_BITS - 1) / STIM_WORD_BITS;
}

static inline void draw_words(uint32_t *to, uint32_t bits)
{
    const uint32_t words = words_of(bits);
    for (uint32_t i = 0; i < words; i++) to[i] = (uint32_t)hd_stim_word(&hd_draws, 32);
    if (bits % STIM_WORD_BITS != 0) to[words - 1] &= (UINT32_C(1) << bits % STIM_WORD_BITS) - 1;
}

/* Shares are in 1/16: a line differs in one bit from an earlier one; it is in the first one's set,
 * of so many. */
static inline void draw_lines(uint32_t line_width, uint32_t sets, unsigned one_bit,
                              unsigned one_set)
{
    for (uint32_t i = 0; i < STIM_LINES; i++) {
        uint64_t line = hd_stim_word(&hd_draws, 64);
        if (i > 0 && share(one_bit)) line = lines.line[draw(i)] ^ UINT64_C(1) << draw(line_width);
        if (i > 0 && share(one_set)) line ^= (line ^ lines.line[0]) & (sets - 1);
        lines.line[i] = line & ones(line_width);
        draw_words(lines.memory[i], 8 * lines.line_bytes);
    }
}

/* Lines may be there twice: the first one counts. A line without a request counts as line 0. */
static inline uint32_t place_of(uint64_t line)
{
    for (uint32_t i = 0; i < STIM_LINES; i++) {
        if (lines.line[i] == line) return i;
    }
    return 0;
}

/* Bytes that are enabled are written by a store, added to by an atomic. */
static inline void write_line(uint32_t *to, uint32_t kind, const uint32_t *be,
                              const uint32_t *written)
{
    unsigned char *old = (unsigned char *)to;
    const unsigned char *data = (const unsigned char *)written;
    for (uint32_t b = 0; b < lines.line_bytes; b++) {
        if ((be[b / STIM_WORD_BITS] >> b % STIM_WORD_BITS & 1) == 0) continue;
        old[b] = (unsigned char)(kind == L1_CACHE_STORE ? data[b] : old[b] + data[b]);
    }
}

/* Requests are done as they are accepted, and answered some time: with the line as it was. */
static inline void memory_accepts(uint32_t id, uint64_t line, uint32_t kind, const uint32_t *be,
                                  const uint32_t *data)
{
    uint32_t *at = lines.memory[place_of(line)];
    lines.owed |= UINT64_C(1) << id;
    lines.owed_line[id] = line;
    memcpy(lines.owed_data[id], at, lines.line_bytes);
    if (kind != L1_CACHE_LOAD) write_line(at, kind, be, data);
    /* The data of a store's answer mean nothing. */
    if (kind == L1_CACHE_STORE) draw_words(lines.owed_data[id], 8 * lines.line_bytes);
}

/* One of the answers owed, from a random id on, round the end. */
static inline uint32_t draw_owed(void)
{
    uint32_t id = draw(lines.mshrs);
    while ((lines.owed >> id & 1) == 0) id = id + 1 < lines.mshrs ? id + 1 : 0;
    return id;
}

/* An answer that was not taken stays. Where there is none there is noise. */
static inline void draw_fill(bool *valid, uint32_t *id, uint32_t *data, bool ready, unsigned often)
{
    if (*valid && !ready) return;
    if (*valid) lines.owed &= ~(UINT64_C(1) << *id);
    *valid = lines.owed != 0 && share(often);
    *id = *valid ? draw_owed() : draw(lines.mshrs);
    if (*valid) memcpy(data, lines.owed_data[*id], lines.line_bytes);
    else draw_words(data, 8 * lines.line_bytes);
}

/* Shares are in 1/16: a load, else a store, else an atomic. */
static inline uint32_t draw_kind(unsigned load, unsigned store)
{
    return share(load) ? L1_CACHE_LOAD : share(store) ? L1_CACHE_STORE : L1_CACHE_ATOMIC;
}

/* All bytes of a line, one word, any, or none. */
static inline void draw_bytes(uint32_t *be)
{
    const uint32_t first = 4 * draw(lines.line_bytes / 4);
    draw_words(be, lines.line_bytes);
    if (share(8)) return;
    const bool whole = share(8);
    const bool none = share(2);
    for (uint32_t i = 0; i < words_of(lines.line_bytes); i++) be[i] = whole && !none ? ~0u : 0;
    if (!whole && !none) be[first / STIM_WORD_BITS] = 0xfu << first % STIM_WORD_BITS;
    if (lines.line_bytes < STIM_WORD_BITS) be[0] &= (uint32_t)ones(lines.line_bytes);
}

#endif
