// SPDX-License-Identifier: Apache-2.0
//
// The checkpoints of a run, for heddle run --checkpoint and --resume. A file is:
//
//     32 bytes    "heddle checkpoint", zeros
//     64 bytes    the version of heddle, zeros
//      8 bytes    the checksum of that heddle's own file: models and structs are the same
//      8 bytes    bytes of all pieces
//     pieces      each: its name (24 bytes), its size (8 bytes), then runs until there are so many
//                 bytes: zeros that are left out (8 bytes), bytes that follow (8 bytes), these
//      8 bytes    the checksum of all in front of it
//
// The first piece is the command's words, the others are as <module>_checkpoint() functions have
// them (common/checkpoint.h). A file is written under another name, and renamed when it is whole.
#ifndef HD_CHECKPOINT_FILE_H
#define HD_CHECKPOINT_FILE_H

#include <signal.h>
#include <stdint.h>

#include "checkpoint_words.h"
#include "common/checkpoint.h"

enum { CHECKPOINT_EVERY = 1000000 };

struct checkpoints {
    struct checkpoint way; // first: a pointer to it is one to all of this
    // of the command line
    const char *to, *from; // files; NULL: none
    uint64_t every;        // cycles; 0: only when the run is stopped
    bool every_given;
    struct checkpoint_words words;

    uint64_t build;       // checksum of the heddle that runs
    bool resumes;         // `from` is open: state is to be loaded
    uint64_t next;        // cycle of the next checkpoint
    uint8_t *byte;        // of the file that is made, or loaded
    size_t at, end, room; // the next byte; of those that there are; there is room for
    bool failed;          // one could not be written
};

// checkpoint, checkpoint-every, resume. NULL, or what is wrong with the value.
const char *checkpoints_option(struct checkpoints *p, const char *option, const char *value);
// Is one of these asked for?
static inline bool checkpoints_asked(const struct checkpoints *p)
{
    return p->to != NULL || p->from != NULL || p->every_given;
}

// When the words are complete. Reads the file that goes on: it is of this heddle and this command,
// and whole. Sees that one can be written, and listens to SIGTERM, SIGINT and SIGHUP. 0; or 2: it
// has said what is wrong.
int checkpoints_begin(struct checkpoints *p);
// Behind the run. False: one could not be written, that was said.
bool checkpoints_end(struct checkpoints *p);

// Is one to be written in this cycle?
extern volatile sig_atomic_t checkpoints_signal;
static inline bool checkpoints_due(const struct checkpoints *p, uint64_t cycle)
{
    return p->to != NULL && (cycle >= p->next || checkpoints_signal != 0);
}
// Writes it. If a signal has come, the process ends.
void checkpoints_write(struct checkpoints *p, uint64_t cycle,
                       void (*transfer)(void *all, struct checkpoint *c), void *all);
// All is loaded, and the run goes on in this cycle. It is an error if there is more in the file.
void checkpoints_resumed(struct checkpoints *p, uint64_t cycle);

#endif
