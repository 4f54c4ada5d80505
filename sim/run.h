/* SPDX-License-Identifier: Apache-2.0 */
/* One run of a test bench: its options, its progress, its result. */
#ifndef HEDDLE_RUN_H
#define HEDDLE_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hd_run {
    const char *block;
    const char *config;
    const char *profile;
    const char *command; /* how to run this again, for the report */
    uint64_t seed;
    uint64_t cycles;
    bool once;            /* the profile's work once, to its end, however long it takes */
    uint32_t size;        /* of that work, 0: the usual one */
    uint64_t steps;       /* cycles after which it is stopped, 0: never */
    char *launch;         /* of a kernel without a host side; NULL: one thread, no arguments */
    uint32_t tail;        /* cycles to run on after a mismatch */
    uint32_t history;     /* cycles kept for the report, a power of two */
    uint32_t check_every; /* cycles between two looks at the model's invariants */
    bool judged;          /* the bench says itself what a program does wrong */
    bool over;            /* it has: the run ends with this cycle */
    bool jumps;           /* counters that take long to their ends are set near them now and then */
    bool borders;         /* note which values of the inputs are reached */
    bool repeat_model;    /* time the model alone when the run is over */
    const char *absent;   /* registers that the RTL under test has not, or NULL */
    const char *result;   /* files, or NULL */
    const char *vectors;
    const char *replay_bench;
    const char *record;
    const char *play;
    const char *waves;
    const char *view;
    const char *watch; /* "path register element": its values are dumped, RTL and model */
    uint64_t waves_from;
    uint64_t waves_to;
    uint64_t cycle; /* now */
};

extern struct hd_run hd_run;

/* Before the simulation: reads the options; ends the program on bad ones. */
void hd_run_start(int argc, char **argv);
/* Once a cycle: false when the run is over. */
bool hd_run_goes_on(void);
/* After the simulation: writes the result, returns the exit code. */
int hd_run_finish(bool ended_by_checker);

#endif
