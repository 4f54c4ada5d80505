// SPDX-License-Identifier: Apache-2.0
// Kernels as clang compiles them, and random programs, on random walks: what the analyser promises
// about a program must hold on any way through it; and what it finds, by definition.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <elf.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw.h"

enum { SHARED = 4096, STEPS = 4000, WALKS = 40, PROGRAMS = 1000 };

/* ---- a walk ---------------------------------------------------------------------------------- */

enum { MAX_CALLS = 64, MAX_BRANCHES = 4096 };

// A thread, and the branches that it has come by whose threads have not met again.
struct walk {
    const struct thread_program *program;
    const char *name;
    uint32_t at, depth;
    uint32_t back[MAX_CALLS];
    uint32_t branches;
    uint32_t branch[MAX_BRANCHES], branch_depth[MAX_BRANCHES];
    const bool *passes; // by instruction: a branch whose meeting place some pass by
    bool some_pass;     // there is one
    bool alone;         // the thread has passed such a place: it must come to no barrier any more
    const struct phase *phase;
    uint64_t begun; // phases, by number
    uint32_t since; // instructions since a specifier, a barrier or a fence
};

static const struct phase *phase_at(const struct thread_program *p, uint32_t i)
{
    for (uint32_t k = 0; k < p->phases.count; k++) {
        if (p->phases.phase[k].first == i) return &p->phases.phase[k];
    }
    return NULL;
}

static uint32_t owed(const struct walk *w, uint32_t k)
{
    return w->program->insn[w->branch[k]].reconvergence;
}

// The threads of a branch meet here. Threads of later branches must have met before, or meet here
// too.
static void meet(struct walk *w)
{
    const uint32_t here = w->program->base + 4 * w->at;
    uint32_t k = 0;
    while (k < w->branches && (w->branch_depth[k] != w->depth || owed(w, k) != here)) k++;
    for (uint32_t inner = k; inner < w->branches; inner++) {
        if (owed(w, inner) == here) continue;
        w->alone = true;
        if (!w->passes[w->branch[inner]]) {
            fail_msg("%s: branch at 0x%x: 0x%x is reached without 0x%x", w->name,
                     w->program->base + 4 * w->branch[inner], here, owed(w, inner));
        }
    }
    w->branches = k;
}

// A function is left: only what meets behind the call may be owed, and then the call must say so.
static void leave(struct walk *w)
{
    while (w->branches > 0 && w->branch_depth[w->branches - 1] == w->depth) {
        const uint32_t k = --w->branches;
        if (owed(w, k) != 0) {
            w->alone = true;
            if (w->passes[w->branch[k]]) continue;
            fail_msg("%s: branch at 0x%x: the function is left at 0x%x without 0x%x", w->name,
                     w->program->base + 4 * w->branch[k], w->program->base + 4 * w->at, owed(w, k));
        }
        const uint32_t back = w->depth == 0 ? 0 : w->back[w->depth - 1];
        const bool returns = w->program->flow.insn[w->at].kind == FLOW_RETURN;
        if (returns && w->program->insn[back - 1].reconvergence != w->program->base + 4 * back) {
            fail_msg("%s: call before %u: its halves do not meet", w->name, back);
        }
    }
}

static uint32_t count_bits(uint64_t mask) { return (uint32_t)__builtin_popcountll(mask); }

// The phase that a thread is in provides for what lives here; a new one begins only where it may.
static void check_phase(struct walk *w)
{
    const struct thread_program *p = w->program;
    const struct phase *begins = phase_at(p, w->at);
    if (p->own_phases) return;
    if (begins != NULL) {
        const uint64_t bit = UINT64_C(1) << (begins - p->phases.phase) % 64;
        const bool again = (w->begun & bit) != 0; // the entry, or in a loop without end
        w->begun |= bit;
        if ((w->branches > 0 || w->alone) && !again) {
            fail_msg("%s: phase at %u: threads may be apart", w->name, w->at);
        }
        if (w->phase != NULL && w->since < PHASES_APART && !again) {
            fail_msg("%s: phase at %u: too near", w->name, w->at);
        }
        w->phase = begins;
        w->since = 0;
    }
    assert_non_null(w->phase);
    const uint64_t before = p->live.before[w->at];
    const uint64_t after = p->live.after[w->at] | flow_writes(&p->insn[w->at].insn);
    if (count_bits(before) > w->phase->registers || count_bits(after) > w->phase->registers ||
        ((before | after) & ~w->phase->names) != 0) {
        fail_msg("%s: phase at %u: registers at %u", w->name, w->phase->first, w->at);
    }
    if (p->shared.live[w->at] > w->phase->bytes) {
        fail_msg("%s: phase at %u: shared memory at %u", w->name, w->phase->first, w->at);
    }
}

