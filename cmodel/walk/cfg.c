/* SPDX-License-Identifier: Apache-2.0 */
#include "walk/cfg.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 10, MAX_LINE = 200, MAX_TEXT = 1 << 20 };

/* The parser's state while the text is read. Targets are names until all blocks are known. */
struct parser {
    struct cfg *c;
    const char *file;
    char *error;
    uint32_t line;
    char target[CFG_MAX_BLOCKS][2][CFG_NAME];
    uint32_t end_line[CFG_MAX_BLOCKS];
};

/* One line, cut into words. */
struct words {
    char text[MAX_LINE];
    char *word[MAX_WORDS];
    uint32_t count;
};

static bool fail(struct parser *p, uint32_t line, const char *format, ...)
{
    const int n = snprintf(p->error, CFG_ERROR, "%s:%u: ", p->file, line);
    va_list list;
    va_start(list, format);
    if (n >= 0 && n < CFG_ERROR) vsnprintf(p->error + n, (size_t)(CFG_ERROR - n), format, list);
    va_end(list);
    return false;
}

/* ---- words and numbers ----------------------------------------------------------------------- */

static bool cut(struct parser *p, const char *line, size_t length, struct words *w)
{
    w->count = 0;
    if (length >= MAX_LINE) return fail(p, p->line, "a line of more than %d letters", MAX_LINE - 1);
    memcpy(w->text, line, length);
    w->text[length] = '\0';
    w->text[strcspn(w->text, "#")] = '\0';
    for (char *at = w->text + strspn(w->text, " \t\r"); *at != '\0'; at += strspn(at, " \t\r")) {
        if (w->count == MAX_WORDS) return fail(p, p->line, "more than %d words", MAX_WORDS);
        w->word[w->count++] = at;
        at += strcspn(at, " \t\r");
        if (*at != '\0') *at++ = '\0';
    }
    return true;
}

static bool number(const char *text, uint32_t low, uint32_t high, uint32_t *value)
{
    char *end;
    errno = 0;
    const unsigned long v = strtoul(text, &end, 10);
    if (errno != 0 || *end != '\0' || text[0] < '0' || text[0] > '9' || v < low || v > high) {
        return false;
    }
    *value = (uint32_t)v;
    return true;
}

/* N, or LOW..HIGH. */
static bool range(const char *text, uint32_t least, uint32_t most, uint32_t *low, uint32_t *high)
{
    const char *dots = strstr(text, "..");
    if (dots == NULL) {
        if (!number(text, least, most, low)) return false;
        *high = *low;
        return true;
    }
    char first[16];
    const size_t n = (size_t)(dots - text);
    if (n >= sizeof first) return false;
    memcpy(first, text, n);
    first[n] = '\0';
    return number(first, least, most, low) && number(dots + 2, *low, most, high);
}

