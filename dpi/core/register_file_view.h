/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_REGISTER_FILE_VIEW_H
#define HEDDLE_REGISTER_FILE_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "core/register_file.h"

enum {
    OPERANDS = REGISTER_FILE_OPERANDS,
    BANKS = REGISTER_FILE_MAX_BANKS,
    ROWS = REGISTER_FILE_MAX_BANKS * REGISTER_FILE_MAX_SETS,
};

/* The model, and what the RTL can know: it comes up with any contents, and a reset leaves them. */
struct register_file_view {
    struct register_file model;
    uint64_t written[ROWS];                     /* home lanes of each row that were written */
    uint64_t known[REGISTER_FILE_MAX_OPERANDS]; /* lanes of an operand read from such a row */
    bool just_wrote[BANKS];                     /* in the last cycle, */
    uint32_t just_index[BANKS];                 /* this row; of lane 0 */
};

/* The data, which the model has in its state. */
struct register_file_view_out {
    struct register_file_out model;
    uint32_t out_data[REGISTER_FILE_MAX_OPERANDS][REGISTER_FILE_MAX_LANES];
};

static inline void give(const struct register_file *s, const struct register_file_in *in,
                        struct register_file_view_out *out)
{
    const size_t row = s->cfg.lanes * sizeof out->out_data[0][0];
    (void)in;
    for (uint32_t k = 0; k < OPERANDS * s->cfg.ports; k++)
        memcpy(out->out_data[k], out->model.out_data[k], row);
}

/* The row of a lane, by the model's numbers: with `own` it has an index of its own. */
static inline uint32_t row_of(const struct register_file *s, uint32_t bank, const uint32_t *index,
                              uint32_t lane)
{
    return index[s->cfg.own ? lane : 0] * s->cfg.banks + bank;
}

/* Home lanes. */
static inline uint32_t homes(const struct register_file *s)
{
    return s->cfg.lanes / s->cfg.lane_slots;
}

/* The beat that comes next: the lowest from the count on that has a thread. */
static inline uint32_t beat_of(const struct register_file *s, uint64_t mask, uint32_t count)
{
    while (count + 1 < s->cfg.lane_slots && (mask >> count * homes(s) & ones(homes(s))) == 0)
        count++;
    return count;
}

/* Its places, of which words are read or written: with one place a lane, all; none without a
 * thread. */
static inline uint64_t read_now(const struct register_file *s, uint64_t mask, uint32_t count)
{
    if (s->cfg.lane_slots > 1 && mask == 0) return 0;
    return ones(homes(s)) << beat_of(s, mask, count) * homes(s);
}

/* Lanes that share the r-th index of an operand or a result. */
static inline uint64_t sharers(const struct register_file *s, uint32_t r)
{
    return s->cfg.own ? bit(r) : ones(s->cfg.lanes);
}

/* Home lanes of a row, at each of their places. */
static inline uint64_t at_places(const struct register_file *s, uint64_t row)
{
    uint64_t places = 0;
    for (uint32_t k = 0; k < s->cfg.lane_slots; k++) places |= row << k * homes(s);
    return places;
}

/* The other way: the lanes of places. */
static inline uint64_t at_home(const struct register_file *s, uint64_t places)
{
    uint64_t row = 0;
    for (uint32_t k = 0; k < s->cfg.lane_slots; k++) row |= places >> k * homes(s) & ones(homes(s));
    return row;
}

/* Operand k is read, before anything is written. Segmented, it is 0 in lanes outside the mask. */
static inline void know_operand(struct register_file_view *v, const struct register_file_in *in,
                                uint32_t k)
{
    const struct register_file *s = &v->model;
    const uint64_t read = read_now(s, in->rd_mask[k / OPERANDS], s->rd_beat[k]);
    v->known[k] &= ~read;
    for (uint32_t r = 0; r < (s->cfg.own ? s->cfg.lanes : 1); r++) {
        const uint64_t row = v->written[row_of(s, in->rd_bank[k], in->rd_index[k], r)];
        v->known[k] |= at_places(s, row) & sharers(s, r) & read;
    }
    if (s->cfg.segmented) v->known[k] |= ~in->rd_mask[k / OPERANDS] & ones(s->cfg.lanes);
}

/* A lane that is not written may name any row. */
static inline void know_result(struct register_file_view *v, const struct register_file_in *in,
                               uint32_t w)
{
    const struct register_file *s = &v->model;
    const uint32_t bank = in->wr_bank[w];
    for (uint32_t r = 0; r < (s->cfg.own ? s->cfg.lanes : 1); r++) {
        const uint64_t lanes =
            in->wr_mask[w] & sharers(s, r) & read_now(s, in->wr_mask[w], s->wr_beat[w]);
        if (lanes != 0) v->written[row_of(s, bank, in->wr_index[w], r)] |= at_home(s, lanes);
    }
    if (in->wr_mask[w] == 0) return;
    v->just_wrote[bank] = true;
    v->just_index[bank] = in->wr_index[w][0];
}

