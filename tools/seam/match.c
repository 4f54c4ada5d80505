/* SPDX-License-Identifier: Apache-2.0 */
/* Finds for each port, register and parameter its member of the model's structs, and says what has
 * no partner. */
#include <stdlib.h>
#include <string.h>

#include "seam/seam.h"

/* A member of a struct, or of a struct in it: "entry.pc". */
struct place {
    char *element; /* of element 0: "entry[0].pc" */
    char *array[SEAM_DIMS];
    char *dim[SEAM_DIMS];
    size_t dims;
    char *type;
};

unsigned seam_number(const char *text)
{
    char *end;
    const unsigned long value = strtoul(text, &end, 10);
    return *text == '\0' || *end != '\0' ? 0 : (unsigned)value;
}

bool seam_listed(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *p = list; p != NULL && *p != '\0'; p += *p == ' ') {
        const size_t n = strcspn(p, " ");
        if (n == length && strncmp(p, word, n) == 0) return true;
        p += n;
    }
    return false;
}

char *seam_count(const struct seam_pair *p)
{
    if (p->dims == 0) return seam_text("1");
    return p->dims == 1 ? p->of[0] : seam_text("(%s)*(%s)", p->of[0], p->of[1]);
}

static struct seam_line *line_of(struct seam_fields *f, const char *name)
{
    for (size_t i = 0; i < f->lines; i++)
        if (strcmp(f->line[i].name, name) == 0) {
            f->line[i].used = true;
            return &f->line[i];
        }
    return NULL;
}

static bool omitted(struct seam_fields *f, const char *name)
{
    for (size_t i = 0; i < f->omissions; i++)
        if (strcmp(f->omitted[i].name, name) == 0) {
            f->omitted[i].used = true;
            return true;
        }
    return false;
}

const char *seam_like(const struct seam *s)
{
    return s->fields.like != NULL ? s->fields.like : s->block;
}

/* x_cfg, x_in, x_out; x, and views. */
static char *name_of(const struct seam *s, const char *ending)
{
    const bool ports =
        strcmp(ending, "_cfg") == 0 || strcmp(ending, "_in") == 0 || strcmp(ending, "_out") == 0;
    return seam_text("%s%s", ports ? seam_like(s) : s->block, ending);
}

static struct seam_struct *struct_of(const struct seam *s, const char *ending)
{
    return seam_find_struct(&s->model, name_of(s, ending));
}

/* The struct that is the member `model` of a view. */
static const struct seam_struct *model_in(const struct seam *s, const struct seam_struct *view)
{
    for (size_t i = 0; i < view->members; i++)
        if (strcmp(view->member[i].name, "model") == 0 &&
            strncmp(view->member[i].type, "struct ", 7) == 0)
            return seam_find_struct(&s->model, view->member[i].type + 7);
    return NULL;
}

/* The view of the state, of the inputs or of the outputs: its ending. */
static const char *view_of(const struct seam *s, enum seam_kind kind)
{
    if (kind == SEAM_REG) return s->wider ? "_view" : NULL;
    if (kind == SEAM_IN) return s->took ? "_view_in" : NULL;
    return s->gave ? "_view_out" : NULL;
}

static const char *ending_of(enum seam_kind kind)
{
    return kind == SEAM_REG ? "" : kind == SEAM_IN ? "_in" : "_out";
}

char *seam_ports_struct(const struct seam *s, enum seam_kind kind)
{
    const char *view = view_of(s, kind);
    return seam_text("struct %s", name_of(s, view != NULL ? view : ending_of(kind)));
}

char *seam_model_struct(const struct seam *s, enum seam_kind kind)
{
    const char *view = view_of(s, kind);
    const struct seam_struct *model = view == NULL ? NULL : model_in(s, struct_of(s, view));
    return model != NULL ? seam_text("struct %s", model->name) : seam_ports_struct(s, kind);
}

/* The same text without "[1]". */
static char *without_indices(char *text)
{
    char *to = text;
    for (const char *from = text; (*to = *from) != '\0'; from++)
        if (*from == '[') from = seam_closed(from) - 1;
        else to++;
    return text;
}

