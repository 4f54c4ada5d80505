/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "formation/split_scoreboard_cover.h"

enum { PORTS = 2, IDENTITY = 0421, ALL = 0777 };

/* Bit 2e + i is row i of entry e, as in pending. */
static struct {
    uint32_t set[SPLIT_SCOREBOARD_MAX_SLOTS];   /* in the last cycle */
    uint32_t freed[SPLIT_SCOREBOARD_MAX_SLOTS]; /* a bit an entry: it became free */
} last;

/* What this cycle does to each slot. */
static struct {
    uint32_t set[SPLIT_SCOREBOARD_MAX_SLOTS];
    uint32_t back[SPLIT_SCOREBOARD_MAX_SLOTS];
    uint32_t freed[SPLIT_SCOREBOARD_MAX_SLOTS];
    bool moves[SPLIT_SCOREBOARD_MAX_SLOTS];
    uint32_t matrix[SPLIT_SCOREBOARD_MAX_SLOTS];
} now;

/* Entries of these rows that have both, or some. */
static uint32_t entries_of(uint32_t rows, bool both)
{
    uint32_t entries = 0;
    for (uint32_t e = 0; e < SPLIT_SCOREBOARD_MAX_ENTRIES; e++) {
        const uint32_t pair = rows >> 2 * e & 3;
        if (both ? pair == 3 : pair != 0) entries |= UINT32_C(1) << e;
    }
    return entries;
}

static void gather(const state *s, const inputs *in, const outputs *out)
{
    memset(&now, 0, sizeof now);
    for (uint32_t p = 0; p < PORTS; p++) {
        if (in->set_en[p])
            now.set[in->set_slot[p]] |= UINT32_C(1) << (2 * out->set_tag[p] + in->set_pos[p]);
        if (in->move_en[p]) {
            now.moves[in->move_slot[p]] = true;
            now.matrix[in->move_slot[p]] = in->move_matrix[p];
        }
    }
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        if (in->wb_en[w])
            now.back[in->wb_slot[w]] |= UINT32_C(1) << (2 * in->wb_tag[w] + in->wb_pos[w]);
    }
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const uint32_t left = s->pending[slot] & ~now.back[slot];
        now.freed[slot] = entries_of(s->pending[slot], false) & ~entries_of(left, false);
    }
}

/* Row r of the slot, as reg and deps count them. */
static uint32_t row_of(const state *s, uint32_t slot, uint32_t r)
{
    return slot * 2 * s->cfg.entries + r;
}

/* Rows of the slot with this register, of these. */
static uint32_t rows_with(const state *s, uint32_t slot, uint32_t rows, uint32_t reg)
{
    uint32_t with = 0;
    for (uint32_t r = 0; r < 2 * s->cfg.entries; r++) {
        if (has(rows, r) && s->reg[row_of(s, slot, r)] == reg) with |= UINT32_C(1) << r;
    }
    return with;
}

/* deps of a row behind a move. */
static uint32_t moved(uint32_t deps, uint32_t matrix)
{
    uint32_t after = 0;
    for (uint32_t i = 0; i < 3; i++) after |= has(deps, i) ? matrix >> 3 * i & 7 : 0;
    return after;
}

/* ---- sets ---- */

