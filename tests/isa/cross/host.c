// SPDX-License-Identifier: Apache-2.0
//
// The other side of guest.c:
//   host operands SETS SEED        operands, to standard output
//   host compare SETS SEED         the guest's answers, from standard input, with cmodel/isa
//   host speed                     lane operations a second of processor time
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/rng.h"
#include "cross.h"
#include "isa/execute.h"
#include "isa/float.h"

enum { MOST = 20000, COMPLAINTS = 5, NAME = 64 };

static struct cross_operands sets[2][MOST];
static uint32_t count;

/* ---- operands -------------------------------------------------------------------------------- */

static const uint32_t integers[] = {
    0,          1,          2,          3,          7,          31,         32,
    33,         0xff,       0x7f,       0x80,       0x7fff,     0x8000,     0xffff,
    0x10000,    0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xffff8000, 0xffffff80,
    0xffffffff, 0xfffffffe, 0x55555555, 0xaaaaaaaa, 0x12345678, 0x87654321,
};

static const uint32_t floats[] = {
    0x00000000, 0x80000000,                                                             // zeros
    0x00000001, 0x80000001, 0x00000002, 0x007fffff, 0x807fffff, 0x00400000, 0x003fffff, // subnormal
    0x00800000, 0x80800000, 0x00800001, 0x00ffffff, 0x01000000,                         // least
    0x7f7fffff, 0xff7fffff, 0x7f7ffffe, 0x7f000000, 0x7effffff, 0xff000000,             // greatest
    0x7f800000, 0xff800000, // infinities
    0x7fc00000, 0xffc00000, 0x7fffffff, 0x7fc12345, 0x7f800001, 0xff800001, 0x7fbfffff, // NaNs
    0x3f800000, 0xbf800000, 0x3f800001, 0x3f7fffff, 0x3f000000, 0xbf000000, 0x3effffff, // near 1
    0x3f000001, 0x3fc00000, 0xbfc00000, 0x40200000, 0xc0200000, 0x40000000, 0x40400000,
    0x4b000000, 0x4b000001, 0x4b7fffff, 0x4b800000, 0x4b800001, 0x4a800001, 0x4affffff, // 2^23
    0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff, 0x4f800000, 0xcf7fffff, // 2^31, 32
    0xbf7fffff, 0xbf800001, 0xcf800000, 0x4f000001, 0x34000000, 0x33800000, 0x33800001, // 2^-24
    0x1f800000, 0x20000000, 0x5f800000, 0x5f000000, 0x5f7fffff, 0x1fffffff, 0x60000000, // roots
};

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static uint32_t random_word(struct hd_rng *rng) { return (uint32_t)(hd_rng_next(rng) >> 32); }

static uint32_t random_integer(struct hd_rng *rng)
{
    uint32_t any = random_word(rng);
    switch (hd_rng_below(rng, 4)) {
    case 0: return integers[hd_rng_below(rng, LENGTH(integers))];
    case 1: return any >> hd_rng_below(rng, 32);
    case 2: return integers[hd_rng_below(rng, LENGTH(integers))] + hd_rng_below(rng, 5) - 2;
    default: return any;
    }
}

// A significand with few ones, or few zeros behind the leading ones: products and sums of such come
// to lie half way between floats.
static uint32_t sparse_fraction(struct hd_rng *rng)
{
    uint32_t fraction = (1u << hd_rng_below(rng, 24)) | (1u << hd_rng_below(rng, 24));
    if (hd_rng_chance(rng, 1, 2)) fraction = ~fraction;
    return fraction & 0x7fffff;
}

static uint32_t random_float(struct hd_rng *rng)
{
    uint32_t any = random_word(rng);
    uint32_t fraction = hd_rng_chance(rng, 1, 2) ? sparse_fraction(rng) : any & 0x7fffff;
    uint32_t sign = any & 0x80000000;
    switch (hd_rng_below(rng, 6)) {
    case 0: return floats[hd_rng_below(rng, LENGTH(floats))];
    case 1: return floats[hd_rng_below(rng, LENGTH(floats))] + hd_rng_below(rng, 5) - 2;
    case 2: return sign | fraction;                                            // subnormal
    case 3: return sign | (127 - 30 + hd_rng_below(rng, 64)) << 23 | fraction; // near 1
    case 4: return sign | (96 + hd_rng_below(rng, 64)) << 23 | fraction;
    default: return any;
    }
}

