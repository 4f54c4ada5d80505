// SPDX-License-Identifier: Apache-2.0
#include "checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checksum.h"
#include "command.h"
#include "complain.h"
#include "foreign.h"

enum { MAGIC = 32, VERSION = 64, HEAD = MAGIC + VERSION + 16, NAME = 24, PATH = 4096, GRAIN = 64 };
static const char magic[MAGIC] = "heddle checkpoint";

volatile sig_atomic_t checkpoints_signal;

static _Noreturn void give_up(const struct checkpoints *p, const char *why)
{
    complain("--resume %s: %s", p->from, why);
    exit(2);
}

// ---- bytes -------------------------------------------------------------------------------------

static void put(struct checkpoints *p, const void *from, size_t count)
{
    if (p->end + count > p->room) {
        const size_t room = 2 * (p->end + count);
        uint8_t *more = realloc(p->byte, room);
        if (more == NULL) exit(complain("no memory on the host for a checkpoint"));
        p->byte = more;
        p->room = room;
    }
    if (count > 0) memcpy(p->byte + p->end, from, count);
    p->end += count;
}

static void get(struct checkpoints *p, void *to, size_t count)
{
    if (count > p->end - p->at) give_up(p, "it ends too early");
    if (count > 0) memcpy(to, p->byte + p->at, count);
    p->at += count;
}

// ---- pieces ------------------------------------------------------------------------------------

// Zeros from here on, in whole grains, or to the end.
static size_t zeros(const uint8_t *from, size_t count)
{
    static const uint8_t nothing[GRAIN];
    size_t n = 0;
    while (n < count && memcmp(from + n, nothing, count - n < GRAIN ? count - n : GRAIN) == 0)
        n += count - n < GRAIN ? count - n : GRAIN;
    return n;
}

// Bytes up to the next grain of zeros.
static size_t others(const uint8_t *from, size_t count)
{
    size_t n = 0;
    while (n < count && zeros(from + n, count - n < GRAIN ? count - n : GRAIN) == 0)
        n += count - n < GRAIN ? count - n : GRAIN;
    return n;
}

static void write_piece(struct checkpoint *c, const char *name, void *bytes, size_t size)
{
    struct checkpoints *p = (struct checkpoints *)c;
    char text[NAME] = "";
    const uint64_t length = size;
    strncpy(text, name, NAME - 1);
    put(p, text, NAME);
    put(p, &length, sizeof length);
    for (size_t at = 0; at < size;) {
        const uint8_t *from = (const uint8_t *)bytes + at;
        uint64_t run[2] = {zeros(from, size - at), 0};
        run[1] = others(from + run[0], size - at - run[0]);
        put(p, run, sizeof run);
        put(p, from + run[0], run[1]);
        at += run[0] + run[1];
    }
}

static void load_piece(struct checkpoint *c, const char *name, void *bytes, size_t size)
{
    struct checkpoints *p = (struct checkpoints *)c;
    char text[NAME], why[128];
    uint64_t length, run[2];
    get(p, text, NAME);
    get(p, &length, sizeof length);
    if (strncmp(text, name, NAME - 1) != 0 || length != size) {
        snprintf(why, sizeof why,
                 "its piece %.*s of %" PRIu64 " bytes is none of %s with %zu: another kind of run",
                 NAME - 1, text, length, name, size);
        give_up(p, why);
    }
    for (size_t at = 0; at < size; at += run[0] + run[1]) {
        get(p, run, sizeof run);
        if (run[0] > size - at || run[1] > size - at - run[0]) give_up(p, "a piece is too long");
        memset((uint8_t *)bytes + at, 0, run[0]);
        get(p, (uint8_t *)bytes + at + run[0], run[1]);
    }
}

static void no_memory(struct checkpoint *c)
{
    give_up((struct checkpoints *)c, "no memory on the host for what is in it");
}

// ---- whose file it is --------------------------------------------------------------------------

