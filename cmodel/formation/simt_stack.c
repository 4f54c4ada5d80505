/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/simt_stack.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum {
    NO_SLOT = SIMT_STACK_MAX_SLOTS, /* stands for "none" where a slot is named */
    AT_ONCE = 3,                    /* entries that a branch leaves in place of the top */
    WORD = 32,
};

struct entry {
    uint64_t mask;
    uint64_t pc;
    uint32_t frame;
    uint64_t rpc;
    uint32_t rframe;
};

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct simt_stack_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > SIMT_STACK_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->lanes < 1 || cfg->lanes > SIMT_STACK_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->pc_width < 2 || cfg->pc_width > 64) return "PcWidth must be 2 to 64";
    if (cfg->frame_width < 1 || cfg->frame_width > 8) return "FrameWidth must be 1 to 8";
    if (cfg->depth != 4 && cfg->depth != 8 && cfg->depth != 16) return "Depth must be 4, 8 or 16";
    if (cfg->levels < cfg->depth || cfg->levels > SIMT_STACK_MAX_LEVELS)
        return "Levels must be Depth to 128";
    if (cfg->ports < 1 || cfg->ports > SIMT_STACK_MAX_PORTS) return "Ports must be 1 to 4";
    return NULL;
}

const char *simt_stack_init(struct simt_stack *s, const struct simt_stack_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void simt_stack_reset(struct simt_stack *s)
{
    s->here = 0;
    s->check = 0;
    s->wish = 0;
    s->reading = 0;
    s->spill_valid = false;
}

/* --- slots --------------------------------------------------------------- */

static uint32_t first_slot(uint64_t slots)
{
    return slots == 0 ? NO_SLOT : (uint32_t)__builtin_ctzll(slots);
}

/* Ready: here, an entry on chip, no mark. */
static uint64_t ready(const struct simt_stack *s) { return s->here & s->on_chip & ~s->check; }

/* Dry: nothing on chip, but something in memory. */
static uint64_t dry(const struct simt_stack *s) { return s->here & ~s->on_chip & s->in_memory; }

static uint64_t empty(const struct simt_stack *s) { return s->here & ~s->on_chip & ~s->in_memory; }

static void put_bit(uint64_t *slots, uint32_t slot, bool value)
{
    *slots = (*slots & ~bit(slot)) | (value ? bit(slot) : 0);
}

/* How many entries a slot has in all, and in memory. */
static void set_levels(struct simt_stack *s, uint32_t slot, uint32_t count, uint32_t deep)
{
    s->count[slot] = count;
    s->deep[slot] = deep;
    put_bit(&s->on_chip, slot, count > deep);
    put_bit(&s->in_memory, slot, deep > 0);
}

/* --- entries ------------------------------------------------------------- */

/* Depth is a power of two. */
static uint32_t place_of(const struct simt_stack *s, uint32_t level)
{
    return level & (s->cfg.depth - 1);
}

static struct entry get_place(const struct simt_stack *s, uint32_t slot, uint32_t d)
{
    return (struct entry){.mask = s->mask[d][slot],
                          .pc = s->pc[d][slot],
                          .frame = s->frame[d][slot],
                          .rpc = s->rpc[d][slot],
                          .rframe = s->rframe[d][slot]};
}

static void put_place(struct simt_stack *s, uint32_t slot, uint32_t d, const struct entry *e)
{
    s->mask[d][slot] = e->mask;
    s->pc[d][slot] = e->pc;
    s->frame[d][slot] = e->frame;
    s->rpc[d][slot] = e->rpc;
    s->rframe[d][slot] = e->rframe;
}

/* The top of a slot that has an entry on chip. */
static struct entry top_of(const struct simt_stack *s, uint32_t slot)
{
    return get_place(s, slot, place_of(s, s->count[slot] - 1));
}

/* rframe of an entry whose threads meet no others: a frame in which no thread is. */
static uint32_t never(const struct simt_stack *s) { return (1u << s->cfg.frame_width) - 1; }

static bool at_meeting_place(const struct entry *e)
{
    return e->pc == e->rpc && e->frame == e->rframe;
}

/* --- entries and rows as bits -------------------------------------------- */

uint32_t simt_stack_level_width(const struct simt_stack_cfg *cfg)
{
    uint32_t width = 0;
    while ((1u << width) < cfg->levels + 1) width++;
    return width;
}

uint32_t simt_stack_entry_width(const struct simt_stack_cfg *cfg)
{
    return cfg->lanes + 2 * (cfg->pc_width + cfg->frame_width);
}

uint32_t simt_stack_row_width(const struct simt_stack_cfg *cfg)
{
    return cfg->depth * simt_stack_entry_width(cfg) + 2 * simt_stack_level_width(cfg) + cfg->lanes;
}

/* How many bits of a field, of which some are left, are in the word of bit at. */
static uint32_t bits_here(uint32_t at, uint32_t left)
{
    uint32_t room = WORD - at % WORD;
    return left < room ? left : room;
}

/* Writes a field at bit *at, where the words are 0, and moves on. */
static void put_field(uint32_t *words, uint32_t *at, uint64_t value, uint32_t width)
{
    for (uint32_t left = width; left > 0;) {
        uint32_t n = bits_here(*at, left);
        words[*at / WORD] |= (uint32_t)(value << *at % WORD);
        value >>= n;
        *at += n;
        left -= n;
    }
}

static uint64_t get_field(const uint32_t *words, uint32_t *at, uint32_t width)
{
    uint64_t value = 0;
    for (uint32_t got = 0; got < width;) {
        uint32_t n = bits_here(*at, width - got);
        uint64_t part = words[*at / WORD] >> *at % WORD;
        value |= (part & (bit(n) - 1)) << got;
        *at += n;
        got += n;
    }
    return value;
}

static void put_entry(const struct simt_stack_cfg *cfg, uint32_t *words, uint32_t *at,
                      const struct entry *e)
{
    put_field(words, at, e->mask, cfg->lanes);
    put_field(words, at, e->pc, cfg->pc_width);
    put_field(words, at, e->frame, cfg->frame_width);
    put_field(words, at, e->rpc, cfg->pc_width);
    put_field(words, at, e->rframe, cfg->frame_width);
}

static struct entry get_entry(const struct simt_stack_cfg *cfg, const uint32_t *words, uint32_t *at)
{
    struct entry e;
    e.mask = get_field(words, at, cfg->lanes);
    e.pc = get_field(words, at, cfg->pc_width);
    e.frame = (uint32_t)get_field(words, at, cfg->frame_width);
    e.rpc = get_field(words, at, cfg->pc_width);
    e.rframe = (uint32_t)get_field(words, at, cfg->frame_width);
    return e;
}

/* What is behind the entries of a row. */
struct row_end {
    uint32_t count;
    uint32_t deep;
    uint64_t live;
};

static struct row_end get_row_end(const struct simt_stack_cfg *cfg, const uint32_t *words)
{
    uint32_t at = cfg->depth * simt_stack_entry_width(cfg);
    struct row_end end;
    end.count = (uint32_t)get_field(words, &at, simt_stack_level_width(cfg));
    end.deep = (uint32_t)get_field(words, &at, simt_stack_level_width(cfg));
    end.live = get_field(words, &at, cfg->lanes);
    return end;
}

/* --- what an operation does ---------------------------------------------- */

/* The top of the slot that port p's operation is on, and its threads that live. */
struct subject {
    uint32_t slot;
    struct entry top;
    uint64_t threads;
};

static struct subject subject_of(const struct simt_stack *s, const struct simt_stack_in *in,
                                 uint32_t p)
{
    struct subject who = {.slot = in->op_slot[p]};
    who.top = top_of(s, who.slot);
    who.threads = who.top.mask & s->live[who.slot];
    return who;
}

/* True if the threads of a branch do not all go one way. */
static bool parts(const struct subject *who, uint64_t taken)
{
    return taken != 0 && taken != who->threads;
}

/* True if the place named by op_meet, in the present frame, is where the top itself meets. */
static bool meets_with_top(const struct entry *top, uint64_t meet)
{
    return meet == 0 || (meet == top->rpc && top->frame == top->rframe);
}

/* Places that an operation is to find free. Halves that are at the meeting place already are
 * counted: addresses come too late for this. */
static uint32_t places(const struct simt_stack_in *in, uint32_t p, const struct subject *who)
{
    uint32_t waits = meets_with_top(&who->top, in->op_meet[p]) ? 0 : 1;
    switch (in->op_kind[p]) {
    case SIMT_STACK_BRANCH: return parts(who, in->op_taken[p]) ? 1 + waits : 0;
    case SIMT_STACK_CALL: return waits;
    default: return 0;
    }
}

static bool has_room(const struct simt_stack *s, const struct simt_stack_in *in, uint32_t p)
{
    struct subject who = subject_of(s, in, p);
    uint32_t on_chip = s->count[who.slot] - s->deep[who.slot];
    return on_chip + places(in, p, &who) <= s->cfg.depth;
}

/* Puts an entry on the list, unless the entry is at the place where it meets the one below; returns
 * the number of entries on the list. */
static uint32_t arrive(struct entry *list, uint32_t n, const struct entry *e)
{
    if (at_meeting_place(e)) return n;
    list[n] = *e;
    return n + 1;
}

/* The top stays as an entry that waits at the meeting place, unless its own meeting place is the
 * same. Above it come the threads that do not take the branch, above these the threads that do. */
static uint32_t part(const struct simt_stack_in *in, uint32_t p, const struct subject *who,
                     struct entry *list)
{
    uint32_t n = 0;
    struct entry half = who->top;
    if (!meets_with_top(&who->top, in->op_meet[p])) {
        struct entry waiting = who->top;
        waiting.pc = in->op_meet[p];
        n = arrive(list, n, &waiting);
        half.rpc = in->op_meet[p];
        half.rframe = who->top.frame;
    }
    half.mask = who->threads & ~in->op_taken[p];
    half.pc = in->op_pc[p];
    n = arrive(list, n, &half);
    half.mask = in->op_taken[p];
    half.pc = in->op_target[p];
    return arrive(list, n, &half);
}

static uint32_t call(const struct simt_stack_in *in, uint32_t p, const struct subject *who,
                     struct entry *list)
{
    uint32_t n = 0;
    struct entry callee = who->top;
    if (!meets_with_top(&who->top, in->op_meet[p])) {
        struct entry waiting = who->top;
        waiting.pc = in->op_meet[p];
        n = arrive(list, n, &waiting);
        callee.mask = who->threads;
        callee.rpc = in->op_meet[p];
        callee.rframe = who->top.frame;
    }
    callee.pc = in->op_pc[p];
    callee.frame++;
    return arrive(list, n, &callee);
}

/* The entries that come in place of the top, lowest first; returns how many. */
static uint32_t operate(const struct simt_stack_in *in, uint32_t p, const struct subject *who,
                        struct entry list[AT_ONCE])
{
    struct entry top = who->top;
    switch (in->op_kind[p]) {
    case SIMT_STACK_BRANCH:
        if (parts(who, in->op_taken[p])) return part(in, p, who, list);
        top.pc = in->op_taken[p] == 0 ? in->op_pc[p] : in->op_target[p];
        return arrive(list, 0, &top);
    case SIMT_STACK_CALL: return call(in, p, who, list);
    case SIMT_STACK_RETURN:
        top.frame--;
        top.pc = in->op_pc[p];
        return arrive(list, 0, &top);
    case SIMT_STACK_EXIT: list[0] = top; return 1; /* taken off by the check */
    default: top.pc = in->op_pc[p]; return arrive(list, 0, &top);
    }
}

/* --- eval ---------------------------------------------------------------- */

static void eval_look(const struct simt_stack *s, const struct simt_stack_in *in,
                      struct simt_stack_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        uint32_t slot = in->look_slot[p];
        if (slot >= s->cfg.slots || !has(out->ready, slot)) continue;
        uint32_t d = place_of(s, s->count[slot] - 1);
        out->look_pc[p] = s->pc[d][slot];
        out->look_mask[p] = s->mask[d][slot] & s->live[slot];
    }
}

