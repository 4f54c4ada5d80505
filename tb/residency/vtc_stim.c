/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the Virtual Thread controller. It plays the neighbours and keeps their promises: a
 * dispatcher that offers blocks, a table that marks active blocks and says which inactive ones are
 * ready, warps that end, and a context handler that takes stacks, writes contexts and brings them
 * back. It keeps its own account of the blocks, by what the controller says it did.
 */
#include <string.h>

#include "common/draws.h"
#include "common/unpack.h"
#include "residency/vtc_seam.h"
#include "run.h"

enum { MAX_FRAMES = VTC_MAX_FRAMES, MAX_CTAS = VTC_MAX_CTAS, NONE = VTC_MAX_CTAS };

/* Shares are in 1/16. */
struct profile {
    unsigned block;       /* a block is offered */
    unsigned store;       /* the port of the memory is free */
    unsigned mark;        /* of eight cycles: an active block is marked, each of them */
    unsigned wake;        /* of eight cycles: a marked one wakes up, each of them */
    unsigned ready;       /* the data of a saved block are in, each of them */
    unsigned done;        /* of four cycles: a block is done */
    unsigned done_choice; /* one is done in the cycle in which a swap is possible */
    unsigned done_taken;  /* one is done when the last stack is taken, and while its frame waits */
    unsigned load_busy;   /* nothing can be loaded although nothing is */
    unsigned flags;       /* a rank of the block that leaves has ended or waits */
    unsigned writes;      /* cycles that a context is written after its stacks, up to */
    unsigned loads;       /* cycles that a load takes, up to */
    unsigned meet;        /* load and stacks are completed together */
    unsigned stacks;      /* cycles that stacks leave, up to; 0: as many as a block has warps */
    bool ebb;             /* at times all blocks go, then another kernel comes */
    bool scarce;          /* few frames of those there are: the kernel's limit is low */
};

const char *const hd_profiles[] = {"uniform",     "done_at_choice", "done_at_taken", "woken",
                                   "slow_writes", "early_loads",    "even_loads",    "late_loads",
                                   "holes",       "flags",          "few_frames",    "kernels",
                                   NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.block = 8, .store = 10, .mark = 6, .wake = 2, .ready = 6, .done = 2, .done_choice = 2,
     .done_taken = 2, .load_busy = 1, .flags = 4, .writes = 12, .loads = 20, .meet = 2,
     .ebb = true},
    {.block = 12, .store = 12, .mark = 14, .wake = 1, .ready = 12, .done_choice = 11,
     .done_taken = 1, .flags = 3, .writes = 4, .loads = 8, .stacks = 4},
    {.block = 12, .store = 12, .mark = 14, .wake = 1, .ready = 12, .done_choice = 1,
     .done_taken = 12, .flags = 3, .writes = 3, .loads = 8, .meet = 5, .stacks = 5},
    {.block = 9, .store = 12, .mark = 7, .wake = 12, .ready = 8, .done = 1, .load_busy = 5,
     .flags = 3, .writes = 4, .loads = 6, .stacks = 4},
    {.block = 9, .store = 4, .mark = 12, .wake = 1, .ready = 14, .done = 1, .done_taken = 1,
     .flags = 4, .writes = 60, .loads = 4, .stacks = 3},
    {.block = 9, .store = 10, .mark = 13, .wake = 1, .ready = 12, .done = 1, .done_choice = 1,
     .done_taken = 7, .flags = 4, .writes = 3, .loads = 2, .stacks = 14},
    {.block = 9, .store = 10, .mark = 13, .wake = 1, .ready = 12, .done = 1, .done_taken = 6,
     .flags = 4, .writes = 3, .loads = 6, .meet = 14, .stacks = 5},
    {.block = 9, .store = 14, .mark = 13, .wake = 1, .ready = 12, .done = 3, .done_taken = 3,
     .flags = 4, .writes = 6, .loads = 40, .stacks = 2},
    {.block = 14, .store = 14, .mark = 9, .wake = 2, .ready = 10, .done = 12, .done_choice = 8,
     .done_taken = 8, .load_busy = 2, .flags = 2, .writes = 4, .loads = 8, .stacks = 4,
     .ebb = true},
    {.block = 12, .store = 14, .mark = 15, .wake = 1, .ready = 15, .done = 1, .done_choice = 1,
     .done_taken = 3, .flags = 9, .writes = 2, .loads = 3, .stacks = 2},
    {.block = 12, .store = 12, .mark = 13, .wake = 1, .ready = 13, .done = 1, .done_choice = 1,
     .done_taken = 3, .flags = 4, .writes = 3, .loads = 4, .stacks = 3, .ebb = true,
     .scarce = true},
    {.block = 14, .store = 14, .mark = 10, .wake = 2, .ready = 13, .done = 6, .done_choice = 2,
     .done_taken = 2, .flags = 5, .writes = 3, .loads = 4, .stacks = 3, .ebb = true},
};
/* clang-format on */

