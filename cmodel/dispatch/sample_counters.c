/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/sample_counters.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct sample_counters_cfg *cfg)
{
    if (cfg->ports < 1 || cfg->ports > SAMPLE_COUNTERS_MAX_PORTS) return "Ports must be 1 to 3";
    if (cfg->window < 1 || cfg->window > SAMPLE_COUNTERS_MAX_WINDOW)
        return "Window must be 1 to 65535";
    if (cfg->instr_width < 1 || cfg->instr_width > 20) return "InstrWidth must be 1 to 20";
    if (cfg->lines < 1 || cfg->lines > SAMPLE_COUNTERS_MAX_LINES) return "Lines must be 1 to 256";
    return NULL;
}

const char *sample_counters_init(struct sample_counters *s, const struct sample_counters_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void sample_counters_reset(struct sample_counters *s)
{
    const struct sample_counters_cfg cfg = s->cfg;
    memset(s, 0, sizeof *s);
    s->cfg = cfg;
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void sample_counters_eval(const struct sample_counters *s, const struct sample_counters_in *in,
                          struct sample_counters_out *out)
{
    (void)in;
    out->instr = s->instr;
    out->stall = s->stall;
    out->done = s->done;
}

/* --- tick ---------------------------------------------------------------- */

static uint32_t ports_that_issue(const struct sample_counters *s,
                                 const struct sample_counters_in *in)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) n += has(in->issue, p);
    return n;
}

static bool some_port_waits(const struct sample_counters *s, const struct sample_counters_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->why[p] == SAMPLE_COUNTERS_WAITS) return true;
    }
    return false;
}

/* The requests are those before the cycle: one that is accepted in it does not stall it. */
static bool stalls_for_memory(const struct sample_counters *s, const struct sample_counters_in *in)
{
    return ports_that_issue(s, in) == 0 && some_port_waits(s, in) && s->lines > 0;
}

static void start(struct sample_counters *s)
{
    s->left = s->cfg.window;
    s->done = false;
    s->instr = 0;
    s->stall = 0;
    s->passed = 0;
    s->instr_before = 0;
}

static void count(struct sample_counters *s, const struct sample_counters_in *in)
{
    const uint32_t largest = (uint32_t)ones(s->cfg.instr_width);
    s->instr_before = s->instr;
    s->instr += ports_that_issue(s, in);
    if (s->instr > largest) s->instr = largest;
    s->stall += stalls_for_memory(s, in);
    s->left--;
    s->passed++;
    if (s->left == 0) s->done = true;
}

/* A start wins over the cycle of a window, the last one as well. The requests come last: the stall
 * looks at those before the cycle. */
void sample_counters_tick(struct sample_counters *s, const struct sample_counters_in *in,
                          const struct sample_counters_out *out)
{
    (void)out;
    if (in->start_en) start(s);
    else if (s->left > 0) count(s, in);
    if (in->request && !in->answer) s->lines++;
    if (in->answer && !in->request) s->lines--;
}

/* --- check --------------------------------------------------------------- */

/* A window is over with its last cycle, and only then; before the first one nothing is. */
static bool ends(const struct sample_counters *s)
{
    if (s->done) return s->left == 0 && s->passed == s->cfg.window;
    if (s->left == 0) return s->passed == 0;
    return s->passed + s->left == s->cfg.window;
}

const char *sample_counters_check(const struct sample_counters *s)
{
    if (s->stall > s->passed) return "no_more";
    if (!ends(s)) return "ends";
    if (s->instr < s->instr_before || s->instr > ones(s->cfg.instr_width)) return "saturates";
    return NULL;
}

/* --- promise ------------------------------------------------------------- */

/* What a port cannot hold. */
static const char *width_promise(const struct sample_counters *s,
                                 const struct sample_counters_in *in)
{
    if (exceeds(&in->issue, 1, s->cfg.ports)) return "issue_i has more bits than Ports";
    if (exceeds(in->why, s->cfg.ports, 3)) return "what a port does has more than 3 bits";
    return NULL;
}

/* With an answer in the same cycle a request finds a place even among Lines. */
const char *sample_counters_promise(const struct sample_counters *s,
                                    const struct sample_counters_in *in)
{
    const char *broken = width_promise(s, in);
    if (broken != NULL) return broken;
    if (in->answer && s->lines == 0) return "an answer comes while no request is under way";
    if (in->request && !in->answer && s->lines == s->cfg.lines)
        return "more than Lines requests are under way";
    return NULL;
}
