/* SPDX-License-Identifier: Apache-2.0 */
/* area_report FILE.kv ...            - tables of what area.sh found; also build/area/area.json
 * area_report --growth DIR FILE.kv ... - growth with entries and lanes; also DIR/growth-*.dat
 *
 * Run from the top of the repository: it reads synth/table5.txt, synth/table5_registers.txt and,
 * where they exist, build/area/stalls-BLOCK-ENTRIES.kv (from simulation).
 *
 * Exit status: 1 if a file cannot be read, or if the difference from Table V is not explained.
 */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE5 "synth/table5.txt"
#define REGISTERS "synth/table5_registers.txt"
#define JSON "build/area/area.json"

enum { MAX_FIELDS = 8 };

struct pair {
    char *key, *value;
};

struct result {
    struct pair *pair;
    size_t pairs;
};

static struct result *results;
static size_t result_count;

/* ---- files of lines ---- */

static void *must(void *p)
{
    if (!p) {
        fprintf(stderr, "area_report: out of memory\n");
        exit(1);
    }
    return p;
}

static char *copy(const char *s) { return strcpy(must(malloc(strlen(s) + 1)), s); }

static bool read_kv(const char *path, struct result *r)
{
    char line[1024];
    FILE *f = fopen(path, "r");
    r->pair = NULL;
    r->pairs = 0;
    if (!f) return false;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\r\n")] = 0;
        /* a name of a register may hold no '=', so the first one separates */
        char *equals = strchr(line, '=');
        if (!equals) continue;
        *equals = 0;
        r->pair = must(realloc(r->pair, (r->pairs + 1) * sizeof *r->pair));
        r->pair[r->pairs++] = (struct pair){copy(line), copy(equals + 1)};
    }
    fclose(f);
    return true;
}

static void free_result(struct result *r)
{
    for (size_t i = 0; i < r->pairs; i++) {
        free(r->pair[i].key);
        free(r->pair[i].value);
    }
    free(r->pair);
}

/* The value of a key, "-" if there is none. */
static const char *get(const struct result *r, const char *key)
{
    for (size_t i = 0; i < r->pairs; i++) {
        if (!strcmp(r->pair[i].key, key)) return r->pair[i].value;
    }
    return "-";
}

/* The same as a number, NAN if there is none. */
static double number(const struct result *r, const char *key)
{
    const char *s = get(r, key);
    char *end;
    double d = strtod(s, &end);
    return end == s ? NAN : d;
}

static bool is(const struct result *r, const char *key, const char *value)
{
    return !strcmp(get(r, key), value);
}

/* The result for the paper's parameters with this one changed (or at its default). */
static const struct result *find(const char *block, const char *param, int value)
{
    char only[64], key[64];
    snprintf(only, sizeof only, "%s=%d", param, value);
    snprintf(key, sizeof key, "param.%s", param);
    for (size_t i = 0; i < result_count; i++) {
        const struct result *r = &results[i];
        if (is(r, "block", block) && is(r, "base", "paper") && number(r, key) == value &&
            (is(r, "extra", only) || is(r, "extra", "")))
            return r;
    }
    return NULL;
}

/* Next line of fields between '|', blanks around them taken off; comments and empty lines are
 * passed over. False at the end. */
static bool read_fields(FILE *f, char *line, size_t size, char *field[MAX_FIELDS], int want)
{
    while (fgets(line, (int)size, f)) {
        int n = 0;
        if (line[0] == '#' || line[strspn(line, " \t\n")] == 0) continue;
        for (char *p = strtok(line, "|\n"); p && n < MAX_FIELDS; p = strtok(NULL, "|\n")) {
            p += strspn(p, " \t");
            for (size_t len = strlen(p); len && isspace((unsigned char)p[len - 1]);) p[--len] = 0;
            field[n++] = p;
        }
        if (n >= want) return true;
    }
    return false;
}

static FILE *open_or_die(const char *path, const char *mode)
{
    FILE *f = fopen(path, mode);
    if (!f) {
        fprintf(stderr, "area_report: %s: cannot be opened\n", path);
        exit(1);
    }
    return f;
}

/* ---- tables ---- */

