/* SPDX-License-Identifier: Apache-2.0 */
#include "core/interweave_front_cover.h"

/* Hot contexts of a slot as a set of positions. */
static uint64_t of_slot(const state *s, uint64_t contexts, uint32_t slot)
{
    return contexts >> (slot * s->hot) & ones(s->hot);
}

/* The inputs that are in output j of sorter n. */
static uint32_t inputs_of(const outputs *out, uint32_t n, uint32_t j)
{
    const uint32_t from = out->sorter[n].from >> j;
    return (from & 1) | (from >> 3 & 1) << 1 | (from >> 6 & 1) << 2;
}

/* In which output of the sorter of its slot a context is; its position without an event of
 * the slot, and HCT_SORTER_CONTEXTS if it is in none. */
static uint32_t output_of(const state *s, const outputs *out, uint32_t c, uint32_t *sorter)
{
    const uint32_t slot = c / s->hot, i = c % s->hot;
    for (uint32_t n = 0; n < INTERWEAVE_FRONT_PORTS; n++) {
        if (!out->sorted[n] || out->sorter_slot[n] != slot) continue;
        *sorter = n;
        for (uint32_t j = 0; j < HCT_SORTER_CONTEXTS; j++)
            if (inputs_of(out, n, j) >> i & 1) return j;
        return HCT_SORTER_CONTEXTS;
    }
    *sorter = INTERWEAVE_FRONT_PORTS;
    return i;
}

enum fate { KEEPS, MOVES, MERGES, COLD };

/* What becomes of a hot context in this cycle. */
static enum fate fate_of(const state *s, const outputs *out, uint32_t c)
{
    uint32_t n;
    const uint32_t j = output_of(s, out, c, &n);
    if (j >= s->hot) return COLD;
    if (n < INTERWEAVE_FRONT_PORTS && several(inputs_of(out, n, j))) return MERGES;
    return j == c % s->hot ? KEEPS : MOVES;
}

/* ---- events ---- */

static bool offers(const outputs *out) { return out->offered[0] || out->offered[1]; }

static bool pipes_free(const inputs *in, const outputs *out)
{
    for (uint32_t p = 0; p < INTERWEAVE_FRONT_PORTS; p++)
        if (out->offered[p] && !in->issue_ready[p]) return false;
    return true;
}

static bool must(const outputs *out)
{
    return out->work != INTERWEAVE_FRONT_NO_WORK && out->work != INTERWEAVE_FRONT_EXCHANGE;
}

static void cover_order(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool resolves = in->res_valid[0] || in->res_valid[1];
    const bool late = s->waits == INTERWEAVE_FRONT_LATE && must(out);
    if (s->waits == INTERWEAVE_FRONT_LATE) bin[BIN_WAITS_MOST]++;
    if (resolves && !out->cold.push_ready) bin[BIN_RESOLVE_NO_ROOM]++;
    if (in->res_valid[0] && in->res_valid[1]) bin[BIN_RESOLVE_TWO]++;
    if (resolves && late) bin[BIN_LATE_RESOLVE]++;
    if (offers(out) && pipes_free(in, out)) {
        if (resolves) bin[BIN_RESOLVE_FIRST]++;
        else if (late) bin[BIN_LATE_FIRST]++;
    }
    if (offers(out) && !pipes_free(in, out)) {
        if (out->event == INTERWEAVE_FRONT_WORK && !late) bin[BIN_WORK_BUSY]++;
        if (out->offered[0] && out->offered[1] && in->issue_ready[0] != in->issue_ready[1])
            bin[BIN_PAIR_REFUSED]++;
    }
}

/* ---- issue ---- */

static void cover_pair(const state *s, const outputs *out, uint64_t *bin)
{
    const struct interweave_select_out *o = &out->select;
    const bool pair = out->issue_valid[0] && out->issue_valid[1];
    if (!pair) {
        if (o->primary_valid) bin[BIN_FIRST_ALONE]++;
        else bin[out->issue_valid[0] ? BIN_SECOND_ALONE_SOLE : BIN_SECOND_ALONE]++;
        return;
    }
    const bool same = o->primary_slot == o->secondary_slot;
    bin[same ? BIN_PAIR_BRANCHES : BIN_PAIR_WARPS]++;
    if (!same && o->primary_hot == 0 && o->secondary_hot == 1) bin[BIN_PAIR_POSITIONS]++;
    if (out->context[0] == o->secondary_slot * s->hot + o->secondary_hot) bin[BIN_PAIR_SWAPPED]++;
    if (out->issue[0].flow != DECODE_NEXT && out->issue[1].flow != DECODE_NEXT)
        bin[BIN_PAIR_STOPS]++;
}

