// SPDX-License-Identifier: Apache-2.0
//
// The host interface: what streams and events order, what an allocator owes, and that whatever a
// user can get wrong is said in one line and leaves the device usable.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "common/rng.h"
#include "device.h"
#include "heddle/host.h"

#define SUBJECTS "build/kernels/subjects.elf"

static struct heddle_device *dev;
static struct heddle_module module;

// ---- words -------------------------------------------------------------------------------------

static void good_at(enum heddle_status status, const char *call, int line)
{
    if (status == HEDDLE_OK) return;
    print_error("line %d: %s: %s: %s\n", line, call, heddle_status_name(status), heddle_error(dev));
    _fail(__FILE__, line);
}
#define good(call) good_at(call, #call, __LINE__)

// It is refused, with these words in one line that ends in no blank.
static void bad_at(enum heddle_status wanted, const char *words, enum heddle_status status,
                   const char *text, const char *call, int line)
{
    const size_t length = strlen(text);
    if (status == wanted && strstr(text, words) != NULL && strchr(text, '\n') == NULL &&
        length > 10 && text[length - 1] != ' ')
        return;
    print_error("line %d: %s: %s, not %s: %s\n", line, call, heddle_status_name(status),
                heddle_status_name(wanted), text);
    _fail(__FILE__, line);
}
#define bad(wanted, words, call) bad_of(dev, wanted, words, call)
// The words are asked for behind the call.
#define bad_of(device, wanted, words, call)                                                        \
    do {                                                                                           \
        const enum heddle_status status_ = (call);                                                 \
        bad_at(wanted, words, status_, heddle_error(device), #call, __LINE__);                     \
    } while (0)

// ---- a device ----------------------------------------------------------------------------------

static struct heddle_device *open_with(uint32_t queues, uint32_t threads)
{
    struct heddle_device *d;
    const struct heddle_options options = {.preset = "small",
                                           .sms = 2,
                                           .queues = queues,
                                           .threads = threads,
                                           .dispatch = "together",
                                           .max_cycles = 2000000};
    good(heddle_open(&d, &options));
    return d;
}

static int set_up(void **state)
{
    (void)state;
    dev = open_with(0, 0);
    good(heddle_module_load(dev, SUBJECTS, &module));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return heddle_close(dev) == HEDDLE_OK ? 0 : -1;
}

static struct heddle_kernel kernel(const char *name)
{
    struct heddle_kernel k;
    good(heddle_kernel_find(dev, module, name, &k));
    return k;
}

static heddle_address words(uint32_t count)
{
    heddle_address at;
    good(heddle_allocate(dev, "words", 4 * (size_t)count, &at));
    return at;
}

static uint32_t word_at(heddle_address at)
{
    uint32_t word;
    good(heddle_read(dev, &word, at, 4));
    return word;
}

static struct heddle_shape shape(uint32_t grid, uint32_t block)
{
    return (struct heddle_shape){.grid = {grid}, .block = {block}};
}

// Adds `value` to an x that is multiplied by `factor`.
static struct heddle_run step(struct heddle_stream stream, heddle_address x, uint32_t factor,
                              uint32_t value)
{
    const struct heddle_shape one = shape(1, 8);
    const uint32_t arg[3] = {x, factor, value};
    struct heddle_run run;
    good(heddle_launch(dev, stream, kernel("step"), &one, arg, sizeof arg, &run));
    return run;
}

static struct heddle_run slow(struct heddle_stream stream, heddle_address x, uint32_t value)
{
    const struct heddle_shape one = shape(1, 8);
    const uint32_t arg[3] = {x, 200, value};
    struct heddle_run run;
    good(heddle_launch(dev, stream, kernel("slow"), &one, arg, sizeof arg, &run));
    return run;
}

static struct heddle_run_counters of_run(struct heddle_run run)
{
    struct heddle_run_counters c;
    good(heddle_run_counters(dev, run, &c));
    return c;
}

// The device does what it should.
static void works(void)
{
    enum { N = 100 };
    uint32_t a[N], b[N], c[N];
    const heddle_address at = words(3 * N);
    const uint32_t arg[4] = {at, at + 4 * N, at + 8 * N, N};
    const struct heddle_shape s = shape(4, 32);
    struct heddle_run run;
    for (uint32_t i = 0; i < N; i++) {
        a[i] = 7 * i;
        b[i] = 1000 - i;
    }
    good(heddle_write(dev, arg[0], a, sizeof a));
    good(heddle_write(dev, arg[1], b, sizeof b));
    good(heddle_launch(dev, heddle_default_stream, kernel("add"), &s, arg, sizeof arg, &run));
    good(heddle_read(dev, c, arg[2], sizeof c));
    for (uint32_t i = 0; i < N; i++) assert_int_equal(c[i], a[i] + b[i]);
    assert_int_equal(of_run(run).state, HEDDLE_RUN_DONE);
    assert_int_equal(of_run(run).blocks, 4);
    assert_true(of_run(run).thread_instructions > 5 * N);
    good(heddle_free(dev, at));
}

// ---- open --------------------------------------------------------------------------------------

static void test_open(void **state)
{
    struct heddle_device *d;
    struct heddle_counters c;
    (void)state;
    const struct {
        struct heddle_options options;
        enum heddle_status status;
        const char *words;
    } wrong[] = {
        {{.preset = "none"}, HEDDLE_NOT_FOUND, "preset none: there are paper, "},
        {{.dispatch = "first"}, HEDDLE_NOT_FOUND, "dispatch first: there are leftover, together"},
        {{.sms = 17}, HEDDLE_BAD_VALUE, "sms 17: a GPU has 1 to 16"},
        {{.queues = 33}, HEDDLE_BAD_VALUE, "queues 33"},
        {{.threads = 17}, HEDDLE_BAD_VALUE, "threads 17"},
        {{.stack_bytes = 40}, HEDDLE_BAD_VALUE, "stack_bytes 40: a stack is a multiple of 16"},
        {{.stack_bytes = 2 << 20}, HEDDLE_BAD_VALUE, "1 MiB at most"},
        {{.slicer = {100, 0, 100}}, HEDDLE_BAD_VALUE, "slicer: each of the three is 1 to"},
        {{.preset = "small", .sms = 2, .slicer = {100, 100, 100}},
         HEDDLE_BAD_VALUE,
         "must be longer than a scaling"},
        {{.preset = "small", .sms = 1, .trace = "/nowhere/trace"},
         HEDDLE_BAD_VALUE,
         "trace /nowhere/trace: it cannot be written"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        bad_of(NULL, wrong[i].status, wrong[i].words, heddle_open(&d, &wrong[i].options));
        assert_null(d);
    }
    bad_of(NULL, HEDDLE_BAD_VALUE, "where the device goes is NULL", heddle_open(NULL, NULL));
    bad_of(NULL, HEDDLE_BAD_HANDLE, "the device is NULL", heddle_synchronize(NULL));
    d = open_with(0, 0);
    good(heddle_counters(d, &c));
    assert_int_equal(c.cycles, 0);
    good(heddle_close(d));
    bad_of(NULL, HEDDLE_BAD_HANDLE, "no such device is open", heddle_close(d));
    bad_of(NULL, HEDDLE_BAD_HANDLE, "no such device is open", heddle_counters(d, &c));
    assert_string_equal(heddle_status_name(HEDDLE_LOST), "HEDDLE_LOST");
    assert_string_equal(heddle_status_name((enum heddle_status)99), "no status");
}

// ---- modules -----------------------------------------------------------------------------------

static void test_modules(void **state)
{
    struct heddle_module more[8], none = {0};
    struct heddle_kernel k, old;
    struct heddle_kernel_info info;
    (void)state;
    bad(HEDDLE_BAD_FILE, "No such file", heddle_module_load(dev, "build/kernels/no.elf", &none));
    bad(HEDDLE_BAD_FILE, "not an ELF file", heddle_module_load(dev, "README.md", &none));
    bad(HEDDLE_BAD_VALUE, "is NULL", heddle_module_load(dev, NULL, &none));
    bad(HEDDLE_BAD_VALUE, "is NULL", heddle_module_load(dev, SUBJECTS, NULL));
    bad(HEDDLE_BAD_HANDLE, "module: the handle is 0", heddle_kernel_find(dev, none, "add", &k));
    bad(HEDDLE_NOT_FOUND, "no kernel sub in the module; there are: add forever illegal",
        heddle_kernel_find(dev, module, "sub", &k));
    bad(HEDDLE_BAD_VALUE, "is NULL", heddle_kernel_find(dev, module, NULL, &k));
    good(heddle_kernel_find(dev, module, "many", &k));
    good(heddle_kernel_info(dev, k, &info));
    assert_string_equal(info.name, "many");
    assert_int_equal(info.argument_bytes, 4096);
    assert_int_equal(info.shared_bytes, 0);
    bad(HEDDLE_BAD_VALUE, "is NULL", heddle_kernel_info(dev, k, NULL));

    // Eight at once, each of them works; the first one's place is taken again.
    old = kernel("add");
    for (int i = 1; i < 8; i++) good(heddle_module_load(dev, SUBJECTS, &more[i]));
    bad(HEDDLE_NO_ROOM, "8 modules, which is the most",
        heddle_module_load(dev, SUBJECTS, &more[0]));
    works();
    good(heddle_module_unload(dev, module));
    bad(HEDDLE_BAD_HANDLE, "module: it was destroyed", heddle_module_unload(dev, module));
    bad(HEDDLE_BAD_HANDLE, "kernel: it was destroyed", heddle_kernel_info(dev, old, &info));
    for (int i = 1; i < 8; i++) {
        module = more[i];
        works();
    }
    good(heddle_module_load(dev, SUBJECTS, &module));
    bad(HEDDLE_BAD_HANDLE, "kernel: it was destroyed", heddle_kernel_info(dev, old, &info));
    works();
    for (int i = 1; i < 8; i++) good(heddle_module_unload(dev, more[i]));
    works();
    for (int i = 0; i < 20; i++) { // places do not run out
        good(heddle_module_load(dev, SUBJECTS, &more[1]));
        good(heddle_module_unload(dev, module));
        module = more[1];
    }
    works();
}

// ---- buffers and copies ------------------------------------------------------------------------

static void test_buffers(void **state)
{
    heddle_address a, b, c;
    (void)state;
    bad(HEDDLE_BAD_ADDRESS, "no buffer lies there or in front of it",
        heddle_fill(dev, 0x10000000, 0, 1));
    good(heddle_allocate(dev, "first", 1000, &a));
    good(heddle_allocate(dev, NULL, 5, &b));
    assert_int_equal(a % 256, 0);
    assert_true(b >= a + 1000 + 24);
    bad(HEDDLE_NO_ROOM, "no room for the 4294967296 bytes of huge: memory is",
        heddle_allocate(dev, "huge", (size_t)1 << 32, &c));
    bad(HEDDLE_NO_ROOM, "no room", heddle_allocate(dev, "large", 0x30000000, &c));
    bad(HEDDLE_BAD_VALUE, "is NULL", heddle_allocate(dev, "x", 4, NULL));
    bad(HEDDLE_BAD_ADDRESS, "it lies within first, which begins at 0x10000000",
        heddle_free(dev, a + 256));
    bad(HEDDLE_BAD_ADDRESS, "no buffer begins there", heddle_free(dev, b + 256));
    bad(HEDDLE_BAD_ADDRESS, "no buffer begins there", heddle_free(dev, 0));
    good(heddle_fill(dev, a, 0xff, 1000));
    good(heddle_free(dev, a));
    bad(HEDDLE_BAD_ADDRESS, "it is free already, or never was one", heddle_free(dev, a));
    bad(HEDDLE_BAD_ADDRESS, "read of 4 bytes at 0x10000000", heddle_read(dev, &c, a, 4));
    good(heddle_allocate(dev, "second", 900, &c));
    assert_int_equal(c, a); // the range is there again, and is zeros
    assert_int_equal(word_at(c + 896), 0);
    good(heddle_free(dev, c));
    good(heddle_free(dev, b));
    works();
}

static void test_copies(void **state)
{
    uint8_t bytes[64], back[64];
    const heddle_address a = words(16), b = words(16);
    const struct heddle_stream s = heddle_default_stream;
    (void)state;
    for (uint8_t i = 0; i < 64; i++) bytes[i] = (uint8_t)(3 * i + 1);
    good(heddle_write(dev, a, bytes, 64));
    good(heddle_read(dev, back, a + 3, 29)); // any address and length
    assert_memory_equal(back, bytes + 3, 29);
    good(heddle_copy(dev, b + 1, a + 2, 7));
    good(heddle_read(dev, back, b, 64));
    assert_int_equal(back[0], 0);
    assert_memory_equal(back + 1, bytes + 2, 7);
    assert_int_equal(back[8], 0);
    good(heddle_copy(dev, a + 1, a, 20)); // onto itself
    good(heddle_read(dev, back, a, 64));
    assert_memory_equal(back + 1, bytes, 20);
    good(heddle_fill(dev, a + 5, 0xee, 3));
    good(heddle_read(dev, back, a + 4, 5));
    assert_true(back[1] == 0xee && back[3] == 0xee && back[0] != 0xee && back[4] != 0xee);
    good(heddle_write(dev, a, NULL, 0));
    good(heddle_read(dev, NULL, a + 64, 0));

    bad(HEDDLE_BAD_ADDRESS, "write of 65 bytes at 0x10000000, 0 bytes behind the first of words",
        heddle_write(dev, a, bytes, 65));
    bad(HEDDLE_BAD_ADDRESS, "which has 64", heddle_write_async(dev, s, a + 1, bytes, 64));
    bad(HEDDLE_BAD_ADDRESS, "read of 4 bytes at 0x00010000", heddle_read(dev, back, 0x10000, 4));
    bad(HEDDLE_BAD_ADDRESS, "read of", heddle_read_async(dev, s, back, b + 64, 1));
    bad(HEDDLE_BAD_ADDRESS, "copy to the device", heddle_copy(dev, b + 60, a, 8));
    bad(HEDDLE_BAD_ADDRESS, "copy from the device", heddle_copy_async(dev, s, b, a + 60, 8));
    bad(HEDDLE_BAD_ADDRESS, "fill of", heddle_fill_async(dev, s, 0xffffffff, 0, 2));
    bad(HEDDLE_BAD_ADDRESS, "bytes at", heddle_fill(dev, a, 0, SIZE_MAX));
    bad(HEDDLE_BAD_VALUE, "write: the pointer to the host's memory is NULL",
        heddle_write(dev, a, NULL, 4));
    bad(HEDDLE_BAD_VALUE, "read: the pointer", heddle_read(dev, NULL, a, 4));
    works();
}

// Copies take their places in a stream; what is written is taken when it is asked for.
static void test_order_of_copies(void **state)
{
    struct heddle_stream s;
    const heddle_address x = words(2);
    uint32_t value = 5, first = 0, second = 0;
    (void)state;
    good(heddle_stream_create(dev, &s));
    good(heddle_write_async(dev, s, x, &value, 4));
    value = 99;
    step(s, x, 10, 1);
    good(heddle_read_async(dev, s, &first, x, 4));
    good(heddle_copy_async(dev, s, x + 4, x, 4));
    good(heddle_fill_async(dev, s, x, 1, 2));
    step(s, x, 1, 1);
    good(heddle_read_async(dev, s, &second, x, 4));
    assert_int_equal(first, 0);
    good(heddle_stream_synchronize(dev, s));
    assert_int_equal(first, 51);
    assert_int_equal(second, 0x0102);
    assert_int_equal(word_at(x + 4), 51);
    good(heddle_stream_destroy(dev, s));
}

// ---- streams and events ------------------------------------------------------------------------

static void test_streams(void **state)
{
    struct heddle_stream s[HEDDLE_STREAMS], more;
    (void)state;
    for (int i = 1; i < HEDDLE_STREAMS; i++) good(heddle_stream_create(dev, &s[i]));
    bad(HEDDLE_NO_ROOM, "there are 32 streams", heddle_stream_create(dev, &more));
    bad(HEDDLE_BAD_VALUE, "is NULL", heddle_stream_create(dev, NULL));
    bad(HEDDLE_BAD_VALUE, "the default stream cannot be destroyed",
        heddle_stream_destroy(dev, heddle_default_stream));
    const heddle_address x = words(1);
    step(s[9], x, 1, 4);
    good(heddle_stream_destroy(dev, s[9]));
    assert_int_equal(word_at(x), 4); // it was waited for
    bad(HEDDLE_BAD_HANDLE, "stream: it was destroyed", heddle_stream_synchronize(dev, s[9]));
    good(heddle_stream_create(dev, &more));
    bad(HEDDLE_BAD_HANDLE, "stream: it was destroyed", heddle_stream_query(dev, s[9]));
    bad(HEDDLE_BAD_HANDLE, "stream: it was destroyed", heddle_stream_destroy(dev, s[9]));
    bad(HEDDLE_BAD_HANDLE, "stream: it was destroyed", heddle_fill_async(dev, s[9], x, 0, 4));
    good(heddle_stream_query(dev, more));
    struct heddle_device *other = open_with(0, 0);
    bad_of(other, HEDDLE_BAD_HANDLE, "stream: the handle is another device's",
           heddle_stream_query(other, more));
    good(heddle_close(other));
    slow(more, words(2), 1);
    int queries = 1;
    while (heddle_stream_query(dev, more) == HEDDLE_NOT_READY) queries++;
    assert_in_range(queries, 2, 1000);
    good(heddle_stream_query(dev, more));
    assert_string_equal(heddle_error(dev),
                        "stream: it was destroyed, or was never there"); // the last that failed
}

static void test_events(void **state)
{
    struct heddle_stream a, b;
    struct heddle_event e, f, gone, none = {0};
    int64_t cycles;
    const heddle_address x = words(2), y = words(1);
    (void)state;
    good(heddle_stream_create(dev, &a));
    good(heddle_stream_create(dev, &b));
    good(heddle_event_create(dev, &e));
    good(heddle_event_create(dev, &f));
    good(heddle_event_create(dev, &gone));
    good(heddle_event_destroy(dev, gone));
    bad(HEDDLE_BAD_VALUE, "is NULL", heddle_event_create(dev, NULL));
    bad(HEDDLE_BAD_HANDLE, "event: it was destroyed", heddle_event_destroy(dev, gone));
    bad(HEDDLE_BAD_HANDLE, "event: the handle is 0", heddle_event_record(dev, none, a));
    bad(HEDDLE_BAD_HANDLE, "event: it was destroyed", heddle_stream_wait(dev, a, gone));
    bad(HEDDLE_BAD_VALUE, "the event was never recorded", heddle_stream_wait(dev, a, e));
    bad(HEDDLE_BAD_VALUE, "the event was never recorded", heddle_event_synchronize(dev, e));
    bad(HEDDLE_BAD_VALUE, "the event was never recorded", heddle_event_query(dev, e));
    bad(HEDDLE_BAD_VALUE, "never recorded", heddle_event_elapsed(dev, e, f, &cycles));

    // Without an event both streams run at once, with one the second waits.
    struct heddle_run first = slow(a, x, 3), second = step(b, y, 1, 1);
    good(heddle_synchronize(dev));
    assert_true(of_run(second).began < of_run(first).ended);
    good(heddle_event_record(dev, e, a));
    first = slow(a, x, 7);
    good(heddle_event_record(dev, f, a));
    good(heddle_stream_wait(dev, b, f));
    second = step(b, x, 2, 1);
    bad(HEDDLE_NOT_READY, "an event is not over", heddle_event_elapsed(dev, e, f, &cycles));
    assert_int_equal(heddle_event_query(dev, f), HEDDLE_NOT_READY);
    assert_int_equal(of_run(first).state, HEDDLE_RUN_RUNS);
    assert_int_equal(of_run(second).state, HEDDLE_RUN_WAITS);
    // It is the hardware that waits.
    const struct launch_queues *q = &dev->machine.gpu->distributor.queues;
    uint32_t waits = 0;
    for (uint32_t n = 0; n < q->cfg.launches; n++) waits += q->waits[n];
    assert_int_equal(waits, 1);
    good(heddle_event_synchronize(dev, f));
    assert_int_equal(of_run(first).state, HEDDLE_RUN_DONE);
    good(heddle_event_elapsed(dev, e, f, &cycles));
    assert_true(cycles >= (int64_t)(of_run(first).ended - of_run(first).began));
    good(heddle_event_elapsed(dev, f, e, &cycles));
    assert_true(cycles < 0);
    bad(HEDDLE_BAD_VALUE, "is NULL", heddle_event_elapsed(dev, f, e, NULL));
    good(heddle_synchronize(dev));
    assert_true(of_run(second).began >= of_run(first).ended);
    assert_int_equal(word_at(x), 15);

    // A wait is for the event as it was; also if the event is recorded again, or destroyed.
    first = slow(a, x, 1);
    good(heddle_event_record(dev, e, a));
    good(heddle_stream_wait(dev, b, e));
    good(heddle_event_record(dev, e, b));
    good(heddle_event_destroy(dev, e));
    second = step(b, x, 5, 0);
    good(heddle_stream_synchronize(dev, b));
    assert_true(of_run(second).began >= of_run(first).ended);
    assert_int_equal(word_at(x), 5);
}

// Many commands in many streams: whatever the events order is in order, and the words tell it.
static struct heddle_counters play(uint32_t queues, uint32_t threads, uint64_t seed)
{
    enum { S = 6, COMMANDS = 400 };
    struct heddle_stream s[S];
    struct heddle_event e[S];
    uint32_t value[S], seen[COMMANDS], wanted[COMMANDS], reads = 0;
    struct heddle_run last[S];
    heddle_address x[S];
    struct {
        struct heddle_run behind, run;
    } waits[COMMANDS];
    uint32_t waited = 0;
    bool any[S] = {false}, set[S] = {false}, pending[S] = {false};
    struct heddle_run of_event[S], behind[S];
    struct hd_rng rng;
    struct heddle_counters c;
    hd_rng_seed(&rng, seed);
    dev = open_with(queues, threads);
    good(heddle_module_load(dev, SUBJECTS, &module));
    for (int i = 0; i < S; i++) {
        s[i] = heddle_default_stream;
        if (i > 0) good(heddle_stream_create(dev, &s[i]));
        good(heddle_event_create(dev, &e[i]));
        x[i] = words(2);
        value[i] = 0;
    }
    for (uint32_t n = 0; n < COMMANDS; n++) {
        const uint32_t i = hd_rng_below(&rng, S), j = hd_rng_below(&rng, S);
        const uint32_t factor = 3 + 2 * hd_rng_below(&rng, 5);
        switch (hd_rng_below(&rng, 8)) {
        case 0:
            good(heddle_event_record(dev, e[i], s[i]));
            set[i] = any[i];
            of_event[i] = last[i];
            break;
        case 1:
            if (!set[j] || i == j) break;
            good(heddle_stream_wait(dev, s[i], e[j]));
            pending[i] = true;
            behind[i] = of_event[j];
            break;
        case 2:
            good(heddle_write_async(dev, s[i], x[i], &n, 4));
            value[i] = n;
            break;
        case 3:
            good(heddle_read_async(dev, s[i], &seen[reads], x[i], 4));
            wanted[reads++] = value[i];
            break;
        case 4:
            if (hd_rng_below(&rng, 4) == 0) heddle_stream_query(dev, s[i]);
            break;
        default:
            last[i] = step(s[i], x[i], factor, n);
            value[i] = value[i] * factor + n;
            any[i] = true;
            if (pending[i]) {
                waits[waited].behind = behind[i];
                waits[waited++].run = last[i];
            }
            pending[i] = false;
        }
    }
    good(heddle_synchronize(dev));
    for (uint32_t n = 0; n < reads; n++) assert_int_equal(seen[n], wanted[n]);
    for (int i = 0; i < S; i++) assert_int_equal(word_at(x[i]), value[i]);
    for (uint32_t n = 0; n < waited; n++)
        assert_true(of_run(waits[n].run).began >= of_run(waits[n].behind).ended);
    assert_true(waited > 3);
    good(heddle_counters(dev, &c));
    c.note = NULL;
    good(heddle_close(dev));
    return c;
}

static void test_plays(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        const struct heddle_counters one = play(0, 0, seed);
        const struct heddle_counters same = play(32, 2, seed);
        assert_memory_equal(&one, &same, sizeof one);
        play(1, 0, seed);
        play(3, 0, seed);
    }
}

// ---- launches ----------------------------------------------------------------------------------

static void refused(const char *words_, const char *name, struct heddle_shape s, size_t bytes)
{
    static const uint8_t zeros[8192];
    bad(HEDDLE_REFUSED, words_,
        heddle_launch(dev, heddle_default_stream, kernel(name), &s, zeros, bytes, NULL));
}

static void test_refusals(void **state)
{
    const struct heddle_shape one = shape(1, 1);
    struct heddle_shape s = shape(1, 1);
    (void)state;
    refused("kernel add has 16 bytes of arguments; the host gives 12", "add", one, 12);
    refused("has 16 bytes of arguments; the host gives 0", "add", one, 0);
    refused("launch of many: 8192 bytes of arguments; no kernel has more than 4096", "many", one,
            8192);
    refused("has 0 bytes of arguments; the host gives 4", "nothing", one, 4);
    refused("a block has 1 to 1024 threads", "add", shape(1, 0), 16);
    refused("a block has 1 to 1024 threads", "add", shape(1, 1025), 16);
    refused("a grid has 1 to 2^32 - 1 blocks", "add", shape(0, 1), 16);
    s = (struct heddle_shape){.grid = {UINT32_MAX, 2}, .block = {1}};
    refused("a grid has 1 to 2^32 - 1 blocks", "add", s, 16);
    s = shape(1, 1);
    s.shared_bytes = 1 << 22;
    refused("not one block of add fits on an SM: it has not enough shared memory", "add", s, 16);
    s.shared_bytes = UINT32_MAX;
    refused("a block has at most 16 MiB of shared memory", "add", s, 16);
    refused("not one block of add fits on the core: it has 1024 threads", "add", shape(1, 1024),
            16);
    refused("kernel wild is refused: at wild", "wild", one, 4);
    refused("kernel illegal is refused: at illegal", "illegal", one, 0);
    const struct heddle_kernel k = kernel("add");
    bad(HEDDLE_BAD_VALUE, "the shape is NULL",
        heddle_launch(dev, heddle_default_stream, k, NULL, "x", 16, NULL));
    bad(HEDDLE_BAD_VALUE, "the arguments are NULL",
        heddle_launch(dev, heddle_default_stream, k, &one, NULL, 16, NULL));
    bad(HEDDLE_BAD_HANDLE, "kernel: the handle is 0",
        heddle_launch(dev, heddle_default_stream, (struct heddle_kernel){0}, &one, "x", 1, NULL));
    struct heddle_run_counters c;
    bad(HEDDLE_BAD_HANDLE, "launch: the handle is 0",
        heddle_run_counters(dev, (struct heddle_run){0}, &c));
    bad(HEDDLE_BAD_HANDLE, "launch: it was destroyed, or was never there",
        heddle_run_counters(dev, (struct heddle_run){(uint64_t)dev->number << 48 | 1}, &c));
    good(heddle_launch(dev, heddle_default_stream, kernel("nothing"), &one, NULL, 0, NULL));
    works();
}

static void test_shared(void **state)
{
    const heddle_address x = words(64);
    struct heddle_shape s = shape(2, 32);
    uint32_t got[64];
    (void)state;
    s.shared_bytes = 128;
    good(heddle_launch(dev, heddle_default_stream, kernel("turned"), &s, &x, 4, NULL));
    good(heddle_read(dev, got, x, sizeof got));
    for (uint32_t i = 0; i < 64; i++) assert_int_equal(got[i], 31 - i % 32);
    struct heddle_counters c;
    good(heddle_counters(dev, &c));
    assert_int_equal(c.unset_reads, 0);
    assert_string_equal(c.note, "");
    good(heddle_launch(dev, heddle_default_stream, kernel("unset"), &s, &x, 4, NULL));
    good(heddle_synchronize(dev));
    good(heddle_counters(dev, &c));
    assert_int_equal(c.unset_reads, 64);
    assert_non_null(strstr(c.note, "where no thread of the block has written"));
}

// More launches at once than places for arguments, with arguments as large as there are.
static void test_arguments(void **state)
{
    enum { STREAMS_HERE = 20 };
    struct heddle_stream s[STREAMS_HERE];
    heddle_address x[STREAMS_HERE];
    uint32_t arg[1024], got[1023];
    const struct heddle_shape all = shape(32, 32);
    (void)state;
    for (uint32_t i = 0; i < STREAMS_HERE; i++) {
        good(heddle_stream_create(dev, &s[i]));
        arg[0] = x[i] = words(1023);
        for (uint32_t n = 1; n < 1024; n++) arg[n] = 1000 * i + n;
        for (int twice = 0; twice < 2; twice++)
            good(heddle_launch(dev, s[i], kernel("many"), &all, arg, sizeof arg, NULL));
    }
    good(heddle_synchronize(dev));
    for (uint32_t i = 0; i < STREAMS_HERE; i++) {
        good(heddle_read(dev, got, x[i], sizeof got));
        for (uint32_t n = 0; n < 1023; n++) assert_int_equal(got[n], 1000 * i + n + 1);
    }
}

// ---- kernels that are stopped ------------------------------------------------------------------

static void test_faults(void **state)
{
    struct heddle_stream a, b;
    struct heddle_event e;
    struct heddle_run before, run, behind;
    const heddle_address x = words(4), y = words(2);
    const uint32_t arg[2] = {x, 4};
    const struct heddle_shape s = shape(2, 8);
    uint32_t seen = 77;
    (void)state;
    good(heddle_stream_create(dev, &a));
    good(heddle_stream_create(dev, &b));
    good(heddle_event_create(dev, &e));
    before = step(a, y, 1, 9);
    good(heddle_synchronize(dev));
    good(heddle_launch(dev, a, kernel("outside"), &s, arg, sizeof arg, &run));
    good(heddle_event_record(dev, e, a));
    good(heddle_stream_wait(dev, b, e));
    behind = step(b, y, 1, 1);
    good(heddle_read_async(dev, b, &seen, y, 4));
    bad(HEDDLE_FAULT,
        "store of 4 bytes at 0x10000010: 16 bytes behind the first of words, which has 16",
        heddle_stream_synchronize(dev, b));
    assert_non_null(strstr(heddle_error(dev), "outside: thread (5,0,0) of block (0,0,0) at "));
    assert_non_null(strstr(heddle_error(dev), "subjects.c:"));
    assert_int_equal(of_run(before).state, HEDDLE_RUN_DONE);
    assert_int_equal(of_run(run).state, HEDDLE_RUN_LOST);
    assert_int_equal(of_run(behind).state, HEDDLE_RUN_LOST);
    assert_int_equal(of_run(behind).ended, 0);
    assert_int_equal(seen, 77);
    good(heddle_synchronize(dev)); // all streams are empty
    bad(HEDDLE_LOST, "record it again", heddle_event_synchronize(dev, e));
    bad(HEDDLE_LOST, "record it again", heddle_stream_wait(dev, b, e));
    good(heddle_event_record(dev, e, a));
    good(heddle_event_synchronize(dev, e));
    assert_int_equal(word_at(y), 9); // memory stays
    works();

    // Freed memory is none; to free it is what finds the fault.
    const heddle_address gone = words(4);
    good(heddle_free(dev, gone));
    const uint32_t old[2] = {gone, 0};
    good(heddle_launch(dev, a, kernel("outside"), &s, old, sizeof old, &run));
    bad(HEDDLE_FAULT, "store of 4 bytes at 0x", heddle_free(dev, x));
    bad(HEDDLE_BAD_ADDRESS, "no buffer begins there", heddle_free(dev, x));
    works();

    // No progress; and too long. While the word is not 0 the kernel ends at once.
    good(heddle_launch(dev, a, kernel("forever"), &s, &y, 4, &run));
    good(heddle_synchronize(dev));
    good(heddle_write(dev, y, &(uint32_t){0}, 4));
    good(heddle_launch(dev, a, kernel("forever"), &s, &y, 4, &run));
    bad(HEDDLE_FAULT, "no thread makes progress", heddle_read(dev, &seen, y, 4));
    assert_int_equal(seen, 77);
    works();
    dev->max_cycles = 5000;
    good(heddle_launch(dev, a, kernel("forever"), &s, &y, 4, &run));
    bad(HEDDLE_FAULT, "forever: stopped after 5000 cycles; max_cycles", heddle_synchronize(dev));
    works();
}

// A fault in the midst of others: all is dropped, nothing leaks, and what follows is as ever.
static void test_faults_again(void **state)
{
    struct heddle_stream s[8];
    const heddle_address x = words(2);
    const uint32_t arg[2] = {x, 0x1000};
    const struct heddle_shape grid = shape(2, 8);
    uint32_t seen[8];
    (void)state;
    for (int i = 0; i < 8; i++) good(heddle_stream_create(dev, &s[i]));
    for (int turn = 0; turn < 5; turn++) {
        for (int i = 0; i < 8; i++)
            for (int n = 0; n < 12; n++) {
                if (n % 4 == 1) good(heddle_read_async(dev, s[i], &seen[i], x, 4));
                else step(s[i], x, 1, 1);
            }
        good(heddle_launch(dev, s[turn], kernel("outside"), &grid, arg, sizeof arg, NULL));
        bad(HEDDLE_FAULT, "store of 4 bytes", heddle_synchronize(dev));
        works();
    }
}

// ---- a trace -----------------------------------------------------------------------------------

// Every slice that begins ends, also if a kernel was stopped.
static void test_trace(void **state)
{
    const struct heddle_options options = {
        .preset = "small", .sms = 2, .trace = "build/unit/host.trace"};
    char line[512];
    int begun = 0, ended = 0;
    (void)state;
    good(heddle_open(&dev, &options));
    good(heddle_module_load(dev, SUBJECTS, &module));
    works();
    const heddle_address x = words(2);
    const uint32_t arg[2] = {x, 0x1000};
    const struct heddle_shape s = shape(2, 8);
    for (int i = 0; i < 3; i++) step(heddle_default_stream, x, 1, 1);
    good(heddle_launch(dev, heddle_default_stream, kernel("outside"), &s, arg, sizeof arg, NULL));
    for (int i = 0; i < 3; i++) step(heddle_default_stream, x, 1, 1);
    bad(HEDDLE_FAULT, "store of 4 bytes", heddle_synchronize(dev));
    works();
    slow(heddle_default_stream, x, 1);
    assert_int_equal(heddle_stream_query(dev, heddle_default_stream), HEDDLE_NOT_READY);
    good(heddle_close(dev));
    FILE *file = fopen(options.trace, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        begun += strstr(line, "\"ph\":\"B\"") != NULL;
        ended += strstr(line, "\"ph\":\"E\"") != NULL;
    }
    fclose(file);
    assert_true(begun > 20);
    assert_int_equal(begun, ended);
    assert_string_equal(line, "]}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open),
        cmocka_unit_test_setup_teardown(test_modules, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_buffers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_copies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_order_of_copies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_streams, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_events, set_up, tear_down),
        cmocka_unit_test(test_plays),
        cmocka_unit_test_setup_teardown(test_refusals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_arguments, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_faults, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_faults_again, set_up, tear_down),
        cmocka_unit_test(test_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
