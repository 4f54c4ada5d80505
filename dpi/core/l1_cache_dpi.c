/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_l1_cache_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/l1_cache.h"

typedef struct l1_cache_in inputs;

/* The model, and what was written last into its memories: the checker looks there. */
typedef struct {
    struct l1_cache m;
    uint32_t newest_line;
    uint32_t newest_mshr;
} state;

/* The model's wide outputs are pointers; these can be compared, kept and saved. */
typedef struct {
    bool idle;
    bool req_ready;
    bool rsp_valid;
    uint32_t rsp_kind;
    uint32_t rsp_rider[L1_CACHE_MAX_RIDER];
    uint32_t rsp_data[L1_CACHE_MAX_WORDS];
    bool mem_valid;
    uint32_t mem_kind;
    uint32_t mem_id;
    uint64_t mem_line;
    uint32_t mem_rider[L1_CACHE_MAX_RIDER];
    uint32_t mem_data[L1_CACHE_MAX_WORDS];
    uint32_t mem_be[L1_CACHE_MAX_BE];
    uint32_t mem_expect[L1_CACHE_MAX_WORDS];
    bool fill_ready;
    uint32_t outcome;
    uint32_t blocked;
    struct l1_cache_out own; /* the model's, as it gave it */
} outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool one_bit(uint64_t x) { return x != 0 && (x & (x - 1)) == 0; }
static uint32_t words_of(uint32_t bits) { return (bits + 31) / 32; }
static uint32_t rider_words(const state *s) { return words_of(s->m.cfg.rider_width); }
static uint32_t line_words(const state *s) { return s->m.cfg.line_bytes / 4; }
static uint32_t be_words(const state *s) { return words_of(s->m.cfg.line_bytes); }
static uint32_t set_of(const state *s, uint64_t line)
{
    return (uint32_t)(line & (s->m.cfg.sets - 1));
}

/* ---- what means something, and when ---- */

static bool if_rsp(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->rsp_valid;
}

static bool if_rsp_data(const void *s, const void *out, uint32_t i)
{
    const outputs *o = out;
    (void)s;
    (void)i;
    return o->rsp_valid && o->rsp_kind != L1_CACHE_STORE;
}

static bool if_mem(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->mem_valid;
}

static bool if_mem_data(const void *s, const void *out, uint32_t i)
{
    const outputs *o = out;
    (void)s;
    (void)i;
    return o->mem_valid && o->mem_kind != L1_CACHE_LOAD;
}

/* Words of 32 bits, of which a byte is enabled. */
static bool enables(const uint32_t *be, uint32_t word)
{
    return (be[word / 8] >> 4 * (word % 8) & 15) != 0;
}

static bool if_mem_expect(const void *s, const void *out, uint32_t i)
{
    const outputs *o = out;
    return if_mem(s, out, i) && o->mem_kind == L1_CACHE_ATOMIC && enables(o->mem_be, i);
}

static bool line_if_valid(const void *s_, const void *out, uint32_t i)
{
    const struct l1_cache *s = s_;
    (void)out;
    return has(s->valid[i / s->cfg.ways], i % s->cfg.ways);
}

static bool data_if_valid(const void *s, const void *out, uint32_t i)
{
    return line_if_valid(s, out, i / line_words(s));
}

static bool if_used(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const struct l1_cache *)s)->used, i);
}

static bool rider_if_waits(const void *s_, const void *out, uint32_t i)
{
    const struct l1_cache *s = s_;
    const uint32_t place = i / rider_words(s_);
    const uint32_t mshr = place / s->cfg.merges;
    return if_used(s, out, mshr) && place % s->cfg.merges < s->count[mshr];
}

static bool while_filled(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const struct l1_cache *)s)->fill_valid;
}

static bool fill_data_if_line(const void *s_, const void *out, uint32_t i)
{
    const struct l1_cache *s = s_;
    return while_filled(s, out, i) && s->kind[s->fill_id] != L1_CACHE_STORE;
}

static bool while_answering(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const struct l1_cache *)s)->rsp_valid;
}

static bool answer_if_line(const void *s, const void *out, uint32_t i)
{
    return while_answering(s, out, i) && ((const struct l1_cache *)s)->rsp_kind != L1_CACHE_STORE;
}

static bool while_sending(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const struct l1_cache *)s)->mem_valid;
}

static bool sent_if_written(const void *s, const void *out, uint32_t i)
{
    return while_sending(s, out, i) && ((const struct l1_cache *)s)->mem_kind != L1_CACHE_LOAD;
}

static bool sent_if_expected(const void *s_, const void *out, uint32_t i)
{
    const struct l1_cache *s = s_;
    return while_sending(s, out, i) && s->mem_kind == L1_CACHE_ATOMIC && enables(s->mem_be, i);
}

/* ---- coverage ---- */

