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
    if (p->bits < 32) return p->bits == 8 ? "unsigned char" : "unsigned short";
    return p->bits == 32 ? "unsigned" : "unsigned long long";
}

void seam_write_argument(const struct seam_pair *p, bool out, FILE *f)
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

/* What <block>_cover looks at: the model's structs, or the views if these have functions. */
static char *covered_struct(const struct seam *s, enum seam_kind kind)
{
    return s->own ? seam_ports_struct(s, kind) : seam_model_struct(s, kind);
}

void seam_write_header(const struct seam *s, FILE *f)
{
    const char *b = s->block, *like = seam_like(s);
    char *guard = upper(b);
    fprintf(f,
            "/* Generated from %s: docs/seam.md. */\n#ifndef HEDDLE_%s_SEAM_H\n"
            "#define HEDDLE_%s_SEAM_H\n\n#include \"%s/%s%s.h\"\n\n",
            s->fields.path, guard, guard, s->socket, b, s->took || s->gave ? "_view" : "");
    if (s->fields.bins > 0) fprintf(f, "enum {\n");
    for (size_t i = 0; i < s->fields.bins; i++)
        fprintf(f, "    BIN_%s,\n", upper(s->fields.bin[i].name));
    fprintf(f,
            "%s\n/* %s_cover.c: counts the situations that the cycle is one of. */\n"
            "void %s_cover(const %s *s, const %s *in, const %s *out,\n"
            "    uint64_t *bin);\n\n"
            "/* The stimulus: %s_stim.c. What the block has answered is what the description lets "
            "it see.\n * Returns false for a cycle with reset low. */\n",
            s->fields.bins > 0 ? "};\n" : "", b, b, covered_struct(s, SEAM_REG),
            covered_struct(s, SEAM_IN), covered_struct(s, SEAM_OUT), like);
    if (s->module.parameters > 0)
        fprintf(f, "void %s_stim_open(const struct %s_cfg *cfg);\n", like, like);
    else fprintf(f, "void %s_stim_open(void);\n", like);
    if (s->fields.zeros != NULL) fprintf(f, "bool %s_stim_zeros(void);\n", like);
    fprintf(f, "bool %s_stim(%s *in, const %s *out);\n\n#endif\n", like,
            seam_ports_struct(s, SEAM_IN), seam_ports_struct(s, SEAM_OUT));
}

/* What <block>_cover.c is written with. */
void seam_write_cover_header(const struct seam *s, FILE *f)
{
    const char *b = s->block, *guard = upper(b);
    fprintf(f,
            "/* Generated from %s: docs/seam.md. */\n#ifndef HEDDLE_%s_COVER_H\n"
            "#define HEDDLE_%s_COVER_H\n\n#include \"common/bits.h\"\n"
            "#include \"%s/%s_seam.h\"\n\n"
            "typedef %s state;\ntypedef %s inputs;\ntypedef %s outputs;\n\n#endif\n",
            s->fields.path, guard, guard, s->socket, b, covered_struct(s, SEAM_REG),
            covered_struct(s, SEAM_IN), covered_struct(s, SEAM_OUT));
}

/* ---- the checker's side ---- */

const struct seam_pair *seam_same_condition(const struct seam *s, const struct seam_pair *p)
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

/* Is the member `model` of the view another struct? */
static bool holds_model(const struct seam *s, enum seam_kind kind)
{
    return strcmp(seam_model_struct(s, kind), seam_ports_struct(s, kind)) != 0;
}

/* Of a condition: the cycle's inputs or outputs as the model has them, and their view. Of a
 * register the inputs are NULL. */
static char *seen(const struct seam *s, enum seam_kind kind)
{
    const char *name = kind == SEAM_IN ? "in" : "out",
               *type = kind == SEAM_IN ? "inputs" : "outputs";
    const char *view = kind == SEAM_IN ? "vi" : "vo";
    if (!holds_model(s, kind))
        return seam_text("    const %s *%s = %s_;\n    (void)%s;\n", type, name, name, name);
    return seam_text("    const %s *%s = %s_;\n    const %s *%s = %s == NULL ? NULL : &%s->model;\n"
                     "    (void)%s;\n    (void)%s;\n",
                     type, view, name, seam_model_struct(s, kind), name, view, view, view, name);
}

static char *ports_of_cycle(const struct seam *s)
{
    return seam_text("%s%s", seen(s, SEAM_IN), seen(s, SEAM_OUT));
}

