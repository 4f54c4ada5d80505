// SPDX-License-Identifier: Apache-2.0
//
// Buffers, and copies to, from and between them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"

// ---- buffers -----------------------------------------------------------------------------------

enum heddle_status heddle_allocate(struct heddle_device *device, const char *name, size_t bytes,
                                   heddle_address *address)
{
    const uint32_t room = ISA_SHARED_BASE - ISA_GLOBAL_BASE;
    DEVICE_NEEDS_OPEN(device);
    if (address == NULL)
        return device_fail(device, HEDDLE_BAD_VALUE, "where the address goes is NULL");
    char *kept = strdup(name != NULL ? name : "a buffer");
    if (kept == NULL) return device_no_memory(device);
    const uint32_t at =
        bytes <= room ? isa_memory_allocate(&device->memory, kept, (uint32_t)bytes) : 0;
    if (at == 0) {
        device_fail(device, HEDDLE_NO_ROOM,
                    "no room for the %zu bytes of %s: memory is %u bytes, with a gap of %d behind "
                    "each buffer",
                    bytes, kept, room, ISA_BUFFER_GAP);
        free(kept);
        return HEDDLE_NO_ROOM;
    }
    *address = at;
    return HEDDLE_OK;
}

// The buffer that an address lies in, or the nearest in front of it; NULL: there is none.
static const struct isa_buffer *nearest(const struct isa_memory *memory, uint32_t address)
{
    const struct isa_buffer *found = NULL;
    for (uint32_t b = 0; b < memory->buffers; b++) {
        const struct isa_buffer *one = &memory->buffer[b];
        if (one->address == 0 || one->address > address) continue;
        if (found == NULL || one->address > found->address) found = one;
    }
    return found;
}

enum heddle_status heddle_free(struct heddle_device *device, heddle_address address)
{
    DEVICE_NEEDS_OPEN(device);
    const struct isa_buffer *buffer = isa_memory_buffer(&device->memory, address);
    const struct isa_buffer *near = nearest(&device->memory, address);
    if (buffer == NULL && near != NULL && address - near->address < near->bytes)
        return device_fail(device, HEDDLE_BAD_ADDRESS,
                           "free of 0x%08x: it lies within %s, which begins at 0x%08x", address,
                           near->name, near->address);
    if (buffer == NULL)
        return device_fail(device, HEDDLE_BAD_ADDRESS,
                           "free of 0x%08x: no buffer begins there; it is free already, or never "
                           "was one",
                           address);
    const enum heddle_status status = device_synchronize(device);
    char *name = (char *)(uintptr_t)buffer->name;
    isa_memory_release(&device->memory, address);
    free(name);
    return status;
}

// ---- copies ------------------------------------------------------------------------------------

// What a copy does; its device, and where it reads: one of three.
struct copy {
    struct isa_memory *memory;
    bool from_device, to_device;
    uint32_t from, to;
    uint32_t bytes;
    void *out;
    uint8_t data[]; // for the device
};

static void copy(void *what, bool lost)
{
    struct copy *c = what;
    if (!lost && c->from_device)
        isa_memory_read(c->memory, c->from, c->to_device ? c->data : c->out, c->bytes);
    if (!lost && c->to_device) isa_memory_write(c->memory, c->to, c->data, c->bytes);
    free(c);
}

static enum heddle_status check_range(struct heddle_device *d, const char *verb, uint32_t address,
                                      size_t bytes)
{
    if (bytes == 0) return HEDDLE_OK;
    if (bytes <= UINT32_MAX && isa_memory_holds(&d->memory, address, (uint32_t)bytes))
        return HEDDLE_OK;
    const struct isa_buffer *near = nearest(&d->memory, address);
    if (near == NULL)
        return device_fail(d, HEDDLE_BAD_ADDRESS,
                           "%s of %zu bytes at 0x%08x: no buffer lies there or in front of it",
                           verb, bytes, address);
    return device_fail(d, HEDDLE_BAD_ADDRESS,
                       "%s of %zu bytes at 0x%08x, %u bytes behind the first of %s, which has %u",
                       verb, bytes, address, address - near->address, near->name, near->bytes);
}

// A copy that is to be filled. NULL: the status is said.
static struct copy *make(struct heddle_device *d, size_t bytes, bool holds,
                         enum heddle_status *status)
{
    struct copy *c = malloc(sizeof *c + (holds ? bytes : 0));
    *status = c != NULL ? HEDDLE_OK : device_no_memory(d);
    if (c != NULL) *c = (struct copy){.memory = &d->memory, .bytes = (uint32_t)bytes};
    return c;
}

// In its stream's order; or, without a stream, behind all streams.
static enum heddle_status give(struct heddle_device *d, const uint32_t *stream, struct copy *c)
{
    if (stream == NULL) {
        const enum heddle_status status = device_synchronize(d);
        copy(c, status != HEDDLE_OK);
        return status;
    }
    if (streams_act(&d->streams, *stream, copy, c)) return HEDDLE_OK;
    free(c);
    return device_no_memory(d);
}

