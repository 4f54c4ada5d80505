// SPDX-License-Identifier: Apache-2.0
#include "chip.h"

#include <inttypes.h>

struct chip_memory_cfg chip_share(struct chip_memory_cfg chip, const struct sm_cfg *core)
{
    const uint32_t sets = chip.slice.sets * chip.slices / chip.sms;
    chip.line_bytes = core->line_bytes;
    chip.slice.sets = sets > 0 ? sets : 1;
    chip.channel.bytes = (chip.channel.bytes * chip.slices + chip.sms - 1) / chip.sms;
    chip.sms = chip.slices = 1;
    return chip;
}

// ---- what it did -------------------------------------------------------------------------------

struct sums {
    uint64_t requests[3], hits, merged, sectors_read, sectors_written;
    uint64_t reads, writes, activates, busy, clocks;
};

static struct sums sums_of(const struct chip_memory *chip)
{
    struct sums all = {.hits = 0};
    for (uint32_t i = 0; i < chip->cfg.slices; i++) {
        const struct l2_slice *l = &chip->slice[i];
        const struct dram_channel *d = &chip->channel[i];
        for (int k = 0; k < 3; k++) all.requests[k] += l->requests[k];
        all.hits += l->hits;
        all.merged += l->merged;
        all.sectors_read += l->read;
        all.sectors_written += l->written;
        all.reads += d->reads;
        all.writes += d->writes;
        all.activates += d->activates;
        all.busy += d->busy;
        all.clocks += d->clock;
    }
    return all;
}

static double percent(uint64_t a, uint64_t b) { return b > 0 ? 100 * (double)a / (double)b : 0; }

void chip_report(const struct chip_memory *chip, uint64_t cycles, FILE *to)
{
    const struct sums s = sums_of(chip);
    const uint64_t all = s.requests[0] + s.requests[1] + s.requests[2];
    const uint64_t bytes =
        (s.sectors_read + s.sectors_written) * chip->cfg.line_bytes / chip->cfg.slice.sectors;
    fprintf(to,
            "  L2                   %" PRIu64 " loads, %" PRIu64 " stores, %" PRIu64
            " atomics; %.1f %% hits, %.1f %% wait with others\n",
            s.requests[0], s.requests[1], s.requests[2], percent(s.hits, all),
            percent(s.merged, all));
    fprintf(to,
            "  DRAM                 %.2f bytes a cycle, data bus busy %.1f %%, %.1f %% of accesses "
            "in an open row\n",
            cycles > 0 ? (double)bytes / (double)cycles : 0, percent(s.busy, s.clocks),
            100 - percent(s.activates, s.reads + s.writes));
}

void chip_json(const struct chip_memory *chip, FILE *to)
{
    const struct sums s = sums_of(chip);
    fprintf(to,
            "\"l2\": {\"load\": %" PRIu64 ", \"store\": %" PRIu64 ", \"atomic\": %" PRIu64
            ", \"hit\": %" PRIu64 ", \"merged\": %" PRIu64 ", \"sectors_read\": %" PRIu64
            ", \"sectors_written\": %" PRIu64 "}, ",
            s.requests[0], s.requests[1], s.requests[2], s.hits, s.merged, s.sectors_read,
            s.sectors_written);
    fprintf(to,
            "\"dram\": {\"reads\": %" PRIu64 ", \"writes\": %" PRIu64 ", \"activates\": %" PRIu64
            ", \"busy\": %" PRIu64 ", \"clocks\": %" PRIu64 "}, ",
            s.reads, s.writes, s.activates, s.busy, s.clocks);
}
