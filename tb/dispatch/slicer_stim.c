/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the slicer. It plays the distributor, with kernels that come and go, SMs whose blocks
 * follow the policy's limits late, and their counters: a window ends on each SM when it likes, and
 * counts what the mood of the kernels says.
 */
#include <string.h>

#include "common/draws.h"
#include "dispatch/slicer_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned brief;  /* the next change of the kernels comes soon; else a whole profile fits in */
    unsigned late;   /* an SM's blocks stay as they are for a long time */
    unsigned jitter; /* a block comes or goes against the limits, once in a window or so */
    unsigned apart;  /* windows end in different cycles */
    unsigned tight;  /* blocks need much room */
    unsigned steep;  /* a kernel runs in proportion to its blocks; else by chance */
    unsigned moody;  /* a window is another than the last one */
};

const char *const hd_profiles[] = {"uniform", "steady", "restless", "tight", "moody", "late", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.brief = 6, .late = 2, .jitter = 4, .apart = 8, .tight = 5, .steep = 8, .moody = 4},
    {.brief = 1, .late = 0, .jitter = 0, .apart = 4, .tight = 3, .steep = 10, .moody = 2},
    {.brief = 13, .late = 2, .jitter = 2, .apart = 8, .tight = 4, .steep = 8, .moody = 4},
    {.brief = 3, .late = 0, .jitter = 1, .apart = 8, .tight = 12, .steep = 14, .moody = 2},
    {.brief = 1, .late = 1, .jitter = 1, .apart = 12, .tight = 1, .steep = 6, .moody = 12},
    {.brief = 3, .late = 9, .jitter = 10, .apart = 15, .tight = 4, .steep = 4, .moody = 5},
};
/* clang-format on */

/* What a window counts, beside the first one of the division. */
enum mood { SAME, HALF, BELOW, TWICE, ABOVE, CHANCE, MOODS };

enum { LEFT_OVER = 0, SPATIAL = 2, PROFILE = 3, GIVEN = 4 };

static struct {
    struct slicer_cfg cfg;
    const struct profile *profile;
    uint32_t quiet;  /* cycles until the kernels change */
    uint32_t goal;   /* so many kernels are to run */
    uint32_t runs;   /* of this cycle, but for the one that begins */
    uint32_t begins; /* it runs from the next cycle on */
    uint32_t stuck;  /* cycles until blocks follow the limits */
    uint32_t policy; /* of the last cycle */
    uint32_t since;  /* cycles since the last end of all windows */
    uint32_t span;   /* as many, when the last division came */
    uint32_t level;  /* instructions of an SM in the first window of a division, halved */
    uint32_t starts; /* of windows under the division */
    enum mood mood;
    bool old;                          /* windows that have ended are still there for a cycle */
    uint32_t left[SLICER_MAX_SMS];     /* cycles of the window */
    uint32_t kind[SLICER_MAX_KERNELS]; /* how the kernel runs: 0 in proportion to its blocks */
} env;

static uint32_t count_of(uint64_t set) { return (uint32_t)__builtin_popcountll(set); }

/* --- kernels ---------------------------------------------------------------- */

/* The cycles of a whole profile, and some windows behind it. */
static uint32_t whole(void)
{
    const struct slicer_cfg *c = &env.cfg;
    const uint32_t n = env.goal < 2 ? 2 : env.goal;
    const uint32_t step = c->sms < n ? 1 : c->sms / n;
    const uint32_t rounds = (c->blocks + step - 1) / step;
    const uint32_t bits = clog2(c->window + 1) + c->instr_width + c->perf_width + 1;
    const uint32_t round = c->settle + c->window + c->sms + 16;
    return c->warm + rounds * round + n * c->blocks * bits + 5 * c->blocks + c->settle;
}

static uint32_t draw_quiet(void)
{
    if (env.goal < 2 || env.goal > env.cfg.sms) return draw(40);
    if (!share(env.profile->brief)) return whole() + draw(4 * (env.cfg.window + env.cfg.sms) + 40);
    if (share(2)) return draw(4);
    return share(4) ? draw(env.cfg.warm) : draw(whole());
}

