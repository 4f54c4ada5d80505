/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the C sides of the checker and of the test bench, and the header that <block>_cover.c and
 * the stimulus read. */
#include <ctype.h>
#include <string.h>

#include "seam/seam.h"

static const char *c_type(const struct seam_pair *p)
{
    if (p->flags) return p->dims == 0 ? "svBit" : NULL;
    if (p->dims > 0) return NULL;
    return p->bits == 8 ? "unsigned char" : p->bits == 32 ? "unsigned" : "unsigned long long";
}

/* The argument of a prototype. out: it is filled in. */
static void write_argument(const struct seam_pair *p, bool out, FILE *f)
{
    const char *type = c_type(p);
    if (type != NULL) fprintf(f, ", %s %s%s_v", type, out ? "*" : "", p->var);
    else fprintf(f, ", %ssvBitVecVal *%s_v", out ? "" : "const ", p->var);
}

static char *upper(const char *text)
{
    char *s = seam_text("%s", text);
    for (char *p = s; *p != '\0'; p++) *p = (char)toupper((unsigned char)*p);
    return s;
}

void seam_write_header(const struct seam *s, FILE *f)
{
    const char *b = s->block;
    char *guard = upper(b);
    fprintf(f,
            "/* Generated from %s: docs/seam.md. */\n#ifndef HEDDLE_%s_SEAM_H\n"
            "#define HEDDLE_%s_SEAM_H\n\n#include \"%s/%s.h\"\n\n",
            s->fields.path, guard, guard, s->socket, b);
    if (s->fields.bins > 0) fprintf(f, "enum {\n");
    for (size_t i = 0; i < s->fields.bins; i++)
        fprintf(f, "    BIN_%s,\n", upper(s->fields.bin[i].name));
    fprintf(f,
            "%s\n/* %s_cover.c: counts the situations that the cycle is one of. */\n"
            "void %s_cover(const struct %s *s, const struct %s_in *in, const struct %s_out *out,\n"
            "    uint64_t *bin);\n\n"
            "/* The stimulus: %s_stim.c. What the block has answered is what the description lets "
            "it see.\n * Returns false for a cycle with reset low. */\n",
            s->fields.bins > 0 ? "};\n" : "", b, b, b, b, b, b);
    if (s->module.parameters > 0)
        fprintf(f, "void %s_stim_open(const struct %s_cfg *cfg);\n", b, b);
    else fprintf(f, "void %s_stim_open(void);\n", b);
    fprintf(f, "bool %s_stim(struct %s_in *in, const struct %s_out *out);\n\n#endif\n", b, b, b);
}

/* ---- the checker's side ---- */

/* The first field with the same condition: its function is the others' as well. */
static const struct seam_pair *same_condition(const struct seam *s, const struct seam_pair *p)
{
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_line *l = s->pair[i].line;
        if (l != NULL && l->cond != NULL && strcmp(l->cond, p->line->cond) == 0) return &s->pair[i];
    }
    return p;
}

/* Of a condition: the model s, and what is kept beside it, v. */
static const char *states(const struct seam *s)
{
    return s->wider ? seam_text("    const state *v = s_;\n    const struct %s *s = &v->model;\n"
                                "    (void)s;\n    (void)v;\n",
                                s->block)
                    : "    const state *s = s_;\n    (void)s;\n";
}

static void write_conditions(const struct seam *s, FILE *f)
{
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->line == NULL || p->line->cond == NULL || same_condition(s, p) != p) continue;
        fprintf(
            f,
            "static bool means_%s(const void *s_, const void *in_, const void *out_, uint32_t i)\n"
            "{\n%s    const inputs *in = in_;\n"
            "    const outputs *out = out_;\n    (void)in;\n    (void)out;\n"
            "    (void)i;\n    return %s; /* line %d */\n}\n\n",
            p->var, states(s), p->line->cond, p->line->number);
    }
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->line == NULL || p->line->bits == NULL) continue;
        fprintf(f,
                "static uint64_t bits_%s(const void *s_, uint32_t i)\n{\n%s"
                "    (void)i;\n    return %s; /* line %d */\n}\n\n",
                p->var, states(s), p->line->bits, p->line->number);
    }
}

static void write_quoted(const char *text, FILE *f)
{
    fputc('"', f);
    for (const char *p = text; p != NULL && *p != '\0'; p++) {
        if (*p == '"' || *p == '\\') fputc('\\', f);
        fputc(*p, f);
    }
    fputc('"', f);
}

