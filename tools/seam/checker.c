/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the checker: hd_<block>_lockstep.sv, bound to every instance of the block. */
#include <stdlib.h>
#include <string.h>

#include "seam/seam.h"

char *seam_argument(const struct seam_pair *p)
{
    if (p->dims > 0)
        return p->flags ? seam_text("bit [(%s)-1:0]", seam_count(p))
                        : seam_text("bit [(%s)*%u-1:0]", seam_count(p), p->bits);
    if (p->flags) return "bit";
    if (p->bits < 32) return p->bits == 8 ? "byte unsigned" : "shortint unsigned";
    return p->bits == 32 ? "int unsigned" : "longint unsigned";
}

/* The register's own name, behind the last dot: HD_NO_<name> leaves it out. */
static char *last_name(const char *place)
{
    const char *from = strrchr(place, '.');
    from = from == NULL ? place : from + 1;
    return seam_part(from, strcspn(from, "["));
}

void seam_write_parameters(const struct seam_module *m, FILE *f)
{
    if (m->parameters == 0) return;
    fprintf(f, " #(\n");
    for (size_t i = 0; i < m->parameters; i++)
        fprintf(f, "    parameter %s %s = %s%s\n", m->parameter[i].type, m->parameter[i].name,
                m->parameter[i].value, i + 1 < m->parameters || *m->localparams != '\0' ? "," : "");
    if (*m->localparams != '\0') fprintf(f, "    %s\n", m->localparams);
    fputc(')', f);
}

static void write_header(const struct seam *s, FILE *f)
{
    const struct seam_module *m = &s->module;
    fprintf(f,
            "// Generated from %s and %s: docs/seam.md.\n"
            "// Lockstep checker of %s, bound to every instance of it (dpi/common/lockstep.h).\n"
            "//\n// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a "
            "module of somebody\n// else that has none of that name.\n\nmodule %s_lockstep",
            s->fields.path, m->path, m->name, m->name);
    seam_write_parameters(m, f);
    fprintf(f, " (\n    input logic clk_i%s", m->reset ? ",\n    input logic rst_ni" : "");
    for (size_t i = 0; i < m->ports; i++)
        fprintf(f, ",\n    input logic %s %s", m->port[i].range, m->port[i].name);
    fprintf(f, "\n);\n\n");
}

static char *places_of(const struct seam_writer *w)
{
    return w->port != NULL ? seam_count(w->port) : w->function != NULL ? w->count : seam_text("1");
}

char *seam_places(const struct seam_pair *p)
{
    char *n = seam_text("1");
    for (size_t w = 0; w < p->writers; w++)
        if (!p->writer[w].each) n = seam_text("%s+(%s)", n, places_of(&p->writer[w]));
    return n;
}

const struct seam_writer *seam_each(const struct seam_pair *p)
{
    for (size_t w = 0; w < p->writers; w++)
        if (p->writer[w].each) return &p->writer[w];
    return NULL;
}

bool seam_asks(const struct seam *s, size_t r, size_t w)
{
    const char *name = s->pair[r].writer[w].function;
    if (name == NULL) return false;
    for (size_t i = 0; i <= r; i++)
        for (size_t k = 0; k < (i < r ? s->pair[i].writers : w); k++) {
            const char *other = s->pair[i].writer[k].function;
            if (other != NULL && strcmp(other, name) == 0) return false;
        }
    return true;
}

/* A register in a generate block that is there in some sizes only: what names it is generated under
 * the same condition. */
static bool is_guarded(const struct seam_pair *p)
{
    return p->kind == SEAM_REG && p->line->when != NULL && p->line->at != NULL;
}

static void write_guard(const struct seam_pair *p, FILE *f)
{
    if (is_guarded(p)) fprintf(f, "  if (%s) begin : gen_%s_here\n", p->line->when, p->var);
}

static const char *row_length(const struct seam_pair *p) { return p->dims == 2 ? p->of[1] : "1"; }

static void write_part_import(const struct seam_pair *p, FILE *f)
{
    char *k = seam_places(p);
    fprintf(f,
            ",\n      input int unsigned %s_n, input bit [(%s)*32-1:0] %s_at,\n"
            "      input bit [(%s)*(%s)*%u-1:0] %s_v",
            p->var, k, p->var, k, row_length(p), p->bits, p->var);
    if (seam_each(p) != NULL)
        fprintf(f,
                ",\n      input int unsigned %s_each_n, input bit [(%s)*32-1:0] %s_each_at,\n"
                "      input bit [(%s)*%u-1:0] %s_each",
                p->var, seam_each(p)->count, p->var, seam_each(p)->count, p->bits, p->var);
}