/* The member at the first `length` letters of the path has a partner. */
static void meet(struct seam *s, const char *top, const char *path, size_t length)
{
    s->met = realloc(s->met, (s->mets + 1) * sizeof *s->met);
    if (s->met == NULL) exit(2);
    s->met[s->mets++] = without_indices(seam_text("%s/%.*s", top, (int)length, path));
}

static bool has_met(const struct seam *s, const char *top, const char *path)
{
    char *whole = seam_text("%s/%s", top, path);
    for (size_t i = 0; i < s->mets; i++)
        if (strcmp(s->met[i], whole) == 0) return true;
    return false;
}

/* Each element of an array that is named by its number needs a line, unless the description says
 * why the others have none. */
static void name_element(struct seam *s, const char *top, const char *element, const char *all,
                         char *count)
{
    char *whole = seam_text("%s.%s", top, element);
    for (size_t i = 0; i < s->names; i++)
        if (strcmp(s->named[i].element, whole) == 0) return;
    if (strncmp(all, "model.", 6) == 0) all += 6;
    for (const char *p = all; *p != '\0'; p++) /* "park" of "park[].x.slot[]" */
        if (*p == '[' && omitted(&s->fields, without_indices(seam_part(all, (size_t)(p - all)))))
            return;
    if (s->names == SEAM_MAX) exit(2);
    s->named[s->names++] = (struct seam_element){whole, seam_text("%s.%s", top, all), count};
}

/* Follows a path of names; each member on it is met. */
static bool follow(struct seam *s, struct seam_struct *in, const char *path, struct place *to)
{
    const char *whole = path, *top = in->name;
    char *all_of = seam_text("%s", ""), *count = NULL;
    *to = (struct place){.element = seam_text("%s", "")};
    while (in != NULL) {
        const size_t length = strcspn(path, ".["), all = strcspn(path, ".");
        struct seam_member *m = NULL;
        for (size_t i = 0; i < in->members && m == NULL; i++)
            if (strlen(in->member[i].name) == length &&
                strncmp(in->member[i].name, path, length) == 0)
                m = &in->member[i];
        if (m == NULL) return false;
        meet(s, top, whole, (size_t)(path - whole) + length);
        to->element = seam_text("%s%s%s", to->element, *to->element == '\0' ? "" : ".", m->name);
        all_of = seam_text("%s%s%s", all_of, *all_of == '\0' ? "" : ".", m->name);
        const char *index = path + length;
        for (size_t d = 0; d < m->dims; d++) {
            const char *closed = *index == '[' ? seam_closed(index) : index;
            char *fixed = closed - index > 2 ? seam_part(index + 1, (size_t)(closed - index) - 2)
                                             : NULL; /* "[]" and nothing: all elements */
            index = closed;
            if (fixed == NULL && to->dims < SEAM_DIMS) {
                to->array[to->dims] = to->element;
                to->dim[to->dims] = m->dim[d];
            }
            to->dims += fixed == NULL;
            if (fixed != NULL)
                count = count == NULL ? m->dim[d] : seam_text("(%s)*(%s)", count, m->dim[d]);
            all_of = seam_text("%s[]", all_of);
            to->element = seam_text("%s[%s]", to->element, fixed == NULL ? "0" : fixed);
        }
        if (index != path + all) return false;
        to->type = m->type;
        if (path[all] == '\0') {
            if (count != NULL) name_element(s, top, to->element, all_of, count);
            return true;
        }
        path += all + 1;
        in = strncmp(m->type, "struct ", 7) == 0 ? seam_find_struct(&s->model, m->type + 7) : NULL;
    }
    return false;
}

static unsigned bits_of(const char *type)
{
    if (strcmp(type, "bool") == 0 || strcmp(type, "uint8_t") == 0) return 8;
    if (strcmp(type, "uint16_t") == 0) return 16;
    if (strcmp(type, "uint64_t") == 0) return 64;
    if (strcmp(type, "uint32_t") == 0 || strncmp(type, "enum ", 5) == 0) return 32;
    return 0;
}

