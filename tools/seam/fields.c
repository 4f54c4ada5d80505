/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a description: docs/seam.md.
 *
 *   # a remark
 *   index how element numbers of registers are to be read
 *   waves registers of a wave view
 *   sees outputs that the stimulus reads        now: of these, those of the same cycle
 *   jumps counters that are set near their ends now and then
 *   drive port: an input of the bench that hangs on outputs of the same cycle
 *   like another block, whose structs of ports and whose stimulus it has
 *   part a file of lines that come here
 *   bin name: the situation
 *   without name: why a register or a member of the model has no partner
 *   begins name of N [x M] at place as member or member[index]
 *   zeros names of these that hold zeros at first if the stimulus says so
 *   name [of N [x M]] [at place] [as member] [words] [written ports] [when size]
 *       [bits mask] [, name ...] [if condition]: the page's rule
 *
 * A line that begins with a blank goes on with the one before.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "seam/seam.h"

/* Splits "head: text". The colon of "a ? b : c" has a blank before it. */
static char *head_of(const char *line, char **text)
{
    const char *colon = strstr(line, ": ");
    while (colon != NULL && colon > line && colon[-1] == ' ') colon = strstr(colon + 1, ": ");
    if (colon == NULL) {
        *text = NULL;
        return seam_part(line, strlen(line));
    }
    *text = seam_part(colon + 2, strlen(colon + 2));
    return seam_part(line, (size_t)(colon - line));
}

static const char *const words[] = {" of ",   " at ", " as ",   " written ",
                                    " when ", " if ", " words", " bits "};

/* Behind the next of the words from p on, with its number; the end, if there is none. */
static const char *next_word(const char *p, size_t *which, const char **before)
{
    const char *first = p + strlen(p);
    *which = sizeof words / sizeof words[0];
    *before = first;
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        const char *at = strstr(p, words[k]);
        if (at == NULL || at >= *before) continue;
        const char after = at[strlen(words[k])];
        if (words[k][strlen(words[k]) - 1] != ' ' && after != ' ' && after != '\0') continue;
        *before = at;
        *which = k;
        first = at + strlen(words[k]);
    }
    return first;
}

static void take_count(struct seam_line *l, const char *text)
{
    const char *times = strstr(text, " x ");
    l->ofs = 0;
    if (times != NULL) {
        l->of[l->ofs++] = seam_part(text, (size_t)(times - text));
        text = times + 3;
    }
    l->of[l->ofs++] = seam_part(text, strlen(text));
}

static void take_parts(struct seam_fields *f, struct seam_line *l, const char *line, int number)
{
    char *text;
    char *head = head_of(line, &text);
    *l = (struct seam_line){.number = number, .sentence = text};
    size_t which;
    const char *before;
    const char *p = next_word(head, &which, &before);
    l->name = seam_part(head, (size_t)(before - head));
    unsigned said = 0;
    while (which < sizeof words / sizeof words[0]) {
        const size_t this = which;
        const char *from = p;
        if (this == 5) { /* a condition may have any word in it, and is the last */
            l->cond = seam_part(from, strlen(from));
            break;
        }
        p = next_word(from, &which, &before);
        char *value = seam_part(from, (size_t)(before - from));
        if ((said & 1u << this) != 0)
            seam_error(f->path, number, "%s: two times '%s'", l->name, words[this] + 1);
        said |= 1u << this;
        if (this == 0) take_count(l, value);
        else if (this == 1) l->at = value;
        else if (this == 2) l->as = value;
        else if (this == 3) l->written = value;
        else if (this == 6) l->words = true;
        else if (this == 7) l->bits = value;
        else l->when = value;
    }
    for (const char *c = l->name; *c != '\0'; c++)
        if (!seam_letter(*c)) {
            seam_error(f->path, number, "'%s' is no name of a port or register", l->name);
            return;
        }
}

static void take_field(struct seam_fields *f, const char *line, int number)
{
    if (f->lines == SEAM_MAX) {
        seam_error(f->path, number, "more than %d fields", SEAM_MAX);
        return;
    }
    struct seam_line *l = &f->line[f->lines++];
    take_parts(f, l, line, number);
    for (size_t i = 0; i + 1 < f->lines; i++)
        if (strcmp(f->line[i].name, l->name) == 0)
            seam_error(f->path, number, "%s has a line already: %d", l->name, f->line[i].number);
}

/* What one of the fields of a line says, all of them have; but for place and member. */
static void share_parts(struct seam_line *first, const struct seam_line *behind)
{
    for (const struct seam_line *from = first; from < behind; from++) {
        for (struct seam_line *to = first; to < behind; to++) {
            if (to->ofs == 0) {
                memcpy(to->of, from->of, sizeof to->of);
                to->ofs = from->ofs;
            }
            if (to->written == NULL) to->written = from->written;
            if (to->when == NULL) to->when = from->when;
            if (to->bits == NULL) to->bits = from->bits;
            to->words = to->words || from->words;
        }
    }
}

