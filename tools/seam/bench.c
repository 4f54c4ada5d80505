/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the test bench: hd_<block>_tb.sv, which drives the block with what the stimulus says. */
#include <string.h>

#include "seam/seam.h"

bool seam_is_seen(const struct seam *s, const struct seam_pair *p, bool now)
{
    const bool current = seam_listed(s->fields.now, p->field);
    const bool all = s->fields.sees == NULL && s->fields.now == NULL;
    if (p->kind != SEAM_OUT) return false;
    return now ? current : !current && (all || seam_listed(s->fields.sees, p->field));
}

static void write_bench_imports(const struct seam *s, FILE *f)
{
    const char *separator = "\n      ";
    fprintf(f, "  import \"DPI-C\" function void %s_drive_open(", s->block);
    for (size_t i = 0; i < s->module.parameters; i++) {
        fprintf(f, "%sinput int unsigned %s_v", separator, s->module.parameter[i].member);
        separator = ",\n      ";
    }
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->kind == SEAM_REG || seam_fixed(p) > 0) continue;
        for (size_t d = 0; d < p->dims; d++, separator = ",\n      ")
            fprintf(f, "%sinput int unsigned %s_n%zu", separator, p->var, d);
    }
    fprintf(f, ");\n  import \"DPI-C\" function void %s_drive(\n      output bit rst_n", s->block);
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (seam_is_seen(s, p, false) || seam_is_seen(s, p, true))
            fprintf(f, ",\n      input %s %s_v", seam_argument(p), p->var);
        else if (p->kind == SEAM_IN)
            fprintf(f, ",\n      output %s %s_v", seam_argument(p), p->var);
    }
    fprintf(f, ");\n\n");
}

static void write_bench_open(const struct seam *s, FILE *f)
{
    const char *separator = "";
    fprintf(f, "  initial %s_drive_open(", s->block);
    for (size_t i = 0; i < s->module.parameters; i++, separator = ", ")
        fprintf(f, "%s%s", separator, s->module.parameter[i].name);
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->kind == SEAM_REG || seam_fixed(p) > 0) continue;
        for (size_t d = 0; d < p->dims; d++, separator = ", ")
            fprintf(f, "%s%s", separator, p->of[d]);
    }
    fprintf(f, ");\n\n");
}

/* Memories that hold zeros at first if the stimulus says so: no reset sets them. */
static void write_zeros(const struct seam *s, FILE *f)
{
    if (s->fields.zeros == NULL) return;
    fprintf(f, "  import \"DPI-C\" function bit %s_zeros();\n`ifndef HD_NO_CONTENTS\n", s->block);
    for (size_t i = 0; i < s->fields.begins; i++) {
        const struct seam_line *l = &s->fields.begin[i];
        const char *n = l->of[0];
        if (!seam_listed(s->fields.zeros, l->name)) continue;
        fprintf(f,
                "  for (genvar l = 0; l < %s; l++) begin : gen_%s_zeros\n    initial\n"
                "      if (%s_zeros())\n        for (int unsigned e = 0; e < %s; e++)\n"
                "          dut.%s = '0;\n  end\n",
                l->ofs == 2 ? l->of[1] : "1", l->name, s->block, n,
                seam_replace(l->at, "e", seam_text("((%s) > 1 ? $clog2(%s) : 1)'(e)", n, n)));
    }
    fprintf(f, "`endif\n\n");
}

/* What the block has answered at the last edge. */
static void write_answers(const struct seam *s, FILE *f)
{
    bool any = false;
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (!seam_is_seen(s, p, false) && !seam_is_seen(s, p, true)) continue;
        if (!seam_as_it_is(p)) seam_write_vector(p, f);
        if (seam_is_seen(s, p, false)) fprintf(f, "  %s %s_was;\n", seam_argument(p), p->var);
        any = any || seam_is_seen(s, p, false);
    }
    if (!any) return;
    fprintf(f, "  always @(posedge clk_i) begin\n");
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (!seam_is_seen(s, p, false)) continue;
        if (!seam_as_it_is(p)) fprintf(f, "    %s_was <= %s_v;\n", p->var, p->var);
        else if (p->flags || p->plain) fprintf(f, "    %s_was <= %s;\n", p->var, p->rtl);
        else fprintf(f, "    %s_was <= %u'(%s);\n", p->var, p->bits, p->rtl);
    }
    fprintf(f, "  end\n\n");
}