enum {
    BIN_HIT,
    BIN_MISS,
    BIN_MERGED,
    BIN_STORE,
    BIN_ATOMIC,
    BIN_NO_MSHR,
    BIN_NO_MSHR_NOR_REGISTER,
    BIN_NO_PLACE,
    BIN_HIT_NO_ROOM,
    BIN_HIT_WHILE_FILL,
    BIN_NO_WAY_OUT,
    BIN_STREAM_ANSWERS,
    BIN_STREAM_REQUESTS,
    BIN_FULL_HIT,
    BIN_FULL_MERGED,
    BIN_MERGED_WAITING,
    BIN_PLACES_FULL,
    BIN_BEHIND_CLOSED,
    BIN_BEHIND_WRITE,
    BIN_STORE_BEHIND_STORE,
    BIN_STORE_TAKES_LINE,
    BIN_ATOMIC_TAKES_LINE,
    BIN_STORE_CLOSES,
    BIN_ATOMIC_CLOSES,
    BIN_FILL_MERGED,
    BIN_FILL_NO_PLACE,
    BIN_FILL_STORE,
    BIN_FILL_ATOMIC,
    BIN_FILL_CLOSED,
    BIN_FILL_OF_STORE,
    BIN_FILL_OF_ATOMIC,
    BIN_FILL_REFUSED,
    BIN_FILL_ORDER,
    BIN_FILL_OF_RIDERS,
    BIN_REPLACED,
    BIN_REPLACED_HIT,
    BIN_REPLACED_STORE,
    BIN_FILLED_AND_EMPTY,
    BIN_HAND_OUT_WAITS,
    BIN_LAST_AND_NO_MSHR,
    BIN_LAST_AND_TAKEN,
    BIN_ANSWER_WAITS,
    BIN_REQUEST_WAITS,
    BIN_ONLY_ANSWER,
    BIN_TAG_ONE_BIT,
    BIN_TAG_TOP_BIT,
    BIN_MSHR_ONE_BIT,
    BIN_MSHR_TOP_BIT,
    BIN_ALL_LINES,
    BIN_CLEARED
};

static const struct hd_bin bins[] = {
    {"hit", "a load of a line that is in the cache is taken"},
    {"miss", "a load of a line that is neither there nor asked for is taken"},
    {"merged", "a load of a line that is asked for is taken"},
    {"store", "a store is taken"},
    {"atomic", "an atomic is taken"},
    {"no_mshr", "a request waits: no MSHR is free"},
    {"no_mshr_nor_register", "the same, and the register to memory is occupied"},
    {"no_place", "a load waits: its line's MSHR has no place"},
    {"hit_no_room", "a hit waits: the answer register is occupied"},
    {"hit_while_fill", "a hit waits: a fill is handed out, though there is room"},
    {"no_way_out", "a request waits: the register to memory is occupied"},
    {"stream_answers", "a hit takes the place of an answer that is taken"},
    {"stream_requests", "a request takes the place of one that memory accepts"},
    {"full_hit", "a hit while no MSHR is free"},
    {"full_merged", "a load merges while no MSHR is free"},
    {"merged_waiting", "a load merges while its line's request is not accepted yet"},
    {"places_full", "a load takes the last place of its line's MSHR"},
    {"behind_closed", "a load of a line whose MSHR was closed: an MSHR of its own"},
    {"behind_write", "a load of a line that a store or an atomic is on its way to"},
    {"store_behind_store", "a store or an atomic of a line that one is on its way to"},
    {"store_takes_line", "a store takes the line out of the cache"},
    {"atomic_takes_line", "an atomic does"},
    {"store_closes", "a store closes the MSHR of its line"},
    {"atomic_closes", "an atomic does"},
    {"fill_merged", "a fill is taken while a load of its line merges"},
    {"fill_no_place", "a fill is taken while a load of its line finds no place"},
    {"fill_store", "a fill is taken, and a store to its line: the line does not stay"},
    {"fill_atomic", "a fill is taken, and an atomic to its line"},
    {"fill_closed", "the fill of an MSHR that was closed before"},
    {"fill_of_store", "a store's answer is taken"},
    {"fill_of_atomic", "an atomic's answer is taken"},
    {"fill_refused", "an answer of memory waits while a fill is handed out"},
    {"fill_order", "an answer is taken while a lower MSHR waits for one"},
    {"fill_of_riders", "a fill for as many loads as merge"},
    {"replaced", "a fill takes the place of another line"},
    {"replaced_hit", "the line whose place the fill takes is hit in this cycle"},
    {"replaced_store", "the line whose place the fill takes is stored to in this cycle"},
    {"filled_and_empty", "a fill takes the place of a line while another place is empty"},
    {"hand_out_waits", "a fill waits for room"},
    {"last_and_no_mshr", "the last rider goes, a request waits for an MSHR"},
    {"last_and_taken", "the last rider goes, a request takes an MSHR"},
    {"answer_waits", "an answer is not taken"},
    {"request_waits", "a request is not accepted by memory"},
    {"only_answer", "no MSHR is in use, an answer waits: not idle"},
    {"tag_one_bit", "a line of the set differs in one bit from the one that is asked for"},
    {"tag_top_bit", "it differs in the highest bit alone"},
    {"mshr_one_bit", "an open MSHR's line differs in one bit from the one that is asked for"},
    {"mshr_top_bit", "it differs in the highest bit alone"},
    {"all_lines", "all places of a set are taken"},
    {"cleared", "lines are forgotten"},
    {NULL, NULL},
};

