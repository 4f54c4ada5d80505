// SPDX-License-Identifier: Apache-2.0
//
// Streams, and events in them.
#include <assert.h>
#include <stdlib.h>

#include "device.h"

// ---- streams -----------------------------------------------------------------------------------

static_assert((int)HEDDLE_STREAMS == (int)STREAMS, "host.h has the number");

bool device_stream(struct heddle_device *d, struct heddle_stream stream, uint32_t *number)
{
    const uint32_t place = device_place(stream.id);
    *number = 0;
    if (stream.id == 0) return true;
    if (stream.id >> 48 != d->number || place == 0 || place >= STREAMS || d->stream[place] == 0 ||
        d->stream[place] != device_serial(stream.id)) {
        device_bad_handle(d, stream.id, "stream");
        return false;
    }
    *number = place;
    return true;
}

enum heddle_status heddle_stream_create(struct heddle_device *device, struct heddle_stream *stream)
{
    uint32_t place = 1;
    DEVICE_NEEDS_OPEN(device);
    if (stream == NULL)
        return device_fail(device, HEDDLE_BAD_VALUE, "where the stream goes is NULL");
    while (place < STREAMS && device->stream[place] != 0) place++;
    if (place == STREAMS)
        return device_fail(device, HEDDLE_NO_ROOM,
                           "there are %d streams, the default stream among them, which is the most",
                           STREAMS);
    device->stream[place] = ++device->serial;
    stream->id = device_handle(device, place, device->stream[place]);
    return HEDDLE_OK;
}

static bool stream_over(const struct heddle_device *d, const void *what)
{
    return streams_idle(&d->streams, *(const uint32_t *)what);
}

enum heddle_status heddle_stream_synchronize(struct heddle_device *device,
                                             struct heddle_stream stream)
{
    uint32_t number;
    DEVICE_NEEDS_OPEN(device);
    if (!device_stream(device, stream, &number)) return HEDDLE_BAD_HANDLE;
    return device_advance(device, stream_over, &number, UINT64_MAX);
}

enum heddle_status heddle_stream_query(struct heddle_device *device, struct heddle_stream stream)
{
    uint32_t number;
    DEVICE_NEEDS_OPEN(device);
    if (!device_stream(device, stream, &number)) return HEDDLE_BAD_HANDLE;
    return device_advance(device, stream_over, &number, HEDDLE_QUERY_CYCLES);
}

enum heddle_status heddle_stream_destroy(struct heddle_device *device, struct heddle_stream stream)
{
    uint32_t number;
    DEVICE_NEEDS_OPEN(device);
    if (!device_stream(device, stream, &number)) return HEDDLE_BAD_HANDLE;
    if (number == 0)
        return device_fail(device, HEDDLE_BAD_VALUE, "the default stream cannot be destroyed");
    const enum heddle_status status = device_advance(device, stream_over, &number, UINT64_MAX);
    device->stream[number] = 0;
    return status;
}

// ---- events ------------------------------------------------------------------------------------

static struct device_event *find(struct heddle_device *d, struct heddle_event event)
{
    const uint32_t place = device_place(event.id);
    struct device_event *e = place < d->events ? &d->event[place] : NULL;
    if (event.id >> 48 == d->number && e != NULL && e->serial != 0 &&
        e->serial == device_serial(event.id))
        return e;
    device_bad_handle(d, event.id, "event");
    return NULL;
}

enum heddle_status heddle_event_create(struct heddle_device *device, struct heddle_event *event)
{
    uint32_t place = 0;
    DEVICE_NEEDS_OPEN(device);
    if (event == NULL) return device_fail(device, HEDDLE_BAD_VALUE, "where the event goes is NULL");
    while (place < device->events && device->event[place].serial != 0) place++;
    if (place == DEVICE_EVENTS)
        return device_fail(device, HEDDLE_NO_ROOM, "there are %d events, which is the most", place);
    if (place == device->events) {
        struct device_event *more = realloc(device->event, (place + 1) * sizeof *more);
        if (more == NULL) return device_no_memory(device);
        device->event = more;
        device->events++;
    }
    device->event[place] = (struct device_event){.serial = ++device->serial};
    event->id = device_handle(device, place, device->event[place].serial);
    return HEDDLE_OK;
}

