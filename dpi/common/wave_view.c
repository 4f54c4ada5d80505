/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The GTKWave view of a divergence, and the values that only a wave build asks for. Names are
 * written without their bit ranges: sim/view.awk takes those from the dump.
 */
#include <errno.h>
#include <string.h>

#include "common/instance.h"
#include "run.h"
#include "svdpi.h"

enum { TICKS_A_CYCLE = 10, CYCLES_BEFORE = 5, HD_PAIR_BITS = 4096 };

/* DPI, wave builds only. 0, or 1 + the number of the field that failed first; which element, and
 * what the RTL and the model said. */
int hd_fault(unsigned long long handle, unsigned *index, unsigned long long *rtl,
             unsigned long long *model);

int hd_fault(unsigned long long handle, unsigned *index, unsigned long long *rtl,
             unsigned long long *model)
{
    const struct hd_instance *inst = hd_instance(handle);
    const struct hd_mismatch *first = &inst->mismatch[0];
    *index = first->index;
    *rtl = first->rtl;
    *model = first->model;
    return inst->mismatches == 0 ? 0 : 1 + (int)first->field;
}

/* DPI, wave builds only. The register that the run was told to watch. */
void hd_watched(unsigned long long handle, unsigned long long *rtl, unsigned long long *model);
void hd_watched(unsigned long long handle, unsigned long long *rtl, unsigned long long *model)
{
    const struct hd_instance *inst = hd_instance(handle);
    *rtl = inst->watched_rtl;
    *model = inst->watched_model;
}

/* DPI, wave builds only. Output `field` as the port's flat vector: what the RTL said at the last
 * edge, and what the model says. Bits that mean nothing are 0 in both. */
void hd_pair(unsigned long long handle, int field, svBitVecVal *rtl, svBitVecVal *model);
void hd_pair(unsigned long long handle, int field, svBitVecVal *rtl, svBitVecVal *model)
{
    const struct hd_instance *inst = hd_instance(handle);
    const struct hd_field *f = &inst->field[inst->first_out + (uint32_t)field];
    memset(rtl, 0, HD_PAIR_BITS / 8);
    memset(model, 0, HD_PAIR_BITS / 8);
    if (inst->cycles == 0) return;
    const struct hd_cycle *last = &inst->history[(inst->cycles - 1) & (hd_run.history - 1)];
    for (uint32_t bit = 0; bit < hd_port_bits(f) && bit < HD_PAIR_BITS; bit++) {
        const uint32_t i = hd_element_at(f, bit), at = hd_bit_at(f, bit);
        if (!hd_means(inst, f, last->in, inst->expected, i)) continue;
        rtl[bit / 32] |= (uint32_t)(hd_element(f, last->out, i) >> at & 1) << bit % 32;
        model[bit / 32] |= (uint32_t)(hd_element(f, inst->expected, i) >> at & 1) << bit % 32;
    }
}

/* The register that failed, RTL and model over time, and what it is assigned from: the line that
 * begins with "reads" is sim/view.awk's, which has the RTL's text. */
static void show_watched(FILE *f, const struct hd_instance *inst, const char *scope)
{
    const struct hd_field *w = inst->watched;
    if (w == NULL) return;
    char element[32] = "";
    if (w->count > 1) snprintf(element, sizeof element, "[%u]", inst->watched_at);
    fprintf(f, "@200\n-the register, and what it is assigned from\n@22\n");
    fprintf(f, "+{rtl_%s%s} %s.u_fault.watched_rtl\n", w->name, element, inst->path);
    fprintf(f, "+{model_%s%s} %s.u_fault.watched_model\n", w->name, element, inst->path);
    fprintf(f, "reads %s %s\n", scope, w->name);
}

static void show_inputs(FILE *f, const struct hd_instance *inst, const char *scope)
{
    fprintf(f, "@200\n-inputs\n");
    for (uint32_t k = 0; k < inst->first_out; k++) {
        const struct hd_field *p = &inst->field[k];
        fprintf(f, "%s\n%s.%s_i\n", hd_port_bits(p) <= 2 ? "@28" : "@22", scope, p->name);
    }
}

