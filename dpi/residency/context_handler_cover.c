/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/context_handler_cover.h"

/* The last cycle, for what happens at once after it. One bench has one instance. */
static struct {
    bool saved;
    bool loaded;
    bool took; /* a stack */
    bool store_waits;
    uint32_t store_cta;
} last;

/* Granules of a word, a stack. */
static uint32_t word(const state *s) { return s->cfg.mem_width / s->cfg.granule; }
static uint32_t stack(const state *s) { return s->cfg.stack_width / s->cfg.granule; }

static void cover_begin(const state *s, const inputs *in, uint64_t *bin)
{
    if (in->save_en && in->load_en)
        bin[in->save_base == in->load_base ? BIN_SWAP_SAME_SLOTS : BIN_SWAP_OTHER_SLOTS]++;
    if (in->load_en && s->save_busy)
        bin[s->taken < in->warps ? BIN_LOAD_BEGINS_IN_SAVE : BIN_LOAD_BEGINS_TAKEN]++;
    if (in->save_en && s->load_busy) bin[BIN_SAVE_BEGINS_IN_LOAD]++;
    if (in->save_en && last.saved) bin[BIN_SAVE_AT_ONCE]++;
    if (in->load_en && last.loaded) bin[BIN_LOAD_AT_ONCE]++;
    if (!in->save_en) return;
    if (in->warps == 1) bin[BIN_ONE_WARP]++;
    if (in->warps == s->cfg.max_warps) bin[BIN_LARGEST]++;
    if (in->warps != s->taken && s->taken != 0) bin[BIN_OTHER_SIZE]++;
}

static void cover_port(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool read = out->mem_valid && !out->mem_we;
    const bool save_wants =
        s->save_busy && (s->save_queue.count >= word(s) || s->items > in->warps);
    const bool write = out->mem_we && save_wants;
    const bool both = s->save_busy && s->load_busy;
    if (read && save_wants) bin[BIN_LOAD_BEFORE_SAVE]++;
    if (in->store_valid && read) bin[BIN_LOAD_BEFORE_STORE]++;
    if (in->store_valid && write) bin[BIN_SAVE_BEFORE_STORE]++;
    if (in->store_valid && !out->store_ready && both) bin[BIN_STORE_WAITS_BOTH]++;
    if (last.store_waits && in->store_cta != last.store_cta) bin[BIN_STORE_MOVES]++;
    if (out->store_ready) {
        if (s->save_busy) bin[BIN_STORE_IN_SAVE]++;
        if (s->load_busy) bin[BIN_STORE_IN_LOAD]++;
        if (!s->save_busy && !s->load_busy) bin[BIN_STORE]++;
    }
    if (out->mem_valid && !in->mem_ready)
        bin[read    ? BIN_DEMAND_STOPS_LOAD
            : write ? BIN_DEMAND_STOPS_SAVE
                    : BIN_DEMAND_STOPS_STORE]++;
    if (in->rsp_valid && !in->mem_ready) bin[BIN_ANSWER_IN_DEMAND]++;
    if (out->mem_valid && out->mem_addr == s->cfg.mem_words - 1) bin[BIN_TOP_CONTEXT]++;
    if (out->mem_valid && out->mem_addr < in->words) bin[BIN_LOWEST_CONTEXT]++;
}

static void cover_save(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!s->save_busy) return;
    const uint32_t count = s->save_queue.count;
    const bool left = s->items <= in->warps;
    const bool room = s->items == 0 || count + stack(s) <= s->save_queue.depth;
    const bool put = left && s->items <= s->taken && room;
    const bool write = out->mem_we && in->mem_ready && !out->store_ready;
    if (left && s->items <= s->taken && !room) bin[BIN_PUT_WAITS_ROOM]++;
    if (put && s->items > 0 && s->items == s->taken && last.took) bin[BIN_NEXT_CYCLE]++;
    if (put && write) bin[BIN_PUT_AND_WRITE]++;
    if (out->saved_valid) bin[count < word(s) ? BIN_SHORT_LAST : BIN_WHOLE_LAST]++;
    if (out->saved_valid && out->loaded) bin[BIN_SAVED_AND_LOADED]++;
    if (out->stack_rd_en && out->stack_wr_en) bin[BIN_ROW_AND_STACK]++;
}

static void cover_read(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool read = out->mem_valid && !out->mem_we && in->mem_ready;
    const bool left = s->asked < (s->load_new ? 1 : in->words);
    const uint32_t promised = s->load_queue.count + s->flight * word(s);
    if (left && s->flight == s->cfg.reads) bin[BIN_READS_IN_FLIGHT]++;
    if (left && s->flight < s->cfg.reads && promised + word(s) > s->load_queue.depth)
        bin[BIN_READ_WAITS_ROOM]++;
    if (read && in->rsp_valid) bin[BIN_READ_AND_ANSWER]++;
}

static void cover_load(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!s->load_busy) return;
    const uint32_t count = s->load_queue.count;
    const uint32_t head = (s->cfg.head_width + s->cfg.granule - 1) / s->cfg.granule;
    const uint32_t rest = count - (out->head_valid ? head : stack(s));
    cover_read(s, in, out, bin);
    if (in->rsp_valid && (out->head_valid || out->stack_wr_en)) bin[BIN_ANSWER_AND_ITEM]++;
    if (in->rsp_valid && out->head_valid) bin[BIN_HEAD_AND_ANSWER]++;
    if (s->done > 0 && count > 0 && count < stack(s)) bin[BIN_ITEM_WAITS]++;
    if (out->stack_wr_en && out->stack_rd_en && s->load_base == s->save_base)
        bin[BIN_STACK_BEHIND_ROWS]++;
    if (out->stack_wr_en && out->stack_wr_slot == s->cfg.slots - 1) bin[BIN_LAST_SLOT]++;
    if (!out->loaded) return;
    if (s->load_new) bin[rest > 0 ? BIN_NEW_REST : BIN_NEW]++;
    else bin[rest > 0 ? BIN_REST_DROPPED : BIN_NO_REST]++;
}

void context_handler_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_begin(s, in, bin);
    cover_port(s, in, out, bin);
    cover_save(s, in, out, bin);
    cover_load(s, in, out, bin);
    last.saved = out->saved_valid;
    last.loaded = out->loaded;
    last.took = out->stack_rd_en;
    last.store_waits = in->store_valid && !out->store_ready;
    last.store_cta = in->store_cta;
}
