/* SPDX-License-Identifier: Apache-2.0 */
#include "common/lockstep.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "common/instance.h"
#include "common/rng.h"
#include "run.h"

static struct hd_instance *instances;
static struct hd_tally tally;
static bool judge_spoke; /* the first thing that was wrong: hd_wrong() */
static bool explained;   /* and it is what an instruction does: hd_explained() */

static void *must(void *p)
{
    if (p == NULL) {
        fprintf(stderr, "ERROR out of memory\n");
        exit(2);
    }
    return p;
}

/* Is the name one of those that the RTL under test is said not to have (--absent "a b c")? */
static bool is_absent(const char *name)
{
    const size_t length = strlen(name);
    for (const char *p = hd_run.absent; p != NULL && *p != '\0'; p++) {
        const size_t word = strcspn(p, " ");
        if (word == length && strncmp(p, name, length) == 0) return true;
        p += word;
        if (*p == '\0') break;
    }
    return false;
}

/* A description lists inputs, then outputs, then state. */
static void take_fields(struct hd_instance *inst, const struct hd_field *fields, size_t count)
{
    const struct hd_bin *bin = inst->block->bins;
    while (bin->name != NULL) bin++;
    assert(count <= HD_MAX_FIELDS && bin - inst->block->bins <= HD_MAX_BINS);
    memcpy(inst->field, fields, count * sizeof *fields);
    inst->fields = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        assert(i == 0 || fields[i - 1].kind <= fields[i].kind);
        if (fields[i].kind < HD_OUT) inst->first_out++;
        if (fields[i].kind < HD_STATE) inst->first_state++;
        inst->field[i].absent = is_absent(fields[i].name);
    }
}

struct hd_instance *hd_begin(const struct hd_block *block, const char *path, const char *parameters,
                             const struct hd_field *fields, size_t count)
{
    struct hd_instance *inst = must(calloc(1, sizeof *inst));
    inst->block = block;
    inst->path = must(strdup(path));
    inst->parameters = must(strdup(parameters));
    inst->model = must(calloc(1, block->state_size));
    inst->expected = must(calloc(1, block->out_size));
    for (uint32_t i = 0; i < HD_HISTORY; i++) {
        inst->history[i].in = must(calloc(1, block->in_size));
        inst->history[i].out = must(calloc(1, block->out_size));
    }
    inst->now = inst->history;
    take_fields(inst, fields, count);
    /* The block under test goes before those inside it: they have longer paths. */
    struct hd_instance **at = &instances;
    while (*at != NULL && strlen((*at)->path) <= strlen(path)) at = &(*at)->next;
    inst->next = *at;
    *at = inst;
    return inst;
}

static void refuse(const struct hd_instance *inst, const struct hd_field *f, const char *why)
{
    fprintf(stderr, "ERROR %s: %s: %u elements of %u bits: %s (%s, %s)\n", inst->block->name,
            f->name, f->count, f->width, why, inst->path, inst->parameters);
    exit(2);
}

void hd_shape(unsigned long long handle, const char *field, unsigned bits, unsigned count,
              unsigned row)
{
    struct hd_instance *inst = hd_instance(handle);
    struct hd_field *f = inst->field;
    /* An input and an output may have one name: the input comes first. */
    while (f < inst->field + inst->fields && (strcmp(f->name, field) != 0 || f->count != 0)) f++;
    assert(f < inst->field + inst->fields);
    f->count = count;
    f->row = row;
    const bool words = f->width != 0; /* that a row has, the last one what is left */
    if (count == 0) {
        f->absent = true;
        bits = 0;
    }
    if (words && row != 0 && bits != 0) f->cut = row * f->width - bits / (count / row);
    if (words && row == 0 && bits != 0) f->cut = count * f->width - bits;
    if (!words) f->width = count == 0 || bits == 0 ? 1 : bits / count;
    if (f->cut >= (words ? f->width : 1) ||
        (count != 0 && bits != 0 && !words && f->width * count != bits))
        refuse(inst, f, "the port or register is not that long");
    if (count == 0 && !f->sized) refuse(inst, f, "there is none of it");
    if (f->width > (f->flag ? 1 : 8 * f->size)) refuse(inst, f, "an element of the model has less");
    if (f->row_step == 0 && f->room != 0 && count > f->room) refuse(inst, f, "the model has fewer");
    if (f->row_step != 0 && (row > f->room || count > row * f->rows))
        refuse(inst, f, "the model has fewer, or shorter rows");
}

