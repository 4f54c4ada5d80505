// SPDX-License-Identifier: Apache-2.0
//
// heddle run A + B: several programs at once on a GPU of several SMs.
#ifndef HD_MIX_H
#define HD_MIX_H

#include <stdbool.h>

// Is this command line one of several programs?
bool mix_asked(int argc, char **argv);
int mix_main(int argc, char **argv);

#endif
