/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The phase specifier: docs/blocks/phase_specifier.md.
 * Zorua (MICRO 2016 and the extended text), section 5.7, Figure 13.
 *
 * First its format, for C and for assembler sources (.S), then the golden model
 * of the block that reads it. In a program:
 *     .word PHASE_SPECIFIER_WORD(12, 3072)
 */
#ifndef HEDDLE_PHASE_SPECIFIER_H
#define HEDDLE_PHASE_SPECIFIER_H

/* --- the format ---------------------------------------------------------- */

/* The assembler knows no unsigned constants; C needs them, for bit 31. */
#ifdef __ASSEMBLER__
#define PHASE_SPECIFIER_NUMBER(n) n
#else
#define PHASE_SPECIFIER_NUMBER(n) n##u
#endif

#define PHASE_SPECIFIER_OPCODE PHASE_SPECIFIER_NUMBER(0x0b) /* bits 6:0: custom-0 */
#define PHASE_SPECIFIER_OPCODE_MASK PHASE_SPECIFIER_NUMBER(0x7f)
#define PHASE_SPECIFIER_FUNCTION PHASE_SPECIFIER_NUMBER(2) /* bits 14:12 */
#define PHASE_SPECIFIER_FUNCTION_SHIFT 12
#define PHASE_SPECIFIER_FUNCTION_MASK PHASE_SPECIFIER_NUMBER(7)
#define PHASE_SPECIFIER_LOW_SHIFT 7 /* bits 11:7: registers 4:0 */
#define PHASE_SPECIFIER_LOW_MASK PHASE_SPECIFIER_NUMBER(31)
#define PHASE_SPECIFIER_HIGH_SHIFT 15 /* bit 15: registers 5 */
#define PHASE_SPECIFIER_HIGH_MASK PHASE_SPECIFIER_NUMBER(1)
#define PHASE_SPECIFIER_HIGH_OF 5      /* that bit of the registers */
#define PHASE_SPECIFIER_BYTES_SHIFT 16 /* bits 31:16 */
#define PHASE_SPECIFIER_BYTES_MASK PHASE_SPECIFIER_NUMBER(0xffff)

#define PHASE_SPECIFIER_MAX_REGS 63
#define PHASE_SPECIFIER_MAX_BYTES 65535

/* The instruction that asks for `regs` registers of a thread and `bytes` bytes of scratchpad of a
 * block. Of numbers that are too great only the lower bits are left. */
#define PHASE_SPECIFIER_WORD(regs, bytes)                                                          \
    (PHASE_SPECIFIER_OPCODE | (PHASE_SPECIFIER_FUNCTION << PHASE_SPECIFIER_FUNCTION_SHIFT) |       \
     (((regs)&PHASE_SPECIFIER_LOW_MASK) << PHASE_SPECIFIER_LOW_SHIFT) |                            \
     ((((regs) >> PHASE_SPECIFIER_HIGH_OF) & PHASE_SPECIFIER_HIGH_MASK)                            \
      << PHASE_SPECIFIER_HIGH_SHIFT) |                                                             \
     (((bytes)&PHASE_SPECIFIER_BYTES_MASK) << PHASE_SPECIFIER_BYTES_SHIFT))

/* --- the model ----------------------------------------------------------- */

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>

/* The module's parameters. */
struct phase_specifier_cfg {
    uint32_t reg_set;
    uint32_t scratch_set;
};

struct phase_specifier_in {
    uint32_t instr;
};

struct phase_specifier_out {
    bool phase;
    uint32_t regs;
    uint32_t bytes;
    uint32_t reg_sets;
    uint32_t scratch_sets;
};

/* Nothing is kept but the sizes: reset and tick are there for the shape. */
struct phase_specifier {
    struct phase_specifier_cfg cfg;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *phase_specifier_init(struct phase_specifier *s, const struct phase_specifier_cfg *cfg);

/* A clock edge with reset low. */
void phase_specifier_reset(struct phase_specifier *s);

/* This cycle's outputs; changes nothing. All but phase are 0 while it is (not comparable). */
void phase_specifier_eval(const struct phase_specifier *s, const struct phase_specifier_in *in,
                          struct phase_specifier_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void phase_specifier_tick(struct phase_specifier *s, const struct phase_specifier_in *in,
                          const struct phase_specifier_out *out);

/* NULL, or the name of a broken invariant: nothing is kept, so none can be. */
const char *phase_specifier_check(const struct phase_specifier *s);

/* NULL: the page asks for no promise. */
const char *phase_specifier_promise(const struct phase_specifier *s,
                                    const struct phase_specifier_in *in);

#endif

#endif
