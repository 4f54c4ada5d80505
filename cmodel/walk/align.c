/* SPDX-License-Identifier: Apache-2.0 */
#include "walk/align.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64 };

/* ---- the longest common subsequence of two traces, which have neither a common begin nor end ---
 *
 * Row i of the table of lengths, for the first i instructions of a, as bits: bit j is 0 if the
 * length rises from the first j instructions of b to the first j + 1. A row comes from the row
 * above it by an addition (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). */

struct table {
    uint32_t words;  /* of a row */
    uint64_t *row;   /* 0 to a's length */
    uint32_t *id;    /* by instruction: 1 + the row of `where`; 0: b does not have it */
    uint64_t *where; /* where b has an instruction; row 0: nowhere */
};

static uint32_t highest(const struct trace *t)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < t->length; i++) most = t->at[i] > most ? t->at[i] : most;
    return most;
}

/* Numbers the instructions of b; returns how many there are. */
static uint32_t number(uint32_t *id, const struct trace *b)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j < b->length; j++)
        if (id[b->at[j]] == 0) id[b->at[j]] = ++count;
    return count;
}

static void table_free(struct table *t)
{
    free(t->row);
    free(t->id);
    free(t->where);
}

static bool table_init(struct table *t, const struct trace *a, const struct trace *b)
{
    const uint32_t most = highest(a) > highest(b) ? highest(a) : highest(b);
    t->words = b->length / WORD + 1;
    t->row = malloc((size_t)(a->length + 1) * t->words * sizeof *t->row);
    t->id = calloc((size_t)most + 1, sizeof *t->id);
    t->where = NULL;
    if (t->id != NULL)
        t->where = calloc((size_t)(number(t->id, b) + 1) * t->words, sizeof *t->where);
    if (t->row != NULL && t->where != NULL) return true;
    table_free(t);
    return false;
}

static const uint64_t *row_of(const struct table *t, uint32_t i)
{
    return t->row + (size_t)i * t->words;
}

/* V + (V & M) | V & ~M, over all words. */
static void next_row(const struct table *t, uint32_t i, uint32_t instruction)
{
    const uint64_t *above = row_of(t, i);
    uint64_t *row = t->row + (size_t)(i + 1) * t->words;
    const uint64_t *where = t->where + (size_t)t->id[instruction] * t->words;
    uint64_t carry = 0;
    for (uint32_t w = 0; w < t->words; w++) {
        const uint64_t match = above[w] & where[w];
        const uint64_t sum = above[w] + match;
        row[w] = (sum + carry) | (above[w] & ~where[w]);
        carry = (sum < match) | (sum + carry < sum);
    }
}

static void fill(struct table *t, const struct trace *a, const struct trace *b)
{
    for (uint32_t j = 0; j < b->length; j++)
        t->where[(size_t)t->id[b->at[j]] * t->words + j / WORD] |= UINT64_C(1) << j % WORD;
    memset(t->row, 0xff, t->words * sizeof *t->row);
    for (uint32_t i = 0; i < a->length; i++) next_row(t, i, a->at[i]);
}

/* The length rises from j instructions of b to j + 1. */
static bool rises(const struct table *t, uint32_t i, uint32_t j)
{
    return !(row_of(t, i)[j / WORD] >> j % WORD & 1);
}

/* Writes a shortest sequence that holds both, from its end on, and returns where it begins: what is
 * in both is written once. */
static uint32_t *merge_back(const struct table *t, const struct trace *a, const struct trace *b,
                            uint32_t *end)
{
    uint32_t i = a->length, j = b->length;
    while (i > 0 && j > 0) {
        if (!rises(t, i, j - 1)) *--end = b->at[--j];
        else if (rises(t, i - 1, j - 1)) *--end = a->at[--i];
        else *--end = a->at[--i], j--;
    }
    while (i > 0) *--end = a->at[--i];
    while (j > 0) *--end = b->at[--j];
    return end;
}

/* ---- two traces ------------------------------------------------------------------------------ */

static uint32_t shorter(const struct trace *a, const struct trace *b)
{
    return a->length < b->length ? a->length : b->length;
}

static uint32_t same_begin(const struct trace *a, const struct trace *b)
{
    uint32_t n = 0;
    while (n < shorter(a, b) && a->at[n] == b->at[n]) n++;
    return n;
}

static uint32_t same_end(const struct trace *a, const struct trace *b, uint32_t begin)
{
    uint32_t n = 0;
    while (n < shorter(a, b) - begin && a->at[a->length - 1 - n] == b->at[b->length - 1 - n]) n++;
    return n;
}

static struct trace middle(const struct trace *t, uint32_t begin, uint32_t end)
{
    return (struct trace){t->at + begin, t->length - begin - end};
}

/* Puts the merged middles where `out` ends but for the common end; false: no memory. */
static bool merge(const struct trace *a, const struct trace *b, struct trace *out, uint32_t begin,
                  uint32_t end)
{
    const struct trace x = middle(a, begin, end), y = middle(b, begin, end);
    struct table table;
    if (!table_init(&table, &x, &y)) return false;
    fill(&table, &x, &y);
    uint32_t *last = out->at + out->length - end;
    const uint32_t *first = merge_back(&table, &x, &y, last);
    const uint32_t count = (uint32_t)(last - first);
    memmove(out->at + begin, first, (count + (size_t)end) * sizeof *out->at);
    out->length = begin + count + end;
    table_free(&table);
    return true;
}

bool align_pair(const struct trace *a, const struct trace *b, struct trace *out)
{
    const uint32_t begin = same_begin(a, b);
    const uint32_t end = same_end(a, b, begin);
    out->length = a->length + b->length - begin - end; /* if nothing else is in both */
    out->at = malloc(((size_t)out->length + 1) * sizeof *out->at);
    if (out->at == NULL) return false;
    memcpy(out->at, a->at, begin * sizeof *a->at);
    memcpy(out->at + out->length - end, a->at + a->length - end, end * sizeof *a->at);
    if (merge(a, b, out, begin, end)) return true;
    free(out->at);
    return false;
}

/* ---- more than two --------------------------------------------------------------------------- */

static bool equal(const struct trace *a, const struct trace *b)
{
    return a->length == b->length && memcmp(a->at, b->at, a->length * sizeof *a->at) == 0;
}

/* The traces without i and j. */
static uint32_t others(const struct trace *from, uint32_t count, uint32_t i, uint32_t j,
                       struct trace *to)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < count; k++)
        if (k != i && k != j) to[n++] = from[k];
    return n;
}

/* Lowers `length` to that of the best order. All traces differ. */
static bool try_orders(const struct trace *traces, uint32_t count, uint32_t *length)
{
    if (count == 1 && traces[0].length < *length) *length = traces[0].length;
    for (uint32_t j = 1; j < count; j++) {
        for (uint32_t i = 0; i < j; i++) {
            struct trace left[ALIGN_MAX];
            const uint32_t n = others(traces, count, i, j, left);
            if (!align_pair(&traces[i], &traces[j], &left[n])) return false;
            const bool good = try_orders(left, n + 1, length);
            free(left[n].at);
            if (!good) return false;
        }
    }
    return true;
}

bool align_best(const struct trace *traces, uint32_t count, uint32_t *length)
{
    struct trace different[ALIGN_MAX];
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        while (k < n && !equal(&different[k], &traces[i])) k++;
        if (k == n) different[n++] = traces[i];
    }
    *length = n == 0 ? 0 : UINT32_MAX;
    return try_orders(different, n, length);
}
