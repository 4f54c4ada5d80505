/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/cct.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct cct_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > CCT_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->entries < cfg->slots || cfg->entries > CCT_MAX_ENTRIES)
        return "Entries must be Slots to 256";
    if (cfg->lanes < 1 || cfg->lanes > CCT_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->pc_width < 1 || cfg->pc_width > CCT_MAX_PC_WIDTH) return "PcWidth must be 1 to 64";
    if (cfg->levels < 1 || cfg->levels > CCT_MAX_LEVELS) return "Levels must be 1 to 128";
    return NULL;
}

const char *cct_init(struct cct *s, const struct cct_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    cct_reset(s);
    return NULL;
}

/* Only what has a meaning with empty lists. */
void cct_reset(struct cct *s)
{
    memset(s->count, 0, sizeof s->count);
    memset(s->deep, 0, sizeof s->deep);
    memset(s->first, 0, sizeof s->first);
    memset(s->reading, 0, sizeof s->reading);
    for (uint32_t e = 0; e < s->cfg.entries; e++) s->next[e] = e + 1;
    s->free = 0;
    s->shared = s->cfg.entries - s->cfg.slots;
    s->walk = false;
    s->spill_valid = false;
    s->turn = 0;
}

/* --- contexts as bits ---------------------------------------------------- */

/* The bits from place `at` on, `width` of them, of words of 32 bits. */
static uint64_t get(const uint32_t *words, uint32_t at, uint32_t width)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < width; i++)
        value |= (uint64_t)(words[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return value;
}

static void put(uint32_t *words, uint32_t at, uint32_t width, uint64_t value)
{
    for (uint32_t i = 0; i < width; i++)
        words[(at + i) / 32] |= (uint32_t)(value >> i & 1) << (at + i) % 32;
}

/* --- what a cycle has ---------------------------------------------------- */

static uint32_t used(const struct cct *s, uint32_t slot)
{
    return s->count[slot] + s->reading[slot];
}

/* All is decided by the state before the cycle. */
struct events {
    bool pop, fill, table, memory; /* table, memory: a push is taken, and goes there */
};

static struct events events_of(const struct cct *s, const struct cct_in *in)
{
    struct events e = {.pop = in->pop_en, .fill = in->fill_valid};
    if (!in->push_valid || s->spill_valid) return e;
    const uint32_t slot = in->push_slot;
    e.memory = (in->push_last && s->deep[slot] != 0) || (used(s, slot) != 0 && s->shared == 0);
    e.table = !e.memory;
    return e;
}

/* --- eval ---------------------------------------------------------------- */

static void show_request(const struct cct *s, struct cct_out *out)
{
    out->spill_valid = s->spill_valid;
    if (!s->spill_valid) return;
    out->spill_load = s->spill_load;
    out->spill_slot = s->spill_slot;
    out->spill_level = s->spill_level;
    if (s->spill_load) return;
    put(out->spill_data, 0, s->cfg.lanes, s->spill_mask);
    put(out->spill_data, s->cfg.lanes, s->cfg.pc_width, s->spill_pc);
}

void cct_eval(const struct cct *s, const struct cct_in *in, struct cct_out *out)
{
    memset(out, 0, sizeof *out);
    out->push_ready = !s->spill_valid;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (s->count[slot] != 0) out->any |= bit(slot);
        if (s->count[slot] != 0 || s->deep[slot] != 0) out->has |= bit(slot);
    }
    if (has_any(out->any, in->pop_slot)) {
        out->pop_pc = s->pc[s->head[in->pop_slot]];
        out->pop_mask = s->mask[s->head[in->pop_slot]];
    }
    show_request(s, out);
}

/* --- tick: lists --------------------------------------------------------- */

static uint32_t take_free(struct cct *s)
{
    const uint32_t e = s->free;
    s->free = s->next[e];
    return e;
}

static uint32_t take_head(struct cct *s, uint32_t slot)
{
    const uint32_t e = s->head[slot];
    s->head[slot] = s->next[e];
    s->count[slot]--;
    return e;
}

/* A free entry in front of a list, or behind it. */
static uint32_t link(struct cct *s, uint32_t slot, uint64_t pc, uint64_t mask, bool last)
{
    const uint32_t e = take_free(s);
    s->pc[e] = pc;
    s->mask[e] = mask;
    s->last[e] = last;
    if (s->count[slot] == 0) {
        s->head[slot] = s->tail[slot] = e;
    } else if (last) {
        s->next[s->tail[slot]] = e;
        s->tail[slot] = e;
    } else {
        s->next[e] = s->head[slot];
        s->head[slot] = e;
    }
    s->count[slot]++;
    return e;
}

static void fill(struct cct *s, const struct cct_in *in)
{
    const uint32_t slot = in->fill_slot;
    link(s, slot, get(in->fill_data, s->cfg.lanes, s->cfg.pc_width),
         get(in->fill_data, 0, s->cfg.lanes), false);
    s->deep[slot]--;
    s->first[slot] = (s->first[slot] + 1) % s->cfg.levels;
    s->reading[slot] = false;
}

