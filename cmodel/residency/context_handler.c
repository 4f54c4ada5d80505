/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/context_handler.h"

#include <stddef.h>
#include <string.h>

enum {
    HEAD_WORDS = CONTEXT_HANDLER_HEAD_WORDS,
    STACK_WORDS = CONTEXT_HANDLER_STACK_WORDS,
    MEM_WORDS = CONTEXT_HANDLER_MEM_WORDS,
    MAX_GRANULES = 31, /* of a stack, and of a memory word */
    MAX_MEMORY = 65536,
    MAX_READS = 4,
};

/* --- sizes --------------------------------------------------------------- */

/* H, S and B of the page: granules of a head, a stack, a memory word. */
static uint32_t head_granules(const struct context_handler_cfg *cfg)
{
    return (cfg->head_width + cfg->granule - 1) / cfg->granule;
}

static uint32_t stack_granules(const struct context_handler_cfg *cfg)
{
    return cfg->stack_width / cfg->granule;
}

static uint32_t word_granules(const struct context_handler_cfg *cfg)
{
    return cfg->mem_width / cfg->granule;
}

/* Granules of the head and the first so many stacks. */
static uint32_t context_granules(const struct context_handler_cfg *cfg, uint32_t stacks)
{
    return head_granules(cfg) + stacks * stack_granules(cfg);
}

uint32_t context_handler_words(const struct context_handler_cfg *cfg, uint32_t warps)
{
    uint32_t in_word = word_granules(cfg);
    return (context_granules(cfg, warps) + in_word - 1) / in_word;
}

/* --- init and reset ------------------------------------------------------ */

static const char *granule_error(const struct context_handler_cfg *cfg)
{
    if (cfg->granule < 1 || cfg->granule > 512) return "Granule must be 1 to 512";
    if (cfg->stack_width % cfg->granule != 0 || cfg->mem_width % cfg->granule != 0)
        return "Granule must divide StackWidth and MemWidth";
    if (stack_granules(cfg) > MAX_GRANULES || word_granules(cfg) > MAX_GRANULES)
        return "StackWidth and MemWidth must be at most 31 granules each";
    return NULL;
}

static const char *cfg_error(const struct context_handler_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > CONTEXT_HANDLER_MAX_WARPS) return "Slots must be 2 to 64";
    if (cfg->max_warps < 1 || cfg->max_warps > cfg->slots) return "MaxWarps must be 1 to Slots";
    if (cfg->ctas < 2 || cfg->ctas > 64) return "Ctas must be 2 to 64";
    if (cfg->head_width < 1 || cfg->head_width > 32 * HEAD_WORDS)
        return "HeadWidth must be 1 to 256";
    if (cfg->stack_width < 1 || cfg->stack_width > 32 * STACK_WORDS)
        return "StackWidth must be 1 to 2560";
    if (cfg->mem_width < cfg->head_width || cfg->mem_width > 32 * MEM_WORDS)
        return "MemWidth must be HeadWidth to 2048";
    if (cfg->mem_words < 2 || cfg->mem_words > MAX_MEMORY) return "MemWords must be 2 to 65536";
    if (cfg->reads < 1 || cfg->reads > MAX_READS) return "Reads must be 1 to 4";
    return granule_error(cfg);
}

const char *context_handler_init(struct context_handler *s, const struct context_handler_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    const uint32_t stack = stack_granules(cfg), word = word_granules(cfg);
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    granule_queue_init(&s->save_queue, cfg->granule, stack + 2 * word);
    granule_queue_init(&s->load_queue, cfg->granule, stack + word * (cfg->reads + 1));
    return NULL;
}

void context_handler_reset(struct context_handler *s)
{
    s->save_busy = false;
    s->load_busy = false;
    s->flight = 0;
    granule_queue_clear(&s->save_queue);
    granule_queue_clear(&s->load_queue);
    s->store_refused = false;
}

/* --- the port of the shared memory --------------------------------------- */

