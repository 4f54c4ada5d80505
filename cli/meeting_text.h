// SPDX-License-Identifier: Apache-2.0
#ifndef HD_MEETING_TEXT_H
#define HD_MEETING_TEXT_H

#include <stdio.h>

#include "program/program.h"

// A line for each branch of a kernel whose threads may part and be at a barrier before they meet
// again (docs/analyser.md, "Barriers"); returns how many.
uint32_t meeting_warnings(const struct thread_program *program, const struct isa_image *image,
                          const char *kernel, FILE *to);

#endif
