// SPDX-License-Identifier: Apache-2.0
//
// The host side of a kernel that has none: one launch, arguments as text, and what their buffers
// hold afterwards.
#ifndef HD_FOREIGN_H
#define HD_FOREIGN_H

#include "program.h"

enum { FOREIGN_ARGS = 64 };

struct foreign {
    const char *file;   // for messages
    const char *kernel; // NULL: the only one there is
    struct isa_dim grid, block;
    uint32_t shared, stack; // bytes; 0: as the host has them
    uint32_t registers;     // of a thread; 0: as the host has them
    uint32_t args, dumps;
    const char *arg[FOREIGN_ARGS];  // i:NUMBER, f:NUMBER, buf:BYTES[:zero|random|file=PATH]
    const char *dump[FOREIGN_ARGS]; // N[:i|:f|:x][=FILE]
    bool given;                     // any of it
};

// One thread.
#define FOREIGN ((struct foreign){.grid = {{1, 1, 1}}, .block = {{1, 1, 1}}})

// kernel, grid, block, shared, stack, registers, arg, dump. NULL, or what is wrong with the value.
const char *foreign_option(struct foreign *f, const char *option, const char *value);
// "grid=4 block=64 arg=buf:1024 ...", which it cuts into pieces and keeps. False: which option is
// wrong, and why.
bool foreign_options(struct foreign *f, char *text, char error[HOST_ERROR]);

// Is `what` a program or a file, and do size and launch go with it? 0; or 2: what is wrong is
// printed.
int foreign_fits(const struct foreign *f, const char *what, uint32_t size);

// 0; 1 the launch went wrong, the host knows why; 2 it was asked for wrongly, that is printed.
int foreign_run(const struct foreign *f, struct host *h);

bool foreign_number(const char *text, uint64_t max, uint64_t *value);
// Of a thread: 1 to as many as there are names.
bool foreign_registers(const char *text, uint32_t *registers);

#endif