enum owner { NO_OWNER, LOAD, SAVE, STORE };

/* Words that a load brings: of a new block there is only the head, in word 0. */
static uint32_t load_words(const struct context_handler *s, uint32_t words)
{
    return s->load_new ? 1 : words;
}

/* The words on their way must have room when they arrive, even if no granule leaves until then. */
static bool load_wants(const struct context_handler *s, const struct context_handler_in *in)
{
    const uint32_t arriving = (s->flight + 1) * word_granules(&s->cfg);
    return s->load_busy && s->asked < load_words(s, in->words) && s->flight < s->cfg.reads &&
           granule_queue_room(&s->load_queue, arriving);
}

/* The rest of the context is in the queue. */
static bool rest_queued(const struct context_handler *s, const struct context_handler_in *in)
{
    return s->items == in->warps + 1;
}

static bool save_wants(const struct context_handler *s, const struct context_handler_in *in)
{
    if (!s->save_busy) return false;
    return s->save_queue.count >= word_granules(&s->cfg) ||
           (rest_queued(s, in) && s->save_queue.count > 0);
}

/* Load goes first, then save, then store. */
static enum owner owner(const struct context_handler *s, const struct context_handler_in *in)
{
    if (load_wants(s, in)) return LOAD;
    if (save_wants(s, in)) return SAVE;
    return in->store_valid ? STORE : NO_OWNER;
}

/* The first word of a block's context: contexts come down from the top. */
static uint32_t context_of(const struct context_handler *s, const struct context_handler_in *in,
                           uint32_t cta)
{
    return s->cfg.mem_words - (cta + 1) * in->words;
}

static void eval_port(const struct context_handler *s, const struct context_handler_in *in,
                      struct context_handler_out *out)
{
    const enum owner port = owner(s, in);

    out->mem_valid = port != NO_OWNER;
    out->mem_we = port == SAVE || port == STORE;
    if (port == LOAD) out->mem_addr = context_of(s, in, s->load_cta) + s->asked;
    if (port == SAVE) {
        out->mem_addr = context_of(s, in, s->save_cta) + s->written;
        granule_queue_front(&s->save_queue, word_granules(&s->cfg), out->mem_wdata, MEM_WORDS);
        out->saved_valid =
            in->mem_ready && rest_queued(s, in) && s->save_queue.count <= word_granules(&s->cfg);
    }
    if (port == STORE) {
        out->mem_addr = context_of(s, in, in->store_cta);
        memcpy(out->mem_wdata, in->store_head, sizeof in->store_head);
        out->store_ready = in->mem_ready;
    }
}

/* --- eval ---------------------------------------------------------------- */

static bool takes_stack(const struct context_handler *s, const struct context_handler_in *in)
{
    return s->save_busy && s->taken < in->warps;
}

/* Granules of the item that the load gives back in this cycle; 0: there is none. */
static uint32_t load_gives(const struct context_handler *s, const struct context_handler_in *in)
{
    if (!s->load_busy || s->done > (s->load_new ? 0 : in->warps)) return 0;
    const uint32_t n = s->done == 0 ? head_granules(&s->cfg) : stack_granules(&s->cfg);
    return s->load_queue.count >= n ? n : 0;
}

static void eval_load(const struct context_handler *s, const struct context_handler_in *in,
                      struct context_handler_out *out)
{
    const uint32_t gives = load_gives(s, in);

    out->load_ready = !s->load_busy;
    out->head_valid = gives > 0 && s->done == 0;
    out->stack_wr_en = gives > 0 && s->done > 0;
    out->loaded = gives > 0 && s->done == (s->load_new ? 0 : in->warps);
    if (out->head_valid) granule_queue_front(&s->load_queue, gives, out->head, HEAD_WORDS);
    if (!out->stack_wr_en) return;
    out->stack_wr_slot = s->load_base + s->done - 1;
    granule_queue_front(&s->load_queue, gives, out->stack_wr_data, STACK_WORDS);
}