/* "12.5%" in parts of a million. */
static bool percent(const char *text, uint32_t *chance)
{
    char *end;
    if (text[0] < '0' || text[0] > '9') return false;
    const double v = strtod(text, &end);
    if (strcmp(end, "%") != 0 || !(v >= 0 && v <= 100)) return false;
    *chance = (uint32_t)(v * (CFG_CERTAIN / 100) + 0.5);
    return true;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool read_block(struct parser *p, const struct words *w)
{
    struct cfg *c = p->c;
    if (c->blocks > 0 && c->block[c->blocks - 1].end == CFG_NONE) {
        return fail(p, p->line,
                    "block '%s' before this one has no end: goto, branch, loop, switch "
                    "or exit",
                    c->block[c->blocks - 1].name);
    }
    if (c->blocks == CFG_MAX_BLOCKS) return fail(p, p->line, "more than %d blocks", CFG_MAX_BLOCKS);
    struct cfg_block *b = &c->block[c->blocks];
    *b = (struct cfg_block){.line = p->line, .copies = 1};
    const bool plain = w->count == 3;
    const bool copied = w->count == 5 && strcmp(w->word[3], "copies") == 0;
    if (!plain && !copied) return fail(p, p->line, "expected: block NAME LENGTH [copies N]");
    if (strlen(w->word[1]) >= CFG_NAME) {
        return fail(p, p->line, "name '%s' has more than %d letters", w->word[1], CFG_NAME - 1);
    }
    for (uint32_t i = 0; i < c->blocks; i++) {
        if (strcmp(c->block[i].name, w->word[1]) == 0) {
            return fail(p, p->line, "block '%s' is there already, on line %u", w->word[1],
                        c->block[i].line);
        }
    }
    strcpy(b->name, w->word[1]);
    if (!number(w->word[2], 1, CFG_MAX_LENGTH, &b->length)) {
        return fail(p, p->line, "'%s' is no length: 1 to %d instructions", w->word[2],
                    CFG_MAX_LENGTH);
    }
    if (copied && !number(w->word[4], 1, CFG_MAX_NODES, &b->copies)) {
        return fail(p, p->line, "'%s' is no number of copies: 1 to %d", w->word[4], CFG_MAX_NODES);
    }
    c->blocks++;
    return true;
}

static bool read_load(struct parser *p, struct cfg_block *b, const struct words *w)
{
    struct cfg_load l = {0};
    const bool warp = w->count == 5 && strcmp(w->word[4], "warp") == 0;
    const bool thread = w->count == 4 || (w->count == 5 && strcmp(w->word[4], "thread") == 0);
    if (!warp && !thread) {
        return fail(p, p->line, "expected: load INSTRUCTION MISSES%% CLOCKS..CLOCKS [thread|warp]");
    }
    l.warp = warp;
    if (!number(w->word[1], 1, b->length, &l.at)) {
        return fail(p, p->line, "'%s' is no instruction of '%s': 1 to %u", w->word[1], b->name,
                    b->length);
    }
    l.at--;
    for (uint32_t i = 0; i < b->loads; i++) {
        if (b->load[i].at == l.at) {
            return fail(p, p->line, "instruction %s of '%s' is a load already", w->word[1],
                        b->name);
        }
    }
    if (!percent(w->word[2], &l.chance)) {
        return fail(p, p->line, "'%s' is no chance: 0%% to 100%%", w->word[2]);
    }
    if (!range(w->word[3], 0, CFG_MAX_CLOCKS, &l.low, &l.high)) {
        return fail(p, p->line, "'%s' are no clocks: N or LOW..HIGH, up to %d", w->word[3],
                    CFG_MAX_CLOCKS);
    }
    if (b->loads == CFG_LOADS) return fail(p, p->line, "more than %d loads", CFG_LOADS);
    b->load[b->loads++] = l;
    return true;
}

/* chance P% | tid MOD = V | turn MOD = V | mask DIGITS, from word 3 on. */
static bool read_rule(struct parser *p, struct cfg_block *b, const struct words *w)
{
    const char *rule = w->word[3];
    if (strcmp(rule, "chance") == 0 && w->count == 5) {
        b->rule = CFG_CHANCE;
        if (percent(w->word[4], &b->chance)) return true;
        return fail(p, p->line, "'%s' is no chance: 0%% to 100%%", w->word[4]);
    }
    const bool tid = strcmp(rule, "tid") == 0;
    if ((tid || strcmp(rule, "turn") == 0) && w->count == 7 && strcmp(w->word[5], "=") == 0) {
        b->rule = tid ? CFG_TID : CFG_TURN;
        if (number(w->word[4], 1, 65536, &b->modulus) &&
            number(w->word[6], 0, b->modulus - 1, &b->value)) {
            return true;
        }
        return fail(p, p->line, "expected: %s MODULUS = REMAINDER", rule);
    }
    if (strcmp(rule, "mask") == 0 && w->count == 5) {
        const char *digits = w->word[4];
        b->rule = CFG_MASK;
        b->modulus = (uint32_t)strlen(digits);
        if (b->modulus > 64 || strspn(digits, "01") != b->modulus) {
            return fail(p, p->line, "'%s' is no mask: up to 64 digits 0 and 1", digits);
        }
        for (uint32_t i = 0; i < b->modulus; i++) b->mask |= (uint64_t)(digits[i] == '1') << i;
        return true;
    }
    return fail(p, p->line,
                "which threads take the branch? chance P%%, tid MOD = V, turn MOD = V, or mask "
                "DIGITS");
}

/* trips N | trips LOW..HIGH | trips LOW..HIGH tid, from word 3 on. */
static bool read_trips(struct parser *p, struct cfg_block *b, const struct words *w)
{
    const bool tid = w->count == 6 && strcmp(w->word[5], "tid") == 0;
    b->rule = tid ? CFG_TID : CFG_RANDOM;
    if ((w->count != 5 && !tid) || strcmp(w->word[3], "trips") != 0 ||
        !range(w->word[4], 1, 1000000, &b->low_trips, &b->trips)) {
        return fail(p, p->line, "expected: loop HEAD NEXT trips N, LOW..HIGH, or LOW..HIGH tid");
    }
    return true;
}

static bool read_switch(struct parser *p, struct cfg_block *b, const struct words *w)
{
    const bool tid = w->count == 3 && strcmp(w->word[2], "tid") == 0;
    const bool random = w->count == 3 && strcmp(w->word[2], "random") == 0;
    b->rule = tid ? CFG_TID : CFG_RANDOM;
    return tid || random || fail(p, p->line, "expected: switch BLOCK tid, or switch BLOCK random");
}

static bool read_end(struct parser *p, struct cfg_block *b, const struct words *w)
{
    static const char *const names[] = {
        [CFG_EXIT] = "exit", [CFG_GOTO] = "goto",     [CFG_BRANCH] = "branch",
        [CFG_LOOP] = "loop", [CFG_SWITCH] = "switch",
    };
    static const uint32_t targets[] = {
        [CFG_EXIT] = 0, [CFG_GOTO] = 1, [CFG_BRANCH] = 2, [CFG_LOOP] = 2, [CFG_SWITCH] = 1,
    };
    uint32_t end = CFG_EXIT;
    while (end <= CFG_SWITCH && strcmp(w->word[0], names[end]) != 0) end++;
    if (end > CFG_SWITCH) {
        return fail(p, p->line, "'%s'? There are: block, load, goto, branch, loop, switch, exit",
                    w->word[0]);
    }
    const uint32_t n = targets[end];
    const bool ruled = end == CFG_BRANCH || end == CFG_LOOP;
    if (ruled ? w->count < n + 2 : w->count < n + 1) {
        return fail(p, p->line, "%s: words are missing", w->word[0]);
    }
    if ((end == CFG_EXIT || end == CFG_GOTO) && w->count > n + 1) {
        return fail(p, p->line, "%s: '%s' is too much", w->word[0], w->word[n + 1]);
    }
    const uint32_t index = p->c->blocks - 1;
    for (uint32_t i = 0; i < n; i++) {
        snprintf(p->target[index][i], CFG_NAME, "%s", w->word[1 + i]);
    }
    p->end_line[index] = p->line;
    b->end = (enum cfg_end)end;
    switch (b->end) {
    case CFG_BRANCH: return read_rule(p, b, w);
    case CFG_LOOP: return read_trips(p, b, w);
    case CFG_SWITCH: return read_switch(p, b, w);
    default: return true;
    }
}

static bool read_line(struct parser *p, const char *line, size_t length)
{
    struct words w;
    if (!cut(p, line, length, &w)) return false;
    if (w.count == 0) return true;
    if (strcmp(w.word[0], "block") == 0) return read_block(p, &w);
    if (p->c->blocks == 0) return fail(p, p->line, "'%s' before the first block", w.word[0]);
    struct cfg_block *b = &p->c->block[p->c->blocks - 1];
    if (b->end != CFG_NONE) {
        return fail(p, p->line, "'%s' after the end of block '%s'", w.word[0], b->name);
    }
    if (strcmp(w.word[0], "load") == 0) return read_load(p, b, &w);
    return read_end(p, b, &w);
}

/* ---- names to blocks, blocks to nodes and PCs ------------------------------------------------ */

static bool find_target(struct parser *p, uint32_t from, uint32_t i)
{
    struct cfg *c = p->c;
    struct cfg_block *b = &c->block[from];
    const char *name = p->target[from][i];
    uint32_t t = 0;
    while (t < c->blocks && strcmp(c->block[t].name, name) != 0) t++;
    const uint32_t line = p->end_line[from];
    if (t == c->blocks) return fail(p, line, "there is no block '%s'", name);
    if (c->block[t].copies > 1 && t != from && b->end != CFG_SWITCH) {
        return fail(p, line, "'%s' has copies: only a switch goes there", name);
    }
    b->to[i] = t;
    return true;
}

static bool lay_out(struct parser *p)
{
    static const uint32_t targets[] = {
        [CFG_EXIT] = 0, [CFG_GOTO] = 1, [CFG_BRANCH] = 2, [CFG_LOOP] = 2, [CFG_SWITCH] = 1,
    };
    struct cfg *c = p->c;
    if (c->blocks == 0) return fail(p, p->line, "there is no block");
    if (c->block[c->blocks - 1].end == CFG_NONE) {
        return fail(p, p->line, "block '%s' has no end: goto, branch, loop, switch or exit",
                    c->block[c->blocks - 1].name);
    }
    for (uint32_t i = 0; i < c->blocks; i++) {
        struct cfg_block *b = &c->block[i];
        for (uint32_t k = 0; k < targets[b->end]; k++) {
            if (!find_target(p, i, k)) return false;
        }
        b->node = c->nodes;
        b->pc = c->pcs;
        c->nodes += b->copies;
        c->pcs += b->copies * b->length;
        if (c->nodes > CFG_MAX_NODES) {
            return fail(p, b->line, "more than %d blocks, copies counted", CFG_MAX_NODES);
        }
    }
    c->node_block = calloc(c->nodes, sizeof *c->node_block);
    c->node_pdom = calloc(c->nodes, sizeof *c->node_pdom);
    if (c->node_block == NULL || c->node_pdom == NULL) return fail(p, 0, "no memory");
    for (uint32_t i = 0; i < c->blocks; i++) {
        for (uint32_t k = 0; k < c->block[i].copies; k++) c->node_block[c->block[i].node + k] = i;
    }
    return true;
}

uint32_t cfg_pc(const struct cfg *c, uint32_t node)
{
    const struct cfg_block *b = &c->block[c->node_block[node]];
    return b->pc + (node - b->node) * b->length;
}

uint32_t cfg_node(const struct cfg *c, uint32_t pc)
{
    uint32_t i = c->blocks - 1;
    while (c->block[i].pc > pc) i--;
    return c->block[i].node + (pc - c->block[i].pc) / c->block[i].length;
}

uint32_t cfg_degree(const struct cfg *c, uint32_t node)
{
    const struct cfg_block *b = &c->block[c->node_block[node]];
    switch (b->end) {
    case CFG_EXIT: return 0;
    case CFG_GOTO: return 1;
    case CFG_SWITCH: return c->block[b->to[0]].copies;
    default: return 2;
    }
}

/* A block's own name means the same copy. */
uint32_t cfg_successor(const struct cfg *c, uint32_t node, uint32_t i)
{
    const struct cfg_block *b = &c->block[c->node_block[node]];
    if (b->end == CFG_SWITCH) return c->block[b->to[0]].node + i;
    return b->to[i] == c->node_block[node] ? node : c->block[b->to[i]].node;
}

const char *cfg_name(const struct cfg *c, uint32_t node, char text[CFG_NAME + 16])
{
    if (node >= c->nodes) return "-";
    const struct cfg_block *b = &c->block[c->node_block[node]];
    if (b->copies == 1) return b->name;
    snprintf(text, CFG_NAME + 16, "%s[%u]", b->name, node - b->node);
    return text;
}

/* ---- immediate post-dominators --------------------------------------------------------------- */

/* From the end backwards: which nodes have a way to the exit. */
static void reach_exit(const struct cfg *c, bool *reach)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = c->nodes; n-- > 0;) {
            bool now = cfg_degree(c, n) == 0;
            for (uint32_t i = 0; i < cfg_degree(c, n); i++) now |= reach[cfg_successor(c, n, i)];
            changed |= now != reach[n];
            reach[n] = now;
        }
    }
}

