/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/split_scoreboard.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum { PORTS = SPLIT_SCOREBOARD_PORTS, ROWS = SPLIT_SCOREBOARD_ROWS, POSITIONS = 3 };

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct split_scoreboard_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > SPLIT_SCOREBOARD_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->entries < 1 || cfg->entries > SPLIT_SCOREBOARD_MAX_ENTRIES)
        return "Entries must be 1 to 16";
    if (cfg->regs < 2 || cfg->regs > SPLIT_SCOREBOARD_MAX_REGS) return "Regs must be 2 to 64";
    if (cfg->writers < 1 || cfg->writers > SPLIT_SCOREBOARD_MAX_WRITERS)
        return "Writers must be 1 to 8";
    return NULL;
}

const char *split_scoreboard_init(struct split_scoreboard *s,
                                  const struct split_scoreboard_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void split_scoreboard_reset(struct split_scoreboard *s)
{
    memset(s->pending, 0, sizeof s->pending);
}

/* --- rows and entries ---------------------------------------------------- */

/* The first row of a slot. */
static uint32_t rows_of(const struct split_scoreboard *s, uint32_t slot)
{
    return slot * s->cfg.entries * ROWS;
}

static uint32_t row_of(const struct split_scoreboard *s, uint32_t slot, uint32_t entry, uint32_t i)
{
    return rows_of(s, slot) + entry * ROWS + i;
}

static bool is_pending(const struct split_scoreboard *s, uint32_t slot, uint32_t entry, uint32_t i)
{
    return has(s->pending[slot], entry * ROWS + i);
}

/* Row 0 of each entry, as bits of pending. */
static uint32_t first_rows(const struct split_scoreboard *s)
{
    return (uint32_t)(UINT32_C(0x55555555) & ones(s->cfg.entries * ROWS));
}

/* The lowest-numbered free entry; Entries, which is none, if there is none. */
static uint32_t free_entry(const struct split_scoreboard *s, uint32_t slot)
{
    const uint32_t rows = s->pending[slot];
    const uint32_t free = ~(rows | rows >> 1) & first_rows(s);
    return free != 0 ? lowest(free) / ROWS : s->cfg.entries;
}

/* --- eval ---------------------------------------------------------------- */

/* The registers whose writes may have a thread at the position. */
static uint64_t busy(const struct split_scoreboard *s, uint32_t slot, uint32_t position)
{
    uint64_t regs = 0;
    for (uint64_t left = s->pending[slot]; left != 0; left &= left - 1) {
        const uint32_t row = rows_of(s, slot) + lowest(left);
        if (has(s->deps[row], position)) regs |= bit(s->reg[row]);
    }
    return regs;
}

void split_scoreboard_eval(const struct split_scoreboard *s, const struct split_scoreboard_in *in,
                           struct split_scoreboard_out *out)
{
    const uint32_t entries = first_rows(s);
    memset(out, 0, sizeof *out);
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const uint32_t rows = s->pending[slot];
        if ((~(rows | rows >> 1) & entries) == 0) out->full |= bit(slot);
        if (rows == 0) out->free |= bit(slot);
    }
    for (uint32_t p = 0; p < PORTS; p++) {
        if (in->query_slot[p] < s->cfg.slots)
            out->query_busy[p] = busy(s, in->query_slot[p], in->query_pos[p]);
        if (in->set_slot[p] < s->cfg.slots && !has(out->full, in->set_slot[p]))
            out->set_tag[p] = free_entry(s, in->set_slot[p]);
    }
}

/* --- tick ---------------------------------------------------------------- */

static void set(struct split_scoreboard *s, uint32_t slot, uint32_t entry, uint32_t position,
                uint32_t reg)
{
    const uint32_t row = row_of(s, slot, entry, position);
    s->pending[slot] |= (uint32_t)bit(entry * ROWS + position);
    s->reg[row] = reg;
    s->deps[row] = (uint32_t)bit(position);
}

/* Where threads may be that may have been at these positions. */
static uint32_t moved(uint32_t deps, uint32_t matrix)
{
    uint32_t to = 0;
    for (uint32_t i = 0; i < POSITIONS; i++)
        if (has(deps, i)) to |= matrix >> i * POSITIONS & (uint32_t)ones(POSITIONS);
    return to;
}

