/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a module's header and the declarations of its registers, as text: the subset of
 * SystemVerilog that rtl/ is written in has one declaration of a port a line, and flat ports. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "seam/seam.h"

static const char *skip(const char *p)
{
    while (isspace((unsigned char)*p)) p++;
    return p;
}

/* Does the word begin here? Then p is moved behind it. */
static bool word(const char **p, const char *text)
{
    const size_t length = strlen(text);
    *p = skip(*p);
    if (strncmp(*p, text, length) != 0 || seam_letter((*p)[length])) return false;
    *p = skip(*p + length);
    return true;
}

/* The end of one item of a list in brackets: its comma, or the closing bracket. */
static const char *item_end(const char *p)
{
    int depth = 0;
    for (; *p != '\0'; p++) {
        if (depth == 0 && (*p == ',' || *p == ')')) return p;
        if (strchr("([{", *p) != NULL) depth++;
        if (strchr(")]}", *p) != NULL) depth--;
    }
    return p;
}

static char *name_at(const char **p)
{
    *p = skip(*p);
    const char *from = *p;
    while (seam_letter(**p)) (*p)++;
    return seam_part(from, (size_t)(*p - from));
}

static void take_parameter(struct seam_module *m, const char *p, const char *end)
{
    if (word(&p, "localparam")) {
        char *more = seam_part(p, (size_t)(end - p));
        m->localparams = seam_text("%s%slocalparam %s", m->localparams,
                                   *m->localparams == '\0' ? "" : ",\n    ", more);
        free(more);
        return;
    }
    (void)word(&p, "parameter");
    const char *equal = memchr(p, '=', (size_t)(end - p));
    if (equal == NULL || m->parameters == SEAM_MAX) {
        seam_error(m->path, 0, "cannot read the parameter '%.*s'", (int)(end - p), p);
        return;
    }
    const char *name_end = equal;
    while (name_end > p && !seam_letter(name_end[-1])) name_end--;
    const char *name = name_end;
    while (name > p && seam_letter(name[-1])) name--;
    struct seam_parameter *one = &m->parameter[m->parameters++];
    *one = (struct seam_parameter){
        .type = seam_part(p, (size_t)(name - p)),
        .name = seam_part(name, (size_t)(name_end - name)),
        .value = seam_part(equal + 1, (size_t)(end - equal) - 1),
    };
    if (strcmp(one->type, "int") == 0) one->value = "0"; /* every size says it */
}

static void take_port(struct seam_module *m, const char *p, const char *end)
{
    const bool out = word(&p, "output");
    if (!out && !word(&p, "input")) {
        seam_error(m->path, 0, "cannot read the port '%.*s'", (int)(end - p), p);
        return;
    }
    (void)word(&p, "logic");
    const char *range = p;
    if (*p == '[') p = seam_closed(p);
    const char *range_end = p;
    char *name = name_at(&p);
    if (strcmp(name, "rst_ni") == 0) m->reset = true;
    if (strcmp(name, "clk_i") == 0 || strcmp(name, "rst_ni") == 0) return;
    if (skip(p) != end && *skip(p) != ')') {
        seam_error(m->path, 0, "the port '%.*s' is more than a range and a name",
                   (int)(end - range), range);
        return;
    }
    const size_t length = strlen(name);
    if (length < 3 || strcmp(name + length - 2, out ? "_o" : "_i") != 0) {
        seam_error(m->path, 0, "the name of the port '%s' does not end with %s", name,
                   out ? "_o" : "_i");
        return;
    }
    if (m->ports == SEAM_MAX) seam_error(m->path, 0, "more than %d ports", SEAM_MAX);
    else
        m->port[m->ports++] = (struct seam_port){
            .name = name, .range = seam_part(range, (size_t)(range_end - range)), .out = out};
}

static struct seam_register *find_register(struct seam_module *m, const char *name)
{
    for (size_t i = 0; i < m->regs; i++)
        if (strcmp(m->reg[i].name, name) == 0) return &m->reg[i];
    return NULL;
}

/* What is declared with the name at p: the range before it or before its neighbours in the same
 * declaration, and what follows. false: this is no declaration. */
