/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Heddle's host interface: a program of yours runs kernels on the model of a GPU. docs/host.md.
 *
 * Every call returns a status; heddle_error() says in one line what was wrong. A wrong call changes
 * nothing. The clock of the model goes on only inside the calls that say so ("waits", "queries");
 * between them the GPU stands still. Results do not depend on the computer or on `threads`.
 *
 * A device is for one thread at a time. Different devices may be used by different threads.
 */
#ifndef HEDDLE_HOST_H
#define HEDDLE_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum heddle_status {
    HEDDLE_OK,
    HEDDLE_NOT_READY,   /* a query: not all of it is done */
    HEDDLE_BAD_VALUE,   /* an argument has no such value */
    HEDDLE_BAD_HANDLE,  /* of nothing that there is: destroyed, or of another device */
    HEDDLE_BAD_ADDRESS, /* not in a buffer */
    HEDDLE_BAD_FILE,    /* no module can be made of it */
    HEDDLE_NOT_FOUND,   /* nothing has this name */
    HEDDLE_NO_ROOM,     /* on the device, or in the host's memory */
    HEDDLE_REFUSED,     /* a launch that could never run */
    HEDDLE_FAULT,       /* a kernel was stopped: it did what it must not. All streams are empty */
    HEDDLE_LOST,        /* it was dropped, since a kernel was stopped before */
};

/* Handles. One of zeros is none; a stream of zeros is the default stream. A device knows a handle
 * again that it has destroyed. */
struct heddle_device;
struct heddle_module {
    uint64_t id;
};
struct heddle_kernel {
    uint64_t id;
};
struct heddle_stream {
    uint64_t id;
};
struct heddle_event {
    uint64_t id;
};
struct heddle_run {
    uint64_t id;
};
static const struct heddle_stream heddle_default_stream = {0};

/* An address of the device, as kernels see it: a pointer of RV32. 0 is no buffer's. */
typedef uint32_t heddle_address;

/* --- devices --------------------------------------------------------------------------------- */

/* 0, NULL: as usual. */
struct heddle_options {
    const char *preset;   /* sizes of an SM and the chip around it: `heddle presets`. "paper" */
    const char *dispatch; /* as of `heddle run --dispatch`: even, spatial ... "leftover" */
    uint32_t sms;         /* 1 to 16. The chip's, 16 at most */
    uint32_t queues;      /* hardware queues for the launches of 32 streams, 1 to 32. 32 */
    uint32_t slicer[3];   /* cycles: warm-up, a further one, a sample. 20000, 5000, 5000 */
    bool spread;          /* blocks go to the SM with most room, and not in turn */
    uint32_t threads;     /* of the host, 1 to 16. 1 */
    uint32_t stack_bytes; /* of each thread of kernels: a multiple of 16. 1024 */
    uint64_t max_cycles;  /* a launch that runs longer is stopped. 10^9 */
    const char *trace;    /* a file: streams, and blocks on SMs, for Perfetto. None */
};

/* `options` NULL: all as usual. If it fails, heddle_error(NULL) says why. */
enum heddle_status heddle_open(struct heddle_device **device, const struct heddle_options *options);
/* Drops what is under way. It fails if not all of the trace could be written. */
enum heddle_status heddle_close(struct heddle_device *device);
/* What was wrong with the last call that failed; "": none has. Valid until the next failure. NULL:
 * of this thread's last call with a device that is none, or that was not opened. */
const char *heddle_error(const struct heddle_device *device);
/* "HEDDLE_OK" ... */
const char *heddle_status_name(enum heddle_status status);
/* Waits until all that was asked for is done. */
enum heddle_status heddle_synchronize(struct heddle_device *device);

/* --- modules and kernels --------------------------------------------------------------------- */

/* An ELF file: docs/kernels.md says how it is compiled. A device has up to eight at a time. */
enum heddle_status heddle_module_load(struct heddle_device *device, const char *path,
                                      struct heddle_module *module);
/* Waits for the device first. Its kernels are gone. */
enum heddle_status heddle_module_unload(struct heddle_device *device, struct heddle_module module);

enum heddle_status heddle_kernel_find(struct heddle_device *device, struct heddle_module module,
                                      const char *name, struct heddle_kernel *kernel);
struct heddle_kernel_info {
    const char *name; /* valid until the module is unloaded */
    uint32_t argument_bytes;
    uint32_t shared_bytes; /* of a block: SHARED variables */
};
enum heddle_status heddle_kernel_info(struct heddle_device *device, struct heddle_kernel kernel,
                                      struct heddle_kernel_info *info);

/* --- buffers --------------------------------------------------------------------------------- */

/* A buffer of zeros. `name` is for messages, and is copied; NULL: "a buffer". */
enum heddle_status heddle_allocate(struct heddle_device *device, const char *name, size_t bytes,
                                   heddle_address *address);
/* Waits for the device first. `address` is where the buffer begins. */
enum heddle_status heddle_free(struct heddle_device *device, heddle_address address);

/* Copies: from the host to the device, back, and on the device; and bytes of one value. Any address
 * and length inside of one buffer. They wait for the device first; the copy itself takes 0 cycles.
 * If a kernel was stopped meanwhile, nothing is copied. */
enum heddle_status heddle_write(struct heddle_device *device, heddle_address to, const void *from,
                                size_t bytes);
