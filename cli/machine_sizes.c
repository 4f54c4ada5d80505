// SPDX-License-Identifier: Apache-2.0
//
// Sizes of a core by their names on docs/blocks/sm.md: NAME=N,NAME=N ...
#include "machine_sizes.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = sizeof(struct sm_cfg) / sizeof(uint32_t), LONGEST = 16 };

// In the order of struct sm_cfg, a word each.
static const char *const names[] = {
    "Formation",   "Residency",   "Slots",       "Lanes",        "Simd",         "Ports",
    "Policy",      "Group",       "Entries",     "FrameWidth",   "Depth",        "Levels",
    "Blocks",      "MaxWarps",    "Threads",     "Banks",        "Sets",         "DivBits",
    "FloatSteps",  "Accesses",    "LineBytes",   "CacheSets",    "Ways",         "Mshrs",
    "Merges",      "SharedBanks", "SharedWords", "RowBits",      "Holds",        "Patience",
    "PoolEntries", "LutEntries",  "LutWays",     "Forward",      "DwfPolicy",    "HeapEntries",
    "HeapPorts",   "QueueDepth",  "Tree",        "MheapEntries", "MheapWays",    "CntWidth",
    "WidWidth",    "LutWidth",    "AgeLimit",    "Ctas",         "Warps",        "Kernels",
    "Shuffle",     "Mode",        "LookupSets",  "Seed",         "BoardEntries", "ColdEntries",
    "Constraint",  "Turns",       "MemoryGroup", "WriteBack",    "Written",      "WarpLevel",
    "LaneSlots",   "AccessQueue", "CacheBanks",  "MemQueue",
};
static_assert(sizeof names / sizeof names[0] == COUNT, "a name a word");

// Parameters of a core that have options of their own.
static bool has_option(const char *name)
{
    static const char *const plugs[] = {"Formation", "Residency", "Policy", "DwfPolicy"};
    for (size_t i = 0; i < sizeof plugs / sizeof plugs[0]; i++)
        if (strcmp(plugs[i], name) == 0) return true;
    return false;
}

static bool set(uint32_t values[COUNT], const char *name, const char *text)
{
    char *end;
    errno = 0;
    const unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != 0 || errno != 0 || value > UINT32_MAX) {
        fprintf(stderr, "ERROR --core %s=%s: not a number\n", name, text);
        return false;
    }
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(names[i], name) != 0 || has_option(name)) continue;
        values[i] = (uint32_t)value;
        return true;
    }
    fprintf(stderr, "ERROR --core %s: no such size (docs/blocks/sm.md)%s\n", name,
            has_option(name) ? "; plugs are --formation, --residency, --policy" : "");
    return false;
}

bool machine_sizes(const char *text, struct sm_cfg *core)
{
    uint32_t values[COUNT];
    memcpy(values, core, sizeof values);
    while (text != NULL && *text != 0) {
        char one[2 * LONGEST];
        const size_t length = strcspn(text, ",");
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        char *value = strchr(one, '=');
        if (value == NULL || length >= sizeof one) {
            fprintf(stderr, "ERROR --core %.*s: NAME=N is expected\n", (int)length, text);
            return false;
        }
        *value++ = 0;
        if (!set(values, one, value)) return false;
        text += length + (text[length] == ',');
    }
    memcpy(core, values, sizeof values);
    return true;
}

const char *machine_sizes_lost(const char *text, const struct sm_cfg *kept)
{
    struct sm_cfg asked = *kept;
    uint32_t of[2][COUNT];
    if (!machine_sizes(text, &asked)) return NULL;
    memcpy(of[0], &asked, sizeof of[0]);
    memcpy(of[1], kept, sizeof of[1]);
    for (int i = 0; i < COUNT; i++)
        if (of[0][i] != of[1][i]) return names[i];
    return NULL;
}