static void write_table(const struct seam *s, FILE *f)
{
    static const char *const kinds[] = {"HD_IN", "HD_OUT", "HD_STATE"};
    static const char *const types[] = {"inputs", "outputs", "state"};
    fprintf(f, "static const struct hd_field fields[] = {\n");
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        const char *type = types[p->kind];
        fprintf(f,
                "    {.kind = %s, .name = \"%s\", .offset = offsetof(%s, %s),\n"
                "     .size = sizeof(((%s *)0)->%s)",
                kinds[p->kind], p->field, type, p->member, type, p->member);
        if (p->dims > 0)
            fprintf(f,
                    ", .stride = sizeof(((%s *)0)->%s[0]),\n"
                    "     .room = sizeof(((%s *)0)->%s) / sizeof(((%s *)0)->%s[0])",
                    type, p->array, type, p->array, type, p->array);
        if (p->dims > 1)
            fprintf(f,
                    ", .row_step = sizeof(((%s *)0)->%s[0]),\n"
                    "     .rows = sizeof(((%s *)0)->%s) / sizeof(((%s *)0)->%s[0])",
                    type, p->row, type, p->row, type, p->row);
        if (p->line != NULL && p->line->words) fprintf(f, ",\n     .width = %u", p->bits);
        if (p->flags) fprintf(f, ",\n     .flag = true");
        if (p->line != NULL && p->line->when != NULL) fprintf(f, ",\n     .sized = true");
        if (p->line != NULL && p->line->cond != NULL)
            fprintf(f, ",\n     .means = means_%s", same_condition(s, p)->var);
        if (p->line != NULL && p->line->bits != NULL) fprintf(f, ",\n     .bits = bits_%s", p->var);
        if (p->line != NULL && p->line->sentence != NULL) {
            fprintf(f, ",\n     .rule = ");
            write_quoted(p->line->sentence, f);
        }
        fprintf(f, "},\n");
    }
    fprintf(f, "};\n\n");
}

static void write_block(const struct seam *s, FILE *f)
{
    const char *b = s->block;
    const struct seam_model *m = &s->model;
    const bool resets = seam_has_function(m, seam_text("%s_reset", b));
    fprintf(f, "static const struct hd_bin bins[] = {\n");
    for (size_t i = 0; i < s->fields.bins; i++) {
        fprintf(f, "    {\"%s\", ", s->fields.bin[i].name);
        write_quoted(s->fields.bin[i].meaning, f);
        fprintf(f, "},\n");
    }
    fprintf(f, "    {NULL, NULL},\n};\n\n");
    const char *whole = s->wider ? "&((state *)s)->model" : "s";
    const char *read = s->wider ? "&((const state *)s)->model" : "s";
    fprintf(f, "static void reset(void *s)\n{\n");
    if (resets) fprintf(f, "    %s_reset(%s);\n", b, whole);
    else
        fprintf(f,
                "    const struct %s *model = %s;\n    const struct %s_cfg cfg = model->cfg;\n"
                "    (void)%s_init(%s, &cfg);\n",
                b, read, b, b, whole);
    if (s->wider) fprintf(f, "    follow(s, NULL, NULL);\n");
    fprintf(
        f,
        "}\nstatic void eval(const void *s, const void *in, void *out) { %s_eval(%s, in, out); }\n"
        "static void tick(void *s, const void *in, const void *out)\n{\n"
        "    %s_tick(%s, in, out);\n%s}\n"
        "static const char *check(const void *s) { return %s_check(%s); }\n"
        "static const char *promise(const void *s, const void *in) { return %s_promise(%s, in); "
        "}\n",
        b, read, b, whole, s->wider ? "    follow(s, in, out);\n" : "", b, read, b, read);
    if (s->covered)
        fprintf(f,
                "static void cover(const void *s, const void *in, const void *out, uint64_t *bin)\n"
                "{\n    %s_cover(%s, in, out, bin);\n}\n",
                b, read);
    fprintf(
        f,
        "\nstatic const struct hd_block block = {\n    .name = \"%s\",\n"
        "    .state_size = sizeof(state),\n    .in_size = sizeof(inputs),\n"
        "    .out_size = sizeof(outputs),\n    .reset = reset,\n    .eval = eval,\n"
        "    .tick = tick,\n    .check = check,\n    .promise = promise,\n    .bins = bins,\n%s%s",
        b, s->covered ? "    .cover = cover,\n" : "",
        s->module.reset ? "" : "    .no_reset = true,\n");
    fprintf(f, "    .waves = ");
    write_quoted(s->fields.waves, f);
    if (s->fields.index != NULL) {
        fprintf(f, ",\n    .index_rule = ");
        write_quoted(s->fields.index, f);
    }
    fprintf(f, ",\n};\n\n");
}

