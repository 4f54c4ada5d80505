// SPDX-License-Identifier: Apache-2.0
//
// Launches, and what each has done.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "launch_check.h"

// ---- the end of a launch -----------------------------------------------------------------------

// The counters of its place since the last launch that had it are this launch's.
static void count(struct heddle_device *d, uint32_t owner, struct heddle_run_counters *run)
{
    const struct gpu_share now = gpu_machine_share(&d->machine, owner);
    const struct gpu_share *before = &d->counted[owner];
    run->blocks = now.blocks - before->blocks;
    run->warp_instructions = now.warp_instructions - before->warp_instructions;
    run->thread_instructions = now.thread_instructions - before->thread_instructions;
    d->counted[owner] = now;
}

static struct device_launch *of(struct stream_launch *l)
{
    return (struct device_launch *)((char *)l - offsetof(struct device_launch, launch));
}

static void over(struct stream_launch *l)
{
    struct device_launch *launch = of(l);
    struct heddle_device *d = launch->device;
    struct heddle_run_counters *run = &d->run[launch->run];
    run->state = l->state == STREAM_DONE ? HEDDLE_RUN_DONE : HEDDLE_RUN_LOST;
    run->began = l->began;
    run->ended = l->ended;
    if (l->place != 0) count(d, l->owner, run);
    launch->next = d->ended;
    d->ended = launch;
}

// ---- launch ------------------------------------------------------------------------------------

static bool more_runs(struct heddle_device *d)
{
    if ((d->runs & (d->runs + 1)) != 0) return true; // it doubles
    struct heddle_run_counters *more = realloc(d->run, (2 * d->runs + 2) * sizeof *more);
    if (more != NULL) d->run = more;
    return more != NULL;
}

static struct isa_launch describe(const struct heddle_device *d, const struct isa_image *image,
                                  const struct isa_kernel *kernel, const struct heddle_shape *shape)
{
    struct isa_launch l = {.image = image, .kernel = kernel, .stack_bytes = d->stack_bytes};
    for (int i = 0; i < 3; i++) {
        l.blocks.n[i] = i > 0 && shape->grid[i] == 0 ? 1 : shape->grid[i];
        l.threads.n[i] = i > 0 && shape->block[i] == 0 ? 1 : shape->block[i];
    }
    l.shared_bytes = shape->shared_bytes > ISA_MAX_SHARED
                         ? ISA_MAX_SHARED + 1
                         : image->shared_bytes + shape->shared_bytes;
    return l;
}

// Whatever can be known now. False: the error says it.
static bool can_run(struct device_launch *l, const struct gpu_cfg *cfg, size_t bytes,
                    char error[HOST_ERROR])
{
    const struct sm_cfg core = gpu_sm_cfg(cfg);
    return launch_check_sizes(&l->launch.launch, (uint32_t)bytes, error) &&
           sm_code_load(&l->launch.code, &core, &l->launch.launch, error) &&
           gpu_machine_fits(cfg, &l->launch.code, error);
}

static enum heddle_status add(struct heddle_device *d, uint32_t stream, struct device_launch *l,
                              const void *arguments, size_t bytes)
{
    char error[HOST_ERROR];
    if (!can_run(l, &d->machine.cfg, bytes, error))
        return device_fail(d, HEDDLE_REFUSED, "%s", error);
    if (bytes > 0) memcpy(l->arguments, arguments, bytes);
    l->launch.arguments = l->arguments;
    l->launch.argument_bytes = (uint32_t)bytes;
    l->launch.over = over;
    l->device = d;
    l->run = d->runs;
    if (!more_runs(d) || !streams_launch(&d->streams, stream, &l->launch))
        return device_no_memory(d);
    d->run[d->runs++] = (struct heddle_run_counters){.asked = gpu_machine_now(&d->machine)};
    return HEDDLE_OK;
}

enum heddle_status heddle_launch(struct heddle_device *device, struct heddle_stream stream,
                                 struct heddle_kernel kernel, const struct heddle_shape *shape,
                                 const void *arguments, size_t bytes, struct heddle_run *run)
{
    uint32_t number;
    const struct isa_image *image;
    DEVICE_NEEDS_OPEN(device);
    const struct isa_kernel *k = device_kernel(device, kernel, &image);
    if (k == NULL || !device_stream(device, stream, &number)) return HEDDLE_BAD_HANDLE;
    if (shape == NULL || (arguments == NULL && bytes > 0))
        return device_fail(device, HEDDLE_BAD_VALUE, "launch of %s: the %s NULL", k->name,
                           shape == NULL ? "shape is" : "arguments are");
    if (bytes > ISA_MAX_ARGUMENT_BYTES)
        return device_fail(device, HEDDLE_REFUSED,
                           "launch of %s: %zu bytes of arguments; no kernel has more than %d",
                           k->name, bytes, ISA_MAX_ARGUMENT_BYTES);
    struct device_launch *l = calloc(1, sizeof *l + bytes);
    if (l == NULL) return device_no_memory(device);
    l->launch.launch = describe(device, image, k, shape);
    const enum heddle_status status = add(device, number, l, arguments, bytes);
    if (status != HEDDLE_OK) {
        sm_code_free(&l->launch.code);
        free(l);
    } else if (run != NULL) {
        run->id = (uint64_t)device->number << 48 | device->runs;
    }
    return status;
}

// ---- counters ----------------------------------------------------------------------------------

enum heddle_status heddle_run_counters(struct heddle_device *device, struct heddle_run run,
                                       struct heddle_run_counters *counters)
{
    DEVICE_NEEDS_OPEN(device);
    const uint64_t number = run.id & 0xffffffffffff;
    if (run.id >> 48 != device->number || number == 0 || number > device->runs)
        return device_bad_handle(device, run.id, "launch");
    if (counters == NULL)
        return device_fail(device, HEDDLE_BAD_VALUE, "where the counters go is NULL");
    *counters = device->run[number - 1];
    for (uint32_t n = 0; n < STREAMS_LAUNCHES; n++) {
        struct stream_launch *l = device->streams.of[n];
        if (l == NULL || of(l)->run != number - 1 || l->state != STREAM_RUNS) continue;
        counters->state = HEDDLE_RUN_RUNS;
        counters->began = l->began;
    }
    return HEDDLE_OK;
}