static void move(struct split_scoreboard *s, uint32_t slot, uint32_t matrix)
{
    for (uint64_t left = s->pending[slot]; left != 0; left &= left - 1) {
        const uint32_t row = rows_of(s, slot) + lowest(left);
        s->deps[row] = moved(s->deps[row], matrix);
    }
}

/* A set comes before the move of its cycle; a set and a writeback are never of one row. */
void split_scoreboard_tick(struct split_scoreboard *s, const struct split_scoreboard_in *in,
                           const struct split_scoreboard_out *out)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        if (in->set_en[p] && in->set_slot[p] < s->cfg.slots)
            set(s, in->set_slot[p], out->set_tag[p], in->set_pos[p], in->set_reg[p]);
    }
    for (uint32_t p = 0; p < PORTS; p++) {
        if (in->move_en[p] && in->move_slot[p] < s->cfg.slots)
            move(s, in->move_slot[p], in->move_matrix[p]);
    }
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        if (in->wb_en[w] && in->wb_slot[w] < s->cfg.slots && in->wb_tag[w] < s->cfg.entries)
            s->pending[in->wb_slot[w]] &= (uint32_t)~bit(in->wb_tag[w] * ROWS + in->wb_pos[w]);
    }
}

/* --- check and promise --------------------------------------------------- */

/* All other invariants of the page are of more than one cycle. */
const char *split_scoreboard_check(const struct split_scoreboard *s)
{
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if ((s->pending[slot] & ~ones(s->cfg.entries * ROWS)) != 0) return "counted";
        for (uint32_t e = 0; e < s->cfg.entries; e++) {
            for (uint32_t i = 0; i < ROWS; i++) {
                const uint32_t row = row_of(s, slot, e, i);
                if (!is_pending(s, slot, e, i)) continue;
                if (s->reg[row] >= s->cfg.regs) return "kept";
                if (s->deps[row] > ones(POSITIONS)) return "closure";
            }
        }
    }
    return NULL;
}

static const char *set_promise(const struct split_scoreboard *s,
                               const struct split_scoreboard_in *in)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        if (!in->set_en[p]) continue;
        if (in->set_slot[p] >= s->cfg.slots) return "a set is of a slot that is not below Slots";
        if (in->set_reg[p] >= s->cfg.regs) return "a set is of a register that is not below Regs";
        if (free_entry(s, in->set_slot[p]) == s->cfg.entries) return "a set is of a full slot";
    }
    const bool both = in->set_en[0] && in->set_en[1] && in->set_slot[0] == in->set_slot[1];
    return both && in->set_pos[0] == in->set_pos[1] ? "two sets are of one position" : NULL;
}

static const char *move_promise(const struct split_scoreboard *s,
                                const struct split_scoreboard_in *in)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        if (!in->move_en[p]) continue;
        if (in->move_slot[p] >= s->cfg.slots) return "a move is of a slot that is not below Slots";
        if (in->move_matrix[p] > ones(POSITIONS * POSITIONS))
            return "a matrix has more than 9 bits";
    }
    const bool both = in->move_en[0] && in->move_en[1];
    return both && in->move_slot[0] == in->move_slot[1] ? "two moves are of one slot" : NULL;
}

static const char *writeback_promise(const struct split_scoreboard *s,
                                     const struct split_scoreboard_in *in)
{
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        const uint32_t slot = in->wb_slot[w], tag = in->wb_tag[w];
        if (!in->wb_en[w]) continue;
        if (slot >= s->cfg.slots) return "a writeback is of a slot that is not below Slots";
        if (tag >= s->cfg.entries) return "a writeback is of an entry that is not below Entries";
        if (!is_pending(s, slot, tag, in->wb_pos[w])) return "a writeback is of no pending row";
        for (uint32_t v = 0; v < w; v++) {
            if (in->wb_en[v] && in->wb_slot[v] == slot && in->wb_tag[v] == tag &&
                in->wb_pos[v] == in->wb_pos[w])
                return "two writebacks are of one row";
        }
    }
    return NULL;
}

const char *split_scoreboard_promise(const struct split_scoreboard *s,
                                     const struct split_scoreboard_in *in)
{
    const char *broken = set_promise(s, in);
    if (broken == NULL) broken = move_promise(s, in);
    return broken != NULL ? broken : writeback_promise(s, in);
}
