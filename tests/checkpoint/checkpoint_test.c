/* SPDX-License-Identifier: Apache-2.0 */
/* Files of checkpoints, the words in them, and what programs are answered again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "answers.h"
#include "checkpoint.h"
#include "command.h"
#include "common/rng.h"
#include "foreign.h"

const char heddle_version[] = "1.2.3";

bool foreign_number(const char *text, uint64_t max, uint64_t *value)
{
    (void)max;
    return sscanf(text, "%lu", value) == 1;
}

static char path[64];

/* ---- pieces ---- */

enum { MOST = 4096 };
struct pieces {
    size_t size;
    uint8_t byte[MOST], more[MOST];
};

static void transfer(void *all, struct checkpoint *c)
{
    struct pieces *p = all;
    checkpoint_piece(c, "bytes", p->byte, p->size);
    checkpoint_piece(c, "more", p->more, p->size);
}

static struct checkpoints begun(const char *seed, bool resume)
{
    struct checkpoints c = {.to = resume ? NULL : path, .from = resume ? path : NULL};
    checkpoint_words_add(&c.words, 0, "--seed", seed);
    assert_int_equal(checkpoints_begin(&c), 0);
    return c;
}

/* What is written comes back, whatever stretches of zeros are in it. */
static void any_bytes_come_back(void **state)
{
    static const size_t sizes[] = {0, 1, 7, 63, 64, 65, 128, 1000, MOST};
    struct hd_rng rng;
    (void)state;
    hd_rng_seed(&rng, 1);
    for (int round = 0; round < 90; round++) {
        static struct pieces out, in;
        out.size = in.size = sizes[round % 9];
        uint32_t zeros = 1;
        for (size_t i = 0; i < MOST; i++) {
            if (hd_rng_below(&rng, 100) == 0) zeros = hd_rng_below(&rng, 2);
            out.byte[i] = zeros ? 0 : (uint8_t)hd_rng_below(&rng, 3);
            out.more[i] = zeros ? (uint8_t)hd_rng_below(&rng, 256) : 0;
        }
        struct checkpoints c = begun("1", false);
        checkpoints_write(&c, 7, transfer, &out);
        assert_true(checkpoints_end(&c));
        memset(in.byte, 0xaa, MOST);
        memset(in.more, 0xaa, MOST);
        c = begun("1", true);
        assert_true(c.resumes);
        transfer(&in, &c.way);
        checkpoints_resumed(&c, 7);
        checkpoints_end(&c);
        assert_memory_equal(in.byte, out.byte, in.size);
        assert_memory_equal(in.more, out.more, in.size);
        for (size_t i = in.size; i < MOST; i++) assert_int_equal(in.byte[i], 0xaa);
    }
}

/* The exit status of a function that ends the process. */
static int status_of(void (*function)(void))
{
    int status;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) == NULL) _exit(9);
        function();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void resume_seed_1(void) { begun("1", true); }
static void resume_seed_2(void) { begun("2", true); }
static void resume_and_end(void)
{
    struct checkpoints c = begun("1", true);
    checkpoints_resumed(&c, 7);
}
static void resume_other_size(void)
{
    struct checkpoints c = begun("1", true);
    struct pieces p = {.size = 99};
    transfer(&p, &c.way);
}

/* A file with another byte is refused; so is another command, and what does not fit. */
static void others_are_refused(void **state)
{
    static struct pieces out = {.size = 100, .byte = {1, 2, 3}};
    (void)state;
    struct checkpoints c = begun("1", false);
    checkpoints_write(&c, 7, transfer, &out);
    checkpoints_end(&c);
    assert_int_equal(status_of(resume_seed_1), 0);
    assert_int_equal(status_of(resume_seed_2), 2);
    assert_int_equal(status_of(resume_and_end), 2);
    assert_int_equal(status_of(resume_other_size), 2);
    FILE *file = fopen(path, "r+b");
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long size = ftell(file);
    for (long at = 0; at < size; at += at < 200 ? 1 : 7) {
        assert_int_equal(fseek(file, at, SEEK_SET), 0);
        const int was = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(was ^ 1, file);
        fflush(file);
        const int status = status_of(resume_seed_1);
        fseek(file, at, SEEK_SET);
        fputc(was, file);
        fflush(file);
        /* Also one behind the end of the version: the checksum has it. */
        assert_int_equal(status, 2);
    }
    assert_int_equal(status_of(resume_seed_1), 0);
    assert_int_equal(ftruncate(fileno(file), size - 1), 0);
    assert_int_equal(status_of(resume_seed_1), 2);
    fclose(file);
}

