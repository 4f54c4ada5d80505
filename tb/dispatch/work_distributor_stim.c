/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the work distributor: hosts that launch on many streams or on few, wait for launches,
 * describe small and large grids of blocks that fit and that do not, in slices of a block or of
 * many or in none, and change the policy; and SMs that take kernels fast or slowly, take blocks
 * when they like or none for a while, and end them in any order.
 *
 * It knows what each launch has to get: it fails if a block of a grid is given twice or not at all,
 * beside a grid, beside its slice, or to an SM that has not taken the kernel, and if a launch is
 * done that is not.
 */
#include <string.h>

#include "common/draws.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "dispatch/work_distributor_seam.h"

enum {
    MAX_SMS = WORK_DISTRIBUTOR_MAX_SMS,
    MAX_KERNELS = WORK_DISTRIBUTOR_MAX_KERNELS,
    MAX_KINDS = WORK_DISTRIBUTOR_MAX_KINDS,
    MAX_LAUNCHES = WORK_DISTRIBUTOR_MAX_LAUNCHES,
    QUIET = 20000,
};

/* Shares are in 1/16, but where another is said. */
struct profile {
    unsigned push;    /* a command comes */
    unsigned wait;    /* it is a wait */
    unsigned launch;  /* the host describes a launch */
    unsigned large;   /* a grid has many blocks, else few */
    unsigned huge;    /* a grid has more than can be given: only a reset ends the kernel */
    unsigned small;   /* a need is small beside the room, else any */
    unsigned none;    /* a block needs nothing of a kind */
    unsigned whole;   /* a block needs all the room of a kind, or one more or less */
    unsigned take;    /* an SM has taken a kernel, after a while */
    unsigned away;    /* 1/64: an SM is not idle for other reasons */
    unsigned ready;   /* an SM takes a block */
    unsigned end;     /* a block ends on an SM that has one */
    unsigned policy;  /* 1/256: the policy changes */
    unsigned slice;   /* a grid has slices */
    unsigned elastic; /* a policy is elastic */
    unsigned deaf;    /* an SM takes no block for a while */
    unsigned replan;  /* 1/256: the SMs are divided anew, the policy being the same */
};

const char *const hd_profiles[] = {"uniform", "busy",   "tiny",    "replan", "refused",
                                   "huge",    "slices", "elastic", "places", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.push = 8, .wait = 5, .launch = 10, .large = 4, .huge = 0, .small = 13, .none = 3, .whole = 1,
     .take = 8, .away = 1, .ready = 10, .end = 3, .policy = 4, .slice = 5, .elastic = 5, .deaf = 1,
     .replan = 2},
    {.push = 15, .wait = 1, .launch = 15, .large = 12, .huge = 0, .small = 16, .none = 4,
     .whole = 0, .take = 14, .away = 0, .ready = 15, .end = 1, .policy = 1, .slice = 2,
     .elastic = 4, .deaf = 0, .replan = 1},
    {.push = 15, .wait = 3, .launch = 15, .large = 0, .huge = 0, .small = 15, .none = 6, .whole = 0,
     .take = 15, .away = 0, .ready = 15, .end = 14, .policy = 2, .slice = 4, .elastic = 3,
     .deaf = 0, .replan = 4},
    {.push = 12, .wait = 3, .launch = 12, .large = 6, .huge = 0, .small = 13, .none = 3, .whole = 2,
     .take = 2, .away = 3, .ready = 13, .end = 6, .policy = 64, .slice = 3, .elastic = 6,
     .deaf = 0, .replan = 64},
    {.push = 15, .wait = 2, .launch = 14, .large = 2, .huge = 0, .small = 6, .none = 2, .whole = 8,
     .take = 12, .away = 1, .ready = 13, .end = 8, .policy = 6, .slice = 3, .elastic = 4,
     .deaf = 1, .replan = 2},
    {.push = 10, .wait = 2, .launch = 12, .large = 8, .huge = 4, .small = 15, .none = 4, .whole = 1,
     .take = 10, .away = 1, .ready = 13, .end = 10, .policy = 6, .slice = 5, .elastic = 5,
     .deaf = 1, .replan = 2},
    {.push = 12, .wait = 2, .launch = 14, .large = 7, .huge = 0, .small = 14, .none = 4, .whole = 1,
     .take = 14, .away = 0, .ready = 14, .end = 10, .policy = 4, .slice = 15, .elastic = 4,
     .deaf = 0, .replan = 4},
    {.push = 12, .wait = 2, .launch = 14, .large = 12, .huge = 0, .small = 14, .none = 4,
     .whole = 1, .take = 13, .away = 0, .ready = 14, .end = 6, .policy = 4, .slice = 2,
     .elastic = 16, .deaf = 0, .replan = 4},
    {.push = 12, .wait = 2, .launch = 13, .large = 12, .huge = 1, .small = 15, .none = 4,
     .whole = 1, .take = 13, .away = 0, .ready = 8, .end = 8, .policy = 10, .slice = 6,
     .elastic = 11, .deaf = 8, .replan = 6},
};
/* clang-format on */