/* Is an MSHR with this line in use, of this kind (or another than a load), and not open? */
static bool is_under_way(const struct l1_cache *s, uint64_t line, bool load)
{
    for (uint32_t m = 0; m < s->cfg.mshrs; m++) {
        if (!has(s->used & ~s->open, m) || s->line[m] != line) continue;
        if ((s->kind[m] == L1_CACHE_LOAD) == load) return true;
    }
    return false;
}

static void cover_waiting(const struct l1_cache *s, const inputs *in, const outputs *out,
                          uint64_t *bin)
{
    const bool hit = in->req_kind == L1_CACHE_LOAD && out->own.way != s->cfg.ways;
    const bool out_full = s->mem_valid && !in->mem_ready;
    switch (out->blocked) {
    case L1_CACHE_NO_MSHR: bin[out_full ? BIN_NO_MSHR_NOR_REGISTER : BIN_NO_MSHR]++; break;
    case L1_CACHE_NO_PLACE: bin[BIN_NO_PLACE]++; break;
    case L1_CACHE_NO_REGISTER:
        if (!hit) bin[BIN_NO_WAY_OUT]++;
        else if (s->rsp_valid && !in->rsp_ready) bin[BIN_HIT_NO_ROOM]++;
        else bin[BIN_HIT_WHILE_FILL]++;
        break;
    default: break;
    }
}

static void cover_load(const struct l1_cache *s, const inputs *in, const outputs *out,
                       uint64_t *bin)
{
    const bool full = s->used == UINT64_MAX >> (64 - s->cfg.mshrs);
    const uint32_t mshr = out->own.mshr;
    if (out->outcome == L1_CACHE_HIT) {
        bin[BIN_HIT]++;
        if (full) bin[BIN_FULL_HIT]++;
        if (s->rsp_valid) bin[BIN_STREAM_ANSWERS]++;
    } else if (out->outcome == L1_CACHE_MERGED) {
        bin[BIN_MERGED]++;
        if (full) bin[BIN_FULL_MERGED]++;
        if (s->mem_valid && s->mem_id == mshr) bin[BIN_MERGED_WAITING]++;
        if (s->count[mshr] + 1 == s->cfg.merges) bin[BIN_PLACES_FULL]++;
    } else {
        bin[BIN_MISS]++;
        if (is_under_way(s, in->req_line, true)) bin[BIN_BEHIND_CLOSED]++;
        if (is_under_way(s, in->req_line, false)) bin[BIN_BEHIND_WRITE]++;
    }
}

static void cover_write(const struct l1_cache *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const bool store = out->outcome == L1_CACHE_STORED;
    bin[store ? BIN_STORE : BIN_ATOMIC]++;
    if (is_under_way(s, in->req_line, false)) bin[BIN_STORE_BEHIND_STORE]++;
    if (out->own.way != s->cfg.ways) bin[store ? BIN_STORE_TAKES_LINE : BIN_ATOMIC_TAKES_LINE]++;
    if (out->own.mshr == s->cfg.mshrs) return;
    bin[store ? BIN_STORE_CLOSES : BIN_ATOMIC_CLOSES]++;
    if (!in->fill_valid || !out->fill_ready || in->fill_id != out->own.mshr) return;
    bin[store ? BIN_FILL_STORE : BIN_FILL_ATOMIC]++;
}

static void cover_request(const struct l1_cache *s, const inputs *in, const outputs *out,
                          uint64_t *bin)
{
    if (!in->req_valid) return;
    cover_waiting(s, in, out, bin);
    if (out->outcome == L1_CACHE_NONE) return;
    if (in->req_kind == L1_CACHE_LOAD) cover_load(s, in, out, bin);
    else cover_write(s, in, out, bin);
    const bool sends = out->outcome != L1_CACHE_HIT && out->outcome != L1_CACHE_MERGED;
    if (sends && s->mem_valid) bin[BIN_STREAM_REQUESTS]++;
}

