/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/hct_sorter.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum { CONTEXTS = HCT_SORTER_CONTEXTS };

const char *hct_sorter_init(struct hct_sorter *s, const struct hct_sorter_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > HCT_SORTER_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->pc_width < 1 || cfg->pc_width > HCT_SORTER_MAX_PC_WIDTH)
        return "PcWidth must be 1 to 64";
    s->cfg = *cfg;
    return NULL;
}

void hct_sorter_reset(struct hct_sorter *s) { (void)s; }

/* --- eval ---------------------------------------------------------------- */

static bool counts(const struct hct_sorter_in *in, uint32_t i)
{
    return in->valid[i] && in->mask[i] != 0;
}

/* Does input i, which counts, join the context of output j? */
static bool joins(const struct hct_sorter_in *in, uint32_t i, const struct hct_sorter_out *out,
                  uint32_t j)
{
    return !in->stay[i] && !out->stay[j] && in->pc[i] == out->pc[j];
}

static bool goes_before(const struct hct_sorter_in *in, uint32_t i,
                        const struct hct_sorter_out *out, uint32_t j)
{
    return !out->stay[j] && (in->stay[i] || in->pc[i] < out->pc[j]);
}

/* Puts input i into the outputs, of which the first n are there and in order. The matrix is told
 * afterwards. Returns how many are there then. */
static uint32_t insert(const struct hct_sorter_in *in, uint32_t i, struct hct_sorter_out *out,
                       uint32_t n)
{
    uint32_t j = 0;
    while (j < n && !joins(in, i, out, j) && !goes_before(in, i, out, j)) j++;
    if (j < n && joins(in, i, out, j)) {
        out->mask[j] |= in->mask[i];
        return n;
    }
    for (uint32_t k = n; k > j; k--) {
        out->stay[k] = out->stay[k - 1];
        out->pc[k] = out->pc[k - 1];
        out->mask[k] = out->mask[k - 1];
    }
    out->stay[j] = in->stay[i];
    out->pc[j] = in->pc[i];
    out->mask[j] = in->mask[i];
    out->valid[n] = true;
    return n + 1;
}

void hct_sorter_eval(const struct hct_sorter *s, const struct hct_sorter_in *in,
                     struct hct_sorter_out *out)
{
    uint32_t n = 0;
    (void)s;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < CONTEXTS; i++)
        if (counts(in, i)) n = insert(in, i, out, n);
    /* Masks share no thread: so an input is in the output that has its threads. */
    for (uint32_t i = 0; i < CONTEXTS; i++) {
        for (uint32_t j = 0; j < CONTEXTS; j++)
            if (counts(in, i) && (in->mask[i] & out->mask[j]) != 0)
                out->from |= (uint32_t)bit(CONTEXTS * i + j);
    }
}

void hct_sorter_tick(struct hct_sorter *s, const struct hct_sorter_in *in,
                     const struct hct_sorter_out *out)
{
    (void)s;
    (void)in;
    (void)out;
}

/* --- check and promise --------------------------------------------------- */

const char *hct_sorter_check(const struct hct_sorter *s)
{
    (void)s;
    return NULL;
}

const char *hct_sorter_promise(const struct hct_sorter *s, const struct hct_sorter_in *in)
{
    uint32_t staying = 0;
    for (uint32_t i = 0; i < CONTEXTS; i++) {
        if ((in->mask[i] & ~ones(s->cfg.lanes)) != 0) return "a mask has more bits than Lanes";
        if ((in->pc[i] & ~ones(s->cfg.pc_width)) != 0)
            return "an address has more than PcWidth bits";
        staying += counts(in, i) && in->stay[i];
        for (uint32_t j = 0; j < i; j++) {
            if (in->valid[i] && in->valid[j] && (in->mask[i] & in->mask[j]) != 0)
                return "two contexts share a thread";
        }
    }
    return staying > 2 ? "three contexts stay" : NULL;
}