static void write_conditions(const struct seam *s, FILE *f)
{
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->line == NULL || p->line->cond == NULL || seam_same_condition(s, p) != p) continue;
        fprintf(
            f,
            "static bool means_%s(const void *s_, const void *in_, const void *out_, uint32_t i)\n"
            "{\n%s%s    (void)i;\n    return %s; /* line %d */\n}\n\n",
            p->var, states(s), ports_of_cycle(s), p->line->cond, p->line->number);
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
        if (p->dims > 1 && !p->flat)
            fprintf(f,
                    ", .row_step = sizeof(((%s *)0)->%s[0]),\n"
                    "     .rows = sizeof(((%s *)0)->%s) / sizeof(((%s *)0)->%s[0])",
                    type, p->row, type, p->row, type, p->row);
        if (p->line != NULL && p->line->words) fprintf(f, ",\n     .width = %u", p->bits);
        if (p->flags) fprintf(f, ",\n     .flag = true");
        if (p->writers > 0) fprintf(f, ",\n     .parts = true");
        if (p->line != NULL && p->line->when != NULL) fprintf(f, ",\n     .sized = true");
        if (p->line != NULL && p->line->cond != NULL)
            fprintf(f, ",\n     .means = means_%s", seam_same_condition(s, p)->var);
        if (p->line != NULL && p->line->bits != NULL) fprintf(f, ",\n     .bits = bits_%s", p->var);
        if (p->line != NULL && p->line->sentence != NULL) {
            fprintf(f, ",\n     .rule = ");
            write_quoted(p->line->sentence, f);
        }
        fprintf(f, "},\n");
    }
    fprintf(f, "};\n\n");
}

/* What the harness calls: the view's functions. */
static void write_own_functions(const struct seam *s, FILE *f)
{
    fprintf(
        f,
        "static void reset(void *s) { view_reset(s); }\n"
        "static void eval(const void *s, const void *in, void *out) { view_eval(s, in, out); }\n"
        "static void tick(void *s, const void *in, const void *out) { view_tick(s, in, out); }\n"
        "static const char *check(const void *s)\n{\n"
        "    return %s_check(&((const state *)s)->model);\n}\n"
        "static const char *promise(const void *s, const void *in) "
        "{ return view_promise(s, in); }\n",
        s->block);
    if (s->covered)
        fprintf(f,
                "static void cover(const void *s, const void *in, const void *out, uint64_t *bin)\n"
                "{\n    %s_cover(s, in, out, bin);\n}\n",
                s->block);
}

/* The model's, and what connects it with the views. */
static void write_functions(const struct seam *s, FILE *f)
{
    const char *b = s->block;
    const struct seam_model *m = &s->model;
    const bool resets = seam_has_function(m->text, seam_text("%s_reset", b));
    /* Promises are looked at after the evaluation, which need not be done again for them. */
    const bool told = seam_has_function(m->text, seam_text("%s_promise_of", b));
    const char *whole = s->wider ? "&((state *)s)->model" : "s";
    const char *read = s->wider ? "&((const state *)s)->model" : "s";
    const char *in = s->took ? "&((const inputs *)in)->model" : "in";
    const char *out = s->gave ? "&((const outputs *)out)->model" : "out";
    const char *written = s->gave ? "&((outputs *)out)->model" : "out";
    const char *views = "";
    if (seam_has_function(m->text, seam_text("%s_view", b)))
        views = seam_text("    %s_view(%s, %s);\n", b, read, written);
    const bool notes = s->wider && seam_has_function(m->view, "note");
    const bool breaks = s->wider && seam_has_function(m->view, "breaks");
    const bool follows = s->wider && seam_has_function(m->view, "follow");
    fprintf(f, "static void reset(void *s)\n{\n");
    if (resets) fprintf(f, "    %s_reset(%s);\n", b, whole);
    else
        fprintf(f,
                "    const struct %s *model = %s;\n    const struct %s_cfg cfg = model->cfg;\n"
                "    (void)%s_init(%s, &cfg);\n",
                b, read, seam_like(s), b, whole);
    if (follows) fprintf(f, "    follow(s, NULL, NULL);\n");
    if (s->took)
        fprintf(f, "}\nstatic void connect(const void *s, void *in)\n{\n    take(%s, in);\n", read);
    fprintf(f, "}\n%s", told ? "static const outputs *evaluated;\n" : "");
    fprintf(f,
            "static void eval(const void *s, const void *in, void *out)\n{\n"
            "%s    %s_eval(%s, %s, %s);\n%s%s}\n"
            "static void tick(void *s, const void *in, const void *out)\n{\n"
            "%s    %s_tick(%s, %s, %s);\n%s}\n"
            "static const char *check(const void *s) { return %s_check(%s); }\n"
            "static const char *promise(const void *s, const void *in)\n{\n%s"
            "    return %s_promise%s(%s, %s%s);\n}\n",
            views, b, read, in, written,
            s->gave ? seam_text("    give(%s, %s, out);\n", read, in) : "",
            told ? "    evaluated = out;\n" : "",
            notes ? seam_text("    note(s, %s, %s);\n", in, out) : "", b, whole, in, out,
            follows ? seam_text("    follow(s, %s, %s);\n", in, out) : "", b, read,
            breaks ? seam_text("    const char *text = breaks(s, %s);\n"
                               "    if (text != NULL) return text;\n",
                               in)
                   : "",
            b, told ? "_of" : "", read, in,
            !told     ? ""
            : s->gave ? ", &evaluated->model"
                      : ", evaluated");
    if (s->covered)
        fprintf(f,
                "static void cover(const void *s, const void *in, const void *out, uint64_t *bin)\n"
                "{\n    %s_cover(%s, %s, %s, bin);\n}\n",
                b, read, in, out);
}