/* Sets of post-dominators, as bits: a node's own bit, and the bits that all its successors have. */
static void post_dominators(const struct cfg *c, uint64_t *set, uint32_t words)
{
    memset(set, 0xff, (size_t)c->nodes * words * sizeof *set);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = c->nodes; n-- > 0;) {
            const uint32_t degree = cfg_degree(c, n);
            for (uint32_t w = 0; w < words; w++) {
                uint64_t now = degree == 0 ? 0 : UINT64_MAX;
                for (uint32_t i = 0; i < degree; i++) {
                    now &= set[(size_t)cfg_successor(c, n, i) * words + w];
                }
                if (n / 64 == w) now |= UINT64_C(1) << (n % 64);
                changed |= now != set[(size_t)n * words + w];
                set[(size_t)n * words + w] = now;
            }
        }
    }
}

static uint32_t members(const uint64_t *set, uint32_t words)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < words; w++) count += (uint32_t)__builtin_popcountll(set[w]);
    return count;
}

/* The post-dominators of a node are one chain; the nearest has one fewer of them itself. */
static bool find_pdoms(struct parser *p)
{
    struct cfg *c = p->c;
    const uint32_t words = (c->nodes + 63) / 64;
    bool *reach = calloc(c->nodes, sizeof *reach);
    uint64_t *set = calloc((size_t)c->nodes * words, sizeof *set);
    uint32_t *size = calloc(c->nodes, sizeof *size);
    bool ok = reach != NULL && set != NULL && size != NULL;
    if (!ok) fail(p, 0, "no memory");
    if (ok) reach_exit(c, reach);
    for (uint32_t n = 0; ok && n < c->nodes; n++) {
        const struct cfg_block *b = &c->block[c->node_block[n]];
        if (!reach[n]) ok = fail(p, b->line, "no way leads from '%s' to an exit", b->name);
    }
    if (ok) {
        post_dominators(c, set, words);
        for (uint32_t n = 0; n < c->nodes; n++) size[n] = members(&set[(size_t)n * words], words);
        for (uint32_t n = 0; n < c->nodes; n++) {
            c->node_pdom[n] = CFG_EXIT_NODE;
            for (uint32_t d = 0; d < c->nodes; d++) {
                const bool is = set[(size_t)n * words + d / 64] >> (d % 64) & 1;
                if (d != n && is && size[d] + 1 == size[n]) c->node_pdom[n] = d;
            }
        }
    }
    free(reach);
    free(set);
    free(size);
    return ok;
}

