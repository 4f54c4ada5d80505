/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/mapping_table.h"

#include <stddef.h>
#include <string.h>

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct mapping_table_cfg *cfg)
{
    if (cfg->rows < 2 || cfg->rows > MAPPING_TABLE_MAX_ROWS) return "Rows must be 2 to 256";
    if (cfg->sets < 1 || cfg->sets > MAPPING_TABLE_MAX_SETS) return "Sets must be 1 to 64";
    if (cfg->phys < 2 || cfg->phys > MAPPING_TABLE_MAX_PHYS) return "Phys must be 2 to 1024";
    if (cfg->ports < 1 || cfg->ports > MAPPING_TABLE_MAX_PORTS) return "Ports must be 1 to 4";
    return NULL;
}

const char *mapping_table_init(struct mapping_table *s, const struct mapping_table_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    mapping_table_reset(s);
    return NULL;
}

void mapping_table_reset(struct mapping_table *s)
{
    memset(s->valid, 0, sizeof s->valid);
    memset(s->used, 0, sizeof s->used);
    memset(s->in_use, 0, sizeof s->in_use);
    memset(s->asked_en, 0, sizeof s->asked_en);
    memset(s->found_en, 0, sizeof s->found_en);
    s->free = s->cfg.phys;
    s->swapped = 0;
}

/* --- entries and physical sets ------------------------------------------- */

static bool exists(const struct mapping_table *s, uint32_t row, uint32_t set)
{
    return row < s->cfg.rows && set < s->cfg.sets;
}

static uint32_t entry(const struct mapping_table *s, uint32_t row, uint32_t set)
{
    return row * s->cfg.sets + set;
}

/* The lowest-numbered free physical set; Phys if there is none. */
static uint32_t lowest_free(const struct mapping_table *s)
{
    uint32_t phys = 0;
    while (phys < s->cfg.phys && s->used[phys]) phys++;
    return phys;
}

/* --- eval ---------------------------------------------------------------- */

static bool is_locked(const struct mapping_table_in *in, uint32_t row, uint32_t set)
{
    return in->lock_en && in->lock_row == row && in->lock_set == set;
}

/* The answer is from the edge before; only the lock is looked at now. */
static void answer(const struct mapping_table *s, const struct mapping_table_in *in, uint32_t p,
                   struct mapping_table_out *out)
{
    if (!s->found_en[p]) return;
    out->found_en[p] = true;
    out->found_row[p] = s->found_row[p];
    out->found_set[p] = s->found_set[p];
    out->found_held[p] = s->found_held[p];
    out->found_phys[p] = s->found_held[p] ? s->found_phys[p] : 0;
    out->found_wait[p] = is_locked(in, s->found_row[p], s->found_set[p]);
}

/* The physical set that the next one gets; 0 if there is none. */
static uint32_t next_set(const struct mapping_table *s) { return s->free > 0 ? lowest_free(s) : 0; }

/* The physical set the operation gets or gives back, if it does either. */
static uint32_t op_phys(const struct mapping_table *s, const struct mapping_table_in *in)
{
    uint32_t e = entry(s, in->op_row, in->op_set);
    switch (in->op) {
    case MAPPING_TABLE_MAP:
    case MAPPING_TABLE_FILL: return next_set(s);
    case MAPPING_TABLE_SPILL:
    case MAPPING_TABLE_DROP: return s->valid[e] ? s->phys[e] : 0;
    default: return 0;
    }
}

void mapping_table_eval(const struct mapping_table *s, const struct mapping_table_in *in,
                        struct mapping_table_out *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) answer(s, in, p, out);
    out->free = s->free;
    out->free_phys = next_set(s);
    out->swapped = s->swapped;
    if (!exists(s, in->op_row, in->op_set)) return;
    out->op_held = s->valid[entry(s, in->op_row, in->op_set)];
    out->op_phys = op_phys(s, in);
}

/* --- tick ---------------------------------------------------------------- */

static void become_physical(struct mapping_table *s, uint32_t e, uint32_t phys)
{
    s->valid[e] = true;
    s->phys[e] = phys;
    s->used[phys] = true;
    s->free--;
}

static void give_back(struct mapping_table *s, uint32_t e)
{
    s->valid[e] = false;
    s->used[s->phys[e]] = false;
    s->free++;
}

/* Entry, physical set and counters together: the table of the page, row by row. An operation that
 * breaks a promise about its entry does nothing. */
static void operate(struct mapping_table *s, const struct mapping_table_in *in, uint32_t phys)
{
    if (!exists(s, in->op_row, in->op_set)) return;
    uint32_t e = entry(s, in->op_row, in->op_set);
    bool swapped = s->in_use[e] && !s->valid[e];
    if (in->op == MAPPING_TABLE_MAP && !s->in_use[e] && s->free > 0) {
        become_physical(s, e, phys);
        s->in_use[e] = true;
    } else if (in->op == MAPPING_TABLE_SPILL && s->valid[e]) {
        give_back(s, e);
        s->swapped++;
    } else if (in->op == MAPPING_TABLE_FILL && swapped && s->free > 0) {
        become_physical(s, e, phys);
        s->swapped--;
    } else if (in->op == MAPPING_TABLE_DROP && s->in_use[e]) {
        if (s->valid[e]) give_back(s, e);
        if (swapped) s->swapped--;
        s->in_use[e] = false;
    }
}

/* The question of the cycle before is answered with the entry as it is now. */
static void look_up(struct mapping_table *s, uint32_t p)
{
    s->found_en[p] = s->asked_en[p];
    if (!s->asked_en[p]) return;
    uint32_t e = entry(s, s->asked_row[p], s->asked_set[p]);
    s->found_row[p] = s->asked_row[p];
    s->found_set[p] = s->asked_set[p];
    s->found_held[p] = s->valid[e];
    s->found_phys[p] = s->phys[e];
}

