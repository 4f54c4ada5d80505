// SPDX-License-Identifier: Apache-2.0
//
// Prints "ERROR ..." about a wrong request. Returns 2, the exit code of the process.
#ifndef HD_COMPLAIN_H
#define HD_COMPLAIN_H

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 1, 2))) static inline int complain(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("ERROR ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return 2;
}

#endif
