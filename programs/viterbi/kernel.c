// SPDX-License-Identifier: Apache-2.0
//
// How well sequences fit a profile (Viterbi, as HMMer does it): the best way through states that
// match a letter, insert one, or delete a place of the profile; from any place to any place. Each
// thread has a sequence, of its own length. Scores are logarithms: integers that are added.
#include "heddle.h"

enum { LETTERS = 20, NEVER = -1000000 };

// To place k + 1 from place k; an insertion stays at its place.
enum {
    MATCH_MATCH,
    MATCH_INSERT,
    MATCH_DELETE,
    INSERT_MATCH,
    INSERT_INSERT,
    DELETE_MATCH,
    DELETE_DELETE,
    TRANSITIONS
};

struct cell {
    int match, insert, delete;
};

struct viterbi {
    const int *emit;   // LETTERS a place
    const int *change; // TRANSITIONS a place
    const unsigned char *letter;
    const unsigned *first; // letters of sequence i: first[i] to first[i + 1] - 1
    struct cell *row;      // of thread i of n: row[k * n + i] is place k
    int *best;
    unsigned places, sequences;
};

KERNEL(viterbi)
{
    unsigned i = global_x();
    unsigned n = arg->sequences;
    if (i >= n) return;
    struct cell *row = &arg->row[i];
    int best = NEVER;
    for (unsigned k = 0; k < arg->places; k++) row[k * n] = (struct cell){NEVER, NEVER, NEVER};
    for (unsigned l = arg->first[i]; l < arg->first[i + 1]; l++) {
        struct cell above = {NEVER, NEVER, NEVER}; // one letter and one place before
        struct cell left = above;                  // one place before
        const int *change = arg->change;           // from there
        for (unsigned k = 0; k < arg->places; k++) {
            struct cell old = row[k * n];
            struct cell now;
            int way = 0; // begin here
            way = max(way, above.match + change[MATCH_MATCH]);
            way = max(way, above.insert + change[INSERT_MATCH]);
            way = max(way, above.delete + change[DELETE_MATCH]);
            now.match = way + arg->emit[k * LETTERS + arg->letter[l]];
            now.delete =
                max(left.match + change[MATCH_DELETE], left.delete + change[DELETE_DELETE]);
            change = &arg->change[k * TRANSITIONS];
            now.insert = max(old.match + change[MATCH_INSERT], old.insert + change[INSERT_INSERT]);
            if (now.match > best) best = now.match; // end here
            row[k * n] = now;
            above = old;
            left = now;
        }
    }
    arg->best[i] = best;
}
