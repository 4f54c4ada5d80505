/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the register file. It plays warps whose instructions want any operands, units that
 * take them when they like, and results that are written; all of them stay with some rows for a
 * while, so that reads and writes meet. What is not accepted is offered again.
 */
#include <string.h>

#include "common/draws.h"
#include "core/register_file_seam.h"

enum { HOT = 3, PARTS = 4, PARTED = 12 };

/* Shares are in 1/16. */
struct profile {
    unsigned read;   /* an instruction wants operands */
    unsigned take;   /* an output is taken */
    unsigned write;  /* a result is written */
    unsigned all;    /* an instruction has three operands, */
    unsigned none;   /* or none, else any */
    unsigned bank;   /* a place is in the bank that is hot */
    unsigned hot;    /* an index is a hot one */
    unsigned twin;   /* an operand is the one before it */
    unsigned apart;  /* each lane's index is drawn for itself */
    unsigned full;   /* all lanes are written, */
    unsigned empty;  /* or none, else any */
    unsigned change; /* 1/256: other rows are hot */
    unsigned reset;  /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "one_bank", "one_row",       "reads",  "writes",
                                   "streams", "few",      "back_pressure", "resets", NULL};

static const struct profile profiles[] = {
    {.read = 10,
     .take = 10,
     .write = 8,
     .all = 5,
     .none = 2,
     .bank = 3,
     .hot = 6,
     .twin = 2,
     .apart = 10,
     .full = 7,
     .empty = 1,
     .change = 16},
    {.read = 14,
     .take = 14,
     .write = 10,
     .all = 8,
     .none = 1,
     .bank = 14,
     .hot = 6,
     .twin = 2,
     .apart = 10,
     .full = 8,
     .empty = 2,
     .change = 8},
    {.read = 14,
     .take = 14,
     .write = 12,
     .all = 8,
     .none = 1,
     .bank = 10,
     .hot = 15,
     .twin = 3,
     .apart = 5,
     .full = 6,
     .empty = 1,
     .change = 24},
    {.read = 15,
     .take = 15,
     .write = 2,
     .all = 10,
     .none = 1,
     .bank = 4,
     .hot = 3,
     .twin = 2,
     .apart = 12,
     .full = 9,
     .empty = 1,
     .change = 8},
    {.read = 6,
     .take = 12,
     .write = 15,
     .all = 4,
     .none = 3,
     .bank = 4,
     .hot = 3,
     .twin = 2,
     .apart = 12,
     .full = 5,
     .empty = 2,
     .change = 8},
    {.read = 16,
     .take = 16,
     .write = 12,
     .all = 6,
     .none = 2,
     .bank = 2,
     .hot = 5,
     .twin = 1,
     .apart = 12,
     .full = 12,
     .empty = 0,
     .change = 8},
    {.read = 12,
     .take = 14,
     .write = 8,
     .all = 0,
     .none = 7,
     .bank = 4,
     .hot = 8,
     .twin = 2,
     .apart = 8,
     .full = 5,
     .empty = 2,
     .change = 16},
    {.read = 14,
     .take = 3,
     .write = 8,
     .all = 5,
     .none = 4,
     .bank = 6,
     .hot = 8,
     .twin = 2,
     .apart = 8,
     .full = 7,
     .empty = 1,
     .change = 16},
    {.read = 12,
     .take = 8,
     .write = 8,
     .all = 6,
     .none = 2,
     .bank = 8,
     .hot = 8,
     .twin = 2,
     .apart = 8,
     .full = 7,
     .empty = 1,
     .change = 16,
     .reset = 16},
};

static struct {
    struct register_file_cfg cfg;
    const struct profile *profile;
    struct register_file_in *in;
    bool rd_waits[REGISTER_FILE_MAX_PORTS]; /* the request of the last cycle was not accepted */
    bool wr_waits[REGISTER_FILE_MAX_WRITERS];
    bool full[REGISTER_FILE_MAX_PORTS]; /* the output is valid */
    uint32_t bank;                      /* that is hot */
    uint32_t index[HOT];                /* those that are */
    uint64_t part[PARTS]; /* lanes of a warp, parted among instructions that run together */
} env;

static uint32_t rows(void) { return env.cfg.own ? env.cfg.lanes : 1; }

/* ---- places ---- */

/* Each lane is in one of the parts; some parts may have none. */
static void draw_parts(void)
{
    const uint32_t parts = 1 + draw(PARTS);
    memset(env.part, 0, sizeof env.part);
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++) env.part[draw(parts)] |= bit(lane);
}

/* Of the hot rows one differs from another in a single bit, as far as there are so many. */
static void draw_hot(void)
{
    if (!hd_rng_chance(&hd_draws, env.profile->change, 256)) return;
    draw_parts();
    uint32_t flip = 1;
    while (flip < env.cfg.sets && share(12)) flip *= 2;
    env.bank = draw(env.cfg.banks);
    env.index[0] = draw(env.cfg.sets);
    env.index[1] = (env.index[0] ^ flip) < env.cfg.sets ? env.index[0] ^ flip : env.index[0];
    env.index[2] = draw(env.cfg.sets);
}

