/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_load_store_lockstep: describes the unit to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/load_store.h"

enum { LANES = LOAD_STORE_MAX_LANES, ENTRIES = LOAD_STORE_MAX_ENTRIES };

/* The model, and what it does not keep: the lowest bits of addresses, as the table has them; the
 * entry taken last, where the checker looks. For coverage: how many accesses were taken before each
 * one, which has lanes on both sides, whose answer waited alone in the last cycle. */
enum waited { NOBODY, OF_SHARED, OF_CACHE };
typedef struct {
    struct load_store m;
    uint32_t low[ENTRIES][LANES];
    uint32_t newest;
    bool begun[LOAD_STORE_MAX_WARPS]; /* ever */
    bool known;                       /* an access was taken since reset: front_warp is */
    uint64_t taken;
    uint64_t age[ENTRIES];
    bool split[ENTRIES];
    enum waited alone;
} state;

/* The model's wide inputs and outputs are pointers; these can be compared, kept and saved. */
typedef struct {
    bool clear;
    uint32_t local;
    bool acc_valid;
    uint32_t acc_word;
    uint64_t acc_mask;
    uint32_t acc_addr[LANES];
    uint32_t acc_data[LANES];
    uint32_t acc_expect[LANES];
    uint32_t acc_slot;
    uint32_t acc_warp[LANES];
    uint32_t acc_base[LANES];
    bool acc_rd_use;
    uint32_t acc_rd;
    uint32_t acc_pc;
    bool begin_en;
    uint32_t begin_warp;
    bool wr_ready;
    bool end_ready;
    bool ctx_valid;
    bool ctx_we;
    uint32_t ctx_row;
    uint32_t ctx_wdata[SHARED_MEMORY_MAX_ROW];
    bool mem_ready;
    bool fill_valid;
    uint32_t fill_id;
    uint32_t fill_data[L1_CACHE_MAX_WORDS];
} inputs;

typedef struct {
    bool idle;
    bool acc_ready;
    bool wr_valid;
    uint64_t wr_mask;
    uint32_t wr_data[LANES];
    uint32_t wr_rd;
    uint32_t wr_warp[LANES];
    bool end_valid;
    uint32_t end_slot;
    uint32_t end_warp[LANES];
    uint64_t end_mask;
    bool end_rd_use;
    uint32_t end_rd;
    uint32_t end_pc;
    bool ctx_ready;
    bool ctx_rsp_valid;
    uint32_t ctx_rsp_data[SHARED_MEMORY_MAX_ROW];
    bool mem_valid;
    uint32_t mem_kind;
    uint32_t mem_id;
    uint64_t mem_line;
    uint32_t mem_data[L1_CACHE_MAX_WORDS];
    uint32_t mem_be[L1_CACHE_MAX_BE];
    uint32_t mem_op;
    uint32_t mem_expect[L1_CACHE_MAX_WORDS];
    uint64_t mem_lanes;
    uint32_t mem_word[LANES];
    uint32_t mem_owner[LANES];
    bool fill_ready;
    uint32_t outcome;
    uint32_t blocked;
    bool conflict;
    uint64_t under_way;
    uint32_t entry;
    struct load_store_out own; /* the model's, as it gave it */
} outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static uint64_t ones(uint32_t n) { return UINT64_MAX >> (64 - n); }
static uint32_t lowest(uint64_t mask) { return (uint32_t)__builtin_ctzll(mask); }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }
static uint32_t rows_of(const struct load_store *s) { return s->cfg.own ? s->cfg.lanes : 1; }
static uint32_t be_words(const struct load_store *s) { return (s->cfg.line_bytes + 31) / 32; }

/* ---- what means something, and when ---- */

/* A row is a lane's where each has its own, else it is that of all. */
static bool of_row(const struct load_store *s, uint64_t lanes, uint32_t row)
{
    return s->cfg.own ? has(lanes, row) : lanes != 0;
}

static bool if_wr(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)i;
    return ((const outputs *)out)->wr_valid;
}

static bool if_wr_lane(const void *s, const void *out, uint32_t i)
{
    return if_wr(s, out, i) && has(((const outputs *)out)->wr_mask, i);
}

static bool if_wr_row(const void *s, const void *out, uint32_t i)
{
    return if_wr(s, out, i) && of_row(s, ((const outputs *)out)->wr_mask, i);
}

static bool if_end(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)i;
    return ((const outputs *)out)->end_valid;
}

static bool if_answer(const void *s, const void *out, uint32_t i)
{
    return if_wr(s, out, i) || if_end(s, out, i);
}

static bool if_end_row(const void *s, const void *out, uint32_t i)
{
    return if_end(s, out, i) && of_row(s, ((const outputs *)out)->end_mask, i);
}

static bool if_ctx(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)i;
    return ((const outputs *)out)->ctx_rsp_valid;
}

static bool if_mem(const void *s, const void *out, uint32_t i)
{
    (void)s, (void)i;
    return ((const outputs *)out)->mem_valid;
}

static bool if_mem_data(const void *s, const void *out, uint32_t i)
{
    return if_mem(s, out, i) && ((const outputs *)out)->mem_kind != L1_CACHE_LOAD;
}

static bool if_mem_atomic(const void *s, const void *out, uint32_t i)
{
    return if_mem(s, out, i) && ((const outputs *)out)->mem_kind == L1_CACHE_ATOMIC;
}

/* Words of 32 bits, of which all bytes are enabled. */
static bool if_mem_expect(const void *s, const void *out, uint32_t i)
{
    const outputs *o = out;
    return if_mem_atomic(s, out, i) && o->mem_op == SHARED_MEMORY_CAS &&
           has(o->mem_be[i / 8], 4 * (i % 8));
}

static bool if_mem_lane(const void *s, const void *out, uint32_t i)
{
    return if_mem(s, out, i) && has(((const outputs *)out)->mem_lanes, i);
}

static bool if_mem_row(const void *s, const void *out, uint32_t i)
{
    return if_mem(s, out, i) && of_row(s, ((const outputs *)out)->mem_lanes, i);
}

static uint64_t in_front(const struct load_store *s) { return s->front_shared | s->front_line; }

