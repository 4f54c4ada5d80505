/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu/gpu_cover.h"

void (*gpu_observer)(const struct gpu *s, const struct gpu_out *out);

static bool keeps(const struct work_distributor *d)
{
    for (uint32_t i = 0; i < d->cfg.sms * d->cfg.kernels; i++)
        if (d->places.kept[i] != 0) return true;
    return false;
}

static bool median_gives(const struct elastic *e)
{
    if (e->phase != ELASTIC_DONE || e->asked.rule != ELASTIC_MEDIAN) return false;
    for (uint32_t k = 0; k < e->cfg.kernels; k++)
        if (e->places[k] > 1) return true;
    return false;
}

static bool rests(const struct block_cursor *c, uint32_t runs)
{
    for (uint32_t k = 0; k < c->cfg.kernels; k++)
        if ((runs & c->left) >> k & 1 && (c->limited >> k & 1) && c->count[k] == 0) return true;
    return false;
}

static void cover_host(const struct gpu_view *v, const struct gpu_view_in *in,
                       const struct gpu_view_out *o, uint64_t *bin)
{
    const struct gpu_cfg *c = &v->model.cfg;
    if (o->refused) bin[BIN_REFUSED]++;
    if (o->full != 0) bin[BIN_QUEUE_FULL]++;
    if (in->push_en && in->push_wait) bin[BIN_STREAM_WAITS]++;
    if (o->runs + 1 == UINT32_C(1) << c->kernels) bin[BIN_ALL_KERNELS]++;
    if (!in->slicer && in->policy == WORK_DISTRIBUTOR_ELASTIC) bin[BIN_ELASTIC]++;
    if (median_gives(&v->model.distributor.elastic)) bin[BIN_MEDIAN]++;
    if (keeps(&v->model.distributor)) bin[BIN_KEPT]++;
    if (rests(&v->model.distributor.cursor, o->runs)) bin[BIN_SLICE_OVER]++;
    if (in->slicer && o->sliced_policy == SHARE_LIMITS_PROFILE) bin[BIN_PROFILES]++;
    if (in->slicer && o->sliced_policy == SHARE_LIMITS_GIVEN) bin[BIN_DIVIDES]++;
    if (in->launch_ready && v->was_done) bin[BIN_BEGINS_AT_ONCE]++;
}

void gpu_cover(const struct gpu_view *v, const struct gpu_view_in *in,
               const struct gpu_view_out *out, uint64_t *bin)
{
    const struct gpu_cfg *c = &v->model.cfg;
    uint32_t done = 0, busy = 0;
    cover_host(v, in, out, bin);
    for (uint32_t m = 0; m < c->sms; m++) {
        uint32_t kernels = 0;
        for (uint32_t k = 0; k < c->kernels; k++) kernels += out->blocks[m * c->kernels + k] != 0;
        done += out->sm[m].block_done;
        busy += kernels != 0;
        if (kernels >= 2) bin[BIN_TWO_KERNELS]++;
        if (kernels != 0 && in->launch_ready && !out->refused) bin[BIN_FENCE]++;
        if (out->sm[m].waits) bin[BIN_WAITS]++;
        if (out->sm[m].split) bin[BIN_SPLIT]++;
        if (m != 0 && in->sm[m].back_valid) bin[BIN_BACK]++;
    }
    if (done >= 2) bin[BIN_TWO_DONE]++;
    if (busy == c->sms) bin[BIN_EVERY_SM]++;
}
