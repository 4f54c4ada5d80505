// SPDX-License-Identifier: Apache-2.0
//
// Streams: all threads together read a buffer, write one, or copy one into another, from end to
// end, four words a turn.
#include "heddle.h"

enum { READ, WRITE, COPY };

struct stream {
    const unsigned *from;
    unsigned *to;
    unsigned *sums; // a word a thread
    unsigned words; // a multiple of four a thread
    unsigned mode;
};

KERNEL(stream)
{
    const unsigned threads = blocks_x() * threads_x();
    unsigned sum = 0;
    for (unsigned i = global_x(); i < arg->words; i += 4 * threads) {
        unsigned word[4] = {i, i, i, i};
        if (arg->mode != WRITE)
            for (unsigned k = 0; k < 4; k++) word[k] = arg->from[i + k * threads];
        if (arg->mode != READ)
            for (unsigned k = 0; k < 4; k++) arg->to[i + k * threads] = word[k];
        sum += word[0] + word[1] + word[2] + word[3];
    }
    arg->sums[global_x()] = sum;
}