static bool if_front(const void *s, const void *out, uint32_t i)
{
    (void)out, (void)i;
    return in_front(s) != 0;
}

static bool if_front_lane(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(in_front(s), i);
}

static bool if_front_cas(const void *s, const void *out, uint32_t i)
{
    const uint32_t word = ((const struct load_store *)s)->front_word;
    return if_front_lane(s, out, i) && (word & UINT32_C(0xf800007f)) == UINT32_C(0x2800002f);
}

static bool is_sc(uint32_t word) { return (word & UINT32_C(0xf800007f)) == UINT32_C(0x1800002f); }

static bool if_front_sc(const void *s, const void *out, uint32_t i)
{
    const uint32_t word = ((const struct load_store *)s)->front_word;
    return if_front(s, out, i) && is_sc(word);
}

static bool if_begun(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return ((const state *)s)->begun[i / ((const state *)s)->m.cfg.lanes];
}

static bool if_front_row(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return of_row(s, in_front(s), i);
}

static bool if_used(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const struct load_store *)s)->used, i);
}

static bool if_used_row(const void *s_, const void *out, uint32_t i)
{
    const struct load_store *s = s_;
    const uint32_t e = i / rows_of(s);
    return if_used(s, out, e) && of_row(s, s->entry[e].mask, i % rows_of(s));
}

static bool if_used_lane(const void *s_, const void *out, uint32_t i)
{
    const struct load_store *s = s_;
    const uint32_t e = i / s->cfg.lanes;
    return if_used(s, out, e) && has(s->entry[e].mask, i % s->cfg.lanes);
}

/* ---- coverage ---- */

enum {
    BIN_TAKEN_EMPTY,
    BIN_TAKEN_BEHIND,
    BIN_BOTH_TAKEN,
    BIN_SHARED_FIRST,
    BIN_LINES_FIRST,
    BIN_WAITS_SHARED,
    BIN_WAITS_LINES,
    BIN_WAITS_ENTRY,
    BIN_FREED_WHEN_FULL,
    BIN_FREED_AND_TAKEN,
    BIN_HOLE,
    BIN_FULL,
    BIN_ONE_LANE,
    BIN_ALL_LANES,
    BIN_THREE_SPACES,
    BIN_LOCAL_ABOVE,
    BIN_SHARED_LOAD,
    BIN_SHARED_STORE,
    BIN_SHARED_ATOMIC,
    BIN_MEMORY_LOAD,
    BIN_MEMORY_STORE,
    BIN_MEMORY_ATOMIC,
    BIN_OP,
    BIN_TWO_SHARED = BIN_OP + SHARED_MEMORY_ADDF + 1,
    BIN_TWO_CACHE,
    BIN_TURN_KEPT,
    BIN_PUT_OFF,
    BIN_WRITE_WAITS,
    BIN_WRITTEN_AGAIN,
    BIN_END_WAITS,
    BIN_LAST_NOT_WRITTEN,
    BIN_PART_WRITTEN,
    BIN_WHOLE_WRITTEN,
    BIN_NO_DESTINATION,
    BIN_STORE_DONE,
    BIN_STORE_DESTINATION,
    BIN_ENDS_SHARED,
    BIN_ENDS_CACHE,
    BIN_OVERTAKES,
    BIN_SIGN_BYTE,
    BIN_NO_SIGN_BYTE,
    BIN_SIGN_HALF,
    BIN_NO_SIGN_HALF,
    BIN_UPPER_BYTE,
    BIN_UPPER_HALF,
    BIN_CONFLICT,
    BIN_CTX_UNDER_WAY,
    BIN_CLEARED,
    BIN_SC_OWN,
    BIN_SC_NONE,
    BIN_SC_OTHER,
    BIN_BEGIN_ENDS
};

static const struct hd_bin bins[] = {
    {"taken_empty", "an access is taken, nothing is in front"},
    {"taken_behind", "an access is taken in the cycle in which the last of the one in front goes"},
    {"both_taken", "both parts of an access are handed on in one cycle, and the next one comes"},
    {"shared_first", "the part for shared memory is handed on first"},
    {"lines_first", "the part for lines is handed on first"},
    {"waits_shared", "an access waits: the one in front waits for shared memory alone"},
    {"waits_lines", "an access waits: the one in front waits for the coalescer alone"},
    {"waits_entry", "an access waits: no entry is free"},
    {"freed_when_full", "an entry becomes free, none else is: the next access comes a cycle later"},
    {"freed_and_taken", "an entry becomes free, another is taken"},
    {"hole", "the lowest free entry is below one that is used"},
    {"full", "all entries are used"},
    {"one_lane", "an access of one lane is taken"},
    {"all_lanes", "an access of all lanes is taken"},
    {"three_spaces", "an access has lanes in shared, local and global memory"},
    {"local_above", "a local address lies beyond 32 bits: around"},
    {"shared_load", "a load in shared memory"},
    {"shared_store", "a store in shared memory"},
    {"shared_atomic", "an atomic in shared memory"},
    {"memory_load", "memory accepts a load"},
    {"memory_store", "memory accepts a store"},
    {"memory_atomic", "memory accepts an atomic"},
    {"swap", "memory accepts a swap"},
    {"add", "memory accepts an add"},
    {"xor", "memory accepts an xor"},
    {"and", "memory accepts an and"},
    {"or", "memory accepts an or"},
    {"min", "memory accepts a min"},
    {"max", "memory accepts a max"},
    {"minu", "memory accepts a minu"},
    {"maxu", "memory accepts a maxu"},
    {"lr", "memory accepts an lr"},
    {"sc", "memory accepts an sc"},
    {"cas", "memory accepts a compare-and-swap"},
    {"addf", "memory accepts a float add"},
    {"two_shared", "answers from both sides: shared memory's is dealt with"},
    {"two_cache", "answers from both sides: the cache's is dealt with"},
    {"turn_kept", "answers from both sides, none is dealt with: it stays that one's turn"},
    {"put_off", "an answer that waited alone waits for the other side's, whose turn it is"},
    {"write_waits", "words are not written"},
    {"written_again", "words are written, the end is not taken: they are written again"},
    {"end_waits", "the end of an access with nothing to write is not taken"},
    {"last_not_written", "the last words are not written: no end"},
    {"part_written", "lanes are written, others of the access are outstanding"},
    {"whole_written", "all lanes of an access of several are written at once"},
    {"no_destination", "a load's or atomic's answer is dealt with that has no destination"},
    {"store_done", "a store's answer is dealt with"},
    {"store_destination", "a store's that names a register: nothing is written"},
    {"ends_shared", "an access with lanes on both sides ends with an answer of shared memory"},
    {"ends_cache", "it ends with one of the cache"},
    {"overtakes", "an access ends while one that was taken before it is under way"},
    {"sign_byte", "a byte is extended by its sign"},
    {"no_sign_byte", "a byte with its highest bit set is not"},
    {"sign_half", "a half word is extended by its sign"},
    {"no_sign_half", "a half word with its highest bit set is not"},
    {"upper_byte", "a byte comes from the highest place in the word"},
    {"upper_half", "a half word comes from the upper place in the word"},
    {"conflict", "shared memory serves a part of what is left"},
    {"ctx_under_way", "a context's row goes by while accesses are under way"},
    {"cleared", "the cache forgets"},
    {"sc_own", "an sc whose thread has a reservation on this side"},
    {"sc_none", "an sc whose thread has none"},
    {"sc_other", "an sc whose thread has one on the other side"},
    {"begin_ends", "a warp begins in whose thread's name there is a reservation"},
    {NULL, NULL},
};