static void cover_set_port(const state *s, const inputs *in, const outputs *out, uint32_t p,
                           uint64_t *bin)
{
    const uint32_t slot = in->set_slot[p], tag = out->set_tag[p], entries = s->cfg.entries;
    const uint32_t taken = entries_of(s->pending[slot], false);
    const uint32_t matrix = now.matrix[slot] >> 3 * in->set_pos[p] & 7;
    if (taken == 0) bin[BIN_SET_FIRST]++;
    if (taken >> tag != 0) bin[BIN_SET_GAP]++;
    if ((taken | UINT32_C(1) << tag) == ones(entries)) {
        const uint32_t half = entries_of(now.back[slot], false) & ~now.freed[slot];
        if (now.freed[slot] != 0) bin[BIN_SET_FILLS_NOT]++;
        else bin[half != 0 ? BIN_SET_FILLS_HALF : BIN_SET_FILLS]++;
    }
    if (rows_with(s, slot, s->pending[slot], in->set_reg[p]) != 0) bin[BIN_SET_AGAIN]++;
    if (has(last.freed[slot], tag)) bin[BIN_SET_BEHIND_FREE]++;
    if (now.moves[slot]) bin[BIN_SET_MOVE]++;
    if (now.moves[slot] && several(matrix)) bin[BIN_SET_MOVE_PARTS]++;
    if (now.back[slot] != 0) bin[BIN_SET_BACK]++;
    if (slot == s->cfg.slots - 1 && in->set_reg[p] == s->cfg.regs - 1) bin[BIN_SET_EDGES]++;
    if (slot == s->cfg.slots - 1 && tag == entries - 1) bin[BIN_SET_TOP]++;
}

static void cover_set(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        if (in->set_en[p]) cover_set_port(s, in, out, p, bin);
    }
    if (!in->set_en[0] && !in->set_en[1]) return;
    if (!in->set_en[0] || !in->set_en[1]) {
        bin[BIN_SET_ALONE]++;
    } else if (in->set_slot[0] == in->set_slot[1]) {
        bin[in->set_pos[0] ? BIN_SET_PAIR_SWAPPED : BIN_SET_PAIR]++;
        if (in->set_reg[0] == in->set_reg[1]) bin[BIN_SET_PAIR_ONE_REG]++;
        if (now.moves[in->set_slot[0]]) bin[BIN_SET_PAIR_MOVE]++;
    } else {
        bin[BIN_SET_TWO_SLOTS]++;
        if (out->set_tag[0] == out->set_tag[1]) bin[BIN_SET_TWIN_TAG]++;
        if (!several(in->set_slot[0] ^ in->set_slot[1])) bin[BIN_SET_NEAR]++;
    }
}

/* ---- moves ---- */

static void cover_row_moves(uint32_t deps, uint32_t matrix, bool back, uint64_t *bin)
{
    const uint32_t after = moved(deps, matrix);
    if ((after & ~deps) != 0 && !several(deps) && several(after)) bin[BIN_MOVE_PARTS]++;
    if (__builtin_popcount(after) < __builtin_popcount(deps)) bin[BIN_MOVE_MEETS]++;
    if (deps != 4 && after == 4) bin[BIN_MOVE_COLD]++;
    if (deps == 4 && (after & 3) != 0) bin[BIN_MOVE_BACK_HOT]++;
    if (back) bin[BIN_MOVE_AND_BACK]++;
}

static void cover_move(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        if (!in->move_en[p]) continue;
        const uint32_t slot = in->move_slot[p], matrix = in->move_matrix[p];
        const uint32_t pending = s->pending[slot];
        if (pending == 0) bin[BIN_MOVE_IDLE]++;
        if (matrix == IDENTITY) bin[BIN_MOVE_SAME]++;
        if (pending != 0 && matrix == ALL) bin[BIN_MOVE_DENSE]++;
        if (pending != 0 && (matrix & 033) == 012) bin[BIN_MOVE_SWAPS]++;
        if (has(out->full, slot)) bin[BIN_MOVE_FULL]++;
        for (uint32_t r = 0; r < 2 * s->cfg.entries; r++) {
            if (has(pending, r))
                cover_row_moves(s->deps[row_of(s, slot, r)], matrix, has(now.back[slot], r), bin);
        }
    }
    if (!in->move_en[0] || !in->move_en[1]) return;
    bin[BIN_MOVE_TWO]++;
    if (!several(in->move_slot[0] ^ in->move_slot[1])) bin[BIN_MOVE_NEAR]++;
}

/* ---- results ---- */

