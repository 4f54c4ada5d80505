// SPDX-License-Identifier: Apache-2.0
#include "meeting_text.h"

enum { PLACE = 160 };

static const char *place(const struct thread_program *p, const struct isa_image *image,
                         uint32_t index, char text[PLACE])
{
    isa_image_place(image, flow_address(&p->flow, index), text, PLACE);
    return text;
}

static void warn(const struct thread_program *p, const struct isa_image *image, const char *kernel,
                 uint32_t branch, FILE *to)
{
    char at[PLACE], barrier[PLACE], meet[PLACE] = "the end";
    if (p->meetings.meet[branch] != 0)
        isa_image_place(image, p->meetings.meet[branch], meet, sizeof meet);
    fprintf(to,
            "WARNING %s: threads that part at %s meet at %s, behind the barrier at %s: a static "
            "warp of which only a part comes to it is refused. Write it where all of them come\n",
            kernel, place(p, image, branch, at), meet,
            place(p, image, p->meetings.barrier[branch], barrier));
}

uint32_t meeting_warnings(const struct thread_program *program, const struct isa_image *image,
                          const char *kernel, FILE *to)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->count; i++) {
        if (program->meetings.barrier[i] == FLOW_NONE) continue;
        warn(program, image, kernel, i, to);
        count++;
    }
    return count;
}
