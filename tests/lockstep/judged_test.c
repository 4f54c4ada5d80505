/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run whose programs are judged: what is said of promises that inner blocks have found broken,
 * before the judge and behind it. The harness alone, with blocks that do nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/instance.h"
#include "run.h"

struct hd_run hd_run;

/* What the harness would call, and here need not. */
void hd_report(struct hd_instance *inst, struct hd_tally *tally)
{
    (void)inst;
    (void)tally;
}
void hd_vectors_open(struct hd_instance *inst) { (void)inst; }
void hd_vectors_cycle(struct hd_instance *inst, const struct hd_cycle *now)
{
    (void)inst;
    (void)now;
}
void hd_vectors_close(struct hd_instance *inst) { (void)inst; }
void hd_borders_open(struct hd_instance *inst) { (void)inst; }
void hd_borders_cycle(struct hd_instance *inst, const void *in)
{
    (void)inst;
    (void)in;
}
void hd_write_view(const struct hd_instance *inst, const char *path, uint64_t marked)
{
    (void)inst;
    (void)path;
    (void)marked;
}

/* A block whose input says when its neighbour breaks a promise. */
struct nothing {
    uint32_t word;
};

static void reset(void *s) { memset(s, 0, sizeof(struct nothing)); }
static void eval(const void *s, const void *in, void *out)
{
    (void)s;
    (void)in;
    memset(out, 0, sizeof(struct nothing));
}
static void tick(void *s, const void *in, const void *out)
{
    (void)s;
    (void)in;
    (void)out;
}
static const char *check(const void *s)
{
    (void)s;
    return NULL;
}
static const char *promise(const void *s, const void *in)
{
    (void)s;
    return ((const struct nothing *)in)->word != 0 ? "two of a kind" : NULL;
}

static const struct hd_field input[] = {HD_ONE(HD_IN, struct nothing, word, 32, "")};
static const struct hd_bin no_bins[] = {{NULL, NULL}};
static const struct hd_block outer = {.name = "outer",
                                      .state_size = sizeof(struct nothing),
                                      .in_size = sizeof(struct nothing),
                                      .out_size = sizeof(struct nothing),
                                      .reset = reset,
                                      .eval = eval,
                                      .tick = tick,
                                      .check = check,
                                      .promise = promise,
                                      .bins = no_bins};
static struct hd_block early, late;
static struct hd_instance *inst[3];

enum { NEVER = 100 };

/* Ten cycles. The promises of the two inner blocks are broken in these; the judge speaks in the
 * last one, if he has something to say. What was said: all of it, in `said`. */
static char said[4000];

static void ten_cycles(uint32_t at_late, uint32_t at_early, const char *verdict, bool explained)
{
    FILE *f = tmpfile();
    const int kept = dup(2);
    assert_non_null(f);
    fflush(stderr);
    dup2(fileno(f), 2);
    hd_run = (struct hd_run){.seed = 7, .history = HD_HISTORY, .judged = true, .command = ""};
    hd_run.cycles = NEVER;
    early = late = outer;
    early.name = "early";
    late.name = "late";
    inst[0] = hd_open(&outer, "top", "", input, 1);
    inst[1] = hd_open(&late, "top.a", "", input, 1);
    inst[2] = hd_open(&early, "top.b", "", input, 1);
    for (hd_run.cycle = 0; hd_run.cycle < 10; hd_run.cycle++)
        for (uint32_t i = 0; i < 3; i++) {
            struct nothing *in = hd_inputs(inst[i]);
            in->word = (i == 1 && hd_run.cycle >= at_late) || (i == 2 && hd_run.cycle >= at_early);
            assert_int_equal(hd_ports(inst[i], hd_run.cycle > 0), 0); /* the run goes on */
        }
    if (explained) hd_explained();
    if (verdict != NULL) hd_wrong("outer", verdict);
    hd_end();
    fflush(stderr);
    dup2(kept, 2);
    close(kept);
    rewind(f);
    said[fread(said, 1, sizeof said - 1, f)] = '\0';
    fclose(f);
}

/* Each test is a process of its own: the tally is of a run. */
static void limit(void **state)
{
    (void)state;
    ten_cycles(6, 4, "stopped after 10 cycles", false);
    assert_non_null(strstr(said, "FAIL outer seed 7 cycle 10: stopped after 10 cycles\n"));
    assert_non_null(strstr(said, "ENV early seed 7 cycle 4: two of a kind (top.b)\n"));
    assert_null(strstr(said, "ENV late"));
    assert_string_equal(hd_tally()->signature, "outer:result");
    assert_true(hd_failed());
}

static void instruction(void **state)
{
    (void)state;
    ten_cycles(6, 4, "load of 4 bytes at 0x00000008: a null pointer", true);
    assert_non_null(strstr(said, "FAIL outer seed 7 cycle 10: load"));
    assert_null(strstr(said, "ENV"));
}

static void not_judged(void **state)
{
    (void)state;
    ten_cycles(3, 4, NULL, false);
    assert_string_equal(said, "ENV late seed 7 cycle 3: two of a kind (top.a)\n");
    assert_string_equal(hd_tally()->signature, "late:ENV");
    assert_true(hd_failed());
}

static void kept(void **state)
{
    (void)state;
    ten_cycles(NEVER, NEVER, "stopped after 10 cycles", false);
    assert_null(strstr(said, "ENV"));
    assert_true(hd_failed());
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(limit),
                                              cmocka_unit_test(instruction),
                                              cmocka_unit_test(not_judged), cmocka_unit_test(kept)};
    int failed = 0;
    if (argc > 1) return _cmocka_run_group_tests("one", &tests[argv[1][0] - '0'], 1, NULL, NULL);
    for (int i = 0; i < 4; i++) {
        char command[400];
        snprintf(command, sizeof command, "'%s' %d", argv[0], i);
        failed |= system(command) != 0;
    }
    return failed;
}
