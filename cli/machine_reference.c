// SPDX-License-Identifier: Apache-2.0
//
// The reference as a machine: threads one after the other, no time.
#include "machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "isa/reference.h"
#include "program/program.h"

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

// What the analyser says of each instruction.
struct claims {
    uint8_t *reached;
    uint32_t *live;
};

// False: no memory, and there is nothing to free.
static bool claim(struct claims *claims, struct isa_reference_cfg *cfg,
                  const struct isa_launch *launch)
{
    struct thread_program p;
    if (thread_program_load(&p, launch->image, launch->kernel, launch->shared_bytes) != PROGRAM_OK)
        return false;
    const size_t live_bytes = p.count * sizeof *claims->live;
    *claims = (struct claims){malloc(p.count + 1), malloc(live_bytes + 1)};
    const bool ok = claims->reached != NULL && claims->live != NULL;
    for (uint32_t i = 0; ok && i < p.count; i++) claims->reached[i] = p.insn[i].reached;
    if (ok) memcpy(claims->live, p.shared.live, live_bytes);
    cfg->reached = claims->reached;
    cfg->live = claims->live;
    cfg->reached_base = p.base;
    cfg->reached_words = p.count;
    thread_program_free(&p);
    if (!ok) {
        free(claims->reached);
        free(claims->live);
    }
    return ok;
}

static void note(struct reference_machine *m, const struct isa_launch *launch,
                 const struct isa_memory *memory)
{
    if (m->stats.unset > 0 && m->machine.unset == 0)
        isa_fault_print(&m->stats.unset_first, launch, memory, m->machine.note, HOST_ERROR);
    m->machine.unset = m->stats.unset;
    if (m->stats.behind > 0 && m->machine.behind == 0)
        isa_fault_print(&m->stats.behind_first, launch, memory, m->machine.behind_note, HOST_ERROR);
    m->machine.behind = m->stats.behind;
}

static bool run(struct host_machine *machine, const struct isa_launch *launch,
                struct isa_memory *memory, char error[HOST_ERROR])
{
    struct reference_machine *m = (struct reference_machine *)machine;
    struct isa_fault fault = {.kind = ISA_FAULT_NONE};
    double start = now();
    struct claims claims;
    const bool claimed = claim(&claims, &m->cfg, launch);
    bool good = claimed && isa_reference_run(launch, memory, &m->cfg, &m->stats, &fault);
    if (claimed) {
        free(claims.reached);
        free(claims.live);
    }
    m->seconds += now() - start;
    note(m, launch, memory);
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
    m->cfg = (struct isa_reference_cfg){.shuffled = options->shuffled,
                                        .seed = options->order,
                                        .max_steps = options->steps_given ? options->max_steps
                                                                          : MACHINE_INSTRUCTIONS};
    return &m->machine;
}