/* Bytes from element 0 to element i. */
static size_t place(const struct hd_field *f, uint32_t i)
{
    if (f->row == 0 || f->row_step == 0) return i * f->stride;
    return i / f->row * f->row_step + i % f->row * f->stride;
}

/* Is the element that a dump is to show (--watch "path register element") one of this instance? */
static void find_watched(struct hd_instance *inst)
{
    const size_t path = strlen(inst->path);
    if (hd_run.watch == NULL || strncmp(hd_run.watch, inst->path, path) != 0) return;
    const char *name = hd_run.watch + path + 1;
    const size_t length = strcspn(name, " ");
    if (name[-1] != ' ' || name[length] != ' ') return;
    const unsigned long at = strtoul(name + length, NULL, 10);
    for (uint32_t k = inst->first_state; k < inst->fields; k++) {
        const struct hd_field *f = &inst->field[k];
        if (strlen(f->name) != length || strncmp(f->name, name, length) != 0) continue;
        if (at < f->count) inst->watched = f;
        inst->watched_at = (uint32_t)at;
    }
}

static void shaped(struct hd_instance *inst)
{
    find_watched(inst);
    for (uint32_t k = 0; k < inst->fields; k++) {
        const struct hd_field *f = &inst->field[k];
        const uint32_t row = f->row == 0 ? 1 : f->row, count = f->absent ? 0 : f->count;
        inst->size[k] = (struct hd_size){count, row, count / row};
        if (f->kind == HD_OUT) inst->outputs_compared += f->count;
        if (f->kind == HD_STATE && !f->parts) inst->state_compared += f->count;
    }
    if (hd_run.borders) hd_borders_open(inst);
}

void hd_opened(unsigned long long handle)
{
    struct hd_instance *inst = hd_instance(handle);
    for (uint32_t k = 0; k < inst->fields; k++)
        if (inst->field[k].count == 0 && !inst->field[k].absent)
            refuse(inst, &inst->field[k], "no shape was given");
    shaped(inst);
}

struct hd_instance *hd_open(const struct hd_block *block, const char *path, const char *parameters,
                            const struct hd_field *fields, size_t count)
{
    struct hd_instance *inst = hd_begin(block, path, parameters, fields, count);
    shaped(inst);
    return inst;
}

struct hd_instance *hd_first_instance(void) { return instances; }

const void *hd_inputs_before(const struct hd_instance *inst)
{
    return inst->history[(inst->cycles - 1) & (hd_run.history - 1)].in;
}

static uint64_t load(const unsigned char *p, size_t size)
{
    uint16_t half;
    uint32_t word;
    uint64_t two;
    switch (size) {
    case 1: return *p;
    case 2: memcpy(&half, p, 2); return half;
    case 4: memcpy(&word, p, 4); return word;
    default: memcpy(&two, p, 8); return two;
    }
}

uint64_t hd_element(const struct hd_field *f, const void *base, uint32_t i)
{
    return load((const unsigned char *)base + f->offset + place(f, i), f->size);
}

bool hd_compares(struct hd_instance *inst)
{
    if (!inst->live || (inst->failed && inst->watched == NULL)) return false;
    tally.compared += inst->state_compared;
    return true;
}

void hd_compared(uint64_t elements) { tally.compared += elements; }

