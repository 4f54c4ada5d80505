/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the max-tree: docs/blocks/max_tree.md. Same inputs, outputs
 * and parameters as the max-heap. Not comparable with RTL: payload outputs
 * while their enable or valid is 0; the fields of an invalid slot; queue
 * entries at or past queue_count.
 */
#ifndef HEDDLE_MAX_TREE_H
#define HEDDLE_MAX_TREE_H

#include "formation/max_heap.h"

struct max_tree {
    struct max_heap_cfg cfg;
    struct max_heap_update queue[MAX_HEAP_MAX_QUEUE]; /* entry 0 is the oldest */
    uint32_t queue_count;
    uint32_t valid[MAX_HEAP_MAX_ENTRIES];
    struct max_heap_entry entry[MAX_HEAP_MAX_ENTRIES];
    uint32_t size; /* derived: valid slots */
    uint32_t root; /* derived: slot of the root, meaningful while size > 0 */
};

const char *max_tree_init(struct max_tree *s, const struct max_heap_cfg *cfg);
void max_tree_reset(struct max_tree *s);
void max_tree_eval(const struct max_tree *s, const struct max_heap_in *in,
                   struct max_heap_out *out);
void max_tree_tick(struct max_tree *s, const struct max_heap_in *in,
                   const struct max_heap_out *out);
const char *max_tree_check(const struct max_tree *s);
const char *max_tree_promise(const struct max_tree *s, const struct max_heap_in *in);

#endif