/* The space of an address: its upper three bits. */
enum { SHARED = 2, LOCAL = 3 };
static uint32_t space_of(uint32_t addr) { return addr >> 29; }

static void cover_sc(const struct load_store *s, const inputs *in, uint64_t *bin)
{
    for (uint64_t lanes = in->acc_mask; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = lowest(lanes);
        const uint32_t side = s->side[in->acc_warp[s->cfg.own ? lane : 0]][lane];
        const bool shared = space_of(in->acc_addr[lane]) == SHARED;
        if (side == LOAD_STORE_NO_SIDE) bin[BIN_SC_NONE]++;
        else bin[(side == LOAD_STORE_SHARED) == shared ? BIN_SC_OWN : BIN_SC_OTHER]++;
    }
}

static void cover_take(const struct load_store *s, const inputs *in, uint64_t *bin)
{
    bool shared = false, local = false, global = false;
    for (uint64_t lanes = in->acc_mask; lanes != 0; lanes &= lanes - 1) {
        const uint32_t a = in->acc_addr[lowest(lanes)];
        shared = shared || space_of(a) == SHARED;
        local = local || space_of(a) == LOCAL;
        global = global || (space_of(a) != SHARED && space_of(a) != LOCAL);
        const uint64_t threads = UINT64_C(1)
                                 << (hd_bits_for(s->cfg.warps - 1) + hd_bits_for(s->cfg.lanes - 1));
        if (space_of(a) == LOCAL && (a & 0x1ffffffc) * threads + in->local > UINT32_MAX)
            bin[BIN_LOCAL_ABOVE]++;
    }
    if (is_sc(in->acc_word)) cover_sc(s, in, bin);
    if (shared && local && global) bin[BIN_THREE_SPACES]++;
    if (!several(in->acc_mask)) bin[BIN_ONE_LANE]++;
    if (in->acc_mask == ones(s->cfg.lanes)) bin[BIN_ALL_LANES]++;
    if (s->used >> lowest(~s->used) != 0) bin[BIN_HOLE]++;
}

/* What is in front, and what waits behind it. */
static void cover_front(const struct load_store *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const bool shared = s->front_shared != 0, line = s->front_line != 0;
    const bool shared_goes = shared && out->own.shared_out.acc_ready;
    const bool line_goes = line && out->own.coalescer_out.acc_ready;
    const bool takes = in->acc_valid && out->acc_ready;
    if (takes) bin[shared || line ? BIN_TAKEN_BEHIND : BIN_TAKEN_EMPTY]++;
    if (takes && shared && line) bin[BIN_BOTH_TAKEN]++;
    if (shared && line && shared_goes != line_goes)
        bin[shared_goes ? BIN_SHARED_FIRST : BIN_LINES_FIRST]++;
    if (takes) cover_take(s, in, bin);
    if (!in->acc_valid || out->acc_ready) return;
    if (shared && !shared_goes && (!line || line_goes)) bin[BIN_WAITS_SHARED]++;
    if (line && !line_goes && (!shared || shared_goes)) bin[BIN_WAITS_LINES]++;
    if (shared == shared_goes && line == line_goes) bin[BIN_WAITS_ENTRY]++;
}

/* The bytes that a load makes of a word: with their signs, and from where. */
static void cover_extended(const struct load_store *s, const outputs *out, uint64_t *bin)
{
    const struct load_store_entry *e = &s->entry[out->own.entry];
    for (uint64_t lanes = out->wr_mask; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = lowest(lanes), low = e->addr[lane] & 3;
        const uint32_t got = out->wr_data[lane];
        switch (e->insn.op) {
        case ISA_LB:
            if (got >> 31 != 0) bin[BIN_SIGN_BYTE]++;
            if (low == 3) bin[BIN_UPPER_BYTE]++;
            break;
        case ISA_LBU:
            if (got >> 7 != 0) bin[BIN_NO_SIGN_BYTE]++;
            break;
        case ISA_LH:
            if (got >> 31 != 0) bin[BIN_SIGN_HALF]++;
            if (low == 2) bin[BIN_UPPER_HALF]++;
            break;
        case ISA_LHU:
            if (got >> 15 != 0) bin[BIN_NO_SIGN_HALF]++;
            break;
        default: break;
        }
    }
}

static void cover_end(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t entry = out->own.entry;
    const bool full = s->m.used == ones(s->m.cfg.accesses);
    if (full && in->acc_valid) bin[BIN_FREED_WHEN_FULL]++;
    if (in->acc_valid && out->acc_ready) bin[BIN_FREED_AND_TAKEN]++;
    if (s->split[entry]) bin[out->own.of_shared ? BIN_ENDS_SHARED : BIN_ENDS_CACHE]++;
    for (uint64_t used = s->m.used; used != 0; used &= used - 1) {
        if (s->age[lowest(used)] >= s->age[entry]) continue;
        bin[BIN_OVERTAKES]++;
        break;
    }
}

