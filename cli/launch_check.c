// SPDX-License-Identifier: Apache-2.0
#include "launch_check.h"

bool launch_check_sizes(const struct isa_launch *launch, uint32_t argument_bytes,
                        char error[HOST_ERROR])
{
    const struct isa_kernel *kernel = launch->kernel;
    if (kernel->argument_bytes != argument_bytes) {
        snprintf(error, HOST_ERROR, "kernel %s has %u bytes of arguments; the host gives %u",
                 kernel->name, kernel->argument_bytes, argument_bytes);
        return false;
    }
    const char *wrong = isa_launch_check(launch);
    if (wrong != NULL) snprintf(error, HOST_ERROR, "launch of %s: %s", kernel->name, wrong);
    return wrong == NULL;
}

bool launch_load_code(const struct isa_launch *launch, struct thread_program *program,
                      char error[HOST_ERROR])
{
    const char *name = launch->kernel->name;
    const enum program_result result =
        thread_program_load(program, launch->image, launch->kernel, launch->shared_bytes);
    if (result == PROGRAM_NO_MEMORY)
        snprintf(error, HOST_ERROR, "no memory on the host to look at kernel %s", name);
    if (result == PROGRAM_REFUSED) {
        const struct flow_refusal *first = &program->flow.refusal[0];
        char place[96];
        isa_image_place(launch->image, first->address, place, sizeof place);
        snprintf(error, HOST_ERROR, "kernel %s is refused: at %s (0x%08x), word 0x%08x: %s", name,
                 place, first->address, first->word, first->reason);
    }
    return result == PROGRAM_OK;
}