/* Where a large memory was written at the last edge, as ports say and as the model says behind the
 * edge; then the place in turn. */
static void write_places(const struct seam_pair *p, FILE *f)
{
    const char *r = p->var;
    char *asked = seam_text("%s", ""), *first = seam_text("0");
    for (size_t w = 0; w < p->writers; w++) {
        const struct seam_writer *one = &p->writer[w];
        if (one->each) continue;
        if (one->function != NULL) asked = seam_text(", %s_at%s", one->function, asked);
        else first = seam_text("%s+(%s)", first, places_of(one));
    }
    const char *own = *asked == '\0' ? seam_text("%s_at", r) : seam_text("%s_own", r);
    fprintf(f, "  int unsigned %s_turn;\n  initial %s_turn = 0;\n  bit [(%s+1)*32-1:0] %s;\n", r, r,
            first, own);
    fprintf(f, "  always @(posedge clk_i) begin\n");
    first = seam_text("0");
    for (size_t w = 0; w < p->writers; w++) {
        const struct seam_pair *port = p->writer[w].port;
        char *c = places_of(&p->writer[w]);
        if (p->writer[w].function != NULL) continue;
        if (port == NULL)
            fprintf(f, "    %s[(%s)*32+:32] <= 32'%s;\n", own, first, p->writer[w].place);
        else
            fprintf(f,
                    "    for (int i = 0; i < %s; i++)\n      %s[(%s+i)*32+:32] <= "
                    "32'(%s[i*($bits(%s)/(%s))+:$bits(%s)/(%s)]);\n",
                    c, own, first, port->rtl, port->rtl, c, port->rtl, c);
        first = seam_text("%s+(%s)", first, c);
    }
    fprintf(f,
            "    %s[(%s)*32+:32] <= %s_turn;\n"
            "    %s_turn <= %s_turn == (%s) - 1 ? 0 : %s_turn + 1;\n  end\n",
            own, first, r, r, r, p->of[0], r);
    if (*asked != '\0')
        fprintf(f, "  wire [(%s)*32-1:0] %s_at = {%s%s};\n", seam_places(p), r, own, asked);
}

/* Element l of rows whose elements have places of their own. */
static void write_each(const struct seam_pair *p, const char *width, FILE *f)
{
    const char *r = p->var, *row = row_length(p), *at = seam_each(p)->function;
    fprintf(f,
            "  for (genvar k = 0; k < %s; k++) begin : gen_%s_each\n"
            "    for (genvar l = 0; l < %s; l++) begin : gen_row\n"
            "      assign %s_each[(k*(%s)+l)*%u+:%u] = %u'(%s);\n    end\n  end\n",
            seam_each(p)->rows, r, row, r, row, p->bits, p->bits, p->bits,
            seam_replace(p->rtl, "e", seam_text("%s_at[(k*(%s)+l)*32+:%s]", at, row, width)));
}

/* A large memory. Where nothing was written the place is as good as any other. After the last cycle
 * every element. */
static void write_part(const struct seam_pair *p, FILE *f)
{
    const char *r = p->var, *n = p->of[0], *row = row_length(p);
    char *k = seam_places(p);
    char *width = seam_text("((%s) > 1 ? $clog2(%s) : 1)", n, n);
    write_places(p, f);
    fprintf(f, "  bit [(%s)*(%s)*%u-1:0] %s_v;\n", k, row, p->bits, r);
    if (seam_each(p) != NULL)
        fprintf(f, "  bit [(%s)*%u-1:0] %s_each;\n", seam_each(p)->count, p->bits, r);
    fprintf(f, "`ifndef HD_NO_%s\n", last_name(p->rtl));
    write_guard(p, f);
    if (seam_each(p) != NULL) write_each(p, width, f);
    fprintf(f,
            "  for (genvar k = 0; k < %s; k++) begin : gen_%s\n"
            "    for (genvar l = 0; l < %s; l++) begin : gen_row\n"
            "      assign %s_v[(k*(%s)+l)*%u+:%u] =\n          %u'(%s);\n    end\n  end\n",
            k, r, row, r, row, p->bits, p->bits, p->bits,
            seam_replace(p->rtl, "e", seam_text("%s_at[k*32+:%s]", r, width)));
    fprintf(f,
            "  for (genvar l = 0; l < %s; l++) begin : gen_%s_last\n"
            "    final\n      for (int unsigned e = 0; e < %s; e++)\n"
            "        hd_last(handle, \"%s\", e * (%s) + l,\n            64'(%u'(%s)));\n  "
            "end\n%s`endif\n",
            row, r, n, r, row, p->bits, seam_replace(p->rtl, "e", seam_text("%s'(e)", width)),
            is_guarded(p) ? "  end\n" : "");
}