/* Of bits that mean nothing the model's are shown. */
void hd_differs(struct hd_instance *inst, uint32_t field, uint32_t i, uint64_t rtl, uint64_t model)
{
    const struct hd_field *f = &inst->field[field];
    const uint64_t bits = f->bits == NULL ? UINT64_MAX : f->bits(inst->model, i);
    if (f->absent || inst->failed || ((rtl ^ model) & bits) == 0) return;
    if (inst->mismatches < HD_MAX_MISMATCHES)
        inst->mismatch[inst->mismatches] =
            (struct hd_mismatch){field, i, (rtl & bits) | (model & ~bits), model};
    inst->mismatches++;
}

/* Element i of the vector is the one that the dump shows. */
static void see(struct hd_instance *inst, const void *vector, uint32_t i)
{
    const struct hd_field *f = inst->watched;
    const unsigned char *bytes = vector;
    /* A byte holds eight flags, but one of a memory's rows, and one that is alone. */
    const bool packed = f->flag && !f->parts && f->count > 1;
    inst->watched_rtl =
        packed ? load(bytes + i / 8, 1) >> i % 8 & 1 : load(bytes + i * f->size, f->size);
    inst->watched_model = hd_element(f, inst->model, inst->watched_at);
}

void hd_see(struct hd_instance *inst, uint32_t field, const void *vector)
{
    const struct hd_field *f = &inst->field[field];
    if (f == inst->watched && !f->absent) see(inst, vector, inst->watched_at);
}

void hd_see_rows(struct hd_instance *inst, uint32_t field, const uint32_t *at, uint32_t rows,
                 const void *vector)
{
    const uint32_t row = inst->size[field].row, i = inst->watched_at;
    if (&inst->field[field] != inst->watched || inst->size[field].count == 0) return;
    for (uint32_t k = 0; k < rows; k++)
        if (at[k] == i / row) see(inst, vector, k * row + i % row);
}

void hd_see_cells(struct hd_instance *inst, uint32_t field, const uint32_t *at, uint32_t n,
                  const void *vector)
{
    const uint32_t row = inst->size[field].row, i = inst->watched_at;
    if (&inst->field[field] != inst->watched || inst->size[field].count == 0) return;
    for (uint32_t k = 0; k < n; k++)
        if (at[k] == i / row && k % row == i % row) see(inst, vector, k);
}

/* DPI: a checker's final block hands over one element of a memory of which each cycle compares only
 * a part. */
void hd_last(unsigned long long handle, const char *name, unsigned index, unsigned long long value);
void hd_last(unsigned long long handle, const char *name, unsigned index, unsigned long long value)
{
    struct hd_instance *inst = hd_instance(handle);
    if (!inst->live || inst->failed) return;
    uint32_t k = inst->first_state;
    while (k < inst->fields && strcmp(inst->field[k].name, name) != 0) k++;
    if (k == inst->fields || index >= inst->field[k].count) {
        fprintf(stderr, "ERROR %s: its checker hands over %s[%u], which is no field\n",
                inst->block->name, name, index);
        exit(2);
    }
    const struct hd_field *f = &inst->field[k];
    if (f->absent) return;
    tally.compared++;
    const uint64_t m = hd_element(f, inst->model, index);
    if (m == value || !hd_means(inst, f, NULL, NULL, index)) return;
    const uint32_t before = inst->mismatches;
    hd_differs(inst, k, index, value, m);
    if (inst->mismatches != before) inst->at_end = true;
}

/* Numbers of its own: a stimulus draws the same ones with jumps and without. */
static struct hd_rng jump_rng;
static bool jump_seeded;

bool hd_jumps(struct hd_instance *inst)
{
    enum { EVERY = 32 };
    if (!hd_run.jumps || inst != instances || !inst->live || inst->failed) return false;
    if (!jump_seeded) hd_rng_seed(&jump_rng, ~hd_run.seed);
    jump_seeded = true;
    return inst->mismatches == 0 && hd_rng_chance(&jump_rng, 1, EVERY);
}

