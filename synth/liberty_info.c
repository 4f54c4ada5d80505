/* SPDX-License-Identifier: Apache-2.0 */
/* liberty_info LIBRARY - what the area flow must know of a Liberty cell library.
 *
 * Prints key=value lines, one a line:
 *   inv, inv_in, inv_out, inv_cap   the smallest inverter, its pins, its input capacitance
 *   nand2, nand2_area               the smallest NAND with two inputs
 *   dff, dff_area                   the smallest flip-flop with neither set nor reset; the smallest
 *                                   with one of them if each has
 *   dff_tied                        clear or preset if dff has it: it is tied off
 *   ffs                             all flip-flops, NAME:AREA, separated by blanks
 * A cell is recognised by its function, not by its name. Cells marked dont_use are passed over.
 *
 * Exit status: 0, or 1 with one line on stderr.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PINS = 16, NAME_LEN = 128, MAX_DEPTH = 64 };

struct pin {
    char name[NAME_LEN];
    char function[512];
    double cap;
    bool input, output;
};

struct cell {
    char name[NAME_LEN];
    double area;
    bool has_area, is_ff, clear, preset, dont_use;
    int pins;
    struct pin pin[MAX_PINS];
};

/* the file, and where we are in it */
static const char *path;
static char *text;
static size_t pos;
static int line = 1;

/* what has been found so far */
static struct cell inv, nand2, dff, tied;
static bool have_inv, have_nand2, have_dff, have_tied;
static char *ffs;
static size_t ffs_len;

static void die(const char *what)
{
    fprintf(stderr, "liberty_info: %s: line %d: %s\n", path, line, what);
    exit(1);
}

static void *must(void *p)
{
    if (!p) {
        fprintf(stderr, "liberty_info: out of memory\n");
        exit(1);
    }
    return p;
}

/* ---- tokens: a word, a quoted string (quotes taken off), or one character ---- */

static char token[4096];
static char kind; /* 'w' word or string, 0 end of file, else the character */

static void skip_blank(void)
{
    for (;;) {
        char c = text[pos];
        if (c == '\n') line++;
        if (c && (isspace((unsigned char)c) || c == '\\')) {
            pos++;
        } else if (c == '/' && text[pos + 1] == '*') {
            for (pos += 2; text[pos] && !(text[pos] == '*' && text[pos + 1] == '/'); pos++)
                line += text[pos] == '\n';
            if (!text[pos]) die("a comment is not closed");
            pos += 2;
        } else if (c == '/' && text[pos + 1] == '/') {
            while (text[pos] && text[pos] != '\n') pos++;
        } else {
            return;
        }
    }
}

static void next(void)
{
    size_t n = 0;
    skip_blank();
    char c = text[pos];
    if (c == '"') {
        for (pos++; text[pos] && text[pos] != '"'; pos++) {
            line += text[pos] == '\n';
            if (n + 1 < sizeof token) /* a longer one is a table, which is not used here */
                token[n++] = text[pos];
        }
        if (!text[pos]) die("a string is not closed");
        pos++;
        kind = 'w';
    } else if (c && !strchr("(){}:;,", c)) {
        while (text[pos] && !isspace((unsigned char)text[pos]) && !strchr("(){}:;,\"", text[pos])) {
            if (n + 1 < sizeof token) token[n++] = text[pos];
            pos++;
        }
        kind = 'w';
    } else {
        kind = c;
        if (c) pos++;
    }
    token[n] = 0;
}

/* ---- functions ---- */

static const char *fn;         /* the rest of the function that is being evaluated */
static const struct cell *fnc; /* its cell */
static unsigned fn_inputs;     /* bit i: the value of pin i */
static bool fn_bad;

static bool eval_or(void);

static void fn_blank(void)
{
    while (isspace((unsigned char)*fn)) fn++;
}

