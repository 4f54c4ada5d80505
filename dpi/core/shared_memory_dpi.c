/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_shared_memory_lockstep: describes the block to the harness, unpacks
 * arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/shared_memory.h"

enum { LANES = SHARED_MEMORY_MAX_LANES, BANKS = SHARED_MEMORY_MAX_BANKS };

typedef struct shared_memory_in inputs;

/* The model, and where each bank was written last: the checker looks there. */
typedef struct {
    struct shared_memory m;
    uint32_t newest[BANKS];
} state;

/* The model's wide outputs are pointers; these can be compared, kept and saved. */
typedef struct {
    bool acc_ready;
    bool rsp_valid;
    uint64_t rsp_tag;
    uint64_t rsp_lanes;
    bool rsp_last;
    uint32_t rsp_data[LANES];
    bool ctx_ready;
    bool ctx_rsp_valid;
    uint32_t ctx_rsp_data[SHARED_MEMORY_MAX_ROW];
    struct shared_memory_out own; /* the model's, as it gave it */
} outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool one_bit(uint64_t x) { return x != 0 && (x & (x - 1)) == 0; }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }
static uint32_t lowest(uint64_t mask) { return (uint32_t)__builtin_ctzll(mask); }
static uint32_t row_words(const state *s) { return s->m.cfg.row_bits / 32; }

/* ---- what means something, and when ---- */

static bool if_rsp(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->rsp_valid;
}

static bool if_rsp_lane(const void *s, const void *out, uint32_t i)
{
    const outputs *o = out;
    return o->rsp_valid && has(o->rsp_lanes, i) &&
           ((const struct shared_memory *)s)->rsp_means_data;
}

static bool if_ctx(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->ctx_rsp_valid;
}

static bool while_kept(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const struct shared_memory *)s)->kept;
}

static bool op_if_atomic(const void *s, const void *out, uint32_t i)
{
    return while_kept(s, out, i) && ((const struct shared_memory *)s)->kind == SHARED_MEMORY_ATOMIC;
}

static bool if_left(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const struct shared_memory *)s)->left, i);
}

/* To a load data and bytes are nothing, to an atomic bytes. */
static bool data_if_left(const void *s, const void *out, uint32_t i)
{
    return if_left(s, out, i) && ((const struct shared_memory *)s)->kind != SHARED_MEMORY_LOAD;
}

static bool be_if_left(const void *s, const void *out, uint32_t i)
{
    return if_left(s, out, i) && ((const struct shared_memory *)s)->kind == SHARED_MEMORY_STORE;
}

static bool expect_if_left(const void *s, const void *out, uint32_t i)
{
    const struct shared_memory *m = s;
    return data_if_left(s, out, i) && m->kind == SHARED_MEMORY_ATOMIC && m->op == SHARED_MEMORY_CAS;
}

static bool reserves(uint32_t op) { return op == SHARED_MEMORY_LR || op == SHARED_MEMORY_SC; }

/* Owners are lr's and sc's. */
static bool owner_if_left(const void *s, const void *out, uint32_t i)
{
    const struct shared_memory *m = s;
    return data_if_left(s, out, i) && m->kind == SHARED_MEMORY_ATOMIC && reserves(m->op);
}

static bool while_answering(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const struct shared_memory *)s)->rsp_valid;
}

static bool answer_if_lane(const void *s, const void *out, uint32_t i)
{
    const struct shared_memory *m = s;
    return while_answering(s, out, i) && has(m->rsp_lanes, i) && m->rsp_means_data;
}

static bool while_ctx(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const struct shared_memory *)s)->ctx_valid;
}

static bool if_held(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const struct shared_memory *)s)->hold_valid, i);
}

/* ---- coverage ---- */

enum {
    BIN_TAKEN,
    BIN_TAKEN_EMPTY,
    BIN_EMPTY_SERVED,
    BIN_EMPTY_AND_NEXT,
    BIN_LAST_AND_NEXT,
    BIN_LAST_ALONE,
    BIN_REFUSED_MORE,
    BIN_REFUSED_ANSWER,
    BIN_ANSWER_WAITS,
    BIN_BROADCAST,
    BIN_ALL_ONE_WORD,
    BIN_CONFLICT,
    BIN_ALL_BANKS,
    BIN_ONE_BANK,
    BIN_BETWEEN,
    BIN_STORE_SAME_BYTE,
    BIN_STORE_THREE,
    BIN_STORE_SHARED_WORD,
    BIN_STORE_NOTHING,
    BIN_ATOMIC_WAITS,
    BIN_ATOMIC_CONFLICT,
    BIN_SIGNS,
    BIN_OP,
    BIN_CAS_WRITES = BIN_OP + SHARED_MEMORY_ADDF + 1,
    BIN_CAS_KEEPS,
    BIN_CAS_KEEPS_RESERVATION,
    BIN_CAS_BEHIND,
    BIN_ADDF_WAITS,
    BIN_LR_FREE,
    BIN_LR_FREE_HIGHER,
    BIN_LR_AGAIN,
    BIN_LR_MOVES,
    BIN_LR_TAKES_OWN,
    BIN_LR_REFUSED,
    BIN_LR_REFUSED_FULL,
    BIN_LR_PATIENCE,
    BIN_LR_PATIENCE_FULL,
    BIN_REFUSAL_UNCOUNTED,
    BIN_STRAIN_UP,
    BIN_STRAIN_FULL,
    BIN_STRAIN_OVER,
    BIN_SC_SUCCEEDS,
    BIN_SC_NONE,
    BIN_SC_OTHERS,
    BIN_SC_NO_BYTE,
    BIN_SC_GIVES_UP,
    BIN_SC_WRITTEN,
    BIN_STORE_ENDS,
    BIN_STORE_ENDS_SEVERAL,
    BIN_STORE_NOTHING_ENDS,
    BIN_ATOMIC_ENDS,
    BIN_WRITE_BESIDE,
    BIN_ALL_HELD,
    BIN_CTX_READ,
    BIN_CTX_WRITE,
    BIN_CTX_WAITS,
    BIN_CTX_WHILE_BLOCKED,
    BIN_CTX_WHILE_EMPTY,
    BIN_CTX_AND_TAKEN,
    BIN_CTX_RESERVED,
    BIN_CTX_STREAM,
    BIN_ONE_BIT,
    BIN_TOP_BIT
};