// One that is in some relation to another: the same size; half a unit of it; the product near 1,
// near the least normal, near the least subnormal number.
static uint32_t related_float(struct hd_rng *rng, uint32_t a)
{
    uint32_t exponent = a >> 23 & 0xff;
    uint32_t sign = random_word(rng) & 0x80000000;
    uint32_t fraction = hd_rng_chance(rng, 1, 2) ? 0 : sparse_fraction(rng);
    switch (hd_rng_below(rng, 7)) {
    case 0: return a ^ 0x80000000;
    case 1: return (a ^ sign) + hd_rng_below(rng, 3) - 1;
    case 2: return sign | ((exponent - 22 - hd_rng_below(rng, 5)) & 0xff) << 23 | fraction;
    case 3: return sign | ((253 + hd_rng_below(rng, 3) - exponent) & 0xff) << 23 | fraction;
    case 4: return sign | ((103 + hd_rng_below(rng, 4) - exponent) & 0xff) << 23 | fraction;
    case 5: return sign | ((126 + hd_rng_below(rng, 3) - exponent) & 0xff) << 23 | fraction;
    default: return random_float(rng);
    }
}

static float as_float(uint32_t a)
{
    float f;
    memcpy(&f, &a, sizeof f);
    return f;
}

// Close to -a * b, so that a fused operation cancels; or half a unit of it.
static uint32_t addend(struct hd_rng *rng, uint32_t a, uint32_t b)
{
    float product = (float)((double)as_float(a) * as_float(b));
    uint32_t bits;
    memcpy(&bits, &product, sizeof bits);
    switch (hd_rng_below(rng, 4)) {
    case 0: return bits ^ 0x80000000;
    case 1: return (bits ^ 0x80000000) + hd_rng_below(rng, 5) - 2;
    case 2: return related_float(rng, bits);
    default: return random_float(rng);
    }
}

// Of the float sets the first are all pairs of corners.
static void make_sets(uint64_t seed)
{
    struct hd_rng rng;
    hd_rng_seed(&rng, seed);
    uint32_t pairs = count > 2 * LENGTH(floats) * LENGTH(floats)
                         ? (uint32_t)(LENGTH(floats) * LENGTH(floats))
                         : 0;
    for (uint32_t i = 0; i < count; i++) {
        sets[0][i] = (struct cross_operands){random_integer(&rng), random_integer(&rng),
                                             random_word(&rng), random_word(&rng) & 0xff};
        if (hd_rng_chance(&rng, 1, 8)) sets[0][i].b = sets[0][i].a;
        struct cross_operands *f = &sets[1][i];
        f->a = i < pairs ? floats[i / LENGTH(floats)] : random_float(&rng);
        f->b = i < pairs ? floats[i % LENGTH(floats)] : related_float(&rng, f->a);
        f->c = addend(&rng, f->a, f->b);
        f->fcsr = hd_rng_below(&rng, 5) << 5;
        if (hd_rng_chance(&rng, 1, 8)) f->fcsr |= random_word(&rng) & 0x1f;
    }
}

/* ---- one group of lanes ---------------------------------------------------------------------- */

// What the model makes of a probe and up to ISA_LANES sets: registers and memory as in the guest.
struct group {
    struct isa_insn insn;
    struct cross_probe probe;
    uint32_t lanes;
    uint32_t a[ISA_LANES], b[ISA_LANES], c[ISA_LANES], fcsr[ISA_LANES];
    uint32_t memory[ISA_LANES][CROSS_MEMORY_WORDS];
    struct cross_answer answer[ISA_LANES];
};

static uint32_t first_operand(const struct group *g, uint32_t a)
{
    switch (g->probe.kind) {
    case CROSS_MEMORY:
    case CROSS_RESERVED:
        return cross_address(g->probe.memory, a, isa_access_bytes((enum isa_op)g->insn.op));
    case CROSS_JUMP: return cross_jump(g->probe.pc, a);
    default: return a;
    }
}