uint64_t hd_jump_below(uint64_t n)
{
    enum { NEAR = 3 };
    uint32_t bits = 1; /* that n - 1 has */
    while (bits < 64 && (n - 1) >> bits != 0) bits++;
    const uint64_t few = hd_rng_below(&jump_rng, NEAR);
    const uint64_t carry = UINT64_C(1) << hd_rng_below(&jump_rng, bits);
    uint64_t to;
    switch (hd_rng_below(&jump_rng, 8)) {
    case 0: to = few; break;
    case 1: to = hd_rng_next(&jump_rng) % n; break;
    case 2: /* as at its end, but for a bit: the highest one, or any */
        to = (n - 1) ^ (hd_rng_chance(&jump_rng, 1, 2) ? UINT64_C(1) << (bits - 1) : carry);
        break;
    case 3:
    case 4:
    case 5: to = carry - 1 - few; break;
    default: to = n - 1 - few; break;
    }
    return to < n ? to : n - 1;
}

static void compare_outputs(struct hd_instance *inst, const struct hd_cycle *now)
{
    tally.compared += inst->outputs_compared;
    if (inst->block->differ != NULL) inst->block->differ(inst, now->in, now->out, inst->expected);
}

static void fail(struct hd_instance *inst)
{
    inst->failed = true;
    tally.mismatches += inst->mismatches;
    if (tally.signature[0] == '\0') hd_report(inst, &tally);
}

/* Not the RTL's fault, but `side`'s: ENV or MODEL. */
static void accuse(const struct hd_instance *inst, const char *side, const char *text,
                   uint64_t cycle)
{
    char message[sizeof tally.message];
    tally.mismatches++;
    if (tally.signature[0] != '\0' && !judge_spoke) return;
    snprintf(message, sizeof message, "%s %s seed %llu cycle %llu: %s (%s)", side,
             inst->block->name, (unsigned long long)hd_run.seed, (unsigned long long)cycle, text,
             inst->path);
    fprintf(stderr, "%s\n", message);
    if (tally.signature[0] != '\0') return;
    tally.first_cycle = cycle;
    snprintf(tally.signature, sizeof tally.signature, "%s:%s", inst->block->name, side);
    memcpy(tally.message, message, sizeof message);
}

/* Of the promises that were left to the judge, the first; NULL: none. */
static const struct hd_instance *first_broken(void)
{
    const struct hd_instance *first = NULL;
    for (const struct hd_instance *inst = instances; inst != NULL; inst = inst->next) {
        if (inst->broken == NULL) continue;
        if (first == NULL || inst->broken_at < first->broken_at) first = inst;
    }
    return first;
}

/* A promise that an instruction explains is not worth a line. But a run that ends at its limit, or
 * with a wrong result, says nothing of why: the promise may. */
void hd_end(void)
{
    for (struct hd_instance *inst = instances; inst != NULL; inst = inst->next)
        if (inst->at_end) fail(inst);
    const struct hd_instance *broken = explained ? NULL : first_broken();
    if (broken != NULL) accuse(broken, "ENV", broken->broken, broken->broken_at);
}

void hd_explained(void) { explained = true; }

void hd_wrong(const char *block, const char *text)
{
    tally.mismatches++;
    hd_run.over = true;
    if (tally.signature[0] != '\0') return;
    judge_spoke = true;
    tally.first_cycle = hd_run.cycle;
    snprintf(tally.signature, sizeof tally.signature, "%s:result", block);
    snprintf(tally.message, sizeof tally.message, "FAIL %s seed %llu cycle %llu: %s", block,
             (unsigned long long)hd_run.seed, (unsigned long long)hd_run.cycle, text);
    fprintf(stderr, "\n%s\n", tally.message);
    if (hd_run.command[0] != '\0') fprintf(stderr, "replay    %s\n", hd_run.command);
}

/* Do the models look at themselves in this cycle? All instances ask, one of them divides. */
static bool looks_in(uint64_t cycle)
{
    static uint64_t asked = UINT64_MAX;
    static bool looks;
    if (cycle != asked) looks = hd_run.check_every != 0 && cycle % hd_run.check_every == 0;
    asked = cycle;
    return looks;
}