// Reads a file as a whole. NULL: errno says why not.
static uint8_t *read_file(const char *path, size_t *count)
{
    struct stat of;
    FILE *file = fopen(path, "rb");
    uint8_t *byte = NULL;
    *count = 0;
    if (file == NULL) return NULL;
    if (fstat(fileno(file), &of) == 0) {
        if (S_ISDIR(of.st_mode)) errno = EISDIR;
        else byte = malloc((size_t)of.st_size + 1);
        if (byte != NULL) *count = fread(byte, 1, (size_t)of.st_size, file);
    }
    fclose(file);
    return byte;
}

// Of the file that runs. 0: it is not known, on a system without /proc; then the version alone
// tells one heddle from another.
static uint64_t own_checksum(void)
{
    size_t count;
    uint8_t *byte = read_file("/proc/self/exe", &count);
    const uint64_t sum = byte != NULL ? checksum(CHECKSUM, byte, count) : 0;
    free(byte);
    return sum;
}

static void write_head(struct checkpoints *p)
{
    char version[VERSION] = "";
    const uint64_t none = 0;
    strncpy(version, heddle_version, VERSION - 1);
    put(p, magic, MAGIC);
    put(p, version, VERSION);
    put(p, &p->build, sizeof p->build);
    put(p, &none, sizeof none); // for the bytes of pieces
}

static void check_head(struct checkpoints *p)
{
    char text[VERSION], why[256];
    uint64_t build, pieces, sum;
    if (p->end < HEAD || memcmp(p->byte, magic, MAGIC) != 0) give_up(p, "it is no checkpoint");
    p->at = MAGIC;
    get(p, text, VERSION);
    get(p, &build, sizeof build);
    get(p, &pieces, sizeof pieces);
    text[VERSION - 1] = 0;
    if (strcmp(text, heddle_version) != 0) {
        snprintf(why, sizeof why, "heddle %s wrote it, and this is heddle %s", text,
                 heddle_version);
        give_up(p, why);
    }
    if (build != p->build) {
        snprintf(why, sizeof why, "another build of heddle %s wrote it", text);
        give_up(p, why);
    }
    if (p->end - HEAD < sizeof sum || pieces != p->end - HEAD - sizeof sum) {
        snprintf(why, sizeof why, "it is cut short, or damaged: %zu bytes, not %" PRIu64, p->end,
                 HEAD + pieces + sizeof sum);
        give_up(p, why);
    }
    p->end -= sizeof sum;
    memcpy(&sum, p->byte + p->end, sizeof sum);
    if (sum != checksum(CHECKSUM, p->byte, p->end))
        give_up(p, "it is damaged: its checksum is another one");
}

static void check_words(struct checkpoints *p)
{
    struct checkpoint_words there = {0};
    checkpoint_words_checkpoint(&there, &p->way);
    const char *differ = checkpoint_words_differ(&p->words, &there);
    if (differ != NULL) give_up(p, differ);
    checkpoint_words_free(&there);
}

static void open_file(struct checkpoints *p)
{
    p->byte = read_file(p->from, &p->end);
    if (p->byte == NULL) give_up(p, strerror(errno));
    p->room = p->end;
    p->way = (struct checkpoint){true, load_piece, no_memory};
    check_head(p);
    check_words(p);
    p->resumes = true;
}

// ---- a file that is written --------------------------------------------------------------------

// The file for a cycle, and its name until it is whole. In the place of a % stands the cycle.
static void name_file(const struct checkpoints *p, uint64_t cycle, char name[PATH], char path[PATH])
{
    const char *mark = strchr(p->to, '%');
    if (mark == NULL) snprintf(name, PATH, "%s", p->to);
    else snprintf(name, PATH, "%.*s%" PRIu64 "%s", (int)(mark - p->to), p->to, cycle, mark + 1);
    snprintf(path, PATH, "%.*s.new", PATH - 5, name);
}

static bool write_file(const struct checkpoints *p, const char *name, const char *path)
{
    FILE *file = fopen(path, "wb");
    bool good = file != NULL && fwrite(p->byte, 1, p->end, file) == p->end;
    good = good && fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (file != NULL) good = fclose(file) == 0 && good;
    good = good && rename(path, name) == 0;
    if (!good) {
        complain("--checkpoint %s: %s", name, strerror(errno));
        if (file != NULL) remove(path);
    }
    return good;
}