static bool step(struct walk *w, struct hd_rng *rng)
{
    const struct flow_insn *f = &w->program->flow.insn[w->at];
    assert_true(w->program->insn[w->at].reached);
    meet(w);
    check_phase(w);
    if (w->alone && f->insn.cls == ISA_BARRIER) {
        fail_msg("%s: a barrier at %u, past where others meet", w->name, w->at);
    }
    if (f->insn.cls == ISA_BARRIER || f->insn.cls == ISA_FENCE) w->since = 0;
    w->since++;
    switch (f->kind) {
    case FLOW_BRANCH:
        if (w->branches == MAX_BRANCHES) return false;
        // Where places have been moved the branches count whose threads may part: the others go
        // one way, and wait nowhere.
        if (!w->some_pass || w->program->meetings.parts[w->at]) {
            w->branch[w->branches] = w->at;
            w->branch_depth[w->branches++] = w->depth;
        }
        w->at = hd_rng_chance(rng, 1, 2) ? f->target : w->at + 1;
        return true;
    case FLOW_JUMP: w->at = f->target; return true;
    case FLOW_CALL:
        if (w->depth == MAX_CALLS) return false;
        w->back[w->depth++] = w->at + 1;
        w->at = f->target;
        return true;
    case FLOW_RETURN:
        leave(w);
        assert_true(w->depth > 0);
        w->at = w->back[--w->depth];
        return true;
    case FLOW_NEXT: w->at++; return true;
    default: leave(w); return false;
    }
}

static void walk(const struct thread_program *p, const bool *passes, const char *name,
                 struct hd_rng *rng)
{
    static struct walk w;
    memset(&w, 0, sizeof w);
    w.program = p;
    w.passes = passes;
    for (uint32_t i = 0; i < p->count; i++) w.some_pass |= passes[i];
    w.name = name;
    w.at = (p->entry - p->base) / 4;
    for (uint32_t k = 0; k < STEPS && step(&w, rng); k++) {
    }
}

/* ---- the place where threads meet is the nearest --------------------------------------------- */

// Whether the end of the function is reached from `from`, without one instruction.
static bool leads_out(const struct thread_program *p, uint32_t from, uint32_t without, bool *seen,
                      uint32_t *stack)
{
    uint32_t depth = 0;
    memset(seen, 0, p->count * sizeof *seen);
    if (from != without) stack[depth++] = from;
    while (depth > 0) {
        uint32_t next[2];
        const uint32_t i = stack[--depth];
        const uint32_t count = flow_next(&p->flow, i, next);
        if (count == 0) return true;
        for (uint32_t k = 0; k < count; k++) {
            if (next[k] == without || seen[next[k]]) continue;
            seen[next[k]] = true;
            stack[depth++] = next[k];
        }
    }
    return false;
}

struct nearest {
    const struct thread_program *program;
    const char *name;
    bool *endless; // by instruction: it leads to no end
    bool *seen;
    uint32_t *stack;
};

// Whether an instruction may come into a loop without end: what is right then is decided elsewhere.
static bool may_stay(const struct nearest *n, uint32_t from)
{
    const struct thread_program *p = n->program;
    bool stays = n->endless[from];
    uint32_t depth = 0;
    memset(n->seen, 0, p->count * sizeof *n->seen);
    n->stack[depth++] = from;
    while (depth > 0) {
        uint32_t next[2];
        const uint32_t count = flow_next(&p->flow, n->stack[--depth], next);
        for (uint32_t k = 0; k < count; k++) {
            stays |= n->endless[next[k]];
            if (n->seen[next[k]]) continue;
            n->seen[next[k]] = true;
            n->stack[depth++] = next[k];
        }
    }
    return stays;
}