static void eval_spill(const struct simt_stack *s, struct simt_stack_out *out)
{
    if (!s->spill_valid) return;
    uint32_t deep = s->deep[s->spill_slot];
    out->spill_valid = true;
    out->spill_load = s->spill_load;
    out->spill_slot = s->spill_slot;
    out->spill_level = s->spill_load ? deep - 1 : deep;
    if (!s->spill_load) {
        struct entry e = get_place(s, s->spill_slot, place_of(s, deep));
        uint32_t at = 0;
        put_entry(&s->cfg, out->spill_data, &at, &e);
    }
}

static void eval_row(const struct simt_stack *s, uint32_t slot, uint32_t *words)
{
    uint32_t at = 0;
    if (slot >= s->cfg.slots) return;
    memset(words, 0, sizeof(uint32_t[SIMT_STACK_ROW_WORDS]));
    for (uint32_t d = 0; d < s->cfg.depth; d++) {
        const struct entry e = get_place(s, slot, d);
        if ((d - s->deep[slot]) % s->cfg.depth < s->count[slot] - s->deep[slot])
            put_entry(&s->cfg, words, &at, &e);
        else at += simt_stack_entry_width(&s->cfg);
    }
    put_field(words, &at, s->count[slot], simt_stack_level_width(&s->cfg));
    put_field(words, &at, s->deep[slot], simt_stack_level_width(&s->cfg));
    put_field(words, &at, s->live[slot], s->cfg.lanes);
}

