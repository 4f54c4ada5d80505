// SPDX-License-Identifier: Apache-2.0
//
// Several programs on one GPU: each computes on the host until it launches a kernel on its stream,
// waits until the kernel is done, and goes on. Their files lie in one memory, at places of their
// own.
#ifndef HD_WORKLOAD_H
#define HD_WORKLOAD_H

#include "core/sm.h"
#include "foreign.h"
#include "program.h"
#include "streams.h"

enum { WORKLOAD_PROGRAMS = ISA_MAX_IMAGES };

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
    uint32_t slice;  // blocks of a slice of its grids; 0: no slices
};

struct workload {
    struct sm_cfg core;
    struct isa_memory memory;
    struct streams streams; // the owner of a launch is its program's number
    struct workload_one *one[WORKLOAD_PROGRAMS];
    uint32_t count;
    // Set behind workload_init. So often each program runs at least; 0: none begins again.
    uint32_t runs;
    bool waits; // behind each launch a wait for it goes into its queue
};

// Without a program yet; of launches on cores of these sizes.
void workload_init(struct workload *w, const struct sm_cfg *core);
void workload_free(struct workload *w);
// A program more. False: why.
bool workload_add(struct workload *w, const struct workload_entry *entry, char error[HOST_ERROR]);

// The ELF file of a line's program.
void workload_path(const struct workload_entry *entry, char *path, size_t size);

// For checkpoints: before the first cycle; and to or from one, in front of a cycle, behind
// workload_compute(). From it all programs run again to where they were.
void workload_keep(struct workload *w);
void workload_checkpoint(struct workload *w, struct checkpoint *c);
// The codes that the state of a GPU may point to.
struct sm_codes workload_codes(const struct workload *w);

// The largest stack of a thread.
uint32_t workload_stack(const struct workload *w);

// The programs that have something to compute in this cycle do so.
void workload_compute(struct workload *w, uint64_t cycle);
// The first cycle behind this one in which one may have, as far as launches do not decide.
uint64_t workload_next(const struct workload *w, uint64_t cycle);
// All of them have come to their ends.
bool workload_over(const struct workload *w);
// A file's launch was asked for wrongly; that is printed.
bool workload_misled(const struct workload *w);

// Blocks of the launch that a program runs; 0: it runs none.
uint32_t workload_blocks(const struct workload *w, uint32_t program);

// A program's host, for its verdict; its name; the cycles in which it began and ended.
const struct host *workload_host(const struct workload *w, uint32_t program);
const char *workload_name(const struct workload *w, uint32_t program);
uint64_t workload_began(const struct workload *w, uint32_t program);
uint64_t workload_ended(const struct workload *w, uint32_t program);
// How often it has run, and its cycles: the mean of all runs but the last, in which others may have
// ended; of one run that one.
uint32_t workload_runs(const struct workload *w, uint32_t program);
uint64_t workload_cycles(const struct workload *w, uint32_t program);

#endif