static void write_drive(const struct seam *s, FILE *f)
{
    fprintf(f, "  bit rst_n;\n");
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind == SEAM_IN)
            fprintf(f, "  %s %s_v;\n", seam_argument(&s->pair[i]), s->pair[i].var);
    for (size_t i = 0; i < s->pairs; i++)
        if (seam_driven(s, &s->pair[i]) != NULL)
            fprintf(f, "  assign %s = %s;\n", s->pair[i].rtl, seam_driven(s, &s->pair[i]));
    fprintf(f, "  always @(negedge clk_i) begin\n    %s_drive(rst_n", s->block);
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (seam_is_seen(s, p, false)) fprintf(f, ",\n        %s_was", p->var);
        else if (seam_is_seen(s, p, true) && !seam_as_it_is(p))
            fprintf(f, ",\n        %s_v", p->var);
        else if (seam_is_seen(s, p, true) && (p->flags || p->plain))
            fprintf(f, ",\n        %s", p->rtl);
        else if (seam_is_seen(s, p, true)) fprintf(f, ",\n        %u'(%s)", p->bits, p->rtl);
        else if (p->kind == SEAM_IN) fprintf(f, ",\n        %s_v", p->var);
    }
    fprintf(f, ");\n");
    if (s->module.reset) fprintf(f, "    rst_ni = rst_n;\n");
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        char *n = seam_count(p);
        if (p->kind != SEAM_IN || seam_driven(s, p) != NULL) continue;
        if (p->flags || p->plain) fprintf(f, "    %s = %s_v;\n", p->rtl, p->var);
        else if (p->dims == 0 || (p->dims == 1 && p->line != NULL && p->line->words))
            fprintf(f, "    %s = $bits(%s)'(%s_v);\n", p->rtl, p->rtl, p->var);
        else if (p->line != NULL && p->line->words)
            fprintf(f,
                    "    for (int i = 0; i < %s; i++)\n"
                    "      %s[i*($bits(%s)/(%s))+:$bits(%s)/(%s)] =\n"
                    "          ($bits(%s)/(%s))'(%s_v[i*(%s)*%u+:(%s)*%u]);\n",
                    p->of[0], p->rtl, p->rtl, p->of[0], p->rtl, p->of[0], p->rtl, p->of[0], p->var,
                    p->of[1], p->bits, p->of[1], p->bits);
        else
            fprintf(f,
                    "    for (int i = 0; i < %s; i++)\n"
                    "      %s[i*($bits(%s)/(%s))+:$bits(%s)/(%s)] =\n"
                    "          ($bits(%s)/(%s))'(%s_v[i*%u+:%u]);\n",
                    n, p->rtl, p->rtl, n, p->rtl, n, p->rtl, n, p->var, p->bits, p->bits);
    }
    fprintf(f, "  end\nendmodule\n");
}

void seam_write_bench(const struct seam *s, FILE *f)
{
    const struct seam_module *m = &s->module;
    fprintf(f,
            "// Generated from %s and %s: docs/seam.md.\n"
            "// Drives %s. The inputs change at the falling edge; what the block answered is kept\n"
            "// at the rising edge, for the stimulus of the next cycle.\n\nmodule %s_tb",
            s->fields.path, m->path, m->name, m->name);
    seam_write_parameters(m, f);
    fprintf(f, " (\n    // All outputs are ports: a simulator must work them out even where nobody "
               "checks them.\n    input  logic clk_i");
    for (size_t i = 0; i < m->ports; i++)
        if (m->port[i].out)
            fprintf(f, ",\n    output logic %s %s", m->port[i].range, m->port[i].name);
    fprintf(f, "\n);\n\n");
    write_bench_imports(s, f);
    if (m->reset) fprintf(f, "  logic rst_ni;\n");
    for (size_t i = 0; i < m->ports; i++)
        if (!m->port[i].out) fprintf(f, "  logic %s %s;\n", m->port[i].range, m->port[i].name);
    fprintf(f, "\n  %s", m->name);
    for (size_t i = 0; i < m->parameters; i++)
        fprintf(f, "%s.%s(%s)", i == 0 ? " #(\n      " : ", ", m->parameter[i].name,
                m->parameter[i].name);
    fprintf(f, "%s dut (.*);\n\n", m->parameters > 0 ? "\n  )" : "");
    write_zeros(s, f);
    write_answers(s, f);
    write_bench_open(s, f);
    write_drive(s, f);
}
