/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the comparison of a block: what the RTL has against what the model has, each field with
 * the model's own types. Only an element that differs asks for its condition, and calls the
 * harness. */
#include <string.h>

#include "seam/seam.h"

char *seam_of_vector(const struct seam_pair *p, const char *name, const char *end, const char *i)
{
    /* Flags are bits, but a byte each in the rows of a memory. */
    return p->flags && p->writers == 0 ? seam_text("hd_flag(%s%s, %s)", name, end, i)
                                       : seam_text("hd_word%u(%s%s, %s)", p->bits, name, end, i);
}

/* " && means_x(...)", or "". */
static const char *condition(const struct seam *s, const struct seam_pair *p, const char *i)
{
    if (p->line == NULL || p->line->cond == NULL) return "";
    return seam_text(" && means_%s(s, %s, %s)", seam_same_condition(s, p)->var,
                     p->kind == SEAM_REG ? "NULL, NULL" : "in, model", i);
}

/* Element i: two values of C. */
static void write_element(const struct seam *s, size_t k, const char *indent, const char *i,
                          const char *rtl, const char *model, FILE *f)
{
    fprintf(f, "%sif (%s != %s%s)\n%s    hd_differs(inst, %zu, %s, %s, %s);\n", indent, rtl, model,
            condition(s, &s->pair[k], i), indent, k, i, rtl, model);
}

/* The value of an element of the model's, and of one that the RTL has in the model's struct. */
static char *value(const struct seam_pair *p, const char *base, const char *element)
{
    return p->flags ? seam_text("%s->%s", base, element)
                    : seam_text("(uint%u_t)%s->%s", p->bits, base, element);
}

/* Over all elements: i; or element i of row r, the `at`-th of all. The sizes are read once: as far
 * as a compiler knows hd_differs may change them. */
static void write_loop(size_t k, bool list, FILE *f)
{
    if (list) fprintf(f, "    for (uint32_t i = 0, all = n[%zu].count; i < all; i++)\n", k);
    else
        fprintf(f,
                "    for (uint32_t r = 0, at = 0, all = n[%zu].count, row = n[%zu].row; at < all; "
                "r++)\n    for (uint32_t i = 0; i < row; i++, at++)\n",
                k, k);
}

/* ---- outputs: two structs ---- */

static void write_output(const struct seam *s, size_t k, FILE *f)
{
    const struct seam_pair *p = &s->pair[k];
    char *rtl = value(p, "rtl", seam_element(p, "r", "i"));
    char *model = value(p, "model", seam_element(p, "r", "i"));
    if (p->dims == 0) {
        write_element(s, k, "    ", "0", rtl, model, f);
        return;
    }
    if (seam_dense(p))
        fprintf(f, "    if (memcmp(rtl->%s, model->%s, n[%zu].count * sizeof rtl->%s) != 0)\n    ",
                p->array, p->array, k, p->member);
    write_loop(k, p->dims == 1, f);
    write_element(s, k, "        ", p->dims == 1 ? "i" : "at", rtl, model, f);
}

void seam_write_outputs(const struct seam *s, FILE *f)
{
    fprintf(
        f,
        "static void outputs_differ(struct hd_instance *inst, const void *in_, const void *rtl_,\n"
        "                           const void *model_)\n{\n"
        "    const state *s = hd_model(inst);\n    const inputs *in = in_;\n"
        "    const outputs *rtl = rtl_, *model = model_;\n"
        "    const struct hd_size *n = hd_sizes(inst);\n"
        "    (void)s, (void)in, (void)rtl, (void)model, (void)n;\n");
    for (size_t k = 0; k < s->pairs; k++)
        if (s->pair[k].kind == SEAM_OUT) write_output(s, k, f);
    fprintf(f, "}\n\n");
}

/* ---- registers: the arguments of <block>_state against the model ---- */

