// SPDX-License-Identifier: Apache-2.0
//
// What a machine has answered the host side of a program. That is C code whose variables no
// checkpoint can hold. But all that it does follows from these answers: after a resume it begins
// anew, gets the same answers at once, and so comes to the launch in which the checkpoint was
// written. Each question has a checksum: a program that asks something else is no longer the same.
#ifndef HD_ANSWERS_H
#define HD_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/checkpoint.h"

enum answers_kind { ANSWERS_ROOM, ANSWERS_WRITE, ANSWERS_READ, ANSWERS_LAUNCH };

struct answers {
    const char *who; // the program, for messages
    bool keeps;      // new answers are kept, for a checkpoint to come
    bool again;      // after a resume, until the program is where it was
    uint64_t next;   // in `byte`: the answer that is given next
    uint64_t bytes, room;
    uint8_t *byte;
};

// The answer to a question, if it is known. False: the machine is to be asked. Of a launch that is
// so, after a resume, for the one under way. `bytes` is the answer's size. NULL: nothing is known.
bool answers_know(struct answers *a, enum answers_kind kind, uint64_t question, void *answer,
                  uint32_t bytes);
// The machine's answer is kept, if answers are.
void answers_keep(struct answers *a, enum answers_kind kind, uint64_t question, const void *answer,
                  uint32_t bytes);
// The program has run again. Is it where it was when the checkpoint was written?
void answers_arrived(struct answers *a, bool there);
void answers_free(struct answers *a);

// To a checkpoint; or from it: then the program is to begin anew.
void answers_checkpoint(struct answers *a, struct checkpoint *c);

#endif
