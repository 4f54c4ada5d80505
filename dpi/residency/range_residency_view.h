/* SPDX-License-Identifier: Apache-2.0 */
/* What the conditions of the range residency's fields call: sets of frames. */
#ifndef HEDDLE_RANGE_RESIDENCY_VIEW_H
#define HEDDLE_RANGE_RESIDENCY_VIEW_H

#include "common/bits.h"

#endif