/* A launch as the host knows it. */
enum life { FREE, QUEUED, RUNNING, REFUSED };

struct kernel {
    bool runs;
    uint32_t launch;
    uint32_t grid[3], next[3]; /* x, y, z: blocks; the next one */
    bool left;                 /* there is a next one */
    uint64_t taken;            /* the SMs that have taken it */
    uint32_t slice, sliced;    /* blocks of a slice, of this one given */
    uint32_t blocks[MAX_SMS];
};

static struct {
    struct work_distributor_cfg cfg;
    const struct profile *profile;
    bool ran;        /* reset was high in the last cycle */
    bool pushing;    /* the host pushes; it stops now and then until all is done */
    bool changed;    /* the policy has changed: replan comes */
    bool calm;       /* the policy is left alone */
    uint64_t deaf;   /* SMs that take no block for a while */
    uint32_t quiet;  /* cycles in which nothing has happened */
    uint32_t waited; /* the launch of the last wait */
    enum life launch[MAX_LAUNCHES];
    struct kernel kernel[MAX_KERNELS];
    uint32_t taking[MAX_SMS]; /* cycles until the SM has taken the kernel, or is idle */
} env;

static uint32_t any(uint32_t width) { return (uint32_t)hd_stim_word(&hd_draws, width); }

/* Any number that a port holds to which numbers below n are given. */
static uint32_t draw_number(uint32_t n) { return any(n > 1 ? hd_bits_for(n - 1) : 1); }

static void wrong(const char *text) { hd_wrong("work_distributor", text); }

/* ---- the last cycle: launches and blocks ---- */

static bool is_here(const struct kernel *k)
{
    for (uint32_t s = 0; s < env.cfg.sms; s++)
        if (k->blocks[s] != 0) return true;
    return false;
}

static void follow_done(const struct work_distributor_out *out)
{
    const uint32_t l = out->done_launch;
    if (!out->done_valid) return;
    if (l >= env.cfg.launches || env.launch[l] < RUNNING) {
        wrong("a launch is done that does not run");
        return;
    }
    for (uint32_t i = 0; i < env.cfg.kernels && env.launch[l] == RUNNING; i++) {
        struct kernel *k = &env.kernel[i];
        if (!k->runs || k->launch != l) continue;
        if (k->left) wrong("a launch is done, and not all its blocks were given");
        if (is_here(k)) wrong("a launch is done, and an SM has a block of it");
        k->runs = false;
    }
    env.launch[l] = FREE;
}

/* Behind a block comes that which is one further in x; behind the last x that in the next y. */
static void step(struct kernel *k)
{
    for (uint32_t d = 0; d < 3; d++) {
        if (++k->next[d] != k->grid[d]) return;
        k->next[d] = 0;
    }
    k->left = false;
}

/* Behind the last block of a slice comes the first of the next one, if no block is on an SM. */
static void step_slice(struct kernel *k)
{
    if (k->slice == 0) return;
    if (k->sliced == k->slice) {
        if (is_here(k)) wrong("a block is given of the next slice, and an SM has one of the last");
        k->sliced = 0;
    }
    k->sliced++;
}