/* The answer that is dealt with. */
static void cover_dealt(const struct load_store *s, const outputs *out, uint64_t *bin)
{
    const struct load_store_entry *e = &s->entry[out->own.entry];
    const bool store = e->insn.cls == ISA_STORE;
    if (out->own.of_shared && store) bin[BIN_SHARED_STORE]++;
    if (out->own.of_shared && e->insn.cls == ISA_LOAD) bin[BIN_SHARED_LOAD]++;
    if (out->own.of_shared && e->insn.cls == ISA_ATOMIC) bin[BIN_SHARED_ATOMIC]++;
    if (store) bin[e->rd_use ? BIN_STORE_DESTINATION : BIN_STORE_DONE]++;
    else if (!e->rd_use) bin[BIN_NO_DESTINATION]++;
    if (!out->wr_valid) return;
    if (!out->end_valid) bin[BIN_PART_WRITTEN]++;
    else if (out->wr_mask == e->mask && several(e->mask)) bin[BIN_WHOLE_WRITTEN]++;
    cover_extended(s, out, bin);
}

static void cover_answer(const state *s_, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct load_store *s = &s_->m;
    const bool dealt = out->own.dealt;
    if (s->shared.rsp_valid && s->cache.rsp_valid) {
        if (!dealt) bin[BIN_TURN_KEPT]++;
        else bin[out->own.of_shared ? BIN_TWO_SHARED : BIN_TWO_CACHE]++;
        if (s_->alone == (out->own.of_shared ? OF_CACHE : OF_SHARED)) bin[BIN_PUT_OFF]++;
    }
    if (out->wr_valid && !in->wr_ready) {
        bin[BIN_WRITE_WAITS]++;
        if ((s->entry[out->own.entry].left & ~out->wr_mask) == 0) bin[BIN_LAST_NOT_WRITTEN]++;
    }
    if (out->end_valid && !in->end_ready) bin[out->wr_valid ? BIN_WRITTEN_AGAIN : BIN_END_WAITS]++;
    if (!dealt) return;
    cover_dealt(s, out, bin);
    if (out->end_valid) cover_end(s_, in, out, bin);
}

static void cover_memory(const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!out->mem_valid || !in->mem_ready) return;
    bin[BIN_MEMORY_LOAD + out->mem_kind]++;
    if (out->mem_kind == L1_CACHE_ATOMIC) bin[BIN_OP + out->mem_op]++;
}

static void cover(const void *s_, const void *in_, const void *out_, uint64_t *bin)
{
    const struct load_store *s = s_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_front(s, in, out, bin);
    if (out->own.at_hand) cover_answer(s_, in, out, bin);
    cover_memory(in, out, bin);
    if (s->used == ones(s->cfg.accesses)) bin[BIN_FULL]++;
    if (out->conflict) bin[BIN_CONFLICT]++;
    if (in->ctx_valid && out->ctx_ready && s->used != 0) bin[BIN_CTX_UNDER_WAY]++;
    if (in->clear) bin[BIN_CLEARED]++;
    for (uint32_t l = 0; in->begin_en && l < s->cfg.lanes; l++)
        if (s->side[in->begin_warp][l] != LOAD_STORE_NO_SIDE) bin[BIN_BEGIN_ENDS]++;
}

/* ---- the unit, as the harness sees it ---- */

static void reset(void *s_)
{
    state *s = s_;
    load_store_reset(&s->m);
    s->alone = NOBODY;
    s->known = false;
}

static struct load_store_in inputs_of(const inputs *in)
{
    return (struct load_store_in){.clear = in->clear,
                                  .local = in->local,
                                  .acc_valid = in->acc_valid,
                                  .acc_word = in->acc_word,
                                  .acc_mask = in->acc_mask,
                                  .acc_addr = in->acc_addr,
                                  .acc_data = in->acc_data,
                                  .acc_expect = in->acc_expect,
                                  .acc_slot = in->acc_slot,
                                  .acc_warp = in->acc_warp,
                                  .acc_base = in->acc_base,
                                  .acc_rd_use = in->acc_rd_use,
                                  .acc_rd = in->acc_rd,
                                  .acc_pc = in->acc_pc,
                                  .begin_en = in->begin_en,
                                  .begin_warp = in->begin_warp,
                                  .wr_ready = in->wr_ready,
                                  .end_ready = in->end_ready,
                                  .ctx_valid = in->ctx_valid,
                                  .ctx_we = in->ctx_we,
                                  .ctx_row = in->ctx_row,
                                  .ctx_wdata = in->ctx_wdata,
                                  .mem_ready = in->mem_ready,
                                  .fill_valid = in->fill_valid,
                                  .fill_id = in->fill_id,
                                  .fill_data = in->fill_data};
}

static void words(uint32_t *to, const uint32_t *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *to);
}

static void results_of(const struct load_store *s, const struct load_store_out *own, outputs *out)
{
    out->wr_valid = own->wr_valid;
    if (own->wr_valid) {
        out->wr_mask = own->wr_mask;
        out->wr_rd = own->wr_rd;
        words(out->wr_data, own->wr_data, s->cfg.lanes);
        words(out->wr_warp, own->wr_warp, rows_of(s));
    }
    out->end_valid = own->end_valid;
    if (own->end_valid) {
        out->end_slot = own->end_slot;
        out->end_mask = own->end_mask;
        out->end_rd_use = own->end_rd_use;
        out->end_rd = own->end_rd;
        out->end_pc = own->end_pc;
        words(out->end_warp, own->end_warp, rows_of(s));
    }
}

