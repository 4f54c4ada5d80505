// SPDX-License-Identifier: Apache-2.0
//
// What a kernel needs, and all it needs: docs/kernels.md. C11, clang 14 or later, no libc.
//
//     clang --target=riscv32 -march=rv32imaf -mabi=ilp32f -O2 -ffreestanding -nostdlib
//         -fno-jump-tables -ffp-contract=off -Xclang -fconvergent-functions
//         -fuse-ld=lld -Wl,-T,heddle.ld kernel.c -o kernel.elf
//
// -fconvergent-functions is what keeps a barrier one barrier. To a compiler for one thread
//     if (c) x(); barrier(); if (c) y();
// is worth turning into if (c) { x(); barrier(); y(); } else barrier(); - and clang 14 does so.
// Threads of a warp would then wait for each other at two places. No attribute of clang can be
// given to the instruction itself; the option marks every inline asm as convergent, which forbids
// exactly this and still lets loops be unrolled. `make kernels` passes it. Without it, kernels
// without barriers are as good; with barriers a run may end because threads wait at different ones.
#ifndef HEDDLE_H
#define HEDDLE_H

#if !defined(__clang__) || !defined(__riscv) || __riscv_xlen != 32
#error "heddle.h: compile kernels with clang --target=riscv32 -march=rv32imaf -mabi=ilp32f"
#elif !defined(__riscv_atomic) || !defined(__riscv_float_abi_single)
#error "heddle.h: kernels need -march=rv32imaf -mabi=ilp32f"
#elif defined(__cplusplus)
#error "heddle.h: kernels are C, not C++"
#elif defined(__riscv_compressed)
#error "heddle.h: threads run no compressed instructions; compile with -march=rv32imaf"
#endif

#define HD_INLINE static inline __attribute__((always_inline))

// ---- kernels -----------------------------------------------------------------------------------

// The record that names a kernel to the program that loads the file.
struct hd_kernel {
    void (*entry)(void);
    unsigned argument_bytes;
};