static void follow_block(const struct work_distributor_out *out)
{
    if (out->block_valid == 0) return;
    struct kernel *k = &env.kernel[out->block_kernel % MAX_KERNELS];
    const uint32_t s = lowest(out->block_valid);
    if (several(out->block_valid)) wrong("a block goes to two SMs");
    else if (!k->runs) wrong("a block is given of a kernel that does not run");
    else if (!k->left) wrong("a block is given of a grid that has none left");
    else if (memcmp(out->block_id, k->next, sizeof k->next) != 0)
        wrong("a block is given that is not the grid's next one");
    else if ((k->taken & ones(env.cfg.sms)) != ones(env.cfg.sms))
        wrong("a block is given before every SM has taken its kernel");
    else if (s < env.cfg.sms) {
        step_slice(k);
        k->blocks[s]++;
        step(k);
    }
}

static void follow_ends(const struct work_distributor_in *in)
{
    for (uint32_t s = 0; s < env.cfg.sms; s++)
        if (has(in->end_valid, s)) env.kernel[in->end_kernel[s]].blocks[s]--;
}

/* While a kernel is to be taken, an SM needs a while of its own; seldom one is long. */
static void take_kernel(void)
{
    const bool long_while = share(2);
    for (uint32_t s = 0; s < env.cfg.sms; s++) {
        if (share(env.profile->take)) env.taking[s] = share(8) ? draw(4) : 0;
        else env.taking[s] = draw(long_while ? 256 : 32);
    }
}

static void follow_launch(const struct work_distributor_in *in,
                          const struct work_distributor_out *out)
{
    const uint32_t l = out->launch_number, n = out->launch_kernel;
    if (!out->kernel_en && !out->refused) return;
    if (l >= env.cfg.launches || env.launch[l] != QUEUED) {
        wrong("a launch begins that is in no queue");
        return;
    }
    env.launch[l] = out->kernel_en ? RUNNING : REFUSED;
    if (!out->kernel_en) return;
    if (n >= env.cfg.kernels || env.kernel[n].runs) {
        wrong("a launch becomes a kernel that runs");
        return;
    }
    struct kernel *k = &env.kernel[n];
    *k = (struct kernel){.runs = true, .launch = l, .left = true};
    k->grid[0] = in->grid_x;
    k->grid[1] = in->grid_y;
    k->grid[2] = in->grid_z;
    k->slice = in->slice;
    take_kernel();
}

static void follow(const struct work_distributor_in *in, const struct work_distributor_out *out)
{
    /* An SM that was idle in this cycle has taken what began before it. */
    for (uint32_t k = 0; k < env.cfg.kernels; k++) env.kernel[k].taken |= in->sm_idle;
    follow_block(out);
    follow_ends(in);
    follow_done(out);
    follow_launch(in, out);
    const bool moves = out->block_valid != 0 || out->done_valid || out->kernel_en || out->refused;
    env.quiet = moves ? 0 : env.quiet + 1;
    if (env.quiet == QUIET) wrong("nothing has happened for 20000 cycles");
}

/* ---- the host ---- */

/* A launch that is free or is not, from any one upward and around; `launches` if there is none. */
static uint32_t draw_launch(const bool *set, bool value)
{
    const uint32_t from = draw(env.cfg.launches);
    for (uint32_t i = 0; i < env.cfg.launches; i++) {
        const uint32_t l = (from + i) % env.cfg.launches;
        if (set[l] == value) return l;
    }
    return env.cfg.launches;
}

static void draw_push(struct work_distributor_in *in, const struct work_distributor_out *out)
{
    const uint32_t unused = draw_launch(out->free, true), used = draw_launch(out->free, false);
    if (env.pushing ? draw(1024) == 0 : out->idle && share(4)) env.pushing = !env.pushing;
    in->push_en = env.pushing && share(env.profile->push);
    in->push_wait = share(env.profile->wait) || unused == env.cfg.launches;
    in->push_stream = share(1) ? draw_number(env.cfg.streams) : draw(env.cfg.streams);
    in->push_launch = unused;
    if (!in->push_wait) {
        const bool room =
            in->push_stream < env.cfg.streams && !has(out->full, in->push_stream % env.cfg.queues);
        if (in->push_en && room) env.launch[unused] = QUEUED;
        return;
    }
    if (share(12)) env.waited = used < env.cfg.launches ? used : draw_number(env.cfg.launches);
    in->push_launch = share(1) ? draw_number(env.cfg.launches) : env.waited;
}

