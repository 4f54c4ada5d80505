// SPDX-License-Identifier: Apache-2.0
//
// Runs on qemu-riscv32: reads operands from standard input, runs every probe of guest.S on them and
// writes the answers to standard output. No library.
#include "cross.h"

enum { READ = 63, WRITE = 64, MOST = 20000 };

struct row {
    uint32_t kind;
    const void *probe;
    const uint32_t *insn;
};

extern const struct row probes[], probes_end[];
void run(const void *probe, const uint32_t in[5], uint32_t out[3]);
long system_call(long a, long b, long c, long number);
int guest_main(void);

static struct cross_operands sets[2][MOST];
static struct cross_answer answers[MOST];
static uint32_t guest_memory[CROSS_MEMORY_WORDS];

static int whole(long number, long file, void *data, uint32_t size)
{
    char *at = data;
    while (size > 0) {
        long done = system_call(file, (long)at, (long)size, number);
        if (done <= 0) return 0;
        at += done;
        size -= (uint32_t)done;
    }
    return 1;
}

// Bytes that a load, store or atomic moves.
static uint32_t access_bytes(uint32_t word)
{
    uint32_t is_integer = (word & 0x5f) == 0x03; // load, store
    return is_integer ? 1u << (word >> 12 & 3) : 4;
}

static uint32_t first_operand(const struct row *row, uint32_t a)
{
    switch (row->kind) {
    case CROSS_MEMORY:
    case CROSS_RESERVED: return cross_address((uint32_t)guest_memory, a, access_bytes(*row->insn));
    case CROSS_JUMP: return cross_jump((uint32_t)row->insn, a);
    default: return a;
    }
}

static void run_one(const struct row *row, const struct cross_operands *set,
                    struct cross_answer *answer)
{
    uint32_t in[5] = {first_operand(row, set->a), set->b, set->c, set->fcsr, CROSS_FILLER};
    uint32_t out[3];
    for (uint32_t i = 0; i < CROSS_MEMORY_WORDS; i++) guest_memory[i] = cross_memory(set->c, i);
    run(row->probe, in, out);
    answer->a0 = out[0];
    answer->fa0 = out[1];
    answer->fcsr = out[2];
    for (uint32_t i = 0; i < CROSS_MEMORY_WORDS; i++) answer->memory[i] = guest_memory[i];
}

int guest_main(void)
{
    uint32_t count;
    if (!whole(READ, 0, &count, sizeof count) || count > MOST) return 2;
    if (!whole(READ, 0, sets[0], count * sizeof sets[0][0])) return 2;
    if (!whole(READ, 0, sets[1], count * sizeof sets[1][0])) return 2;
    for (const struct row *row = probes; row < probes_end; row++) {
        struct cross_probe head = {row->kind, *row->insn, (uint32_t)row->insn,
                                   (uint32_t)guest_memory};
        const struct cross_operands *of = sets[row->kind == CROSS_FLOAT];
        for (uint32_t i = 0; i < count; i++) run_one(row, &of[i], &answers[i]);
        if (!whole(WRITE, 1, &head, sizeof head)) return 3;
        if (!whole(WRITE, 1, answers, count * sizeof answers[0])) return 3;
    }
    struct cross_probe end = {CROSS_END, 0, 0, 0};
    return whole(WRITE, 1, &end, sizeof end) ? 0 : 3;
}
