/* SPDX-License-Identifier: Apache-2.0 */
/*
 * State that is written into a checkpoint, and comes back from it. A module that has pointers in
 * its state has a function <module>_checkpoint() for both ways, beside the struct:
 *
 * 1. The struct has been transferred as a whole (checkpoint_piece() of its bytes), by the function
 *    itself or by the owner of what it lies in. So a new member is never forgotten.
 * 2. `mine` is the struct as it was before. When state is loaded, the function takes pointers from
 *    there, or makes them anew: those that were loaded point nowhere.
 * 3. It transfers what the pointers point to.
 *
 * When state is written the function changes nothing, and `mine` is the struct itself.
 */
#ifndef HEDDLE_CHECKPOINT_H
#define HEDDLE_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct checkpoint {
    bool loads;
    /* Loading, `size` bytes come from the piece of this name, which must be the next one. */
    void (*piece)(struct checkpoint *c, const char *name, void *bytes, size_t size);
    /* No memory on the host for what is loaded: it does not return. */
    void (*no_memory)(struct checkpoint *c);
};

static inline void checkpoint_piece(struct checkpoint *c, const char *name, void *bytes,
                                    size_t size)
{
    c->piece(c, name, bytes, size);
}

/* Bytes of the host, zeros, for what is loaded. Never NULL. */
static inline void *checkpoint_room(struct checkpoint *c, size_t count, size_t size)
{
    void *bytes = calloc(count + 1, size);
    if (bytes == NULL) c->no_memory(c);
    return bytes;
}

/* Step 1 for a struct of its own; returns `mine`, for checkpoint_whole_end(). */
static inline void *checkpoint_whole(struct checkpoint *c, const char *name, void *s, size_t size)
{
    void *mine = s;
    if (c->loads) mine = memcpy(checkpoint_room(c, 1, size), s, size);
    checkpoint_piece(c, name, s, size);
    return mine;
}
static inline void checkpoint_whole_end(struct checkpoint *c, void *mine)
{
    if (c->loads) free(mine);
}

#endif
