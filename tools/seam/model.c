/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the structs of a model's header, and of the headers that it includes. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "seam/seam.h"

static void read_header(struct seam_model *m, const char *folder, const char *header);

/* "uint32_t pc[A][B]" between two semicolons, and further names after commas. */
static void take_member(struct seam_model *m, struct seam_struct *s, const char *p, const char *end)
{
    const char *q = p;
    while (q < end && *q != '[' && *q != ',') q++;
    while (q > p && !seam_letter(q[-1])) q--;
    const char *name = q;
    while (name > p && seam_letter(name[-1])) name--;
    char *type = seam_part(p, (size_t)(name - p));
    while (name < end) {
        struct seam_member *one = &s->member[s->members];
        if (s->members == SEAM_MAX) {
            seam_error(m->path, 0, "struct %s has more than %d members", s->name, SEAM_MAX);
            return;
        }
        s->members++;
        *one = (struct seam_member){.name = seam_part(name, (size_t)(q - name)), .type = type};
        while (q < end && isspace((unsigned char)*q)) q++;
        while (q < end && *q == '[') {
            const char *closed = seam_closed(q);
            if (one->dims < SEAM_DIMS)
                one->dim[one->dims] = seam_part(q + 1, (size_t)(closed - q) - 2);
            one->dims++;
            q = closed;
            while (q < end && isspace((unsigned char)*q)) q++;
        }
        if (q >= end || *q != ',') return;
        for (name = q + 1; isspace((unsigned char)*name) || *name == '*'; name++) {
        }
        for (q = name; seam_letter(*q); q++) {
        }
    }
}

static void take_struct(struct seam_model *m, const char *name, size_t length, const char *p)
{
    m->structs = realloc(m->structs, (m->count + 1) * sizeof *m->structs);
    if (m->structs == NULL) exit(2);
    struct seam_struct *s = &m->structs[m->count++];
    *s = (struct seam_struct){.name = seam_part(name, length)};
    const char *end = seam_closed(p) - 1;
    for (p++; p < end;) {
        while (p < end && isspace((unsigned char)*p)) p++;
        const char *open = p + strcspn(p, ";{");
        /* Of a struct that is described here: its name, and the members that are one. */
        const char *behind = *open == '{' ? seam_closed(open) : open;
        const char *stop = strchr(behind, ';');
        if (stop == NULL || stop > end) return;
        char *one = seam_text("%.*s%.*s", (int)(open - p), p, (int)(stop - behind), behind);
        take_member(m, s, one, one + strlen(one));
        p = stop + 1;
    }
}

static void take_structs(struct seam_model *m, const char *text)
{
    for (const char *p = strstr(text, "struct"); p != NULL; p = strstr(p + 1, "struct")) {
        if ((p > text && seam_letter(p[-1])) || seam_letter(p[6])) continue;
        const char *name = p + 6;
        while (isspace((unsigned char)*name)) name++;
        const char *behind = name;
        while (seam_letter(*behind)) behind++;
        const char *open = behind;
        while (isspace((unsigned char)*open)) open++;
        if (behind > name && *open == '{') take_struct(m, name, (size_t)(behind - name), open);
    }
}

static void read_header(struct seam_model *m, const char *folder, const char *header)
{
    char *path = seam_text("%s/%s", folder, header);
    char *text = seam_read(path);
    if (m->text == NULL) m->text = text;
    for (const char *p = strstr(text, "#include \""); p != NULL; p = strstr(p + 1, "#include \"")) {
        const char *from = p + strlen("#include \"");
        char *included = seam_part(from, strcspn(from, "\""));
        read_header(m, folder, included);
    }
    take_structs(m, text);
}

void seam_read_model(struct seam_model *m, const char *folder, const char *header)
{
    *m = (struct seam_model){.path = seam_text("%s/%s", folder, header)};
    read_header(m, folder, header);
}

void seam_read_view(struct seam_model *m, const char *path)
{
    m->view = seam_read(path);
    take_structs(m, m->view);
}

struct seam_struct *seam_find_struct(const struct seam_model *m, const char *name)
{
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->structs[i].name, name) == 0) return &m->structs[i];
    return NULL;
}

bool seam_has_function(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *p = strstr(text, name); p != NULL; p = strstr(p + 1, name))
        if ((p == text || !seam_letter(p[-1])) && p[length] == '(') return true;
    return false;
}