static struct {
    struct vtc_cfg cfg;
    const struct profile *profile;
    struct vtc_in *in;
    bool in_reset;     /* in the last cycle, and before the first */
    uint64_t resident; /* each a bit a block */
    uint64_t active;
    uint64_t marked;
    uint64_t saved; /* or new */
    uint64_t ready;
    bool frame_waits;     /* a block leaves, its frame is not unmapped */
    uint32_t leaving;     /* that frame */
    uint32_t saving;      /* a block whose context is being written, or NONE */
    uint32_t stacks_left; /* cycles to the last stack, 0: none leaves */
    uint32_t writes_left; /* then cycles until its context is saved */
    uint32_t load_left;   /* cycles to the last piece, 0: nothing is loaded */
} env;

/* Any of the first n whose bit is set; NONE if there is none. */
static uint32_t pick(uint64_t mask, uint32_t n)
{
    if ((mask & ones(n)) == 0) return NONE;
    uint32_t i = draw(n);
    while ((mask & bit(i)) == 0) i = i + 1 == n ? 0 : i + 1;
    return i;
}

/* Any number of the width that n of them need. */
static uint32_t noise(uint32_t n)
{
    const uint32_t width = n > 1 ? hd_bits_for(n - 1) : 1;
    return (uint32_t)hd_stim_word(&hd_draws, 32) & (uint32_t)ones(width);
}

/* At such times all blocks end, and none comes. */
static bool is_ebb(void) { return env.profile->ebb && (hd_run.cycle >> 8 & 3) == 3; }

/* ---- what the controller did ---- */

static void begin_out(uint32_t cta, uint32_t frame)
{
    const struct profile *p = env.profile;
    const uint32_t most = p->stacks != 0 ? p->stacks : env.cfg.max_warps;
    env.active &= ~bit(cta);
    env.marked &= ~bit(cta);
    env.saving = cta;
    env.frame_waits = true;
    env.leaving = frame;
    env.stacks_left = 1 + draw(most);
    env.writes_left = 1 + draw(p->writes);
}

static void begin_load(void)
{
    env.load_left = 1 + draw(env.profile->loads);
    if (env.stacks_left != 0 && share(env.profile->meet)) env.load_left = env.stacks_left;
}

static void begin_in(uint32_t cta, uint32_t frame)
{
    env.active |= bit(cta);
    env.ready &= ~bit(cta);
    env.saved &= ~bit(cta);
    env.in->frame_valid |= bit(frame);
    if (frame < env.cfg.frames) env.in->frame_cta[frame] = cta;
}

static void end_block(uint32_t cta)
{
    env.resident &= ~bit(cta);
    env.active &= ~bit(cta);
    env.marked &= ~bit(cta);
}

/* What the controller did in the last cycle. */
static void look_back(const struct vtc_out *did)
{
    if (env.in_reset) return;
    if (did->alloc_en) {
        env.resident |= bit(env.in->alloc_cta);
        env.saved |= bit(env.in->alloc_cta);
        env.ready |= bit(env.in->alloc_cta);
        env.in->block_valid = false;
    }
    if (did->unmap_en) {
        env.in->frame_valid &= ~bit(did->unmap_frame);
        if (env.frame_waits && env.leaving == did->unmap_frame) env.frame_waits = false;
    }
    if (did->free_en) end_block(did->free_cta);
    if (did->out_en) begin_out(did->out_cta, did->out_frame);
    if (did->load_en) begin_load();
    if (did->in_en) begin_in(did->in_cta, did->in_frame);
}

/* ---- dispatcher, warp id map ---- */

/* Between two kernels the limit changes: most often as many frames as there are. */
static void draw_kernel(void)
{
    const uint32_t frames = env.cfg.frames;
    if (env.resident != 0 || (env.in->frames != 0 && !is_ebb() && share(12))) return;
    const uint32_t most = env.profile->scarce && frames > 1 ? frames / 2 : frames;
    env.in->frames = share(env.profile->scarce ? 2 : 8) ? most : 1 + draw(most);
}

static void draw_block(void)
{
    struct vtc_in *in = env.in;
    const uint32_t cta = pick(~env.resident, env.cfg.ctas);
    in->block_valid = in->block_valid || (!is_ebb() && share(env.profile->block));
    in->alloc_valid = cta != NONE && share(15);
    in->alloc_cta = in->alloc_valid ? cta : noise(env.cfg.ctas);
    in->store_ready = share(env.profile->store);
}

/* ---- CTA status table ---- */