/* Each output as sampled at the clock edge, and under it what the model expects. */
static void show_pairs(FILE *f, const struct hd_instance *inst)
{
    fprintf(f, "@200\n-at the edge: RTL, model\n");
    for (uint32_t k = inst->first_out; k < inst->first_state; k++) {
        const struct hd_field *p = &inst->field[k];
        fprintf(f, "%s\n", hd_port_bits(p) <= 2 ? "@28" : "@22");
        fprintf(f, "+{rtl_%s} %s.u_%s.rtl\n", p->name, inst->path, p->name);
        fprintf(f, "+{model_%s} %s.u_%s.model\n", p->name, inst->path, p->name);
    }
}

/* Numbers of the failing field shown as its name. */
static void write_fields(const struct hd_instance *inst, const char *path)
{
    FILE *f = fopen(path, "w");
    if (f == NULL) return;
    fprintf(f, "00 -\n");
    for (uint32_t k = 0; k < inst->fields; k++) fprintf(f, "%02x %s\n", k + 1, inst->field[k].name);
    fclose(f);
}

/* Codes 0, 1, .. shown as the names "A/B/..". */
static void write_names(const char *names, size_t length, const char *path)
{
    FILE *f = fopen(path, "w");
    if (f == NULL) return;
    for (int code = 0; length > 0; code++) {
        const size_t name = strcspn(names, "/ ");
        fprintf(f, "%x %.*s\n", (unsigned)code, (int)name, names);
        if (name >= length) break;
        names += name + 1;
        length -= name + 1;
    }
    fclose(f);
}

/* The block's registers: words "name" or, for an enumeration, "name:Name0/Name1/..". */
static void show_registers(FILE *f, const struct hd_instance *inst, const char *scope,
                           const char *path)
{
    int filters = 1; /* number 1 is that of the fields */
    fprintf(f, "@200\n-registers\n");
    for (const char *w = inst->block->waves; *w != '\0';) {
        const size_t word = strcspn(w, " ");
        const size_t name = strcspn(w, ": ");
        fprintf(f, "%s\n", name < word ? "@2022" : "@22");
        if (name < word) {
            char file[512];
            filters++;
            snprintf(file, sizeof file, "%s.names%d", path, filters);
            write_names(w + name + 1, word - name - 1, file);
            fprintf(f, "^%d %s\n", filters, file);
        }
        fprintf(f, "%s.%.*s\n", scope, (int)name, w);
        w += w[word] == ' ' ? word + 1 : word;
    }
}

void hd_write_view(const struct hd_instance *inst, const char *path, uint64_t marked)
{
    char filter[512];
    char scope[400];
    snprintf(filter, sizeof filter, "%s.fields", path);
    write_fields(inst, filter);
    FILE *f = fopen(path, "w");
    if (f == NULL) {
        fprintf(stderr, "ERROR cannot write %s: %s\n", path, strerror(errno));
        return;
    }
    /* The instance path ends with the checker's own name; what it checks is one level up. */
    snprintf(scope, sizeof scope, "%s", inst->path);
    char *last = strrchr(scope, '.');
    if (last != NULL) *last = '\0';
    const uint64_t at = TICKS_A_CYCLE * marked + TICKS_A_CYCLE / 2;
    const uint64_t before = (uint64_t)TICKS_A_CYCLE * CYCLES_BEFORE;
    fprintf(f, "[timestart] %llu\n[size] 1180 980\n[pos] -1 -1\n*-4.300000 %llu",
            (unsigned long long)(at > before ? at - before : 0), (unsigned long long)at);
    for (int i = 0; i < 26; i++) fprintf(f, " -1");
    fprintf(f,
            "\n[sst_width] 20\n[signals_width] 250\n[sst_expanded] 0\n@28\n%s.clk_i\n%s.rst_ni\n",
            scope, scope);
    fprintf(f, "@200\n-first mismatch\n@2022\n^1 %s\n+{fault} %s.u_fault.field\n", filter,
            inst->path);
    fprintf(f, "@24\n+{fault_index} %s.u_fault.index\n", inst->path);
    fprintf(f, "@22\n+{fault_rtl} %s.u_fault.rtl\n+{fault_model} %s.u_fault.model\n", inst->path,
            inst->path);
    show_watched(f, inst, scope);
    show_inputs(f, inst, scope);
    show_pairs(f, inst);
    show_registers(f, inst, scope, path);
    fclose(f);
}