// Whether a barrier, or a return that others wait behind, is reached from `from`, without one
// instruction. What is called counts where it has a barrier of its own.
static bool comes_to_stop(const struct thread_program *p, uint32_t from, uint32_t without,
                          bool *seen, uint32_t *stack)
{
    uint32_t depth = 0;
    memset(seen, 0, p->count * sizeof *seen);
    if (from != without) stack[depth++] = from;
    while (depth > 0) {
        uint32_t next[2];
        const uint32_t i = stack[--depth];
        const struct flow_insn *f = &p->flow.insn[i];
        if (i != from && f->insn.cls == ISA_BARRIER) return true;
        const uint32_t count = flow_next(&p->flow, i, next);
        for (uint32_t k = 0; k < count; k++) {
            if (next[k] == without || seen[next[k]]) continue;
            seen[next[k]] = true;
            stack[depth++] = next[k];
        }
    }
    return false;
}

// Some threads never come to the place where the branch meets: then no thread comes to a barrier
// before it has come there.
static void check_passed(const struct nearest *n, uint32_t branch)
{
    const struct thread_program *p = n->program;
    const uint32_t at = (p->insn[branch].reconvergence - p->base) / 4;
    if (comes_to_stop(p, branch, at, n->seen, n->stack)) {
        fail_msg("%s: branch %u: a barrier is reached without %u", n->name, branch, at);
    }
}

// Both sides come to the place where the branch meets; no place to which both come lies before it.
static void check_branch(const struct nearest *n, uint32_t branch)
{
    const struct thread_program *p = n->program;
    const uint32_t meets = p->insn[branch].reconvergence;
    const uint32_t at = meets != 0 ? (meets - p->base) / 4 : p->count;
    for (uint32_t i = 0; i < p->count; i++) {
        if (!p->flow.insn[i].leader || i == branch) continue;
        const bool all = !leads_out(p, branch, i, n->seen, n->stack);
        if (i == at && !all) fail_msg("%s: branch %u: passes %u by", n->name, branch, at);
        if (i == at || !all) continue;
        if (at == p->count || leads_out(p, at, i, n->seen, n->stack)) {
            fail_msg("%s: branch %u: meets at %u before 0x%x", n->name, branch, i, meets);
        }
    }
}

/* ---- where threads part ---------------------------------------------------------------------- */

// Whether threads come from `from` to an instruction, or to a return if that is `count`, without
// another instruction.
static bool comes(const struct nearest *n, uint32_t from, uint32_t to, uint32_t without)
{
    const struct thread_program *p = n->program;
    uint32_t depth = 0;
    memset(n->seen, 0, p->count * sizeof *n->seen);
    if (from != without) n->stack[depth++] = from;
    while (depth > 0) {
        uint32_t next[2];
        const uint32_t i = n->stack[--depth];
        if (i == to || (to == p->count && p->flow.insn[i].kind == FLOW_RETURN)) return true;
        const uint32_t count = flow_next(&p->flow, i, next);
        for (uint32_t k = 0; k < count; k++) {
            if (next[k] == without || n->seen[next[k]]) continue;
            n->seen[next[k]] = true;
            n->stack[depth++] = next[k];
        }
    }
    return false;
}

// The nearest instruction that all threads pass before they come to `to`; `count`: none.
static uint32_t passed_last(const struct nearest *n, uint32_t entry, uint32_t to)
{
    const struct thread_program *p = n->program;
    uint32_t found = p->count;
    for (uint32_t i = 0; i < p->count; i++) {
        const bool ends = p->insn[i].reached && (i + 1 == p->count || p->flow.insn[i + 1].leader ||
                                                 p->flow.insn[i].kind != FLOW_NEXT);
        if (!ends || i == to || !comes(n, entry, i, p->count) || comes(n, entry, to, i)) continue;
        if (found == p->count || !comes(n, entry, i, found)) found = i;
    }
    return found;
}

// Threads meet at an instruction, and parted behind another, if that lies before it: the lowest of
// several. Kept as its number + 1; 0: no place.
static void note(const struct thread_program *p, uint32_t *expected, uint32_t at, uint32_t parted)
{
    assert_true(at < p->count);
    if (expected[at] == 0) expected[at] = UINT32_MAX;
    if (parted < at && parted + 1 < expected[at]) expected[at] = parted + 1;
}

