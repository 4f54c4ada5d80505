// SPDX-License-Identifier: Apache-2.0
//
// Addresses of every kind, in code and in data, of what moves with the image and of what does not.
// What a thread computes does not depend on where the image lies.
#include "heddle.h"

enum { WORDS = 64 };

SHARED unsigned tile[WORDS];
unsigned counter[4] = {11, 22, 33, 44};
static unsigned zeros[WORDS];
static unsigned *pointers[] = {&counter[3], &zeros[2], counter};
static unsigned *const table[] = {&counter[1], &tile[5], &zeros[7], &tile[0]};
static const char *const texts[] = {"away", "from home", "home"};

// Odd addresses, sums and differences, which the compiler does not make of C.
__asm__(".section .rodata.sums, \"a\"\n"
        ".byte 1\n"
        "odd: .word counter + 8\n"
        ".balign 4\n"
        "apart: .word counter - tile\n"
        "along: .word counter - odd\n"
        ".half counter - odd\n"
        ".text\n");
extern const unsigned char odd[4];
extern const unsigned apart, along;

__attribute__((noinline)) static unsigned text_sum(unsigned i)
{
    unsigned sum = 0;
    for (const char *c = texts[i % 3]; *c != 0; c++) sum = 31 * sum + (unsigned char)*c;
    return sum;
}

struct moved {
    unsigned *out; // eight words a thread
};

KERNEL(moved)
{
    const unsigned t = thread_x();
    unsigned *out = arg->out + 8 * t;
    const unsigned at = odd[0] | odd[1] << 8 | odd[2] << 16 | (unsigned)odd[3] << 24;
    tile[t] = 100 + t;
    *((unsigned *)shared_rest() + t) = 7 * t;
    barrier();
    if (t == 0) zeros[7] = *pointers[0] + pointers[2][1];
    barrier();
    fence();
    out[0] = *table[t % 4];
    out[1] = *pointers[t % 3];
    out[2] = text_sum(t);
    out[3] = *(const unsigned *)at;
    out[4] = apart - ((unsigned)counter - (unsigned)tile);
    out[5] = along - ((unsigned)counter - (unsigned)odd);
    out[6] = (unsigned)&tile[t];
    out[7] = ((unsigned *)shared_rest())[WORDS - 1 - t];
}

// Into what belongs to another program.
struct astray {
    unsigned *to;
};

KERNEL(astray) { *arg->to = 1; }

struct leap {
    unsigned to;
};

KERNEL(leap) { __asm__ volatile("jr %0" ::"r"(arg->to)); }

#ifdef SIZE
extern unsigned char size[]; // a number: --defsym
struct sized {
    unsigned *out;
};
KERNEL(sized) { *arg->out = (unsigned)size; }
#endif