static void cover_issued(const state *s, const inputs *in, const outputs *out, uint32_t p,
                         uint64_t *bin)
{
    const struct front_instruction *i = &out->issue[p];
    const uint32_t c = out->context[p], slot = c / s->hot, last = s->hot - 1;
    const bool stop = i->flow != DECODE_NEXT || i->unit == DECODE_CSR;
    if (has(s->guest, c)) bin[stop ? BIN_GUEST_STOP : BIN_GUEST_ISSUES]++;
    if (has_row(i) && (i->use >> FRONT_RD & 1) == 0) bin[BIN_ROW_NO_REGISTER]++;
    if (i->mask != s->barrier.live[slot]) bin[BIN_SOME_LANES]++;
    if (i->unit == DECODE_MEMORY && in->end_valid && in->end_slot == slot) bin[BIN_ACCESS_BOTH]++;
    if (c % s->hot == last && !has(out->cold.has, slot) && s->turns[slot] != 0)
        bin[BIN_TURNS_LAST]++;
    if (s->hot == 1 || !has(s->valid, slot * 2 + 1)) return;
    const uint32_t other = c ^ 1;
    uint32_t n;
    const uint32_t j = output_of(s, out, c, &n);
    const bool both = out->issue_valid[1 - p] && out->context[1 - p] == other;
    if (fate_of(s, out, c) == MERGES) {
        if (both) bin[BIN_ISSUE_MEETS_PAIR]++;
        else if (has(s->loaded, other)) bin[BIN_ISSUE_MEETS]++;
    }
    if (fate_of(s, out, c) == MOVES) bin[stop && j == 0 ? BIN_ISSUE_STOP : BIN_ISSUE_PASSES]++;
}

static void cover_issue(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->event != INTERWEAVE_FRONT_ISSUE) return;
    cover_pair(s, out, bin);
    for (uint32_t p = 0; p < INTERWEAVE_FRONT_PORTS; p++)
        if (out->issue_valid[p]) cover_issued(s, in, out, p, bin);
}

/* Contexts whose word passed, and that wait for something else. */
static void cover_waiting(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint64_t left = s->loaded & s->passed; left != 0; left &= left - 1) {
        const uint32_t c = lowest(left), slot = c / s->hot, other = c ^ 1;
        const bool busy = has(s->with_access, slot);
        if (!has(in->ready, slot)) bin[BIN_NOT_READY]++;
        if (has(in->staged, slot)) bin[BIN_STAGED]++;
        if (has(s->has_row, c) && has(out->board.full, slot)) bin[BIN_FULL]++;
        if (has(s->quiet, c) && busy) bin[has(s->memory, c) ? BIN_ATOMIC_WAITS : BIN_QUIET_WAITS]++;
        if (s->hot == 2 && has(s->memory, c) && has(s->loaded & s->quiet, other) && busy)
            bin[BIN_ACCESS_WAITS]++;
    }
}

/* Position 1 of a slot, at a word where threads meet. */
static void cover_constraint(const state *s, uint64_t *bin)
{
    for (uint32_t slot = 0; slot < s->cfg.slots && s->hot == 2; slot++) {
        const uint32_t c = slot * 2 + 1;
        if (!has(s->loaded, c) || !has(s->sync, c)) continue;
        if (!(s->div[c] < s->pc[c - 1] && s->pc[c - 1] < s->pc[c])) bin[BIN_SYNC_BELOW]++;
        else if (has(s->guest, c)) bin[BIN_SUSPENDED_GUEST]++;
        else if (has(s->due, slot)) bin[BIN_SUSPENDED_DUE]++;
        else bin[BIN_SUSPENDED]++;
    }
}

/* ---- resolve ---- */