static void note_function(const struct nearest *n, uint32_t f, uint32_t *expected, uint32_t *done)
{
    const struct thread_program *p = n->program;
    const struct flow_function *function = &p->flow.function[f];
    bool apart = false;
    FLOW_EACH(function, i)
    {
        const uint32_t meets = p->insn[i].reconvergence, at = (meets - p->base) / 4;
        if (p->flow.insn[i].kind != FLOW_BRANCH || !p->meetings.parts[i]) continue;
        apart |= meets == 0;
        if (meets == 0 || done[at] == f + 1) continue;
        done[at] = f + 1;
        note(p, expected, at, passed_last(n, function->entry, at));
    }
    if (!apart || !function->returns) return;
    const uint32_t parted = passed_last(n, function->entry, p->count);
    for (uint32_t i = 0; i < p->count; i++)
        if (p->flow.insn[i].kind == FLOW_CALL && p->flow.insn[i].callee == f)
            note(p, expected, i + 1, parted);
}

static void check_syncs(const struct nearest *n)
{
    const struct thread_program *p = n->program;
    uint32_t *expected = calloc(p->count, sizeof *expected);
    uint32_t *done = calloc(p->count, sizeof *done);
    for (uint32_t f = 0; f < p->flow.functions; f++) note_function(n, f, expected, done);
    for (uint32_t i = 0; i < p->count; i++) {
        const bool place = expected[i] != 0;
        const uint32_t address =
            place && expected[i] != UINT32_MAX ? p->base + 4 * (expected[i] - 1) : 0;
        const uint32_t outside = p->syncs.before_loops[i];
        if (p->syncs.place[i] != place || thread_program_divergence(p, p->base + 4 * i) != address)
            fail_msg("%s: %u: parted at 0x%x, not 0x%x", n->name, i, p->insn[i].divergence,
                     address);
        if (outside != 0 && outside >= p->base + 4 * i)
            fail_msg("%s: %u: parted behind it, at 0x%x", n->name, i, outside);
    }
    free(expected);
    free(done);
}

static void check_nearest(const struct thread_program *p, bool *passes, const char *name)
{
    struct nearest n = {p, name, calloc(p->count, sizeof *n.endless),
                        calloc(p->count, sizeof *n.seen), calloc(p->count, sizeof *n.stack)};
    for (uint32_t i = 0; i < p->count; i++) {
        n.endless[i] = p->insn[i].reached && !leads_out(p, i, p->count, n.seen, n.stack);
    }
    for (uint32_t i = 0; i < p->count; i++) {
        const bool branch = p->insn[i].reached && p->flow.insn[i].kind == FLOW_BRANCH;
        const uint32_t meets = p->insn[i].reconvergence;
        passes[i] = branch && meets != 0 && p->meetings.moved[i];
        if (passes[i]) check_passed(&n, i);
        else if (branch && !may_stay(&n, i)) check_branch(&n, i);
    }
    check_syncs(&n);
    free(n.endless);
    free(n.seen);
    free(n.stack);
}

static void check_program(const struct thread_program *p, const char *name)
{
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    bool *passes = calloc(p->count, sizeof *passes);
    check_nearest(p, passes, name);
    for (uint32_t k = 0; k < WALKS; k++) walk(p, passes, name, &rng);
    free(passes);
}

static void test_random(void **state)
{
    (void)state;
    static struct words w;
    struct hd_rng rng;
    hd_rng_seed(&rng, 2);
    for (uint32_t n = 0; n < PROGRAMS; n++) {
        struct thread_program p;
        char name[32];
        snprintf(name, sizeof name, "program %u", n);
        draw_program(&rng, &w, 9 + hd_rng_below(&rng, 40));
        const struct flow_code code = words_code(&w);
        if (thread_program_find(&p, &code, WORDS_BASE, SHARED) == PROGRAM_OK) {
            check_program(&p, name);
        }
        thread_program_free(&p);
    }
}

/* ---- compiled kernels ------------------------------------------------------------------------ */