static void fill_group(struct group *g, const struct cross_operands *set, uint32_t lanes)
{
    g->lanes = lanes;
    for (uint32_t i = 0; i < lanes; i++) {
        g->a[i] = first_operand(g, set[i].a);
        g->b[i] = set[i].b;
        g->c[i] = set[i].c;
        g->fcsr[i] = set[i].fcsr;
        struct cross_answer *answer = &g->answer[i];
        *answer = (struct cross_answer){CROSS_FILLER, CROSS_FILLER, set[i].fcsr, {0}};
        for (uint32_t k = 0; k < CROSS_MEMORY_WORDS; k++) {
            answer->memory[k] = cross_memory(set[i].c, k);
        }
    }
}

// The row of a register: rs1, rs2, rs3 are 11, 12, 13 of either file.
static const uint32_t *row_of(const struct group *g, uint8_t reg)
{
    static const uint32_t zeros[ISA_LANES];
    if (reg == ISA_NONE) return zeros;
    switch (reg % 32) {
    case 11: return g->a;
    case 12: return g->b;
    case 13: return g->c;
    default: return zeros;
    }
}

static void write_register(struct group *g, uint32_t lane, uint32_t value)
{
    if (g->insn.rd == 10) g->answer[lane].a0 = value;
    if (g->insn.rd == ISA_F0 + 10) g->answer[lane].fa0 = value;
}

static void access_memory(struct group *g, uint32_t lane, uint32_t address, uint32_t operand)
{
    enum isa_op op = (enum isa_op)g->insn.op;
    uint32_t *word = &g->answer[lane].memory[(address - g->probe.memory) / 4 % CROSS_MEMORY_WORDS];
    uint32_t old = *word;
    switch (g->insn.cls) {
    case ISA_LOAD: write_register(g, lane, isa_extend(op, old, address)); return;
    case ISA_STORE:
        *word =
            isa_merge(old, isa_store_data(op, address, operand), isa_store_enables(op, address));
        return;
    default: break;
    }
    bool reserved = g->probe.kind == CROSS_RESERVED;
    if (op != ISA_SC_W || reserved) *word = isa_atomic(op, old, operand, 0);
    // lr.w of the probe has written a0 before, sc.w writes it last.
    write_register(g, lane, op == ISA_SC_W ? !reserved : old);
}

static void access_csr(struct group *g, uint32_t lane, uint32_t a)
{
    struct cross_answer *answer = &g->answer[lane];
    uint32_t number = (uint32_t)g->insn.imm;
    uint8_t fcsr = (uint8_t)answer->fcsr;
    uint32_t old = isa_fcsr_read(number, fcsr);
    write_register(g, lane, old);
    if (isa_csr_writes(&g->insn)) {
        answer->fcsr = isa_fcsr_write(number, fcsr, isa_csr_value(&g->insn, old, a));
    }
}

static void finish_lane(struct group *g, uint32_t i, const struct isa_results *out)
{
    struct cross_answer *answer = &g->answer[i];
    bool taken = out->taken >> i & 1;
    bool right = out->address[i] == g->probe.pc + CROSS_JUMP_BYTES;
    switch (g->insn.cls) {
    case ISA_INTEGER: write_register(g, i, out->value[i]); break;
    case ISA_FLOAT:
        write_register(g, i, out->value[i]);
        answer->fcsr |= out->flags[i];
        break;
    case ISA_BRANCH: answer->a0 = right ? taken : 2; break;
    case ISA_JUMP:
    case ISA_JUMP_REG: answer->a0 = right && taken ? out->value[i] : 2; break;
    case ISA_LOAD:
    case ISA_STORE:
    case ISA_ATOMIC: access_memory(g, i, out->address[i], row_of(g, g->insn.rs2)[i]); break;
    case ISA_CSR: access_csr(g, i, row_of(g, g->insn.rs1)[i]); break;
    default: break;
    }
}