static void write_block(const struct seam *s, FILE *f)
{
    fprintf(f, "static const struct hd_bin bins[] = {\n");
    for (size_t i = 0; i < s->fields.bins; i++) {
        fprintf(f, "    {\"%s\", ", s->fields.bin[i].name);
        write_quoted(s->fields.bin[i].meaning, f);
        fprintf(f, "},\n");
    }
    fprintf(f, "    {NULL, NULL},\n};\n\n");
    if (s->own) write_own_functions(s, f);
    else write_functions(s, f);
    fprintf(f,
            "\nstatic const struct hd_block block = {\n    .name = \"%s\",\n"
            "    .state_size = sizeof(state),\n    .in_size = sizeof(inputs),\n"
            "    .out_size = sizeof(outputs),\n    .reset = reset,\n    .eval = eval,\n"
            "    .tick = tick,\n    .differ = outputs_differ,\n    .check = check,\n    .promise = "
            "promise,\n    .bins = bins,\n%s%s%s",
            s->block, s->took && !s->own ? "    .connect = connect,\n" : "",
            s->covered ? "    .cover = cover,\n" : "",
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
    if (m->parameters > 0) fprintf(f, "    const struct %s_cfg cfg = {\n", seam_like(s));
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
            "    state *s = hd_model(inst);\n    const char *wrong = %s(%s%s);\n"
            "    if (wrong != NULL) {\n"
            "        fprintf(stderr, \"ERROR %s: %%s (%%s)\\n\", wrong, text);\n        exit(2);\n"
            "    }\n%s    return hd_handle(inst);\n}\n\n",
            m->parameters > 0 ? ");\n" : "", s->own ? "view_init" : seam_text("%s_init", b),
            s->wider && !s->own ? "&s->model" : "s", m->parameters > 0 ? ", &cfg" : "", b,
            s->wider && !s->own && seam_has_function(s->model.view, "follow")
                ? "    follow(s, NULL, NULL);\n"
                : "");
}

/* From the vector of the argument into the struct. */
static void write_take(const struct seam_pair *p, size_t k, const char *to, FILE *f)
{
    if (p->dims == 0)
        fprintf(f, "    %s->%s = %s_v%s;\n", to, p->member, p->var, p->flags ? " != 0" : "");
    else if (seam_dense(p) && p->flags)
        fprintf(f, "    hd_take_flags(%s->%s, sizeof %s->%s, %s_v, n[%zu].count);\n", to, p->array,
                to, p->array, p->var, k);
    else if (seam_dense(p))
        fprintf(f, "    memcpy(%s->%s, %s_v, n[%zu].count * sizeof %s->%s);\n", to, p->array,
                p->var, k, to, p->member);
    else
        fprintf(f,
                "    for (uint32_t r = 0, at = 0; at < n[%zu].count; r++)\n"
                "        for (uint32_t i = 0; i < n[%zu].row; i++, at++) %s->%s = %s;\n",
                k, k, to, seam_element(p, "r", p->dims == 1 ? "at" : "i"),
                seam_of_vector(p, p->var, "_v", "at"));
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
                        "    struct hd_instance *inst = hd_instance(handle);\n"
                        "%s    %s(hd_model(inst), %splaces);\n}\n\n",
                        b, s->pair[i].writer[w].function,
                        s->pair[i].writer[w].inputs
                            ? "    const inputs *in = hd_inputs_before(inst);\n"
                            : "",
                        s->pair[i].writer[w].function,
                        !s->pair[i].writer[w].inputs ? ""
                        : s->took                    ? "&in->model, "
                                                     : "in, ");
    for (size_t i = 0; i < s->fields.begins; i++) {
        const char *as = s->fields.begin[i].as;
        fprintf(f,
                "void %s_begin_%s(unsigned long long handle, unsigned index, "
                "unsigned long long value)\n{\n"
                "    ((state *)hd_model(hd_instance(handle)))->%s%.*s[index] = value;\n}\n\n",
                b, s->fields.begin[i].name, s->wider ? "model." : "", (int)strcspn(as, "["), as);
    }
    if (s->fields.jumps == NULL) return;
    fprintf(f, "svBit %s_jump(unsigned long long handle", b);
    for (size_t i = 0; (p = seam_jump(s, i)) != NULL; i++) seam_write_argument(p, true, f);
    fprintf(f, ")\n{\n    struct hd_instance *inst = hd_instance(handle);\n"
               "    state *s = hd_model(inst);\n    if (!jump(s, inst)) return 0;\n");
    for (size_t i = 0; (p = seam_jump(s, i)) != NULL; i++)
        fprintf(f, "    *%s_v = s->%s;\n", p->var, p->member);
    fprintf(f, "    return 1;\n}\n\n");
}