static uint32_t draw_need(uint32_t room)
{
    const uint32_t most = (uint32_t)ones(env.cfg.need_width);
    if (share(env.profile->none)) return 0;
    if (share(env.profile->whole)) {
        if (share(3)) return room < most ? room + 1 : room;
        return share(4) && room > 0 ? room - 1 : room;
    }
    if (!share(env.profile->small)) return any(env.cfg.need_width);
    /* So many blocks fit just, or one fewer. */
    const uint32_t part = room / (1 + draw(env.cfg.blocks * env.cfg.kernels));
    return share(4) && part < most ? part + 1 : part;
}

static void draw_grid(struct work_distributor_in *in)
{
    uint32_t grid[3] = {1, 1, 1};
    if (share(env.profile->huge)) {
        for (uint32_t d = 0; d < 3; d++) grid[d] = any(32);
    } else if (share(env.profile->large)) {
        grid[draw(3)] = 1 + draw(4 * env.cfg.sms * env.cfg.blocks);
    } else {
        for (uint32_t d = 0; d < 3; d++) grid[d] = share(8) ? 1 : 1 + draw(3);
    }
    in->grid_x = grid[0] > 0 ? grid[0] : 1;
    in->grid_y = grid[1] > 0 ? grid[1] : 1;
    in->grid_z = grid[2] > 0 ? grid[2] : 1;
}

/* Of a block, of fewer blocks than the chip holds, of just the grid's, or of any number. */
static uint32_t draw_slice(const struct work_distributor_in *in)
{
    const uint32_t grid = in->grid_x * in->grid_y * in->grid_z;
    if (!share(env.profile->slice)) return 0;
    if (share(4)) return 1;
    if (share(2)) return any(32);
    return share(2) ? grid : 1 + draw(env.cfg.sms * env.cfg.blocks);
}

/* The largest block of a program is that of the kernel, or one that is a little larger; or any. */
static void draw_largest(struct work_distributor_in *in)
{
    const bool same = share(6);
    for (uint32_t r = 0; r < env.cfg.kinds; r++) {
        const uint32_t other = share(4) ? any(env.cfg.need_width) : draw_need(in->room[r]);
        in->largest[r] = same || other < in->need[r] ? in->need[r] : other;
    }
}

static void draw_begin(struct work_distributor_in *in)
{
    const bool whole = share(1);
    in->launch_ready = share(env.profile->launch);
    draw_grid(in);
    for (uint32_t r = 0; r < env.cfg.kinds; r++)
        in->need[r] = whole ? in->room[r] : draw_need(in->room[r]);
    /* A block that is too large in one kind alone. */
    const uint32_t r = draw(env.cfg.kinds), most = (uint32_t)ones(env.cfg.need_width);
    if (share(env.profile->whole) && share(3))
        in->need[r] = in->room[r] < most ? most : in->need[r];
    in->slice = draw_slice(in);
    draw_largest(in);
}

/* It changes at any time as well, seldom without the policy. A median block that needs much of the
 * SMs leaves others few places. */
static void draw_rule(struct work_distributor_in *in)
{
    in->rule = draw(4);
    in->mold = share(8) ? any(env.cfg.need_width) : draw_need(in->room[env.cfg.thread_kind]);
    for (uint32_t r = 0; r < env.cfg.kinds; r++) {
        const uint32_t part = draw_need(in->room[r]);
        in->median[r] = share(2) ? any(env.cfg.need_width) : share(4) ? in->room[r] - part : part;
    }
}

/* It changes at any time, and replan comes with it or behind. In between it is left alone for a
 * while: no launch begins while a division is due, and one may always be. */
