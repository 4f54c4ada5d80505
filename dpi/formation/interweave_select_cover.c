/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/interweave_select_cover.h"

void interweave_select_cover(const struct interweave_select *s,
                             const struct interweave_select_in *in,
                             const struct interweave_select_out *out, uint64_t *bin)
{
    (void)s;
    if (in->set_en) bin[in->step_en ? BIN_BOTH : BIN_SET]++;
    else if (in->step_en) bin[out->full ? BIN_FULL_STEP : BIN_STEP]++;
}
