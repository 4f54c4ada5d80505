/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/warp_spill.h"

#include <stddef.h>
#include <string.h>

enum {
    MAX_SLOTS = 65536,
    MAX_READS = 16,
};

/* --- init and reset ------------------------------------------------------ */

static uint32_t clog2(uint64_t n)
{
    uint32_t bits = 0;
    while (UINT64_C(1) << bits < n) bits++;
    return bits;
}

/* Bytes of a record in memory: a power of two. */
static uint64_t record_bytes(const struct warp_spill_cfg *cfg)
{
    uint32_t bits = cfg->key_width + cfg->pc_width + cfg->lanes + cfg->lanes * cfg->tid_width;
    return UINT64_C(1) << clog2((bits + 7) / 8);
}

static const char *cfg_error(const struct warp_spill_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > WARP_SPILL_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->tid_width < 1 || cfg->tid_width > 16) return "TidWidth must be 1 to 16";
    if (cfg->pc_width < 1 || cfg->pc_width > 32) return "PcWidth must be 1 to 32";
    if (cfg->key_width < 1 || cfg->key_width > 16) return "KeyWidth must be 1 to 16";
    if (cfg->slots < 2 || cfg->slots > MAX_SLOTS || (cfg->slots & (cfg->slots - 1)) != 0)
        return "Slots must be a power of two, 2 to 65536";
    if (cfg->reads < 1 || cfg->reads > MAX_READS) return "Reads must be 1 to 16";
    if (cfg->addr_width > 64 || cfg->addr_width < clog2(cfg->slots) + clog2(record_bytes(cfg)))
        return "AddrWidth must be clog2(Slots) + clog2(bytes of a record) to 64";
    return NULL;
}

const char *warp_spill_init(struct warp_spill *s, const struct warp_spill_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    s->record_bytes = record_bytes(cfg);
    return NULL;
}

void warp_spill_reset(struct warp_spill *s)
{
    s->offset = 0;
    s->head = 0;
    s->tail = 0;
    s->queued = 0;
    s->asked = 0;
}

/* --- eval ---------------------------------------------------------------- */

/* Groups pass straight through: there is room, and no answer that goes first. */
static bool through(const struct warp_spill_in *in) { return in->room && !in->rsp_valid; }

static uint64_t address(const struct warp_spill *s, uint32_t slot)
{
    uint64_t mask = UINT64_MAX >> (64 - s->cfg.addr_width);
    return (s->offset + slot * s->record_bytes) & mask;
}

/* The group that is offered to the memory: the lowest-numbered one. */
static uint32_t first_group(const struct warp_spill_in *in) { return in->in_valid[0] ? 0 : 1; }

void warp_spill_route(const struct warp_spill *s, const struct warp_spill_in *in,
                      struct warp_spill_out *out)
{
    const uint32_t first = first_group(in);

    for (uint32_t g = 0; g < WARP_SPILL_GROUPS; g++) {
        out->out_valid[g] = through(in) && in->in_valid[g];
        if (out->out_valid[g]) out->out_record[g] = in->in_record[g];
    }
    if (in->room && in->rsp_valid) {
        out->out_valid[0] = true;
        out->out_record[0] = in->rsp_record;
    }
    out->wr_valid = !in->room && in->in_valid[first] && s->queued + s->asked < s->cfg.slots;
    out->wr_addr = out->wr_valid ? address(s, s->tail) : 0;
    if (out->wr_valid) out->wr_record = in->in_record[first];
    out->rd_valid = in->room && s->queued > 0 && s->asked < s->cfg.reads;
    out->rd_addr = out->rd_valid ? address(s, s->head) : 0;
    out->spilled = s->queued + s->asked;
}

void warp_spill_eval(const struct warp_spill *s, const struct warp_spill_in *in,
                     struct warp_spill_out *out)
{
    warp_spill_route(s, in, out);
    for (uint32_t g = 0; g < WARP_SPILL_GROUPS; g++)
        out->in_ready[g] = through(in) && out->out_valid[g] && in->out_ready[g];
    if (out->wr_valid) out->in_ready[first_group(in)] = in->wr_ready;
    out->rsp_ready = in->room && in->rsp_valid && in->out_ready[0];
}

/* --- tick ---------------------------------------------------------------- */

/* A write and a read of one cycle do not see each other: both were decided on the old counts. */
void warp_spill_tick(struct warp_spill *s, const struct warp_spill_in *in,
                     const struct warp_spill_out *out)
{
    if (in->base_en) s->offset = in->base;
    if (out->wr_valid && in->wr_ready) {
        s->tail = (s->tail + 1) & (s->cfg.slots - 1);
        s->queued++;
    }
    if (out->rd_valid && in->rd_ready) {
        s->head = (s->head + 1) & (s->cfg.slots - 1);
        s->queued--;
        s->asked++;
    }
    if (out->rsp_ready && s->asked > 0) s->asked--;
}

/* --- check and promise --------------------------------------------------- */

const char *warp_spill_check(const struct warp_spill *s)
{
    if (s->head >= s->cfg.slots || s->tail >= s->cfg.slots) return "counts";
    if (s->queued + s->asked > s->cfg.slots || s->asked > s->cfg.reads) return "counts";
    if (((s->tail - s->head - s->queued) & (s->cfg.slots - 1)) != 0) return "counts";
    return NULL;
}

static bool wider(uint64_t value, uint32_t bits) { return bits < 64 && value >> bits != 0; }

static const char *record_promise(const struct warp_spill *s, const struct warp_spill_record *r)
{
    if (wider(r->key, s->cfg.key_width)) return "KEY of a group is wider than KeyWidth";
    if (wider(r->pc, s->cfg.pc_width)) return "PC of a group is wider than PcWidth";
    if (wider(r->req, s->cfg.lanes)) return "REQ of a group names a lane at or above Lanes";
    return NULL;
}

const char *warp_spill_promise(const struct warp_spill *s, const struct warp_spill_in *in)
{
    const char *broken = NULL;
    for (uint32_t g = 0; g < WARP_SPILL_GROUPS; g++) {
        if (broken == NULL && in->in_valid[g]) broken = record_promise(s, &in->in_record[g]);
    }
    if (broken == NULL && in->rsp_valid) broken = record_promise(s, &in->rsp_record);
    if (broken != NULL) return broken;
    if (in->rsp_valid && s->asked == 0) return "an answer comes though no read waits for one";
    if (in->base_en && (s->queued > 0 || s->asked > 0))
        return "the offset is set while something is spilled";
    if (in->base_en && wider(in->base, s->cfg.addr_width))
        return "the offset is wider than AddrWidth";
    return NULL;
}
