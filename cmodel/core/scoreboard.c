/* SPDX-License-Identifier: Apache-2.0 */
#include "core/scoreboard.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct scoreboard_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > SCOREBOARD_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->regs < 2 || cfg->regs > SCOREBOARD_MAX_REGS) return "Regs must be 2 to 64";
    if (cfg->ports < 1 || cfg->ports > SCOREBOARD_MAX_PORTS) return "Ports must be 1 to 4";
    if (cfg->writers < 1 || cfg->writers > SCOREBOARD_MAX_WRITERS) return "Writers must be 1 to 8";
    return NULL;
}

const char *scoreboard_init(struct scoreboard *s, const struct scoreboard_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void scoreboard_reset(struct scoreboard *s)
{
    memset(s->busy, 0, sizeof s->busy);
    s->waiting = 0;
}

/* --- eval ---------------------------------------------------------------- */

void scoreboard_eval(const struct scoreboard *s, const struct scoreboard_in *in,
                     struct scoreboard_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->query_slot[p];
        out->query_busy[p] = slot < s->cfg.slots ? s->busy[slot] : 0;
    }
    out->free = ones(s->cfg.slots) & ~s->waiting;
}

/* --- tick ---------------------------------------------------------------- */

/* Nothing that is set is written in the same cycle: the order is of no matter. */
void scoreboard_tick(struct scoreboard *s, const struct scoreboard_in *in,
                     const struct scoreboard_out *out)
{
    (void)out;
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        const uint32_t slot = in->wb_slot[w];
        if (!in->wb_en[w]) continue;
        s->busy[slot] &= ~bit(in->wb_reg[w]);
        if (s->busy[slot] == 0) s->waiting &= ~bit(slot);
    }
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->set_en[p]) continue;
        s->busy[in->set_slot[p]] |= bit(in->set_reg[p]);
        s->waiting |= bit(in->set_slot[p]);
    }
}

/* --- check and promise --------------------------------------------------- */

const char *scoreboard_check(const struct scoreboard *s)
{
    if ((s->waiting & ~ones(s->cfg.slots)) != 0) return "free";
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if ((s->busy[slot] & ~ones(s->cfg.regs)) != 0) return "reg_range";
        if (has(s->waiting, slot) != (s->busy[slot] != 0)) return "free";
    }
    return NULL;
}

static const char *set_promise(const struct scoreboard *s, const struct scoreboard_in *in)
{
    uint64_t slots = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->set_slot[p], reg = in->set_reg[p];
        if (!in->set_en[p]) continue;
        if (slot >= s->cfg.slots) return "an instruction issues on a slot that is not below Slots";
        if (reg >= s->cfg.regs) return "an instruction writes a register that is not below Regs";
        if (has(slots, slot)) return "two instructions of one slot issue";
        if (has(s->busy[slot], reg)) return "an instruction issues that writes a busy register";
        slots |= bit(slot);
    }
    return NULL;
}

static const char *writeback_promise(const struct scoreboard *s, const struct scoreboard_in *in)
{
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        const uint32_t slot = in->wb_slot[w], reg = in->wb_reg[w];
        if (!in->wb_en[w]) continue;
        if (slot >= s->cfg.slots) return "a result is for a slot that is not below Slots";
        if (reg >= s->cfg.regs) return "a result is for a register that is not below Regs";
        if (!has(s->busy[slot], reg)) return "a result comes that is not outstanding";
        for (uint32_t v = 0; v < w; v++) {
            if (in->wb_en[v] && in->wb_slot[v] == slot && in->wb_reg[v] == reg)
                return "one result comes twice";
        }
    }
    return NULL;
}

const char *scoreboard_promise(const struct scoreboard *s, const struct scoreboard_in *in)
{
    const char *broken = set_promise(s, in);
    return broken != NULL ? broken : writeback_promise(s, in);
}
