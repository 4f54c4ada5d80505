/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DRAM channel (docs/memory.md): a queue of requests, banks with an open row each, one command and
 * one transfer of data at a time. First ready, first come, first served. It decides about time; the
 * contents are not here. It is no block: it has no RTL.
 *
 * A cycle: dram_channel_eval() with the state, then dram_channel_tick() with what happened.
 */
#ifndef HEDDLE_DRAM_CHANNEL_H
#define HEDDLE_DRAM_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DRAM_CHANNEL_MAX_DEPTH = 64,
    DRAM_CHANNEL_MAX_BANKS = 32,
    DRAM_CHANNEL_MAX_ANSWERS = 64, /* reads whose data are on their way */
};

struct dram_channel_cfg {
    uint32_t depth; /* requests in the queue */
    uint32_t banks;
    uint32_t row_bytes;
    uint32_t bytes; /* of the data bus, a clock */
    /* In clocks of the channel. */
    uint32_t t_cl, t_rcd, t_rp, t_ras, t_rc, t_rrd, t_wtr;
    uint32_t delay;    /* of the controller: from a read's last data to its answer */
    uint32_t patience; /* clocks after which a request is not overtaken any more */
    /* Clocks of the channel in so many cycles of the chip. */
    uint32_t clock_up, clock_down;
};

struct dram_request {
    bool write;
    uint64_t address; /* in the channel */
    uint32_t bytes;
    uint32_t tag; /* comes back with the answer to a read */
};

struct dram_channel_in {
    bool valid; /* taken if ready */
    struct dram_request request;
    bool answer_taken;
};

struct dram_channel_out {
    bool ready;
    bool answer_valid;
    uint32_t answer_tag;
};

struct dram_bank {
    bool open;
    uint64_t row;
    /* From these clocks on a command is allowed. */
    uint64_t activate_at, column_at, precharge_at;
};

struct dram_channel {
    struct dram_channel_cfg cfg;
    uint32_t phase; /* of the channel's clock in the chip's */
    uint64_t clock;
    struct dram_bank bank[DRAM_CHANNEL_MAX_BANKS];
    uint64_t activate_at; /* any bank */
    uint64_t read_at;     /* behind a write */
    uint64_t bus_free_at;
    uint32_t count; /* of the queue, the oldest first */
    struct {
        struct dram_request request;
        uint32_t bank;
        uint64_t row;
        uint64_t since; /* clock */
    } queue[DRAM_CHANNEL_MAX_DEPTH];
    uint32_t first, answers; /* a ring */
    struct {
        uint64_t at; /* clock */
        uint32_t tag;
    } answer[DRAM_CHANNEL_MAX_ANSWERS];
    /* Counted since the beginning. */
    uint64_t reads, writes, activates, busy; /* busy: clocks with data on the bus */
};

/* NULL, or what is wrong with the sizes. */
const char *dram_channel_init(struct dram_channel *s, const struct dram_channel_cfg *cfg);
void dram_channel_eval(const struct dram_channel *s, struct dram_channel_out *out);
void dram_channel_tick(struct dram_channel *s, const struct dram_channel_in *in);

#endif
