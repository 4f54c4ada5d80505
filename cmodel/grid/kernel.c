/* SPDX-License-Identifier: Apache-2.0 */
#include "grid/kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 16, TEXT = 65536 };

/* A line as words, and where its complaint goes. */
struct line {
    const char *file;
    uint32_t number;
    char *word[WORDS];
    uint32_t words;
    char *why;
    uint32_t size;
};

static const char *wrong(const struct line *l, const char *what, const char *word)
{
    snprintf(l->why, l->size, "%s:%u: %s%s%s", l->file, l->number, what, word[0] ? ": " : "", word);
    return l->why;
}

/* --- numbers ------------------------------------------------------------- */

static bool number(const char *word, uint32_t most, uint32_t *to)
{
    char *end;
    if (*word < '0' || *word > '9') return false;
    errno = 0;
    const unsigned long v = strtoul(word, &end, 10);
    if (errno != 0 || *end != '\0' || v > most) return false;
    *to = (uint32_t)v;
    return true;
}

/* LOW..HIGH, or one number for both. */
static bool range(char *word, uint32_t most, uint32_t *low, uint32_t *high)
{
    char *dots = strstr(word, "..");
    if (dots == NULL) {
        if (!number(word, most, low)) return false;
        *high = *low;
        return true;
    }
    *dots = '\0';
    const bool good = number(word, most, low) && number(dots + 2, most, high) && *low <= *high;
    *dots = '.';
    return good;
}

/* --- lines --------------------------------------------------------------- */

/* Pairs of a word and a number, from `from` on: names[i] goes to to[i]. */
static const char *pairs(const struct line *l, uint32_t from, const char *const names[],
                         uint32_t *const to[], uint32_t n)
{
    for (uint32_t w = from; w < l->words; w += 2) {
        uint32_t i = 0;
        while (i < n && strcmp(l->word[w], names[i]) != 0) i++;
        if (i == n) return wrong(l, "unknown word", l->word[w]);
        if (w + 1 == l->words) return wrong(l, "a number must follow", l->word[w]);
        if (!number(l->word[w + 1], 1 << 20, to[i]))
            return wrong(l, "not a number", l->word[w + 1]);
    }
    return NULL;
}

static const char *phase_line(struct line *l, struct kernel_op *op)
{
    static const char *const names[] = {"registers", "shared"};
    uint32_t *const to[] = {&op->registers, &op->shared};
    op->verb = KERNEL_PHASE;
    return pairs(l, 1, names, to, 2);
}

static const char *count_of(struct line *l, struct kernel_op *op)
{
    if (l->words < 2) return wrong(l, "how many?", l->word[0]);
    if (!number(l->word[1], 1 << 20, &op->count) || op->count == 0)
        return wrong(l, "not a number above 0", l->word[1]);
    return NULL;
}

/* The latency is a range: taken out of the line, the rest are pairs. */
static const char *load_line(struct line *l, struct kernel_op *op)
{
    static const char *const names[] = {"uses", "hit"};
    uint32_t *const to[] = {&op->uses, &op->hit};
    const char *error = count_of(l, op);
    if (error != NULL) return error;
    op->verb = KERNEL_LOAD;
    for (uint32_t w = 2; w + 1 < l->words; w++) {
        if (strcmp(l->word[w], "latency") != 0) continue;
        if (!range(l->word[w + 1], 1 << 20, &op->low, &op->high))
            return wrong(l, "not LOW..HIGH", l->word[w + 1]);
        for (uint32_t i = w; i + 2 < l->words; i++) l->word[i] = l->word[i + 2];
        l->words -= 2;
        break;
    }
    error = pairs(l, 2, names, to, 2);
    if (error != NULL) return error;
    if (op->high > KERNEL_LATENCY) return wrong(l, "a latency too long for this walker", "");
    if (op->hit > 100) return wrong(l, "more than 100 per cent", "");
    if (op->hit < 100 && op->high == 0) return wrong(l, "a load that misses needs a latency", "");
    return NULL;
}

static const char *repeat_line(struct line *l, struct kernel_op *op)
{
    op->verb = KERNEL_REPEAT;
    if (l->words != 2 || !range(l->word[1], 1 << 20, &op->count, &op->most) || op->count == 0)
        return wrong(l, "repeat N or LOW..HIGH, above 0", "");
    return NULL;
}

static const char *op_line(struct line *l, struct kernel_op *op)
{
    const char *verb = l->word[0];
    memset(op, 0, sizeof *op);
    op->line = l->number;
    if (strcmp(verb, "phase") == 0) return phase_line(l, op);
    if (strcmp(verb, "load") == 0) return load_line(l, op);
    if (strcmp(verb, "repeat") == 0) return repeat_line(l, op);
    if (strcmp(verb, "compute") == 0 || strcmp(verb, "store") == 0) {
        op->verb = verb[0] == 'c' ? KERNEL_COMPUTE : KERNEL_STORE;
        return l->words > 2 ? wrong(l, "unknown word", l->word[2]) : count_of(l, op);
    }
    if (strcmp(verb, "barrier") == 0 || strcmp(verb, "end") == 0) {
        op->verb = verb[0] == 'b' ? KERNEL_BARRIER : KERNEL_END;
        return l->words > 1 ? wrong(l, "unknown word", l->word[1]) : NULL;
    }
    return wrong(l, "unknown line", verb);
}

/* --- the head of the text ------------------------------------------------ */

static void join(char to[KERNEL_NAME], const struct line *l)
{
    to[0] = '\0';
    for (uint32_t w = 1; w < l->words; w++) {
        size_t used = strlen(to);
        snprintf(to + used, KERNEL_NAME - used, "%s%s", w > 1 ? " " : "", l->word[w]);
    }
}

