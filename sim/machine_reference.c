// SPDX-License-Identifier: Apache-2.0
//
// The reference as a machine: threads one after the other, no time.
#include "machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "isa/reference.h"

struct reference_machine {
    struct host_machine machine; // first: a pointer to one is a pointer to the other
    struct isa_reference_cfg cfg;
    struct isa_reference_stats stats;
    double seconds;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool run(struct host_machine *machine, const struct isa_launch *launch,
                struct isa_memory *memory, char error[HOST_ERROR])
{
    struct reference_machine *m = (struct reference_machine *)machine;
    struct isa_fault fault;
    double start = now();
    bool good = isa_reference_run(launch, memory, &m->cfg, &m->stats, &fault);
    m->seconds += now() - start;
    m->cfg.seed++; // the next launch in another order
    if (good) return true;
    if (fault.kind == ISA_FAULT_NONE)
        snprintf(error, HOST_ERROR, "no memory on the host for the launch of %s",
                 launch->kernel->name);
    else isa_fault_print(&fault, launch, memory, error, HOST_ERROR);
    return false;
}

static void print(const struct host_machine *machine)
{
    const struct reference_machine *m = (const struct reference_machine *)machine;
    const struct isa_reference_stats *s = &m->stats;
    printf("%" PRIu64 " threads, %" PRIu64 " instructions (%" PRIu64 " loads, %" PRIu64
           " stores, %" PRIu64 " atomics, %" PRIu64 " branches, %" PRIu64 " float), %" PRIu64
           " barriers of blocks; %.1f million instructions a second",
           s->threads, s->instructions, s->loads, s->stores, s->atomics, s->branches, s->floats,
           s->barriers, m->seconds > 0 ? 1e-6 * (double)s->instructions / m->seconds : 0.0);
}

static bool release(struct host_machine *machine)
{
    free(machine);
    return true;
}

struct host_machine *reference_machine(const struct machine_options *options)
{
    struct reference_machine *m = calloc(1, sizeof *m);
    if (m == NULL) return NULL;
    m->machine = (struct host_machine){.run = run, .print = print, .free = release};
    m->cfg = (struct isa_reference_cfg){options->shuffled, options->order, options->max_steps};
    return &m->machine;
}