/* How many elements: said by the line, or by the factors before the width. */
static void take_counts(struct seam *s, struct seam_pair *p, int line, char **factor, size_t n)
{
    const struct seam_line *l = p->line;
    if (l != NULL && l->ofs > 0) {
        if (l->ofs != p->dims)
            seam_error(s->fields.path, line, "%s is of %zu dimensions here, of %zu in the model",
                       p->field, l->ofs, p->dims);
        for (size_t d = 0; d < l->ofs; d++) p->of[d] = l->of[d];
        return;
    }
    if (n > p->dims || (n == p->dims && p->flags)) {
        for (size_t d = 0; d < p->dims; d++) p->of[d] = factor[d];
        return;
    }
    seam_error(s->fields.path, line,
               "%s: how many elements '%s' is cut into does not show: say 'of' how many", p->field,
               p->rtl);
}

/* Of a view the model in it comes first, if what it has can be compared: no pointer. */
static bool take_place(struct seam *s, struct seam_pair *p, const char *path, int line)
{
    const char *ending = view_of(s, p->kind);
    const bool view = ending != NULL;
    struct seam_struct *in = struct_of(s, view ? ending : ending_of(p->kind));
    struct place to;
    if (in == NULL ||
        (!(view && follow(s, in, seam_text("model.%s", path), &to) && bits_of(to.type) > 0) &&
         !follow(s, in, path, &to))) {
        seam_error(line == 0 ? s->module.path : s->fields.path, line,
                   "%s: %s has no member %s (%s)", p->field, seam_model_struct(s, p->kind), path,
                   s->model.path);
        return false;
    }
    p->bits = bits_of(to.type);
    p->flags = strcmp(to.type, "bool") == 0;
    p->dims = to.dims;
    p->member = to.element;
    if (p->bits == 0 || to.dims > SEAM_DIMS) {
        seam_error(s->fields.path, line, "%s: a %s with %zu dimensions cannot be compared",
                   p->field, to.type, to.dims);
        return false;
    }
    p->array = to.dims == 0 ? "" : to.array[to.dims - 1];
    p->row = to.dims < 2 ? "" : to.array[0];
    return true;
}

/* "[A] [B]" */
static size_t unpacked_dims(const char *text, char **dim)
{
    size_t n = 0;
    for (const char *p = strchr(text, '['); p != NULL; p = strchr(p, '[')) {
        const char *end = seam_closed(p);
        if (n < SEAM_DIMS) dim[n] = seam_part(p + 1, (size_t)(end - p) - 2);
        n++;
        p = end;
    }
    return n;
}

/* How many words the range "[a:b]" takes. */
static char *words_of(const char *range, unsigned bits)
{
    const char *colon = strrchr(range, ':');
    if (colon == NULL) return seam_text("1");
    return seam_text("((%.*s)-(%.*s)+%u)/%u", (int)(colon - range) - 1, range + 1,
                     (int)strlen(colon) - 2, colon + 1, bits, bits);
}

/* Of a port, or a register, whose rows have more bits than an element of the model. */
static char *take_words(struct seam *s, struct seam_pair *p, const struct seam_register *r)
{
    char *dim[SEAM_DIMS], *factor[2];
    const struct seam_line *l = p->line;
    const size_t n = r == NULL ? 0 : unpacked_dims(r->unpacked, dim);
    if (p->bits < 32 || p->dims == 0)
        seam_error(s->fields.path, l->number, "%s: words are an array of uint32_t or uint64_t",
                   p->field);
    for (size_t d = 0; d < l->ofs; d++) p->of[d] = l->of[d];
    if (p->dims == 2 && p->of[0] == NULL) {
        if (n == 1) p->of[0] = dim[0];
        else if (r == NULL && seam_range(p->range, factor, 2) == 2) p->of[0] = factor[0];
        else seam_error(s->fields.path, l->number, "%s: say 'of' how many rows", p->field);
    }
    char **last = &p->of[p->dims - (p->dims > 0)];
    if (*last == NULL && r != NULL) *last = words_of(r->packed, p->bits);
    if (*last == NULL)
        *last = p->dims == 1
                    ? seam_text("($bits(%s)+%u)/%u", p->rtl, p->bits - 1, p->bits)
                    : seam_text("($bits(%s)/(%s)+%u)/%u", p->rtl, p->of[0], p->bits - 1, p->bits);
    if (r == NULL) return p->rtl;
    if (l->written != NULL) /* word l of place e */
        return seam_text("(%s.%s[e] >> (l*%u))", s->module.name, r->name, p->bits);
    return seam_text("%s.%s%s", s->module.name, r->name, p->dims == 2 ? "[i]" : "");
}

