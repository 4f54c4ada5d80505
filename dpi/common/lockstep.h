/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lockstep: the part that all blocks share.
 *
 * A checker (hd_<block>_lockstep.sv, bound to the RTL module) does this in each cycle:
 *   1. <block>_state  at the falling edge hands over the registers of the RTL; they are compared
 *                     with the model's.
 *   2. <block>_ports  at the rising edge hands over inputs and outputs; the model evaluates the
 *                     inputs, its outputs are compared, and the model takes the clock edge.
 *   3. The verdict goes back; on a mismatch the report is printed, the simulation runs on for some
 *      cycles, and the SystemVerilog side ends it.
 * A memory too large to be handed over whole in each cycle is compared in step 1 where it was
 * written last and at one place in turn; when the simulation ends, a final block hands over every
 * element of it (hd_last).
 * Step 1 may be left out (outputs only). A block describes its fields once (struct hd_field) and
 * everything here - compare, report, vectors, waves - reads that description.
 */
#ifndef HEDDLE_LOCKSTEP_H
#define HEDDLE_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum hd_kind { HD_IN, HD_OUT, HD_STATE };

/* One field of a block: `count` elements of `width` bits. Its name is the RTL's. */
struct hd_field {
    enum hd_kind kind;
    const char *name;
    size_t offset; /* of element 0 in the model's in, out or state struct */
    size_t stride; /* bytes from one element to the next */
    size_t size;   /* bytes of an element: 1, 2, 4 or 8 */
    uint32_t count;
    uint32_t width;
    const char *rule; /* the page's rule that decides the field, in words */
    bool absent;      /* set by the harness: a register that the RTL under test has not */
    uint32_t row;    /* elements a row, as in x[2][64] of which 2 x row mean anything; 0: one row */
    size_t row_step; /* bytes from one row to the next; 0: they lie one behind the other */
    uint32_t cut;    /* bits that a row's last element has less: 37 bits in words of 32 */
    /* Does element i mean anything? NULL: always. s: the model's state; in: the cycle's inputs,
     * out: the model's outputs, both NULL for a register. */
    bool (*means)(const void *s, const void *in, const void *out, uint32_t i);
    uint32_t room; /* elements a row that the model has room for, 0: one element */
    uint32_t rows; /* and rows, 0: one row */
    uint64_t (*bits)(const void *s, uint32_t i); /* of a register: that mean something; NULL: all */
    bool flag;                                   /* an element is a bit */
    bool sized;                                  /* there is such a register in some sizes only */
    bool parts;                                  /* a memory of which a cycle compares a part */
};

/* Of a field, in the size of this instance: elements; elements a row, 1 without rows; rows. A
 * register that the RTL has not got has no elements. */
struct hd_size {
    uint32_t count;
    uint32_t row;
    uint32_t rows;
};

#define HD_ONE(k, type, member, bits, text)                                                        \
    {                                                                                              \
        .kind = k, .name = #member, .offset = offsetof(type, member), .stride = 0,                 \
        .size = sizeof(((type *)0)->member), .count = 1, .width = bits, .rule = text               \
    }

/* A coverage bin: a situation of the page that a campaign must have met. */
struct hd_bin {
    const char *name;
    const char *meaning;
};

enum { HD_MAX_FIELDS = 192, HD_MAX_BINS = 128, HD_HISTORY = 32 };

struct hd_instance;

/* What the harness knows of a block. The functions are the model's, with untyped arguments. */
struct hd_block {
    const char *name;
    size_t state_size;
    size_t in_size;
    size_t out_size;
    void (*reset)(void *s);
    /* Inputs that were copied point to their own words again. NULL: none does. */
    void (*connect)(const void *s, void *in);
    void (*eval)(const void *s, const void *in, void *out);
    void (*tick)(void *s, const void *in, const void *out);
    /* Tells hd_differs of each output of the RTL that is not the model's. NULL: there is none. */
    void (*differ)(struct hd_instance *inst, const void *in, const void *rtl, const void *model);
    const char *(*check)(const void *s);
    const char *(*promise)(const void *s, const void *in);
    void (*cover)(const void *s, const void *in, const void *out, uint64_t *bins);
    const struct hd_bin *bins; /* ends with a NULL name */
    const char *index_rule;    /* how element numbers of state fields are to be read, or NULL */
    bool no_reset;             /* the module has no rst_ni: the checker says when it is live */
    const char *waves;         /* registers that a wave view shows: "a b c:Code0/Code1" */
};

