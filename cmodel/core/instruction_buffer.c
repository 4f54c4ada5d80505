/* SPDX-License-Identifier: Apache-2.0 */
#include "core/instruction_buffer.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum { HALF = 64 };

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct instruction_buffer_cfg *cfg)
{
    const uint32_t n = cfg->entries;
    if (cfg->slots < 2 || cfg->slots > INSTRUCTION_BUFFER_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->ports < 1 || cfg->ports > INSTRUCTION_BUFFER_MAX_PORTS || cfg->ports > cfg->slots)
        return "Ports must be 1 to 4, at most Slots";
    if (n != 1 && n != 2 && n != INSTRUCTION_BUFFER_MAX_ENTRIES) return "Entries must be 1, 2 or 4";
    if (cfg->word_width < 1 || cfg->word_width > INSTRUCTION_BUFFER_MAX_WORD_WIDTH)
        return "WordWidth must be 1 to 128";
    return NULL;
}

const char *instruction_buffer_init(struct instruction_buffer *s,
                                    const struct instruction_buffer_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    for (uint32_t slot = 0; slot < cfg->slots; slot++) s->own[slot % cfg->ports] |= bit(slot);
    return NULL;
}

void instruction_buffer_reset(struct instruction_buffer *s)
{
    memset(s->first, 0, sizeof s->first);
    memset(s->count, 0, sizeof s->count);
    s->stopped = s->flying = s->stale = s->passed = s->held = 0;
    s->fetch_some = false;
    s->check_some = 0;
    s->heads = s->full = 0;
}

/* --- a slot's instructions ----------------------------------------------- */

/* Where the slot's n-th instruction is; Entries is a power of two. */
static uint32_t place(const struct instruction_buffer *s, uint32_t slot, uint32_t n)
{
    return slot * s->cfg.entries + ((s->first[slot] + n) & (s->cfg.entries - 1));
}

const struct instruction_buffer_word *instruction_buffer_head(const struct instruction_buffer *s,
                                                              uint32_t slot)
{
    return &s->word[place(s, slot, 0)];
}

/* What `heads` and `full` say of a slot whose count has changed. */
static void recount(struct instruction_buffer *s, uint32_t slot)
{
    const uint32_t count = s->count[slot];
    s->heads = count != 0 ? s->heads | bit(slot) : s->heads & ~bit(slot);
    s->full = count == s->cfg.entries ? s->full | bit(slot) : s->full & ~bit(slot);
}

/* --- eval ---------------------------------------------------------------- */

static const struct instruction_buffer_word no_word;

/* The next slot of a set behind the last one, in the order of numbers, round the end. The set is
 * not empty. */
static uint32_t next_of(uint64_t set, bool some, uint32_t last)
{
    const uint64_t behind = some ? set & ~ones(last + 1) : set;
    return (uint32_t)__builtin_ctzll(behind != 0 ? behind : set);
}

static void eval_fetch(const struct instruction_buffer *s, uint64_t want,
                       struct instruction_buffer_out *out)
{
    const uint64_t wanted = want & ~(s->stopped | s->flying | s->full);
    out->fetch_valid = wanted != 0;
    out->fetch_slot = wanted != 0 ? next_of(wanted, s->fetch_some, s->fetch_last) : 0;
    out->fetch_ahead = wanted != 0 ? s->count[out->fetch_slot] : 0;
}

static void eval_check(const struct instruction_buffer *s, uint32_t p,
                       struct instruction_buffer_out *out)
{
    const uint64_t unknown = s->heads & ~(s->passed | s->held) & s->own[p];
    out->check_valid[p] = unknown != 0;
    out->check_slot[p] = 0;
    out->check_word[p] = no_word;
    if (unknown == 0) return;
    out->check_slot[p] = next_of(unknown, has(s->check_some, p), s->check_last[p]);
    out->check_word[p] = *instruction_buffer_head(s, out->check_slot[p]);
}

/* Is this slot one of port p's, and has it a head? */
static bool has_head(const struct instruction_buffer *s, uint32_t p, uint32_t slot)
{
    return slot < s->cfg.slots && has(s->heads & s->own[p], slot);
}

void instruction_buffer_eval(const struct instruction_buffer *s,
                             const struct instruction_buffer_in *in,
                             struct instruction_buffer_out *out)
{
    eval_fetch(s, in->want, out);
    out->head = s->heads;
    out->can = s->passed;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->head_slot[p];
        eval_check(s, p, out);
        out->head_word[p] = has_head(s, p, slot) ? *instruction_buffer_head(s, slot) : no_word;
    }
}

/* --- tick ---------------------------------------------------------------- */

/* A look that finds registers busy holds the head up, unless one of them is written now. */
static void look(struct instruction_buffer *s, uint32_t p, uint32_t slot, bool pass, uint64_t wake)
{
    s->check_last[p] = slot;
    s->check_some |= 1u << p;
    if (pass) s->passed |= bit(slot);
    else if (!has(wake, slot)) s->held |= bit(slot);
}

static void issue(struct instruction_buffer *s, uint32_t slot)
{
    s->first[slot] = (uint8_t)((s->first[slot] + 1u) & (s->cfg.entries - 1));
    s->count[slot]--;
    s->passed &= ~bit(slot);
    recount(s, slot);
}

/* An answer from before a flush, or in the cycle of one, is dropped. */
static void answer(struct instruction_buffer *s, const struct instruction_buffer_in *in)
{
    const uint32_t slot = in->rsp_slot;
    const bool stale = has(s->stale | in->flush, slot);
    s->flying &= ~bit(slot);
    s->stale &= ~bit(slot);
    if (stale) return;
    s->word[place(s, slot, s->count[slot])] = in->rsp_word;
    s->count[slot]++;
    if (in->rsp_stop) s->stopped |= bit(slot);
    recount(s, slot);
}