/* The words that memories have in the first cycle, which no reset sets. */
static void write_begins(const struct seam *s, FILE *f)
{
    if (s->fields.begins == 0) return;
    fprintf(f, "`ifndef HD_NO_CONTENTS\n  bit begun;\n  initial begun = 1'b0;\n"
               "  always @(posedge clk_i) begun <= 1'b1;\n");
    for (size_t i = 0; i < s->fields.begins; i++) {
        const struct seam_line *l = &s->fields.begin[i];
        const char *n = l->of[0], *row = l->ofs == 2 ? l->of[1] : "1";
        const char *index = strchr(l->as, '[');
        char *at = seam_text("%s.%s", s->module.name, l->at);
        fprintf(f,
                "  for (genvar l = 0; l < %s; l++) begin : gen_%s_begin\n"
                "    always @(posedge clk_i)\n"
                "      for (int unsigned e = 0; e < (begun ? 0 : %s); e++)\n"
                "        %s_begin_%s(handle, %s,\n            64'(%s));\n  end\n",
                row, l->name, n, s->block, l->name,
                index == NULL ? seam_text("e * (%s) + l", row)
                              : seam_part(index + 1, strlen(index) - 2),
                seam_replace(at, "e", seam_text("((%s) > 1 ? $clog2(%s) : 1)'(e)", n, n)));
    }
    fprintf(f, "`endif\n\n");
}

static void write_imports(const struct seam *s, FILE *f)
{
    fprintf(f, "  import \"DPI-C\" function longint unsigned %s_open(\n      input string path",
            s->block);
    for (size_t i = 0; i < s->module.parameters; i++)
        fprintf(f, ",\n      input int unsigned %s_v", s->module.parameter[i].member);
    fprintf(f,
            ");\n  import \"DPI-C\" function void hd_shape(\n"
            "      input longint unsigned handle, input string field, input int unsigned bits,\n"
            "      input int unsigned count, input int unsigned row);\n"
            "  import \"DPI-C\" function void hd_opened(input longint unsigned handle);\n"
            "  import \"DPI-C\" function int %s_ports(\n"
            "      input longint unsigned handle, input bit rst_n",
            s->block);
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind != SEAM_REG)
            fprintf(f, ",\n      input %s %s_v", seam_argument(&s->pair[i]), s->pair[i].var);
    fprintf(f, ");\n");
    bool any = false;
    for (size_t i = 0; i < s->pairs; i++) {
        if (s->pair[i].kind != SEAM_REG) continue;
        if (!any)
            fprintf(
                f,
                "  import \"DPI-C\" function void %s_state(\n      input longint unsigned handle",
                s->block);
        any = true;
        if (s->pair[i].writers > 0) write_part_import(&s->pair[i], f);
        else fprintf(f, ",\n      input %s %s_v", seam_argument(&s->pair[i]), s->pair[i].var);
    }
    if (any) fprintf(f, ");\n");
    for (size_t i = 0; i < s->fields.begins; i++)
        fprintf(f,
                "  import \"DPI-C\" function void %s_begin_%s(\n      input longint unsigned "
                "handle, input int unsigned index,\n      input longint unsigned value);\n",
                s->block, s->fields.begin[i].name);
    const struct seam_pair *jump;
    for (size_t i = 0; (jump = seam_jump(s, i)) != NULL; i++)
        fprintf(f, "%s,\n      output %s %s_v%s",
                i > 0 ? ""
                      : seam_text("  import \"DPI-C\" function bit %s_jump(\n"
                                  "      input longint unsigned handle",
                                  s->block),
                seam_argument(jump), jump->var, seam_jump(s, i + 1) == NULL ? ");\n" : "");
    for (size_t i = 0; i < s->pairs; i++)
        for (size_t w = 0; w < s->pair[i].writers; w++)
            if (seam_asks(s, i, w))
                fprintf(f,
                        "  import \"DPI-C\" function void %s_at_%s(\n      input longint unsigned "
                        "handle, output bit [(%s)*32-1:0] places);\n",
                        s->block, s->pair[i].writer[w].function, s->pair[i].writer[w].count);
    for (size_t i = 0; i < s->pairs; i++) {
        if (s->pair[i].writers == 0) continue;
        fprintf(f, "  import \"DPI-C\" function void hd_last(\n"
                   "      input longint unsigned handle, input string name, input int unsigned "
                   "index,\n      input longint unsigned value);\n");
        break;
    }
}