void simt_stack_eval(const struct simt_stack *s, const struct simt_stack_in *in,
                     struct simt_stack_out *out)
{
    memset(out, 0, offsetof(struct simt_stack_out, row_rd_data));
    out->ready = ready(s);
    out->done = empty(s) & ~s->check;
    out->at_rest = out->ready & ~s->wish & ~(s->spill_valid ? bit(s->spill_slot) : 0);
    eval_look(s, in, out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->op_valid[p]) out->op_ready[p] = has_room(s, in, p);
    }
    eval_spill(s, out);
    eval_row(s, in->row_rd_slot, out->row_rd_data);
}

/* --- tick ---------------------------------------------------------------- */

/* The request of the next cycle, if this one's does not stay: the lowest-numbered slot with a wish,
 * but that whose store is accepted now, else the lowest-numbered dry one that has no read under way
 * nor accepted now. */
static void choose_request(struct simt_stack *s, const struct simt_stack_in *in)
{
    if (s->spill_valid && !in->spill_ready) return;
    uint64_t accepted = s->spill_valid ? bit(s->spill_slot) : 0;
    uint64_t wishes = s->wish & ~accepted;
    uint64_t reads = dry(s) & ~s->reading & ~accepted;
    s->spill_valid = (wishes | reads) != 0;
    if (!s->spill_valid) return;
    s->spill_load = wishes == 0;
    s->spill_slot = first_slot(wishes != 0 ? wishes : reads);
}