/* The neighbours, and the model itself. A mistake of a program is first reported by
 * the check of programs: until then the instance is no longer compared, and the run goes on. */
static void look_around(struct hd_instance *inst, const struct hd_cycle *now)
{
    const char *text = inst->block->promise(inst->model, now->in);
    const char *side = "ENV";
    if (text == NULL && looks_in(now->number)) {
        text = inst->block->check(inst->model);
        side = "MODEL";
    }
    if (text == NULL) return;
    inst->failed = true;
    if (hd_run.judged && inst != instances && strcmp(side, "ENV") == 0) {
        inst->broken = text;
        inst->broken_at = now->number;
    } else {
        accuse(inst, side, text, now->number);
    }
}

int hd_ports(struct hd_instance *inst, bool rst_n)
{
    const struct hd_block *b = inst->block;
    struct hd_cycle *now = inst->now;
    /* A bench that is not ours (sim/foreign_run.c) does not count cycles: the instance does. */
    if (hd_run.cycles == 0) hd_run.cycle = inst->cycles;
    now->number = hd_run.cycle;
    now->rst_n = rst_n;
    if (inst->cycles == 0) hd_vectors_open(inst);
    inst->cycles++;
    inst->now = &inst->history[inst->cycles & (hd_run.history - 1)];
    if (inst->failed) {
        /* A dump shows how the two drift apart. */
        b->eval(inst->model, now->in, inst->expected);
        if (rst_n) b->tick(inst->model, now->in, inst->expected);
        else b->reset(inst->model);
        return inst->broken == NULL;
    }
    if (inst->live) {
        b->eval(inst->model, now->in, inst->expected);
        compare_outputs(inst, now);
        if (inst->mismatches != 0) {
            fail(inst);
            return 1;
        }
        if (rst_n) look_around(inst, now);
        if (rst_n && hd_run.borders && inst == instances) hd_borders_cycle(inst, now->in);
        if (b->cover != NULL && rst_n) b->cover(inst->model, now->in, inst->expected, inst->bins);
    }
    if (inst->vectors != NULL) hd_vectors_cycle(inst, now);
    if (!rst_n) {
        b->reset(inst->model);
        inst->live = true;
    } else if (inst->live) {
        b->tick(inst->model, now->in, inst->expected);
    }
    return inst->failed && inst->broken == NULL;
}

void hd_write_bins(FILE *f)
{
    for (const struct hd_instance *inst = instances; inst != NULL; inst = inst->next) {
        for (size_t i = 0; inst->block->bins[i].name != NULL; i++) {
            fprintf(f, "bin=%s.%s %llu %s\n", inst->block->name, inst->block->bins[i].name,
                    (unsigned long long)inst->bins[i], inst->block->bins[i].meaning);
        }
    }
}

/* DPI, hd_verdict.sv. */
unsigned hd_tail(void);
unsigned hd_tail(void) { return hd_run.tail; }

const struct hd_tally *hd_tally(void) { return &tally; }
bool hd_failed(void) { return tally.mismatches != 0; }

/* Of the instance that failed, marked where it did; else of the first one, at the last cycle. */
static void write_view(void)
{
    const struct hd_instance *shown = instances;
    for (const struct hd_instance *i = instances; i != NULL; i = i->next) {
        if (i->failed) {
            shown = i;
            break;
        }
    }
    if (shown == NULL || hd_run.cycle == 0) return;
    hd_write_view(shown, hd_run.view, shown->failed ? tally.first_cycle : hd_run.cycle - 1);
}

void hd_close_all(void)
{
    if (hd_run.view != NULL) write_view();
    while (instances != NULL) {
        struct hd_instance *inst = instances;
        instances = inst->next;
        hd_vectors_close(inst);
        for (uint32_t i = 0; i < HD_HISTORY; i++) {
            free(inst->history[i].in);
            free(inst->history[i].out);
        }
        free(inst->model);
        free(inst->expected);
        free(inst->parameters);
        free(inst->path);
        free(inst);
    }
}
