// SPDX-License-Identifier: Apache-2.0
//
// heddle: chooses one of the commands below.
#include "command.h"

#include <stdio.h>
#include <string.h>

#include "inspect.h"

static const struct {
    const char *name;
    int (*main)(int argc, char **argv);
    const char *title;
} commands[] = {
    {"run", run_main, "run a program, or your own kernel"},
    {"inspect", inspect_main, "print what the analyser finds in a kernel"},
    {"list", list_main, "list the programs"},
    {"presets", presets_main, "list the cores"},
};

const char heddle_version[] = HEDDLE_VERSION;

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void usage(FILE *to)
{
    fprintf(to, "usage: heddle COMMAND ...\n\n");
    for (int c = 0; c < COMMANDS; c++)
        fprintf(to, "  %-10s %s\n", commands[c].name, commands[c].title);
    fprintf(to,
            "\nheddle COMMAND --help lists the options; heddle --version prints the version.\n");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return 2;
    }
    for (int c = 0; c < COMMANDS; c++)
        if (strcmp(argv[1], commands[c].name) == 0) return commands[c].main(argc - 1, argv + 1);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        usage(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("heddle %s\n", heddle_version);
        return 0;
    }
    fprintf(stderr, "ERROR no command '%s'\n", argv[1]);
    usage(stderr);
    return 2;
}
