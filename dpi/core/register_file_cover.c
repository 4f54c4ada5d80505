/* SPDX-License-Identifier: Apache-2.0 */
#include "core/register_file_cover.h"

typedef struct register_file_view view;

/* What is known beside the model, which is the view's first member. */
static const view *view_of(const state *s) { return (const view *)s; }

/* The operands of port p that ask a bank in this cycle, a bit each: of all operands. */
static uint32_t asked_of(const state *s, const inputs *in, uint32_t p)
{
    const bool may = !has(s->full, p) || in->out_ready[p];
    return in->rd_valid[p] && may ? in->rd_use[p] << OPERANDS * p & ~s->got : 0;
}

static bool is_apart(const state *s, const uint32_t *index)
{
    for (uint32_t lane = 1; s->cfg.own && lane < s->cfg.lanes; lane++) {
        if (index[lane] != index[0]) return true;
    }
    return false;
}

/* What kind of request stands at port p. */
static void cover_operands(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint32_t use = in->rd_use[p];
    const uint32_t *bank = &in->rd_bank[OPERANDS * p];
    uint32_t twins = 0;
    for (uint32_t o = 1; o < OPERANDS; o++) {
        for (uint32_t q = 0; q < o; q++) {
            if (!has(use, o) || !has(use, q) || bank[o] != bank[q]) continue;
            const uint32_t k = OPERANDS * p;
            twins++;
            if (in->rd_index[k + o][0] == in->rd_index[k + q][0]) bin[BIN_SAME_REGISTER]++;
        }
        if (has(use, o) && is_apart(s, in->rd_index[OPERANDS * p + o])) bin[BIN_OWN_APART]++;
    }
    if (use == 5) bin[BIN_GAP]++;
    if (twins != 0) bin[twins == 3 ? BIN_THREE_IN_BANK : BIN_TWO_IN_BANK]++;
}

static void cover_accepted(const state *s, uint32_t use, uint32_t p, uint64_t *bin)
{
    const uint32_t count = has(use, 0) + has(use, 1) + has(use, 2);
    if ((s->got >> OPERANDS * p & 7) != 0) bin[BIN_COMPLETED]++;
    else bin[BIN_NONE_ACCEPTED + (count == 0 ? 0 : 1 + count)]++;
}

static void cover_port(const state *s, const inputs *in, const outputs *out, uint32_t p,
                       uint64_t *bin)
{
    const uint32_t ask = asked_of(s, in, p);
    const uint32_t served = out->served & ask;
    const bool waits = has(s->full, p) && !in->out_ready[p];
    const bool taken = has(s->full, p) && in->out_ready[p];
    if (!in->rd_valid[p]) {
        if (taken) bin[BIN_TAKEN_ALONE]++;
        return;
    }
    cover_operands(s, in, p, bin);
    if (waits) {
        bin[in->rd_use[p] == 0 ? BIN_NONE_WAITS : BIN_NOT_TAKEN]++;
        return;
    }
    if (out->rd_ready[p]) {
        cover_accepted(s, in->rd_use[p], p, bin);
        if (taken) bin[BIN_TAKEN_ACCEPTED]++;
        return;
    }
    bin[served != 0 ? BIN_PARTLY : BIN_NOTHING]++;
    if (served != 0 && taken) bin[BIN_TAKEN_PARTLY]++;
}

/* A port that a bank serves keeps another one off: always, or segmented if they share a lane. */
static bool is_in_the_way(const state *s, const inputs *in, uint32_t served, uint32_t other)
{
    return !s->cfg.segmented || (in->rd_mask[served] & in->rd_mask[other]) != 0;
}

/* Operand k, which asks, is not served: which port has its bank? */
static void cover_loser(const state *s, const inputs *in, const outputs *out, uint32_t k,
                        uint64_t *bin)
{
    const uint32_t loser = k / OPERANDS;
    const uint32_t turn = s->turn;
    uint32_t winner = loser;
    bool own = false;
    for (uint32_t j = 0; j < OPERANDS * s->cfg.ports; j++) {
        if (!has(out->served, j) || in->rd_bank[j] != in->rd_bank[k]) continue;
        own = own || j / OPERANDS == loser;
        if (is_in_the_way(s, in, j / OPERANDS, loser)) winner = j / OPERANDS;
    }
    if (s->waited[k] >= 2 * s->cfg.ports) bin[BIN_LONG_WAIT]++;
    if (s->cfg.segmented) bin[own ? BIN_SEG_OWN : BIN_SEG_REFUSED]++;
    if (own || winner == loser) return;
    if (winner > loser) bin[BIN_HIGHER_PORT]++;
    else bin[loser < turn ? BIN_ROUND_END : BIN_LOWER_PORT]++;
    if ((out->served & asked_of(s, in, loser)) != 0) bin[BIN_OTHER_BANKS]++;
}