/* The zeros that fill the head to whole granules are not part of it. */
static void cut_head(const struct context_handler_cfg *cfg, uint32_t *head)
{
    const uint32_t whole = cfg->head_width / 32, rest = cfg->head_width % 32;
    for (uint32_t i = whole; i < HEAD_WORDS; i++)
        head[i] &= i == whole ? (UINT32_C(1) << rest) - 1 : 0;
}

void context_handler_eval(const struct context_handler *s, const struct context_handler_in *in,
                          struct context_handler_out *out)
{
    memset(out, 0, sizeof *out);
    out->save_ready = !s->save_busy;
    out->saved_cta = s->save_busy ? s->save_cta : 0;
    out->stack_rd_en = takes_stack(s, in);
    out->stack_rd_slot = out->stack_rd_en ? s->save_base + s->taken : 0;
    out->taken = out->stack_rd_en && s->taken + 1 == in->warps;
    eval_load(s, in, out);
    cut_head(&s->cfg, out->head);
    eval_port(s, in, out);
}

/* --- tick ---------------------------------------------------------------- */

static void begin_save(struct context_handler *s, const struct context_handler_in *in)
{
    s->save_busy = true;
    s->save_cta = in->save_cta;
    s->save_base = in->save_base;
    memcpy(s->save_head, in->save_head, sizeof s->save_head);
    s->taken = 0;
    s->items = 0;
    s->written = 0;
}

/* Item 0 is the head, filled with zeros; item i the stack of rank i - 1. Returns its granules. */
static uint32_t item(const struct context_handler *s, uint32_t i, uint32_t value[STACK_WORDS])
{
    memset(value, 0, STACK_WORDS * sizeof value[0]);
    if (i == 0) memcpy(value, s->save_head, sizeof s->save_head);
    else memcpy(value, s->row[i - 1], sizeof s->row[i - 1]);
    return i == 0 ? head_granules(&s->cfg) : stack_granules(&s->cfg);
}

/* The next item goes into the queue if it is in the buffer and has room. */
static void tick_save_queue(struct context_handler *s, const struct context_handler_in *in,
                            bool write)
{
    uint32_t value[STACK_WORDS];
    uint32_t put = 0;

    if (s->save_busy && s->items <= s->taken && !rest_queued(s, in)) put = item(s, s->items, value);
    if (!granule_queue_room(&s->save_queue, put)) put = 0;
    granule_queue_tick(&s->save_queue, write ? word_granules(&s->cfg) : 0, put, value);
    s->items += put > 0;
}

/* The row written in this cycle can go into the queue in the next one: the queue first. */
static void tick_save(struct context_handler *s, const struct context_handler_in *in,
                      const struct context_handler_out *out, bool write)
{
    tick_save_queue(s, in, write);
    if (out->stack_rd_en) {
        memcpy(s->row[s->taken], in->stack_rd_data, sizeof in->stack_rd_data);
        s->taken++;
    }
    s->written += write;
    if (out->saved_valid) s->save_busy = false;
    if (in->save_en) begin_save(s, in);
}

static void begin_load(struct context_handler *s, const struct context_handler_in *in)
{
    s->load_busy = true;
    s->load_cta = in->load_cta;
    s->load_base = in->load_base;
    s->load_new = in->load_new;
    s->asked = 0;
    s->done = 0;
}

static void tick_load(struct context_handler *s, const struct context_handler_in *in,
                      const struct context_handler_out *out, bool read)
{
    const bool answer = in->rsp_valid && s->flight > 0;

    granule_queue_tick(&s->load_queue, load_gives(s, in), answer ? word_granules(&s->cfg) : 0,
                       in->rsp_data);
    s->asked += read;
    s->flight = s->flight + read - answer;
    s->done += out->head_valid || out->stack_wr_en;
    if (out->loaded) {
        s->load_busy = false;
        granule_queue_clear(&s->load_queue); /* the zeros of the last word */
    }
    if (in->load_en) begin_load(s, in);
}

