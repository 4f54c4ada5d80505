/* SPDX-License-Identifier: Apache-2.0 */
#include "core/register_file.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/lane_slots.h"

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
    if (cfg->lane_slots > 1 && !cfg->own) return "LaneSlots above 1 needs Own = 1";
    return lane_slots_error(cfg->lanes, cfg->lane_slots);
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
    memset(s->rd_beat, 0, sizeof s->rd_beat);
    memset(s->wr_beat, 0, sizeof s->wr_beat);
    memset(s->waited, 0, sizeof s->waited);
}

/* --- rows ---------------------------------------------------------------- */

/* Home lanes: words of a row. */
static uint32_t homes_of(const struct register_file *s) { return s->cfg.lanes / s->cfg.lane_slots; }

static uint32_t row_at(const struct register_file *s, uint32_t bank, uint32_t index)
{
    return (index * s->cfg.banks + bank) * homes_of(s);
}

const uint32_t *register_file_row(const struct register_file *s, uint32_t bank, uint32_t index)
{
    return &s->reg[row_at(s, bank, index)];
}

/* With beats: where the word of the thread at a place is. Its index has the set, and the part. */
static uint32_t word_at(const struct register_file *s, uint32_t bank, const uint32_t *index,
                        uint32_t place)
{
    return row_at(s, bank, index[place]) + place % homes_of(s);
}

/* The places of a beat. */
static uint64_t places_of(const struct register_file *s, uint32_t beat)
{
    return ones(homes_of(s)) << beat * homes_of(s);
}

/* The lowest beat, from the count on, that has a thread of the mask; the count if there is none. */
static uint32_t beat_of(const struct register_file *s, uint64_t mask, uint32_t count)
{
    const uint64_t left = mask & ~ones(count * homes_of(s));
    return s->cfg.lane_slots == 1 || left == 0 ? count : lowest(left) / homes_of(s);
}

/* Has no beat behind that one a thread? */
static bool is_last(const struct register_file *s, uint64_t mask, uint32_t count)
{
    const uint32_t beat = beat_of(s, mask, count);
    return (mask & ones(s->cfg.lanes) & ~ones((beat + 1) * homes_of(s))) == 0;
}

static uint32_t next_count(const struct register_file *s, uint64_t mask, uint32_t count)
{
    return is_last(s, mask, count) ? 0 : beat_of(s, mask, count) + 1;
}

static void read_beat(const struct register_file *s, uint32_t bank, const uint32_t *index,
                      uint32_t beat, uint32_t *to)
{
    for (uint64_t left = places_of(s, beat); left != 0; left &= left - 1)
        to[lowest(left)] = s->reg[word_at(s, bank, index, lowest(left))];
}

static void write_beat(struct register_file *s, uint32_t bank, const uint32_t *index, uint64_t mask,
                       uint32_t beat, const uint32_t *from)
{
    for (uint64_t left = places_of(s, beat) & mask; left != 0; left &= left - 1)
        s->reg[word_at(s, bank, index, lowest(left))] = from[lowest(left)];
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

/* Its place is free as well if the output needs the beat no more. */
static bool has_room(const struct register_file *s, const struct register_file_in *in, uint32_t p,
                     uint32_t operand)
{
    return may_collect(s, in, p) ||
           beat_of(s, in->rd_mask[p], s->rd_beat[operand]) < in->out_gone[p];
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
        const bool collects = may_collect(s, in, p);
        if (!in->rd_valid[p] || (!collects && s->cfg.lane_slots == 1)) continue;
        const uint64_t lanes = lanes_of(s, in->rd_mask[p]);
        const uint32_t asked = missing(s, in, p);
        uint32_t there = 0; /* with this cycle */
        uint32_t tried = 0; /* banks: by an operand of this port that is lower */
        for (uint32_t k = OPERANDS * p; asked >> k != 0; k++) {
            const uint32_t bank = in->rd_bank[k];
            if (!has(asked, k) || has(tried, bank) || !has_room(s, in, p, k)) continue;
            tried |= 1u << bank;
            if ((gone[bank] & lanes) != 0) continue;
            gone[bank] |= lanes;
            out->served |= 1u << k;
            if (is_last(s, in->rd_mask[p], s->rd_beat[k])) there |= 1u << k;
        }
        out->rd_ready[p] = collects && (asked & ~there) == 0;
    }
}

/* A result asks its bank if the beat that comes next is there. */
static bool asks(const struct register_file *s, const struct register_file_in *in, uint32_t w)
{
    return in->wr_valid[w] &&
           (s->cfg.lane_slots == 1 || beat_of(s, in->wr_mask[w], s->wr_beat[w]) < in->wr_here[w]);
}

/* Writers take lanes of the banks in the same way, the lowest first. */
static void eval_writers(const struct register_file *s, const struct register_file_in *in,
                         struct register_file_out *out)
{
    uint64_t gone[REGISTER_FILE_MAX_BANKS] = {0};
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        if (!asks(s, in, w)) continue;
        const uint64_t lanes = lanes_of(s, in->wr_mask[w]);
        const uint32_t bank = in->wr_bank[w];
        if ((gone[bank] & lanes) != 0) continue;
        gone[bank] |= lanes;
        out->writing |= 1u << w;
        out->wr_ready[w] = is_last(s, in->wr_mask[w], s->wr_beat[w]);
    }
}