enum heddle_status heddle_event_destroy(struct heddle_device *device, struct heddle_event event)
{
    DEVICE_NEEDS_OPEN(device);
    struct device_event *e = find(device, event);
    if (e == NULL) return HEDDLE_BAD_HANDLE;
    stream_mark_release(e->mark);
    *e = (struct device_event){.serial = 0};
    return HEDDLE_OK;
}

enum heddle_status heddle_event_record(struct heddle_device *device, struct heddle_event event,
                                       struct heddle_stream stream)
{
    uint32_t number;
    DEVICE_NEEDS_OPEN(device);
    struct device_event *e = find(device, event);
    if (e == NULL || !device_stream(device, stream, &number)) return HEDDLE_BAD_HANDLE;
    struct stream_mark *mark = streams_mark(&device->streams, number);
    if (mark == NULL) return device_no_memory(device);
    stream_mark_release(e->mark);
    e->mark = mark;
    streams_settle(&device->streams, gpu_machine_now(&device->machine));
    return HEDDLE_OK;
}

// The point that the event is. False: the status is said.
static bool recorded(struct heddle_device *d, struct heddle_event event, struct stream_mark **mark,
                     enum heddle_status *status)
{
    const struct device_event *e = find(d, event);
    *status = HEDDLE_BAD_HANDLE;
    if (e == NULL) return false;
    *status = HEDDLE_OK;
    if (e->mark == NULL) *status = device_fail(d, HEDDLE_BAD_VALUE, "the event was never recorded");
    else if (e->mark->state == STREAM_LOST)
        *status = device_fail(d, HEDDLE_LOST,
                              "the event was dropped when a kernel was stopped: record it again");
    *mark = e->mark;
    return *status == HEDDLE_OK;
}

enum heddle_status heddle_stream_wait(struct heddle_device *device, struct heddle_stream stream,
                                      struct heddle_event event)
{
    uint32_t number;
    struct stream_mark *mark;
    enum heddle_status status;
    DEVICE_NEEDS_OPEN(device);
    if (!device_stream(device, stream, &number)) return HEDDLE_BAD_HANDLE;
    if (!recorded(device, event, &mark, &status)) return status;
    return streams_wait(&device->streams, number, mark) ? HEDDLE_OK : device_no_memory(device);
}

static bool mark_over(const struct heddle_device *d, const void *what)
{
    const struct stream_mark *mark = what;
    (void)d;
    return mark->state == STREAM_DONE;
}

static enum heddle_status advance_to(struct heddle_device *d, struct heddle_event event,
                                     uint64_t most)
{
    struct stream_mark *mark;
    enum heddle_status status;
    if (!recorded(d, event, &mark, &status)) return status;
    return device_advance(d, mark_over, mark, most);
}

enum heddle_status heddle_event_synchronize(struct heddle_device *device, struct heddle_event event)
{
    DEVICE_NEEDS_OPEN(device);
    return advance_to(device, event, UINT64_MAX);
}

enum heddle_status heddle_event_query(struct heddle_device *device, struct heddle_event event)
{
    DEVICE_NEEDS_OPEN(device);
    return advance_to(device, event, HEDDLE_QUERY_CYCLES);
}

enum heddle_status heddle_event_elapsed(struct heddle_device *device, struct heddle_event from,
                                        struct heddle_event to, int64_t *cycles)
{
    struct stream_mark *first, *last;
    enum heddle_status status;
    DEVICE_NEEDS_OPEN(device);
    if (!recorded(device, from, &first, &status)) return status;
    if (!recorded(device, to, &last, &status)) return status;
    if (cycles == NULL) return device_fail(device, HEDDLE_BAD_VALUE, "where the cycles go is NULL");
    if (first->state != STREAM_DONE || last->state != STREAM_DONE)
        return device_fail(device, HEDDLE_NOT_READY, "an event is not over: synchronize with it");
    *cycles = (int64_t)(last->cycle - first->cycle);
    return HEDDLE_OK;
}