static uint32_t draw_goal(void)
{
    const uint32_t most = env.cfg.kernels < env.cfg.sms ? env.cfg.kernels : env.cfg.sms;
    if (share(1)) return env.cfg.kernels;
    if (share(2) || most < 2) return draw(env.cfg.kernels + 1);
    return 2 + draw(most - 1);
}

static uint32_t draw_member(uint32_t set)
{
    uint32_t k = draw(env.cfg.kernels);
    while (!has(set, k)) k = (k + 1) % env.cfg.kernels;
    return k;
}

static void draw_need(struct slicer_in *in)
{
    for (uint32_t r = 0; r < env.cfg.kinds; r++) {
        const uint32_t room = in->room[r];
        if (draw(40) == 0) in->begin_need[r] = (uint32_t)ones(env.cfg.need_width);
        else if (share(1))
            in->begin_need[r] = (uint32_t)hd_stim_word(&hd_draws, env.cfg.need_width);
        else if (share(env.profile->tight)) in->begin_need[r] = draw(room / 2 + 1);
        else in->begin_need[r] = draw(room / (2 * env.cfg.blocks) + 1);
    }
}

static void begin(struct slicer_in *in, uint32_t k)
{
    in->begin_en = true;
    in->begin_kernel = k;
    draw_need(in);
    env.begins = (uint32_t)bit(k);
    env.kind[k] = share(env.profile->steep) ? 0 : 1 + draw(4);
}

/* Kernels end and begin until as many run as are to. One that begins runs for a cycle at least. */
static void draw_kernels(struct slicer_in *in)
{
    const uint32_t all = (uint32_t)ones(env.cfg.kernels);
    const uint32_t old = env.runs;
    env.runs |= env.begins;
    env.begins = 0;
    in->begin_en = false;
    in->begin_kernel =
        (uint32_t)hd_stim_word(&hd_draws, env.cfg.kernels > 1 ? clog2(env.cfg.kernels) : 1);
    if (in->begin_kernel >= env.cfg.kernels) in->begin_en = share(1);
    if (env.quiet > 0) {
        env.quiet--;
        if (env.quiet > 0) return;
        /* One goes, and one comes perhaps. */
        if (old != 0 && share(9)) {
            const uint32_t gone = (uint32_t)bit(draw_member(old));
            if (env.runs != all && share(8)) begin(in, draw_member(all & ~env.runs));
            env.runs &= ~gone;
            if (share(2) && old != gone) env.runs &= ~(uint32_t)bit(draw_member(old & ~gone));
        }
        env.goal = draw_goal();
        return;
    }
    const uint32_t n = count_of(env.runs);
    if (n < env.goal) begin(in, draw_member(all & ~env.runs));
    else if (n > env.goal && old != 0) env.runs &= ~(uint32_t)bit(draw_member(old));
    if (n == env.goal || n + 1 == env.goal || n == env.goal + 1) env.quiet = 1 + draw_quiet();
}

/* --- blocks ------------------------------------------------------------------ */

/* The limit of a kernel on an SM, as share limits has it. */
static uint32_t limit(const struct slicer_out *out, uint32_t sm, uint32_t k)
{
    const uint32_t n = count_of(env.runs), most = env.cfg.blocks;
    uint32_t place = 0, first = 0;
    if (!has(env.runs, k)) return 0;
    if (out->policy == LEFT_OVER) return most;
    if (out->policy == GIVEN) return out->given[k] < most ? out->given[k] : most;
    place = count_of(env.runs & ones(k));
    if (sm * n / env.cfg.sms != place) return 0;
    if (out->policy == SPATIAL) return most;
    while (first * n / env.cfg.sms != place) first++;
    const uint32_t number = out->from + sm - first;
    return number < most ? number : most;
}

static void move_block(struct slicer_in *in, const struct slicer_out *out, bool obeys)
{
    const uint32_t sm = draw(env.cfg.sms), k = draw(env.cfg.kernels);
    uint32_t *blocks = &in->blocks[sm * env.cfg.kernels + k];
    const uint32_t most = obeys ? limit(out, sm, k) : draw(env.cfg.blocks + 1);
    if (*blocks < most) *blocks += 1;
    else if (*blocks > most) *blocks -= 1;
}