/* The page's definition: a slot's first entry is kept for it. */
static uint32_t shared_entries(const struct cct *s)
{
    uint32_t shared = s->cfg.entries - s->cfg.slots;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++)
        if (used(s, slot) > 1) shared -= used(s, slot) - 1;
    return shared;
}

/* --- tick: sideband sorter ----------------------------------------------- */

static bool is_disturbed(const struct cct *s, const struct cct_in *in, const struct events *e)
{
    const uint32_t slot = s->walk_slot;
    return (e->pop && in->pop_slot == slot) || (e->fill && in->fill_slot == slot) ||
           (e->table && in->push_slot == slot);
}

/* The walk's entry changes places with the one behind it, if that is to be before it. */
static void step(struct cct *s)
{
    const uint32_t slot = s->walk_slot, at = s->walk_at, behind = s->next[at];
    if (s->last[behind] || s->pc[behind] >= s->pc[at]) {
        s->walk = false;
        return;
    }
    if (s->walk_top) s->head[slot] = behind;
    else s->next[s->walk_before] = behind;
    if (s->tail[slot] == behind) {
        s->tail[slot] = at;
        s->walk = false;
    } else {
        s->next[at] = s->next[behind];
    }
    s->next[behind] = at;
    s->walk_top = false;
    s->walk_before = behind;
}

/* Ahead of the lists' changes: a walk that is not disturbed is of another list than theirs. */
static void tick_walk(struct cct *s, const struct cct_in *in, const struct events *e)
{
    if (!s->walk) return;
    if (is_disturbed(s, in, e)) s->walk = false;
    else step(s);
}

/* --- tick: memory -------------------------------------------------------- */

static bool is_dry(const struct cct *s, uint32_t slot)
{
    return s->count[slot] == 0 && s->deep[slot] != 0 && !s->reading[slot];
}

/* The slot that is read, Slots for none; by the state before the cycle. */
static uint32_t slot_to_read(const struct cct *s, const struct cct_in *in, const struct events *e)
{
    if ((s->spill_valid && !in->spill_ready) || e->memory) return s->cfg.slots;
    uint64_t dry = 0;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++)
        if (is_dry(s, slot) && !(e->table && in->push_slot == slot)) dry |= bit(slot);
    if (dry == 0) return s->cfg.slots;
    const uint64_t behind = dry & ~ones(s->turn);
    return lowest(behind != 0 ? behind : dry);
}

static void request_read(struct cct *s, uint32_t slot)
{
    s->spill_valid = s->spill_load = true;
    s->spill_slot = slot;
    s->spill_level = s->first[slot];
    s->reading[slot] = true;
    s->turn = (slot + 1) % s->cfg.slots;
}

/* Ahead of a fill of the slot: the sum of first and deep does not change by one. */
static void request_write(struct cct *s, const struct cct_in *in)
{
    const uint32_t slot = in->push_slot;
    s->spill_valid = true;
    s->spill_load = false;
    s->spill_slot = slot;
    s->spill_level = (s->first[slot] + s->deep[slot]) % s->cfg.levels;
    s->spill_pc = in->push_pc;
    s->spill_mask = in->push_mask;
    s->deep[slot]++;
}

/* --- tick ---------------------------------------------------------------- */

/* The popped entry is free only behind the cycle's takes. A walk starts at the pushed entry if
 * there is one behind it. */
static void tick_lists(struct cct *s, const struct cct_in *in, const struct events *e,
                       bool sorter_may)
{
    uint32_t popped = 0;
    if (e->pop) popped = take_head(s, in->pop_slot);
    if (e->fill) fill(s, in);
    if (e->table) {
        const uint32_t at = link(s, in->push_slot, in->push_pc, in->push_mask, in->push_last);
        if (sorter_may && !in->push_last && s->count[in->push_slot] > 1) {
            s->walk = s->walk_top = true;
            s->walk_slot = in->push_slot;
            s->walk_at = at;
        }
    }
    if (!e->pop) return;
    s->next[popped] = s->free;
    s->free = popped;
}

void cct_tick(struct cct *s, const struct cct_in *in, const struct cct_out *out)
{
    const struct events e = events_of(s, in);
    const uint32_t read = slot_to_read(s, in, &e);
    const bool sorter_may = !s->walk || s->walk_slot == in->push_slot;
    (void)out;
    if (s->spill_valid && in->spill_ready) s->spill_valid = false;
    tick_walk(s, in, &e);
    if (e.memory) request_write(s, in);
    if (read < s->cfg.slots) request_read(s, read);
    tick_lists(s, in, &e, sorter_may);
    if (e.pop || e.fill || e.table || read < s->cfg.slots) s->shared = shared_entries(s);
}

/* --- check --------------------------------------------------------------- */

/* Goes down a list and marks its entries; false: one of them was marked, it has no end where it
 * should, or a context without last is behind one with it. */