void context_handler_tick(struct context_handler *s, const struct context_handler_in *in,
                          const struct context_handler_out *out)
{
    const enum owner moves = in->mem_ready ? owner(s, in) : NO_OWNER;

    tick_save(s, in, out, moves == SAVE);
    tick_load(s, in, out, moves == LOAD);
    s->warps = in->warps;
    s->words = in->words;
    s->store_refused = in->store_valid && moves != STORE;
}

/* --- check --------------------------------------------------------------- */

/* Granules of the first so many items. */
static uint32_t items_granules(const struct context_handler *s, uint32_t items)
{
    return items == 0 ? 0 : context_granules(&s->cfg, items - 1);
}

/* Each item has gone into the queue once, each word out of it, and none of either is left out. */
static const char *save_error(const struct context_handler *s)
{
    const uint32_t gone = s->written * word_granules(&s->cfg);

    if (s->save_queue.count > s->save_queue.depth) return "room";
    if (!s->save_busy) return s->save_queue.count == 0 ? NULL : "in_order";
    if (s->taken > s->warps || s->items > s->taken + 1) return "in_order";
    if (gone + s->save_queue.count != items_granules(s, s->items)) return "in_order";
    if (s->written >= s->words || (s->save_cta + 1) * s->words > s->cfg.mem_words)
        return "own_area";
    return NULL;
}

static const char *load_error(const struct context_handler *s)
{
    const uint32_t in_word = word_granules(&s->cfg);

    if (s->flight > s->cfg.reads) return "room";
    if (s->load_queue.count + s->flight * in_word > s->load_queue.depth) return "room";
    if (!s->load_busy) return s->load_queue.count == 0 && s->flight == 0 ? NULL : "in_order";
    if (s->asked > load_words(s, s->words) || (s->load_cta + 1) * s->words > s->cfg.mem_words)
        return "own_area";
    if (s->done > (s->load_new ? 0 : s->warps)) return "in_order";
    if (items_granules(s, s->done) + s->load_queue.count + s->flight * in_word !=
        s->asked * in_word)
        return "in_order";
    return NULL;
}

/* The save queue holds head and stacks in a row, less the words written. */
static bool save_lost(const struct context_handler *s)
{
    struct granule_queue q;
    uint32_t value[STACK_WORDS];
    uint32_t gone = s->written * word_granules(&s->cfg);

    granule_queue_init(&q, s->cfg.granule, s->save_queue.depth);
    for (uint32_t i = 0; i < s->items; i++) {
        const uint32_t n = item(s, i, value), left = gone < n ? gone : n;
        gone -= left;
        if (left < n) granule_queue_tick(&q, 0, n, value);
        if (left < n) granule_queue_tick(&q, left, 0, NULL);
    }
    return memcmp(&q, &s->save_queue, sizeof q) != 0;
}

const char *context_handler_check(const struct context_handler *s)
{
    const char *error = save_error(s);
    if (error == NULL) error = load_error(s);
    if (error != NULL) return error;
    return s->save_busy && save_lost(s) ? "never_lost" : NULL;
}

/* --- promise ------------------------------------------------------------- */

/* A value has a bit that is not 0 from a width on. */
static bool wider(const uint32_t *value, uint32_t words, uint32_t width)
{
    for (uint32_t i = width / 32; i < words; i++) {
        const uint32_t word = i == width / 32 ? value[i] >> width % 32 : value[i];
        if (word != 0) return true;
    }
    return false;
}

static bool any_moves(const struct context_handler *s) { return s->save_busy || s->load_busy; }

static const char *kernel_promise(const struct context_handler *s,
                                  const struct context_handler_in *in)
{
    const bool begins = in->save_en || in->load_en || in->store_valid;

    if (!any_moves(s) && !begins) return NULL;
    if (in->warps < 1 || in->warps > s->cfg.max_warps) return "warps_i is not 1 to MaxWarps";
    if (in->words != context_handler_words(&s->cfg, in->warps))
        return "words_i is not the words of a context";
    if (any_moves(s) && (in->warps != s->warps || in->words != s->words))
        return "warps_i or words_i changes while a context moves";
    return NULL;
}