static void memory_of(const struct load_store *s, const struct load_store_out *own, outputs *out)
{
    out->mem_valid = own->mem_valid;
    out->fill_ready = own->fill_ready;
    if (!own->mem_valid) return;
    out->mem_kind = own->mem_kind;
    out->mem_id = own->mem_id;
    out->mem_line = own->mem_line;
    words(out->mem_data, own->mem_data, s->cfg.line_bytes / 4);
    words(out->mem_be, own->mem_be, be_words(s));
    out->mem_op = own->mem_op;
    words(out->mem_expect, own->mem_expect, s->cfg.line_bytes / 4);
    out->mem_lanes = own->mem_lanes;
    words(out->mem_word, own->mem_word, s->cfg.lanes);
    words(out->mem_owner, own->mem_owner, rows_of(s));
}

static void eval(const void *s_, const void *in_, void *out_)
{
    const struct load_store *s = s_;
    const struct load_store_in in = inputs_of(in_);
    outputs *out = out_;
    struct load_store_out *own = &out->own;
    load_store_eval(s, &in, own);
    out->idle = own->idle;
    out->acc_ready = own->acc_ready;
    results_of(s, own, out);
    memory_of(s, own, out);
    out->ctx_ready = own->ctx_ready;
    out->ctx_rsp_valid = own->ctx_rsp_valid;
    if (own->ctx_rsp_valid) words(out->ctx_rsp_data, own->ctx_rsp_data, s->cfg.row_bits / 32);
    out->outcome = own->outcome;
    out->blocked = own->blocked;
    out->conflict = own->conflict;
    out->under_way = own->under_way;
    out->entry = own->entry;
}

/* An access goes into the lowest free entry. */
static void note_taken(state *s, const inputs *in)
{
    const uint32_t e = lowest(~s->m.used);
    uint64_t shared = 0;
    s->newest = e;
    s->known = true;
    s->age[e] = s->taken++;
    for (uint64_t lanes = in->acc_mask; lanes != 0; lanes &= lanes - 1) {
        const uint32_t a = in->acc_addr[lowest(lanes)];
        s->low[e][lowest(lanes)] = a & 3;
        if (space_of(a) == SHARED) shared |= lanes & -lanes;
    }
    s->split[e] = shared != 0 && shared != in->acc_mask;
}

static void tick(void *s_, const void *in_, const void *out)
{
    state *s = s_;
    const struct load_store_in in = inputs_of(in_);
    const struct load_store_out *own = &((const outputs *)out)->own;
    const bool both = s->m.shared.rsp_valid && s->m.cache.rsp_valid;
    if (own->at_hand && !both && !own->dealt) s->alone = own->of_shared ? OF_SHARED : OF_CACHE;
    else s->alone = NOBODY;
    if (in.acc_valid && own->acc_ready) note_taken(s, in_);
    if (in.begin_en) s->begun[in.begin_warp] = true;
    load_store_tick(&s->m, &in, own);
}

static const char *check(const void *s) { return load_store_check(s); }

static const char *promise(const void *s, const void *in_)
{
    const struct load_store_in in = inputs_of(in_);
    return load_store_promise(s, &in);
}

static const struct hd_block block = {
    .name = "load_store",
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
    .index_rule = "front_addr_q, front_data_q, front_expect_q: lane [i]; front_warp_q, "
                  "front_base_q: row [i]; "
                  "left_q, word_q, mask_q, slot_q, rd_use_q, rd_q, pc_q: entry [i]; warp_q: "
                  "[entry * Rows + row]; low_q: [entry * Lanes + lane]; side_q: [warp * Lanes + "
                  "lane]; in masks bit i is lane i",
    .waves = "front_shared_q front_line_q front_word_q front_entry_q used_q shared_next_q",
};

/* Lines, masks of bytes: words of 32 bits, the last of which need not be whole. */
static struct hd_field wide(struct hd_field f, uint32_t bits)
{
    f.cut = 32 * f.count - bits;
    return f;
}
#define HD_WIDE(k, type, member, bits, caring, text)                                               \
    wide((struct hd_field)HD_ARRAY(k, type, member, ((bits) + 31) / 32, 32, caring, text), bits)

/* The registers in the order in which they are described. */
enum {
    REG_FRONT_SHARED,
    REG_FRONT_LINE,
    REG_FRONT_WORD,
    REG_FRONT_ENTRY,
    REG_FRONT_ADDR,
    REG_FRONT_DATA,
    REG_FRONT_EXPECT,
    REG_FRONT_OWN,
    REG_FRONT_WARP,
    REG_FRONT_BASE,
    REG_USED,
    REG_LEFT,
    REG_SHARED_NEXT,
    REG_WORD,
    REG_MASK,
    REG_SLOT,
    REG_WARP,
    REG_RD_USE,
    REG_RD,
    REG_PC,
    REG_LOW,
    REG_SIDE
};

/* A register of the table: a value an entry. */
#define HD_ENTRY(reg, member, bits)                                                                \
    HD_REG(reg, state, m.entry[0].member, sizeof(struct load_store_entry), cfg->accesses, bits,    \
           if_used, taken)

/* A register of the table with a word for each of n in an entry. */
static struct hd_field table(const char *name, size_t offset, size_t step, uint32_t entries,
                             uint32_t n, uint32_t bits,
                             bool (*care)(const void *, const void *, uint32_t), const char *rule)
{
    return (struct hd_field){.kind = HD_STATE,
                             .name = name,
                             .offset = offset,
                             .stride = sizeof(uint32_t),
                             .size = sizeof(uint32_t),
                             .count = entries * n,
                             .row = n,
                             .row_step = step,
                             .width = bits,
                             .care = care,
                             .rule = rule};
}