static void cover_back(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t results = 0;
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        if (!in->wb_en[w]) continue;
        results++;
        for (uint32_t v = 0; v < w; v++) {
            if (in->wb_en[v] && in->wb_tag[v] == in->wb_tag[w] && in->wb_slot[v] != in->wb_slot[w])
                bin[BIN_BACK_TWIN]++;
        }
    }
    if (results == s->cfg.writers) bin[BIN_BACK_ALL_WRITERS]++;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const uint32_t back = now.back[slot], pending = s->pending[slot];
        if (back == 0) continue;
        if (pending == back) bin[BIN_BACK_FREES_SLOT]++;
        else bin[BIN_BACK]++;
        if ((entries_of(back, false) & ~now.freed[slot]) != 0) bin[BIN_BACK_HALF]++;
        if (entries_of(back, true) != 0) bin[BIN_BACK_ENTRY]++;
        if (now.freed[slot] != 0) bin[BIN_BACK_FREES_ENTRY]++;
        if (now.freed[slot] != 0 && has(out->full, slot)) bin[BIN_BACK_FREES_FULL]++;
        if ((back & last.set[slot]) != 0) bin[BIN_BACK_NEXT_CYCLE]++;
        if (several(back)) bin[BIN_BACK_SEVERAL]++;
        if (several(back) && (uint32_t)__builtin_popcount(back) == s->cfg.writers)
            bin[BIN_BACK_ALL_OF_SLOT]++;
    }
}

/* ---- queries ---- */

/* The pending rows of the slot whose threads may be at the position. */
static uint32_t rows_at(const state *s, uint32_t slot, uint32_t pos)
{
    uint32_t rows = 0;
    for (uint32_t r = 0; r < 2 * s->cfg.entries; r++) {
        if (has(s->pending[slot], r) && has(s->deps[row_of(s, slot, r)], pos))
            rows |= UINT32_C(1) << r;
    }
    return rows;
}

static void cover_shown(const state *s, uint32_t slot, uint32_t shown, uint64_t *bin)
{
    const uint32_t pending = s->pending[slot];
    if (pending == 0) bin[BIN_QUERY_IDLE]++;
    else if (shown == 0) bin[BIN_QUERY_NONE]++;
    else bin[shown == pending ? BIN_QUERY_ALL : BIN_QUERY_SOME]++;
    for (uint32_t r = 0; r < 2 * s->cfg.entries; r++) {
        const uint32_t row = row_of(s, slot, r);
        if (has(pending, r) && s->deps[row] == 4) bin[BIN_QUERY_COLD]++;
        if (!has(shown, r)) continue;
        if (several(rows_with(s, slot, shown, s->reg[row]))) bin[BIN_QUERY_ONE_REG]++;
        if (rows_with(s, slot, pending & ~shown, s->reg[row]) != 0) bin[BIN_QUERY_HIDDEN_TWIN]++;
    }
}

static void cover_queries(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        const uint32_t slot = in->query_slot[p];
        if (slot >= s->cfg.slots) continue;
        const uint32_t shown = rows_at(s, slot, in->query_pos[p]);
        cover_shown(s, slot, shown, bin);
        if (now.set[slot] != 0) bin[BIN_QUERY_SET]++;
        if (now.moves[slot]) bin[BIN_QUERY_MOVE]++;
        if ((shown & now.back[slot]) != 0) bin[BIN_QUERY_BACK]++;
    }
    if (in->query_slot[0] != in->query_slot[1] || in->query_slot[0] >= s->cfg.slots) return;
    if (in->query_pos[0] == in->query_pos[1]) bin[BIN_QUERY_TWICE]++;
    else if (out->query_busy[0] != out->query_busy[1]) bin[BIN_QUERY_BOTH]++;
}

void split_scoreboard_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    gather(s, in, out);
    cover_set(s, in, out, bin);
    cover_move(s, in, out, bin);
    cover_back(s, in, out, bin);
    cover_queries(s, in, out, bin);
    if (out->free == ones(s->cfg.slots)) bin[BIN_ALL_FREE]++;
    if (out->free == 0) bin[BIN_NONE_FREE]++;
    if (out->full == ones(s->cfg.slots)) bin[BIN_ALL_FULL]++;
    memcpy(last.set, now.set, sizeof last.set);
    memcpy(last.freed, now.freed, sizeof last.freed);
}
