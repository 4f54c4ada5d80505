/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which borders of its inputs a run has reached: of each input field whether 0 and all ones were
 * seen, the least and the greatest value, and the bits that were always the same.
 *
 * Counted is what means something. By the handshakes of all blocks x_data does so in a cycle with
 * x_valid or x_en high; with several ports, x_data of a port with x_valid of that port. What has no
 * such input beside it counts in every cycle. Noise beside a low x_valid proves nothing.
 */
#include <string.h>

#include "common/instance.h"

/* The field `name` of the first `length` letters and `ending`; fields if there is none. */
static uint32_t find(const struct hd_instance *inst, const char *name, size_t length,
                     const char *ending)
{
    uint32_t k = 0;
    while (k < inst->first_out && (strncmp(inst->field[k].name, name, length) != 0 ||
                                   strcmp(inst->field[k].name + length, ending) != 0))
        k++;
    return k < inst->first_out ? k : inst->fields;
}

/* The handshake of a field: that of the longest part of its name, up to an underscore. */
static uint32_t handshake(const struct hd_instance *inst, uint32_t field)
{
    const char *name = inst->field[field].name;
    for (size_t n = strlen(name); n > 0; n--) {
        if (name[n] != '_') continue;
        uint32_t k = find(inst, name, n, "_valid");
        if (k == inst->fields) k = find(inst, name, n, "_en");
        if (k == field) return inst->fields;
        if (k != inst->fields) return k;
    }
    return inst->fields;
}

/* All ones of element i: a row's last element may have fewer bits. */
static uint64_t ones(const struct hd_field *f, uint32_t i)
{
    const bool last = (i + 1) % (f->row == 0 ? f->count : f->row) == 0;
    return UINT64_MAX >> (64 - (f->width - (last ? f->cut : 0)));
}

/* Those of the widest element. */
static uint64_t all_ones(const struct hd_field *f)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < f->count; i++) all |= ones(f, i);
    return all;
}

void hd_borders_open(struct hd_instance *inst)
{
    for (uint32_t k = 0; k < inst->first_out; k++) {
        inst->border[k] = (struct hd_border){
            .when = handshake(inst, k), .least = UINT64_MAX, .all = all_ones(&inst->field[k])};
    }
}

/* Is the part of the handshake high that element i of the field belongs to? */
static bool counts(const struct hd_instance *inst, const struct hd_field *f, const void *in,
                   uint32_t when, uint32_t i)
{
    if (when == inst->fields) return true;
    const struct hd_field *h = &inst->field[when];
    const bool flags = h->count == 1 && h->width > 1; /* a bit a port, in one word */
    const uint32_t ports = flags ? h->width : h->count;
    const uint32_t port = ports > 1 && f->count % ports == 0 ? i / (f->count / ports) : 0;
    if (ports > 1 && f->count % ports != 0) return true;
    return flags ? (hd_element(h, in, 0) >> port & 1) != 0 : hd_element(h, in, port) != 0;
}

static void look(const struct hd_instance *inst, uint32_t field, struct hd_border *b,
                 const void *in)
{
    const struct hd_field *f = &inst->field[field];
    for (uint32_t i = 0; i < f->count; i++) {
        if (!counts(inst, f, in, b->when, i)) continue;
        const uint64_t value = hd_element(f, in, i);
        b->seen = true;
        b->was1 |= value;
        b->was0 |= ~value & ones(f, i);
        if (value < b->least) b->least = value;
        if (value > b->most) b->most = value;
        if (value == ones(f, i)) b->full = true;
    }
    b->done = b->full && b->least == 0 && b->was0 == b->all && b->was1 == b->all;
}

void hd_borders_cycle(struct hd_instance *inst, const void *in)
{
    for (uint32_t k = 0; k < inst->first_out; k++)
        if (!inst->border[k].done) look(inst, k, &inst->border[k], in);
}

void hd_write_borders(FILE *out)
{
    const struct hd_instance *inst = hd_first_instance();
    for (uint32_t k = 0; inst != NULL && k < inst->first_out; k++) {
        const struct hd_field *f = &inst->field[k];
        const struct hd_border *b = &inst->border[k];
        fprintf(out,
                "border=%s.%s width=%d seen=%d full=%d least=%llx most=%llx was0=%llx was1=%llx\n",
                inst->block->name, f->name, __builtin_popcountll(b->all), b->seen, b->full,
                (unsigned long long)b->least, (unsigned long long)b->most,
                (unsigned long long)b->was0, (unsigned long long)b->was1);
    }
}
