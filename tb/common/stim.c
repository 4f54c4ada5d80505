/* SPDX-License-Identifier: Apache-2.0 */
#include "common/draws.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

enum { RESET_CYCLES = 2, RESET_EVERY = 4000 };

struct hd_rng hd_draws;

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
    hd_rng_seed(&hd_draws, hd_run.seed);
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

/* The words that were drawn last, of whatever width: the same ones for the same seed. */
enum { RECENT = 8 };
static uint64_t recent[RECENT];
static unsigned drawn;

static uint64_t border(struct hd_rng *rng, uint32_t width)
{
    const uint64_t one = UINT64_C(1) << hd_rng_below(rng, width);
    const uint64_t before = recent[hd_rng_below(rng, RECENT)];
    switch (hd_rng_below(rng, 9)) {
    case 0: return 0;
    case 1: return UINT64_MAX;
    case 2: return one;
    case 3: return ~one;
    case 4: return one - 1;
    case 5: return before;
    case 6: return before + 1;
    case 7: return before - 1;
    default: return before ^ one;
    }
}

uint64_t hd_stim_word(struct hd_rng *rng, uint32_t width)
{
    if (width == 0) return 0;
    uint64_t word = hd_rng_next(rng) >> (64 - width);
    if (width > 1 && hd_rng_chance(rng, 1, 8)) word = border(rng, width);
    word &= UINT64_MAX >> (64 - width);
    recent[drawn++ % RECENT] = word;
    return word;
}

uint32_t hd_stim_below(struct hd_rng *rng, uint32_t n)
{
    enum { NARROW = 64 };
    if (n <= NARROW || !hd_rng_chance(rng, 1, 16)) return hd_rng_below(rng, n);
    uint32_t power = 1;
    for (uint32_t k = hd_rng_below(rng, 32); k > 0 && power <= (n - 1) / 2; k--) power *= 2;
    switch (hd_rng_below(rng, 5)) {
    case 0: return 0;
    case 1: return n - 1;
    case 2: return n - 2;
    case 3: return power;
    default: return power - 1;
    }
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