/* Is a register of operand k, which is read, written by result w? */
static bool is_written(const state *s, const inputs *in, uint32_t w, uint32_t k)
{
    const uint32_t bank = in->rd_bank[k];
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++) {
        const bool same =
            row_of(s, bank, in->wr_index[w], lane) == row_of(s, bank, in->rd_index[k], lane);
        if (!s->cfg.own && !same) return false;
        if (same && has(in->wr_mask[w], lane)) return true;
    }
    return false;
}

static void cover_read(const state *s, const inputs *in, const outputs *out, uint32_t k,
                       uint64_t *bin)
{
    const uint32_t bank = in->rd_bank[k];
    const uint32_t index = in->rd_index[k][0];
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        if (!in->wr_valid[w] || !out->wr_ready[w] || in->wr_bank[w] != bank) continue;
        if (is_written(s, in, w, k)) bin[BIN_READ_WRITTEN]++;
    }
    const view *v = view_of(s);
    if (v->just_wrote[bank] && v->just_index[bank] == index) bin[BIN_READ_BEHIND]++;
    if (!has(v->written[row_of(s, bank, in->rd_index[k], 0)], 0)) bin[BIN_READ_NEVER]++;
}

/* Result w waits: on which other one, and which others wait as well. */
static void cover_refused(const state *s, const inputs *in, const outputs *out, uint32_t w,
                          uint64_t *bin)
{
    uint32_t others = 0;
    for (uint32_t v = 0; v < w; v++) {
        if (!in->wr_valid[v] || in->wr_bank[v] != in->wr_bank[w]) continue;
        if (!out->wr_ready[v]) others++;
        else if (in->wr_mask[v] == 0 && !s->cfg.segmented) bin[BIN_NOTHING_BLOCKS]++;
    }
    bin[BIN_WRITE_CONFLICT]++;
    if (others != 0) bin[BIN_WRITE_THIRD]++;
    for (uint32_t v = w + 1; v < s->cfg.writers; v++) {
        if (in->wr_valid[v] && out->wr_ready[v]) bin[BIN_WRITE_PAST]++;
    }
}

static void cover_writers(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t valid = 0;
    uint32_t accepted = 0;
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        if (!in->wr_valid[w]) continue;
        valid |= 1u << w;
        if (!out->wr_ready[w]) {
            cover_refused(s, in, out, w, bin);
            continue;
        }
        accepted |= 1u << w;
        if (in->wr_mask[w] == ones(s->cfg.lanes)) bin[BIN_WRITE_ALL]++;
        else bin[in->wr_mask[w] == 0 ? BIN_WRITE_NOTHING : BIN_WRITE_SOME]++;
        if (several(in->wr_mask[w]) && is_apart(s, in->wr_index[w])) bin[BIN_OWN_WRITE_APART]++;
    }
    if (valid != 0 && !several(valid)) bin[BIN_WRITE_ONE]++;
    if (several(accepted)) bin[BIN_WRITE_TWO]++;
}

/* ---- segmented ---- */

/* So many are served together, of which so many have no lane. */
static void cover_together(uint32_t served, uint32_t none, uint32_t two, uint64_t *bin)
{
    const uint32_t with_lanes = served - none;
    if (with_lanes == 2) bin[two]++;
    if (with_lanes >= 3) bin[two == BIN_SEG_TWO ? BIN_SEG_THREE : BIN_SEG_WRITE_THREE]++;
    if (none != 0 && with_lanes != 0) bin[two == BIN_SEG_TWO ? BIN_SEG_NONE : BIN_SEG_WRITE_NONE]++;
}

/* An operand of port p that asks the bank in this cycle: served, or not; -1 if none asks. */
static int32_t served_of(const state *s, const inputs *in, const outputs *out, uint32_t p,
                         uint32_t bank)
{
    int32_t served = -1;
    for (uint32_t k = OPERANDS * p; k < OPERANDS * (p + 1); k++) {
        if (!has(asked_of(s, in, p), k) || in->rd_bank[k] != bank) continue;
        if (has(out->served, k)) return 1;
        served = 0;
    }
    return served;
}

