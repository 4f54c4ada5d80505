/* SPDX-License-Identifier: Apache-2.0 */
#include "core/shared_memory.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "core/float_add.h"

enum { WORD_BITS = 32, ALL_BYTES = 0xf };

/* --- init and reset ------------------------------------------------------ */

static uint32_t row_words(const struct shared_memory *s) { return s->cfg.row_bits / WORD_BITS; }

static const char *cfg_error(const struct shared_memory_cfg *cfg)
{
    const uint32_t row = cfg->row_bits / WORD_BITS;
    if (cfg->lanes < 1 || cfg->lanes > SHARED_MEMORY_MAX_LANES) return "Lanes must be 1 to 64";
    if (!is_power_of_two(cfg->banks) || cfg->banks > SHARED_MEMORY_MAX_BANKS)
        return "Banks must be a power of two, 1 to 64";
    if (cfg->words < 2 || cfg->words > SHARED_MEMORY_MAX_WORDS) return "Words must be 2 to 65536";
    if (cfg->words <= cfg->banks || cfg->words % cfg->banks != 0)
        return "Words must be a multiple of Banks, and more";
    if (!is_power_of_two(cfg->row_bits) || row < 1 || row > cfg->banks)
        return "RowBits must be a power of two, 32 to 32 * Banks";
    if (cfg->owner_width < 1 || cfg->owner_width > 16) return "OwnerWidth must be 1 to 16";
    if (cfg->tag_width < 1 || cfg->tag_width > 64) return "TagWidth must be 1 to 64";
    if (!is_power_of_two(cfg->holds) || cfg->holds > SHARED_MEMORY_MAX_HOLDS)
        return "Holds must be a power of two, 1 to 64";
    if (cfg->patience < 1 || cfg->patience > 255) return "Patience must be 1 to 255";
    return NULL;
}

const char *shared_memory_init(struct shared_memory *s, const struct shared_memory_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, offsetof(struct shared_memory, mem));
    s->cfg = *cfg;
    memset(s->mem, 0, cfg->words * sizeof s->mem[0]);
    return NULL;
}

void shared_memory_reset(struct shared_memory *s)
{
    s->left = 0;
    s->mask = 0;
    s->kept = false;
    s->rsp_valid = false;
    s->ctx_valid = false;
    s->hold_valid = 0;
    s->strain = (struct strain){0};
}

/* --- eval ---------------------------------------------------------------- */

/* There is one table of reservations, and one adder. */
static bool goes_alone(const struct shared_memory *s)
{
    return s->kind == SHARED_MEMORY_ATOMIC &&
           (s->op == SHARED_MEMORY_LR || s->op == SHARED_MEMORY_SC || s->op == SHARED_MEMORY_ADDF);
}

/* For each bank the lowest lane left, and with it the lanes that load or store the same word. */
static uint64_t served_by_banks(const struct shared_memory *s)
{
    uint32_t word[SHARED_MEMORY_MAX_BANKS]; /* that a bank which is taken is asked for */
    uint64_t taken = 0;
    uint64_t served = 0;
    for (uint64_t left = s->left; left != 0; left &= left - 1) {
        const uint32_t lane = lowest(left);
        const uint32_t bank = s->addr[lane] & (s->cfg.banks - 1);
        if (has(taken, bank) && (s->kind == SHARED_MEMORY_ATOMIC || word[bank] != s->addr[lane]))
            continue;
        taken |= bit(bank);
        word[bank] = s->addr[lane];
        served |= bit(lane);
    }
    return served;
}

static uint64_t served_lanes(const struct shared_memory *s)
{
    return goes_alone(s) ? s->left & -s->left : served_by_banks(s);
}

void shared_memory_eval(const struct shared_memory *s, const struct shared_memory_in *in,
                        struct shared_memory_out *out)
{
    out->serve = s->kept && (!s->rsp_valid || in->rsp_ready);
    out->served = out->serve ? served_lanes(s) : 0;
    out->acc_ready = !s->kept || (out->serve && out->served == s->left);
    out->rsp_valid = s->rsp_valid;
    out->rsp_tag = s->rsp_valid ? s->rsp_tag : 0;
    out->rsp_lanes = s->rsp_valid ? s->rsp_lanes : 0;
    out->rsp_last = s->rsp_valid && s->rsp_last;
    out->rsp_data = s->rsp_data;
    out->ctx_ready = out->served == 0;
    out->ctx_rsp_valid = s->ctx_valid;
    out->ctx_rsp_data = s->ctx_data;
}

/* --- reservations -------------------------------------------------------- */

/* The entry of this word, or `holds`. */
static uint32_t entry_of_word(const struct shared_memory *s, uint32_t word)
{
    for (uint64_t held = s->hold_valid; held != 0; held &= held - 1) {
        if (s->hold_word[lowest(held)] == word) return lowest(held);
    }
    return s->cfg.holds;
}

static void free_entry(struct shared_memory *s, uint32_t entry) { s->hold_valid &= ~bit(entry); }

