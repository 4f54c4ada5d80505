// SPDX-License-Identifier: Apache-2.0
#include "foreign.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "can_write.h"
#include "complain.h"
#include "isa/decode.h"

enum { ROW = 8, GLOBAL_BYTES = 0x30000000 };

// ---- options -----------------------------------------------------------------------------------

static bool read_dim(const char *text, struct isa_dim *dim)
{
    *dim = (struct isa_dim){{1, 1, 1}};
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long long n = strtoull(text, &end, 10);
        if (*text < '0' || *text > '9' || n == 0 || n > UINT32_MAX) return false;
        dim->n[i] = (uint32_t)n;
        if (*end == 0) return true;
        if (*end != ',') return false;
        text = end + 1;
    }
    return false;
}

static bool read_bytes(const char *text, uint32_t *bytes)
{
    uint64_t n;
    bool good = foreign_number(text, ISA_MAX_SHARED, &n);
    if (good) *bytes = (uint32_t)n;
    return good;
}

bool foreign_registers(const char *text, uint32_t *registers)
{
    uint64_t n;
    bool good = foreign_number(text, ISA_REGISTERS, &n) && n > 0;
    if (good) *registers = (uint32_t)n;
    return good;
}

static const char no_value[] = "no such value";

static const char *value_if(bool good) { return good ? NULL : no_value; }

static const char *add_text(const char **list, uint32_t *count, const char *text)
{
    static_assert(FOREIGN_ARGS == 64, "the sentence below has the number");
    if (*count == FOREIGN_ARGS) return "there are 64 already, which is the most there can be";
    list[(*count)++] = text;
    return NULL;
}

const char *foreign_option(struct foreign *f, const char *option, const char *value)
{
    f->given = true;
    if (strcmp(option, "grid") == 0) return value_if(read_dim(value, &f->grid));
    if (strcmp(option, "block") == 0) return value_if(read_dim(value, &f->block));
    if (strcmp(option, "shared") == 0) return value_if(read_bytes(value, &f->shared));
    if (strcmp(option, "stack") == 0) return value_if(read_bytes(value, &f->stack));
    if (strcmp(option, "registers") == 0) return value_if(foreign_registers(value, &f->registers));
    if (strcmp(option, "arg") == 0) return add_text(f->arg, &f->args, value);
    if (strcmp(option, "dump") == 0) return add_text(f->dump, &f->dumps, value);
    if (strcmp(option, "kernel") != 0) return "no such option";
    f->kernel = value;
    return NULL;
}

bool foreign_options(struct foreign *f, char *text, char error[HOST_ERROR])
{
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        if (value != NULL) *value++ = 0;
        const char *wrong = value != NULL ? foreign_option(f, word, value) : "OPTION=VALUE";
        if (wrong == NULL) continue;
        snprintf(error, HOST_ERROR, "%s%s%s: %s", word, value != NULL ? " " : "",
                 value != NULL ? value : "", wrong);
        return false;
    }
    return true;
}

// ---- arguments from the command line -----------------------------------------------------------

struct argument {
    uint32_t word;  // what the kernel gets
    uint32_t bytes; // of a buffer
    bool buffer;
};

bool foreign_number(const char *text, uint64_t max, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return *text >= '0' && *text <= '9' && *end == 0 && errno == 0 && *value <= max;
}

static bool no_argument(const char *text)
{
    complain("--arg %s: i:NUMBER, f:NUMBER, or buf:BYTES[:zero|random|file=PATH]", text);
    return false;
}

static bool fill_from_file(struct host *h, const struct argument *a, const char *path)
{
    uint8_t *bytes = (uint8_t *)host_words(h, a->bytes / 4 + 1);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        complain("%s: %s", path, strerror(errno));
        return false;
    }
    const size_t got = fread(bytes, 1, a->bytes, file);
    const bool more = fgetc(file) != EOF;
    fclose(file);
    host_write(h, a->word, bytes, a->bytes);
    if (got < a->bytes)
        complain("%s: shorter than its buffer: %zu of %u bytes", path, got, a->bytes);
    else if (more) complain("%s: longer than its buffer of %u bytes", path, a->bytes);
    return got == a->bytes && !more;
}

