// SPDX-License-Identifier: Apache-2.0
//
// Several programs on one GPU: each computes on the host until it launches a kernel, waits until
// the kernel is done, and goes on. Their files lie in one memory, at places of their own. The
// caller plays the wires between host and work distributor: it asks for the next command, for the
// description of a launch that begins, and says which launch is done.
#ifndef HD_WORKLOAD_H
#define HD_WORKLOAD_H

#include "core/sm.h"
#include "foreign.h"
#include "program.h"
#include "sm_code.h"

enum {
    WORKLOAD_PROGRAMS = ISA_MAX_IMAGES,
    WORKLOAD_LAUNCHES = 64, // numbers, at most
};

struct workload_one; // a program under way

// What a line of a workload says.
struct workload_entry {
    const char *name;              // a program; or a file,
    const struct foreign *foreign; // and the launch of its kernel; of a program NULL
    uint32_t size;                 // 0: the usual one
    uint64_t seed;
    uint32_t stream;
    uint64_t at; // the cycle in which it begins
    uint32_t stack_bytes;
    uint32_t blocks; // on an SM at most, with the policy given; 0: as many as fit
};

// A command for the launch queues.
struct workload_push {
    bool valid;
    uint32_t stream, launch;
};

struct workload {
    struct sm_cfg core;
    struct isa_memory memory;
    struct workload_one *one[WORKLOAD_PROGRAMS];
    uint32_t count;
    struct workload_one *of[WORKLOAD_LAUNCHES]; // the program of each launch under way, or NULL
    uint32_t turn;                              // the program that pushes next
};

// Without a program yet; of launches on cores of these sizes.
void workload_init(struct workload *w, const struct sm_cfg *core);
void workload_free(struct workload *w);
// A program more. False: why.
bool workload_add(struct workload *w, const struct workload_entry *entry, char error[HOST_ERROR]);

// The largest stack of a thread.
uint32_t workload_stack(const struct workload *w);

// The programs that have something to compute in this cycle do so.
void workload_compute(struct workload *w, uint64_t cycle);
// All of them have come to their ends.
bool workload_over(const struct workload *w);
// A file's launch was asked for wrongly; that is printed.
bool workload_misled(const struct workload *w);

// The next command, if there is one that its queue has room for: `full` and `free` are those of the
// launch queues, a bit a queue, a bit a number. It counts as pushed.
struct workload_push workload_push(struct workload *w, uint64_t full, uint64_t free,
                                   uint32_t queues);
// A launch is to be pushed, or to begin.
bool workload_waits(const struct workload *w);
// A launch is to be pushed, is in a queue, or runs.
bool workload_launched(const struct workload *w);
// The launch with this number begins. NULL: it was not pushed, or has begun.
const struct sm_code *workload_begin(struct workload *w, uint32_t launch);
// It does not run: why.
void workload_refuse(struct workload *w, uint32_t launch, const char *why);
// It is done. False: it was not pushed.
bool workload_done(struct workload *w, uint32_t launch);

// A program's host, for its verdict; its name; the cycles in which it began and ended.
const struct host *workload_host(const struct workload *w, uint32_t program);
const char *workload_name(const struct workload *w, uint32_t program);
uint64_t workload_began(const struct workload *w, uint32_t program);
uint64_t workload_ended(const struct workload *w, uint32_t program);
// Its `blocks`.
uint32_t workload_blocks(const struct workload *w, uint32_t program);
// The program of a launch under way.
uint32_t workload_program_of(const struct workload *w, uint32_t launch);

#endif