static void draw_policy(struct work_distributor_in *in, const struct work_distributor_out *out)
{
    const bool none = out->none != 0 && out->none == out->runs && share(2);
    if (draw(512) == 0) env.calm = !env.calm;
    if (!env.ran || none || (!env.calm && draw(256) < env.profile->policy)) {
        in->policy = share(2) ? draw(8) : draw(5);
        if (share(env.profile->elastic)) in->policy = WORK_DISTRIBUTOR_ELASTIC;
        draw_rule(in);
        in->from = any(hd_bits_for(env.cfg.blocks));
        for (uint32_t k = 0; k < env.cfg.kernels; k++)
            in->given[k] = share(8) ? 1 + draw(env.cfg.blocks) : any(hd_bits_for(env.cfg.blocks));
        env.changed = true;
    }
    in->replan = (env.changed && share(8)) || (!env.calm && draw(256) < env.profile->replan);
    if (in->replan) env.changed = false;
    if (draw(256) == 0) draw_rule(in);
    if (draw(64) == 0) in->strict = share(5);
    if (draw(64) == 0) in->spread = share(8);
}

/* ---- the SMs ---- */

static void draw_idle(struct work_distributor_in *in)
{
    in->sm_idle = 0;
    for (uint32_t s = 0; s < env.cfg.sms; s++) {
        if (env.taking[s] > 0) env.taking[s]--;
        else if (draw(64 * env.cfg.sms) < env.profile->away) env.taking[s] = 1 + draw(16);
        if (env.taking[s] == 0) in->sm_idle |= bit(s);
    }
}

static void draw_ends(struct work_distributor_in *in)
{
    const bool none = share(3), every = share(1);
    in->end_valid = 0;
    for (uint32_t s = 0; s < env.cfg.sms; s++) {
        uint64_t kernels = 0;
        for (uint32_t k = 0; k < env.cfg.kernels; k++)
            if (env.kernel[k].blocks[s] != 0) kernels |= bit(k);
        in->end_kernel[s] = draw_number(env.cfg.kernels);
        if (kernels == 0 || none || !(every || share(env.profile->end))) continue;
        for (uint32_t skip = draw((uint32_t)__builtin_popcountll(kernels)); skip > 0; skip--)
            kernels &= kernels - 1;
        in->end_valid |= bit(s);
        in->end_kernel[s] = lowest(kernels);
    }
}

static void draw_ready(struct work_distributor_in *in)
{
    const bool none = share(1);
    in->block_ready = 0;
    if (draw(256) == 0) {
        env.deaf = 0;
        for (uint32_t s = 0; s < env.cfg.sms; s++)
            if (share(env.profile->deaf)) env.deaf |= bit(s);
    }
    for (uint32_t s = 0; s < env.cfg.sms && !none; s++)
        if (!has(env.deaf, s) && share(env.profile->ready)) in->block_ready |= bit(s);
}

/* ---- reset ---- */

/* The room stays from one reset to the next. */
static void start_over(struct work_distributor_in *in)
{
    const bool most = share(4);
    env.changed = env.calm = false;
    env.quiet = 0;
    env.deaf = 0;
    env.pushing = true;
    memset(env.launch, 0, sizeof env.launch);
    memset(env.kernel, 0, sizeof env.kernel);
    memset(env.taking, 0, sizeof env.taking);
    for (uint32_t r = 0; r < env.cfg.kinds; r++) {
        in->room[r] = any(env.cfg.need_width);
        if (most || share(6)) in->room[r] = (uint32_t)ones(env.cfg.need_width);
    }
}

void work_distributor_stim_open(const struct work_distributor_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool work_distributor_stim(struct work_distributor_in *in, const struct work_distributor_out *out)
{
    if (env.ran) follow(in, out);
    else start_over(in);
    draw_policy(in, out);
    draw_idle(in);
    draw_push(in, out);
    draw_begin(in);
    draw_ready(in);
    draw_ends(in);
    env.ran = !hd_stim_reset(&hd_draws);
    if (env.profile->huge > 0 && draw(1024) == 0) env.ran = false;
    return env.ran;
}