static void cover_leave(const state *s, const struct interweave_front_split *split, bool exits,
                        uint64_t *bin)
{
    const uint32_t slot = split->context / s->hot;
    const uint64_t gone = s->mask[split->context];
    const bool all = exits ? (s->barrier.live[slot] & ~gone) == 0
                           : (s->barrier.live[slot] & ~gone & ~s->barrier.here[slot]) == 0;
    if (exits) bin[all ? BIN_EXIT_ALL : BIN_EXIT_SOME]++;
    else bin[all ? BIN_BARRIER_ALL : BIN_BARRIER_SOME]++;
}

static void cover_flow(const struct front_resolved *res, const struct interweave_front_split *split,
                       uint64_t *bin)
{
    const uint64_t threads = split->go | split->rest, taken = res->taken & threads;
    const bool parts = split->rest != 0;
    switch (res->flow) {
    case DECODE_BRANCH:
        if (parts) bin[BIN_BRANCH_PARTS]++;
        else if (taken != 0 && taken != threads) bin[BIN_BRANCH_NO_PART]++;
        if (parts && split->rest_pc < split->go_pc) bin[BIN_BRANCH_REST_LOWER]++;
        break;
    case DECODE_CALL: bin[parts ? BIN_CALL_PARTS : BIN_CALL]++; break;
    case DECODE_RETURN: bin[parts ? BIN_RETURN_PARTS : BIN_RETURN]++; break;
    case DECODE_JUMP: bin[parts ? BIN_JUMP_PARTS : BIN_JUMP]++; break;
    case DECODE_PHASE: bin[BIN_PHASE]++; break;
    default: bin[BIN_STATUS]++; break;
    }
    if (!split->rest_stays || !parts) return;
    bin[BIN_PARTS_BACK]++;
    for (uint64_t left = split->rest; left != 0; left &= left - 1)
        if (res->addr[lowest(left)] != res->addr[lowest(split->rest)]) {
            bin[BIN_PARTS_THREE]++;
            break;
        }
}

static void cover_resolve(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->event != INTERWEAVE_FRONT_RESOLVE) return;
    const uint32_t p = in->res_valid[0] ? 0 : 1;
    const struct interweave_front_split *split = &out->split[p];
    if (!split->some) return;
    const uint32_t c = split->context, slot = c / s->hot;
    if (split->leave) cover_leave(s, split, in->res[p].flow == DECODE_EXIT, bin);
    else cover_flow(&in->res[p], split, bin);
    if (c % s->hot == 1) bin[BIN_RESOLVE_POSITION_1]++;
    if (several(of_slot(s, s->stay, slot))) bin[BIN_RESOLVE_TWO_STAY]++;
    if (of_slot(s, s->guest, slot) != 0) bin[BIN_RESOLVE_GUEST]++;
    if (out->sorter[0].valid[s->hot]) bin[BIN_RESOLVE_COLD]++;
    if (!split->leave)
        for (uint32_t j = 0; j < HCT_SORTER_CONTEXTS; j++)
            if (several(inputs_of(out, 0, j))) bin[BIN_RESOLVE_MERGES]++;
}

/* ---- sorting ---- */

static void cover_merge(const state *s, const outputs *out, uint64_t *bin)
{
    for (uint32_t n = 0; n < INTERWEAVE_FRONT_PORTS; n++) {
        if (!out->sorted[n]) continue;
        const uint64_t words = of_slot(s, s->loaded, out->sorter_slot[n]);
        for (uint32_t j = 0; j < s->hot; j++) {
            const uint32_t inputs = inputs_of(out, n, j);
            if (!several(inputs)) continue;
            /* One that issues has no word any more, so that this counts work and resolves. */
            if (out->event == INTERWEAVE_FRONT_ISSUE) continue;
            const uint64_t with = inputs & words;
            bin[(with & 1) != 0 ? BIN_MERGE_WORD_0
                : with != 0     ? BIN_MERGE_WORD_1
                                : BIN_MERGE_NO_WORD]++;
        }
    }
}

/* ---- fetch, answer, check ---- */

static void cover_fetch(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!out->fetch_valid) return;
    const uint32_t slot = out->fetch_slot;
    if (!in->fetch_ready) bin[BIN_FETCH_REFUSED]++;
    else if (in->rsp_valid) bin[BIN_FETCH_ANSWER]++;
    if (s->hot == 2 && of_slot(s, s->valid & ~s->loaded & ~s->stay, slot) == 3) {
        bin[BIN_BOTH_WANT]++;
        if (out->fetch_hot == 1) bin[BIN_FETCH_SECOND]++;
    }
}