static uint32_t draw_bank(void)
{
    return share(env.profile->bank) ? env.bank : draw(env.cfg.banks);
}

static uint32_t draw_index(void)
{
    return share(env.profile->hot) ? env.index[draw(HOT)] : draw(env.cfg.sets);
}

/* One of each lane if lanes have their own, which may be the same; of several parts any. */
static void draw_indices(uint32_t *index)
{
    const bool apart = share(env.profile->apart);
    const uint32_t one = draw_index();
    const uint32_t slots = env.cfg.lane_slots;
    for (uint32_t r = 0; r < rows(); r++) index[r] = apart ? draw_index() : one;
    for (uint32_t r = 0; slots > 1 && r < rows(); r++) index[r] = index[r] * slots + draw(slots);
}

/* ---- instructions ---- */

static void draw_operand(uint32_t p, uint32_t o)
{
    struct register_file_in *in = env.in;
    const uint32_t k = OPERANDS * p + o;
    in->rd_bank[k] = draw_bank();
    draw_indices(in->rd_index[k]);
    if (o == 0 || !share(env.profile->twin)) return;
    in->rd_bank[k] = in->rd_bank[k - 1];
    memcpy(in->rd_index[k], in->rd_index[k - 1], sizeof in->rd_index[k]);
}

/* Of an instruction: lanes of one of the parts, or any. */
static uint64_t draw_mask(unsigned parted)
{
    const uint64_t lanes = share(parted) ? env.part[draw(PARTS)] : ones(env.cfg.lanes);
    if (share(env.profile->full)) return lanes;
    if (share(env.profile->empty)) return 0;
    return hd_stim_word(&hd_draws, env.cfg.lanes) & lanes;
}

static uint32_t draw_use(void)
{
    if (share(env.profile->all)) return 7;
    return share(env.profile->none) ? 0 : draw(8);
}

/* Beats of an output leave one after the other, several in a cycle if the pipe had them before. */
static void draw_gone(uint32_t p, bool was_full)
{
    const uint32_t gone = was_full ? env.in->out_gone[p] : 0;
    env.in->out_gone[p] = gone + draw(share(4) ? env.cfg.lane_slots - gone : 2);
    if (env.in->out_gone[p] >= env.cfg.lane_slots) env.in->out_gone[p] = env.cfg.lane_slots - 1;
}

/* When none is there the places are noise. */
static void draw_request(uint32_t p, bool was_full)
{
    struct register_file_in *in = env.in;
    in->out_ready[p] = share(env.profile->take);
    if (env.cfg.lane_slots > 1) draw_gone(p, was_full);
    if (env.rd_waits[p]) return;
    in->rd_valid[p] = share(env.profile->read);
    in->rd_use[p] = draw_use();
    in->rd_mask[p] = draw_mask(PARTED);
    for (uint32_t o = 0; o < OPERANDS; o++) draw_operand(p, o);
}

/* ---- results ---- */

/* Of a result that waits more and more beats are there. */
static void draw_here(uint32_t w)
{
    const uint32_t here = env.wr_waits[w] ? env.in->wr_here[w] : 0;
    const uint32_t left = env.cfg.lane_slots - here;
    env.in->wr_here[w] = share(env.profile->write) ? here + left : here + draw(left + 1);
}

static void draw_result(uint32_t w)
{
    struct register_file_in *in = env.in;
    if (env.cfg.lane_slots > 1) draw_here(w);
    if (env.wr_waits[w]) return;
    in->wr_valid[w] = share(env.profile->write);
    in->wr_bank[w] = draw_bank();
    draw_indices(in->wr_index[w]);
    in->wr_mask[w] = draw_mask(env.cfg.segmented ? PARTED : 0);
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++) {
        in->wr_data[w][lane] = (uint32_t)hd_stim_word(&hd_draws, 32);
    }
}

/* ---- the cycle ---- */

static bool draw_cycle(const struct register_file_out *out)
{
    struct register_file_in *in = env.in;
    draw_hot();
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        const bool accepted = env.rd_waits[p] && out->rd_ready[p];
        const bool was_full = env.full[p] && !in->out_ready[p];
        env.rd_waits[p] = env.rd_waits[p] && !accepted;
        env.full[p] = accepted || was_full;
        draw_request(p, was_full);
    }
    for (uint32_t w = 0; w < env.cfg.writers; w++) {
        env.wr_waits[w] = env.wr_waits[w] && !out->wr_ready[w];
        draw_result(w);
    }
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    /* A reset is one for the neighbours as well. */
    for (uint32_t p = 0; p < env.cfg.ports; p++) env.rd_waits[p] = run && in->rd_valid[p];
    for (uint32_t p = 0; p < env.cfg.ports; p++) env.full[p] = run && env.full[p];
    for (uint32_t w = 0; w < env.cfg.writers; w++) env.wr_waits[w] = run && in->wr_valid[w];
    return run;
}

void register_file_stim_open(const struct register_file_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool register_file_stim(struct register_file_in *in, const struct register_file_view_out *out)
{
    env.in = in;
    return draw_cycle(&out->model);
}
