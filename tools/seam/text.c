/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "seam/seam.h"

static bool failed;

static void *must(void *p)
{
    if (p == NULL) {
        fprintf(stderr, "ERROR out of memory\n");
        exit(2);
    }
    return p;
}

/* Blanks in the place of comments: lines stay where they are. */
static void drop_comments(char *text)
{
    for (char *p = text; *p != '\0'; p++) {
        if (p[0] == '"') {
            for (p++; *p != '"' && *p != '\0'; p++)
                if (p[0] == '\\' && p[1] != '\0') p++;
            if (*p == '\0') return;
        } else if (p[0] == '/' && p[1] == '/') {
            for (; *p != '\n' && *p != '\0'; p++) *p = ' ';
            if (*p == '\0') return;
        } else if (p[0] == '/' && p[1] == '*') {
            for (; *p != '\0' && !(p[0] == '*' && p[1] == '/'); p++)
                if (*p != '\n') *p = ' ';
            if (*p == '\0') return;
            p[0] = p[1] = ' ';
        }
    }
}

char *seam_read(const char *path)
{
    char *text = seam_read_all(path);
    drop_comments(text);
    return text;
}

char *seam_read_all(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        fprintf(stderr, "ERROR cannot read %s: %s\n", path, strerror(errno));
        exit(2);
    }
    size_t room = 1 << 16, used = 0, got;
    char *text = must(malloc(room));
    while ((got = fread(text + used, 1, room - used - 1, f)) > 0) {
        used += got;
        if (room - used < 2) text = must(realloc(text, room *= 2));
    }
    fclose(f);
    text[used] = '\0';
    return text;
}

char *seam_text(const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const size_t length = (size_t)vsnprintf(NULL, 0, format, list) + 1;
    char *s = must(malloc(length));
    vsnprintf(s, length, format, again);
    va_end(list);
    va_end(again);
    return s;
}

char *seam_part(const char *from, size_t length)
{
    while (length > 0 && isspace((unsigned char)*from)) {
        from++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)from[length - 1])) length--;
    return seam_text("%.*s", (int)length, from);
}

bool seam_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

const char *seam_closed(const char *p)
{
    int depth = 0;
    for (; *p != '\0'; p++) {
        if (strchr("([{", *p) != NULL) depth++;
        if (strchr(")]}", *p) != NULL && --depth == 0) return p + 1;
    }
    return p;
}

char *seam_replace(const char *text, const char *name, const char *by)
{
    char *result = seam_text("%s", "");
    const size_t length = strlen(name);
    for (const char *p = text; *p != '\0';) {
        char *longer;
        if (strncmp(p, name, length) == 0 && !seam_letter(p[length]) &&
            (p == text || !seam_letter(p[-1]))) {
            longer = seam_text("%s%s", result, by);
            p += length;
        } else {
            longer = seam_text("%s%c", result, *p);
            p++;
        }
        free(result);
        result = longer;
    }
    return result;
}

char *seam_snake(const char *camel)
{
    char *s = must(calloc(2, strlen(camel) + 1));
    char *to = s;
    for (const char *p = camel; *p != '\0'; p++) {
        if (isupper((unsigned char)*p) && p > camel) *to++ = '_';
        *to++ = (char)tolower((unsigned char)*p);
    }
    return s;
}

size_t seam_factors(const char *product, char **factor, size_t most)
{
    size_t n = 0;
    const char *from = product;
    const char *p = product;
    int depth = 0;
    for (; *p != '\0'; p++) {
        if (strchr("([{", *p) != NULL) depth++;
        if (strchr(")]}", *p) != NULL) depth--;
        if (*p != '*' || depth != 0 || n + 1 >= most) continue;
        factor[n++] = seam_part(from, (size_t)(p - from));
        from = p + 1;
    }
    factor[n++] = seam_part(from, (size_t)(p - from));
    return n;
}

void seam_error(const char *path, int line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (line == 0) fprintf(stderr, "ERROR %s: ", path);
    else fprintf(stderr, "ERROR %s:%d: ", path, line);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    failed = true;
}

bool seam_failed(void) { return failed; }