static void give_up(struct shared_memory *s, uint32_t thread)
{
    for (uint64_t held = s->hold_valid; held != 0; held &= held - 1) {
        if (s->hold_owner[lowest(held)] == thread) free_entry(s, lowest(held));
    }
}

/* The entry that a reservation of this word gets. If another thread has the entry, the entry
 * refuses. */
static uint32_t entry_for(const struct shared_memory *s, uint32_t word)
{
    const uint32_t entry = entry_of_word(s, word);
    if (entry != s->cfg.holds) return entry;
    const uint64_t all = ones(s->cfg.holds);
    return s->hold_valid != all ? lowest(~s->hold_valid) : word & (s->cfg.holds - 1);
}

/* The thread has given up its old reservation before: an entry is free, or another thread's. */
static void reserve(struct shared_memory *s, uint32_t word, uint32_t thread)
{
    const uint32_t entry = entry_for(s, word);
    if (has(s->hold_valid, entry) &&
        strain_refuses(&s->strain, &s->hold_count[entry], s->cfg.patience)) {
        return;
    }
    s->hold_valid |= bit(entry);
    s->hold_word[entry] = word;
    s->hold_owner[entry] = thread;
    s->hold_count[entry] = 0;
}

static bool is_held_by(const struct shared_memory *s, uint32_t word, uint32_t thread)
{
    const uint32_t entry = entry_of_word(s, word);
    return entry != s->cfg.holds && s->hold_owner[entry] == thread;
}

/* What threads write; contexts are written without it. */
static void write_word(struct shared_memory *s, uint32_t word, uint32_t data)
{
    const uint32_t entry = entry_of_word(s, word);
    if (entry != s->cfg.holds) free_entry(s, entry);
    s->mem[word] = data;
}

/* --- tick: a lane is served ---------------------------------------------- */

static uint32_t load_reserved(struct shared_memory *s, uint32_t lane)
{
    give_up(s, s->owner[lane]);
    reserve(s, s->addr[lane], s->owner[lane]);
    return s->mem[s->addr[lane]];
}

/* 0, or 1 if it failed. */
static uint32_t store_conditional(struct shared_memory *s, uint32_t lane)
{
    const uint32_t word = s->addr[lane];
    const bool mine = is_held_by(s, word, s->owner[lane]) && s->be[lane] != 0;
    give_up(s, s->owner[lane]);
    if (mine) write_word(s, word, s->data[lane]);
    if (mine) s->strain.level = 0;
    return mine ? 0 : 1;
}

static uint32_t operate(uint32_t op, uint32_t word, uint32_t operand)
{
    switch (op) {
    case SHARED_MEMORY_SWAP: return operand;
    case SHARED_MEMORY_ADD: return word + operand;
    case SHARED_MEMORY_XOR: return word ^ operand;
    case SHARED_MEMORY_AND: return word & operand;
    case SHARED_MEMORY_OR: return word | operand;
    case SHARED_MEMORY_MIN: return (int32_t)word < (int32_t)operand ? word : operand;
    case SHARED_MEMORY_MAX: return (int32_t)word > (int32_t)operand ? word : operand;
    case SHARED_MEMORY_MINU: return word < operand ? word : operand;
    case SHARED_MEMORY_ADDF: return float_add_sum(word, operand);
    default: return word > operand ? word : operand;
    }
}

static uint32_t do_atomic(struct shared_memory *s, uint32_t lane)
{
    if (s->op == SHARED_MEMORY_LR) return load_reserved(s, lane);
    if (s->op == SHARED_MEMORY_SC) return store_conditional(s, lane);
    const uint32_t old = s->mem[s->addr[lane]];
    if (s->op != SHARED_MEMORY_CAS)
        write_word(s, s->addr[lane], operate(s->op, old, s->data[lane]));
    else if (old == s->expect[lane]) write_word(s, s->addr[lane], s->data[lane]);
    return old;
}

/* A bit a byte to a word of whole bytes. */
static uint32_t bytes_mask(uint32_t be)
{
    return (be & 1) * 0xffu | (be >> 1 & 1) * 0xff00u | (be >> 2 & 1) * 0xff0000u |
           (be >> 3 & 1) * 0xff000000u;
}

static void do_store(struct shared_memory *s, uint32_t lane)
{
    const uint32_t word = s->addr[lane];
    const uint32_t enabled = bytes_mask(s->be[lane]);
    write_word(s, word, (s->mem[word] & ~enabled) | (s->data[lane] & enabled));
}

/* Lanes in order: where two store to a byte the higher one's stands. */
static void serve(struct shared_memory *s, uint64_t served)
{
    for (uint64_t lanes = served; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = lowest(lanes);
        switch (s->kind) {
        case SHARED_MEMORY_LOAD: s->rsp_data[lane] = s->mem[s->addr[lane]]; break;
        case SHARED_MEMORY_STORE: do_store(s, lane); break;
        default: s->rsp_data[lane] = do_atomic(s, lane); break;
        }
    }
    s->left &= ~served;
    s->kept = s->left != 0;
    s->rsp_valid = true;
    s->rsp_tag = s->tag;
    s->rsp_lanes = served;
    s->rsp_last = s->left == 0;
    s->rsp_means_data = s->kind != SHARED_MEMORY_STORE;
}

