// SPDX-License-Identifier: Apache-2.0
//
// What a host asks of a GPU, stream by stream: launches; waits for what another stream has come to;
// and acts of the host itself, such as copies. Commands of one stream are done in their order.
//
// Launches, and waits for launches, go through the launch queues of the GPU, which keep their
// order (docs/blocks/launch_queues.md): the caller plays the wires between host and work
// distributor. What the queues know nothing of waits here, in front of them: an act until all in
// front of it in its stream is done; a wait until it is known which launch it is for.
#ifndef HD_STREAMS_H
#define HD_STREAMS_H

#include "core/sm.h"
#include "sm_code.h"

enum {
    STREAMS = 32,
    STREAMS_LAUNCHES = 64, // numbers, at most
};

enum stream_state {
    STREAM_AHEAD,  // in front of the queues
    STREAM_QUEUED, // in a queue
    STREAM_RUNS,
    STREAM_DONE,
    STREAM_REFUSED, // and done: no SM has room for a block
    STREAM_LOST,    // it was dropped
};

// A launch. It is the caller's, who leaves it alone until `over` is called.
struct stream_launch {
    struct isa_launch launch;
    struct sm_code code;
    const void *arguments; // get a place of their own when it begins; NULL: they have one
    uint32_t argument_bytes;
    uint32_t owner; // whatever the caller counts by; with arguments: place
    void (*over)(struct stream_launch *launch); // done, refused or lost: the caller may free it
    // from here on what the streams say of it
    enum stream_state state;
    uint32_t stream, number, place;
    uint64_t began, ended; // the first cycle; the first one behind it
    struct stream_mark *marks;
};

// A point in a stream: all in front of it is done in `cycle`, if it is done.
struct stream_mark {
    enum stream_state state; // queued: it stands directly behind `launch`
    uint32_t stream;
    uint64_t cycle;
    struct stream_launch *launch;
    struct stream_mark *next; // of the launch's
    uint32_t holders;
};

// An act of the host. `lost`: it was dropped, and what it holds is to be freed.
typedef void stream_act(void *what, bool lost);

struct stream_command;

struct stream {
    struct stream_command *first, *last; // in front of the queues
    struct stream_command *waits;        // in a queue, behind the last launch
    struct stream_launch *latest;        // the last that was pushed, unless it is done
};

// A command for the launch queues.
struct stream_push {
    bool valid, wait;
    uint32_t stream, launch;
};

struct streams {
    struct isa_memory *memory;
    struct stream stream[STREAMS];
    struct stream_launch *of[STREAMS_LAUNCHES]; // by their numbers, from the push to the end
    uint64_t age;                               // commands until now
    uint32_t ahead, queued, running;            // commands; launches; launches
    uint32_t places;                            // of arguments, that are taken: a bit a place
};

void streams_init(struct streams *s, struct isa_memory *memory);
// Drops all commands: the GPU has been reset, or there will be no further cycle.
void streams_drop(struct streams *s);

// Each of these comes behind all others of its stream. False, NULL: no memory on the host.
bool streams_launch(struct streams *s, uint32_t stream, struct stream_launch *launch);
bool streams_act(struct streams *s, uint32_t stream, stream_act *act, void *what);
struct stream_mark *streams_mark(struct streams *s, uint32_t stream);
bool streams_wait(struct streams *s, uint32_t stream, struct stream_mark *mark);
// The mark is the caller's until it gives it up.
void stream_mark_release(struct stream_mark *mark);

// In front of a cycle: the host does what it can do itself. True: there was something.
bool streams_settle(struct streams *s, uint64_t cycle);
// All commands of the stream are done.
bool streams_idle(const struct streams *s, uint32_t stream);
// A command is to be pushed, or a launch to begin. A command is not done.
bool streams_ask(const struct streams *s);
bool streams_busy(const struct streams *s);

// The next command, the oldest that a queue has room for: `full` and `free` are those of the launch
// queues, a bit a queue, a bit a number. It counts as pushed.
struct stream_push streams_push(struct streams *s, uint64_t full, uint64_t free, uint32_t queues);
// The launch with this number can begin. NULL: it was not pushed, or has begun.
struct stream_launch *streams_offered(const struct streams *s, uint32_t number);
// It begins. False: not in this cycle, since there is no place for its arguments.
bool streams_begin(struct streams *s, struct stream_launch *launch, uint64_t cycle);
// No SM has room for a block of it. It is done in a later cycle.
void streams_refuse(struct streams *s, uint32_t number);
// It is done. False: it does not run.
bool streams_done(struct streams *s, uint32_t number, uint64_t cycle);

// To or from a checkpoint, of streams whose commands are launches alone, each with another owner:
// launch[owner], which has been transferred.
void streams_checkpoint(struct streams *s, struct stream_launch *const *launch, uint32_t owners,
                        struct checkpoint *c);
// A launch as the streams have it. What it is stays, as the caller has made it anew.
void stream_launch_checkpoint(struct stream_launch *l, struct checkpoint *c);

#endif