/* Lanes of port p in which an operand that is not used becomes 0. */
static inline uint64_t zeroed(const struct register_file *s, const struct register_file_in *in,
                              const struct register_file_out *out, uint32_t p)
{
    const bool collects = !has(s->full, p) || in->out_ready[p];
    if (out->rd_ready[p] || (collects && s->cfg.lane_slots > 1)) return ones(s->cfg.lanes);
    return s->cfg.lane_slots > 1 ? ones(in->out_gone[p] * homes(s)) : 0;
}

static inline void note(struct register_file_view *v, const struct register_file_in *in,
                        const struct register_file_out *out)
{
    const struct register_file_cfg *cfg = &v->model.cfg;
    memset(v->just_wrote, 0, sizeof v->just_wrote);
    for (uint32_t k = 0; k < OPERANDS * cfg->ports; k++) {
        const uint32_t p = k / OPERANDS;
        const bool used = has(in->rd_use[p], k % OPERANDS);
        if (has(out->served, k)) know_operand(v, in, k);
        if (in->rd_valid[p] && !used) v->known[k] |= zeroed(&v->model, in, out, p);
    }
    for (uint32_t w = 0; w < cfg->writers; w++)
        if (has(out->writing, w)) know_result(v, in, w);
}

/* In a reset the RTL may read all the same: beats that nothing reads again keep that. */
static inline void follow(struct register_file_view *v, const struct register_file_in *in,
                          const struct register_file_out *out)
{
    (void)out;
    if (in != NULL) return;
    memset(v->just_wrote, 0, sizeof v->just_wrote);
    memset(v->known, 0, sizeof v->known);
}

/* Writers that their banks serve: the lowest, and segmented all that share no lane with those. */
static inline uint32_t written_by(const struct register_file *s, const struct register_file_in *in)
{
    uint32_t served = 0;
    uint64_t lanes[BANKS] = {0};
    uint32_t busy = 0;
    for (uint32_t w = 0; w < s->cfg.writers; w++) {
        const uint32_t bank = in->wr_bank[w];
        if (!in->wr_valid[w] || bank >= s->cfg.banks) continue;
        if (s->cfg.lane_slots > 1 && beat_of(s, in->wr_mask[w], s->wr_beat[w]) >= in->wr_here[w])
            continue;
        if (s->cfg.segmented ? (in->wr_mask[w] & lanes[bank]) != 0 : has(busy, bank)) continue;
        served |= 1u << w;
        busy |= 1u << bank;
        lanes[bank] |= in->wr_mask[w];
    }
    return served;
}

/* Of a bank that is asked, each lane's row, as the writer that is served names it: in a reset as
 * well, which must write nothing. */
static inline void asked(const struct register_file_view *v, const struct register_file_in *in,
                         uint32_t *at)
{
    const struct register_file_cfg *cfg = &v->model.cfg;
    const uint32_t row = homes(&v->model);
    memset(at, 0xff, cfg->banks * row * sizeof *at);
    const uint32_t served = written_by(&v->model, in);
    for (uint32_t w = 0; w < cfg->writers; w++) {
        if (!has(served, w)) continue;
        const uint32_t first = beat_of(&v->model, in->wr_mask[w], v->model.wr_beat[w]) * row;
        for (uint32_t l = 0; l < row; l++)
            if (!cfg->segmented || has(in->wr_mask[w], l))
                at[in->wr_bank[w] * row + l] = in->wr_index[w][cfg->own ? first + l : 0];
    }
}

static inline bool is_known(const struct register_file_view *v, uint32_t i)
{
    const uint32_t lanes = v->model.cfg.lanes;
    return has(v->known[i / lanes], i % lanes);
}

/* Word i of the operands. */
static inline bool at_output(const struct register_file_view *v, uint32_t i)
{
    return has(v->model.full, i / v->model.cfg.lanes / OPERANDS) && is_known(v, i);
}

/* A word of a beat that is at hand before the request is accepted, and has a thread there. */
static inline bool at_hand(const struct register_file_view *v, const struct register_file_in *in,
                           const struct register_file_out *out, uint32_t i)
{
    const uint32_t lanes = v->model.cfg.lanes, p = i / lanes / OPERANDS;
    const uint64_t here = ones(out->out_here[p] * homes(&v->model)) & in->rd_mask[p];
    return v->model.cfg.lane_slots > 1 && has(here, i % lanes) && is_known(v, i);
}

static inline bool collected(const struct register_file_view *v, uint32_t i)
{
    return at_output(v, i) || (has(v->model.got, i / v->model.cfg.lanes) && is_known(v, i));
}

#endif