/* Place e, element l of its row. */
static char *of_memory(const struct seam_pair *p)
{
    if (p->dims == 0) return p->member;
    if (p->dims == 2 && p->across)
        return seam_text("%s[l][e]%s", p->array, p->member + strlen(p->row) + 3);
    if (p->flat) return seam_text("%s[e * row + l]%s", p->array, p->member + strlen(p->array) + 3);
    return seam_element(p, "e", p->dims == 1 ? "e" : "l");
}

/* A large memory: places that the RTL's row was taken at. Some may be none of the memory. */
static void write_rows(const struct seam *s, size_t k, FILE *f)
{
    const struct seam_pair *p = &s->pair[k];
    const char *v = p->var;
    fprintf(f,
            "    for (uint32_t x = 0, at = 0, row = n[%zu].row; x < %s_n; x++) {\n"
            "        const uint32_t e = %s_at[x];\n"
            "        if (e >= n[%zu].rows) {\n            at += row;\n            continue;\n      "
            "  }\n"
            "        compared += row;\n        for (uint32_t l = 0; l < row; l++, at++)\n",
            k, v, v, k);
    write_element(s, k, "            ", "e * row + l", seam_of_vector(p, v, "_v", "at"),
                  value(p, "s", of_memory(p)), f);
    fprintf(f, "    }\n");
}

/* The same of elements that have a place each. */
static void write_cells(const struct seam *s, size_t k, FILE *f)
{
    const struct seam_pair *p = &s->pair[k];
    const char *v = p->var;
    fprintf(f,
            "    for (uint32_t x = 0, l = 0, row = n[%zu].row; x < %s_each_n;\n"
            "         x++, l = l + 1 == row ? 0 : l + 1) {\n"
            "        const uint32_t e = %s_each_at[x];\n"
            "        if (e >= n[%zu].rows) continue;\n        compared++;\n",
            k, v, v, k);
    write_element(s, k, "        ", "e * row + l", seam_of_vector(p, v, "_each", "x"),
                  value(p, "s", of_memory(p)), f);
    fprintf(f, "    }\n");
}

/* The element of the model that element i of the vector is, of a register that is one list. */
static char *of_list(const struct seam_pair *p)
{
    return p->dims == 1 ? seam_element(p, "", "i")
                        : seam_text("%s[i]%s", p->array, p->member + strlen(p->array) + 3);
}

static bool is_list(const struct seam_pair *p)
{
    return p->kind == SEAM_REG && p->writers == 0 && (p->dims == 1 || p->flat) && !p->flags;
}

static void write_register(const struct seam *s, size_t k, FILE *f)
{
    const struct seam_pair *p = &s->pair[k];
    if (p->dims == 0) {
        write_element(s, k, "    ", "0",
                      p->flags ? seam_text("(%s_v != 0)", p->var) : seam_text("%s_v", p->var),
                      value(p, "s", p->member), f);
        return;
    }
    if (seam_dense(p) && p->flags)
        fprintf(f, "    if (!hd_same_flags(s->%s, %s_v, n[%zu].count))\n    ", p->array, p->var, k);
    else if (seam_dense(p))
        fprintf(f, "    if (memcmp(s->%s, %s_v, n[%zu].count * sizeof s->%s) != 0)\n    ", p->array,
                p->var, k, p->member);
    const bool list = p->dims == 1 || p->flat;
    const char *i = list ? "i" : "at";
    write_loop(k, list, f);
    write_element(s, k, "        ", i, seam_of_vector(p, p->var, "_v", i),
                  value(p, "s", list ? of_list(p) : seam_element(p, "r", "i")), f);
}

/* Lists from k on that have a meaning together, and so many elements: the fields of a table's
 * entries. */
static size_t group_at(const struct seam *s, size_t k)
{
    size_t end = k;
    const struct seam_pair *p = &s->pair[k];
    while (end < s->pairs && is_list(&s->pair[end]) &&
           strcmp(condition(s, &s->pair[end], "i"), condition(s, p, "i")) == 0 &&
           strcmp(seam_count(&s->pair[end]), seam_count(p)) == 0)
        end++;
    return end - k;
}

