/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors: a run saved as text, to be replayed where there is no DPI (Icarus, a netlist).
 *
 *   heddle-vectors 1 <block> <parameters>
 *   in <name> <bits> | out <name> <bits>      one line a port, in the order of the columns
 *   cycles
 *   <rst_n> <hex a input port> <binary an output port, x where nothing is promised>
 *   end <number of cycles>
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/instance.h"
#include "run.h"

static bool bit_of(const struct hd_field *f, const void *base, uint32_t bit)
{
    return (hd_element(f, base, hd_element_at(f, bit)) >> hd_bit_at(f, bit) & 1) != 0;
}

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "ERROR cannot write %s: %s\n", path, strerror(errno));
        exit(2);
    }
    return file;
}

/* The parameters "A=1 B=2" as ".A(1), .B(2)". */
static void print_parameters(FILE *f, const char *p)
{
    const char *separator = "";
    char name[64];
    long value;
    int used;
    while (sscanf(p, " %63[^=]=%ld%n", name, &value, &used) == 2) {
        fprintf(f, "%s.%s(%ld)", separator, name, value);
        separator = ", ";
        p += used;
    }
}

/* Reads every line, sets the inputs, looks at the outputs, then gives the clock edge. */
static void write_bench(const struct hd_instance *inst, const char *path)
{
    FILE *f = create(path);
    fprintf(f, "// Replays vectors of %s. Generated.\n`timescale 1ns / 1ps\nmodule replay;\n",
            inst->block->name);
    fprintf(f, "  reg clk_i, rst_ni;\n  integer file, got, bad, line, k;\n"
               "  reg [8*256-1:0] path;\n  reg [8*4096-1:0] text;\n");
    for (uint32_t k = 0; k < inst->first_state; k++) {
        const struct hd_field *p = &inst->field[k];
        const char suffix = p->kind == HD_IN ? 'i' : 'o';
        fprintf(f, "  %s [%u:0] %s_%c;\n", p->kind == HD_IN ? "reg" : "wire", hd_port_bits(p) - 1,
                p->name, suffix);
        if (p->kind == HD_OUT) fprintf(f, "  reg [%u:0] x_%s;\n", hd_port_bits(p) - 1, p->name);
    }
    fprintf(f, "  hd_%s #(", inst->block->name);
    print_parameters(f, inst->parameters);
    fprintf(f, ")\n    dut (.clk_i(clk_i)%s", inst->block->no_reset ? "" : ", .rst_ni(rst_ni)");
    for (uint32_t k = 0; k < inst->first_state; k++) {
        const struct hd_field *p = &inst->field[k];
        const char suffix = p->kind == HD_IN ? 'i' : 'o';
        fprintf(f, ",\n      .%s_%c(%s_%c)", p->name, suffix, p->name, suffix);
    }
    fprintf(f,
            ");\n  initial begin\n    bad = 0;\n    line = 0;\n"
            "    if (!$value$plusargs(\"vectors=%%s\", path)) $finish;\n"
            "    file = $fopen(path, \"r\");\n"
            "    for (k = 0; k < %u; k = k + 1) got = $fgets(text, file);\n"
            "    clk_i = 0;\n    got = %u;\n    while (got == %u && bad < 10) begin\n"
            "      got = $fscanf(file, \"%%b",
            inst->first_state + 2, inst->first_state + 1, inst->first_state + 1);
    for (uint32_t k = 0; k < inst->first_state; k++) {
        fprintf(f, " %s", inst->field[k].kind == HD_IN ? "%h" : "%b");
    }
    fprintf(f, "\", rst_ni");
    for (uint32_t k = 0; k < inst->first_state; k++) {
        const struct hd_field *p = &inst->field[k];
        fprintf(f, p->kind == HD_IN ? ", %s_i" : ", x_%s", p->name);
    }
    fprintf(f, ");\n      if (got == %u) begin\n        #4;\n", inst->first_state + 1);
    for (uint32_t k = inst->first_out; k < inst->first_state; k++) {
        const char *name = inst->field[k].name;
        fprintf(f,
                "        if ((%s_o ==? x_%s) !== 1'b1) begin\n"
                "          $display(\"FAIL %s replay cycle %%0d: %s_o %%b expected %%b\", line, "
                "%s_o, x_%s);\n          bad = bad + 1;\n        end\n",
                name, name, inst->block->name, name, name, name);
    }
    fprintf(f,
            "        #1 clk_i = 1;\n        #5 clk_i = 0;\n        line = line + 1;\n      end\n"
            "    end\n    if (bad == 0) $display(\"PASS %s replay %%0d cycles\", line);\n"
            "    $finish;\n  end\nendmodule\n",
            inst->block->name);
    fclose(f);
}

void hd_vectors_open(struct hd_instance *inst)
{
    if (inst != hd_first_instance()) return;
    if (hd_run.replay_bench != NULL) write_bench(inst, hd_run.replay_bench);
    if (hd_run.vectors == NULL) return;
    inst->vectors = create(hd_run.vectors);
    fprintf(inst->vectors, "heddle-vectors 1 %s %s\n", inst->block->name, inst->parameters);
    for (uint32_t k = 0; k < inst->first_state; k++) {
        const struct hd_field *f = &inst->field[k];
        fprintf(inst->vectors, "%s %s %u\n", f->kind == HD_IN ? "in" : "out", f->name,
                hd_port_bits(f));
    }
    fprintf(inst->vectors, "cycles\n");
}

static void print_hex(FILE *file, const struct hd_field *f, const void *base)
{
    for (uint32_t digit = (hd_port_bits(f) + 3) / 4; digit-- > 0;) {
        unsigned value = 0;
        for (uint32_t b = 0; b < 4 && 4 * digit + b < hd_port_bits(f); b++) {
            value |= (unsigned)bit_of(f, base, 4 * digit + b) << b;
        }
        fputc("0123456789abcdef"[value], file);
    }
}

void hd_vectors_cycle(struct hd_instance *inst, const struct hd_cycle *now)
{
    FILE *file = inst->vectors;
    inst->vector_lines++;
    fputc(now->rst_n ? '1' : '0', file);
    for (uint32_t k = 0; k < inst->first_state; k++) {
        const struct hd_field *f = &inst->field[k];
        fputc(' ', file);
        if (f->kind == HD_IN) {
            print_hex(file, f, now->in);
            continue;
        }
        for (uint32_t bit = hd_port_bits(f); bit-- > 0;) {
            const uint32_t i = hd_element_at(f, bit);
            const bool known = inst->live && hd_means(inst, f, now->in, inst->expected, i);
            fputc(!known ? 'x' : bit_of(f, inst->expected, bit) ? '1' : '0', file);
        }
    }
    fputc('\n', file);
}

void hd_vectors_close(struct hd_instance *inst)
{
    if (inst->vectors == NULL) return;
    fprintf(inst->vectors, "end %llu\n", (unsigned long long)inst->vector_lines);
    if (fclose(inst->vectors) != 0) {
        fprintf(stderr, "ERROR cannot write %s: %s\n", hd_run.vectors, strerror(errno));
        exit(2);
    }
}
