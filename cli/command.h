// SPDX-License-Identifier: Apache-2.0
//
// The commands of heddle. Each gets its own name as argv[0], and returns what the process returns:
// 0 good, 1 the command failed, 2 the command line is wrong.
#ifndef HD_COMMAND_H
#define HD_COMMAND_H

extern const char heddle_version[]; // as heddle.core has it

int run_main(int argc, char **argv);
int list_main(int argc, char **argv);
int presets_main(int argc, char **argv);

#endif