static bool no_context(const struct context_handler *s, const struct context_handler_in *in,
                       uint32_t cta)
{
    return cta >= s->cfg.ctas || (cta + 1) * in->words > s->cfg.mem_words;
}

static const char *save_promise(const struct context_handler *s,
                                const struct context_handler_in *in)
{
    if (takes_stack(s, in) && wider(in->stack_rd_data, STACK_WORDS, s->cfg.stack_width))
        return "a stack is wider than StackWidth";
    if (!in->save_en) return NULL;
    if (s->save_busy) return "a save begins though the buffer is not empty";
    if (no_context(s, in, in->save_cta)) return "the block saved has no context in memory";
    if (in->save_base + in->warps > s->cfg.slots) return "the block saved sits on no slots";
    if (wider(in->save_head, HEAD_WORDS, s->cfg.head_width))
        return "a head is wider than HeadWidth";
    return NULL;
}

/* Two blocks of so many warps share a slot. */
static bool same_slots(uint32_t base_a, uint32_t base_b, uint32_t warps)
{
    return base_a < base_b + warps && base_b < base_a + warps;
}

/* With words wider than a stack, stacks may come faster than the stacks of the slots are taken. */
static bool too_early(const struct context_handler *s, const struct context_handler_in *in)
{
    if (s->cfg.mem_width <= s->cfg.stack_width) return false;
    if (in->save_en) return same_slots(in->save_base, in->load_base, in->warps);
    return takes_stack(s, in) && same_slots(s->save_base, in->load_base, in->warps);
}

/* The block's context is on its way to memory, or only offered. */
static bool in_writing(const struct context_handler *s, const struct context_handler_in *in,
                       uint32_t cta)
{
    return (s->save_busy && s->save_cta == cta) || (in->save_en && in->save_cta == cta) ||
           (in->store_valid && in->store_cta == cta);
}

static const char *load_promise(const struct context_handler *s,
                                const struct context_handler_in *in)
{
    if (!in->load_en) return NULL;
    if (s->load_busy) return "a load begins though one is under way";
    if (no_context(s, in, in->load_cta)) return "the block loaded has no context in memory";
    if (in->load_base + in->warps > s->cfg.slots) return "the block loaded has no slots";
    if (in_writing(s, in, in->load_cta)) return "a block is loaded whose save or store is not done";
    if (too_early(s, in)) return "words are wider than a stack, and slots not taken are loaded";
    return NULL;
}

static const char *store_promise(const struct context_handler *s,
                                 const struct context_handler_in *in)
{
    if (s->store_refused && !in->store_valid)
        return "a store that was refused is not offered again";
    if (!in->store_valid) return NULL;
    if (no_context(s, in, in->store_cta)) return "the block stored has no context in memory";
    if (wider(in->store_head, HEAD_WORDS, s->cfg.head_width))
        return "a head is wider than HeadWidth";
    return NULL;
}

static const char *answer_promise(const struct context_handler *s,
                                  const struct context_handler_in *in)
{
    if (!in->rsp_valid) return NULL;
    if (s->flight == 0) return "an answer comes though no read waits for one";
    return wider(in->rsp_data, MEM_WORDS, s->cfg.mem_width) ? "an answer is wider than MemWidth"
                                                            : NULL;
}

const char *context_handler_promise(const struct context_handler *s,
                                    const struct context_handler_in *in)
{
    const char *broken = kernel_promise(s, in);
    if (broken == NULL) broken = save_promise(s, in);
    if (broken == NULL) broken = load_promise(s, in);
    if (broken == NULL) broken = store_promise(s, in);
    return broken != NULL ? broken : answer_promise(s, in);
}