/* Element 0. */
static char *one_place(const struct seam_pair *p)
{
    if (p->writers == 0) return seam_replace(p->rtl, "i", "0");
    return seam_replace(seam_replace(p->rtl, "e", "0"), "l", "0");
}

static const struct seam_register *declaration(const struct seam *s, const struct seam_pair *p)
{
    const struct seam_register *r = s->module.reg;
    while (strcmp(r->name, p->line->name) != 0) r++;
    return r;
}

/* Bits of an element of a register that is not there in all sizes, of all if the elements are its
 * parts: known by its declaration alone. What has more indices than unpacked dimensions is a bit.
 */
static char *declared_bits(const struct seam *s, const struct seam_pair *p)
{
    const struct seam_register *r = declaration(s, p);
    const char *colon = strrchr(r->packed, ':');
    int indices = 0;
    for (const char *q = strstr(p->line->at, r->name); q != NULL && *q != '\0'; q++)
        indices += *q == '[';
    for (const char *q = r->unpacked; *q != '\0'; q++) indices -= *q == '[';
    if ((indices > 0 && !seam_sliced(p->line)) || colon == NULL) return seam_text("1");
    return seam_text("((%.*s)-(%.*s)+1)", (int)(colon - r->packed) - 1, r->packed + 1,
                     (int)strlen(colon) - 2, colon + 1);
}

/* How many bits a register has. If it lies elsewhere: the bits of element 0, so often. */
static char *all_bits(const struct seam *s, const struct seam_pair *p)
{
    char *whole = seam_text("$bits(%s.%s)", s->module.name, p->line->name);
    if (p->line->at == NULL && p->line->words) return whole;
    if (p->line->at == NULL) /* elements that are not all of it: no width that fits */
        return seam_text("%s == $bits(%s) * (%s) ? %s : 32'hffffffff", whole, one_place(p),
                         seam_count(p), whole);
    const char *n = !p->line->words ? seam_count(p) : p->dims == 2 ? p->of[0] : "1";
    if (is_guarded(p) && seam_sliced(p->line)) /* a place has all the elements of a row */
        n = *declaration(s, p)->unpacked != '\0' ? p->of[0] : "1";
    if (is_guarded(p)) return seam_text("%s * (%s)", declared_bits(s, p), n);
    return seam_text("$bits(%s) * (%s)", one_place(p), n);
}

/* Widths and numbers of elements are those of the RTL. */
static void write_open(const struct seam *s, FILE *f)
{
    fprintf(
        f, "\n  longint unsigned handle;\n  initial begin\n    handle = %s_open($sformatf(\"%%m\")",
        s->block);
    for (size_t i = 0; i < s->module.parameters; i++)
        fprintf(f, ", %s", s->module.parameter[i].name);
    fprintf(f, ");\n");
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        const char *row = p->dims == 2 ? p->of[1] : "0";
        if (p->kind != SEAM_REG) {
            fprintf(f, "    hd_shape(handle, \"%s\", $bits(%s), %s, %s);\n", p->field, p->rtl,
                    seam_count(p), row);
            continue;
        }
        char *count = p->line->when == NULL
                          ? seam_count(p)
                          : seam_text("(%s) ? (%s) : 0", p->line->when, seam_count(p));
        fprintf(f,
                "`ifdef HD_NO_STATE\n    hd_shape(handle, \"%s\", 0, %s, %s);\n"
                "`elsif HD_NO_%s\n    hd_shape(handle, \"%s\", 0, %s, %s);\n"
                "`else\n    hd_shape(handle, \"%s\", %s, %s, %s);\n`endif\n",
                p->field, count, row, last_name(p->rtl), p->field, count, row, p->field,
                all_bits(s, p), count, row);
    }
    fprintf(f, "    hd_opened(handle);\n  end\n");
}

