/* SPDX-License-Identifier: Apache-2.0 */
#include "core/register_file.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum { OPERANDS = REGISTER_FILE_OPERANDS, ALL = (1 << OPERANDS) - 1 };

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct register_file_cfg *cfg)
{
    const uint32_t banks = cfg->banks;
    if (cfg->lanes < 1 || cfg->lanes > REGISTER_FILE_MAX_LANES) return "Lanes must be 1 to 64";
    if (banks < 1 || banks > REGISTER_FILE_MAX_BANKS || (banks & (banks - 1)) != 0)
        return "Banks must be 1, 2, 4 or 8";
    if (cfg->sets < 2 || cfg->sets > REGISTER_FILE_MAX_SETS) return "Sets must be 2 to 4096";
    if (cfg->ports < 1 || cfg->ports > REGISTER_FILE_MAX_PORTS) return "Ports must be 1 to 4";
    if (cfg->writers < 1 || cfg->writers > REGISTER_FILE_MAX_WRITERS)
        return "Writers must be 1 to 8";
    if (cfg->own > 1) return "Own must be 0 or 1";
    if (cfg->segmented > 1) return "Segmented must be 0 or 1";
    if (cfg->segmented && cfg->own) return "Segmented = 1 needs Own = 0";
    return NULL;
}

const char *register_file_init(struct register_file *s, const struct register_file_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, offsetof(struct register_file, reg));
    memset(s->reg, 0, cfg->banks * cfg->sets * cfg->lanes * sizeof s->reg[0]);
    s->cfg = *cfg;
    return NULL;
}

void register_file_reset(struct register_file *s)
{
    s->got = 0;
    s->full = 0;
    s->turn = 0;
    memset(s->waited, 0, sizeof s->waited);
}

/* --- rows ---------------------------------------------------------------- */

static uint32_t row_at(const struct register_file *s, uint32_t bank, uint32_t index)
{
    return (index * s->cfg.banks + bank) * s->cfg.lanes;
}

const uint32_t *register_file_row(const struct register_file *s, uint32_t bank, uint32_t index)
{
    return &s->reg[row_at(s, bank, index)];
}

/* Words of lanes that are not read are 0. */
static void read_row(const struct register_file *s, uint32_t bank, const uint32_t *index,
                     uint64_t mask, uint32_t *to)
{
    const uint32_t lanes = s->cfg.lanes;
    if (!s->cfg.own && mask == ones(lanes)) {
        memcpy(to, register_file_row(s, bank, index[0]), lanes * sizeof *to);
        return;
    }
    for (uint32_t lane = 0; lane < lanes; lane++) {
        const uint32_t *row = register_file_row(s, bank, index[s->cfg.own ? lane : 0]);
        to[lane] = has(mask, lane) ? row[lane] : 0;
    }
}

static void write_row(struct register_file *s, uint32_t bank, const uint32_t *index, uint64_t mask,
                      const uint32_t *from)
{
    const uint32_t lanes = s->cfg.lanes;
    if (!s->cfg.own && mask == ones(lanes)) {
        memcpy(&s->reg[row_at(s, bank, index[0])], from, lanes * sizeof *from);
        return;
    }
    for (uint32_t lane = 0; lane < lanes; lane++) {
        if (!has(mask, lane)) continue;
        s->reg[row_at(s, bank, index[s->cfg.own ? lane : 0]) + lane] = from[lane];
    }
}

/* --- eval ---------------------------------------------------------------- */

/* Port p has room for what it is given in this cycle: nothing waits, or that is taken. */
static bool may_collect(const struct register_file *s, const struct register_file_in *in,
                        uint32_t p)
{
    return in->rd_valid[p] && (!has(s->full, p) || in->out_ready[p]);
}

/* Operands of a port that are wanted and not there, a bit each. */
static uint32_t missing(const struct register_file *s, const struct register_file_in *in,
                        uint32_t p)
{
    return in->rd_use[p] << OPERANDS * p & ~s->got;
}

