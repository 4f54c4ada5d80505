/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/update_queue.h"

#include <stddef.h>

const char *update_queue_cfg_error(const struct max_heap_cfg *cfg)
{
    if (cfg->entries < 2 || cfg->entries > MAX_HEAP_MAX_ENTRIES) return "Entries must be 2 to 1024";
    if (cfg->pc_width < 1 || cfg->pc_width > 32) return "PcWidth must be 1 to 32";
    if (cfg->cnt_width < 1 || cfg->cnt_width > 16) return "CntWidth must be 1 to 16";
    if (cfg->wid_width < 1 || cfg->wid_width > 16) return "WidWidth must be 1 to 16";
    if (cfg->lut_width < 1 || cfg->lut_width > 16) return "LutWidth must be 1 to 16";
    if (cfg->lanes < 1 || cfg->lanes > 65535) return "Lanes must be 1 to 65535";
    if (cfg->lanes >> cfg->cnt_width != 0) return "clog2(Lanes + 1) must be at most CntWidth";
    if (cfg->queue_depth < 2 || cfg->queue_depth > MAX_HEAP_MAX_QUEUE)
        return "QueueDepth must be 2 to 64";
    if (cfg->order > MAX_HEAP_PDOM) return "Order must be 0 to 3";
    if (cfg->ageing > 1) return "Ageing must be 0 or 1";
    return NULL;
}

void update_queue_tick(struct max_heap_update *queue, uint32_t *count, const struct max_heap_in *in,
                       const struct max_heap_out *out, uint32_t n)
{
    *count -= n;
    for (uint32_t i = 0; n > 0 && i < *count; i++) queue[i] = queue[i + n];
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (!in->upd_valid[u] || !out->upd_ready[u]) continue;
        queue[(*count)++] = (struct max_heap_update){.pc = in->upd_pc[u],
                                                     .nthd = in->upd_nthd[u],
                                                     .wid = in->upd_wid[u],
                                                     .open = in->upd_open[u]};
    }
}

const char *update_queue_promise(const struct max_heap_cfg *cfg, const struct max_heap_in *in)
{
    if (in->pop_en && in->sweep_en) return "a pop and a sweep in one cycle";
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        if (!in->upd_valid[u]) continue;
        if (in->upd_nthd[u] == 0 && cfg->order != MAX_HEAP_PDOM) return "NTHD of an update is 0";
        if (in->upd_nthd[u] > cfg->lanes) return "NTHD of an update is above Lanes";
        if ((uint64_t)in->upd_pc[u] >> cfg->pc_width != 0)
            return "PC of an update is wider than PcWidth";
        if ((uint64_t)in->upd_wid[u] >> cfg->wid_width != 0)
            return "WID of an update is wider than WidWidth";
    }
    return NULL;
}
