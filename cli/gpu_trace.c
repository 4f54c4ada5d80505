// SPDX-License-Identifier: Apache-2.0
#include "gpu_trace.h"

#include <inttypes.h>
#include <string.h>

#include "json.h"

enum { HOST = 0, SMS = 1 }; // processes

// ---- events ------------------------------------------------------------------------------------

static void head(struct gpu_trace *t, const char *phase, uint32_t process, uint32_t track)
{
    fprintf(t->to, "%s\n{\"ph\":\"%s\",\"ts\":%" PRIu64 ",\"pid\":%u,\"tid\":%u",
            t->some ? "," : "", phase, t->cycle, process, track);
    t->some = true;
}

static void begin(struct gpu_trace *t, uint32_t process, uint32_t track, const char *name)
{
    head(t, "B", process, track);
    fputs(",\"name\":", t->to);
    json_string(t->to, name);
    fputc('}', t->to);
}

static void end(struct gpu_trace *t, uint32_t process, uint32_t track)
{
    head(t, "E", process, track);
    fputc('}', t->to);
}

static void name_process(struct gpu_trace *t, uint32_t process, const char *name)
{
    fprintf(t->to,
            "%s\n{\"ph\":\"M\",\"pid\":%u,\"name\":\"process_name\",\"args\":{\"name\":\"%s\"}}",
            t->some ? "," : "", process, name);
    t->some = true;
}

bool gpu_trace_open(struct gpu_trace *t, const char *path, const struct gpu_cfg *cfg)
{
    memset(t, 0, sizeof *t);
    t->to = fopen(path, "w");
    if (t->to == NULL) return false;
    fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[", t->to);
    name_process(t, HOST, "streams");
    for (uint32_t m = 0; m < cfg->sms; m++) {
        char name[20];
        snprintf(name, sizeof name, "SM %u", m);
        name_process(t, SMS + m, name);
    }
    return true;
}

void gpu_trace_stop(struct gpu_trace *t)
{
    if (t->to == NULL) return;
    for (uint32_t i = 0; i < STREAMS; i++)
        if (t->track[i].shows != TRACE_NONE) end(t, HOST, i);
    for (uint32_t m = 0; m < GPU_MAX_SMS; m++)
        for (uint32_t s = 0; s < SM_MAX_SLOTS; s++)
            if (t->block[m][s].here) end(t, SMS + m, s);
    memset(t->track, 0, sizeof t->track);
    memset(t->block, 0, sizeof t->block);
}

bool gpu_trace_close(struct gpu_trace *t)
{
    if (t->to == NULL) return true;
    gpu_trace_stop(t);
    fputs("\n]}\n", t->to);
    const bool good = !ferror(t->to);
    return fclose(t->to) == 0 && good;
}

// ---- launches ----------------------------------------------------------------------------------

static void show(struct gpu_trace *t, uint32_t stream, int what, const char *name)
{
    struct gpu_trace_stream *track = &t->track[stream];
    if (track->shows != TRACE_NONE) end(t, HOST, stream);
    if (what != TRACE_NONE) begin(t, HOST, stream, name);
    track->shows = what;
}

static void trace_host(struct gpu_trace *t, const struct gpu_world *w, const struct gpu_in *in,
                       const struct work_distributor_out *d)
{
    if (d->done_valid) {
        const uint32_t stream = t->stream[d->done_launch];
        show(t, stream, t->track[stream].waiting > 0 ? TRACE_QUEUE : TRACE_NONE, "queue");
    }
    if (in->push_en && !in->push_wait) {
        struct gpu_trace_stream *track = &t->track[in->push_stream];
        t->stream[in->push_launch] = in->push_stream;
        track->waiting++;
        if (track->shows == TRACE_NONE) show(t, in->push_stream, TRACE_QUEUE, "queue");
    }
    if (!in->launch_ready) return;
    const char *name = w->sm[0].code[d->launch_kernel]->launch->kernel->name;
    const uint32_t stream = t->stream[d->launch_number];
    t->track[stream].waiting--;
    show(t, stream, TRACE_RUN, name);
    t->name[d->launch_kernel] = name;
}

// ---- blocks ------------------------------------------------------------------------------------

static void end_block(struct gpu_trace *t, uint32_t m, const struct sm_out *o)
{
    for (uint32_t s = 0; s < SM_MAX_SLOTS; s++) {
        struct gpu_trace_block *b = &t->block[m][s];
        if (!b->here || b->kernel != o->done_kernel || memcmp(b->id, o->done_id, sizeof b->id) != 0)
            continue;
        b->here = false;
        end(t, SMS + m, s);
        return;
    }
}

static void begin_block(struct gpu_trace *t, uint32_t m, const struct residency_out *r)
{
    struct gpu_trace_block *b = &t->block[m][r->begin_slot];
    char name[300];
    b->here = true;
    b->kernel = r->begin_kernel;
    memcpy(b->id, r->begin_id, sizeof b->id);
    snprintf(name, sizeof name, "%s %u,%u,%u", t->name[b->kernel], b->id[0], b->id[1], b->id[2]);
    begin(t, SMS + m, r->begin_slot, name);
}

void gpu_trace_cycle(struct gpu_trace *t, const struct gpu_world *w, const struct gpu_in *in,
                     const struct gpu_out *out)
{
    if (t->to == NULL) return;
    t->cycle = w->cycle;
    trace_host(t, w, in, &out->distributor);
    for (uint32_t m = 0; m < w->cfg.sms; m++) {
        const struct sm_out *o = &out->sm[m];
        if (o->block_done) end_block(t, m, o);
        if (o->residency.begin_en) begin_block(t, m, &o->residency);
    }
}
