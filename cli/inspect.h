// SPDX-License-Identifier: Apache-2.0
//
// heddle inspect KERNEL.elf [--kernel NAME] [--dot FILE] [--json] [--shared BYTES]
#ifndef HD_INSPECT_H
#define HD_INSPECT_H

// Exit status: 0; 1 a kernel is refused; 2 a mistake of the caller, or a file that cannot be used.
int inspect_main(int argc, char **argv);

#endif
