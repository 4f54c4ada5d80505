/* SPDX-License-Identifier: Apache-2.0 */
#include "core/interweave_front_cover.h"

void interweave_front_cover(const state *s, const inputs *in,
                            const struct interweave_front_out *out, uint64_t *bin)
{
    (void)s;
    (void)in;
    if (out->issue_valid[0] && out->issue_valid[1]) bin[BIN_ISSUE_PAIR]++;
}
