/* SPDX-License-Identifier: Apache-2.0 */
#include "core/shared_memory_cover.h"

/* The bins of operations are in their order. */
enum { BIN_OP = BIN_SWAP };

static bool one_bit(uint64_t x) { return x != 0 && (x & (x - 1)) == 0; }
static bool reserves(uint32_t op) { return op == SHARED_MEMORY_LR || op == SHARED_MEMORY_SC; }

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

static uint64_t all_entries(const struct shared_memory *s) { return ones(s->cfg.holds); }

static void cover_handshakes(const struct shared_memory *s, const inputs *in, const outputs *out,
                             uint64_t *bin)
{
    const bool serves = out->serve, empty = serves && s->left == 0;
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
    const uint32_t top = clog2(s->cfg.words) - 1;
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
    if (banks == ones(s->cfg.banks)) bin[BIN_ALL_BANKS]++;
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
    if (out->serve) bin[BIN_CTX_WHILE_EMPTY]++;
    if (in->acc_valid && out->acc_ready) bin[BIN_CTX_AND_TAKEN]++;
    if (!in->ctx_we && s->ctx_valid) bin[BIN_CTX_STREAM]++;
    for (uint32_t i = 0; in->ctx_we && i < words; i++)
        if (is_reserved(s, in->ctx_row * words + i)) bin[BIN_CTX_RESERVED]++;
}

void shared_memory_cover(const struct shared_memory *s, const inputs *in, const outputs *out,
                         uint64_t *bin)
{
    cover_handshakes(s, in, out, bin);
    cover_ctx(s, in, out, bin);
    if (s->hold_valid == all_entries(s)) bin[BIN_ALL_HELD]++;
    if (out->served != 0) cover_served(s, out->served, bin);
}
