/* SPDX-License-Identifier: Apache-2.0 */
#include "core/decode.h"

#include <stddef.h>
#include <string.h>

#include "isa/decode.h"

enum {
    OPCODE_MASK = 0x7f,
    SYSTEM = 0x73, /* the opcode of CSR instructions */
    CSR_SHIFT = 20,
    AQ_RL = 3 << 25,
};

/* --- init and reset ------------------------------------------------------ */

const char *decode_init(struct decode *s)
{
    s->nothing = true;
    return NULL;
}

void decode_reset(struct decode *s) { (void)s; }

/* --- eval ---------------------------------------------------------------- */

/* isa_decode() refuses CSRs that do not exist or may not be written. Here the encoding alone
 * counts: fflags, which every thread may write, stands for all of them. */
static bool is_legal(uint32_t word, struct isa_insn *insn)
{
    if ((word & OPCODE_MASK) == SYSTEM)
        word = (word & ((UINT32_C(1) << CSR_SHIFT) - 1)) | (uint32_t)ISA_CSR_FFLAGS << CSR_SHIFT;
    return isa_decode(word, insn);
}

static uint32_t unit_of(const struct isa_insn *insn)
{
    switch (insn->cls) {
    case ISA_FLOAT: return DECODE_FLOAT;
    case ISA_LOAD:
    case ISA_STORE:
    case ISA_ATOMIC: return DECODE_MEMORY;
    case ISA_CSR: return DECODE_CSR;
    case ISA_FENCE:
    case ISA_EXIT:
    case ISA_BARRIER:
    case ISA_PHASE: return DECODE_NO_UNIT;
    default: return DECODE_LANE;
    }
}

static uint32_t flow_of(const struct isa_insn *insn)
{
    switch (insn->cls) {
    case ISA_BRANCH: return DECODE_BRANCH;
    case ISA_JUMP:
    case ISA_JUMP_REG:
        if (isa_calls(insn)) return DECODE_CALL;
        return isa_returns(insn) ? DECODE_RETURN : DECODE_JUMP;
    case ISA_EXIT: return DECODE_EXIT;
    case ISA_BARRIER: return DECODE_BARRIER;
    case ISA_PHASE: return DECODE_PHASE;
    default: return DECODE_NEXT;
    }
}

static bool is_fence(const struct isa_insn *insn)
{
    if (insn->cls == ISA_ATOMIC) return (insn->word & AQ_RL) == AQ_RL;
    return insn->cls == ISA_FENCE;
}

/* One register: is it one, and which. */
static void name(uint8_t reg, bool *use, uint32_t *number)
{
    *use = reg != ISA_NONE;
    *number = *use ? reg : 0;
}

void decode_eval(const struct decode *s, const struct decode_in *in, struct decode_out *out)
{
    (void)s;
    struct isa_insn insn;
    memset(out, 0, sizeof *out);
    out->legal = is_legal(in->word, &insn);
    if (!out->legal) return;
    out->unit = unit_of(&insn);
    out->flow = flow_of(&insn);
    name(insn.rd, &out->rd_use, &out->rd);
    name(insn.rs1, &out->rs1_use, &out->rs1);
    name(insn.rs2, &out->rs2_use, &out->rs2);
    name(insn.rs3, &out->rs3_use, &out->rs3);
    out->fence = is_fence(&insn);
}

/* --- tick, check and promise: nothing is kept ---------------------------- */

void decode_tick(struct decode *s, const struct decode_in *in, const struct decode_out *out)
{
    (void)s;
    (void)in;
    (void)out;
}

const char *decode_check(const struct decode *s)
{
    (void)s;
    return NULL;
}

const char *decode_promise(const struct decode *s, const struct decode_in *in)
{
    (void)s;
    (void)in;
    return NULL;
}
