/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu/dram_channel.h"

#include <string.h>

const char *dram_channel_init(struct dram_channel *s, const struct dram_channel_cfg *cfg)
{
    if (cfg->depth < 1 || cfg->depth > DRAM_CHANNEL_MAX_DEPTH)
        return "the queue of a channel must have 1 to 64 places";
    if (cfg->banks < 1 || cfg->banks > DRAM_CHANNEL_MAX_BANKS)
        return "a channel must have 1 to 32 banks";
    if (cfg->row_bytes < 1 || cfg->bytes < 1) return "a row and a clock must have at least 1 byte";
    if (cfg->clock_up < 1 || cfg->clock_down < 1)
        return "the clock of a channel must be a ratio above 0";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void dram_channel_eval(const struct dram_channel *s, struct dram_channel_out *out)
{
    out->ready = s->count < s->cfg.depth;
    out->answer_valid = s->answers > 0 && s->answer[s->first].at <= s->clock;
    out->answer_tag = s->answer[s->first].tag;
}

/* --- commands ------------------------------------------------------------ */

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Requests that are looked at: the oldest alone, if it has waited for too long. */
static uint32_t looked_at(const struct dram_channel *s)
{
    return s->clock - s->queue[0].since >= s->cfg.patience ? 1 : s->count;
}

static bool row_is_open(const struct dram_channel *s, uint32_t i)
{
    const struct dram_bank *b = &s->bank[s->queue[i].bank];
    return b->open && b->row == s->queue[i].row;
}

static bool may_transfer(const struct dram_channel *s, uint32_t i)
{
    const bool reads = !s->queue[i].request.write;
    return row_is_open(s, i) && s->clock >= s->bank[s->queue[i].bank].column_at &&
           s->clock + s->cfg.t_cl >= s->bus_free_at &&
           !(reads && (s->clock < s->read_at || s->answers == DRAM_CHANNEL_MAX_ANSWERS));
}

static void transfer(struct dram_channel *s, uint32_t i)
{
    const struct dram_request *r = &s->queue[i].request;
    struct dram_bank *b = &s->bank[s->queue[i].bank];
    const uint32_t clocks = (r->bytes + s->cfg.bytes - 1) / s->cfg.bytes;
    s->bus_free_at = s->clock + s->cfg.t_cl + clocks;
    s->busy += clocks;
    b->precharge_at = later(b->precharge_at, s->bus_free_at);
    if (r->write) {
        s->writes++;
        s->read_at = s->bus_free_at + s->cfg.t_wtr;
    } else {
        const uint32_t last = (s->first + s->answers++) % DRAM_CHANNEL_MAX_ANSWERS;
        s->reads++;
        s->answer[last].at = s->bus_free_at + s->cfg.delay;
        s->answer[last].tag = r->tag;
    }
    s->count--;
    memmove(&s->queue[i], &s->queue[i + 1], (s->count - i) * sizeof s->queue[0]);
}

static bool may_activate(const struct dram_channel *s, uint32_t i)
{
    const struct dram_bank *b = &s->bank[s->queue[i].bank];
    return !b->open && s->clock >= b->activate_at && s->clock >= s->activate_at;
}

static void activate(struct dram_channel *s, uint32_t i)
{
    struct dram_bank *b = &s->bank[s->queue[i].bank];
    b->open = true;
    b->row = s->queue[i].row;
    b->column_at = s->clock + s->cfg.t_rcd;
    b->precharge_at = s->clock + s->cfg.t_ras;
    b->activate_at = s->clock + s->cfg.t_rc;
    s->activate_at = s->clock + s->cfg.t_rrd;
    s->activates++;
}

static bool may_precharge(const struct dram_channel *s, uint32_t i, uint32_t looked)
{
    const struct dram_bank *b = &s->bank[s->queue[i].bank];
    if (!b->open || b->row == s->queue[i].row || s->clock < b->precharge_at) return false;
    for (uint32_t j = 0; j < looked; j++)
        if (s->queue[j].bank == s->queue[i].bank && row_is_open(s, j)) return false;
    return true;
}

static void precharge(struct dram_channel *s, uint32_t i)
{
    struct dram_bank *b = &s->bank[s->queue[i].bank];
    b->open = false;
    b->activate_at = later(b->activate_at, s->clock + s->cfg.t_rp);
}

static void command(struct dram_channel *s)
{
    const uint32_t looked = looked_at(s);
    uint32_t i;
    for (i = 0; i < looked; i++)
        if (may_transfer(s, i)) {
            transfer(s, i);
            return;
        }
    for (i = 0; i < looked; i++)
        if (may_activate(s, i)) {
            activate(s, i);
            return;
        }
    for (i = 0; i < looked; i++)
        if (may_precharge(s, i, looked)) {
            precharge(s, i);
            return;
        }
}

/* --- a cycle ------------------------------------------------------------- */

static void push(struct dram_channel *s, const struct dram_request *r)
{
    const uint64_t rows = r->address / s->cfg.row_bytes;
    s->queue[s->count].request = *r;
    s->queue[s->count].bank = (uint32_t)(rows % s->cfg.banks);
    s->queue[s->count].row = rows / s->cfg.banks;
    s->queue[s->count].since = s->clock;
    s->count++;
}

void dram_channel_tick(struct dram_channel *s, const struct dram_channel_in *in)
{
    const bool room = s->count < s->cfg.depth;
    if (in->answer_taken) {
        s->first = (s->first + 1) % DRAM_CHANNEL_MAX_ANSWERS;
        s->answers--;
    }
    for (s->phase += s->cfg.clock_up; s->phase >= s->cfg.clock_down;
         s->phase -= s->cfg.clock_down) {
        if (s->count > 0) command(s);
        s->clock++;
    }
    if (in->valid && room) push(s, &in->request);
}