/* Sides: a byte a thread, rows of a warp. */
static struct hd_field sides(uint32_t lanes, uint32_t warps)
{
    return (struct hd_field){.kind = HD_STATE,
                             .name = "side_q",
                             .offset = offsetof(state, m.side),
                             .stride = 1,
                             .size = 1,
                             .count = warps * lanes,
                             .row = lanes,
                             .row_step = LANES,
                             .width = 2,
                             .care = if_begun,
                             .rule = "Reservations: set by an lr that is taken, none by an sc, "
                                     "and when the warp begins"};
}

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct load_store_cfg *cfg = &s->m.cfg;
    const uint32_t lanes = cfg->lanes, rows = rows_of(&s->m), line = 8 * cfg->line_bytes;
    const uint32_t warp = hd_bits_for(cfg->warps - 1), slot = hd_bits_for(cfg->slots - 1);
    const uint32_t base = hd_bits_for(cfg->shared_words - 1);
    const uint32_t place = hd_bits_for(cfg->shared_words / (cfg->row_bits / 32) - 1);
    const uint32_t id = cfg->mshrs > 1 ? hd_bits_for(cfg->mshrs - 1) : 1;
    const uint32_t entry = cfg->accesses > 1 ? hd_bits_for(cfg->accesses - 1) : 1;
    const uint32_t word = cfg->line_bytes > 8 ? hd_bits_for(cfg->line_bytes / 4 - 1) : 1;
    const char *const taken = "Taking: an access gets the lowest free entry of the access table, "
                              "and goes into the front register";
    const char *const handed = "Taking: offered to both sides at once, each until it is taken";
    const char *const dealt = "Answers: one is dealt with in a cycle; of two the one whose turn it "
                              "is";
    const char *const ended = "Answers: the last lanes are written, or there is nothing to write";
    const char *const place_of = "Addresses: local memory lies word by word, by resident thread";
    const char *const row_read = "Shared memory, Contexts";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, clear, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, local, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_word, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_mask, lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_addr, lanes, 32, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_data, lanes, 32, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_expect, lanes, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_slot, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_warp, rows, warp, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_base, rows, base, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_rd_use, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_rd, cfg->reg_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_pc, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_warp, warp, NULL, NULL),
        HD_ONE(HD_IN, inputs, wr_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, end_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, ctx_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, ctx_we, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, ctx_row, place, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ctx_wdata, cfg->row_bits / 32, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, mem_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, fill_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, fill_id, id, NULL, NULL),
        HD_WIDE(HD_IN, inputs, fill_data, line, NULL, NULL),
        HD_ONE(HD_OUT, outputs, idle, 1, NULL, "idle: no entry is used"),
        HD_ONE(HD_OUT, outputs, acc_ready, 1, NULL,
               "Taking: nothing of the one in front is left to be handed on, an entry is free"),
        HD_ONE(HD_OUT, outputs, wr_valid, 1, NULL,
               "Answers: high whenever the answer at hand has something to write"),
        HD_ONE(HD_OUT, outputs, wr_mask, lanes, if_wr, dealt),
        HD_ARRAY(HD_OUT, outputs, wr_data, lanes, 32, if_wr_lane,
                 "Answers: each lane's word, extended as the instruction says"),
        HD_ONE(HD_OUT, outputs, wr_rd, cfg->reg_width, if_wr, dealt),
        HD_ARRAY(HD_OUT, outputs, wr_warp, rows, warp, if_wr_row, dealt),
        HD_ONE(HD_OUT, outputs, end_valid, 1, NULL, ended),
        HD_ONE(HD_OUT, outputs, end_slot, slot, if_end, ended),
        HD_ARRAY(HD_OUT, outputs, end_warp, rows, warp, if_end_row, ended),
        HD_ONE(HD_OUT, outputs, end_mask, lanes, if_end, "Ports: all lanes of the access"),
        HD_ONE(HD_OUT, outputs, end_rd_use, 1, if_end, ended),
        HD_ONE(HD_OUT, outputs, end_rd, cfg->reg_width, if_end, ended),
        HD_ONE(HD_OUT, outputs, end_pc, 32, if_end, ended),
        HD_ONE(HD_OUT, outputs, ctx_ready, 1, NULL, row_read),
        HD_ONE(HD_OUT, outputs, ctx_rsp_valid, 1, NULL, row_read),
        HD_ARRAY(HD_OUT, outputs, ctx_rsp_data, cfg->row_bits / 32, 32, if_ctx, row_read),
        HD_ONE(HD_OUT, outputs, mem_valid, 1, NULL, "L1 cache, Requests"),
        HD_ONE(HD_OUT, outputs, mem_kind, 2, if_mem, "Ports: which load, store or atomic"),
        HD_ONE(HD_OUT, outputs, mem_id, id, if_mem, "L1 cache, Requests: the MSHR"),
        HD_ONE(HD_OUT, outputs, mem_line, 32 - hd_bits_for(cfg->line_bytes - 1), if_mem, place_of),
        HD_WIDE(HD_OUT, outputs, mem_data, line, if_mem_data,
                "Taking: a store's data are shifted to their place in the word"),
        HD_WIDE(HD_OUT, outputs, mem_be, cfg->line_bytes, if_mem_data,
                "Taking: and so are the bytes that are enabled; an atomic's are whole words"),
        HD_ONE(HD_OUT, outputs, mem_op, 4, if_mem_atomic, "Ports: as in shared memory"),
        HD_WIDE(HD_OUT, outputs, mem_expect, line, if_mem_expect,
                "Taking: what an atomic expects goes with its data"),
        HD_ONE(HD_OUT, outputs, mem_lanes, lanes, if_mem, "Ports: lanes that the line is for"),
        HD_ARRAY(HD_OUT, outputs, mem_word, lanes, word, if_mem_lane,
                 "Ports: which word of the line is each one's"),
        HD_ARRAY(HD_OUT, outputs, mem_owner, rows, warp, if_mem_row,
                 "Ports: owner of the thread in each lane"),
        HD_ONE(HD_OUT, outputs, fill_ready, 1, NULL, "L1 cache, Fills"),
        HD_ONE(HD_OUT, outputs, outcome, 3, NULL, "L1 cache, status"),
        HD_ONE(HD_OUT, outputs, blocked, 2, NULL, "L1 cache, status"),
        HD_ONE(HD_OUT, outputs, conflict, 1, NULL,
               "Ports: shared memory serves, and not all that is left"),
        HD_ONE(HD_OUT, outputs, under_way, cfg->accesses, NULL, "Ports: entries in use"),
        HD_ONE(HD_OUT, outputs, entry, entry, if_answer, "Answers: the entry that they name"),
        HD_REG("front_shared_q", state, m.front_shared, 0, 1, lanes, NULL, handed),
        HD_REG("front_line_q", state, m.front_line, 0, 1, lanes, NULL, handed),
        HD_REG("front_word_q", state, m.front_word, 0, 1, 32, if_front, taken),
        HD_REG("front_entry_q", state, m.front_entry, 0, 1, entry, if_front, taken),
        HD_REG("front_addr_q", state, m.front_addr[0], 4, lanes, 32, if_front_lane, taken),
        HD_REG("front_data_q", state, m.front_data[0], 4, lanes, 32, if_front_lane, taken),
        HD_REG("front_expect_q", state, m.front_expect[0], 4, lanes, 32, if_front_cas, taken),
        HD_REG("front_own_q", state, m.front_own, 0, 1, lanes, if_front_sc,
               "Reservations: the side is that of the address"),
        HD_REG("front_warp_q", state, m.front_warp[0], 4, rows, warp, if_front_row, taken),
        HD_REG("front_base_q", state, m.front_base[0], 4, rows, base, if_front_row, taken),
        HD_REG("used_q", state, m.used, 0, 1, cfg->accesses, NULL,
               "Taking: the lowest free entry; Answers: free from the cycle behind the end on"),
        HD_ENTRY("left_q", left, lanes),
        HD_REG("shared_next_q", state, m.shared_next, 0, 1, 1, NULL,
               "Answers: of two the one whose side was not dealt with when there were two last"),
        HD_ENTRY("word_q", word, 32),
        HD_ENTRY("mask_q", mask, lanes),
        HD_ENTRY("slot_q", slot, slot),
        table("warp_q", offsetof(state, m.entry[0].warp), sizeof(struct load_store_entry),
              cfg->accesses, rows, warp, if_used_row, taken),
        HD_ENTRY("rd_use_q", rd_use, 1),
        HD_ENTRY("rd_q", rd, cfg->reg_width),
        HD_ENTRY("pc_q", pc, 32),
        table("low_q", offsetof(state, low), sizeof s->low[0], cfg->accesses, lanes, 2,
              if_used_lane, taken),
        sides(lanes, cfg->warps),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