/* Is the port as long as the elements that 'of' says, each as wide as the model's? */
static bool is_whole(const struct seam_pair *p)
{
    const char *a = p->range;
    char *count = p->dims == 2 ? seam_text("%s*%s", p->of[0], p->of[1]) : p->of[0];
    for (const char *b = seam_text("[%s*%u-1:0]", count, p->bits);; a++, b++) {
        while (*a == ' ') a++;
        while (*b == ' ') b++;
        if (*a != *b || *a == '\0') return *a == *b;
    }
}

static void add_port(struct seam *s, struct seam_port *port, const struct seam_line *line)
{
    struct seam_pair *p = &s->pair[s->pairs];
    const char *base = seam_part(port->name, strlen(port->name) - 2);
    *p = (struct seam_pair){.kind = port->out ? SEAM_OUT : SEAM_IN, .field = (char *)base};
    p->var = p->field;
    for (size_t i = 0; port->out && i < s->pairs; i++)
        if (strcmp(s->pair[i].field, base) == 0) p->var = seam_text("%s_out", base);
    p->rtl = port->name;
    p->range = port->range;
    p->line = line;
    port->used = true;
    const int number = line == NULL ? 0 : line->number;
    const char *path = line != NULL && line->as != NULL ? line->as : base;
    if (!take_place(s, p, path, number)) return;
    char *factor[SEAM_DIMS + 1];
    const size_t n = seam_range(port->range, factor, p->dims + 1);
    if (line != NULL && line->words) take_words(s, p, NULL);
    else if (p->dims > 0) take_counts(s, p, number, factor, n);
    else if (line != NULL && line->ofs > 0)
        seam_error(s->fields.path, number, "%s is one element in the model", base);
    p->plain = !(line != NULL && line->words) && p->dims > 0 &&
               ((n == p->dims + 1 && seam_number(factor[p->dims]) == p->bits) ||
                (line != NULL && line->ofs == p->dims && is_whole(p)));
    if (port->out && (line == NULL || line->sentence == NULL))
        seam_error(s->fields.path, number, "output %s: which rule of the page decides it?",
                   port->name);
    if (line != NULL && line->bits != NULL)
        seam_error(s->fields.path, number, "%s is a port: all of its bits are compared",
                   port->name);
    if (line != NULL && (line->at != NULL || line->when != NULL || line->written != NULL))
        seam_error(s->fields.path, number, "%s is a port: 'at', 'when', 'written' are of registers",
                   port->name);
    if (line != NULL && line->cond != NULL && !port->out)
        seam_error(s->fields.path, number, "%s is an input: it is not compared", port->name);
    s->pairs++;
}

/* The ports, functions of the model, and places in brackets, that say where a large memory is
 * written. */
static void take_writers(struct seam *s, struct seam_pair *p)
{
    for (const char *w = p->line->written; *w != '\0'; w += *w == ' ') {
        char *name = seam_part(w, strcspn(w, " "));
        char *open = strchr(name, '(');
        const struct seam_pair *port = NULL;
        w += strcspn(w, " ");
        if (open == name && p->writers < SEAM_WRITERS) {
            p->writer[p->writers++].place = name;
            continue;
        }
        if (open != NULL && s->viewed && p->writers < SEAM_WRITERS) {
            struct seam_writer *one = &p->writer[p->writers++];
            const bool inputs = strncmp(open, "(in,", 4) == 0;
            open += inputs ? strlen("(in,") : strlen("(");
            *one = (struct seam_writer){
                .function = seam_part(name, strcspn(name, "(")),
                .count = seam_part(open, strlen(open) - 1),
                .inputs = inputs,
            };
            one->each = strncmp(one->count, "each", 4) == 0;
            if (one->each && (p->dims < 2 || p->of[1] == NULL || seam_each(p) != one))
                seam_error(s->fields.path, p->line->number,
                           "%s: a place for 'each' element of a row: 'of' says no rows", p->field);
            if (one->each) one->rows = one->count[4] == '*' ? one->count + 5 : "1";
            if (one->each) one->count = seam_text("(%s)*(%s)", one->rows, p->of[1]);
            continue;
        }
        for (size_t i = 0; i < s->pairs; i++)
            if (s->pair[i].kind != SEAM_REG && strcmp(s->pair[i].rtl, name) == 0)
                port = &s->pair[i];
        if (port == NULL || port->dims > 1 || port->bits != 32 || p->writers == SEAM_WRITERS)
            seam_error(s->fields.path, p->line->number, "%s: %s is no port that says places",
                       p->field, name);
        else p->writer[p->writers++] = (struct seam_writer){.port = port};
    }
}

