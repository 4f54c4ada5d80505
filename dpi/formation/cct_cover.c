/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/cct_cover.h"
#include "formation/cct_view.h"

typedef struct cct state;
typedef struct cct_in inputs;

/* What happens in a cycle. */
struct events {
    bool pop, fill, link, store;
    bool push_any; /* the push finds a list */
};

static struct events events_of(const state *s, const inputs *in, const struct cct_out *out)
{
    struct events e = {.pop = in->pop_en, .fill = in->fill_valid};
    const uint32_t slot = in->push_slot;
    if (!in->push_valid || !out->push_ready) return e;
    e.store = (in->push_last && s->deep[slot] > 0) || (used(s, slot) > 0 && s->shared == 0);
    e.link = !e.store;
    const uint32_t left = s->count[slot] - (e.pop && in->pop_slot == slot ? 1 : 0);
    e.push_any = left > 0 || (e.fill && in->fill_slot == slot);
    return e;
}

static void cover_link(const state *s, const inputs *in, const struct events *e, uint64_t *bin)
{
    const uint32_t slot = in->push_slot;
    if (!in->push_last) bin[e->push_any ? BIN_PUSH_HEAD : BIN_PUSH_EMPTY]++;
    else bin[e->push_any ? BIN_PUSH_LAST : BIN_PUSH_LAST_EMPTY]++;
    if (in->push_last && e->push_any && s->last[s->tail[slot]]) bin[BIN_PUSH_LAST_LAST]++;
    if (s->shared == 0) bin[BIN_PUSH_KEPT]++;
}

static void cover_store(const state *s, const inputs *in, const struct events *e, uint64_t *bin)
{
    const uint32_t slot = in->push_slot;
    const bool last = in->push_last && s->deep[slot] > 0;
    bin[last ? BIN_STORE_LAST : BIN_STORE_FULL]++;
    if (last && s->count[slot] == 0) bin[BIN_STORE_LAST_ONE]++;
    if (!last && s->reading[slot] && s->count[slot] == 0) bin[BIN_STORE_READING]++;
    if (s->first[slot] + s->deep[slot] >= s->cfg.levels) bin[BIN_STORE_WRAPS]++;
    if (e->pop && s->shared == 0) bin[BIN_POP_PUSH_FULL]++;
    if (e->fill && in->fill_slot == slot && last) bin[BIN_FILL_PUSH_LAST]++;
    uint32_t reads = 0;
    for (uint32_t k = 0; k < s->cfg.slots; k++) reads += s->reading[k];
    if (free_entries(s) == reads) bin[BIN_PUSH_FULL]++;
}

static void cover_pop(const state *s, const inputs *in, const struct events *e, uint64_t *bin)
{
    const uint32_t slot = in->pop_slot;
    const uint32_t head = s->head[slot];
    bin[s->count[slot] == 1 ? BIN_POP_LAST : BIN_POP_SOME]++;
    if (s->last[head]) bin[BIN_POP_WAS_LAST]++;
    if (e->link && in->push_slot == slot) {
        const bool one = s->count[slot] == 1;
        if (in->push_last) bin[one ? BIN_POP_PUSH_LAST_ONE : BIN_POP_PUSH_LAST]++;
        else bin[one ? BIN_POP_PUSH_ONE : BIN_POP_PUSH]++;
    }
    if (e->link && in->push_slot != slot) bin[BIN_POP_PUSH_OTHER]++;
    if (e->fill && in->fill_slot == slot) {
        bin[s->count[slot] == 1 ? BIN_POP_FILL_ONE : BIN_POP_FILL]++;
        if (e->link && in->push_slot == slot) bin[BIN_POP_FILL_PUSH]++;
    }
    if (e->fill && e->link && in->fill_slot != slot && in->push_slot != slot &&
        in->push_slot != in->fill_slot)
        bin[BIN_ALL_THREE]++;
    uint32_t at = head;
    for (uint32_t k = 1; k < s->count[slot]; k++) {
        at = s->next[at];
        if (s->last[head] || s->last[at] || s->pc[at] >= s->pc[head]) continue;
        bin[BIN_DEGRADED]++;
        break;
    }
}

static void cover_fill(const state *s, const inputs *in, const struct events *e, uint64_t *bin)
{
    const uint32_t slot = in->fill_slot;
    bin[s->count[slot] == 0 ? BIN_FILL_EMPTY : BIN_FILL_BEHIND_PUSH]++;
    if (e->link && in->push_slot == slot)
        bin[s->count[slot] == 0 ? BIN_FILL_PUSH : BIN_FILL_PUSH_SOME]++;
    if (e->link && in->push_slot != slot) bin[BIN_FILL_PUSH_OTHER]++;
    if (s->first[slot] == s->cfg.levels - 1) bin[BIN_READ_WRAPS]++;
}