uint32_t register_file_here(const struct register_file *s, uint32_t p, bool valid, uint32_t use,
                            uint64_t mask)
{
    uint32_t here = valid && use != 0 ? s->cfg.lane_slots : 0;
    if (has(s->full, p)) return s->cfg.lane_slots;
    for (uint32_t o = 0; o < OPERANDS; o++) {
        const uint32_t k = OPERANDS * p + o;
        const uint32_t next = beat_of(s, mask, s->rd_beat[k]);
        if (has(use, o) && !has(s->got, k) && next < here) here = next;
    }
    return here;
}

bool register_file_last_beat(const struct register_file *s, uint32_t writer, uint64_t mask,
                             uint32_t here)
{
    const bool there = s->cfg.lane_slots == 1 || beat_of(s, mask, s->wr_beat[writer]) < here;
    return there && is_last(s, mask, s->wr_beat[writer]);
}

void register_file_eval(const struct register_file *s, const struct register_file_in *in,
                        struct register_file_out *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t p = 0; p < s->cfg.ports; p++) out->out_valid[p] = has(s->full, p);
    for (uint32_t k = 0; k < OPERANDS * s->cfg.ports; k++) out->out_data[k] = s->data[k];
    for (uint32_t p = 0; s->cfg.lane_slots > 1 && p < s->cfg.ports; p++)
        out->out_here[p] = register_file_here(s, p, in->rd_valid[p], in->rd_use[p], in->rd_mask[p]);
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
        const uint64_t beats = in->rd_mask[k / OPERANDS];
        if (s->cfg.lane_slots == 1) read_row(s, in->rd_bank[k], in->rd_index[k], mask, s->data[k]);
        else if (beats != 0)
            read_beat(s, in->rd_bank[k], in->rd_index[k], beat_of(s, beats, s->rd_beat[k]),
                      s->data[k]);
        if (is_last(s, beats, s->rd_beat[k])) s->got |= 1u << k;
        s->rd_beat[k] = next_count(s, beats, s->rd_beat[k]);
    }
}

/* With beats, an operand that is not used becomes 0 where its places are free. */
static void clear_unused(struct register_file *s, const struct register_file_in *in, uint32_t p)
{
    const uint32_t beats = may_collect(s, in, p) ? s->cfg.lane_slots
                           : in->rd_valid[p]     ? in->out_gone[p]
                                                 : 0;
    for (uint32_t o = 0; o < OPERANDS; o++) {
        if (has(in->rd_use[p], o)) continue;
        memset(s->data[OPERANDS * p + o], 0, beats * homes_of(s) * sizeof s->data[0][0]);
    }
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

static void write_result(struct register_file *s, const struct register_file_in *in, uint32_t w)
{
    if (s->cfg.lane_slots == 1)
        write_row(s, in->wr_bank[w], in->wr_index[w], in->wr_mask[w], in->wr_data[w]);
    else
        write_beat(s, in->wr_bank[w], in->wr_index[w], in->wr_mask[w],
                   beat_of(s, in->wr_mask[w], s->wr_beat[w]), in->wr_data[w]);
    s->wr_beat[w] = next_count(s, in->wr_mask[w], s->wr_beat[w]);
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
    for (uint32_t p = 0; s->cfg.lane_slots > 1 && p < s->cfg.ports; p++) clear_unused(s, in, p);
    for (uint32_t p = 0; p < s->cfg.ports; p++) tick_port(s, in, out, p);
    for (uint32_t w = 0; w < s->cfg.writers; w++)
        if (has(out->writing, w)) write_result(s, in, w);
    next_turn(s);
}

/* A port that may collect gets an operand, or has them all. With beats the next operands may move
 * while the output leaves. */
bool register_file_rests(const struct register_file *s, const struct register_file_in *in)
{
    bool moves = false;
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        moves = moves || may_collect(s, in, p) || (has(s->full, p) && in->out_ready[p]) ||
                (s->cfg.lane_slots > 1 && in->rd_valid[p]);
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
        if (has(s->full, p) && (s->got >> OPERANDS * p & ALL) != 0 && s->cfg.lane_slots == 1)
            return "all_there";
        for (uint32_t k = OPERANDS * p; k < OPERANDS * (p + 1); k++) {
            if (s->waited[k] >= OPERANDS * ports * s->cfg.lane_slots) return "fair";
            if (s->rd_beat[k] >= s->cfg.lane_slots) return "beat_range";
            if (has(s->got, k) && s->rd_beat[k] != 0) return "beat_range";
        }
    }
    return NULL;
}

static bool is_place(const struct register_file *s, uint32_t bank, const uint32_t *index,
                     uint64_t lanes)
{
    if (bank >= s->cfg.banks) return false;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++) {
        if (has(lanes, lane) && index[s->cfg.own ? lane : 0] >= s->cfg.sets * s->cfg.lane_slots)
            return false;
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
    const bool looks = s->cfg.segmented || s->cfg.lane_slots > 1;
    if (looks && (in->rd_mask[p] & ~ones(s->cfg.lanes)) != 0)
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