/* Where element i of a register is, if its declaration tells. */
static char *usual_place(struct seam *s, struct seam_pair *p, const struct seam_register *r)
{
    char *dim[SEAM_DIMS], *factor[SEAM_DIMS + 1];
    const size_t n = unpacked_dims(r->unpacked, dim);
    const size_t bits = seam_range(r->packed, factor, p->dims + 1);
    if (p->line->written != NULL && p->dims == 1 && n == 1) {
        if (p->of[0] == NULL) p->of[0] = dim[0];
        return seam_text("%s.%s[e]", s->module.name, r->name);
    }
    const char *m = s->module.name;
    if (p->dims == 0 && n == 0) return seam_text("%s.%s", m, r->name);
    if (n == p->dims && n == 1) {
        if (p->of[0] == NULL) p->of[0] = dim[0];
        return seam_text("%s.%s[i]", m, r->name);
    }
    if (n == p->dims && n == 2) {
        if (p->of[0] == NULL) p->of[0] = dim[0], p->of[1] = dim[1];
        return seam_text("%s.%s[i/(%s)][i%%(%s)]", m, r->name, p->of[1], p->of[1]);
    }
    if (p->dims == 1 && n == 0 && (p->of[0] != NULL || (p->flags && bits == 1))) {
        if (p->of[0] == NULL) p->of[0] = factor[0];
        p->whole = p->flags ? seam_text("%s.%s", m, r->name) : NULL;
        return seam_text("%s.%s[i]", m, r->name);
    }
    if (n == 0 && p->dims > 0 && bits == p->dims + 1) {
        const char *width = factor[p->dims];
        for (size_t d = 0; d < p->dims; d++)
            if (p->of[d] == NULL) p->of[d] = factor[d];
        return seam_text("%s.%s[i*(%s)+:%s]", m, r->name, width, width);
    }
    if (p->dims == 2 && n == 1 && p->flags && bits == 1) {
        if (p->of[0] == NULL) p->of[0] = dim[0], p->of[1] = factor[0];
        return seam_text("%s.%s[i/(%s)][i%%(%s)]", m, r->name, p->of[1], p->of[1]);
    }
    return NULL;
}

/* "mask[l][e]": element l of place e. The path without the indices. */
static const char *take_across(struct seam_pair *p, const char *path)
{
    const size_t length = strlen(path), indices = strlen("[l][e]");
    p->across = length > indices && strcmp(path + length - indices, "[l][e]") == 0;
    return p->across ? seam_part(path, length - indices) : path;
}

/* Then elements are in the model's first dimension, places in its second one. */
static void turn_across(struct seam *s, struct seam_pair *p)
{
    char *row = p->row;
    if (p->dims != 2 || p->flat || p->line->written == NULL)
        seam_error(s->fields.path, p->line->number,
                   "%s: [l][e] is of a memory that is 'written', of two dimensions in the model",
                   p->field);
    p->row = p->array;
    p->array = row;
}

/* Does the place name the element, "i", or "e" in a memory? */
static bool names_element(const struct seam_line *line)
{
    const char *name = line->written != NULL ? "e" : "i";
    return strcmp(seam_replace(line->at, name, ""), line->at) != 0;
}

bool seam_sliced(const struct seam_line *line)
{
    const char *part = line->at == NULL ? NULL : strstr(line->at, line->name);
    return part != NULL && part[strlen(line->name)] == '[' && strstr(part, "+:") != NULL;
}