static void cover_readers(const state *s, const inputs *in, const outputs *out, uint32_t bank,
                          uint64_t *bin)
{
    uint32_t served = 0, none = 0;
    uint64_t lanes = 0;
    bool refused = false;
    for (uint32_t n = 0; n < s->cfg.ports; n++) {
        const uint32_t p = (s->turn + n) % s->cfg.ports;
        const int32_t is_served = served_of(s, in, out, p, bank);
        refused = refused || is_served == 0;
        if (is_served != 1) continue;
        if (refused) bin[BIN_SEG_PAST]++;
        if (in->rd_mask[p] != 0 && lanes != 0) bin[BIN_SEG_OUTSIDE]++;
        lanes |= in->rd_mask[p];
        served++;
        none += in->rd_mask[p] == 0;
    }
    cover_together(served, none, BIN_SEG_TWO, bin);
}

static void cover_banks_writers(const state *s, const inputs *in, const outputs *out, uint32_t bank,
                                uint64_t *bin)
{
    uint32_t served = 0, none = 0, last = 0;
    bool refused = false;
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        if (!in->wr_valid[w] || in->wr_bank[w] != bank) continue;
        if (!out->wr_ready[w]) {
            refused = true;
            bin[BIN_SEG_WRITE_REFUSED]++;
            continue;
        }
        if (refused) bin[BIN_SEG_WRITE_PAST]++;
        served++;
        if (in->wr_mask[w] == 0) {
            none++;
            continue;
        }
        if (served - none > 1 && in->wr_index[w][0] != in->wr_index[last][0]) bin[BIN_SEG_ROWS]++;
        last = w;
    }
    cover_together(served, none, BIN_SEG_WRITE_TWO, bin);
}

/* ---- several places a lane ---- */

static bool is_far(const state *s, const uint32_t *index, uint64_t beat)
{
    const uint32_t first = index[lowest(beat)];
    for (; beat != 0; beat &= beat - 1)
        if (index[lowest(beat)] % s->cfg.lane_slots != first % s->cfg.lane_slots) return true;
    return false;
}

/* The beat of these threads that comes behind so many. */
static void cover_beat(const state *s, const uint32_t *index, uint64_t mask, uint32_t count,
                       uint64_t *bin)
{
    const uint64_t beat = read_now(s, mask, count);
    if (beat_of(s, mask, count) > count) bin[BIN_BEAT_LEFT_OUT]++;
    if (beat != 0 && is_far(s, index, beat)) bin[BIN_BEAT_OTHER]++;
}

static void cover_operand_beats(const state *s, const inputs *in, const outputs *out, uint32_t k,
                                uint64_t *bin)
{
    const uint32_t p = k / OPERANDS;
    const bool asks = has(asked_of(s, in, p), k);
    if (asks && !has(out->served, k) && s->rd_beat[k] != 0) bin[BIN_BEAT_LOST]++;
    if (!has(out->served, k)) return;
    cover_beat(s, in->rd_index[k], in->rd_mask[p], s->rd_beat[k], bin);
    if (has(s->full, p) && !in->out_ready[p]) bin[BIN_BEAT_GONE]++;
}

static void cover_beats(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t k = 0; k < OPERANDS * s->cfg.ports; k++) cover_operand_beats(s, in, out, k, bin);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (out->out_here[p] == 0 || out->out_here[p] == s->cfg.lane_slots) continue;
        bin[in->rd_use[p] == 7 ? BIN_BEAT_HERE : BIN_BEAT_NO_USE]++;
    }
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        if (!in->wr_valid[w]) continue;
        if (beat_of(s, in->wr_mask[w], s->wr_beat[w]) >= in->wr_here[w]) bin[BIN_BEAT_NOT_THERE]++;
        else if (has(out->writing, w))
            cover_beat(s, in->wr_index[w], in->wr_mask[w], s->wr_beat[w], bin);
        else if (s->wr_beat[w] != 0) bin[BIN_BEAT_WAITS]++;
    }
}

void register_file_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) cover_port(s, in, out, p, bin);
    for (uint32_t k = 0; k < OPERANDS * s->cfg.ports; k++) {
        if (has(out->served, k)) cover_read(s, in, out, k, bin);
        else if (has(asked_of(s, in, k / OPERANDS), k)) cover_loser(s, in, out, k, bin);
    }
    cover_writers(s, in, out, bin);
    if (s->cfg.lane_slots > 1) cover_beats(s, in, out, bin);
    for (uint32_t bank = 0; s->cfg.segmented && bank < s->cfg.banks; bank++) {
        cover_readers(s, in, out, bank, bin);
        cover_banks_writers(s, in, out, bank, bin);
    }
}