// A thread begins at the entry: stack pointer, address of the arguments, body, exit. All threads
// come back to the entry, so that those that return early and the others meet again.
#define HD_KERNEL(name, bytes)                                                                     \
    __attribute__((naked, used)) static void hd_entry_##name(void)                                 \
    {                                                                                              \
        __asm__ volatile("csrr sp, 0xCD1\n\tcsrr a0, 0xCD0\n\tjal " #name "\n\t.word 0x0000000b"); \
    }                                                                                              \
    __attribute__((section(".heddle.kernels"), used))                                              \
    const struct hd_kernel hd_kernel_##name = {hd_entry_##name, bytes};

// KERNEL(name) { ... arg->x ... } needs struct name, the arguments.
#define KERNEL(name)                                                                               \
    void name(const struct name *arg);                                                             \
    HD_KERNEL(name, sizeof(struct name))                                                           \
    __attribute__((used, noinline)) void name(const struct name *arg)

#define KERNEL_VOID(name)                                                                          \
    void name(void);                                                                               \
    HD_KERNEL(name, 0)                                                                             \
    __attribute__((used, noinline)) void name(void)

// ---- the place of a thread in the grid ---------------------------------------------------------

// Not volatile: they never change, so that the compiler may read them once.
#define HD_ID(name, csr)                                                                           \
    HD_INLINE unsigned name(void)                                                                  \
    {                                                                                              \
        unsigned value;                                                                            \
        __asm__("csrr %0, " #csr : "=r"(value));                                                   \
        return value;                                                                              \
    }

HD_ID(thread_x, 0xCC0)
HD_ID(thread_y, 0xCC1)
HD_ID(thread_z, 0xCC2)
HD_ID(threads_x, 0xCC4)
HD_ID(threads_y, 0xCC5)
HD_ID(threads_z, 0xCC6)
HD_ID(block_x, 0xCC8)
HD_ID(block_y, 0xCC9)
HD_ID(block_z, 0xCCA)
HD_ID(blocks_x, 0xCCC)
HD_ID(blocks_y, 0xCCD)
HD_ID(blocks_z, 0xCCE)
HD_ID(shared_bytes, 0xCD2)

HD_INLINE unsigned global_x(void) { return block_x() * threads_x() + thread_x(); }
HD_INLINE unsigned global_y(void) { return block_y() * threads_y() + thread_y(); }

// ---- shared memory -----------------------------------------------------------------------------

// `used`: a compiler for one thread may make a local variable of one that a single function uses.
#define SHARED static __attribute__((section(".bss.shared"), used))

extern unsigned char hd_shared_end[]; // heddle.ld

HD_INLINE void *shared_rest(void) { return hd_shared_end; }

// ---- waiting, ordering, ending -----------------------------------------------------------------

HD_INLINE void barrier(void) { __asm__ volatile(".word 0x0000100b" ::: "memory"); }
HD_INLINE void fence(void) { __asm__ volatile("fence" ::: "memory"); }

_Noreturn HD_INLINE void thread_exit(void)
{
    __asm__ volatile(".word 0x0000000b" ::: "memory");
    __builtin_unreachable();
}

// Both are constants: registers 0 to 63, bytes 0 to 65,535.
#define phase(registers, bytes)                                                                    \
    do {                                                                                           \
        _Static_assert((registers) >= 0 && (registers) < 64, "phase: 0 to 63 registers");          \
        _Static_assert((bytes) >= 0 && (bytes) < 65536, "phase: 0 to 65535 bytes");                \
        __asm__ volatile(".word %0" ::"i"(0x200bu | ((registers)&31u) << 7 |                       \
                                          ((registers)&32u) << 10 | (unsigned)(bytes) << 16)       \
                         : "memory");                                                              \
    } while (0)

// ---- atomics: the old value --------------------------------------------------------------------

// On int and unsigned, one of them on float. They order nothing but themselves: fence() does. clang
// makes a plain load of one that changes nothing, and a plain store of an exchange whose old value
// is not used.
#define atomic_add(p, v) __atomic_fetch_add((p), (v), __ATOMIC_RELAXED)
#define atomic_and(p, v) __atomic_fetch_and((p), (v), __ATOMIC_RELAXED)
#define atomic_or(p, v) __atomic_fetch_or((p), (v), __ATOMIC_RELAXED)
#define atomic_xor(p, v) __atomic_fetch_xor((p), (v), __ATOMIC_RELAXED)
#define atomic_exchange(p, v) __atomic_exchange_n((p), (v), __ATOMIC_RELAXED)

HD_INLINE int atomic_min(int *p, int v) { return __atomic_fetch_min(p, v, __ATOMIC_RELAXED); }
HD_INLINE int atomic_max(int *p, int v) { return __atomic_fetch_max(p, v, __ATOMIC_RELAXED); }

HD_INLINE unsigned atomic_minu(unsigned *p, unsigned v)
{
    return __atomic_fetch_min(p, v, __ATOMIC_RELAXED);
}

HD_INLINE unsigned atomic_maxu(unsigned *p, unsigned v)
{
    return __atomic_fetch_max(p, v, __ATOMIC_RELAXED);
}

// What memory has, and not an old line of the cache: with it a thread sees the stores of other SMs.
// amoor.w in the assembler's words: clang would make a plain load of its own builtin.
#define atomic_load(p)                                                                             \
    __extension__({                                                                                \
        __typeof__(*(p)) hd_value;                                                                 \
        _Static_assert(sizeof hd_value == 4, "atomic_load: of int and unsigned");                  \
        __asm__ volatile("amoor.w %0, zero, (%1)" : "=r"(hd_value) : "r"(p) : "memory");           \
        hd_value;                                                                                  \
    })

// v is stored if the old value is the expected one. amocas.w, as an instruction in numbers: clang
// 14 does not know it, and makes a loop of lr.w and sc.w of its own builtin.
#define atomic_cas(p, expected, v)                                                                 \
    __extension__({                                                                                \
        __typeof__(*(p)) *const hd_place = (p);                                                    \
        __typeof__(*(p)) hd_old = (expected);                                                      \
        const __typeof__(*(p)) hd_new = (v);                                                       \
        _Static_assert(sizeof hd_old == 4, "atomic_cas: on int and unsigned");                     \
        __asm__ volatile(".insn r 0x2f, 2, 0x14, %0, %1, %2"                                       \
                         : "+r"(hd_old)                                                            \
                         : "r"(hd_place), "r"(hd_new)                                              \
                         : "memory");                                                              \
        hd_old;                                                                                    \
    })

// hd.amofadd.s: to nearest, whatever frm is; no exceptions.
HD_INLINE float atomic_addf(float *p, float v)
{
    float old;
    __asm__ volatile(".insn r 0x0b, 3, 0, %0, %1, %2" : "=f"(old) : "r"(p), "f"(v) : "memory");
    return old;
}

// ---- arithmetic --------------------------------------------------------------------------------

HD_INLINE float fminf(float a, float b) { return __builtin_fminf(a, b); }
HD_INLINE float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
HD_INLINE float fabsf(float a) { return __builtin_fabsf(a); }

// In words of the assembler: with errno in mind clang would call a library.
HD_INLINE float sqrtf(float a)
{
    float root;
    __asm__("fsqrt.s %0, %1" : "=f"(root) : "f"(a));
    return root;
}

HD_INLINE float fmaf(float a, float b, float c)
{
    float sum;
    __asm__("fmadd.s %0, %1, %2, %3" : "=f"(sum) : "f"(a), "f"(b), "f"(c));
    return sum;
}

HD_INLINE int hd_min(int a, int b) { return a < b ? a : b; }
HD_INLINE int hd_max(int a, int b) { return a > b ? a : b; }
HD_INLINE unsigned hd_minu(unsigned a, unsigned b) { return a < b ? a : b; }
HD_INLINE unsigned hd_maxu(unsigned a, unsigned b) { return a > b ? a : b; }

// Of what both arguments become when added.
#define min(a, b) _Generic((a) + (b), int : hd_min, unsigned : hd_minu, float : fminf)(a, b)
#define max(a, b) _Generic((a) + (b), int : hd_max, unsigned : hd_maxu, float : fmaxf)(a, b)

// ---- what the compiler calls on its own --------------------------------------------------------

// Copies and clearings of structs. Weak: each file of a kernel has them; in sections of their own,
// so that --gc-sections drops them. no_builtin: or the loop would become a call of itself.
#define HD_LIBRARY(name) __attribute__((weak, noinline, no_builtin, section(".text." name)))

typedef unsigned __attribute__((may_alias)) hd_word;

HD_LIBRARY("memcpy") void *memcpy(void *restrict to, const void *restrict from, unsigned bytes)
{
    unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    unsigned i = 0;
    if ((((unsigned)to | (unsigned)from) & 3u) == 0)
        for (; i + 4 <= bytes; i += 4) *(hd_word *)(t + i) = *(const hd_word *)(f + i);
    for (; i < bytes; i++) t[i] = f[i];
    return to;
}

HD_LIBRARY("memmove") void *memmove(void *to, const void *from, unsigned bytes)
{
    unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    if (t < f)
        for (unsigned i = 0; i < bytes; i++) t[i] = f[i];
    else
        for (unsigned i = bytes; i > 0; i--) t[i - 1] = f[i - 1];
    return to;
}

HD_LIBRARY("memset") void *memset(void *to, int value, unsigned bytes)
{
    unsigned char *t = (unsigned char *)to;
    for (unsigned i = 0; i < bytes; i++) t[i] = (unsigned char)value;
    return to;
}

#endif