static void add_register(struct seam *s, struct seam_line *line)
{
    struct seam_pair *p = &s->pair[s->pairs];
    *p = (struct seam_pair){.kind = SEAM_REG, .field = line->name, .rtl = line->name, .line = line};
    p->var = p->field;
    struct seam_register *r = NULL;
    for (size_t i = 0; i < s->module.regs; i++)
        if (strcmp(s->module.reg[i].name, line->name) == 0) r = &s->module.reg[i];
    if (r != NULL) r->used = true;
    line->used = true;
    if (r == NULL && (line->at == NULL || strchr(line->at, '.') == NULL)) {
        seam_error(s->fields.path, line->number, "%s is no port and no register of %s", line->name,
                   s->module.path);
        return;
    }
    const size_t length = strlen(line->name);
    const bool q = length > 2 && strcmp(line->name + length - 2, "_q") == 0;
    const char *path = line->as != NULL ? line->as : seam_part(line->name, q ? length - 2 : length);
    if (!take_place(s, p, take_across(p, path), line->number)) return;
    for (size_t d = 0; d < line->ofs; d++) p->of[d] = line->of[d];
    p->flat = p->dims == 1 && line->ofs == 2;
    if (p->flat) p->dims = 2;
    if (p->across) turn_across(s, p);
    if (line->ofs > 0 && line->ofs != p->dims)
        seam_error(s->fields.path, line->number,
                   "%s is of %zu dimensions here, of %zu in the model", line->name, line->ofs,
                   p->dims);
    if (line->at != NULL && line->when != NULL &&
        (r == NULL || r->packed == NULL || strstr(line->at, line->name) == NULL)) {
        seam_error(s->fields.path, line->number,
                   "%s: what is there in some sizes only goes by its declaration here", line->name);
        return;
    }
    if (line->at == NULL && r->packed == NULL) {
        seam_error(s->fields.path, line->number,
                   "%s: its declaration cannot be read: say with 'at' where element i is",
                   line->name);
        return;
    }
    if (line->at != NULL && p->dims > 0 && !line->words && !names_element(line))
        seam_error(s->fields.path, line->number, "%s: all of its elements are at %s", line->name,
                   line->at);
    if (line->written != NULL) take_writers(s, p);
    if (line->written != NULL && p->dims == 0)
        seam_error(s->fields.path, line->number, "%s has no places", line->name);
    if (line->words && r != NULL) p->rtl = take_words(s, p, r);
    if (line->at != NULL) p->rtl = seam_text("%s.%s", s->module.name, line->at);
    else if (!line->words && (p->rtl = usual_place(s, p, r)) == NULL) {
        seam_error(s->fields.path, line->number,
                   "%s: its declaration does not tell where element i is: say it with 'at'",
                   line->name);
        return;
    }
    if (p->dims > 0 && p->of[0] == NULL)
        seam_error(s->fields.path, line->number, "%s: say 'of' how many elements", line->name);
    if (line->cond != NULL && (strstr(line->cond, "in->") != NULL || strstr(line->cond, "out->")))
        seam_error(s->fields.path, line->number,
                   "%s: a register is compared between two cycles: no input or output says if it "
                   "means anything",
                   line->name);
    if (line->sentence == NULL)
        seam_error(s->fields.path, line->number, "%s: which rule of the page decides it?",
                   line->name);
    s->pairs++;
}

/* Members that nobody named, of the struct `t`, which is the member `before` of `top`. The model
 * inside a view goes by its own names; a cfg is looked at by itself. */
static void complain_members(struct seam *s, const char *top, const struct seam_struct *t,
                             const char *before)
{
    for (size_t i = 0; i < t->members; i++) {
        const struct seam_member *m = &t->member[i];
        char *path = seam_text("%s%s", before, m->name);
        const bool of_view = strncmp(path, "model.", 6) == 0;
        const struct seam_struct *inner =
            strncmp(m->type, "struct ", 7) == 0 ? seam_find_struct(&s->model, m->type + 7) : NULL;
        if (strcmp(m->name, "cfg") == 0) continue;
        if (has_met(s, top, path)) {
            if (inner != NULL && !omitted(&s->fields, of_view ? path + 6 : path))
                complain_members(s, top, inner, seam_text("%s.", path));
        } else if (!omitted(&s->fields, of_view ? path + 6 : path))
            seam_error(s->model.path, 0, "struct %s: %s has no partner in %s",
                       of_view ? model_in(s, seam_find_struct(&s->model, top))->name : top,
                       of_view ? path + 6 : path, s->module.path);
    }
}

