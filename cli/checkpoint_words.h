// SPDX-License-Identifier: Apache-2.0
//
// A command line as a checkpoint has it: the options that results depend on, in any order. A run
// goes on with the same ones.
#ifndef HD_CHECKPOINT_WORDS_H
#define HD_CHECKPOINT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/checkpoint.h"

struct checkpoint_words {
    uint32_t count;
    struct checkpoint_word {
        char *name, *value; // value NULL: an option without
        uint32_t place;     // those of one name keep their order
    } * word;
};

// "--seed 3"; of a program's own options `program` is its number from 1 on, of others 0.
void checkpoint_words_add(struct checkpoint_words *w, uint32_t program, const char *name,
                          const char *value);
// The contents of a file that the run reads. A file that cannot be read has none.
void checkpoint_words_add_file(struct checkpoint_words *w, uint32_t program, const char *path);
void checkpoint_words_free(struct checkpoint_words *w);

// To or from a checkpoint: from it they come instead of those that are there.
void checkpoint_words_checkpoint(struct checkpoint_words *w, struct checkpoint *c);
// The first difference as a sentence; NULL: there is none. Puts both in order.
const char *checkpoint_words_differ(struct checkpoint_words *here, struct checkpoint_words *there);

#endif