static void tick_check(struct simt_stack *s)
{
    uint32_t slot = first_slot(s->check & (s->on_chip | empty(s)));
    if (slot == NO_SLOT) return;
    if (has(s->on_chip, slot) && (top_of(s, slot).mask & s->live[slot]) == 0)
        set_levels(s, slot, s->count[slot] - 1, s->deep[slot]);
    else s->check &= ~bit(slot);
}

static void tick_op(struct simt_stack *s, const struct simt_stack_in *in, uint32_t p)
{
    struct subject who = subject_of(s, in, p);
    struct entry list[AT_ONCE];
    uint32_t n = operate(in, p, &who, list);
    uint32_t first = s->count[who.slot] - 1;
    for (uint32_t i = 0; i < n; i++) put_place(s, who.slot, place_of(s, first + i), &list[i]);
    set_levels(s, who.slot, first + n, s->deep[who.slot]);
    if (in->op_kind[p] == SIMT_STACK_EXIT) {
        s->live[who.slot] &= ~who.threads;
        s->check |= bit(who.slot);
    }
}

/* The request offered is accepted: the lowest entry is in memory, or will come back. */
static void accept_request(struct simt_stack *s, bool load, uint32_t slot)
{
    if (load) {
        s->reading |= bit(slot);
        return;
    }
    s->wish &= ~bit(slot);
    set_levels(s, slot, s->count[slot], s->deep[slot] + 1);
}