/* The fill's line goes into the cache: what was in its place? */
static void cover_place(const struct l1_cache *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const uint32_t set = (uint32_t)(s->line[in->fill_id] & (s->cfg.sets - 1));
    const uint32_t way = s->turn[set];
    if (!has(s->valid[set], way)) return;
    bin[BIN_REPLACED]++;
    if (s->valid[set] != (1u << s->cfg.ways) - 1) bin[BIN_FILLED_AND_EMPTY]++;
    if ((in->req_line & (s->cfg.sets - 1)) != set || out->own.way != way) return;
    if (out->outcome == L1_CACHE_HIT) bin[BIN_REPLACED_HIT]++;
    else if (out->outcome != L1_CACHE_NONE) bin[BIN_REPLACED_STORE]++;
}

static void cover_fill(const struct l1_cache *s, const inputs *in, const outputs *out,
                       uint64_t *bin)
{
    if (!in->fill_valid) return;
    if (!out->fill_ready) {
        bin[BIN_FILL_REFUSED]++;
        return;
    }
    const uint32_t id = in->fill_id;
    const bool wanted = in->req_valid && in->req_kind == L1_CACHE_LOAD && out->own.mshr == id;
    if ((s->sent & ((UINT64_C(1) << id) - 1)) != 0) bin[BIN_FILL_ORDER]++;
    if (s->count[id] == s->cfg.merges && s->cfg.merges > 1) bin[BIN_FILL_OF_RIDERS]++;
    if (s->kind[id] == L1_CACHE_STORE) bin[BIN_FILL_OF_STORE]++;
    if (s->kind[id] == L1_CACHE_ATOMIC) bin[BIN_FILL_OF_ATOMIC]++;
    if (s->kind[id] == L1_CACHE_LOAD && !has(s->open, id)) bin[BIN_FILL_CLOSED]++;
    if (wanted && out->outcome == L1_CACHE_MERGED) bin[BIN_FILL_MERGED]++;
    if (wanted && out->blocked == L1_CACHE_NO_PLACE) bin[BIN_FILL_NO_PLACE]++;
    const bool written = out->outcome >= L1_CACHE_STORED && out->own.mshr == id;
    if (has(s->open, id) && !written) cover_place(s, in, out, bin);
}

static void cover_answers(const struct l1_cache *s, const inputs *in, const outputs *out,
                          uint64_t *bin)
{
    const bool room = !s->rsp_valid || in->rsp_ready;
    if (!room) bin[BIN_ANSWER_WAITS]++;
    if (s->mem_valid && !in->mem_ready) bin[BIN_REQUEST_WAITS]++;
    if (s->used == 0 && s->rsp_valid) bin[BIN_ONLY_ANSWER]++;
    if (!s->fill_valid) return;
    if (!room) bin[BIN_HAND_OUT_WAITS]++;
    if (!room || s->fill_next + 1 != s->count[s->fill_id]) return;
    if (out->blocked == L1_CACHE_NO_MSHR) bin[BIN_LAST_AND_NO_MSHR]++;
    if (out->outcome == L1_CACHE_MISS || out->outcome >= L1_CACHE_STORED) bin[BIN_LAST_AND_TAKEN]++;
}

/* Lines that are nearly the one that is asked for. */
static void cover_lookalikes(const struct l1_cache *s, const inputs *in, uint64_t *bin)
{
    const uint32_t set = (uint32_t)(in->req_line & (s->cfg.sets - 1));
    const uint64_t top = UINT64_C(1) << (s->cfg.line_width - 1);
    bool tag_bit = false, tag_top = false, mshr_bit = false, mshr_top = false;
    for (uint32_t w = 0; w < s->cfg.ways; w++) {
        if (!has(s->valid[set], w)) continue;
        const uint64_t line = s->tag[set * s->cfg.ways + w] * s->cfg.sets + set;
        tag_bit = tag_bit || one_bit(line ^ in->req_line);
        tag_top = tag_top || (line ^ in->req_line) == top;
    }
    for (uint32_t m = 0; m < s->cfg.mshrs; m++) {
        if (!has(s->open, m)) continue;
        mshr_bit = mshr_bit || one_bit(s->line[m] ^ in->req_line);
        mshr_top = mshr_top || (s->line[m] ^ in->req_line) == top;
    }
    if (tag_bit) bin[BIN_TAG_ONE_BIT]++;
    if (tag_top) bin[BIN_TAG_TOP_BIT]++;
    if (mshr_bit) bin[BIN_MSHR_ONE_BIT]++;
    if (mshr_top) bin[BIN_MSHR_TOP_BIT]++;
    if (s->valid[set] == (1u << s->cfg.ways) - 1) bin[BIN_ALL_LINES]++;
}

static void cover_clear(const struct l1_cache *s, uint64_t *bin)
{
    uint32_t any = 0;
    for (uint32_t set = 0; set < s->cfg.sets; set++) any |= s->valid[set];
    if (any != 0) bin[BIN_CLEARED]++;
}

