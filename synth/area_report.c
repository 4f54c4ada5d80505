/* SPDX-License-Identifier: Apache-2.0 */
/* area_report FILE.kv ... [--beside FILE.kv ...]
 *     tables of what area.sh found; those behind --beside are only compared with the others. Also
 *     build/area/area.json, with all of them.
 * area_report --growth DIR FILE.kv ...
 *     how area, bits and depth grow, table by table of synth/growth.txt; also DIR/growth-*.dat
 *
 * Run from the top of the repository: it reads the tables synth/NAME.txt named below and, where
 * they exist, build/area/stalls-BLOCK-ENTRIES.kv (from simulation).
 *
 * Exit status: 1 if a file cannot be read, if the difference from Table V is not explained, or if
 * the blocks of a unit have not together the bits of the unit.
 */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE5 "synth/table5.txt"
#define REGISTERS "synth/table5_registers.txt"
#define LONG "synth/long.txt"
#define POLICIES "synth/policies.txt"
#define GROWTH "synth/growth.txt"
#define JSON "build/area/area.json"

enum { MAX_FIELDS = 8 };

struct pair {
    char *key, *value;
};

struct result {
    struct pair *pair;
    size_t pairs;
    bool listed; /* in its block's table */
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

/* The paper's configuration of a block with these parameters changed, "A=1 B=2". */
static const struct result *find(const char *block, const char *extra)
{
    for (size_t i = 0; i < result_count; i++) {
        const struct result *r = &results[i];
        if (is(r, "block", block) && is(r, "base", "paper") && is(r, "extra", extra)) return r;
    }
    return NULL;
}

/* The same for a field of a table, where "-" means none changed. */
static const struct result *find_field(const char *block, const char *extra)
{
    return find(block, strcmp(extra, "-") ? extra : "");
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

/* Why a column has no number for a block. */
static void left_out(const struct result *r)
{
    char line[512], *field[MAX_FIELDS];
    FILE *f = open_or_die(LONG, "r");
    while (read_fields(f, line, sizeof line, field, 3)) {
        const char *key = field[1][0] == 'b' ? "b.total_nand2" : "c.lut4";
        if (strcmp(field[0], get(r, "block")) || !isnan(number(r, key))) continue;
        printf("  %s, %s: %s\n", field[0], field[1][0] == 'b' ? "all in ff" : "iCE40", field[2]);
    }
    fclose(f);
}

/* What it holds without being counted. */
static void black_boxes(const struct result *r)
{
    for (size_t i = 0; i < r->pairs; i++) {
        if (strncmp(r->pair[i].key, "blackbox.", 9)) continue;
        printf("  %s, %s: %s x %s: black box, not counted\n", get(r, "block"), get(r, "config"),
               r->pair[i].value, r->pair[i].key + 9);
    }
}

static void put_head(const char *name)
{
    printf("  %-18s %8s %8s %8s %8s %7s %7s %9s %7s %7s\n", "", "logic", "ff", "memory", "memory",
           "depth", "depth", "all in ff", "depth", "iCE40");
    printf("  %-18s %8s %8s %8s %8s %7s %7s %9s %7s %7s\n", name, "NAND2", "bits", "bits", "ports",
           "gates", "FO4", "NAND2", "FO4", "LUT4");
}

static void put_row(const struct result *r, const char *name)
{
    printf("  %-18s", name);
    put(number(r, "a.logic_nand2"), 8, 0);
    put(number(r, "a.ff_bits"), 8, 0);
    put(number(r, "a.mem_bits"), 8, 0);
    put_ports(r, 8);
    put(number(r, "a.depth_gates"), 7, 0);
    put(number(r, "a.depth_fo4"), 7, 1);
    put(number(r, "b.total_nand2"), 9, 0);
    put(number(r, "b.depth_fo4"), 7, 1);
    put(number(r, "c.lut4"), 7, 0);
    printf("\n");
}

/* Listed, and the first one of its block. */
static bool first_of_block(size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (is(&results[k], "block", get(&results[i], "block"))) return false;
    }
    return results[i].listed;
}

/* One table for all blocks, if all are in the same configuration. */
static bool one_table(void)
{
    const char *config = get(&results[0], "config");
    for (size_t i = 0; i < result_count; i++) {
        if (results[i].listed && !is(&results[i], "config", config)) return false;
    }
    printf("configuration %s\n", config);
    put_head("block");
    for (size_t i = 0; i < result_count; i++) {
        if (results[i].listed) put_row(&results[i], get(&results[i], "block"));
    }
    for (size_t i = 0; i < result_count; i++) {
        if (!results[i].listed) continue;
        left_out(&results[i]);
        black_boxes(&results[i]);
    }
    printf("\n");
    return true;
}

/* A table a block: its configurations, in the order given. */
static void block_table(const struct result *first)
{
    printf("%s\n", get(first, "block"));
    put_head("config");
    for (size_t i = 0; i < result_count; i++) {
        const struct result *r = &results[i];
        if (r->listed && is(r, "block", get(first, "block"))) put_row(r, get(r, "config"));
    }
    left_out(first);
    for (size_t i = 0; i < result_count; i++) {
        const struct result *r = &results[i];
        if (r->listed && is(r, "block", get(first, "block"))) black_boxes(r);
    }
    printf("\n");
}

static void block_tables(void)
{
    const struct result *r = &results[0];
    printf("Area and depth. Cell library %s: %s = %s; FO4 = %s of its time units.\n"
           "logic, ff, depth: memories left as memories, a path ends and starts at their pins.\n"
           "all in ff: memories built from flip-flops as well. No wires, no flip-flop delays.\n\n",
           get(r, "library"), get(r, "nand2"), get(r, "nand2_area"), get(r, "fo4"));
    if (!one_table()) {
        for (size_t i = 0; i < result_count; i++) {
            if (first_of_block(i)) block_table(&results[i]);
        }
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

/* Bits that the paper counts and we have not: "128x8" is 128 words of 8. */
static long bits_not_here(const char *size)
{
    long words, width;
    return sscanf(size, "%ldx%ld", &words, &width) == 2 ? words * width : 0;
}

/* The lines of one account of a block; their bits. */
static long put_account(FILE *f, const struct result *r, const char *account)
{
    char line[512], *field[MAX_FIELDS];
    const bool not_here = !strcmp(account, "paper");
    long sum = 0;
    rewind(f);
    while (read_fields(f, line, sizeof line, field, 4)) {
        long in_memory = 0, bits;
        if (strcmp(field[0], get(r, "block")) || strcmp(field[2], account)) continue;
        bits = not_here ? bits_not_here(field[1]) : bits_of(r, field[1], &in_memory);
        if (!bits) continue;
        printf("    %s%6ld  %-18s %-11s %s\n", strcmp(account, "ours") ? " " : "+", bits, field[1],
               not_here    ? "not here"
               : in_memory ? "memory"
                           : "flip-flops",
               field[3]);
        sum += bits;
    }
    return sum;
}

/* The difference between Table V and what yosys found, line by line. False: no sum. */
static bool explain(const struct result *r, const char *structure, long paper_bits)
{
    const long mem = lround(number(r, "a.mem_bits")), ff = lround(number(r, "a.ff_bits"));
    long table, not_here, ours;
    FILE *f = open_or_die(REGISTERS, "r");

    printf("  %s: %ld bits here (%ld memory, %ld flip-flops), %ld in Table V: %+ld\n", structure,
           mem + ff, mem, ff, paper_bits, mem + ff - paper_bits);
    table = put_account(f, r, "table");
    not_here = put_account(f, r, "paper");
    printf("    =%6ld  %s\n", table + not_here,
           table + not_here == paper_bits ? "as Table V" : "NOT as Table V");
    ours = put_account(f, r, "ours");
    printf("    =%6ld  beside Table V\n", ours);
    fclose(f);
    if (table + not_here == paper_bits && table + ours == mem + ff) return true;
    printf("  NOT EXPLAINED: %ld bits found, %ld named in %s; %ld of them and %ld not here for "
           "Table V's %ld.\n",
           mem + ff, table + ours, REGISTERS, table, not_here, paper_bits);
    return false;
}

/* What is added up in the last line of Table V: the paper's numbers, and ours. */
struct sum {
    double bits, mm2, mem, ff, logic;
};

static void put_ours(const struct result *r, double paper_bits, struct sum *sum)
{
    double mem = r ? number(r, "a.mem_bits") : NAN, ff = r ? number(r, "a.ff_bits") : NAN;
    double logic = r ? number(r, "a.logic_nand2") : NAN;
    put(mem, 8, 0);
    put(ff, 8, 0);
    put(mem + ff - paper_bits, 8, 0);
    if (r) put_ports(r, 8);
    else put(NAN, 8, 0);
    put(logic, 8, 0);
    put(r ? number(r, "a.depth_fo4") : NAN, 7, 1);
    printf("\n");
    sum->mem += mem;
    sum->ff += ff;
    sum->logic += logic;
}

/* The last line: what the paper prints must be the sum of the lines above. */
static bool put_total(char *field[MAX_FIELDS], const struct sum *sum)
{
    printf("  %-20s %7s %8s %7s %7s ", field[1], "", field[3], "", field[6]);
    put(sum->mem, 8, 0);
    put(sum->ff, 8, 0);
    put(sum->mem + sum->ff - sum->bits, 8, 0);
    printf(" %8s", "");
    put(sum->logic, 8, 0);
    printf("\n");
    if (atof(field[3]) == sum->bits && fabs(atof(field[6]) - sum->mm2) < 5e-5) return true;
    printf("  %s: the rows add up to %.0f bits and %.4f mm2\n", TABLE5, sum->bits, sum->mm2);
    return false;
}

static bool table5_rows(FILE *f)
{
    char line[512], *field[MAX_FIELDS];
    struct sum sum = {0, 0, 0, 0, 0};
    bool good = true;
    printf("Table V beside ours (paper configuration)\n"
           "mm2: the paper's, CACTI 4.2, 90 nm. logic: without the memories' cells and the "
           "flip-flops.\n");
    printf("  %-20s %7s %8s %7s %7s %9s %8s %8s %8s %8s %7s\n", "", "", "Table V", "", "", "ours",
           "", "", "memory", "logic", "depth");
    printf("  %-20s %7s %8s %7s %7s %9s %8s %8s %8s %8s %7s\n", "structure", "entries", "bits",
           "ports", "mm2", "memory", "ff bits", "differ", "ports", "NAND2", "FO4");
    while (read_fields(f, line, sizeof line, field, 7)) {
        char ports[32];
        if (!strcmp(field[0], "-")) {
            good &= put_total(field, &sum);
            continue;
        }
        snprintf(ports, sizeof ports, "%sR %sW", field[4], field[5]);
        printf("  %-20s %7s %8s %7s %7s ", field[1], field[2], field[3],
               field[4][0] == '-' ? "-" : ports, field[6]);
        put_ours(find(field[0], ""), atof(field[3]), &sum);
        sum.bits += atof(field[3]);
        sum.mm2 += atof(field[6]);
    }
    printf("\n");
    return good;
}

/* Table V beside ours. False if a difference is not explained. */
static bool table5(void)
{
    char line[512], *field[MAX_FIELDS];
    bool good = true, any = false;
    FILE *f = open_or_die(TABLE5, "r");
    while (read_fields(f, line, sizeof line, field, 7)) any |= find(field[0], "") != NULL;
    rewind(f);
    if (any) good = table5_rows(f);
    rewind(f);
    while (read_fields(f, line, sizeof line, field, 7)) {
        char structure[64];
        long bits = atol(field[3]);
        const struct result *r = find(field[0], "");
        snprintf(structure, sizeof structure, "%s", field[1]);
        if (r && !isnan(number(r, "a.mem_bits"))) good &= explain(r, structure, bits);
    }
    fclose(f);
    if (any) printf("\n");
    return good;
}

/* ---- a unit and the blocks inside it ---- */

/* Is this word in the list of words? */
static bool in_list(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *p = list; (p = strstr(p, word)); p += length) {
        if ((p == list || p[-1] == ' ') && (!p[length] || p[length] == ' ')) return true;
    }
    return false;
}

/* A block that is in the unit itself, not in another block there. */
static bool directly_inside(const struct result *unit, const struct result *block)
{
    const char *name = get(block, "block"), *inside = get(unit, "inside");
    if (!is(block, "base", "paper") || !is(block, "extra", "") || !in_list(inside, name))
        return false;
    for (size_t i = 0; i < result_count; i++) {
        const struct result *r = &results[i];
        if (is(r, "base", "paper") && in_list(inside, get(r, "block")) &&
            in_list(get(r, "inside"), name))
            return false;
    }
    return true;
}

/* Bits of registers and memories that are in no instance (u_...) of the unit. */
static void own_bits(const struct result *unit, double *mem, double *ff)
{
    *mem = *ff = 0;
    for (size_t i = 0; i < unit->pairs; i++) {
        const char *key = unit->pair[i].key, *value = unit->pair[i].value;
        long words, width;
        if (strstr(key, ".u_")) continue;
        if (!strncmp(key, "a.reg.", 6)) *ff += atof(value);
        if (!strncmp(key, "a.mem.", 6) && sscanf(value, "%ld %ld", &words, &width) == 2)
            *mem += (double)(words * width);
    }
}

/* How often the unit has this block; results of before that was counted do not say. */
static double times(const struct result *unit, const struct result *block)
{
    char key[128];
    snprintf(key, sizeof key, "times.%s", get(block, "block"));
    const double n = number(unit, key);
    return isnan(n) ? 1 : n;
}

/* Has the block there the parameters with which it was synthesised alone, and no others? */
static bool as_alone(const struct result *unit, const struct result *block)
{
    char key[128], alone[1024] = "";
    size_t used = 0;
    bool any = false, same = true;
    for (size_t i = 0; i < block->pairs; i++) {
        const char *name = block->pair[i].key, *value = block->pair[i].value;
        if (strncmp(name, "param.", 6)) continue;
        used += (size_t)snprintf(alone + used, sizeof alone - used, "%s%s=%s", used ? " " : "",
                                 name + 6, value);
        if (used >= sizeof alone) return false;
    }
    snprintf(key, sizeof key, "as.%s", get(block, "block"));
    for (size_t i = 0; i < unit->pairs; i++) {
        if (strcmp(unit->pair[i].key, key)) continue;
        any = true;
        same &= !strcmp(unit->pair[i].value, alone);
    }
    return any && same;
}

/* Is this register of the unit in one of its instances (u_...), under this name there? */
static bool in_instance(const char *key, const char *name)
{
    const size_t all = strlen(key), length = strlen(name);
    if (all <= length || strcmp(key + all - length, name) || key[all - length - 1] != '.')
        return false;
    const char *instance = key + all - length - 1;
    while (instance > key && instance[-1] != '.') instance--;
    return !strncmp(instance, "u_", 2);
}

/* Bits of the block's registers that the unit has not: nothing there needs them. */
static double saved_bits(const struct result *unit, const struct result *block)
{
    double saved = 0;
    for (size_t k = 0; k < block->pairs; k++) {
        double missing = times(unit, block);
        if (strncmp(block->pair[k].key, "a.reg.", 6)) continue;
        for (size_t i = 0; i < unit->pairs; i++) {
            if (strncmp(unit->pair[i].key, "a.reg.", 6)) continue;
            missing -= in_instance(unit->pair[i].key, block->pair[k].key + 6);
        }
        if (missing > 0) saved += missing * atof(block->pair[k].value);
    }
    return saved;
}

static void put_block(const struct result *r, int indent, const char *after)
{
    const int pad = 26 - indent - (int)strlen(get(r, "block"));
    printf("  %*s%s%-*s", indent, "", get(r, "block"), pad, after);
    put(number(r, "a.logic_nand2"), 8, 0);
    put(number(r, "a.ff_bits"), 8, 0);
    put(number(r, "a.mem_bits"), 8, 0);
    put_ports(r, 8);
    put(number(r, "a.depth_gates"), 7, 0);
    put(number(r, "a.depth_fo4"), 7, 1);
    printf("\n");
}

/* The blocks of a unit and, further in, theirs; the sums are of its own blocks. */
static void put_inside(const struct result *unit, int indent, struct sum *sum)
{
    for (size_t i = 0; i < result_count; i++) {
        const struct result *r = &results[i];
        struct sum inner = {0, 0, 0, 0, 0};
        char after[32] = "";
        if (!directly_inside(unit, r)) continue;
        const double n = times(unit, r);
        if (n > 1) snprintf(after, sizeof after, ", %.0f times", n);
        put_block(r, indent, after);
        put_inside(r, indent + 2, &inner);
        sum->logic += n * number(r, "a.logic_nand2");
        sum->ff += n * number(r, "a.ff_bits");
        sum->mem += n * number(r, "a.mem_bits");
    }
}

static void put_sum(const char *name, double logic, double ff, double mem)
{
    printf("  %-26s", name);
    put(logic, 8, 0);
    put(ff, 8, 0);
    put(mem, 8, 0);
    printf("\n");
}

/* False if the blocks have not together what the unit has. */
static bool unit_table(const struct result *unit)
{
    struct sum sum = {0, 0, 0, 0, 0};
    double mem, ff, saved = 0;
    printf("What %s is made of (paper configuration)\n"
           "Each block was synthesised alone; those further in are part of the one above.\n",
           get(unit, "block"));
    black_boxes(unit);
    printf("  %-26s %8s %8s %8s %8s %7s %7s\n", "", "logic", "ff", "memory", "memory", "depth",
           "depth");
    printf("  %-26s %8s %8s %8s %8s %7s %7s\n", "block", "NAND2", "bits", "bits", "ports", "gates",
           "FO4");
    put_inside(unit, 0, &sum);
    own_bits(unit, &mem, &ff);
    for (size_t i = 0; i < result_count; i++)
        if (directly_inside(unit, &results[i])) saved += saved_bits(unit, &results[i]);
    put_sum("sum of the blocks", sum.logic, sum.ff, sum.mem);
    put_sum("registers of its own", NAN, ff, mem);
    if (saved != 0) put_sum("registers that nothing needs", NAN, -saved, NAN);
    put_block(unit, 0, ", flat");
    printf("  The logic of the whole is %+.0f %% of the sum: what joins the blocks, less what "
           "yosys saves\n  across their borders.\n\n",
           100 * (number(unit, "a.logic_nand2") / sum.logic - 1));
    if (sum.ff + ff - saved == number(unit, "a.ff_bits") &&
        sum.mem + mem == number(unit, "a.mem_bits"))
        return true;
    printf("  NOT EXPLAINED: the blocks have not together the bits of the whole.\n\n");
    return false;
}

static bool unit_tables(void)
{
    bool good = true;
    for (size_t i = 0; i < result_count; i++) {
        const struct result *unit = &results[i];
        bool any = false, same = true;
        if (!unit->listed || !is(unit, "base", "paper")) continue;
        for (size_t k = 0; k < result_count; k++) {
            if (!directly_inside(unit, &results[k])) continue;
            any = true;
            same &= as_alone(unit, &results[k]);
        }
        if (any && same) good &= unit_table(unit);
        else if (any)
            printf("What %s is made of: blocks with other parameters than alone; synth/whole.sh %s "
                   "paper maps them as they are there.\n\n",
                   get(unit, "block"), get(unit, "block"));
    }
    return good;
}

/* ---- what a policy costs ---- */

static void policies(void)
{
    char line[512], *field[MAX_FIELDS];
    const struct result *first = NULL;
    int rows = 0;
    FILE *f = open_or_die(POLICIES, "r");
    while (read_fields(f, line, sizeof line, field, 2)) rows += find_field("dwf", field[1]) != NULL;
    rewind(f);
    while (rows > 1 && read_fields(f, line, sizeof line, field, 2)) {
        const struct result *r = find_field("dwf", field[1]);
        if (!r) continue;
        if (!first) {
            first = r;
            printf("What a policy costs (dwf; paper configuration but for the parameters "
                   "named)\n");
            printf("  %-20s %-14s %8s %8s %8s %10s %7s %7s %7s\n", "", "", "logic", "ff", "memory",
                   "logic + ff", "depth", "depth", "logic +");
            printf("  %-20s %-14s %8s %8s %8s %10s %7s %7s %7s\n", "policy", "parameters", "NAND2",
                   "bits", "bits", "NAND2", "gates", "FO4", "ff, %");
        }
        printf("  %-20s %-14s", field[0], field[1]);
        put(number(r, "a.logic_nand2"), 8, 0);
        put(number(r, "a.ff_bits"), 8, 0);
        put(number(r, "a.mem_bits"), 8, 0);
        put(number(r, "a.total_nand2"), 10, 0);
        put(number(r, "a.depth_gates"), 7, 0);
        put(number(r, "a.depth_fo4"), 7, 1);
        put(100 * number(r, "a.total_nand2") / number(first, "a.total_nand2"), 7, 0);
        printf("\n");
    }
    if (first) printf("\n");
    fclose(f);
}

/* ---- what Virtual Thread saves ---- */

/* The cost of so many slots, in one line; others are compared with `base`. */
static void put_slots(const char *name, double logic, double ff_nand2, double ff, double mem,
                      double depth, double base)
{
    printf("  %-46s", name);
    put(logic, 9, 0);
    put(ff, 9, 0);
    put(mem, 9, 0);
    put(logic + ff_nand2, 11, 0);
    put(depth, 7, 1);
    put(100 * (logic + ff_nand2) / base, 8, 0);
    printf("\n");
}

static void put_slots_of(const char *name, const struct result *r, double base)
{
    put_slots(name, number(r, "a.logic_nand2"), number(r, "a.ff_nand2"), number(r, "a.ff_bits"),
              number(r, "a.mem_bits"), number(r, "a.depth_fo4"), base);
}

/* The paper's argument in gates: more of what the scheduler looks at, or 48 slots and the unit. The
 * unit has a scoreboard of its own; in the last line the one of the 48 slots is not counted. */
static void virtual_thread(void)
{
    const struct result *slots48 = find("warp_structures", ""), *vt = find("vt", "");
    const struct result *slots96 = find("warp_structures", "Slots=96");
    const struct result *slots192 = find("warp_structures", "Slots=192");
    const struct result *board = find("vt_scoreboard", "");
    if (!slots48 || !slots96 || !slots192 || !vt || !board) return;
    const double base = number(slots48, "a.total_nand2");
    printf("What the slots of a core cost, and Virtual Thread beside them\n"
           "  Schedulers, instruction buffer, scoreboard, program counters and SIMT stacks "
           "(rtl/study)\n");
    printf("  %-46s %8s %8s %8s %10s %6s %7s\n", "", "logic", "ff", "memory", "logic + ff", "depth",
           "logic +");
    printf("  %-46s %8s %8s %8s %10s %6s %7s\n", "warps that may be scheduled / resident", "NAND2",
           "bits", "bits", "NAND2", "FO4", "ff, %");
    put_slots_of("48 / 48", slots48, base);
    put_slots_of("96 / 96", slots96, base);
    put_slots_of("192 / 192", slots192, base);
    const double deeper = number(vt, "a.depth_fo4") > number(slots48, "a.depth_fo4")
                              ? number(vt, "a.depth_fo4")
                              : number(slots48, "a.depth_fo4");
    put_slots("48 / 256: the same and all of Virtual Thread",
              number(slots48, "a.logic_nand2") + number(vt, "a.logic_nand2"),
              number(slots48, "a.ff_nand2") + number(vt, "a.ff_nand2"),
              number(slots48, "a.ff_bits") + number(vt, "a.ff_bits"),
              number(slots48, "a.mem_bits") + number(vt, "a.mem_bits"), deeper, base);
    put_slots("  less one of its two scoreboards",
              number(slots48, "a.logic_nand2") + number(vt, "a.logic_nand2") -
                  number(board, "a.logic_nand2"),
              number(slots48, "a.ff_nand2") + number(vt, "a.ff_nand2") -
                  number(board, "a.ff_nand2"),
              number(slots48, "a.ff_bits") + number(vt, "a.ff_bits") - number(board, "a.ff_bits"),
              number(slots48, "a.mem_bits") + number(vt, "a.mem_bits"), deeper, base);
    printf("\n");
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
    if (!find(block[0], "") || !find(block[1], "")) return;
    for (int entries = 16; entries <= 128; entries *= 2) {
        for (int b = 0; b < 2; b++) {
            char extra[32];
            snprintf(extra, sizeof extra, "Entries=%d", entries);
            const struct result *r = find(block[b], extra);
            if (!r) r = find(block[b], "");
            if (!r || number(r, "param.Entries") != entries) continue;
            if (!head) {
                printf(
                    "Max-heap against max-tree (paper configuration but for the entries; stalls: "
                    "profile full_rate,\ntwo updates and a pop in 4 clocks)\n");
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

/* The columns: key, decimals, width, head. growth.sh plots from the data file by their order. */
static const struct {
    const char *key, *head[2];
    int width, decimals;
} column[] = {
    {"a.logic_nand2", {"logic", "NAND2"}, 9, 0},
    {"a.ff_bits", {"ff", "bits"}, 8, 0},
    {"a.mem_bits", {"memory", "bits"}, 8, 0},
    {"a.total_nand2", {"logic + ff", "NAND2"}, 10, 0},
    {"b.total_nand2", {"all in ff", "NAND2"}, 9, 0},
    {"a.depth_fo4", {"depth", "FO4"}, 7, 1},
    {"b.depth_fo4", {"all in ff", "FO4"}, 9, 1},
};
enum { COLUMNS = sizeof column / sizeof *column, POINTS = 12 };

/* One table: a block, and what grows. */
struct series {
    char block[32], what[32];
    int points;
    double x[POINTS], y[COLUMNS][POINTS];
};

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

/* Of the sizes from this one on. */
static void put_exponents(const char *name, const struct series *s, int from)
{
    printf("  %8s", name);
    for (int c = 0; c < COLUMNS; c++)
        put(exponent(s->x + from, s->y[c] + from, s->points - from), column[c].width, 2);
    printf("\n");
}

static void put_series(const struct series *s)
{
    printf("%s, %s\n", s->block, s->what);
    for (int line = 0; line < 2; line++) {
        printf("  %8s", line ? s->what : "");
        for (int c = 0; c < COLUMNS; c++) printf(" %*s", column[c].width, column[c].head[line]);
        printf("\n");
    }
    for (int i = 0; i < s->points; i++) {
        printf("  %8.0f", s->x[i]);
        for (int c = 0; c < COLUMNS; c++) put(s->y[c][i], column[c].width, column[c].decimals);
        printf("\n");
    }
    put_exponents("exponent", s, 0);
    if (s->points > 2) put_exponents("at end", s, s->points - 2);
    printf("\n");
}

static void write_series(const struct series *s, const char *dir)
{
    char path[512];
    snprintf(path, sizeof path, "%s/growth-%s-%s.dat", dir, s->block, s->what);
    FILE *f = open_or_die(path, "w");
    fprintf(f, "# %s", s->what);
    for (int c = 0; c < COLUMNS; c++) fprintf(f, " %s", column[c].key);
    for (int i = 0; i < s->points; i++) {
        fprintf(f, "\n%.0f", s->x[i]);
        for (int c = 0; c < COLUMNS; c++)
            fprintf(f, isnan(s->y[c][i]) ? " NaN" : " %.1f", s->y[c][i]);
    }
    fprintf(f, "\n");
    if (fclose(f)) {
        fprintf(stderr, "area_report: %s: cannot be written\n", path);
        exit(1);
    }
}

static void end_series(struct series *s, const char *dir)
{
    if (s->points) {
        put_series(s);
        write_series(s, dir);
    }
    s->points = 0;
}

static void growth(const char *dir)
{
    char line[512], *field[MAX_FIELDS];
    struct series s = {.points = 0};
    FILE *f = open_or_die(GROWTH, "r");
    printf("Growth: the paper's configuration but for what grows; %s says what grows with it.\n"
           "exponent: slope of a least-squares line through the logarithms; 1 is proportional, 0 "
           "does not\ngrow. at end: the same between the two largest sizes, where a part that does "
           "not grow counts least.\nlogic, depth: memories left as memories; all in ff: built "
           "from flip-flops as well (not the unit).\n\n",
           GROWTH);
    while (read_fields(f, line, sizeof line, field, 5)) {
        const struct result *r = find_field(field[0], field[4]);
        if (strcmp(field[0], s.block) || strcmp(field[1], s.what)) end_series(&s, dir);
        snprintf(s.block, sizeof s.block, "%s", field[0]);
        snprintf(s.what, sizeof s.what, "%s", field[1]);
        if (!r || s.points == POINTS) continue;
        s.x[s.points] = atof(field[2]);
        for (int c = 0; c < COLUMNS; c++) s.y[c][s.points] = number(r, column[c].key);
        s.points++;
    }
    end_series(&s, dir);
    fclose(f);
}

/* ---- main ---- */

static bool loaded(const struct result *r)
{
    for (size_t i = 0; i < result_count; i++) {
        if (is(&results[i], "block", get(r, "block")) &&
            is(&results[i], "config", get(r, "config")))
            return true;
    }
    return false;
}

/* False if a file cannot be read. */
static bool load(char **path, int paths)
{
    bool listed = true;
    for (int i = 0; i < paths; i++) {
        struct result r;
        if (!strcmp(path[i], "--beside")) {
            listed = false;
            continue;
        }
        if (!read_kv(path[i], &r)) {
            fprintf(stderr, "area_report: %s: cannot be opened\n", path[i]);
            return false;
        }
        r.listed = listed;
        if (loaded(&r)) {
            free_result(&r);
            continue;
        }
        results = must(realloc(results, (result_count + 1) * sizeof *results));
        results[result_count++] = r;
    }
    return true;
}

int main(int argc, char **argv)
{
    bool good = true, grow = argc > 2 && !strcmp(argv[1], "--growth");
    int first = grow ? 3 : 1;
    if (argc <= first) {
        fprintf(stderr, "usage: area_report FILE.kv ... [--beside FILE.kv ...]\n"
                        "       area_report --growth DIR FILE.kv ...\n");
        return 1;
    }
    if (!load(argv + first, argc - first)) return 1;
    if (grow) {
        growth(argv[2]);
    } else {
        block_tables();
        good = table5();
        good &= unit_tables();
        policies();
        virtual_thread();
        heap_against_tree();
        write_json();
    }
    for (size_t i = 0; i < result_count; i++) free_result(&results[i]);
    free(results);
    return good ? 0 : 1;
}