static void match_parameters(struct seam *s)
{
    struct seam_struct *cfg = struct_of(s, "_cfg");
    for (size_t i = 0; i < s->module.parameters; i++) {
        const char *name = s->module.parameter[i].name;
        const struct seam_line *l = line_of(&s->fields, name);
        char *path = l != NULL && l->as != NULL ? l->as : seam_snake(name);
        struct place to;
        if (cfg == NULL || !follow(s, cfg, path, &to))
            seam_error(s->module.path, 0, "parameter %s: struct %s_cfg has no member %s", name,
                       seam_like(s), path);
        s->module.parameter[i].member = path;
        if (l != NULL && (l->ofs > 0 || l->words || l->cond != NULL || l->bits != NULL ||
                          l->at != NULL || l->when != NULL || l->written != NULL))
            seam_error(s->fields.path, l->number, "%s is a parameter: it has a name alone", name);
    }
}

static void check_zeros(struct seam *s)
{
    for (const char *p = s->fields.zeros; p != NULL && *p != '\0'; p += *p == ' ') {
        char *name = seam_part(p, strcspn(p, " "));
        bool found = false;
        for (size_t i = 0; i < s->fields.begins; i++)
            found = found || strcmp(s->fields.begin[i].name, name) == 0;
        if (!found) seam_error(s->fields.path, 0, "zeros: %s has no line 'begins'", name);
        p += strcspn(p, " ");
    }
}

/* In the order of the model's struct. */
static void add_inputs(struct seam *s)
{
    const struct seam_struct *in =
        seam_find_struct(&s->model, seam_model_struct(s, SEAM_IN) + strlen("struct "));
    for (size_t m = 0; m <= (in == NULL ? 0 : in->members); m++) {
        for (size_t i = 0; i < s->module.ports; i++) {
            struct seam_port *port = &s->module.port[i];
            if (port->out || port->used) continue;
            const struct seam_line *l = line_of(&s->fields, port->name);
            char *path =
                l != NULL && l->as != NULL ? l->as : seam_part(port->name, strlen(port->name) - 2);
            const bool last = in == NULL || m == in->members; /* and these have no partner */
            if (last || strcmp(seam_part(path, strcspn(path, ".")), in->member[m].name) == 0)
                add_port(s, port, l);
        }
    }
}

/* Are they registers that can be set? */
static void take_jumps(struct seam *s)
{
    for (const char *p = s->fields.jumps; p != NULL && *p != '\0'; p += *p == ' ') {
        char *name = seam_part(p, strcspn(p, " "));
        const struct seam_pair *found = seam_register(s, name);
        if (found == NULL || found->dims > 0 || found->line->at != NULL)
            seam_error(s->fields.path, 0, "jumps: %s is no register of one element", name);
        p += strcspn(p, " ");
    }
}

/* "a_q b_q:Code0/Code1" */
static void check_waves(struct seam *s)
{
    for (const char *p = s->fields.waves; p != NULL && *p != '\0'; p += *p == ' ') {
        char *name = seam_part(p, strcspn(p, " :"));
        if (*name != '\0' && seam_register(s, name) == NULL)
            seam_error(s->fields.path, 0, "waves: %s is no register that is compared", name);
        p += strcspn(p, " ");
    }
}

