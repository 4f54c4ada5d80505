// SPDX-License-Identifier: Apache-2.0
//
// Whether a launch can run on any machine, said in words before the first cycle.
#ifndef HD_LAUNCH_CHECK_H
#define HD_LAUNCH_CHECK_H

#include "machine.h"
#include "program/program.h"

// Its sizes, and those of its arguments. False: what is wrong.
bool launch_check_sizes(const struct isa_launch *launch, uint32_t argument_bytes,
                        char error[HOST_ERROR]);
// Its code, as the analyser sees it (docs/kernels.md, Instructions). False: what is wrong. The
// program is the caller's to free in any case.
bool launch_load_code(const struct isa_launch *launch, struct thread_program *program,
                      char error[HOST_ERROR]);

#endif
