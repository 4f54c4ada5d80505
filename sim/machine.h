// SPDX-License-Identifier: Apache-2.0
//
// What runs a launch: the reference, or a model of a machine. Who launches does not know which.
#ifndef HD_MACHINE_H
#define HD_MACHINE_H

#include "isa/memory.h"

enum { HOST_ERROR = 512 };

struct host_machine {
    // False: `error` says why the launch did not come to its end. Memory is as the threads left it.
    bool (*run)(struct host_machine *machine, const struct isa_launch *launch,
                struct isa_memory *memory, char error[HOST_ERROR]);
    // What all launches together did, in one line without its end.
    void (*print)(const struct host_machine *machine);
    void (*free)(struct host_machine *machine);
};

// What the command line says to all machines; each takes what it knows.
struct machine_options {
    bool shuffled; // in an order drawn from `order`
    uint64_t order;
    uint64_t max_steps; // instructions of all threads of a launch; 0: no limit
};

// NULL: no memory. To add a machine: its function here, its name in launch.c's list.
struct host_machine *reference_machine(const struct machine_options *options);

#endif