void seam_match(struct seam *s)
{
    for (enum seam_kind kind = SEAM_IN; kind <= SEAM_REG; kind++)
        if (view_of(s, kind) != NULL && model_in(s, struct_of(s, view_of(s, kind))) == NULL &&
            !(s->own && kind != SEAM_REG)) {
            seam_error(s->model.path, 0, "%s has no member 'struct ... model'",
                       seam_ports_struct(s, kind));
            return;
        }
    match_parameters(s);
    add_inputs(s);
    for (size_t i = 0; i < s->fields.lines; i++)
        for (size_t k = 0; k < s->module.ports; k++)
            if (s->module.port[k].out &&
                strcmp(s->module.port[k].name, s->fields.line[i].name) == 0)
                add_port(s, &s->module.port[k], line_of(&s->fields, s->fields.line[i].name));
    for (size_t i = 0; i < s->module.ports; i++)
        if (!s->module.port[i].used)
            seam_error(s->module.path, 0, "output %s: %s has no line that says what decides it",
                       s->module.port[i].name, s->fields.path);
    for (size_t i = 0; i < s->fields.lines; i++)
        if (!s->fields.line[i].used) add_register(s, &s->fields.line[i]);
    take_jumps(s);
    check_waves(s);
    check_zeros(s);
    for (size_t i = 0; i < s->module.regs; i++)
        if (!s->module.reg[i].used && !omitted(&s->fields, s->module.reg[i].name))
            seam_error(s->module.path, 0, "register %s is compared nowhere: %s has no line for it",
                       s->module.reg[i].name, s->fields.path);
    const struct seam_struct *cfg = struct_of(s, "_cfg");
    if (cfg != NULL) complain_members(s, cfg->name, cfg, "");
    for (enum seam_kind kind = SEAM_IN; kind <= SEAM_REG; kind++) {
        const struct seam_struct *top =
            seam_find_struct(&s->model, seam_ports_struct(s, kind) + strlen("struct "));
        if (top != NULL) complain_members(s, top->name, top, "");
    }
    for (size_t i = 0; i < s->fields.omissions; i++)
        if (!s->fields.omitted[i].used)
            seam_error(s->fields.path, s->fields.omitted[i].number,
                       "%s is no register or member without a partner", s->fields.omitted[i].name);
    for (size_t i = 0; i < s->fields.drives; i++) {
        bool found = false;
        for (size_t k = 0; k < s->pairs; k++)
            found = found || (s->pair[k].kind == SEAM_IN &&
                              strcmp(s->pair[k].rtl, s->fields.drive[i].name) == 0);
        if (!found) seam_error(s->fields.path, 0, "drive: %s is no input", s->fields.drive[i].name);
    }
    const char *const lists[] = {s->fields.sees, s->fields.now};
    for (size_t k = 0; k < 2; k++)
        for (const char *p = lists[k]; p != NULL && *p != '\0'; p += *p == ' ') {
            char *name = seam_text("%.*s_o", (int)strcspn(p, " "), p);
            bool found = false;
            for (size_t i = 0; i < s->module.ports; i++)
                found = found || strcmp(s->module.port[i].name, name) == 0;
            if (!found && strcmp(p, "nothing") != 0)
                seam_error(s->fields.path, 0, "the stimulus cannot see %s", name);
            p += strcspn(p, " ");
        }
}

const char *seam_driven(const struct seam *s, const struct seam_pair *p)
{
    for (size_t i = 0; i < s->fields.drives && p->kind == SEAM_IN; i++)
        if (strcmp(s->fields.drive[i].name, p->rtl) == 0) return s->fields.drive[i].meaning;
    return NULL;
}

const struct seam_pair *seam_register(const struct seam *s, const char *name)
{
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind == SEAM_REG && strcmp(s->pair[i].field, name) == 0) return &s->pair[i];
    return NULL;
}

const struct seam_pair *seam_jump(const struct seam *s, size_t i)
{
    const char *p = s->fields.jumps;
    for (; p != NULL && i > 0 && *p != '\0'; i--) {
        p += strcspn(p, " ");
        p += *p == ' ';
    }
    return p == NULL || *p == '\0' ? NULL : seam_register(s, seam_part(p, strcspn(p, " ")));
}

unsigned seam_fixed(const struct seam_pair *p)
{
    unsigned n = 1;
    for (size_t d = 0; d < p->dims; d++) n *= seam_number(p->of[d]);
    return n;
}

char *seam_element(const struct seam_pair *p, const char *r, const char *i)
{
    const char *rest = p->member + strlen(p->array);
    if (p->dims == 0) return p->member;
    if (p->dims == 1) return seam_text("%s[%s]%s", p->array, i, rest + 3);
    return seam_text("%s[%s]%s[%s]%s", p->row, r, p->array + strlen(p->row) + 3, i, rest + 3);
}

bool seam_dense(const struct seam_pair *p)
{
    return p->dims == 1 && strcmp(p->member + strlen(p->array), "[0]") == 0;
}