static void tick_fill(struct simt_stack *s, const struct simt_stack_in *in)
{
    uint32_t slot = in->fill_slot;
    uint32_t level = s->deep[slot] - 1;
    uint32_t at = 0;
    struct entry e = get_entry(&s->cfg, in->fill_data, &at);
    put_place(s, slot, place_of(s, level), &e);
    set_levels(s, slot, s->count[slot], level);
    s->reading &= ~bit(slot);
    s->check |= bit(slot);
}

/* Another warp is on the slot. */
static void take_slot(struct simt_stack *s, uint32_t slot, bool check)
{
    s->here |= bit(slot);
    s->wish &= ~bit(slot);
    s->reading &= ~bit(slot);
    put_bit(&s->check, slot, check);
}

static void tick_begin(struct simt_stack *s, const struct simt_stack_in *in)
{
    struct entry e = {.mask = in->begin_mask, .pc = in->begin_pc, .rframe = never(s)};
    put_place(s, in->begin_slot, 0, &e);
    set_levels(s, in->begin_slot, 1, 0);
    s->live[in->begin_slot] = in->begin_mask;
    take_slot(s, in->begin_slot, false);
}

static void tick_row(struct simt_stack *s, const struct simt_stack_in *in)
{
    uint32_t at = 0;
    for (uint32_t d = 0; d < s->cfg.depth; d++) {
        struct entry e = get_entry(&s->cfg, in->row_wr_data, &at);
        put_place(s, in->row_wr_slot, d, &e);
    }
    struct row_end end = get_row_end(&s->cfg, in->row_wr_data);
    set_levels(s, in->row_wr_slot, end.count, end.deep);
    s->live[in->row_wr_slot] = end.live;
    take_slot(s, in->row_wr_slot, true);
}

/* Decisions by the state before the edge come first: the next request, and the slot that is looked
 * at. A store accepted takes the wish of this cycle with it. A warp that comes to a slot is last,
 * for the slot's old state is gone. */
void simt_stack_tick(struct simt_stack *s, const struct simt_stack_in *in,
                     const struct simt_stack_out *out)
{
    bool accepted = s->spill_valid && in->spill_ready;
    bool load = s->spill_load;
    uint32_t slot = s->spill_slot;
    choose_request(s, in);
    tick_check(s);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->op_valid[p]) continue;
        if (out->op_ready[p]) tick_op(s, in, p);
        else s->wish |= bit(in->op_slot[p]);
    }
    if (accepted) accept_request(s, load, slot);
    if (in->fill_valid) tick_fill(s, in);
    if (in->begin_en) tick_begin(s, in);
    if (in->row_wr_en) tick_row(s, in);
}

bool simt_stack_rests(const struct simt_stack *s, const struct simt_stack_in *in)
{
    const bool checks = (s->check & (s->on_chip | empty(s))) != 0;
    const bool asks = (s->wish | (dry(s) & ~s->reading)) != 0;
    bool moves = in->begin_en || in->fill_valid || in->row_wr_en || checks;
    for (uint32_t p = 0; p < s->cfg.ports; p++) moves = moves || in->op_valid[p];
    return !moves && (s->spill_valid ? !in->spill_ready : !asks);
}

/* --- check --------------------------------------------------------------- */

static uint64_t all(uint32_t n) { return UINT64_MAX >> (64 - n); }

/* Whether the notes about the slot fit together. */
static const char *check_notes(const struct simt_stack *s, uint32_t slot)
{
    uint32_t count = s->count[slot];
    uint32_t deep = s->deep[slot];
    if (count > s->cfg.levels || deep > count || count - deep > s->cfg.depth) return "level_range";
    if (has(s->on_chip, slot) != (count > deep) || has(s->in_memory, slot) != (deep > 0))
        return "level_range";
    if ((s->live[slot] & ~all(s->cfg.lanes)) != 0) return "lane_range";
    /* A wish is for places above the top: it never takes the top away. */
    if (has(s->wish, slot) && count - deep < 2) return "wish_room";
    if (has(s->reading, slot) && !has(dry(s), slot)) return "read_dry";
    return NULL;
}

