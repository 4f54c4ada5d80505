/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_MAPPING_TABLE_VIEW_H
#define HEDDLE_MAPPING_TABLE_VIEW_H

#include "residency/mapping_table.h"

static inline bool exists(const struct mapping_table *s, uint32_t row, uint32_t set)
{
    return row < s->cfg.rows && set < s->cfg.sets;
}

static inline bool takes(const struct mapping_table_in *in)
{
    return in->op == MAPPING_TABLE_MAP || in->op == MAPPING_TABLE_FILL;
}

static inline bool gives(const struct mapping_table_in *in, const struct mapping_table_out *out)
{
    return (in->op == MAPPING_TABLE_SPILL || in->op == MAPPING_TABLE_DROP) && out->op_held;
}
/* Does the operation take a set, or give one back? */
static inline bool has_phys(const struct mapping_table *s, const struct mapping_table_in *in,
                            const struct mapping_table_out *out)
{
    return takes(in) ? s->free > 0 : gives(in, out);
}

#endif