/* A cell of a table: the number with so many decimals, or "-". */
static void put(double value, int width, int decimals)
{
    if (isnan(value)) printf(" %*s", width, "-");
    else printf(" %*.*f", width, decimals, value);
}

/* "2R 2W", or the range over all memories: "2-3R 2W". */
static void put_ports(const struct result *r, int width)
{
    int low[2] = {0, 0}, high[2] = {0, 0}, n = 0;
    char text[64] = "-";
    for (size_t i = 0; i < r->pairs; i++) {
        int words, bits, port[2];
        if (strncmp(r->pair[i].key, "a.mem.", 6) ||
            sscanf(r->pair[i].value, "%d %d %d %d", &words, &bits, &port[0], &port[1]) != 4)
            continue;
        for (int k = 0; k < 2; k++) {
            low[k] = !n || port[k] < low[k] ? port[k] : low[k];
            high[k] = !n || port[k] > high[k] ? port[k] : high[k];
        }
        n++;
    }
    if (n) {
        int at = 0;
        for (int k = 0; k < 2; k++) {
            const char *gap = k ? " " : "";
            const char letter = k ? 'W' : 'R';
            if (low[k] == high[k])
                at += snprintf(text + at, sizeof text - (size_t)at, "%s%d%c", gap, low[k], letter);
            else
                at += snprintf(text + at, sizeof text - (size_t)at, "%s%d-%d%c", gap, low[k],
                               high[k], letter);
        }
    }
    printf(" %*s", width, text);
}

/* Printed when a block is met for the first time: its configurations, in the order given. */
static void block_table(const char *block)
{
    printf("%s\n", block);
    printf("  %-10s %8s %8s %8s %8s %7s %7s %10s %7s %10s\n", "", "logic", "ff", "memory", "memory",
           "depth", "depth", "all in ff", "depth", "iCE40");
    printf("  %-10s %8s %8s %8s %8s %7s %7s %10s %7s %10s\n", "config", "NAND2", "bits", "bits",
           "ports", "gates", "FO4", "NAND2", "FO4", "LUT4");
    for (size_t i = 0; i < result_count; i++) {
        const struct result *r = &results[i];
        if (!is(r, "block", block) || !is(r, "extra", "")) continue;
        printf("  %-10s", get(r, "config"));
        put(number(r, "a.logic_nand2"), 8, 0);
        put(number(r, "a.ff_bits"), 8, 0);
        put(number(r, "a.mem_bits"), 8, 0);
        put_ports(r, 8);
        put(number(r, "a.depth_gates"), 7, 0);
        put(number(r, "a.depth_fo4"), 7, 1);
        put(number(r, "b.total_nand2"), 10, 0);
        put(number(r, "b.depth_fo4"), 7, 1);
        put(number(r, "c.lut4"), 10, 0);
        printf("\n");
    }
    printf("\n");
}

static bool listed_before(size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (is(&results[k], "block", get(&results[i], "block")) && is(&results[k], "extra", ""))
            return true;
    }
    return false;
}

static void block_tables(void)
{
    bool head = false;
    for (size_t i = 0; i < result_count; i++) {
        const struct result *r = &results[i];
        if (!is(r, "extra", "") || listed_before(i)) continue;
        if (!head) {
            printf("Area and depth. Cell library %s: %s = %s; FO4 = %s of its time units.\n"
                   "logic, ff, depth: memories left as memories, a path ends and starts at their "
                   "pins.\n"
                   "all in ff: memories built from flip-flops as well. No wires, no flip-flop "
                   "delays.\n\n",
                   get(r, "library"), get(r, "nand2"), get(r, "nand2_area"), get(r, "fo4"));
            head = true;
        }
        block_table(get(r, "block"));
    }
    for (size_t i = 1; i < result_count; i++) {
        if (!is(&results[i], "library", get(&results[0], "library")))
            printf("Beware: %s %s was mapped onto %s.\n", get(&results[i], "block"),
                   get(&results[i], "config"), get(&results[i], "library"));
    }
}

/* ---- Table V ---- */

