// SPDX-License-Identifier: Apache-2.0
//
// Threads that go round and round, told from threads that compute. docs/verdicts.md, Livelock.
//
// A thread computes from its program counter, its registers, its stack and what it reads. If all of
// that is what it was before, and no word that threads share has changed in between, the thread
// will come by again, and again, until another thread changes such a word. Threads are followed
// from a moment on: what each register was given since is kept (a loaded one: where it was loaded
// from), and compared with what it was at a place that is moved on now and then (Brent's search
// for a cycle). When a shared word changes the caller begins anew.
#ifndef HD_ISA_SPIN_H
#define HD_ISA_SPIN_H

#include "common/checkpoint.h"
#include "isa/decode.h"
#include "isa/memory.h"

enum {
    SPIN_LOCALS = 1 << 16, // words of its own stack that a thread may write and still be followed
    SPIN_STATUS = ISA_REGISTERS,
    SPIN_REGISTERS,
};

enum spin_kind {
    SPIN_STILL,  // has done nothing since
    SPIN_MOVES,  // has been nowhere twice in one state
    SPIN_ROUNDS, // has been in one state again and again, to the last
};

// A word of the stack, at an address; 0: none.
struct spin_local {
    uint64_t given;
    uint32_t where;
};

struct spin_thread {
    uint64_t reg[SPIN_REGISTERS]; // what each was given, hashed with its number; 0: nothing
    struct spin_local *local;     // and words of the stack: a hash table, a power of two of places
    uint32_t places, locals;
    bool lost;      // too many of them
    uint64_t state; // the sum of all these
    uint64_t home;  // `state` when the thread was at `home_pc`, before its `begun`th step
    uint32_t home_pc;
    uint64_t steps, begun, met, period;
    uint32_t rounds;
    uint32_t status;  // fcsr, with what floats have raised; the bits behind it say what is known
    uint32_t address; // the highest read since `begun` of what threads share: arguments lie below
                      // buffers, these below shared memory; 0: none
    uint32_t read_pc; // by which instruction
    uint32_t low_pc;  // the lowest since `begun`
};

struct spin {
    uint32_t threads;
    struct spin_thread *thread;
};

// What an instruction did, as the pipe gives it: of a load only `address` counts, of an atomic
// `data` too, since no shared word changes. Of a CSR `value` is what it read, with rd or without;
// `data` is rs1.
struct spin_step {
    uint32_t pc;
    uint32_t value;
    uint32_t address;
    uint32_t data;
    uint32_t flags;
};

// From now on. False: no memory on the host.
bool spin_begin(struct spin *s, uint32_t threads);
void spin_free(struct spin *s);
// To or from a checkpoint (common/checkpoint.h).
void spin_checkpoint(struct spin *s, struct spin *mine, struct checkpoint *c);
void spin_step(struct spin *s, uint32_t thread, const struct isa_insn *insn,
               const struct spin_step *did);
enum spin_kind spin_kind(const struct spin *s, uint32_t thread);
// Where it goes round: an instruction that reads what threads share, if there is one.
uint32_t spin_place(const struct spin *s, uint32_t thread);

// What a launch is told in which all that run are of SPIN_ROUNDS.
// What helps where every thread has turns.
const char *spin_help(const struct spin_verdict *v);
void spin_print(const struct spin_verdict *v, const struct isa_launch *launch,
                const struct isa_memory *memory, char *text, size_t size);

#endif
