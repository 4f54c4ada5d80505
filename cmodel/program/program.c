// SPDX-License-Identifier: Apache-2.0
#include "program/program.h"

#include <stdlib.h>

#include "residency/phase_specifier.h"

static void find_rows(struct thread_program *p)
{
    uint64_t named = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        if (!p->insn[i].reached) continue;
        named |= flow_reads(&p->insn[i].insn) | flow_writes(&p->insn[i].insn);
    }
    for (uint8_t r = 0; r < ISA_REGISTERS; r++) {
        const bool is = (named >> r & 1) != 0;
        p->row[r] = is ? (uint8_t)p->registers : NO_ROW;
        if (is) p->reg[p->registers++] = r;
    }
}

static uint32_t specifier(const struct phase *phase)
{
    const uint32_t bytes =
        phase->bytes > PHASE_SPECIFIER_MAX_BYTES ? PHASE_SPECIFIER_MAX_BYTES : phase->bytes;
    return PHASE_SPECIFIER_WORD(phase->registers, bytes);
}

static bool fill(struct thread_program *p)
{
    const struct phases_in in = {&p->flow, &p->live, &p->shared, &p->meetings};
    if (!meetings_find(&p->meetings, &p->flow)) return false;
    if (!syncs_find(&p->syncs, &p->flow, &p->meetings)) return false;
    if (!layout_find(&p->layout, &p->flow, &p->meetings)) return false;
    if (!liveness_find(&p->live, &p->flow)) return false;
    if (!shared_find(&p->shared, &p->flow, p->bytes)) return false;
    if (!phases_find(&p->phases, &in)) return false;
    for (uint32_t i = 0; i < p->count; i++) {
        p->insn[i].insn = p->flow.insn[i].insn;
        p->insn[i].reached = p->flow.insn[i].kind != FLOW_UNREACHED;
        p->insn[i].reconvergence = p->meetings.meet[i];
        p->insn[i].divergence = p->syncs.divergence[i];
    }
    for (uint32_t k = 0; k < p->phases.count; k++) {
        p->insn[p->phases.phase[k].first].specifier = specifier(&p->phases.phase[k]);
    }
    p->own_phases = p->phases.count == 0;
    find_rows(p);
    return true;
}

enum program_result thread_program_find(struct thread_program *program,
                                        const struct flow_code *code, uint32_t entry,
                                        uint32_t bytes)
{
    *program = (struct thread_program){
        .base = code->base, .count = code->count, .entry = entry, .bytes = bytes};
    if (!flow_find(&program->flow, code, entry)) return PROGRAM_NO_MEMORY;
    if (program->flow.refusals > 0) return PROGRAM_REFUSED;
    program->insn = calloc(code->count, sizeof *program->insn);
    const bool ok = program->insn != NULL && fill(program);
    if (!ok) thread_program_free(program);
    return ok ? PROGRAM_OK : PROGRAM_NO_MEMORY;
}

uint32_t thread_program_divergence(const struct thread_program *program, uint32_t address)
{
    const uint32_t i = (address - program->base) / 4;
    return i < program->count ? program->insn[i].divergence : 0;
}

/* ---- from an image --------------------------------------------------------------------------- */

static const char *name_of(const void *image, uint32_t address)
{
    const struct isa_symbol *symbol = isa_image_symbol(image, address);
    return symbol == NULL ? NULL : symbol->name;
}

static uint32_t shared_end_of(const void *image, uint32_t address)
{
    return isa_image_shared_end(image, address);
}

static uint32_t word_at(const uint8_t *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// Whether some word of the file may be an address of shared memory. Words of functions are code:
// some look like such an address.
static bool holds_shared(const struct isa_image *image, const struct isa_segment *segment,
                         uint32_t bytes)
{
    uint32_t at = -segment->address % 4;
    for (; segment->file_size >= 4 && at <= segment->file_size - 4; at += 4) {
        const struct isa_symbol *symbol = isa_image_symbol(image, segment->address + at);
        const bool code = segment->executable && symbol != NULL && symbol->function;
        if (!code && shared_constant(bytes, word_at(&segment->bytes[at]))) return true;
    }
    return false;
}

enum program_result thread_program_load(struct thread_program *program,
                                        const struct isa_image *image,
                                        const struct isa_kernel *kernel, uint32_t bytes)
{
    *program = (struct thread_program){0};
    const struct isa_segment *segment = isa_image_code(image, kernel->entry);
    struct flow_code code = {.name = name_of, .shared_end = shared_end_of, .names = image};
    if (segment != NULL) {
        code.base = segment->address;
        code.count = segment->size / 4;
    }
    uint32_t *words = calloc(code.count == 0 ? 1 : code.count, sizeof *words);
    if (words == NULL) return PROGRAM_NO_MEMORY;
    for (uint32_t i = 0; i < code.count; i++) {
        words[i] = isa_image_word(segment, code.base + 4 * i);
    }
    code.word = words;
    for (uint32_t s = 0; s < image->segments; s++) {
        code.shared_in_data |= holds_shared(image, &image->segment[s], bytes);
    }
    const enum program_result result = thread_program_find(program, &code, kernel->entry, bytes);
    program->words = words;
    if (result == PROGRAM_NO_MEMORY) thread_program_free(program);
    return result;
}

void thread_program_free(struct thread_program *program)
{
    flow_free(&program->flow);
    meetings_free(&program->meetings);
    syncs_free(&program->syncs);
    layout_free(&program->layout);
    liveness_free(&program->live);
    shared_free(&program->shared);
    phases_free(&program->phases);
    free(program->insn);
    free(program->words);
    *program = (struct thread_program){0};
}