/* Does the controller decide in this cycle? Else what the table says is of no account. */
static void draw_table(bool idle)
{
    const struct profile *p = env.profile;
    struct vtc_in *in = env.in;
    for (uint32_t c = 0; c < env.cfg.ctas; c++) {
        const uint64_t own = bit(c);
        const bool marked = (env.marked & own) != 0;
        if ((env.active & own) != 0 && hd_rng_chance(&hd_draws, marked ? p->wake : p->mark, 128))
            env.marked ^= own;
        if ((env.saved & own) != 0 && share(p->ready)) env.ready |= own;
    }
    const uint32_t out = pick(env.marked, env.cfg.ctas);
    const uint32_t ready = pick(env.ready, env.cfg.ctas);
    in->out_valid = out != NONE || (!idle && share(2));
    in->out_cta = out != NONE ? out : noise(env.cfg.ctas);
    in->in_valid = ready != NONE || (!idle && share(2));
    in->in_cta = ready != NONE ? ready : noise(env.cfg.ctas);
}

/* The flags of a block that leaves: no rank has both, one at least has none. */
static void draw_flags(void)
{
    struct vtc_in *in = env.in;
    in->out_ended = in->out_waits = 0;
    const uint32_t stalls = draw(env.cfg.max_warps);
    const bool some = env.cfg.max_warps == 1 || share(12);
    for (uint32_t r = 0; some && r < env.cfg.max_warps; r++) {
        if ((r == stalls && env.cfg.max_warps > 1) || !share(env.profile->flags)) continue;
        if (share(8)) in->out_ended |= bit(r);
        else in->out_waits |= bit(r);
    }
}

/* ---- context handler ---- */

static void draw_save(void)
{
    struct vtc_in *in = env.in;
    in->taken = env.stacks_left == 1;
    if (env.stacks_left > 0) {
        env.stacks_left--;
    } else if (env.saving != NONE && --env.writes_left == 0) {
        env.saved |= bit(env.saving);
        env.saving = NONE;
    }
    in->save_ready = env.saving == NONE;
}

static void draw_load(bool idle)
{
    struct vtc_in *in = env.in;
    in->loaded = env.load_left == 1;
    in->load_ready = env.load_left == 0 && !(idle && share(env.profile->load_busy));
    if (env.load_left > 0) env.load_left--;
}

/* ---- warps that end ---- */

/* A swap is possible in this cycle, if no block is done. */
static bool may_swap(bool idle)
{
    const struct vtc_in *in = env.in;
    return idle && in->in_valid && in->out_valid && in->load_ready && in->save_ready &&
           (~in->frame_valid & ones(in->frames)) == 0;
}

/* Neither the block that leaves is done nor the marked block: a warp of the marked block stalls. */
static void draw_done(bool idle)
{
    const struct profile *p = env.profile;
    struct vtc_in *in = env.in;
    uint64_t can = in->frame_valid;
    if (env.frame_waits) can &= ~bit(env.leaving);
    for (uint32_t f = 0; f < env.cfg.frames; f++) {
        if (in->out_valid && in->frame_cta[f] == in->out_cta) can &= ~bit(f);
    }
    const uint32_t frame = pick(can, env.cfg.frames);
    const bool waits = in->taken || (env.frame_waits && env.stacks_left == 0);
    const bool now = waits            ? share(p->done_taken)
                     : may_swap(idle) ? share(p->done_choice)
                                      : hd_rng_chance(&hd_draws, p->done, 64);
    in->done_valid = frame != NONE && (now || (is_ebb() && share(8)));
    in->done_frame = in->done_valid ? frame : noise(env.cfg.frames);
}

/* ---- the cycle ---- */

/* A reset is one for the neighbours as well. */
static void start_over(void)
{
    env.resident = env.active = env.marked = env.saved = env.ready = 0;
    env.frame_waits = false;
    env.saving = NONE;
    env.stacks_left = env.load_left = 0;
    env.in->frame_valid = 0;
    env.in->block_valid = false;
    env.in->frames = 0;
}

static void draw_cycle(bool idle)
{
    struct vtc_in *in = env.in;
    draw_kernel();
    draw_block();
    draw_table(idle);
    draw_flags();
    draw_save();
    draw_load(idle);
    draw_done(idle);
    for (uint32_t f = 0; f < env.cfg.frames; f++) {
        if ((in->frame_valid & bit(f)) == 0) in->frame_cta[f] = noise(env.cfg.ctas);
    }
    /* In most profiles a block is always here: a reset brings another kernel. */
    env.in_reset = hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, 1, 1500);
}

void vtc_stim_open(const struct vtc_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.in_reset = true;
}

bool vtc_stim(struct vtc_in *in, const struct vtc_out *out)
{
    env.in = in;
    look_back(out);
    if (env.in_reset) start_over();
    draw_cycle(out->swap == VTC_IDLE);
    return !env.in_reset;
}