static void name(const struct load_store_cfg *c, char *text, size_t size)
{
    snprintf(text, size,
             "Lanes=%u Warps=%u Slots=%u Accesses=%u Own=%u RegWidth=%u LineBytes=%u Sets=%u "
             "Ways=%u Mshrs=%u Merges=%u Banks=%u SharedWords=%u RowBits=%u Holds=%u Patience=%u",
             c->lanes, c->warps, c->slots, c->accesses, c->own, c->reg_width, c->line_bytes,
             c->sets, c->ways, c->mshrs, c->merges, c->banks, c->shared_words, c->row_bits,
             c->holds, c->patience);
}

unsigned long long load_store_open(const char *path, const svBitVecVal *parameters)
{
    struct load_store_cfg cfg;
    char text[300];
    memcpy(&cfg, parameters, sizeof cfg);
    name(&cfg, text, sizeof text);
    state *s = calloc(1, sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : load_store_init(&s->m, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR load_store: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* ---- the registers ---- */

static void state_bool(struct hd_instance *inst, uint32_t reg, uint32_t from, svBit bit)
{
    const bool value = bit != 0;
    hd_state_part(inst, reg, from, 1, &value);
}

static void state_word(struct hd_instance *inst, uint32_t reg, uint32_t from, uint32_t value)
{
    hd_state_part(inst, reg, from, 1, &value);
}

static void state_mask(struct hd_instance *inst, uint32_t reg, uint32_t from, uint64_t value)
{
    hd_state_part(inst, reg, from, 1, &value);
}

/* What a word of shared memory is at the beginning. */
void load_store_begin(unsigned long long handle, unsigned addr, unsigned word)
{
    ((state *)hd_model(hd_instance(handle)))->m.shared.mem[addr] = word;
}

unsigned load_store_newest(unsigned long long handle)
{
    return ((const state *)hd_model(hd_instance(handle)))->newest;
}

void load_store_front(unsigned long long handle, unsigned long long shared, unsigned long long line,
                      unsigned word, unsigned entry, const svBitVecVal *addr,
                      const svBitVecVal *data, const svBitVecVal *expected, unsigned long long own,
                      const svBitVecVal *warp, const svBitVecVal *base)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct load_store *s = hd_model(inst);
    const uint32_t rows = rows_of(s);
    state_mask(inst, REG_FRONT_SHARED, 0, shared);
    state_mask(inst, REG_FRONT_LINE, 0, line);
    state_word(inst, REG_FRONT_WORD, 0, word);
    state_word(inst, REG_FRONT_ENTRY, 0, entry);
    hd_state_part(inst, REG_FRONT_ADDR, 0, s->cfg.lanes, addr);
    hd_state_part(inst, REG_FRONT_DATA, 0, s->cfg.lanes, data);
    hd_state_part(inst, REG_FRONT_EXPECT, 0, s->cfg.lanes, expected);
    state_mask(inst, REG_FRONT_OWN, 0, own);
    hd_state_part(inst, REG_FRONT_WARP, 0, rows, warp);
    hd_state_part(inst, REG_FRONT_BASE, 0, rows, base);
}

void load_store_table(unsigned long long handle, unsigned long long used, const svBitVecVal *left,
                      svBit shared_next)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct load_store *s = hd_model(inst);
    state_mask(inst, REG_USED, 0, used);
    for (uint32_t e = 0; e < s->cfg.accesses; e++)
        state_mask(inst, REG_LEFT, e, (uint64_t)left[2 * e + 1] << 32 | left[2 * e]);
    state_bool(inst, REG_SHARED_NEXT, 0, shared_next);
}

/* Of the threads in front what the RTL has for the warps that it has there: of what is offered in a
 * reset it keeps the warps. */
void load_store_sides(unsigned long long handle, const svBitVecVal *front, unsigned warp,
                      const svBitVecVal *swept)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const struct load_store *m = &s->m;
    for (uint32_t l = 0; s->known && l < m->cfg.lanes; l++)
        hd_state_part(inst, REG_SIDE, m->front_warp[m->cfg.own ? l : 0] * m->cfg.lanes + l, 1,
                      (const uint8_t *)front + l);
    hd_state_part(inst, REG_SIDE, warp * m->cfg.lanes, m->cfg.lanes, swept);
}

