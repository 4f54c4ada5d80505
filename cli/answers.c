// SPDX-License-Identifier: Apache-2.0
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"

struct head {
    uint32_t kind, bytes;
    uint64_t question;
};

static _Noreturn void refuse(const struct answers *a)
{
    complain("--resume: %s does something else than before the checkpoint: has a file that it "
             "reads changed?",
             a->who);
    exit(2);
}

bool answers_know(struct answers *a, enum answers_kind kind, uint64_t question, void *answer,
                  uint32_t bytes)
{
    struct head h;
    if (a == NULL || !a->again) return false;
    if (a->next == a->bytes && kind == ANSWERS_LAUNCH) return false;
    if (a->bytes - a->next < sizeof h) refuse(a);
    memcpy(&h, a->byte + a->next, sizeof h);
    if (h.kind != kind || h.question != question || h.bytes != bytes) refuse(a);
    memcpy(answer, a->byte + a->next + sizeof h, bytes);
    a->next += sizeof h + bytes;
    return true;
}

static void add(struct answers *a, const void *from, uint64_t bytes)
{
    if (a->bytes + bytes > a->room) {
        const uint64_t room = 2 * (a->bytes + bytes);
        uint8_t *more = realloc(a->byte, room);
        if (more == NULL) {
            complain("no memory on the host to keep what %s has read", a->who);
            exit(2);
        }
        a->byte = more;
        a->room = room;
    }
    if (bytes > 0) memcpy(a->byte + a->bytes, from, bytes);
    a->bytes += bytes;
}

void answers_keep(struct answers *a, enum answers_kind kind, uint64_t question, const void *answer,
                  uint32_t bytes)
{
    const struct head h = {(uint32_t)kind, bytes, question};
    if (a == NULL || !a->keeps) return;
    add(a, &h, sizeof h);
    add(a, answer, bytes);
}

void answers_arrived(struct answers *a, bool there)
{
    if (!there || a->next != a->bytes) refuse(a);
    a->again = false;
}

void answers_free(struct answers *a)
{
    free(a->byte);
    a->byte = NULL;
    a->bytes = a->room = a->next = 0;
}

void answers_checkpoint(struct answers *a, struct checkpoint *c)
{
    uint64_t bytes = a->bytes;
    checkpoint_piece(c, "answers", &bytes, sizeof bytes);
    if (c->loads) {
        answers_free(a);
        a->byte = checkpoint_room(c, bytes, 1);
        a->bytes = a->room = bytes;
        a->again = true;
    }
    checkpoint_piece(c, "answer", a->byte, bytes);
}