/* The slots are empty; fetches under way are stale. The ring goes on where its head was. */
static void flush(struct instruction_buffer *s, uint64_t slots)
{
    for (uint64_t left = slots & s->heads; left != 0; left &= left - 1)
        s->count[__builtin_ctzll(left)] = 0;
    s->heads &= ~slots;
    s->full &= ~slots;
    s->stopped &= ~slots;
    s->passed &= ~slots;
    s->held &= ~slots;
    s->stale |= slots & s->flying;
}

/* The order matters. A head that was held may be woken. A head that is looked at in this cycle is
 * not held if one of its registers is written. The fetch that is accepted is under way; a flush
 * makes it stale. */
void instruction_buffer_tick(struct instruction_buffer *s, const struct instruction_buffer_in *in,
                             const struct instruction_buffer_out *out)
{
    s->held &= ~in->wake;
    s->stopped &= ~in->go;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (out->check_valid[p]) look(s, p, out->check_slot[p], in->check_pass[p], in->wake);
        if (in->pop_en[p] && !has(in->flush, in->head_slot[p])) issue(s, in->head_slot[p]);
    }
    if (in->rsp_valid) answer(s, in);
    if (out->fetch_valid && in->fetch_ready) {
        s->flying |= bit(out->fetch_slot);
        s->fetch_last = out->fetch_slot;
        s->fetch_some = true;
    }
    if (in->flush != 0) flush(s, in->flush);
}

bool instruction_buffer_rests(const struct instruction_buffer *s,
                              const struct instruction_buffer_in *in,
                              const struct instruction_buffer_out *out)
{
    bool moves = in->rsp_valid || (out->fetch_valid && in->fetch_ready);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        moves = moves || out->check_valid[p] || in->pop_en[p];
    return !moves && (s->held & in->wake) == 0 && (s->stopped & in->go) == 0 && in->flush == 0;
}

/* --- check and promise --------------------------------------------------- */

/* With the fetch that flies, unless its answer will be dropped. */
static bool is_room(const struct instruction_buffer *s)
{
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const uint32_t comes = has(s->flying & ~s->stale, slot);
        if (s->count[slot] + comes > s->cfg.entries || s->first[slot] >= s->cfg.entries)
            return false;
        if (has(s->heads, slot) != (s->count[slot] != 0)) return false;
        if (has(s->full, slot) != (s->count[slot] == s->cfg.entries)) return false;
    }
    return true;
}

const char *instruction_buffer_check(const struct instruction_buffer *s)
{
    const uint64_t slots = s->heads | s->full | s->stopped | s->flying | s->stale | s->held;
    if ((slots & ~ones(s->cfg.slots)) != 0) return "slot_range";
    if (s->fetch_last >= s->cfg.slots) return "last_range";
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (has(s->check_some, p) && !has(s->own[p], s->check_last[p])) return "last_range";
    }
    if (!is_room(s)) return "room";
    if ((s->stopped & s->flying) != 0) return "nothing_behind";
    if (((s->passed | s->held) & ~s->heads) != 0) return "passed_head";
    if ((s->passed & s->held) != 0) return "passed_head";
    return (s->stale & ~s->flying) != 0 ? "one_flies" : NULL;
}

static bool is_wider(const struct instruction_buffer_word *word, uint32_t bits)
{
    if (bits > HALF) return bits < 2 * HALF && word->half[1] >> (bits - HALF) != 0;
    return word->half[1] != 0 || (word->half[0] & ~ones(bits)) != 0;
}

static const char *answer_promise(const struct instruction_buffer *s,
                                  const struct instruction_buffer_in *in)
{
    if (!in->rsp_valid) return NULL;
    if (in->rsp_slot >= s->cfg.slots) return "an answer is for a slot that is not below Slots";
    if (!has(s->flying, in->rsp_slot)) return "an answer is to no fetch that flies";
    return is_wider(&in->rsp_word, s->cfg.word_width) ? "an instruction is wider than WordWidth"
                                                      : NULL;
}

/* Slots whose stop has issued, or issues in this cycle: a stop is the last word of its slot. */
static uint64_t may_go(const struct instruction_buffer *s, uint64_t issues)
{
    uint64_t slots = 0;
    for (uint64_t left = s->stopped; left != 0; left &= left - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(left);
        if (s->count[slot] <= has(issues, slot)) slots |= bit(slot);
    }
    return slots;
}

const char *instruction_buffer_promise(const struct instruction_buffer *s,
                                       const struct instruction_buffer_in *in)
{
    const char *broken = answer_promise(s, in);
    uint64_t issues = 0;
    if (broken != NULL) return broken;
    if (((in->want | in->wake | in->flush) & ~ones(s->cfg.slots)) != 0)
        return "a slot is not below Slots";
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->pop_en[p]) continue;
        const uint32_t slot = in->head_slot[p];
        if (slot >= s->cfg.slots || !has(s->own[p], slot))
            return "a port issues for a slot of another scheduler";
        if (!has(s->passed, slot)) return "an instruction issues that has not passed";
        issues |= bit(slot);
    }
    if ((in->go & ~s->stopped) != 0) return "a slot goes on that is not stopped";
    return (in->go & ~may_go(s, issues)) != 0 ? "a slot goes on whose stop has not issued" : NULL;
}