/* ---- the whole text -------------------------------------------------------------------------- */

bool cfg_parse(struct cfg *c, const char *name, const char *text, char error[CFG_ERROR])
{
    *c = (struct cfg){0};
    error[0] = '\0';
    struct parser *p = calloc(1, sizeof *p);
    c->block = calloc(CFG_MAX_BLOCKS, sizeof *c->block);
    bool ok = p != NULL && c->block != NULL;
    if (!ok) snprintf(error, CFG_ERROR, "%s: no memory", name);
    if (ok) {
        p->c = c;
        p->file = name;
        p->error = error;
        for (const char *at = text; ok && *at != '\0';) {
            const size_t length = strcspn(at, "\n");
            p->line++;
            ok = read_line(p, at, length);
            at += length + (at[length] == '\n');
        }
        ok = ok && lay_out(p) && find_pdoms(p);
    }
    free(p);
    if (!ok) cfg_free(c);
    return ok;
}

bool cfg_read(struct cfg *c, const char *path, char error[CFG_ERROR])
{
    *c = (struct cfg){0};
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        snprintf(error, CFG_ERROR, "%s: %s", path, strerror(errno));
        return false;
    }
    char *text = calloc(1, MAX_TEXT + 1);
    bool ok = text != NULL;
    if (ok) {
        const size_t n = fread(text, 1, MAX_TEXT + 1, f);
        ok = !ferror(f) && n <= MAX_TEXT;
        if (ok) text[n] = '\0';
    }
    fclose(f);
    if (!ok) {
        snprintf(error, CFG_ERROR, "%s: cannot be read, or has more than %d bytes", path, MAX_TEXT);
    } else {
        ok = cfg_parse(c, path, text, error);
    }
    free(text);
    return ok;
}

void cfg_free(struct cfg *c)
{
    free(c->block);
    free(c->node_block);
    free(c->node_pdom);
    *c = (struct cfg){0};
}
