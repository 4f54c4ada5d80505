// SPDX-License-Identifier: Apache-2.0
//
// Before a run, which may be long: can the file of an option be written? False: an error was
// printed. A file that is there stays as it is.
#ifndef HD_CAN_WRITE_H
#define HD_CAN_WRITE_H

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "complain.h"

static inline bool can_write(const char *option, const char *path)
{
    struct stat file;
    const bool was_there = stat(path, &file) == 0;
    FILE *to = fopen(path, "ab");
    if (to == NULL) {
        complain("%s %s: %s", option, path, strerror(errno));
        return false;
    }
    fclose(to);
    if (!was_there) remove(path);
    return true;
}

#endif