/* Lanes of a bank that an instruction has while the bank serves it: not segmented, all. */
static uint64_t lanes_of(const struct register_file *s, uint64_t mask)
{
    return s->cfg.segmented ? mask : ones(s->cfg.lanes);
}

/* Ports in turn take lanes of the banks, those that are left, for their lowest operand that asks
 * the bank. A port of which one lane is gone takes nothing there. */
static void eval_ports(const struct register_file *s, const struct register_file_in *in,
                       struct register_file_out *out)
{
    uint64_t gone[REGISTER_FILE_MAX_BANKS] = {0};
    for (uint32_t n = 0; n < s->cfg.ports; n++) {
        const uint32_t p = s->turn + n < s->cfg.ports ? s->turn + n : s->turn + n - s->cfg.ports;
        if (!may_collect(s, in, p)) continue;
        const uint64_t lanes = lanes_of(s, in->rd_mask[p]);
        const uint32_t asked = missing(s, in, p);
        uint32_t tried = 0; /* banks: by an operand of this port that is lower */
        for (uint32_t k = OPERANDS * p; asked >> k != 0; k++) {
            const uint32_t bank = in->rd_bank[k];
            if (!has(asked, k) || has(tried, bank)) continue;
            tried |= 1u << bank;
            if ((gone[bank] & lanes) != 0) continue;
            gone[bank] |= lanes;
            out->served |= 1u << k;
        }
        out->rd_ready[p] = (asked & ~out->served) == 0;
    }
}

/* Writers take lanes of the banks in the same way, the lowest first. */
static void eval_writers(const struct register_file *s, const struct register_file_in *in,
                         struct register_file_out *out)
{
    uint64_t gone[REGISTER_FILE_MAX_BANKS] = {0};
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        if (!in->wr_valid[w]) continue;
        const uint64_t lanes = lanes_of(s, in->wr_mask[w]);
        const uint32_t bank = in->wr_bank[w];
        out->wr_ready[w] = (gone[bank] & lanes) == 0;
        if (out->wr_ready[w]) gone[bank] |= lanes;
    }
}

void register_file_eval(const struct register_file *s, const struct register_file_in *in,
                        struct register_file_out *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) out->out_valid[p] = has(s->full, p);
    for (uint32_t k = 0; k < OPERANDS * s->cfg.ports; k++) out->out_data[k] = s->data[k];
    eval_ports(s, in, out);
    eval_writers(s, in, out);
}

/* --- tick ---------------------------------------------------------------- */

/* What the banks serve is in the operand registers from the next cycle on. */
static void collect(struct register_file *s, const struct register_file_in *in, uint32_t served)
{
    for (uint32_t k = 0; served >> k != 0; k++) {
        if (!has(served, k)) continue;
        const uint64_t mask = lanes_of(s, in->rd_mask[k / OPERANDS]);
        read_row(s, in->rd_bank[k], in->rd_index[k], mask, s->data[k]);
    }
    s->got |= served;
}

/* All operands of port p are there: they are its output. An operand that is not used is 0. */
static void accept(struct register_file *s, uint32_t use, uint32_t p)
{
    s->got &= ~((uint32_t)ALL << OPERANDS * p);
    s->full |= 1u << p;
    for (uint32_t o = 0; o < OPERANDS; o++) {
        if (!has(use, o)) memset(s->data[OPERANDS * p + o], 0, s->cfg.lanes * sizeof s->data[0][0]);
    }
}

static void count_waits(struct register_file *s, const struct register_file_in *in, uint32_t p,
                        uint32_t served)
{
    const uint32_t waits = missing(s, in, p) & ~served;
    for (uint32_t k = OPERANDS * p; k < OPERANDS * (p + 1); k++) {
        s->waited[k] = has(waits, k) ? s->waited[k] + 1 : 0;
    }
}

/* An output that is taken goes, and what comes in the same cycle may take its place. */
static void tick_port(struct register_file *s, const struct register_file_in *in,
                      const struct register_file_out *out, uint32_t p)
{
    if (in->out_ready[p]) s->full &= ~(1u << p);
    if (in->rd_valid[p] && out->rd_ready[p]) accept(s, in->rd_use[p], p);
}