enum heddle_status heddle_read(struct heddle_device *device, void *to, heddle_address from,
                               size_t bytes);
enum heddle_status heddle_copy(struct heddle_device *device, heddle_address to, heddle_address from,
                               size_t bytes);
enum heddle_status heddle_fill(struct heddle_device *device, heddle_address to, uint8_t value,
                               size_t bytes);

/* The same in a stream's order: they return at once. What is written is taken from the host's
 * memory now; what is read comes there when the stream is waited for, and it must stay. */
enum heddle_status heddle_write_async(struct heddle_device *device, struct heddle_stream stream,
                                      heddle_address to, const void *from, size_t bytes);
enum heddle_status heddle_read_async(struct heddle_device *device, struct heddle_stream stream,
                                     void *to, heddle_address from, size_t bytes);
enum heddle_status heddle_copy_async(struct heddle_device *device, struct heddle_stream stream,
                                     heddle_address to, heddle_address from, size_t bytes);
enum heddle_status heddle_fill_async(struct heddle_device *device, struct heddle_stream stream,
                                     heddle_address to, uint8_t value, size_t bytes);

/* --- streams --------------------------------------------------------------------------------- */

enum { HEDDLE_STREAMS = 32 }; /* of a device, the default stream among them */

/* The commands of one stream are done one after the other; streams do not wait for each other, the
 * default stream neither. */
enum heddle_status heddle_stream_create(struct heddle_device *device, struct heddle_stream *stream);
/* Waits for the stream first. The default stream stays. */
enum heddle_status heddle_stream_destroy(struct heddle_device *device, struct heddle_stream stream);
enum heddle_status heddle_stream_synchronize(struct heddle_device *device,
                                             struct heddle_stream stream);
/* A query lets the GPU run for up to HEDDLE_QUERY_CYCLES; then HEDDLE_OK, or HEDDLE_NOT_READY. */
enum { HEDDLE_QUERY_CYCLES = 1000 };
enum heddle_status heddle_stream_query(struct heddle_device *device, struct heddle_stream stream);

/* --- events ---------------------------------------------------------------------------------- */

enum heddle_status heddle_event_create(struct heddle_device *device, struct heddle_event *event);
/* What waits for it still does. */
enum heddle_status heddle_event_destroy(struct heddle_device *device, struct heddle_event event);
/* The event is this point of the stream from now on. */
enum heddle_status heddle_event_record(struct heddle_device *device, struct heddle_event event,
                                       struct heddle_stream stream);
/* What follows in the stream waits until the other stream has come to the event, as it is recorded
 * now. Launches wait in the launch queues of the GPU. */
enum heddle_status heddle_stream_wait(struct heddle_device *device, struct heddle_stream stream,
                                      struct heddle_event event);
enum heddle_status heddle_event_synchronize(struct heddle_device *device,
                                            struct heddle_event event);
enum heddle_status heddle_event_query(struct heddle_device *device, struct heddle_event event);
/* Cycles from one event to another; both are over, else HEDDLE_NOT_READY. It does not wait. */
enum heddle_status heddle_event_elapsed(struct heddle_device *device, struct heddle_event from,
                                        struct heddle_event to, int64_t *cycles);

/* --- launches -------------------------------------------------------------------------------- */

struct heddle_shape {
    uint32_t grid[3];      /* blocks: x, y, z; 0 in y or z is 1 */
    uint32_t block[3];     /* threads of a block, likewise */
    uint32_t shared_bytes; /* shared memory of a block, in addition to SHARED variables */
};

/* `arguments` is the struct of the kernel, `bytes` its size; it is copied now. `run` may be NULL.
 * A launch that could never run is refused here: HEDDLE_REFUSED. */
enum heddle_status heddle_launch(struct heddle_device *device, struct heddle_stream stream,
                                 struct heddle_kernel kernel, const struct heddle_shape *shape,
                                 const void *arguments, size_t bytes, struct heddle_run *run);

/* --- counters -------------------------------------------------------------------------------- */

struct heddle_counters {
    uint64_t cycles;   /* of the clock */
    uint64_t launches; /* that have begun */
    uint64_t blocks, warp_instructions, thread_instructions;
    uint64_t waits;       /* cycles, summed over SMs, in which a block waited on its SM for room */
    uint64_t fallbacks;   /* another policy was taken, since a kernel would have had no block */
    uint64_t unset_reads; /* words of shared memory read that no thread had written */
    const char *note;     /* the first of them, in words; "": none. Valid until the next call */
};
enum heddle_status heddle_counters(struct heddle_device *device, struct heddle_counters *counters);

enum heddle_run_state {
    HEDDLE_RUN_WAITS,
    HEDDLE_RUN_RUNS,
    HEDDLE_RUN_DONE,
    HEDDLE_RUN_LOST, /* stopped, or dropped before it began */
};
struct heddle_run_counters {
    enum heddle_run_state state;
    uint64_t asked; /* the cycle of heddle_launch() */
    uint64_t began; /* its first cycle; 0 if it has not begun */
    uint64_t ended; /* the first cycle behind it; 0 if it has not ended */
    /* When it is done. */
    uint64_t blocks, warp_instructions, thread_instructions;
};
enum heddle_status heddle_run_counters(struct heddle_device *device, struct heddle_run run,
                                       struct heddle_run_counters *counters);

#ifdef __cplusplus
}
#endif

#endif
