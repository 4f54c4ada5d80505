/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the register file: docs/blocks/register_file.md.
 * Dynamic Warp Formation (TACO 2009), section 4.2 and Figure 9; Zorua (MICRO 2016), section 5.4;
 * Simultaneous Branch and Warp Interweaving (ISCA 2012), section 5.2 and Table 3.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. An operand has the number 3 * port + 0 to 2. Not comparable with RTL: rd_ready and
 * wr_ready without a valid; out_data while out_valid is 0; a register that was never written, and
 * data in an operand's lane that was read from one.
 */
#ifndef HEDDLE_REGISTER_FILE_H
#define HEDDLE_REGISTER_FILE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    REGISTER_FILE_MAX_LANES = 64,
    REGISTER_FILE_MAX_BANKS = 8,
    REGISTER_FILE_MAX_SETS = 4096,
    REGISTER_FILE_MAX_PORTS = 4,
    REGISTER_FILE_MAX_WRITERS = 8,
    REGISTER_FILE_OPERANDS = 3, /* of an instruction */
    REGISTER_FILE_MAX_OPERANDS = REGISTER_FILE_OPERANDS * REGISTER_FILE_MAX_PORTS,
    REGISTER_FILE_MAX_REGISTERS =
        REGISTER_FILE_MAX_BANKS * REGISTER_FILE_MAX_SETS * REGISTER_FILE_MAX_LANES,
};

/* The module's parameters. */
struct register_file_cfg {
    uint32_t lanes;
    uint32_t banks;
    uint32_t sets;
    uint32_t ports;
    uint32_t writers;
    uint32_t own;
    uint32_t segmented;
    uint32_t lane_slots;
};

/* An index is one of each lane with `own`, else element 0 alone; {set, part} with lane_slots. */
struct register_file_in {
    bool rd_valid[REGISTER_FILE_MAX_PORTS];
    uint32_t rd_use[REGISTER_FILE_MAX_PORTS]; /* a bit an operand */
    uint32_t rd_bank[REGISTER_FILE_MAX_OPERANDS];
    uint32_t rd_index[REGISTER_FILE_MAX_OPERANDS][REGISTER_FILE_MAX_LANES];
    /* A bit a lane; looked at with `segmented`, `lane_slots`. */
    uint64_t rd_mask[REGISTER_FILE_MAX_PORTS];
    bool out_ready[REGISTER_FILE_MAX_PORTS];
    uint32_t out_gone[REGISTER_FILE_MAX_PORTS]; /* looked at with `lane_slots` */
    bool wr_valid[REGISTER_FILE_MAX_WRITERS];
    uint32_t wr_here[REGISTER_FILE_MAX_WRITERS]; /* likewise */
    uint32_t wr_bank[REGISTER_FILE_MAX_WRITERS];
    uint32_t wr_index[REGISTER_FILE_MAX_WRITERS][REGISTER_FILE_MAX_LANES];
    uint64_t wr_mask[REGISTER_FILE_MAX_WRITERS]; /* a bit a lane */
    uint32_t wr_data[REGISTER_FILE_MAX_WRITERS][REGISTER_FILE_MAX_LANES];
};

struct register_file_out {
    bool rd_ready[REGISTER_FILE_MAX_PORTS];
    bool out_valid[REGISTER_FILE_MAX_PORTS];
    /* `lanes` words each; they stand in the state, and so change with the tick. Meaningful while
     * out_valid. */
    const uint32_t *out_data[REGISTER_FILE_MAX_OPERANDS];
    uint32_t out_here[REGISTER_FILE_MAX_PORTS]; /* beats at hand; with `lane_slots` */
    bool wr_ready[REGISTER_FILE_MAX_WRITERS];
    /* For tick alone: operands that their banks serve in this cycle, a bit each. */
    uint32_t served;
    /* Likewise: results of which a bank writes, a bit a writer. */
    uint32_t writing;
};

struct register_file {
    struct register_file_cfg cfg;
    uint32_t got;  /* operands that are there, a bit each */
    uint32_t full; /* outputs that are valid, a bit a port */
    uint32_t turn;
    /* lane_slots above 1: the next beat of an operand, of a result. */
    uint32_t rd_beat[REGISTER_FILE_MAX_OPERANDS];
    uint32_t wr_beat[REGISTER_FILE_MAX_WRITERS];
    uint32_t data[REGISTER_FILE_MAX_OPERANDS][REGISTER_FILE_MAX_LANES];
    /* The model's alone: cycles for which an operand that may be collected has waited. */
    uint32_t waited[REGISTER_FILE_MAX_OPERANDS];
    /* Rows of a word each home lane, one behind the other: row index * banks + bank is the row of a
     * bank and index. */
    uint32_t reg[REGISTER_FILE_MAX_REGISTERS];
};

/* Lays the state out, as after reset; registers are 0. It is big (8 MB), but of `reg` only what the
 * sizes ask for is ever touched. Returns NULL, or what is wrong with the sizes. */
const char *register_file_init(struct register_file *s, const struct register_file_cfg *cfg);

/* A clock edge with reset low. Registers keep what they have: nothing is written. */
void register_file_reset(struct register_file *s);

/* The row of an index in a bank: a word each home lane. */
const uint32_t *register_file_row(const struct register_file *s, uint32_t bank, uint32_t index);

/* This cycle's outputs; changes nothing. out_valid and out_data are of the state alone; what an
 * output that means nothing is: ready is false, out_data is not NULL. */
void register_file_eval(const struct register_file *s, const struct register_file_in *in,
                        struct register_file_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. Reads go before writes. */
void register_file_tick(struct register_file *s, const struct register_file_in *in,
                        const struct register_file_out *out);

/* Does the clock edge change nothing but whose turn it is? Then eval gives the same again for the
 * same inputs; and register_file_pass is the clock edge. */
bool register_file_rests(const struct register_file *s, const struct register_file_in *in);
void register_file_pass(struct register_file *s);

/* Beats of port p that are at hand: of the output all; without one, of the instruction that asks
 * for these operands with these lanes. */
uint32_t register_file_here(const struct register_file *s, uint32_t p, bool valid, uint32_t use,
                            uint64_t mask);

/* Will the bank that serves this writer be done with it in this cycle, if its result has these
 * lanes and so many beats of it are there? */
bool register_file_last_beat(const struct register_file *s, uint32_t writer, uint64_t mask,
                             uint32_t here);

/* NULL, or the name of a broken invariant: all_there and fair of the page. last_write needs the
 * past, apart the inputs. */
const char *register_file_check(const struct register_file *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. One promise is not
 * checked here, since it needs the past: an instruction that waits stays as it is. */
const char *register_file_promise(const struct register_file *s, const struct register_file_in *in);

#endif