static const struct hd_bin bins[] = {
    {"taken", "an access is taken, nothing was kept"},
    {"taken_empty", "an access without a lane is taken"},
    {"empty_served", "an access without a lane gives its answer"},
    {"empty_and_next", "the same, and the next access is taken"},
    {"last_and_next", "the last lanes are served, the next access is taken"},
    {"last_alone", "the last lanes are served, no access is offered"},
    {"refused_more", "an access is offered, there are lanes behind those that are served"},
    {"refused_answer", "an access is offered, an answer is not taken: nobody is served"},
    {"answer_waits", "an answer is not taken"},
    {"broadcast", "a load or store serves several lanes with one word"},
    {"all_one_word", "all lanes of several load or store one word: one cycle"},
    {"conflict", "a lane that loads or stores waits: a lower one asks its bank for another word"},
    {"all_banks", "every bank is asked"},
    {"one_bank", "all lanes left ask one bank, for different words"},
    {"between", "a lane left lies between two that are served"},
    {"store_same_byte", "two lanes store to one byte: the higher one's data"},
    {"store_three", "three do"},
    {"store_shared_word", "two lanes store to different bytes of one word"},
    {"store_nothing", "a lane stores without a byte enabled"},
    {"atomic_waits", "a lane's atomic waits: a lower one has its word"},
    {"atomic_conflict", "a lane's atomic waits: a lower one has another word of its bank"},
    {"signs", "a minimum or maximum of words with different signs"},
    {"swap", "an atomic swap"},
    {"add", "an atomic add"},
    {"xor", "an atomic xor"},
    {"and", "an atomic and"},
    {"or", "an atomic or"},
    {"min", "an atomic min"},
    {"max", "an atomic max"},
    {"minu", "an atomic minu"},
    {"maxu", "an atomic maxu"},
    {"lr", "a load that reserves"},
    {"sc", "a store on condition"},
    {"cas", "a compare-and-swap"},
    {"addf", "a float add"},
    {"cas_writes", "a compare-and-swap finds the word that it expects"},
    {"cas_keeps", "it finds another one"},
    {"cas_keeps_reservation", "the same, and the word is reserved: it stays reserved"},
    {"cas_behind", "it finds what a lower lane of the access has swapped in"},
    {"addf_waits", "a lane's float add waits, which has a bank of its own"},
    {"lr_free", "lr: entry 0 is free, the word nobody's"},
    {"lr_free_higher", "lr: entry 0 is not free, a higher one is"},
    {"lr_again", "lr: the word is the thread's already"},
    {"lr_moves", "lr: the thread gives another word up"},
    {"lr_takes_own", "lr: the entry that the thread gives up is the only one that is free"},
    {"lr_refused", "lr: the word is another thread's"},
    {"lr_refused_full", "lr: the word is nobody's, all entries are other threads'"},
    {"lr_patience", "lr: the refusal that is one too many: the word is the thread's"},
    {"lr_patience_full", "the same of an entry with another word"},
    {"refusal_uncounted", "a refusal does not count: strain"},
    {"strain_up", "refusals end a reservation: strain goes up"},
    {"strain_full", "the same where strain is at its highest"},
    {"strain_over", "an sc succeeds where there was strain"},
    {"sc_succeeds", "sc: the reservation is there"},
    {"sc_none", "sc: the word is nobody's"},
    {"sc_others", "sc: the word is another thread's"},
    {"sc_no_byte", "sc: the reservation is there, and no byte is enabled"},
    {"sc_gives_up", "sc: the thread gives up another word"},
    {"sc_written", "sc: a lower lane of this access has written the word"},
    {"store_ends", "a store ends a reservation"},
    {"store_ends_several", "a store ends several reservations in a cycle"},
    {"store_nothing_ends", "a store without a byte enabled does"},
    {"atomic_ends", "an atomic does"},
    {"write_beside", "a word is written, one of its bank is reserved"},
    {"all_held", "all entries are reserved"},
    {"ctx_read", "a row is read"},
    {"ctx_write", "a row is written"},
    {"ctx_waits", "a row waits: lanes are served"},
    {"ctx_while_blocked", "a row goes while lanes wait: the answer is not taken"},
    {"ctx_while_empty", "a row goes while an access without lanes is served"},
    {"ctx_and_taken", "a row goes while an access is taken"},
    {"ctx_reserved", "a row is written that has a reserved word: it stays reserved"},
    {"ctx_stream", "rows are read in two cycles, one behind the other"},
    {"one_bit", "a lane left asks a bank for a word that differs in one bit from the served one"},
    {"top_bit", "it differs in the highest bit alone"},
    {NULL, NULL},
};