static enum heddle_status null_pointer(struct heddle_device *d, const char *verb)
{
    return device_fail(d, HEDDLE_BAD_VALUE, "%s: the pointer to the host's memory is NULL", verb);
}

static enum heddle_status write(struct heddle_device *d, const uint32_t *stream, uint32_t to,
                                const void *from, size_t bytes)
{
    enum heddle_status status = check_range(d, "write", to, bytes);
    if (status != HEDDLE_OK) return status;
    if (from == NULL && bytes > 0) return null_pointer(d, "write");
    struct copy *c = make(d, bytes, true, &status);
    if (c == NULL) return status;
    c->to_device = true;
    c->to = to;
    if (bytes > 0) memcpy(c->data, from, bytes);
    return give(d, stream, c);
}

static enum heddle_status read(struct heddle_device *d, const uint32_t *stream, void *to,
                               uint32_t from, size_t bytes)
{
    enum heddle_status status = check_range(d, "read", from, bytes);
    if (status != HEDDLE_OK) return status;
    if (to == NULL && bytes > 0) return null_pointer(d, "read");
    struct copy *c = make(d, bytes, false, &status);
    if (c == NULL) return status;
    c->from_device = true;
    c->from = from;
    c->out = to;
    return give(d, stream, c);
}

// Through a piece of the host's memory: the two may overlap.
static enum heddle_status copy_within(struct heddle_device *d, const uint32_t *stream, uint32_t to,
                                      uint32_t from, size_t bytes)
{
    enum heddle_status status = check_range(d, "copy to the device", to, bytes);
    if (status == HEDDLE_OK) status = check_range(d, "copy from the device", from, bytes);
    if (status != HEDDLE_OK) return status;
    struct copy *c = make(d, bytes, true, &status);
    if (c == NULL) return status;
    c->from_device = c->to_device = true;
    c->from = from;
    c->to = to;
    return give(d, stream, c);
}

static enum heddle_status fill(struct heddle_device *d, const uint32_t *stream, uint32_t to,
                               uint8_t value, size_t bytes)
{
    enum heddle_status status = check_range(d, "fill", to, bytes);
    if (status != HEDDLE_OK) return status;
    struct copy *c = make(d, bytes, true, &status);
    if (c == NULL) return status;
    c->to_device = true;
    c->to = to;
    memset(c->data, value, bytes);
    return give(d, stream, c);
}

enum heddle_status heddle_write(struct heddle_device *device, heddle_address to, const void *from,
                                size_t bytes)
{
    DEVICE_NEEDS_OPEN(device);
    return write(device, NULL, to, from, bytes);
}

enum heddle_status heddle_read(struct heddle_device *device, void *to, heddle_address from,
                               size_t bytes)
{
    DEVICE_NEEDS_OPEN(device);
    return read(device, NULL, to, from, bytes);
}

enum heddle_status heddle_copy(struct heddle_device *device, heddle_address to, heddle_address from,
                               size_t bytes)
{
    DEVICE_NEEDS_OPEN(device);
    return copy_within(device, NULL, to, from, bytes);
}

enum heddle_status heddle_fill(struct heddle_device *device, heddle_address to, uint8_t value,
                               size_t bytes)
{
    DEVICE_NEEDS_OPEN(device);
    return fill(device, NULL, to, value, bytes);
}

enum heddle_status heddle_write_async(struct heddle_device *device, struct heddle_stream stream,
                                      heddle_address to, const void *from, size_t bytes)
{
    uint32_t number;
    DEVICE_NEEDS_OPEN(device);
    if (!device_stream(device, stream, &number)) return HEDDLE_BAD_HANDLE;
    return write(device, &number, to, from, bytes);
}

enum heddle_status heddle_read_async(struct heddle_device *device, struct heddle_stream stream,
                                     void *to, heddle_address from, size_t bytes)
{
    uint32_t number;
    DEVICE_NEEDS_OPEN(device);
    if (!device_stream(device, stream, &number)) return HEDDLE_BAD_HANDLE;
    return read(device, &number, to, from, bytes);
}

enum heddle_status heddle_copy_async(struct heddle_device *device, struct heddle_stream stream,
                                     heddle_address to, heddle_address from, size_t bytes)
{
    uint32_t number;
    DEVICE_NEEDS_OPEN(device);
    if (!device_stream(device, stream, &number)) return HEDDLE_BAD_HANDLE;
    return copy_within(device, &number, to, from, bytes);
}

enum heddle_status heddle_fill_async(struct heddle_device *device, struct heddle_stream stream,
                                     heddle_address to, uint8_t value, size_t bytes)
{
    uint32_t number;
    DEVICE_NEEDS_OPEN(device);
    if (!device_stream(device, stream, &number)) return HEDDLE_BAD_HANDLE;
    return fill(device, &number, to, value, bytes);
}
