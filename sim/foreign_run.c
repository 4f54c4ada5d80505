/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The run of the installed checkers, in the test bench of another project: that bench has no
 * options of ours and does not count our cycles (sim/run.c is the run of our own benches).
 *
 *   - Cycles are counted by each checked instance: rising edges of its clock, from 0.
 *   - The seed of the bench is not ours either. For the reports to name it, set HEDDLE_SEED, or say
 *     it from SystemVerilog: import "DPI-C" function void heddle_seed(input longint unsigned seed).
 *   - A mismatch is reported when it happens; HEDDLE_TAIL cycles later (16) the simulation ends.
 *   - When the program ends, one line says how the comparison went, and the exit code is 1 after a
 *     mismatch and 2 if an instance was never compared. A bench that wants to know earlier asks:
 *     import "DPI-C" function int heddle_mismatches().
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/instance.h"
#include "common/lockstep.h"

struct hd_run hd_run = {
    .block = "?",
    .config = "?",
    .profile = "?",
    .command = "",
    .seed = 0,
    .cycles = 0, /* hd_ports: the instances count */
    .tail = 16,
    .history = HD_HISTORY,
    .check_every = 16,
};

void heddle_seed(unsigned long long seed);
int heddle_mismatches(void);

void heddle_seed(unsigned long long seed) { hd_run.seed = seed; }

int heddle_mismatches(void)
{
    const uint64_t n = hd_tally()->mismatches;
    return n > INT32_MAX ? INT32_MAX : (int)n;
}

/* A variable that is not set, or is no number, changes nothing. */
static void read_number(const char *name, unsigned long long *to)
{
    const char *text = getenv(name);
    if (text == NULL || *text == '\0') return;
    char *end;
    const unsigned long long value = strtoull(text, &end, 0);
    if (*end == '\0') *to = value;
    else fprintf(stderr, "ERROR heddle lockstep: %s=%s is no number, ignored\n", name, text);
}

static void finish(void)
{
    hd_end();
    const struct hd_tally *tally = hd_tally();
    unsigned instances = 0;
    unsigned blind = 0;
    for (const struct hd_instance *i = hd_first_instance(); i != NULL; i = i->next) {
        instances++;
        if (i->live) continue;
        blind++;
        fprintf(stderr,
                "ERROR heddle lockstep: %s was never compared: no clock edge with reset low\n",
                i->path);
    }
    if (instances == 0) return;
    if (!hd_failed() && blind == 0) {
        fprintf(stderr, "PASS heddle lockstep: %u instances, %llu values compared\n", instances,
                (unsigned long long)tally->compared);
    } else {
        fprintf(stderr, "FAIL heddle lockstep: %s\n",
                hd_failed() ? tally->message : "an instance was never compared");
    }
    const int code = hd_failed() ? 1 : blind != 0 ? 2 : 0;
    hd_close_all();
    if (code == 0) return;
    /* The bench's main returns 0 whatever happened, and exit() must not be called from here. */
    fflush(NULL);
    _exit(code);
}

__attribute__((constructor)) static void start(void)
{
    unsigned long long seed = hd_run.seed;
    unsigned long long tail = hd_run.tail;
    read_number("HEDDLE_SEED", &seed);
    read_number("HEDDLE_TAIL", &tail);
    hd_run.seed = seed;
    hd_run.tail = (uint32_t)tail;
    atexit(finish);
}