static uint32_t bank_of(const struct shared_memory *s, uint32_t lane)
{
    return s->addr[lane] & (s->cfg.banks - 1);
}

/* Entries that are for a word; that are a thread's. */
static uint64_t holds_word(const struct shared_memory *s, uint32_t word)
{
    uint64_t found = 0;
    for (uint64_t left = s->hold_valid; left != 0; left &= left - 1)
        if (s->hold_word[lowest(left)] == word) found |= left & -left;
    return found;
}

static uint64_t holds_thread(const struct shared_memory *s, uint32_t owner)
{
    uint64_t found = 0;
    for (uint64_t left = s->hold_valid; left != 0; left &= left - 1)
        if (s->hold_owner[lowest(left)] == owner) found |= left & -left;
    return found;
}

static bool is_reserved(const struct shared_memory *s, uint32_t word)
{
    return holds_word(s, word) != 0;
}

static uint64_t all_entries(const struct shared_memory *s)
{
    return UINT64_MAX >> (64 - s->cfg.holds);
}

static void cover_handshakes(const struct shared_memory *s, const inputs *in, const outputs *out,
                             uint64_t *bin)
{
    const bool serves = out->own.serve, empty = serves && s->left == 0;
    if (s->rsp_valid && !in->rsp_ready) bin[BIN_ANSWER_WAITS]++;
    if (empty) bin[BIN_EMPTY_SERVED]++;
    if (serves && !empty && out->acc_ready && !in->acc_valid) bin[BIN_LAST_ALONE]++;
    if (!in->acc_valid) return;
    if (!out->acc_ready) {
        bin[serves ? BIN_REFUSED_MORE : BIN_REFUSED_ANSWER]++;
        return;
    }
    if (in->acc_mask == 0) bin[BIN_TAKEN_EMPTY]++;
    if (!s->kept) bin[BIN_TAKEN]++;
    else bin[empty ? BIN_EMPTY_AND_NEXT : BIN_LAST_AND_NEXT]++;
}

/* The lanes among these with this lane's word; with its bank. */
static uint64_t same_word(const struct shared_memory *s, uint64_t lanes, uint32_t lane)
{
    uint64_t same = 0;
    for (; lanes != 0; lanes &= lanes - 1)
        if (s->addr[lowest(lanes)] == s->addr[lane]) same |= lanes & -lanes;
    return same;
}

static uint64_t same_bank(const struct shared_memory *s, uint64_t lanes, uint32_t lane)
{
    uint64_t same = 0;
    for (; lanes != 0; lanes &= lanes - 1)
        if (bank_of(s, lowest(lanes)) == bank_of(s, lane)) same |= lanes & -lanes;
    return same;
}

/* A lane that is left asks the same bank as one that is served: for a word that is nearly its? */
static void cover_lookalikes(const struct shared_memory *s, uint64_t served, uint64_t waits,
                             uint64_t *bin)
{
    const uint32_t top = hd_bits_for(s->cfg.words - 1) - 1;
    bool one = false, highest = false;
    for (; waits != 0; waits &= waits - 1) {
        const uint64_t here = same_bank(s, served, lowest(waits));
        if (here == 0) continue;
        const uint32_t differs = s->addr[lowest(waits)] ^ s->addr[lowest(here)];
        one = one || one_bit(differs);
        highest = highest || differs == UINT32_C(1) << top;
    }
    if (one) bin[BIN_ONE_BIT]++;
    if (highest) bin[BIN_TOP_BIT]++;
}

static void cover_banks(const struct shared_memory *s, uint64_t served, uint64_t *bin)
{
    const uint64_t waits = s->left & ~served;
    uint64_t banks = 0;
    for (uint64_t lanes = served; lanes != 0; lanes &= lanes - 1)
        banks |= UINT64_C(1) << bank_of(s, lowest(lanes));
    if (banks == UINT64_MAX >> (64 - s->cfg.banks)) bin[BIN_ALL_BANKS]++;
    if (several(s->left) && waits != 0 && same_bank(s, s->left, lowest(s->left)) == s->left &&
        same_word(s, s->left, lowest(s->left)) != s->left)
        bin[BIN_ONE_BANK]++;
    if (waits != 0 && served >> lowest(waits) != 0) bin[BIN_BETWEEN]++;
    cover_lookalikes(s, served, waits, bin);
}

