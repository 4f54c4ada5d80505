/* SPDX-License-Identifier: Apache-2.0 */
/* Results of runs (key=value files) as one table, as JSON and as JUnit XML. Fails if a run did. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RUNS = 4096, MAX_LINE = 2048 };

static const char *const keys[] = {
    "block",   "config",       "profile",     "seed",      "cycles",  "compared", "mismatches",
    "seconds", "cycles_per_s", "first_cycle", "signature", "message", "command",
};
enum {
    BLOCK,
    CONFIG,
    PROFILE,
    SEED,
    CYCLES,
    COMPARED,
    MISMATCHES,
    SECONDS,
    RATE,
    FIRST,
    SIGNATURE,
    MESSAGE,
    COMMAND,
    KEYS
};

struct run {
    char *value[KEYS];
};

static struct run runs[MAX_RUNS];
static size_t count;

/* A run in which nothing was compared had no checker: it says nothing about the block. */
static bool failed(const struct run *r)
{
    return strcmp(r->value[MISMATCHES], "0") != 0 || strcmp(r->value[COMPARED], "0") == 0;
}

static void stop(const char *what, const char *path)
{
    fprintf(stderr, "ERROR cannot %s %s: %s\n", what, path, strerror(errno));
    exit(2);
}

static void read_run(const char *path)
{
    char line[MAX_LINE];
    FILE *f = fopen(path, "r");
    if (f == NULL) stop("read", path);
    if (count == MAX_RUNS) {
        fprintf(stderr, "ERROR more than %d runs\n", MAX_RUNS);
        exit(2);
    }
    struct run *r = &runs[count++];
    while (fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *value = strchr(line, '=');
        if (value == NULL) continue;
        *value++ = '\0';
        for (size_t k = 0; k < KEYS; k++) {
            if (strcmp(line, keys[k]) == 0 && r->value[k] == NULL) r->value[k] = strdup(value);
        }
    }
    fclose(f);
    for (size_t k = 0; k <= RATE; k++) {
        if (r->value[k] != NULL) continue;
        fprintf(stderr, "ERROR %s is not a result: no %s\n", path, keys[k]);
        exit(2);
    }
    for (size_t k = SIGNATURE; k <= MESSAGE; k++)
        if (failed(r) && r->value[k] == NULL) r->value[k] = strdup("nothing was compared");
}

/* How wide the column of a name is. */
static int widest(size_t key, const char *title)
{
    size_t width = strlen(title);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(runs[i].value[key]);
        if (width < length) width = length;
    }
    return (int)width;
}

static void print_table(void)
{
    int block = widest(BLOCK, "block");
    int config = widest(CONFIG, "config");
    int profile = widest(PROFILE, "profile");
    printf("\n%-4s  %-*s %-*s %-*s %8s %10s %13s %10s %10s\n", "", block, "block", config, "config",
           profile, "profile", "seed", "cycles", "compared", "mismatches", "k cycles/s");
    for (size_t i = 0; i < count; i++) {
        char *const *v = runs[i].value;
        printf("%-4s  %-*s %-*s %-*s %8s %10s %13s %10s %10.0f\n",
               failed(&runs[i]) ? "FAIL" : "PASS", block, v[BLOCK], config, v[CONFIG], profile,
               v[PROFILE], v[SEED], v[CYCLES], v[COMPARED], v[MISMATCHES],
               strtod(v[RATE], NULL) / 1e3);
    }
}

/* The same bug gives the same signature: one line each, with its first run. */
static size_t print_signatures(void)
{
    size_t failures = 0;
    for (size_t i = 0; i < count; i++) {
        if (!failed(&runs[i])) continue;
        failures++;
        size_t same = 0;
        bool first = true;
        for (size_t j = 0; j < count; j++) {
            if (!failed(&runs[j]) || strcmp(runs[i].value[SIGNATURE], runs[j].value[SIGNATURE])) {
                continue;
            }
            same++;
            first = first && j >= i;
        }
        if (first) {
            printf("%zu run%s with signature %s, the first: %s\n", same, same == 1 ? "" : "s",
                   runs[i].value[SIGNATURE], runs[i].value[MESSAGE]);
        }
    }
    return failures;
}

static void print_json_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s != '\0'; s++) {
        if (*s == '"' || *s == '\\') fputc('\\', f);
        if ((unsigned char)*s >= ' ') fputc(*s, f);
    }
    fputc('"', f);
}

static void write_json(const char *path)
{
    FILE *f = fopen(path, "w");
    if (f == NULL) stop("write", path);
    fprintf(f, "[");
    for (size_t i = 0; i < count; i++) {
        fprintf(f, "%s\n  {", i == 0 ? "" : ",");
        const char *separator = "";
        for (size_t k = 0; k < KEYS; k++) {
            const char *v = runs[i].value[k];
            if (v == NULL) continue;
            fprintf(f, "%s\"%s\": ", separator, keys[k]);
            if (k >= SEED && k <= FIRST) fputs(v, f);
            else print_json_string(f, v);
            separator = ", ";
        }
        fputc('}', f);
    }
    fprintf(f, "\n]\n");
    if (fclose(f) != 0) stop("write", path);
}

static void print_xml(FILE *f, const char *s)
{
    for (; *s != '\0'; s++) {
        switch (*s) {
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '&': fputs("&amp;", f); break;
        case '"': fputs("&quot;", f); break;
        default: fputc(*s, f);
        }
    }
}

static void write_junit(const char *path, size_t failures)
{
    FILE *f = fopen(path, "w");
    if (f == NULL) stop("write", path);
    fprintf(f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"lockstep\" tests=\"%zu\" failures=\"%zu\">\n",
            count, failures);
    for (size_t i = 0; i < count; i++) {
        char *const *v = runs[i].value;
        fprintf(f, "  <testcase classname=\"%s.%s\" name=\"%s seed %s\" time=\"%s\"", v[BLOCK],
                v[CONFIG], v[PROFILE], v[SEED], v[SECONDS]);
        if (!failed(&runs[i])) {
            fprintf(f, "/>\n");
            continue;
        }
        fprintf(f, ">\n    <failure type=\"");
        print_xml(f, v[SIGNATURE] == NULL ? "?" : v[SIGNATURE]);
        fprintf(f, "\" message=\"");
        print_xml(f, v[MESSAGE] == NULL ? "?" : v[MESSAGE]);
        fprintf(f, "\">");
        print_xml(f, v[COMMAND] == NULL ? "" : v[COMMAND]);
        fprintf(f, "</failure>\n  </testcase>\n");
    }
    fprintf(f, "</testsuite>\n");
    if (fclose(f) != 0) stop("write", path);
}

int main(int argc, char **argv)
{
    const char *json = NULL;
    const char *junit = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0 && i + 1 < argc) json = argv[++i];
        else if (strcmp(argv[i], "--junit") == 0 && i + 1 < argc) junit = argv[++i];
        else read_run(argv[i]);
    }
    print_table();
    const size_t failures = print_signatures();
    printf("%s %zu of %zu runs without a mismatch\n", failures == 0 ? "PASS" : "FAIL",
           count - failures, count);
    if (json != NULL) write_json(json);
    if (junit != NULL) write_junit(junit, failures);
    return failures == 0 && count > 0 ? 0 : 1;
}
