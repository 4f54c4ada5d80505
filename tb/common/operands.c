/* SPDX-License-Identifier: Apache-2.0 */
#include "common/operands.h"

#include "common/draws.h"

/* Of operations one behind the other. */
struct range {
    enum isa_op first;
    enum isa_op last;
};

static const struct range classes[] = {
    [ANY] = {ISA_LUI, ISA_AMOFADD_S},     [INTEGER] = {ISA_ADDI, ISA_AND},
    [DIVIDE] = {ISA_DIV, ISA_REMU},       [FLOW] = {ISA_JAL, ISA_BGEU},
    [FLOAT] = {ISA_FMADD_S, ISA_FMV_W_X}, [ROOT] = {ISA_FDIV_S, ISA_FSQRT_S},
    [ACCESS] = {ISA_LB, ISA_SW},          [SWAP] = {ISA_AMOCAS_W, ISA_AMOCAS_W},
    [OTHER] = {ISA_FENCE_RW, ISA_CSRRCI},
};

enum isa_op hd_draw_operation(enum hd_class class)
{
    const uint32_t count = (uint32_t)(classes[class].last - classes[class].first) + 1;
    return (enum isa_op)(classes[class].first + draw(count));
}

static uint32_t any(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }

/* An end of the integers, or a power of two. */
static uint32_t draw_end(void)
{
    static const uint32_t ends[] = {0, UINT32_C(0x80000000), UINT32_C(0x7fffffff), UINT32_MAX, 1};
    return share(10) ? ends[draw(5)] : UINT32_C(1) << draw(32);
}

/* Zeros, infinities, ends of the normal and subnormal floats, NaNs that are quiet and not; 1, 2. */
static uint32_t draw_special(void)
{
    static const uint32_t special[] = {0x00000000, 0x7f800000, 0x00800000, 0x7f7fffff,
                                       0x00000001, 0x007fffff, 0x7fc00000, 0x7f800001,
                                       0x3f800000, 0x40000000, 0x4f000000, 0x4f800000};
    const uint32_t sign = share(6) ? UINT32_C(1) << 31 : 0;
    return special[draw(sizeof special / sizeof special[0])] | sign;
}

/* A float of middling size: sums, products and roots of such are rounded. */
static uint32_t draw_middling(void)
{
    return (any() & UINT32_C(0x807fffff)) | (117 + draw(21)) << 23;
}

uint32_t hd_draw_number(unsigned corner, bool is_float)
{
    if (share(corner)) return is_float ? draw_special() : draw_end();
    if (is_float && share(12)) return draw_middling();
    return any() >> draw(32);
}

uint32_t hd_draw_near(uint32_t a)
{
    switch (draw(5)) {
    case 0: return a;
    case 1: return a + 1;
    case 2: return a - 1;
    case 3: return a ^ UINT32_C(1) << draw(32);
    default: return a >> draw(8);
    }
}