/* Whether the line is one of the head, and if so what is wrong with it. */
static bool head_line(struct kernel *k, struct line *l, const char **error)
{
    static const char *const names[] = {"blocks", "threads", "registers", "shared"};
    uint32_t *const to[] = {&k->blocks, &k->threads, &k->registers, &k->shared};
    *error = NULL;
    if (strcmp(l->word[0], "kernel") == 0) join(k->name, l);
    else if (strcmp(l->word[0], "program") == 0) join(k->program, l);
    else if (strcmp(l->word[0], "class") == 0) k->class = l->words > 1 ? l->word[1][0] : '-';
    else {
        uint32_t i = 0;
        while (i < 4 && strcmp(l->word[0], names[i]) != 0) i++;
        if (i == 4) return false;
        const bool assumed = l->words == 3 && strcmp(l->word[2], "assumed") == 0;
        k->assumed = k->assumed || assumed;
        if (l->words != (assumed ? 3 : 2) || !number(l->word[1], 1 << 20, to[i]))
            *error = wrong(l, "a number, and perhaps the word assumed", l->word[0]);
    }
    return true;
}

/* --- the text ------------------------------------------------------------ */

static void split(struct line *l, char *text)
{
    char *hash = strchr(text, '#');
    if (hash != NULL) *hash = '\0';
    l->words = 0;
    for (char *w = strtok(text, " \t\r"); w != NULL && l->words < WORDS; w = strtok(NULL, " \t\r"))
        l->word[l->words++] = w;
}

/* Of a line that was read before. */
static const char *wrong_op(struct line *l, const struct kernel_op *op, const char *what)
{
    l->number = op->line;
    return wrong(l, what, "");
}

/* Ends find their repeats. A repeat of nothing would only take the walker's time. */
static const char *match(struct kernel *k, struct line *l)
{
    uint32_t open[KERNEL_MAX_DEPTH], depth = 0;
    bool something = false;
    for (uint32_t i = 0; i < k->ops; i++) {
        struct kernel_op *op = &k->op[i];
        if (op->verb == KERNEL_REPEAT) {
            if (depth == KERNEL_MAX_DEPTH) return wrong_op(l, op, "repeats too deep");
            open[depth++] = i;
            something = false;
        } else if (op->verb == KERNEL_END) {
            if (depth == 0) return wrong_op(l, op, "an end without a repeat");
            if (!something) return wrong_op(l, op, "a repeat of nothing");
            op->other = open[--depth];
            k->op[op->other].other = i;
        } else {
            something = true;
        }
    }
    return depth > 0 ? wrong_op(l, &k->op[open[depth - 1]], "a repeat without an end") : NULL;
}

static const char *whole(struct kernel *k, struct line *l)
{
    if (k->name[0] == '\0') return wrong(l, "no line kernel NAME", "");
    if (k->blocks == 0 || k->threads == 0 || k->registers == 0)
        return wrong(l, "blocks, threads and registers must be above 0", "");
    if (k->ops == 0) return wrong(l, "there is no program", "");
    if (k->op[0].verb != KERNEL_PHASE)
        return wrong_op(l, &k->op[0], "the first line of the program must be a phase");
    for (uint32_t i = 0; i < k->ops; i++) {
        if (k->op[i].registers > k->registers || k->op[i].shared > k->shared)
            return wrong_op(l, &k->op[i], "a phase needs more than the kernel has");
    }
    const char *error = match(k, l);
    if (error != NULL) return error;
    memset(&k->op[k->ops], 0, sizeof k->op[0]);
    k->op[k->ops++].verb = KERNEL_EXIT;
    return NULL;
}

const char *kernel_parse(struct kernel *k, const char *name, const char *text, char *why,
                         uint32_t size)
{
    char copy[512];
    struct line l = {.file = name, .why = why, .size = size};
    memset(k, 0, sizeof *k);
    k->class = '-';
    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        l.number++;
        if (n >= sizeof copy) return wrong(&l, "line too long", "");
        memcpy(copy, text, n);
        copy[n] = '\0';
        text += n + (text[n] == '\n');
        split(&l, copy);
        if (l.words == 0) continue;
        const char *error;
        if (!head_line(k, &l, &error)) {
            if (k->ops + 1 == KERNEL_MAX_OPS) return wrong(&l, "too many lines", "");
            error = op_line(&l, &k->op[k->ops]);
            k->ops++;
        }
        if (error != NULL) return error;
    }
    return whole(k, &l);
}

const char *kernel_read(struct kernel *k, const char *path, char *why, uint32_t size)
{
    static char text[TEXT];
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        snprintf(why, size, "%s: %s", path, strerror(errno));
        return why;
    }
    const size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    if (n == sizeof text - 1) {
        snprintf(why, size, "%s: too long", path);
        return why;
    }
    text[n] = '\0';
    return kernel_parse(k, path, text, why, size);
}

/* --- another specification ----------------------------------------------- */

static uint32_t scaled(uint32_t v, uint32_t from, uint32_t to)
{
    return from == 0 ? v : (uint32_t)(((uint64_t)v * to + from / 2) / from);
}

void kernel_respecify(struct kernel *k, uint32_t threads, uint32_t registers, uint32_t shared)
{
    if (threads == 0) threads = k->threads;
    if (registers == 0) registers = k->registers;
    if (shared == 0) shared = k->shared;
    for (uint32_t i = 0; i < k->ops; i++) {
        k->op[i].registers = scaled(k->op[i].registers, k->registers, registers);
        k->op[i].shared = scaled(k->op[i].shared, k->shared, shared);
    }
    k->blocks = (uint32_t)(((uint64_t)k->blocks * k->threads + threads - 1) / threads);
    k->threads = threads;
    k->registers = registers;
    k->shared = shared;
}
