/* SPDX-License-Identifier: Apache-2.0 */
/* What a golden model says to sizes: sizes BLOCK A=1 B=2 ... Prints its sentence and fails, or
 * prints nothing. The models and their parameters are found in the headers (tests/sizes.awk). */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A width of the RTL of which the model has what it is a width of. */
#define RTL_ALONE SIZE_MAX

struct parameter {
    const char *name;
    size_t offset; /* in the configuration of the model, where all are uint32_t */
};

/* A model: its parameters, and its init with a state of its own. */
struct model {
    const char *name;
    const char *(*init)(const void *cfg);
    struct parameter parameters[64];
};

#define INIT(block, config)                                                                        \
    static const char *init_##block(const void *cfg)                                               \
    {                                                                                              \
        static struct block s;                                                                     \
        return block##_init(&s, (const struct config *)cfg);                                       \
    }
#include "models.inc"

static void set(const struct parameter *p, void *cfg, const char *text)
{
    const char *equals = strchr(text, '=');
    while (equals != NULL && p->name != NULL &&
           (strlen(p->name) != (size_t)(equals - text) ||
            strncmp(p->name, text, (size_t)(equals - text)) != 0)) {
        p++;
    }
    if (equals == NULL || p->name == NULL) {
        fprintf(stderr, "ERROR sizes: no such parameter: %s\n", text);
        exit(2);
    }
    const uint32_t value = (uint32_t)strtol(equals + 1, NULL, 0);
    if (p->offset != RTL_ALONE) memcpy((char *)cfg + p->offset, &value, sizeof value);
}

int main(int argc, char **argv)
{
    const char *block = argc > 1 ? argv[1] : "";
    for (size_t m = 0; m < sizeof models / sizeof models[0]; m++) {
        if (strcmp(block, models[m].name) != 0) continue;
        uint32_t cfg[40] = {0};
        for (int i = 2; i < argc; i++) set(models[m].parameters, cfg, argv[i]);
        const char *wrong = models[m].init(cfg);
        if (wrong == NULL) return 0;
        fprintf(stderr, "ERROR %s: %s\n", block, wrong);
        return 1;
    }
    fprintf(stderr, "ERROR sizes: no such block: %s\n", block);
    return 2;
}
