/* SPDX-License-Identifier: Apache-2.0 */
/* Runs two kernels in two streams on the model of a GPU. The second waits for the first by an
 * event, half of the data behind the other half. */
#include <heddle/host.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { HALF = 4096, N = 2 * HALF };

static struct heddle_device *device;

static void check(enum heddle_status status)
{
    if (status == HEDDLE_OK) return;
    fprintf(stderr, "ERROR %s: %s\n", heddle_status_name(status), heddle_error(device));
    exit(1);
}

static struct heddle_kernel find(struct heddle_module module, const char *name)
{
    struct heddle_kernel kernel;
    check(heddle_kernel_find(device, module, name, &kernel));
    return kernel;
}

int main(void)
{
    static float x[N], y[N];
    struct heddle_module module;
    struct heddle_stream squares, sums;
    struct heddle_event start, done[2], end;
    struct heddle_run run[2][2];
    heddle_address in, squared, out;
    const struct heddle_options options = {.preset = "fermi", .sms = 4, .dispatch = "together"};
    const struct heddle_shape shape = {.grid = {HALF / 128}, .block = {128}};

    check(heddle_open(&device, &options));
    check(heddle_module_load(device, "pipeline_kernels.elf", &module));
    const struct heddle_kernel square = find(module, "square");
    const struct heddle_kernel smooth = find(module, "smooth");
    check(heddle_stream_create(device, &squares));
    check(heddle_stream_create(device, &sums));
    check(heddle_event_create(device, &start));
    check(heddle_event_create(device, &end));
    check(heddle_allocate(device, "in", sizeof x, &in));
    check(heddle_allocate(device, "squared", sizeof x, &squared));
    check(heddle_allocate(device, "out", sizeof y, &out));

    for (int i = 0; i < N; i++) x[i] = (float)(i % 37);
    check(heddle_event_record(device, start, squares));
    check(heddle_write_async(device, squares, in, x, sizeof x));
    for (uint32_t half = 0; half < 2; half++) {
        const struct {
            heddle_address in, out;
            uint32_t first, n;
        } to_square = {in, squared, half * HALF, N}, to_smooth = {squared, out, half * HALF, N};
        check(heddle_event_create(device, &done[half]));
        check(heddle_launch(device, squares, square, &shape, &to_square, sizeof to_square,
                            &run[half][0]));
        check(heddle_event_record(device, done[half], squares));
        check(heddle_stream_wait(device, sums, done[half]));
        check(heddle_launch(device, sums, smooth, &shape, &to_smooth, sizeof to_smooth,
                            &run[half][1]));
    }
    check(heddle_event_record(device, end, sums));
    check(heddle_read_async(device, sums, y, out, sizeof y));
    check(heddle_stream_synchronize(device, sums)); /* until here nothing has run */

    /* An element is the sum of its square and the one in front of it in its half. */
    for (int i = 0; i < N; i++) {
        const float right = x[i] * x[i] + (i % HALF > 0 ? x[i - 1] * x[i - 1] : 0);
        if (y[i] == right) continue;
        fprintf(stderr, "FAIL y[%d] is %g, must be %g\n", i, (double)y[i], (double)right);
        return 1;
    }
    int64_t cycles;
    check(heddle_event_elapsed(device, start, end, &cycles));
    for (int i = 0; i < 4; i++) {
        struct heddle_run_counters c;
        check(heddle_run_counters(device, run[i / 2][i % 2], &c));
        printf("half %d %s: cycles %" PRIu64 " to %" PRIu64 ", %" PRIu64 " warp instructions\n",
               i / 2, i % 2 == 0 ? "square" : "smooth", c.began, c.ended, c.warp_instructions);
    }
    printf("PASS pipeline: %d elements, %" PRId64 " cycles\n", N, cycles);
    check(heddle_close(device));
    return 0;
}
