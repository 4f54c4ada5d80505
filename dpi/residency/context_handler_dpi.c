/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_context_handler_lockstep: describes the block to the harness, unpacks
 * arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/context_handler.h"

typedef struct context_handler state;
typedef struct context_handler_in inputs;
typedef struct context_handler_out outputs;

enum { QUEUE_WORDS = GRANULE_QUEUE_WORDS };

static uint32_t words_of(uint32_t bits) { return (bits + 31) / 32; }

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare. */
static const inputs *now;

static bool if_store(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    (void)i;
    return now->store_valid;
}

#define IF(name, output)                                                                           \
    static bool if_##name(const void *s, const void *out, uint32_t i)                              \
    {                                                                                              \
        (void)s;                                                                                   \
        (void)i;                                                                                   \
        return ((const outputs *)out)->output;                                                     \
    }
IF(stack_rd, stack_rd_en)
IF(stack_wr, stack_wr_en)
IF(head, head_valid)
IF(mem, mem_valid)
IF(write, mem_we)

#define WHILE(name, busy)                                                                          \
    static bool while_##name(const void *s, const void *out, uint32_t i)                           \
    {                                                                                              \
        (void)out;                                                                                 \
        (void)i;                                                                                   \
        return ((const state *)s)->busy;                                                           \
    }
WHILE(saving, save_busy)
WHILE(loading, load_busy)

/* Words of the rows that have been taken. */
static bool row_if_taken(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    (void)out;
    return s->save_busy && i / words_of(s->cfg.stack_width) < s->taken;
}

/* ---- coverage ---- */

enum {
    BIN_SWAP_SAME_SLOTS,
    BIN_SWAP_OTHER_SLOTS,
    BIN_LOAD_BEGINS_IN_SAVE,
    BIN_LOAD_BEGINS_TAKEN,
    BIN_SAVE_BEGINS_IN_LOAD,
    BIN_LOAD_BEFORE_SAVE,
    BIN_LOAD_BEFORE_STORE,
    BIN_SAVE_BEFORE_STORE,
    BIN_STORE_WAITS_BOTH,
    BIN_STORE,
    BIN_STORE_MOVES,
    BIN_STORE_IN_SAVE,
    BIN_STORE_IN_LOAD,
    BIN_DEMAND_STOPS_LOAD,
    BIN_DEMAND_STOPS_SAVE,
    BIN_DEMAND_STOPS_STORE,
    BIN_ANSWER_IN_DEMAND,
    BIN_SAVE_AT_ONCE,
    BIN_LOAD_AT_ONCE,
    BIN_SAVED_AND_LOADED,
    BIN_ROW_AND_STACK,
    BIN_STACK_BEHIND_ROWS,
    BIN_NEXT_CYCLE,
    BIN_PUT_WAITS_ROOM,
    BIN_PUT_AND_WRITE,
    BIN_SHORT_LAST,
    BIN_WHOLE_LAST,
    BIN_READS_IN_FLIGHT,
    BIN_READ_WAITS_ROOM,
    BIN_READ_AND_ANSWER,
    BIN_ANSWER_AND_ITEM,
    BIN_ITEM_WAITS,
    BIN_REST_DROPPED,
    BIN_NO_REST,
    BIN_NEW,
    BIN_NEW_REST,
    BIN_HEAD_AND_ANSWER,
    BIN_TOP_CONTEXT,
    BIN_LOWEST_CONTEXT,
    BIN_LAST_SLOT,
    BIN_ONE_WARP,
    BIN_LARGEST,
    BIN_OTHER_SIZE
};

