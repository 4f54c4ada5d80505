/* SPDX-License-Identifier: Apache-2.0 */
/* The residencies behind the core of the grid walker: docs/grid.md. */
#ifndef HEDDLE_GRID_PLUGS_H
#define HEDDLE_GRID_PLUGS_H

#include "grid/plug.h"

/* Allocated; plug_close frees. */
struct plug *plug_unlimited(void); /* as many slots as registers and shared memory take blocks */
struct plug *plug_static(void);
struct plug *plug_vt(void);
struct plug *plug_vt_instant(void); /* time stands still while blocks are swapped */
struct plug *plug_zorua(void);
void plug_close(struct plug *plug);

#endif