/* Loads and stores. */
static void cover_broadcast(const struct shared_memory *s, uint64_t served, uint64_t *bin)
{
    bool broadcast = false;
    for (uint64_t lanes = served; lanes != 0; lanes &= lanes - 1)
        broadcast = broadcast || several(same_word(s, served, lowest(lanes)));
    if (broadcast) bin[BIN_BROADCAST]++;
    if (s->left != served) bin[BIN_CONFLICT]++;
    if (several(s->mask) && s->mask == served && same_word(s, served, lowest(served)) == served)
        bin[BIN_ALL_ONE_WORD]++;
}

/* How many of these lanes store to byte b. */
static uint32_t writers(const struct shared_memory *s, uint64_t lanes, uint32_t b)
{
    uint32_t n = 0;
    for (; lanes != 0; lanes &= lanes - 1) n += has(s->be[lowest(lanes)], b);
    return n;
}

static void cover_store(const struct shared_memory *s, uint64_t served, uint64_t *bin)
{
    uint64_t ended = 0;
    for (uint64_t lanes = served; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = lowest(lanes);
        const uint64_t with = same_word(s, served, lane);
        uint32_t most = 0;
        for (uint32_t b = 0; b < 4; b++) {
            const uint32_t n = writers(s, with, b);
            most = n > most ? n : most;
        }
        if (most > 1) bin[most > 2 ? BIN_STORE_THREE : BIN_STORE_SAME_BYTE]++;
        if (most == 1 && several(with)) bin[BIN_STORE_SHARED_WORD]++;
        if (s->be[lane] == 0) bin[BIN_STORE_NOTHING]++;
        if (!is_reserved(s, s->addr[lane])) continue;
        bin[most == 0 ? BIN_STORE_NOTHING_ENDS : BIN_STORE_ENDS]++;
        ended |= holds_word(s, s->addr[lane]);
    }
    if (several(ended)) bin[BIN_STORE_ENDS_SEVERAL]++;
}

/* A compare-and-swap, which finds this word. */
static void cover_cas(const struct shared_memory *s, uint32_t lane, uint64_t *bin)
{
    const uint64_t before = same_word(s, s->mask & ~s->left, lane);
    const uint32_t word = s->mem[s->addr[lane]];
    if (word == s->expect[lane]) {
        bin[BIN_CAS_WRITES]++;
        return;
    }
    bin[BIN_CAS_KEEPS]++;
    if (is_reserved(s, s->addr[lane])) bin[BIN_CAS_KEEPS_RESERVATION]++;
    if (before != 0 && s->data[lowest(before)] == word) bin[BIN_CAS_BEHIND]++;
}

static bool computes(uint32_t op) { return op <= SHARED_MEMORY_MAXU || op == SHARED_MEMORY_CAS; }

static void cover_atomic(const struct shared_memory *s, uint64_t served, uint64_t *bin)
{
    for (uint64_t lanes = served; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = lowest(lanes);
        const uint64_t waits = s->left & ~served;
        bin[BIN_OP + s->op]++;
        if (s->op == SHARED_MEMORY_ADDF && (waits & ~same_bank(s, waits, lane)) != 0)
            bin[BIN_ADDF_WAITS]++;
        if (s->op == SHARED_MEMORY_CAS) cover_cas(s, lane, bin);
        if (!computes(s->op)) continue;
        if (same_word(s, waits, lane) != 0) bin[BIN_ATOMIC_WAITS]++;
        if (same_bank(s, waits, lane) != same_word(s, waits, lane)) bin[BIN_ATOMIC_CONFLICT]++;
        if (s->op != SHARED_MEMORY_CAS && is_reserved(s, s->addr[lane])) bin[BIN_ATOMIC_ENDS]++;
        if (s->op >= SHARED_MEMORY_MIN && s->op <= SHARED_MEMORY_MAX &&
            ((s->data[lane] ^ s->mem[s->addr[lane]]) >> 31) != 0)
            bin[BIN_SIGNS]++;
    }
}

/* Is this refusal one that counts, and the last that patience allows? */
static bool is_last(const struct shared_memory *s, uint32_t entry)
{
    const bool counts = s->strain.refusal % (UINT32_C(1) << s->strain.level) == 0;
    return counts && s->hold_count[entry] + 1 == s->cfg.patience;
}

static void cover_strain(const struct shared_memory *s, bool last, uint64_t *bin)
{
    if (s->strain.refusal % (UINT32_C(1) << s->strain.level) != 0) bin[BIN_REFUSAL_UNCOUNTED]++;
    if (last) bin[s->strain.level == STRAIN_MAX ? BIN_STRAIN_FULL : BIN_STRAIN_UP]++;
}