/* A loop over the elements, which Verilator unrolls up to 1,024 times: so it is two. */
static void write_loop(const char *n, const char *var, FILE *f)
{
    fprintf(f,
            "  for (genvar i_high = 0; i_high < (%s); i_high += 1024) begin : gen_%s_high\n"
            "  for (genvar i_low = 0; i_low < 1024 && i_high + i_low < (%s); i_low++)\n"
            "  begin : gen_%s\n"
            "    localparam int i = i_high + i_low;\n",
            n, var, n, var);
}

void seam_write_vector(const struct seam_pair *p, FILE *f)
{
    char *n = seam_count(p);
    const bool port = p->kind != SEAM_REG;
    fprintf(f, "  %s %s_v;\n", seam_argument(p), p->var);
    if (!port) fprintf(f, "`ifndef HD_NO_%s\n", last_name(p->rtl));
    write_guard(p, f);
    if (p->dims == 0) {
        fprintf(f, "  assign %s_v = %u'(%s);\n", p->var, p->flags ? 1 : p->bits, p->rtl);
    } else if (p->line != NULL && p->line->words) {
        char *m = seam_text("(%s)*%u", p->of[p->dims - 1], p->bits); /* bits of a row */
        if (p->dims == 1) fprintf(f, "  assign %s_v = (%s)'(%s);\n", p->var, m, p->rtl);
        else {
            write_loop(p->of[0], p->var, f);
            fprintf(f, "    assign %s_v[i*%s+:%s] = (%s)'(%s);\n  end\n  end\n", p->var, m, m, m,
                    port ? seam_text("%s[i*($bits(%s)/(%s))+:$bits(%s)/(%s)]", p->rtl, p->rtl,
                                     p->of[0], p->rtl, p->of[0])
                         : p->rtl);
        }
    } else if (p->whole != NULL) {
        fprintf(f, "  assign %s_v = %s;\n", p->var, p->whole);
    } else {
        write_loop(n, p->var, f);
        if (p->flags) fprintf(f, "    assign %s_v[i] = %s;\n", p->var, p->rtl);
        else if (port)
            fprintf(f, "    assign %s_v[i*%u+:%u] = %u'(%s[i*($bits(%s)/(%s))+:$bits(%s)/(%s)]);\n",
                    p->var, p->bits, p->bits, p->bits, p->rtl, p->rtl, n, p->rtl, n);
        else
            fprintf(f, "    assign %s_v[i*%u+:%u] = %u'(%s);\n", p->var, p->bits, p->bits, p->bits,
                    p->rtl);
        fprintf(f, "  end\n  end\n");
    }
    if (is_guarded(p)) fprintf(f, "  end\n");
    if (!port) fprintf(f, "`endif\n");
}

bool seam_as_it_is(const struct seam_pair *p)
{
    return p->kind != SEAM_REG && (p->dims == 0 || p->flags || p->plain);
}

/* Behind the comparison: counters are set near their ends, in RTL and model alike. */
static void write_jump(const struct seam *s, FILE *f)
{
    const struct seam_pair *p;
    char *call = seam_text("%s_jump(handle", s->block), *set = seam_text("%s", "");
    size_t n = 0;
    for (size_t i = 0; (p = seam_jump(s, i)) != NULL; i++, n++) {
        fprintf(f, "`ifndef HD_NO_%s\n", p->var);
        call = seam_text("%s, %s_jump", call, p->var);
        set = seam_text("%s      %s <= $bits(%s)'(%s_jump);\n", set, p->rtl, p->rtl, p->var);
    }
    fprintf(f,
            "`ifdef HD_JUMPS // in our own benches alone: it writes to registers of the RTL\n"
            "    if (%s)) begin\n%s    end\n`endif\n",
            call, set);
    while (n-- > 0) fprintf(f, "`endif\n");
}