/* Of an array whose elements are named by numbers each has a line. How many there are a C compiler
 * knows. */
static void write_counts(const struct seam *s, FILE *f)
{
    for (size_t i = 0; i < s->names; i++) {
        size_t first = i, have = 0;
        for (size_t k = 0; k < s->names; k++)
            if (strcmp(s->named[k].all, s->named[i].all) == 0) {
                if (k < first) first = k;
                have++;
            }
        if (first == i)
            fprintf(f, "_Static_assert(%s == %zu, \"%s: %s: one element or more has no line\");\n",
                    s->named[i].count, have, s->fields.path, s->named[i].all);
    }
}

void seam_write_checker_c(const struct seam *s, FILE *f)
{
    const char *b = s->block;
    fprintf(
        f,
        "/* Generated from %s: docs/seam.md. */\n"
        "/* The C side of hd_%s_lockstep: describes the block to the harness, unpacks "
        "arguments. */\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
        "#include \"Vtb__Dpi.h\"\n#include \"common/instance.h\"\n#include \"common/unpack.h\"\n"
        "#include \"%s/%s_seam.h\"\n",
        s->fields.path, b, s->socket, b);
    if (s->viewed) fprintf(f, "#include \"%s/%s_view.h\"\n", s->socket, b);
    fprintf(f, "\ntypedef %s state;\ntypedef %s inputs;\ntypedef %s outputs;\n\n",
            seam_ports_struct(s, SEAM_REG), seam_ports_struct(s, SEAM_IN),
            seam_ports_struct(s, SEAM_OUT));
    write_counts(s, f);
    write_conditions(s, f);
    write_table(s, f);
    seam_write_outputs(s, f);
    write_block(s, f);
    write_open(s, f);
    seam_write_state(s, f);
    write_questions(s, f);
    fprintf(f, "int %s_ports(unsigned long long handle, svBit rst_n", b);
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind != SEAM_REG) seam_write_argument(&s->pair[i], false, f);
    fprintf(f, ")\n{\n    struct hd_instance *inst = hd_instance(handle);\n"
               "    inputs *in = hd_inputs(inst);\n    outputs *out = hd_outputs(inst);\n"
               "    const struct hd_size *n = hd_sizes(inst);\n"
               "    (void)in, (void)out, (void)n;\n");
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind != SEAM_REG)
            write_take(&s->pair[i], i, s->pair[i].kind == SEAM_IN ? "in" : "out", f);
    if (s->took && !s->own)
        fprintf(f, "    const state *s = hd_model(inst);\n    take(%s, in);\n",
                s->wider ? "&s->model" : "s");
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
            "static %s in;\nstatic %s out;\n",
            s->fields.path, b, s->socket, b, seam_ports_struct(s, SEAM_IN),
            seam_ports_struct(s, SEAM_OUT));
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
    if (s->fields.zeros != NULL)
        fprintf(f, "\nsvBit %s_zeros(void) { return %s_stim_zeros(); }\n", b, seam_like(s));
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
    if (m->parameters > 0) fprintf(f, "    const struct %s_cfg cfg = {\n", seam_like(s));
    for (size_t i = 0; i < m->parameters; i++)
        fprintf(f, "        .%s = %s,\n", m->parameter[i].member, m->parameter[i].member);
    if (m->parameters > 0) fprintf(f, "    };\n");
    fprintf(f, "    %s_stim_open(%s);\n}\n\nvoid %s_drive(svBit *rst_n", seam_like(s),
            m->parameters > 0 ? "&cfg" : "", b);
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (seam_is_seen(s, p, false) || seam_is_seen(s, p, true)) seam_write_argument(p, false, f);
        else if (p->kind == SEAM_IN) seam_write_argument(p, true, f);
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
        seam_like(s));
    for (size_t i = 0; i < s->pairs; i++)
        if (s->pair[i].kind == SEAM_IN) write_move(&s->pair[i], true, f);
    fprintf(f, "}\n");
}