static void cover_answer(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!in->rsp_valid) return;
    const uint32_t slot = in->rsp_slot;
    uint64_t waits = 0;
    for (uint32_t k = 0; k < s->hot; k++) {
        const uint32_t c = slot * s->hot + k;
        if (has(s->valid & ~s->loaded & ~s->stay, c) && s->pc[c] == s->fetch_pc[slot])
            waits |= bit(k);
    }
    if (waits == 0) {
        bin[BIN_ANSWER_DROPS]++;
        return;
    }
    if (several(waits)) bin[BIN_ANSWER_TWO]++;
    const uint32_t c = slot * s->hot + lowest(waits);
    if (lowest(waits) == 1) bin[BIN_ANSWER_POSITION_1]++;
    if (has(s->guest, c)) bin[BIN_ANSWER_GUEST]++;
    switch (fate_of(s, out, c)) {
    case MOVES: bin[BIN_ANSWER_MOVES]++; break;
    case MERGES: bin[BIN_ANSWER_MERGES]++; break;
    case COLD: bin[BIN_ANSWER_COLD]++; break;
    default: break;
    }
}

static bool is_written(const inputs *in, uint32_t slot)
{
    for (uint32_t w = 0; w < INTERWEAVE_FRONT_WRITERS; w++)
        if (in->wb_en[w] && in->wb_slot[w] == slot) return true;
    return false;
}

/* A word of context c did not pass: for what does it wait? */
static void cover_busy(const state *s, const outputs *out, uint32_t c, uint32_t k, uint64_t *bin)
{
    const uint64_t busy = out->board.query_busy[k];
    uint32_t waits = 0;
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        if ((s->use[c] >> o & 1) != 0 && has(busy, s->reg[c] >> (6 * o) & 63)) waits |= 1U << o;
    if (waits != 0) bin[BIN_BUSY]++;
    if (waits == 1U << FRONT_RD) bin[BIN_BUSY_DESTINATION]++;
    if (waits == 0) bin[s->flow[c] == DECODE_EXIT ? BIN_BUSY_EXIT : BIN_BUSY_STATUS]++;
}

/* A write is outstanding of a register of the word, but for the other position. */
static bool other_busy(const state *s, uint32_t c)
{
    const struct split_scoreboard *b = &s->board;
    const uint32_t slot = c / s->hot, k = c % s->hot;
    for (uint32_t r = 0; r < 2 * b->cfg.entries; r++) {
        const uint32_t n = slot * 2 * b->cfg.entries + r;
        if ((b->pending[slot] >> r & 1) == 0 || (b->deps[n] >> k & 1) != 0) continue;
        for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
            if ((s->use[c] >> o & 1) != 0 && b->reg[n] == (s->reg[c] >> (6 * o) & 63)) return true;
    }
    return false;
}

static void cover_check(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t k = 0; k < s->hot; k++) {
        if (!out->look_en[k]) continue;
        const uint32_t slot = out->look_slot[k], c = slot * s->hot + k;
        uint32_t looks = 0;
        for (uint32_t a = 0; a < s->cfg.slots; a++) looks += has(s->look, a * s->hot + k);
        if (looks > 1) bin[BIN_CHECK_SEVERAL]++;
        if (!out->look_pass[k]) {
            cover_busy(s, out, c, k, bin);
            if (is_written(in, slot)) bin[BIN_WRITTEN_NOW]++;
            continue;
        }
        bin[BIN_PASSES]++;
        if (is_written(in, slot)) bin[BIN_PASSES_WRITTEN]++;
        if (s->hot == 2 && other_busy(s, c)) bin[BIN_BUSY_OTHER]++;
        if (fate_of(s, out, c) == MERGES) bin[BIN_PASSES_MERGES]++;
        if (fate_of(s, out, c) == MOVES) bin[BIN_PASSES_MOVES]++;
    }
    for (uint64_t left = s->loaded & ~s->passed & ~s->look; left != 0; left &= left - 1)
        if (is_written(in, lowest(left) / s->hot)) bin[BIN_WAKES]++;
}

/* ---- work ---- */