// Before the run, which may be long. The file itself is left as it is.
static int check_target(const struct checkpoints *p)
{
    struct stat of;
    char name[PATH], path[PATH];
    if (strlen(p->to) + 32 > PATH) return complain("--checkpoint: a name too long");
    name_file(p, 0, name, path);
    const bool there = stat(name, &of) == 0;
    if (there && !S_ISREG(of.st_mode)) return complain("--checkpoint %s: that is no file", name);
    if (there && access(name, W_OK) != 0)
        return complain("--checkpoint %s: %s", name, strerror(errno));
    FILE *file = fopen(path, "wb");
    if (file == NULL) return complain("--checkpoint %s: %s", p->to, strerror(errno));
    fclose(file);
    remove(path);
    return 0;
}

// ---- signals -----------------------------------------------------------------------------------

static void note_signal(int number) { checkpoints_signal = number; }

// A second one ends the process at once. One that is ignored stays so.
static void listen_to(int number)
{
    struct sigaction before, now = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&now.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &now, NULL);
}

// ---- a run -------------------------------------------------------------------------------------

const char *checkpoints_option(struct checkpoints *p, const char *option, const char *value)
{
    if (*value == 0) return "a file has a name";
    if (strcmp(option, "checkpoint") == 0) p->to = value;
    else if (strcmp(option, "resume") == 0) p->from = value;
    else {
        p->every_given = true;
        if (!foreign_number(value, UINT64_MAX, &p->every)) return "no such value";
    }
    return NULL;
}

// The cycle of the next one, behind this one.
static void plan(struct checkpoints *p, uint64_t cycle)
{
    p->next = p->every == 0 || cycle > UINT64_MAX - p->every
                  ? UINT64_MAX
                  : cycle / p->every * p->every + p->every;
}

int checkpoints_begin(struct checkpoints *p)
{
    if (!p->every_given) p->every = CHECKPOINT_EVERY;
    else if (p->to == NULL) return complain("--checkpoint-every N goes with --checkpoint FILE");
    plan(p, 0);
    p->build = own_checksum();
    const int status = p->to != NULL ? check_target(p) : 0;
    if (status != 0) return status;
    if (p->from != NULL) open_file(p);
    if (p->to == NULL) return 0;
    listen_to(SIGTERM);
    listen_to(SIGINT);
    listen_to(SIGHUP);
    return 0;
}

bool checkpoints_end(struct checkpoints *p)
{
    checkpoint_words_free(&p->words);
    free(p->byte);
    p->byte = NULL;
    p->room = p->at = p->end = 0;
    return !p->failed;
}

static _Noreturn void stop(const char *name, uint64_t cycle, bool written)
{
    const int number = checkpoints_signal;
    fflush(stdout);
    if (written)
        fprintf(stderr,
                "STOPPED by signal %d (%s) in cycle %" PRIu64
                "; the same command with --resume %s goes on\n",
                number, strsignal(number), cycle, name);
    else
        fprintf(stderr, "STOPPED by signal %d (%s) in cycle %" PRIu64 ", without a checkpoint\n",
                number, strsignal(number), cycle);
    exit(128 + number);
}

void checkpoints_write(struct checkpoints *p, uint64_t cycle,
                       void (*transfer)(void *all, struct checkpoint *c), void *all)
{
    p->way = (struct checkpoint){false, write_piece, no_memory};
    p->at = p->end = 0;
    write_head(p);
    checkpoint_words_checkpoint(&p->words, &p->way);
    transfer(all, &p->way);
    const uint64_t pieces = p->end - HEAD;
    memcpy(p->byte + HEAD - sizeof pieces, &pieces, sizeof pieces);
    const uint64_t sum = checksum(CHECKSUM, p->byte, p->end);
    put(p, &sum, sizeof sum);
    char name[PATH], path[PATH];
    name_file(p, cycle, name, path);
    const bool written = write_file(p, name, path);
    if (checkpoints_signal != 0) stop(name, cycle, written);
    p->failed = p->failed || !written;
    plan(p, cycle);
}

void checkpoints_resumed(struct checkpoints *p, uint64_t cycle)
{
    if (p->at != p->end) give_up(p, "there is more in it than this run has");
    p->resumes = false;
    plan(p, cycle);
}
