/* SPDX-License-Identifier: Apache-2.0 */
/* seam DPI/SOCKET/BLOCK.fields RTL FOLDER: writes what is generated to FOLDER/SOCKET. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seam/seam.h"

static struct seam seam;

static void write_file(const char *path, void (*write)(const struct seam *, FILE *))
{
    FILE *f = fopen(path, "w");
    if (f != NULL) write(&seam, f);
    if (f == NULL || ferror(f) || fclose(f) != 0) {
        fprintf(stderr, "ERROR cannot write %s: %s\n", path, strerror(errno));
        exit(2);
    }
}

static bool there_is(const char *path) { return access(path, R_OK) == 0; }

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "ERROR usage: seam DPI/SOCKET/BLOCK.fields RTL FOLDER\n");
        return 2;
    }
    const char *fields = argv[1];
    const char *slash = strrchr(fields, '/');
    const char *dot = strrchr(fields, '.');
    if (slash == NULL || dot == NULL || dot < slash) {
        fprintf(stderr, "ERROR %s is no DPI/SOCKET/BLOCK.fields\n", fields);
        return 2;
    }
    char *folder = seam_part(fields, (size_t)(slash - fields));
    seam.socket = strrchr(folder, '/') == NULL ? folder : strrchr(folder, '/') + 1;
    seam.block = seam_part(slash + 1, (size_t)(dot - slash) - 1);
    seam.covered = there_is(seam_text("%s/%s_cover.c", folder, seam.block));
    seam.viewed = there_is(seam_text("%s/%s_view.h", folder, seam.block));
    seam_read_module(&seam.module, argv[2], seam_text("hd_%s", seam.block));
    seam_read_model(&seam.model, "cmodel", seam_text("%s/%s.h", seam.socket, seam.block));
    if (seam.viewed) seam_read_view(&seam.model, seam_text("%s/%s_view.h", folder, seam.block));
    seam.wider = seam_find_struct(&seam.model, seam_text("%s_view", seam.block)) != NULL;
    seam.took = seam_find_struct(&seam.model, seam_text("%s_view_in", seam.block)) != NULL;
    seam.gave = seam_find_struct(&seam.model, seam_text("%s_view_out", seam.block)) != NULL;
    seam.own = seam.viewed && seam_has_function(seam.model.view, "view_eval");
    seam_read_fields(&seam.fields, fields);
    seam_match(&seam);
    if (seam_failed()) return 2;
    char *to = seam_text("%s/%s", argv[3], seam.socket);
    const char *b = seam.block;
    write_file(seam_text("%s/hd_%s_lockstep.sv", to, b), seam_write_checker);
    write_file(seam_text("%s/hd_%s_tb.sv", to, b), seam_write_bench);
    write_file(seam_text("%s/%s_seam.h", to, b), seam_write_header);
    write_file(seam_text("%s/%s_cover.h", to, b), seam_write_cover_header);
    write_file(seam_text("%s/%s_dpi.c", to, b), seam_write_checker_c);
    write_file(seam_text("%s/%s_bench.c", to, b), seam_write_bench_c);
    return 0;
}