/* Requests are of slots that want them. */
static const char *check_request(const struct simt_stack *s)
{
    if (!s->spill_valid) return NULL;
    uint64_t want = s->spill_load ? dry(s) & ~s->reading : s->here & s->wish;
    return s->spill_slot < s->cfg.slots && has(want, s->spill_slot) ? NULL : "request";
}

/* The entries on chip of a slot, lowest first. The entry below waits for an entry, or has the same
 * meeting place: then the two are halves of one branch. Branches have at most two entries a thread.
 * An entry with all the threads of the entry that waits for it may be of a call; such entries are
 * counted in addition. */
static const char *check_entries(const struct simt_stack *s, uint32_t slot)
{
    uint64_t live = s->live[slot];
    uint64_t within = UINT64_MAX; /* the threads of the last entry that waits */
    uint64_t halves = 0;          /* of these, the threads in halves so far */
    uint64_t found = 0;
    uint32_t calls = 0;
    for (uint32_t level = s->deep[slot]; level < s->count[slot]; level++) {
        struct entry e = get_place(s, slot, place_of(s, level));
        if (level > s->deep[slot]) {
            struct entry below = get_place(s, slot, place_of(s, level - 1));
            if (below.pc == e.rpc && below.frame == e.rframe) {
                within = below.mask;
                halves = 0;
                calls += (below.mask & live) == (e.mask & live) ? 1 : 0;
            } else if (below.rpc != e.rpc || below.rframe != e.rframe) {
                return "part";
            }
        }
        if ((e.mask & live & (~within | halves)) != 0) return "part";
        halves |= e.mask & live;
        found |= e.mask;
    }
    if (s->deep[slot] == 0 && (live & ~found) != 0) return "lost_none";
    return s->count[slot] - s->deep[slot] > 2 * s->cfg.lanes + calls ? "bound" : NULL;
}

static const char *check_top(const struct simt_stack *s, uint32_t slot)
{
    struct entry top = top_of(s, slot);
    return (top.mask & s->live[slot]) == 0 || at_meeting_place(&top) ? "top_runs" : NULL;
}

const char *simt_stack_check(const struct simt_stack *s)
{
    if (((s->here | s->check | s->wish | s->reading) & ~all(s->cfg.slots)) != 0 ||
        ((s->check | s->wish | s->reading) & ~s->here) != 0)
        return "slot_range";
    const char *broken = check_request(s);
    for (uint64_t left = s->here; left != 0 && broken == NULL; left &= left - 1) {
        uint32_t slot = first_slot(left);
        broken = check_notes(s, slot);
        if (broken == NULL) broken = check_entries(s, slot);
        if (broken == NULL && has(ready(s), slot)) broken = check_top(s, slot);
    }
    return broken;
}

/* --- promise ------------------------------------------------------------- */

static bool wider(uint64_t value, uint32_t bits) { return bits < 64 && value >> bits != 0; }

static const char *address_promise(const struct simt_stack *s, const struct simt_stack_in *in,
                                   uint32_t p)
{
    uint32_t kind = in->op_kind[p];
    uint32_t width = s->cfg.pc_width;
    bool meets = kind == SIMT_STACK_BRANCH || kind == SIMT_STACK_CALL;
    if ((kind != SIMT_STACK_EXIT && wider(in->op_pc[p], width)) ||
        (kind == SIMT_STACK_BRANCH && wider(in->op_target[p], width)) ||
        (meets && wider(in->op_meet[p], width)))
        return "an address of an operation is wider than PcWidth";
    return NULL;
}

enum simt_stack_limit simt_stack_limit(const struct simt_stack *s, const struct simt_stack_in *in,
                                       uint32_t port)
{
    struct subject who = subject_of(s, in, port);
    struct entry list[AT_ONCE];
    if (in->op_kind[port] == SIMT_STACK_CALL && who.top.frame + 1 >= never(s))
        return SIMT_STACK_FRAMES_FULL;
    if (s->count[who.slot] - 1 + operate(in, port, &who, list) > s->cfg.levels)
        return SIMT_STACK_LEVELS_FULL;
    return SIMT_STACK_FITS;
}

