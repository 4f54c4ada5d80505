/* SPDX-License-Identifier: Apache-2.0 */
#include "common/spill_memory.h"

void spill_memory_open(struct spill_memory *m, uint32_t record_bits, uint32_t addr_width)
{
    m->address_mask = UINT64_MAX >> (64 - addr_width);
    for (m->record_bytes = 1; m->record_bytes * 8 < record_bits;) m->record_bytes *= 2;
}

void spill_memory_begin(struct spill_memory *m, uint64_t base)
{
    m->base = base & m->address_mask;
    m->answers = 0;
}

static struct warp_spill_record *slot_at(struct spill_memory *m, uint64_t addr)
{
    const uint64_t from_base = (addr - m->base) & m->address_mask;
    return &m->slot[from_base / m->record_bytes % SPILL_MEMORY_SLOTS];
}

void spill_memory_write(struct spill_memory *m, uint64_t addr, const struct warp_spill_record *r)
{
    *slot_at(m, addr) = *r;
}

void spill_memory_read(struct spill_memory *m, uint64_t addr)
{
    if (m->answers < SPILL_MEMORY_READS) m->answer[m->answers++] = *slot_at(m, addr);
}

void spill_memory_answer(struct spill_memory *m, struct hd_rng *rng, unsigned sixteenths,
                         bool taken, bool *valid, struct warp_spill_record *record)
{
    if (taken && m->answers > 0) m->answer[m->offered] = m->answer[--m->answers];
    if (*valid && !taken) return;
    *valid = m->answers > 0 && hd_rng_chance(rng, sixteenths, 16);
    if (!*valid) return;
    m->offered = hd_rng_below(rng, m->answers);
    *record = m->answer[m->offered];
}
