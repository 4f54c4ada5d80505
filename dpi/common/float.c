/* SPDX-License-Identifier: Apache-2.0 */
/* What hd_float (dpi/common) computes: the golden model of the instruction set. */
#include <stdint.h>

#include "isa/execute.h"

unsigned long long hd_float_execute(unsigned word, unsigned a, unsigned b, unsigned c,
                                    unsigned frm);

/* One thread's float instruction. Returns {refused, flags[4:0], value[31:0]}; what is no
 * float instruction gives 0. */
unsigned long long hd_float_execute(unsigned word, unsigned a, unsigned b, unsigned c, unsigned frm)
{
    struct isa_insn insn;
    if (!isa_decode(word, &insn) || insn.cls != ISA_FLOAT) return 0;
    const struct isa_result r = isa_execute_one(&insn, 0, a, b, c, (uint8_t)(frm << 5));
    return (uint64_t)r.refused << 37 | (uint64_t)(r.flags & 0x1f) << 32 | r.value;
}