/* All are as the limits say, but for a few. */
static void draw_blocks(struct slicer_in *in, const struct slicer_out *out)
{
    const uint32_t pairs = env.cfg.sms * env.cfg.kernels;
    if (out->policy != env.policy)
        env.stuck = share(env.profile->late) ? draw(2 * env.cfg.warm) : 0;
    if (env.stuck > 0) env.stuck--;
    else if (env.cfg.warm > 1000) move_block(in, out, true);
    else {
        for (uint32_t i = 0; i < 1 + pairs / 2; i++) move_block(in, out, true);
    }
    if (draw(16 * (env.cfg.window + 8)) < env.profile->jitter) move_block(in, out, false);
    if (draw(32) < env.profile->jitter && draw(8) == 0 && env.cfg.warm < 1000)
        move_block(in, out, false);
}

/* --- counters ---------------------------------------------------------------- */

/* What an SM has counted under the profile, with its blocks. */
static uint32_t profiled(const struct slicer_in *in, uint32_t sm)
{
    const uint32_t most = (uint32_t)ones(env.cfg.instr_width);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < env.cfg.kernels; k++) {
        const uint32_t n = in->blocks[sm * env.cfg.kernels + k];
        const uint32_t part = most / env.cfg.blocks;
        if (n == 0) continue;
        switch (env.kind[k]) {
        case 0: sum += part * n + draw(2); break;
        case 1: sum += most / 2; break;
        case 2: sum += n > 2 ? part : n * most / 2; break;
        case 3: sum += n == 1 ? 0 : part * (n - 1); break;
        default: sum += (uint32_t)hd_stim_word(&hd_draws, env.cfg.instr_width); break;
        }
    }
    return sum < most ? sum : most;
}

/* Under a division: all SMs count the same, and the first one a little more or less. */
static uint32_t shared(uint32_t sm)
{
    const uint32_t a = env.level;
    if (env.starts <= 1) return 2 * a;
    switch (env.mood) {
    case SAME: return 2 * a;
    case HALF: return a;
    case BELOW: return sm == 0 && a > 0 ? a - 1 : a;
    case TWICE: return 4 * a;
    case ABOVE: return sm == 0 ? 4 * a + 1 : 4 * a;
    default: return (uint32_t)hd_stim_word(&hd_draws, env.cfg.instr_width);
    }
}

/* A change of the kernels that hits the end of a window or what follows it: the SMs that are looked
 * at, one by one, or the end of a scaling and a water filling behind them. */
static void aim_change(void)
{
    const struct slicer_cfg *c = &env.cfg;
    const bool other = env.mood != SAME && env.policy != PROFILE;
    const uint32_t n = count_of(env.runs);
    const uint32_t bits = clog2(c->window + 1) + c->instr_width + c->perf_width + 1;
    if (env.quiet == 0 || draw(other                   ? 6
                               : env.policy == PROFILE ? 12
                                                       : 60) > env.profile->brief / 4)
        return;
    if (share(2)) {
        env.quiet = 1;
        return;
    }
    if (env.policy == PROFILE && env.span > 3 && share(6)) {
        env.quiet = env.span - draw(4);
        return;
    }
    env.quiet = c->sms + (share(8) ? 1 : draw(4));
    if (env.policy != PROFILE || share(4)) return;
    env.quiet += n * (c->blocks * bits + 1) + c->kernels - n;
    if (share(8)) env.quiet += draw(3 * (c->blocks + c->kernels));
}

static void end_window(struct slicer_in *in, const struct slicer_out *out, uint32_t sm)
{
    const bool profile = out->policy == PROFILE;
    in->done |= bit(sm);
    in->instr[sm] = profile ? profiled(in, sm) : shared(sm);
    if (share(6)) in->stall[sm] = 0;
    else in->stall[sm] = share(2) ? env.cfg.window : draw(env.cfg.window + 1);
}

