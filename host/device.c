// SPDX-License-Identifier: Apache-2.0
//
// Devices: open, close, the clock, what went wrong.
#include "device.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEHIND = 64 }; // so many cycles behind its end no SM asks for a launch's code

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the next two
static struct heddle_device *devices;
static uint32_t opened;
static _Thread_local char no_device[HOST_ERROR];

// ---- what went wrong ---------------------------------------------------------------------------

const char *heddle_status_name(enum heddle_status status)
{
    switch (status) {
    case HEDDLE_OK: return "HEDDLE_OK";
    case HEDDLE_NOT_READY: return "HEDDLE_NOT_READY";
    case HEDDLE_BAD_VALUE: return "HEDDLE_BAD_VALUE";
    case HEDDLE_BAD_HANDLE: return "HEDDLE_BAD_HANDLE";
    case HEDDLE_BAD_ADDRESS: return "HEDDLE_BAD_ADDRESS";
    case HEDDLE_BAD_FILE: return "HEDDLE_BAD_FILE";
    case HEDDLE_NOT_FOUND: return "HEDDLE_NOT_FOUND";
    case HEDDLE_NO_ROOM: return "HEDDLE_NO_ROOM";
    case HEDDLE_REFUSED: return "HEDDLE_REFUSED";
    case HEDDLE_FAULT: return "HEDDLE_FAULT";
    case HEDDLE_LOST: return "HEDDLE_LOST";
    }
    return "no status";
}

bool device_is_open(const struct heddle_device *d)
{
    pthread_mutex_lock(&lock);
    const struct heddle_device *one = devices;
    while (one != NULL && one != d) one = one->next;
    pthread_mutex_unlock(&lock);
    const bool open = one != NULL;
    if (!open)
        snprintf(no_device, sizeof no_device, "%s",
                 d == NULL ? "the device is NULL" : "no such device is open");
    return open;
}

const char *heddle_error(const struct heddle_device *device)
{
    if (device == NULL || !device_is_open(device)) return no_device;
    return device->error;
}

enum heddle_status device_fail(struct heddle_device *d, enum heddle_status status,
                               const char *format, ...)
{
    char text[HOST_ERROR]; // an argument may be the old error
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    memcpy(d->error, text, sizeof d->error);
    return status;
}

__attribute__((format(printf, 2, 3))) static enum heddle_status
not_opened(enum heddle_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(no_device, sizeof no_device, format, list);
    va_end(list);
    return status;
}

// ---- handles -----------------------------------------------------------------------------------

uint64_t device_handle(const struct heddle_device *d, uint32_t place, uint32_t serial)
{
    return (uint64_t)d->number << 48 | (uint64_t)place << 32 | serial;
}

enum heddle_status device_bad_handle(struct heddle_device *d, uint64_t id, const char *what)
{
    const char *why = id == 0                 ? "the handle is 0, which is none"
                      : id >> 48 != d->number ? "the handle is another device's"
                                              : "it was destroyed, or was never there";
    return device_fail(d, HEDDLE_BAD_HANDLE, "%s: %s", what, why);
}

// ---- open and close ----------------------------------------------------------------------------

static const struct heddle_options usual = {.queues = 32, .threads = 1};

static enum heddle_status check(const struct heddle_options *o, const struct preset *preset)
{
    char names[HOST_ERROR / 2];
    preset_names(names, sizeof names);
    if (preset == NULL)
        return not_opened(HEDDLE_NOT_FOUND, "preset %s: there are %s", o->preset, names);
    if (o->sms > GPU_MAX_SMS)
        return not_opened(HEDDLE_BAD_VALUE, "sms %u: a GPU has 1 to %d", o->sms, GPU_MAX_SMS);
    if (o->queues > STREAMS)
        return not_opened(HEDDLE_BAD_VALUE, "queues %u: there are 1 to %d", o->queues, STREAMS);
    if (o->threads > TEAM_MOST)
        return not_opened(HEDDLE_BAD_VALUE, "threads %u: there are 1 to %d", o->threads, TEAM_MOST);
    if (o->stack_bytes % 16 != 0 || o->stack_bytes > ISA_MAX_STACK)
        return not_opened(HEDDLE_BAD_VALUE,
                          "stack_bytes %u: a stack is a multiple of 16 bytes, 1 MiB at most",
                          o->stack_bytes);
    const bool some = o->slicer[0] != 0 || o->slicer[1] != 0 || o->slicer[2] != 0;
    for (int i = 0; i < 3 && some; i++)
        if (o->slicer[i] == 0 || o->slicer[i] > SLICER_MAX_CYCLES)
            return not_opened(HEDDLE_BAD_VALUE, "slicer: each of the three is 1 to %d cycles",
                              SLICER_MAX_CYCLES);
    return HEDDLE_OK;
}