static void write_state(const struct seam *s, FILE *f)
{
    const struct seam_pair *jump;
    fprintf(f, "\n`ifndef HD_NO_STATE\n");
    for (size_t i = 0; i < s->pairs; i++)
        for (size_t w = 0; w < s->pair[i].writers; w++)
            if (seam_asks(s, i, w))
                fprintf(f, "  bit [(%s)*32-1:0] %s_at;\n", s->pair[i].writer[w].count,
                        s->pair[i].writer[w].function);
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind == SEAM_REG && s->pair[i].writers > 0) write_part(&s->pair[i], f);
        else if (s->pair[i].kind == SEAM_REG) seam_write_vector(&s->pair[i], f);
    for (size_t i = 0; (jump = seam_jump(s, i)) != NULL; i++)
        fprintf(f, "  %s %s_jump;\n", seam_argument(jump), jump->var);
    const char *separator =
        seam_text("  always @(negedge clk_i) begin\n    %s_state(handle", s->block);
    bool any = false;
    for (size_t i = 0; i < s->pairs; i++) {
        if (s->pair[i].kind != SEAM_REG) continue;
        if (!any) fprintf(f, "%s", separator);
        if (s->pair[i].writers > 0)
            fprintf(f, ", %s, %s_at", seam_places(&s->pair[i]), s->pair[i].var);
        fprintf(f, ", %s_v", s->pair[i].var);
        if (seam_each(&s->pair[i]) != NULL)
            fprintf(f, ", %s, %s_at, %s_each", seam_each(&s->pair[i])->count,
                    seam_each(&s->pair[i])->function, s->pair[i].var);
        any = true;
    }
    if (any) fprintf(f, ");\n");
    if (s->fields.jumps != NULL) write_jump(s, f);
    if (any) fprintf(f, "  end\n");
    fprintf(f, "`endif\n\n");
}

static void write_cycle(const struct seam *s, FILE *f)
{
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind != SEAM_REG && !seam_as_it_is(&s->pair[i]))
            seam_write_vector(&s->pair[i], f);
    if (!s->module.reset)
        fprintf(f, "  // There is no reset: the model starts with the second edge.\n"
                   "  bit started;\n  initial started = 1'b0;\n");
    fprintf(f, "  int verdict;\n  always @(posedge clk_i) begin\n    verdict = %s_ports(handle, %s",
            s->block, s->module.reset ? "rst_ni" : "started");
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->kind == SEAM_REG) continue;
        if (!seam_as_it_is(p)) fprintf(f, ",\n        %s_v", p->var);
        else if (p->dims > 0 || p->flags) fprintf(f, ",\n        %s", p->rtl);
        else fprintf(f, ",\n        %u'(%s)", p->bits, p->rtl);
    }
    fprintf(f, ");\n");
    for (size_t i = 0; i < s->pairs; i++)
        for (size_t w = 0; w < s->pair[i].writers; w++)
            if (seam_asks(s, i, w))
                fprintf(f, "`ifndef HD_NO_STATE\n    %s_at_%s(handle, %s_at);\n`endif\n", s->block,
                        s->pair[i].writer[w].function, s->pair[i].writer[w].function);
    fprintf(f, "%s  end\n", s->module.reset ? "" : "    started = 1'b1;\n");
}

static void write_waves(const struct seam *s, FILE *f)
{
    unsigned number = 0;
    fprintf(f, "\n`ifdef HD_WAVES\n  hd_wave_fault u_fault (.clk_i, .handle);\n");
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind == SEAM_OUT)
            fprintf(f, "  hd_wave_pair #(.Width($bits(%s)), .Field(%u)) u_%s (.clk_i, .handle);\n",
                    s->pair[i].rtl, number++, s->pair[i].var);
    fprintf(f,
            "`endif\n\n  hd_verdict u_verdict (\n      .clk_i,\n      .verdict_i(verdict)\n  );\n"
            "endmodule\n");
}

void seam_write_checker(const struct seam *s, FILE *f)
{
    const struct seam_module *m = &s->module;
    write_header(s, f);
    write_imports(s, f);
    write_open(s, f);
    write_state(s, f);
    write_begins(s, f);
    write_cycle(s, f);
    write_waves(s, f);
    fprintf(f, "\nbind %s %s_lockstep", m->name, m->name);
    for (size_t i = 0; i < m->parameters; i++)
        fprintf(f, "%s.%s(%s)", i == 0 ? " #(\n    " : ", ", m->parameter[i].name,
                m->parameter[i].name);
    fprintf(f, "%s u_lockstep (.*);\n", m->parameters > 0 ? "\n)" : "");
}
