/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/lockstep.h"
#include "common/model_speed.h"
#include "common/stim.h"

struct hd_run hd_run = {
    .block = "?",
    .config = "?",
    .command = "",
    .seed = 1,
    .cycles = 100000,
    .steps = 100000000,
    .tail = 16,
    .history = HD_HISTORY,
    .check_every = 64,
    .jumps = true,
};

static double started;
static double shown;
static bool on_terminal;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum {
    OPT_TAIL = 256,
    OPT_HISTORY,
    OPT_CHECK,
    OPT_MODEL,
    OPT_RECORD,
    OPT_PLAY,
    OPT_FROM,
    OPT_TO,
    OPT_VIEW,
    OPT_WATCH,
    OPT_BORDERS,
    OPT_BENCH,
    OPT_COMMAND,
    OPT_BLOCK,
    OPT_CONFIG,
    OPT_LIST,
    OPT_ABSENT,
    OPT_ONCE,
    OPT_SIZE,
    OPT_LAUNCH,
    OPT_STEPS
};

static const struct argp_option options[] = {
    {"seed", 's', "N", 0, "seed of the stimulus (1)", 0},
    {"cycles", 'c', "N", 0, "clock cycles (100000)", 0},
    {"profile", 'p', "NAME", 0, "stimulus profile", 0},
    {"once", OPT_ONCE, NULL, 0, "a profile that is a program: run it to its end, and no more", 0},
    {"size", OPT_SIZE, "N", 0, "size of that program", 0},
    {"launch", OPT_LAUNCH, "OPTIONS", 0, "a profile that is an ELF file: grid=4 block=64 arg=...",
     0},
    {"steps", OPT_STEPS, "N", 0, "of a kernel: stop it after so many cycles (10^8; 0: never)", 0},
    {"list-profiles", OPT_LIST, NULL, 0, "name the profiles and stop", 0},
    {"tail", OPT_TAIL, "N", 0, "cycles to run on after a mismatch (16)", 0},
    {"result", 'r', "FILE", 0, "write the result as key=value lines", 0},
    {"vectors", 'v', "FILE", 0, "save inputs and expected outputs", 0},
    {"replay-bench", OPT_BENCH, "FILE", 0, "write a test bench that replays such vectors", 0},
    {"waves", 'w', "FILE", 0, "dump a VCD", 0},
    {"from", OPT_FROM, "N", 0, "first cycle of the dump", 0},
    {"to", OPT_TO, "N", 0, "last cycle of the dump", 0},
    {"view", OPT_VIEW, "FILE", 0, "write a GTKWave view of the dump", 0},
    {"watch", OPT_WATCH, "REGISTER", 0,
     "dump its values, RTL and model: \"instance register element\"", 0},
    {"history", OPT_HISTORY, "N", 0, "cycles kept for the report: 1, 2, 4 .. 32 (32)", 0},
    {"check-every", OPT_CHECK, "N", 0, "cycles between looks at the model's invariants (64)", 0},
    {"borders", OPT_BORDERS, NULL, 0, "write which values of the inputs were reached", 0},
    {"model-speed", OPT_MODEL, NULL, 0, "time the model alone when the run is over", 0},
    {"absent", OPT_ABSENT, "NAMES", 0, "registers not to compare: the RTL has none so named", 0},
    {"record", OPT_RECORD, "FILE", 0, "save the inputs of every cycle", 0},
    {"play", OPT_PLAY, "FILE", 0, "take the inputs from such a file", 0},
    {"block", OPT_BLOCK, "NAME", OPTION_HIDDEN, NULL, 0},
    {"config", OPT_CONFIG, "NAME", OPTION_HIDDEN, NULL, 0},
    {"command", OPT_COMMAND, "TEXT", OPTION_HIDDEN, NULL, 0},
    {0},
};