static enum heddle_status build(struct heddle_device *d, const struct preset *preset,
                                const struct heddle_options *o, struct gpu_policy policy)
{
    const uint64_t slicer[3] = {o->slicer[0], o->slicer[1], o->slicer[2]};
    const uint32_t sms = o->sms != 0 ? o->sms : gpu_machine_sms(preset);
    const struct gpu_cfg cfg =
        gpu_machine_cfg(preset, sms, o->queues != 0 ? o->queues : usual.queues, slicer);
    d->threads = o->threads != 0 ? o->threads : usual.threads;
    d->stack_bytes = o->stack_bytes != 0 ? o->stack_bytes : ISA_STACK;
    d->max_cycles = o->max_cycles != 0 ? o->max_cycles : MACHINE_CYCLES;
    if (!isa_memory_init(&d->memory, NULL)) return not_opened(HEDDLE_NO_ROOM, "no memory");
    streams_init(&d->streams, &d->memory);
    if (!gpu_machine_init(&d->machine, preset, &cfg, &d->streams, d->stack_bytes, policy))
        return not_opened(HEDDLE_BAD_VALUE, "%s", d->machine.error);
    d->machine.in.spread = o->spread;
    if (o->trace != NULL && !gpu_trace_open(&d->machine.trace, o->trace, &cfg))
        return not_opened(HEDDLE_BAD_VALUE, "trace %s: it cannot be written", o->trace);
    return HEDDLE_OK;
}

static void free_buffer_names(struct isa_memory *memory)
{
    for (uint32_t b = 0; b < memory->buffers; b++)
        if (memory->buffer[b].address != 0) free((char *)(uintptr_t)memory->buffer[b].name);
}

static void free_device(struct heddle_device *d)
{
    streams_drop(&d->streams);
    device_free_launches(d, true);
    gpu_machine_free(&d->machine);
    for (uint32_t e = 0; e < d->events; e++) stream_mark_release(d->event[e].mark);
    free_buffer_names(&d->memory);
    isa_memory_free(&d->memory);
    for (uint32_t m = 0; m < ISA_MAX_IMAGES; m++)
        if (d->module[m].serial != 0) image_free(&d->module[m].image);
    free(d->event);
    free(d->run);
    free(d);
}

enum heddle_status heddle_open(struct heddle_device **device, const struct heddle_options *options)
{
    struct gpu_policy policy;
    if (device == NULL) return not_opened(HEDDLE_BAD_VALUE, "where the device goes is NULL");
    *device = NULL;
    if (options == NULL) options = &usual;
    const struct preset *preset = preset_named(options->preset);
    const char *dispatch =
        options->dispatch != NULL ? options->dispatch : gpu_machine_first_policy();
    enum heddle_status status = check(options, preset);
    if (status != HEDDLE_OK) return status;
    if (!gpu_machine_policy(dispatch, strlen(dispatch), &policy))
        return not_opened(HEDDLE_NOT_FOUND, "dispatch %s: there are %s", dispatch,
                          gpu_machine_policies);
    struct heddle_device *d = calloc(1, sizeof *d);
    if (d == NULL) return not_opened(HEDDLE_NO_ROOM, "no memory on the host");
    status = build(d, preset, options, policy);
    if (status != HEDDLE_OK) {
        gpu_trace_close(&d->machine.trace);
        free_device(d);
        return status;
    }
    pthread_mutex_lock(&lock);
    d->number = 1 + opened++ % 0xffff;
    d->next = devices;
    devices = d;
    pthread_mutex_unlock(&lock);
    *device = d;
    return HEDDLE_OK;
}

enum heddle_status heddle_close(struct heddle_device *device)
{
    if (!device_is_open(device)) return HEDDLE_BAD_HANDLE;
    pthread_mutex_lock(&lock);
    struct heddle_device **link = &devices;
    while (*link != device) link = &(*link)->next;
    *link = device->next;
    pthread_mutex_unlock(&lock);
    const bool written = gpu_trace_close(&device->machine.trace);
    free_device(device);
    return written ? HEDDLE_OK : not_opened(HEDDLE_BAD_VALUE, "trace: not all of it was written");
}

// ---- the clock ---------------------------------------------------------------------------------

// A launch that has run for too long; or NULL.
static const struct stream_launch *too_long(const struct heddle_device *d)
{
    const uint64_t now = gpu_machine_now(&d->machine);
    for (uint32_t n = 0; n < STREAMS_LAUNCHES; n++) {
        const struct stream_launch *l = d->streams.of[n];
        if (l != NULL && l->state == STREAM_RUNS && now - l->began >= d->max_cycles) return l;
    }
    return NULL;
}