/* What an operation does to a top that is ready. */
static const char *effect_promise(const struct simt_stack *s, const struct simt_stack_in *in,
                                  uint32_t p)
{
    struct subject who = subject_of(s, in, p);
    if (in->op_kind[p] == SIMT_STACK_BRANCH && (in->op_taken[p] & ~who.threads) != 0)
        return "a branch is taken by threads that are not in the top";
    if (in->op_kind[p] == SIMT_STACK_RETURN && who.top.frame == 0) return "a return in frame 0";
    switch (simt_stack_limit(s, in, p)) {
    case SIMT_STACK_FRAMES_FULL: return "a call in the last frame";
    case SIMT_STACK_LEVELS_FULL: return "a warp gets more than Levels entries";
    default: break;
    }
    /* A wish that is noted is for an operation that comes again: were it another operation, the
     * entry written to memory might be the top. */
    if (has(s->wish, who.slot) && has_room(s, in, p))
        return "an operation that was not ready does not come again";
    return NULL;
}

static const char *op_promise(const struct simt_stack *s, const struct simt_stack_in *in,
                              uint32_t p)
{
    if (!in->op_valid[p]) return NULL;
    uint32_t slot = in->op_slot[p];
    if (slot >= s->cfg.slots || !has(ready(s), slot))
        return "an operation is on a slot that is not ready";
    for (uint32_t q = 0; q < p; q++) {
        if (in->op_valid[q] && in->op_slot[q] == slot) return "two operations are on one slot";
    }
    if (in->op_kind[p] >= SIMT_STACK_KINDS) return "an operation is of no kind";
    const char *broken = address_promise(s, in, p);
    return broken != NULL ? broken : effect_promise(s, in, p);
}

/* True if something of the slot is under way; a dry one is to ask for its read. */
static bool under_way(const struct simt_stack *s, const struct simt_stack_in *in, uint32_t slot)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->op_valid[p] && in->op_slot[p] == slot) return true;
    }
    return has(s->wish | s->reading | dry(s), slot) || (s->spill_valid && s->spill_slot == slot);
}

static const char *begin_promise(const struct simt_stack *s, const struct simt_stack_in *in)
{
    if (!in->begin_en) return NULL;
    if (in->begin_slot >= s->cfg.slots) return "a warp begins on a slot that is not there";
    if (under_way(s, in, in->begin_slot)) return "a warp begins on a slot that is not at rest";
    if (in->begin_mask == 0) return "a warp begins without threads";
    if (wider(in->begin_mask, s->cfg.lanes)) return "a warp begins with lanes at or above Lanes";
    if (wider(in->begin_pc, s->cfg.pc_width)) return "a warp begins at a PC wider than PcWidth";
    return NULL;
}

static const char *row_promise(const struct simt_stack *s, const struct simt_stack_in *in)
{
    if (!in->row_wr_en) return NULL;
    if (in->row_wr_slot >= s->cfg.slots) return "a row is written to a slot that is not there";
    if (under_way(s, in, in->row_wr_slot)) return "a row is written to a slot that is not at rest";
    if (in->begin_en && in->begin_slot == in->row_wr_slot)
        return "a warp begins where a row is written";
    struct row_end end = get_row_end(&s->cfg, in->row_wr_data);
    if (end.count > s->cfg.levels || end.deep > end.count || end.count - end.deep > s->cfg.depth)
        return "a row is written that was never read";
    return NULL;
}

const char *simt_stack_promise(const struct simt_stack *s, const struct simt_stack_in *in)
{
    const char *broken = NULL;
    for (uint32_t p = 0; p < s->cfg.ports && broken == NULL; p++) broken = op_promise(s, in, p);
    if (broken == NULL && in->fill_valid &&
        (in->fill_slot >= s->cfg.slots || !has(s->reading, in->fill_slot)))
        broken = "an entry comes back that was not read";
    if (broken == NULL) broken = begin_promise(s, in);
    return broken != NULL ? broken : row_promise(s, in);
}
