/* SPDX-License-Identifier: Apache-2.0 */
#include "core/lane.h"

#include <stddef.h>
#include <string.h>

#include "core/decode.h"
#include "isa/execute.h"

enum { WORD_BITS = 32 };

/* --- init and reset ------------------------------------------------------ */

const char *lane_init(struct lane *s, const struct lane_cfg *cfg)
{
    if (cfg->div_bits != 1 && cfg->div_bits != 2 && cfg->div_bits != 4)
        return "DivBits must be 1, 2 or 4";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void lane_reset(struct lane *s)
{
    s->valid = false;
    s->steps = 0;
    s->instructions = 0;
    s->results = 0;
}

/* --- eval ---------------------------------------------------------------- */

static uint32_t negate_if(bool negative, uint32_t magnitude)
{
    return negative ? 0 - magnitude : magnitude;
}

void lane_eval(const struct lane *s, const struct lane_in *in, struct lane_out *out)
{
    (void)in;
    memset(out, 0, sizeof *out);
    out->in_ready = s->steps == 0;
    out->out_valid = s->valid && s->steps == 0;
    if (!out->out_valid) return;
    if (s->divide) {
        out->value = negate_if(s->negative, s->remainder ? s->rest : s->quot);
    } else {
        out->value = s->value;
        out->address = s->address;
        out->taken = s->taken;
    }
}

/* --- what an instruction is ---------------------------------------------- */

static bool has_value(uint8_t cls)
{
    return cls == ISA_INTEGER || cls == ISA_JUMP || cls == ISA_JUMP_REG;
}

static bool has_address(uint8_t cls)
{
    switch (cls) {
    case ISA_BRANCH:
    case ISA_JUMP:
    case ISA_JUMP_REG:
    case ISA_LOAD:
    case ISA_STORE:
    case ISA_ATOMIC: return true;
    default: return false;
    }
}

/* The words of a warp's threads are one and the same: it is decoded once. */
static void look_at(struct lane *s, uint32_t word)
{
    if (s->insn.word == word) return;
    bool known = isa_decode(word, &s->insn);
    s->has_value = known && has_value(s->insn.cls);
    s->has_address = known && has_address(s->insn.cls);
}

static bool is_division(const struct lane *s)
{
    return s->insn.op >= ISA_DIV && s->insn.op <= ISA_REMU;
}

/* --- division ------------------------------------------------------------ */

static void start_division(struct lane *s, uint32_t a, uint32_t b)
{
    bool is_signed = s->insn.op == ISA_DIV || s->insn.op == ISA_REM;
    bool a_negative = is_signed && a >> 31 != 0;
    bool b_negative = is_signed && b >> 31 != 0;
    s->quot = negate_if(a_negative, a);
    s->rest = 0;
    s->divisor = negate_if(b_negative, b);
    s->steps = WORD_BITS / s->cfg.div_bits;
    s->remainder = s->insn.op == ISA_REM || s->insn.op == ISA_REMU;
    s->negative = s->remainder ? a_negative : a_negative != b_negative && b != 0;
    s->dividend = s->quot;
    s->age = 0;
}

/* The highest bit of quot that is not used yet goes into rest, and one of the quotient comes into
 * its lowest. */
static void divide_bit(struct lane *s)
{
    uint64_t rest = (uint64_t)s->rest << 1 | s->quot >> 31;
    bool enough = rest >= s->divisor;
    s->rest = (uint32_t)(enough ? rest - s->divisor : rest);
    s->quot = s->quot << 1 | enough;
}

static void divide_step(struct lane *s)
{
    for (uint32_t i = 0; i < s->cfg.div_bits; i++) divide_bit(s);
    s->steps--;
    s->age++;
}

/* --- tick ---------------------------------------------------------------- */

static void compute(struct lane *s, const struct lane_in *in)
{
    s->value = 0;
    s->address = 0;
    s->taken = false;
    if (!s->has_value && !s->has_address) return;
    struct isa_result r = isa_execute_one(&s->insn, in->pc, in->a, in->b, 0, 0);
    s->value = r.value;
    s->address = r.address;
    s->taken = r.taken;
}

static void take(struct lane *s, const struct lane_in *in)
{
    look_at(s, in->word);
    s->instructions++;
    s->divide = is_division(s);
    if (s->divide) start_division(s, in->a, in->b);
    else compute(s, in);
}

/* A division that is under way goes on. Else the result, if there is one, has been seen, and the
 * operation offered is taken. */
void lane_tick(struct lane *s, const struct lane_in *in, const struct lane_out *out)
{
    if (s->steps != 0) {
        divide_step(s);
        return;
    }
    s->results += out->out_valid;
    s->valid = in->in_valid;
    if (in->in_valid) take(s, in);
}

/* --- check and promise --------------------------------------------------- */

/* The dividend's highest bits are used already, its others are still in quot, above the bits of the
 * quotient. */
static bool is_euclid(const struct lane *s)
{
    uint32_t unused = s->steps * s->cfg.div_bits;
    uint32_t used = WORD_BITS - unused;
    uint64_t quotient = s->quot & ((UINT64_C(1) << used) - 1);
    uint64_t others = s->dividend & ((UINT64_C(1) << unused) - 1);
    return (uint64_t)s->dividend >> unused == quotient * s->divisor + s->rest &&
           (uint64_t)s->quot >> used == others;
}

const char *lane_check(const struct lane *s)
{
    if (s->results + s->valid != s->instructions) return "one_out";
    if (!s->valid || !s->divide) return s->steps == 0 ? NULL : "in_time";
    if (s->steps + s->age != WORD_BITS / s->cfg.div_bits) return "in_time";
    if (s->divisor != 0 && s->rest >= s->divisor) return "rest_below";
    return is_euclid(s) ? NULL : "euclid";
}

const char *lane_promise(const struct lane *s, const struct lane_in *in)
{
    (void)s;
    if (!in->in_valid) return NULL;
    struct decode none = {0};
    struct decode_out says;
    decode_eval(&none, &(struct decode_in){in->word}, &says);
    return says.legal ? NULL : "an instruction is offered that threads do not run";
}
