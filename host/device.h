// SPDX-License-Identifier: Apache-2.0
//
// What a device of the host interface consists of.
#ifndef HD_DEVICE_H
#define HD_DEVICE_H

#include "gpu_machine.h"
#include "heddle/host.h"
#include "image.h"

enum {
    DEVICE_EVENTS = 0xffff,  // at a time
    DEVICE_KERNELS = 0x1fff, // of a module
};

struct device_module {
    uint32_t serial; // of its handle; 0: none is here
    struct isa_image image;
};

struct device_event {
    uint32_t serial;
    struct stream_mark *mark; // NULL: it was never recorded
};

// A launch, and all that it needs, until the clock has gone on behind its end.
struct device_launch {
    struct stream_launch launch;
    struct heddle_device *device;
    size_t run;                 // number of its counters
    struct device_launch *next; // of those that have ended
    uint8_t arguments[];
};

struct heddle_device {
    uint32_t number; // among all devices; in each handle
    uint32_t serial; // of the last handle
    uint32_t threads, stack_bytes;
    uint64_t max_cycles;
    bool broken; // no memory to begin anew: it can only be closed
    struct isa_memory memory;
    struct streams streams;
    struct gpu_machine machine;
    struct device_module module[ISA_MAX_IMAGES];
    uint32_t stream[STREAMS]; // serial; 0: there is none. The default stream has none
    struct device_event *event;
    uint32_t events;
    struct heddle_run_counters *run;
    size_t runs;
    struct device_launch *ended;                // launches that are not freed
    struct gpu_share counted[GPU_WORLD_OWNERS]; // up to the last launch of each owner
    char error[HOST_ERROR];
    char note[HOST_ERROR];
    struct heddle_device *next; // of those that are open
};

// Is it open? Else the error is this thread's.
bool device_is_open(const struct heddle_device *d);
// Keeps the words for heddle_error(). Returns the status.
__attribute__((format(printf, 3, 4))) enum heddle_status
device_fail(struct heddle_device *d, enum heddle_status status, const char *format, ...);
static inline enum heddle_status device_no_memory(struct heddle_device *d)
{
    return device_fail(d, HEDDLE_NO_ROOM, "no memory on the host");
}

// Handles: device, place, serial.
uint64_t device_handle(const struct heddle_device *d, uint32_t place, uint32_t serial);
static inline uint32_t device_place(uint64_t id) { return id >> 32 & 0xffff; }
static inline uint32_t device_serial(uint64_t id) { return (uint32_t)id; }
// What is wrong with a handle that is of nothing here.
enum heddle_status device_bad_handle(struct heddle_device *d, uint64_t id, const char *what);
// The number of a stream. False: it is none; that is said.
bool device_stream(struct heddle_device *d, struct heddle_stream stream, uint32_t *number);

// A kernel and its image. NULL: it is none; that is said.
const struct isa_kernel *device_kernel(struct heddle_device *d, struct heddle_kernel kernel,
                                       const struct isa_image **image);

// The clock goes on until `over`, or for `most` cycles. HEDDLE_OK: it is over.
typedef bool device_over(const struct heddle_device *d, const void *what);
enum heddle_status device_advance(struct heddle_device *d, device_over *over, const void *what,
                                  uint64_t most);
enum heddle_status device_synchronize(struct heddle_device *d);

// Frees launches that have ended and whose code no SM will ask for any more; or all that have
// ended.
void device_free_launches(struct heddle_device *d, bool all);

#define DEVICE_NEEDS_OPEN(d)                                                                       \
    do {                                                                                           \
        if (!device_is_open(d)) return HEDDLE_BAD_HANDLE;                                          \
        if ((d)->broken)                                                                           \
            return device_fail(d, HEDDLE_NO_ROOM,                                                  \
                               "no memory on the host to begin anew: close it");                   \
    } while (0)

#endif
