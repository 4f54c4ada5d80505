/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The instructions that a static warp issues, from the traces of its threads: without
 * reconvergence, with a reconvergence stack, with reconvergence at the best points (Dynamic Warp
 * Formation, 3.1, 3.2, 3.3). A trace has the numbers of the instructions in the kernel, from 0, in
 * the order in which the thread executed them, the last one included.
 *
 * The traces are given: what a thread does must not depend on when it does it.
 */
#ifndef HEDDLE_WALK_TRACE_WARP_H
#define HEDDLE_WALK_TRACE_WARP_H

#include "program/program.h"
#include "walk/align.h"

enum { TRACE_WARP_LANES = 64 };

/* NREC. The threads of a part go on together as long as all go the same way: one issue for each
 * different beginning of a trace. */
uint64_t trace_warp_apart(const struct trace *traces, uint32_t count);

/* PDOM, by the rules of docs/blocks/simt_stack.md. False: threads of the warp that return or jump
 * together do not come to one place, or threads that meet have not come to one: no stack does that.
 */
bool trace_warp_stack(const struct thread_program *program, const struct trace *traces,
                      uint32_t count, uint64_t *issues);

/* ORACLE: align_best() of the parts of the traces between barriers, which all threads pass
 * together; a barrier is one issue. Up to ALIGN_MAX threads. False: no memory. */
bool trace_warp_aligned(const struct thread_program *program, const struct trace *traces,
                        uint32_t count, uint64_t *issues);

#endif