static void write_open(const struct seam *s, FILE *f)
{
    const char *b = s->block;
    const struct seam_module *m = &s->module;
    fprintf(f, "unsigned long long %s_open(const char *path", b);
    for (size_t i = 0; i < m->parameters; i++) fprintf(f, ", unsigned %s", m->parameter[i].member);
    fprintf(f, ")\n{\n");
    if (m->parameters > 0) fprintf(f, "    const struct %s_cfg cfg = {\n", b);
    for (size_t i = 0; i < m->parameters; i++)
        fprintf(f, "        .%s = %s,\n", m->parameter[i].member, m->parameter[i].member);
    if (m->parameters > 0) fprintf(f, "    };\n");
    fprintf(f, "    char text[%zu] = \"\";\n", 64 * m->parameters + 64);
    if (m->parameters > 0) fprintf(f, "    snprintf(text, sizeof text, \"");
    for (size_t i = 0; i < m->parameters; i++)
        fprintf(f, "%s%s=%%u", i == 0 ? "" : " ", m->parameter[i].name);
    if (m->parameters > 0) fprintf(f, "\"");
    for (size_t i = 0; i < m->parameters; i++) fprintf(f, ", %s", m->parameter[i].member);
    fprintf(f,
            "%s    struct hd_instance *inst = hd_begin(&block, path, text, fields,\n"
            "                                       sizeof fields / sizeof fields[0]);\n"
            "    state *s = hd_model(inst);\n    const char *wrong = %s_init(%s%s);\n"
            "    if (wrong != NULL) {\n"
            "        fprintf(stderr, \"ERROR %s: %%s (%%s)\\n\", wrong, text);\n        exit(2);\n"
            "    }\n%s    return hd_handle(inst);\n}\n\n",
            m->parameters > 0 ? ");\n" : "", b, s->wider ? "&s->model" : "s",
            m->parameters > 0 ? ", &cfg" : "", b, s->wider ? "    follow(s, NULL, NULL);\n" : "");
}

/* How many elements a row or the whole has, as an expression of C. */
static char *many(const struct seam_pair *p, size_t field)
{
    const unsigned fixed = seam_fixed(p);
    return fixed > 0 ? seam_text("%u", fixed) : seam_text("hd_count(inst, %zu)", field);
}

/* From the vector of the argument into the struct. */
static void write_take(const struct seam_pair *p, size_t field, const char *to, FILE *f)
{
    char *n = many(p, field);
    if (p->dims == 0)
        fprintf(f, "    %s->%s = %s_v%s;\n", to, p->member, p->var, p->flags ? " != 0" : "");
    else if (seam_dense(p) && p->flags)
        fprintf(f, "    hd_take_flags(%s->%s, sizeof %s->%s, %s_v, %s);\n", to, p->array, to,
                p->array, p->var, n);
    else if (seam_dense(p))
        fprintf(f, "    memcpy(%s->%s, %s_v, %s * sizeof %s->%s);\n", to, p->array, p->var, n, to,
                p->member);
    else
        fprintf(f, "    hd_take(inst, %zu, %s, %s_v, %s);\n", field, to, p->var,
                p->flags ? "true" : "false");
}

static void write_state(const struct seam *s, FILE *f)
{
    size_t reg = 0;
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->kind != SEAM_REG) continue;
        if (reg == 0) fprintf(f, "void %s_state(unsigned long long handle", s->block);
        reg++;
        if (p->writers > 0) fprintf(f, ", unsigned %s_n, const svBitVecVal *%s_at", p->var, p->var);
        write_argument(p, false, f);
    }
    if (reg == 0) return;
    fprintf(f, ")\n{\n    struct hd_instance *inst = hd_instance(handle);\n"
               "    if (!hd_compares(inst)) return;\n");
    reg = 0;
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->kind != SEAM_REG) continue;
        char *n = many(p, i);
        /* The places, and the row that is at each. A place may be none of the memory. */
        if (p->writers > 0)
            fprintf(f, "    hd_state_rows(inst, %zu, %s_at, %s_n, %s_v);\n", reg, p->var, p->var,
                    p->var);
        else if (p->dims == 0 && p->flags)
            fprintf(f, "    hd_state_bool(inst, %zu, %s_v != 0);\n", reg, p->var);
        else if (p->dims == 0)
            fprintf(f, "    hd_state(inst, %zu, 1, &%s_v, sizeof %s_v);\n", reg, p->var, p->var);
        else if (seam_dense(p) && !p->flags)
            fprintf(f, "    hd_state(inst, %zu, 1, %s_v, %s * sizeof ((state *)0)->%s);\n", reg,
                    p->var, n, p->member);
        else if (seam_dense(p)) fprintf(f, "    hd_state_flags(inst, %zu, %s_v);\n", reg, p->var);
        else
            fprintf(f, "    hd_state_each(inst, %zu, %s_v, %s);\n", reg, p->var,
                    p->flags ? "true" : "false");
        reg++;
    }
    fprintf(f, "}\n\n");
}