/* gen_way[3].pc_q -> gen_way[*].pc_q */
static void any_index(const char *name, char *out, size_t size)
{
    size_t n = 0;
    while (*name && n + 4 < size) {
        out[n++] = *name;
        if (*name++ == '[' && isdigit((unsigned char)*name)) {
            out[n++] = '*';
            while (isdigit((unsigned char)*name)) name++;
        }
    }
    out[n] = 0;
}

/* Bits of the register or the memories of this name; how many of them in memories. */
static long bits_of(const struct result *r, const char *want, long *in_memory)
{
    long bits = 0;
    char name[256];
    *in_memory = 0;
    for (size_t i = 0; i < r->pairs; i++) {
        const char *key = r->pair[i].key;
        long words, width;
        if (strncmp(key, "a.mem.", 6) && strncmp(key, "a.reg.", 6)) continue;
        any_index(key + 6, name, sizeof name);
        if (strcmp(name, want)) continue;
        if (key[2] == 'r') {
            bits += strtol(r->pair[i].value, NULL, 10);
        } else if (sscanf(r->pair[i].value, "%ld %ld", &words, &width) == 2) {
            bits += words * width;
            *in_memory += words * width;
        }
    }
    return bits;
}

/* The difference between Table V and what yosys found, line by line. False: no sum. */
static bool explain(const struct result *r, const char *structure, long paper_bits)
{
    char line[512], *field[MAX_FIELDS];
    long mem = lround(number(r, "a.mem_bits")), ff = lround(number(r, "a.ff_bits"));
    long table = 0, ours = 0;
    FILE *f = open_or_die(REGISTERS, "r");

    printf("  %s: %ld bits here (%ld memory, %ld flip-flops), %ld in Table V: %+ld\n", structure,
           mem + ff, mem, ff, paper_bits, mem + ff - paper_bits);
    for (int pass = 0; pass < 2; pass++) {
        rewind(f);
        while (read_fields(f, line, sizeof line, field, 4)) {
            bool in_table = !strcmp(field[2], "table");
            long in_memory, bits = bits_of(r, field[1], &in_memory);
            if (strcmp(field[0], get(r, "block")) || in_table != (pass == 0) || !bits) continue;
            printf("    %s%6ld  %-18s %-11s %s\n", in_table ? " " : "+", bits, field[1],
                   in_memory ? "memory" : "flip-flops", field[3]);
            *(in_table ? &table : &ours) += bits;
        }
        if (!pass)
            printf("    =%6ld  %s\n", table, table == paper_bits ? "as Table V" : "NOT as Table V");
        else printf("    =%6ld  beside Table V\n", ours);
    }
    fclose(f);
    if (table == paper_bits && table + ours == mem + ff) return true;
    printf("  NOT EXPLAINED: %ld bits found, %ld named in %s; %ld of them for Table V's %ld.\n",
           mem + ff, table + ours, REGISTERS, table, paper_bits);
    return false;
}

/* Table V beside ours. False if a difference is not explained. */
static bool table5(void)
{
    char line[512], *field[MAX_FIELDS];
    bool good = true;
    FILE *f = open_or_die(TABLE5, "r");
    printf("Table V beside ours (paper configuration; mm2: the paper's, CACTI 4.2, 90 nm)\n");
    printf("  %-22s %8s %8s %6s %8s %8s %8s %8s\n", "structure", "entries", "bits", "ports", "mm2",
           "memory", "ff bits", "differ");
    while (read_fields(f, line, sizeof line, field, 7)) {
        char ports[32];
        snprintf(ports, sizeof ports, "%sR %sW", field[4], field[5]);
        const struct result *r = find(field[0], "Entries", atoi(field[2]));
        printf("  %-22s %8s %8s %6s %8s", field[1], field[2], field[3],
               field[4][0] == '-' ? "-" : ports, field[6]);
        double mem = r ? number(r, "a.mem_bits") : NAN, ff = r ? number(r, "a.ff_bits") : NAN;
        put(mem, 8, 0);
        put(ff, 8, 0);
        put(mem + ff - atof(field[3]), 8, 0);
        printf("\n");
    }
    printf("\n");
    rewind(f);
    while (read_fields(f, line, sizeof line, field, 7)) {
        char structure[64];
        long bits = atol(field[3]);
        const struct result *r = find(field[0], "Entries", atoi(field[2]));
        snprintf(structure, sizeof structure, "%s", field[1]);
        if (r && !isnan(number(r, "a.mem_bits"))) good &= explain(r, structure, bits);
    }
    fclose(f);
    printf("\n");
    return good;
}

