/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "common/instance.h"
#include "run.h"

static const char *const kind_names[] = {"input", "output", "state"};

static int digits(uint32_t width) { return (int)(width + 3) / 4; }

/* "name=[12 7]", or nothing at all if every element is 0: quiet ports would hide the others. */
static void print_field(const struct hd_field *f, const void *base)
{
    bool quiet = true;
    for (uint32_t i = 0; i < f->count; i++) quiet = quiet && hd_element(f, base, i) == 0;
    if (quiet) return;
    fprintf(stderr, "  %s=", f->name);
    if (f->count > 1) fputc('[', stderr);
    for (uint32_t i = 0; i < f->count; i++) {
        fprintf(stderr, "%s%llx", i == 0 ? "" : " ", (unsigned long long)hd_element(f, base, i));
    }
    if (f->count > 1) fputc(']', stderr);
}

static void print_fields(const struct hd_instance *inst, enum hd_kind kind, const void *base)
{
    for (uint32_t k = 0; k < inst->fields; k++) {
        if (inst->field[k].kind == kind) print_field(&inst->field[k], base);
    }
    fputc('\n', stderr);
}

static void print_history(struct hd_instance *inst)
{
    const uint64_t kept = inst->cycles < hd_run.history ? inst->cycles : hd_run.history;
    fprintf(stderr, "last %llu cycles of %s (hexadecimal; what is not shown is 0)\n",
            (unsigned long long)kept, inst->path);
    for (uint64_t n = inst->cycles - kept; n < inst->cycles; n++) {
        const struct hd_cycle *c = &inst->history[n & (hd_run.history - 1)];
        fprintf(stderr, "%10llu%s in ", (unsigned long long)c->number,
                c->rst_n ? "      " : " RESET");
        print_fields(inst, HD_IN, c->in);
        fprintf(stderr, "                 out");
        print_fields(inst, HD_OUT, c->out);
    }
    fprintf(stderr, "           model out");
    print_fields(inst, HD_OUT, inst->expected);
}

static void print_mismatch(const struct hd_instance *inst, const struct hd_mismatch *m, char *line,
                           size_t size)
{
    const struct hd_field *f = &inst->field[m->field];
    char index[16] = "";
    if (f->count > 1) snprintf(index, sizeof index, "[%u]", m->index);
    snprintf(line, size, "%s %s%s rtl 0x%0*llx model 0x%0*llx", kind_names[f->kind], f->name, index,
             digits(f->width), (unsigned long long)m->rtl, digits(f->width),
             (unsigned long long)m->model);
}

void hd_report(struct hd_instance *inst, struct hd_tally *tally)
{
    const struct hd_mismatch *first = &inst->mismatch[0];
    const struct hd_field *f = &inst->field[first->field];
    char line[200];
    print_mismatch(inst, first, line, sizeof line);
    tally->first_cycle = hd_run.cycle;
    if (inst->field[inst->mismatch[0].field].kind == HD_STATE)
        snprintf(tally->watch, sizeof tally->watch, "%s %s %u", inst->path,
                 inst->field[inst->mismatch[0].field].name, inst->mismatch[0].index);
    snprintf(tally->signature, sizeof tally->signature, "%s:%s:%s", inst->block->name,
             kind_names[f->kind], f->name);
    snprintf(tally->message, sizeof tally->message, "FAIL %s seed %llu cycle %llu: %s",
             inst->block->name, (unsigned long long)hd_run.seed, (unsigned long long)hd_run.cycle,
             line);
    fprintf(stderr, "\n%s\n", tally->message);
    for (uint32_t i = 1; i < inst->mismatches && i < HD_MAX_MISMATCHES; i++) {
        print_mismatch(inst, &inst->mismatch[i], line, sizeof line);
        fprintf(stderr, "     and %s\n", line);
    }
    if (inst->mismatches > HD_MAX_MISMATCHES) {
        fprintf(stderr, "     and %u more\n", inst->mismatches - HD_MAX_MISMATCHES);
    }
    fprintf(stderr, "instance  %s  (%s)\n", inst->path, inst->parameters);
    fprintf(stderr, "rule      %s\n", f->rule == NULL ? "-" : f->rule);
    if (inst->at_end) {
        fprintf(stderr, "found     after the last cycle, where every element of a memory is "
                        "compared; it was born before\n");
    } else if (f->kind == HD_STATE) {
        fprintf(stderr, "born      at the clock edge that ended cycle %llu\n",
                (unsigned long long)hd_run.cycle - 1);
    }
    if (f->kind == HD_STATE && inst->block->index_rule != NULL)
        fprintf(stderr, "index     %s\n", inst->block->index_rule);
    fprintf(stderr, "page      docs/blocks/%s.md\n", inst->block->name);
    fprintf(stderr, "signature %s\n", tally->signature);
    print_history(inst);
    if (hd_run.command[0] != '\0') {
        fprintf(stderr, "replay    %s CYCLES=%llu WAVES=1\n", hd_run.command,
                (unsigned long long)hd_run.cycle + (inst->at_end ? 0 : 1));
    }
}