/* --- tick ---------------------------------------------------------------- */

static void take(struct shared_memory *s, const struct shared_memory_in *in)
{
    const size_t bytes = s->cfg.lanes * sizeof s->addr[0];
    s->kept = true;
    s->left = in->acc_mask;
    s->mask = in->acc_mask;
    s->kind = in->acc_kind;
    s->op = in->acc_op;
    s->tag = in->acc_tag;
    memcpy(s->addr, in->acc_addr, bytes);
    memcpy(s->data, in->acc_data, bytes);
    memcpy(s->be, in->acc_be, bytes);
    memcpy(s->expect, in->acc_expect, bytes);
    memcpy(s->owner, in->acc_owner, bytes);
}

static void move_row(struct shared_memory *s, const struct shared_memory_in *in)
{
    uint32_t *row = s->mem + in->ctx_row * row_words(s);
    if (in->ctx_we) {
        memcpy(row, in->ctx_wdata, row_words(s) * sizeof *row);
    } else {
        memcpy(s->ctx_data, row, row_words(s) * sizeof *row);
        s->ctx_valid = true;
    }
}

/* Lanes are served before the next access comes; a row goes only if none is. */
void shared_memory_tick(struct shared_memory *s, const struct shared_memory_in *in,
                        const struct shared_memory_out *out)
{
    if (in->rsp_ready) s->rsp_valid = false;
    s->ctx_valid = false;
    if (out->serve) serve(s, out->served);
    if (in->ctx_valid && out->ctx_ready) move_row(s, in);
    if (in->acc_valid && out->acc_ready) take(s, in);
}

bool shared_memory_rests(const struct shared_memory *s, const struct shared_memory_in *in,
                         const struct shared_memory_out *out)
{
    const bool answer_goes = (s->rsp_valid && in->rsp_ready) || s->ctx_valid;
    const bool row_goes = in->ctx_valid && out->ctx_ready;
    return !answer_goes && !out->serve && !row_goes && !(in->acc_valid && out->acc_ready);
}

/* --- check and promise --------------------------------------------------- */

static const char *check_hold(const struct shared_memory *s, uint32_t entry)
{
    if (s->hold_word[entry] >= s->cfg.words) return "hold_range";
    for (uint64_t held = s->hold_valid & ~bit(entry); held != 0; held &= held - 1) {
        if (s->hold_word[lowest(held)] == s->hold_word[entry]) return "hold_once";
        if (s->hold_owner[lowest(held)] == s->hold_owner[entry]) return "hold_once";
    }
    return s->hold_count[entry] < s->cfg.patience ? NULL : "hold_patience";
}

const char *shared_memory_check(const struct shared_memory *s)
{
    if ((s->mask & ~ones(s->cfg.lanes)) != 0) return "lane_range";
    if ((s->left & ~s->mask) != 0) return "once";
    if (!s->kept && s->left != 0) return "once";
    if (s->kept && s->left == 0 && s->mask != 0) return "once";
    if (s->rsp_valid && s->rsp_lanes == 0 && !s->rsp_last) return "order";
    if ((s->hold_valid & ~ones(s->cfg.holds)) != 0) return "hold_range";
    for (uint64_t held = s->hold_valid; held != 0; held &= held - 1) {
        const char *broken = check_hold(s, lowest(held));
        if (broken != NULL) return broken;
    }
    return NULL;
}

static const char *lane_promise(const struct shared_memory *s, const struct shared_memory_in *in,
                                uint32_t lane)
{
    if (in->acc_addr[lane] >= s->cfg.words) return "an address is not below Words";
    if ((in->acc_be[lane] & ~(uint32_t)ALL_BYTES) != 0) return "a byte is not of the word";
    if ((in->acc_owner[lane] & ~ones(s->cfg.owner_width)) != 0)
        return "a thread's name is wider than OwnerWidth";
    return NULL;
}

const char *shared_memory_promise(const struct shared_memory *s, const struct shared_memory_in *in)
{
    if (in->ctx_valid && in->ctx_row >= s->cfg.words / row_words(s)) return "a row is not there";
    if (!in->acc_valid) return NULL;
    if (in->acc_kind > SHARED_MEMORY_ATOMIC) return "an access is of no kind";
    if (in->acc_kind == SHARED_MEMORY_ATOMIC && in->acc_op > SHARED_MEMORY_ADDF)
        return "an atomic is no operation";
    if ((in->acc_mask & ~ones(s->cfg.lanes)) != 0) return "a lane accesses that is not below Lanes";
    if ((in->acc_tag & ~ones(s->cfg.tag_width)) != 0) return "a tag is wider than TagWidth";
    for (uint64_t lanes = in->acc_mask; lanes != 0; lanes &= lanes - 1) {
        const char *broken = lane_promise(s, in, lowest(lanes));
        if (broken != NULL) return broken;
    }
    return NULL;
}
