/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Looks a vector file over before it is replayed: vectors FILE BLOCK "PARAMETERS"
 * (the format: dpi/common/vectors.c). One clear line about the first thing that is wrong.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 1 << 16, MAX_PORTS = 128 };

static const char *path;
static unsigned long line_number;
static char line[MAX_LINE];

static void wrong(const char *what)
{
    fprintf(stderr, "ERROR %s line %lu: %s\n", path, line_number, what);
    exit(2);
}

static void next_line(FILE *f)
{
    line_number++;
    if (fgets(line, sizeof line, f) == NULL)
        wrong("the file ends here: truncated, no \"end\" line");
    const size_t length = strlen(line);
    if (length == 0 || line[length - 1] != '\n') wrong("cut off within the line");
    line[length - 1] = '\0';
}

/* One cycle: reset, then a word of the right length and digits for each port. */
static void check_cycle(const unsigned *bits, const char *is_input, unsigned ports)
{
    const char *p = line;
    if ((*p != '0' && *p != '1') || (p[1] != ' ' && p[1] != '\0'))
        wrong("no reset column (0 or 1)");
    p++;
    for (unsigned k = 0; k < ports; k++) {
        if (*p++ != ' ') wrong("a column is missing");
        const size_t length = strcspn(p, " ");
        const char *digits = is_input[k] ? "0123456789abcdef" : "01x";
        const size_t wanted = is_input[k] ? (bits[k] + 3) / 4 : bits[k];
        if (length != wanted) wrong("a column has another width than its port");
        if (strspn(p, digits) < length) wrong("a column has a digit that is none");
        p += length;
    }
    if (*p != '\0') wrong("more columns than ports");
}

/* Is the word, of this length, among those of the list? */
static int has_word(const char *list, const char *word, size_t length)
{
    for (; *list != '\0'; list += strspn(list, " ")) {
        const size_t own = strcspn(list, " ");
        if (own == length && strncmp(list, word, length) == 0) return 1;
        list += own;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: vectors FILE BLOCK PARAMETERS\n");
        return 2;
    }
    path = argv[1];
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        fprintf(stderr, "ERROR cannot read %s: %s\n", path, strerror(errno));
        return 2;
    }
    char header[512];
    next_line(f);
    if (strncmp(line, "heddle-vectors 1 ", 17) != 0) wrong("not a vector file of version 1");
    snprintf(header, sizeof header, "heddle-vectors 1 %s ", argv[2]);
    if (strncmp(line, header, strlen(header)) != 0) wrong("vectors of another block");
    /* The file has all of them, in the order of the RTL; a size names some, in any order. */
    for (const char *word = argv[3]; *word != '\0'; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        if (!has_word(line + strlen(header), word, length)) wrong("vectors of other parameters");
        word += length;
    }
    unsigned bits[MAX_PORTS];
    char is_input[MAX_PORTS];
    unsigned ports = 0;
    for (next_line(f); strcmp(line, "cycles") != 0; next_line(f)) {
        char name[64];
        if (ports == MAX_PORTS) wrong("too many ports");
        if (sscanf(line, "in %63s %u", name, &bits[ports]) == 2) is_input[ports] = 1;
        else if (sscanf(line, "out %63s %u", name, &bits[ports]) == 2) is_input[ports] = 0;
        else wrong("neither a port nor \"cycles\"");
        if (bits[ports] == 0 || bits[ports] > 4096) wrong("a port of impossible width");
        ports++;
    }
    unsigned long cycles = 0;
    for (next_line(f); strncmp(line, "end ", 4) != 0; next_line(f)) {
        check_cycle(bits, is_input, ports);
        cycles++;
    }
    if (strtoul(line + 4, NULL, 10) != cycles)
        wrong("the number of cycles is not what \"end\" says");
    if (cycles == 0) wrong("no cycles");
    line_number++;
    if (fgetc(f) != EOF) wrong("something follows the end");
    fclose(f);
    return 0;
}