static bool declared(const char *body, const char *p, const char *behind, char **packed,
                     char **unpacked)
{
    const char *from = p;
    while (from > body && from[-1] != ';') from--;
    /* The last "logic" before the name, with nothing but names and ranges between. */
    const char *logic = NULL;
    for (const char *q = from; q < p; q++)
        if (strncmp(q, "logic", 5) == 0 && !seam_letter(q[5]) && (q == body || !seam_letter(q[-1])))
            logic = q;
    if (logic == NULL) return false;
    for (const char *q = logic; q < p; q++)
        if (strchr("=(", *q) != NULL && memchr(logic, '[', (size_t)(q - logic)) == NULL)
            return false;
    const char *q = skip(logic + 5);
    if (strncmp(q, "signed", 6) == 0) q = skip(q + 6);
    const char *range = q;
    while (*q == '[') q = skip(seam_closed(q));
    if (q > p) return false;
    *packed = seam_part(range, (size_t)(q - range));
    const char *u = skip(behind);
    const char *dims = u;
    while (*u == '[') u = skip(seam_closed(u));
    if (strchr(",;=", *u) == NULL) return false;
    *unpacked = seam_part(dims, (size_t)(u - dims));
    return true;
}

/* Of a product the factors, of all else one. */
static char *as_factor(const char *value)
{
    for (const char *p = value; *p != '\0'; p++)
        if (!seam_letter(*p) && *p != '*' && *p != ' ') return seam_text("(%s)", value);
    return seam_text("%s", value);
}

/* "localparam int Name = value;" */
static void take_constants(struct seam_module *m, const char *body)
{
    for (const char *p = strstr(body, "localparam"); p != NULL; p = strstr(p + 1, "localparam")) {
        const char *q = p;
        if (!word(&q, "localparam") || !word(&q, "int")) continue;
        char *name = name_at(&q);
        q = skip(q);
        if (*q != '=' || m->constants == SEAM_MAX) continue;
        struct seam_constant *one = NULL;
        for (size_t i = 0; i < m->constants; i++)
            if (strcmp(m->constant[i].name, name) == 0) one = &m->constant[i];
        if (one != NULL) one->value = NULL;
        else
            m->constant[m->constants++] =
                (struct seam_constant){name, as_factor(seam_part(q + 1, strcspn(q + 1, ";")))};
    }
}

/* Checker and test bench have the parameters of the header alone. A constant hangs on those before
 * it. */
static char *in_parameters(const struct seam_module *m, char *text)
{
    for (size_t i = m->constants; i-- > 0;)
        if (m->constant[i].value != NULL)
            text = seam_replace(text, m->constant[i].name, m->constant[i].value);
    return text;
}

/* Every name with _q, and mem, is a register (style: next state _d, register _q). */
static void take_registers(struct seam_module *m, const char *body)
{
    for (const char *p = body; *p != '\0'; p++) {
        if (!seam_letter(*p) || (p > body && (seam_letter(p[-1]) || p[-1] == '.'))) continue;
        const char *behind = p;
        while (seam_letter(*behind)) behind++;
        const size_t length = (size_t)(behind - p);
        const bool q = length > 2 && strncmp(behind - 2, "_q", 2) == 0;
        if (!q && !(length == 3 && strncmp(p, "mem", 3) == 0)) continue;
        char *name = seam_part(p, length), *packed = NULL, *unpacked = NULL;
        struct seam_register *r = find_register(m, name);
        if (r == NULL && m->regs < SEAM_MAX) {
            r = &m->reg[m->regs++];
            *r = (struct seam_register){.name = name};
        } else if (r == NULL) {
            seam_error(m->path, 0, "more than %d registers", SEAM_MAX);
            return;
        }
        if (declared(body, p, behind, &packed, &unpacked)) {
            if (r->packed != NULL)
                seam_error(m->path, 0, "register %s is declared twice: one line is of one register",
                           name);
            r->packed = in_parameters(m, packed);
            r->unpacked = in_parameters(m, unpacked);
        }
        p = behind - 1;
    }
}

/* Before the blanks that end at p. */
static const char *back(const char *body, const char *p)
{
    while (p > body && isspace((unsigned char)p[-1])) p--;
    return p;
}

/* Before the name that ends at p. */
static const char *back_name(const char *body, const char *p)
{
    while (p > body && seam_letter(p[-1])) p--;
    return p;
}