/* The next comma that is in no parentheses, or the end. */
static const char *comma_behind(const char *p, const char *end)
{
    int depth = 0;
    for (; p < end && (*p != ',' || depth > 0); p++) depth += (*p == '(') - (*p == ')');
    return p;
}

/* Fields with commas between them, "a at x, b at y if condition: rule". */
static void take_fields(struct seam_fields *f, const char *line, int number)
{
    char *text, *head = head_of(line, &text);
    const char *cond = strstr(head, " if ");
    const char *end = cond != NULL ? cond : head + strlen(head);
    const size_t first = f->lines;
    for (const char *p = head; p < end;) {
        const char *comma = comma_behind(p, end);
        const char *rule = text == NULL ? "" : seam_text(": %s", text);
        take_field(f, seam_text("%.*s%s%s", (int)(comma - p), p, end, rule), number);
        p = comma + strspn(comma, ", ");
    }
    share_parts(&f->line[first], &f->line[f->lines]);
}

static bool begins(const char *line, const char *word, const char **rest)
{
    const size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || line[length] != ' ') return false;
    *rest = line + length + 1;
    return true;
}

/* Is it a line of the whole block, "word text"? There is one of each. */
static bool take_whole(struct seam_fields *f, const char *line, int number, const char *word,
                       char **to)
{
    const char *rest;
    if (!begins(line, word, &rest)) return false;
    if (*to != NULL) seam_error(f->path, number, "two lines '%s'", word);
    *to = seam_part(rest, strlen(rest));
    return true;
}

static void read_lines(struct seam_fields *f, const char *path, int of);

static void take_line(struct seam_fields *f, const char *line, int number)
{
    const char *rest;
    char *text;
    if (take_whole(f, line, number, "index", &f->index) ||
        take_whole(f, line, number, "waves", &f->waves) ||
        take_whole(f, line, number, "sees", &f->sees) ||
        take_whole(f, line, number, "now", &f->now) ||
        take_whole(f, line, number, "jumps", &f->jumps) ||
        take_whole(f, line, number, "zeros", &f->zeros) ||
        take_whole(f, line, number, "like", &f->like))
        return;
    if (begins(line, "begins", &rest) && f->begins < SEAM_BEGINS) {
        struct seam_line *l = &f->begin[f->begins++];
        take_parts(f, l, rest, number);
        if (l->ofs == 0 || l->at == NULL || l->as == NULL)
            seam_error(f->path, number, "begins %s: it has 'of', 'at' and 'as'", l->name);
        for (size_t i = 0; i + 1 < f->begins; i++)
            if (strcmp(f->begin[i].name, l->name) == 0)
                seam_error(f->path, number, "two lines 'begins %s'", l->name);
    } else if (begins(line, "bin", &rest) && f->bins < SEAM_MAX) {
        char *name = head_of(rest, &text);
        if (text == NULL) seam_error(f->path, number, "what does the bin %s mean?", name);
        f->bin[f->bins++] = (struct seam_bin){name, text};
    } else if (begins(line, "drive", &rest) && f->drives < SEAM_MAX) {
        char *name = head_of(rest, &text);
        if (text == NULL) seam_error(f->path, number, "what is %s driven with?", name);
        f->drive[f->drives++] = (struct seam_bin){name, text};
    } else if (begins(line, "without", &rest) && f->omissions < SEAM_MAX) {
        char *name = head_of(rest, &text);
        if (text == NULL) seam_error(f->path, number, "why has %s no partner?", name);
        for (char *p = strtok(name, ", "); p != NULL && f->omissions < SEAM_MAX;
             p = strtok(NULL, ", "))
            f->omitted[f->omissions++] = (struct seam_line){.number = number, .name = p};
    } else if (begins(line, "part", &rest)) {
        const int folder = (int)(strrchr(f->path, '/') - f->path);
        read_lines(f, seam_text("%.*s/%s.part", folder, f->path, rest), number);
    } else take_fields(f, line, number);
}

/* of: the line that names the file, in the description; 0: it is the description. */
static void read_lines(struct seam_fields *f, const char *path, int of)
{
    char *text = seam_read_all(path);
    char *whole = NULL;
    int number = 0, begun = 0;
    for (char *p = text; *p != '\0';) {
        const size_t length = strcspn(p, "\n");
        char *line = seam_part(p, length);
        number++;
        const bool more = isspace((unsigned char)*p) && *line != '\0';
        if (more && whole != NULL) {
            whole = seam_text("%s %s", whole, line);
        } else {
            if (whole != NULL) take_line(f, whole, of != 0 ? of : begun);
            whole = *line == '\0' || *line == '#' ? NULL : line;
            begun = number;
        }
        p += length + (p[length] == '\n');
    }
    if (whole != NULL) take_line(f, whole, of != 0 ? of : begun);
}

void seam_read_fields(struct seam_fields *f, const char *path)
{
    *f = (struct seam_fields){.path = path};
    read_lines(f, path, 0);
}
