/* SPDX-License-Identifier: Apache-2.0 */
#include "common/stim.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

enum { RESET_CYCLES = 2, RESET_EVERY = 4000 };

static FILE *record;
static unsigned char *tape;
static size_t tape_size;
static size_t tape_at;

static void stop(const char *what, const char *path)
{
    fprintf(stderr, "ERROR cannot %s %s: %s\n", what, path, strerror(errno));
    exit(2);
}

/* The whole tape is read before the run, so that playing it costs no more than a copy. */
static void load_tape(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL || fseek(f, 0, SEEK_END) != 0) stop("read", path);
    const long size = ftell(f);
    if (size < 0) stop("read", path);
    tape = malloc((size_t)size + 1);
    if (tape == NULL) stop("hold", path);
    rewind(f);
    tape_size = fread(tape, 1, (size_t)size, f);
    if (tape_size != (size_t)size) stop("read", path);
    fclose(f);
}

void hd_stim_start(void)
{
    if (hd_run.play != NULL) load_tape(hd_run.play);
    if (hd_run.record != NULL) {
        record = fopen(hd_run.record, "wb");
        if (record == NULL) stop("write", hd_run.record);
    }
}

void hd_stim_end(void)
{
    if (record != NULL && fclose(record) != 0) stop("write", hd_run.record);
    record = NULL;
    free(tape);
    tape = NULL;
}

__attribute__((weak)) bool hd_stim_knows(const char *profile)
{
    for (const char *const *p = hd_profiles; *p != NULL; p++) {
        if (strcmp(*p, profile) == 0) return true;
    }
    return false;
}

unsigned hd_stim_profile(void)
{
    unsigned i = 0;
    while (hd_profiles[i] != NULL && strcmp(hd_profiles[i], hd_run.profile) != 0) i++;
    return i;
}

bool hd_stim_reset(struct hd_rng *rng)
{
    return hd_run.cycle < RESET_CYCLES || hd_rng_chance(rng, 1, RESET_EVERY);
}

bool hd_stim_play(bool *rst_n, void *in, size_t size)
{
    if (tape == NULL) return false;
    if (tape_at + 1 + size > tape_size) {
        fprintf(stderr, "ERROR %s ends before cycle %llu\n", hd_run.play,
                (unsigned long long)hd_run.cycle);
        exit(2);
    }
    *rst_n = tape[tape_at] != 0;
    memcpy(in, tape + tape_at + 1, size);
    tape_at += 1 + size;
    return true;
}

void hd_stim_record(bool rst_n, const void *in, size_t size)
{
    if (record == NULL) return;
    if (fputc(rst_n ? 1 : 0, record) == EOF || fwrite(in, size, 1, record) != 1) {
        stop("write", hd_run.record);
    }
}

const unsigned char *hd_stim_tape(size_t *size)
{
    *size = tape_size;
    return tape;
}