static bool eval_atom(void)
{
    bool value = false;
    fn_blank();
    if (*fn == '!') {
        fn++;
        return !eval_atom();
    }
    if (*fn == '(') {
        fn++;
        value = eval_or();
        fn_blank();
        if (*fn == ')') fn++;
        else fn_bad = true;
    } else if (isalnum((unsigned char)*fn) || *fn == '_') {
        size_t n = 0;
        while (isalnum((unsigned char)fn[n]) || strchr("_[]", fn[n] ? fn[n] : ' ')) n++;
        int i = 0;
        while (i < fnc->pins &&
               !(strlen(fnc->pin[i].name) == n && !strncmp(fnc->pin[i].name, fn, n)))
            i++;
        if (i < fnc->pins) value = fn_inputs >> i & 1;
        else if (n == 1 && (*fn == '0' || *fn == '1')) value = *fn == '1';
        else fn_bad = true; /* a state, or nothing we know */
        fn += n;
    } else {
        fn_bad = true;
    }
    for (fn_blank(); *fn == '\''; fn++) value = !value;
    return value;
}

static bool eval_xor(void)
{
    bool value = eval_atom();
    for (fn_blank(); *fn == '^' && !fn_bad; fn_blank()) {
        fn++;
        value ^= eval_atom();
    }
    return value;
}

static bool eval_and(void)
{
    bool value = eval_xor();
    for (fn_blank(); *fn && !strchr(")|+", *fn) && !fn_bad; fn_blank()) {
        if (*fn == '&' || *fn == '*') fn++; /* two operands side by side are an AND as well */
        value &= eval_xor();
    }
    return value;
}

static bool eval_or(void)
{
    bool value = eval_and();
    for (fn_blank(); (*fn == '|' || *fn == '+') && !fn_bad; fn_blank()) {
        fn++;
        value |= eval_and();
    }
    return value;
}

/* Is the cell one output and `inputs` inputs with this truth table (bit i: for inputs i)? */
static bool computes(const struct cell *c, int inputs, unsigned truth)
{
    int in[MAX_PINS], n = 0, out = -1;
    for (int i = 0; i < c->pins; i++) {
        if (c->pin[i].input && n < MAX_PINS) in[n++] = i;
        else if (c->pin[i].output && out < 0) out = i;
        else return false;
    }
    if (n != inputs || out < 0 || !c->pin[out].function[0]) return false;
    for (unsigned v = 0; v < 1u << inputs; v++) {
        fn = c->pin[out].function;
        fnc = c;
        fn_bad = false;
        fn_inputs = 0;
        for (int i = 0; i < inputs; i++) fn_inputs |= (v >> i & 1) << in[i];
        bool value = eval_or();
        if (fn_bad || *fn || value != (truth >> v & 1)) return false;
    }
    return true;
}

/* ---- groups ---- */

static bool is_true(const char *s) { return !strcmp(s, "true") || !strcmp(s, "1"); }

static void attribute(struct cell *c, struct pin *p, const char *name, const char *value)
{
    if (c && !p && !strcmp(name, "area")) {
        c->area = strtod(value, NULL);
        c->has_area = true;
    } else if (c && !p && !strcmp(name, "dont_use")) {
        c->dont_use = is_true(value);
    } else if (p && !strcmp(name, "direction")) {
        p->input = !strcmp(value, "input");
        p->output = !strcmp(value, "output");
    } else if (p && !strcmp(name, "capacitance")) {
        p->cap = strtod(value, NULL);
    } else if (p && !strcmp(name, "function")) {
        snprintf(p->function, sizeof p->function, "%.*s", (int)sizeof p->function - 1, value);
    }
}

static void add_ff(const struct cell *c)
{
    size_t need = ffs_len + strlen(c->name) + 40;
    ffs = must(realloc(ffs, need));
    ffs_len += (size_t)sprintf(ffs + ffs_len, "%s%s:%g", ffs_len ? " " : "", c->name, c->area);
}

static void cell_done(const struct cell *c)
{
    if (c->dont_use || !c->has_area) return;
    if (c->is_ff) {
        add_ff(c);
        if (!c->clear && !c->preset && (!have_dff || c->area < dff.area)) {
            dff = *c;
            have_dff = true;
        }
        if (c->clear != c->preset && (!have_tied || c->area < tied.area)) {
            tied = *c;
            have_tied = true;
        }
    } else if (computes(c, 1, 1) && (!have_inv || c->area < inv.area)) {
        inv = *c;
        have_inv = true;
    } else if (computes(c, 2, 7) && (!have_nand2 || c->area < nand2.area)) {
        nand2 = *c;
        have_nand2 = true;
    }
}

/* The body of a group up to its brace. c and p are the cell and the pin it belongs to, if any;
 * in groups inside a pin (timing, power) nothing is looked at. */