void load_store_entry(unsigned long long handle, unsigned entry, unsigned word,
                      unsigned long long mask, unsigned slot, const svBitVecVal *warp, svBit rd_use,
                      unsigned rd, unsigned pc, const svBitVecVal *low)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct load_store *s = hd_model(inst);
    const uint32_t lanes = s->cfg.lanes, rows = rows_of(s);
    state_word(inst, REG_WORD, entry, word);
    state_mask(inst, REG_MASK, entry, mask);
    state_word(inst, REG_SLOT, entry, slot);
    hd_state_part(inst, REG_WARP, entry * rows, rows, warp);
    state_bool(inst, REG_RD_USE, entry, rd_use);
    state_word(inst, REG_RD, entry, rd);
    state_word(inst, REG_PC, entry, pc);
    hd_state_part(inst, REG_LOW, entry * lanes, lanes, low);
}

/* ---- the ports ---- */

void load_store_access(unsigned long long handle, svBit valid, unsigned word,
                       unsigned long long mask, const svBitVecVal *addr, const svBitVecVal *data,
                       const svBitVecVal *expected, unsigned slot, const svBitVecVal *warp,
                       const svBitVecVal *base, svBit rd_use, unsigned rd, unsigned pc,
                       svBit begin_en, unsigned begin_warp, svBit ready)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct load_store *s = hd_model(inst);
    inputs *in = hd_inputs(inst);
    in->acc_valid = valid != 0;
    in->acc_word = word;
    in->acc_mask = mask;
    words(in->acc_addr, addr, s->cfg.lanes);
    words(in->acc_data, data, s->cfg.lanes);
    words(in->acc_expect, expected, s->cfg.lanes);
    in->acc_slot = slot;
    words(in->acc_warp, warp, rows_of(s));
    words(in->acc_base, base, rows_of(s));
    in->acc_rd_use = rd_use != 0;
    in->acc_rd = rd;
    in->acc_pc = pc;
    in->begin_en = begin_en != 0;
    in->begin_warp = begin_warp;
    ((outputs *)hd_outputs(inst))->acc_ready = ready != 0;
}

void load_store_results(unsigned long long handle, svBit wr_ready, svBit end_ready, svBit wr_valid,
                        unsigned long long wr_mask, const svBitVecVal *wr_data, unsigned wr_rd,
                        const svBitVecVal *wr_warp, svBit end_valid, unsigned end_slot,
                        const svBitVecVal *end_warp, unsigned long long end_mask, svBit end_rd_use,
                        unsigned end_rd, unsigned end_pc)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct load_store *s = hd_model(inst);
    inputs *in = hd_inputs(inst);
    in->wr_ready = wr_ready != 0;
    in->end_ready = end_ready != 0;
    outputs *out = hd_outputs(inst);
    out->wr_valid = wr_valid != 0;
    out->wr_mask = wr_mask;
    words(out->wr_data, wr_data, s->cfg.lanes);
    out->wr_rd = wr_rd;
    words(out->wr_warp, wr_warp, rows_of(s));
    out->end_valid = end_valid != 0;
    out->end_slot = end_slot;
    words(out->end_warp, end_warp, rows_of(s));
    out->end_mask = end_mask;
    out->end_rd_use = end_rd_use != 0;
    out->end_rd = end_rd;
    out->end_pc = end_pc;
}

void load_store_memory(unsigned long long handle, svBit mem_ready, svBit fill_valid,
                       unsigned fill_id, const svBitVecVal *fill_data, svBit mem_valid,
                       unsigned mem_kind, unsigned mem_id, unsigned long long mem_line,
                       const svBitVecVal *mem_data, const svBitVecVal *mem_be, unsigned mem_op,
                       const svBitVecVal *mem_expect, unsigned long long mem_lanes,
                       const svBitVecVal *mem_word, const svBitVecVal *mem_owner, svBit fill_ready)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct load_store *s = hd_model(inst);
    inputs *in = hd_inputs(inst);
    in->mem_ready = mem_ready != 0;
    in->fill_valid = fill_valid != 0;
    in->fill_id = fill_id;
    words(in->fill_data, fill_data, s->cfg.line_bytes / 4);
    outputs *out = hd_outputs(inst);
    out->mem_valid = mem_valid != 0;
    out->mem_kind = mem_kind;
    out->mem_id = mem_id;
    out->mem_line = mem_line;
    words(out->mem_data, mem_data, s->cfg.line_bytes / 4);
    words(out->mem_be, mem_be, be_words(s));
    out->mem_op = mem_op;
    words(out->mem_expect, mem_expect, s->cfg.line_bytes / 4);
    out->mem_lanes = mem_lanes;
    words(out->mem_word, mem_word, s->cfg.lanes);
    words(out->mem_owner, mem_owner, rows_of(s));
    out->fill_ready = fill_ready != 0;
}

void load_store_contexts(unsigned long long handle, svBit valid, svBit we, unsigned row,
                         const svBitVecVal *wdata, svBit ready, svBit rsp_valid,
                         const svBitVecVal *rsp_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t row_words = ((const struct load_store *)hd_model(inst))->cfg.row_bits / 32;
    inputs *in = hd_inputs(inst);
    in->ctx_valid = valid != 0;
    in->ctx_we = we != 0;
    in->ctx_row = row;
    words(in->ctx_wdata, wdata, row_words);
    outputs *out = hd_outputs(inst);
    out->ctx_ready = ready != 0;
    out->ctx_rsp_valid = rsp_valid != 0;
    words(out->ctx_rsp_data, rsp_data, row_words);
}

int load_store_ports(unsigned long long handle, svBit rst_n, svBit clear, unsigned local_at,
                     svBit idle, unsigned outcome, unsigned blocked, svBit conflict,
                     unsigned long long under_way, unsigned entry)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->clear = clear != 0;
    in->local = local_at;
    outputs *out = hd_outputs(inst);
    out->idle = idle != 0;
    out->outcome = outcome;
    out->blocked = blocked;
    out->conflict = conflict != 0;
    out->under_way = under_way;
    out->entry = entry;
    return hd_ports(inst, rst_n != 0);
}
