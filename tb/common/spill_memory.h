/* SPDX-License-Identifier: Apache-2.0 */
/* The memory behind a warp spill: keeps records, answers reads in any order and after any time. */
#ifndef HEDDLE_SPILL_MEMORY_H
#define HEDDLE_SPILL_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "common/rng.h"
#include "formation/warp_spill.h"

enum { SPILL_MEMORY_SLOTS = 65536, SPILL_MEMORY_READS = 16 };

struct spill_memory {
    uint64_t base;
    uint64_t address_mask;
    uint32_t record_bytes;
    struct warp_spill_record slot[SPILL_MEMORY_SLOTS];
    struct warp_spill_record answer[SPILL_MEMORY_READS];
    uint32_t answers;
    uint32_t offered; /* which answer */
};

/* Records of so many bits, a power of two of bytes each. */
void spill_memory_open(struct spill_memory *m, uint32_t record_bits, uint32_t addr_width);

/* No read is in flight; the queue begins at base. */
void spill_memory_begin(struct spill_memory *m, uint64_t base);

void spill_memory_write(struct spill_memory *m, uint64_t addr, const struct warp_spill_record *r);
void spill_memory_read(struct spill_memory *m, uint64_t addr);

/* The answer on offer in the next cycle: one that was not taken stays as it is; else there is one
 * in `sixteenths` of 16 cycles, if a read is in flight. */
void spill_memory_answer(struct spill_memory *m, struct hd_rng *rng, unsigned sixteenths,
                         bool taken, bool *valid, struct warp_spill_record *record);

#endif