static uint64_t number(const char *text, struct argp_state *state)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 0);
    if (errno != 0 || end == text || *end != '\0' || text[0] == '-') {
        argp_error(state, "not a number: %s", text);
    }
    return value;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    switch (key) {
    case 's': hd_run.seed = number(arg, state); break;
    case 'c': hd_run.cycles = number(arg, state); break;
    case 'p': hd_run.profile = arg; break;
    case 'r': hd_run.result = arg; break;
    case 'v': hd_run.vectors = arg; break;
    case 'w': hd_run.waves = arg; break;
    case OPT_TAIL: hd_run.tail = (uint32_t)number(arg, state); break;
    case OPT_CHECK: hd_run.check_every = (uint32_t)number(arg, state); break;
    case OPT_ABSENT: hd_run.absent = arg; break;
    case OPT_BORDERS: hd_run.borders = true; break;
    case OPT_MODEL: hd_run.repeat_model = true; break;
    case OPT_RECORD: hd_run.record = arg; break;
    case OPT_PLAY: hd_run.play = arg; break;
    case OPT_FROM: hd_run.waves_from = number(arg, state); break;
    case OPT_TO: hd_run.waves_to = number(arg, state); break;
    case OPT_VIEW: hd_run.view = arg; break;
    case OPT_WATCH: hd_run.watch = arg; break;
    case OPT_BENCH: hd_run.replay_bench = arg; break;
    case OPT_COMMAND: hd_run.command = arg; break;
    case OPT_BLOCK: hd_run.block = arg; break;
    case OPT_CONFIG: hd_run.config = arg; break;
    case OPT_HISTORY:
        hd_run.history = (uint32_t)number(arg, state);
        if (hd_run.history == 0 || hd_run.history > HD_HISTORY ||
            (hd_run.history & (hd_run.history - 1)) != 0) {
            argp_error(state, "history is 1, 2, 4 .. %d cycles", HD_HISTORY);
        }
        break;
    case OPT_ONCE: hd_run.once = true; break;
    case OPT_SIZE: hd_run.size = (uint32_t)number(arg, state); break;
    case OPT_STEPS: hd_run.steps = number(arg, state); break;
    case OPT_LAUNCH: hd_run.launch = arg; break;
    case OPT_LIST:
        for (const char *const *p = hd_profiles; *p != NULL; p++) puts(*p);
        exit(0);
    case ARGP_KEY_ARG: argp_error(state, "unknown argument: %s", arg); break;
    case ARGP_KEY_END:
        if (hd_run.profile == NULL) hd_run.profile = hd_profiles[0];
        if (hd_stim_knows(hd_run.profile)) return 0;
        fprintf(stderr, "ERROR unknown profile %s of %s; there are:", hd_run.profile, hd_run.block);
        for (const char *const *p = hd_profiles; *p != NULL; p++) fprintf(stderr, " %s", *p);
        fputc('\n', stderr);
        exit(2);
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

void hd_run_start(int argc, char **argv)
{
    static const struct argp argp = {
        options, parse, NULL, "Runs a block in lockstep with its golden model.", NULL, NULL, NULL};
    argp_err_exit_status = 2;
    argp_parse(&argp, argc, argv, 0, NULL, NULL);
    /* The vectors are played on RTL without a checker, which could not set its counters. */
    if (hd_run.vectors != NULL) hd_run.jumps = false;
    on_terminal = isatty(STDERR_FILENO) != 0;
    hd_stim_start();
    started = shown = now();
}

/* The time is asked for once in 4096 cycles: asking costs as much as a small block's cycle. */
static void show_progress(void)
{
    const double t = now();
    if (t - shown < 0.5) return;
    shown = t;
    const double rate = (double)hd_run.cycle / (t - started);
    if (hd_run.once) { /* the length of the run is not known */
        fprintf(stderr, "\r%s %s %s: %llu cycles, %.0f k/s; a kernel is stopped after %llu   ",
                hd_run.block, hd_run.config, hd_run.profile, (unsigned long long)hd_run.cycle,
                rate / 1e3, (unsigned long long)hd_run.steps);
        fflush(stderr);
        return;
    }
    fprintf(stderr, "\r%s %s %s: %llu of %llu cycles, %.0f k/s, %.0f s left   ", hd_run.block,
            hd_run.config, hd_run.profile, (unsigned long long)hd_run.cycle,
            (unsigned long long)hd_run.cycles, rate / 1e3,
            (double)(hd_run.cycles - hd_run.cycle) / rate);
    fflush(stderr);
}

bool hd_run_goes_on(void)
{
    if (on_terminal && (hd_run.cycle & 4095) == 0) show_progress();
    return !hd_run.over && (hd_run.cycle < hd_run.cycles || hd_failed());
}

static void write_result(double seconds, double model_rate)
{
    const struct hd_tally *t = hd_tally();
    FILE *f = fopen(hd_run.result, "w");
    if (f == NULL) {
        fprintf(stderr, "ERROR cannot write %s: %s\n", hd_run.result, strerror(errno));
        exit(2);
    }
    fprintf(f, "block=%s\nconfig=%s\nprofile=%s\nseed=%llu\ncycles=%llu\n", hd_run.block,
            hd_run.config, hd_run.profile, (unsigned long long)hd_run.seed,
            (unsigned long long)hd_run.cycle);
    fprintf(f, "compared=%llu\nmismatches=%llu\nseconds=%.6f\ncycles_per_s=%.0f\n",
            (unsigned long long)t->compared, (unsigned long long)t->mismatches, seconds,
            (double)hd_run.cycle / seconds);
    if (model_rate > 0) fprintf(f, "model_cycles_per_s=%.0f\n", model_rate);
    fprintf(f, "command=%s\n", hd_run.command);
    if (hd_failed()) {
        fprintf(f, "first_cycle=%llu\nsignature=%s\nmessage=%s\n",
                (unsigned long long)t->first_cycle, t->signature, t->message);
        if (t->watch[0] != '\0') fprintf(f, "watch=%s\n", t->watch);
    }
    hd_write_bins(f);
    if (hd_run.borders) hd_write_borders(f);
    if (fclose(f) != 0) {
        fprintf(stderr, "ERROR cannot write %s: %s\n", hd_run.result, strerror(errno));
        exit(2);
    }
}

int hd_run_finish(bool ended_by_checker)
{
    const double seconds = now() - started;
    hd_end();
    if (on_terminal && shown > started) fputs("\r\033[K", stderr);
    if (ended_by_checker && !hd_failed()) {
        fprintf(stderr, "ERROR the simulation of %s ended before its time\n", hd_run.block);
        return 2;
    }
    const double model_rate = hd_run.repeat_model ? hd_model_speed() : 0;
    if (hd_run.result != NULL) write_result(seconds, model_rate);
    const int code = hd_failed() ? 1 : 0;
    hd_stim_end();
    hd_close_all();
    return code;
}