static void cover_read(const state *s, const inputs *in, const struct events *e, uint64_t *bin)
{
    const uint32_t slots = s->cfg.slots;
    uint64_t all = 0;
    for (uint32_t k = 0; k < slots; k++)
        if (s->deep[k] > 0 && used(s, k) == 0) all |= bit(k);
    if (all == 0) return;
    if (s->spill_valid && !in->spill_ready) {
        bin[BIN_READ_HELD]++;
        return;
    }
    if (e->store) {
        bin[BIN_READ_STORE]++;
        return;
    }
    const uint64_t dry = e->link ? all & ~bit(in->push_slot) : all;
    if (dry != all) bin[BIN_READ_PUSHED]++;
    if (dry == 0) return;
    if (several(dry)) bin[BIN_READ_SEVERAL]++;
    const uint64_t later = dry & ~ones(s->turn);
    const uint32_t slot = lowest(later != 0 ? later : dry);
    if (later == 0) bin[BIN_READ_AROUND]++;
    else bin[slot == s->turn ? BIN_READ_TURN : BIN_READ_LATER]++;
    if (!s->spill_valid) return;
    bin[s->spill_load ? BIN_READ_AT_READ : BIN_READ_AT_STORE]++;
    if (!s->spill_load && slot == s->spill_slot) bin[BIN_READ_SAME]++;
}

/* How many entries of its list the walk's has passed. */
static uint32_t passed(const state *s)
{
    uint32_t n = 0;
    for (uint32_t at = s->head[s->walk_slot]; at != s->walk_at && n < s->cfg.entries; n++)
        at = s->next[at];
    return n;
}

/* A step of a walk that is not disturbed; true if the walk ends. */
static bool cover_step(const state *s, uint64_t *bin)
{
    const uint32_t at = s->walk_at, behind = s->next[at];
    const uint32_t n = passed(s);
    if (s->last[behind] || s->pc[behind] >= s->pc[at]) {
        if (s->last[behind]) bin[BIN_WALK_LAST]++;
        else if (s->pc[behind] == s->pc[at]) bin[BIN_WALK_EQUAL]++;
        else if (s->walk_top) bin[BIN_WALK_NOT_LOWER]++;
        if (!s->walk_top) bin[BIN_WALK_BETWEEN]++;
        if (n >= 4) bin[BIN_WALK_FAR]++;
        return true;
    }
    if (behind == s->tail[s->walk_slot]) {
        bin[s->walk_top ? BIN_WALK_FIRST_TAIL : BIN_WALK_TAIL]++;
        return true;
    }
    bin[s->walk_top ? BIN_WALK_STEPS : BIN_WALK_ON]++;
    return false;
}

static void cover_walk(const state *s, const inputs *in, const struct events *e, uint64_t *bin)
{
    const bool push = e->link && in->push_slot == s->walk_slot;
    const bool pop = e->pop && in->pop_slot == s->walk_slot;
    const bool fill = e->fill && in->fill_slot == s->walk_slot;
    if (pop) bin[s->walk_top ? BIN_WALK_POPPED : BIN_WALK_POP]++;
    if (e->pop && !pop) bin[BIN_WALK_POP_OTHER]++;
    if (fill) bin[push ? BIN_WALK_FILL_PUSH : BIN_WALK_FILL]++;
    if (e->fill && !fill) bin[BIN_WALK_FILL_OTHER]++;
    if (push && in->push_last) bin[BIN_WALK_PUSH_LAST]++;
    if (push && !in->push_last) bin[BIN_WALK_PUSH]++;
    if (e->store && in->push_slot == s->walk_slot) bin[BIN_WALK_STORE]++;
    const bool other = e->link && !push && !in->push_last && e->push_any;
    if (other) bin[BIN_WALK_BUSY]++;
    if (other && pop) bin[BIN_WALK_BUSY_POPPED]++;
    if (push || pop || fill) return;
    if (cover_step(s, bin) && other) bin[BIN_WALK_BUSY_ENDS]++;
}

void cct_cover(const state *s, const inputs *in, const struct cct_out *out, uint64_t *bin)
{
    const struct events e = events_of(s, in, out);
    if (in->push_valid && !out->push_ready)
        bin[s->spill_load ? BIN_PUSH_WAITS_READ : BIN_PUSH_WAITS]++;
    if (s->spill_valid && !in->spill_ready) bin[BIN_REQUEST_WAITS]++;
    if (e.link) cover_link(s, in, &e, bin);
    if (e.store) cover_store(s, in, &e, bin);
    if (e.pop) cover_pop(s, in, &e, bin);
    if (e.fill) cover_fill(s, in, &e, bin);
    cover_read(s, in, &e, bin);
    if (s->walk) cover_walk(s, in, &e, bin);
    if (e.link && !in->push_last && e.push_any && (!s->walk || s->walk_slot == in->push_slot)) {
        bin[BIN_WALK_STARTS]++;
        if (e.pop && in->pop_slot == in->push_slot) bin[BIN_WALK_STARTS_POPPED]++;
    }
    if (s->shared == 0) bin[BIN_SHARED_NONE]++;
    if (s->shared == s->cfg.entries - s->cfg.slots) bin[BIN_SHARED_ALL]++;
    for (uint32_t k = 0; k < s->cfg.slots; k++)
        if (s->deep[k] == s->cfg.levels) bin[BIN_DEEP_MOST]++;
}
