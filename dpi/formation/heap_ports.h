/* SPDX-License-Identifier: Apache-2.0 */
/* The ports of max-heap and max-tree, as the harness sees them: they are the same. */
#ifndef HEDDLE_HEAP_PORTS_H
#define HEDDLE_HEAP_PORTS_H

#include "common/lockstep.h"
#include "formation/max_heap.h"

enum { HEAP_PORT_FIELDS = 32 };

/* The fields of the ports, in their order; returns how many (HEAP_PORT_FIELDS). */
size_t heap_port_fields(const struct max_heap_cfg *cfg, struct hd_field *fields);

/* The parameters in words. ports = 0: the block has no such parameter. */
void heap_parameters(const struct max_heap_cfg *cfg, char *text, size_t size);

/* Coverage of what happens at the ports. Bins 0 to HEAP_PORT_BINS-1 of either block. */
enum { HEAP_PORT_BINS = 23 };
/* clang-format off */
#define HEAP_PORT_BIN_LIST                                                                         \
    {"insert", "an update starts an entry"},                                                       \
    {"add", "an update finds its entry"},                                                          \
    {"two_dispatched", "two updates leave the queue in one cycle"},                                \
    {"two_inserts", "both start an entry"},                                                        \
    {"one_pc_pair", "the two oldest updates are of one PC"},                                       \
    {"link", "a warp is linked behind another one"},                                               \
    {"same_tail", "an update brings more threads to the tail warp"},                               \
    {"queue_full", "an update is refused"},                                                        \
    {"lut_refuses", "an update waits: the LUT has no free entry for it"},                          \
    {"full_waits", "an update waits: every entry is taken"},                                       \
    {"full_hits", "every entry is taken and an update finds its own"},                             \
    {"pop", "the root is taken"},                                                                  \
    {"pop_last", "the only entry is taken"},                                                       \
    {"pop_ignored", "a pop without a valid root"},                                                 \
    {"stall_cycle", "a cycle in which an update is refused"},                                      \
    {"root_wait_cycle", "a cycle in which a pop waits although there are entries"},                \
    {"void", "an update joined a warp whose entry is gone, or is old"},                            \
    {"both_void", "two void updates leave in one cycle"},                                          \
    {"hold", "an update is held back that could be dispatched"},                                   \
    {"stuck_cycle", "a cycle in which only a pop can help the oldest update"},                     \
    {"sweep", "entries become old"},                                                               \
    {"sweep_waits", "a sweep while updates wait"},                                                 \
    {"old_pop", "an old root is taken"}
/* clang-format on */
void heap_cover_ports(const struct max_heap_cfg *cfg, const struct max_heap_update *queue,
                      const struct max_heap_in *in, const struct max_heap_out *out, uint64_t *bin);

/* Coverage inside: an entry starts at look-up u, and there is an old one of its PC. */
static inline bool heap_is_old_twin(const struct max_heap_entry *e, const struct max_heap_out *out,
                                    uint32_t u)
{
    return e->old != 0 && out->ins_en[u] && e->pc == out->lkp_pc[u];
}

#endif