/* Does a statement begin at p? What stands behind the colon of a "? :" does not. */
static bool begins(const char *body, const char *p)
{
    p = back(body, p);
    if (p == body || p[-1] == ';' || p[-1] == ')') return true;
    if (p[-1] == ':') {
        while (p > body && p[-1] != ';' && p[-1] != '?') p--;
        return p == body || p[-1] == ';';
    }
    const char *from = back_name(body, p);
    char *before = seam_part(from, (size_t)(p - from));
    return strcmp(before, "begin") == 0 || strcmp(before, "end") == 0 ||
           strcmp(before, "else") == 0;
}

/* The bracket that the one before p closes. */
static const char *opened(const char *body, const char *p)
{
    int depth = 0;
    do {
        p--;
        if (strchr("]}", *p) != NULL) depth++;
        if (strchr("[{", *p) != NULL) depth--;
    } while (depth > 0 && p > body);
    return p;
}

/* Where "name", "name[...][...]", "name.member" or "{...}" begins, which ends at p. */
static const char *back_target(const char *body, const char *p)
{
    for (;;) {
        p = back(body, p);
        if (p == body) return p;
        if (p[-1] == ']' || p[-1] == '}') {
            p = opened(body, p);
            if (*p == '{') return p;
        } else {
            p = back_name(body, p);
            if (p == body || p[-1] != '.') return p;
            p--;
        }
    }
}

/* What a statement assigns with "<=" is a register, whatever its name. It must be one of those that
 * were found: nobody asks for another. */
static void check_assigned(struct seam_module *m, const char *body)
{
    int depth = 0;
    for (const char *p = body; *p != '\0'; p++) {
        if (strchr("([{", *p) != NULL) depth++;
        if (strchr(")]}", *p) != NULL) depth--;
        if (depth != 0 || strncmp(p, "<=", 2) != 0) continue;
        const char *from = back_target(body, p);
        if (!begins(body, from)) continue;
        while (from < p) { /* each name of it */
            if (*from == '[' || *from == '.') break;
            const char *behind = from;
            while (seam_letter(*behind)) behind++;
            char *name = seam_part(from, (size_t)(behind - from));
            if (*name != '\0' && find_register(m, name) == NULL)
                seam_error(m->path, 0,
                           "%s is assigned at a clock edge: a register's name ends with _q", name);
            from = *behind == '[' ? seam_closed(behind) : behind + (behind < p);
        }
    }
}

void seam_read_module(struct seam_module *m, const char *path, const char *name)
{
    *m = (struct seam_module){.path = path, .name = seam_text("%s", name)};
    m->localparams = seam_text("%s", "");
    const char *p = seam_read(path);
    const char *found = NULL;
    for (const char *at = strstr(p, "module"); at != NULL && found == NULL;
         at = strstr(at + 1, "module")) {
        const char *q = at;
        if (word(&q, "module") && word(&q, name)) found = q;
    }
    if (found == NULL) {
        seam_error(path, 0, "there is no module %s", name);
        return;
    }
    p = skip(found);
    if (*p == '#') {
        for (p = skip(p + 1) + 1; *p != ')' && *p != '\0';) {
            const char *end = item_end(p);
            take_parameter(m, p, end);
            p = *end == ',' ? end + 1 : end;
        }
        p = skip(p + 1);
    }
    for (p++; *p != ')' && *p != '\0';) {
        const char *end = item_end(p);
        take_port(m, skip(p), end);
        p = *end == ',' ? end + 1 : end;
    }
    if (*p == ')') p++;
    take_constants(m, p);
    take_registers(m, p);
    check_assigned(m, p);
}

size_t seam_range(const char *range, char **factor, size_t most)
{
    if (*range == '\0' || *seam_closed(range) != '\0') return 0;
    char *inside = seam_part(range + 1, strlen(range) - 2);
    char *colon = strrchr(inside, ':');
    if (colon == NULL || strcmp(skip(colon + 1), "0") != 0) return 0;
    *colon = '\0';
    const unsigned top = seam_number(inside);
    if (top > 0 || strcmp(inside, "0") == 0) {
        factor[0] = seam_text("%u", top + 1);
        return 1;
    }
    char *minus = strrchr(inside, '-');
    if (minus == NULL || strcmp(skip(minus + 1), "1") != 0) {
        factor[0] = seam_text("(%s)+1", inside);
        return 1;
    }
    char *product = seam_part(inside, (size_t)(minus - inside));
    return seam_factors(product, factor, most);
}