/* ---- heap against tree ---- */

/* Stalls found by simulation, or "-". */
static void put_stalls(const char *block, int entries)
{
    char path[128];
    struct result s;
    snprintf(path, sizeof path, "build/area/stalls-%s-%d.kv", block, entries);
    if (!read_kv(path, &s)) {
        put(NAN, 11, 0);
        put(NAN, 11, 0);
        return;
    }
    put(100 * number(&s, "stall_cycles") / number(&s, "cycles"), 11, 1);
    put(number(&s, "pop_wait_cycles") / number(&s, "pops"), 11, 2);
    free_result(&s);
}

static void heap_against_tree(void)
{
    static const char *const block[2] = {"max_heap", "max_tree"};
    bool head = false;
    for (int entries = 16; entries <= 128; entries *= 2) {
        for (int b = 0; b < 2; b++) {
            const struct result *r = find(block[b], "Entries", entries);
            if (!r) continue;
            if (!head) {
                printf("Max-heap against max-tree (paper configuration but for the entries)\n");
                printf("  %7s  %-8s %8s %8s %8s %7s %7s %10s %7s %11s %11s\n", "", "", "logic",
                       "ff", "memory", "depth", "depth", "all in ff", "depth", "stalled",
                       "wait of a");
                printf("  %7s  %-8s %8s %8s %8s %7s %7s %10s %7s %11s %11s\n", "entries", "block",
                       "NAND2", "bits", "bits", "gates", "FO4", "NAND2", "FO4", "% of cycles",
                       "pop, cycles");
                head = true;
            }
            printf("  %7d  %-8s", entries, block[b]);
            put(number(r, "a.logic_nand2"), 8, 0);
            put(number(r, "a.ff_bits"), 8, 0);
            put(number(r, "a.mem_bits"), 8, 0);
            put(number(r, "a.depth_gates"), 7, 0);
            put(number(r, "a.depth_fo4"), 7, 1);
            put(number(r, "b.total_nand2"), 10, 0);
            put(number(r, "b.depth_fo4"), 7, 1);
            put_stalls(block[b], entries);
            printf("\n");
        }
    }
    if (head) printf("\n");
}

/* ---- JSON ---- */

static void json_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') fputc('\\', f);
        fputc(*s, f);
    }
    fputc('"', f);
}

static bool is_number(const char *s)
{
    char *end;
    strtod(s, &end);
    return isdigit((unsigned char)*s) && !*end;
}

/* One object a result, its keys as they are; a memory is [words, width, reads, writes]. */
static void write_json(void)
{
    FILE *f = open_or_die(JSON ".new", "w");
    fprintf(f, "[\n");
    for (size_t i = 0; i < result_count; i++) {
        const struct result *r = &results[i];
        fprintf(f, "  {\n");
        for (size_t k = 0; k < r->pairs; k++) {
            int m[4];
            const char *value = r->pair[k].value;
            fprintf(f, "    ");
            json_string(f, r->pair[k].key);
            fprintf(f, ": ");
            if (!strncmp(r->pair[k].key, "a.mem.", 6) &&
                sscanf(value, "%d %d %d %d", &m[0], &m[1], &m[2], &m[3]) == 4)
                fprintf(f, "[%d, %d, %d, %d]", m[0], m[1], m[2], m[3]);
            else if (is_number(value)) fprintf(f, "%s", value);
            else json_string(f, value);
            fprintf(f, "%s\n", k + 1 < r->pairs ? "," : "");
        }
        fprintf(f, "  }%s\n", i + 1 < result_count ? "," : "");
    }
    fprintf(f, "]\n");
    if (fclose(f) || rename(JSON ".new", JSON)) {
        fprintf(stderr, "area_report: %s: cannot be written\n", JSON);
        exit(1);
    }
}

/* ---- growth ---- */