/* Where the model was written; where its counters go on. */
static void write_questions(const struct seam *s, FILE *f)
{
    const char *b = s->block;
    const struct seam_pair *p;
    for (size_t i = 0; i < s->pairs; i++)
        for (size_t w = 0; w < s->pair[i].writers; w++)
            if (seam_asks(s, i, w))
                fprintf(f,
                        "void %s_at_%s(unsigned long long handle, svBitVecVal *places)\n{\n"
                        "    %s(hd_model(hd_instance(handle)), places);\n}\n\n",
                        b, s->pair[i].writer[w].function, s->pair[i].writer[w].function);
    if (s->fields.jumps == NULL) return;
    fprintf(f, "svBit %s_jump(unsigned long long handle", b);
    for (size_t i = 0; (p = seam_jump(s, i)) != NULL; i++) write_argument(p, true, f);
    fprintf(f, ")\n{\n    struct hd_instance *inst = hd_instance(handle);\n"
               "    state *s = hd_model(inst);\n    if (!jump(s, inst)) return 0;\n");
    for (size_t i = 0; (p = seam_jump(s, i)) != NULL; i++)
        fprintf(f, "    *%s_v = s->%s;\n", p->var, p->member);
    fprintf(f, "    return 1;\n}\n\n");
}

void seam_write_checker_c(const struct seam *s, FILE *f)
{
    const char *b = s->block;
    fprintf(
        f,
        "/* Generated from %s: docs/seam.md. */\n"
        "/* The C side of hd_%s_lockstep: describes the block to the harness, unpacks "
        "arguments. */\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
        "#include \"Vtb__Dpi.h\"\n#include \"common/lockstep.h\"\n#include \"common/unpack.h\"\n"
        "#include \"%s/%s_seam.h\"\n\ntypedef struct %s%s state;\ntypedef struct %s_in inputs;\n"
        "typedef struct %s_out outputs;\n",
        s->fields.path, b, s->socket, b, b, s->wider ? "_view" : "", b, b);
    if (s->viewed) fprintf(f, "#include \"%s/%s_view.h\"\n", s->socket, b);
    fprintf(f, "\n");
    write_conditions(s, f);
    write_table(s, f);
    write_block(s, f);
    write_open(s, f);
    write_state(s, f);
    write_questions(s, f);
    fprintf(f, "int %s_ports(unsigned long long handle, svBit rst_n", b);
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind != SEAM_REG) write_argument(&s->pair[i], false, f);
    fprintf(f, ")\n{\n    struct hd_instance *inst = hd_instance(handle);\n"
               "    inputs *in = hd_inputs(inst);\n    outputs *out = hd_outputs(inst);\n"
               "    (void)in;\n    (void)out;\n");
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind != SEAM_REG)
            write_take(&s->pair[i], i, s->pair[i].kind == SEAM_IN ? "in" : "out", f);
    fprintf(f, "    return hd_ports(inst, rst_n != 0);\n}\n");
}

/* ---- the test bench's side ---- */

/* Dimension d: a number, or what the test bench said at the start. */
static char *dimension(const struct seam_pair *p, size_t d)
{
    return seam_fixed(p) > 0 ? p->of[d] : seam_text("size.%s_n%zu", p->var, d);
}