/* A new instance; parameters is "Entries=64 Ways=4 ...". Its model state is hd_model()
 * (instance.h). */
struct hd_instance *hd_open(const struct hd_block *block, const char *path, const char *parameters,
                            const struct hd_field *fields, size_t count);

/* The same in steps, for a block with a description: fields without count, width and row; then
 * hd_shape() for each, with what the RTL says (count 0: this size has no such register); then
 * hd_opened(). */
struct hd_instance *hd_begin(const struct hd_block *block, const char *path, const char *parameters,
                             const struct hd_field *fields, size_t count);
void hd_shape(unsigned long long handle, const char *field, unsigned bits, unsigned count,
              unsigned row);
void hd_opened(unsigned long long handle);

/* SystemVerilog keeps an instance as a longint: a chandle cannot pass through a port. */
static inline struct hd_instance *hd_instance(uint64_t handle)
{
    return (struct hd_instance *)(uintptr_t)handle;
}
static inline uint64_t hd_handle(struct hd_instance *inst) { return (uintptr_t)inst; }

/* Behind hd_ports: the inputs of the edge that was taken. */
const void *hd_inputs_before(const struct hd_instance *inst);

/* ---- what <block>_state and outputs_differ, which tools/seam writes, call ---- */

/* Such a call leads off the path of every cycle: the compiler puts it elsewhere. The code of a
 * core's checkers is many times what a first-level cache holds. */
#define HD_RARE __attribute__((cold))

/* Are registers to be compared? Not before the first reset, and not after a mismatch, unless a dump
 * shows one of them. If so they count as compared, but for the memories of which a part is: */
bool hd_compares(struct hd_instance *inst);
void hd_compared(uint64_t elements);
/* Element i of the field differs, and has a meaning. */
HD_RARE void hd_differs(struct hd_instance *inst, uint32_t field, uint32_t i, uint64_t rtl,
                        uint64_t model);
/* If a dump shows a register of this instance (hd_watches()) these give the RTL's value, if it is
 * this one: of a vector with all elements, with the rows that `at` names, with elements that have a
 * place each. */
HD_RARE void hd_see(struct hd_instance *inst, uint32_t field, const void *vector);
HD_RARE void hd_see_rows(struct hd_instance *inst, uint32_t field, const uint32_t *at,
                         uint32_t rows, const void *vector);
HD_RARE void hd_see_cells(struct hd_instance *inst, uint32_t field, const uint32_t *at, uint32_t n,
                          const void *vector);

/* A counter of 32 bits does not come near its ends in a run. So its checker sets it there now and
 * then, in the RTL and in the model alike, to what it may be: after step 1, with an assignment at
 * the falling edge. May it in this cycle? Only in a bench of the block alone: programs would
 * notice. */
bool hd_jumps(struct hd_instance *inst);
/* Where a counter that stays below n, at least 1, goes: near n, near 0, near a carry, anywhere. */
uint64_t hd_jump_below(uint64_t n);

/* Compares the outputs, takes the clock edge. Returns 0, or 1 from the first mismatch on. */
int hd_ports(struct hd_instance *inst, bool rst_n);

/* When the simulation has ended: reports what the final blocks found. */
void hd_end(void);

/* Every run needs these once: what was met, found, covered. */
struct hd_tally {
    uint64_t compared; /* field elements */
    uint64_t mismatches;
    uint64_t first_cycle;
    char signature[96];
    char watch[512]; /* "path register element" of the first mismatch, if it is a register's */
    char message[1280];
};
const struct hd_tally *hd_tally(void);
bool hd_failed(void);
/* Something is wrong whatever the model says: the run fails with `text`, which says what and where.
 * For a stimulus that knows what is to come out; the run ends with this cycle. */
void hd_wrong(const char *block, const char *text);
/* It is an instruction's doing, which also explains promises that are broken inside: hd_end() keeps
 * quiet on them. Otherwise it names the first one, beside what hd_wrong() was told. */
void hd_explained(void);
/* The coverage bins met, one "bin=<block>.<name> <count>" a line. */
void hd_write_bins(FILE *f);
/* What was reached of the inputs of the block under test, one "border=<block>.<field> ..." a line.
 * */
void hd_write_borders(FILE *f);
void hd_close_all(void);

#endif
