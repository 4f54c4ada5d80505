/* SPDX-License-Identifier: Apache-2.0 */
/* What the lockstep harness keeps of each checked instance; what tools/seam writes reads it too. */
#ifndef HEDDLE_INSTANCE_H
#define HEDDLE_INSTANCE_H

#include <stdio.h>

#include "common/lockstep.h"

enum { HD_MAX_MISMATCHES = 16 };

struct hd_mismatch {
    uint32_t field;
    uint32_t index;
    uint64_t rtl;
    uint64_t model;
};

/* One cycle as it was seen at the ports. */
struct hd_cycle {
    uint64_t number;
    bool rst_n;
    void *in;
    void *out;
};

/* What a run has seen of an input field, where it means something. */
struct hd_border {
    uint32_t when; /* the field that says so, or the number of fields */
    bool seen;     /* some value */
    bool full;     /* all ones */
    bool done;     /* all there is to see */
    uint64_t all;  /* ones of the widest element */
    uint64_t least;
    uint64_t most;
    uint64_t was0; /* bits */
    uint64_t was1;
};

/* What every cycle needs comes first: it lies together. */
struct hd_instance {
    const struct hd_block *block;
    void *model;
    void *expected;
    struct hd_cycle *now; /* the cycle that comes next, in the history */
    uint64_t cycles;
    uint64_t outputs_compared; /* elements a cycle */
    uint64_t state_compared;
    uint32_t mismatches;
    bool live; /* a reset has been seen: from here on the model knows the state */
    bool failed;
    /* A register's element whose values a dump shows (--watch): as they were last compared. */
    const struct hd_field *watched; /* NULL: none */
    struct hd_cycle history[HD_HISTORY];
    struct hd_size size[HD_MAX_FIELDS];
    uint64_t bins[HD_MAX_BINS];
    struct hd_instance *next;
    char *path;
    char *parameters;
    struct hd_field field[HD_MAX_FIELDS];
    uint32_t fields;
    uint32_t first_out;
    uint32_t first_state;
    struct hd_mismatch mismatch[HD_MAX_MISMATCHES];
    /* a promise broken in this cycle, on which the check of programs may say more */
    const char *broken;
    uint64_t broken_at;
    uint32_t watched_at;
    uint64_t watched_rtl;
    uint64_t watched_model;
    bool at_end; /* found when every element of every memory was compared */
    struct hd_border border[HD_MAX_FIELDS];
    FILE *vectors;
    uint64_t vector_lines;
};

static inline void *hd_model(struct hd_instance *inst) { return inst->model; }
static inline const struct hd_size *hd_sizes(const struct hd_instance *inst) { return inst->size; }
/* Where this cycle's inputs and the RTL's outputs are to be written before hd_ports. */
static inline void *hd_inputs(struct hd_instance *inst) { return inst->now->in; }
static inline void *hd_outputs(struct hd_instance *inst) { return inst->now->out; }
/* Does a dump show a register of this instance? */
static inline bool hd_watches(const struct hd_instance *inst) { return inst->watched != NULL; }

struct hd_instance *hd_first_instance(void);
uint64_t hd_element(const struct hd_field *f, const void *base, uint32_t i);
/* Does element i mean anything? */
static inline bool hd_means(const struct hd_instance *inst, const struct hd_field *f,
                            const void *in, const void *out, uint32_t i)
{
    return f->means == NULL || f->means(inst->model, in, out, i);
}
/* Bits of a row of a port, and of the port. */
static inline uint32_t hd_row_bits(const struct hd_field *f)
{
    return (f->row == 0 ? f->count : f->row) * f->width - f->cut;
}
static inline uint32_t hd_port_bits(const struct hd_field *f)
{
    return (f->row == 0 ? 1 : f->count / f->row) * hd_row_bits(f);
}
/* The element that a bit of a port is in, and which one of its bits it is. */
static inline uint32_t hd_element_at(const struct hd_field *f, uint32_t bit)
{
    return bit / hd_row_bits(f) * f->row + bit % hd_row_bits(f) / f->width;
}
static inline uint32_t hd_bit_at(const struct hd_field *f, uint32_t bit)
{
    return bit % hd_row_bits(f) % f->width;
}

/* report.c: what the user is told at the first mismatch. */
void hd_report(struct hd_instance *inst, struct hd_tally *tally);
/* vectors.c; opened in the first cycle, when all instances are there: the first one saves. */
void hd_vectors_open(struct hd_instance *inst);
void hd_vectors_cycle(struct hd_instance *inst, const struct hd_cycle *now);
void hd_vectors_close(struct hd_instance *inst);
/* borders.c: of the block under test, which is the first instance. */
void hd_borders_open(struct hd_instance *inst);
void hd_borders_cycle(struct hd_instance *inst, const void *in);
/* wave_view.c */
void hd_write_view(const struct hd_instance *inst, const char *path, uint64_t marked);

#endif