/* Between a struct and a vector, element by element. give: into the vector. */
static void write_move(const struct seam_pair *p, bool give, FILE *f)
{
    const char *base = give ? "in." : "out.";
    const char *n = p->dims > 0 ? dimension(p, p->dims - 1) : "1";
    if (p->dims == 0) {
        if (give) fprintf(f, "    *%s_v = in.%s;\n", p->var, p->member);
        else fprintf(f, "    out.%s = %s_v%s;\n", p->member, p->var, p->flags ? " != 0" : "");
        return;
    }
    const char *indent = p->dims == 2 ? "    " : "";
    if (p->dims == 2) fprintf(f, "    for (uint32_t r = 0; r < %s; r++) {\n", dimension(p, 0));
    char *array =
        p->dims == 2 ? seam_text("%s[r]%s", p->row, p->array + strlen(p->row) + 3) : p->array;
    char *at = p->dims == 2 ? seam_text("r * %s + i", n) : "i";
    char *first = p->dims == 2 ? seam_text("r * %s * %u", n, p->bits / 32) : "0";
    char *element = seam_element(p, "r", "i");
    const bool plain = strcmp(p->member + strlen(p->array), "[0]") == 0;
    if (p->flags)
        fprintf(f,
                give ? "%s    for (uint32_t i = 0; i < %s; i++) hd_put_flag(%s_v, %s, %s%s);\n"
                     : "%s    for (uint32_t i = 0; i < %s; i++) hd_get_flag(%s_v, %s, &%s%s);\n",
                indent, n, p->var, at, base, element);
    else if (plain && p->bits >= 32 && give)
        fprintf(f, "%s    memcpy(%s_v + %s, %s%s, %s * sizeof *%s%s);\n", indent, p->var, first,
                base, array, n, base, array);
    else if (plain && p->bits >= 32)
        fprintf(f, "%s    memcpy(%s%s, %s_v + %s, %s * sizeof *%s%s);\n", indent, base, array,
                p->var, first, n, base, array);
    else
        fprintf(f, "%s    for (uint32_t i = 0; i < %s; i++)\n%s        %s(%s_v, %s, &%s%s, %u);\n",
                indent, n, indent, give ? "hd_put" : "hd_get", p->var, at, base, element,
                p->bits / 8);
    if (p->dims == 2) fprintf(f, "    }\n");
}

void seam_write_bench_c(const struct seam *s, FILE *f)
{
    const char *b = s->block;
    const struct seam_module *m = &s->module;
    fprintf(f,
            "/* Generated from %s: docs/seam.md. */\n"
            "/* The C side of hd_%s_tb: between the stimulus and the ports. */\n"
            "#include <string.h>\n\n#include \"Vtb__Dpi.h\"\n#include \"common/stim.h\"\n"
            "#include \"common/unpack.h\"\n#include \"%s/%s_seam.h\"\n\n"
            "static struct %s_in in;\nstatic struct %s_out out;\n",
            s->fields.path, b, s->socket, b, b, b);
    bool any = false;
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->kind == SEAM_REG || seam_fixed(p) > 0) continue;
        for (size_t d = 0; d < p->dims; d++) {
            if (!any) fprintf(f, "static struct {\n");
            any = true;
            fprintf(f, "    uint32_t %s_n%zu;\n", p->var, d);
        }
    }
    if (any) fprintf(f, "} size;\n");
    fprintf(f, "\nvoid %s_drive_open(", b);
    const char *separator = "";
    for (size_t i = 0; i < m->parameters; i++, separator = ", ")
        fprintf(f, "%sunsigned %s", separator, m->parameter[i].member);
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->kind == SEAM_REG || seam_fixed(p) > 0) continue;
        for (size_t d = 0; d < p->dims; d++, separator = ", ")
            fprintf(f, "%sunsigned %s_n%zu", separator, p->var, d);
    }
    fprintf(f, "%s)\n{\n", *separator == '\0' ? "void" : "");
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->kind == SEAM_REG || seam_fixed(p) > 0) continue;
        for (size_t d = 0; d < p->dims; d++)
            fprintf(f, "    size.%s_n%zu = %s_n%zu;\n", p->var, d, p->var, d);
    }
    if (m->parameters > 0) fprintf(f, "    const struct %s_cfg cfg = {\n", b);
    for (size_t i = 0; i < m->parameters; i++)
        fprintf(f, "        .%s = %s,\n", m->parameter[i].member, m->parameter[i].member);
    if (m->parameters > 0) fprintf(f, "    };\n");
    fprintf(f, "    %s_stim_open(%s);\n}\n\nvoid %s_drive(svBit *rst_n", b,
            m->parameters > 0 ? "&cfg" : "", b);
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (seam_is_seen(s, p, false) || seam_is_seen(s, p, true)) write_argument(p, false, f);
        else if (p->kind == SEAM_IN) write_argument(p, true, f);
    }
    fprintf(f, ")\n{\n    bool run = true;\n"
               "    if (!hd_stim_play(&run, &in, sizeof in)) {\n");
    for (size_t i = 0; i < s->pairs; i++)
        if (seam_is_seen(s, &s->pair[i], false) || seam_is_seen(s, &s->pair[i], true))
            write_move(&s->pair[i], false, f);
    fprintf(
        f,
        "        run = %s_stim(&in, &out);\n        hd_stim_record(run, &in, sizeof in);\n    }\n"
        "    *rst_n = run;\n",
        b);
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind == SEAM_IN) write_move(&s->pair[i], true, f);
    fprintf(f, "}\n");
}
