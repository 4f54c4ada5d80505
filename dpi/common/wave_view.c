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

enum { TICKS_A_CYCLE = 10, CYCLES_SHOWN = 24 };

/* Expected value of output `field`, as the port's flat vector (DPI, wave builds only). */
void hd_expect(unsigned long long handle, int field, svBitVecVal *value);
/* 0, or 1 + the number of the field that failed first (DPI, wave builds only). */
int hd_fault(unsigned long long handle);

void hd_expect(unsigned long long handle, int field, svBitVecVal *value)
{
    const struct hd_instance *inst = hd_instance(handle);
    const struct hd_field *f = &inst->field[inst->first_out + (uint32_t)field];
    memset(value, 0, 4 * sizeof *value);
    for (uint32_t bit = 0; bit < f->count * f->width && bit < 128; bit++) {
        const uint64_t element = hd_element(f, inst->expected, bit / f->width);
        value[bit / 32] |= (uint32_t)(element >> bit % f->width & 1) << bit % 32;
    }
}

int hd_fault(unsigned long long handle)
{
    const struct hd_instance *inst = hd_instance(handle);
    return inst->mismatches == 0 ? 0 : 1 + (int)inst->mismatch[0].field;
}

static void show_ports(FILE *f, const struct hd_instance *inst, enum hd_kind kind, const char *scope,
                       const char *prefix, const char *suffix, const char *title)
{
    fprintf(f, "@200\n-%s\n", title);
    for (uint32_t k = 0; k < inst->first_state; k++) {
        const struct hd_field *p = &inst->field[k];
        if (p->kind != kind) continue;
        const uint32_t bits = p->count * p->width;
        char name[80];
        snprintf(name, sizeof name, "%s%s", prefix, p->name);
        fprintf(f, bits <= 2 ? "@28\n" : "@22\n");
        fprintf(f, "%s.%s%s\n", scope, name, suffix);
    }
}

/* Each output as sampled at the clock edge, and under it what the model expects. */
static void show_pairs(FILE *f, const struct hd_instance *inst)
{
    fprintf(f, "@200\n-at the edge: RTL, model\n");
    for (uint32_t k = inst->first_out; k < inst->first_state; k++) {
        const struct hd_field *p = &inst->field[k];
        const uint32_t bits = p->count * p->width;
        char name[80];
        fprintf(f, bits <= 2 ? "@28\n" : "@22\n");
        snprintf(name, sizeof name, "rtl_%s", p->name);
        fprintf(f, "%s.%s\n", inst->path, name);
        snprintf(name, sizeof name, "model_%s", p->name);
        fprintf(f, "%s.%s\n", inst->path, name);
    }
}

/* Numbers of the failing field shown as its name. */
static void write_filter(const struct hd_instance *inst, const char *path)
{
    FILE *f = fopen(path, "w");
    if (f == NULL) return;
    fprintf(f, "00 -\n");
    for (uint32_t k = 0; k < inst->fields; k++) fprintf(f, "%02x %s\n", k + 1, inst->field[k].name);
    fclose(f);
}

void hd_write_view(const struct hd_instance *inst, const char *path, uint64_t marked)
{
    char filter[512];
    char scope[400];
    snprintf(filter, sizeof filter, "%s.fields", path);
    write_filter(inst, filter);
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
    const uint64_t span = (uint64_t)TICKS_A_CYCLE * CYCLES_SHOWN;
    fprintf(f, "[timestart] %llu\n[size] 1500 900\n[pos] -1 -1\n*-3.500000 %llu",
            (unsigned long long)(at > span ? at - span : 0), (unsigned long long)at);
    for (int i = 0; i < 26; i++) fprintf(f, " -1");
    fprintf(f, "\n[sst_width] 200\n[signals_width] 330\n[sst_expanded] 0\n@28\n%s.clk_i\n%s.rst_ni\n",
            scope, scope);
    fprintf(f, "@200\n-first mismatch\n@2022\n^1 %s\n%s.fault\n", filter, inst->path);
    show_ports(f, inst, HD_IN, scope, "", "_i", "inputs");
    show_ports(f, inst, HD_OUT, scope, "", "_o", "outputs");
    show_pairs(f, inst);
    fprintf(f, "@200\n-registers\n@22\n");
    for (const char *w = inst->block->waves; *w != '\0';) {
        const int length = (int)strcspn(w, " ");
        fprintf(f, "%s.%.*s\n", scope, length, w);
        w += w[length] == ' ' ? length + 1 : length;
    }
    fclose(f);
}
