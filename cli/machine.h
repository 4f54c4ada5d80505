// SPDX-License-Identifier: Apache-2.0
//
// What runs a launch: the reference, or a model of a machine. The caller does not know which.
#ifndef HD_MACHINE_H
#define HD_MACHINE_H

#include <stdio.h>

#include "isa/memory.h"

struct checkpoints;
struct answers;

enum { HOST_ERROR = 1024 };

// A launch is stopped then if nothing else is said (--steps, STEPS=). The longest one of the
// programs here takes 2.7 million cycles and 60 million instructions: a few hundred times that.
#define MACHINE_CYCLES UINT64_C(1000000000)
#define MACHINE_INSTRUCTIONS UINT64_C(20000000000)

struct host_machine {
    // False: `error` says why the launch did not come to its end. Memory is as the threads left it.
    bool (*run)(struct host_machine *machine, const struct isa_launch *launch,
                struct isa_memory *memory, char error[HOST_ERROR]);
    // What all launches together did, in one line without its end.
    void (*print)(const struct host_machine *machine);
    // The same at length, as JSON, as a row of a table under a heading. NULL: there is no more.
    void (*report)(const struct host_machine *machine, FILE *to);
    void (*json)(const struct host_machine *machine, FILE *to);
    void (*row)(const struct host_machine *machine, const char *name, FILE *to);
    void (*heading)(const struct host_machine *machine, FILE *to);
    // False: something that it writes besides could not be written.
    bool (*free)(struct host_machine *machine);
    // So many words of shared memory were read that no thread of the block had written; the first.
    uint64_t unset;
    char note[HOST_ERROR];
    // So many accesses of shared memory went behind the variables that their code names; the first.
    uint64_t behind;
    char behind_note[HOST_ERROR];
};

// "NOTE ...", if there is one.
static inline void machine_note(const struct host_machine *machine, FILE *to)
{
    if (machine->behind > 0)
        fprintf(to, "NOTE %s. Zorua's phases do not count on that (%llu such access%s)\n",
                machine->behind_note, (unsigned long long)machine->behind,
                machine->behind == 1 ? "" : "es");
    if (machine->unset > 0)
        fprintf(to,
                "NOTE %s. It has no value, and another machine may find another one there (%llu "
                "such word%s)\n",
                machine->note, (unsigned long long)machine->unset, machine->unset == 1 ? "" : "s");
}

// Options of the command line for all machines; each machine uses the options that it has. NULL, 0:
// as in the preset.
struct machine_options {
    bool shuffled; // in an order drawn from `order`
    uint64_t order;
    bool steps_given;
    uint64_t max_steps; // reference: instructions of all threads of a launch; sm: cycles. 0: none
    const char *preset;
    const char *sizes; // of the core: NAME=N,NAME=N ...
    const char *formation;
    const char *policy;
    const char *residency;
    const char *memory;              // flat, chip
    uint32_t latency;                // of flat memory, in cycles
    uint32_t interval;               // cycles a line
    const char *trace;               // file
    bool progress;                   // on a terminal
    struct checkpoints *checkpoints; // of the run; NULL: none
    struct answers *answers;         // and what its program was answered
};

// NULL: said on stderr why. To add a machine: its function here, its name in launch.c's list.
struct host_machine *reference_machine(const struct machine_options *options);
struct host_machine *sm_machine(const struct machine_options *options);

// The names of the presets, one a line.
void sm_list_presets(FILE *to);

#endif
