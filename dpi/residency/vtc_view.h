/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_VTC_VIEW_H
#define HEDDLE_VTC_VIEW_H

#include <stdbool.h>
#include <stdint.h>

/* Bit i of a mask; no bit is beyond the mask. */
static inline bool has(uint64_t mask, uint32_t i) { return i < 64 && (mask >> i & 1) != 0; }

#endif