static void cover_lr(const struct shared_memory *s, uint32_t lane, uint64_t *bin)
{
    const uint32_t word = s->addr[lane];
    const uint64_t own = holds_thread(s, s->owner[lane]), of_word = holds_word(s, word);
    const uint64_t taken = s->hold_valid & ~own, free = all_entries(s) & ~taken;
    if ((own & of_word) != 0) bin[BIN_LR_AGAIN]++;
    else if (own != 0) bin[BIN_LR_MOVES]++;
    if ((of_word & ~own) != 0) {
        const bool last = is_last(s, lowest(of_word));
        cover_strain(s, last, bin);
        bin[last ? BIN_LR_PATIENCE : BIN_LR_REFUSED]++;
    } else if (free != 0) {
        bin[has(free, 0) ? BIN_LR_FREE : BIN_LR_FREE_HIGHER]++;
        if (free == own) bin[BIN_LR_TAKES_OWN]++;
    } else {
        const bool last = is_last(s, word & (s->cfg.holds - 1));
        cover_strain(s, last, bin);
        bin[last ? BIN_LR_PATIENCE_FULL : BIN_LR_REFUSED_FULL]++;
    }
}

static void cover_sc(const struct shared_memory *s, uint32_t lane, uint64_t *bin)
{
    const uint32_t word = s->addr[lane];
    const uint64_t own = holds_thread(s, s->owner[lane]), of_word = holds_word(s, word);
    const uint64_t done = s->mask & ~s->left;
    if ((own & ~of_word) != 0) bin[BIN_SC_GIVES_UP]++;
    if (of_word == 0) {
        /* The lower lane's word now has what it stored. */
        const uint64_t before = same_word(s, done, lane);
        const bool written = before != 0 && s->mem[word] == s->data[lowest(before)];
        bin[written ? BIN_SC_WRITTEN : BIN_SC_NONE]++;
    } else {
        const bool whose = (own & of_word) != 0;
        if (whose && s->be[lane] != 0 && s->strain.level != 0) bin[BIN_STRAIN_OVER]++;
        bin[!whose ? BIN_SC_OTHERS : s->be[lane] == 0 ? BIN_SC_NO_BYTE : BIN_SC_SUCCEEDS]++;
    }
}

/* A word that is written leaves reservations of other words of its bank alone. */
static void cover_beside(const struct shared_memory *s, uint64_t served, uint64_t *bin)
{
    if (s->kind == SHARED_MEMORY_ATOMIC && reserves(s->op)) return;
    for (; served != 0; served &= served - 1) {
        const uint32_t lane = lowest(served);
        bool beside = false;
        for (uint64_t e = s->hold_valid; e != 0; e &= e - 1) {
            const uint32_t differs = s->hold_word[lowest(e)] ^ s->addr[lane];
            beside = beside || (differs != 0 && (differs & (s->cfg.banks - 1)) == 0);
        }
        if (beside) bin[BIN_WRITE_BESIDE]++;
    }
}

static void cover_served(const struct shared_memory *s, uint64_t served, uint64_t *bin)
{
    if (s->kind == SHARED_MEMORY_ATOMIC) {
        cover_atomic(s, served, bin);
        if (s->op == SHARED_MEMORY_LR) cover_lr(s, lowest(served), bin);
        if (s->op == SHARED_MEMORY_SC) cover_sc(s, lowest(served), bin);
    } else {
        cover_broadcast(s, served, bin);
        if (s->kind == SHARED_MEMORY_STORE) cover_store(s, served, bin);
    }
    if (s->kind != SHARED_MEMORY_LOAD) cover_beside(s, served, bin);
    if (s->kind != SHARED_MEMORY_ATOMIC || computes(s->op)) cover_banks(s, served, bin);
}

static void cover_ctx(const struct shared_memory *s, const inputs *in, const outputs *out,
                      uint64_t *bin)
{
    const uint32_t words = s->cfg.row_bits / 32;
    if (!in->ctx_valid) return;
    if (!out->ctx_ready) {
        bin[BIN_CTX_WAITS]++;
        return;
    }
    bin[in->ctx_we ? BIN_CTX_WRITE : BIN_CTX_READ]++;
    if (s->left != 0) bin[BIN_CTX_WHILE_BLOCKED]++;
    if (out->own.serve) bin[BIN_CTX_WHILE_EMPTY]++;
    if (in->acc_valid && out->acc_ready) bin[BIN_CTX_AND_TAKEN]++;
    if (!in->ctx_we && s->ctx_valid) bin[BIN_CTX_STREAM]++;
    for (uint32_t i = 0; in->ctx_we && i < words; i++)
        if (is_reserved(s, in->ctx_row * words + i)) bin[BIN_CTX_RESERVED]++;
}

