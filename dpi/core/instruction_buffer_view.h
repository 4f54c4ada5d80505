/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_INSTRUCTION_BUFFER_VIEW_H
#define HEDDLE_INSTRUCTION_BUFFER_VIEW_H

#include "common/bits.h"
#include "core/instruction_buffer.h"

/* An instruction is one element of the fields, or two: bits 0 to 63, and those above. */
static inline uint32_t halves(const struct instruction_buffer *s)
{
    return s->cfg.word_width > 64 ? 2 : 1;
}

/* Is there a head of the slot that port p asks for? */
static inline bool names_head(const struct instruction_buffer *s,
                              const struct instruction_buffer_in *in, uint32_t p)
{
    const uint32_t slot = in->head_slot[p];
    return slot < s->cfg.slots && has(s->heads & s->own[p], slot);
}

static inline bool is_buffered(const struct instruction_buffer *s, uint32_t entry)
{
    const uint32_t slot = entry / s->cfg.entries;
    return ((entry - s->first[slot]) & (s->cfg.entries - 1)) < s->count[slot];
}

#endif