/* Slots that need the head of their list; and slots that would, but for one thing. */
static void cover_needs(const state *s, const outputs *out, uint64_t *bin)
{
    uint32_t needs = 0;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const uint32_t last = slot * s->hot + s->hot - 1;
        const bool guest = of_slot(s, s->guest, slot) != 0, due = has(s->due, slot);
        if (due) bin[BIN_DUE]++;
        if (!has(out->cold.any, slot)) continue;
        if (!has(s->valid, last) || (due && !guest && !has(s->stay, last))) needs++;
        else if (due && guest) bin[BIN_HELP_SECOND]++;
        else if (due) bin[BIN_HELP_STAYS]++;
    }
    if (needs > 0 && !out->cold.push_ready) bin[BIN_WORK_NO_ROOM]++;
    if (needs > 1) bin[BIN_WORK_SEVERAL]++;
}

static void cover_work(const state *s, const outputs *out, uint64_t *bin)
{
    cover_needs(s, out, bin);
    if (out->work == INTERWEAVE_FRONT_LAUNCH && out->event != INTERWEAVE_FRONT_WORK)
        bin[BIN_LAUNCH_WAITS]++;
    if (out->event != INTERWEAVE_FRONT_WORK) return;
    const uint32_t slot = out->work_slot;
    const struct hct_sorter_out *o = &out->sorter[0];
    const uint32_t is_new = o->from >> 6; /* outputs that have new */
    if (must(out) && out->work != INTERWEAVE_FRONT_LAUNCH && slot < s->scan) bin[BIN_WORK_AROUND]++;
    switch (out->work) {
    case INTERWEAVE_FRONT_LAUNCH:
        bin[BIN_LAUNCH]++;
        if (s->barrier.here[slot] != ones(s->cfg.lanes)) bin[BIN_LAUNCH_SCATTERED]++;
        break;
    case INTERWEAVE_FRONT_FILL:
        bin[has(s->due, slot) && of_slot(s, s->guest, slot) == 0 ? BIN_FILL_GUEST : BIN_FILL]++;
        break;
    case INTERWEAVE_FRONT_HELP:
        bin[BIN_HELP]++;
        for (uint32_t k = 0; k + 1 < s->hot; k++)
            if (s->pc[slot * s->hot + k] == out->cold.pop_pc) bin[BIN_HELP_MERGES]++;
        break;
    default:
        if (!o->valid[s->hot]) bin[BIN_EXCHANGE_MERGES]++;
        else bin[(is_new >> s->hot & 1) != 0 ? BIN_EXCHANGE_OTHER : BIN_EXCHANGE_COLD]++;
        break;
    }
}

/* ---- the rest ---- */

static void cover_residency(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++)
        if (s->access[slot] == s->cfg.accesses) bin[BIN_ACCESS_MOST]++;
    if (out->ev_valid) bin[out->ev_kind == FRONT_BARRIER ? BIN_BARRIER : BIN_ENDED]++;
    if (!in->begin_en) return;
    bin[BIN_BEGIN]++;
    if (out->event != INTERWEAVE_FRONT_NOTHING) bin[BIN_BEGIN_EVENT]++;
}

static void cover_why(const outputs *out, uint64_t *bin)
{
    for (uint32_t p = 0; p < INTERWEAVE_FRONT_PORTS; p++) {
        switch (out->why[p]) {
        case FRONT_PIPE_BUSY: bin[BIN_WHY_BUSY]++; break;
        case FRONT_RESOLVES: bin[BIN_WHY_RESOLVE]++; break;
        case FRONT_WAITS: bin[BIN_WHY_WAITS]++; break;
        case FRONT_NOT_FETCHED: bin[BIN_WHY_NOT_FETCHED]++; break;
        case FRONT_NO_WARP: bin[BIN_WHY_NO_WARP]++; break;
        default: break;
        }
    }
}

void interweave_front_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_order(s, in, out, bin);
    cover_issue(s, in, out, bin);
    cover_waiting(s, in, out, bin);
    cover_constraint(s, bin);
    cover_resolve(s, in, out, bin);
    cover_merge(s, out, bin);
    cover_fetch(s, in, out, bin);
    cover_answer(s, in, out, bin);
    cover_check(s, in, out, bin);
    cover_work(s, out, bin);
    cover_residency(s, in, out, bin);
    cover_why(out, bin);
    if (out->cold.spill_valid && in->spill_ready && !out->cold.spill_load) bin[BIN_STORE]++;
    if (in->fill_valid) bin[BIN_COMES_BACK]++;
}