static void cover(const void *s, const void *in_, const void *out, uint64_t *bin)
{
    const inputs *in = in_;
    cover_request(s, in, out, bin);
    cover_fill(s, in, out, bin);
    cover_answers(s, in, out, bin);
    if (in->req_valid && in->req_kind == L1_CACHE_LOAD) cover_lookalikes(s, in, bin);
    if (in->clear) cover_clear(s, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { l1_cache_reset(s); }

static void eval(const void *s, const void *in, void *out_)
{
    outputs *out = out_;
    struct l1_cache_out *own = &out->own;
    l1_cache_eval(s, in, own);
    out->idle = own->idle;
    out->req_ready = own->req_ready;
    out->rsp_valid = own->rsp_valid;
    out->rsp_kind = own->rsp_kind;
    memcpy(out->rsp_rider, own->rsp_rider, rider_words(s) * sizeof out->rsp_rider[0]);
    memcpy(out->rsp_data, own->rsp_data, line_words(s) * sizeof out->rsp_data[0]);
    out->mem_valid = own->mem_valid;
    out->mem_kind = own->mem_kind;
    out->mem_id = own->mem_id;
    out->mem_line = own->mem_line;
    memcpy(out->mem_rider, own->mem_rider, rider_words(s) * sizeof out->mem_rider[0]);
    memcpy(out->mem_data, own->mem_data, line_words(s) * sizeof out->mem_data[0]);
    memcpy(out->mem_be, own->mem_be, be_words(s) * sizeof out->mem_be[0]);
    memcpy(out->mem_expect, own->mem_expect, line_words(s) * sizeof out->mem_expect[0]);
    out->fill_ready = own->fill_ready;
    out->outcome = own->outcome;
    out->blocked = own->blocked;
}

/* Where the clock edge will write: into a line, into an MSHR's riders. */
static void tick(void *s_, const void *in_, const void *out)
{
    state *s = s_;
    const inputs *in = in_;
    const struct l1_cache_out *own = &((const outputs *)out)->own;
    if (in->fill_valid && own->fill_ready && has(s->m.open, in->fill_id)) {
        const uint32_t set = set_of(s, s->m.line[in->fill_id]);
        s->newest_line = set * s->m.cfg.ways + s->m.turn[set];
    }
    l1_cache_tick(&s->m, in, own);
    if (own->outcome == L1_CACHE_MERGED) s->newest_mshr = own->mshr;
    else if (own->outcome != L1_CACHE_NONE && own->outcome != L1_CACHE_HIT)
        s->newest_mshr = s->m.mem_id;
}

static const char *check(const void *s) { return l1_cache_check(s); }
static const char *promise(const void *s, const void *in) { return l1_cache_promise(s, in); }

static const struct hd_block block = {
    .name = "l1_cache",
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
    .index_rule = "tag_q: [set * Ways + way]; valid_q, turn_q: set [i], in valid_q bit w is way w; "
                  "data_q, rider_q: 32-bit word [i] of all of them, one behind the other; kind_q, "
                  "line_q, count_q: MSHR [i]",
    .waves = "used_q open_q fill_valid_q fill_id_q fill_next_q rsp_valid_q "
             "rsp_kind_q:load/store/atomic mem_valid_q mem_kind_q:load/store/atomic mem_id_q",
};

/* Lines, riders, masks of bytes: words of 32 bits, the last of which need not be whole. */
static struct hd_field wide(struct hd_field f, uint32_t bits)
{
    f.cut = 32 * f.count - bits;
    return f;
}
#define HD_WIDE(k, type, member, bits, caring, text)                                               \
    wide((struct hd_field)HD_ARRAY(k, type, member, words_of(bits), 32, caring, text), bits)

/* The registers in the order in which they are described. */
enum {
    REG_VALID,
    REG_TURN,
    REG_TAG,
    REG_DATA,
    REG_USED,
    REG_OPEN,
    REG_KIND,
    REG_LINE,
    REG_COUNT,
    REG_RIDER,
    REG_FILL_VALID,
    REG_FILL_ID,
    REG_FILL_NEXT,
    REG_FILL_DATA,
    REG_RSP_VALID,
    REG_RSP_KIND,
    REG_RSP_RIDER,
    REG_RSP_DATA,
    REG_MEM_VALID,
    REG_MEM_KIND,
    REG_MEM_ID,
    REG_MEM_LINE,
    REG_MEM_RIDER,
    REG_MEM_DATA,
    REG_MEM_BE,
    REG_MEM_EXPECT
};

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct l1_cache_cfg *cfg = &s->m.cfg;
    const uint32_t id = cfg->mshrs > 1 ? hd_bits_for(cfg->mshrs - 1) : 1;
    const uint32_t bits = 8 * cfg->line_bytes, rider = cfg->rider_width;
    const uint32_t words = line_words(s), whose = rider_words(s);
    const uint32_t lines = cfg->sets * cfg->ways;
    const char *const answered = "Requests: a hit is in the answer register from the next cycle "
                                 "on; Fills: handed out one in each cycle with room";
    const char *const sent = "Requests: a miss, a store and an atomic go to memory, as they came; "
                             "the id is the lowest free MSHR";
    const char *const placed = "Fills: the line of an open MSHR goes into its set's next place";
    const char *const taken = "Requests: the lowest free MSHR is taken, with this rider; a load "
                              "that merges goes behind the others";
    const char *const filled = "Fills: a fill that is taken goes into the fill register, until "
                               "its last rider is handed out";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, clear, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_kind, 2, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_line, cfg->line_width, NULL, NULL),
        HD_WIDE(HD_IN, inputs, req_rider, rider, NULL, NULL),
        HD_WIDE(HD_IN, inputs, req_data, bits, NULL, NULL),
        HD_WIDE(HD_IN, inputs, req_be, cfg->line_bytes, NULL, NULL),
        HD_WIDE(HD_IN, inputs, req_expect, bits, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, mem_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, fill_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, fill_id, id, NULL, NULL),
        HD_WIDE(HD_IN, inputs, fill_data, bits, NULL, NULL),
        HD_ONE(HD_OUT, outputs, idle, 1, NULL, "idle: no MSHR is in use, and no answer waits"),
        HD_ONE(HD_OUT, outputs, req_ready, 1, NULL,
               "Requests: a hit needs room and no fill being handed out, a merge a place, all else "
               "a free MSHR and the way out"),
        HD_ONE(HD_OUT, outputs, rsp_valid, 1, NULL, answered),
        HD_ONE(HD_OUT, outputs, rsp_kind, 2, if_rsp, answered),
        HD_WIDE(HD_OUT, outputs, rsp_rider, rider, if_rsp, answered),
        HD_WIDE(HD_OUT, outputs, rsp_data, bits, if_rsp_data,
                "answers: of a load the line, of an atomic the line as it was"),
        HD_ONE(HD_OUT, outputs, mem_valid, 1, NULL, sent),
        HD_ONE(HD_OUT, outputs, mem_kind, 2, if_mem, sent),
        HD_ONE(HD_OUT, outputs, mem_id, id, if_mem, sent),
        HD_ONE(HD_OUT, outputs, mem_line, cfg->line_width, if_mem, sent),
        HD_WIDE(HD_OUT, outputs, mem_rider, rider, if_mem, sent),
        HD_WIDE(HD_OUT, outputs, mem_data, bits, if_mem_data, sent),
        HD_WIDE(HD_OUT, outputs, mem_be, cfg->line_bytes, if_mem_data, sent),
        HD_WIDE(HD_OUT, outputs, mem_expect, bits, if_mem_expect, sent),
        HD_ONE(HD_OUT, outputs, fill_ready, 1, NULL, "Fills: high when no fill is handed out"),
        HD_ONE(HD_OUT, outputs, outcome, 3, NULL,
               "status: 0 none taken, 1 hit, 2 miss, 3 merged, 4 store, 5 atomic"),
        HD_ONE(HD_OUT, outputs, blocked, 2, NULL,
               "status: 1 no MSHR, 2 no place, 3 a register; races: in this order"),
        HD_REG("valid_q", state, m.valid[0], sizeof s->m.valid[0], cfg->sets, cfg->ways, NULL,
               "Fills: a line is put into its set's next place; Requests: a store takes it out"),
        HD_REG("turn_q", state, m.turn[0], sizeof s->m.turn[0], cfg->sets,
               hd_bits_for(cfg->ways - 1), NULL, "Fills: one further with each line put there"),
        HD_REG("tag_q", state, m.tag[0], sizeof s->m.tag[0], lines,
               cfg->line_width - hd_bits_for(cfg->sets - 1), line_if_valid, placed),
        HD_REG("data_q", state, m.data[0], sizeof s->m.data[0], lines * words, 32, data_if_valid,
               placed),
        HD_REG("used_q", state, m.used, 0, 1, cfg->mshrs, NULL,
               "Requests: a miss, store, atomic takes one; Fills: free behind the last rider"),
        HD_REG("open_q", state, m.open, 0, 1, cfg->mshrs, NULL,
               "open: a load's that waits for memory, no store or atomic to its line behind it"),
        HD_REG("kind_q", state, m.kind[0], sizeof s->m.kind[0], cfg->mshrs, 2, if_used, taken),
        HD_REG("line_q", state, m.line[0], sizeof s->m.line[0], cfg->mshrs, cfg->line_width,
               if_used, taken),
        HD_REG("count_q", state, m.count[0], sizeof s->m.count[0], cfg->mshrs,
               hd_bits_for(cfg->merges), if_used, taken),
        HD_REG("rider_q", state, m.rider[0], sizeof s->m.rider[0], cfg->mshrs * cfg->merges * whose,
               32, rider_if_waits, taken),
        HD_REG("fill_valid_q", state, m.fill_valid, 0, 1, 1, NULL, filled),
        HD_REG("fill_id_q", state, m.fill_id, 0, 1, id, while_filled, filled),
        HD_REG("fill_next_q", state, m.fill_next, 0, 1, hd_bits_for(cfg->merges - 1), while_filled,
               "Fills: riders are handed out in their order"),
        HD_REG("fill_data_q", state, m.fill_data[0], 4, words, 32, fill_data_if_line, filled),
        HD_REG("rsp_valid_q", state, m.rsp_valid, 0, 1, 1, NULL, answered),
        HD_REG("rsp_kind_q", state, m.rsp_kind, 0, 1, 2, while_answering, answered),
        HD_REG("rsp_rider_q", state, m.rsp_rider[0], 4, whose, 32, while_answering, answered),
        HD_REG("rsp_data_q", state, m.rsp_data[0], 4, words, 32, answer_if_line, answered),
        HD_REG("mem_valid_q", state, m.mem_valid, 0, 1, 1, NULL, sent),
        HD_REG("mem_kind_q", state, m.mem_kind, 0, 1, 2, while_sending, sent),
        HD_REG("mem_id_q", state, m.mem_id, 0, 1, id, while_sending, sent),
        HD_REG("mem_line_q", state, m.mem_line, 0, 1, cfg->line_width, while_sending, sent),
        HD_REG("mem_rider_q", state, m.mem_rider[0], 4, whose, 32, while_sending, sent),
        HD_REG("mem_data_q", state, m.mem_data[0], 4, words, 32, sent_if_written, sent),
        HD_REG("mem_be_q", state, m.mem_be[0], 4, be_words(s), 32, sent_if_written, sent),
        HD_REG("mem_expect_q", state, m.mem_expect[0], 4, words, 32, sent_if_expected, sent),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long l1_cache_open(const char *path, unsigned sets, unsigned ways,
                                 unsigned line_bytes, unsigned line_width, unsigned mshrs,
                                 unsigned merges, unsigned rider_width)
{
    const struct l1_cache_cfg cfg = {sets,  ways,   line_bytes, line_width,
                                     mshrs, merges, rider_width};
    char text[240];
    snprintf(text, sizeof text,
             "Sets=%u Ways=%u LineBytes=%u LineWidth=%u Mshrs=%u Merges=%u RiderWidth=%u", sets,
             ways, line_bytes, line_width, mshrs, merges, rider_width);
    state *s = calloc(1, sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : l1_cache_init(&s->m, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR l1_cache: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* ---- the registers ---- */

unsigned l1_cache_newest_line(unsigned long long handle)
{
    return ((const state *)hd_model(hd_instance(handle)))->newest_line;
}

unsigned l1_cache_newest_mshr(unsigned long long handle)
{
    return ((const state *)hd_model(hd_instance(handle)))->newest_mshr;
}

void l1_cache_lines(unsigned long long handle, const svBitVecVal *valid, const svBitVecVal *turn,
                    const svBitVecVal *tag, unsigned newest, const svBitVecVal *newest_data,
                    unsigned in_turn, const svBitVecVal *in_turn_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct l1_cache *s = hd_model(inst);
    const uint32_t words = s->cfg.line_bytes / 4;
    hd_state(inst, REG_VALID, 1, valid, s->cfg.sets * sizeof s->valid[0]);
    hd_state(inst, REG_TURN, 1, turn, s->cfg.sets * sizeof s->turn[0]);
    hd_state(inst, REG_TAG, 1, tag, s->cfg.sets * s->cfg.ways * sizeof s->tag[0]);
    hd_state_part(inst, REG_DATA, newest * words, words, newest_data);
    hd_state_part(inst, REG_DATA, in_turn * words, words, in_turn_data);
}

void l1_cache_mshrs(unsigned long long handle, unsigned long long used, unsigned long long open,
                    const svBitVecVal *kind, const svBitVecVal *line, const svBitVecVal *count,
                    unsigned newest, const svBitVecVal *newest_riders, unsigned in_turn,
                    const svBitVecVal *in_turn_riders)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct l1_cache *s = hd_model(inst);
    const uint32_t words = s->cfg.merges * words_of(s->cfg.rider_width);
    hd_state_mask(inst, REG_USED, used);
    hd_state_mask(inst, REG_OPEN, open);
    hd_state(inst, REG_KIND, 1, kind, s->cfg.mshrs * sizeof s->kind[0]);
    hd_state(inst, REG_LINE, 1, line, s->cfg.mshrs * sizeof s->line[0]);
    hd_state(inst, REG_COUNT, 1, count, s->cfg.mshrs * sizeof s->count[0]);
    hd_state_part(inst, REG_RIDER, newest * words, words, newest_riders);
    hd_state_part(inst, REG_RIDER, in_turn * words, words, in_turn_riders);
}

void l1_cache_registers(unsigned long long handle, svBit fill_valid, unsigned fill_id,
                        unsigned fill_next, const svBitVecVal *fill_data, svBit rsp_valid,
                        unsigned rsp_kind, const svBitVecVal *rsp_rider,
                        const svBitVecVal *rsp_data, svBit mem_valid, unsigned mem_kind,
                        unsigned mem_id, unsigned long long mem_line, const svBitVecVal *mem_rider,
                        const svBitVecVal *mem_data, const svBitVecVal *mem_be,
                        const svBitVecVal *mem_expect)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const size_t rider = rider_words(s) * sizeof(uint32_t);
    hd_state_bool(inst, REG_FILL_VALID, fill_valid);
    hd_state_word(inst, REG_FILL_ID, fill_id);
    hd_state_word(inst, REG_FILL_NEXT, fill_next);
    hd_state(inst, REG_FILL_DATA, 1, fill_data, s->m.cfg.line_bytes);
    hd_state_bool(inst, REG_RSP_VALID, rsp_valid);
    hd_state_word(inst, REG_RSP_KIND, rsp_kind);
    hd_state(inst, REG_RSP_RIDER, 1, rsp_rider, rider);
    hd_state(inst, REG_RSP_DATA, 1, rsp_data, s->m.cfg.line_bytes);
    hd_state_bool(inst, REG_MEM_VALID, mem_valid);
    hd_state_word(inst, REG_MEM_KIND, mem_kind);
    hd_state_word(inst, REG_MEM_ID, mem_id);
    hd_state_mask(inst, REG_MEM_LINE, mem_line);
    hd_state(inst, REG_MEM_RIDER, 1, mem_rider, rider);
    hd_state(inst, REG_MEM_DATA, 1, mem_data, s->m.cfg.line_bytes);
    hd_state(inst, REG_MEM_BE, 1, mem_be, be_words(s) * sizeof(uint32_t));
    hd_state(inst, REG_MEM_EXPECT, 1, mem_expect, s->m.cfg.line_bytes);
}

/* ---- the ports ---- */

int l1_cache_ports(unsigned long long handle, svBit rst_n, svBit clear, svBit req_valid,
                   unsigned req_kind, unsigned long long req_line, const svBitVecVal *req_rider,
                   const svBitVecVal *req_data, const svBitVecVal *req_be,
                   const svBitVecVal *req_expect, svBit rsp_ready, svBit mem_ready,
                   svBit fill_valid, unsigned fill_id, const svBitVecVal *fill_data, svBit idle,
                   svBit req_ready, svBit rsp_valid, unsigned rsp_kind,
                   const svBitVecVal *rsp_rider, const svBitVecVal *rsp_data, svBit mem_valid,
                   unsigned mem_kind, unsigned mem_id, unsigned long long mem_line,
                   const svBitVecVal *mem_rider, const svBitVecVal *mem_data,
                   const svBitVecVal *mem_be, const svBitVecVal *mem_expect, svBit fill_ready,
                   unsigned outcome, unsigned blocked)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const size_t line = s->m.cfg.line_bytes;
    const size_t rider = rider_words(s) * sizeof(uint32_t);
    const size_t be = be_words(s) * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    in->clear = clear != 0;
    in->req_valid = req_valid != 0;
    in->req_kind = req_kind;
    in->req_line = req_line;
    memcpy(in->req_rider, req_rider, rider);
    memcpy(in->req_data, req_data, line);
    memcpy(in->req_be, req_be, be);
    memcpy(in->req_expect, req_expect, line);
    in->rsp_ready = rsp_ready != 0;
    in->mem_ready = mem_ready != 0;
    in->fill_valid = fill_valid != 0;
    in->fill_id = fill_id;
    memcpy(in->fill_data, fill_data, line);
    outputs *out = hd_outputs(inst);
    out->idle = idle != 0;
    out->req_ready = req_ready != 0;
    out->rsp_valid = rsp_valid != 0;
    out->rsp_kind = rsp_kind;
    memcpy(out->rsp_rider, rsp_rider, rider);
    memcpy(out->rsp_data, rsp_data, line);
    out->mem_valid = mem_valid != 0;
    out->mem_kind = mem_kind;
    out->mem_id = mem_id;
    out->mem_line = mem_line;
    memcpy(out->mem_rider, mem_rider, rider);
    memcpy(out->mem_data, mem_data, line);
    memcpy(out->mem_be, mem_be, be);
    memcpy(out->mem_expect, mem_expect, line);
    out->fill_ready = fill_ready != 0;
    out->outcome = outcome;
    out->blocked = blocked;
    return hd_ports(inst, rst_n != 0);
}