static void cover(const void *s_, const void *in, const void *out_, uint64_t *bin)
{
    const struct shared_memory *s = s_;
    const outputs *out = out_;
    cover_handshakes(s, in, out, bin);
    cover_ctx(s, in, out, bin);
    if (s->hold_valid == all_entries(s)) bin[BIN_ALL_HELD]++;
    if (out->own.served != 0) cover_served(s, out->own.served, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { shared_memory_reset(s); }

static void eval(const void *s_, const void *in, void *out_)
{
    const state *s = s_;
    outputs *out = out_;
    struct shared_memory_out *own = &out->own;
    shared_memory_eval(&s->m, in, own);
    out->acc_ready = own->acc_ready;
    out->rsp_valid = own->rsp_valid;
    out->rsp_tag = own->rsp_tag;
    out->rsp_lanes = own->rsp_lanes;
    out->rsp_last = own->rsp_last;
    memcpy(out->rsp_data, own->rsp_data, s->m.cfg.lanes * sizeof out->rsp_data[0]);
    out->ctx_ready = own->ctx_ready;
    out->ctx_rsp_valid = own->ctx_rsp_valid;
    memcpy(out->ctx_rsp_data, own->ctx_rsp_data, row_words(s) * sizeof out->ctx_rsp_data[0]);
}

static void note_newest(state *s, uint32_t addr)
{
    s->newest[addr & (s->m.cfg.banks - 1)] = addr / s->m.cfg.banks;
}

/* Where the clock edge may write: the words of lanes that are served, or a row. */
static void tick(void *s_, const void *in_, const void *out)
{
    state *s = s_;
    const inputs *in = in_;
    const struct shared_memory_out *own = &((const outputs *)out)->own;
    for (uint64_t lanes = own->served; lanes != 0; lanes &= lanes - 1)
        note_newest(s, s->m.addr[lowest(lanes)]);
    if (in->ctx_valid && own->ctx_ready) {
        for (uint32_t i = 0; i < row_words(s); i++) note_newest(s, in->ctx_row * row_words(s) + i);
    }
    shared_memory_tick(&s->m, in, own);
}

static const char *check(const void *s) { return shared_memory_check(s); }
static const char *promise(const void *s, const void *in) { return shared_memory_promise(s, in); }

static const struct hd_block block = {
    .name = "shared_memory",
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
    .index_rule =
        "mem: address [i], in bank i mod Banks; addr_q, data_q, be_q, expect_q, "
        "owner_q, rsp_data_q: lane [i]; left_q, rsp_lanes_q: bit i is lane i; hold_word_q, "
        "hold_owner_q, hold_count_q: entry [i]",
    .waves = "left_q kept_q kind_q:load/store/atomic op_q tag_q rsp_valid_q rsp_lanes_q rsp_last_q "
             "ctx_valid_q hold_valid_q",
};

/* The registers in the order in which they are described. */
enum {
    REG_LEFT,
    REG_KEPT,
    REG_KIND,
    REG_OP,
    REG_TAG,
    REG_ADDR,
    REG_DATA,
    REG_BE,
    REG_EXPECT,
    REG_OWNER,
    REG_RSP_VALID,
    REG_RSP_TAG,
    REG_RSP_LANES,
    REG_RSP_LAST,
    REG_RSP_DATA,
    REG_CTX_VALID,
    REG_CTX_DATA,
    REG_HOLD_VALID,
    REG_HOLD_WORD,
    REG_HOLD_OWNER,
    REG_HOLD_COUNT,
    REG_STRAIN,
    REG_REFUSAL,
    REG_MEM
};

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct shared_memory_cfg *cfg = &s->m.cfg;
    const uint32_t lanes = cfg->lanes, row = row_words(s);
    const uint32_t addr = hd_bits_for(cfg->words - 1);
    const uint32_t place = hd_bits_for(cfg->words / row - 1);
    const char *const kept = "What a cycle does: an access that is taken is kept";
    const char *const answer = "Serve: lanes served are in the answer register from the next cycle "
                               "on, with the words as they were; last if nobody is left";
    const char *const row_read = "Contexts: what was read in the cycle before";
    const char *const held = "Reservations: lr takes the lowest free entry, or after Patience "
                             "refusals; sc and lr give up the thread's; a write ends its word's";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, acc_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_kind, 2, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_op, 4, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_mask, lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_addr, lanes, addr, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_data, lanes, 32, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_be, lanes, 4, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_expect, lanes, 32, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_owner, lanes, cfg->owner_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_tag, cfg->tag_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, ctx_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, ctx_we, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, ctx_row, place, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ctx_wdata, row, 32, NULL, NULL),
        HD_ONE(HD_OUT, outputs, acc_ready, 1, NULL,
               "Serve: high when none is kept or the last lanes are being served"),
        HD_ONE(HD_OUT, outputs, rsp_valid, 1, NULL, answer),
        HD_ONE(HD_OUT, outputs, rsp_tag, cfg->tag_width, if_rsp, answer),
        HD_ONE(HD_OUT, outputs, rsp_lanes, lanes, if_rsp, answer),
        HD_ONE(HD_OUT, outputs, rsp_last, 1, if_rsp, answer),
        HD_ARRAY(HD_OUT, outputs, rsp_data, lanes, 32, if_rsp_lane, answer),
        HD_ONE(HD_OUT, outputs, ctx_ready, 1, NULL,
               "Contexts: a row is read or written in a cycle in which no lane is served"),
        HD_ONE(HD_OUT, outputs, ctx_rsp_valid, 1, NULL, row_read),
        HD_ARRAY(HD_OUT, outputs, ctx_rsp_data, row, 32, if_ctx, row_read),
        HD_REG("left_q", state, m.left, 0, 1, lanes, NULL,
               "Serve: for each bank the lowest lane left, and who loads or stores the same word; "
               "of atomics one lane a bank; of lr, sc and float add the lowest lane"),
        HD_REG("kept_q", state, m.kept, 0, 1, 1, NULL,
               "Serve: from the access that is taken to its last lanes"),
        HD_REG("kind_q", state, m.kind, 0, 1, 2, while_kept, kept),
        HD_REG("op_q", state, m.op, 0, 1, 4, op_if_atomic, kept),
        HD_REG("tag_q", state, m.tag, 0, 1, cfg->tag_width, while_kept, kept),
        HD_REG("addr_q", state, m.addr[0], 4, lanes, addr, if_left, kept),
        HD_REG("data_q", state, m.data[0], 4, lanes, 32, data_if_left, kept),
        HD_REG("be_q", state, m.be[0], 4, lanes, 4, be_if_left, kept),
        HD_REG("expect_q", state, m.expect[0], 4, lanes, 32, expect_if_left, kept),
        HD_REG("owner_q", state, m.owner[0], 4, lanes, cfg->owner_width, owner_if_left, kept),
        HD_REG("rsp_valid_q", state, m.rsp_valid, 0, 1, 1, NULL, answer),
        HD_REG("rsp_tag_q", state, m.rsp_tag, 0, 1, cfg->tag_width, while_answering, answer),
        HD_REG("rsp_lanes_q", state, m.rsp_lanes, 0, 1, lanes, while_answering, answer),
        HD_REG("rsp_last_q", state, m.rsp_last, 0, 1, 1, while_answering, answer),
        HD_REG("rsp_data_q", state, m.rsp_data[0], 4, lanes, 32, answer_if_lane, answer),
        HD_REG("ctx_valid_q", state, m.ctx_valid, 0, 1, 1, NULL, row_read),
        HD_REG("ctx_data_q", state, m.ctx_data[0], 4, row, 32, while_ctx, row_read),
        HD_REG("hold_valid_q", state, m.hold_valid, 0, 1, cfg->holds, NULL, held),
        HD_REG("hold_word_q", state, m.hold_word[0], 4, cfg->holds, addr, if_held, held),
        HD_REG("hold_owner_q", state, m.hold_owner[0], 4, cfg->holds, cfg->owner_width, if_held,
               held),
        HD_REG("hold_count_q", state, m.hold_count[0], 4, cfg->holds, hd_bits_for(cfg->patience),
               if_held, "Reservations: a refusal counts one up, the Patience-th gives it away"),
        HD_REG("strain_q", state, m.strain.level, 0, 1, 3, NULL,
               "Reservations, strain: up when refusals end a reservation, 0 when an sc succeeds"),
        HD_REG("refusal_q", state, m.strain.refusal, 0, 1, 7, NULL,
               "Reservations, strain: the table numbers refusals"),
        HD_REG("mem", state, m.mem[0], 4, cfg->words, 32, NULL,
               "Serve: a store's enabled bytes, of two lanes the higher one's; an atomic's result; "
               "a compare-and-swap's operand if the word is the expected one; an sc that "
               "succeeds; Contexts: a row"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long shared_memory_open(const char *path, unsigned lanes, unsigned banks,
                                      unsigned words, unsigned row_bits, unsigned owner_width,
                                      unsigned tag_width, unsigned holds, unsigned patience)
{
    const struct shared_memory_cfg cfg = {lanes,       banks,     words, row_bits,
                                          owner_width, tag_width, holds, patience};
    char text[240];
    snprintf(text, sizeof text,
             "Lanes=%u Banks=%u Words=%u RowBits=%u OwnerWidth=%u TagWidth=%u Holds=%u Patience=%u",
             lanes, banks, words, row_bits, owner_width, tag_width, holds, patience);
    state *s = calloc(1, sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : shared_memory_init(&s->m, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR shared_memory: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* ---- the registers ---- */

/* What a word is at the beginning. */
void shared_memory_begin(unsigned long long handle, unsigned addr, unsigned word)
{
    ((state *)hd_model(hd_instance(handle)))->m.mem[addr] = word;
}

void shared_memory_newest(unsigned long long handle, svBitVecVal *depth)
{
    const state *s = hd_model(hd_instance(handle));
    memcpy(depth, s->newest, s->m.cfg.banks * sizeof s->newest[0]);
}

void shared_memory_words(unsigned long long handle, const svBitVecVal *newest, unsigned in_turn,
                         const svBitVecVal *in_turn_words)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const uint32_t banks = s->m.cfg.banks;
    for (uint32_t b = 0; b < banks; b++)
        hd_state_part(inst, REG_MEM, s->newest[b] * banks + b, 1, &newest[b]);
    hd_state_part(inst, REG_MEM, in_turn * banks, banks, in_turn_words);
}

void shared_memory_access(unsigned long long handle, unsigned long long left, svBit kept,
                          unsigned kind, unsigned op, unsigned long long tag,
                          const svBitVecVal *addr, const svBitVecVal *data, const svBitVecVal *be,
                          const svBitVecVal *expected, const svBitVecVal *owner)
{
    struct hd_instance *inst = hd_instance(handle);
    const size_t bytes = ((const state *)hd_model(inst))->m.cfg.lanes * sizeof(uint32_t);
    hd_state_mask(inst, REG_LEFT, left);
    hd_state_bool(inst, REG_KEPT, kept);
    hd_state_word(inst, REG_KIND, kind);
    hd_state_word(inst, REG_OP, op);
    hd_state_mask(inst, REG_TAG, tag);
    hd_state(inst, REG_ADDR, 1, addr, bytes);
    hd_state(inst, REG_DATA, 1, data, bytes);
    hd_state(inst, REG_BE, 1, be, bytes);
    hd_state(inst, REG_EXPECT, 1, expected, bytes);
    hd_state(inst, REG_OWNER, 1, owner, bytes);
}

void shared_memory_answers(unsigned long long handle, svBit rsp_valid, unsigned long long rsp_tag,
                           unsigned long long rsp_lanes, svBit rsp_last,
                           const svBitVecVal *rsp_data, svBit ctx_valid,
                           const svBitVecVal *ctx_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct shared_memory_cfg *cfg = &((const state *)hd_model(inst))->m.cfg;
    hd_state_bool(inst, REG_RSP_VALID, rsp_valid);
    hd_state_mask(inst, REG_RSP_TAG, rsp_tag);
    hd_state_mask(inst, REG_RSP_LANES, rsp_lanes);
    hd_state_bool(inst, REG_RSP_LAST, rsp_last);
    hd_state(inst, REG_RSP_DATA, 1, rsp_data, cfg->lanes * sizeof(uint32_t));
    hd_state_bool(inst, REG_CTX_VALID, ctx_valid);
    hd_state(inst, REG_CTX_DATA, 1, ctx_data, cfg->row_bits / 8);
}

void shared_memory_holds(unsigned long long handle, unsigned long long valid,
                         const svBitVecVal *word, const svBitVecVal *owner,
                         const svBitVecVal *count, unsigned strain, unsigned refusal)
{
    struct hd_instance *inst = hd_instance(handle);
    const size_t bytes = ((const state *)hd_model(inst))->m.cfg.holds * sizeof(uint32_t);
    hd_state_mask(inst, REG_HOLD_VALID, valid);
    hd_state(inst, REG_HOLD_WORD, 1, word, bytes);
    hd_state(inst, REG_HOLD_OWNER, 1, owner, bytes);
    hd_state(inst, REG_HOLD_COUNT, 1, count, bytes);
    hd_state_word(inst, REG_STRAIN, strain);
    hd_state_word(inst, REG_REFUSAL, refusal);
}

/* ---- the ports ---- */

int shared_memory_ports(unsigned long long handle, svBit rst_n, svBit acc_valid, unsigned acc_kind,
                        unsigned acc_op, unsigned long long acc_mask, const svBitVecVal *acc_addr,
                        const svBitVecVal *acc_data, const svBitVecVal *acc_be,
                        const svBitVecVal *acc_expect, const svBitVecVal *acc_owner,
                        unsigned long long acc_tag, svBit rsp_ready, svBit ctx_valid, svBit ctx_we,
                        unsigned ctx_row, const svBitVecVal *ctx_wdata, svBit acc_ready,
                        svBit rsp_valid, unsigned long long rsp_tag, unsigned long long rsp_lanes,
                        svBit rsp_last, const svBitVecVal *rsp_data, svBit ctx_ready,
                        svBit ctx_rsp_valid, const svBitVecVal *ctx_rsp_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct shared_memory_cfg *cfg = &((const state *)hd_model(inst))->m.cfg;
    const size_t lanes = cfg->lanes * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    in->acc_valid = acc_valid != 0;
    in->acc_kind = acc_kind;
    in->acc_op = acc_op;
    in->acc_mask = acc_mask;
    memcpy(in->acc_addr, acc_addr, lanes);
    memcpy(in->acc_data, acc_data, lanes);
    memcpy(in->acc_be, acc_be, lanes);
    memcpy(in->acc_expect, acc_expect, lanes);
    memcpy(in->acc_owner, acc_owner, lanes);
    in->acc_tag = acc_tag;
    in->rsp_ready = rsp_ready != 0;
    in->ctx_valid = ctx_valid != 0;
    in->ctx_we = ctx_we != 0;
    in->ctx_row = ctx_row;
    memcpy(in->ctx_wdata, ctx_wdata, cfg->row_bits / 8);
    outputs *out = hd_outputs(inst);
    out->acc_ready = acc_ready != 0;
    out->rsp_valid = rsp_valid != 0;
    out->rsp_tag = rsp_tag;
    out->rsp_lanes = rsp_lanes;
    out->rsp_last = rsp_last != 0;
    memcpy(out->rsp_data, rsp_data, lanes);
    out->ctx_ready = ctx_ready != 0;
    out->ctx_rsp_valid = ctx_rsp_valid != 0;
    memcpy(out->ctx_rsp_data, ctx_rsp_data, cfg->row_bits / 8);
    return hd_ports(inst, rst_n != 0);
}