static bool mark_list(const struct cct *s, uint32_t slot, bool *marked, const char **broken)
{
    uint32_t at = s->head[slot], end = at;
    bool last = false;
    uint64_t threads = 0;
    for (uint32_t n = s->count[slot]; n > 0; n--) {
        *broken = "lists_part";
        if (at >= s->cfg.entries || marked[at]) return false;
        *broken = "last_behind";
        if (last && !s->last[at]) return false;
        *broken = "threads_part";
        if ((threads & s->mask[at]) != 0) return false;
        marked[at] = true;
        last = s->last[at];
        threads |= s->mask[at];
        end = at;
        at = s->next[at];
    }
    *broken = "lists_part";
    return s->count[slot] == 0 || end == s->tail[slot];
}

static bool is_free_list_right(const struct cct *s, bool *marked)
{
    uint32_t n = s->cfg.entries, at = s->free;
    for (uint32_t e = 0; e < s->cfg.entries; e++) n -= marked[e];
    for (; n > 0; n--) {
        if (at >= s->cfg.entries || marked[at]) return false;
        marked[at] = true;
        at = s->next[at];
    }
    return true;
}

/* Is the walk's entry in its list and not at the end, and the one before it what is said? */
static bool walk_inside(const struct cct *s)
{
    const uint32_t slot = s->walk_slot;
    if (!s->walk) return true;
    if (slot >= s->cfg.slots || s->last[s->walk_at]) return false;
    uint32_t at = s->head[slot], before = at;
    for (uint32_t n = s->count[slot]; n > 1; n--) {
        if (at == s->walk_at)
            return at == s->head[slot] ? s->walk_top : !s->walk_top && s->walk_before == before;
        before = at;
        at = s->next[at];
    }
    return false;
}

const char *cct_check(const struct cct *s)
{
    bool marked[CCT_MAX_ENTRIES] = {false};
    const char *broken = NULL;
    uint64_t slots_used = 0;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (!mark_list(s, slot, marked, &broken)) return broken;
        if (s->reading[slot] && s->deep[slot] == 0) return "read_dry";
        if (s->deep[slot] > s->cfg.levels || s->first[slot] >= s->cfg.levels) return "read_dry";
        slots_used += used(s, slot);
    }
    if (!is_free_list_right(s, marked)) return "lists_part";
    if (slots_used > s->cfg.entries) return "room_for_fill";
    if (s->shared != shared_entries(s)) return "shared_right";
    return walk_inside(s) ? NULL : "walk_inside";
}

/* --- promise ------------------------------------------------------------- */

static const char *width_promise(const struct cct *s, const struct cct_in *in)
{
    const uint32_t slots = clog2(s->cfg.slots), context = s->cfg.lanes + s->cfg.pc_width;
    if (((in->push_slot | in->pop_slot | in->fill_slot) & ~ones(slots)) != 0)
        return "a slot has more bits than SlotWidth";
    if ((in->push_pc & ~ones(s->cfg.pc_width)) != 0) return "an address has more than PcWidth bits";
    if ((in->push_mask & ~ones(s->cfg.lanes)) != 0) return "a mask has more bits than Lanes";
    if (get(in->fill_data, context,
            CCT_CONTEXT_WORDS * 32 - context < 64 ? CCT_CONTEXT_WORDS * 32 - context : 64) != 0)
        return "a fill has more bits than a context";
    return NULL;
}

/* The threads of the slot's list; of a popped context not. */
static uint64_t threads_of(const struct cct *s, const struct cct_in *in, uint32_t slot)
{
    uint64_t threads = 0;
    uint32_t at = s->head[slot];
    for (uint32_t n = s->count[slot]; n > 0; n--) {
        const bool popped = in->pop_en && in->pop_slot == slot && n == s->count[slot];
        if (!popped) threads |= s->mask[at];
        at = s->next[at];
    }
    return threads;
}

static const char *push_promise(const struct cct *s, const struct cct_in *in)
{
    if (!in->push_valid) return NULL;
    if (in->push_slot >= s->cfg.slots) return "a push is of a slot that is not below Slots";
    if (in->push_mask == 0) return "a push has no thread";
    if ((in->push_mask & threads_of(s, in, in->push_slot)) != 0)
        return "a push has a thread that the slot has";
    if (events_of(s, in).memory && s->deep[in->push_slot] >= s->cfg.levels)
        return "a slot has no place in memory";
    return NULL;
}

static const char *fill_promise(const struct cct *s, const struct cct_in *in)
{
    const uint32_t slot = in->fill_slot;
    if (!in->fill_valid) return NULL;
    if (slot >= s->cfg.slots || !s->reading[slot]) return "a fill is of no read";
    if (s->spill_valid && s->spill_load && s->spill_slot == slot)
        return "a fill comes before its read is accepted";
    return NULL;
}

const char *cct_promise(const struct cct *s, const struct cct_in *in)
{
    const char *broken = width_promise(s, in);
    if (broken == NULL && in->pop_en &&
        (in->pop_slot >= s->cfg.slots || s->count[in->pop_slot] == 0))
        broken = "a pop is of an empty list";
    if (broken == NULL) broken = push_promise(s, in);
    return broken != NULL ? broken : fill_promise(s, in);
}
