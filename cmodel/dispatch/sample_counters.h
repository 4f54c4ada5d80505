/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the sample counters: docs/blocks/sample_counters.md.
 * Warped-Slicer (ISCA 2016), section IV.A, equation (3); section V.I.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. All is comparable with RTL.
 */
#ifndef HEDDLE_SAMPLE_COUNTERS_H
#define HEDDLE_SAMPLE_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SAMPLE_COUNTERS_MAX_PORTS = 3,
    SAMPLE_COUNTERS_MAX_WINDOW = 65535,
    SAMPLE_COUNTERS_MAX_LINES = 256,
};

/* why: what a port does in a cycle, as the front end has it. All others are no wait. */
enum { SAMPLE_COUNTERS_WAITS = 2 };

/* The module's parameters. */
struct sample_counters_cfg {
    uint32_t ports;
    uint32_t window;
    uint32_t instr_width;
    uint32_t lines;
};

struct sample_counters_in {
    uint32_t issue; /* a bit a port */
    uint32_t why[SAMPLE_COUNTERS_MAX_PORTS];
    bool request;
    bool answer;
    bool start_en;
};

struct sample_counters_out {
    uint32_t instr;
    uint32_t stall;
    bool done;
};

struct sample_counters {
    struct sample_counters_cfg cfg;
    uint32_t lines; /* requests to memory under way */
    uint32_t left;  /* cycles of the window */
    bool done;      /* a window has ended */
    uint32_t instr;
    uint32_t stall;
    /* The model's alone: cycles since the window began, as many as it has at most; the
     * instructions before the last edge, of the same window. */
    uint32_t passed;
    uint32_t instr_before;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *sample_counters_init(struct sample_counters *s, const struct sample_counters_cfg *cfg);

/* A clock edge with reset low. */
void sample_counters_reset(struct sample_counters *s);

/* This cycle's outputs; changes nothing. */
void sample_counters_eval(const struct sample_counters *s, const struct sample_counters_in *in,
                          struct sample_counters_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void sample_counters_tick(struct sample_counters *s, const struct sample_counters_in *in,
                          const struct sample_counters_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *sample_counters_check(const struct sample_counters *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *sample_counters_promise(const struct sample_counters *s,
                                    const struct sample_counters_in *in);

#endif