static const struct hd_bin bins[] = {
    {"swap_same_slots", "save and load begin together, of the same slots"},
    {"swap_other_slots", "save and load begin together, of other slots"},
    {"load_begins_in_save", "a load begins while stacks are being taken"},
    {"load_begins_taken", "a load begins when all stacks are taken, the save goes on"},
    {"save_begins_in_load", "a save begins while a load is under way"},
    {"load_before_save", "load and save want the port: load"},
    {"load_before_store", "load and store want the port: load"},
    {"save_before_store", "save and store want the port: save"},
    {"store_waits_both", "a store waits while a load and a save are busy"},
    {"store", "a store while nothing else is busy"},
    {"store_moves", "a store that waits is of another CTA than in the last cycle"},
    {"store_in_save", "a store gets the port while a save is busy"},
    {"store_in_load", "a store gets the port while a load is busy"},
    {"demand_stops_load", "a demand access in the cycle of a read"},
    {"demand_stops_save", "a demand access in the cycle of a write"},
    {"demand_stops_store", "a demand access in the cycle of a store"},
    {"answer_in_demand", "an answer comes in the cycle of a demand access"},
    {"save_at_once", "the last word was written, a save begins in the next cycle"},
    {"load_at_once", "the last stack came back, a load begins in the next cycle"},
    {"saved_and_loaded", "a save and a load end in one cycle"},
    {"row_and_stack", "a stack is taken while another one comes back"},
    {"stack_behind_rows", "one comes back to the slots that are still being taken"},
    {"next_cycle", "a row goes into the queue in the cycle after it was written"},
    {"put_waits_room", "a row waits for room in the queue"},
    {"put_and_write", "an item goes into the queue while a word leaves it"},
    {"short_last", "the last word is filled with zeros"},
    {"whole_last", "the last word is whole"},
    {"reads_in_flight", "no read: as many as may be are in flight"},
    {"read_waits_room", "no read: the queue would have no room for it"},
    {"read_and_answer", "a read while an answer comes"},
    {"answer_and_item", "an answer comes while a head or stack leaves"},
    {"item_waits", "the queue has less than a stack, an answer is awaited"},
    {"rest_dropped", "zeros are left in the queue after the last stack"},
    {"no_rest", "nothing is left after the last stack"},
    {"new", "a new block: its head alone"},
    {"new_rest", "zeros of its word are dropped"},
    {"head_and_answer", "the head leaves while a word comes"},
    {"top_context", "an access to the highest word of the memory"},
    {"lowest_context", "an access to the lowest context that fits"},
    {"last_slot", "the stack of the last slot comes back"},
    {"one_warp", "a block of one warp moves"},
    {"largest", "a block of MaxWarps warps moves"},
    {"other_size", "a block moves, its kernel has blocks of another size than the last"},
    {NULL, NULL},
};

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

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
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

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { context_handler_reset(s); }
static void eval(const void *s, const void *in, void *out) { context_handler_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { context_handler_tick(s, in, out); }
static const char *check(const void *s) { return context_handler_check(s); }
static const char *promise(const void *s, const void *in) { return context_handler_promise(s, in); }

static const struct hd_block block = {
    .name = "context_handler",
    .state_size = sizeof(state),
    .in_size = sizeof(inputs),
    .out_size = sizeof(outputs),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
    .index_rule = "word [i] of 32 bits (row_q: those of rank 0 first); bits of a queue from its "
                  "count on are shown as the model's",
    .waves = "save_busy_q save_cta_q taken_q items_q written_q load_busy_q load_cta_q asked_q "
             "flight_q done_q",
};

/* A head, stack or word: words of 32 bits, the last of which need not be whole. */
static struct hd_field wide(struct hd_field f, uint32_t bits)
{
    f.cut = 32 * f.count - bits;
    return f;
}
#define HD_WIDE(k, type, member, bits, caring, text)                                               \
    wide((struct hd_field)HD_ARRAY(k, type, member, words_of(bits), 32, caring, text), bits)

/* The registers in the order in which they are described. */
enum {
    REG_SAVE_BUSY,
    REG_SAVE_CTA,
    REG_SAVE_BASE,
    REG_SAVE_HEAD,
    REG_TAKEN,
    REG_ITEMS,
    REG_WRITTEN,
    REG_ROW,
    REG_LOAD_BUSY,
    REG_LOAD_CTA,
    REG_LOAD_BASE,
    REG_LOAD_NEW,
    REG_ASKED,
    REG_FLIGHT,
    REG_DONE,
    REG_SAVE_COUNT,
    REG_SAVE_DATA,
    REG_LOAD_COUNT,
    REG_LOAD_DATA
};

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct context_handler_cfg *cfg = &s->cfg;
    const uint32_t slot = hd_bits_for(cfg->slots - 1);
    const uint32_t cta = hd_bits_for(cfg->ctas - 1);
    const uint32_t addr = hd_bits_for(cfg->mem_words - 1);
    const uint32_t item = hd_bits_for(cfg->slots + 1);
    const uint32_t row = words_of(cfg->stack_width);
    const uint32_t deep_save = hd_bits_for(s->save_queue.depth);
    const uint32_t deep_load = hd_bits_for(s->load_queue.depth);
    const uint32_t save_words = words_of(s->save_queue.depth * cfg->granule);
    const uint32_t load_words = words_of(s->load_queue.depth * cfg->granule);
    const char *const comes = "Load: from the queue the head leaves when its granules are there, "
                              "then in every cycle a stack";
    const char *const port = "Ports: load reads go first, then save writes, then store";
    const char *const noted = "Save: save_en_i notes CTA, base and head";
    const char *const asked = "Load: load_en_i notes CTA, base and whether it is new";
    const char *const queued = "Save: an item a cycle goes into the queue, if it is in the buffer "
                               "and has room; a word of B granules leaves with the port";
    const char *const back = "Load: an answer brings B granules; head and stacks leave; what is "
                             "left after the last one is dropped";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, warps, hd_bits_for(cfg->slots), NULL, NULL),
        HD_ONE(HD_IN, inputs, words, addr, NULL, NULL),
        HD_ONE(HD_IN, inputs, store_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, store_cta, cta, NULL, NULL),
        HD_WIDE(HD_IN, inputs, store_head, cfg->head_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, save_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, save_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, save_base, slot, NULL, NULL),
        HD_WIDE(HD_IN, inputs, save_head, cfg->head_width, NULL, NULL),
        HD_WIDE(HD_IN, inputs, stack_rd_data, cfg->stack_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, load_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, load_cta, cta, NULL, NULL),
        HD_ONE(HD_IN, inputs, load_base, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, load_new, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, mem_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_valid, 1, NULL, NULL),
        HD_WIDE(HD_IN, inputs, rsp_data, cfg->mem_width, NULL, NULL),
        HD_ONE(HD_OUT, outputs, store_ready, 1, if_store, "Store: done when it gets the port"),
        HD_ONE(HD_OUT, outputs, save_ready, 1, NULL, "Ports: the buffer is empty"),
        HD_ONE(HD_OUT, outputs, stack_rd_en, 1, NULL,
               "Save: in each of the next W cycles a stack is read"),
        HD_ONE(HD_OUT, outputs, stack_rd_slot, slot, if_stack_rd,
               "Save: the stack of rank 0, 1, ..., from save_base on"),
        HD_ONE(HD_OUT, outputs, taken, 1, NULL, "Ports: this is the last stack"),
        HD_ONE(HD_OUT, outputs, saved_valid, 1, NULL,
               "Ports: its last word is being written in this cycle"),
        HD_ONE(HD_OUT, outputs, saved_cta, cta, while_saving,
               "Ports: from the cycle after save_en to that of the last word"),
        HD_ONE(HD_OUT, outputs, load_ready, 1, NULL, "Ports: no load is under way"),
        HD_ONE(HD_OUT, outputs, stack_wr_en, 1, NULL, comes),
        HD_ONE(HD_OUT, outputs, stack_wr_slot, slot, if_stack_wr,
               "Load: rank 0, 1, ..., from load_base on"),
        HD_WIDE(HD_OUT, outputs, stack_wr_data, cfg->stack_width, if_stack_wr, comes),
        HD_ONE(HD_OUT, outputs, head_valid, 1, NULL, comes),
        HD_WIDE(HD_OUT, outputs, head, cfg->head_width, if_head, comes),
        HD_ONE(HD_OUT, outputs, loaded, 1, NULL,
               "Ports: this stack, or head of a new block, is the last of it"),
        HD_ONE(HD_OUT, outputs, mem_valid, 1, NULL,
               "Load: room for one more read; Save: a whole word, or the rest; Store"),
        HD_ONE(HD_OUT, outputs, mem_we, 1, if_mem, port),
        HD_ONE(HD_OUT, outputs, mem_addr, addr, if_mem,
               "Context in memory: CTA c has the words from MemWords - (c+1)*K on"),
        HD_WIDE(HD_OUT, outputs, mem_wdata, cfg->mem_width, if_write,
                "Context in memory: head, then stacks; the last word is filled with zeros"),
        HD_REG("save_busy_q", state, save_busy, 0, 1, 1, NULL,
               "Save: from save_en to the last word written"),
        HD_REG("save_cta_q", state, save_cta, 0, 1, cta, while_saving, noted),
        HD_REG("save_base_q", state, save_base, 0, 1, slot, while_saving, noted),
        HD_REG("save_head_q", state, save_head[0], 4, words_of(cfg->head_width), 32, while_saving,
               noted),
        HD_REG("taken_q", state, taken, 0, 1, item, while_saving,
               "Save: a rank a cycle, in each of the W cycles after save_en"),
        HD_REG("items_q", state, items, 0, 1, item, while_saving, queued),
        HD_REG("written_q", state, written, 0, 1, addr, while_saving,
               "Save: one up with each word that gets the port"),
        {.kind = HD_STATE,
         .name = "row_q",
         .offset = offsetof(state, row),
         .stride = sizeof s->row[0][0],
         .size = sizeof s->row[0][0],
         .count = cfg->max_warps * row,
         .width = 32,
         .care = row_if_taken,
         .rule = "Save: the stack of rank r is read into row r",
         .row = row,
         .row_step = sizeof s->row[0]},
        HD_REG("load_busy_q", state, load_busy, 0, 1, 1, NULL,
               "Load: from load_en to the last head or stack given back"),
        HD_REG("load_cta_q", state, load_cta, 0, 1, cta, while_loading, asked),
        HD_REG("load_base_q", state, load_base, 0, 1, slot, while_loading, asked),
        HD_REG("load_new_q", state, load_new, 0, 1, 1, while_loading, asked),
        HD_REG("asked_q", state, asked, 0, 1, addr, while_loading,
               "Load: one up with each read that gets the port"),
        HD_REG("flight_q", state, flight, 0, 1, hd_bits_for(cfg->reads), NULL,
               "Load: reads less answers"),
        HD_REG("done_q", state, done, 0, 1, item, while_loading,
               "Load: head and stacks given back"),
        HD_REG("u_save_queue.count_q", state, save_queue.count, 0, 1, deep_save, NULL, queued),
        HD_REG("u_save_queue.data_q", state, save_queue.data[0], 4, save_words, 32, NULL, queued),
        HD_REG("u_load_queue.count_q", state, load_queue.count, 0, 1, deep_load, NULL, back),
        HD_REG("u_load_queue.data_q", state, load_queue.data[0], 4, load_words, 32, NULL, back),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long context_handler_open(const char *path, unsigned slots, unsigned max_warps,
                                        unsigned ctas, unsigned head_width, unsigned stack_width,
                                        unsigned mem_width, unsigned granule, unsigned mem_words,
                                        unsigned reads)
{
    const struct context_handler_cfg cfg = {
        slots, max_warps, ctas, head_width, stack_width, mem_width, granule, mem_words, reads};
    char text[240];
    snprintf(text, sizeof text,
             "Slots=%u MaxWarps=%u Ctas=%u HeadWidth=%u StackWidth=%u MemWidth=%u Granule=%u "
             "MemWords=%u Reads=%u",
             slots, max_warps, ctas, head_width, stack_width, mem_width, granule, mem_words, reads);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : context_handler_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR context_handler: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* Bits of granules that are not there mean nothing. The model has zeros there. */
static void state_queue(struct hd_instance *inst, uint32_t reg, const struct granule_queue *q,
                        const svBitVecVal *data)
{
    uint32_t image[QUEUE_WORDS];
    const uint32_t words = words_of(q->depth * q->granule);
    const uint32_t bits = q->count * q->granule;
    memcpy(image, data, words * sizeof image[0]);
    for (uint32_t w = bits / 32; w < words; w++) {
        image[w] &= w == bits / 32 ? (UINT32_C(1) << bits % 32) - 1 : 0;
    }
    hd_state(inst, reg, 1, image, words * sizeof image[0]);
}

/* The row that was written last, in the last cycle if a stack was read in it. */
unsigned context_handler_newest(unsigned long long handle)
{
    const state *s = hd_model(hd_instance(handle));
    return s->taken > 0 && s->taken <= s->cfg.max_warps ? s->taken - 1 : 0;
}

static void state_row(struct hd_instance *inst, uint32_t row, const svBitVecVal *image)
{
    const uint32_t words = words_of(((const state *)hd_model(inst))->cfg.stack_width);
    hd_state_part(inst, REG_ROW, row * words, words, image);
}

void context_handler_save_state(unsigned long long handle, svBit save_busy, unsigned save_cta,
                                unsigned save_base, const svBitVecVal *save_head, unsigned taken,
                                unsigned items, unsigned written, unsigned newest,
                                const svBitVecVal *newest_row, unsigned turn,
                                const svBitVecVal *turn_row, unsigned queue_count,
                                const svBitVecVal *queue_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    hd_state_bool(inst, REG_SAVE_BUSY, save_busy);
    hd_state_word(inst, REG_SAVE_CTA, save_cta);
    hd_state_word(inst, REG_SAVE_BASE, save_base);
    hd_state(inst, REG_SAVE_HEAD, 1, save_head, sizeof s->save_head);
    hd_state_word(inst, REG_TAKEN, taken);
    hd_state_word(inst, REG_ITEMS, items);
    hd_state_word(inst, REG_WRITTEN, written);
    state_row(inst, newest, newest_row);
    state_row(inst, turn, turn_row);
    hd_state_word(inst, REG_SAVE_COUNT, queue_count);
    state_queue(inst, REG_SAVE_DATA, &s->save_queue, queue_data);
}

void context_handler_load_state(unsigned long long handle, svBit load_busy, unsigned load_cta,
                                unsigned load_base, svBit load_new, unsigned asked, unsigned flight,
                                unsigned done, unsigned queue_count, const svBitVecVal *queue_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    hd_state_bool(inst, REG_LOAD_BUSY, load_busy);
    hd_state_word(inst, REG_LOAD_CTA, load_cta);
    hd_state_word(inst, REG_LOAD_BASE, load_base);
    hd_state_bool(inst, REG_LOAD_NEW, load_new);
    hd_state_word(inst, REG_ASKED, asked);
    hd_state_word(inst, REG_FLIGHT, flight);
    hd_state_word(inst, REG_DONE, done);
    hd_state_word(inst, REG_LOAD_COUNT, queue_count);
    state_queue(inst, REG_LOAD_DATA, &s->load_queue, queue_data);
}

int context_handler_ports(unsigned long long handle, svBit rst_n, unsigned warps, unsigned words,
                          svBit store_valid, unsigned store_cta, const svBitVecVal *store_head,
                          svBit save_en, unsigned save_cta, unsigned save_base,
                          const svBitVecVal *save_head, const svBitVecVal *stack_rd_data,
                          svBit load_en, unsigned load_cta, unsigned load_base, svBit load_new,
                          svBit mem_ready, svBit rsp_valid, const svBitVecVal *rsp_data,
                          svBit store_ready, svBit save_ready, svBit stack_rd_en,
                          unsigned stack_rd_slot, svBit taken, svBit saved_valid,
                          unsigned saved_cta, svBit load_ready, svBit stack_wr_en,
                          unsigned stack_wr_slot, const svBitVecVal *stack_wr_data,
                          svBit head_valid, const svBitVecVal *head, svBit loaded, svBit mem_valid,
                          svBit mem_we, unsigned mem_addr, const svBitVecVal *mem_wdata)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct context_handler_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    const size_t stack = words_of(cfg->stack_width) * sizeof(uint32_t);
    const size_t word = words_of(cfg->mem_width) * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    in->warps = warps;
    in->words = words;
    in->store_valid = store_valid != 0;
    in->store_cta = store_cta;
    memcpy(in->store_head, store_head, sizeof in->store_head);
    in->save_en = save_en != 0;
    in->save_cta = save_cta;
    in->save_base = save_base;
    memcpy(in->save_head, save_head, sizeof in->save_head);
    memcpy(in->stack_rd_data, stack_rd_data, stack);
    in->load_en = load_en != 0;
    in->load_cta = load_cta;
    in->load_base = load_base;
    in->load_new = load_new != 0;
    in->mem_ready = mem_ready != 0;
    in->rsp_valid = rsp_valid != 0;
    memcpy(in->rsp_data, rsp_data, word);
    outputs *out = hd_outputs(inst);
    out->store_ready = store_ready != 0;
    out->save_ready = save_ready != 0;
    out->stack_rd_en = stack_rd_en != 0;
    out->stack_rd_slot = stack_rd_slot;
    out->taken = taken != 0;
    out->saved_valid = saved_valid != 0;
    out->saved_cta = saved_cta;
    out->load_ready = load_ready != 0;
    out->stack_wr_en = stack_wr_en != 0;
    out->stack_wr_slot = stack_wr_slot;
    memcpy(out->stack_wr_data, stack_wr_data, stack);
    out->head_valid = head_valid != 0;
    memcpy(out->head, head, sizeof out->head);
    out->loaded = loaded != 0;
    out->mem_valid = mem_valid != 0;
    out->mem_we = mem_we != 0;
    out->mem_addr = mem_addr;
    memcpy(out->mem_wdata, mem_wdata, word);
    now = in;
    return hd_ports(inst, rst_n != 0);
}