#define CLANG                                                                                      \
    "clang --target=riscv32 -march=rv32imaf -mabi=ilp32f -std=c11 -ffreestanding -nostdlib "       \
    "-fno-jump-tables -ffp-contract=off -Xclang -fconvergent-functions -fuse-ld=lld "              \
    "-Wl,-T,programs/heddle.ld -Wl,--gc-sections -Iprograms "

// A file's bytes; words can be read of them.
static uint32_t *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    uint32_t *bytes = calloc(1, *size + 4);
    assert_int_equal(fread(bytes, 1, *size, f), *size);
    fclose(f);
    return bytes;
}

// The first segment that is run. Of files that our own linker script made nothing else is asked.
static struct isa_segment code_of(const uint8_t *file)
{
    const Elf32_Ehdr *header = (const Elf32_Ehdr *)(const void *)file;
    const Elf32_Phdr *p = (const Elf32_Phdr *)(const void *)(file + header->e_phoff);
    while (p->p_type != PT_LOAD || (p->p_flags & PF_X) == 0) p++;
    return (struct isa_segment){.address = p->p_vaddr,
                                .size = p->p_memsz,
                                .bytes = file + p->p_offset,
                                .file_size = p->p_filesz,
                                .executable = true};
}

static void check_kernel(const struct isa_image *image, const Elf32_Sym *symbol, const char *name)
{
    const struct isa_segment *code = &image->segment[0];
    const struct isa_kernel kernel = {.name = name,
                                      .entry = isa_image_word(code, symbol->st_value)};
    struct thread_program p;
    const enum program_result result = thread_program_load(&p, image, &kernel, SHARED);
    if (result != PROGRAM_OK) fail_msg("%s: %s", name, p.flow.refusal[0].reason);
    check_program(&p, name);
    thread_program_free(&p);
}

static uint32_t check_file(const char *path, const char *level)
{
    size_t size;
    uint32_t kernels = 0;
    uint32_t *file = read_file(path, &size);
    const uint8_t *bytes = (const uint8_t *)file;
    const Elf32_Ehdr *header = (const Elf32_Ehdr *)(const void *)bytes;
    const Elf32_Shdr *section = (const Elf32_Shdr *)(const void *)(bytes + header->e_shoff);
    struct isa_image image = {.segments = 1};
    image.segment[0] = code_of(bytes);
    for (uint32_t s = 0; s < header->e_shnum; s++) {
        if (section[s].sh_type != SHT_SYMTAB) continue;
        const char *names = (const char *)bytes + section[section[s].sh_link].sh_offset;
        const Elf32_Sym *symbol = (const Elf32_Sym *)(const void *)(bytes + section[s].sh_offset);
        for (uint32_t k = 0; k < section[s].sh_size / sizeof *symbol; k++) {
            char name[128];
            snprintf(name, sizeof name, "%s %s", names + symbol[k].st_name, level);
            if (strncmp(name, "hd_kernel_", 10) != 0) continue;
            check_kernel(&image, &symbol[k], name);
            kernels++;
        }
    }
    free(file);
    return kernels;
}

static uint32_t compile_and_check(const char *source)
{
    static const char *const levels[] = {"-O0", "-O1", "-O2", "-O3", "-Os"};
    uint32_t kernels = 0;
    char elf[] = "/tmp/heddle_program_XXXXXX";
    const int made = mkstemp(elf);
    assert_true(made >= 0);
    close(made);
    for (size_t k = 0; k < sizeof levels / sizeof levels[0]; k++) {
        char command[1000];
        snprintf(command, sizeof command, CLANG "%s %s -o %s", levels[k], source, elf);
        if (system(command) != 0) fail_msg("does not compile: %s", command);
        kernels += check_file(elf, levels[k]);
    }
    remove(elf);
    return kernels;
}

// In the top directory, as tests/unit.sh runs it.
static void test_compiled(void **state)
{
    (void)state;
    glob_t sources;
    assert_int_equal(glob("tests/program/kernels/*.c", 0, NULL, &sources), 0);
    glob("programs/*/kernel.c", GLOB_APPEND, NULL, &sources);
    for (size_t k = 0; k < sources.gl_pathc; k++) {
        assert_true(compile_and_check(sources.gl_pathv[k]) >= 5);
    }
    globfree(&sources);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_compiled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
