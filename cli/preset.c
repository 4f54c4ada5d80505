// SPDX-License-Identifier: Apache-2.0
#include "preset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

static const struct preset presets[] = {
#include "presets.inc"
};
enum { PRESETS = sizeof presets / sizeof presets[0] };

static bool takes_vt(const struct sm_cfg *preset)
{
    struct sm_cfg c = *preset;
    struct sm *core = malloc(sizeof *core);
    c.residency = SM_VT;
    c.lane_slots = 1; /* places of a lane are of blocks that stay */
    const bool takes = core != NULL && sm_init(core, &c) == NULL;
    free(core);
    return takes;
}

void sm_list_presets(FILE *to)
{
    for (int p = 0; p < PRESETS; p++) {
        const struct sm_cfg *c = &presets[p].core;
        fprintf(to,
                "%-8s %2u warps of %u, %u x %u lanes, %u blocks, %u registers, %u KB shared, "
                "%u B cache; memory %u cycles, a line in %u; ",
                presets[p].name, c->slots, c->lanes, c->ports, c->simd, c->blocks,
                c->banks * c->sets * c->lanes, c->shared_words / 256,
                c->cache_sets * c->ways * c->line_bytes, presets[p].memory.latency,
                presets[p].memory.interval);
        if (takes_vt(c)) fprintf(to, "with vt %u blocks, %u warps\n", c->ctas, c->warps);
        else fprintf(to, "not with vt\n");
    }
    fputs("fermi-vt is another name of paper\n", to);
}

const struct preset *preset_named(const char *name)
{
    // Every block has sizes `paper`. The core's `paper` has the sizes of Virtual Thread's Table I.
    if (name != NULL && strcmp(name, "fermi-vt") == 0) name = "paper";
    for (int p = 0; p < PRESETS; p++)
        if (name == NULL || strcmp(presets[p].name, name) == 0) return &presets[p];
    return NULL;
}

const struct preset *preset_find(const char *name)
{
    const struct preset *found = preset_named(name);
    if (found != NULL) return found;
    fprintf(stderr, "ERROR --preset %s: there are\n", name);
    sm_list_presets(stderr);
    return NULL;
}

void preset_names(char *text, size_t size)
{
    size_t at = 0;
    for (int p = 0; p < PRESETS && at < size; p++)
        at += (size_t)snprintf(text + at, size - at, "%s%s", p > 0 ? ", " : "", presets[p].name);
}
