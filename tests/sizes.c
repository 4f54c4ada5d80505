/* SPDX-License-Identifier: Apache-2.0 */
/* What a golden model says to sizes: sizes BLOCK A=1 B=2 ... Prints its sentence and fails, or
 * prints nothing. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formation/max_heap.h"
#include "formation/max_tree.h"
#include "formation/pc_warp_lut.h"

struct parameter {
    const char *name;
    size_t offset;
};

static const struct parameter lut_parameters[] = {
    {"Entries", offsetof(struct pc_warp_lut_cfg, entries)},
    {"Ways", offsetof(struct pc_warp_lut_cfg, ways)},
    {"Lanes", offsetof(struct pc_warp_lut_cfg, lanes)},
    {"PcWidth", offsetof(struct pc_warp_lut_cfg, pc_width)},
    {"PoolEntries", offsetof(struct pc_warp_lut_cfg, pool_entries)},
    {"PcShift", offsetof(struct pc_warp_lut_cfg, pc_shift)},
    {"Forward", offsetof(struct pc_warp_lut_cfg, forward)},
    {NULL, 0},
};

static const struct parameter heap_parameters[] = {
    {"Entries", offsetof(struct max_heap_cfg, entries)},
    {"PcWidth", offsetof(struct max_heap_cfg, pc_width)},
    {"CntWidth", offsetof(struct max_heap_cfg, cnt_width)},
    {"WidWidth", offsetof(struct max_heap_cfg, wid_width)},
    {"LutWidth", offsetof(struct max_heap_cfg, lut_width)},
    {"Lanes", offsetof(struct max_heap_cfg, lanes)},
    {"QueueDepth", offsetof(struct max_heap_cfg, queue_depth)},
    {"Ports", offsetof(struct max_heap_cfg, ports)},
    {NULL, 0},
};

static void set(const struct parameter *p, void *cfg, const char *text)
{
    const char *equals = strchr(text, '=');
    while (equals != NULL && p->name != NULL &&
           (strlen(p->name) != (size_t)(equals - text) ||
            strncmp(p->name, text, (size_t)(equals - text)) != 0)) {
        p++;
    }
    if (equals == NULL || p->name == NULL) {
        fprintf(stderr, "ERROR sizes: no such parameter: %s\n", text);
        exit(2);
    }
    const uint32_t value = (uint32_t)strtol(equals + 1, NULL, 0);
    memcpy((char *)cfg + p->offset, &value, sizeof value);
}

static const char *refuse_lut(int count, char **values)
{
    static struct pc_warp_lut s;
    struct pc_warp_lut_cfg cfg = {0};
    for (int i = 0; i < count; i++) set(lut_parameters, &cfg, values[i]);
    return pc_warp_lut_init(&s, &cfg);
}

static const char *refuse_heap(int count, char **values, bool tree)
{
    static struct max_heap heap;
    static struct max_tree flat;
    struct max_heap_cfg cfg = {0};
    for (int i = 0; i < count; i++) set(heap_parameters, &cfg, values[i]);
    return tree ? max_tree_init(&flat, &cfg) : max_heap_init(&heap, &cfg);
}

int main(int argc, char **argv)
{
    const char *block = argc > 1 ? argv[1] : "";
    const char *wrong = "no such block";
    if (strcmp(block, "pc_warp_lut") == 0) wrong = refuse_lut(argc - 2, argv + 2);
    if (strcmp(block, "max_heap") == 0) wrong = refuse_heap(argc - 2, argv + 2, false);
    if (strcmp(block, "max_tree") == 0) wrong = refuse_heap(argc - 2, argv + 2, true);
    if (wrong == NULL) return 0;
    fprintf(stderr, "ERROR %s: %s\n", block, wrong);
    return 1;
}