static void body(struct cell *c, struct pin *p, bool look)
{
    static int depth;
    char name[NAME_LEN], arg[512];
    if (++depth > MAX_DEPTH) die("groups are nested more than 64 deep");
    for (next(); kind != '}'; next()) {
        if (kind == ';') continue;
        if (kind != 'w')
            die(kind ? "an attribute or a group was expected" : "the file ends inside a group");
        snprintf(name, sizeof name, "%.*s", NAME_LEN - 1, token);
        next();
        if (kind == ':') {
            next();
            if (kind != 'w') die("a value was expected");
            if (look) attribute(c, p, name, token);
            for (next(); kind != ';'; next()) { /* a value may be an expression */
                if (kind == 0 || kind == '{' || kind == '}') die("a ';' is missing");
            }
        } else if (kind == '(') {
            arg[0] = 0;
            for (next(); kind != ')'; next()) {
                if (kind == 'w' && !arg[0])
                    snprintf(arg, sizeof arg, "%.*s", (int)sizeof arg - 1, token);
                else if (kind == 0) die("a ')' is missing");
            }
            size_t here = pos;
            int here_line = line;
            next();
            if (kind == '{') {
                if (!c && !strcmp(name, "cell")) {
                    struct cell *sub = must(calloc(1, sizeof *sub));
                    snprintf(sub->name, sizeof sub->name, "%.*s", NAME_LEN - 1, arg);
                    body(sub, NULL, true);
                    cell_done(sub);
                    free(sub);
                } else if (c && !p && !strcmp(name, "pin") && c->pins < MAX_PINS) {
                    struct pin *sub = &c->pin[c->pins++];
                    snprintf(sub->name, sizeof sub->name, "%.*s", NAME_LEN - 1, arg);
                    body(c, sub, true);
                } else {
                    if (c && !p && (!strcmp(name, "ff") || !strcmp(name, "latch")))
                        c->is_ff = name[0] == 'f';
                    size_t start = pos;
                    body(c, p, false);
                    if (c && c->is_ff && !strcmp(name, "ff")) {
                        for (size_t i = start; i + 6 < pos; i++) {
                            if (!strncmp(text + i, "clear", 5)) c->clear = true;
                            if (!strncmp(text + i, "preset", 6)) c->preset = true;
                        }
                    }
                }
            } else if (kind != ';') { /* some writers leave it out */
                pos = here;
                line = here_line;
            }
        } else {
            die("':' or '(' was expected");
        }
    }
    depth--;
}

static void read_file(void)
{
    FILE *f = fopen(path, "rb");
    size_t size = 0, room = 0, got;
    if (!f) {
        fprintf(stderr, "liberty_info: %s: cannot be opened\n", path);
        exit(1);
    }
    do {
        room += 1u << 20;
        text = must(realloc(text, room + 2));
        got = fread(text + size, 1, room - size, f);
        size += got;
    } while (got);
    fclose(f);
    text[size] = text[size + 1] = 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: liberty_info LIBRARY\n");
        return 1;
    }
    path = argv[1];
    read_file();
    next();
    if (kind != 'w' || strcmp(token, "library"))
        die("not a Liberty file: 'library (...) {' was expected");
    do next();
    while (kind && kind != '{');
    if (!kind) die("not a Liberty file: 'library (...) {' was expected");
    body(NULL, NULL, true);
    const char *off = have_dff ? "" : tied.clear ? "clear" : "preset";
    if (!have_dff && have_tied) dff = tied;
    if (!have_inv || !have_nand2 || !(have_dff || have_tied)) {
        fprintf(stderr, "liberty_info: %s: the library has no %s\n", path,
                !(have_dff || have_tied) ? "flip-flop without both set and reset"
                : !have_nand2            ? "NAND with two inputs"
                                         : "inverter");
        return 1;
    }
    const struct pin *in = &inv.pin[inv.pin[0].input ? 0 : 1];
    const struct pin *out = &inv.pin[inv.pin[0].input ? 1 : 0];
    printf("inv=%s\ninv_in=%s\ninv_out=%s\ninv_cap=%g\n", inv.name, in->name, out->name, in->cap);
    printf("nand2=%s\nnand2_area=%g\n", nand2.name, nand2.area);
    printf("dff=%s\ndff_area=%g\ndff_tied=%s\nffs=%s\n", dff.name, dff.area, off, ffs);
    free(ffs);
    free(text);
    return 0;
}
