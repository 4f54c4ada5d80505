/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_phase_specifier_lockstep: describes the block to the harness, unpacks arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "residency/phase_specifier.h"

typedef struct phase_specifier state;
typedef struct phase_specifier_in inputs;
typedef struct phase_specifier_out outputs;

/* All but phase is meaningful while it is. */
static bool if_phase(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->phase;
}

/* ---- coverage ---- */

enum {
    BIN_PHASE,
    BIN_NEAR_OPCODE,
    BIN_NEAR_FUNCTION,
    BIN_REGS_NONE,
    BIN_REGS_MOST,
    BIN_REGS_HIGH,
    BIN_REGS_WHOLE,
    BIN_REGS_ONE_MORE,
    BIN_BYTES_NONE,
    BIN_BYTES_MOST,
    BIN_BYTES_WHOLE,
    BIN_BYTES_ONE_MORE
};

static const struct hd_bin bins[] = {
    {"phase", "a phase specifier"},
    {"near_opcode", "no phase specifier: one bit of the opcode is another"},
    {"near_function", "no phase specifier: one bit of the function is another"},
    {"regs_none", "no registers: no sets"},
    {"regs_most", "63 registers"},
    {"regs_high", "more than 31 registers: bit 15"},
    {"regs_whole", "registers of whole sets"},
    {"regs_one_more", "one register more than whole sets hold: the last one has it alone"},
    {"bytes_none", "no bytes: no sets"},
    {"bytes_most", "65,535 bytes"},
    {"bytes_whole", "bytes of whole sets"},
    {"bytes_one_more", "one byte more than whole sets hold: the last one has it alone"},
    {NULL, NULL},
};

static void cover_numbers(const state *s, const outputs *out, uint64_t *bin)
{
    const uint32_t regs = out->regs;
    const uint32_t bytes = out->bytes;
    if (regs == 0) bin[BIN_REGS_NONE]++;
    else if (regs % s->cfg.reg_set == 0) bin[BIN_REGS_WHOLE]++;
    if (regs > 0 && (regs - 1) % s->cfg.reg_set == 0) bin[BIN_REGS_ONE_MORE]++;
    if (regs == PHASE_SPECIFIER_MAX_REGS) bin[BIN_REGS_MOST]++;
    if (regs > PHASE_SPECIFIER_LOW_MASK) bin[BIN_REGS_HIGH]++;
    if (bytes == 0) bin[BIN_BYTES_NONE]++;
    else if (bytes % s->cfg.scratch_set == 0) bin[BIN_BYTES_WHOLE]++;
    if (bytes > 0 && (bytes - 1) % s->cfg.scratch_set == 0) bin[BIN_BYTES_ONE_MORE]++;
    if (bytes == PHASE_SPECIFIER_MAX_BYTES) bin[BIN_BYTES_MOST]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const outputs *out = out_;
    const uint32_t wrong = ((const inputs *)in_)->instr ^ PHASE_SPECIFIER_WORD(0, 0);
    const uint32_t opcode = wrong & PHASE_SPECIFIER_OPCODE_MASK;
    const uint32_t function = wrong & PHASE_SPECIFIER_FUNCTION_MASK
                                          << PHASE_SPECIFIER_FUNCTION_SHIFT;
    if (function == 0 && __builtin_popcount(opcode) == 1) bin[BIN_NEAR_OPCODE]++;
    if (opcode == 0 && __builtin_popcount(function) == 1) bin[BIN_NEAR_FUNCTION]++;
    if (!out->phase) return;
    bin[BIN_PHASE]++;
    cover_numbers(state_, out, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { phase_specifier_reset(s); }
static void eval(const void *s, const void *in, void *out) { phase_specifier_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { phase_specifier_tick(s, in, out); }
static const char *check(const void *s) { return phase_specifier_check(s); }
static const char *promise(const void *s, const void *in) { return phase_specifier_promise(s, in); }

static const struct hd_block block = {
    .name = "phase_specifier",
    .state_size = sizeof(state),
    .in_size = sizeof(inputs),
    .out_size = sizeof(outputs),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
};

static struct hd_instance *describe(const char *path, const char *text)
{
    static const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, instr, 32, NULL, NULL),
        HD_ONE(HD_OUT, outputs, phase, 1, NULL, "Format: the opcode is custom-0, the function 010"),
        HD_ONE(HD_OUT, outputs, regs, 6, if_phase, "Format: bits 11:7, and bit 15 as bit 5"),
        HD_ONE(HD_OUT, outputs, bytes, 16, if_phase, "Format: bits 31:16"),
        HD_ONE(HD_OUT, outputs, reg_sets, 7, if_phase, "Ports: registers / RegSet, rounded up"),
        HD_ONE(HD_OUT, outputs, scratch_sets, 13, if_phase,
               "Ports: bytes / ScratchSet, rounded up"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long phase_specifier_open(const char *path, unsigned reg_set, unsigned scratch_set)
{
    const struct phase_specifier_cfg cfg = {reg_set, scratch_set};
    char text[200];
    snprintf(text, sizeof text, "RegSet=%u ScratchSet=%u", reg_set, scratch_set);
    state s;
    const char *wrong = phase_specifier_init(&s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR phase_specifier: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text);
    memcpy(hd_model(inst), &s, sizeof s);
    return hd_handle(inst);
}

int phase_specifier_ports(unsigned long long handle, svBit rst_n, unsigned instr, svBit phase,
                          unsigned regs, unsigned bytes, unsigned reg_sets, unsigned scratch_sets)
{
    struct hd_instance *inst = hd_instance(handle);
    ((inputs *)hd_inputs(inst))->instr = instr;
    outputs *out = hd_outputs(inst);
    out->phase = phase != 0;
    out->regs = regs;
    out->bytes = bytes;
    out->reg_sets = reg_sets;
    out->scratch_sets = scratch_sets;
    return hd_ports(inst, rst_n != 0);
}