/* One pass over all of them tells whether anything differs. */
static void write_group(const struct seam *s, size_t k, size_t fields, FILE *f)
{
    fprintf(f,
            "    differs = false;\n"
            "    for (uint32_t i = 0, all = n[%zu].count; i < all && !differs; i++)\n"
            "        differs = (",
            k);
    for (size_t i = k; i < k + fields; i++)
        fprintf(f, "%s(%s ^ %s)", i == k ? "" : " |\n                   ",
                seam_of_vector(&s->pair[i], s->pair[i].var, "_v", "i"),
                value(&s->pair[i], "s", of_list(&s->pair[i])));
    fprintf(f, ") != 0%s;\n    if (differs", condition(s, &s->pair[k], "i"));
    /* A register that the RTL has not got is handed over as zeros. */
    for (size_t i = k + 1; i < k + fields; i++)
        fprintf(f, " || n[%zu].count != n[%zu].count", i, k);
    fprintf(f, ") {\n");
    for (size_t i = k; i < k + fields; i++) write_register(s, i, f);
    fprintf(f, "    }\n");
}

/* What a dump shows, of the register that it is about. */
static void write_seen(const struct seam *s, FILE *f)
{
    fprintf(f, "    if (hd_watches(inst)) {\n");
    for (size_t k = 0; k < s->pairs; k++) {
        const struct seam_pair *p = &s->pair[k];
        if (p->kind != SEAM_REG) continue;
        const char *pointer = p->dims == 0 ? "&" : "", *v = p->var;
        if (seam_each(p) != NULL)
            fprintf(f, "        hd_see_cells(inst, %zu, %s_each_at, %s_each_n, %s_each);\n", k, v,
                    v, v);
        if (p->writers > 0)
            fprintf(f, "        hd_see_rows(inst, %zu, %s_at, %s_n, %s_v);\n", k, v, v, v);
        else fprintf(f, "        hd_see(inst, %zu, %s%s_v);\n", k, pointer, v);
    }
    fprintf(f, "    }\n");
}

void seam_write_state(const struct seam *s, FILE *f)
{
    bool any = false, parts = false;
    for (size_t i = 0; i < s->pairs; i++) {
        const struct seam_pair *p = &s->pair[i];
        if (p->kind != SEAM_REG) continue;
        if (!any) fprintf(f, "void %s_state(unsigned long long handle", s->block);
        any = true;
        parts = parts || p->writers > 0;
        if (p->writers > 0) fprintf(f, ", unsigned %s_n, const svBitVecVal *%s_at", p->var, p->var);
        seam_write_argument(p, false, f);
        if (seam_each(p) != NULL)
            fprintf(f,
                    ", unsigned %s_each_n, const svBitVecVal *%s_each_at,\n"
                    "    const svBitVecVal *%s_each",
                    p->var, p->var, p->var);
    }
    if (!any) return;
    fprintf(f, ")\n{\n    struct hd_instance *inst = hd_instance(handle);\n"
               "    if (!hd_compares(inst)) return;\n    const state *s = hd_model(inst);\n"
               "    const struct hd_size *n = hd_sizes(inst);\n    (void)n;\n");
    if (parts) fprintf(f, "    uint64_t compared = 0;\n");
    fprintf(f, "    bool differs;\n    (void)differs;\n");
    write_seen(s, f);
    for (size_t k = 0; k < s->pairs; k++) {
        const struct seam_pair *p = &s->pair[k];
        if (p->kind != SEAM_REG) continue;
        const size_t fields = group_at(s, k);
        if (fields > 1) {
            write_group(s, k, fields, f);
            k += fields - 1;
            continue;
        }
        if (p->writers == 0) {
            write_register(s, k, f);
            continue;
        }
        if (seam_each(p) != NULL) write_cells(s, k, f);
        write_rows(s, k, f);
    }
    if (parts) fprintf(f, "    hd_compared(compared);\n");
    fprintf(f, "}\n\n");
}