/* A question about a set that does not exist breaks a promise and is not asked. */
static void ask(struct mapping_table *s, const struct mapping_table_in *in, uint32_t p)
{
    s->asked_en[p] = in->look_en[p] && exists(s, in->look_row[p], in->look_set[p]);
    s->asked_row[p] = in->look_row[p];
    s->asked_set[p] = in->look_set[p];
}

/* The operation comes first: a look-up reads the entry as the operation leaves it. */
void mapping_table_tick(struct mapping_table *s, const struct mapping_table_in *in,
                        const struct mapping_table_out *out)
{
    operate(s, in, out->op_phys);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        look_up(s, p);
        ask(s, in, p);
    }
}

/* --- check --------------------------------------------------------------- */

/* No physical set has two owners, and it is used exactly when it has one. */
static bool one_owner(const struct mapping_table *s)
{
    bool owned[MAPPING_TABLE_MAX_PHYS] = {false};
    for (uint32_t e = 0; e < s->cfg.rows * s->cfg.sets; e++) {
        if (!s->valid[e]) continue;
        if (s->phys[e] >= s->cfg.phys || owned[s->phys[e]]) return false;
        owned[s->phys[e]] = true;
    }
    return memcmp(owned, s->used, s->cfg.phys * sizeof owned[0]) == 0;
}

static bool sum(const struct mapping_table *s)
{
    uint32_t used = 0;
    for (uint32_t phys = 0; phys < s->cfg.phys; phys++) used += s->used[phys];
    return s->free + used == s->cfg.phys;
}

/* A physical entry is in use; the others that are make the swap space. */
static bool swap_count(const struct mapping_table *s)
{
    uint32_t swapped = 0;
    for (uint32_t e = 0; e < s->cfg.rows * s->cfg.sets; e++) {
        if (s->valid[e] && !s->in_use[e]) return false;
        swapped += s->in_use[e] && !s->valid[e];
    }
    return s->swapped == swapped;
}

/* An answer is what the operation of the cycle before has left. */
static bool true_answer(const struct mapping_table *s, uint32_t p)
{
    if (!s->found_en[p]) return true;
    if (!exists(s, s->found_row[p], s->found_set[p])) return false;
    uint32_t e = entry(s, s->found_row[p], s->found_set[p]);
    if (s->found_held[p] != s->valid[e]) return false;
    return !s->found_held[p] || s->found_phys[p] == s->phys[e];
}

const char *mapping_table_check(const struct mapping_table *s)
{
    if (!one_owner(s)) return "one_owner";
    if (!sum(s)) return "sum";
    if (!swap_count(s)) return "swap_count";
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!true_answer(s, p)) return "true_answer";
    }
    return NULL;
}

/* --- promise ------------------------------------------------------------- */

/* In this cycle, or in one of the two before. */
static bool is_asked_for(const struct mapping_table *s, const struct mapping_table_in *in,
                         uint32_t row, uint32_t set)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->look_en[p] && in->look_row[p] == row && in->look_set[p] == set) return true;
        if (s->asked_en[p] && s->asked_row[p] == row && s->asked_set[p] == set) return true;
        if (s->found_en[p] && s->found_row[p] == row && s->found_set[p] == set) return true;
    }
    return false;
}

/* Promise 1: what the entry is. */
static const char *entry_promise(const struct mapping_table *s, uint32_t op, uint32_t e)
{
    bool swapped = s->in_use[e] && !s->valid[e];
    if (op == MAPPING_TABLE_MAP && s->in_use[e]) return "the set mapped is in use";
    if (op == MAPPING_TABLE_SPILL && !s->valid[e]) return "the set spilled is not physical";
    if (op == MAPPING_TABLE_FILL && !swapped) return "the set filled is not in the swap space";
    if (op == MAPPING_TABLE_DROP && !s->in_use[e]) return "the set dropped is not in use";
    if ((op == MAPPING_TABLE_MAP || op == MAPPING_TABLE_FILL) && s->free == 0)
        return "a set is mapped or filled while none is free";
    return NULL;
}

/* Promise 2: look-ups of the set. A set that no unit asks for may move without a lock: no answer
 * can name the wrong place. The thread slots have no locks: no compute unit looks them up. */
static const char *watched_promise(const struct mapping_table *s, const struct mapping_table_in *in)
{
    if (!is_asked_for(s, in, in->op_row, in->op_set)) return NULL;
    if (in->op == MAPPING_TABLE_MAP || in->op == MAPPING_TABLE_DROP)
        return "the set mapped or dropped is asked for";
    return is_locked(in, in->op_row, in->op_set)
               ? NULL
               : "the set spilled or filled is asked for and not locked";
}

static const char *op_promise(const struct mapping_table *s, const struct mapping_table_in *in)
{
    if (in->op == MAPPING_TABLE_NOTHING) return NULL;
    if (in->op > MAPPING_TABLE_DROP) return "the operation is none of the five";
    if (!exists(s, in->op_row, in->op_set)) return "the operation names a set that does not exist";
    const char *broken = entry_promise(s, in->op, entry(s, in->op_row, in->op_set));
    return broken != NULL ? broken : watched_promise(s, in);
}

const char *mapping_table_promise(const struct mapping_table *s, const struct mapping_table_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->look_en[p] && !exists(s, in->look_row[p], in->look_set[p]))
            return "a set is asked for that does not exist";
    }
    if (in->lock_en && !exists(s, in->lock_row, in->lock_set))
        return "the locked set does not exist";
    return op_promise(s, in);
}
