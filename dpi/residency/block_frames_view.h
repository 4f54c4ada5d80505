/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_BLOCK_FRAMES_VIEW_H
#define HEDDLE_BLOCK_FRAMES_VIEW_H

#include "common/bits.h"

/* Bit i of a mask; no bit is beyond the mask. */
#endif
