// SPDX-License-Identifier: Apache-2.0
//
// A string of JSON: names of files and of an ELF file's symbols may hold any byte.
#ifndef HD_JSON_H
#define HD_JSON_H

#include <stdio.h>

static inline void json_string(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text != 0; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') fputc('\\', to);
        // Above 0x7e: the encoding of the letters is not known.
        if (c >= ' ' && c <= '~') fputc(c, to);
        else fprintf(to, "\\u%04x", c);
    }
    fputc('"', to);
}

#endif
