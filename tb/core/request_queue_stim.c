/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus of the queue of requests to memory. It plays a cache, whose request stays until it is
 * taken, and a memory. */
#include "common/stim_lines.h"
#include "core/request_queue_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned request; /* one is offered */
    unsigned load;    /* it is a load, */
    unsigned store;   /* else a store, else an atomic */
    unsigned mem;     /* memory accepts */
};

const char *const hd_profiles[] = {"uniform", "full", "empty", "streams", "atomics", NULL};

static const struct profile profiles[] = {
    {.request = 8, .load = 8, .store = 10, .mem = 8},
    {.request = 14, .load = 10, .store = 10, .mem = 4},
    {.request = 4, .load = 8, .store = 10, .mem = 13},
    {.request = 16, .load = 8, .store = 10, .mem = 16},
    {.request = 9, .load = 2, .store = 2, .mem = 9},
};

static struct {
    struct request_queue_cfg cfg;
    const struct profile *profile;
} env;

void request_queue_stim_open(const struct request_queue_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    lines.line_bytes = cfg->line_bytes;
}

static void draw_request(struct request_queue_view_in *in)
{
    in->model.req_kind = draw_kind(env.profile->load, env.profile->store);
    in->model.req_id = share(4) ? env.cfg.mshrs - 1 : draw(env.cfg.mshrs);
    in->model.req_line = hd_stim_word(&hd_draws, 64) & ones(env.cfg.line_width);
    draw_words(in->req_rider, env.cfg.rider_width);
    draw_words(in->req_data, 8 * env.cfg.line_bytes);
    draw_bytes(in->req_be);
    draw_words(in->req_expect, 8 * env.cfg.line_bytes);
}

bool request_queue_stim(struct request_queue_view_in *in, const struct request_queue_view_out *out)
{
    const bool stays = in->model.req_valid && !out->model.req_ready;
    if (!stays) draw_request(in);
    in->model.req_valid = stays || share(env.profile->request);
    in->model.mem_ready = share(env.profile->mem);
    return !hd_stim_reset(&hd_draws);
}