static void operands_of(const struct group *g, struct isa_operands *in, uint8_t *fcsr)
{
    for (uint32_t i = 0; i < ISA_LANES; i++) fcsr[i] = (uint8_t)g->fcsr[i];
    *in = (struct isa_operands){(uint32_t)((1ull << g->lanes) - 1), row_of(g, g->insn.rs1),
                                row_of(g, g->insn.rs2), row_of(g, g->insn.rs3), fcsr};
}

// The wrapper for one lane must say what the wide one says.
static bool one_agrees(const struct group *g, const struct isa_operands *in,
                       const struct isa_results *out)
{
    struct isa_result one =
        isa_execute_one(&g->insn, g->probe.pc, in->a[0], in->b[0], in->c[0], in->fcsr[0]);
    switch (g->insn.cls) {
    case ISA_INTEGER: return one.value == out->value[0];
    case ISA_FLOAT: return one.value == out->value[0] && one.flags == out->flags[0];
    case ISA_BRANCH: return one.taken == (out->taken & 1);
    case ISA_JUMP:
    case ISA_JUMP_REG: return one.taken && one.address == out->address[0];
    case ISA_LOAD:
    case ISA_STORE:
    case ISA_ATOMIC: return one.address == out->address[0];
    default: return true;
    }
}

static bool run_group(struct group *g)
{
    struct isa_operands in;
    struct isa_results out;
    uint8_t fcsr[ISA_LANES];
    operands_of(g, &in, fcsr);
    isa_execute(&g->insn, g->probe.pc, &in, &out);
    bool refused = g->insn.cls == ISA_FLOAT && out.refused != 0;
    for (uint32_t i = 0; i < g->lanes; i++) finish_lane(g, i, &out);
    return !refused && one_agrees(g, &in, &out);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static uint32_t complaints;

static void complain(const struct group *g, uint32_t lane, const struct cross_operands *set,
                     const struct cross_answer *guest)
{
    if (complaints++ >= COMPLAINTS) return;
    char text[64];
    isa_print(text, sizeof text, g->probe.pc, &g->insn);
    const struct cross_answer *own = &g->answer[lane];
    printf("differs: %s with %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " fcsr %02" PRIx32 "\n", text,
           set->a, set->b, set->c, set->fcsr);
    printf("  qemu a0 %08" PRIx32 " fa0 %08" PRIx32 " fcsr %02" PRIx32 " memory %08" PRIx32 "\n",
           guest->a0, guest->fa0, guest->fcsr, guest->memory[1]);
    printf("  here a0 %08" PRIx32 " fa0 %08" PRIx32 " fcsr %02" PRIx32 " memory %08" PRIx32 "\n",
           own->a0, own->fa0, own->fcsr, own->memory[1]);
}

static uint32_t compare_probe(const struct cross_probe *probe, const struct cross_answer *guest)
{
    static struct group g;
    uint32_t wrong = 0;
    g.probe = *probe;
    if (!isa_decode(probe->word, &g.insn)) {
        printf("%08" PRIx32 " does not decode: %s\n", probe->word, isa_reason(probe->word));
        return 1;
    }
    const struct cross_operands *set = sets[probe->kind == CROSS_FLOAT];
    for (uint32_t at = 0; at < count; at += ISA_LANES) {
        fill_group(&g, set + at, count - at < ISA_LANES ? count - at : ISA_LANES);
        if (!run_group(&g)) {
            printf("%08" PRIx32 ": refused, or another result in one lane\n", probe->word);
            wrong++;
        }
        for (uint32_t i = 0; i < g.lanes; i++) {
            if (memcmp(&g.answer[i], &guest[at + i], sizeof *guest) == 0) continue;
            complain(&g, i, &set[at + i], &guest[at + i]);
            wrong++;
        }
    }
    return wrong;
}

// The first word of its text, without .aq and .rl.
static void copy_name(char name[NAME], const struct isa_insn *insn)
{
    isa_print(name, NAME, 0, insn);
    name[strcspn(name, " ")] = '\0';
    if (insn->cls == ISA_ATOMIC) strstr(name, ".w")[2] = '\0';
}

// Custom-0, and amocas.w, which qemu does not know before version 8.2: tests/isa/execute_test.c has
// them.
static bool is_ours_alone(unsigned op) { return op >= ISA_CUSTOM_EXIT || op == ISA_AMOCAS_W; }

// One line an instruction: probes, sets, differences. All but ours alone must have come.
static int report(const uint32_t probes[], const uint32_t wrong[], char names[][NAME])
{
    int status = 0;
    uint64_t total = 0;
    unsigned instructions = 0;
    for (unsigned op = 0; op < ISA_OP_COUNT; op++) {
        if (is_ours_alone(op)) continue;
        instructions++;
        bool good = probes[op] != 0 && wrong[op] == 0;
        total += (uint64_t)probes[op] * count;
        printf("%s qemu %-10s %2" PRIu32 " encodings, %7" PRIu32 " sets, %" PRIu32 " differ\n",
               good ? "PASS" : "FAIL", names[op], probes[op], probes[op] * count, wrong[op]);
        if (!good) status = 1;
    }
    printf("%s qemu: %u instructions, %" PRIu64 " executions compared\n", status ? "FAIL" : "PASS",
           instructions, total);
    return status;
}

static int ended_early(void)
{
    printf("FAIL qemu: the guest ended early\n");
    return 2;
}

static int compare(void)
{
    static uint32_t probes[ISA_OP_COUNT], wrong[ISA_OP_COUNT];
    static char names[ISA_OP_COUNT][NAME];
    static struct cross_answer guest[MOST];
    struct cross_probe probe;
    for (;;) {
        struct isa_insn insn;
        if (fread(&probe, sizeof probe, 1, stdin) != 1) return ended_early();
        if (probe.kind == CROSS_END) break;
        if (fread(guest, sizeof guest[0], count, stdin) != count) return ended_early();
        uint32_t differ = compare_probe(&probe, guest);
        isa_decode(probe.word, &insn);
        probes[insn.op]++;
        wrong[insn.op] += differ;
        copy_name(names[insn.op], &insn);
    }
    return report(probes, wrong, names);
}

/* ---- speed ----------------------------------------------------------------------------------- */

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void measure(uint32_t word)
{
    enum { TIMES = 200000 };
    static uint32_t rows[3][ISA_LANES];
    static struct isa_results out;
    struct isa_insn insn;
    char text[64];
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    // Floats from 2^-3 to 2^4, integers of all sizes.
    for (uint32_t i = 0; i < ISA_LANES * 3; i++) {
        rows[i / ISA_LANES][i % ISA_LANES] =
            (124 + hd_rng_below(&rng, 8)) << 23 | (random_word(&rng) & 0x807fffff);
    }
    static const uint8_t fcsr[ISA_LANES];
    struct isa_operands in = {UINT32_MAX, rows[0], rows[1], rows[2], fcsr};
    if (!isa_decode(word, &insn)) return;
    double start = seconds();
    for (uint32_t i = 0; i < TIMES; i++) {
        isa_execute(&insn, 0, &in, &out);
        rows[0][i % ISA_LANES] ^= out.value[0] & 1; // each depends on the one before
    }
    isa_print(text, sizeof text, 0, &insn);
    printf("%-32s %6.0f M lane operations/s\n", text,
           (double)TIMES * ISA_LANES / (seconds() - start) / 1e6);
}

static int speed(void)
{
    static const uint32_t words[] = {0x00c58533, 0x00158513, 0x40c5d533, 0x02c58533, 0x02c5c533,
                                     0x00c58463, 0x0005a503, 0x00c5f553, 0x10c5f553, 0x68c5f543,
                                     0x18c5f553, 0x5805f553, 0xc0059553, 0xa0c59553};
    for (size_t i = 0; i < LENGTH(words); i++) measure(words[i]);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "speed") == 0) return speed();
    if (argc != 4) return 2;
    count = (uint32_t)strtoul(argv[2], NULL, 10);
    if (count == 0 || count > MOST) return 2;
    make_sets(strtoull(argv[3], NULL, 10));
    if (strcmp(argv[1], "compare") == 0) return compare();
    fwrite(&count, sizeof count, 1, stdout);
    for (unsigned i = 0; i < 2; i++) fwrite(sets[i], sizeof sets[0][0], count, stdout);
    return 0;
}