static void fill_random(struct host *h, const struct argument *a)
{
    uint32_t words = a->bytes / 4;
    uint32_t *random = host_words(h, words + 1);
    for (uint32_t i = 0; i <= words; i++) random[i] = (uint32_t)(hd_rng_next(&h->rng) >> 32);
    host_write(h, a->word, random, a->bytes);
}

// buf:BYTES[:zero|random|file=PATH]
static bool make_buffer(struct host *h, const char *word, struct argument *a)
{
    char number[32];
    const char *text = word + strlen("buf:");
    const char *colon = strchr(text, ':');
    const char *fill = colon != NULL ? colon + 1 : "zero";
    snprintf(number, sizeof number, "%.*s", colon != NULL ? (int)(colon - text) : 31, text);
    uint64_t bytes;
    if (!foreign_number(number, GLOBAL_BYTES, &bytes)) return no_argument(word);
    a->buffer = true;
    a->bytes = (uint32_t)bytes;
    a->word = host_find_room(h, "a buffer of --arg", a->bytes);
    if (a->word == 0) {
        complain("--arg %s: no room for it in global memory, which is %u bytes with a gap behind "
                 "each buffer",
                 word, GLOBAL_BYTES);
        return false;
    }
    if (strcmp(fill, "random") == 0) fill_random(h, a);
    else if (strncmp(fill, "file=", 5) == 0) return fill_from_file(h, a, fill + 5);
    else if (strcmp(fill, "zero") != 0) return no_argument(word);
    return true;
}

// False: it has said why.
static bool make_argument(struct host *h, const char *text, struct argument *a)
{
    char *end = NULL;
    *a = (struct argument){0};
    if (strncmp(text, "buf:", 4) == 0) return make_buffer(h, text, a);
    if (text[0] == 0 || text[1] != ':' || text[2] == 0) return no_argument(text);
    errno = 0;
    if (text[0] == 'f') {
        float value = strtof(text + 2, &end);
        memcpy(&a->word, &value, sizeof a->word);
    } else if (text[0] == 'i') {
        long long value = strtoll(text + 2, &end, 0);
        a->word = (uint32_t)value;
        if (value < INT32_MIN || value > UINT32_MAX) return no_argument(text);
    }
    return end != NULL && *end == 0 ? true : no_argument(text);
}

// ---- what a buffer holds afterwards ------------------------------------------------------------

static void print_words(const uint32_t *word, uint32_t words, char format)
{
    for (uint32_t i = 0; i < words; i++) {
        float value;
        memcpy(&value, &word[i], sizeof value);
        if (i % ROW == 0) printf("%s%8u:", i == 0 ? "" : "\n", i);
        if (format == 'f') printf(" %.9g", (double)value);
        else if (format == 'i') printf(" %d", (int32_t)word[i]);
        else printf(" %08x", word[i]);
    }
    printf("\n");
}

static bool no_dump(const char *text)
{
    complain("--dump %s: N[:i|:f|:x][=FILE], where argument N, from 0, is a buffer", text);
    return false;
}

// N[:i|:f|:x][=FILE]. False: it has said why.
static bool dump(struct host *h, const char *text, const struct argument *args, uint32_t count)
{
    char *rest;
    unsigned long n = strtoul(text, &rest, 10);
    char format = rest[0] == ':' ? rest[1] : 'x';
    if (rest == text || n >= count || !args[n].buffer || strchr("ifx", format) == NULL || !format)
        return no_dump(text);
    rest += rest[0] == ':' ? 2 : 0;
    if (*rest != 0 && *rest != '=') return no_dump(text);
    uint32_t *words = host_words(h, args[n].bytes / 4 + 1);
    host_read(h, args[n].word, words, args[n].bytes);
    if (*rest == 0) {
        print_words(words, args[n].bytes / 4, format);
        return true;
    }
    FILE *file = fopen(rest + 1, "wb");
    bool whole = file != NULL && fwrite(words, 1, args[n].bytes, file) == args[n].bytes;
    if (file != NULL) whole = fclose(file) == 0 && whole;
    if (!whole) complain("%s: %s", rest + 1, strerror(errno));
    return whole;
}