static void start_windows(struct slicer_in *in)
{
    const uint32_t spread = share(env.profile->apart) ? 12 : 1;
    for (uint32_t sm = 0; sm < env.cfg.sms; sm++) env.left[sm] = env.cfg.window + draw(spread);
    if (share(env.profile->moody)) env.mood = (enum mood)draw(MOODS);
    else if (share(4)) env.mood = SAME;
    env.old = share(8);
    if (!env.old) in->done = 0;
}

/* A window that goes on has no number yet: what its SM says is of no matter. */
static void draw_counters(struct slicer_in *in, const struct slicer_out *out)
{
    env.since++;
    if (env.old) in->done = 0;
    env.old = false;
    if (out->start_en) {
        start_windows(in);
        return;
    }
    for (uint32_t sm = 0; sm < env.cfg.sms; sm++) {
        if (env.left[sm] == 0 || --env.left[sm] > 0) continue;
        end_window(in, out, sm);
        if (in->done != ones(env.cfg.sms)) continue;
        env.since = 0;
        aim_change();
        /* Some SMs do not have any more what was noted. */
        for (uint32_t i = draw(env.cfg.sms); share(env.profile->jitter / 2) && i > 0; i--)
            move_block(in, out, false);
    }
}

/* A change of the kernels that hits the end of a wait, or the start behind it. The wait began in
 * the last cycle. */
static void aim_wait(uint32_t cycles, uint32_t chance)
{
    if (env.quiet == 0 || cycles < 4 || draw(chance) >= env.profile->brief) return;
    env.quiet = share(8) ? 1 + draw(cycles) : cycles - 3 + draw(4);
}

/* A division has windows of its own, the first of them behind settle. */
static void note_policy(const struct slicer_out *out)
{
    const uint32_t most = (uint32_t)ones(env.cfg.instr_width);
    const bool divides = out->policy == GIVEN || out->policy == SPATIAL;
    if (divides && out->policy != env.policy) {
        env.starts = 0;
        env.span = env.since;
        env.mood = SAME;
        env.level = share(1) || most < 5 ? 0 : 1 + draw((most - 1) / 4);
        aim_wait(env.cfg.settle, 16);
    } else if (out->policy == PROFILE && out->policy != env.policy) {
        aim_wait(env.cfg.warm, 64);
    } else if (out->start_en) {
        env.starts++;
    }
    env.policy = out->policy;
}

/* --- all of it --------------------------------------------------------------- */

static void draw_room(struct slicer_in *in)
{
    for (uint32_t r = 0; r < env.cfg.kinds; r++) {
        const uint32_t most = (uint32_t)ones(env.cfg.need_width);
        if (share(4)) in->room[r] = most;
        else if (share(12)) in->room[r] = most - draw(most / 2 + 1);
        else if (share(4)) in->room[r] = 0;
        else in->room[r] = (uint32_t)hd_stim_word(&hd_draws, env.cfg.need_width);
    }
}

void slicer_stim_open(const struct slicer_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

static void forget(struct slicer_in *in)
{
    memset(in, 0, sizeof *in);
    memset(env.left, 0, sizeof env.left);
    env.runs = 0;
    env.begins = 0;
    env.quiet = draw(20);
    env.goal = draw_goal();
    env.policy = LEFT_OVER;
    env.stuck = 0;
    env.old = false;
    draw_room(in);
    /* What windows ahead of the reset have left. */
    if (share(8)) return;
    in->done = hd_stim_word(&hd_draws, env.cfg.sms);
    for (uint32_t sm = 0; sm < env.cfg.sms; sm++) {
        in->instr[sm] = (uint32_t)hd_stim_word(&hd_draws, env.cfg.instr_width);
        in->stall[sm] = share(4) ? env.cfg.window : draw(env.cfg.window + 1);
    }
}

/* out is what the slicer said in the last cycle; in still holds its inputs. */
bool slicer_stim(struct slicer_in *in, const struct slicer_out *out)
{
    if (hd_stim_reset(&hd_draws)) {
        forget(in);
        in->runs = (uint32_t)hd_stim_word(&hd_draws, env.cfg.kernels);
        return false;
    }
    draw_counters(in, out);
    draw_kernels(in);
    in->runs = env.runs;
    draw_blocks(in, out);
    note_policy(out);
    return true;
}