static void next_turn(struct register_file *s)
{
    s->turn = s->turn + 1 < s->cfg.ports ? s->turn + 1 : 0;
}

void register_file_tick(struct register_file *s, const struct register_file_in *in,
                        const struct register_file_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (may_collect(s, in, p)) count_waits(s, in, p, out->served);
    }
    collect(s, in, out->served);
    for (uint32_t p = 0; p < s->cfg.ports; p++) tick_port(s, in, out, p);
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        if (in->wr_valid[w] && out->wr_ready[w])
            write_row(s, in->wr_bank[w], in->wr_index[w], in->wr_mask[w], in->wr_data[w]);
    }
    next_turn(s);
}

/* A port that may collect gets an operand, or has them all. */
bool register_file_rests(const struct register_file *s, const struct register_file_in *in)
{
    bool moves = false;
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        moves = moves || may_collect(s, in, p) || (has(s->full, p) && in->out_ready[p]);
    for (uint32_t w = 0; w < s->cfg.writers; w++) moves = moves || in->wr_valid[w];
    return !moves;
}

void register_file_pass(struct register_file *s) { next_turn(s); }

/* --- check and promise --------------------------------------------------- */

const char *register_file_check(const struct register_file *s)
{
    const uint32_t ports = s->cfg.ports;
    if (s->turn >= ports) return "turn_range";
    if (s->full >> ports != 0 || s->got >> OPERANDS * ports != 0) return "port_range";
    for (uint32_t p = 0; p < ports; p++) {
        /* What stands at the output is complete, and nothing of the next one is there. */
        if (has(s->full, p) && (s->got >> OPERANDS * p & ALL) != 0) return "all_there";
        for (uint32_t k = OPERANDS * p; k < OPERANDS * (p + 1); k++) {
            if (s->waited[k] >= OPERANDS * ports) return "fair";
        }
    }
    return NULL;
}

static bool is_place(const struct register_file *s, uint32_t bank, const uint32_t *index,
                     uint64_t lanes)
{
    if (bank >= s->cfg.banks) return false;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++) {
        if (has(lanes, lane) && index[s->cfg.own ? lane : 0] >= s->cfg.sets) return false;
    }
    return true;
}

/* Lanes whose index must be one: a lane that is not written may have any. */
static const char *writer_promise(const struct register_file *s, const struct register_file_in *in,
                                  uint32_t w)
{
    if (!in->wr_valid[w]) return NULL;
    if ((in->wr_mask[w] & ~ones(s->cfg.lanes)) != 0)
        return "a lane is written that is not below Lanes";
    /* The one index of all lanes is read from the first. */
    const uint64_t lanes = s->cfg.own ? in->wr_mask[w] : 1;
    return is_place(s, in->wr_bank[w], in->wr_index[w], lanes) ? NULL
                                                               : "a result's place does not exist";
}

static const char *port_promise(const struct register_file *s, const struct register_file_in *in,
                                uint32_t p)
{
    if (!in->rd_valid[p]) return NULL;
    if (in->rd_use[p] > ALL) return "an instruction has a fourth operand";
    if (s->cfg.segmented && (in->rd_mask[p] & ~ones(s->cfg.lanes)) != 0)
        return "an instruction has a lane that is not below Lanes";
    for (uint32_t o = 0; o < OPERANDS; o++) {
        const uint32_t k = OPERANDS * p + o;
        if (has(in->rd_use[p], o) &&
            !is_place(s, in->rd_bank[k], in->rd_index[k], ones(s->cfg.lanes)))
            return "an operand's place does not exist";
    }
    return NULL;
}

const char *register_file_promise(const struct register_file *s, const struct register_file_in *in)
{
    const char *broken = NULL;
    for (uint32_t p = 0; p < s->cfg.ports && broken == NULL; p++) broken = port_promise(s, in, p);
    for (uint32_t w = 0; w < s->cfg.writers && broken == NULL; w++)
        broken = writer_promise(s, in, w);
    return broken;
}
