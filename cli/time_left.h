// SPDX-License-Identifier: Apache-2.0
//
// For a line of progress: ", 12 min left", if what is left goes as fast as what was done in so many
// seconds. Nothing, as long as nothing was done.
#ifndef HD_TIME_LEFT_H
#define HD_TIME_LEFT_H

#include <stdio.h>

static inline void time_left(FILE *to, double seconds, double done, double left)
{
    if (done <= 0 || left < 0) return;
    const double s = seconds / done * left;
    if (s < 100) fprintf(to, ", %.0f s left", s);
    else if (s < 100 * 60) fprintf(to, ", %.0f min left", s / 60);
    else fprintf(to, ", %.1f h left", s / 3600);
}

#endif