// Two names of one file, if it is there.
static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

// Files that the run dumps into can be written, and none is read by this run or the next one.
// False: an error was printed.
static bool dumps_fit(const struct foreign *f)
{
    for (uint32_t d = 0; d < f->dumps; d++) {
        const char *to = strchr(f->dump[d], '=');
        if (to != NULL && !can_write("--dump", to + 1)) return false;
        for (uint32_t a = 0; to != NULL && a < f->args; a++) {
            const char *from = strstr(f->arg[a], ":file=");
            if (from == NULL || !same_file(to + 1, from + strlen(":file="))) continue;
            complain("--dump %s: --arg %s reads this file; the next run would find there what this "
                     "one leaves. Dump into another",
                     f->dump[d], f->arg[a]);
            return false;
        }
    }
    return true;
}

// ---- the run -----------------------------------------------------------------------------------

int foreign_fits(const struct foreign *f, const char *what, uint32_t size)
{
    const struct program *program = program_find(what);
    struct stat file;
    if (program == NULL && stat(what, &file) != 0)
        return complain("%s is neither a program (heddle list) nor a file", what);
    if (program != NULL && size > program->max_size)
        return complain("--size %u: %s takes at most %u %s", size, program->name, program->max_size,
                        program->size_of);
    if (program != NULL && f->given)
        return complain("%s is a program: it makes its own launches", what);
    if (program == NULL && size != 0)
        return complain("--size %u: %s is no program; what it gets is --arg's", size, what);
    return 0;
}

static const struct isa_kernel *choose_kernel(const struct foreign *f,
                                              const struct isa_image *image)
{
    const struct isa_kernel *kernel = image->kernels == 1 ? &image->kernel[0] : NULL;
    if (f->kernel != NULL) kernel = isa_image_kernel(image, f->kernel);
    if (kernel != NULL) return kernel;
    fprintf(stderr, "ERROR %s: ", f->file);
    if (f->kernel != NULL) fprintf(stderr, "no kernel %s; there are:", f->kernel);
    else fprintf(stderr, "several kernels; take one with --kernel:");
    for (uint32_t k = 0; k < image->kernels; k++) fprintf(stderr, " %s", image->kernel[k].name);
    fprintf(stderr, "\n");
    return NULL;
}

int foreign_run(const struct foreign *f, struct host *h)
{
    const struct isa_kernel *kernel = choose_kernel(f, h->image);
    if (kernel == NULL || !dumps_fit(f)) return 2;
    struct argument args[FOREIGN_ARGS];
    uint32_t words[FOREIGN_ARGS];
    for (uint32_t a = 0; a < f->args; a++) {
        if (!make_argument(h, f->arg[a], &args[a])) return 2;
        words[a] = args[a].word;
    }
    if (kernel->argument_bytes != 4 * f->args)
        return complain("kernel %s has %u bytes of arguments; %u --arg make %u", kernel->name,
                        kernel->argument_bytes, f->args, 4 * f->args);
    if (f->shared != 0) h->shared_bytes = f->shared;
    if (f->stack != 0) h->stack_bytes = f->stack;
    if (f->registers != 0) h->registers = f->registers;
    host_launch(h, kernel->name, (struct host_grid){f->grid, f->block}, words, 4 * f->args);
    for (uint32_t d = 0; d < f->dumps && !h->failed; d++)
        if (!dump(h, f->dump[d], args, f->args)) return 2;
    return h->failed;
}