static const char *const measure[] = {"a.logic_nand2", "a.total_nand2", "b.total_nand2",
                                      "a.depth_fo4", "b.depth_fo4"};
enum { MEASURES = sizeof measure / sizeof *measure };

/* Slope of log y over log x, least squares. */
static double exponent(const double *x, const double *y, int n)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    int used = 0;
    for (int i = 0; i < n; i++) {
        if (!(y[i] > 0)) continue;
        double a = log(x[i]), b = log(y[i]);
        sx += a;
        sy += b;
        sxx += a * a;
        sxy += a * b;
        used++;
    }
    return used < 2 ? NAN : (used * sxy - sx * sy) / (used * sxx - sx * sx);
}

/* One table and one data file: a block, with one parameter doubled again and again. */
static void growth(const char *dir, const char *block, const char *param)
{
    enum { POINTS = 12 };
    double x[POINTS], y[MEASURES][POINTS];
    int n = 0;
    char path[512];
    for (int v = 1; n < POINTS && v <= 1024; v *= 2) {
        const struct result *r = find(block, param, v);
        if (!r) continue;
        x[n] = v;
        for (int m = 0; m < MEASURES; m++) y[m][n] = number(r, measure[m]);
        n++;
    }
    if (!n) return;
    snprintf(path, sizeof path, "%s/growth-%s-%s.dat", dir, block, param);
    FILE *f = open_or_die(path, "w");
    fprintf(f, "# %s", param);
    for (int m = 0; m < MEASURES; m++) fprintf(f, " %s", measure[m]);
    fprintf(f, "\n");
    printf("%s, %s\n", block, param);
    printf("  %8s %12s %12s %12s %8s %8s\n", "", "logic", "logic + ff", "all in ff", "depth",
           "depth, all");
    printf("  %8s %12s %12s %12s %8s %8s\n", param, "NAND2", "NAND2", "NAND2", "FO4", "in ff FO4");
    for (int i = 0; i < n; i++) {
        printf("  %8.0f", x[i]);
        fprintf(f, "%.0f", x[i]);
        for (int m = 0; m < MEASURES; m++) {
            put(y[m][i], m < 3 ? 12 : 8, m < 3 ? 0 : 1);
            fprintf(f, isnan(y[m][i]) ? " NaN" : " %.1f", y[m][i]);
        }
        printf("\n");
        fprintf(f, "\n");
    }
    printf("  %8s", "exponent");
    for (int m = 0; m < MEASURES; m++) put(exponent(x, y[m], n), m < 3 ? 12 : 8, 2);
    printf("\n\n");
    if (fclose(f)) {
        fprintf(stderr, "area_report: %s: cannot be written\n", path);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    bool good = true, grow = argc > 2 && !strcmp(argv[1], "--growth");
    int first = grow ? 3 : 1;
    if (argc <= first) {
        fprintf(stderr,
                "usage: area_report FILE.kv ...\n       area_report --growth DIR FILE.kv ...\n");
        return 1;
    }
    for (int i = first; i < argc; i++) {
        struct result r;
        if (!read_kv(argv[i], &r)) {
            fprintf(stderr, "area_report: %s: cannot be opened\n", argv[i]);
            return 1;
        }
        if (is(&r, "block", "-")) { /* stalls-*.kv, if the shell gave us all there is */
            free_result(&r);
            continue;
        }
        results = must(realloc(results, (result_count + 1) * sizeof *results));
        results[result_count++] = r;
    }
    if (grow) {
        printf(
            "Growth: the paper's configuration with one parameter changed. The exponent is the "
            "slope of\n"
            "a least-squares line through the logarithms: 1 is proportional, 0 does not grow.\n\n");
        growth(argv[2], "pc_warp_lut", "Entries");
        growth(argv[2], "pc_warp_lut", "Lanes");
        growth(argv[2], "max_heap", "Entries");
        growth(argv[2], "max_tree", "Entries");
    } else {
        block_tables();
        good = table5();
        heap_against_tree();
        write_json();
    }
    for (size_t i = 0; i < result_count; i++) free_result(&results[i]);
    free(results);
    return good ? 0 : 1;
}