// The cycle before which to come back: `last`, or that in which a launch has run for too long.
static uint64_t pause_of(const struct heddle_device *d, uint64_t last)
{
    for (uint32_t n = 0; n < STREAMS_LAUNCHES; n++) {
        const struct stream_launch *l = d->streams.of[n];
        if (l == NULL || l->state != STREAM_RUNS || d->max_cycles > UINT64_MAX - l->began) continue;
        if (l->began + d->max_cycles < last) last = l->began + d->max_cycles;
    }
    return last;
}

// The GPU begins anew, with empty streams. The words are there already.
static enum heddle_status begin_anew(struct heddle_device *d)
{
    streams_drop(&d->streams);
    d->broken = !gpu_machine_restart(&d->machine);
    device_free_launches(d, true);
    return HEDDLE_FAULT;
}

static enum heddle_status run(struct heddle_device *d, device_over *over, const void *what,
                              uint64_t most)
{
    const uint64_t begin = gpu_machine_now(&d->machine);
    const uint64_t last = most < UINT64_MAX - begin ? begin + most : UINT64_MAX;
    for (;;) {
        streams_settle(&d->streams, gpu_machine_now(&d->machine));
        if (over(d, what)) return HEDDLE_OK;
        if (gpu_machine_now(&d->machine) == last) return HEDDLE_NOT_READY;
        const struct stream_launch *l = too_long(d);
        if (l != NULL) {
            device_fail(d, HEDDLE_FAULT,
                        "%s: stopped after %" PRIu64 " cycles; max_cycles of the options allows "
                        "more",
                        l->launch.kernel->name, d->max_cycles);
            return begin_anew(d);
        }
        if (!gpu_machine_run(&d->machine, pause_of(d, last))) {
            device_fail(d, HEDDLE_FAULT, "%s", d->machine.error);
            return begin_anew(d);
        }
        device_free_launches(d, false);
    }
}

enum heddle_status device_advance(struct heddle_device *d, device_over *over, const void *what,
                                  uint64_t most)
{
    streams_settle(&d->streams, gpu_machine_now(&d->machine));
    if (over(d, what)) return HEDDLE_OK;
    if (!gpu_machine_team(&d->machine, d->threads)) {
        team_end(&d->machine.team);
        return device_fail(d, HEDDLE_NO_ROOM, "threads %u: the host gives no more threads",
                           d->threads);
    }
    const enum heddle_status status = run(d, over, what, most);
    team_end(&d->machine.team);
    return status;
}

static bool nothing_asked(const struct heddle_device *d, const void *what)
{
    (void)what;
    if (streams_busy(&d->streams)) return false;
    for (uint32_t i = 0; i < STREAMS; i++)
        if (!streams_idle(&d->streams, i)) return false;
    return true;
}

enum heddle_status device_synchronize(struct heddle_device *d)
{
    return device_advance(d, nothing_asked, NULL, UINT64_MAX);
}

enum heddle_status heddle_synchronize(struct heddle_device *device)
{
    DEVICE_NEEDS_OPEN(device);
    return device_synchronize(device);
}

void device_free_launches(struct heddle_device *d, bool all)
{
    const uint64_t now = all ? 0 : gpu_machine_now(&d->machine);
    struct device_launch **link = &d->ended;
    while (*link != NULL) {
        struct device_launch *l = *link;
        if (!all && now - l->launch.ended < BEHIND) {
            link = &l->next;
            continue;
        }
        *link = l->next;
        sm_code_free(&l->launch.code);
        free(l);
    }
}

// ---- counters ----------------------------------------------------------------------------------

enum heddle_status heddle_counters(struct heddle_device *device, struct heddle_counters *counters)
{
    DEVICE_NEEDS_OPEN(device);
    if (counters == NULL)
        return device_fail(device, HEDDLE_BAD_VALUE, "where the counters go is NULL");
    *counters = (struct heddle_counters){
        .cycles = gpu_machine_now(&device->machine),
        .waits = gpu_machine_waits(&device->machine),
        .fallbacks = device->machine.world->fallbacks,
        .unset_reads = gpu_machine_unset(&device->machine, device->note),
        .note = device->note,
    };
    for (uint32_t o = 0; o < GPU_WORLD_OWNERS; o++) {
        const struct gpu_share share = gpu_machine_share(&device->machine, o);
        counters->launches += share.launches;
        counters->blocks += share.blocks;
        counters->warp_instructions += share.warp_instructions;
        counters->thread_instructions += share.thread_instructions;
    }
    return HEDDLE_OK;
}