/* The next one is due at the next multiple; not at all with 0. */
static void due_at_multiples(void **state)
{
    static struct pieces out = {.size = 1};
    struct checkpoints c = {.to = path, .every = 100, .every_given = true};
    (void)state;
    assert_int_equal(checkpoints_begin(&c), 0);
    assert_false(checkpoints_due(&c, 99));
    assert_true(checkpoints_due(&c, 100));
    checkpoints_write(&c, 100, transfer, &out);
    assert_false(checkpoints_due(&c, 100));
    assert_false(checkpoints_due(&c, 199));
    assert_true(checkpoints_due(&c, 250));
    checkpoints_write(&c, 250, transfer, &out);
    assert_false(checkpoints_due(&c, 299));
    assert_true(checkpoints_due(&c, 300));
    checkpoints_end(&c);
    c = (struct checkpoints){.to = path, .every = 0, .every_given = true};
    assert_int_equal(checkpoints_begin(&c), 0);
    assert_false(checkpoints_due(&c, UINT64_MAX - 1));
    checkpoints_signal = 15;
    assert_true(checkpoints_due(&c, 1));
    checkpoints_signal = 0;
    checkpoints_end(&c);
}

/* ---- words ---- */

static struct checkpoint_words words(const char *const *text)
{
    struct checkpoint_words w = {0};
    for (; *text != NULL; text += 2) checkpoint_words_add(&w, 0, text[0], text[1]);
    return w;
}

static void words_differ(void **state)
{
    static const struct {
        const char *here[8], *there[8], *says;
    } cases[] = {
        {{NULL}, {NULL}, NULL},
        {{"--a", "1", "--b", "2"}, {"--b", "2", "--a", "1"}, NULL},
        {{"--arg", "1", "--arg", "2"},
         {"--arg", "2", "--arg", "1"},
         "--arg is 1, at the checkpoint it was 2"},
        {{"--a", "1"}, {"--a", "2"}, "--a is 1, at the checkpoint it was 2"},
        {{"--a", "1"}, {NULL}, "--a is 1 here, and was not at the checkpoint"},
        {{NULL}, {"--a", "1"}, "--a is 1 at the checkpoint, and not here"},
        {{"--a", "1", "program", "x"},
         {"--a", "2", "program", "y"},
         "program is x, at the checkpoint it was y"},
        {{"--b", "1"}, {"--a", "1", "--b", "1"}, "--a is 1 at the checkpoint, and not here"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct checkpoint_words here = words(cases[i].here), there = words(cases[i].there);
        const char *says = checkpoint_words_differ(&here, &there);
        if (cases[i].says == NULL) assert_null(says);
        else assert_string_equal(says, cases[i].says);
        checkpoint_words_free(&here);
        checkpoint_words_free(&there);
    }
}

/* ---- answers ---- */

static struct answers kept(void)
{
    struct answers a = {.who = "test", .keeps = true};
    const uint32_t room = 0x1000, word = 5;
    answers_keep(&a, ANSWERS_ROOM, 8, &room, sizeof room);
    answers_keep(&a, ANSWERS_READ, 0x1000, &word, sizeof word);
    a.again = true;
    return a;
}

static void ask_other_kind(void)
{
    struct answers a = kept();
    uint32_t word;
    answers_know(&a, ANSWERS_READ, 8, &word, sizeof word);
}
static void ask_other_question(void)
{
    struct answers a = kept();
    uint32_t word;
    answers_know(&a, ANSWERS_ROOM, 9, &word, sizeof word);
}
static void ask_other_size(void)
{
    struct answers a = kept();
    uint16_t word;
    answers_know(&a, ANSWERS_ROOM, 8, &word, sizeof word);
}
static void ask_too_little(void)
{
    struct answers a = kept();
    answers_arrived(&a, true);
}
static void ask_all(bool more)
{
    struct answers a = kept();
    uint32_t word;
    answers_know(&a, ANSWERS_ROOM, 8, &word, sizeof word);
    answers_know(&a, ANSWERS_READ, 0x1000, &word, sizeof word);
    if (more) answers_know(&a, ANSWERS_READ, 0x1000, &word, sizeof word);
    answers_arrived(&a, true);
}
static void ask_too_much(void) { ask_all(true); }
static void ask_enough(void) { ask_all(false); }

static void answers_again(void **state)
{
    struct answers a = kept();
    uint32_t word;
    (void)state;
    assert_true(answers_know(&a, ANSWERS_ROOM, 8, &word, sizeof word));
    assert_int_equal(word, 0x1000);
    assert_true(answers_know(&a, ANSWERS_READ, 0x1000, &word, sizeof word));
    assert_int_equal(word, 5);
    assert_false(answers_know(&a, ANSWERS_LAUNCH, 1, &word, sizeof word));
    answers_arrived(&a, true);
    assert_false(answers_know(&a, ANSWERS_READ, 0x1000, &word, sizeof word));
    assert_false(answers_know(NULL, ANSWERS_READ, 0x1000, &word, sizeof word));
    answers_free(&a);
    assert_int_equal(status_of(ask_enough), 0);
    assert_int_equal(status_of(ask_other_kind), 2);
    assert_int_equal(status_of(ask_other_question), 2);
    assert_int_equal(status_of(ask_other_size), 2);
    assert_int_equal(status_of(ask_too_little), 2);
    assert_int_equal(status_of(ask_too_much), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_bytes_come_back), cmocka_unit_test(others_are_refused),
        cmocka_unit_test(due_at_multiples),    cmocka_unit_test(words_differ),
        cmocka_unit_test(answers_again),
    };
    snprintf(path, sizeof path, "/tmp/heddle-checkpoint-%d", (int)getpid());
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
